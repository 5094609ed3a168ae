//! Transfer functions of the integer range analysis

use super::range::{Range, mask, signed_bounds};
use spv_dialect::generated::opcodes::{glsl, set, *};

/// The NoSignedWrap and NoUnsignedWrap flags of an operation. Overflow is undefined behavior if the flag is set, so
/// the result range excludes wrapped values.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoWrap {
    /// No signed overflow (NoSignedWrap).
    pub signed: bool,
    /// No unsigned overflow (NoUnsignedWrap).
    pub unsigned: bool,
}

/// Computes the range of an instruction's result. Returns `None` for instructions that the analysis does not model;
/// their result may have any value. `set_` is the extended instruction set, and `width` is the bit width of the
/// result.
pub fn result(set_: u16, opcode: u32, operands: &[Range], width: u32, flags: NoWrap) -> Option<Range> {
    match set_ {
        0 => core(opcode, operands, width, flags),
        set::GLSL => extended(opcode, operands, width),
        _ => None,
    }
}

fn core(opcode: u32, operands: &[Range], width: u32, flags: NoWrap) -> Option<Range> {
    Some(match (opcode, operands) {
        (I_ADD, [a, b]) => add(a, b, flags),
        (I_SUB, [a, b]) => sub(a, b, flags),
        (S_NEGATE, [a]) => sub(&Range::constant(width, 0), a, NoWrap { unsigned: false, ..flags }),
        (I_MUL, [a, b]) => mul(a, b, flags),
        (U_DIV, [a, b]) => divide(a, b),
        (U_MOD, [a, b]) => modulo(a, b),
        (S_DIV, [a, b]) => signed_divide(a, b),
        (S_REM, [a, b]) => remainder(a, b),
        (S_MOD, [a, b]) => signed_modulo(a, b),
        (SHIFT_LEFT_LOGICAL, [a, b]) => shift_left(a, b, flags),
        (SHIFT_RIGHT_LOGICAL, [a, b]) => shift_right(a, b),
        (SHIFT_RIGHT_ARITHMETIC, [a, b]) => shift_right_arithmetic(a, b),
        (BITWISE_AND | LOGICAL_AND, [a, b]) => and(a, b),
        (BITWISE_OR | LOGICAL_OR, [a, b]) => not(&and(&not(a), &not(b))),
        (BITWISE_XOR | LOGICAL_NOT_EQUAL, [a, b]) => xor(a, b),
        (LOGICAL_EQUAL, [a, b]) => not(&xor(a, b)),
        (NOT | LOGICAL_NOT, [a]) => not(a),
        (U_CONVERT, [a]) => unsigned_convert(a, width),
        (S_CONVERT, [a]) => signed_convert(a, width),
        (SELECT, [condition, a, b]) => match condition.single() {
            Some(0) => *b,
            Some(_) => *a,
            None => a.join(b),
        },
        (BIT_COUNT, [a]) => {
            let (least, most) = (a.ones.count_ones(), (mask(a.width) & !a.zeros).count_ones());
            Range::of_unsigned(width, least.into(), most.into())
        }
        (BIT_FIELD_U_EXTRACT, [_, _, count]) => {
            let bits = count.unsigned.1.min(width.into()) as u32;
            Range::of_unsigned(width, 0, mask(bits).into())
        }
        (COPY_OBJECT | FREEZE_KHR | EXPECT_KHR, [a, ..]) => *a,
        (VECTOR_EXTRACT_DYNAMIC, [vector, _]) => *vector,
        (VECTOR_INSERT_DYNAMIC, [vector, component, _]) => vector.join(component),
        _ => {
            return compare(opcode, operands).map(|known| match known {
                Some(known) => Range::constant(width, known.into()),
                None => Range::full(width),
            });
        }
    })
}

