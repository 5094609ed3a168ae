//! Validation of nested constructs and of the branches that enter and leave them (specification, 2.11.1)
//!
//! A header structurally dominates its merge block and continue target. Constructs that share blocks are therefore
//! nested, so it suffices to check the constructs that each branch enters or leaves.

use super::{Construct, ConstructKind, Found, Graph, NONE, Tree};
use std::cell::OnceCell;

/// The constructs of a function and their nesting.
pub(super) struct Constructs<'g, 'w> {
    pub graph: &'g Graph<'w>,
    pub dom: Tree,
    edges: &'g [(u32, u32)],
    /// Post-dominator tree, computed on demand. Most functions do not need it, because their continue constructs
    /// consist of a single block or have no exits.
    post: OnceCell<Tree>,
    /// All constructs, ordered by header. Outer constructs come before inner ones.
    pub list: Vec<Construct>,
    /// Index of the innermost construct that contains each block.
    inner: Vec<u32>,
    /// Index of the construct that encloses each construct.
    outer: Vec<u32>,
    /// For each block, the headers of the innermost switch and loop from which it may break.
    left: Vec<(u32, u32)>,
}

impl<'g, 'w> Constructs<'g, 'w> {
    /// Computes the nesting of the constructs in `list`. `edges` are the structural edges as (source, target) pairs.
    pub fn new(graph: &'g Graph<'w>, dom: Tree, edges: &'g [(u32, u32)], mut list: Vec<Construct>) -> Self {
        list.sort_by_key(|c| (dom.nodes.number(c.header), c.kind != ConstructKind::Continue));
        let count = graph.blocks.len();
        let (inner, outer) = (vec![NONE; count], vec![NONE; list.len()]);
        let left = vec![(NONE, NONE); count];
        let mut all = Constructs { graph, dom, edges, post: OnceCell::new(), list, inner, outer, left };
        all.nest();
        all
    }

    fn nest(&mut self) {
        let mut next = 0;
        for place in 0..self.dom.nodes.preorder().len() {
            let number = self.dom.nodes.preorder()[place];
            let parent = self.dom.parent[number as usize];
            let mut inner = if parent == NONE { NONE } else { self.inner[parent as usize] };
            while inner != NONE && !self.contains(inner, number) {
                inner = self.outer[inner as usize];
            }
            while self.list.get(next).is_some_and(|c| c.header == number) {
                if self.contains(next as u32, number) {
                    self.outer[next] = std::mem::replace(&mut inner, next as u32);
                }
                next += 1;
            }
            self.inner[number as usize] = inner;
            let header = self.enclosing(number);
            if header == NONE {
                continue;
            }
            let (switch, outer_loop) = self.left[header as usize];
            let block = self.graph.block(header);
            let inside = block.merge.filter(|merge| !self.dom.dominates(merge.merge, number));
            self.left[number as usize] = match inside {
                Some(merge) if merge.next.is_some() => (NONE, header),
                Some(_) if block.switch.is_some() => (header, outer_loop),
                _ => (switch, outer_loop),
            };
        }
    }

    /// Returns the header that declares the block at index `number` as its merge block. For other blocks, returns the
    /// immediate dominator.
    fn enclosing(&self, number: u32) -> u32 {
        let header = self.graph.declared[number as usize];
        match header != NONE && header != number && self.dom.dominates(header, number) {
            true => header,
            false => self.dom.parent[number as usize],
        }
    }

    fn post_dominates(&self, a: u32, b: u32) -> bool {
        a == b || self.post.get_or_init(|| self.graph.post_dominators(self.edges)).dominates(a + 1, b + 1)
    }

    /// Returns whether the construct at index `construct` contains the block at index `number`.
    fn contains(&self, construct: u32, number: u32) -> bool {
        let (c, dom) = (&self.list[construct as usize], &self.dom);
        dom.dominates(c.header, number)
            && match c.kind {
                ConstructKind::Continue => {
                    !dom.dominates(c.exit, number) || self.post_dominates(c.exit, number)
                }
                ConstructKind::Selection => !dom.dominates(c.exit, number),
                ConstructKind::Loop => !dom.dominates(c.exit, number) && !dom.dominates(c.other, number),
            }
    }

    /// Returns whether a branch out of construct `c` to block `to` is a valid exit.
    pub fn is_exit(&self, c: &Construct, to: u32) -> bool {
        let graph = self.graph;
        let merge = |header: u32| (header != NONE).then(|| graph.block(header).merge).flatten();
        let is_merge = |header: u32| merge(header).is_some_and(|merge| merge.merge == to);
        match c.kind {
            ConstructKind::Loop => to == c.exit || to == c.other,
            ConstructKind::Continue => to == c.other || is_merge(c.other),
            ConstructKind::Selection => {
                let (switch, outer_loop) = self.left[c.header as usize];
                to == c.exit
                    || graph.block(c.header).switch.is_none() && is_merge(switch)
                    || is_merge(outer_loop)
                    || merge(outer_loop).is_some_and(|merge| merge.next == Some(to))
            }
        }
    }

