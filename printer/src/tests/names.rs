//! Tests of value and block names

use super::dialect::*;
use crate::Options;
use spv_ir::dialect::OpDefId;
use spv_ir::{Annotations, Builder, NewOp};

fn new() -> NewOp<'static> {
    NewOp::new(OpDefId(0))
}

#[test]
fn suggested_and_numbered() {
    let mut m = Maker::new();
    let i32 = m.i32();
    let f32 = m.ctx.common().f32;
    let a = m.constant(1);
    m.constant(2);
    let one = m.ctx.i32_attr(1).raw();
    m.value(&CONSTANT, &[], &[one], f32);
    m.value(&CONSTANT, &[], &[one], f32);
    m.value(&ADD, &[a, a], &[], i32);
    for _ in 0..2 {
        // Sibling regions reuse numbers and suggested names.
        let outer = m.at;
        let op = m.op(&SELECTION, NewOp { regions: 1, ..new() });
        m.at = m.block_in(m.body.region(op, 0), &[i32]);
        m.constant(3);
        m.value(&ADD, &[a, a], &[], i32);
        m.at = m.block(&[i32]);
        m.at = outer;
    }
    m.value(&ADD, &[a, a], &[], i32);
    m.constant(4);
    let module = m.finish();
    let inner = "  spv.selection {
  ^bb0(%arg0: i32):
    %cst_i32_3 = spv.Const 3 : i32 : i32
    %2 = spv.Add %cst_i32, %cst_i32
  ^bb1(%3: i32):  // no predecessors
  }";
    assert_eq!(
        text(&module, &Options::default()),
        format!(
            "func @f() {{
  %cst_i32 = spv.Const 1 : i32 : i32
  %cst_i32_0 = spv.Const 2 : i32 : i32
  %cst_f32 = spv.Const 1 : i32 : f32
  %cst_f32_1 = spv.Const 1 : i32 : f32
  %0 = spv.Add %cst_i32, %cst_i32
{inner}
{inner}
  %1 = spv.Add %cst_i32, %cst_i32
  %cst_i32_2 = spv.Const 4 : i32 : i32
}}"
        )
    );
}

#[test]
fn debug_names() {
    let mut m = Maker::new();
    let i32 = m.i32();
    let names =
        ["a", "a", "a b", "5", "arg1", "a$1", "a-b.c$", "a", "cst_i32", "cst_i32_7", "_", "", "1a", "bb1"];
    let arg = m.arg(i32);
    m.name(arg, "x y");
    for name in names {
        let value = m.constant(1);
        m.name(value, name);
    }
    let sum = m.value(&ADD, &[arg, arg], &[], i32);
    m.name(sum, "cst_i32");
    let unnamed = m.value(&ADD, &[sum, arg], &[], i32);
    let attrs = m.dict(&[("zz", m.ctx.unit_attr()), ("aa", m.ctx.unit_attr())]);
    let op = m.body.defining_op(unnamed).unwrap();
    Builder::new(&mut m.body).set_attrs(op, attrs);
    m.name(unnamed, "x y");
    let module = m.finish();
    assert_eq!(
        text(&module, &Options::default()),
        r#"func @f(%arg0: i32 {op_name = "x y"}) {
  %a = spv.Const 1 : i32 : i32
  %a$0 = spv.Const 1 : i32 : i32
  %cst_i32 = spv.Const 1 : i32 {op_name = "a b"} : i32
  %cst_i32_0 = spv.Const 1 : i32 {op_name = "5"} : i32
  %cst_i32_1 = spv.Const 1 : i32 {op_name = "arg1"} : i32
  %cst_i32_2 = spv.Const 1 : i32 {op_name = "a$1"} : i32
  %a-b.c$ = spv.Const 1 : i32 : i32
  %a$1 = spv.Const 1 : i32 : i32
  %cst_i32_3 = spv.Const 1 : i32 {op_name = "cst_i32"} : i32
  %cst_i32_4 = spv.Const 1 : i32 {op_name = "cst_i32_7"} : i32
  %_ = spv.Const 1 : i32 : i32
  %cst_i32_5 = spv.Const 1 : i32 {op_name = ""} : i32
  %cst_i32_6 = spv.Const 1 : i32 {op_name = "1a"} : i32
  %bb1 = spv.Const 1 : i32 : i32
  %cst_i32$0 = spv.Add %arg0, %arg0
  %0 = spv.Add %cst_i32$0, %arg0 {aa, op_name = "x y", zz}
}"#
    );
    let strict = text(&module, &Options { compat: Some(&STRICT), ..Options::default() });
    assert!(!strict.contains("op_name") && !strict.contains("%a "));
}

