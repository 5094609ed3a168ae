//! Printer and parser of numeric literals
//!
//! Integers are decimal. Normal 32-bit and 64-bit floats are decimal, and all other floats are hexadecimal.

use crate::literal::{Float, Number, Values};
use crate::wide_integers::{self, Words};
use std::fmt::Write;

/// Appends a literal of the given type to `out`.
pub fn print(out: &mut String, number: Number, words: &[u32]) {
    if let (Number::Int(_, signed), [_, _, _, ..]) = (number, words) {
        return wide_integers::print(out, signed, words);
    }
    let bits = words.iter().rev().fold(0_u64, |all, word| all << 32 | u64::from(*word));
    let mut digits = itoa::Buffer::new();
    _ = match number {
        Number::Int(_, true) if words.len() == 1 => out.write_str(digits.format(bits as u32 as i32)),
        Number::Int(_, true) => out.write_str(digits.format(bits as i64)),
        Number::Int(_, false) => out.write_str(digits.format(bits)),
        Number::Float(Float::F32) => float(out, Float::F32, bits, f64::from(f32::from_bits(bits as u32)), 9),
        Number::Float(Float::F64) => float(out, Float::F64, bits, f64::from_bits(bits), 17),
        Number::Float(Float { values: Values::FixedPoint(places), .. }) => {
            let value = f32::from(bits as u8 as i8) / (1_u32 << places) as f32;
            hex(out, Float::F32, value.to_bits().into())
        }
        Number::Float(layout) => hex(out, layout, bits),
    };
}

/// Appends a float in decimal if it is normal or zero, or else in hexadecimal. `digits` decimal digits represent any
/// value exactly.
fn float(out: &mut String, layout: Float, bits: u64, value: f64, digits: usize) -> std::fmt::Result {
    let exponent = bits >> layout.fraction & ((1 << layout.exponent()) - 1);
    if value != 0.0 && (exponent == 0 || exponent == (1 << layout.exponent()) - 1) {
        return hex(out, layout, bits);
    }
    if value == 0.0 {
        return write!(out, "{}0", if value.is_sign_negative() { "-" } else { "" });
    }
    // Follows C's `%g` format: the shorter notation, without trailing zeros.
    let scientific = format!("{value:.*e}", digits - 1);
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if (-4..digits as i32).contains(&exponent) {
        let places = usize::try_from(digits as i32 - 1 - exponent).unwrap_or(0);
        let text = format!("{value:.places$}");
        return write!(out, "{}", trimmed(&text));
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    write!(out, "{}e{sign}{:02}", trimmed(mantissa), exponent.unsigned_abs())
}

/// Returns a decimal literal without trailing zeros after the decimal point.
fn trimmed(text: &str) -> &str {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text }
}

/// Appends a hexadecimal float, such as `0x1.8p+1`.
fn hex(out: &mut String, layout: Float, bits: u64) -> std::fmt::Result {
    let nibbles = layout.fraction.div_ceil(4);
    let top = 1_u64 << (nibbles * 4) >> 1;
    let mut fraction = (bits & ((1 << layout.fraction) - 1)) << (nibbles * 4 - layout.fraction);
    let biased = (bits >> layout.fraction & ((1 << layout.exponent()) - 1)) as i32;
    let zero = biased == 0 && fraction == 0 && layout.fraction > 0;
    let mut exponent = if zero { 0 } else { biased - layout.bias() };
    if biased == 0 && fraction != 0 {
        while fraction & top == 0 {
            fraction <<= 1;
            exponent -= 1;
        }
        // The leading one is implicit, so it is shifted out.
        fraction = fraction << 1 & (top << 1).wrapping_sub(1);
    }
    let mut digits = nibbles as usize;
    while digits > 0 && fraction & 0xF == 0 {
        fraction >>= 4;
        digits -= 1;
    }
    let sign = if bits >> (layout.width - layout.sign()) & 1 != 0 { "-" } else { "" };
    write!(out, "{sign}0x{}", u8::from(!zero))?;
    if digits > 0 {
        write!(out, ".{fraction:0digits$x}")?;
    }
    write!(out, "p{exponent:+}")
}

