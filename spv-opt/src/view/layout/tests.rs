//! Layout tests on random nested graphs: no overlaps, contents inside boxes, and no edge through a node

use super::super::graph::{BoxKind, ClusterMember, Edge, Graph, Style};
use super::{LIMIT, Layout, PathSegment, Rect, layout};

/// Returns a pseudorandom integer below `n`.
fn below(state: &mut u64, n: usize) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) as usize % n
}

fn random(seed: u64) -> Graph {
    let state = &mut (seed + 1);
    let mut graph = Graph::new("function".to_owned());
    let mut open = vec![0];
    for _ in 0..3 + below(state, 25) {
        match below(state, 6) {
            0 if open.len() < 6 => {
                let kinds = [BoxKind::Selection, BoxKind::Loop, BoxKind::Block];
                let title = "a title ".repeat(below(state, 5));
                open.push(graph.add_box(open[open.len() - 1], kinds[below(state, 3)], title));
            }
            1 if open.len() > 1 => drop(open.pop()),
            _ => {
                let lines = vec!["x".repeat(1 + below(state, 40)); 1 + below(state, 4)];
                graph.add_node(open[open.len() - 1], lines);
            }
        }
    }
    let nodes = graph.nodes.len();
    for _ in 0..if nodes == 0 { 0 } else { below(state, 3 * nodes) } {
        let (from, to) = (below(state, nodes), below(state, nodes));
        let style = [Style::Flow, Style::Exit][below(state, 2)];
        graph.edges.push(Edge { from, to, label: "12345"[..below(state, 5)].to_owned(), style });
    }
    graph.join_edges();
    graph
}

fn overlap(a: Rect, b: Rect) -> bool {
    let slack = 0.01;
    a.x + slack < b.x + b.w && b.x + slack < a.x + a.w && a.y + slack < b.y + b.h && b.y + slack < a.y + a.h
}

fn holds(outer: Rect, inner: Rect) -> bool {
    let slack = 0.01;
    outer.x <= inner.x + slack
        && outer.y <= inner.y + slack
        && inner.x + inner.w <= outer.x + outer.w + slack
        && inner.y + inner.h <= outer.y + outer.h + slack
}

/// Returns closely spaced points along a path.
fn points(path: &[PathSegment]) -> Vec<(f64, f64)> {
    let mut list: Vec<(f64, f64)> = Vec::new();
    for step in path {
        let at = list.last().copied().unwrap_or_default();
        let parts = (1..=16).map(|n| f64::from(n) / 16.0);
        match *step {
            PathSegment::Move(x, y) => list.push((x, y)),
            PathSegment::Line(x, y) => {
                list.extend(parts.map(|t| (at.0 + t * (x - at.0), at.1 + t * (y - at.1))));
            }
            PathSegment::Curve([a, b, c, d, x, y]) => list.extend(parts.map(|t| {
                let u = 1.0 - t;
                let mix = |p: f64, q: f64, r: f64, s: f64| {
                    u * u * u * p + 3.0 * u * u * t * q + 3.0 * u * t * t * r + t * t * t * s
                };
                (mix(at.0, a, c, x), mix(at.1, b, d, y))
            })),
        }
    }
    list
}

fn check(graph: &Graph, layout: &Layout) {
    for (index, cluster) in graph.boxes.iter().enumerate() {
        let rect = |item: &ClusterMember| match *item {
            ClusterMember::Node(n) => layout.nodes[n],
            ClusterMember::Box(b) => layout.boxes[b],
        };
        for (n, item) in cluster.items.iter().enumerate() {
            assert!(holds(layout.boxes[index], rect(item)), "{item:?} is not in box {index}");
            for other in &cluster.items[..n] {
                assert!(!overlap(rect(item), rect(other)), "{item:?} and {other:?}");
            }
        }
    }
    for (edge, path) in graph.edges.iter().zip(&layout.edges) {
        let points = points(path);
        let (first, last) = (points[0], points[points.len() - 1]);
        let (from, to) = (layout.nodes[edge.from], layout.nodes[edge.to]);
        assert!((first.1 - from.y - from.h).abs() < 0.01 && first.0 >= from.x && first.0 <= from.x + from.w);
        assert!((last.1 - to.y).abs() < 0.01 && last.0 >= to.x && last.0 <= to.x + to.w);
        for &(x, y) in &points {
            let slack = 0.01;
            let inside = |r: &Rect| {
                x > r.x + slack && x < r.x + r.w - slack && y > r.y + slack && y < r.y + r.h - slack
            };
            let hit = layout.nodes.iter().position(inside);
            assert_eq!(hit, None, "{edge:?} runs through a node at {x}, {y}");
        }
    }
}

#[test]
fn random_graphs() {
    for seed in 0..500 {
        let graph = random(seed);
        check(&graph, &layout(&graph).expect("it is small"));
    }
}

#[test]
fn deep_and_large_graphs() {
    let mut graph = Graph::new("deep".to_owned());
    let mut around = 0;
    for depth in 0..1000 {
        let node = graph.add_node(around, vec!["in".to_owned()]);
        if depth > 0 {
            graph.edges.push(Edge { from: node - 1, to: node, label: String::new(), style: Style::Flow });
        }
        around = graph.add_box(around, BoxKind::Loop, String::new());
    }
    check(&graph, &layout(&graph).expect("it is not too large"));
    // The limit on edge pieces is exceeded, because there is an edge from every nested box to a node outside all boxes.
    let end = graph.add_node(0, vec!["out".to_owned()]);
    graph.edges.extend((0..end).map(|from| Edge { from, to: end, label: String::new(), style: Style::Exit }));
    assert!(end * end / 2 > LIMIT && layout(&graph).is_none());
}
