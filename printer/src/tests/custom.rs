//! Tests of the custom and generic forms

use super::dialect::*;
use crate::{IdNotes, Options, Source};
use spv_ir::dialect::{ABSENT, OpDefId};
use spv_ir::{AttrData, Builder, InsertPoint, LocData, Location, NewOp};

fn new() -> NewOp<'static> {
    NewOp::new(OpDefId(0))
}

#[test]
fn formats() {
    let mut m = Maker::new();
    let i32 = m.i32();
    let f32 = m.ctx.common().f32;
    let a = m.arg(i32);
    let add = m.value(&ADD, &[a, a], &[], i32);
    m.value(&ADD, &[add, a], &[], f32);
    m.value(&LOAD, &[a], &[ABSENT, 0], i32);
    m.value(&LOAD, &[a], &[1, 0], i32);
    let four = m.ctx.array_attr(&[m.ctx.i32_attr(4)]).raw();
    m.value(&LOAD, &[a], &[3, four], i32);
    m.value(&LOAD, &[a, add], &[0x1013, four], i32);
    let words = m.ctx.attr(AttrData::Words([1, u32::MAX].into())).raw();
    m.value(&EXTRACT, &[a], &[words], i32);
    m.op(&BARRIER, NewOp { slots: &[2], ..new() });
    m.op(&BARRIER, NewOp { slots: &[ABSENT], operands: &[a], ..new() });
    m.op(&BARRIER, NewOp { slots: &[77], ..new() });
    let callee = m.ctx.symbol_attr(m.ctx.ident("main(vf4;")).raw();
    m.op(&CALL, NewOp { slots: &[callee], operands: &[a, add], results: &[f32], ..new() });
    m.op(&CALL, NewOp { slots: &[callee], results: &[f32, i32], ..new() });
    m.op(&CALL, NewOp { slots: &[callee], ..new() });
    m.ret();
    assert_eq!(
        m.text(),
        r#"func @f(%arg0: i32) {
  %0 = spv.Add %arg0, %arg0
  %1 = spv.Add %0, %arg0 -> f32
  %2 = spv.Load %arg0 : i32
  %3 = spv.Load %arg0 ["Volatile"] : i32
  %4 = spv.Load %arg0 ["Volatile|Aligned", 4] : i32
  %5 = spv.Load %arg0 ["Volatile|Aligned|Visible|0x1000", 4, %0] : i32
  %6 = spv.Extract %arg0[1 : i32, -1 : i32] : i32
  spv.Barrier Workgroup
  spv.Barrier %arg0
  spv.Barrier 0x4D
  %7 = spv.Call @"main(vf4;"(%arg0, %0) : (i32, i32) -> f32
  %8:2 = spv.Call @"main(vf4;"() : () -> (f32, i32)
  spv.Call @"main(vf4;"() : () -> ()
  spv.Return
}"#
    );
}

#[test]
fn uniform() {
    let mut m = Maker::new();
    let i32 = m.i32();
    let a = m.arg(i32);
    let text = m.ctx.string_attr("a\"b").raw();
    let five = m.ctx.i32_attr(5);
    let mixed = m.ctx.array_attr(&[m.ctx.attr(AttrData::Operand), five]).raw();
    let half = 0.5f32.to_bits();
    m.value(&UNIFORM, &[a], &[1, 7, half, text, mixed], i32);
    m.value(&UNIFORM, &[], &[2, 7, half, text, m.ctx.array_attr(&[]).raw()], i32);
    m.op(&UNIFORM, NewOp { slots: &[2, 7, half, text, 0], operands: &[a], ..new() });
    let symbols =
        m.ctx.array_attr(&[m.ctx.symbol_attr(m.ctx.ident("x")), m.ctx.symbol_attr(m.ctx.ident("y z"))]);
    let (name, ty) = (m.ctx.string_attr("s").raw(), m.ctx.type_attr(i32).raw());
    let attrs = m.dict(&[("op_name", m.ctx.string_attr("no such"))]);
    m.op(&SYMBOL, NewOp { slots: &[name, ty, symbols.raw()], attrs, ..new() });
    m.value(&SYMBOL, &[], &[0, 0, symbols.raw()], i32);
    m.ret();
    assert_eq!(
        m.text(),
        r#"func @f(%arg0: i32) {
  %0 = spv.Uniform "Device", 7, 5.000000e-01, "a\22b", %arg0, 5 : i32 : i32 -> i32
  %1 = spv.Uniform "Workgroup", 7, 5.000000e-01, "a\22b" : i32
  spv.Uniform "Workgroup", 7, 5.000000e-01, "a\22b", %arg0 : i32
  "spv.Spec"() {op_name = "no such", parts = [@x, @"y z"], sym_name = "s", type = i32} : () -> ()
  %2 = spv.Spec @x, @"y z" : i32
  spv.Return
}"#
    );
}

