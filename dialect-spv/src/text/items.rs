//! Common parsers and printers of the assembly syntax

use crate::decorations::{enum_text, enum_value};
use spv_ir::dialect::{Arity, EnumDef, Param, ParamKind};
use spv_ir::text::*;
use spv_ir::{AttrData, Attribute, Body, Context, Ident, names};
use std::ops::Range;

/// Parses comma-separated items up to the token `close`. The caller must have consumed the opening token.
pub fn list(
    p: &mut dyn AsmParser,
    close: &str,
    item: &mut dyn FnMut(&mut dyn AsmParser) -> Parsed<()>,
) -> Parsed<()> {
    if p.accept(close) {
        return Ok(());
    }
    loop {
        item(p)?;
        if !p.accept(",") {
            return p.expect(close);
        }
    }
}

/// Prints comma-separated items.
pub fn write_list<T>(
    p: &mut dyn AsmPrinter,
    items: impl IntoIterator<Item = T>,
    mut item: impl FnMut(&mut dyn AsmPrinter, T),
) {
    for (i, x) in items.into_iter().enumerate() {
        if i > 0 {
            p.write(", ");
        }
        item(p, x);
    }
}

/// Parses a 32-bit literal, which may be signed or unsigned.
pub fn word(p: &mut dyn AsmParser) -> Parsed<u32> {
    let at = p.offset();
    let value = p.integer()?;
    match u32::try_from(value).or(i32::try_from(value).map(|v| v as u32)) {
        Ok(value) => Ok(value),
        Err(_) => Err(p.error_at(at..at + 1, "expected a literal of at most 32 bits")),
    }
}

/// Parses an integer of at most 32 bits that is not negative, such as a binding or stride.
pub fn unsigned_word(p: &mut dyn AsmParser) -> Parsed<u32> {
    let at = p.offset();
    let value = p.integer()?;
    u32::try_from(value)
        .map_err(|_| p.error_at(at..at + 1, "expected an integer of at most 32 bits that is not negative"))
}

/// Parses an enumerant or bit set, which is a keyword or a string such as `"A|B"`.
pub fn enumerant(p: &mut dyn AsmParser, def: &EnumDef) -> Parsed<u32> {
    if let Some(value) = opt_quoted(p, def)? {
        return Ok(value);
    }
    let at = p.offset();
    let text = p.keyword()?;
    value_of(p, def, &text, at..at + text.len())
}

/// Parses an enumerant or bit set if the next token is a string.
pub fn opt_quoted(p: &mut dyn AsmParser, def: &EnumDef) -> Parsed<Option<u32>> {
    p.opt_enum(def).transpose()
}

/// Parses an enumerant or bit set, which must be a string.
pub fn quoted(p: &mut dyn AsmParser, def: &EnumDef) -> Parsed<u32> {
    match opt_quoted(p, def)? {
        Some(value) => Ok(value),
        None => Err(p.error(&format!("expected a {} as a string", def.name))),
    }
}

fn value_of(p: &mut dyn AsmParser, def: &EnumDef, text: &str, span: Range<usize>) -> Parsed<u32> {
    enum_value(def, text)
        .ok_or_else(|| p.error_enum(span, &format!("unknown {}: {text}", words(def.name)), def))
}

/// Converts an enumeration name to words for messages: `StorageClass` becomes `storage class`.
fn words(name: &str) -> String {
    let mut words = String::new();
    for c in name.chars() {
        if c.is_ascii_uppercase() && !words.is_empty() && !words.ends_with(|c: char| c.is_ascii_uppercase()) {
            words.push(' ');
        }
        words.push(c);
    }
    words.to_ascii_lowercase()
}

/// Prints an enumerant as a keyword, or a bit set with several bits as a string.
pub fn write_enumerant(p: &mut dyn AsmPrinter, def: &EnumDef, value: u32) {
    let text = enum_text(def, value);
    if names::is_bare(&text) {
        p.write(&text);
    } else {
        p.string(&text);
    }
}

