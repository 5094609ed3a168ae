//! Worklists of sparse conditional analyses

use crate::flow::{Edge, Flow, NONE, Passed};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use spv_ir::{Body, Op};
use std::sync::Arc;

/// Returns the flow-graph node of each op, indexed by op. Ops in unreachable code have [`NONE`].
pub(crate) fn nodes_of_ops(body: &Body, flow: &Flow) -> Arc<[u32]> {
    let mut nodes = vec![NONE; body.op_count()];
    for &node in &flow.order {
        flow.ops(body, node).for_each(|op| nodes[op.index()] = node);
    }
    nodes.into()
}

/// The executable subset of a flow graph and the ops to visit, for an optimistic analysis. Follows SSA edges (Wegman
/// and Zadeck, "Constant propagation with conditional branches"). The analysis itself stores the lattice values.
pub(crate) struct SparseSolver<'f> {
    flow: &'f Flow,
    /// Result of [`nodes_of_ops`]. Ops created after the call have no flow-graph node.
    nodes_of_ops: Arc<[u32]>,
    /// Whether each flow-graph node may be executed.
    pub(crate) reached: Vec<bool>,
    executable: FxHashSet<(Op, Passed)>,
    /// Flow-graph nodes whose ops must all be visited.
    nodes: Vec<u32>,
    /// Ops to visit, without duplicates.
    ops: Vec<Op>,
    /// Whether each op is in [`Self::ops`], indexed by op.
    waiting: Vec<bool>,
}

impl<'f> SparseSolver<'f> {
    pub(crate) fn new(flow: &'f Flow, nodes_of_ops: Arc<[u32]>) -> SparseSolver<'f> {
        SparseSolver {
            flow,
            reached: vec![false; flow.nodes.len()],
            executable: FxHashSet::default(),
            nodes: Vec::new(),
            ops: Vec::new(),
            waiting: vec![false; nodes_of_ops.len()],
            nodes_of_ops,
        }
    }

    /// Returns the flow-graph node that contains an op, or `None` if the op is unreachable.
    pub(crate) fn node(&self, op: Op) -> Option<u32> {
        self.nodes_of_ops.get(op.index()).copied().filter(|&node| node != NONE)
    }

    /// Marks a flow-graph node as executable, and queues its ops.
    pub(crate) fn reach(&mut self, node: u32) {
        if !std::mem::replace(&mut self.reached[node as usize], true) {
            self.nodes.push(node);
        }
    }

    /// Marks an edge as executable. Returns whether the mark is new.
    pub(crate) fn execute(&mut self, edge: &Edge) -> bool {
        self.executable.insert((edge.op, edge.passed))
    }

    /// Returns whether an edge is executable.
    pub(crate) fn is_executable(&self, edge: &Edge) -> bool {
        self.executable.contains(&(edge.op, edge.passed))
    }

    /// Queues an op, because the lattice value of one of its operands has changed.
    pub(crate) fn revisit(&mut self, op: Op) {
        if let Some(waiting) = self.waiting.get_mut(op.index())
            && !std::mem::replace(waiting, true)
        {
            self.ops.push(op);
        }
    }

    /// Returns the ops to visit next: a queued op, or all ops of a flow-graph node that is newly executable. Returns
    /// `None` if the analysis is complete.
    pub(crate) fn next(&mut self, body: &Body) -> Option<SmallVec<[Op; 4]>> {
        while let Some(op) = self.ops.pop() {
            self.waiting[op.index()] = false;
            if self.node(op).is_some_and(|node| self.reached[node as usize]) {
                return Some(SmallVec::from_iter([op]));
            }
        }
        let node = self.nodes.pop()?;
        Some(self.flow.ops(body, node).collect())
    }
}
