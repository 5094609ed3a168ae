//! `sink`: what one arm of a selection alone needs is computed in that arm.
//!
//! A pure op whose uses all lie in one block of a selection that follows, or deeper, moves to the start of
//! that block; never into a loop, where it would be computed more often.

use crate::pass::{Function, PassInfo, Work};
use crate::support::cost;
use rustc_hash::FxHashMap;
use spv_dialect::spv;
use spv_ir::analysis::Forest;
use spv_ir::dialect::Traits;
use spv_ir::rewrite::effects;
use spv_ir::{Block, Body, Builder, Context, Diagnostics, InsertPoint, Op, walk};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Moves pure operations into the one arm of a selection that uses them. For region form.",
    before: "%x = spv.FMul %a, %b : f32\nspv.mlir.selection {\n  spv.BranchConditional %c, ^bb1, ^bb2\n^bb1:\n  \
             spv.Store \"Output\" %o, %x : f32\n  ...",
    after: "spv.mlir.selection {\n  spv.BranchConditional %c, ^bb1, ^bb2\n^bb1:\n  %x = spv.FMul %a, %b : f32\n  \
            spv.Store \"Output\" %o, %x : f32\n  ...",
    statistics: &[("moved", "Operations moved")],
    reads_control_flow: true,
    ..PassInfo::new("sink", "Move operations to where they are used", |_| Ok(Work::function(run)))
};

fn run(function: &mut Function<'_>) -> Result<(), Diagnostics> {
    let ctx = function.ctx;
    let body = &mut *function.body;
    let ops: Vec<Op> = walk::ops(body).collect();
    let blocks = Blocks::new(ctx, body);
    let mut moved = 0;
    // Users come before what they use.
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
        let Some(target) = blocks.target(body, op, branches) else { continue };
        let Some(first) = body.first_op(target) else { continue };
        Builder::new(body).move_op(op, InsertPoint::Before(first));
        moved += 1;
    }
    function.count(0, moved);
    Ok(())
}

/// The tree of blocks, each below the one that its construct is in.
struct Blocks {
    tree: Forest,
    list: Vec<Block>,
    /// By block index.
    numbers: Vec<u32>,
    /// By number: of a block and those around it, how many nothing may be moved into, and how many what costs less than a
    /// branch is not to be moved into.
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
            // What compilers flatten would become a branch.
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

    /// The innermost block, within selections that follow an op, that holds all uses of its result. `branches`: whether the
    /// op alone costs more than the branch that leaves it out.
    fn target(&self, body: &Body, op: Op, branches: bool) -> Option<Block> {
        let block = self.number(body.parent(op)?);
        let mut common = None;
        for (user, _) in body.uses(body.result(op, 0)) {
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
        // Not through what is closed.
        let closed = |n: u32| self.closed[n as usize][usize::from(!branches)];
        let target = self.tree.up(common, |n| closed(n) <= closed(block));
        (target != block).then(|| self.list[target as usize])
    }
}

/// Whether ops may be moved into a block of a construct.
fn is_open(body: &Body, owner: Op, block: Block) -> bool {
    // A selection's first block holds the terminator alone, its last one `spv.mlir.merge`.
    if body.def(owner) != spv::Selection::ID
        || body.prev_block(block).is_none()
        || body.next_block(block).is_none()
    {
        return false;
    }
    // A block made for an exit alone represents an edge.
    let exits = [spv::Break::ID, spv::Continue::ID, spv::SwitchBreak::ID];
    body.last_op(block).is_some_and(|last| !exits.contains(&body.def(last)))
}
