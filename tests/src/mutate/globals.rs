//! Edits of what is outside functions: types, constants, variables, names, decorations, entry points, sources,
//! and the header.

use super::binary::{self, Kind, number};
use super::body::Edit;
use super::code::{Code, Section, any, inst, literal, string};
use crate::r#gen::Rng;
use spv_opt::dialect::generated::enums::{CAPABILITY, DECORATION, EXECUTION_MODE, EXECUTION_MODEL};
use spv_opt::dialect::generated::opcodes as op;
use spv_opt::dialect::table::{EnumDef, Enumerant, ParamKind};

/// The edits of modules; what is listed twice is done twice as often.
pub(super) const EDITS: &[Edit] = &[
    name,
    name,
    name_member,
    duplicate_annotation,
    move_annotation,
    reorder_annotations,
    decorate,
    decorate,
    decorate_member,
    decorate,
    decorate_member,
    group_decorations,
    change_decoration,
    change_constant,
    change_constant,
    specialize,
    specialize,
    specialize_composite,
    compute_constant,
    compute_constant,
    change_type,
    change_type,
    change_member,
    duplicate_type,
    add_type,
    add_constant,
    change_variable,
    add_variable,
    move_global,
    sources,
    sources,
    processed,
    capability,
    extension,
    import,
    misplace,
    entry_point,
    execution_mode,
    interface,
    memory_model,
    header,
    swap_ids,
    duplicate_global,
    delete_global,
];

/// Names that look like what we print, or that need escapes.
const NAMES: &[&[u8]] = &[
    b"",
    b"main",
    b"0",
    b"-1",
    b"_$0",
    b"_$1",
    b"_0",
    b"cst5_si32",
    b"cst0_i32",
    b"cst_f32",
    b"cst_vec_4xf32",
    b"bb1",
    b"^bb1",
    b"arg0",
    b"true",
    b"i32",
    b"f32",
    b"si32",
    b"vector",
    b"undef",
    b"a\"\"b",
    b"a\"b",
    b"a\\",
    b"\\22",
    b"a/*",
    b"//",
    b"; x",
    b"main(",
    b"a b",
    "\u{e9}\u{6f22}".as_bytes(),
    b"\xff\xfe",
    b"a\xc3",
    b"a\n",
    b"\t",
    b"%x",
    b"@f",
    b"x_addr",
    b"_struct_5",
    b"uint_1",
    b"uint",
    b"v4float",
    b"float_0x1p_128",
    b"_ptr_Function_uint",
    b"_arr_float_uint_4",
    b"5",
    b"12",
    b"00",
    b"1x",
    b"a.b",
    b"a$b",
    b"spv.module",
    b"!x",
    b"module",
    b"void",
    b"gl_Position",
    b"4294967295",
];

/// A name: one of the list, or one that is in the module.
fn any_name(code: &Code, rng: &mut Rng) -> Vec<u32> {
    if rng.chance(25) {
        let names: Vec<usize> = (0..code.list.len()).filter(|&at| code.op(at) == op::NAME).collect();
        if let Some(name) = any(&names, rng).and_then(|at| code.list[at].get(2..)) {
            return name.to_vec();
        }
    }
    string(rng.pick(NAMES))
}

/// Any id that is defined.
fn any_id(code: &Code, rng: &mut Rng) -> Option<u32> {
    let at = any(&(0..code.list.len()).collect::<Vec<_>>(), rng)?;
    (at..code.list.len()).chain(0..at).find_map(|at| code.result(at))
}

/// An instruction with one of these opcodes.
fn any_of(code: &Code, opcodes: &[u32], rng: &mut Rng) -> Option<usize> {
    any(&(0..code.list.len()).filter(|&at| opcodes.contains(&code.op(at))).collect::<Vec<_>>(), rng)
}

fn name(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let id = any_id(code, rng)?;
    let name = any_name(code, rng);
    let known = (0..code.list.len()).find(|&at| code.op(at) == op::NAME && code.list[at].get(1) == Some(&id));
    match known {
        Some(at) if rng.chance(70) => code.list[at] = [inst(op::NAME, &[id]), name].concat(),
        _ => code.add([inst(op::NAME, &[id]), name].concat()),
    }
    Some(())
}

fn name_member(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let at = any_of(code, &[op::TYPE_STRUCT], rng)?;
    let id = if rng.chance(95) { code.result(at)? } else { any_id(code, rng)? };
    let members = code.list[at].len().saturating_sub(2).max(1);
    let member = if rng.chance(95) { rng.below(members) } else { members } as u32;
    let name = any_name(code, rng);
    code.add([inst(op::MEMBER_NAME, &[id, member]), name].concat());
    Some(())
}

const ANNOTATIONS: &[u32] = &[
    op::NAME,
    op::MEMBER_NAME,
    op::DECORATE,
    op::MEMBER_DECORATE,
    op::DECORATE_ID,
    op::DECORATE_STRING,
    op::MEMBER_DECORATE_STRING,
    op::GROUP_DECORATE,
    op::GROUP_MEMBER_DECORATE,
];

fn duplicate_annotation(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let at = any_of(code, ANNOTATIONS, rng)?;
    let mut copy = code.list[at].clone();
    if rng.chance(50) {
        copy[1] = any_id(code, rng)?;
    }
    code.add(copy);
    Some(())
}

