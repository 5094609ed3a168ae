//! Constant folding of composites and of operations with dependent lanes

use super::Constants;
use super::constant::{self, Lanes, NumericType, Scalar};
use super::facts::Facts;
use super::{convert, lane};
use spv_ir::{AttrData, Attribute, Body, Context, FloatKind, Op, Type};

/// Inputs for folding an op with constant operands.
pub struct ValueFold<'a> {
    pub ctx: &'a Context,
    pub body: &'a Body,
    pub op: Op,
    pub facts: Facts,
    pub constant: Constants<'a>,
}

/// A function that computes the constant result of an op. Returns `None` if the op cannot be folded.
pub type ValueFoldFn = fn(&ValueFold<'_>) -> Option<Attribute>;

/// Folds a copy of a constant. Excludes copies that change signedness, which the verifier accepts, because the constant
/// would have the wrong type.
pub fn copy(w: &ValueFold<'_>) -> Option<Attribute> {
    (w.constant)(0).filter(|_| w.ty(0) == w.result_type())
}

pub fn extract(w: &ValueFold<'_>) -> Option<Attribute> {
    constant::element_at(w.ctx, w.ty(0), (w.constant)(0)?, w.words()?)
}

pub fn insert(w: &ValueFold<'_>) -> Option<Attribute> {
    constant::with_element(w.ctx, w.ty(1), (w.constant)(1)?, w.words()?, (w.constant)(0)?)
}

pub fn extract_dynamic(w: &ValueFold<'_>) -> Option<Attribute> {
    let (_, vector) = w.lanes(0)?;
    w.scalar(*vector.get(w.index(1)?)?)
}

pub fn insert_dynamic(w: &ValueFold<'_>) -> Option<Attribute> {
    let ((shape, mut vector), (_, component)) = (w.lanes(0)?, w.lanes(1)?);
    *vector.get_mut(w.index(2)?)? = *component.first()?;
    Some(constant::from_lanes(w.ctx, w.result_type(), shape, &vector))
}

pub fn add_carry(w: &ValueFold<'_>) -> Option<Attribute> {
    w.pair(|a, b, width| (a.wrapping_add(b), u64::from((u128::from(a) + u128::from(b)) >> width != 0)))
}

pub fn u_mul_extended(w: &ValueFold<'_>) -> Option<Attribute> {
    w.pair(|a, b, width| {
        let product = u128::from(a) * u128::from(b);
        (product as u64, (product >> width) as u64)
    })
}

pub fn s_mul_extended(w: &ValueFold<'_>) -> Option<Attribute> {
    w.pair(|a, b, width| {
        let signed = |bits: u64| i128::from(((bits << (64 - width)) as i64) >> (64 - width));
        let product = signed(a) * signed(b);
        (product as u64, (product >> width) as u64)
    })
}

impl ValueFold<'_> {
    /// Returns the type of the operand at `index`.
    pub fn ty(&self, index: usize) -> Type {
        self.body.value_type(self.body.operand(self.op, index))
    }

    /// Returns the type of the op's result.
    pub fn result_type(&self) -> Type {
        self.body.value_type(self.body.result(self.op, 0))
    }

    /// Returns the type and lanes of the operand at `index`, or `None` if it is not constant.
    pub fn lanes(&self, index: usize) -> Option<(NumericType, Lanes)> {
        let attr = (self.constant)(index)?;
        let shape = constant::shape(self.ctx, self.ty(index))?;
        Some((shape, constant::lanes(self.ctx, shape, attr)?))
    }

    /// Returns the component index in the constant operand at `index`. Returns `None` if that operand is not constant.
    fn index(&self, index: usize) -> Option<usize> {
        usize::try_from(*self.lanes(index)?.1.first()?).ok()
    }

    /// Returns the op's only literal list, for example the index path of an extract. Returns `None` for other ops.
    fn words(&self) -> Option<&[u32]> {
        words(self.ctx, self.body, self.op)
    }

    fn scalar(&self, bits: u64) -> Option<Attribute> {
        let ty = self.result_type();
        Some(constant::from_bits(self.ctx, ty, constant::scalar(self.ctx, ty)?, bits))
    }

    pub fn truth(&self, test: fn(&[u64]) -> bool) -> Option<Attribute> {
        let (_, lanes) = self.lanes(0)?;
        self.scalar(u64::from(test(&lanes)))
    }

    /// Computes a two-member struct from the lanes of two operands. For each lane, `compute` returns the lanes of both
    /// members.
    pub fn pair(&self, compute: fn(u64, u64, u32) -> (u64, u64)) -> Option<Attribute> {
        let ((shape, a), (_, b)) = (self.lanes(0)?, self.lanes(1)?);
        if a.len() != b.len() {
            return None;
        }
        let width = shape.scalar.width();
        let (low, high): (Vec<u64>, Vec<u64>) = a
            .iter()
            .zip(&b)
            .map(|(&a, &b)| {
                let (low, high) = compute(a, b, width);
                (low & shape.scalar.mask(), high & shape.scalar.mask())
            })
            .unzip();
        let ty = self.result_type();
        let member = |index, lanes: &[u64]| {
            let member = crate::types::element(self.ctx, ty, index)?;
            let shape = constant::shape(self.ctx, member)?;
            Some(constant::from_lanes(self.ctx, member, shape, lanes))
        };
        constant::compose(self.ctx, ty, &[member(0, &low)?, member(1, &high)?])
    }
}

