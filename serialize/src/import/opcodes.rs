//! Import tables indexed by opcode, computed from the grammar and op definitions at compile time

use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::ops::{CORE, SHAPES};
use spv_dialect::overlay::{OPS, changed_ops, contains, op_of_core};
use spv_dialect::sections;
use spv_dialect::table::{ResultLayout, core_index};
use spv_dialect::types::is_dialect_type;
use spv_ir::builtin::FIRST_DIALECT_OP;
use spv_ir::dialect::{Count, OpDef, OpDefId, Registry, Rest, Traits};

/// The layout of a function-level instruction.
#[derive(Clone, Copy, Debug)]
pub struct InstLayout {
    /// The op definition for the instruction.
    pub def: OpDefId,
    /// Whether the instruction has a result type followed by a result id.
    pub result_type: bool,
    /// Index of the first operand word.
    pub first: u8,
    /// Whether the instruction ends a block.
    pub terminator: bool,
    /// Whether the instruction is allowed at module scope only.
    pub module_only: bool,
    /// Whether the first slots of the op are its symbol and type.
    pub symbolic: bool,
    /// Minimum and maximum instruction length in words for the fast path, which bypasses [`super::Importer::decode`].
    /// [`NO_SHORTCUT`] if there is no fast path.
    lengths: (u32, u32),
    /// Whether literal words follow the SSA operands. The number of SSA operands is then fixed.
    words: bool,
    /// Number of elements of [`Self::slots`] in use.
    pub slot_count: u8,
    /// Slot values for a fast-path instruction without optional operands.
    pub slots: [u32; SLOTS],
}

/// Maximum number of slots of a fast-path instruction.
const SLOTS: usize = 4;

/// Empty range for [`InstLayout::lengths`]: no fast path.
const NO_SHORTCUT: (u32, u32) = (1, 0);

impl InstLayout {
    /// Returns the number of SSA operands of an instruction with `words` words. Returns `None` if it has operands
    /// other than SSA values and literal words, or optional operands.
    #[inline]
    pub fn values(&self, words: usize) -> Option<usize> {
        let (min, max) = (self.lengths.0 as usize, self.lengths.1 as usize);
        let end = if self.words { min } else { words };
        (min <= words && words <= max).then(|| end - usize::from(self.first))
    }

    /// Returns the layout of an extended instruction, or `None` if it requires the slow path.
    pub fn of_set(registry: &Registry, id: OpDefId) -> Option<InstLayout> {
        let def = registry.op(id);
        let mut inst = InstLayout::new(id, def, op::EXT_INST, SHAPES[core_index(op::EXT_INST)?]);
        // Skips the words with the set and the instruction number.
        inst.first += 2;
        inst.find_shortcut(def);
        (inst.lengths != NO_SHORTCUT).then_some(inst)
    }

    const fn new(id: OpDefId, def: &OpDef, opcode: u32, shape: ResultLayout) -> InstLayout {
        let mut inst = InstLayout {
            def: id,
            result_type: shape.result_type,
            first: 1 + shape.result_type as u8 + shape.result_id as u8,
            terminator: def.traits.contains(Traits::TERMINATOR),
            module_only: def.traits.contains(Traits::MODULE_ONLY),
            symbolic: def.layout.prefix != 0,
            lengths: NO_SHORTCUT,
            words: false,
            slot_count: def.layout.slots as u8,
            slots: [0; SLOTS],
        };
        if !contains(&BY_HAND, opcode) {
            inst.find_shortcut(def);
        }
        inst
    }

    /// Computes the length range and the slots, if the layout permits the fast path.
    const fn find_shortcut(&mut self, def: &OpDef) {
        let layout = &def.layout;
        let (first, Count { min, max }) = (self.first as u32, layout.values);
        let max = match layout.rest {
            Rest::Words => u32::MAX,
            Rest::Nothing | Rest::Enumerants | Rest::Optional => max.saturating_add(first),
            Rest::SymbolAndValues | Rest::Other => return,
        };
        if layout.slots as usize > SLOTS || self.module_only {
            return;
        }
        self.lengths = (first + min, max);
        self.words = matches!(layout.rest, Rest::Words);
        let (mut number, mut slot) = (0, 0);
        while number < def.row.params.len() {
            let param = &def.row.params[number];
            if number >= layout.prefix as usize && param.slots() > 0 {
                self.slots[slot] = param.absent();
            }
            slot += param.slots() as usize;
            number += 1;
        }
    }

