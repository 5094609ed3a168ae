//! Worklists of sparse conditional analyses

use crate::flow::{Edge, Flow, NONE, Passed};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use spv_ir::{Body, Op};
use std::sync::Arc;

/// Returns the flow-graph node of each op, by op index; [`NONE`] for ops in unreachable nodes.
pub(crate) fn nodes_of_ops(body: &Body, flow: &Flow) -> Arc<[u32]> {
    let mut nodes = vec![NONE; body.op_count()];
    for &node in &flow.order {
        flow.ops(body, node).for_each(|op| nodes[op.index()] = node);
    }
    nodes.into()
}

/// The executable part of a flow graph and the ops to visit, for an optimistic analysis. Follows SSA edges (Wegman and
/// Zadeck, "Constant propagation with conditional branches"). The analysis holds the lattice values.
pub(crate) struct SparseSolver<'f> {
    flow: &'f Flow,
    /// Result of [`nodes_of_ops`]. Ops created later have no node.
    nodes_of_ops: Arc<[u32]>,
    /// Whether each node may be executed.
    pub(crate) reached: Vec<bool>,
    executable: FxHashSet<(Op, Passed)>,
    /// Nodes to visit as a whole.
    nodes: Vec<u32>,
    /// Ops to visit; each op is in it at most once.
    ops: Vec<Op>,
    /// Whether each op is in [`Self::ops`], by op index.
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

    /// Returns the node that contains an op.
    pub(crate) fn node(&self, op: Op) -> Option<u32> {
        self.nodes_of_ops.get(op.index()).copied().filter(|&node| node != NONE)
    }

    /// Marks a node as reached.
    pub(crate) fn reach(&mut self, node: u32) {
        if !std::mem::replace(&mut self.reached[node as usize], true) {
            self.nodes.push(node);
        }
    }

    /// Marks an edge as executable. Returns whether it was not.
    pub(crate) fn execute(&mut self, edge: &Edge) -> bool {
        self.executable.insert((edge.op, edge.passed))
    }

    /// Returns whether an edge is executable.
    pub(crate) fn is_executable(&self, edge: &Edge) -> bool {
        self.executable.contains(&(edge.op, edge.passed))
    }

    /// Queues an op, because the lattice value of an operand has changed.
    pub(crate) fn revisit(&mut self, op: Op) {
        if let Some(waiting) = self.waiting.get_mut(op.index())
            && !std::mem::replace(waiting, true)
        {
            self.ops.push(op);
        }
    }

    /// Returns the ops to visit next: a queued op in a reached node, or all ops of a newly reached node.
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
