//! Integer range lattice: an unsigned interval, a signed interval and known bits

use std::fmt;

/// The set of values that an integer of 1 to 64 bits may have: an unsigned interval, a signed interval and known bits.
/// All three hold at the same time, and each tightens the other two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// Bit width of the type.
    pub width: u32,
    /// Minimum and maximum as unsigned values, inclusive.
    pub unsigned: (u64, u64),
    /// Minimum and maximum as signed values, inclusive.
    pub signed: (i64, i64),
    /// Bits known to be 0.
    pub zeros: u64,
    /// Bits known to be 1.
    pub ones: u64,
}

impl Range {
    /// Returns the range that contains every value of a width.
    pub fn full(width: u32) -> Range {
        let (unsigned, signed) = ((0, mask(width)), signed_bounds(width));
        Range { width, unsigned, signed, zeros: 0, ones: 0 }
    }

    /// Returns the range of a single value, given by its bits.
    pub fn constant(width: u32, bits: u64) -> Range {
        let bits = bits & mask(width);
        let signed = sign_extend(bits, width);
        Range {
            width,
            unsigned: (bits, bits),
            signed: (signed, signed),
            zeros: !bits & mask(width),
            ones: bits,
        }
    }

    /// Returns the range of an unsigned interval. The bounds are inclusive. Returns the full range if a bound exceeds
    /// the type.
    pub fn of_unsigned(width: u32, min: u128, max: u128) -> Range {
        let full = Range::full(width);
        if max > u128::from(mask(width)) || min > max {
            return full;
        }
        Range { unsigned: (min as u64, max as u64), ..full }.tightened().unwrap_or(full)
    }

    /// Returns the range of a signed interval. The bounds are inclusive. Returns the full range if a bound exceeds the
    /// type.
    pub fn of_signed(width: u32, min: i128, max: i128) -> Range {
        let full = Range::full(width);
        let (least, greatest) = signed_bounds(width);
        if min < i128::from(least) || max > i128::from(greatest) || min > max {
            return full;
        }
        Range { signed: (min as i64, max as i64), ..full }.tightened().unwrap_or(full)
    }

    /// Returns the range of the values with the given known bits: `zeros` are known to be 0, and `ones` are known to
    /// be 1.
    pub fn of_bits(width: u32, zeros: u64, ones: u64) -> Range {
        let full = Range::full(width);
        Range { zeros: zeros & mask(width), ones: ones & mask(width), ..full }.tightened().unwrap_or(full)
    }

    /// Returns whether the range contains every value of its width.
    pub fn is_full(&self) -> bool {
        *self == Range::full(self.width)
    }

    /// Returns the bits of the value if the range contains exactly one value, or else `None`.
    pub fn single(&self) -> Option<u64> {
        (self.unsigned.0 == self.unsigned.1).then_some(self.unsigned.0)
    }

    /// Returns whether the range contains the value with the given bits.
    pub fn contains(&self, bits: u64) -> bool {
        let signed = sign_extend(bits, self.width);
        bits & self.zeros == 0
            && bits & self.ones == self.ones
            && (self.unsigned.0..=self.unsigned.1).contains(&bits)
            && (self.signed.0..=self.signed.1).contains(&signed)
    }

    /// Returns the union of two ranges (the lattice join).
    pub fn join(&self, other: &Range) -> Range {
        Range {
            width: self.width,
            unsigned: (self.unsigned.0.min(other.unsigned.0), self.unsigned.1.max(other.unsigned.1)),
            signed: (self.signed.0.min(other.signed.0), self.signed.1.max(other.signed.1)),
            zeros: self.zeros & other.zeros,
            ones: self.ones & other.ones,
        }
    }

    /// Returns the intersection of two ranges, or `None` if it is empty.
    pub fn meet(&self, other: &Range) -> Option<Range> {
        Range {
            width: self.width,
            unsigned: (self.unsigned.0.max(other.unsigned.0), self.unsigned.1.min(other.unsigned.1)),
            signed: (self.signed.0.max(other.signed.0), self.signed.1.min(other.signed.1)),
            zeros: self.zeros | other.zeros,
            ones: self.ones | other.ones,
        }
        .tightened()
    }

