//! Integers and bits, lane by lane.

use super::lane::{Lane, LaneFn};
use crate::generated::opcodes::*;

/// By opcode.
pub const LANES: &[(u32, LaneFn)] = &[
    (S_NEGATE, |l| Some(0u64.wrapping_sub(l.bits[0]))),
    (I_ADD, |l| Some(l.bits[0].wrapping_add(l.bits[1]))),
    (I_SUB, |l| Some(l.bits[0].wrapping_sub(l.bits[1]))),
    (I_MUL, |l| Some(l.bits[0].wrapping_mul(l.bits[1]))),
    (U_DIV, |l| l.unsigned(0).checked_div(l.unsigned(1))),
    (U_MOD, |l| l.unsigned(0).checked_rem(l.unsigned(1))),
    (S_DIV, |l| divides(l).then(|| (l.signed(0) / l.signed(1)) as u64)),
    (S_REM, |l| divides(l).then(|| (l.signed(0) % l.signed(1)) as u64)),
    (S_MOD, s_mod),
    (SHIFT_LEFT_LOGICAL, |l| shift(l).map(|n| l.bits[0] << n)),
    (SHIFT_RIGHT_LOGICAL, |l| shift(l).map(|n| l.bits[0] >> n)),
    (SHIFT_RIGHT_ARITHMETIC, |l| shift(l).map(|n| (l.signed(0) >> n) as u64)),
    (BITWISE_AND, |l| Some(l.bits[0] & l.bits[1])),
    (BITWISE_OR, |l| Some(l.bits[0] | l.bits[1])),
    (BITWISE_XOR, |l| Some(l.bits[0] ^ l.bits[1])),
    (NOT, |l| Some(!l.bits[0])),
    (BIT_REVERSE, |l| Some(l.bits[0].reverse_bits() >> (64 - l.from[0].width()))),
    (BIT_COUNT, |l| Some(u64::from(l.bits[0].count_ones()))),
    (BIT_FIELD_INSERT, bit_field_insert),
    (BIT_FIELD_U_EXTRACT, |l| field(l, 1).map(|(offset, count)| (l.bits[0] >> offset) & ones(count))),
    (BIT_FIELD_S_EXTRACT, bit_field_s_extract),
];

/// Whether a signed division is defined: no zero divisor, no overflow.
fn divides(l: &Lane) -> bool {
    let least = i64::MIN >> (64 - l.from[0].width());
    l.signed(1) != 0 && !(l.signed(0) == least && l.signed(1) == -1)
}

/// The sign of the result is that of the divisor.
fn s_mod(l: &Lane) -> Option<u64> {
    if !divides(l) {
        return None;
    }
    let (rest, divisor) = (l.signed(0) % l.signed(1), l.signed(1));
    let other_sign = rest != 0 && (rest < 0) != (divisor < 0);
    Some(if other_sign { rest + divisor } else { rest } as u64)
}

/// The amount of a shift, where it is less than the width.
fn shift(l: &Lane) -> Option<u64> {
    Some(l.unsigned(1)).filter(|&amount| amount < u64::from(l.from[0].width()))
}

/// So many ones; at most 64.
fn ones(count: u32) -> u64 {
    u64::MAX.checked_shr(64 - count).unwrap_or(0)
}

/// Offset and count of a field that lies in the base; its operands begin at number `first`.
fn field(l: &Lane, first: usize) -> Option<(u32, u32)> {
    let (offset, count) = (l.unsigned(first), l.unsigned(first + 1));
    let width = u64::from(l.from[0].width());
    // An empty field may begin after the last bit, where no shift leads.
    match count {
        0 => (offset <= width).then_some((0, 0)),
        _ => (offset < width && count <= width - offset).then_some((offset as u32, count as u32)),
    }
}

fn bit_field_insert(l: &Lane) -> Option<u64> {
    let (offset, count) = field(l, 2)?;
    let mask = ones(count) << offset;
    Some((l.bits[0] & !mask) | ((l.bits[1] << offset) & mask))
}

fn bit_field_s_extract(l: &Lane) -> Option<u64> {
    let (offset, count) = field(l, 1)?;
    if count == 0 {
        return Some(0);
    }
    let top = l.bits[0] << (64 - offset - count);
    Some((top as i64 >> (64 - count)) as u64)
}
