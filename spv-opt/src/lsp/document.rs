//! An open text document and its diagnostics
//!
//! The module without function bodies and each function are checked separately. The errors in a function depend only on
//! its own text and on the surrounding module. Therefore, an edit within one function body requires checking only that
//! function again. Any other edit requires checking the whole document. In both cases, the diagnostics are the same as
//! for a new document with the same text. If a target environment is set, a document without errors is parsed once more
//! as a whole and validated.

use super::index::{Around, Index};
use super::text::{Encoding, Text};
use spv_ir::dialect::Traits;
use spv_ir::verify::{Owner, Storage, Verifier};
use spv_ir::{
    Body, Builder, Context, Diagnostics, Location, Op, Place, Severity, SymbolTable, Type, builtin,
};
use spv_parser::{
    FunctionRead, FunctionReader, FunctionText, ParseOptions, PieceOptions, Skeleton, parse_skeleton,
};
use spv_validate::{TargetEnv, verify_for};
use std::ops::Range;
use std::sync::Arc;

/// Maximum number of bytes of functions that are parsed again before a new context is created. A context never frees
/// data created by parsing.
const CONTEXT_LIMIT: usize = 64 << 20;

/// A diagnostic about a document, with byte ranges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The severity.
    pub severity: Severity,
    /// Byte range in the document.
    pub span: Range<usize>,
    /// The message.
    pub message: String,
    /// Id of the violated validation rule, if any.
    pub rule: Option<String>,
    /// Notes, each with its byte range if known.
    pub notes: Vec<(Option<Range<usize>>, String)>,
}

impl Fault {
    fn shift(&mut self, by: impl Fn(usize) -> usize) {
        let shift = |span: &mut Range<usize>| *span = by(span.start)..by(span.end);
        shift(&mut self.span);
        self.notes.iter_mut().filter_map(|(span, _)| span.as_mut()).for_each(shift);
    }
}

/// The text of a function in the document, with the results of checking it.
struct Piece {
    function: FunctionText,
    /// Index into `Checked::containers`, and the function op in that container. `None` if the op could not be created.
    holder: Option<(usize, Op)>,
    /// Diagnostics about the function, with byte offsets relative to its start.
    faults: Vec<Fault>,
    defines_type: bool,
    /// Whether the function failed to parse. Such a function is not verified.
    wrong: bool,
    /// Whether the text of the function has changed since the last check.
    changed: bool,
}

/// A body that contains functions.
struct Container {
    /// Ops that enclose the body, outermost first.
    path: Vec<Op>,
    symbols: SymbolTable,
}

/// The results of checking a document.
struct Checked {
    ctx: Arc<Context>,
    skeleton: Skeleton,
    containers: Vec<Container>,
    /// Diagnostics about the text outside functions.
    faults: Vec<Fault>,
    pieces: Vec<Piece>,
    /// Number of bytes of functions that were parsed again in the context.
    used: usize,
}

impl Checked {
    fn body(&self, path: &[Op]) -> &Body {
        path.iter().fold(&*self.skeleton.module.body, |body, op| body.nested(*op).unwrap_or(body))
    }

    /// Verifies a function unless it failed to parse. Adds the errors to its diagnostics.
    fn verify(
        &self,
        source: &str,
        verifier: &Verifier<'_>,
        piece: &mut Piece,
        body: Option<Box<Body>>,
        storage: &mut Storage,
    ) {
        let Some((body, (container, op))) = body.filter(|_| !piece.wrong).zip(piece.holder) else { return };
        let Container { path, symbols } = &self.containers[container];
        let mut found = Diagnostics::default();
        let loc = Location::text(piece.function.start);
        verifier.nested(&body, (self.body(path), op), loc, symbols, storage, &mut found);
        take_faults(source, piece, &found);
    }

    /// Returns whether the text outside functions failed to parse. In this case, no function is verified.
    fn is_broken(&self) -> bool {
        self.skeleton.diagnostics.has_errors()
    }
}

/// An open text document.
pub struct Document {
    text: Text,
    registry: Arc<spv_ir::dialect::Registry>,
    /// Results of the last check, or `None` if the whole document must be checked.
    checked: Option<Checked>,
    /// Index of references, built on request and dropped on edits.
    index: Option<Index>,
    /// Number of functions checked since the document was opened.
    functions_checked: usize,
    /// Target environment for validation, if any.
    env: Option<TargetEnv>,
}

