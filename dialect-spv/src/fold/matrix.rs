//! Constant folding of vector and matrix products
//!
//! The specification defines neither the evaluation order of a sum of products nor whether it uses fused operations.
//! Therefore only products whose partial sums are all exact are folded.

use super::composite_values::ValueFold;
use super::constant::{self, Lanes, NumericType, Scalar};
use super::facts::Facts;
use super::float::{self, decode, digits, is_normal, round};
use super::lane::{Lane, MAX_OPERANDS};
use crate::types;
use spv_ir::{Attribute, FloatKind, Type};

/// The lanes of each column of a constant matrix.
type Columns = Vec<Lanes>;

fn columns(w: &ValueFold<'_>, index: usize) -> Option<Columns> {
    let (ty, attr) = (w.ty(index), (w.constant)(index)?);
    (0..constant::length(w.ctx, ty)? as u32)
        .map(|i| {
            let (ty, column) = constant::element(w.ctx, ty, attr, i)?;
            constant::lanes(w.ctx, constant::shape(w.ctx, ty)?, column)
        })
        .collect()
}

/// Transposes a matrix.
fn transposed(columns: &Columns) -> Columns {
    let count = columns.first().map_or(0, |column| column.len());
    (0..count).map(|i| columns.iter().filter_map(|column| column.get(i).copied()).collect()).collect()
}

/// Creates a constant vector from its lanes.
fn vector(w: &ValueFold<'_>, ty: Type, lanes: &[u64]) -> Option<Attribute> {
    let shape = constant::shape(w.ctx, ty)?;
    (shape.lanes() == lanes.len()).then(|| constant::from_lanes(w.ctx, ty, shape, lanes))
}

/// Creates a constant matrix from its columns.
fn matrix(w: &ValueFold<'_>, columns: &Columns) -> Option<Attribute> {
    let ty = w.result_type();
    let column = types::element(w.ctx, ty, 0)?;
    let columns: Option<Vec<Attribute>> = columns.iter().map(|lanes| vector(w, column, lanes)).collect();
    constant::compose(w.ctx, ty, &columns?)
}

/// Returns the float format of the components of the op's result, or `None` if they are not floats.
fn kind(w: &ValueFold<'_>) -> Option<FloatKind> {
    let mut ty = w.result_type();
    loop {
        match constant::shape(w.ctx, ty) {
            Some(NumericType { scalar: Scalar::Float(kind), .. }) => return Some(kind),
            Some(_) => return None,
            None => ty = types::element(w.ctx, ty, 0)?,
        }
    }
}

/// Folds OpTranspose, which is always exact.
pub fn transpose(w: &ValueFold<'_>) -> Option<Attribute> {
    matrix(w, &transposed(&columns(w, 0)?))
}

/// Computes the dot product of two lists of lanes.
fn product(w: &ValueFold<'_>, a: &[u64], b: &[u64]) -> Option<u64> {
    if a.len() != b.len() {
        return None;
    }
    sum_of_products(kind(w)?, w.facts, a.iter().copied().zip(b.iter().copied()))
}

/// Folds the dot product of two vectors.
pub fn dot(w: &ValueFold<'_>) -> Option<Attribute> {
    let ((_, a), (_, b)) = (w.lanes(0)?, w.lanes(1)?);
    vector(w, w.result_type(), &[product(w, &a, &b)?])
}

/// Folds a vector-matrix product. Each result component is the dot product of the vector and a column.
pub fn vector_times_matrix(w: &ValueFold<'_>) -> Option<Attribute> {
    let ((_, a), columns) = (w.lanes(0)?, columns(w, 1)?);
    let lanes: Lanes = columns.iter().map(|column| product(w, &a, column)).collect::<Option<_>>()?;
    vector(w, w.result_type(), &lanes)
}

/// Folds a matrix-vector product. Each result component is the dot product of a row and the vector.
pub fn matrix_times_vector(w: &ValueFold<'_>) -> Option<Attribute> {
    let (rows, (_, b)) = (transposed(&columns(w, 0)?), w.lanes(1)?);
    let lanes: Lanes = rows.iter().map(|row| product(w, row, &b)).collect::<Option<_>>()?;
    vector(w, w.result_type(), &lanes)
}

/// Folds a matrix product. Each result component is the dot product of a row and a column.
pub fn matrix_times_matrix(w: &ValueFold<'_>) -> Option<Attribute> {
    let (rows, columns) = (transposed(&columns(w, 0)?), columns(w, 1)?);
    let column = |column: &Lanes| rows.iter().map(|row| product(w, row, column)).collect();
    matrix(w, &columns.iter().map(column).collect::<Option<_>>()?)
}

