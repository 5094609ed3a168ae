//! Semantics of core ops on scalars
//!
//! Elementwise ops apply these semantics to each component.

use super::bits::{float, mask, of_f64, signed, to_f64};
use super::eval::Unsupported;
use super::value::ValueType;
use spv_dialect::generated::opcodes as op;
use spv_ir::FloatKind;

type Answer = Result<Option<u64>, Unsupported>;

/// Evaluates a core opcode for one component. Returns `Ok(None)` if the result is undefined.
pub fn eval(opcode: u32, result: &ValueType, types: &[ValueType], args: &[u64]) -> Answer {
    match (types.first(), args) {
        (Some(ValueType::Float(kind)), _) => of_floats(opcode, result, *kind, args),
        (Some(&ValueType::Int { width, .. }), _) => of_integers(opcode, result, width, types, args),
        (Some(ValueType::Bool), &[a]) if opcode == op::LOGICAL_NOT => Ok(Some(1 - a)),
        (Some(ValueType::Bool), &[a, b]) => match opcode {
            op::LOGICAL_EQUAL => Ok(Some((a == b).into())),
            op::LOGICAL_NOT_EQUAL => Ok(Some((a != b).into())),
            op::LOGICAL_AND => Ok(Some(a & b)),
            op::LOGICAL_OR => Ok(Some(a | b)),
            _ => Err(Unsupported),
        },
        _ => Err(Unsupported),
    }
}

fn of_integers(opcode: u32, result: &ValueType, width: u32, types: &[ValueType], args: &[u64]) -> Answer {
    match *args {
        [a] => unary(opcode, result, width, a),
        [a, b] => {
            let second = match types.get(1) {
                Some(&ValueType::Int { width, .. }) => width,
                _ => return Err(Unsupported),
            };
            match opcode {
                op::SHIFT_LEFT_LOGICAL | op::SHIFT_RIGHT_LOGICAL | op::SHIFT_RIGHT_ARITHMETIC => {
                    Ok(shift(opcode, width, a, mask(b, second)))
                }
                _ => match compare(opcode, width, a, b) {
                    Some(truth) => Ok(Some(truth.into())),
                    None => binary(opcode, width, a, b),
                },
            }
        }
        [base, offset, count] => {
            let Some(field) = field(width, offset, count) else { return Ok(None) };
            let bits = if count == 0 { 0 } else { (base & field) >> offset };
            match opcode {
                op::BIT_FIELD_U_EXTRACT => Ok(Some(bits)),
                op::BIT_FIELD_S_EXTRACT if count == 0 => Ok(Some(0)),
                op::BIT_FIELD_S_EXTRACT => Ok(Some(mask(signed(bits, count as u32) as u64, width))),
                _ => Err(Unsupported),
            }
        }
        [base, insert, offset, count] if opcode == op::BIT_FIELD_INSERT => {
            let Some(field) = field(width, offset, count) else { return Ok(None) };
            Ok(Some(if count == 0 { base } else { base & !field | (insert << offset) & field }))
        }
        _ => Err(Unsupported),
    }
}

/// Returns a mask of `count` bits at bit `offset`; `None` if the bit field exceeds the width.
fn field(width: u32, offset: u64, count: u64) -> Option<u64> {
    let end = offset.checked_add(count).filter(|end| *end <= width.into())?;
    Some(mask(u64::MAX, end as u32) & !mask(u64::MAX, offset as u32))
}

fn unary(opcode: u32, result: &ValueType, width: u32, a: u64) -> Answer {
    let all = |value: u64| Ok(Some(mask(value, width)));
    match (opcode, result) {
        (op::S_NEGATE, _) => all(a.wrapping_neg()),
        (op::NOT, _) => all(!a),
        (op::BIT_COUNT, _) => Ok(Some(a.count_ones().into())),
        (op::BIT_REVERSE, _) => Ok(Some(a.reverse_bits() >> (64 - width))),
        (op::U_CONVERT, &ValueType::Int { width: to, .. }) => Ok(Some(mask(a, to))),
        (op::S_CONVERT, &ValueType::Int { width: to, .. }) => Ok(Some(mask(signed(a, width) as u64, to))),
        (op::SAT_CONVERT_S_TO_U, &ValueType::Int { width: to, .. }) => {
            let limit = mask(u64::MAX, to);
            Ok(Some((signed(a, width).max(0) as u64).min(limit)))
        }
        (op::SAT_CONVERT_U_TO_S, &ValueType::Int { width: to, .. }) => {
            Ok(Some(a.min(mask(u64::MAX, to) >> 1)))
        }
        (op::CONVERT_S_TO_F, ValueType::Float(kind)) => of_integer(*kind, signed(a, width).into()),
        (op::CONVERT_U_TO_F, ValueType::Float(kind)) => of_integer(*kind, a.into()),
        _ => Err(Unsupported),
    }
}

