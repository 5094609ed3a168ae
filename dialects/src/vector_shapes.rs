//! Checks of the shapes, element types and positions of `vector` ops, with MLIR's messages

use crate::enums::{COMBINING, combines};
use crate::spec::{Class, View};
use crate::types::{element, memref, vector_lengths, vector_of};
use crate::vector::{
    ConstantMask, Extract, ExtractStridedSlice, FMA, Insert, InsertStridedSlice, Interleave, Load, Reduction,
    Shuffle, Store, ToElements, Transpose,
};
use spv_ir::builtin_types::{DYNAMIC, SCALABLE};
use spv_ir::text::type_text::type_text;
use spv_ir::{Context, Type, TypeData};

/// The result of a check: an error message without the op's name.
type Checked = Result<(), String>;

/// Index that stands for a poison element.
const POISON: i64 = -1;

fn check(condition: bool, message: impl FnOnce() -> String) -> Checked {
    if condition { Ok(()) } else { Err(message()) }
}

/// Checks that two operands or results have the same element type.
fn same_element(view: &View<'_>, a: &str, b: &str) -> Checked {
    let (Some(left), Some(right)) = (view.ty(a), view.ty(b)) else { return Ok(()) };
    check(element(view.ctx, left) == element(view.ctx, right), || {
        format!("failed to verify that {a} and {b} have same element type")
    })
}

/// Returns the lengths of a vector operand or result, without the bits that mark scalable dimensions. Returns an empty
/// list for scalars.
fn lengths(view: &View<'_>, name: &str) -> Vec<u64> {
    let all = view.ty(name).and_then(|ty| vector_lengths(view.ctx, ty)).unwrap_or_default();
    all.into_iter().map(|length| length & !SCALABLE).collect()
}

/// Returns the number of elements, or `None` if it does not fit in 64 bits.
fn count(lengths: &[u64]) -> Option<u64> {
    lengths.iter().try_fold(1_u64, |all, length| all.checked_mul(*length))
}

fn is_vector(view: &View<'_>, name: &str) -> bool {
    view.ty(name).is_none_or(|ty| Class::Vector.contains(view.ctx, ty))
}

/// Checks that the result is a vector.
fn vector_result(view: &View<'_>) -> Checked {
    check(is_vector(view, "result"), || format!("result #0 must be {}", Class::Vector.text()))
}

fn is_float(ctx: &Context, ty: Type) -> bool {
    matches!(ctx.type_data(ty), TypeData::Float(_))
}

pub(crate) fn check_broadcast(view: &View<'_>) -> Checked {
    vector_result(view)?;
    same_element(view, "source", "result")?;
    let (source, result) = (lengths(view, "source"), lengths(view, "result"));
    check(source.len() <= result.len(), || "source rank higher than destination rank".to_owned())?;
    let mut pairs = source.iter().zip(&result[result.len() - source.len()..]);
    match pairs.find(|(from, to)| **from != 1 && from != to) {
        Some((from, to)) => Err(format!("dimension mismatch ({from} vs. {to})")),
        None => Ok(()),
    }
}

/// Checks that the static positions are within the dimensions that they index.
fn positions(positions: &[i64], lengths: &[u64], vector: &str) -> Checked {
    check(positions.len() <= lengths.len(), || {
        format!("expected position attribute of rank no greater than {vector}vector rank")
    })?;
    let fits = |(position, length): (&i64, &u64)| {
        *position as u64 == DYNAMIC || *position == POISON || (*position as u64) < *length
    };
    match positions.iter().zip(lengths).position(|pair| !fits(pair)) {
        Some(wrong) => Err(format!(
            "expected position attribute #{} to be a non-negative integer smaller than the corresponding \
             {vector}vector dimension or poison (-1)",
            wrong + 1
        )),
        None => Ok(()),
    }
}

