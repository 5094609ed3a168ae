//! Printer for modules, regions, blocks, and the common syntax of ops

use crate::IdNotes;
use crate::attrs::{DictValue, Elide, Pair};
use crate::names::ValueSpelling;
use crate::printer::Printer;
use crate::unique_numbers::UniqueNumbers;
use smallvec::SmallVec;
use spv_ir::builtin::{FIRST_DIALECT_OP, MODULE_ID, UNREGISTERED_ID};
use spv_ir::dialect::{OpDef, OpDefId, SYMBOL_SLOT, Traits};
use spv_ir::params::is_complete;
use spv_ir::{Annotations, Attribute, Block, Body, Ident, Module, Op, Region, Value};

/// Minimum stack space in bytes for printing a region. If less is left, a stack segment of [`STACK_MORE`] bytes is
/// allocated.
const STACK_LEFT: usize = 1 << 20;
const STACK_MORE: usize = 8 << 20;

/// OpNames of an op's results that differ from the printed names.
#[derive(Clone, Debug)]
pub(crate) enum Unspelled {
    /// The OpName of an op's only result.
    One(Ident),
    /// The OpName of each result; `None` if it does not differ.
    Many(Vec<Option<Ident>>),
}

/// Information about the current op that has not been printed yet.
#[derive(Default)]
pub(crate) struct Pending {
    /// OpNames to be printed in the attribute dictionary.
    pub unspelled: Option<Box<Unspelled>>,
    /// A comment to append to the op's first line.
    note: Option<Box<str>>,
    /// The definition of the op, if its inherent attributes are printed last in the dictionary.
    pub inherent_last: Option<&'static OpDef>,
    /// Whether the op lacks a component that its definition requires.
    pub incomplete: bool,
    /// Name of the terminator that must end the region, if the IR may lack it.
    pub end: Option<&'static str>,
}

