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
    let graphs: Vec<Graph> = walk::bodies(&module.body)
        .filter_map(|nested| {
            let (around, op) = nested.owner?;
            let def = module.ctx.registry().op(around.def(op));
            let body = nested.body;
            body.first_block(body.root()).and_then(|entry| body.first_op(entry))?;
            def.traits.contains(Traits::FUNCTION).then(|| match kind {
                Kind::Cfg => cfg::graph(&module.ctx, around, op, body),
                Kind::Ops => ops::graph(&module.ctx, around, op, body),
            })
        })
        .collect();
    match format {
        Format::Dot => dot::write(&graphs),
        Format::Svg => svg::write(&graphs),
    }
}
