#![forbid(unsafe_code)]
//! Typed builders: one function per op ([`Builder`]), control flow ([`FunctionBuilder`]) and modules
//! ([`ModuleBuilder`]). Op views and enumerations are in [`spv_dialect::spv`], and [`spv`] re-exports all of them.
//!
//! The builders are generated from the registered ops, as thin wrappers around the generic IR in [`spv_ir`].

mod arithmetic;
mod debug;
mod function;
// The grammar determines the number of arguments of generated functions.
#[allow(clippy::too_many_arguments)]
pub mod generated;
mod interface;
mod module;
mod parts;
mod type_cache;
mod types;
mod yielded;

pub use debug::{DebugInfo, DebugScope, DebugType, DebugVariable, SourcePosition};
pub use function::{FunctionBuilder, WhilePart};
pub use module::{Function, Global, ModuleBuilder};
pub use parts::Parts;
pub use types::{ConstantRef, ImageType, StructType, Types};
pub use yielded::Yielded;

/// Op views, enumerations and types of the dialect, and the builders.
pub mod spv {
    pub use crate::{
        Builder, ConstantRef, DebugInfo, DebugScope, DebugType, DebugVariable, Function, FunctionBuilder,
        Global, ImageType, ModuleBuilder, Parts, SourcePosition, StructType, Types, WhilePart, Yielded,
    };
    pub use spv_dialect::spv::*;
}

use spv_dialect::decorations;
use spv_dialect::emit::Emit;
use spv_dialect::generated::views as v;
use spv_dialect::types::{NONE_NOTE, pointer};
use spv_ir::dialect::OpDefId;
use spv_ir::{
    Attribute, Block, Body, Context, Diagnostics, Ident, InsertPoint, Location, NewOp, Op, Place, Type,
    Value, suggest,
};
use type_cache::TypeCache;

/// A builder that inserts ops of the dialect at an insertion point.
///
/// Each op has a function with its required parameters. A variant with the suffix `_with` also has the optional
/// parameters. Extended instructions are methods of their instruction sets: `b.glsl().sqrt(x)`.
///
/// Errors, such as a non-pointer base of an access chain, are collected and returned by [`Self::finish`]. Until then, a
/// value of type `none` stands for each missing result, so that callers need no checks in between.
///
/// ```
/// use spv_build::spv;
/// use spv_ir::Body;
///
/// let ctx = spv_dialect::context();
/// let mut body = Body::default();
/// let root = body.root();
/// let entry = spv_ir::Builder::new(&mut body).append_block(root);
/// let mut b = spv::Builder::at_end(&ctx, &mut body, entry);
/// let x = b.constant(ctx.common().f32, ctx.f32(1.5));
/// let y = b.f_add(x, x);
/// b.return_value(y);
/// b.finish()?;
/// let add = spv::FAdd::cast(&body, body.defining_op(y).expect("it is a result")).expect("it is an addition");
/// assert_eq!(add.operand1(), x);
/// # Ok::<(), spv_ir::Diagnostics>(())
/// ```
pub struct Builder<'a> {
    ctx: &'a Context,
    ir: spv_ir::Builder<'a>,
    /// Location of the ops built next. A text position becomes [derived](Location::derived).
    pub loc: Location,
    result_type: Option<Type>,
    attrs: Option<Attribute>,
    inferred: TypeCache,
    errors: Diagnostics,
    /// Whether the module builder has reported a type `none`. Further errors about `none` are consequences.
    none_reported: bool,
}

impl<'a> Emit<'a> for Builder<'a> {
    fn context(&self) -> &'a Context {
        self.ctx
    }

    fn type_of(&self, value: Value) -> Type {
        self.value_type(value)
    }

    fn append(&mut self, new: NewOp<'_>) -> Op {
        let loc = self.loc.derived();
        self.ir().create(NewOp { loc, ..new })
    }

    fn emit(&mut self, new: NewOp<'_>) -> Value {
        let op = self.append(new);
        self.result(op, 0)
    }
}

impl std::ops::Deref for Builder<'_> {
    type Target = Body;
    fn deref(&self) -> &Body {
        &self.ir
    }
}

