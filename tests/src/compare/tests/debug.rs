//! Tests of the comparison of lines and scopes

use super::{different, edit, same};

pub(super) const LINES: &str = r#"
OpCapability 1
OpCapability 5
OpMemoryModel 0 1
%file = OpString "a.glsl"
%file2 = OpString "b.glsl"
%void = OpTypeVoid
%bool = OpTypeBool
%int = OpTypeInt 32 1
%p = OpTypePointer 6 %int
%fn = OpTypeFunction %int %bool %int
OpLine %file 3 0
%v = OpVariable %p 6
OpLine %file 10 0
%f = OpFunction %int 0 %fn
%c = OpFunctionParameter %bool
%n = OpFunctionParameter %int
%entry = OpLabel
%a = OpIAdd %int %n %n
OpLine %file 11 5
%b = OpIAdd %int %a %a
%d = OpIAdd %int %b %b
OpNoLine
%e = OpIAdd %int %d %d
OpLine %file 12 1
OpSelectionMerge %merge 0
OpBranchConditional %c %then %merge
%then = OpLabel
%g = OpIAdd %int %e %e
OpLine %file2 13 1
%h = OpIAdd %int %g %g
OpBranch %merge
%merge = OpLabel
%r = OpPhi %int %e %entry %h %then
OpReturnValue %r
OpFunctionEnd
"#;

#[test]
fn markers_may_differ_where_lines_do_not() {
    same(LINES, &[("%d = OpIAdd", "OpLine %file 11 5\n%d = OpIAdd")]);
    same(LINES, &[("%d = OpIAdd", "OpNoLine\nOpLine %file 11 5\n%d = OpIAdd")]);
    same(LINES, &[("%g = OpIAdd", "OpNoLine\n%g = OpIAdd"), ("OpReturnValue", "OpNoLine\nOpReturnValue")]);
    same(
        LINES,
        &[
            ("OpLine %file 10 0\n%f", "OpNoLine\nOpLine %file 10 0\n%f"),
            ("%a = OpIAdd", "OpLine %file 10 0\n%a = OpIAdd"),
        ],
    );
    // Strings with the same contents denote the same file.
    let copy = [("%file2 = ", "%copy = OpString \"a.glsl\"\n%file2 = "), ("OpNoLine\n%e", "OpNoLine\n%e")];
    let text = edit(LINES, &copy);
    same(&text, &[("OpLine %file 12 1", "OpLine %copy 12 1")]);
    // The strings denote the same file even if their names differ.
    let named = edit(&text, &[("%void = ", "OpName %file \"one\"\nOpName %copy \"other\"\n%void = ")]);
    same(&named, &[("OpLine %file 12 1", "OpLine %copy 12 1")]);
}

#[test]
fn lines() {
    different(
        LINES,
        &[("OpLine %file 11 5", "OpLine %file 11 6")],
        "line a.glsl:11:5 in the input, a.glsl:11:6",
    );
    different(LINES, &[("OpLine %file 12 1", "OpLine %file2 12 1")], "OpSelectionMerge");
    different(LINES, &[("OpNoLine\n", "")], "line none in the input, a.glsl:11:5");
    different(LINES, &[("OpLine %file2 13 1\n", "")], "b.glsl:13:1 in the input, none");
    different(LINES, &[("OpLine %file 3 0\n", "")], "a.glsl:3:0");
    different(LINES, &[("OpLine %file 10 0\n", "")], "OpFunction");
    different(
        LINES,
        &[("%entry = OpLabel\n", "%entry = OpLabel\nOpNoLine\n")],
        "a.glsl:10:0 in the input, none",
    );
    different(LINES, &[("OpReturnValue", "OpLine %file 14 1\nOpReturnValue")], "OpReturnValue");
    // A branch that has a counterpart must have the same line.
    different(LINES, &[("OpBranch %merge", "OpNoLine\nOpBranch %merge")], "OpBranch");
    // An added branch has no counterpart, so its line is not compared.
    let made = ("OpBranch %merge", "OpNoLine\nOpBranch %t2\n%t2 = OpLabel\nOpBranch %merge");
    same(LINES, &[made, ("%h %then", "%h %t2")]);
}

