//! Lowering of atomic `memref` ops to atomic instructions or compare-exchange loops

use crate::atomic_kinds::{ATOMICS, instruction};
use crate::emit::{Done, Emit, Replaces, Rw, SourceOps, scope, semantics, source_op, storage};
use crate::env::Spirv;
use crate::lanes::cast;
use crate::memref::{ElementRef, base_pointer, element_of, indices, place, root, to_memory};
use crate::types::is_laid_out;
use crate::wide_integers::is_wide;
use spv_dialect::generated::values::capability;
use spv_dialect::spv;
use spv_dialect::types::pointer;
use spv_dialects::{memref, scf};
use spv_ir::conversion::{Mismatch, Operands, Pattern};
use spv_ir::{Builder, FloatKind, InsertPoint, NewOp, Op, TypeData, Value};

/// Lowering patterns for atomic `memref` ops.
pub(crate) static PATTERNS: &[Pattern<Spirv>] = &[
    Pattern::new(memref::AtomicRMW::NAME, "atomic", atomic),
    Pattern::new(memref::GenericAtomicRMW::NAME, "atomic with a body", generic_atomic),
];

/// Lowers `memref.atomic_rmw`. The result is the old value, as for LLVM's `atomicrmw`.
fn atomic(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let kind = rw.word(op, memref::AtomicRMW::kind);
    let list = indices(rw, op, memref::AtomicRMW::indices, operands)?;
    let [_, memref] = rw.first_operands(op);
    let at = place(rw, memref, &list)?;
    let ty = rw.result_types(op)?[0];
    let (scope, order) = visibility(rw, memref)?;
    let float = matches!(rw.ctx.type_data(at.element), TypeData::Float(_));
    let whole = at.shift.is_none() && at.stored.ty == ty && !is_wide(rw, at.element);
    match instruction(&rw.env.target, rw.env.whole, kind, float).filter(|_| whole) {
        Some(def) => {
            let semantics = ACQUIRE_RELEASE | order;
            let [value] = operands.first()?;
            let is_double = matches!(rw.ctx.type_data(ty), TypeData::Float(FloatKind::F64));
            if is_double && rw.env.target.is_kernel() && !rw.env.target.has(capability::INT64_ATOMICS) {
                return Err(LACKS_64_BITS.into());
            }
            rw.op_with(def, &[at.pointer, value], &[scope, semantics], ty).replaces(rw, op)
        }
        None => {
            let Some((_, combine)) = ATOMICS.get(kind as usize).filter(|_| rw.env.whole) else {
                let kind = spv_dialects::enums::ATOMIC.by_value(kind).map_or("", |e| e.name);
                return Err(format!("no atomic instruction for '{kind}'").into());
            };
            let [given] = operands.first()?;
            let new = |rw: &mut Rw<'_>, part: Value| {
                if combine.is_empty() {
                    return Ok(given);
                }
                let element = at.element;
                let (ty, part, given) = (rw.type_of(part), cast(rw, part, element), cast(rw, given, element));
                let value = source_op(rw, combine, &[part, given], element)?;
                Ok(cast(rw, value, ty))
            };
            swap(rw, &at, (scope, order), new)?.replaces(rw, op)
        }
    }
}

/// Returns the scope of an atomic operation on a memref, and the memory semantics for the memref's storage class.
fn visibility(rw: &mut Rw<'_>, memref: Value) -> Result<(u32, u32), Mismatch> {
    let root = root(rw, memref);
    let base = base_pointer(rw, root)?;
    let class = pointer(rw.ctx, rw.type_of(base)).map(|(_, class)| class);
    Ok(match class {
        Some(class) if is_laid_out(class) => (scope::DEVICE, semantics::UNIFORM_MEMORY),
        Some(storage::CROSS_WORKGROUP) => (scope::DEVICE, semantics::CROSS_WORKGROUP_MEMORY),
        _ => (scope::WORKGROUP, semantics::WORKGROUP_MEMORY),
    })
}

