//! Printer for floats, with the same output as MLIR
//!
//! Prints six significant digits if the value can be recovered from them. Otherwise, prints as many digits as the
//! format may require. If these do not suffice, prints the bits in hexadecimal. The digits are those that LLVM prints,
//! which are not always the closest. LLVM truncates the exact decimal expansion to a few more digits than needed and
//! rounds half up.

use crate::out::Text;
use crate::text::push_hex;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use spv_ir::FloatKind;

/// Maximum number of floats in the cache.
const MOST: usize = 1 << 14;

/// A cache of printed floats. Most programs repeat a few values.
#[derive(Default)]
pub(crate) struct Floats {
    text: Vec<u8>,
    /// Start and end of each cached float in `text`.
    known: FxHashMap<(FloatKind, u64), (u32, u32)>,
}

impl Floats {
    /// Appends the float with the given bits.
    pub fn push(&mut self, out: &mut Text, kind: FloatKind, bits: u64) {
        if let Some(&(start, end)) = self.known.get(&(kind, bits)) {
            return out.push_part(&self.text, start as usize, end as usize);
        }
        let start = out.len();
        push_float(out, kind, bits.into());
        if self.known.len() < MOST {
            let from = self.text.len() as u32;
            self.text.extend_from_slice(&out[start..]);
            self.known.insert((kind, bits), (from, self.text.len() as u32));
        }
    }
}

/// Appends the float with the given bits. Uses hexadecimal if a decimal literal, which is parsed as a double, cannot
/// express it.
pub(crate) fn push_float(out: &mut Text, kind: FloatKind, bits: u128) {
    let is_literal = kind.width() <= 64 || kind.to_f64(bits).is_some();
    let Some((negative, significand, exponent)) = kind.parts(bits).filter(|_| is_literal) else {
        out.extend_from_slice(b"0x");
        push_hex(out, bits);
        return;
    };
    let start = out.len();
    if negative {
        out.push(b'-');
    }
    if significand == 0 {
        out.extend_from_slice(b"0.000000e+00");
        return;
    }
    let short = decimal(significand, exponent, 6);
    scientific(out, &short);
    let reads_back = match kind {
        FloatKind::F80 | FloatKind::F128 => rounds_to(&short, significand, exponent, kind),
        _ => reads_back(kind, bits as u64, &out[start..]),
    };
    if reads_back {
        return;
    }
    out.truncate(start + usize::from(negative));
    let precision = 2 + ((kind.format().fraction_bits + 1) * 59 / 196) as usize;
    natural(out, &decimal(significand, exponent, precision), precision);
    if !out[start..].contains(&b'.') {
        out.truncate(start);
        out.extend_from_slice(b"0x");
        push_hex(out, bits);
    }
}

/// Returns whether parsing `text` yields the same bits. Always returns true for formats other than `f32` and `f64`.
fn reads_back(kind: FloatKind, bits: u64, text: &[u8]) -> bool {
    let text = std::str::from_utf8(text).unwrap_or("");
    match kind {
        FloatKind::F32 => text.parse::<f32>().is_ok_and(|f| u64::from(f.to_bits()) == bits),
        FloatKind::F64 => text.parse::<f64>().is_ok_and(|f| f.to_bits() == bits),
        _ => true,
    }
}

/// Returns whether a decimal number rounds to `significand * 2^exponent`, which is a normal number of the format.
fn rounds_to(text: &Decimal, significand: u128, exponent: i32, kind: FloatKind) -> bool {
    // Computes in quarters of the lowest significand bit, because rounding boundaries are half a bit away. Directly
    // below a power of two, the boundary is only a quarter of a bit away.
    let last = kind.format().fraction_bits + 1 - (128 - significand.leading_zeros());
    let (value, exponent) = (significand << last << 2, exponent - last as i32 - 2);
    let below = if significand.is_power_of_two() { 1 } else { 2 };
    let digits = text.digits.iter().fold(0, |all, digit| all * 10 + u128::from(*digit));
    let power = |exponent: i32| exponent.max(0).unsigned_abs();
    let (tens, twos) = (text.exponent, text.exponent - exponent);
    let text = product(digits, power(twos), power(tens));
    let compare = |other: u128| {
        let other = product(other, power(-twos), power(-tens));
        text.len().cmp(&other.len()).then_with(|| text.iter().rev().cmp(other.iter().rev()))
    };
    // The parser reads the number as a double, in which this significand is even, so that ties round to it.
    compare(value - below).is_ge() && compare(value + 2).is_le()
}

