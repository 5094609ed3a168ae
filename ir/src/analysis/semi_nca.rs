//! Immediate dominators by the Semi-NCA algorithm: semidominators by path compression, then a walk up
//! the tree so far for each node. Close to linear, and without recursion.

use super::graph::{Lists, NONE};

/// A search from several roots under a virtual one: numbers in preorder, from 1; the virtual root is 0.
struct Search {
    /// Node of each number; that of 0 is unused.
    nodes: Vec<u32>,
    /// Number of each node, or `NONE`.
    numbers: Vec<u32>,
    /// Number of the parent of each number.
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

/// The immediate dominator of each node of the graph `forward` (`backward` is its reverse), where a
/// virtual node precedes all `roots`: [`NONE`] for unreachable nodes, and for nodes that only the
/// virtual node dominates.
///
/// `more` is asked, with what was reached so far, for further roots until it has none.
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

    // All below is in preorder numbers.
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
    // The virtual root has no name.
    let name = |number: u32| nodes[number as usize];
    let of = |&number: &u32| if number == NONE { NONE } else { name(idom[number as usize]) };
    numbers.iter().map(of).collect()
}

/// The node with the least semidominator on the path from `node` up to, but without, the highest
/// ancestor that is linked: those with numbers above `last` are.
fn eval(
    node: u32,
    last: u32,
    ancestor: &mut [u32],
    label: &mut [u32],
    semi: &[u32],
    path: &mut Vec<u32>,
) -> u32 {
    if node <= last {
        // Not linked yet: a forest root, whose semidominator is itself so far.
        return node;
    }
    let mut at = node;
    while ancestor[at as usize] > last {
        path.push(at);
        at = ancestor[at as usize];
    }
    // `at` is the child of a forest root. Compress the path below it.
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
