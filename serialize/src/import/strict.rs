//! What import accepts but a validation does not: the logical layout of a module (specification, 2.4), and the order of the
//! instructions of a function.

use super::opcodes::{Opcodes, Section};
use super::reader::{HEADER, Inst, Step, inst};
use rustc_hash::{FxHashMap, FxHashSet};
use spv_dialect::generated::enums::DECORATION;
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::values::decoration;
use spv_dialect::sets::find_set;
use spv_ir::Diagnostics;
use spv_ir::dialect::ParamKind;

/// The sections before the types, in order, with their instructions.
const SECTIONS: &[(&str, &[u32])] = &[
    ("capabilities", &[op::CAPABILITY, op::CONDITIONAL_CAPABILITY_INTEL]),
    ("extensions", &[op::EXTENSION, op::CONDITIONAL_EXTENSION_INTEL]),
    ("imports", &[op::EXT_INST_IMPORT]),
    ("memory model", &[op::MEMORY_MODEL]),
    ("addressing mode of samplers", &[op::SAMPLER_IMAGE_ADDRESSING_MODE_NV]),
    ("entry points", &[op::ENTRY_POINT, op::CONDITIONAL_ENTRY_POINT_INTEL]),
    ("execution modes", &[op::EXECUTION_MODE, op::EXECUTION_MODE_ID]),
    ("sources", &[op::STRING, op::SOURCE_EXTENSION, op::SOURCE, op::SOURCE_CONTINUED]),
    ("names", &[op::NAME, op::MEMBER_NAME]),
    ("processes", &[op::MODULE_PROCESSED]),
    (
        "decorations",
        &[
            op::DECORATE,
            op::MEMBER_DECORATE,
            op::GROUP_DECORATE,
            op::GROUP_MEMBER_DECORATE,
            op::DECORATION_GROUP,
            op::DECORATE_ID,
            op::DECORATE_STRING,
            op::MEMBER_DECORATE_STRING,
            op::MEMBER_DECORATE_ID_EXT,
            op::ALIAS_DOMAIN_DECL_INTEL,
            op::ALIAS_SCOPE_DECL_INTEL,
            op::ALIAS_SCOPE_LIST_DECL_INTEL,
        ],
    ),
];
/// The number of the section of types, constants and variables.
const TYPES: usize = SECTIONS.len();
/// The number of the section of functions.
const FUNCTIONS: usize = TYPES + 1;
/// The section that must be there.
const MEMORY_MODEL: usize = 3;

/// Instructions of debug information that are in functions.
const LOCAL: [&str; 7] = [
    "DebugScope",
    "DebugNoScope",
    "DebugDeclare",
    "DebugValue",
    "DebugLine",
    "DebugNoLine",
    "DebugFunctionDefinition",
];

/// Checks the layout of a module.
///
/// # Errors
/// The first instruction that is where it may not be.
pub(super) fn check(words: &[u32], opcodes: &Opcodes) -> Result<(), Diagnostics> {
    Layout::default().module(words, opcodes).map_err(|error| Diagnostics { list: vec![*error] })
}

/// The extension by which types may be declared several times.
const REPEATED_TYPES: &str = "SPV_VALIDATOR_ignore_type_decl_unique";

/// Whether a decoration has literals or enumerants, and no ids.
fn is_literal(value: u32) -> bool {
    let params = DECORATION.by_value(value).map_or(&[][..], |found| found.params);
    !params.is_empty()
        && params.iter().all(|param| matches!(param.kind, ParamKind::Word | ParamKind::Enum(_)))
}

/// Instructions with literals, and the number of words that ids of others are in, after the first one.
const LITERALS: [(u32, usize); 16] = [
    (op::CAPABILITY, 0),
    (op::EXTENSION, 0),
    (op::EXT_INST_IMPORT, 0),
    (op::MEMORY_MODEL, 0),
    (op::EXECUTION_MODE, 1),
    (op::STRING, 0),
    (op::SOURCE, 0),
    // Names and decorations are no uses.
    (op::NAME, 0),
    (op::MEMBER_NAME, 0),
    (op::DECORATE, 0),
    (op::MEMBER_DECORATE, 1),
    (op::TYPE_INT, 0),
    (op::TYPE_FLOAT, 0),
    (op::TYPE_VECTOR, 2),
    (op::CONSTANT, 1),
    (op::SPEC_CONSTANT, 1),
];

/// The ids that instructions refer to, one bit each: the literals of most instructions that equal an id count, too.
pub(super) struct Referenced(Vec<u64>);

