//! References nested in attributes and types: constants, symbols, and positions in functions.
//!
//! Rules of ops check symbols and constants directly in slots. This module checks nested references:
//!
//! - an array length that is a spec constant;
//! - operands of decorations;
//! - `#spv.const` and `#spv.local`;
//! - hints that count entities of the module.
//!
//! Most modules have few nested references. Therefore attributes are examined once per context, and ops only if
//! necessary.

use super::View;
use super::constant::constant_problem;
use super::module::is_list;
use super::type_text;
use crate::attributes::{self, AttrKind};
use crate::decorations::{self, IMPORT, LOCAL_ID, OP_NAME, OTHERS};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use spv_ir::symbols::{name_of, referenced};
use spv_ir::{AttrData, Attribute, Body, Context, Ident, LocData, Location, Op, Type, TypeData, walk};

/// Maximum depth of locations that are exported to a binary.
pub const LOCATION_DEPTH: u32 = 8;

/// Number of interned objects examined so far, without gaps. If other threads intern objects concurrently, a later
/// object may become visible before an earlier one.
#[derive(Default)]
pub struct Seen {
    /// Handle of the last examined object. Handles start at 1.
    pub count: usize,
}

impl Seen {
    /// Records that the object with this handle was examined.
    pub fn note(&mut self, raw: u32) {
        self.count += usize::from(raw as usize == self.count + 1);
    }
}

/// The references in a context's attributes.
#[derive(Default)]
pub struct NestedRefs {
    /// Symbols inside types and other attributes.
    symbols: FxHashSet<Ident>,
    /// Whether any attribute references a position in a function, or counts entities of the module.
    hints: bool,
    /// Invalid attributes and the attributes that contain them, with messages.
    pub wrong: FxHashMap<Attribute, String>,
    /// Invalid file names of locations.
    wrong_files: FxHashSet<Ident>,
    /// Whether any location has invalid metadata.
    wrong_metadata: bool,
    /// Attributes examined so far.
    attrs: Seen,
}

impl NestedRefs {
    /// Examines the attributes created since the last call, and all types and locations.
    pub fn examine_new(&mut self, ctx: &Context) {
        for attr in ctx.attrs().skip(self.attrs.count) {
            self.attrs.note(attr.raw());
            if let Some(problem) = self.examine(ctx, attr) {
                self.wrong.insert(attr, problem);
            }
        }
        for ty in ctx.types() {
            if let Some((_, params)) = ctx.type_params(ty) {
                params.iter().for_each(|param| self.symbol(ctx, *param));
            }
        }
        if !self.wrong.is_empty() {
            self.spread(ctx);
        }
        let mut last = None;
        for loc in ctx.locations() {
            match loc {
                LocData::FileLineCol { file, .. }
                    if last.replace(*file) != Some(*file) && ctx.str(*file).contains('\0') =>
                {
                    self.wrong_files.insert(*file);
                }
                LocData::Fused { metadata: Some(metadata), .. } => {
                    self.wrong_metadata |= self.wrong.contains_key(metadata);
                }
                _ => {}
            }
        }
    }

    /// Returns whether all attributes and file names are valid.
    pub fn are_valid(&self) -> bool {
        self.wrong.is_empty() && self.wrong_files.is_empty()
    }

    /// Returns whether no location is invalid.
    pub fn locations_are_valid(&self) -> bool {
        self.wrong_files.is_empty() && !self.wrong_metadata
    }

    fn symbol(&mut self, ctx: &Context, attr: Attribute) {
        match ctx.attr_data(attr) {
            AttrData::Symbol(name) => _ = self.symbols.insert(*name),
            // Nested arrays are attributes of their own and therefore examined as well.
            AttrData::Array(items) => self.symbols.extend(items.iter().filter_map(|a| ctx.attr_symbol(*a))),
            _ => {}
        }
    }

