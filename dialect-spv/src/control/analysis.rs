//! Which block lies in which construct: dominance over the edges and the declared merge blocks and
//! continue targets.
//!
//! Blocks that are unreachable make trees of dominators of their own ([`super::trees`]), which are judged as that of the
//! entry is. They lie where they branch to: a branch to a merge block comes from its construct.

use crate::control::merge_slot;
use crate::spv;
use crate::structure::{MERGE_LOOP, MERGE_NONE, MERGE_SELECTION};
use spv_ir::{Block, Body, Op, ValueDef};
use std::ops::Range;

/// No construct, no block.
pub const NONE: u32 = u32::MAX;

/// Why a function stays in CFG form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct Unstructured {
    /// In a few words.
    pub reason: &'static str,
    /// The block where it shows.
    pub block: Block,
}

/// Constructs around each other at most: the parser reads 20,000 regions, of which modules and the function are some.
const MAX_DEPTH: u32 = 19_990;

/// A block of the function.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// The block.
    pub block: Block,
    /// Its terminator.
    pub terminator: Op,
    /// What that declares: the kind of a merge declaration.
    pub declares: u32,
    /// Where its edges begin in [`Analysis::targets`], where they end, and where what it declares ends.
    targets: [u32; 3],
    /// Construct that it heads, or [`NONE`].
    pub heads: u32,
    /// Construct whose merge block it is, or [`NONE`].
    pub merges: u32,
    /// Immediate structural dominator; [`NONE`] for the entry. Of a block that is unreachable: a block that it is
    /// taken to be after, if any.
    pub idom: u32,
    /// Construct whose region holds its ops, or [`NONE`] for the function's own.
    pub holder: u32,
    /// Tree of dominators that it is in: 0 is that of the entry; [`NONE`] before the trees are known.
    pub tree: u32,
    /// Its place in the tree before its descendants, and their number with its own.
    pub(super) first: u32,
    pub(super) size: u32,
}

impl Node {
    /// Whether control may reach it, as far as the edges and declarations tell.
    pub fn reached(&self) -> bool {
        self.tree == 0
    }

    /// The construct in whose region its terminator is.
    #[inline]
    pub(super) fn terminator_holder(&self) -> u32 {
        if self.heads == NONE { self.holder } else { self.heads }
    }

    /// Whether it structurally dominates `other`.
    #[inline]
    pub(super) fn dominates(&self, other: &Node) -> bool {
        self.first <= other.first && other.first < self.first + self.size
    }

    /// Where its edges are in [`Analysis::targets`].
    pub(super) fn edges(&self) -> Range<usize> {
        self.targets[0] as usize..self.targets[1] as usize
    }

    /// Where its edges and what it declares are in [`Analysis::targets`].
    pub(super) fn successors(&self) -> Range<usize> {
        self.targets[0] as usize..self.targets[2] as usize
    }

    /// Whether it is the header of a loop, which is in its own construct.
    fn heads_loop(&self) -> bool {
        self.heads == self.holder && self.heads != NONE
    }
}

/// A construct.
#[derive(Clone, Copy, Debug)]
pub struct Construct {
    /// Header, as a node.
    pub header: u32,
    /// Merge block.
    pub merge: u32,
    /// Continue target of a loop; else [`NONE`].
    pub target: u32,
    /// Construct around it, or [`NONE`].
    pub parent: u32,
    /// Number of constructs around it.
    pub depth: u32,
    /// Whether it is a selection that ends in a Switch.
    pub switch: bool,
}

impl Construct {
    /// Whether it is a loop.
    pub fn is_loop(&self) -> bool {
        self.target != NONE
    }
}

/// How an edge is written in region form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// To a block of the same region.
    Branch,
    /// Into a loop from outside.
    Enter,
    /// To the merge block of the innermost loop, from a construct in it.
    Break,
    /// To the continue target of the innermost loop, from a construct in it.
    Continue,
    /// To the merge block of the innermost switch, from a construct in it.
    SwitchBreak,
}

/// Where a block lies that is unreachable.
#[derive(Clone, Copy, Debug)]
struct Position {
    /// As in [`Node`].
    holder: u32,
    /// Node that it is after.
    after: u32,
}

/// See the module documentation. May be filled for one body after another.
#[derive(Default)]
pub struct Analysis {
    /// Blocks in their order.
    pub nodes: Vec<Node>,
    /// Constructs, outer before inner.
    pub constructs: Vec<Construct>,
    /// All nodes, tree by tree, each in reverse post-order from its root or, in one tree, in another order in which
    /// dominators come first.
    pub order: Vec<u32>,
    /// The nodes that control may flow to, and then those that are declared, of one node after another.
    pub(super) targets: Vec<u32>,
    /// Where in `order` the trees begin.
    pub(super) trees: Vec<usize>,
    /// Position of each node in `order`.
    pub(super) rank: Vec<u32>,
    /// Node of each block, by block index.
    pub(super) number: Vec<u32>,
    /// For the search, and for numbers by node.
    pub(super) stack: Vec<(u32, u32)>,
    pub(super) work: Vec<u32>,
    pub(super) sizes: Vec<u32>,
}

