//! Linker: combines several modules into one and binds imports to exports, both declared with LinkageAttributes
//!
//! Linking operates on the binary form. It first makes ids unique, then merges identical declarations, then binds
//! imports. Finally the linked binary is imported into a new context.

mod bind;
mod classes;
mod input;
mod interface;
mod merge;
mod names;

use input::Linked;
use spv_ir::dialect::Registry;
use spv_ir::{Context, Diagnostic, Diagnostics, Module, Place};
use spv_serialize::export::{ExportOptions, export_module};
use spv_serialize::import::import;
use std::sync::Arc;

/// A module to link.
#[derive(Clone, Copy)]
pub struct Input<'a> {
    /// Name of the module in error messages, usually the file name.
    pub name: &'a str,
    /// The module, which must have passed the verifier.
    pub module: &'a Module,
}

/// Linker options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LinkOptions {
    /// Whether imports without a definition are allowed and remain imports. Otherwise, they are errors.
    pub allow_partial_linkage: bool,
    /// Whether the result is a library, which keeps its exports.
    pub create_library: bool,
    /// Whether modules may have different versions. The linked module then has the highest.
    pub use_highest_version: bool,
}

/// Links modules.
///
/// The linked module has the union of capabilities, extensions and extended instruction sets. Types and constants are
/// merged if their decorations and names are the same too. Built-in variables need no export, and identical ones are
/// merged. Functions of kernels receive distinct names. If the types of an import and its export differ only in names,
/// linking is repeated without comparing names.
///
/// # Errors
/// - A module has no binary form.
/// - Addressing models, memory models or versions differ.
/// - Two entry points have the same execution model and name.
/// - A symbol is exported twice, or imported without an export.
/// - Types or decorations of an import and its export differ.
pub fn link(
    registry: &Arc<Registry>,
    inputs: &[Input<'_>],
    options: &LinkOptions,
) -> Result<Module, Diagnostics> {
    let mut linked = Linked::default();
    for input in inputs {
        let words = export_module(input.module, &ExportOptions::default())?.words;
        linked.add(input.name, &words);
    }
    if inputs.is_empty() {
        return Err(one("no modules to link", &[]));
    }
    merge::check_headers(&linked, options)?;
    let public = names::public_names(&linked);
    merge::unite_preambles(&mut linked)?;
    let by_names = linked.clone();
    merge::merge_declarations(&mut linked, true);
    let bound = match bind::bind(&mut linked, options) {
        Ok(()) => Ok(()),
        Err(bind::Failure::Types(first)) => {
            linked = by_names;
            merge::merge_declarations(&mut linked, false);
            bind::bind(&mut linked, options).map_err(|failure| match failure {
                bind::Failure::Types(_) => first,
                bind::Failure::Other(errors) => errors,
            })
        }
        Err(bind::Failure::Other(errors)) => Err(errors),
    };
    bound?;
    names::distinguish_functions(&mut linked, &public);
    let mut module = import(&Arc::new(Context::new(registry.clone())), &linked.words(options))?;
    interface::complete(&mut module)?;
    Ok(module)
}

/// Constructs an error that has one note per string in `notes`.
fn one(message: &str, notes: &[String]) -> Diagnostics {
    let error = Diagnostic::error(Place::None, message);
    Diagnostics { list: vec![notes.iter().fold(error, |error, note| error.note(Place::None, note.as_str()))] }
}
