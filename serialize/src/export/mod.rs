//! Export of the IR to binary SPIR-V; the inverse of [`crate::import`]
//!
//! 1. `module` visits the ops of `spv.module` in order and appends each to its section.
//! 2. Types, constants and module-level definitions form one dependency graph (`nodes`). Each is written at its first
//!    use, after its dependencies.
//! 3. `function` writes all functions into one list of words. Ids are assigned in traversal order, so the result
//!    depends only on the IR.
//! 4. `number` renumbers the ids in the order of their first occurrence in the binary.

mod annotate;
mod canonical;
mod constants;
mod control;
mod fast_emit;
mod function;
mod groups;
mod instruction;
mod lines;
mod module;
mod nodes;
mod number;
mod operands;
mod phis;
mod plan;
mod region;
mod spec;
#[cfg(test)]
mod tests;
mod types;
mod values;
mod words;

pub use crate::IdMap;
pub(crate) use module::is_empty;
use plan::Plans;
use rustc_hash::FxHashMap;
use spv_dialect::sections::Section;
use spv_dialect::structure;
use spv_ir::{Attribute, Body, Context, Diagnostic, Diagnostics, Location, Module, Op, Place};

/// Options for exporting a module.
#[derive(Clone, Copy, Debug)]
pub struct ExportOptions {
    /// Whether to return the ids of symbols, types, values and blocks.
    pub ids: bool,
    /// Size in words of the binary that the module was read from; 0 if unknown. Used to estimate the output capacity.
    pub words: usize,
    /// Whether to use the fast path for simple ops. Both paths produce the same words, which tests verify.
    pub fast: bool,
    /// Version for modules that do not specify any, encoded as in the SPIR-V header.
    pub version: u32,
}

impl Default for ExportOptions {
    fn default() -> Self {
        ExportOptions { ids: false, words: 0, fast: true, version: module::VERSION }
    }
}

/// An exported binary module.
#[derive(Clone, Debug, Default)]
pub struct Exported {
    /// Header and instructions, in the host's endianness.
    pub words: Vec<u32>,
    /// The assigned ids, if [`ExportOptions::ids`] was set.
    pub ids: Option<IdMap>,
}

/// The words of a binary module in two lists. Joining them would copy most of the words.
#[derive(Clone, Debug, Default)]
pub struct Pieces {
    /// The header and all instructions before the functions.
    pub front: Vec<u32>,
    /// The functions and the module-level instructions between them.
    pub functions: Vec<u32>,
}

impl Pieces {
    /// Returns the two word lists in binary order.
    pub fn lists(&self) -> [&[u32]; 2] {
        [&self.front, &self.functions]
    }

    /// Joins the two word lists.
    pub fn join(self) -> Vec<u32> {
        let Pieces { front, functions: mut words } = self;
        words.reserve_exact(front.len());
        // `splice` would copy word by word.
        let functions = words.len();
        words.resize(functions + front.len(), 0);
        words.copy_within(..functions, front.len());
        words[..front.len()].copy_from_slice(&front);
        words
    }
}

impl Exported {
    /// Returns the module as little-endian bytes.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.words.len() * 4);
        for word in &self.words {
            bytes.extend_from_slice(&word.to_le_bytes());
        }
        bytes
    }
}

/// Exports the single `spv.module` op at the top level of a module.
///
/// # Errors
///
/// The errors of [`export`], and an error if there is not exactly one `spv.module`.
pub fn export_module(module: &Module, options: &ExportOptions) -> Result<Exported, Diagnostics> {
    let fail = |message: &str| Err(Diagnostics { list: vec![Diagnostic::error(Place::None, message)] });
    let body = &*module.body;
    let def = module.ctx.registry().op_by_name(structure::MODULE.name);
    let mut found = None;
    for op in body.blocks(body.root()).flat_map(|b| body.ops(b)) {
        if Some(body.def(op)) == def && found.replace(op).is_some() {
            return fail("more than one `spv.module` at the top level: a binary contains a single module");
        }
    }
    match found {
        Some(op) => export(&module.ctx, body, op, options),
        None => {
            let error = Diagnostic::error(Place::None, "no `spv.module` at the top level");
            let advice = "enclose the ops to export in `spv.module Logical GLSL450 { ... }`, or lower other dialects first \
                          (--convert-to-spirv)";
            Err(Diagnostics { list: vec![error.note(Place::None, advice)] })
        }
    }
}

/// Exports one `spv.module`, an op of `parent`.
///
/// # Errors
///
/// The module has a construct without a binary form; the error is at the op's location. At most one error per
/// function is reported.
pub fn export(
    ctx: &Context,
    parent: &Body,
    spv_module: Op,
    options: &ExportOptions,
) -> Result<Exported, Diagnostics> {
    let loc = parent.loc(spv_module);
    let fail = |message: &str| Err(Diagnostics { list: vec![Diagnostic::error(Place::Op(loc), message)] });
    if !spv_dialect::dialect::is_registered(ctx.registry())
        || parent.def(spv_module) != spv_dialect::spv::Module::ID
    {
        return fail("only an `spv.module` can be exported");
    }
    let Some(body) = parent.nested(spv_module) else { return fail("the module has no body") };
    let plans = Plans::new(ctx.registry(), options.fast);
    let (pieces, ids) = Exporter::new(ctx, plans, body, loc).run(parent, spv_module, options)?;
    Ok(Exported { words: pieces.join(), ids })
}

