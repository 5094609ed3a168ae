//! Semantics of GLSL.std.450 instructions on scalars
//!
//! Inexact functions return the result of the host's math library.

use super::bits::{float, mask, of_f64, signed, to_f64};
use super::eval::Unsupported;
use super::value::{Value, ValueType};
use spv_ir::FloatKind;

type Answer = Result<Option<u64>, Unsupported>;

/// Opcode of PackHalf2x16 in GLSL.std.450.
pub const PACK_HALF_2X16: u32 = 58;
/// Opcode of UnpackHalf2x16 in GLSL.std.450.
pub const UNPACK_HALF_2X16: u32 = 62;

/// Evaluates PackHalf2x16, which puts the first float in the low bits. Returns `Ok(None)` if the result is undefined.
pub fn pack_halves(pair: &Value) -> Result<Option<Value>, Unsupported> {
    let [low, high] = pair.parts().ok_or(Unsupported)? else { return Err(Unsupported) };
    let half = |part: &Value| of_f64(FloatKind::F16, to_f64(FloatKind::F32, part.bits()?)?);
    Ok(half(low).zip(half(high)).map(|(low, high)| Value::Bits(low | high << 16)))
}

/// Evaluates UnpackHalf2x16. Returns `Ok(None)` if the result is undefined.
pub fn unpack_halves(word: &Value) -> Result<Option<Value>, Unsupported> {
    let Some(word) = word.bits() else { return Ok(None) };
    let float = |half: u64| {
        let value = to_f64(FloatKind::F16, half & 0xFFFF).ok_or(Unsupported)?;
        of_f64(FloatKind::F32, value).map(Value::Bits).ok_or(Unsupported)
    };
    Ok(Some(Value::composite(vec![float(word)?, float(word >> 16)?])))
}

/// Evaluates a GLSL.std.450 opcode for one component. Returns `Ok(None)` if the result is undefined.
pub fn eval(number: u32, result: &ValueType, types: &[ValueType], args: &[u64]) -> Answer {
    match (types.first(), result) {
        (Some(&ValueType::Float(kind)), ValueType::Float(_))
            if types.iter().all(|t| *t == ValueType::Float(kind)) =>
        {
            of_floats(number, kind, args)
        }
        (Some(&ValueType::Int { width, .. }), _) => of_integers(number, width, args),
        _ => Err(Unsupported),
    }
}

fn of_floats(number: u32, kind: FloatKind, args: &[u64]) -> Answer {
    let values: Vec<f64> = args.iter().map(|&a| to_f64(kind, a)).collect::<Option<_>>().ok_or(Unsupported)?;
    let f: fn(&[f64]) -> f64 = match number {
        // Round may resolve ties in either direction. Resolves them like RoundEven.
        1 | 2 => |v| v[0].round_ties_even(),
        3 => |v| v[0].trunc(),
        4 => |v| v[0].abs(),
        6 => |v| if v[0] == 0.0 { 0.0 } else { v[0].signum() },
        8 => |v| v[0].floor(),
        9 => |v| v[0].ceil(),
        10 => |v| v[0] - v[0].floor(),
        31 => |v| v[0].sqrt(),
        // FMin, FMax and FClamp are undefined for NaNs.
        37 => |v| if v[1] < v[0] { v[1] } else { v[0] },
        40 => |v| if v[0] < v[1] { v[1] } else { v[0] },
        48 => |v| if v[1] < v[0] { 0.0 } else { 1.0 },
        43 => |v| {
            let raised = if v[0] < v[1] { v[1] } else { v[0] };
            if v[2] < raised { v[2] } else { raised }
        },
        // NMin, NMax and NClamp: if only one operand is a NaN, the result is the other operand.
        79 => |v| n_min(v[0], v[1]),
        80 => |v| n_max(v[0], v[1]),
        81 => |v| n_min(n_max(v[0], v[1]), v[2]),
        13 => |v| v[0].sin(),
        14 => |v| v[0].cos(),
        15 => |v| v[0].tan(),
        16 => |v| v[0].asin(),
        17 => |v| v[0].acos(),
        18 => |v| v[0].atan(),
        25 => |v| v[0].atan2(v[1]),
        26 => |v| v[0].powf(v[1]),
        27 => |v| v[0].exp(),
        28 => |v| v[0].ln(),
        29 => |v| v[0].exp2(),
        30 => |v| v[0].log2(),
        // FMix, rounded after each step.
        46 => return Ok(mix(kind, args)),
        // Fma, rounded once. For `f64`, this depends on the host's `mul_add`.
        50 if kind == FloatKind::F64 => |v| v[0].mul_add(v[1], v[2]),
        50 if kind == FloatKind::F32 => return Ok(Some(fma32(args))),
        50 => return Ok(fma16(kind, &values)),
        _ => return Err(Unsupported),
    };
    let nan = values.iter().any(|v| v.is_nan());
    let undefined = match number {
        6 | 37 | 40 | 43 | 48 => nan,
        31 => values[0] < 0.0,
        16 | 17 => values[0].abs() > 1.0,
        25 => values[0] == 0.0 && values[1] == 0.0,
        26 => values[0] < 0.0 || (values[0] == 0.0 && values[1] <= 0.0),
        28 | 30 => values[0] <= 0.0,
        _ => false,
    };
    let empty = matches!(number, 43 | 81) && values[1] > values[2];
    Ok(if undefined || empty { None } else { float(kind, args, f) })
}

