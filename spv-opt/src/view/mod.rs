//! Drawings of functions, as Graphviz DOT or as SVG
//!
//! The SVG layout is computed by this library and needs no external program.
//!
//! A drawing is a graph of nodes in nested boxes. [`cfg`] shows the blocks of a function, with constructs as boxes.
//! `ops` shows ops and the values between them, with blocks as boxes too. `dot` and `svg` write the graph.

mod cfg;
mod dot;
mod graph;
mod layout;
mod ops;
mod svg;
mod text;

use graph::Graph;
use spv_ir::dialect::Traits;
use spv_ir::symbols::name_of;
use spv_ir::{Body, Module, Op, walk};

/// The content of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphKind {
    /// The control-flow graph of each function.
    Cfg,
    /// The ops of each function and the def-use edges between them.
    Ops,
}

/// The output format of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Graphviz DOT.
    Dot,
    /// SVG.
    Svg,
}

/// Draws all functions of a module that have a body, in module order. If a function is too large to lay out, SVG
/// contains a message instead; DOT has no limit.
pub fn view(module: &Module, kind: GraphKind, format: Format) -> String {
    write(&graphs(module, kind, None), format)
}

/// Draws the functions with this symbol; see [`view`]. Returns `None` if no such function has a body.
pub fn view_function(module: &Module, symbol: &str, kind: GraphKind, format: Format) -> Option<String> {
    let graphs = graphs(module, kind, Some(symbol));
    (!graphs.is_empty()).then(|| write(&graphs, format))
}

/// Draws the given functions; see [`view`]. Each function is given with the body that contains it.
pub fn view_ops(module: &Module, functions: &[(&Body, Op)], kind: GraphKind, format: Format) -> String {
    let graphs: Vec<Graph> =
        functions.iter().filter_map(|&(around, op)| graph(module, kind, around, op)).collect();
    write(&graphs, format)
}

/// Builds the graphs of all functions with a body, or only of those with `symbol`.
fn graphs(module: &Module, kind: GraphKind, symbol: Option<&str>) -> Vec<Graph> {
    let drawn = |nested: walk::NestedBody<'_>| {
        let (around, op) = nested.owner?;
        let named = symbol.is_none() || symbol == name_of(&module.ctx, around, op);
        if named { graph(module, kind, around, op) } else { None }
    };
    walk::bodies(&module.body).filter_map(drawn).collect()
}

/// Builds the graph of an op if it is a function with a body.
fn graph(module: &Module, kind: GraphKind, around: &Body, op: Op) -> Option<Graph> {
    let body = around.nested(op)?;
    body.first_block(body.root()).and_then(|entry| body.first_op(entry))?;
    let is_function = module.ctx.registry().op(around.def(op)).traits.contains(Traits::FUNCTION);
    is_function.then(|| match kind {
        GraphKind::Cfg => cfg::graph(&module.ctx, around, op, body),
        GraphKind::Ops => ops::graph(&module.ctx, around, op, body),
    })
}

fn write(graphs: &[Graph], format: Format) -> String {
    match format {
        Format::Dot => dot::write(graphs),
        Format::Svg => svg::write(graphs),
    }
}
