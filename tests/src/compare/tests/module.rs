//! Tests of the module-level comparison: names, decorations, types, constants, variables, declarations

use super::super::{Counts, report};
use super::asm::assemble;
use super::{differences, different, edit, same};

pub(super) const SHADER: &str = r#"
OpCapability 1
OpCapability 9
OpExtension "SPV_KHR_storage_buffer_storage_class"
%glsl = OpExtInstImport "GLSL.std.450"
OpMemoryModel 0 1
OpEntryPoint 4 %main "main" %in %out
OpEntryPoint 4 %main "also main" %out %in
OpExecutionMode %main 7
%file = OpString "a.glsl"
%orphan = OpString "nobody references me"
OpSource 2 450 %file "void main() {}"
OpSourceExtension "GL_EXT_nothing"
OpName %main "main"
OpName %Block "Block"
OpMemberName %Block 0 "a"
OpMemberName %Block 1 "b"
OpName %Twin "Twin"
OpName %lonely "lonely"
OpName %x "x"
OpName %x "also x"
OpModuleProcessed "by hand"
OpDecorate %in 30 0
OpDecorate %out 30 0
OpDecorate %Block 2
OpMemberDecorate %Block 0 35 0
OpMemberDecorate %Block 1 35 4
OpMemberDecorate %Twin 0 35 0
OpDecorate %array 6 16
OpDecorate %s1 1 1
OpDecorate %s2 1 2
OpDecorate %buffer 33 3
OpDecorate %buffer 34 0
OpDecorate %x 0
%void = OpTypeVoid
%fn = OpTypeFunction %void
%float = OpTypeFloat 32
%int = OpTypeInt 32 1
%uint = OpTypeInt 32 0
%Block = OpTypeStruct %float %int
%Twin = OpTypeStruct %float %int
%Plain = OpTypeStruct %float %int
%lonely = OpTypeStruct %Plain
%four = OpConstant %uint 4
%array = OpTypeArray %float %four
%p_array = OpTypePointer 7 %array
%p_block = OpTypePointer 2 %Block
%p_twin = OpTypePointer 6 %Twin
%p_in = OpTypePointer 1 %float
%p_out = OpTypePointer 3 %float
%p_float = OpTypePointer 2 %float
%in = OpVariable %p_in 1
%out = OpVariable %p_out 3
%buffer = OpVariable %p_block 2
%private = OpVariable %p_twin 6
%zero = OpConstant %int 0
%one = OpConstant %float 1065353216
%unused = OpConstant %float 1073741824
%s1 = OpSpecConstant %int 1
%s2 = OpSpecConstant %int 1
%s3 = OpSpecConstantOp %int 128 %s1 %s2
%undef1 = OpUndef %float
%undef2 = OpUndef %float
%main = OpFunction %void 0 %fn
%entry = OpLabel
%local = OpVariable %p_array 7
%x = OpLoad %float %in
%chain = OpAccessChain %p_float %buffer %zero
%y = OpLoad %float %chain
%sub = OpFSub %float %x %y
%plus = OpFAdd %float %sub %one
%abs = OpExtInst %float %glsl 4 %plus
%mul = OpFMul %float %undef1 %undef2
%iadd = OpIAdd %int %s1 %s2
%isub = OpISub %int %s3 %s1
OpStore %out %abs
OpReturn
OpFunctionEnd
"#;

#[test]
fn ids_and_order_may_change() {
    same(SHADER, &[]);
    let moved = [
        ("%fn = OpTypeFunction %void\n", ""),
        ("%main = OpFunction", "%fn = OpTypeFunction %void\n%main = OpFunction"),
        ("OpDecorate %in 30 0\n", ""),
        ("OpDecorate %x 0\n", "OpDecorate %x 0\nOpDecorate %in 30 0\n"),
        ("OpName %x \"x\"\nOpName %x \"also x\"\n", "OpName %x \"also x\"\nOpName %x \"x\"\n"),
        ("OpCapability 1\nOpCapability 9\n", "OpCapability 9\nOpCapability 1\n"),
        ("%s2 = OpSpecConstant %int 1\n", ""),
        ("%s1 = OpSpecConstant", "%s2 = OpSpecConstant %int 1\n%s1 = OpSpecConstant"),
    ];
    same(SHADER, &moved);
}

