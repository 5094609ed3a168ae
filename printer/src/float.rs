//! Floats as MLIR writes them: six significant digits where those read back exactly, else as many
//! as the format can need, else the bits in hexadecimal.
//!
//! The digits are LLVM's own, not the closest ones: it cuts the exact decimal expansion to a few
//! digits more than it needs, and rounds those half up.

use crate::out::Text;
use crate::text::push_hex;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use spv_ir::FloatKind;

/// Floats whose texts are kept, at most.
const MOST: usize = 1 << 14;

/// Texts of floats that were written before: programs repeat a few numbers.
#[derive(Default)]
pub(crate) struct Floats {
    text: Vec<u8>,
    /// Start and end of each in `text`.
    known: FxHashMap<(FloatKind, u64), (u32, u32)>,
}

impl Floats {
    /// Appends the float with these bits.
    pub fn push(&mut self, out: &mut Text, kind: FloatKind, bits: u64) {
        if let Some(&(start, end)) = self.known.get(&(kind, bits)) {
            return out.push_part(&self.text, start as usize, end as usize);
        }
        let start = out.len();
        push_float(out, kind, bits);
        if self.known.len() < MOST {
            let from = self.text.len() as u32;
            self.text.extend_from_slice(&out[start..]);
            self.known.insert((kind, bits), (from, self.text.len() as u32));
        }
    }
}

