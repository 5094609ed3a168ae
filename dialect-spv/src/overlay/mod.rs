//! Hand-written op properties that the grammar lacks
//!
//! The properties are traits, type rules, assembly formats, folds and canonicalization patterns. Each op or family of
//! ops has one *overlay entry*. An op without an overlay entry has no traits, so its effects are unknown. The traits
//! have these meanings:
//!
//! - *pure*: the result depends only on the operands. Undefined cases such as a division by zero do not count as
//!   effects.
//! - *reads*: reads memory or the state of other invocations. The op is dead if its result is unused. Two ops with the
//!   same operands have the same result only if no write occurs between them.
//! - *writes*: has a side effect.
//! - *convergent*: must execute with the same set of invocations as in the original program. This includes ops whose
//!   result must be used in the same block.

mod atomics;
mod control;
pub mod effects;
mod image;
mod math;
mod memory;
mod sets;
mod structure;
mod tracing;
mod vendor;

use crate::fold::composite_values::ValueFoldFn;
use crate::fold::identity::Identity;
use crate::fold::lane::LaneFn;
use crate::fold::{self, FoldRule};
use crate::generated::extinst::{GLSL, SETS};
use crate::generated::opcodes as op;
use crate::generated::ops::CORE;
use crate::llvm::{operand_forms, tosa};
use crate::sets::ExtSet;
use crate::table::core_index;
use crate::text::formats;
use crate::types;
use crate::verify::rule::Rule;
use spv_ir::builtin::FIRST_DIALECT_OP;
use spv_ir::dialect::{HintFn, InferFn, OpDef, OpRow, Registry, ResultKind, Traits};
use spv_ir::text::{OpParseFn, OpPrintFn};
use spv_ir::{FoldFn, RewriteFn};

/// An overlay entry: the properties of one instruction, or of all instructions in a range of opcodes.
#[derive(Clone, Copy)]
pub(crate) struct Overlay {
    first: u32,
    last: u32,
    /// Number of instructions in the range from `first` to `last`.
    count: u32,
    traits: Traits,
    rules: &'static [Rule],
    format: &'static str,
    later_format: &'static str,
    infer: Option<InferFn>,
    form: &'static str,
    custom: Option<(OpParseFn, OpPrintFn)>,
    hint: Option<HintFn>,
    result_type: Option<InferFn>,
    fold: FoldRule,
    patterns: &'static [RewriteFn],
}

/// Creates the overlay entry of one instruction. The following methods set its properties.
const fn row(opcode: u32) -> Overlay {
    family(opcode, opcode, 1)
}

/// Creates the overlay entry of all instructions from `first` to `last`, which have the same properties. Compilation
/// fails unless the grammar has `count` instructions in the range, so that new instructions are reviewed.
const fn family(first: u32, last: u32, count: u32) -> Overlay {
    Overlay { first, last, count, ..entry() }
}

/// Creates the overlay entry of an op that is not an instruction.
const fn entry() -> Overlay {
    Overlay {
        first: 0,
        last: 0,
        count: 0,
        traits: Traits::empty(),
        rules: &[],
        format: "",
        later_format: "",
        infer: None,
        form: "",
        custom: None,
        hint: None,
        result_type: None,
        fold: FoldRule::NONE,
        patterns: &[],
    }
}

impl Overlay {
    const fn with(mut self, traits: Traits) -> Overlay {
        self.traits = self.traits.union(traits);
        self
    }

    /// Sets the type rules, which are a list in [`crate::verify::lists`].
    const fn types(mut self, rules: &'static [Rule]) -> Overlay {
        self.rules = rules;
        self
    }

    /// Sets the assembly format (see [`spv_ir::format`]). An op without this property has the format that its traits
    /// select ([`formats::by_traits`]), or the uniform form.
    const fn format(mut self, format: &'static str) -> Overlay {
        self.format = format;
        self
    }