fn move_annotation(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let at = any_of(code, ANNOTATIONS, rng)?;
    let other = any_of(code, ANNOTATIONS, rng)?;
    if rng.chance(50) {
        let words = code.list.remove(at);
        code.list.insert(other.min(code.list.len()), words);
    } else {
        code.list[at][1] = any_id(code, rng)?;
    }
    Some(())
}

fn reorder_annotations(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let of = rng.pick(&[Section::Name, Section::Annotation, Section::Source, Section::EntryPoint]);
    let list = code.section(of);
    let (a, b) = (any(&list, rng)?, any(&list, rng)?);
    code.list.swap(a, b);
    Some(())
}

/// Operands that enumerants of a kind take: words, strings, ids.
fn parameters(code: &Code, enumerant: &Enumerant, rng: &mut Rng) -> Option<Vec<u32>> {
    let mut words = Vec::new();
    for param in enumerant.params {
        match param.kind {
            ParamKind::Word | ParamKind::FloatWord | ParamKind::Attr => words.push(number(1, rng)),
            ParamKind::String => words.extend(any_name(code, rng)),
            ParamKind::Enum(def) => words.push(def.enumerants[rng.below(def.enumerants.len())].value),
            _ => {
                let globals: Vec<u32> =
                    code.section(Section::Global).into_iter().filter_map(|at| code.result(at)).collect();
                words.push(any(&globals, rng)?);
            }
        }
    }
    Some(words)
}

/// What a decoration is for.
#[derive(Clone, Copy, PartialEq)]
enum Target {
    /// Results of instructions in functions.
    Computed,
    Parameter,
    Variable,
    Memory,
    Struct,
    Member,
    Array,
    SpecConstant,
    Any,
}

/// Decorations that modules often have, and what they are for, which is more often valid.
const COMMON: &[(&str, Target)] = &[
    ("RelaxedPrecision", Target::Computed),
    ("RelaxedPrecision", Target::Variable),
    ("RelaxedPrecision", Target::Member),
    ("NoContraction", Target::Computed),
    ("NonUniform", Target::Computed),
    ("NonUniform", Target::Variable),
    ("FPFastMathMode", Target::Computed),
    ("NoSignedWrap", Target::Computed),
    ("NoUnsignedWrap", Target::Computed),
    ("SaturatedConversion", Target::Computed),
    ("FPRoundingMode", Target::Computed),
    ("Restrict", Target::Memory),
    ("Aliased", Target::Memory),
    ("Volatile", Target::Memory),
    ("Coherent", Target::Memory),
    ("NonWritable", Target::Memory),
    ("NonReadable", Target::Memory),
    ("Restrict", Target::Member),
    ("Volatile", Target::Member),
    ("Coherent", Target::Member),
    ("NonWritable", Target::Member),
    ("NonReadable", Target::Member),
    ("Invariant", Target::Variable),
    ("Flat", Target::Variable),
    ("NoPerspective", Target::Variable),
    ("Location", Target::Variable),
    ("Component", Target::Variable),
    ("Index", Target::Variable),
    ("Binding", Target::Variable),
    ("DescriptorSet", Target::Variable),
    ("Constant", Target::Variable),
    ("LinkageAttributes", Target::Variable),
    ("Alignment", Target::Memory),
    ("AlignmentId", Target::Memory),
    ("MaxByteOffset", Target::Parameter),
    ("MaxByteOffsetId", Target::Parameter),
    ("FuncParamAttr", Target::Parameter),
    ("UserSemantic", Target::Any),
    ("UserSemantic", Target::Member),
    ("UserTypeGOOGLE", Target::Any),
    ("UserTypeGOOGLE", Target::Member),
    ("CounterBuffer", Target::Variable),
    ("ArrayStride", Target::Array),
    ("Block", Target::Struct),
    ("GLSLShared", Target::Struct),
    ("GLSLPacked", Target::Struct),
    ("CPacked", Target::Struct),
    ("Offset", Target::Member),
    ("MatrixStride", Target::Member),
    ("RowMajor", Target::Member),
    ("SpecId", Target::SpecConstant),
    ("BuiltIn", Target::Variable),
];

/// A decoration, what it is for, and operands. What it needs is declared, unless it makes a kernel of a shader or the
/// other way.
fn any_decoration(
    code: &mut Code,
    member: bool,
    rng: &mut Rng,
) -> Option<(&'static Enumerant, Target, Vec<u32>)> {
    let (name, mut target) = rng.pick(COMMON);
    let mut decoration = DECORATION.enumerants.iter().find(|e| e.name == name)?;
    if (target == Target::Member) != member && rng.chance(90) {
        return None;
    }
    if rng.chance(15) {
        (decoration, target) = (&DECORATION.enumerants[rng.below(DECORATION.enumerants.len())], Target::Any);
    }
    enable(code, decoration, rng)?;
    let operands = parameters(code, decoration, rng)?;
    Some((decoration, target, operands))
}

const SHADER: u32 = 1;
const KERNEL: u32 = 6;