#[test]
fn unused_plain_definitions_may_vanish() {
    same(SHADER, &[("%unused = OpConstant %float 1073741824\n", "")]);
    let text =
        edit(SHADER, &[("%Plain =", "%double = OpTypeFloat 64\n%pair = OpTypeVector %double 2\n%Plain =")]);
    same(&text, &[("%double = OpTypeFloat 64\n%pair = OpTypeVector %double 2\n", "")]);
    // The output must not add unused definitions.
    let made = super::differences(SHADER, &text);
    assert!(super::show(&made).contains("was made up"));
    different(
        SHADER,
        &[("OpName %lonely \"lonely\"\n", ""), ("%lonely = OpTypeStruct %Plain\n", "")],
        "lonely",
    );
}

#[test]
fn second_declarations_may_merge() {
    let twice = [
        ("%one = OpConstant", "%uno = OpConstant %float 1065353216\n%one = OpConstant"),
        ("OpFMul %float %undef1", "OpFMul %float %uno"),
        ("%p_array =", "%array2 = OpTypeArray %float %four\n%p_array2 = OpTypePointer 7 %array2\n%p_array ="),
        ("OpDecorate %array 6 16", "OpDecorate %array 6 16\nOpDecorate %array2 6 16"),
        ("%local =", "%local2 = OpVariable %p_array2 7\n%local ="),
    ];
    let text = edit(SHADER, &twice);
    same(&text, &[("OpFMul %float %uno", "OpFMul %float %one")]);
    same(&text, &[("OpVariable %p_array2", "OpVariable %p_array")]);
    // The output may omit an unused duplicate of a constant.
    let unused = [
        ("%local =", "%local2 = OpVariable %p_array 7\n%local ="),
        ("%p_array =", "%array2 = OpTypeArray %float %four\n%p_array ="),
        ("OpDecorate %array 6 16", "OpDecorate %array 6 16\nOpDecorate %array2 6 16"),
    ];
    let text = edit(SHADER, &unused);
    same(&text, &[("%array2 = OpTypeArray %float %four\n", ""), ("OpDecorate %array2 6 16\n", "")]);
}

#[test]
fn identities_are_kept() {
    different(SHADER, &[("OpTypePointer 6 %Twin", "OpTypePointer 6 %Block")], "Block");
    different(SHADER, &[("OpTypePointer 6 %Twin", "OpTypePointer 6 %Plain")], "Twin");
    different(
        SHADER,
        &[("OpFMul %float %undef1 %undef2", "OpFMul %float %undef1 %undef1")],
        "corresponds to",
    );
    different(SHADER, &[("OpIAdd %int %s1 %s2", "OpIAdd %int %s2 %s1")], "OpDecorate");
    different(SHADER, &[("OpISub %int %s3 %s1", "OpISub %int %s1 %s1")], "OpSpecConstant");
    different(
        SHADER,
        &[(
            "%in = OpVariable %p_in 1\n%out = OpVariable %p_out 3\n",
            "%out = OpVariable %p_out 3\n%in = OpVariable %p_in 1\n",
        )],
        "global variables",
    );
    // The two structs have the same name, so only their uses distinguish them.
    let twins = edit(SHADER, &[("OpName %Twin \"Twin\"\n", "OpName %Twin \"Block\"\n")]);
    different(&twins, &[("OpTypePointer 6 %Twin", "OpTypePointer 6 %Block")], "Block");
}

#[test]
fn exchanged_struct_types_differ() {
    let exchanged = [
        ("%p_block = OpTypePointer 2 %Block", "%p_block = OpTypePointer 2 %Twin"),
        ("%p_twin = OpTypePointer 6 %Twin", "%p_twin = OpTypePointer 6 %Block"),
    ];
    different(SHADER, &exchanged, "OpTypeStruct");
}

