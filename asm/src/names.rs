//! Friendly names for ids, as in spirv-dis
//!
//! A name is derived from OpName, from the built-in decoration, or from the type or constant that the id defines.
//! Other ids are printed as numbers.

use crate::generated::enums::{ACCESS_QUALIFIER, BUILT_IN, STORAGE_CLASS};
use crate::generated::opcodes as op;
use crate::generated::values::{decoration, fp_encoding};
use crate::numbers;
use crate::operands::OperandContext;
use crate::table::core_index;
use rustc_hash::{FxHashMap, FxHashSet};
use spv_grammar::EnumDef;
use spv_grammar::byte_string;

/// Built-ins whose friendly names lack the prefix `gl_`.
const WITHOUT_PREFIX: [&str; 16] = [
    "WorkDim",
    "GlobalSize",
    "EnqueuedWorkgroupSize",
    "GlobalOffset",
    "GlobalLinearId",
    "SubgroupSize",
    "SubgroupMaxSize",
    "NumSubgroups",
    "NumEnqueuedSubgroups",
    "SubgroupId",
    "SubgroupLocalInvocationId",
    "SubgroupEqMask",
    "SubgroupGeMask",
    "SubgroupGtMask",
    "SubgroupLeMask",
    "SubgroupLtMask",
];
/// Built-ins whose friendly names have the prefix `gl_`, each with the name after the prefix. The name is empty if it
/// is the same as the enumerant's.
const WITH_PREFIX: [(&str, &str); 31] = [
    ("Position", ""),
    ("PointSize", ""),
    ("ClipDistance", ""),
    ("CullDistance", ""),
    ("VertexId", "VertexID"),
    ("InstanceId", "InstanceID"),
    ("PrimitiveId", "PrimitiveID"),
    ("InvocationId", "InvocationID"),
    ("Layer", ""),
    ("ViewportIndex", ""),
    ("TessLevelOuter", ""),
    ("TessLevelInner", ""),
    ("TessCoord", ""),
    ("PatchVertices", ""),
    ("FragCoord", ""),
    ("PointCoord", ""),
    ("FrontFacing", ""),
    ("SampleId", "SampleID"),
    ("SamplePosition", ""),
    ("SampleMask", ""),
    ("FragDepth", ""),
    ("HelperInvocation", ""),
    ("NumWorkgroups", "NumWorkGroups"),
    ("WorkgroupSize", "WorkGroupSize"),
    ("WorkgroupId", "WorkGroupID"),
    ("LocalInvocationId", "LocalInvocationID"),
    ("GlobalInvocationId", "GlobalInvocationID"),
    ("LocalInvocationIndex", ""),
    ("VertexIndex", ""),
    ("InstanceIndex", ""),
    ("BaseInstance", ""),
];
/// Suffix of the friendly names of subgroup mask built-ins, even if the grammar's names lack it.
const MASK_SUFFIX: &str = "KHR";

/// Maximum length of a name in bytes. An id with a longer name is printed as a number.
const LONGEST: usize = 256;

/// Friendly names of all ids in a module.
#[derive(Default)]
pub struct Names {
    /// Names of the ids that are not printed as numbers.
    by_id: FxHashMap<u32, String>,
    /// Ids without a name, which are printed as numbers.
    numbered: FxHashSet<u32>,
    /// Names in use, except the numeric names of ids in `numbered`. The value is the next suffix to try for the same
    /// name.
    taken: FxHashMap<String, u32>,
    /// Whether any name in `taken` starts with a digit and may therefore be identical to the number of an id.
    has_numbers: bool,
}

impl Names {
    /// Returns the name of an id without the `%`. `digits` is a buffer for ids printed as numbers.
    pub fn get<'a>(&'a self, id: u32, digits: &'a mut itoa::Buffer) -> &'a str {
        match self.by_id.get(&id) {
            Some(name) => name,
            None => digits.format(id),
        }
    }

