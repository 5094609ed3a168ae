//! `--verify-diagnostics`: checks diagnostics against `expected-...` comments in MLIR text
//!
//! A comment has the form `expected-error`, `expected-warning`, `expected-note` or `expected-remark`, followed by:
//! - `-re`, optionally: each `{{...}}` nested in the pattern is a regular expression;
//! - a line, optionally: `@+1` or `@-1` (relative), `@above` or `@below` (nearest line without such a comment);
//! - `{{substring of the message}}`.
//!
//! Unexpected errors, warnings and remarks are errors, and so are expected diagnostics that do not occur. Unexpected
//! notes are ignored because they only explain other diagnostics.

use regex::Regex;
use spv_opt::ir::{Diagnostic, LocData, Location, Place, Severity};
use spv_opt::{Context, Diagnostics};
use std::ops::Range;
use std::sync::LazyLock;

static COMMENT: LazyLock<Regex> = LazyLock::new(|| {
    #[expect(clippy::unwrap_used, reason = "the expression is a constant")]
    Regex::new(r"expected-(error|note|remark|warning)(-re)? *(?:@([+-][0-9]+|above|below))? *\{\{(.*)\}\}")
        .unwrap()
});

/// A diagnostic that a comment expects.
struct Expected<'t> {
    severity: Severity,
    /// Line on which the diagnostic is expected, counted from 0. `None` if the comment refers to a line that does not
    /// exist.
    line: Option<usize>,
    text: &'t str,
    /// Regular expression for the message, if the comment has `-re`.
    pattern: Option<Regex>,
    place: Range<usize>,
    seen: bool,
}

/// A diagnostic that was emitted.
struct Found<'d> {
    severity: Severity,
    line: Option<usize>,
    /// Line of the next word, if the diagnostic points past the last word of its line. LLVM reports that line.
    next: Option<usize>,
    place: &'d Place,
    message: &'d str,
}

/// Compares the diagnostics in `list` with the `expected-...` comments in `text`. Returns the mismatches; none if all
/// match. `file` is the file name in explicit locations. With `first_only`, a comment must expect only the first error,
/// because LLVM's parser stops there.
pub fn check(text: &str, file: &str, ctx: &Context, list: &Diagnostics, first_only: bool) -> Diagnostics {
    let mut wrong = Diagnostics::default();
    let mut expected = announced(text, &mut wrong);
    let lines: Vec<usize> =
        std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
    let line_of = |place: &Place| match place {
        Place::Text(range) => Some(lines.partition_point(|start| *start <= range.start) - 1),
        Place::Op(loc) => match loc.text_offset() {
            Some(offset) => Some(lines.partition_point(|start| *start <= offset) - 1),
            None => stated_line(ctx, *loc, file),
        },
        _ => None,
    };
    let next_of = |place: &Place| match place {
        Place::Text(range) if range.is_empty() => {
            let after = text.get(range.start..)?;
            let at = range.start + after.len() - after.trim_start().len();
            Some(lines.partition_point(|start| *start <= at) - 1)
        }
        _ => None,
    };
    let mut unexpected = Vec::new();
    let headlines: Vec<_> = list.list.iter().map(Diagnostic::headline).collect();
    for (index, (diagnostic, headline)) in list.list.iter().zip(&headlines).enumerate() {
        let found = Found {
            severity: diagnostic.severity,
            line: line_of(&diagnostic.place),
            next: next_of(&diagnostic.place),
            place: &diagnostic.place,
            message: headline,
        };
        // Further errors may be consequences of the first error.
        let needed = index == 0 || !first_only || !list.has_errors();
        if !matched(&found, &mut expected) && needed {
            unexpected.push(found);
        }
        for (place, message) in &diagnostic.notes {
            let place = if *place == Place::None { &diagnostic.place } else { place };
            let note = Found { severity: Severity::Note, line: line_of(place), next: None, place, message };
            matched(&note, &mut expected);
        }
    }
    for found in unexpected {
        // LLVM reports one error per op, but this verifier reports all.
        let other = |e: &Expected| e.seen && e.severity == Severity::Error && e.line == found.line;
        if !(first_only && expected.iter().any(other)) {
            wrong.push(explain(&found, &expected));
        }
    }
    for missing in expected.iter().filter(|e| !e.seen) {
        let message = format!("expected {} \"{}\" was not produced", word(missing.severity), missing.text);
        wrong.push(Diagnostic::error(Place::Text(missing.place.clone()), message));
    }
    wrong
}

fn fits(expected: &Expected, found: &Found) -> bool {
    let text = match &expected.pattern {
        Some(pattern) => pattern.is_match(found.message),
        None => found.message.contains(expected.text),
    };
    expected.line.is_some() && (expected.line == found.line || expected.line == found.next) && text
}

/// Marks the expectation that matches a diagnostic as seen, and returns whether there is such an expectation.
fn matched(found: &Found, expected: &mut [Expected]) -> bool {
    let same = |e: &Expected| fits(e, found) && e.severity == found.severity;
    let first = expected.iter().position(|e| same(e) && !e.seen).or_else(|| expected.iter().position(same));
    if let Some(first) = first {
        expected[first].seen = true;
    }
    first.is_some()
}

