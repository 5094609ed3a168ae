//! Fixpoint solver of the integer range analysis

use super::range::Range;
use super::transfer::{self, NoWrap};
use super::trips::Trips;
use super::{Ranges, width};
use crate::limits::Limits;
use crate::support::params::param;
use crate::support::sparse_solver::{SparseSolver, nodes_of_ops};
use crate::support::spirv::{integer, is_chain};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use spv_dialect::control::flow::{Edge, Flow, NONE, Passed};
use spv_dialect::fold::constant;
use spv_dialect::generated::opcodes::{self as op, LOGICAL_AND, LOGICAL_NOT, LOGICAL_OR};
use spv_dialect::{spv, types};
use spv_ir::analysis::{Intervals, edge_count};
use spv_ir::dialect::Traits;
use spv_ir::rewrite::constant_of;
use spv_ir::{AttrData, Body, Context, Op, Value};
use std::sync::Arc;

/// Number of joins after which the range of a block argument is widened.
const STEADY_JOINS: u8 = 3;
/// Number of descending rounds after the fixpoint, which recover precision lost by widening.
const DESCENDING_ROUNDS: usize = 2;
/// Maximum number of branches that refine one value.
const MOST_REFINEMENTS: usize = 16;
/// Maximum number of comparisons used from one condition, a conjunction.
const MOST_CONJUNCTS: usize = 8;

/// A fact about a value, implied by an edge of a conditional branch or switch.
#[derive(Clone, Copy)]
pub(super) enum Outcome {
    /// The known result of a comparison that has the value as an operand.
    Compared {
        opcode: u32,
        /// Index of the comparison's operand that is refined.
        side: usize,
        other: Value,
        holds: bool,
    },
    /// The exact bits of the value.
    Is(u64),
}

impl Outcome {
    fn refine(&self, range: &Range, ranges: &[Option<Range>]) -> Option<Range> {
        match *self {
            Outcome::Compared { opcode, side, other, holds } => {
                let other = ranges[other.index()]?;
                let operands = if side == 0 { [range, &other] } else { [&other, range] };
                transfer::refine(opcode, operands, side, holds)
            }
            Outcome::Is(bits) => range.meet(&Range::constant(range.width, bits)),
        }
    }

    /// Returns the other operand of the comparison, or `None` if this is not a comparison.
    fn other(&self) -> Option<Value> {
        match self {
            Outcome::Compared { other, .. } => Some(*other),
            Outcome::Is(_) => None,
        }
    }
}

/// Refinements of values by the branches that dominate their uses.
pub(super) struct Refinements {
    /// For each value, the flow-graph nodes whose only incoming edge implies a fact about the value, with that fact.
    by_value: FxHashMap<Value, SmallVec<[(u32, Outcome); 2]>>,
    pub(super) dominance: Intervals,
    nodes_of_ops: Arc<[u32]>,
}

impl Refinements {
    fn new(ctx: &Context, body: &Body, flow: &Flow) -> Refinements {
        let mut by_value: FxHashMap<Value, SmallVec<[(u32, Outcome); 2]>> = FxHashMap::default();
        for &node in &flow.order {
            let mut incoming = flow.incoming(node);
            let (Some(edge), None) = (incoming.next(), incoming.next()) else { continue };
            for (value, outcome) in outcomes(ctx, body, edge) {
                let list = by_value.entry(value).or_default();
                if list.len() < MOST_REFINEMENTS {
                    list.push((node, outcome));
                }
            }
        }
        Refinements { by_value, dominance: flow.intervals(), nodes_of_ops: nodes_of_ops(body, flow) }
    }

    /// Returns the range of a value at its use by an op.
    pub(super) fn at(&self, ranges: &[Option<Range>], op: Op, value: Value) -> Option<Range> {
        self.in_node(ranges, *self.nodes_of_ops.get(op.index())?, value)
    }

    /// Returns the flow-graph node of the block that contains an op, or `None` if the block is not in the graph.
    pub(super) fn node(&self, op: Op) -> Option<u32> {
        self.nodes_of_ops.get(op.index()).copied().filter(|&node| node != NONE)
    }

    /// Returns the facts about a value that hold at the start of a flow-graph node.
    pub(super) fn outcomes_before(&self, value: Value, node: u32) -> impl Iterator<Item = Outcome> + '_ {
        let list = self.by_value.get(&value).map_or(&[][..], |list| list);
        let before = list.iter().filter(move |(from, _)| self.dominance.is_ancestor(*from, node));
        before.map(|(_, outcome)| *outcome)
    }

    /// Returns the range of a value in a flow-graph node, or `None` if the facts contradict each other.
    fn in_node(&self, ranges: &[Option<Range>], node: u32, value: Value) -> Option<Range> {
        let mut range = (*ranges.get(value.index())?)?;
        for (from, outcome) in self.by_value.get(&value).map_or(&[][..], |list| list) {
            if node != NONE && self.dominance.is_ancestor(*from, node) {
                range = outcome.refine(&range, ranges)?;
            }
        }
        Some(range)
    }
}

