//! Lowering of vector masks and masked memory accesses

use crate::emit::{Done, Emit, Rw, SourceOps, source_op};
use crate::env::Spirv;
use crate::lanes::{Lane, cast, finish, lanes, positions, scalar, shape};
use spv_dialect::spv;
use spv_dialects::types::element;
use spv_dialects::{View, arith, memref, scf, vector};
use spv_ir::arith::CONSTANT;
use spv_ir::conversion::{Mismatch, Operands, Pattern};
use spv_ir::{Builder, InsertPoint, NewOp, Op, Type, Value};

/// Lowering patterns for mask ops and masked memory accesses.
pub(crate) static PATTERNS: &[Pattern<Spirv>] = &[
    Pattern::new(vector::CreateMask::NAME, "comparisons", create_mask),
    Pattern::new(vector::ConstantMask::NAME, "constants", constant_mask),
    Pattern::new(vector::MaskedLoad::NAME, "conditional loads", |rw, op, operands| {
        load(rw, op, operands, consecutive)
    }),
    Pattern::new(vector::MaskedStore::NAME, "conditional stores", |rw, op, operands| {
        store(rw, op, operands, consecutive)
    }),
    Pattern::new(vector::Gather::NAME, "conditional loads", |rw, op, operands| {
        load(rw, op, operands, listed)
    }),
    Pattern::new(vector::Scatter::NAME, "conditional stores", |rw, op, operands| {
        store(rw, op, operands, listed)
    }),
];

/// Lowers `vector.create_mask`. A mask element is set if its index in each dimension is below that dimension's
/// operand.
fn create_mask(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let truth = rw.ctx.common().i1;
    let bounds = operands.all()?;
    let result = shape(rw, rw.result(op, 0));
    let mut list = Vec::new();
    for position in positions(&result) {
        let mut all = None;
        for (&bound, at) in bounds.iter().zip(position) {
            let ty = rw.type_of(bound);
            let at = rw.int(ty, at as u64);
            let is_below = rw.op(spv::SLessThan::ID, &[at, bound], truth);
            all = Some(match all {
                Some(before) => rw.op(spv::LogicalAnd::ID, &[before, is_below], truth),
                None => is_below,
            });
        }
        list.push(Lane::scalar(all.ok_or("the mask has no dimensions")?));
    }
    finish(rw, op, &[list])
}

/// Lowers `vector.constant_mask` to a constant.
fn constant_mask(rw: &mut Rw<'_>, op: Op, _: &Operands) -> Done {
    let truth = rw.ctx.common().i1;
    let bounds = rw.numbers(op, vector::ConstantMask::mask_dim_sizes);
    let result = shape(rw, rw.result(op, 0));
    let mut list = Vec::new();
    for position in positions(&result) {
        let is_set = bounds.iter().zip(position).all(|(bound, at)| (at as i64) < *bound);
        list.push(Lane::scalar(rw.bool(truth, is_set)));
    }
    finish(rw, op, &[list])
}

