//! Type conversion from the source dialects to `spv`

use crate::emit::{Rw, storage};
use crate::env::Spirv;
use spv_build::spv::{StorageClass, Types};
use spv_dialect::generated::opcodes;
use spv_dialect::generated::values::capability as cap;
use spv_dialects::types::{MemRef, complex_part, element, is_memref, memref};
use spv_ir::builtin_types::is_scalable_vector;
use spv_ir::conversion::{Mismatch, TypeConverter, TypeResult};
use spv_ir::{AttrData, Attribute, Context, FloatKind, Op, Signedness, Type, TypeData};
use std::sync::PoisonError;

/// Returns the element type and length of an array type, or `None` for other types.
pub(crate) fn array(ctx: &Context, ty: Type) -> Option<(Type, u64)> {
    match spv_dialect::types::view(ctx, ty)? {
        (opcodes::TYPE_ARRAY, [_, element, count]) => Some((ctx.attr_type(*element)?, ctx.attr_u64(*count)?)),
        _ => None,
    }
}

/// Returns the type converter for full and partial conversions.
pub fn type_converter() -> TypeConverter<Spirv> {
    TypeConverter::default()
        .rule(scalar)
        .rule(vector)
        .rule(scalable)
        .rule(complex)
        .rule(crate::matrices::matrix)
        .rule(tensor)
        .rule(reference)
        .rule(function)
}

fn fails(text: impl Into<String>) -> Option<TypeResult> {
    Some(TypeResult::Fails(text.into()))
}

/// Returns whether a float type may be lowered to an integer type of the same width.
fn is_emulated_float(kind: FloatKind) -> bool {
    kind.width() <= 8
}

/// Returns the integer type that emulates a float of at most 8 bits; returns any other type unchanged.
pub(crate) fn carrier(env: &Spirv, ctx: &Context, ty: Type) -> Type {
    match *ctx.type_data(ty) {
        TypeData::Float(kind) if is_emulated_float(kind) && env.options.emulate_floats => {
            ctx.int_type(kind.width(), Signedness::Signless)
        }
        _ => ty,
    }
}

/// Rejects ops that compute on floats of at most 8 bits.
pub(crate) fn refuse_small_floats(rw: &Rw<'_>, op: Op) -> Result<(), Mismatch> {
    let mut types = rw.own_operands(op).chain(rw.results(op)).map(|value| rw.value_type(value));
    let is_small = |ty| matches!(rw.ctx.type_data(element(rw.ctx, ty)), TypeData::Float(kind) if is_emulated_float(*kind));
    if types.any(is_small) {
        Err("floats of at most 8 bits are only moved and converted, not computed with".into())
    } else {
        Ok(())
    }
}

