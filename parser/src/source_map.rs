//! Source map: where entities are referenced in a text, for editors.

use rustc_hash::FxHashMap;
use spv_ir::dialect::OpDefId;
use spv_ir::{Block, Ident, Op, Type, Value};
use std::ops::Range;

/// A reference to an entity at a place in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference<T> {
    /// Byte range.
    pub span: Range<usize>,
    /// The referenced entity.
    pub what: T,
    /// Whether this is its definition.
    pub defines: bool,
    /// Number of the body around, in the order in which bodies begin, from 1: values and blocks of different bodies
    /// have nothing to do with each other.
    pub body: u32,
}

/// An op in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpText {
    /// Its name.
    pub name: Range<usize>,
    /// From its results, or its name, to its end.
    pub span: Range<usize>,
    /// Its definition.
    pub def: OpDefId,
    /// The op, if it could be made.
    pub op: Option<Op>,
}

/// What the parser came across, in the order in which it did. A place may be listed more than once.
#[derive(Debug, Default)]
pub struct SourceMap {
    /// Ops, in the order of their ends.
    pub ops: Vec<OpText>,
    /// Values; of a group `%a:2` the first.
    pub values: Vec<Reference<Value>>,
    /// Blocks.
    pub blocks: Vec<Reference<Block>>,
    /// Symbols; the parser does not know which of them are definitions.
    pub symbols: Vec<Reference<Ident>>,
    /// Types that are written out, or by an alias.
    pub types: Vec<Reference<Type>>,
    /// Places of enumerants, right or not: the name of the enumeration.
    pub enums: Vec<Reference<&'static str>>,
    /// The definition of a value that was used before it, by body.
    resolved: FxHashMap<(u32, Value), Value>,
    /// The bodies around the place, and how many there were.
    open: Vec<u32>,
    bodies: u32,
}

impl SourceMap {
    /// A body begins.
    pub(crate) fn open_body(&mut self) {
        self.bodies += 1;
        self.open.push(self.bodies);
    }

    /// A body ends.
    pub(crate) fn close_body(&mut self) {
        self.open.pop();
    }

    fn body(&self) -> u32 {
        self.open.last().copied().unwrap_or(0)
    }

    /// A reference in the current body.
    pub(crate) fn reference<T>(&self, span: Range<usize>, what: T, defines: bool) -> Reference<T> {
        Reference { span, what, defines, body: self.body() }
    }

    /// A value that was used before its definition is this one.
    pub(crate) fn resolve(&mut self, forward: Value, value: Value) {
        self.resolved.insert((self.body(), forward), value);
    }

    /// Replaces forward references by the values that they refer to.
    pub(crate) fn finish(&mut self) {
        for reference in &mut self.values {
            if let Some(value) = self.resolved.get(&(reference.body, reference.what)) {
                reference.what = *value;
            }
        }
        self.resolved.clear();
    }
}
