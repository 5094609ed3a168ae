//! Loop-invariant code motion (`licm`)
//!
//! Hoists pure ops and loads from read-only memory, if their block is directly in the loop's region. Does not hoist
//! convergent ops, or integer divisions that may be by zero. Does not hoist ops that save less than their results cost
//! in registers.

use crate::flow::Positions;
use crate::pass::{ControlFlow, Function, PassInfo, Work};
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
use spv_ir::rewrite::{constant_of, effects, program_uses};
use spv_ir::{
    AttrData, Block, Body, Builder, Context, Diagnostics, InsertPoint, Op, Region, Type, TypeData, Value,
    walk,
};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Hoists pure operations with loop-invariant operands, and loads of read-only variables, \
                  out of loops. An operation is hoisted only if it saves more than the registers that hold \
                  its result throughout the loop cost. Requires region form.",
    before: "spv.mlir.loop {\n  ...\n^bb2:\n  %x = spv.IMul %a, %b : i32\n  ...",
    after: "%x = spv.IMul %a, %b : i32\nspv.mlir.loop {\n  ...",
    statistics: &[("moved", "Operations hoisted")],
    ..PassInfo::new("licm", "Loop-invariant code motion", ControlFlow::SpvOnly, |_| Ok(Work::function(run)))
};

fn run(function: &mut Function<'_>) -> Result<(), Diagnostics> {
    let ctx = function.ctx;
    let mut memory = Memory::new(ctx, function.facts, function.module, function.symbols);
    let body = &mut *function.body;
    let mut regions = EnclosingRegions::default();
    let mut moves = Vec::new();
    for op in walk::ops(body) {
        let Some(level) = regions.enter(ctx, body, op) else { continue };
        let def = ctx.registry().op(body.def(op));
        if def.traits.intersects(Traits::CONVERGENT | Traits::TERMINATOR | Traits::WEAK_USES)
            || body.region_count(op) > 0
            || body.result_count(op) == 0
        {
            continue;
        }
        let Some(destination) = regions.destination(body, op, level) else { continue };
        let pure = effects(ctx, body, op) == Traits::PURE && !may_divide_by_zero(ctx, body, op);
        if pure || is_constant_load(&mut memory, body, op) {
            body.results(op).for_each(|value| _ = regions.moved.insert(value, destination.level));
            let is_certain = regions.is_certain(level, &destination);
            moves.push(Move { op, before: destination.before, is_certain });
        }
    }
    let moves = profitable(ctx, body, moves);
    let mut builder = Builder::new(body);
    for Move { op, before, is_certain } in &moves {
        match is_certain {
            true => builder.move_op(*op, InsertPoint::Before(*before)),
            false => speculate(ctx, &mut builder, *op, InsertPoint::Before(*before)),
        }
    }
    function.count(0, moves.len() as u64);
    Ok(())
}

/// An op to hoist, and the loop to hoist it from.
struct Move {
    op: Op,
    /// The loop before which the hoisted op is inserted.
    before: Op,
    /// Whether the op executes whenever the loop is entered.
    is_certain: bool,
}

/// Maximum number of uses to inspect. A value with more uses is assumed to remain live in the loop.
const MOST_USES: usize = 64;

