//! Constant folding of integer and bit operations, per lane

use super::lane::Lane;

/// Returns whether a signed division is defined, that is, has no zero divisor and no overflow.
pub fn divides(l: &Lane) -> bool {
    let least = i64::MIN >> (64 - l.from[0].width());
    l.signed(1) != 0 && !(l.signed(0) == least && l.signed(1) == -1)
}

/// Computes the signed modulus. The result has the sign of the divisor.
pub fn s_mod(l: &Lane) -> Option<u64> {
    if !divides(l) {
        return None;
    }
    let (rest, divisor) = (l.signed(0) % l.signed(1), l.signed(1));
    let other_sign = rest != 0 && (rest < 0) != (divisor < 0);
    Some(if other_sign { rest + divisor } else { rest } as u64)
}

/// Returns the shift amount, or `None` if it is not less than the width.
pub fn shift(l: &Lane) -> Option<u64> {
    Some(l.unsigned(1)).filter(|&amount| amount < u64::from(l.from[0].width()))
}

/// Returns a mask of the `count` lowest bits; `count` is at most 64.
pub fn ones(count: u32) -> u64 {
    u64::MAX.checked_shr(64 - count).unwrap_or(0)
}

/// Returns the offset and bit count of a bit field, or `None` if the field is not inside the base. The operand at
/// `first` is the offset, followed by the count.
pub fn field(l: &Lane, first: usize) -> Option<(u32, u32)> {
    let (offset, count) = (l.unsigned(first), l.unsigned(first + 1));
    let width = u64::from(l.from[0].width());
    // An empty field may start after the last bit, where a shift would be invalid.
    match count {
        0 => (offset <= width).then_some((0, 0)),
        _ => (offset < width && count <= width - offset).then_some((offset as u32, count as u32)),
    }
}

pub fn bit_field_insert(l: &Lane) -> Option<u64> {
    let (offset, count) = field(l, 2)?;
    let mask = ones(count) << offset;
    Some((l.bits[0] & !mask) | ((l.bits[1] << offset) & mask))
}

pub fn bit_field_s_extract(l: &Lane) -> Option<u64> {
    let (offset, count) = field(l, 1)?;
    if count == 0 {
        return Some(0);
    }
    let top = l.bits[0] << (64 - offset - count);
    Some((top as i64 >> (64 - count)) as u64)
}