impl Referenced {
    pub fn new(words: &[u32], opcodes: &Opcodes) -> Referenced {
        let bound = words.get(3).copied().unwrap_or(0) as usize;
        let mut bits = vec![0_u64; bound / 64 + 1];
        let mut offset = HEADER;
        while let Some(length) =
            words.get(offset).map(|word| (word >> 16) as usize).filter(|&length| length > 0)
        {
            let opcode = words[offset] & 0xFFFF;
            let end = (offset + length).min(words.len());
            let literal = LITERALS.iter().find(|(found, _)| *found == opcode);
            let ids = literal.map_or(end, |(_, count)| (offset + 1 + count).min(end));
            let shape = opcodes.shape(opcode);
            let result =
                shape.filter(|shape| shape.result_id).map(|shape| 1 + usize::from(shape.result_type));
            for (at, &word) in words[offset..ids].iter().enumerate().skip(1) {
                if let Some(block) = bits.get_mut(word as usize / 64)
                    && Some(at) != result
                {
                    *block |= 1 << (word % 64);
                }
            }
            offset = end;
        }
        Referenced(bits)
    }

    pub fn has(&self, id: u32) -> bool {
        self.0.get(id as usize / 64).is_some_and(|block| block >> (id % 64) & 1 != 0)
    }
}

/// Where the check is.
#[derive(Default)]
struct Layout {
    section: usize,
    has_memory_model: bool,
    /// A function with a body has been seen.
    has_definition: bool,
    function: Function,
    /// The imported sets by id.
    sets: FxHashMap<u32, String>,
    /// Numbers of less than 32 bits by id: their bits, and whether they are signed.
    narrow: FxHashMap<u32, (u32, bool)>,
    /// Types that are no aggregates: opcode and operands.
    declared: FxHashSet<Vec<u32>>,
    /// Whether types may be declared several times.
    repeats_types: bool,
}

/// What has been seen of the current function.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Function {
    #[default]
    None,
    /// No block yet.
    Declared,
    /// In the first block: whether only variables may follow still.
    FirstBlock { variables: bool },
    /// After the first block; whether OpPhi may follow still.
    Block { phis: bool },
}

/// The section of an instruction; `None` where it may be in several.
fn section_of(opcode: u32, opcodes: &Opcodes) -> Option<usize> {
    match opcode {
        op::FUNCTION => return Some(FUNCTIONS),
        // In functions, too.
        op::UNDEF | op::VARIABLE | op::UNTYPED_VARIABLE_KHR => return None,
        _ => {}
    }
    let section = SECTIONS.iter().position(|(_, list)| list.contains(&opcode));
    let is_type = || matches!(opcodes.section(opcode), Section::Type | Section::Constant);
    section.or_else(|| is_type().then_some(TYPES))
}

impl Layout {
    fn module(&mut self, words: &[u32], opcodes: &Opcodes) -> Step<()> {
        let mut offset = HEADER;
        while offset < words.len() {
            let i = inst(words, offset)?;
            offset += i.words.len();
            match section_of(i.opcode, opcodes) {
                Some(section) => self.enter(&i, section)?,
                None => self.anywhere(&i)?,
            }
            self.function(&i)?;
            self.number(&i)?;
            self.types(&i)?;
            self.decoration(&i)?;
        }
        Ok(())
    }

    /// Types that are no aggregates are declared once.
    fn types(&mut self, i: &Inst<'_>) -> Step<()> {
        const AGGREGATES: [u32; 8] = [
            op::TYPE_STRUCT,
            op::TYPE_ARRAY,
            op::TYPE_RUNTIME_ARRAY,
            op::TYPE_POINTER,
            op::TYPE_FORWARD_POINTER,
            op::TYPE_OPAQUE,
            op::TYPE_UNTYPED_POINTER_KHR,
            op::TYPE_BUFFER_EXT,
        ];
        let is_type = i.opcode >= op::TYPE_VOID && i.opcode <= op::TYPE_FORWARD_POINTER
            || [op::TYPE_NAMED_BARRIER, op::TYPE_PIPE_STORAGE, op::TYPE_TENSOR_ARM].contains(&i.opcode);
        if i.opcode == op::EXTENSION && i.string(1).is_ok_and(|(name, _)| name == REPEATED_TYPES) {
            self.repeats_types = true;
        }
        if is_type && !AGGREGATES.contains(&i.opcode) && !self.repeats_types {
            let key = [&[i.opcode][..], i.words.get(2..).unwrap_or(&[])].concat();
            if !self.declared.insert(key) {
                return Err(i.error("a type that is no aggregate may be declared once"));
            }
        }
        Ok(())
    }

    /// Decorations with ids have an instruction of their own.
    fn decoration(&self, i: &Inst<'_>) -> Step<()> {
        const WITH_IDS: [u32; 5] = [
            decoration::UNIFORM_ID,
            decoration::ALIGNMENT_ID,
            decoration::MAX_BYTE_OFFSET_ID,
            decoration::ARRAY_STRIDE_ID_EXT,
            decoration::COUNTER_BUFFER,
        ];
        let has_id = i.words.get(2).is_some_and(|value| WITH_IDS.contains(value));
        match i.opcode {
            op::DECORATE if has_id => Err(i.error("a decoration with an id needs OpDecorateId")),
            op::DECORATE_ID if i.words.len() > 3 && !has_id && is_literal(i.words[2]) => {
                Err(i.error("a decoration without ids needs OpDecorate"))
            }
            _ => Ok(()),
        }
    }

