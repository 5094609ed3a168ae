//! Spellings of values and blocks, for messages about a printed text

use crate::names::{Names, Style, ValueSpelling};
use spv_ir::{Block, Body, Context, Value};

/// The spellings of the values and blocks of a body in the default form.
pub struct Spellings<'a> {
    body: &'a Body,
    names: Names,
}

/// Computes the spellings of all values and blocks in a body, as [`crate::print`] uses with default options.
pub fn spellings<'a>(ctx: &Context, body: &'a Body) -> Spellings<'a> {
    let mut names = Names::default();
    names.fill(ctx, body, Style { debug_names: true, hints: true }, None);
    Spellings { body, names }
}

impl Spellings<'_> {
    /// Returns the spelling of a value, e.g. `%12`, `%a` or `%4#1`; `None` for a value that is not in the body. Sibling
    /// regions may use the same spelling for different values.
    pub fn value(&self, value: Value) -> Option<String> {
        match self.names.value(self.body, value) {
            ValueSpelling::Number(n) => Some(format!("%{n}")),
            ValueSpelling::Argument(n) => Some(format!("%arg{n}")),
            ValueSpelling::Group(n, index) => Some(format!("%{n}#{index}")),
            ValueSpelling::NamedGroup(name, index, _) => {
                Some(format!("%{}#{index}", String::from_utf8_lossy(name)))
            }
            ValueSpelling::Text(text) => Some(format!("%{}", String::from_utf8_lossy(text))),
            ValueSpelling::Unknown => None,
        }
    }

    /// Returns the spelling of a block, e.g. `^bb1` or `^entry`; `None` for a block that is not in the body. Each
    /// region numbers its own blocks.
    pub fn block(&self, block: Block) -> Option<String> {
        match self.names.label(block) {
            Some(label) => Some(format!("^{}", String::from_utf8_lossy(label))),
            None => self.names.position(block).map(|n| format!("^bb{n}")),
        }
    }
}
