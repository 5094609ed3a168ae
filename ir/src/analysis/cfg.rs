//! Control-flow graph of a region

use super::graph::{Digraph, NONE};
use crate::body::Body;
use crate::dialect::Registry;
use crate::entity::{Block, Op, Region};
use std::sync::Arc;

/// Inline capacity for blocks and edges. In regions of at most this size, only the result is allocated.
pub(crate) const FEW: usize = 32;

/// Returns the number of trailing successors that are declarations rather than CFG edges. A selection declares its
/// merge block; a loop declares its merge block and continue target.
pub fn declared_count(registry: &Registry, body: &Body, op: Op) -> usize {
    let count = body.successor_count(op);
    if count == 0 {
        return 0;
    }
    match registry.layout(body.def(op)).merge {
        Some(slot) => body.slots(op).get(usize::from(slot)).map_or(0, |&word| count.min(word as usize)),
        None => 0,
    }
}

/// Returns the number of leading successors of an op that are control-flow edges.
pub fn edge_count(registry: &Registry, body: &Body, op: Op) -> usize {
    body.successor_count(op) - declared_count(registry, body, op)
}

/// The position of each block in its region. Uses a dense array if the block indices are close together, or else a
/// sorted list of (block index, position) pairs.
#[derive(Debug)]
enum Positions {
    Table { base: u32, positions: Box<[u32]> },
    Sorted(Box<[(u32, u32)]>),
}

impl Positions {
    fn new(blocks: &[Block]) -> Positions {
        let numbers = || blocks.iter().map(|b| b.index() as u32);
        let (Some(low), Some(high)) = (numbers().min(), numbers().max()) else {
            return Positions::Sorted(Box::new([]));
        };
        let range = (high - low) as usize + 1;
        if range <= 4 * blocks.len() + 16 {
            let mut positions = vec![NONE; range].into_boxed_slice();
            numbers().zip(0..).for_each(|(number, at)| positions[(number - low) as usize] = at);
            return Positions::Table { base: low, positions };
        }
        let mut pairs: Box<[(u32, u32)]> = numbers().zip(0..).collect();
        pairs.sort_unstable();
        Positions::Sorted(pairs)
    }

    fn get(&self, block: Block) -> Option<u32> {
        let number = block.index() as u32;
        match self {
            Positions::Table { base, positions } => {
                let at = number.checked_sub(*base)?;
                positions.get(at as usize).copied().filter(|&p| p != NONE)
            }
            Positions::Sorted(pairs) => {
                let i = pairs.binary_search_by_key(&number, |p| p.0).ok()?;
                Some(pairs[i].1)
            }
        }
    }
}

/// The blocks of a region in order, with their positions. Shared by all analyses of the region.
#[derive(Debug)]
pub(crate) struct RegionBlocks {
    pub(crate) list: Box<[Block]>,
    positions: Positions,
}

impl RegionBlocks {
    /// Returns the position of a block; `None` if its parent is another region.
    pub(crate) fn position(&self, block: Block) -> Option<usize> {
        self.positions.get(block).map(|p| p as usize)
    }
}

/// Successors, predecessors and reverse post-order of the blocks in a region.
///
/// The edges are those of each block's last op, without declared merge blocks. Successors in other regions are
/// invalid and are ignored. A block that is a successor twice has two edges.
#[derive(Clone, Debug)]
pub struct Cfg {
    pub(crate) blocks: Arc<RegionBlocks>,
    /// The control-flow graph. Its nodes are the positions of the blocks in the region.
    pub(crate) graph: Digraph<(u32, u32)>,
}

impl Cfg {
    /// Builds the graph of a region in time linear in its blocks and edges.
    pub fn new(registry: &Registry, body: &Body, region: Region) -> Cfg {
        let list: Box<[Block]> = body.blocks(region).collect();
        let blocks = RegionBlocks { positions: Positions::new(&list), list };
        let mut edges = Vec::with_capacity(2 * blocks.list.len());
        for (at, &block) in (0u32..).zip(&blocks.list) {
            let Some(last) = body.last_op(block) else { continue };
            for target in body.successors(last).take(edge_count(registry, body, last)) {
                if let Some(target) = blocks.position(target) {
                    edges.push((at, target as u32));
                }
            }
        }
        Cfg { graph: Digraph::new(blocks.list.len(), edges), blocks: Arc::new(blocks) }
    }

    /// Returns the blocks in region order. The first block is the entry block.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks.list
    }

    /// Returns the position of a block in [`Self::blocks`]; `None` if its parent is another region.
    pub fn position(&self, block: Block) -> Option<usize> {
        self.blocks.position(block)
    }

    /// Returns the successors of a block in the order of its terminator.
    pub fn successors(&self, block: Block) -> impl ExactSizeIterator<Item = Block> + Clone + '_ {
        let edges = self.position(block).map_or(&[][..], |at| self.graph.outgoing(at as u32));
        edges.iter().map(|&(_, to)| self.blocks.list[to as usize])
    }

    /// Returns the predecessors of a block in region order.
    pub fn predecessors(&self, block: Block) -> impl ExactSizeIterator<Item = Block> + Clone + '_ {
        let edges = self.graph.incoming_of(self.position(block).map(|at| at as u32));
        edges.map(|&(from, _)| self.blocks.list[from as usize])
    }

    /// Returns the blocks reachable from the entry block. Each block follows its predecessors, except along back
    /// edges.
    pub fn reverse_post_order(
        &self,
    ) -> impl ExactSizeIterator<Item = Block> + DoubleEndedIterator + Clone + '_ {
        self.graph.order.iter().map(|&at| self.blocks.list[at as usize])
    }

    /// Returns whether a block is reachable from the entry block. False for blocks of other regions.
    pub fn is_reachable(&self, block: Block) -> bool {
        self.position(block).is_some_and(|at| self.graph.is_reached(at as u32))
    }

    /// Returns the position of a block in [`Self::reverse_post_order`]; `None` if it is unreachable.
    pub fn rank(&self, block: Block) -> Option<usize> {
        let rank = self.graph.rank(self.position(block)? as u32);
        (rank != NONE).then_some(rank as usize)
    }
}
