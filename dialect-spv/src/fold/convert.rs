//! Constant folding of conversions

use super::constant::{Lanes, NumericType, Scalar};
use super::float::{encode, if_mode_independent, round, value};
use super::lane::Lane;
use smallvec::SmallVec;
use spv_ir::FloatKind;

/// Converts a float to an integer by truncation. Returns `None` if the result is not in `least ..= 2^bits - 1`.
pub fn to_int(l: &Lane, least: f64, bits: u32) -> Option<u64> {
    let value = value(l, 0)?.trunc();
    let fits = value >= least && value < 2f64.powi(bits as i32);
    fits.then_some(if value < 0.0 { value as i64 as u64 } else { value as u64 })
}

pub fn to_float(l: &Lane, negative: bool, magnitude: u64) -> Option<u64> {
    let Scalar::Float(kind) = l.to else { return None };
    let rounded = round(kind, negative, magnitude.into(), 0)?;
    // The result of an overflow is unspecified.
    super::float::decode(kind, rounded.0).filter(|value| value.is_finite())?;
    if_mode_independent(l, rounded)
}

pub fn f_convert(l: &Lane) -> Option<u64> {
    let Scalar::Float(kind) = l.to else { return None };
    if_mode_independent(l, encode(kind, value(l, 0)?)?)
}

/// Rounds to a 16-bit float and back. Returns `None` if the 16-bit float would be denormal, because the result is then
/// unspecified.
pub fn quantize(l: &Lane) -> Option<u64> {
    let (half, _) = encode(FloatKind::F16, value(l, 0)?)?;
    let magnitude = half & 0x7FFF;
    let value = value(l, 0)?;
    if (magnitude < 0x400 && value != 0.0) || l.facts.rounds(FloatKind::F16) {
        return None;
    }
    super::float::exact(l, super::float::decode(FloatKind::F16, half)?)
}

/// Reinterprets the bits of a vector as lanes of another type, possibly with another lane count. The first lane holds
/// the lowest bits.
pub fn bitcast(from: NumericType, lanes: &[u64], to: NumericType) -> Option<Lanes> {
    let (have, want) = (from.scalar.width(), to.scalar.width());
    if from.scalar == Scalar::Bool || to.scalar == Scalar::Bool {
        return None;
    }
    if have as usize * lanes.len() != want as usize * to.lanes() || have % 8 != 0 || want % 8 != 0 {
        return None;
    }
    let bytes: SmallVec<[u8; 32]> =
        lanes.iter().flat_map(|lane| lane.to_le_bytes().into_iter().take(have as usize / 8)).collect();
    let part = |bytes: &[u8]| {
        let mut all = [0; 8];
        all[..bytes.len()].copy_from_slice(bytes);
        u64::from_le_bytes(all)
    };
    Some(bytes.chunks(want as usize / 8).map(part).collect())
}
