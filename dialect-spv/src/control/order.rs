//! Block ordering for the binary, in which every block must follow its dominators

use super::{edge_count, loop_blocks};
use crate::spv;
use rustc_hash::FxHashSet;
use spv_ir::analysis::{Cfg, DomTree};
use spv_ir::dialect::Registry;
use spv_ir::{Block, Body, Builder, Region, walk};
use std::collections::VecDeque;

/// A block order. Every order places dominators first and unreachable blocks last. The first and last blocks of a
/// construct keep their positions, because the positions define their roles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockOrder {
    /// Depth-first order that visits the first successor first. Reorders only regions whose order is invalid in the
    /// binary.
    IfNeeded,
    /// Depth-first order for all regions, as in LLVM 14's serializer.
    DepthFirst,
    /// Breadth-first order within constructs, as in LLVM 14's deserializer. Preserves the order of the outermost
    /// blocks.
    BreadthFirst,
}

/// Reorders the blocks of all regions of a function.
pub fn order_blocks(registry: &Registry, body: &mut Body, order: BlockOrder) {
    let regions: Vec<Region> = walk::regions(body).collect();
    let mut reached = vec![false; body.block_count()];
    for region in regions {
        let wrong = match order {
            BlockOrder::IfNeeded => {
                !is_plainly_ordered(body, region, &mut reached) && !is_ordered(registry, body, region)
            }
            BlockOrder::DepthFirst => true,
            BlockOrder::BreadthFirst => region != body.root(),
        };
        if wrong {
            bring(registry, body, region, order);
        }
    }
}

/// Returns whether each block except the first has a predecessor earlier in the region. This condition is sufficient
/// and fast to check. Declared merge blocks and continue targets do not count as edges.
fn is_plainly_ordered(body: &Body, region: Region, reached: &mut [bool]) -> bool {
    let first = body.first_block(region);
    body.blocks(region).all(|block| {
        let ordered = first == Some(block) || reached[block.index()];
        if let Some(end) = body.last_op(block) {
            let next = body.successors(end).take(edge_count(body, end));
            next.for_each(|next| reached[next.index()] = true);
        }
        ordered
    })
}

fn is_ordered(registry: &Registry, body: &Body, region: Region) -> bool {
    let cfg = Cfg::new(registry, body, region);
    let tree = DomTree::dominators(&cfg);
    cfg.blocks().iter().enumerate().all(|(index, &block)| {
        let position = tree.idom(block).and_then(|dominator| cfg.position(dominator));
        position.is_none_or(|position| position < index)
    })
}

fn bring(registry: &Registry, body: &mut Body, region: Region, order: BlockOrder) {
    let (begin, end) = match body.region_owner(region) {
        Some(op) if body.def(op) == spv::Selection::ID => (1, 1),
        Some(op) if body.def(op) == spv::Loop::ID => {
            let Some(blocks) = loop_blocks(body, op) else { return };
            let tail = std::iter::successors(Some(blocks.target), |&block| body.next_block(block));
            (2, if blocks.target == blocks.header { 2 } else { tail.count() })
        }
        _ => (1, 0),
    };
    let cfg = Cfg::new(registry, body, region);
    let blocks = cfg.blocks();
    let Some(movable) = blocks.len().checked_sub(end).and_then(|end| blocks.get(begin..end)) else { return };
    let moved: FxHashSet<Block> = movable.iter().copied().collect();
    let mut visited: FxHashSet<Block> = FxHashSet::default();
    let mut ordered: Vec<Block> = Vec::new();
    let mut waiting: VecDeque<Block> = blocks.first().copied().into_iter().collect();
    while let Some(block) = waiting.pop_front() {
        if !visited.insert(block) {
            continue;
        }
        if moved.contains(&block) {
            ordered.push(block);
        }
        let next = cfg.successors(block);
        match order {
            BlockOrder::BreadthFirst => waiting.extend(next),
            _ => next.collect::<Vec<Block>>().into_iter().rev().for_each(|block| waiting.push_front(block)),
        }
    }
    ordered.extend(movable.iter().filter(|block| !visited.contains(block)));
    let after = blocks.get(begin + movable.len()).copied();
    for block in ordered {
        Builder::new(body).move_block(block, region, after);
    }
}
