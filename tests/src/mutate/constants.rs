//! Edits of constants and specialization constants

use super::code::{Code, Section, any, inst, literal};
use super::draw::any_of;
use super::types::TYPES;
use crate::r#gen::Rng;
use spv_opt::dialect::generated::opcodes as op;

/// Changes the value of a constant. Returns `None` if not applicable.
pub(super) fn change_constant(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let opcodes = [
        op::CONSTANT,
        op::CONSTANT,
        op::SPEC_CONSTANT,
        op::CONSTANT_TRUE,
        op::CONSTANT_FALSE,
        op::CONSTANT_COMPOSITE,
    ];
    let chosen = rng.pick(&opcodes);
    let at = any_of(code, &[chosen], rng)?;
    let ty = code.ty(at)?;
    match code.op(at) {
        op::CONSTANT | op::SPEC_CONSTANT if rng.chance(85) => {
            let value = literal(&code.list[code.def(ty)?].clone(), rng);
            code.list[at].truncate(3);
            code.list[at].extend(value);
        }
        op::CONSTANT_TRUE => code.list[at][0] = op::CONSTANT_FALSE,
        op::CONSTANT_FALSE => code.list[at][0] = op::CONSTANT_TRUE,
        op::CONSTANT_COMPOSITE if code.list[at].len() > 3 && rng.chance(70) => {
            let word = rng.range(3, code.list[at].len() - 1);
            let inner = code.type_of(code.list[at][word])?;
            // Constituents must be defined before their composite.
            let before: Vec<u32> =
                (0..at).filter(|&i| code.ty(i) == Some(inner)).filter_map(|i| code.result(i)).collect();
            code.list[at][word] = any(&before, rng)?;
        }
        _ => {
            code.list[at].truncate(3);
            code.list[at][0] = rng.pick(&[op::CONSTANT_NULL, op::UNDEF]);
        }
    }
    Some(())
}

/// Converts a constant to a specialization constant, or vice versa. Returns `None` if not applicable.
pub(super) fn specialize(code: &mut Code, rng: &mut Rng) -> Option<()> {
    const PAIRS: [(u32, u32); 4] = [
        (op::CONSTANT, op::SPEC_CONSTANT),
        (op::CONSTANT_TRUE, op::SPEC_CONSTANT_TRUE),
        (op::CONSTANT_FALSE, op::SPEC_CONSTANT_FALSE),
        (op::CONSTANT_COMPOSITE, op::SPEC_CONSTANT_COMPOSITE),
    ];
    let (plain, special) = rng.pick(&PAIRS);
    let at = any_of(code, &[plain], rng).or_else(|| any_of(code, &[special], rng))?;
    let id = code.result(at)?;
    if code.op(at) == special && rng.chance(50) {
        code.list[at][0] = plain;
        return Some(());
    }
    code.list[at][0] = special;
    if special != op::SPEC_CONSTANT_COMPOSITE && rng.chance(85) {
        const SPEC_ID: u32 = 1;
        code.add(inst(op::DECORATE, &[id, SPEC_ID, rng.below(9) as u32]));
    }
    // Composites that contain this constituent usually become specialization constants, too.
    if rng.chance(85) {
        for at in 0..code.list.len() {
            if code.op(at) == op::CONSTANT_COMPOSITE && code.list[at][3..].contains(&id) {
                code.list[at][0] = op::SPEC_CONSTANT_COMPOSITE;
            }
        }
    }
    Some(())
}

/// Adds a specialization constant of a random scalar type, which replaces some uses of a constant of the same type.
/// Returns `None` if not applicable.
pub(super) fn add_specialization(code: &mut Code, rng: &mut Rng) -> Option<()> {
    const SPEC_ID: u32 = 1;
    let width = rng.pick(&[8, 16, 32, 64]);
    let (ty, opcode) = match rng.below(5) {
        0 => (code.type_id(op::TYPE_BOOL, &[]), rng.pick(&[op::SPEC_CONSTANT_TRUE, op::SPEC_CONSTANT_FALSE])),
        1 | 2 if width > 8 => (code.type_id(op::TYPE_FLOAT, &[width]), op::SPEC_CONSTANT),
        _ => (code.type_id(op::TYPE_INT, &[width, rng.below(2) as u32]), op::SPEC_CONSTANT),
    };
    // The capabilities are Int8, Int16, Int64, Float16 and Float64.
    [39, 22, 11, 9, 10].into_iter().filter(|_| width != 32).for_each(|capability| code.require(capability));
    code.flush();
    let literal = if opcode == op::SPEC_CONSTANT {
        literal(&code.list[code.def(ty)?].clone(), rng)
    } else {
        Vec::new()
    };
    let id = code.fresh();
    code.add(inst(opcode, &[&[ty, id], &literal[..]].concat()));
    code.add(inst(op::DECORATE, &[id, SPEC_ID, rng.below(4) as u32]));
    let alike: Vec<u32> = (0..code.list.len())
        .filter(|&at| code.ty(at) == Some(ty) && code.op(at) == op::CONSTANT)
        .filter_map(|at| code.result(at))
        .collect();
    if let Some(old) = any(&alike, rng) {
        let functions = code.end_of(Section::Global);
        code.replace_uses(functions..code.list.len(), old, id);
    }
    Some(())
}

