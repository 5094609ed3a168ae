//! Repairs of invalid instructions that certain producer versions emit

use super::reader::HEADER;
use rustc_hash::{FxHashMap, FxHashSet};
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::ops::SHAPES;
use spv_dialect::generated::values::{capability, decoration};
use spv_dialect::table::core_index;
use spv_ir::{Diagnostics, Place};
use std::ops::Range;

/// A known fault of SPIR-V producers, which is repaired before import.
#[derive(Clone, Copy, Debug)]
pub struct Fault {
    /// Name of the fault as an argument of `--tolerate`.
    pub name: &'static str,
    /// The affected producer versions and their invalid output.
    pub text: &'static str,
    /// The function that repairs a module. It returns whether the module had the fault.
    repair: fn(&mut Repaired) -> bool,
}

/// The known faults.
pub static FAULTS: [Fault; 4] = [
    Fault {
        name: "misplaced-merges",
        text: "llvm-spirv 15 to 22 write OpLoopMerge before the condition of its branch",
        repair: move_merges,
    },
    Fault {
        name: "predicated-opcodes",
        text: "LLVM 22 and 23 write OpPredicatedLoadINTEL and OpPredicatedStoreINTEL as 6528 and 6529, not 6258 and 6259",
        repair: number_predicated,
    },
    Fault {
        name: "repeated-wraps",
        text: "llvm-spirv 15 decorates an instruction twice with NoSignedWrap or NoUnsignedWrap",
        repair: ignore_repeated_wraps,
    },
    Fault {
        name: "same-width-conversions",
        text: "LLVM 22 writes OpUConvert and OpSConvert between integers of equal width",
        repair: copy_same_width,
    },
];

/// A repaired module. Repairs preserve the offsets of all other instructions.
pub(super) struct Repaired {
    /// The words of the module.
    pub words: Vec<u32>,
    /// Offsets of declarations that validation must ignore, in ascending order.
    pub unchecked: Vec<usize>,
}

/// A set of known faults.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Faults(u32);

impl Faults {
    /// Returns a set that contains only the named fault, or `None` if the name is unknown.
    pub fn named(name: &str) -> Option<Faults> {
        FAULTS.iter().position(|fault| fault.name == name).map(|number| Faults(1 << number))
    }

    /// Returns the union of both sets.
    pub fn union(self, other: Faults) -> Faults {
        Faults(self.0 | other.0)
    }

    /// Repairs a copy of a module. Returns `None` if the module has none of these faults.
    pub(super) fn repaired(self, words: &[u32]) -> Option<Repaired> {
        if self == Faults::default() {
            return None;
        }
        let mut module = Repaired { words: words.to_vec(), unchecked: Vec::new() };
        let chosen = FAULTS.iter().enumerate().filter(|(index, _)| self.0 >> index & 1 != 0);
        let repaired = chosen.filter(|(_, fault)| (fault.repair)(&mut module)).count();
        (repaired > 0).then_some(module)
    }

    /// Adds a note about each detected fault to the errors of a rejected module.
    pub(super) fn explain(self, words: &[u32], errors: &mut Diagnostics) {
        let Some(first) = errors.list.first_mut() else { return };
        for (index, fault) in FAULTS.iter().enumerate().filter(|(index, _)| self.0 >> index & 1 == 0) {
            if Faults(1 << index).repaired(words).is_some() {
                let text = format!("{}: use --tolerate={} to accept them", fault.text, fault.name);
                first.notes.push((Place::None, text));
            }
        }
    }
}

/// Returns the word ranges of the instructions. Stops at the first invalid length.
fn instructions(words: &[u32]) -> Vec<Range<usize>> {
    let mut list = Vec::new();
    let mut at = HEADER;
    while let Some(&first) = words.get(at) {
        let end = at + (first >> 16) as usize;
        if end == at || end > words.len() {
            break;
        }
        list.push(at..end);
        at = end;
    }
    list
}

