//! Verification of references nested in attributes and types
//!
//! A reference is a constant, a symbol, or an op, block or argument of a function. The type rules of ops check symbols
//! and constants that are themselves attributes of the op. This module checks references nested inside attributes:
//!
//! - array lengths that are specialization constants;
//! - operands of decorations;
//! - `#spv.const` and `#spv.local`;
//! - attributes that contain an index, such as an import index.
//!
//! Most modules have few nested references. Therefore attributes are examined once per context, and ops are examined
//! only if necessary.

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

/// Maximum nesting depth of locations that the exporter writes to a binary.
pub const LOCATION_DEPTH: u32 = 8;

/// The number of interned objects (types, attributes) examined so far, counting handles without a gap. The number may
/// be too low: if several threads intern objects, an object may become visible before objects with lower handles.
#[derive(Default)]
pub struct Seen {
    /// Handle of the last examined object without a gap before it. Handles start at 1.
    pub count: usize,
}

impl Seen {
    /// Records that the object with handle `raw` was examined.
    pub fn note(&mut self, raw: u32) {
        self.count += usize::from(raw as usize == self.count + 1);
    }
}

/// The references nested in a context's attributes.
#[derive(Default)]
pub struct NestedRefs {
    /// Symbols that occur inside types and other attributes.
    symbols: FxHashSet<Ident>,
    /// Whether any attribute contains an index: of an op, block or argument of a function, or of an import.
    hints: bool,
    /// Error messages of invalid attributes, and of the attributes that contain them.
    pub wrong: FxHashMap<Attribute, String>,
    /// Invalid file names in locations.
    wrong_files: FxHashSet<Ident>,
    /// Whether any location has invalid metadata.
    wrong_metadata: bool,
    /// Number of attributes examined so far.
    attrs: Seen,
}

impl NestedRefs {
    /// Examines the attributes that were created since the last call, and all types and locations.
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

    /// Returns whether all locations are valid.
    pub fn locations_are_valid(&self) -> bool {
        self.wrong_files.is_empty() && !self.wrong_metadata
    }

