//! The layout that the options of spirv-dis select.

/// The layout of a listing. The default is that of spirv-dis without options, written to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Begins with the fields of the header, as comments.
    pub header: bool,
    /// Aligns the equals signs.
    pub indent: bool,
    /// Writes names in place of the numbers of ids.
    pub names: bool,
    /// Indents blocks by their nesting, and separates them by empty lines.
    pub nested_indent: bool,
    /// Orders the blocks of a function by its control flow.
    pub reorder_blocks: bool,
    /// Adds the byte offset of each instruction as a comment.
    pub offsets: bool,
    /// Adds comments: sections, decorations of results, ids of names.
    pub comments: bool,
    /// Colours ids, numbers and strings by escape sequences.
    pub color: bool,
    /// Writes unknown instructions as `OpUnknown(opcode, words)` in place of an error.
    pub unknown_opcodes: bool,
}

impl Default for Style {
    fn default() -> Style {
        Style {
            header: true,
            indent: true,
            names: true,
            nested_indent: false,
            reorder_blocks: false,
            offsets: false,
            comments: false,
            color: false,
            unknown_opcodes: false,
        }
    }
}

/// Escape sequences by what they colour; all empty without colours.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Palette {
    pub(super) reset: &'static str,
    pub(super) offset: &'static str,
    pub(super) result: &'static str,
    pub(super) id: &'static str,
    pub(super) literal: &'static str,
    pub(super) string: &'static str,
}

impl Palette {
    /// The colours of spirv-dis.
    pub(super) const COLORS: Palette = Palette {
        reset: "\u{1b}[0m",
        offset: "\u{1b}[1;30m",
        result: "\u{1b}[34m",
        id: "\u{1b}[33m",
        literal: "\u{1b}[31m",
        string: "\u{1b}[32m",
    };
}
