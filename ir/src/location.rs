//! Source locations: interned.

use crate::attrs::Attribute;
use crate::context::Ident;

/// Handle of an interned location; [`Location::UNKNOWN`] is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Location(pub(crate) u32);

impl Location {
    /// No location.
    pub const UNKNOWN: Location = Location(0);

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
    /// A position in the IR text itself: serves diagnostics, is printed only on request, and is
    /// never exported.
    Text {
        /// File name.
        file: Ident,
        /// Byte offset into it.
        offset: u32,
    },
}
