//! Deduction of the capabilities that types require

use super::Widths;
use super::deduction::{Any, Deduction, name};
use crate::describe;
use crate::facts::Facts;
use crate::needs::needs_of_type;
use crate::requirements::{self, Number, Stored};
use rustc_hash::FxHashSet;
use spv_dialect::attributes::typed_constant;
use spv_dialect::availability;
use spv_dialect::generated::enums;
use spv_dialect::generated::opcodes;
use spv_dialect::generated::values::capability as c;
use spv_dialect::generated::values::{dim, storage_class as storage};
use spv_dialect::table::core_row;
use spv_dialect::types;
use spv_ir::dialect::ParamKind;
use spv_ir::replace::inner_types;
use spv_ir::{Attribute, Context, Type, TypeData};

/// Returns the capabilities, each of which allows scalars of `width` bits (8 or 16) in a storage class. Empty if none
/// is required. A BufferBlock in Uniform counts as StorageBuffer.
pub fn storage_capabilities(class: u32, width: u32) -> &'static [u32] {
    laid_out(Some(class)).map_or(&[], |row| if width == 8 { row.narrow } else { row.half })
}

/// Returns the capabilities for 8-bit and 16-bit scalars in a storage class, or `None` if it has no specific ones.
/// Excludes Workgroup, for which the capabilities of the type itself suffice.
fn laid_out(class: Option<u32>) -> Option<&'static Stored> {
    class.filter(|class| *class != storage::WORKGROUP).and_then(requirements::stored_in)
}

/// Image dimensionalities, each with the capabilities for storage images and for sampled images.
const DIMS: &[(u32, u32, u32)] = &[
    (dim::DIM1D, c::IMAGE1D, c::SAMPLED1D),
    (dim::RECT, c::IMAGE_RECT, c::SAMPLED_RECT),
    (dim::BUFFER, c::IMAGE_BUFFER, c::SAMPLED_BUFFER),
];

/// Parameter indices of an OpTypeImage.
const DIM: usize = 2;
const ARRAYED: usize = 4;
const MULTISAMPLED: usize = 5;
const SAMPLED: usize = 6;

/// Returns the capabilities that this module can deduce for types although no grammar entry lists them.
pub(super) fn named() -> impl Iterator<Item = u32> {
    let stored = requirements::STORED.iter().flat_map(|row| row.narrow.iter().chain(row.half)).copied();
    let dims = DIMS.iter().flat_map(|(_, image, sampled)| [*image, *sampled]);
    let numbers = [c::INT8, c::INT16, c::INT64, c::FLOAT16, c::FLOAT64, c::VECTOR16];
    let others = [c::FLOAT16_BUFFER, c::INT4_TYPE_INTEL, c::ARBITRARY_PRECISION_INTEGERS_ALTERA];
    let images = [
        c::IMAGE_CUBE_ARRAY,
        c::SAMPLED_CUBE_ARRAY,
        c::STORAGE_IMAGE_MULTISAMPLE,
        c::IMAGE_MS_ARRAY,
        c::INT64_IMAGE_EXT,
        c::IMAGE_BASIC,
    ];
    stored.chain(dims).chain(numbers).chain(others).chain(images)
}

/// A collector for the requirements of types. Visits each type only once.
pub(super) struct TypeNeeds<'a> {
    facts: &'a Facts<'a>,
    /// Whether the module targets OpenCL, in which images are optional.
    opencl: bool,
    widths: Widths,
    /// Types that have been processed, with the storage class if they are in memory.
    seen: FxHashSet<(Type, Option<u32>)>,
}

