//! Accumulation of deduced requirements, and choice between alternatives

use crate::requirements::EXTENSION_VERSIONS;
use spv_dialect::availability::CapabilitySet;
use spv_dialect::generated::enums::CAPABILITY;
use spv_dialect::vce::{FIRST, Vce};
use spv_ir::dialect::Availability;

/// Strategy for choosing a capability if each of several would suffice.
#[derive(Clone, Copy, Debug)]
pub(super) enum Any {
    /// A capability that is already required, otherwise one that the module declares, otherwise the first that the
    /// target allows.
    Cheapest,
    /// The first capability that the target allows.
    First,
    /// The first capability that the target allows. If the target allows none, there is no requirement.
    FirstAllowed,
}

/// The requirements deduced so far, and the limits of the target.
pub(super) struct Deduction<'c> {
    target: Vce<'c>,
    allowed: CapabilitySet,
    /// The version, capabilities and extensions that the module declares.
    stated: Vce<'c>,
    /// Capabilities that are chosen only if no other suffices, because they do not match the module's memory model or
    /// execution models.
    last_choices: Vec<u32>,
    version: u32,
    capabilities: Vec<u32>,
    declared: CapabilitySet,
    /// Required extensions, each with the first version that includes it, if any.
    extensions: Vec<(&'c str, Option<u32>)>,
}

