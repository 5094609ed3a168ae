//! Verifier of the dialect
//!
//! The verifier checks type rules and all rules that the op definitions cannot express. The overlay assigns a list of
//! [`rule::Rule`]s to each op. A check that is not a type rule is a function in a submodule. The rules are those of the
//! specification. The verifier omits rules that an extension may relax, so that it rejects no valid module. If LLVM 14
//! has the rule, the message is LLVM 14's.

mod atomics;
mod cast;
pub mod classes;
pub mod composite;
mod constant;
mod control;
mod cycles;
mod definitions;
mod exit_dominance;
mod function;
mod group;
mod image;
pub mod lists;
mod matrix;
mod memory;
pub(crate) mod module;
mod nested_refs;
mod ops;
mod pipe;
pub mod rule;
pub mod shape;
mod types;
mod warnings;

use crate::types::{element, is_builtin_only, structure};
use crate::{decorations, spv, structure};
use definitions::own_rules;
pub(crate) use definitions::rules;
pub use nested_refs::LOCATION_DEPTH;
use nested_refs::Seen;
use rule::{OpValue, Rule};
use rustc_hash::{FxHashMap, FxHashSet};
use shape::Shape;
use spv_ir::dialect::{OpDefId, Registry};
pub use spv_ir::text::type_text;
use spv_ir::verify::{BodyCheck, BodyScope};
use spv_ir::{
    AttrData, Attribute, Block, Body, Context, Diagnostics, Ident, Location, Op, OpRef, Type, TypeData, Value,
};
use std::sync::{Mutex, PoisonError};
pub(crate) use types::members;
pub use types::type_problem;
pub use warnings::{kernel_name_warnings, warnings};

/// Precomputed data for verifying the modules of a context.
pub(crate) struct Checks<'c> {
    ctx: &'c Context,
    /// Number of types examined so far.
    types: Seen,
    /// Number of attributes examined so far.
    attrs: Seen,
    /// Shape of each type, by [`Type::raw`]. Covers the types that existed when the checks were created.
    shapes: Vec<Shape>,
    /// Concatenated member types of all structs in `shapes`.
    members: Vec<Option<Type>>,
    /// Shapes of types that were created after the [`Checks`], for example by passes.
    late: boxcar::Vec<Shape>,
    /// Index in [`Self::late`] of each type that was created after the [`Checks`].
    late_places: Mutex<FxHashMap<Type, usize>>,
    /// Error messages of invalid types. Types that contain an invalid type are also invalid.
    problems: FxHashMap<Type, String>,
    /// For each type, by [`Type::raw`]: whether the type cannot be encoded in a binary. Covers the types that existed
    /// when the checks were created. At least one element is true, because every context contains the type `index`.
    foreign: Vec<bool>,
    /// Whether functions of the dialect may also have types that cannot be encoded: see [`text_checks`].
    foreign_allowed: bool,
    /// References that are nested in attributes and types.
    references: nested_refs::NestedRefs,
    /// Invalid dictionary attributes, each with its error message.
    wrong_dicts: FxHashMap<Attribute, String>,
}

/// Creates the checks of the dialect for modules of a context.
pub fn checks(ctx: &Context) -> Box<dyn BodyCheck + '_> {
    Box::new(Checks::new(ctx))
}

/// Creates the checks for modules read from MLIR text. As in LLVM 14, functions may have types that cannot be encoded
/// in a binary.
pub fn text_checks(ctx: &Context) -> Box<dyn BodyCheck + '_> {
    Box::new(Checks { foreign_allowed: true, ..Checks::new(ctx) })
}

/// Returns descriptions of an op's type rules, except for rules that are functions.
pub fn rule_texts(def: OpDefId) -> Vec<String> {
    rules(def).iter().filter_map(Rule::text).collect()
}

/// Returns the error message for an op whose result type cannot be inferred. A violated type rule explains the problem
/// better than the failed inference. Returns `None` if the op satisfies its type rules.
pub fn inference_problem(ctx: &Context, body: &Body, op: Op) -> Option<String> {
    let (checks, scope, mut out) = (Checks::new(ctx), BodyScope::alone(ctx, body), Diagnostics::default());
    View::new(&checks, &scope, op, &mut out).check(rules(body.def(op)));
    // An error about the result, which has no type yet, comes after the errors about operands.
    out.list.into_iter().next().map(|error| error.message)
}

