//! The capabilities that types need.

use super::deduce::{Any, Deduction};
use crate::attributes::typed_constant;
use crate::availability;
use crate::generated::enums;
use crate::generated::opcodes;
use crate::generated::values::capability as c;
use crate::generated::values::{dim, storage_class as storage};
use crate::table::core_row;
use crate::types;
use rustc_hash::FxHashSet;
use spv_ir::dialect::ParamKind;
use spv_ir::replace::inner_types;
use spv_ir::{Attribute, Context, Type, TypeData};

/// Storage classes, and the capabilities by which numbers of 8 and of 16 bits may be in their memory.
const STORED: &[(u32, &[u32], &[u32])] = &[
    (storage::STORAGE_BUFFER, &[c::STORAGE_BUFFER8_BIT_ACCESS], &[c::STORAGE_BUFFER16_BIT_ACCESS]),
    (storage::PHYSICAL_STORAGE_BUFFER, &[c::STORAGE_BUFFER8_BIT_ACCESS], &[c::STORAGE_BUFFER16_BIT_ACCESS]),
    (
        storage::UNIFORM,
        &[c::UNIFORM_AND_STORAGE_BUFFER8_BIT_ACCESS],
        &[c::UNIFORM_AND_STORAGE_BUFFER16_BIT_ACCESS],
    ),
    (storage::PUSH_CONSTANT, &[c::STORAGE_PUSH_CONSTANT8], &[c::STORAGE_PUSH_CONSTANT16]),
    (storage::INPUT, &[], &[c::STORAGE_INPUT_OUTPUT16]),
    (storage::OUTPUT, &[], &[c::STORAGE_INPUT_OUTPUT16]),
];

/// The capabilities by which numbers of 8 or 16 bits may be in memory of a storage class; none where no capability of
/// storage says so. A BufferBlock in Uniform memory counts as StorageBuffer.
pub fn storage_capabilities(class: u32, width: u32) -> &'static [u32] {
    let row = STORED.iter().find(|(of, ..)| *of == class);
    row.map_or(&[], |(_, narrow, half)| if width == 8 { narrow } else { half })
}

/// Capabilities by which there may be numbers of 8 bits that are only stored and converted.
const STORED_8: &[u32] = &[
    c::STORAGE_BUFFER8_BIT_ACCESS,
    c::UNIFORM_AND_STORAGE_BUFFER8_BIT_ACCESS,
    c::STORAGE_PUSH_CONSTANT8,
    c::WORKGROUP_MEMORY_EXPLICIT_LAYOUT8_BIT_ACCESS_KHR,
];
/// The same of 16 bits.
const STORED_16: &[u32] = &[
    c::STORAGE_BUFFER16_BIT_ACCESS,
    c::UNIFORM_AND_STORAGE_BUFFER16_BIT_ACCESS,
    c::STORAGE_PUSH_CONSTANT16,
    c::STORAGE_INPUT_OUTPUT16,
    c::FLOAT16_BUFFER,
    c::WORKGROUP_MEMORY_EXPLICIT_LAYOUT16_BIT_ACCESS_KHR,
];

/// Dimensions with a capability for storage images and one for sampled ones.
const DIMS: &[(u32, u32, u32)] = &[
    (dim::DIM1D, c::IMAGE1D, c::SAMPLED1D),
    (dim::RECT, c::IMAGE_RECT, c::SAMPLED_RECT),
    (dim::BUFFER, c::IMAGE_BUFFER, c::SAMPLED_BUFFER),
];

/// Numbers of the parameters of images.
const DIM: usize = 2;
const ARRAYED: usize = 4;
const MULTISAMPLED: usize = 5;
const SAMPLED: usize = 6;

/// Capabilities that types need, but no row of the tables names.
pub(super) fn named() -> impl Iterator<Item = u32> {
    let stored = STORED.iter().flat_map(|(_, narrow, half)| narrow.iter().chain(*half)).copied();
    let dims = DIMS.iter().flat_map(|(_, image, sampled)| [*image, *sampled]);
    let numbers = [c::INT8, c::INT16, c::INT64, c::FLOAT16, c::FLOAT64, c::VECTOR16];
    let images = [
        c::IMAGE_CUBE_ARRAY,
        c::SAMPLED_CUBE_ARRAY,
        c::STORAGE_IMAGE_MULTISAMPLE,
        c::IMAGE_MS_ARRAY,
        c::INT64_IMAGE_EXT,
        c::IMAGE_BASIC,
    ];
    stored.chain(dims).chain(numbers).chain(images)
}

