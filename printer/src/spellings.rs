//! The spellings of values and blocks, for those who speak of a printed text.

use crate::names::{Names, Spelling, Style};
use spv_ir::{Block, Body, Context, Value};

/// How the values and blocks of one body are spelled in the default form.
pub struct Spellings<'a> {
    body: &'a Body,
    names: Names,
}

/// Names everything in a body as [`crate::print`] does with default options.
pub fn spellings<'a>(ctx: &Context, body: &'a Body) -> Spellings<'a> {
    let mut names = Names::default();
    names.fill(ctx, body, Style { debug_names: true, hints: true }, None);
    Spellings { body, names }
}

impl Spellings<'_> {
    /// `%12`, `%a`, `%4#1`; `None` for a value that is not in the body. Sibling regions may use one
    /// spelling for different values.
    pub fn value(&self, value: Value) -> Option<String> {
        match self.names.value(self.body, value) {
            Spelling::Number(n) => Some(format!("%{n}")),
            Spelling::Argument(n) => Some(format!("%arg{n}")),
            Spelling::Group(n, index) => Some(format!("%{n}#{index}")),
            Spelling::NamedGroup(name, index, _) => {
                Some(format!("%{}#{index}", String::from_utf8_lossy(name)))
            }
            Spelling::Text(text) => Some(format!("%{}", String::from_utf8_lossy(text))),
            Spelling::Unknown => None,
        }
    }

    /// `^bb1`, `^entry`; `None` for a block that is not in the body. Each region numbers its own.
    pub fn block(&self, block: Block) -> Option<String> {
        match self.names.label(block) {
            Some(label) => Some(format!("^{}", String::from_utf8_lossy(label))),
            None => self.names.position(block).map(|n| format!("^bb{n}")),
        }
    }
}
