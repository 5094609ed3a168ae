//! Tests of rules that only strict import checks
//!
//! The rules concern the order of definitions and uses, and structured control flow in the order of the binary.

use spv_opt::asm::assemble;
use spv_opt::dialect::validate::binary;
use spv_opt::serialize::import::{ImportOptions, import_with};

/// Test cases: declarations, the blocks of a function after its first label, and a substring of the error message. The
/// substring is empty for valid modules.
const CASES: &[(&str, &str, &str)] = &[
    ("", "OpReturn", ""),
    // Rule: definitions must precede uses.
    ("%p = OpTypePointer Private %s / %s = OpTypeStruct %u32", "OpReturn", "must be defined before"),
    (
        "%g = OpConstantComposite %v2 %u1 %late / %late = OpConstant %u32 9",
        "OpReturn",
        "must be defined before",
    ),
    ("%g = OpConstant %late 9 / %late = OpTypeInt 64 0", "OpReturn", "is not a type declared earlier"),
    (
        "",
        "OpReturn / %b = OpLabel / %x = OpIAdd %u32 %y %u1 / %y = OpIAdd %u32 %u1 %u1 / OpReturn",
        "must be defined before",
    ),
    // Rule: blocks must follow their dominators.
    ("", "OpBranch %b / %c = OpLabel / OpReturn / %b = OpLabel / OpBranch %c", "is before its dominator"),
    ("", "OpBranch %b / %b = OpLabel / OpBranch %c / %c = OpLabel / OpReturn", ""),
    // Rule: types must be unique.
    ("%t = OpTypeSampler / %u = OpTypeSampler", "OpReturn", "duplicate declaration of a type"),
    ("%t = OpTypeOpaque \"a\" / %u = OpTypeOpaque \"b\"", "OpReturn", ""),
    ("%t = OpTypeOpaque \"a\" / %u = OpTypeOpaque \"a\"", "OpReturn", "duplicate declaration of a type"),
    (
        "%t = OpTypeAccelerationStructureKHR / %u = OpTypeAccelerationStructureKHR",
        "OpReturn",
        "duplicate declaration of a type",
    ),
    (
        "OpTypeForwardPointer %p Private / OpTypeForwardPointer %p Private / %s = OpTypeStruct %p / %p = OpTypePointer Private %s",
        "OpReturn",
        "duplicate declaration of a type",
    ),
    ("%t = OpTypeArray %u32 %u1 / %u = OpTypeArray %u32 %u1", "OpReturn", ""),
    // Rules for merge instructions.
    (
        "",
        "OpSelectionMerge %m None / OpNoLine / OpBranchConditional %true %m %b / %b = OpLabel / OpBranch %m / %m = OpLabel / OpReturn",
        "must immediately precede OpBranchConditional or OpSwitch",
    ),
    (
        "",
        "OpBranch %h / %h = OpLabel / OpLoopMerge %m %c None / OpNoLine / OpBranchConditional %true %m %c / %c = OpLabel / OpBranch %h / %m = OpLabel / OpReturn",
        "must immediately precede OpBranchConditional or OpBranch",
    ),
    (
        "",
        "OpReturn / %h = OpLabel / OpLoopMerge %h %c None / OpBranch %c / %c = OpLabel / OpBranch %h",
        "the merge block must not be the header",
    ),
    // Rule: literals of narrow types must be sign- or zero-extended.
    (
        "%u8 = OpTypeInt 8 0 / %s = OpConstant %u8 1",
        "OpSelectionMerge %m None / OpSwitch %s %m 253 %b / %b = OpLabel / OpBranch %m / %m = OpLabel / OpReturn",
        "",
    ),
    (
        "%u8 = OpTypeInt 8 0 / %s = OpConstant %u8 1",
        "OpSelectionMerge %m None / OpSwitch %s %m !0x1FD %b / %b = OpLabel / OpBranch %m / %m = OpLabel / OpReturn",
        "the literal does not fit 8 bits",
    ),
    // Rule: enumerants must be known.
    ("%i = OpTypeImage %void 2D 0 0 0 1 !99", "OpReturn", "unknown ImageFormat 99"),
    // Rule: a back edge must branch to a loop header.
    ("", "OpReturn / %b = OpLabel / OpBranch %b", "which is not a loop header"),
    (
        "",
        "OpBranch %h / %h = OpLabel / OpLoopMerge %m %c None / OpBranch %m / %c = OpLabel / OpReturn / %m = OpLabel / OpReturn",
        "has 0 back edges, expected one",
    ),
    (
        "",
        "OpBranch %h / %h = OpLabel / OpLoopMerge %m %c None / OpBranchConditional %true %m %c / %c = OpLabel / OpBranch %h / %m = OpLabel / OpReturn",
        "",
    ),
    (
        "",
        "OpBranch %h / %h = OpLabel / OpLoopMerge %m %c None / OpBranch %c / %c = OpLabel / OpSelectionMerge %d None / OpBranchConditional %true %d %r / %r = OpLabel / OpReturn / %d = OpLabel / OpBranch %h / %m = OpLabel / OpReturn",
        "does not post-dominate the continue target",
    ),
    // Regression test: the continue target is the first block of the function. This module was rejected.
    (
        "",
        "OpBranch %h / %c = OpLabel / OpReturn / %h = OpLabel / OpLoopMerge %m %start None / OpBranch %d / %d = OpLabel / OpReturn / %e = OpLabel / OpBranch %h / %m = OpLabel / OpUnreachable",
        "",
    ),
    // Rules for loop-control masks.
    (
        "",
        "OpBranch %h / %h = OpLabel / OpLoopMerge %m %c Unroll|DontUnroll / OpBranchConditional %true %m %c / %c = OpLabel / OpBranch %h / %m = OpLabel / OpReturn",
        "DontUnroll must not be combined",
    ),
    (
        "",
        "OpBranch %h / %h = OpLabel / OpLoopMerge %m %c DontUnroll|PartialCount 2 / OpBranchConditional %true %m %c / %c = OpLabel / OpBranch %h / %m = OpLabel / OpReturn",
        "DontUnroll must not be combined",
    ),
    (
        "",
        "OpBranch %h / %h = OpLabel / OpLoopMerge %m %c MinIterations|IterationMultiple 3 0 / OpBranchConditional %true %m %c / %c = OpLabel / OpBranch %h / %m = OpLabel / OpReturn",
        "IterationMultiple must not be zero",
    ),
    (
        "",
        "OpBranch %h / %h = OpLabel / OpLoopMerge %m %c MinIterations|IterationMultiple 0 3 / OpBranchConditional %true %m %c / %c = OpLabel / OpBranch %h / %m = OpLabel / OpReturn",
        "",
    ),
    // Rules for selections.
    (
        "",
        "OpBranchConditional %true %b %c / %b = OpLabel / OpReturn / %c = OpLabel / OpReturn",
        "has no OpSelectionMerge",
    ),
    (
        "",
        "OpSwitch %u1 %b 1 %c / %b = OpLabel / OpReturn / %c = OpLabel / OpReturn",
        "has no OpSelectionMerge",
    ),
    (
        "",
        "OpSelectionMerge %m None / OpSwitch %u1 %m 1 %b 2 %c 3 %d / %b = OpLabel / OpBranch %d / %c = OpLabel / OpBranch %m / %d = OpLabel / OpBranch %m / %m = OpLabel / OpReturn",
        "but is not listed before it",
    ),
    (
        "",
        "OpSelectionMerge %m None / OpSwitch %u1 %m 1 %b 3 %d 2 %c / %b = OpLabel / OpBranch %d / %c = OpLabel / OpBranch %m / %d = OpLabel / OpBranch %m / %m = OpLabel / OpReturn",
        "",
    ),
];

