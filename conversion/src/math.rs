//! Lowering of `math` ops

use crate::arith::{Extend, bits_of, finish_float, whole};
use crate::emit::{Done, Emit, Replaces, Rw, SourceOps, source_op};
use crate::env::Spirv;
use spv_dialect::spv;
use spv_dialects::enums::CmpIPredicate as Predicate;
use spv_dialects::types::{element, int_width, vector_dims};
use spv_dialects::{arith, math, scf};
use spv_ir::builtin::CONSTANT_ID;
use spv_ir::conversion::{Mismatch, Operands, Pattern};
use spv_ir::dialect::OpDefId;
use spv_ir::{Builder, InsertPoint, NewOp, Op, Type, Value};

macro_rules! library {
    ($(math::$op:ident => $glsl:ident, $ocl:ident;)*) => {
        [$(Pattern::new(math::$op::NAME, stringify!($glsl), |rw, op, operands| {
            library(rw, op, operands, spv::glsl::$glsl::ID, spv::ocl::$ocl::ID)
        })),*]
    };
}

/// Patterns for ops with a function in both GLSL.std.450 and OpenCL.std.
static LIBRARY: &[Pattern<Spirv>] = &library! {
    math::AbsF => FAbs, Fabs;
    math::Acos => Acos, Acos;
    math::Acosh => Acosh, Acosh;
    math::Asin => Asin, Asin;
    math::Asinh => Asinh, Asinh;
    math::Atan => Atan, Atan;
    math::Atanh => Atanh, Atanh;
    math::Atan2 => Atan2, Atan2;
    math::Ceil => Ceil, Ceil;
    math::Cos => Cos, Cos;
    math::Cosh => Cosh, Cosh;
    math::Exp => Exp, Exp;
    math::Exp2 => Exp2, Exp2;
    math::Floor => Floor, Floor;
    math::Fma => Fma, Fma;
    math::Log => Log, Log;
    math::Log2 => Log2, Log2;
    math::RoundEven => RoundEven, Rint;
    math::Rsqrt => InverseSqrt, Rsqrt;
    math::Sin => Sin, Sin;
    math::Sinh => Sinh, Sinh;
    math::Sqrt => Sqrt, Sqrt;
    math::Tan => Tan, Tan;
    math::Tanh => Tanh, Tanh;
    math::Trunc => Trunc, Trunc;
};

/// Patterns for ops that are composed of several instructions.
static OTHER: &[Pattern<Spirv>] = &[
    Pattern::new(math::AbsI::NAME, "absolute value", absolute),
    Pattern::new(math::CtPop::NAME, "population count", population),
    Pattern::new(math::CountLeadingZeros::NAME, "leading zeros", leading_zeros),
    Pattern::new(math::CountTrailingZeros::NAME, "trailing zeros", trailing_zeros),
    Pattern::new(math::CopySign::NAME, "copy of the sign", copy_sign),
    Pattern::new(math::Log10::NAME, "decimal logarithm", |rw, op, operands| {
        scaled(rw, op, operands, spv::glsl::Log::ID, spv::ocl::Log::ID, std::f64::consts::LOG10_E)
    }),
    Pattern::new(math::Log1p::NAME, "log1p", |rw, op, operands| {
        let ty = result_type(rw, op)?;
        let one = rw.float(ty, 1.0);
        let [x] = operands.first()?;
        let more = rw.op(spv::FAdd::ID, &[one, x], ty);
        let value = call(rw, spv::glsl::Log::ID, spv::ocl::Log::ID, &[more], ty);
        finish_float(rw, op, value)
    }),
    Pattern::new(math::ExpM1::NAME, "expm1", |rw, op, operands| {
        let ty = result_type(rw, op)?;
        let exponential = call(rw, spv::glsl::Exp::ID, spv::ocl::Exp::ID, &operands.first::<1>()?, ty);
        let one = rw.float(ty, 1.0);
        let value = rw.op(spv::FSub::ID, &[exponential, one], ty);
        finish_float(rw, op, value)
    }),
    Pattern::new(math::IsNaN::NAME, "float class", |rw, op, operands| {
        classify(rw, op, operands, spv::IsNan::ID)
    }),
    Pattern::new(math::IsInf::NAME, "float class", |rw, op, operands| {
        classify(rw, op, operands, spv::IsInf::ID)
    }),
    Pattern::new(math::IsFinite::NAME, "float class", is_finite),
    Pattern::new(math::SinCos::NAME, "sine and cosine", |rw, op, operands| {
        let types = rw.result_types(op)?;
        let values = operands.first::<1>()?;
        let sine = call(rw, spv::glsl::Sin::ID, spv::ocl::Sin::ID, &values, types[0]);
        let cosine = call(rw, spv::glsl::Cos::ID, spv::ocl::Cos::ID, &values, types[1]);
        rw.done(op, &[sine, cosine])
    }),
    Pattern::new(math::Erf::NAME, "error function", error_function),
    Pattern::new(math::IPowI::NAME, "integer power", integer_power),
    Pattern::new(math::Round::NAME, "rounding away from zero", round),
    Pattern::new(math::PowF::NAME, "power", power),
    Pattern::new(math::FPowI::NAME, "float to an integer power", power),
    Pattern::new(math::Cbrt::NAME, "cube root", cube_root),
];