/// Returns pairs of a value and a fact about it that holds on an edge of a conditional branch or switch.
pub(super) fn outcomes(ctx: &Context, body: &Body, edge: &Edge) -> SmallVec<[(Value, Outcome); 4]> {
    let mut found = SmallVec::new();
    let Passed::Successor(number) = edge.passed else { return found };
    if body.def(edge.op) == spv::Switch::ID {
        found.extend(case(ctx, body, edge.op, number));
        return found;
    }
    if body.def(edge.op) != spv::BranchConditional::ID
        || body.successor(edge.op, 0) == body.successor(edge.op, 1)
    {
        return found;
    }
    let mut conditions: SmallVec<[(Value, bool); 4]> = SmallVec::new();
    conditions.extend(body.own_operands(edge.op).next().map(|condition| (condition, number == 0)));
    let mut seen = 0;
    while let Some((condition, holds)) = conditions.pop().filter(|_| seen < MOST_CONJUNCTS) {
        seen += 1;
        if constant_of(ctx, body, condition).is_none() {
            found.push((condition, Outcome::Is(holds.into())));
        }
        let Some(comparison) = body.defining_op(condition) else { continue };
        let row = ctx.registry().op(body.def(comparison)).row;
        if row.set != 0 {
            continue;
        }
        let operands: SmallVec<[Value; 2]> = body.operands(comparison).collect();
        match (row.opcode, &operands[..]) {
            (LOGICAL_NOT, [inner]) => conditions.push((*inner, !holds)),
            (LOGICAL_AND, [a, b]) if holds => conditions.extend([(*a, true), (*b, true)]),
            (LOGICAL_OR, [a, b]) if !holds => conditions.extend([(*a, false), (*b, false)]),
            (
                opcode @ (op::I_EQUAL | op::I_NOT_EQUAL | op::U_GREATER_THAN..=op::S_LESS_THAN_EQUAL),
                [a, b],
            ) => {
                for (side, value, other) in [(0, *a, *b), (1, *b, *a)] {
                    if constant_of(ctx, body, value).is_none() {
                        found.push((value, Outcome::Compared { opcode, side, other, holds }));
                    }
                }
            }
            _ => {}
        }
    }
    found
}

/// Returns the selector of a switch and the fact about the selector that holds in the case at `index`.
fn case(ctx: &Context, body: &Body, switch: Op, index: usize) -> Option<(Value, Outcome)> {
    let selector = body.own_operands(switch).next()?;
    let AttrData::Dense { elements, .. } = ctx.attr_data(body.slot_attr(switch, spv::Switch::LITERALS)?)
    else {
        return None;
    };
    let bits = elements.get(index.checked_sub(1)?).or(elements.first()).copied()?;
    constant_of(ctx, body, selector).is_none().then_some((selector, Outcome::Is(bits)))
}

struct Solver<'a> {
    ctx: &'a Context,
    body: &'a Body,
    flow: &'a Flow,
    limits: &'a Limits,
    refinements: Refinements,
    trips: Trips,
    ranges: Vec<Option<Range>>,
    /// Whether the range of any block argument has been widened.
    widened: bool,
    /// Headers of the loops for which the range from the back edge must be joined again.
    repeated: Vec<u32>,
    worklist: SparseSolver<'a>,
    /// Number of times that the range of each block argument has changed.
    joins: FxHashMap<Value, u8>,
    /// For each value, the values whose ranges depend on a comparison with it.
    refined_by: FxHashMap<Value, SmallVec<[Value; 2]>>,
    /// For each value, the branches whose condition compares with the value. A change of its range may refine the
    /// ranges of the values that these branches forward.
    branches: FxHashMap<Value, SmallVec<[Op; 2]>>,
}

/// Computes the ranges of a body.
pub(super) fn solve(ctx: &Context, body: &Body, flow: &Flow, limits: &Limits) -> Ranges {
    let refinements = Refinements::new(ctx, body, flow);
    let trips = Trips::new(ctx, body, flow, &refinements);
    let mut solver = Solver {
        trips,
        widened: false,
        repeated: Vec::new(),
        ctx,
        body,
        flow,
        limits,
        ranges: vec![None; body.value_count()],
        worklist: SparseSolver::new(flow, refinements.nodes_of_ops.clone()),
        joins: FxHashMap::default(),
        refined_by: FxHashMap::default(),
        branches: FxHashMap::default(),
        refinements,
    };
    solver.run();
    Ranges { of: solver.ranges, reached: solver.worklist.reached, refinements: solver.refinements }
}

