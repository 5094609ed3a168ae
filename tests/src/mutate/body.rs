//! Edits of functions. Most of them keep a module valid, so that several together still reach the passes.

use super::code::{Code, Section, any, inst, is_line, string};
use crate::r#gen::Rng;
use spv_opt::dialect::generated::opcodes as op;
use spv_opt::dialect::sets::set;
use std::collections::HashMap;
use std::ops::Range;

/// An edit; `None` where there is nothing that it could change.
pub(super) type Edit = fn(&mut Code, &mut Rng) -> Option<()>;

/// The edits of functions; what is listed twice is done twice as often.
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

/// A loop header's back edge must lead to its declaration, so the block is not split.
fn may_split(code: &Code, block: &Range<usize>) -> bool {
    block.clone().all(|at| code.op(at) != op::LOOP_MERGE)
}

/// Renames a predecessor in the phis of a function.
fn rename_predecessor(code: &mut Code, function: Range<usize>, old: u32, new: u32) {
    for at in function.filter(|at| code.op(*at) == op::PHI).collect::<Vec<_>>() {
        code.list[at].iter_mut().skip(4).step_by(2).filter(|id| **id == old).for_each(|id| *id = new);
    }
}

/// Splits a block at a random place. Returns the position, where the first half needs a terminator now, and the
/// label of the second half.
fn split(code: &mut Code, rng: &mut Rng) -> Option<(Range<usize>, usize, u32)> {
    let (function, block, at) = code.place(rng)?;
    if !may_split(code, &block) {
        return None;
    }
    let old = code.result(block.start)?;
    let label = code.fresh();
    rename_predecessor(code, function.clone(), old, label);
    code.list.insert(at, inst(op::LABEL, &[label]));
    Some((function.start..function.end + 1, at, label))
}

fn insert(code: &mut Code, at: usize, insts: Vec<Vec<u32>>) {
    code.list.splice(at..at, insts);
}

fn split_block(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let (_, at, label) = split(code, rng)?;
    insert(code, at, vec![inst(op::BRANCH, &[label])]);
    Some(())
}

/// Joins a block with the one that it branches to and that follows it; the first block may become a loop header.
fn merge_blocks(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let function = code.any_defined(rng)?;
    let blocks = code.blocks(&function);
    let first = |block: &Range<usize>| code.list.get(block.end).filter(|inst| inst[0] == op::LABEL);
    let follows = |block: &&Range<usize>| {
        first(block).is_some_and(|label| code.list[block.end - 1] == inst(op::BRANCH, &label[1..]))
    };
    // A merge instruction would lose its branch.
    let merges = |block: &&Range<usize>| {
        (block.start..block.end).any(|at| matches!(code.op(at), op::LOOP_MERGE | op::SELECTION_MERGE))
    };
    let found: Vec<_> = blocks.iter().filter(follows).filter(|block| !merges(block)).cloned().collect();
    let block = if rng.chance(50) { found.first().cloned() } else { any(&found, rng) }?;
    let (label, gone) = (code.result(block.start)?, code.result(block.end)?);
    code.list.drain(block.end - 1..block.end + 1);
    code.replace_uses(function.start..function.end - 2, gone, label);
    code.forget(&[gone]);
    Some(())
}

const KERNEL: u32 = 6;

/// What may end a function of a result type.
fn leave(code: &mut Code, function: &Range<usize>, rng: &mut Rng) -> Vec<u32> {
    let result = code.list[function.start].get(1).copied().unwrap_or(0);
    match rng.below(6) {
        0 => inst(op::UNREACHABLE, &[]),
        1 if !code.has_capability(KERNEL) => inst(op::KILL, &[]),
        _ => match code.constant(result, rng) {
            Some(value) => inst(op::RETURN_VALUE, &[value]),
            None => inst(op::RETURN, &[]),
        },
    }
}

