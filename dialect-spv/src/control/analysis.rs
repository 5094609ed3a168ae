//! Structural dominance and construct membership of blocks in CFG form
//!
//! Structural dominance uses the CFG edges and the edges to declared merge blocks and continue targets. Unreachable
//! blocks form their own dominator trees ([`super::domtree`]), which must satisfy the same rules as the entry's tree.
//! The branches of an unreachable tree determine its enclosing construct. For example, a branch to a merge block comes
//! from inside the construct.

use crate::control::merge_slot;
use crate::spv;
use crate::structure::{MERGE_LOOP, MERGE_NONE, MERGE_SELECTION};
use spv_ir::{Block, Body, Op, ValueDef};
use std::ops::Range;

/// Sentinel index: no construct or no block.
pub const NONE: u32 = u32::MAX;

/// The reason why a function cannot be converted from CFG form to region form, or back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct Unstructured {
    /// Short description of the problem.
    pub reason: &'static str,
    /// The block with the problem.
    pub block: Block,
}

/// Maximum nesting depth of constructs. The parser accepts 20,000 nested regions, including those of modules and the
/// function.
const MAX_DEPTH: u32 = 19_990;

/// A block with its analysis results. Blocks are identified by their index in [`Analysis::nodes`].
#[derive(Clone, Copy, Debug)]
pub struct BlockInfo {
    /// The block in the IR.
    pub block: Block,
    /// The block's terminator.
    pub terminator: Op,
    /// The merge instruction that the terminator declares: one of the constants [`MERGE_NONE`], [`MERGE_SELECTION`] and
    /// [`MERGE_LOOP`].
    pub declares: u32,
    /// Offsets into [`Analysis::targets`]: start of the edges, end of the edges, and end of the declared merge block
    /// and continue target.
    targets: [u32; 3],
    /// Construct for which this block is the header, or [`NONE`].
    pub heads: u32,
    /// Construct for which this block is the merge block, or [`NONE`].
    pub merges: u32,
    /// Immediate structural dominator; [`NONE`] for the entry. For the root of an unreachable tree: the block after
    /// which region form places the tree, if any.
    pub idom: u32,
    /// Construct whose region contains the block's ops, or [`NONE`] for the function body.
    pub holder: u32,
    /// Index of the dominator tree that contains the block: 0 for the entry's tree, [`NONE`] before the trees are
    /// computed.
    pub tree: u32,
    /// Pre-order number in the dominator tree.
    pub(super) first: u32,
    /// Number of blocks in the block's dominator subtree.
    pub(super) size: u32,
}

impl BlockInfo {
    /// Returns whether the block is reachable from the entry through edges and merge instructions.
    pub fn reached(&self) -> bool {
        self.tree == 0
    }

    /// Returns the construct whose region contains the block's terminator.
    #[inline]
    pub(super) fn terminator_holder(&self) -> u32 {
        if self.heads == NONE { self.holder } else { self.heads }
    }

    /// Returns whether this block structurally dominates `other`.
    #[inline]
    pub(super) fn dominates(&self, other: &BlockInfo) -> bool {
        self.first <= other.first && other.first < self.first + self.size
    }

    /// Returns the range of the block's CFG edges in [`Analysis::targets`].
    pub(super) fn edges(&self) -> Range<usize> {
        self.targets[0] as usize..self.targets[1] as usize
    }

    /// Returns the range of the block's CFG edges and declared blocks in [`Analysis::targets`].
    pub(super) fn successors(&self) -> Range<usize> {
        self.targets[0] as usize..self.targets[2] as usize
    }

    /// Returns whether the block is a loop header. A loop header belongs to its own construct.
    fn heads_loop(&self) -> bool {
        self.heads == self.holder && self.heads != NONE
    }
}

/// A structured control-flow construct.
#[derive(Clone, Copy, Debug)]
pub struct Construct {
    /// Index of the header block in [`Analysis::nodes`].
    pub header: u32,
    /// Index of the merge block in [`Analysis::nodes`].
    pub merge: u32,
    /// Index of a loop's continue target in [`Analysis::nodes`]; [`NONE`] for a selection.
    pub target: u32,
    /// Index of the enclosing construct, or [`NONE`].
    pub parent: u32,
    /// Number of enclosing constructs.
    pub depth: u32,
    /// Whether the construct is a selection headed by OpSwitch.
    pub switch: bool,
}

impl Construct {
    /// Returns whether the construct is a loop.
    pub fn is_loop(&self) -> bool {
        self.target != NONE
    }
}

