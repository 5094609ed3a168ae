//! Names in text: how a debug name, which may be anything and need not be unique, becomes the
//! spelling of a value, symbol or type, and back.
//!
//! A spelling is the name itself, or the name and a suffix `$N` where the name alone would be taken
//! or would read back as another. The suffix is stripped on reading. A nameless thing is `_$N`.

/// The name that a spelling denotes: without its `$N` suffix.
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

/// Whether a name can be written bare after `@`, `!` or `^`: a letter or `_`, then letters,
/// digits, `_`, `.` and `$`.
pub fn is_bare(name: &str) -> bool {
    let mut bytes = name.bytes();
    bytes.next().is_some_and(|b| b.is_ascii_alphabetic() || b == b'_')
        && bytes.all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'$'))
}

/// Whether a name can be written after `%`: a letter, `$`, `.`, `_` or `-`, then those or digits.
pub fn is_value_name(name: &str) -> bool {
    let mut bytes = name.bytes();
    let punct = |b| matches!(b, b'_' | b'.' | b'$' | b'-');
    bytes.next().is_some_and(|b| b.is_ascii_alphabetic() || punct(b))
        && bytes.all(|b| b.is_ascii_alphanumeric() || punct(b))
}

/// Whether a value's spelling denotes no name: digits, `argN`, or `hint` or `hint_N`, where `hint`
/// is what the value's op suggests, made writable by [`sanitize`].
pub fn is_made_up(spelling: &str, hint: Option<&str>) -> bool {
    let number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let hinted = |rest: &str| rest.is_empty() || rest.strip_prefix('_').is_some_and(number);
    number(spelling)
        || spelling.strip_prefix("arg").is_some_and(number)
        || hint.is_some_and(|h| spelling.strip_prefix(h).is_some_and(hinted))
}

/// Whether a block's label denotes no name: `bbN`.
pub fn is_made_up_label(label: &str) -> bool {
    label.strip_prefix("bb").is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
}

/// A suggested value name as MLIR makes it writable: spaces become `_`, other unsupported characters the hex
/// of their bytes; a leading digit is prefixed with `_`.
pub fn sanitize(hint: &str) -> std::borrow::Cow<'_, str> {
    use std::fmt::Write;
    if is_value_name(hint) {
        return hint.into();
    }
    let mut text = String::with_capacity(hint.len() + 2);
    if hint.starts_with(|c: char| c.is_ascii_digit()) {
        text.push('_');
    }
    for b in hint.bytes() {
        match b {
            b'_' | b'.' | b'$' | b'-' => text.push(b as char),
            b' ' => text.push('_'),
            _ if b.is_ascii_alphanumeric() => text.push(b as char),
            _ => _ = write!(text, "{b:X}"),
        }
    }
    text.into()
}
