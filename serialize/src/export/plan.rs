//! What export does with each op definition: found out once, so that the loop over ops asks a table.

use super::{Section, words};
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::ops::SHAPES;
use spv_dialect::structure;
use spv_dialect::table::core_index;
use spv_ir::dialect::{ABSENT, InstructionLayout, OpDef, OpDefId, OpRow, Registry, Rest, ResultKind, Traits};

/// How an op is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Of another dialect, or a module: cannot be exported.
    Foreign,
    /// A constant or the value of a symbol: nothing is written, the value has a module-level id.
    Silent,
    /// OpUndef, in the function or at module scope.
    Undef,
    /// A constant composed of others, in a function.
    SpecOperation,
    /// A function-level OpVariable.
    Variable,
    /// An instruction of the core, by its row.
    Core,
    /// An instruction of a set that the tables know.
    ExtInst,
    /// An instruction of a set or number that they do not know.
    OpaqueExtInst,
    Branch,
    BranchConditional,
    Switch,
    Selection,
    Loop,
    Merge,
    /// To the merge block of the innermost loop.
    Break,
    /// To the continue target of the innermost loop.
    Continue,
    /// To the merge block of the innermost switch.
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

/// How most ops of a definition can be written (see [`super::plain`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shortcut {
    None,
    /// A constant or the value of a symbol.
    Silent,
    /// OpVariable.
    Variable,
    /// An instruction of the core: its result, SSA operands, and perhaps literals.
    Core,
    /// Such an instruction of a set.
    Set,
}

/// See the module documentation.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    pub kind: Kind,
    /// What follows the SSA operands.
    pub rest: Rest,
    /// Opcode, or number in the set.
    pub opcode: u32,
    /// Extended set; 0 for the core.
    pub set: u16,
    /// Whether the instruction has a result type.
    pub result_type: bool,
    /// Whether the instruction has a result id.
    pub result_id: bool,
    /// Whether the op may do without a result, and then gets a void one.
    pub void_result: bool,
    /// Leading parameters that are no operands: symbol and type.
    pub skip: u8,
    /// First slot of the merge declaration, of branches.
    pub merge_slot: u8,
    /// Whether the op ends a block.
    pub terminator: bool,
    /// Whether the op ends its block if it is the last op.
    pub may_terminate: bool,
    /// Whether the op may appear in a function.
    pub local: bool,
    /// Whether the op may appear in a module.
    pub global: bool,
    /// Where the op goes if it is in a module.
    pub section: Section,
    pub shortcut: Shortcut,
    /// The first word of an instruction that takes a shortcut, as if it had no operands.
    pub first: u32,
    /// What tells at one look that an op has no literals: these bits of its first slot are this. One look, as the forms
    /// of ops in a row is unpredictable.
    pub bare: (u32, u32),
}

/// The plans of all definitions of a registry.
pub struct Plans {
    list: Vec<Plan>,
}

impl Plans {
    /// Makes the plans.
    pub fn new(registry: &Registry) -> Plans {
        let ids = (0..).map(OpDefId).zip(registry.ops());
        let mut list: Vec<Plan> = ids.map(|(id, def)| by_row(def, registry.layout(id))).collect();
        for (row, kind, opcode) in STRUCTURE {
            if let Some(id) = registry.op_by_name(row.name) {
                let plan = &mut list[id.0 as usize];
                plan.kind = *kind;
                plan.opcode = *opcode;
                plan.section = match kind {
                    Kind::EntryPoint => Section::EntryPoints,
                    Kind::ExecutionMode => Section::Modes,
                    _ => plan.section,
                };
            }
        }
        for (name, kind) in NAMED {
            if let Some(id) = registry.op_by_name(name) {
                list[id.0 as usize].kind = *kind;
            }
        }
        for plan in &mut list {
            plan.shortcut = shortcut(plan);
            let (head, opcode) = match plan.shortcut {
                Shortcut::Variable => (4, op::VARIABLE),
                Shortcut::Set => (5, op::EXT_INST),
                _ if plan.result_type => (3, plan.opcode),
                _ => (1, plan.opcode),
            };
            plan.first = words::first(head, opcode);
        }
        Plans { list }
    }

    /// The same, but each op is written by its row.
    pub fn without_fast_paths(mut self) -> Plans {
        for plan in &mut self.list {
            (plan.shortcut, plan.rest) = (Shortcut::None, Rest::Other);
        }
        self
    }

    /// The plans by number of the definition.
    pub fn list(&self) -> &[Plan] {
        &self.list
    }

    /// The plan of a definition.
    #[inline]
    pub fn get(&self, def: OpDefId) -> &Plan {
        &self.list[def.0 as usize]
    }
}