/// The representation of a CFG edge in region form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// A branch to a block in the same region.
    Branch,
    /// The entry into a loop from outside.
    Enter,
    /// An exit from a nested construct to the merge block of the innermost loop.
    Break,
    /// An exit from a nested construct to the continue target of the innermost loop.
    Continue,
    /// An exit from a nested construct to the merge block of the innermost switch.
    SwitchBreak,
}

/// The position of an unreachable dominator tree.
#[derive(Clone, Copy, Debug)]
struct Position {
    /// The enclosing construct, as in [`BlockInfo::holder`].
    holder: u32,
    /// The block that the tree follows.
    after: u32,
}

/// The result of the analysis. See the module documentation. Reusable for other bodies, to save allocations.
#[derive(Default)]
pub struct Analysis {
    /// The blocks with their analysis results, in block order.
    pub nodes: Vec<BlockInfo>,
    /// Constructs; an outer construct precedes its inner constructs.
    pub constructs: Vec<Construct>,
    /// Indices of all blocks, grouped by dominator tree. Each tree is in reverse post-order. A single tree may have any
    /// order in which dominators precede the blocks that they dominate.
    pub order: Vec<u32>,
    /// For each block: the targets of its edges, followed by the declared merge block and continue target.
    pub(super) targets: Vec<u32>,
    /// Start index of each dominator tree in `order`.
    pub(super) trees: Vec<usize>,
    /// Position of each block in `order`.
    pub(super) rank: Vec<u32>,
    /// Index in `nodes` for each block, by block id.
    pub(super) number: Vec<u32>,
    /// Scratch space: the DFS stack and per-block tables.
    pub(super) stack: Vec<(u32, u32)>,
    pub(super) work: Vec<u32>,
    pub(super) sizes: Vec<u32>,
}

impl Analysis {
    /// Analyzes the root region of a body in CFG form. Returns `Ok(None)` if the body declares no construct.
    ///
    /// # Errors
    /// Reports a violation of the structured control-flow rules.
    pub fn new(body: &Body) -> Result<Option<Analysis>, Unstructured> {
        let mut a = Analysis::default();
        Ok(a.analyse(body)?.then_some(a))
    }

    /// Analyzes a body and overwrites the previous results. Returns `Ok(false)` if the body declares no construct.
    ///
    /// # Errors
    /// Fails for the same reasons as [`Analysis::new`].
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

    /// Analyzes a body in a single pass over the blocks. Works for most bodies: dominators precede the blocks they
    /// dominate, and all loops are reducible. Returns `None` for other bodies and on errors; the caller must then use
    /// [`Self::analyse`].
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

    /// Computes only dominance, no constructs. Returns `Ok(false)` if the body declares no construct.
    ///
    /// # Errors
    /// Fails if the body is not in CFG form.
    pub fn dominance(&mut self, body: &Body) -> Result<bool, Unstructured> {
        if !self.read(body)? {
            return Ok(false);
        }
        self.grow_trees(body);
        self.number_trees();
        Ok(true)
    }

