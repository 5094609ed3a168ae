//! A whole input: the context and the top-level `module`.

use crate::body::Body;
use crate::context::Context;
use std::sync::Arc;

/// A parsed, imported or built module: a context and the body of the top-level builtin `module`.
pub struct Module {
    /// Owner of all handles in the body.
    pub ctx: Arc<Context>,
    /// The body of the builtin `module`: one block of ops.
    pub body: Box<Body>,
    /// Name and attributes of the builtin module op, where it has any.
    pub name: Option<crate::handles::Ident>,
    /// Its attributes: a dictionary.
    pub attrs: Option<crate::attrs::Attribute>,
    /// Its location; `None` where the text has no `module` around its ops.
    pub loc: Option<crate::location::Location>,
}

impl Module {
    /// An empty module: a body with one empty block.
    pub fn new(ctx: Arc<Context>) -> Module {
        let mut body = Box::new(Body::default());
        let root = body.root();
        crate::builder::Builder::new(&mut body).append_block(root);
        Module { ctx, body, name: None, attrs: None, loc: None }
    }
}