fn extended(opcode: u32, operands: &[Range], width: u32) -> Option<Range> {
    Some(match (opcode, operands) {
        (glsl::U_MIN, [a, b]) => unsigned_min(a, b),
        (glsl::U_MAX, [a, b]) => unsigned_max(a, b),
        (glsl::S_MIN, [a, b]) => signed_min(a, b),
        (glsl::S_MAX, [a, b]) => signed_max(a, b),
        // The result of a clamp is undefined if the lower bound exceeds the upper one.
        (glsl::U_CLAMP, [a, low, high]) => unsigned_min(&unsigned_max(a, low), high),
        (glsl::S_CLAMP, [a, low, high]) => signed_min(&signed_max(a, low), high),
        (glsl::S_ABS, [a]) if a.signed.0 > signed_bounds(width).0 => {
            let (low, high) = (a.signed.0.unsigned_abs(), a.signed.1.unsigned_abs());
            let least = if a.signed.0 <= 0 && a.signed.1 >= 0 { 0 } else { low.min(high) };
            Range::of_unsigned(width, least.into(), low.max(high).into())
        }
        (glsl::S_SIGN, [a]) => {
            Range::of_signed(width, a.signed.0.signum().into(), a.signed.1.signum().into())
        }
        (glsl::FIND_I_LSB | glsl::FIND_U_MSB | glsl::FIND_S_MSB, [a]) => {
            Range::of_signed(width, -1, i128::from(a.width) - 1)
        }
        _ => return None,
    })
}

/// Returns the wrap flags that an operation may have because it never overflows for operands in these ranges.
pub fn never_wraps(opcode: u32, operands: &[Range]) -> NoWrap {
    let product = |a: u64, b: u64| {
        u128::from(a) * u128::from(b) <= mask(operands.first().map_or(0, |range| range.width)).into()
    };
    let interval = |width, low, high| {
        let (least, greatest) = signed_bounds(width);
        i128::from(least) <= low && high <= i128::from(greatest)
    };
    match (opcode, operands) {
        (I_ADD, [a, b]) => {
            let ([ua, sa], [ub, sb]) = (wide(a), wide(b));
            NoWrap {
                unsigned: ua.1 + ub.1 <= i128::from(mask(a.width)),
                signed: interval(a.width, sa.0 + sb.0, sa.1 + sb.1),
            }
        }
        (I_SUB, [a, b]) => {
            let [_, sa] = wide(a);
            let [_, sb] = wide(b);
            NoWrap {
                unsigned: a.unsigned.0 >= b.unsigned.1,
                signed: interval(a.width, sa.0 - sb.1, sa.1 - sb.0),
            }
        }
        (I_MUL, [a, b]) => {
            let ([_, sa], [_, sb]) = (wide(a), wide(b));
            let (low, high) = bounds([sa.0 * sb.0, sa.0 * sb.1, sa.1 * sb.0, sa.1 * sb.1]);
            NoWrap { unsigned: product(a.unsigned.1, b.unsigned.1), signed: interval(a.width, low, high) }
        }
        // NoSignedWrap treats only the base of a shift as signed, not the shift amount.
        (SHIFT_LEFT_LOGICAL, [a, b]) if b.unsigned.1 < a.width.into() => {
            let most = b.unsigned.1;
            let [_, sa] = wide(a);
            NoWrap {
                unsigned: u128::from(a.unsigned.1) << most <= mask(a.width).into(),
                signed: interval(a.width, (sa.0 << most).min(sa.0), (sa.1 << most).max(sa.1)),
            }
        }
        (S_NEGATE, [a]) => NoWrap { unsigned: false, signed: a.signed.0 > signed_bounds(a.width).0 },
        _ => NoWrap::default(),
    }
}

