//! Module: the context and body of the top-level `module` op

use crate::body::Body;
use crate::context::Context;
use std::sync::Arc;

/// A module that was parsed, imported or built.
pub struct Module {
    /// The context that owns the types, attributes and names in the body.
    pub ctx: Arc<Context>,
    /// The body of the builtin `module` op, which has a single block.
    pub body: Box<Body>,
    /// Symbol name of the `module` op, if any.
    pub name: Option<crate::handles::Ident>,
    /// Attribute dictionary of the `module` op, if any.
    pub attrs: Option<crate::attrs::Attribute>,
    /// Location of the `module` op; `None` if the MLIR text has no `module` around its ops.
    pub loc: Option<crate::location::Location>,
}

impl Module {
    /// Creates an empty module, whose body has one empty block.
    pub fn new(ctx: Arc<Context>) -> Module {
        let mut body = Box::new(Body::default());
        let root = body.root();
        crate::builder::Builder::new(&mut body).append_block(root);
        Module { ctx, body, name: None, attrs: None, loc: None }
    }
}
