//! A control-flow graph for both CFG form and region form
//!
//! In region form, a construct op splits its block. A [`Node`] is a segment of a block. It begins at the start of the
//! block or after a construct, and ends at the terminator or the next construct. Edges lead:
//!
//! - from terminators to blocks;
//! - from before a construct into its region, and from the region to the code after the construct;
//! - along exits (`spv.mlir.break` and similar ops).
//!
//! The parameters of a block's first node are the block arguments. The parameters of a node after a construct are the
//! construct's results. Therefore one algorithm serves both forms.

use super::loop_blocks;
use crate::spv;
use spv_ir::analysis::{Digraph, DirectedEdge, Intervals, edge_count};
use spv_ir::{Block, Body, Context, Op, Value};
use std::ops::Deref;

pub use spv_ir::analysis::graph::NONE;

/// A segment of a block between construct ops.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// The IR block that contains this segment.
    pub block: Block,
    /// The construct op that precedes this segment; `None` for the start of the block.
    pub after: Option<Op>,
    /// The last op, which is a terminator or a construct op. `None` if the block has no terminator.
    pub end: Option<Op>,
}

/// The source of the values that an edge forwards to its target's parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Passed {
    /// The edge forwards no values, because the target node has no parameters.
    Nothing,
    /// The arguments of the branch's successor with this index.
    Successor(usize),
    /// The operands of the edge's op, which is an exit op or `spv.mlir.merge`.
    Operands,
}

/// A control-flow edge between two nodes.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// Index of the source node.
    pub from: u32,
    /// Index of the target node.
    pub to: u32,
    /// The terminator or construct op that causes the edge.
    pub op: Op,
    /// The source of the values for the target's parameters.
    pub passed: Passed,
}

impl DirectedEdge for Edge {
    fn ends(&self) -> (u32, u32) {
        (self.from, self.to)
    }
}

/// The control-flow graph of a body. See the module documentation.
pub struct Flow {
    /// Nodes in the order of their ops in the IR: dominators come first. Node 0 is the entry.
    pub nodes: Vec<Node>,
    graph: Digraph<Edge>,
    idom: Vec<u32>,
    /// Index of the node at the start of each block, by block id.
    starts: Vec<u32>,
    /// Index of the node after each construct, by op id.
    after: Vec<u32>,
}

impl Deref for Flow {
    type Target = Digraph<Edge>;

    fn deref(&self) -> &Digraph<Edge> {
        &self.graph
    }
}

/// The blocks that the exit ops in a region branch to.
#[derive(Clone, Copy, Default)]
struct Targets {
    r#break: Option<Block>,
    r#continue: Option<Block>,
    switch: Option<Block>,
}

/// Traversal state for a construct whose region is being read.
struct Frame {
    next: Option<Block>,
    /// The block in which the traversal resumes after the construct, and the construct op. `None` for the function
    /// body.
    after: Option<(Block, Op)>,
    targets: Targets,
}

/// Builds the nodes and edges of a body.
struct Reader<'a> {
    ctx: &'a Context,
    body: &'a Body,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    starts: Vec<u32>,
    after: Vec<u32>,
    /// Pending exits and merges: node index, exit or merge op, and target block.
    exits: Vec<(u32, Op, Option<Block>)>,
}