/// Adds the needs of types; each once.
pub(super) struct TypeNeeds {
    /// Whether the module is one for OpenCL, where images are optional.
    opencl: bool,
    /// With the storage class of the memory.
    seen: FxHashSet<(Type, Option<u32>)>,
}

impl TypeNeeds {
    pub(super) fn new(opencl: bool) -> TypeNeeds {
        TypeNeeds { opencl, seen: FxHashSet::default() }
    }

    /// Adds what a type needs, and all that it is composed of: as a value, or in memory of a storage class.
    ///
    /// # Errors
    /// What the target environment does not allow.
    pub(super) fn add(
        &mut self,
        ctx: &Context,
        deduced: &mut Deduction<'_>,
        ty: Type,
        class: Option<u32>,
    ) -> Result<(), String> {
        // What is nested comes first, without a stack of calls: types may nest deeply.
        let mut stack = vec![(ty, class, false)];
        while let Some((ty, class, ready)) = stack.pop() {
            if ready {
                self.one(ctx, deduced, ty, class)?;
                continue;
            }
            if !self.seen.insert((ty, class)) {
                continue;
            }
            stack.push((ty, class, true));
            let mut inner = parts(ctx, ty);
            inner.reverse();
            let class = match class {
                // A storage buffer of SPIR-V 1.0.
                Some(storage::UNIFORM) if is_buffer_block(ctx, ty) => Some(storage::STORAGE_BUFFER),
                class => types::pointer(ctx, ty).map(|(_, class)| class).or(class),
            };
            stack.extend(inner.into_iter().map(|part| (part, class, false)));
            // Constants, such as the length of an array, are in no memory.
            let params = types::view(ctx, ty).map_or(&[][..], |(_, params)| params);
            let constants = params.iter().filter_map(|&param| typed_constant(ctx, param));
            stack.extend(constants.map(|(_, ty)| (ty, None, false)));
        }
        Ok(())
    }

    fn one(
        &self,
        ctx: &Context,
        deduced: &mut Deduction<'_>,
        ty: Type,
        class: Option<u32>,
    ) -> Result<(), String> {
        match ctx.type_data(ty) {
            TypeData::Integer { width, .. } => return number(deduced, *width, class, INTS),
            TypeData::Float(kind) if kind.width() != 32 => {
                return number(deduced, kind.width(), class, FLOATS);
            }
            TypeData::Vector { dims, .. } if dims.iter().any(|&length| length > 4) => {
                return deduced.any(&[c::VECTOR16], Any::First);
            }
            _ => {}
        }
        let Some((code, params)) = types::view(ctx, ty) else { return Ok(()) };
        let Some(row) = core_row(code) else { return Ok(()) };
        deduced.entry(&row.availability)?;
        if self.opencl && [opcodes::TYPE_IMAGE, opcodes::TYPE_SAMPLER].contains(&code) {
            deduced.any(&[c::IMAGE_BASIC], Any::Cheapest)?;
        }
        for (i, (param, attr)) in row.params.iter().zip(params.iter().skip(1)).enumerate() {
            let ParamKind::Enum(def) = param.kind else { continue };
            let Some(value) = ctx.attr_u64(*attr) else { continue };
            if code == opcodes::TYPE_IMAGE && i + 1 == DIM {
                image(ctx, deduced, params)?;
                continue;
            }
            for entry in availability::of_enum(def, value as u32) {
                deduced.entry(entry)?;
            }
        }
        Ok(())
    }
}

fn is_buffer_block(ctx: &Context, ty: Type) -> bool {
    let parts = types::structure(ctx, ty);
    parts.is_some_and(|parts| ctx.dict_get(parts.decorations, "buffer_block").is_some())
}

/// What a type is composed of, in order.
fn parts(ctx: &Context, ty: Type) -> Vec<Type> {
    match ctx.type_data(ty) {
        TypeData::Function { inputs, results } => inputs.iter().chain(results).copied().collect(),
        TypeData::Vector { element, .. } | TypeData::Tensor { element, .. } => vec![*element],
        _ => {
            let Some((_, params)) = types::view(ctx, ty) else { return Vec::new() };
            if let Some(parts) = types::structure(ctx, ty) {
                return parts.members.iter().filter_map(|m| ctx.attr_type(*m)).collect();
            }
            params.iter().filter_map(|attr| ctx.attr_type(*attr)).collect()
        }
    }
}

