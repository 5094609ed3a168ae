//! Shader source text with its own line numbering
//!
//! Front ends insert lines before the source text and end them with `#line 1`. Preprocessed text contains several
//! `#line` directives.

use std::borrow::Cow;

/// Maximum number of blank lines that are inserted before a text to correct its line numbers.
const MOST_IN_FRONT: u32 = 1 << 16;

/// Returns the text after the `#line` directive that applies to the line numbered `line`, preceded by blank lines so
/// that line numbers are correct. Returns the whole text if no directive applies. Ignores lines that `#line` attributes
/// to files other than `file`. Returns `None` if no line has this number or the number is too large.
pub fn numbered<'t>(text: &'t str, file: &str, line: u32) -> Option<Cow<'t, str>> {
    // Byte offset after the most recent `#line` directive, and the line number that it sets.
    let (mut start, mut first) = (0, 1_u32);
    let (mut at, mut number, mut is_own) = (0, 1_u32, true);
    let mut found = None;
    for part in text.split_inclusive('\n') {
        at += part.len();
        if let Some((next, of)) = directive(part) {
            (start, first, number) = (at, next, next);
            is_own = of.is_none_or(|of| of == file);
            continue;
        }
        if is_own && number == line {
            // The last match is used, because front ends insert text before the shader source.
            found = Some((start, first));
        }
        number = number.saturating_add(1);
    }
    let (start, first) = found.filter(|(_, first)| (1..=MOST_IN_FRONT).contains(first))?;
    if start == 0 {
        return Some(Cow::Borrowed(text));
    }
    let mut numbered = "\n".repeat(first as usize - 1);
    numbered.push_str(&text[start..]);
    Some(Cow::Owned(numbered))
}

/// Parses a `#line` directive. Returns the number of the next line, and the file if specified.
fn directive(line: &str) -> Option<(u32, Option<&str>)> {
    let rest = line.trim().strip_prefix('#')?.trim_start().strip_prefix("line")?;
    let (number, file) = rest.trim().split_once(char::is_whitespace).unwrap_or((rest.trim(), ""));
    let file = file.trim().strip_prefix('"').and_then(|file| file.strip_suffix('"'));
    Some((number.parse().ok()?, file))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_the_numbers_that_line_gives_them() {
        let line = |text, number: u32| {
            let numbered = numbered(text, "a.frag", number)?;
            numbered.lines().nth(number as usize - 1).map(str::to_owned)
        };
        let own = |text, number| line(text, number).unwrap_or_default();
        assert_eq!(own("a\nb\n", 2), "b");
        let text = "// by the front end\n#line 1\na\nb\n# line 10 \"b.glsl\"\nother\n#line 3 \"a.frag\"\nc\n#line x\nd";
        assert_eq!([1, 2, 3, 5].map(|number| own(text, number)), ["a", "b", "c", "d"]);
        assert_eq!([0, 4, 6, 10].map(|number| line(text, number).is_some()), [false, true, false, false]);
        // A huge line number must not cause a large allocation.
        assert_eq!(numbered("#line 4000000000\na", "a.frag", 4_000_000_000), None);
    }
}
