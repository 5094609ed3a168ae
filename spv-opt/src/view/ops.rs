//! Data-flow graph of a function, for drawing: ops and the values between them

use super::graph::{BoxKind, Edge, Graph, Style};
use super::text::Text;
use rustc_hash::FxHashMap;
use spv_dialect::structure;
use spv_ir::analysis::edge_count;
use spv_ir::{Block, Body, Context, Op, Value, ValueDef};

/// Builds the data-flow graph of `function`, an op in the body `around` with the nested body `body`.
pub fn graph(ctx: &Context, around: &Body, function: Op, body: &Body) -> Graph {
    let text = Text::new(ctx, around, function, body);
    let mut graph = Graph::new(text.title.clone());
    let is_loop = |op: Op| std::ptr::eq(ctx.registry().op(body.def(op)).row, &structure::LOOP);
    // Box index by construct, node index by op, label node by block, and first op node by block.
    let mut boxes: FxHashMap<Op, usize> = FxHashMap::default();
    let mut nodes: FxHashMap<Op, usize> = FxHashMap::default();
    let mut labels: FxHashMap<Block, usize> = FxHashMap::default();
    let mut firsts: FxHashMap<Block, usize> = FxHashMap::default();
    // Stack of open blocks, outer blocks first: block, index of its box, next op.
    let mut stack: Vec<(Block, usize, Option<Op>)> = Vec::new();
    let enter = |graph: &mut Graph, labels: &mut FxHashMap<Block, usize>, block: Block, around: usize| {
        let inner = graph.add_box(around, BoxKind::Block, String::new());
        if let Some(label) = text.block(block) {
            labels.insert(block, graph.add_node(inner, vec![format!("{label}:")]));
        }
        (block, inner, body.first_op(block))
    };
    stack.extend(body.first_block(body.root()).map(|block| enter(&mut graph, &mut labels, block, 0)));
    while let Some((block, inner, next)) = stack.pop() {
        let Some(op) = next else {
            if let Some(next) = body.next_block(block) {
                let around = graph.boxes[inner].parent.unwrap_or(0);
                stack.push(enter(&mut graph, &mut labels, next, around));
            }
            continue;
        };
        stack.push((block, inner, body.next(op)));
        match (0..body.region_count(op)).find_map(|n| body.first_block(body.region(op, n))) {
            Some(first) => {
                let kind = if is_loop(op) { BoxKind::Loop } else { BoxKind::Selection };
                let made = graph.add_box(inner, kind, text.op(op).to_owned());
                boxes.insert(op, made);
                stack.push(enter(&mut graph, &mut labels, first, made));
            }
            None => {
                let node = graph.add_node(inner, vec![text.op(op).to_owned()]);
                firsts.entry(block).or_insert(node);
                nodes.insert(op, node);
            }
        }
    }
    let merge_of = |op: Op| body.last_block(body.region(op, 0)).and_then(|b| body.last_op(b));
    let definer = |value: Value| match body.value_def(value) {
        ValueDef::Result(op, _) if body.region_count(op) > 0 => nodes.get(&merge_of(op)?).copied(),
        ValueDef::Result(op, _) => nodes.get(&op).copied(),
        ValueDef::Argument(block, _) => labels.get(&block).copied(),
        ValueDef::Forward => None,
    };
    let mut edges = Vec::new();
    for op in spv_ir::walk::ops(body) {
        let Some(&node) = nodes.get(&op) else { continue };
        for from in body.operands(op).filter_map(definer) {
            edges.push(Edge { from, to: node, label: String::new(), style: Style::Value });
        }
        for number in 0..edge_count(ctx.registry(), body, op) {
            let target = body.successor(op, number);
            let to = labels.get(&target).or(firsts.get(&target));
            edges.extend(to.map(|&to| Edge { from: node, to, label: String::new(), style: Style::Exit }));
        }
    }
    graph.edges = edges;
    graph.join_edges();
    graph
}
