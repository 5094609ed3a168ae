//! Printed names of values and blocks, for messages about printed IR

use crate::names::{Names, Style, ValueSpelling};
use spv_ir::{Block, Body, Context, Value};

/// The names of the values and blocks of a body in the default form.
pub struct Spellings<'a> {
    body: &'a Body,
    names: Names,
}

/// Computes the names that [`crate::print`] uses with default options for all values and blocks in a body.
pub fn spellings<'a>(ctx: &Context, body: &'a Body) -> Spellings<'a> {
    let mut names = Names::default();
    names.fill(ctx, body, Style { debug_names: true, hints: true }, None);
    Spellings { body, names }
}

impl Spellings<'_> {
    /// Returns the printed name of a value, e.g. `%12`, `%a` or `%4#1`; `None` if the value is not in the body.
    /// Values in sibling regions may have the same name.
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

    /// Returns the printed name of a block, e.g. `^bb1` or `^entry`; `None` if the block is not in the body. Each
    /// region numbers its blocks separately.
    pub fn block(&self, block: Block) -> Option<String> {
        match self.names.label(block) {
            Some(label) => Some(format!("^{}", String::from_utf8_lossy(label))),
            None => self.names.position(block).map(|n| format!("^bb{n}")),
        }
    }
}