/// Operands of a DebugLine, and a substring of the error message. The operands are first and last line, first and last
/// column. The source has two lines: the first has three columns, and the second is empty.
const LINES: &[([u32; 4], &str)] = &[
    ([1, 1, 0, 4], ""),
    ([1, 2, 4, 1], ""),
    ([0, 1, 0, 0], "the line must be at least 1"),
    ([2, 1, 0, 0], "the end precedes the start"),
    ([1, 1, 3, 2], "the end precedes the start"),
    ([1, 3, 0, 0], "line 3 is beyond the 2 lines of its source"),
    ([1, 1, 0, 5], "column 5 is beyond line 1, which ends at column 4"),
    ([1, 2, 0, 2], "column 2 is beyond line 2, which ends at column 1"),
];

#[test]
fn strict_import_compares_debug_lines_with_the_text() {
    for (numbers, message) in LINES {
        let constants: Vec<String> = (0..6).map(|n| format!("%n{n} = OpConstant %u32 {n}")).collect();
        let text = format!(
            "OpCapability Shader\nOpCapability Linkage\nOpExtension \"SPV_KHR_non_semantic_info\"\n\
             %dbg = OpExtInstImport \"NonSemantic.Shader.DebugInfo.100\"\nOpMemoryModel Logical GLSL450\n\
             %file = OpString \"a\"\n%text = OpString \"abc\n\n\"\n%void = OpTypeVoid\n%fn = OpTypeFunction %void\n\
             %u32 = OpTypeInt 32 0\n{}\n%source = OpExtInst %void %dbg DebugSource %file %text\n\
             %main = OpFunction %void None %fn\n%start = OpLabel\n\
             %line = OpExtInst %void %dbg DebugLine %source %n{} %n{} %n{} %n{}\nOpReturn\nOpFunctionEnd\n",
            constants.join("\n"),
            numbers[0],
            numbers[1],
            numbers[2],
            numbers[3],
        );
        judged(&text, message);
    }
}

