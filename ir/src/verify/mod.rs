//! Verifier: checks the ops, control flow, values and symbols of a body
//!
//! The verifier collects all errors. If MLIR has the same rule, the message has MLIR's wording.
//!
//! Rules for each op:
//! - the number of slots is that of the grammar entry, and operands and attributes match its parameters;
//! - required attributes are present and have the kind that the parameter requires;
//! - words for enumerations are enumerants or combinations of named bits;
//! - the number of results is that of the grammar entry; a symbol definition with [`Traits::SYMBOLIC`] has none;
//! - the number of successors matches the grammar entry and is at least the number of declared merge blocks;
//! - [`Traits::SAME_TYPE`]: operands and results have the same type;
//! - [`Traits::COMPARISON`]: the result is a bool, or a vector of bools with the shape of the operands;
//! - [`Traits::ISOLATED`]: the op owns a nested body; other ops do not;
//! - [`Traits::CONSTRUCT`]: the op has one region;
//! - [`Traits::NO_TERMINATOR`]: each region has at most one block;
//! - [`Traits::FUNCTION`]: the arguments of the entry block match the function type;
//! - [`Traits::MODULE_ONLY`], [`Traits::MODULE_SCOPE`]: the op's parent is permitted;
//! - the dialect's own checks ([`BodyCheck`]) succeed, in particular the checks of types;
//! - the op definition's own check succeeds. It runs last, and only if all other rules hold for the op and its
//!   regions. Nested bodies are checked after it.
//!
//! Rules for control flow:
//! - each block ends with a terminator, unless the op that owns its region has [`Traits::NO_TERMINATOR`];
//! - terminators and ops with successors are the last op of their block;
//! - successors belong to the same region and are not its first block;
//! - the operands forwarded to a successor match the block's arguments in number and type; declared merge blocks
//!   receive no arguments.
//!
//! Rules for values:
//! - each operand is defined in the same body and not erased. [`Body::has_value`] describes the limits of detecting
//!   values of other bodies;
//! - the definition dominates the use: it precedes the use in the same block, or is in a dominating block of the same
//!   or an enclosing region. Every definition in an enclosing region dominates unreachable code. Operands of
//!   [`Traits::WEAK_USES`] ops need not be dominated.
//!
//! Rules for symbols:
//! - a symbol definition has a name, and its parent is the body of a [`Traits::SYMBOL_TABLE`] op;
//! - a symbol table has a single block and no duplicate symbols;
//! - symbol references in slots resolve in the nearest enclosing symbol table.
//!
//! Each body is walked once in block order. For each value, the walk records the ordinal of its defining block. A
//! block is *open* while the walk is in it or in the part of the region that it dominates. A use is valid if the
//! block of its value is open. Only other uses need a dominator tree, and only for their region. Most other rules
//! depend only on the definition, the types and the slots of an op, so each combination (signature) is checked once.
//! The walk does not recurse into nested regions.

mod checks;
mod facts;
mod locate;
mod ops;
mod scope;
mod signatures;
#[cfg(test)]
mod tests;
mod unchanged;
pub(crate) mod verified;

use crate::body::op_storage::FLAG_ATTRS;
use crate::body::{Body, OpData};
use crate::builtin;
use crate::context::Context;
use crate::diag::{Diagnostic, Diagnostics, Place};
use crate::dialect::{OpDef, Traits};
use crate::entity::Op;
use crate::executor::{Executor, Pool};
use crate::handles::OpDefId;
use crate::location::Location;
use crate::module::Module;
use crate::symbols::SymbolTable;
use crate::types::TypeData;
pub use checks::{BodyCheck, BodyScope, MakeCheck};
pub use locate::{excerpt, locate};
pub use ops::entry_mismatches;
use scope::{BodyVerification, Scratch, is_dict};
pub use signatures::{Signature, Signatures};
use std::sync::atomic::{AtomicBool, Ordering};
pub use unchanged::note_verified;

/// Verifies a module and all bodies nested in it.
///
/// # Errors
/// Returns all violations.
pub fn verify_module(module: &Module) -> Result<(), Diagnostics> {
    let owner = Owner { def: builtin::MODULE_ID, loc: Location::UNKNOWN };
    verify_body(&module.ctx, &module.body, owner, None)
}

