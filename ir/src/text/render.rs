//! Diagnostic renderer: `file:line:column: error: message`, the source line, and a caret

use crate::context::Context;
use crate::diag::{Diagnostic, Diagnostics, Excerpt, Place, Severity};
use crate::location::{LocData, Location};
use std::cell::OnceCell;
use std::fmt::Write;
use std::ops::Range;

/// Maximum number of characters of a source line that are shown.
const WIDTH: usize = 160;
const BEFORE: usize = 100;

/// Renders a diagnostic with its notes. Does not show the locations that the input specifies for ops, which need a
/// context.
pub fn render(diagnostic: &Diagnostic, file: &str, source: &str, color: bool) -> String {
    Renderer::new(file, source, color).render(diagnostic)
}

/// A renderer for diagnostics about an input file.
pub struct Renderer<'a> {
    file: &'a str,
    source: &'a str,
    color: bool,
    ctx: Option<&'a Context>,
    /// Byte offsets of the line starts, computed on demand.
    lines: OnceCell<Vec<usize>>,
}

impl<'a> Renderer<'a> {
    /// Creates a renderer for an input file. `source` is empty for binary input.
    pub fn new(file: &'a str, source: &'a str, color: bool) -> Renderer<'a> {
        Renderer { file, source, color, ctx: None, lines: OnceCell::new() }
    }

    /// Provides the context, so that messages can show the locations that the input specifies for ops.
    pub fn with_context(mut self, ctx: &'a Context) -> Renderer<'a> {
        self.ctx = Some(ctx);
        self
    }

    /// Renders all diagnostics in order.
    pub fn render_all(&self, diagnostics: &Diagnostics) -> String {
        diagnostics.list.iter().map(|d| self.render(d)).collect()
    }

    /// Renders a diagnostic with its notes. The result ends with a newline.
    pub fn render(&self, diagnostic: &Diagnostic) -> String {
        let mut out = String::new();
        self.message(&mut out, diagnostic.severity, &diagnostic.place, &diagnostic.headline());
        self.op(&mut out, diagnostic);
        for (place, message) in &diagnostic.notes {
            self.message(&mut out, Severity::Note, place, message);
        }
        out
    }

    /// Renders the op that a diagnostic is about, unless a source line already shows it.
    pub fn op(&self, out: &mut String, diagnostic: &Diagnostic) {
        let Some(excerpt) = &diagnostic.excerpt else { return };
        let in_text =
            matches!(&diagnostic.place, Place::Op(loc) if loc.text_offset().is_some() && !loc.is_derived());
        if in_text && !self.source.is_empty() && excerpt.marked.is_none() {
            return;
        }
        self.note_of(out, excerpt);
    }

    /// Renders a note with the assembly of the op, and a marker line below it.
    pub fn note_of(&self, out: &mut String, excerpt: &Excerpt) {
        self.message(out, Severity::Note, &Place::None, &excerpt.note());
        if let Some(mark) = excerpt.mark("note: ") {
            let (tint, reset) = if self.color { ("\x1b[1;32m", "\x1b[0m") } else { ("", "") };
            _ = writeln!(out, "{tint}{mark}{reset}");
        }
    }

    fn message(&self, out: &mut String, severity: Severity, place: &Place, message: &str) {
        let (word, color) = match severity {
            Severity::Error => ("error", "31"),
            Severity::Warning => ("warning", "35"),
            Severity::Note => ("note", "36"),
            Severity::Remark => ("remark", "34"),
        };
        let position = self.position_of(place);
        let before = match (&position, place) {
            (Some(p), _) => format!("{}:{}:{}: ", self.file, p.line + 1, p.column + 1),
            (None, Place::Word { offset, instruction: "" }) => format!("{}: word {offset}: ", self.file),
            (None, Place::Word { offset, instruction }) => {
                format!("{}: word {offset}: {instruction}: ", self.file)
            }
            (None, Place::Stated(text)) => format!("{text}: "),
            (None, Place::None) if severity == Severity::Note => String::new(),
            (None, Place::Op(loc)) => {
                let stated = self.ctx.and_then(|ctx| stated_location(ctx, *loc));
                format!("{}: ", stated.as_deref().unwrap_or(self.file))
            }
            (None, _) => format!("{}: ", self.file),
        };
        let (bold, tint, reset) = if self.color {
            ("\x1b[1m", format!("\x1b[1;{color}m"), "\x1b[0m")
        } else {
            ("", String::new(), "")
        };
        let (before, message) = (visible(&before), visible(message));
        _ = writeln!(out, "{bold}{before}{tint}{word}:{reset}{bold} {message}{reset}");
        if let Some(p) = position {
            self.excerpt(out, &p);
        }
    }

    /// Returns the byte range of a position in the source; `None` if the position is not in the source or the source
    /// is binary.
    fn range(&self, place: &Place) -> Option<Range<usize>> {
        let range = match place {
            Place::Text(range) => Some(range.clone()),
            Place::Op(loc) => loc.text_offset().map(|at| at..self.token_end(at)),
            _ => None,
        };
        range.filter(|_| !self.source.is_empty())
    }

    /// Returns the range of a position in the source, with the line and column that [`Self::render`] shows. Returns
    /// `None` if the position is not in the source.
    pub fn locate(&self, place: &Place) -> Option<TextRange> {
        let range = self.range(place)?;
        let bytes = self.boundary(range.start)..self.boundary(range.end.max(range.start));
        let Position { line, column, .. } = self.position(range);
        Some(TextRange { bytes, line: line + 1, column: column + 1 })
    }

    /// Returns the line and column of a position in the source, starting at 1, and its length in characters. Returns
    /// `None` if the position is not in the source.
    pub fn line_and_column(&self, place: &Place) -> Option<[usize; 3]> {
        self.position_of(place).map(|p| [p.line + 1, p.column + 1, p.length])
    }

    fn position_of(&self, place: &Place) -> Option<Position> {
        self.range(place).map(|range| self.position(range))
    }

    fn position(&self, range: Range<usize>) -> Position {
        let lines = self.lines.get_or_init(|| {
            let ends = self.source.match_indices('\n').map(|(at, _)| at + 1);
            std::iter::once(0).chain(ends).collect()
        });
        let start = self.boundary(range.start);
        let line = lines.partition_point(|at| *at <= start) - 1;
        let line_start = lines[line];
        let text = self.source[line_start..].lines().next().unwrap_or("");
        let end = self.boundary(range.end).clamp(start, (line_start + text.len()).max(start));
        let column = self.source[line_start..start].chars().count();
        Position { line, column, length: self.source[start..end].chars().count(), start: line_start }
    }

    /// Rounds a byte offset down to a character boundary.
    fn boundary(&self, offset: usize) -> usize {
        let mut offset = offset.min(self.source.len());
        while !self.source.is_char_boundary(offset) {
            offset -= 1;
        }
        offset
    }

    /// Returns the end offset of the word that starts at an offset.
    fn token_end(&self, offset: usize) -> usize {
        let rest = self.source.as_bytes().get(offset..).unwrap_or(&[]);
        let word =
            |b: &&u8| b.is_ascii_alphanumeric() || matches!(**b, b'_' | b'.' | b'$' | b'%' | b'@' | b'"');
        offset + rest.iter().take_while(word).count().max(1)
    }

    /// Renders the source line and a line with the caret.
    fn excerpt(&self, out: &mut String, p: &Position) {
        let line = self.source[p.start..].lines().next().unwrap_or("");
        let skipped = if line.len() > WIDTH { p.column.saturating_sub(BEFORE) } else { 0 };
        let shown: Vec<char> = line.chars().skip(skipped).take(WIDTH).collect();
        let ellipsis = if skipped > 0 { "..." } else { "" };
        _ = writeln!(out, "{ellipsis}{}", visible(&shown.iter().collect::<String>()));
        // Preserves tabs, so that the caret is aligned for every tab width.
        let column = p.column - skipped;
        let pad: String = shown.iter().take(column).map(|c| if *c == '\t' { '\t' } else { ' ' }).collect();
        let (tint, reset) = if self.color { ("\x1b[1;32m", "\x1b[0m") } else { ("", "") };
        let tail = p.length.max(1).min(shown.len().saturating_sub(column).max(1)) - 1;
        _ = writeln!(out, "{}{pad}{tint}^{}{reset}", " ".repeat(ellipsis.len()), "~".repeat(tail));
    }
}

