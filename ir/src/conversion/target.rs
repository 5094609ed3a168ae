//! Conversion target: the ops that are legal after a conversion

use crate::body::Body;
use crate::context::Context;
use crate::dialect::Registry;
use crate::entity::Op;
use crate::handles::OpDefId;
use rustc_hash::FxHashMap;

/// Function that decides whether an op is legal, for rules that depend on more than the op's name.
pub type LegalityFn<E> = fn(&E, &Context, &Body, Op) -> bool;

/// The legality of an op, or of all ops in a dialect.
pub enum Legality<E> {
    /// The op may remain.
    Legal,
    /// The op must be replaced.
    Illegal,
    /// The op may remain if the given function returns true.
    Dynamic(LegalityFn<E>),
}

impl<E> Clone for Legality<E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E> Copy for Legality<E> {}

/// The set of ops that are legal after a conversion.
pub struct ConversionTarget<E> {
    ops: FxHashMap<String, Legality<E>>,
    dialects: FxHashMap<String, Legality<E>>,
    unknown: Option<Legality<E>>,
}

impl<E> Default for ConversionTarget<E> {
    fn default() -> Self {
        ConversionTarget { ops: FxHashMap::default(), dialects: FxHashMap::default(), unknown: None }
    }
}

impl<E> ConversionTarget<E> {
    /// Sets the legality of an op. Takes precedence over the legality of its dialect.
    #[must_use]
    pub fn op(mut self, name: &str, legality: Legality<E>) -> Self {
        self.ops.insert(name.to_owned(), legality);
        self
    }

    /// Sets the legality of all ops in a dialect.
    #[must_use]
    pub fn dialect(mut self, name: &str, legality: Legality<E>) -> Self {
        self.dialects.insert(name.to_owned(), legality);
        self
    }

    /// Sets the legality of ops without a rule for their name or dialect.
    #[must_use]
    pub fn unknown(mut self, legality: Legality<E>) -> Self {
        self.unknown = Some(legality);
        self
    }

    /// Returns the legality of each op definition; `None` if no rule applies.
    pub(super) fn table(&self, registry: &Registry) -> Vec<Option<Legality<E>>> {
        let rule = |name: &str| {
            let dialect = name.split_once('.').map_or(name, |(dialect, _)| dialect);
            self.ops.get(name).or_else(|| self.dialects.get(dialect)).copied().or(self.unknown)
        };
        registry.ops().iter().map(|def| rule(def.row.name)).collect()
    }
}

/// The legality of a specific op.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Legal,
    Illegal,
    /// No rule applies to the op.
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