impl<'c> Checks<'c> {
    /// Creates the checks for a dialect in which only the types for which `is_known` returns true belong to a type
    /// class. `problem` validates each type, like [`type_problem`].
    pub(crate) fn with_types(
        ctx: &'c Context,
        is_known: impl Fn(Type, &Shape) -> bool,
        problem: impl Fn(Type) -> Option<String>,
    ) -> Checks<'c> {
        let mut checks = Checks { foreign_allowed: true, ..Checks::new(ctx) };
        for ty in ctx.types() {
            let shape = &mut checks.shapes[ty.raw() as usize];
            if !is_known(ty, shape) {
                *shape = Shape::OTHER;
            }
        }
        checks.problems = ctx.types().filter_map(|ty| Some((ty, problem(ty)?))).collect();
        if !checks.problems.is_empty() {
            types::spread(ctx, &mut checks.problems);
        }
        checks
    }

    /// Returns the error message if `ty` is an invalid type, or `None` if it is valid.
    pub(crate) fn type_problem(&self, ty: Type) -> Option<&String> {
        self.problems.get(&ty)
    }

    fn new(ctx: &'c Context) -> Checks<'c> {
        let mut checks = Checks {
            ctx,
            types: Seen::default(),
            attrs: Seen::default(),
            shapes: Vec::new(),
            members: Vec::new(),
            late: boxcar::Vec::new(),
            late_places: Mutex::default(),
            problems: FxHashMap::default(),
            foreign: Vec::new(),
            foreign_allowed: false,
            wrong_dicts: FxHashMap::default(),
            references: nested_refs::NestedRefs::default(),
        };
        checks.look_at_types();
        checks
    }

    /// Examines the types and attributes that were created since the last call.
    fn look_at_types(&mut self) {
        let ctx = self.ctx;
        self.references.examine_new(ctx);
        if !self.references.are_valid() {
            // Types that contain the invalid attributes may now be invalid too, so examine all types again.
            self.types = Seen::default();
        }
        let wrong = !self.references.are_valid();
        for ty in ctx.types().skip(self.types.count) {
            self.types.note(ty.raw());
            let own = wrong && !is_builtin_only(ctx, ty);
            let referenced = || self.references.type_problem(ctx, ty).filter(|_| own).cloned();
            if let Some(problem) = type_problem(ctx, ty).or_else(referenced) {
                self.problems.insert(ty, problem);
            }
            let at = ty.raw() as usize;
            if self.shapes.len() <= at {
                self.shapes.resize(at + 1, Shape::new(ctx, ctx.common().none));
            }
            self.shapes[at] = Shape::new(ctx, ty);
            if let Some(structure) = structure(ctx, ty) {
                self.shapes[at].members = Some(self.members.len() as u32);
                self.members.extend(structure.members.iter().map(|member| ctx.attr_type(*member)));
            }
            self.foreign.resize(self.shapes.len(), false);
            self.foreign[at] = is_foreign(ctx, ty);
        }
        if !self.problems.is_empty() {
            types::spread(ctx, &mut self.problems);
        }
        for attr in ctx.attrs().skip(self.attrs.count) {
            self.attrs.note(attr.raw());
            if let Some(problem) = dict_problem(ctx, &self.references, attr) {
                self.wrong_dicts.insert(attr, problem);
            }
        }
    }

    #[cold]
    fn late(&self, ty: Type) -> &Shape {
        let mut places = self.late_places.lock().unwrap_or_else(PoisonError::into_inner);
        let at = *places.entry(ty).or_insert_with(|| self.late.push(Shape::new(self.ctx, ty)));
        &self.late[at]
    }
}

/// Returns the blocks in the regions of an op, excluding nested regions.
fn region_blocks(body: &Body, op: Op) -> impl Iterator<Item = Block> + '_ {
    (0..body.region_count(op)).flat_map(move |i| body.blocks(body.region(op, i)))
}

/// Returns the blocks in the regions of an op, and the blocks in the body that the op owns.
fn blocks_in(body: &Body, op: Op) -> impl Iterator<Item = (&Body, Block)> {
    let nested = body.nested(op).into_iter();
    let nested = nested.flat_map(|nested| nested.blocks(nested.root()).map(move |block| (nested, block)));
    region_blocks(body, op).map(move |block| (body, block)).chain(nested)
}

fn is_of_spirv(registry: &Registry, body: &Body, op: Op) -> bool {
    registry.op(body.def(op)).row.name.starts_with("spv.")
}

/// Returns whether a type cannot be encoded in a binary.
pub(crate) fn is_foreign(ctx: &Context, ty: Type) -> bool {
    is_builtin_only(ctx, ty) || matches!(ctx.type_data(ty), TypeData::Opaque { .. })
}

