//! Control-flow graph of a function, for drawing

use super::graph::{BoxKind, Edge, Graph, Style};
use super::text::Text;
use rustc_hash::FxHashMap;
use spv_dialect::spv;
use spv_dialect::structure;
use spv_dialect::types::scalar_width;
use spv_ir::{AttrData, Attribute, Block, Body, Context, Op, TypeData, walk};
use spv_passes::flow::{self, Flow};

/// The drawing of a flow-graph node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NodeDrawing {
    Node(usize),
    /// An otherwise empty flow-graph node, which is drawn only as part of an edge to the given successor node.
    Through(u32),
}

struct Maker<'a> {
    ctx: &'a Context,
    body: &'a Body,
    flow: Flow,
    text: Text,
    graph: Graph,
    parts: Vec<NodeDrawing>,
}

/// Builds the control-flow graph of `function`, an op in the body `around` with the nested body `body`.
pub fn graph(ctx: &Context, around: &Body, function: Op, body: &Body) -> Graph {
    let text = Text::new(ctx, around, function, body);
    let graph = Graph::new(text.title.clone());
    let flow = Flow::new(ctx, body);
    let mut maker = Maker { ctx, body, flow, text, graph, parts: Vec::new() };
    maker.nodes();
    maker.edges();
    maker.ends();
    maker.graph.join_edges();
    maker.graph
}

impl Maker<'_> {
    /// Returns a map that contains all ops with regions. The values are indices of boxes, initially all 0.
    fn boxes(&mut self) -> FxHashMap<Op, usize> {
        let body = self.body;
        let mut boxes = FxHashMap::default();
        boxes.extend(walk::ops(body).filter(|&op| body.region_count(op) > 0).map(|op| (op, 0)));
        boxes
    }

    fn nodes(&mut self) {
        let body = self.body;
        let mut boxes = self.boxes();
        for number in 0..self.flow.nodes.len() {
            let node = self.flow.nodes[number];
            let owner = body.block_owner(node.block);
            let cluster = owner.and_then(|op| boxes.get(&op)).copied().unwrap_or(0);
            let from = node.after.map_or(body.first_op(node.block), |op| body.next(op));
            let ops: Vec<Op> = std::iter::successors(from, |&op| body.next(op))
                .take_while(|&op| body.region_count(op) == 0)
                .collect();
            let label = Some(node.block).filter(|_| node.after.is_none());
            let lines = self.text.piece(self.ctx, body, label, &ops);
            let through = self.through(number as u32, &ops);
            self.parts.push(match through {
                Some(next) if lines.is_empty() || self.is_trampoline(node.block, &ops) => {
                    NodeDrawing::Through(next)
                }
                _ => NodeDrawing::Node(self.graph.add_node(cluster, lines)),
            });
            if let Some(construct) = node.end.filter(|&op| body.region_count(op) > 0) {
                let kind = match body.def(construct) == spv::Loop::ID {
                    true => BoxKind::Loop,
                    false => BoxKind::Selection,
                };
                let title = self.text.op(construct).to_owned();
                boxes.insert(construct, self.graph.add_box(cluster, kind, title));
            }
        }
    }

    /// Returns the successor of a flow-graph node that has a single successor and at most one op. Returns `None`
    /// otherwise.
    fn through(&self, node: u32, ops: &[Op]) -> Option<u32> {
        match (self.flow.outgoing(node), ops.len()) {
            ([edge], 0 | 1) if edge.to != node => Some(edge.to),
            _ => None,
        }
    }

    /// Returns whether a block contains only a branch that leaves a construct.
    fn is_trampoline(&self, block: Block, ops: &[Op]) -> bool {
        let [op] = ops[..] else { return false };
        self.is_exit(op)
            && self.body.slots(op).first() == Some(&1)
            && self.body.args(block).is_empty()
            && self.body.prev_block(block).is_some()
    }

    fn is_exit(&self, op: Op) -> bool {
        let def = self.body.def(op);
        [spv::Break::ID, spv::Continue::ID, spv::SwitchBreak::ID].contains(&def)
    }

    /// Returns the index of the drawn node that an edge to a flow-graph node reaches, and whether the edge leaves a
    /// construct. Returns `None` if the edge reaches no drawn node.
    fn target(&self, mut piece: u32) -> Option<(usize, bool)> {
        let mut exit = false;
        // The number of steps is bounded, because each step moves to another flow-graph node.
        for _ in 0..=self.parts.len() {
            match *self.parts.get(piece as usize)? {
                NodeDrawing::Node(node) => return Some((node, exit)),
                NodeDrawing::Through(next) => {
                    exit |= self.flow.nodes[piece as usize].end.is_some_and(|op| self.is_exit(op));
                    piece = next;
                }
            }
        }
        None
    }

    fn edges(&mut self) {
        let mut edges = Vec::new();
        for edge in &self.flow.edges {
            let NodeDrawing::Node(from) = self.parts[edge.from as usize] else { continue };
            let Some((to, through)) = self.target(edge.to) else { continue };
            let label = match edge.passed {
                flow::Passed::Successor(number) => self.label(edge.op, number),
                _ => String::new(),
            };
            let style = if through || self.is_exit(edge.op) { Style::Exit } else { Style::Flow };
            edges.push(Edge { from, to, label, style });
        }
        self.graph.edges = edges;
    }

    /// Returns the label of an edge, which is the condition under which control follows the edge.
    fn label(&self, op: Op, index: usize) -> String {
        let row = self.ctx.registry().op(self.body.def(op)).row;
        if std::ptr::eq(row, &structure::BRANCH_CONDITIONAL) {
            return ["true", "false"].get(index).copied().unwrap_or_default().to_owned();
        }
        if !std::ptr::eq(row, &structure::SWITCH) {
            return String::new();
        }
        let Some(case) = index.checked_sub(1) else { return "default".to_owned() };
        let literals = self.body.slots(op).first().copied().and_then(Attribute::from_raw);
        match literals.map(|attr| self.ctx.attr_data(attr)) {
            Some(AttrData::Dense { ty, elements }) => {
                let bits = elements.get(case).or(elements.first()).copied().unwrap_or(0);
                let width = match self.ctx.type_data(*ty) {
                    TypeData::Vector { element, .. } => scalar_width(self.ctx, *element).unwrap_or(64),
                    _ => 64,
                };
                // The value is sign-extended, as in the printer.
                let shift = 64 - width.clamp(1, 64);
                ((bits << shift) as i64 >> shift).to_string()
            }
            _ => String::new(),
        }
    }

    /// Adds an `end` node with an edge from each terminator that leaves the function. Adds none if no such terminator
    /// is in a construct.
    fn ends(&mut self) {
        let mut ends = Vec::new();
        for (piece, node) in self.flow.nodes.iter().enumerate() {
            let NodeDrawing::Node(from) = self.parts[piece] else { continue };
            let Some(op) = node.end.filter(|_| self.flow.outgoing(piece as u32).is_empty()) else { continue };
            let row = self.ctx.registry().op(self.body.def(op)).row;
            let reached = self.flow.is_reached(piece as u32);
            if reached && self.body.successor_count(op) == 0 && row.name != "spv.Unreachable" {
                ends.push((from, self.graph.nodes[from].cluster != 0));
            }
        }
        if !ends.iter().any(|&(_, leaves)| leaves) {
            return;
        }
        let to = self.graph.add_node(0, vec!["end".to_owned()]);
        for (from, leaves) in ends {
            let style = if leaves { Style::Exit } else { Style::Flow };
            self.graph.edges.push(Edge { from, to, label: String::new(), style });
        }
    }
}
