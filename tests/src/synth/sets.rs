//! Test cases for extended instructions

use super::builder::{Builder, Section, Ty};
use super::check::Case;
use super::operands::{Amount, Operands, Style, amounts, result_type};
use super::rows::{own_params, variant};
use spv_opt::dialect::generated::opcodes as op;
use spv_opt::dialect::sets::ExtSet;
use spv_opt::ir::dialect::{Arity, OpRow, ParamKind, ResultKind};

/// Returns all test cases for an extended instruction.
pub fn cases(set: &ExtSet, row: &'static OpRow) -> Vec<Case> {
    let describes = set.non_semantic || set.debug_info;
    let state = row.name.rsplit('.').next().filter(|_| set.debug_info);
    let mut list = Vec::new();
    for style in [Style::Plain, Style::Odd, Style::Dressed] {
        for amount in amounts(own_params(row)) {
            if describes {
                list.push(at_module_scope(set, row, style, amount, false));
            }
            if set.non_semantic {
                list.push(at_module_scope(set, row, style, amount, true));
            }
            match state {
                Some("DebugScope" | "DebugNoScope" | "DebugLine" | "DebugNoLine") => {}
                _ => {
                    if !describes {
                        list.push(in_function(set, row, style, amount, result_type(row, style)));
                    }
                    if row.result == ResultKind::Optional {
                        list.push(in_function(set, row, style, amount, Ty::Void));
                    }
                }
            }
        }
    }
    list.extend(enumerants(set, row));
    match state {
        Some("DebugScope") => list.extend([1, 2].map(|n| scope(set, row, n, false))),
        Some("DebugNoScope") => list.push(scope(set, row, 1, true)),
        Some("DebugLine") => list.push(line(set, row, false)),
        Some("DebugNoLine") => list.push(line(set, row, true)),
        _ => {}
    }
    list
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

fn case(row: &OpRow, what: String, b: Builder) -> Case {
    Case::new(row.name, what, b.finish(), op::EXT_INST)
}

fn in_function(set: &ExtSet, row: &'static OpRow, style: Style, amount: Amount, result: Ty) -> Case {
    let mut b = Builder::new();
    let (words, names) = operands(&mut b, row, style, amount, true);
    let (ty, import) = (b.ty(result), b.import(set.import_name));
    if style == Style::Dressed {
        b.line();
    }
    let id = b.value(op::EXT_INST, ty, &[&[import, row.opcode], &words[..]].concat());
    if style == Style::Dressed {
        b.dress(id);
        // Add an extended instruction that has a void result and references the id.
        let (void, import, format) = (b.ty(Ty::Void), b.import("NonSemantic.DebugPrintf"), b.string("%d"));
        b.value(op::EXT_INST, void, &[import, 1, format, id]);
    }
    let case = case(row, variant(&format!("{result:?} in a function"), style, amount), b);
    let case = case.line([row.name].into_iter().chain(names));
    if style == Style::Odd { case.unsound() } else { case }
}

fn at_module_scope(set: &ExtSet, row: &'static OpRow, style: Style, amount: Amount, late: bool) -> Case {
    let mut b = Builder::new();
    let (words, names) = operands(&mut b, row, style, amount, false);
    let (ty, import) = (b.ty(Ty::Void), b.import(set.import_name));
    let section = if late { Section::Last } else { Section::Globals };
    let id = b.def(section, op::EXT_INST, Some(ty), &[&[import, row.opcode], &words[..]].concat());
    if style == Style::Dressed {
        b.dress(id);
    }
    let place = if late { "after the functions" } else { "at module scope" };
    case(row, variant(place, style, amount), b).line([row.name].into_iter().chain(names))
}

/// Creates test cases for the enumerants that an extended instruction's parameters accept.
fn enumerants(set: &ExtSet, row: &'static OpRow) -> Vec<Case> {
    let mut list = Vec::new();
    for param in own_params(row) {
        let ParamKind::Enum(def) = param.kind else { continue };
        for e in def.enumerants {
            let mut b = Builder::new();
            let mut o = Operands::new(&mut b, row.name, Style::Plain, true);
            o.wanted = Some((def, e.value));
            let optional = own_params(row).iter().filter(|p| p.arity == Arity::Optional).count();
            o.params(own_params(row), Amount { optional, many: 0 });
            let words = o.words;
            let (ty, import) = (b.ty(Ty::Void), b.import(set.import_name));
            b.value(op::EXT_INST, ty, &[&[import, row.opcode], &words[..]].concat());
            list.push(case(row, format!("with {}", e.name), b).line([row.name, e.name]));
        }
    }
    list
}

/// Adds the extended instruction named `name`, with operands. Returns its result id.
fn definition(b: &mut Builder, set: &ExtSet, name: &str) -> u32 {
    let void = b.ty(Ty::Void);
    let import = b.import(set.import_name);
    let row = set.rows.iter().find(|r| r.name.ends_with(name));
    let number = row.map_or(0, |r| r.opcode);
    let words = row.map(|r| operands(b, r, Style::Plain, Amount { optional: 0, many: 0 }, false).0);
    let words = [&[import, number], &words.unwrap_or_default()[..]].concat();
    b.def(Section::Globals, op::EXT_INST, Some(void), &words)
}

/// Adds a debug marker and a nop after it. If `end` is set, also adds the instruction that ends the marker's effect,
/// and another nop.
fn marked(b: &mut Builder, set: &ExtSet, marker: u32, words: &[u32], end: Option<&OpRow>) {
    let (void, import) = (b.ty(Ty::Void), b.import(set.import_name));
    b.value(op::EXT_INST, void, &[&[import, marker], words].concat());
    b.code(op::NOP, &[]);
    if let Some(row) = end {
        b.value(op::EXT_INST, void, &[import, row.opcode]);
        b.code(op::NOP, &[]);
    }
}

fn number(set: &ExtSet, name: &str) -> u32 {
    set.rows.iter().find(|r| r.name.rsplit('.').next() == Some(name)).map_or(0, |r| r.opcode)
}

/// Creates a test case for DebugScope, which becomes the location of the next op.
fn scope(set: &ExtSet, row: &OpRow, operands: usize, end: bool) -> Case {
    let mut b = Builder::new();
    let mut words = vec![definition(&mut b, set, "DebugInfoNone")];
    if operands == 2 {
        words.push(definition(&mut b, set, "DebugInlinedAt"));
    }
    marked(&mut b, set, number(set, "DebugScope"), &words, end.then_some(row));
    case(row, format!("as a location, {operands} operands"), b)
        .line(["spv.Nop", "loc(#loc"])
        .line(["#loc", "#spv.scope<"])
}

/// Creates a test case for DebugLine, which becomes the location of the next op.
fn line(set: &ExtSet, row: &OpRow, end: bool) -> Case {
    let mut b = Builder::new();
    let mut words = vec![definition(&mut b, set, "DebugSource")];
    words.extend((1..5).map(|i| b.u32(i)));
    marked(&mut b, set, number(set, "DebugLine"), &words, end.then_some(row));
    case(row, "as a location".into(), b).line(["spv.Nop", "loc(#loc"]).line(["#loc", "#spv.debug_line<"])
}
