//! Which block lies in which construct: dominance over the edges and the declared merge blocks and
//! continue targets.

use super::ControlDefs;
use crate::structure::{MERGE_LOOP, MERGE_NONE, MERGE_SELECTION};
use spv_ir::analysis::graph_dominators;
use spv_ir::{Block, Body, Op};

/// No construct, no block.
pub const NONE: u32 = u32::MAX;

/// Why a function stays in CFG form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unstructured {
    /// In a few words.
    pub reason: &'static str,
    /// The block where it shows.
    pub block: Block,
}

/// A block of the function.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// The block.
    pub block: Block,
    /// Its terminator.
    pub terminator: Op,
    /// Construct that it heads, or [`NONE`].
    pub heads: u32,
    /// Construct whose merge block it is, or [`NONE`].
    pub merges: u32,
    /// Immediate structural dominator; [`NONE`] for the entry and for blocks that nothing reaches.
    pub idom: u32,
    /// Construct whose region holds its ops, or [`NONE`] for the function's own.
    pub holder: u32,
    /// Whether it is reached.
    pub reached: bool,
    first: u32,
    size: u32,
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
    Plain,
    /// Into a loop from outside.
    Enter,
    /// To the merge block of the innermost loop, from a construct in it.
    Break,
    /// To the continue target of the innermost loop, from a construct in it.
    Continue,
    /// To the merge block of the innermost switch, from a construct in it.
    SwitchBreak,
}

/// See the module documentation.
pub struct Analysis {
    /// Blocks in their order.
    pub nodes: Vec<Node>,
    /// Constructs, outer before inner.
    pub constructs: Vec<Construct>,
    /// Reached nodes in reverse post-order.
    pub order: Vec<u32>,
    /// Node of each block, by block index.
    number: Vec<u32>,
}

impl Analysis {
    /// Analyses the root region of a body in CFG form. `Ok(None)` where nothing declares a construct.
    ///
    /// # Errors
    /// What breaks the rules of structured control flow.
    pub fn new(body: &Body, defs: &ControlDefs) -> Result<Option<Analysis>, Unstructured> {
        let Some(mut a) = Analysis::dominance(body, defs)? else { return Ok(None) };
        a.assign(body, defs)?;
        Ok(Some(a))
    }

    /// Only which block dominates which, without constructs. `Ok(None)` where nothing declares one.
    ///
    /// # Errors
    /// What is no CFG form.
    pub fn dominance(body: &Body, defs: &ControlDefs) -> Result<Option<Analysis>, Unstructured> {
        let mut a = Analysis {
            nodes: Vec::new(),
            constructs: Vec::new(),
            order: Vec::new(),
            number: vec![NONE; body.block_count()],
        };
        let mut any = false;
        for block in body.blocks(body.root()) {
            let Some(terminator) = body.last_op(block) else {
                return Err(Unstructured { reason: "a block without terminator", block });
            };
            if body.region_count(terminator) > 0 {
                return Err(Unstructured { reason: "constructs in region form already", block });
            }
            a.number[block.index()] = a.nodes.len() as u32;
            a.nodes.push(Node {
                block,
                terminator,
                heads: NONE,
                merges: NONE,
                idom: NONE,
                holder: NONE,
                reached: false,
                first: 0,
                size: 1,
            });
            any |= defs.declared(body, terminator) > 0;
        }
        if !any {
            return Ok(None);
        }
        a.dominators(body);
        Ok(Some(a))
    }

    /// The node of a block; [`NONE`] for one made after the analysis.
    pub fn node(&self, block: Block) -> u32 {
        self.number.get(block.index()).copied().unwrap_or(NONE)
    }

    /// Number of the successors of a node that are edges.
    pub fn edges(&self, body: &Body, defs: &ControlDefs, node: u32) -> usize {
        let op = self.nodes[node as usize].terminator;
        defs.edge_count(body, op)
    }

    fn dominators(&mut self, body: &Body) {
        // Post-order by an explicit stack of (node, next successor).
        let mut post = Vec::with_capacity(self.nodes.len());
        let mut stack = vec![(0u32, 0usize)];
        self.nodes[0].reached = true;
        while let Some(top) = stack.last_mut() {
            let (node, next) = *top;
            let op = self.nodes[node as usize].terminator;
            if next == body.successor_count(op) {
                post.push(node);
                stack.pop();
                continue;
            }
            top.1 += 1;
            let target = self.number[body.successor(op, next).index()];
            if !self.nodes[target as usize].reached {
                self.nodes[target as usize].reached = true;
                stack.push((target, 0));
            }
        }
        post.reverse();
        self.order = post;
        let mut rank = vec![NONE; self.nodes.len()];
        for (i, &node) in self.order.iter().enumerate() {
            rank[node as usize] = i as u32;
        }
        let idom = self.immediate_dominators(body, &rank);
        for &node in self.order[1..].iter().rev() {
            let size = self.nodes[node as usize].size;
            self.nodes[idom[node as usize] as usize].size += size;
        }
        let mut cursor = vec![1u32; self.nodes.len()];
        for &node in &self.order[1..] {
            let parent = idom[node as usize];
            let first = self.nodes[parent as usize].first + cursor[parent as usize];
            let n = &mut self.nodes[node as usize];
            n.idom = parent;
            n.first = first;
            cursor[parent as usize] += n.size;
        }
    }

