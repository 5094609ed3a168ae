//! Enumerations, and availability of enumerants and instructions

use crate::row::Param;

/// The versions, capabilities and extensions that an instruction or enumerant requires.
#[derive(Clone, Copy, Debug)]
pub struct Availability {
    /// First version that provides the instruction or enumerant without an extension, as `major << 16 | minor << 8`.
    /// `None` if only extensions provide it.
    pub min_version: Option<u32>,
    /// Last version that provides the instruction or enumerant; `None` if no version removed it.
    pub max_version: Option<u32>,
    /// Values of the enum `Capability`, any one of which suffices. Empty if no capability is required.
    pub capabilities: &'static [u32],
    /// Extensions that provide the instruction or enumerant before `min_version`. Any one of them suffices.
    pub extensions: &'static [&'static str],
}

impl Availability {
    /// Availability of instructions and enumerants for which the grammar gives no version, capability or extension.
    pub const UNSTATED: Availability =
        Availability { min_version: None, max_version: None, capabilities: &[], extensions: &[] };
}

/// An enumerant of an [`EnumDef`].
#[derive(Clone, Copy, Debug)]
pub struct Enumerant {
    /// Canonical name in the grammar.
    pub name: &'static str,
    /// Value, or bit of a bit enum.
    pub value: u32,
    /// Operands that follow the enumerant in the binary.
    pub params: &'static [Param],
    /// Versions, capabilities and extensions required to use the enumerant.
    pub availability: Availability,
}

/// An enumeration of the grammar: a value enum or a bit enum.
#[derive(Debug)]
pub struct EnumDef {
    /// Name of the operand kind, such as `StorageClass`.
    pub name: &'static str,
    /// Whether values are bit sets, which combine enumerants.
    pub bits: bool,
    /// Whether any enumerant is followed by parameters in the binary.
    pub has_params: bool,
    /// Whether values without a name are also valid, because the operand is an integer literal with some named
    /// values.
    pub open: bool,
    /// Enumerants sorted by value, one per value.
    pub enumerants: &'static [Enumerant],
    /// All names including aliases, each with its value; sorted by name.
    pub names: &'static [(&'static str, u32)],
}

impl EnumDef {
    /// Returns the enumerant with this value; `None` if no enumerant has it. In a bit enum, the value must be a single
    /// bit.
    pub fn by_value(&self, value: u32) -> Option<&'static Enumerant> {
        let i = self.enumerants.partition_point(|e| e.value < value);
        self.enumerants.get(i).filter(|e| e.value == value)
    }

    /// Returns the value of an enumerant, given its name or an alias; `None` for unknown names.
    pub fn by_name(&self, name: &str) -> Option<u32> {
        let i = self.names.binary_search_by(|(n, _)| (*n).cmp(name)).ok()?;
        Some(self.names[i].1)
    }

    /// Returns the enumerants in `value`, sorted by value: a single enumerant, or one per set bit of a bit enum.
    /// Omits unknown values and bits (see [`Self::is_known`]).
    pub fn present(&self, value: u32) -> impl Iterator<Item = &'static Enumerant> + use<> {
        let (bits, list) = (self.bits, self.enumerants);
        list.iter().filter(move |e| {
            if bits {
                (e.value != 0 && e.value & value == e.value) || (value == 0 && e.value == 0)
            } else {
                e.value == value
            }
        })
    }

    /// Returns the name of the enumerant with this value. For other values of a bit enum, returns the names of the set
    /// bits, joined with `separator`.
    pub fn joined(&self, value: u32, separator: &str) -> String {
        let names: Vec<&str> = match self.by_value(value) {
            Some(whole) => vec![whole.name],
            None => {
                let set = |e: &&Enumerant| e.value.is_power_of_two() && e.value & value != 0;
                self.enumerants.iter().filter(set).map(|e| e.name).collect()
            }
        };
        names.join(separator)
    }

    /// Returns whether a value is valid for the enumeration. In a closed enumeration, the value or each of its bits
    /// must have a name.
    pub fn is_known(&self, value: u32) -> bool {
        if self.open {
            true
        } else if self.bits {
            self.present(value).fold(0, |all, e| all | e.value) == value
        } else {
            self.by_value(value).is_some()
        }
    }
}

impl PartialEq for EnumDef {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}
