//! Loop normalization
//!
//! Each cycle becomes a loop with one header, one continue target and one merge block. Outer cycles are transformed
//! first. A cycle is a loop of the [`LoopForest`]. The transformation of a cycle has these steps:
//!
//! If the cycle is irreducible, that is, has several entries, a new header is created that selects the entry. All edges
//! from outside to the entries are redirected to the header, and so are all edges to the cycle's header in the forest.
//! - All edges back to the header are redirected to a new continue target.
//! - All edges out of the loop are redirected to a new merge block. If there are several exit targets, the merge block
//!   selects one.
//! - The loop absorbs exit blocks that have no predecessors outside the loop. The absorbed blocks must end the
//!   function, or branch to the block after the loop.

use super::graph::{Declared, Edge, Graph, Loop, NodeId, Role, Term};
use super::loop_forest::LoopForest;
use rustc_hash::FxHashSet;
use spv_ir::Value;

/// Maximum number of blocks that a loop absorbs at once.
const TAIL: usize = 64;
/// Maximum number of absorbed blocks if all exit targets are absorbed, so that the loop continues at a block after
/// them.
const JOINT_TAIL: usize = 8;
/// Maximum number of blocks to try as the block at which the loop continues.
const CANDIDATES: usize = 8;

/// Normalizes all loops of a graph. See the module documentation.
pub fn normalize(graph: &mut Graph<'_>) {
    let count = graph.nodes.len();
    let mut preds: Vec<Vec<NodeId>> = vec![Vec::new(); count];
    for (from, node) in graph.nodes.iter() {
        for edge in &node.edges {
            preds[edge.to.index()].push(from);
        }
    }
    let forest = LoopForest::new(graph, &preds);
    let mut l =
        Loops { graph, preds, forest, level: vec![0; count], levels: 1, mark: vec![0; count], marks: 0 };
    // Work items: index of a loop in the forest, and the level of its body. Index 0 is the whole function, whose blocks
    // outside loops have level 0.
    let mut work: Vec<(u32, u32)> = vec![(0, 0)];
    while let Some((number, level)) = work.pop() {
        for number in std::mem::take(&mut l.forest.children[number as usize]) {
            work.push((number, l.make_loop(level, number)));
        }
    }
}

/// Membership test for the current loop: blocks with the mark `mark`, and blocks of loop `number` in the forest.
#[derive(Clone, Copy)]
struct Inside {
    mark: u32,
    number: u32,
}

struct Loops<'g, 'a> {
    graph: &'g mut Graph<'a>,
    /// Predecessors of each block. Some listed blocks may no longer branch to the block.
    preds: Vec<Vec<NodeId>>,
    forest: LoopForest,
    /// Index of the level of each block. Loop headers and merge blocks belong to the level of the enclosing loop.
    level: Vec<u32>,
    levels: u32,
    /// Mark of each block: the id of the last block set that contains it.
    mark: Vec<u32>,
    marks: u32,
}

impl Loops<'_, '_> {
    fn is_inside(&self, node: NodeId, inside: Inside) -> bool {
        self.mark[node.index()] == inside.mark || self.forest.contains(inside.number, node)
    }

    fn add(&mut self, term: Term, level: u32, role: Role) -> NodeId {
        let node = self.graph.node(term, Vec::new());
        self.graph.nodes[node].role = role;
        self.preds.push(Vec::new());
        self.level.push(level);
        self.mark.push(0);
        node
    }

    /// Returns a block's successors on its level. A normalized loop counts as a single step from its header to its
    /// merge block.
    fn successors(&self, node: NodeId) -> Vec<NodeId> {
        match self.graph.nodes[node].role {
            Role::Header(l) => vec![self.graph.loops[l].merge],
            _ => self.graph.nodes[node].edges.iter().map(|e| e.to).collect(),
        }
    }

    /// Returns a block's distinct predecessors on its level. A normalized loop counts as a single step to its merge
    /// block.
    fn predecessors(&self, node: NodeId) -> Vec<NodeId> {
        let mut skip = None;
        match self.graph.nodes[node].role {
            Role::Merge(l) => return vec![self.graph.loops[l].header],
            Role::Header(l) => skip = Some(self.graph.loops[l].target),
            _ => {}
        }
        let leads = |&p: &NodeId| Some(p) != skip && self.graph.nodes[p].edges.iter().any(|e| e.to == node);
        let mut list: Vec<NodeId> = self.preds[node.index()].iter().copied().filter(leads).collect();
        list.sort_unstable();
        list.dedup();
        list
    }

    fn redirect(&mut self, from: NodeId, number: usize, to: NodeId, args: Vec<Value>) {
        self.graph.nodes[from].edges[number] = Edge { to, args };
        self.preds[to.index()].push(from);
    }

