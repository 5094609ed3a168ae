//! Loop unrolling (`loop-unroll`)
//!
//! Fully unrolls loops with a known trip count, or partially unrolls loops by a factor.
//!
//! Unrolls loops in region form whose exit test compares a counter with a constant. The counter must start and advance
//! by constants, or by values that [`Ranges`] prove constant. The test must be at the start or the end of the
//! other ([`chain`]). Otherwise, a construct surrounds each copy; a continue exits that construct. A non-repeating loop
//! surrounds all copies; a break exits that loop ([`exits`]).

mod chain;
pub(super) mod count;
mod exits;
pub(super) mod iteration;
pub(super) mod split;

use crate::flow::{Flow, LoopBlocks, Passed, loop_blocks};
use crate::options::OptionInfo;
use crate::pass::{ControlFlow, Function, FunctionPass, PassInfo, Work};
use crate::ranges::Ranges;
use crate::support::exits::exits_of;
use crate::support::spirv::leaves;
use rustc_hash::{FxHashMap, FxHashSet};
use spv_dialect::generated::values::loop_control;
use spv_dialect::spv;
use spv_ir::rewrite::is_debug_info;
use spv_ir::{Block, Body, Builder, Context, Diagnostics, Op, walk};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Replaces a loop whose trip count is a compile-time constant by that many copies of its \
                  body, or, with factor, unrolls it by that factor. If the factor does not divide the trip count, the \
                  remaining iterations are copied before the loop. A loop that would then execute once is \
                  unrolled completely. The exit test may be at the beginning or at the end of the loop. Values that integer ranges prove constant count as constants. \
                  Additional exits and continues become exits of constructs around the iterations. A loop \
                  that both exits to an outer construct and is continued from within a switch is not \
                  unrolled. Unrolls only loops with the control Unroll, unless all is given.",
    before: "spv.mlir.loop control(Unroll) {\n  ...  // 4 iterations\n}",
    after: "...  // 4 times",
    options: &[
        OptionInfo { name: "full", default: "true", help: "unroll completely" },
        OptionInfo { name: "factor", default: "0", help: "unroll factor; 0: unroll completely" },
        OptionInfo { name: "all", default: "false", help: "also unroll loops without the Unroll control" },
        OptionInfo {
            name: "max-trip-count",
            default: "64",
            help: "maximum trip count for complete unrolling",
        },
        OptionInfo {
            name: "max-ops",
            default: "4096",
            help: "maximum number of operations of the unrolled loop",
        },
    ],
    statistics: &[("loops", "Loops unrolled")],
    ..PassInfo::new(
        "loop-unroll",
        "Unroll loops with a constant trip count",
        ControlFlow::SpvOnly,
        |options| {
            Ok(Work::function(LoopUnroll {
                factor: options.value("factor")?,
                all: options.switch("all")?,
                max_trip_count: options.value("max-trip-count")?,
                max_ops: options.value("max-ops")?,
            }))
        },
    )
};

/// Loop-control bits that are incompatible with DontUnroll.
const COUNTS: u32 = loop_control::PEEL_COUNT | loop_control::PARTIAL_COUNT;

struct LoopUnroll {
    factor: u64,
    all: bool,
    max_trip_count: u64,
    max_ops: u64,
}

/// A loop that can be unrolled.
pub(super) struct UnrollPlan {
    pub(super) op: Op,
    pub(super) blocks: LoopBlocks,
    /// The header and the blocks after it, up to the exit test. If the test is at the end of an iteration, contains
    /// only the header. Empty if the header is also the continue target.
    pub(super) test: Vec<Block>,
    /// The blocks between `test` and the continue target, in the order of the region.
    pub(super) body: Vec<Block>,
    /// The continue target and the blocks after it, up to the back edge.
    pub(super) rest: Vec<Block>,
    /// Index of the successor that does not exit the loop, for an exit test at the start of an iteration.
    pub(super) stays: usize,
    /// Whether the exit test is at the end of the iteration.
    pub(super) late: bool,
    /// Number of times that the loop continues after its exit test, or an upper bound.
    pub(super) trip_count: u64,
    /// Whether `trip_count` is exact, not an upper bound.
    pub(super) is_counted: bool,
    /// Whether the loop has exits in addition to the exit test.
    pub(super) breaks: bool,
    /// Whether several edges branch to the continue target.
    pub(super) continues: bool,
    /// Whether the blocks in `body` execute in sequence.
    pub(super) straight: bool,
}

