//! Layered layout of nested boxes
//!
//! Inner boxes are laid out first. A laid-out box is an item in its enclosing box. Edges enter a box at the top and
//! leave it at the bottom, through ports, which are also items. Edges cross layers between items, never over them.

mod layers;
mod place;
#[cfg(test)]
mod tests;

use super::graph::{BoxKind, ClusterMember, Edge, Graph};
use layers::Layers;

/// Width and height of a character, in pixels.
pub const LETTER: (f64, f64) = (6.6, 14.0);
/// Space in pixels between the text and the border of a node.
pub const MARGIN: f64 = 6.0;
/// Space in pixels between the border of a box and its contents.
const PADDING: f64 = 14.0;
/// Space in pixels between layers.
pub const GAP: f64 = 40.0;
/// Space in pixels between the border of a box and the next layer, for edges that lead straight through the border.
const PORT_GAP: f64 = 14.0;
/// Maximum number of edge pieces in a function.
const LIMIT: usize = 60_000;

/// An axis-parallel rectangle, in pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rect {
    /// Left coordinate.
    pub x: f64,
    /// Top coordinate.
    pub y: f64,
    /// Width.
    pub w: f64,
    /// Height.
    pub h: f64,
}

/// A segment of an edge path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PathSegment {
    /// The start of the path, at x and y.
    Move(f64, f64),
    /// A straight line to x and y.
    Line(f64, f64),
    /// A Bézier curve with two control points.
    Curve([f64; 6]),
}

impl PathSegment {
    fn moved(self, x: f64, y: f64) -> PathSegment {
        match self {
            PathSegment::Move(a, b) => PathSegment::Move(a + x, b + y),
            PathSegment::Line(a, b) => PathSegment::Line(a + x, b + y),
            PathSegment::Curve([a, b, c, d, e, f]) => {
                PathSegment::Curve([a + x, b + y, c + x, d + y, e + x, f + y])
            }
        }
    }
}

/// The positions of all boxes, nodes and edges in the drawing of a function.
#[derive(Debug, Default)]
pub struct Layout {
    /// Rectangles of the boxes, indexed like [`Graph::boxes`].
    pub boxes: Vec<Rect>,
    /// Rectangles of the nodes, indexed like [`Graph::nodes`].
    pub nodes: Vec<Rect>,
    /// Paths of the edges from source to target, indexed like [`Graph::edges`].
    pub edges: Vec<Vec<PathSegment>>,
}

/// The width and height of an item in a box.
#[derive(Clone, Copy, Debug, Default)]
struct Thing {
    w: f64,
    h: f64,
}

/// A part of an edge inside one box. `from` and `to` are item indices: the contents of the box precede its ports.
/// `from_x` and `to_x` are positions on the border of an inner box; `None` for other items.
#[derive(Clone, Debug)]
struct Piece {
    edge: usize,
    from: usize,
    to: usize,
    from_x: Option<f64>,
    to_x: Option<f64>,
    /// Width in pixels that the edge needs at its start.
    room: f64,
}

/// The layout problem of a single box.
#[derive(Clone, Debug, Default)]
struct Problem {
    things: Vec<Thing>,
    pieces: Vec<Piece>,
    /// Number of top ports. Ports are the last items: first all top ports, then all bottom ports.
    tops: usize,
    bottoms: usize,
    /// Whether the last item is a merge block, which is placed below all other items.
    merge_last: bool,
}

/// The boxes along an edge: the boxes that it leaves, innermost first, the common ancestor, and the boxes that it
/// enters.
struct EdgePath {
    out: Vec<usize>,
    at: usize,
    into: Vec<usize>,
}

