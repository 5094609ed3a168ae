//! Edits of function bodies, including single instructions
//!
//! Most edits preserve validity, so that mutants with several edits still reach the passes.

use super::blocks::{
    change_control, change_terminator, insert_loop, insert_selection, insert_switch,
    insert_unreachable_block, merge_blocks, move_block, split_block,
};
use super::code::{Code, Section, any, insert, inst, is_line, string};
use super::extended::insert_extended;
use super::functions::{
    add_parameter, change_result, declare_function, duplicate_function, insert_call, move_call,
    move_function, remove_parameter,
};
use crate::r#gen::Rng;
use spv_opt::dialect::generated::opcodes as op;
use std::ops::Range;

/// A function that edits a module. It returns `None` if the edit is not applicable.
pub(super) type Edit = fn(&mut Code, &mut Rng) -> Option<()>;

/// Edits of functions. Edits that are listed repeatedly are chosen more often.
pub(super) const EDITS: &[Edit] = &[
    split_block,
    merge_blocks,
    insert_selection,
    insert_selection,
    insert_selection,
    insert_loop,
    insert_loop,
    insert_loop,
    insert_switch,
    insert_unreachable_block,
    move_block,
    change_terminator,
    change_control,
    copy_operand,
    copy_operand,
    hide_constant,
    replace_operand,
    replace_operand,
    replace_operand,
    undefine_operand,
    insert_access,
    insert_access,
    insert_arithmetic,
    insert_arithmetic,
    insert_composite,
    insert_extended,
    insert_line,
    swap_instructions,
    duplicate_instruction,
    delete_instruction,
    insert_phi,
    insert_variable,
    insert_call,
    move_call,
    duplicate_function,
    move_function,
    declare_function,
    add_parameter,
    remove_parameter,
    change_result,
    change_memory_access,
];

/// Returns a random value operand in a function: the function, the instruction's position, the operand's word index,
/// and the operand's type. Returns `None` if the randomly chosen instruction has no such operand.
fn operand(code: &Code, rng: &mut Rng) -> Option<(Range<usize>, usize, usize, u32)> {
    let (function, block, _) = code.place(rng)?;
    let room = code.room(&block);
    let at = rng.range(room.start, block.end.saturating_sub(1).max(room.start));
    let word = any(&code.id_operands(at), rng)?;
    let ty = code.type_of(code.list[at][word])?;
    let merge = at > block.start && matches!(code.op(at - 1), op::LOOP_MERGE | op::SELECTION_MERGE);
    (!merge && code.op(at) != op::FUNCTION_END).then_some((function, at, word, ty))
}

/// Replaces an operand with an `OpCopyObject` of it. The copied value may instead be a constant or undefined pointer,
/// which would be invalid as a direct operand.
fn copy_operand(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let (_, at, word, ty) = operand(code, rng)?;
    let mut old = code.list[at][word];
    if pointee(code, ty).is_some() && rng.chance(20) {
        old = code.fresh();
        code.add(inst(op::UNDEF, &[ty, old]));
    } else if rng.chance(30) {
        old = code.constant(ty, rng)?;
    }
    let id = code.fresh();
    code.list[at][word] = id;
    let opcode = if rng.chance(90) { op::COPY_OBJECT } else { op::COPY_LOGICAL };
    insert(code, at, vec![inst(opcode, &[ty, id, old])]);
    Some(())
}

