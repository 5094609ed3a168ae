//! Instructions of GLSL.std.450 whose results are exact, on scalars.

use super::bits::{float, mask, signed, to_f64};
use super::eval::Unsupported;
use super::value::Shape;
use spv_opt::ir::FloatKind;

type Answer = Result<Option<u64>, Unsupported>;

/// Evaluates an instruction for one component. `Ok(None)`: the result is undefined.
pub fn eval(number: u32, result: &Shape, types: &[Shape], args: &[u64]) -> Answer {
    match (types.first(), result) {
        (Some(&Shape::Float(kind)), Shape::Float(_)) if types.iter().all(|t| *t == Shape::Float(kind)) => {
            of_floats(number, kind, args)
        }
        (Some(&Shape::Int { width, .. }), _) => of_integers(number, width, args),
        _ => Err(Unsupported),
    }
}

fn of_floats(number: u32, kind: FloatKind, args: &[u64]) -> Answer {
    let values: Vec<f64> = args.iter().map(|&a| to_f64(kind, a)).collect::<Option<_>>().ok_or(Unsupported)?;
    let f: fn(&[f64]) -> f64 = match number {
        // Round: ties go either way; RoundEven decides.
        1 | 2 => |v| v[0].round_ties_even(),
        3 => |v| v[0].trunc(),
        4 => |v| v[0].abs(),
        6 => |v| if v[0] == 0.0 { 0.0 } else { v[0].signum() },
        8 => |v| v[0].floor(),
        9 => |v| v[0].ceil(),
        10 => |v| v[0] - v[0].floor(),
        31 => |v| v[0].sqrt(),
        // FMin, FMax, FClamp say nothing of NaN.
        37 => |v| if v[1] < v[0] { v[1] } else { v[0] },
        40 => |v| if v[0] < v[1] { v[1] } else { v[0] },
        43 | 81 => |v| v[0].max(v[1]).min(v[2]),
        48 => |v| if v[1] < v[0] { 0.0 } else { 1.0 },
        79 => |v| v[0].min(v[1]),
        80 => |v| v[0].max(v[1]),
        // Fma: one rounding, which for `f64` alone the host must do.
        50 if kind == FloatKind::F64 => |v| v[0].mul_add(v[1], v[2]),
        50 if kind == FloatKind::F32 => return Ok(Some(fma32(args))),
        _ => return Err(Unsupported),
    };
    let nan = values.iter().any(|v| v.is_nan());
    let undefined = match number {
        6 | 37 | 40 | 43 | 48 => nan,
        31 => values[0] < 0.0,
        _ => false,
    };
    let empty = matches!(number, 43 | 81) && values[1] > values[2];
    Ok(if undefined || empty { None } else { float(kind, args, f) })
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
        // The highest bit that differs from the sign.
        74 => highest(if s(0) < 0 { mask(!args[0], width) } else { args[0] }, all_ones),
        75 => highest(args[0], all_ones),
        _ => return Err(Unsupported),
    };
    Ok(Some(value))
}

fn highest(bits: u64, none: u64) -> u64 {
    if bits == 0 { none } else { (63 - bits.leading_zeros()).into() }
}