/// Converts an integer to a float with a single rounding. A conversion through `f64` would round wide integers twice.
fn of_integer(kind: FloatKind, value: i128) -> Answer {
    match kind {
        FloatKind::F32 => Ok(Some((value as f32).to_bits().into())),
        FloatKind::F64 => Ok(Some((value as f64).to_bits())),
        // Exact in `f64`, except for values that overflow `f16` anyway.
        FloatKind::F16 => Ok(of_f64(kind, value as f64)),
        // Rounds to odd in the intermediate format, so that double rounding equals single rounding.
        FloatKind::BF16 => {
            let near = value as f64;
            if near.to_bits() & 1 == 1 || near as i128 == value {
                return Ok(of_f64(kind, near));
            }
            let up = (near as i128).unsigned_abs() < value.unsigned_abs();
            let bits = if up { near.to_bits() + 1 } else { near.to_bits() - 1 };
            Ok(of_f64(kind, f64::from_bits(bits)))
        }
        _ => Err(Unsupported),
    }
}

fn shift(opcode: u32, width: u32, a: u64, amount: u64) -> Option<u64> {
    if amount >= width.into() {
        return None;
    }
    Some(match opcode {
        op::SHIFT_LEFT_LOGICAL => mask(a << amount, width),
        op::SHIFT_RIGHT_LOGICAL => a >> amount,
        _ => mask((signed(a, width) >> amount) as u64, width),
    })
}

fn compare(opcode: u32, width: u32, a: u64, b: u64) -> Option<bool> {
    let (c, d) = (signed(a, width), signed(b, width));
    Some(match opcode {
        op::I_EQUAL => a == b,
        op::I_NOT_EQUAL => a != b,
        op::U_GREATER_THAN => a > b,
        op::U_GREATER_THAN_EQUAL => a >= b,
        op::U_LESS_THAN => a < b,
        op::U_LESS_THAN_EQUAL => a <= b,
        op::S_GREATER_THAN => c > d,
        op::S_GREATER_THAN_EQUAL => c >= d,
        op::S_LESS_THAN => c < d,
        op::S_LESS_THAN_EQUAL => c <= d,
        _ => return None,
    })
}

fn binary(opcode: u32, width: u32, a: u64, b: u64) -> Answer {
    let (c, d) = (signed(a, width), signed(b, width));
    let value = match opcode {
        op::I_ADD => a.wrapping_add(b),
        op::I_SUB => a.wrapping_sub(b),
        op::I_MUL => a.wrapping_mul(b),
        op::BITWISE_AND => a & b,
        op::BITWISE_OR => a | b,
        op::BITWISE_XOR => a ^ b,
        op::U_DIV | op::U_MOD if b == 0 => return Ok(None),
        op::U_DIV => a / b,
        op::U_MOD => a % b,
        op::S_DIV | op::S_REM | op::S_MOD => {
            // Dividing the minimum value by -1 overflows, which is also undefined.
            if d == 0 || (d == -1 && c == signed(1 << (width - 1), width)) {
                return Ok(None);
            }
            let rest = c.wrapping_rem(d);
            (match opcode {
                op::S_DIV => c.wrapping_div(d),
                // OpSMod: the result has the sign of the second operand.
                op::S_MOD if rest != 0 && (rest < 0) != (d < 0) => rest.wrapping_add(d),
                _ => rest,
            }) as u64
        }
        _ => return Err(Unsupported),
    };
    Ok(Some(mask(value, width)))
}

/// Computes the low half of an extended product, the sum of OpIAddCarry, or the difference of OpISubBorrow.
pub fn extended_low(opcode: u32, result: &ValueType, _: &[ValueType], args: &[u64]) -> Answer {
    let (&ValueType::Int { width, .. }, &[a, b]) = (result, args) else { return Err(Unsupported) };
    match opcode {
        op::I_ADD_CARRY => binary(op::I_ADD, width, a, b),
        op::I_SUB_BORROW => binary(op::I_SUB, width, a, b),
        _ => binary(op::I_MUL, width, a, b),
    }
}

/// Computes the high half of an extended product, the carry of OpIAddCarry, or the borrow of OpISubBorrow.
pub fn extended_high(opcode: u32, result: &ValueType, _: &[ValueType], args: &[u64]) -> Answer {
    let (&ValueType::Int { width, .. }, &[a, b]) = (result, args) else { return Err(Unsupported) };
    let high = match opcode {
        op::I_ADD_CARRY => (u128::from(a) + u128::from(b)) >> width,
        op::I_SUB_BORROW => u128::from(a < b),
        op::U_MUL_EXTENDED => (u128::from(a) * u128::from(b)) >> width,
        _ => ((i128::from(signed(a, width)) * i128::from(signed(b, width))) >> width) as u128,
    };
    Ok(Some(mask(high as u64, width)))
}

