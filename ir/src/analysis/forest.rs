//! Forests with ancestor queries in logarithmic time

/// A forest to which leaves can be added, with ancestor queries in logarithmic time. Each node stores its parent and
/// a jump pointer to a more distant ancestor.
#[derive(Clone, Debug, Default)]
pub struct Forest {
    nodes: Vec<ForestNode>,
}

#[derive(Clone, Copy, Debug, Default)]
struct ForestNode {
    parent: u32,
    jump: u32,
    depth: u32,
}

impl Forest {
    /// Adds a node as a child of `parent`, which must already exist. If `parent` is `None`, the node becomes a root.
    pub fn add(&mut self, node: u32, parent: Option<u32>) {
        if self.nodes.len() <= node as usize {
            self.nodes.resize(node as usize + 1, ForestNode::default());
        }
        self.nodes[node as usize] = match parent {
            None => ForestNode { parent: node, jump: node, depth: 0 },
            Some(parent) => {
                let ForestNode { jump, depth, .. } = self.nodes[parent as usize];
                let further = self.nodes[jump as usize];
                let equal = depth - further.depth == further.depth - self.depth(further.jump);
                ForestNode { parent, jump: if equal { further.jump } else { parent }, depth: depth + 1 }
            }
        };
    }

    /// Returns the depth of a node: the number of its proper ancestors.
    pub fn depth(&self, node: u32) -> u32 {
        self.nodes[node as usize].depth
    }

    /// Returns the nearest ancestor for which `enough` returns true, or the root if no ancestor qualifies. A node is
    /// its own ancestor.
    ///
    /// `enough` must be monotone: if it holds for a node, it holds for all ancestors of the node.
    pub fn up(&self, node: u32, enough: impl Fn(u32) -> bool) -> u32 {
        let mut at = node;
        while !enough(at) && self.depth(at) > 0 {
            let ForestNode { parent, jump, .. } = self.nodes[at as usize];
            at = if enough(jump) { parent } else { jump };
        }
        at
    }

    /// Returns the nearest common ancestor of two nodes; `None` if their roots differ. A node is its own ancestor.
    pub fn common(&self, a: u32, b: u32) -> Option<u32> {
        let depth = self.depth(a).min(self.depth(b));
        let mut a = self.up(a, |node| self.depth(node) <= depth);
        let mut b = self.up(b, |node| self.depth(node) <= depth);
        while a != b {
            let (x, y) = (self.nodes[a as usize], self.nodes[b as usize]);
            if x.depth == 0 {
                return None;
            }
            (a, b) = if x.jump == y.jump { (x.parent, y.parent) } else { (x.jump, y.jump) };
        }
        Some(a)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares `up` and `common` with naive walks in trees of various heights.
    #[test]
    fn forest_goes_the_right_way() {
        for spread in [1, 2, 5, 40] {
            let parents: Vec<Option<u32>> =
                (0..200u32).map(|n| (n > 1).then(|| (n - 2).saturating_sub(n * 7 % spread))).collect();
            let mut forest = Forest::default();
            (0..).zip(&parents).for_each(|(node, &parent)| forest.add(node, parent));
            let way = |node: u32| -> Vec<u32> {
                std::iter::successors(Some(node), |&n| parents[n as usize]).collect()
            };
            for a in 0..200 {
                assert_eq!(forest.depth(a) as usize, way(a).len() - 1);
                for b in 0..200 {
                    let common = way(a).into_iter().find(|n| way(b).contains(n));
                    assert_eq!(forest.common(a, b), common, "{a} and {b}");
                }
            }
        }
    }
}