/// Returns the lowering patterns for `math` ops.
pub(crate) fn patterns() -> [&'static [Pattern<Spirv>]; 2] {
    [LIBRARY, OTHER]
}

/// Returns the converted type of the result.
fn result_type(rw: &Rw<'_>, op: Op) -> Result<Type, Mismatch> {
    Ok(rw.result_types(op)?[0])
}

/// Emits a call of a library function, from the target's extended instruction set.
fn call(rw: &mut Rw<'_>, glsl: OpDefId, ocl: OpDefId, values: &[Value], ty: Type) -> Value {
    let def = if rw.env.target.is_kernel() { ocl } else { glsl };
    rw.op(def, values, ty)
}

fn library(rw: &mut Rw<'_>, op: Op, operands: &Operands, glsl: OpDefId, ocl: OpDefId) -> Done {
    let ty = result_type(rw, op)?;
    let values = operands.all()?;
    let value = call(rw, glsl, ocl, &values, ty);
    finish_float(rw, op, value)
}

fn classify(rw: &mut Rw<'_>, op: Op, operands: &Operands, def: OpDefId) -> Done {
    let ty = result_type(rw, op)?;
    let [value] = operands.first()?;
    rw.op(def, &[value], ty).replaces(rw, op)
}

/// Lowers `math.isfinite`. OpIsFinite exists only in kernels.
fn is_finite(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    if rw.env.target.is_kernel() {
        return classify(rw, op, operands, spv::IsFinite::ID);
    }
    let ty = result_type(rw, op)?;
    let [value] = operands.first()?;
    let nan = rw.op(spv::IsNan::ID, &[value], ty);
    let infinite = rw.op(spv::IsInf::ID, &[value], ty);
    let either = rw.op(spv::LogicalOr::ID, &[nan, infinite], ty);
    rw.op(spv::LogicalNot::ID, &[either], ty).replaces(rw, op)
}

fn scaled(rw: &mut Rw<'_>, op: Op, operands: &Operands, glsl: OpDefId, ocl: OpDefId, factor: f64) -> Done {
    let ty = result_type(rw, op)?;
    let value = call(rw, glsl, ocl, &operands.first::<1>()?, ty);
    let factor = rw.float(ty, factor);
    let value = rw.op(spv::FMul::ID, &[value, factor], ty);
    finish_float(rw, op, value)
}

/// Returns the integer operand extended to its full width, the result type, and the bit width of the original type.
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
        return Err("the op is not supported on i1".into());
    }
    let [value] = operands.first()?;
    let value = whole(rw, value, original, how);
    Ok((value, ty, bits))
}

fn absolute(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let (value, ty, _) = integer(rw, op, operands, Extend::Signed)?;
    call(rw, spv::glsl::SAbs::ID, spv::ocl::SAbs::ID, &[value], ty).replaces(rw, op)
}

