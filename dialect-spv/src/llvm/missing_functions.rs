//! Expansion of extended instructions that LLVM 22 lacks into ops that it has

use crate::emit::Emit;
use crate::spv;
use spv_ir::dialect::OpDefId;
use spv_ir::{
    Attribute, Body, Builder, Context, Executor, InsertPoint, Module, NewOp, Op, Type, Value, walk,
};

/// Definitions of the extended instructions to expand.
const MISSING: [OpDefId; 4] =
    [spv::glsl::NMax::ID, spv::glsl::NMin::ID, spv::glsl::Trunc::ID, spv::ocl::Log2::ID];

/// Expands `NMax`, `NMin`, `Trunc` and OpenCL's `log2` in all functions. The lowering passes from other dialects emit
/// these instructions.
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

/// State of the expansion of one op. New ops are inserted before it.
struct Expansion<'a> {
    ctx: &'a Context,
    builder: Builder<'a>,
    op: Op,
    ty: Type,
}

impl<'a> Emit<'a> for Expansion<'a> {
    fn context(&self) -> &'a Context {
        self.ctx
    }

    fn type_of(&self, value: Value) -> Type {
        self.builder.value_type(value)
    }

    fn append(&mut self, new: NewOp<'_>) -> Op {
        self.builder.create(NewOp { loc: self.builder.loc(self.op), ..new })
    }

    /// Emits an op with the decorations of the expanded op.
    fn emit(&mut self, new: NewOp<'_>) -> Value {
        let (loc, attrs) = (self.builder.loc(self.op), self.builder.attrs(self.op));
        self.builder.value(NewOp { loc, attrs, ..new })
    }

    fn constant(&mut self, ty: Type, value: Attribute) -> Value {
        let loc = self.builder.loc(self.op);
        self.builder.value(NewOp {
            loc,
            slots: &[value.raw()],
            results: &[ty],
            ..NewOp::new(spv::Constant::ID)
        })
    }
}

impl Expansion<'_> {
    /// Emits the minimum or maximum of `a` and `b`; `def` is the op to use. If one operand is NaN, the result is the
    /// other.
    fn extremum(&mut self, def: OpDefId, a: Value, b: Value) -> Value {
        let truth = self.bool_like(self.ty);
        let plain = self.op(def, &[a, b], self.ty);
        let is_first_nan = self.op(spv::IsNan::ID, &[a], truth);
        let is_second_nan = self.op(spv::IsNan::ID, &[b], truth);
        let value = self.select(is_first_nan, b, plain);
        self.select(is_second_nan, a, value)
    }

    /// Emits code that rounds toward zero: the ceiling of a negative value, or else the floor.
    fn truncation(&mut self, value: Value) -> Value {
        let zero = self.float(self.ty, 0.0);
        let is_negative = self.op(spv::FOrdLessThan::ID, &[value, zero], self.bool_like(self.ty));
        let ceiling = self.op(spv::glsl::Ceil::ID, &[value], self.ty);
        let floor = self.op(spv::glsl::Floor::ID, &[value], self.ty);
        self.select(is_negative, ceiling, floor)
    }

    /// Emits the base-2 logarithm: the natural logarithm, multiplied by log2(e).
    fn binary_logarithm(&mut self, value: Value) -> Value {
        let factor = self.float(self.ty, std::f64::consts::LOG2_E);
        let natural = self.op(spv::ocl::Log::ID, &[value], self.ty);
        self.op(spv::FMul::ID, &[natural, factor], self.ty)
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