impl Reader<'_> {
    /// Creates the node of `block` that begins after the op `after`. Returns the construct that ends the node, if
    /// any.
    fn node(&mut self, block: Block, after: Option<Op>, targets: &Targets) -> Option<Op> {
        let body = self.body;
        let number = self.nodes.len() as u32;
        match after {
            Some(op) => self.after[op.index()] = number,
            None => self.starts[block.index()] = number,
        }
        let mut at = after.map_or(body.first_op(block), |op| body.next(op));
        while let Some(op) = at {
            if body.region_count(op) > 0 {
                break;
            }
            at = body.next(op);
        }
        let end = at.or(body.last_op(block).filter(|&op| after != Some(op)));
        self.nodes.push(Node { block, after, end });
        if at.is_none()
            && let Some(op) = end
        {
            let def = body.def(op);
            if def == spv::Merge::ID {
                self.exits.push((number, op, None));
            } else {
                let target = match def {
                    _ if def == spv::Break::ID => targets.r#break,
                    _ if def == spv::Continue::ID => targets.r#continue,
                    _ if def == spv::SwitchBreak::ID => targets.switch,
                    _ => None,
                };
                if target.is_some() {
                    self.exits.push((number, op, target));
                }
            }
        }
        at
    }

    fn targets(&self, op: Op, around: &Targets) -> Targets {
        let body = self.body;
        if body.def(op) == spv::Loop::ID {
            let blocks = loop_blocks(body, op);
            return Targets {
                r#break: blocks.map(|b| b.merge),
                r#continue: blocks.map(|b| b.target),
                ..*around
            };
        }
        let region = body.region(op, 0);
        let last = body.first_block(region).and_then(|b| body.last_op(b));
        match last.is_some_and(|l| body.def(l) == spv::Switch::ID) {
            true => Targets { switch: body.last_block(region), ..*around },
            false => *around,
        }
    }

    fn read(&mut self) {
        let body = self.body;
        let next = body.first_block(body.root());
        let mut stack = vec![Frame { next, after: None, targets: Targets::default() }];
        while let Some(frame) = stack.last_mut() {
            let targets = frame.targets;
            let (block, after) = match frame.next {
                Some(block) => {
                    frame.next = body.next_block(block);
                    (block, None)
                }
                None => {
                    let after = frame.after;
                    stack.pop();
                    let Some((block, op)) = after else { continue };
                    let Some(outer) = stack.last() else { continue };
                    let targets = outer.targets;
                    if let Some(construct) = self.node(block, Some(op), &targets) {
                        stack.push(self.frame(block, construct, &targets));
                    }
                    continue;
                }
            };
            if let Some(construct) = self.node(block, after, &targets) {
                stack.push(self.frame(block, construct, &targets));
            }
        }
    }

    fn frame(&self, block: Block, construct: Op, around: &Targets) -> Frame {
        let next = self.body.first_block(self.body.region(construct, 0));
        Frame { next, after: Some((block, construct)), targets: self.targets(construct, around) }
    }

    fn edges(&mut self) {
        let body = self.body;
        let mut exits = std::mem::take(&mut self.exits).into_iter().peekable();
        for number in 0..self.nodes.len() as u32 {
            let Some(op) = self.nodes[number as usize].end else { continue };
            let from = number;
            if body.region_count(op) > 0 {
                let to = match body.first_block(body.region(op, 0)) {
                    Some(first) => self.starts[first.index()],
                    None => self.after[op.index()],
                };
                self.edges.push(Edge { from, to, op, passed: Passed::Nothing });
                continue;
            }
            if let Some((_, _, target)) = exits.next_if(|e| e.0 == number) {
                let to = match target {
                    Some(block) => self.starts[block.index()],
                    None => body
                        .parent(op)
                        .and_then(|b| body.block_owner(b))
                        .map_or(NONE, |owner| self.after[owner.index()]),
                };
                if to != NONE {
                    self.edges.push(Edge { from, to, op, passed: Passed::Operands });
                }
                continue;
            }
            for i in 0..edge_count(self.ctx.registry(), body, op) {
                let to = self.starts[body.successor(op, i).index()];
                if to != NONE {
                    self.edges.push(Edge { from, to, op, passed: Passed::Successor(i) });
                }
            }
        }
    }
}

impl Flow {
    /// Builds the graph of a body and its dominators.
    pub fn new(ctx: &Context, body: &Body) -> Flow {
        let mut reader = Reader {
            ctx,
            body,
            nodes: Vec::new(),
            edges: Vec::new(),
            starts: vec![NONE; body.block_count()],
            after: vec![NONE; body.op_count()],
            exits: Vec::new(),
        };
        reader.read();
        reader.edges();
        let Reader { nodes, edges, starts, after, .. } = reader;
        let graph = Digraph::new(nodes.len(), edges);
        Flow { idom: graph.dominators(), nodes, graph, starts, after }
    }

