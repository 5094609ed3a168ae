//! `licm`: what a loop computes anew in each iteration from values of outside is computed before it.
//!
//! Moved are pure ops of the blocks directly in the loop's region, and loads of what nothing writes to. Not
//! moved are ops that must stay with the invocations that execute them, divisions of integers that might be
//! by zero, and what saves less than the registers cost that hold it throughout the loop.

use crate::flow::Positions;
use crate::pass::{Function, PassInfo, Work};
use crate::support::cost;
use crate::support::memory::Memory;
use crate::support::nesting::region_of;
use crate::support::pressure::Pressure;
use crate::support::spirv::{INTEGER_DIVISIONS, is_simple_access};
use rustc_hash::{FxHashMap, FxHashSet};
use spv_dialect::control::loop_blocks;
use spv_dialect::fold::decorations::speculate;
use spv_dialect::spv;
use spv_dialect::types;
use spv_ir::dialect::Traits;
use spv_ir::rewrite::{constant_of, effects};
use spv_ir::{
    AttrData, Block, Body, Builder, Context, Diagnostics, InsertPoint, Op, Region, Type, TypeData, Value,
    walk,
};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Hoists pure operations whose operands are defined outside of a loop, and loads of \
                  read-only variables, out of the loop, where that saves more than registers to hold \
                  them throughout the loop cost. For region form.",
    before: "spv.mlir.loop {\n  ...\n^bb2:\n  %x = spv.IMul %a, %b : i32\n  ...",
    after: "%x = spv.IMul %a, %b : i32\nspv.mlir.loop {\n  ...",
    statistics: &[("moved", "Operations moved")],
    reads_control_flow: true,
    ..PassInfo::new("licm", "Loop-invariant code motion", |_| Ok(Work::function(run)))
};

fn run(function: &mut Function<'_>) -> Result<(), Diagnostics> {
    let ctx = function.ctx;
    let mut memory = Memory::new(ctx, function.facts, function.module, function.symbols);
    let body = &mut *function.body;
    let mut path = Path::default();
    let mut moves = Vec::new();
    for op in walk::ops(body) {
        let Some(level) = path.enter(ctx, body, op) else { continue };
        let def = ctx.registry().op(body.def(op));
        if def.traits.intersects(Traits::CONVERGENT | Traits::TERMINATOR | Traits::WEAK_USES)
            || body.region_count(op) > 0
            || body.result_count(op) == 0
        {
            continue;
        }
        let Some(target) = path.target(body, op, level) else { continue };
        let pure = effects(ctx, body, op) == Traits::PURE && !may_divide_by_zero(ctx, body, op);
        if pure || is_constant_load(&mut memory, body, op) {
            body.results(op).for_each(|value| _ = path.moved.insert(value, target.0 - 1));
            moves.push(Move { op, before: target.1, certain: path.is_certain(level, target) });
        }
    }
    let moves = profitable(ctx, body, moves);
    let mut builder = Builder::new(body);
    for Move { op, before, certain } in &moves {
        match certain {
            true => builder.move_op(*op, InsertPoint::Before(*before)),
            false => speculate(ctx, &mut builder, *op, InsertPoint::Before(*before)),
        }
    }
    function.count(0, moves.len() as u64);
    Ok(())
}

/// An op that may move.
struct Move {
    op: Op,
    /// The loop before which it would be.
    before: Op,
    /// Whether it is executed whenever the loop is.
    certain: bool,
}

/// Uses of a value that are looked at; one with more is taken to be held.
const MOST_USES: usize = 64;

/// Those moves that pay, in order: what an op saves in each iteration must be worth the registers that hold its result
/// throughout the loop. An op that saves nothing moves with one that needs it.
fn profitable(ctx: &Context, body: &Body, moves: Vec<Move>) -> Vec<Move> {
    if moves.is_empty() {
        return moves;
    }
    let pressure = Pressure::new(ctx, body);
    let mut added: FxHashMap<Op, u32> = FxHashMap::default();
    let registers = |value: Value| match constant_of(ctx, body, value) {
        Some(_) => 0,
        None => cost::components(ctx, body.value_type(value)),
    };
    let mut all: FxHashSet<Op> = moves.iter().map(|at| at.op).collect();
    // Users come before what they use.
    for Move { op, before, .. } in moves.iter().rev() {
        // What only ops use that move, too, is not held.
        let stays = |value: Value| {
            let mut uses = body.uses(value).enumerate();
            uses.any(|(number, (user, _))| number == MOST_USES || !all.contains(&user))
        };
        let used = body.results(*op).any(|value| body.uses(value).any(|(user, _)| all.contains(&user)));
        let held: u32 = body.results(*op).filter(|&value| stays(value)).map(registers).sum();
        let freed: u32 = body.operands(*op).filter(|&value| !stays(value)).map(registers).sum();
        let saved = cost::op_cost(ctx, body, *op);
        let added = added.entry(*before).or_default();
        if used || cost::hoists(saved, held, freed, pressure.in_loop(*before) + *added) {
            *added += held.saturating_sub(freed);
        } else {
            all.remove(op);
        }
    }
    moves.into_iter().filter(|at| all.contains(&at.op)).collect()
}

