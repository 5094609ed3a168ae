//! What a dialect checks of its ops beyond their rows and traits.

use crate::body::Body;
use crate::context::{Context, Ident};
use crate::diag::{Diagnostic, Diagnostics, Place};
use crate::entity::Op;
use crate::symbols::SymbolTable;
use rustc_hash::FxHashSet;
use std::cell::RefCell;

/// Checks of a dialect, made for one verification: what they look up again and again they may work out
/// at the start. May be shared between threads.
pub trait BodyCheck: Send + Sync {
    /// Checks the ops of a body, bodies nested in it left out. It has been found sound, but for the ops
    /// that [`BodyScope::is_faulty`] names.
    fn check(&self, scope: &BodyScope<'_>, out: &mut Diagnostics);
}

/// Makes the checks of a dialect for modules of a context.
pub type MakeCheck = for<'c> fn(&'c Context) -> Box<dyn BodyCheck + 'c>;

/// A body that is verified, and what is around it.
pub struct BodyScope<'a> {
    /// The context.
    pub ctx: &'a Context,
    /// The body.
    pub body: &'a Body,
    /// The op that owns it, and the body that this stands in; absent where that is not at hand.
    pub owner: Option<(&'a Body, Op)>,
    /// The nearest symbol table, and the body that it is of; absent where that is not at hand.
    pub symbols: Option<(&'a Body, &'a SymbolTable)>,
    /// Ops with errors.
    pub(super) faulty: Option<&'a FxHashSet<Op>>,
    /// Ops of which an error was reported here.
    pub(super) reported: RefCell<FxHashSet<Op>>,
}

impl<'a> BodyScope<'a> {
    /// A body with nothing around it.
    pub fn alone(ctx: &'a Context, body: &'a Body) -> BodyScope<'a> {
        BodyScope { ctx, body, owner: None, symbols: None, faulty: None, reported: Default::default() }
    }

    /// Whether an op has errors already: nothing is sure about it.
    pub fn is_faulty(&self, op: Op) -> bool {
        self.faulty.is_some_and(|faulty| !faulty.is_empty() && faulty.contains(&op))
    }

    /// The definition of a symbol, and the body that it stands in.
    pub fn symbol(&self, name: Ident) -> Option<(&'a Body, Op)> {
        let (body, table) = self.symbols?;
        Some((body, table.get(name)?))
    }

    /// Runs the checks of dialects, and reports last ops that are no terminators.
    pub(super) fn run(&self, checks: &[Box<dyn BodyCheck + '_>], unterminated: &[Op], out: &mut Diagnostics) {
        checks.iter().for_each(|check| check.check(self, out));
        for &op in unterminated {
            if !self.is_faulty(op) && !self.reported.borrow().contains(&op) {
                self.error(op, "ends a block with no terminator", out);
            }
        }
    }

    /// Reports an error of an op.
    pub fn error(&self, op: Op, message: &str, out: &mut Diagnostics) {
        self.reported.borrow_mut().insert(op);
        if out.list.len() < Diagnostics::LIMIT {
            let name = self.ctx.registry().op(self.body.def(op)).row.name;
            out.push(Diagnostic::error(Place::Op(self.body.loc(op)), format!("'{name}' op {message}")));
        }
    }
}
