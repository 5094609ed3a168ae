//! `math`.

use crate::arith::{Extend, bits_of, finish_float, whole};
use crate::emit::{Done, Emit, Rw};
use crate::env::Spirv;
use crate::lanes::source_op;
use spv_dialects::types::{element, int_width, vector_dims};
use spv_ir::conversion::{Mismatch, Operands, Pattern};
use spv_ir::{Builder, InsertPoint, NewOp, Op, Type, TypeData, Value};

macro_rules! library {
    ($($op:literal => $glsl:literal, $ocl:literal;)*) => {
        [$(Pattern::new($op, concat!($op, " to ", $glsl, " or ", $ocl), |rw, op, operands| {
            library(rw, op, operands, $glsl, $ocl)
        })),*]
    };
}

/// Functions that both sets have.
static LIBRARY: &[Pattern<Spirv>] = &library! {
    "math.absf" => "spv.GLSL.FAbs", "spv.OCL.fabs";
    "math.acos" => "spv.GLSL.Acos", "spv.OCL.acos";
    "math.acosh" => "spv.GLSL.Acosh", "spv.OCL.acosh";
    "math.asin" => "spv.GLSL.Asin", "spv.OCL.asin";
    "math.asinh" => "spv.GLSL.Asinh", "spv.OCL.asinh";
    "math.atan" => "spv.GLSL.Atan", "spv.OCL.atan";
    "math.atanh" => "spv.GLSL.Atanh", "spv.OCL.atanh";
    "math.atan2" => "spv.GLSL.Atan2", "spv.OCL.atan2";
    "math.ceil" => "spv.GLSL.Ceil", "spv.OCL.ceil";
    "math.cos" => "spv.GLSL.Cos", "spv.OCL.cos";
    "math.cosh" => "spv.GLSL.Cosh", "spv.OCL.cosh";
    "math.exp" => "spv.GLSL.Exp", "spv.OCL.exp";
    "math.exp2" => "spv.GLSL.Exp2", "spv.OCL.exp2";
    "math.floor" => "spv.GLSL.Floor", "spv.OCL.floor";
    "math.fma" => "spv.GLSL.Fma", "spv.OCL.fma";
    "math.log" => "spv.GLSL.Log", "spv.OCL.log";
    "math.log2" => "spv.GLSL.Log2", "spv.OCL.log2";
    "math.roundeven" => "spv.GLSL.RoundEven", "spv.OCL.rint";
    "math.rsqrt" => "spv.GLSL.InverseSqrt", "spv.OCL.rsqrt";
    "math.sin" => "spv.GLSL.Sin", "spv.OCL.sin";
    "math.sinh" => "spv.GLSL.Sinh", "spv.OCL.sinh";
    "math.sqrt" => "spv.GLSL.Sqrt", "spv.OCL.sqrt";
    "math.tan" => "spv.GLSL.Tan", "spv.OCL.tan";
    "math.tanh" => "spv.GLSL.Tanh", "spv.OCL.tanh";
    "math.trunc" => "spv.GLSL.Trunc", "spv.OCL.trunc";
};

/// Those that are put together.
static OTHER: &[Pattern<Spirv>] = &[
    Pattern::new("math.absi", "absolute value", absolute),
    Pattern::new("math.ctpop", "population count", population),
    Pattern::new("math.ctlz", "leading zeros", leading_zeros),
    Pattern::new("math.cttz", "trailing zeros", trailing_zeros),
    Pattern::new("math.copysign", "sign of another", copy_sign),
    Pattern::new("math.log10", "decimal logarithm", |rw, op, operands| {
        scaled(rw, op, operands, "spv.GLSL.Log", "spv.OCL.log", std::f64::consts::LOG10_E)
    }),
    Pattern::new("math.log1p", "logarithm of one more", |rw, op, operands| {
        let ty = result_type(rw, op)?;
        let one = rw.float(ty, 1.0)?;
        let more = rw.op("spv.FAdd", &[one, operands.one(0)?], ty)?;
        let value = call(rw, "spv.GLSL.Log", "spv.OCL.log", &[more], ty)?;
        finish_float(rw, op, value)
    }),
    Pattern::new("math.expm1", "exponential less one", |rw, op, operands| {
        let ty = result_type(rw, op)?;
        let exponential = call(rw, "spv.GLSL.Exp", "spv.OCL.exp", &[operands.one(0)?], ty)?;
        let one = rw.float(ty, 1.0)?;
        let value = rw.op("spv.FSub", &[exponential, one], ty)?;
        finish_float(rw, op, value)
    }),
    Pattern::new("math.erf", "error function", error_function),
    Pattern::new("math.ipowi", "power of integers", integer_power),
    Pattern::new("math.round", "rounding away from zero", round),
    Pattern::new("math.powf", "power", power),
    Pattern::new("math.fpowi", "power of an integer", power),
    Pattern::new("math.cbrt", "cube root", cube_root),
];