/// The instructions of the second half of a block that may be in a block of their own before it.
fn take_body(code: &mut Code, at: usize, rng: &mut Rng) -> Vec<Vec<u32>> {
    let end = (at + 1..code.list.len()).find(|&i| matches!(code.op(i), op::LABEL | op::FUNCTION_END));
    let Some(end) = end else { return Vec::new() };
    let room = code.room(&(at..end));
    let start = at + 1;
    let start_of_room = room.start.max(start);
    if start_of_room != start || room.end <= start {
        return Vec::new();
    }
    let count = rng.below(room.end - start + 1);
    code.list.splice(start..start + count, []).collect()
}

fn insert_selection(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let (function, at, merge) = split(code, rng)?;
    let condition = code.condition(&function, at, rng)?;
    let then = code.fresh();
    let mut out = vec![inst(op::SELECTION_MERGE, &[merge, rng.pick(&[0, 0, 1, 2])])];
    let branch = inst(op::BRANCH, &[merge]);
    // Since SPIR-V 1.6 both ways may not lead to one block.
    let form = rng.below(6);
    let form =
        if matches!(form, 2 | 3) && code.header[1] >= 0x0001_0600 && rng.chance(90) { 4 } else { form };
    match form {
        // An arm that does nothing.
        0 => {
            out.push(inst(op::BRANCH_CONDITIONAL, &[condition, then, merge]));
            out.extend([inst(op::LABEL, &[then]), branch]);
        }
        // An arm that leaves the function.
        1 => {
            out.push(inst(op::BRANCH_CONDITIONAL, &[condition, then, merge]));
            out.extend([inst(op::LABEL, &[then]), leave(code, &function, rng)]);
        }
        // Both ways lead to one block, which leaves the function: the merge block is unreachable.
        2 => {
            out.push(inst(op::BRANCH_CONDITIONAL, &[condition, then, then]));
            out.extend([inst(op::LABEL, &[then]), leave(code, &function, rng)]);
        }
        // Both ways lead to one block, which does what the rest of the block did.
        3 => {
            out.push(inst(op::BRANCH_CONDITIONAL, &[condition, then, then]));
            out.push(inst(op::LABEL, &[then]));
            out.extend(take_body(code, at, rng));
            out.push(branch);
        }
        // Two arms.
        _ => {
            let other = code.fresh();
            let mut targets = [then, other];
            if rng.chance(30) {
                targets.swap(0, 1);
            }
            out.push(inst(op::BRANCH_CONDITIONAL, &[condition, targets[0], targets[1]]));
            out.extend([inst(op::LABEL, &[then]), branch.clone(), inst(op::LABEL, &[other])]);
            out.push(if rng.chance(30) { leave(code, &function, rng) } else { branch });
        }
    }
    insert(code, at, out);
    Some(())
}

/// Loop control with its parameters.
fn loop_control(rng: &mut Rng) -> Vec<u32> {
    match rng.below(8) {
        0 => vec![1],
        1 => vec![2],
        2 => vec![8, 1 + rng.below(9) as u32],
        3 => vec![0x10, rng.below(3) as u32],
        4 => vec![0x20, rng.below(40) as u32],
        5 => vec![0x100, 1 + rng.below(4) as u32],
        _ => vec![0],
    }
}