#[test]
fn values_and_operands() {
    different(SHADER, &[("OpFSub %float %x %y", "OpFSub %float %y %x")], "OpFSub");
    different(SHADER, &[("OpFSub %float %x %y", "OpFAdd %float %x %y")], "OpFAdd");
    different(
        SHADER,
        &[("%one = OpConstant %float 1065353216", "%one = OpConstant %float 1065353217")],
        "1065353217",
    );
    different(SHADER, &[("%four = OpConstant %uint 4", "%four = OpConstant %uint 5")], "OpConstant");
    different(SHADER, &[("%s2 = OpSpecConstant %int 1", "%s2 = OpSpecConstant %int 2")], "OpSpecConstant");
    different(SHADER, &[("OpExtInst %float %glsl 4", "OpExtInst %float %glsl 5")], "OpExtInst");
    different(SHADER, &[("OpStore %out %abs\n", "")], "OpStore");
    different(SHADER, &[("%main = OpFunction %void 0", "%main = OpFunction %void 1")], "OpFunction");
    different(SHADER, &[("%zero = OpConstant %int 0", "%zero = OpConstantNull %int")], "OpConstantNull");
    different(SHADER, &[("%private = OpVariable %p_twin 6\n", "")], "global variables");
}

#[test]
fn names_and_decorations() {
    different(SHADER, &[("OpName %x \"also x\"\n", "")], "also x");
    different(SHADER, &[("OpName %x \"x\"\n", "OpName %x \"X\"\n")], "names or decorations");
    different(SHADER, &[("OpName %x \"x\"\n", "OpName %y \"x\"\n")], "\"x\"");
    different(SHADER, &[("OpMemberName %Block 1 \"b\"\n", "")], "OpMemberName 1 \"b\"");
    different(SHADER, &[("OpName %main \"main\"\n", "")], "OpName \"main\"");
    different(SHADER, &[("OpDecorate %buffer 33 3\n", "")], "OpDecorate 33 3");
    different(SHADER, &[("OpDecorate %buffer 33 3\n", "OpDecorate %buffer 33 4\n")], "OpDecorate 33 4");
    different(SHADER, &[("OpDecorate %x 0\n", "")], "OpDecorate 0");
    different(SHADER, &[("OpMemberDecorate %Block 1 35 4\n", "OpMemberDecorate %Block 1 35 8\n")], "35 8");
    different(SHADER, &[("OpDecorate %s2 1 2\n", "OpDecorate %s2 1 3\n")], "OpDecorate 1 3");
    // A constant with a name needs a counterpart.
    let named = edit(SHADER, &[("OpName %lonely", "OpName %one \"one\"\nOpName %lonely")]);
    different(&named, &[("OpName %one \"one\"\n", "")], "one");
    let unused = edit(SHADER, &[("OpName %lonely", "OpName %unused \"unused\"\nOpName %lonely")]);
    different(
        &unused,
        &[("OpName %unused \"unused\"\n", ""), ("%unused = OpConstant %float 1073741824\n", "")],
        "was lost",
    );
}

#[test]
fn decoration_groups_may_be_flattened() {
    let grouped = [
        (
            "OpDecorate %in 30 0\nOpDecorate %out 30 0\n",
            "OpDecorate %group 30 0\n%group = OpDecorationGroup\nOpGroupDecorate %group %in %out\n",
        ),
        (
            "OpMemberDecorate %Twin 0 35 0\n",
            "OpDecorate %offset 35 0\n%offset = OpDecorationGroup\nOpGroupMemberDecorate %offset %Twin 0\n",
        ),
    ];
    same(SHADER, &grouped);
    same(&edit(SHADER, &grouped), &[]);
    let less = [(
        "OpDecorate %in 30 0\nOpDecorate %out 30 0\n",
        "OpDecorate %group 30 0\n%group = OpDecorationGroup\nOpGroupDecorate %group %in\n",
    )];
    different(SHADER, &less, "OpDecorate 30 0");
}

#[test]
fn declarations() {
    different(SHADER, &[("OpCapability 9\n", "")], "OpCapability 9");
    different(SHADER, &[("OpExtension \"SPV_KHR_storage_buffer_storage_class\"\n", "")], "SPV_KHR");
    different(SHADER, &[("OpMemoryModel 0 1", "OpMemoryModel 0 0")], "OpMemoryModel");
    different(SHADER, &[("\"main\" %in %out", "\"main\" %out %in")], "OpEntryPoint");
    different(SHADER, &[("\"also main\" %out %in", "\"also main\" %out")], "OpEntryPoint");
    different(SHADER, &[("\"also main\" %out %in", "\"other main\" %out %in")], "other main");
    different(SHADER, &[("OpExecutionMode %main 7", "OpExecutionMode %main 8")], "OpExecutionMode");
    different(SHADER, &[("OpModuleProcessed \"by hand\"", "OpModuleProcessed \"by\"")], "by hand");
    different(SHADER, &[("void main() {}", "void main() { }")], "OpSource");
    different(SHADER, &[("%orphan = OpString \"nobody references me\"\n", "")], "nobody references me");
    different(SHADER, &[("a.glsl", "b.glsl")], "OpString");
    different(SHADER, &[("GL_EXT_nothing", "GL_EXT_something")], "GL_EXT");
    different(
        SHADER,
        &[("OpExtInstImport \"GLSL.std.450\"", "OpExtInstImport \"OpenCL.std\"")],
        "GLSL.std.450",
    );
}

