//! Tests of the examples in the dialect's original design
//!
//! Code that an example omits has been added. The examples must parse and verify, and printing them must be stable.

use spv_ir::Module;

fn read(text: &str) -> Module {
    let module = spv_parser::parse(text, &Default::default(), spv_dialect::context());
    let module = module.unwrap_or_else(|errors| panic!("{errors:#?}\n{text}"));
    spv_ir::verify::verify_module(&module).unwrap_or_else(|errors| panic!("{errors:#?}\n{text}"));
    module
}

fn print(module: &Module) -> String {
    spv_printer::print(module, &Default::default())
}

/// Parses, verifies and prints an MLIR text, and checks that printing is stable. Returns the printed form.
fn canonical(text: &str) -> String {
    let printed = print(&read(text));
    assert_eq!(print(&read(&printed)), printed, "{text}");
    printed
}

/// Checks that the printed form of an example contains the expected strings.
fn check(text: &str, expected: &[&str]) {
    let printed = canonical(text);
    for part in expected {
        assert!(printed.contains(part), "no `{part}` in\n{printed}");
    }
}

#[test]
fn decorations_of_values() {
    check(
        "func @f(%0: f32, %1: f32) -> f32 {\n\
         %v1 = \"spv.FMul\"(%0, %0) {RelaxedPrecision: unit} : (f32, f32) -> (f32)\n\
         %v2 = \"spv.FMul\"(%1, %1) {NoContraction: unit} : (f32, f32) -> (f32)\n\
         spv.ReturnValue %v2 : f32\n}",
        &["%v1 = spv.FMul %arg0, %arg0 {RelaxedPrecision} : f32", "{NoContraction} : f32"],
    );
}

#[test]
fn types() {
    for (text, printed) in [
        ("!spv.array<4 x i32>", "!spv.array<4 x i32>"),
        ("!spv.array<4 x i32, stride = 4>", "!spv.array<4 x i32, stride=4>"),
        ("!spv.array<16 x vector<4 x f32>>", "!spv.array<16 x vector<4xf32>>"),
        (
            "!spv.image<f32, 1D, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, Unknown>",
            "!spv.image<f32, Dim1D, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, Unknown>",
        ),
        (
            "!spv.image<f32, Cube, IsDepth, Arrayed, MultiSampled, NeedSampler, Rgba32f>",
            "!spv.image<f32, Cube, IsDepth, Arrayed, MultiSampled, NeedSampler, Rgba32f>",
        ),
        ("!spv.ptr<i32, Function>", "!spv.ptr<i32, Function>"),
        ("!spv.ptr<vector<4 x f32>, Uniform>", "!spv.ptr<vector<4xf32>, Uniform>"),
        ("!spv.rtarray<i32, stride=4>", "!spv.rtarray<i32, stride=4>"),
        ("!spv.rtarray<vector<4 x f32>>", "!spv.rtarray<vector<4xf32>>"),
        (
            "!spv.sampled_image<!spv.image<f32, Dim1D, NoDepth, NonArrayed, SingleSampled, NoSampler, Unknown>>",
            "!spv.sampled_image<!spv.image<f32, Dim1D, NoDepth, NonArrayed, SingleSampled, NoSampler, Unknown>>",
        ),
        (
            "!spv.sampled_image<!spv.image<i32, Rect, DepthUnknown, Arrayed, MultiSampled, NeedSampler, R8ui>>",
            "!spv.sampled_image<!spv.image<i32, Rect, DepthUnknown, Arrayed, MultiSampled, NeedSampler, R8ui>>",
        ),
        ("!spv.struct<f32 [0]>", "!spv.struct<(f32 [0])>"),
        (
            "!spv.struct<f32, !spv.image<f32, 1D, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, Unknown>>",
            "!spv.struct<(f32, !spv.image<f32, Dim1D, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, Unknown>)>",
        ),
        ("!spv.struct<f32 [0], i32 [4]>", "!spv.struct<(f32 [0], i32 [4])>"),
    ] {
        check(&format!("func private @f({text}) -> ()"), &[printed]);
    }
}

#[test]
fn a_function() {
    check(
        "func @f(%arg: i32) -> i32 {\n  \"spv.ReturnValue\"(%arg) : (i32) -> (i32)\n}",
        &["spv.ReturnValue %arg : i32"],
    );
    check(
        "spv.module Logical GLSL450 {\n  func @f(%arg: i32) -> i32 {\n    \"spv.ReturnValue\"(%arg) : (i32) -> (i32)\n  }\n}",
        &["spv.func @f(%arg: i32) -> i32 \"None\" {"],
    );
}

