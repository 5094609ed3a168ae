//! Import of OpPhis as block arguments

use super::reader::{ImportResult, Inst};
use super::{Importer, function::FunctionImport};
use smallvec::SmallVec;
use spv_ir::{Block, Value};

/// A (value, predecessor) pair of an OpPhi. Determines the value that the predecessor forwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Pair {
    block: u32,
    predecessor: u32,
    argument: u32,
    /// Word offset of the OpPhi, and index of the value's id within the instruction's words.
    offset: u32,
    word: u32,
    /// Whether an edge has been found that forwards the value.
    passed: bool,
}

/// All (value, predecessor) pairs of a function; sorted before lookup.
#[derive(Default)]
pub struct Phis {
    pairs: Vec<Pair>,
}

impl Phis {
    /// Removes all pairs.
    pub fn clear(&mut self) {
        self.pairs.clear();
    }

    /// Adds the pairs of an OpPhi that becomes the block argument at index `argument`.
    pub fn add(
        &mut self,
        importer: &Importer<'_>,
        i: &Inst<'_>,
        block: Block,
        argument: usize,
    ) -> ImportResult<()> {
        if i.words.len().is_multiple_of(2) {
            return Err(i.error("the operands of OpPhi must be pairs of a value and a predecessor"));
        }
        for word in (3..i.words.len()).step_by(2) {
            self.pairs.push(Pair {
                block: block.index() as u32,
                predecessor: importer.ids.check(i, word + 1)?,
                argument: argument as u32,
                offset: i.offset as u32,
                word: word as u32,
                passed: false,
            });
        }
        Ok(())
    }

    /// Sorts the pairs. Call after the last call to `add`.
    pub fn sort(&mut self) {
        self.pairs.sort_unstable();
    }
}

impl FunctionImport<'_, '_> {
    /// Appends the values of the OpPhis in `target` for the predecessor with label id `predecessor`.
    pub(super) fn edge(
        &mut self,
        i: &Inst<'_>,
        target: Block,
        predecessor: u32,
        out: &mut SmallVec<[Value; 8]>,
    ) -> ImportResult<()> {
        let count = self.body.args(target).len();
        if count == 0 {
            return Ok(());
        }
        let key = (target.index() as u32, predecessor);
        let mut at = self.scratch.phis.pairs.partition_point(|p| (p.block, p.predecessor) < key);
        for argument in 0..count {
            let pair = self.scratch.phis.pairs.get(at).copied();
            let pair =
                pair.filter(|p| (p.block, p.predecessor, p.argument as usize) == (key.0, key.1, argument));
            let Some(pair) = pair else {
                let message =
                    format!("the branch target has an OpPhi without a value for predecessor %{predecessor}");
                return Err(i.error(message));
            };
            let phi = self.importer.inst(pair.offset as usize)?;
            let value = self.local_value(&phi, pair.word as usize)?;
            out.push(value);
            // Several pairs with the same predecessor are valid only if they have the same value.
            let id = phi.words[pair.word as usize];
            for same in &mut self.scratch.phis.pairs[at..] {
                if (same.block, same.predecessor, same.argument as usize) != (key.0, key.1, argument) {
                    break;
                }
                same.passed = phi.words[same.word as usize] == id;
                at += 1;
            }
        }
        Ok(())
    }

    /// Checks that each pair of each OpPhi corresponds to an edge.
    pub(super) fn check_phis(&self) -> ImportResult<()> {
        let unused = self.scratch.phis.pairs.iter().filter(|pair| !pair.passed);
        let Some(pair) = unused.min_by_key(|pair| (pair.offset, pair.word)) else { return Ok(()) };
        let phi = self.importer.inst(pair.offset as usize)?;
        let twice = |p: &Pair| p.passed && (p.offset, p.predecessor) == (pair.offset, pair.predecessor);
        let predecessor = pair.predecessor;
        let message = match self.scratch.phis.pairs.iter().any(twice) {
            true => format!("conflicting values for predecessor %{predecessor}"),
            false => format!("%{predecessor} is not a predecessor: it does not branch to this block"),
        };
        Err(phi.error_at(pair.word as usize + 1, message))
    }
}