fn opcode(words: &[u32], range: &Range<usize>) -> u32 {
    words[range.start] & 0xFFFF
}

/// Moves each merge instruction to directly before the branch that terminates its block. Returns whether any was moved.
fn move_merges(Repaired { words, .. }: &mut Repaired) -> bool {
    let mut changed = false;
    let mut merge: Option<Range<usize>> = None;
    for at in instructions(words) {
        match opcode(words, &at) {
            op::LABEL | op::FUNCTION_END => merge = None,
            op::LOOP_MERGE | op::SELECTION_MERGE => merge = Some(at),
            op::BRANCH | op::BRANCH_CONDITIONAL | op::SWITCH => {
                if let Some(merge) = merge.take().filter(|merge| merge.end != at.start) {
                    words[merge.start..at.start].rotate_left(merge.len());
                    changed = true;
                }
            }
            _ => {}
        }
    }
    changed
}

/// Corrects the opcodes of predicated loads and stores. Returns whether any were corrected. Skips modules with another
/// extension that uses these opcodes.
fn number_predicated(Repaired { words, .. }: &mut Repaired) -> bool {
    let list = instructions(words);
    let declares = |wanted: u32| {
        list.iter().any(|at| opcode(words, at) == op::CAPABILITY && words[at.clone()].get(1) == Some(&wanted))
    };
    if !declares(capability::PREDICATED_IO_INTEL) || declares(capability::BINDLESS_IMAGES_INTEL) {
        return false;
    }
    let mut changed = false;
    for at in list {
        let opcode = match opcode(words, &at) {
            6528 => op::PREDICATED_LOAD_INTEL,
            6529 => op::PREDICATED_STORE_INTEL,
            _ => continue,
        };
        words[at.start] = words[at.start] & !0xFFFF | opcode;
        changed = true;
    }
    changed
}

/// Excludes repeated NoSignedWrap and NoUnsignedWrap decorations from validation. Returns whether there are any.
fn ignore_repeated_wraps(module: &mut Repaired) -> bool {
    let mut known = FxHashSet::default();
    let repeated = |range: &Range<usize>| match module.words[range.clone()] {
        [_, target, wrap @ (decoration::NO_SIGNED_WRAP | decoration::NO_UNSIGNED_WRAP)] => {
            opcode(&module.words, range) == op::DECORATE && !known.insert((target, wrap))
        }
        _ => false,
    };
    module.unchecked = instructions(&module.words).into_iter().filter(repeated).map(|at| at.start).collect();
    !module.unchecked.is_empty()
}

/// Replaces conversions between integers of the same width with copies and bitcasts. Returns whether any were replaced.
fn copy_same_width(Repaired { words, .. }: &mut Repaired) -> bool {
    let (mut widths, mut types) = (FxHashMap::default(), FxHashMap::default());
    let list = instructions(words);
    for at in &list {
        let opcode = opcode(words, at);
        match (opcode, &words[at.clone()]) {
            (op::TYPE_INT, [_, id, width, _]) => _ = widths.insert(*id, *width),
            (op::TYPE_VECTOR, [_, id, component, _]) => {
                if let Some(width) = widths.get(component).copied() {
                    widths.insert(*id, width);
                }
            }
            (_, [_, ty, id, ..]) if core_index(opcode).is_some_and(|row| SHAPES[row].result_type) => {
                types.insert(*id, *ty);
            }
            _ => {}
        }
    }
    let mut changed = false;
    for at in list {
        if ![op::U_CONVERT, op::S_CONVERT].contains(&opcode(words, &at)) {
            continue;
        }
        let [_, ty, _, operand] = words[at.clone()] else { continue };
        let Some(from) = types.get(&operand).filter(|from| widths.get(from) == widths.get(&ty)) else {
            continue;
        };
        let opcode = if *from == ty { op::COPY_OBJECT } else { op::BITCAST };
        words[at.start] = words[at.start] & !0xFFFF | opcode;
        changed = true;
    }
    changed
}