/// Converts a scalar type. Fails if the target lacks the type and does not emulate it.
pub(crate) fn convert_scalar(env: &Spirv, ctx: &Context, ty: Type) -> Result<Type, String> {
    let lacks = |name: &str, capability: &str| {
        format!(
            "'{name}' requires the capability {capability}, which the target lacks: append '+{capability}' \
             to the target's name if the device supports it"
        )
    };
    match *ctx.type_data(ty) {
        TypeData::Index => Ok(env.index_type(ctx)),
        TypeData::Integer { width, signedness } => {
            let name = format!("i{width}");
            let (capability, text) = match width {
                1 | 32 => return Ok(ty),
                8 => (cap::INT8, "Int8"),
                16 => (cap::INT16, "Int16"),
                64 => (cap::INT64, "Int64"),
                2..32 if env.options.emulate_narrow => return Ok(ctx.common().i32),
                _ => return Err(format!("'{name}' is not a SPIR-V type")),
            };
            if env.target.has(capability) {
                return Ok(ctx.int_type(width, signedness));
            }
            match (env.options.emulate_narrow, width) {
                (true, ..32) => Ok(ctx.int_type(32, signedness)),
                // A 64-bit integer becomes a vector of two 32-bit words; see `wide_integers`.
                (true, 64) if env.whole => Ok(ctx.vector_type(2, ctx.common().i32)),
                _ => Err(lacks(&name, text)),
            }
        }
        TypeData::Float(FloatKind::F32) => Ok(ty),
        TypeData::Float(FloatKind::F16) if env.target.has(cap::FLOAT16) => Ok(ty),
        // Without the type `f16`, OpenCL cannot round to its precision.
        TypeData::Float(FloatKind::F16) if env.options.emulate_narrow && !env.target.is_kernel() => {
            Ok(ctx.common().f32)
        }
        TypeData::Float(FloatKind::F16) => Err(lacks("f16", "Float16")),
        TypeData::Float(FloatKind::F64) if env.target.has(cap::FLOAT64) => Ok(ty),
        TypeData::Float(FloatKind::F64) => Err(lacks("f64", "Float64")),
        TypeData::Float(FloatKind::BF16) if env.target.has(cap::B_FLOAT16_TYPE_KHR) => Ok(ty),
        TypeData::Float(FloatKind::BF16) if env.options.emulate_floats => Ok(ctx.common().f32),
        TypeData::Float(FloatKind::BF16) => Err(lacks("bf16", "BFloat16TypeKHR")),
        TypeData::Float(kind) if is_emulated_float(kind) && env.options.emulate_floats => {
            convert_scalar(env, ctx, ctx.int_type(kind.width(), Signedness::Signless))
        }
        TypeData::Float(kind) => Err(format!("'{}' cannot be lowered", kind.name())),
        _ => Ok(ty),
    }
}

fn scalar(env: &Spirv, ctx: &Context, ty: Type) -> Option<TypeResult> {
    match ctx.type_data(ty) {
        TypeData::Index | TypeData::Integer { .. } | TypeData::Float(_) => {
            Some(match convert_scalar(env, ctx, ty) {
                Ok(ty) => ty.into(),
                Err(reason) => TypeResult::Fails(reason),
            })
        }
        _ => None,
    }
}

fn vector(env: &Spirv, ctx: &Context, ty: Type) -> Option<TypeResult> {
    let TypeData::Vector { dims, element } = ctx.type_data(ty) else { return None };
    let element = match convert_scalar(env, ctx, *element) {
        Ok(element) => element,
        Err(reason) => return fails(reason),
    };
    let long = env.target.has(cap::VECTOR16);
    if matches!(ctx.type_data(element), TypeData::Vector { .. }) {
        return pieces(dims, 1, element);
    }
    match dims[..] {
        [] | [1] => Some(element.into()),
        [length @ (2..=4)] => Some(ctx.vector_type(length, element).into()),
        [length @ (8 | 16)] if long => Some(ctx.vector_type(length, element).into()),
        _ if env.whole => {
            let length = piece_length(dims.last().copied().unwrap_or(1));
            let piece = if length == 1 { element } else { ctx.vector_type(length, element) };
            pieces(dims, length, piece)
        }
        [length] => fails(format!("a vector of {length} elements must be unrolled first")),
        _ => fails(format!("a vector of {} dimensions must be unrolled first", dims.len())),
    }
}

/// Rejects scalable vectors, which have no SPIR-V type.
fn scalable(_: &Spirv, ctx: &Context, ty: Type) -> Option<TypeResult> {
    let fault = "SPIR-V has no scalable vectors: use vectors of fixed length";
    if is_scalable_vector(ctx, ty) { fails(fault) } else { None }
}

/// Maximum number of values that a vector converts to.
const MAX_PIECES: u64 = 1024;

/// Converts a vector without a SPIR-V type to its pieces; see [`crate::lanes`].
fn pieces(dims: &[u64], length: u64, piece: Type) -> Option<TypeResult> {
    let total = dims.iter().try_fold(1u64, |all, dim| all.checked_mul(*dim));
    let Some(count) = total.map(|total| total / length).filter(|count| (1..=MAX_PIECES).contains(count))
    else {
        return fails("the vector has no elements, or more than 1024 rows");
    };
    Some(TypeResult::Types(std::iter::repeat_n(piece, count as usize).collect()))
}

