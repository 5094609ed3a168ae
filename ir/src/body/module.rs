//! A module: the context and the body of the top-level `module` op

use crate::body::Body;
use crate::context::Context;
use std::sync::Arc;

/// A parsed, imported or built module.
pub struct Module {
    /// The owner of all handles in the body.
    pub ctx: Arc<Context>,
    /// The body of the builtin `module` op: a single block.
    pub body: Box<Body>,
    /// The name of the builtin module op, if any.
    pub name: Option<crate::handles::Ident>,
    /// The attribute dictionary of the module op, if any.
    pub attrs: Option<crate::attrs::Attribute>,
    /// The location of the module op; `None` if the text has no `module` around its ops.
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