    /// Records the symbols that an attribute references. Returns an error message if the attribute is invalid.
    fn examine(&mut self, ctx: &Context, attr: Attribute) -> Option<String> {
        match ctx.attr_data(attr) {
            AttrData::String(text) if text.contains('\0') => Some(ZERO_BYTE.to_owned()),
            AttrData::Dict(entries) => {
                for (key, value) in entries {
                    let key = ctx.str(*key);
                    self.hints |= key == LOCAL_ID || key == IMPORT;
                    if is_written(key) {
                        self.symbol(ctx, *value);
                    }
                }
                None
            }
            AttrData::Array(items) => {
                let inner = items.iter().filter(|item| ctx.attr_array(**item).is_some());
                inner.for_each(|item| self.symbol(ctx, *item));
                None
            }
            AttrData::Param { params, .. } => {
                params.iter().for_each(|param| self.symbol(ctx, *param));
                match (attributes::view(ctx, attr)?.0, &params[..]) {
                    (AttrKind::Const, &[inner, ty]) => match ctx.attr_type(ty) {
                        Some(ty) => constant_problem(ctx, inner, ty).err(),
                        None => Some("'#spv.const' takes a constant and its type".to_owned()),
                    },
                    (AttrKind::Local, _) => {
                        self.hints = true;
                        let fits = matches!(params[..], [function, number]
                            if ctx.attr_symbol(function).is_some() && is_u32(ctx, number));
                        (!fits).then(|| {
                            "'#spv.local' takes a function and a number, as in '#spv.local<@f, 3>'".to_owned()
                        })
                    }
                    (AttrKind::Import, _) => {
                        self.hints = true;
                        let fits = matches!(params[..], [number] if ctx.attr_u64(number).is_some());
                        (!fits).then(|| "'#spv.import' takes a number, as in '#spv.import<1>'".to_owned())
                    }
                    (AttrKind::DebugLine, &[source, start, end, first, last]) => {
                        let numbers = [start, end, first, last];
                        let fits =
                            ctx.attr_symbol(source).is_some() && numbers.iter().all(|attr| is_id(ctx, *attr));
                        (!fits).then(|| DEBUG_LINE.to_owned())
                    }
                    (AttrKind::DebugLine, _) => Some(DEBUG_LINE.to_owned()),
                    (AttrKind::Scope, &[scope, inlined]) => {
                        let unit = *ctx.attr_data(inlined) == AttrData::Unit;
                        let fits =
                            ctx.attr_symbol(scope).is_some() && (unit || ctx.attr_symbol(inlined).is_some());
                        (!fits).then(|| SCOPE.to_owned())
                    }
                    (AttrKind::Scope, _) => Some(SCOPE.to_owned()),
                    (AttrKind::Group, &[number, dict])
                        if is_u32(ctx, number) && matches!(ctx.attr_data(dict), AttrData::Dict(_)) =>
                    {
                        super::dict_problem(ctx, self, dict)
                    }
                    (AttrKind::Group, _) => Some(GROUP.to_owned()),
                    _ => None,
                }
            }
            AttrData::Wide { ty, .. } if matches!(ctx.type_data(*ty), TypeData::Float(_)) => None,
            AttrData::Integer { ty, .. } | AttrData::Wide { ty, .. } => match ctx.type_data(*ty) {
                TypeData::Integer { .. } => None,
                TypeData::Index => Some(INDEX.to_owned()),
                _ => Some(wrong_number(ctx, "an integer", *ty)),
            },
            AttrData::Float { ty, .. } => match ctx.type_data(*ty) {
                TypeData::Integer { .. } | TypeData::Index => Some(wrong_number(ctx, "a float", *ty)),
                _ => None,
            },
            AttrData::Dense { ty, elements } => match ctx.type_data(*ty) {
                TypeData::Index => Some(INDEX.to_owned()),
                TypeData::Vector { dims, .. } | TypeData::Tensor { dims, .. } => {
                    let need = dims.iter().fold(1_u64, |count, length| count.saturating_mul(*length));
                    let have = elements.len() as u64;
                    (have != need && have != 1).then(|| {
                        let ty = type_text(ctx, *ty);
                        format!("a dense attribute of type '{ty}' has {need} elements (or one for all), but found {have}")
                    })
                }
                _ => Some(format!(
                    "a dense attribute has a vector or tensor type, but found '{}'",
                    type_text(ctx, *ty)
                )),
            },
            _ => None,
        }
    }