pub(crate) fn check_extract(view: &View<'_>) -> Checked {
    let (Some(vector), Some(result)) = (view.ty(Extract::vector), view.ty("result")) else { return Ok(()) };
    let position = view.numbers(Extract::static_position);
    positions(&position, &lengths(view, Extract::vector), "")?;
    let rest = vector_lengths(view.ctx, vector).unwrap_or_default().split_off(position.len());
    let scalar = element(view.ctx, vector);
    let inferred = if rest.is_empty() { scalar } else { vector_of(view.ctx, &rest, scalar) };
    // Like MLIR, a vector of one element may stand for a scalar.
    let one = vector_of(view.ctx, &[1], scalar);
    check(inferred == result || [(inferred, result), (result, inferred)].contains(&(scalar, one)), || {
        let (inferred, result) = (type_text(view.ctx, inferred), type_text(view.ctx, result));
        format!("inferred type(s) '{inferred}' are incompatible with return type(s) of operation '{result}'")
    })
}

pub(crate) fn check_insert(view: &View<'_>) -> Checked {
    same_element(view, Insert::source, "result")?;
    let position = view.numbers(Insert::static_position);
    let (source, dest) = (lengths(view, Insert::source), lengths(view, Insert::dest));
    positions(&position, &dest, "dest ")?;
    check(position.len() + source.len() == dest.len(), || match is_vector(view, Insert::source) {
        true => "expected position attribute rank + source rank to match dest vector rank".to_owned(),
        false => "expected position attribute rank to match the dest vector rank".to_owned(),
    })
}

pub(crate) fn check_shuffle(view: &View<'_>) -> Checked {
    vector_result(view)?;
    same_element(view, Shuffle::v1, "result")?;
    same_element(view, Shuffle::v2, "result")?;
    let [v1, v2, result] = [Shuffle::v1, Shuffle::v2, "result"].map(|name| lengths(view, name));
    let scalars = v1.is_empty() && v2.is_empty() && result.len() == 1;
    check(scalars || v1.len() == result.len() && v2.len() == result.len(), || "rank mismatch".to_owned())?;
    let rest = |lengths: &[u64]| lengths.get(1..).unwrap_or_default().to_vec();
    check(rest(&v1) == rest(&result) && rest(&v2) == rest(&result), || "dimension mismatch".to_owned())?;
    let mask = view.numbers(Shuffle::mask);
    check(result.first() == Some(&(mask.len() as u64)), || "mask length mismatch".to_owned())?;
    let limit = v1.first().unwrap_or(&1) + v2.first().unwrap_or(&1);
    match mask.iter().position(|index| *index != POISON && *index as u64 >= limit) {
        Some(wrong) => Err(format!("mask index #{} out of range", wrong + 1)),
        None => Ok(()),
    }
}

pub(crate) fn check_reduction(view: &View<'_>) -> Checked {
    let (Some(vector), Some(result)) = (view.ty(Reduction::vector), view.ty("result")) else { return Ok(()) };
    check(element(view.ctx, vector) == result, || {
        "failed to verify that source operand and result have same element type".to_owned()
    })?;
    let rank = lengths(view, Reduction::vector).len();
    check(rank <= 1, || format!("unsupported reduction rank: {rank}"))?;
    let Some(kind) = view.word(Reduction::kind).and_then(|kind| COMBINING.by_value(kind)) else {
        return Ok(());
    };
    check(combines(kind.name, view.ctx, result), || {
        format!("unsupported reduction type '{}' for kind '{}'", type_text(view.ctx, result), kind.name)
    })
}

/// Checks that the strides of a slice are 1.
fn unit_strides(strides: &[i64]) -> Checked {
    check(strides.iter().all(|stride| *stride == 1), || {
        "expected strides to be confined to [1, 2)".to_owned()
    })
}

/// Checks that a slice is within the vector in each dimension. `sizes` is called `size` in messages.
fn slice(offsets: &[i64], sizes: &[u64], lengths: &[u64], size: &str) -> Checked {
    for (dim, ((offset, size_of), length)) in offsets.iter().zip(sizes).zip(lengths).enumerate() {
        check((0..*length as i64).contains(offset), || {
            format!("expected offsets dimension {dim} to be confined to [0, {length})")
        })?;
        check(*size_of > 0 && (*offset as u64).saturating_add(*size_of) <= *length, || {
            let end = length + 1;
            format!("expected sum(offsets, {size}) dimension {dim} to be confined to [1, {end})")
        })?;
    }
    Ok(())
}

