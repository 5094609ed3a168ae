//! Operand and successor editing, with use lists

use super::Builder;
use crate::body::value_data::{Definer, ValueData};
use crate::body::*;
use crate::entity::*;
use crate::types::Type;

/// Appends `values` to the body's operand array as operands of `owner`.
pub(super) fn put_operands(body: &mut Body, owner: Op, values: &[Value]) {
    for &value in values {
        body.operands.push(value);
    }
    own_operands(body, owner, values.len());
}

/// Adds the last `count` operands of the body's operand array to the use lists.
#[cold]
#[inline(never)]
fn link_last(body: &mut Body, owner: Op, count: usize) {
    let start = body.operands.len() - count;
    if let Some(uses) = body.uses.get_mut() {
        for (at, &value) in (start..).zip(&body.operands[start..]) {
            uses.link(at as u32, owner, value);
        }
    }
}

/// Makes the last `count` operands of the body's operand array the operands of `owner`. Returns the index of the first
/// of these operands.
#[inline(always)]
pub(super) fn own_operands(body: &mut Body, owner: Op, count: usize) -> u32 {
    if body.uses.get().is_some() {
        link_last(body, owner, count);
    }
    (body.operands.len() - count) as u32
}

/// Appends the successors of an op whose operands start at index `operand_start` of the body's operand array.
pub(super) fn put_successors(
    body: &mut Body,
    op: Op,
    operand_start: usize,
    successors: &[(Block, &[Value])],
) {
    for &(block, args) in successors {
        let at = body.successors.len() as u32;
        // A block of another body is not linked; the verifier rejects it.
        let next = match body.has_block(block) {
            true => std::mem::replace(&mut body.blocks[block].first_pred, at),
            false => NIL,
        };
        if next != NIL {
            body.successors[next as usize].prev = at;
        }
        let arg_start = (body.operands.len() - operand_start) as u32;
        body.successors.push(SuccessorData {
            block,
            owner: op,
            next,
            prev: NIL,
            arg_start,
            arg_len: args.len() as u32,
        });
        put_operands(body, op, args);
    }
}

