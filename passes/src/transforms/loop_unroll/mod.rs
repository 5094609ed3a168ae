//! `loop-unroll`: loops whose number of turns is known are copied out, or do several turns in one.
//!
//! Unrolled are loops of region form that compare a counter, which begins and advances by constants, with a constant
//! before anything else in a turn. Where that is the only way out, and each turn goes through all blocks one after
//! another, these follow each other ([`chain`]). Otherwise a turn is a construct of its own, so that it can be left for
//! the next one, and what leaves the loop leaves a loop around all turns that never repeats ([`exits`]).

mod chain;
mod exits;
mod turn;

use crate::flow::{Flow, LoopBlocks, Passed, loop_blocks};
use crate::options::OptionInfo;
use crate::pass::{Function, FunctionPass, PassInfo, Work};
use crate::spirv::{Defs, integer, leaves, slots};
use spv_dialect::generated::opcodes;
use spv_ir::{Block, Body, Builder, Context, Diagnostics, Op, TypeData, Value, ValueDef, walk};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Replaces a loop whose number of turns is known by that many copies of its body, or (with \
                  factor) has it do several turns in one. Further ways out of the loop, and to the next turn, become \
                  exits of constructs around the turns. Only loops whose control says Unroll, unless all is given.",
    before: "spv.mlir.loop control(Unroll) {\n  ...  // 4 turns\n}",
    after: "...  // 4 times",
    options: &[
        OptionInfo { name: "full", default: "true", help: "copy all turns out" },
        OptionInfo { name: "factor", default: "0", help: "turns to do in one; 0: copy all out" },
        OptionInfo { name: "all", default: "false", help: "unroll loops without the Unroll control, too" },
        OptionInfo { name: "max-turns", default: "64", help: "turns that are copied out, at most" },
        OptionInfo { name: "max-ops", default: "4096", help: "operations that a loop becomes, at most" },
    ],
    statistics: &[("loops", "Loops unrolled")],
    ..PassInfo::new("loop-unroll", "Unroll loops whose number of turns is known", |options| {
        Ok(Work::function(LoopUnroll {
            factor: options.value("factor")?,
            all: options.switch("all")?,
            max_turns: options.value("max-turns")?,
            max_ops: options.value("max-ops")?,
        }))
    })
};

/// Bits of the loop control.
const UNROLL: u32 = 1;
const DONT_UNROLL: u32 = 2;
/// PeelCount and PartialCount, which contradict DontUnroll.
const COUNTS: u32 = 0x180;
/// Turns that are counted at most.
const MAX_COUNT: u64 = 1 << 16;

struct LoopUnroll {
    factor: u64,
    all: bool,
    max_turns: u64,
    max_ops: u64,
}

/// A loop that can be unrolled.
struct Plan {
    op: Op,
    blocks: LoopBlocks,
    /// The header, and what follows it up to the block that compares.
    test: Vec<Block>,
    /// The blocks between these and the continue target, in the order of the region.
    body: Vec<Block>,
    /// The continue target and what follows it, up to the back edge.
    rest: Vec<Block>,
    /// Number of the edge of the comparison that stays in the loop.
    stays: usize,
    turns: u64,
    /// Whether something else leaves the loop, too.
    breaks: bool,
    /// Whether there are several ways to the continue target.
    continues: bool,
    /// Whether the blocks between follow each other.
    straight: bool,
}

impl Plan {
    /// All blocks of a turn.
    fn row(&self) -> Vec<Block> {
        [&self.test[..], &self.body, &self.rest].concat()
    }

    /// The block that compares.
    fn exit(&self) -> Block {
        self.test.last().copied().unwrap_or(self.blocks.header)
    }
}

impl FunctionPass for LoopUnroll {
    fn run(&self, function: &mut Function<'_>) -> Result<(), Diagnostics> {
        let ctx = function.ctx;
        let Some(defs) = Defs::new(ctx.registry()) else { return Ok(()) };
        let is_loop = |op: &Op| function.body.def(*op) == defs.control.r#loop;
        let loops: Vec<Op> = walk::ops_post(function.body).filter(is_loop).collect();
        let mut count = 0;
        for op in loops {
            let control = function.body.slot(op, slots::LOOP_CONTROL);
            if control & DONT_UNROLL != 0 || (!self.all && control & UNROLL == 0) {
                continue;
            }
            let flow = function.analysis::<Flow>();
            let Some(plan) = plan(ctx, &defs, function.body, &flow, op) else { continue };
            count += u64::from(self.unroll(ctx, &defs, function.body, &plan));
        }
        function.count(0, count);
        Ok(())
    }
}

