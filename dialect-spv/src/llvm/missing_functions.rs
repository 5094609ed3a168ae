//! Expansion of extended instructions that LLVM 22 lacks into ops that it has.

use crate::spv;
use spv_ir::dialect::OpDefId;
use spv_ir::{
    AttrData, Attribute, Body, Builder, Context, Executor, InsertPoint, Module, NewOp, Op, Type, TypeData,
    Value, walk,
};

/// The instructions that are expanded.
const MISSING: [OpDefId; 4] =
    [spv::glsl::NMax::ID, spv::glsl::NMin::ID, spv::glsl::Trunc::ID, spv::ocl::Log2::ID];

/// Expands `NMax`, `NMin`, `Trunc` and OpenCL's `log2` in all functions. The conversions of the source dialects emit them.
pub fn expand_missing_functions(module: &mut Module, executor: &dyn Executor) {
    let ctx = module.ctx.clone();
    let used = walk::used_definitions(&module.body, ctx.registry().ops().len());
    if !MISSING.iter().any(|def| used[usize::from(def.0)]) {
        return;
    }
    walk::bodies_mut_with(&mut module.body, executor, &|body| {
        let missing: Vec<Op> = walk::ops(body).filter(|op| MISSING.contains(&body.def(*op))).collect();
        for op in missing {
            expand(&ctx, body, op);
        }
    });
}

/// Emits ops before the expanded one.
struct Expansion<'a> {
    ctx: &'a Context,
    builder: Builder<'a>,
    op: Op,
    ty: Type,
}

impl Expansion<'_> {
    fn emit(&mut self, def: OpDefId, operands: &[Value], ty: Type) -> Value {
        let (loc, attrs) = (self.builder.loc(self.op), self.builder.attrs(self.op));
        let new = self.builder.create(NewOp { loc, attrs, operands, results: &[ty], ..NewOp::new(def) });
        self.builder.result(new, 0)
    }

    /// Returns `i1` in the shape of the op's type.
    fn truth(&self) -> Type {
        let i1 = self.ctx.common().i1;
        match self.ctx.type_data(self.ty) {
            TypeData::Vector { dims, .. } => {
                self.ctx.ty(TypeData::Vector { dims: dims.clone(), element: i1 })
            }
            _ => i1,
        }
    }

    fn select(&mut self, condition: Value, yes: Value, no: Value) -> Value {
        self.emit(spv::Select::ID, &[condition, yes, no], self.ty)
    }

    /// Emits the minimum or maximum, and chooses the other operand if one is NaN.
    fn extremum(&mut self, def: OpDefId, a: Value, b: Value) -> Value {
        let truth = self.truth();
        let plain = self.emit(def, &[a, b], self.ty);
        let is_first_nan = self.emit(spv::IsNan::ID, &[a], truth);
        let is_second_nan = self.emit(spv::IsNan::ID, &[b], truth);
        let value = self.select(is_first_nan, b, plain);
        self.select(is_second_nan, a, value)
    }

    /// Emits the ceiling of a negative number, and the floor of any other.
    fn truncation(&mut self, value: Value) -> Value {
        let zero = self.number(0.0);
        let is_negative = self.emit(spv::FOrdLessThan::ID, &[value, zero], self.truth());
        let ceiling = self.emit(spv::glsl::Ceil::ID, &[value], self.ty);
        let floor = self.emit(spv::glsl::Floor::ID, &[value], self.ty);
        self.select(is_negative, ceiling, floor)
    }

    /// Emits the natural logarithm, divided by that of 2.
    fn binary_logarithm(&mut self, value: Value) -> Value {
        let factor = self.number(std::f64::consts::LOG2_E);
        let natural = self.emit(spv::ocl::Log::ID, &[value], self.ty);
        self.emit(spv::FMul::ID, &[natural, factor], self.ty)
    }

    /// Emits a constant of the op's type.
    fn number(&mut self, value: f64) -> Value {
        let element = match self.ctx.type_data(self.ty) {
            TypeData::Vector { element, .. } => *element,
            _ => self.ty,
        };
        let bits = match *self.ctx.type_data(element) {
            TypeData::Float(kind) => kind.of_f64(value).0 as u64,
            _ => value.to_bits(),
        };
        let attr: Attribute = match element == self.ty {
            true => self.ctx.attr(AttrData::Float { bits, ty: self.ty }),
            false => self.ctx.dense_attr(self.ty, vec![bits]),
        };
        let loc = self.builder.loc(self.op);
        let new = NewOp { loc, slots: &[attr.raw()], results: &[self.ty], ..NewOp::new(spv::Constant::ID) };
        let constant = self.builder.create(new);
        self.builder.result(constant, 0)
    }
}

fn expand(ctx: &Context, body: &mut Body, op: Op) {
    let def = body.def(op);
    let result = body.result(op, 0);
    let (ty, operands) = (body.value_type(result), body.operands(op).collect::<Vec<Value>>());
    let builder = Builder::at(body, InsertPoint::Before(op));
    let mut expansion = Expansion { ctx, builder, op, ty };
    let value = match operands[..] {
        [a, b] if def == spv::glsl::NMax::ID => expansion.extremum(spv::glsl::FMax::ID, a, b),
        [a, b] => expansion.extremum(spv::glsl::FMin::ID, a, b),
        [value] if def == spv::glsl::Trunc::ID => expansion.truncation(value),
        [value] => expansion.binary_logarithm(value),
        _ => return,
    };
    let mut builder = expansion.builder;
    builder.replace_all_uses(result, value);
    builder.erase(op);
}
