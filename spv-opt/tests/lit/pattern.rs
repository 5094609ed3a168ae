//! FileCheck patterns: literal text, `{{regex}}`, `[[NAME:regex]]` and `[[NAME]]`

use fancy_regex::{Regex, RegexBuilder};
use std::collections::BTreeMap;
use std::fmt;

/// Values of FileCheck variables, by name.
pub type Variables = BTreeMap<String, String>;

/// One piece of a FileCheck pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    /// A regular expression.
    Regex(String),
    /// The definition of a variable: its name, and the regular expression that its value must match.
    Define(String, String),
    /// The use of the variable with this name.
    Use(String),
}

/// A FileCheck pattern.
#[derive(Clone, Debug)]
pub struct Pattern {
    pieces: Vec<Piece>,
    /// Pattern as written in the test file.
    text: String,
    ignore_case: bool,
    /// Number of bytes at the start of a regex match that are not part of the FileCheck match.
    skip: usize,
}

/// The byte range of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Matched {
    /// Offset of the first byte of the match.
    pub start: usize,
    /// Offset after the last byte of the match.
    pub end: usize,
}

impl Pattern {
    fn of(expression: &str, text: &str, skip: usize) -> Pattern {
        let pieces = vec![Piece::Regex(expression.to_owned())];
        Pattern { pieces, text: text.to_owned(), ignore_case: false, skip }
    }

    /// Returns the pattern that matches an empty line.
    pub fn empty_line() -> Pattern {
        Pattern::of(r"\n$", "", 1)
    }

    /// Returns the pattern that matches the end of the input.
    pub fn end() -> Pattern {
        Pattern::of(r"\z", "", 0)
    }

    /// Parses a pattern. `line` is the line number of its directive. If `literal` is set, the pattern contains no
    /// regular expressions. If `full_line` is set, it must match a whole line.
    ///
    /// # Errors
    /// The pattern is malformed.
    pub fn parse(
        text: &str,
        line: usize,
        literal: bool,
        full_line: bool,
        ignore_case: bool,
    ) -> Result<Pattern, String> {
        let mut pieces = Vec::new();
        if full_line {
            pieces.push(Piece::Regex("^ *".to_owned()));
        }
        let mut rest = text;
        while !rest.is_empty() && !literal {
            let next = [rest.find("{{"), rest.find("[[")].into_iter().flatten().min().unwrap_or(rest.len());
            let (plain, special) = rest.split_at(next);
            pieces.push(Piece::Regex(fancy_regex::escape(plain).into_owned()));
            if let Some(inner) = special.strip_prefix("{{") {
                let end = inner.find("}}").ok_or("found start of regex string with no end '}}'")?;
                pieces.push(Piece::Regex(format!("(?:{})", translate(&inner[..end])?)));
                rest = &inner[end + 2..];
            } else if let Some(inner) = special.strip_prefix("[[") {
                let end = end_of_variable(inner).ok_or("invalid substitution block, no ]] found")?;
                pieces.push(variable(&inner[..end], line)?);
                rest = &inner[end + 2..];
            } else {
                rest = special;
            }
        }
        if literal {
            pieces.push(Piece::Regex(fancy_regex::escape(text).into_owned()));
        }
        if full_line {
            pieces.push(Piece::Regex(" *$".to_owned()));
        }
        let pattern = Pattern { pieces, text: text.to_owned(), ignore_case, skip: 0 };
        // The expression is compiled once to report errors early, independently of variable values.
        pattern.regex(&|_| Some(String::new())).map(|_| pattern)
    }

    /// Finds the first match, and sets the variables that the pattern defines. Returns `None` if nothing matches.
    ///
    /// # Errors
    /// A variable is undefined, or the regular expression takes too long to match.
    pub fn find(&self, text: &str, variables: &mut Variables) -> Result<Option<Matched>, String> {
        let regex = self.regex(&|name| variables.get(name).cloned())?;
        let found = regex.captures(text).map_err(|e| e.to_string())?;
        let Some(found) = found else { return Ok(None) };
        for piece in &self.pieces {
            if let Piece::Define(name, _) = piece
                && let Some(value) = found.name(&group(name))
            {
                variables.insert(name.clone(), value.as_str().to_owned());
            }
        }
        Ok(found.get(0).map(|all| Matched { start: all.start() + self.skip, end: all.end() }))
    }