impl Analysis {
    /// Analyses the root region of a body in CFG form. `Ok(None)` where nothing declares a construct.
    ///
    /// # Errors
    /// What breaks the rules of structured control flow.
    pub fn new(body: &Body) -> Result<Option<Analysis>, Unstructured> {
        let mut a = Analysis::default();
        Ok(a.analyse(body)?.then_some(a))
    }

    /// The same in place of what was analysed before. `Ok(false)` where nothing declares a construct.
    ///
    /// # Errors
    /// As [`Analysis::new`].
    pub fn analyse(&mut self, body: &Body) -> Result<bool, Unstructured> {
        if !self.dominance(body)? {
            return Ok(false);
        }
        self.assign(body)?;
        if self.trees.len() > 1 {
            self.number_trees();
        }
        Ok(true)
    }

    /// The same for most bodies, in which each block follows those that dominate it, and that have no loops but those
    /// with one entry: the blocks are then taken in their order. `None` where it takes a closer look, or is an error.
    pub fn analyse_in_order(&mut self, body: &Body) -> Option<bool> {
        if !self.read(body).ok()? {
            return Some(false);
        }
        if !self.grow_tree_in_order() {
            return None;
        }
        self.assign(body).ok()?;
        Some(true)
    }

    /// Only which block dominates which, without constructs. `Ok(false)` where nothing declares one.
    ///
    /// # Errors
    /// What is no CFG form.
    pub fn dominance(&mut self, body: &Body) -> Result<bool, Unstructured> {
        if !self.read(body)? {
            return Ok(false);
        }
        self.grow_trees(body);
        self.number_trees();
        Ok(true)
    }

    /// Reads the blocks and where they lead. `Ok(false)` where nothing declares a construct.
    fn read(&mut self, body: &Body) -> Result<bool, Unstructured> {
        self.nodes.clear();
        self.constructs.clear();
        self.order.clear();
        self.targets.clear();
        self.trees.clear();
        self.number.clear();
        self.number.resize(body.block_count(), NONE);
        let mut any = false;
        // Blocks mostly have their numbers in order.
        let mut numbered = true;
        for block in body.blocks(body.root()) {
            let Some(terminator) = body.last_op(block) else {
                return Err(Unstructured { reason: "a block without terminator", block });
            };
            let op = body.get(terminator);
            if op.region_count() > 0 {
                return Err(Unstructured { reason: "constructs in region form already", block });
            }
            let declares = match merge_slot(op.def()) {
                Some(slot) => op.slots().get(slot).copied().unwrap_or(MERGE_NONE),
                None => MERGE_NONE,
            };
            let begin = self.targets.len() as u32;
            for target in body.successors(terminator) {
                self.targets.push(target.index() as u32);
            }
            let end = self.targets.len() as u32;
            let declared = match declares {
                MERGE_SELECTION => 1,
                MERGE_LOOP => 2,
                _ => 0,
            };
            let edges = end - declared.min(end - begin);
            any |= edges < end;
            let number = self.nodes.len() as u32;
            numbered &= block.index() as u32 == number;
            self.number[block.index()] = number;
            self.nodes.push(Node {
                block,
                terminator,
                declares,
                targets: [begin, edges, end],
                heads: NONE,
                merges: NONE,
                idom: NONE,
                holder: NONE,
                tree: NONE,
                first: 0,
                size: 1,
            });
        }
        if any && !numbered {
            self.targets.iter_mut().for_each(|target| *target = self.number[*target as usize]);
        }
        Ok(any)
    }

    /// The node of a block; [`NONE`] for one made after the analysis.
    pub fn node(&self, block: Block) -> u32 {
        self.number.get(block.index()).copied().unwrap_or(NONE)
    }

    /// Whether `a` structurally dominates `b`.
    #[inline]
    pub fn dominates(&self, a: u32, b: u32) -> bool {
        self.nodes[a as usize].dominates(&self.nodes[b as usize])
    }

