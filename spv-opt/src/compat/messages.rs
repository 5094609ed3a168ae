//! Diagnostics in the form of SPIRV-Tools: an instruction index, a result code, and the instruction as assembly

use crate::report::{Input, Report};
use spv_asm::generated::enums::CAPABILITY;
use spv_asm::generated::opcodes as op;
use spv_asm::generated::ops::{Class, SHAPES};
use spv_asm::instructions::{Instruction, instructions};
use spv_asm::table::core_index;
use spv_asm::{Checker, disassemble_at};
use spv_ir::diag::Severity;
use spv_ir::{Context, Diagnostics, Module};
use spv_serialize::import::{ImportOptions, import_with, with_offsets};
use spv_validate::TargetEnv;
use std::collections::BTreeSet;
use std::sync::Arc;

const MAGIC: u32 = 0x0723_0203;

/// The result code (`spv_result_t`) that the C library of SPIRV-Tools returns for an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Code {
    Internal = -1,
    InvalidPointer = -3,
    InvalidBinary = -4,
    InvalidText = -5,
    InvalidLookup = -9,
    InvalidId = -10,
    InvalidCfg = -11,
    InvalidLayout = -12,
    InvalidCapability = -13,
    InvalidData = -14,
    MissingExtension = -15,
    WrongVersion = -16,
}

impl From<spv_asm::ErrorCode> for Code {
    fn from(code: spv_asm::ErrorCode) -> Code {
        match code {
            spv_asm::ErrorCode::InvalidBinary => Code::InvalidBinary,
            spv_asm::ErrorCode::InvalidText => Code::InvalidText,
            spv_asm::ErrorCode::InvalidLookup => Code::InvalidLookup,
            spv_asm::ErrorCode::InvalidId => Code::InvalidId,
        }
    }
}

/// An error or warning about a binary module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Severity of the message.
    pub severity: Severity,
    /// Code that SPIRV-Tools would return. If the rule has no exact counterpart, the code depends on the category of
    /// the instruction.
    pub code: Code,
    /// Index of the instruction, counted from 1; 0 for the whole module.
    pub instruction: usize,
    /// Message, preceded by the rule in brackets if there is one.
    pub text: String,
    /// The instruction as SPIR-V assembly, if known.
    pub excerpt: Option<String>,
    /// Notes about related instructions, each with the index of the instruction if known.
    pub notes: Vec<(Option<usize>, String)>,
}

impl Message {
    /// Constructs an error about the whole module.
    pub fn about_module(text: String) -> Message {
        let severity = Severity::Error;
        Message { severity, code: Code::Internal, instruction: 0, text, excerpt: None, notes: Vec::new() }
    }

    /// Returns the message with the instruction and the notes below it, as SPIRV-Tools passes it to message consumers.
    pub fn full_text(&self) -> String {
        let mut text = self.text.clone();
        if let Some(excerpt) = &self.excerpt {
            text += &format!("\n  {excerpt}\n");
        }
        for (_, note) in &self.notes {
            let separator = if text.ends_with('\n') { "" } else { "\n" };
            text += &format!("{separator}note: {note}\n");
        }
        text
    }
}

/// Reads and validates a binary.
///
/// # Errors
/// The errors in the module; at least one.
pub fn read_valid(ctx: &Arc<Context>, words: &[u32], env: &TargetEnv) -> Result<Module, Vec<Message>> {
    if let [MAGIC, _, _, bound, ..] = *words
        && bound > env.options.max_id_bound
    {
        let text = format!(
            "Invalid SPIR-V.  The id bound is larger than the max id bound {}.",
            env.options.max_id_bound
        );
        return Err(vec![Message { code: Code::InvalidBinary, ..Message::about_module(text) }]);
    }
    let options = ImportOptions { verify: true, rules: Some(env.binary_rules()), ..ImportOptions::default() };
    let valid = |options: &ImportOptions| {
        import_with(ctx, words, options).and_then(|module| crate::verify_for(&module, env).map(|()| module))
    };
    valid(&options)
        .map_err(|list| messages(ctx, words, &with_offsets(list, &options, |options| valid(options).err())))
}

