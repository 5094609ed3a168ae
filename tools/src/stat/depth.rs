//! Nesting depth of structured control flow

use spv_dialect::spv;
use spv_ir::{Body, Op, walk};

/// Statistics about the selections and loops of a function.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Nesting {
    pub selections: usize,
    pub loops: usize,
    /// Maximum nesting depth of selections and loops.
    pub depth: usize,
    /// Maximum nesting depth of loops.
    pub loop_depth: usize,
}

impl Nesting {
    pub fn new(body: &Body) -> Nesting {
        let mut nesting = Nesting::default();
        // The constructs that enclose the current op, outermost first.
        let mut open: Vec<Op> = Vec::new();
        let mut open_loops = 0;
        for op in walk::ops(body) {
            let is_loop = body.def(op) == spv::Loop::ID;
            if !is_loop && body.def(op) != spv::Selection::ID {
                continue;
            }
            let parent = body.parent(op).and_then(|block| body.block_owner(block));
            while open.last().copied() != parent {
                let Some(left) = open.pop() else { break };
                open_loops -= usize::from(body.def(left) == spv::Loop::ID);
            }
            open.push(op);
            open_loops += usize::from(is_loop);
            nesting.loops += usize::from(is_loop);
            nesting.selections += usize::from(!is_loop);
            nesting.depth = nesting.depth.max(open.len());
            nesting.loop_depth = nesting.loop_depth.max(open_loops);
        }
        nesting
    }
}
