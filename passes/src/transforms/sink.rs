//! `sink`: what one arm of a selection alone needs is computed in that arm.
//!
//! A pure op whose uses all lie in one block of a selection that follows, or deeper, moves to the start of
//! that block; never into a loop, where it would be computed more often.

use crate::pass::{Function, PassInfo, Work};
use crate::spirv::Defs;
use spv_ir::dialect::Traits;
use spv_ir::rewrite::effects;
use spv_ir::{At, Block, Body, Builder, Diagnostics, Op, walk};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Moves pure operations into the one arm of a selection that uses them. For region form.",
    before: "%x = spv.FMul %a, %b : f32\nspv.mlir.selection {\n  spv.BranchConditional %c, ^bb1, ^bb2\n^bb1:\n  \
             spv.Store \"Output\" %o, %x : f32\n  ...",
    after: "spv.mlir.selection {\n  spv.BranchConditional %c, ^bb1, ^bb2\n^bb1:\n  %x = spv.FMul %a, %b : f32\n  \
            spv.Store \"Output\" %o, %x : f32\n  ...",
    statistics: &[("moved", "Operations moved")],
    ..PassInfo::new("sink", "Move operations to where they are used", |_| Ok(Work::function(run)))
};

fn run(function: &mut Function<'_>) -> Result<(), Diagnostics> {
    let ctx = function.ctx;
    let Some(defs) = Defs::new(ctx.registry()) else { return Ok(()) };
    let body = &mut *function.body;
    let ops: Vec<Op> = walk::ops(body).collect();
    let mut moved = 0;
    // Users come before what they use.
    for op in ops.into_iter().rev() {
        let def = ctx.registry().op(body.def(op));
        let stays = Traits::CONVERGENT | Traits::TERMINATOR | Traits::CONSTANT_LIKE | Traits::WEAK_USES;
        let fixed = [defs.address_of, defs.reference_of, defs.variable, defs.undef].contains(&body.def(op));
        if fixed || def.traits.intersects(stays) || body.region_count(op) > 0 {
            continue;
        }
        if effects(ctx, body, op) != Traits::PURE || body.result_count(op) != 1 {
            continue;
        }
        let Some(target) = target(&defs, body, op) else { continue };
        let Some(first) = body.first_op(target) else { continue };
        Builder::new(body).move_op(op, At::Before(first));
        moved += 1;
    }
    function.count(0, moved);
    Ok(())
}

/// The innermost block, within selections that follow an op, that holds all uses of its result.
fn target(defs: &Defs, body: &Body, op: Op) -> Option<Block> {
    let home = body.parent(op)?;
    let mut common: Option<Vec<Block>> = None;
    for (user, _) in body.uses(body.result(op, 0)) {
        // The blocks around the use, from the one below `home` inwards.
        let mut path = Vec::new();
        let mut at = body.parent(user)?;
        while at != home {
            path.push(at);
            let owner = body.block_owner(at)?;
            at = body.parent(owner)?;
        }
        path.reverse();
        common = Some(match common {
            None => path,
            Some(old) => old.into_iter().zip(path).take_while(|(a, b)| a == b).map(|(a, _)| a).collect(),
        });
    }
    let mut best = None;
    for block in common? {
        let owner = body.block_owner(block)?;
        if body.def(owner) != defs.control.selection {
            break;
        }
        // Its first block holds the terminator alone, its last one `spv.mlir.merge`.
        if body.prev_block(block).is_none() || body.next_block(block).is_none() {
            break;
        }
        // A block made for an exit alone stands for an edge.
        let c = &defs.control;
        let exits = [c.r#break, c.r#continue, c.switch_break];
        if body.last_op(block).is_none_or(|last| exits.contains(&body.def(last))) {
            break;
        }
        best = Some(block);
    }
    best
}