impl Solver<'_> {
    fn run(&mut self) {
        let Some(&entry) = self.flow.order.first() else { return };
        for (&value, list) in &self.refinements.by_value {
            for (_, outcome) in list {
                if let Some(other) = outcome.other() {
                    self.refined_by.entry(other).or_default().push(value);
                }
            }
        }
        for edge in &self.flow.edges {
            for (_, outcome) in outcomes(self.ctx, self.body, edge) {
                if let Some(other) = outcome.other() {
                    self.branches.entry(other).or_default().push(edge.op);
                }
            }
        }
        // Sort the lists, because the visiting order must not depend on hash table order.
        self.refined_by.values_mut().for_each(|list| list.sort_unstable());
        for value in self.flow.params(self.body, entry) {
            self.set_full(value);
        }
        self.worklist.reach(entry);
        loop {
            if let Some(header) = self.repeated.pop() {
                self.repeat(header);
            } else if let Some(ops) = self.worklist.next(self.body) {
                ops.into_iter().for_each(|op| self.visit(op));
            } else {
                break;
            }
        }
        // Only widening loses precision that descending rounds can recover.
        for _ in 0..if self.widened { DESCENDING_ROUNDS } else { 0 } {
            self.descend();
        }
    }

    fn set_full(&mut self, value: Value) {
        if let Some(width) = self.width(value) {
            self.set(value, Range::full(width));
        }
    }

    fn width(&self, value: Value) -> Option<u32> {
        width(self.ctx, self.body.value_type(value))
    }

    /// Sets the range of a value, which must contain the old range, and queues the dependent ops.
    fn set(&mut self, value: Value, range: Range) {
        if self.ranges[value.index()].replace(range) == Some(range) {
            return;
        }
        self.revisit_users(value);
        for refined in self.refined_by.get(&value).cloned().unwrap_or_default() {
            self.revisit_users(refined);
        }
        for branch in self.branches.get(&value).cloned().unwrap_or_default() {
            self.worklist.revisit(branch);
        }
        self.repeated.extend(self.trips.compared_with(value));
    }

    /// Joins the back edge of a counted loop again, because the loop's trip count may have changed.
    fn repeat(&mut self, header: u32) {
        let Some(back) = self.trips.back(self.flow, header).copied() else { return };
        if self.worklist.is_executable(&back) {
            for index in 0..self.flow.params(self.body, header).len() {
                let target = param(self.body, self.flow, header, index);
                self.join(target, &back, index);
            }
        }
    }

    /// Returns the range of a loop's block argument on entry to the loop, or `None` while it is not known.
    fn start(&self, header: u32, index: usize) -> Option<Range> {
        let entries = self.flow.incoming(header).filter(|edge| {
            self.worklist.is_executable(edge) && !self.refinements.dominance.is_ancestor(header, edge.from)
        });
        entries.map(|edge| self.passed(edge, index)).reduce(|a, b| Some(a?.join(&b?)))?
    }

    fn revisit_users(&mut self, value: Value) {
        let body = self.body;
        body.uses(value).for_each(|(op, _)| self.worklist.revisit(op));
    }

    fn visit(&mut self, op: Op) {
        let def = self.ctx.registry().op(self.body.def(op));
        if self.body.region_count(op) > 0 || def.traits.contains(Traits::TERMINATOR) {
            return self.leave(op);
        }
        for result in self.body.results(op) {
            if let Some(range) = self.range_of(op, result) {
                let range = self.ranges[result.index()].map_or(range, |old| old.join(&range));
                self.set(result, range);
            }
        }
    }

    /// Computes the range of a result from the ranges of the operands. Returns `None` while an operand has no
    /// range.
    fn range_of(&self, op: Op, result: Value) -> Option<Range> {
        let (ctx, body) = (self.ctx, self.body);
        let width = self.width(result)?;
        if let Some(attr) = constant_of(ctx, body, result) {
            let shape = constant::shape(ctx, body.value_type(result));
            let lanes = shape.and_then(|shape| constant::lanes(ctx, shape, attr));
            let ranges = lanes.iter().flatten().map(|&bits| Range::constant(width, bits));
            return Some(ranges.reduce(|a, b| a.join(&b)).unwrap_or(Range::full(width)));
        }
        if let Some(range) = self.limit(op) {
            return Some(if range.width == width { range } else { Range::full(width) });
        }
        let row = ctx.registry().op(body.def(op)).row;
        let node = self.refinements.nodes_of_ops[op.index()];
        let mut operands: SmallVec<[Range; 4]> = SmallVec::new();
        let mut all = true;
        for operand in body.operands(op) {
            match self.width(operand) {
                Some(_) => operands.push(self.refinements.in_node(&self.ranges, node, operand)?),
                None => all = false,
            }
        }
        let joined = |operands: &[Range]| {
            let same = all && operands.iter().all(|range| range.width == width);
            operands.iter().copied().reduce(|a, b| a.join(&b)).filter(|_| same)
        };
        let known = match row.opcode {
            _ if row.set != 0 => None,
            op::COMPOSITE_CONSTRUCT => joined(&operands),
            // A component that selects from neither vector is undefined.
            op::VECTOR_SHUFFLE => joined(&operands).filter(|_| {
                let words =
                    body.slot_attr(op, spv::VectorShuffle::COMPONENTS).map(|attr| ctx.attr_data(attr));
                matches!(words, Some(AttrData::Words(words)) if !words.contains(&u32::MAX))
            }),
            op::COMPOSITE_EXTRACT => joined(&operands),
            _ => None,
        };
        let computed = || match all {
            true => transfer::result(row.set, row.opcode, &operands, width, no_wrap(ctx, body, op)),
            false => None,
        };
        Some(known.or_else(computed).filter(|range| range.width == width).unwrap_or(Range::full(width)))
    }

    /// Returns the range of a load from a built-in variable, of a component extracted from the load, or of an
    /// OpArrayLength. Returns `None` for other ops.
    fn limit(&self, op: Op) -> Option<Range> {
        let (ctx, body) = (self.ctx, self.body);
        if let Some(array) = spv::ArrayLength::cast(body, op) {
            return self.array_length(array.structure(), array.array_member());
        }
        let (pointer, component) = match spv::CompositeExtract::cast(body, op) {
            Some(extract) => {
                let load = body.defining_op(extract.composite())?;
                let [component] = *extract.indexes(ctx) else { return None };
                (spv::Load::cast(body, load)?.pointer(), Some(component.into()))
            }
            None => (spv::Load::cast(body, op)?.pointer(), None),
        };
        let chain = body.defining_op(pointer).filter(|&chain| is_chain(body, chain));
        let (address, component) = match (chain, component) {
            (Some(chain), None) if body.operand_count(chain) == 2 => {
                let [base, index] = body.first_operands(chain);
                (base, Some(integer(ctx, body, index)?))
            }
            (Some(_), _) => return None,
            (None, component) => (pointer, component),
        };
        let address = spv::AddressOf::cast(body, body.defining_op(address)?)?;
        let ranges = self.limits.of(address.variable(ctx)?)?;
        match component {
            Some(component) => ranges.get(usize::try_from(component).ok()?).copied(),
            None => ranges.iter().copied().reduce(|a, b| a.join(&b)),
        }
    }

    /// Returns the range of a runtime array's length. The array's size in bytes fits in 32 bits, so the stride limits
    /// the length.
    fn array_length(&self, block: Value, member: u32) -> Option<Range> {
        let ctx = self.ctx;
        let (pointee, _) = types::pointer(ctx, self.body.value_type(block))?;
        let array = types::element(ctx, pointee, member.into())?;
        let (_, params) = types::view(ctx, array)?;
        let stride = ctx.dict_get(params.first().copied(), "array_stride").and_then(|n| ctx.attr_u64(n))?;
        let most = u64::from(u32::MAX).checked_div(stride)?;
        Some(Range::of_unsigned(u32::BITS, 0, most.into()))
    }

    /// Propagates ranges along the edges that a terminator or structured op may take.
    fn leave(&mut self, op: Op) {
        let node = self.refinements.nodes_of_ops[op.index()];
        let edges: SmallVec<[Edge; 4]> =
            self.flow.outgoing(node).iter().filter(|edge| edge.op == op).copied().collect();
        let Some(selected) = self.selected(op, node) else { return };
        for edge in edges {
            if !selected.includes(edge.passed) {
                continue;
            }
            self.worklist.execute(&edge);
            for index in 0..self.flow.params(self.body, edge.to).len() {
                let target = param(self.body, self.flow, edge.to, index);
                self.join(target, &edge, index);
            }
            if !self.refinements.dominance.is_ancestor(edge.to, edge.from)
                && self.trips.back(self.flow, edge.to).is_some()
            {
                self.repeated.push(edge.to);
            }
            self.worklist.reach(edge.to);
        }
    }

    /// Returns the range of the value that an edge forwards to the block argument at `index`.
    fn passed(&self, edge: &Edge, index: usize) -> Option<Range> {
        let Some(value) = edge.value(self.body, index) else {
            return self.width(param(self.body, self.flow, edge.to, index)).map(Range::full);
        };
        let mut range = self.refinements.in_node(&self.ranges, edge.from, value)?;
        for (refined, outcome) in outcomes(self.ctx, self.body, edge) {
            if refined == value {
                range = outcome.refine(&range, &self.ranges)?;
            }
        }
        if self.refinements.dominance.is_ancestor(edge.to, edge.from)
            && let Some(bounded) =
                self.trips.passed(edge.to, index, &self.ranges, &|index| self.start(edge.to, index))
        {
            range = range.meet(&bounded)?;
        }
        Some(range)
    }

    /// Joins the range of the value that an edge forwards into the range of the block argument `target`.
    fn join(&mut self, target: Value, edge: &Edge, index: usize) {
        if self.width(target).is_none() {
            return;
        }
        let Some(range) = self.passed(edge, index) else { return };
        let Some(old) = self.ranges[target.index()] else { return self.set(target, range) };
        let mut new = old.join(&range);
        if new != old {
            let joins = self.joins.entry(target).or_default();
            *joins = joins.saturating_add(1);
            if *joins > STEADY_JOINS {
                new = old.widen(&range);
                self.widened = true;
            }
            self.set(target, new);
        }
    }

    /// Returns which edges of a terminator may be taken, or `None` while its condition has no range.
    fn selected(&self, op: Op, node: u32) -> Option<Selected> {
        let body = self.body;
        let def = body.def(op);
        if def != spv::BranchConditional::ID && def != spv::Switch::ID {
            return Some(Selected::All);
        }
        let Some(condition) = body.own_operands(op).next() else { return Some(Selected::All) };
        if self.width(condition).is_none() {
            return Some(Selected::All);
        }
        let range = self.refinements.in_node(&self.ranges, node, condition)?;
        let Some(bits) = range.single() else { return Some(Selected::All) };
        if def == spv::BranchConditional::ID {
            return Some(Selected::One(usize::from(bits == 0)));
        }
        let cases = match body.slot_attr(op, spv::Switch::LITERALS).map(|attr| self.ctx.attr_data(attr)) {
            Some(AttrData::Dense { elements, .. }) => &elements[..],
            _ => &[],
        };
        let edges = edge_count(self.ctx.registry(), body, op);
        let case = |i: usize| cases.get(i).or(cases.first()).copied();
        Some(Selected::One((0..edges - 1).find(|&i| case(i) == Some(bits)).map_or(0, |i| i + 1)))
    }

    /// Recomputes all ranges in flow-graph order, which is one descending round. No range grows.
    fn descend(&mut self) {
        for &node in &self.flow.order {
            if !self.worklist.reached[node as usize] {
                continue;
            }
            let edges: SmallVec<[Edge; 4]> = self.flow.incoming(node).copied().collect();
            // The arguments of a function have unknown values.
            let is_entry = self.flow.order.first() == Some(&node);
            for index in 0..self.flow.params(self.body, node).len() {
                let target = param(self.body, self.flow, node, index);
                let Some(old) = self.ranges[target.index()].filter(|_| !is_entry) else { continue };
                let taken = edges.iter().filter(|edge| self.worklist.is_executable(edge));
                let joined = taken.filter_map(|edge| self.passed(edge, index)).reduce(|a, b| a.join(&b));
                self.ranges[target.index()] = joined.and_then(|range| range.meet(&old)).or(Some(old));
            }
            for op in self.flow.ops(self.body, node) {
                if self.body.region_count(op) > 0 {
                    continue;
                }
                for result in self.body.results(op) {
                    let Some(old) = self.ranges[result.index()] else { continue };
                    let new = self.range_of(op, result).and_then(|range| range.meet(&old));
                    self.ranges[result.index()] = new.or(Some(old));
                }
            }
        }
    }
}

enum Selected {
    One(usize),
    All,
}

impl Selected {
    fn includes(&self, passed: Passed) -> bool {
        match self {
            Selected::All => true,
            Selected::One(number) => passed == Passed::Successor(*number),
        }
    }
}

/// Returns the NoSignedWrap and NoUnsignedWrap flags of an op.
fn no_wrap(ctx: &Context, body: &Body, op: Op) -> NoWrap {
    let has = |key| ctx.dict_get(body.attrs(op), key).is_some();
    NoWrap { signed: has("no_signed_wrap"), unsigned: has("no_unsigned_wrap") }
}