impl LoopUnroll {
    /// Unrolls a loop, unless it would become too large.
    fn unroll(&self, ctx: &Context, defs: &Defs, body: &mut Body, plan: &Plan) -> bool {
        let size: u64 = plan.row().iter().map(|&b| walk::ops_in_block(body, b).count() as u64).sum();
        let fits = |turns: u64| size.saturating_mul(turns) <= self.max_ops;
        let simple = plan.straight && !plan.breaks && !plan.continues;
        if self.factor > 1 {
            if !plan.turns.is_multiple_of(self.factor) || !fits(self.factor) {
                return false;
            }
            if !simple || ends(ctx, defs, body, plan) {
                return exits::repeat(ctx, defs, body, plan, self.factor);
            }
            chain::repeat(body, plan, self.factor - 1);
            return true;
        }
        if plan.turns > self.max_turns || !fits(plan.turns) {
            return false;
        }
        let constructs = |&b: &Block| body.ops(b).any(|op| body.region_count(op) > 0);
        if in_header(defs, body, plan.op) && (!simple || plan.row().iter().any(constructs)) {
            return false;
        }
        if !simple {
            return exits::copy_out(ctx, defs, body, plan);
        }
        chain::copy_out(body, plan);
        true
    }
}

/// Notes at a loop that it is not to be unrolled again.
fn not_again(body: &mut Body, op: Op) {
    let control = body.slot(op, slots::LOOP_CONTROL);
    let dont = if control & COUNTS == 0 { DONT_UNROLL } else { 0 };
    Builder::new(body).set_slot(op, slots::LOOP_CONTROL, (control & !UNROLL) | dont);
}

/// Whether a turn may leave the function, or has a way that is never taken: no continue construct may.
fn ends(ctx: &Context, defs: &Defs, body: &Body, plan: &Plan) -> bool {
    let ends = |op: Op| leaves(ctx, body, op) || body.def(op) == defs.unreachable;
    plan.row().iter().any(|&b| walk::ops_in_block(body, b).any(ends))
}

/// Whether a loop stands in the header of a loop around it, which is to hold no other constructs.
fn in_header(defs: &Defs, body: &Body, op: Op) -> bool {
    let owner = body.parent(op).and_then(|block| Some((block, body.block_owner(block)?)));
    owner.is_some_and(|(block, owner)| {
        body.def(owner) == defs.control.r#loop && loop_blocks(body, owner).is_none_or(|b| b.header == block)
    })
}

