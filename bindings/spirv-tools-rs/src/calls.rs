//! Conversions between the interface of the crate `spirv-tools` and the spv-opt library

use crate::error::{Diagnostic, Message, MessageLevel};
use crate::{Error, SpirvResult, TargetEnv};
use spv_opt::compat::library::Failure;
use spv_opt::compat::{self, environment};
use spv_opt::dialect::validate::Environment;
use spv_opt::ir::diag::Severity;

/// Returns the spv-opt environment for a target environment.
///
/// # Errors
/// The deprecated WebGPU environment is unsupported.
pub fn environment(target_env: TargetEnv) -> Result<Environment, Error> {
    environment::numbered(target_env as usize).ok_or_else(|| {
        Error::new(SpirvResult::Unsupported, format!("unknown target environment {target_env}"))
    })
}

/// Splits `text` into its first line, which is the message, and the remaining lines, which are notes.
fn split(text: &str) -> (String, String) {
    let (message, notes) = text.split_once('\n').unwrap_or((text, ""));
    (message.to_owned(), notes.to_owned())
}

impl From<Failure> for Error {
    fn from(failure: Failure) -> Error {
        let Failure { code, line, column, index, is_text, message } = failure;
        let (message, notes) = split(&message);
        let diagnostic = Diagnostic { line, column, index, message, notes, is_text };
        Error { inner: code.into(), diagnostic: Some(diagnostic) }
    }
}

impl From<&compat::Message> for Message {
    fn from(from: &compat::Message) -> Message {
        let (message, notes) = split(&from.full_text());
        let level = match from.severity {
            Severity::Error => MessageLevel::Error,
            _ => MessageLevel::Warning,
        };
        let (index, line, column) = (from.instruction, 0, 0);
        Message { level, source: None, line, column, index, message, notes }
    }
}
