//! Types of the source dialects: shaped types and type inference

use crate::spec::Class;
use spv_ir::builtin_types::{COMPLEX, DYNAMIC, SCALABLE, SCALABLE_VECTOR, is_scalable_vector};
use spv_ir::{AttrData, Attribute, Context, Signedness, Type, TypeData};

/// The components of a memref type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemRef {
    /// Lengths of the dimensions; `None` for dynamic ones.
    pub shape: Vec<Option<u64>>,
    /// The element type.
    pub element: Type,
    /// Memory space; `None` for the default space.
    pub space: Option<Attribute>,
    /// Offset and strides in elements, if the memref has an explicit layout. All are `None` if [`Self::map`] is not
    /// strided.
    pub layout: Option<(Option<i64>, Vec<Option<i64>>)>,
    /// The affine map, if the layout is given as a map.
    pub map: Option<Attribute>,
}

impl MemRef {
    /// Returns the offset and strides in elements; `None` for each that is dynamic or unknown.
    pub fn strides(&self) -> (Option<i64>, Vec<Option<i64>>) {
        if let Some(layout) = &self.layout {
            return layout.clone();
        }
        let mut strides = vec![Some(1); self.shape.len()];
        for i in (0..self.shape.len().saturating_sub(1)).rev() {
            let length = self.shape[i + 1].map(|length| length as i64);
            strides[i] = strides[i + 1].zip(length).map(|(stride, length)| stride * length);
        }
        (Some(0), strides)
    }

    /// Returns whether the layout is an affine map that strides cannot express.
    pub fn is_strideless(&self, ctx: &Context) -> bool {
        self.map.is_some_and(|map| match ctx.attr_data(map) {
            AttrData::AffineMap(map) => map.strides().is_none(),
            _ => true,
        })
    }

    /// Returns the number of elements that the underlying buffer needs, including gaps; `None` if it is dynamic.
    pub fn extent(&self) -> Option<u64> {
        let (offset, strides) = self.strides();
        let mut last = offset?;
        for (length, stride) in self.shape.iter().zip(strides) {
            if (*length)? == 0 {
                return Some(0);
            }
            last += ((*length)? as i64 - 1) * stride?;
        }
        u64::try_from(last + 1).ok()
    }

    /// Returns the memref type with these components, or `None` if they form no valid type.
    pub fn ty(&self, ctx: &Context) -> Option<Type> {
        let def = ctx.registry().type_by_name("memref")?;
        let i64 = ctx.int_type(64, Signedness::Signless);
        let int = |value: u64| ctx.attr(AttrData::Integer { value, ty: i64 });
        let dims: Vec<_> = self.shape.iter().map(|dim| int(dim.unwrap_or(u64::MAX))).collect();
        let space = self.space.unwrap_or_else(|| ctx.unit_attr());
        let mut params = vec![ctx.array_attr(&dims), ctx.type_attr(self.element), space];
        if let Some(map) = self.map {
            params.push(map);
        } else if let Some((offset, strides)) = &self.layout {
            let number = |value: Option<i64>| int(value.map_or(DYNAMIC, |value| value as u64));
            let numbers: Vec<_> =
                std::iter::once(*offset).chain(strides.iter().copied()).map(number).collect();
            params.push(ctx.array_attr(&numbers));
        }
        Some(ctx.param_type(def, &params, 0))
    }
}

/// Returns the components of a ranked memref type, or `None` for other types.
pub fn memref(ctx: &Context, ty: Type) -> Option<MemRef> {
    let (def, params) = ctx.type_params(ty)?;
    if ctx.registry().type_def(def).name != "memref" {
        return None;
    }
    let [shape, element, space, layout @ ..] = params else { return None };
    let number = |attr: &Attribute| ctx.attr_u64(*attr);
    let shape =
        ctx.attr_array(*shape)?.iter().map(|dim| number(dim).filter(|dim| *dim != u64::MAX)).collect();
    let stride = |attr: &Attribute| number(attr).filter(|value| *value != DYNAMIC).map(|value| value as i64);
    let map =
        layout.first().copied().filter(|layout| matches!(ctx.attr_data(*layout), AttrData::AffineMap(_)));
    let layout = layout.first().and_then(|layout| match ctx.attr_data(*layout) {
        AttrData::AffineMap(map) => Some(map.strides().unwrap_or((None, vec![None; map.dims as usize]))),
        _ => match ctx.attr_array(*layout)? {
            [offset, strides @ ..] => Some((stride(offset), strides.iter().map(stride).collect())),
            [] => None,
        },
    });
    let space = Some(*space).filter(|space| *ctx.attr_data(*space) != AttrData::Unit);
    Some(MemRef { shape, element: ctx.attr_type(*element)?, space, layout, map })
}