    /// Sets the assembly format of LLVM 19, if it differs from the format of LLVM 14.
    const fn later(mut self, format: &'static str) -> Overlay {
        self.later_format = format;
        self
    }

    /// Sets the function that infers the result type, if the assembly format omits that type.
    const fn infers(mut self, infer: InferFn) -> Overlay {
        self.infer = Some(infer);
        self
    }

    /// Sets hand-written syntax: syntax summary, parser and printer.
    const fn text(mut self, form: &'static str, parse: OpParseFn, print: OpPrintFn) -> Overlay {
        self.form = form;
        self.custom = Some((parse, print));
        self
    }

    /// Sets the function that suggests a name for the result when the op is printed.
    const fn hint(mut self, hint: HintFn) -> Overlay {
        self.hint = Some(hint);
        self
    }

    /// Sets the function with which builders infer the result type. Used if the assembly format contains that type.
    const fn result_type(mut self, infer: InferFn) -> Overlay {
        self.result_type = Some(infer);
        self
    }

    /// Sets the constant evaluation function for one lane.
    const fn lane(mut self, function: LaneFn) -> Overlay {
        self.fold.lane = Some(function);
        self
    }

    /// Sets the constant evaluation function for all lanes together.
    const fn value_fold(mut self, function: ValueFoldFn) -> Overlay {
        self.fold.whole = Some(function);
        self
    }

    /// Sets the algebraic identities that fold the op.
    const fn identities(mut self, identities: &'static [Identity]) -> Overlay {
        self.fold.identities = identities;
        self
    }

    /// Sets the fold functions. They are tried in order, after constant evaluation and identities.
    const fn folds(mut self, folds: &'static [FoldFn]) -> Overlay {
        self.fold.folds = folds;
        self
    }

