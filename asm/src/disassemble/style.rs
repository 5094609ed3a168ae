//! Formatting options of spirv-dis.

/// Format of a disassembly. The default is that of spirv-dis without options, writing to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Whether to begin with the header fields, as comments.
    pub header: bool,
    /// Whether to align the equals signs.
    pub indent: bool,
    /// Whether to print names instead of numeric ids.
    pub names: bool,
    /// Whether to indent blocks by their nesting and separate them by empty lines.
    pub nested_indent: bool,
    /// Whether to order a function's blocks by its control flow.
    pub reorder_blocks: bool,
    /// Whether to print the byte offset of each instruction as a comment.
    pub offsets: bool,
    /// Whether to print comments: sections, decorations of results, and ids of names.
    pub comments: bool,
    /// Whether to color ids, numbers and strings by escape sequences.
    pub color: bool,
    /// Whether to print unknown instructions as `OpUnknown(opcode, words)` instead of failing.
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

/// Escape sequences for each kind of token; all empty if color is off.
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
    /// The colors of spirv-dis.
    pub(super) const COLORS: Palette = Palette {
        reset: "\u{1b}[0m",
        offset: "\u{1b}[1;30m",
        result: "\u{1b}[34m",
        id: "\u{1b}[33m",
        literal: "\u{1b}[31m",
        string: "\u{1b}[32m",
    };
}