/// Replaces an operand with a value that only folding reveals to be constant. The value is a copy, an arithmetic
/// result, a selection, or a load from a variable.
fn hide_constant(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let (function, at, word, ty) = (0..8).find_map(|_| {
        let found = operand(code, rng)?;
        // Integers are chosen more often, because they may be indices, shift amounts or divisors.
        let is_int = code.def(found.3).is_some_and(|def| code.op(def) == op::TYPE_INT);
        (is_int || rng.chance(10)).then_some(found)
    })?;
    let constant = code.initializer(ty, rng)?;
    let id = code.fresh();
    code.list[at][word] = id;
    let mut out = Vec::new();
    match rng.below(4) {
        0 => out.push(inst(op::COPY_OBJECT, &[ty, id, constant])),
        1 => {
            let bool = code.type_id(op::TYPE_BOOL, &[]);
            let (condition, other) = (code.initializer(bool, rng)?, code.initializer(ty, rng)?);
            out.push(inst(op::SELECT, &[ty, id, condition, constant, other]));
        }
        2 => {
            let other = code.initializer(ty, rng)?;
            out.push(inst(rng.pick(&[op::I_ADD, op::I_SUB, op::I_MUL]), &[ty, id, constant, other]));
        }
        _ => {
            const FUNCTION: u32 = 7;
            let pointer = code.type_id(op::TYPE_POINTER, &[FUNCTION, ty]);
            let variable = code.fresh();
            out.push(inst(op::STORE, &[variable, constant]));
            out.push(inst(op::LOAD, &[ty, id, variable]));
            insert(code, at, out);
            let entry = code.blocks(&function).into_iter().next()?;
            insert(code, entry.start + 1, vec![inst(op::VARIABLE, &[pointer, variable, FUNCTION])]);
            return Some(());
        }
    }
    insert(code, at, out);
    Some(())
}

fn replace_operand(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let (function, at, word, ty) = operand(code, rng)?;
    let id = if rng.chance(50) { code.value(ty, &function, at, rng)? } else { code.constant(ty, rng)? };
    code.list[at][word] = id;
    Some(())
}

fn undefine_operand(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let (_, at, word, ty) = operand(code, rng)?;
    if pointee(code, ty).is_some() && rng.chance(85) {
        return None;
    }
    let id = code.fresh();
    code.list[at][word] = id;
    let undef = inst(op::UNDEF, &[ty, id]);
    if rng.chance(50) {
        code.add(undef);
    } else {
        insert(code, at, vec![undef]);
    }
    Some(())
}

/// Returns the storage class and pointee type of a pointer type, or `None` for other types.
fn pointee(code: &Code, ty: u32) -> Option<(u32, u32)> {
    let def = &code.list[code.def(ty)?];
    (def[0] == op::TYPE_POINTER).then_some(())?;
    Some((*def.get(2)?, *def.get(3)?))
}

/// Inserts a load, a store or a copy that accesses a variable or one of its elements. Returns `None` if not applicable.
fn insert_access(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let (function, _, at) = code.place(rng)?;
    let mut pointers = code.values(&function, at);
    pointers.retain(|(_, ty)| pointee(code, *ty).is_some());
    let (mut pointer, ty) = any(&pointers, rng)?;
    let (class, mut inner) = pointee(code, ty)?;
    let mut out = Vec::new();
    let mut indices = Vec::new();
    while rng.chance(60) {
        let def = code.list[code.def(inner)?].clone();
        let int = code.int(rng);
        match def[0] {
            op::TYPE_STRUCT if def.len() > 2 => {
                let member = rng.below(def.len() - 2);
                let id = code.fresh();
                code.add(inst(op::CONSTANT, &[int, id, member as u32]));
                indices.push(id);
                inner = def[2 + member];
            }
            op::TYPE_ARRAY | op::TYPE_RUNTIME_ARRAY | op::TYPE_VECTOR | op::TYPE_MATRIX => {
                indices.push(if rng.chance(70) {
                    code.constant(int, rng)?
                } else {
                    code.value(int, &function, at, rng)?
                });
                inner = def[2];
            }
            _ => break,
        }
    }
    if !indices.is_empty() {
        let chain = code.fresh();
        let result = code.type_id(op::TYPE_POINTER, &[class, inner]);
        let opcode = rng.pick(&[op::ACCESS_CHAIN, op::ACCESS_CHAIN, op::IN_BOUNDS_ACCESS_CHAIN]);
        out.push(inst(opcode, &[&[result, chain, pointer], &indices[..]].concat()));
        pointer = chain;
    }
    if rng.chance(50) {
        let value = code.value(inner, &function, at, rng)?;
        out.push(inst(op::STORE, &[pointer, value]));
    } else {
        let id = code.fresh();
        out.push(inst(op::LOAD, &[inner, id, pointer]));
    }
    insert(code, at, out);
    Some(())
}

