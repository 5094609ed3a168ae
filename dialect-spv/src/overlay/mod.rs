//! Hand-written op properties that the grammar lacks. These are traits, type rules, assembly formats, folds and
//! canonicalization patterns.
//!
//! Each op or family of ops has one line. An op without a line has no traits, which means unknown effects. The traits
//! mean:
//!
//! - *pure*: the result depends only on the operands. Undefined cases such as a division by zero do not count as
//!   effects.
//! - *reads*: reads memory or the state of other invocations. Dead if the result is unused. Two equal ops have the
//!   same value only if no write occurs between them.
//! - *writes*: has a side effect.
//! - *convergent*: must execute with the same set of invocations. This includes ops whose result must be used in the
//!   same block.

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

/// An overlay line: the properties of one instruction, or of a range of opcodes.
#[derive(Clone, Copy)]
pub(crate) struct Overlay {
    first: u32,
    last: u32,
    /// Number of instructions from `first` to `last`.
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

/// Begins the line of one instruction.
const fn row(opcode: u32) -> Overlay {
    family(opcode, opcode, 1)
}

/// Begins the line of all instructions from `first` to `last`, which have the same properties. Compilation fails if
/// the grammar has more or fewer than `count` instructions in the range, so that new instructions are reviewed.
const fn family(first: u32, last: u32, count: u32) -> Overlay {
    Overlay { first, last, count, ..line() }
}

/// Begins the line of an op that is not an instruction.
const fn line() -> Overlay {
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

    /// Sets the type rules: a list of [`crate::verify::lists`].
    const fn types(mut self, rules: &'static [Rule]) -> Overlay {
        self.rules = rules;
        self
    }

    /// Sets the assembly format (see [`spv_ir::format`]). Without it, the op has the format that its traits select
    /// ([`formats::by_traits`]), or the uniform form.
    const fn format(mut self, format: &'static str) -> Overlay {
        self.format = format;
        self
    }

    /// Sets the assembly format of LLVM 19, if it differs.
    const fn later(mut self, format: &'static str) -> Overlay {
        self.later_format = format;
        self
    }

    /// Sets the inference of a result type that the format omits.
    const fn infers(mut self, infer: InferFn) -> Overlay {
        self.infer = Some(infer);
        self
    }

    /// Sets hand-written syntax: summary, parser and printer.
    const fn text(mut self, form: &'static str, parse: OpParseFn, print: OpPrintFn) -> Overlay {
        self.form = form;
        self.custom = Some((parse, print));
        self
    }

    /// Sets the function that suggests a name for the result.
    const fn hint(mut self, hint: HintFn) -> Overlay {
        self.hint = Some(hint);
        self
    }

    /// Sets the result type inference for builders, for formats that state the type.
    const fn result_type(mut self, infer: InferFn) -> Overlay {
        self.result_type = Some(infer);
        self
    }

    /// Sets constant evaluation per lane.
    const fn lane(mut self, function: LaneFn) -> Overlay {
        self.fold.lane = Some(function);
        self
    }

    /// Sets constant evaluation as a whole.
    const fn value_fold(mut self, function: ValueFoldFn) -> Overlay {
        self.fold.whole = Some(function);
        self
    }

    /// Sets the algebraic identities.
    const fn identities(mut self, identities: &'static [Identity]) -> Overlay {
        self.fold.identities = identities;
        self
    }

    /// Sets further folds, tried in order.
    const fn folds(mut self, folds: &'static [FoldFn]) -> Overlay {
        self.fold.folds = folds;
        self
    }

    /// Sets the canonicalization patterns, tried in order.
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

/// All lines of core instructions.
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
    atomics::ATOMIC,
    atomics::BARRIERS,
    atomics::GROUP,
    atomics::SUBGROUP,
    control::CONTROL,
    control::MODULE,
    tracing::TRACING,
    vendor::VENDOR,
];

/// Instructions without a one-to-one op. The IR models them as types, attributes, locations, block arguments,
/// successors, or as hand-written ops (see [`crate::structure`]). All instructions that declare types also belong
/// here.
pub const NOT_OPS: &[u32] = &[
    // Module header: attributes of `spv.module`, and hand-written ops.
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
    // Continuations of long instructions: joined with the instruction that they continue.
    op::SOURCE_CONTINUED,
    op::TYPE_STRUCT_CONTINUED_INTEL,
    op::CONSTANT_COMPOSITE_CONTINUED_INTEL,
    op::SPEC_CONSTANT_COMPOSITE_CONTINUED_INTEL,
    op::COMPOSITE_CONSTRUCT_CONTINUED_INTEL,
    // Extended instructions: ops of their sets.
    op::EXT_INST,
    op::EXT_INST_WITH_FORWARD_REFS_KHR,
    // Constants: attributes of `spv.Constant`, and hand-written ops.
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

/// Instructions without overlay line and without result that are not terminators.
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

/// Number of instructions that are ops.
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

/// Number of ops.
const COUNT: usize = INSTRUCTIONS + structure::LINES.len() + tosa::OPS.len() + operand_forms::OPS.len();

/// Tables computed at compile time, so that a process builds nothing at startup.
#[derive(Clone, Copy)]
struct Tables {
    ops: [OpDef; COUNT],
    rules: [&'static [Rule]; COUNT],
    /// One plus the op index of each core instruction, in the order of [`CORE`]; 0 for an instruction without op.
    of_core: [u16; CORE.len()],
    /// Index of the first op of each set.
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
            tables.ops[count] = def(&CORE[i], row_traits(&CORE[i]), &CORE_LINE_OF[i]);
            tables.rules[count] = rules(&CORE_LINE_OF[i]);
            count += 1;
            tables.of_core[i] = count as u16;
        } else {
            assert!(CORE_LINE_OF[i].is_none(), "an overlay line of an instruction that is no op");
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
    while i < structure::LINES.len() {
        let (row, line) = structure::LINES[i];
        tables.ops[count] = def(row, Traits::empty(), &Some(line));
        // Functions check these ops. The line's traits state which ops need only one check per signature.
        tables.ops[count].traits = line.traits;
        count += 1;
        i += 1;
    }
    let mut i = 0;
    while i < tosa::OPS.len() {
        let line = line().pure().format(tosa::OPS[i].format);
        tables.ops[count] = def(&tosa::OPS[i].row, Traits::empty(), &Some(line));
        count += 1;
        i += 1;
    }
    let mut i = 0;
    while i < operand_forms::OPS.len() {
        let (row, format) = &operand_forms::OPS[i];
        tables.ops[count] = def(row, Traits::empty(), &Some(line().format(format)));
        count += 1;
        i += 1;
    }
    tables
};

/// Definitions of all ops: core instructions by opcode, extended sets in order, the ops of [`crate::structure`], and
/// ops in LLVM's form.
pub static OPS: [OpDef; COUNT] = TABLES.ops;

/// Type rules of each op in [`OPS`] that is an instruction.
pub static RULES: [&[Rule]; COUNT] = TABLES.rules;

static OF_CORE: [u16; CORE.len()] = TABLES.of_core;
static OF_SETS: [u16; SETS.len()] = TABLES.of_sets;

/// Returns the dialect's definitions in a registry, if a program replaced [`OPS`].
pub fn changed_ops(registry: &Registry) -> Option<&[&'static OpDef]> {
    let first = usize::from(FIRST_DIALECT_OP.0);
    let ops = registry.ops().get(first..first + COUNT)?;
    ops.first().filter(|def| !std::ptr::eq(**def, &OPS[0])).map(|_| ops)
}

/// Returns the index in [`OPS`] of the op for a core instruction.
pub const fn op_of_core(opcode: u32) -> Option<usize> {
    match core_index(opcode) {
        Some(index) => (OF_CORE[index] as usize).checked_sub(1),
        None => None,
    }
}

/// Returns the index in [`OPS`] of the op for an instruction, given its set and its opcode or number in the set.
pub(crate) fn op_by_code(set: u16, opcode: u32) -> Option<usize> {
    match usize::from(set).checked_sub(1) {
        None => op_of_core(opcode),
        Some(index) => Some(usize::from(*OF_SETS.get(index)?) + SETS[index].position(opcode)?),
    }
}

/// Overlay line of each core instruction, in the order of [`CORE`].
static CORE_LINE_OF: [Option<Overlay>; CORE.len()] = lines_of(CORE, CORE_LINES);

/// Returns the line of each row. The rows must be sorted by opcode. Compilation fails if a row has two lines or a
/// line covers another number of rows than it states.
const fn lines_of<const N: usize>(rows: &[OpRow], lines: &[&[Overlay]]) -> [Option<Overlay>; N] {
    let mut of = [None; N];
    let mut i = 0;
    while i < lines.len() {
        let mut k = 0;
        while k < lines[i].len() {
            let line = lines[i][k];
            let mut at = position(rows, line.first);
            let mut count = 0;
            while at < rows.len() && rows[at].opcode <= line.last {
                assert!(of[at].is_none(), "two overlay lines of one instruction");
                of[at] = Some(line);
                count += 1;
                at += 1;
            }
            assert!(count == line.count, "a family with another number of instructions than stated");
            k += 1;
        }
        i += 1;
    }
    of
}

/// Returns the index of the first row whose opcode is at least `opcode`. The rows must be sorted.
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
        if let Some(line) = &CORE_LINE_OF[i] {
            folds[i] = line.fold;
        }
        i += 1;
    }
    folds
};

/// Fold rules of `GLSL.std.450` instructions, by opcode.
pub(crate) static GLSL_FOLDS: [FoldRule; GLSL[GLSL.len() - 1].opcode as usize + 1] = {
    let lines: [Option<Overlay>; GLSL.len()] = lines_of(GLSL, &[sets::GLSL]);
    let mut folds = [FoldRule::NONE; GLSL[GLSL.len() - 1].opcode as usize + 1];
    let mut i = 0;
    while i < GLSL.len() {
        if let Some(line) = &lines[i] {
            folds[GLSL[i].opcode as usize] = line.fold;
        }
        i += 1;
    }
    folds
};

const fn rules(line: &Option<Overlay>) -> &'static [Rule] {
    match line {
        Some(line) => line.rules,
        None => &[],
    }
}

