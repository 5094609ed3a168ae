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
mod variants;

pub use variants::{Architecture, Devices, Target, VariantOptions, read_devices};

use input::Linked;
use rustc_hash::{FxHashMap, FxHashSet};
use spv_ir::dialect::Registry;
use spv_ir::{Context, Diagnostic, Diagnostics, Module, Place};
use spv_serialize::export::{ExportOptions, export_module};
use spv_serialize::import::import;
use std::sync::Arc;
use variants::Variants;

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
    /// Whether the linked module is a library, which preserves its exports.
    pub create_library: bool,
    /// Whether the modules may have different versions. The linked module then has the highest version.
    pub use_highest_version: bool,
}

/// Links modules.
///
/// The linked module has the union of capabilities, extensions and extended instruction sets. Types and constants are
/// merged if their decorations and names are the same too. Built-in variables need no export, and identical built-in
/// variables are merged. The debug names of OpenCL functions are made unique. If the types of an import and its export
/// differ only in names, linking is repeated without comparing names.
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
    let mut linked = read(inputs, options)?;
    merge::check_entry_points(&linked)?;
    let public = names::public_names(&linked);
    merge::unite_preambles(&mut linked)?;
    let by_names = linked.clone();
    merge::merge_declarations(&mut linked, true);
    let bound = match bind::bind(&mut linked, options, false) {
        Ok(()) => Ok(()),
        Err(bind::Failure::Types(first)) => {
            linked = by_names;
            merge::merge_declarations(&mut linked, false);
            bind::bind(&mut linked, options, false).map_err(|failure| match failure {
                bind::Failure::Types(_) => first,
                bind::Failure::Other(errors) => errors,
            })
        }
        Err(bind::Failure::Other(errors)) => Err(errors),
    };
    bound?;
    finished(registry, linked, &public, options)
}

/// Links a base module with modules that define variants of its functions for other devices
/// (SPV_INTEL_function_variants).
///
/// The first input is the base. Functions of other modules are variants of the base function whose entry point or
/// export has the same name. Each module receives a condition, which is a specialization constant with the name of the
/// module. Declarations are merged without comparing names. A declaration depends on conditions unless all modules use
/// it. Variants, their entry points, and base functions with variants also depend on conditions. A call of a base
/// function with variants also calls all variants.
///
/// # Errors
/// - The errors of [`link`], except that variants may share names of entry points and exports.
/// - A module already has function variants.
/// - A function has neither an entry point nor an export.
/// - The base calls a function that has a variant of another type.
pub fn link_variants(
    registry: &Arc<Registry>,
    inputs: &[Input<'_>],
    variants: &VariantOptions<'_>,
    options: &LinkOptions,
) -> Result<Module, Diagnostics> {
    let mut linked = read(inputs, options)?;
    let public = names::public_names(&linked);
    let variants = Variants::declare(&mut linked, variants)?;
    merge::unite_preambles(&mut linked)?;
    merge::merge_declarations(&mut linked, false);
    variants.restrict(&mut linked)?;
    bind::bind(&mut linked, options, true).map_err(|failure| match failure {
        bind::Failure::Types(errors) | bind::Failure::Other(errors) => errors,
    })?;
    finished(registry, linked, &public, options)
}

/// Combines the instructions of the inputs, and checks that the modules are compatible.
fn read(inputs: &[Input<'_>], options: &LinkOptions) -> Result<Linked, Diagnostics> {
    let mut linked = Linked::default();
    for input in inputs {
        let words = export_module(input.module, &ExportOptions::default())?.words;
        linked.add(input.name, &words);
    }
    if inputs.is_empty() {
        return Err(one("no modules to link", &[]));
    }
    merge::check_headers(&linked, options)?;
    Ok(linked)
}

/// Imports the linked instructions.
fn finished(
    registry: &Arc<Registry>,
    mut linked: Linked,
    public: &FxHashMap<u32, FxHashSet<String>>,
    options: &LinkOptions,
) -> Result<Module, Diagnostics> {
    names::distinguish_functions(&mut linked, public);
    let mut module = import(&Arc::new(Context::new(registry.clone())), &linked.words(options))?;
    interface::complete(&mut module)?;
    Ok(module)
}

/// Constructs a single error that has one note per string in `notes`.
fn one(message: &str, notes: &[String]) -> Diagnostics {
    let error = Diagnostic::error(Place::None, message);
    Diagnostics { list: vec![notes.iter().fold(error, |error, note| error.note(Place::None, note.as_str()))] }
}
