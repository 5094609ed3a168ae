//! Sparse conditional constant propagation (`sccp`)
//!
//! The analysis is optimistic: values are assumed to be constant, and edges not to be executable, until proven
//! otherwise. It therefore finds constants in loops, and in branches that only seem to change a value. It works on the
//! flow graph, for both CFG form and region form. The directories of ops evaluate them.

use crate::flow::{Edge, Flow, Passed};
use crate::pass::{ControlFlow, Function, PassInfo, Work};
use crate::support::params::{Ends, param};
use crate::support::sparse_solver::{SparseSolver, nodes_of_ops};
use crate::support::values::Constants;
use rustc_hash::FxHashMap;
use spv_dialect::spv;
use spv_ir::analysis::edge_count;
use spv_ir::dialect::Traits;
use spv_ir::rewrite::{constant_of, is_used};
use spv_ir::{
    AttrData, Attribute, Body, Builder, Context, Diagnostics, Folded, Folding, InsertPoint, NewOp, Op, Type,
    Value, ValueDef,
};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Sparse conditional constant propagation: finds values that are constant on all executable \
                  edges, and replaces their uses. Leaves branches on constants to simplify-cfg.",
    before: "%x = spv.Select %true, %c1, %c2 : i1, i32\n%y = spv.IAdd %x, %c1 : i32",
    after: "%y = spv.Constant 2 : i32",
    statistics: &[("constants", "Values found to be constant")],
    ..PassInfo::new("sccp", "Sparse conditional constant propagation", ControlFlow::SpvOnly, |_| {
        Ok(Work::function(run))
    })
};

fn run(function: &mut Function<'_>) -> Result<(), Diagnostics> {
    let ctx = function.ctx;
    let flow = function.analysis::<Flow>();
    let solver = SparseSolver::new(&flow, nodes_of_ops(function.body, &flow));
    let mut sccp = Sccp {
        ctx,
        facts: function.facts.bits(),
        body: function.body,
        flow: &flow,
        known: FxHashMap::default(),
        solver,
        passed: Vec::new(),
        ends: Ends::new(&flow),
        constants: Constants::default(),
        scratch: Vec::new(),
    };
    let count = sccp.run();
    function.count(0, count);
    Ok(())
}

/// Lattice value of an SSA value. A value without an entry has the lattice value top (not yet evaluated).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LatticeValue {
    Constant(Attribute),
    Varies,
}

struct Sccp<'a> {
    ctx: &'a Context,
    /// Facts about the module that directories depend on.
    facts: u64,
    body: &'a mut Body,
    flow: &'a Flow,
    known: FxHashMap<Value, LatticeValue>,
    solver: SparseSolver<'a>,
    /// Worklist of operands that an edge forwards, as pairs of op and operand index. Their lattice values must be
    /// propagated to the parameters that receive them.
    passed: Vec<(Op, usize)>,
    ends: Ends,
    constants: Constants,
    /// Temporary ops that were created for folding.
    scratch: Vec<Op>,
}

