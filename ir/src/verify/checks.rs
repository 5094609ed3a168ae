//! What a dialect checks of its ops beyond their rows and traits.

use crate::body::Body;
use crate::context::{Context, Ident};
use crate::diag::{Diagnostic, Diagnostics, Place};
use crate::entity::Op;
use crate::symbols::SymbolTable;
use rustc_hash::FxHashSet;

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
    pub(super) faulty: &'a FxHashSet<Op>,
}

impl<'a> BodyScope<'a> {
    /// Whether an op has errors already: nothing is sure about it.
    pub fn is_faulty(&self, op: Op) -> bool {
        !self.faulty.is_empty() && self.faulty.contains(&op)
    }

    /// The definition of a symbol, and the body that it stands in.
    pub fn symbol(&self, name: Ident) -> Option<(&'a Body, Op)> {
        let (body, table) = self.symbols?;
        Some((body, table.get(name)?))
    }

    /// Reports an error of an op.
    pub fn error(&self, op: Op, message: &str, out: &mut Diagnostics) {
        if out.list.len() < Diagnostics::LIMIT {
            let name = self.ctx.registry().op(self.body.def(op)).row.name;
            out.push(Diagnostic::error(Place::Op(self.body.loc(op)), format!("'{name}' op {message}")));
        }
    }
}