#[test]
fn operations() {
    check(
        "func @f() {\n\
         %0 = \"spv.Constant\"() { value = 42 : i32 } : () -> i32\n\
         %1 = \"spv.Variable\"(%0) { storage_class = \"Function\" } : (i32) -> !spv.ptr<i32, Function>\n\
         %2 = \"spv.IAdd\"(%0, %0) : (i32, i32) -> i32\n\
         spv.Return\n}",
        &["spv.Constant 42 : i32", "spv.Variable init(%cst42_i32) : !spv.ptr<i32, Function>", "spv.IAdd"],
    );
    check(
        "func @f(%cst: f32) {\n\
         %1 = \"spv.GLSL.Log\"(%cst) : (f32) -> (f32)\n\
         %2 = \"spv.GLSL.Sqrt\"(%cst) : (f32) -> (f32)\n\
         spv.Return\n}",
        &["spv.GLSL.Log %cst : f32", "spv.GLSL.Sqrt %cst : f32"],
    );
}

#[test]
fn a_selection() {
    check(
        "func @selection(%cond: i1) -> () {\n\
         %zero = spv.Constant 0: i32\n\
         %one = spv.Constant 1: i32\n\
         %two = spv.Constant 2: i32\n\
         %x = spv.Variable init(%zero) : !spv.ptr<i32, Function>\n\
         spv.mlir.selection {\n\
         spv.BranchConditional %cond, ^then, ^else\n\
         ^then:\n\
         spv.Store \"Function\" %x, %one : i32\n\
         spv.Branch ^merge\n\
         ^else:\n\
         spv.Store \"Function\" %x, %two : i32\n\
         spv.Branch ^merge\n\
         ^merge:\n\
         spv.mlir.merge\n\
         }\n\
         spv.Return\n}",
        &[
            "spv.mlir.selection {",
            "spv.BranchConditional %cond, ^then, ^else",
            "^merge:  // 2 preds: ^then, ^else",
        ],
    );
}

#[test]
fn a_loop() {
    check(
        "func @loop(%count : i32) -> () {\n\
         %zero = spv.Constant 0: i32\n\
         %one = spv.Constant 1: i32\n\
         %var = spv.Variable init(%zero) : !spv.ptr<i32, Function>\n\
         spv.mlir.loop {\n\
         spv.Branch ^header\n\
         ^header:\n\
         %val0 = spv.Load \"Function\" %var : i32\n\
         %cmp = spv.SLessThan %val0, %count : i32\n\
         spv.BranchConditional %cmp, ^body, ^merge\n\
         ^body:\n\
         spv.Branch ^continue\n\
         ^continue:\n\
         %val1 = spv.Load \"Function\" %var : i32\n\
         %add = spv.IAdd %val1, %one : i32\n\
         spv.Store \"Function\" %var, %add : i32\n\
         spv.Branch ^header\n\
         ^merge:\n\
         spv.mlir.merge\n\
         }\n\
         spv.Return\n}",
        &["spv.mlir.loop {", "%cmp = spv.SLessThan %val0, %count : i32", "^merge:  // pred: ^header"],
    );
}

#[test]
fn a_block_argument_for_a_phi() {
    check(
        "func @foo() -> () {\n\
         %var = spv.Variable : !spv.ptr<i32, Function>\n\
         spv.mlir.selection {\n\
         %true = spv.Constant true\n\
         spv.BranchConditional %true, ^true, ^false\n\
         ^true:\n\
         %zero = spv.Constant 0 : i32\n\
         spv.Branch ^phi(%zero: i32)\n\
         ^false:\n\
         %one = spv.Constant 1 : i32\n\
         spv.Branch ^phi(%one: i32)\n\
         ^phi(%arg: i32):\n\
         spv.Store \"Function\" %var, %arg : i32\n\
         spv.Branch ^merge\n\
         ^merge:\n\
         spv.mlir.merge\n\
         }\n\
         spv.Return\n}",
        &["^phi(%arg: i32):  // 2 preds: ^true, ^false", "spv.Branch ^phi(%zero : i32)"],
    );
}

#[test]
fn a_target_environment() {
    for limits in [
        "{max_compute_workgroup_invocations = 128 : i32, \
         max_compute_workgroup_size = dense<[128, 128, 64]> : vector<3xi32>}",
        "max_compute_workgroup_invocations = 128 : i32, \
         max_compute_workgroup_size = dense<[128, 128, 64]> : vector<3xi32>",
    ] {
        check(
            &format!(
                "module attributes {{\nspv.target_env = #spv.target_env<\n\
                 #spv.vce<v1.3, [Shader, GroupNonUniform], [SPV_KHR_8bit_storage]>,\n{limits}>\n}} {{\n}}"
            ),
            &["#spv.target_env<#spv.vce<v1.3, [Shader, GroupNonUniform], [SPV_KHR_8bit_storage]>, {max_"],
        );
    }
}

#[test]
fn interface_variables() {
    for text in ["#spv.interface_var_abi<(0, 0), StorageBuffer>", "#spv.interface_var_abi<(0, 1)>"] {
        check(&format!("func private @f() attributes {{x = {text}}}"), &[text]);
    }
}