    /// Returns an error message if a location is invalid. The binary keeps two parts per level (see
    /// [`crate::attributes`]).
    pub fn location_problem(&self, ctx: &Context, loc: Location) -> Option<&str> {
        let (metadata, file) = written(ctx, loc);
        let wrong = metadata.iter().find_map(|attr| self.wrong.get(attr)).map(String::as_str);
        wrong.or_else(|| file.filter(|file| self.wrong_files.contains(file)).map(|_| ZERO_BYTE))
    }

    /// Marks all attributes that contain an invalid attribute as invalid.
    fn spread(&mut self, ctx: &Context) {
        loop {
            let mut more = Vec::new();
            for attr in ctx.attrs().filter(|attr| !self.wrong.contains_key(attr)) {
                let mut parts = parts(ctx, attr);
                more.extend(parts.find_map(|part| Some((attr, self.wrong.get(&part)?.clone()))));
            }
            if more.is_empty() {
                return;
            }
            self.wrong.extend(more);
        }
    }

    /// Returns an error message if a type has invalid parameters.
    pub fn type_problem(&self, ctx: &Context, ty: Type) -> Option<&String> {
        let params: &[Attribute] = match ctx.type_data(ty) {
            TypeData::Param { params, .. } => params,
            TypeData::Named { params, .. } => params.get()?,
            _ => return None,
        };
        params.iter().find_map(|param| self.wrong.get(param))
    }
}

/// Message for a string with a zero byte.
const ZERO_BYTE: &str = "a string with a zero byte has no binary form";

/// Message for a malformed `#spv.debug_line`.
const DEBUG_LINE: &str =
    "'#spv.debug_line' takes a source and four numbers, as in '#spv.debug_line<@source, 1, 1, 4, 9>'";

/// Message for a malformed `#spv.scope`.
const SCOPE: &str =
    "'#spv.scope' takes a scope, and an inlined-at location or 'unit', as in '#spv.scope<@scope, unit>'";

/// Message for a malformed `#spv.decoration_group`.
const GROUP: &str =
    "'#spv.decoration_group' takes a number and decorations, as in '#spv.decoration_group<0, {flat}>'";

/// Message for a number of type `index`.
const INDEX: &str = "a number of type 'index' has no binary form";

/// Returns the message for a number whose type does not fit.
fn wrong_number(ctx: &Context, number: &str, ty: Type) -> String {
    format!("{number} attribute cannot have the type '{}'", type_text(ctx, ty))
}

/// Returns whether an attribute is a 32-bit number.
fn is_u32(ctx: &Context, attr: Attribute) -> bool {
    ctx.attr_u64(attr).is_some_and(|number| u32::try_from(number).is_ok())
}

/// Returns whether an attribute represents an id.
fn is_id(ctx: &Context, attr: Attribute) -> bool {
    ctx.attr_symbol(attr).is_some() || attributes::typed_constant(ctx, attr).is_some()
}

/// Returns the parts of a location that the binary keeps: metadata of fused locations, and the file.
fn written(ctx: &Context, loc: Location) -> (SmallVec<[Attribute; 2]>, Option<Ident>) {
    let (mut found, mut first) = (SmallVec::new(), None);
    let mut todo: SmallVec<[(Location, u32); 4]> = SmallVec::from_slice(&[(loc, LOCATION_DEPTH)]);
    while let Some((loc, depth)) = todo.pop() {
        if !loc.is_explicit() || depth == 0 {
            continue;
        }
        match ctx.loc_data(loc) {
            LocData::Name { child, .. } => todo.push((*child, depth - 1)),
            LocData::CallSite { callee, .. } => todo.push((*callee, depth - 1)),
            LocData::Fused { metadata, parts } => {
                found.extend(*metadata);
                // Visit the first part first.
                todo.extend(parts.iter().take(2).rev().map(|part| (*part, depth - 1)));
            }
            LocData::FileLineCol { file, .. } => first = first.or(Some(*file)),
            LocData::Unknown => {}
        }
    }
    (found, first)
}

/// Returns whether a dictionary entry is exported to a binary. Other entries are not checked.
fn is_written(key: &str) -> bool {
    matches!(key, OP_NAME | OTHERS) || decorations::by_key(key).is_some() || is_list(key)
}