    /// Reads the blocks and their successors. Returns `Ok(false)` if the body declares no construct.
    fn read(&mut self, body: &Body) -> Result<bool, Unstructured> {
        self.nodes.clear();
        self.constructs.clear();
        self.order.clear();
        self.targets.clear();
        self.trees.clear();
        self.number.clear();
        self.number.resize(body.block_count(), NONE);
        let mut any = false;
        // Block ids are usually consecutive.
        let mut numbered = true;
        for block in body.blocks(body.root()) {
            let Some(terminator) = body.last_op(block) else {
                return Err(Unstructured { reason: "a block has no terminator", block });
            };
            let op = body.get(terminator);
            if op.region_count() > 0 {
                return Err(Unstructured { reason: "some constructs are already in region form", block });
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
            self.nodes.push(BlockInfo {
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

    /// Returns the index of a block, or [`NONE`] for a block created after the analysis.
    pub fn node(&self, block: Block) -> u32 {
        self.number.get(block.index()).copied().unwrap_or(NONE)
    }

    /// Returns whether block `a` structurally dominates block `b`.
    #[inline]
    pub fn dominates(&self, a: u32, b: u32) -> bool {
        self.nodes[a as usize].dominates(&self.nodes[b as usize])
    }

    fn assign(&mut self, body: &Body) -> Result<(), Unstructured> {
        let mut depths = Vec::new();
        for i in 0..self.order.len() {
            let node = self.order[i];
            let BlockInfo { block, terminator, idom, tree, declares: kind, targets, .. } =
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
                _ => return bad("a header block does not declare its merge block"),
            };
            let m = &mut self.nodes[merge as usize];
            if m.merges != NONE {
                return bad("two constructs have the same merge block");
            }
            m.merges = number;
            if self.nodes[merge as usize].idom != node {
                return bad("a header block does not dominate its merge block");
            }
            if kind == MERGE_LOOP && target != node && self.nodes[target as usize].idom != node {
                return bad("a loop header does not dominate its continue target");
            }
            if kind == MERGE_SELECTION && def == spv::Branch::ID {
                return bad("the header of a selection does not end in a conditional branch or switch");
            }
            let depth = self.constructs.get(around as usize).map_or(0, |c| c.depth + 1);
            if depth >= MAX_DEPTH {
                return bad("the constructs are nested too deeply");
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
        self.check_continue_targets()
    }

    /// Checks that no continue target is the merge block of another construct.
    fn check_continue_targets(&self) -> Result<(), Unstructured> {
        for c in &self.constructs {
            let target = self.nodes.get(c.target as usize);
            if let Some(n) = target
                && n.merges != NONE
                && c.target != c.header
            {
                return Err(Unstructured {
                    reason: "a continue target is also a merge block",
                    block: n.block,
                });
            }
        }
        Ok(())
    }

    /// Returns the position of an unreachable dominator tree: the innermost position among the targets of its branches
    /// into earlier trees. Without such branches, uses the definitions of the tree's operands. `depths` caches the
    /// depth of each block in its tree.
    fn place(&self, body: &Body, tree: usize, depths: &mut Vec<u32>) -> Position {
        let start = self.trees[tree];
        let end = self.trees.get(tree + 1).copied().unwrap_or(self.order.len());
        depths.resize(self.nodes.len(), 0);
        // The position of the previous tree is known now, so compute the depths in that tree.
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

    /// Returns the position that unreachable code must have to be allowed to branch to block `node`.
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

    /// Returns the construct whose region contains a block's terminator.
    #[inline]
    pub fn terminator_holder(&self, node: u32) -> u32 {
        self.nodes[node as usize].terminator_holder()
    }

    /// Returns whether construct `a` is `b` or encloses `b`. [`NONE`] encloses everything.
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

    /// Returns whether a block inside a loop construct belongs to its continue construct. Returns false if `construct`
    /// is not a loop.
    pub fn continues(&self, construct: u32, node: u32) -> bool {
        let c = self.constructs.get(construct as usize);
        c.is_some_and(|c| c.is_loop() && self.dominates(c.target, node))
    }

    /// Returns whether region form places the ops of block `node` before the ops of block `other`. Requires that the
    /// construct of `node` encloses `other`, and that `node` does not dominate `other`.
    ///
    /// A region lists its blocks in order, except that the continue construct comes last and starts with the continue
    /// target. The code after a construct shares the position of the construct.
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

    /// Returns the block at whose end region form places the construct op.
    fn entered_at(&self, c: &Construct) -> u32 {
        if c.is_loop() { self.nodes[c.header as usize].idom } else { c.header }
    }

    /// Returns the first block of the straight-line code that contains block `node`, skipping preceding constructs.
    /// Returns [`NONE`] if no block precedes the constructs.
    fn begin(&self, mut node: u32) -> u32 {
        while let Some(c) = self.nodes.get(node as usize).and_then(|n| self.constructs.get(n.merges as usize))
        {
            node = self.entered_at(c);
        }
        node
    }

    /// Returns the innermost construct around `from`, including `from` itself, that satisfies `is`. Returns [`NONE`] if
    /// there is none.
    fn innermost(&self, mut from: u32, is: impl Fn(&Construct) -> bool) -> u32 {
        while let Some(c) = self.constructs.get(from as usize) {
            if is(c) {
                return from;
            }
            from = c.parent;
        }
        NONE
    }

    /// Returns the region-form representation of the edge from block `source` to block `target`, or `None` if the edge
    /// is illegal.
    pub fn edge(&self, source: u32, target: u32) -> Option<Edge> {
        self.edge_from(self.terminator_holder(source), source, target)
    }

    /// Classifies an edge like [`Self::edge`], given the construct `from` whose region contains the terminator of
    /// `source`.
    #[inline(always)]
    pub(super) fn edge_from(&self, from: u32, source: u32, target: u32) -> Option<Edge> {
        let t = &self.nodes[target as usize];
        // Fast path for the most frequent edges.
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
            // A plain branch enters a continue construct only at the continue target, and never leaves it.
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