impl Sccp<'_> {
    fn run(&mut self) -> u64 {
        let Some(&entry) = self.flow.order.first() else { return 0 };
        let first = self.flow.params(self.body, entry);
        self.known.extend(first.into_iter().map(|v| (v, LatticeValue::Varies)));
        self.solver.reach(entry);
        loop {
            if let Some((op, operand)) = self.passed.pop() {
                self.pass(op, operand);
            } else if let Some(ops) = self.solver.next(self.body) {
                ops.into_iter().for_each(|op| self.visit(op));
            } else {
                break;
            }
        }
        self.replace()
    }

    fn set(&mut self, value: Value, known: LatticeValue) {
        let old = self.known.get(&value).copied();
        let new = match old {
            None => known,
            Some(old) if old == known => return,
            Some(LatticeValue::Varies) => return,
            Some(_) => LatticeValue::Varies,
        };
        self.known.insert(value, new);
        for (op, operand) in self.body.uses(value) {
            if self.ends.passed_for(self.body, self.flow, op, operand).is_some() {
                self.passed.push((op, operand));
            } else {
                self.solver.revisit(op);
            }
        }
    }

    /// Joins the lattice value of an operand into the lattice value of the parameter that receives it.
    fn pass(&mut self, op: Op, operand: usize) {
        if let Some((edge, index)) = self.ends.passed_for(self.body, self.flow, op, operand)
            && self.solver.is_executable(edge)
            && let Some(&known) = self.known.get(&self.body.operand(op, operand))
        {
            self.set(param(self.body, self.flow, edge.to, index), known);
        }
    }

    fn visit(&mut self, op: Op) {
        let def = self.ctx.registry().op(self.body.def(op));
        if self.body.region_count(op) > 0 || def.traits.contains(Traits::TERMINATOR) {
            return self.leave(op);
        }
        let results: Vec<Value> = self.body.results(op).collect();
        let known = match results[..] {
            [result] => match constant_of(self.ctx, self.body, result) {
                Some(attr) => Some(LatticeValue::Constant(attr)),
                None => self.evaluate(op),
            },
            _ => Some(LatticeValue::Varies),
        };
        if let Some(known) = known {
            results.into_iter().for_each(|value| self.set(value, known));
        }
    }

    /// Evaluates an op on the lattice values of its operands. Returns `None` while the lattice value of an operand is
    /// top.
    fn evaluate(&mut self, op: Op) -> Option<LatticeValue> {
        let def = self.ctx.registry().op(self.body.def(op));
        let Some(fold) = def.fold else { return Some(LatticeValue::Varies) };
        let operands: Vec<Value> = self.body.operands(op).collect();
        let mut replaced = Vec::with_capacity(operands.len());
        let mut differs = false;
        for &value in &operands {
            match self.known.get(&value)? {
                LatticeValue::Varies => replaced.push(value),
                LatticeValue::Constant(attr) => {
                    let constant = self.constant(value, *attr);
                    differs |= constant != value;
                    replaced.push(constant);
                }
            }
        }
        let mut at = op;
        if differs {
            // Fold a detached copy of the op that has constant operands.
            let slots = self.body.slots(op).to_vec();
            let results: Vec<Type> = self.body.results(op).map(|v| self.body.value_type(v)).collect();
            let (own, attrs) = (self.body.def(op), self.body.attrs(op));
            let new =
                NewOp { operands: &replaced, slots: &slots, results: &results, attrs, ..NewOp::new(own) };
            at = Builder::at(self.body, InsertPoint::Detached).create(new);
            self.scratch.push(at);
        }
        let folded = fold(Folding { ctx: self.ctx, body: self.body, facts: self.facts }, at);
        let ty = self.body.value_type(self.body.result(op, 0));
        Some(match folded {
            Some(Folded::Constant(attr)) => LatticeValue::Constant(attr),
            Some(Folded::Value(value)) if self.body.value_type(value) == ty => {
                match (constant_of(self.ctx, self.body, value), self.known.get(&value)) {
                    (Some(attr), _) => LatticeValue::Constant(attr),
                    (None, Some(&known)) => known,
                    (None, None) => LatticeValue::Varies,
                }
            }
            _ => LatticeValue::Varies,
        })
    }

    /// Returns the result of a constant op with the type of `value` and the value `attr`.
    fn constant(&mut self, value: Value, attr: Attribute) -> Value {
        if constant_of(self.ctx, self.body, value).is_some() {
            return value;
        }
        let ty = self.body.value_type(value);
        self.constants.get(self.body, ty, attr)
    }

    /// Marks the outgoing edges of a terminator or structured op that may be taken as executable.
    fn leave(&mut self, op: Op) {
        let Some(node) = self.solver.node(op) else { return };
        let edges: Vec<Edge> = self.flow.outgoing(node).iter().filter(|e| e.op == op).copied().collect();
        let only = match self.choice(op) {
            Choice::None => return,
            Choice::All => None,
            Choice::One(number) => Some(number),
        };
        for edge in edges {
            if only.is_some_and(|n| edge.passed != Passed::Successor(n)) || !self.solver.execute(&edge) {
                continue;
            }
            for index in 0..self.flow.params(self.body, edge.to).len() {
                let target = param(self.body, self.flow, edge.to, index);
                match edge.value(self.body, index) {
                    Some(value) => {
                        if let Some(&known) = self.known.get(&value) {
                            self.set(target, known);
                        }
                    }
                    None => self.set(target, LatticeValue::Varies),
                }
            }
            self.solver.reach(edge.to);
        }
    }

    fn choice(&self, op: Op) -> Choice {
        let body = &*self.body;
        let def = body.def(op);
        if def != spv::BranchConditional::ID && def != spv::Switch::ID {
            return Choice::All;
        }
        let Some(condition) = body.own_operands(op).next() else { return Choice::All };
        let attr = match self.known.get(&condition) {
            None => return Choice::None,
            Some(LatticeValue::Varies) => return Choice::All,
            Some(LatticeValue::Constant(attr)) => *attr,
        };
        match self.ctx.attr_data(attr) {
            AttrData::Bool(value) if def == spv::BranchConditional::ID => Choice::One(usize::from(!value)),
            AttrData::Integer { value, .. } if def == spv::Switch::ID => {
                let edges = edge_count(self.ctx.registry(), body, op);
                let cases = match body.slot_attr(op, spv::Switch::LITERALS).map(|a| self.ctx.attr_data(a)) {
                    Some(AttrData::Dense { elements, .. }) => &elements[..],
                    _ => &[],
                };
                let case = |i: usize| cases.get(i).or(cases.first()).copied();
                Choice::One((0..edges - 1).find(|&i| case(i) == Some(*value)).map_or(0, |i| i + 1))
            }
            _ => Choice::All,
        }
    }

    /// Replaces the uses of values that are constant. Returns the number of replaced values.
    fn replace(&mut self) -> u64 {
        let mut builder = Builder::new(self.body);
        std::mem::take(&mut self.scratch).into_iter().for_each(|op| builder.erase(op));
        let mut list: Vec<(Value, Attribute)> = self
            .known
            .iter()
            .filter_map(|(&value, &known)| match known {
                LatticeValue::Constant(attr) => Some((value, attr)),
                LatticeValue::Varies => None,
            })
            .collect();
        list.sort_unstable_by_key(|entry| entry.0);
        let mut count = 0;
        for (value, attr) in list {
            let dead = matches!(self.body.value_def(value), ValueDef::Forward);
            if dead
                || constant_of(self.ctx, self.body, value).is_some()
                || !is_used(self.ctx, self.body, value)
            {
                continue;
            }
            let constant = self.constant(value, attr);
            Builder::new(self.body).replace_all_uses(value, constant);
            count += 1;
        }
        count
    }
}

/// The edges of a terminator that may be taken.
enum Choice {
    None,
    One(usize),
    All,
}