    /// Returns the index of a node's immediate dominator; [`NONE`] for the entry and for unreachable nodes.
    pub fn idom(&self, node: u32) -> u32 {
        self.idom[node as usize]
    }

    /// Returns the index of the node at the start of a block, or [`NONE`] if the block is unknown.
    pub fn start_of(&self, block: Block) -> u32 {
        self.starts.get(block.index()).copied().unwrap_or(NONE)
    }

    /// Returns the index of the node after a construct op, or [`NONE`] if the op is unknown.
    pub fn after(&self, construct: Op) -> u32 {
        self.after.get(construct.index()).copied().unwrap_or(NONE)
    }

    /// Returns the index of the node that contains an op. Takes time linear in the number of preceding ops, so cache
    /// the result in loops.
    pub fn node_of(&self, body: &Body, op: Op) -> u32 {
        let mut at = body.prev(op);
        while let Some(prev) = at {
            if body.region_count(prev) > 0 {
                return self.after(prev);
            }
            at = body.prev(prev);
        }
        body.parent(op).map_or(NONE, |block| self.start_of(block))
    }

    /// Iterates over the ops of a node in order, including a construct op at its end.
    pub fn ops<'b>(&self, body: &'b Body, node: u32) -> impl Iterator<Item = Op> + 'b {
        let Node { block, after, end } = self.nodes[node as usize];
        let first = after.map_or(body.first_op(block), |op| body.next(op)).filter(|_| end.is_some());
        std::iter::successors(first, move |&op| if Some(op) == end { None } else { body.next(op) })
    }

    /// Returns the parameters of a node: the arguments of its block, or the results of the preceding construct op.
    pub fn params(&self, body: &Body, node: u32) -> Vec<Value> {
        let Node { block, after, .. } = self.nodes[node as usize];
        match after {
            Some(op) => body.results(op).collect(),
            None => body.args(block).to_vec(),
        }
    }

    /// Returns the number of values that [`Self::params`] returns.
    pub fn param_count(&self, body: &Body, node: u32) -> usize {
        let Node { block, after, .. } = self.nodes[node as usize];
        after.map_or_else(|| body.args(block).len(), |op| body.result_count(op))
    }

    /// Returns the dominator tree in a form that supports constant-time queries.
    pub fn intervals(&self) -> Intervals {
        Intervals::new(&self.idom)
    }

    /// Returns the children of each node in the dominator tree, in reverse post-order.
    pub fn tree(&self) -> Vec<Vec<u32>> {
        let mut children = vec![Vec::new(); self.nodes.len()];
        for &node in self.order.iter().skip(1) {
            children[self.idom[node as usize] as usize].push(node);
        }
        children
    }
}

impl Edge {
    /// Returns the operand index, within the edge's op, of the value for the target's parameter `index`. Returns `None`
    /// if the edge forwards no value for this parameter.
    pub fn operand(&self, body: &Body, index: usize) -> Option<usize> {
        match self.passed {
            Passed::Nothing => None,
            Passed::Operands => (index < body.operand_count(self.op)).then_some(index),
            Passed::Successor(i) => (index < body.successor_args(self.op, i).len())
                .then(|| body.first_successor_arg(self.op, i) + index),
        }
    }

    /// Returns the value that the edge forwards to the target's parameter `index`. Returns `None` if the edge forwards
    /// no value for this parameter.
    pub fn value(&self, body: &Body, index: usize) -> Option<Value> {
        match self.passed {
            Passed::Nothing => None,
            Passed::Operands => (index < body.operand_count(self.op)).then(|| body.operand(self.op, index)),
            Passed::Successor(i) => body.successor_args(self.op, i).nth(index),
        }
    }
}
