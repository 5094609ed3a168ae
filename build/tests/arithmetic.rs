//! Tests of operations whose instruction depends on the operand types, with every kind of operand

use spv_build::spv::{self, Builder, FunctionBuilder, ModuleBuilder, Types};
use spv_ir::verify::verify_module;
use spv_ir::{Context, Type, Value};
use std::sync::Arc;

/// The name of a type, and the function that creates it.
type NamedType = (&'static str, fn(&Context) -> Type);
/// The name of a type, and the closure that creates it.
type NamedShape<'a> = (&'a str, &'a dyn Fn(&Context) -> Type);

type Binary = fn(&mut Builder<'_>, Value, Value) -> Value;

const OPERATIONS: [(&str, Binary); 11] = [
    ("add", |b, x, y| b.add(x, y)),
    ("sub", |b, x, y| b.sub(x, y)),
    ("mul", |b, x, y| b.mul(x, y)),
    ("div", |b, x, y| b.div(x, y)),
    ("rem", |b, x, y| b.rem(x, y)),
    ("equal", |b, x, y| b.equal(x, y)),
    ("not_equal", |b, x, y| b.not_equal(x, y)),
    ("less_than", |b, x, y| b.less_than(x, y)),
    ("less_equal", |b, x, y| b.less_equal(x, y)),
    ("greater_than", |b, x, y| b.greater_than(x, y)),
    ("greater_equal", |b, x, y| b.greater_equal(x, y)),
];

/// Builds a function of two parameters with `build`. Returns its operands and instructions, or the errors.
fn built(
    types: impl Fn(&Context) -> [Type; 2],
    build: impl FnOnce(&mut FunctionBuilder<'_>, Value, Value) -> Value,
) -> String {
    let ctx: Arc<Context> = spv_dialect::context();
    let mut m = ModuleBuilder::new(&ctx, spv::AddressingModel::Logical, spv::MemoryModel::GLSL450);
    let all = [spv::Capability::Shader, spv::Capability::Linkage, spv::Capability::Float64];
    m.target(1, 3, &[&all[..], &[spv::Capability::Int64, spv::Capability::Int16]].concat(), &[]);
    let mut names = Vec::new();
    m.function("f", &types(&ctx), None, |b| {
        let (x, y) = (b.parameter(0), b.parameter(1));
        build(b, x, y);
        let block = b.entry();
        names.extend(
            b.ops(block).map(|op| b.ctx().registry().op(b.def(op)).row.name["spv.".len()..].to_owned()),
        );
        b.return_();
    });
    let errors = match m.finish() {
        Ok(module) => verify_module(&module).err(),
        Err(errors) => Some(errors),
    };
    match errors {
        None => names.join(" "),
        Some(errors) => errors.list.iter().map(|error| error.message.as_str()).collect::<Vec<_>>().join("; "),
    }
}

#[test]
fn each_operation_of_each_kind() {
    let kinds: [NamedType; 6] = [
        ("float", |ctx| ctx.float(32)),
        ("unsigned", |ctx| ctx.unsigned(32)),
        ("signed", |ctx| ctx.signed(64)),
        ("float vector", |ctx| ctx.vector(ctx.float(64), 3)),
        ("signed vector", |ctx| ctx.vector(ctx.signed(32), 2)),
        ("bool", |ctx| ctx.bool()),
    ];
    let mut lines = Vec::new();
    for (kind, ty) in kinds {
        let names = OPERATIONS.map(|(name, build)| {
            let built = built(|ctx| [ty(ctx), ty(ctx)], |b, x, y| build(b, x, y));
            format!("  {name}: {built}")
        });
        let negate = built(|ctx| [ty(ctx), ty(ctx)], |b, x, _| b.negate(x));
        lines.push(format!("{kind}\n{}\n  negate: {negate}", names.join("\n")));
    }
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn products_of_vectors_and_matrices() {
    let scalar = |ctx: &Context| ctx.float(32);
    let vector = |ctx: &Context| ctx.vector(ctx.float(32), 4);
    let matrix = |ctx: &Context| ctx.matrix(ctx.vector(ctx.float(32), 4), 4);
    let shapes: [NamedShape<'_>; 3] = [("scalar", &scalar), ("vector", &vector), ("matrix", &matrix)];
    let mut lines = Vec::new();
    for (left, x) in shapes {
        for (right, y) in shapes {
            let built = built(|ctx| [x(ctx), y(ctx)], |b, x, y| b.mul(x, y));
            lines.push(format!("{left} * {right}: {built}"));
        }
    }
    lines.push(built(|ctx| [matrix(ctx), matrix(ctx)], |b, x, y| b.add(x, y)));
    lines.push(built(|ctx| [scalar(ctx), ctx.unsigned(32)], |b, x, y| b.add(x, y)));
    insta::assert_snapshot!(lines.join("\n"));
}

/// Converts `x` to the type of the value `of`.
fn converted(b: &mut FunctionBuilder<'_>, x: Value, of: Value) -> Value {
    let ty = b.value_type(of);
    b.convert(ty, x)
}

#[test]
fn conversions() {
    let types: [NamedType; 6] = [
        ("f32", |ctx| ctx.float(32)),
        ("f64", |ctx| ctx.float(64)),
        ("u32", |ctx| ctx.unsigned(32)),
        ("s32", |ctx| ctx.signed(32)),
        ("s64", |ctx| ctx.signed(64)),
        ("bool", |ctx| ctx.bool()),
    ];
    let mut lines = Vec::new();
    for (from, x) in types {
        for (to, y) in types {
            let built = built(|ctx| [x(ctx), y(ctx)], converted);
            lines.push(format!("{from} to {to}: {built}"));
        }
    }
    let vector = |ctx: &Context, ty| ctx.vector(ty, 2);
    lines.push(built(|ctx| [vector(ctx, ctx.unsigned(16)), vector(ctx, ctx.signed(64))], converted));
    insta::assert_snapshot!(lines.join("\n"));
}