/// Returns the 32-bit integer type, or a vector of it, with the shape of a type.
fn word_like(rw: &Rw<'_>, ty: Type) -> Type {
    crate::emit::like(rw.ctx, ty, rw.ctx.common().i32)
}

/// Converts an integer to another width by zero-extension or truncation.
fn resized(rw: &mut Rw<'_>, value: Value, ty: Type) -> Value {
    if rw.type_of(value) == ty { value } else { rw.op(spv::UConvert::ID, &[value], ty) }
}

/// Counts bits of an integer in 32-bit words, because Vulkan supports bit counts only for them. `of_word` counts bits
/// in a word with the given number of valid bits. `of_words` combines the low and high words and their counts.
fn count(
    rw: &mut Rw<'_>,
    op: Op,
    (value, ty, bits): (Value, Type, u32),
    of_word: fn(&mut Rw<'_>, Value, u32) -> Value,
    of_words: fn(&mut Rw<'_>, [Value; 2], [Value; 2]) -> Value,
) -> Done {
    let words = word_like(rw, ty);
    let low = resized(rw, value, words);
    let mut result = of_word(rw, low, bits.min(32));
    if bits > 32 {
        let half = rw.int(ty, 32);
        let high = rw.op(spv::ShiftRightLogical::ID, &[value, half], ty);
        let high = resized(rw, high, words);
        let of_high = of_word(rw, high, 32);
        result = of_words(rw, [low, high], [result, of_high]);
    }
    let result = resized(rw, result, ty);
    rw.replace(op, &[result]);
    Ok(())
}

fn population(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let (value, ty, bits) = integer(rw, op, operands, Extend::Unsigned)?;
    if rw.env.target.is_kernel() {
        let value = rw.op(spv::BitCount::ID, &[value], ty);
        rw.replace(op, &[value]);
        return Ok(());
    }
    let of_word = |rw: &mut Rw<'_>, word: Value, _: u32| {
        let ty = rw.type_of(word);
        rw.op(spv::BitCount::ID, &[word], ty)
    };
    count(rw, op, (value, ty, bits), of_word, |rw, _, [low, high]| {
        let ty = rw.type_of(low);
        rw.op(spv::IAdd::ID, &[low, high], ty)
    })
}

/// Emits the number of leading zeros of a `bits`-bit integer in a 32-bit word.
pub(crate) fn leading_zeros_of(rw: &mut Rw<'_>, word: Value, bits: u32) -> Value {
    let ty = rw.type_of(word);
    // `FindUMsb` returns -1 for zero.
    let highest = rw.op(spv::glsl::FindUMsb::ID, &[word], ty);
    let last = rw.int(ty, u64::from(bits) - 1);
    rw.op(spv::ISub::ID, &[last, highest], ty)
}

/// Emits the number of trailing zeros of a `bits`-bit integer in a 32-bit word.
pub(crate) fn trailing_zeros_of(rw: &mut Rw<'_>, word: Value, bits: u32) -> Value {
    let ty = rw.type_of(word);
    let truth = rw.bool_like(ty);
    let lowest = rw.op(spv::glsl::FindILsb::ID, &[word], ty);
    let (zero, all) = (rw.int(ty, 0), rw.int(ty, bits.into()));
    let none = rw.op(spv::IEqual::ID, &[word, zero], truth);
    rw.select(none, all, lowest)
}

/// Combines the zero counts of two words. The result is the first count if the word `first` is nonzero, or else the
/// sum of both.
pub(crate) fn from_halves(rw: &mut Rw<'_>, first: Value, zeros: [Value; 2]) -> Value {
    let ty = rw.type_of(first);
    let truth = rw.bool_like(ty);
    let (zero, all) = (rw.int(ty, 0), rw.int(ty, 32));
    let none = rw.op(spv::IEqual::ID, &[first, zero], truth);
    let more = rw.op(spv::IAdd::ID, &[zeros[1], all], ty);
    rw.select(none, more, zeros[0])
}

fn leading_zeros(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let (value, ty, bits) = integer(rw, op, operands, Extend::Unsigned)?;
    if rw.env.target.is_kernel() {
        let mut value = rw.op(spv::ocl::Clz::ID, &[value], ty);
        let spare = int_width(rw.ctx, element(rw.ctx, ty)).unwrap_or(bits) - bits;
        if spare > 0 {
            let spare = rw.int(ty, spare.into());
            value = rw.op(spv::ISub::ID, &[value, spare], ty);
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
            let end = rw.int(ty, 1 << bits);
            value = rw.op(spv::BitwiseOr::ID, &[value, end], ty);
        }
        let value = rw.op(spv::ocl::Ctz::ID, &[value], ty);
        rw.replace(op, &[value]);
        return Ok(());
    }
    count(rw, op, (value, ty, bits), trailing_zeros_of, |rw, [low, _], zeros| from_halves(rw, low, zeros))
}

/// Emits the magnitude of one float with the sign of another.
fn sign_of(rw: &mut Rw<'_>, magnitude: Value, sign: Value, ty: Type) -> Value {
    let bits = bits_of(rw, ty);
    let width = int_width(rw.ctx, element(rw.ctx, bits)).unwrap_or(32);
    let scalar = element(rw.ctx, bits);
    let mut mask = rw.int(scalar, 1 << (width - 1));
    let mut rest = rw.int(scalar, (1 << (width - 1)) - 1);
    if let Some(&count) = vector_dims(rw.ctx, bits).first() {
        for mask in [&mut mask, &mut rest] {
            *mask = rw.op(spv::CompositeConstruct::ID, &vec![*mask; count as usize], bits);
        }
    }
    let magnitude = rw.op(spv::Bitcast::ID, &[magnitude], bits);
    let sign = rw.op(spv::Bitcast::ID, &[sign], bits);
    let magnitude = rw.op(spv::BitwiseAnd::ID, &[magnitude, rest], bits);
    let sign = rw.op(spv::BitwiseAnd::ID, &[sign, mask], bits);
    let both = rw.op(spv::BitwiseOr::ID, &[magnitude, sign], bits);
    rw.op(spv::Bitcast::ID, &[both], ty)
}

fn copy_sign(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let ty = result_type(rw, op)?;
    let values = operands.all()?;
    sign_of(rw, values[0], values[1], ty).replaces(rw, op)
}

/// Lowers `math.round`, which rounds ties away from zero. GLSL.std.450 leaves the direction of ties unspecified.
fn round(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let ty = result_type(rw, op)?;
    let [x] = operands.first()?;
    if rw.env.target.is_kernel() {
        return rw.op(spv::ocl::Round::ID, &[x], ty).replaces(rw, op);
    }
    let truth = rw.bool_like(ty);
    let whole = rw.op(spv::glsl::Trunc::ID, &[x], ty);
    let rest = rw.op(spv::FSub::ID, &[x, whole], ty);
    let rest = rw.op(spv::glsl::FAbs::ID, &[rest], ty);
    let (half, one, zero) = (rw.float(ty, 0.5), rw.float(ty, 1.0), rw.float(ty, 0.0));
    let more = rw.op(spv::FOrdGreaterThanEqual::ID, &[rest, half], truth);
    let step = rw.select(more, one, zero);
    let step = sign_of(rw, step, x, ty);
    let value = rw.op(spv::FAdd::ID, &[whole, step], ty);
    sign_of(rw, value, x, ty).replaces(rw, op)
}

/// Lowers `math.powf`. GLSL.std.450's Pow is undefined for negative bases, so the pattern uses the base's magnitude
/// and negates the power for odd exponents.
fn power(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let ty = result_type(rw, op)?;
    let [base, mut exponent] = operands.first()?;
    if rw.type_of(exponent) != ty {
        let [_, original] = rw.first_operand_types(op);
        exponent = whole(rw, exponent, original, Extend::Signed);
        exponent = rw.op(spv::ConvertSToF::ID, &[exponent], ty);
    }
    if rw.env.target.is_kernel() {
        return rw.op(spv::ocl::Pow::ID, &[base, exponent], ty).replaces(rw, op);
    }
    let truth = rw.bool_like(ty);
    let magnitude = rw.op(spv::glsl::FAbs::ID, &[base], ty);
    let positive = rw.op(spv::glsl::Pow::ID, &[magnitude, exponent], ty);
    let (zero, half, one) = (rw.float(ty, 0.0), rw.float(ty, 0.5), rw.float(ty, 1.0));
    let halved = rw.op(spv::FMul::ID, &[exponent, half], ty);
    let floor = rw.op(spv::glsl::Floor::ID, &[halved], ty);
    let odd = rw.op(spv::FOrdNotEqual::ID, &[halved, floor], truth);
    let negative = rw.op(spv::FOrdLessThan::ID, &[base, zero], truth);
    let flips = rw.op(spv::LogicalAnd::ID, &[odd, negative], truth);
    let opposite = rw.op(spv::FNegate::ID, &[positive], ty);
    let value = rw.select(flips, opposite, positive);
    // Any base to the power of zero is one.
    let to_zero = rw.op(spv::FOrdEqual::ID, &[exponent, zero], truth);
    rw.select(to_zero, one, value).replaces(rw, op)
}

/// Evaluates a polynomial by Horner's scheme. The coefficient of the highest degree is first.
fn polynomial(rw: &mut Rw<'_>, x: Value, coefficients: &[f64], ty: Type) -> Result<Value, Mismatch> {
    let (first, rest) = coefficients.split_first().ok_or("the polynomial has no terms")?;
    let mut sum = rw.float(ty, *first);
    for &coefficient in rest {
        let (product, term) = (rw.op(spv::FMul::ID, &[sum, x], ty), rw.float(ty, coefficient));
        sum = rw.op(spv::FAdd::ID, &[product, term], ty);
    }
    Ok(sum)
}

/// Lowers `math.erf`, which GLSL.std.450 lacks. Uses the Taylor series near zero. Elsewhere uses formula 7.1.26 of
/// Abramowitz and Stegun's Handbook of Mathematical Functions, whose error is below 1.5e-7.
fn error_function(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    const SERIES: [f64; 6] = [-1.0 / 1320.0, 1.0 / 216.0, -1.0 / 42.0, 0.1, -1.0 / 3.0, 1.0];
    const TAIL: [f64; 6] = [1.061_405_429, -1.453_152_027, 1.421_413_741, -0.284_496_736, 0.254_829_592, 0.0];
    const SCALE: f64 = 0.327_591_1;
    let ty = result_type(rw, op)?;
    let [x] = operands.first()?;
    if rw.env.target.is_kernel() {
        let value = rw.op(spv::ocl::Erf::ID, &[x], ty);
        return finish_float(rw, op, value);
    }
    let (truth, one, near) = (rw.bool_like(ty), rw.float(ty, 1.0), rw.float(ty, 0.5));
    let square = rw.op(spv::FMul::ID, &[x, x], ty);
    let series = polynomial(rw, square, &SERIES, ty)?;
    let series = rw.op(spv::FMul::ID, &[series, x], ty);
    let factor = rw.float(ty, std::f64::consts::FRAC_2_SQRT_PI);
    let series = rw.op(spv::FMul::ID, &[series, factor], ty);
    let (magnitude, scale) = (rw.op(spv::glsl::FAbs::ID, &[x], ty), rw.float(ty, SCALE));
    let t = rw.op(spv::FMul::ID, &[magnitude, scale], ty);
    let t = rw.op(spv::FAdd::ID, &[t, one], ty);
    let t = rw.op(spv::FDiv::ID, &[one, t], ty);
    let tail = polynomial(rw, t, &TAIL, ty)?;
    let exponent = rw.op(spv::FNegate::ID, &[square], ty);
    let exponential = rw.op(spv::glsl::Exp::ID, &[exponent], ty);
    let tail = rw.op(spv::FMul::ID, &[tail, exponential], ty);
    let tail = rw.op(spv::FSub::ID, &[one, tail], ty);
    let tail = sign_of(rw, tail, x, ty);
    let is_near = rw.op(spv::FOrdLessThan::ID, &[magnitude, near], truth);
    let value = rw.select(is_near, series, tail);
    finish_float(rw, op, value)
}

/// Lowers `math.ipowi` to a loop of squarings over the exponent bits. For a negative exponent, the result is zero
/// unless the base is 1 or -1.
fn integer_power(rw: &mut Rw<'_>, op: Op, _: &Operands) -> Done {
    let ty = rw.value_type(rw.result(op, 0));
    let ([base, exponent], truth) = (rw.first_operands(op), rw.ctx.common().i1);
    if !vector_dims(rw.ctx, ty).is_empty() {
        return Err("the op is supported on numbers only".into());
    }
    let compare = rw.def(arith::CmpI::NAME)?;
    let (while_def, condition_def, yield_def) =
        (rw.def(scf::While::NAME)?, rw.def(scf::Condition::NAME)?, rw.def(scf::Yield::NAME)?);
    let number = |rw: &mut Rw<'_>, value: u64| {
        let slots = [rw.ctx.int_attr(value, ty).raw()];
        rw.value(NewOp { slots: &slots, results: &[ty], ..NewOp::new(CONSTANT_ID) })
    };
    let is = |rw: &mut Rw<'_>, predicate: u32, a: Value, b: Value| {
        rw.value(NewOp { operands: &[a, b], slots: &[predicate], results: &[truth], ..NewOp::new(compare) })
    };
    let (zero, one, minus_one) = (number(rw, 0), number(rw, 1), number(rw, u64::MAX));
    let is_negative = is(rw, Predicate::SLT, exponent, zero);
    let bits = source_op(rw, arith::Select::NAME, &[is_negative, zero, exponent], ty)?;
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
    let more = is(rw, Predicate::NE, carried[2], zero);
    rw.create(NewOp { operands: &[more, carried[0], carried[1], carried[2]], ..NewOp::new(condition_def) });
    let block = Builder::new(rw.body_mut()).append_block(next);
    let [product, square, bits] = [ty; 3].map(|ty| rw.add_arg(block, ty));
    rw.at = InsertPoint::End(block);
    let bit = source_op(rw, arith::AndI::NAME, &[bits, one], ty)?;
    let is_odd = is(rw, Predicate::NE, bit, zero);
    let larger = source_op(rw, arith::MulI::NAME, &[product, square], ty)?;
    let product = source_op(rw, arith::Select::NAME, &[is_odd, larger, product], ty)?;
    let square = source_op(rw, arith::MulI::NAME, &[square, square], ty)?;
    let bits = source_op(rw, arith::ShRUI::NAME, &[bits, one], ty)?;
    rw.create(NewOp { operands: &[product, square, bits], ..NewOp::new(yield_def) });
    rw.at = after;
    let power = rw.result(made, 0);
    let bit = source_op(rw, arith::AndI::NAME, &[exponent, one], ty)?;
    let is_odd = is(rw, Predicate::NE, bit, zero);
    let sign = source_op(rw, arith::Select::NAME, &[is_odd, minus_one, one], ty)?;
    let is_minus_one = is(rw, Predicate::EQ, base, minus_one);
    let inverse = source_op(rw, arith::Select::NAME, &[is_minus_one, sign, zero], ty)?;
    let is_one = is(rw, Predicate::EQ, base, one);
    let inverse = source_op(rw, arith::Select::NAME, &[is_one, one, inverse], ty)?;
    let value = source_op(rw, arith::Select::NAME, &[is_negative, inverse, power], ty)?;
    rw.replace(op, &[value]);
    Ok(())
}

fn cube_root(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let ty = result_type(rw, op)?;
    let [x] = operands.first()?;
    if rw.env.target.is_kernel() {
        return rw.op(spv::ocl::Cbrt::ID, &[x], ty).replaces(rw, op);
    }
    let magnitude = rw.op(spv::glsl::FAbs::ID, &[x], ty);
    let third = rw.float(ty, 1.0 / 3.0);
    let root = rw.op(spv::glsl::Pow::ID, &[magnitude, third], ty);
    sign_of(rw, root, x, ty).replaces(rw, op)
}
