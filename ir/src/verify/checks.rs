//! What a dialect checks of its ops beyond their rows and traits.

use super::locate;
use crate::body::Body;
use crate::context::Context;
use crate::diag::{Diagnostic, Diagnostics, Place};
use crate::entity::Op;
use crate::handles::Ident;
use crate::handles::OpDefId;
use crate::symbols::SymbolTable;
use crate::walk;
use rustc_hash::FxHashSet;
use std::cell::RefCell;

/// Checks of a dialect, made for one verification: what they look up again and again they may compute
/// at the start. May be shared between threads.
///
/// One op of each signature is checked if the definition has
/// [`Traits::DIALECT_CHECK_BY_SIGNATURE`](crate::dialect::Traits::DIALECT_CHECK_BY_SIGNATURE), else every op.
pub trait BodyCheck: Send + Sync {
    /// Checks ops of a body, given in its order. The body has been found valid, but for the ops that
    /// [`BodyScope::is_faulty`] names.
    fn check(&self, scope: &BodyScope<'_>, ops: &[Op], out: &mut Diagnostics);

    /// Looks at what the context has got since these checks were made.
    fn renew(&mut self);

    /// Whether no type or attribute that the context has is wrong whatever holds it.
    fn finds_all_right(&self) -> bool;

    /// Whether the types and attributes that are wrong whatever holds them, if there are any, are found by looking at one op
    /// of each signature: none of them is a dictionary or in a location. Otherwise all ops are checked.
    fn finds_by_signature(&self) -> bool;
}

/// Makes the checks of a dialect for modules of a context.
pub type MakeCheck = for<'c> fn(&'c Context) -> Box<dyn BodyCheck + 'c>;

/// A body that is verified, and what is around it.
pub struct BodyScope<'a> {
    /// The context.
    pub ctx: &'a Context,
    /// The body.
    pub body: &'a Body,
    /// The op that owns it, and the body that contains that op; absent where that is not available.
    pub owner: Option<(&'a Body, Op)>,
    /// The definition of the op around that one; absent where that is not available.
    pub above: Option<OpDefId>,
    /// The nearest symbol table, and the body that it is of; absent where that is not available.
    pub symbols: Option<(&'a Body, &'a SymbolTable)>,
    /// Whether the bodies of functions are not in the module: see [`super::Verifier::apart`].
    pub apart: bool,
    /// Ops with errors.
    pub(super) faulty: Option<&'a FxHashSet<Op>>,
    /// Ops of which an error was reported here.
    pub(super) reported: RefCell<FxHashSet<Op>>,
}

impl<'a> BodyScope<'a> {
    /// A body with nothing around it.
    pub fn alone(ctx: &'a Context, body: &'a Body) -> BodyScope<'a> {
        BodyScope {
            ctx,
            body,
            owner: None,
            above: None,
            symbols: None,
            apart: false,
            faulty: None,
            reported: Default::default(),
        }
    }

    /// Whether an op has errors already: nothing is sure about it.
    pub fn is_faulty(&self, op: Op) -> bool {
        self.faulty.is_some_and(|faulty| !faulty.is_empty() && faulty.contains(&op))
    }

    /// Whether no op has errors so far.
    pub fn is_sound(&self) -> bool {
        self.faulty.is_none_or(FxHashSet::is_empty) && self.reported.borrow().is_empty()
    }

    /// The definition of a symbol, and the body that contains it.
    pub fn symbol(&self, name: Ident) -> Option<(&'a Body, Op)> {
        let (body, table) = self.symbols?;
        Some((body, table.get(name)?))
    }

    /// Whether the symbols are known, and this is none of them.
    pub fn lacks(&self, name: Ident) -> bool {
        self.symbols.is_some_and(|(_, table)| table.get(name).is_none())
    }

    /// Runs the checks of dialects on ops, and reports last ops that are no terminators. `false` if the
    /// checks found errors.
    pub(super) fn run(
        &self,
        checks: &[Box<dyn BodyCheck + '_>],
        ops: &[Op],
        unterminated: &[Op],
        out: &mut Diagnostics,
    ) -> bool {
        let before = out.list.len();
        checks.iter().for_each(|check| check.check(self, ops, out));
        let sound = self.reported.borrow().is_empty();
        if !sound {
            // Other ops are like those with errors, but were left out as they were.
            out.list.truncate(before);
            self.reported.borrow_mut().clear();
            let ops: Vec<Op> = walk::ops(self.body).collect();
            checks.iter().for_each(|check| check.check(self, &ops, out));
        }
        for &op in unterminated {
            if !self.is_faulty(op) && !self.reported.borrow().contains(&op) {
                self.error(op, "ends a block with no terminator", out);
                out.note(
                    Place::None,
                    "the last op of a block is one that branches, returns or leaves a construct",
                );
            }
        }
        sound
    }

    /// Reports an error of an op.
    pub fn error(&self, op: Op, message: &str, out: &mut Diagnostics) {
        self.error_inside(op, self.body, op, message, out);
    }

    /// Reports an error of an op that is nested in `op`, in another body.
    pub fn error_inside(&self, op: Op, body: &Body, inner: Op, message: &str, out: &mut Diagnostics) {
        self.reported.borrow_mut().insert(op);
        if out.list.len() < Diagnostics::LIMIT {
            let name = self.ctx.registry().op(body.def(inner)).row.name;
            let mut error = Diagnostic::error(Place::Op(body.loc(inner)), format!("'{name}' op {message}"));
            let holder = self.owner.filter(|_| std::ptr::eq(body, self.body));
            locate(self.ctx, body, holder, inner, out.list.len(), &mut error);
            out.push(error);
        }
    }
}