/// Function that returns the offset of each vector element from the first one in memory, as `index` values.
type Distances = fn(&mut Rw<'_>, Op, &Operands) -> Result<Vec<Value>, Mismatch>;

/// Returns the offsets of consecutive elements: 0, 1, 2, and so on.
fn consecutive(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Result<Vec<Value>, Mismatch> {
    let mask = part(rw, op, vector::MaskedLoad::mask)?;
    let count = lanes(rw, op, operands, mask).len();
    let (constant, index) = (rw.def(CONSTANT.name)?, rw.ctx.common().index);
    let number = |rw: &mut Rw<'_>, at: usize| {
        let slots = [rw.ctx.int_attr(at as u64, index).raw()];
        rw.value(NewOp { slots: &slots, results: &[index], ..NewOp::new(constant) })
    };
    Ok((0..count).map(|at| number(rw, at)).collect())
}

/// Returns the offsets that the op's index vector specifies.
fn listed(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Result<Vec<Value>, Mismatch> {
    let number = part(rw, op, vector::Gather::index_vec)?;
    let index = rw.ctx.common().index;
    let vector = rw.operand(op, number);
    let original = element(rw.ctx, rw.original_type(vector));
    let mut distances = Vec::new();
    for lane in lanes(rw, op, operands, number) {
        let value = scalar(rw, lane);
        let value = cast(rw, value, original);
        let is_index = original == index;
        distances.push(if is_index {
            value
        } else {
            source_op(rw, arith::IndexCast::NAME, &[value], index)?
        });
    }
    Ok(distances)
}

/// Returns the index of the first operand of the operand group `name`.
fn part(rw: &Rw<'_>, op: Op, name: &str) -> Result<usize, Mismatch> {
    let view = View::new(rw.ctx, rw, op).ok_or("the op has no definition in the dialect's tables")?;
    Ok(view.range(name).start)
}

/// The memory locations of the elements of an access: a memref and the indices for each element.
struct Locations {
    base: Value,
    indices: Vec<Vec<Value>>,
}

/// Computes the memory location of each element: the op's indices, with the element's offset added to the last one.
fn locations(
    rw: &mut Rw<'_>,
    op: Op,
    operands: &Operands,
    distances: Distances,
) -> Result<Locations, Mismatch> {
    let index = rw.ctx.common().index;
    let view = View::new(rw.ctx, rw, op).ok_or("the op has no definition in the dialect's tables")?;
    let range = view.range(vector::MaskedLoad::indices);
    let base = rw.operand(op, part(rw, op, vector::MaskedLoad::base)?);
    let memory =
        spv_dialects::types::memref(rw.ctx, rw.original_type(base)).ok_or("the base is not a memref")?;
    let mask = part(rw, op, vector::MaskedLoad::mask)?;
    let accessed = element(rw.ctx, rw.original_type(rw.operand(op, mask + 1)));
    if memory.element != accessed {
        return Err("the element type of the memref must be a scalar".into());
    }
    let first: Vec<Value> = range.map(|number| rw.operand(op, number)).collect();
    let mut indices = Vec::new();
    for distance in distances(rw, op, operands)? {
        let mut list = first.clone();
        let last = list.last_mut().ok_or("the memref has no dimensions")?;
        *last = source_op(rw, arith::AddI::NAME, &[*last, distance], index)?;
        indices.push(list);
    }
    Ok(Locations { base, indices })
}

/// Emits an `scf.if` around an access. `then` emits the access and returns its result. `otherwise` is the result if
/// the condition is false.
fn guarded(
    rw: &mut Rw<'_>,
    condition: Value,
    results: &[Type],
    then: impl FnOnce(&mut Rw<'_>) -> Result<Option<Value>, Mismatch>,
    otherwise: Option<Value>,
) -> Result<Op, Mismatch> {
    let (conditional, yielded) = (rw.def(scf::If::NAME)?, rw.def(scf::Yield::NAME)?);
    rw.record_structure();
    let made = rw.create(NewOp { operands: &[condition], results, regions: 2, ..NewOp::new(conditional) });
    let after = rw.at;
    let (first, second) = (rw.region(made, 0), rw.region(made, 1));
    let block = Builder::new(rw.body_mut()).append_block(first);
    rw.at = InsertPoint::End(block);
    let value = then(rw)?;
    rw.create(NewOp { operands: value.as_slice(), ..NewOp::new(yielded) });
    if let Some(value) = otherwise {
        let block = Builder::new(rw.body_mut()).append_block(second);
        rw.at = InsertPoint::End(block);
        rw.create(NewOp { operands: &[value], ..NewOp::new(yielded) });
    }
    rw.at = after;
    Ok(made)
}

/// Lowers a masked load. Disabled elements come from the last operand.
fn load(rw: &mut Rw<'_>, op: Op, operands: &Operands, distances: Distances) -> Done {
    let mask = part(rw, op, vector::MaskedLoad::mask)?;
    let (enabled, kept) = (lanes(rw, op, operands, mask), lanes(rw, op, operands, mask + 1));
    let original = element(rw.ctx, rw.value_type(rw.result(op, 0)));
    let converted = rw.convert_type(original)?;
    let Locations { base, indices } = locations(rw, op, operands, distances)?;
    let mut list = Vec::new();
    for ((indices, enabled), kept) in indices.into_iter().zip(enabled).zip(kept) {
        let (enabled, kept) = (scalar(rw, enabled), scalar(rw, kept));
        let kept = cast(rw, kept, original);
        let operands: Vec<Value> = std::iter::once(base).chain(indices).collect();
        let load = |rw: &mut Rw<'_>| source_op(rw, memref::Load::NAME, &operands, original).map(Some);
        let made = guarded(rw, enabled, &[original], load, Some(kept))?;
        let value = rw.result(made, 0);
        list.push(Lane::scalar(cast(rw, value, converted)));
    }
    finish(rw, op, &[list])
}

/// Lowers a masked store. Only enabled elements are stored.
fn store(rw: &mut Rw<'_>, op: Op, operands: &Operands, distances: Distances) -> Done {
    let mask = part(rw, op, vector::MaskedLoad::mask)?;
    let (enabled, values) = (lanes(rw, op, operands, mask), lanes(rw, op, operands, mask + 1));
    let original = element(rw.ctx, rw.original_type(rw.operand(op, mask + 1)));
    let Locations { base, indices } = locations(rw, op, operands, distances)?;
    let access = rw.def(memref::Store::NAME)?;
    let slots = vec![0; rw.ctx.registry().op(access).slots()];
    for ((indices, enabled), value) in indices.into_iter().zip(enabled).zip(values) {
        let (enabled, value) = (scalar(rw, enabled), scalar(rw, value));
        let value = cast(rw, value, original);
        let operands: Vec<Value> = [value, base].into_iter().chain(indices).collect();
        let store = |rw: &mut Rw<'_>| {
            rw.create(NewOp { operands: &operands, slots: &slots, ..NewOp::new(access) });
            Ok(None)
        };
        guarded(rw, enabled, &[], store, None)?;
    }
    rw.erase(op);
    Ok(())
}