#[test]
fn uniform_definitions() {
    let ctx = context();
    let mut module = spv_ir::Module::new(ctx.clone());
    let block = module.body.first_block(module.body.root()).unwrap();
    let (name, ty) = (ctx.string_attr("s").raw(), ctx.type_attr(ctx.common().i32).raw());
    let part = ctx.array_attr(&[ctx.symbol_attr(ctx.ident("x"))]).raw();
    let def = ctx.registry().op_by_name("spv.Spec").unwrap();
    for slots in [[name, ty, part], [name, 0, 0], [0, 0, part], [0, 0, 0]] {
        Builder::at(&mut module.body, InsertPoint::End(block)).create(NewOp { def, slots: &slots, ..new() });
    }
    assert_eq!(
        text(&module, &Options::default()),
        r#"spv.Spec @s @x : i32
spv.Spec @s
"spv.Spec"() {parts = [@x]} : () -> ()
spv.Spec"#
    );
}

#[test]
fn deep_nesting() {
    let mut m = Maker::new();
    for _ in 0..1000 {
        let op = m.op(&SELECTION, NewOp { regions: 1, ..new() });
        m.at = m.block_in(m.body.region(op, 0), &[]);
    }
    assert_eq!(m.text().lines().count(), 2 + 2 * 1000);
}

#[test]
fn what_does_not_fit_is_generic() {
    let mut m = Maker::new();
    let i32 = m.i32();
    let f32 = m.ctx.common().f32;
    let a = m.arg(i32);
    m.value(&ADD, &[a], &[], i32);
    m.value(&ADD, &[a, a, a], &[], i32);
    m.value(&OPAQUE, &[a], &[], i32);
    m.value(&OPAQUE, &[a], &[], f32);
    let attrs = m.dict(&[("y", m.ctx.unit_attr())]);
    m.op(&OPAQUE, NewOp { operands: &[a], results: &[i32], attrs, ..new() });
    m.ret();
    assert_eq!(
        m.text(),
        r#"func @f(%arg0: i32) {
  %0 = "spv.Add"(%arg0) : (i32) -> i32  // incomplete
  %1 = "spv.Add"(%arg0, %arg0, %arg0) : (i32, i32, i32) -> i32  // incomplete
  %2 = spv.Opaque i32
  %3 = spv.Opaque (i32) -> f32
  %4 = "spv.Opaque"(%arg0) {y} : (i32) -> i32
  spv.Return
}"#
    );
}

