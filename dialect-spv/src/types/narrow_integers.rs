//! Extension of operands for narrow-integer arithmetic in wider integers
//!
//! The bits above the narrow integer are unspecified. If the result of an operation depends on them, the operands must
//! first be extended.

use crate::generated::opcodes::{glsl, set};
use crate::generated::{opcodes as op, views as v};
use spv_ir::dialect::OpDefId;

/// The extension that an operand needs before an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extend {
    /// No extension, because the upper bits do not affect the result.
    No,
    /// Sign extension.
    Signed,
    /// Zero extension.
    Unsigned,
}

/// Core integer instructions whose operands have the same width as the result, or whose result is Boolean, each with
/// the extension of its operands.
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

/// GLSL.std.450 integer instructions that can be evaluated on wider integers, each with the extension of its operands.
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

/// Returns the extension that the operand at `index` of an instruction needs. Returns `None` if the instruction cannot
/// be evaluated on wider integers.
pub fn extension(in_set: u16, opcode: u32, index: usize) -> Option<Extend> {
    let table = match in_set {
        0 => CORE,
        set::GLSL => GLSL,
        _ => return None,
    };
    // Shift amounts are unsigned.
    if in_set == 0 && index == 1 && SHIFTS.contains(&opcode) {
        return Some(Extend::Unsigned);
    }
    table.iter().find(|row| row.0 == opcode).map(|row| row.1)
}

/// Returns the ops that extend an integer from `from` to `to` bits, in order, each with its constant right operand.
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
