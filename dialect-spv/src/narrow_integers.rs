//! Narrow integers kept in wider ones: how an operation reads its operands.
//!
//! The bits above the narrow integer are arbitrary. An operation whose result depends on them extends its operands first.

use crate::generated::opcodes::{glsl, set};
use crate::generated::{opcodes as op, views as v};
use spv_ir::dialect::OpDefId;

/// How an operand is extended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extend {
    /// The upper bits do not matter.
    No,
    /// As signed.
    Signed,
    /// As unsigned.
    Unsigned,
}

/// Instructions on integers whose operands and result have one width, or whose result is Boolean.
const CORE: &[(u32, Extend)] = &[
    (op::I_ADD, Extend::No),
    (op::I_SUB, Extend::No),
    (op::I_MUL, Extend::No),
    (op::S_NEGATE, Extend::No),
    (op::NOT, Extend::No),
    (op::BITWISE_AND, Extend::No),
    (op::BITWISE_OR, Extend::No),
    (op::BITWISE_XOR, Extend::No),
    (op::SHIFT_LEFT_LOGICAL, Extend::No),
    (op::SHIFT_RIGHT_LOGICAL, Extend::Unsigned),
    (op::SHIFT_RIGHT_ARITHMETIC, Extend::Signed),
    (op::U_DIV, Extend::Unsigned),
    (op::U_MOD, Extend::Unsigned),
    (op::S_DIV, Extend::Signed),
    (op::S_REM, Extend::Signed),
    (op::S_MOD, Extend::Signed),
    (op::I_EQUAL, Extend::Unsigned),
    (op::I_NOT_EQUAL, Extend::Unsigned),
    (op::U_LESS_THAN, Extend::Unsigned),
    (op::U_LESS_THAN_EQUAL, Extend::Unsigned),
    (op::U_GREATER_THAN, Extend::Unsigned),
    (op::U_GREATER_THAN_EQUAL, Extend::Unsigned),
    (op::S_LESS_THAN, Extend::Signed),
    (op::S_LESS_THAN_EQUAL, Extend::Signed),
    (op::S_GREATER_THAN, Extend::Signed),
    (op::S_GREATER_THAN_EQUAL, Extend::Signed),
    (op::BIT_COUNT, Extend::Unsigned),
    (op::U_CONVERT, Extend::Unsigned),
    (op::S_CONVERT, Extend::Signed),
    (op::CONVERT_U_TO_F, Extend::Unsigned),
    (op::CONVERT_S_TO_F, Extend::Signed),
    (op::CONVERT_F_TO_U, Extend::No),
    (op::CONVERT_F_TO_S, Extend::No),
];

/// The same of GLSL's extended instructions.
const GLSL: &[(u32, Extend)] = &[
    (glsl::S_ABS, Extend::Signed),
    (glsl::S_SIGN, Extend::Signed),
    (glsl::S_MIN, Extend::Signed),
    (glsl::S_MAX, Extend::Signed),
    (glsl::S_CLAMP, Extend::Signed),
    (glsl::U_MIN, Extend::Unsigned),
    (glsl::U_MAX, Extend::Unsigned),
    (glsl::U_CLAMP, Extend::Unsigned),
    (glsl::FIND_I_LSB, Extend::Unsigned),
    (glsl::FIND_S_MSB, Extend::Signed),
    (glsl::FIND_U_MSB, Extend::Unsigned),
];

const SHIFTS: [u32; 3] = [op::SHIFT_LEFT_LOGICAL, op::SHIFT_RIGHT_LOGICAL, op::SHIFT_RIGHT_ARITHMETIC];

/// How an instruction of a set reads operand number `index`; `None` where it cannot be computed with wider integers.
pub fn extension(in_set: u16, opcode: u32, index: usize) -> Option<Extend> {
    let table = match in_set {
        0 => CORE,
        set::GLSL => GLSL,
        _ => return None,
    };
    // A shift's amount is unsigned.
    if in_set == 0 && index == 1 && SHIFTS.contains(&opcode) {
        return Some(Extend::Unsigned);
    }
    table.iter().find(|row| row.0 == opcode).map(|row| row.1)
}

/// The operations that extend an integer of `from` bits in one of `to`, in order, each with its constant operand.
pub fn steps(how: Extend, from: u32, to: u32) -> Vec<(OpDefId, u64)> {
    match how {
        _ if from >= to => Vec::new(),
        Extend::No => Vec::new(),
        Extend::Unsigned => vec![(v::BitwiseAnd::ID, (1 << from) - 1)],
        Extend::Signed => {
            let spare = u64::from(to - from);
            vec![(v::ShiftLeftLogical::ID, spare), (v::ShiftRightArithmetic::ID, spare)]
        }
    }
}
