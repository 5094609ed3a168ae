//! Comparison of buffer elements: integers by bits, floats by units in the last place (ULP)

/// The type of a buffer element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    /// An 8-bit integer, compared by bits.
    Byte,
    /// A 32-bit integer, compared by bits.
    Word,
    /// A 16-bit float.
    F16,
    /// A 32-bit float.
    F32,
    /// A 64-bit float.
    F64,
}

impl Element {
    /// Returns the element type named `u32` (which stands for integers of all widths), `f16`, `f32` or `f64`. Returns
    /// `None` for other names.
    pub fn parse(name: &str) -> Option<Element> {
        match name {
            "u32" => Some(Element::Word),
            "f16" => Some(Element::F16),
            "f32" => Some(Element::F32),
            "f64" => Some(Element::F64),
            _ => None,
        }
    }

    /// Returns the size of an element in bytes.
    pub fn size(self) -> usize {
        match self {
            Element::Byte => 1,
            Element::F16 => 2,
            Element::Word | Element::F32 => 4,
            Element::F64 => 8,
        }
    }

    /// Returns the number of mantissa bits, and the total number of bits without the sign bit.
    fn bits(self) -> (u32, u32) {
        match self {
            Element::F16 => (10, 15),
            Element::F64 => (52, 63),
            Element::Byte | Element::Word | Element::F32 => (23, 31),
        }
    }

    /// Returns whether two elements agree: integers if they are identical, floats if they differ by at most `ulps`
    /// units in the last place.
    pub fn agrees(self, a: u64, b: u64, ulps: u64) -> bool {
        if a == b || matches!(self, Element::Byte | Element::Word) {
            return a == b;
        }
        let (fraction, sign) = self.bits();
        let magnitude = |x: u64| x & ((1 << sign) - 1);
        let infinity = (1 << sign) - (1 << fraction);
        let is_nan = |x: u64| magnitude(x) > infinity;
        if is_nan(a) || is_nan(b) {
            return is_nan(a) && is_nan(b);
        }
        // Maps floats to integers in numeric order. Both zeros map to 0.
        let place = |x: u64| if x >> sign == 0 { magnitude(x) as i128 } else { -(magnitude(x) as i128) };
        ulps > 0 && place(a).abs_diff(place(b)) <= ulps.into()
    }
}

/// Decodes a little-endian integer.
pub fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_by_units_in_the_last_place() {
        let f32 = |x: f32| u64::from(x.to_bits());
        assert!(Element::F32.agrees(f32(1.0), f32(1.0) + 2, 2));
        assert!(!Element::F32.agrees(f32(1.0), f32(1.0) + 3, 2));
        assert!(Element::F32.agrees(f32(0.0), f32(-0.0), 1));
        assert!(!Element::F32.agrees(f32(0.0), f32(-0.0), 0));
        assert!(Element::F32.agrees(f32(0.0) + 1, f32(-0.0) + 1, 2));
        assert!(Element::F32.agrees(f32(f32::NAN), f32(-f32::NAN), 0));
        assert!(!Element::F32.agrees(f32(f32::NAN), f32(f32::INFINITY), 9));
        assert!(!Element::F64.agrees(1.0_f64.to_bits(), f32(1.0), 9));
        assert!(Element::F16.agrees(0x3C00, 0x3C01, 1));
        assert!(!Element::Word.agrees(1, 2, 9));
    }
}