fn insert_arithmetic(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let (function, _, at) = code.place(rng)?;
    let (a, ty) = any(&code.values(&function, at), rng)?;
    let mut scalar = code.list[code.def(ty)?].clone();
    if scalar[0] == op::TYPE_VECTOR {
        scalar = code.list[code.def(scalar[2])?].clone();
    }
    let opcode = match scalar[0] {
        op::TYPE_INT => rng.pick(&[
            op::I_ADD,
            op::I_SUB,
            op::I_MUL,
            op::U_DIV,
            op::S_DIV,
            op::U_MOD,
            op::S_REM,
            op::S_MOD,
            op::SHIFT_LEFT_LOGICAL,
            op::SHIFT_RIGHT_ARITHMETIC,
            op::SHIFT_RIGHT_LOGICAL,
            op::BITWISE_AND,
            op::BITWISE_OR,
            op::BITWISE_XOR,
        ]),
        op::TYPE_FLOAT => rng.pick(&[op::F_ADD, op::F_SUB, op::F_MUL, op::F_DIV, op::F_MOD, op::F_REM]),
        op::TYPE_BOOL => {
            rng.pick(&[op::LOGICAL_AND, op::LOGICAL_OR, op::LOGICAL_EQUAL, op::LOGICAL_NOT_EQUAL])
        }
        _ => return None,
    };
    let b = if rng.chance(60) { code.value(ty, &function, at, rng)? } else { code.constant(ty, rng)? };
    let id = code.fresh();
    let mut out = vec![inst(opcode, &[ty, id, a, b])];
    if rng.chance(50) {
        // The new value is used, so that it is not removed as dead code.
        let user = code.fresh();
        let condition = code.condition(&function, at, rng)?;
        let is_scalar = code.list[code.def(ty)?][0] != op::TYPE_VECTOR;
        out.push(match is_scalar {
            true => inst(op::SELECT, &[ty, user, condition, id, a]),
            false => inst(op::COPY_OBJECT, &[ty, user, id]),
        });
        let end = code.blocks(&function).into_iter().find(|b| b.contains(&at))?.end;
        code.replace_uses(at..end, a, user);
    }
    insert(code, at, out);
    Some(())
}

/// Inserts an OpCompositeExtract or an OpCompositeInsert. Returns `None` if not applicable.
fn insert_composite(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let (function, _, at) = code.place(rng)?;
    let mut values = code.values(&function, at);
    let element = |code: &Code, ty: u32, index: usize| {
        let def = &code.list[code.def(ty)?];
        match def[0] {
            op::TYPE_VECTOR | op::TYPE_MATRIX | op::TYPE_ARRAY => def.get(2).copied(),
            op::TYPE_STRUCT => def.get(2 + index).copied(),
            _ => None,
        }
    };
    values.retain(|value| element(code, value.1, 0).is_some());
    let (composite, ty) = any(&values, rng)?;
    let index = rng.below(3);
    let inner = element(code, ty, index)?;
    let id = code.fresh();
    let new = if rng.chance(50) {
        inst(op::COMPOSITE_EXTRACT, &[inner, id, composite, index as u32])
    } else {
        let value = code.value(inner, &function, at, rng)?;
        let end = code.blocks(&function).into_iter().find(|b| b.contains(&at))?.end;
        code.replace_uses(at..end, composite, id);
        inst(op::COMPOSITE_INSERT, &[ty, id, value, composite, index as u32])
    };
    insert(code, at, vec![new]);
    Some(())
}

/// Inserts an OpLine or OpNoLine at a valid position or, rarely, anywhere. Returns `None` if not applicable.
fn insert_line(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let globals = code.section(Section::Global).first().copied().unwrap_or(code.list.len());
    let at = rng.range(globals, code.list.len());
    let strings: Vec<u32> = (0..code.list.len())
        .filter(|&at| code.op(at) == op::STRING)
        .filter_map(|at| code.result(at))
        .collect();
    let new = match any(&strings, rng) {
        Some(file) if rng.chance(80) => inst(op::LINE, &[file, rng.below(4) as u32, rng.below(3) as u32]),
        Some(_) => inst(op::NO_LINE, &[]),
        None => {
            let file = code.fresh();
            code.add([inst(op::STRING, &[file]), string(b"a.glsl")].concat());
            inst(op::LINE, &[file, 1, 0])
        }
    };
    insert(code, at, vec![new]);
    Some(())
}

