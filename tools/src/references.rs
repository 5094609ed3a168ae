//! References between module-level ops, including references in debug information

use crate::module_ref::ModuleRef;
use spv_dialect::{sets, spv};
use spv_ir::symbols::SymbolReferences;
use spv_ir::{Op, walk};
use spv_passes::location_symbols;

/// Collects the references between module-level ops, including scopes and lines of debug information.
pub(crate) fn with_locations(module: ModuleRef<'_>) -> SymbolReferences {
    let mut references = SymbolReferences::new(module.ctx, module.body);
    for op in walk::top_ops(module.body) {
        if let Some(body) = module.body.nested(op) {
            references.extend(op, location_symbols(module.ctx, body));
        }
    }
    references
}

/// Returns whether an op is a non-semantic instruction, which describes other ops without affecting them.
pub(crate) fn is_non_semantic(module: ModuleRef<'_>, op: Op) -> bool {
    let row = module.ctx.registry().op(module.body.def(op)).row;
    // Instructions of unknown extended instruction sets are treated as non-semantic.
    module.body.def(op) == spv::ExtInst::ID
        || sets::set(row.set).is_some_and(|set| set.non_semantic || set.debug_info)
}