pub(crate) fn check_extract_slice(view: &View<'_>) -> Checked {
    type Op = ExtractStridedSlice;
    let (Some(vector), Some(result)) = (view.ty(Op::vector), view.ty("result")) else { return Ok(()) };
    let [offsets, sizes, strides] = [Op::offsets, Op::sizes, Op::strides].map(|part| view.numbers(part));
    let lengths = lengths(view, Op::vector);
    check(offsets.len() == sizes.len() && offsets.len() == strides.len(), || {
        "expected offsets, sizes and strides attributes of same size".to_owned()
    })?;
    check(offsets.len() <= lengths.len(), || {
        "expected offsets attribute of rank no greater than vector rank".to_owned()
    })?;
    let sizes: Vec<u64> = sizes.into_iter().map(|size| size as u64).collect();
    slice(&offsets, &sizes, &lengths, "sizes")?;
    unit_strides(&strides)?;
    let all = vector_lengths(view.ctx, vector).unwrap_or_default();
    // The size of a scalable dimension is that of the unscaled vector.
    let marked = sizes.iter().zip(&all).map(|(size, length)| size | length & SCALABLE);
    let expected: Vec<u64> = marked.chain(all[sizes.len()..].iter().copied()).collect();
    let expected = vector_of(view.ctx, &expected, element(view.ctx, vector));
    check(expected == result, || format!("expected result type to be '{}'", type_text(view.ctx, expected)))
}

pub(crate) fn check_insert_slice(view: &View<'_>) -> Checked {
    type Op = InsertStridedSlice;
    same_element(view, Op::source, "result")?;
    let (offsets, strides) = (view.numbers(Op::offsets), view.numbers(Op::strides));
    let (source, dest) = (lengths(view, Op::source), lengths(view, Op::dest));
    check(offsets.len() == dest.len(), || {
        "expected offsets of same size as destination vector rank".to_owned()
    })?;
    check(strides.len() == source.len(), || {
        "expected strides of same size as source vector rank".to_owned()
    })?;
    check(source.len() <= dest.len(), || {
        "expected source rank to be no greater than destination rank".to_owned()
    })?;
    unit_strides(&strides)?;
    let single = vec![1; dest.len() - source.len()];
    slice(&offsets, &[single, source].concat(), &dest, "source vector shape")
}

pub(crate) fn check_fma(view: &View<'_>) -> Checked {
    check(view.ty(FMA::lhs).is_none_or(|ty| is_float(view.ctx, element(view.ctx, ty))), || {
        "operand #0 must be vector of floating-point values".to_owned()
    })
}

pub(crate) fn check_shape_cast(view: &View<'_>) -> Checked {
    vector_result(view)?;
    same_element(view, "source", "result")?;
    let (source, result) = (count(&lengths(view, "source")), count(&lengths(view, "result")));
    check(source == result, || {
        let [source, result] = [source, result].map(Option::unwrap_or_default);
        format!("has different number of elements at source ({source}) and result ({result})")
    })
}

/// Returns the width of the last dimension of a vector in bits. Returns `None` if the elements have no fixed width.
fn minor_width(view: &View<'_>, name: &str) -> Option<u128> {
    let width = match view.ctx.type_data(element(view.ctx, view.ty(name)?)) {
        TypeData::Integer { width, .. } => *width,
        TypeData::Float(kind) => kind.width(),
        _ => return None,
    };
    Some(u128::from(width) * u128::from(*lengths(view, name).last().unwrap_or(&1)))
}

pub(crate) fn check_bitcast(view: &View<'_>) -> Checked {
    vector_result(view)?;
    let (source, result) = (lengths(view, "source"), lengths(view, "result"));
    check(source.len() == result.len(), || {
        "failed to verify that source and result have same rank".to_owned()
    })?;
    let outer = source.len().saturating_sub(1);
    if let Some(dim) = (0..outer).find(|dim| source[*dim] != result[*dim]) {
        return Err(format!("dimension size mismatch at: {dim}"));
    }
    check(minor_width(view, "source") == minor_width(view, "result"), || {
        "source/result bitwidth of the minor 1-D vectors must be equal".to_owned()
    })
}

pub(crate) fn check_from_elements(view: &View<'_>) -> Checked {
    vector_result(view)?;
    let operands = view.body.operand_count(view.op);
    let elements = count(&lengths(view, "result")).unwrap_or(u64::MAX);
    check(operands as u64 == elements, || {
        format!("number of operands and types do not match: got {operands} operands and {elements} types")
    })
}

