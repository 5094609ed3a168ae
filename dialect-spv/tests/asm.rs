//! Tests of the hand-written assembly syntax: round trips, old spellings, error messages

use spv_dialect::llvm::LLVM14;
use spv_ir::Module;
use spv_printer::Options;

/// Parses MLIR text. Panics on errors.
fn read(text: &str) -> Module {
    match spv_parser::parse(text, &Default::default(), spv_dialect::context()) {
        Ok(module) => module,
        Err(errors) => panic!("{errors:#?}\n{text}"),
    }
}

/// Prints a module without aliases, in the lossless form or LLVM 14's form.
fn print(module: &Module, compat: bool) -> String {
    let compat = compat.then_some(&LLVM14);
    spv_printer::print(module, &Options { compat, local_scope: true, ..Options::default() })
}

/// Compares two MLIR texts line by line, ignoring comments.
fn assert_same(found: &str, expected: &str) {
    let lines = |text: &str| -> Vec<String> {
        let line = |l: &str| l.split("  //").next().unwrap_or("").to_owned();
        text.trim_end().lines().map(line).collect()
    };
    let (found, expected) = (lines(found), lines(expected));
    for (found, expected) in found.iter().zip(&expected) {
        assert_eq!(found, expected);
    }
    assert_eq!(found.len(), expected.len());
}

/// Returns the first error message for an invalid MLIR text.
fn error(text: &str) -> String {
    match spv_parser::parse(text, &Default::default(), spv_dialect::context()) {
        Ok(module) => panic!("no error in {text}\n{}", print(&module, false)),
        Err(errors) => errors.list[0].message.clone(),
    }
}

/// Returns a type as it is printed after parsing.
fn ty(text: &str, compat: bool) -> String {
    let printed = print(&read(&format!("func private @f({text})")), compat);
    let body = printed.trim_end().strip_prefix("module {\n  func private @f(").expect("a function");
    body.strip_suffix(")\n}").expect("its end").to_owned()
}

/// Returns an attribute as it is printed after parsing.
fn attr(text: &str) -> String {
    let printed = print(&read(&format!("func private @f() attributes {{a = {text}}}")), false);
    let body = printed.strip_prefix("module {\n  func private @f() attributes {a = ").expect("a function");
    body.strip_suffix("}\n}\n").expect("its end").to_owned()
}

/// Wraps lines in a function with the arguments `%arg0: i1, %arg1: i32`.
fn in_function(lines: &str) -> String {
    let lines: String = lines.lines().map(|l| format!("      {l}\n")).collect();
    format!(
        "module {{\n  spv.module Logical GLSL450 {{\n    spv.func @f(%arg0: i1, %arg1: i32) \"None\" {{\n\
         {lines}    }}\n  }}\n}}\n"
    )
}

