//! The verifier: checks that a body is a valid graph of ops that fit their definitions. It collects
//! all errors. The wording is MLIR's where MLIR has the rule.
//!
//! Of each op:
//! - its slots are as many as its row has, and its operands and attributes fit the row's parameters;
//! - required attributes are there, and of the kind that the parameter asks for;
//! - words of enumerations are enumerants, or sets of bits that have a name;
//! - it has as many results as the row says; a symbol's definition with [`Traits::SYMBOLIC`] has none;
//! - it has as many successors as the row says, and no more declared merge blocks than successors;
//! - [`Traits::SAME_TYPE`]: operands and results have one type;
//! - [`Traits::COMPARISON`]: the result is a bool, or a vector of them shaped like the operands;
//! - [`Traits::ISOLATED`]: it owns a body, and only then;
//! - [`Traits::CONSTRUCT`]: it has one region;
//! - [`Traits::NO_TERMINATOR`]: its regions have no more than one block;
//! - [`Traits::FUNCTION`]: the arguments of the entry block are those of the function's type;
//! - [`Traits::MODULE_ONLY`], [`Traits::MODULE_SCOPE`]: its parent is one of those allowed;
//! - the dialect's own checks hold ([`BodyCheck`]): those of types, most of all;
//! - its definition's own check holds. This runs last: only where the rules above and below found
//!   nothing wrong with the op and its regions. (Nested bodies are checked after it.)
//!
//! Of control flow:
//! - each block ends with a terminator, unless the owner of its region is [`Traits::NO_TERMINATOR`];
//! - terminators and ops with successors are the last of their block;
//! - successors belong to the same region, and are not its first block;
//! - arguments passed to a successor have the number and types of the block's arguments; declared
//!   merge blocks are passed none.
//!
//! Of values:
//! - each operand is defined in the same body, and not erased. A value of another body is detected if its number is
//!   out of range, and in debug builds always;
//! - its definition dominates the use: it precedes it in the same block or is in a dominating block,
//!   of the same region or an enclosing one. Unreachable code is dominated by everything in
//!   the enclosing regions. Operands of [`Traits::WEAK_USES`] need not be dominated.
//!
//! Of symbols:
//! - what defines a symbol has a name and its parent is the body of a [`Traits::SYMBOL_TABLE`];
//! - no two ops of such a body define one symbol; such a body is one block;
//! - symbol references in slots resolve in the nearest symbol table around.
//!
//! Each body is walked once, in the order of its blocks. A value carries the number of the block that
//! defined it, and a block is *open* while the walk is in it, or in the part of the region that it
//! dominates: a use is valid if the block of its value is open. Only other uses need a dominator tree,
//! of their region alone. What the other rules say of an op mostly follows from its definition, its
//! types and its slots, so they are checked once for each such signature. No recursion follows the nesting.

mod checks;
mod facts;
mod locate;
mod ops;
mod scope;
mod signatures;
#[cfg(test)]
mod tests;
mod unchanged;

use crate::body::{Body, OpData};
use crate::builtin;
use crate::context::Context;
use crate::diag::{Diagnostics, Place};
use crate::dialect::{OpDef, Traits};
use crate::entity::Op;
use crate::executor::{Executor, Pool};
use crate::handles::OpDefId;
use crate::location::Location;
use crate::module::Module;
use crate::op_storage::FLAG_ATTRS;
use crate::symbols::SymbolTable;
pub use checks::{BodyCheck, BodyScope, MakeCheck};
pub use locate::{excerpt, locate};
pub use ops::entry_mismatches;
use scope::{Level, Scratch, is_dict};
pub use signatures::{Signature, Signatures};
use std::sync::atomic::{AtomicBool, Ordering};
pub use unchanged::note_verified;

/// Verifies a module with all that is nested in it.
pub fn verify_module(module: &Module) -> Result<(), Diagnostics> {
    let owner = Owner { def: builtin::MODULE_ID, loc: Location::UNKNOWN };
    verify_body(&module.ctx, &module.body, owner, None)
}

/// As [`verify_module`], but has the executor verify functions in parallel.
///
/// # Errors
/// Those of [`verify_module`].
pub fn verify_module_with(module: &Module, executor: &dyn Executor) -> Result<(), Diagnostics> {
    let owner = Owner { def: builtin::MODULE_ID, loc: Location::UNKNOWN };
    if Verifier::new(&module.ctx).is_sound(&module.body, owner, executor) {
        return Ok(());
    }
    verify_module(module)
}

/// Verifies a body with all that is nested in it. `symbols` is the table around it, in which its
/// references resolve unless its owner is a symbol table itself; without one they are not checked.
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

