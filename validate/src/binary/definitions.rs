//! Validation of the order of definitions and uses
//!
//! Ids must be defined before they are used. The specification allows certain forward references (2.16.1). Import
//! itself does not depend on the order.
//!
//! Also rejects unnamed enumerants.

use rustc_hash::{FxHashMap, FxHashSet};
use spv_asm::operands::{self, OperandContext, OperandKind};
use spv_dialect::generated::enums::BUILT_IN;
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::values::decoration;
use spv_dialect::table::ResultLayout;
use spv_ir::Diagnostic;
use spv_serialize::import::binary::{IdSet, ImportResult, Inst, InstLayout, Opcodes, Section};

/// Instructions that allow forward references, with the first and last index of the operands that may be forward
/// references. The result type and result id, if present, are operands 0 and 1.
const FORWARD: &[(u32, usize, usize)] = &[
    (op::EXECUTION_MODE, 0, usize::MAX),
    (op::EXECUTION_MODE_ID, 0, usize::MAX),
    (op::ENTRY_POINT, 0, usize::MAX),
    (op::CONDITIONAL_ENTRY_POINT_INTEL, 0, usize::MAX),
    (op::CONDITIONAL_CAPABILITY_INTEL, 0, usize::MAX),
    (op::CONDITIONAL_EXTENSION_INTEL, 0, usize::MAX),
    (op::DECORATE_ID, 0, usize::MAX),
    (op::MEMBER_DECORATE_ID_EXT, 0, usize::MAX),
    (op::GROUP_DECORATE, 1, usize::MAX),
    (op::GROUP_MEMBER_DECORATE, 1, usize::MAX),
    (op::TYPE_FORWARD_POINTER, 0, 0),
    (op::GRAPH_ENTRY_POINT_ARM, 0, 0),
    (op::FUNCTION_CALL, 2, 2),
    (op::CONSTANT_FUNCTION_POINTER_INTEL, 2, 2),
    (op::ENQUEUE_KERNEL, 8, 8),
    (op::GET_KERNEL_ND_RANGE_SUB_GROUP_COUNT, 3, 3),
    (op::GET_KERNEL_ND_RANGE_MAX_SUB_GROUP_SIZE, 3, 3),
    (op::GET_KERNEL_WORK_GROUP_SIZE, 2, 2),
    (op::GET_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, 2, 2),
    (op::COOPERATIVE_MATRIX_PER_ELEMENT_OP_EXT, 3, 3),
    (op::COOPERATIVE_MATRIX_REDUCE_EXT, 4, 4),
    (op::COOPERATIVE_MATRIX_LOAD_TENSOR_NV, 7, usize::MAX),
    (op::EXT_INST_WITH_FORWARD_REFS_KHR, 0, usize::MAX),
];

/// Debug-info instructions that allow forward references: instruction set, instruction number, and the first and last
/// operand index. Operands are counted as for OpExtInst, so the set and instruction number are operands 2 and 3.
const FORWARD_OF_SETS: &[(&str, u32, usize, usize)] = &[
    ("OpenCL.DebugInfo.100", 20, 13, 13),
    ("OpenCL.DebugInfo.100", 10, 13, usize::MAX),
    ("DebugInfo", 20, 13, 13),
    ("DebugInfo", 10, 12, usize::MAX),
];

/// Returns the number of leading id operands of an instruction whose other operands are literals. Returns `None` for
/// other instructions.
fn id_words(opcode: u32) -> Option<usize> {
    match opcode {
        op::CAPABILITY
        | op::EXTENSION
        | op::EXT_INST_IMPORT
        | op::MEMORY_MODEL
        | op::STRING
        | op::SOURCE
        // Names and decorations do not count as uses of their targets.
        | op::NAME
        | op::MEMBER_NAME
        | op::DECORATE
        | op::TYPE_INT
        | op::TYPE_FLOAT => Some(0),
        op::EXECUTION_MODE | op::MEMBER_DECORATE | op::CONSTANT | op::SPEC_CONSTANT => Some(1),
        op::TYPE_VECTOR => Some(2),
        _ => None,
    }
}

/// The definitions and references seen so far.
pub(super) struct Definitions {
    facts: OperandContext,
    defined: IdSet,
    /// Ids that the module references. May contain other ids, because literals of some instructions are mistaken for
    /// ids.
    pub referenced: IdSet,
    types: IdSet,
    /// The id of OpTypeVoid.
    void: u32,
    /// Results of non-semantic instructions, except those of type void.
    non_semantic: FxHashSet<u32>,
    /// Ids of imported non-semantic instruction sets.
    non_semantic_sets: FxHashSet<u32>,
    /// Ids that an OpTypeForwardPointer has declared.
    announced: IdSet,
    /// Ids referenced before their definition, with the word offset of the reference.
    waiting: Vec<(u32, usize)>,
    /// Operands of OpDecorateIds, keyed by the id of the target. They must be defined before the target.
    targets: FxHashMap<u32, Vec<u32>>,
    /// Ids and names of imported instruction sets that allow forward references.
    sets: Vec<(u32, &'static str)>,
}

impl Definitions {
    pub fn new(bound: u32) -> Definitions {
        let set = || IdSet::new(bound as usize);
        Definitions {
            facts: OperandContext::default(),
            defined: set(),
            referenced: set(),
            types: set(),
            void: 0,
            non_semantic: FxHashSet::default(),
            non_semantic_sets: FxHashSet::default(),
            announced: set(),
            waiting: Vec::new(),
            targets: FxHashMap::default(),
            sets: Vec::new(),
        }
    }

