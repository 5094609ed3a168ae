//! Construction of dense elements and numeric arrays

use crate::number::Number;
use crate::parser::plural;
use spv_ir::*;

/// The contents of `dense<...>`.
#[derive(Clone, Debug)]
pub(crate) enum Element<'s> {
    Number(Number<'s>),
    Bool(bool),
    List(Vec<Element<'s>>),
    /// A string literal with the bytes of all elements in hexadecimal.
    Hex(&'s str),
}

/// Builds the attribute `dense<element> : ty`. If `lists` is set, a list of `true` elements remains a list. Otherwise,
/// it becomes a splat.
pub(crate) fn dense(
    ctx: &Context,
    element: Option<Element<'_>>,
    ty: Type,
    lists: bool,
) -> Result<Attribute, String> {
    if matches!(ctx.type_data(ty), TypeData::Param { .. })
        && let Some((form, shape)) =
            ctx.registry().dense_forms().find_map(|form| Some((form, (form.shape)(ctx, ty)?)))
    {
        let constant = (form.constant)(ctx, ty, dense(ctx, element, shape, lists)?);
        return constant.ok_or_else(|| "the elements do not fit the type".into());
    }
    let (dims, of) = match ctx.type_data(ty) {
        TypeData::Vector { dims, element } | TypeData::Tensor { dims, element } => (&dims[..], *element),
        _ => return Err("dense elements require a vector or tensor type".into()),
    };
    let count = dims.iter().try_fold(1u64, |all, d| all.checked_mul(*d)).ok_or("the type is too large")?;
    let mut bits = Vec::new();
    match &element {
        None => {}
        Some(Element::Hex(text)) => bits = raw(ctx, &text[1..text.len() - 1], of, count)?,
        Some(splat @ (Element::Number(_) | Element::Bool(_))) => flatten(ctx, splat, &[], of, &mut bits)?,
        Some(list) => flatten(ctx, list, dims, of, &mut bits)?,
    }
    if bits.is_empty() && count != 0 {
        return Err(format!("expected {}, found none", plural(count as usize, "element")));
    }
    if lists && of == ctx.common().i1 && bits.len() > 1 && bits.iter().all(|b| *b == 1) {
        return Ok(ctx.attr(AttrData::Dense { ty, elements: bits.into() }));
    }
    Ok(ctx.dense_attr(ty, bits))
}

fn flatten(ctx: &Context, item: &Element, dims: &[u64], ty: Type, into: &mut Vec<u64>) -> Result<(), String> {
    match (item, dims) {
        (Element::List(items), [length, inner @ ..]) => {
            if items.len() as u64 != *length {
                return Err(format!(
                    "expected {}, found {}",
                    plural(*length as usize, "element"),
                    items.len()
                ));
            }
            items.iter().try_for_each(|item| flatten(ctx, item, inner, ty, into))
        }
        (Element::Number(number), []) => {
            into.push(number.bits(ctx, ty)?);
            Ok(())
        }
        (Element::Bool(value), []) if ty == ctx.common().i1 => {
            into.push((*value).into());
            Ok(())
        }
        (Element::Bool(_), []) => Err("`true` and `false` require the element type `i1`".into()),
        (Element::Hex(_), _) => Err("a hex string must be the only element".into()),
        _ => Err("the nesting of lists does not match the type's dimensions".into()),
    }
}

/// Decodes elements from a string `0x...`, in little-endian byte order. Elements of type `i1` are packed as bits; their
/// data may be padded with zero bytes to one byte per element.
fn raw(ctx: &Context, text: &str, ty: Type, count: u64) -> Result<Vec<u64>, String> {
    let width = match ctx.type_data(ty) {
        TypeData::Integer { width: width @ ..=64, .. } => *width,
        TypeData::Float(kind) if kind.width() <= 64 => kind.width(),
        TypeData::Index => 64,
        _ => return Err("elements must be numbers of at most 64 bits".into()),
    };
    let digits =
        text.strip_prefix("0x").filter(|d| d.len() % 2 == 0).ok_or("expected `0x` and hex digits")?;
    let digit = |b: u8| char::from(b).to_digit(16).map(|d| d as u8);
    let pair = |p: &[u8]| Some(digit(p[0])? << 4 | digit(p[1])?);
    let bytes: Option<Vec<u8>> = digits.as_bytes().chunks(2).map(pair).collect();
    let bytes = bytes.ok_or("expected `0x` and hex digits")?;
    if width == 1 {
        let padded = bytes.len() as u64 == count
            && bytes.iter().skip(count.div_ceil(8) as usize).all(|byte| *byte == 0);
        if bytes.len() as u64 != count.div_ceil(8) && !padded {
            return Err(format!(
                "expected {}, found {}",
                plural(count.div_ceil(8) as usize, "byte"),
                bytes.len()
            ));
        }
        return Ok((0..count as usize).map(|i| u64::from(bytes[i / 8] >> (i % 8) & 1)).collect());
    }
    let size = width.div_ceil(8) as usize;
    let all = count.checked_mul(size as u64);
    if bytes.len() != size && Some(bytes.len() as u64) != all {
        return Err(format!("expected {count} times {}, found {}", plural(size, "byte"), bytes.len()));
    }
    let value = |chunk: &[u8]| chunk.iter().rev().fold(0, |all, b| all << 8 | u64::from(*b));
    Ok(bytes.chunks(size).map(value).collect())
}

/// Builds the attribute for `array<type: 1, 2>`: a word list for `i32`, otherwise an array of integers or floats.
pub(crate) fn number_array(ctx: &Context, ty: Type, list: &[Number<'_>]) -> Result<Attribute, String> {
    if ty == ctx.common().i32 {
        let words: Result<Box<[u32]>, String> =
            list.iter().map(|n| n.bits(ctx, ty).map(|bits| bits as u32)).collect();
        return words.map(|words| ctx.attr(AttrData::Words(words)));
    }
    let items: Result<Vec<Attribute>, String> =
        list.iter().map(|number| number.attr(ctx, Some(ty))).collect();
    items.map(|items| ctx.array_attr(&items))
}