/// A region around the current op.
struct Level {
    /// The op that the region is of.
    owner: Option<Op>,
    /// The level of the outermost region that an op in this one may move to, through loops that are directly nested.
    target: usize,
    /// The outermost level whose region is entered only if this one is, too.
    certain_from: usize,
    /// The block of the current op.
    block: Option<Block>,
    /// Whether each entry of the region executes the current op, and whether it executes the op before it.
    certain: (bool, bool),
}

/// The regions around the current op, of a walk that visits an op before what is nested in it.
#[derive(Default)]
struct Path {
    /// From the outermost one inwards.
    regions: Vec<Level>,
    /// The level of each region that was entered.
    levels: FxHashMap<Region, usize>,
    positions: Positions,
    /// The level that the result of an op would have that may move.
    moved: FxHashMap<Value, usize>,
}

impl Path {
    /// Advances to an op; returns its level.
    fn enter(&mut self, ctx: &Context, body: &Body, op: Op) -> Option<usize> {
        let block = body.parent(op)?;
        let region = body.block_parent(block)?;
        let level = match self.levels.get(&region) {
            Some(&level) => level,
            None => {
                let owner = body.region_owner(region);
                let outer = owner.and_then(|op| body.block_parent(body.parent(op)?));
                let level = outer.and_then(|outer| self.levels.get(&outer)).map_or(0, |level| level + 1);
                self.regions.truncate(level);
                let is_loop = owner.is_some_and(|op| {
                    body.def(op) == spv::Loop::ID && !self.positions.heads_outer_cycle(body, op)
                });
                let outer = self.regions.last();
                let target = outer.filter(|_| is_loop).map_or(level, |outer| outer.target);
                let certain_from = outer.filter(|outer| outer.certain.0).map_or(level, |o| o.certain_from);
                let certain = (false, false);
                self.regions.push(Level { owner, target, certain_from, block: None, certain });
                self.levels.insert(region, level);
                level
            }
        };
        self.regions.truncate(level + 1);
        let at = &mut self.regions[level];
        if at.block != Some(block) {
            at.block = Some(block);
            // Each iteration begins with the header.
            let header = at.owner.and_then(|op| loop_blocks(body, op)).map(|blocks| blocks.header);
            at.certain.1 = header == Some(block);
        }
        // A construct may be left for elsewhere, and a call may end the invocation.
        let continues = body.region_count(op) == 0 && !effects(ctx, body, op).is_empty();
        at.certain = (at.certain.1, at.certain.1 && continues);
        Some(level)
    }

    /// The outermost loop before which the operands of an op are defined, if the op may move there, and its level.
    fn target(&self, body: &Body, op: Op, level: usize) -> Option<(usize, Op)> {
        let mut target = self.regions[level].target;
        for value in body.operands(op) {
            let level = self.moved.get(&value).or(self.levels.get(&region_of(body, value)?));
            target = target.max(*level?);
        }
        Some((target + 1, self.regions.get(target + 1)?.owner?))
    }

    /// Whether the current op is executed whenever the region of a level around it is entered.
    fn is_certain(&self, level: usize, (target, _): (usize, Op)) -> bool {
        let at = &self.regions[level];
        at.certain.0 && at.certain_from <= target
    }
}

/// Whether an op divides integers, and not by what is known to be neither 0 nor -1: where the loop does not come
/// to it that may not happen.
fn may_divide_by_zero(ctx: &Context, body: &Body, op: Op) -> bool {
    let row = ctx.registry().op(body.def(op)).row;
    if row.set != 0 || !INTEGER_DIVISIONS.contains(&row.opcode) {
        return false;
    }
    let [_, divisor] = body.first_operands(op);
    let Some(attr) = constant_of(ctx, body, divisor) else { return true };
    let bad = |ty: Type, value: u64| {
        let width = types::scalar_width(ctx, ty).unwrap_or(64);
        value == 0 || value == u64::MAX >> 64_u32.saturating_sub(width)
    };
    match ctx.attr_data(attr) {
        AttrData::Integer { value, ty } => bad(*ty, *value),
        AttrData::Dense { ty, elements } => match ctx.type_data(*ty) {
            TypeData::Vector { element, .. } => elements.iter().any(|value| bad(*element, *value)),
            _ => true,
        },
        _ => true,
    }
}

/// Whether an op loads what nothing writes to, at a place that is there in any case.
fn is_constant_load(memory: &mut Memory<'_>, body: &Body, op: Op) -> bool {
    if body.def(op) != spv::Load::ID || !is_simple_access(body, op) {
        return false;
    }
    // An index may be out of range where the loop does not come.
    let place = memory.place(body, body.operand(op, spv::Load::POINTER));
    place.is_some_and(|p| {
        memory.is_read_only(&p)
            && p.path.iter().all(|i| matches!(i, crate::support::memory::Index::Constant(_)))
    })
}