    fn symbol(&mut self, ctx: &Context, attr: Attribute) {
        match ctx.attr_data(attr) {
            AttrData::Symbol(name) => _ = self.symbols.insert(*name),
            // Nested arrays are separate attributes in the context and are therefore also examined.
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
                self.examine_param(ctx, attributes::view(ctx, attr)?.0, params)
            }
            data => number_problem(ctx, data),
        }
    }

    /// Examines the parameters of an attribute of the dialect, like [`Self::examine`].
    fn examine_param(&mut self, ctx: &Context, kind: AttrKind, params: &[Attribute]) -> Option<String> {
        match (kind, params) {
            (AttrKind::Const, &[inner, ty]) => match ctx.attr_type(ty) {
                Some(ty) => constant_problem(ctx, inner, ty).err(),
                None => Some("'#spv.const' takes a constant and its type".to_owned()),
            },
            (AttrKind::Local, _) => {
                self.hints = true;
                let fits = matches!(*params, [function, number]
                            if ctx.attr_symbol(function).is_some() && is_u32(ctx, number));
                (!fits).then(|| {
                    "'#spv.local' takes a function and a number, as in '#spv.local<@f, 3>'".to_owned()
                })
            }
            (AttrKind::Import, _) => {
                self.hints = true;
                let fits = matches!(*params, [number] if ctx.attr_u64(number).is_some());
                (!fits).then(|| "'#spv.import' takes a number, as in '#spv.import<1>'".to_owned())
            }
            (AttrKind::DebugLine, &[source, start, end, first, last]) => {
                let numbers = [start, end, first, last];
                let fits = ctx.attr_symbol(source).is_some() && numbers.iter().all(|attr| is_id(ctx, *attr));
                (!fits).then(|| DEBUG_LINE.to_owned())
            }
            (AttrKind::DebugLine, _) => Some(DEBUG_LINE.to_owned()),
            (AttrKind::Scope, &[scope, inlined]) => {
                let unit = *ctx.attr_data(inlined) == AttrData::Unit;
                let fits = ctx.attr_symbol(scope).is_some() && (unit || ctx.attr_symbol(inlined).is_some());
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

    /// Returns an error message if a location is invalid. Examines only the components of the location that are written
    /// to the binary (see [`crate::attributes`]).
    pub fn location_problem(&self, ctx: &Context, loc: Location) -> Option<&str> {
        let (metadata, file) = written(ctx, loc);
        let wrong = metadata.iter().find_map(|attr| self.wrong.get(attr)).map(String::as_str);
        wrong.or_else(|| file.filter(|file| self.wrong_files.contains(file)).map(|_| ZERO_BYTE))
    }

    /// Marks all attributes that contain an invalid attribute as invalid, too.
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

/// Returns an error message if a number, or a list of numbers, has the wrong type or length.
fn number_problem(ctx: &Context, data: &AttrData) -> Option<String> {
    match data {
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

/// Error message for a string with a zero byte.
const ZERO_BYTE: &str = "a string with a zero byte has no binary form";

/// Error message for a malformed `#spv.debug_line`.
const DEBUG_LINE: &str =
    "'#spv.debug_line' takes a source and four numbers, as in '#spv.debug_line<@source, 1, 1, 4, 9>'";

/// Error message for a malformed `#spv.scope`.
const SCOPE: &str =
    "'#spv.scope' takes a scope, and an inlined-at location or 'unit', as in '#spv.scope<@scope, unit>'";

/// Error message for a malformed `#spv.decoration_group`.
const GROUP: &str =
    "'#spv.decoration_group' takes a number and decorations, as in '#spv.decoration_group<0, {flat}>'";

/// Error message for an integer of type `index`.
const INDEX: &str = "a number of type 'index' has no binary form";

/// Returns the error message for a numeric attribute whose type is wrong for a SPIR-V constant.
fn wrong_number(ctx: &Context, number: &str, ty: Type) -> String {
    format!("{number} attribute cannot have the type '{}'", type_text(ctx, ty))
}

/// Returns whether an attribute is an integer that fits in 32 bits.
fn is_u32(ctx: &Context, attr: Attribute) -> bool {
    ctx.attr_u64(attr).is_some_and(|number| u32::try_from(number).is_ok())
}

/// Returns whether an attribute represents an id: a symbol or typed constant.
fn is_id(ctx: &Context, attr: Attribute) -> bool {
    ctx.attr_symbol(attr).is_some() || attributes::typed_constant(ctx, attr).is_some()
}

/// Returns the components of a location that are written to a binary: metadata of fused locations, and the first file
/// name.
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
                // Push the locations in reverse order, so that the first one is visited first.
                todo.extend(parts.iter().take(2).rev().map(|part| (*part, depth - 1)));
            }
            LocData::FileLineCol { file, .. } => first = first.or(Some(*file)),
            LocData::Unknown => {}
        }
    }
    (found, first)
}

/// Returns whether a dictionary entry with this key is written to a binary. Other entries are not checked.
fn is_written(key: &str) -> bool {
    matches!(key, OP_NAME | OTHERS) || decorations::by_key(key).is_some() || is_list(key)
}

/// Returns the nested attributes that are written to a binary.
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

/// Checks that a `spv.module` defines all symbols, local ids and imports that its attributes and types reference.
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

/// State of the walk over a module that searches for undefined references.
struct Search<'a> {
    ctx: &'a Context,
    /// Symbols that are referenced in the context but not defined in the module.
    undefined: FxHashSet<Ident>,
    /// Number of extended instruction sets that the module imports.
    imports: u64,
    /// For each attribute: the first undefined symbol that it references, or `None`.
    known: FxHashMap<Attribute, Option<Ident>>,
    /// Valid targets of `#spv.local`: function symbol and `local_id`.
    places: FxHashSet<(Ident, u32)>,
    /// Targets of all `#spv.local` attributes, each with the op that references it and the op's body.
    wanted: Vec<((Ident, u32), &'a Body, Op)>,
    problems: Vec<(&'a Body, Op, String)>,
}

impl<'a> Search<'a> {
    /// Examines the annotations of all blocks and block arguments in a function body.
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
            // An attribute that is itself a symbol is checked by the op's rules.
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

    /// Records the target of a `#spv.local`. Checks the index of a `#spv.import`.
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

    /// Examines the decorations, local id and import index of an op, block or block argument.
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

    /// Returns all error messages with the body and op of each, at most one message per op.
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
