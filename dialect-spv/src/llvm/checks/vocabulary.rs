//! Ops, types, attributes, enumerants, capabilities and extensions that exist in an LLVM version

use crate::attributes::{self, AttrKind};
use crate::generated::enums::{CAPABILITY, DIM, STORAGE_CLASS};
use crate::generated::opcodes;
use crate::llvm::{LLVM14, LLVM22, LLVM24, since};
use crate::text::compose::unsampled;
use crate::text::tensors::{self, MAX_RANK};
use crate::types;
use rustc_hash::FxHashSet;
use spv_ir::dialect::{ABSENT, EnumDef};
use spv_ir::{AttrData, Attribute, Context, TextForm, Type, TypeData};

/// The names that exist in an LLVM version.
pub(super) struct Vocabulary {
    /// Syntax of the LLVM version.
    pub form: &'static TextForm,
    /// Newest SPIR-V version that the LLVM version supports, in the encoding of the SPIR-V header.
    last_version: u32,
    /// Op names. Each string contains one name per line.
    ops: &'static [&'static str],
    /// Extension and capability names. Each string contains one name per line. Capabilities have the grammar's names.
    needs: &'static [&'static str],
    /// Capabilities and extensions that `needs` contains but the LLVM version lacks.
    removed: &'static [&'static str],
    /// Supported enumerants of partially supported enumerations, one `Enumeration.Name` per line.
    enumerants: &'static str,
    /// Names of the types, in several arrays.
    types: &'static [&'static [&'static str]],
    attributes: &'static [&'static str],
}

/// Vocabularies of the LLVM versions for which names are checked. Other LLVM versions have all names.
static VOCABULARIES: [Vocabulary; 3] = [
    Vocabulary {
        form: &LLVM14,
        last_version: super::LAST_VERSION,
        ops: &[OPS_14],
        needs: &[NEEDS_14],
        removed: &[],
        enumerants: "",
        types: &[TYPES_14],
        attributes: &["spv.interface_var_abi", "spv.target_env", "spv.vce"],
    },
    Vocabulary {
        form: &LLVM22,
        last_version: 0x0001_0600,
        ops: &[OPS_22],
        needs: &[NEEDS_22],
        removed: &[],
        enumerants: include_str!("../enumerants22.txt"),
        types: &[TYPES_22],
        attributes: ATTRIBUTES_22,
    },
    Vocabulary {
        form: &LLVM24,
        last_version: 0x0001_0600,
        ops: &[OPS_22, include_str!("../ops24.txt")],
        needs: &[NEEDS_22, include_str!("../capabilities24.txt")],
        removed: &["SPV_INTEL_long_constant_composite"],
        enumerants: include_str!("../enumerants22.txt"),
        types: &[TYPES_22, TYPES_24],
        attributes: ATTRIBUTES_22,
    },
];

const OPS_14: &str = include_str!("../ops14.txt");
const OPS_22: &str = include_str!("../ops22.txt");
const NEEDS_14: &str = include_str!("../capabilities14.txt");
const NEEDS_22: &str = include_str!("../capabilities22.txt");

const TYPES_14: &[&str] = &[
    "spv.array",
    "spv.coopmatrix",
    "spv.image",
    "spv.matrix",
    "spv.ptr",
    "spv.rtarray",
    "spv.sampled_image",
    "spv.struct",
];
const TYPES_22: &[&str] = &[
    "spv.array",
    "spv.coopmatrix_khr",
    "spv.image",
    "spv.matrix",
    "spv.ptr",
    "spv.rtarray",
    "spv.sampled_image",
    "spv.struct",
    "spv.tensor_arm",
];
/// Types that LLVM 24 has and LLVM 22 lacks.
const TYPES_24: &[&str] = &["spv.named_barrier", "spv.sampler"];
const ATTRIBUTES_22: &[&str] =
    &["spv.interface_var_abi", "spv.replicate", "spv.resource_limits", "spv.target_env", "spv.vce"];

/// Returns the vocabulary of an LLVM version, or `None` if the version has all names.
pub(super) fn of_version(version: u32) -> Option<&'static Vocabulary> {
    VOCABULARIES.iter().find(|known| known.form.version == version)
}

