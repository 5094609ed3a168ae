//! Generator of `views.rs`: one Rust type per op, with named accessors for its parameters

use super::{OpNames, Ops, enum_path, head, ident, set_module};
use spv_ir::dialect::{Arity, Param, ParamKind, ResultKind};
use std::fmt::Write;

pub fn emit(ops: &Ops) -> Result<String, String> {
    let mut s = head(
        "Typed views of all ops, with accessors for their parameters.",
        "use super::typed_enums::*;\nuse crate::typed::view;\n",
    );
    for op in &ops.core {
        one(&mut s, "", op)?;
    }
    for (set, list) in &ops.sets {
        writeln!(
            s,
            "/// Instructions of `{}`.\npub mod {} {{\n    use super::*;",
            set.import_name,
            set_module(set)
        )
        .unwrap();
        if !set.enums.is_empty() {
            writeln!(s, "    pub use crate::generated::typed_enums::{}_enums::*;", set_module(set)).unwrap();
        }
        s.push('\n');
        for op in list {
            one(&mut s, "    ", op)?;
        }
        s.push_str("}\n\n");
    }
    s.truncate(s.trim_end().len());
    s.push('\n');
    Ok(s)
}

fn one(s: &mut String, indent: &str, op: &OpNames) -> Result<(), String> {
    let row = op.def.row;
    let mut items = String::new();
    let mut slot = 0;
    // Number of operands before the parameter: a constant count, plus one for each listed attribute slot that stands
    // for an operand.
    let mut before = Some((0, Vec::new()));
    for (index, param) in row.params.iter().enumerate() {
        items.push_str(&accessor(param, index, slot, before.as_ref())?);
        count_operands(&mut before, param, slot);
        slot += usize::from(param.slots());
    }
    if row.result == ResultKind::One && !op.is_symbolic() {
        items.push_str(" result;");
    }
    writeln!(s, "{indent}view!({:?} {} = {} {{{items} }});", row.name, op.camel, op.id.0).unwrap();
    Ok(())
}

/// Flag in a slot index. An attribute slot with this flag stands for an operand if its value is 0. A slot without the
/// flag stands for an operand if its attribute is absent.
const ID_SLOT: usize = 1 << 8;

/// Adds the operands of `param` to the operand count `before`. Sets `before` to `None` if the number of operands
/// differs between ops with this definition.
fn count_operands(before: &mut Option<(usize, Vec<usize>)>, param: &Param, slot: usize) {
    let Some((fixed, slots)) = before else { return };
    match (param.kind, param.arity) {
        (ParamKind::Value, Arity::One) => *fixed += 1,
        (ParamKind::ConstEnum(_), Arity::One) => slots.push(slot),
        (ParamKind::Mixed, Arity::One) => slots.push(slot + ID_SLOT),
        (ParamKind::Value | ParamKind::Mixed | ParamKind::ConstEnum(_), _) => *before = None,
        (ParamKind::Enum(def), _) if def.has_params => *before = None,
        _ => {}
    }
}

/// Formats a parameter's accessor: its kind, name, attribute slot or operand index, and kind-specific data.
fn accessor(
    param: &Param,
    index: usize,
    slot: usize,
    before: Option<&(usize, Vec<usize>)>,
) -> Result<String, String> {
    use Arity::{One, Optional, Variadic};
    let name = ident(param.name);
    let constant = format!("{} = {slot}", param.name.to_uppercase());
    let at = before.map(|(fixed, slots)| match (param.kind, &slots[..]) {
        (ParamKind::Value, []) => format!("{} = {fixed} []", param.name.to_uppercase()),
        _ => format!("{fixed} {slots:?}"),
    });
    let item = match (param.kind, param.arity, at) {
        (ParamKind::Block | ParamKind::Tail, ..) => return Ok(String::new()),
        (ParamKind::Value, One, Some(at)) => format!("value {name} {at}"),
        (ParamKind::Value, Optional, Some(at)) => format!("value_opt {name} {at}"),
        (ParamKind::Value, Variadic, Some(at)) => format!("values {name} {at}"),
        (ParamKind::Value, ..) => format!("values_of {name} {index}"),
        (ParamKind::Mixed, One, Some(at)) => format!("id {name} {constant} {at}"),
        (ParamKind::Mixed, ..) => format!("ids {name} {constant} {index}"),
        (ParamKind::ConstEnum(def), One, Some(at)) => {
            format!("constant {name} {constant} {at} {}", enum_path(def)?)
        }
        (ParamKind::Enum(def), Variadic, _) => format!("enumerants {name} {constant} {}", enum_path(def)?),
        (ParamKind::Enum(def), arity, _) => {
            let kind = if arity == One { "enumerant" } else { "enumerant_opt" };
            let operands =
                format!(" ({name}_operands {}_OPERANDS = {})", param.name.to_uppercase(), slot + 1);
            let operands = if def.has_params { &*operands } else { "" };
            format!("{kind} {name} {constant}{operands} {}", enum_path(def)?)
        }
        (ParamKind::Word, One, _) => format!("word {name} {constant}"),
        (ParamKind::Word, Optional, _) => format!("word_opt {name} {constant}"),
        (ParamKind::Word, Variadic, _) => format!("words {name} {constant}"),
        (ParamKind::String, Variadic, _) | (ParamKind::Attr, ..) => format!("attr {name} {constant}"),
        (ParamKind::String, ..) => format!("string {name} {constant}"),
        (ParamKind::Symbol, Variadic, _) => format!("symbols {name} {constant}"),
        (ParamKind::Symbol, ..) => format!("symbol {name} {constant}"),
        (ParamKind::Type, One | Optional, _) => format!("ty {name} {constant}"),
        (ParamKind::ConstEnum(_), ..) | (ParamKind::FloatWord, ..) | (ParamKind::Type, Variadic, _) => {
            return Err(format!("no view has a parameter as '{name}' so far"));
        }
    };
    Ok(format!(" {item};"))
}