/// Exports a module whose function bodies come from `bodies`.
pub(crate) fn export_with(
    ctx: &Context,
    parent: &Body,
    spv_module: Op,
    options: &ExportOptions,
    bodies: &mut dyn Bodies,
) -> Result<Pieces, Diagnostics> {
    let Some(body) = parent.nested(spv_module) else { return Ok(Pieces::default()) };
    let plans = Plans::new(ctx.registry(), true);
    let mut exporter = Exporter::new(ctx, plans, body, parent.loc(spv_module));
    exporter.bodies = Some(bodies);
    exporter.run(parent, spv_module, options).map(|(pieces, _)| pieces)
}

/// A source of function bodies that are created on demand and are not part of the module.
pub(crate) trait Bodies {
    /// Returns whether a function has no body.
    fn is_declaration(&self, function: Op) -> bool;

    /// Returns the body of a function, or `None` if it is unavailable. Called once per function.
    fn body(&mut self, function: Op) -> Option<&Body>;

    /// Returns the module's `unused` attribute after all bodies have been created; `None` if not known.
    fn unused(&mut self) -> Option<Vec<Attribute>>;
}

/// Result of an export step. The error is boxed because it is rare and large.
type ExportResult<T> = Result<T, Box<Diagnostic>>;

/// State of the export of one module.
struct Exporter<'a> {
    ctx: &'a Context,
    /// The module's body.
    body: &'a Body,
    plans: Plans<'a>,
    /// Location of the current op, for errors.
    loc: Location,
    next_id: u32,
    /// Copy of [`ExportOptions::words`].
    expected: usize,
    /// Whether the module has LongCompositesINTEL, so that overlong instructions may be split into continuations.
    long_composites: bool,
    out: [Vec<u32>; Section::COUNT],
    nodes: nodes::Nodes,
    names: annotate::Annotations<'a>,
    groups: Vec<groups::Group>,
    /// Number of groups in the module's `decoration_groups`; they come first in `groups`.
    listed_groups: usize,
    /// Index of each group of late decorations, keyed by the dictionary of its decorations.
    late_groups: FxHashMap<Attribute, usize>,
    /// Ids of the decoration groups that instructions reference.
    named_groups: FxHashMap<Attribute, u32>,
    lines: lines::Lines,
    /// The line in effect at the end of the declarations, saved while functions are written.
    declared_lines: lines::Lines,
    sets: module::Imports<'a>,
    scratch: Option<Box<function::Scratch>>,
    /// Storage class of each pointer type seen so far, indexed by type.
    storage_classes: Vec<Option<u32>>,
    /// Literal length in words, keyed by the id of the OpSwitch selector. Only contains selectors wider than a word.
    wide_selectors: FxHashMap<u32, usize>,
    /// Whether a function has been written. Module-level non-semantic instructions are then written between
    /// functions.
    late: bool,
    ids: Option<IdMap>,
    /// The source of function bodies that are not in the module, if any.
    bodies: Option<&'a mut (dyn Bodies + 'a)>,
}

impl<'a> Exporter<'a> {
    fn new(ctx: &'a Context, plans: Plans<'a>, body: &'a Body, loc: Location) -> Exporter<'a> {
        Exporter {
            ctx,
            body,
            plans,
            loc,
            next_id: 1,
            expected: 0,
            long_composites: false,
            out: Default::default(),
            nodes: nodes::Nodes::new(body.op_count()),
            names: Default::default(),
            groups: Vec::new(),
            listed_groups: 0,
            late_groups: FxHashMap::default(),
            named_groups: FxHashMap::default(),
            lines: Default::default(),
            declared_lines: Default::default(),
            sets: Default::default(),
            scratch: None,
            storage_classes: Vec::new(),
            wide_selectors: FxHashMap::default(),
            late: false,
            ids: None,
            bodies: None,
        }
    }

    /// Returns an error at the location of the current op.
    fn error(&self, message: impl Into<String>) -> Box<Diagnostic> {
        Box::new(Diagnostic::error(Place::Op(self.loc), message))
    }

    #[inline]
    fn fresh(&mut self) -> u32 {
        let id = self.next_id;
        self.next_id += 1;
        id
    }

    #[inline]
    fn section(&mut self, section: Section) -> &mut Vec<u32> {
        &mut self.out[section as usize]
    }

    /// Returns `text` unchanged, or an error if a SPIR-V literal string cannot represent it.
    fn checked_text<'t>(&self, text: &'t str) -> ExportResult<&'t str> {
        if text.contains('\0') {
            return Err(self.error("a string with a zero byte has no binary form"));
        }
        Ok(text)
    }
}
