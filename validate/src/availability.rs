//! Validation of required capabilities, extensions and versions
//!
//! The grammar gives the requirements of instructions, enumerants and types. The rules here have no check functions.
//! Instead, [`Walk`](super::walk) queries this module for each op, type and decoration that it visits, to avoid a
//! second traversal.

use super::environment::{self, Api};
use super::facts::Facts;
use super::rule::{Check, Rule, rule};
use crate::requirements;
use spv_dialect::generated::enums::{BUILT_IN, CAPABILITY, DECORATION, FP_ENCODING, FP_ROUNDING_MODE};
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::ops::OPCODE;
use spv_dialect::generated::values::{built_in, capability as c, decoration};
use spv_dialect::table::core_row;
use spv_dialect::types;
use spv_ir::dialect::{Availability, EnumDef, Enumerant, ParamKind};
use spv_ir::types::FloatKind;
use spv_ir::{Type, TypeData};

/// Validation rules for capabilities, extensions and versions.
pub const RULES: &[Rule] = &[
    rule(
        "SPV-capability-missing",
        "3.31",
        "requires a capability that the module does not declare",
        Check::Walk,
    ),
    rule(
        "SPV-version-missing",
        "2.3",
        "requires a newer version of SPIR-V, or an extension that the module does not declare",
        Check::Walk,
    ),
    rule("SPV-version-removed", "2.3", "was removed in the module's version of SPIR-V", Check::Walk),
    rule(
        "SPV-capability-environment",
        "3.31",
        "the environment does not support a capability that the module declares",
        Check::Walk,
    ),
    rule(
        "SPV-version-environment",
        "2.3",
        "the module's version is newer than the environment supports",
        Check::Walk,
    ),
    rule(
        "SPV-extension-version",
        "2.3",
        "the extension requires a newer version of SPIR-V",
        Check::Module(|facts| {
            let early = |(name, version): &(&str, u32)| facts.version < *version && facts.has_extension(name);
            Some(!requirements::EXTENSION_VERSIONS.iter().any(early))
        }),
    ),
    rule(
        "SPV-type-width",
        "3.42.6",
        "a number of this width requires a capability that the module does not declare",
        Check::Walk,
    ),
];

/// Elements of [`RULES`] that this module and [`Walk`](super::walk) report.
pub(super) const CAPABILITY_MISSING: &Rule = &RULES[0];
pub(super) const VERSION_MISSING: &Rule = &RULES[1];
pub(super) const VERSION_REMOVED: &Rule = &RULES[2];
pub(super) const CAPABILITY_ENVIRONMENT: &Rule = &RULES[3];
pub(super) const VERSION_ENVIRONMENT: &Rule = &RULES[4];
pub(super) const TYPE_WIDTH: &Rule = &RULES[6];

/// An unmet requirement, and the declarations that would satisfy it.
pub(super) struct Missing {
    pub rule: &'static Rule,
    pub what: String,
    pub note: String,
}

/// Returns a requirement of an instruction that the module does not meet, or `None` if it meets all of them. If the
/// module declares one of the instruction's capabilities, only that capability's own version or extension is required.
pub(super) fn instruction(facts: &Facts<'_>, opcode: u32) -> Option<Missing> {
    let row = core_row(opcode)?;
    let entry = &row.availability;
    let name = row.name.strip_prefix("spv.").unwrap_or(row.name);
    let by_extension = requirements::instead_of_row(row).iter().any(|name| facts.has_extension(name));
    if !by_extension && let Some(missing) = lacks_capability(facts, entry.capabilities) {
        return Some(capability(&format!("Op{name}"), missing));
    }
    if let Some(last) = entry.max_version.filter(|last| *last < facts.version) {
        return Some(removed(&format!("Op{name}"), last));
    }
    if !entry.capabilities.is_empty() && opcode != op::TERMINATE_INVOCATION {
        return None;
    }
    lacks_version(facts, entry).then(|| version(&format!("Op{name}"), entry))
}

