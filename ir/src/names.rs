//! Names in text: how a debug name, which may be anything and need not be unique, becomes the
//! spelling of a value, symbol or type, and back.
//!
//! A spelling is the name itself, or the name and a suffix `$N` where the name alone would be taken
//! or would read back as another. The suffix is stripped on reading. A nameless thing is `_$N`.

/// The name that a spelling stands for: without its `$N` suffix.
pub fn base_name(spelling: &str) -> &str {
    match spelling.rfind('$') {
        Some(at) if at + 1 < spelling.len() && spelling[at + 1..].bytes().all(|b| b.is_ascii_digit()) => {
            &spelling[..at]
        }
        _ => spelling,
    }
}

/// Whether [`base_name`] would cut something off.
pub fn has_suffix(name: &str) -> bool {
    base_name(name).len() != name.len()
}

/// Whether a name can be written bare behind `@`, `!` or `^`: a letter or `_`, then letters,
/// digits, `_`, `.` and `$`.
pub fn is_bare(name: &str) -> bool {
    let mut bytes = name.bytes();
    bytes.next().is_some_and(|b| b.is_ascii_alphabetic() || b == b'_')
        && bytes.all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'$'))
}
