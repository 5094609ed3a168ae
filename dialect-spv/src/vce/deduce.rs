//! The requirements that are deduced so far, and the choice between alternatives.

use super::Decidable;
use crate::attributes::{self, Kind};
use crate::availability::CapabilitySet;
use crate::generated::enums::CAPABILITY;
use spv_ir::dialect::Availability;
use spv_ir::{AttrData, Attribute, Context};

/// The first version.
const FIRST: u32 = 0x0001_0000;

/// Extensions that ask for a version, with that, which the grammar does not say.
const EXTENSION_VERSIONS: &[(&str, u32)] = &[
    ("SPV_KHR_vulkan_memory_model", 0x0001_0300),
    ("SPV_QCOM_cooperative_matrix_conversion", 0x0001_0300),
    ("SPV_KHR_workgroup_memory_explicit_layout", 0x0001_0400),
    ("SPV_KHR_opacity_micromap", 0x0001_0400),
    ("SPV_EXT_mesh_shader", 0x0001_0400),
    ("SPV_NV_shader_invocation_reorder", 0x0001_0400),
    ("SPV_EXT_shader_invocation_reorder", 0x0001_0400),
    ("SPV_NV_cluster_acceleration_structure", 0x0001_0400),
    ("SPV_NV_linear_swept_spheres", 0x0001_0400),
    ("SPV_QCOM_image_processing", 0x0001_0400),
    ("SPV_QCOM_image_processing2", 0x0001_0400),
];

/// Version, capabilities and extensions: `#spv.vce<...>`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vce<'c> {
    /// The version as the header of a binary has it: the major one in bits 16 to 23, the minor one in bits 8 to 15.
    pub version: u32,
    /// Numbers of `Capability`.
    pub capabilities: Vec<u32>,
    /// Names of extensions.
    pub extensions: Vec<&'c str>,
}