#[test]
fn headers() {
    let words = assemble(SHADER);
    for (word, value, what) in [(1, 0x0001_0500, "version"), (2, 1, "generator")] {
        let mut other = words.clone();
        other[word] = value;
        let found = super::differences_of(&words, &other);
        assert!(found.contains(what), "{found}");
    }
    let swapped: Vec<u32> = words.iter().map(|word| word.swap_bytes()).collect();
    assert_eq!(super::differences_of(&swapped, &words), "");
    assert!(super::differences_of(&words, &words[..3]).contains("the output is malformed"));
    let unclosed = &words[..words.len() - 1];
    assert!(super::differences_of(&words, unclosed).contains("have no end"));
    let cut = &words[..words.len() - 3];
    assert!(super::differences_of(&words, cut).contains("the output is malformed"));
}

#[test]
fn recursive_structs_and_forward_pointers() {
    let text = r#"
OpCapability 1
OpCapability 5347
OpMemoryModel 5348 1
OpMemberDecorate %node 0 35 0
OpMemberDecorate %node 1 35 8
OpTypeForwardPointer %p 5349
OpTypeForwardPointer %q 5349
%int = OpTypeInt 32 1
%node = OpTypeStruct %p %int
%other = OpTypeStruct %q %int
%p = OpTypePointer 5349 %node
%q = OpTypePointer 5349 %other
%pp = OpTypePointer 6 %p
%pq = OpTypePointer 6 %q
%v = OpVariable %pp 6
%w = OpVariable %pq 6
"#;
    same(text, &[]);
    same(text, &[("OpTypeForwardPointer %q 5349\n", "")]);
    let swapped = [
        ("%v = OpVariable %pp 6", "%v = OpVariable %pq 6"),
        ("%w = OpVariable %pq 6", "%w = OpVariable %pp 6"),
    ];
    different(text, &swapped, "OpMemberDecorate");
    different(
        text,
        &[("%p = OpTypePointer 5349 %node", "%p = OpTypePointer 5349 %other")],
        "OpMemberDecorate",
    );
    // Two unused variables differ only in their pointee types.
    let unused = edit(text, &[("%v = OpVariable %pp 6\n", ""), ("%w = OpVariable %pq 6\n", "")]);
    different(&unused, &[("OpMemberDecorate %node 1 35 8\n", "")], "OpTypeStruct");
}

#[test]
fn functions_pair_by_kind_and_order() {
    let text = r#"
OpCapability 1
OpCapability 5
OpMemoryModel 0 1
OpName %f "f"
OpName %g "g"
OpDecorate %h 41 "h" 1
OpDecorate %param 0
%void = OpTypeVoid
%int = OpTypeInt 32 1
%fn = OpTypeFunction %void %int
%h = OpFunction %void 0 %fn
%hp = OpFunctionParameter %int
OpFunctionEnd
%f = OpFunction %void 0 %fn
%param = OpFunctionParameter %int
%fe = OpLabel
%call = OpFunctionCall %void %h %param
OpReturn
OpFunctionEnd
%g = OpFunction %void 2 %fn
%gp = OpFunctionParameter %int
%ge = OpLabel
%call2 = OpFunctionCall %void %f %gp
OpReturn
OpFunctionEnd
"#;
    same(text, &[]);
    let declaration = "%h = OpFunction %void 0 %fn\n%hp = OpFunctionParameter %int\nOpFunctionEnd\n";
    same(text, &[(declaration, ""), ("%g = OpFunction", &format!("{declaration}%g = OpFunction"))]);
    different(
        text,
        &[("%call2 = OpFunctionCall %void %f", "%call2 = OpFunctionCall %void %h")],
        "OpFunctionCall",
    );
    different(text, &[("OpDecorate %param 0\n", "")], "OpDecorate 0");
    different(text, &[("OpDecorate %param 0\n", "OpDecorate %gp 0\n")], "OpDecorate 0");
    different(text, &[("%g = OpFunction %void 2", "%g = OpFunction %void 1")], "OpFunction");
    different(
        text,
        &[(declaration, ""), ("%void %h %param", "%void %g %param"), ("OpDecorate %h 41 \"h\" 1\n", "")],
        "function declarations",
    );
    let found = report(&assemble(text), &assemble(text), false);
    let one = Counts { labels: 1, ..Counts::default() };
    assert_eq!(found.input, [Counts::default(), one, one]);
}

