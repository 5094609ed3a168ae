//! Test cases for the core enumerants, each in an instruction or type with an operand of the enumeration

use super::builder::{Builder, Section, Ty, string_words, with_result};
use super::check::Case;
use super::operands::{Amount, Operands, Style};
use super::rows::{own_params, section_of, type_case};
use spv_opt::dialect::decorations::{default_opcode, enum_text, enum_value, snake_case};
use spv_opt::dialect::generated::enums::*;
use spv_opt::dialect::generated::opcodes as op;
use spv_opt::dialect::generated::ops::{CORE, SHAPES};
use spv_opt::dialect::table::core_index;
use spv_opt::dialect::types::TYPES;
use spv_opt::ir::dialect::{Arity, EnumDef, Enumerant, OpRow, ParamKind};

/// Enumerations whose values are runtime values instead of literal operands: enumeration, opcode, operand index. The
/// index is the operand that uses the value; `None` if the value is the instruction's result.
const VALUES: &[(&EnumDef, u32, Option<usize>)] = &[
    (&FRAGMENT_SHADING_RATE, op::STORE, Some(1)),
    (&IMAGE_CHANNEL_ORDER, op::IMAGE_QUERY_ORDER, None),
    (&IMAGE_CHANNEL_DATA_TYPE, op::IMAGE_QUERY_FORMAT, None),
    (&RAY_QUERY_COMMITTED_INTERSECTION_TYPE, op::RAY_QUERY_GET_INTERSECTION_TYPE_KHR, None),
    (&RAY_QUERY_CANDIDATE_INTERSECTION_TYPE, op::RAY_QUERY_GET_INTERSECTION_TYPE_KHR, None),
];

/// Returns the test cases for an enumerant, or an error if no instruction has an operand of the enumeration.
pub fn cases(def: &'static EnumDef, e: &'static Enumerant) -> Result<Vec<Case>, String> {
    if def.by_name(e.name) != Some(e.value) || enum_value(def, e.name) != Some(e.value) {
        return Err("its name does not give its value".into());
    }
    if enum_text(def, e.value) != e.name {
        return Err("its value does not give its name".into());
    }
    let name = format!("{} {}", def.name, e.name);
    let mut list = Vec::new();
    if std::ptr::eq(def, &DECORATION) {
        list.extend([false, true].map(|member| decorated(e, None, member)));
    } else if std::ptr::eq(def, &CAPABILITY) {
        let mut b = Builder::new();
        b.op(Section::Capabilities, op::CAPABILITY, &[e.value]);
        list.push(Case::new(&name, "", b.finish(), op::CAPABILITY).line(["#spv.vce<", e.name]));
    } else if std::ptr::eq(def, &COOPERATIVE_MATRIX_USE) || std::ptr::eq(def, &TENSOR_CLAMP_MODE) {
        list.push(type_of_ids(def, e));
    } else if let Some((_, opcode, operand)) = VALUES.iter().find(|v| std::ptr::eq(v.0, def)) {
        list.push(as_value(*opcode, *operand, e));
    } else {
        list.extend(CORE.iter().filter(|row| takes(row, def)).take(3).map(|row| carried(row, def, e)));
        list.extend(decorations_of(def).map(|d| decorated(d, Some((def, e.value)), false)));
        list.extend(modes_of(def).map(|m| mode(m, Some((def, e)))));
    }
    if list.is_empty() {
        return Err("nothing takes its kind".into());
    }
    list.iter_mut().for_each(|case| case.row.clone_from(&name));
    Ok(list)
}

fn is(kind: ParamKind, def: &EnumDef) -> bool {
    matches!(kind, ParamKind::Enum(d) | ParamKind::ConstEnum(d) if std::ptr::eq(d, def))
}

fn takes(row: &OpRow, def: &EnumDef) -> bool {
    row.params.iter().any(|p| is(p.kind, def)) && row.opcode != op::TYPE_FORWARD_POINTER
}

fn with_param(list: &'static EnumDef, def: &'static EnumDef) -> impl Iterator<Item = &'static Enumerant> {
    list.enumerants.iter().filter(move |e| e.params.iter().any(|p| is(p.kind, def)))
}

