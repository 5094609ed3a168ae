//! Version, capabilities and extensions of a module: `#spv.vce<...>`

use crate::attributes::{self, AttrKind};
use crate::generated::enums::{CAPABILITY, DECORATION};
use crate::generated::ops::CORE;
use rustc_hash::FxHashSet;
use spv_ir::dialect::{Availability, EnumDef, Param, ParamKind, Registry};
use spv_ir::{AttrData, Attribute, Context};

/// SPIR-V version 1.0.
pub const FIRST: u32 = 0x0001_0000;

/// Availability of non-semantic instruction sets.
pub const NON_SEMANTIC: Availability = Availability {
    min_version: Some(0x0001_0600),
    max_version: None,
    capabilities: &[],
    extensions: &["SPV_KHR_non_semantic_info"],
};

/// Version, capabilities and extensions: `#spv.vce<...>`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vce<'c> {
    /// Version in the format of the binary header: major in bits 16 to 23, minor in bits 8 to 15.
    pub version: u32,
    /// `Capability` enumerants.
    pub capabilities: Vec<u32>,
    /// Extension names.
    pub extensions: Vec<&'c str>,
}

impl<'c> Vce<'c> {
    /// Returns version 1.0 without capabilities or extensions.
    pub fn empty() -> Vce<'c> {
        Vce { version: FIRST, capabilities: Vec::new(), extensions: Vec::new() }
    }

    /// Returns the given version together with all capabilities and extensions that the grammar contains.
    pub fn open(ctx: &Context, version: u32) -> Vce<'c> {
        let capabilities = CAPABILITY.enumerants.iter().map(|row| row.value).collect();
        Vce { version, capabilities, extensions: Named::of(ctx).extensions.iter().copied().collect() }
    }

    /// Parses an attribute. Returns `None` if it is not a `#spv.vce<...>`.
    pub fn new(ctx: &'c Context, attr: Attribute) -> Option<Vce<'c>> {
        let Some((AttrKind::Vce, &[version, capabilities, extensions])) = attributes::view(ctx, attr) else {
            return None;
        };
        Some(Vce {
            version: u32::try_from(ctx.attr_u64(version)?).ok()?,
            capabilities: match ctx.attr_data(capabilities) {
                AttrData::Words(words) => words.to_vec(),
                _ => Vec::new(),
            },
            extensions: ctx.attr_array(extensions)?.iter().filter_map(|e| ctx.attr_str(*e)).collect(),
        })
    }

    /// Adds `capability` and `extension`, the extension that defines it, unless they are already declared.
    pub fn declare(&mut self, capability: u32, extension: &'c str) {
        if !self.capabilities.contains(&capability) {
            self.capabilities.push(capability);
        }
        if !self.extensions.contains(&extension) {
            self.extensions.push(extension);
        }
    }

    /// Creates the `#spv.vce<...>` attribute.
    ///
    /// # Panics
    /// Panics if the dialect is not registered in the context.
    pub fn attr(&self, ctx: &Context) -> Attribute {
        let capabilities = ctx.attr(AttrData::Words(self.capabilities.as_slice().into()));
        let extensions: Vec<Attribute> = self.extensions.iter().map(|name| ctx.string_attr(name)).collect();
        let params = [ctx.i32_attr(self.version), capabilities, ctx.array_attr(&extensions)];
        attributes::make(ctx, AttrKind::Vce, &params).expect("the dialect is registered")
    }
}

/// The capabilities and extensions that the grammar of the registered dialects contains.
pub struct Named {
    /// `Capability` enumerants.
    pub capabilities: FxHashSet<u32>,
    /// Extension names.
    pub extensions: FxHashSet<&'static str>,
}

impl Named {
    /// Returns all capabilities and extensions that the registry's grammar contains. Computed once per registry.
    pub fn of(ctx: &Context) -> &Named {
        ctx.registry().derived(Named::new)
    }

    fn new(registry: &Registry) -> Named {
        let mut capabilities: FxHashSet<u32> = FxHashSet::default();
        let mut extensions: FxHashSet<&'static str> = FxHashSet::default();
        extensions.extend(NON_SEMANTIC.extensions);
        let mut enums: Vec<&'static EnumDef> = vec![&DECORATION];
        let mut seen: FxHashSet<&'static str> = FxHashSet::default();
        let mut note =
            |entry: &'static Availability, enums: &mut Vec<&'static EnumDef>, params: &'static [Param]| {
                capabilities.extend(entry.capabilities);
                extensions.extend(entry.extensions);
                enums.extend(params.iter().filter_map(|param| match param.kind {
                    ParamKind::Enum(def) | ParamKind::ConstEnum(def) if !std::ptr::eq(def, &CAPABILITY) => {
                        Some(def)
                    }
                    _ => None,
                }));
            };
        for row in CORE.iter().chain(registry.ops().iter().map(|def| def.row)) {
            note(&row.availability, &mut enums, row.params);
        }
        while let Some(def) = enums.pop() {
            if seen.insert(def.name) {
                for enumerant in def.enumerants {
                    note(&enumerant.availability, &mut enums, enumerant.params);
                }
            }
        }
        // Some extensions appear only in the requirements of capabilities.
        for enumerant in CAPABILITY.enumerants {
            extensions.extend(enumerant.availability.extensions);
        }
        Named { capabilities, extensions }
    }
}

/// Returns whether the grammar contains an extension with this name.
pub fn names_extension(ctx: &Context, name: &str) -> bool {
    Named::of(ctx).extensions.contains(name)
}