/// Declares a capability and an extension that an enumerant needs.
fn enable(code: &mut Code, enumerant: &Enumerant, rng: &mut Rng) -> Option<()> {
    let needs = enumerant.availability.capabilities;
    let shader = code.has_capability(SHADER) || !code.has_capability(KERNEL);
    let foreign = if shader { KERNEL } else { SHADER };
    let have = needs.iter().any(|&c| code.has_capability(c) || (c == SHADER && shader));
    let wanted = needs.iter().copied().find(|&c| c != foreign);
    match wanted {
        None if !needs.is_empty() && rng.chance(90) => return None,
        Some(capability) if !have => {
            code.require(capability);
            let declared = CAPABILITY.enumerants.iter().find(|e| e.value == capability);
            declared.into_iter().for_each(|declared| extend(code, declared));
        }
        _ => {}
    }
    extend(code, enumerant);
    Some(())
}

/// Declares an extension that an enumerant needs.
fn extend(code: &mut Code, enumerant: &Enumerant) {
    if let Some(extension) = enumerant.availability.extensions.first() {
        code.add([inst(op::EXTENSION, &[]), string(extension.as_bytes())].concat());
    }
}

/// An id that a decoration may be for.
fn target_id(code: &Code, target: Target, rng: &mut Rng) -> Option<u32> {
    let globals = code.end_of(Section::Global);
    let fits = |at: &usize| {
        let opcode = code.op(*at);
        match target {
            Target::Computed => *at > globals && code.ty(*at).is_some() && opcode != op::FUNCTION,
            Target::Parameter => opcode == op::FUNCTION_PARAMETER,
            Target::Variable => opcode == op::VARIABLE,
            Target::Memory => matches!(opcode, op::VARIABLE | op::FUNCTION_PARAMETER),
            Target::Struct | Target::Member => opcode == op::TYPE_STRUCT,
            Target::Array => matches!(opcode, op::TYPE_ARRAY | op::TYPE_RUNTIME_ARRAY),
            Target::SpecConstant => {
                matches!(opcode, op::SPEC_CONSTANT | op::SPEC_CONSTANT_TRUE | op::SPEC_CONSTANT_FALSE)
            }
            Target::Any => true,
        }
    };
    if rng.chance(8) {
        return any_id(code, rng);
    }
    let list: Vec<u32> = (0..code.list.len()).filter(fits).filter_map(|at| code.result(at)).collect();
    any(&list, rng)
}

fn has(enumerant: &Enumerant, is: impl Fn(ParamKind) -> bool) -> bool {
    enumerant.params.iter().any(|param| is(param.kind))
}

fn decorate(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let (decoration, target, operands) = any_decoration(code, false, rng)?;
    let id = target_id(code, target, rng)?;
    let is_string = has(decoration, |kind| matches!(kind, ParamKind::String));
    let is_id = has(decoration, ParamKind::may_be_value);
    let opcode = match () {
        () if rng.chance(3) => rng.pick(&[op::DECORATE_ID, op::DECORATE_STRING]),
        () if is_id => op::DECORATE_ID,
        () if is_string && rng.chance(50) => op::DECORATE_STRING,
        () => op::DECORATE,
    };
    code.add(inst(opcode, &[&[id, decoration.value], &operands[..]].concat()));
    Some(())
}

fn decorate_member(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let (decoration, _, operands) = any_decoration(code, true, rng)?;
    let id = target_id(code, Target::Member, rng)?;
    let members = code.list[code.def(id)?].len().saturating_sub(2);
    // Seldom one that the struct does not have.
    let member = if rng.chance(95) { rng.below(members.max(1)) } else { members } as u32;
    let is_string = has(decoration, |kind| matches!(kind, ParamKind::String));
    let opcode = match rng.chance(if is_string { 60 } else { 5 }) {
        true => op::MEMBER_DECORATE_STRING,
        false => op::MEMBER_DECORATE,
    };
    code.add(inst(opcode, &[&[id, member, decoration.value], &operands[..]].concat()));
    Some(())
}

/// Makes a group of decorations, of those that a target has, and applies it to this and others.
fn group_decorations(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let at = any_of(code, &[op::DECORATE], rng)?;
    let target = code.list[at][1];
    let group = code.fresh();
    let alike: Vec<usize> = (0..code.list.len())
        .filter(|&at| code.op(at) == op::DECORATE && code.list[at][1] == target)
        .collect();
    alike.into_iter().for_each(|at| code.list[at][1] = group);
    code.add(inst(op::DECORATION_GROUP, &[group]));
    let mut targets = vec![group, target];
    while rng.chance(40) {
        targets.push(any_id(code, rng)?);
    }
    code.add(inst(op::GROUP_DECORATE, &targets));
    if rng.chance(30) {
        let id = code.result(any_of(code, &[op::TYPE_STRUCT], rng)?)?;
        code.add(inst(op::GROUP_MEMBER_DECORATE, &[group, id, rng.below(3) as u32]));
    }
    if rng.chance(30) {
        let (more, _, operands) = any_decoration(code, false, rng)?;
        code.add(inst(op::DECORATE, &[&[group, more.value], &operands[..]].concat()));
    }
    Some(())
}

fn change_decoration(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let at = any_of(code, &[op::DECORATE, op::MEMBER_DECORATE], rng)?;
    let start = if code.op(at) == op::DECORATE { 2 } else { 3 };
    if rng.chance(50) && code.list[at].len() > start + 1 {
        let word = rng.range(start + 1, code.list[at].len() - 1);
        code.list[at][word] = number(code.list[at][word], rng);
    } else {
        let (new, _, operands) = any_decoration(code, start == 3, rng)?;
        code.list[at].truncate(start);
        code.list[at].push(new.value);
        code.list[at].extend(operands);
    }
    Some(())
}