/// The patterns.
pub(crate) fn patterns() -> [&'static [Pattern<Spirv>]; 2] {
    [LIBRARY, OTHER]
}

/// The type of the result, which must be of a scalar or vector: there is no instruction for arrays of them.
fn result_type(rw: &Rw<'_>, op: Op) -> Result<Type, Mismatch> {
    let ty = rw.result_types(op)?[0];
    match rw.ctx.type_data(rw.value_type(rw.result(op, 0))) {
        TypeData::Tensor { .. } => Err("is not supported on tensors".into()),
        _ => Ok(ty),
    }
}

/// Calls a function of the set that the target has.
fn call(rw: &mut Rw<'_>, glsl: &str, ocl: &str, values: &[Value], ty: Type) -> Result<Value, Mismatch> {
    let name = if rw.env.target.is_kernel() { ocl } else { glsl };
    rw.op(name, values, ty)
}

fn library(rw: &mut Rw<'_>, op: Op, operands: &Operands, glsl: &str, ocl: &str) -> Done {
    let ty = result_type(rw, op)?;
    let values = operands.all()?;
    let value = call(rw, glsl, ocl, &values, ty)?;
    finish_float(rw, op, value)
}

fn scaled(rw: &mut Rw<'_>, op: Op, operands: &Operands, glsl: &str, ocl: &str, factor: f64) -> Done {
    let ty = result_type(rw, op)?;
    let value = call(rw, glsl, ocl, &[operands.one(0)?], ty)?;
    let factor = rw.float(ty, factor)?;
    let value = rw.op("spv.FMul", &[value, factor], ty)?;
    finish_float(rw, op, value)
}

/// An integer operand, and the bits that its original type has.
fn integer(
    rw: &mut Rw<'_>,
    op: Op,
    operands: &Operands,
    how: Extend,
) -> Result<(Value, Type, u32), Mismatch> {
    let ty = result_type(rw, op)?;
    let original = rw.value_type(rw.result(op, 0));
    let bits = int_width(rw.ctx, element(rw.ctx, original)).unwrap_or(32);
    if bits == 1 {
        return Err("is not supported on i1".into());
    }
    let value = whole(rw, operands.one(0)?, original, how)?;
    Ok((value, ty, bits))
}

fn absolute(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let (value, ty, _) = integer(rw, op, operands, Extend::Signed)?;
    let value = call(rw, "spv.GLSL.SAbs", "spv.OCL.s_abs", &[value], ty)?;
    rw.replace(op, &[value]);
    Ok(())
}

/// Words of the shape of a type.
fn word_like(rw: &Rw<'_>, ty: Type) -> Type {
    crate::emit::like(rw.ctx, ty, rw.ctx.common().i32)
}

/// An integer as one of another width, without sign.
fn resized(rw: &mut Rw<'_>, value: Value, ty: Type) -> Result<Value, Mismatch> {
    if rw.type_of(value) == ty { Ok(value) } else { rw.op("spv.UConvert", &[value], ty) }
}