    fn regex(&self, value: &dyn Fn(&str) -> Option<String>) -> Result<Regex, String> {
        let mut expression = String::new();
        let mut defined = Vec::new();
        for piece in &self.pieces {
            match piece {
                Piece::Regex(text) => expression += text,
                Piece::Define(name, text) => {
                    expression += &format!("(?<{}>{text})", group(name));
                    defined.push(name);
                }
                Piece::Use(name) if defined.contains(&name) => {
                    expression += &format!(r"\k<{}>", group(name));
                }
                Piece::Use(name) => {
                    let value = value(name).ok_or_else(|| format!("uses the undefined variable {name}"))?;
                    expression += &fancy_regex::escape(&value);
                }
            }
        }
        let mut builder = RegexBuilder::new(&expression);
        builder.multi_line(true).case_insensitive(self.ignore_case);
        builder.build().map_err(|e| format!("invalid regex: {e}"))
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Returns the name of the regex capture group for a variable.
fn group(name: &str) -> String {
    format!("v_{}", name.replace('$', "global_"))
}

/// Returns the offset of the `]]` that closes a variable, or `None` if it is missing. `text` starts after the `[[`.
/// Nested brackets are skipped.
fn end_of_variable(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut at, mut depth) = (0, 0);
    while at < bytes.len() {
        match bytes[at] {
            b']' if depth == 0 && bytes.get(at + 1) == Some(&b']') => return Some(at),
            b'\\' => at += 1,
            b'[' => depth += 1,
            b']' if depth > 0 => depth -= 1,
            _ => {}
        }
        at += 1;
    }
    None
}

/// Parses the content of `[[...]]`. `line` is the value of `@LINE`.
fn variable(text: &str, line: usize) -> Result<Piece, String> {
    let number = text.strip_prefix("#").map_or(text, str::trim);
    if let Some(offset) = number.strip_prefix("@LINE") {
        let offset = offset.replace(' ', "");
        let offset: isize =
            if offset.is_empty() { 0 } else { offset.parse().map_err(|_| "invalid offset of @LINE")? };
        let line = line.checked_add_signed(offset).ok_or("invalid offset of @LINE")?;
        return Ok(Piece::Regex(line.to_string()));
    }
    if text.starts_with('#') {
        return Err("numeric variables are not known here: LLVM's FileCheck has them".to_owned());
    }
    let (name, expression) = text.split_once(':').map_or((text, None), |(n, e)| (n, Some(e)));
    let plain = name.strip_prefix('$').unwrap_or(name);
    let starts = plain.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    if !starts || !plain.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
        return Err(format!("invalid variable name '{name}'"));
    }
    match expression {
        Some(expression) => Ok(Piece::Define(name.to_owned(), translate(expression)?)),
        None => Ok(Piece::Use(name.to_owned())),
    }
}

/// Translates a POSIX extended regular expression to the syntax of the crate `fancy_regex`. Bracket expressions differ,
/// and negated bracket expressions must not match a newline.
fn translate(posix: &str) -> Result<String, String> {
    let mut out = String::new();
    let mut rest = posix;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        match c {
            '\\' => {
                let escaped = rest.chars().next().ok_or("invalid regex: it ends with a backslash")?;
                rest = &rest[escaped.len_utf8()..];
                out += &format!("\\{escaped}");
            }
            '[' => {
                let length = bracket(rest, &mut out).ok_or("invalid regex: brackets ([ ]) not balanced")?;
                rest = &rest[length..];
            }
            // The group must not capture, because only variables are captured.
            '(' => out += "(?:",
            c => out.push(c),
        }
    }
    Ok(out)
}

/// Translates the bracket expression at the start of `text`, after its `[`, and appends the translation to `out`.
/// Returns its length in bytes, or `None` if it is not closed.
fn bracket(text: &str, out: &mut String) -> Option<usize> {
    out.push('[');
    let mut at = 0;
    if text.starts_with('^') {
        *out += r"^\n";
        at = 1;
    }
    let first = at;
    loop {
        let rest = text.get(at..)?;
        let c = rest.chars().next()?;
        if c == ']' && at > first {
            out.push(']');
            return Some(at + 1);
        }
        if let Some(class) = rest.strip_prefix("[:") {
            let end = class.find(":]")?;
            *out += &format!("[:{}:]", &class[..end]);
            at += end + 4;
            continue;
        }
        match c {
            '[' | ']' | '\\' | '&' | '~' | '^' => *out += &format!("\\{c}"),
            c => out.push(c),
        }
        at += c.len_utf8();
    }
}