fn plan(ctx: &Context, defs: &Defs, body: &Body, flow: &Flow, op: Op) -> Option<Plan> {
    let blocks = loop_blocks(body, op).filter(|b| b.target != b.header)?;
    let enters = body.last_op(blocks.entry).filter(|&e| body.def(e) == defs.control.branch)?;
    let end = body.last_op(blocks.merge).filter(|&e| body.def(e) == defs.control.merge)?;
    if body.first_op(blocks.merge) != Some(end) {
        return None;
    }
    let alone = |block: Block| body.block_uses(block).count() == 1;
    // Up to the comparison.
    let mut test = vec![blocks.header];
    let exit = loop {
        let last = body.last_op(*test.last()?)?;
        if body.def(last) != defs.control.branch {
            break last;
        }
        let next = body.successor(last, 0);
        if next == blocks.target || next == blocks.merge || !alone(next) {
            return None;
        }
        test.push(next);
    };
    if body.def(exit) != defs.control.branch_conditional {
        return None;
    }
    let (yes, no) = (body.successor(exit, 0), body.successor(exit, 1));
    if yes == no || (yes != blocks.merge && no != blocks.merge) {
        return None;
    }
    let stays = usize::from(yes == blocks.merge);
    // From the continue target back to the header.
    let mut rest = vec![blocks.target];
    loop {
        let branch = body.last_op(*rest.last()?).filter(|&b| body.def(b) == defs.control.branch)?;
        let next = body.successor(branch, 0);
        if next == blocks.header {
            break;
        }
        if !alone(next) || rest.contains(&next) {
            return None;
        }
        rest.push(next);
    }
    // What leaves the loop elsewhere is not copied.
    let control = &defs.control;
    if [control.r#break, control.r#continue]
        .into_iter()
        .any(|exit| [&test, &rest].into_iter().any(|row| !exits::of(defs, body, row, exit).is_empty()))
    {
        return None;
    }
    let known = |b: Block| b == blocks.entry || b == blocks.merge || test.contains(&b) || rest.contains(&b);
    let between: Vec<Block> = body.blocks(body.region(op, 0)).filter(|&b| !known(b)).collect();
    let first = body.successor(exit, stays);
    let fits = |&b: &Block| between.contains(&b) || b == blocks.target || b == blocks.merge;
    let ends: Vec<Op> = between.iter().map(|&b| body.last_op(b)).collect::<Option<_>>()?;
    let inside = ends.iter().all(|&last| body.successors(last).all(|b| fits(&b)));
    if !inside
        || between.first().is_some_and(|&b| b != first)
        || (between.is_empty() && first != blocks.target)
    {
        return None;
    }
    // What is behind the loop is to be reached then as it is now.
    if !flow.is_reached(flow.start_of(blocks.target)) {
        return None;
    }
    let into = |block: Block| flow.incoming(flow.start_of(block)).count();
    let (continues, breaks) = match (into(blocks.target), into(blocks.merge)) {
        (0, _) | (_, 0) => return None,
        (targets, merges) => {
            let exits = flow.incoming(flow.start_of(blocks.target)).any(|e| e.passed == Passed::Operands);
            // Of two ways one is to be an exit.
            let chooses = ends.iter().any(|&last| {
                body.successors(last).any(|b| b == blocks.target)
                    && body.successors(last).any(|b| b != blocks.target && b != blocks.merge)
            });
            (targets > 1 || exits || chooses, merges > 1)
        }
    };
    let straight = ends.iter().all(|&last| body.def(last) == defs.control.branch)
        && between.iter().all(|&b| alone(b))
        && between
            .windows(2)
            .all(|pair| body.last_op(pair[0]).is_some_and(|l| body.successor(l, 0) == pair[1]));
    let latch = body.last_op(*rest.last()?)?;
    let turns = turns(ctx, body, enters, latch, exit, blocks.header, stays == 0)?;
    Some(Plan { op, blocks, test, body: between, rest, stays, turns, breaks, continues, straight })
}

/// How often the loop goes on before it is left. `on_true`: it goes on where the condition holds.
fn turns(
    ctx: &Context,
    body: &Body,
    enters: Op,
    latch: Op,
    exit: Op,
    header: Block,
    on_true: bool,
) -> Option<u64> {
    let compare = body.defining_op(body.own_operands(exit).next()?)?;
    let row = ctx.registry().op(body.def(compare)).row;
    if row.set != 0 || body.operand_count(compare) != 2 {
        return None;
    }
    let counter = body.operand(compare, 0);
    let ValueDef::Argument(block, index) = body.value_def(counter) else { return None };
    if block != header {
        return None;
    }
    let TypeData::Integer { width, .. } = *ctx.type_data(body.value_type(counter)) else { return None };
    if !(2..=64).contains(&width) {
        return None;
    }
    let bound = integer(ctx, body, body.operand(compare, 1))?;
    let start = integer(ctx, body, body.successor_args(enters, 0).nth(index as usize)?)?;
    let next = body.defining_op(body.successor_args(latch, 0).nth(index as usize)?)?;
    let step = step(ctx, body, next, counter)?;
    let mask = if width == 64 { u64::MAX } else { (1 << width) - 1 };
    let signed = |value: u64| ((value << (64 - width)) as i64) >> (64 - width);
    let holds = |value: u64| {
        let (a, b) = (value & mask, bound & mask);
        let (x, y) = (signed(a), signed(b));
        Some(match row.opcode {
            opcodes::I_NOT_EQUAL => a != b,
            opcodes::I_EQUAL => a == b,
            opcodes::U_LESS_THAN => a < b,
            opcodes::U_LESS_THAN_EQUAL => a <= b,
            opcodes::U_GREATER_THAN => a > b,
            opcodes::U_GREATER_THAN_EQUAL => a >= b,
            opcodes::S_LESS_THAN => x < y,
            opcodes::S_LESS_THAN_EQUAL => x <= y,
            opcodes::S_GREATER_THAN => x > y,
            opcodes::S_GREATER_THAN_EQUAL => x >= y,
            _ => return None,
        })
    };
    let mut value = start;
    for turn in 0..MAX_COUNT {
        if holds(value)? != on_true {
            return Some(turn);
        }
        value = value.wrapping_add(step) & mask;
    }
    None
}

/// What an op adds to a counter.
fn step(ctx: &Context, body: &Body, op: Op, counter: Value) -> Option<u64> {
    let row = ctx.registry().op(body.def(op)).row;
    if row.set != 0 || body.operand_count(op) != 2 {
        return None;
    }
    let (a, b) = (body.operand(op, 0), body.operand(op, 1));
    match row.opcode {
        opcodes::I_ADD if a == counter => integer(ctx, body, b),
        opcodes::I_ADD if b == counter => integer(ctx, body, a),
        opcodes::I_SUB if a == counter => integer(ctx, body, b).map(u64::wrapping_neg),
        _ => None,
    }
}
