//! What literals of numbers are.

/// Type of a literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// An integer: width in bits, and whether it is signed.
    Int(u32, bool),
    /// A float.
    Float(Float),
}

/// Layout of a float.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Float {
    /// Bits in all.
    pub width: u32,
    /// Bits of the fraction.
    pub fraction: u32,
}

impl Float {
    /// Of 16 bits.
    pub const F16: Float = Float { width: 16, fraction: 10 };
    /// Of 32 bits.
    pub const F32: Float = Float { width: 32, fraction: 23 };
    /// Of 64 bits.
    pub const F64: Float = Float { width: 64, fraction: 52 };

    /// Bits of the exponent.
    pub fn exponent(self) -> u32 {
        self.width - 1 - self.fraction
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
