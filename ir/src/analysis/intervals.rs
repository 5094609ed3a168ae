//! Forests with ancestor queries in constant time

use super::graph::NONE;

/// A forest that stores the range of preorder numbers of each subtree. Used for dominator trees and nested regions.
#[derive(Clone, Debug, Default)]
pub struct Intervals {
    /// Range of preorder numbers in each node's subtree, as start and end; [`NONE`] as start for unreached nodes.
    spans: Box<[(u32, u32)]>,
    order: Box<[u32]>,
}

impl Intervals {
    /// Builds a tree with root 0, given the parent of each node. All other nodes with parent [`NONE`] are unreached.
    pub fn new(parents: &[u32]) -> Intervals {
        let count = parents.len() as u32;
        Intervals::ordered(parents, (0..count).filter(|&node| node == 0 || parents[node as usize] != NONE))
    }

    /// Builds a forest from the parent of each node. `order` determines the order of siblings. Nodes in `order` with
    /// parent [`NONE`] are roots; nodes that are not in `order` are unreached.
    pub fn ordered(parents: &[u32], order: impl DoubleEndedIterator<Item = u32>) -> Intervals {
        let count = parents.len();
        let mut root = NONE;
        // The first child and the next sibling of each node.
        let mut links = vec![(NONE, NONE); count];
        for node in order.rev() {
            let first = match parents[node as usize] {
                NONE => &mut root,
                parent => &mut links[parent as usize].0,
            };
            links[node as usize].1 = std::mem::replace(first, node);
        }
        let mut spans = vec![(NONE, 0); count].into_boxed_slice();
        let mut preorder = Vec::with_capacity(count);
        let mut open = vec![root];
        while let Some(node) = open.pop() {
            if node != NONE {
                spans[node as usize] = (preorder.len() as u32, preorder.len() as u32 + 1);
                preorder.push(node);
                let (child, sibling) = links[node as usize];
                open.extend([sibling, child]);
            }
        }
        for &node in preorder.iter().rev() {
            let parent = parents[node as usize];
            if parent != NONE {
                let end = spans[node as usize].1;
                let above = &mut spans[parent as usize].1;
                *above = end.max(*above);
            }
        }
        Intervals { spans, order: preorder.into() }
    }

    /// Returns whether node `a` is an ancestor of node `b`. A reached node is its own ancestor. Unreached nodes have
    /// no ancestors or descendants.
    pub fn is_ancestor(&self, a: u32, b: u32) -> bool {
        let (Some(a), Some(b)) = (self.spans.get(a as usize), self.spans.get(b as usize)) else {
            return false;
        };
        a.0 != NONE && b.0 != NONE && a.0 <= b.0 && b.0 < a.1
    }

    /// Returns whether a node is reached from a root.
    pub fn is_reached(&self, node: u32) -> bool {
        self.number(node) != NONE
    }

    /// Returns the reached nodes in preorder, each before its descendants.
    pub fn preorder(&self) -> &[u32] {
        &self.order
    }

    /// Returns the preorder number of a node, which is its index in [`Self::preorder`]; [`NONE`] if it is unreached.
    pub fn number(&self, node: u32) -> u32 {
        self.spans[node as usize].0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ancestors_are_those_of_naive_walks() {
        for spread in [1, 2, 5, 40] {
            // Nodes 7 and 50 are additional roots, which only `ordered` reaches.
            let parents: Vec<u32> = (0..100u32)
                .map(|node| match node {
                    0 | 7 | 50 => NONE,
                    _ => (node - 1).saturating_sub(node * 7 % spread),
                })
                .collect();
            let up = |node: u32| {
                std::iter::successors(Some(node), |&at| Some(parents[at as usize]).filter(|&up| up != NONE))
            };
            let all = Intervals::ordered(&parents, 0..100);
            let tree = Intervals::new(&parents);
            for a in 0..100 {
                let is_below_first = up(a).any(|node| node == 0);
                assert_eq!(tree.is_reached(a), is_below_first);
                for b in 0..100 {
                    let expected = up(b).any(|node| node == a);
                    assert_eq!(all.is_ancestor(a, b), expected, "{a} and {b}");
                    assert_eq!(tree.is_ancestor(a, b), expected && is_below_first, "{a} and {b}");
                }
            }
            assert!((0..).zip(all.preorder()).all(|(number, &node)| all.number(node) == number));
            assert_eq!(all.preorder().len(), 100);
        }
    }
}
