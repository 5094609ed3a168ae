//! Layout problems of nested boxes: items, ports and edge pieces of each box

use super::{Contents, Layout, Piece, Problem, Thing, label_width};
use crate::view::graph::{BoxKind, ClusterMember, Graph};

/// The boxes along an edge: the boxes that it leaves, innermost first, the common ancestor, and the boxes that it
/// enters.
pub struct EdgePath {
    out: Vec<usize>,
    at: usize,
    into: Vec<usize>,
}

impl EdgePath {
    fn new(graph: &Graph, depth: &[usize], from: usize, to: usize) -> EdgePath {
        let (mut a, mut b) = (from, to);
        let mut path = EdgePath { out: Vec::new(), at: 0, into: Vec::new() };
        while a != b {
            if depth[a] >= depth[b] {
                path.out.push(a);
                a = graph.boxes[a].parent.unwrap_or(0);
            } else {
                path.into.push(b);
                b = graph.boxes[b].parent.unwrap_or(0);
            }
        }
        path.at = a;
        path.into.reverse();
        path
    }

    /// Returns the boxes in order.
    pub fn boxes(&self) -> impl Iterator<Item = usize> {
        self.out.iter().chain([&self.at]).chain(&self.into).copied()
    }
}

/// The nesting of a graph's boxes, with the edges at each box.
pub struct Nesting<'a> {
    graph: &'a Graph,
    /// Paths of the edges.
    pub paths: Vec<EdgePath>,
    /// For each box, the edges that enter it, in the order of its top ports.
    tops: Vec<Vec<usize>>,
    /// For each box, the edges that leave it, in the order of its bottom ports.
    bottoms: Vec<Vec<usize>>,
    /// For each box, the edges inside it.
    inside: Vec<Vec<usize>>,
    /// For each node, its item index in its box.
    node_items: Vec<usize>,
    /// For each box, its item index in its parent.
    box_items: Vec<usize>,
}

impl<'a> Nesting<'a> {
    /// Finds the boxes along each edge. `left` is the number of edge pieces that may still be created. Returns `None`
    /// if there are more.
    pub fn new(graph: &'a Graph, left: &mut usize) -> Option<Nesting<'a>> {
        let mut depths: Vec<usize> = Vec::with_capacity(graph.boxes.len());
        for cluster in &graph.boxes {
            depths.push(cluster.parent.map_or(0, |p| depths[p] + 1));
        }
        let lists = vec![Vec::new(); graph.boxes.len()];
        let (mut tops, mut bottoms, mut inside) = (lists.clone(), lists.clone(), lists);
        let mut paths = Vec::with_capacity(graph.edges.len());
        for (index, edge) in graph.edges.iter().enumerate() {
            let path =
                EdgePath::new(graph, &depths, graph.nodes[edge.from].cluster, graph.nodes[edge.to].cluster);
            *left = left.checked_sub(path.boxes().count())?;
            path.out.iter().for_each(|&b| bottoms[b].push(index));
            path.into.iter().for_each(|&b| tops[b].push(index));
            inside[path.at].push(index);
            paths.push(path);
        }
        let (mut node_items, mut box_items) = (vec![0; graph.nodes.len()], vec![0; graph.boxes.len()]);
        for (item, member) in graph.boxes.iter().flat_map(|cluster| cluster.items.iter().enumerate()) {
            match *member {
                ClusterMember::Node(n) => node_items[n] = item,
                ClusterMember::Box(b) => box_items[b] = item,
            }
        }
        Some(Nesting { graph, paths, tops, bottoms, inside, node_items, box_items })
    }

    /// Returns the layout problem of a box. `layout` and `contents` have the layouts of the boxes inside.
    pub fn problem(&self, index: usize, layout: &Layout, contents: &[Contents]) -> Problem {
        let (cluster, tops, bottoms) = (&self.graph.boxes[index], &self.tops[index], &self.bottoms[index]);
        let own = cluster.items.len();
        let mut things: Vec<Thing> = cluster
            .items
            .iter()
            .map(|item| {
                let rect = match *item {
                    ClusterMember::Node(n) => layout.nodes[n],
                    ClusterMember::Box(b) => layout.boxes[b],
                };
                Thing { w: rect.w, h: rect.h }
            })
            .collect();
        things.resize(own + tops.len() + bottoms.len(), Thing { w: 8.0, h: 0.0 });
        let in_this_box = |b: &&usize| self.graph.boxes[**b].parent == Some(index);
        // The item of this box at which an edge starts or ends, and the position on the border of an inner box.
        let start = |edge: usize| match self.paths[edge].out.iter().find(in_this_box) {
            Some(&inner) => {
                let port = self.tops[inner].len() + self.bottoms[inner].binary_search(&edge).unwrap_or(0);
                (self.box_items[inner], contents[inner].ports.get(port).copied())
            }
            None => (self.node_items[self.graph.edges[edge].from], None),
        };
        let end = |edge: usize| match self.paths[edge].into.iter().find(in_this_box) {
            Some(&inner) => {
                let port = self.tops[inner].binary_search(&edge).unwrap_or(0);
                (self.box_items[inner], contents[inner].ports.get(port).copied())
            }
            None => (self.node_items[self.graph.edges[edge].to], None),
        };
        let piece =
            |edge: usize, (from, from_x), (to, to_x), room| Piece { edge, from, to, from_x, to_x, room };
        let room = |edge: usize| label_width(&self.graph.edges[edge]);
        let entering = tops.iter().zip(own..).map(|(&edge, port)| piece(edge, (port, None), end(edge), 1.0));
        let inside = self.inside[index].iter().map(|&edge| piece(edge, start(edge), end(edge), room(edge)));
        let leaving = bottoms
            .iter()
            .zip(own + tops.len()..)
            .map(|(&edge, port)| piece(edge, start(edge), (port, None), room(edge)));
        Problem {
            things,
            pieces: entering.chain(inside).chain(leaving).collect(),
            tops: tops.len(),
            bottoms: bottoms.len(),
            merge_last: matches!(cluster.kind, BoxKind::Selection | BoxKind::Loop),
        }
    }
}
