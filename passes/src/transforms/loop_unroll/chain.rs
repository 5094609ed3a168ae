//! Loops whose turns go through all blocks one after another.

use super::{Plan, not_again};
use rustc_hash::FxHashMap;
use spv_ir::copy::{Copier, CopyMap, keep_attrs, keep_locs};
use spv_ir::{At, Block, Body, Builder, Op, Value};

/// What stands for the values of a loop in one turn.
struct Turn {
    map: FxHashMap<Value, Value>,
}

impl Turn {
    fn begin(body: &Body, header: Block, values: &[Value]) -> Turn {
        Turn { map: body.args(header).iter().copied().zip(values.iter().copied()).collect() }
    }

    fn of(&self, value: Value) -> Value {
        self.map.get(&value).copied().unwrap_or(value)
    }

    /// Copies the ops of a block but its terminator to before `at`.
    fn block(&mut self, body: &mut Body, block: Block, at: Op) {
        let last = body.last_op(block);
        let ops: Vec<Op> = body.ops(block).filter(|&op| Some(op) != last).collect();
        let values = std::mem::take(&mut self.map);
        let map = CopyMap { values, blocks: FxHashMap::default() };
        let mut copier = Copier { from: None, map, attrs: &keep_attrs, locs: &keep_locs };
        for op in ops {
            copier.op(body, op, At::Before(at));
        }
        self.map = copier.map.values;
    }

    /// Follows the plain branch from a block to the next one.
    fn follow(&mut self, body: &Body, from: Block, to: Block) {
        let Some(branch) = body.last_op(from) else { return };
        let number = body.successors(branch).position(|b| b == to).unwrap_or(0);
        let passed: Vec<Value> = body.successor_args(branch, number).map(|v| self.of(v)).collect();
        self.map.extend(body.args(to).iter().copied().zip(passed));
    }

    /// Copies blocks that follow each other.
    fn row(&mut self, body: &mut Body, row: &[Block], at: Op) {
        for (number, &block) in row.iter().enumerate() {
            if number > 0 {
                self.follow(body, row[number - 1], block);
            }
            self.block(body, block, at);
        }
    }
}

/// What the last block of a turn passes to the header.
fn passed_back(body: &Body, plan: &Plan) -> Vec<Value> {
    let latch = plan.rest.last().and_then(|&b| body.last_op(b));
    latch.map(|l| body.successor_args(l, 0).collect()).unwrap_or_default()
}

/// Copies all turns to before the loop, which goes.
pub(super) fn copy_out(body: &mut Body, plan: &Plan) {
    let header = plan.blocks.header;
    let mut values: Vec<Value> = match body.last_op(plan.blocks.entry) {
        Some(enters) => body.successor_args(enters, 0).collect(),
        None => return,
    };
    let row = plan.row();
    let back = passed_back(body, plan);
    for _ in 0..plan.turns {
        let mut turn = Turn::begin(body, header, &values);
        turn.row(body, &row, plan.op);
        values = back.iter().map(|&v| turn.of(v)).collect();
    }
    // Up to the test once more: it leaves.
    let mut turn = Turn::begin(body, header, &values);
    turn.row(body, &plan.test, plan.op);
    turn.follow(body, plan.exit(), plan.blocks.merge);
    let Some(end) = body.last_op(plan.blocks.merge) else { return };
    let results: Vec<Value> = body.operands(end).map(|v| turn.of(v)).collect();
    let mut b = Builder::new(body);
    for (i, value) in results.into_iter().enumerate() {
        let result = b.result(plan.op, i);
        b.replace_all_uses(result, value);
    }
    b.erase(plan.op);
}

/// Adds further turns behind each, without asking whether to go on.
pub(super) fn repeat(body: &mut Body, plan: &Plan, more: u64) {
    let header = plan.blocks.header;
    let Some(latch) = plan.rest.last().and_then(|&b| body.last_op(b)) else { return };
    let row = plan.row();
    let mut values = passed_back(body, plan);
    // Only what was there at first is copied.
    let template: Vec<Vec<Op>> = row
        .iter()
        .map(|&block| body.ops(block).filter(|&op| Some(op) != body.last_op(block)).collect())
        .collect();
    let back = values.clone();
    for _ in 0..more {
        let mut turn = Turn::begin(body, header, &values);
        for (number, ops) in template.iter().enumerate() {
            if number > 0 {
                turn.follow(body, row[number - 1], row[number]);
            }
            let values = std::mem::take(&mut turn.map);
            let map = CopyMap { values, blocks: FxHashMap::default() };
            let mut copier = Copier { from: None, map, attrs: &keep_attrs, locs: &keep_locs };
            for &op in ops {
                copier.op(body, op, At::Before(latch));
            }
            turn.map = copier.map.values;
        }
        values = back.iter().map(|&v| turn.of(v)).collect();
    }
    Builder::new(body).set_successor_args(latch, 0, &values);
    not_again(body, plan.op);
}
