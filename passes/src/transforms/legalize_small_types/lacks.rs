//! The small types that a target cannot compute with or store.

use crate::options::OptionError;
use crate::support::spirv::storage;
use spv_dialect::availability::CapabilitySet;
use spv_dialect::generated::values::capability as c;
use spv_dialect::types;
use spv_dialect::vce::Vce;
use spv_ir::replace::inner_types;
use spv_ir::{Context, FloatKind, Type, TypeData};
use spv_validate::deduce::storage_capabilities;

/// What an option says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Widths {
    /// What the target lacks.
    Target,
    /// These, by the names of the option.
    These(Vec<&'static str>),
}

impl Widths {
    /// Reads the text of an option whose values are joined by `+`.
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
                        let message = format!("the value '{word}' of option '{option}' is none of {list}");
                        OptionError::from(message)
                    })
                })
                .collect::<Result<_, _>>()
                .map(Widths::These),
        }
    }
}

/// See the module documentation.
pub(super) struct Lacks {
    i8: bool,
    i16: bool,
    f16: bool,
    stored: Stored,
}

/// What may be stored.
enum Stored {
    /// All but these widths.
    Without(bool, bool),
    /// By the capabilities of a target.
    By(CapabilitySet),
}

/// Storage classes whose blocks have a layout.
const LAID_OUT: [u32; 6] = [
    storage::STORAGE_BUFFER,
    storage::UNIFORM,
    storage::PUSH_CONSTANT,
    storage::PHYSICAL_STORAGE_BUFFER,
    storage::INPUT,
    storage::OUTPUT,
];

impl Lacks {
    /// What the options say, and a target for what they leave to it. Without a target it lacks nothing.
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

    /// Whether nothing is to be done in any module.
    pub(super) fn nothing(&self) -> bool {
        let stores_all = matches!(self.stored, Stored::Without(false, false));
        !(self.i8 || self.i16 || self.f16) && stores_all
    }

    /// Whether 64-bit integers can hold addresses.
    pub(super) fn has_addresses(&self) -> bool {
        match &self.stored {
            Stored::Without(..) => true,
            Stored::By(set) => set.contains(c::INT64),
        }
    }

    /// The 32-bit type that a scalar type becomes.
    pub(super) fn widened(&self, ctx: &Context, ty: Type) -> Option<Type> {
        match *ctx.type_data(ty) {
            TypeData::Integer { width: 8, signedness } if self.i8 => Some(ctx.int_type(32, signedness)),
            TypeData::Integer { width: 16, signedness } if self.i16 => Some(ctx.int_type(32, signedness)),
            TypeData::Float(FloatKind::F16) if self.f16 => Some(ctx.common().f32),
            _ => None,
        }
    }

    /// Whether a type is, or is composed of, types that are widened.
    pub(super) fn holds(&self, ctx: &Context, ty: Type) -> bool {
        inner_types(ctx, ty).into_iter().any(|ty| self.widened(ctx, ty).is_some())
    }

    /// Whether memory of a storage class cannot hold a small number in a type.
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

/// A type and its parts, but not what pointers in it point to.
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

/// Whether a struct is a storage buffer in Uniform memory.
pub(super) fn is_buffer_block(ctx: &Context, ty: Type) -> bool {
    types::structure(ctx, ty).is_some_and(|parts| ctx.dict_get(parts.decorations, "buffer_block").is_some())
}
