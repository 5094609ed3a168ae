//! Folds of ops to an existing value

use super::Facts;
use super::composite_values::words;
use super::constant::{self, Scalar};
use super::identity::splat;
use crate::generated::opcodes::*;
use spv_ir::rewrite::uses_itself;
use spv_ir::{Folded, Folding, Op, Value};

/// Folds an op to its first operand.
pub fn first_operand(f: Folding<'_>, op: Op) -> Option<Folded> {
    f.body.operands(op).next().map(Folded::Value)
}

/// Returns the opcode of an op from the core instruction set, or `None` for other ops.
pub fn opcode(f: Folding<'_>, op: Op) -> Option<u32> {
    let row = f.ctx.registry().op(f.body.def(op)).row;
    (row.set == 0).then_some(row.opcode)
}

/// Returns the op that defines a value, if it is a core op with the opcode `wanted`. Excludes ops that use their own
/// result.
pub fn defined_by(f: Folding<'_>, value: Value, wanted: u32) -> Option<Op> {
    f.body.defining_op(value).filter(|&def| opcode(f, def) == Some(wanted) && !uses_itself(f.body, def))
}

/// Returns the operands of the op that [`defined_by`] finds.
pub fn operands_of<const N: usize>(f: Folding<'_>, value: Value, wanted: u32) -> Option<[Value; N]> {
    defined_by(f, value, wanted).map(|def| f.body.first_operands(def))
}

/// Returns whether an op that only copies a float value may change it by flushing denormals.
fn flushes(f: Folding<'_>, value: Value) -> bool {
    let facts = Facts::from_bits_truncate(f.facts);
    match constant::shape(f.ctx, f.body.value_type(value)).map(|shape| shape.scalar) {
        Some(Scalar::Float(kind)) => facts.flushes(kind),
        _ => false,
    }
}

/// Folds `op(op(x))` to `x`.
pub fn involution(f: Folding<'_>, op: Op) -> Option<Folded> {
    let [inner] = f.body.first_operands(op);
    let [value] = operands_of(f, inner, opcode(f, op)?)?;
    (!flushes(f, value)).then_some(Folded::Value(value))
}

/// Folds `(x - y) + y` and `y + (x - y)` to `x`.
pub fn add_of_difference(f: Folding<'_>, op: Op) -> Option<Folded> {
    let [a, b] = f.body.first_operands(op);
    [(a, b), (b, a)].into_iter().find_map(|(difference, other)| {
        let [x, y] = operands_of(f, difference, I_SUB)?;
        (y == other).then_some(Folded::Value(x))
    })
}

/// Folds `(x + y) - y` to `x`, and `x - (x - y)` to `y`.
pub fn difference_of_sum(f: Folding<'_>, op: Op) -> Option<Folded> {
    let [a, b] = f.body.first_operands(op);
    if let Some([x, y]) = operands_of(f, a, I_ADD) {
        if y == b {
            return Some(Folded::Value(x));
        }
        if x == b {
            return Some(Folded::Value(y));
        }
    }
    let [x, y] = operands_of(f, b, I_SUB)?;
    (x == a).then_some(Folded::Value(y))
}

pub fn same_type(f: Folding<'_>, op: Op) -> Option<Folded> {
    let [value] = f.body.first_operands(op);
    (f.body.value_type(value) == f.body.value_type(f.body.result(op, 0))).then_some(Folded::Value(value))
}

/// Folds a conversion that reverses a lossless conversion.
pub fn there_and_back(f: Folding<'_>, op: Op) -> Option<Folded> {
    let code = opcode(f, op)?;
    let [converted] = f.body.first_operands(op);
    let inner = f.body.defining_op(converted)?;
    let inner_code = opcode(f, inner)?;
    let fits = match code {
        BITCAST | COPY_LOGICAL | F_CONVERT => inner_code == code,
        GENERIC_CAST_TO_PTR => inner_code == PTR_CAST_TO_GENERIC,
        _ => matches!(inner_code, U_CONVERT | S_CONVERT),
    };
    if !fits {
        return None;
    }
    let [value] = f.body.first_operands(inner);
    if f.body.value_type(value) != f.body.value_type(f.body.result(op, 0)) {
        return None;
    }
    if matches!(code, BITCAST | COPY_LOGICAL | GENERIC_CAST_TO_PTR) {
        return Some(Folded::Value(value));
    }
    let scalar = |value| constant::shape(f.ctx, f.body.value_type(value)).map(|shape| shape.scalar);
    let (outer, between) = (scalar(value)?, scalar(converted)?);
    // Compare the widths, because half floats and bfloat16 do not contain each other.
    let wider = between.width() > outer.width();
    (wider && !flushes(f, value) && !flushes(f, converted)).then_some(Folded::Value(value))
}

pub fn select(f: Folding<'_>, op: Op) -> Option<Folded> {
    let [condition, a, b] = f.body.first_operands(op);
    if a == b {
        return Some(Folded::Value(a));
    }
    if let Some((truth, _)) = splat(f, condition) {
        return Some(Folded::Value(if truth != 0 { a } else { b }));
    }
    if splat(f, a)? == splat(f, b)? {
        return Some(Folded::Value(a));
    }
    let identity = matches!(splat(f, a)?, (1, Scalar::Bool)) && matches!(splat(f, b)?, (0, Scalar::Bool));
    identity.then_some(Folded::Value(condition))
}