/// Converts a complex type to a vector of its real and imaginary components.
fn complex(env: &Spirv, ctx: &Context, ty: Type) -> Option<TypeResult> {
    let part = complex_part(ctx, ty)?;
    Some(match convert_scalar(env, ctx, part) {
        Ok(part) => ctx.vector_type(2, part).into(),
        Err(reason) => TypeResult::Fails(reason),
    })
}

/// Converts a tensor of static shape to an array, or to its element type if it has a single element.
fn tensor(env: &Spirv, ctx: &Context, ty: Type) -> Option<TypeResult> {
    let TypeData::Tensor { dims, element } = ctx.type_data(ty) else {
        let def = ctx.type_params(ty)?.0;
        let is_tensor = ctx.registry().type_def(def).name == "tensor";
        return if is_tensor { fails("a tensor must have a static shape") } else { None };
    };
    let element = match ctx.type_data(*element) {
        TypeData::Index | TypeData::Integer { .. } | TypeData::Float(_) => convert_scalar(env, ctx, *element),
        _ => Err("the elements of a tensor must be numbers".to_owned()),
    };
    let element = match element {
        Ok(element) => element,
        Err(reason) => return fails(reason),
    };
    match dims.iter().try_fold(1u32, |all, dim| all.checked_mul(u32::try_from(*dim).ok()?)) {
        None => fails("the tensor has more than 2^32 elements"),
        Some(0) => fails("a tensor without elements has no SPIR-V type"),
        Some(1) => Some(element.into()),
        Some(count) => Some(ctx.array(element, count).into()),
    }
}

fn function(_: &Spirv, ctx: &Context, ty: Type) -> Option<TypeResult> {
    let TypeData::Function { .. } = ctx.type_data(ty) else { return None };
    fails("SPIR-V has no values of function type")
}

/// Returns a memref of scalars in place of a memref of vectors that convert to several values. The vectors' dimensions
/// become additional dimensions of the memref.
pub(crate) fn of_elements(env: &Spirv, ctx: &Context, memref: MemRef) -> MemRef {
    let TypeData::Vector { dims, element } = ctx.type_data(memref.element) else { return memref };
    if !env.whole
        || !matches!(vector(env, ctx, memref.element), Some(TypeResult::Types(list)) if list.len() > 1)
    {
        return memref;
    }
    let each: u64 = dims.iter().product();
    let layout = memref.layout.map(|(offset, strides)| {
        let scaled = |number: Option<i64>| number.map(|number| number * each as i64);
        let inner = (0..dims.len()).map(|at| Some(dims[at + 1..].iter().product::<u64>() as i64));
        (scaled(offset), strides.into_iter().map(scaled).chain(inner).collect())
    });
    let shape = memref.shape.into_iter().chain(dims.iter().map(|length| Some(*length))).collect();
    MemRef { shape, element: *element, layout, map: None, ..memref }
}

fn reference(env: &Spirv, ctx: &Context, ty: Type) -> Option<TypeResult> {
    if !is_memref(ctx, ty) {
        return None;
    }
    if let Some(known) = env.pointers.read().unwrap_or_else(PoisonError::into_inner).get(&ty) {
        return Some((*known).into());
    }
    let Some(memref) = memref(ctx, ty) else { return fails("a memref must have a rank") };
    if memref.is_strideless(ctx) {
        return fails("the layout of a memref must be strided");
    }
    let memref = of_elements(env, ctx, memref);
    let class = match storage_class(env, ctx, memref.space) {
        Ok(class) => class,
        Err(reason) => return fails(reason),
    };
    Some(match pointer_type(env, ctx, &memref, class) {
        Ok(pointer) => {
            env.pointers.write().unwrap_or_else(PoisonError::into_inner).insert(ty, pointer);
            pointer.into()
        }
        Err(reason) => TypeResult::Fails(reason),
    })
}

