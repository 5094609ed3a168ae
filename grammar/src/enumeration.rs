//! Enumerations, and where they and instructions may be used.

use crate::row::Param;

/// Where an instruction or enumerant may be used: all of it data.
#[derive(Clone, Copy, Debug)]
pub struct Availability {
    /// First version that has it without an extension, as `major << 16 | minor << 8`; `None` where only
    /// extensions give it.
    pub min_version: Option<u32>,
    /// Last version that has it.
    pub max_version: Option<u32>,
    /// Any one of these capabilities allows it (values of the enum `Capability`); empty: no demand.
    pub capabilities: &'static [u32],
    /// Any one of these extensions allows it below `min_version`.
    pub extensions: &'static [&'static str],
}

impl Availability {
    /// That of what no version or extension gives.
    pub const UNSTATED: Availability =
        Availability { min_version: None, max_version: None, capabilities: &[], extensions: &[] };
}

/// One enumerant of an [`EnumDef`].
#[derive(Clone, Copy, Debug)]
pub struct Enumerant {
    /// Canonical name.
    pub name: &'static str,
    /// Value, or bits.
    pub value: u32,
    /// Operands that follow in the binary form when it is present.
    pub params: &'static [Param],
    /// Where it may be used.
    pub availability: Availability,
}

/// An enumeration: of values, or of bits to be or-ed.
#[derive(Debug)]
pub struct EnumDef {
    /// Name of the operand kind, e.g. `StorageClass`.
    pub name: &'static str,
    /// Whether values are bit sets.
    pub bits: bool,
    /// Whether any enumerant has parameters.
    pub has_params: bool,
    /// Whether values without a name are allowed as numbers: in the binary form it is a literal, some of whose
    /// values have names.
    pub open: bool,
    /// Sorted by value, one entry a value.
    pub enumerants: &'static [Enumerant],
    /// Every name, aliases included, with its value; sorted by name.
    pub names: &'static [(&'static str, u32)],
}

impl EnumDef {
    /// The enumerant of a value (one bit at a time for bit enums).
    pub fn by_value(&self, value: u32) -> Option<&'static Enumerant> {
        let i = self.enumerants.partition_point(|e| e.value < value);
        self.enumerants.get(i).filter(|e| e.value == value)
    }

    /// The value of a name, aliases included.
    pub fn by_name(&self, name: &str) -> Option<u32> {
        let i = self.names.binary_search_by(|(n, _)| (*n).cmp(name)).ok()?;
        Some(self.names[i].1)
    }

    /// The enumerants present in `value`, in order of value: itself for value enums, each set bit
    /// for bit enums. Bits or values without a name are left out: see [`Self::is_known`].
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

    /// Whether the value is valid where one of the enumeration is expected: every bit (or the value) has a
    /// name, or needs none.
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