fn insert_loop(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let (function, at, exit) = split(code, rng)?;
    let entry =
        (function.start..at).rev().find_map(|i| Some(code.result(i)?).filter(|_| code.op(i) == op::LABEL))?;
    let [header, body, latch] = [code.fresh(), code.fresh(), code.fresh()];
    let declare = inst(op::LOOP_MERGE, &[&[exit, latch], &loop_control(rng)[..]].concat());
    let mut out = vec![inst(op::BRANCH, &[header]), inst(op::LABEL, &[header])];
    let int = code.int(rng);
    let bool = code.type_id(op::TYPE_BOOL, &[]);
    let counter = rng.chance(50).then(|| code.fresh());
    let mut next = None;
    if let Some(counter) = counter {
        let start = code.value(int, &function, at, rng)?;
        let step = if rng.chance(70) { code.fresh() } else { counter };
        out.push(inst(op::PHI, &[int, counter, start, entry, step, latch]));
        next = Some(step).filter(|step| *step != counter);
    }
    let mut computed = Vec::new();
    let condition = match counter {
        Some(counter) if rng.chance(60) => {
            let limit = code.value(int, &function, at, rng)?;
            let id = code.fresh();
            let compare =
                rng.pick(&[op::S_LESS_THAN, op::U_LESS_THAN, op::I_NOT_EQUAL, op::S_GREATER_THAN_EQUAL]);
            computed.push(inst(compare, &[bool, id, counter, limit]));
            id
        }
        _ => code.condition(&function, at, rng)?,
    };
    let mut targets = [body, exit];
    if rng.chance(30) {
        targets.swap(0, 1);
    }
    let decide = inst(op::BRANCH_CONDITIONAL, &[condition, targets[0], targets[1]]);
    // The header decides, or the body, or the latch; or the body is left at once.
    let form = rng.below(5);
    if form == 0 {
        out.extend(computed.clone());
    }
    out.push(declare);
    if form == 0 {
        out.extend([decide, inst(op::LABEL, &[body]), inst(op::BRANCH, &[latch])]);
    } else {
        out.extend([inst(op::BRANCH, &[body]), inst(op::LABEL, &[body])]);
        out.extend(computed);
        match form {
            1 => {
                let arms = if rng.chance(50) { [latch, exit] } else { [exit, latch] };
                out.push(inst(op::BRANCH_CONDITIONAL, &[condition, arms[0], arms[1]]));
            }
            2 => {
                out.extend(take_body(code, at, rng));
                out.push(inst(op::BRANCH, &[exit]));
            }
            3 => out.push(leave(code, &function, rng)),
            _ => {
                out.extend(take_body(code, at, rng));
                out.push(inst(op::BRANCH, &[latch]));
            }
        }
    }
    out.push(inst(op::LABEL, &[latch]));
    if let (Some(next), Some(counter)) = (next, counter) {
        let one = code.constant(int, rng)?;
        out.push(inst(op::I_ADD, &[int, next, counter, one]));
    }
    out.push(match form {
        4 => {
            let arms = if rng.chance(50) { [header, exit] } else { [exit, header] };
            inst(op::BRANCH_CONDITIONAL, &[condition, arms[0], arms[1]])
        }
        _ => inst(op::BRANCH, &[header]),
    });
    insert(code, at, out);
    Some(())
}

fn insert_switch(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let (function, at, merge) = split(code, rng)?;
    let int = code.int(rng);
    let selector = code.value(int, &function, at, rng)?;
    let labels: Vec<u32> = (0..rng.range(1, 3)).map(|_| code.fresh()).collect();
    let mut switch = inst(op::SWITCH, &[selector, if rng.chance(60) { merge } else { labels[0] }]);
    for (value, label) in labels.iter().enumerate() {
        switch.extend([value as u32, *label]);
        if rng.chance(20) {
            switch.extend([u32::MAX - value as u32, *label]);
        }
    }
    let mut out = vec![inst(op::SELECTION_MERGE, &[merge, 0]), switch];
    for (i, label) in labels.iter().enumerate() {
        out.push(inst(op::LABEL, &[*label]));
        let through = labels.get(i + 1).copied().filter(|_| rng.chance(30));
        out.push(match rng.below(5) {
            0 => leave(code, &function, rng),
            _ => inst(op::BRANCH, &[through.unwrap_or(merge)]),
        });
    }
    insert(code, at, out);
    Some(())
}