/// Returns an error message if an attribute is an invalid dictionary.
fn dict_problem(ctx: &Context, references: &nested_refs::NestedRefs, dict: Attribute) -> Option<String> {
    if !matches!(ctx.attr_data(dict), AttrData::Dict(_)) {
        return None;
    }
    let constraint = |key: &str, what| format!("attribute '{key}' failed to satisfy constraint: {what}");
    let form = decorations::wrong_decoration(ctx, dict);
    let names = ctx.dict_get(Some(dict), decorations::OP_NAME).filter(|names| !is_names(ctx, *names));
    let names = names.map(|_| constraint(decorations::OP_NAME, "string, or array of strings"));
    let key = || decorations::misspelt_key(ctx, dict);
    form.or(names).or_else(|| references.wrong.get(&dict).cloned()).or_else(key)
}

/// Returns whether an attribute is a string or an array of strings.
fn is_names(ctx: &Context, attr: Attribute) -> bool {
    let list = ctx.attr_array(attr).unwrap_or(std::slice::from_ref(&attr));
    list.iter().all(|name| ctx.attr_str(*name).is_some())
}

impl BodyCheck for Checks<'_> {
    fn check(&self, scope: &BodyScope<'_>, ops: &[Op], out: &mut Diagnostics) {
        let Some(&first) = ops.first() else { return };
        let mut v = View::new(self, scope, first, out);
        // In ops of other dialects, check only the types.
        let wrong_types = !self.problems.is_empty();
        let wrong_attrs = !self.wrong_dicts.is_empty() || !self.references.are_valid();
        for &op in ops {
            if scope.is_faulty(op) {
                continue;
            }
            v.turn_to(op);
            let def = v.data.def();
            let own = own_rules(def);
            let looks = wrong_types || wrong_attrs && own.is_some();
            if looks && (v.has_wrong_type(op) || v.has_wrong_dict(op)) {
                continue;
            }
            let before = v.out.list.len();
            v.check(own.unwrap_or_else(|| rules(def)));
            // Report a type that cannot be encoded only if no rule failed, because the messages of rules are more
            // specific.
            if own.is_some()
                && v.out.list.len() == before
                && (v.type_slots().next().is_some() || v.may_be_foreign())
            {
                v.check_foreign();
            }
        }
        if !v.exits.is_empty() && scope.is_clean() {
            v.check_exits();
        }
    }

    fn renew(&mut self) {
        self.look_at_types();
    }

    fn finds_all_right(&self) -> bool {
        self.problems.is_empty() && self.wrong_dicts.is_empty() && self.references.are_valid()
    }

    fn finds_by_signature(&self) -> bool {
        self.wrong_dicts.is_empty() && self.references.locations_are_valid()
    }
}

/// The op that is being verified.
pub struct View<'a, 'o> {
    checks: &'a Checks<'a>,
    scope: &'a BodyScope<'a>,
    op: Op,
    /// The stored data of the op.
    data: OpRef<'a>,
    out: &'o mut Diagnostics,
    /// Execution models and names of all entry points visited so far.
    entry_points: FxHashSet<(u32, String)>,
    /// Target blocks of all exit ops visited so far.
    exits: Vec<Block>,
    /// Whether an error was reported for the op; one error per op suffices.
    failed: bool,
}

impl<'a, 'o> View<'a, 'o> {
    fn new(
        checks: &'a Checks<'a>,
        scope: &'a BodyScope<'a>,
        op: Op,
        out: &'o mut Diagnostics,
    ) -> View<'a, 'o> {
        let entry_points = FxHashSet::default();
        let exits = Vec::new();
        let data = scope.body.get(op);
        View { checks, scope, op, data, out, entry_points, exits, failed: false }
    }

    #[inline]
    fn turn_to(&mut self, op: Op) {
        self.op = op;
        self.data = self.scope.body.get(op);
        self.failed = false;
    }

    #[inline(always)]
    fn check(&mut self, rules: &[Rule]) {
        for rule in rules {
            rule.check(self);
            if self.failed {
                break;
            }
        }
    }

