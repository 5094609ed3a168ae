//! Rewriter: a builder that notifies the worklist and listeners of changes

use super::Folding;
use super::constants::Constants;
use super::program_uses::debug_users;
use super::worklist::Worklist;
use crate::attrs::Attribute;
use crate::body::{Body, ValueDef};
use crate::builder::{Builder, InsertPoint, NewOp};
use crate::context::Context;
use crate::entity::{Op, Value};
use crate::types::Type;
use smallvec::SmallVec;

/// A listener for changes to a body.
pub trait Listener {
    /// Handles a newly created op.
    fn created(&mut self, _body: &Body, _op: Op) {}
    /// Handles an op that was modified in place.
    fn modified(&mut self, _body: &Body, _op: Op) {}
    /// Handles an op that is about to be erased.
    fn erased(&mut self, _body: &Body, _op: Op) {}
}

/// The interface through which patterns read and modify a body.
pub struct Rewriter<'a> {
    ctx: &'a Context,
    body: &'a mut Body,
    /// Insertion point for [`Self::create`].
    pub at: InsertPoint,
    pub(super) worklist: Worklist,
    constants: Constants,
    listener: Option<&'a mut dyn Listener>,
    facts: u64,
    pub(super) changes: u64,
}

impl std::ops::Deref for Rewriter<'_> {
    type Target = Body;
    fn deref(&self) -> &Body {
        self.body
    }
}

