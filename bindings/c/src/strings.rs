//! Conversion of strings from and to C

use crate::status::Failure;
use std::ffi::{CStr, CString, c_char};

/// Converts an optional string argument. Returns `None` for null, and fails if the string is not UTF-8.
///
/// # Safety
/// `text` is null or ends with a zero byte.
pub unsafe fn optional<'a>(text: *const c_char, what: &str) -> Result<Option<&'a str>, Failure> {
    if text.is_null() {
        return Ok(None);
    }
    // SAFETY: `text` is not null and ends with a zero byte.
    let text = unsafe { CStr::from_ptr(text) };
    text.to_str().map(Some).map_err(|_| Failure::argument(format!("{what} is not UTF-8")))
}

/// Converts a required string argument. Fails if it is null or not UTF-8.
///
/// # Safety
/// `text` is null or ends with a zero byte.
pub unsafe fn required<'a>(text: *const c_char, what: &str) -> Result<&'a str, Failure> {
    // SAFETY: the caller upholds the contract of this function.
    unsafe { optional(text, what) }?.ok_or_else(|| Failure::argument(format!("{what} is null")))
}

/// Converts a Rust string to a C string. Replaces zero bytes, which would end the C string early.
pub fn owned(text: &str) -> CString {
    CString::new(text.replace('\0', "\u{FFFD}")).unwrap_or_default()
}
