//! `licm`: what a loop computes anew in each turn from values of outside is computed before it.
//!
//! Moved are pure ops of the blocks directly in the loop's region, and loads of what nothing writes to. Not
//! moved are ops that must stay with the invocations that execute them, and divisions of integers that might be
//! by zero. Inner loops come first.

use crate::memory::Memory;
use crate::pass::{Function, PassInfo, Work};
use crate::spirv::{Defs, INTEGER_DIVISIONS, is_plain_access};
use crate::transforms::params::{is_within, region_of};
use spv_dialect::control::loop_blocks;
use spv_dialect::fold::decorations::speculate;
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
    let is_loop = |op: &Op| function.body.def(*op) == defs.control.r#loop;
    let loops: Vec<Op> = walk::ops_post(function.body).filter(is_loop).collect();
    let mut memory = Memory::new(ctx, defs, function.module, function.symbols);
    let mut moved = 0;
    for op in loops {
        let body = &mut *function.body;
        let region = body.region(op, 0);
        let blocks: Vec<_> = body.blocks(region).collect();
        let header = loop_blocks(body, op).map(|blocks| blocks.header);
        for block in blocks {
            // Whether the loop executes the op at hand in any case: it begins with the header.
            let mut certain = Some(block) == header;
            let ops: Vec<Op> = body.ops(block).collect();
            for inner in ops {
                let def = ctx.registry().op(body.def(inner));
                let traits = def.traits;
                // A construct may be left for elsewhere, and a call may end the invocation.
                certain &= body.region_count(inner) == 0 && !effects(ctx, body, inner).is_empty();
                if traits.intersects(Traits::CONVERGENT | Traits::TERMINATOR | Traits::WEAK_USES)
                    || body.region_count(inner) > 0
                    || body.result_count(inner) == 0
                    || !is_invariant(body, inner, region)
                {
                    continue;
                }
                let pure = effects(ctx, body, inner) == Traits::PURE && !may_divide_by_zero(ctx, body, inner);
                if pure || is_constant_load(&mut memory, body, inner) {
                    let mut builder = Builder::new(body);
                    match certain {
                        true => builder.move_op(inner, At::Before(op)),
                        false => speculate(ctx, &mut builder, inner, At::Before(op)),
                    }
                    moved += 1;
                }
            }
        }
    }
    function.count(0, moved);
    Ok(())
}

/// Whether all operands of an op are defined outside of a region.
fn is_invariant(body: &Body, op: Op, region: Region) -> bool {
    body.operands(op).all(|v| region_of(body, v).is_some_and(|home| !is_within(body, home, region)))
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