fn decorations_of(def: &'static EnumDef) -> impl Iterator<Item = &'static Enumerant> {
    with_param(&DECORATION, def).take(2)
}

fn modes_of(def: &'static EnumDef) -> impl Iterator<Item = &'static Enumerant> {
    with_param(&EXECUTION_MODE, def)
}

/// Creates a test case with an instruction that has an operand of the enumeration.
fn carried(row: &'static OpRow, def: &'static EnumDef, e: &'static Enumerant) -> Case {
    let mut b = Builder::new();
    match row.opcode {
        op::EXECUTION_MODE | op::EXECUTION_MODE_ID => return mode(e, None),
        op::FUNCTION => {
            let ty = b.function_type(Ty::Void, &[]);
            let void = b.ty(Ty::Void);
            b.def(Section::Functions, op::FUNCTION, Some(void), &[e.value, ty]);
            b.op(Section::Functions, op::FUNCTION_END, &[]);
            return Case::new("", row.name, b.finish(), op::FUNCTION).line(["spv.func", e.name]);
        }
        op::SELECTION_MERGE | op::LOOP_MERGE => return merge(row, e),
        op::MEMORY_MODEL => {
            let words = if std::ptr::eq(def, &ADDRESSING_MODEL) { [e.value, 1] } else { [0, e.value] };
            b.op(Section::MemoryModel, op::MEMORY_MODEL, &words);
            return Case::new("", row.name, b.finish(), op::MEMORY_MODEL).line(["spv.module", e.name]);
        }
        op::ENTRY_POINT => {
            let words = [&[e.value, b.main], &string_words("main")[..]].concat();
            b.op(Section::EntryPoints, op::ENTRY_POINT, &words);
            return Case::new("", row.name, b.finish(), op::ENTRY_POINT).line(["spv.EntryPoint", e.name]);
        }
        op::VARIABLE => {
            let ty = b.pointer(Ty::F32, e.value);
            b.def(Section::Globals, op::VARIABLE, Some(ty), &[e.value]);
            return Case::new("", row.name, b.finish(), op::VARIABLE).line(["spv.GlobalVariable", e.name]);
        }
        _ => {}
    }
    let section = section_of(row);
    let declares_type = row.name.starts_with("spv.Type");
    let local = section.is_none() && !declares_type;
    let mut o = Operands::new(&mut b, row.name, Style::Plain, local);
    o.wanted = Some((def, e.value));
    let optional = own_params(row).iter().filter(|p| p.arity == Arity::Optional).count();
    o.params(own_params(row), Amount { optional, many: 1 });
    let (words, names) = (o.words, o.names);
    if declares_type {
        let ty = b.known(row.opcode, None, &words);
        let name = TYPES.iter().find(|(code, _)| *code == row.opcode).map_or("?", |t| t.1);
        let case = type_case(b, row.opcode, ty, row.name);
        // A float type with an encoding has a separate MLIR type name.
        if row.opcode == op::TYPE_FLOAT {
            case.line(["!spv.float<", e.name])
        } else {
            case.line([format!("!{name}").as_str(), e.name])
        }
    } else {
        let shape = SHAPES[core_index(row.opcode).unwrap_or_default()];
        let ty = shape.result_type.then(|| b.ty(super::operands::result_type(row, Style::Plain)));
        let id = shape.result_id.then(|| b.id());
        let words = with_result(ty, id, &words);
        match section {
            Some(section) => b.op(section, row.opcode, &words),
            None => b.code(row.opcode, &words),
        }
        Case::new("", row.name, b.finish(), row.opcode).line([row.name, e.name].into_iter().chain(names))
    }
}

/// Creates a test case for a decoration. If `wanted` is set, one of its parameters is that enumerant. `member` is
/// whether the target is a struct member.
fn decorated(d: &'static Enumerant, wanted: Option<(&'static EnumDef, u32)>, member: bool) -> Case {
    let mut b = Builder::new();
    let mut o = Operands::new(&mut b, d.name, Style::Plain, false);
    o.wanted = wanted;
    o.params(d.params, Amount { optional: 1, many: 1 });
    let (words, names) = (o.words, o.names);
    let plain = default_opcode(d);
    let target = if member { vec![b.ty(Ty::Struct), 1] } else { vec![b.variable(Ty::Struct)] };
    b.variable(Ty::Struct);
    let opcode = match (member, plain) {
        (false, _) => plain,
        (true, op::DECORATE_ID) => op::MEMBER_DECORATE_ID_EXT,
        (true, op::DECORATE_STRING) => op::MEMBER_DECORATE_STRING,
        _ => op::MEMBER_DECORATE,
    };
    b.op(Section::Annotations, opcode, &[&target[..], &[d.value], &words].concat());
    let key = snake_case(d.name);
    let case = Case::new("", format!("decoration {}, of a member: {member}", d.name), b.finish(), opcode);
    match (member, d.name) {
        (true, "Offset") => case.line(["!spv.struct<", "["]),
        (true, _) => case.line(["!spv.struct<", d.name].into_iter().chain(names)),
        (false, _) => case.line(["spv.GlobalVariable", &key].into_iter().chain(names)),
    }
}

/// Creates a test case for an execution mode. If `wanted` is set, one of its parameters is that enumerant.
fn mode(mode: &'static Enumerant, wanted: Option<(&'static EnumDef, &'static Enumerant)>) -> Case {
    let mut b = Builder::new();
    let mut o = Operands::new(&mut b, mode.name, Style::Plain, false);
    o.wanted = wanted.map(|(def, e)| (def, e.value));
    o.params(mode.params, Amount { optional: 1, many: 1 });
    let (words, names) = (o.words, o.names);
    let ids = mode.params.iter().any(|p| matches!(p.kind, ParamKind::Mixed));
    let opcode = if ids { op::EXECUTION_MODE_ID } else { op::EXECUTION_MODE };
    b.op(Section::Modes, opcode, &[&[b.main, mode.value], &words[..]].concat());
    let name = if ids { "spv.ExecutionModeId" } else { "spv.ExecutionMode" };
    let case = Case::new("", format!("mode {}", mode.name), b.finish(), opcode);
    case.line([name, mode.name].into_iter().chain(names))
}

/// Creates a test case for an enumerant of a selection-control or loop-control mask.
fn merge(row: &'static OpRow, e: &'static Enumerant) -> Case {
    let mut b = Builder::new();
    let (header, end, next) = (b.id(), b.id(), b.id());
    let looped = row.opcode == op::LOOP_MERGE;
    let mut o = Operands::new(&mut b, row.name, Style::Plain, true);
    o.params(e.params, Amount { optional: 0, many: 0 });
    let words = [&[e.value], &o.words[..]].concat();
    let condition = b.parameter(Ty::Bool);
    if looped {
        b.code(op::BRANCH, &[header]);
        b.code(op::LABEL, &[header]);
        b.code(op::LOOP_MERGE, &[&[end, next], &words[..]].concat());
    } else {
        b.code(op::SELECTION_MERGE, &[&[end], &words[..]].concat());
    }
    b.code(op::BRANCH_CONDITIONAL, &[condition, next, end]);
    b.code(op::LABEL, &[next]);
    b.code(op::BRANCH, &[if looped { header } else { end }]);
    b.code(op::LABEL, &[end]);
    let case = Case::new("", row.name, b.finish(), row.opcode);
    let name = if looped { "spv.mlir.loop" } else { "spv.mlir.selection" };
    // A selection-control or loop-control mask without bits is not printed.
    if e.value == 0 { case.line([name]) } else { case.line([name, e.name]) }
}

/// Creates a test case with a type whose operands are all ids.
fn type_of_ids(def: &EnumDef, e: &Enumerant) -> Case {
    let mut b = Builder::new();
    let (f32, value) = (b.ty(Ty::F32), b.u32(e.value));
    let (opcode, words) = if std::ptr::eq(def, &COOPERATIVE_MATRIX_USE) {
        (op::TYPE_COOPERATIVE_MATRIX_KHR, vec![f32, b.u32(3), b.u32(8), b.u32(16), value])
    } else {
        (op::TYPE_TENSOR_LAYOUT_NV, vec![b.u32(2), value])
    };
    let ty = b.known(opcode, None, &words);
    let name = e.name.trim_end_matches("KHR");
    let spelling =
        if opcode == op::TYPE_TENSOR_LAYOUT_NV { "!spv.tensor_layout<" } else { "!spv.coopmatrix_khr<" };
    type_case(b, opcode, ty, "in a type").line([spelling, name])
}

/// Creates a test case with the enumerant as a constant. The constant is an operand of an instruction or, if `operand`
/// is `None`, is compared with the instruction's result.
fn as_value(opcode: u32, operand: Option<usize>, e: &Enumerant) -> Case {
    let mut b = Builder::new();
    let row = &CORE[core_index(opcode).unwrap_or_default()];
    let shape = SHAPES[core_index(opcode).unwrap_or_default()];
    let mut o = Operands::new(&mut b, row.name, Style::Plain, true);
    o.params(row.params, Amount { optional: 0, many: 0 });
    let mut words = o.words;
    let value = b.u32(e.value);
    if let Some(operand) = operand {
        words[operand] = value;
    }
    if shape.result_type {
        let (u32, bool) = (b.ty(Ty::U32), b.ty(Ty::Bool));
        let result = b.value(opcode, u32, &words);
        b.value(op::I_EQUAL, bool, &[result, value]);
    } else {
        b.code(opcode, &words);
    }
    let text = format!("{} : i32", e.value as i32);
    Case::new("", format!("as a value of {}", row.name), b.finish(), opcode).line(["spv.Constant", &text])
}
