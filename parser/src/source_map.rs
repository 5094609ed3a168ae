//! Source map with the positions of entities in MLIR text, for editors

use rustc_hash::FxHashMap;
use spv_ir::dialect::OpDefId;
use spv_ir::{Block, Ident, Op, Type, Value};
use std::ops::Range;

/// A reference to an entity at a position in the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference<T> {
    /// Byte range of the reference in the source.
    pub span: Range<usize>,
    /// The referenced entity.
    pub what: T,
    /// Whether this is the definition of the entity.
    pub defines: bool,
    /// Index of the enclosing body, counted from 1, in the order in which bodies start. Values and blocks can only be
    /// compared within a body.
    pub body: u32,
}

/// An op in the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpText {
    /// Byte range of the op name.
    pub name: Range<usize>,
    /// Byte range of the whole op. It starts with the result names, or with the op name if there are none.
    pub span: Range<usize>,
    /// The op definition.
    pub def: OpDefId,
    /// The op, if it could be created.
    pub op: Option<Op>,
}

/// The references to entities in the source, in parsing order. A position may appear more than once.
#[derive(Debug, Default)]
pub struct SourceMap {
    /// The ops, in the order in which they end.
    pub ops: Vec<OpText>,
    /// Uses and definitions of values. A group of results `%a:2` is represented by its first result.
    pub values: Vec<Reference<Value>>,
    /// Uses and definitions of blocks.
    pub blocks: Vec<Reference<Block>>,
    /// Occurrences of symbols. The parser does not distinguish between uses and definitions.
    pub symbols: Vec<Reference<Ident>>,
    /// Occurrences of types, written in full or as an alias.
    pub types: Vec<Reference<Type>>,
    /// Positions at which an enumerant is expected, whether or not the source has a valid one there. Each has the name
    /// of the enumeration.
    pub enums: Vec<Reference<&'static str>>,
    /// Definitions of forward references, keyed by body and placeholder value.
    resolved: FxHashMap<(u32, Value), Value>,
    /// Indices of the bodies that enclose the current position. `bodies` is the number of bodies so far.
    open: Vec<u32>,
    bodies: u32,
}

impl SourceMap {
    /// Starts a body.
    pub(crate) fn open_body(&mut self) {
        self.bodies += 1;
        self.open.push(self.bodies);
    }

    /// Ends a body.
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

    /// Records the value to which a forward reference resolves in the current body.
    pub(crate) fn resolve(&mut self, forward: Value, value: Value) {
        self.resolved.insert((self.body(), forward), value);
    }

    /// Replaces forward references in the source map with the values to which they resolve.
    pub(crate) fn finish(&mut self) {
        for reference in &mut self.values {
            if let Some(value) = self.resolved.get(&(reference.body, reference.what)) {
                reference.what = *value;
            }
        }
        self.resolved.clear();
    }
}
