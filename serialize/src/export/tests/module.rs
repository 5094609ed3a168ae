//! Tests of the export of module-level definitions, types and constants

use super::*;
use spv_dialect::generated::values::storage_class;
use spv_dialect::types;
use spv_ir::{AttrData, Signedness};

#[test]
fn an_empty_module() {
    let exported = Maker::new().export().expect("it can be exported");
    let expected = [
        0x0723_0203,
        0x0001_0300,
        0,
        1,
        0, // header
        0x0002_0011,
        1,
        0x0002_0011,
        5, // capabilities
        0x0003_000E,
        0,
        1, // memory model
    ];
    assert_eq!(exported.words, expected);
    validate(&exported.words);
}

#[test]
fn unsigned_and_signless_are_one_type() {
    let mut m = Maker::new();
    let unsigned = m.ctx.int_type(32, Signedness::Unsigned);
    for (name, element) in
        [("a", unsigned), ("b", m.ctx.common().i32), ("c", m.ctx.int_type(32, Signedness::Signed))]
    {
        let vector = m.ctx.vector_type(4, element);
        let ty = types::make_pointer(&m.ctx, vector, storage_class::PRIVATE).expect("registered");
        m.global(name, ty);
    }
    let list = m.instructions();
    assert_eq!(all(&list, op::TYPE_INT).len(), 2);
    assert_eq!(all(&list, op::TYPE_VECTOR).len(), 2);
    assert_eq!(all(&list, op::VARIABLE).len(), 3);
    assert_eq!(all(&list, op::NAME).len(), 3);
}

#[test]
fn deep_types_need_no_stack() {
    let mut m = Maker::new();
    let mut ty = m.ctx.common().f32;
    for _ in 0..100_000 {
        ty = types::make(&m.ctx, op::TYPE_RUNTIME_ARRAY, None, &[m.ctx.type_attr(ty)]).expect("registered");
    }
    let pointer = types::make_pointer(&m.ctx, ty, storage_class::PRIVATE).expect("registered");
    m.global("deep", pointer);
    let words = m.export().expect("it can be exported").words;
    assert_eq!(all(&instructions(&words), op::TYPE_RUNTIME_ARRAY).len(), 100_000);
}

#[test]
fn recursive_types_use_forward_pointers() {
    let mut m = Maker::new();
    let ctx = m.ctx.clone();
    let def = types::type_def(ctx.registry(), op::TYPE_STRUCT).expect("registered");
    let node = ctx.named_type(def, ctx.ident("Node"));
    let to_node =
        types::make_pointer(&ctx, node, storage_class::PHYSICAL_STORAGE_BUFFER).expect("registered");
    let to_pointer =
        types::make_pointer(&ctx, to_node, storage_class::PHYSICAL_STORAGE_BUFFER).expect("registered");
    let members = types::struct_params(&ctx, None, &[to_node, to_pointer, ctx.common().f32], &[], &[]);
    assert!(ctx.set_named_params(node, &members));
    m.global("a", types::make_pointer(&ctx, to_pointer, storage_class::PRIVATE).expect("registered"));
    m.global("b", types::make_pointer(&ctx, node, storage_class::PRIVATE).expect("registered"));
    let list = instructions(&m.export().expect("it can be exported").words);
    let forward = all(&list, op::TYPE_FORWARD_POINTER);
    assert_eq!(forward.len(), 1);
    let structure = all(&list, op::TYPE_STRUCT);
    assert_eq!(structure[0].len(), 4);
    let pointers = all(&list, op::TYPE_POINTER);
    assert!(pointers.iter().any(|p| p[0] == forward[0][0] && p[2] == structure[0][0]), "{pointers:?}");
    // Each pointer type is declared once.
    assert_eq!(pointers.len(), 4);
}

#[test]
fn numbers_fill_their_words() {
    let mut m = Maker::new();
    let ctx = m.ctx.clone();
    let cases = [
        (8, Signedness::Signed, 0xFFu64),
        (8, Signedness::Signless, 0xFF),
        (64, Signedness::Signed, 1 << 40),
    ];
    for (i, (width, sign, value)) in cases.into_iter().enumerate() {
        let ty = ctx.int_type(width, sign);
        let slots = [m.text(&format!("c{i}")), ctx.int_attr(value, ty).raw(), m.ty(ty)];
        m.op("spv.GlobalConstant", &slots, None);
    }
    let list = instructions(&m.export().expect("it can be exported").words);
    let literals: Vec<&[u32]> = all(&list, op::CONSTANT).iter().map(|c| &c[2..]).collect();
    assert_eq!(literals, [&[0xFFFF_FFFF][..], &[0xFF], &[0, 1 << 8]]);
}