/// Computes the layout of a function's graph. Returns `None` if the graph is too large.
pub fn layout(graph: &Graph) -> Option<Layout> {
    let depth = depths(graph);
    let mut left = LIMIT;
    let mut ways = Vec::with_capacity(graph.edges.len());
    for edge in &graph.edges {
        let way = edge_path(graph, &depth, graph.nodes[edge.from].cluster, graph.nodes[edge.to].cluster);
        left = left.checked_sub(1 + way.out.len() + way.into.len())?;
        ways.push(way);
    }
    if graph.nodes.len() + graph.boxes.len() > LIMIT {
        return None;
    }
    let mut layout = Layout {
        boxes: vec![Rect::default(); graph.boxes.len()],
        nodes: graph.nodes.iter().map(|node| size(&node.lines)).collect(),
        edges: Vec::new(),
    };
    widen(graph, &mut layout.nodes);
    // For each box, the edges that enter it and that leave it, in port order, and the edges inside it.
    let mut tops: Vec<Vec<usize>> = vec![Vec::new(); graph.boxes.len()];
    let mut bottoms = tops.clone();
    let mut inside = tops.clone();
    for (number, way) in ways.iter().enumerate() {
        way.out.iter().for_each(|&b| bottoms[b].push(number));
        way.into.iter().for_each(|&b| tops[b].push(number));
        inside[way.at].push(number);
    }
    // For each node and box, the index of its enclosing box, and its item index in that box.
    let mut node_place = vec![(0, 0); graph.nodes.len()];
    let mut box_place = vec![(0, 0); graph.boxes.len()];
    for (number, cluster) in graph.boxes.iter().enumerate() {
        for (place, item) in cluster.items.iter().enumerate() {
            match *item {
                ClusterMember::Node(n) => node_place[n] = (number, place),
                ClusterMember::Box(b) => box_place[b] = (number, place),
            }
        }
    }
    let mut ports: Vec<Vec<f64>> = vec![Vec::new(); graph.boxes.len()];
    let mut drawn: Vec<Vec<(usize, Vec<PathSegment>)>> = vec![Vec::new(); graph.edges.len()];
    let mut places: Vec<Vec<Rect>> = vec![Vec::new(); graph.boxes.len()];
    for number in (0..graph.boxes.len()).rev() {
        let cluster = &graph.boxes[number];
        let own = cluster.items.len();
        let mut problem =
            Problem { tops: tops[number].len(), bottoms: bottoms[number].len(), ..Problem::default() };
        problem.merge_last = matches!(cluster.kind, BoxKind::Selection | BoxKind::Loop);
        problem.things.extend(cluster.items.iter().map(|item| {
            let rect = match *item {
                ClusterMember::Node(n) => layout.nodes[n],
                ClusterMember::Box(b) => layout.boxes[b],
            };
            Thing { w: rect.w, h: rect.h }
        }));
        problem.things.resize(own + problem.tops + problem.bottoms, Thing { w: 8.0, h: 0.0 });
        // Returns the item of this box at which an edge starts, and the position on the item's border.
        let begin =
            |edge: usize| match ways[edge].out.iter().rposition(|&b| box_place[b].0 == number && b != number)
            {
                Some(at) => {
                    let inner = ways[edge].out[at];
                    let port = tops[inner].len() + bottoms[inner].binary_search(&edge).unwrap_or(0);
                    (box_place[inner].1, ports[inner].get(port).copied())
                }
                None => (node_place[graph.edges[edge].from].1, None),
            };
        let end =
            |edge: usize| match ways[edge].into.iter().position(|&b| box_place[b].0 == number && b != number)
            {
                Some(at) => {
                    let inner = ways[edge].into[at];
                    let port = tops[inner].binary_search(&edge).unwrap_or(0);
                    (box_place[inner].1, ports[inner].get(port).copied())
                }
                None => (node_place[graph.edges[edge].to].1, None),
            };
        for (port, &edge) in tops[number].iter().enumerate() {
            let (to, to_x) = end(edge);
            problem.pieces.push(Piece { edge, from: own + port, to, from_x: None, to_x, room: 1.0 });
        }
        for &edge in &inside[number] {
            let ((from, from_x), (to, to_x)) = (begin(edge), end(edge));
            let room = label_width(&graph.edges[edge]);
            problem.pieces.push(Piece { edge, from, to, from_x, to_x, room });
        }
        for (port, &edge) in bottoms[number].iter().enumerate() {
            let (from, from_x) = begin(edge);
            let room = label_width(&graph.edges[edge]);
            let to = own + problem.tops + port;
            problem.pieces.push(Piece { edge, from, to, from_x, to_x: None, room });
        }
        let layers = Layers::new(&problem, &mut left)?;
        let placed = place::place(&problem, &layers);
        let heading = if cluster.title.is_empty() { 0.0 } else { LETTER.1 + 6.0 };
        let width = (placed.size.0 + 2.0 * PADDING)
            .max(cluster.title.chars().count() as f64 * LETTER.0 + 2.0 * PADDING);
        let shift = ((width - placed.size.0) / 2.0, heading + PADDING);
        layout.boxes[number] = Rect { x: 0.0, y: 0.0, w: width, h: placed.size.1 + shift.1 + PADDING };
        ports[number] = placed.things[own..].iter().map(|t| t.x + t.w / 2.0 + shift.0).collect();
        let height = layout.boxes[number].h;
        for (piece, mut steps) in problem.pieces.iter().zip(placed.paths) {
            steps.iter_mut().for_each(|s| *s = s.moved(shift.0, shift.1));
            // The path extends to the border of the box.
            if let (Some(PathSegment::Move(x, _)), true) = (steps.first().copied(), piece.from >= own) {
                steps.insert(0, PathSegment::Move(x, 0.0));
                steps[1] = match steps[1] {
                    PathSegment::Move(x, y) => PathSegment::Line(x, y),
                    other => other,
                };
            }
            if piece.to >= own + problem.tops {
                let x = ports[number][piece.to - own];
                steps.push(PathSegment::Line(x, height));
            }
            drawn[piece.edge].push((number, steps));
        }
        places[number] = placed.things[..own]
            .iter()
            .map(|t| Rect { x: t.x + shift.0, y: t.y + shift.1, w: t.w, h: t.h })
            .collect();
    }
    // Relative positions are converted to absolute positions, outer boxes first.
    for (number, cluster) in graph.boxes.iter().enumerate() {
        let Rect { x, y, .. } = layout.boxes[number];
        for (item, rect) in cluster.items.iter().zip(&places[number]) {
            let rect = Rect { x: x + rect.x, y: y + rect.y, ..*rect };
            match *item {
                ClusterMember::Node(n) => layout.nodes[n] = rect,
                ClusterMember::Box(b) => layout.boxes[b] = rect,
            }
        }
    }
    layout.edges = drawn
        .into_iter()
        .zip(&ways)
        .map(|(mut pieces, way)| {
            // Pieces are ordered along the edge: boxes that it leaves, the common ancestor, boxes that it enters.
            let order = |b: usize| match way.out.iter().position(|&o| o == b) {
                Some(n) => n,
                None if b == way.at => way.out.len(),
                None => way.out.len() + 1 + way.into.iter().position(|&i| i == b).unwrap_or(0),
            };
            pieces.sort_by_key(|(b, _)| order(*b));
            let mut path: Vec<PathSegment> = Vec::new();
            for (b, steps) in pieces {
                let Rect { x, y, .. } = layout.boxes[b];
                for step in steps {
                    path.push(match step.moved(x, y) {
                        PathSegment::Move(x, y) if !path.is_empty() => PathSegment::Line(x, y),
                        step => step,
                    });
                }
            }
            path
        })
        .collect();
    Some(layout)
}

