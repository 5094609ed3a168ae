//! What a directive of FileCheck looks for: text, `{{expressions}}`, `[[NAME:expression]]` and `[[NAME]]`.

use fancy_regex::{Regex, RegexBuilder};
use std::collections::BTreeMap;
use std::fmt;

/// Values of variables.
pub type Variables = BTreeMap<String, String>;

/// A piece of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    /// An expression.
    Regex(String),
    /// A variable is defined: its name, and the expression of its value.
    Define(String, String),
    /// The value of a variable.
    Use(String),
}

/// A pattern.
#[derive(Clone, Debug)]
pub struct Pattern {
    pieces: Vec<Piece>,
    /// As it is written.
    text: String,
    ignore_case: bool,
    /// Leading bytes of a match that do not belong to it.
    skip: usize,
}

/// Where a pattern was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Matched {
    /// The first byte.
    pub start: usize,
    /// LineEnd the last byte.
    pub end: usize,
}

impl Pattern {
    fn of(expression: &str, text: &str, skip: usize) -> Pattern {
        let pieces = vec![Piece::Regex(expression.to_owned())];
        Pattern { pieces, text: text.to_owned(), ignore_case: false, skip }
    }

    /// An empty line.
    pub fn empty_line() -> Pattern {
        Pattern::of(r"\n$", "", 1)
    }

    /// The end of the input.
    pub fn end() -> Pattern {
        Pattern::of(r"\z", "", 0)
    }

    /// Reads a pattern that stands in a line.
    ///
    /// # Errors
    /// What is wrong with it.
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
        // What is wrong with an expression shows here, whatever the variables are.
        pattern.regex(&|_| Some(String::new())).map(|_| pattern)
    }

    /// Where it is first found; the variables that it defines get their values.
    ///
    /// # Errors
    /// A variable without a value, or too much work.
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

/// The group that holds a variable's value.
fn group(name: &str) -> String {
    format!("v_{}", name.replace('$', "global_"))
}

/// Where the `]]` of a variable is, given what follows its `[[`: brackets within nest.
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

/// The content of `[[...]]`.
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

/// An extended regular expression of POSIX in the syntax of our engine: brackets differ, and one that
/// negates does not match the end of a line.
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
            // Groups of the expression are no values.
            '(' => out += "(?:",
            c => out.push(c),
        }
    }
    Ok(out)
}

/// Translates what follows a `[`; gives its length.
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