fn insert_unreachable_block(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let function = code.any_defined(rng)?;
    let blocks = code.blocks(&function);
    let after = any(&blocks, rng)?;
    let target = code.result(any(&blocks, rng)?.start)?;
    let has_phis = |code: &Code| {
        let block = blocks.iter().find(|b| code.result(b.start) == Some(target));
        block.is_some_and(|b| b.clone().any(|at| code.op(at) == op::PHI))
    };
    let label = code.fresh();
    let last = if has_phis(code) || target == code.result(blocks[0].start)? || rng.chance(50) {
        leave(code, &function, rng)
    } else {
        inst(op::BRANCH, &[target])
    };
    let mut out = vec![inst(op::LABEL, &[label])];
    // It may use what no path has computed.
    let reads = any(&function.clone().collect::<Vec<_>>(), rng)?;
    if let (Some(id), Some(ty)) = (code.result(reads), code.ty(reads))
        && code.op(reads) != op::FUNCTION
        && rng.chance(50)
    {
        let copy = code.fresh();
        out.push(inst(op::COPY_OBJECT, &[ty, copy, id]));
    }
    out.push(last);
    insert(code, after.end, out);
    Some(())
}

/// Moves a block that is not the entry block to another place of its function.
fn move_block(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let function = code.any_defined(rng)?;
    let blocks = code.blocks(&function);
    let chosen = any(blocks.get(1..)?, rng)?;
    let to = any(blocks.get(1..)?, rng)?.start;
    let insts: Vec<_> = code.list.drain(chosen.clone()).collect();
    let to = if to > chosen.start { to - insts.len() } else { to };
    insert(code, to, insts);
    Some(())
}

fn change_terminator(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let function = code.any_defined(rng)?;
    let block = any(&code.blocks(&function), rng)?;
    let at = block.clone().rev().find(|at| !is_line(code.op(*at)))?;
    match code.op(at) {
        op::BRANCH_CONDITIONAL => match rng.below(5) {
            0 => code.list[at].swap(2, 3),
            1 => code.list[at][2] = code.list[at][3],
            2 => {
                code.list[at].truncate(4);
                code.list[at].extend([rng.below(3) as u32, 1 + rng.below(9) as u32]);
            }
            _ => {
                let condition = code.condition(&function, block.start, rng)?;
                code.list[at][1] = condition;
            }
        },
        op::SWITCH => {
            let int = code.type_of(code.list[at][1])?;
            let selector = code.value(int, &function, block.start, rng)?;
            code.list[at][1] = selector;
        }
        op::BRANCH if rng.chance(80) => return None,
        _ => code.list[at] = leave(code, &function, rng),
    }
    Some(())
}

/// Control masks of functions, selections and loops.
fn change_control(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let is_any = |at: &usize| matches!(code.op(*at), op::FUNCTION | op::SELECTION_MERGE | op::LOOP_MERGE);
    let at = any(&(0..code.list.len()).filter(is_any).collect::<Vec<_>>(), rng)?;
    match code.op(at) {
        op::FUNCTION => *code.list[at].get_mut(3)? = rng.pick(&[0, 1, 2, 4, 8, 3, 0xC]),
        op::SELECTION_MERGE => *code.list[at].get_mut(2)? = rng.pick(&[0, 1, 2]),
        _ => {
            code.list[at].truncate(3);
            code.list[at].extend(loop_control(rng));
        }
    }
    Some(())
}

/// An operand of an instruction in a function that is a value: where it is, the value, and its type.
fn operand(code: &Code, rng: &mut Rng) -> Option<(Range<usize>, usize, usize, u32)> {
    let (function, block, _) = code.place(rng)?;
    let room = code.room(&block);
    let at = rng.range(room.start, block.end.saturating_sub(1).max(room.start));
    let word = any(&code.id_operands(at), rng)?;
    let ty = code.type_of(code.list[at][word])?;
    let merge = at > block.start && matches!(code.op(at - 1), op::LOOP_MERGE | op::SELECTION_MERGE);
    (!merge && code.op(at) != op::FUNCTION_END).then_some((function, at, word, ty))
}

/// Has an operand go through `OpCopyObject`, or what takes its place: a constant or an undefined pointer, which could
/// not be that operand itself.
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

