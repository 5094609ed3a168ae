//! Diagnostics of calls

use crate::boundary::{self, destroy, free_text, release_text, string};
use crate::types::{Diagnostic, INVALID_DIAGNOSTIC, Position, ResultCode, SUCCESS};
use spv_opt::compat::library;
use std::ffi::{CStr, c_char};
use std::io::Write;

/// An error of a library call, before its conversion to a result code and a diagnostic.
pub struct Failure {
    pub(crate) code: ResultCode,
    position: Position,
    text: String,
    is_text_source: bool,
}

impl From<library::Failure> for Failure {
    fn from(failure: library::Failure) -> Failure {
        let library::Failure { code, line, column, index, is_text, message } = failure;
        let position = Position { line, column, index };
        Failure { code: code as ResultCode, position, text: message, is_text_source: is_text }
    }
}

impl Failure {
    /// Constructs an error without a position.
    pub fn of_code(code: ResultCode, text: &str) -> Failure {
        Failure { code, position: Position::default(), text: text.to_owned(), is_text_source: false }
    }

    fn hand_over(self) -> *mut Diagnostic {
        boundary::hand_over(|| {
            let (error, _) = release_text(without_zeros(self.text.into_bytes()));
            Some(Diagnostic { position: self.position, error, is_text_source: self.is_text_source })
        })
    }
}

/// Removes zero bytes from `bytes`, because a zero byte would end the C string early.
fn without_zeros(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.retain(|byte| *byte != 0);
    bytes
}

/// Runs `work` and returns its result code. Writes the error, if any, to `diagnostic` unless that is null.
///
/// # Safety
/// `diagnostic` is null or writable.
pub unsafe fn report(
    diagnostic: *mut *mut Diagnostic,
    work: impl FnOnce() -> Result<(), Failure>,
) -> ResultCode {
    // SAFETY: the caller upholds the contract of this function.
    unsafe { boundary::put(diagnostic, std::ptr::null_mut()) };
    let panicked = Err(Failure::of_code(crate::types::INTERNAL, "internal error"));
    let Err(failure) = boundary::value(panicked, work) else { return SUCCESS };
    let code = failure.code;
    // An error without text is a result code that a callback returned.
    if !diagnostic.is_null() && !failure.text.is_empty() {
        // SAFETY: the caller upholds the contract of this function.
        unsafe { boundary::put(diagnostic, failure.hand_over()) };
    }
    code
}

/// Creates a diagnostic. Returns null if an argument is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvDiagnosticCreate(
    position: *const Position,
    message: *const c_char,
) -> *mut Diagnostic {
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    let Some(position) = (unsafe { position.as_ref() }).filter(|_| !message.is_null()) else {
        return std::ptr::null_mut();
    };
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    let bytes = unsafe { CStr::from_ptr(message) }.to_bytes().to_vec();
    boundary::hand_over(|| {
        let (error, _) = release_text(bytes);
        Some(Diagnostic { position: *position, error, is_text_source: false })
    })
}

/// Destroys a diagnostic.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvDiagnosticDestroy(diagnostic: *mut Diagnostic) {
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    if let Some(object) = unsafe { diagnostic.as_ref() }
        && !object.error.is_null()
    {
        // SAFETY: the message contains no zero byte, so its length is that of the C string.
        unsafe {
            let length = CStr::from_ptr(object.error).to_bytes().len();
            free_text(object.error, length);
        }
    }
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    unsafe { destroy(diagnostic) };
}

/// Prints a diagnostic to standard error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvDiagnosticPrint(diagnostic: *const Diagnostic) -> ResultCode {
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    let Some(diagnostic) = (unsafe { diagnostic.as_ref() }) else { return INVALID_DIAGNOSTIC };
    // SAFETY: the message ends with a zero byte.
    let text = unsafe { string(diagnostic.error) };
    let Position { line, column, index } = diagnostic.position;
    let place = match (diagnostic.is_text_source, index) {
        (true, _) => format!("{}: {}: ", line.saturating_add(1), column.saturating_add(1)),
        (false, 0) => String::new(),
        (false, number) => format!("{number}: "),
    };
    // A failure to write to standard error cannot be reported.
    boundary::code(|| {
        _ = writeln!(std::io::stderr(), "error: {place}{text}");
        Ok(())
    })
}