/// Returns whether type rules depend only on types, slots and symbols.
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

/// Returns whether a list contains an opcode. Usable in constants.
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

/// Fills in the ops of a set, starting at index `start`.
const fn set_ops(set: &'static ExtSet, tables: &mut Tables, start: usize) {
    let common = match (set.debug_info, set.non_semantic) {
        (true, _) => Traits::DEBUG_INFO.union(Traits::PURE).union(Traits::WEAK_USES),
        (false, true) => Traits::WEAK_USES,
        (false, false) => Traits::empty(),
    };
    let mut lines: &[Overlay] = &[];
    let mut l = 0;
    while l < sets::LINES.len() {
        if sets::LINES[l].0 == set.number {
            lines = sets::LINES[l].1;
        }
        l += 1;
    }
    let of: [Option<Overlay>; LARGEST_SET] = lines_of(set.rows, &[lines]);
    let mut i = 0;
    while i < set.rows.len() {
        tables.ops[start + i] = def(&set.rows[i], common.union(row_traits(&set.rows[i])), &of[i]);
        tables.rules[start + i] = rules(&of[i]);
        i += 1;
    }
}

/// Number of instructions of the largest extended set.
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

/// Returns the traits that a table row implies. A row whose result may be a module-level definition begins with the
/// symbol.
const fn row_traits(row: &OpRow) -> Traits {
    if !row.params.is_empty() && types::starts_with(row.params[0].name, "sym_name") {
        return Traits::SYMBOLIC.union(Traits::MODULE_SCOPE);
    }
    Traits::empty()
}