pub(super) const SCOPES: &str = r#"
OpCapability 1
OpCapability 5
OpExtension "SPV_KHR_non_semantic_info"
%debug = OpExtInstImport "NonSemantic.Shader.DebugInfo.100"
%other = OpExtInstImport "NonSemantic.Whatever"
OpMemoryModel 0 1
%file = OpString "a.glsl"
%name = OpString "f"
OpName %unit "unit"
%void = OpTypeVoid
%int = OpTypeInt 32 1
%uint = OpTypeInt 32 0
%fn = OpTypeFunction %int %int
%u1 = OpConstant %uint 1
%u2 = OpConstant %uint 2
%u3 = OpConstant %uint 3
%none = OpExtInst %void %debug 0
%source = OpExtInst %void %debug 35 %file
%unit = OpExtInst %void %debug 1 %u1 %u2 %source %u3
%block1 = OpExtInst %void %debug 21 %source %u1 %u1 %unit
%block2 = OpExtInst %void %debug 21 %source %u1 %u1 %unit
%inlined = OpExtInst %void %debug 25 %u1 %block1
%what = OpExtInst %void %other 5 %int %u1
%f = OpFunction %int 0 %fn
%n = OpFunctionParameter %int
%entry = OpLabel
%scope1 = OpExtInst %void %debug 23 %block1
%line1 = OpExtInst %void %debug 103 %source %u1 %u1 %u2 %u2
%a = OpIAdd %int %n %n
%scope2 = OpExtInst %void %debug 23 %block2 %inlined
%b = OpIAdd %int %a %a
%scope3 = OpExtInst %void %debug 24
%line3 = OpExtInst %void %debug 104
%c = OpIAdd %int %b %b
%value = OpExtInst %void %other 7 %c %f
OpReturnValue %c
OpFunctionEnd
%after = OpExtInst %void %other 6 %f %a
"#;

#[test]
fn scopes() {
    same(SCOPES, &[]);
    same(
        SCOPES,
        &[("%b = OpIAdd", "%line2 = OpExtInst %void %debug 103 %source %u1 %u1 %u2 %u2\n%b = OpIAdd")],
    );
    same(SCOPES, &[("OpReturnValue", "%scope4 = OpExtInst %void %debug 24\nOpReturnValue")]);
    different(SCOPES, &[("debug 23 %block1", "debug 23 %block2")], "DebugScope");
    different(SCOPES, &[("%block2 %inlined", "%block2")], "DebugScope");
    different(SCOPES, &[("%scope3 = OpExtInst %void %debug 24\n", "")], "DebugScope");
    different(SCOPES, &[("%source %u1 %u1 %u2 %u2", "%source %u1 %u1 %u2 %u3")], "DebugLine");
    different(SCOPES, &[("%line3 = OpExtInst %void %debug 104\n", "")], "DebugLine");
}

#[test]
fn non_semantic_instructions() {
    different(SCOPES, &[("%what = OpExtInst %void %other 5 %int %u1\n", "")], "extended instructions");
    different(SCOPES, &[("%other 5 %int %u1", "%other 5 %uint %u1")], "OpTypeInt");
    different(SCOPES, &[("%value = OpExtInst %void %other 7 %c %f\n", "")], "OpReturnValue");
    different(SCOPES, &[("%other 6 %f %a", "%other 6 %f %b")], "corresponds to");
    different(SCOPES, &[("%source %u3", "%source %u2")], "OpConstant");
    different(SCOPES, &[("OpName %unit \"unit\"\n", "")], "unit");
    let exchanged = [
        ("%block1 = OpExtInst %void %debug 21 %source %u1 %u1 %unit\n", ""),
        ("%inlined =", "%block1 = OpExtInst %void %debug 21 %source %u1 %u1 %unit\n%inlined ="),
    ];
    different(SCOPES, &exchanged, "DebugScope");
}

#[test]
fn literals_of_older_debug_info() {
    let text = r#"
OpCapability 4
OpCapability 6
%debug = OpExtInstImport "OpenCL.DebugInfo.100"
OpMemoryModel 2 2
%file = OpString "a.cl"
%void = OpTypeVoid
%int = OpTypeInt 32 0
%zero = OpConstant %int 0
%source = OpExtInst %void %debug 35 %file
%unit = OpExtInst %void %debug 1 1 4 %source 3
%basic = OpExtInst %void %debug 2 %file %zero 4
"#;

    // The literal 4 is the same number as the id of a definition.
    different(text, &[("%file %zero 4", "%file %zero 5")], "OpExtInst");
    different(text, &[("1 4 %source 3", "1 5 %source 3")], "OpExtInst");
    same(text, &[("%void = OpTypeVoid\n", ""), ("%zero =", "%void = OpTypeVoid\n%zero =")]);
}