/// Test cases: declarations, the first block of a function, and a substring of the error message. The declarations
/// follow the imports of two extended instruction sets. The first set is non-semantic.
const SETS: &[(&str, &str, &str, &str)] = &[
    ("", "%x = OpExtInst %u32 %set 1", "%n = OpExtInst %u32 %set 2 %x", ""),
    ("", "%x = OpExtInst %u32 %set 1", "%n = OpIAdd %u32 %u1 %x", "must not use a non-semantic one"),
    ("OpDecorate %set UserSemantic \"a\"", "", "", ""),
    ("OpDecorate %set NonReadable", "", "", "an extended instruction set must not have the decoration"),
    ("", "%x = OpExtInstWithForwardRefsKHR %void %set 1 %y / %y = OpExtInst %void %set 2", "", ""),
    (
        "",
        "",
        "%x = OpExtInstWithForwardRefsKHR %u32 %glsl SAbs %y / %y = OpIAdd %u32 %u1 %u1",
        "only a non-semantic",
    ),
    ("", "", "!327692 %u32 %x %glsl !5", "requires 1 operands"),
];

#[test]
fn sets_of_instructions() {
    for (annotations, types, body, message) in SETS {
        let text = format!(
            "OpCapability Shader / OpCapability Linkage / OpExtension \"SPV_KHR_non_semantic_info\" / \
             OpExtension \"SPV_KHR_relaxed_extended_instruction\" / %set = OpExtInstImport \"NonSemantic.Own\" / \
             %glsl = OpExtInstImport \"GLSL.std.450\" / OpMemoryModel Logical GLSL450 / {annotations} / \
             %void = OpTypeVoid / %fn = OpTypeFunction %void / %u32 = OpTypeInt 32 0 / %u1 = OpConstant %u32 1 / {types} / \
             %main = OpFunction %void None %fn / %start = OpLabel / {body} / OpReturn / OpFunctionEnd",
        );
        judged(&text, message);
    }
}

#[test]
fn workgroup_sizes_precede_matrix_types() {
    let size = "%size = OpConstant %u32 64";
    let matrix = "%matrix = OpTypeCooperativeMatrixKHR %f32 %u2 %u16 %u16 %u0";
    let subgroup = "%matrix = OpTypeCooperativeMatrixKHR %f32 %u3 %u16 %u16 %u0";
    for (first, second, message) in
        [(size, matrix, ""), (subgroup, size, ""), (matrix, size, "must be declared before a matrix type")]
    {
        let text = format!(
            "OpCapability Shader / OpCapability CooperativeMatrixKHR / OpExtension \"SPV_KHR_cooperative_matrix\" / \
             OpMemoryModel Logical GLSL450 / OpEntryPoint GLCompute %main \"main\" / \
             OpExecutionModeId %main LocalSizeId %size %u2 %u2 / %void = OpTypeVoid / %fn = OpTypeFunction %void / \
             %u32 = OpTypeInt 32 0 / %f32 = OpTypeFloat 32 / %u0 = OpConstant %u32 0 / %u2 = OpConstant %u32 2 / \
             %u3 = OpConstant %u32 3 / %u16 = OpConstant %u32 16 / {first} / {second} / \
             %main = OpFunction %void None %fn / %start = OpLabel / OpReturn / OpFunctionEnd",
        );
        judged(&text, message);
    }
}

#[test]
fn declarations_have_no_lines() {
    for (line, message) in
        [("", ""), ("OpNoLine\n", "function declarations must precede function definitions")]
    {
        let text = format!(
            "OpCapability Kernel\nOpCapability Linkage\nOpMemoryModel Logical OpenCL\n\
             OpDecorate %f LinkageAttributes \"f\" Import\n%void = OpTypeVoid\n%fn = OpTypeFunction %void\n\
             %f = OpFunction %void None %fn\n{line}OpFunctionEnd\n"
        );
        judged(&text, message);
    }
}