/// Another value of a constant.
fn change_constant(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let opcodes = [
        op::CONSTANT,
        op::CONSTANT,
        op::SPEC_CONSTANT,
        op::CONSTANT_TRUE,
        op::CONSTANT_FALSE,
        op::CONSTANT_COMPOSITE,
    ];
    let chosen = rng.pick(&opcodes);
    let at = any_of(code, &[chosen], rng)?;
    let ty = code.ty(at)?;
    match code.op(at) {
        op::CONSTANT | op::SPEC_CONSTANT if rng.chance(85) => {
            let value = literal(&code.list[code.def(ty)?].clone(), rng);
            code.list[at].truncate(3);
            code.list[at].extend(value);
        }
        op::CONSTANT_TRUE => code.list[at][0] = op::CONSTANT_FALSE,
        op::CONSTANT_FALSE => code.list[at][0] = op::CONSTANT_TRUE,
        op::CONSTANT_COMPOSITE if code.list[at].len() > 3 && rng.chance(70) => {
            let word = rng.range(3, code.list[at].len() - 1);
            let inner = code.type_of(code.list[at][word])?;
            // A constant that is declared before it.
            let before: Vec<u32> =
                (0..at).filter(|&i| code.ty(i) == Some(inner)).filter_map(|i| code.result(i)).collect();
            code.list[at][word] = any(&before, rng)?;
        }
        _ => {
            code.list[at].truncate(3);
            code.list[at][0] = rng.pick(&[op::CONSTANT_NULL, op::UNDEF]);
        }
    }
    Some(())
}

/// Makes a specialization constant of a constant, or the other way.
fn specialize(code: &mut Code, rng: &mut Rng) -> Option<()> {
    const PAIRS: [(u32, u32); 4] = [
        (op::CONSTANT, op::SPEC_CONSTANT),
        (op::CONSTANT_TRUE, op::SPEC_CONSTANT_TRUE),
        (op::CONSTANT_FALSE, op::SPEC_CONSTANT_FALSE),
        (op::CONSTANT_COMPOSITE, op::SPEC_CONSTANT_COMPOSITE),
    ];
    let (plain, special) = rng.pick(&PAIRS);
    let at = any_of(code, &[plain], rng).or_else(|| any_of(code, &[special], rng))?;
    let id = code.result(at)?;
    if code.op(at) == special && rng.chance(50) {
        code.list[at][0] = plain;
        return Some(());
    }
    code.list[at][0] = special;
    if special != op::SPEC_CONSTANT_COMPOSITE && rng.chance(85) {
        const SPEC_ID: u32 = 1;
        code.add(inst(op::DECORATE, &[id, SPEC_ID, rng.below(9) as u32]));
    }
    // What is composed of it is a specialization constant, too.
    if rng.chance(85) {
        for at in 0..code.list.len() {
            if code.op(at) == op::CONSTANT_COMPOSITE && code.list[at][3..].contains(&id) {
                code.list[at][0] = op::SPEC_CONSTANT_COMPOSITE;
            }
        }
    }
    Some(())
}

/// A vector or an array of constants, some of which are specialization constants.
fn specialize_composite(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let scalars = [op::SPEC_CONSTANT, op::SPEC_CONSTANT_OP, op::SPEC_CONSTANT_TRUE];
    let at = any_of(code, &scalars, rng)?;
    let (id, ty) = (code.result(at)?, code.ty(at)?);
    let count = rng.range(2, 4) as u32;
    let vector = code.type_id(op::TYPE_VECTOR, &[ty, count]);
    let mut parts = Vec::new();
    for _ in 0..count {
        parts.push(if rng.chance(60) { id } else { code.constant(ty, rng)? });
    }
    let new = code.fresh();
    let opcode = if rng.chance(90) { op::SPEC_CONSTANT_COMPOSITE } else { op::CONSTANT_COMPOSITE };
    code.add(inst(opcode, &[&[vector, new], &parts[..]].concat()));
    if rng.chance(60) {
        let sum = code.fresh();
        let extract = rng.chance(50);
        let words = match extract {
            true => inst(op::SPEC_CONSTANT_OP, &[ty, sum, op::COMPOSITE_EXTRACT, new, rng.below(5) as u32]),
            false => inst(op::SPEC_CONSTANT_OP, &[vector, sum, op::VECTOR_SHUFFLE, new, new, 0, 1]),
        };
        code.add(words);
    }
    Some(())
}

