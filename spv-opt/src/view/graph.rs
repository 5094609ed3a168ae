//! The graph of a picture: boxes, nodes and edges.

/// The kind of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoxKind {
    /// A function.
    Function,
    /// `spv.mlir.selection`, or another op with regions.
    Selection,
    /// `spv.mlir.loop`.
    Loop,
    /// A block.
    Block,
}

/// A node, or a box in a box, in the order of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// Number of a node.
    Node(usize),
    /// Number of a box.
    Box(usize),
}

/// A box with nodes and boxes in it.
#[derive(Clone, Debug)]
pub struct Cluster {
    /// The box around it, which has a lower number.
    pub parent: Option<usize>,
    /// Its kind.
    pub kind: BoxKind,
    /// Its heading.
    pub title: String,
    /// What is in it, in the order of the text.
    pub items: Vec<Item>,
}

/// A node.
#[derive(Clone, Debug)]
pub struct Node {
    /// The box that it is in.
    pub cluster: usize,
    /// Its text.
    pub lines: Vec<String>,
}

/// How an edge is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Control flows to the next block.
    Flow,
    /// Control leaves a construct.
    Exit,
    /// A value is used.
    Value,
}

/// An edge.
#[derive(Clone, Debug)]
pub struct Edge {
    /// Node where it begins.
    pub from: usize,
    /// Node where it ends.
    pub to: usize,
    /// What is written beside its begin.
    pub label: String,
    /// How it is drawn.
    pub style: Style,
}

impl Edge {
    /// Whether it is a back edge, in the order of the text.
    pub fn is_back(&self) -> bool {
        self.to <= self.from
    }
}

/// A function. The first box is that of the function.
#[derive(Clone, Debug)]
pub struct Graph {
    /// Boxes, outer before inner.
    pub boxes: Vec<Cluster>,
    /// Nodes, in the order of the text.
    pub nodes: Vec<Node>,
    /// Edges.
    pub edges: Vec<Edge>,
}

/// Letters of an edge's label, at most.
const LABEL: usize = 24;

impl Graph {
    /// An empty function.
    pub fn new(title: String) -> Graph {
        let function = Cluster { parent: None, kind: BoxKind::Function, title, items: Vec::new() };
        Graph { boxes: vec![function], nodes: Vec::new(), edges: Vec::new() }
    }

    /// Puts a box into another.
    pub fn add_box(&mut self, parent: usize, kind: BoxKind, title: String) -> usize {
        let number = self.boxes.len();
        self.boxes.push(Cluster { parent: Some(parent), kind, title, items: Vec::new() });
        self.boxes[parent].items.push(Item::Box(number));
        number
    }

    /// Puts a node into a box.
    pub fn add_node(&mut self, cluster: usize, lines: Vec<String>) -> usize {
        let number = self.nodes.len();
        self.nodes.push(Node { cluster, lines });
        self.boxes[cluster].items.push(Item::Node(number));
        number
    }

    /// Makes edges between the same nodes one edge, with all their labels.
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
