//! Import of binary SPIR-V
//!
//! Any valid module can be imported without loss.
//!
//! 1. `ids`: an initial scan over all instructions checks lengths and records each id's definition, names and
//!    decorations.
//! 2. Every module-level definition receives a symbol, except types, imports, and constants without names or
//!    decorations.
//! 3. `module`: types and constants become handles; all other instructions become module-level ops.
//! 4. `function`: each function is read into its own body, using shared read-only tables.

mod composites;
mod constants;
mod decode;
mod faults;
mod finish;
mod function;
mod id_map;
mod id_table;
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
mod stream;
mod types;
mod unused_ids;

use crate::IdMap;
use crate::constant_map::ConstantMap;
use crate::export::{ExportOptions, Pieces, export_module};
use constants::Constant;
pub use faults::{FAULTS, Fault, Faults};
use ids::{FunctionScan, IdSet, Ids};
use opcodes::Opcodes;
use reader::{Header, ImportResult, Inst, inst};
pub use reader::{instruction_name, words_of_bytes};
use rustc_hash::{FxHashMap, FxHashSet};
use spv_dialect::dialect::is_registered;
use spv_dialect::sets::ExtSet;
use spv_ir::dialect::OpDefId;
use spv_ir::names::Spellings;
use spv_ir::{Attribute, Context, Diagnostic, Diagnostics, Ident, Module, Place, Type};
use std::sync::Arc;

/// The instructions of a binary and its id tables, for validation rules about binaries.
pub mod binary {
    pub use super::constants::literal_fits;
    pub use super::id_table::IdTable;
    pub use super::ids::IdSet;
    pub use super::opcodes::{IN_SEVERAL_SECTIONS, InstLayout, Opcodes, Section};
    pub use super::reader::{HEADER, ImportResult, Inst, inst};
}

