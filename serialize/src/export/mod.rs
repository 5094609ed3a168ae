//! IR to binary SPIR-V: the mirror image of [`crate::import`].
//!
//! 1. `module` walks the ops of `spv.module` in order and puts each into its section.
//! 2. Types, constants and module-level definitions are nodes of one graph (`nodes`); each is written
//!    where something first needs it, what it refers to before it.
//! 3. `function` writes the functions, straight into one list of words. Ids are given as things are come
//!    to, so that the result depends on nothing but the IR.
//! 4. `number` gives them new numbers, in the order in which the binary references them.

mod annotate;
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

/// What export is asked for.
#[derive(Clone, Copy, Debug)]
pub struct ExportOptions {
    /// Whether to tell which id each symbol, type, value and block was given.
    pub ids: bool,
    /// Words of the binary that the module was read from, if it was: about as many will be written. 0: not known.
    pub words: usize,
    /// Whether ops of fixed layout take the fast path, which writes the same words. Tests compare both.
    pub fast: bool,
    /// The version of a module that states none.
    pub version: u32,
}

impl Default for ExportOptions {
    fn default() -> Self {
        ExportOptions { ids: false, words: 0, fast: true, version: module::VERSION }
    }
}

/// A binary module.
#[derive(Clone, Debug, Default)]
pub struct Exported {
    /// Header and instructions, in this machine's endianness.
    pub words: Vec<u32>,
    /// Where [`ExportOptions::ids`] asks for it.
    pub ids: Option<IdMap>,
}

/// The words of a binary module in two lists, as export makes them: to join them means to copy most of them.
#[derive(Clone, Debug, Default)]
pub struct Pieces {
    /// The header and all that precedes the functions.
    pub front: Vec<u32>,
    /// The functions, and what is among them.
    pub functions: Vec<u32>,
}

impl Pieces {
    /// All words in order.
    pub fn lists(&self) -> [&[u32]; 2] {
        [&self.front, &self.functions]
    }

    /// Puts them together.
    pub fn join(self) -> Vec<u32> {
        let Pieces { front, functions: mut words } = self;
        words.reserve_exact(front.len());
        // Not `splice`, which goes word by word.
        let functions = words.len();
        words.resize(functions + front.len(), 0);
        words.copy_within(..functions, front.len());
        words[..front.len()].copy_from_slice(&front);
        words
    }
}

impl Exported {
    /// The module as bytes, little-endian.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.words.len() * 4);
        for word in &self.words {
            bytes.extend_from_slice(&word.to_le_bytes());
        }
        bytes
    }
}

/// Writes the `spv.module` that is at the top level of a module.
///
/// # Errors
/// As [`export`]; also where there is not exactly one `spv.module`.
pub fn export_module(module: &Module, options: &ExportOptions) -> Result<Exported, Diagnostics> {
    let fail = |message: &str| Err(Diagnostics { list: vec![Diagnostic::error(Place::None, message)] });
    let body = &*module.body;
    let def = module.ctx.registry().op_by_name(structure::MODULE.name);
    let mut found = None;
    for op in body.blocks(body.root()).flat_map(|b| body.ops(b)) {
        if Some(body.def(op)) == def && found.replace(op).is_some() {
            return fail("more than one `spv.module` at the top level: a binary holds one");
        }
    }
    match found {
        Some(op) => export(&module.ctx, body, op, options),
        None => {
            let error = Diagnostic::error(Place::None, "no `spv.module` at the top level");
            let advice = "what is to be written as binary stands in `spv.module Logical GLSL450 { ... }`";
            Err(Diagnostics { list: vec![error.note(Place::None, advice)] })
        }
    }
}

/// Writes one `spv.module`, an op of `parent`.
///
/// # Errors
/// What has no binary form, with the op's location. Errors in different functions are all reported.
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

/// As [`export`], of a module without the bodies of its functions.
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

/// Bodies of functions that are not in their module, but made one after another.
pub(crate) trait Bodies {
    /// Whether a function has none.
    fn is_declaration(&self, function: Op) -> bool;

    /// That of a function, which is asked for once; `None` where it cannot be had.
    fn body(&mut self, function: Op) -> Option<&Body>;

    /// What the module's `unused` is, now that all bodies were made; `None` where that cannot be told.
    fn unused(&mut self) -> Option<Vec<Attribute>>;
}

/// Result of an export step. Boxed: errors are rare and large.
type Step<T> = Result<T, Box<Diagnostic>>;

/// Everything that is known of the module while it is written.
struct Exporter<'a> {
    ctx: &'a Context,
    /// The module's body.
    body: &'a Body,
    plans: Plans<'a>,
    /// Location of the current op, for errors.
    loc: Location,
    next_id: u32,
    /// See [`ExportOptions::words`].
    expected: usize,
    /// Whether the module declares that instructions may continue others.
    long_composites: bool,
    out: [Vec<u32>; Section::COUNT],
    nodes: nodes::Nodes,
    names: annotate::Annotations<'a>,
    groups: Vec<groups::Group>,
    /// How many of the groups the module lists: those before the others.
    listed_groups: usize,
    /// The other groups, by the dictionary of their decorations.
    late_groups: FxHashMap<Attribute, usize>,
    /// Groups that instructions name, with their ids.
    named_groups: FxHashMap<Attribute, u32>,
    lines: lines::Lines,
    /// What is in force at the end of the declarations, while functions are written.
    declared_lines: lines::Lines,
    sets: module::Imports<'a>,
    scratch: Option<Box<function::Scratch>>,
    /// By type of a variable.
    storage_classes: Vec<Option<u32>>,
    /// Words of a literal by selector, where a switch has several.
    wide_selectors: FxHashMap<u32, usize>,
    /// The functions have begun: non-semantic instructions are among them.
    late: bool,
    ids: Option<IdMap>,
    /// Where the bodies of functions are, if they are not in the module.
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

    /// An error at the current op.
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

    /// A text that a literal string can hold.
    fn checked_text<'t>(&self, text: &'t str) -> Step<&'t str> {
        if text.contains('\0') {
            return Err(self.error("a string with a zero byte has no binary form"));
        }
        Ok(text)
    }
}