    const fn has_shortcut(&self) -> bool {
        self.lengths.0 != NO_SHORTCUT.0 || self.lengths.1 != NO_SHORTCUT.1
    }
}

/// The treatment of an instruction by the initial scan of the binary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scan {
    /// The instruction has no result id; only its length is checked.
    Nothing = 0,
    /// The result id is the word at index 1.
    Result1 = 1,
    /// The result id is the word at index 2.
    Result2 = 2,
    /// A name, decoration, function, or other instruction that must be recorded before import.
    Special,
    /// An unknown opcode.
    Unknown,
}

/// The role of a module-level instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// An instruction that declares a type.
    Type,
    /// A constant instruction that is not a specialization constant, or an OpUndef.
    Constant,
    /// An instruction that begins a function or graph.
    Function,
    /// Any other instruction.
    Other,
}

/// Dispatch key for function-level instructions. A single key per opcode means a single unpredictable branch per
/// instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecodeKind {
    /// Any instruction that takes the fast path if [`InstLayout::values`] permits it.
    Fast,
    Label,
    Phi,
    SelectionMerge,
    LoopMerge,
    /// OpBranch, OpBranchConditional or OpSwitch.
    Branch,
    Variable,
    /// OpExtInst.
    OfSet,
    /// Any other instruction.
    Rare,
}

/// Frequent instructions with hand-written decoders.
const DECODE_KINDS: [(u32, DecodeKind); 9] = [
    (op::LABEL, DecodeKind::Label),
    (op::PHI, DecodeKind::Phi),
    (op::SELECTION_MERGE, DecodeKind::SelectionMerge),
    (op::LOOP_MERGE, DecodeKind::LoopMerge),
    (op::BRANCH, DecodeKind::Branch),
    (op::BRANCH_CONDITIONAL, DecodeKind::Branch),
    (op::SWITCH, DecodeKind::Branch),
    (op::VARIABLE, DecodeKind::Variable),
    (op::EXT_INST, DecodeKind::OfSet),
];

/// Length of the tables; all opcodes are smaller.
const OPCODES: usize = CORE[CORE.len() - 1].opcode as usize + 1;

/// The tables indexed by opcode, computed at compile time.
#[derive(Clone, Copy)]
struct Tables {
    sections: [Section; OPCODES],
    /// Treatment by the initial scan, and maximum length in words.
    scan: [(Scan, u16); OPCODES],
    decode_kinds: [DecodeKind; OPCODES],
    /// Whether the opcode is allowed in blocks only; see [`Opcodes::in_blocks`].
    in_blocks: [bool; OPCODES],
    /// Layouts, indexed like [`CORE`].
    layouts: [Option<InstLayout>; CORE.len()],
}

const TABLES: Tables = {
    let mut tables = Tables {
        sections: [Section::Other; OPCODES],
        scan: [(Scan::Unknown, u16::MAX); OPCODES],
        decode_kinds: [DecodeKind::Rare; OPCODES],
        in_blocks: [false; OPCODES],
        layouts: layouts(&OPS),
    };
    let mut i = 0;
    while i < CORE.len() {
        let opcode = CORE[i].opcode;
        let (at, shape) = (opcode as usize, SHAPES[i]);
        tables.scan[at].0 = match (shape.result_id, shape.result_type) {
            _ if is_special(opcode) => Scan::Special,
            (false, _) => Scan::Nothing,
            (true, false) => Scan::Result1,
            (true, true) => Scan::Result2,
        };
        tables.sections[at] = match opcode {
            opcode if is_function(opcode) => Section::Function,
            opcode if is_constant(opcode) => Section::Constant,
            opcode if is_type(opcode) => Section::Type,
            _ => Section::Other,
        };
        if let Some(inst) = &tables.layouts[i]
            && inst.has_shortcut()
        {
            tables.decode_kinds[at] = DecodeKind::Fast;
            tables.in_blocks[at] = matches!(sections::Section::of(opcode), sections::Section::Declarations)
                && matches!(tables.sections[at], Section::Other)
                && !contains(&IN_SEVERAL_SECTIONS, opcode);
        }
        i += 1;
    }
    let mut i = 0;
    while i < DECODE_KINDS.len() {
        let (opcode, kind) = DECODE_KINDS[i];
        tables.decode_kinds[opcode as usize] = kind;
        i += 1;
    }
    let mut i = 0;
    while i < MOST_WORDS.len() {
        let (opcode, words) = MOST_WORDS[i];
        tables.scan[opcode as usize].1 = words;
        i += 1;
    }
    tables
};

