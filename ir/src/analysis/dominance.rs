//! Dominators and post-dominators of a region, and dominance among all ops and values of a body.

use super::cfg::{Cfg, FEW, RegionBlocks};
use super::graph::{Lists, NONE};
use super::semi_nca::immediate_dominators;
use crate::body::{Body, ValueDef};
use crate::dialect::Registry;
use crate::entity::{Block, Op, Region, Value};
use smallvec::SmallVec;
use std::sync::Arc;

/// A block in a tree.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// Position of the immediate dominator, or `NONE`.
    idom: u32,
    /// Place in the order, `NONE` if not reached.
    first: u32,
    /// Last place in the order of the subtree.
    last: u32,
    depth: u32,
}

/// A tree of dominators, or of post-dominators, of the blocks of one region.
///
/// Every block dominates a block that the tree does not reach, and such a block dominates no
/// reachable one.
#[derive(Clone, Debug)]
pub struct DomTree {
    blocks: Arc<RegionBlocks>,
    /// By position.
    nodes: Box<[Node]>,
    /// Positions of the reached blocks, each before those it dominates.
    order: Box<[u32]>,
}

impl DomTree {
    /// The dominators: which blocks lie on every path from the entry.
    pub fn dominators(cfg: &Cfg) -> DomTree {
        let tree = cfg.graph.dominators();
        DomTree::new(cfg, &tree, cfg.graph.order.iter().copied())
    }

    /// The post-dominators: which blocks lie on every path to an exit, where a block without
    /// successors is an exit. Of blocks from which no exit can be reached, the last in reverse
    /// post-order counts as one, repeatedly.
    pub fn post_dominators(cfg: &Cfg) -> DomTree {
        let count = cfg.blocks().len();
        let exits: Vec<u32> = (0..count as u32).filter(|&at| cfg.graph.outgoing(at).is_empty()).collect();
        let unreachable = (0..count as u32).filter(|&at| !cfg.graph.is_reached(at));
        let all = cfg.graph.order.iter().rev().copied().chain(unreachable);
        let mut candidates = all.clone();
        let edges = cfg.graph.edges.iter();
        let successors = Lists::new(count, edges.clone().copied());
        let predecessors = Lists::new(count, edges.map(|&(from, to)| (to, from)));
        let tree = immediate_dominators(count, &exits, &predecessors, &successors, |reached| {
            candidates.by_ref().find(|&at| !reached(at))
        });
        DomTree::new(cfg, &tree, all)
    }

    /// `reached` gives the order of the blocks below one immediate dominator.
    fn new(cfg: &Cfg, tree: &[u32], reached: impl Iterator<Item = u32> + Clone) -> DomTree {
        let count = tree.len();
        // The virtual root is node `count`.
        let below = Lists::new(count + 1, reached.map(|at| (tree[at as usize].min(count as u32), at)));
        let node = |&idom: &u32| Node { idom, first: NONE, last: NONE, depth: 0 };
        let mut nodes: Box<[Node]> = tree.iter().map(node).collect();
        let mut order = Vec::with_capacity(count);
        let mut stack: SmallVec<[(u32, u32); FEW]> =
            below.of(count).iter().rev().map(|&at| (at, 0)).collect();
        while let Some((at, depth)) = stack.pop() {
            let node = &mut nodes[at as usize];
            (node.first, node.depth) = (order.len() as u32, depth);
            order.push(at);
            stack.extend(below.of(at as usize).iter().rev().map(|&child| (child, depth + 1)));
        }
        // A subtree ends where that of its last child does.
        for &at in order.iter().rev() {
            let last =
                below.of(at as usize).last().map_or(nodes[at as usize].first, |&c| nodes[c as usize].last);
            nodes[at as usize].last = last;
        }
        DomTree { blocks: cfg.blocks.clone(), nodes, order: order.into() }
    }

    /// The immediate dominator; `None` for roots and for what is not reached.
    pub fn idom(&self, block: Block) -> Option<Block> {
        let at = self.nodes[self.blocks.position(block)?].idom;
        (at != NONE).then(|| self.blocks.list[at as usize])
    }

    /// Whether the tree reaches a block of the region.
    pub fn is_reached(&self, block: Block) -> bool {
        self.blocks.position(block).is_some_and(|at| self.nodes[at].first != NONE)
    }

    /// Whether `a` dominates `b`, itself included. Both in this region, else false.
    pub fn dominates(&self, a: Block, b: Block) -> bool {
        let (Some(a), Some(b)) = (self.blocks.position(a), self.blocks.position(b)) else { return false };
        let a = &self.nodes[a];
        match (a.first, self.nodes[b].first) {
            (_, NONE) => true,
            (NONE, _) => false,
            (first, at) => first <= at && at <= a.last,
        }
    }

