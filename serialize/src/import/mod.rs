//! Binary SPIR-V to IR. Total: any valid module is imported, and nothing is lost.
//!
//! 1. `ids`: a scan over all instructions checks lengths, notes where each id is defined, and the
//!    names and decorations of each.
//! 2. Every module-level definition that is no type, plain constant or import gets a symbol.
//! 3. `module`: types and constants become handles, the rest module-level ops.
//! 4. `function`: each function is read into a body of its own, from shared read-only tables.

mod composites;
mod constants;
mod control_flow;
mod declarations;
mod decode;
mod definitions;
mod faults;
mod finish;
mod function;
mod id_map;
mod ids;
mod lines;
mod locals;
mod module;
mod notes;
mod opcodes;
mod phis;
mod reader;
mod recursion;
mod sets;
mod source_lines;
mod stream;
mod strict_checks;
pub(crate) mod symbols;
mod targets;
mod types;
mod unused_ids;

use crate::IdMap;
use crate::constant_map::ConstantMap;
use crate::export::{ExportOptions, Pieces, export_module};
use constants::Constant;
pub use faults::{FAULTS, Fault, Faults};
use ids::{IdSet, Ids, Inside};
use opcodes::Opcodes;
use reader::{Header, Inst, Step, inst};
pub use reader::{instruction_name, words_of_bytes};
use rustc_hash::{FxHashMap, FxHashSet};
use spv_dialect::dialect::is_registered;
use spv_dialect::sets::ExtSet;
use spv_ir::dialect::OpDefId;
use spv_ir::{Attribute, Context, Diagnostic, Diagnostics, Ident, Module, Place, Type};
use std::sync::Arc;
use symbols::Spellings;

/// Reads a module from bytes of either endianness.
///
/// # Errors
/// One diagnostic for each thing wrong, with the word offset and instruction. Errors in different
/// functions are all reported.
pub fn import_bytes(ctx: &Arc<Context>, bytes: &[u8]) -> Result<Module, Diagnostics> {
    let words = words_of_bytes(bytes).map_err(|e| Diagnostics { list: vec![*e] })?;
    import(ctx, &words)
}

/// Reads a module from words of this machine's endianness. Errors: as [`import_bytes`].
pub fn import(ctx: &Arc<Context>, words: &[u32]) -> Result<Module, Diagnostics> {
    import_with(ctx, words, &ImportOptions::default())
}

/// What import is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImportOptions {
    /// Whether functions whose control flow is structured are imported in region form. Else all are in CFG form,
    /// as the binary has them.
    pub regions: bool,
    /// Whether the module is verified as by [`spv_ir::verify::verify_module`], whose errors are then errors of import.
    /// This takes less time than to verify it afterwards.
    pub verify: bool,
    /// Whether instructions of fixed layout take the fast path, which gives the same module. Tests compare both.
    pub fast: bool,
    /// Whether the order of instructions is checked that import does not depend on, and types that nothing refers to stay
    /// (in the attribute `unused`), so that a validation judges them, too.
    pub strict: bool,
    /// Whether strings must be UTF-8, as the specification says; other bytes are kept else.
    pub utf8: bool,
    /// Repairs of known faults of producers, applied before the module is read.
    pub tolerated: Faults,
}

impl Default for ImportOptions {
    fn default() -> Self {
        ImportOptions {
            regions: true,
            verify: false,
            fast: true,
            strict: false,
            utf8: false,
            tolerated: Faults::default(),
        }
    }
}

/// As [`import`], with options.
pub fn import_with(
    ctx: &Arc<Context>,
    words: &[u32],
    options: &ImportOptions,
) -> Result<Module, Diagnostics> {
    read(ctx, words, None, options)
}

/// As [`import`]; also tells the ids that the binary has for symbols, types, values and blocks.
///
/// A void result has no value in the IR, and an id that [`spv_ir::Value`]s of several constructs represent
/// for is given for each of them.
pub fn import_with_ids(
    ctx: &Arc<Context>,
    words: &[u32],
    options: &ImportOptions,
) -> Result<(Module, IdMap), Diagnostics> {
    let mut ids = IdMap::default();
    let module = read(ctx, words, Some(&mut ids), options)?;
    id_map::complete(&module, &mut ids);
    Ok((module, ids))
}

/// Reads a module and writes it again, as [`import_with`] and [`crate::export::export_module`] do it one after the
/// other: the words are the same. It takes less time and memory, as of its functions there is one at a time.
///
/// # Errors
/// Those of import, then those of export.
pub fn recode(ctx: &Arc<Context>, words: &[u32], options: &ImportOptions) -> Result<Vec<u32>, Diagnostics> {
    recode_pieces(ctx, words, options).map(Pieces::join)
}

/// As [`recode`], without joining the words.
///
/// # Errors
/// As [`recode`].
pub fn recode_pieces(
    ctx: &Arc<Context>,
    words: &[u32],
    options: &ImportOptions,
) -> Result<Pieces, Diagnostics> {
    // What is wrong it takes the whole module to tell.
    let written = with_importer(ctx, words, options, Inside::Skipped, |mut importer| Ok(importer.recode()));
    if let Ok(Some(written)) = written {
        return Ok(written);
    }
    let module = import_with(ctx, words, options)?;
    let options = ExportOptions { words: words.len(), ..ExportOptions::default() };
    Ok(Pieces { front: export_module(&module, &options)?.words, functions: Vec::new() })
}

fn read(
    ctx: &Arc<Context>,
    words: &[u32],
    id_map: Option<&mut IdMap>,
    options: &ImportOptions,
) -> Result<Module, Diagnostics> {
    read_as_it_is(ctx, words, id_map, options).map_err(|mut errors| {
        options.tolerated.explain(words, &mut errors);
        errors
    })
}

