//! Tests of types, type aliases and attributes

use super::dialect::*;
use crate::{Options, print_attr, print_type};
use spv_ir::{AttrData, Context, Signedness, Type, TypeData};

fn named(ctx: &Context, key: &str, members: &[Type]) -> Type {
    let ty = declared(ctx, key);
    let params: Vec<_> = members.iter().map(|m| ctx.type_attr(*m)).collect();
    ctx.set_named_params(ty, &params);
    ty
}

fn declared(ctx: &Context, key: &str) -> Type {
    ctx.named_type(ctx.registry().type_by_name("spv.struct").unwrap(), ctx.ident(key))
}

fn pointer(ctx: &Context, to: Type) -> Type {
    ctx.param_type(ctx.registry().type_by_name("spv.ptr").unwrap(), &[ctx.type_attr(to)], 0)
}

#[test]
fn aliases() {
    let mut m = Maker::new();
    let ctx = m.ctx.clone();
    let i32 = m.i32();
    let node = declared(&ctx, "Node");
    let node_pointer = pointer(&ctx, node);
    named(&ctx, "Node", &[i32, node_pointer]);
    let a = named(&ctx, "A", &[pointer(&ctx, declared(&ctx, "B"))]);
    named(&ctx, "B", &[a, node]);
    let odd = [named(&ctx, "a b", &[a]), named(&ctx, "i32", &[]), named(&ctx, "spv.x", &[])];
    let taken = named(&ctx, "_$0", &[i32]);
    let dotted = named(&ctx, "type.X$1", &[i32]);
    for ty in [node_pointer, taken, dotted].into_iter().chain(odd) {
        m.arg(ty);
    }
    let module = m.finish();
    assert_eq!(
        crate::print(&module, &Options::default()),
        r#"!Node = type !spv.struct<Node, i32, !spv.ptr<!spv.struct<Node>>>
!_$0 = type !spv.struct<_$0, i32>
!type.X$1 = type !spv.struct<type.X$1, i32>
!B = type !spv.struct<B, !spv.struct<A>, !Node>
!A = type !spv.struct<A, !spv.ptr<!B>>
!_$1 = type !spv.struct<"a b", !A>
!_$2 = type !spv.struct<i32>
!_$3 = type !spv.struct<spv.x>
module {
  func @f(%arg0: !spv.ptr<!Node>, %arg1: !_$0, %arg2: !type.X$1, %arg3: !_$1, %arg4: !_$2, %arg5: !_$3) {
  }
}
"#
    );
    let local = crate::print(&module, &Options { local_scope: true, ..Options::default() });
    assert!(local.starts_with(
        "module {\n  func @f(%arg0: !spv.ptr<!spv.struct<Node, i32, !spv.ptr<!spv.struct<Node>>>>, "
    ));
    assert_eq!(
        print_type(&ctx, a),
        "!spv.struct<A, !spv.ptr<!spv.struct<B, !spv.struct<A>, \
         !spv.struct<Node, i32, !spv.ptr<!spv.struct<Node>>>>>>"
    );
}

#[test]
fn large_structural_types_have_aliases() {
    let mut m = Maker::new();
    let ctx = m.ctx.clone();
    let many = |ty: Type, count| {
        let params = vec![ctx.type_attr(ty); count];
        ctx.param_type(ctx.registry().type_by_name("spv.struct").unwrap(), &params, 0)
    };
    let small = many(m.i32(), 10);
    // Without aliases, this type would be printed with exponential size.
    let mut deep = m.i32();
    for _ in 0..100 {
        deep = many(deep, 3);
    }
    let large = many(small, 4);
    m.arg(small);
    m.arg(large);
    m.arg(pointer(&ctx, large));
    let text = |m: Maker| crate::print(&m.finish(), &Options::default());
    let small = print_type(&ctx, small);
    assert_eq!(
        text(m),
        format!(
            "!struct$0 = type !spv.struct<{small}, {small}, {small}, {small}>
module {{
  func @f(%arg0: {small}, %arg1: !struct$0, %arg2: !spv.ptr<!struct$0>) {{
  }}
}}
"
        )
    );
    let mut m = Maker { ctx, ..Maker::new() };
    m.arg(deep);
    assert!(text(m).len() < 50_000);
}