fn n_min(x: f64, y: f64) -> f64 {
    if y < x || x.is_nan() { y } else { x }
}

fn n_max(x: f64, y: f64) -> f64 {
    if x < y || x.is_nan() { y } else { x }
}

/// Computes `x * (1 - a) + y * a`, rounding after each step. Returns `None` for formats that are not modeled.
fn mix(kind: FloatKind, args: &[u64]) -> Option<u64> {
    let one = of_f64(kind, 1.0)?;
    let rest = float(kind, &[one, args[2]], |v| v[0] - v[1])?;
    let x = float(kind, &[args[0], rest], |v| v[0] * v[1])?;
    let y = float(kind, &[args[1], args[2]], |v| v[0] * v[1])?;
    float(kind, &[x, y], |v| v[0] + v[1])
}

/// Computes Fma for 16-bit formats. The product is exact in `f64`. The sum is rounded to odd, so that the final
/// rounding is correct.
fn fma16(kind: FloatKind, v: &[f64]) -> Option<u64> {
    let product = v[0] * v[1];
    let sum = product + v[2];
    let part = sum - product;
    let lost = (product - (sum - part)) + (v[2] - part);
    let odd = sum.to_bits() & 1 == 1;
    if !sum.is_finite() || lost == 0.0 || odd {
        return of_f64(kind, sum);
    }
    // Moves the result by one unit in the last place, toward the exact sum.
    let up = (lost > 0.0) == (sum > 0.0);
    of_f64(kind, f64::from_bits(if up { sum.to_bits() + 1 } else { sum.to_bits() - 1 }))
}

fn fma32(args: &[u64]) -> u64 {
    let v: Vec<f32> = args.iter().map(|&a| f32::from_bits(a as u32)).collect();
    let value = v[0].mul_add(v[1], v[2]);
    if value.is_nan() { f32::NAN.to_bits().into() } else { value.to_bits().into() }
}

fn of_integers(number: u32, width: u32, args: &[u64]) -> Answer {
    let s = |n: usize| signed(args[n], width);
    let back = |value: i64| mask(value as u64, width);
    let all_ones = mask(u64::MAX, width);
    let value = match number {
        5 => back(s(0).wrapping_abs()),
        7 => back(s(0).signum()),
        38 => args[0].min(args[1]),
        39 => back(s(0).min(s(1))),
        41 => args[0].max(args[1]),
        42 => back(s(0).max(s(1))),
        44 if args[1] > args[2] => return Ok(None),
        44 => args[0].clamp(args[1], args[2]),
        45 if s(1) > s(2) => return Ok(None),
        45 => back(s(0).clamp(s(1), s(2))),
        73 if args[0] == 0 => all_ones,
        73 => args[0].trailing_zeros().into(),
        // FindSMsb: the highest bit that differs from the sign bit.
        74 => highest(if s(0) < 0 { mask(!args[0], width) } else { args[0] }, all_ones),
        75 => highest(args[0], all_ones),
        _ => return Err(Unsupported),
    };
    Ok(Some(value))
}

fn highest(bits: u64, none: u64) -> u64 {
    if bits == 0 { none } else { (63 - bits.leading_zeros()).into() }
}
