//! `licm`: what a loop computes anew in each iteration from values of outside is computed before it.
//!
//! Moved are pure ops of the blocks directly in the loop's region, and loads of what nothing writes to. Not
//! moved are ops that must stay with the invocations that execute them, and divisions of integers that might be
//! by zero.

use crate::flow::Positions;
use crate::pass::{Function, PassInfo, Work};
use crate::support::memory::Memory;
use crate::support::nesting::region_of;
use crate::support::spirv::{INTEGER_DIVISIONS, is_plain_access};
use rustc_hash::FxHashMap;
use spv_dialect::control::loop_blocks;
use spv_dialect::fold::decorations::speculate;
use spv_dialect::spv;
use spv_dialect::types;
use spv_ir::dialect::Traits;
use spv_ir::rewrite::{constant_of, effects};
use spv_ir::{
    AttrData, Block, Body, Builder, Context, Diagnostics, InsertPoint, Op, Region, Type, TypeData, walk,
};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Hoists pure operations whose operands are defined outside of a loop, and loads of \
                  read-only variables, out of the loop. For region form.",
    before: "spv.mlir.loop {\n  ...\n^bb2:\n  %x = spv.IMul %a, %b : i32\n  ...",
    after: "%x = spv.IMul %a, %b : i32\nspv.mlir.loop {\n  ...",
    statistics: &[("moved", "Operations moved")],
    reads_control_flow: true,
    ..PassInfo::new("licm", "Loop-invariant code motion", |_| Ok(Work::function(run)))
};

fn run(function: &mut Function<'_>) -> Result<(), Diagnostics> {
    let ctx = function.ctx;
    let mut memory = Memory::new(ctx, function.module, function.symbols);
    let body = &mut *function.body;
    let ops: Vec<Op> = walk::ops(body).collect();
    let mut path = Path::default();
    let mut moved = 0;
    for op in ops {
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
            let mut builder = Builder::new(body);
            match path.is_certain(level, target) {
                true => builder.move_op(op, InsertPoint::Before(target.1)),
                false => speculate(ctx, &mut builder, op, InsertPoint::Before(target.1)),
            }
            moved += 1;
        }
    }
    function.count(0, moved);
    Ok(())
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
            target = target.max(*self.levels.get(&region_of(body, value)?)?);
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
    let Some(attr) = body.own_operands(op).nth(1).and_then(|divisor| constant_of(ctx, body, divisor)) else {
        return true;
    };
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
    if body.def(op) != spv::Load::ID || !is_plain_access(body, op) {
        return false;
    }
    // An index may be out of range where the loop does not come.
    let place = memory.place(body, body.operand(op, 0));
    place.is_some_and(|p| {
        memory.is_read_only(&p)
            && p.path.iter().all(|i| matches!(i, crate::support::memory::Index::Constant(_)))
    })
}
