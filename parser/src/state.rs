//! What a parser keeps of one op for the next: facts about definitions, and bodies that are left out or read later.

use crate::outline::Braces;
use smallvec::SmallVec;
use spv_ir::Location;
use spv_ir::asm::ArgDecl;
use spv_ir::dialect::{OpDef, OpDefId};

/// What is computed once for a definition.
pub(crate) struct OpInfo {
    /// Slots of an op of which nothing is read yet.
    pub presets: SmallVec<[u32; 8]>,
    /// First slot of each parameter.
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

/// A function whose body was left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FunctionText {
    /// Offset of its op's name: the [`Location::text`] of the op.
    pub start: usize,
    /// Offset of the brace that opens its body.
    pub open: usize,
    /// After the brace that closes its body; where there is none, the start of the next function, or the end of the
    /// text.
    pub end: usize,
    /// Whether there is a brace that closes its body.
    pub closed: bool,
    /// Definition of the op whose body contains it; `None` at the top.
    pub owner: Option<OpDefId>,
}

/// Where bodies are left out.
pub(crate) struct Skips {
    pub braces: Vec<Braces>,
    pub skipped: Vec<FunctionText>,
}

impl Skips {
    /// The braces of the body that opens at an offset.
    pub fn at(&self, open: usize) -> Option<Braces> {
        self.braces.binary_search_by_key(&open, |b| b.open).ok().map(|i| self.braces[i])
    }
}

/// A body that is still to be read.
pub(crate) struct Deferred {
    /// Its braces.
    pub open: usize,
    pub end: usize,
    pub owner: OpDefId,
    /// Of the function.
    pub loc: Option<Location>,
    pub args: Vec<ArgDecl>,
    /// Regions around it.
    pub regions: u32,
    /// Number of the scope that holds the function.
    pub scope: u32,
}
