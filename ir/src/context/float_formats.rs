//! Floating-point formats: encoding, decoding and rounding

/// The floating-point formats of MLIR in LLVM 22.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FloatKind {
    /// `f4E2M1FN`
    F4E2M1FN,
    /// `f6E2M3FN`
    F6E2M3FN,
    /// `f6E3M2FN`
    F6E3M2FN,
    /// `f8E3M4`
    F8E3M4,
    /// `f8E4M3`
    F8E4M3,
    /// `f8E4M3B11FNUZ`
    F8E4M3B11FNUZ,
    /// `f8E4M3FN`
    F8E4M3FN,
    /// `f8E4M3FNUZ`
    F8E4M3FNUZ,
    /// `f8E5M2`
    F8E5M2,
    /// `f8E5M2FNUZ`
    F8E5M2FNUZ,
    /// `f8E8M0FNU`
    F8E8M0FNU,
    /// `bf16`
    BF16,
    /// `f16`
    F16,
    /// `tf32`
    TF32,
    /// `f32`
    F32,
    /// `f64`
    F64,
    /// `f80`
    F80,
    /// `f128`
    F128,
}

/// The special values that a floating-point format can encode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Specials {
    /// Infinities and NaNs, whose exponent bits are all set, and a negative zero.
    Ieee,
    /// NaNs, whose exponent and fraction bits are all set, and a negative zero. No infinities.
    AllOnes,
    /// A single NaN, encoded as the bits of a negative zero. No infinities and no negative zero.
    NegativeZero,
    /// A negative zero, but no infinities and no NaNs. Overflow yields the largest finite value.
    None,
    /// A NaN with all bits set. No infinities, zero or sign, because all other values are powers of two.
    Unsigned,
}

/// The bit layout of a floating-point format: sign, exponent and significand.
#[derive(Clone, Copy, Debug)]
pub struct FloatFormat {
    /// Spelling in MLIR text.
    pub name: &'static str,
    /// Width of the type in bits: 32 for `tf32`, although its encoding has 19 bits.
    pub width: u32,
    /// Number of exponent bits.
    pub exponent_bits: u32,
    /// Number of significand bits after the leading one.
    pub fraction_bits: u32,
    /// Number of significand bits in the encoding: `fraction_bits`, plus 1 for the explicit leading one of `f80`.
    stored_bits: u32,
    /// Exponent bias.
    pub bias: i32,
    /// Supported special values.
    pub specials: Specials,
}

const fn format(name: &'static str, [exponent_bits, fraction_bits]: [u32; 2]) -> FloatFormat {
    FloatFormat {
        name,
        width: 1 + exponent_bits + fraction_bits,
        exponent_bits,
        fraction_bits,
        stored_bits: fraction_bits,
        bias: (1 << (exponent_bits - 1)) - 1,
        specials: Specials::Ieee,
    }
}

const fn without_infinities(format: FloatFormat, bias: i32, specials: Specials) -> FloatFormat {
    FloatFormat { bias, specials, ..format }
}

impl FloatKind {
    /// All formats in declaration order.
    pub const ALL: [FloatKind; 18] = [
        FloatKind::F4E2M1FN,
        FloatKind::F6E2M3FN,
        FloatKind::F6E3M2FN,
        FloatKind::F8E3M4,
        FloatKind::F8E4M3,
        FloatKind::F8E4M3B11FNUZ,
        FloatKind::F8E4M3FN,
        FloatKind::F8E4M3FNUZ,
        FloatKind::F8E5M2,
        FloatKind::F8E5M2FNUZ,
        FloatKind::F8E8M0FNU,
        FloatKind::BF16,
        FloatKind::F16,
        FloatKind::TF32,
        FloatKind::F32,
        FloatKind::F64,
        FloatKind::F80,
        FloatKind::F128,
    ];

