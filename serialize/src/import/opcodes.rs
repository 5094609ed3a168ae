//! The tables by opcode that import looks at, computed from rows and definitions at compile time.

use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::ops::{CORE, SHAPES};
use spv_dialect::overlay::{OPS, changed_ops, contains, op_of_core};
use spv_dialect::sections;
use spv_dialect::table::{Shape, core_index};
use spv_dialect::types::is_dialect_type;
use spv_ir::builtin::FIRST_DIALECT_OP;
use spv_ir::dialect::{Count, OpDef, OpDefId, Registry, Rest, Traits};

/// An instruction inside a function.
#[derive(Clone, Copy, Debug)]
pub struct InstLayout {
    /// Definition.
    pub def: OpDefId,
    /// Whether it has a result type, which a result id follows.
    pub result_type: bool,
    /// The word that its operands begin with.
    pub first: u8,
    /// Whether it ends a block.
    pub terminator: bool,
    /// Whether it is at module scope only.
    pub module_only: bool,
    /// Whether symbol and type come first among its slots.
    pub symbolic: bool,
    /// How many words it has, if it is one of the many that allow a shortcut past [`super::Importer::decode`]: from so
    /// many to so many. [`NO_SHORTCUT`] of others.
    lengths: (u32, u32),
    /// Whether literal words follow the SSA operands, which are as few as there can be then.
    words: bool,
    /// So many of [`Self::slots`] there are.
    pub slot_count: u8,
    /// Slots where nothing optional is present, of instructions with a shortcut.
    pub slots: [u32; SLOTS],
}

/// Slots of the instructions with a shortcut at most.
const SLOTS: usize = 4;

/// See [`InstLayout::lengths`].
const NO_SHORTCUT: (u32, u32) = (1, 0);

impl InstLayout {
    /// Number of SSA operands of an instruction of so many words, if it has these and literal words alone, and nothing
    /// optional.
    #[inline]
    pub fn values(&self, words: usize) -> Option<usize> {
        let (min, max) = (self.lengths.0 as usize, self.lengths.1 as usize);
        let end = if self.words { min } else { words };
        (min <= words && words <= max).then(|| end - usize::from(self.first))
    }

    /// An instruction of an imported set, if it allows a shortcut.
    pub fn of_set(registry: &Registry, id: OpDefId) -> Option<InstLayout> {
        let def = registry.op(id);
        let mut inst = InstLayout::new(id, def, op::EXT_INST, SHAPES[core_index(op::EXT_INST)?]);
        // After the set and the number.
        inst.first += 2;
        inst.find_shortcut(def);
        (inst.lengths != NO_SHORTCUT).then_some(inst)
    }

    const fn new(id: OpDefId, def: &OpDef, opcode: u32, shape: Shape) -> InstLayout {
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

    /// Finds out from how many words to how many there are, if the layout allows the shortcut; fills in the slots.
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

/// Which instructions the scan over all of them looks at closely.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scan {
    /// It has no result, and is of no interest.
    Nothing = 0,
    /// Its result is word number 1.
    Result1 = 1,
    /// Its result is word number 2.
    Result2 = 2,
    /// Names, decorations, functions and what must be known of them ahead.
    Special,
    /// Not known.
    Unknown,
}

/// What an instruction is at module scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// Declares a type.
    Type,
    /// Makes a plain constant, or an OpUndef.
    Constant,
    /// Begins a function or graph.
    Function,
    /// Anything else.
    Other,
}

/// How an instruction in a function is read: one choice, as what comes next is unpredictable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecodeKind {
    /// The fast path, if [`InstLayout::values`] says so.
    Fast,
    Label,
    Phi,
    SelectionMerge,
    LoopMerge,
    /// OpBranch, OpBranchConditional, OpSwitch.
    Branch,
    Variable,
    /// OpExtInst.
    OfSet,
    /// Any other.
    Rare,
}

/// Those that are read by hand, and not rare.
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

/// Entries of the tables by opcode: all opcodes below.
const OPCODES: usize = CORE[CORE.len() - 1].opcode as usize + 1;