impl<'a> Rewriter<'a> {
    /// Creates a rewriter for use without the greedy driver.
    pub fn new(ctx: &'a Context, body: &'a mut Body) -> Rewriter<'a> {
        Rewriter::with(ctx, body, Worklist::default(), 0, None)
    }

    pub(super) fn with(
        ctx: &'a Context,
        body: &'a mut Body,
        worklist: Worklist,
        facts: u64,
        listener: Option<&'a mut dyn Listener>,
    ) -> Rewriter<'a> {
        let constants = Constants::default();
        Rewriter { ctx, body, at: InsertPoint::Detached, worklist, constants, listener, facts, changes: 0 }
    }

    /// Returns the context of the body.
    pub fn ctx(&self) -> &'a Context {
        self.ctx
    }

    /// Returns the inputs of folds for the current state of the body.
    pub fn folding(&self) -> Folding<'_> {
        Folding { ctx: self.ctx, body: self.body, facts: self.facts }
    }

    /// Returns the number of changes so far.
    pub fn changes(&self) -> u64 {
        self.changes
    }

    /// Returns the attribute of a constant value; `None` for other values.
    pub fn constant_of(&self, value: Value) -> Option<Attribute> {
        super::constant_of(self.ctx, self.body, value)
    }

    /// Returns the constant with the given type and attribute at the start of the entry block. Creates it if
    /// necessary. Returns `None` if no registered op materializes constants.
    pub fn constant(&mut self, ty: Type, attr: Attribute) -> Option<Value> {
        let (value, made) = self.constants.get(self.ctx, self.body, ty, attr)?;
        if let Some(op) = made {
            self.note_created(op);
        }
        Some(value)
    }

    /// Returns whether [`Self::constant`] would return an existing constant.
    pub fn has_constant(&mut self, ty: Type, attr: Attribute) -> bool {
        self.constants.has(self.ctx, self.body, ty, attr)
    }

    /// Replaces a constant op with an identical constant that dominates it. Returns false if no such constant exists.
    pub(super) fn merge_constant(&mut self, op: Op) -> bool {
        let Some(value) = self.constants.same(self.ctx, self.body, op) else { return false };
        self.replace(op, &[value]);
        true
    }

    /// Creates an op at [`Self::at`]. A text position becomes [derived](crate::Location::derived).
    pub fn create(&mut self, new: NewOp<'_>) -> Op {
        let loc = new.loc.derived();
        let op = Builder::at(self.body, self.at).create(NewOp { loc, ..new });
        self.note_created(op);
        op
    }

    /// Creates an op with a single result at [`Self::at`], and returns the result.
    pub fn value(&mut self, new: NewOp<'_>) -> Value {
        let op = self.create(new);
        self.body.result(op, 0)
    }

    fn note_created(&mut self, op: Op) {
        self.changes += 1;
        self.worklist.push(op);
        if let Some(listener) = &mut self.listener {
            listener.created(self.body, op);
        }
    }

    /// Modifies an op with a builder. Schedules the op, its users, and the definitions of its former operands for
    /// another visit.
    pub fn modify<R>(&mut self, op: Op, change: impl FnOnce(&mut Builder<'_>) -> R) -> R {
        let before: SmallVec<[Value; 4]> = self.body.operands(op).collect();
        let result = change(&mut Builder::new(self.body));
        self.changes += 1;
        self.worklist.push(op);
        self.push_users(op);
        for value in before {
            if !self.body.operands(op).any(|operand| operand == value) {
                self.note_released(op, value);
            }
        }
        if let Some(listener) = &mut self.listener {
            listener.modified(self.body, op);
        }
        result
    }

    /// Schedules an op for another visit.
    pub fn revisit(&mut self, op: Op) {
        self.worklist.push(op);
    }

    fn push_users(&mut self, op: Op) {
        for value in self.body.results(op) {
            for (user, _) in self.body.uses(value) {
                self.worklist.push(user);
            }
        }
    }

    /// Replaces all uses of a value with another value.
    pub fn replace_uses(&mut self, old: Value, new: Value) {
        self.changes += 1;
        for (user, _) in self.body.uses(old) {
            self.worklist.push(user);
        }
        Builder::new(self.body).replace_all_uses(old, new);
    }

    /// Replaces the results of an op with other values and erases the op.
    pub fn replace(&mut self, op: Op, values: &[Value]) {
        assert_eq!(self.body.result_count(op), values.len(), "each result is replaced");
        for (i, &value) in values.iter().enumerate() {
            self.replace_uses(self.body.result(op, i), value);
        }
        self.erase(op);
    }

    /// Erases an op whose results the program does not use, and the debug information that uses them. Schedules the
    /// definitions of its operands for another visit.
    pub fn erase(&mut self, op: Op) {
        for index in 0..self.body.result_count(op) {
            let result = self.body.result(op, index);
            debug_users(self.ctx, self.body, result).into_iter().for_each(|user| self.erase_one(user));
        }
        self.erase_one(op);
    }

    fn erase_one(&mut self, op: Op) {
        self.changes += 1;
        if self.body.region_count(op) == 0 {
            self.note_erased(op);
        } else {
            let nested: Vec<Op> = crate::walk::ops_of(self.body, op).collect();
            nested.into_iter().for_each(|op| self.note_erased(op));
        }
        Builder::new(self.body).erase(op);
    }

    fn note_erased(&mut self, op: Op) {
        self.constants.forget(self.body, op);
        if let Some(listener) = &mut self.listener {
            listener.erased(self.body, op);
        }
        for value in SmallVec::<[Value; 4]>::from_iter(self.body.operands(op)) {
            self.note_released(op, value);
        }
    }

    /// Schedules visits after `op` has ceased to use `value`. The op that defines `value` may now be dead. If a single
    /// user remains, it may now be combined with the defining op.
    fn note_released(&mut self, op: Op, value: Value) {
        match self.body.value_def(value) {
            ValueDef::Result(def, _) => self.worklist.push(def),
            ValueDef::Argument(block, _) => {
                if let Some(owner) = self.body.block_owner(block) {
                    self.worklist.push(owner);
                }
            }
            ValueDef::Forward => {}
        }
        let mut others = self.body.uses(value).filter(|&(user, _)| user != op);
        if let (Some((user, _)), None) = (others.next(), others.next()) {
            self.worklist.push(user);
        }
    }
}