/// Converts diagnostics about a binary to messages. A malformed binary yields one error.
pub fn messages(ctx: &Arc<Context>, words: &[u32], list: &Diagnostics) -> Vec<Message> {
    if let Err(error) = Checker::default().visit(words, |_, _, _| {}) {
        let (code, instruction) = (error.code.into(), error.instruction);
        return vec![Message { code, instruction, ..Message::about_module(error.message) }];
    }
    let input = Input { words: words.to_vec(), ..Input::default() };
    let report = Report::new(list, &input, Some(ctx));
    let parts = report.messages.iter().flat_map(|message| std::iter::once(message).chain(&message.notes));
    let offsets: BTreeSet<usize> = parts.filter_map(|message| message.word).collect();
    let found_at = disassemble_at(words, &offsets, true);
    let message = |message: &crate::report::Message| {
        let found = message.word.and_then(|word| found_at.get(&word));
        let instruction = match found {
            Some(found) => found.number,
            None => declaration(words, &message.text).unwrap_or(0),
        };
        let rule = message.rule.as_deref();
        let prefix = rule.map_or_else(String::new, |rule| format!("[{rule}] "));
        let note = |note: &crate::report::Message| {
            let found = note.word.and_then(|word| found_at.get(&word));
            (found.map(|found| found.number), without_op(&note.text).to_owned())
        };
        let opcode = message.word.and_then(|word| words.get(word)).map(|word| word & 0xFFFF);
        Message {
            severity: message.severity,
            code: code(rule, opcode),
            instruction,
            text: format!("{prefix}{}", without_op(&message.text)),
            excerpt: found.map(|found| found.text.clone()),
            notes: message.notes.iter().map(note).collect(),
        }
    };
    report.messages.iter().map(message).collect()
}

/// Prefixes of validation rules, each with its result code.
const CODES: [(&str, Code); 6] = [
    ("SPV-entry-point-missing", Code::InvalidBinary),
    ("SPV-capability-", Code::InvalidCapability),
    ("SPV-version-environment", Code::WrongVersion),
    ("SPV-version-", Code::WrongVersion),
    ("SPV-extension-version", Code::WrongVersion),
    ("SPV-layout-", Code::InvalidLayout),
];

/// Returns the result code for an error: by its rule if listed, and otherwise by the category of its instruction.
fn code(rule: Option<&str>, opcode: Option<u32>) -> Code {
    let by_rule = CODES.iter().find(|(prefix, _)| rule.is_some_and(|rule| rule.starts_with(prefix)));
    if let Some((_, code)) = by_rule {
        return *code;
    }
    match opcode.and_then(core_index).map(|row| SHAPES[row].class) {
        Some(Class::ControlFlow) => Code::InvalidCfg,
        Some(
            Class::Annotation
            | Class::ConstantCreation
            | Class::Debug
            | Class::Function
            | Class::Memory
            | Class::TypeDeclaration,
        ) => Code::InvalidId,
        _ => Code::InvalidData,
    }
}

/// Strips the op name from the start of a message.
fn without_op(message: &str) -> &str {
    let after = message.strip_prefix("'spv.").and_then(|rest| rest.split_once('\'')).map(|(_, rest)| rest);
    after.and_then(|rest| rest.strip_prefix(": ").or_else(|| rest.strip_prefix(" op "))).unwrap_or(message)
}

/// Returns the index, counted from 1, of the first OpCapability or OpExtension whose operand occurs in the message.
/// Returns `None` if no operand occurs in it.
fn declaration(words: &[u32], message: &str) -> Option<usize> {
    let list = instructions(words);
    let names = |instruction: &Instruction| match instruction.opcode {
        op::CAPABILITY => {
            let value = *instruction.words.get(1)?;
            Some(CAPABILITY.by_value(value)?.name.to_owned())
        }
        op::EXTENSION => instruction.string(1),
        _ => None,
    };
    let is_named = |name: &str| message.split([' ', ',', '\'']).any(|word| word == name);
    let at = list.iter().position(|instruction| names(instruction).is_some_and(|name| is_named(&name)))?;
    Some(at + 1)
}