/// Returns the parts of an attribute that are exported to a binary.
fn parts(ctx: &Context, attr: Attribute) -> Box<dyn Iterator<Item = Attribute> + '_> {
    match ctx.attr_data(attr) {
        AttrData::Array(items) => Box::new(items.iter().copied()),
        AttrData::Dict(entries) => {
            Box::new(entries.iter().filter(|(key, _)| is_written(ctx.str(*key))).map(|(_, value)| *value))
        }
        AttrData::Param { params, .. } => Box::new(params.iter().copied()),
        _ => Box::new(std::iter::empty()),
    }
}

/// Checks that a `spv.module` defines everything that its attributes and types reference.
pub fn module(v: &mut View<'_, '_>) {
    let references = &v.checks.references;
    if references.symbols.is_empty() && !references.hints {
        return;
    }
    let (ctx, module) = (v.ctx(), v.op);
    let Some(body) = v.body().nested(module) else { return };
    let mut defined: FxHashSet<Ident> = FxHashSet::default();
    for op in walk::top_ops(body) {
        defined.extend(name_of(ctx, body, op).map(|name| ctx.ident(name)));
    }
    let undefined: FxHashSet<Ident> = references.symbols.difference(&defined).copied().collect();
    if undefined.is_empty() && !references.hints {
        return;
    }
    let imports = ctx.dict_get(v.body().attrs(module), "ext_inst_imports");
    let imports = imports.and_then(|list| ctx.attr_array(list)).map_or(0, <[_]>::len) as u64;
    let mut search = Search {
        ctx,
        undefined,
        imports,
        known: FxHashMap::default(),
        places: FxHashSet::default(),
        wanted: Vec::new(),
        problems: Vec::new(),
    };
    for &(key, value) in ctx.dict(v.body().attrs(module)) {
        if is_list(ctx.str(key)) {
            search.attr(v.body(), module, value);
        }
    }
    for at in walk::bodies(body) {
        let owner = at.owner.and_then(|(around, op)| Some((around, op, name_of(ctx, around, op)?)));
        let function = owner.map(|(around, op, name)| (around, op, ctx.ident(name)));
        search.blocks(at.body, function);
        walk::ops(at.body).for_each(|op| search.op(at.body, op, function.map(|f| f.2)));
    }
    if v.scope.apart {
        search.wanted.clear();
    }
    for (body, op, problem) in search.finish() {
        v.error_inside(body, op, &problem);
    }
}

