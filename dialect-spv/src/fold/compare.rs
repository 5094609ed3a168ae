//! Constant folding of comparisons and logical operations, per lane

use super::float::value;
use super::lane::Lane;
use std::cmp::Ordering;

pub fn bit(truth: bool) -> Option<u64> {
    Some(u64::from(truth))
}

/// Compares two floats with `test`. Returns `unordered` if one of them is a NaN.
pub fn float(l: &Lane, unordered: bool, test: fn(Ordering) -> bool) -> Option<u64> {
    bit(value(l, 0)?.partial_cmp(&value(l, 1)?).map_or(unordered, test))
}