pub(crate) fn check_to_elements(view: &View<'_>) -> Checked {
    let Some(source) = view.ty(ToElements::source) else { return Ok(()) };
    let scalar = element(view.ctx, source);
    let mut results = view.body.results(view.op).map(|result| view.body.value_type(result));
    let fits = count(&lengths(view, ToElements::source)) == Some(view.body.result_count(view.op) as u64)
        && results.all(|ty| ty == scalar);
    check(fits, || "the results must be the elements of the source: one per element, of its type".to_owned())
}

/// Checks that the last dimension of `wide` is twice that of `narrow`, and that they are otherwise equal.
fn doubled(view: &View<'_>, narrow: &str, wide: &str) -> bool {
    let (mut narrow, wide) = (lengths(view, narrow), lengths(view, wide));
    match narrow.last_mut() {
        Some(last) => *last *= 2,
        None => narrow.push(2),
    }
    narrow == wide
}

pub(crate) fn check_interleave(view: &View<'_>) -> Checked {
    same_element(view, Interleave::lhs, "result")?;
    check(doubled(view, Interleave::lhs, "result"), || {
        "failed to verify that type of 'result' is double the width of the inputs".to_owned()
    })
}

pub(crate) fn check_deinterleave(view: &View<'_>) -> Checked {
    same_element(view, "source", "result")?;
    check(doubled(view, "result", "source"), || {
        "failed to verify that the results have half the width of the source vector".to_owned()
    })
}

/// Checks that the elements of a memref are those of the vector that an op loads or stores, or such vectors themselves.
fn memory(view: &View<'_>, base: &str, vector: &str, value: &str) -> Checked {
    let (Some(base), Some(vector)) = (view.ty(base), view.ty(vector)) else { return Ok(()) };
    let Some(base) = memref(view.ctx, base) else { return Ok(()) };
    let fits = match vector_lengths(view.ctx, base.element) {
        Some(_) => base.element == vector,
        None => base.element == element(view.ctx, vector),
    };
    check(fits, || format!("base and {value} element types should match"))
}

pub(crate) fn check_load(view: &View<'_>) -> Checked {
    vector_result(view)?;
    memory(view, Load::base, "result", "result")
}

pub(crate) fn check_store(view: &View<'_>) -> Checked {
    memory(view, Store::base, Store::valueToStore, "valueToStore")
}

pub(crate) fn check_transpose(view: &View<'_>) -> Checked {
    vector_result(view)?;
    same_element(view, Transpose::vector, "result")?;
    let (source, result) = (lengths(view, Transpose::vector), lengths(view, "result"));
    let permutation = view.numbers(Transpose::permutation);
    let rank = source.len();
    check(result.len() == rank, || format!("vector result rank mismatch: {}", result.len()))?;
    check(permutation.len() == rank, || format!("transposition length mismatch: {}", permutation.len()))?;
    for (dim, &index) in permutation.iter().enumerate() {
        let length = usize::try_from(index).ok().and_then(|index| source.get(index));
        let Some(length) = length else { return Err(format!("transposition index out of range: {index}")) };
        check(!permutation[..dim].contains(&index), || format!("duplicate position index: {index}"))?;
        check(*length == result[dim], || format!("dimension size mismatch at: {dim}"))?;
    }
    Ok(())
}

pub(crate) fn check_step(view: &View<'_>) -> Checked {
    let index = view.ctx.common().index;
    let fits = lengths(view, "result").len() == 1
        && view.ty("result").is_none_or(|ty| element(view.ctx, ty) == index);
    check(fits, || "result #0 must be vector of index values of ranks 1".to_owned())
}

pub(crate) fn check_constant_mask(view: &View<'_>) -> Checked {
    let (sizes, lengths) = (view.numbers(ConstantMask::mask_dim_sizes), lengths(view, "result"));
    // A vector without dimensions has one size.
    let lengths = if lengths.is_empty() { vec![1] } else { lengths };
    check(sizes.len() == lengths.len(), || {
        "must specify array attr of size equal vector result rank".to_owned()
    })?;
    check(sizes.iter().zip(lengths).all(|(size, length)| (0..=length as i64).contains(size)), || {
        "array attr of size out of bounds of vector result dimension size".to_owned()
    })
}