/// Verifies a module like [`verify_module`], with the executor verifying functions in parallel.
///
/// # Errors
/// Returns the errors of [`verify_module`].
pub fn verify_module_with(module: &Module, executor: &dyn Executor) -> Result<(), Diagnostics> {
    let owner = Owner { def: builtin::MODULE_ID, loc: Location::UNKNOWN };
    if Verifier::new(&module.ctx).is_valid(&module.body, owner, executor) {
        return Ok(());
    }
    verify_module(module)
}

/// Verifies a body and all bodies nested in it.
///
/// `symbols` is the enclosing symbol table, which resolves references unless the body's owner is itself a symbol
/// table. Without a symbol table, references are not checked.
///
/// # Errors
/// Returns all violations.
pub fn verify_body(
    ctx: &Context,
    body: &Body,
    owner: Owner,
    symbols: Option<&SymbolTable>,
) -> Result<(), Diagnostics> {
    let mut out = Diagnostics::default();
    Verifier::new(ctx).tree(body, owner, symbols, &mut out);
    if out.has_errors() { Err(out) } else { Ok(()) }
}

/// Definition and location of the op that owns a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Owner {
    /// Definition of the op.
    pub def: OpDefId,
    /// Location for errors about the body as a whole.
    pub loc: Location,
}

impl Owner {
    /// Creates the description of `op`, an op in `body`, as the owner of its nested body.
    pub fn new(body: &Body, op: Op) -> Owner {
        Owner { def: body.def(op), loc: body.loc(op) }
    }
}

/// Sorts the errors of a body by their position in the input, if all have one. The checks of dialects follow all other
/// checks of a body.
fn sort_by_position(errors: &mut [Diagnostic]) {
    let position = |error: &Diagnostic| match error.place {
        Place::Op(loc) => loc.text_offset(),
        _ => None,
    };
    if errors.iter().all(|error| position(error).is_some()) {
        errors.sort_by_key(position);
    }
}

/// Number of functions that each task of the executor verifies.
const TASK: usize = 64;

/// A body that remains to be verified.
#[derive(Clone, Copy)]
struct Todo<'a> {
    body: &'a Body,
    owner: Owner,
    /// The op that owns the body, and the body that contains the op; `None` if unknown.
    holder: Option<(&'a Body, Op)>,
    /// Definition of the op that encloses the owner of the body; `None` if unknown.
    above: Option<OpDefId>,
    /// Index of the enclosing symbol table in the list of symbol tables of the walk; `None` if it is the outer one.
    around: Option<usize>,
}

/// The symbol table that encloses the first body of a walk.
#[derive(Clone, Copy)]
struct Outer<'a> {
    symbols: Option<&'a SymbolTable>,
    /// The body whose root region defines the symbols, if available.
    table_body: Option<&'a Body>,
}

/// Scratch space that can be reused for bodies within the same symbol table.
#[derive(Default)]
pub struct Storage(Scratch);

/// A verifier for modules of a context. It precomputes data, so create it once and share it between threads.
pub struct Verifier<'c> {
    ctx: &'c Context,
    /// Op definitions of the registry.
    ops: &'c [&'static OpDef],
    checks: Vec<Box<dyn BodyCheck + 'c>>,
    apart: bool,
    /// Whether dialects must check every op. This is the case if some type or attribute is invalid everywhere, and
    /// checking one op per signature might miss its uses.
    all_rechecked: bool,
}

impl<'c> Verifier<'c> {
    /// Creates a verifier for modules of the given context.
    pub fn new(ctx: &'c Context) -> Verifier<'c> {
        let registry = ctx.registry();
        let checks: Vec<Box<dyn BodyCheck + 'c>> = registry.checks().iter().map(|make| make(ctx)).collect();
        let all_rechecked = !checks.iter().all(|check| check.finds_by_signature());
        Verifier { ctx, ops: registry.ops(), checks, apart: false, all_rechecked }
    }

    /// Configures the verifier for modules whose function bodies have been removed and are verified with
    /// [`Self::nested`]. Module-level declarations about the contents of functions are then not checked.
    pub fn apart(self) -> Verifier<'c> {
        Verifier { apart: true, ..self }
    }

    /// Returns whether a module is valid, given that [`Self::nested`] found its function bodies valid. Returns false if
    /// a type or attribute interned since then might be invalid in these bodies.
    pub fn is_valid_apart_from_functions(mut self, module: &Module) -> bool {
        self.checks.iter_mut().for_each(|check| check.renew());
        self.apart = false;
        if !self.checks.iter().all(|check| check.finds_all_right()) {
            return false;
        }
        let owner = Owner { def: builtin::MODULE_ID, loc: Location::UNKNOWN };
        let mut out = Diagnostics::default();
        self.tree(&module.body, owner, None, &mut out);
        !out.has_errors()
    }