    /// Records the definition and uses of a function-level instruction on a fast path. Returns false if the
    /// instruction requires the slow path or a use may be invalid.
    #[inline]
    pub fn define(&mut self, i: &Inst<'_>, inst: &InstLayout) -> bool {
        let Some(values) = inst.values(i.words.len()) else { return false };
        if !self.targets.is_empty() || !self.non_semantic.is_empty() {
            return false;
        }
        let (head, rest) = i.words.split_at(inst.first.into());
        let mut are_defined = true;
        for &id in &rest[..values] {
            are_defined &= self.defined.contains(id);
            self.referenced.add(id);
        }
        match *head {
            [_, ty, id] if are_defined && self.types.contains(ty) => {
                self.referenced.add(ty);
                self.defined.add(id);
            }
            [_] if are_defined => {}
            _ => return false,
        }
        true
    }

    /// Checks the uses of the next instruction and records its result.
    ///
    /// # Errors
    ///
    /// The instruction uses an id that must be, but is not, defined.
    pub fn check(&mut self, i: &Inst<'_>, opcodes: Opcodes<'_>, in_function: bool) -> ImportResult<()> {
        let Some(shape) = opcodes.result_layout(i.opcode) else { return Ok(()) };
        self.refer(i, shape);
        if shape.result_type
            && let Some(&ty) = i.words.get(1)
            && !self.types.contains(ty)
        {
            return Err(i.error_at(1, format!("%{ty} is not a type declared earlier")));
        }
        self.semantics(i)?;
        match i.opcode {
            // Import checks that the target of the name is defined.
            op::NAME => return i.check_string(2),
            op::MEMBER_NAME => return i.check_string(3),
            op::DECORATE | op::MEMBER_DECORATE => {
                let at = if i.opcode == op::DECORATE { 2 } else { 3 };
                return match *i.words.get(at..).unwrap_or(&[]) {
                    [decoration::BUILT_IN, word] if !BUILT_IN.is_known(word) => {
                        Err(i.error_at(at + 1, format!("unknown {} {word}", BUILT_IN.name)))
                    }
                    _ => Ok(()),
                };
            }
            op::DECORATE_STRING | op::MEMBER_DECORATE_STRING => return Ok(()),
            op::LABEL | op::PHI | op::BRANCH | op::SELECTION_MERGE | op::LOOP_MERGE | op::NO_LINE => {}
            // The only id operand of these instructions is the result type.
            op::CONSTANT | op::FUNCTION_PARAMETER => {}
            op::BRANCH_CONDITIONAL | op::SWITCH | op::LINE => self.uses(i, 1, 2)?,
            op::CONSTANT_COMPOSITE => self.uses(i, 3, usize::MAX)?,
            _ => match opcodes.layout(i.opcode).filter(|_| in_function) {
                Some(inst) => match inst.values(i.words.len()) {
                    Some(count) => self.uses(i, inst.first.into(), usize::from(inst.first) + count)?,
                    None => self.operands(i, opcodes)?,
                },
                None => self.operands(i, opcodes)?,
            },
        }
        if shape.result_id
            && let Some(&id) = i.words.get(1 + usize::from(shape.result_type))
        {
            if !self.targets.is_empty()
                && let Some(operands) = self.targets.remove(&id)
            {
                self.precede(i, id, &operands)?;
            }
            self.defined.add(id);
            if !in_function && opcodes.section(i.opcode) == Section::Type {
                self.types.add(id);
            }
        }
        if !in_function {
            self.facts.note(i.opcode, i.words);
            self.note(i)?;
        }
        Ok(())
    }

    /// Records the ids that an instruction references.
    fn refer(&mut self, i: &Inst<'_>, shape: &ResultLayout) {
        let end = id_words(i.opcode).map_or(usize::MAX, |count| 1 + count).min(i.words.len());
        let result = if shape.result_id { 1 + usize::from(shape.result_type) } else { 0 };
        for range in [1..result.min(end), result + 1..end] {
            i.words.get(range).unwrap_or(&[]).iter().for_each(|&id| self.referenced.add(id));
        }
    }

