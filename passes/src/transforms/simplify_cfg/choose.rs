//! Replacement of selection results with selects, for selections that are themselves preserved

use super::State;
use crate::support::nesting::{Nesting, region_of};
use rustc_hash::FxHashSet;
use spv_dialect::spv;
use spv_ir::rewrite::{constant_of, is_used};
use spv_ir::{Block, Body, Builder, Context, InsertPoint, NewOp, Op, Value, ValueDef, walk};

/// The values that a selection forwards to its merge block, for each side of its branch.
struct Arms {
    condition: Value,
    /// For each side, the branch to the merge block and the index of its successor.
    edges: [(Op, usize); 2],
    merge: Block,
    end: Op,
}

/// Replaces results of selections with selects, if both values are available outside of the selection. For example, a
/// flag that records which arm was taken is the condition itself. Returns the number of replaced results.
pub(super) fn results(state: &mut State<'_>) -> u64 {
    let has_results = |op: &Op| state.body.def(*op) == spv::Selection::ID && state.body.result_count(*op) > 0;
    let ops: Vec<Op> = walk::ops(state.body).filter(has_results).collect();
    let nesting = Nesting::default();
    let mut changes = 0;
    for op in ops {
        let Some(arms) = Arms::new(state.ctx, state.body, op) else { continue };
        for index in 0..state.body.result_count(op) {
            if let Some(values) = arms.values(state.ctx, state.body, &nesting, op, index) {
                choose(state.body, op, index, arms.condition, values);
                changes += 1;
            }
        }
    }
    changes
}

impl Arms {
    fn new(ctx: &Context, body: &Body, op: Op) -> Option<Arms> {
        // An op after the construct would separate it from the continue target, which shares its block in the binary.
        if body.slot(op, spv::Selection::CONTINUE_TARGET) != 0 {
            return None;
        }
        let region = body.region(op, 0);
        let (first, merge) = (body.first_block(region)?, body.last_block(region)?);
        let (branch, end) = (body.last_op(first)?, body.last_op(merge)?);
        if body.def(branch) != spv::BranchConditional::ID || body.def(end) != spv::Merge::ID {
            return None;
        }
        let condition = body.own_operands(branch).next()?;
        if body.value_type(condition) != ctx.common().i1 {
            return None;
        }
        let mut uses = body.block_uses(merge);
        let (Some(a), Some(b), None) = (uses.next(), uses.next(), uses.next()) else { return None };
        let arms = [0, 1].map(|number| reachable(body, body.successor(branch, number), merge));
        // The side to which an edge belongs. For an edge of the selection's own branch, the side is the successor
        // index. For other edges, it is the only arm that contains the edge's block.
        let side = |(op, number): (Op, usize)| {
            if op == branch {
                return Some(number);
            }
            let block = body.parent(op)?;
            match arms.each_ref().map(|arm| arm.contains(&block)) {
                [true, false] => Some(0),
                [false, true] => Some(1),
                _ => None,
            }
        };
        let edges = match (side(a)?, side(b)?) {
            (0, 1) => [a, b],
            (1, 0) => [b, a],
            _ => return None,
        };
        Some(Arms { condition, edges, merge, end })
    }

    /// Returns the value of a result on each side, if it is profitable to select between them. Otherwise returns
    /// `None`.
    fn values(
        &self,
        ctx: &Context,
        body: &Body,
        nesting: &Nesting,
        op: Op,
        index: usize,
    ) -> Option<[Value; 2]> {
        let result = body.result(op, index);
        is_used(ctx, body, result).then_some(())?;
        let passed = body.operands(self.end).nth(index)?;
        let number = match body.value_def(passed) {
            ValueDef::Argument(block, number) if block == self.merge => number as usize,
            _ => return None,
        };
        let mut values = [passed; 2];
        for (value, &(branch, successor)) in values.iter_mut().zip(&self.edges) {
            *value = body.successor_args(branch, successor).nth(number)?;
        }
        let around = body.parent(op).and_then(|block| body.block_parent(block))?;
        let is_there =
            |&value: &Value| region_of(body, value).is_some_and(|home| nesting.is_within(body, around, home));
        let named = [result, passed].iter().any(|&value| body.value_annotations(value).attrs.is_some());
        let is_bool = body.value_type(result) == ctx.common().i1;
        let is_constant = |&value: &Value| constant_of(ctx, body, value).is_some();
        let pays = is_bool && values.iter().any(is_constant);
        (pays && !named && values[0] != values[1] && values.iter().all(is_there)).then_some(values)
    }
}

/// Returns the blocks that are reachable from a block without entering the merge block.
fn reachable(body: &Body, from: Block, merge: Block) -> FxHashSet<Block> {
    let mut found = FxHashSet::default();
    let mut work = vec![from];
    while let Some(block) = work.pop() {
        if block != merge && found.insert(block) {
            work.extend(body.last_op(block).into_iter().flat_map(|last| body.successors(last)));
        }
    }
    found
}

fn choose(body: &mut Body, op: Op, index: usize, condition: Value, [yes, no]: [Value; 2]) {
    let mut b = Builder::new(body);
    let result = b.result(op, index);
    let (loc, ty, name) = (b.loc(op), b.value_type(result), b.value_name(result));
    b.at = b.next(op).map_or(InsertPoint::Detached, InsertPoint::Before);
    let new = NewOp { loc, operands: &[condition, yes, no], results: &[ty], ..NewOp::new(spv::Select::ID) };
    let value = b.value(new);
    b.set_value_name(value, name);
    b.replace_all_uses(result, value);
}