/// Returns the profitable moves, in order. The cost that a move saves in each iteration must outweigh the registers
/// that the result occupies throughout the loop. An op that saves nothing moves only if one of its users moves.
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
    // Visit users before the definitions of their operands.
    for Move { op, before, .. } in moves.iter().rev() {
        // A result occupies no register in the loop if all of its users move, too.
        let stays = |value: Value| {
            let mut uses = program_uses(ctx, body, value).enumerate();
            uses.any(|(index, (user, _))| index == MOST_USES || !all.contains(&user))
        };
        let used = body
            .results(*op)
            .any(|value| program_uses(ctx, body, value).any(|(user, _)| all.contains(&user)));
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

/// A region that contains the current op, directly or nested.
struct EnclosingRegion {
    /// The op that owns the region.
    owner: Option<Op>,
    /// Level of the outermost region to which an op in this region may move, through directly nested loops.
    outermost: usize,
    /// Level of the outermost enclosing region whose execution always reaches this region.
    certain_from: usize,
    /// The block of this region that contains the current op, directly or nested.
    block: Option<Block>,
    /// Whether each execution of this region reaches the current op.
    executes_current: bool,
    /// Whether each execution of this region reaches the op after the current op.
    executes_next: bool,
}

/// The position before a loop to which an op may be hoisted.
struct Destination {
    /// The loop before which the op is inserted.
    before: Op,
    /// Level of the region that contains the loop op.
    level: usize,
}

/// The regions that enclose the current op of a preorder walk. A region's level is its nesting depth.
#[derive(Default)]
struct EnclosingRegions {
    /// Enclosing regions, outermost first.
    list: Vec<EnclosingRegion>,
    /// The level of each region that the walk has entered.
    levels: FxHashMap<Region, usize>,
    positions: Positions,
    /// For the result of each hoistable op, the level of the region to which it would move.
    moved: FxHashMap<Value, usize>,
}

impl EnclosingRegions {
    /// Advances the walk to an op. Returns the level of the region that contains the op.
    fn enter(&mut self, ctx: &Context, body: &Body, op: Op) -> Option<usize> {
        let block = body.parent(op)?;
        let region = body.block_parent(block)?;
        let level = match self.levels.get(&region) {
            Some(&level) => level,
            None => {
                let owner = body.region_owner(region);
                let outer = owner.and_then(|op| body.block_parent(body.parent(op)?));
                let level = outer.and_then(|outer| self.levels.get(&outer)).map_or(0, |level| level + 1);
                self.list.truncate(level);
                let is_loop = owner.is_some_and(|op| {
                    body.def(op) == spv::Loop::ID && !self.positions.heads_outer_cycle(body, op)
                });
                let outer = self.list.last();
                let outermost = outer.filter(|_| is_loop).map_or(level, |outer| outer.outermost);
                let certain_from = outer.filter(|o| o.executes_current).map_or(level, |o| o.certain_from);
                self.list.push(EnclosingRegion {
                    owner,
                    outermost,
                    certain_from,
                    block: None,
                    executes_current: false,
                    executes_next: false,
                });
                self.levels.insert(region, level);
                level
            }
        };
        self.list.truncate(level + 1);
        let region = &mut self.list[level];
        if region.block != Some(block) {
            region.block = Some(block);
            // Every iteration begins with the header.
            let header = region.owner.and_then(|op| loop_blocks(body, op)).map(|blocks| blocks.header);
            region.executes_next = header == Some(block);
        }
        // A construct may exit to other code, and a call may end the invocation.
        let continues = body.region_count(op) == 0 && !effects(ctx, body, op).is_empty();
        region.executes_current = region.executes_next;
        region.executes_next &= continues;
        Some(level)
    }

    /// Returns the position before the outermost loop that an op may be hoisted out of, or `None` if it cannot be
    /// hoisted. The definitions of the operands limit how far the op may move.
    fn destination(&self, body: &Body, op: Op, level: usize) -> Option<Destination> {
        let mut outermost = self.list[level].outermost;
        for value in body.operands(op) {
            let defined = self.moved.get(&value).or(self.levels.get(&region_of(body, value)?));
            outermost = outermost.max(*defined?);
        }
        Some(Destination { before: self.list.get(outermost + 1)?.owner?, level: outermost })
    }

    /// Returns whether the current op executes whenever the loop of its destination is entered.
    fn is_certain(&self, level: usize, destination: &Destination) -> bool {
        let region = &self.list[level];
        region.executes_current && region.certain_from <= destination.level + 1
    }
}

/// Returns whether an op is an integer division whose divisor may be 0 or -1. It must not be speculated, because a
/// branch in the loop may exclude these divisors.
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

/// Returns whether an op loads from read-only memory at an address that is always valid.
fn is_constant_load(memory: &mut Memory<'_>, body: &Body, op: Op) -> bool {
    if body.def(op) != spv::Load::ID || !is_simple_access(body, op) {
        return false;
    }
    // If a branch in the loop no longer guards the load, a variable index may be out of bounds.
    let place = memory.place(body, body.operand(op, spv::Load::POINTER));
    place.is_some_and(|p| {
        memory.is_read_only(&p)
            && p.path.iter().all(|i| matches!(i, crate::support::memory::Index::Constant(_)))
    })
}