#[test]
fn successors_and_groups() {
    let mut m = Maker::new();
    let i32 = m.i32();
    let a = m.arg(i32);
    let one = m.block(&[i32]);
    let two = m.block(&[]);
    m.op(&SWITCH, NewOp { operands: &[a], successors: &[(two, &[]), (one, &[a])], ..new() });
    m.at = one;
    m.op(&SWITCH, NewOp { operands: &[a], ..new() });
    m.at = two;
    m.branch(one, &[a]);
    m.block(&[]);
    let module = m.finish();
    assert_eq!(
        text(&module, &Options::default()),
        r#"func @f(%arg0: i32) {
  spv.Switch %arg0 cases to(^bb2, ^bb1(%arg0 : i32)) : i32
^bb1(%0: i32):  // 2 preds: ^bb0, ^bb2
  spv.Switch %arg0 : i32
^bb2:  // pred: ^bb0
  spv.Branch ^bb1(%arg0 : i32)
^bb3:  // no predecessors
}"#
    );
    assert_eq!(
        crate::print(&module, &Options { generic: true, dialect_alias: true, ..Options::default() }),
        r#""builtin.module"() ({
  "builtin.func"() ({
  ^bb0(%arg0: i32):
    "spirv.Switch"(%arg0)[^bb2, ^bb1(%arg0 : i32)] : (i32) -> ()
  ^bb1(%0: i32):  // 2 preds: ^bb0, ^bb2
    "spirv.Switch"(%arg0) : (i32) -> ()
  ^bb2:  // pred: ^bb0
    "spirv.Branch"()[^bb1(%arg0 : i32)] : () -> ()
  ^bb3:  // no predecessors
  }) {sym_name = "f", type = (i32) -> ()} : () -> ()
}) : () -> ()
"#
    );
    let strict =
        crate::print(&module, &Options { generic: true, compat: Some(&STRICT), ..Options::default() });
    assert!(strict.contains(
        "\"spv.Switch\"(%arg0, %arg0)[^bb2, ^bb1] \
         {operand_segment_sizes = dense<[1, 0, 1]> : vector<3xi32>} : (i32, i32) -> ()"
    ));
    assert!(strict.ends_with("}) : () -> ()\n\n"));
}

#[test]
fn generic_attributes() {
    let mut m = Maker::new();
    let i32 = m.i32();
    let a = m.arg(i32);
    let four = m.ctx.array_attr(&[m.ctx.i32_attr(4)]).raw();
    let (x, access) = (m.ctx.unit_attr(), m.ctx.i32_attr(9));
    let attrs = m.dict(&[("x y", x), ("access", access)]);
    m.op(&LOAD, NewOp { operands: &[a], slots: &[3, four], results: &[i32], attrs, ..new() });
    m.value(&LOAD, &[a], &[0, 0], i32);
    let text_attr = m.ctx.string_attr("t").raw();
    let mixed = m.ctx.array_attr(&[m.ctx.attr(AttrData::Operand), m.ctx.i32_attr(5)]).raw();
    m.value(&UNIFORM, &[a], &[1, 7, 0.1f32.to_bits(), text_attr, mixed], i32);
    m.value(&UNIFORM, &[a, a], &[ABSENT, 7, 0, text_attr, 0], i32);
    m.ret();
    assert_eq!(
        text(&m.finish(), &Options { generic: true, ..Options::default() })
            .lines()
            .skip(2)
            .collect::<Vec<_>>(),
        [
            r#"  %0 = "spv.Load"(%arg0) {access = ["Volatile|Aligned", 4 : i32], discardable.access = 9 : i32, "x y"} : (i32) -> i32"#,
            r#"  %1 = "spv.Load"(%arg0) {access = "None"} : (i32) -> i32"#,
            r#"  %2 = "spv.Uniform"(%arg0) {count = 7 : i32, factor = 1.000000e-01 : f32, items = [operand, 5 : i32], scope = "Device", text = "t"} : (i32) -> i32"#,
            r#"  %3 = "spv.Uniform"(%arg0, %arg0) {count = 7 : i32, factor = 0.000000e+00 : f32, text = "t"} : (i32, i32) -> i32"#,
            r#"  "spv.Return"() : () -> ()"#,
            r#"}) {sym_name = "f", type = (i32) -> ()} : () -> ()"#,
        ]
    );
}

