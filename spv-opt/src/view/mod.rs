//! Pictures of functions: Graphviz DOT, or SVG with a layout of our own, so that no other program is needed.
//!
//! A picture is a graph of nodes in nested boxes. [`cfg`] makes one of the blocks of a function, constructs being
//! boxes; `ops` one of its ops and the values between them, blocks being boxes, too. `dot` and `svg` write any of
//! them.

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
use spv_ir::{Module, walk};

/// What a picture shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The control flow of each function: its blocks, and the edges between them.
    Cfg,
    /// The ops of each function, and the values that they use.
    Ops,
}

/// How a picture is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Graphviz DOT.
    Dot,
    /// SVG.
    Svg,
}

/// Draws all functions of a module that have a body, in order. What is too large for a layout is said in its place in
/// an SVG; DOT has no limit.
pub fn view(module: &Module, kind: Kind, format: Format) -> String {
    write(&graphs(module, kind, None), format)
}

/// Draws the functions with this symbol, as [`view`] does; `None` where none with a body has it.
pub fn view_function(module: &Module, symbol: &str, kind: Kind, format: Format) -> Option<String> {
    let graphs = graphs(module, kind, Some(symbol));
    (!graphs.is_empty()).then(|| write(&graphs, format))
}

/// The graphs of all functions with a body, or of those with a symbol.
fn graphs(module: &Module, kind: Kind, symbol: Option<&str>) -> Vec<Graph> {
    let drawn = |nested: walk::NestedBody<'_>| {
        let (around, op) = nested.owner?;
        let def = module.ctx.registry().op(around.def(op));
        let body = nested.body;
        body.first_block(body.root()).and_then(|entry| body.first_op(entry))?;
        let named = symbol.is_none() || symbol == name_of(&module.ctx, around, op);
        (named && def.traits.contains(Traits::FUNCTION)).then(|| match kind {
            Kind::Cfg => cfg::graph(&module.ctx, around, op, body),
            Kind::Ops => ops::graph(&module.ctx, around, op, body),
        })
    };
    walk::bodies(&module.body).filter_map(drawn).collect()
}

fn write(graphs: &[Graph], format: Format) -> String {
    match format {
        Format::Dot => dot::write(graphs),
        Format::Svg => svg::write(graphs),
    }
}