    /// Cooper, Harvey, Kennedy: structured graphs settle after one round, with short ways up the tree. Where it
    /// takes longer, an algorithm that is close to linear in any case.
    fn immediate_dominators(&self, body: &Body, rank: &[u32]) -> Vec<u32> {
        let mut idom = vec![NONE; self.nodes.len()];
        idom[0] = 0;
        let mut patience = 16 * self.nodes.len() + 256;
        let mut changed = true;
        while changed && patience > 0 {
            changed = false;
            for &node in &self.order[1..] {
                let mut new = NONE;
                for (op, _) in body.block_uses(self.nodes[node as usize].block) {
                    let Some(parent) = body.parent(op) else { continue };
                    let pred = self.number[parent.index()];
                    if pred == NONE || idom[pred as usize] == NONE {
                        continue;
                    }
                    new = match new {
                        NONE => pred,
                        _ => intersect(&idom, rank, new, pred, &mut patience),
                    };
                }
                if idom[node as usize] != new {
                    idom[node as usize] = new;
                    changed = true;
                }
            }
        }
        if patience > 0 {
            return idom;
        }
        let mut edges = Vec::new();
        for &node in &self.order {
            let to = body.successors(self.nodes[node as usize].terminator);
            edges.extend(to.map(|b| (node, self.number[b.index()])));
        }
        let mut idom = graph_dominators(self.nodes.len(), &edges);
        idom[0] = 0;
        idom
    }

    /// Whether `a` structurally dominates `b`; both reached.
    pub fn dominates(&self, a: u32, b: u32) -> bool {
        let (a, b) = (&self.nodes[a as usize], &self.nodes[b as usize]);
        a.reached && b.reached && a.first <= b.first && b.first < a.first + a.size
    }

    fn assign(&mut self, body: &Body, defs: &ControlDefs) -> Result<(), Unstructured> {
        for i in 0..self.order.len() {
            let node = self.order[i];
            let Node { block, terminator, idom, .. } = self.nodes[node as usize];
            let bad = |reason| Err(Unstructured { reason, block });
            let around = match idom {
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
            let def = body.def(terminator);
            let Some(slot) = defs.merge_slot(def) else { continue };
            let kind = body.slot(terminator, slot);
            if kind == MERGE_NONE {
                continue;
            }
            let count = body.successor_count(terminator);
            let number = self.constructs.len() as u32;
            let (merge, target) = if kind == MERGE_LOOP {
                (
                    body.successor(terminator, count - 2),
                    self.number[body.successor(terminator, count - 1).index()],
                )
            } else {
                (body.successor(terminator, count - 1), NONE)
            };
            let merge = self.number[merge.index()];
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
            if kind == MERGE_SELECTION && def == defs.branch {
                return bad("a selection that does not select");
            }
            let depth = self.constructs.get(around as usize).map_or(0, |c| c.depth + 1);
            self.constructs.push(Construct {
                header: node,
                merge,
                target,
                parent: around,
                depth,
                switch: kind == MERGE_SELECTION && def == defs.switch,
            });
            let n = &mut self.nodes[node as usize];
            n.heads = number;
            if kind == MERGE_LOOP {
                n.holder = number;
            }
        }
        for node in self.nodes.iter().filter(|n| !n.reached) {
            if defs.declared(body, node.terminator) > 0 {
                return Err(Unstructured { reason: "a header that nothing reaches", block: node.block });
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

    /// The construct in whose region a node's terminator stands.
    pub fn terminator_holder(&self, node: u32) -> u32 {
        let n = &self.nodes[node as usize];
        match self.constructs.get(n.heads as usize) {
            Some(_) => n.heads,
            None => n.holder,
        }
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
        let from = self.terminator_holder(source);
        let t = &self.nodes[target as usize];
        let s = &self.nodes[source as usize];
        if !s.reached {
            // Nothing reaches it: fine at the top level only.
            let top = s.holder == NONE && t.holder == NONE && t.merges == NONE && t.heads == NONE;
            return top.then_some(Edge::Plain);
        }
        if t.heads != NONE && from == t.heads && self.constructs[from as usize].is_loop() {
            return Some(Edge::Plain);
        }
        if let Some(c) = self.constructs.get(t.merges as usize) {
            if from == t.merges {
                return Some(Edge::Plain);
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
            return Some(Edge::Plain);
        }
        let innermost = self.innermost(from, Construct::is_loop);
        let is_target = self.constructs.get(innermost as usize).is_some_and(|c| c.target == target);
        is_target.then_some(Edge::Continue)
    }
}

/// The nearest common dominator; anything once `patience` is used up.
fn intersect(idom: &[u32], rank: &[u32], mut a: u32, mut b: u32, patience: &mut usize) -> u32 {
    while a != b && *patience > 0 {
        *patience -= 1;
        if rank[a as usize] > rank[b as usize] {
            a = idom[a as usize];
        } else {
            b = idom[b as usize];
        }
    }
    a
}
