//! Export strategies of op definitions, computed at compile time

use super::{Section, words};
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::ops::SHAPES;
use spv_dialect::overlay::{OPS, changed_ops};
use spv_dialect::structure;
use spv_dialect::table::core_index;
use spv_ir::builtin::FIRST_DIALECT_OP;
use spv_ir::dialect::{ABSENT, NO_OPCODE, OpDef, OpDefId, OpRow, Registry, Rest, ResultKind, Traits, same};

/// The export strategy of an op.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportKind {
    /// An op of another dialect, or an `spv.module`; not exportable.
    Foreign,
    /// A constant or symbol reference. Writes no instruction, because its value has a module-level id.
    Silent,
    /// An OpUndef in a function or at module scope.
    Undef,
    /// An `spv.SpecConstantOperation` in a function.
    SpecOperation,
    /// A function-level OpVariable.
    Variable,
    /// A core instruction, written according to its grammar entry.
    Core,
    /// An instruction of a known extended set.
    ExtInst,
    /// An extended instruction whose instruction set or number is unknown.
    OpaqueExtInst,
    Branch,
    BranchConditional,
    Switch,
    Selection,
    Loop,
    Merge,
    /// A branch to the merge block of the innermost enclosing loop.
    Break,
    /// A branch to the continue target of the innermost enclosing loop.
    Continue,
    /// A branch to the merge block of the innermost enclosing switch.
    SwitchBreak,
    Function,
    Graph,
    GlobalVariable,
    GlobalConstant,
    SpecConstant,
    SpecConstantOp,
    EntryPoint,
    ExecutionMode,
    Source,
}

/// The fast path for an op definition; see the module `fast_emit`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shortcut {
    None,
    /// Writes nothing: a constant or symbol reference.
    Silent,
    /// An OpVariable.
    Variable,
    /// A core instruction with an optional result, SSA operands and literals.
    Core,
    /// An extended instruction with an optional result, SSA operands and literals.
    Set,
}

/// The properties of an op definition that export needs.
#[derive(Clone, Copy, Debug)]
pub struct ExportPlan {
    pub kind: ExportKind,
    /// The kind of operands that follow the SSA operands.
    pub rest: Rest,
    /// The opcode, or the instruction number in the extended instruction set.
    pub opcode: u32,
    /// The extended instruction set; 0 for core instructions.
    pub set: u16,
    /// Whether the instruction has a result type.
    pub result_type: bool,
    /// Whether the instruction has a result id.
    pub result_id: bool,
    /// Whether the op may have no result. The exported instruction then has a void result.
    pub void_result: bool,
    /// Number of leading op parameters that are not instruction operands (symbol and type).
    pub skip: u8,
    /// Index of the first attribute slot that holds the branch's merge instruction. Unused for other ops.
    pub merge_slot: u8,
    /// Whether the op always terminates its block.
    pub terminator: bool,
    /// Whether the op may be the last op of its block without a separate terminator.
    pub may_terminate: bool,
    /// Whether the op may appear in a function body.
    pub local: bool,
    /// Whether the op may appear at module level.
    pub global: bool,
    /// Binary section of the op at module level.
    pub section: Section,
    pub shortcut: Shortcut,
    /// Opcode word of a fast-path instruction without operands. The fast path adds the operand count to its length.
    pub first: u32,
    /// A mask and a value: the op has no literals if its first slot, masked, equals the value. A single test avoids an
    /// unpredictable branch on the operand layout.
    pub bare: (u32, u32),
}

/// The export plans of all op definitions in the dialect.
static PLANS: [ExportPlan; OPS.len()] = {
    let mut plans = [FOREIGN; OPS.len()];
    let mut i = 0;
    while i < OPS.len() {
        plans[i] = plan(&OPS[i]);
        i += 1;
    }
    plans
};

/// The same export plans without fast paths, so that each op is written according to its grammar entry.
static GENERAL_PLANS: [ExportPlan; OPS.len()] = {
    let mut plans = PLANS;
    let mut i = 0;
    while i < OPS.len() {
        plans[i].shortcut = Shortcut::None;
        plans[i].rest = Rest::Other;
        i += 1;
    }
    plans
};

