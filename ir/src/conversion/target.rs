//! Which ops a conversion may leave after.

use crate::body::Body;
use crate::context::Context;
use crate::dialect::Registry;
use crate::entity::Op;
use crate::handles::OpDefId;
use rustc_hash::FxHashMap;

/// Whether an op is legal, for a rule that looks at the op itself.
pub type LegalityFn<E> = fn(&E, &Context, &Body, Op) -> bool;

/// What is said of an op or dialect.
pub enum Legality<E> {
    /// May stay.
    Legal,
    /// Must be replaced.
    Illegal,
    /// May stay where the function says so.
    Dynamic(LegalityFn<E>),
}

impl<E> Clone for Legality<E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E> Copy for Legality<E> {}

/// The ops that are legal after a conversion.
pub struct Target<E> {
    ops: FxHashMap<String, Legality<E>>,
    dialects: FxHashMap<String, Legality<E>>,
    unknown: Option<Legality<E>>,
}

impl<E> Default for Target<E> {
    fn default() -> Self {
        Target { ops: FxHashMap::default(), dialects: FxHashMap::default(), unknown: None }
    }
}

impl<E> Target<E> {
    /// Says something of an op, which counts more than what is said of its dialect.
    #[must_use]
    pub fn op(mut self, name: &str, legality: Legality<E>) -> Self {
        self.ops.insert(name.to_owned(), legality);
        self
    }

    /// Says something of the ops of a dialect.
    #[must_use]
    pub fn dialect(mut self, name: &str, legality: Legality<E>) -> Self {
        self.dialects.insert(name.to_owned(), legality);
        self
    }

    /// Says something of all other ops.
    #[must_use]
    pub fn unknown(mut self, legality: Legality<E>) -> Self {
        self.unknown = Some(legality);
        self
    }

    /// The rule of each definition; `None` where nothing is said.
    pub(super) fn table(&self, registry: &Registry) -> Vec<Option<Legality<E>>> {
        let rule = |name: &str| {
            let dialect = name.split_once('.').map_or(name, |(dialect, _)| dialect);
            self.ops.get(name).or_else(|| self.dialects.get(dialect)).copied().or(self.unknown)
        };
        registry.ops().iter().map(|def| rule(def.row.name)).collect()
    }
}

/// What is known of an op.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Legal,
    Illegal,
    /// Nothing is said of it.
    Unknown,
}

pub(super) fn verdict<E>(
    table: &[Option<Legality<E>>],
    env: &E,
    ctx: &Context,
    body: &Body,
    op: Op,
) -> Verdict {
    let OpDefId(def) = body.def(op);
    match table.get(usize::from(def)).copied().flatten() {
        None => Verdict::Unknown,
        Some(Legality::Legal) => Verdict::Legal,
        Some(Legality::Illegal) => Verdict::Illegal,
        Some(Legality::Dynamic(is_legal)) if is_legal(env, ctx, body, op) => Verdict::Legal,
        Some(Legality::Dynamic(_)) => Verdict::Illegal,
    }
}
