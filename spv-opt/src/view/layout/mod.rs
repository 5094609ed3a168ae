//! Layered layout of nested boxes
//!
//! Inner boxes are laid out first. A laid-out box is an item in its enclosing box. Edges enter a box at the top and
//! leave it at the bottom, through ports, which are also items. Edges cross layers between items, never over them.

mod layers;
mod nesting;
mod place;
#[cfg(test)]
mod tests;

use super::graph::{ClusterMember, Edge, Graph};
use layers::Layers;
use nesting::Nesting;
use place::Placed;
use rustc_hash::FxHashMap;

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

/// The positions of the contents of a box, relative to the box.
#[derive(Default)]
struct Contents {
    /// Rectangles of the items, indexed like [`super::graph::Cluster::items`].
    items: Vec<Rect>,
    /// Paths of the edge pieces in the box, by edge.
    paths: FxHashMap<usize, Vec<PathSegment>>,
    /// Horizontal positions of the ports: first all top ports, then all bottom ports.
    ports: Vec<f64>,
}

/// Computes the layout of a function's graph. Returns `None` if the graph is too large.
pub fn layout(graph: &Graph) -> Option<Layout> {
    if graph.nodes.len() + graph.boxes.len() > LIMIT {
        return None;
    }
    let mut left = LIMIT;
    let nesting = Nesting::new(graph, &mut left)?;
    let mut layout = Layout {
        boxes: vec![Rect::default(); graph.boxes.len()],
        nodes: graph.nodes.iter().map(|node| size(&node.lines)).collect(),
        edges: Vec::new(),
    };
    widen(graph, &mut layout.nodes);
    let mut contents: Vec<Contents> = graph.boxes.iter().map(|_| Contents::default()).collect();
    for (index, cluster) in graph.boxes.iter().enumerate().rev() {
        let problem = nesting.problem(index, &layout, &contents);
        let layers = Layers::new(&problem, &mut left)?;
        let placed = place::place(&problem, &layers);
        (layout.boxes[index], contents[index]) = framed(&cluster.title, &problem, placed);
    }
    // Relative positions are converted to absolute positions, outer boxes first.
    for (index, cluster) in graph.boxes.iter().enumerate() {
        let Rect { x, y, .. } = layout.boxes[index];
        for (item, rect) in cluster.items.iter().zip(&contents[index].items) {
            let rect = Rect { x: x + rect.x, y: y + rect.y, ..*rect };
            match *item {
                ClusterMember::Node(n) => layout.nodes[n] = rect,
                ClusterMember::Box(b) => layout.boxes[b] = rect,
            }
        }
    }
    let piece = |edge, b: usize| contents[b].paths.get(&edge).map(|path| (layout.boxes[b], &path[..]));
    let paths = nesting.paths.iter().enumerate();
    layout.edges = paths.map(|(edge, path)| joined(path.boxes().filter_map(|b| piece(edge, b)))).collect();
    Some(layout)
}

/// Adds a frame to the contents of a box. Returns the rectangle of the frame, and the contents relative to it.
fn framed(title: &str, problem: &Problem, placed: Placed) -> (Rect, Contents) {
    let (width, height) = placed.size;
    let heading = if title.is_empty() { 0.0 } else { LETTER.1 + 6.0 };
    let w = width.max(title.chars().count() as f64 * LETTER.0) + 2.0 * PADDING;
    let (x, y) = ((w - width) / 2.0, heading + PADDING);
    let frame = Rect { x: 0.0, y: 0.0, w, h: height + y + PADDING };
    let own = problem.things.len() - problem.tops - problem.bottoms;
    let mut items = placed.things;
    let ports: Vec<f64> = items.drain(own..).map(|port| port.x + port.w / 2.0 + x).collect();
    items.iter_mut().for_each(|rect| (rect.x, rect.y) = (rect.x + x, rect.y + y));
    let framed_path = |piece: &Piece, path: Vec<PathSegment>| {
        let mut path: Vec<PathSegment> = path.into_iter().map(|segment| segment.moved(x, y)).collect();
        // The path extends to the border of the box.
        if piece.from >= own
            && let Some(PathSegment::Move(x, y)) = path.first().copied()
        {
            path.splice(..1, [PathSegment::Move(x, 0.0), PathSegment::Line(x, y)]);
        }
        if piece.to >= own + problem.tops {
            path.push(PathSegment::Line(ports[piece.to - own], frame.h));
        }
        (piece.edge, path)
    };
    let paths =
        problem.pieces.iter().zip(placed.paths).map(|(piece, path)| framed_path(piece, path)).collect();
    (frame, Contents { items, paths, ports })
}

/// Joins the pieces of an edge to a path. Each piece is relative to the rectangle of its box.
fn joined<'a>(pieces: impl Iterator<Item = (Rect, &'a [PathSegment])>) -> Vec<PathSegment> {
    let segments =
        pieces.flat_map(|(rect, piece)| piece.iter().map(move |segment| segment.moved(rect.x, rect.y)));
    let connected = |(index, segment)| match segment {
        PathSegment::Move(x, y) if index > 0 => PathSegment::Line(x, y),
        segment => segment,
    };
    segments.enumerate().map(connected).collect()
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
