//! Copying of single loop iterations

use rustc_hash::FxHashMap;
use spv_ir::copy::{Copier, CopyMap, keep_attrs, keep_locs};
use spv_ir::{Block, Body, InsertPoint, Op, Value};

/// Value map of one iteration, from values in the loop to their copies.
#[derive(Default)]
pub(in crate::transforms) struct Iteration {
    pub map: FxHashMap<Value, Value>,
}

impl Iteration {
    /// Starts an iteration, with `values` as the header arguments.
    pub fn begin(body: &Body, header: Block, values: &[Value]) -> Iteration {
        let mut iteration = Iteration::default();
        iteration.enter(body, header, values.iter().copied());
        iteration
    }

    /// Maps the arguments of a block to the given values.
    pub fn enter(&mut self, body: &Body, block: Block, values: impl IntoIterator<Item = Value>) {
        self.map.extend(body.args(block).iter().copied().zip(values));
    }

    /// Returns the copy of a value, or the value itself if it is not copied.
    pub fn of(&self, value: Value) -> Value {
        self.map.get(&value).copied().unwrap_or(value)
    }

    /// Returns the copies of the values that the first edge from one block to another forwards.
    pub fn edge(&self, body: &Body, from: Block, to: Block) -> Vec<Value> {
        let Some(branch) = body.last_op(from) else { return Vec::new() };
        let number = body.successors(branch).position(|b| b == to).unwrap_or(0);
        body.successor_args(branch, number).map(|v| self.of(v)).collect()
    }

    /// Maps the arguments of the block `to` to the copies of the values that the block `from` forwards.
    pub fn follow(&mut self, body: &Body, from: Block, to: Block) {
        let passed = self.edge(body, from, to);
        self.enter(body, to, passed);
    }

    /// Calls `copy` with a copier that uses this iteration's value map. `blocks` maps blocks to their copies.
    pub fn copy(
        &mut self,
        body: &mut Body,
        blocks: FxHashMap<Block, Block>,
        copy: impl FnOnce(&mut Copier<'_>, &mut Body),
    ) {
        let map = CopyMap { values: std::mem::take(&mut self.map), blocks };
        let mut copier = Copier { from: None, map, attrs: &keep_attrs, locs: &keep_locs };
        copy(&mut copier, body);
        self.map = copier.map.values;
    }

    /// Copies the given ops to `at`.
    pub fn ops(&mut self, body: &mut Body, ops: &[Op], at: InsertPoint) {
        self.copy(body, FxHashMap::default(), |copier, body| {
            for &op in ops {
                copier.op(body, op, at);
            }
        });
    }

    /// Copies the ops of the blocks `row`, except terminators, to `at`.
    pub fn row(&mut self, body: &mut Body, row: &[Block], at: InsertPoint) {
        for (index, &block) in row.iter().enumerate() {
            if index > 0 {
                self.follow(body, row[index - 1], block);
            }
            let ops = inner_ops(body, block);
            self.ops(body, &ops, at);
        }
    }
}

/// Returns the ops of a block except for its terminator.
pub(in crate::transforms) fn inner_ops(body: &Body, block: Block) -> Vec<Op> {
    let last = body.last_op(block);
    body.ops(block).filter(|&op| Some(op) != last).collect()
}