const TYPES: &[&str] = &[
    "!spv.ptr<f32, Function>",
    "!spv.ptr<f32, PhysicalStorageBuffer, stride=4>",
    "!spv.ptr<f32, StorageBuffer, stride=4, {restrict_pointer}>",
    "!spv.array<4 x f32>",
    "!spv.array<4 x vector<3xf32>, stride=16>",
    "!spv.array<4 x !spv.array<2 x i32>>",
    "!spv.array<(4 : si32) x f32>",
    "!spv.array<@n x f32, stride=4>",
    "!spv.array<@\"a b\" x f32>",
    "!spv.array<#spv.const<#spv.null : i32> x f32>",
    "!spv.array<4 x f32, {array_stride_id_ext = @s}>",
    "!spv.rtarray<f32>",
    "!spv.rtarray<f32, stride=4>",
    "!spv.matrix<3 x vector<3xf32>>",
    "!spv.struct<()>",
    "!spv.struct<(f32, i32)>",
    "!spv.struct<(f32 [0], i32 [4])>",
    "!spv.struct<(f32 [0, NonWritable], i32 [4, NonWritable, NonReadable])>",
    "!spv.struct<(!spv.matrix<2 x vector<3xf32>> [0, ColMajor, MatrixStride=16])>",
    "!spv.struct<(f32 [NonWritable])>",
    "!spv.struct<(f32 [BuiltIn=Position])>",
    "!spv.struct<(vector<3xf32> [0] \"position\", f32 [12] \"radius\", f32 \"\")>",
    "!spv.struct<(f32 [0]), Block>",
    "!spv.struct<(f32), Block, UserSemantic=\"a b\">",
    "!spv.struct<(f32 [0, LinkageAttributes=(\"a\", Export)])>",
    "!spv.struct<(f32 [0, OffsetIdEXT=@s])>",
    "!spv.struct<(f32 [OffsetIdEXT=4 : si32])>",
    "!spv.struct<(f32 [0, decorations=[[\"OpDecorateString\", \"UserSemantic\", \"x\"]]])>",
    "!spv.struct<(f32 [0, \"odd key\"=5 : i32, other])>",
    "!spv.struct<rec, (!spv.ptr<!spv.struct<rec>, StorageBuffer>)>",
    "!spv.struct<Name$1, (f32)>",
    "!spv.struct<\"a b\", (f32 [0]), Block>",
    "!spv.struct<\"i32\", ()>",
    "!spv.struct<open>",
    "!spv.image<f32, Dim1D, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, Unknown>",
    "!spv.image<f32, Cube, IsDepth, Arrayed, MultiSampled, NeedSampler, Rgba32f>",
    "!spv.image<i32, Buffer, DepthUnknown, NonArrayed, SingleSampled, NoSampler, R32ui>",
    "!spv.image<none, Dim2D, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, Unknown, ReadOnly>",
    "!spv.image<f32, Dim2D, 7, 2, 3, 9, Unknown>",
    "!spv.sampled_image<!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>>",
    "!spv.sampler",
    "!spv.sampler<{aliased}>",
    "!spv.coopmatrix<16x8xi32, Workgroup>",
    "!spv.coopmatrix<@rows x 8 x f16, Subgroup>",
    "!spv.coopmatrix_khr<16x8xf16, Subgroup, MatrixA>",
    "!spv.coopmatrix_khr<16x8xf16, 3 : si32, MatrixAccumulator>",
    "!spv.coopmatrix_khr<16 x @cols x f16, @scope, 99>",
    "!spv.vector_id<4 x f32>",
    "!spv.float<8, Float8E4M3EXT>",
    "!spv.opaque<\"a b\">",
    "!spv.pipe<ReadOnly>",
    "!spv.event",
    "!spv.untyped_ptr<Workgroup>",
    "!spv.untyped_ptr<StorageBuffer, stride=8>",
    "!spv.tensor_arm<f32>",
    "!spv.tensor_arm<f32, 2, #spv.const<[2 : i32, 3 : i32] : !spv.array<2 x i32>>>",
    "!spv.graph_arm<1, f32, f32>",
    "!spv.tensor_layout<2, Undefined>",
    "!spv.tensor_view<2, true, 1, 0>",
    "!spv.acceleration_structure",
];

#[test]
fn types_print_as_they_are_read() {
    for text in TYPES {
        assert_eq!(ty(text, false), *text);
        assert_eq!(ty(&text.replace("spv.", "spirv."), false), *text);
    }
}

/// Old spellings of types, and spellings that LLVM parses but does not print, each with the canonical form.
const OTHER_TYPES: &[(&str, &str)] = &[
    ("!spv.array<4xf32, stride = 4>", "!spv.array<4 x f32, stride=4>"),
    ("!spv.array<16 x vector<4 x f32>>", "!spv.array<16 x vector<4xf32>>"),
    ("!spv.matrix<3xvector<3xf32>>", "!spv.matrix<3 x vector<3xf32>>"),
    ("!spv.struct<f32 [0], i32 [4]>", "!spv.struct<(f32 [0], i32 [4])>"),
    ("!spv.struct<!spv.ptr<i32, Function>>", "!spv.struct<(!spv.ptr<i32, Function>)>"),
    ("!spv.struct<(f32 [Offset=4, BuiltIn=1])>", "!spv.struct<(f32 [4, BuiltIn=PointSize])>"),
    (
        "!spv.struct<(f32 [0, MatrixStride=16, RowMajor])>",
        "!spv.struct<(f32 [0, RowMajor, MatrixStride=16])>",
    ),
    (
        "!spv.image<f32, 2D, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, Unknown>",
        "!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, Unknown>",
    ),
];

#[test]
fn older_types_become_canonical() {
    for (text, expected) in OTHER_TYPES {
        assert_eq!(ty(text, false), *expected);
    }
}