/// Assembles and strictly imports a module; slashes in `text` separate lines. Checks that the error contains `message`,
/// or that there is no error if `message` is empty.
fn judged(text: &str, message: &str) {
    let words = assemble(&text.replace(" / ", "\n")).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let options = ImportOptions { rules: Some(binary::check), ..ImportOptions::default() };
    let error = import_with(&spv_opt::context(), &words, &options).err().map(|list| list.to_string());
    assert_eq!(error.is_some(), !message.is_empty(), "{text}: {error:?}");
    assert!(error.as_ref().is_none_or(|error| error.contains(message)), "{text}: {error:?}");
}

/// Test cases: annotations, types, the instructions of a kernel, and a substring of the error message. The substring is
/// empty for valid modules.
const KERNELS: &[(&str, &str, &str, &str)] = &[
    ("", "%s = OpTypePipeStorage", "%x = OpConstantPipeStorage %s 4 4 4", ""),
    ("", "%s = OpTypePipeStorage / %x = OpConstantPipeStorage %s 4 4 4", "", "must be in a block"),
    ("", "%i = OpTypeInt 16 0", "", ""),
    ("", "%i = OpTypeInt 16 2", "", "the signedness must be 0 or 1"),
    ("OpDecorate %x Alignment 4", "", "%x = OpUndef %f32", ""),
    (
        "OpDecorate %x Alignment 4 / OpDecorate %x Alignment 8",
        "",
        "%x = OpUndef %f32",
        "already has the decoration",
    ),
    ("OpDecorate %x UserSemantic \"a\" / OpDecorate %x UserSemantic \"b\"", "", "%x = OpUndef %f32", ""),
    ("OpDecorateId %x NoAliasINTEL %f0", "", "%x = OpUndef %f32", ""),
    ("OpDecorate %x NoAliasINTEL %f0", "", "%x = OpUndef %f32", "requires OpDecorateId"),
    ("OpDecorate %x AliasScopeINTEL %f0", "", "%x = OpUndef %f32", "requires OpDecorateId"),
    // Rules for decoration targets.
    ("OpMemberDecorate %s 0 Offset 0", "%s = OpTypeStruct %f32", "", ""),
    ("OpMemberDecorate %f32 0 Offset 0", "", "", "but it is not a struct"),
    (
        "OpMemberDecorate %s 1 Offset 0",
        "%s = OpTypeStruct %f32",
        "",
        "targets member 1, but the number of members is 1",
    ),
    ("%d = OpDecorationGroup / OpGroupDecorate %d %f32 %f32", "", "", "duplicate target"),
    ("%d = OpDecorationGroup / OpGroupMemberDecorate %d %f32 0", "", "", "but it is not a struct"),
    ("OpDecorate %start RelaxedPrecision", "", "", ""),
    ("OpDecorate %start NonWritable", "", "", "the decoration is not allowed on the label"),
    ("OpDecorate %x FPFastMathMode NotNaN", "", "%x = OpFAdd %f32 %f0 %f0", ""),
    (
        "OpDecorateString %d RelaxedPrecision / %d = OpDecorationGroup",
        "",
        "",
        "the target of OpDecorateString",
    ),
    ("OpDecorate %f LinkageAttributes \"a\" Export", "", "", ""),
    ("OpDecorate %f LinkageAttributes \"a\" !9", "", "", "9 is not a LinkageType"),
    // The name is given as raw words: `then` without a terminating zero.
    ("!196613 %f !0x6E656874", "", "", "unterminated string"),
    // Rules for types.
    ("", "", "%x = OpUndef %void", "a value must not have type void"),
    ("", "%p = OpTypePointer Function %fn", "", "is a function type"),
    (
        "OpMemberDecorate %s 0 BuiltIn Position",
        "%s = OpTypeStruct %f32 / %t = OpTypeStruct %s",
        "",
        "must not be a member itself",
    ),
    (
        "",
        "OpTypeForwardPointer %p CrossWorkgroup / %s = OpTypeStruct %p / %p = OpTypePointer CrossWorkgroup %s",
        "",
        "",
    ),
    (
        "",
        "OpTypeForwardPointer %p CrossWorkgroup / %s = OpTypeStruct %p / %p = OpTypePointer CrossWorkgroup %f32",
        "",
        "must point to a struct",
    ),
];

