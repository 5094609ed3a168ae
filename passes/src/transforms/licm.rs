//! `licm`: what a loop computes anew in each turn from values of outside is computed before it.
//!
//! Moved are pure ops of the blocks directly in the loop's region, and loads of what nothing writes to. Not
//! moved are ops that must stay with the invocations that execute them, and divisions of integers that might be
//! by zero.

use crate::memory::Memory;
use crate::nesting::region_of;
use crate::pass::{Function, PassInfo, Work};
use crate::spirv::{Defs, INTEGER_DIVISIONS, is_plain_access};
use rustc_hash::FxHashMap;
use spv_dialect::types;
use spv_ir::dialect::Traits;
use spv_ir::rewrite::{constant_of, effects};
use spv_ir::{At, AttrData, Body, Builder, Context, Diagnostics, Op, Region, Type, TypeData, walk};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Moves pure operations whose operands are defined outside of a loop, and loads of read-only \
                  variables, to before the loop. For region form.",
    before: "spv.mlir.loop {\n  ...\n^bb2:\n  %x = spv.IMul %a, %b : i32\n  ...",
    after: "%x = spv.IMul %a, %b : i32\nspv.mlir.loop {\n  ...",
    statistics: &[("moved", "Operations moved")],
    ..PassInfo::new("licm", "Move loop-invariant operations before loops", |_| Ok(Work::function(run)))
};

fn run(function: &mut Function<'_>) -> Result<(), Diagnostics> {
    let ctx = function.ctx;
    let Some(defs) = Defs::new(ctx.registry()) else { return Ok(()) };
    let mut memory = Memory::new(ctx, defs, function.module, function.symbols);
    let body = &mut *function.body;
    let ops: Vec<Op> = walk::ops(body).collect();
    let mut path = Path::default();
    let mut moved = 0;
    for op in ops {
        let Some(level) = path.enter(&defs, body, op) else { continue };
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
            Builder::new(body).move_op(op, At::Before(target));
            moved += 1;
        }
    }
    function.count(0, moved);
    Ok(())
}

/// The regions around the op at hand, of a walk that comes to an op before what is nested in it.
#[derive(Default)]
struct Path {
    /// From the outermost one inwards: the region, the op that it is of, and the level of the outermost region that an
    /// op in it may move to, through loops that lie directly in each other.
    regions: Vec<(Region, Option<Op>, usize)>,
    /// The level of each region that was entered.
    levels: FxHashMap<Region, usize>,
}

impl Path {
    /// Goes on to an op; returns its level.
    fn enter(&mut self, defs: &Defs, body: &Body, op: Op) -> Option<usize> {
        let region = body.block_parent(body.parent(op)?)?;
        let level = match self.levels.get(&region) {
            Some(&level) => level,
            None => {
                let owner = body.region_owner(region);
                let outer = owner.and_then(|op| body.block_parent(body.parent(op)?));
                let level = outer.and_then(|outer| self.levels.get(&outer)).map_or(0, |level| level + 1);
                self.regions.truncate(level);
                let is_loop = owner.is_some_and(|op| body.def(op) == defs.control.r#loop);
                let target = match self.regions.last() {
                    Some(&(_, _, target)) if is_loop => target,
                    _ => level,
                };
                self.regions.push((region, owner, target));
                self.levels.insert(region, level);
                level
            }
        };
        self.regions.truncate(level + 1);
        Some(level)
    }

    /// The outermost loop before which the operands of an op are defined, if the op may move there.
    fn target(&self, body: &Body, op: Op, level: usize) -> Option<Op> {
        let mut target = self.regions[level].2;
        for value in body.operands(op) {
            target = target.max(*self.levels.get(&region_of(body, value)?)?);
        }
        self.regions.get(target + 1)?.1
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
    if body.def(op) != memory.defs.load || !is_plain_access(body, op) {
        return false;
    }
    // An index may be out of range where the loop does not come.
    let place = memory.place(body, body.operand(op, 0));
    place.is_some_and(|p| {
        memory.is_read_only(&p) && p.path.iter().all(|i| matches!(i, crate::memory::Index::Constant(_)))
    })
}