/// Evaluates a comparison. Returns `None` for other instructions, and `Some(None)` if the ranges do not
/// decide the result.
pub fn compare(opcode: u32, operands: &[Range]) -> Option<Option<bool>> {
    let [a, b] = operands else { return None };
    let less = |a: &Range, b: &Range| match () {
        () if a.unsigned.1 < b.unsigned.0 => Some(true),
        () if a.unsigned.0 >= b.unsigned.1 => Some(false),
        () => None,
    };
    let signed_less = |a: &Range, b: &Range| match () {
        () if a.signed.1 < b.signed.0 => Some(true),
        () if a.signed.0 >= b.signed.1 => Some(false),
        () => None,
    };
    let equal = || match (a.single(), a.meet(b)) {
        (Some(x), _) if b.single() == Some(x) => Some(true),
        (_, None) => Some(false),
        _ => None,
    };
    Some(match opcode {
        I_EQUAL => equal(),
        I_NOT_EQUAL => equal().map(|equal| !equal),
        U_LESS_THAN => less(a, b),
        U_GREATER_THAN => less(b, a),
        U_LESS_THAN_EQUAL => less(b, a).map(|less| !less),
        U_GREATER_THAN_EQUAL => less(a, b).map(|less| !less),
        S_LESS_THAN => signed_less(a, b),
        S_GREATER_THAN => signed_less(b, a),
        S_LESS_THAN_EQUAL => signed_less(b, a).map(|less| !less),
        S_GREATER_THAN_EQUAL => signed_less(a, b).map(|less| !less),
        _ => return None,
    })
}

/// Refines the range of the operand with index `side` of a comparison whose result is `holds`. Returns `None` if the
/// comparison cannot have that result.
pub fn refine(opcode: u32, operands: [&Range; 2], side: usize, holds: bool) -> Option<Range> {
    let (a, b) = (operands[side], operands[1 - side]);
    // Treat the comparison as `a OP b`, in which `a` is the operand to refine.
    let (order, equal, signed) = match opcode {
        I_EQUAL => return if holds { a.meet(b) } else { differs(a, b) },
        I_NOT_EQUAL => return if holds { differs(a, b) } else { a.meet(b) },
        U_LESS_THAN => (true, false, false),
        U_LESS_THAN_EQUAL => (true, true, false),
        U_GREATER_THAN => (false, false, false),
        U_GREATER_THAN_EQUAL => (false, true, false),
        S_LESS_THAN => (true, false, true),
        S_LESS_THAN_EQUAL => (true, true, true),
        S_GREATER_THAN => (false, false, true),
        S_GREATER_THAN_EQUAL => (false, true, true),
        _ => return Some(*a),
    };
    let (below, equal) = ((order == (side == 0)) == holds, equal == holds);
    let mut bound = Range::full(a.width);
    if signed {
        match below {
            true => bound.signed.1 = if equal { b.signed.1 } else { b.signed.1.checked_sub(1)? },
            false => bound.signed.0 = if equal { b.signed.0 } else { b.signed.0.checked_add(1)? },
        }
    } else {
        match below {
            true => bound.unsigned.1 = if equal { b.unsigned.1 } else { b.unsigned.1.checked_sub(1)? },
            false => bound.unsigned.0 = if equal { b.unsigned.0 } else { b.unsigned.0.checked_add(1)? },
        }
    }
    a.meet(&bound)
}

/// Returns the range of the values in `a` that differ from `b`. Excludes a value only if `b` is a single value at a
/// bound of `a`.
fn differs(a: &Range, b: &Range) -> Option<Range> {
    let Some(bits) = b.single() else { return Some(*a) };
    let mut rest = *a;
    if a.single() == Some(bits) {
        return None;
    }
    if a.unsigned.0 == bits {
        rest.unsigned.0 += 1;
    } else if a.unsigned.1 == bits {
        rest.unsigned.1 -= 1;
    }
    if a.signed.0 == b.signed.0 && a.signed.0 < a.signed.1 {
        rest.signed.0 += 1;
    } else if a.signed.1 == b.signed.0 && a.signed.0 < a.signed.1 {
        rest.signed.1 -= 1;
    }
    rest.tightened()
}