#[test]
fn locations() {
    let mut m = Maker::new();
    let file = m.ctx.file_location(m.ctx.ident("a\\b"), 1, 2);
    let name = |child| m.ctx.location(LocData::Name { name: m.ctx.ident("n"), child });
    let plain = name(Location::UNKNOWN);
    let call = m.ctx.location(LocData::CallSite { callee: name(file), caller: Location::UNKNOWN });
    let metadata = Some(m.ctx.string_attr("m"));
    let fused = m.ctx.location(LocData::Fused { metadata, parts: [plain, call].into() });
    for loc in [file, fused, Location::UNKNOWN, Location::text(3)] {
        m.op(&RETURN, NewOp { loc, ..new() });
    }
    let module = m.finish();
    let lines =
        |options: &Options| text(&module, options).lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
    let file = "  spv.Return loc(\"a\\\\b\":1:2)";
    let parts = "fused<\"m\">[\"n\", callsite(\"n\"(\"a\\\\b\":1:2) at unknown)]";
    let all = lines(&Options { local_scope: true, ..Options::default() });
    assert_eq!(all, [file, &format!("  spv.Return loc({parts})"), "  spv.Return", "  spv.Return", "}"]);
    let fused = "  spv.Return loc(#loc)";
    // The alias definition is the last line, which `lines` omits.
    assert_eq!(lines(&Options::default()), [file, fused, "  spv.Return", "  spv.Return", "}", "}"]);
    let whole = crate::print(&module, &Options::default());
    assert!(whole.ends_with(&format!("}}\n#loc = loc({parts})\n")), "{whole}");
    assert_eq!(lines(&Options { compat: Some(&STRICT), ..Options::default() })[0], "  spv.Return");
    let source = Some(Source { file: "x.mlir", text: "a\nbcd" });
    let all = lines(&Options { debug_info: true, source, ..Options::default() });
    let implicit = ["  spv.Return loc(unknown)", "  spv.Return loc(\"x.mlir\":2:2)"];
    let ends = ["} loc(unknown)", "} loc(\"x.mlir\":0:0)"];
    assert_eq!(all, [&[file, fused], &implicit[..], &ends].concat());
}

#[test]
fn id_notes() {
    let mut m = Maker::new();
    let i32 = m.i32();
    let a = m.arg(i32);
    let sum = m.value(&ADD, &[a, a], &[], i32);
    let exit = m.block(&[i32]);
    let phi = m.body.args(exit)[0];
    m.branch(exit, &[sum]);
    m.at = exit;
    m.ret();
    let f = m.ctx.ident("f");
    let mut ids = IdNotes::default();
    ids.symbols.insert(f, 4);
    ids.values.extend([(a, 5), (sum, 6), (phi, 8)].map(|(v, id)| ((f, v), id)));
    ids.blocks.insert((f, exit), 7);
    assert_eq!(
        text(&m.finish(), &Options { ids: Some(&ids), ..Options::default() }),
        "func @f(%arg0: i32) {  // %4(%5)
  %0 = spv.Add %arg0, %arg0  // %6
  spv.Branch ^bb1(%0 : i32)
^bb1(%1: i32):  // pred: ^bb0  // %7(%8)
  spv.Return
}"
    );
}

#[test]
fn streams() {
    let mut m = Maker::new();
    let i32 = m.i32();
    let mut value = m.arg(i32);
    for _ in 0..20_000 {
        value = m.value(&ADD, &[value, value], &[], i32);
    }
    m.ret();
    let module = m.finish();
    let mut written = Vec::new();
    crate::print_to(&module, &Options::default(), &mut written).unwrap();
    assert_eq!(written, crate::print(&module, &Options::default()).into_bytes());
    struct Full;
    impl std::io::Write for Full {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::StorageFull.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    assert!(crate::print_to(&module, &Options::default(), &mut Full).is_err());
}

#[test]
fn single_op() {
    let mut m = Maker::new();
    let i32 = m.i32();
    let a = m.arg(i32);
    let value = m.value(&ADD, &[a, a], &[], i32);
    let forward = Builder::new(&mut m.body).forward_value(None);
    let use_of = m.value(&ADD, &[forward, value], &[], i32);
    let text = |v| crate::print_op(&m.ctx, &m.body, m.body.defining_op(v).unwrap(), &Options::default());
    assert_eq!(text(value), "%0 = spv.Add %arg0, %arg0");
    assert_eq!(text(use_of), "%1 = spv.Add %<unknown>, %0 -> i32");
}
