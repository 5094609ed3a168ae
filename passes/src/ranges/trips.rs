//! Trip counts as a source of ranges
//!
//! A value that each iteration changes by a constant is bounded by its initial value and the trip count.

use super::range::{Range, mask, signed_bounds};
use super::solver::{Outcome, Refinements, outcomes};
use crate::support::params::param;
use crate::support::spirv::integer;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use spv_dialect::control::flow::{Edge, Flow, NONE};
use spv_dialect::generated::opcodes as op;
use spv_dialect::spv;
use spv_ir::{Body, Context, Value, ValueDef};

/// Maximum number of exit comparisons considered per loop.
const MOST_TESTS: usize = 4;

/// A loop with one back edge and at least one argument that each iteration changes by a constant.
pub(super) struct Counted {
    /// Index of the back edge among the incoming edges of the header.
    back: usize,
    /// For each header argument, the constant that an iteration adds to it, or `None` if an iteration changes it in
    /// another way.
    steps: Vec<Option<i64>>,
    tests: SmallVec<[Test; 1]>,
}

/// A comparison that holds whenever the back edge is taken.
struct Test {
    /// Index of the header argument that is compared.
    param: usize,
    /// The loop-invariant value that the argument is compared with.
    bound: Value,
    comparison: Comparison,
}

/// A comparison of an induction variable with a bound.
pub(super) struct Comparison {
    /// Whether the comparison uses the incremented value, not the current one.
    pub late: bool,
    pub opcode: u32,
    /// Index of the comparison's operand that is the bound.
    pub bound_side: usize,
    /// Result of the comparison when the loop continues.
    pub holds: bool,
}

/// The counted loops of a body.
#[derive(Default)]
pub(super) struct Trips {
    /// Counted loops, keyed by the flow-graph node of the header.
    loops: FxHashMap<u32, Counted>,
    /// For each bound, the headers of the loops whose exit comparison uses it.
    bounds: FxHashMap<Value, SmallVec<[u32; 1]>>,
}

/// The body and analyses in which to search for counted loops.
struct LoopSearch<'a> {
    ctx: &'a Context,
    body: &'a Body,
    flow: &'a Flow,
    refinements: &'a Refinements,
}

/// The relation between an induction variable and its bound for which the loop continues.
#[derive(Clone, Copy, PartialEq)]
enum Relation {
    Below,
    Above,
    Other,
}

impl Trips {
    pub(super) fn new(ctx: &Context, body: &Body, flow: &Flow, refinements: &Refinements) -> Trips {
        let mut trips = Trips::default();
        let at = LoopSearch { ctx, body, flow, refinements };
        for &node in &flow.order {
            let count = flow.params(body, node).len();
            // The loop must have a single entry edge and a single back edge.
            if count == 0 || flow.incoming(node).len() != 2 {
                continue;
            }
            let mut back = flow
                .incoming(node)
                .enumerate()
                .filter(|(_, edge)| refinements.dominance.is_ancestor(node, edge.from));
            let (Some((number, edge)), None) = (back.next(), back.next()) else { continue };
            let step = |index| step(ctx, body, param(body, flow, node, index), edge.value(body, index)?);
            let steps: Vec<Option<i64>> = (0..count).map(step).collect();
            if steps.iter().all(Option::is_none) {
                continue;
            }
            let counted = Counted { back: number, steps, tests: SmallVec::new() };
            trips.add(&at, node, edge, counted);
        }
        trips
    }

