//! Dominance violations caused by exits from constructs
//!
//! An exit is an edge into an enclosing region. The dominator tree of that region does not contain this edge. After the
//! exit's target, a value is usable only if it is defined on the path to every exit. The target dominates few blocks: a
//! merge block dominates only its `spv.mlir.merge`, and a continue target only the continue construct. These blocks
//! rarely use values from elsewhere in the construct. Only such uses require the function's whole control-flow graph.

use super::View;
use crate::control::flow::{Flow, NONE};
use crate::control::loop_blocks;
use crate::structure;
use rustc_hash::FxHashSet;
use spv_ir::dialect::Traits;
use spv_ir::{Block, Body, Op, Place, Value, ValueDef, walk};

/// A use of a value that requires a dominance check in the whole control-flow graph.
struct Use {
    /// The block that the exits branch to.
    target: Block,
    op: Op,
    operand: usize,
    value: Value,
}

impl View<'_, '_> {
    /// Checks the uses of values in the blocks after the targets of all visited exits.
    pub(super) fn check_exits(&mut self) {
        let mut targets = std::mem::take(&mut self.exits);
        let mut seen = FxHashSet::default();
        targets.retain(|&target| seen.insert(target));
        let uses: Vec<Use> = targets.into_iter().flat_map(|target| self.uses_after(target)).collect();
        if !uses.is_empty() {
            self.check_uses(&uses);
        }
    }

    /// Returns the uses at and after block `target` of values that an exit to `target` may bypass.
    fn uses_after(&self, target: Block) -> Vec<Use> {
        let body = self.body();
        let Some(owner) = body.block_owner(target) else { return Vec::new() };
        let region = body.block_parent(target);
        let header = loop_blocks(body, owner).filter(|_| self.is(owner, &structure::LOOP)).map(|b| b.header);
        // If the target is the region's last block, it is the merge block; otherwise it is a continue target.
        let last = region.and_then(|r| body.last_block(r));
        let continues = std::iter::successors(Some(target), |&b| body.next_block(b));
        let after: FxHashSet<Block> = match last == Some(target) {
            true => FxHashSet::from_iter([target]),
            false => continues.take_while(|&b| Some(b) != last).collect(),
        };
        let registry = self.ctx().registry();
        let mut list = Vec::new();
        let blocks = std::iter::successors(Some(target), |&b| body.next_block(b));
        for op in blocks.take(after.len()).flat_map(|block| walk::ops_in_block(body, block)) {
            if registry.op(body.def(op)).traits.contains(Traits::WEAK_USES) {
                continue;
            }
            for (operand, value) in body.operands(op).enumerate() {
                let Some(def_block) = block_of(body, value) else { continue };
                if body.block_parent(def_block) == region
                    && Some(def_block) != header
                    && !after.contains(&def_block)
                {
                    list.push(Use { target, op, operand, value });
                }
            }
        }
        list
    }

    fn check_uses(&mut self, uses: &[Use]) {
        let body = self.body();
        let flow = Flow::new(self.ctx(), body);
        let mut nodes = vec![NONE; body.op_count()];
        for node in 0..flow.nodes.len() as u32 {
            flow.ops(body, node).for_each(|op| nodes[op.index()] = node);
        }
        let tree = flow.intervals();
        for &Use { target, op, operand, value } in uses {
            let definition = match body.value_def(value) {
                ValueDef::Result(op, _) if body.region_count(op) > 0 => flow.after(op),
                ValueDef::Result(op, _) => nodes[op.index()],
                ValueDef::Argument(block, _) => flow.start_of(block),
                ValueDef::Forward => continue,
            };
            let (start, user) = (flow.start_of(target), nodes[op.index()]);
            let nowhere = [definition, start, user].contains(&NONE);
            if nowhere || !flow.is_reached(user) || tree.is_ancestor(definition, user) {
                continue;
            }
            // If no exit causes the violation, the general dominance check reports it.
            let is_exit =
                |op: Op| body.parent(op).is_some_and(|b| body.block_parent(b) != body.block_parent(target));
            let mut edges = flow.incoming(start).filter(|e| is_exit(e.op) && flow.is_reached(e.from));
            let Some(exit) = edges.find(|e| !tree.is_ancestor(definition, e.from)) else { continue };
            self.op = op;
            self.error(&format!("operand #{operand} does not dominate this use"));
            let place = match body.value_def(value) {
                ValueDef::Result(op, _) => Place::Op(body.loc(op)),
                _ => block_of(body, value)
                    .and_then(|b| body.block_owner(b))
                    .map_or(Place::None, |o| Place::Op(body.loc(o))),
            };
            self.note(place, "operand defined here");
            self.note(
                Place::Op(body.loc(exit.op)),
                "this exit reaches the use without passing the definition",
            );
        }
    }
}

/// Returns the block that defines a value, or `None` for a forward reference or detached op.
fn block_of(body: &Body, value: Value) -> Option<Block> {
    match body.value_def(value) {
        ValueDef::Result(op, _) => body.parent(op),
        ValueDef::Argument(block, _) => Some(block),
        ValueDef::Forward => None,
    }
}
