//! Builtin types with parameters: `memref`, `complex`, scalable vectors, and tensors with dynamic shape or encoding
//!
//! Like dialect types, these types have a [`ParamDef`], but their names in MLIR text have neither a dot nor a leading
//! `!`.

use crate::attrs::{AttrData, Attribute};
use crate::context::Context;
use crate::dialect::{NO_OPCODE, ParamDef};
use crate::handles::Ident;
use crate::handles::ParamDefId;
use crate::text::*;
use crate::types::{Signedness, Type, TypeData};

/// Definitions of the builtin types with parameters.
///
/// The parameters of a type are the shape, the element type, and the memory space or encoding. The shape is an array
/// of lengths (-1 if unknown), or the unit attribute if unranked. Absent parameters are unit attributes. A memref
/// with a layout has a fourth parameter. For `strided`, it is the array of the offset and strides ([`DYNAMIC`] if
/// unknown); otherwise it is an affine map. A complex type has only the element type, as its second parameter.
pub(crate) const DEFINITIONS: &[ParamDef] = &[
    shaped(MEMREF, parse_memref),
    shaped("tensor", parse_tensor),
    ParamDef { name: COMPLEX, parse: parse_complex, print: print_complex, code: NO_OPCODE },
    shaped(SCALABLE_VECTOR, parse_scalable),
];

const fn shaped(name: &'static str, parse: TypeParseFn) -> ParamDef {
    ParamDef { name, parse, print: print_shaped, code: NO_OPCODE }
}

/// Name of the definition of scalable vectors, for example `vector<4x[8]xf32>`. A length in brackets is multiplied by
/// a factor known only at run time. All other vectors are [`TypeData::Vector`].
pub const SCALABLE_VECTOR: &str = "vector";

/// Flag of a scalable dimension length, which MLIR text encloses in brackets.
pub const SCALABLE: u64 = 1 << 63;

/// Parses the parameters of a scalable vector: `<[4]xf32>`.
fn parse_scalable(p: &mut dyn AsmParser, _: ParamDefId) -> Parsed<ParamInstance> {
    let (shape, element) = parse_shape(p, SCALABLE_VECTOR, |ctx, ty| {
        matches!(ctx.type_data(ty), TypeData::Integer { .. } | TypeData::Float(_) | TypeData::Index)
    })?;
    close(p, SCALABLE_VECTOR)?;
    instance(p.ctx(), shape, element, None)
}

/// Returns whether a type is a scalable vector.
pub fn is_scalable_vector(ctx: &Context, ty: Type) -> bool {
    ctx.type_params(ty).is_some_and(|(def, _)| ctx.registry().type_def(def).name == SCALABLE_VECTOR)
}

/// Name of the definition of complex types.
pub const COMPLEX: &str = "complex";

/// Parses the parameter of a complex type: `<f32>`.
fn parse_complex(p: &mut dyn AsmParser, _: ParamDefId) -> Parsed<ParamInstance> {
    p.expect("<")?;
    let at = p.offset();
    let element = p.ty()?;
    if !matches!(p.ctx().type_data(element), TypeData::Integer { .. } | TypeData::Float(_)) {
        return Err(p.error_at(at..at + 1, "invalid element type for complex"));
    }
    p.expect(">")?;
    Ok(ParamInstance::Params(vec![p.ctx().unit_attr(), p.ctx().type_attr(element)]))
}

fn print_complex(p: &mut dyn AsmPrinter, _: ParamDefId, _: Option<Ident>, params: &[Attribute]) {
    let element = params.get(1).and_then(|attr| p.ctx().attr_type(*attr));
    p.write("<");
    if let Some(element) = element {
        p.ty(element);
    }
    p.write(">");
}

const MEMREF: &str = "memref";

/// Key that [`AsmPrinter::attr_of`] receives for the memory space of a memref.
pub const MEMORY_SPACE: &str = "memory_space";

/// Marker for an unknown offset or stride.
pub const DYNAMIC: u64 = i64::MIN as u64;