/// Returns whether LLVM 14 knows the SPIR-V extension `name`.
pub fn has_extension(name: &str) -> bool {
    VOCABULARIES[0].has_need(name)
}

/// The values of a partially supported enumeration.
pub(super) struct KnownValues {
    values: FxHashSet<u32>,
    /// Union of the values of a set.
    bits: u32,
}

impl KnownValues {
    /// Returns whether a version certainly has all enumerants of a value, if the value is present.
    pub fn has(&self, value: u32) -> bool {
        match self.bits {
            _ if value == ABSENT => true,
            bits if bits != 0 && value != 0 => value & !bits == 0,
            _ => self.values.contains(&value),
        }
    }
}

impl Vocabulary {
    /// Returns the advice to append to an error about an op, type or attribute that the LLVM version lacks.
    pub fn advice(&self) -> String {
        let version = self.form.version;
        format!("omit --mlir-compat={version} to keep it, or run passes that lower it first")
    }

    /// Returns the names of all ops in the LLVM version.
    pub fn ops(&self) -> FxHashSet<&'static str> {
        self.ops.iter().flat_map(|list| list.lines()).collect()
    }

    fn has_need(&self, name: &str) -> bool {
        self.needs().any(|known| known == name)
    }

    /// Returns the names of all capabilities and extensions in the LLVM version.
    fn needs(&self) -> impl Iterator<Item = &'static str> {
        let all = self.needs.iter().flat_map(|list| list.lines());
        all.filter(|name| !self.removed.contains(name))
    }

    /// Returns the names of the enumerations that the LLVM version supports only partially.
    pub fn incomplete(&self) -> FxHashSet<&'static str> {
        self.enumerants.lines().filter_map(|line| line.split_once('.')).map(|(name, _)| name).collect()
    }

    /// Returns the enumerants of `enumeration` that the LLVM version has, or `None` if it has all of them.
    pub fn known_values(&self, enumeration: &EnumDef) -> Option<KnownValues> {
        let rows = self.enumerants.lines().filter_map(|line| line.split_once('.'));
        let names: FxHashSet<&str> =
            rows.filter(|(name, _)| *name == enumeration.name).map(|(_, enumerant)| enumerant).collect();
        let known = enumeration.enumerants.iter().filter(|enumerant| names.contains(enumerant.name));
        let values: FxHashSet<u32> = known.map(|enumerant| enumerant.value).collect();
        let bits = if enumeration.bits { values.iter().fold(0, |bits, value| bits | value) } else { 0 };
        (!names.is_empty()).then_some(KnownValues { values, bits })
    }

    /// Returns an error message if `value` contains an enumerant that the LLVM version lacks.
    pub fn enumerant_problem(&self, enumeration: &EnumDef, value: u32) -> Option<String> {
        let listed = || self.enumerants.lines().filter_map(|line| line.split_once('.'));
        if value == ABSENT || !listed().any(|(name, _)| name == enumeration.name) {
            return None;
        }
        let has = |name: &str| listed().any(|row| row == (enumeration.name, name));
        let unknown = enumeration.present(value).find(|enumerant| !has(enumerant.name))?;
        let (kind, name, form) = (enumeration.name, unknown.name, self.form.name);
        Some(format!("has a {kind} that does not exist in {form}: {name}"))
    }

    /// Returns an error message if the LLVM version cannot represent the type.
    pub fn type_problem(&self, ctx: &Context, ty: Type) -> Option<String> {
        let TypeData::Param { def, distinct, .. } = ctx.type_data(ty) else { return None };
        let def = ctx.registry().type_def(*def);
        // In the syntax of newer versions, the types of other dialects are already those of LLVM 22.
        if def.is_builtin() || self.form.uses_later_formats && !def.name.starts_with("spv.") {
            return None;
        }
        let form = self.form.name;
        if !self.types.iter().any(|list| list.contains(&def.name)) {
            let name = if self.form.uses_later_formats {
                def.name.replacen("spv.", "spirv.", 1)
            } else {
                def.name.to_owned()
            };
            return Some(format!("has a type that does not exist in {form}: `!{name}`; {}", self.advice()));
        }
        if let Some((code, params)) = types::view(ctx, ty) {
            let number = |at: usize| params.get(at).and_then(|attr| ctx.attr_u64(*attr)).map(|n| n as u32);
            let enumerant = match code {
                opcodes::TYPE_POINTER => number(1).map(|class| (&STORAGE_CLASS, class)),
                opcodes::TYPE_IMAGE => number(2).map(|dim| (&DIM, dim)),
                _ => None,
            };
            if let Some(problem) = enumerant.and_then(|(def, value)| self.enumerant_problem(def, value)) {
                return Some(format!("{problem}; {}", self.advice()));
            }
            let tensor = code == opcodes::TYPE_TENSOR_ARM && since::TENSOR_SHAPES.holds(Some(self.form));
            let rank = if tensor { tensors::rank(ctx, params) } else { None };
            if let Some(rank) = rank.filter(|rank| *rank > MAX_RANK) {
                return Some(format!(
                    "has a tensor of rank {rank}, but a shape in text has at most {MAX_RANK} dimensions; {}",
                    self.advice()
                ));
            }
            let image = params.get(1).filter(|_| code == opcodes::TYPE_SAMPLED_IMAGE);
            let image = image.filter(|_| since::SAMPLED_DIMS.holds(Some(self.form)));
            if let Some(dim) = image.and_then(|image| unsampled(ctx, ctx.attr_type(*image)?)) {
                return Some(format!(
                    "has a sampled image of Dim {dim}, which {form} rejects; {}",
                    self.advice()
                ));
            }
        }
        // For newer LLVM versions, the importer has already merged identical types.
        let kept_apart = *distinct != 0 && !self.form.uses_later_formats;
        let problem = "has one of two equal types that the binary keeps apart, which LLVM 14 cannot";
        kept_apart.then(|| format!("{problem}; {}", self.advice()))
    }

    /// Returns an error message if the LLVM version lacks the attribute.
    pub fn attribute_problem(&self, ctx: &Context, attr: Attribute) -> Option<String> {
        let AttrData::Param { def, .. } = ctx.attr_data(attr) else { return None };
        let (name, form) = (ctx.registry().attr_def(*def).name, self.form.name);
        let known = self.attributes.contains(&name);
        (!known).then(|| format!("has an attribute that does not exist in {form}: `#{name}`"))
    }

    /// Returns an error message if a `#spv.vce` contains a SPIR-V version, capability or extension that the LLVM
    /// version lacks.
    pub fn need_problem(&self, ctx: &Context, triple: Attribute) -> Option<String> {
        let Some((AttrKind::Vce, [version, capabilities, extensions])) = attributes::view(ctx, triple) else {
            return None;
        };
        let form = self.form.name;
        let version = ctx.attr_u64(*version).and_then(|n| u32::try_from(n).ok()).unwrap_or(0);
        if version > self.last_version {
            let (last, text) = (self.last_version, |v: u32| format!("v{}.{}", v >> 16, v >> 8 & 0xFF));
            return Some(format!(
                "has an unknown version: {}, {form} knows none after {}",
                text(version),
                text(last)
            ));
        }
        let known: FxHashSet<u32> = self.needs().filter_map(|name| CAPABILITY.by_name(name)).collect();
        if let AttrData::Words(words) = ctx.attr_data(*capabilities)
            && let Some(unknown) = words.iter().find(|word| !known.contains(word))
        {
            let name = CAPABILITY.by_value(*unknown).map_or("?", |e| e.name);
            return Some(format!("has an unknown capability: {name}, which does not exist in {form}"));
        }
        let names = ctx.attr_array(*extensions).unwrap_or(&[]).iter().filter_map(|attr| ctx.attr_str(*attr));
        let unknown = names.into_iter().find(|name| !self.has_need(name))?;
        Some(format!("has an unknown extension: {unknown}, which does not exist in {form}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_dialect() {
        let registry = crate::registry();
        for vocabulary in &VOCABULARIES {
            let ops = vocabulary.ops();
            let unknown = ops.into_iter().find(|name| registry.op_by_name(name).is_none());
            assert_eq!(unknown, None, "{}", vocabulary.form.name);
            for name in vocabulary.types.iter().copied().flatten() {
                assert!(crate::types::TYPES.iter().any(|(_, known)| known == name), "{name}");
            }
        }
    }
}