    /// Bit layouts, in the order of [`Self::ALL`].
    const FORMATS: [FloatFormat; Self::ALL.len()] = [
        without_infinities(format("f4E2M1FN", [2, 1]), 1, Specials::None),
        without_infinities(format("f6E2M3FN", [2, 3]), 1, Specials::None),
        without_infinities(format("f6E3M2FN", [3, 2]), 3, Specials::None),
        format("f8E3M4", [3, 4]),
        format("f8E4M3", [4, 3]),
        without_infinities(format("f8E4M3B11FNUZ", [4, 3]), 11, Specials::NegativeZero),
        without_infinities(format("f8E4M3FN", [4, 3]), 7, Specials::AllOnes),
        without_infinities(format("f8E4M3FNUZ", [4, 3]), 8, Specials::NegativeZero),
        format("f8E5M2", [5, 2]),
        without_infinities(format("f8E5M2FNUZ", [5, 2]), 16, Specials::NegativeZero),
        FloatFormat { width: 8, ..without_infinities(format("f8E8M0FNU", [8, 0]), 127, Specials::Unsigned) },
        format("bf16", [8, 7]),
        format("f16", [5, 10]),
        FloatFormat { width: 32, ..format("tf32", [8, 10]) },
        format("f32", [8, 23]),
        format("f64", [11, 52]),
        FloatFormat { width: 80, stored_bits: 64, ..format("f80", [15, 63]) },
        format("f128", [15, 112]),
    ];

    /// Returns the format with the given spelling in MLIR text; `None` for other spellings.
    pub fn by_name(name: &str) -> Option<FloatKind> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Returns the bit layout of the format.
    pub fn format(self) -> &'static FloatFormat {
        &Self::FORMATS[self as usize]
    }

    /// Returns the width of the type in bits.
    pub fn width(self) -> u32 {
        self.format().width
    }

    /// Returns the format's spelling in MLIR text.
    pub fn name(self) -> &'static str {
        self.format().name
    }

    /// Decodes the bits of a float. Returns whether the value is negative, its significand, and the exponent of the
    /// significand's lowest bit. Returns `None` for infinities and NaNs.
    pub fn parts(self, bits: u128) -> Option<(bool, u128, i32)> {
        let format = self.format();
        let (fraction_bits, top) = (format.fraction_bits, format.top());
        let negative = bits >> format.sign_bit() & 1 == 1;
        let significand = bits & ((1 << format.stored_bits) - 1);
        let exponent = bits >> format.stored_bits & top;
        let fraction = significand & ((1 << fraction_bits) - 1);
        let is_special = match format.specials {
            Specials::Ieee => exponent == top,
            Specials::AllOnes => exponent == top && fraction == (1 << fraction_bits) - 1,
            Specials::NegativeZero => negative && exponent == 0 && fraction == 0,
            Specials::None => false,
            Specials::Unsigned => exponent == top,
        };
        let first = format.first_exponent();
        let leading = u128::from(exponent >= first) << fraction_bits;
        // `f80` encodings without the explicit leading one that their exponents require are invalid.
        if is_special || (format.has_leading_one() && exponent != 0 && significand & leading == 0) {
            return None;
        }
        let last = exponent.max(first) as i32 - format.bias - fraction_bits as i32;
        Some((negative, significand | leading, last))
    }

    /// Converts the bits of a float to a double; `None` if the conversion is inexact. Infinities, NaNs, and all finite
    /// values of formats up to 64 bits are converted exactly.
    pub fn to_f64(self, bits: u128) -> Option<f64> {
        let format = self.format();
        if self == FloatKind::F64 {
            return Some(f64::from_bits(bits as u64));
        }
        let Some((negative, significand, last)) = self.parts(bits) else {
            let is_infinite =
                format.specials == Specials::Ieee && bits & ((1 << format.fraction_bits) - 1) == 0;
            let magnitude = if is_infinite { f64::INFINITY } else { f64::NAN };
            return Some(if bits >> format.sign_bit() & 1 == 1 { -magnitude } else { magnitude });
        };
        let (double, is_exact) = FloatKind::F64.round(negative, significand, last);
        is_exact.then(|| f64::from_bits(double as u64))
    }

    /// Rounds a double to the nearest value of the format, ties to even. Returns its bits, and whether the result is
    /// exact.
    pub fn of_f64(self, value: f64) -> (u128, bool) {
        let format = self.format();
        if value.is_nan() {
            return (format.nan(), true);
        }
        if value.is_infinite() {
            return (format.overflow(value < 0.0), format.specials == Specials::Ieee);
        }
        let bits = value.to_bits();
        let (exponent, fraction) = ((bits >> 52) as i32 & 0x7FF, bits & ((1 << 52) - 1));
        let (significand, last) =
            if exponent == 0 { (fraction, -1074) } else { (fraction | 1 << 52, exponent - 1075) };
        self.round(value.is_sign_negative(), significand.into(), last)
    }

    /// Rounds `significand * 2^last` to the nearest value of the format, ties to even. Returns its bits, and whether
    /// the result is exact.
    ///
    /// Overflow yields an infinity if the format has infinities, or else a NaN, or else the largest finite value.
    pub fn round(self, negative: bool, significand: u128, last: i32) -> (u128, bool) {
        let format = self.format();
        let fraction_bits = format.fraction_bits;
        let negative = negative && format.specials != Specials::Unsigned;
        let zero = u128::from(negative && format.specials != Specials::NegativeZero) << format.sign_bit();
        if significand == 0 {
            return (zero, format.specials != Specials::Unsigned);
        }
        let first = format.first_exponent();
        let least = first as i32 - format.bias - fraction_bits as i32;
        let top = last + 127 - significand.leading_zeros() as i32;
        // Exponent of the lowest bit that the result preserves.
        let mut kept_last = (top - fraction_bits as i32).max(least);
        let drop = kept_last - last;
        let mut is_exact = true;
        let mut kept = match drop {
            ..=0 => significand << -drop,
            1..=127 => {
                let (kept, rest) = (significand >> drop, significand & ((1 << drop) - 1));
                let half = 1u128 << (drop - 1);
                is_exact = rest == 0;
                kept + u128::from(rest > half || (rest == half && kept & 1 == 1))
            }
            // All bits of the significand are dropped. Only a value above half of the smallest subnormal rounds up.
            _ => {
                is_exact = false;
                u128::from(drop == 128 && significand > 1 << 127)
            }
        };
        if kept >> (fraction_bits + 1) != 0 {
            kept >>= 1;
            kept_last += 1;
        }
        if kept == 0 {
            return (zero, is_exact);
        }
        let sign = u128::from(negative) << format.sign_bit();
        if kept >> fraction_bits == 0 {
            return (sign | kept, is_exact);
        }
        let exponent = (kept_last - least) as u128 + first;
        let magnitude = exponent << format.stored_bits | kept & ((1 << format.stored_bits) - 1);
        let is_finite = match format.specials {
            Specials::Ieee => exponent < format.top(),
            Specials::AllOnes => magnitude < (1 << format.sign_bit()) - 1,
            Specials::NegativeZero | Specials::None => exponent <= format.top(),
            Specials::Unsigned => exponent < format.top(),
        };
        if is_finite { (sign | magnitude, is_exact) } else { (format.overflow(negative), false) }
    }
}

