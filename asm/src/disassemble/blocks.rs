//! Nesting depth and order of a function's blocks, as in the output of spirv-dis

use crate::generated::opcodes as op;
use crate::operands::{self, OperandContext};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// A basic block, with the word range of each of its instructions in the module.
pub(super) struct Block {
    pub(super) instructions: Vec<Range<usize>>,
    /// Nesting depth of the block, which determines its indentation.
    pub(super) depth: usize,
    placed: bool,
}

impl Block {
    /// Constructs a block from the word range of its OpLabel.
    pub(super) fn new(label: Range<usize>) -> Block {
        Block { instructions: vec![label], depth: 0, placed: false }
    }
}

/// Branch and merge targets of a block.
#[derive(Default)]
struct Targets {
    merge: Option<u32>,
    continue_target: Option<u32>,
    /// Successors that are nested deeper: conditional targets, loop bodies and switch cases.
    inner: Vec<u32>,
    /// The successor at the same nesting depth, if any.
    next: Option<u32>,
}

/// Sets the nesting depth of each block, and returns the block indices in structured order.
///
/// A header precedes the contents of its construct, which precede the merge block. Unreachable blocks come last.
pub(super) fn arrange(blocks: &mut [Block], words: &[u32], facts: &OperandContext) -> Vec<usize> {
    let label = |block: &Block| words.get(block.instructions[0].start + 1).copied().unwrap_or(0);
    let by_id: FxHashMap<u32, usize> = blocks.iter().enumerate().map(|(at, b)| (label(b), at)).collect();
    let targets: Vec<Targets> = blocks.iter().map(|block| targets(block, words, facts)).collect();
    let mut post_order = Vec::with_capacity(blocks.len());
    let mut visited = vec![false; blocks.len()];
    let mut stack = Vec::new();
    if let Some(entry) = blocks.first_mut() {
        entry.placed = true;
        stack.push((0, false));
    }
    while let Some((at, after)) = stack.pop() {
        if after {
            post_order.push(at);
            continue;
        }
        if std::mem::replace(&mut visited[at], true) {
            continue;
        }
        stack.push((at, true));
        let (depth, own) = (blocks[at].depth, &targets[at]);
        let mut nest = |id: u32, depth: usize| {
            if let Some(block) = by_id.get(&id).map(|at| &mut blocks[*at]).filter(|block| !block.placed) {
                (block.depth, block.placed) = (depth, true);
            }
        };
        own.merge.into_iter().for_each(|id| nest(id, depth));
        own.continue_target.into_iter().for_each(|id| nest(id, depth + 1));
        own.inner.iter().for_each(|id| nest(*id, depth + 2));
        own.next.into_iter().for_each(|id| nest(id, depth));
        // The last block pushed is visited first, and is therefore last in reverse postorder.
        let order = own.inner.iter().copied().chain(own.next).chain(own.continue_target).chain(own.merge);
        stack.extend(order.filter_map(|id| by_id.get(&id)).map(|at| (*at, false)));
    }
    post_order.reverse();
    let unreachable = (0..blocks.len()).filter(|at| !visited[*at]);
    post_order.extend(unreachable.clone());
    unreachable.for_each(|at| blocks[at].depth = 0);
    post_order
}

fn targets(block: &Block, words: &[u32], facts: &OperandContext) -> Targets {
    let mut own = Targets::default();
    let instruction = |back: usize| {
        let range = block.instructions.iter().rev().nth(back)?;
        let words = words.get(range.clone())?;
        Some((words.first()? & 0xFFFF, words))
    };
    if block.instructions.len() >= 3 {
        match instruction(1) {
            Some((op::LOOP_MERGE, [_, merge, target, ..])) => {
                (own.merge, own.continue_target) = (Some(*merge), Some(*target));
            }
            Some((op::SELECTION_MERGE, [_, merge, ..])) => own.merge = Some(*merge),
            _ => {}
        }
    }
    match instruction(0) {
        Some((op::BRANCH, [_, target])) if own.merge.is_some() => own.inner.push(*target),
        Some((op::BRANCH, [_, target])) => own.next = Some(*target),
        Some((op::BRANCH_CONDITIONAL, [_, _, yes, no, ..])) => own.inner.extend([*yes, *no]),
        Some((op::SWITCH, words)) => {
            let ids = operands::of_instruction(facts, op::SWITCH, words);
            let ids = ids.filter(|(_, kind)| kind.is_id()).skip(1);
            own.inner.extend(ids.filter_map(|(at, _)| words.get(at)));
        }
        _ => {}
    }
    own
}