#[test]
fn several_results() {
    let mut m = Maker::new();
    let i32 = m.i32();
    let callee = m.ctx.symbol_attr(m.ctx.ident("g")).raw();
    let mut call = |names: [&str; 3]| {
        let op = m.op(&CALL, NewOp { slots: &[callee], results: &[i32; 3], ..new() });
        for (i, name) in names.into_iter().enumerate().filter(|(_, name)| !name.is_empty()) {
            m.name(m.body.result(op, i), name);
        }
        let operands: Vec<_> = m.body.results(op).collect();
        m.value(&ADD, &operands[1..], &[], i32);
    };
    call(["", "", ""]);
    call(["", "b", ""]);
    call(["a", "b", "c d"]);
    call(["", "a b", ""]);
    assert_eq!(
        m.text(),
        r#"func @f() {
  %0:3 = spv.Call @g() : () -> (i32, i32, i32)
  %1 = spv.Add %0#1, %0#2
  %2, %b, %3 = spv.Call @g() : () -> (i32, i32, i32)
  %4 = spv.Add %b, %3
  %a, %b$0, %5 = spv.Call @g() {op_name = [unit, unit, "c d"]} : () -> (i32, i32, i32)
  %6 = spv.Add %b$0, %5
  %7:3 = spv.Call @g() {op_name = [unit, "a b", unit]} : () -> (i32, i32, i32)
  %8 = spv.Add %7#1, %7#2
}"#
    );
}

#[test]
fn labels() {
    let mut m = Maker::new();
    let i32 = m.i32();
    let file = m.ctx.file_location(m.ctx.ident("f"), 1, 2);
    let entry = m.at;
    let deco = m.dict(&[("deco", m.ctx.i32_attr(1))]);
    let arg = m.arg(i32);
    let annotations =
        |name: Option<&str>, attrs, loc| Annotations { name: name.map(|n| m.ctx.ident(n)), attrs, loc };
    let annotations = [
        annotations(Some("entry"), None, None),
        annotations(Some("loop"), None, None),
        annotations(Some("loop"), deco, None),
        annotations(Some("bb1"), None, Some(file)),
        annotations(Some("loop"), None, None),
    ];
    for (i, annotations) in annotations.into_iter().enumerate() {
        let block = if i == 0 { entry } else { m.block(&[i32]) };
        Builder::new(&mut m.body).set_block_annotations(block, annotations);
    }
    let last = m.body.last_block(m.body.root()).unwrap();
    let inner = m.body.args(last)[0];
    Builder::new(&mut m.body)
        .set_value_annotations(inner, Annotations { attrs: deco, loc: Some(file), name: None });
    m.branch(last, &[arg]);
    let op = m.op(&SELECTION, NewOp { regions: 1, ..new() });
    let inner = m.block_in(m.body.region(op, 0), &[]);
    let name = m.ctx.ident("loop");
    let annotations = Annotations { name: Some(name), ..Annotations::default() };
    Builder::new(&mut m.body).set_block_annotations(inner, annotations);
    let module = m.finish();
    assert_eq!(
        text(&module, &Options::default()),
        r#"func @f(%arg0: i32) {
^entry:
  spv.Branch ^loop$1(%arg0 : i32)
  spv.selection {
  ^loop:
  }
^loop(%0: i32):  // no predecessors
^loop$0(%1: i32) {deco = 1 : i32}:  // no predecessors
^bb3(%2: i32) {op_name = "bb1"} loc("f":1:2):  // no predecessors
^loop$1(%3: i32 {deco = 1 : i32} loc("f":1:2)):  // pred: ^entry
}"#
    );
}