/// Parses a literal of the given type and returns its words.
///
/// # Errors
///
/// A message if the text is not a literal of this type.
pub fn parse(text: &str, number: Number) -> Result<Words, String> {
    let bits = match number {
        Number::Int(width @ 65.., signed) => return wide_integer(text, width, signed),
        Number::Int(width, signed) => integer(text, width, signed)?,
        Number::Float(layout) => parse_float(text, layout)?,
    };
    Ok((0..number.words()).map(|i| (bits >> (32 * i)) as u32).collect())
}

/// Returns the digits after `0x`; `None` if the text is not hexadecimal.
fn hexadecimal(text: &str) -> Option<&str> {
    text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"))
}

/// Returns the digits and the radix of an unsigned integer literal in C syntax.
fn radix(text: &str) -> (&str, u32) {
    match (hexadecimal(text), text.strip_prefix('0')) {
        (Some(digits), _) => (digits, 16),
        (None, Some(digits)) if !digits.is_empty() => (digits, 8),
        _ => (text, 10),
    }
}

/// Parses an unsigned integer in C syntax: decimal, octal after `0`, or hexadecimal after `0x`. Returns `None` for
/// other text.
pub fn unsigned(text: &str) -> Option<u64> {
    // Fast path for short decimal numbers and for names.
    let decimal = |value: u64, byte: &u8| byte.is_ascii_digit().then(|| value * 10 + u64::from(*byte - b'0'));
    match text.as_bytes() {
        [b'1'..=b'9', ..] if text.len() < 20 => return text.as_bytes().iter().try_fold(0, decimal),
        [b'0'..=b'9', ..] => {}
        _ => return None,
    }
    let (digits, radix) = radix(text);
    // Rejects a sign, which the standard library accepts.
    u64::from_str_radix(digits, radix).ok().filter(|_| !digits.starts_with('+'))
}

/// Returns whether an integer literal has a minus sign, and the text after the sign.
fn sign(text: &str) -> (bool, &str) {
    match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    }
}

/// Error messages for an integer literal.
struct IntegerErrors<'a> {
    text: &'a str,
    width: u32,
    kind: &'static str,
}

