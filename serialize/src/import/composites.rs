//! How large composite constants are where they are written out.

use super::reader::{Inst, Step, inst};
use rustc_hash::FxHashMap;
use spv_dialect::generated::opcodes as op;
use spv_ir::parts::Extent;

/// The extents of composite constants. In the binary they share their constituents, in a text each has its own: what
/// doubles with each of forty instructions must not be written out.
#[derive(Default)]
pub struct Composites {
    extents: FxHashMap<u32, Extent>,
}

impl Composites {
    /// Whether the constant that an instruction makes needs a symbol, as it is beyond [`Extent::LIMIT`]. As a
    /// constituent it is one part then.
    ///
    /// # Errors
    /// The instruction is cut off.
    pub fn is_unwieldy(&mut self, i: &Inst<'_>, words: &[u32]) -> Step<bool> {
        if !matches!(i.opcode, op::CONSTANT_COMPOSITE | op::CONSTANT_COMPOSITE_REPLICATE_EXT) {
            return Ok(false);
        }
        let mut extent = self.with(Extent::ONE, i.words.get(3..).unwrap_or(&[]));
        let mut at = i.offset + i.words.len();
        while at < words.len() {
            let next = inst(words, at)?;
            if next.opcode != op::CONSTANT_COMPOSITE_CONTINUED_INTEL {
                break;
            }
            extent = self.with(extent, &next.words[1..]);
            at += next.words.len();
        }
        if extent.is_unwieldy() {
            return Ok(true);
        }
        self.extents.insert(i.word(2)?, extent);
        Ok(false)
    }

    fn with(&self, extent: Extent, constituents: &[u32]) -> Extent {
        let part = |id: &u32| self.extents.get(id).copied().unwrap_or(Extent::ONE);
        constituents.iter().fold(extent, |extent, id| extent.with(part(id)))
    }
}