/// Returns the size of a node with these lines of text.
fn size(lines: &[String]) -> Rect {
    let letters = lines.iter().map(|l| l.chars().count()).max().unwrap_or(0);
    Rect {
        w: letters as f64 * LETTER.0 + 2.0 * MARGIN,
        h: lines.len().max(1) as f64 * LETTER.1 + 2.0 * MARGIN,
        ..Rect::default()
    }
}

/// Returns the width in pixels that an edge needs at its source.
fn label_width(edge: &Edge) -> f64 {
    edge.label.chars().count() as f64 * LETTER.0 + 14.0
}

/// Widens nodes so that edge labels and arrowheads fit side by side.
fn widen(graph: &Graph, nodes: &mut [Rect]) {
    let mut needed = vec![0.0; nodes.len()];
    let mut arrows = vec![0.0; nodes.len()];
    for edge in &graph.edges {
        needed[edge.from] += label_width(edge);
        arrows[edge.to] += 9.0;
    }
    for ((node, needed), arrows) in nodes.iter_mut().zip(needed).zip(arrows) {
        node.w = node.w.max(needed).max(arrows);
    }
}

fn depths(graph: &Graph) -> Vec<usize> {
    let mut depths: Vec<usize> = Vec::with_capacity(graph.boxes.len());
    for cluster in &graph.boxes {
        depths.push(cluster.parent.map_or(0, |p| depths[p] + 1));
    }
    depths
}

fn edge_path(graph: &Graph, depth: &[usize], from: usize, to: usize) -> EdgePath {
    let (mut a, mut b) = (from, to);
    let mut way = EdgePath { out: Vec::new(), at: 0, into: Vec::new() };
    while a != b {
        if depth[a] >= depth[b] {
            way.out.push(a);
            a = graph.boxes[a].parent.unwrap_or(0);
        } else {
            way.into.push(b);
            b = graph.boxes[b].parent.unwrap_or(0);
        }
    }
    way.at = a;
    way.into.reverse();
    way
}