    /// Returns the name of an id as an owned string.
    fn owned(&self, id: u32) -> String {
        self.get(id, &mut itoa::Buffer::new()).to_owned()
    }

    /// Records the names that an instruction determines. OpName and built-in decorations name their target; other
    /// instructions name their result.
    pub fn note(&mut self, opcode: u32, words: &[u32], facts: &OperandContext) {
        let word = |index: usize| words.get(index).copied().unwrap_or(0);
        match opcode {
            op::NAME => return self.save(word(1), string(words, 2)),
            op::DECORATE if word(2) == decoration::BUILT_IN => return self.built_in(word(1), word(3)),
            _ => {}
        }
        let Some(shape) = core_index(opcode).map(|i| crate::generated::ops::SHAPES[i]) else { return };
        if !shape.result_id {
            return;
        }
        let id = word(if shape.result_type { 2 } else { 1 });
        let name = match opcode {
            op::TYPE_VOID => "void".to_owned(),
            op::TYPE_BOOL => "bool".to_owned(),
            op::TYPE_INT => {
                let unsigned = word(3) == 0;
                let (sign, root) = match word(2) {
                    8 => ("", "char".to_owned()),
                    16 => ("", "short".to_owned()),
                    32 => ("", "int".to_owned()),
                    64 => ("", "long".to_owned()),
                    width => ("i", width.to_string()),
                };
                format!("{}{root}", if unsigned { "u" } else { sign })
            }
            op::TYPE_FLOAT => match (word(2), words.get(3).and_then(|encoding| encoded_float(*encoding))) {
                (_, Some(name)) => name.to_owned(),
                (16, None) => "half".to_owned(),
                (32, None) => "float".to_owned(),
                (64, None) => "double".to_owned(),
                (width, None) => format!("fp{width}"),
            },
            op::TYPE_VECTOR => format!("v{}{}", word(3), self.owned(word(2))),
            op::TYPE_MATRIX => format!("mat{}{}", word(3), self.owned(word(2))),
            op::TYPE_ARRAY => format!("_arr_{}_{}", self.owned(word(2)), self.owned(word(3))),
            op::TYPE_RUNTIME_ARRAY => format!("_runtimearr_{}", self.owned(word(2))),
            op::TYPE_NODE_PAYLOAD_ARRAY_AMDX => format!("_payloadarr_{}", self.owned(word(2))),
            op::TYPE_POINTER => {
                let storage = enumerant(&STORAGE_CLASS, "StorageClass", word(2));
                format!("_ptr_{storage}_{}", self.owned(word(3)))
            }
            op::TYPE_UNTYPED_POINTER_KHR => {
                format!("_ptr_{}", enumerant(&STORAGE_CLASS, "StorageClass", word(2)))
            }
            op::TYPE_PIPE => format!("Pipe{}", enumerant(&ACCESS_QUALIFIER, "AccessQualifier", word(2))),
            op::TYPE_EVENT => "Event".to_owned(),
            op::TYPE_DEVICE_EVENT => "DeviceEvent".to_owned(),
            op::TYPE_RESERVE_ID => "ReserveId".to_owned(),
            op::TYPE_QUEUE => "Queue".to_owned(),
            op::TYPE_OPAQUE => format!("Opaque_{}", sanitized(string(words, 2))),
            op::TYPE_PIPE_STORAGE => "PipeStorage".to_owned(),
            op::TYPE_NAMED_BARRIER => "NamedBarrier".to_owned(),
            op::TYPE_STRUCT => format!("_struct_{id}"),
            op::CONSTANT_TRUE => "true".to_owned(),
            op::CONSTANT_FALSE => "false".to_owned(),
            op::CONSTANT => {
                let mut value = String::new();
                if let Some(number) = facts.number(word(1)) {
                    numbers::print(&mut value, number, words.get(3..).unwrap_or(&[]));
                }
                format!("{}_{}", self.owned(word(1)), value.replace('-', "n"))
            }
            _ => return self.save_number(id),
        };
        self.save(id, name);
    }