/// Adds a vector or array of constants, some of which are specialization constants. Returns `None` if not applicable.
pub(super) fn specialize_composite(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let scalars = [op::SPEC_CONSTANT, op::SPEC_CONSTANT_OP, op::SPEC_CONSTANT_TRUE];
    let at = any_of(code, &scalars, rng)?;
    let (id, ty) = (code.result(at)?, code.ty(at)?);
    let count = rng.range(2, 4) as u32;
    let vector = code.type_id(op::TYPE_VECTOR, &[ty, count]);
    let mut parts = Vec::new();
    for _ in 0..count {
        parts.push(if rng.chance(60) { id } else { code.constant(ty, rng)? });
    }
    let new = code.fresh();
    let opcode = if rng.chance(90) { op::SPEC_CONSTANT_COMPOSITE } else { op::CONSTANT_COMPOSITE };
    code.add(inst(opcode, &[&[vector, new], &parts[..]].concat()));
    if rng.chance(60) {
        let sum = code.fresh();
        let extract = rng.chance(50);
        let words = match extract {
            true => inst(op::SPEC_CONSTANT_OP, &[ty, sum, op::COMPOSITE_EXTRACT, new, rng.below(5) as u32]),
            false => inst(op::SPEC_CONSTANT_OP, &[vector, sum, op::VECTOR_SHUFFLE, new, new, 0, 1]),
        };
        code.add(words);
    }
    Some(())
}

/// Adds a specialization constant that is computed from other constants and replaces some of their uses. Returns `None`
/// if not applicable.
pub(super) fn compute_constant(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let at = any_of(
        code,
        &[op::SPEC_CONSTANT, op::CONSTANT, op::SPEC_CONSTANT_OP, op::SPEC_CONSTANT_COMPOSITE],
        rng,
    )?;
    let (id, ty) = (code.result(at)?, code.ty(at)?);
    let other = code.constant(ty, rng)?;
    let opcode = rng.pick(&[
        op::I_ADD,
        op::I_SUB,
        op::I_MUL,
        op::U_DIV,
        op::S_DIV,
        op::S_MOD,
        op::S_REM,
        op::SHIFT_LEFT_LOGICAL,
        op::SHIFT_RIGHT_ARITHMETIC,
        op::BITWISE_AND,
        op::BITWISE_XOR,
        op::NOT,
        op::S_NEGATE,
        op::SELECT,
        op::U_CONVERT,
        op::QUANTIZE_TO_F16,
        op::I_EQUAL,
        op::F_ADD,
        op::CONVERT_S_TO_F,
        op::BITCAST,
    ]);
    let new = code.fresh();
    let words = match opcode {
        op::NOT | op::S_NEGATE | op::U_CONVERT | op::QUANTIZE_TO_F16 | op::CONVERT_S_TO_F | op::BITCAST => {
            inst(op::SPEC_CONSTANT_OP, &[ty, new, opcode, id])
        }
        op::SELECT => {
            let bool = code.type_id(op::TYPE_BOOL, &[]);
            let condition = code.constant(bool, rng)?;
            inst(op::SPEC_CONSTANT_OP, &[ty, new, opcode, condition, id, other])
        }
        op::I_EQUAL => {
            let bool = code.type_id(op::TYPE_BOOL, &[]);
            inst(op::SPEC_CONSTANT_OP, &[bool, new, opcode, id, other])
        }
        _ => inst(op::SPEC_CONSTANT_OP, &[ty, new, opcode, id, other]),
    };
    code.add(words);
    if opcode != op::I_EQUAL && rng.chance(70) {
        let functions = code.end_of(Section::Global);
        code.replace_uses(functions..code.list.len(), id, new);
    }
    Some(())
}

pub(super) fn add_constant(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let types: Vec<u32> = (0..code.list.len())
        .filter(|&at| TYPES.contains(&code.op(at)) || code.op(at) == op::TYPE_BOOL)
        .filter_map(|at| code.result(at))
        .collect();
    let ty = any(&types, rng)?;
    code.constant(ty, rng).map(|_| ())
}