    /// Returns the edges to `target` from blocks that satisfy `is`: source block and edge index.
    fn edges_to(&self, target: NodeId, is: impl Fn(NodeId) -> bool) -> Vec<(NodeId, usize)> {
        let mut from: Vec<NodeId> = self.preds[target.index()].iter().copied().filter(|&p| is(p)).collect();
        from.sort_unstable();
        from.dedup();
        let mut list = Vec::new();
        for p in from {
            let edges = self.graph.nodes[p].edges.iter().enumerate();
            list.extend(edges.filter(|(_, e)| e.to == target).map(|(n, _)| (p, n)));
        }
        list
    }

    /// Turns a cycle of the loop forest into a normalized loop. Returns the level of the loop body.
    fn make_loop(&mut self, level: u32, cycle: u32) -> u32 {
        self.marks += 1;
        let inside = Inside { mark: self.marks, number: cycle };
        let first = self.forest.headers[cycle as usize];
        let mut cycle = std::mem::take(&mut self.forest.blocks[cycle as usize]);
        for &n in &cycle {
            self.mark[n.index()] = inside.mark;
        }
        let mut entries: Vec<NodeId> = Vec::new();
        for &n in &cycle {
            if self.predecessors(n).iter().any(|&p| !self.is_inside(p, inside)) {
                entries.push(n);
            }
        }
        let number = self.graph.loops.next_id();
        let header = match entries[..] {
            [only] => only,
            _ => {
                let header = self.make_header(level, &entries, first, inside);
                self.mark[header.index()] = inside.mark;
                cycle.push(header);
                header
            }
        };
        debug_assert_eq!(self.level[header.index()], level, "no loop made before has taken the cycle in");
        self.levels += 1;
        let body_level = self.levels;

        let target = self.add(Term::Branch, body_level, Role::Continue);
        let args = self.graph.copy_args(target, header);
        for (from, n) in self.edges_to(header, |p| self.is_inside(p, inside)) {
            let passed = self.graph.nodes[from].edges[n].args.clone();
            self.redirect(from, n, target, passed);
        }
        self.graph.nodes[target].edges.push(Edge { to: header, args });
        self.preds[header.index()].push(target);

        let merge = self.add(Term::Unreachable, level, Role::Merge(number));
        let tail = self.tail(level, &cycle, target, inside);
        cycle.extend(&tail);
        self.make_merge(merge, target, &cycle, inside);

        self.graph.loops.alloc(Loop { header, target, merge });
        let node = &mut self.graph.nodes[header];
        node.role = Role::Header(number);
        node.declared = Declared::Loop { merge, target };
        cycle.retain(|&n| n != header);
        for &n in &cycle {
            self.level[n.index()] = body_level;
        }
        body_level
    }

    /// Creates a header that selects among the entries of an irreducible cycle. `first` is the entry that is in no
    /// inner cycle.
    fn make_header(&mut self, level: u32, entries: &[NodeId], first: NodeId, inside: Inside) -> NodeId {
        let header = self.add(Term::Unreachable, level, Role::Ordinary);
        let selector = self.graph.selector(header);
        let args: Vec<Vec<Value>> = entries.iter().map(|&e| self.graph.copy_args(header, e)).collect();
        for (number, &entry) in entries.iter().enumerate() {
            for (from, n) in self.edges_to(entry, |p| entry == first || !self.is_inside(p, inside)) {
                let passed = self.graph.nodes[from].edges[n].args.clone();
                let list = self.passed(number, entries, passed);
                self.redirect(from, n, header, list);
            }
        }
        let edges = entries.iter().zip(args).map(|(&to, args)| Edge { to, args }).collect();
        let numbers = entries.iter().map(|&e| self.graph.number(e)).collect();
        self.graph.choose(header, selector, numbers, edges);
        for &entry in entries {
            self.preds[entry.index()].push(header);
        }
        header
    }

    /// Builds the arguments with which a selector block selects `blocks[index]`: the selector, then the arguments of
    /// every block in `blocks`. The arguments of blocks that are not selected are undefined values.
    fn passed(&mut self, index: usize, blocks: &[NodeId], own: Vec<Value>) -> Vec<Value> {
        let selected = self.graph.number(blocks[index]);
        let mut list = vec![self.graph.integer(selected)];
        for (at, &block) in blocks.iter().enumerate() {
            match at == index {
                true => list.extend(&own),
                false => list.extend(self.graph.undefined_args(block)),
            }
        }
        list
    }

    /// Returns the distinct blocks outside a loop to which the loop branches, except the continue target `target`.
    fn exits(&self, blocks: &[NodeId], target: NodeId, inside: Inside) -> Vec<NodeId> {
        let mut seen = FxHashSet::default();
        let to = blocks.iter().flat_map(|&n| self.successors(n));
        to.filter(|&t| t != target && !self.is_inside(t, inside) && seen.insert(t)).collect()
    }