    /// Finds the exit comparisons of a loop, and registers the loop if it has any.
    fn add(&mut self, at: &LoopSearch<'_>, node: u32, back: &Edge, mut counted: Counted) {
        let LoopSearch { ctx, body, flow, refinements } = *at;
        let of_edge = outcomes(ctx, body, back);
        for (index, _) in counted.steps.iter().enumerate().filter(|(_, step)| step.is_some()) {
            let value = param(body, flow, node, index);
            let before = refinements.outcomes_before(value, back.from).map(|outcome| (false, outcome));
            let next = back.value(body, index);
            let at_end = |value: Value, late: bool| {
                of_edge
                    .iter()
                    .filter(move |(refined, _)| *refined == value)
                    .map(move |(_, outcome)| (late, *outcome))
            };
            let after = next.into_iter().flat_map(|next| {
                let before = refinements.outcomes_before(next, back.from).map(|outcome| (true, outcome));
                before.chain(at_end(next, true))
            });
            for (late, outcome) in before.chain(at_end(value, false)).chain(after) {
                let Outcome::Compared { opcode, side, other, holds } = outcome else { continue };
                if counted.tests.len() < MOST_TESTS && is_before(at, other, node) {
                    let bound_side = 1 - side;
                    let comparison = Comparison { late, opcode, bound_side, holds };
                    counted.tests.push(Test { param: index, bound: other, comparison });
                }
            }
        }
        if counted.tests.is_empty() {
            return;
        }
        for test in &counted.tests {
            let headers = self.bounds.entry(test.bound).or_default();
            if headers.last() != Some(&node) {
                headers.push(node);
            }
        }
        self.loops.insert(node, counted);
    }

    /// Returns the headers of the loops whose exit comparison has `bound` as its bound.
    pub(super) fn compared_with(&self, bound: Value) -> &[u32] {
        self.bounds.get(&bound).map_or(&[], |headers| headers)
    }

    /// Returns the back edge of a counted loop, given its header, or `None` if the loop is not counted.
    pub(super) fn back<'f>(&self, flow: &'f Flow, header: u32) -> Option<&'f Edge> {
        flow.incoming(header).nth(self.loops.get(&header)?.back)
    }

    /// Returns the range of the value that the back edge of a counted loop forwards to a header argument. Returns
    /// `None` if the range is unknown. `start` returns the range of a header argument on entry to the loop.
    pub(super) fn passed(
        &self,
        header: u32,
        index: usize,
        ranges: &[Option<Range>],
        start: &dyn Fn(usize) -> Option<Range>,
    ) -> Option<Range> {
        let counted = self.loops.get(&header)?;
        let step = counted.steps[index]?;
        let trips = counted
            .tests
            .iter()
            .filter_map(|test| {
                let (start, bound) = (start(test.param)?, ranges[test.bound.index()]?);
                test.comparison.trips(counted.steps[test.param]?, &start, &bound)
            })
            .min()?;
        // The back edge forwards the value for the next iteration, so add the step once for each time that it is taken.
        let from = start(index)?;
        let way = i128::from(step).checked_mul(i128::try_from(trips).ok()?)?;
        let ((ulow, uhigh), (slow, shigh)) = (from.unsigned, from.signed);
        let (down, up) = (way.min(0), way.max(0));
        let unsigned = match (i128::from(ulow) + down, i128::from(uhigh) + up) {
            (low, high) if low >= 0 => Range::of_unsigned(from.width, low as u128, high as u128),
            _ => Range::full(from.width),
        };
        let signed = Range::of_signed(from.width, i128::from(slow) + down, i128::from(shigh) + up);
        unsigned.meet(&signed)
    }
}

impl Comparison {
    /// Returns an upper bound on the number of times that the back edge is taken. `start` is the initial range of the
    /// induction variable, and `step` is its change per iteration. Returns `None` if the variable may wrap.
    pub(super) fn trips(&self, step: i64, start: &Range, bound: &Range) -> Option<u128> {
        let (opcode, holds) = (self.opcode, self.holds);
        // Express the comparison as a relation between the value and the bound.
        let less = (self.bound_side == 1) == holds;
        let (relation, equal, signed) = match opcode {
            op::I_EQUAL if !holds => (Relation::Other, false, false),
            op::I_NOT_EQUAL if holds => (Relation::Other, false, false),
            op::U_LESS_THAN | op::U_LESS_THAN_EQUAL | op::S_LESS_THAN | op::S_LESS_THAN_EQUAL => (
                if less { Relation::Below } else { Relation::Above },
                [op::U_LESS_THAN_EQUAL, op::S_LESS_THAN_EQUAL].contains(&opcode) == holds,
                [op::S_LESS_THAN, op::S_LESS_THAN_EQUAL].contains(&opcode),
            ),
            op::U_GREATER_THAN | op::U_GREATER_THAN_EQUAL | op::S_GREATER_THAN | op::S_GREATER_THAN_EQUAL => {
                (
                    if less { Relation::Above } else { Relation::Below },
                    [op::U_GREATER_THAN_EQUAL, op::S_GREATER_THAN_EQUAL].contains(&opcode) == holds,
                    [op::S_GREATER_THAN, op::S_GREATER_THAN_EQUAL].contains(&opcode),
                )
            }
            _ => return None,
        };
        let readings: &[bool] = if relation == Relation::Other { &[false, true] } else { &[signed] };
        readings
            .iter()
            .filter_map(|&signed| self.in_reading((relation, equal, signed), step, start, bound))
            .min()
    }

