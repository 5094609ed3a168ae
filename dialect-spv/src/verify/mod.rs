//! Types: what the verifier checks of ops beyond their rows.
//!
//! The lines of the overlay name [`rule::Rule`]s, a few for each op; what takes more than the language of
//! rules can say is a function in one of the modules here. Rules are those of the specification, and
//! where an extension may loosen one, it is not checked: no valid module may be refused. The wording is
//! LLVM 14's where it has the rule.

mod atomic;
mod cast;
pub mod classes;
mod composite;
mod constant;
mod function;
mod group;
mod image;
pub mod lists;
mod matrix;
mod memory;
mod ops;
pub mod rule;
pub mod shape;
mod text;
mod types;

use crate::overlay;
use rule::{Place, Rule};
use shape::Shape;
use spv_ir::verify::{BodyCheck, BodyScope};
use spv_ir::{Attribute, Body, Context, Diagnostics, Ident, Op, Type, Value, ValueDef, walk};
pub use text::type_text;
pub use types::type_problem;

/// The checks, ready for modules of a context.
struct Checks<'c> {
    ctx: &'c Context,
    /// By [`Type::raw`].
    shapes: Vec<Shape>,
    /// By number of the op definition.
    rules: Vec<&'static [Rule]>,
}

/// Makes the checks of the dialect.
pub fn checks(ctx: &Context) -> Box<dyn BodyCheck + '_> {
    let registry = ctx.registry();
    let mut shapes = Vec::new();
    for ty in ctx.types() {
        let at = ty.raw() as usize;
        if shapes.len() <= at {
            shapes.resize(at + 1, Shape::new(ctx, ctx.common().none));
        }
        shapes[at] = Shape::new(ctx, ty);
    }
    let mut rules: Vec<&'static [Rule]> = vec![&[]; registry.ops().len()];
    for (set, first, last, list) in overlay::type_rules() {
        for number in first..=last {
            if let Some(id) = registry.op_by_code(set, number) {
                rules[usize::from(id.0)] = list;
            }
        }
    }
    for (row, list) in ops::STRUCTURE {
        if let Some(id) = registry.op_by_name(row.name) {
            rules[usize::from(id.0)] = list;
        }
    }
    Box::new(Checks { ctx, shapes, rules })
}

impl BodyCheck for Checks<'_> {
    fn check(&self, scope: &BodyScope<'_>, out: &mut Diagnostics) {
        let Some(first) = walk::ops(scope.body).next() else { return };
        let mut v = View { checks: self, scope, op: first, out, failed: false };
        for op in walk::ops(scope.body) {
            let rules = self.rules[usize::from(scope.body.def(op).0)];
            if rules.is_empty() || scope.is_faulty(op) {
                continue;
            }
            v.op = op;
            v.failed = false;
            for rule in rules {
                rule.check(&mut v);
                if v.failed {
                    break;
                }
            }
        }
    }
}

/// An op that is checked.
pub struct View<'a, 'o> {
    checks: &'a Checks<'a>,
    scope: &'a BodyScope<'a>,
    op: Op,
    out: &'o mut Diagnostics,
    /// An error has been reported: one for an op is enough.
    failed: bool,
}

impl<'a> View<'a, '_> {
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

    #[cold]
    fn text(&self, ty: Type) -> String {
        type_text(self.checks.ctx, ty)
    }

    #[inline]
    fn shape(&self, ty: Type) -> Shape {
        let known = self.checks.shapes.get(ty.raw() as usize).copied();
        known.unwrap_or_else(|| Shape::new(self.checks.ctx, ty))
    }

    /// A type of the op; `None` where it has no such operand or result, or the value is not defined.
    #[inline]
    fn ty(&self, place: Place) -> Option<Type> {
        let body = self.scope.body;
        match place {
            Place::Result if body.result_count(self.op) == 1 => body.value_type_opt(body.result(self.op, 0)),
            Place::Operand(n) if usize::from(n) < body.operand_count(self.op) => {
                self.value_ty(body.operand(self.op, usize::from(n)))
            }
            _ => None,
        }
    }

    #[inline]
    fn value_ty(&self, value: Value) -> Option<Type> {
        self.scope.body.value_type_opt(value)
    }

    /// The type of the result.
    fn result(&self) -> Option<Type> {
        self.ty(rule::R)
    }

    fn slot(&self, index: usize) -> u32 {
        self.scope.body.slots(self.op).get(index).copied().unwrap_or(0)
    }

    fn slot_attr(&self, index: usize) -> Option<Attribute> {
        Attribute::from_raw(self.slot(index))
    }

    /// The symbol in a slot.
    fn slot_symbol(&self, index: usize) -> Option<Ident> {
        self.ctx().attr_symbol(self.slot_attr(index)?)
    }

    /// The op that defines a value.
    fn definer(&self, value: Value) -> Option<Op> {
        match self.scope.body.value_def(value) {
            ValueDef::Result(op, _) => Some(op),
            _ => None,
        }
    }
}