    /// Returns the blocks that a loop absorbs so that its exits meet in a single block, if possible. Marks these blocks
    /// as inside the loop.
    fn tail(&mut self, level: u32, cycle: &[NodeId], target: NodeId, inside: Inside) -> Vec<NodeId> {
        let exits = self.exits(cycle, target, inside);
        if exits.len() < 2 {
            return Vec::new();
        }
        let mut best: Option<Vec<NodeId>> = None;
        for &place in exits.iter().take(CANDIDATES) {
            let others: Vec<NodeId> = exits.iter().copied().filter(|&e| e != place).collect();
            if let Some(tail) = self.closed(level, &others, Some(place), inside)
                && best.as_ref().is_none_or(|b| tail.len() < b.len())
            {
                best = Some(tail);
            }
        }
        let best = best.or_else(|| self.joint_tail(level, &exits, inside));
        let tail = best.unwrap_or_else(|| {
            // Absorb only blocks from which every path ends the function.
            let mut all = Vec::new();
            for &exit in &exits {
                if !self.is_inside(exit, inside)
                    && let Some(tail) = self.closed(level, &[exit], None, inside)
                {
                    tail.iter().for_each(|&n| self.mark[n.index()] = inside.mark);
                    all.extend(tail);
                }
            }
            all
        });
        tail.iter().for_each(|&n| self.mark[n.index()] = inside.mark);
        tail
    }

    /// Returns the blocks between the loop's exits and a block where all exits meet. Returns `None` if no such block
    /// exists or there are more than [`JOINT_TAIL`] blocks.
    fn joint_tail(&self, level: u32, exits: &[NodeId], inside: Inside) -> Option<Vec<NodeId>> {
        let mut candidates: Vec<NodeId> = Vec::new();
        let near = exits.iter().take(JOINT_TAIL);
        for to in near.flat_map(|&e| self.successors(e)).take(CANDIDATES) {
            if !exits.contains(&to) && !candidates.contains(&to) && !self.is_inside(to, inside) {
                candidates.push(to);
            }
        }
        let tails = candidates.iter().filter_map(|&block| self.closed(level, exits, Some(block), inside));
        tails.filter(|tail| tail.len() <= JOINT_TAIL).min_by_key(Vec::len)
    }

    /// Returns the blocks reachable from `starts` without passing through `place`. Returns `None` if code outside the
    /// loop branches to these blocks.
    fn closed(
        &self,
        level: u32,
        starts: &[NodeId],
        place: Option<NodeId>,
        inside: Inside,
    ) -> Option<Vec<NodeId>> {
        let mut list: Vec<NodeId> = starts.to_vec();
        let mut seen: FxHashSet<NodeId> = list.iter().copied().collect();
        let mut next = 0;
        while let Some(&n) = list.get(next) {
            next += 1;
            if self.level[n.index()] != level || list.len() > TAIL {
                return None;
            }
            for to in self.successors(n) {
                if self.is_inside(to, inside) && Some(to) != place {
                    // The block was already absorbed into the loop.
                    continue;
                }
                if Some(to) != place && seen.insert(to) {
                    list.push(to);
                }
            }
        }
        let ours = |p: &NodeId| seen.contains(p) || self.is_inside(*p, inside);
        list.iter().all(|&n| self.predecessors(n).iter().all(ours)).then_some(list)
    }

    /// Redirects all edges out of a loop to its merge block, which then branches to the original targets.
    fn make_merge(&mut self, merge: NodeId, target: NodeId, blocks: &[NodeId], inside: Inside) {
        let exits = self.exits(blocks, target, inside);
        if exits.is_empty() {
            return;
        }
        let selector = (exits.len() > 1).then(|| self.graph.selector(merge));
        let args: Vec<Vec<Value>> = exits.iter().map(|&e| self.graph.copy_args(merge, e)).collect();
        for (number, &exit) in exits.iter().enumerate() {
            for (from, n) in self.edges_to(exit, |p| self.is_inside(p, inside)) {
                let own = self.graph.nodes[from].edges[n].args.clone();
                let list = match selector {
                    Some(_) => self.passed(number, &exits, own),
                    None => own,
                };
                self.redirect(from, n, merge, list);
            }
        }
        let edges: Vec<Edge> = exits.iter().zip(args).map(|(&to, args)| Edge { to, args }).collect();
        match selector {
            Some(selector) => {
                let numbers = exits.iter().map(|&e| self.graph.number(e)).collect();
                self.graph.choose(merge, selector, numbers, edges);
            }
            None => {
                let node = &mut self.graph.nodes[merge];
                node.term = Term::Branch;
                node.edges = edges;
            }
        }
        for &exit in &exits {
            self.preds[exit.index()].push(merge);
        }
    }
}
