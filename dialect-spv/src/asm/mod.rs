//! The hand-written text of the dialect: types, attributes, the ops of [`crate::structure`], and the
//! directives that formats use.
//!
//! The spelling is LLVM 14's where it has one. Everything else follows the same manner and loses
//! nothing.

mod attributes;
mod compose;
pub(crate) mod constants;
pub(crate) mod control;
mod directives;
pub(crate) mod formats;
pub(crate) mod globals;
pub(crate) mod infer;
pub(crate) mod items;
pub(crate) mod memory;
pub(crate) mod module;
pub(crate) mod spec;
mod structs;
mod types;

use crate::{attributes as attrs, types as ty};
use spv_ir::dialect::{Dialect, ParamDef};

/// Adds the types, attributes and directives to a dialect, and other names of its ops.
pub fn register(dialect: &mut Dialect) {
    formats::register(dialect);
    dialect.types.extend(ty::TYPES.iter().map(|&(code, name)| {
        let (parse, print) = types::text(code);
        ParamDef { name, parse, print, code }
    }));
    dialect.attrs.extend(attrs::ATTRS.iter().map(|&(kind, name)| {
        let (parse, print) = attributes::text(kind);
        ParamDef { name, parse, print, code: kind as u32 }
    }));
    dialect.attrs.extend(crate::llvm::later_attributes::attributes());
    dialect.later_types = types::LATER;
    dialect.spelling = Some(crate::llvm::later_attributes::spell);
    dialect.directives.extend([
        ("storage", directives::parse_storage as _, directives::print_storage as _),
        ("kept_storage", directives::parse_kept_storage as _, directives::print_kept_storage as _),
        ("result_storage", directives::parse_result_storage as _, directives::print_result_storage as _),
        ("gap", directives::parse_gap as _, directives::print_gap as _),
        ("flag", directives::parse_flag as _, directives::print_flag as _),
        ("condition", directives::parse_condition as _, directives::print_condition as _),
        ("result_pair", directives::parse_pair as _, directives::print_pair as _),
    ]);
}