type Digits = SmallVec<[u8; 24]>;

/// The decimal number `d1d2d3 * 10^exponent`, with the most significant digit first and no trailing zeros.
struct Decimal {
    digits: Digits,
    exponent: i32,
}

/// Returns at most `precision` digits of a positive number, identical to those of LLVM's `APFloat::toString`.
fn decimal(significand: u128, exponent: i32, precision: usize) -> Decimal {
    let shift = significand.trailing_zeros();
    let (significand, exponent) = (significand >> shift, exponent + shift as i32);
    let (mut number, mut ten) = match small(significand, exponent) {
        Some(number) => cut_small(number, precision),
        None => cut_large(large(significand, exponent), precision),
    };
    // n * 2^-e == n * 5^e * 10^-e
    ten += exponent.min(0);
    let mut digits = Digits::new();
    while number > u64::MAX.into() {
        digits.push((number % 10) as u8);
        number /= 10;
    }
    let mut number = number as u64;
    while number != 0 {
        digits.push((number % 10) as u8);
        number /= 10;
    }
    let zeros = digits.iter().take_while(|d| **d == 0).count();
    digits.drain(..zeros);
    ten += zeros as i32;
    ten += round(&mut digits, precision);
    digits.reverse();
    Decimal { digits, exponent: ten }
}

/// Returns `significand * 2^exponent` as an integer, multiplied by `10^-exponent` if the exponent is negative.
/// Returns `None` if the result may exceed 128 bits.
fn small(significand: u128, exponent: i32) -> Option<u128> {
    match exponent {
        0..64 if significand >> 64 == 0 => Some(significand << exponent),
        -27..0 => significand.checked_mul(5u64.pow(exponent.unsigned_abs()).into()),
        _ => None,
    }
}

/// Returns the same integer as [`small`] without a size limit, as 32-bit words, least significant first.
fn large(significand: u128, exponent: i32) -> Vec<u32> {
    let [twos, fives] = [exponent.max(0), (-exponent).max(0)].map(i32::unsigned_abs);
    product(significand, twos, fives)
}

/// Returns `factor * 2^twos * 5^fives` as 32-bit words, least significant first.
fn product(factor: u128, twos: u32, fives: u32) -> Vec<u32> {
    let words = (128 - factor.leading_zeros()).div_ceil(32);
    let mut number: Vec<u32> = (0..words).map(|i| (factor >> (32 * i)) as u32).collect();
    multiply(&mut number, 1 << (twos % 32));
    number.splice(0..0, std::iter::repeat_n(0, twos as usize / 32));
    for _ in 0..fives / 13 {
        multiply(&mut number, 5u32.pow(13));
    }
    multiply(&mut number, 5u32.pow(fives % 13));
    number
}

/// Returns the power of ten by which LLVM divides an integer with `bits` bits to leave about `precision` digits.
fn surplus(bits: usize, precision: usize) -> usize {
    let required = (precision * 196).div_ceil(59);
    bits.saturating_sub(required) * 59 / 196
}

/// Divides an integer by the power of ten that leaves about `precision` digits. Returns the quotient and the exponent
/// of that power.
fn cut_small(number: u128, precision: usize) -> (u128, i32) {
    let tens = surplus(128 - number.leading_zeros() as usize, precision);
    let number = if tens == 0 { number } else { number / 10u128.pow(tens as u32) };
    (number, tens as i32)
}