#[test]
fn strict_import_judges_annotations_and_kernels() {
    for (annotations, types, body, message) in KERNELS {
        let text = format!(
            "OpCapability Kernel / OpCapability Addresses / OpCapability Linkage / OpCapability Int16 / OpCapability Pipes / \
             OpCapability PipeStorage / OpExtension \"SPV_GOOGLE_hlsl_functionality1\" / OpMemoryModel Physical32 OpenCL / \
             {annotations} / %void = OpTypeVoid / %fn = OpTypeFunction %void / %f32 = OpTypeFloat 32 / \
             %f0 = OpConstant %f32 0 / {types} / \
             %f = OpFunction %void None %fn / %start = OpLabel / {body} / OpReturn / OpFunctionEnd",
        );
        judged(&text, message);
    }
}

/// Test cases: names of extended instruction sets, annotations, and a substring of the error message. The substring is
/// empty for valid modules.
const DECLARATIONS: &[(&str, &str, &str)] = &[
    ("GLSL.std.450", "", ""),
    ("NonSemantic.Unknown", "", ""),
    ("GLSL.std.451", "", "unknown extended instruction set: GLSL.std.451"),
    ("GLSL.std.450", "OpDecorateId %late CounterBuffer %early", ""),
    ("GLSL.std.450", "OpDecorateId %early CounterBuffer %late", "must be defined before it"),
    ("GLSL.std.450", "OpDecorateId %early CounterBuffer %early", "must be defined before it"),
    ("GLSL.std.450", "OpDecorateId %set CounterBuffer %early", "must be defined before it"),
];

#[test]
fn strict_import_judges_sets_and_the_order_of_decorations() {
    for (set, annotation, message) in DECLARATIONS {
        let text = format!(
            "OpCapability Shader / OpCapability Linkage / OpExtension \"SPV_KHR_non_semantic_info\" / \
             OpExtension \"SPV_GOOGLE_hlsl_functionality1\" / %set = OpExtInstImport \"{set}\" / \
             OpMemoryModel Logical GLSL450 / {annotation} / %u32 = OpTypeInt 32 0 / %p = OpTypePointer Private %u32 / \
             %early = OpVariable %p Private / %late = OpVariable %p Private"
        );
        let words = assemble(&text.replace(" / ", "\n")).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let options = ImportOptions { rules: Some(binary::check), ..ImportOptions::default() };
        let verdict = import_with(&spv_opt::context(), &words, &options).map(drop);
        let found = verdict.map_err(|list| list.to_string()).err().unwrap_or_default();
        assert!(
            if message.is_empty() { found.is_empty() } else { found.contains(message) },
            "{text}: {found}"
        );
    }
}

#[test]
fn strict_import_knows_the_bits_of_decorations() {
    let text = "OpCapability Kernel\nOpCapability Linkage\nOpCapability Addresses\nOpMemoryModel Physical32 OpenCL\n\
                OpDecorate %x FPFastMathMode NotNaN\n%void = OpTypeVoid\n%fn = OpTypeFunction %void\n\
                %f32 = OpTypeFloat 32\n%f0 = OpConstant %f32 0\n%f = OpFunction %void None %fn\n%start = OpLabel\n\
                %x = OpFAdd %f32 %f0 %f0\nOpReturn\nOpFunctionEnd";
    let mut words = assemble(text).expect("it is assembly");
    let options = ImportOptions { rules: Some(binary::check), ..ImportOptions::default() };
    assert!(import_with(&spv_opt::context(), &words, &options).is_ok());
    let at = words.windows(2).position(|pair| pair == [40, 1]).expect("the decoration is there");
    words[at + 1] = 524_288;
    let error = import_with(&spv_opt::context(), &words, &options).map(drop).expect_err("no such bit");
    assert!(error.to_string().contains("524288 is not a FPFastMathMode"), "{error}");
}

#[test]
fn strict_import_judges_what_import_normalizes() {
    for (types, blocks, message) in CASES {
        let text = format!(
            "OpCapability Shader / OpMemoryModel Logical GLSL450 / OpEntryPoint GLCompute %main \"main\" / \
             OpExecutionMode %main LocalSize 1 1 1 / %void = OpTypeVoid / %fn = OpTypeFunction %void / \
             %bool = OpTypeBool / %u32 = OpTypeInt 32 0 / %v2 = OpTypeVector %u32 2 / %true = OpConstantTrue %bool / \
             %u1 = OpConstant %u32 1 / {types} / %main = OpFunction %void None %fn / %start = OpLabel / {blocks} / \
             OpFunctionEnd"
        );
        judged(&text, message);
    }
}
