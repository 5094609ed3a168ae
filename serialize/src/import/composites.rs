//! How large composite constants are where they are written out.

use super::ids::{IdSet, Ids};
use super::reader::{Inst, Step, inst};
use rustc_hash::FxHashMap;
use spv_dialect::generated::opcodes as op;
use spv_ir::subelements::Extent;

/// The extents of composite constants. In the binary they share their constituents, in a text each has its own: what
/// doubles with each of forty instructions must not be written out.
pub struct Composites {
    /// Those of one instruction without composites in it, which are most: its length tells the extent.
    leaves: IdSet,
    /// The others.
    extents: FxHashMap<u32, Extent>,
}

impl Composites {
    /// For a module's ids.
    pub fn new(ids: &Ids) -> Composites {
        Composites { leaves: IdSet::new(ids.len()), extents: FxHashMap::default() }
    }

    /// Whether the constant that an instruction makes needs a symbol, as it is beyond [`Extent::LIMIT`]. As a
    /// constituent it is one part then.
    ///
    /// # Errors
    /// The instruction is cut off.
    pub fn is_unwieldy(&mut self, i: &Inst<'_>, words: &[u32], ids: &Ids) -> Step<bool> {
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
