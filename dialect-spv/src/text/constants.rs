//! Assembly syntax of constants: `spv.Constant`, `spv.GlobalConstant`, `spv.SpecConstant`
//!
//! A constant attribute is printed like any attribute, except for a list of literal words (OpConstantDataKHR). That
//! list is printed as `data[1, 2]` to distinguish it from an array of constants.

use super::dense_constants;
use super::items::*;
use crate::attributes::{AttrKind, make, typed_constant, view};
use crate::llvm::since;
use crate::{spv, types};
use spv_ir::text::*;
use spv_ir::{AttrData, Attribute, Body, Context, Op, Signedness, Type, TypeData};

/// Parses a constant attribute, or a list of literal words such as `data[1, 2]`.
pub fn constant(p: &mut dyn AsmParser) -> Parsed<Attribute> {
    if p.accept_keyword("data") {
        p.expect("[")?;
        let mut words = Vec::new();
        list(p, "]", &mut |p| {
            words.push(word(p)?);
            Ok(())
        })?;
        return Ok(p.ctx().attr(AttrData::Words(words.into())));
    }
    if p.accept("[") {
        let mut elements = Vec::new();
        p.nested(&mut |p| {
            list(p, "]", &mut |p| {
                elements.push(constant(p)?);
                Ok(())
            })
        })?;
        return Ok(p.ctx().array_attr(&elements));
    }
    p.attr()
}

/// Prints the syntax that [`constant`] parses.
pub fn write_constant(p: &mut dyn AsmPrinter, attr: Attribute) {
    match p.ctx().attr_data(attr) {
        AttrData::Words(words) => {
            let words = words.clone();
            p.write("data[");
            write_list(p, words, |p, w| p.write(&w.to_string()));
            p.write("]");
        }
        AttrData::Array(elements) => {
            let elements = elements.clone();
            p.write("[");
            write_list(p, elements, |p, element| match p.ctx().attr_data(element) {
                AttrData::Integer { .. } | AttrData::Float { .. } => p.attr_in_array(element),
                _ => write_constant(p, element),
            });
            p.write("]");
        }
        _ => p.attr(attr),
    }
}

/// Parses `constant` or `constant : type`. The type is required if the attribute does not imply it.
fn typed(p: &mut dyn AsmParser) -> Parsed<(Attribute, Type)> {
    let at = p.offset();
    let value = constant(p)?;
    let given = typed_constant(p.ctx(), value);
    let value = match view(p.ctx(), value) {
        Some((AttrKind::Const, [inner, _])) => *inner,
        _ => value,
    };
    if p.accept(":") {
        return Ok((value, p.ty()?));
    }
    match given {
        Some((_, ty)) => Ok((value, ty)),
        None => Err(p.error_at(at..at + 1, "expected `: type` after this form of constant")),
    }
}

/// Prints the syntax that [`typed`] parses.
fn write_typed(p: &mut dyn AsmPrinter, value: Attribute, ty: Type) {
    if since::DENSE_CONSTANTS.holds(p.form())
        && let Some(spelled) = dense_constants::spelled(p.ctx(), value, ty)
    {
        p.attr_no_type(spelled);
        p.write(" : ");
        return p.ty(ty);
    }
    write_constant(p, value);
    if typed_constant(p.ctx(), value).is_none_or(|(_, own)| own != ty) {
        p.write(" : ");
        p.ty(ty);
    }
}

/// Parses `5 : i32 {...}`.
pub fn parse_constant(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    let (value, ty) = if p.op_name().ends_with(REPLICATE) { replicated(p)? } else { typed(p)? };
    state.slots[spv::Constant::VALUE] = value.raw();
    state.results.push(ty);
    p.attr_dict(&mut state.attrs)
}

/// Stem of LLVM 22's op name for composite constants with identical constituents.
const REPLICATE: &str = "ConstantCompositeReplicate";

/// Returns LLVM 22's op name for a constant that replicates a constituent, or `None` for other ops.
pub fn name(ctx: &Context, body: &Body, op: Op) -> Option<&'static str> {
    let value = body.slot_attr(op, spv::Constant::VALUE).filter(|_| body.def(op) == spv::Constant::ID)?;
    matches!(view(ctx, value), Some((AttrKind::Replicate, _))).then_some("spv.ConstantCompositeReplicateEXT")
}

/// Parses `[constituent] : type`.
fn replicated(p: &mut dyn AsmParser) -> Parsed<(Attribute, Type)> {
    p.expect("[")?;
    let value = constant(p)?;
    p.expect("]")?;
    p.expect(":")?;
    let ty = p.ty()?;
    match make(p.ctx(), AttrKind::Replicate, &[constituent(p.ctx(), value, ty)]) {
        Some(value) => Ok((value, ty)),
        None => Err(p.error("the dialect has no replicated constants")),
    }
}

/// Returns the typed constituent of a replicated constant of type `ty`. If the type of `value` is not the element type
/// of `ty`, each element is itself a replicated constant.
fn constituent(ctx: &Context, value: Attribute, ty: Type) -> Attribute {
    let Some(inner) = types::element(ctx, ty, 0) else { return value };
    let value = match typed_constant(ctx, value) {
        Some((_, own)) if own == inner => return value,
        Some(_) => make(ctx, AttrKind::Replicate, &[constituent(ctx, value, inner)]),
        None => Some(value),
    };
    let typed = value.and_then(|value| make(ctx, AttrKind::Const, &[value, ctx.type_attr(inner)]));
    typed.or(value).unwrap_or_else(|| ctx.unit_attr())
}

