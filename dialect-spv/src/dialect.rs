//! The dialect as a whole.

use crate::{asm, effects, overlay, spv, structure, verify};
use spv_ir::Context;
use spv_ir::builtin::FIRST_DIALECT_OP;
use spv_ir::dialect::OpDef;
use spv_ir::dialect::{Dialect, Registry};
use std::sync::Arc;

/// The `spv` dialect: all ops, types and attributes with their text.
pub fn dialect() -> Dialect {
    let mut ops: Vec<OpDef> = overlay::OPS.to_vec();
    ops.extend(overlay::structure_ops());
    effects::register(&mut ops);
    let mut dialect = Dialect {
        name: "spv",
        title: "SPIR-V",
        aliases: &["spirv"],
        ops,
        first_op: Some(FIRST_DIALECT_OP),
        check: Some(verify::checks as _),
        generic: Some(&crate::llvm::generic_form::FORM),
        type_problem: Some(verify::type_problem),
        inference_problem: Some(verify::inference_problem),
        ..Dialect::default()
    };
    asm::register(&mut dialect);
    dialect
}

/// Whether a registry has the dialect. The numbers of its definitions (`spv::Load::ID`) mean nothing in others.
pub fn is_registered(registry: &Registry) -> bool {
    registry.op_by_name(structure::MODULE.name) == Some(spv::Module::ID)
}

/// A registry with the builtin and the `spv` dialect.
pub fn registry() -> Arc<Registry> {
    Registry::new(vec![dialect()])
}

/// The same, for modules that were read from text, as LLVM 14 does: see [`verify::text_checks`].
pub fn text_registry() -> Arc<Registry> {
    Registry::new(vec![Dialect { check: Some(verify::text_checks as _), ..dialect() }])
}

/// A context with the builtin and the `spv` dialect.
///
/// It makes a registry of its own. Who works on many modules makes one [`registry`] and a context of it for each
/// module, `Context::new(registry.clone())`: of a small module it takes less time to read than a registry to make.
pub fn context() -> Arc<Context> {
    Arc::new(Context::new(registry()))
}