    fn built_in(&mut self, id: u32, value: u32) {
        let Some(name) = BUILT_IN.by_value(value).map(|e| e.name) else { return };
        let base = name.strip_suffix(MASK_SUFFIX).unwrap_or(name);
        if let Some((_, other)) = WITH_PREFIX.iter().find(|(known, _)| *known == name) {
            let rest = if other.is_empty() { name } else { other };
            self.save(id, format!("gl_{rest}"));
        } else if WITHOUT_PREFIX.contains(&base) {
            let suffix = if base.ends_with("Mask") { MASK_SUFFIX } else { "" };
            self.save(id, format!("{base}{suffix}"));
        }
    }

    /// Marks `id` for printing as a number, unless it has a name. If any name begins with a digit, assigns a unique
    /// name based on the number instead.
    fn save_number(&mut self, id: u32) {
        if self.has_numbers {
            self.save(id, id.to_string());
        } else if !self.by_id.contains_key(&id) {
            self.numbered.insert(id);
        }
    }

    /// Assigns a name to an id, unless it already has one. Appends a numeric suffix if another id has the same name.
    fn save(&mut self, id: u32, name: String) {
        if self.by_id.contains_key(&id) || self.numbered.contains(&id) {
            return;
        }
        let base = if name.len() > LONGEST { id.to_string() } else { sanitized(name) };
        self.has_numbers |= base.starts_with(|c: char| c.is_ascii_digit());
        if !self.is_taken(&base) {
            self.by_id.insert(id, base.clone());
            self.taken.insert(base, 0);
            return;
        }
        let mut number = self.taken.get(&base).copied().unwrap_or(0);
        let name = loop {
            let name = format!("{base}_{number}");
            number += 1;
            if !self.is_taken(&name) {
                break name;
            }
        };
        self.taken.insert(base, number);
        self.taken.insert(name.clone(), 0);
        self.by_id.insert(id, name);
    }

    fn is_taken(&self, name: &str) -> bool {
        let number = || name.parse().ok().filter(|id: &u32| itoa::Buffer::new().format(*id) == name);
        self.taken.contains_key(name)
            || name.starts_with(|c: char| c.is_ascii_digit())
                && number().is_some_and(|id| self.numbered.contains(&id))
    }
}

/// Returns the name of a float type with an FP encoding. Returns `None` for unknown encodings.
fn encoded_float(encoding: u32) -> Option<&'static str> {
    Some(match encoding {
        fp_encoding::B_FLOAT16_KHR => "bfloat16",
        fp_encoding::FLOAT8E4M3_EXT => "fp8e4m3",
        fp_encoding::FLOAT8E5M2_EXT => "fp8e5m2",
        fp_encoding::FLOAT6E2M3_EXT => "fp6e2m3",
        fp_encoding::FLOAT6E3M2_EXT => "fp6e3m2",
        fp_encoding::FLOAT4E2M1_EXT => "fp4e2m1",
        fp_encoding::FLOAT8_UNSIGNED_E8M0_EXT => "fp8e8m0",
        fp_encoding::MX_INT8_EXT => "mxint8",
        _ => return None,
    })
}

/// Replaces each byte that is invalid in a name with an underscore.
fn sanitized(name: String) -> String {
    if name.is_empty() {
        return "_".to_owned();
    }
    if name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') {
        return name;
    }
    let plain = |b: u8| if b.is_ascii_alphanumeric() || b == b'_' { char::from(b) } else { '_' };
    byte_string::bytes_of(&name).iter().copied().map(plain).collect()
}

fn enumerant(def: &EnumDef, kind: &str, value: u32) -> String {
    super::spellings::name(def, value).map_or_else(|| format!("{kind}{value}"), str::to_owned)
}

/// Returns the string that starts at a word index.
fn string(words: &[u32], index: usize) -> String {
    let bytes: Vec<u8> = words.get(index..).unwrap_or(&[]).iter().flat_map(|w| w.to_le_bytes()).collect();
    let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    byte_string::text_of(bytes[..end].to_vec())
}