/// Returns an op's only literal list, for example the index path of an extract. Returns `None` for other ops.
pub fn words<'c>(ctx: &'c Context, body: &Body, op: Op) -> Option<&'c [u32]> {
    match body.slots(op) {
        [0] => Some(&[]),
        [raw] => match ctx.attr_data(Attribute::from_raw(*raw)?) {
            AttrData::Words(words) => Some(words),
            _ => None,
        },
        _ => None,
    }
}

pub fn bitcast(w: &ValueFold<'_>) -> Option<Attribute> {
    let (from, lanes) = w.lanes(0)?;
    let ty = w.result_type();
    let to = constant::shape(w.ctx, ty)?;
    Some(constant::from_lanes(w.ctx, ty, to, &convert::bitcast(from, &lanes, to)?))
}

/// Returns the type of a vector of two 16-bit floats.
fn halves(ctx: &Context) -> NumericType {
    let kind = FloatKind::F16;
    NumericType { element: ctx.float_type(kind), scalar: Scalar::Float(kind), length: Some(2) }
}

/// Folds the packing of two floats into a 32-bit word of two 16-bit floats.
pub fn pack_halves(w: &ValueFold<'_>) -> Option<Attribute> {
    let packed = lane::evaluate(w.facts, convert::f_convert, halves(w.ctx), &[w.lanes(0)?])?;
    let [low, high] = packed[..] else { return None };
    w.scalar(low | high << 16)
}

/// Folds the unpacking of a 32-bit word that holds two 16-bit floats to a vector of two floats.
pub fn unpack_halves(w: &ValueFold<'_>) -> Option<Attribute> {
    let word = *w.lanes(0)?.1.first()?;
    let packed = Lanes::from_slice(&[word & 0xFFFF, word >> 16]);
    let ty = w.result_type();
    let to = constant::shape(w.ctx, ty)?;
    let lanes = lane::evaluate(w.facts, convert::f_convert, to, &[(halves(w.ctx), packed)])?;
    Some(constant::from_lanes(w.ctx, ty, to, &lanes))
}

/// Folds OpCompositeConstruct of constants. The constituents of a vector may themselves be vectors.
pub fn construct(w: &ValueFold<'_>) -> Option<Attribute> {
    let ty = w.result_type();
    let count = w.body.operand_count(w.op);
    if let Some(shape) = constant::shape(w.ctx, ty) {
        let mut all = Lanes::new();
        for i in 0..count {
            let (part, lanes) = w.lanes(i)?;
            (part.scalar == shape.scalar).then_some(())?;
            all.extend(lanes);
        }
        return (all.len() == shape.lanes()).then(|| constant::from_lanes(w.ctx, ty, shape, &all));
    }
    let elements: Vec<Attribute> = (0..count).map(|i| (w.constant)(i)).collect::<Option<_>>()?;
    constant::compose(w.ctx, ty, &elements)
}

/// The literal that denotes an undefined component in OpVectorShuffle.
pub const UNDEFINED: u32 = u32::MAX;

/// Folds OpVectorShuffle of constants. Returns `None` for undefined components, because an undefined value is not a
/// constant.
pub fn shuffle(w: &ValueFold<'_>) -> Option<Attribute> {
    let ((_, first), (_, second)) = (w.lanes(0)?, w.lanes(1)?);
    let all: Lanes = first.into_iter().chain(second).collect();
    let lanes: Lanes = w.words()?.iter().map(|&i| all.get(i as usize).copied()).collect::<Option<_>>()?;
    let ty = w.result_type();
    let shape = constant::shape(w.ctx, ty)?;
    (lanes.len() == shape.lanes()).then(|| constant::from_lanes(w.ctx, ty, shape, &lanes))
}
