//! Graphviz DOT output
//!
//! Boxes become clusters. Edges that leave a construct are dashed.

use super::graph::{BoxKind, ClusterMember, Graph, Style};
use std::fmt::Write;

/// Writes the graphs of all functions as a single DOT graph.
pub fn write(graphs: &[Graph]) -> String {
    let mut out = String::from(
        "digraph {\n  compound=true;\n  labeljust=l;\n  fontname=monospace;\n  \
         node [shape=box, fontname=monospace, fontsize=10];\n  edge [fontname=monospace, fontsize=9];\n",
    );
    let (mut nodes, mut boxes) = (0, 0);
    for graph in graphs {
        function(graph, nodes, boxes, &mut out);
        nodes += graph.nodes.len();
        boxes += graph.boxes.len();
    }
    out.push_str("}\n");
    out
}

fn function(graph: &Graph, first_node: usize, first_box: usize, out: &mut String) {
    // Stack of open boxes, each with the number of its items that are already written.
    let mut stack = vec![(0, 0)];
    open(graph, 0, first_box, 1, out);
    while let Some((at, done)) = stack.last_mut() {
        let cluster = &graph.boxes[*at];
        let Some(item) = cluster.items.get(*done) else {
            stack.pop();
            line(out, stack.len() + 1, format_args!("}}"));
            continue;
        };
        *done += 1;
        let depth = stack.len() + 1;
        match *item {
            ClusterMember::Box(inner) => {
                open(graph, inner, first_box, depth, out);
                stack.push((inner, 0));
            }
            ClusterMember::Node(node) => {
                let lines: String =
                    graph.nodes[node].lines.iter().map(|l| format!("{}\\l", escaped(l))).collect();
                line(out, depth, format_args!("n{} [label=\"{lines}\"];", first_node + node));
            }
        }
    }
    for edge in &graph.edges {
        let mut attributes = Vec::new();
        if !edge.label.is_empty() {
            attributes.push(format!("label=\"{}\"", escaped(&edge.label)));
        }
        match edge.style {
            Style::Flow => {}
            Style::Exit => attributes.push("style=dashed".to_owned()),
            Style::Value => attributes.push("color=gray40".to_owned()),
        }
        if edge.is_back() {
            attributes.push("color=blue".to_owned());
        }
        let list = match attributes.is_empty() {
            true => String::new(),
            false => format!(" [{}]", attributes.join(", ")),
        };
        let (from, to) = (first_node + edge.from, first_node + edge.to);
        line(out, 1, format_args!("n{from} -> n{to}{list};"));
    }
}

fn open(graph: &Graph, index: usize, first_box: usize, depth: usize, out: &mut String) {
    let cluster = &graph.boxes[index];
    let (style, color) = match cluster.kind {
        BoxKind::Function => ("solid", "black"),
        BoxKind::Loop => ("rounded", "blue"),
        BoxKind::Selection => ("rounded", "gray40"),
        BoxKind::Block => ("dotted", "gray60"),
    };
    line(out, depth, format_args!("subgraph cluster_{} {{", first_box + index));
    line(
        out,
        depth + 1,
        format_args!("label=\"{}\"; style={style}; color={color};", escaped(&cluster.title)),
    );
}

/// Maximum indentation depth. Without a limit, the output size would be quadratic in the nesting depth.
const DEEPEST: usize = 32;

fn line(out: &mut String, depth: usize, text: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = writeln!(out, "{:1$}{text}", "", 2 * depth.min(DEEPEST));
}

fn escaped(text: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut out, c| {
        if matches!(c, '"' | '\\') {
            out.push('\\');
        }
        out.push(if c.is_control() { ' ' } else { c });
        out
    })
}