impl UnrollPlan {
    /// Returns all blocks of an iteration, in order.
    pub(super) fn row(&self) -> Vec<Block> {
        [&self.test[..], &self.body, &self.rest].concat()
    }

    /// Returns the block that branches to `body`.
    fn before_body(&self) -> Block {
        self.test.last().copied().unwrap_or(self.blocks.header)
    }

    /// Returns the block that ends with the back edge.
    pub(super) fn latch(&self) -> Block {
        self.rest.last().copied().unwrap_or(self.blocks.target)
    }

    /// Returns the block that ends with the exit test.
    pub(super) fn exit(&self) -> Block {
        if self.late { self.latch() } else { self.before_body() }
    }
}

impl FunctionPass for LoopUnroll {
    fn run(&self, function: &mut Function<'_>) -> Result<(), Diagnostics> {
        let ctx = function.ctx;
        let is_loop = |op: &Op| function.body.def(*op) == spv::Loop::ID;
        let loops: Vec<Op> = walk::ops_post(function.body).filter(is_loop).collect();
        let mut count = 0;
        let mut last = None;
        for (height, op) in by_height(function.body, loops) {
            let control = function.body.slot(op, spv::Loop::LOOP_CONTROL);
            if control & loop_control::DONT_UNROLL != 0 || (!self.all && control & loop_control::UNROLL == 0)
            {
                continue;
            }
            // The analyses of a loop remain valid while other loops of the same height are unrolled.
            let (flow, ranges) = match last.take() {
                Some((known, flow, ranges)) if known == height => (flow, ranges),
                _ => (function.analysis::<Flow>(), function.analysis::<Ranges>()),
            };
            last = Some((height, flow.clone(), ranges.clone()));
            let plan = plan(ctx, function.body, &flow, &ranges, op).filter(|plan| plan.is_counted);
            let Some(plan) = plan else { continue };
            count += u64::from(self.unroll(ctx, function.body, &plan));
        }
        function.count(0, count);
        Ok(())
    }
}

impl LoopUnroll {
    /// Unrolls a loop, unless it would become too large. Returns whether it was unrolled.
    fn unroll(&self, ctx: &Context, body: &mut Body, plan: &UnrollPlan) -> bool {
        // Count at most one op more than the limit.
        let most = usize::try_from(self.max_ops).unwrap_or(usize::MAX).saturating_add(1);
        let row = plan.row();
        let ops = row.iter().flat_map(|&b| walk::ops_in_block(body, b));
        let size = ops.filter(|&op| !is_debug_info(ctx, body, op)).take(most).count() as u64;
        let simple = plan.straight && !plan.breaks && !plan.continues;
        let constructs = |&b: &Block| body.ops(b).any(|op| body.region_count(op) > 0);
        let may_leave_loop = !in_header(body, plan.op) || (simple && !row.iter().any(constructs));
        // A loop that would execute only once is unrolled completely.
        let executes_once = plan.trip_count / 2 < self.factor;
        let is_partial =
            self.factor > 1 && self.factor <= plan.trip_count && !(executes_once && may_leave_loop);
        let residual = if is_partial { plan.trip_count % self.factor } else { 0 };
        let copies = if is_partial { self.factor + residual } else { plan.trip_count };
        if size.saturating_mul(copies) > self.max_ops {
            return false;
        }
        if plan.test.is_empty() && (!simple || ends(ctx, body, plan)) {
            return false;
        }
        if is_partial {
            if !simple || ends(ctx, body, plan) {
                return residual == 0 && exits::repeat(ctx, body, plan, self.factor);
            }
            if residual > 0 && !may_leave_loop {
                return false;
            }
            if residual > 0 {
                split::copy_first(body, plan, residual);
            }
            chain::repeat(body, plan, self.factor - 1);
            return true;
        }
        if (self.factor < 2 && plan.trip_count > self.max_trip_count) || !may_leave_loop {
            return false;
        }
        if !simple {
            return exits::copy_out(ctx, body, plan);
        }
        chain::copy_out(body, plan);
        true
    }
}

