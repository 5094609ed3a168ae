//! Cache of the analyses of a body, invalidated when the body changes

use crate::limits::Limits;
use spv_ir::{Body, Context};
use std::any::{Any, TypeId};
use std::sync::Arc;

/// An analysis result that can be computed from a body.
pub trait Analysis: Send + Sync + 'static {
    /// Computes the analysis. `limits` are the value ranges of the module's built-in variables. `others` provides the
    /// analyses that this one depends on.
    fn new(ctx: &Context, body: &Body, limits: &Limits, others: &mut Analyses) -> Self;
}

impl Analysis for spv_ir::analysis::Dominance {
    fn new(ctx: &Context, body: &Body, _: &Limits, _: &mut Analyses) -> Self {
        spv_ir::analysis::Dominance::new(ctx.registry(), body)
    }
}

/// The cached analyses of one body, each tagged with the [`Body::epoch`] at which it was computed.
#[derive(Default)]
pub struct Analyses {
    list: Vec<(TypeId, u64, Arc<dyn Any + Send + Sync>)>,
}

impl Analyses {
    /// Returns the analysis of the body. Recomputes it if it is not cached or the body has changed.
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
