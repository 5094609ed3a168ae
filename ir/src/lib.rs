#![forbid(unsafe_code)]
//! A generic SSA compiler IR in the manner of MLIR
//!
//! Operations have operands, results, attributes, regions and successors. Types and attributes are interned. Dialects
//! are registered as data.
//!
//! An operation that is isolated from above (a module, a function) owns a [`body::Body`] with arenas of its own. No SSA
//! edge crosses a body. All changes to a body go through [`builder::Builder`].

pub mod affine;
pub mod analysis;
mod arena;
pub mod arith;
pub mod asm;
pub mod attrs;
pub mod body;
pub mod builder;
pub mod builtin;
mod builtin_asm;
pub mod builtin_types;
mod clone;
mod compact;
pub mod context;
pub mod conversion;
pub mod copy;
pub mod diag;
pub mod dialect;
pub mod entity;
pub mod executor;
mod float_formats;
pub mod format;
pub mod handles;
pub mod location;
pub mod module;
pub mod names;
pub mod op_ref;
mod op_storage;
pub mod params;
pub mod render;
pub mod replace;
pub mod resources;
mod results;
pub mod rewrite;
pub mod subelements;
mod suggest;
pub mod symbols;
#[cfg(test)]
mod testing;
pub mod text_form;
pub mod types;
mod uses;
mod value_data;
mod verified;
pub mod verify;
pub mod walk;

pub use asm::{AsmParser, AsmPrinter};
pub use attrs::{AttrData, Attribute};
pub use body::{Annotations, Body, Capacity, ValueDef};
pub use builder::{Appender, Builder, InsertPoint, NewOp, PlainOp};
pub use builtin_asm::{parse_func, parse_signature, print_func, print_signature};
pub use context::Context;
pub use diag::{Diagnostic, Diagnostics, Excerpt, Place, Severity};
pub use entity::{Block, Op, Region, Value};
pub use executor::{Executor, Inline, Pool, Threads};
pub use handles::Ident;
pub use location::{LocData, Location};
pub use module::Module;
pub use op_ref::OpRef;
pub use rewrite::{FoldFn, Folded, Folding, RewriteFn, Rewriter};
pub use spv_grammar::byte_string;
pub use suggest::suggest;
pub use symbols::SymbolTable;
pub use text_form::TextForm;
pub use types::{FloatFormat, FloatKind, Signedness, Specials, Type, TypeData};
