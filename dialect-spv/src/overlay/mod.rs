//! What the grammar lacks: facts of the instructions, one line per op or per family of ops.
//!
//! An op that no line references has no traits, which means unknown effects. How the traits are meant
//! here:
//!
//! - *pure*: the result depends on the operands alone. Whether an undefined case (a division by
//!   zero) is reached is not an effect.
//! - *reads*: reads memory, or the state of other invocations. Dead where its result is unused; two
//!   equal ones are one value only where nothing is written between them.
//! - *writes*: has an effect.
//! - *convergent*: must stay with the invocations that execute it; this includes ops whose result
//!   must be used in the same block.

mod atomic;
mod control;
mod image;
mod math;
mod memory;
mod sets;
mod tracing;
mod vendor;

use crate::generated::extinst::SETS;
use crate::generated::opcodes as op;
use crate::generated::ops::CORE;
use crate::sets::ExtSet;
use crate::table::core_index;
use crate::verify::rule::Rule;
use spv_ir::dialect::{OpDef, OpRow, Traits};

/// A line of the overlay: the traits of all instructions from one number to another, and the rules of their
/// types.
#[derive(Clone, Copy)]
pub(crate) struct Overlay {
    first: u32,
    last: u32,
    traits: Traits,
    rules: &'static [Rule],
}

/// Begins the line of an instruction.
const fn row(opcode: u32) -> Overlay {
    family(opcode, opcode)
}

/// Begins the line of all instructions from `first` to `last`, which are alike.
const fn family(first: u32, last: u32) -> Overlay {
    Overlay { first, last, traits: Traits::empty(), rules: &[] }
}

impl Overlay {
    const fn with(mut self, traits: Traits) -> Overlay {
        self.traits = self.traits.union(traits);
        self
    }

    /// Sets the rules of its types: a list of [`crate::verify::lists`].
    const fn types(mut self, rules: &'static [Rule]) -> Overlay {
        self.rules = rules;
        self
    }

    const fn pure(self) -> Overlay {
        self.with(Traits::PURE)
    }

    const fn commutative(self) -> Overlay {
        self.with(Traits::COMMUTATIVE)
    }

    const fn resolves(self) -> Overlay {
        self.with(Traits::RESOLVES)
    }

    const fn same_type(self) -> Overlay {
        self.with(Traits::SAME_TYPE)
    }

    const fn comparison(self) -> Overlay {
        self.with(Traits::COMPARISON)
    }

    const fn reads(self) -> Overlay {
        self.with(Traits::READS)
    }

    const fn writes(self) -> Overlay {
        self.with(Traits::WRITES)
    }

    const fn convergent(self) -> Overlay {
        self.with(Traits::CONVERGENT)
    }

    const fn terminator(self) -> Overlay {
        self.with(Traits::TERMINATOR)
    }

    const fn aborts(self) -> Overlay {
        self.with(Traits::ABORTS)
    }

    const fn module_scope(self) -> Overlay {
        self.with(Traits::MODULE_SCOPE)
    }

    const fn module_only(self) -> Overlay {
        self.with(Traits::MODULE_SCOPE.union(Traits::MODULE_ONLY))
    }
}

/// All lines for the core.
const CORE_LINES: &[&[Overlay]] = &[
    math::ARITHMETIC,
    math::LOGIC,
    math::BITS,
    math::CONVERSION,
    math::COMPOSITE,
    memory::MEMORY,
    memory::PIPES,
    memory::MATRICES,
    image::IMAGES,
    atomic::ATOMIC,
    atomic::BARRIERS,
    atomic::GROUP,
    atomic::SUBGROUP,
    control::CONTROL,
    control::MODULE,
    tracing::TRACING,
    vendor::VENDOR,
];

/// Instructions that no op mirrors one to one: the IR models them as types, attributes, locations,
/// block arguments or successors, or by ops written by hand (see [`crate::structure`]). All
/// instructions that declare types belong here too.
pub const NOT_OPS: &[u32] = &[
    // Header of a module: attributes of `spv.module`, and ops of their own.
    op::CAPABILITY,
    op::EXTENSION,
    op::EXT_INST_IMPORT,
    op::MEMORY_MODEL,
    op::ENTRY_POINT,
    op::EXECUTION_MODE,
    op::EXECUTION_MODE_ID,
    // Names, locations, decorations: attributes.
    op::NAME,
    op::MEMBER_NAME,
    op::LINE,
    op::NO_LINE,
    op::DECORATE,
    op::MEMBER_DECORATE,
    op::DECORATION_GROUP,
    op::GROUP_DECORATE,
    op::GROUP_MEMBER_DECORATE,
    op::DECORATE_ID,
    op::DECORATE_STRING,
    op::MEMBER_DECORATE_STRING,
    op::MEMBER_DECORATE_ID_EXT,
    // Parts of long instructions: joined with what they continue.
    op::SOURCE_CONTINUED,
    op::TYPE_STRUCT_CONTINUED_INTEL,
    op::CONSTANT_COMPOSITE_CONTINUED_INTEL,
    op::SPEC_CONSTANT_COMPOSITE_CONTINUED_INTEL,
    op::COMPOSITE_CONSTRUCT_CONTINUED_INTEL,
    // Extended instructions: ops of their sets.
    op::EXT_INST,
    op::EXT_INST_WITH_FORWARD_REFS_KHR,
    // Constants: attributes of `spv.Constant`, and ops of their own.
    op::CONSTANT_TRUE,
    op::CONSTANT_FALSE,
    op::CONSTANT,
    op::CONSTANT_COMPOSITE,
    op::CONSTANT_COMPOSITE_REPLICATE_EXT,
    op::CONSTANT_NULL,
    op::CONSTANT_DATA_KHR,
    op::SPEC_CONSTANT_TRUE,
    op::SPEC_CONSTANT_FALSE,
    op::SPEC_CONSTANT,
    // Functions, graphs and control flow.
    op::FUNCTION,
    op::FUNCTION_PARAMETER,
    op::FUNCTION_END,
    op::GRAPH_ARM,
    op::VARIABLE,
    op::LABEL,
    op::PHI,
    op::LOOP_MERGE,
    op::SELECTION_MERGE,
    op::BRANCH,
    op::BRANCH_CONDITIONAL,
    op::SWITCH,
];