fn read_as_it_is(
    ctx: &Arc<Context>,
    words: &[u32],
    mut id_map: Option<&mut IdMap>,
    options: &ImportOptions,
) -> Result<Module, Diagnostics> {
    let mut taken = false;
    let module = with_importer(ctx, words, options, Inside::Noted, |mut importer| {
        let module = importer.run(id_map.as_deref_mut());
        taken = importer.struct_taken;
        module
    });
    if !taken {
        return module;
    }
    // Types that refer to the struct were made already: all begins anew, with recursive structs of its own.
    if let Some(ids) = &mut id_map {
        **ids = IdMap::default();
    }
    with_importer(ctx, words, options, Inside::Noted, |mut importer| {
        importer.own_structs = true;
        importer.run(id_map)
    })
}

/// Has an importer of a module's words, which know their ids, do something.
fn with_importer<R>(
    ctx: &Arc<Context>,
    words: &[u32],
    options: &ImportOptions,
    inside: Inside,
    then: impl FnOnce(Importer<'_>) -> Result<R, Diagnostics>,
) -> Result<R, Diagnostics> {
    if words.first() == Some(&reader::MAGIC.swap_bytes()) {
        let swapped: Vec<u32> = words.iter().map(|w| w.swap_bytes()).collect();
        return with_importer(ctx, &swapped, options, inside, then);
    }
    if let Some(repaired) = options.tolerated.repaired(words) {
        let rest = ImportOptions { tolerated: Faults::default(), ..*options };
        return with_importer(ctx, &repaired, &rest, inside, then);
    }
    let one = |e: Box<Diagnostic>| Diagnostics { list: vec![*e] };
    let header = reader::header(words).map_err(one)?;
    let opcodes = Opcodes::new(ctx.registry(), options.fast);
    let referenced = options.strict.then(|| strict_checks::check(words, opcodes)).transpose()?;
    if options.utf8 {
        strict_checks::check_strings(words)?;
    }
    let ids = Ids::scan(words, &header, opcodes, inside).map_err(one)?;
    if !is_registered(ctx.registry()) {
        return Err(one(Box::new(not_registered())));
    }
    then(Importer {
        ctx,
        words,
        header,
        opcodes,
        constants: Vec::with_capacity(ids.outside.len()),
        ids,
        sets: Vec::new(),
        constant_counts: ConstantMap::default(),
        type_counts: FxHashMap::default(),
        nominal: FxHashMap::default(),
        own_structs: false,
        struct_taken: false,
        nominal_ids: FxHashSet::default(),
        struct_keys: Spellings::default(),
        type_names: Vec::new(),
        member_names: Vec::new(),
        type_decorations: Vec::new(),
        late_decorations: Vec::new(),
        locals: FxHashMap::default(),
        no_file: None,
        referenced,
        options: *options,
    })
}

fn not_registered() -> Diagnostic {
    Diagnostic::error(Place::None, "the context lacks the `spv` dialect: register it before importing")
}

/// An imported instruction set.
#[derive(Clone)]
struct Import {
    id: u32,
    name: String,
    /// `None` where the tables do not know it.
    set: Option<&'static ExtSet>,
    /// An earlier import represents the same set, so ops must name this one.
    shadowed: bool,
}

struct Importer<'a> {
    ctx: &'a Arc<Context>,
    words: &'a [u32],
    header: Header,
    opcodes: Opcodes<'a>,
    ids: Ids,
    sets: Vec<Import>,
    constants: Vec<Constant>,
    constant_counts: ConstantMap,
    type_counts: FxHashMap<Type, u32>,
    /// Nominal structs by id.
    nominal: FxHashMap<u32, Type>,
    /// Whether recursive structs get keys that no other module of the context has.
    own_structs: bool,
    /// Whether another module has a recursive struct of the same name with other members.
    struct_taken: bool,
    /// See [`Self::find_nominal`].
    nominal_ids: FxHashSet<u32>,
    struct_keys: Spellings,
    type_names: Vec<Attribute>,
    /// Names of members beyond the first.
    member_names: Vec<Attribute>,
    type_decorations: Vec<Attribute>,
    /// Decorations of types that name what is declared after them: id of the type, offsets.
    late_decorations: Vec<(u32, Vec<usize>)>,
    /// Function-local ids that other functions or the module refer to: what represents them there.
    locals: FxHashMap<u32, Attribute>,
    /// The symbol of the empty file name of sources that have a text but no file, if there are any.
    no_file: Option<Ident>,
    /// The ids that instructions refer to, where import is strict.
    referenced: Option<IdSet>,
    options: ImportOptions,
}

impl<'a> Importer<'a> {
    #[inline]
    fn inst(&self, offset: usize) -> Step<Inst<'a>> {
        inst(self.words, offset)
    }

    fn def_of_opcode(&self, i: &Inst<'_>) -> Step<OpDefId> {
        let def = self.ctx.registry().op_by_code(0, i.opcode);
        def.ok_or_else(|| i.error("this instruction is not allowed here"))
    }

    /// The op attribute that keeps the names of an id which its spelling (name or symbol) does not
    /// give back. `spelled` is the name that it does give.
    fn op_name(&self, names: &[String], spelled: Option<&str>) -> Option<(Ident, Attribute)> {
        let given: Vec<&str> = names.iter().map(String::as_str).collect();
        if given == spelled.as_slice() {
            return None;
        }
        let attrs: Vec<Attribute> = given.iter().map(|n| self.ctx.string_attr(n)).collect();
        let value = match attrs[..] {
            [one] => one,
            _ => self.ctx.array_attr(&attrs),
        };
        Some((self.ctx.ident(spv_dialect::decorations::OP_NAME), value))
    }
}