impl<'a> TypeNeeds<'a> {
    pub(super) fn new(facts: &'a Facts<'a>, opencl: bool, widths: Widths) -> TypeNeeds<'a> {
        TypeNeeds { facts, opencl, widths, seen: FxHashSet::default() }
    }

    /// Returns an error for a type of unusual width, unless the module declares one of the capabilities that allow it.
    fn check_width(&self, deduced: &Deduction<'_>, capabilities: &[u32]) -> Result<(), String> {
        let is_usual = capabilities.iter().any(|capability| match *capability {
            c::VECTOR16 => self.opencl,
            c::LONG_VECTOR_EXT | c::INT4_TYPE_INTEL | c::ARBITRARY_PRECISION_INTEGERS_ALTERA => false,
            _ => true,
        });
        if self.widths == Widths::Any || is_usual || deduced.declares(capabilities) {
            return Ok(());
        }
        let names: Vec<&str> = capabilities.iter().map(|&capability| name(capability)).collect();
        Err(format!(
            "requires capability {}, which is never deduced: pass it to 'target' before 'deduced_target'",
            names.join(" or ")
        ))
    }

    /// Adds the requirements of a type and its component types. `class` is the storage class, if the type is in
    /// memory.
    ///
    /// # Errors
    ///
    /// The target environment does not allow a requirement.
    pub(super) fn add(
        &mut self,
        ctx: &Context,
        deduced: &mut Deduction<'_>,
        ty: Type,
        class: Option<u32>,
    ) -> Result<(), String> {
        // Visits types in postorder with an explicit stack, because types may be deeply nested.
        let mut stack = vec![(ty, class, false)];
        while let Some((ty, class, ready)) = stack.pop() {
            if ready {
                let found = self.one(ctx, deduced, ty, class);
                found.map_err(|problem| super::caused_by(&problem, &describe::ty(ctx, ty)))?;
                continue;
            }
            if !self.seen.insert((ty, class)) {
                continue;
            }
            stack.push((ty, class, true));
            let mut inner = parts(ctx, ty);
            inner.reverse();
            let class = match class {
                // In SPIR-V 1.0, a storage buffer is a BufferBlock in Uniform.
                Some(storage::UNIFORM) if is_buffer_block(ctx, ty) => Some(storage::STORAGE_BUFFER),
                class => types::pointer(ctx, ty).map(|(_, class)| class).or(class),
            };
            stack.extend(inner.into_iter().map(|part| (part, class, false)));
            // Constant parameters, such as array lengths, are not in memory.
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
        if let Some(needed) = requirements::number(ctx, ty) {
            self.check_width(deduced, needed.capabilities)?;
            return number(deduced, needed, types::scalar_width(ctx, ty).unwrap_or(0), class);
        }
        match ctx.type_data(ty) {
            TypeData::Float(kind) => {
                let Some(encoding) = requirements::encoding(*kind) else { return Ok(()) };
                deduced.entry(&encoding.availability)?;
                // The capability for a float encoding suffices for the type, but client APIs may require another
                // capability for its use in memory.
                let stored = storage_capabilities(class.unwrap_or(u32::MAX), kind.width());
                return if deduced.declares(stored) { deduced.any(stored, Any::Cheapest) } else { Ok(()) };
            }
            TypeData::Vector { dims, .. } => {
                // A vector without components is invalid, whatever the module declares.
                let needed =
                    dims.iter().filter(|&&count| count > 0).map(|&count| requirements::vector(count));
                return needed.filter(|any| !any.is_empty()).try_for_each(|any| {
                    self.check_width(deduced, any)?;
                    vector(deduced, any)
                });
            }
            _ => {}
        }
        for any in needs_of_type(self.facts, ty) {
            deduced.any(any, Any::Cheapest)?;
        }
        let Some((code, params)) = types::view(ctx, ty) else { return Ok(()) };
        let Some(row) = core_row(code) else { return Ok(()) };
        if code == opcodes::TYPE_VECTOR_ID_EXT {
            vector(deduced, row.availability.capabilities)?;
        }
        deduced.entry(&row.availability)?;
        if let Some(row) = requirements::continued_struct(ctx, ty) {
            deduced.entry(&row.availability)?;
        }
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

/// Returns the component types of a type in order.
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

/// Adds a capability for a vector with many components. Prefers LongVectorEXT if declared, because it allows more
/// uses than the capabilities in `any`.
fn vector(deduced: &mut Deduction<'_>, any: &[u32]) -> Result<(), String> {
    let long = &[c::LONG_VECTOR_EXT];
    deduced.any(if deduced.declares(long) { long } else { any }, Any::Cheapest)
}

fn number(
    deduced: &mut Deduction<'_>,
    needed: &'static Number,
    width: u32,
    class: Option<u32>,
) -> Result<(), String> {
    let small = width == 8 || width == 16;
    let stored = laid_out(class).map(|row| if width == 8 { row.narrow } else { row.half });
    match stored {
        // Same as LLVM 14: 64-bit scalars in shared memory are only stored, so the target need not allow their
        // capability.
        Some(_) if width == 64 => return deduced.any(needed.capabilities, Any::FirstAllowed),
        // The capability for the type itself also covers memory.
        Some(list @ [_, ..])
            if small && (deduced.declares(list) || !deduced.declares(needed.capabilities)) =>
        {
            return deduced.any(list, Any::First);
        }
        _ => {}
    }
    if !deduced.declares(needed.capabilities) {
        if deduced.declares(needed.stored) {
            return deduced.any(needed.stored, Any::Cheapest);
        }
        if deduced.by_extension(needed.extensions)? {
            return Ok(());
        }
    }
    match deduced.any(needed.capabilities, Any::First) {
        Err(_) if deduced.any(needed.stored, Any::Cheapest).is_ok() => Ok(()),
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
    if multisampled && arrayed && sampled == 2 && dim != dim::SUBPASS_DATA {
        deduced.any(&[c::IMAGE_MS_ARRAY], Any::Cheapest)?;
    }
    let texel = params.get(1).and_then(|attr| ctx.attr_type(*attr));
    if texel.is_some_and(|ty| types::scalar_width(ctx, ty) == Some(64)) {
        deduced.any(&[c::INT64_IMAGE_EXT], Any::Cheapest)?;
    }
    Ok(())
}

/// Returns the decoration dictionaries of a type and its component types, each with whether it applies to a member.
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
