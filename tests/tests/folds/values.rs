//! Random constants, and comparison of results

use spv_opt::ir::{AttrData, Attribute, Context, FloatKind, Type, TypeData};
use spv_tests::interp::{self, Value, ValueType};

/// A splitmix64 random number generator.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    pub fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    /// Returns random bits for a scalar. Edge cases are chosen more often.
    pub fn scalar(&mut self, shape: &ValueType) -> u64 {
        let width = match shape {
            ValueType::Bool => return self.next() & 1,
            ValueType::Int { width, .. } => *width,
            ValueType::Float(kind) => kind.width(),
            other => panic!("{other:?} is no scalar"),
        };
        let mask = u64::MAX >> (64 - width);
        let edges = match shape {
            ValueType::Float(kind) => float_edges(*kind),
            _ => vec![
                0,
                1,
                2,
                3,
                width.into(),
                u64::from(width) - 1,
                mask,
                mask >> 1,
                (mask >> 1) + 1,
                mask - 1,
            ],
        };
        match self.below(4) {
            0 => self.next() & mask,
            1 if !matches!(shape, ValueType::Float(_)) => (self.next() % 40) & mask,
            // Small integers are used as floats, because their sums and products are exact.
            1 => edges[(8 + self.below(13)) % edges.len()] & mask,
            _ => self.pick(&edges) & mask,
        }
    }
}

/// Returns the bits of float edge cases with both signs: zeros, ones, halves, denormals, infinities, NaN, and neighbors
/// of these values.
pub fn float_edges(kind: FloatKind) -> Vec<u64> {
    let (exponents, fractions) = match kind {
        FloatKind::F16 => (5, 10),
        FloatKind::F32 => (8, 23),
        FloatKind::BF16 => (8, 7),
        _ => (11, 52),
    };
    let bias: u64 = (1 << (exponents - 1)) - 1;
    let one = bias << fractions;
    let infinity: u64 = ((1 << exponents) - 1) << fractions;
    let list = [
        0,
        1,
        (1 << fractions) - 1,
        1 << fractions,
        one,
        one + 1,
        one - 1,
        (bias - 1) << fractions,
        (bias + 1) << fractions,
        (bias + 1) << fractions | 1 << (fractions - 1),
        (bias + 4) << fractions | 5,
        infinity - 1,
        infinity,
        infinity | 1 << (fractions - 1),
    ];
    let sign = 1 << (exponents + fractions);
    list.iter().flat_map(|bits| [*bits, *bits | sign]).collect()
}

pub fn attr(ctx: &Context, ty: Type, bits: &[u64]) -> Attribute {
    match ctx.type_data(ty) {
        TypeData::Integer { width: 1, .. } => ctx.attr(AttrData::Bool(bits[0] != 0)),
        TypeData::Integer { .. } => ctx.int_attr(bits[0], ty),
        TypeData::Float(_) => ctx.attr(AttrData::Float { bits: bits[0], ty }),
        _ => {
            let same = bits.iter().all(|b| *b == bits[0]);
            let elements = if same { &bits[..1] } else { bits };
            ctx.attr(AttrData::Dense { ty, elements: elements.into() })
        }
    }
}

/// Returns the number of scalars in a value of type `ty`, and the scalar type.
pub fn lanes(ctx: &Context, ty: Type) -> (usize, Type) {
    match ctx.type_data(ty) {
        TypeData::Vector { dims, element } => (dims[0] as usize, *element),
        _ => (1, ty),
    }
}

pub fn random_attr(ctx: &Context, random: &mut Random, ty: Type) -> Attribute {
    if let (TypeData::Param { .. }, ValueType::Uniform(count, column)) =
        (ctx.type_data(ty), interp::shape(ctx, ty))
    {
        let columns: Vec<Attribute> = (0..count).map(|_| random_attr(ctx, random, column)).collect();
        return ctx.array_attr(&columns);
    }
    let (count, element) = lanes(ctx, ty);
    let shape = interp::shape(ctx, element);
    let splat = random.below(2) == 0;
    let first = random.scalar(&shape);
    let bits: Vec<u64> =
        (0..count).map(|i| if splat || i == 0 { first } else { random.scalar(&shape) }).collect();
    attr(ctx, ty, &bits)
}

pub fn value(ctx: &Context, ty: Type, attr: Attribute) -> Value {
    interp::constant(ctx, attr, ty, &mut |_| None).expect("the constant has a value")
}

/// Returns whether the value `after` may replace the value `before`. Any NaN may replace any NaN.
pub fn agrees(ctx: &Context, ty: Type, before: &Value, after: &Value) -> bool {
    if let (Some(a), Some(b)) = (before.parts(), after.parts()) {
        let part = |i: usize| match interp::shape(ctx, ty) {
            ValueType::Struct(members) => members[i],
            ValueType::Uniform(_, element) => element,
            other => panic!("{other:?} has no parts"),
        };
        return a.len() == b.len() && (0..a.len()).all(|i| agrees(ctx, part(i), &a[i], &b[i]));
    }
    before.refined_by(after) || (is_nan(ctx, ty, before) && is_nan(ctx, ty, after))
}

pub fn is_nan(ctx: &Context, ty: Type, value: &Value) -> bool {
    let (ValueType::Float(kind), Some(bits)) = (interp::shape(ctx, ty), value.bits()) else { return false };
    let (infinity, magnitude) = match kind {
        FloatKind::F16 => (0x7C00, bits & 0x7FFF),
        FloatKind::BF16 => (0x7F80, bits & 0x7FFF),
        FloatKind::F32 => (0x7F80_0000, bits & 0x7FFF_FFFF),
        _ => (0x7FF0_0000_0000_0000, bits & !(1 << 63)),
    };
    magnitude > infinity
}

/// Returns whether a value is undefined or has an undefined component.
pub fn is_open(value: &Value) -> bool {
    match value.parts() {
        Some(parts) => parts.iter().any(is_open),
        None => *value == Value::Undef,
    }
}