/// Types, and their form as printed by mlir-opt-14.
const STRICT_TYPES: &[(&str, &str)] = &[
    ("!spv.struct<(f32 [0] \"name\"), Block>", "!spv.struct<(f32 [0])>"),
    ("!spv.struct<(f32 [0, BuiltIn=Position, Location=3])>", "!spv.struct<(f32 [0, BuiltIn=0, Location=3])>"),
    ("!spv.struct<(f32 [0, UserSemantic=\"x\"])>", "!spv.struct<(f32 [0])>"),
    ("!spv.ptr<f32, StorageBuffer, stride=4>", "!spv.ptr<f32, StorageBuffer>"),
    ("!spv.array<4 x f32, stride=4>", "!spv.array<4 x f32, stride=4>"),
];

#[test]
fn strict_types_hold_what_llvm_reads() {
    for (text, expected) in STRICT_TYPES {
        assert_eq!(ty(text, true), *expected);
    }
}

const ATTRS: &[&str] = &[
    "#spv.vce<v1.3, [Shader, Linkage], [SPV_KHR_storage_buffer_storage_class]>",
    "#spv.vce<v1.6, [], []>",
    "#spv.vce<v1.0, [\"0x12345\"], [\"odd extension\"]>",
    "#spv.null",
    "#spv.replicate<5 : i32>",
    "#spv.replicate<#spv.null>",
    "#spv.undef<2>",
    "#spv.distinct<1, 5 : i32>",
    "#spv.distinct<1, [@a, 1 : i32]>",
    "#spv.const<[1 : i32, data[1, 2]] : !spv.struct<(i32, i64)>>",
    "#spv.const<#spv.null : f32>",
    "#spv.scope<@a, unit>",
    "#spv.scope<@a, @b>",
    "#spv.debug_line<@source, 1, 2, 3, 4 : si32>",
    "#spv.local<@f, 3>",
    "#spv.target_env<#spv.vce<v1.5, [Shader], []>, NVIDIA:DiscreteGPU:1234, {}>",
    "#spv.target_env<#spv.vce<v1.5, [Shader], []>, AMD, {max_compute_workgroup_invocations = 128 : i32}>",
    "#spv.target_env<#spv.vce<v1.5, [], []>, {}>",
    "#spv.interface_var_abi<(0, 0), StorageBuffer>",
    "#spv.interface_var_abi<(0, 1)>",
];

#[test]
fn attributes_print_as_they_are_read() {
    for text in ATTRS {
        assert_eq!(attr(text), *text);
    }
    let old = "#spv.target_env<#spv.vce<v1.3, [Shader], []>, max_compute_workgroup_invocations = 128 : i32, \
               max_compute_workgroup_size = dense<[128, 128, 64]> : vector<3xi32>>";
    let new = "#spv.target_env<#spv.vce<v1.3, [Shader], []>, {max_compute_workgroup_invocations = 128 : i32, \
               max_compute_workgroup_size = dense<[128, 128, 64]> : vector<3xi32>}>";
    assert_eq!(attr(old), new);
}

#[test]
fn structure_ops_print_as_they_are_read() {
    let text = include_str!("asm/structure.mlir");
    assert_same(&print(&read(text), false), text);
}

#[test]
fn strict_form_is_that_of_llvm() {
    let text = include_str!("asm/strict.mlir");
    assert_same(&print(&read(text), true), text);
}

/// Old spellings of lines in a function, each with the canonical form.
const OTHER_LINES: &[(&str, &str)] = &[
    ("%x = spv.Constant 0: i32\nspv.Return", "%x = spv.Constant 0 : i32\nspv.Return"),
    (
        "%0 = spv.Variable \"Function\" : !spv.ptr<f32, Function>\nspv.Return",
        "%0 = spv.Variable : !spv.ptr<f32, Function>\nspv.Return",
    ),
    (
        "%0 = spv.Variable init(%arg1 : i32) : !spv.ptr<i32, Function>\nspv.Return",
        "%0 = spv.Variable init(%arg1) : !spv.ptr<i32, Function>\nspv.Return",
    ),
    (
        "%0 = spv.Variable : !spv.ptr<i32, Function>\n%1 = spv.Load %0 : i32\nspv.Return",
        "%0 = spv.Variable : !spv.ptr<i32, Function>\n%1 = spv.Load \"Function\" %0 : i32\nspv.Return",
    ),
    (
        "spv.mlir.selection control(None) {\n  spv.mlir.merge\n}\nspv.Return",
        "spv.mlir.selection {\n  spv.mlir.merge\n}\nspv.Return",
    ),
];