    /// Checks all rules about constructs. `back_edges` are sorted (target, source) pairs.
    pub fn check(&self, back_edges: &[(u32, u32)]) -> Found {
        // Sorted (target, source) pairs, so that branches to the same target are adjacent.
        let mut branches: Vec<(u32, u32)> = (0..self.graph.blocks.len() as u32)
            .filter(|&from| self.dom.nodes.is_reached(from))
            .flat_map(|from| self.graph.block(from).targets.iter().map(move |&to| (to, from)))
            .collect();
        branches.sort_unstable();
        let ends = |c: &Construct| self.ends(c).or_else(|| self.continues(c, &branches, back_edges));
        (self.list.iter().find_map(ends))
            .or_else(|| self.branches(&branches))
            .or_else(|| self.dom.nodes.preorder().iter().find_map(|&number| self.merges(number)))
            .or_else(|| self.cases(&branches))
    }

    /// Checks that the header of a construct dominates its merge block or back-edge block.
    fn ends(&self, c: &Construct) -> Found {
        let (name, header, exit) = (c.kind.name(), self.graph.id(c.header), self.graph.id(c.exit));
        let strict = c.kind != ConstructKind::Continue && c.header == c.exit;
        if !self.dom.dominates(c.header, c.exit) || strict {
            let message = format!("the {name} of %{header} does not dominate its end %{exit}");
            return self.graph.at(c.header, message);
        }
        if c.kind == ConstructKind::Continue && !self.post_dominates(c.exit, c.header) {
            let message = format!(
                "the block %{exit} of the back edge does not post-dominate the continue target %{header}"
            );
            return self.graph.at(c.header, message);
        }
        None
    }

    /// Checks that the continue target of a loop is only reached from inside the loop. Both slices are (target,
    /// source) pairs.
    fn continues(&self, c: &Construct, branches: &[(u32, u32)], back_edges: &[(u32, u32)]) -> Found {
        if c.kind != ConstructKind::Continue || c.header == c.other {
            return None;
        }
        let merge = self.graph.block(c.other).merge?.merge;
        let is_inside = |number: u32| {
            let is_after = [merge, c.header].into_iter().any(|end| self.dom.dominates(end, number));
            self.dom.dominates(c.other, number) && !is_after
        };
        let from_all = &branches[branches.partition_point(|&(to, _)| to < c.header)..];
        let &(_, from) = (from_all.iter().take_while(|(to, _)| *to == c.header))
            .find(|branch| !is_inside(branch.1) && back_edges.binary_search(branch).is_err())?;
        let (id, header) = (self.graph.id(from), self.graph.id(c.other));
        let message = format!("%{id} branches to the continue target of %{header} from outside the loop");
        self.graph.at(from, message)
    }

    /// Checks that branches leave constructs through structured exits and enter them through their headers.
    fn branches(&self, branches: &[(u32, u32)]) -> Found {
        // For each construct, the target of the last exit that was checked. Branches are ordered by target, so other
        // exits to the same target need not check this construct or the enclosing constructs again.
        let mut seen = vec![NONE; self.list.len()];
        for &(to, from) in branches {
            let (id, mut at) = (self.graph.id(from), self.inner[from as usize]);
            while at != NONE && seen[at as usize] != to && !self.contains(at, to) {
                let c = &self.list[at as usize];
                if !self.is_exit(c, to) {
                    let (name, header) = (c.kind.name(), self.graph.id(c.header));
                    let message =
                        format!("block %{id} leaves the {name} of %{header} without a structured exit");
                    return self.graph.at(from, message);
                }
                seen[at as usize] = to;
                at = self.outer[at as usize];
            }
            at = self.inner[to as usize];
            while at != NONE && !self.contains(at, from) {
                let c = &self.list[at as usize];
                if c.header != to {
                    let (name, header) = (c.kind.name(), self.graph.id(c.header));
                    let message =
                        format!("%{id} branches into the {name} of %{header}, but not to its header");
                    return self.graph.at(from, message);
                }
                at = self.outer[at as usize];
            }
        }
        None
    }

    /// Checks that the merge block of a header is in the same construct as the header.
    fn merges(&self, number: u32) -> Found {
        let merge = self.graph.block(number).merge?.merge;
        let mut at = self.inner[number as usize];
        while at != NONE && self.list[at as usize].header == number {
            at = self.outer[at as usize];
        }
        if at == NONE || self.contains(at, merge) || !self.dom.nodes.is_reached(merge) {
            return None;
        }
        let c = &self.list[at as usize];
        let (id, name) = (self.graph.id(number), c.kind.name());
        let (header, merge) = (self.graph.id(c.header), self.graph.id(merge));
        let message = format!("%{id} is in the {name} of %{header}, but its merge block %{merge} is not");
        self.graph.at(number, message)
    }
}