/// Returns a requirement of an enumerant that the module does not meet, or `None` if it meets all of them. For a bit
/// enum, checks all bits that are set.
pub(super) fn enumerants(facts: &Facts<'_>, def: &'static EnumDef, value: u32) -> Option<Missing> {
    if std::ptr::eq(def, &OPCODE) {
        return None;
    }
    def.present(value).filter(|_| !def.bits || value != 0).find_map(|one| enumerant(facts, def, one))
}

fn is(def: &'static EnumDef, other: &'static EnumDef) -> bool {
    std::ptr::eq(def, other)
}

fn enumerant(facts: &Facts<'_>, def: &'static EnumDef, one: &'static Enumerant) -> Option<Missing> {
    let entry = &one.availability;
    // Blocks may contain these built-ins as unused members even if the capability is not declared.
    const UNUSED: [u32; 3] = [built_in::POINT_SIZE, built_in::CLIP_DISTANCE, built_in::CULL_DISTANCE];
    let rounding =
        is(def, &FP_ROUNDING_MODE) || is(def, &DECORATION) && one.value == decoration::FP_ROUNDING_MODE;
    let instead = requirements::instead_of_enumerant(def, one);
    if is(def, &BUILT_IN) && UNUSED.contains(&one.value)
        || rounding && facts.stores_16_bits()
        || instead.iter().any(|name| facts.has_extension(name))
    {
        return None;
    }
    let name = format!("{} {}", def.name, one.name);
    let is_capability = is(def, &CAPABILITY);
    // Only Vulkan requires a capability for the decoration itself.
    let capabilities: &[u32] = match is(def, &DECORATION) && one.value == decoration::FP_ROUNDING_MODE {
        true if facts.is_vulkan() => &[
            c::STORAGE_BUFFER16_BIT_ACCESS,
            c::UNIFORM_AND_STORAGE_BUFFER16_BIT_ACCESS,
            c::STORAGE_PUSH_CONSTANT16,
            c::STORAGE_INPUT_OUTPUT16,
        ],
        true => &[],
        false => entry.capabilities,
    };
    if !is_capability && let Some(missing) = lacks_capability(facts, capabilities) {
        return Some(capability(&name, missing));
    }
    if let Some(last) = entry.max_version.filter(|last| *last < facts.version) {
        return Some(removed(&name, last));
    }
    lacks_version(facts, entry).then(|| version(&name, entry))
}

/// Returns `list` if the module declares none of its capabilities. Returns `None` if it declares one, if the list is
/// empty, or if the environment provides none of them.
fn lacks_capability(facts: &Facts<'_>, list: &'static [u32]) -> Option<&'static [u32]> {
    if list.is_empty() || facts.has_any(list) {
        return None;
    }
    let latest = facts.env.environment.version;
    let visible = |capability: &u32| {
        CAPABILITY.by_value(*capability).is_some_and(|row| {
            let entry = &row.availability;
            entry.min_version.is_some_and(|version| version <= latest)
                || !entry.extensions.is_empty()
                || !entry.capabilities.is_empty()
        })
    };
    list.iter().any(visible).then_some(list)
}

fn lacks_version(facts: &Facts<'_>, entry: &Availability) -> bool {
    let by_version = entry.min_version.is_some_and(|first| first <= facts.version);
    let reserved = entry.min_version.is_none() && entry.extensions.is_empty();
    !by_version && !reserved && !entry.extensions.iter().any(|name| facts.has_extension(name))
}

fn names(list: &[u32]) -> String {
    let name = |capability: &u32| CAPABILITY.by_value(*capability).map_or("unknown", |row| row.name);
    list.iter().map(name).collect::<Vec<_>>().join(", ")
}

fn version_text(version: u32) -> String {
    format!("{}.{}", version >> 16 & 0xFF, version >> 8 & 0xFF)
}

fn capability_note(list: &[u32]) -> String {
    match list {
        [one] => format!("declare capability {}", names(&[*one])),
        _ => format!("declare one of the capabilities {}", names(list)),
    }
}

fn capability(what: &str, list: &[u32]) -> Missing {
    Missing { rule: CAPABILITY_MISSING, what: what.to_owned(), note: capability_note(list) }
}

fn removed(what: &str, last: u32) -> Missing {
    let note = format!("the last version with it was {}", version_text(last));
    Missing { rule: VERSION_REMOVED, what: what.to_owned(), note }
}