/// Parses the parameters of a memref: `<4x?xf32, 3>` or `<*xf32>`.
fn parse_memref(p: &mut dyn AsmParser, _: ParamDefId) -> Parsed<ParamInstance> {
    let (shape, element) =
        parse_shape(p, MEMREF, |ctx, ty| is_scalar_or_vector(ctx, ty) || is_memref(ctx, ty))?;
    let (mut space, mut layout) = (None, None);
    while p.accept(",") {
        let at = p.offset();
        if space.is_none() && layout.is_none() && p.accept_keyword("strided") {
            layout = Some(Some(parse_strided(p, shape.as_ref().map_or(0, Vec::len), at)?));
            continue;
        }
        if space.is_some() {
            return Err(p.error("multiple memory spaces specified in memref type"));
        }
        let attr = p.attr()?;
        match p.ctx().attr_data(attr) {
            AttrData::AffineMap(map) if space.is_none() && layout.is_none() => {
                let (have, need) = (map.dims as usize, shape.as_ref().map_or(0, Vec::len));
                if have != need {
                    let message =
                        format!("memref layout mismatch between rank and affine map: {need} != {have}");
                    return Err(p.error_at(at..at + 1, &message));
                }
                // The identity map is the default layout, which is omitted.
                layout = Some(if map.is_identity() { None } else { Some(attr) });
            }
            // The default memory space is omitted.
            AttrData::Integer { value: 0, .. } | AttrData::Bool(false) => space = Some(None),
            AttrData::Integer { .. }
            | AttrData::Wide { .. }
            | AttrData::Bool(_)
            | AttrData::String(_)
            | AttrData::Dict(_)
            | AttrData::Param { .. }
            | AttrData::Opaque { .. } => space = Some(Some(attr)),
            _ => return Err(p.error_at(at..at + 1, "unsupported memory space Attribute")),
        }
    }
    close(p, MEMREF)?;
    let instance = instance(p.ctx(), shape, element, space.flatten())?;
    match (instance, layout.flatten()) {
        (ParamInstance::Params(mut params), Some(layout)) => {
            params.push(layout);
            Ok(ParamInstance::Params(params))
        }
        (instance, _) => Ok(instance),
    }
}

/// Parses `<[4, ?, 1], offset: 3>`, which must have `rank` strides. Returns the offset followed by the strides.
fn parse_strided(p: &mut dyn AsmParser, rank: usize, at: usize) -> Parsed<Attribute> {
    p.expect("<")?;
    p.expect("[")?;
    let mut numbers = vec![0];
    while !p.accept("]") {
        numbers.push(parse_stride(p)?);
        if !p.accept(",") {
            p.expect("]")?;
            break;
        }
    }
    if p.accept(",") {
        if !p.accept_keyword("offset") {
            return Err(p.error("expected 'offset'"));
        }
        p.expect(":")?;
        numbers[0] = parse_stride(p)?;
    }
    p.expect(">")?;
    if numbers.len() != rank + 1 {
        return Err(p.error_at(at..at + 1, "expected the number of strides to match the rank"));
    }
    let ctx = p.ctx();
    let ty = ctx.int_type(64, Signedness::Signless);
    let numbers: Vec<_> =
        numbers.into_iter().map(|value| ctx.attr(AttrData::Integer { value, ty })).collect();
    Ok(ctx.array_attr(&numbers))
}

fn parse_stride(p: &mut dyn AsmParser) -> Parsed<u64> {
    if p.accept("?") { Ok(DYNAMIC) } else { p.integer().map(|number| number as u64) }
}

/// Parses `<4x?xf32>`, `<*xf32>` or `<4xf32, "encoding">`. A static shape without encoding yields
/// [`TypeData::Tensor`].
fn parse_tensor(p: &mut dyn AsmParser, _: ParamDefId) -> Parsed<ParamInstance> {
    let (shape, element) = parse_shape(p, "tensor", |ctx, ty| match ctx.type_data(ty) {
        TypeData::Function { .. } | TypeData::None | TypeData::Tensor { .. } => false,
        _ => is_scalar_or_vector(ctx, ty) || !is_builtin(ctx, ty),
    })?;
    let mut encoding = None;
    if p.accept(",") {
        if shape.is_none() {
            return Err(p.error("cannot apply encoding to unranked tensor"));
        }
        encoding = Some(p.attr()?);
    }
    close(p, "tensor")?;
    let dims: Option<Vec<u64>> = shape.as_ref().and_then(|dims| dims.iter().copied().collect());
    match dims {
        Some(dims) if encoding.is_none() => {
            let ty = p.ctx().ty(TypeData::Tensor { dims: dims.into(), element });
            Ok(ParamInstance::Other(p.ctx().type_attr(ty)))
        }
        _ => instance(p.ctx(), shape, element, encoding),
    }
}

/// The length of each dimension, or `None` if unknown. The outer `Option` is `None` for unranked types.
type Dimensions = Option<Vec<Option<u64>>>;