/// The export plan of all op definitions in other dialects.
static FOREIGN_PLAN: ExportPlan = FOREIGN;

/// The export plans of all op definitions in a registry.
#[derive(Clone, Copy)]
pub struct Plans<'r> {
    plans: &'r [ExportPlan],
}

impl<'r> Plans<'r> {
    /// Returns the export plans for a registry. If `fast` is false, no plan has a fast path.
    pub fn new(registry: &'r Registry, fast: bool) -> Plans<'r> {
        let plans = match changed_ops(registry) {
            None if fast => &PLANS[..],
            None => &GENERAL_PLANS,
            // The embedding program has replaced op definitions of the dialect. These plans always include fast
            // paths.
            Some(ops) => registry.derived(|_| ops.iter().map(|def| plan(def)).collect::<Vec<ExportPlan>>()),
        };
        Plans { plans }
    }

    /// Returns the export plan of an op definition.
    #[inline]
    pub fn get(self, def: OpDefId) -> &'r ExportPlan {
        let number = def.0.wrapping_sub(FIRST_DIALECT_OP.0);
        self.plans.get(usize::from(number)).unwrap_or(&FOREIGN_PLAN)
    }
}

const FOREIGN: ExportPlan = ExportPlan {
    kind: ExportKind::Foreign,
    rest: Rest::Other,
    opcode: NO_OPCODE,
    set: 0,
    result_type: true,
    result_id: true,
    void_result: false,
    skip: 0,
    merge_slot: 0,
    terminator: false,
    may_terminate: false,
    local: true,
    global: false,
    section: Section::Declarations,
    shortcut: Shortcut::None,
    first: 0,
    bare: (0, 1),
};

/// Hand-written op definitions, each with its export strategy and opcode.
const STRUCTURE: &[(&OpRow, ExportKind, u32)] = &[
    (&structure::FUNC, ExportKind::Function, op::FUNCTION),
    (&structure::GRAPH, ExportKind::Graph, op::GRAPH_ARM),
    (&structure::GLOBAL_VARIABLE, ExportKind::GlobalVariable, op::VARIABLE),
    (&structure::GLOBAL_CONSTANT, ExportKind::GlobalConstant, op::CONSTANT),
    (&structure::SPEC_CONSTANT, ExportKind::SpecConstant, op::SPEC_CONSTANT),
    (&structure::ENTRY_POINT, ExportKind::EntryPoint, op::ENTRY_POINT),
    (&structure::EXECUTION_MODE, ExportKind::ExecutionMode, op::EXECUTION_MODE),
    (&structure::EXECUTION_MODE_ID, ExportKind::ExecutionMode, op::EXECUTION_MODE_ID),
    (&structure::CONSTANT, ExportKind::Silent, op::CONSTANT),
    (&structure::ADDRESS_OF, ExportKind::Silent, op::NOP),
    (&structure::REFERENCE_OF, ExportKind::Silent, op::NOP),
    (&structure::SPEC_CONSTANT_OPERATION, ExportKind::SpecOperation, op::SPEC_CONSTANT_OP),
    (&structure::VARIABLE, ExportKind::Variable, op::VARIABLE),
    (&structure::EXT_INST, ExportKind::OpaqueExtInst, op::EXT_INST),
    (&structure::BRANCH, ExportKind::Branch, op::BRANCH),
    (&structure::BRANCH_CONDITIONAL, ExportKind::BranchConditional, op::BRANCH_CONDITIONAL),
    (&structure::SWITCH, ExportKind::Switch, op::SWITCH),
    (&structure::SELECTION, ExportKind::Selection, op::SELECTION_MERGE),
    (&structure::LOOP, ExportKind::Loop, op::LOOP_MERGE),
    (&structure::MERGE, ExportKind::Merge, op::NOP),
    (&structure::BREAK, ExportKind::Break, op::BRANCH),
    (&structure::CONTINUE, ExportKind::Continue, op::BRANCH),
    (&structure::SWITCH_BREAK, ExportKind::SwitchBreak, op::BRANCH),
];

