//! Import and export of a module one function at a time
//!
//! Each function is read when export requests it, and discarded afterwards. Only one function is in memory at a time,
//! so it remains in the cache.

use super::Importer;
use super::function::Scratch;
use super::module::{Begun, Pending};
use super::reader::ImportResult;
use crate::export::{Bodies, ExportOptions, Pieces, export_with, is_empty};
use spv_dialect::generated::opcodes as op;
use spv_ir::verify::{Storage, Verifier, entry_mismatches};
use spv_ir::{Attribute, Body, Builder, Context, Diagnostics, Module, Op, SymbolTable, TypeData};

/// The functions of a module that is imported and exported one function at a time.
struct Functions<'i, 'a> {
    importer: &'i Importer<'a>,
    /// The module's body, which contains the function ops.
    module: &'i Body,
    /// Functions that have not been read, indexed by op.
    list: Vec<Option<Pending>>,
    scratch: Scratch,
    verification: Option<Verification<'a>>,
    /// The module's unreferenced declarations; see [`Bodies::unused`].
    unused: Vec<Attribute>,
}

/// A verifier that checks functions one at a time.
struct Verification<'c> {
    ctx: &'c Context,
    verifier: Verifier<'c>,
    /// Symbols in the module's body.
    symbols: SymbolTable,
    storage: Storage,
}

impl<'c> Verification<'c> {
    fn new(ctx: &'c Context, module: &Body) -> Verification<'c> {
        Verification {
            ctx,
            verifier: Verifier::new(ctx).apart(),
            symbols: SymbolTable::new(ctx, module),
            storage: Storage::default(),
        }
    }

    /// Returns whether `body` is a valid body for a function. `holder` is the module's body and the function op in it.
    fn is_valid(&mut self, holder: (&Body, Op), body: &Body) -> bool {
        let (module, op) = holder;
        let slot = self.ctx.registry().op(module.def(op)).function_type();
        let ty = slot.and_then(|slot| module.slot_attr(op, slot)).and_then(|attr| self.ctx.attr_type(attr));
        if let Some(TypeData::Function { inputs, .. }) = ty.map(|ty| self.ctx.type_data(ty))
            && entry_mismatches(body, inputs).next().is_some()
        {
            return false;
        }
        let mut errors = Diagnostics::default();
        let loc = module.loc(op);
        self.verifier.nested(body, holder, loc, &self.symbols, &mut self.storage, &mut errors);
        !errors.has_errors()
    }
}

impl Importer<'_> {
    /// Imports and exports the module, and verifies it if requested. Returns `None` if this requires the whole
    /// module, or if there are errors to report.
    pub(super) fn recode(&mut self) -> Option<Pieces> {
        if self.imports_non_semantic().ok()? {
            return None;
        }
        let Begun { body, preamble, functions } = self.begin().ok()?;
        // If a set is imported several times, verification requires all functions at once.
        if self.sets.iter().any(|set| set.shadowed) {
            return None;
        }
        let mut module = self.finish(body, preamble, &[]).ok()?;
        let (holder, body) = contents(&module)?;
        let verification = self.options.verify.then(|| Verification::new(self.ctx, body));
        let scratch = Scratch::new(self);
        let mut list = Vec::new();
        list.resize_with(body.op_count(), || None);
        for pending in functions {
            let place = pending.op.index();
            list[place] = Some(pending);
        }
        let mut functions =
            Functions { importer: self, module: body, list, scratch, verification, unused: Vec::new() };
        let options = ExportOptions { words: self.words.len(), ..ExportOptions::default() };
        let exported = export_with(self.ctx, &module.body, holder, &options, &mut functions).ok()?;
        let Functions { verification, unused, .. } = functions;
        if let Some(verification) = verification {
            if !unused.is_empty() {
                let mut attrs = self.ctx.dict(module.body.attrs(holder)).to_vec();
                attrs.push((self.ctx.ident("unused"), self.ctx.array_attr(&unused)));
                let attrs = Some(self.ctx.dict_attr(attrs));
                Builder::new(&mut module.body).set_attrs(holder, attrs);
            }
            if !verification.verifier.is_valid_apart_from_functions(&module) {
                return None;
            }
        }
        Some(exported)
    }
}

impl Importer<'_> {
    /// Returns whether any imported instruction set is non-semantic. Its instructions may reference function-local
    /// ids, which requires all functions at once. Checked first, to avoid reading the module twice.
    fn imports_non_semantic(&self) -> ImportResult<bool> {
        for &at in &self.ids.outside {
            let i = self.inst(at as usize)?;
            if i.opcode == op::EXT_INST_IMPORT && i.text(2, |name| name.starts_with("NonSemantic."))? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Returns the `spv.module` op and its body, or `None` if the module has no such op.
fn contents(module: &Module) -> Option<(Op, &Body)> {
    let body = &*module.body;
    let holder = body.first_op(body.first_block(body.root())?)?;
    Some((holder, body.nested(holder)?))
}

impl Bodies for Functions<'_, '_> {
    fn is_declaration(&self, function: Op) -> bool {
        let pending = self.list.get(function.index()).and_then(Option::as_ref);
        pending.is_none_or(|pending| !pending.range.has_blocks)
    }

    fn body(&mut self, function: Op) -> Option<&Body> {
        let declaration = self.is_declaration(function);
        let Pending { op, range, lines } = self.list.get_mut(function.index())?.take()?;
        self.importer.function(&range, lines, &mut self.scratch).ok()?;
        let body = self.scratch.body()?;
        let is_valid = self
            .verification
            .as_mut()
            .is_none_or(|verification| verification.is_valid((self.module, op), body));
        (is_valid && is_empty(body) == declaration).then_some(body)
    }

    fn unused(&mut self) -> Option<Vec<Attribute>> {
        let importer = self.importer;
        if !importer.ids.notes_are_right(importer.words, |id| self.scratch.is_defined(id)) {
            return None;
        }
        self.unused = self.importer.unused().ok()?;
        Some(self.unused.clone())
    }
}
