//! Literals: integers of any width, correctly rounded floats, and strings

use spv_ir::*;
use std::borrow::Cow;
use std::cmp::Ordering;

/// Maximum number of dimensions of a type. Bounded because parsing each dimension scans the rest of the type.
pub(crate) const DIMS_LIMIT: usize = 32;

/// An integer or float literal as written in the source.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Number<'s> {
    pub negative: bool,
    /// The literal without its sign.
    pub text: &'s str,
}

impl<'s> Number<'s> {
    /// Parses a decimal literal with an optional sign. Returns `None` for any other string.
    pub fn decimal(text: &'s str) -> Option<Number<'s>> {
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let number = |text: &str| !text.is_empty() && digits(text);
        let (negative, magnitude) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let right = match magnitude.split_once('.') {
            None => number(magnitude),
            Some((whole, rest)) => {
                let (fraction, exponent) = rest.split_once('e').unwrap_or((rest, "0"));
                let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
                number(whole) && digits(fraction) && number(exponent)
            }
        };
        right.then_some(Number { negative, text: magnitude })
    }
}

impl Number<'_> {
    fn is_hex(self) -> bool {
        self.text.starts_with("0x")
    }

    pub fn is_float(self) -> bool {
        !self.is_hex() && self.text.contains('.')
    }

    /// Returns the magnitude of the literal as 64-bit limbs, least significant first, without leading zero limbs.
    fn limbs(self) -> Vec<u64> {
        let (radix, digits) = match self.text.strip_prefix("0x") {
            Some(hex) => (16, hex),
            None => (10, self.text),
        };
        let mut limbs: Vec<u64> = Vec::new();
        for digit in digits.chars().filter_map(|c| c.to_digit(radix)) {
            let mut carry = u64::from(digit);
            for limb in &mut limbs {
                let wide = u128::from(*limb) * u128::from(radix) + u128::from(carry);
                *limb = wide as u64;
                carry = (wide >> 64) as u64;
            }
            if carry != 0 {
                limbs.push(carry);
            }
        }
        limbs
    }

    /// Returns the value of an integer literal, or `None` if it needs more than 127 bits.
    pub fn to_i128(self) -> Option<i128> {
        let value = match self.text.strip_prefix("0x") {
            Some(hex) => i128::from_str_radix(hex, 16),
            None => self.text.parse(),
        };
        value.ok().map(|v| if self.negative { -v } else { v })
    }

    /// Returns the lowest `width` bits of the value in two's complement, as 64-bit limbs.
    fn wide_bits(self, width: u32) -> Result<Vec<u64>, String> {
        // Bounds the cost of conversion, which takes quadratic time and may produce far more bits than the literal has.
        const LIMIT: u32 = 4096;
        if self.is_float() {
            return Err(self.no_integer());
        }
        if width > LIMIT || self.text.len() > LIMIT as usize {
            return Err(format!("integer literal exceeds the limit of {LIMIT} bits"));
        }
        let mut limbs = self.limbs();
        let bits = limbs.last().map_or(0, |top| limbs.len() as u32 * 64 - top.leading_zeros());
        if bits > width {
            return Err(format!(
                "integer constant out of range for attribute: it does not fit into {width} bits"
            ));
        }
        limbs.resize(width.div_ceil(64) as usize, 0);
        if self.negative {
            let mut carry = true;
            for limb in &mut limbs {
                (*limb, carry) = (!*limb).overflowing_add(carry.into());
            }
        }
        let spare = limbs.len() as u32 * 64 - width;
        if let Some(top) = limbs.last_mut() {
            *top &= u64::MAX >> spare;
        }
        Ok(limbs)
    }

    /// Returns the value as the bits of an integer type with at most 64 bits.
    fn narrow_bits(self, width: u32, signedness: Signedness) -> Result<u64, String> {
        if self.is_float() {
            return Err(self.no_integer());
        }
        let low = if signedness == Signedness::Unsigned { 0 } else { -1i128 << (width - 1) };
        // A hexadecimal literal specifies the bits directly.
        let signed = signedness == Signedness::Signed && !self.is_hex();
        let high = 1i128 << if signed { width - 1 } else { width };
        match self.to_i128().filter(|v| (low..high).contains(v)) {
            Some(value) => Ok(value as u64 & u64::MAX >> (64 - width)),
            None => Err(format!(
                "integer constant out of range for attribute: {width} bits hold {low} to {}",
                high - 1
            )),
        }
    }

    /// Returns the error message for a float literal in place of an integer.
    fn no_integer(self) -> String {
        format!(
            "floating point value not valid for specified type: expected an integer, found `{}{}`",
            if self.negative { "-" } else { "" },
            self.text
        )
    }

    /// Returns the value as the bits of a type with at most 64 bits.
    pub fn bits(self, ctx: &Context, ty: Type) -> Result<u64, String> {
        match ctx.type_data(ty) {
            TypeData::Integer { width: width @ ..=64, signedness } => self.narrow_bits(*width, *signedness),
            TypeData::Index => self.narrow_bits(64, Signedness::Signless),
            TypeData::Float(kind) if kind.width() <= 64 => Ok(self.float_bits(*kind)? as u64),
            // For a number whose type is a dialect type, a hexadecimal literal specifies the bits.
            TypeData::Param { .. } if self.is_hex() && !self.negative => {
                u64::from_str_radix(&self.text[2..], 16)
                    .map_err(|_| "hex literal does not fit into 64 bits".into())
            }
            _ => Err("a number must have an integer or float type of at most 64 bits".into()),
        }
    }