/// Number of instructions that are ops.
const COUNT: usize = {
    let mut count = 0;
    let mut i = 0;
    while i < CORE.len() {
        count += is_op(&CORE[i]) as usize;
        i += 1;
    }
    let mut i = 0;
    while i < SETS.len() {
        count += SETS[i].rows.len();
        i += 1;
    }
    count
};

/// The definitions of all instructions that are ops: the core's by opcode, then those of the
/// extended sets in order. Put together by the compiler, so that a process starts fast.
pub static OPS: [OpDef; COUNT] = {
    let mut ops = [OpDef::new(&CORE[0]); COUNT];
    // Where each core row went.
    let mut places = [usize::MAX; CORE.len()];
    let mut count = 0;
    let mut i = 0;
    while i < CORE.len() {
        if is_op(&CORE[i]) {
            ops[count] = def(&CORE[i], Traits::empty());
            places[i] = count;
            count += 1;
        }
        i += 1;
    }
    let mut i = 0;
    while i < CORE_LINES.len() {
        let mut k = 0;
        while k < CORE_LINES[i].len() {
            let line = CORE_LINES[i][k];
            let mut opcode = line.first;
            while opcode <= line.last {
                if let Some(index) = core_index(opcode) {
                    let op = &mut ops[places[index]];
                    op.traits = op.traits.union(line.traits);
                }
                opcode += 1;
            }
            k += 1;
        }
        i += 1;
    }
    let mut i = 0;
    while i < SETS.len() {
        set_ops(&SETS[i], &mut ops, count);
        count += SETS[i].rows.len();
        i += 1;
    }
    ops
};

/// The lines that state rules of types: set, first and last number in it, rules.
pub(crate) fn type_rules() -> impl Iterator<Item = (u16, u32, u32, &'static [Rule])> {
    let core = CORE_LINES.iter().map(|lines| (0, *lines));
    let all = core.chain(sets::LINES.iter().copied());
    let each = all.flat_map(|(set, lines)| lines.iter().map(move |l| (set, l.first, l.last, l.rules)));
    each.filter(|(_, _, _, rules)| !rules.is_empty())
}

/// Whether an op mirrors an instruction.
const fn is_op(row: &OpRow) -> bool {
    let mut i = 0;
    while i < NOT_OPS.len() {
        if NOT_OPS[i] == row.opcode {
            return false;
        }
        i += 1;
    }
    !starts_with(row.name, "spv.Type")
}

const fn starts_with(text: &str, prefix: &str) -> bool {
    let (text, prefix) = (text.as_bytes(), prefix.as_bytes());
    let mut i = 0;
    while i < prefix.len() {
        if i == text.len() || text[i] != prefix[i] {
            return false;
        }
        i += 1;
    }
    true
}

/// Fills in the ops of a set from `start`.
const fn set_ops(set: &'static ExtSet, ops: &mut [OpDef], start: usize) {
    // Nothing that a debugger alone reads keeps a value alive.
    let common = if set.non_semantic || set.debug_info { Traits::WEAK_USES } else { Traits::empty() };
    let mut i = 0;
    while i < set.rows.len() {
        let row = &set.rows[i];
        let mut traits = common;
        let mut l = 0;
        while l < sets::LINES.len() {
            let (number, lines) = sets::LINES[l];
            let mut k = 0;
            while number == set.number && k < lines.len() {
                if lines[k].first <= row.opcode && row.opcode <= lines[k].last {
                    traits = traits.union(lines[k].traits);
                }
                k += 1;
            }
            l += 1;
        }
        ops[start + i] = def(row, traits);
        i += 1;
    }
}

/// A row and its traits. Rows whose results may be module-level definitions begin with the symbol.
const fn def(row: &'static OpRow, mut traits: Traits) -> OpDef {
    if !row.params.is_empty() && starts_with(row.params[0].name, "sym_name") {
        traits = traits.union(Traits::SYMBOLIC).union(Traits::MODULE_SCOPE);
    }
    let mut def = OpDef::new(row);
    def.traits = traits;
    crate::fold::complete(def)
}

#[cfg(test)]
mod tests;