impl Builder<'_> {
    /// Appends the operands and successors of an op to the body's arrays, and links their uses.
    fn put_operands(&mut self, op: Op, operands: &[Value], successors: &[(Block, &[Value])]) {
        let body = &mut *self.body;
        let start = body.operands.len();
        put_operands(body, op, operands);
        let successor_start = body.successors.len() as u32;
        put_successors(body, op, start, successors);
        let len = (body.operands.len() - start) as u32;
        let data = &mut body.ops[op];
        data.operand_start = start as u32;
        data.operand_len = len;
        body.set_successor_range(op, successor_start, successors.len() as u32);
    }

    pub(super) fn unlink_operands(&mut self, op: Op) {
        let data = self.body.ops[op];
        let (successor_start, successors) = self.body.successor_range(&data);
        let OpData { operand_start, operand_len, .. } = data;
        self.unlink_range(operand_start, operand_len);
        for at in successor_start..successor_start + successors {
            self.unlink_successor(at);
        }
    }

    fn unlink_range(&mut self, start: u32, len: u32) {
        let body = &mut *self.body;
        if let Some(uses) = body.uses.get_mut() {
            for at in start..start + len {
                uses.unlink(at, body.operands[at as usize]);
            }
        }
    }

    fn unlink_successor(&mut self, at: u32) {
        let SuccessorData { block, next, prev, .. } = self.body.successors[at as usize];
        if !self.body.has_block(block) {
            return;
        }
        match prev {
            NIL => self.body.blocks[block].first_pred = next,
            p => self.body.successors[p as usize].next = next,
        }
        if next != NIL {
            self.body.successors[next as usize].prev = prev;
        }
    }

    /// Replaces all operands and successors of an op. Each successor consists of a target block and the operands
    /// forwarded to it.
    pub fn set_operands(&mut self, op: Op, operands: &[Value], successors: &[(Block, &[Value])]) {
        self.unlink_operands(op);
        self.put_operands(op, operands, successors);
    }

    /// Replaces the operand with the given index.
    ///
    /// # Panics
    /// Panics if the op has no operand with this index.
    pub fn set_operand(&mut self, op: Op, index: usize, value: Value) {
        let data = &self.body.ops[op];
        assert!(index < data.operand_len as usize, "operand number out of range");
        let at = data.operand_start + index as u32;
        let body = &mut *self.body;
        let old = std::mem::replace(&mut body.operands[at as usize], value);
        if let Some(uses) = body.uses.get_mut() {
            uses.unlink(at, old);
            uses.link(at, op, value);
        }
    }

    /// Replaces the operands forwarded to the successor with the given index.
    pub fn set_successor_args(&mut self, op: Op, index: usize, args: &[Value]) {
        let current = self.body.successor_data(op)[index];
        if current.arg_len as usize == args.len() {
            for (i, &value) in args.iter().enumerate() {
                self.set_operand(op, current.arg_start as usize + i, value);
            }
            return;
        }
        let own: Vec<Value> = self.body.own_operands(op).collect();
        let lists: Vec<(Block, Vec<Value>)> = (0..self.body.successor_count(op))
            .map(|i| {
                let list = if i == index { args.to_vec() } else { self.body.successor_args(op, i).collect() };
                (self.body.successor(op, i), list)
            })
            .collect();
        let slices: Vec<(Block, &[Value])> = lists.iter().map(|(b, l)| (*b, &l[..])).collect();
        self.set_operands(op, &own, &slices);
    }

    /// Redirects a successor to another block and preserves its arguments.
    pub fn set_successor(&mut self, op: Op, index: usize, block: Block) {
        let own: Vec<Value> = self.body.own_operands(op).collect();
        let lists: Vec<(Block, Vec<Value>)> = (0..self.body.successor_count(op))
            .map(|i| {
                let target = if i == index { block } else { self.body.successor(op, i) };
                (target, self.body.successor_args(op, i).collect())
            })
            .collect();
        let slices: Vec<(Block, &[Value])> = lists.iter().map(|(b, l)| (*b, &l[..])).collect();
        self.set_operands(op, &own, &slices);
    }

    /// Removes all successors except the first `keep`, with their arguments.
    pub fn truncate_successors(&mut self, op: Op, keep: usize) {
        let data = self.body.ops[op];
        let (successor_start, successors) = self.body.successor_range(&data);
        let OpData { operand_start, operand_len, .. } = data;
        if keep >= successors as usize {
            return;
        }
        let first = self.body.successors[successor_start as usize + keep].arg_start;
        self.unlink_range(operand_start + first, operand_len - first);
        for at in successor_start + keep as u32..successor_start + successors {
            self.unlink_successor(at);
        }
        self.body.ops[op].operand_len = first;
        self.body.set_successor_range(op, successor_start, keep as u32);
    }

    /// Replaces all uses of `old` with `new`.
    pub fn replace_all_uses(&mut self, old: Value, new: Value) {
        if old == new {
            return;
        }
        self.body.known_uses();
        let Body { uses, operands, .. } = &mut *self.body;
        if let Some(uses) = uses.get_mut() {
            uses.replace(old, new, |at| operands[at as usize] = new);
        }
    }

    /// Replaces all uses of the first value of each pair with the second value. The second value must not be the
    /// first value of any pair. If the body has no use lists yet, this takes a single pass over all operands.
    pub fn replace_uses_of_each(&mut self, pairs: &[(Value, Value)]) {
        if self.body.uses.get().is_some() {
            pairs.iter().for_each(|&(old, new)| self.replace_all_uses(old, new));
            return;
        }
        let Some(bound) = pairs.iter().map(|(old, _)| old.index() + 1).max() else { return };
        let mut news = vec![None; bound];
        pairs.iter().for_each(|&(old, new)| news[old.index()] = Some(new));
        for operand in &mut self.body.operands {
            if let Some(&Some(new)) = news.get(operand.index()) {
                *operand = new;
            }
        }
    }

    /// Creates a forward reference: a value that is used before its definition is known. Its type may also be unknown.
    pub fn forward_value(&mut self, ty: Option<Type>) -> Value {
        self.body.values.alloc(ValueData::new(ty, Definer::Forward, 0))
    }

    /// Resolves a forward reference. Moves its uses to `definition`, and also its name if `definition` has none.
    pub fn resolve_forward(&mut self, forward: Value, definition: Value) {
        self.replace_all_uses(forward, definition);
        self.body.values[forward].set_dead();
        if let (Some(name), None) = (self.body.value_name(forward), self.body.value_name(definition)) {
            self.set_value_name(definition, Some(name));
        }
    }
}