/// Ops from the grammar that require a special export strategy.
const NAMED: &[(&str, ExportKind)] = &[
    ("spv.Undef", ExportKind::Undef),
    ("spv.SpecConstantOp", ExportKind::SpecConstantOp),
    ("spv.Source", ExportKind::Source),
];

const fn plan(def: &OpDef) -> ExportPlan {
    let mut plan = by_row(def);
    let mut i = 0;
    while i < STRUCTURE.len() {
        let (row, kind, opcode) = STRUCTURE[i];
        if same(row.name, def.row.name) {
            plan.kind = kind;
            plan.opcode = opcode;
            plan.section = match kind {
                ExportKind::EntryPoint => Section::EntryPoints,
                ExportKind::ExecutionMode => Section::Modes,
                _ => plan.section,
            };
        }
        i += 1;
    }
    let mut i = 0;
    while i < NAMED.len() {
        if same(NAMED[i].0, def.row.name) {
            plan.kind = NAMED[i].1;
        }
        i += 1;
    }
    plan.shortcut = shortcut(&plan);
    let (head, opcode) = match plan.shortcut {
        Shortcut::Variable => (4, op::VARIABLE),
        Shortcut::Set => (5, op::EXT_INST),
        _ if plan.result_type => (3, plan.opcode),
        _ => (1, plan.opcode),
    };
    plan.first = words::first(head, opcode);
    plan
}

const fn by_row(def: &OpDef) -> ExportPlan {
    let (row, layout) = (def.row, &def.layout);
    let mut plan = ExportPlan {
        rest: match (layout.prefix, layout.rest) {
            (0, rest) => rest,
            // The symbol and type slots precede the slots of literals, so the fast path does not apply.
            (_, Rest::Nothing) => Rest::Nothing,
            _ => Rest::Other,
        },
        opcode: row.opcode,
        set: row.set,
        void_result: matches!(row.result, ResultKind::Optional),
        skip: layout.prefix,
        merge_slot: match layout.merge {
            Some(slot) => slot as u8,
            None => 0,
        },
        terminator: def.traits.contains(Traits::TERMINATOR),
        may_terminate: def.traits.contains(Traits::MAY_TERMINATE),
        local: !def.traits.contains(Traits::MODULE_ONLY),
        global: def.traits.intersects(
            Traits::SYMBOLIC.union(Traits::SYMBOL).union(Traits::MODULE_SCOPE).union(Traits::MODULE_ONLY),
        ),
        section: section(row.set, row.opcode),
        ..FOREIGN
    };
    plan.bare = match plan.rest {
        Rest::Nothing => (0, 0),
        Rest::Enumerants if layout.slots == 2 => (u32::MAX, ABSENT),
        Rest::Words => (u32::MAX, 0),
        _ => plan.bare,
    };
    if row.set != 0 {
        plan.kind = ExportKind::ExtInst;
    } else if let Some(index) = core_index(row.opcode) {
        plan.kind = ExportKind::Core;
        plan.result_type = SHAPES[index].result_type;
        plan.result_id = SHAPES[index].result_id;
    }
    plan
}

/// Selects the fast path for an op definition.
const fn shortcut(plan: &ExportPlan) -> Shortcut {
    let has_fixed_layout = matches!(plan.rest, Rest::Nothing | Rest::Enumerants | Rest::Words)
        && plan.local
        && !plan.terminator
        && !plan.may_terminate
        && plan.result_type == plan.result_id;
    match plan.kind {
        ExportKind::Silent => Shortcut::Silent,
        ExportKind::Variable => Shortcut::Variable,
        ExportKind::Core if has_fixed_layout => Shortcut::Core,
        ExportKind::ExtInst if has_fixed_layout => Shortcut::Set,
        _ => Shortcut::None,
    }
}

/// Returns the binary section of a module-level instruction.
const fn section(set: u16, opcode: u32) -> Section {
    match opcode {
        _ if set != 0 => Section::Declarations,
        op::GRAPH_ENTRY_POINT_ARM => Section::Functions,
        _ => Section::of(opcode),
    }
}
