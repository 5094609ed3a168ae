//! Printer state, and the interface for hand-written assembly

use crate::Options;
use crate::affine::AffineAliases;
use crate::bodies::address;
use crate::float::Floats;
use crate::items::Items;
use crate::names::{Names, Style, ValueSpelling};
use crate::ops::Pending;
use crate::out::Text;
use crate::program::Program;
use crate::state::{LocAliases, Types};
use crate::text::{push_name, push_string};
use crate::unique_numbers::UniqueNumbers;
use rustc_hash::{FxHashMap, FxHashSet};
use spv_ir::dialect::Registry;
use spv_ir::{
    AsmPrinter, Attribute, Block, Body, Context, Executor, Ident, Op, Region, TextForm, Type, Value,
};
use std::io;
use std::sync::Arc;

/// Size in bytes at which the output buffer is flushed.
pub(crate) const CHUNK: usize = 1 << 18;
/// Maximum indentation, so that the output does not grow quadratically with the nesting depth.
pub(crate) const MAX_MARGIN: usize = 128;

/// A printer that writes to a buffer.
pub(crate) struct Printer<'a> {
    pub ctx: &'a Context,
    pub registry: &'a Registry,
    pub options: &'a Options<'a>,
    pub out: Text,
    /// Indentation of the current line in spaces.
    pub indent: usize,
    pub types: Types,
    /// Information about the current op that has not been printed yet.
    pub pending: Pending,
    /// Buffer for the components of an op, used when an op is printed by its assembly format.
    pub items: Items,
    /// Cache of compiled assembly formats, indexed by op definition.
    pub programs: Vec<Option<Box<Program>>>,
    /// Cache of printed floats.
    pub floats: Floats,
    /// Cache of printed op names, indexed by op definition.
    pub op_names: Vec<Option<Box<[u8]>>>,
    /// Texts of printed dictionary entries and their keys, by value.
    pub pair_texts: FxHashMap<Attribute, Vec<PairText>>,
    /// Byte offsets at which the lines of the source start, computed on demand.
    pub lines: Option<Vec<usize>>,
    /// Aliases of locations.
    pub loc_aliases: Option<Arc<LocAliases>>,
    /// Aliases of affine maps and integer sets.
    pub affine_aliases: AffineAliases,
    /// The `dense_resource` attributes printed so far, as a set and in printing order.
    pub resources: (FxHashSet<Attribute>, Vec<Attribute>),
    /// Initial value numbers of each region, if numbers must be unique in the whole output.
    pub unique: Option<UniqueNumbers>,
    /// The enclosing bodies with their names, from the outermost to the current body.
    pub scopes: Vec<Scope>,
    /// Name tables that can be reused for other bodies.
    spare: Vec<Names>,
    pub sink: Option<&'a mut (dyn io::Write + Send)>,
    pub error: Option<io::Error>,
    /// The executor that prints functions in parallel, if any.
    pub executor: Option<&'a dyn Executor>,
}

/// The key of a dictionary entry, and the text of the entry.
pub(crate) type PairText = (Box<str>, Box<[u8]>);

/// A body that is being printed.
pub(crate) struct Scope {
    /// Address of the body, which identifies it.
    body: usize,
    pub names: Names,
    /// The symbol of the op that contains the body, if any.
    pub symbol: Option<Ident>,
    /// Whether the op that contains the body is a function.
    pub function: bool,
    /// The dialect prefix of the op that contains the body, if any.
    pub dialect: Option<&'static str>,
    /// Whether LLVM-compatible text omits this dialect prefix for ops directly in the body.
    pub is_default: bool,
}

/// Returns the innermost scope for `body`, or `None` if the body is not being printed.
#[inline]
pub(crate) fn scope_of<'s>(scopes: &'s [Scope], body: &Body) -> Option<&'s Scope> {
    let body = address(body);
    match scopes {
        [.., last] if last.body == body => Some(last),
        _ => scopes.iter().rfind(|s| s.body == body),
    }
}

