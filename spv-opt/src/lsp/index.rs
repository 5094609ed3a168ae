//! Index of the references in a document
//!
//! The index is built on request from the module without function bodies and, on demand, one function. It contains no
//! diagnostics.

use spv_ir::dialect::{OpDefId, Registry, Traits};
use spv_ir::{Body, Context, symbols};
use spv_parser::{FunctionRead, FunctionReader, PieceOptions, Skeleton, SourceMap, parse_skeleton};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

/// Maximum nesting depth of modules to search.
const DEPTH: usize = 64;

/// An op that defines a symbol, or a module that contains symbol definitions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// Symbol that the op defines, or the name of the op if it defines none.
    pub name: String,
    /// Id of the op definition.
    pub def: OpDefId,
    /// Byte range of the whole op.
    pub span: Range<usize>,
    /// Byte range of the symbol in the op, or of the op name if the op defines no symbol.
    pub selection: Range<usize>,
    /// Byte range in which the symbol is visible.
    pub scope: Range<usize>,
    /// Number of enclosing modules.
    pub depth: usize,
    /// Whether the op defines a symbol.
    pub symbol: bool,
}

/// The index of the references in a document.
pub struct Index {
    /// Context of the types and attributes in the index.
    pub ctx: Arc<Context>,
    /// Module without function bodies.
    pub skeleton: Skeleton,
    map: SourceMap,
    /// The most recently parsed function, with its index in [`Skeleton::functions`].
    function: Option<(usize, FunctionRead)>,
}

/// The references in the function around a byte offset, or in the module outside functions.
pub struct Around<'a> {
    /// References by kind, with their byte ranges.
    pub map: &'a SourceMap,
    /// Body of the enclosing function, or `None` outside functions.
    pub body: Option<&'a Body>,
    /// Byte range of the enclosing function, or `None` outside functions.
    pub function: Option<Range<usize>>,
}

/// Value of `Reference::body` for names in a parsed function. The value 1 denotes the body that encloses the function.
pub const FUNCTION_BODY: u32 = 2;

const OPTIONS: PieceOptions = PieceOptions { allow_unregistered: false, map: true };

impl Index {
    /// Parses a document and indexes the references outside functions.
    pub fn new(source: &str, registry: Arc<Registry>) -> Index {
        let ctx = Arc::new(Context::new(registry));
        let mut skeleton = parse_skeleton(source, &OPTIONS, ctx.clone());
        let map = skeleton.map.take().map_or_else(SourceMap::default, |map| *map);
        Index { ctx, skeleton, map, function: None }
    }

    /// Returns the references around a byte offset. `source` must be the text from which the index was built.
    pub fn around(&mut self, source: &str, offset: usize) -> Around<'_> {
        let functions = &self.skeleton.functions;
        let next = functions.partition_point(|f| f.start <= offset);
        let inside = next.checked_sub(1).filter(|at| offset < functions[*at].end);
        let Some(at) = inside else { return Around { map: &self.map, body: None, function: None } };
        let function = functions[at];
        if self.function.as_ref().is_none_or(|(known, _)| *known != at) {
            let read =
                FunctionReader::new(source, &self.skeleton.aliases, &OPTIONS, &self.ctx).read(&function);
            self.function = Some((at, read));
        }
        let read = self.function.as_ref().map(|(_, read)| read);
        Around {
            map: read.and_then(|read| read.map.as_deref()).unwrap_or(&self.map),
            body: read.and_then(|read| read.body.as_deref()),
            function: Some(function.start..function.end),
        }
    }

    /// Returns the symbol definitions and the modules that contain them, in text order.
    pub fn definitions(&self) -> Vec<Definition> {
        let ops: HashMap<usize, _> = self.map.ops.iter().map(|op| (op.name.start, op)).collect();
        let mut references: Vec<_> = self.map.symbols.iter().collect();
        references.sort_by_key(|reference| reference.span.start);
        let module = &self.skeleton.module;
        let mut list = Vec::new();
        let mut todo = vec![(&*module.body, 0..usize::MAX, 0)];
        while let Some((body, scope, depth)) = todo.pop() {
            for op in body.blocks(body.root()).flat_map(|block| body.ops(block)) {
                let Some(text) = body.loc(op).text_offset().and_then(|at| ops.get(&at)) else { continue };
                let name = symbols::name_of(&self.ctx, body, op);
                let def = self.ctx.registry().op(body.def(op));
                let around = body.nested(op).filter(|_| def.traits.contains(Traits::SYMBOL_TABLE));
                if let Some(nested) = around.filter(|_| depth < DEPTH) {
                    todo.push((nested, text.span.clone(), depth + 1));
                }
                if name.is_none() && around.is_none() {
                    continue;
                }
                let first = references.partition_point(|reference| reference.span.start < text.name.start);
                let reference = references[first..].iter().take_while(|m| m.span.end <= text.span.end);
                let selection =
                    reference.filter(|m| Some(self.ctx.str(m.what)) == name).map(|m| m.span.clone()).next();
                list.push(Definition {
                    name: name.unwrap_or(def.row.name).to_owned(),
                    def: text.def,
                    span: text.span.clone(),
                    selection: selection.unwrap_or(text.name.clone()),
                    scope: scope.clone(),
                    depth,
                    symbol: name.is_some(),
                });
            }
        }
        list.sort_by_key(|d| d.span.start);
        list
    }
}
