//! Assembler and validator with the interface of the SPIRV-Tools library

use super::messages::{Code, Message, read_valid};
use spv_asm::{AssembleOptions, BinaryError, SyntaxError, assemble_for};
use spv_ir::dialect::Registry;
use spv_ir::{Context, byte_string};
use spv_validate::TargetEnv;
use std::borrow::Cow;
use std::sync::Arc;

const MAGIC: u32 = 0x0723_0203;

/// An error of a library call, with its result code and position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Result code that SPIRV-Tools would return.
    pub code: Code,
    /// Line in the assembly, counted from 0.
    pub line: usize,
    /// Column in the assembly, counted from 0.
    pub column: usize,
    /// Byte offset in the assembly, or index of an instruction in a binary.
    pub index: usize,
    /// Whether the position is in assembly rather than in a binary.
    pub is_text: bool,
    /// Message, followed by the instruction and notes on further lines.
    pub message: String,
}

impl Failure {
    /// Constructs an error without a position.
    pub fn new(code: Code, message: &str) -> Failure {
        Failure { code, line: 0, column: 0, index: 0, is_text: false, message: message.to_owned() }
    }

    fn in_text(text: &str, error: &SyntaxError) -> Failure {
        let index = error.span.start.min(text.len());
        let front = text.as_bytes().get(..index).unwrap_or_default();
        let start = front.iter().rposition(|byte| *byte == b'\n').map_or(0, |newline| newline + 1);
        let line = front.iter().filter(|byte| **byte == b'\n').count();
        let (column, code, message) = (index - start, error.code.into(), error.message.clone());
        Failure { code, line, column, index, is_text: true, message }
    }
}

impl From<BinaryError> for Failure {
    fn from(error: BinaryError) -> Failure {
        Failure { index: error.instruction, ..Failure::new(error.code.into(), &error.message) }
    }
}

impl From<&Message> for Failure {
    fn from(message: &Message) -> Failure {
        Failure { index: message.instruction, ..Failure::new(message.code, &message.full_text()) }
    }
}

/// Assembles SPIR-V assembly, up to its first zero byte.
///
/// # Errors
/// The first error in the assembly.
pub fn assemble(bytes: &[u8], target: AssembleOptions) -> Result<Vec<u32>, Failure> {
    let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    let text = byte_string::text_of(bytes[..end].to_vec());
    assemble_for(&text, target).map_err(|errors| match errors.list.first() {
        Some(error) => Failure::in_text(&text, error),
        None => Failure::new(Code::InvalidText, "the text is invalid"),
    })
}

/// Validates a binary of either byte order.
///
/// # Errors
/// The first violation in the module.
pub fn validate(registry: &Arc<Registry>, words: &[u32], env: &TargetEnv) -> Result<(), Failure> {
    let ctx = Arc::new(Context::new(registry.clone()));
    let Err(messages) = read_valid(&ctx, &in_host_order(words), env) else { return Ok(()) };
    let first = messages.first().map(Failure::from);
    Err(first.unwrap_or_else(|| Failure::new(Code::Internal, "the module is invalid")))
}

/// Returns a binary in host byte order.
pub fn in_host_order(words: &[u32]) -> Cow<'_, [u32]> {
    match words.first() {
        Some(first) if first.swap_bytes() == MAGIC => words.iter().map(|word| word.swap_bytes()).collect(),
        _ => words.into(),
    }
}