/// A constant that is computed of others, which takes the place of one of them where it is used.
fn compute_constant(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let at = any_of(
        code,
        &[op::SPEC_CONSTANT, op::CONSTANT, op::SPEC_CONSTANT_OP, op::SPEC_CONSTANT_COMPOSITE],
        rng,
    )?;
    let (id, ty) = (code.result(at)?, code.ty(at)?);
    let other = code.constant(ty, rng)?;
    let opcode = rng.pick(&[
        op::I_ADD,
        op::I_SUB,
        op::I_MUL,
        op::U_DIV,
        op::S_DIV,
        op::S_MOD,
        op::S_REM,
        op::SHIFT_LEFT_LOGICAL,
        op::SHIFT_RIGHT_ARITHMETIC,
        op::BITWISE_AND,
        op::BITWISE_XOR,
        op::NOT,
        op::S_NEGATE,
        op::SELECT,
        op::U_CONVERT,
        op::QUANTIZE_TO_F16,
        op::I_EQUAL,
        op::F_ADD,
        op::CONVERT_S_TO_F,
        op::BITCAST,
    ]);
    let new = code.fresh();
    let words = match opcode {
        op::NOT | op::S_NEGATE | op::U_CONVERT | op::QUANTIZE_TO_F16 | op::CONVERT_S_TO_F | op::BITCAST => {
            inst(op::SPEC_CONSTANT_OP, &[ty, new, opcode, id])
        }
        op::SELECT => {
            let bool = code.type_id(op::TYPE_BOOL, &[]);
            let condition = code.constant(bool, rng)?;
            inst(op::SPEC_CONSTANT_OP, &[ty, new, opcode, condition, id, other])
        }
        op::I_EQUAL => {
            let bool = code.type_id(op::TYPE_BOOL, &[]);
            inst(op::SPEC_CONSTANT_OP, &[bool, new, opcode, id, other])
        }
        _ => inst(op::SPEC_CONSTANT_OP, &[ty, new, opcode, id, other]),
    };
    code.add(words);
    if opcode != op::I_EQUAL && rng.chance(70) {
        let functions = code.end_of(Section::Global);
        code.replace_uses(functions..code.list.len(), id, new);
    }
    Some(())
}

const TYPES: &[u32] = &[
    op::TYPE_INT,
    op::TYPE_FLOAT,
    op::TYPE_VECTOR,
    op::TYPE_MATRIX,
    op::TYPE_IMAGE,
    op::TYPE_SAMPLED_IMAGE,
    op::TYPE_ARRAY,
    op::TYPE_RUNTIME_ARRAY,
    op::TYPE_STRUCT,
    op::TYPE_POINTER,
    op::TYPE_FUNCTION,
];

/// Another id that was declared before, of the same sort.
fn earlier(code: &Code, at: usize, old: u32, rng: &mut Rng) -> Option<u32> {
    let sort = |code: &Code, at: usize| {
        let opcode = code.op(at);
        if TYPES.contains(&opcode) || opcode == op::TYPE_BOOL { Some(0) } else { code.ty(at) }
    };
    let wanted = sort(code, code.def(old)?)?;
    let list: Vec<u32> =
        (0..at).filter(|&i| sort(code, i) == Some(wanted)).filter_map(|i| code.result(i)).collect();
    any(&list, rng)
}

/// Declares the capability that numbers of a width need.
fn require_width(code: &mut Code, opcode: u32, width: u32) {
    let capability = match (opcode, width) {
        (op::TYPE_INT, 8) => 39,
        (op::TYPE_INT, 16) => 22,
        (op::TYPE_INT, 64) => 11,
        (op::TYPE_FLOAT, 16) => 9,
        (op::TYPE_FLOAT, 64) => 10,
        _ => return,
    };
    code.require(capability);
}

/// Another operand of a type: its width, its signedness, how many of what it has.
fn change_type(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let chosen = rng.pick(TYPES);
    let at = any_of(code, &[chosen], rng).or_else(|| any_of(code, TYPES, rng))?;
    if code.list[at].len() < 3 {
        return None;
    }
    let word = rng.range(2, code.list[at].len() - 1);
    let old = code.list[at][word];
    code.list[at][word] = match (code.op(at), binary::kinds(&code.list[at])[word]) {
        (op::TYPE_INT, _) if word == 3 => old ^ 1,
        (opcode @ (op::TYPE_INT | op::TYPE_FLOAT), _) => {
            let width = rng.pick(&[8, 16, 16, 32, 64, 64, 24, 128]);
            require_width(code, opcode, width);
            width
        }
        (_, Kind::Enum(def)) => def.enumerants[rng.below(def.enumerants.len())].value,
        (_, Kind::Id) => earlier(code, at, old, rng)?,
        (op::TYPE_VECTOR | op::TYPE_MATRIX, _) => rng.pick(&[2, 3, 4, 1, 5, 8, 16]),
        _ => number(old, rng),
    };
    // Constants have as many words as their type asks for.
    let (def, id) = (code.list[at].clone(), code.result(at));
    if matches!(def[0], op::TYPE_INT | op::TYPE_FLOAT) && rng.chance(90) {
        for at in 0..code.list.len() {
            if matches!(code.op(at), op::CONSTANT | op::SPEC_CONSTANT) && code.ty(at) == id {
                code.list[at].truncate(3);
                code.list[at].extend(literal(&def, rng));
            }
        }
    }
    Some(())
}

/// More or fewer members of a struct, or another order.
fn change_member(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let at = any_of(code, &[op::TYPE_STRUCT], rng)?;
    let len = code.list[at].len();
    match rng.below(3) {
        0 if len > 2 => _ = code.list[at].remove(rng.range(2, len - 1)),
        1 if len > 3 => code.list[at].swap(2, len - 1),
        _ => {
            let member = code.list[at].get(2).copied().or_else(|| code.result(any_of(code, TYPES, rng)?))?;
            let new = earlier(code, at, member, rng)?;
            code.list[at].insert(rng.range(2, len), new);
        }
    }
    Some(())
}

