//! Parser state shared across ops: cached facts about definitions, and skipped or deferred bodies

use crate::outline::Braces;
use smallvec::SmallVec;
use spv_ir::Location;
use spv_ir::dialect::{OpDef, OpDefId};
use spv_ir::text::ArgDecl;

/// The facts computed once for an op definition.
pub(crate) struct OpInfo {
    /// The initial slot values.
    pub presets: SmallVec<[u32; 8]>,
    /// Index of the first slot of each parameter.
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

/// A function with a skipped body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FunctionText {
    /// Offset of the op name, which equals the [`Location::text`] of the op.
    pub start: usize,
    /// Offset of the opening brace of the body.
    pub open: usize,
    /// Offset after the closing brace of the body. If it is missing, the start of the next function or the end of the
    /// text.
    pub end: usize,
    /// Whether the body has a closing brace.
    pub closed: bool,
    /// The definition of the op whose body contains the function; `None` at the top level.
    pub owner: Option<OpDefId>,
}

/// The bodies to skip and the functions skipped so far.
pub(crate) struct Skips {
    pub braces: Vec<Braces>,
    pub skipped: Vec<FunctionText>,
}

impl Skips {
    /// Returns the braces of the body that opens at an offset.
    pub fn at(&self, open: usize) -> Option<Braces> {
        self.braces.binary_search_by_key(&open, |b| b.open).ok().map(|i| self.braces[i])
    }
}

/// A body to be parsed later.
pub(crate) struct Deferred {
    /// Range of the braces.
    pub open: usize,
    pub end: usize,
    pub owner: OpDefId,
    /// Location of the function.
    pub loc: Option<Location>,
    pub args: Vec<ArgDecl>,
    /// Number of enclosing regions.
    pub regions: u32,
    /// Number of the scope that contains the function.
    pub scope: u32,
}
