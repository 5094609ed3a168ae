//! Type constraints for tensors, in LLVM's words

use crate::generated::opcodes;
use crate::text::tensors;
use crate::types;
use spv_ir::{Context, FloatKind, Signedness, Type, TypeData};

/// A type constraint for tensors.
pub(super) struct Class {
    shape: &'static str,
    elements: &'static str,
    /// Whether the type is a struct of two such tensors.
    is_complex: bool,
}

/// Returns the class of tensors with a shape and element types.
pub(super) const fn tensor(shape: &'static str, elements: &'static str) -> Class {
    Class { shape, elements, is_complex: false }
}

/// Returns the class of structs of two tensors.
pub(super) const fn complex(shape: &'static str, elements: &'static str) -> Class {
    Class { shape, elements, is_complex: true }
}

impl Class {
    /// Returns LLVM's description of the class.
    pub fn text(&self) -> String {
        let tensors = format!("{} of {} values", self.shape, self.elements);
        if self.is_complex { format!("Struct with any combination of {tensors} values") } else { tensors }
    }

    /// Returns whether a type belongs to the class.
    pub fn has(&self, ctx: &Context, ty: Type) -> bool {
        if self.is_complex { super::is_complex(ctx, ty, self) } else { self.has_tensor(ctx, ty) }
    }

    /// Returns whether a type is a tensor of the class.
    pub fn has_tensor(&self, ctx: &Context, ty: Type) -> bool {
        Tensor::new(ctx, ty).is_some_and(|tensor| {
            has_shape(self.shape, &tensor.dims) && is_element(ctx, tensor.element, self.elements)
        })
    }
}

/// Returns whether dimensions have a shape such as `1D/2D tensorArm` or `rank 1 tensorArm of length 2/4`.
fn has_shape(shape: &str, dims: &[Option<u64>]) -> bool {
    match shape.strip_prefix("rank 1 tensorArm of length ") {
        Some(lengths) => {
            let [Some(length)] = dims else { return false };
            lengths.split('/').any(|known| known.parse() == Ok(*length))
        }
        None => {
            let ranks = shape.trim_end_matches(" tensorArm").split('/');
            ranks.map(|rank| rank.trim_end_matches('D')).any(|rank| rank.parse() == Ok(dims.len()))
        }
    }
}

/// Returns whether a type is in a list such as `bool or 8/16-bit integer or Int32 or Float16`.
pub(super) fn is_element(ctx: &Context, ty: Type, list: &str) -> bool {
    list.split(" or ").any(|class| match class.strip_suffix("-bit integer") {
        Some(widths) => {
            let width = integer_width(ctx, ty);
            widths.split('/').any(|known| known.parse().ok() == width)
        }
        None => is_kind(ctx, ty, class),
    })
}

/// Returns whether a type has a name. LLVM has two names for most types.
pub(super) fn is_kind(ctx: &Context, ty: Type, name: &str) -> bool {
    match *ctx.type_data(ty) {
        TypeData::Integer { width, signedness } => {
            let is_signless = signedness == Signedness::Signless;
            match name {
                "bool" => width == 1,
                "integer" => width > 1,
                _ => {
                    let known = name.strip_prefix("Int").or(name.strip_suffix("-bit signless integer"));
                    is_signless && known.is_some_and(|known| known.parse() == Ok(width))
                }
            }
        }
        TypeData::Float(kind) => {
            let names = match kind {
                FloatKind::F16 => ["Float16", "16-bit float"],
                FloatKind::F32 => ["Float32", "32-bit float"],
                FloatKind::BF16 => ["BFloat16", "bfloat16 type"],
                FloatKind::F8E4M3FN => ["Float8E4M3", "f8E4M3FN type"],
                FloatKind::F8E5M2 => ["Float8E5M2", "f8E5M2 type"],
                _ => return false,
            };
            names.contains(&name)
        }
        _ => false,
    }
}

/// Returns the width of an integer type.
pub(super) fn integer_width(ctx: &Context, ty: Type) -> Option<u32> {
    match *ctx.type_data(ty) {
        TypeData::Integer { width, .. } => Some(width),
        _ => None,
    }
}

/// A tensor type with a rank.
pub(super) struct Tensor {
    pub element: Type,
    /// Dimensions; `None` is a dynamic one.
    pub dims: Vec<Option<u64>>,
}

impl Tensor {
    /// Returns the element type and dimensions of a tensor type. Returns `None` for other types and unranked tensors,
    /// which LLVM's TOSA ops do not accept.
    pub fn new(ctx: &Context, ty: Type) -> Option<Tensor> {
        let (opcodes::TYPE_TENSOR_ARM, params) = types::view(ctx, ty)? else { return None };
        Some(Tensor { element: ctx.attr_type(*params.get(1)?)?, dims: tensors::dimensions(ctx, params)? })
    }

    /// Returns the number of elements, unless it is dynamic.
    pub fn count(&self) -> Option<u64> {
        self.dims.iter().try_fold(1u64, |count, dim| count.checked_mul((*dim)?))
    }
}
