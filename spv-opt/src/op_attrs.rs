//! Access by name to op attributes as MLIR text, for the C and Python bindings

use crate::attr_text;
use crate::build::{OpSpec, other_value, unknown_key, wrong_value};
use spv_dialect::decorations::{self, enum_text, enum_value};
use spv_ir::dialect::{ABSENT, Arity, EnumDef, OpDef, Param, ParamKind};
use spv_ir::{AttrData, Attribute, Body, Builder, Context, Diagnostics, Op};
use spv_parser::parse_attr;

/// The content of a parameter's attribute slot.
#[derive(Clone, Copy)]
enum Slot {
    /// A literal word, possibly the bit pattern of a float.
    Word,
    /// A list of literal words or enumerants.
    Words,
    /// An enumerant or a set of bit enumerants. The next slot holds the operands of the enumerants.
    Enum(&'static EnumDef),
    /// An attribute.
    Attribute,
}

/// Returns the content of a parameter's attribute slot, or `None` for SSA operands and blocks.
fn slot(param: &Param) -> Option<Slot> {
    match (param.kind, param.arity) {
        (ParamKind::Value | ParamKind::Block | ParamKind::Tail, _) => None,
        (ParamKind::Word | ParamKind::FloatWord, Arity::One) => Some(Slot::Word),
        (ParamKind::Enum(def) | ParamKind::ConstEnum(def), Arity::One | Arity::Optional) => {
            Some(Slot::Enum(def))
        }
        (ParamKind::Word | ParamKind::Enum(_), _) => Some(Slot::Words),
        _ => Some(Slot::Attribute),
    }
}

/// Formats the value of a parameter. Returns `None` if the parameter is absent or an SSA operand.
fn text(ctx: &Context, body: &Body, op: Op, def: &OpDef, index: usize) -> Option<String> {
    let (number, param) = (def.slot_of(index), &def.row.params[index]);
    Some(match slot(param)? {
        Slot::Word => body.slot(op, number).to_string(),
        Slot::Words => {
            let list = body.slot_attr(op, number)?;
            let AttrData::Words(words) = ctx.attr_data(list) else { return Some(attr_text(ctx, list)) };
            let texts = words.iter().map(|&word| match param.kind {
                ParamKind::Enum(def) => enum_text(def, word),
                _ => word.to_string(),
            });
            format!("[{}]", texts.collect::<Vec<_>>().join(", "))
        }
        Slot::Enum(_) if body.slot(op, number) == ABSENT => return None,
        Slot::Enum(def) => {
            let value = body.slot(op, number);
            let operands = (param.slots() == 2).then(|| body.slot_attr(op, number + 1)).flatten();
            let operands = operands.and_then(|list| ctx.attr_array(list)).unwrap_or(&[]).iter();
            let texts =
                operands.zip(operand_kinds(def, value)).map(|(&attr, kind)| operand_text(ctx, kind, attr));
            std::iter::once(enum_text(def, value)).chain(texts).collect::<Vec<_>>().join(", ")
        }
        Slot::Attribute => attr_text(ctx, body.slot_attr(op, number)?),
    })
}

/// Returns the kinds of the enumerants' operands that may be attributes, in order.
fn operand_kinds(def: &'static EnumDef, value: u32) -> impl Iterator<Item = ParamKind> {
    let params = def.present(value).flat_map(|enumerant| enumerant.params);
    params.map(|param| param.kind).filter(|kind| !matches!(kind, ParamKind::Value))
}

/// Formats the operand of an enumerant.
fn operand_text(ctx: &Context, kind: ParamKind, attr: Attribute) -> String {
    match (kind, word(ctx, attr)) {
        (ParamKind::Enum(def) | ParamKind::ConstEnum(def), Some(word)) => {
            format!("\"{}\"", enum_text(def, word))
        }
        (ParamKind::Word, Some(word)) => word.to_string(),
        _ => attr_text(ctx, attr),
    }
}

/// Converts the parsed text of an enumerant's operand to the attribute that the op contains.
fn operand(ctx: &Context, kind: ParamKind, attr: Attribute) -> Attribute {
    let word = match kind {
        ParamKind::Enum(def) | ParamKind::ConstEnum(def) => {
            ctx.attr_str(attr).and_then(|name| enum_value(def, name))
        }
        ParamKind::Word => word(ctx, attr),
        _ => None,
    };
    word.map_or(attr, |word| ctx.i32_attr(word))
}

fn word(ctx: &Context, attr: Attribute) -> Option<u32> {
    ctx.attr_u64(attr).and_then(|value| u32::try_from(value).ok())
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
/// | value | syntax |
/// |---|---|
/// | literal word | `4` or `0x4` |
/// | list of words or enumerants | `[0, 1]` |
/// | enumerant, bit enumerants | `Acquire`, `Volatile\|Nontemporal` |
/// | enumerants with operands | `Volatile\|Aligned, 4` |
/// | any other attribute, such as a string, symbol, type or decoration | MLIR text |
///
/// # Errors
/// The text has the wrong syntax, the parameter or decoration does not accept the value, or the op can have no attribute
/// with this name.
pub fn set(ctx: &Context, body: &mut Body, op: Op, name: &str, text: Option<&str>) -> Result<(), String> {
    if !body.has_op(op) {
        return Err("the op was erased".to_owned());
    }
    let def = ctx.registry().op(body.def(op));
    let op_name = def.row.name;
    let Some(index) = def.param(name) else {
        let is_present = ctx.dict_get(body.attrs(op), name).is_some();
        let problem = unknown_key(def, name).filter(|_| !is_present);
        let attr = match (problem, text) {
            (Some(problem), _) => return Err(format!("'{op_name}' op: {problem}")),
            (None, text) => text.map(|text| other(ctx, def, name, text)).transpose()?,
        };
        let rest = ctx.dict(body.attrs(op)).iter().filter(|(key, _)| ctx.str(*key) != name).copied();
        let items: Vec<_> = rest.chain(attr.map(|attr| (ctx.ident(name), attr))).collect();
        let attrs = (!items.is_empty()).then(|| ctx.dict_attr(items));
        Builder::new(body).set_attrs(op, attrs);
        return Ok(());
    };
    let param = &def.row.params[index];
    let first = def.slot_of(index);
    // A parameter that is an SSA operand must remain one. Otherwise, the operands would no longer match the attribute
    // slots.
    let is_operand = match param.kind {
        ParamKind::Mixed => body.slot(op, first) == 0,
        ParamKind::ConstEnum(_) => body.slot(op, first) == ABSENT,
        _ => slot(param).is_none(),
    };
    if is_operand || (param.kind.may_be_value() && text.is_none()) {
        return Err(format!("the parameter '{name}' of {op_name} is not an attribute, or cannot be removed"));
    }
    if text.is_none() && param.arity == Arity::One {
        return Err(format!("the parameter '{name}' of {op_name} is required"));
    }
    let mut spec = OpSpec::new(ctx, op_name);
    if let Some(text) = text {
        spec = assign(ctx, spec, def, name, text)?;
    }
    let slots = spec.into_slots().map_err(|errors| joined(&errors))?;
    let mut builder = Builder::new(body);
    for (number, &raw) in slots.iter().enumerate().skip(first).take(usize::from(param.slots())) {
        builder.set_slot(op, number, raw);
    }
    Ok(())
}

/// Sets an attribute of an op to create, from text as for [`set`].
pub(crate) fn assign<'c>(
    ctx: &Context,
    spec: OpSpec<'c>,
    def: &OpDef,
    name: &str,
    text: &str,
) -> Result<OpSpec<'c>, String> {
    let Some(param) = def.param(name).map(|index| &def.row.params[index]) else {
        return match unknown_key(def, name) {
            Some(problem) => Err(format!("'{}' op: {problem}", def.row.name)),
            None => Ok(spec.attr(name, other(ctx, def, name, text)?)),
        };
    };
    let list = text.trim();
    let list = list.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(list);
    let wrong = |what: &str| {
        format!("'{}' op: the parameter '{name}' takes {what}, but found '{text}'", def.row.name)
    };
    Ok(match slot(param) {
        Some(Slot::Word) => {
            let word = number(text).ok_or_else(|| wrong("a 32-bit word such as 4 or 0x4"))?;
            spec.word(name, word)
        }
        Some(Slot::Words) => {
            let words = list.split_terminator(',').map(|item| match param.kind {
                ParamKind::Enum(def) => enum_value(def, unquoted(item)),
                _ => number(item.trim()),
            });
            let words: Option<Vec<u32>> = words.collect();
            spec.words(
                name,
                &words.ok_or_else(|| match param.kind {
                    ParamKind::Enum(def) => wrong(&format!("a list of enumerants of {}", def.name)),
                    _ => wrong("a list of 32-bit words such as [0, 1]"),
                })?,
            )
        }
        Some(Slot::Enum(def)) => {
            let (names, rest) = list.split_once(',').unwrap_or((list, ""));
            let names = unquoted(names);
            let rest =
                parse_attr(&format!("[{rest}]"), ctx).map_err(|errors| no_attribute(name, text, &errors))?;
            let kinds = operand_kinds(def, enum_value(def, names).unwrap_or(0)).map(Some);
            let kinds = kinds.chain(std::iter::repeat(None));
            let operands = ctx.attr_array(rest).unwrap_or(&[]).iter().zip(kinds);
            let operands = operands.map(|(&attr, kind)| kind.map_or(attr, |kind| operand(ctx, kind, attr)));
            spec.enumerant(name, names, &operands.collect::<Vec<_>>())
        }
        _ => spec.set(name, parse(ctx, name, text)?),
    })
}