    /// Verifies a body and all bodies nested in it. [`verify_body`] describes `symbols`.
    pub fn tree(&self, body: &Body, owner: Owner, symbols: Option<&SymbolTable>, out: &mut Diagnostics) {
        self.tree_with(body, owner, symbols, &mut Storage::default(), out);
    }

    /// Verifies that the entry block of a detached function body has the arguments that the type of its function
    /// requires. `op` is the function, an op in `outer`.
    pub fn entry_block(&self, outer: &Body, op: Op, nested: &Body, out: &mut Diagnostics) {
        let def = self.ctx.registry().op(outer.def(op));
        let ty = def.function_type().and_then(|slot| self.ctx.attr_type(outer.slot_attr(op, slot)?));
        if let Some(TypeData::Function { inputs, .. }) = ty.map(|ty| self.ctx.type_data(ty)) {
            for message in entry_mismatches(nested, inputs) {
                out.error(Place::Op(outer.loc(op)), format!("'{}' op {message}", def.row.name));
            }
        }
    }

    /// Verifies a body like [`Self::tree`]. The scratch space can be reused for bodies within the same symbol table.
    pub fn tree_with(
        &self,
        body: &Body,
        owner: Owner,
        symbols: Option<&SymbolTable>,
        storage: &mut Storage,
        out: &mut Diagnostics,
    ) {
        let first = Todo { body, owner, holder: None, above: None, around: None };
        let outer = Outer { symbols, table_body: None };
        self.walk(first, outer, &mut storage.0, out, &mut |_| true);
    }

    /// Verifies the nested body of an op, and all bodies nested in it, while that body is not attached to the op.
    ///
    /// `holder` has the op and the body that contains it, whose symbol table is `symbols`. The op itself is not
    /// checked. `loc` is the location for errors about the body as a whole.
    pub fn nested(
        &self,
        body: &Body,
        holder: (&Body, Op),
        loc: Location,
        symbols: &SymbolTable,
        storage: &mut Storage,
        out: &mut Diagnostics,
    ) {
        let (around, op) = holder;
        let owner = Owner { def: around.def(op), loc };
        let first = Todo { body, owner, holder: Some(holder), above: None, around: None };
        let outer = Outer { symbols: Some(symbols), table_body: Some(around) };
        self.walk(first, outer, &mut storage.0, out, &mut |_| true);
    }