impl<'c> Deduction<'c> {
    pub(super) fn new(target: Vce<'c>, stated: Vce<'c>, last_choices: Vec<u32>) -> Deduction<'c> {
        Deduction {
            allowed: target.capabilities.iter().copied().collect(),
            target,
            stated,
            last_choices,
            version: FIRST,
            capabilities: Vec::new(),
            declared: CapabilitySet::default(),
            extensions: Vec::new(),
        }
    }

    /// Returns the requirements. Omits extensions that the required version includes.
    pub(super) fn finish(self) -> Vce<'c> {
        let needed = |(_, since): &&(&str, Option<u32>)| since.is_none_or(|since| since > self.version);
        let extensions = self.extensions.iter().filter(needed).map(|e| e.0).collect();
        Vce { version: self.version, capabilities: self.capabilities, extensions }
    }

    /// Adds the requirements of a grammar entry.
    ///
    /// # Errors
    ///
    /// The target environment does not allow the requirements.
    pub(super) fn entry(&mut self, entry: &Availability) -> Result<(), String> {
        self.entry_or(entry, &[])
    }

    /// Adds the requirements of a grammar entry. If the module declares an extension in `instead` but none of the
    /// entry's capabilities, that extension is required in place of the entry.
    ///
    /// # Errors
    ///
    /// The target environment does not allow the requirements.
    pub(super) fn entry_or(
        &mut self,
        entry: &Availability,
        instead: &'static [&'static str],
    ) -> Result<(), String> {
        let capabilities = entry.capabilities;
        let extension = if self.declares(capabilities) { None } else { self.declared_extension(instead) };
        if let Some(extension) = extension {
            return self.extension(extension, None);
        }
        // An extension that the entry's capability requires already satisfies the entry.
        let by_extension = |capability: &u32| {
            let row = CAPABILITY.by_value(*capability).map(|row| &row.availability);
            row.is_some_and(|row| row.min_version == entry.min_version && !row.extensions.is_empty())
        };
        if !entry.extensions.is_empty() || !capabilities.iter().any(by_extension) {
            self.version_or_extension(entry)?;
        }
        if capabilities.is_empty() { Ok(()) } else { self.any(capabilities, Any::Cheapest) }
    }

    /// Raises the required version to at least `version`.
    ///
    /// # Errors
    ///
    /// The version is newer than the target environment allows.
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

    /// Raises the required version if the target environment allows it. Used for constructs that are only valid with
    /// this version.
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
        let known = self.extensions.iter().find(|(known, _)| extensions.contains(known));
        if let Some(&(known, _)) = known {
            return self.extension(known, entry.min_version);
        }
        let implied = entry.min_version.is_some_and(|version| version <= self.target.version);
        let allowed = |name: &&&str| implied || self.target.extensions.contains(*name);
        let declared = |name: &&&str| self.stated.extensions.contains(*name) && allowed(name);
        let chosen = extensions.iter().find(declared).or_else(|| extensions.iter().find(allowed));
        let Some(chosen) = chosen else {
            let list = extensions.join(", ");
            return Err(format!(
                "requires at least one extension in [{list}] but none allowed in target environment"
            ));
        };
        self.extension(chosen, entry.min_version)
    }

    /// Adds an extension that is included in version `since` and newer. Also raises the version to the minimum for
    /// the extension.
    fn extension(&mut self, extension: &'c str, since: Option<u32>) -> Result<(), String> {
        if let Some((_, known)) = self.extensions.iter_mut().find(|(known, _)| *known == extension) {
            // Several requirements may need the extension, so the version must include it for all of them.
            *known = known.zip(since).map(|(known, since)| known.max(since));
            return Ok(());
        }
        self.extensions.push((extension, since));
        let asked = EXTENSION_VERSIONS.iter().find(|(name, _)| *name == extension);
        asked.map_or(Ok(()), |(_, version)| self.at_least(*version))
    }

    /// Returns the first extension in `list` that the module declares and the target allows, if any.
    fn declared_extension(&self, list: &'static [&'static str]) -> Option<&'static str> {
        let is_stated =
            |name: &&&str| self.stated.extensions.contains(*name) && self.target.extensions.contains(*name);
        list.iter().find(is_stated).copied()
    }

    /// Adds the first extension in `list` that the module declares and the target allows. Returns whether one was
    /// added.
    ///
    /// # Errors
    ///
    /// The target environment does not allow the version that the extension requires.
    pub(super) fn by_extension(&mut self, list: &'static [&'static str]) -> Result<bool, String> {
        match self.declared_extension(list) {
            Some(extension) => self.extension(extension, None).map(|()| true),
            None => Ok(false),
        }
    }

    /// Returns whether the module declares any of the capabilities in `list`.
    pub(super) fn declares(&self, list: &[u32]) -> bool {
        list.iter().any(|capability| self.stated.capabilities.contains(capability))
    }

    /// Adds one of the capabilities in `list`, chosen by the strategy `how`. Each of them suffices.
    ///
    /// # Errors
    ///
    /// The target environment allows none of the capabilities.
    pub(super) fn any(&mut self, list: &[u32], how: Any) -> Result<(), String> {
        let mut there = list.iter().filter(|&&c| self.declared.contains(c));
        if matches!(how, Any::Cheapest) && there.next().is_some() {
            return Ok(());
        }
        let mut allowed = list.iter().copied().filter(|&c| self.allowed.contains(c));
        let mut declared = allowed.clone().filter(|c| self.stated.capabilities.contains(c));
        let mut suited = allowed.clone().filter(|&c| !self.last_choices.contains(&c) && self.is_available(c));
        let chosen = match how {
            Any::Cheapest => declared.next().or_else(|| suited.next()),
            Any::First | Any::FirstAllowed => None,
        };
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

    /// Returns whether the target has the version or an extension that a capability requires.
    fn is_available(&self, capability: u32) -> bool {
        let Some(row) = CAPABILITY.by_value(capability) else { return true };
        let Availability { min_version, extensions, .. } = row.availability;
        min_version.is_some_and(|version| version <= self.target.version)
            || min_version.is_none() && extensions.is_empty()
            || extensions.iter().any(|name| self.target.extensions.contains(name))
    }

    /// Adds a capability, and the version or extension that it requires.
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

    /// Adds all declared capabilities and extensions whose necessity cannot be determined from the grammar. `is_told`
    /// returns whether the necessity of a declaration can be determined.
    ///
    /// # Errors
    ///
    /// The target environment does not allow one of these declarations.
    pub(super) fn keep(&mut self, is_told: impl Fn(Declared<'_>) -> bool) -> Result<(), String> {
        let why = "which it declares, and whether it is used cannot be determined; but it is not allowed \
                   in target environment";
        for capability in self.stated.capabilities.clone() {
            if is_told(Declared::Capability(capability)) || self.declared.contains(capability) {
                continue;
            }
            if !self.allowed.contains(capability) {
                return Err(format!("requires capability {}, {why}", name(capability)));
            }
            self.capability(capability)?;
        }
        for &extension in &self.stated.extensions.clone() {
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

/// A capability or extension that a module declares.
#[derive(Clone, Copy, Debug)]
pub(super) enum Declared<'a> {
    Capability(u32),
    Extension(&'a str),
}

/// Returns the name of a capability.
pub(super) fn name(capability: u32) -> &'static str {
    CAPABILITY.by_value(capability).map_or("unknown", |row| row.name)
}

fn version_text(version: u32) -> String {
    format!("v{}.{}", version >> 16 & 0xFF, version >> 8 & 0xFF)
}