static SECTIONS: [Section; OPCODES] = TABLES.sections;
static SCAN: [(Scan, u16); OPCODES] = TABLES.scan;
static IN_BLOCKS: [bool; OPCODES] = TABLES.in_blocks;
static FAST_KINDS: [DecodeKind; OPCODES] = TABLES.decode_kinds;
static LAYOUTS: [Option<InstLayout>; CORE.len()] = TABLES.layouts;

/// Dispatch keys without fast paths, so that each instruction is decoded according to its grammar entry.
static GENERAL_KINDS: [DecodeKind; OPCODES] = {
    let mut kinds = TABLES.decode_kinds;
    let mut i = 0;
    while i < OPCODES {
        if matches!(kinds[i], DecodeKind::Fast | DecodeKind::OfSet) {
            kinds[i] = DecodeKind::Rare;
        }
        i += 1;
    }
    kinds
};

/// Computes the layouts of the [`CORE`] instructions that have ops in the dialect.
const fn layouts(ops: &[OpDef]) -> [Option<InstLayout>; CORE.len()] {
    let mut layouts = [None; CORE.len()];
    let mut i = 0;
    while i < CORE.len() {
        if let Some(number) = op_of_core(CORE[i].opcode) {
            let id = OpDefId(FIRST_DIALECT_OP.0 + number as u16);
            layouts[i] = Some(InstLayout::new(id, &ops[number], CORE[i].opcode, SHAPES[i]));
        }
        i += 1;
    }
    layouts
}

/// The import tables for a registry, indexed by opcode.
#[derive(Clone, Copy)]
pub struct Opcodes<'r> {
    layouts: &'r [Option<InstLayout>; CORE.len()],
    decode_kinds: &'static [DecodeKind; OPCODES],
}

impl<'r> Opcodes<'r> {
    /// Returns the tables for a registry. If `fast` is false, no instruction takes the fast path.
    pub fn new(registry: &'r Registry, fast: bool) -> Opcodes<'r> {
        let layouts = match changed_ops(registry) {
            None => &LAYOUTS,
            // The embedding program has replaced definitions of the dialect.
            Some(ops) => registry.derived(|_| {
                let ops: Vec<OpDef> = ops.iter().map(|def| **def).collect();
                layouts(&ops)
            }),
        };
        Opcodes { layouts, decode_kinds: if fast { &FAST_KINDS } else { &GENERAL_KINDS } }
    }

    /// Returns the index of an opcode in the grammar's list of core instructions, or `None` if the opcode is unknown.
    #[inline]
    pub fn row(self, opcode: u32) -> Option<usize> {
        core_index(opcode)
    }

    /// Returns whether an instruction has a result type and a result id. Returns `None` for an unknown opcode.
    #[inline]
    pub fn result_layout(self, opcode: u32) -> Option<&'static ResultLayout> {
        self.row(opcode).map(|r| &SHAPES[r])
    }

    /// Returns the role of a module-level instruction.
    #[inline]
    pub fn section(self, opcode: u32) -> Section {
        SECTIONS.get(opcode as usize).copied().unwrap_or(Section::Other)
    }

    /// Returns how the initial scan treats an instruction, and the instruction's maximum length in words.
    #[inline]
    pub fn scan(self, opcode: u32) -> (Scan, u16) {
        SCAN.get(opcode as usize).copied().unwrap_or((Scan::Unknown, u16::MAX))
    }

    /// Returns the dispatch key of a function-level instruction.
    #[inline]
    pub fn decode_kind(self, opcode: u32) -> DecodeKind {
        self.decode_kinds.get(opcode as usize).copied().unwrap_or(DecodeKind::Rare)
    }

    /// Returns the layout of an instruction that is allowed anywhere in a block but not outside of blocks. All its
    /// operands are SSA values and literals. Returns `None` for other instructions, including extended instructions.
    #[inline]
    pub fn in_blocks(self, opcode: u32) -> Option<&'r InstLayout> {
        let is_in_blocks = IN_BLOCKS.get(opcode as usize).copied().unwrap_or(false);
        self.layout(opcode).filter(|_| is_in_blocks)
    }

    /// Returns the layout of an opcode, or `None` if the registry has no op definition for it.
    #[inline]
    pub fn layout(self, opcode: u32) -> Option<&'r InstLayout> {
        self.layouts[core_index(opcode)?].as_ref()
    }
}