    /// Checks that semantic instructions have no non-semantic operands (SPV_KHR_non_semantic_info).
    fn semantics(&mut self, i: &Inst<'_>) -> ImportResult<()> {
        let is_extended = [op::EXT_INST, op::EXT_INST_WITH_FORWARD_REFS_KHR].contains(&i.opcode);
        if is_extended && i.words.get(3).is_some_and(|set| self.non_semantic_sets.contains(set)) {
            if i.words.get(1) != Some(&self.void) {
                self.non_semantic.extend(i.words.get(2));
            }
        } else if !self.non_semantic.is_empty() {
            let mut operands = operands::of_instruction(&self.facts, i.opcode, i.words);
            let wrong =
                |(at, kind): &(usize, OperandKind)| kind.is_id() && self.non_semantic.contains(&i.words[*at]);
            if let Some((at, _)) = operands.find(wrong) {
                return Err(i.error_at(at, "a semantic instruction must not use a non-semantic one"));
            }
        }
        Ok(())
    }

    /// Checks that the operands of an OpDecorateId are defined before its target.
    fn precede(&self, i: &Inst<'_>, target: u32, operands: &[u32]) -> ImportResult<()> {
        match operands.iter().find(|operand| !self.defined.contains(**operand)) {
            Some(late) => {
                Err(i.error(format!("%{late}, which decorates %{target}, must be defined before it")))
            }
            None => Ok(()),
        }
    }

    fn note(&mut self, i: &Inst<'_>) -> ImportResult<()> {
        match i.opcode {
            op::TYPE_VOID => self.void = i.words.get(1).copied().unwrap_or(0),
            op::TYPE_FORWARD_POINTER => i.words.get(1).into_iter().for_each(|&id| self.announced.add(id)),
            op::EXT_INST_IMPORT => {
                let found = i.string(2).ok();
                if found.as_ref().is_some_and(|(name, _)| name.starts_with("NonSemantic.")) {
                    self.non_semantic_sets.extend(i.words.get(1));
                }
                let row = found.and_then(|(name, _)| FORWARD_OF_SETS.iter().find(|row| row.0 == name));
                self.sets.extend(i.words.get(1).copied().zip(row.map(|row| row.0)));
            }
            op::DECORATE_ID => match i.words {
                [_, target, _, operands @ ..] if self.defined.contains(*target) => {
                    self.precede(i, *target, operands)?;
                }
                [_, target, _, operands @ ..] => self.targets.entry(*target).or_default().extend(operands),
                _ => {}
            },
            _ => {}
        }
        Ok(())
    }

    /// Checks that the ids in the word range `from..to` are defined.
    fn uses(&self, i: &Inst<'_>, from: usize, to: usize) -> ImportResult<()> {
        let words = i.words.get(from..to.min(i.words.len())).unwrap_or(&[]);
        match words.iter().position(|&id| !self.defined.contains(id)) {
            Some(at) => Err(undefined(i, from + at)),
            None => Ok(()),
        }
    }

    fn operands(&mut self, i: &Inst<'_>, opcodes: Opcodes<'_>) -> ImportResult<()> {
        let Some(shape) = opcodes.result_layout(i.opcode) else { return Ok(()) };
        let head = usize::from(shape.result_type) + usize::from(shape.result_id);
        let is_type = shape.result_id && opcodes.section(i.opcode) == Section::Type;
        let (mut is_forward, mut waiting) = (false, Vec::new());
        for (index, (at, kind)) in operands::of_instruction(&self.facts, i.opcode, i.words).enumerate() {
            let id = i.words[at];
            if let OperandKind::Enum(def) = kind
                && !def.is_known(id)
            {
                return Err(i.error_at(at, format!("unknown {} {id}", def.name)));
            }
            if !kind.is_id() || self.defined.contains(id) {
                continue;
            }
            is_forward = true;
            let (first, last) = self.forward(i);
            let may_be = first <= index + head && index + head <= last;
            if !(may_be || is_type && self.announced.contains(id)) {
                return Err(undefined(i, at));
            }
            waiting.push((id, i.offset));
        }
        self.waiting.extend(waiting);
        if i.opcode == op::EXT_INST_WITH_FORWARD_REFS_KHR && !is_forward {
            return Err(i.error("no operand is a forward reference: use OpExtInst"));
        }
        Ok(())
    }

    /// Returns the indices of the first and last operand that may be forward references. The range is empty if the
    /// instruction allows no forward references.
    fn forward(&self, i: &Inst<'_>) -> (usize, usize) {
        let of_set = || {
            let &(_, name) = self.sets.iter().find(|(id, _)| i.words.get(3) == Some(id))?;
            let row = FORWARD_OF_SETS.iter().find(|row| row.0 == name && i.words.get(4) == Some(&row.1))?;
            Some((row.2, row.3))
        };
        let found = match i.opcode {
            op::EXT_INST => of_set(),
            _ => FORWARD.iter().find(|row| row.0 == i.opcode).map(|row| (row.1, row.2)),
        };
        found.unwrap_or((1, 0))
    }

    /// Returns an id that is referenced but never defined, with the word offset of the reference. Returns `None` if all
    /// referenced ids are defined.
    pub fn missing(&self) -> Option<(u32, usize)> {
        self.waiting.iter().copied().find(|(id, _)| !self.defined.contains(*id))
    }
}

fn undefined(i: &Inst<'_>, word: usize) -> Box<Diagnostic> {
    let id = i.words.get(word).copied().unwrap_or(0);
    i.error_at(word, format!("%{id} must be defined before its use"))
}