/// Implements [`cut_small`] for an integer of several words, least significant first.
fn cut_large(mut number: Vec<u32>, precision: usize) -> (u128, i32) {
    let bits = number.len() * 32 - number.last().map_or(0, |w| w.leading_zeros()) as usize;
    let tens = surplus(bits, precision);
    for _ in 0..tens / 9 {
        divide(&mut number, 1_000_000_000);
    }
    divide(&mut number, 10u32.pow((tens % 9) as u32));
    (number.iter().take(4).rev().fold(0, |all, word| all << 32 | u128::from(*word)), tens as i32)
}

/// Rounds decimal digits half up to `precision` digits. The digits are stored least significant first. Returns the
/// number of digits removed.
fn round(digits: &mut Digits, precision: usize) -> i32 {
    let Some(mut first) = digits.len().checked_sub(precision).filter(|n| *n > 0) else { return 0 };
    if digits[first - 1] < 5 {
        while digits[first] == 0 {
            first += 1;
        }
    } else {
        while digits.get(first) == Some(&9) {
            first += 1;
        }
        match digits.get_mut(first) {
            Some(digit) => *digit += 1,
            None => digits.push(1),
        }
    }
    digits.drain(..first);
    first as i32
}

/// Multiplies an integer by a word, in place. The integer is stored as 32-bit words, least significant first.
fn multiply(number: &mut Vec<u32>, by: u32) {
    let mut carry = 0;
    for word in &mut *number {
        let product = u64::from(*word) * u64::from(by) + carry;
        *word = product as u32;
        carry = product >> 32;
    }
    if carry != 0 {
        number.push(carry as u32);
    }
}

/// Divides an integer by a word, in place, and returns the remainder. The integer is stored as 32-bit words, least
/// significant first.
pub(crate) fn divide(number: &mut [u32], by: u32) -> u32 {
    let mut rest = 0;
    for word in number.iter_mut().rev() {
        let part = rest << 32 | u64::from(*word);
        *word = (part / u64::from(by)) as u32;
        rest = part % u64::from(by);
    }
    rest as u32
}

/// Prints a decimal number in scientific notation: `d.dddddde+xx`.
fn scientific(out: &mut Text, number: &Decimal) {
    let digits = &number.digits;
    push_digits(out, &digits[..1]);
    out.push(b'.');
    push_digits(out, &digits[1..]);
    out.extend(std::iter::repeat_n(b'0', 7 - digits.len()));
    out.push(b'e');
    push_exponent(out, number.exponent + digits.len() as i32 - 1, 10);
}

/// Prints a decimal number in positional notation if at most three zeros pad it, otherwise as `d.dddE+x`.
fn natural(out: &mut Text, number: &Decimal, precision: usize) {
    let Decimal { digits, exponent } = number;
    let count = digits.len() as i32;
    if *exponent >= 0 {
        if *exponent <= 3 && count + exponent <= precision as i32 {
            push_digits(out, digits);
            out.extend(std::iter::repeat_n(b'0', *exponent as usize));
            return;
        }
    } else {
        let whole = exponent + count;
        if whole > 0 {
            push_digits(out, &digits[..whole as usize]);
            out.push(b'.');
            push_digits(out, &digits[whole as usize..]);
            return;
        }
        if 1 - whole <= 3 {
            out.extend_from_slice(b"0.");
            out.extend(std::iter::repeat_n(b'0', -whole as usize));
            push_digits(out, digits);
            return;
        }
    }
    push_digits(out, &digits[..1]);
    out.push(b'.');
    if count == 1 {
        out.push(b'0');
    }
    push_digits(out, &digits[1..]);
    out.push(b'E');
    push_exponent(out, exponent + count - 1, 0);
}

fn push_digits(out: &mut Text, digits: &[u8]) {
    out.extend(digits.iter().map(|d| b'0' + d));
}

/// Prints the sign and digits of an exponent. Adds a leading zero if the absolute value is less than `pad`.
fn push_exponent(out: &mut Text, exponent: i32, pad: u32) {
    out.push(if exponent < 0 { b'-' } else { b'+' });
    let magnitude = exponent.unsigned_abs();
    if magnitude < pad {
        out.push(b'0');
    }
    out.push_u64(u64::from(magnitude));
}