impl<'a> IntegerErrors<'a> {
    fn new(text: &'a str, width: u32, signed: bool) -> IntegerErrors<'a> {
        IntegerErrors { text, width, kind: if signed { "signed" } else { "unsigned" } }
    }

    fn invalid(&self) -> String {
        format!("Invalid {} integer literal: {}", self.kind, self.text)
    }

    fn too_large(&self) -> String {
        format!("Integer {} does not fit in a {}-bit {} integer", self.text, self.width, self.kind)
    }

    fn negative(&self) -> String {
        format!("Cannot put a negative number in an unsigned literal: {}", self.text)
    }
}

/// Parses an integer literal of more than 64 bits. Returns its words, sign-extended if `signed` is set.
fn wide_integer(text: &str, width: u32, signed: bool) -> Result<Words, String> {
    let errors = IntegerErrors::new(text, width, signed);
    let (negative, digits) = sign(text);
    let (digits, radix) = radix(digits);
    let list: Option<Vec<u32>> = digits.chars().map(|c| c.to_digit(radix)).collect();
    let list = list.filter(|list| !list.is_empty()).ok_or_else(|| errors.invalid())?;
    if negative && !signed {
        return Err(errors.negative());
    }
    let words = Number::Int(width, signed).words();
    let mut value = wide_integers::parse(&list, radix, words).ok_or_else(|| errors.too_large())?;
    let bits = wide_integers::bits(&value);
    let is_lowest = bits == width && value.iter().map(|word| word.count_ones()).sum::<u32>() == 1;
    let fits = match (signed, negative) {
        (true, true) => bits < width || is_lowest,
        // A hexadecimal literal may give the bits of a negative number.
        (true, false) => bits < width || (radix == 16 && bits == width),
        (false, _) => bits <= width,
    };
    if !fits {
        return Err(errors.too_large());
    }
    if negative {
        wide_integers::negate(&mut value);
    } else if signed
        && bits == width
        && let (Some(last), 1..) = (value.last_mut(), width % 32)
    {
        *last |= u32::MAX << (width % 32);
    }
    Ok(value)
}

fn integer(text: &str, width: u32, signed: bool) -> Result<u64, String> {
    let errors = IntegerErrors::new(text, width, signed);
    let (negative, digits) = sign(text);
    let value = unsigned(digits).ok_or_else(|| errors.invalid())?;
    if negative && !signed {
        return Err(errors.negative());
    }
    let limit = 1_u64 << (width - 1);
    let most = limit - 1 + limit;
    let fits = match (signed, negative) {
        (true, true) => value <= limit,
        // A hexadecimal literal may give the bits of a negative number.
        (true, false) => value < limit || (hexadecimal(digits).is_some() && value <= most),
        (false, _) => value <= most,
    };
    if !fits {
        return Err(errors.too_large());
    }
    let bits = if negative { value.wrapping_neg() } else { value };
    if !signed {
        return Ok(bits);
    }
    // Sign-extends the value to whole words.
    let extended = ((bits << (64 - width)) as i64 >> (64 - width)) as u64;
    Ok(if width <= 32 { u64::from(extended as u32) } else { extended })
}

fn parse_float(text: &str, layout: Float) -> Result<u64, String> {
    let wrong = || format!("Invalid {} literal: {text}", layout.name);
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if !digits.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return Err(wrong());
    }
    let exact = |represent: fn(f64, Float) -> Option<u64>| {
        let value = f64::from_bits(parse_float(text, Float::F64).ok()?);
        represent(value, layout)
    };
    match layout.values {
        Values::Exponent => return exact(power_of_two).ok_or_else(wrong),
        Values::FixedPoint(_) => return exact(fixed_point).ok_or_else(wrong),
        Values::Ieee | Values::Finite(_) => {}
    }
    if let Some(digits) = hexadecimal(digits) {
        return parse_hex(text.starts_with('-'), digits, layout).ok_or_else(wrong);
    }
    if layout == Float::F64 {
        let value: f64 = text.parse().map_err(|_| wrong())?;
        return if value.is_infinite() { Err(wrong()) } else { Ok(value.to_bits()) };
    }
    let value: f32 = text.parse().map_err(|_| wrong())?;
    if value.is_infinite() {
        return Err(wrong());
    }
    if layout == Float::F32 {
        return Ok(value.to_bits().into());
    }
    // Rounds toward zero, like spirv-as.
    let exact = f64::from(value).to_bits();
    let exponent = (exact >> 52 & 0x7FF) as i32 - 1023;
    let mantissa = if value == 0.0 { 0 } else { exact & ((1 << 52) - 1) | 1 << 52 };
    let bits = compose(exact >> 63 != 0, mantissa, exponent - 52, layout);
    let is_beyond = exponent > layout.bias();
    match layout.values {
        Values::Finite(largest) if value.abs() > number(largest, layout) => Err(wrong()),
        // spirv-as maps values with the IEEE infinity exponent to the largest finite value.
        Values::Finite(largest) if is_beyond => {
            Ok(u64::from(largest) | u64::from(value < 0.0) << (layout.width - 1))
        }
        _ if is_beyond => Err(wrong()),
        _ => Ok(bits),
    }
}

/// Decodes the bits of a positive normal float in a format of at most 8 bits.
fn number(bits: u8, layout: Float) -> f32 {
    let fraction = f32::from(bits & ((1 << layout.fraction) - 1)) / (1_u32 << layout.fraction) as f32;
    (1.0 + fraction) * 2.0_f32.powi(i32::from(bits >> layout.fraction) - layout.bias())
}

/// Returns the encoding of a power of two in an exponent-only format; `None` for other values.
fn power_of_two(value: f64, layout: Float) -> Option<u64> {
    let exponent = (value.to_bits() >> 52) as i32 - 1023;
    let largest = (1 << layout.exponent()) - 1;
    let is_power = value.to_bits() & ((1 << 52) - 1) == 0;
    u64::try_from(exponent + layout.bias()).ok().filter(|biased| is_power && *biased <= largest)
}