/// The op that owns a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Owner {
    /// Its definition.
    pub def: OpDefId,
    /// Where errors of the body as a whole point.
    pub loc: Location,
}

impl Owner {
    /// `op` of `body` as the owner of a nested body.
    pub fn new(body: &Body, op: Op) -> Owner {
        Owner { def: body.def(op), loc: body.loc(op) }
    }
}

/// Functions that one task verifies.
const TASK: usize = 64;

/// A body to verify.
#[derive(Clone, Copy)]
struct Todo<'a> {
    body: &'a Body,
    owner: Owner,
    /// The op that owns it, and the body that contains that op.
    holder: Option<(&'a Body, Op)>,
    /// The definition of the op around that one.
    above: Option<OpDefId>,
    /// Number of the symbol table around.
    around: Option<usize>,
}

/// What is around the first body of a walk.
#[derive(Clone, Copy)]
struct Outer<'a> {
    symbols: Option<&'a SymbolTable>,
    /// The body that these are of, where it is available.
    table_body: Option<&'a Body>,
}

/// Working storage, to be used for bodies of one symbol table.
#[derive(Default)]
pub struct Storage(Scratch);

/// What verification needs to know of all definitions: make it once, and share it between threads.
pub struct Verifier<'c> {
    ctx: &'c Context,
    /// The registry's definitions.
    ops: &'c [&'static OpDef],
    checks: Vec<Box<dyn BodyCheck + 'c>>,
    apart: bool,
    /// Whether something is wrong whatever holds it that a signature does not tell of: then dialects look at each op.
    all_rechecked: bool,
}

impl<'c> Verifier<'c> {
    /// A verifier for modules of a context.
    pub fn new(ctx: &'c Context) -> Verifier<'c> {
        let registry = ctx.registry();
        let checks: Vec<Box<dyn BodyCheck + 'c>> = registry.checks().iter().map(|make| make(ctx)).collect();
        let all_rechecked = !checks.iter().all(|check| check.finds_by_signature());
        Verifier { ctx, ops: registry.ops(), checks, apart: false, all_rechecked }
    }

    /// For modules that are without the bodies of their functions, which are verified by [`Self::nested`]: what a module
    /// says of what is in them is not checked.
    pub fn apart(self) -> Verifier<'c> {
        Verifier { apart: true, ..self }
    }

    /// Whether a module without the bodies of its functions is valid; these were found valid by [`Self::nested`]. False also
    /// where a type or an attribute that the context got since may be wrong in them.
    pub fn is_rest_valid(mut self, module: &Module) -> bool {
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

    /// Verifies a body with all that is nested in it.
    pub fn tree(&self, body: &Body, owner: Owner, symbols: Option<&SymbolTable>, out: &mut Diagnostics) {
        self.tree_with(body, owner, symbols, &mut Storage::default(), out);
    }

    /// As [`Self::tree`], with storage that serves one body of a symbol table after another.
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

    /// Verifies the body of an op, with all that is nested in it, where it is not (yet) a part of the op: `holder` is
    /// the op and the body that contains it, whose symbols are `symbols`. The op itself is not checked; `loc` is where
    /// errors of the body as a whole point.
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

    /// Whether a body, with all that is nested in it, has no errors.
    fn is_sound(&self, body: &Body, owner: Owner, executor: &dyn Executor) -> bool {
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
                    // What is kept from body to body holds within one table.
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

    /// Verifies a body, and those nested in it that `enter` wants. Returns the tables of the bodies met.
    fn walk<'a>(
        &self,
        first: Todo<'a>,
        outer: Outer<'_>,
        scratch: &mut Scratch,
        out: &mut Diagnostics,
        enter: &mut dyn FnMut(Todo<'a>) -> bool,
    ) -> Vec<(&'a Body, SymbolTable)> {
        // Each stays until the end, for the bodies that wait.
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
            let walked =
                Level::new(self, body, owner, around_table, out, &mut *scratch).held_by(holder).run();
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

    /// Verifies a body without the bodies nested in it, and returns the isolated ops that own those.
    /// `symbols` is as in [`verify_body`].
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
        let walked = Level::new(self, body, owner, around, out, &mut scratch).run();
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

    /// The symbol table that a body is; symbols that are defined twice are reported.
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

    /// Whether the discardable attributes of an op, if it has any, are a dictionary of the context.
    #[inline]
    fn has_own_dict(&self, body: &Body, data: &OpData) -> bool {
        data.flags & FLAG_ATTRS == 0 || body.attrs_of(data).is_none_or(|attrs| is_dict(self.ctx, attrs))
    }

    /// `'name' op message`
    fn text(&self, def: OpDefId, message: &str) -> String {
        format!("'{}' op {message}", self.ctx.registry().op(def).row.name)
    }
}