/// Sorts loops by height, which is the maximum depth of loops nested in them. Inner loops are first. Returns each loop
/// with its height.
fn by_height(body: &Body, loops: Vec<Op>) -> Vec<(u32, Op)> {
    let mut heights: FxHashMap<Op, u32> = loops.iter().map(|&op| (op, 0)).collect();
    for op in &loops {
        let above = heights[op] + 1;
        let around = std::iter::successors(Some(*op), |&op| body.block_owner(body.parent(op)?));
        if let Some(height) =
            around.skip(1).find(|op| heights.contains_key(op)).and_then(|o| heights.get_mut(&o))
        {
            *height = above.max(*height);
        }
    }
    let mut list: Vec<(u32, Op)> = loops.into_iter().map(|op| (heights[&op], op)).collect();
    list.sort_by_key(|(height, _)| *height);
    list
}

/// Marks a loop so that it is not unrolled again.
fn not_again(body: &mut Body, op: Op) {
    let control = body.slot(op, spv::Loop::LOOP_CONTROL);
    let dont = if control & COUNTS == 0 { loop_control::DONT_UNROLL } else { 0 };
    Builder::new(body).set_slot(op, spv::Loop::LOOP_CONTROL, (control & !loop_control::UNROLL) | dont);
}

/// Returns whether an iteration may return, end the invocation, or reach OpUnreachable. A continue construct must not
/// do this.
fn ends(ctx: &Context, body: &Body, plan: &UnrollPlan) -> bool {
    let ends = |op: Op| leaves(ctx, body, op) || body.def(op) == spv::Unreachable::ID;
    plan.row().iter().any(|&b| walk::ops_in_block(body, b).any(ends))
}

/// Returns whether a loop is in the header of an outer loop, which must not contain other constructs.
pub(super) fn in_header(body: &Body, op: Op) -> bool {
    let owner = body.parent(op).and_then(|block| Some((block, body.block_owner(block)?)));
    owner.is_some_and(|(block, owner)| {
        body.def(owner) == spv::Loop::ID && loop_blocks(body, owner).is_none_or(|b| b.header == block)
    })
}

/// Returns the blocks from the header to the exit test, and the index of the successor that does not exit the loop.
/// Returns `None` if the test is not at the start of the iteration.
fn first_blocks(body: &Body, blocks: LoopBlocks) -> Option<(Vec<Block>, usize)> {
    let mut test = vec![blocks.header];
    let exit = loop {
        let last = body.last_op(*test.last()?)?;
        if body.def(last) != spv::Branch::ID {
            break last;
        }
        let next = body.successor(last, 0);
        if next == blocks.target || next == blocks.merge || !alone(body, next) {
            return None;
        }
        test.push(next);
    };
    Some((test, chooses(body, exit, blocks.merge)?))
}

/// Returns the blocks from the continue target to the back edge, and whether the last block has the exit test. Returns
/// `None` if they do not execute in sequence.
fn last_blocks(body: &Body, blocks: LoopBlocks) -> Option<(Vec<Block>, bool)> {
    let mut rest = vec![blocks.target];
    let mut seen = FxHashSet::from_iter([blocks.target]);
    loop {
        let last = body.last_op(*rest.last()?)?;
        if body.def(last) != spv::Branch::ID {
            let back = chooses(body, last, blocks.merge)?;
            return (body.successor(last, back) == blocks.header).then_some((rest, true));
        }
        let next = body.successor(last, 0);
        if next == blocks.header {
            return Some((rest, false));
        }
        if !alone(body, next) || !seen.insert(next) {
            return None;
        }
        rest.push(next);
    }
}

/// Returns whether a block is the target of exactly one edge.
fn alone(body: &Body, block: Block) -> bool {
    body.block_uses(block).count() == 1
}

/// Returns the index of the other successor if one successor of a conditional branch is the merge block. Returns `None`
/// for other branches.
fn chooses(body: &Body, branch: Op, merge: Block) -> Option<usize> {
    if body.def(branch) != spv::BranchConditional::ID {
        return None;
    }
    let (yes, no) = (body.successor(branch, 0), body.successor(branch, 1));
    (yes != no && (yes == merge || no == merge)).then_some(usize::from(yes == merge))
}