#[test]
fn continued_instructions_are_joined() {
    let text = "OpCapability 1\nOpMemoryModel 0 1\nOpSource 2 450\n%f = OpString \"f\"\nOpSource 2 450 %f \"abcdef\"\n";
    same(text, &[("\"abcdef\"", "\"abc\"\nOpSourceContinued \"de\"\nOpSourceContinued \"f\"")]);
    let text = edit(
        text,
        &[(
            "\"abcdef\"\n",
            "\"abcdef\"\nOpName %s \"s\"\n%int = OpTypeInt 32 1\n%s = OpTypeStruct %int %int %int\n",
        )],
    );
    same(&text, &[("%int %int %int", "%int %int\nOpTypeStructContinuedINTEL %int")]);
    different(
        &text,
        &[("%int %int %int", "%int %int\nOpTypeStructContinuedINTEL %int %int")],
        "OpTypeStruct",
    );
}

#[test]
fn execution_modes_and_decorations_with_ids() {
    let text = r#"
OpCapability 1
OpMemoryModel 0 1
OpEntryPoint 5 %main "main"
OpExecutionModeId %main 38 %x %y %y
OpDecorateId %a 5634 %b
OpDecorateId %b 5634 %a
OpDecorate %x 1 0
%void = OpTypeVoid
%fn = OpTypeFunction %void
%uint = OpTypeInt 32 0
%p = OpTypePointer 12 %uint
%x = OpSpecConstant %uint 1
%y = OpConstant %uint 1
%a = OpVariable %p 12
%b = OpVariable %p 12
%main = OpFunction %void 0 %fn
%e = OpLabel
OpReturn
OpFunctionEnd
"#;
    same(text, &[]);
    different(text, &[("38 %x %y %y", "38 %y %x %y")], "OpExecutionModeId");
    different(text, &[("OpDecorateId %b 5634 %a", "OpDecorateId %b 5634 %b")], "OpDecorateId");
    different(text, &[("OpDecorateId %b 5634 %a", "OpDecorate %b 5634 %a")], "OpDecorate");
}

/// Checks that unused undefined values are related after the values with uses.
#[test]
fn unused_definitions_are_related_after_their_users() {
    let text = "OpCapability 1\nOpMemoryModel 0 1\n%int = OpTypeInt 32 1\n%pair = OpTypeVector %int 2\n\
                %a = OpUndef %int\n%b = OpUndef %int\n%c = OpUndef %int\n\
                %s = OpSpecConstantComposite %pair %b %c\n";
    same(text, &[("%a = OpUndef %int\n", ""), ("%s = ", "%a = OpUndef %int\n%s = ")]);
    different(text, &[("%b %c", "%b %b")], "OpUndef");
}

/// Checks that the output may add an empty file name for a source text that begins in OpSourceContinued, and no other
/// string.
#[test]
fn empty_files_of_continued_texts_are_none() {
    let text = "OpCapability 1\nOpMemoryModel 0 1\nOpSource 2 450\nOpSourceContinued \"text\"\n";
    let with_file = |name: &str| {
        let file = format!("OpMemoryModel 0 1\n%file = OpString \"{name}\"\nOpSource 2 450 %file \"text\"\n");
        edit(text, &[("OpMemoryModel 0 1\nOpSource 2 450\nOpSourceContinued \"text\"\n", &file)])
    };
    assert!(differences(text, &with_file("")).is_empty());
    assert!(!differences(text, &with_file("a")).is_empty());
}
