//! Values forwarded by the exits of a loop

use crate::support::nesting::{is_within, region_of};
use spv_dialect::spv;
use spv_ir::dialect::OpDefId;
use spv_ir::{Block, Body, Builder, Op, Region, Value, walk};

/// Returns the ops with definition `exit` in the given blocks and in constructs nested in them. Does not look into
/// nested loops.
pub(crate) fn exits_of(body: &Body, blocks: &[Block], exit: OpDefId) -> Vec<Op> {
    let mut list = Vec::new();
    for op in blocks.iter().flat_map(|&b| body.ops(b)) {
        if body.def(op) == exit {
            list.push(op);
        }
        if body.region_count(op) == 0 || body.def(op) == spv::Loop::ID {
            continue;
        }
        let mut at = walk::ops_in_region(body, body.region(op, 0));
        while let Some(op) = at.next() {
            if body.def(op) == spv::Loop::ID {
                at.skip_regions(op);
            } else if body.def(op) == exit {
                list.push(op);
            }
        }
    }
    list
}

/// Returns the values defined in the loop `owner` that its merge block uses directly, not through block arguments.
/// Their definitions need not dominate an exit that a pass adds to the loop.
pub(crate) fn named(body: &Body, owner: Op, merge: Block) -> Vec<Value> {
    let (args, region) = (body.args(merge), body.region(owner, 0));
    let inside = |value: Value| region_of(body, value).is_none_or(|home| is_within(body, home, region));
    let mut list: Vec<Value> = Vec::new();
    for value in body.last_op(merge).into_iter().flat_map(|end| body.operands(end)) {
        if !args.contains(&value) && inside(value) && !list.contains(&value) {
            list.push(value);
        }
    }
    list
}

/// Adds block arguments to the merge block of a loop for values that the block uses directly. All exits forward these
/// values.
pub(crate) fn pass_named(body: &mut Body, owner: Op, merge: Block) {
    let values = named(body, owner, merge);
    let Some(end) = body.last_op(merge).filter(|_| !values.is_empty()) else { return };
    for &value in &values {
        let ty = body.value_type(value);
        let arg = Builder::new(body).add_arg(merge, ty);
        for i in 0..body.operand_count(end) {
            if body.operand(end, i) == value {
                Builder::new(body).set_operand(end, i, arg);
            }
        }
    }
    let region = body.region(owner, 0);
    pass_more(body, region, merge, spv::Break::ID, &values);
}

/// Appends values to the operands that all branches and exits forward to the block `target` of a loop.
pub(crate) fn pass_more(body: &mut Body, region: Region, target: Block, exit: OpDefId, values: &[Value]) {
    let edges: Vec<(Op, usize)> = body.block_uses(target).collect();
    for (branch, number) in edges {
        let args: Vec<Value> = body.successor_args(branch, number).chain(values.iter().copied()).collect();
        Builder::new(body).set_successor_args(branch, number, &args);
    }
    let blocks: Vec<Block> = body.blocks(region).collect();
    for exit in exits_of(body, &blocks, exit) {
        let operands: Vec<Value> = body.operands(exit).chain(values.iter().copied()).collect();
        Builder::new(body).set_operands(exit, &operands, &[]);
    }
}