impl Printer<'_> {
    /// Prints a complete module.
    pub(crate) fn module(&mut self, module: &Module) {
        self.keep_order_of_resources();
        if !self.options.local_scope {
            self.define_affine_aliases(module);
        }
        if !self.options.local_scope && !self.strict() {
            self.define_aliases(module);
            self.name_fused_locations(module);
        }
        if self.strict() && self.options.debug_info && !self.options.local_scope {
            self.name_locations(module);
            self.define_locations(true);
        }
        if self.options.generic && self.options.compat.is_some_and(|form| form.properties) {
            self.unique = Some(UniqueNumbers::new(self.ctx, &module.body));
        }
        self.enter(&module.body, None, false);
        let plain = module.name.is_none() && self.ctx.dict(module.attrs).is_empty();
        if self.options.no_implicit_module && plain {
            self.ops_alone(&module.body);
        } else if self.options.generic {
            self.push("\"builtin.module\"() ");
            let ctx = self.ctx;
            let name = module.name.map(|name| ctx.string_attr(ctx.str(name)));
            let has_properties = self.options.compat.is_some_and(|form| form.properties);
            if let Some(name) = name.filter(|_| has_properties) {
                self.push("<{sym_name = ");
                self.print_attr(name, Elide::Never);
                self.push("}> ");
            }
            self.push("(");
            self.print_region(&module.body, module.body.root(), true, true);
            self.push(")");
            let attrs = self.discardable(module.attrs, ctx.registry().op(MODULE_ID));
            let mut pairs: SmallVec<[Pair; 8]> =
                attrs.iter().map(|(key, value)| (&key[..], DictValue::Attr(*value))).collect();
            pairs.extend(name.filter(|_| !has_properties).map(|name| ("sym_name", DictValue::Attr(name))));
            self.print_dict("", &mut pairs);
            self.push(" : () -> ()");
            self.print_module_location(module);
        } else {
            self.push("module ");
            if let Some(name) = module.name {
                self.print_symbol(self.ctx.str(name));
                self.push(" ");
            }
            if !self.ctx.dict(module.attrs).is_empty() {
                self.push("attributes ");
                module.attrs.into_iter().for_each(|attrs| self.print_attr(attrs, Elide::Never));
                self.push(" ");
            }
            self.print_region(&module.body, module.body.root(), true, false);
            self.print_module_location(module);
        }
        self.leave();
        self.newline();
        if self.loc_aliases.is_some() {
            self.define_locations(false);
        }
        self.metadata();
        if self.strict() && !self.options.local_scope {
            // Ends with an empty line like mlir-opt.
            self.newline();
        }
    }

    /// Prints the ops of a module without the enclosing `module` op.
    fn ops_alone(&mut self, body: &Body) {
        let ops = body.blocks(body.root()).flat_map(|block| body.ops(block));
        for (i, op) in ops.enumerate() {
            if i > 0 {
                self.newline();
            }
            self.print_op(body, op);
        }
    }

    /// Prints a single op with its regions.
    pub(crate) fn single_op(&mut self, body: &Body, op: Op) {
        self.enter(body, None, true);
        self.print_op(body, op);
        self.leave();
    }

    // Ops.

    pub(crate) fn print_op(&mut self, body: &Body, op: Op) {
        if body.result_count(op) > 0 {
            self.print_result_names(body, op);
        }
        self.print_unnamed(body, op);
    }

    /// Prints an op without its result names.
    pub(crate) fn print_unnamed(&mut self, body: &Body, op: Op) {
        let id = body.def(op);
        let registry = self.registry;
        let def = registry.op(id);
        if self.options.ids.is_some() {
            self.pending.note = self.note(body, op, def);
        }
        let nested = body.nested(op);
        if let Some(nested) = nested {
            // The symbol is used only to look up ids for comments.
            let symbol = self.options.ids.and_then(|_| self.symbol_of(body, op, def));
            self.enter(nested, symbol, def.traits.contains(Traits::FUNCTION));
            if let Some(scope) = self.scopes.last_mut() {
                scope.dialect = def.row.name.split('.').next();
                scope.is_default = def.traits.contains(Traits::DEFAULT_DIALECT);
            }
        }
        if self.options.compat.is_some_and(|form| form.inherent_attributes_last) {
            self.pending.inherent_last = Some(def);
        }
        match def.custom {
            _ if self.options.generic || id == UNREGISTERED_ID => self.print_fallback(body, op, def),
            Some((_, print)) if self.options.verified || is_complete(self.ctx, body, op, def) => {
                debug_assert!(
                    is_complete(self.ctx, body, op, def),
                    "a verified {} lacks something",
                    def.row.name
                );
                match (self.scoped_name(body, op, def), self.name_by_attributes(body, op)) {
                    (_, Some(name)) => self.qualified(name),
                    (Some(name), _) => self.push(name),
                    _ => self.print_op_name(id, def),
                }
                print(self, body, op);
            }
            Some(_) => self.print_fallback(body, op, def),
            None => self.print_formatted(body, op, id, def),
        }
        if nested.is_some() {
            self.leave();
        }
        self.print_op_location(body.loc(op));
        self.pending.unspelled = None;
        self.pending.inherent_last = None;
        if let Some(note) = self.pending.note.take() {
            self.push(&note);
        }
        if std::mem::take(&mut self.pending.incomplete) {
            self.push("  // incomplete");
        }
    }

    /// Returns the name of an op in LLVM-compatible text if it depends on the op's attributes, otherwise `None`.
    fn name_by_attributes(&self, body: &Body, op: Op) -> Option<&'static str> {
        let form = self.options.compat.filter(|form| form.uses_later_formats)?;
        self.registry.generic_forms().iter().find_map(|hooks| (hooks.name)(self.ctx, body, op, form))
    }

    /// Returns whether the names of ops in some regions omit the dialect prefix.
    fn omits_prefixes(&self) -> bool {
        self.options.anonymous || self.options.compat.is_some_and(|form| form.uses_later_formats)
    }

    /// Returns whether the name of an op may depend on the enclosing op.
    pub(crate) fn may_be_scoped(&self, id: OpDefId) -> bool {
        id < FIRST_DIALECT_OP || self.omits_prefixes()
    }

    /// Returns the name of an op if it depends on the enclosing op, otherwise `None`.
    ///
    /// LLVM-compatible text may omit the dialect prefix. A builtin op retains its prefix if its name without the prefix
    /// would denote an op of the enclosing dialect.
    pub(crate) fn scoped_name(&self, body: &Body, op: Op, def: &OpDef) -> Option<&'static str> {
        if !self.may_be_scoped(body.def(op)) {
            return None;
        }
        let name = def.row.name;
        let is_builtin = body.def(op) < FIRST_DIALECT_OP;
        let scope = self.scope(body)?;
        let dialect = scope.dialect?;
        if is_builtin && name.strip_prefix("builtin.").is_some_and(|short| self.has_op(dialect, short)) {
            return Some(name).filter(|_| dialect != "builtin");
        }
        if !scope.is_default || !self.omits_prefixes() {
            return None;
        }
        let root = body.parent(op).and_then(|block| body.block_parent(block)) == Some(body.root());
        name.strip_prefix(dialect)?.strip_prefix('.').filter(|_| root)
    }

    fn has_op(&self, dialect: &str, name: &str) -> bool {
        self.registry.op_by_name(&format!("{dialect}.{name}")).is_some()
    }

    /// Prints the name of an op at the start of its custom form.
    pub(crate) fn print_op_name(&mut self, id: OpDefId, def: &OpDef) {
        let at = usize::from(id.0);
        if let Some(Some(name)) = self.op_names.get(at) {
            return self.out.extend_from_slice(name);
        }
        let start = self.out.len();
        self.spell_op_name(def);
        if self.op_names.len() <= at {
            self.op_names.resize(at + 1, None);
        }
        self.op_names[at] = Some(self.out[start..].into());
    }

    pub(crate) fn spell_op_name(&mut self, def: &OpDef) {
        let name = def.row.name;
        let short = name.strip_prefix("builtin.").or_else(|| name.strip_prefix("std."));
        let short = short.filter(|short| self.registry.op_by_name(short).is_some());
        self.qualified(short.unwrap_or(name));
    }

    /// Prints `%0 = `. Records the OpNames that the printed names do not show, for the attribute dictionary.
    fn print_result_names(&mut self, body: &Body, op: Op) {
        let count = body.result_count(op);
        let first = body.result(op, 0);
        if count == 1 {
            self.print_value(body, first);
        } else if let Some(ValueSpelling::Group(number, _)) = self.spelling(body, first) {
            self.push("%");
            self.number(number);
            self.push(":");
            self.number(count as u64);
        } else {
            // Results that share a name are printed only once.
            let grouped = |p: &Self, result| match p.spelling(body, result) {
                Some(ValueSpelling::NamedGroup(name, index, count)) => Some((name.to_owned(), index, count)),
                _ => None,
            };
            let later = |p: &Self, result| grouped(p, result).is_some_and(|(_, index, _)| index > 0);
            let shown: Vec<Value> = body.results(op).filter(|result| !later(self, *result)).collect();
            self.separated(shown, |p, result| match grouped(p, result) {
                Some((name, _, count)) => {
                    p.push("%");
                    p.out.extend_from_slice(&name);
                    p.push(":");
                    p.number(u64::from(count));
                }
                None => p.print_value(body, result),
            });
        }
        self.push(" = ");
        if self.scope(body).is_none_or(|s| s.names.all_spelled()) {
            return;
        }
        let names: Vec<_> = body.results(op).map(|r| self.unspelled(body, r)).collect();
        self.pending.unspelled = match names[..] {
            [name] => name.map(|name| Box::new(Unspelled::One(name))),
            _ => names.iter().any(Option::is_some).then(|| Box::new(Unspelled::Many(names))),
        };
    }

    /// Returns the symbol that an op defines, or `None` if it defines none.
    fn symbol_of(&self, body: &Body, op: Op, def: &OpDef) -> Option<Ident> {
        if !def.traits.intersects(Traits::SYMBOL | Traits::SYMBOLIC) {
            return None;
        }
        let name = self.ctx.attr_str(body.slot_attr(op, SYMBOL_SLOT)?)?;
        Some(self.ctx.ident(name))
    }

    // Ids.

    /// Returns a comment with the ids of an op's symbol or results, as in `  // %4(%5, %6)`. For a function, the ids of
    /// its parameters are in parentheses. Returns `None` if no ids are known.
    fn note(&self, body: &Body, op: Op, def: &OpDef) -> Option<Box<str>> {
        let ids = self.options.ids?;
        if let Some(symbol) = self.symbol_of(body, op, def) {
            let entry = body.nested(op).and_then(|n| n.first_block(n.root()).map(|b| n.args(b)));
            let args = entry.unwrap_or(&[]).iter().map(|&arg| value_note(ids, symbol, arg));
            return note_text(ids.symbols.get(&symbol).map(id_text), args);
        }
        let function = self.scope(body)?.symbol?;
        let results = body.results(op).map(|result| value_note(ids, function, result));
        match body.result_count(op) {
            1 => note_text(results.flatten().next(), [].into_iter()),
            _ => note_text(None, results),
        }
    }

    /// Returns a comment with the ids of a block's label and arguments, or `None` if no ids are known.
    fn block_note(&self, body: &Body, block: Block) -> Option<Box<str>> {
        let ids = self.options.ids?;
        let function = self.scope(body)?.symbol?;
        let args = body.args(block).iter().map(|&arg| value_note(ids, function, arg));
        note_text(ids.blocks.get(&(function, block)).map(id_text), args)
    }

    // Regions and blocks.

    /// Prints a region: `{`, the blocks and `}`.
    pub(crate) fn print_region(&mut self, body: &Body, region: Region, entry_args: bool, empty_label: bool) {
        self.print_region_with(body, region, entry_args, empty_label, true);
    }

    /// Prints a region. The terminators of its blocks may be omitted.
    pub(crate) fn print_region_with(
        &mut self,
        body: &Body,
        region: Region,
        entry_args: bool,
        empty_label: bool,
        terminators: bool,
    ) {
        // Grows the stack on demand, because regions may be nested deeply.
        stacker::maybe_grow(STACK_LEFT, STACK_MORE, || {
            self.print_blocks(body, region, entry_args, empty_label, terminators);
        });
    }

    fn print_blocks(
        &mut self,
        body: &Body,
        region: Region,
        entry_args: bool,
        empty_label: bool,
        terminators: bool,
    ) {
        self.push("{");
        if self.options.first_line {
            self.push("\n");
            return;
        }
        let pending = std::mem::take(&mut self.pending);
        self.push(pending.note.as_deref().unwrap_or(""));
        self.newline();
        // A declaration has no block in the binary, so the annotations of its block are not printed.
        let only = body.first_block(region).filter(|block| body.next_block(*block).is_none());
        let is_declaration = region == body.root()
            && self.scope(body).is_some_and(|scope| scope.function)
            && only.is_some_and(|block| body.first_op(block).is_none());
        for (i, block) in body.blocks(region).enumerate() {
            let annotations = if self.strict() || self.options.anonymous || is_declaration {
                Annotations::default()
            } else {
                body.block_annotations(block)
            };
            let with_args = i > 0 || entry_args;
            let wanted = i > 0
                || (entry_args && !body.args(block).is_empty())
                // Without a label for the empty block, the parser would consider the next block as the entry block.
                || (body.first_op(block).is_none()
                    && pending.end.is_none()
                    && (empty_label || body.next_block(block).is_some()))
                || annotations != Annotations::default()
                // In valid modules, no op branches to an entry block, but invalid modules can also be printed.
                || body.block_uses(block).next().is_some();
            if wanted {
                self.margin();
                match is_declaration {
                    true => self.push("^bb0"),
                    false => self.print_block_name(body, block),
                }
                self.print_label(body, block, annotations, with_args);
                self.newline();
            }
            self.indent += 2;
            self.print_ops(body, block, terminators);
            let last = body.last_op(block).map(|op| self.registry.op(body.def(op)).row.name);
            if let Some(end) = pending.end.filter(|end| last != Some(*end)) {
                self.margin();
                self.push(&format!("\"{end}\"() : () -> ()\n"));
            }
            self.indent -= 2;
        }
        self.margin();
        self.push("}");
        self.pending.unspelled = pending.unspelled;
    }

    /// Prints the remainder of a label after the block name, as in `^bb1(%a: i32) {...} loc(...):  // 2 preds: ^bb0,
    /// ^bb2`.
    fn print_label(&mut self, body: &Body, block: Block, annotations: Annotations, with_args: bool) {
        if with_args && !body.args(block).is_empty() {
            self.push("(");
            self.separated(body.args(block), |p, arg| p.print_argument(body, *arg));
            self.push(")");
        }
        let label = self.scope(body).and_then(|s| s.names.label(block));
        let unspelled = annotations.name.filter(|_| label.is_none()).map(Unspelled::One);
        self.print_attrs_and_names("", annotations.attrs, &[], unspelled.as_ref(), None);
        if let Some(loc) = annotations.loc {
            self.print_trailing_location(loc);
        }
        self.push(":");
        self.print_predecessors(body, block);
        let note = self.block_note(body, block);
        self.push(note.as_deref().unwrap_or(""));
    }

    /// Prints a comment with the predecessors of a block in order, once per edge.
    fn print_predecessors(&mut self, body: &Body, block: Block) {
        let position = |b: Block| self.scope(body).and_then(|s| s.names.position(b));
        let edges = body.block_uses(block).filter_map(|(op, _)| body.parent(op));
        let mut edges: SmallVec<[(Option<u32>, Block); 8]> = edges.map(|b| (position(b), b)).collect();
        edges.sort_unstable();
        match edges.len() {
            0 if body.prev_block(block).is_none() => {}
            0 => self.push("  // no predecessors"),
            1 => self.push("  // pred: "),
            count => {
                self.push("  // ");
                self.number(count as u64);
                self.push(" preds: ");
            }
        }
        self.separated(edges, |p, (_, b)| p.print_block_name(body, b));
    }

    /// Prints a block argument: `%a: t {attrs} loc(...)`.
    pub(crate) fn print_argument(&mut self, body: &Body, value: Value) {
        self.print_value(body, value);
        self.push(": ");
        self.print_type(body.value_type(value));
        let annotations = body.value_annotations(value);
        let unspelled = self.unspelled(body, value);
        // For a function argument, LLVM-compatible text prints the attributes in a list on the function op.
        let apart = self.strict() && self.options.generic && self.is_parameter(body, value);
        if (annotations.attrs.is_some() && !apart) || unspelled.is_some() {
            self.print_attrs_and_names(
                "",
                annotations.attrs,
                &[],
                unspelled.map(Unspelled::One).as_ref(),
                None,
            );
        }
        self.print_trailing_location(annotations.loc.unwrap_or(spv_ir::Location::UNKNOWN));
    }

    /// Returns whether a value is an argument of the function that contains the body.
    fn is_parameter(&self, body: &Body, value: Value) -> bool {
        let entry = body.first_block(body.root());
        self.scope(body).is_some_and(|s| s.function) && entry.is_some_and(|b| body.args(b).contains(&value))
    }

    /// Prints a successor with its arguments: `^block(%a, %b : t, t)`.
    pub(crate) fn print_successor(&mut self, body: &Body, op: Op, index: usize) {
        self.print_block_name(body, body.successor(op, index));
        let args = body.successor_args(op, index);
        if args.len() > 0 {
            self.push("(");
            self.separated(args.clone(), |p, arg| p.print_value(body, arg));
            self.push(" : ");
            self.separated(args, |p, arg| p.print_value_type(body, arg));
            self.push(")");
        }
    }

    /// Prints the type of a value.
    pub(crate) fn print_value_type(&mut self, body: &Body, value: Value) {
        match body.value_type_opt(value) {
            Some(ty) => self.print_type(ty),
            None => self.push("<unknown>"),
        }
    }

    /// Returns whether an op has attributes or OpNames that must be printed in its attribute dictionary.
    pub(crate) fn needs_dict(&self, attrs: Option<Attribute>) -> bool {
        self.pending.unspelled.is_some() || !self.ctx.dict(attrs).is_empty()
    }
}

/// Formats an id as `%4`.
fn id_text(id: &u32) -> String {
    format!("%{id}")
}

/// Returns the id of a value in a function and its analysis result, as text for a comment. Returns `None` if neither is
/// known.
fn value_note(notes: &IdNotes, function: Ident, value: Value) -> Option<String> {
    let id = notes.values.get(&(function, value)).map(id_text);
    match (id, notes.facts.get(&(function, value))) {
        (Some(id), Some(fact)) => Some(format!("{id} {fact}")),
        (id, fact) => id.or_else(|| fact.cloned()),
    }
}

fn note_text(first: Option<String>, others: impl Iterator<Item = Option<String>>) -> Option<Box<str>> {
    let others: Vec<String> = others.flatten().collect();
    let mut note = first.unwrap_or_default();
    if !others.is_empty() {
        note += &format!("({})", others.join(", "));
    }
    (!note.is_empty()).then(|| format!("  // {note}").into())
}
