//! Liveness of values at block boundaries of a region

use super::cfg::Cfg;
use crate::body::Body;
use crate::entity::{Block, Value};
use crate::walk;
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

/// Live-in and live-out sets of the blocks in a region.
///
/// Only values that are used outside of their defining block have a bit. A use in a nested region counts as a use by
/// the enclosing op in this region. Operands forwarded to a successor are uses at the end of the block that forwards
/// them.
#[derive(Clone, Debug)]
pub struct Liveness {
    /// Values that cross block boundaries, in order of first use. The position of a value is its bit index in the bit
    /// sets.
    values: IndexSet<Value, FxBuildHasher>,
    cfg: Cfg,
    /// Number of 64-bit words in each block's bit set.
    width: usize,
    /// Bit sets of live-in values, concatenated in the order of block positions.
    live_in: Vec<u64>,
    live_out: Vec<u64>,
}

impl Liveness {
    /// Computes the liveness in the region that `cfg` describes.
    pub fn new(body: &Body, cfg: Cfg) -> Liveness {
        // Position of the region's block that defines each value, directly or in a nested region.
        let mut def_blocks: FxHashMap<Value, u32> = FxHashMap::default();
        for (at, &block) in (0u32..).zip(cfg.blocks()) {
            def_blocks.extend(body.args(block).iter().map(|&v| (v, at)));
            for op in walk::ops_in_block(body, block) {
                def_blocks.extend(body.results(op).map(|v| (v, at)));
                for i in 0..body.region_count(op) {
                    for inner in body.blocks(body.region(op, i)) {
                        def_blocks.extend(body.args(inner).iter().map(|&v| (v, at)));
                    }
                }
            }
        }
        let mut values = IndexSet::default();
        let mut uses: Vec<(u32, u32)> = Vec::new();
        for (at, &block) in (0u32..).zip(cfg.blocks()) {
            for op in walk::ops_in_block(body, block) {
                for value in body.operands(op) {
                    if def_blocks.get(&value) != Some(&at) {
                        uses.push((values.insert_full(value).0 as u32, at));
                    }
                }
            }
        }
        let width = values.len().div_ceil(64);
        let rows = vec![0; width * cfg.blocks().len()];
        let mut result = Liveness { values, cfg, width, live_in: rows.clone(), live_out: rows };
        result.propagate(&uses, &def_blocks);
        result
    }

    /// Propagates each use backward to the defining block. Stops at blocks where the value is already live-in.
    fn propagate(&mut self, uses: &[(u32, u32)], def_blocks: &FxHashMap<Value, u32>) {
        let mut stack = Vec::new();
        for &(number, at) in uses {
            let (word, bit) = (number as usize / 64, 1u64 << (number % 64));
            let def_block = def_blocks.get(&self.values[number as usize]).copied();
            stack.push(at);
            while let Some(at) = stack.pop() {
                let row = &mut self.live_in[at as usize * self.width + word];
                if *row & bit != 0 {
                    continue;
                }
                *row |= bit;
                for &(p, _) in self.cfg.graph.incoming(at) {
                    self.live_out[p as usize * self.width + word] |= bit;
                    if def_block != Some(p) {
                        stack.push(p);
                    }
                }
            }
        }
    }

    fn has(&self, rows: &[u64], value: Value, block: Block) -> bool {
        let (Some(number), Some(at)) = (self.values.get_index_of(&value), self.cfg.position(block)) else {
            return false;
        };
        rows[at * self.width + number / 64] & (1 << (number % 64)) != 0
    }

    fn list<'a>(&'a self, rows: &'a [u64], block: Block) -> impl Iterator<Item = Value> + 'a {
        let at = self.cfg.position(block);
        let row = at.map_or(&[][..], |at| &rows[at * self.width..][..self.width]);
        row.iter().enumerate().flat_map(move |(i, &word)| {
            let rest = |w: u64| (w != 0).then_some(w);
            let bits = std::iter::successors(rest(word), move |w| rest(w & (w - 1)));
            bits.map(move |w| self.values[i * 64 + w.trailing_zeros() as usize])
        })
    }

    /// Returns whether `value` is defined in another block and used in `block` or in a block reachable from it.
    pub fn is_live_in(&self, value: Value, block: Block) -> bool {
        self.has(&self.live_in, value, block)
    }

    /// Returns whether a value is used in a block reachable from the end of `block`. Operands that `block` forwards to
    /// its successors are not counted.
    pub fn is_live_out(&self, value: Value, block: Block) -> bool {
        self.has(&self.live_out, value, block)
    }

    /// Returns the live-in values of a block, except its arguments, in order of first use.
    pub fn live_in(&self, block: Block) -> impl Iterator<Item = Value> + '_ {
        self.list(&self.live_in, block)
    }

    /// Returns the live-out values of a block in order of first use.
    pub fn live_out(&self, block: Block) -> impl Iterator<Item = Value> + '_ {
        self.list(&self.live_out, block)
    }

    /// Returns the CFG from which the liveness was computed.
    pub fn cfg(&self) -> &Cfg {
        &self.cfg
    }
}