/// Rows written by hand, and their opcodes.
const STRUCTURE: &[(&OpRow, Kind, u32)] = &[
    (&structure::FUNC, Kind::Function, op::FUNCTION),
    (&structure::GRAPH, Kind::Graph, op::GRAPH_ARM),
    (&structure::GLOBAL_VARIABLE, Kind::GlobalVariable, op::VARIABLE),
    (&structure::GLOBAL_CONSTANT, Kind::GlobalConstant, op::CONSTANT),
    (&structure::SPEC_CONSTANT, Kind::SpecConstant, op::SPEC_CONSTANT),
    (&structure::ENTRY_POINT, Kind::EntryPoint, op::ENTRY_POINT),
    (&structure::EXECUTION_MODE, Kind::ExecutionMode, op::EXECUTION_MODE),
    (&structure::EXECUTION_MODE_ID, Kind::ExecutionMode, op::EXECUTION_MODE_ID),
    (&structure::CONSTANT, Kind::Silent, op::CONSTANT),
    (&structure::ADDRESS_OF, Kind::Silent, op::NOP),
    (&structure::REFERENCE_OF, Kind::Silent, op::NOP),
    (&structure::SPEC_CONSTANT_OPERATION, Kind::SpecOperation, op::SPEC_CONSTANT_OP),
    (&structure::VARIABLE, Kind::Variable, op::VARIABLE),
    (&structure::EXT_INST, Kind::OpaqueExtInst, op::EXT_INST),
    (&structure::BRANCH, Kind::Branch, op::BRANCH),
    (&structure::BRANCH_CONDITIONAL, Kind::BranchConditional, op::BRANCH_CONDITIONAL),
    (&structure::SWITCH, Kind::Switch, op::SWITCH),
    (&structure::SELECTION, Kind::Selection, op::SELECTION_MERGE),
    (&structure::LOOP, Kind::Loop, op::LOOP_MERGE),
    (&structure::MERGE, Kind::Merge, op::NOP),
    (&structure::BREAK, Kind::Break, op::BRANCH),
    (&structure::CONTINUE, Kind::Continue, op::BRANCH),
    (&structure::SWITCH_BREAK, Kind::SwitchBreak, op::BRANCH),
];

/// Rows of the grammar that need care.
const NAMED: &[(&str, Kind)] =
    &[("spv.Undef", Kind::Undef), ("spv.SpecConstantOp", Kind::SpecConstantOp), ("spv.Source", Kind::Source)];

fn by_row(def: &OpDef, layout: &InstructionLayout) -> Plan {
    let row = def.row;
    let mut plan = Plan {
        kind: Kind::Foreign,
        rest: match layout.prefix {
            0 => layout.rest,
            // Symbol and type have slots before those of the literals.
            _ => {
                if layout.rest == Rest::Nothing {
                    Rest::Nothing
                } else {
                    Rest::Other
                }
            }
        },
        opcode: row.opcode,
        set: row.set,
        result_type: true,
        result_id: true,
        void_result: row.result == ResultKind::Optional,
        skip: layout.prefix,
        merge_slot: layout.merge.unwrap_or(0) as u8,
        terminator: def.traits.contains(Traits::TERMINATOR),
        may_terminate: def.traits.contains(Traits::MAY_TERMINATE),
        local: !def.traits.contains(Traits::MODULE_ONLY),
        global: def
            .traits
            .intersects(Traits::SYMBOLIC | Traits::SYMBOL | Traits::MODULE_SCOPE | Traits::MODULE_ONLY),
        section: section(row.set, row.opcode),
        shortcut: Shortcut::None,
        first: 0,
        bare: (0, 1),
    };
    plan.bare = match plan.rest {
        Rest::Nothing => (0, 0),
        Rest::Enumerants if layout.slots == 2 => (u32::MAX, ABSENT),
        Rest::Words => (u32::MAX, 0),
        _ => plan.bare,
    };
    if !row.name.starts_with("spv.") {
        return plan;
    }
    if row.set != 0 {
        plan.kind = Kind::ExtInst;
    } else if let Some(index) = core_index(row.opcode) {
        plan.kind = Kind::Core;
        plan.result_type = SHAPES[index].result_type;
        plan.result_id = SHAPES[index].result_id;
    }
    plan
}

/// Which shortcut the ops of a plan may take.
fn shortcut(plan: &Plan) -> Shortcut {
    let has_fixed_layout = matches!(plan.rest, Rest::Nothing | Rest::Enumerants | Rest::Words)
        && plan.local
        && !plan.terminator
        && !plan.may_terminate
        && plan.result_type == plan.result_id;
    match plan.kind {
        Kind::Silent => Shortcut::Silent,
        Kind::Variable => Shortcut::Variable,
        Kind::Core if has_fixed_layout => Shortcut::Core,
        Kind::ExtInst if has_fixed_layout => Shortcut::Set,
        _ => Shortcut::None,
    }
}

/// The section of a module-level instruction.
fn section(set: u16, opcode: u32) -> Section {
    match opcode {
        _ if set != 0 => Section::Declarations,
        op::GRAPH_ENTRY_POINT_ARM => Section::Functions,
        _ => Section::of(opcode),
    }
}
