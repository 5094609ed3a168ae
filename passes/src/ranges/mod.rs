//! Integer ranges: the analysis `integer-ranges`, over both control-flow forms.
//!
//! Sparse and optimistic, as sparse conditional constant propagation: a value has no range until one of its definition's
//! operands has, and an edge counts once its condition may select it. A value is refined where a branch on a comparison
//! dominates its use. Parameters of joins widen to powers of two, so that the number of visits is bounded; two descending
//! rounds then recover what widening lost. Trip counts bound what each iteration of a loop changes by a constant.

mod range;
mod solver;
#[cfg(test)]
mod tests;
mod transfer;
mod trips;

pub use range::Range;
pub use transfer::{NoWrap, never_wraps};

use crate::analyses::{Analyses, Analysis};
use crate::limits::Limits;
use spv_dialect::control::flow::Flow;
use spv_ir::{Body, Context, Op, Type, TypeData, Value};

/// The ranges of the integers, Booleans and vectors of them in a body. That of a vector holds for each component.
pub struct Ranges {
    /// By value.
    of: Vec<Option<Range>>,
    /// By node: whether it may be executed.
    reached: Vec<bool>,
    refinements: solver::Refinements,
}

impl Analysis for Ranges {
    fn new(ctx: &Context, body: &Body, limits: &Limits, others: &mut Analyses) -> Ranges {
        solver::solve(ctx, body, &others.get::<Flow>(ctx, body, limits), limits)
    }
}

impl Ranges {
    /// The range of a value wherever it is defined; `None` for other types and for what is never executed.
    pub fn get(&self, value: Value) -> Option<Range> {
        self.of.get(value.index()).copied().flatten()
    }

    /// Whether an op may be executed, as far as ranges decide branches.
    pub fn is_executed(&self, op: Op) -> bool {
        self.refinements.node(op).is_some_and(|node| self.reached[node as usize])
    }

    /// The range of an operand where an op uses it: branches that dominate the op refine it. `None` as in [`Self::get`].
    pub fn at(&self, op: Op, value: Value) -> Option<Range> {
        self.refinements.at(&self.of, op, value)
    }
}

/// The width of the integers or Booleans that a type holds, alone or as a vector.
pub(crate) fn width(ctx: &Context, ty: Type) -> Option<u32> {
    match ctx.type_data(ty) {
        TypeData::Integer { width, .. } => Some(*width).filter(|width| (1..=64).contains(width)),
        TypeData::Vector { element, .. } => match ctx.type_data(*element) {
            TypeData::Integer { width, .. } => Some(*width).filter(|width| (1..=64).contains(width)),
            _ => None,
        },
        _ => None,
    }
}