/// Lowers `memref.generic_atomic_rmw` to a compare-exchange loop. The block in its region, which computes the new
/// value, becomes part of the loop.
fn generic_atomic(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let list = indices(rw, op, memref::GenericAtomicRMW::indices, operands)?;
    let [memref] = rw.first_operands(op);
    let at = place(rw, memref, &list)?;
    let visibility = visibility(rw, memref)?;
    let region = rw.region(op, 0);
    let body = rw.first_block(region).filter(|body| rw.next_block(*body).is_none());
    let body = body.ok_or("a body of several blocks is not supported")?;
    let end = rw.terminator(body).ok_or("the block has no terminator")?;
    let yielded = rw.own_operands(end).next().ok_or("the body yields no value")?;
    if !rw.env.whole {
        return Err("the op is supported only by '--convert-to-spirv'".into());
    }
    let new = |rw: &mut Rw<'_>, part: Value| {
        let ty = rw.type_of(part);
        rw.erase(end);
        let moved = rw.replace_block(body, &[[part].into_iter().collect()]);
        if let InsertPoint::End(block) = rw.at {
            Builder::new(rw.body_mut()).append_ops(moved, block);
        }
        Builder::new(rw.body_mut()).erase_block(moved);
        Ok(cast(rw, yielded, ty))
    };
    swap(rw, &at, visibility, new)?.replaces(rw, op)
}

const LACKS_64_BITS: &str =
    "a 64-bit atomic update requires the capability Int64Atomics, which the target lacks";

const ACQUIRE: u32 = 0x2;
const ACQUIRE_RELEASE: u32 = 0x8;

/// Emits a compare-exchange loop, which retries until no other invocation has changed the memory word. `new` computes
/// the new element from the old one.
fn swap(
    rw: &mut Rw<'_>,
    at: &ElementRef,
    (scope, order): (u32, u32),
    new: impl FnOnce(&mut Rw<'_>, Value) -> Result<Value, Mismatch>,
) -> Result<Value, Mismatch> {
    let word = at.stored.ty;
    match rw.ctx.type_data(word) {
        TypeData::Integer { width: 32, .. } => {}
        TypeData::Integer { width: 64, .. } if rw.env.target.has(capability::INT64_ATOMICS) => {}
        TypeData::Integer { width: 64, .. } => {
            return Err(LACKS_64_BITS.into());
        }
        TypeData::Vector { .. } => {
            return Err(
                "a 64-bit atomic update requires the capabilities Int64 and Int64Atomics, which the \
                        target lacks"
                    .into(),
            );
        }
        _ => return Err("compare-exchange supports only integers and 16-bit and 32-bit floats".into()),
    }
    let (while_def, condition_def, yield_def) =
        (rw.def(scf::While::NAME)?, rw.def(scf::Condition::NAME)?, rw.def(scf::Yield::NAME)?);
    let first = rw.op_with(spv::AtomicLoad::ID, &[at.pointer], &[scope, 0], word);
    rw.record_structure();
    let made = rw.create(NewOp { operands: &[first], results: &[word], regions: 2, ..NewOp::new(while_def) });
    let after = rw.at;
    let (before, next) = (rw.region(made, 0), rw.region(made, 1));
    let block = Builder::new(rw.body_mut()).append_block(before);
    let old = rw.add_arg(block, word);
    rw.at = InsertPoint::End(block);
    let part = element_of(rw, at, old)?;
    let new = new(rw, part)?;
    let new = word_with(rw, at, old, new)?;
    let slots = [scope, ACQUIRE_RELEASE | order, ACQUIRE | order];
    let found = rw.op_with(spv::AtomicCompareExchange::ID, &[at.pointer, new, old], &slots, word);
    let changed = rw.op(spv::INotEqual::ID, &[found, old], rw.ctx.common().i1);
    rw.create(NewOp { operands: &[changed, found], ..NewOp::new(condition_def) });
    let block = Builder::new(rw.body_mut()).append_block(next);
    let again = rw.add_arg(block, word);
    rw.at = InsertPoint::End(block);
    rw.create(NewOp { operands: &[again], ..NewOp::new(yield_def) });
    rw.at = after;
    let result = rw.result(made, 0);
    element_of(rw, at, result)
}

/// Returns the memory word with the element at `at` replaced with `value`.
fn word_with(rw: &mut Rw<'_>, at: &ElementRef, word: Value, value: Value) -> Result<Value, Mismatch> {
    let ty = at.stored.ty;
    let value = to_memory(rw, value, at.element, ty)?;
    let Some((shift, bits)) = at.shift.zip(at.stored.packed) else { return Ok(value) };
    let mask = rw.u32(((1u64 << bits) - 1) as u32);
    let value = rw.op(spv::BitwiseAnd::ID, &[value, mask], ty);
    let value = rw.op(spv::ShiftLeftLogical::ID, &[value, shift], ty);
    let hole = rw.op(spv::ShiftLeftLogical::ID, &[mask, shift], ty);
    let hole = rw.op(spv::Not::ID, &[hole], ty);
    let rest = rw.op(spv::BitwiseAnd::ID, &[word, hole], ty);
    Ok(rw.op(spv::BitwiseOr::ID, &[rest, value], ty))
}