/// Returns the parameterless type with this name, or `None` if no dialect defines it.
pub(crate) fn named(ctx: &Context, name: &str) -> Option<Type> {
    Some(ctx.param_type(ctx.registry().type_by_name(name)?, &[], 0))
}

/// Returns whether a type is a tensor, ranked or unranked.
pub fn is_tensor(ctx: &Context, ty: Type) -> bool {
    match ctx.type_data(ty) {
        TypeData::Tensor { .. } => true,
        _ => ctx.type_params(ty).is_some_and(|(def, _)| ctx.registry().type_def(def).name == "tensor"),
    }
}

/// Returns whether a type is a memref, ranked or unranked.
pub fn is_memref(ctx: &Context, ty: Type) -> bool {
    ctx.type_params(ty).is_some_and(|(def, _)| ctx.registry().type_def(def).name == "memref")
}

/// Returns the type of the real and imaginary part of a complex type, or `None` for other types.
pub fn complex_part(ctx: &Context, ty: Type) -> Option<Type> {
    let (def, params) = ctx.type_params(ty)?;
    let is_complex = ctx.registry().type_def(def).name == COMPLEX;
    is_complex.then(|| ctx.attr_type(*params.get(1)?)).flatten()
}

/// Returns the element type of a vector, tensor or memref, or the type itself for other types.
pub fn element(ctx: &Context, ty: Type) -> Type {
    match ctx.type_data(ty) {
        TypeData::Vector { element, .. } | TypeData::Tensor { element, .. } => *element,
        TypeData::Param { def, params, .. }
            if ctx.registry().type_def(*def).is_builtin() && complex_part(ctx, ty).is_none() =>
        {
            params.get(1).and_then(|attr| ctx.attr_type(*attr)).unwrap_or(ty)
        }
        _ => ty,
    }
}

/// Returns the type with the shape of `ty` and the element type `element`.
pub fn with_element(ctx: &Context, ty: Type, element: Type) -> Type {
    match ctx.type_data(ty) {
        TypeData::Vector { dims, .. } => ctx.ty(TypeData::Vector { dims: dims.clone(), element }),
        TypeData::Tensor { dims, .. } => ctx.ty(TypeData::Tensor { dims: dims.clone(), element }),
        TypeData::Param { def, params, .. } if is_scalable_vector(ctx, ty) || is_tensor(ctx, ty) => {
            let mut params = params.to_vec();
            params[1] = ctx.type_attr(element);
            ctx.param_type(*def, &params, 0)
        }
        _ => element,
    }
}

/// Returns the dimension lengths of a vector, ranked tensor or ranked memref; `None` within the list for dynamic
/// dimensions. Returns `None` for other types.
pub fn shape(ctx: &Context, ty: Type) -> Option<Vec<Option<u64>>> {
    match ctx.type_data(ty) {
        TypeData::Vector { dims, .. } | TypeData::Tensor { dims, .. } => {
            Some(dims.iter().copied().map(Some).collect())
        }
        TypeData::Param { params, .. } if is_memref(ctx, ty) || is_tensor(ctx, ty) => {
            let dims = ctx.attr_array(*params.first()?)?;
            Some(dims.iter().map(|dim| ctx.attr_u64(*dim).filter(|dim| *dim != u64::MAX)).collect())
        }
        TypeData::Param { params, .. } if is_scalable_vector(ctx, ty) => {
            let dims = ctx.attr_array(*params.first()?)?;
            Some(dims.iter().map(|dim| ctx.attr_u64(*dim).filter(|dim| dim & SCALABLE == 0)).collect())
        }
        _ => None,
    }
}

/// Returns the dimension lengths of a fixed-size vector; empty for other types.
pub fn vector_dims(ctx: &Context, ty: Type) -> &[u64] {
    match ctx.type_data(ty) {
        TypeData::Vector { dims, .. } => dims,
        _ => &[],
    }
}

/// Returns the dimension lengths of a vector, or `None` for other types. Scalable dimensions have the bit [`SCALABLE`]
/// set.
pub(crate) fn vector_lengths(ctx: &Context, ty: Type) -> Option<Vec<u64>> {
    match ctx.type_data(ty) {
        TypeData::Vector { dims, .. } => Some(dims.to_vec()),
        TypeData::Param { params, .. } if is_scalable_vector(ctx, ty) => {
            ctx.attr_array(*params.first()?)?.iter().map(|dim| ctx.attr_u64(*dim)).collect()
        }
        _ => None,
    }
}

