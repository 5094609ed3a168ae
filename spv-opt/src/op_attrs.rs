//! Access by name to op attributes as MLIR text, for the C and Python bindings

use crate::attr_text;
use crate::build::{suggestion, takes, unknown_key};
use spv_dialect::decorations::enum_value;
use spv_ir::dialect::{ABSENT, Arity, EnumDef, OpDef, Param, ParamKind};
use spv_ir::{Attribute, Body, Builder, Context, Diagnostics, Op};

/// The content of a parameter's attribute slot.
#[derive(Clone, Copy)]
pub(crate) enum Slot {
    /// A literal word, possibly the bit pattern of a float.
    Word,
    /// An enumerant or a set of bit enumerants.
    Enum(&'static EnumDef),
    /// An attribute.
    Attribute,
}

/// Returns the content of a parameter's attribute slot, or `None` for SSA operands and blocks.
pub(crate) fn slot(param: &Param) -> Option<Slot> {
    match (param.kind, param.arity) {
        (ParamKind::Value | ParamKind::Block | ParamKind::Tail, _) => None,
        (ParamKind::Word | ParamKind::FloatWord, Arity::One) => Some(Slot::Word),
        (ParamKind::Enum(def) | ParamKind::ConstEnum(def), Arity::One | Arity::Optional) => {
            Some(Slot::Enum(def))
        }
        _ => Some(Slot::Attribute),
    }
}

/// Formats the value of a parameter in MLIR syntax. Returns `None` if the parameter is absent or an SSA operand.
fn text(ctx: &Context, body: &Body, op: Op, def: &OpDef, index: usize) -> Option<String> {
    let number = def.slot_of(index);
    Some(match slot(&def.row.params[index])? {
        Slot::Word => body.slot(op, number).to_string(),
        Slot::Enum(_) if body.slot(op, number) == ABSENT => return None,
        Slot::Enum(def) => names(def, body.slot(op, number)),
        Slot::Attribute => attr_text(ctx, body.slot_attr(op, number)?),
    })
}

/// Returns the name of an enumerant, or the names of several bit enumerants joined by `|`.
fn names(def: &EnumDef, value: u32) -> String {
    if let Some(enumerant) = def.by_value(value) {
        return enumerant.name.to_owned();
    }
    let present: Vec<&str> = def.present(value).map(|enumerant| enumerant.name).collect();
    if present.is_empty() { value.to_string() } else { present.join("|") }
}

/// Lists the attributes of an op: names, and values in the syntax that [`set`] accepts. Parameters that are not SSA
/// operands come first, then discardable attributes such as decorations.
pub fn list(ctx: &Context, body: &Body, op: Op) -> Vec<(String, String)> {
    let def = ctx.registry().op(body.def(op));
    let params = def.row.params.iter().enumerate();
    let own =
        params.filter_map(|(index, param)| Some((param.name.to_owned(), text(ctx, body, op, def, index)?)));
    let others =
        ctx.dict(body.attrs(op)).iter().map(|&(key, attr)| (ctx.str(key).to_owned(), attr_text(ctx, attr)));
    own.chain(others).collect()
}

/// Sets a parameter that is not an SSA operand, or a discardable attribute such as a decoration. `None` removes it.
/// Only the verifier checks whether the op is still valid.
///
/// # Errors
/// The text is not an attribute in MLIR syntax, the parameter does not accept the attribute, or the op can have no
/// attribute with this name.
pub fn set(ctx: &Context, body: &mut Body, op: Op, name: &str, text: Option<&str>) -> Result<(), String> {
    if !body.has_op(op) {
        return Err("the op was erased".to_owned());
    }
    let def = ctx.registry().op(body.def(op));
    let Some(index) = def.param(name) else {
        let is_present = ctx.dict_get(body.attrs(op), name).is_some();
        if let Some(problem) = unknown_key(def, name).filter(|_| !is_present) {
            return Err(format!("'{}' op: {problem}", def.row.name));
        }
        let attr = text.map(|text| parse(ctx, text)).transpose()?;
        let rest = ctx.dict(body.attrs(op)).iter().filter(|(key, _)| ctx.str(*key) != name).copied();
        let items: Vec<_> = rest.chain(attr.map(|attr| (ctx.ident(name), attr))).collect();
        let attrs = (!items.is_empty()).then(|| ctx.dict_attr(items));
        Builder::new(body).set_attrs(op, attrs);
        return Ok(());
    };
    let param = &def.row.params[index];
    let op_name = def.row.name;
    let number_of_slot = def.slot_of(index);
    // A parameter that is an SSA operand must remain one. Otherwise, the operands would no longer match the attribute
    // slots.
    let is_operand = match param.kind {
        ParamKind::Mixed => body.slot(op, number_of_slot) == 0,
        ParamKind::ConstEnum(_) => body.slot(op, number_of_slot) == ABSENT,
        _ => false,
    };
    if is_operand || (param.kind.may_be_value() && text.is_none()) {
        return Err(format!("the parameter '{name}' of {op_name} is not an attribute, or cannot be removed"));
    }
    let absent = text.is_none() && param.arity == Arity::One;
    let kind = slot(param).filter(|_| !absent);
    let kind = kind.ok_or_else(|| match absent {
        true => format!("the parameter '{name}' of {op_name} is required"),
        false => format!("the parameter '{name}' of {op_name} is not an attribute"),
    })?;
    let raw = match (kind, text) {
        (Slot::Word, Some(text)) => number(text).ok_or_else(|| format!("'{text}' is not a 32-bit word"))?,
        (Slot::Enum(_), None) => ABSENT,
        (Slot::Enum(def), Some(text)) => enum_value(def, text)
            .filter(|&value| value != ABSENT && def.is_known(value))
            .ok_or_else(|| {
                let advice = suggestion(text, def.names.iter().map(|(name, _)| *name));
                format!("'{text}' is not a {}{advice}", def.name)
            })?,
        (Slot::Word | Slot::Attribute, None) => 0,
        (Slot::Attribute, Some(text)) => {
            let attr = parse(ctx, text)?;
            if !takes(ctx, param, attr) {
                return Err(format!("the parameter '{name}' of {op_name} does not accept `{text}`"));
            }
            attr.raw()
        }
    };
    Builder::new(body).set_slot(op, number_of_slot, raw);
    Ok(())
}

pub(crate) fn parse(ctx: &Context, text: &str) -> Result<Attribute, String> {
    spv_parser::parse_attr(text, ctx).map_err(|list: Diagnostics| list.to_string())
}

/// Parses a decimal or hexadecimal 32-bit word. Returns `None` if the syntax is wrong.
pub(crate) fn number(text: &str) -> Option<u32> {
    match text.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}
