//! Editable text with conversion between byte offsets and LSP positions

use lsp_types::{Position, PositionEncodingKind, Range};
use std::ops;
use std::sync::OnceLock;

/// The encoding in which a client counts columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// Columns are bytes.
    Utf8,
    /// Columns are 16-bit code units, the default of the protocol.
    #[default]
    Utf16,
    /// Columns are Unicode code points.
    Utf32,
}

impl Encoding {
    /// Selects an encoding that the client offers. Prefers UTF-8, which needs no conversion.
    pub fn negotiate(offered: &[PositionEncodingKind]) -> Encoding {
        let can = |kind| offered.contains(&kind);
        match (can(PositionEncodingKind::UTF8), can(PositionEncodingKind::UTF16)) {
            (true, _) => Encoding::Utf8,
            (false, false) if can(PositionEncodingKind::UTF32) => Encoding::Utf32,
            _ => Encoding::Utf16,
        }
    }

    /// Returns the name of the encoding in the protocol.
    pub fn kind(self) -> PositionEncodingKind {
        match self {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
            Encoding::Utf32 => PositionEncodingKind::UTF32,
        }
    }

    fn units(self, c: char) -> usize {
        match self {
            Encoding::Utf8 => c.len_utf8(),
            Encoding::Utf16 => c.len_utf16(),
            Encoding::Utf32 => 1,
        }
    }
}

/// A text with the start offsets of its lines. As in the protocol, lines end with `\n`, `\r\n` or `\r`.
#[derive(Clone, Debug)]
pub struct Text {
    text: String,
    /// Start offsets of lines, computed on first use. A text without diagnostics needs them only at its first edit.
    lines: OnceLock<Vec<usize>>,
    encoding: Encoding,
}

impl Text {
    /// Constructs a text whose positions count columns in `encoding`.
    pub fn new(text: String, encoding: Encoding) -> Text {
        Text { lines: OnceLock::new(), text, encoding }
    }

    /// Returns the byte offsets at which lines start.
    fn lines(&self) -> &[usize] {
        self.lines.get_or_init(|| {
            let bytes = self.text.as_bytes();
            let ends = memchr::memchr2_iter(b'\n', b'\r', bytes).map(|end| end + 1);
            std::iter::once(0).chain(ends.filter(|at| starts_line(bytes, *at))).collect()
        })
    }

    /// Returns the whole text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Replaces a byte range with `new`. Both ends of the range must be character boundaries.
    pub fn replace(&mut self, range: ops::Range<usize>, new: &str) {
        self.text.replace_range(range.clone(), new);
        let Some(lines) = self.lines.get_mut() else { return };
        let bytes = self.text.as_bytes();
        let end = range.start + new.len();
        let kept = lines.partition_point(|at| *at < range.start).max(1);
        let tail = lines.partition_point(|at| *at <= range.end).max(kept);
        let between = (range.start.max(1)..=end).filter(|at| starts_line(bytes, *at));
        let count = lines.len() - tail;
        lines.splice(kept..tail, between);
        let tail = lines.len() - count;
        for at in &mut lines[tail..] {
            *at = *at - range.end + end;
        }
    }

    /// Converts an LSP position to a byte offset. Positions past the end of a line or of the text are clamped.
    pub fn offset(&self, position: Position) -> usize {
        let Some(line) = usize::try_from(position.line).ok().filter(|line| *line < self.lines().len()) else {
            return self.text.len();
        };
        let span = self.line(line);
        let (mut offset, mut left) = (span.start, position.character as usize);
        for c in self.text[span].chars() {
            let units = self.encoding.units(c);
            if left < units {
                break;
            }
            left -= units;
            offset += c.len_utf8();
        }
        offset
    }

    /// Converts an LSP range to a byte range. A reversed range becomes empty.
    pub fn span(&self, range: Range) -> ops::Range<usize> {
        let start = self.offset(range.start);
        start..self.offset(range.end).max(start)
    }

    /// Converts a byte offset to an LSP position. An offset within a character is rounded down.
    pub fn position(&self, offset: usize) -> Position {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.line_of(offset);
        let before = &self.text[self.lines()[line]..offset];
        let units = match self.encoding {
            Encoding::Utf8 => before.len(),
            _ => before.chars().map(|c| self.encoding.units(c)).sum(),
        };
        Position::new(line as u32, units as u32)
    }

    /// Converts a byte range to an LSP range.
    pub fn range(&self, span: ops::Range<usize>) -> Range {
        Range::new(self.position(span.start), self.position(span.end))
    }

    /// Returns the index of the line that contains a byte offset, counted from 0.
    pub fn line_of(&self, offset: usize) -> usize {
        self.lines().partition_point(|at| *at <= offset) - 1
    }

    /// Returns the byte range of the line at an index, excluding its line terminator.
    pub fn line(&self, line: usize) -> ops::Range<usize> {
        let start = self.lines().get(line).copied().unwrap_or(self.text.len());
        let end = self.lines().get(line + 1).copied().unwrap_or(self.text.len());
        start..start + self.text[start..end].trim_end_matches(['\n', '\r']).len()
    }
}

/// Returns whether a line starts at the byte offset `at`, which must be greater than 0.
fn starts_line(bytes: &[u8], at: usize) -> bool {
    match bytes[at - 1] {
        b'\n' => true,
        b'\r' => bytes.get(at) != Some(&b'\n'),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_in_each_encoding() {
        let source = "a\u{e9}\u{1f600}b\r\nc\rd";
        for (encoding, after) in [(Encoding::Utf8, 7), (Encoding::Utf16, 4), (Encoding::Utf32, 3)] {
            let text = Text::new(source.to_owned(), encoding);
            assert_eq!(text.position(7), Position::new(0, after));
            assert_eq!(text.offset(Position::new(0, after)), 7);
            // The offsets are within a character, past the end of a line, and past the end of the text.
            assert_eq!(text.position(5), text.position(3));
            assert_eq!(text.offset(Position::new(0, 99)), 8);
            assert_eq!(text.offset(Position::new(9, 0)), source.len());
            assert_eq!(text.position(10), Position::new(1, 0));
            assert_eq!(text.position(source.len()), Position::new(2, 1));
            assert_eq!(&source[text.line(1)], "c");
        }
    }

    #[test]
    fn replacing_gives_what_a_new_text_has() {
        let mut random = 1u64;
        let mut next = |n: usize| {
            random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (random >> 33) as usize % n
        };
        let pieces = ["", "\n", "\r", "\r\n", "a", "\u{e9}\n", "ab\ncd\r"];
        let mut text = Text::new(String::new(), Encoding::Utf16);
        for _ in 0..5000 {
            let bounds: Vec<_> = (0..=text.text.len()).filter(|at| text.text.is_char_boundary(*at)).collect();
            let (a, b) = (bounds[next(bounds.len())], bounds[next(bounds.len())]);
            let (a, b) = if bounds.len() > 40 { (0, bounds[20]) } else { (a.min(b), a.max(b)) };
            text.replace(a..b, pieces[next(pieces.len())]);
            assert_eq!(text.lines(), Text::new(text.text.clone(), Encoding::Utf16).lines());
        }
    }
}