    /// Whether `a` dominates `b` and is not `b`.
    pub fn properly_dominates(&self, a: Block, b: Block) -> bool {
        a != b && self.dominates(a, b)
    }

    /// Number of dominators above a block; 0 for what is not reached.
    pub fn depth(&self, block: Block) -> usize {
        self.blocks.position(block).map_or(0, |at| self.nodes[at].depth as usize)
    }

    /// The lowest block that dominates both; `None` if there is none.
    pub fn common(&self, a: Block, b: Block) -> Option<Block> {
        let (mut a, mut b) = (self.blocks.position(a)?, self.blocks.position(b)?);
        if self.nodes[a].first == NONE || self.nodes[b].first == NONE {
            return None;
        }
        while a != b {
            if self.nodes[a].depth < self.nodes[b].depth {
                std::mem::swap(&mut a, &mut b);
            }
            match self.nodes[a].idom {
                NONE => return None,
                up => a = up as usize,
            }
        }
        Some(self.blocks.list[a])
    }

    /// The reached blocks, each before those it dominates.
    pub fn preorder(&self) -> impl ExactSizeIterator<Item = Block> + DoubleEndedIterator + Clone + '_ {
        self.order.iter().map(|&at| self.blocks.list[at as usize])
    }
}

/// Dominance among all ops and values of one body, across its nested regions. Regions of one block
/// take neither time nor room.
///
/// Queries across regions climb from the inner one: their time grows with the depth between the two.
#[derive(Clone, Debug)]
pub struct Dominance {
    /// By region number; `None` where the region has one block or none.
    trees: Vec<Option<Box<DomTree>>>,
}

impl Dominance {
    /// Dominators of all regions of a body.
    pub fn new(registry: &Registry, body: &Body) -> Dominance {
        let mut trees = Vec::new();
        for region in body.live_regions() {
            if body.first_block(region) != body.last_block(region) {
                if trees.len() <= region.index() {
                    trees.resize(region.index() + 1, None);
                }
                let tree = DomTree::dominators(&Cfg::new(registry, body, region));
                trees[region.index()] = Some(Box::new(tree));
            }
        }
        Dominance { trees }
    }

    /// The dominator tree of a region with more than one block.
    pub fn tree(&self, region: Region) -> Option<&DomTree> {
        self.trees.get(region.index())?.as_deref()
    }

    /// Whether `a` dominates `b`, itself included; `b` may be nested in a region below `a`'s.
    pub fn block_dominates(&self, body: &Body, a: Block, b: Block) -> bool {
        let Some(region) = body.block_parent(a) else { return false };
        match ancestor_block(body, b, region) {
            Some(b) => a == b || self.tree(region).is_some_and(|t| t.dominates(a, b)),
            None => false,
        }
    }

    /// Whether `a` is executed before each execution of `b`. An op does not dominate itself, nor what
    /// is nested in it.
    pub fn op_dominates(&self, body: &Body, a: Op, b: Op) -> bool {
        let Some(block) = body.parent(a) else { return false };
        let Some(region) = body.block_parent(block) else { return false };
        let Some(b) = ancestor_op(body, b, region) else { return false };
        let Some(target) = body.parent(b) else { return false };
        if block != target {
            return self.tree(region).is_some_and(|t| t.dominates(block, target));
        }
        (a != b && body.is_before(a, b)) || self.tree(region).is_some_and(|t| !t.is_reached(block))
    }

    /// Whether a value may be used by an op.
    pub fn value_dominates(&self, body: &Body, value: Value, user: Op) -> bool {
        match body.value_def(value) {
            ValueDef::Result(op, _) => self.op_dominates(body, op, user),
            ValueDef::Argument(block, _) => {
                body.parent(user).is_some_and(|at| self.block_dominates(body, block, at))
            }
            ValueDef::Forward => false,
        }
    }
}

/// `op`, or the ancestor op whose parent is `region`; `None` if there is none.
pub fn ancestor_op(body: &Body, op: Op, region: Region) -> Option<Op> {
    let mut at = op;
    loop {
        let block = body.parent(at)?;
        if body.block_parent(block) == Some(region) {
            return Some(at);
        }
        at = body.block_owner(block)?;
    }
}

/// `block`, or the ancestor block whose parent is `region`; `None` if there is none.
pub fn ancestor_block(body: &Body, block: Block, region: Region) -> Option<Block> {
    let mut at = block;
    loop {
        if body.block_parent(at) == Some(region) {
            return Some(at);
        }
        at = body.parent(body.block_owner(at)?)?;
    }
}