/// Counts bits of an integer in words, as Vulkan has it: `of_word` gives those of a word of so many bits, `of_words` those
/// of two from the lower and the higher word.
fn count(
    rw: &mut Rw<'_>,
    op: Op,
    (value, ty, bits): (Value, Type, u32),
    of_word: fn(&mut Rw<'_>, Value, u32) -> Result<Value, Mismatch>,
    of_words: fn(&mut Rw<'_>, [Value; 2], [Value; 2]) -> Result<Value, Mismatch>,
) -> Done {
    let words = word_like(rw, ty);
    let low = resized(rw, value, words)?;
    let mut result = of_word(rw, low, bits.min(32))?;
    if bits > 32 {
        let half = rw.int(ty, 32)?;
        let high = rw.op("spv.ShiftRightLogical", &[value, half], ty)?;
        let high = resized(rw, high, words)?;
        let of_high = of_word(rw, high, 32)?;
        result = of_words(rw, [low, high], [result, of_high])?;
    }
    let result = resized(rw, result, ty)?;
    rw.replace(op, &[result]);
    Ok(())
}

fn population(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let (value, ty, bits) = integer(rw, op, operands, Extend::Unsigned)?;
    if rw.env.target.is_kernel() {
        let value = rw.op("spv.BitCount", &[value], ty)?;
        rw.replace(op, &[value]);
        return Ok(());
    }
    let of_word = |rw: &mut Rw<'_>, word: Value, _: u32| {
        let ty = rw.type_of(word);
        rw.op("spv.BitCount", &[word], ty)
    };
    count(rw, op, (value, ty, bits), of_word, |rw, _, [low, high]| {
        let ty = rw.type_of(low);
        rw.op("spv.IAdd", &[low, high], ty)
    })
}

/// The leading zeros of a number of so many bits in a word.
pub(crate) fn leading_zeros_of(rw: &mut Rw<'_>, word: Value, bits: u32) -> Result<Value, Mismatch> {
    let ty = rw.type_of(word);
    // Of zero the highest bit is -1.
    let highest = rw.op("spv.GLSL.FindUMsb", &[word], ty)?;
    let last = rw.int(ty, u64::from(bits) - 1)?;
    rw.op("spv.ISub", &[last, highest], ty)
}

/// The trailing zeros of a number of so many bits in a word.
pub(crate) fn trailing_zeros_of(rw: &mut Rw<'_>, word: Value, bits: u32) -> Result<Value, Mismatch> {
    let ty = rw.type_of(word);
    let truth = rw.bool_like(ty);
    let lowest = rw.op("spv.GLSL.FindILsb", &[word], ty)?;
    let (zero, all) = (rw.int(ty, 0)?, rw.int(ty, bits.into())?);
    let none = rw.op("spv.IEqual", &[word, zero], truth)?;
    rw.select(none, all, lowest)
}

/// The zeros on one side of two words: those of the first, unless it has no other bits.
pub(crate) fn from_halves(rw: &mut Rw<'_>, first: Value, zeros: [Value; 2]) -> Result<Value, Mismatch> {
    let ty = rw.type_of(first);
    let truth = rw.bool_like(ty);
    let (zero, all) = (rw.int(ty, 0)?, rw.int(ty, 32)?);
    let none = rw.op("spv.IEqual", &[first, zero], truth)?;
    let more = rw.op("spv.IAdd", &[zeros[1], all], ty)?;
    rw.select(none, more, zeros[0])
}

fn leading_zeros(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let (value, ty, bits) = integer(rw, op, operands, Extend::Unsigned)?;
    if rw.env.target.is_kernel() {
        let mut value = rw.op("spv.OCL.clz", &[value], ty)?;
        let spare = int_width(rw.ctx, element(rw.ctx, ty)).unwrap_or(bits) - bits;
        if spare > 0 {
            let spare = rw.int(ty, spare.into())?;
            value = rw.op("spv.ISub", &[value, spare], ty)?;
        }
        rw.replace(op, &[value]);
        return Ok(());
    }
    count(rw, op, (value, ty, bits), leading_zeros_of, |rw, [_, high], [of_low, of_high]| {
        from_halves(rw, high, [of_high, of_low])
    })
}

fn trailing_zeros(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let (mut value, ty, bits) = integer(rw, op, operands, Extend::Unsigned)?;
    if rw.env.target.is_kernel() {
        if int_width(rw.ctx, element(rw.ctx, ty)).is_some_and(|width| width > bits) {
            let end = rw.int(ty, 1 << bits)?;
            value = rw.op("spv.BitwiseOr", &[value, end], ty)?;
        }
        let value = rw.op("spv.OCL.ctz", &[value], ty)?;
        rw.replace(op, &[value]);
        return Ok(());
    }
    count(rw, op, (value, ty, bits), trailing_zeros_of, |rw, [low, _], zeros| from_halves(rw, low, zeros))
}

/// The magnitude of one float with the sign of another.
fn sign_of(rw: &mut Rw<'_>, magnitude: Value, sign: Value, ty: Type) -> Result<Value, Mismatch> {
    let bits = bits_of(rw, ty);
    let width = int_width(rw.ctx, element(rw.ctx, bits)).unwrap_or(32);
    let scalar = element(rw.ctx, bits);
    let mut mask = rw.int(scalar, 1 << (width - 1))?;
    let mut rest = rw.int(scalar, (1 << (width - 1)) - 1)?;
    if let Some(&count) = vector_dims(rw.ctx, bits).first() {
        for mask in [&mut mask, &mut rest] {
            *mask = rw.op("spv.CompositeConstruct", &vec![*mask; count as usize], bits)?;
        }
    }
    let magnitude = rw.op("spv.Bitcast", &[magnitude], bits)?;
    let sign = rw.op("spv.Bitcast", &[sign], bits)?;
    let magnitude = rw.op("spv.BitwiseAnd", &[magnitude, rest], bits)?;
    let sign = rw.op("spv.BitwiseAnd", &[sign, mask], bits)?;
    let both = rw.op("spv.BitwiseOr", &[magnitude, sign], bits)?;
    rw.op("spv.Bitcast", &[both], ty)
}

fn copy_sign(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let ty = result_type(rw, op)?;
    let values = operands.all()?;
    let value = sign_of(rw, values[0], values[1], ty)?;
    rw.replace(op, &[value]);
    Ok(())
}

/// GLSL leaves open where halves go; here they go away from zero.
fn round(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let ty = result_type(rw, op)?;
    let x = operands.one(0)?;
    if rw.env.target.is_kernel() {
        let value = rw.op("spv.OCL.round", &[x], ty)?;
        rw.replace(op, &[value]);
        return Ok(());
    }
    let truth = rw.bool_like(ty);
    let whole = rw.op("spv.GLSL.Trunc", &[x], ty)?;
    let rest = rw.op("spv.FSub", &[x, whole], ty)?;
    let rest = rw.op("spv.GLSL.FAbs", &[rest], ty)?;
    let (half, one, zero) = (rw.float(ty, 0.5)?, rw.float(ty, 1.0)?, rw.float(ty, 0.0)?);
    let more = rw.op("spv.FOrdGreaterThanEqual", &[rest, half], truth)?;
    let step = rw.select(more, one, zero)?;
    let step = sign_of(rw, step, x, ty)?;
    let value = rw.op("spv.FAdd", &[whole, step], ty)?;
    let value = sign_of(rw, value, x, ty)?;
    rw.replace(op, &[value]);
    Ok(())
}

/// GLSL's Pow is undefined for a negative base: the power of its magnitude gets the sign of an odd exponent.
fn power(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let ty = result_type(rw, op)?;
    let (base, mut exponent) = (operands.one(0)?, operands.one(1)?);
    if rw.type_of(exponent) != ty {
        let original = rw.original_type(rw.operand(op, 1));
        exponent = whole(rw, exponent, original, Extend::Signed)?;
        exponent = rw.op("spv.ConvertSToF", &[exponent], ty)?;
    }
    if rw.env.target.is_kernel() {
        let value = rw.op("spv.OCL.pow", &[base, exponent], ty)?;
        rw.replace(op, &[value]);
        return Ok(());
    }
    let truth = rw.bool_like(ty);
    let magnitude = rw.op("spv.GLSL.FAbs", &[base], ty)?;
    let positive = rw.op("spv.GLSL.Pow", &[magnitude, exponent], ty)?;
    let (zero, half, one) = (rw.float(ty, 0.0)?, rw.float(ty, 0.5)?, rw.float(ty, 1.0)?);
    let halved = rw.op("spv.FMul", &[exponent, half], ty)?;
    let floor = rw.op("spv.GLSL.Floor", &[halved], ty)?;
    let odd = rw.op("spv.FOrdNotEqual", &[halved, floor], truth)?;
    let negative = rw.op("spv.FOrdLessThan", &[base, zero], truth)?;
    let flips = rw.op("spv.LogicalAnd", &[odd, negative], truth)?;
    let opposite = rw.op("spv.FNegate", &[positive], ty)?;
    let value = rw.select(flips, opposite, positive)?;
    // Anything to the power of zero is one.
    let to_zero = rw.op("spv.FOrdEqual", &[exponent, zero], truth)?;
    let value = rw.select(to_zero, one, value)?;
    rw.replace(op, &[value]);
    Ok(())
}

/// The sum of a polynomial, whose coefficients are given from the highest on.
fn polynomial(rw: &mut Rw<'_>, x: Value, coefficients: &[f64], ty: Type) -> Result<Value, Mismatch> {
    let (first, rest) = coefficients.split_first().ok_or("a polynomial without terms")?;
    let mut sum = rw.float(ty, *first)?;
    for &coefficient in rest {
        let (product, term) = (rw.op("spv.FMul", &[sum, x], ty)?, rw.float(ty, coefficient)?);
        sum = rw.op("spv.FAdd", &[product, term], ty)?;
    }
    Ok(sum)
}

/// GLSL has none: near zero it is its series, elsewhere formula 7.1.26 of Abramowitz and Stegun's Handbook of Mathematical
/// Functions, whose error is below 1.5e-7.
fn error_function(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    const SERIES: [f64; 6] =
        [-0.000_854_832_7, 0.005_223_977_6, -0.026_866_170_6, 0.112_837_916_7, -0.376_126_389, 1.128_379_167];
    const TAIL: [f64; 6] = [1.061_405_429, -1.453_152_027, 1.421_413_741, -0.284_496_736, 0.254_829_592, 0.0];
    const SCALE: f64 = 0.327_591_1;
    let ty = result_type(rw, op)?;
    let x = operands.one(0)?;
    if rw.env.target.is_kernel() {
        let value = rw.op("spv.OCL.erf", &[x], ty)?;
        return finish_float(rw, op, value);
    }
    let (truth, one, near) = (rw.bool_like(ty), rw.float(ty, 1.0)?, rw.float(ty, 0.5)?);
    let square = rw.op("spv.FMul", &[x, x], ty)?;
    let series = polynomial(rw, square, &SERIES, ty)?;
    let series = rw.op("spv.FMul", &[series, x], ty)?;
    let (magnitude, scale) = (rw.op("spv.GLSL.FAbs", &[x], ty)?, rw.float(ty, SCALE)?);
    let t = rw.op("spv.FMul", &[magnitude, scale], ty)?;
    let t = rw.op("spv.FAdd", &[t, one], ty)?;
    let t = rw.op("spv.FDiv", &[one, t], ty)?;
    let tail = polynomial(rw, t, &TAIL, ty)?;
    let exponent = rw.op("spv.FNegate", &[square], ty)?;
    let exponential = rw.op("spv.GLSL.Exp", &[exponent], ty)?;
    let tail = rw.op("spv.FMul", &[tail, exponential], ty)?;
    let tail = rw.op("spv.FSub", &[one, tail], ty)?;
    let tail = sign_of(rw, tail, x, ty)?;
    let is_near = rw.op("spv.FOrdLessThan", &[magnitude, near], truth)?;
    let value = rw.select(is_near, series, tail)?;
    finish_float(rw, op, value)
}

/// By squares, in a loop over the bits of the exponent. To a negative power only 1 and -1 are not zero.
fn integer_power(rw: &mut Rw<'_>, op: Op, _: &Operands) -> Done {
    let ty = rw.value_type(rw.result(op, 0));
    let (base, exponent, truth) = (rw.operand(op, 0), rw.operand(op, 1), rw.ctx.common().i1);
    if !vector_dims(rw.ctx, ty).is_empty() {
        return Err("is supported on numbers only".into());
    }
    let (constant, compare) = (rw.def("arith.constant")?, rw.def("arith.cmpi")?);
    let (while_def, condition_def, yield_def) =
        (rw.def("scf.while")?, rw.def("scf.condition")?, rw.def("scf.yield")?);
    let number = |rw: &mut Rw<'_>, value: u64| {
        let slots = [rw.ctx.int_attr(value, ty).raw()];
        rw.value(NewOp { slots: &slots, results: &[ty], ..NewOp::new(constant) })
    };
    let is = |rw: &mut Rw<'_>, predicate: u32, a: Value, b: Value| {
        rw.value(NewOp { operands: &[a, b], slots: &[predicate], results: &[truth], ..NewOp::new(compare) })
    };
    const EQ: u32 = 0;
    const NE: u32 = 1;
    const SLT: u32 = 2;
    let (zero, one, minus_one) = (number(rw, 0), number(rw, 1), number(rw, u64::MAX));
    let is_negative = is(rw, SLT, exponent, zero);
    let bits = source_op(rw, "arith.select", &[is_negative, zero, exponent], ty)?;
    rw.record_structure();
    let made = rw.create(NewOp {
        operands: &[one, base, bits],
        results: &[ty, ty, ty],
        regions: 2,
        ..NewOp::new(while_def)
    });
    let after = rw.at;
    let (before, next) = (rw.region(made, 0), rw.region(made, 1));
    let block = Builder::new(rw.body_mut()).append_block(before);
    let carried = [ty; 3].map(|ty| rw.add_arg(block, ty));
    rw.at = InsertPoint::End(block);
    let more = is(rw, NE, carried[2], zero);
    rw.create(NewOp { operands: &[more, carried[0], carried[1], carried[2]], ..NewOp::new(condition_def) });
    let block = Builder::new(rw.body_mut()).append_block(next);
    let [product, square, bits] = [ty; 3].map(|ty| rw.add_arg(block, ty));
    rw.at = InsertPoint::End(block);
    let bit = source_op(rw, "arith.andi", &[bits, one], ty)?;
    let is_odd = is(rw, NE, bit, zero);
    let larger = source_op(rw, "arith.muli", &[product, square], ty)?;
    let product = source_op(rw, "arith.select", &[is_odd, larger, product], ty)?;
    let square = source_op(rw, "arith.muli", &[square, square], ty)?;
    let bits = source_op(rw, "arith.shrui", &[bits, one], ty)?;
    rw.create(NewOp { operands: &[product, square, bits], ..NewOp::new(yield_def) });
    rw.at = after;
    let power = rw.result(made, 0);
    let bit = source_op(rw, "arith.andi", &[exponent, one], ty)?;
    let is_odd = is(rw, NE, bit, zero);
    let sign = source_op(rw, "arith.select", &[is_odd, minus_one, one], ty)?;
    let is_minus_one = is(rw, EQ, base, minus_one);
    let inverse = source_op(rw, "arith.select", &[is_minus_one, sign, zero], ty)?;
    let is_one = is(rw, EQ, base, one);
    let inverse = source_op(rw, "arith.select", &[is_one, one, inverse], ty)?;
    let value = source_op(rw, "arith.select", &[is_negative, inverse, power], ty)?;
    rw.replace(op, &[value]);
    Ok(())
}

fn cube_root(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let ty = result_type(rw, op)?;
    let x = operands.one(0)?;
    if rw.env.target.is_kernel() {
        let value = rw.op("spv.OCL.cbrt", &[x], ty)?;
        rw.replace(op, &[value]);
        return Ok(());
    }
    let magnitude = rw.op("spv.GLSL.FAbs", &[x], ty)?;
    let third = rw.float(ty, 1.0 / 3.0)?;
    let root = rw.op("spv.GLSL.Pow", &[magnitude, third], ty)?;
    let value = sign_of(rw, root, x, ty)?;
    rw.replace(op, &[value]);
    Ok(())
}
