#![forbid(unsafe_code)]
//! A compiler framework for SPIR-V in the manner of MLIR, to embed: read a module from text or binary,
//! or build one; check it; change it; write it as either.
//!
//! The functions here are the convenient interface. The crates that they use are re-exported: [`ir`] holds modules,
//! types, attributes and the builder, [`dialect`] the definition of each instruction, and [`parser`],
//! [`printer`] and [`serialize`] the conversions with their options, [`tools`] what takes a whole module: reflection and
//! the like.
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
//! There is no global state and there are no threads. Modules belong to the [`Context`] they were made
//! in, which is `Send + Sync`; modules of one context may be worked on by different threads. The memory
//! of a context is given back when its last module is dropped: a long-running process should use one
//! context per job, all of one [`registry`]: `Context::new(registry.clone())`. [`context`] makes a registry of its own,
//! which takes longer than to read a small module.
//!
//! The minimum supported Rust version is 1.88. Features:
//!
//! | feature | adds |
//! |---|---|
//! | `text` | [`parse`], [`print()`], graph drawing ([`view`]), ops in messages as text, [`Session`] and [`Unit`] for bindings, [`compat`] for those of SPIRV-Tools |
//! | `tools` | [tools for whole modules](tools) |
//! | `json` | diagnostics, reflection and statistics as JSON, and `tools` |
//! | `batch` | a pipeline on many modules ([`batch`]) |
//! | `lsp` | the language server ([`lsp`]), and `text` |
//! | `tool`, the default | the command line tool, and all of the above |
//!
//! With `default-features = false` the library builds, imports, verifies, optimizes and exports modules.

/// Compiles and runs the examples of the guide.
#[cfg(doctest)]
#[doc = include_str!("../../docs/embedding.md")]
struct Guide;

/// The same of the page on lowering.
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

/// The dialect: the crate `spv-dialect`, with the crates above it that know only the dialect.
pub mod dialect {
    pub use spv_build as build;
    pub use spv_dialect::*;
    pub use spv_validate as validate;
    pub use spv_validate::requirements;

    /// The version, capabilities and extensions that a module declares, and those that it needs.
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
#[cfg(feature = "text")]
mod unit;
#[cfg(feature = "text")]
pub mod view;

pub use build::OpSpec;
pub use format::{Format, is_binary, text_of_bytes};
pub use optimize::{Pipeline, optimize};
pub use render::{Source, render, render_colored};
pub use render_binary::render_binary;
#[cfg(feature = "json")]
pub use render_json::{message_json, render_json};
pub use spv_build::spv;
pub use spv_ir::{Context, Diagnostics, Module};
#[cfg(feature = "text")]
pub use unit::{ReadOptions, Session, Unit};

use spv_ir::dialect::{Dialect, Registry};
use std::sync::Arc;

/// The builtin and the `spv` dialect, with the printer for messages about ops without a location, and the dialects that
/// kernels are written in.
pub fn registry() -> Arc<Registry> {
    registry_with(Vec::new())
}

/// The same with dialects of the embedding program.
pub fn registry_with(more: Vec<Dialect>) -> Arc<Registry> {
    registry_of(dialect::dialect::DIALECT, more)
}

/// The dialects of [`registry`] for modules that are read from text, as LLVM does: functions may have types without a
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

/// All passes: those on `spv`, and the lowerings from other dialects.
pub fn pass_registry() -> passes::Registry {
    #[cfg_attr(not(feature = "lowering"), expect(unused_mut, reason = "nothing is added"))]
    let mut registry = passes::Registry::new();
    #[cfg(feature = "lowering")]
    conversion::PASSES.iter().for_each(|info| registry.add(info));
    registry
}

/// A context with the builtin and the `spv` dialect, of a [`registry`] of its own: who works on many modules makes one
/// registry, and a context of it for each.
pub fn context() -> Arc<Context> {
    Arc::new(Context::new(registry()))
}

/// An attribute in a message.
fn attr_text(ctx: &Context, attr: ir::Attribute) -> String {
    #[cfg(feature = "text")]
    return printer::print_attr(ctx, attr);
    #[cfg(not(feature = "text"))]
    return format!("{:?}", ctx.attr_data(attr));
}

/// The first line of an op in the generic form, which any op has.
#[cfg(feature = "text")]
fn op_text(ctx: &Context, body: &ir::Body, op: ir::Op) -> String {
    let options = printer::Options { generic: true, first_line: true, ..Default::default() };
    let text = printer::print_op(ctx, body, op, &options);
    match text.split_once('\n') {
        Some((first, _)) => format!("{first} ..."),
        None => text,
    }
}

/// A result of a tool as indented JSON.
#[cfg(feature = "json")]
pub fn json(result: &impl serde::Serialize) -> String {
    // Keys are strings, and writing to memory does not fail.
    serde_json::to_string_pretty(result).unwrap_or_default() + "\n"
}

/// Reads a module from text. It is not verified: see [`verify`].
///
/// # Errors
/// All errors of the text; their places are byte ranges of it, which [`render`] turns into lines.
#[cfg(feature = "text")]
pub fn parse(ctx: &Arc<Context>, text: &str) -> Result<Module, Diagnostics> {
    parser::parse(text, &parser::ParseOptions::default(), ctx.clone())
}

/// A module as text that [`parse`] reads back as the same module.
#[cfg(feature = "text")]
pub fn print(module: &Module) -> String {
    printer::print(module, &printer::Options::default())
}

/// Checks a module: that its graph is valid, and that each op fits its definition.
///
/// # Errors
/// Everything that is wrong.
pub fn verify(module: &Module) -> Result<(), Diagnostics> {
    ir::verify::verify_module(module)
}

/// What is suspicious in a module that [`verify`] accepts. The tool shows it.
pub fn warnings(module: &Module) -> Diagnostics {
    dialect::verify::warnings(module)
}

/// Validates a module for a target environment: the rules of the specification and of the client API, beyond those of
/// [`verify`], which must have accepted it.
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

/// Reads a binary module.
///
/// # Errors
/// What is wrong, with the word offset and the instruction. A valid module is always imported.
pub fn import(ctx: &Arc<Context>, words: &[u32]) -> Result<Module, Diagnostics> {
    serialize::import::import(ctx, words)
}

/// Reads a binary module from bytes of either endianness; they need not be aligned.
///
/// # Errors
/// As [`import`].
pub fn import_bytes(ctx: &Arc<Context>, bytes: &[u8]) -> Result<Module, Diagnostics> {
    serialize::import::import_bytes(ctx, bytes)
}

/// Reads a binary module and writes it again: verified, and the words that [`import`], [`verify`] and [`export`] give.
/// Of its functions there is one at a time, which takes less time and memory.
///
/// # Errors
/// Those of [`import`], [`verify`] and [`export`].
pub fn recode(ctx: &Arc<Context>, words: &[u32]) -> Result<Vec<u32>, Diagnostics> {
    let options = serialize::import::ImportOptions { verify: true, ..Default::default() };
    serialize::import::recode(ctx, words, &options)
}

/// Writes a module as binary. The module must hold one `spv.module`, and [`verify`] must have found
/// nothing wrong with it.
///
/// # Errors
/// What has no binary form, with the locations of the ops.
pub fn export(module: &Module) -> Result<Vec<u32>, Diagnostics> {
    serialize::export::export_module(module, &Default::default()).map(|e| e.words)
}