/// Appends the float with these bits.
fn push_float(out: &mut Text, kind: FloatKind, bits: u64) {
    let Some(Parts { negative, significand, exponent }) = parts(kind, bits) else {
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
    scientific(out, &decimal(significand, exponent, 6));
    if reads_back(kind, bits, &out[start..]) {
        return;
    }
    out.truncate(start + usize::from(negative));
    let precision = 2 + (precision(kind) * 59 / 196) as usize;
    natural(out, &decimal(significand, exponent, precision), precision);
    if !out[start..].contains(&b'.') {
        out.truncate(start);
        out.extend_from_slice(b"0x");
        push_hex(out, bits);
    }
}

/// A finite float is `significand * 2^exponent`.
struct Parts {
    negative: bool,
    significand: u64,
    exponent: i32,
}

/// Bits of the significand, the implied one included.
fn precision(kind: FloatKind) -> u32 {
    match kind {
        FloatKind::F8E4M3FN => 4,
        FloatKind::F8E5M2 => 3,
        FloatKind::BF16 => 8,
        FloatKind::F16 => 11,
        FloatKind::F32 => 24,
        FloatKind::F64 => 53,
    }
}

/// The parts of a float; `None` for infinities and NaNs.
fn parts(kind: FloatKind, bits: u64) -> Option<Parts> {
    let fraction_bits = precision(kind) - 1;
    let exponent_bits = kind.width() - 1 - fraction_bits;
    let fraction = bits & ((1 << fraction_bits) - 1);
    let top = (1 << exponent_bits) - 1;
    let exponent = (bits >> fraction_bits & top) as i32;
    let special =
        exponent == top as i32 && (kind != FloatKind::F8E4M3FN || fraction == (1 << fraction_bits) - 1);
    if special {
        return None;
    }
    let bias = (top >> 1) as i32 + fraction_bits as i32;
    Some(Parts {
        negative: bits >> (kind.width() - 1) & 1 == 1,
        significand: if exponent == 0 { fraction } else { fraction | 1 << fraction_bits },
        exponent: exponent.max(1) - bias,
    })
}

/// Whether six digits say it all. They always do for the small formats.
fn reads_back(kind: FloatKind, bits: u64, text: &[u8]) -> bool {
    let text = std::str::from_utf8(text).unwrap_or("");
    match kind {
        FloatKind::F32 => text.parse::<f32>().is_ok_and(|f| u64::from(f.to_bits()) == bits),
        FloatKind::F64 => text.parse::<f64>().is_ok_and(|f| f.to_bits() == bits),
        _ => true,
    }
}

type Digits = SmallVec<[u8; 24]>;

/// `d1d2d3 * 10^exponent`: digits, most significant first, without zeros at the end.
struct Decimal {
    digits: Digits,
    exponent: i32,
}

/// At most `precision` digits of a positive number, as LLVM's `APFloat::toString` finds them.
fn decimal(significand: u64, exponent: i32, precision: usize) -> Decimal {
    let shift = significand.trailing_zeros();
    let (significand, exponent) = (significand >> shift, exponent + shift as i32);
    let (mut number, mut ten) = match small(significand, exponent) {
        Some(number) => cut_small(number, precision),
        None => cut_large(large(significand, exponent), precision),
    };
    // n * 2^-e == n * 5^e * 10^-e
    ten += exponent.min(0);
    let mut digits = Digits::new();
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

/// `significand * 2^exponent`, times `10^-exponent` where that is negative, if it is short.
fn small(significand: u64, exponent: i32) -> Option<u128> {
    let number = u128::from(significand);
    match exponent {
        0..64 => Some(number << exponent),
        -27..0 => number.checked_mul(5u64.pow(exponent.unsigned_abs()).into()),
        _ => None,
    }
}

/// The same, of any length: words, least significant first.
fn large(significand: u64, exponent: i32) -> Vec<u32> {
    let mut number = vec![significand as u32, (significand >> 32) as u32];
    if exponent >= 0 {
        multiply(&mut number, 1 << (exponent % 32));
        number.splice(0..0, std::iter::repeat_n(0, exponent as usize / 32));
    } else {
        for _ in 0..-exponent / 13 {
            multiply(&mut number, 5u32.pow(13));
        }
        multiply(&mut number, 5u32.pow((-exponent % 13) as u32));
    }
    while number.last() == Some(&0) {
        number.pop();
    }
    number
}

/// By how many powers of ten LLVM divides a number of `bits` to leave about `precision` digits.
fn surplus(bits: usize, precision: usize) -> usize {
    let required = (precision * 196).div_ceil(59);
    bits.saturating_sub(required) * 59 / 196
}

/// Divides by the power of ten that leaves about `precision` digits, which fit a word; returns the power.
fn cut_small(number: u128, precision: usize) -> (u64, i32) {
    let tens = surplus(128 - number.leading_zeros() as usize, precision);
    let number = if tens == 0 { number } else { number / 10u128.pow(tens as u32) };
    (number as u64, tens as i32)
}

/// The same for a number of any length.
fn cut_large(mut number: Vec<u32>, precision: usize) -> (u64, i32) {
    let bits = number.len() * 32 - number.last().map_or(0, |w| w.leading_zeros()) as usize;
    let tens = surplus(bits, precision);
    for _ in 0..tens / 9 {
        divide(&mut number, 1_000_000_000);
    }
    divide(&mut number, 10u32.pow((tens % 9) as u32));
    let word = |i| u64::from(number.get(i).copied().unwrap_or(0));
    (word(1) << 32 | word(0), tens as i32)
}

/// Rounds digits, least significant first, half up to `precision` digits; returns the power of ten that
/// was cut off.
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

/// Multiplies a number, least significant word first.
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

/// Divides a number, least significant word first; returns the remainder.
pub(crate) fn divide(number: &mut [u32], by: u32) -> u32 {
    let mut rest = 0;
    for word in number.iter_mut().rev() {
        let part = rest << 32 | u64::from(*word);
        *word = (part / u64::from(by)) as u32;
        rest = part % u64::from(by);
    }
    rest as u32
}

/// `d.dddddde+xx`
fn scientific(out: &mut Text, number: &Decimal) {
    let digits = &number.digits;
    push_digits(out, &digits[..1]);
    out.push(b'.');
    push_digits(out, &digits[1..]);
    out.extend(std::iter::repeat_n(b'0', 7 - digits.len()));
    out.push(b'e');
    push_exponent(out, number.exponent + digits.len() as i32 - 1, 10);
}

/// Plain where at most three zeros pad it, else `d.dddE+x`.
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

/// The sign and the exponent, with a leading zero below `pad`.
fn push_exponent(out: &mut Text, exponent: i32, pad: u32) {
    out.push(if exponent < 0 { b'-' } else { b'+' });
    let magnitude = exponent.unsigned_abs();
    if magnitude < pad {
        out.push(b'0');
    }
    out.push_u64(u64::from(magnitude));
}