/// A second type like one that is there, which some uses have instead.
fn duplicate_type(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let kinds = [op::TYPE_STRUCT, op::TYPE_ARRAY, op::TYPE_RUNTIME_ARRAY, op::TYPE_POINTER];
    let at = any_of(code, &kinds, rng)?;
    let old = code.result(at)?;
    let new = code.fresh();
    let mut copy = code.list[at].clone();
    copy[1] = new;
    code.list.insert(at + 1, copy);
    if rng.chance(50) {
        let annotations: Vec<Vec<u32>> = code
            .list
            .iter()
            .filter(|inst| ANNOTATIONS.contains(&inst[0]) && inst[1] == old)
            .cloned()
            .collect();
        for mut annotation in annotations {
            annotation[1] = new;
            code.add(annotation);
        }
    }
    let users: Vec<usize> =
        (at + 2..code.list.len()).filter(|&i| code.list[i].iter().skip(1).any(|&word| word == old)).collect();
    if rng.chance(30)
        && let Some(user) = any(&users, rng)
    {
        code.list[user].iter_mut().skip(1).filter(|word| **word == old).for_each(|word| *word = new);
    }
    Some(())
}

fn add_type(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let types: Vec<u32> = (0..code.list.len())
        .filter(|&at| TYPES[..9].contains(&code.op(at)) || code.op(at) == op::TYPE_BOOL)
        .filter_map(|at| code.result(at))
        .collect();
    let part = any(&types, rng)?;
    match rng.below(7) {
        0 => {
            let width = rng.pick(&[8, 16, 32, 64]);
            require_width(code, op::TYPE_INT, width);
            _ = code.type_id(op::TYPE_INT, &[width, rng.below(2) as u32]);
        }
        1 => {
            let width = rng.pick(&[16, 32, 64]);
            require_width(code, op::TYPE_FLOAT, width);
            _ = code.type_id(op::TYPE_FLOAT, &[width]);
        }
        2 => _ = code.type_id(op::TYPE_VECTOR, &[part, rng.range(2, 4) as u32]),
        3 => {
            let int = code.int(rng);
            let length = code.constant(int, rng)?;
            let id = code.fresh();
            code.add(inst(op::TYPE_ARRAY, &[id, part, length]));
        }
        4 => {
            let id = code.fresh();
            let mut words = inst(op::TYPE_STRUCT, &[id]);
            words.extend((0..rng.below(4)).filter_map(|_| any(&types, rng)));
            code.add(words);
        }
        5 => _ = code.type_id(op::TYPE_POINTER, &[rng.pick(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12]), part]),
        _ => {
            let void = code.type_id(op::TYPE_VOID, &[]);
            _ = code.type_id(op::TYPE_FUNCTION, &[if rng.chance(50) { void } else { part }, part]);
        }
    }
    Some(())
}

fn add_constant(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let types: Vec<u32> = (0..code.list.len())
        .filter(|&at| TYPES.contains(&code.op(at)) || code.op(at) == op::TYPE_BOOL)
        .filter_map(|at| code.result(at))
        .collect();
    let ty = any(&types, rng)?;
    code.constant(ty, rng).map(|_| ())
}

/// Another storage class or initializer of a variable.
fn change_variable(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let at = any_of(code, &[op::VARIABLE], rng)?;
    let ty = code.ty(at)?;
    let def = code.list[code.def(ty)?].clone();
    if rng.chance(40) {
        let inner = *def.get(3)?;
        if code.list[at].len() > 4 {
            code.list[at].truncate(4);
        } else {
            let value = code.initializer(inner, rng)?;
            let declared = code.def(value);
            // What is added follows the variable, unless that is one of a function.
            if declared.is_some_and(|d| d < at) || at > code.end_of(Section::Global) {
                code.list[at].push(value);
            } else {
                let words = code.list.remove(at);
                let words = [words, vec![value]].concat();
                code.flush();
                let end = code.end_of(Section::Global);
                code.list.insert(end, words);
            }
        }
        return Some(());
    }
    let class = rng.pick(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12]);
    let pointer = code.def(ty)?;
    *code.list[at].get_mut(3)? = class;
    if rng.chance(70) {
        *code.list[pointer].get_mut(2)? = class;
    }
    Some(())
}

fn add_variable(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let types: Vec<u32> = (0..code.list.len())
        .filter(|&at| TYPES[..9].contains(&code.op(at)))
        .filter_map(|at| code.result(at))
        .collect();
    let inner = any(&types, rng)?;
    let class = rng.pick(&[6, 6, 6, 4, 5, 1, 12]);
    let ty = code.type_id(op::TYPE_POINTER, &[class, inner]);
    let initializer = if rng.chance(40) { code.initializer(inner, rng) } else { None };
    let id = code.fresh();
    let mut words = inst(op::VARIABLE, &[ty, id, class]);
    words.extend(initializer);
    code.add(words);
    // Since SPIR-V 1.4 the interface lists all variables.
    for at in 0..code.list.len() {
        if code.op(at) == op::ENTRY_POINT && code.header[1] >= 0x0001_0400 && rng.chance(80) {
            code.list[at].push(id);
        }
    }
    Some(())
}