/// Returns whether copied iterations need several exits to the continue target, and whether they need several exits to
/// the merge block. `ends` are the terminators of the blocks in the loop's body. Returns `None` if the continue target
/// or the merge block has no incoming edges.
fn several_exits(body: &Body, flow: &Flow, blocks: LoopBlocks, ends: &[Op]) -> Option<(bool, bool)> {
    let into = |block: Block| flow.incoming(flow.start_of(block)).count();
    // The edge from outside of the loop to the header does not count.
    let continues = into(blocks.target) - usize::from(blocks.target == blocks.header);
    let merges = into(blocks.merge);
    if continues == 0 || merges == 0 {
        return None;
    }
    let exits = flow.incoming(flow.start_of(blocks.target)).any(|e| e.passed == Passed::Operands);
    // If a branch has the continue target and another block as successors, one edge must become an exit.
    let chooses = ends.iter().any(|&last| {
        body.successors(last).any(|b| b == blocks.target)
            && body.successors(last).any(|b| b != blocks.target && b != blocks.merge)
    });
    Some((continues > 1 || exits || chooses, merges > 1))
}

/// Plans the unrolling of a loop. Returns `None` if its form or its trip count is not supported.
pub(super) fn plan(ctx: &Context, body: &Body, flow: &Flow, ranges: &Ranges, op: Op) -> Option<UnrollPlan> {
    let blocks = loop_blocks(body, op)?;
    let enters = body.last_op(blocks.entry).filter(|&e| body.def(e) == spv::Branch::ID)?;
    let end = body.last_op(blocks.merge).filter(|&e| body.def(e) == spv::Merge::ID)?;
    if body.first_op(blocks.merge) != Some(end) {
        return None;
    }
    let (rest, late) = last_blocks(body, blocks)?;
    let single = blocks.target == blocks.header;
    let (test, stays) = match late {
        true if single => (Vec::new(), 0),
        true => (vec![blocks.header], 0),
        false => first_blocks(body, blocks).filter(|_| !single)?,
    };
    if late && test.iter().any(|&block| body.last_op(block).is_none_or(|op| body.def(op) != spv::Branch::ID))
    {
        return None;
    }
    // Exits to this loop from these blocks cannot be copied.
    if [spv::Break::ID, spv::Continue::ID]
        .into_iter()
        .any(|exit| [&test, &rest].into_iter().any(|row| !exits_of(body, row, exit).is_empty()))
    {
        return None;
    }
    let known: FxHashSet<Block> =
        [blocks.entry, blocks.merge].iter().chain(&test).chain(&rest).copied().collect();
    let between: Vec<Block> = body.blocks(body.region(op, 0)).filter(|b| !known.contains(b)).collect();
    let inner: FxHashSet<Block> = between.iter().copied().collect();
    let first =
        test.last().and_then(|&b| body.last_op(b)).map_or(blocks.target, |last| body.successor(last, stays));
    let fits = |&b: &Block| inner.contains(&b) || b == blocks.target || b == blocks.merge;
    let ends: Vec<Op> = between.iter().map(|&b| body.last_op(b)).collect::<Option<_>>()?;
    let inside = ends.iter().all(|&last| body.successors(last).all(|b| fits(&b)));
    if !inside
        || between.first().is_some_and(|&b| b != first)
        || (between.is_empty() && first != blocks.target)
    {
        return None;
    }
    // Unrolling must not change the reachability of the code after the loop.
    if !flow.is_reached(flow.start_of(blocks.target)) {
        return None;
    }
    let (continues, breaks) = several_exits(body, flow, blocks, &ends)?;
    let straight = ends.iter().all(|&last| body.def(last) == spv::Branch::ID)
        && between.iter().all(|&b| alone(body, b))
        && between
            .windows(2)
            .all(|pair| body.last_op(pair[0]).is_some_and(|l| body.successor(l, 0) == pair[1]));
    let mut plan = UnrollPlan {
        op,
        blocks,
        test,
        body: between,
        rest,
        stays,
        late,
        trip_count: 0,
        is_counted: true,
        breaks,
        continues,
        straight,
    };
    let count = count::trip_count(ctx, body, ranges, &plan, enters);
    plan.is_counted = count.is_some();
    plan.trip_count = count.or_else(|| count::trip_limit(ctx, body, &plan))?;
    Some(plan)
}
