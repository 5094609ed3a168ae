//! Availability of instructions and enumerants: required versions, capabilities and extensions
//!
//! An op has the requirements of its instruction and of each of its enumerants. A module satisfies an [`Availability`]
//! if both conditions hold:
//!
//! - The module declares any of the [`Availability`]'s capabilities, or the list of capabilities is empty.
//! - The module's version is high enough, or the module declares any of the [`Availability`]'s extensions. Without a
//!   minimum version and extensions, this condition always holds.

pub mod sections;
pub mod vce;

use crate::generated::enums::CAPABILITY;
use crate::generated::{opcodes, values::capability};
use spv_ir::dialect::{ABSENT, Arity, Availability, EnumDef, OpDef, OpRow, ParamKind};

/// Opcodes that OpSpecConstantOp may wrap with any capability (specification, 3.42.7).
const SPEC_OPS: &[u32] = &[
    opcodes::S_CONVERT,
    opcodes::F_CONVERT,
    opcodes::U_CONVERT,
    opcodes::S_NEGATE,
    opcodes::NOT,
    opcodes::I_ADD,
    opcodes::I_SUB,
    opcodes::I_MUL,
    opcodes::U_DIV,
    opcodes::S_DIV,
    opcodes::U_MOD,
    opcodes::S_REM,
    opcodes::S_MOD,
    opcodes::SHIFT_RIGHT_LOGICAL,
    opcodes::SHIFT_RIGHT_ARITHMETIC,
    opcodes::SHIFT_LEFT_LOGICAL,
    opcodes::BITWISE_OR,
    opcodes::BITWISE_AND,
    opcodes::BITWISE_XOR,
    opcodes::VECTOR_SHUFFLE,
    opcodes::COMPOSITE_EXTRACT,
    opcodes::COMPOSITE_INSERT,
    opcodes::LOGICAL_OR,
    opcodes::LOGICAL_AND,
    opcodes::LOGICAL_NOT,
    opcodes::LOGICAL_EQUAL,
    opcodes::LOGICAL_NOT_EQUAL,
    opcodes::SELECT,
    opcodes::I_EQUAL,
    opcodes::I_NOT_EQUAL,
    opcodes::U_LESS_THAN,
    opcodes::S_LESS_THAN,
    opcodes::U_GREATER_THAN,
    opcodes::S_GREATER_THAN,
    opcodes::U_LESS_THAN_EQUAL,
    opcodes::S_LESS_THAN_EQUAL,
    opcodes::U_GREATER_THAN_EQUAL,
    opcodes::S_GREATER_THAN_EQUAL,
    opcodes::COOPERATIVE_MATRIX_LENGTH_NV,
    opcodes::COOPERATIVE_MATRIX_LENGTH_KHR,
];

/// Opcodes that OpSpecConstantOp may wrap only if the module has the capability Kernel.
const KERNEL_SPEC_OPS: &[u32] = &[
    opcodes::CONVERT_F_TO_S,
    opcodes::CONVERT_S_TO_F,
    opcodes::CONVERT_F_TO_U,
    opcodes::CONVERT_U_TO_F,
    opcodes::CONVERT_PTR_TO_U,
    opcodes::CONVERT_U_TO_PTR,
    opcodes::GENERIC_CAST_TO_PTR,
    opcodes::PTR_CAST_TO_GENERIC,
    opcodes::BITCAST,
    opcodes::F_NEGATE,
    opcodes::F_ADD,
    opcodes::F_SUB,
    opcodes::F_MUL,
    opcodes::F_DIV,
    opcodes::F_REM,
    opcodes::F_MOD,
    opcodes::ACCESS_CHAIN,
    opcodes::IN_BOUNDS_ACCESS_CHAIN,
    opcodes::PTR_ACCESS_CHAIN,
    opcodes::IN_BOUNDS_PTR_ACCESS_CHAIN,
    opcodes::UNTYPED_ACCESS_CHAIN_KHR,
    opcodes::UNTYPED_IN_BOUNDS_ACCESS_CHAIN_KHR,
    opcodes::UNTYPED_PTR_ACCESS_CHAIN_KHR,
    opcodes::UNTYPED_IN_BOUNDS_PTR_ACCESS_CHAIN_KHR,
];

/// Returns whether OpSpecConstantOp may wrap an opcode.
pub fn is_spec_op(opcode: u32) -> bool {
    SPEC_OPS.contains(&opcode) || of_spec_op(opcode).is_some()
}

/// Returns the capability that OpSpecConstantOp needs to wrap an opcode, or `None`. Excludes OpUConvert, whose
/// requirement also depends on the version.
pub fn of_spec_op(opcode: u32) -> Option<u32> {
    match opcode {
        opcodes::QUANTIZE_TO_F16 => Some(capability::SHADER),
        _ => KERNEL_SPEC_OPS.contains(&opcode).then_some(capability::KERNEL),
    }
}

/// Returns the requirements of an instruction, excluding its operands.
pub fn of_row(row: &'static OpRow) -> &'static Availability {
    &row.availability
}

/// Returns the requirements of an enum value: one [`Availability`] for a value enum, one per set bit for a bit enum.
/// Omits unknown values and bits.
pub fn of_enum(def: &EnumDef, value: u32) -> impl Iterator<Item = &'static Availability> + use<> {
    def.present(value).map(|e| &e.availability)
}