impl FloatFormat {
    /// Returns the largest biased exponent.
    fn top(&self) -> u128 {
        (1 << self.exponent_bits) - 1
    }

    /// Returns the smallest biased exponent of a number with an implicit leading one. Formats without a zero have no
    /// subnormals.
    fn first_exponent(&self) -> u128 {
        u128::from(self.specials != Specials::Unsigned)
    }

    /// Returns the number of bits in the encoding, which may be less than the type's width.
    pub fn encoding_bits(&self) -> u32 {
        self.sign_bit() + u32::from(self.specials != Specials::Unsigned)
    }

    /// Returns whether the encoding contains the leading one of the significand.
    fn has_leading_one(&self) -> bool {
        self.stored_bits > self.fraction_bits
    }

    /// Returns the position of the sign bit. It is the highest bit of the encoding if the format has a sign.
    pub fn sign_bit(&self) -> u32 {
        self.exponent_bits + self.stored_bits
    }

    /// Returns the bits of a quiet NaN.
    fn nan(&self) -> u128 {
        match self.specials {
            Specials::Ieee => self.overflow(false) | 1 << (self.fraction_bits - 1),
            _ => self.overflow(false),
        }
    }

    /// Returns the bits that represent an overflow: an infinity if available, or else a NaN, or else the largest
    /// finite value.
    fn overflow(&self, negative: bool) -> u128 {
        let sign = u128::from(negative) << self.sign_bit();
        let leading = u128::from(self.has_leading_one()) << self.fraction_bits;
        match self.specials {
            Specials::Ieee => sign | self.top() << self.stored_bits | leading,
            Specials::AllOnes | Specials::None => sign | ((1 << self.sign_bit()) - 1),
            Specials::NegativeZero => 1 << self.sign_bit(),
            Specials::Unsigned => self.top(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_in_the_order_of_kinds() {
        for (number, kind) in FloatKind::ALL.into_iter().enumerate() {
            assert_eq!(kind as usize, number);
            assert_eq!(format!("{kind:?}").to_lowercase(), kind.name().to_lowercase());
            assert_eq!(FloatKind::by_name(kind.name()), Some(kind));
        }
    }

    /// Checks that all values of the small formats convert to doubles and back.
    #[test]
    fn numbers_are_rounded_to_themselves() {
        for kind in FloatKind::ALL.into_iter().filter(|kind| kind.format().sign_bit() < 20) {
            for bits in 0..1u128 << kind.format().encoding_bits() {
                let value = kind.to_f64(bits).expect("a double has it");
                if !value.is_nan() {
                    assert_eq!(kind.of_f64(value), (bits, true), "{kind:?} {bits:#x}");
                }
            }
        }
    }

    /// Checks the rounding of midpoints between adjacent values, and of doubles just above them.
    #[test]
    fn numbers_between_are_rounded_to_even() {
        let has_fraction = |kind: &FloatKind| (1..20).contains(&kind.format().fraction_bits);
        for kind in FloatKind::ALL.into_iter().filter(has_fraction) {
            for bits in 0..1u128 << kind.format().sign_bit() {
                let number = |bits| kind.to_f64(bits).filter(|value| value.is_finite());
                let (Some(low), Some(high)) = (number(bits), number(bits + 1).filter(|high| *high > 0.0))
                else {
                    continue;
                };
                let middle = low + (high - low) / 2.0;
                assert_eq!(kind.of_f64(middle), (bits + (bits & 1), false), "{kind:?} {bits:#x}");
                assert_eq!(kind.of_f64(middle.next_up()), (bits + 1, false), "{kind:?} {bits:#x}");
                assert_eq!(kind.of_f64(-middle.next_down()).0, kind.of_f64(-low).0, "{kind:?} {bits:#x}");
            }
        }
    }

    #[test]
    fn powers_of_two_have_no_sign_and_no_zero() {
        let kind = FloatKind::F8E8M0FNU;
        for (value, expected) in
            [(1.0, 127), (-2.0, 128), (1.5, 128), (1.25, 127), (3.0, 129), (f64::NAN, 255)]
        {
            assert_eq!(kind.of_f64(value).0, expected, "{value}");
        }
        for (value, expected) in [(0.0, 0), (1e-45, 0), (1e45, 255), (2f64.powi(127), 254)] {
            assert_eq!(kind.of_f64(value).0, expected, "{value}");
        }
    }

    #[test]
    fn formats_without_special_values_saturate() {
        for (kind, expected) in
            [(FloatKind::F4E2M1FN, 6.0), (FloatKind::F6E2M3FN, 7.5), (FloatKind::F6E3M2FN, 28.0)]
        {
            let (bits, is_exact) = kind.of_f64(-1e9);
            assert_eq!((kind.to_f64(bits), is_exact), (Some(-expected), false));
        }
    }

    #[test]
    fn wide_formats_have_the_numbers_of_doubles() {
        for kind in [FloatKind::F80, FloatKind::F128] {
            for value in [1.0, -0.1, 4.9e-324, f64::MAX, f64::MIN_POSITIVE, -0.0, f64::NEG_INFINITY] {
                let (bits, is_exact) = kind.of_f64(value);
                assert!(is_exact);
                assert_eq!(kind.to_f64(bits).map(f64::to_bits), Some(value.to_bits()), "{kind:?} {value}");
            }
            assert_eq!(kind.to_f64(kind.of_f64(1.0).0 | 1), None);
            assert!(kind.to_f64(kind.of_f64(f64::NAN).0).is_some_and(f64::is_nan));
        }
        assert_eq!(FloatKind::F80.of_f64(1.0).0, 0x3FFF_8000_0000_0000_0000);
        assert_eq!(FloatKind::F80.parts(0x3FFF_0000_0000_0000_0000), None);
    }
}
