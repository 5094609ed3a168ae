//! Graph model for drawing: nested boxes, nodes and edges.

/// The kind of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoxKind {
    /// A function.
    Function,
    /// `spv.mlir.selection`, or any other op with regions.
    Selection,
    /// `spv.mlir.loop`.
    Loop,
    /// A block.
    Block,
}

/// An item of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClusterMember {
    /// The number of a node.
    Node(usize),
    /// The number of a nested box.
    Box(usize),
}

/// A box that contains nodes and other boxes.
#[derive(Clone, Debug)]
pub struct Cluster {
    /// The enclosing box, which has a lower number.
    pub parent: Option<usize>,
    /// Its kind.
    pub kind: BoxKind,
    /// The heading.
    pub title: String,
    /// The contents, in text order.
    pub items: Vec<ClusterMember>,
}

/// A node.
#[derive(Clone, Debug)]
pub struct GraphNode {
    /// The box that contains the node.
    pub cluster: usize,
    /// The lines of text.
    pub lines: Vec<String>,
}

/// The line style of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Control flow to the next block.
    Flow,
    /// Control flow that leaves a construct.
    Exit,
    /// Use of a value.
    Value,
}

/// An edge.
#[derive(Clone, Debug)]
pub struct Edge {
    /// The source node.
    pub from: usize,
    /// The target node.
    pub to: usize,
    /// The label, drawn near the source.
    pub label: String,
    /// The line style.
    pub style: Style,
}

impl Edge {
    /// Returns whether this is a back edge: its target does not follow its source in text order.
    pub fn is_back(&self) -> bool {
        self.to <= self.from
    }
}

/// The graph of a function. The first box is the function itself.
#[derive(Clone, Debug)]
pub struct Graph {
    /// The boxes, outer boxes first.
    pub boxes: Vec<Cluster>,
    /// The nodes, in text order.
    pub nodes: Vec<GraphNode>,
    /// The edges.
    pub edges: Vec<Edge>,
}

/// Maximum number of characters of an edge label.
const LABEL: usize = 24;

impl Graph {
    /// Creates the graph of an empty function.
    pub fn new(title: String) -> Graph {
        let function = Cluster { parent: None, kind: BoxKind::Function, title, items: Vec::new() };
        Graph { boxes: vec![function], nodes: Vec::new(), edges: Vec::new() }
    }

    /// Adds a box to another box; returns its number.
    pub fn add_box(&mut self, parent: usize, kind: BoxKind, title: String) -> usize {
        let number = self.boxes.len();
        self.boxes.push(Cluster { parent: Some(parent), kind, title, items: Vec::new() });
        self.boxes[parent].items.push(ClusterMember::Box(number));
        number
    }

    /// Adds a node to a box; returns its number.
    pub fn add_node(&mut self, cluster: usize, lines: Vec<String>) -> usize {
        let number = self.nodes.len();
        self.nodes.push(GraphNode { cluster, lines });
        self.boxes[cluster].items.push(ClusterMember::Node(number));
        number
    }

    /// Merges parallel edges of the same style into one edge that has all their labels.
    pub fn join_edges(&mut self) {
        let mut order: Vec<usize> = (0..self.edges.len()).collect();
        let key = |e: &Edge| (e.from, e.to, e.style as u8);
        order.sort_by_key(|&n| key(&self.edges[n]));
        let mut first = vec![true; order.len()];
        let mut joined = Vec::new();
        for run in order.chunk_by(|&a, &b| key(&self.edges[a]) == key(&self.edges[b])) {
            let labels: Vec<&str> =
                run.iter().map(|&n| self.edges[n].label.as_str()).filter(|l| !l.is_empty()).collect();
            let mut label = labels.join(", ");
            if label.chars().count() > LABEL {
                label = label.chars().take(LABEL - 1).chain(['…']).collect();
            }
            run[1..].iter().for_each(|&n| first[n] = false);
            joined.push((run[0], label));
        }
        for (edge, label) in joined {
            self.edges[edge].label = label;
        }
        let mut keep = first.into_iter();
        self.edges.retain(|_| keep.next().unwrap_or(true));
    }
}
