//! Sinking of operations into selection arms (`sink`)
//!
//! A pure op moves to the start of a block in a subsequent selection, if the block or its nested constructs contain
//! all uses. Ops never move into a loop, where they would execute more often.

use crate::pass::{ControlFlow, Function, PassInfo, Work};
use crate::support::cost;
use rustc_hash::FxHashMap;
use spv_dialect::spv;
use spv_ir::analysis::Forest;
use spv_ir::dialect::Traits;
use spv_ir::rewrite::{debug_users, effects, program_uses};
use spv_ir::{Block, Body, Builder, Context, Diagnostics, InsertPoint, Op, walk};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Moves pure operations into the only arm of a selection that uses them. Requires region \
                  form.",
    before: "%x = spv.FMul %a, %b : f32\nspv.mlir.selection {\n  spv.BranchConditional %c, ^bb1, ^bb2\n^bb1:\n  \
             spv.Store \"Output\" %o, %x : f32\n  ...",
    after: "spv.mlir.selection {\n  spv.BranchConditional %c, ^bb1, ^bb2\n^bb1:\n  %x = spv.FMul %a, %b : f32\n  \
            spv.Store \"Output\" %o, %x : f32\n  ...",
    statistics: &[("moved", "Operations moved")],
    ..PassInfo::new("sink", "Sink operations into selection arms", ControlFlow::SpvOnly, |_| {
        Ok(Work::function(run))
    })
};

fn run(function: &mut Function<'_>) -> Result<(), Diagnostics> {
    let ctx = function.ctx;
    let body = &mut *function.body;
    let ops: Vec<Op> = walk::ops(body).collect();
    let blocks = Blocks::new(ctx, body);
    let mut moved = 0;
    // Visit users before the definitions of their operands.
    for op in ops.into_iter().rev() {
        let def = ctx.registry().op(body.def(op));
        let stays = Traits::CONVERGENT | Traits::TERMINATOR | Traits::CONSTANT_LIKE | Traits::WEAK_USES;
        let fixed = [spv::AddressOf::ID, spv::ReferenceOf::ID, spv::Variable::ID, spv::Undef::ID]
            .contains(&body.def(op));
        if fixed || def.traits.intersects(stays) || body.region_count(op) > 0 {
            continue;
        }
        if effects(ctx, body, op) != Traits::PURE || body.result_count(op) != 1 {
            continue;
        }
        let branches = cost::op_cost(ctx, body, op) > cost::FLATTENED;
        let Some(target) = blocks.target(ctx, body, op, branches) else { continue };
        let Some(first) = body.first_op(target) else { continue };
        let lost: Vec<Op> = debug_users(ctx, body, body.result(op, 0))
            .into_iter()
            .filter(|&user| !blocks.is_within(body, user, target))
            .collect();
        let mut builder = Builder::new(body);
        lost.into_iter().for_each(|user| builder.erase(user));
        builder.move_op(op, InsertPoint::Before(first));
        moved += 1;
    }
    function.count(0, moved);
    Ok(())
}

/// The tree of blocks. The parent of a block is the block that contains its construct.
struct Blocks {
    tree: Forest,
    list: Vec<Block>,
    /// Index in `list` of each block, indexed by block.
    numbers: Vec<u32>,
    /// For each block, two counts of closed blocks among the block and its ancestors. The first counts blocks that no
    /// op may move into. The second also counts blocks that only ops more expensive than a branch may move into.
    closed: Vec<[u32; 2]>,
}

impl Blocks {
    fn new(ctx: &Context, body: &Body) -> Blocks {
        let (tree, list, closed) = Default::default();
        let mut flattened: FxHashMap<Op, bool> = FxHashMap::default();
        let mut blocks = Blocks { tree, list, numbers: vec![0; body.block_count()], closed };
        for block in walk::blocks(body) {
            let number = blocks.list.len() as u32;
            let owner = body.block_owner(block);
            let around = owner.and_then(|op| body.parent(op)).map(|block| blocks.number(block));
            let [never, cheap] = around.map_or([0, 0], |around| blocks.closed[around as usize]);
            let closed = !owner.is_some_and(|owner| is_open(body, owner, block));
            // If an op moved into the selection, compilers would emit a branch instead of straight-line code.
            let is_flattened =
                |owner| *flattened.entry(owner).or_insert_with(|| cost::is_flattened(ctx, body, owner));
            let flattens = closed || owner.is_some_and(is_flattened);
            blocks.tree.add(number, around);
            blocks.list.push(block);
            blocks.numbers[block.index()] = number;
            blocks.closed.push([never + u32::from(closed), cheap + u32::from(flattens)]);
        }
        blocks
    }

    fn number(&self, block: Block) -> u32 {
        self.numbers[block.index()]
    }

    /// Returns whether an op is in a block, directly or in nested constructs.
    fn is_within(&self, body: &Body, op: Op, block: Block) -> bool {
        let depth = self.tree.depth(self.number(block));
        let is_inside = |n: u32| self.tree.up(n, |n| self.tree.depth(n) <= depth) == self.number(block);
        body.parent(op).is_some_and(|parent| is_inside(self.number(parent)))
    }

    /// Returns the innermost block in a selection after an op that contains all uses of the op's result. Returns
    /// `None` if the op should not move. `branches` is whether the op alone costs more than a branch around it.
    fn target(&self, ctx: &Context, body: &Body, op: Op, branches: bool) -> Option<Block> {
        let block = self.number(body.parent(op)?);
        let mut common = None;
        for (user, _) in program_uses(ctx, body, body.result(op, 0)) {
            let block = self.number(body.parent(user)?);
            common = Some(match common {
                Some(common) => self.tree.common(common, block)?,
                None => block,
            });
        }
        let (common, depth) = (common?, self.tree.depth(block));
        if self.tree.up(common, |n| self.tree.depth(n) <= depth) != block {
            return None;
        }
        // Do not move into or through blocks that are closed to this op.
        let closed = |n: u32| self.closed[n as usize][usize::from(!branches)];
        let target = self.tree.up(common, |n| closed(n) <= closed(block));
        (target != block).then(|| self.list[target as usize])
    }
}

/// Returns whether ops may move into a block of the construct `owner`.
fn is_open(body: &Body, owner: Op, block: Block) -> bool {
    // The first block of a selection contains only the terminator, and the last block contains only `spv.mlir.merge`.
    if body.def(owner) != spv::Selection::ID
        || body.prev_block(block).is_none()
        || body.next_block(block).is_none()
    {
        return false;
    }
    // A block that contains only an exit op represents an edge.
    let exits = [spv::Break::ID, spv::Continue::ID, spv::SwitchBreak::ID];
    body.last_op(block).is_some_and(|last| !exits.contains(&body.def(last)))
}
