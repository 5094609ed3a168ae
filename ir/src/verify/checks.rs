//! Dialect-specific verifier checks, beyond grammar entries and traits

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

/// The checks of a dialect, created for a single verification. An implementation may precompute data on creation, and
/// may be shared between threads.
///
/// If the definition of an op has
/// [`Traits::DIALECT_CHECK_BY_SIGNATURE`](crate::dialect::Traits::DIALECT_CHECK_BY_SIGNATURE), only one op per
/// signature is checked. Otherwise every op is checked.
pub trait BodyCheck: Send + Sync {
    /// Checks `ops` of a body, in body order. The body is otherwise valid, except for ops for which
    /// [`BodyScope::is_faulty`] returns true.
    fn check(&self, scope: &BodyScope<'_>, ops: &[Op], out: &mut Diagnostics);

    /// Updates the checks for types and attributes that were interned after the checks were created.
    fn renew(&mut self);

    /// Returns whether every type and attribute of the context is valid at some position in the IR.
    fn finds_all_right(&self) -> bool;

    /// Returns whether checking one op per signature finds every use of an invalid type or attribute. If an invalid
    /// attribute is a dictionary or part of a location, returns false, and all ops are checked.
    fn finds_by_signature(&self) -> bool;
}

/// Function that creates a dialect's checks for modules of a context.
pub type MakeCheck = for<'c> fn(&'c Context) -> Box<dyn BodyCheck + 'c>;

/// A body under verification, with information about the code that encloses it.
pub struct BodyScope<'a> {
    /// Context of the module.
    pub ctx: &'a Context,
    /// Body to check.
    pub body: &'a Body,
    /// The op that owns the body, and the body that contains the op; `None` if unknown.
    pub owner: Option<(&'a Body, Op)>,
    /// Definition of the op that encloses the owner of the body; `None` if unknown.
    pub above: Option<OpDefId>,
    /// The nearest enclosing symbol table, and the body that it describes; `None` if unknown.
    pub symbols: Option<(&'a Body, &'a SymbolTable)>,
    /// Whether function bodies have been removed from the module (see [`super::Verifier::apart`]).
    pub apart: bool,
    /// Ops for which the generic rules have reported errors; `None` if unknown.
    pub(super) faulty: Option<&'a FxHashSet<Op>>,
    /// Ops for which dialect checks have reported errors.
    pub(super) reported: RefCell<FxHashSet<Op>>,
}

impl<'a> BodyScope<'a> {
    /// Creates a scope for a body without information about the enclosing code.
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

    /// Returns whether an op already has errors, so that further checks must not rely on its validity.
    pub fn is_faulty(&self, op: Op) -> bool {
        self.faulty.is_some_and(|faulty| !faulty.is_empty() && faulty.contains(&op))
    }

    /// Returns whether no errors have been found so far.
    pub fn is_clean(&self) -> bool {
        self.faulty.is_none_or(FxHashSet::is_empty) && self.reported.borrow().is_empty()
    }

    /// Returns the op that defines a symbol, and the body that contains the op. Returns `None` if the symbol is
    /// unknown.
    pub fn symbol(&self, name: Ident) -> Option<(&'a Body, Op)> {
        let (body, table) = self.symbols?;
        Some((body, table.get(name)?))
    }

    /// Returns whether a symbol table is available but does not contain the symbol.
    pub fn lacks(&self, name: Ident) -> bool {
        self.symbols.is_some_and(|(_, table)| table.get(name).is_none())
    }

    /// Runs the dialect checks on `ops`, and then reports the ops in `unterminated`, which end a block but are not
    /// terminators. Returns false if the dialect checks found errors.
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
            // An op with errors may share its signature with ops that were skipped, so check all ops.
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
                    "a block must end in an op that branches, returns or leaves a construct",
                );
            }
        }
        sound
    }

    /// Reports an error about an op in the body.
    pub fn error(&self, op: Op, message: &str, out: &mut Diagnostics) {
        self.error_inside(op, self.body, op, message, out);
    }

    /// Reports an error about `inner`, an op in `body`, which is nested in `op`.
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