/// Has an operand be a constant that is known only after folding: copied, computed, chosen, or in a variable.
fn hide_constant(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let (function, at, word, ty) = (0..8).find_map(|_| {
        let found = operand(code, rng)?;
        // Rather an integer: an index, a shift, a divisor.
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

/// An extended instruction of any set, with operands of any type, in a function or, seldom, elsewhere.
fn insert_extended(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let sets: Vec<_> = (0..).map_while(set).filter(|set| !set.rows.is_empty()).collect();
    let used: Vec<_> = sets.iter().copied().filter(|set| code.imported(set.import_name).is_some()).collect();
    let all: Vec<_> = sets.iter().flat_map(|set| set.rows.iter().map(|row| (*set, row))).collect();
    let bare: Vec<_> = all.iter().copied().filter(|(_, row)| row.params.is_empty()).collect();
    // What is outside of functions has no operands that are values.
    let outside = rng.chance(20);
    let (set, row) = if outside && rng.chance(50) {
        any(&bare, rng)?
    } else {
        let set = any(if rng.chance(60) && !used.is_empty() { &used } else { &sets }, rng)?;
        (set, any(&set.rows.iter().collect::<Vec<_>>(), rng)?)
    };
    let import = code.imported(set.import_name).unwrap_or_else(|| {
        let id = code.fresh();
        code.add(inst(op::EXT_INST_IMPORT, &[&[id], &string(set.import_name.as_bytes())[..]].concat()));
        id
    });
    let (function, _, at) = code.place(rng)?;
    let values = code.values(&function, at);
    let (first, ty) = any(&values, rng)?;
    let id = code.fresh();
    let mut words = inst(op::EXT_INST, &[ty, id, import, row.opcode]);
    for _ in 0..row.params.len().min(8) {
        // Most instructions take values of the type of the result.
        words.push(if rng.chance(70) { first } else { any(&values, rng)?.0 });
    }
    let to = match outside {
        false => at,
        true if rng.chance(50) => rng.below(code.end_of(Section::Global).max(1)),
        true => rng.below(code.list.len()),
    };
    insert(code, to, vec![words]);
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

/// The pointer type that a type id declares: its storage class and what it points to.
fn pointee(code: &Code, ty: u32) -> Option<(u32, u32)> {
    let def = &code.list[code.def(ty)?];
    (def[0] == op::TYPE_POINTER).then_some(())?;
    Some((*def.get(2)?, *def.get(3)?))
}

/// A load, a store or a copy of a variable, or of an element of it.
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
        // Something must use it.
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

/// Takes a composite apart, or replaces an element of it.
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

/// A line where it is allowed, or anywhere.
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

/// A position of an ordinary instruction in a block.
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

/// A phi in a block that has one predecessor, or all of whose predecessors give one value.
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
        // Parameters, global values and those of the entry block are there at every end.
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

/// A variable of a function, with or without initializer.
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

/// The parameter types and the result type of a function type.
fn signature(code: &Code, function_type: u32) -> Option<(u32, Vec<u32>)> {
    let def = &code.list[code.def(function_type)?];
    (def[0] == op::TYPE_FUNCTION).then_some(())?;
    Some((*def.get(2)?, def.get(3..)?.to_vec()))
}

fn insert_call(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let (function, _, at) = code.place(rng)?;
    let callee = any(&code.functions(), rng)?;
    // Recursion is not allowed in shaders.
    if callee == function && rng.chance(95) {
        return None;
    }
    let [_, result, id, _, ty] = code.list[callee.start][..] else { return None };
    let (_, params) = signature(code, ty)?;
    let call = code.fresh();
    let mut words = inst(op::FUNCTION_CALL, &[result, call, id]);
    for param in params {
        words.push(code.value(param, &function, at, rng)?);
    }
    insert(code, at, vec![words]);
    Some(())
}

/// Moves a call whose result nobody uses to another place, mostly in another function.
fn move_call(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let is_unused = |at: &usize| {
        code.op(*at) == op::FUNCTION_CALL && code.result(*at).is_some_and(|id| !code.is_used(id))
    };
    let from = any(&(0..code.list.len()).filter(is_unused).collect::<Vec<_>>(), rng)?;
    let (function, _, at) = code.place(rng)?;
    let mut words = code.list[from].clone();
    for word in words.iter_mut().skip(4) {
        let ty = code.type_of(*word)?;
        *word = code.value(ty, &function, at, rng)?;
    }
    code.list.remove(from);
    insert(code, at - usize::from(at > from), vec![words]);
    Some(())
}

/// A copy of a function under new ids, which calls may go to.
fn duplicate_function(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let function = any(&code.functions(), rng)?;
    let mut renamed = HashMap::new();
    for at in function.clone() {
        if let Some(id) = code.result(at) {
            let new = code.fresh();
            renamed.insert(id, new);
        }
    }
    let mut copy = code.list[function.clone()].to_vec();
    for (i, words) in copy.iter_mut().enumerate() {
        let at = function.start + i;
        let result = code.result(at).map(|_| code.first_operand(at) - 1);
        for word in code.id_operands(at).into_iter().chain(result) {
            words[word] = renamed.get(&words[word]).copied().unwrap_or(words[word]);
        }
    }
    if rng.chance(50) {
        let annotations: Vec<Vec<u32>> = code
            .list
            .iter()
            .filter(|inst| matches!(inst[0], op::NAME | op::DECORATE) && renamed.contains_key(&inst[1]))
            .cloned()
            .collect();
        for mut annotation in annotations {
            annotation[1] = renamed[&annotation[1]];
            code.add(annotation);
        }
    }
    let (old, new) = (code.result(function.start)?, renamed[&code.result(function.start)?]);
    for at in function.end..code.list.len() {
        if code.op(at) == op::FUNCTION_CALL && code.list[at][3] == old && rng.chance(50) {
            code.list[at][3] = new;
        }
    }
    let at = if rng.chance(50) { function.start } else { function.end };
    insert(code, at, copy);
    Some(())
}

fn move_function(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let functions = code.functions();
    let chosen = any(&functions, rng)?;
    let to = any(&functions, rng)?.start;
    let insts: Vec<_> = code.list.drain(chosen.clone()).collect();
    let to = if to > chosen.start { to - insts.len() } else { to };
    insert(code, to, insts);
    Some(())
}

/// Takes the body of a function away, or adds a declaration; or exports a function that has a body.
fn declare_function(code: &mut Code, rng: &mut Rng) -> Option<()> {
    const EXPORT: u32 = 0;
    const IMPORT: u32 = 1;
    const LINK_ONCE_ODR: u32 = 2;
    const LINKAGE: u32 = 41;
    let function = internal(code, rng)?.function;
    let id = code.result(function.start)?;
    code.require(5);
    let name = rng.pick(&["f", "main", "", "a\"b", "@f", "f0"]);
    let link = |id: u32, name: &str, how: u32| {
        [inst(op::DECORATE, &[id, LINKAGE]), string(name.as_bytes()), vec![how]].concat()
    };
    match rng.below(3) {
        0 => code.add(link(id, name, rng.pick(&[EXPORT, LINK_ONCE_ODR]))),
        1 => {
            let label = function.clone().find(|&at| code.op(at) == op::LABEL)?;
            let gone: Vec<u32> = (label..function.end).filter_map(|at| code.result(at)).collect();
            code.list.drain(label..function.end - 1);
            code.add(link(id, name, IMPORT));
            let end = function.start + (label - function.start) + 1;
            let declaration: Vec<_> = code.list.drain(function.start..end).collect();
            // Declarations come before definitions.
            let first = code.end_of(Section::Global);
            insert(code, if rng.chance(85) { first } else { function.start }, declaration);
            code.forget(&gone);
        }
        _ => {
            let mut copy: Vec<Vec<u32>> = Vec::new();
            for at in function.clone() {
                if matches!(code.op(at), op::FUNCTION | op::FUNCTION_PARAMETER) {
                    let mut words = code.list[at].clone();
                    words[2] = code.fresh();
                    copy.push(words);
                }
            }
            let declared = copy.first()?[2];
            copy.push(inst(op::FUNCTION_END, &[]));
            let first = code.end_of(Section::Global);
            let at = if rng.chance(80) { first } else { function.end };
            insert(code, at, copy);
            code.add(link(declared, name, IMPORT));
            let mut calls = Vec::new();
            for at in 0..code.list.len() {
                if code.op(at) == op::FUNCTION_CALL && code.list[at][3] == id {
                    calls.push(at);
                }
            }
            if let Some(call) = any(&calls, rng) {
                code.list[call][3] = declared;
            }
        }
    }
    Some(())
}

/// A function that is no entry point.
struct Internal {
    function: Range<usize>,
    result: u32,
    params: Vec<u32>,
    /// Where it is called.
    calls: Vec<usize>,
}

fn internal(code: &Code, rng: &mut Rng) -> Option<Internal> {
    let all = 0..code.list.len();
    let mut functions = code.functions();
    functions.retain(|f| {
        let id = code.result(f.start);
        !all.clone().any(|at| code.op(at) == op::ENTRY_POINT && code.list[at].get(2).copied() == id)
    });
    let function = any(&functions, rng)?;
    let id = code.result(function.start)?;
    let (result, params) = signature(code, *code.list[function.start].get(4)?)?;
    let calls = all.filter(|&at| code.op(at) == op::FUNCTION_CALL && code.list[at].get(3) == Some(&id));
    Some(Internal { function, result, params, calls: calls.collect() })
}

fn add_parameter(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let Internal { function, result, mut params, calls } = internal(code, rng)?;
    let (_, ty) = any(&code.values(&function, function.start), rng)?;
    params.push(ty);
    let new = code.type_id(op::TYPE_FUNCTION, &[&[result], &params[..]].concat());
    code.list[function.start][4] = new;
    for call in calls {
        let argument = code.constant(ty, rng)?;
        code.list[call].push(argument);
    }
    let id = code.fresh();
    insert(code, function.start + params.len(), vec![inst(op::FUNCTION_PARAMETER, &[ty, id])]);
    Some(())
}

fn remove_parameter(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let Internal { function, result, mut params, calls } = internal(code, rng)?;
    let list: Vec<usize> = function.clone().filter(|&at| code.op(at) == op::FUNCTION_PARAMETER).collect();
    let index = rng.below(list.len().max(1));
    let at = *list.get(index)?;
    let (id, ty) = (code.result(at)?, code.ty(at)?);
    let instead = code.constant(ty, rng)?;
    code.replace_uses(function.clone(), id, instead);
    params.remove(index);
    let new = code.type_id(op::TYPE_FUNCTION, &[&[result], &params[..]].concat());
    code.list[function.start][4] = new;
    for call in calls {
        if code.list[call].len() > 4 + index {
            code.list[call].remove(4 + index);
        }
    }
    code.list.remove(at);
    code.forget(&[id]);
    Some(())
}

/// A function gives another result, which nobody used.
fn change_result(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let Internal { function, params, calls, .. } = internal(code, rng)?;
    if calls.iter().any(|&at| code.result(at).is_some_and(|id| code.is_used(id))) {
        return None;
    }
    let (_, ty) = any(&code.values(&function, function.start), rng)?;
    let value = code.constant(ty, rng)?;
    let new = code.type_id(op::TYPE_FUNCTION, &[&[ty], &params[..]].concat());
    code.list[function.start][4] = new;
    calls.into_iter().chain([function.start]).for_each(|at| code.list[at][1] = ty);
    for at in function {
        if matches!(code.op(at), op::RETURN | op::RETURN_VALUE) {
            code.list[at] = inst(op::RETURN_VALUE, &[value]);
        }
    }
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