impl<'a> Builder<'a> {
    /// Constructs a builder with the insertion point `at`. Reports an insertion point outside of this body.
    pub fn at(ctx: &'a Context, body: &'a mut Body, at: InsertPoint) -> Builder<'a> {
        let mut builder = Builder {
            ctx,
            ir: spv_ir::Builder::new(body),
            loc: Location::UNKNOWN,
            result_type: None,
            attrs: None,
            inferred: TypeCache::default(),
            errors: Diagnostics::default(),
            none_reported: false,
        };
        builder.set_insertion_point(at);
        builder
    }

    /// Constructs a builder that appends to a block.
    pub fn at_end(ctx: &'a Context, body: &'a mut Body, block: Block) -> Builder<'a> {
        Builder::at(ctx, body, InsertPoint::End(block))
    }

    /// Constructs a builder that inserts at the start of a block. Ops appear in the order in which they are built.
    pub fn at_start(ctx: &'a Context, body: &'a mut Body, block: Block) -> Builder<'a> {
        let at = InsertPoint::start(body, block);
        Builder::at(ctx, body, at)
    }

    /// Constructs a builder that inserts after an op. Ops appear in the order in which they are built.
    pub fn after(ctx: &'a Context, body: &'a mut Body, op: Op) -> Builder<'a> {
        let at = match is_placed(body, op) {
            true => InsertPoint::after(body, op),
            false => InsertPoint::Before(op),
        };
        Builder::at(ctx, body, at)
    }

    /// Constructs a builder that inserts before an op.
    pub fn before(ctx: &'a Context, body: &'a mut Body, op: Op) -> Builder<'a> {
        Builder::at(ctx, body, InsertPoint::Before(op))
    }

    /// Returns the context that owns types and attributes.
    pub fn ctx(&self) -> &'a Context {
        self.ctx
    }

    /// Returns the untyped builder of [`spv_ir`].
    pub fn ir(&mut self) -> &mut spv_ir::Builder<'a> {
        // The caller may change operands on which cached result types depend.
        self.inferred = TypeCache::default();
        &mut self.ir
    }

    /// Returns the insertion point of the ops built next.
    pub fn insertion_point(&self) -> InsertPoint {
        self.ir.at
    }

    /// Sets the insertion point: [`InsertPoint::Before`] or [`InsertPoint::after`] an op, or the
    /// [`InsertPoint::start`] or [`InsertPoint::End`] of a block. Reports an insertion point outside of this body.
    pub fn set_insertion_point(&mut self, at: InsertPoint) {
        let own = match at {
            InsertPoint::Detached => true,
            InsertPoint::End(block) => self.has_block(block),
            InsertPoint::Before(op) => is_placed(self, op),
        };
        match own {
            true => self.ir.at = at,
            false => self.error("the insertion point is in another function, or was erased or detached"),
        }
    }

    /// Erases an op whose results have no uses. An insertion point before the op moves to the op after it.
    pub fn erase(&mut self, op: Op) {
        if !self.has_op(op) {
            return self.error("an op to be erased belongs to another function, or was already erased");
        }
        if self.results(op).any(|result| self.has_uses(result)) {
            let name = self.name_of(self.def(op));
            return self.error_about(op, format!("'{name}' op cannot be erased: its results have uses"));
        }
        self.ir.erase(op);
    }

    /// Runs `build` at another insertion point, and restores the previous one afterwards.
    pub fn with_insertion_point<R>(&mut self, at: InsertPoint, build: impl FnOnce(&mut Self) -> R) -> R {
        let saved = self.ir.at;
        self.set_insertion_point(at);
        let result = build(self);
        self.ir.at = saved;
        result
    }

    /// Sets the result type of the op built next. It overrides the type inferred from the operands.
    pub fn with_type(&mut self, ty: Type) -> &mut Self {
        self.check_type("the type of 'with_type'", ty);
        self.result_type = Some(ty);
        self
    }

    /// Sets the discardable attributes of the op built next. Keys are names of decorations in snake case.
    pub fn with_attrs(&mut self, attrs: &[(Ident, Attribute)]) -> &mut Self {
        self.with_attrs_of("", attrs)
    }

    /// Sets the attributes like [`Self::with_attrs`]. `owner` is the start of messages about keys.
    pub(crate) fn with_attrs_of(&mut self, owner: &str, attrs: &[(Ident, Attribute)]) -> &mut Self {
        let is_repeated = |&at: &usize| attrs[..at].iter().any(|(key, _)| *key == attrs[at].0);
        if let Some(at) = (0..attrs.len()).find(is_repeated) {
            self.error(format!("attribute '{}' is given twice", self.ctx.str(attrs[at].0)));
        }
        attrs.iter().for_each(|(key, _)| self.check_key(owner, self.ctx.str(*key)));
        self.attrs = (!attrs.is_empty()).then(|| self.ctx.dict_attr(attrs.to_vec()));
        self
    }

    /// Reports a key that is neither a decoration nor, with a period in it, a discardable attribute of another dialect.
    pub(crate) fn check_key(&mut self, owner: &str, key: &str) {
        if decorations::is_meaningful_key(key) {
            return;
        }
        let (snake, keys) = (decorations::snake_case(key), decorations::keys());
        let best = suggest(&snake, keys.iter().map(String::as_str));
        let advice = best.map_or_else(String::new, |best| format!(": did you mean '{best}'?"));
        self.error(format!("{owner}'{key}' is not the key of a decoration{advice}"));
    }

    /// Sets the debug name of a value. Export writes the name as OpName.
    pub fn name(&mut self, value: Value, name: &str) {
        match self.has_value(value) {
            true => self.ir.set_value_name(value, Some(self.ctx.ident(name))),
            false => self.error(format!("the name '{name}' is for a value of another function")),
        }
    }

    /// Returns the type of a value. For a value of another function, returns the type `none`; the op that uses it
    /// reports an error.
    pub fn value_type(&self, value: Value) -> Type {
        self.ir.value_type_opt(value).unwrap_or(self.ctx.common().none)
    }

    /// Returns a result of an op. Reports an error if `index` is out of range.
    pub fn result(&mut self, op: Op, index: usize) -> Value {
        let count = if self.has_op(op) { Some(self.ir.result_count(op)) } else { None };
        match count {
            Some(count) if index < count => self.ir.result(op, index),
            Some(count) => {
                let name = self.name_of(self.def(op));
                self.error_about(
                    op,
                    format!("result #{index} of '{name}' op is out of range: there are {count}"),
                );
                self.missing()
            }
            None => {
                self.error("a result belongs to an op of another function, or to an erased op");
                self.missing()
            }
        }
    }

    /// Returns the op that defines a value; `None` for block arguments and values of another function.
    pub fn defining_op(&self, value: Value) -> Option<Op> {
        if self.ir.has_value(value) { self.ir.defining_op(value) } else { None }
    }

    /// Records an error at the current location.
    pub fn error(&mut self, message: impl Into<String>) {
        self.error_at(self.loc, message);
    }

    /// Records an error at a location.
    pub(crate) fn error_at(&mut self, loc: Location, message: impl Into<String>) {
        self.errors.error(Place::Op(loc), message);
    }

    /// Records an error about an existing op at the current location, or at the op if the current location is unknown.
    fn error_about(&mut self, op: Op, message: String) {
        let loc = if self.loc.is_unknown() { self.ir.loc(op) } else { self.loc };
        self.error_at(loc, message);
    }

    /// Reports the type `none`, which constructors of types return for invalid arguments. `subject` says which type of
    /// the module it is.
    pub(crate) fn check_type(&mut self, subject: &str, ty: Type) {
        if ty == self.ctx.common().none {
            self.error(format!("{subject} is 'none'"));
            self.errors.note(Place::None, NONE_NOTE);
        }
    }

    /// Returns whether an error about `none` can be the consequence of an error that has already been reported.
    pub(crate) fn has_reported(&self) -> bool {
        self.none_reported || self.errors.has_errors()
    }

    /// Fails if errors were collected while building.
    ///
    /// # Errors
    ///
    /// All errors collected while building.
    pub fn finish(self) -> Result<(), Diagnostics> {
        if self.errors.has_errors() { Err(self.errors.with_positions(self.ctx)) } else { Ok(()) }
    }

    /// Returns the type of an operand, for a result that has the same type. Reports a forward reference, which has no
    /// type yet.
    #[inline]
    pub(crate) fn type_of(&mut self, value: Value) -> Type {
        self.ir.value_type_opt(value).unwrap_or_else(|| self.without_type(value))
    }

    #[cold]
    fn without_type(&mut self, value: Value) -> Type {
        // Does not report a value of another function, because the op that uses it reports the error.
        if self.ir.has_value(value) {
            self.error("an operand has no type yet: it is a forward reference");
        }
        self.ctx.common().none
    }

    fn name_of(&self, def: OpDefId) -> &'static str {
        self.ctx.registry().op(def).row.name
    }

    /// Returns a placeholder of type `none` for a value that cannot be built.
    #[cold]
    pub(crate) fn missing(&mut self) -> Value {
        let op = self.ir.create(NewOp {
            loc: self.loc.derived(),
            results: &[self.ctx.common().none],
            ..NewOp::new(v::Undef::ID)
        });
        self.ir.result(op, 0)
    }

    /// Reports each operand that belongs to another function. Returns the operands, with placeholders in place of the
    /// reported ones.
    #[cold]
    pub(crate) fn without_foreign(&mut self, def: OpDefId, operands: &[Value]) -> Vec<Value> {
        let name = self.name_of(def);
        let mut own = Vec::with_capacity(operands.len());
        for (at, &value) in operands.iter().enumerate() {
            own.push(match self.ir.has_value(value) {
                true => value,
                false => {
                    self.error(format!("'{name}' op: operand #{at} belongs to another function"));
                    self.missing()
                }
            });
        }
        own
    }

    /// Inserts an op with the given operands and attribute slots. The op has a result if `ty` is `Some`.
    #[inline]
    pub(crate) fn emit(&mut self, def: OpDefId, operands: &[Value], slots: &[u32], ty: Option<Type>) -> Op {
        let own;
        let operands = match operands.iter().all(|&value| self.ir.has_value(value)) {
            true => operands,
            false => {
                own = self.without_foreign(def, operands);
                &own
            }
        };
        let ty = self.result_type.take().or(ty);
        let results: &[Type] = match &ty {
            Some(ty) => std::slice::from_ref(ty),
            None => &[],
        };
        self.ir.create(NewOp {
            loc: self.loc.derived(),
            operands,
            slots,
            results,
            attrs: self.attrs.take(),
            ..NewOp::new(def)
        })
    }

    /// Inserts an op with a result and returns the result. Reports a result type that is `none`.
    #[inline]
    pub(crate) fn value(&mut self, def: OpDefId, operands: &[Value], slots: &[u32], ty: Type) -> Value {
        let value = self.typed(def, operands, slots, ty);
        // If there are errors, an operand of type `none` may have determined the type.
        if ty == self.ctx.common().none && !self.has_reported() {
            let subject = format!("the result type of '{}' op", self.name_of(def));
            self.check_type(&subject, self.ir.value_type(value));
        }
        value
    }

    #[inline]
    fn typed(&mut self, def: OpDefId, operands: &[Value], slots: &[u32], ty: Type) -> Value {
        let op = self.emit(def, operands, slots, Some(ty));
        self.ir.result(op, 0)
    }

    /// Inserts an op whose definition infers the result type, and returns the result.
    pub(crate) fn inferred(&mut self, def: OpDefId, operands: &[Value], slots: &[u32]) -> Value {
        let first = operands.first().and_then(|&first| self.ir.value_type_opt(first));
        let rest = operands.get(1..).unwrap_or_default();
        if let Some(known) = first.and_then(|first| self.inferred.get(def, first, rest, slots)) {
            return self.typed(def, operands, slots, known);
        }
        let (given, none) = (self.result_type.is_some(), self.ctx.common().none);
        let value = self.typed(def, operands, slots, none);
        if given {
            return value;
        }
        let op = self.ir.defining_op(value).expect("it was made right before");
        let row = self.ctx.registry().op(def);
        let inferred = row.result_type.and_then(|infer| infer(self.ctx, &self.ir, op));
        match inferred {
            Some(ty) if ty != none => {
                self.ir.set_value_type(value, ty);
                if let Some(first) = first {
                    self.inferred.set(def, first, rest, slots, ty);
                }
            }
            _ => {
                // A type `none` stands for an error that has already been reported.
                let is_none =
                    |ty| ty == none || pointer(self.ctx, ty).is_some_and(|(pointee, _)| pointee == none);
                let untyped = inferred.is_some()
                    || operands.iter().any(|&v| self.ir.value_type_opt(v).is_none_or(is_none));
                if !(untyped && self.has_reported()) {
                    let problem = self.ctx.registry().inference_problem(self.ctx, &self.ir, op);
                    let problem = problem.unwrap_or_else(|| format!("'{}' op", row.row.name));
                    self.error(format!("can't infer the result type: {problem}"));
                }
            }
        }
        value
    }
}

/// Whether an op of this body is in a block, so that ops can be inserted before and after it.
fn is_placed(body: &Body, op: Op) -> bool {
    body.has_op(op) && body.parent(op).is_some()
}
