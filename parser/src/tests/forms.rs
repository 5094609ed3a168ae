//! Tests of the custom and generic forms

use super::dialect::STRICT;
use super::*;

/// Parses a source string and returns a dump of the module.
fn dumped(source: &str) -> String {
    let module = read(source);
    dump(&module.ctx, &module.body)
}

#[test]
fn formats() {
    insta::assert_snapshot!(dumped(
        r#"
module {
  t.module {
    // A comment.
    t.func @f(%arg0: i32, %x: i32 {decorated} loc("a.c":1:2), %y: !t.ptr<i32, In>) {
      %0 = t.add %arg0, %x : i32
      %sum = test.plus %0, %0 {fast, op_name = "my sum"} : i32
      %name$3 = t.eq %0, %sum
      %1 = t.eq %0, %sum {a = [1, 2.5, "s"]} -> i1 loc("b.c":3:4)
      %2 = t.sub %0 from %name$3 : i32, i32 -> f32
      %3 = t.load "Function" %y : !t.ptr<i32, In> -> i32
      %4 = t.load %y with ["Volatile|Aligned", 4] : !t.ptr<i32, In> -> i32
      %5 = t.load %y with ["Visible|Bias", "Device", %2] : !t.ptr<i32, In> -> i32
      %6 = t.load %y with ["Visible|Bias", %3, %2] : !t.ptr<i32, In> -> i32
      t.barrier "Device"
      t.barrier %0 control(Flatten|Unroll)
      %cst = t.const 5 : i32
      %cst_0 = t.const 0.5 : f32
      %five = t.const 5 : i32
      t.call @g(%0, %2) : (i32, f32) -> ()
      %7 = t.call @g() {x} : () -> none
      %8 = t.extract %0[1 : i32, -1 : i32] : i32 -> i32
      t.return %8 : i32
    }
    func @g(i32)
    t.func @h() {
      t.return
    }
  }
}
"#
    ));
}

#[test]
fn uniform() {
    insta::assert_snapshot!(dumped(
        r#"
t.debug @d "name", 5, @e, f32 {x} : none
t.debug @d2 @d, 5 : i32
t.func @f(%a: i32) {
  %0 = t.debug %a, 7, %a, @e, %a : i32, i32, i32 -> i32
  %1 = t.debug "x", 7 : i32
  t.mixed %a, %0 : i32, i32
  t.mixed
  %2 = t.debug "x", 7 : none
  t.mixed
  %3:2 = t.results : (i32, f32)
  %4, %5:2 = t.results : (i32, f32, i32)
  t.mixed %3#1, %5#1 : f32, i32
  t.kinds @s, i32, 4294967295, 1.5, "n", "Flatten", "None|Unroll" {b, a}
}
"#
    ));
}

#[test]
fn control_flow() {
    insta::assert_snapshot!(dumped(
        r#"
t.func @f(%c: i1) {
  t.jump ^loop(%c : i1)
^loop(%i: i1):
  t.branch %c, ^bb2(%later : i32), ^end
^bb2(%x: i32 {d = 1 : i8}) {mark, op_name = "bb2"} loc("f":1:1):
  %r = t.select -> (i32) {
    %inner = t.add %later, %later : i32
    t.jump ^bb1
  ^bb1:
    t.select {
    ^bb0(%k: i32):
      t.return
    }
    t.return %inner : i32
  }
  %s = t.select -> (i32) {
    %inner = t.add %x, %later : i32
  }
  t.select {
  }
  t.jump ^loop(%c : i1)
^end:
  %later = t.add %later, %later : i32
  t.return
}
"#
    ));
}