/// Returns a random block and a position in it at which most instructions are valid. Returns `None` if there is none.
fn ordinary(code: &Code, rng: &mut Rng) -> Option<(Range<usize>, usize)> {
    let (function, block, _) = code.place(rng)?;
    let room = code.room(&block);
    (!room.is_empty()).then(|| (function, rng.range(room.start, room.end - 1)))
}

fn swap_instructions(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let (function, at) = ordinary(code, rng)?;
    let block = code.blocks(&function).into_iter().find(|block| block.contains(&at))?;
    let depends = code.result(at).is_some_and(|id| code.list[at + 1][1..].contains(&id));
    if (depends || at + 1 >= code.room(&block).end) && rng.chance(95) {
        return None;
    }
    code.list.swap(at, at + 1);
    Some(())
}

fn duplicate_instruction(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let (_, at) = ordinary(code, rng)?;
    let mut copy = code.list[at].clone();
    if code.result(at).is_some() {
        let word = code.first_operand(at) - 1;
        copy[word] = code.fresh();
    }
    let at = if rng.chance(70) { at + 1 } else { ordinary(code, rng)?.1 };
    insert(code, at, vec![copy]);
    Some(())
}

fn delete_instruction(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let (_, at) = ordinary(code, rng)?;
    if code.result(at).is_some_and(|id| code.is_used(id)) {
        return None;
    }
    let id = code.result(at);
    code.list.remove(at);
    code.forget(id.as_slice());
    Some(())
}

/// Inserts a phi in a block with one predecessor, or a phi with the same value for all predecessors. Returns `None` if
/// not applicable.
fn insert_phi(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let function = code.any_defined(rng)?;
    let blocks = code.blocks(&function);
    let block = any(blocks.get(1..)?, rng)?;
    let label = code.result(block.start)?;
    let mut predecessors = Vec::new();
    for other in &blocks {
        let last = other.clone().rev().find(|at| !is_line(code.op(*at)))?;
        if matches!(code.op(last), op::BRANCH | op::BRANCH_CONDITIONAL | op::SWITCH)
            && code.list[last][1..].contains(&label)
        {
            predecessors.push(code.result(other.start)?);
        }
    }
    let (_, ty) = any(&code.values(&function, blocks[0].end), rng)?;
    let id = code.fresh();
    let mut phi = inst(op::PHI, &[ty, id]);
    for predecessor in predecessors {
        // Parameters, global values and values of the entry block are available in every block.
        let entry = code.room(&blocks[0]).start;
        phi.extend([code.value(ty, &function, entry, rng)?, predecessor]);
    }
    if rng.chance(60)
        && let Some(user) = code
            .room(&block)
            .find(|&at| code.id_operands(at).iter().any(|&w| code.type_of(code.list[at][w]) == Some(ty)))
        && let Some(word) =
            code.id_operands(user).into_iter().find(|&w| code.type_of(code.list[user][w]) == Some(ty))
    {
        code.list[user][word] = id;
    }
    insert(code, block.start + 1, vec![phi]);
    Some(())
}

/// Inserts a function variable, randomly with an initializer. Returns `None` if not applicable.
fn insert_variable(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let function = code.any_defined(rng)?;
    let entry = code.blocks(&function).into_iter().next()?;
    let (_, inner) = any(&code.values(&function, entry.start), rng)?;
    let class = 7;
    let ty = code.type_id(op::TYPE_POINTER, &[class, inner]);
    let id = code.fresh();
    let mut variable = inst(op::VARIABLE, &[ty, id, class]);
    if rng.chance(50) {
        variable.extend(code.initializer(inner, rng));
    }
    insert(code, entry.start + 1, vec![variable]);
    Some(())
}

fn change_memory_access(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let is_access = |at: &usize| matches!(code.op(*at), op::LOAD | op::STORE);
    let at = any(&(0..code.list.len()).filter(is_access).collect::<Vec<_>>(), rng)?;
    let len = if code.op(at) == op::LOAD { 4 } else { 3 };
    code.list[at].truncate(len);
    let access: &[u32] = match rng.below(6) {
        0 => &[1],
        1 => &[2, 4],
        2 => &[3, 16],
        3 => &[4],
        4 => &[0],
        _ => &[],
    };
    code.list[at].extend(access);
    Some(())
}
