//! The small types that a target cannot compute with or store

use crate::options::OptionError;
use crate::support::spirv::storage;
use spv_dialect::availability::CapabilitySet;
use spv_dialect::generated::values::capability as c;
use spv_dialect::types;
use spv_dialect::vce::Vce;
use spv_ir::replace::inner_types;
use spv_ir::{Context, FloatKind, Type, TypeData};
use spv_validate::deduce::storage_capabilities;

/// The value of an option that selects small types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Widths {
    /// The types that the target does not support.
    Target,
    /// The types with these names.
    These(Vec<&'static str>),
}

impl Widths {
    /// Parses the value of an option, which is a list of names joined by `+`.
    pub(super) fn parse(
        option: &str,
        text: &str,
        known: &'static [&'static str],
    ) -> Result<Widths, OptionError> {
        match text {
            "target" => Ok(Widths::Target),
            "none" => Ok(Widths::These(Vec::new())),
            _ => text
                .split('+')
                .map(|word| {
                    let found = known.iter().copied().find(|known| *known == word);
                    let list = known.join(", ");
                    found.ok_or_else(|| {
                        let message = format!(
                            "the value '{word}' of option '{option}' is invalid: expected one of {list}"
                        );
                        OptionError::from(message)
                    })
                })
                .collect::<Result<_, _>>()
                .map(Widths::These),
        }
    }
}

/// The small types to legalize, for computation and for storage.
pub(super) struct Lacks {
    i8: bool,
    i16: bool,
    f16: bool,
    stored: Stored,
}

/// The scalar widths that externally visible memory can store.
enum Stored {
    /// The widths left after excluding 8 bits if the first flag is set, and 16 bits if the second flag is set.
    Without(bool, bool),
    /// The widths that the capabilities of a target allow.
    By(CapabilitySet),
}

/// Storage classes whose memory has an explicit layout.
const LAID_OUT: [u32; 6] = [
    storage::STORAGE_BUFFER,
    storage::UNIFORM,
    storage::PUSH_CONSTANT,
    storage::PHYSICAL_STORAGE_BUFFER,
    storage::INPUT,
    storage::OUTPUT,
];

impl Lacks {
    /// Determines the types to legalize from the pass options and the target. Without a target, all types are
    /// considered supported.
    pub(super) fn new(arithmetic: &Widths, stored: &Widths, target: Option<&Vce<'_>>) -> Lacks {
        let target: Option<CapabilitySet> = target.map(|vce| vce.capabilities.iter().copied().collect());
        let without = |capability, name: &str| match arithmetic {
            Widths::Target => target.as_ref().is_some_and(|set| !set.contains(capability)),
            Widths::These(list) => list.contains(&name),
        };
        Lacks {
            i8: without(c::INT8, "i8"),
            i16: without(c::INT16, "i16"),
            f16: without(c::FLOAT16, "f16"),
            stored: match (stored, target) {
                (Widths::Target, Some(set)) => Stored::By(set),
                (Widths::Target, None) => Stored::Without(false, false),
                (Widths::These(list), _) => Stored::Without(list.contains(&"8"), list.contains(&"16")),
            },
        }
    }

    /// Returns whether there is no type to legalize, so that the pass has no effect.
    pub(super) fn nothing(&self) -> bool {
        let stores_all = matches!(self.stored, Stored::Without(false, false));
        !(self.i8 || self.i16 || self.f16) && stores_all
    }

    /// Returns whether the target can compute addresses as 64-bit integers.
    pub(super) fn has_addresses(&self) -> bool {
        match &self.stored {
            Stored::Without(..) => true,
            Stored::By(set) => set.contains(c::INT64),
        }
    }

    /// Returns the 32-bit type that replaces a scalar type, or `None` if the type is not replaced.
    pub(super) fn widened(&self, ctx: &Context, ty: Type) -> Option<Type> {
        match *ctx.type_data(ty) {
            TypeData::Integer { width: 8, signedness } if self.i8 => Some(ctx.int_type(32, signedness)),
            TypeData::Integer { width: 16, signedness } if self.i16 => Some(ctx.int_type(32, signedness)),
            TypeData::Float(FloatKind::F16) if self.f16 => Some(ctx.common().f32),
            _ => None,
        }
    }

    /// Returns whether a type contains a type that is widened to 32 bits.
    pub(super) fn holds(&self, ctx: &Context, ty: Type) -> bool {
        inner_types(ctx, ty).into_iter().any(|ty| self.widened(ctx, ty).is_some())
    }

    /// Returns whether a type contains a small type that memory of the storage class `class` cannot store.
    pub(super) fn holds_unstored(&self, ctx: &Context, ty: Type, class: u32) -> bool {
        if !LAID_OUT.contains(&class) {
            return false;
        }
        let old_buffer = inner_types(ctx, ty).into_iter().any(|ty| is_buffer_block(ctx, ty));
        let class = if old_buffer { storage::STORAGE_BUFFER } else { class };
        parts(ctx, ty).into_iter().any(|ty| match types::scalar_width(ctx, ty) {
            Some(width @ (8 | 16)) => !self.stores(class, width),
            _ => false,
        })
    }

    fn stores(&self, class: u32, width: u32) -> bool {
        match &self.stored {
            Stored::Without(narrow, half) => !(if width == 8 { *narrow } else { *half }),
            Stored::By(set) => {
                storage_capabilities(class, width).iter().any(|capability| set.contains(*capability))
            }
        }
    }
}

/// Returns a type and its component types, but not the pointees of pointers.
fn parts(ctx: &Context, ty: Type) -> Vec<Type> {
    let mut found = vec![ty];
    let mut next = 0;
    while let Some(&ty) = found.get(next) {
        next += 1;
        let mut add = |part: Type| {
            if !found.contains(&part) {
                found.push(part);
            }
        };
        if let Some(parts) = types::structure(ctx, ty) {
            parts.members.iter().filter_map(|member| ctx.attr_type(*member)).for_each(&mut add);
        } else if types::pointer(ctx, ty).is_none()
            && let Some(element) = types::element(ctx, ty, 0)
        {
            add(element);
        }
    }
    found
}

/// Returns whether a struct has the BufferBlock decoration, which makes it a storage buffer in Uniform memory.
pub(super) fn is_buffer_block(ctx: &Context, ty: Type) -> bool {
    types::structure(ctx, ty).is_some_and(|parts| ctx.dict_get(parts.decorations, "buffer_block").is_some())
}