/// Returns the requirements of an op: its instruction and the enumerants among its attributes. Omits enumerants nested
/// in attributes: lists of enumerants, and enumerants that are operands of other enumerants.
pub fn of_op<'a>(def: &OpDef, slots: &'a [u32]) -> impl Iterator<Item = &'static Availability> + use<'a> {
    let row = def.row;
    let enums = row.layout().flat_map(move |p| {
        let word = slots.get(p.slot).copied().unwrap_or(ABSENT);
        let found = match p.param.kind {
            ParamKind::Enum(e) | ParamKind::ConstEnum(e)
                if p.param.arity != Arity::Variadic && word != ABSENT =>
            {
                Some(of_enum(e, word))
            }
            _ => None,
        };
        found.into_iter().flatten()
    });
    std::iter::once(of_row(row)).chain(enums)
}

/// Returns the capabilities that `capability` declares implicitly. The list is direct, not transitive.
pub fn implied(capability: u32) -> &'static [u32] {
    CAPABILITY.by_value(capability).map_or(&[], |e| e.availability.capabilities)
}

/// Number of 64-bit words that hold a [`CapabilitySet`].
const SET_WORDS: usize = CAPABILITY.enumerants.len().div_ceil(64);

/// A set of known capabilities, closed under implicit declaration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CapabilitySet {
    /// Bit set indexed by position in the grammar's list of `Capability` enumerants.
    bits: [u64; SET_WORDS],
}

impl CapabilitySet {
    /// Adds a capability and all capabilities that it implies. Returns false if the grammar does not contain
    /// `capability`.
    pub fn insert(&mut self, capability: u32) -> bool {
        let Some((word, bit)) = place(capability) else { return false };
        if self.bits[word] & bit == 0 {
            self.bits[word] |= bit;
            for &other in implied(capability) {
                self.insert(other);
            }
        }
        true
    }

    /// Returns whether the set contains a capability, declared explicitly or implicitly.
    pub fn contains(&self, capability: u32) -> bool {
        place(capability).is_some_and(|(word, bit)| self.bits[word] & bit != 0)
    }

    /// Returns all members, sorted by value.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        CAPABILITY.enumerants.iter().map(|e| e.value).filter(|&c| self.contains(c))
    }
}

impl FromIterator<u32> for CapabilitySet {
    fn from_iter<T: IntoIterator<Item = u32>>(capabilities: T) -> Self {
        let mut set = CapabilitySet::default();
        for capability in capabilities {
            set.insert(capability);
        }
        set
    }
}

/// Returns the word index and bit mask of a capability in a [`CapabilitySet`], or `None` if it is unknown.
fn place(capability: u32) -> Option<(usize, u64)> {
    let i = CAPABILITY.enumerants.binary_search_by_key(&capability, |e| e.value).ok()?;
    Some((i / 64, 1 << (i % 64)))
}

/// The reason why a module does not satisfy an [`Availability`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// The module needs any of these capabilities.
    Capability(&'static [u32]),
    /// The module needs this version (if given) or any of these extensions.
    Version(Option<u32>, &'static [&'static str]),
    /// The instruction or enumerant was removed after this version.
    Removed(u32),
}

/// Checks the requirements of one instruction or enumerant against a module's version, capabilities and extensions.
/// Returns the missing requirement, or `None` if all are met.
pub fn missing(
    entry: &Availability,
    version: u32,
    capabilities: &CapabilitySet,
    has_extension: impl Fn(&str) -> bool,
) -> Option<Missing> {
    if let Some(last) = entry.max_version.filter(|&last| version > last) {
        return Some(Missing::Removed(last));
    }
    let any = entry.capabilities;
    if !any.is_empty() && !any.iter().any(|&c| capabilities.contains(c)) {
        return Some(Missing::Capability(any));
    }
    let extensions = entry.extensions;
    let by_version = match entry.min_version {
        Some(first) => version >= first,
        None => extensions.is_empty(),
    };
    let met = by_version || extensions.iter().any(|e| has_extension(e));
    (!met).then_some(Missing::Version(entry.min_version, extensions))
}

/// The combined requirements of several instructions and enumerants: the minimum that a module must declare.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// Minimum version, from the requirements that no extension can satisfy instead.
    pub version: u32,
    /// Capability requirements. The module needs at least one capability from each list.
    pub capabilities: Vec<&'static [u32]>,
    /// Requirements that a version or an extension satisfies. The module needs the version (if given) or any extension
    /// of the list.
    pub extensions: Vec<(Option<u32>, &'static [&'static str])>,
}

impl Needs {
    /// Adds the requirements of one instruction or enumerant.
    pub fn add(&mut self, entry: &Availability) {
        if !entry.capabilities.is_empty() && !self.capabilities.contains(&entry.capabilities) {
            self.capabilities.push(entry.capabilities);
        }
        let pair = (entry.min_version, entry.extensions);
        match entry.min_version {
            Some(first) if entry.extensions.is_empty() => self.version = self.version.max(first),
            _ if !entry.extensions.is_empty() && !self.extensions.contains(&pair) => {
                self.extensions.push(pair)
            }
            _ => {}
        }
    }
}
