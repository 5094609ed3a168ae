//! Source locations: interned.

use crate::attrs::Attribute;
use crate::handles::Ident;

/// Tag of a location that is a position in the IR text.
const TEXT: u32 = 1 << 31;

/// Handle of an interned location; [`Location::UNKNOWN`] is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Location(pub(crate) u32);

impl Location {
    /// No location.
    pub const UNKNOWN: Location = Location(0);

    /// A position in the IR text that was parsed, in bytes: serves diagnostics, is printed only on
    /// request and never exported. Takes no interning. [`Self::UNKNOWN`] beyond 2 GiB.
    pub fn text(offset: usize) -> Location {
        u32::try_from(offset).ok().filter(|o| o & TEXT == 0).map_or(Location::UNKNOWN, |o| Location(o | TEXT))
    }

    /// The offset of a [`Self::text`] location.
    pub fn text_offset(self) -> Option<usize> {
        (self.0 & TEXT != 0).then_some((self.0 & !TEXT) as usize)
    }

    /// Whether this is a location that the input states: neither unknown nor a text position.
    pub fn is_explicit(self) -> bool {
        self.0 != 0 && self.0 & TEXT == 0
    }

    /// The place of an op that is made beside one with this location: a position, but nothing that the input states.
    pub fn position(self) -> Location {
        if self.is_explicit() { Location::UNKNOWN } else { self }
    }

    /// Whether this is [`Self::UNKNOWN`].
    pub fn is_unknown(self) -> bool {
        self == Location::UNKNOWN
    }
}

/// What a location is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum LocData {
    /// `loc(unknown)`
    Unknown,
    /// `loc("file":1:2)`
    FileLineCol {
        /// File name.
        file: Ident,
        /// Line, from 1 by custom; any 32-bit number is kept.
        line: u32,
        /// Column.
        column: u32,
    },
    /// `loc("name"(child))`
    Name {
        /// Name.
        name: Ident,
        /// Where it is.
        child: Location,
    },
    /// `loc(callsite(callee at caller))`
    CallSite {
        /// Inlined code.
        callee: Location,
        /// Place it was inlined to.
        caller: Location,
    },
    /// `loc(fused<metadata>[a, b])`
    Fused {
        /// Any attribute.
        metadata: Option<Attribute>,
        /// Parts.
        parts: Box<[Location]>,
    },
}