/// The tables by opcode, put together by the compiler.
#[derive(Clone, Copy)]
struct Tables {
    sections: [Section; OPCODES],
    /// The action of the scan over all instructions, and the largest number of words.
    scan: [(Scan, u16); OPCODES],
    decode_kinds: [DecodeKind; OPCODES],
    /// See [`Opcodes::in_blocks`].
    in_blocks: [bool; OPCODES],
    /// The layouts, indexed as [`CORE`].
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

/// Decode kinds without shortcuts: each instruction is decoded by its row.
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

/// The layouts of the instructions of [`CORE`] that the ops of the dialect, in order, mirror.
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

/// The import tables, indexed by opcode.
#[derive(Clone, Copy)]
pub struct Opcodes<'r> {
    layouts: &'r [Option<InstLayout>; CORE.len()],
    decode_kinds: &'static [DecodeKind; OPCODES],
}

impl<'r> Opcodes<'r> {
    /// The tables of a registry. `fast`: instructions that allow it are decoded by a shortcut, else each by its row.
    pub fn new(registry: &'r Registry, fast: bool) -> Opcodes<'r> {
        let layouts = match changed_ops(registry) {
            None => &LAYOUTS,
            // A program has changed definitions of the dialect.
            Some(ops) => registry.derived(|_| {
                let ops: Vec<OpDef> = ops.iter().map(|def| **def).collect();
                layouts(&ops)
            }),
        };
        Opcodes { layouts, decode_kinds: if fast { &FAST_KINDS } else { &GENERAL_KINDS } }
    }

    /// Number of the opcode's row in the table of the core.
    #[inline]
    pub fn row(self, opcode: u32) -> Option<usize> {
        core_index(opcode)
    }

    /// Whether an instruction has a result type and a result id.
    #[inline]
    pub fn shape(self, opcode: u32) -> Option<&'static Shape> {
        self.row(opcode).map(|r| &SHAPES[r])
    }

    /// What an instruction is at module scope.
    #[inline]
    pub fn section(self, opcode: u32) -> Section {
        SECTIONS.get(opcode as usize).copied().unwrap_or(Section::Other)
    }

    /// What the scan over all instructions does with this one, and how many words it has at most.
    #[inline]
    pub fn scan(self, opcode: u32) -> (Scan, u16) {
        SCAN.get(opcode as usize).copied().unwrap_or((Scan::Unknown, u16::MAX))
    }

    /// How an instruction in a function is read.
    #[inline]
    pub fn decode_kind(self, opcode: u32) -> DecodeKind {
        self.decode_kinds.get(opcode as usize).copied().unwrap_or(DecodeKind::Rare)
    }

    /// An instruction that may be anywhere in a block and nowhere else, and whose operands are values and literals, neither
    /// blocks nor what a set or debug information has.
    #[inline]
    pub fn in_blocks(self, opcode: u32) -> Option<&'r InstLayout> {
        let is_in_blocks = IN_BLOCKS.get(opcode as usize).copied().unwrap_or(false);
        self.layout(opcode).filter(|_| is_in_blocks)
    }

    /// The instruction of an opcode that the registry knows.
    #[inline]
    pub fn layout(self, opcode: u32) -> Option<&'r InstLayout> {
        self.layouts[core_index(opcode)?].as_ref()
    }
}

/// Instructions of blocks that may be at module scope, too.
pub(super) const IN_SEVERAL_SECTIONS: [u32; 4] =
    [op::UNDEF, op::VARIABLE, op::UNTYPED_VARIABLE_KHR, op::CONSTANT_PIPE_STORAGE];

/// Instructions of functions that are read each in its own kind.
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

/// How many words instructions have at most that import reads by hand, and not as their rows say.
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

/// Whether an opcode makes a plain constant (or OpUndef).
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

/// Whether an opcode begins a function or graph.
pub(super) const fn is_function(opcode: u32) -> bool {
    matches!(opcode, op::FUNCTION | op::GRAPH_ARM)
}

/// Whether an opcode declares a type.
pub(super) const fn is_type(opcode: u32) -> bool {
    matches!(
        opcode,
        op::TYPE_VOID | op::TYPE_BOOL | op::TYPE_INT | op::TYPE_FLOAT | op::TYPE_VECTOR | op::TYPE_FUNCTION
    ) || is_dialect_type(opcode)
}