    /// Computes the trip count bound for values interpreted as signed or as unsigned. The loop continues while the
    /// value has `relation` to the bound, or, if `equal` is set, while it is equal to the bound.
    fn in_reading(
        &self,
        (relation, equal, signed): (Relation, bool, bool),
        step: i64,
        start: &Range,
        bound: &Range,
    ) -> Option<u128> {
        let read = |range: &Range| match signed {
            true => (i128::from(range.signed.0), i128::from(range.signed.1)),
            false => (i128::from(range.unsigned.0), i128::from(range.unsigned.1)),
        };
        let (least, greatest) = match signed {
            true => (i128::from(signed_bounds(start.width).0), i128::from(signed_bounds(start.width).1)),
            false => (0, i128::from(mask(start.width))),
        };
        let step = i128::from(step);
        let (mut from, mut to) = (read(start), read(bound));
        if self.late {
            from = (from.0 + step, from.1 + step);
            if from.0 < least || from.1 > greatest {
                return None;
            }
        }
        // Negate the values of a loop that counts down, so that it counts up.
        let (upwards, mut step, mut limit) = (step > 0, step, greatest);
        if !upwards {
            (from, to) = ((-from.1, -from.0), (-to.1, -to.0));
            (step, limit) = (-step, -least);
        }
        match relation {
            Relation::Other if from.1 <= to.0 => {
                let exact = step == 1 || (from.0 == from.1 && to.0 == to.1 && (to.0 - from.0) % step == 0);
                exact.then(|| ((to.1 - from.0) / step) as u128)
            }
            Relation::Below | Relation::Above if (relation == Relation::Below) == upwards => {
                let end = to.1 + i128::from(equal);
                // The first value for which the loop exits must not wrap.
                if end - 1 + step > limit {
                    return None;
                }
                Some(((end - from.0).max(0) + step - 1) as u128 / step as u128)
            }
            _ => None,
        }
    }
}

/// Returns the constant that an iteration adds to a header argument, or `None` if `next` is not the argument plus a
/// nonzero constant.
fn step(ctx: &Context, body: &Body, param: Value, next: Value) -> Option<i64> {
    let definer = body.defining_op(next)?;
    if ![spv::IAdd::ID, spv::ISub::ID].contains(&body.def(definer)) {
        return None;
    }
    let [a, b] = body.first_operands(definer);
    let width = super::width(ctx, body.value_type(param))?;
    let constant =
        |value| integer(ctx, body, value).map(|bits| super::range::sign_extend(bits & mask(width), width));
    let step = match body.def(definer) {
        spv::ISub::ID if a == param => constant(b)?.checked_neg(),
        spv::IAdd::ID if a == param => constant(b),
        spv::IAdd::ID if b == param => constant(a),
        _ => None,
    };
    step.filter(|step| *step != 0)
}

/// Returns whether a value is computed before the loop with the given header.
fn is_before(at: &LoopSearch<'_>, value: Value, header: u32) -> bool {
    let LoopSearch { ctx, body, flow, refinements } = *at;
    if integer(ctx, body, value).is_some() {
        return true;
    }
    let node = match body.value_def(value) {
        ValueDef::Argument(block, _) => flow.start_of(block),
        _ => match body.defining_op(value).filter(|&definer| body.region_count(definer) == 0) {
            Some(definer) => refinements.node(definer).unwrap_or(NONE),
            None => NONE,
        },
    };
    node != NONE && node != header && refinements.dominance.is_ancestor(node, header)
}