/// A walk over a module and its findings.
struct Search<'a> {
    ctx: &'a Context,
    /// Names that are referenced in the context but undefined in the module.
    undefined: FxHashSet<Ident>,
    /// Number of extended instruction sets that the module imports.
    imports: u64,
    /// The first undefined name that each attribute references.
    known: FxHashMap<Attribute, Option<Ident>>,
    /// Valid targets of `#spv.local`.
    places: FxHashSet<(Ident, u32)>,
    /// Targets of all `#spv.local` attributes, with the referencing op.
    wanted: Vec<((Ident, u32), &'a Body, Op)>,
    problems: Vec<(&'a Body, Op, String)>,
}

impl<'a> Search<'a> {
    /// Examines the blocks and arguments of a function body.
    fn blocks(&mut self, body: &'a Body, function: Option<(&'a Body, Op, Ident)>) {
        let Some((around, op, name)) = function else { return };
        for block in walk::blocks(body) {
            let args = body.args(block).iter();
            let locs = args.clone().filter_map(|arg| body.value_annotations(*arg).loc);
            for loc in locs.chain(body.block_annotations(block).loc) {
                self.location(around, op, loc);
            }
            for dict in args
                .clone()
                .map(|arg| body.value_annotations(*arg).attrs)
                .chain([body.block_annotations(block).attrs])
            {
                self.dict(around, op, Some(name), dict, false);
            }
            args.for_each(|arg| self.ty(around, op, body.value_type(*arg)));
        }
    }

    fn op(&mut self, body: &'a Body, op: Op, function: Option<Ident>) {
        let def = self.ctx.registry().op(body.def(op));
        if !def.row.name.starts_with("spv.") {
            return;
        }
        let slots = body.slots(op);
        let written = self.ctx.registry().layout(body.def(op)).attribute_slots();
        for attr in written.filter_map(|slot| Attribute::from_raw(*slots.get(slot)?)) {
            // Symbols that are operands themselves are checked elsewhere.
            if self.ctx.attr_symbol(attr).is_none() {
                self.attr(body, op, attr);
            }
            let list = self.ctx.attr_array(attr).unwrap_or(std::slice::from_ref(&attr));
            list.iter().for_each(|item| self.place(body, op, *item));
        }
        let extended = def.row.set != 0 || std::ptr::eq(def.row, &crate::structure::EXT_INST);
        self.dict(body, op, function, body.attrs(op), extended);
        body.results(op).for_each(|value| self.ty(body, op, body.value_type(value)));
        self.location(body, op, body.loc(op));
    }

    /// Records a `#spv.local`; checks the number of a `#spv.import`.
    fn place(&mut self, body: &'a Body, op: Op, attr: Attribute) {
        match attributes::view(self.ctx, attr) {
            Some((AttrKind::Local, &[function, number])) => {
                let place = self.ctx.attr_symbol(function).zip(self.ctx.attr_u64(number));
                self.wanted.extend(place.map(|(name, number)| ((name, number as u32), body, op)));
            }
            Some((AttrKind::Import, &[number])) => {
                if let Some(number) = self.ctx.attr_u64(number).filter(|number| *number >= self.imports) {
                    self.no_import(body, op, format!("#spv.import<{number}>"));
                }
            }
            _ => {}
        }
    }

    fn no_import(&mut self, body: &'a Body, op: Op, reference: String) {
        let count = self.imports;
        let problem =
            format!("'{reference}': the module has only {count} 'ext_inst_imports', counted from 0");
        self.problems.push((body, op, problem));
    }

    fn attr(&mut self, body: &'a Body, op: Op, attr: Attribute) {
        let (ctx, undefined) = (self.ctx, &self.undefined);
        if undefined.is_empty() {
            return;
        }
        let find = || referenced(ctx, attr).iter().copied().find(|name| undefined.contains(name));
        if let Some(name) = *self.known.entry(attr).or_insert_with(find) {
            self.problems.push((
                body,
                op,
                format!("references '@{}', which is not defined in the module", ctx.str(name)),
            ));
        }
    }

    fn ty(&mut self, body: &'a Body, op: Op, ty: Type) {
        if !self.undefined.is_empty() {
            self.attr(body, op, self.ctx.type_attr(ty));
        }
    }

    /// Examines the decorations and hints of an op, block or argument.
    fn dict(
        &mut self,
        body: &'a Body,
        op: Op,
        function: Option<Ident>,
        dict: Option<Attribute>,
        extended: bool,
    ) {
        let ctx = self.ctx;
        for &(key, value) in ctx.dict(dict) {
            match (ctx.str(key), ctx.attr_u64(value)) {
                (LOCAL_ID, Some(number)) => {
                    if let Some(function) = function
                        && !self.places.insert((function, number as u32))
                    {
                        let problem = format!("'local_id = {number}' occurs twice in the function");
                        self.problems.push((body, op, problem));
                    }
                }
                (IMPORT, Some(number)) if extended && number >= self.imports => {
                    self.no_import(body, op, format!("import = {number}"));
                }
                (OTHERS, _) => self.attr(body, op, value),
                (key, _) if decorations::by_key(key).is_some() => self.attr(body, op, value),
                _ => {}
            }
        }
    }

    fn location(&mut self, body: &'a Body, op: Op, loc: Location) {
        if self.undefined.is_empty() {
            return;
        }
        for attr in written(self.ctx, loc).0 {
            self.attr(body, op, attr);
        }
    }

    /// Returns all error messages with their ops, at most one per op.
    fn finish(mut self) -> Vec<(&'a Body, Op, String)> {
        for ((function, number), body, op) in std::mem::take(&mut self.wanted) {
            if !self.places.contains(&(function, number)) {
                let function = self.ctx.str(function);
                let problem = format!(
                    "'#spv.local<@{function}, {number}>': nothing in '@{function}' has the attribute 'local_id = {number}'"
                );
                self.problems.push((body, op, problem));
            }
        }
        let mut seen = FxHashSet::default();
        self.problems.retain(|(body, op, _)| seen.insert((std::ptr::from_ref(*body), *op)));
        self.problems
    }
}