    /// Returns whether the op has a result or block whose type cannot be encoded in a binary.
    #[inline]
    fn may_be_foreign(&self) -> bool {
        let (body, checks, data) = (self.body(), self.checks, self.data);
        let is_foreign = |ty: Type| checks.foreign.get(ty.raw() as usize) == Some(&true);
        let is_foreign = |value| body.value_type_opt(value).is_some_and(is_foreign);
        let of_result = match data.result_count() {
            0 => false,
            1 => data.result().is_some_and(is_foreign),
            _ => body.results(self.op).any(is_foreign),
        };
        if of_result {
            return true;
        }
        for number in 0..data.region_count() {
            for block in body.blocks(body.region(self.op, number)) {
                if body.args(block).iter().any(|arg| is_foreign(*arg)) {
                    return true;
                }
            }
        }
        false
    }

    /// Reports the first invalid type of an op. Returns whether the op has an invalid type. Called only if the context
    /// contains invalid types.
    #[cold]
    fn has_wrong_type(&mut self, op: Op) -> bool {
        let (ctx, body, checks) = (self.ctx(), self.body(), self.checks);
        let registry = ctx.registry();
        let slots = || {
            let slots = registry.layout(body.def(op)).attribute_slots();
            slots.filter_map(|slot| Attribute::from_raw(*body.slots(op).get(slot)?))
        };
        let of_type = || {
            let args = region_blocks(body, op).flat_map(|b| body.args(b).iter().copied());
            let values = body.results(op).chain(args).filter_map(|v| body.value_type_opt(v));
            let types = slots().filter_map(|attr| ctx.attr_type(attr));
            values.chain(types).find_map(|ty| checks.problems.get(&ty))
        };
        let mut problem = if checks.problems.is_empty() { None } else { of_type() }.map(String::as_str);
        if problem.is_none() && !checks.references.are_valid() && is_of_spirv(registry, body, op) {
            let attr = slots().find_map(|attr| checks.references.wrong.get(&attr)).map(String::as_str);
            let location = |loc| checks.references.location_problem(ctx, loc);
            problem = attr.or_else(|| location(body.loc(op)));
            if problem.is_none() && body.region_count(op) > 0 {
                problem = self.locations_inside(op).into_iter().find_map(location);
            }
        }
        if let Some(problem) = problem {
            self.error(problem);
        }
        problem.is_some()
    }

    /// Returns the indices of attributes that hold types which do not occur elsewhere in the op.
    fn type_slots(&self) -> impl Iterator<Item = usize> + use<> {
        // The type of a constant is the type of its result.
        let layout = Some(self.data.def()).filter(|def| *def != spv::Constant::ID);
        layout.map(|def| self.ctx().registry().layout(def).type_slots()).into_iter().flatten()
    }

    /// Reports a type of the op that cannot be encoded in a binary.
    fn check_foreign(&mut self) {
        let row = self.ctx().registry().op(self.data.def()).row;
        if self.checks.foreign_allowed && std::ptr::eq(row, &structure::FUNC) {
            return;
        }
        let of_spirv = row.name.starts_with("spv.");
        if let Some(foreign) = self.foreign_type().filter(|_| of_spirv) {
            let text = self.text(foreign);
            self.error(&format!("'{text}' has no binary form"));
        }
    }

    /// Returns a type that cannot be encoded in a binary, from the results, block arguments or function type. Returns
    /// `None` if all these types can be encoded.
    fn foreign_type(&self) -> Option<Type> {
        let (ctx, body, foreign) = (self.ctx(), self.body(), &self.checks.foreign);
        let is_foreign = |ty: &Type| match foreign.get(ty.raw() as usize) {
            Some(foreign) => *foreign,
            None => is_foreign(ctx, *ty),
        };
        let mut of_values = None;
        if self.data.result_count() + self.data.region_count() > 0 {
            let args = region_blocks(body, self.op).flat_map(|b| body.args(b).iter().copied());
            let values = body.results(self.op).chain(args);
            of_values = values.filter_map(|v| body.value_type_opt(v)).find(is_foreign);
        }
        of_values.or_else(|| {
            self.type_slots().find_map(|slot| {
                let ty = ctx.attr_type(self.slot_attr(slot)?)?;
                match ctx.type_data(ty) {
                    TypeData::Function { inputs, results } => {
                        inputs.iter().chain(results).copied().find(is_foreign)
                    }
                    _ => Some(ty).filter(is_foreign),
                }
            })
        })
    }

    /// Returns the locations of the blocks inside an op, and of their arguments.
    #[cold]
    fn locations_inside(&self, op: Op) -> Vec<Location> {
        let body = self.body();
        let mut list = Vec::new();
        for (body, block) in blocks_in(body, op) {
            list.extend(body.block_annotations(block).loc);
            list.extend(body.args(block).iter().filter_map(|arg| body.value_annotations(*arg).loc));
        }
        list
    }