/// Parses a shape and an element type without the closing `>`, for example `<4x?xf32`. `fits` decides whether an
/// element type is valid.
fn parse_shape(
    p: &mut dyn AsmParser,
    name: &str,
    fits: fn(&Context, Type) -> bool,
) -> Parsed<(Dimensions, Type)> {
    p.expect("<")?;
    let start = p.offset();
    let shape = p.shape()?;
    let scalable = shape.iter().flatten().flatten().any(|length| *length & SCALABLE != 0);
    if scalable && name != SCALABLE_VECTOR {
        return Err(p.error_at(start..start + 1, &format!("{name} types have no scalable dimensions")));
    }
    let at = p.offset();
    let element = p.ty()?;
    match fits(p.ctx(), element) {
        true => Ok((shape, element)),
        false => Err(p.error_at(at..at + 1, &format!("invalid {name} element type"))),
    }
}

fn close(p: &mut dyn AsmParser, name: &str) -> Parsed<()> {
    match p.accept(">") {
        true => Ok(()),
        false => Err(p.error(&format!("expected ',' or '>' in {name} type"))),
    }
}

fn instance(
    ctx: &Context,
    shape: Dimensions,
    element: Type,
    extra: Option<Attribute>,
) -> Parsed<ParamInstance> {
    let shape = match shape {
        Some(dims) => {
            let ty = ctx.int_type(64, Signedness::Signless);
            let length =
                |dim: Option<u64>| ctx.attr(AttrData::Integer { value: dim.unwrap_or(u64::MAX), ty });
            let dims: Vec<Attribute> = dims.into_iter().map(length).collect();
            ctx.array_attr(&dims)
        }
        None => ctx.unit_attr(),
    };
    Ok(ParamInstance::Params(vec![shape, ctx.type_attr(element), extra.unwrap_or_else(|| ctx.unit_attr())]))
}

fn print_shaped(p: &mut dyn AsmPrinter, def: ParamDefId, _: Option<Ident>, params: &[Attribute]) {
    let &[shape, element, extra, ref layout @ ..] = params else { return };
    p.write("<");
    match p.ctx().attr_array(shape).map(<[Attribute]>::to_vec) {
        Some(dims) => {
            for dim in dims {
                match p.ctx().attr_u64(dim) {
                    Some(u64::MAX) => p.write("?x"),
                    Some(length) if length & SCALABLE != 0 => p.write(&format!("[{}]x", length & !SCALABLE)),
                    Some(length) => p.write(&format!("{length}x")),
                    _ => p.write("?x"),
                }
            }
        }
        None => p.write("*x"),
    }
    if let Some(element) = p.ctx().attr_type(element) {
        p.ty(element);
    }
    if let [layout] = layout
        && matches!(p.ctx().attr_data(*layout), AttrData::AffineMap(_))
    {
        p.write(", ");
        p.attr(*layout);
    } else if let [layout] = layout
        && let Some([offset, strides @ ..]) =
            p.ctx().attr_array(*layout).map(<[Attribute]>::to_vec).as_deref()
    {
        p.write(", strided<[");
        for (i, &stride) in strides.iter().enumerate() {
            p.write(if i > 0 { ", " } else { "" });
            print_stride(p, stride);
        }
        p.write("]");
        if p.ctx().attr_u64(*offset) != Some(0) {
            p.write(", offset: ");
            print_stride(p, *offset);
        }
        p.write(">");
    }
    if *p.ctx().attr_data(extra) != AttrData::Unit {
        p.write(", ");
        match p.ctx().registry().type_def(def).name == MEMREF {
            true => p.attr_of(MEMORY_SPACE, extra),
            false => p.attr(extra),
        }
    }
    p.write(">");
}

fn print_stride(p: &mut dyn AsmPrinter, stride: Attribute) {
    match p.ctx().attr_u64(stride) {
        Some(DYNAMIC) | None => p.write("?"),
        Some(value) => p.write(&(value as i64).to_string()),
    }
}

fn is_scalar_or_vector(ctx: &Context, ty: Type) -> bool {
    matches!(
        ctx.type_data(ty),
        TypeData::Integer { .. } | TypeData::Float(_) | TypeData::Index | TypeData::Vector { .. }
    ) || is_complex(ctx, ty)
}

fn is_complex(ctx: &Context, ty: Type) -> bool {
    ctx.type_params(ty).is_some_and(|(def, _)| ctx.registry().type_def(def).name == COMPLEX)
}

fn is_memref(ctx: &Context, ty: Type) -> bool {
    ctx.type_params(ty).is_some_and(|(def, _)| ctx.registry().type_def(def).name == MEMREF)
}

fn is_builtin(ctx: &Context, ty: Type) -> bool {
    ctx.type_params(ty).is_some_and(|(def, _)| ctx.registry().type_def(def).is_builtin())
}