/// Parses an attribute that represents an id or literal. An integer without a type is an `i32`.
pub fn operand(p: &mut dyn AsmParser) -> Parsed<Attribute> {
    let ty = p.ctx().common().i32;
    p.attr_or(ty)
}

/// Prints the syntax that [`operand`] parses.
pub fn write_operand(p: &mut dyn AsmPrinter, attr: Attribute) {
    match i32_value(p.ctx(), attr) {
        Some(value) => p.write(&value.to_string()),
        None => match *p.ctx().attr_data(attr) {
            AttrData::Integer { ty, .. } => {
                p.attr_no_type(attr);
                p.write(" : ");
                p.ty(ty);
            }
            _ => p.attr(attr),
        },
    }
}

/// Returns the value of an `i32` constant, or `None` for other attributes. `i32` is SPIR-V's unsigned 32-bit integer.
pub fn i32_value(ctx: &Context, attr: Attribute) -> Option<u64> {
    match *ctx.attr_data(attr) {
        AttrData::Integer { value, ty } if ty == ctx.common().i32 => Some(value),
        _ => None,
    }
}

/// Parses one operand of an enumerant.
pub fn enum_operand(p: &mut dyn AsmParser, param: &Param) -> Parsed<Attribute> {
    match param.kind {
        ParamKind::Enum(def) => {
            let value = enumerant(p, def)?;
            Ok(p.ctx().i32_attr(value))
        }
        _ => operand(p),
    }
}

/// Prints the syntax that [`enum_operand`] parses.
pub fn write_enum_operand(p: &mut dyn AsmPrinter, param: Option<&Param>, attr: Attribute) {
    match (param.map(|p| p.kind), i32_value(p.ctx(), attr)) {
        (Some(ParamKind::Enum(def)), Some(value)) => write_enumerant(p, def, value as u32),
        _ => write_operand(p, attr),
    }
}

/// Parses the operands of the enumerants in `value`, each after a comma. Returns the array of operands as a raw
/// attribute.
pub fn enum_operands(p: &mut dyn AsmParser, def: &EnumDef, value: u32) -> Parsed<u32> {
    let mut operands = Vec::new();
    for param in def.present(value).flat_map(|e| e.params) {
        match param.arity {
            Arity::One => {
                p.expect(",")?;
                operands.push(enum_operand(p, param)?);
            }
            Arity::Optional => {
                if p.accept(",") {
                    operands.push(enum_operand(p, param)?);
                }
            }
            Arity::Variadic => {
                while p.accept(",") {
                    operands.push(enum_operand(p, param)?);
                }
            }
        }
    }
    Ok(if operands.is_empty() { 0 } else { p.ctx().array_attr(&operands).raw() })
}

/// Prints the syntax that [`enum_operands`] parses.
pub fn write_enum_operands(p: &mut dyn AsmPrinter, def: &EnumDef, value: u32, slot: u32) {
    let operands = Attribute::from_raw(slot).and_then(|a| p.ctx().attr_array(a)).unwrap_or(&[]).to_vec();
    let params: Vec<&Param> = def.present(value).flat_map(|e| e.params).collect();
    for (i, attr) in operands.into_iter().enumerate() {
        p.write(", ");
        write_enum_operand(p, params.get(i).or(params.last()).copied(), attr);
    }
}

/// Parses `@name` and returns the symbol name as a raw string attribute.
pub fn symbol_name(p: &mut dyn AsmParser) -> Parsed<u32> {
    let name = p.symbol()?;
    Ok(string_of(p.ctx(), name))
}

/// Returns an identifier as a raw string attribute.
pub fn string_of(ctx: &Context, ident: Ident) -> u32 {
    ctx.string_attr(ctx.str(ident)).raw()
}

/// Prints ` @name` if the string attribute at index `slot` is present.
pub fn write_symbol_name(p: &mut dyn AsmPrinter, body: &Body, op: spv_ir::Op, slot: usize) {
    if let Some(name) = body.slot_attr(op, slot) {
        p.write(" ");
        p.symbol(name);
    }
}
