//! Types and formats of numeric literals

use crate::generated::values::fp_encoding;

/// The type of a numeric literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// An integer type: width in bits, and whether it is signed.
    Int(u32, bool),
    /// A float type.
    Float(Float),
}

/// A floating-point or fixed-point format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Float {
    /// Name of the format for messages.
    pub name: &'static str,
    /// The `FP Encoding` operand of OpTypeFloat; `None` for IEEE 754.
    pub encoding: Option<u32>,
    /// Total number of bits.
    pub width: u32,
    /// Number of fraction bits, not counting the implicit leading bit.
    pub fraction: u32,
    /// Interpretation of the bit patterns.
    pub values: Values,
}

/// The interpretation of a float format's bit patterns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// IEEE 754: the largest exponent encodes infinities and NaNs.
    Ieee,
    /// A floating-point format without infinities. The field is the bit pattern of the largest finite number.
    Finite(u8),
    /// A format whose values are unsigned powers of two and a single NaN.
    Exponent,
    /// A signed fixed-point format with the given number of fraction bits.
    FixedPoint(u32),
}

const fn ieee(name: &'static str, width: u32, fraction: u32) -> Float {
    Float { name, encoding: None, width, fraction, values: Values::Ieee }
}

impl Float {
    /// The 16-bit IEEE 754 format.
    pub const F16: Float = ieee("16-bit float", 16, 10);
    /// The 32-bit IEEE 754 format.
    pub const F32: Float = ieee("32-bit float", 32, 23);
    /// The 64-bit IEEE 754 format.
    pub const F64: Float = ieee("64-bit float", 64, 52);
    /// The bfloat16 format: the upper half of a 32-bit float.
    pub const BF16: Float = Float { encoding: Some(fp_encoding::B_FLOAT16_KHR), ..ieee("bfloat16", 16, 7) };
    /// The 8-bit format with 5 exponent and 2 fraction bits.
    pub const E5M2: Float = Float { encoding: Some(fp_encoding::FLOAT8E5M2_EXT), ..ieee("E5M2 float", 8, 2) };
    /// The 8-bit format with 4 exponent and 3 fraction bits.
    pub const E4M3: Float = Float {
        encoding: Some(fp_encoding::FLOAT8E4M3_EXT),
        values: Values::Finite(0x7E),
        ..ieee("E4M3 float", 8, 3)
    };
    /// The 6-bit format with 2 exponent and 3 fraction bits.
    pub const E2M3: Float = Float {
        encoding: Some(fp_encoding::FLOAT6E2M3_EXT),
        values: Values::Finite(0x1F),
        ..ieee("E2M3 float", 6, 3)
    };
    /// The 6-bit format with 3 exponent and 2 fraction bits.
    pub const E3M2: Float = Float {
        encoding: Some(fp_encoding::FLOAT6E3M2_EXT),
        values: Values::Finite(0x1F),
        ..ieee("E3M2 float", 6, 2)
    };
    /// The 4-bit format with 2 exponent bits and 1 fraction bit.
    pub const E2M1: Float = Float {
        encoding: Some(fp_encoding::FLOAT4E2M1_EXT),
        values: Values::Finite(0x7),
        ..ieee("E2M1 float", 4, 1)
    };
    /// The 8-bit format with exponent bits only.
    pub const E8M0: Float = Float {
        encoding: Some(fp_encoding::FLOAT8_UNSIGNED_E8M0_EXT),
        values: Values::Exponent,
        ..ieee("E8M0 float", 8, 0)
    };
    /// The 8-bit fixed-point format of the OCP microscaling (MX) formats.
    pub const MX_INT8: Float = Float {
        encoding: Some(fp_encoding::MX_INT8_EXT),
        values: Values::FixedPoint(6),
        ..ieee("MXInt8 float", 8, 0)
    };
    /// All supported formats.
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

    /// Returns the number of sign bits: 0 or 1.
    pub fn sign(self) -> u32 {
        u32::from(self.values != Values::Exponent)
    }

    /// Returns the number of exponent bits.
    pub fn exponent(self) -> u32 {
        self.width - self.sign() - self.fraction
    }

    /// Returns the exponent bias.
    pub fn bias(self) -> i32 {
        (1 << (self.exponent() - 1)) - 1
    }
}

impl Number {
    /// Returns the length of a literal of this type in words.
    pub fn words(self) -> usize {
        let width = match self {
            Number::Int(width, _) => width,
            Number::Float(float) => float.width,
        };
        width.div_ceil(32).max(1) as usize
    }
}
