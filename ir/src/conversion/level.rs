//! What is known of one body while it is converted.

use super::pattern::Converted;
use crate::entity::{Block, Op, Value};
use crate::types::Type;
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};
use std::cell::RefCell;

/// What is known of one body while it is converted.
#[derive(Default)]
pub(super) struct Level {
    /// What original values became.
    pub map: ValueMap,
    /// Ops that are replaced, to be erased at the end.
    pub replaced: OpSet,
    /// The same in order.
    pub order: Vec<Op>,
    /// Blocks whose ops and arguments are in others now.
    pub dead_blocks: Vec<Block>,
    /// Ops to visit in the places of others.
    pub substitutes: FxHashMap<Op, Op>,
    /// Those in the places of ops that were made by patterns: visited at the end.
    pub late: Vec<Op>,
    /// Ops from this number on were made by patterns.
    pub first_new: usize,
    /// Casts that were made, by what is cast and the type.
    pub casts: FxHashMap<(Converted, Type), Value>,
    /// What types become.
    pub types: RefCell<FxHashMap<Type, SmallVec<[Type; 1]>>>,
}

/// A short list, mostly of one item.
#[inline]
pub(super) fn copy<T: Copy>(list: &[T]) -> SmallVec<[T; 1]> {
    match list {
        &[one] => smallvec![one],
        list => SmallVec::from_slice(list),
    }
}

/// What values became, by their numbers.
#[derive(Default)]
pub(super) struct ValueMap {
    list: Vec<Option<(Value, Converted)>>,
}

impl ValueMap {
    fn get(&self, value: Value) -> Option<&Converted> {
        self.list.get(value.index())?.as_ref().map(|(_, values)| values)
    }

    pub fn insert(&mut self, value: Value, values: Converted) {
        let at = value.index();
        if self.list.len() <= at {
            self.list.resize(at + 1, None);
        }
        self.list[at] = Some((value, values));
    }

    pub fn remove(&mut self, value: Value) {
        self.list[value.index()] = None;
    }

    /// The values that became others, in the order of their numbers.
    pub fn originals(&self) -> impl Iterator<Item = Value> + '_ {
        self.list.iter().flatten().map(|(value, _)| *value)
    }

    /// What a value became, through values that were replaced in turn.
    pub fn resolve(&self, value: Value) -> Converted {
        let Some(first) = self.get(value) else { return smallvec![value] };
        if first.iter().all(|value| self.get(*value).is_none()) {
            return copy(first);
        }
        let mut done = Converted::new();
        let mut open: Vec<Value> = first.iter().rev().copied().collect();
        while let Some(value) = open.pop() {
            match self.get(value) {
                Some(next) => open.extend(next.iter().rev()),
                None => done.push(value),
            }
        }
        done
    }
}

/// A set of ops, by their numbers.
#[derive(Default)]
pub(super) struct OpSet {
    list: Vec<bool>,
}

impl OpSet {
    pub fn contains(&self, op: Op) -> bool {
        self.list.get(op.index()) == Some(&true)
    }

    /// Adds an op; false if it was there.
    pub fn insert(&mut self, op: Op) -> bool {
        let at = op.index();
        if self.list.len() <= at {
            self.list.resize(at + 1, false);
        }
        !std::mem::replace(&mut self.list[at], true)
    }

    pub fn remove(&mut self, op: Op) {
        self.list[op.index()] = false;
    }
}