/// Prints the syntax that [`parse_constant`] parses.
pub fn print_constant(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    p.write(" ");
    if let Some(value) = body.slot_attr(op, spv::Constant::VALUE) {
        if let Some((AttrKind::Replicate, &[inner])) = view(p.ctx(), value)
            && since::REPLICATED_CONSTANTS.holds(p.form())
        {
            return write_replicated(p, inner, body.value_type(body.result(op, 0)));
        }
        write_typed(p, value, body.value_type(body.result(op, 0)));
    }
    p.attr_dict(body.attrs(op), &[]);
}

fn write_replicated(p: &mut dyn AsmPrinter, mut value: Attribute, ty: Type) {
    while let Some((AttrKind::Replicate, &[inner]) | (AttrKind::Const | AttrKind::Distinct, &[inner, _])) =
        view(p.ctx(), value)
    {
        value = inner;
    }
    p.write("[");
    write_constant(p, value);
    p.write("] : ");
    p.ty(ty);
}

/// Returns the SSA name that LLVM 14 suggests for a constant: `cst5_i32`, `cst_f32`, `cst_vec_2xf32`, `true`.
pub fn hint(ctx: &Context, body: &Body, op: Op) -> Option<String> {
    let value = body.slot_attr(op, spv::Constant::VALUE)?;
    if name(ctx, body, op).is_some() {
        return None;
    }
    // Append strings instead of formatting, for speed: modules have many constants.
    let mut text = String::from("cst");
    match *ctx.attr_data(value) {
        AttrData::Bool(value) => return Some(value.to_string()),
        AttrData::Integer { value, ty } => {
            push_number(&mut text, signed(ctx, value, ty));
            text.push('_');
            push_scalar(&mut text, ctx, ty)?;
        }
        AttrData::Float { ty, .. } => {
            text.push('_');
            push_scalar(&mut text, ctx, ty)?;
        }
        AttrData::Dense { ty, .. } => {
            if let TypeData::Vector { dims, element } = ctx.type_data(ty) {
                text.push_str("_vec_");
                push_number(&mut text, (*dims.first()?).into());
                text.push('x');
                push_scalar(&mut text, ctx, *element)?;
            }
        }
        _ => {}
    }
    Some(text)
}

/// Returns the value of an integer as it is printed, with the sign that its type implies.
pub fn signed(ctx: &Context, value: u64, ty: Type) -> i128 {
    match *ctx.type_data(ty) {
        TypeData::Integer { signedness: Signedness::Unsigned, .. } => value.into(),
        TypeData::Integer { width, .. } if (1..64).contains(&width) => {
            (((value << (64 - width)) as i64) >> (64 - width)).into()
        }
        _ => (value as i64).into(),
    }
}

/// Appends an integer in decimal. Optimized for single digits.
fn push_number(text: &mut String, number: i128) {
    match number {
        0..10 => text.push(char::from(b'0' + number as u8)),
        _ => text.push_str(&number.to_string()),
    }
}

/// Appends the name of a scalar type to an SSA name. Returns `None` for other types.
fn push_scalar(text: &mut String, ctx: &Context, ty: Type) -> Option<()> {
    match ctx.type_data(ty) {
        TypeData::Integer { width, signedness } => {
            text.push_str(match signedness {
                Signedness::Signless => "i",
                Signedness::Signed => "si",
                Signedness::Unsigned => "ui",
            });
            match width {
                32 => text.push_str("32"),
                _ => text.push_str(&width.to_string()),
            }
        }
        TypeData::Float(kind) => text.push_str(kind.name()),
        _ => return None,
    }
    Some(())
}

/// Parses `@c = 5 : i32 {...}`.
pub fn parse_global_constant(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    state.slots[spv::GlobalConstant::SYM_NAME] = symbol_name(p)?;
    parse_value(p, state)
}

/// Prints the syntax that [`parse_global_constant`] parses.
pub fn print_global_constant(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    write_symbol_name(p, body, op, spv::GlobalConstant::SYM_NAME);
    print_value(p, body, op);
    p.attr_dict(body.attrs(op), &[]);
}

/// Dictionary key of the SpecId decoration.
const SPEC_ID: &str = "spec_id";

/// Parses `@c spec_id(5) = 42 : i32 {...}`.
pub fn parse_spec_constant(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    state.slots[spv::SpecConstant::SYM_NAME] = symbol_name(p)?;
    if p.accept_keyword(SPEC_ID) {
        p.expect("(")?;
        let id = unsigned_word(p)?;
        p.expect(")")?;
        state.attrs.push((p.ctx().ident(SPEC_ID), p.ctx().i32_attr(id)));
    }
    parse_value(p, state)
}

/// Prints the syntax that [`parse_spec_constant`] parses.
pub fn print_spec_constant(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    write_symbol_name(p, body, op, spv::SpecConstant::SYM_NAME);
    let id = p.ctx().dict_get(body.attrs(op), SPEC_ID).and_then(|a| i32_value(p.ctx(), a));
    if let Some(id) = id {
        p.write(&format!(" {SPEC_ID}({id})"));
    }
    print_value(p, body, op);
    p.attr_dict(body.attrs(op), if id.is_some() { &[SPEC_ID] } else { &[] });
}

/// Parses ` = value : type {...}` in a global constant or specialization constant.
fn parse_value(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    p.expect("=")?;
    let (value, ty) = typed(p)?;
    state.slots[spv::SpecConstant::DEFAULT_VALUE] = value.raw();
    state.slots[spv::SpecConstant::TYPE] = p.ctx().type_attr(ty).raw();
    p.attr_dict(&mut state.attrs)
}

fn print_value(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    p.write(" = ");
    let value = body.slot_attr(op, spv::SpecConstant::DEFAULT_VALUE);
    let ty = body.slot_attr(op, spv::SpecConstant::TYPE).and_then(|a| p.ctx().attr_type(a));
    if let (Some(value), Some(ty)) = (value, ty) {
        write_typed(p, value, ty);
    }
}
