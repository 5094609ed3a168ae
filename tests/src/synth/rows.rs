//! Test cases for the core instructions

use super::builder::{Builder, Section, Ty, with_result};
use super::check::Case;
use super::operands::{Amount, Operands, Style, amounts, result_type};
use super::special::special;
use spv_opt::dialect::generated::opcodes as op;
use spv_opt::dialect::generated::ops::SHAPES;
use spv_opt::dialect::table::{core_index, core_row};
use spv_opt::dialect::types::TYPES;
use spv_opt::ir::dialect::{OpRow, Param, ResultKind};

/// Terminators without target blocks.
const TERMINATORS: [u32; 9] = [
    op::RETURN,
    op::RETURN_VALUE,
    op::UNREACHABLE,
    op::KILL,
    op::TERMINATE_INVOCATION,
    op::IGNORE_INTERSECTION_KHR,
    op::TERMINATE_RAY_KHR,
    op::EMIT_MESH_TASKS_EXT,
    op::ABORT_KHR,
];

/// Returns the section of an instruction that becomes a module-level op. Returns `None` for instructions in functions.
pub fn section_of(row: &OpRow) -> Option<Section> {
    Some(match row.opcode {
        op::SOURCE | op::SOURCE_EXTENSION | op::STRING => Section::Strings,
        op::MODULE_PROCESSED => Section::Processed,
        op::SAMPLER_IMAGE_ADDRESSING_MODE_NV => Section::SamplerMode,
        op::CONDITIONAL_CAPABILITY_INTEL => Section::Capabilities,
        op::CONDITIONAL_EXTENSION_INTEL => Section::Extensions,
        op::CONDITIONAL_ENTRY_POINT_INTEL => Section::EntryPoints,
        op::GRAPH_ENTRY_POINT_ARM => Section::Last,
        _ if has_symbol(row) => Section::Globals,
        _ => return None,
    })
}

fn has_symbol(row: &OpRow) -> bool {
    row.params.first().is_some_and(|p| p.name == "sym_name")
}

/// Returns the parameters that are instruction operands: all except the symbol and type of a module-level op.
pub fn own_params(row: &OpRow) -> &'static [Param] {
    if has_symbol(row) { &row.params[2..] } else { row.params }
}

/// Returns all test cases for an instruction: hand-written ones, or else those generated from its grammar entry.
pub fn cases(row: &'static OpRow) -> Vec<Case> {
    let declares_type = row.name.starts_with("spv.Type");
    if let Some(cases) = special(row.opcode) {
        return cases;
    }
    let mut list = Vec::new();
    for style in [Style::Plain, Style::Odd, Style::Dressed] {
        for amount in amounts(own_params(row)) {
            if declares_type {
                let style = if style == Style::Odd { Style::Spec } else { style };
                list.push(declared_type(row, style, amount));
                continue;
            }
            let section = section_of(row);
            if let Some(section) = section {
                list.push(at_module_scope(row, section, style, amount));
            }
            if section.is_none() || row.opcode == op::UNTYPED_VARIABLE_KHR {
                list.push(in_function(row, style, amount, None));
            }
            if row.result == ResultKind::Optional {
                list.push(in_function(row, style, amount, Some(Ty::Void)));
            }
        }
    }
    list
}

/// Formats the description of a test case's configuration: location, choice of operands, and number of operands.
pub fn variant(place: &str, style: Style, amount: Amount) -> String {
    format!("{place}, {style:?}, {} optional, {} variadic", amount.optional, amount.many)
}

/// Creates a test case with an instruction in a function. `result` overrides the result type.
fn in_function(row: &'static OpRow, style: Style, amount: Amount, result: Option<Ty>) -> Case {
    let mut b = Builder::new();
    let (words, names) = operands(&mut b, row, style, amount, true);
    let shape = SHAPES[core_index(row.opcode).unwrap_or_default()];
    let ty = shape.result_type.then(|| b.ty(result.unwrap_or(result_type(row, style))));
    let id = shape.result_id.then(|| b.id());
    if style == Style::Dressed {
        b.line();
        id.into_iter().for_each(|id| b.dress(id));
    }
    b.code(row.opcode, &with_result(ty, id, &words));
    if TERMINATORS.contains(&row.opcode) {
        b.terminated();
    }
    let place = if result.is_some() { "void, in a function" } else { "in a function" };
    let case = Case::new(row.name, variant(place, style, amount), b.finish(), row.opcode);
    let case = case.line([row.name].into_iter().chain(names));
    if style == Style::Odd { case.unsound() } else { case }
}

fn operands(
    b: &mut Builder,
    row: &OpRow,
    style: Style,
    amount: Amount,
    local: bool,
) -> (Vec<u32>, Vec<&'static str>) {
    let mut o = Operands::new(b, row.name, style, local);
    o.params(own_params(row), amount);
    (o.words, o.names)
}

/// Creates a test case with an instruction at module scope.
fn at_module_scope(row: &'static OpRow, section: Section, style: Style, amount: Amount) -> Case {
    let mut b = Builder::new();
    let (words, names) = operands(&mut b, row, style, amount, false);
    let shape = SHAPES[core_index(row.opcode).unwrap_or_default()];
    let result = if row.opcode == op::UNTYPED_VARIABLE_KHR { Ty::PtrU32 } else { Ty::U32 };
    let ty = shape.result_type.then(|| b.ty(result));
    let id = shape.result_id.then(|| b.id());
    if style == Style::Dressed {
        id.into_iter().for_each(|id| b.dress(id));
    }
    b.op(section, row.opcode, &with_result(ty, id, &words));
    if let (Some(ty), Some(id)) = (ty, id) {
        b.value(op::COPY_OBJECT, ty, &[id]);
    }
    let case = Case::new(row.name, variant("at module scope", style, amount), b.finish(), row.opcode);
    case.line([row.name].into_iter().chain(names))
}

/// Creates a test case with a type. The module contains a variable with this pointee type.
fn declared_type(row: &'static OpRow, style: Style, amount: Amount) -> Case {
    let mut b = Builder::new();
    let (words, names) = operands(&mut b, row, style, amount, false);
    let mut ty = b.known(row.opcode, None, &words);
    if style == Style::Dressed {
        // The type under test is the second of three types that are printed alike.
        for _ in 0..2 {
            let pointer = b.known(op::TYPE_POINTER, None, &[6, ty]);
            b.def(Section::Globals, op::VARIABLE, Some(pointer), &[6]);
            ty = b.def(Section::Globals, row.opcode, None, &words);
        }
        b.dress(ty);
    }
    let case = type_case(b, row.opcode, ty, &variant("pointee", style, amount));
    let name = TYPES.iter().find(|(code, _)| *code == row.opcode).map_or("no spelling", |t| t.1);
    case.line([format!("!{name}").as_str()].into_iter().chain(names))
}

/// Adds a variable with the pointee type `ty` to a module, and creates a test case from the module.
pub fn type_case(mut b: Builder, opcode: u32, ty: u32, variant: &str) -> Case {
    let pointer = b.known(op::TYPE_POINTER, None, &[6, ty]);
    b.def(Section::Globals, op::VARIABLE, Some(pointer), &[6]);
    let name = core_row(opcode).map_or("?", |r| r.name);
    Case::new(name, variant, b.finish(), opcode)
}