/// Returns the encoding of a value in a fixed-point format; `None` if it is not representable.
fn fixed_point(value: f64, layout: Float) -> Option<u64> {
    let Values::FixedPoint(places) = layout.values else { return None };
    let units = value * f64::from(1_u32 << places);
    let number = units as i8;
    (f64::from(number) == units).then_some(u64::from(number.cast_unsigned()))
}

/// Parses a hexadecimal float without `0x`, such as `1.8p+1`, and returns its bits. Returns `None` for other text.
fn parse_hex(negative: bool, text: &str, layout: Float) -> Option<u64> {
    let (mantissa, exponent) = text.split_once(['p', 'P'])?;
    let exponent = exponent.parse::<i64>().ok()?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits: String = [whole, fraction].concat();
    let digits = digits.trim_start_matches('0');
    // Digits beyond the first 16 do not affect the rounded result.
    let first = digits.get(..digits.len().min(16))?;
    let value = if first.is_empty() { 0 } else { u64::from_str_radix(first, 16).ok()? };
    if !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    let places = i64::try_from(fraction.len() + first.len()).ok()? - i64::try_from(digits.len()).ok()?;
    let scale = exponent.saturating_sub(places.checked_mul(4)?);
    let scale = scale.clamp(i32::MIN.into(), i32::MAX.into());
    Some(compose(negative, value, i32::try_from(scale).ok()?, layout))
}

