//! Value mappings and replaced ops of a body under conversion

use super::pattern::Converted;
use crate::entity::{Block, Op, Value};
use crate::types::Type;
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};
use std::cell::RefCell;

/// Mappings, replacements and caches for a body under conversion.
#[derive(Default)]
pub(super) struct BodyConversion {
    /// Replacements of original values.
    pub map: ValueMap,
    /// Replaced ops, which are erased at the end.
    pub replaced: OpSet,
    /// Replaced ops in order of replacement.
    pub order: Vec<Op>,
    /// Blocks whose ops and arguments have been moved to other blocks.
    pub dead_blocks: Vec<Block>,
    /// Maps each substituted op to the op to visit instead.
    pub substitutes: FxHashMap<Op, Op>,
    /// Substitutes for ops that patterns created. They are visited after all other ops of the body.
    pub late: Vec<Op>,
    /// Index of the first op that is created during the conversion. Smaller indices denote original ops.
    pub first_new: usize,
    /// The casts created so far, keyed by operands and result type.
    pub casts: FxHashMap<(Converted, Type), Value>,
    /// Cache of type conversions.
    pub types: RefCell<FxHashMap<Type, SmallVec<[Type; 1]>>>,
}

/// Copies a short list. Optimized for lists with a single element.
#[inline]
pub(super) fn copy<T: Copy>(list: &[T]) -> SmallVec<[T; 1]> {
    match list {
        &[one] => smallvec![one],
        list => SmallVec::from_slice(list),
    }
}

/// A map from original values to their replacements, indexed by value index.
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

    /// Returns the replaced values in index order.
    pub fn originals(&self) -> impl Iterator<Item = Value> + '_ {
        self.list.iter().flatten().map(|(value, _)| *value)
    }

    /// Returns the final replacements of a value, following chains of replacements.
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

/// A set of ops, stored as a list of flags indexed by op index.
#[derive(Default)]
pub(super) struct OpSet {
    list: Vec<bool>,
}

impl OpSet {
    pub fn contains(&self, op: Op) -> bool {
        self.list.get(op.index()) == Some(&true)
    }

    /// Inserts an op. Returns false if the set already contained it.
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