/// Vulkan's storage class for each numeric memory space.
pub const VULKAN_SPACES: [(u64, u32); 12] = [
    (0, storage::STORAGE_BUFFER),
    (1, storage::GENERIC),
    (3, storage::WORKGROUP),
    (4, storage::UNIFORM),
    (5, storage::PRIVATE),
    (6, storage::FUNCTION),
    (7, storage::PUSH_CONSTANT),
    (8, storage::UNIFORM_CONSTANT),
    (9, storage::INPUT),
    (10, storage::OUTPUT),
    (11, storage::PHYSICAL_STORAGE_BUFFER),
    (12, storage::IMAGE),
];

/// OpenCL's storage class for each numeric memory space.
pub const OPENCL_SPACES: [(u64, u32); 7] = [
    (0, storage::CROSS_WORKGROUP),
    (1, storage::GENERIC),
    (3, storage::WORKGROUP),
    (4, storage::UNIFORM_CONSTANT),
    (5, storage::PRIVATE),
    (6, storage::FUNCTION),
    (7, storage::IMAGE),
];

const UNMAPPED: &str = "the memory space is not a storage class: run 'map-memref-spirv-storage-class' first";

/// Returns the storage class for a memref's memory space.
pub(crate) fn storage_class(env: &Spirv, ctx: &Context, space: Option<Attribute>) -> Result<u32, String> {
    let spaces: &[(u64, u32)] = if env.target.is_kernel() { &OPENCL_SPACES } else { &VULKAN_SPACES };
    let by_number = |number: u64| {
        let found = spaces.iter().find(|(space, _)| *space == number).map(|(_, class)| *class);
        found.ok_or_else(|| format!("memory space {number} has no storage class"))
    };
    let Some(space) = space else {
        return if env.options.mapped_spaces { Err(UNMAPPED.to_owned()) } else { by_number(0) };
    };
    match ctx.attr_data(space) {
        AttrData::Integer { .. } if env.options.mapped_spaces => Err(UNMAPPED.to_owned()),
        AttrData::Integer { value, .. } => by_number(*value),
        AttrData::String(text) => {
            let class = spv_dialect::generated::enums::STORAGE_CLASS.by_name(text);
            class.ok_or_else(|| format!("'{text}' is not a storage class"))
        }
        AttrData::Param { params, .. } => match params.first().and_then(|attr| ctx.attr_str(*attr)) {
            Some("workgroup") => Ok(storage::WORKGROUP),
            Some("private") if env.target.is_kernel() => Ok(storage::FUNCTION),
            Some("private") => Ok(storage::PRIVATE),
            _ => by_number(0),
        },
        _ => Err("a memory space of this kind has no storage class".to_owned()),
    }
}

/// Returns whether the host can access memory of a storage class, so that its layout must be explicit.
pub(crate) fn is_laid_out(class: u32) -> bool {
    matches!(
        class,
        storage::STORAGE_BUFFER
            | storage::UNIFORM
            | storage::PUSH_CONSTANT
            | storage::PHYSICAL_STORAGE_BUFFER
    )
}

/// Representation of an element in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stored {
    /// SPIR-V type in memory.
    pub ty: Type,
    /// Number of bits of an element if several elements share a 32-bit word, or `None` if they do not.
    pub packed: Option<u32>,
}