impl Document {
    /// Creates a document, which is checked at the first call of [`Self::faults`].
    pub fn new(text: String, encoding: Encoding, registry: Arc<spv_ir::dialect::Registry>) -> Document {
        Document {
            env: None,
            text: Text::new(text, encoding),
            registry,
            checked: None,
            index: None,
            functions_checked: 0,
        }
    }

    /// Returns the text of the document.
    pub fn text(&self) -> &Text {
        &self.text
    }

    /// Sets the target environment for validation; `None` disables validation.
    pub fn set_env(&mut self, env: Option<TargetEnv>) {
        self.env = env;
    }

    /// Returns the registry with which the text is parsed.
    pub fn registry(&self) -> &Arc<spv_ir::dialect::Registry> {
        &self.registry
    }

    /// Returns the number of functions checked since the document was opened, which measures the cost of edits.
    pub fn functions_checked(&self) -> usize {
        self.functions_checked
    }

    /// Replaces a byte range with `new`. Both ends of the range must be character boundaries.
    pub fn edit(&mut self, span: Range<usize>, new: &str) {
        self.text.replace(span.clone(), new);
        self.index = None;
        let Some(checked) = &mut self.checked else { return };
        let next = checked.pieces.partition_point(|piece| piece.function.open < span.start);
        let kept = next.checked_sub(1).filter(|_| !checked.is_broken()).is_some_and(|at| {
            let function = &mut checked.pieces[at].function;
            if !function.closed || span.end >= function.end {
                return false;
            }
            let end = function.end - span.len() + new.len();
            let braces = FunctionReader::braces(&checked.ctx, self.text.as_str(), function.open);
            function.end = end;
            braces == (end, true)
        });
        if !kept {
            self.checked = None;
            return;
        }
        let shift = |at: usize| if at >= span.end { at - span.len() + new.len() } else { at };
        checked.pieces[next - 1].changed = true;
        for Piece { function, .. } in &mut checked.pieces[next..] {
            function.start = shift(function.start);
            function.open = shift(function.open);
            function.end = shift(function.end);
        }
        checked.faults.iter_mut().for_each(|fault| fault.shift(shift));
    }

    /// Replaces the whole text of the document.
    pub fn replace_all(&mut self, text: String, encoding: Encoding) {
        self.text = Text::new(text, encoding);
        (self.checked, self.index) = (None, None);
    }

    /// Returns the index of references, building it if needed.
    pub fn index(&mut self) -> &mut Index {
        let (text, registry) = (&self.text, &self.registry);
        self.index.get_or_insert_with(|| Index::new(text.as_str(), registry.clone()))
    }

