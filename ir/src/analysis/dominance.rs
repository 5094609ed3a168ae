//! Dominator and post-dominator trees, and dominance across nested regions

use super::cfg::{Cfg, RegionBlocks};
use super::graph::{Lists, NONE};
use super::intervals::Intervals;
use super::semi_nca::immediate_dominators;
use crate::body::{Body, ValueDef};
use crate::dialect::Registry;
use crate::entity::{Block, Op, Region, Value};
use std::sync::Arc;

/// A dominator or post-dominator tree of a region's blocks.
///
/// Every block dominates a block that the tree does not reach. An unreached block dominates no reachable block.
#[derive(Clone, Debug)]
pub struct DomTree {
    blocks: Arc<RegionBlocks>,
    /// Position of each block's immediate dominator; `NONE` for roots and unreached blocks.
    idom: Box<[u32]>,
    /// The dominator tree, whose nodes are block positions.
    tree: Intervals,
    /// Number of proper dominators of each block.
    depths: Box<[u32]>,
}

impl DomTree {
    /// Computes the dominator tree of a region.
    pub fn dominators(cfg: &Cfg) -> DomTree {
        let tree = cfg.graph.dominators();
        DomTree::new(cfg, tree, cfg.graph.order.iter().copied())
    }

    /// Computes the post-dominator tree of a region.
    ///
    /// Blocks without successors are exits. If some blocks reach no exit, the last such block in reverse post-order
    /// becomes an additional exit. This is repeated until all blocks reach an exit.
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
        DomTree::new(cfg, tree, all)
    }

    /// Builds the tree from immediate dominators. `reached` lists the reached blocks; its order determines the order of
    /// siblings.
    fn new(cfg: &Cfg, idom: Vec<u32>, reached: impl DoubleEndedIterator<Item = u32>) -> DomTree {
        let tree = Intervals::ordered(&idom, reached);
        let mut depths = vec![0; idom.len()].into_boxed_slice();
        for &at in tree.preorder() {
            let above = idom[at as usize];
            depths[at as usize] = if above == NONE { 0 } else { depths[above as usize] + 1 };
        }
        DomTree { blocks: cfg.blocks.clone(), idom: idom.into(), tree, depths }
    }

    /// Returns the immediate dominator of a block; `None` for roots and unreached blocks.
    pub fn idom(&self, block: Block) -> Option<Block> {
        let at = self.idom[self.blocks.position(block)?];
        (at != NONE).then(|| self.blocks.list[at as usize])
    }

    /// Returns whether a block is in the tree: reachable from the entry, or able to reach an exit for
    /// post-dominators.
    pub fn is_reached(&self, block: Block) -> bool {
        self.blocks.position(block).is_some_and(|at| self.tree.is_reached(at as u32))
    }

    /// Returns whether `a` dominates `b`. A block dominates itself. False if either block is in another region.
    pub fn dominates(&self, a: Block, b: Block) -> bool {
        let (Some(a), Some(b)) = (self.blocks.position(a), self.blocks.position(b)) else { return false };
        let (a, b) = (a as u32, b as u32);
        self.tree.is_ancestor(a, b) || !self.tree.is_reached(b)
    }

    /// Returns whether `a` dominates `b` and is not `b`.
    pub fn properly_dominates(&self, a: Block, b: Block) -> bool {
        a != b && self.dominates(a, b)
    }

    /// Returns the number of proper dominators of a block; 0 for unreached blocks.
    pub fn depth(&self, block: Block) -> usize {
        self.blocks.position(block).map_or(0, |at| self.depths[at] as usize)
    }

    /// Returns the nearest common dominator of two blocks; `None` if they have none.
    pub fn common(&self, a: Block, b: Block) -> Option<Block> {
        let (mut a, mut b) = (self.blocks.position(a)?, self.blocks.position(b)?);
        if !self.tree.is_reached(a as u32) || !self.tree.is_reached(b as u32) {
            return None;
        }
        while a != b {
            if self.depths[a] < self.depths[b] {
                std::mem::swap(&mut a, &mut b);
            }
            match self.idom[a] {
                NONE => return None,
                up => a = up as usize,
            }
        }
        Some(self.blocks.list[a])
    }

    /// Returns the reached blocks in preorder: each block precedes the blocks that it dominates.
    pub fn preorder(&self) -> impl ExactSizeIterator<Item = Block> + DoubleEndedIterator + Clone + '_ {
        self.tree.preorder().iter().map(|&at| self.blocks.list[at as usize])
    }
}

/// Dominance between all ops and values of a body, across nested regions. Regions with a single block need no tree.
///
/// A query across regions walks up from the inner region. It takes time linear in the number of regions between the
/// two ops or blocks.
#[derive(Clone, Debug)]
pub struct Dominance {
    /// The dominator trees, indexed by region index; `None` for regions with at most one block.
    trees: Vec<Option<Box<DomTree>>>,
}

impl Dominance {
    /// Computes the dominator trees of all regions of a body.
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

    /// Returns the dominator tree of a region; `None` if it has at most one block.
    pub fn tree(&self, region: Region) -> Option<&DomTree> {
        self.trees.get(region.index())?.as_deref()
    }

    /// Returns whether `a` dominates `b`. `b` may be nested in a block of `a`'s region. A block dominates itself.
    pub fn block_dominates(&self, body: &Body, a: Block, b: Block) -> bool {
        let Some(region) = body.block_parent(a) else { return false };
        match ancestor_block(body, b, region) {
            Some(b) => a == b || self.tree(region).is_some_and(|t| t.dominates(a, b)),
            None => false,
        }
    }

    /// Returns whether `a` executes before every execution of `b`. An op dominates neither itself nor its nested ops.
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

    /// Returns whether a value dominates an op, so that the op may use the value.
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

/// Returns the op in `region` that is `op` or encloses it; `None` if `op` is outside of the region.
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

/// Returns the block in `region` that is `block` or encloses it; `None` if `block` is outside of the region.
pub fn ancestor_block(body: &Body, block: Block, region: Region) -> Option<Block> {
    let mut at = block;
    loop {
        if body.block_parent(at) == Some(region) {
            return Some(at);
        }
        at = body.parent(body.block_owner(at)?)?;
    }
}
