//! Linking: one module of several, whose imports are bound to exports by the decoration LinkageAttributes.
//!
//! Linking works on the binaries of the modules: ids are unique first, then equal declarations are merged
//! ([`merge`](self)), then imports are bound. The result is imported into a context of its own.

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

/// A module to be linked.
#[derive(Clone, Copy)]
pub struct Input<'a> {
    /// What it is called in messages: the name of its file.
    pub name: &'a str,
    /// The module; the verifier accepts it.
    pub module: &'a Module,
}

/// What is linked, and how strictly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LinkOptions {
    /// Imports without a definition stay imports. Without it they are errors.
    pub allow_partial_linkage: bool,
    /// The result is a library: what is exported stays exported.
    pub create_library: bool,
    /// Modules of different versions give one of the highest. Without it they are an error.
    pub use_highest_version: bool,
}

/// Links modules.
///
/// Capabilities, extensions and imported sets are united; types and constants that are equal, decorations and names
/// included, are merged. Built-in variables need no export. Functions of kernels get different names. If an import differs from its export in the names of types alone, names do not count.
///
/// # Errors
/// A module without a binary form. Conflicts, with the modules that they are between: addressing models, memory models,
/// versions, entry points of one name, symbols that are exported twice, or not at all, or with other types or decorations
/// than they are imported.
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

/// An error with a note for each place.
fn one(message: &str, notes: &[String]) -> Diagnostics {
    let error = Diagnostic::error(Place::None, message);
    Diagnostics { list: vec![notes.iter().fold(error, |error, note| error.note(Place::None, note.as_str()))] }
}
