//! Access to a module's only `spv.module`

use spv_dialect::spv;
use spv_ir::{Body, Context, Diagnostic, Diagnostics, Module, Op, Place, walk};

/// A borrowed `spv.module`.
#[derive(Clone, Copy)]
pub(crate) struct ModuleRef<'a> {
    pub ctx: &'a Context,
    /// The body that contains the `spv.module`.
    pub outer: &'a Body,
    pub op: Op,
    pub body: &'a Body,
}

impl<'a> ModuleRef<'a> {
    /// Returns the only `spv.module` at the top level.
    ///
    /// # Errors
    /// The module has no `spv.module`, or more than one.
    pub fn only(module: &'a Module) -> Result<ModuleRef<'a>, Diagnostics> {
        let outer = &*module.body;
        let mut found = walk::top_ops(outer).filter(|&op| outer.def(op) == spv::Module::ID);
        let (first, second) = (found.next(), found.next());
        let body = first.and_then(|op| Some((op, outer.nested(op)?)));
        match (body, second) {
            (Some((op, body)), None) => Ok(ModuleRef { ctx: &module.ctx, outer, op, body }),
            (_, second) => {
                let number = if second.is_some() { "more than one" } else { "no" };
                let message = format!("{number} `spv.module` at the top level: expected one");
                Err(Diagnostics { list: vec![Diagnostic::error(Place::None, message)] })
            }
        }
    }
}
