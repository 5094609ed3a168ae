//! Interned source locations

use crate::attrs::Attribute;
use crate::handles::Ident;

/// Tag bit of locations that are positions in the parsed MLIR text.
const TEXT: u32 = 1 << 31;
/// Tag bit of text positions that belong to an op from which the located op was created. Without [`TEXT`], the tag bit
/// of interned locations that only diagnostics show.
const DERIVED: u32 = 1 << 30;

/// Handle of an interned location. [`Location::UNKNOWN`] is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Location(pub(crate) u32);

impl Location {
    /// The unknown location.
    pub const UNKNOWN: Location = Location(0);

    /// Returns the location for a byte offset in the parsed MLIR text. Returns [`Self::UNKNOWN`] beyond 1 GiB.
    ///
    /// Text positions are not interned. They serve diagnostics, are printed only on request and are never exported.
    pub fn text(offset: usize) -> Location {
        let offset = u32::try_from(offset).ok().filter(|offset| offset & (TEXT | DERIVED) == 0);
        offset.map_or(Location::UNKNOWN, |offset| Location(offset | TEXT))
    }

    /// Returns the byte offset of a [`Self::text`] location; `None` for other locations.
    pub fn text_offset(self) -> Option<usize> {
        (self.0 & TEXT != 0).then_some((self.0 & !(TEXT | DERIVED)) as usize)
    }

    /// Returns the location for an op that is created from an op at this location. Error messages point to a text
    /// position, but also show the created op. All other locations are unchanged.
    pub fn derived(self) -> Location {
        if self.0 & TEXT != 0 { Location(self.0 | DERIVED) } else { self }
    }

    /// Returns whether this is the text position of an op from which the located op was created.
    pub fn is_derived(self) -> bool {
        self.0 & (TEXT | DERIVED) == TEXT | DERIVED
    }

    /// Returns this location for diagnostics only. Diagnostics show the location, but it counts as unknown everywhere
    /// else: [`Context::loc_data`](crate::Context::loc_data), printing and export. A text position is unchanged.
    pub fn diagnostic_only(self) -> Location {
        if self.is_explicit() { Location(self.0 | DERIVED) } else { self }
    }

    /// Returns the location that diagnostics show. Reverts [`Self::diagnostic_only`].
    pub(crate) fn in_diagnostics(self) -> Location {
        if self.0 & TEXT == 0 { Location(self.0 & !DERIVED) } else { self }
    }

    /// Returns whether the input specifies the location, so that it is printed and exported. False for unknown
    /// locations, positions in the MLIR text and locations [only for diagnostics](Self::diagnostic_only).
    pub fn is_explicit(self) -> bool {
        self.0 != 0 && self.0 & (TEXT | DERIVED) == 0
    }

    /// Returns the location for an op that is derived from an op at this location. An explicit location becomes unknown;
    /// any other location is inherited.
    pub fn position(self) -> Location {
        if self.is_explicit() { Location::UNKNOWN } else { self }
    }

    /// Returns whether this is [`Self::UNKNOWN`].
    pub fn is_unknown(self) -> bool {
        self == Location::UNKNOWN
    }
}

/// The contents of a location.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum LocData {
    /// `loc(unknown)`
    Unknown,
    /// `loc("file":1:2)`
    FileLineCol {
        /// File name.
        file: Ident,
        /// Line number, usually starting at 1. Every 32-bit value is preserved.
        line: u32,
        /// Column number.
        column: u32,
    },
    /// `loc("name"(child))`
    Name {
        /// Name given to the location.
        name: Ident,
        /// The location that has this name.
        child: Location,
    },
    /// `loc(callsite(callee at caller))`
    CallSite {
        /// The location of the inlined code.
        callee: Location,
        /// The location of the inlined call.
        caller: Location,
    },
    /// `loc(fused<metadata>[a, b])`
    Fused {
        /// Any attribute, if present.
        metadata: Option<Attribute>,
        /// The locations that are fused.
        parts: Box<[Location]>,
    },
}
