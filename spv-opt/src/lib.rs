#![forbid(unsafe_code)]
//! An embeddable compiler framework for SPIR-V in the style of MLIR: builds, reads, verifies, transforms and writes
//! modules, as text and binary
//!
//! The functions in this crate are a convenient interface to the underlying crates, which are re-exported:
//!
//! - [`ir`]: modules, types, attributes and the builder;
//! - [`dialect`]: the definition of each instruction;
//! - [`parser`], [`printer`] and [`serialize`]: the conversions, with their options;
//! - [`tools`]: whole-module tools such as reflection.
//!
//! ```
//! let ctx = spv_opt::context();
//! let text = "spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader], []> {}";
//! let module = spv_opt::parse(&ctx, text).expect("the text is right");
//! spv_opt::verify(&module).expect("the module is valid");
//! let words = spv_opt::export(&module).expect("there is one spv.module");
//! assert_eq!(words[0], 0x0723_0203);
//! ```
//!
//! The library has no global state and starts no threads. A module belongs to the [`Context`] it was created in.
//! Contexts are `Send + Sync`, so threads may process modules of one context concurrently. A context frees its memory
//! when its last module is dropped. A long-running process should create one context per job and share one
//! [`registry`]: `Context::new(registry.clone())`. [`context`] creates a new registry, which takes longer than reading
//! a small module.
//!
//! The minimum supported Rust version is 1.88. Features:
//!
//! | feature | adds |
//! |---|---|
//! | `text` | [`parse`], [`print()`], graph drawing ([`view`]), [`Session`] and [`Unit`] for bindings, [`compat`] |
//! | `tools` | [tools for whole modules](tools) |
//! | `json` | diagnostics, reflection and statistics as JSON; implies `tools` |
//! | `batch` | pipelines over many modules ([`batch`]) |
//! | `lsp` | the language server ([`lsp`]); implies `text` |
//! | `tool` (default) | the command-line tool and all of the above |
//!
//! With `default-features = false`, the library builds, imports, verifies, optimizes and exports modules.

/// Compiles and runs the examples of the user guide.
#[cfg(doctest)]
#[doc = include_str!("../../docs/embedding.md")]
struct Guide;

/// Compiles the example on the documentation page about out-of-tree passes.
#[cfg(doctest)]
#[doc = include_str!("../../docs/add-a-pass-outside.md")]
struct PassOutside;

/// Compiles and runs the examples on the documentation page about lowering.
#[cfg(all(doctest, feature = "lowering"))]
#[doc = include_str!("../../docs/lowering.md")]
struct Lowering;

pub use spv_asm as asm;
#[cfg(feature = "lowering")]
pub use spv_conversion as conversion;
#[cfg(feature = "lowering")]
pub use spv_dialects as dialects;
pub use spv_ir as ir;
#[cfg(feature = "text")]
pub use spv_parser as parser;
pub use spv_passes as passes;
#[cfg(feature = "text")]
pub use spv_printer as printer;
pub use spv_serialize as serialize;
#[cfg(feature = "tools")]
pub use spv_tools as tools;

/// The crate `spv-dialect`, together with the crates that build only on the dialect.
pub mod dialect {
    pub use spv_build as build;
    pub use spv_dialect::*;
    pub use spv_validate as validate;
    pub use spv_validate::requirements;

    /// Version, capabilities and extensions that a module declares and requires.
    pub mod vce {
        pub use spv_dialect::vce::*;
        pub use spv_validate::deduce::{deduce, storage_capabilities};
    }
}

#[cfg(feature = "batch")]
pub mod batch;
mod build;
#[cfg(feature = "text")]
pub mod compat;
pub mod describe;
mod format;
#[cfg(feature = "lsp")]
pub mod lsp;
mod module_places;
#[cfg(feature = "text")]
pub mod op_attrs;
#[cfg(feature = "text")]
pub mod op_edits;
#[cfg(feature = "text")]
pub mod op_path;
mod optimize;
mod render;
mod render_binary;
#[cfg(feature = "json")]
mod render_json;
#[cfg(feature = "text")]
pub mod report;
mod shader_lines;
mod shader_text;
mod type_warnings;
#[cfg(feature = "text")]
mod unit;
mod unnamed;
#[cfg(feature = "text")]
pub mod view;

