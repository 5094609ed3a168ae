//! SVG output: a single drawing with the functions below each other

use super::graph::{BoxKind, Graph, Style};
use super::layout::{LETTER, Layout, MARGIN, PathSegment, Rect, layout};
use std::fmt::Write;

/// Space in pixels between functions, and around the drawing.
const BORDER: f64 = 20.0;

/// CSS style sheet of the drawing.
const STYLE: &str = "\
text { font-family: 'DejaVu Sans Mono', Menlo, Consolas, monospace; font-size: 11px; white-space: pre; }
.title, .label { paint-order: stroke; stroke: #fff; stroke-width: 3px; }
.title { font-weight: bold; }
.label { font-size: 10px; fill: #555; }
rect { stroke-width: 1; }
.node { fill: #fff; stroke: #444; }
.function { fill: #fcfcfc; stroke: #444; }
.loop { fill: #3070e0; fill-opacity: 0.06; stroke: #3070e0; }
.selection { fill: #806000; fill-opacity: 0.05; stroke: #997a1a; }
.block { fill: none; stroke: #aaa; stroke-dasharray: 2 2; }
path { fill: none; stroke: #333; stroke-width: 1.2; }
.exit { stroke-dasharray: 5 3; }
.value { stroke: #777; }
.back { stroke: #3070e0; }
marker path { fill: #333; stroke: none; }
";

/// Writes the graphs of all functions as a single drawing.
pub fn write(graphs: &[Graph]) -> String {
    let mut body = String::new();
    let (mut width, mut y) = (0.0f64, BORDER);
    for graph in graphs {
        let size = match layout(graph) {
            Some(layout) => function(graph, &layout, y, &mut body),
            None => too_large(graph, y, &mut body),
        };
        width = width.max(size.0);
        y += size.1 + BORDER;
    }
    let (width, height) = (width + 2.0 * BORDER, y);
    let mut out = String::new();
    put(
        &mut out,
        format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
             viewBox=\"0 0 {width:.0} {height:.0}\">\n<style>\n{STYLE}</style>\n<defs><marker id=\"arrow\" \
             viewBox=\"0 0 8 8\" refX=\"7.5\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" \
             orient=\"auto\"><path d=\"M0,0 L8,4 L0,8 z\"/></marker></defs>\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n{body}</svg>\n"
        ),
    );
    out
}

fn put(out: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = out.write_fmt(text);
}

fn too_large(graph: &Graph, y: f64, out: &mut String) -> (f64, f64) {
    let title = escaped(&graph.boxes[0].title);
    let text = format!(
        "{title}: {} blocks and {} edges are too many for SVG; use DOT, which has no limit",
        graph.nodes.len(),
        graph.edges.len()
    );
    put(out, format_args!("<text x=\"{BORDER}\" y=\"{:.1}\">{text}</text>\n", y + LETTER.1));
    (text.chars().count() as f64 * LETTER.0, 2.0 * LETTER.1)
}

/// Writes the drawing of a function at the vertical position `y`. Returns its width and height.
fn function(graph: &Graph, layout: &Layout, y: f64, out: &mut String) -> (f64, f64) {
    put(out, format_args!("<g transform=\"translate({BORDER},{y:.1})\">\n"));
    for (cluster, rect) in graph.boxes.iter().zip(&layout.boxes) {
        let class = match cluster.kind {
            BoxKind::Function => "function",
            BoxKind::Loop => "loop",
            BoxKind::Selection => "selection",
            BoxKind::Block => "block",
        };
        rectangle(class, 6.0, *rect, out);
    }
    for (edge, path) in graph.edges.iter().zip(&layout.edges) {
        let style = match edge.style {
            Style::Flow => "",
            Style::Exit => "exit",
            Style::Value => "value",
        };
        let class = if edge.is_back() { format!("{style} back") } else { style.to_owned() };
        put(out, format_args!("<path class=\"{}\" d=\"", class.trim()));
        for (n, step) in path.iter().enumerate() {
            let space = if n == 0 { "" } else { " " };
            match step {
                PathSegment::Move(x, y) => put(out, format_args!("{space}M{x:.1},{y:.1}")),
                PathSegment::Line(x, y) => put(out, format_args!("{space}L{x:.1},{y:.1}")),
                PathSegment::Curve([a, b, c, d, e, f]) => {
                    put(out, format_args!("{space}C{a:.1},{b:.1} {c:.1},{d:.1} {e:.1},{f:.1}"));
                }
            }
        }
        out.push_str("\" marker-end=\"url(#arrow)\"/>\n");
    }
    // Text is written after the edges, so that edges do not cover it.
    for (cluster, rect) in graph.boxes.iter().zip(&layout.boxes).filter(|(c, _)| !c.title.is_empty()) {
        text("title", rect.x + 8.0, rect.y + LETTER.1 + 2.0, &cluster.title, out);
    }
    for (node, rect) in graph.nodes.iter().zip(&layout.nodes) {
        rectangle("node", 2.0, *rect, out);
        for (n, line) in node.lines.iter().enumerate() {
            let y = rect.y + MARGIN + (n as f64 + 0.78) * LETTER.1;
            text("", rect.x + MARGIN, y, line, out);
        }
    }
    for (edge, path) in graph.edges.iter().zip(&layout.edges) {
        if let (false, Some(&PathSegment::Move(x, y))) = (edge.label.is_empty(), path.first()) {
            text("label", x + 3.0, y + 11.0, &edge.label, out);
        }
    }
    out.push_str("</g>\n");
    layout.boxes.first().map_or((0.0, 0.0), |r| (r.w, r.h))
}

fn rectangle(class: &str, round: f64, rect: Rect, out: &mut String) {
    let Rect { x, y, w, h } = rect;
    put(
        out,
        format_args!(
            "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{w:.1}\" height=\"{h:.1}\" rx=\"{round}\"/>\n"
        ),
    );
}

fn text(class: &str, x: f64, y: f64, text: &str, out: &mut String) {
    let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
    put(out, format_args!("<text{class} x=\"{x:.1}\" y=\"{y:.1}\">{}</text>\n", escaped(text)));
}

fn escaped(text: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut out, c| {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
        out
    })
}
