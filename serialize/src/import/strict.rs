//! What import accepts but a validation does not: the logical layout of a module (specification, 2.4), and the order of the
//! instructions of a function.

use super::declarations::Declarations;
use super::opcodes::{Opcodes, Section};
use super::reader::{HEADER, Inst, Step, inst};
use rustc_hash::FxHashMap;
use spv_dialect::generated::opcodes as op;
use spv_dialect::sets::find_set;
use spv_ir::Diagnostics;

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
    let version = words.get(1).copied().unwrap_or(0);
    let layout = Layout { declarations: Declarations::new(version), ..Layout::default() };
    layout.module(words, opcodes).map_err(|error| Diagnostics { list: vec![*error] })
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
    declarations: Declarations,
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
    fn module(mut self, words: &[u32], opcodes: &Opcodes) -> Step<()> {
        let mut offset = HEADER;
        while offset < words.len() {
            let i = inst(words, offset)?;
            offset += i.words.len();
            match section_of(i.opcode, opcodes) {
                Some(section) => self.enter(&i, section)?,
                None => self.anywhere(&i)?,
            }
            self.function(&i)?;
            self.declarations.check(&i, self.section == TYPES && self.function == Function::None)?;
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
