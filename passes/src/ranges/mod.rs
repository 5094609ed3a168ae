//! Integer range analysis (`integer-ranges`), for CFG form and region form
//!
//! The analysis is sparse and optimistic, like sparse conditional constant propagation. A value has no range until the
//! operands of its definition have one. An edge is ignored until its condition may select it. A branch on a comparison
//! refines a value at the uses that it dominates. Block arguments at joins widen to powers of two, which bounds the
//! number of visits; two descending rounds then recover precision. Trip counts bound values that each loop iteration
//! changes by a constant.

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

/// Ranges of a body's integers, Booleans, and vectors of them. The range of a vector holds for each component.
pub struct Ranges {
    /// Range of each value, indexed by value.
    of: Vec<Option<Range>>,
    /// Whether each block of the flow graph may be executed, indexed by flow-graph node.
    reached: Vec<bool>,
    refinements: solver::Refinements,
}

impl Analysis for Ranges {
    fn new(ctx: &Context, body: &Body, limits: &Limits, others: &mut Analyses) -> Ranges {
        solver::solve(ctx, body, &others.get::<Flow>(ctx, body, limits), limits)
    }
}

impl Ranges {
    /// Returns the range of a value, valid at every use. Returns `None` for values that are never computed, and for
    /// types other than integers, Booleans, and vectors of them.
    pub fn get(&self, value: Value) -> Option<Range> {
        self.of.get(value.index()).copied().flatten()
    }

    /// Returns whether an op may be executed. Takes into account branches whose condition has a known value.
    pub fn is_executed(&self, op: Op) -> bool {
        self.refinements.node(op).is_some_and(|node| self.reached[node as usize])
    }

    /// Returns the range of an operand at its use by an op, refined by the branches that dominate the op.
    /// Returns `None` in the same cases as [`Self::get`].
    pub fn at(&self, op: Op, value: Value) -> Option<Range> {
        self.refinements.at(&self.of, op, value)
    }
}

/// Returns the bit width of an integer or Boolean type, or of a vector's elements. Returns `None` for other types.
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
