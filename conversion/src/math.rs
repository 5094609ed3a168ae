//! `math`.

use crate::arith::{Extend, bits_of, finish_float, whole};
use crate::emit::{Done, Emit, Replaces, Rw};
use crate::env::Spirv;
use spv_dialect::spv;
use spv_dialects::math;
use spv_dialects::types::{element, int_width, vector_dims};
use spv_ir::conversion::{Mismatch, Operands, Pattern};
use spv_ir::dialect::OpDefId;
use spv_ir::{Op, Type, TypeData, Value};

macro_rules! library {
    ($(math::$op:ident => $glsl:ident, $ocl:ident;)*) => {
        [$(Pattern::new(math::$op::NAME, stringify!($glsl), |rw, op, operands| {
            library(rw, op, operands, spv::glsl::$glsl::ID, spv::ocl::$ocl::ID)
        })),*]
    };
}

/// Functions that both sets have.
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

/// Those that are put together.
static OTHER: &[Pattern<Spirv>] = &[
    Pattern::new(math::AbsI::NAME, "absolute value", absolute),
    Pattern::new(math::CtPop::NAME, "population count", population),
    Pattern::new(math::CountLeadingZeros::NAME, "leading zeros", leading_zeros),
    Pattern::new(math::CountTrailingZeros::NAME, "trailing zeros", trailing_zeros),
    Pattern::new(math::CopySign::NAME, "sign of another", copy_sign),
    Pattern::new(math::Log10::NAME, "decimal logarithm", |rw, op, operands| {
        scaled(rw, op, operands, spv::glsl::Log::ID, spv::ocl::Log::ID, std::f64::consts::LOG10_E)
    }),
    Pattern::new(math::Log1p::NAME, "logarithm of one more", |rw, op, operands| {
        let ty = result_type(rw, op)?;
        let one = rw.float(ty, 1.0);
        let more = rw.op(spv::FAdd::ID, &[one, operands.one(0)?], ty);
        let value = call(rw, spv::glsl::Log::ID, spv::ocl::Log::ID, &[more], ty);
        finish_float(rw, op, value)
    }),
    Pattern::new(math::ExpM1::NAME, "exponential less one", |rw, op, operands| {
        let ty = result_type(rw, op)?;
        let exponential = call(rw, spv::glsl::Exp::ID, spv::ocl::Exp::ID, &[operands.one(0)?], ty);
        let one = rw.float(ty, 1.0);
        let value = rw.op(spv::FSub::ID, &[exponential, one], ty);
        finish_float(rw, op, value)
    }),
    Pattern::new(math::Erf::NAME, "error function", |rw, op, operands| {
        if !rw.env.target.is_kernel() {
            return Err("GLSL.std.450 has no error function".into());
        }
        let ty = result_type(rw, op)?;
        let value = rw.op(spv::ocl::Erf::ID, &[operands.one(0)?], ty);
        finish_float(rw, op, value)
    }),
    Pattern::new(math::Round::NAME, "rounding away from zero", round),
    Pattern::new(math::PowF::NAME, "power", power),
    Pattern::new(math::FPowI::NAME, "power of an integer", power),
    Pattern::new(math::Cbrt::NAME, "cube root", cube_root),
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

fn scaled(rw: &mut Rw<'_>, op: Op, operands: &Operands, glsl: OpDefId, ocl: OpDefId, factor: f64) -> Done {
    let ty = result_type(rw, op)?;
    let value = call(rw, glsl, ocl, &[operands.one(0)?], ty);
    let factor = rw.float(ty, factor);
    let value = rw.op(spv::FMul::ID, &[value, factor], ty);
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
    let value = whole(rw, operands.one(0)?, original, how);
    Ok((value, ty, bits))
}

fn absolute(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let (value, ty, _) = integer(rw, op, operands, Extend::Signed)?;
    call(rw, spv::glsl::SAbs::ID, spv::ocl::SAbs::ID, &[value], ty).replaces(rw, op)
}

/// An error unless the converted elements have 32 bits, which Vulkan's bit instructions want.
fn only_32(rw: &Rw<'_>, ty: Type) -> Done {
    match int_width(rw.ctx, element(rw.ctx, ty)) {
        Some(32) => Ok(()),
        _ if rw.env.target.is_kernel() => Ok(()),
        width => Err(format!("is supported on 32 bits only, not on {}", width.unwrap_or(0)).into()),
    }
}

fn population(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let (value, ty, bits) = integer(rw, op, operands, Extend::Unsigned)?;
    let word = rw.ctx.common().i32;
    if bits == 64 && !rw.env.target.is_kernel() && vector_dims(rw.ctx, ty).is_empty() {
        // Vulkan counts the bits of words.
        let pair = rw.ctx.vector_type(2, word);
        let words = rw.op(spv::Bitcast::ID, &[value], pair);
        let counts = rw.op(spv::BitCount::ID, &[words], pair);
        let (low, high) = (rw.extract(counts, 0, word), rw.extract(counts, 1, word));
        let sum = rw.op(spv::IAdd::ID, &[low, high], word);
        return rw.op(spv::UConvert::ID, &[sum], ty).replaces(rw, op);
    }
    only_32(rw, ty)?;
    rw.op(spv::BitCount::ID, &[value], ty).replaces(rw, op)
}

fn leading_zeros(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let (value, ty, bits) = integer(rw, op, operands, Extend::Unsigned)?;
    if rw.env.target.is_kernel() {
        return rw.op(spv::ocl::Clz::ID, &[value], ty).replaces(rw, op);
    }
    only_32(rw, ty)?;
    // Of zero the highest bit is -1.
    let highest = rw.op(spv::glsl::FindUMsb::ID, &[value], ty);
    let last = rw.int(ty, u64::from(bits) - 1);
    rw.op(spv::ISub::ID, &[last, highest], ty).replaces(rw, op)
}

fn trailing_zeros(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let (value, ty, bits) = integer(rw, op, operands, Extend::Unsigned)?;
    if rw.env.target.is_kernel() {
        return rw.op(spv::ocl::Ctz::ID, &[value], ty).replaces(rw, op);
    }
    only_32(rw, ty)?;
    let truth = rw.bool_like(ty);
    let lowest = rw.op(spv::glsl::FindILsb::ID, &[value], ty);
    let (zero, all) = (rw.int(ty, 0), rw.int(ty, bits.into()));
    let none = rw.op(spv::IEqual::ID, &[value, zero], truth);
    rw.select(none, all, lowest).replaces(rw, op)
}

/// The magnitude of one float with the sign of another.
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

/// GLSL leaves open where halves go; here they go away from zero.
fn round(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let ty = result_type(rw, op)?;
    let x = operands.one(0)?;
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

/// GLSL's Pow is undefined for a negative base: the power of its magnitude gets the sign of an odd exponent.
fn power(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let ty = result_type(rw, op)?;
    let (base, mut exponent) = (operands.one(0)?, operands.one(1)?);
    if rw.type_of(exponent) != ty {
        let original = rw.original_type(rw.operand(op, 1));
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
    // Anything to the power of zero is one.
    let to_zero = rw.op(spv::FOrdEqual::ID, &[exponent, zero], truth);
    rw.select(to_zero, one, value).replaces(rw, op)
}

fn cube_root(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let ty = result_type(rw, op)?;
    let x = operands.one(0)?;
    if rw.env.target.is_kernel() {
        return rw.op(spv::ocl::Cbrt::ID, &[x], ty).replaces(rw, op);
    }
    let magnitude = rw.op(spv::glsl::FAbs::ID, &[x], ty);
    let third = rw.float(ty, 1.0 / 3.0);
    let root = rw.op(spv::glsl::Pow::ID, &[magnitude, third], ty);
    sign_of(rw, root, x, ty).replaces(rw, op)
}
