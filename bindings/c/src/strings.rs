//! Strings across the border.

use crate::status::Failure;
use std::ffi::{CStr, CString, c_char};

/// A string that the caller passes; `None` for null.
///
/// # Safety
/// It is null or ends with a zero byte.
pub unsafe fn optional<'a>(text: *const c_char, what: &str) -> Result<Option<&'a str>, Failure> {
    if text.is_null() {
        return Ok(None);
    }
    // SAFETY: it is not null, and ends with a zero byte.
    let text = unsafe { CStr::from_ptr(text) };
    text.to_str().map(Some).map_err(|_| Failure::argument(format!("{what} is not UTF-8")))
}

/// A string that the caller must pass.
///
/// # Safety
/// It is null or ends with a zero byte.
pub unsafe fn required<'a>(text: *const c_char, what: &str) -> Result<&'a str, Failure> {
    // SAFETY: by the contract of this function.
    unsafe { optional(text, what) }?.ok_or_else(|| Failure::argument(format!("{what} is null")))
}

/// A string for the caller: a zero byte in it would end it.
pub fn owned(text: &str) -> CString {
    CString::new(text.replace('\0', "\u{FFFD}")).unwrap_or_default()
}