/// Returns the representation of elements in memory of the storage class `class`. Fails if the target cannot store
/// them.
pub(crate) fn stored(env: &Spirv, ctx: &Context, element: Type, class: u32) -> Result<Stored, String> {
    let element = carrier(env, ctx, element);
    let is_shared = is_laid_out(class) || class == storage::CROSS_WORKGROUP;
    let width = match *ctx.type_data(element) {
        TypeData::Integer { width: 1, .. } if !is_shared => {
            return Ok(Stored { ty: element, packed: None });
        }
        TypeData::Integer { width: 1, .. } => env.options.bool_num_bits,
        TypeData::Integer { width, .. } => width,
        TypeData::Float(kind) => kind.width(),
        _ => 32,
    };
    let access = match (class, width) {
        (storage::PUSH_CONSTANT, 8) => cap::STORAGE_PUSH_CONSTANT8,
        (storage::PUSH_CONSTANT, 16) => cap::STORAGE_PUSH_CONSTANT16,
        (storage::UNIFORM, 8) => cap::UNIFORM_AND_STORAGE_BUFFER8_BIT_ACCESS,
        (storage::UNIFORM, 16) => cap::UNIFORM_AND_STORAGE_BUFFER16_BIT_ACCESS,
        (_, 8) if is_laid_out(class) => cap::STORAGE_BUFFER8_BIT_ACCESS,
        (_, 16) if is_laid_out(class) => cap::STORAGE_BUFFER16_BIT_ACCESS,
        (_, 8) => cap::INT8,
        (_, 16) => cap::INT16,
        _ => cap::SHADER,
    };
    let int = |width| ctx.int_type(width, Signedness::Signless);
    let is_float = matches!(ctx.type_data(element), TypeData::Float(_));
    if let Some(part) = complex_part(ctx, element) {
        parts_are_stored(env, ctx, part, class)?;
        return convert_scalar(env, ctx, part).map(|ty| Stored { ty: ctx.vector_type(2, ty), packed: None });
    }
    if let TypeData::Vector { element: part, .. } = ctx.type_data(element) {
        parts_are_stored(env, ctx, *part, class)?;
        return convert_vector_element(env, ctx, element);
    }
    if env.swapped.contains(&element) {
        // Pack narrow elements of shared memory into 32-bit words. Stores to them use compare-exchange, which requires
        // words.
        let packed = (width < 32 && is_shared).then_some(width);
        return Ok(Stored { ty: int(width.max(32)), packed });
    }
    let is_emulated =
        is_float && width == 16 && convert_scalar(env, ctx, element).is_ok_and(|ty| ty != element);
    let has_shorts = env.target.has(access) || env.target.is_kernel() && env.target.has(cap::INT16);
    if is_emulated && is_shared && has_shorts {
        let is_half = *ctx.type_data(element) == TypeData::Float(FloatKind::F16);
        return Ok(Stored { ty: if is_half { element } else { int(16) }, packed: None });
    }
    if width < 32 && !is_laid_out(class) && is_float {
        return convert_scalar(env, ctx, element).map(|ty| Stored { ty, packed: None });
    }
    if width < 32 && !is_laid_out(class) && !env.target.has(access) {
        // The memory is not visible to the host, so each element occupies a word.
        return Ok(Stored { ty: int(32), packed: None });
    }
    let offered = env.target.is_kernel() || env.target.has(access);
    if width < 32 && !(offered && (width == 8 || width == 16)) {
        return match (env.options.emulate_narrow && 32 % width == 0, is_float) {
            (true, false) => Ok(Stored { ty: int(32), packed: Some(width) }),
            (true, true) if width == 16 && convert_scalar(env, ctx, element).is_ok() => {
                Ok(Stored { ty: int(32), packed: Some(width) })
            }
            (true, true) => {
                let fault =
                    format!("{width}-bit floats in memory require a capability that the target lacks");
                Err(convert_scalar(env, ctx, element).err().unwrap_or(fault))
            }
            (false, _) => Err(format!("{width}-bit elements require a capability that the target lacks")),
        };
    }
    match ctx.type_data(element) {
        TypeData::Integer { width: 1, .. } => {
            convert_scalar(env, ctx, int(width)).map(|ty| Stored { ty, packed: None })
        }
        // The storage capabilities alone allow loads, stores and conversions of narrow integers.
        TypeData::Integer { width: 8 | 16, .. } if is_laid_out(class) => {
            Ok(Stored { ty: element, packed: None })
        }
        _ => convert_scalar(env, ctx, element).map(|ty| Stored { ty, packed: None }),
    }
}

