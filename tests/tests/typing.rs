//! Tests of type rules, with an invalid op for each rule and a snapshot of all messages
//!
//! The corpora and LLVM's test modules cover valid ops.

use spv_opt::{Source, context, parse, render, verify};

/// Invalid ops with a result. The enclosing function has parameters of many types.
const WRONG: &[&str] = &[
    "spv.FAdd %i, %i : i32",
    "spv.IAdd %f, %f : f32",
    "spv.FNegate %b : i1",
    "spv.UDiv %v3, %v3 : vector<3xf32>",
    "spv.LogicalAnd %i, %i : i32",
    "spv.FOrdEqual %i, %i : i32",
    "spv.IEqual %f, %f : f32",
    "spv.IsNan %i : i32",
    "spv.Select %i, %f, %f : i32, f32",
    "spv.Select %vb, %f, %f : vector<3xi1>, f32",
    "spv.ShiftLeftLogical %i, %f : i32, f32",
    "\"spv.ShiftLeftLogical\"(%i, %h) : (i32, i16) -> i16",
    "\"spv.BitFieldInsert\"(%i, %h, %i, %i) : (i32, i16, i32, i32) -> i32",
    "spv.ConvertFToS %i : i32 to i32",
    "spv.ConvertSToF %v3 : vector<3xf32> to f32",
    "spv.UConvert %i : i32 to si32",
    "spv.FConvert %f : f32 to f32",
    "spv.Bitcast %h : i16 to f32",
    "spv.Bitcast %i : i32 to i32",
    "spv.CompositeConstruct %f, %f : vector<3xf32>",
    "spv.CompositeConstruct %f, %f, %i : vector<3xf32>",
    "spv.CompositeConstruct %f : !spv.struct<(f32, i32)>",
    "spv.CompositeConstruct %f : f32",
    "spv.CompositeExtract %v3[3 : i32] : vector<3xf32>",
    "spv.CompositeExtract %s[2 : i32] : !spv.struct<(f32, i32)>",
    "spv.CompositeExtract %f[0 : i32] : f32",
    "\"spv.CompositeExtract\"(%v3) {indexes = [0 : i32]} : (vector<3xf32>) -> i32",
    "spv.CompositeInsert %i, %v3[0 : i32] : i32 into vector<3xf32>",
    "spv.VectorShuffle [0 : i32, 6 : i32] %v3 : vector<3xf32>, %v3 : vector<3xf32> -> vector<2xf32>",
    "spv.VectorShuffle [0 : i32] %v3 : vector<3xf32>, %v3 : vector<3xf32> -> vector<2xf32>",
    "\"spv.VectorTimesScalar\"(%v3, %i) : (vector<3xf32>, i32) -> vector<3xf32>",
    "spv.Transpose %m : !spv.matrix<3 x vector<2xf32>> -> !spv.matrix<3 x vector<2xf32>>",
    "spv.MatrixTimesScalar %m, %i : !spv.matrix<3 x vector<2xf32>>, i32 -> !spv.matrix<3 x vector<2xf32>>",
    "spv.Load \"Private\" %i : f32",
    "spv.AccessChain %ps[%i] : !spv.ptr<!spv.struct<(f32, i32)>, Private>, i32",
    "spv.AccessChain %pf[%i] : !spv.ptr<f32, Private>, i32",
    "spv.AccessChain %pa[%f] : !spv.ptr<!spv.array<4 x f32>, Private>, f32",
    "spv.AtomicIAdd \"Device\" \"None\" %pf, %f : !spv.ptr<f32, Private>",
    "spv.AtomicIIncrement \"Device\" \"Acquire|Release\" %pi : !spv.ptr<i32, Private>",
    "spv.GroupNonUniformFAdd \"Subgroup\" \"Reduce\" %i : i32",
    "spv.GroupNonUniformElect Device : i1",
    "spv.Variable : !spv.ptr<f32, Private>",
    "spv.Variable init(%f) : !spv.ptr<f32, Function>",
    "spv.mlir.addressof @g : !spv.ptr<i32, Private>",
    "spv.mlir.addressof @c : i32",
    "spv.mlir.referenceof @c : f32",
    "spv.mlir.referenceof @g : f32",
    "spv.FunctionCall @callee(%f) : (f32) -> i32",
    "spv.FunctionCall @callee(%i) : (i32) -> f32",
    "spv.FunctionCall @callee(%i, %i) : (i32, i32) -> i32",
    "spv.FunctionCall @g(%i) : (i32) -> i32",
    "spv.Constant [1 : i32] : !spv.array<2 x i32>",
    "spv.Constant [1.0 : f32, 2.0 : f32] : !spv.array<2 x i32>",
    "spv.Constant dense<[1, 2]> : tensor<2xi32> : !spv.array<3 x i32>",
    "spv.GLSL.Sqrt %i : i32",
    "spv.GLSL.Exp %d : f64",
    "spv.GLSL.SAbs %f : f32",
    "spv.GLSL.Ldexp %f : f32, %f : f32 -> f32",
    "spv.OCL.exp %i : i32",
    "spv.OCL.s_abs %f : f32",
];

/// Invalid ops without a result.
const WRONG_ACTS: &[&str] = &[
    "spv.Store \"Private\" %pf, %i : i32",
    "spv.ReturnValue %f : f32",
    "spv.Return",
    "spv.BranchConditional %i, ^a, ^a\n^a:",
    "spv.BranchConditional %b [0, 0], ^a, ^a\n^a:",
    "spv.MemoryBarrier Device, \"Acquire|SequentiallyConsistent\"",
    "\"spv.CopyMemory\"(%pf, %pi) : (!spv.ptr<f32, Private>, !spv.ptr<i32, Private>) -> ()",
];

