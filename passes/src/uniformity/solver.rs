//! Solver of the uniformity analysis, which propagates divergence

use super::Globals;
use super::sources::Source;
use crate::support::memory::Memory;
use spv_dialect::control::flow::{Flow, NONE};
use spv_dialect::fold::Facts;
use spv_dialect::spv;
use spv_ir::analysis::graph_dominators;
use spv_ir::dialect::Traits;
use spv_ir::{Body, Op, Value};

struct Solver<'a> {
    body: &'a Body,
    flow: &'a Flow,
    /// Whether each value is divergent, indexed by value.
    divergent: Vec<bool>,
    work: Vec<Value>,
    /// For each rank, the first rank at or after it whose flow-graph node no divergent branch has marked yet. A rank
    /// is an index in reverse postorder.
    next: Vec<u32>,
    /// For each rank, the rank of the flow-graph node's immediate postdominator.
    joins: Vec<u32>,
    /// Flow-graph node that each terminator ends, indexed by op.
    nodes: Vec<u32>,
}

/// Returns for each value of a body whether it is divergent. Parameters of a kernel entry point are uniform;
/// parameters of other functions are divergent.
pub(super) fn solve(mut globals: Globals<'_>, body: &Body, flow: &Flow, is_entry_point: bool) -> Vec<bool> {
    let count = flow.order.len() as u32;
    let mut nodes = vec![NONE; body.op_count()];
    for (number, node) in (0..).zip(&flow.nodes) {
        node.end.iter().for_each(|op| nodes[op.index()] = number);
    }
    let mut solver = Solver {
        body,
        flow,
        divergent: vec![false; body.value_count()],
        work: Vec::new(),
        next: (0..=count).collect(),
        joins: post_dominators(flow),
        nodes,
    };
    let memory = Memory::new(globals.ctx, Facts::default(), globals.module, globals.symbols);
    if let Some(&entry) = flow.order.first().filter(|_| !is_entry_point) {
        flow.params(body, entry).into_iter().for_each(|value| solver.set(value));
    }
    for &node in &flow.order {
        for op in flow.ops(body, node).filter(|&op| body.region_count(op) == 0) {
            // Ops without results are never sources of divergence.
            if body.result_count(op) > 0 && globals.source(&memory, body, op) == Source::Divergent {
                body.results(op).for_each(|value| solver.set(value));
            }
        }
    }
    while let Some(value) = solver.work.pop() {
        for (user, operand) in body.uses(value) {
            solver.visit(&mut globals, &memory, user, operand);
        }
    }
    solver.divergent
}

/// Computes for each rank the rank of the node's immediate postdominator, or the number of nodes if there is none. The
/// end of the flow graph is the last node that leaves the function. Paths that end at another node never reach it.
pub(super) fn post_dominators(flow: &Flow) -> Vec<u32> {
    let count = flow.order.len() as u32;
    let rank = |node: u32| flow.rank(node);
    let Some(end) = (0..count).rev().find(|&at| flow.outgoing(flow.order[at as usize]).is_empty()) else {
        return vec![count; count as usize];
    };
    // Swap the end with node 0, because node 0 is the root of the dominator computation.
    let swapped = |at: u32| {
        if at == end {
            0
        } else if at == 0 {
            end
        } else {
            at
        }
    };
    let reached = flow.edges.iter().filter(|edge| flow.is_reached(edge.from));
    let edges: Vec<(u32, u32)> = reached.map(|e| (swapped(rank(e.to)), swapped(rank(e.from)))).collect();
    let idom = graph_dominators(count as usize, &edges);
    let join = |at: u32| match idom[swapped(at) as usize] {
        NONE => count,
        above => swapped(above),
    };
    (0..count).map(join).collect()
}

/// Returns whether a terminator selects a successor depending on one of its operands.
pub(super) fn is_branch(body: &Body, op: Op) -> bool {
    [spv::BranchConditional::ID, spv::Switch::ID].contains(&body.def(op))
}

impl Solver<'_> {
    fn set(&mut self, value: Value) {
        if !std::mem::replace(&mut self.divergent[value.index()], true) {
            self.work.push(value);
        }
    }

    /// Propagates divergence from the operand with index `operand` to the results or successors of an op.
    fn visit(&mut self, globals: &mut Globals<'_>, memory: &Memory<'_>, op: Op, operand: usize) {
        let body = self.body;
        let traits = globals.ctx.registry().op(body.def(op)).traits;
        if !traits.contains(Traits::TERMINATOR) {
            if globals.source(memory, body, op) == Source::Operands {
                body.results(op).for_each(|value| self.set(value));
            }
            return;
        }
        let node = self.nodes[op.index()];
        if node == NONE || !self.flow.is_reached(node) {
            return;
        }
        let own = body.own_operands(op).count();
        if is_branch(body, op) && operand < own {
            return self.separate(node);
        }
        for edge in self.flow.outgoing(node) {
            for (index, param) in self.flow.params(body, edge.to).into_iter().enumerate() {
                if edge.operand(body, index) == Some(operand) {
                    self.set(param);
                }
            }
        }
    }

    /// Marks block arguments and construct results as divergent where the paths of a divergent branch meet.
    fn separate(&mut self, node: u32) {
        let count = self.flow.order.len() as u32;
        let (at, join) = (self.flow.rank(node), self.joins[self.flow.rank(node) as usize]);
        if join <= at {
            self.diverge(join);
        }
        // If the paths meet only before the branch, they first pass through the rest of the enclosing loop.
        let last = if join <= at { count - 1 } else { join.min(count - 1) };
        let mut at = self.first_from(at + 1);
        while at <= last {
            self.next[at as usize] = at + 1;
            if !self.is_loop_header(at) {
                self.diverge(at);
            }
            at = self.first_from(at + 1);
        }
    }

    fn diverge(&mut self, rank: u32) {
        let node = self.flow.order[rank as usize];
        self.flow.params(self.body, node).into_iter().for_each(|value| self.set(value));
    }

    /// Returns the first rank at or after `rank` that no divergent branch has marked. Uses path compression.
    fn first_from(&mut self, rank: u32) -> u32 {
        let mut root = rank;
        while self.next.get(root as usize).is_some_and(|&next| next != root) {
            root = self.next[root as usize];
        }
        let mut at = rank;
        while at < root {
            at = std::mem::replace(&mut self.next[at as usize], root);
        }
        root
    }

    /// Returns whether the flow-graph node with this rank has exactly one entry edge and one back edge. All
    /// invocations of an iteration then arrive on the same edge.
    fn is_loop_header(&self, rank: u32) -> bool {
        let node = self.flow.order[rank as usize];
        let from = self.flow.incoming(node).map(|edge| self.flow.rank(edge.from));
        let mut reached = from.filter(|&from| from != NONE);
        let (first, second, more) = (reached.next(), reached.next(), reached.next());
        let (Some(a), Some(b), None) = (first, second, more) else { return false };
        a.min(b) < rank && a.max(b) >= rank
    }
}