/// Returns the vector type with the given lengths, where scalable dimensions have the bit [`SCALABLE`] set.
pub(crate) fn vector_of(ctx: &Context, lengths: &[u64], element: Type) -> Type {
    let scalable = lengths.iter().any(|length| length & SCALABLE != 0);
    match ctx.registry().type_by_name(SCALABLE_VECTOR).filter(|_| scalable) {
        Some(def) => {
            let ty = ctx.int_type(64, Signedness::Signless);
            let dims: Vec<_> = lengths.iter().map(|length| ctx.int_attr(*length, ty)).collect();
            ctx.param_type(def, &[ctx.array_attr(&dims), ctx.type_attr(element), ctx.unit_attr()], 0)
        }
        None => ctx.ty(TypeData::Vector { dims: lengths.into(), element }),
    }
}

/// Returns the width of an integer type in bits, or `None` for other types.
pub fn int_width(ctx: &Context, ty: Type) -> Option<u32> {
    match ctx.type_data(ty) {
        TypeData::Integer { width, .. } => Some(*width),
        _ => None,
    }
}

impl Class {
    /// Returns whether `ty` satisfies this constraint.
    pub fn contains(self, ctx: &Context, ty: Type) -> bool {
        let of = |data: &TypeData| match self {
            Class::IntLike => {
                matches!(data, TypeData::Integer { signedness: Signedness::Signless, .. } | TypeData::Index)
            }
            Class::FloatLike => matches!(data, TypeData::Float(_)),
            Class::BoolLike => matches!(data, TypeData::Integer { width: 1, .. }),
            _ => false,
        };
        let like = |ty: Type| {
            let shaped = !is_memref(ctx, ty);
            shaped && of(ctx.type_data(element(ctx, ty)))
        };
        match self {
            Class::Any => true,
            Class::IntLike | Class::FloatLike | Class::BoolLike => like(ty),
            Class::Bool => ty == ctx.common().i1,
            Class::Index => ty == ctx.common().index,
            Class::IntOrIndex => matches!(
                ctx.type_data(ty),
                TypeData::Index | TypeData::Integer { signedness: Signedness::Signless, .. }
            ),
            Class::MemRef => is_memref(ctx, ty),
            Class::Vector => {
                matches!(ctx.type_data(ty), TypeData::Vector { .. }) || is_scalable_vector(ctx, ty)
            }
            Class::Tensor => is_tensor(ctx, ty),
            Class::Complex => complex_part(ctx, element(ctx, ty))
                .is_some_and(|part| matches!(ctx.type_data(part), TypeData::Float(_))),
        }
    }

    /// Returns the description of this constraint for error messages, in LLVM's wording.
    pub fn text(self) -> &'static str {
        match self {
            Class::Any => "any type",
            Class::IntLike => "signless-integer-like",
            Class::FloatLike => "floating-point-like",
            Class::BoolLike => "bool-like",
            Class::Bool => "1-bit signless integer",
            Class::Index => "index",
            Class::IntOrIndex => "integer or index",
            Class::MemRef => "ranked or unranked memref of any type values",
            Class::Vector => "vector of any type values",
            Class::Tensor => "ranked tensor of any type values",
            Class::Complex => "complex type with floating-point elements",
        }
    }
}

/// Evaluates the right side of a type inference rule (see [`spv_ir::dialect::TypeRules`]).
///
/// The expression is `index`, `i1`, `i32`, `f32`, `elem(x)`, `i1like(x)`, `part(x)` (of a complex number) or
/// `!dialect.type`. Otherwise it is the name of an ODS argument or `result`, whose type `of` returns. Returns `None` if
/// a type is unknown.
pub(crate) fn rule(ctx: &Context, text: &str, of: &dyn Fn(&str) -> Option<Type>) -> Option<Type> {
    match text {
        "index" => return Some(ctx.common().index),
        "i1" => return Some(ctx.common().i1),
        "i32" => return Some(ctx.common().i32),
        "f32" => return Some(ctx.common().f32),
        _ => {}
    }
    if let Some(name) = text.strip_prefix('!') {
        return named(ctx, name);
    }
    if let Some((name, inner)) = text.strip_suffix(')').and_then(|text| text.split_once('(')) {
        let inner = of(inner)?;
        return match name {
            "elem" => Some(element(ctx, inner)),
            "part" => complex_part(ctx, inner),
            "i1like" => Some(with_element(ctx, inner, ctx.common().i1)),
            _ => None,
        };
    }
    of(text)
}
