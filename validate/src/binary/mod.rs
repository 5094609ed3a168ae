//! Validation of properties that are lost when a binary is imported
//!
//! Covers the logical layout of a module (specification, 2.4), the order of definitions, instructions and blocks,
//! and repeated declarations.

mod control_flow;
mod declarations;
mod definitions;
mod source_lines;
mod targets;

use control_flow::ControlFlow;
use declarations::Declarations;
use definitions::Definitions;
use rustc_hash::FxHashMap;
use source_lines::SourceLines;
use spv_asm::operands::{self, OperandContext, OperandKind};
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::values::loop_control as l;
use spv_dialect::sections::Section;
use spv_dialect::sets::find_set;
use spv_ir::Diagnostics;
use spv_ir::dialect::Arity;
use spv_serialize::import::binary::{
    HEADER, IN_SEVERAL_SECTIONS, IdSet, ImportResult, Inst, Opcodes, Section as Scope, inst,
};
use targets::Targets;

/// Debug-info instructions that must be inside functions.
const LOCAL: [&str; 7] = [
    "DebugScope",
    "DebugNoScope",
    "DebugDeclare",
    "DebugValue",
    "DebugLine",
    "DebugNoLine",
    "DebugFunctionDefinition",
];

/// Number of words that precede the operands of an extended instruction.
const OPERANDS_OF_SET: usize = 5;

/// Checks all rules about a binary, except for declarations at the offsets in `unchecked`. Returns the referenced
/// ids. Used as the value of `ImportOptions::rules`.
///
/// # Errors
///
/// A rule is violated; only the first violation is reported.
pub fn check(words: &[u32], opcodes: Opcodes<'_>, unchecked: &[usize]) -> Result<IdSet, Diagnostics> {
    let (version, bound) = (words.get(1).copied().unwrap_or(0), words.get(3).copied().unwrap_or(0));
    let mut definitions = Definitions::new(bound);
    Layout::new(version, bound, unchecked)
        .module(words, opcodes, &mut definitions)
        .and_then(|()| match definitions.missing() {
            Some((id, offset)) => Err(inst(words, offset)?.error(format!("%{id} is not defined"))),
            None => Ok(()),
        })
        .map_err(|error| Diagnostics { list: vec![*error] })?;
    Ok(definitions.referenced)
}

/// Checks all rules about a binary like [`check`], and that literal strings are valid UTF-8.
///
/// # Errors
///
/// The errors of [`check`], and a literal string that is not valid UTF-8.
pub fn check_with_strings(
    words: &[u32],
    opcodes: Opcodes<'_>,
    unchecked: &[usize],
) -> Result<IdSet, Diagnostics> {
    let referenced = check(words, opcodes, unchecked)?;
    check_strings(words)?;
    Ok(referenced)
}

/// Checks that literal strings are valid UTF-8 (specification, 2.2.1).
///
/// # Errors
///
/// A literal string is not valid UTF-8; only the first one is reported.
fn check_strings(words: &[u32]) -> Result<(), Diagnostics> {
    let mut facts = OperandContext::default();
    let mut offset = HEADER;
    let mut check = || -> ImportResult<()> {
        while offset < words.len() {
            let i = inst(words, offset)?;
            offset += i.words.len();
            let operands = operands::of_instruction(&facts, i.opcode, i.words);
            for (at, _) in operands.filter(|(_, kind)| matches!(kind, OperandKind::String)) {
                let (bytes, _) = i.bytes(at)?;
                if let Err(wrong) = std::str::from_utf8(&bytes) {
                    let position = wrong.valid_up_to();
                    let byte = bytes.get(position).copied().unwrap_or(0);
                    let message = format!("string is not UTF-8: byte 0x{byte:02X} at position {position}");
                    return Err(i.error_at(at, message));
                }
            }
            facts.note(i.opcode, i.words);
        }
        Ok(())
    };
    check().map_err(|error| Diagnostics { list: vec![*error] })
}

/// The state of checking the logical layout.
struct Layout<'w> {
    section: Section,
    has_memory_model: bool,
    /// Whether a function with a body has been seen.
    has_definition: bool,
    function: Function,
    /// Names of imported extended instruction sets, keyed by id.
    sets: FxHashMap<u32, String>,
    declarations: Declarations<'w>,
    /// Word offsets of declarations that are not checked.
    unchecked: &'w [usize],
    targets: Targets,
    control_flow: ControlFlow,
    source_lines: SourceLines,
}