/// Moves a global instruction up as far as what it uses allows, or down as far as its uses allow.
fn move_global(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let list = code.section(Section::Global);
    let at = any(&list, rng)?;
    let to = any(&list, rng)?;
    let id = code.result(at);
    let between = if to < at { to..at } else { at + 1..to + 1 };
    let blocked = between.clone().any(|other| {
        let (first, second) = if to < at { (other, at) } else { (at, other) };
        let id = if to < at { code.result(first) } else { id };
        id.is_some_and(|id| code.list[second][1..].contains(&id))
    });
    if blocked && rng.chance(95) {
        return None;
    }
    let words = code.list.remove(at);
    code.list.insert(to, words);
    Some(())
}

/// `OpSource` with and without a file and a text, `OpSourceContinued`, `OpSourceExtension`, `OpString`.
fn sources(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let text = any_name(code, rng);
    let language = rng.pick(&[0, 1, 2, 3, 4, 5, 12, 99]);
    match rng.below(7) {
        0 => code.add(inst(op::SOURCE, &[language, rng.bits() >> 20])),
        1 | 2 => {
            let file = code.fresh();
            code.add([inst(op::STRING, &[file]), any_name(code, rng)].concat());
            let text = if rng.chance(70) { text } else { Vec::new() };
            code.add([inst(op::SOURCE, &[language, 450, file]), text].concat());
            if rng.chance(60) {
                code.add([inst(op::SOURCE_CONTINUED, &[]), any_name(code, rng)].concat());
            }
        }
        3 => code.add([inst(op::SOURCE_CONTINUED, &[]), text].concat()),
        4 => code.add([inst(op::SOURCE_EXTENSION, &[]), text].concat()),
        5 => {
            let file = code.fresh();
            code.add([inst(op::STRING, &[file]), text].concat());
        }
        _ => {
            let at = any_of(code, &[op::SOURCE, op::SOURCE_EXTENSION, op::STRING], rng)?;
            code.list.remove(at);
        }
    }
    Some(())
}

fn processed(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let text = any_name(code, rng);
    code.add([inst(op::MODULE_PROCESSED, &[]), text].concat());
    Some(())
}

fn value_of(def: &EnumDef, rng: &mut Rng) -> u32 {
    def.enumerants[rng.below(def.enumerants.len())].value
}

fn capability(code: &mut Code, rng: &mut Rng) -> Option<()> {
    // Those that many instructions need.
    let common = [1, 4, 5, 6, 9, 10, 11, 22, 38, 39];
    match rng.below(4) {
        0 => _ = code.list.remove(any_of(code, &[op::CAPABILITY], rng)?),
        1 => code.add(inst(op::CAPABILITY, &[value_of(&CAPABILITY, rng)])),
        _ => code.add(inst(op::CAPABILITY, &[rng.pick(&common)])),
    }
    Some(())
}

fn extension(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let known = [
        "SPV_KHR_non_semantic_info",
        "SPV_KHR_linkonce_odr",
        "SPV_GOOGLE_decorate_string",
        "SPV_KHR_none",
        "a\"b",
    ];
    match rng.below(4) {
        0 => _ = code.list.remove(any_of(code, &[op::EXTENSION], rng)?),
        _ => code.add([inst(op::EXTENSION, &[]), string(rng.pick(&known).as_bytes())].concat()),
    }
    Some(())
}

fn import(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let known = ["GLSL.std.450", "OpenCL.std", "NonSemantic.Mine", "NonSemantic.DebugPrintf", "x"];
    let id = code.fresh();
    code.add([inst(op::EXT_INST_IMPORT, &[id]), string(rng.pick(&known).as_bytes())].concat());
    let Some(at) = any_of(code, &[op::EXT_INST], rng) else { return Some(()) };
    match rng.below(4) {
        0 => code.list[at][3] = id,
        1 => code.list[at][4] = number(code.list[at][4], rng),
        // Instructions that mean nothing may stand outside functions.
        2 => {
            code.add([inst(op::EXTENSION, &[]), string(b"SPV_KHR_non_semantic_info")].concat());
            let set = code.fresh();
            code.add([inst(op::EXT_INST_IMPORT, &[set]), string(b"NonSemantic.Mine")].concat());
            let (void, new) = (code.type_id(op::TYPE_VOID, &[]), code.fresh());
            let words = inst(op::EXT_INST, &[void, new, set, rng.below(9) as u32, any_id(code, rng)?]);
            if rng.chance(50) {
                code.add(words);
            } else {
                code.list.insert(at, words);
            }
        }
        _ => return misplace_at(code, at, rng),
    }
    Some(())
}

/// Moves any instruction to another section.
fn misplace(code: &mut Code, rng: &mut Rng) -> Option<()> {
    // Some extended instructions stand outside functions.
    let extended = if rng.chance(40) { any_of(code, &[op::EXT_INST], rng) } else { None };
    let at = extended.or_else(|| any(&(0..code.list.len()).collect::<Vec<_>>(), rng))?;
    misplace_at(code, at, rng)
}