pub use build::{OpSpec, unexported_attributes};
pub use format::{EMPTY, Format, foreign_format, foreign_language, is_binary, text_of_bytes};
pub use optimize::{Pipeline, optimize};
pub use render::{Source, render, render_colored};
pub use render_binary::render_binary;
#[cfg(feature = "json")]
pub use render_json::{message_json, render_json};
pub use spv_build::spv;
pub use spv_ir::{Context, Diagnostics, Module};
pub use type_warnings::type_warnings;
#[cfg(feature = "text")]
pub use unit::{ReadOptions, Session, Unit};

use spv_ir::dialect::{Dialect, Registry};
use std::sync::Arc;

/// Creates a registry of the builtin dialect, `spv`, and the dialects in which kernels are written. Error messages
/// print an op without a location as MLIR text.
pub fn registry() -> Arc<Registry> {
    registry_with(Vec::new())
}

/// Creates a registry like [`registry`] with additional dialects of the embedding program.
pub fn registry_with(more: Vec<Dialect>) -> Arc<Registry> {
    registry_of(dialect::dialect::DIALECT, more)
}

/// Creates a registry for modules that are only read from and written to MLIR text. As in LLVM, function types need no
/// binary form.
pub fn text_registry() -> Arc<Registry> {
    registry_of(dialect::dialect::TEXT_DIALECT, Vec::new())
}

fn registry_of(spv: Dialect, more: Vec<Dialect>) -> Arc<Registry> {
    #[cfg(feature = "text")]
    let spv = Dialect { op_text: Some(op_text), ..spv };
    let mut all = vec![spv];
    #[cfg(feature = "lowering")]
    all.extend(dialects::DIALECTS);
    all.extend(more);
    Registry::new(all)
}

/// Creates a registry of all passes, including lowerings from other dialects to `spv`.
pub fn pass_registry() -> passes::Registry {
    #[cfg_attr(not(feature = "lowering"), expect(unused_mut, reason = "nothing is added"))]
    let mut registry = passes::Registry::new();
    #[cfg(feature = "lowering")]
    registry.extend(&conversion::PASSES);
    registry
}

/// Creates a context with a new [`registry`]. To process many modules, create one registry and a context per module
/// instead.
pub fn context() -> Arc<Context> {
    Arc::new(Context::new(registry()))
}

/// Formats an attribute for an error message.
fn attr_text(ctx: &Context, attr: ir::Attribute) -> String {
    #[cfg(feature = "text")]
    return printer::print_attr(ctx, attr);
    #[cfg(not(feature = "text"))]
    return format!("{:?}", ctx.attr_data(attr));
}

/// Formats the first line of an op in generic MLIR syntax, which every op has.
#[cfg(feature = "text")]
fn op_text(ctx: &Context, body: &ir::Body, op: ir::Op) -> String {
    let options = printer::Options { generic: true, first_line: true, ..Default::default() };
    let text = printer::print_op(ctx, body, op, &options);
    match text.split_once('\n') {
        Some((first, _)) => format!("{first} ..."),
        None => text,
    }
}

/// Formats the result of a tool as indented JSON.
#[cfg(feature = "json")]
pub fn json(result: &impl serde::Serialize) -> String {
    // Serialization cannot fail: keys are strings, and the output is in memory.
    serde_json::to_string_pretty(result).unwrap_or_default() + "\n"
}

/// Parses a module from MLIR text. Does not verify it; see [`verify`].
///
/// # Errors
/// All syntax errors, located by byte ranges, which [`render`] converts to lines and columns.
#[cfg(feature = "text")]
pub fn parse(ctx: &Arc<Context>, text: &str) -> Result<Module, Diagnostics> {
    parser::parse(text, &parser::ParseOptions::default(), ctx.clone())
}

/// Prints a module as MLIR text, which [`parse`] converts back to the same module.
#[cfg(feature = "text")]
pub fn print(module: &Module) -> String {
    printer::print(module, &printer::Options::default())
}

