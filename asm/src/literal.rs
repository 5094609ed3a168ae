//! What literals of numbers are.

use crate::generated::values::fp_encoding;

/// Type of a literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// An integer: width in bits, and whether it is signed.
    Int(u32, bool),
    /// A float.
    Float(Float),
}

/// The format of a float.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Float {
    /// Name of the format in messages.
    pub name: &'static str,
    /// The `FP Encoding` that OpTypeFloat gives, if any.
    pub encoding: Option<u32>,
    /// Number of bits in all.
    pub width: u32,
    /// Number of bits of the fraction.
    pub fraction: u32,
    /// The values that the bits represent.
    pub values: Values,
}

/// The values that the bits of a float represent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// IEEE 754: the largest exponent encodes infinities and NaNs.
    Ieee,
    /// Finite numbers up to the one with these bits, without infinities.
    Finite(u8),
    /// Powers of two without sign, and one NaN.
    Exponent,
    /// A signed integer, in units of the last of this many bits after the point.
    FixedPoint(u32),
}

const fn ieee(name: &'static str, width: u32, fraction: u32) -> Float {
    Float { name, encoding: None, width, fraction, values: Values::Ieee }
}

impl Float {
    /// Of 16 bits.
    pub const F16: Float = ieee("16-bit float", 16, 10);
    /// Of 32 bits.
    pub const F32: Float = ieee("32-bit float", 32, 23);
    /// Of 64 bits.
    pub const F64: Float = ieee("64-bit float", 64, 52);
    /// The upper half of 32 bits.
    pub const BF16: Float = Float { encoding: Some(fp_encoding::B_FLOAT16_KHR), ..ieee("bfloat16", 16, 7) };
    /// The 8-bit format with 2 fraction bits.
    pub const E5M2: Float = Float { encoding: Some(fp_encoding::FLOAT8E5M2_EXT), ..ieee("E5M2 float", 8, 2) };
    /// The 8-bit format with 3 fraction bits.
    pub const E4M3: Float = Float {
        encoding: Some(fp_encoding::FLOAT8E4M3_EXT),
        values: Values::Finite(0x7E),
        ..ieee("E4M3 float", 8, 3)
    };
    /// The 6-bit format with 3 fraction bits.
    pub const E2M3: Float = Float {
        encoding: Some(fp_encoding::FLOAT6E2M3_EXT),
        values: Values::Finite(0x1F),
        ..ieee("E2M3 float", 6, 3)
    };
    /// The 6-bit format with 2 fraction bits.
    pub const E3M2: Float = Float {
        encoding: Some(fp_encoding::FLOAT6E3M2_EXT),
        values: Values::Finite(0x1F),
        ..ieee("E3M2 float", 6, 2)
    };
    /// The 4-bit format with 1 fraction bit.
    pub const E2M1: Float = Float {
        encoding: Some(fp_encoding::FLOAT4E2M1_EXT),
        values: Values::Finite(0x7),
        ..ieee("E2M1 float", 4, 1)
    };
    /// An exponent of 8 bits.
    pub const E8M0: Float = Float {
        encoding: Some(fp_encoding::FLOAT8_UNSIGNED_E8M0_EXT),
        values: Values::Exponent,
        ..ieee("E8M0 float", 8, 0)
    };
    /// A fixed-point number of 8 bits.
    pub const MX_INT8: Float = Float {
        encoding: Some(fp_encoding::MX_INT8_EXT),
        values: Values::FixedPoint(6),
        ..ieee("MXInt8 float", 8, 0)
    };
    /// All formats.
    pub const ALL: [Float; 11] = [
        Float::F16,
        Float::F32,
        Float::F64,
        Float::BF16,
        Float::E5M2,
        Float::E4M3,
        Float::E2M3,
        Float::E3M2,
        Float::E2M1,
        Float::E8M0,
        Float::MX_INT8,
    ];

    /// Returns the format that an OpTypeFloat declares; `None` if it is unknown.
    pub fn declared(width: u32, encoding: Option<u32>) -> Option<Float> {
        Float::ALL.into_iter().find(|float| (float.width, float.encoding) == (width, encoding))
    }

    /// Number of bits of the sign.
    pub fn sign(self) -> u32 {
        u32::from(self.values != Values::Exponent)
    }

    /// Bits of the exponent.
    pub fn exponent(self) -> u32 {
        self.width - self.sign() - self.fraction
    }

    /// What is added to an exponent.
    pub fn bias(self) -> i32 {
        (1 << (self.exponent() - 1)) - 1
    }
}

impl Number {
    /// Words that a literal takes.
    pub fn words(self) -> usize {
        let width = match self {
            Number::Int(width, _) => width,
            Number::Float(float) => float.width,
        };
        width.div_ceil(32).max(1) as usize
    }
}