fn misplace_at(code: &mut Code, at: usize, rng: &mut Rng) -> Option<()> {
    let sections = [
        Section::Capability,
        Section::EntryPoint,
        Section::Source,
        Section::Name,
        Section::Annotation,
        Section::Global,
    ];
    let words = code.list.remove(at);
    let to = code.section(rng.pick(&sections));
    let to = any(&to, rng).unwrap_or(code.list.len());
    code.list.insert(to, words);
    Some(())
}

fn entry_point(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let at = any_of(code, &[op::ENTRY_POINT], rng)?;
    match rng.below(5) {
        0 => {
            let name = any_name(code, rng);
            let model = code.list[at][1];
            let words = [inst(op::ENTRY_POINT, &[model, *code.list[at].get(2)?]), name].concat();
            code.list.insert(at + 1, words);
        }
        1 => code.list[at][1] = value_of(&EXECUTION_MODEL, rng),
        2 => {
            let function = any(&code.functions(), rng)?;
            code.list[at][2] = code.result(function.start)?;
        }
        _ => {
            // Another name, with the interface that it had.
            let end = (3..code.list[at].len()).find(|&w| code.list[at][w].to_le_bytes().contains(&0))?;
            let name = any_name(code, rng);
            code.list[at].splice(3..end + 1, name);
        }
    }
    Some(())
}

fn execution_mode(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let entry = any_of(code, &[op::ENTRY_POINT], rng)?;
    let function = *code.list[entry].get(2)?;
    match rng.below(4) {
        0 => _ = code.list.remove(any_of(code, &[op::EXECUTION_MODE], rng)?),
        1 => {
            let at = any_of(code, &[op::EXECUTION_MODE], rng)?;
            let copy = code.list[at].clone();
            code.list.insert(at, copy);
        }
        _ => {
            let mode = &EXECUTION_MODE.enumerants[rng.below(EXECUTION_MODE.enumerants.len())];
            let operands = parameters(code, mode, rng)?;
            let is_id = has(mode, ParamKind::may_be_value);
            let opcode = if is_id { op::EXECUTION_MODE_ID } else { op::EXECUTION_MODE };
            code.add(inst(opcode, &[&[function, mode.value], &operands[..]].concat()));
        }
    }
    Some(())
}

fn interface(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let at = any_of(code, &[op::ENTRY_POINT], rng)?;
    let end = (3..code.list[at].len()).find(|&w| code.list[at][w].to_le_bytes().contains(&0))? + 1;
    let len = code.list[at].len();
    match rng.below(3) {
        0 if len > end => _ = code.list[at].remove(rng.range(end, len - 1)),
        1 if len > end => {
            let id = code.list[at][rng.range(end, len - 1)];
            code.list[at].push(id);
        }
        _ => {
            let variable = any_of(code, &[op::VARIABLE], rng)?;
            let id = code.result(variable)?;
            code.list[at].push(id);
        }
    }
    Some(())
}

fn memory_model(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let at = any_of(code, &[op::MEMORY_MODEL], rng)?;
    let word = rng.range(1, 2);
    *code.list[at].get_mut(word)? = rng.pick(&[0, 1, 2, 3, 5348]);
    Some(())
}

fn header(code: &mut Code, rng: &mut Rng) -> Option<()> {
    match rng.below(6) {
        0 => code.header[2] = rng.pick(&[0, 0x000B_0008, 0x0007_0000, 0xFFFF_FFFF, 0x0011_0001]),
        1 => code.header[3] = code.header[3].saturating_add(rng.below(2000) as u32),
        2 => code.header[4] = rng.below(2) as u32,
        _ => {
            code.header[1] = rng.pick(&[
                0x0001_0000,
                0x0001_0100,
                0x0001_0200,
                0x0001_0300,
                0x0001_0400,
                0x0001_0500,
                0x0001_0600,
                0x0001_0700,
            ])
        }
    }
    Some(())
}

/// Exchanges two ids everywhere, which changes no meaning.
fn swap_ids(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let (a, b) = (any_id(code, rng)?, if rng.chance(70) { any_id(code, rng)? } else { code.fresh() });
    let swap = |id: &mut u32| {
        *id = match *id {
            id if id == a => b,
            id if id == b => a,
            id => id,
        };
    };
    for at in 0..code.list.len() {
        let kinds = binary::kinds(&code.list[at]);
        for (word, kind) in code.list[at].iter_mut().zip(kinds) {
            if matches!(kind, Kind::Id | Kind::Type | Kind::Result) {
                swap(word);
            }
        }
    }
    Some(())
}

/// A second constant or variable like one that is there, used in its place somewhere.
fn duplicate_global(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let at = any(&code.section(Section::Global), rng)?;
    let (old, _) = (code.result(at)?, code.ty(at)?);
    let new = code.fresh();
    let mut copy = code.list[at].clone();
    copy[2] = new;
    code.list.insert(at + 1, copy);
    let users: Vec<usize> =
        (at + 2..code.list.len()).filter(|&i| code.list[i].iter().skip(3).any(|&word| word == old)).collect();
    if let Some(user) = any(&users, rng) {
        code.replace_uses(user..user + 1, old, new);
    }
    Some(())
}

fn delete_global(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let at = any(&code.section(Section::Global), rng)?;
    if code.result(at).is_some_and(|id| code.is_used(id)) {
        return None;
    }
    let id = code.result(at);
    code.list.remove(at);
    code.forget(id.as_slice());
    Some(())
}