/// Maximum number of inserts to look through when folding an extract.
const MAX_INSERTIONS: usize = 64;

/// Folds an extract to the object that an insert placed at the same index path, or to the constituent of an
/// OpCompositeConstruct.
pub fn extract(f: Folding<'_>, op: Op) -> Option<Folded> {
    let indexes = words(f.ctx, f.body, op)?;
    let [whole] = f.body.first_operands(op);
    let mut composite = whole;
    let Some((&first, rest)) = indexes.split_first() else { return Some(Folded::Value(whole)) };
    for _ in 0..MAX_INSERTIONS {
        let def = f.body.defining_op(composite)?;
        match opcode(f, def)? {
            COMPOSITE_INSERT => {
                let own = words(f.ctx, f.body, def)?;
                let [object, base] = f.body.first_operands(def);
                if own == indexes {
                    return Some(Folded::Value(object));
                }
                if overlaps(own, indexes) {
                    return None;
                }
                composite = base;
            }
            COMPOSITE_CONSTRUCT if rest.is_empty() => {
                let (value, None) = constituent(f, def, first)? else { return None };
                return Some(Folded::Value(value));
            }
            _ => break,
        }
    }
    // The composite that the skipped inserts modify may be constant.
    if composite != whole
        && let Some(attr) = f.constant(composite)
    {
        let value = constant::element_at(f.ctx, f.body.value_type(composite), attr, indexes)?;
        return Some(Folded::Constant(value));
    }
    None
}

/// Returns whether one of two index paths is a prefix of the other.
pub fn overlaps(a: &[u32], b: &[u32]) -> bool {
    a.iter().zip(b).all(|(a, b)| a == b)
}

/// Returns the operand of the OpCompositeConstruct `construct` that provides the element at `index`. If the operand is
/// a vector that provides several elements, also returns the component index. Returns `None` if no operand provides the
/// element.
pub fn constituent(f: Folding<'_>, construct: Op, index: u32) -> Option<(Value, Option<u32>)> {
    let ty = f.body.value_type(f.body.result(construct, 0));
    let Some(shape) = constant::shape(f.ctx, ty) else {
        let value = f.body.operands(construct).nth(index as usize)?;
        return Some((value, None));
    };
    let mut at = index as usize;
    for value in f.body.operands(construct) {
        let part = constant::shape(f.ctx, f.body.value_type(value))?;
        if part.scalar != shape.scalar {
            return None;
        }
        if at < part.lanes() {
            return Some((value, part.length.map(|_| at as u32)));
        }
        at -= part.lanes();
    }
    None
}

/// Folds an insert of an element at the index path from which it was extracted.
pub fn insert(f: Folding<'_>, op: Op) -> Option<Folded> {
    let indexes = words(f.ctx, f.body, op)?;
    let [object, composite] = f.body.first_operands(op);
    if indexes.is_empty() {
        return Some(Folded::Value(object));
    }
    let from = defined_by(f, object, COMPOSITE_EXTRACT)?;
    let same = f.body.first_operands(from) == [composite] && words(f.ctx, f.body, from)? == indexes;
    same.then_some(Folded::Value(composite))
}

/// Folds an OpCompositeConstruct from all elements of another composite, in order, to that composite.
pub fn construct(f: Folding<'_>, op: Op) -> Option<Folded> {
    taken_apart(f, op).filter(|(_, path)| path.is_empty()).map(|(whole, _)| Folded::Value(whole))
}

/// Returns a composite and the index path at which all elements were extracted, in order, as the operands of the
/// OpCompositeConstruct `op`.
pub fn taken_apart<'f>(f: Folding<'f>, op: Op) -> Option<(Value, &'f [u32])> {
    let ty = f.body.value_type(f.body.result(op, 0));
    let count = f.body.operand_count(op);
    let first = defined_by(f, f.body.operands(op).next()?, COMPOSITE_EXTRACT)?;
    let [whole] = f.body.first_operands(first);
    let (_, path) = words(f.ctx, f.body, first)?.split_last()?;
    if constant::length(f.ctx, ty)? != count {
        return None;
    }
    for (i, value) in f.body.operands(op).enumerate() {
        let part = defined_by(f, value, COMPOSITE_EXTRACT)?;
        let (last, own) = words(f.ctx, f.body, part)?.split_last()?;
        if f.body.first_operands(part) != [whole] || own != path || *last as usize != i {
            return None;
        }
    }
    Some((whole, path))
}

/// Folds a shuffle that selects all components of one operand, in order, to that operand.
pub fn shuffle(f: Folding<'_>, op: Op) -> Option<Folded> {
    let components = words(f.ctx, f.body, op)?;
    let [first, second] = f.body.first_operands(op);
    let length = |value| Some(constant::shape(f.ctx, f.body.value_type(value))?.lanes());
    let in_order = |start: usize| components.iter().zip(start..).all(|(&c, i)| c as usize == i);
    let before = length(first)?;
    if components.len() == before && in_order(0) {
        return Some(Folded::Value(first));
    }
    (components.len() == length(second)? && in_order(before)).then_some(Folded::Value(second))
}

pub fn no_index(f: Folding<'_>, op: Op) -> Option<Folded> {
    first_operand(f, op).filter(|_| f.body.operand_count(op) == 1)
}