#[test]
fn generic() {
    insta::assert_snapshot!(dumped(
        r#"
"builtin.module"() ({
  "t.module"() ({
    "t.func"() ({
    ^bb0(%arg0: i32, %p: i1):
      %0 = "t.add"(%arg0, %arg0) : (i32, i32) -> i32 loc(unknown)
      %1 = "t.load"(%0) {access = "Volatile", "discardable.access" = 5 : i8, op_name = "v"} : (i32) -> i32
      %2 = "t.load"(%0, %1) {access = ["Aligned|Bias", 4 : i32]} : (i32, i32) -> i32
      "t.barrier"() {scope = 2 : i32, control = "Flatten"} : () -> ()
      "t.barrier"(%0) {control = "None"} : (i32) -> ()
      "t.mixed"(%0) {items = [@a, operand, f32]} : (i32) -> ()
      "t.kinds"() {s = @s, t = i32, w = -1 : i32, f = 1.5 : f32, n = "n", c = ["Flatten"]} : () -> ()
      %3 = "t.extract"(%0) {indices = [1 : i32, 2 : i32]} : (i32) -> i32
      %4:2 = "t.select"() ({
        "t.return"() : () -> ()
      }) {control = "Flatten", mark} : () -> (i32, f32)
      "t.branch"(%p, %0, %4#1)[^bb1, ^bb2] {operand_segment_sizes = dense<[1, 1, 1]> : vector<3xi32>} : (i1, i32, f32) -> ()
    ^bb1(%a: i32):
      "t.jump"()[^bb2(%4#1 : f32)] : () -> ()
    ^bb2(%b: f32):
      "t.jump"(%b)[^bb2] : (f32) -> ()
    }) {sym_name = "f", type = (i32) -> ()} : () -> ()
  }) : () -> ()
}) {sym_name = "m"} : () -> ()
"#
    ));
}

#[test]
fn aliases_and_locations() {
    insta::assert_snapshot!(dumped(
        r##"
!S = type !t.struct<S, (i32, !t.ptr<!t.struct<S>, In>)>
!P = !t.ptr<!S, In>
#five = 5 : i32
t.func @f(%a: !P, %b: !late) {
  t.mixed #five, #t.pair<i32, X>, #t.null loc(#loc2)
  t.mixed %a : !t.ptr<!t.struct<S>, In> loc(callsite("x"("f":1:2) at fused<#five>["y", unknown]))
  t.mixed !t.opaque$2, !t.array<2x3xi32>$4, !t.array<2 x f32> loc("n")
}
!late = type !t.ptr<!S, Out>
#loc1 = loc("g":3:4)
#loc2 = loc("name"(#loc1))
"##
    ));
}

#[test]
fn names() {
    let source = "t.func @f(%arg0: i32, %argument: i32) {\n^entry:\n  %x = t.add %arg0, %arg0 : i32\n}";
    let module = read(source);
    let text = dump(&module.ctx, &module.body);
    assert!(text.contains("block'entry(0:i32, 1'argument:i32)") && text.contains("2'x:i32"), "{text}");
    let options = ParseOptions { compat: Some(&STRICT), ..ParseOptions::default() };
    let module = parse(source, &options, context()).unwrap();
    let text = dump(&module.ctx, &module.body);
    assert!(text.contains("block(0:i32, 1:i32)") && text.contains("2:i32"), "{text}");
}

#[test]
fn module_of_its_own() {
    let module = read("module @m attributes {x = 1 : i32} {\n  t.mixed\n}");
    assert_eq!(module.name.map(|n| module.ctx.str(n)), Some("m"));
    assert!(module.attrs.is_some());
    let text = dump(&module.ctx, &module.body);
    assert_eq!(text, "block()\n   = t.mixed() [\"-\"]\n");
}

#[test]
fn unregistered_types() {
    let options = ParseOptions { allow_unregistered: true, ..ParseOptions::default() };
    let module = parse("t.mixed !a.b<<c>>, #d.e", &options, context()).unwrap();
    let text = dump(&module.ctx, &module.body);
    assert!(text.contains("!opaque a.b<<c>>") && text.contains("#opaque d.e"), "{text}");
}
