//! Constant folding of ops with independent lanes

use super::constant::{self, Lanes, NumericType, Scalar};
use super::facts::Facts;
use smallvec::SmallVec;
use spv_ir::{Attribute, Body, Context, Op, Type};

/// Maximum number of operands of an op with independent lanes.
pub const MAX_OPERANDS: usize = 4;

/// The inputs for computing one lane.
#[derive(Clone, Copy, Debug)]
pub struct Lane {
    /// Bits of each operand in this lane.
    pub bits: [u64; MAX_OPERANDS],
    /// Scalar type of each operand.
    pub from: [Scalar; MAX_OPERANDS],
    /// Scalar type of the result.
    pub to: Scalar,
    /// Properties of the module that restrict folding.
    pub facts: Facts,
}

impl Lane {
    /// Returns the operand at `index` as an unsigned integer.
    pub fn unsigned(&self, index: usize) -> u64 {
        self.bits[index]
    }

    /// Returns the operand at `index` as a signed integer.
    pub fn signed(&self, index: usize) -> i64 {
        let spare = 64 - self.from[index].width();
        ((self.bits[index] << spare) as i64) >> spare
    }

    /// Returns the Boolean operand at `index`.
    pub fn truth(&self, index: usize) -> bool {
        self.bits[index] != 0
    }
}

/// A function that computes one lane. Returns `None` if the specification leaves the result unspecified, or an
/// execution mode might change it. The caller truncates the result to its width.
pub type LaneFn = fn(&Lane) -> Option<u64>;

/// Computes all lanes of an op. A scalar operand of a vector op is used for each lane.
pub fn evaluate(
    facts: Facts,
    function: LaneFn,
    to: NumericType,
    operands: &[(NumericType, Lanes)],
) -> Option<Lanes> {
    if operands.is_empty() || operands.len() > MAX_OPERANDS {
        return None;
    }
    let mut lane = Lane { bits: [0; 4], from: [Scalar::Bool; 4], to: to.scalar, facts };
    for (from, (shape, lanes)) in lane.from.iter_mut().zip(operands) {
        *from = shape.scalar;
        if lanes.len() != 1 && lanes.len() != to.lanes() {
            return None;
        }
    }
    let mut result = Lanes::new();
    for i in 0..to.lanes() {
        for (bits, (_, lanes)) in lane.bits.iter_mut().zip(operands) {
            *bits = lanes[if lanes.len() == 1 { 0 } else { i }];
        }
        result.push(function(&lane)? & to.scalar.mask());
    }
    Some(result)
}

/// Returns the types and lanes of constant operands, or `None` if any operand is not constant.
pub fn operands(
    ctx: &Context,
    body: &Body,
    op: Op,
    constant: &dyn Fn(usize) -> Option<Attribute>,
) -> Option<SmallVec<[(NumericType, Lanes); 3]>> {
    let count = body.operand_count(op);
    // Constants are usually the right operand, so start with the left operand to return early.
    let attrs: SmallVec<[Attribute; 4]> = (0..count).map(constant).collect::<Option<_>>()?;
    let types = body.operands(op).map(|value| body.value_type(value));
    types
        .zip(attrs)
        .map(|(ty, attr): (Type, Attribute)| {
            let shape = constant::shape(ctx, ty)?;
            Some((shape, constant::lanes(ctx, shape, attr)?))
        })
        .collect()
}
