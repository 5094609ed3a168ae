//! The control-flow graph among the blocks of one region.

use crate::body::Body;
use crate::dialect::Registry;
use crate::entity::{Block, Op, Region};
use smallvec::{SmallVec, smallvec};
use std::sync::Arc;

/// Most regions have fewer blocks and edges: for these no memory is asked for but that of the result.
pub(crate) const FEW: usize = 32;

/// Not a position.
const NONE: u32 = u32::MAX;

/// How many trailing successors of an op are declarations and not edges: none, the merge block of a
/// selection, or merge block and continue target of a loop.
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

/// How many successors of an op, from the first, control may flow to.
pub fn edge_count(registry: &Registry, body: &Body, op: Op) -> usize {
    body.successor_count(op) - declared_count(registry, body, op)
}

/// Position of each block in its region. Block numbers of one region mostly lie close together, which
/// a table from the lowest to the highest of them uses; else it is a sorted list.
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

/// The blocks of a region in order, with their positions: shared by the analyses of the region.
#[derive(Debug)]
pub(crate) struct RegionBlocks {
    pub(crate) list: Box<[Block]>,
    positions: Positions,
}

impl RegionBlocks {
    /// Position of a block; `None` if its parent is another region.
    pub(crate) fn position(&self, block: Block) -> Option<usize> {
        self.positions.get(block).map(|p| p as usize)
    }
}

/// Lists of numbers, one a node, in one array.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lists {
    starts: Box<[u32]>,
    items: Box<[u32]>,
}

impl Lists {
    /// From (node, item) pairs; the items of a node keep the order of the pairs.
    pub(crate) fn new(nodes: usize, pairs: impl Iterator<Item = (u32, u32)> + Clone) -> Lists {
        let mut starts = vec![0u32; nodes + 2].into_boxed_slice();
        for (node, _) in pairs.clone() {
            starts[node as usize + 2] += 1;
        }
        for i in 2..nodes + 2 {
            starts[i] += starts[i - 1];
        }
        let mut items = vec![0; starts[nodes + 1] as usize].into_boxed_slice();
        for (node, item) in pairs {
            let at = &mut starts[node as usize + 1];
            items[*at as usize] = item;
            *at += 1;
        }
        Lists { starts, items }
    }

    pub(crate) fn of(&self, node: usize) -> &[u32] {
        &self.items[self.starts[node] as usize..self.starts[node + 1] as usize]
    }
}

/// Successors, predecessors and a reverse post-order of the blocks of one region.
///
/// Edges are those of each block's last op, without declared merge blocks, and without successors in
/// other regions (the verifier reports them). A block that is named twice is listed twice.
#[derive(Clone, Debug)]
pub struct Cfg {
    pub(crate) blocks: Arc<RegionBlocks>,
    pub(crate) successors: Lists,
    pub(crate) predecessors: Lists,
    /// Positions of the reachable blocks.
    pub(crate) order: Box<[u32]>,
    /// Place in `order`, or `NONE`.
    pub(crate) rank: Box<[u32]>,
}

impl Cfg {
    /// The graph of a region; linear in its blocks and edges.
    pub fn new(registry: &Registry, body: &Body, region: Region) -> Cfg {
        let list: Box<[Block]> = body.blocks(region).collect();
        let blocks = RegionBlocks { positions: Positions::new(&list), list };
        let mut pairs = SmallVec::<[(u32, u32); FEW]>::new();
        for (at, &block) in (0u32..).zip(&blocks.list) {
            let Some(last) = body.last_op(block) else { continue };
            for target in body.successors(last).take(edge_count(registry, body, last)) {
                if let Some(target) = blocks.position(target) {
                    pairs.push((at, target as u32));
                }
            }
        }
        let count = blocks.list.len();
        let successors = Lists::new(count, pairs.iter().copied());
        let predecessors = Lists::new(count, pairs.iter().map(|&(a, b)| (b, a)));
        let order = reverse_post_order(count, &successors);
        let mut rank = vec![NONE; count].into_boxed_slice();
        (0u32..).zip(&order).for_each(|(i, &at)| rank[at as usize] = i);
        Cfg { blocks: Arc::new(blocks), successors, predecessors, order, rank }
    }

    /// The blocks in the order of the region; the first is the entry.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks.list
    }

    /// Position of a block in [`Self::blocks`]; `None` if its parent is another region.
    pub fn position(&self, block: Block) -> Option<usize> {
        self.blocks.position(block)
    }

    /// Blocks to which control may flow from `block`, in the order of its terminator.
    pub fn successors(&self, block: Block) -> impl ExactSizeIterator<Item = Block> + Clone + '_ {
        self.named(&self.successors, block)
    }

    /// Blocks from which control may flow to `block`, in the order of the region.
    pub fn predecessors(&self, block: Block) -> impl ExactSizeIterator<Item = Block> + Clone + '_ {
        self.named(&self.predecessors, block)
    }

    fn named<'a>(
        &'a self,
        lists: &'a Lists,
        block: Block,
    ) -> impl ExactSizeIterator<Item = Block> + Clone + 'a {
        let list = self.position(block).map_or(&[][..], |at| lists.of(at));
        list.iter().map(|&i| self.blocks.list[i as usize])
    }

    /// The blocks reachable from the entry; each follows its predecessors, back edges aside.
    pub fn reverse_post_order(
        &self,
    ) -> impl ExactSizeIterator<Item = Block> + DoubleEndedIterator + Clone + '_ {
        self.order.iter().map(|&at| self.blocks.list[at as usize])
    }

    /// Whether the entry reaches a block. False for blocks of other regions.
    pub fn is_reachable(&self, block: Block) -> bool {
        self.position(block).is_some_and(|at| self.rank[at] != NONE)
    }

    /// Number of a block in [`Self::reverse_post_order`]; `None` if unreachable.
    pub fn rank(&self, block: Block) -> Option<usize> {
        let rank = self.rank[self.position(block)?];
        (rank != NONE).then_some(rank as usize)
    }
}

/// Reverse post-order of a depth-first search from node 0 that takes the last successor first, so
/// that blocks in a sensible order stay in it.
fn reverse_post_order(count: usize, successors: &Lists) -> Box<[u32]> {
    if count == 0 {
        return Box::new([]);
    }
    let mut seen = SmallVec::<[bool; FEW]>::from_elem(false, count);
    let mut order = Vec::with_capacity(count);
    let mut stack: SmallVec<[(u32, usize); FEW]> = smallvec![(0, successors.of(0).len())];
    seen[0] = true;
    while let Some((node, left)) = stack.last_mut() {
        if *left == 0 {
            order.push(*node);
            stack.pop();
            continue;
        }
        *left -= 1;
        let next = successors.of(*node as usize)[*left];
        if !std::mem::replace(&mut seen[next as usize], true) {
            stack.push((next, successors.of(next as usize).len()));
        }
    }
    order.reverse();
    order.into_boxed_slice()
}
