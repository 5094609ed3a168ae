//! Formatting options of spirv-dis

/// Disassembly format. The default is the format in which spirv-dis writes to a file without options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Whether to begin with the module header's fields, as comments.
    pub header: bool,
    /// Whether to indent instructions so that their equals signs are aligned.
    pub indent: bool,
    /// Whether to print names instead of numeric ids.
    pub names: bool,
    /// Whether to indent blocks by nesting depth and separate them by empty lines.
    pub nested_indent: bool,
    /// Whether to print a function's blocks in structured control-flow order.
    pub reorder_blocks: bool,
    /// Whether to print the byte offset of each instruction as a comment.
    pub offsets: bool,
    /// Whether to print comments: section titles, decorations of results, and numeric ids at OpName.
    pub comments: bool,
    /// Whether to color ids, numeric literals and strings with terminal escape sequences.
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

/// Escape sequences for each kind of token; all are empty without color.
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