/// Intersects two ranges of the same result: one computed as unsigned, the other as signed.
fn both(a: Range, b: Range) -> Range {
    a.meet(&b).unwrap_or(a)
}

/// Returns the range of a result whose exact unsigned values, before wrapping, are between `low` and `high`.
fn unsigned(width: u32, low: i128, high: i128, no_wrap: bool) -> Range {
    let (modulus, greatest) = (1i128 << width, i128::from(mask(width)));
    let whole = |low: i128, high: i128| Range::of_unsigned(width, low as u128, high as u128);
    if no_wrap {
        let (low, high) = (low.clamp(0, greatest), high.clamp(0, greatest));
        return whole(low, high);
    }
    // If both bounds wrap the same number of times, the result is still an interval.
    match (low.div_euclid(modulus), high.div_euclid(modulus)) {
        (times, same) if times == same => whole(low - times * modulus, high - times * modulus),
        _ => Range::full(width),
    }
}

/// Returns the range of a result whose exact signed values, before wrapping, are between `low` and `high`.
fn signed(width: u32, low: i128, high: i128, no_wrap: bool) -> Range {
    let (least, greatest) = signed_bounds(width);
    let (least, greatest) = (i128::from(least), i128::from(greatest));
    if no_wrap {
        return Range::of_signed(width, low.clamp(least, greatest), high.clamp(least, greatest));
    }
    Range::of_signed(width, low, high)
}

fn wide(range: &Range) -> [(i128, i128); 2] {
    let (u, s) = (range.unsigned, range.signed);
    [(u.0.into(), u.1.into()), (s.0.into(), s.1.into())]
}

fn add(a: &Range, b: &Range, flags: NoWrap) -> Range {
    let ([ua, sa], [ub, sb]) = (wide(a), wide(b));
    both(
        both(
            unsigned(a.width, ua.0 + ub.0, ua.1 + ub.1, flags.unsigned),
            signed(a.width, sa.0 + sb.0, sa.1 + sb.1, flags.signed),
        ),
        low_zeros(a.width, trailing_zeros(a).min(trailing_zeros(b))),
    )
}

fn sub(a: &Range, b: &Range, flags: NoWrap) -> Range {
    let ([ua, sa], [ub, sb]) = (wide(a), wide(b));
    both(
        both(
            unsigned(a.width, ua.0 - ub.1, ua.1 - ub.0, flags.unsigned),
            signed(a.width, sa.0 - sb.1, sa.1 - sb.0, flags.signed),
        ),
        low_zeros(a.width, trailing_zeros(a).min(trailing_zeros(b))),
    )
}

fn mul(a: &Range, b: &Range, flags: NoWrap) -> Range {
    let ([ua, sa], [ub, sb]) = (wide(a), wide(b));
    let high = (a.unsigned.1 as u128).saturating_mul(b.unsigned.1 as u128);
    let of_unsigned = match i128::try_from(high) {
        Ok(high) => unsigned(a.width, ua.0 * ub.0, high, flags.unsigned),
        // If NoUnsignedWrap is set, the smallest product is still a lower bound.
        Err(_) if flags.unsigned => match i128::try_from((ua.0 as u128).saturating_mul(ub.0 as u128)) {
            Ok(low) => unsigned(a.width, low, i128::MAX, true),
            Err(_) => Range::full(a.width),
        },
        Err(_) => Range::full(a.width),
    };
    let products = [sa.0 * sb.0, sa.0 * sb.1, sa.1 * sb.0, sa.1 * sb.1];
    let (low, high) = bounds(products);
    both(
        both(of_unsigned, signed(a.width, low, high, flags.signed)),
        low_zeros(a.width, trailing_zeros(a) + trailing_zeros(b)),
    )
}

fn bounds<const N: usize>(list: [i128; N]) -> (i128, i128) {
    list.iter().fold((list[0], list[0]), |(low, high), &value| (low.min(value), high.max(value)))
}

