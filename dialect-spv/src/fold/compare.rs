//! Comparisons and logic, lane by lane.

use super::float::value;
use super::lane::{Lane, LaneFn};
use crate::generated::opcodes::*;
use std::cmp::Ordering;

/// By opcode.
pub const LANES: &[(u32, LaneFn)] = &[
    (LOGICAL_EQUAL, |l| bit(l.truth(0) == l.truth(1))),
    (LOGICAL_NOT_EQUAL, |l| bit(l.truth(0) != l.truth(1))),
    (LOGICAL_OR, |l| bit(l.truth(0) || l.truth(1))),
    (LOGICAL_AND, |l| bit(l.truth(0) && l.truth(1))),
    (LOGICAL_NOT, |l| bit(!l.truth(0))),
    (SELECT, |l| Some(l.bits[if l.truth(0) { 1 } else { 2 }])),
    (I_EQUAL, |l| bit(l.bits[0] == l.bits[1])),
    (I_NOT_EQUAL, |l| bit(l.bits[0] != l.bits[1])),
    (U_GREATER_THAN, |l| bit(l.unsigned(0) > l.unsigned(1))),
    (U_GREATER_THAN_EQUAL, |l| bit(l.unsigned(0) >= l.unsigned(1))),
    (U_LESS_THAN, |l| bit(l.unsigned(0) < l.unsigned(1))),
    (U_LESS_THAN_EQUAL, |l| bit(l.unsigned(0) <= l.unsigned(1))),
    (S_GREATER_THAN, |l| bit(l.signed(0) > l.signed(1))),
    (S_GREATER_THAN_EQUAL, |l| bit(l.signed(0) >= l.signed(1))),
    (S_LESS_THAN, |l| bit(l.signed(0) < l.signed(1))),
    (S_LESS_THAN_EQUAL, |l| bit(l.signed(0) <= l.signed(1))),
    (F_ORD_EQUAL, |l| float(l, false, Ordering::is_eq)),
    (F_UNORD_EQUAL, |l| float(l, true, Ordering::is_eq)),
    (F_ORD_NOT_EQUAL, |l| float(l, false, Ordering::is_ne)),
    (F_UNORD_NOT_EQUAL, |l| float(l, true, Ordering::is_ne)),
    (F_ORD_LESS_THAN, |l| float(l, false, Ordering::is_lt)),
    (F_UNORD_LESS_THAN, |l| float(l, true, Ordering::is_lt)),
    (F_ORD_GREATER_THAN, |l| float(l, false, Ordering::is_gt)),
    (F_UNORD_GREATER_THAN, |l| float(l, true, Ordering::is_gt)),
    (F_ORD_LESS_THAN_EQUAL, |l| float(l, false, Ordering::is_le)),
    (F_UNORD_LESS_THAN_EQUAL, |l| float(l, true, Ordering::is_le)),
    (F_ORD_GREATER_THAN_EQUAL, |l| float(l, false, Ordering::is_ge)),
    (F_UNORD_GREATER_THAN_EQUAL, |l| float(l, true, Ordering::is_ge)),
    (LESS_OR_GREATER, |l| float(l, false, Ordering::is_ne)),
    (ORDERED, |l| float(l, false, |_| true)),
    (UNORDERED, |l| float(l, true, |_| false)),
    (IS_NAN, |l| bit(value(l, 0)?.is_nan())),
    (IS_INF, |l| bit(value(l, 0)?.is_infinite())),
    (IS_FINITE, |l| bit(value(l, 0)?.is_finite())),
    // The value in a wider format is normal even where it is not in its own: the fields tell.
    (IS_NORMAL, |l| bit(super::float::is_normal(l.from[0], l.bits[0])?)),
    (SIGN_BIT_SET, |l| bit(value(l, 0)?.is_sign_negative())),
];

fn bit(truth: bool) -> Option<u64> {
    Some(u64::from(truth))
}

/// A comparison of floats; of ones that are unordered it is `unordered`.
fn float(l: &Lane, unordered: bool, test: fn(Ordering) -> bool) -> Option<u64> {
    bit(value(l, 0)?.partial_cmp(&value(l, 1)?).map_or(unordered, test))
}