/// Verifies a module. Checks that its structure is valid and that each op satisfies its definition.
///
/// # Errors
/// All violations.
pub fn verify(module: &Module) -> Result<(), Diagnostics> {
    ir::verify::verify_module(module)
}

/// Returns warnings about suspicious code in a module that [`verify`] accepts. The command-line tool prints them.
pub fn warnings(module: &Module) -> Diagnostics {
    dialect::verify::warnings(module)
}

/// Validates a module for a target environment. Checks the rules of the specification and of the client API that
/// [`verify`] does not cover; call [`verify`] first. For a module that was not read from a binary, also call
/// [`verify_exported`].
///
/// ```
/// use spv_opt::dialect::validate::TargetEnv;
///
/// let ctx = spv_opt::context();
/// let text = "spv.module Logical GLSL450 requires #spv.vce<v1.0, [Linkage, Shader], []> {}";
/// let module = spv_opt::parse(&ctx, text).expect("the text is right");
/// let env = TargetEnv::new("spv1.3").expect("it is known");
/// assert!(spv_opt::verify_for(&module, &env).is_ok());
/// ```
///
/// # Errors
/// All violations, each with the id of its rule.
pub fn verify_for(module: &Module, env: &dialect::validate::TargetEnv) -> Result<(), Diagnostics> {
    dialect::validate::verify_for(module, env)
}

/// Checks the rules about binaries, such as those of structured control flow, on the exported binary of a module. Intended
/// for modules from text and from front ends. Import checks these rules if
/// [`TargetEnv::binary_rules`](dialect::validate::TargetEnv::binary_rules) are among its options.
///
/// # Errors
/// The first violation, at the last op of the block.
pub fn verify_exported(module: &Module, env: &dialect::validate::TargetEnv) -> Result<(), Diagnostics> {
    dialect::validate::verify_exported(module, env)
}

/// Sets the SPIR-V version of each `spv.module` that specifies none.
pub fn state_version(module: &mut Module, version: u32) {
    let vce = dialect::vce::Vce { version, ..dialect::vce::Vce::empty() }.attr(&module.ctx);
    let slot = dialect::spv::Module::VCE_TRIPLE;
    let mut top = ir::Builder::new(&mut module.body);
    for op in ir::walk::top_ops(&top).collect::<Vec<_>>() {
        if top.def(op) == dialect::spv::Module::ID && top.slot(op, slot) == 0 {
            top.set_slot(op, slot, vce.raw());
        }
    }
}

/// Imports a binary module. Import of a valid module always succeeds.
///
/// # Errors
///
/// A description of the error, with its word offset and instruction.
pub fn import(ctx: &Arc<Context>, words: &[u32]) -> Result<Module, Diagnostics> {
    serialize::import::import(ctx, words)
}

/// Imports a binary module from bytes of either endianness. The bytes need not be aligned.
///
/// # Errors
/// The errors of [`import`].
pub fn import_bytes(ctx: &Arc<Context>, bytes: &[u8]) -> Result<Module, Diagnostics> {
    serialize::import::import_bytes(ctx, bytes)
}

/// Imports, verifies and exports a module. Equivalent to [`import`], [`verify`] and [`export`], but saves time and
/// memory by holding only one function at a time.
///
/// # Errors
/// The errors of [`import`], [`verify`] and [`export`].
pub fn recode(ctx: &Arc<Context>, words: &[u32]) -> Result<Vec<u32>, Diagnostics> {
    let options = serialize::import::ImportOptions { verify: true, ..Default::default() };
    serialize::import::recode(ctx, words, &options)
}

/// Exports a module to a binary. The module must contain exactly one `spv.module` and must have passed [`verify`].
///
/// # Errors
/// An error for each op without a binary form, with its location.
pub fn export(module: &Module) -> Result<Vec<u32>, Diagnostics> {
    serialize::export::export_module(module, &Default::default()).map(|e| e.words)
}

/// Exports a module like [`export`], and returns the words as little-endian bytes.
///
/// # Errors
/// The errors of [`export`].
pub fn export_bytes(module: &Module) -> Result<Vec<u8>, Diagnostics> {
    Ok(export(module)?.into_iter().flat_map(u32::to_le_bytes).collect())
}