/// Returns the `file:line:column` of a location that the input specifies, even if
/// [only for diagnostics](Location::diagnostic_only). Returns `None` if the location contains no file position.
pub fn stated_location(ctx: &Context, loc: Location) -> Option<String> {
    let mut loc = loc;
    loop {
        loc = match ctx.loc_data(loc.in_diagnostics()) {
            LocData::Unknown => return None,
            LocData::FileLineCol { file, line, column } => {
                return Some(format!("{}:{line}:{column}", ctx.str(*file)));
            }
            LocData::Name { child, .. } => *child,
            LocData::CallSite { callee, .. } => *callee,
            LocData::Fused { parts, .. } => *parts.first()?,
        };
    }
}

/// Replaces control characters and invisible characters with visible characters.
///
/// Otherwise strings in an untrusted file could control the terminal. Each character is replaced with a single
/// character, so that a caret below remains aligned.
fn visible(text: &str) -> String {
    let shown = |c: char| match c {
        '\t' | '\n' => c,
        '\0'..='\x1F' => char::from_u32(0x2400 + u32::from(c)).unwrap_or(c),
        '\x7F' => '\u{2421}',
        // Invisible characters, and characters that change the text direction.
        '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2069}' | '\u{FEFF}' => {
            char::REPLACEMENT_CHARACTER
        }
        c if c.is_control() => char::REPLACEMENT_CHARACTER,
        c => c,
    };
    text.chars().map(shown).collect()
}

/// A range of the source text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextRange {
    /// Byte range at character boundaries.
    pub bytes: Range<usize>,
    /// Line of the start, starting at 1.
    pub line: usize,
    /// Column of the start in characters, starting at 1.
    pub column: usize,
}

/// The line, column and length of a source range. Lines and columns start at 0 and are counted in characters.
struct Position {
    line: usize,
    column: usize,
    length: usize,
    /// Byte offset of the start of the line.
    start: usize,
}
