//! Parser state shared by all ops
//!
//! Includes cached information about op definitions, and bodies that are skipped or parsed afterwards.

use crate::outline::Braces;
use smallvec::SmallVec;
use spv_ir::Location;
use spv_ir::dialect::{OpDef, OpDefId};
use spv_ir::text::ArgDecl;

/// Parsing information that is computed once for each op definition.
pub(crate) struct OpInfo {
    /// The initial values of the op's slots.
    pub presets: SmallVec<[u32; 8]>,
    /// Index of the first slot for each parameter.
    pub slots: SmallVec<[u8; 8]>,
}

impl OpInfo {
    pub fn new(def: &OpDef) -> OpInfo {
        OpInfo {
            presets: def.row.layout().flat_map(|param| param.absent()).collect(),
            slots: def.row.layout().map(|param| param.slot as u8).collect(),
        }
    }
}

/// A function whose body was skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FunctionText {
    /// Offset of the op name, which is also the op's [`Location::text`].
    pub start: usize,
    /// Offset of the opening brace of the body.
    pub open: usize,
    /// Offset after the closing brace of the body. Without a closing brace, the start of the next function or the end
    /// of the source.
    pub end: usize,
    /// Whether the body has a closing brace.
    pub closed: bool,
    /// The definition of the op that contains the function; `None` at the top level.
    pub owner: Option<OpDefId>,
}

/// The braces of the function bodies to skip, and the functions skipped so far.
pub(crate) struct Skips {
    pub braces: Vec<Braces>,
    pub skipped: Vec<FunctionText>,
}

impl Skips {
    /// Returns the braces of the function body that opens at offset `open`. Returns `None` if that body is not to be
    /// skipped.
    pub fn at(&self, open: usize) -> Option<Braces> {
        self.braces.binary_search_by_key(&open, |b| b.open).ok().map(|i| self.braces[i])
    }
}

/// A function body that was skipped, to be parsed in parallel afterwards.
pub(crate) struct Deferred {
    /// Byte offset of the opening brace; `end` is the offset after the closing brace.
    pub open: usize,
    pub end: usize,
    pub owner: OpDefId,
    /// Location of the function op, if known.
    pub loc: Option<Location>,
    pub args: Vec<ArgDecl>,
    /// Number of regions that enclose the function.
    pub regions: u32,
    /// Index of the scope that contains the function.
    pub scope: u32,
}
