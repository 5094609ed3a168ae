//! Diagnostics: messages with positions

use crate::strings::owned;
use spv_opt::ir::Severity as Level;
use spv_opt::report::{self, Report};
use std::ffi::{CString, c_char};

/// The severity of a message in diagnostics.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The input is invalid.
    Error = 0,
    /// The input is suspicious.
    Warning = 1,
    /// Additional information about the preceding message.
    Note = 2,
    /// Information about a completed action.
    Remark = 3,
}

/// A message in diagnostics, which own its strings.
#[repr(C)]
pub struct Message {
    /// Severity. A note refers to the last preceding message that is not a note.
    pub severity: Severity,
    /// Message without position or severity.
    pub text: *const c_char,
    /// The id of the violated rule (`VUID-...`, `SPV-...`), or null.
    pub rule: *const c_char,
    /// Whether the next four fields specify a range in an MLIR text or in SPIR-V assembly.
    pub has_range: bool,
    /// Byte offset of the start of the range.
    pub begin: usize,
    /// Byte offset of the end of the range (exclusive).
    pub end: usize,
    /// Line where the range starts, counted from 1.
    pub line: usize,
    /// Column where the range starts, in characters, counted from 1.
    pub column: usize,
    /// Whether the next field specifies a word of a binary.
    pub has_word: bool,
    /// Offset in the binary, in words.
    pub word: usize,
    /// The instruction at the word, for example `OpLoad`; may be null.
    pub instruction: *const c_char,
}

/// The reason why a function failed. Freed by `spvopt_diagnostics_free`.
pub struct Diagnostics {
    text: CString,
    messages: Vec<Stored>,
}

/// A message, and the strings that it points to.
struct Stored {
    message: report::Message,
    text: CString,
    rule: Option<CString>,
    instruction: Option<CString>,
}

impl Stored {
    fn new(message: &report::Message) -> Stored {
        let report::Message { text, rule, instruction, .. } = message;
        Stored {
            text: owned(text),
            rule: rule.as_deref().map(owned),
            instruction: (!instruction.is_empty()).then(|| owned(instruction)),
            message: report::Message { notes: Vec::new(), ..message.clone() },
        }
    }
}

impl Diagnostics {
    /// Converts a report to diagnostics. Notes follow the message that they belong to.
    pub fn new(report: &Report) -> Diagnostics {
        let all = report.messages.iter().flat_map(|message| std::iter::once(message).chain(&message.notes));
        Diagnostics { text: owned(&report.to_string()), messages: all.map(Stored::new).collect() }
    }
}

/// Frees diagnostics and all of their messages.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvopt_diagnostics_free(diagnostics: *mut Diagnostics) {
    if !diagnostics.is_null() {
        // SAFETY: a function of this library allocated the diagnostics, and they are freed once.
        drop(unsafe { Box::from_raw(diagnostics) });
    }
}

/// Returns all messages, formatted with source lines. Returns an empty string for null. The diagnostics own the string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvopt_diagnostics_text(diagnostics: *const Diagnostics) -> *const c_char {
    // SAFETY: `diagnostics` is null or points to diagnostics.
    unsafe { diagnostics.as_ref() }.map_or(c"".as_ptr(), |diagnostics| diagnostics.text.as_ptr())
}

/// Returns the number of messages, including notes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvopt_diagnostics_count(diagnostics: *const Diagnostics) -> usize {
    // SAFETY: `diagnostics` is null or points to diagnostics.
    unsafe { diagnostics.as_ref() }.map_or(0, |diagnostics| diagnostics.messages.len())
}

/// Writes the message at `index`, counted from 0, to `message`. Returns false without writing if the index is out of
/// range.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvopt_diagnostics_get(
    diagnostics: *const Diagnostics,
    index: usize,
    message: *mut Message,
) -> bool {
    // SAFETY: `diagnostics` is null or points to diagnostics.
    let stored = unsafe { diagnostics.as_ref() }.and_then(|diagnostics| diagnostics.messages.get(index));
    let Some(stored) = stored.filter(|_| !message.is_null()) else { return false };
    let pointer = |text: &Option<CString>| text.as_ref().map_or(std::ptr::null(), |text| text.as_ptr());
    let report::Message { severity, range, word, .. } = &stored.message;
    let bytes = range.as_ref().map_or(0..0, |range| range.bytes.clone());
    let value = Message {
        severity: match severity {
            Level::Error => Severity::Error,
            Level::Warning => Severity::Warning,
            Level::Note => Severity::Note,
            Level::Remark => Severity::Remark,
        },
        text: stored.text.as_ptr(),
        rule: pointer(&stored.rule),
        has_range: range.is_some(),
        begin: bytes.start,
        end: bytes.end,
        line: range.as_ref().map_or(0, |range| range.line),
        column: range.as_ref().map_or(0, |range| range.column),
        has_word: word.is_some(),
        word: word.unwrap_or(0),
        instruction: pointer(&stored.instruction),
    };
    // SAFETY: `message` is not null and may be written.
    unsafe { message.write(value) };
    true
}