    fn assign(&mut self, body: &Body) -> Result<(), Unstructured> {
        let mut depths = Vec::new();
        for i in 0..self.order.len() {
            let node = self.order[i];
            let Node { block, terminator, idom, tree, declares: kind, targets, .. } =
                self.nodes[node as usize];
            let bad = |reason| Err(Unstructured { reason, block });
            let around = match idom {
                NONE if tree > 0 => {
                    let place = self.place(body, tree as usize, &mut depths);
                    self.nodes[node as usize].idom = place.after;
                    place.holder
                }
                NONE => NONE,
                above => {
                    let n = &self.nodes[above as usize];
                    match self.constructs.get(n.heads as usize) {
                        Some(c) if c.merge == node => c.parent,
                        Some(_) => n.heads,
                        None => n.holder,
                    }
                }
            };
            self.nodes[node as usize].holder = around;
            if kind == MERGE_NONE {
                continue;
            }
            let def = body.def(terminator);
            let number = self.constructs.len() as u32;
            let declared = &self.targets[targets[1] as usize..targets[2] as usize];
            let (merge, target) = match *declared {
                [merge] if kind != MERGE_LOOP => (merge, NONE),
                [merge, target] => (merge, target),
                _ => return bad("a header that does not say where its construct ends"),
            };
            let m = &mut self.nodes[merge as usize];
            if m.merges != NONE {
                return bad("a merge block of two constructs");
            }
            m.merges = number;
            if self.nodes[merge as usize].idom != node {
                return bad("a header that does not dominate its merge block");
            }
            if kind == MERGE_LOOP && target != node && self.nodes[target as usize].idom != node {
                return bad("a header that does not dominate its continue target");
            }
            if kind == MERGE_SELECTION && def == spv::Branch::ID {
                return bad("a selection that does not select");
            }
            let depth = self.constructs.get(around as usize).map_or(0, |c| c.depth + 1);
            if depth >= MAX_DEPTH {
                return bad("constructs nested too deeply for their text to be read back");
            }
            self.constructs.push(Construct {
                header: node,
                merge,
                target,
                parent: around,
                depth,
                switch: kind == MERGE_SELECTION && def == spv::Switch::ID,
            });
            let n = &mut self.nodes[node as usize];
            n.heads = number;
            if kind == MERGE_LOOP {
                n.holder = number;
            }
        }
        for c in &self.constructs {
            let target = self.nodes.get(c.target as usize);
            if let Some(n) = target
                && n.merges != NONE
                && c.target != c.header
            {
                return Err(Unstructured {
                    reason: "a continue target that is a merge block, too",
                    block: n.block,
                });
            }
        }
        Ok(())
    }

    /// Where an unreachable tree lies: in the innermost place that it branches to. If it leads nowhere, where the
    /// values are that it uses. `depths` are those of nodes in their trees, as far as they are known.
    fn place(&self, body: &Body, tree: usize, depths: &mut Vec<u32>) -> Position {
        let start = self.trees[tree];
        let end = self.trees.get(tree + 1).copied().unwrap_or(self.order.len());
        depths.resize(self.nodes.len(), 0);
        // The tree before this one has its place now.
        for &node in &self.order[if tree > 1 { self.trees[tree - 1] } else { 0 }..start] {
            let above = self.nodes[node as usize].idom;
            depths[node as usize] = depths.get(above as usize).map_or(0, |d| d + 1);
        }
        let nodes = self.order[start..end].iter().map(|&n| &self.nodes[n as usize]);
        let elsewhere = |n: u32| self.nodes.get(n as usize).is_some_and(|n| (n.tree as usize) < tree);
        let depth = |place: &Position| {
            let holder = self.constructs.get(place.holder as usize).map_or(0, |c| c.depth + 1);
            (holder, depths.get(place.after as usize).map_or(0, |d| d + 1))
        };
        let targets = nodes.clone().flat_map(|n| &self.targets[n.successors()]).copied();
        let leads = targets.filter(|&t| elsewhere(t)).map(|t| self.beside(t)).max_by_key(depth);
        let used = || {
            let operands = nodes.flat_map(|n| body.ops(n.block)).flat_map(|op| body.operands(op));
            let definers = operands.filter_map(|v| match body.value_def(v) {
                ValueDef::Result(op, _) => body.parent(op),
                ValueDef::Argument(block, _) => Some(block),
                ValueDef::Forward => None,
            });
            let definers = definers.map(|b| self.node(b)).filter(|&n| elsewhere(n));
            let place = |n: u32| Position { holder: self.nodes[n as usize].holder, after: n };
            definers.map(place).max_by_key(depth)
        };
        leads.or_else(used).unwrap_or(Position { holder: NONE, after: NONE })
    }

    /// Where a branch to a node may come from.
    fn beside(&self, node: u32) -> Position {
        let n = &self.nodes[node as usize];
        let heads = self.constructs.get(n.heads as usize);
        match self.constructs.get(n.merges as usize) {
            Some(c) => Position { holder: n.merges, after: c.header },
            None => Position {
                holder: heads.filter(|c| c.is_loop()).map_or(n.holder, |c| c.parent),
                after: n.idom,
            },
        }
    }

    /// The construct in whose region a node's terminator is.
    #[inline]
    pub fn terminator_holder(&self, node: u32) -> u32 {
        self.nodes[node as usize].terminator_holder()
    }