/// Describes a diagnostic that no comment expects.
fn explain(found: &Found, expected: &[Expected]) -> Diagnostic {
    let kind = word(found.severity);
    match expected.iter().find(|e| fits(e, found)) {
        Some(near) => {
            let message = format!("'{kind}' diagnostic emitted when expecting a '{}'", word(near.severity));
            Diagnostic::error(Place::Text(near.place.clone()), message)
        }
        None => Diagnostic::error(found.place.clone(), format!("unexpected {kind}: {}", found.message)),
    }
}

/// Parses the `expected-...` comments in `text`. Appends errors about malformed comments to `wrong`.
fn announced<'t>(text: &'t str, wrong: &mut Diagnostics) -> Vec<Expected<'t>> {
    let mut all: Vec<Expected> = Vec::new();
    // Indices of `@below` expectations that wait for the next line without an expectation.
    let mut below: Vec<usize> = Vec::new();
    let mut last_plain = None;
    let mut offset = 0;
    for (number, line) in text.split('\n').enumerate() {
        let start = offset;
        offset += line.len() + 1;
        let Some(parts) = COMMENT.captures(line) else {
            below.drain(..).for_each(|waiting| all[waiting].line = Some(number));
            last_plain = Some(number);
            continue;
        };
        let part = |index| parts.get(index).map(|m| m.as_str());
        let severity = match part(1) {
            Some("error") => Severity::Error,
            Some("warning") => Severity::Warning,
            Some("remark") => Severity::Remark,
            _ => Severity::Note,
        };
        let line = match part(3) {
            None => Some(number),
            Some("above") => last_plain,
            Some("below") => {
                below.push(all.len());
                None
            }
            Some(distance) => distance.parse().ok().and_then(|by| number.checked_add_signed(by)),
        };
        let text = part(4).unwrap_or("");
        let place = parts.get(0).map_or(start..start, |m| start + m.start()..start + m.end());
        let pattern = match part(2).map(|_| pattern(text)) {
            Some(Err(error)) => {
                wrong.push(Diagnostic::error(Place::Text(place), error));
                continue;
            }
            Some(Ok(pattern)) => Some(pattern),
            None => None,
        };
        all.push(Expected { severity, line, text, pattern, place, seen: false });
    }
    all
}

/// Compiles `text`, in which each `{{...}}` is a regular expression, to a single regular expression.
fn pattern(text: &str) -> Result<Regex, String> {
    let mut whole = String::new();
    let mut rest = text;
    while let Some((literal, after)) = rest.split_once("{{") {
        let (inner, after) = after.split_once("}}").ok_or("found start of regex with no end '}}'")?;
        whole += &format!("{}(?:{inner})", regex::escape(literal));
        rest = after;
    }
    whole += &regex::escape(rest);
    Regex::new(&whole).map_err(|error| format!("invalid regex: {error}"))
}

/// Returns the line, counted from 0, of an explicit location in the file `file`. Returns `None` for other locations.
fn stated_line(ctx: &Context, loc: Location, file: &str) -> Option<usize> {
    let mut loc = loc;
    loop {
        loc = match ctx.loc_data(loc) {
            LocData::FileLineCol { file: stated, line, .. } => {
                return (ctx.str(*stated) == file).then_some(*line as usize).and_then(|l| l.checked_sub(1));
            }
            LocData::Name { child, .. } => *child,
            LocData::CallSite { callee, .. } => *callee,
            LocData::Fused { parts, .. } => *parts.first()?,
            LocData::Unknown => return None,
        };
    }
}

fn word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
        Severity::Remark => "remark",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks errors on the given lines, counted from 0, against the comments in `text`. Returns the mismatches.
    fn wrong(text: &str, errors: &[(usize, &str)]) -> Vec<String> {
        let start = |line: usize| text.split_inclusive('\n').take(line).map(str::len).sum();
        let mut list = Diagnostics::default();
        for (line, message) in errors {
            let at: usize = start(*line);
            list.error(Place::Text(at..at), *message);
        }
        list.list.iter_mut().for_each(|d| d.notes.push((Place::None, "why".to_owned())));
        let found = check(text, "a.mlir", &spv_opt::context(), &list, false);
        found.list.into_iter().map(|d| d.message).collect()
    }

    #[test]
    fn lines_and_words() {
        let text = "\
// expected-error @+1 {{one}}
a
b // expected-error {{two}}
// expected-error@below {{three}}
// expected-note @below {{why}}
// other
// expected-error @above {{four}}
// expected-error-re @-1 {{f{{i+}}ve.}}
";
        let all = [(1, "a one b"), (2, "two"), (5, "three"), (5, "four"), (6, "fiiive.")];
        assert_eq!(wrong(text, &all), [""; 0]);
        assert_eq!(wrong(text, &all[..4]), ["expected error \"f{{i+}}ve.\" was not produced"]);
        let more = [&all[..], &[(2, "six")]].concat();
        assert_eq!(wrong(text, &more), ["unexpected error: six"]);
        let near = wrong("// expected-warning {{x}}\n", &[(0, "x")]);
        assert_eq!(near[0], "'error' diagnostic emitted when expecting a 'warning'");
        assert_eq!(wrong("// expected-error-re {{a{{(}}}}\n", &[]).len(), 1);
    }
}