    /// Returns the references in the function around a byte offset or, outside functions, in the module.
    pub fn around(&mut self, offset: usize) -> Around<'_> {
        let (text, registry) = (&self.text, &self.registry);
        let index = self.index.get_or_insert_with(|| Index::new(text.as_str(), registry.clone()));
        index.around(text.as_str(), offset)
    }

    /// Checks the document if needed, and returns all diagnostics, sorted by position.
    pub fn faults(&mut self) -> Vec<Fault> {
        let mut checked = match self.checked.take().and_then(|checked| self.recheck(checked)) {
            Some(checked) => checked,
            None => self.check(),
        };
        let mut faults = checked.faults.clone();
        for piece in &mut checked.pieces {
            let start = piece.function.start;
            faults.extend(piece.faults.iter().cloned().map(|mut fault| {
                fault.shift(|at| at + start);
                fault
            }));
        }
        self.checked = Some(checked);
        if faults.iter().all(|fault| fault.severity != Severity::Error) {
            faults.extend(self.violations());
        }
        faults.sort_by_key(|fault| fault.span.start);
        faults
    }

    /// Validates a document that passed the parser and the verifier, if a target environment is set.
    fn violations(&self) -> Vec<Fault> {
        let Some(env) = &self.env else { return Vec::new() };
        let source = self.text.as_str();
        let options = ParseOptions { keep_positions: true, ..ParseOptions::default() };
        let ctx = Arc::new(Context::new(self.registry.clone()));
        let found = spv_parser::parse(source, &options, ctx).and_then(|module| verify_for(&module, env));
        found.err().map_or_else(Vec::new, |list| faults_of(source, &list, 0..source.len()))
    }

    /// Parses and verifies the whole document.
    fn check(&mut self) -> Checked {
        let ctx = Arc::new(Context::new(self.registry.clone()));
        let source = self.text.as_str();
        let options = PieceOptions::default();
        let skeleton = parse_skeleton(source, &options, ctx.clone());
        let mut checked = Checked {
            ctx,
            skeleton,
            containers: Vec::new(),
            faults: Vec::new(),
            pieces: Vec::new(),
            used: 0,
        };
        let pieces = checked.skeleton.functions.iter().map(|&function| Piece {
            function,
            holder: None,
            faults: Vec::new(),
            defines_type: false,
            wrong: false,
            changed: false,
        });
        checked.pieces = pieces.collect();
        find_holders(&mut checked);

        let ctx = checked.ctx.clone();
        let mut bodies = Vec::with_capacity(checked.pieces.len());
        let mut reader = FunctionReader::new(source, &checked.skeleton.aliases, &options, &ctx);
        for piece in &mut checked.pieces {
            let read = reader.read(&piece.function);
            take_faults(source, piece, &read.diagnostics);
            piece.defines_type = read.defines_type;
            piece.wrong = read.diagnostics.has_errors();
            bodies.push(read.body);
        }
        drop(reader);
        self.functions_checked += bodies.len();
        // The arguments must be added after all bodies are parsed, because only then are all types known.
        add_arguments(&mut checked, &bodies);
        let whole = 0..source.len();
        checked.faults = faults_of(source, &checked.skeleton.diagnostics, whole.clone());
        if checked.is_broken() {
            return checked;
        }
        let verifier = Verifier::new(&ctx).apart();
        let mut found = Diagnostics::default();
        let owner = Owner { def: builtin::MODULE_ID, loc: Location::UNKNOWN };
        verifier.tree(&checked.skeleton.module.body, owner, None, &mut found);
        let mut faults = faults_of(source, &found, whole);
        checked.faults.append(&mut faults);
        let mut storage: Vec<Storage> = checked.containers.iter().map(|_| Storage::default()).collect();
        let mut pieces = std::mem::take(&mut checked.pieces);
        for (piece, body) in pieces.iter_mut().zip(bodies) {
            let Some((container, _)) = piece.holder else { continue };
            checked.verify(source, &verifier, piece, body, &mut storage[container]);
        }
        checked.pieces = pieces;
        checked
    }

    /// Parses and verifies only the changed functions. Returns `None` if the whole document must be checked instead.
    fn recheck(&mut self, mut checked: Checked) -> Option<Checked> {
        let source = self.text.as_str();
        let changed = checked.pieces.iter().filter(|piece| piece.changed);
        checked.used += changed.clone().map(|p| p.function.end - p.function.start).sum::<usize>();
        let defines_type = changed.clone().any(|piece| piece.defines_type);
        let count = changed.count();
        if count == 0 {
            return Some(checked);
        }
        if defines_type || checked.used > CONTEXT_LIMIT.max(source.len()) {
            return None;
        }
        let ctx = checked.ctx.clone();
        let mut pieces = std::mem::take(&mut checked.pieces);
        let options = PieceOptions::default();
        let mut reader = FunctionReader::new(source, &checked.skeleton.aliases, &options, &ctx);
        let mut read_again = Vec::with_capacity(count);
        for piece in pieces.iter_mut().filter(|piece| piece.changed) {
            let FunctionRead { body, diagnostics, defines_type, .. } = reader.read(&piece.function);
            let (container, op) = piece.holder?;
            let around = checked.body(&checked.containers[container].path);
            if defines_type || entry_types(around.nested(op)) != entry_types(body.as_deref()) {
                return None;
            }
            piece.wrong = diagnostics.has_errors();
            piece.faults.clear();
            take_faults(source, piece, &diagnostics);
            read_again.push(body);
        }
        drop(reader);
        let verifier = Verifier::new(&ctx).apart();
        for (piece, body) in pieces.iter_mut().filter(|piece| piece.changed).zip(read_again) {
            piece.changed = false;
            checked.verify(source, &verifier, piece, body, &mut Storage::default());
        }
        checked.pieces = pieces;
        self.functions_checked += count;
        Some(checked)
    }
}