    /// Whether construct `a` is `b` or around it; [`NONE`] is around all.
    pub fn encloses(&self, a: u32, mut b: u32) -> bool {
        let Some(outer) = self.constructs.get(a as usize) else { return true };
        while let Some(c) = self.constructs.get(b as usize) {
            if c.depth <= outer.depth {
                return a == b;
            }
            b = c.parent;
        }
        false
    }

    /// Whether a node in a construct is in the continue construct of that.
    pub fn continues(&self, construct: u32, node: u32) -> bool {
        let c = self.constructs.get(construct as usize);
        c.is_some_and(|c| c.is_loop() && self.dominates(c.target, node))
    }

    /// Whether the ops of a node are before those of another in region form, where the construct that holds it is around
    /// the other, and it does not dominate that: each region has its code in order, but for the continue construct, which
    /// comes last, its target first, and what follows a construct, which is where the construct does.
    pub fn stands_before(&self, node: u32, other: u32) -> bool {
        let Some(n) = self.nodes.get(node as usize).filter(|_| node != 0) else { return true };
        let mut beside = other;
        let mut holder = self.nodes[other as usize].holder;
        while let Some(c) = self.constructs.get(holder as usize).filter(|_| holder != n.holder) {
            (beside, holder) = (self.entered_at(c), c.parent);
        }
        let target = self.constructs.get(n.holder as usize).map_or(NONE, |c| c.target);
        let place = |node| {
            let begin = self.begin(node);
            (self.continues(n.holder, node), begin != target, begin)
        };
        place(node) < place(beside)
    }

    /// The node with the op of a construct at its end.
    fn entered_at(&self, c: &Construct) -> u32 {
        if c.is_loop() { self.nodes[c.header as usize].idom } else { c.header }
    }

    /// The node where the code begins that a node's ops are in, with the constructs on the way; [`NONE`] if it is after
    /// itself.
    fn begin(&self, mut node: u32) -> u32 {
        while let Some(c) = self.nodes.get(node as usize).and_then(|n| self.constructs.get(n.merges as usize))
        {
            node = self.entered_at(c);
        }
        node
    }

    /// The innermost construct around `from` (itself included) that `is` accepts.
    fn innermost(&self, mut from: u32, is: impl Fn(&Construct) -> bool) -> u32 {
        while let Some(c) = self.constructs.get(from as usize) {
            if is(c) {
                return from;
            }
            from = c.parent;
        }
        NONE
    }

    /// How the edge from `source` to `target` is written, if it is a legal one.
    pub fn edge(&self, source: u32, target: u32) -> Option<Edge> {
        self.edge_from(self.terminator_holder(source), source, target)
    }

    /// The same, where it is known that the terminator of `source` is in the region of construct `from`.
    #[inline(always)]
    pub(super) fn edge_from(&self, from: u32, source: u32, target: u32) -> Option<Edge> {
        let t = &self.nodes[target as usize];
        // Most edges are these.
        if from == t.merges && from != NONE && t.heads == NONE {
            return Some(Edge::Branch);
        }
        let selects = self.constructs.get(from as usize).is_none_or(|c| !c.is_loop());
        if from == t.holder && selects && t.merges == NONE && !t.heads_loop() {
            return Some(Edge::Branch);
        }
        self.any_edge(from, source, target)
    }

    fn any_edge(&self, from: u32, source: u32, target: u32) -> Option<Edge> {
        let t = &self.nodes[target as usize];
        if from != NONE && from == t.heads && self.constructs[from as usize].is_loop() {
            let single = self.constructs[from as usize].target == target;
            let back = if single { source == target } else { self.continues(from, source) };
            return back.then_some(Edge::Branch);
        }
        if let Some(c) = self.constructs.get(t.merges as usize) {
            if from == t.merges {
                return Some(Edge::Branch);
            }
            if c.is_loop() {
                return (self.innermost(from, Construct::is_loop) == t.merges).then_some(Edge::Break);
            }
            let breakable = self.innermost(from, |c| c.is_loop() || c.switch);
            return (c.switch && breakable == t.merges).then_some(Edge::SwitchBreak);
        }
        if let Some(c) = self.constructs.get(t.heads as usize)
            && c.is_loop()
        {
            return (from == c.parent).then_some(Edge::Enter);
        }
        if t.holder == from {
            // A continue construct is entered at its first block alone, and not left so.
            let continues = self.continues(from, source);
            let stays = continues == self.continues(from, target);
            let enters = || !continues && self.constructs[from as usize].target == target;
            return (stays || enters()).then_some(Edge::Branch);
        }
        let innermost = self.innermost(from, Construct::is_loop);
        let is_target = self.constructs.get(innermost as usize).is_some_and(|c| c.target == target);
        (is_target && !self.dominates(target, source)).then_some(Edge::Continue)
    }
}
