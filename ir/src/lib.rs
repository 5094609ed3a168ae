#![forbid(unsafe_code)]
//! A generic SSA compiler IR modeled on MLIR
//!
//! Operations have operands, results, attributes, regions and successors. Types and attributes are interned. Dialects
//! are registered as constant data.
//!
//! An operation that is isolated from above (a module or a function) owns a [`body::Body`] with its own arenas. No
//! SSA edge crosses a body. All changes to a body are made through [`builder::Builder`].

pub mod analysis;
pub mod body;
pub mod context;
pub mod conversion;
pub mod diag;
pub mod dialect;
pub mod executor;
pub mod rewrite;
pub mod symbols;
#[cfg(test)]
mod testing;
pub mod text;
pub mod verify;

pub use body::{builder, copy, entity, module, op_ref, walk};
pub use context::{affine, arith, attrs, handles, location, names, replace, resources, subelements, types};
pub use dialect::{builtin, builtin_types, params};
pub use text::{format, render, text_form};

pub use attrs::{AttrData, Attribute};
pub use body::{Annotations, Body, Capacity, DistinctBodies, ValueDef};
pub use builder::{Appender, Builder, InsertPoint, NewOp, PlainOp};
pub use context::Context;
pub use diag::{Diagnostic, Diagnostics, Excerpt, Place, Severity};
pub use entity::{Block, Op, Region, Value};
pub use executor::{Executor, Inline, Pool, Threads};
pub use handles::Ident;
pub use location::{LocData, Location};
pub use module::Module;
pub use op_ref::OpRef;
pub use rewrite::{FoldFn, Folded, Folding, RewriteFn, Rewriter};
pub use spv_grammar::{byte_string, suggest, suggest_enumerant, suggest_op};
pub use symbols::SymbolTable;
pub use text::builtin_syntax::{parse_func, parse_signature, print_func, print_signature};
pub use text::{AsmParser, AsmPrinter};
pub use text_form::{Formats, Messages, OpNames, Since, TextForm};
pub use types::{FloatFormat, FloatKind, Signedness, Specials, Type, TypeData};