/// Instructions that are allowed in blocks and at module scope.
pub const IN_SEVERAL_SECTIONS: [u32; 4] =
    [op::UNDEF, op::VARIABLE, op::UNTYPED_VARIABLE_KHR, op::CONSTANT_PIPE_STORAGE];

/// Function-level instructions with hand-written decoders.
const BY_HAND: [u32; 17] = [
    op::GRAPH_ARM,
    op::FUNCTION,
    op::FUNCTION_END,
    op::FUNCTION_PARAMETER,
    op::LABEL,
    op::LINE,
    op::NO_LINE,
    op::PHI,
    op::SELECTION_MERGE,
    op::LOOP_MERGE,
    op::BRANCH,
    op::BRANCH_CONDITIONAL,
    op::SWITCH,
    op::VARIABLE,
    op::EXT_INST,
    op::EXT_INST_WITH_FORWARD_REFS_KHR,
    op::COMPOSITE_CONSTRUCT_CONTINUED_INTEL,
];

/// Maximum length in words of instructions with hand-written decoders, if the grammar does not determine it.
const MOST_WORDS: [(u32, u16); 21] = [
    (op::CAPABILITY, 2),
    (op::MEMORY_MODEL, 3),
    (op::LINE, 4),
    (op::NO_LINE, 1),
    (op::DECORATION_GROUP, 2),
    (op::TYPE_FORWARD_POINTER, 3),
    (op::UNDEF, 3),
    (op::CONSTANT_TRUE, 3),
    (op::CONSTANT_FALSE, 3),
    (op::CONSTANT_NULL, 3),
    (op::CONSTANT_COMPOSITE_REPLICATE_EXT, 4),
    (op::SPEC_CONSTANT_TRUE, 3),
    (op::SPEC_CONSTANT_FALSE, 3),
    (op::SPEC_CONSTANT_COMPOSITE_REPLICATE_EXT, 4),
    (op::VARIABLE, 5),
    (op::FUNCTION, 5),
    (op::FUNCTION_PARAMETER, 3),
    (op::FUNCTION_END, 1),
    (op::GRAPH_ARM, 3),
    (op::GRAPH_END_ARM, 1),
    (op::LABEL, 2),
];

const fn is_special(opcode: u32) -> bool {
    matches!(
        opcode,
        op::FUNCTION
            | op::GRAPH_ARM
            | op::FUNCTION_END
            | op::GRAPH_END_ARM
            | op::FUNCTION_PARAMETER
            | op::LABEL
            | op::PHI
            | op::TYPE_FORWARD_POINTER
            | op::NAME
            | op::MEMBER_NAME
            | op::DECORATE
            | op::DECORATE_ID
            | op::DECORATE_STRING
            | op::MEMBER_DECORATE
            | op::MEMBER_DECORATE_STRING
            | op::MEMBER_DECORATE_ID_EXT
            | op::GROUP_DECORATE
            | op::GROUP_MEMBER_DECORATE
    )
}

/// Returns whether an opcode defines a constant other than a specialization constant. Includes OpUndef.
pub(super) const fn is_constant(opcode: u32) -> bool {
    matches!(
        opcode,
        op::UNDEF
            | op::CONSTANT_TRUE
            | op::CONSTANT_FALSE
            | op::CONSTANT
            | op::CONSTANT_COMPOSITE
            | op::CONSTANT_NULL
            | op::CONSTANT_COMPOSITE_REPLICATE_EXT
            | op::CONSTANT_DATA_KHR
    )
}

/// Returns whether an opcode begins a function or graph.
pub(super) const fn is_function(opcode: u32) -> bool {
    matches!(opcode, op::FUNCTION | op::GRAPH_ARM)
}

/// Returns whether an opcode declares a type.
pub(super) const fn is_type(opcode: u32) -> bool {
    matches!(
        opcode,
        op::TYPE_VOID | op::TYPE_BOOL | op::TYPE_INT | op::TYPE_FLOAT | op::TYPE_VECTOR | op::TYPE_FUNCTION
    ) || is_dialect_type(opcode)
}