/// Multiplies each lane by a factor.
fn scaled(w: &ValueFold<'_>, lanes: &[u64], factor: u64) -> Option<Lanes> {
    let scalar = Scalar::Float(kind(w)?);
    let times = |&bits: &u64| {
        float::mul(&Lane {
            bits: [bits, factor, 0, 0],
            from: [scalar; MAX_OPERANDS],
            to: scalar,
            facts: w.facts,
        })
    };
    lanes.iter().map(times).collect()
}

/// Folds the product of a matrix and a scalar.
pub fn matrix_times_scalar(w: &ValueFold<'_>) -> Option<Attribute> {
    let (columns, (_, factor)) = (columns(w, 0)?, w.lanes(1)?);
    let factor = *factor.first()?;
    matrix(w, &columns.iter().map(|column| scaled(w, column, factor)).collect::<Option<_>>()?)
}

/// Folds an outer product: each column is the first vector times a component of the second vector.
pub fn outer_product(w: &ValueFold<'_>) -> Option<Attribute> {
    let ((_, a), (_, b)) = (w.lanes(0)?, w.lanes(1)?);
    matrix(w, &b.iter().map(|&factor| scaled(w, &a, factor)).collect::<Option<_>>()?)
}

/// Returns the magnitude of a finite number as an odd integer and the exponent of a power of two. The integer is 0 for
/// zeros.
fn split(value: f64) -> (u64, i32) {
    let bits = value.to_bits();
    let (exponent, fraction) = ((bits >> 52) as i32 & 0x7FF, bits & ((1 << 52) - 1));
    let (mantissa, exponent) =
        if exponent == 0 { (fraction, -1074) } else { (fraction | 1 << 52, exponent - 1075) };
    match mantissa {
        0 => (0, 0),
        _ => (mantissa >> mantissa.trailing_zeros(), exponent + mantissa.trailing_zeros() as i32),
    }
}

/// Computes a sum of products. Returns `None` unless the float format represents all partial sums exactly.
fn sum_of_products(kind: FloatKind, facts: Facts, pairs: impl Iterator<Item = (u64, u64)>) -> Option<u64> {
    let number = |bits: u64| {
        let value = decode(kind, bits).filter(|value| value.is_finite())?;
        let denormal = value != 0.0 && !is_normal(Scalar::Float(kind), bits)?;
        (!(denormal && facts.flushes(kind))).then_some(value)
    };
    let mut terms: Vec<(bool, u128, i32)> = Vec::new();
    // Whether any product is a positive or negative zero.
    let (mut positive, mut negative) = (false, false);
    for (a, b) in pairs {
        let (a, b) = (number(a)?, number(b)?);
        let minus = a.is_sign_negative() != b.is_sign_negative();
        let ((m, e), (n, f)) = (split(a), split(b));
        match m as u128 * n as u128 {
            0 if minus => negative = true,
            0 => positive = true,
            product => terms.push((minus, product, e + f)),
        }
    }
    let Some(lowest) = terms.iter().map(|term| term.2).min() else {
        // The rounding mode determines the sign of a sum of zeros of both signs. A sum of negative zeros is skipped,
        // because an implementation may start from a positive zero.
        return (positive && !(negative && facts.rounds(kind))).then_some(0);
    };
    let (mut total, mut magnitude) = (0i128, 0u128);
    for (minus, product, exponent) in terms {
        let shift = (exponent - lowest) as u32;
        // A sum with more significant bits than any float format cannot be exact.
        let term = (shift < product.leading_zeros()).then(|| product << shift)?;
        magnitude = magnitude.checked_add(term)?;
        let signed = i128::try_from(term).ok()?;
        total = total.checked_add(if minus { -signed } else { signed })?;
    }
    // All partial sums are multiples of the lowest power of two. None has more significant bits than the sum of
    // magnitudes.
    let (last, exact) = round(kind, false, 1, lowest)?;
    let (greatest, _) = round(kind, false, magnitude, lowest)?;
    if magnitude >> digits(kind)? != 0 || !exact || !decode(kind, greatest)?.is_finite() {
        return None;
    }
    if facts.flushes(kind) && !is_normal(Scalar::Float(kind), last)? {
        return None;
    }
    if total == 0 {
        return (!facts.rounds(kind)).then_some(0);
    }
    round(kind, total < 0, total.unsigned_abs(), lowest).map(|(bits, _)| bits)
}