    /// The bits of a literal number beyond its type: import drops them.
    fn number(&mut self, i: &Inst<'_>) -> Step<()> {
        match (i.opcode, i.words) {
            (op::TYPE_INT, &[_, id, width, signed]) if width < 32 => {
                self.narrow.insert(id, (width, signed != 0));
            }
            (op::TYPE_FLOAT, &[_, id, width, ..]) if width < 32 => _ = self.narrow.insert(id, (width, false)),
            (op::CONSTANT | op::SPEC_CONSTANT, &[_, ty, _, word]) => {
                let Some(&(width, signed)) = self.narrow.get(&ty) else { return Ok(()) };
                let high = word.checked_shr(width).unwrap_or(0);
                let negative = signed && word.checked_shr(width.saturating_sub(1)).unwrap_or(0) & 1 != 0;
                let expected = if negative { u32::MAX.checked_shr(width).unwrap_or(0) } else { 0 };
                if high != expected {
                    return Err(i.error(format!("the literal has more than {width} bits")));
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn enter(&mut self, i: &Inst<'_>, section: usize) -> Step<()> {
        if section < self.section {
            let (name, _) = SECTIONS.get(section).copied().unwrap_or(("types", &[]));
            return Err(i.error(format!("it is after the section of {name}, where it belongs")));
        }
        if section == MEMORY_MODEL && self.has_memory_model {
            return Err(i.error("a module has one memory model"));
        }
        self.has_memory_model |= section == MEMORY_MODEL;
        if section > MEMORY_MODEL && !self.has_memory_model {
            return Err(i.error("it is before the memory model"));
        }
        self.section = section;
        if i.opcode == op::EXT_INST_IMPORT
            && let (Some(&id), Ok((name, _))) = (i.words.get(1), i.string(2))
        {
            self.sets.insert(id, name);
        }
        Ok(())
    }

    /// Instructions of the section of types and of functions.
    fn anywhere(&mut self, i: &Inst<'_>) -> Step<()> {
        if [op::LINE, op::NO_LINE].contains(&i.opcode) {
            if !self.has_memory_model {
                return Err(i.error("it is before the memory model"));
            }
            self.section = self.section.max(TYPES);
        }
        if ![op::EXT_INST, op::EXT_INST_WITH_FORWARD_REFS_KHR].contains(&i.opcode) {
            return Ok(());
        }
        let (Some(set), Some(&number)) = (i.words.get(3), i.words.get(4)) else { return Ok(()) };
        let Some(name) = self.sets.get(set) else { return Ok(()) };
        let known = find_set(name).filter(|known| known.debug_info && !name.contains("Graph"));
        let Some(row) = known.and_then(|known| known.row(number)) else {
            if name.starts_with("NonSemantic.") && self.section < TYPES {
                return Err(i.error("a non-semantic instruction may not be before the types"));
            }
            return Ok(());
        };
        let local = row.name.rsplit('.').next().is_some_and(|own| LOCAL.contains(&own));
        match local {
            true if self.function == Function::None => {
                Err(i.error("this debug instruction must be in a function"))
            }
            false if self.section != TYPES => {
                Err(i.error("this debug instruction must be among types, before the functions"))
            }
            _ => Ok(()),
        }
    }

    /// The order of the instructions of a function.
    fn function(&mut self, i: &Inst<'_>) -> Step<()> {
        const LINES: [u32; 4] = [op::LINE, op::NO_LINE, op::EXT_INST, op::EXT_INST_WITH_FORWARD_REFS_KHR];
        let is_variable = [op::VARIABLE, op::UNTYPED_VARIABLE_KHR].contains(&i.opcode);
        match (i.opcode, &mut self.function) {
            (op::FUNCTION, state) => *state = Function::Declared,
            (op::FUNCTION_END, state) => {
                if *state == Function::Declared && self.has_definition {
                    return Err(i.error("function declarations must be before function definitions"));
                }
                *state = Function::None;
            }
            (op::LABEL, state) => {
                self.has_definition = true;
                *state = match state {
                    Function::Declared | Function::None => Function::FirstBlock { variables: true },
                    _ => Function::Block { phis: true },
                };
            }
            (op::PHI, Function::FirstBlock { .. } | Function::Block { phis: false }) => {
                return Err(i.error("it must be before all other instructions of a block but the first"));
            }
            (_, Function::FirstBlock { variables: false } | Function::Block { .. }) if is_variable => {
                return Err(i.error("the variables of a function must be first in its first block"));
            }
            (code, Function::FirstBlock { variables }) if !is_variable && !LINES.contains(&code) => {
                *variables = false;
            }
            (code, Function::Block { phis }) if code != op::PHI && !LINES.contains(&code) => *phis = false,
            _ => {}
        }
        Ok(())
    }
}
