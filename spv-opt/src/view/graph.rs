//! Graph model for drawing: nested boxes, nodes and edges

/// The language construct that a box represents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoxKind {
    /// A function.
    Function,
    /// `spv.mlir.selection`, or any other op with regions.
    Selection,
    /// `spv.mlir.loop`.
    Loop,
    /// A basic block.
    Block,
}

/// An item in a box: a node or a nested box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClusterMember {
    /// Index of a node in [`Graph::nodes`].
    Node(usize),
    /// Index of a nested box in [`Graph::boxes`].
    Box(usize),
}

/// A box that contains nodes and other boxes.
#[derive(Clone, Debug)]
pub struct Cluster {
    /// Index of the enclosing box, which is lower than that of the nested box. `None` for the function.
    pub parent: Option<usize>,
    /// Language construct that the box represents.
    pub kind: BoxKind,
    /// Heading of the box; may be empty.
    pub title: String,
    /// Contents of the box, in the order of the MLIR text.
    pub items: Vec<ClusterMember>,
}

/// A graph node, drawn as a rectangle with text.
#[derive(Clone, Debug)]
pub struct GraphNode {
    /// Index of the box that contains the node.
    pub cluster: usize,
    /// Lines of text in the node.
    pub lines: Vec<String>,
}

/// The line style of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Control flow to the next block.
    Flow,
    /// Control flow that leaves a construct.
    Exit,
    /// Use of an SSA value.
    Value,
}

/// A directed edge between two nodes.
#[derive(Clone, Debug)]
pub struct Edge {
    /// Index of the source node.
    pub from: usize,
    /// Index of the target node.
    pub to: usize,
    /// Label, drawn near the source; may be empty.
    pub label: String,
    /// Line style of the edge.
    pub style: Style,
}

impl Edge {
    /// Returns whether this is a back edge, whose target does not follow its source in the MLIR text.
    pub fn is_back(&self) -> bool {
        self.to <= self.from
    }
}

/// The graph of a function. The first box represents the function itself.
#[derive(Clone, Debug)]
pub struct Graph {
    /// Boxes; outer boxes precede inner boxes.
    pub boxes: Vec<Cluster>,
    /// Nodes, in the order of the MLIR text.
    pub nodes: Vec<GraphNode>,
    /// Edges between the nodes.
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

    /// Adds a nested box to a box. Returns the index of the nested box.
    pub fn add_box(&mut self, parent: usize, kind: BoxKind, title: String) -> usize {
        let number = self.boxes.len();
        self.boxes.push(Cluster { parent: Some(parent), kind, title, items: Vec::new() });
        self.boxes[parent].items.push(ClusterMember::Box(number));
        number
    }

    /// Adds a node to a box. Returns the index of the node.
    pub fn add_node(&mut self, cluster: usize, lines: Vec<String>) -> usize {
        let number = self.nodes.len();
        self.nodes.push(GraphNode { cluster, lines });
        self.boxes[cluster].items.push(ClusterMember::Node(number));
        number
    }

    /// Merges parallel edges of the same style into one edge, which combines their labels.
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