/// Invalid ops at module scope.
const WRONG_GLOBALS: &[&str] = &[
    "spv.GlobalVariable @x : i32",
    "spv.GlobalVariable @x : !spv.ptr<i32, Function>",
    "spv.GlobalVariable @x initializer(@nothing) : !spv.ptr<i32, Private>",
    "spv.GlobalVariable @x initializer(@g) : !spv.ptr<i32, Private>",
    "spv.GlobalVariable @x : !spv.ptr<!spv.array<0 x i32>, Private>",
    "spv.GlobalVariable @x : !spv.ptr<!spv.matrix<2 x i32>, Private>",
    "spv.GlobalVariable @x : !spv.ptr<!spv.matrix<5 x vector<2xf32>>, Private>",
    "spv.GlobalVariable @x : !spv.ptr<!spv.sampled_image<i32>, Private>",
    "spv.GlobalVariable @x : !spv.ptr<!spv.struct<(none)>, Private>",
    "spv.GlobalVariable @x : !spv.ptr<!spv.struct<S, (!spv.struct<S>)>, Private>",
    "spv.GlobalVariable @x : !spv.ptr<!spv.struct<T>, Private>",
    "spv.GlobalVariable @x : !spv.ptr<vector<2x2xf32>, Private>",
    "spv.SpecConstantComposite @x (@c, @c, @c) : vector<2xi32>",
    "spv.SpecConstantComposite @x (@c, @c) : vector<2xf32>",
    "spv.SpecConstantComposite @x (@c, i32) : vector<2xi32>",
    "spv.SpecConstant @x = dense<1> : vector<2xi32>",
    "spv.EntryPoint \"GLCompute\" @g",
    "spv.EntryPoint \"GLCompute\" @callee, @c",
];

fn module(global: &str, body: &str) -> String {
    format!(
        "spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader], []> {{\n\
         {global}spv.GlobalVariable @g : !spv.ptr<f32, Private>\n\
         spv.SpecConstant @c = 1 : i32\n\
         spv.func @callee(%x: i32) -> i32 \"None\" {{ spv.ReturnValue %x : i32 }}\n\
         spv.func @f(%i: i32, %h: i16, %f: f32, %d: f64, %b: i1, %v3: vector<3xf32>, %vb: vector<3xi1>, \
         %m: !spv.matrix<3 x vector<2xf32>>, %s: !spv.struct<(f32, i32)>, %pf: !spv.ptr<f32, Private>, \
         %pi: !spv.ptr<i32, Private>, %ps: !spv.ptr<!spv.struct<(f32, i32)>, Private>, \
         %pa: !spv.ptr<!spv.array<4 x f32>, Private>) -> i32 \"None\" {{\n{body}spv.ReturnValue %i : i32\n}}\n}}\n"
    )
}

/// Verifies a module that must have exactly one error, and returns its message.
fn message(text: &str) -> String {
    let ctx = context();
    let errors = match parse(&ctx, text).and_then(|module| verify(&module)) {
        Ok(()) => return "nothing is wrong".into(),
        Err(errors) => errors,
    };
    let shown = render(&errors, Source { file: "", text, ctx: Some(&ctx) });
    let count = shown.lines().filter(|l| l.contains(": error: ")).count();
    assert_eq!(count, 1, "{shown}");
    let line = shown.lines().find(|l| l.contains(": error: ")).unwrap_or("");
    line.split_once("error: ").map_or("", |(_, message)| message).to_owned()
}

#[test]
fn each_wrong_op_has_its_message() {
    assert_eq!(message(&module("", "")), "nothing is wrong");
    let mut all = String::new();
    let cases = WRONG.iter().map(|op| (op, module("", &format!("%r = {op}\n"))));
    let cases = cases.chain(WRONG_ACTS.iter().map(|op| (op, module("", &acts(op)))));
    let cases = cases.chain(WRONG_GLOBALS.iter().map(|op| (op, module(&format!("{op}\n"), ""))));
    for (op, text) in cases {
        all += &format!("{op}\n    {}\n", message(&text));
    }
    insta::assert_snapshot!(all);
}

/// Returns a function body that contains the given op without a result, which may be a terminator.
fn acts(op: &str) -> String {
    let ends = op.starts_with("spv.Return");
    if ends { format!("{op}\n^rest:\n") } else { format!("{op}\n") }
}

/// Checks that each of several identical invalid ops is reported, although each signature is checked only once.
#[test]
fn each_of_several_alike_has_its_message() {
    let wrong = "%r = spv.FAdd %i, %i : i32\nspv.Branch ^a\n^a:\n%s2 = spv.FAdd %i, %i : i32\n";
    let text = module("", wrong);
    let again = "spv.func @again(%i: i32) -> () \"None\" {\n%r = spv.FAdd %i, %i : i32\nspv.Return\n}\n}\n";
    let text = format!("{}{again}", text.strip_suffix("}\n").unwrap_or(&text));
    let ctx = context();
    let errors = parse(&ctx, &text).and_then(|module| verify(&module)).expect_err("it is wrong");
    let wrong = errors.list.iter().filter(|e| e.message.contains("'spv.FAdd' op operand #0 must be"));
    assert_eq!((wrong.count(), errors.list.len()), (3, 3), "{:?}", errors.list);
}
