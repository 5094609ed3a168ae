//! Hand-written assembly syntax: types, attributes, the ops of [`crate::structure`], and custom directives
//!
//! The syntax is that of LLVM 14 if LLVM 14 has the entity. All other syntax follows the same style and is lossless.

mod attributes;
pub(crate) mod compose;
pub(crate) mod constants;
pub(crate) mod control;
pub(crate) mod dense_constants;
mod directives;
pub(crate) mod formats;
pub(crate) mod globals;
pub(crate) mod infer;
pub(crate) mod items;
pub(crate) mod memory;
pub(crate) mod module;
pub(crate) mod spec;
mod structs;
pub(crate) mod tensors;
mod types;

use crate::attributes::{self as attrs, AttrKind};
use crate::llvm::later_attributes as later;
use crate::types as ty;
pub(crate) use dense_constants::FORM as DENSE_FORM;
pub(crate) use directives::DIRECTIVES;
use spv_ir::dialect::ParamDef;
pub(crate) use types::LATER as LATER_TYPES;

/// Definitions of all types in [`ty::TYPES`], with their syntax.
pub(crate) static TYPES: [ParamDef; ty::TYPES.len()] = {
    let mut all = [type_def(ty::TYPES[0]); ty::TYPES.len()];
    let mut i = 0;
    while i < all.len() {
        all[i] = type_def(ty::TYPES[i]);
        i += 1;
    }
    all
};

const fn type_def((code, name): (u32, &'static str)) -> ParamDef {
    let (parse, print) = types::text(code);
    ParamDef { name, parse, print, code }
}

/// Definitions of all attributes in [`attrs::ATTRS`], followed by LLVM 19's attributes.
pub(crate) static ATTRS: [ParamDef; attrs::ATTRS.len() + later::DEFINITIONS.len()] = {
    let mut all = [attr_def(attrs::ATTRS[0]); attrs::ATTRS.len() + later::DEFINITIONS.len()];
    let mut i = 0;
    while i < all.len() {
        all[i] = match i.checked_sub(attrs::ATTRS.len()) {
            None => attr_def(attrs::ATTRS[i]),
            Some(rest) => later::DEFINITIONS[rest],
        };
        i += 1;
    }
    all
};

const fn attr_def((kind, name): (AttrKind, &'static str)) -> ParamDef {
    let (parse, print) = attributes::text(kind);
    ParamDef { name, parse, print, code: kind as u32 }
}