fn unquoted(text: &str) -> &str {
    text.trim().trim_matches('"')
}

/// Parses the value of a parameter.
fn parse(ctx: &Context, name: &str, text: &str) -> Result<Attribute, String> {
    parse_attr(text, ctx).map_err(|errors| no_attribute(name, text, &errors))
}

/// Parses the value of an attribute that is not a parameter.
fn other(ctx: &Context, def: &OpDef, name: &str, text: &str) -> Result<Attribute, String> {
    let attr = match parse_attr(text, ctx) {
        Ok(attr) => other_value(ctx, def, name, attr),
        Err(errors) => {
            let form = decorations::value_form(name).filter(|_| def.row.name.starts_with("spv."));
            Err(form.map_or_else(|| no_attribute(name, text, &errors), |form| wrong_value(name, &form, text)))
        }
    };
    attr.map_err(|problem| format!("'{}' op: {problem}", def.row.name))
}

/// Returns the error message for a text that is not an attribute.
fn no_attribute(name: &str, text: &str, errors: &Diagnostics) -> String {
    format!("the value `{text}` of '{name}' is not an attribute in MLIR syntax: {}", joined(errors))
}

/// Joins messages about a text that is too short for positions.
pub(crate) fn joined(errors: &Diagnostics) -> String {
    errors.list.iter().map(|error| &*error.message).collect::<Vec<_>>().join("; ")
}

/// Parses a decimal or hexadecimal 32-bit word. Returns `None` if the syntax is wrong.
fn number(text: &str) -> Option<u32> {
    match text.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}