/// Returns the bits of `mantissa * 2^scale`, rounded toward zero.
fn compose(negative: bool, mantissa: u64, scale: i32, layout: Float) -> u64 {
    let sign = u64::from(negative) << (layout.width - 1);
    if mantissa == 0 {
        return sign;
    }
    let length = 64 - mantissa.leading_zeros() as i32;
    let exponent = scale.saturating_add(length - 1);
    let largest = (1 << layout.exponent()) - 1;
    // The fraction bits after the leading one, left-aligned in 64 bits.
    let fraction = mantissa.checked_shl(65 - length as u32).unwrap_or(0);
    let biased = exponent.saturating_add(layout.bias());
    if biased > largest {
        return sign | (largest as u64) << layout.fraction;
    }
    if biased >= 1 {
        // In IEEE 754 formats, the largest exponent encodes infinities and NaNs.
        return sign | (biased as u64) << layout.fraction | fraction >> (64 - layout.fraction);
    }
    let whole = 1_u64 << 63 | fraction >> 1;
    let shift = 63 - layout.fraction as i32 + 1 - biased;
    sign | u32::try_from(shift).ok().and_then(|s| whole.checked_shr(s)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use smallvec::smallvec;

    fn text(layout: Float, bits: u64) -> String {
        let mut out = String::new();
        let words = [bits as u32, (bits >> 32) as u32];
        print(&mut out, Number::Float(layout), &words[..Number::Float(layout).words()]);
        out
    }

    #[test]
    fn floats_go_both_ways() {
        let f32s = [0.0_f32, -0.0, 1.0, 0.1, -3.5e10, 1e-5, 123_456_790.0, f32::MAX, f32::MIN_POSITIVE];
        let odd = [1, 0x8000_0001, 0x007F_FFFF, 0x7F80_0000, 0xFF80_0000, 0x7FC0_0000, 0x7F80_0001];
        for bits in f32s.map(f32::to_bits).into_iter().chain(odd) {
            let text = text(Float::F32, bits.into());
            assert_eq!(parse(&text, Number::Float(Float::F32)), Ok(smallvec![bits]), "{text}");
        }
        for bits in 0..=u16::MAX {
            let text = text(Float::F16, bits.into());
            assert_eq!(parse(&text, Number::Float(Float::F16)), Ok(smallvec![bits.into()]), "{text}");
        }
        for bits in [1.0_f64, 0.1, f64::MAX, 5e-324, f64::NAN, f64::NEG_INFINITY].map(f64::to_bits) {
            let text = text(Float::F64, bits);
            let words = smallvec![bits as u32, (bits >> 32) as u32];
            assert_eq!(parse(&text, Number::Float(Float::F64)), Ok(words), "{text}");
        }
        assert_eq!(text(Float::F32, 0x7FC0_0000), "0x1.8p+128");
        assert_eq!(text(Float::F32, 1), "0x1p-149");
        assert_eq!(text(Float::F32, 0.1_f32.to_bits().into()), "0.100000001");
        assert_eq!(text(Float::F32, 1e20_f32.to_bits().into()), "1.00000002e+20");
    }

    #[test]
    fn hexadecimal_floats_of_any_length() {
        let bits = |text: &str| parse(text, Number::Float(Float::F32));
        assert_eq!(bits("0x1.00000000000000000001p+0"), Ok(smallvec![1.0_f32.to_bits()]));
        assert_eq!(bits("0x100000000000000000000p-80"), Ok(smallvec![1.0_f32.to_bits()]));
        assert_eq!(bits("+0x.8p1"), Ok(smallvec![1.0_f32.to_bits()]));
        assert_eq!(bits("0x1p+99999999999"), Ok(smallvec![f32::INFINITY.to_bits()]));
        assert_eq!(bits("-0x1p-99999999999"), Ok(smallvec![(-0.0_f32).to_bits()]));
        assert!(bits("0x1.0000000000000000000gp0").is_err());
    }

    #[test]
    fn wide_integers_go_both_ways() {
        let cases: [(&str, Number, &[u32]); 5] = [
            ("0", Number::Int(128, true), &[0, 0, 0, 0]),
            ("-1", Number::Int(128, true), &[u32::MAX; 4]),
            ("18446744073709551616", Number::Int(96, false), &[0, 0, 1]),
            ("79228162514264337593543950335", Number::Int(96, false), &[u32::MAX; 3]),
            ("-39614081257132168796771975168", Number::Int(96, true), &[0, 0, 1 << 31]),
        ];
        for (text, number, words) in cases {
            let mut out = String::new();
            print(&mut out, number, words);
            assert_eq!(out, text);
            assert_eq!(parse(text, number).as_deref(), Ok(words), "{text}");
        }
        let bits = |text: &str, width| parse(text, Number::Int(width, true));
        assert_eq!(bits("0x800000000000000000", 72), Ok(smallvec![0, 0, 0xFFFF_FF80]));
        assert_eq!(bits("-2361183241434822606848", 72), bits("0x800000000000000000", 72));
        for wrong in ["0x1000000000000000000", "2361183241434822606848", "12a", "-", "0x", "--1"] {
            assert!(bits(wrong, 72).is_err(), "{wrong}");
        }
        assert!(parse("-1", Number::Int(96, false)).is_err());
    }

    #[test]
    fn integers_are_checked() {
        assert_eq!(parse("-1", Number::Int(16, true)), Ok(smallvec![u32::MAX]));
        assert_eq!(parse("-1", Number::Int(64, true)), Ok(smallvec![u32::MAX, u32::MAX]));
        assert_eq!(parse("0xFFFFFFFF", Number::Int(32, true)), Ok(smallvec![u32::MAX]));
        assert_eq!(parse("65535", Number::Int(16, false)), Ok(smallvec![65535]));
        assert!(parse("65536", Number::Int(16, false)).is_err());
        assert!(parse("-1", Number::Int(32, false)).is_err());
        assert!(parse("1.5", Number::Int(32, false)).is_err());
        assert_eq!(parse("040", Number::Int(32, false)), Ok(smallvec![32]));
        assert_eq!(parse("-010", Number::Int(32, true)), Ok(smallvec![(-8_i32).cast_unsigned()]));
        assert_eq!(parse("+5", Number::Int(32, false)), Ok(smallvec![5]));
        for wrong in ["08", "-+5", "0x+5", "++5"] {
            assert!(parse(wrong, Number::Int(32, true)).is_err(), "{wrong}");
        }
    }
}
