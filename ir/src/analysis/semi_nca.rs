//! Semi-NCA algorithm for immediate dominators
//!
//! The algorithm computes semidominators with path compression, then walks up the partial tree for each node. It
//! takes nearly linear time and does not recurse.

use super::graph::{Lists, NONE};

/// The result of a depth-first search from several roots. The roots are children of a virtual root, whose preorder
/// number is 0.
struct Search {
    /// The node of each preorder number; element 0 is unused.
    nodes: Vec<u32>,
    /// The preorder number of each node; `NONE` if unreached.
    numbers: Vec<u32>,
    /// The parent in the search tree of each node. Nodes and parents are given by preorder number.
    parents: Vec<u32>,
}

impl Search {
    fn run(&mut self, root: u32, forward: &Lists) {
        let mut stack = vec![(root, 0)];
        while let Some((node, parent)) = stack.pop() {
            if self.numbers[node as usize] != NONE {
                continue;
            }
            let number = self.nodes.len() as u32;
            self.numbers[node as usize] = number;
            self.nodes.push(node);
            self.parents.push(parent);
            for &next in forward.of(node as usize).iter().rev() {
                if self.numbers[next as usize] == NONE {
                    stack.push((next, number));
                }
            }
        }
    }
}

/// Computes the immediate dominators in the graph `forward`, whose reverse is `backward`. A virtual root node precedes
/// all `roots`.
///
/// The result is [`NONE`] for unreachable nodes and for nodes that only the virtual root dominates. After the search
/// from `roots`, `more` is called repeatedly and returns further roots, until it returns `None`. Its argument is a
/// predicate that tells whether a node has been reached.
pub(super) fn immediate_dominators(
    count: usize,
    roots: &[u32],
    forward: &Lists,
    backward: &Lists,
    mut more: impl FnMut(&dyn Fn(u32) -> bool) -> Option<u32>,
) -> Vec<u32> {
    let mut search = Search { nodes: vec![NONE], numbers: vec![NONE; count], parents: vec![0] };
    let mut is_root = vec![false; count];
    for &root in roots {
        is_root[root as usize] = true;
        search.run(root, forward);
    }
    while let Some(root) = more(&|node| search.numbers[node as usize] != NONE) {
        is_root[root as usize] = true;
        search.run(root, forward);
    }
    let Search { nodes, numbers, parents } = search;
    let reached = nodes.len();

    // From here on, preorder numbers represent nodes.
    let mut semi: Vec<u32> = (0..reached as u32).collect();
    let mut label = semi.clone();
    let mut ancestor = parents.clone();
    let mut path = Vec::new();
    for number in (1..reached as u32).rev() {
        let node = nodes[number as usize] as usize;
        let mut best = if is_root[node] { 0 } else { parents[number as usize] };
        for &p in backward.of(node) {
            let p = numbers[p as usize];
            if p != NONE {
                best = best.min(semi[eval(p, number, &mut ancestor, &mut label, &semi, &mut path) as usize]);
            }
        }
        semi[number as usize] = best;
    }
    let mut idom = parents;
    for number in 1..reached {
        let mut at = idom[number];
        while at > semi[number] {
            at = idom[at as usize];
        }
        idom[number] = at;
    }
    // The virtual root does not represent a node.
    let name = |number: u32| nodes[number as usize];
    let of = |&number: &u32| if number == NONE { NONE } else { name(idom[number as usize]) };
    numbers.iter().map(of).collect()
}

/// Returns the node with the least semidominator on the path from `node` up to, but excluding, the root of its linked
/// tree. All nodes are preorder numbers, and those above `last` are linked.
fn eval(
    node: u32,
    last: u32,
    ancestor: &mut [u32],
    label: &mut [u32],
    semi: &[u32],
    path: &mut Vec<u32>,
) -> u32 {
    if node <= last {
        // A node that is not linked yet is the root of its tree, and is its own semidominator so far.
        return node;
    }
    let mut at = node;
    while ancestor[at as usize] > last {
        path.push(at);
        at = ancestor[at as usize];
    }
    // `at` is a child of the linked tree's root. Compresses the path below `at`.
    let top = ancestor[at as usize];
    let mut best = label[at as usize];
    while let Some(at) = path.pop() {
        ancestor[at as usize] = top;
        let own = label[at as usize];
        if semi[best as usize] < semi[own as usize] {
            label[at as usize] = best;
        } else {
            best = own;
        }
    }
    label[node as usize]
}
