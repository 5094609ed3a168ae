//! What import asks of each opcode: worked out once per import from rows and definitions.

use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::ops::{CORE, SHAPES};
use spv_dialect::sections;
use spv_dialect::table::{Shape, core_index};
use spv_ir::dialect::{Count, InstructionLayout, OpDef, OpDefId, Registry, Rest, Traits};

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
        let (def, layout) = (registry.op(id), registry.layout(id));
        let mut inst = InstLayout::new(registry, id, op::EXT_INST, SHAPES[core_index(op::EXT_INST)?]);
        // After the set and the number.
        inst.first += 2;
        inst.find_shortcut(def, layout);
        (inst.lengths != NO_SHORTCUT).then_some(inst)
    }

    fn new(registry: &Registry, id: OpDefId, opcode: u32, shape: Shape) -> InstLayout {
        let (def, layout) = (registry.op(id), registry.layout(id));
        let mut inst = InstLayout {
            def: id,
            result_type: shape.result_type,
            first: 1 + u8::from(shape.result_type) + u8::from(shape.result_id),
            terminator: def.traits.contains(Traits::TERMINATOR),
            module_only: def.traits.contains(Traits::MODULE_ONLY),
            symbolic: layout.prefix != 0,
            lengths: NO_SHORTCUT,
            words: false,
            slot_count: layout.slots as u8,
            slots: [0; SLOTS],
        };
        if !BY_HAND.contains(&opcode) {
            inst.find_shortcut(def, layout);
        }
        inst
    }

    /// Finds out from how many words to how many there are, if the layout allows the shortcut; fills in the slots.
    fn find_shortcut(&mut self, def: &OpDef, layout: &InstructionLayout) {
        let (first, Count { min, max }) = (u32::from(self.first), layout.values);
        let max = match layout.rest {
            Rest::Words => u32::MAX,
            Rest::Nothing | Rest::Enumerants | Rest::Optional => max.saturating_add(first),
            Rest::SymbolAndValues | Rest::Other => return,
        };
        if usize::from(layout.slots) > SLOTS || self.module_only {
            return;
        }
        self.lengths = (first + min, max);
        self.words = layout.rest == Rest::Words;
        let absent = def.row.layout().skip(layout.prefix.into()).flat_map(|p| p.slots().zip(p.absent()));
        absent.for_each(|(slot, word)| self.slots[slot] = word);
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
const WAYS: [(u32, DecodeKind); 9] = [
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

/// By opcode.
pub struct Opcodes {
    rows: Vec<u16>,
    sections: Vec<Section>,
    scan: Vec<(Scan, u16)>,
    layouts: Vec<Option<InstLayout>>,
    decode_kinds: Vec<DecodeKind>,
    /// See [`Opcodes::in_blocks`].
    in_blocks: Vec<bool>,
}

impl Opcodes {
    /// Reads the tables.
    pub fn new(registry: &Registry) -> Opcodes {
        let count = CORE.last().map_or(0, |r| r.opcode) as usize + 1;
        let mut opcodes = Opcodes {
            rows: vec![u16::MAX; count],
            sections: vec![Section::Other; count],
            scan: vec![(Scan::Unknown, u16::MAX); count],
            layouts: vec![None; count],
            decode_kinds: vec![DecodeKind::Rare; count],
            in_blocks: vec![false; count],
        };
        for (i, row) in CORE.iter().enumerate() {
            let at = row.opcode as usize;
            let shape = SHAPES[i];
            opcodes.rows[at] = i as u16;
            opcodes.scan[at].0 = match (shape.result_id, shape.result_type) {
                _ if is_special(row.opcode) => Scan::Special,
                (false, _) => Scan::Nothing,
                (true, false) => Scan::Result1,
                (true, true) => Scan::Result2,
            };
            opcodes.sections[at] = match row.opcode {
                opcode if is_function(opcode) => Section::Function,
                opcode if is_constant(opcode) => Section::Constant,
                opcode if is_type(opcode) => Section::Type,
                _ => Section::Other,
            };
            opcodes.layouts[at] =
                registry.op_by_code(0, row.opcode).map(|id| InstLayout::new(registry, id, row.opcode, shape));
            if opcodes.layouts[at].is_some_and(|inst| inst.lengths != NO_SHORTCUT) {
                opcodes.decode_kinds[at] = DecodeKind::Fast;
                opcodes.in_blocks[at] = sections::Section::of(row.opcode) == sections::Section::Declarations
                    && opcodes.sections[at] == Section::Other
                    && !IN_SEVERAL_SECTIONS.contains(&row.opcode);
            }
        }
        for (opcode, kind) in WAYS {
            opcodes.decode_kinds[opcode as usize] = kind;
        }
        for (opcode, words) in MOST_WORDS {
            opcodes.scan[opcode as usize].1 = words;
        }
        opcodes
    }

    /// The same, but each instruction is decoded by its row.
    pub fn without_fast_paths(mut self) -> Opcodes {
        for kind in &mut self.decode_kinds {
            if matches!(kind, DecodeKind::Fast | DecodeKind::OfSet) {
                *kind = DecodeKind::Rare;
            }
        }
        self
    }

    /// Number of the opcode's row in the table of the core.
    #[inline]
    pub fn row(&self, opcode: u32) -> Option<usize> {
        self.rows.get(opcode as usize).copied().filter(|&r| r != u16::MAX).map(usize::from)
    }

    /// Whether an instruction has a result type and a result id.
    #[inline]
    pub fn shape(&self, opcode: u32) -> Option<&'static Shape> {
        self.row(opcode).map(|r| &SHAPES[r])
    }

    /// What an instruction is at module scope.
    #[inline]
    pub fn section(&self, opcode: u32) -> Section {
        self.sections.get(opcode as usize).copied().unwrap_or(Section::Other)
    }

    /// What the scan over all instructions does with this one, and how many words it has at most.
    #[inline]
    pub fn scan(&self, opcode: u32) -> (Scan, u16) {
        self.scan.get(opcode as usize).copied().unwrap_or((Scan::Unknown, u16::MAX))
    }

    /// How an instruction in a function is read.
    #[inline]
    pub fn decode_kind(&self, opcode: u32) -> DecodeKind {
        self.decode_kinds.get(opcode as usize).copied().unwrap_or(DecodeKind::Rare)
    }

    /// An instruction that may be anywhere in a block and nowhere else, and whose operands are values and literals, neither
    /// blocks nor what a set or debug information has.
    #[inline]
    pub fn in_blocks(&self, opcode: u32) -> Option<&InstLayout> {
        let is_in_blocks = self.in_blocks.get(opcode as usize).copied().unwrap_or(false);
        self.layout(opcode).filter(|_| is_in_blocks)
    }

    /// The instruction of an opcode that the registry knows.
    #[inline]
    pub fn layout(&self, opcode: u32) -> Option<&InstLayout> {
        self.layouts.get(opcode as usize)?.as_ref()
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

fn is_special(opcode: u32) -> bool {
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
pub(super) fn is_constant(opcode: u32) -> bool {
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
pub(super) fn is_function(opcode: u32) -> bool {
    matches!(opcode, op::FUNCTION | op::GRAPH_ARM)
}

/// Whether an opcode declares a type.
pub(super) fn is_type(opcode: u32) -> bool {
    use spv_dialect::types::TYPES;
    matches!(
        opcode,
        op::TYPE_VOID | op::TYPE_BOOL | op::TYPE_INT | op::TYPE_FLOAT | op::TYPE_VECTOR | op::TYPE_FUNCTION
    ) || TYPES.iter().any(|(code, _)| *code == opcode)
}