impl<'a> Printer<'a> {
    pub(crate) fn new(ctx: &'a Context, options: &'a Options<'a>) -> Printer<'a> {
        Printer {
            ctx,
            registry: ctx.registry(),
            options,
            out: Text::default(),
            indent: 0,
            types: Types::default(),
            pending: Pending::default(),
            items: Items::default(),
            programs: Vec::new(),
            floats: Floats::default(),
            op_names: Vec::new(),
            pair_texts: FxHashMap::default(),
            lines: None,
            loc_aliases: None,
            affine_aliases: AffineAliases::None,
            resources: Default::default(),
            unique: None,
            scopes: Vec::new(),
            spare: Vec::new(),
            sink: None,
            error: None,
            executor: None,
        }
    }

    // Output.

    pub(crate) fn stream_to(&mut self, sink: &'a mut (dyn io::Write + Send)) {
        self.sink = Some(sink);
    }

    pub(crate) fn into_string(self) -> String {
        String::from_utf8(self.out.into_bytes())
            .unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned())
    }

    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.flush(0);
        self.error.map_or(Ok(()), Err)
    }

    /// Writes the buffer to the sink if it holds at least `least` bytes. Must only be called between ops.
    #[inline]
    pub(crate) fn flush(&mut self, least: usize) {
        if self.out.len() < least {
            return;
        }
        if let Some(sink) = &mut self.sink {
            if self.error.is_none() {
                self.error = sink.write_all(&self.out).err();
            }
            self.out.truncate(0);
        }
    }

    #[inline]
    pub(crate) fn push(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
    }

    pub(crate) fn number(&mut self, n: impl Into<u64>) {
        self.out.push_u64(n.into());
    }

    /// Ends the current line.
    pub(crate) fn newline(&mut self) {
        self.out.push(b'\n');
        self.flush(CHUNK);
    }

    /// Prints the indentation of a line.
    #[inline]
    pub(crate) fn margin(&mut self) {
        self.out.push_spaces(self.indent.min(MAX_MARGIN));
    }

    /// Calls `each` for all items and prints commas between them.
    pub(crate) fn separated<T>(
        &mut self,
        items: impl IntoIterator<Item = T>,
        mut each: impl FnMut(&mut Self, T),
    ) {
        for (i, item) in items.into_iter().enumerate() {
            if i > 0 {
                self.push(", ");
            }
            each(self, item);
        }
    }

    /// Returns whether LLVM-compatible text is printed, instead of the default form.
    pub(crate) fn strict(&self) -> bool {
        self.options.compat.is_some()
    }

    // Scopes.

    /// Assigns names to all values and blocks of `body` and makes it the current body.
    pub(crate) fn enter(&mut self, body: &Body, symbol: Option<Ident>, function: bool) {
        let mut names = self.spare.pop().unwrap_or_default();
        let style =
            Style { debug_names: !self.strict() && !self.options.anonymous, hints: !self.options.generic };
        body.prefetch();
        names.fill(self.ctx, body, style, self.unique.as_ref());
        let body = address(body);
        self.scopes.push(Scope { body, names, symbol, function, dialect: None, is_default: false });
    }

    /// Makes `body` the current body, but assigns no names. Suffices for printing functions in it. The tuple is
    /// `dialect` and `is_default` of the new scope.
    pub(crate) fn enter_for_functions(
        &mut self,
        body: &Body,
        (dialect, is_default): (Option<&'static str>, bool),
    ) {
        let scope = Scope {
            body: address(body),
            names: Names::default(),
            symbol: None,
            function: false,
            dialect,
            is_default,
        };
        self.scopes.push(scope);
    }

    /// Leaves the current body.
    pub(crate) fn leave(&mut self) {
        self.spare.extend(self.scopes.pop().map(|s| s.names));
    }

    pub(crate) fn scope(&self, body: &Body) -> Option<&Scope> {
        scope_of(&self.scopes, body)
    }

    // Names.

    pub(crate) fn spelling(&self, body: &Body, value: Value) -> Option<ValueSpelling<'_>> {
        self.scope(body).map(|s| s.names.value(body, value))
    }

    /// Returns the OpName of a value if it differs from the printed name.
    pub(crate) fn unspelled(&self, body: &Body, value: Value) -> Option<Ident> {
        self.scope(body)?.names.unspelled(body, value)
    }

    /// Prints the full name of an op, type or attribute definition, with the requested dialect prefix.
    pub(crate) fn qualified(&mut self, name: &str) {
        let later = self.options.compat.filter(|form| form.uses_later_formats);
        let renamed = later.and_then(|form| self.ctx.registry().name_in(form, name));
        let name = renamed.as_deref().unwrap_or(name);
        if self.options.dialect_alias
            && let Some((dialect, _)) = name.split_once('.')
            && let Some(alias) = self.ctx.registry().dialect_alias(dialect)
        {
            self.push(alias);
            return self.push(&name[dialect.len()..]);
        }
        self.push(name);
    }

    #[inline]
    pub(crate) fn print_value(&mut self, body: &Body, value: Value) {
        let out = &mut self.out;
        let Some(scope) = scope_of(&self.scopes, body) else {
            return out.extend_from_slice(b"%<unknown>");
        };
        if scope.names.push(out, value) {
            return;
        }
        match scope.names.value(body, value) {
            ValueSpelling::Group(n, index) => {
                out.push_marked(b'%', n);
                out.push_marked(b'#', index);
            }
            ValueSpelling::NamedGroup(name, index, _) => {
                out.push(b'%');
                out.extend_from_slice(name);
                out.push_marked(b'#', index);
            }
            _ => out.extend_from_slice(b"%<unknown>"),
        }
    }

    /// Prints a block name such as `^bb1`.
    pub(crate) fn print_block_name(&mut self, body: &Body, block: Block) {
        let out = &mut self.out;
        let Some(scope) = scope_of(&self.scopes, body) else {
            return out.extend_from_slice(b"^<unknown>");
        };
        match (scope.names.label(block), scope.names.position(block)) {
            (Some(label), _) => {
                out.push(b'^');
                out.extend_from_slice(label);
            }
            (None, Some(position)) => {
                out.extend_from_slice(b"^bb");
                out.push_u64(position.into());
            }
            (None, None) => out.extend_from_slice(b"^<unknown>"),
        }
    }

    pub(crate) fn print_symbol(&mut self, name: &str) {
        self.out.push(b'@');
        push_name(&mut self.out, name);
    }

    pub(crate) fn print_string(&mut self, text: &str) {
        push_string(&mut self.out, text);
    }
}