    /// Sets the canonicalization patterns. They are tried in order.
    const fn patterns(mut self, patterns: &'static [RewriteFn]) -> Overlay {
        self.patterns = patterns;
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

/// The overlay entries of all core instructions.
const CORE_ENTRIES: &[&[Overlay]] = &[
    math::ARITHMETIC,
    math::LOGIC,
    math::BITS,
    math::CONVERSION,
    math::COMPOSITE,
    memory::MEMORY,
    memory::PIPES,
    memory::MATRICES,
    image::IMAGES,
    atomics::ATOMIC,
    atomics::BARRIERS,
    atomics::GROUP,
    atomics::SUBGROUP,
    control::CONTROL,
    control::MODULE,
    tracing::TRACING,
    vendor::VENDOR,
];

/// Instructions without a one-to-one op. The IR represents them as types, attributes, locations, block arguments or
/// successors, or as hand-written ops (see [`crate::structure`]). Instructions that declare types also have no
/// one-to-one op, but are not listed.
pub const NOT_OPS: &[u32] = &[
    // Module header: represented as attributes of `spv.module`, and hand-written ops.
    op::CAPABILITY,
    op::EXTENSION,
    op::EXT_INST_IMPORT,
    op::MEMORY_MODEL,
    op::ENTRY_POINT,
    op::EXECUTION_MODE,
    op::EXECUTION_MODE_ID,
    // Names, locations and decorations: represented as attributes.
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
    // Continuations of long instructions: joined with the instruction that they continue.
    op::SOURCE_CONTINUED,
    op::TYPE_STRUCT_CONTINUED_INTEL,
    op::CONSTANT_COMPOSITE_CONTINUED_INTEL,
    op::SPEC_CONSTANT_COMPOSITE_CONTINUED_INTEL,
    op::COMPOSITE_CONSTRUCT_CONTINUED_INTEL,
    // Extended instructions: each instruction is an op of its extended instruction set.
    op::EXT_INST,
    op::EXT_INST_WITH_FORWARD_REFS_KHR,
    // Constants: represented as attributes of `spv.Constant`, and hand-written ops.
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
    // Functions, graphs and control flow: hand-written ops.
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

/// Core instructions that are not terminators, although they have neither an overlay entry nor a result.
const CONTINUING: &[u32] = &[
    op::RETAIN_EVENT,
    op::RELEASE_EVENT,
    op::SET_USER_EVENT_STATUS,
    op::CAPTURE_EVENT_PROFILING_INFO,
    op::ENQUEUE_NODE_PAYLOADS_AMDX,
    op::RESTORE_MEMORY_INTEL,
    op::LOOP_CONTROL_INTEL,
    op::TASK_SEQUENCE_ASYNC_ALTERA,
    op::TASK_SEQUENCE_RELEASE_ALTERA,
];

/// Number of ops that correspond to a single instruction.
pub(crate) const INSTRUCTIONS: usize = {
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

/// Number of all ops in the dialect.
const COUNT: usize = INSTRUCTIONS + structure::ENTRIES.len() + tosa::OPS.len() + operand_forms::OPS.len();

/// Tables that are computed at compile time, so that a process need not build them at startup.
#[derive(Clone, Copy)]
struct Tables {
    ops: [OpDef; COUNT],
    rules: [&'static [Rule]; COUNT],
    /// For each core instruction, in the order of [`CORE`]: one plus the index of its op, or 0 if it has no op.
    of_core: [u16; CORE.len()],
    /// Index of the first op of each extended instruction set.
    of_sets: [u16; SETS.len()],
}

const TABLES: Tables = {
    let mut tables = Tables {
        ops: [OpDef::new(&CORE[0]); COUNT],
        rules: [&[]; COUNT],
        of_core: [0; CORE.len()],
        of_sets: [0; SETS.len()],
    };
    let mut count = 0;
    let mut i = 0;
    while i < CORE.len() {
        if is_op(&CORE[i]) {
            tables.ops[count] = def(&CORE[i], row_traits(&CORE[i]), &CORE_ENTRY_OF[i]);
            tables.rules[count] = rules(&CORE_ENTRY_OF[i]);
            count += 1;
            tables.of_core[i] = count as u16;
        } else {
            assert!(CORE_ENTRY_OF[i].is_none(), "an overlay entry of an instruction that is no op");
        }
        i += 1;
    }
    let mut i = 0;
    while i < SETS.len() {
        tables.of_sets[i] = count as u16;
        set_ops(&SETS[i], &mut tables, count);
        count += SETS[i].rows.len();
        i += 1;
    }
    let mut i = 0;
    while i < structure::ENTRIES.len() {
        let (row, entry) = structure::ENTRIES[i];
        tables.ops[count] = def(row, Traits::empty(), &Some(entry));
        // Use only the traits of the overlay entry. Hand-written functions verify these ops, and the traits determine
        // which ops need only one check per signature.
        tables.ops[count].traits = entry.traits;
        count += 1;
        i += 1;
    }
    let mut i = 0;
    while i < tosa::OPS.len() {
        let entry = entry().pure().format(tosa::OPS[i].format);
        tables.ops[count] = def(&tosa::OPS[i].row, Traits::empty(), &Some(entry));
        count += 1;
        i += 1;
    }
    let mut i = 0;
    while i < operand_forms::OPS.len() {
        let (row, format) = &operand_forms::OPS[i];
        tables.ops[count] = def(row, Traits::empty(), &Some(entry().format(format)));
        count += 1;
        i += 1;
    }
    tables
};

/// Definitions of all ops: core instructions by opcode, extended instruction sets in order, the ops of
/// [`crate::structure`], and ops in LLVM's form.
pub static OPS: [OpDef; COUNT] = TABLES.ops;

/// Type rules of each op in [`OPS`]; empty for ops that are not instructions.
pub static RULES: [&[Rule]; COUNT] = TABLES.rules;

static OF_CORE: [u16; CORE.len()] = TABLES.of_core;
static OF_SETS: [u16; SETS.len()] = TABLES.of_sets;

/// Returns the dialect's op definitions in a registry, or `None` if they are the original [`OPS`].
pub fn changed_ops(registry: &Registry) -> Option<&[&'static OpDef]> {
    let first = usize::from(FIRST_DIALECT_OP.0);
    let ops = registry.ops().get(first..first + COUNT)?;
    ops.first().filter(|def| !std::ptr::eq(**def, &OPS[0])).map(|_| ops)
}

/// Returns the index in [`OPS`] of a core instruction's op, or `None` if the instruction has no one-to-one op.
pub const fn op_of_core(opcode: u32) -> Option<usize> {
    match core_index(opcode) {
        Some(index) => (OF_CORE[index] as usize).checked_sub(1),
        None => None,
    }
}

/// Returns the index in [`OPS`] of an instruction's op, given the instruction set and the opcode in that set. Returns
/// `None` if there is no op.
pub(crate) fn op_by_code(set: u16, opcode: u32) -> Option<usize> {
    match usize::from(set).checked_sub(1) {
        None => op_of_core(opcode),
        Some(index) => Some(usize::from(*OF_SETS.get(index)?) + SETS[index].position(opcode)?),
    }
}

/// Overlay entry of each core instruction, in the order of [`CORE`].
static CORE_ENTRY_OF: [Option<Overlay>; CORE.len()] = entries_of(CORE, CORE_ENTRIES);

/// Returns the overlay entry of each grammar entry in `rows`, which must be sorted by opcode. Compilation fails if two
/// overlay entries cover the same instruction, or an overlay entry does not cover as many instructions as it declares.
const fn entries_of<const N: usize>(rows: &[OpRow], entries: &[&[Overlay]]) -> [Option<Overlay>; N] {
    let mut of = [None; N];
    let mut i = 0;
    while i < entries.len() {
        let mut k = 0;
        while k < entries[i].len() {
            let entry = entries[i][k];
            let mut at = position(rows, entry.first);
            let mut count = 0;
            while at < rows.len() && rows[at].opcode <= entry.last {
                assert!(of[at].is_none(), "two overlay entries of one instruction");
                of[at] = Some(entry);
                count += 1;
                at += 1;
            }
            assert!(count == entry.count, "a family with another number of instructions than stated");
            k += 1;
        }
        i += 1;
    }
    of
}

/// Returns the index of the first grammar entry whose opcode is at least `opcode`. The entries must be sorted.
const fn position(rows: &[OpRow], opcode: u32) -> usize {
    let (mut low, mut high) = (0, rows.len());
    while low < high {
        let middle = low.midpoint(high);
        if rows[middle].opcode < opcode {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

/// Fold rules of core instructions, in the order of [`CORE`].
pub(crate) static CORE_FOLDS: [FoldRule; CORE.len()] = {
    let mut folds = [FoldRule::NONE; CORE.len()];
    let mut i = 0;
    while i < CORE.len() {
        if let Some(entry) = &CORE_ENTRY_OF[i] {
            folds[i] = entry.fold;
        }
        i += 1;
    }
    folds
};

/// Fold rules of `GLSL.std.450` instructions, by opcode.
pub(crate) static GLSL_FOLDS: [FoldRule; GLSL[GLSL.len() - 1].opcode as usize + 1] = {
    let entries: [Option<Overlay>; GLSL.len()] = entries_of(GLSL, &[sets::GLSL]);
    let mut folds = [FoldRule::NONE; GLSL[GLSL.len() - 1].opcode as usize + 1];
    let mut i = 0;
    while i < GLSL.len() {
        if let Some(entry) = &entries[i] {
            folds[GLSL[i].opcode as usize] = entry.fold;
        }
        i += 1;
    }
    folds
};

const fn rules(entry: &Option<Overlay>) -> &'static [Rule] {
    match entry {
        Some(entry) => entry.rules,
        None => &[],
    }
}

/// Returns whether type rules depend only on types, attributes and symbols.
const fn are_by_signature(rules: &[Rule]) -> bool {
    let mut i = 0;
    while i < rules.len() {
        if matches!(rules[i], Rule::By(_)) {
            return false;
        }
        i += 1;
    }
    true
}

/// Returns whether a core instruction has a one-to-one op.
const fn is_op(row: &OpRow) -> bool {
    !contains(NOT_OPS, row.opcode) && !types::starts_with(row.name, "spv.Type")
}

/// Returns whether a list contains an opcode. Usable in constant expressions.
pub const fn contains(list: &[u32], opcode: u32) -> bool {
    let mut i = 0;
    while i < list.len() {
        if list[i] == opcode {
            return true;
        }
        i += 1;
    }
    false
}

/// Fills in the ops of an extended instruction set, starting at index `start`.
const fn set_ops(set: &'static ExtSet, tables: &mut Tables, start: usize) {
    let common = match (set.debug_info, set.non_semantic) {
        (true, _) => Traits::DEBUG_INFO.union(Traits::PURE).union(Traits::WEAK_USES),
        (false, true) => Traits::WEAK_USES,
        (false, false) => Traits::empty(),
    };
    let mut entries: &[Overlay] = &[];
    let mut l = 0;
    while l < sets::ENTRIES.len() {
        if sets::ENTRIES[l].0 == set.number {
            entries = sets::ENTRIES[l].1;
        }
        l += 1;
    }
    let of: [Option<Overlay>; LARGEST_SET] = entries_of(set.rows, &[entries]);
    let mut i = 0;
    while i < set.rows.len() {
        tables.ops[start + i] = def(&set.rows[i], common.union(row_traits(&set.rows[i])), &of[i]);
        tables.rules[start + i] = rules(&of[i]);
        i += 1;
    }
}

/// Number of instructions in the largest extended instruction set.
const LARGEST_SET: usize = {
    let mut largest = 0;
    let mut i = 0;
    while i < SETS.len() {
        if SETS[i].rows.len() > largest {
            largest = SETS[i].rows.len();
        }
        i += 1;
    }
    largest
};

/// Returns the traits that a grammar entry implies. If the result of an instruction may be a module-level definition,
/// its first parameter is the symbol.
const fn row_traits(row: &OpRow) -> Traits {
    if !row.params.is_empty() && types::starts_with(row.params[0].name, "sym_name") {
        return Traits::SYMBOLIC.union(Traits::MODULE_SCOPE);
    }
    Traits::empty()
}

/// Combines a grammar entry with its overlay entry.
const fn def(row: &'static OpRow, traits: Traits, entry: &Option<Overlay>) -> OpDef {
    let mut def = OpDef::new(row);
    def.traits = match are_by_signature(rules(entry)) {
        true => traits.union(Traits::DIALECT_CHECK_BY_SIGNATURE),
        false => traits,
    };
    let Some(entry) = entry else {
        // The instruction may be a terminator: it comes from a newer grammar, and has neither a result nor an overlay
        // entry.
        if row.set == 0 && matches!(row.result, ResultKind::None) && !contains(CONTINUING, row.opcode) {
            def.traits = def.traits.union(Traits::MAY_TERMINATE);
        }
        return def;
    };
    def.traits = def.traits.union(entry.traits);
    def.effects = effects::of(row, def.traits);
    def.format = entry.format;
    def.later_format = entry.later_format;
    def.infer = entry.infer;
    def.form = entry.form;
    def.custom = entry.custom;
    def.hint = entry.hint;
    if entry.format.is_empty() && entry.custom.is_none() {
        let selected = formats::by_traits(row, def.traits);
        def.format = selected.format;
        if entry.later_format.is_empty() {
            def.later_format = selected.later;
        }
        if selected.infer.is_some() {
            def.infer = selected.infer;
        }
    }
    def.result_type = match def.infer {
        Some(infer) => Some(infer),
        None => entry.result_type,
    };
    if !entry.fold.is_none() {
        assert!(row.set == 0 || row.set == op::set::GLSL, "a fold of an instruction of another set");
        def.fold = Some(fold::fold);
    }
    def.canonicalize = entry.patterns;
    def
}

#[cfg(test)]
mod tests;
