//! Source map: positions of entities in a text, for editors

use rustc_hash::FxHashMap;
use spv_ir::dialect::OpDefId;
use spv_ir::{Block, Ident, Op, Type, Value};
use std::ops::Range;

/// A reference to an entity at a position in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference<T> {
    /// Byte range in the text.
    pub span: Range<usize>,
    /// The referenced entity.
    pub what: T,
    /// Whether the reference is the definition.
    pub defines: bool,
    /// Number of the enclosing body, from 1, in order of their starts. Values and blocks of different bodies are
    /// unrelated.
    pub body: u32,
}

/// An op in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpText {
    /// Range of the op name.
    pub name: Range<usize>,
    /// Range from the result names, or from the op name if there are none, to the end of the op.
    pub span: Range<usize>,
    /// The definition of the op.
    pub def: OpDefId,
    /// The op, if it could be created.
    pub op: Option<Op>,
}

/// The entities in a text, in parsing order. A position may appear more than once.
#[derive(Debug, Default)]
pub struct SourceMap {
    /// The ops, in order of their ends.
    pub ops: Vec<OpText>,
    /// The values. A group `%a:2` is represented by its first value.
    pub values: Vec<Reference<Value>>,
    /// The blocks.
    pub blocks: Vec<Reference<Block>>,
    /// The symbols. The parser does not distinguish definitions from references.
    pub symbols: Vec<Reference<Ident>>,
    /// The types, written in full or as an alias.
    pub types: Vec<Reference<Type>>,
    /// Positions where an enumerant is expected, valid or not, with the name of the enumeration.
    pub enums: Vec<Reference<&'static str>>,
    /// Definitions of forward references, by body and forward value.
    resolved: FxHashMap<(u32, Value), Value>,
    /// Numbers of the enclosing bodies, and the number of bodies so far.
    open: Vec<u32>,
    bodies: u32,
}

impl SourceMap {
    /// Enters a body.
    pub(crate) fn open_body(&mut self) {
        self.bodies += 1;
        self.open.push(self.bodies);
    }

    /// Leaves a body.
    pub(crate) fn close_body(&mut self) {
        self.open.pop();
    }

    fn body(&self) -> u32 {
        self.open.last().copied().unwrap_or(0)
    }

    /// Creates a reference in the current body.
    pub(crate) fn reference<T>(&self, span: Range<usize>, what: T, defines: bool) -> Reference<T> {
        Reference { span, what, defines, body: self.body() }
    }

    /// Records the definition of a forward reference.
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