fn version(what: &str, entry: &Availability) -> Missing {
    let extensions = entry.extensions.join(" or ");
    let note = match entry.min_version {
        Some(first) if extensions.is_empty() => format!("use version {} or newer", version_text(first)),
        Some(first) => {
            format!("use version {} or newer, or declare extension {extensions}", version_text(first))
        }
        None => format!("declare extension {extensions}"),
    };
    Missing { rule: VERSION_MISSING, what: what.to_owned(), note }
}

/// Returns the unmet requirements of the module's declared version and capabilities. Also returns the declared
/// capability if the environment does not support it.
pub(super) fn declarations(facts: &Facts<'_>) -> Vec<(Missing, Option<u32>)> {
    let environment = &facts.env.environment;
    let mut found = Vec::new();
    if facts.version > environment.version {
        let [own, latest] = [facts.version, environment.version].map(version_text);
        let missing = Missing {
            rule: VERSION_ENVIRONMENT,
            what: format!("version {own}"),
            note: format!("{} supports versions up to {latest}", environment.name),
        };
        found.push((missing, None));
    }
    for &capability in &facts.declared {
        found.extend(enumerants(facts, &CAPABILITY, capability).into_iter().map(|missing| (missing, None)));
        let Some(row) = CAPABILITY.by_value(capability) else { continue };
        let extensions = row.availability.extensions;
        let by_extension = extensions.iter().any(|name| facts.has_extension(name));
        if by_extension || environment::allows(environment, capability, |other| facts.has(other)) {
            continue;
        }
        let note = match (environment.api, extensions) {
            (_, []) => format!("{} does not support it", environment.name),
            (Api::Universal, _) => continue,
            (_, list) => format!("declare extension {}", list.join(" or ")),
        };
        let what = format!("capability {}", row.name);
        found.push((Missing { rule: CAPABILITY_ENVIRONMENT, what, note }, Some(capability)));
    }
    found
}

/// Returns a requirement of a type that the module does not meet, or `None` if it meets all of them. Ignores component
/// types.
pub(super) fn of_type(facts: &Facts<'_>, ty: Type) -> Option<Missing> {
    let ctx = facts.ctx;
    let width =
        |what: String, list: &[u32]| Some(Missing { rule: TYPE_WIDTH, what, note: capability_note(list) });
    if let Some(number) = requirements::number(ctx, ty) {
        let what = match ctx.type_data(ty) {
            TypeData::Integer { width, .. } => format!("an integer of {width} bits"),
            TypeData::Float(kind) => format!("a float of {} bits", kind.width()),
            _ => String::new(),
        };
        return if facts.allows(number) { None } else { width(what, number.capabilities) };
    }
    match ctx.type_data(ty) {
        TypeData::Float(FloatKind::F32) => return None,
        TypeData::Float(kind) => {
            return match requirements::encoding(*kind) {
                Some(encoding) => enumerant(facts, &FP_ENCODING, encoding),
                None => Some(Missing {
                    rule: TYPE_WIDTH,
                    what: format!("a float of the format {}", kind.name()),
                    note: "SPIR-V has no such floating-point encoding".to_owned(),
                }),
            };
        }
        TypeData::Vector { dims, .. } => {
            let needed = dims.iter().map(|&count| requirements::vector(count)).max_by_key(|any| any.len());
            let lacks = needed.filter(|any| any.len() > 1 && !facts.has_any(any));
            return lacks.and_then(|any| width("a vector of more than four components".to_owned(), any));
        }
        _ => {}
    }
    let (code, params) = types::view(ctx, ty)?;
    let row = core_row(code)?;
    let continued = || instruction(facts, requirements::continued_struct(ctx, ty)?.opcode);
    if let Some(missing) = instruction(facts, code).or_else(continued) {
        return Some(missing);
    }
    row.params.iter().zip(params.iter().skip(1)).find_map(|(param, attr)| {
        let ParamKind::Enum(def) = param.kind else { return None };
        enumerants(facts, def, u32::try_from(ctx.attr_u64(*attr)?).ok()?)
    })
}
