//! The dialect as a whole.

use crate::asm::formats;
use crate::llvm::{LLVM22, generic_form, later_attributes};
use crate::{asm, overlay, spv, structure, verify};
use spv_ir::Context;
use spv_ir::builtin::FIRST_DIALECT_OP;
use spv_ir::dialect::{Dialect, Registry, name_table};
use std::sync::Arc;

/// The names of all ops and their aliases.
static OP_NAMES: [u16; 4096] = name_table(&overlay::OPS, &formats::ALIASES);

/// The `spv` dialect: all ops, types and attributes with their text.
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
    text_forms: &[&LLVM22],
    types: &asm::TYPES,
    later_types: asm::LATER_TYPES,
    attrs: &asm::ATTRS,
    directives: asm::DIRECTIVES,
    check: Some(verify::checks),
    generic: Some(&generic_form::FORM),
    type_problem: Some(verify::type_problem),
    spelling: Some(later_attributes::spell),
    inference_problem: Some(verify::inference_problem),
    ..Dialect::EMPTY
};

/// The dialect for modules that were read from text, as LLVM 14 does: see [`verify::text_checks`].
pub const TEXT_DIALECT: Dialect = Dialect { check: Some(verify::text_checks), ..DIALECT };

/// Whether a registry has the dialect. The numbers of its definitions (`spv::Load::ID`) mean nothing in others.
pub fn is_registered(registry: &Registry) -> bool {
    let module = registry.ops().get(usize::from(spv::Module::ID.0));
    module.is_some_and(|def| std::ptr::eq(def.row, &structure::MODULE))
}

/// A registry with the builtin and the `spv` dialect.
pub fn registry() -> Arc<Registry> {
    Registry::new(vec![DIALECT])
}

/// The same with [`TEXT_DIALECT`].
pub fn text_registry() -> Arc<Registry> {
    Registry::new(vec![TEXT_DIALECT])
}

/// A context with the builtin and the `spv` dialect.
pub fn context() -> Arc<Context> {
    Arc::new(Context::new(registry()))
}