impl AsmPrinter for Printer<'_> {
    fn ctx(&self) -> &Context {
        self.ctx
    }

    fn write(&mut self, text: &str) {
        self.push(text);
    }

    fn name(&mut self, name: &str) {
        self.qualified(name);
    }

    fn value(&mut self, body: &Body, value: Value) {
        self.print_value(body, value);
    }

    fn ty(&mut self, ty: Type) {
        self.print_type(ty);
    }

    fn attr(&mut self, attr: Attribute) {
        self.print_attr(attr, crate::attrs::Elide::Never);
    }

    fn attr_in_array(&mut self, attr: Attribute) {
        self.print_attr(attr, crate::attrs::Elide::Default);
    }

    fn attr_of(&mut self, key: &str, attr: Attribute) {
        self.print_attr_of(key, attr, crate::attrs::Elide::Default);
    }

    fn attr_no_type(&mut self, attr: Attribute) {
        self.print_attr(attr, crate::attrs::Elide::Always);
    }

    fn symbol(&mut self, name: Attribute) {
        if let Some(name) = self.ctx.attr_str(name) {
            self.print_symbol(name);
        }
    }

    fn string(&mut self, text: &str) {
        self.print_string(text);
    }

    fn attr_dict(&mut self, attrs: Option<Attribute>, elided: &[&str]) {
        self.print_discardable("", attrs, elided);
    }

    fn attributes(&mut self, attrs: Option<Attribute>, elided: &[&str]) {
        self.print_discardable(" attributes", attrs, elided);
    }

    fn successor(&mut self, body: &Body, op: Op, index: usize) {
        self.print_successor(body, op, index);
    }

    fn arg(&mut self, body: &Body, value: Value) {
        self.print_argument(body, value);
    }

    fn region(&mut self, body: &Body, region: Region, entry_args: bool) {
        self.push(" ");
        self.print_region(body, region, entry_args, false);
    }

    fn region_without_terminators(&mut self, body: &Body, region: Region, entry_args: bool) {
        self.push(" ");
        self.print_region_with(body, region, entry_args, false, false);
    }

    fn op_in_line(&mut self, body: &Body, op: Op) {
        self.print_unnamed(body, op);
    }

    fn newline_in(&mut self, spaces: usize) {
        self.push("\n");
        self.indent += spaces;
        self.margin();
        self.indent -= spaces;
    }

    fn form(&self) -> Option<&'static TextForm> {
        self.options.compat
    }
}