    /// Returns whether a body and all bodies nested in it are valid.
    fn is_valid(&self, body: &Body, owner: Owner, executor: &dyn Executor) -> bool {
        let mut out = Diagnostics::default();
        let mut functions = Vec::new();
        let is_function = |def: OpDefId| self.ops[def.0 as usize].traits.contains(Traits::FUNCTION);
        let first = Todo { body, owner, holder: None, above: None, around: None };
        let nothing = Outer { symbols: None, table_body: None };
        let tables = self.walk(first, nothing, &mut Scratch::default(), &mut out, &mut |todo| {
            let function = is_function(todo.owner.def);
            functions.extend(function.then_some(todo));
            !function
        });
        if out.has_errors() {
            return false;
        }
        let faulty = AtomicBool::new(false);
        let tasks: Vec<&[Todo<'_>]> = functions.chunks(TASK).collect();
        let pool: Pool<(Option<usize>, Scratch)> = Pool::default();
        executor.run(tasks.len(), &|i| {
            let mut out = Diagnostics::default();
            pool.with(Default::default, |(last, scratch)| {
                for &todo in tasks[i] {
                    // The scratch space is valid only for bodies with the same symbol table.
                    if std::mem::replace(last, todo.around) != todo.around {
                        *scratch = Scratch::default();
                    }
                    let table = todo.around.map(|i| &tables[i]);
                    let outer = Outer { symbols: table.map(|t| &t.1), table_body: table.map(|t| t.0) };
                    self.walk(Todo { around: None, ..todo }, outer, scratch, &mut out, &mut |_| true);
                }
            });
            faulty.fetch_or(out.has_errors(), Ordering::Relaxed);
        });
        !faulty.into_inner()
    }

    /// Verifies a body, and its nested bodies for which `enter` returns true. Returns the symbol tables of the visited
    /// bodies.
    fn walk<'a>(
        &self,
        first: Todo<'a>,
        outer: Outer<'_>,
        scratch: &mut Scratch,
        out: &mut Diagnostics,
        enter: &mut dyn FnMut(Todo<'a>) -> bool,
    ) -> Vec<(&'a Body, SymbolTable)> {
        // Retains all symbol tables until the end, because bodies that are still to be verified refer to them.
        let mut tables: Vec<(&Body, SymbolTable)> = Vec::new();
        let mut todo: Vec<Todo<'_>> = vec![first];
        while let Some(Todo { body, owner, holder, above, around }) = todo.pop() {
            let own = self.table(body, owner, out);
            let around = match own {
                Some(table) => {
                    tables.push((body, table));
                    Some(tables.len() - 1)
                }
                None => around,
            };
            let begin = todo.len();
            let around_table = around.map_or(outer.symbols, |i| Some(&tables[i].1));
            let scratch = scratch.with_table(around);
            let known = out.list.len();
            let walked = BodyVerification::new(self, body, owner, around_table, out, &mut *scratch)
                .held_by(holder)
                .run();
            if walked.foreign {
                continue;
            }
            let symbols = match around {
                Some(i) => Some((tables[i].0, &tables[i].1)),
                None => outer.table_body.zip(outer.symbols),
            };
            let scope = BodyScope {
                owner: holder,
                above,
                symbols,
                apart: self.apart,
                faulty: Some(&walked.faulty),
                ..BodyScope::alone(self.ctx, body)
            };
            if !scope.run(&self.checks, &scratch.unchecked, &walked.unterminated, out) {
                scratch.signatures.clear();
            }
            sort_by_position(&mut out.list[known..]);
            for op in walked.isolated {
                if let Some(inner) = body.nested(op) {
                    let is_table = self.ops[body.def(op).0 as usize].traits.contains(Traits::SYMBOL_TABLE);
                    if is_table && unchanged::is_unchanged(inner, (body, op)) {
                        continue;
                    }
                    let next = Todo {
                        body: inner,
                        owner: Owner::new(body, op),
                        holder: Some((body, op)),
                        above: Some(owner.def),
                        around,
                    };
                    todo.extend(enter(next).then_some(next));
                }
            }
            todo[begin..].reverse();
        }
        tables
    }

    /// Verifies a body without its nested bodies. Returns the isolated ops, which own the nested bodies.
    /// [`verify_body`] describes `symbols`.
    pub fn level(
        &self,
        body: &Body,
        owner: Owner,
        symbols: Option<&SymbolTable>,
        out: &mut Diagnostics,
    ) -> Vec<Op> {
        let own = self.table(body, owner, out);
        let around = own.as_ref().or(symbols);
        let mut scratch = Scratch::default();
        let walked = BodyVerification::new(self, body, owner, around, out, &mut scratch).run();
        if walked.foreign {
            return Vec::new();
        }
        let symbols = own.as_ref().map(|table| (body, table));
        let scope = BodyScope {
            symbols,
            apart: self.apart,
            faulty: Some(&walked.faulty),
            ..BodyScope::alone(self.ctx, body)
        };
        scope.run(&self.checks, &scratch.unchecked, &walked.unterminated, out);
        walked.isolated
    }

    /// Builds the symbol table of a body, and reports redefinitions. Returns `None` if the body's owner is not a
    /// symbol table.
    fn table(&self, body: &Body, owner: Owner, out: &mut Diagnostics) -> Option<SymbolTable> {
        if !self.ops[owner.def.0 as usize].traits.contains(Traits::SYMBOL_TABLE) {
            return None;
        }
        let table = SymbolTable::with_duplicates(self.ctx, body, |name, op, first| {
            let name = self.ctx.str(name);
            let message = self.text(body.def(op), &format!("redefinition of symbol named '{name}'"));
            let mut error = crate::diag::Diagnostic::error(Place::Op(body.loc(op)), message);
            locate(self.ctx, body, None, op, out.list.len(), &mut error);
            out.push(error.note(Place::Op(body.loc(first)), "see existing symbol definition here"));
        });
        Some(table)
    }

    /// Returns whether an op has no discardable attributes, or has them in a dictionary that belongs to the context.
    #[inline]
    fn has_own_dict(&self, body: &Body, data: &OpData) -> bool {
        data.flags & FLAG_ATTRS == 0 || body.attrs_of(data).is_none_or(|attrs| is_dict(self.ctx, attrs))
    }

    /// Returns the message `'name' op message`.
    fn text(&self, def: OpDefId, message: &str) -> String {
        format!("'{}' op {message}", self.ctx.registry().op(def).row.name)
    }
}