#[test]
fn builtin_types() {
    let ctx = context();
    let common = ctx.common();
    let (i32, f32) = (common.i32, common.f32);
    let nullary = ctx.function_type(&[], &[i32]);
    let shaped = |dims: &[u64], element| ctx.ty(TypeData::Tensor { dims: dims.into(), element });
    let distinct = ctx.param_type(ctx.registry().type_by_name("spv.ptr").unwrap(), &[ctx.type_attr(f32)], 2);
    for (ty, text) in [
        (ctx.int_type(7, Signedness::Signed), "si7"),
        (ctx.int_type(8, Signedness::Unsigned), "ui8"),
        (common.index, "index"),
        (common.none, "none"),
        (ctx.vector_type(4, f32), "vector<4xf32>"),
        (shaped(&[2, 3], i32), "tensor<2x3xi32>"),
        (shaped(&[], i32), "tensor<i32>"),
        (ctx.function_type(&[i32, f32], &[]), "(i32, f32) -> ()"),
        (ctx.function_type(&[nullary], &[nullary]), "(() -> i32) -> (() -> i32)"),
        (ctx.function_type(&[], &[i32, f32]), "() -> (i32, f32)"),
        (distinct, "!spv.ptr<f32>$2"),
        (ctx.ty(TypeData::Opaque { text: ctx.ident("foo.bar<1>") }), "!foo.bar<1>"),
    ] {
        assert_eq!(print_type(&ctx, ty), text);
    }
}

#[test]
fn attributes() {
    let ctx = context();
    let common = ctx.common();
    let int = |value: i64, ty| ctx.int_attr(value as u64, ty);
    let i64 = ctx.int_type(64, Signedness::Signless);
    let f64 = ctx.float_type(spv_ir::FloatKind::F64);
    let float = ctx.attr(AttrData::Float { bits: 1f64.to_bits(), ty: f64 });
    let dense = |ty: Type, elements: &[u64]| ctx.attr(AttrData::Dense { ty, elements: elements.into() });
    let tensor = |dims: &[u64], element| ctx.ty(TypeData::Tensor { dims: dims.into(), element });
    let ident = |text| ctx.ident(text);
    let wide = AttrData::Wide { limbs: [5, 0].into(), ty: ctx.int_type(128, Signedness::Signless) };
    for (attr, text) in [
        (ctx.unit_attr(), "unit"),
        (ctx.attr(AttrData::Bool(true)), "true"),
        (int(1, common.i1), "true"),
        (int(-1, common.i32), "-1 : i32"),
        (int(-1, ctx.int_type(8, Signedness::Unsigned)), "255 : ui8"),
        (int(5, common.index), "5 : index"),
        (ctx.attr(wide), "5 : i128"),
        (ctx.array_attr(&[int(2, i64), float, int(3, common.i32)]), "[2, 1.000000e+00, 3 : i32]"),
        (int(2, i64), "2 : i64"),
        (ctx.symbol_attr(ident("")), "@\"\""),
        (ctx.attr(AttrData::NestedSymbol([ident("a"), ident("b c")].into())), "@a::@\"b c\""),
        (ctx.type_attr(common.f32), "f32"),
        (dense(ctx.vector_type(2, common.i32), &[1, 2]), "dense<[1, 2]> : vector<2xi32>"),
        (dense(ctx.vector_type(2, common.i1), &[1]), "dense<true> : vector<2xi1>"),
        (dense(tensor(&[2, 2], common.i32), &[1, 2, 3, 4]), "dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>"),
        (dense(tensor(&[0], common.i32), &[]), "dense<> : tensor<0xi32>"),
        (dense(tensor(&[], common.f32), &[0x3f80_0000]), "dense<1.000000e+00> : tensor<f32>"),
        // A list of words as a single attribute must not be parsed as an array attribute.
        (ctx.attr(AttrData::Words([1, 2].into())), "array<i32: 1, 2>"),
        (ctx.attr(AttrData::Operand), "operand"),
        (ctx.param_attr(ctx.registry().attr_by_name("spv.null").unwrap(), &[]), "#spv.null<>"),
        (ctx.attr(AttrData::Opaque { text: ident("foo.bar") }), "#foo.bar"),
        (
            ctx.dict_attr(vec![(ident("b"), ctx.unit_attr()), (ident("a b"), ctx.string_attr("\n"))]),
            "{\"a b\" = \"\\0A\", b}",
        ),
    ] {
        assert_eq!(print_attr(&ctx, attr), text);
    }
}