/// The position in the module: outside of functions, or within the current function.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Function {
    #[default]
    None,
    /// After OpFunction and before the first block.
    Declared,
    /// In the first block. `variables` is whether OpVariable is still allowed.
    FirstBlock { variables: bool },
    /// In any other block. `phis` is whether OpPhi is still allowed.
    Block { phis: bool },
}

impl Function {
    /// Returns whether any instruction that is valid in a block is allowed here, and only OpLabel changes the position.
    fn allows_any(self) -> bool {
        matches!(self, Function::FirstBlock { variables: false } | Function::Block { phis: false })
    }
}

/// Returns the section to which an instruction belongs, or `None` if several sections allow it.
fn section_of(opcode: u32, opcodes: Opcodes<'_>) -> Option<Section> {
    let is_type = || matches!(opcodes.section(opcode), Scope::Type | Scope::Constant);
    match (opcode, Section::of(opcode)) {
        (op::FUNCTION, _) => Some(Section::Functions),
        _ if IN_SEVERAL_SECTIONS.contains(&opcode) => None,
        (_, section @ Section::Declarations) => is_type().then_some(section),
        (_, section) => Some(section),
    }
}

impl<'w> Layout<'w> {
    fn new(version: u32, bound: u32, unchecked: &'w [usize]) -> Layout<'w> {
        Layout {
            section: Section::default(),
            has_memory_model: false,
            has_definition: false,
            function: Function::default(),
            sets: FxHashMap::default(),
            declarations: Declarations::new(version),
            unchecked,
            targets: Targets::default(),
            control_flow: ControlFlow::new(bound),
            source_lines: SourceLines::default(),
        }
    }

    fn module(
        mut self,
        words: &'w [u32],
        opcodes: Opcodes<'_>,
        definitions: &mut Definitions,
    ) -> ImportResult<()> {
        let mut offset = HEADER;
        while offset < words.len() {
            let i = inst(words, offset)?;
            offset += i.words.len();
            // Most instructions in blocks only require checking of definitions.
            if self.function.allows_any()
                && let Some(layout) = opcodes.in_blocks(i.opcode)
                && definitions.define(&i, layout)
            {
                continue;
            }
            match section_of(i.opcode, opcodes) {
                Some(section) => self.enter(&i, section)?,
                None => self.anywhere(&i)?,
            }
            self.function(&i)?;
            self.declarations.check_continuation(&i)?;
            let in_function = self.function != Function::None;
            definitions.check(&i, opcodes, in_function)?;
            self.control_flow.check(words, &i)?;
            self.source_lines.check(&i)?;
            if !in_function || [op::LABEL, op::UNDEF].contains(&i.opcode) {
                self.targets.check(&i)?;
            }
            if !in_function && self.unchecked.binary_search(&i.offset).is_err() {
                self.declarations.check(&i, opcodes)?;
            }
            if i.opcode == op::FUNCTION || offset >= words.len() {
                self.targets.finish(&i)?;
            }
        }
        Ok(())
    }

    fn enter(&mut self, i: &Inst<'_>, section: Section) -> ImportResult<()> {
        if section < self.section {
            let name = section.contents();
            return Err(i.error(format!("must be in the section of {name}, which precedes it")));
        }
        if section == Section::MemoryModel && self.has_memory_model {
            return Err(i.error("duplicate memory model"));
        }
        self.has_memory_model |= section == Section::MemoryModel;
        if section > Section::MemoryModel && !self.has_memory_model {
            return Err(i.error("must not precede the memory model"));
        }
        self.section = section;
        if i.opcode == op::EXT_INST_IMPORT
            && let (Some(&id), Ok((name, _))) = (i.words.get(1), i.string(2))
        {
            self.sets.insert(id, name);
        }
        Ok(())
    }

    /// Checks instructions that are allowed in several sections.
    fn anywhere(&mut self, i: &Inst<'_>) -> ImportResult<()> {
        if [op::LINE, op::NO_LINE].contains(&i.opcode) {
            if !self.has_memory_model {
                return Err(i.error("must not precede the memory model"));
            }
            self.section = self.section.max(Section::Declarations);
        }
        if ![op::EXT_INST, op::EXT_INST_WITH_FORWARD_REFS_KHR].contains(&i.opcode) {
            return Ok(());
        }
        let (Some(set), Some(&number)) = (i.words.get(3), i.words.get(4)) else { return Ok(()) };
        let Some(name) = self.sets.get(set) else { return Ok(()) };
        let set = find_set(name);
        if i.opcode == op::EXT_INST_WITH_FORWARD_REFS_KHR && !name.starts_with("NonSemantic.") {
            return Err(i.error("only a non-semantic instruction may have forward references"));
        }
        if let Some(row) = set.and_then(|set| set.row(number)) {
            let needed = row.params.iter().filter(|param| param.arity == Arity::One).count();
            if i.words.len() < OPERANDS_OF_SET + needed {
                return Err(i.error(format!("requires {needed} operands")));
            }
        }
        let Some(known) = set.filter(|known| known.debug_info && !name.contains("Graph")) else {
            if name.starts_with("NonSemantic.") && self.section < Section::Declarations {
                return Err(i.error("a non-semantic instruction must not precede the types"));
            }
            return Ok(());
        };
        let own = known.row(number).and_then(|row| row.name.rsplit('.').next());
        let local = own.is_some_and(|own| LOCAL.contains(&own));
        match local {
            true if self.function == Function::None => {
                Err(i.error("this debug instruction must be in a function"))
            }
            false if self.section != Section::Declarations => {
                Err(i.error("this debug instruction must be among types, before the functions"))
            }
            _ => Ok(()),
        }
    }

    /// Checks the instruction order in a function.
    fn function(&mut self, i: &Inst<'_>) -> ImportResult<()> {
        let is_extended = [op::EXT_INST, op::EXT_INST_WITH_FORWARD_REFS_KHR].contains(&i.opcode);
        let set = i.words.get(3).filter(|_| is_extended).and_then(|set| self.sets.get(set));
        let set = set.map(String::as_str);
        let is_semantic =
            set.is_none_or(|name| !name.starts_with("NonSemantic.") || name.contains("DebugInfo"));
        if is_extended && !is_semantic && self.function == Function::Declared {
            return Err(i.error("must be in a block"));
        }
        // Debug-info instructions may precede or separate OpVariables and OpPhis, except in
        // NonSemantic.Shader.DebugInfo.
        let is_line = [op::LINE, op::NO_LINE].contains(&i.opcode)
            || is_extended && matches!(set, Some("OpenCL.DebugInfo.100" | "DebugInfo"));
        let is_variable = [op::VARIABLE, op::UNTYPED_VARIABLE_KHR].contains(&i.opcode);
        // spirv-val mistakes a function declaration with line instructions for a definition.
        self.has_definition |=
            self.section == Section::Functions && [op::LINE, op::NO_LINE].contains(&i.opcode);
        match (i.opcode, &mut self.function) {
            (op::NOP | op::CONSTANT_PIPE_STORAGE, Function::None) => {
                return Err(i.error("must be in a block"));
            }
            (op::FUNCTION, state) => *state = Function::Declared,
            (op::FUNCTION_END, state) => {
                if *state == Function::Declared && self.has_definition {
                    return Err(i.error("function declarations must precede function definitions"));
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
            (op::LOOP_MERGE, _) => loop_control(i)?,
            (op::PHI, Function::FirstBlock { .. } | Function::Block { phis: false }) => {
                return Err(
                    i.error("must precede all other instructions of a block other than the entry block")
                );
            }
            (_, Function::None | Function::Declared) if is_variable && self.section == Section::Functions => {
                return Err(i.error("must be in a block"));
            }
            (_, Function::FirstBlock { variables: false } | Function::Block { .. }) if is_variable => {
                return Err(
                    i.error("the variables of a function must be at the beginning of its entry block")
                );
            }
            (_, Function::FirstBlock { variables }) if !is_variable && !is_line => *variables = false,
            (code, Function::Block { phis }) if code != op::PHI && !is_line => *phis = false,
            _ => {}
        }
        Ok(())
    }
}

/// Checks that loop controls do not exclude each other (specification, 3.23) and that IterationMultiple is not 0.
fn loop_control(i: &Inst<'_>) -> ImportResult<()> {
    let control = i.words.get(3).copied().unwrap_or(0);
    let excluded = l::UNROLL | l::PEEL_COUNT | l::PARTIAL_COUNT;
    if control & l::DONT_UNROLL != 0 && control & excluded != 0 {
        return Err(i.error_at(3, "DontUnroll must not be combined with Unroll, PeelCount or PartialCount"));
    }
    let before = [l::DEPENDENCY_LENGTH, l::MIN_ITERATIONS, l::MAX_ITERATIONS];
    let at = 4 + before.into_iter().filter(|bit| control & bit != 0).count();
    match control & l::ITERATION_MULTIPLE != 0 && i.words.get(at) == Some(&0) {
        true => Err(i.error_at(at, "IterationMultiple must not be zero")),
        false => Ok(()),
    }
}
