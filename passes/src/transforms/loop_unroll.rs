//! `loop-unroll`: loops whose number of turns is known are copied out, or do several turns in one.
//!
//! Unrolled are loops of region form whose turns go through all blocks one after another, and that are left
//! at the header alone: by comparing a counter, which begins and advances by constants, with a constant.

use crate::flow::{Flow, LoopBlocks, Passed, loop_blocks};
use crate::options::OptionInfo;
use crate::pass::{Function, FunctionPass, PassInfo, Work};
use crate::spirv::{Defs, integer, leaves, slots};
use rustc_hash::FxHashMap;
use spv_dialect::generated::opcodes;
use spv_ir::copy::{Copier, CopyMap, keep_attrs};
use spv_ir::{At, Block, Body, Builder, Context, Diagnostics, Op, TypeData, Value, ValueDef, walk};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Replaces a loop whose number of turns is known by that many copies of its body, or (with \
                  factor) has it do several turns in one. Only loops whose control says Unroll, unless all is \
                  given.",
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
    /// The blocks of a turn in order, the header first.
    chain: Vec<Block>,
    turns: u64,
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
            let size: u64 =
                plan.chain.iter().map(|&b| walk::ops_in_block(function.body, b).count() as u64).sum();
            if self.factor > 1 {
                let fits = plan.turns % self.factor == 0
                    && size.saturating_mul(self.factor) <= self.max_ops
                    && !ends(ctx, function.body, &plan);
                if fits {
                    repeat(function.body, &plan, self.factor - 1);
                    count += 1;
                }
            } else if into_header(&defs, function.body, &plan) {
                continue;
            } else if plan.turns <= self.max_turns && size.saturating_mul(plan.turns) <= self.max_ops {
                copy_out(function.body, &plan);
                count += 1;
            }
        }
        function.count(0, count);
        Ok(())
    }
}

/// Whether a turn may leave the function: no continue construct may.
fn ends(ctx: &Context, body: &Body, plan: &Plan) -> bool {
    plan.chain.iter().any(|&b| walk::ops_in_block(body, b).any(|op| leaves(ctx, body, op)))
}

/// Whether copies would put a construct into the header of a loop around.
fn into_header(defs: &Defs, body: &Body, plan: &Plan) -> bool {
    let construct = |&b: &Block| body.ops(b).any(|op| body.region_count(op) > 0);
    let owner = body.parent(plan.op).and_then(|block| Some((block, body.block_owner(block)?)));
    let header = owner.is_some_and(|(block, owner)| {
        body.def(owner) == defs.control.r#loop && loop_blocks(body, owner).is_none_or(|b| b.header == block)
    });
    header && plan.chain.iter().any(construct)
}

fn plan(ctx: &Context, defs: &Defs, body: &Body, flow: &Flow, op: Op) -> Option<Plan> {
    let blocks = loop_blocks(body, op).filter(|b| b.target != b.header)?;
    let enters = body.last_op(blocks.entry).filter(|&e| body.def(e) == defs.control.branch)?;
    let exit = body.last_op(blocks.header).filter(|&e| body.def(e) == defs.control.branch_conditional)?;
    let end = body.last_op(blocks.merge).filter(|&e| body.def(e) == defs.control.merge)?;
    let (yes, no) = (body.successor(exit, 0), body.successor(exit, 1));
    if yes == no || (yes != blocks.merge && no != blocks.merge) || body.first_op(blocks.merge) != Some(end) {
        return None;
    }
    let nested = |block: Block| flow.incoming(flow.start_of(block)).any(|e| e.passed == Passed::Operands);
    if nested(blocks.target) || nested(blocks.merge) || body.block_uses(blocks.merge).count() != 1 {
        return None;
    }
    // One block after another, back to the header.
    let stays = usize::from(yes == blocks.merge);
    let mut chain = vec![blocks.header];
    let mut at = body.successor(exit, stays);
    while at != blocks.header {
        let branch = body.last_op(at).filter(|&b| body.def(b) == defs.control.branch)?;
        if chain.contains(&at) || at == blocks.merge || body.block_uses(at).count() != 1 {
            return None;
        }
        chain.push(at);
        at = body.successor(branch, 0);
    }
    let every = body.blocks(body.region(op, 0)).count() == chain.len() + 2;
    let latch = body.last_op(*chain.last()?)?;
    if !every || chain.len() < 2 {
        return None;
    }
    let turns = turns(ctx, body, enters, latch, exit, blocks.header, stays == 0)?;
    Some(Plan { op, blocks, chain, turns })
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
        let mut copier = Copier { from: None, map, attrs: &keep_attrs };
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

    /// Copies what stands behind the header, and gives what the next turn begins with.
    fn rest(&mut self, body: &mut Body, plan: &Plan, at: Op) -> Vec<Value> {
        for pair in plan.chain.windows(2) {
            self.follow(body, pair[0], pair[1]);
            self.block(body, pair[1], at);
        }
        passed_back(body, plan).into_iter().map(|v| self.of(v)).collect()
    }
}

/// What the last block of a turn passes to the header.
fn passed_back(body: &Body, plan: &Plan) -> Vec<Value> {
    let latch = plan.chain.last().and_then(|&b| body.last_op(b));
    latch.map(|l| body.successor_args(l, 0).collect()).unwrap_or_default()
}

/// Copies all turns to before the loop, which goes.
fn copy_out(body: &mut Body, plan: &Plan) {
    let header = plan.blocks.header;
    let mut values: Vec<Value> = match body.last_op(plan.blocks.entry) {
        Some(enters) => body.successor_args(enters, 0).collect(),
        None => return,
    };
    for _ in 0..plan.turns {
        let mut turn = Turn::begin(body, header, &values);
        turn.block(body, header, plan.op);
        values = turn.rest(body, plan, plan.op);
    }
    // The header once more: it leaves.
    let mut turn = Turn::begin(body, header, &values);
    turn.block(body, header, plan.op);
    turn.follow(body, header, plan.blocks.merge);
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
fn repeat(body: &mut Body, plan: &Plan, more: u64) {
    let header = plan.blocks.header;
    let Some(latch) = plan.chain.last().and_then(|&b| body.last_op(b)) else { return };
    let mut values = passed_back(body, plan);
    // Only what was there at first is copied.
    let template: Vec<Vec<Op>> = plan
        .chain
        .iter()
        .map(|&block| body.ops(block).filter(|&op| Some(op) != body.last_op(block)).collect())
        .collect();
    let back = values.clone();
    for _ in 0..more {
        let mut turn = Turn::begin(body, header, &values);
        for (number, ops) in template.iter().enumerate() {
            if number > 0 {
                turn.follow(body, plan.chain[number - 1], plan.chain[number]);
            }
            let values = std::mem::take(&mut turn.map);
            let map = CopyMap { values, blocks: FxHashMap::default() };
            let mut copier = Copier { from: None, map, attrs: &keep_attrs };
            for &op in ops {
                copier.op(body, op, At::Before(latch));
            }
            turn.map = copier.map.values;
        }
        values = back.iter().map(|&v| turn.of(v)).collect();
    }
    Builder::new(body).set_successor_args(latch, 0, &values);
    // Not to be done again.
    let control = body.slot(plan.op, slots::LOOP_CONTROL);
    let dont = if control & COUNTS == 0 { DONT_UNROLL } else { 0 };
    Builder::new(body).set_slot(plan.op, slots::LOOP_CONTROL, (control & !UNROLL) | dont);
}
