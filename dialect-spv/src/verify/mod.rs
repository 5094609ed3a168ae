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
mod control;
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

use crate::{overlay, structure};
use rule::{Place, Rule};
use rustc_hash::FxHashMap;
use shape::Shape;
use smallvec::SmallVec;
use spv_ir::dialect::{OpDefId, OpRow};
use spv_ir::verify::{BodyCheck, BodyScope};
use spv_ir::{Attribute, Block, Body, Context, Diagnostics, Ident, Op, Type, Value};
use std::sync::{Mutex, PoisonError};
pub use text::type_text;
pub use types::type_problem;

/// The checks, ready for modules of a context.
struct Checks<'c> {
    ctx: &'c Context,
    /// By [`Type::raw`]: of the types that there were when the checks were made.
    shapes: Vec<Shape>,
    /// Of types made since, by passes.
    late: boxcar::Vec<Shape>,
    /// Places in [`Self::late`].
    late_places: Mutex<FxHashMap<Type, usize>>,
    /// By number of the op definition.
    rules: Vec<&'static [Rule]>,
    constant: Option<OpDefId>,
    reference_of: Option<OpDefId>,
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
    let id = |row: &OpRow| registry.op_by_name(row.name);
    let (constant, reference_of) = (id(&structure::CONSTANT), id(&structure::REFERENCE_OF));
    Box::new(Checks {
        ctx,
        shapes,
        late: boxcar::Vec::new(),
        late_places: Mutex::default(),
        rules,
        constant,
        reference_of,
    })
}

impl Checks<'_> {
    #[cold]
    fn late(&self, ty: Type) -> &Shape {
        let mut places = self.late_places.lock().unwrap_or_else(PoisonError::into_inner);
        let at = *places.entry(ty).or_insert_with(|| self.late.push(Shape::new(self.ctx, ty)));
        &self.late[at]
    }
}

impl BodyCheck for Checks<'_> {
    fn check(&self, scope: &BodyScope<'_>, out: &mut Diagnostics) {
        let body = scope.body;
        let Some(entry) = body.first_block(body.root()) else { return };
        let Some(first) = body.first_op(entry) else { return };
        let mut v =
            View { checks: self, scope, op: first, result: None, operands: [None; 4], out, failed: false };
        // Where to go on behind the regions that are being walked.
        let mut around: SmallVec<[(Block, Option<Op>); 8]> = SmallVec::new();
        let mut block = entry;
        let mut at = Some(first);
        loop {
            let Some(op) = at else {
                match body.next_block(block) {
                    Some(next) => (block, at) = (next, body.first_op(next)),
                    None => match around.pop() {
                        Some(outer) => (block, at) = outer,
                        None => return,
                    },
                }
                continue;
            };
            at = body.next(op);
            let rules = self.rules[usize::from(body.def(op).0)];
            if !rules.is_empty() && !scope.is_faulty(op) {
                v.check(op, rules);
            }
            let regions = body.region_count(op);
            if regions > 0 {
                around.push((block, at));
                let inner = (0..regions).rev().filter_map(|i| body.first_block(body.region(op, i)));
                around.extend(inner.map(|b| (b, body.first_op(b))));
                if let Some(inner) = around.pop() {
                    (block, at) = inner;
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
    /// Type of the result, where there is one.
    result: Option<Type>,
    /// Types of the first operands.
    operands: [Option<Type>; 4],
    out: &'o mut Diagnostics,
    /// An error has been reported: one for an op is enough.
    failed: bool,
}

impl<'a> View<'a, '_> {
    #[inline]
    fn check(&mut self, op: Op, rules: &[Rule]) {
        let body = self.scope.body;
        self.op = op;
        self.failed = false;
        self.result = match body.result_count(op) {
            1 => body.value_type_opt(body.result(op, 0)),
            _ => None,
        };
        let mut operands = body.operands(op);
        for slot in &mut self.operands {
            *slot = operands.next().and_then(|value| body.value_type_opt(value));
        }
        for rule in rules {
            rule.check(self);
            if self.failed {
                break;
            }
        }
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

    /// A type of the op; `None` where it has no such operand or result, or the value is not defined.
    #[inline]
    fn ty(&self, place: Place) -> Option<Type> {
        match place {
            Place::Result => self.result,
            Place::Operand(n) => self.operands.get(usize::from(n)).copied().flatten(),
        }
    }

    #[inline]
    fn value_ty(&self, value: Value) -> Option<Type> {
        self.scope.body.value_type_opt(value)
    }

    /// The type of the result.
    fn result(&self) -> Option<Type> {
        self.result
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
    #[inline]
    fn definer(&self, value: Value) -> Option<Op> {
        self.scope.body.defining_op(value)
    }
}
