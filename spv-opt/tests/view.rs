//! Tests of graph drawing

use spv_opt::view::{Format, GraphKind, view};
use std::fmt::Write;

const NESTED: &str = r#"spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader], []> {
  spv.func @count(%n: si32, %c: i1) -> si32 "None" {
    %zero = spv.Constant 0 : si32
    %one = spv.Constant 1 : si32
    %sum = spv.mlir.loop -> si32 {
      spv.Branch ^header(%zero : si32)
    ^header(%i: si32):
      %more = spv.SLessThan %i, %n : si32
      spv.BranchConditional %more, ^body, ^merge(%i : si32)
    ^body:
      spv.mlir.selection {
        spv.Switch %i : si32, [default: ^other, -1: ^leave, 2: ^next, 7: ^next]
      ^leave:
        spv.mlir.break %zero : si32
      ^next:
        spv.BranchConditional %c, ^skip, ^done
      ^skip:
        spv.mlir.continue trampoline
      ^other:
        spv.ReturnValue %one : si32
      ^done:
        spv.mlir.merge
      }
      spv.Branch ^step
    ^step:
      %j = spv.IAdd %i, %one : si32
      spv.Branch ^header(%j : si32)
    ^merge(%result: si32):
      spv.mlir.merge %result : si32
    }
    spv.ReturnValue %sum : si32
  }
}
"#;

fn module(text: &str) -> spv_opt::Module {
    let module = spv_opt::parse(&spv_opt::context(), text).expect("the text is right");
    spv_opt::verify(&module).expect("it is sound");
    module
}

#[test]
fn control_flow_as_dot() {
    insta::assert_snapshot!(view(&module(NESTED), GraphKind::Cfg, Format::Dot));
}

#[test]
fn control_flow_as_svg() {
    insta::assert_snapshot!(view(&module(NESTED), GraphKind::Cfg, Format::Svg));
}

#[test]
fn ops_as_dot() {
    insta::assert_snapshot!(view(&module(NESTED), GraphKind::Ops, Format::Dot));
}

#[test]
fn names_and_strings_are_escaped() {
    let text = "spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader], []> {
      spv.func @\"a<\\\\b>&\\22c\"() \"None\" { spv.Return } }";
    let module = module(text);
    let dot = view(&module, GraphKind::Cfg, Format::Dot);
    assert!(dot.contains(r#"label="spv.func @\"a<\\\\b>&\\22c\"() \"None\"""#), "{dot}");
    let svg = view(&module, GraphKind::Cfg, Format::Svg);
    assert!(svg.contains("@&quot;a&lt;\\\\b&gt;&amp;\\22c&quot;()"), "{svg}");
}

/// Checks that deep nesting does not overflow the stack, and that a function too large to lay out is reported.
#[test]
fn deep_and_large_functions() {
    let around = |body: &str| {
        module(&format!(
            "spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader], []> {{
               spv.func @f(%c: i1) \"None\" {{\n{body}\n}} }}"
        ))
    };
    let mut deep = String::new();
    for _ in 0..1000 {
        deep.push_str("spv.mlir.selection { spv.BranchConditional %c, ^a, ^m\n^a: ");
    }
    for _ in 0..1000 {
        deep.push_str("spv.Branch ^m\n^m: spv.mlir.merge }\n");
    }
    let deep = around(&(deep + "spv.Return"));
    for kind in [GraphKind::Cfg, GraphKind::Ops] {
        let svg = view(&deep, kind, Format::Svg);
        assert_eq!(svg.matches("class=\"selection\"").count(), 1000);
        assert!(view(&deep, kind, Format::Dot).matches("subgraph").count() > 1000);
    }
    let mut large = String::from("spv.Branch ^b0\n");
    for n in 0..40_000 {
        let _ = writeln!(large, "^b{n}: spv.BranchConditional %c, ^b{}, ^b40000", n + 1);
    }
    let large = around(&(large + "^b40000: spv.Return"));
    let svg = view(&large, GraphKind::Cfg, Format::Svg);
    assert!(svg.contains("too many for SVG; use DOT, which has no limit"), "{}", &svg[..svg.len().min(3000)]);
    assert_eq!(view(&large, GraphKind::Cfg, Format::Dot).matches(" -> ").count(), 80_000);
}