/// Finds the op of each function, and the body that contains the op.
fn find_holders(checked: &mut Checked) {
    /// Maximum nesting depth of modules to search.
    const DEPTH: usize = 64;
    let Checked { ctx, skeleton, containers, pieces, .. } = checked;
    let mut todo: Vec<(Vec<Op>, &Body)> = vec![(Vec::new(), &skeleton.module.body)];
    while let Some((path, body)) = todo.pop() {
        let mut container = None;
        for op in body.blocks(body.root()).flat_map(|block| body.ops(block)) {
            let Some(nested) = body.nested(op) else { continue };
            let traits = ctx.registry().op(body.def(op)).traits;
            if traits.contains(Traits::FUNCTION) {
                let start = body.loc(op).text_offset();
                let found = start.and_then(|at| pieces.binary_search_by_key(&at, |p| p.function.start).ok());
                let Some(found) = found else { continue };
                let number = *container.get_or_insert(containers.len());
                if number == containers.len() {
                    let symbols = SymbolTable::new(ctx, body);
                    containers.push(Container { path: path.clone(), symbols });
                }
                pieces[found].holder = Some((number, op));
            } else if traits.contains(Traits::SYMBOL_TABLE) && path.len() < DEPTH {
                let path = path.iter().copied().chain([op]).collect();
                todo.push((path, nested));
            }
        }
    }
}

/// Adds missing entry block arguments to functions in the module without function bodies. The parsed body of a function
/// may have more arguments than its signature.
fn add_arguments(checked: &mut Checked, bodies: &[Option<Box<Body>>]) {
    for (piece, body) in checked.pieces.iter().zip(bodies) {
        let (Some((container, op)), Some(types)) = (piece.holder, entry_types(body.as_deref())) else {
            continue;
        };
        let path = &checked.containers[container].path;
        let known = entry_types(checked.body(path).nested(op)).map_or(0, |types| types.len());
        if known >= types.len() {
            continue;
        }
        let mut around = Some(&mut *checked.skeleton.module.body);
        for op in path {
            around = around.and_then(|body| Builder::new(body).into_nested_mut(*op));
        }
        let Some(nested) = around.and_then(|body| Builder::new(body).into_nested_mut(op)) else { continue };
        let Some(entry) = nested.first_block(nested.root()) else { continue };
        let mut builder = Builder::new(nested);
        for ty in types.into_iter().skip(known).flatten() {
            builder.add_arg(entry, ty);
        }
    }
}

/// Returns the argument types of a function's entry block, or `None` if there is no entry block.
fn entry_types(body: Option<&Body>) -> Option<Vec<Option<Type>>> {
    let body = body?;
    let entry = body.first_block(body.root())?;
    Some(body.args(entry).iter().map(|arg| body.value_type_opt(*arg)).collect())
}

/// Adds diagnostics about a function to `piece`, with byte offsets relative to the start of the function.
fn take_faults(source: &str, piece: &mut Piece, found: &Diagnostics) {
    let FunctionText { start, end, .. } = piece.function;
    piece.faults.extend(faults_of(source, found, start..end).into_iter().map(|mut fault| {
        fault.shift(|at| at - start);
        fault
    }));
}

/// Converts diagnostics about the byte range `part` of `source`. A diagnostic with a position outside this range is
/// moved to the start of the range.
fn faults_of(source: &str, found: &Diagnostics, part: Range<usize>) -> Vec<Fault> {
    let span = |place: &Place| {
        let span = match place {
            Place::Text(span) => span.start..span.end.max(span.start),
            Place::Op(loc) => loc.text_offset().map(|at| at..name_end(source, at))?,
            Place::None | Place::Word { .. } | Place::Stated(_) => return None,
        };
        (part.start <= span.start && span.end <= part.end).then_some(span)
    };
    let faults = found.list.iter().map(|diagnostic| Fault {
        severity: diagnostic.severity,
        span: span(&diagnostic.place).unwrap_or(part.start..part.start),
        message: diagnostic.message.clone(),
        rule: diagnostic.rule.clone(),
        notes: diagnostic.notes.iter().map(|(place, message)| (span(place), message.clone())).collect(),
    });
    faults.collect()
}

/// Returns the end offset of the op name that starts at the byte offset `at`.
fn name_end(source: &str, at: usize) -> usize {
    let rest = source.as_bytes().get(at..).unwrap_or(&[]);
    let word = |b: &&u8| b.is_ascii_alphanumeric() || matches!(**b, b'_' | b'.' | b'$' | b'"');
    at + rest.iter().take_while(word).count()
}