impl<'c> Vce<'c> {
    /// The first version without anything.
    pub(crate) fn empty() -> Vce<'c> {
        Vce { version: FIRST, capabilities: Vec::new(), extensions: Vec::new() }
    }

    /// All capabilities and extensions of the grammar, up to a version.
    pub fn open(ctx: &Context, version: u32) -> Vce<'c> {
        let capabilities = CAPABILITY.enumerants.iter().map(|row| row.value).collect();
        Vce { version, capabilities, extensions: Decidable::of(ctx).extensions.iter().copied().collect() }
    }

    /// The parts of an attribute; `None` if it is no `#spv.vce<...>`.
    pub fn new(ctx: &'c Context, attr: Attribute) -> Option<Vce<'c>> {
        let Some((Kind::Vce, &[version, capabilities, extensions])) = attributes::view(ctx, attr) else {
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

    /// The attribute of these parts.
    ///
    /// # Panics
    /// If the context lacks the dialect.
    pub fn attr(&self, ctx: &Context) -> Attribute {
        let capabilities = ctx.attr(AttrData::Words(self.capabilities.as_slice().into()));
        let extensions: Vec<Attribute> = self.extensions.iter().map(|name| ctx.string_attr(name)).collect();
        let params = [ctx.i32_attr(self.version), capabilities, ctx.array_attr(&extensions)];
        attributes::make(ctx, Kind::Vce, &params).expect("the dialect is registered")
    }
}

/// How one of several capabilities is met.
#[derive(Clone, Copy, Debug)]
pub(super) enum Any {
    /// By one that is there anyway, else by one that the module declares, else by the first that may be.
    Cheapest,
    /// By the first that may be.
    First,
    /// As [`Any::First`]; where none may be nothing is needed.
    FirstAllowed,
}

/// See the module documentation.
pub(super) struct Deduction<'c> {
    target: Vce<'c>,
    allowed: CapabilitySet,
    /// What the module declares already.
    own: Vce<'c>,
    version: u32,
    capabilities: Vec<u32>,
    declared: CapabilitySet,
    /// With the version that has them.
    extensions: Vec<(&'c str, Option<u32>)>,
}

impl<'c> Deduction<'c> {
    pub(super) fn new(target: Vce<'c>, own: Vce<'c>) -> Deduction<'c> {
        Deduction {
            allowed: target.capabilities.iter().copied().collect(),
            target,
            own,
            version: FIRST,
            capabilities: Vec::new(),
            declared: CapabilitySet::default(),
            extensions: Vec::new(),
        }
    }

    /// The requirements. What the version provides needs no extension.
    pub(super) fn finish(self) -> Vce<'c> {
        let needed = |(_, since): &&(&str, Option<u32>)| since.is_none_or(|since| since > self.version);
        let extensions = self.extensions.iter().filter(needed).map(|e| e.0).collect();
        Vce { version: self.version, capabilities: self.capabilities, extensions }
    }

    /// Adds what an entry of the tables needs.
    ///
    /// # Errors
    /// What of it the target environment does not allow.
    pub(super) fn entry(&mut self, entry: &Availability) -> Result<(), String> {
        self.entry_by(entry, entry.capabilities)
    }

    /// As [`Self::entry`], with other capabilities.
    ///
    /// # Errors
    /// As there.
    pub(super) fn entry_by(&mut self, entry: &Availability, capabilities: &[u32]) -> Result<(), String> {
        // The extension that has the capability has what takes it.
        let by_extension = |capability: &u32| {
            let row = CAPABILITY.by_value(*capability).map(|row| &row.availability);
            row.is_some_and(|row| row.min_version == entry.min_version && !row.extensions.is_empty())
        };
        if !entry.extensions.is_empty() || !capabilities.iter().any(by_extension) {
            self.version_or_extension(entry)?;
        }
        if capabilities.is_empty() { Ok(()) } else { self.any(capabilities, Any::Cheapest) }
    }

    /// Adds a version.
    ///
    /// # Errors
    /// It is later than the target environment's.
    pub(super) fn at_least(&mut self, version: u32) -> Result<(), String> {
        if version > self.target.version {
            let [needed, allowed] = [version, self.target.version].map(version_text);
            return Err(format!(
                "requires min version {needed} but target environment allows up to {allowed}"
            ));
        }
        self.version = self.version.max(version);
        Ok(())
    }

    /// Adds a version that the target environment may have: what asks for it is valid only there.
    pub(super) fn prefer(&mut self, version: u32) {
        if version <= self.target.version {
            self.version = self.version.max(version);
        }
    }

    fn version_or_extension(&mut self, entry: &Availability) -> Result<(), String> {
        let extensions = entry.extensions;
        match entry.min_version {
            Some(FIRST) => return Ok(()),
            Some(version) if extensions.is_empty() => return self.at_least(version),
            None if extensions.is_empty() => return Ok(()),
            _ => {}
        }
        if self.extensions.iter().any(|(known, _)| extensions.contains(known)) {
            return Ok(());
        }
        let implied = entry.min_version.is_some_and(|version| version <= self.target.version);
        let allowed = |name: &&&str| implied || self.target.extensions.contains(*name);
        let declared = |name: &&&str| self.own.extensions.contains(*name) && allowed(name);
        let chosen = extensions.iter().find(declared).or_else(|| extensions.iter().find(allowed));
        let Some(chosen) = chosen else {
            let list = extensions.join(", ");
            return Err(format!(
                "requires at least one extension in [{list}] but none allowed in target environment"
            ));
        };
        self.extension(chosen, entry.min_version)
    }

    /// Adds an extension that versions from `since` on have, and the version that it asks for.
    fn extension(&mut self, extension: &'c str, since: Option<u32>) -> Result<(), String> {
        self.extensions.push((extension, since));
        let asked = EXTENSION_VERSIONS.iter().find(|(name, _)| *name == extension);
        asked.map_or(Ok(()), |(_, version)| self.at_least(*version))
    }

    /// Whether the module declares one of some capabilities itself.
    pub(super) fn declares(&self, list: &[u32]) -> bool {
        list.iter().any(|capability| self.own.capabilities.contains(capability))
    }

    /// Adds one of several capabilities.
    ///
    /// # Errors
    /// The target environment allows none.
    pub(super) fn any(&mut self, list: &[u32], how: Any) -> Result<(), String> {
        let mut there = list.iter().filter(|&&c| self.declared.contains(c));
        if matches!(how, Any::Cheapest) && there.next().is_some() {
            return Ok(());
        }
        let mut allowed = list.iter().copied().filter(|&c| self.allowed.contains(c));
        let mut declared = allowed.clone().filter(|c| self.own.capabilities.contains(c));
        let chosen = if matches!(how, Any::Cheapest) { declared.next() } else { None };
        match chosen.or_else(|| allowed.next()) {
            Some(chosen) => self.capability(chosen),
            None if matches!(how, Any::FirstAllowed) => Ok(()),
            None => {
                let names: Vec<&str> = list.iter().map(|&c| name(c)).collect();
                Err(format!(
                    "requires at least one capability in [{}] but none allowed in target environment",
                    names.join(", ")
                ))
            }
        }
    }

    /// Adds a capability, and the version or extension that has it.
    fn capability(&mut self, capability: u32) -> Result<(), String> {
        if self.capabilities.contains(&capability) {
            return Ok(());
        }
        self.capabilities.push(capability);
        self.declared.insert(capability);
        match CAPABILITY.by_value(capability) {
            Some(row) => self.version_or_extension(&row.availability),
            None => Ok(()),
        }
    }

    /// Keeps what the module declares and the tables say nothing of.
    ///
    /// # Errors
    /// The target environment does not allow it.
    pub(super) fn keep(&mut self, is_told: impl Fn(Declared<'_>) -> bool) -> Result<(), String> {
        let why = "as it declares it, and whether it needs it cannot be told; but it is not allowed in target \
                   environment";
        for capability in self.own.capabilities.clone() {
            if is_told(Declared::Capability(capability)) || self.declared.contains(capability) {
                continue;
            }
            if !self.allowed.contains(capability) {
                return Err(format!("requires capability {}, {why}", name(capability)));
            }
            self.capability(capability)?;
        }
        for &extension in &self.own.extensions.clone() {
            let known = self.extensions.iter().any(|(known, _)| *known == extension);
            if known || is_told(Declared::Extension(extension)) {
                continue;
            }
            if !self.target.extensions.contains(&extension) {
                return Err(format!("requires extension {extension}, {why}"));
            }
            self.extension(extension, None)?;
        }
        Ok(())
    }
}

/// What a module declares.
#[derive(Clone, Copy, Debug)]
pub(super) enum Declared<'a> {
    Capability(u32),
    Extension(&'a str),
}

fn name(capability: u32) -> &'static str {
    CAPABILITY.by_value(capability).map_or("an unknown one", |row| row.name)
}

fn version_text(version: u32) -> String {
    format!("v{}.{}", version >> 16 & 0xFF, version >> 8 & 0xFF)
}