#[test]
fn older_lines_become_canonical() {
    for (text, expected) in OTHER_LINES {
        assert_eq!(print(&read(&in_function(text)), false), in_function(expected));
    }
}

#[test]
fn a_builtin_function_becomes_the_dialects() {
    let text = "spv.module Logical GLSL450 {\n\
                func @f(%a: i32) -> i32 attributes {x} {\n  spv.ReturnValue %a : i32\n}\n\
                func private @g(f32) -> ()\n}";
    let expected = "module {\n  spv.module Logical GLSL450 {\n    \
                    spv.func @f(%a: i32) -> i32 \"None\" attributes {x} {\n      spv.ReturnValue %a : i32\n    }\n    \
                    spv.func @g(%arg0: f32) \"None\"\n  }\n}\n";
    assert_eq!(print(&read(text), false), expected);
}

/// Invalid MLIR texts and their expected error messages.
const ERRORS: &[(&str, &str)] = &[
    ("func private @f(!spv.ptr<f32>)", "spv.ptr needs its operand `storage_class`"),
    ("func private @f(!spv.ptr<f32, Foo>)", "unknown storage class: Foo"),
    ("func private @f(!spv.ptr<f32, Function, Function>)", "too many operands"),
    (
        "func private @f(!spv.array<4 x 3 x f32>)",
        "expected single integer for array element count, found 2 lengths",
    ),
    ("func private @f(!spv.image<f32, Dim2D>)", "spv.image needs its operand `depth`"),
    ("func private @f(!spv.image<f32, Dim2D, Foo>)", "expected NoDepth or IsDepth or DepthUnknown"),
    ("func private @f(!spv.coopmatrix<1x1xf32, Foo>)", "expected a Scope"),
    ("func private @f(!spv.tensor_arm<f32, 1, [2 : i32]>)", "the shape of this type must be a constant"),
    ("func private @f(!spv.struct<(f32 [0)>)", "unbalanced ')' character in pretty dialect name"),
    ("func private @f() attributes {a = #spv.vce<1.3, [], []>}", "expected valid keyword, found `1.3`"),
    (
        "func private @f() attributes {a = #spv.vce<x1.3, [], []>}",
        "unknown version: x1.3; expected `v1.0` to `v1.6`",
    ),
    ("func private @f() attributes {a = #spv.vce<v1.3, [Foo], []>}", "unknown capability: Foo"),
    (
        "spv.module Foo GLSL450 {\n}",
        "custom op 'spv.module' invalid addressing_model attribute specification: Foo",
    ),
    (
        "spv.func @f() \"Foo\" {\n  spv.Return\n}",
        "custom op 'spv.func' invalid function_control attribute specification: \"Foo\"",
    ),
    (
        "spv.EntryPoint \"Foo\" @f",
        "custom op 'spv.EntryPoint' invalid execution_model attribute specification: \"Foo\"",
    ),
    ("spv.ExecutionMode @f \"LocalSize\", 1, 1", "expected ','"),
    ("spv.SpecConstant @f = #spv.null", "expected `: type` after this form of constant"),
];

#[test]
fn errors_say_what_is_wrong() {
    for (text, message) in ERRORS {
        let found = error(text);
        assert!(found.contains(message), "{text}\n{found}");
    }
    for (lines, message) in [
        (
            "%0 = spv.Variable \"Private\" : !spv.ptr<f32, Function>",
            "the storage class differs from that of the pointer type",
        ),
        (
            "%0 = spv.Load \"Foo\" %arg1 : f32",
            "custom op 'spv.Load' invalid storage_class attribute specification: \"Foo\"",
        ),
        ("spv.Switch %arg1 : i32, [0: ^bb1]", "expected `default` and its target"),
        ("spv.Switch %arg1 : f32, [default: ^bb1]", "expected an integer type"),
        ("spv.Branch ^bb1 loop_merge(^bb1, ^bb1)\n^bb1:", "expected `continue` and the continue target"),
        ("spv.mlir.selection control(Foo) {\n}", "unknown selection control: Foo"),
    ] {
        let found = error(&in_function(lines));
        assert!(found.contains(message), "{lines}\n{found}");
    }
}
