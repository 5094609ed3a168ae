//! Enumerations, and availability of enumerants and instructions.

use crate::row::Param;

/// The versions, capabilities and extensions that an instruction or enumerant requires.
#[derive(Clone, Copy, Debug)]
pub struct Availability {
    /// First version that provides the entity without an extension, as `major << 16 | minor << 8`. `None` if only
    /// extensions provide the entity.
    pub min_version: Option<u32>,
    /// Last version that provides the entity.
    pub max_version: Option<u32>,
    /// Values of the enum `Capability`; any one of them suffices. Empty if none is required.
    pub capabilities: &'static [u32],
    /// Extensions that provide the entity below `min_version`; any single extension suffices.
    pub extensions: &'static [&'static str],
}

impl Availability {
    /// Availability of entities that no version and no extension provides.
    pub const UNSTATED: Availability =
        Availability { min_version: None, max_version: None, capabilities: &[], extensions: &[] };
}

/// An enumerant of an [`EnumDef`].
#[derive(Clone, Copy, Debug)]
pub struct Enumerant {
    /// Canonical name.
    pub name: &'static str,
    /// Value or bits.
    pub value: u32,
    /// Operands that follow the enumerant in the binary form.
    pub params: &'static [Param],
    /// Requirements for its use.
    pub availability: Availability,
}

/// An enumeration of values or of bits.
#[derive(Debug)]
pub struct EnumDef {
    /// Name of the operand kind, such as `StorageClass`.
    pub name: &'static str,
    /// Whether values are bit sets.
    pub bits: bool,
    /// Whether any enumerant has parameters.
    pub has_params: bool,
    /// Whether unnamed values are allowed as numbers: the binary form has a literal with some named values.
    pub open: bool,
    /// Enumerants sorted by value, one per value.
    pub enumerants: &'static [Enumerant],
    /// All names including aliases, with their values; sorted by name.
    pub names: &'static [(&'static str, u32)],
}

impl EnumDef {
    /// Returns the enumerant of a value, or of a single bit.
    pub fn by_value(&self, value: u32) -> Option<&'static Enumerant> {
        let i = self.enumerants.partition_point(|e| e.value < value);
        self.enumerants.get(i).filter(|e| e.value == value)
    }

    /// Returns the value of a name or alias.
    pub fn by_name(&self, name: &str) -> Option<u32> {
        let i = self.names.binary_search_by(|(n, _)| (*n).cmp(name)).ok()?;
        Some(self.names[i].1)
    }

    /// Returns the enumerants present in `value`, sorted by value: a single enumerant, or one per set bit of a bit
    /// enum. Omits unknown values and bits: see [`Self::is_known`].
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

    /// Returns whether a value is valid for the enumeration: the value, or each of its bits, has a name or needs
    /// none.
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
