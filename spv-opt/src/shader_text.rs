//! The text of a shader that a binary holds, by the numbers that its lines have.
//!
//! Front ends put lines of their own before the text, and `#line 1` after these; preprocessed text is full of `#line`.

use std::borrow::Cow;

/// Greatest line number for which lines are prepended to a text so that its lines have the right numbers.
const MOST_IN_FRONT: u32 = 1 << 16;

/// A text in which line number `line` is what the shader calls so; `None` where it has no such line, or one that is too far
/// off. `file`: lines that `#line` says are of another file are not meant.
pub fn numbered<'t>(text: &'t str, file: &str, line: u32) -> Option<Cow<'t, str>> {
    // Where a part begins, and the number of its first line.
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
            // The last one: the text before it is not the shader's own.
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

/// The number that a `#line` gives to the next line, and the file, if it names one.
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
        // No reason to take much memory.
        assert_eq!(numbered("#line 4000000000\na", "a.frag", 4_000_000_000), None);
    }
}