#[test]
fn composites_share_their_scalars() {
    let mut m = Maker::new();
    let ctx = m.ctx.clone();
    let vector = ctx.vector_type(2, ctx.common().f32);
    let bits = |f: f32| u64::from(f.to_bits());
    let dense = ctx.attr(AttrData::Dense { ty: vector, elements: [bits(1.0), bits(2.0)].into() });
    let splat = ctx.attr(AttrData::Dense { ty: vector, elements: [bits(2.0)].into() });
    let length = ctx.i32_attr(2);
    let array =
        types::make(&ctx, op::TYPE_ARRAY, None, &[ctx.type_attr(vector), length]).expect("registered");
    let tensor = ctx.ty(spv_ir::TypeData::Tensor { dims: [2, 2].into(), element: ctx.common().f32 });
    let nested = ctx
        .attr(AttrData::Dense { ty: tensor, elements: [bits(1.0), bits(2.0), bits(2.0), bits(2.0)].into() });
    for (name, value, ty) in [("a", dense, vector), ("b", splat, vector), ("c", nested, array)] {
        let slots = [m.text(name), value.raw(), m.ty(ty)];
        m.op("spv.GlobalConstant", &slots, None);
    }
    let list = m.instructions();
    assert_eq!(all(&list, op::CONSTANT).len(), 3, "1.0, 2.0 and the length of the array");
    // The two composites that contain symbols and the array's columns have declarations of their own.
    assert_eq!(all(&list, op::CONSTANT_COMPOSITE).len(), 5);
}

#[test]
fn definitions_come_before_their_uses() {
    let mut m = Maker::new();
    let ctx = m.ctx.clone();
    let length = ctx.symbol_attr(ctx.ident("n"));
    let array = types::make(&ctx, op::TYPE_ARRAY, None, &[ctx.type_attr(ctx.common().f32), length]);
    let ty =
        types::make_pointer(&ctx, array.expect("registered"), storage_class::PRIVATE).expect("registered");
    m.global("g", ty);
    let slots = [m.text("n"), ctx.i32_attr(4).raw(), m.ty(ctx.common().i32)];
    let id = ctx.dict_attr(vec![(ctx.ident("spec_id"), ctx.i32_attr(7))]);
    m.op("spv.SpecConstant", &slots, Some(id));
    let list = m.instructions();
    assert_eq!(all(&list, op::DECORATE).len(), 1);
    let place = |opcode| opcodes(&list).iter().position(|&o| o == opcode);
    assert!(place(op::SPEC_CONSTANT) < place(op::TYPE_ARRAY));
}

#[test]
fn what_cannot_be_exported_is_told() {
    let mut m = Maker::new();
    let slots = [5, m.symbol("nowhere"), 0, 0];
    m.op("spv.EntryPoint", &slots, None);
    assert_eq!(m.failure(), "`@nowhere` is not defined in the module");

    let mut m = Maker::new();
    let index =
        types::make_pointer(&m.ctx, m.ctx.common().index, storage_class::PRIVATE).expect("registered");
    m.global("g", index);
    assert!(m.failure().contains("has no binary form"));

    let mut m = Maker::new();
    m.function("f", |f| {
        let value = f.i32(0);
        let ty = f.maker.ctx.common().i32;
        f.value("spv.IAdd", &[value, value], &[], ty);
    });
    assert_eq!(m.failure(), "a block has no terminator");

    let mut m = Maker::new();
    let name = m.ctx.string_attr("zero\0byte");
    let dict = m.ctx.dict_attr(vec![(m.ctx.ident("op_name"), name)]);
    let slots = [m.text("s"), 0, m.text("text")];
    m.op("spv.String", &slots, Some(dict));
    assert!(m.failure().contains("zero byte"));
}

#[test]
fn long_sources_go_on() {
    let mut m = Maker::new();
    let slots = [m.text("file"), 0, m.text("a.comp")];
    m.op("spv.String", &slots, None);
    let text = "é".repeat(200_000);
    let slots = [2, 450, m.symbol("file"), m.text(&text)];
    m.op("spv.Source", &slots, None);
    let list = m.instructions();
    assert_eq!(opcodes(&list)[3..], [op::STRING, op::SOURCE, op::SOURCE_CONTINUED, op::NAME]);
}