    /// Reports the first invalid attribute of an op, its blocks or their arguments. Returns whether an attribute is
    /// invalid. Called only if the context contains invalid dictionaries.
    #[cold]
    fn has_wrong_dict(&mut self, op: Op) -> bool {
        let (body, wrong) = (self.body(), &self.checks.wrong_dicts);
        if wrong.is_empty() || !is_of_spirv(self.ctx().registry(), body, op) {
            return false;
        }
        let of_block = |(body, block): (&'a Body, Block)| {
            let args = body.args(block).iter().map(move |arg| body.value_annotations(*arg).attrs);
            std::iter::once(body.block_annotations(block).attrs).chain(args)
        };
        let inside = blocks_in(body, op).flat_map(of_block);
        let mut dicts = std::iter::once(body.attrs(op)).chain(inside).flatten();
        let problem = dicts.find_map(|dict| wrong.get(&dict));
        if let Some(problem) = problem {
            self.error(problem);
        }
        problem.is_some()
    }

    fn ctx(&self) -> &'a Context {
        self.checks.ctx
    }

    fn body(&self) -> &'a Body {
        self.scope.body
    }

    #[cold]
    fn error(&mut self, message: &str) {
        self.scope.error(self.op, message, self.out);
        self.failed = true;
    }

    /// Reports an error at an op nested in the current op.
    #[cold]
    fn error_inside(&mut self, body: &Body, op: Op, message: &str) {
        self.scope.error_inside(self.op, body, op, message, self.out);
        self.failed = true;
    }

    /// Attaches a note to the most recent error.
    #[cold]
    fn note(&mut self, place: spv_ir::Place, message: &str) {
        self.out.note(place, message);
    }

    #[cold]
    fn text(&self, ty: Type) -> String {
        type_text(self.checks.ctx, ty)
    }

    #[inline]
    fn shape(&self, ty: Type) -> &'a Shape {
        match self.checks.shapes.get(ty.raw() as usize) {
            Some(shape) => shape,
            None => self.checks.late(ty),
        }
    }

    /// Returns the type of an operand or result. Returns `None` if the operand or result does not exist, or its type is
    /// unknown.
    #[inline(always)]
    fn ty(&self, place: OpValue) -> Option<Type> {
        match place {
            OpValue::Result => self.result(),
            OpValue::Operand(n) => self.value_ty(self.data.operands().nth(usize::from(n))?),
        }
    }

    #[inline]
    fn value_ty(&self, value: Value) -> Option<Type> {
        self.scope.body.value_type_opt(value)
    }

    /// Returns the type of the op's only result, or `None` if the number of results is not one.
    #[inline]
    fn result(&self) -> Option<Type> {
        match self.data.result_count() {
            1 => self.value_ty(self.data.result()?),
            _ => None,
        }
    }

    #[inline]
    fn slot(&self, index: usize) -> u32 {
        self.data.slots().get(index).copied().unwrap_or(0)
    }

    /// Returns the type of the struct member at `index`, or the element type of another composite.
    #[inline]
    fn member(&self, ty: Type, shape: &Shape, index: u64) -> Option<Type> {
        match shape.members {
            Some(first) if index < u64::from(shape.count) => {
                self.checks.members.get(first as usize + index as usize).copied().flatten()
            }
            _ => element(self.ctx(), ty, index),
        }
    }

    #[inline]
    fn slot_attr(&self, index: usize) -> Option<Attribute> {
        Attribute::from_raw(self.slot(index))
    }

    /// Returns the type in the attribute at `index`, or `None` if the attribute is not a type.
    fn slot_type(&self, index: usize) -> Option<Type> {
        self.ctx().attr_type(self.slot_attr(index)?)
    }

    /// Returns the elements of the array attribute at `index`. Returns an empty list for other attributes.
    fn slot_array(&self, index: usize) -> &'a [Attribute] {
        self.slot_attr(index).and_then(|attr| self.ctx().attr_array(attr)).unwrap_or(&[])
    }

    /// Returns the symbol in the attribute at `index`, or `None` if the attribute is not a symbol.
    fn slot_symbol(&self, index: usize) -> Option<Ident> {
        self.ctx().attr_symbol(self.slot_attr(index)?)
    }

    /// Returns the op that defines a value, or `None` for a block argument or undefined value.
    #[inline]
    fn definer(&self, value: Value) -> Option<Op> {
        self.scope.body.defining_op(value)
    }
}
