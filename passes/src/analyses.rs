//! Analyses of a body, kept until the body changes.

use crate::limits::Limits;
use spv_ir::{Body, Context};
use std::any::{Any, TypeId};
use std::sync::Arc;

/// Something that is computed from a body.
pub trait Analysis: Send + Sync + 'static {
    /// Computes it. `limits` are those of the module around the body, `others` gives the analyses that it needs.
    fn new(ctx: &Context, body: &Body, limits: &Limits, others: &mut Analyses) -> Self;
}

impl Analysis for spv_ir::analysis::Dominance {
    fn new(ctx: &Context, body: &Body, _: &Limits, _: &mut Analyses) -> Self {
        spv_ir::analysis::Dominance::new(ctx.registry(), body)
    }
}

/// The analyses of one body, each of some epoch of it ([`Body::epoch`]).
#[derive(Default)]
pub struct Analyses {
    list: Vec<(TypeId, u64, Arc<dyn Any + Send + Sync>)>,
}

impl Analyses {
    /// The analysis of a body as it is now; computed unless it is known and the body has not changed since.
    pub fn get<A: Analysis>(&mut self, ctx: &Context, body: &Body, limits: &Limits) -> Arc<A> {
        let (key, epoch) = (TypeId::of::<A>(), body.epoch());
        let known = self.list.iter().find(|(k, e, _)| *k == key && *e == epoch);
        if let Some(found) = known.and_then(|(_, _, a)| a.clone().downcast::<A>().ok()) {
            return found;
        }
        let made = Arc::new(A::new(ctx, body, limits, self));
        self.list.retain(|(k, _, _)| *k != key);
        self.list.push((key, epoch, made.clone()));
        made
    }
}
