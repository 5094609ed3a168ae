//! The two forms of a function's control flow, and the way from one to the other.
//!
//! *CFG form*: plain blocks; a header's terminator declares its construct. *Region form*:
//! `spv.mlir.selection` and `spv.mlir.loop`, whose regions hold the blocks of the construct.
//!
//! What a block becomes in region form:
//!
//! - The header of a selection keeps its ops; its terminator moves to the first block of the
//!   construct's region, and the construct's op takes its place.
//! - The header of a loop becomes the second block of the loop's region. The op stands where the
//!   branch to the header stood, if one plain branch leads there; otherwise in a block made for it
//!   (`fused`).
//! - A merge block gives its ops to the block that holds the construct's op, behind it: code goes on
//!   in sequence. The emptied block is the last of the construct's region and passes its arguments
//!   on as the results of the op.
//! - A branch from a construct to the merge block or continue target of one around it becomes an
//!   exit op; where the branch has other targets, too, in a block of its own (`trampoline`).

mod analysis;
mod routes;
mod structurize;

pub use analysis::Unstructured;
pub use structurize::structurize;

use crate::structure;
use spv_ir::dialect::{OpDefId, OpRow, Registry};

/// The definitions of the control-flow ops in a registry.
#[derive(Clone, Copy, Debug)]
pub struct ControlDefs {
    /// `spv.Branch`
    pub branch: OpDefId,
    /// `spv.BranchConditional`
    pub branch_conditional: OpDefId,
    /// `spv.Switch`
    pub switch: OpDefId,
    /// `spv.mlir.selection`
    pub selection: OpDefId,
    /// `spv.mlir.loop`
    pub r#loop: OpDefId,
    /// `spv.mlir.merge`
    pub merge: OpDefId,
    /// `spv.mlir.break`
    pub r#break: OpDefId,
    /// `spv.mlir.continue`
    pub r#continue: OpDefId,
    /// `spv.mlir.switch_break`
    pub switch_break: OpDefId,
}

impl ControlDefs {
    /// Looks them up. `None` if the dialect is not registered.
    pub fn new(registry: &Registry) -> Option<ControlDefs> {
        let get = |row: &OpRow| registry.op_by_name(row.name);
        Some(ControlDefs {
            branch: get(&structure::BRANCH)?,
            branch_conditional: get(&structure::BRANCH_CONDITIONAL)?,
            switch: get(&structure::SWITCH)?,
            selection: get(&structure::SELECTION)?,
            r#loop: get(&structure::LOOP)?,
            merge: get(&structure::MERGE)?,
            r#break: get(&structure::BREAK)?,
            r#continue: get(&structure::CONTINUE)?,
            switch_break: get(&structure::SWITCH_BREAK)?,
        })
    }

    /// First slot of the merge declaration of a branch: its kind, selection control, loop control and
    /// the loop control's literals follow one another.
    pub fn merge_slot(&self, def: OpDefId) -> Option<usize> {
        if def == self.branch {
            Some(0)
        } else if def == self.branch_conditional || def == self.switch {
            Some(1)
        } else {
            None
        }
    }
}