    /// Returns a range that contains `self` and `new`. Rounds each bound that changed to the next power of two, so a
    /// range widens a bounded number of times.
    pub fn widen(&self, new: &Range) -> Range {
        let (joined, width) = (self.join(new), self.width);
        let up = |bound: u64| mask(64 - bound.leading_zeros());
        let (least, greatest) = signed_bounds(width);
        let signed_up = |bound: i64| if bound < 0 { -1 } else { (up(bound as u64) as i64).min(greatest) };
        let mut wide = joined;
        if joined.unsigned.0 < self.unsigned.0 {
            wide.unsigned.0 = 0;
        }
        if joined.unsigned.1 > self.unsigned.1 {
            wide.unsigned.1 = up(joined.unsigned.1).min(mask(width));
        }
        if joined.signed.0 < self.signed.0 {
            wide.signed.0 = if joined.signed.0 >= 0 { 0 } else { (!signed_up(!joined.signed.0)).max(least) };
        }
        if joined.signed.1 > self.signed.1 {
            wide.signed.1 = signed_up(joined.signed.1);
        }
        wide
    }

    /// Tightens the intervals and the known bits by each other. Returns `None` if no value satisfies all of them.
    pub fn tightened(mut self) -> Option<Range> {
        let width = self.width;
        let sign = 1u64 << (width - 1);
        // The second round uses the results of the first. Further rounds rarely tighten more.
        for _ in 0..2 {
            self.unsigned.0 = self.unsigned.0.max(self.ones);
            self.unsigned.1 = self.unsigned.1.min(!self.zeros & mask(width));
            if self.signed.0 >= 0 || self.signed.1 < 0 {
                // The signed interval does not contain both -1 and 0, so the order of its values is the same if they
                // are unsigned.
                let bounds = [self.signed.0, self.signed.1].map(|bound| bound as u64 & mask(width));
                self.unsigned = (self.unsigned.0.max(bounds[0]), self.unsigned.1.min(bounds[1]));
            }
            if self.unsigned.0 > self.unsigned.1 {
                return None;
            }
            if self.unsigned.0 >= sign || self.unsigned.1 < sign {
                let bounds = [self.unsigned.0, self.unsigned.1].map(|bound| sign_extend(bound, width));
                self.signed = (self.signed.0.max(bounds[0]), self.signed.1.min(bounds[1]));
            }
            if self.signed.0 > self.signed.1 {
                return None;
            }
            // The leading bits in which both bounds agree are known.
            let differ = self.unsigned.0 ^ self.unsigned.1;
            let common = mask(width) & !mask(64 - differ.leading_zeros());
            self.ones |= self.unsigned.0 & common;
            self.zeros |= !self.unsigned.0 & common;
            if self.ones & self.zeros != 0 {
                return None;
            }
        }
        Some(self)
    }
}

impl fmt::Display for Range {
    /// Formats the range as `42`, `[0, 15]`, `[-4, 3]` or `full`, followed by ` bits 0b...` if known bits add
    /// information.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(bits) = self.single() {
            return write!(f, "{bits}");
        }
        if self.is_full() {
            return f.write_str("full");
        }
        let full = Range::full(self.width);
        let mut parts = Vec::new();
        if self.unsigned != full.unsigned {
            parts.push(format!("[{}, {}]", self.unsigned.0, self.unsigned.1));
        }
        if self.signed != full.signed && self.signed.0 < 0 {
            parts.push(format!("signed [{}, {}]", self.signed.0, self.signed.1));
        }
        let intervals = Range { zeros: 0, ones: 0, ..*self }.tightened();
        if intervals.is_some_and(|known| (known.zeros, known.ones) != (self.zeros, self.ones)) {
            let bit = |i: u32| match (self.zeros >> i & 1, self.ones >> i & 1) {
                (1, _) => '0',
                (_, 1) => '1',
                _ => '?',
            };
            parts.push(format!("bits {}", (0..self.width).rev().map(bit).collect::<String>()));
        }
        f.write_str(&parts.join(", "))
    }
}

/// Returns the mask of the low `width` bits.
pub fn mask(width: u32) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

/// Returns the smallest and the largest signed value of a bit width.
pub fn signed_bounds(width: u32) -> (i64, i64) {
    let greatest = (mask(width) >> 1) as i64;
    (!greatest, greatest)
}

/// Interprets the low `width` bits as a signed integer.
pub fn sign_extend(bits: u64, width: u32) -> i64 {
    let spare = 64 - width;
    ((bits << spare) as i64) >> spare
}