    /// Returns the value as the bits of a float format. A hexadecimal literal specifies the bits directly.
    pub fn float_bits(self, kind: FloatKind) -> Result<u128, String> {
        if self.is_hex() {
            let bits = u128::from_str_radix(&self.text[2..], 16).ok();
            let width = kind.format().encoding_bits();
            let fits = bits.filter(|b| !self.negative && b.checked_shr(width).unwrap_or(0) == 0);
            return fits.ok_or_else(|| format!("hex literal does not fit into {width} bits"));
        }
        if !self.is_float() {
            return Err(format!("unexpected decimal integer for a float type: write `{}.0`", self.text));
        }
        let sign = u128::from(self.negative);
        let failed = |_| "invalid float literal".to_owned();
        Ok(match kind {
            FloatKind::F64 => u128::from(self.text.parse::<f64>().map_err(failed)?.to_bits()) | sign << 63,
            FloatKind::F32 => u128::from(self.text.parse::<f32>().map_err(failed)?.to_bits()) | sign << 31,
            _ => {
                let value = self.text.parse::<f64>().map_err(failed)?;
                round(self.negative, value, self.text, kind)
            }
        })
    }

    /// Returns the attribute for the literal with type `ty`. If `ty` is `None`, the type is `i64` or `f64`.
    pub fn attr(self, ctx: &Context, ty: Option<Type>) -> Result<Attribute, String> {
        let ty = ty.unwrap_or_else(|| {
            if self.is_float() {
                ctx.float_type(FloatKind::F64)
            } else {
                ctx.int_type(64, Signedness::Signless)
            }
        });
        Ok(match ctx.type_data(ty) {
            TypeData::Integer { width: 1, signedness: Signedness::Signless } => {
                ctx.attr(AttrData::Bool(self.bits(ctx, ty)? != 0))
            }
            TypeData::Integer { width: width @ 65.., .. } => {
                let limbs = self.wide_bits(*width)?.into();
                ctx.attr(AttrData::Wide { limbs, ty })
            }
            TypeData::Float(kind) if kind.width() > 64 => {
                let bits = self.float_bits(*kind)?;
                ctx.attr(AttrData::Wide { limbs: [bits as u64, (bits >> 64) as u64].into(), ty })
            }
            TypeData::Float(_) | TypeData::Param { .. } => {
                ctx.attr(AttrData::Float { bits: self.bits(ctx, ty)?, ty })
            }
            _ => ctx.attr(AttrData::Integer { value: self.bits(ctx, ty)?, ty }),
        })
    }
}

/// Rounds a decimal literal to a float format. `value` is the double nearest to `text`.
///
/// Formats with fewer significand bits than a double are rounded once, directly from the literal. For all other
/// formats, the double is converted, as in MLIR.
fn round(negative: bool, value: f64, text: &str, kind: FloatKind) -> u128 {
    let Some((_, significand, last)) = FloatKind::F64.parts(value.to_bits().into()) else {
        return kind.of_f64(if negative { -value } else { value }).0;
    };
    // Two additional low bits record whether the literal is below, at or above the double.
    let is_narrow = kind.format().fraction_bits < FloatKind::F64.format().fraction_bits;
    let significand = match compare(text, value) {
        Ordering::Less if is_narrow && significand != 0 => significand * 4 - 1,
        Ordering::Greater if is_narrow => significand * 4 + 1,
        _ => significand * 4,
    };
    kind.round(negative, significand, last - 2).0
}

/// Compares a decimal literal with `value`, the double nearest to it.
fn compare(text: &str, value: f64) -> Ordering {
    // A double has at most 767 significant digits, so 800 digits are exact.
    let exact = format!("{value:.800e}");
    normal(text).cmp(&normal(&exact))
}

/// Returns the exponent and significant digits of a decimal literal. Literals compare like these tuples.
fn normal(text: &str) -> (i64, Vec<u8>) {
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse().unwrap_or(0)),
        None => (text, 0i64),
    };
    let point = mantissa.find('.').unwrap_or(mantissa.len()) as i64;
    let mut digits: Vec<u8> = mantissa.bytes().filter(u8::is_ascii_digit).collect();
    let zeros = digits.iter().take_while(|d| **d == b'0').count();
    digits.drain(..zeros);
    while digits.last() == Some(&b'0') {
        digits.pop();
    }
    if digits.is_empty() {
        return (i64::MIN, digits);
    }
    (exponent.saturating_add(point - zeros as i64), digits)
}

/// Returns the value of a string literal: removes the quotes and resolves the escapes.
pub(crate) fn unescape(literal: &str) -> Result<Cow<'_, str>, String> {
    let text = &literal[1..literal.len() - 1];
    if !text.bytes().any(|b| b == b'\\' || b == byte_string::LEAD) {
        return Ok(text.into());
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        if *first != b'\\' {
            bytes.push(*first);
            rest = tail;
            continue;
        }
        let hex = |b: &u8| char::from(*b).to_digit(16).map(|d| d as u8);
        rest = match tail {
            [b @ (b'"' | b'\\'), after @ ..] => {
                bytes.push(*b);
                after
            }
            [a, b, after @ ..] if hex(a).is_some() && hex(b).is_some() => {
                bytes.push(hex(a).unwrap_or(0) << 4 | hex(b).unwrap_or(0));
                after
            }
            [b'n', after @ ..] => {
                bytes.push(b'\n');
                after
            }
            [b't', after @ ..] => {
                bytes.push(b'\t');
                after
            }
            _ => return Err("unknown escape in string literal".into()),
        };
    }
    Ok(byte_string::text_of(bytes).into())
}