/// Capabilities for numbers of 8, 16 and 64 bits.
const INTS: [Option<&[u32]>; 3] = [Some(&[c::INT8]), Some(&[c::INT16]), Some(&[c::INT64])];
const FLOATS: [Option<&[u32]>; 3] = [None, Some(&[c::FLOAT16]), Some(&[c::FLOAT64])];

fn number(
    deduced: &mut Deduction<'_>,
    width: u32,
    class: Option<u32>,
    [narrow, half, double]: [Option<&[u32]>; 3],
) -> Result<(), String> {
    let stored = STORED.iter().find(|(of, ..)| Some(*of) == class);
    let (own, elsewhere) = match (width, stored) {
        (8, Some((_, list @ [_, ..], _))) | (16, Some((.., list))) => return deduced.any(list, Any::First),
        // As LLVM 14 has it: what only lies in memory of another stage, or of the host, is not computed with.
        (64, Some(_)) => return double.map_or(Ok(()), |own| deduced.any(own, Any::FirstAllowed)),
        (8, _) => (narrow, STORED_8),
        (16, _) => (half, STORED_16),
        (64, _) => (double, &[][..]),
        _ => return Ok(()),
    };
    let Some(own) = own else { return Ok(()) };
    if deduced.declares(elsewhere) && !deduced.declares(own) {
        return deduced.any(elsewhere, Any::Cheapest);
    }
    match deduced.any(own, Any::First) {
        Err(_) if deduced.any(elsewhere, Any::Cheapest).is_ok() => Ok(()),
        result => result,
    }
}

fn image(ctx: &Context, deduced: &mut Deduction<'_>, params: &[Attribute]) -> Result<(), String> {
    let number = |index: usize| params.get(index).and_then(|attr| ctx.attr_u64(*attr)).unwrap_or(0) as u32;
    let (dim, sampled) = (number(DIM), number(SAMPLED));
    let (arrayed, multisampled) = (number(ARRAYED) == 1, number(MULTISAMPLED) == 1);
    let either = |image: u32, used_sampled: u32| match sampled {
        1 => vec![used_sampled],
        2 => vec![image],
        _ => vec![image, used_sampled],
    };
    match DIMS.iter().find(|(of, ..)| *of == dim) {
        Some((_, image, used_sampled)) => deduced.any(&either(*image, *used_sampled), Any::Cheapest)?,
        None => {
            for entry in availability::of_enum(&enums::DIM, dim) {
                deduced.entry(entry)?;
            }
        }
    }
    if dim == dim::CUBE && arrayed {
        deduced.any(&either(c::IMAGE_CUBE_ARRAY, c::SAMPLED_CUBE_ARRAY), Any::Cheapest)?;
    }
    if multisampled && sampled == 2 && dim != dim::SUBPASS_DATA {
        let needed = if arrayed { c::IMAGE_MS_ARRAY } else { c::STORAGE_IMAGE_MULTISAMPLE };
        deduced.any(&[needed], Any::Cheapest)?;
    }
    let texel = params.get(1).and_then(|attr| ctx.attr_type(*attr));
    if texel.is_some_and(|ty| types::scalar_width(ctx, ty) == Some(64)) {
        deduced.any(&[c::INT64_IMAGE_EXT], Any::Cheapest)?;
    }
    Ok(())
}

/// The decorations of a type, and of all that it is composed of; with whether each is of a member.
pub(super) fn decorations(ctx: &Context, ty: Type) -> Vec<(Attribute, bool)> {
    let mut list = Vec::new();
    for ty in inner_types(ctx, ty) {
        match types::structure(ctx, ty) {
            Some(parts) => {
                list.extend(parts.decorations.map(|dict| (dict, false)));
                list.extend(parts.member_decorations.iter().map(|&dict| (dict, true)));
            }
            None => {
                let dict = types::view(ctx, ty).and_then(|(_, params)| params.first().copied());
                list.extend(dict.map(|dict| (dict, false)));
            }
        }
    }
    list
}