/// Checks that vectors with components of type `part` can be stored in memory. Vectors in host-visible memory are not
/// emulated.
fn parts_are_stored(env: &Spirv, ctx: &Context, part: Type, class: u32) -> Result<(), String> {
    if !is_laid_out(class) && class != storage::CROSS_WORKGROUP {
        return Ok(());
    }
    let kept = stored(env, ctx, part, class)?;
    let is_emulated = convert_scalar(env, ctx, part).is_ok_and(|ty| ty != kept.ty);
    if kept.packed.is_none() && !is_emulated && (kept.ty == part || part == ctx.common().index) {
        return Ok(());
    }
    let bits = spv_dialect::types::scalar_width(ctx, part).unwrap_or(32);
    Err(format!("vectors of {bits}-bit numbers in memory require a capability that the target lacks"))
}

fn convert_vector_element(env: &Spirv, ctx: &Context, element: Type) -> Result<Stored, String> {
    match vector(env, ctx, element) {
        Some(TypeResult::Types(types)) => types
            .first()
            .map(|ty| Stored { ty: *ty, packed: None })
            .ok_or_else(|| "the vector is empty".to_owned()),
        Some(TypeResult::Fails(reason)) => Err(reason),
        None => Err("the type is not a vector".to_owned()),
    }
}

/// Returns the size in bytes of a scalar or vector in memory.
pub(crate) fn size_of(ctx: &Context, ty: Type) -> u32 {
    match ctx.type_data(ty) {
        TypeData::Vector { dims, element } => {
            let length = dims.first().copied().unwrap_or(1) as u32;
            // A vector of three components occupies the space of four.
            size_of(ctx, *element) * if length == 3 { 4 } else { length }
        }
        _ => spv_dialect::types::scalar_width(ctx, ty).unwrap_or(32) / 8,
    }
}

/// Returns the pointer type for a memref. For Vulkan, the pointee is a struct that contains an array of elements, as
/// required for buffers. For OpenCL, the pointee is an array, or an element if the shape is dynamic.
pub(crate) fn pointer_type(env: &Spirv, ctx: &Context, memref: &MemRef, class: u32) -> Result<Type, String> {
    let stored = stored(env, ctx, memref.element, class)?;
    let stride = size_of(ctx, stored.ty);
    let laid_out = is_laid_out(class);
    let to = |pointee| Ok(ctx.pointer(pointee, StorageClass(class)));
    let extent = memref.extent().map(|count| match stored.packed {
        Some(bits) => count.div_ceil(u64::from(32 / bits)),
        None => count,
    });
    let array = match extent {
        None if env.target.is_kernel() => return to(stored.ty),
        Some(0) => return Err("a memref without elements has no SPIR-V type".to_owned()),
        Some(count) => {
            let count =
                u32::try_from(count).map_err(|_| "the memref has more than 2^32 elements".to_owned())?;
            match laid_out {
                true => ctx.array_with_stride(stored.ty, count, stride),
                false => ctx.array(stored.ty, count),
            }
        }
        None if class != storage::STORAGE_BUFFER && class != storage::PHYSICAL_STORAGE_BUFFER => {
            return Err("a memref of this storage class must have a static shape".to_owned());
        }
        None => ctx.runtime_array_with_stride(stored.ty, stride),
    };
    if env.target.is_kernel() {
        return to(array);
    }
    let block = ctx.structure().member(array);
    to(if laid_out { block.offset(0).block().build() } else { block.build() })
}

/// Returns the length of each piece of a vector whose last dimension has length `last`. Pieces are defined in
/// [`crate::lanes`].
fn piece_length(last: u64) -> u64 {
    (1..=4).rev().find(|length| last.is_multiple_of(*length)).unwrap_or(1)
}
