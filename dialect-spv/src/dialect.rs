//! Definition and registration of the `spv` dialect

use crate::llvm::{LLVM22, LLVM24, generic_form, later_attributes};
use crate::text::formats;
use crate::{overlay, spv, structure, text, verify};
use spv_ir::Context;
use spv_ir::builtin::FIRST_DIALECT_OP;
use spv_ir::dialect::{Dialect, Registry, name_table};
use std::sync::Arc;

/// Hash table of all op names and aliases of the dialect.
static OP_NAMES: [u16; 4096] = name_table(&overlay::OPS, &formats::ALIASES);

/// The `spv` dialect: all ops, types and attributes with their syntax.
pub const DIALECT: Dialect = Dialect {
    name: "spv",
    title: "SPIR-V",
    aliases: &["spirv"],
    ops: &overlay::OPS,
    first_op: Some(FIRST_DIALECT_OP),
    op_names: &OP_NAMES,
    op_by_code: Some(overlay::op_by_code),
    op_aliases: &formats::ALIASES,
    op_prefixes: formats::LATER_PREFIXES,
    text_forms: &[&LLVM22, &LLVM24],
    types: &text::TYPES,
    later_types: text::LATER_TYPES,
    attrs: &text::ATTRS,
    directives: text::DIRECTIVES,
    check: Some(verify::checks),
    generic: Some(&generic_form::FORM),
    dense: Some(&text::DENSE_FORM),
    type_problem: Some(verify::type_problem),
    spelling: Some(later_attributes::spell),
    inference_problem: Some(verify::inference_problem),
    ..Dialect::EMPTY
};

/// The dialect for modules read from MLIR text. It also applies LLVM 14's checks; see [`verify::text_checks`].
pub const TEXT_DIALECT: Dialect = Dialect { check: Some(verify::text_checks), ..DIALECT };

/// Returns whether a registry contains the dialect. The dialect's op ids (`spv::Load::ID`) are meaningless in other
/// registries.
pub fn is_registered(registry: &Registry) -> bool {
    let module = registry.ops().get(usize::from(spv::Module::ID.0));
    module.is_some_and(|def| std::ptr::eq(def.row, &structure::MODULE))
}

/// Creates a registry with the builtin and `spv` dialects.
pub fn registry() -> Arc<Registry> {
    Registry::new(vec![DIALECT])
}

/// Creates a registry with the builtin dialect and [`TEXT_DIALECT`].
pub fn text_registry() -> Arc<Registry> {
    Registry::new(vec![TEXT_DIALECT])
}

/// Creates a context with the builtin and `spv` dialects.
pub fn context() -> Arc<Context> {
    Arc::new(Context::new(registry()))
}
