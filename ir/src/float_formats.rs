//! Floating-point formats as data, and rounding to them.

/// Floating-point formats: those that MLIR has in LLVM 19.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FloatKind {
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

/// What a format has besides finite numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Specials {
    /// Infinities and NaNs, with all bits of the exponent set, and a negative zero.
    Ieee,
    /// NaNs with all bits of exponent and fraction set, and a negative zero, but no infinities.
    AllOnes,
    /// One NaN: the bits that a negative zero would have. No infinities.
    NegativeZero,
}

/// The layout of a format: a sign, an exponent and a significand.
#[derive(Clone, Copy, Debug)]
pub struct FloatFormat {
    /// Spelling in text.
    pub name: &'static str,
    /// Bits of the type: of `tf32` 32, of which its numbers have 19.
    pub width: u32,
    /// Bits of the exponent.
    pub exponent_bits: u32,
    /// Bits of the significand after its leading one.
    pub fraction_bits: u32,
    /// Bits of the significand that are stored: those, and the leading one in `f80`.
    stored_bits: u32,
    /// What is subtracted from the exponent's bits.
    pub bias: i32,
    /// What there is besides finite numbers.
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
    /// Every kind, in the order of the declaration.
    pub const ALL: [FloatKind; 13] = [
        FloatKind::F8E4M3,
        FloatKind::F8E4M3B11FNUZ,
        FloatKind::F8E4M3FN,
        FloatKind::F8E4M3FNUZ,
        FloatKind::F8E5M2,
        FloatKind::F8E5M2FNUZ,
        FloatKind::BF16,
        FloatKind::F16,
        FloatKind::TF32,
        FloatKind::F32,
        FloatKind::F64,
        FloatKind::F80,
        FloatKind::F128,
    ];

    /// The format of each kind.
    const FORMATS: [FloatFormat; Self::ALL.len()] = [
        format("f8E4M3", [4, 3]),
        without_infinities(format("f8E4M3B11FNUZ", [4, 3]), 11, Specials::NegativeZero),
        without_infinities(format("f8E4M3FN", [4, 3]), 7, Specials::AllOnes),
        without_infinities(format("f8E4M3FNUZ", [4, 3]), 8, Specials::NegativeZero),
        format("f8E5M2", [5, 2]),
        without_infinities(format("f8E5M2FNUZ", [5, 2]), 16, Specials::NegativeZero),
        format("bf16", [8, 7]),
        format("f16", [5, 10]),
        FloatFormat { width: 32, ..format("tf32", [8, 10]) },
        format("f32", [8, 23]),
        format("f64", [11, 52]),
        FloatFormat { width: 80, stored_bits: 64, ..format("f80", [15, 63]) },
        format("f128", [15, 112]),
    ];

    /// The kind with a spelling.
    pub fn by_name(name: &str) -> Option<FloatKind> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The layout.
    pub fn format(self) -> &'static FloatFormat {
        &Self::FORMATS[self as usize]
    }

    /// Width in bits.
    pub fn width(self) -> u32 {
        self.format().width
    }

    /// Spelling in text.
    pub fn name(self) -> &'static str {
        self.format().name
    }

    /// The sign, the significand and the exponent of its last bit. `None` for infinities and NaNs.
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
        };
        let leading = u128::from(exponent != 0) << fraction_bits;
        // Bits of `f80` without the leading one that their exponent asks for are no number.
        if is_special || (format.has_leading_one() && exponent != 0 && significand & leading == 0) {
            return None;
        }
        let last = (exponent as i32).max(1) - format.bias - fraction_bits as i32;
        Some((negative, significand | leading, last))
    }

    /// The value of some bits, where double precision has it: all finite ones of formats of at most 64 bits, infinities and NaNs.
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

    /// The nearest number to a double, ties to even, and whether it is equal.
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

    /// The nearest number to `significand * 2^last`, ties to even, and whether it is equal. Beyond the greatest number an
    /// infinity, or NaN where there is none.
    pub fn round(self, negative: bool, significand: u128, last: i32) -> (u128, bool) {
        let format = self.format();
        let fraction_bits = format.fraction_bits;
        let zero = u128::from(negative && format.specials != Specials::NegativeZero) << format.sign_bit();
        if significand == 0 {
            return (zero, true);
        }
        let least = 1 - format.bias - fraction_bits as i32;
        let top = last + 127 - significand.leading_zeros() as i32;
        // The exponent of the last bit that is kept.
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
            // Less than half of the least number.
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
        let exponent = (kept_last - least + 1) as u128;
        let magnitude = exponent << format.stored_bits | kept & ((1 << format.stored_bits) - 1);
        let is_finite = match format.specials {
            Specials::Ieee => exponent < format.top(),
            Specials::AllOnes => magnitude < (1 << format.sign_bit()) - 1,
            Specials::NegativeZero => exponent <= format.top(),
        };
        if is_finite { (sign | magnitude, is_exact) } else { (format.overflow(negative), false) }
    }
}

impl FloatFormat {
    /// The greatest exponent.
    fn top(&self) -> u128 {
        (1 << self.exponent_bits) - 1
    }

    /// Whether the leading one of the significand is stored.
    fn has_leading_one(&self) -> bool {
        self.stored_bits > self.fraction_bits
    }

    /// The bit of the sign, the highest one that numbers have.
    pub fn sign_bit(&self) -> u32 {
        self.exponent_bits + self.stored_bits
    }

    /// A quiet NaN.
    fn nan(&self) -> u128 {
        match self.specials {
            Specials::Ieee => self.overflow(false) | 1 << (self.fraction_bits - 1),
            _ => self.overflow(false),
        }
    }

    /// What is beyond the greatest number.
    fn overflow(&self, negative: bool) -> u128 {
        let sign = u128::from(negative) << self.sign_bit();
        let leading = u128::from(self.has_leading_one()) << self.fraction_bits;
        match self.specials {
            Specials::Ieee => sign | self.top() << self.stored_bits | leading,
            Specials::AllOnes => sign | ((1 << self.sign_bit()) - 1),
            Specials::NegativeZero => 1 << self.sign_bit(),
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

    /// All numbers of the small formats are doubles, and come back from them.
    #[test]
    fn numbers_are_rounded_to_themselves() {
        for kind in FloatKind::ALL.into_iter().filter(|kind| kind.format().sign_bit() < 20) {
            for bits in 0..1u128 << (kind.format().sign_bit() + 1) {
                let value = kind.to_f64(bits).expect("a double has it");
                if !value.is_nan() {
                    assert_eq!(kind.of_f64(value), (bits, true), "{kind:?} {bits:#x}");
                }
            }
        }
    }

    /// Between two numbers of a format lies the one that is rounded up, or to the even one.
    #[test]
    fn numbers_between_are_rounded_to_even() {
        for kind in FloatKind::ALL.into_iter().filter(|kind| kind.format().sign_bit() < 20) {
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