/// Returns the number of low bits known to be 0.
fn trailing_zeros(a: &Range) -> u32 {
    a.zeros.trailing_ones().min(a.width)
}

fn low_zeros(width: u32, count: u32) -> Range {
    Range::of_bits(width, mask(count.min(width)), 0)
}

fn divide(a: &Range, b: &Range) -> Range {
    if b.unsigned.1 == 0 {
        return Range::full(a.width);
    }
    let (low, high) = (a.unsigned.0 / b.unsigned.1, a.unsigned.1 / b.unsigned.0.max(1));
    Range::of_unsigned(a.width, low.into(), high.into())
}

fn modulo(a: &Range, b: &Range) -> Range {
    if b.unsigned.1 == 0 {
        return Range::full(a.width);
    }
    if a.unsigned.1 < b.unsigned.0 {
        return *a;
    }
    Range::of_unsigned(a.width, 0, a.unsigned.1.min(b.unsigned.1 - 1).into())
}

/// Returns the smallest and largest divisor with the given sign (-1 or 1), or `None` if no divisor has this sign.
fn divisors(b: &Range, sign: i64) -> Option<(i64, i64)> {
    let (low, high) = match sign {
        1 => (b.signed.0.max(1), b.signed.1),
        _ => (b.signed.0, b.signed.1.min(-1)),
    };
    (low <= high).then_some((low, high))
}

fn signed_divide(a: &Range, b: &Range) -> Range {
    let [_, sa] = wide(a);
    let mut found: Option<(i128, i128)> = None;
    for (low, high) in [-1, 1].into_iter().filter_map(|sign| divisors(b, sign)) {
        let (low, high) = (i128::from(low), i128::from(high));
        let these = bounds([sa.0 / low, sa.0 / high, sa.1 / low, sa.1 / high]);
        found = Some(found.map_or(these, |all| (all.0.min(these.0), all.1.max(these.1))));
    }
    // Only the quotient of the minimum by -1 overflows, and its result is undefined.
    found.map_or(Range::full(a.width), |(low, high)| signed(a.width, low, high, true))
}

/// Returns the largest absolute value of a divisor.
fn magnitude(b: &Range) -> i128 {
    i128::from(b.signed.0).abs().max(i128::from(b.signed.1).abs())
}

fn remainder(a: &Range, b: &Range) -> Range {
    let most = magnitude(b) - 1;
    if most < 0 {
        return Range::full(a.width);
    }
    let [_, sa] = wide(a);
    Range::of_signed(a.width, sa.0.clamp(-most, 0), sa.1.clamp(0, most))
}

fn signed_modulo(a: &Range, b: &Range) -> Range {
    let [_, sb] = wide(b);
    if sb == (0, 0) {
        return Range::full(a.width);
    }
    let exact = Range::of_signed(a.width, (sb.0 + 1).min(0), (sb.1 - 1).max(0));
    // Only VK_KHR_maintenance8 defines the result for negative operands; drivers may also return the remainder.
    if a.signed.0 >= 0 && b.signed.0 >= 0 { exact } else { exact.join(&remainder(a, b)) }
}

fn shift_left(a: &Range, b: &Range, flags: NoWrap) -> Range {
    let width = a.width;
    if b.unsigned.1 >= width.into() {
        return low_zeros(width, trailing_zeros(a));
    }
    if let Some(amount) = b.single() {
        let amount = amount as u32;
        let factor = Range::constant(width, 1 << amount);
        let bits = Range::of_bits(width, (a.zeros << amount) | mask(amount), a.ones << amount);
        // A shift is a multiplication by a power of two. Shifting by `width - 1` is not, because that factor is
        // negative.
        let product = if amount + 1 < width { mul(a, &factor, flags) } else { Range::full(width) };
        return both(bits, product);
    }
    let high = u128::from(a.unsigned.1) << b.unsigned.1;
    let low = u128::from(a.unsigned.0) << b.unsigned.0;
    let fits = high <= mask(width).into();
    let interval = if fits { Range::of_unsigned(width, low, high) } else { Range::full(width) };
    both(interval, low_zeros(width, trailing_zeros(a) + b.unsigned.0 as u32))
}

