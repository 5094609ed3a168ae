//! Expanded sizes of composite constants

use super::ids::{IdSet, Ids};
use super::reader::{ImportResult, Inst, inst};
use rustc_hash::FxHashMap;
use spv_dialect::generated::opcodes as op;
use spv_ir::subelements::Extent;

/// The nesting depth and total number of constituents of each composite constant, when printed in full.
///
/// Composites share constituents in the binary, but MLIR text repeats shared constituents. A chain of forty composites
/// that each double the previous one must therefore not be printed in full.
pub struct Composites {
    /// Composites without nested composites that consist of a single instruction, the common case. Their size follows
    /// from the instruction length.
    leaves: IdSet,
    /// Sizes of all other composites, by id.
    extents: FxHashMap<u32, Extent>,
}

impl Composites {
    /// Constructs an empty table for a module's ids.
    pub fn new(ids: &Ids) -> Composites {
        Composites { leaves: IdSet::new(ids.len()), extents: FxHashMap::default() }
    }

    /// Returns whether a constant's size exceeds [`Extent::LIMIT`], so that it becomes an op with a symbol. Inside an
    /// enclosing composite, such a constant counts as a single element.
    ///
    /// # Errors
    ///
    /// The instruction is truncated.
    pub fn is_unwieldy(&mut self, i: &Inst<'_>, words: &[u32], ids: &Ids) -> ImportResult<bool> {
        if !matches!(i.opcode, op::CONSTANT_COMPOSITE | op::CONSTANT_COMPOSITE_REPLICATE_EXT) {
            return Ok(false);
        }
        let id = i.word(2)?;
        let parts = &i.words[3..];
        let is_continued = |i: &Inst<'_>| i.is_followed_by(op::CONSTANT_COMPOSITE_CONTINUED_INTEL, words);
        let is_composite = |id: &u32| self.leaves.contains(*id) || self.extents.contains_key(id);
        if !is_continued(i) && !parts.iter().any(is_composite) {
            self.leaves.add(id);
            return Ok(false);
        }
        let with = |extent, parts: &[u32]| self.with(extent, parts, (words, ids));
        let mut extent = with(Extent::ONE, parts);
        let mut last = *i;
        while is_continued(&last) {
            last = inst(words, last.offset + last.words.len())?;
            extent = with(extent, &last.words[1..]);
        }
        if extent.is_unwieldy() {
            return Ok(true);
        }
        self.extents.insert(id, extent);
        Ok(false)
    }

    fn with(&self, extent: Extent, constituents: &[u32], (words, ids): (&[u32], &Ids)) -> Extent {
        let part = |id: &u32| match self.leaves.contains(*id) {
            true => {
                let parts = (words[ids.info(*id).def as usize] >> 16).saturating_sub(3);
                Extent { depth: parts.min(1), parts: 1 + parts }
            }
            false => self.extents.get(id).copied().unwrap_or(Extent::ONE),
        };
        constituents.iter().fold(extent, |extent, id| extent.with(part(id)))
    }
}
