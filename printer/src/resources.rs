//! Printer for `dense_resource<key> : type`, and for the resource bytes after a module

use crate::printer::Printer;
use rustc_hash::FxHashSet;
use spv_ir::Attribute;
use spv_ir::resources::as_dense_resource;

impl Printer<'_> {
    /// Prints an attribute if it is a `dense_resource`. Returns false for other attributes.
    pub(crate) fn resource(&mut self, attr: Attribute) -> bool {
        let Some(resource) = as_dense_resource(self.ctx, attr) else { return false };
        if resource.bytes.is_some() && self.resources.0.insert(attr) {
            self.resources.1.push(attr);
        }
        self.push("dense_resource<");
        self.push(resource.key);
        self.push("> : ");
        self.print_type(resource.ty);
        true
    }

    /// Disables parallel printing for a module with `dense_resource` attributes, because their order of first use must
    /// be recorded.
    pub(crate) fn keep_order_of_resources(&mut self) {
        let ctx = self.ctx;
        if self.executor.is_some() && ctx.attrs().any(|attr| as_dense_resource(ctx, attr).is_some()) {
            self.executor = None;
        }
    }

    /// Prints the metadata section after the module, with the bytes of each printed `dense_resource` attribute, once
    /// per key.
    pub(crate) fn metadata(&mut self) {
        let ctx = self.ctx;
        let mut written: FxHashSet<&str> = FxHashSet::default();
        let (_, resources) = std::mem::take(&mut self.resources);
        for resource in resources.iter().filter_map(|attr| as_dense_resource(ctx, *attr)) {
            let is_first = written.is_empty();
            if !written.insert(resource.key) {
                continue;
            }
            let before = if is_first { "\n{-#\n  dialect_resources: {\n    builtin: {\n" } else { ",\n" };
            self.push(before);
            self.push("      ");
            self.push(resource.key);
            self.push(": \"");
            self.push(resource.bytes.unwrap_or(""));
            self.push("\"");
        }
        if !written.is_empty() {
            self.push("\n    }\n  }\n#-}\n");
        }
    }
}