fn shift_right(a: &Range, b: &Range) -> Range {
    let most = u64::from(a.width) - 1;
    if b.unsigned.0 > most {
        return Range::full(a.width);
    }
    // A shift by the bit width or more has an undefined result.
    let (least, most) = (b.unsigned.0, b.unsigned.1.min(most));
    Range::of_unsigned(a.width, (a.unsigned.0 >> most).into(), (a.unsigned.1 >> least).into())
}

fn shift_right_arithmetic(a: &Range, b: &Range) -> Range {
    let most = u64::from(a.width) - 1;
    if b.unsigned.0 > most {
        return Range::full(a.width);
    }
    let (least, most) = (b.unsigned.0, b.unsigned.1.min(most));
    let ends = [a.signed.0 >> least, a.signed.0 >> most, a.signed.1 >> least, a.signed.1 >> most];
    let (low, high) = bounds(ends.map(i128::from));
    Range::of_signed(a.width, low, high)
}

fn and(a: &Range, b: &Range) -> Range {
    let bits = Range::of_bits(a.width, a.zeros | b.zeros, a.ones & b.ones);
    let most = a.unsigned.1.min(b.unsigned.1);
    both(bits, Range::of_unsigned(a.width, 0, most.into()))
}

fn xor(a: &Range, b: &Range) -> Range {
    let zeros = (a.zeros & b.zeros) | (a.ones & b.ones);
    Range::of_bits(a.width, zeros, (a.zeros & b.ones) | (a.ones & b.zeros))
}

fn not(a: &Range) -> Range {
    let all = mask(a.width);
    Range {
        unsigned: (all - a.unsigned.1, all - a.unsigned.0),
        signed: (!a.signed.1, !a.signed.0),
        zeros: a.ones,
        ones: a.zeros,
        ..*a
    }
}

fn unsigned_convert(a: &Range, width: u32) -> Range {
    let bits = match width > a.width {
        true => Range::of_bits(width, a.zeros | (mask(width) & !mask(a.width)), a.ones),
        false => Range::of_bits(width, a.zeros, a.ones),
    };
    both(bits, unsigned(width, a.unsigned.0.into(), a.unsigned.1.into(), false))
}

fn signed_convert(a: &Range, width: u32) -> Range {
    if width < a.width {
        return unsigned_convert(a, width);
    }
    both(
        Range::of_signed(width, a.signed.0.into(), a.signed.1.into()),
        Range::of_bits(width, a.zeros & mask(a.width - 1), a.ones & mask(a.width - 1)),
    )
}

fn unsigned_min(a: &Range, b: &Range) -> Range {
    let bounds = (a.unsigned.0.min(b.unsigned.0), a.unsigned.1.min(b.unsigned.1));
    Range { unsigned: bounds, ..a.join(b) }.tightened().unwrap_or(a.join(b))
}

fn unsigned_max(a: &Range, b: &Range) -> Range {
    let bounds = (a.unsigned.0.max(b.unsigned.0), a.unsigned.1.max(b.unsigned.1));
    Range { unsigned: bounds, ..a.join(b) }.tightened().unwrap_or(a.join(b))
}

fn signed_min(a: &Range, b: &Range) -> Range {
    let bounds = (a.signed.0.min(b.signed.0), a.signed.1.min(b.signed.1));
    Range { signed: bounds, ..a.join(b) }.tightened().unwrap_or(a.join(b))
}

fn signed_max(a: &Range, b: &Range) -> Range {
    let bounds = (a.signed.0.max(b.signed.0), a.signed.1.max(b.signed.1));
    Range { signed: bounds, ..a.join(b) }.tightened().unwrap_or(a.join(b))
}