fn of_floats(opcode: u32, result: &ValueType, kind: FloatKind, args: &[u64]) -> Answer {
    let values: Vec<f64> = args.iter().map(|&a| to_f64(kind, a)).collect::<Option<_>>().ok_or(Unsupported)?;
    match values[..] {
        [a] => float_unary(opcode, result, kind, args[0], a),
        [a, b] => match float_compare(opcode, a, b) {
            Some(truth) => Ok(Some(truth.into())),
            None => float_binary(opcode, kind, args).ok_or(Unsupported)?.map_or(Ok(None), |v| Ok(Some(v))),
        },
        _ => Err(Unsupported),
    }
}

fn float_unary(opcode: u32, result: &ValueType, kind: FloatKind, bits: u64, a: f64) -> Answer {
    let normal = |a: f64| match kind {
        FloatKind::F64 => a.is_normal(),
        // `f32` and `bf16` have the same exponent range.
        FloatKind::F32 | FloatKind::BF16 => (a as f32).is_normal(),
        _ => a.is_finite() && a.abs() >= 2f64.powi(-14),
    };
    match (opcode, result) {
        (op::F_NEGATE, _) => Ok(Some(bits ^ 1 << (kind.width() - 1))),
        (op::IS_NAN, _) => Ok(Some(a.is_nan().into())),
        (op::IS_INF, _) => Ok(Some(a.is_infinite().into())),
        (op::IS_FINITE, _) => Ok(Some(a.is_finite().into())),
        (op::IS_NORMAL, _) => Ok(Some(normal(a).into())),
        (op::SIGN_BIT_SET, _) => Ok(Some(bits >> (kind.width() - 1))),
        (op::F_CONVERT, ValueType::Float(to)) => Ok(of_f64(*to, a)),
        (op::QUANTIZE_TO_F16, _) => {
            let half = of_f64(FloatKind::F16, a).and_then(|h| to_f64(FloatKind::F16, h));
            // OpQuantizeToF16 flushes subnormals to zero, preserving their sign.
            let flushed =
                half.map(|h| if h != 0.0 && h.abs() < 2f64.powi(-14) { 0f64.copysign(h) } else { h });
            Ok(flushed.and_then(|h| of_f64(kind, h)))
        }
        (op::CONVERT_F_TO_U, &ValueType::Int { width, .. }) => {
            let limit = 2f64.powi(width as i32);
            // A result that does not fit the integer type is undefined.
            Ok((a.trunc() >= 0.0 && a < limit).then_some(a as u64))
        }
        (op::CONVERT_F_TO_S, &ValueType::Int { width, .. }) => {
            let limit = 2f64.powi(width as i32 - 1);
            let whole = a.trunc();
            Ok((whole >= -limit && whole < limit).then(|| mask(whole as i64 as u64, width)))
        }
        _ => Err(Unsupported),
    }
}

fn float_compare(opcode: u32, a: f64, b: f64) -> Option<bool> {
    let unordered = a.is_nan() || b.is_nan();
    Some(match opcode {
        op::F_ORD_EQUAL => a == b,
        op::F_UNORD_EQUAL => unordered || a == b,
        op::F_ORD_NOT_EQUAL | op::LESS_OR_GREATER => !unordered && a != b,
        op::F_UNORD_NOT_EQUAL => unordered || a != b,
        op::F_ORD_LESS_THAN => a < b,
        op::F_UNORD_LESS_THAN => unordered || a < b,
        op::F_ORD_GREATER_THAN => a > b,
        op::F_UNORD_GREATER_THAN => unordered || a > b,
        op::F_ORD_LESS_THAN_EQUAL => a <= b,
        op::F_UNORD_LESS_THAN_EQUAL => unordered || a <= b,
        op::F_ORD_GREATER_THAN_EQUAL => a >= b,
        op::F_UNORD_GREATER_THAN_EQUAL => unordered || a >= b,
        op::ORDERED => !unordered,
        op::UNORDERED => unordered,
        _ => return None,
    })
}

/// Evaluates a binary float op. Returns `None` for unsupported ops, and `Some(None)` if the result is
/// undefined.
fn float_binary(opcode: u32, kind: FloatKind, args: &[u64]) -> Option<Option<u64>> {
    let f: fn(&[f64]) -> f64 = match opcode {
        op::F_ADD => |v| v[0] + v[1],
        op::F_SUB => |v| v[0] - v[1],
        op::F_MUL => |v| v[0] * v[1],
        op::F_DIV => |v| v[0] / v[1],
        op::F_REM => |v| v[0] % v[1],
        // OpFMod: the result has the sign of the second operand.
        op::F_MOD => |v| {
            let rest = v[0] % v[1];
            if rest != 0.0 && (rest < 0.0) != (v[1] < 0.0) { rest + v[1] } else { rest }
        },
        _ => return None,
    };
    let divisor = to_f64(kind, args[1])?;
    if matches!(opcode, op::F_REM | op::F_MOD) && divisor == 0.0 {
        return Some(None);
    }
    Some(float(kind, args, f))
}
