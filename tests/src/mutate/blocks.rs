//! Edits of basic blocks and constructs

use super::code::{Code, any, insert, inst, is_line};
use crate::r#gen::Rng;
use spv_opt::dialect::generated::opcodes as op;
use std::ops::Range;

/// Returns whether a block may be split. A loop header must not be split, because back edges must branch to the block
/// with OpLoopMerge.
fn may_split(code: &Code, block: &Range<usize>) -> bool {
    block.clone().all(|at| code.op(at) != op::LOOP_MERGE)
}

/// Replaces a predecessor label in the phis of a function.
fn rename_predecessor(code: &mut Code, function: Range<usize>, old: u32, new: u32) {
    for at in function.filter(|at| code.op(*at) == op::PHI).collect::<Vec<_>>() {
        code.list[at].iter_mut().skip(4).step_by(2).filter(|id| **id == old).for_each(|id| *id = new);
    }
}

/// Splits a block at a random instruction. Returns the function, the position at which the first half needs a
/// terminator, and the label of the second half. Returns `None` if the randomly chosen block cannot be split.
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

pub(super) fn split_block(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let (_, at, label) = split(code, rng)?;
    insert(code, at, vec![inst(op::BRANCH, &[label])]);
    Some(())
}

/// Merges a block with its only successor, if the successor is the next block in the binary. The merged block may be a
/// loop header.
pub(super) fn merge_blocks(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let function = code.any_defined(rng)?;
    let blocks = code.blocks(&function);
    let first = |block: &Range<usize>| code.list.get(block.end).filter(|inst| inst[0] == op::LABEL);
    let follows = |block: &&Range<usize>| {
        first(block).is_some_and(|label| code.list[block.end - 1] == inst(op::BRANCH, &label[1..]))
    };
    // A block with a merge instruction is excluded, because the merge instruction would lose its branch.
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

/// Returns a terminator that leaves the function.
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

/// Removes some instructions from the start of a block and returns them, to be moved to a new block before it. `at` is
/// the position of the block's label.
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

pub(super) fn insert_selection(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let (function, at, merge) = split(code, rng)?;
    let condition = code.condition(&function, at, rng)?;
    let then = code.fresh();
    let mut out = vec![inst(op::SELECTION_MERGE, &[merge, rng.pick(&[0, 0, 1, 2])])];
    let branch = inst(op::BRANCH, &[merge]);
    // Since SPIR-V 1.6, the targets of a conditional branch must differ.
    let form = rng.below(6);
    let form =
        if matches!(form, 2 | 3) && code.header[1] >= 0x0001_0600 && rng.chance(90) { 4 } else { form };
    match form {
        // Create a selection with one branch, which is empty.
        0 => {
            out.push(inst(op::BRANCH_CONDITIONAL, &[condition, then, merge]));
            out.extend([inst(op::LABEL, &[then]), branch]);
        }
        // Create a selection with one branch, which leaves the function.
        1 => {
            out.push(inst(op::BRANCH_CONDITIONAL, &[condition, then, merge]));
            out.extend([inst(op::LABEL, &[then]), leave(code, &function, rng)]);
        }
        // Create one block that leaves the function and is the target of both edges. The merge block is unreachable.
        2 => {
            out.push(inst(op::BRANCH_CONDITIONAL, &[condition, then, then]));
            out.extend([inst(op::LABEL, &[then]), leave(code, &function, rng)]);
        }
        // Create one block that is the target of both edges, and move instructions of the split block to it.
        3 => {
            out.push(inst(op::BRANCH_CONDITIONAL, &[condition, then, then]));
            out.push(inst(op::LABEL, &[then]));
            out.extend(take_body(code, at, rng));
            out.push(branch);
        }
        // Create a selection with two branches.
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

/// Returns a random loop-control mask with its parameters.
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

pub(super) fn insert_loop(code: &mut Code, rng: &mut Rng) -> Option<()> {
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
    // The loop is exited from the header, the body or the latch block; in one form, the body always exits.
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

pub(super) fn insert_switch(code: &mut Code, rng: &mut Rng) -> Option<()> {
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

pub(super) fn insert_unreachable_block(code: &mut Code, rng: &mut Rng) -> Option<()> {
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
    // The moved block may use values that are not available on every path to it.
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

/// Moves a block other than the entry block to another position in its function. Returns `None` if not applicable.
pub(super) fn move_block(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let function = code.any_defined(rng)?;
    let blocks = code.blocks(&function);
    let chosen = any(blocks.get(1..)?, rng)?;
    let to = any(blocks.get(1..)?, rng)?.start;
    let insts: Vec<_> = code.list.drain(chosen.clone()).collect();
    let to = if to > chosen.start { to - insts.len() } else { to };
    insert(code, to, insts);
    Some(())
}

pub(super) fn change_terminator(code: &mut Code, rng: &mut Rng) -> Option<()> {
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

/// Changes the function control, selection control or loop control mask. Returns `None` if not applicable.
pub(super) fn change_control(code: &mut Code, rng: &mut Rng) -> Option<()> {
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