/// A callback that validates a binary before import. The arguments are the words, the id tables, and the offsets of
/// declarations to ignore. Returns the ids that the binary references.
pub type BinaryRules =
    fn(&[u32], binary::Opcodes<'_>, unchecked: &[usize]) -> Result<binary::IdSet, Diagnostics>;

/// Imports a module from bytes of either endianness.
///
/// # Errors
///
/// Invalid instructions, each with its word offset. If several functions have errors, all of them are reported.
pub fn import_bytes(ctx: &Arc<Context>, bytes: &[u8]) -> Result<Module, Diagnostics> {
    let words = words_of_bytes(bytes).map_err(|e| Diagnostics { list: vec![*e] })?;
    import(ctx, &words)
}

/// Imports a module from words in the host's endianness.
///
/// # Errors
///
/// The errors of [`import_bytes`].
pub fn import(ctx: &Arc<Context>, words: &[u32]) -> Result<Module, Diagnostics> {
    import_with(ctx, words, &ImportOptions::default())
}

/// Options for importing a module.
#[derive(Clone, Copy, Debug)]
pub struct ImportOptions {
    /// Whether to import structured functions in region form. Otherwise all functions are in CFG form, like the
    /// binary.
    pub regions: bool,
    /// Whether to verify the module with [`spv_ir::verify::verify_module`] and report its errors as import errors.
    /// Faster than verifying afterwards.
    pub verify: bool,
    /// Whether to use the fast path for simple instructions. Both paths produce the same result, which tests verify.
    pub fast: bool,
    /// Rules about the binary on which import does not depend: `spv_validate::binary::check`. If set, import also
    /// preserves unreferenced types in the attribute `unused`, so that they are validated.
    pub rules: Option<BinaryRules>,
    /// Producer faults to repair before the module is read.
    pub tolerated: Faults,
    /// Whether locations of ops are word offsets even if the binary has source lines. Such a module loses the lines. It
    /// serves to find the instructions of errors.
    pub offsets: bool,
}

impl Default for ImportOptions {
    fn default() -> Self {
        ImportOptions {
            regions: true,
            verify: false,
            fast: true,
            rules: None,
            tolerated: Faults::default(),
            offsets: false,
        }
    }
}

/// Imports a module with the given options.
///
/// # Errors
///
/// The errors of [`import_bytes`].
pub fn import_with(
    ctx: &Arc<Context>,
    words: &[u32],
    options: &ImportOptions,
) -> Result<Module, Diagnostics> {
    read(ctx, words, None, options)
        .map_err(|errors| with_offsets(errors, options, |options| read(ctx, words, None, options).err()))
}

/// Returns the errors that `again` finds with [`ImportOptions::offsets`] if `errors` have source lines, which several
/// instructions may share, and the messages are equal. Otherwise returns `errors`.
pub fn with_offsets(
    errors: Diagnostics,
    options: &ImportOptions,
    again: impl FnOnce(&ImportOptions) -> Option<Diagnostics>,
) -> Diagnostics {
    let has_line = |diagnostic: &Diagnostic| matches!(diagnostic.place, Place::Op(loc) if loc.is_explicit());
    if options.offsets || !errors.list.iter().any(has_line) {
        return errors;
    }
    let found = again(&ImportOptions { offsets: true, ..*options });
    let texts = |errors: &Diagnostics| errors.list.iter().map(|d| d.message.clone()).collect::<Vec<_>>();
    found.filter(|found| texts(found) == texts(&errors)).unwrap_or(errors)
}

/// Imports a module and returns the ids of its symbols, types, values and blocks in the binary.
///
/// A void result has no value in the IR. If several construct results or arguments represent the same id, each has an
/// entry.
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

/// Imports and exports a module. Produces the same words as [`import_with`] followed by
/// [`crate::export::export_module`]. Faster, and holds only one function in memory at a time.
///
/// # Errors
///
/// The errors of import, then those of export.
pub fn recode(ctx: &Arc<Context>, words: &[u32], options: &ImportOptions) -> Result<Vec<u32>, Diagnostics> {
    recode_pieces(ctx, words, options).map(Pieces::join)
}

/// Imports and exports a module like [`recode`], but does not join the words.
///
/// # Errors
///
/// The errors of [`recode`].
pub fn recode_pieces(
    ctx: &Arc<Context>,
    words: &[u32],
    options: &ImportOptions,
) -> Result<Pieces, Diagnostics> {
    // `recode` cannot report all errors, so the whole module is imported if it fails.
    let written =
        with_importer(ctx, words, options, FunctionScan::Skipped, |mut importer| Ok(importer.recode()));
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
    let module = with_importer(ctx, words, options, FunctionScan::Noted, |mut importer| {
        let module = importer.run(id_map.as_deref_mut());
        taken = importer.struct_taken;
        module
    });
    if !taken {
        return module;
    }
    // Other types already refer to the struct in use, so the import restarts with structs that are unique in the
    // context.
    if let Some(ids) = &mut id_map {
        **ids = IdMap::default();
    }
    with_importer(ctx, words, options, FunctionScan::Noted, |mut importer| {
        importer.own_structs = true;
        importer.run(id_map)
    })
}

/// Constructs an importer, scans the ids, and passes the importer to `then`.
fn with_importer<R>(
    ctx: &Arc<Context>,
    words: &[u32],
    options: &ImportOptions,
    inside: FunctionScan,
    then: impl FnOnce(Importer<'_>) -> Result<R, Diagnostics>,
) -> Result<R, Diagnostics> {
    if words.first() == Some(&reader::MAGIC.swap_bytes()) {
        let swapped: Vec<u32> = words.iter().map(|w| w.swap_bytes()).collect();
        return with_importer(ctx, &swapped, options, inside, then);
    }
    let repaired = options.tolerated.repaired(words);
    let (words, unchecked) =
        repaired.as_ref().map_or((words, &[][..]), |module| (&module.words, &module.unchecked));
    let one = |e: Box<Diagnostic>| Diagnostics { list: vec![*e] };
    let header = reader::header(words).map_err(one)?;
    let opcodes = Opcodes::new(ctx.registry(), options.fast && !options.offsets);
    let referenced = options.rules.map(|check| check(words, opcodes, unchecked)).transpose();
    // Errors about ids, such as an id that is defined twice, are the causes of violated rules.
    let ids = Ids::scan(words, &header, opcodes, inside).map_err(one)?;
    let referenced = referenced?;
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

/// An imported extended instruction set.
#[derive(Clone)]
struct Import {
    id: u32,
    name: String,
    /// The instruction set, if it is known.
    set: Option<&'static ExtSet>,
    /// Whether a previous import has the same instruction set. Ops then specify their import explicitly.
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
    /// Nominal struct types, keyed by struct id.
    nominal: FxHashMap<u32, Type>,
    /// Whether recursive structs are given keys that are unique in the context.
    own_structs: bool,
    /// Whether the context already has a recursive struct with the same name but different members, from another
    /// module.
    struct_taken: bool,
    /// Ids of nominal structs; see [`Self::find_nominal`].
    nominal_ids: FxHashSet<u32>,
    struct_keys: Spellings,
    type_names: Vec<Attribute>,
    /// Names of struct members that have several OpMemberNames, for the module's `member_names` attribute.
    member_names: Vec<Attribute>,
    type_decorations: Vec<Attribute>,
    /// Decorations of types whose operands are declared after the type: type id and word offsets.
    late_decorations: Vec<(u32, Vec<usize>)>,
    /// Attributes for function-local ids that the module or other functions reference.
    locals: FxHashMap<u32, Attribute>,
    /// Symbol of an OpString with an empty file name, for OpSources with source text but no file.
    no_file: Option<Ident>,
    /// All referenced ids; `None` unless rules about the binary are checked.
    referenced: Option<IdSet>,
    options: ImportOptions,
}

impl<'a> Importer<'a> {
    #[inline]
    fn inst(&self, offset: usize) -> ImportResult<Inst<'a>> {
        inst(self.words, offset)
    }

    fn def_of_opcode(&self, i: &Inst<'_>) -> ImportResult<OpDefId> {
        let def = self.ctx.registry().op_by_code(0, i.opcode);
        def.ok_or_else(|| i.error("this instruction is not allowed here"))
    }

    /// Returns the `OpName` attribute entry for an id's names, or `None` if its SSA name or symbol already preserves
    /// them. `spelled` is the OpName that export derives from the SSA name or symbol.
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