/// Combines a table row with its overlay line.
const fn def(row: &'static OpRow, traits: Traits, line: &Option<Overlay>) -> OpDef {
    let mut def = OpDef::new(row);
    def.traits = match are_by_signature(rules(line)) {
        true => traits.union(Traits::DIALECT_CHECK_BY_SIGNATURE),
        false => traits,
    };
    let Some(line) = line else {
        // An instruction of a newer grammar without result and without overlay line may be a terminator.
        if row.set == 0 && matches!(row.result, ResultKind::None) && !contains(CONTINUING, row.opcode) {
            def.traits = def.traits.union(Traits::MAY_TERMINATE);
        }
        return def;
    };
    def.traits = def.traits.union(line.traits);
    def.effects = effects::of(row, def.traits);
    def.format = line.format;
    def.later_format = line.later_format;
    def.infer = line.infer;
    def.form = line.form;
    def.custom = line.custom;
    def.hint = line.hint;
    if line.format.is_empty() && line.custom.is_none() {
        let selected = formats::by_traits(row, def.traits);
        def.format = selected.format;
        if line.later_format.is_empty() {
            def.later_format = selected.later;
        }
        if selected.infer.is_some() {
            def.infer = selected.infer;
        }
    }
    def.result_type = match def.infer {
        Some(infer) => Some(infer),
        None => line.result_type,
    };
    if !line.fold.is_none() {
        assert!(row.set == 0 || row.set == op::set::GLSL, "a fold of an instruction of another set");
        def.fold = Some(fold::fold);
    }
    def.canonicalize = line.patterns;
    def
}

#[cfg(test)]
mod tests;
