//! Complete error messages for invalid input, including positions
//!
//! The tests of the command-line tool contain the most common errors.

use spv_opt::asm;
use spv_opt::serialize::import::{ImportOptions, import_with};
use spv_opt::{Diagnostics, Source, context, render};
use std::fmt::Write;

type Words<'a> = &'a [u32];

/// Builds a module with the given instructions. They follow the capabilities Shader and Linkage and the memory model
/// Logical GLSL450.
fn module(bound: u32, instructions: &[(u32, Words)]) -> Vec<u32> {
    let mut words = vec![0x0723_0203, 0x0001_0600, 0, bound, 0];
    let start: [(u32, Words); 3] = [(17, &[1]), (17, &[5]), (14, &[0, 1])];
    for (opcode, operands) in start.iter().chain(instructions) {
        words.push((operands.len() as u32 + 1) << 16 | opcode);
        words.extend_from_slice(operands);
    }
    words
}

/// Builds a module with a void function. Its entry block `%9` consists of the given instructions.
///
/// The module declares `%1 = OpTypeVoid`, `%2 = OpTypeFunction %1`, `%3 = OpTypeInt 32 0`, `%4 = OpConstant %3 5`, `%5
/// = OpTypeFloat 32`, `%6 = OpTypeBool` and `%7 = OpConstantTrue %6`.
fn function(instructions: &[(u32, Words)]) -> Vec<u32> {
    let start: [(u32, Words); 9] = [
        (19, &[1]),
        (33, &[2, 1]),
        (21, &[3, 32, 0]),
        (43, &[3, 4, 5]),
        (22, &[5, 32]),
        (20, &[6]),
        (41, &[6, 7]),
        (54, &[1, 8, 0, 2]),
        (248, &[9]),
    ];
    module(30, &[&start, instructions, &[(56, &[])]].concat())
}

const RETURN: (u32, Words) = (253, &[]);

/// Imports and verifies a binary. Checks that verifying import reports the same errors.
///
/// # Errors
/// Returns the errors of import or the verifier.
fn binary(words: &[u32]) -> Result<(), Diagnostics> {
    let result = spv_opt::import(&context(), words).and_then(|module| spv_opt::verify(&module));
    let options = ImportOptions { verify: true, ..ImportOptions::default() };
    let at_once = import_with(&context(), words, &options).map(|_| ());
    let text = |result: &Result<(), Diagnostics>| result.as_ref().err().map(|errors| format!("{errors:?}"));
    assert_eq!(text(&at_once), text(&result));
    result
}

fn text(text: &str) -> Result<(), Diagnostics> {
    spv_opt::verify(&spv_opt::parse(&context(), text)?)
}

/// Formats the error messages of each binary, with the binary's name.
fn all<T: AsRef<[u32]>>(cases: &[(&str, T)]) -> String {
    let mut out = String::new();
    for (name, words) in cases {
        let source = Source { file: &format!("{name}.spv"), text: "", ctx: None };
        let said = match binary(words.as_ref()) {
            Ok(()) => "nothing is wrong\n".to_owned(),
            Err(e) => render(&e, source),
        };
        _ = writeln!(out, "# {name}\n{said}");
    }
    out
}

fn all_texts(cases: &[(&str, String)]) -> String {
    let mut out = String::new();
    for (name, content) in cases {
        let source = Source { file: &format!("{name}.mlir"), text: content, ctx: None };
        let said = match text(content) {
            Ok(()) => "nothing is wrong\n".to_owned(),
            Err(e) => render(&e, source),
        };
        _ = writeln!(out, "# {name}\n{said}");
    }
    out
}

#[test]
fn declarations() {
    insta::assert_snapshot!(all(&[
        ("empty", vec![]),
        ("array_of_itself", module(4, &[(21, &[1, 32, 0]), (43, &[1, 2, 4]), (28, &[3, 3, 2])])),
        ("vector_of_itself", module(4, &[(23, &[3, 3, 2])])),
        ("struct_in_itself", module(4, &[(30, &[3, 3])])),
        ("constant_in_itself", module(4, &[(30, &[1]), (44, &[1, 2, 2])])),
        ("constant_for_type", module(4, &[(21, &[1, 32, 0]), (43, &[1, 2, 4]), (23, &[3, 2, 4])])),
        ("type_for_constant", module(4, &[(21, &[1, 32, 0]), (28, &[3, 1, 1])])),
        ("int_of_no_bits", module(4, &[(21, &[1, 0, 0])])),
        ("vector_of_no_elements", module(4, &[(22, &[1, 32]), (23, &[2, 1, 0])])),
        ("constant_too_short", module(4, &[(21, &[1, 64, 0]), (43, &[1, 2, 4])])),
        ("constant_of_void", module(4, &[(19, &[1]), (43, &[1, 2, 4])])),
        (
            "composite_too_short",
            module(5, &[(22, &[1, 32]), (23, &[2, 1, 3]), (43, &[1, 3, 0]), (44, &[2, 4, 3])])
        ),
        ("unknown_set", module(4, &[(11, &[1, 0x6161_6161, 0])])),
        ("entry_point_missing", module(4, &[(15, &[5, 3, 0x61])])),
        ("variable_of_value_type", module(4, &[(21, &[1, 32, 0]), (59, &[1, 2, 6])])),
        ("member_beyond", module(4, &[(6, &[1, 7, 0x61]), (30, &[1])])),
        ("decoration_without_operand", module(4, &[(71, &[1, 34]), (30, &[1])])),
        // The array length is the second declaration of the constant 0. In the IR, the two constants are distinct.
        (
            "array_of_no_elements",
            module(6, &[(21, &[1, 32, 0]), (43, &[1, 2, 0]), (43, &[1, 3, 0]), (28, &[4, 1, 3])])
        ),
        (
            "matrix_scope_is_a_type",
            module(6, &[(21, &[1, 32, 0]), (43, &[1, 2, 2]), (4456, &[4, 1, 1, 2, 2, 2])])
        ),
        ("float_for_length", module(4, &[(22, &[1, 32]), (43, &[1, 2, 2]), (28, &[3, 1, 2])])),
        (
            "matrix_rows_are_a_float",
            module(
                6,
                &[
                    (21, &[1, 32, 0]),
                    (43, &[1, 2, 2]),
                    (22, &[3, 32]),
                    (43, &[3, 4, 8]),
                    (4456, &[5, 3, 2, 4, 2, 2])
                ]
            )
        ),
        ("float_literal_too_wide", module(4, &[(22, &[1, 128]), (43, &[1, 2, 0, 0, 0, 0])])),
        ("unknown_decoration", module(4, &[(71, &[1, 3333]), (30, &[1])])),
        ("bound_out_of_proportion", module(5_242_879, &[])),
    ]));
}

#[test]
fn functions() {
    let add: (u32, Words) = (128, &[3, 10, 4, 7]);
    insta::assert_snapshot!(all(&[
        ("types_differ", function(&[add, RETURN])),
        ("undefined_operand", function(&[(128, &[3, 10, 4, 11]), RETURN])),
        ("undefined_type", function(&[(128, &[13, 10, 4, 4]), RETURN])),
        ("type_for_value", function(&[(128, &[3, 10, 4, 5]), RETURN])),
        ("value_for_type", function(&[(128, &[4, 10, 4, 4]), RETURN])),
        ("function_for_value", function(&[(128, &[3, 10, 4, 8]), RETURN])),
        ("value_of_function_type", function(&[(1, &[2, 10]), RETURN])),
        ("label_for_value", function(&[(128, &[3, 10, 4, 9]), RETURN])),
        ("value_for_label", function(&[(249, &[4])])),
        ("undefined_label", function(&[(249, &[12])])),
        ("label_twice", function(&[(249, &[9]), (248, &[9]), RETURN])),
        ("value_twice", function(&[(128, &[3, 10, 4, 4]), (128, &[3, 10, 4, 4]), RETURN])),
        ("used_before", function(&[(128, &[3, 10, 11, 4]), (128, &[3, 11, 4, 4]), RETURN])),
        ("operand_missing", function(&[(128, &[3, 10, 4]), RETURN])),
        // In an older version of the grammar, this instruction has a result type and a result id.
        ("pipe_read_of_seven_words", function(&[(5946, &[3, 10, 4, 4, 4, 4]), RETURN])),
        ("operand_left_over", function(&[(128, &[3, 10, 4, 4, 4]), RETURN])),
        ("no_terminator", function(&[(128, &[3, 10, 4, 4])])),
        ("after_terminator", function(&[RETURN, (128, &[3, 10, 4, 4])])),
        ("function_in_function", function(&[(54, &[1, 10, 0, 2]), RETURN])),
        ("call_of_a_constant", function(&[(57, &[1, 10, 4]), RETURN])),
        ("phi_without_predecessor", function(&[(249, &[10]), (248, &[10]), (245, &[3, 11, 4, 10]), RETURN])),
        ("phi_cut_off", function(&[(249, &[10]), (248, &[10]), (245, &[3, 11, 4]), RETURN])),
        ("phi_behind_op", function(&[(249, &[10]), (248, &[10]), (0, &[]), (245, &[3, 11, 4, 9]), RETURN])),
        ("switch_without_label", function(&[(251, &[4, 9, 1])])),
        ("unknown_extended_set", function(&[(12, &[3, 10, 4, 1]), RETURN])),
        ("unknown_memory_operands", function(&[(61, &[3, 10, 4, 0x4000_0000]), RETURN])),
        ("several", function(&[add, (126, &[5, 11, 4]), (200, &[6, 12, 4]), RETURN])),
    ]));
}

/// Checks that import rejects words after the last operand and contradictory declarations. Export would lose or change
/// them.
#[test]
fn nothing_is_passed_over() {
    let name = [0x6E69_616D, 0];
    let declared = |opcode: u32, operands: Words| module(8, &[(21, &[1, 32, 0]), (opcode, operands)]);
    let header = vec![0x0723_0203, 0x0001_0600, 0, 8, 0];
    let signature: [(u32, Words); 5] =
        [(19, &[1]), (21, &[2, 32, 0]), (33, &[3, 2, 2]), (54, &[2, 4, 0, 3]), (55, &[2, 5])];
    let begun = |rest: &[(u32, Words)]| module(12, &[&signature, rest].concat());
    let branches: [(u32, Words); 6] =
        [(249, &[10]), (248, &[10]), (250, &[7, 11, 12]), (248, &[11]), (249, &[12]), (248, &[12])];
    let with_phi = |phi: Words| function(&[&branches[..], &[(245, phi), RETURN]].concat());
    insta::assert_snapshot!(all(&[
        ("capability_too_long", declared(17, &[1, 0])),
        ("extension_too_long", declared(10, &[name[0], 0, 0])),
        ("set_too_long", declared(11, &[2, 0x4C53_4C47, 0x6474_732E, 0x3035_342E, 0, 7])),
        ("name_too_long", declared(5, &[1, name[0], name[1], 1])),
        ("member_name_too_long", declared(6, &[1, 0, name[0], name[1], 1])),
        ("name_of_nothing", declared(5, &[7, name[0], name[1]])),
        ("member_name_of_nothing", declared(6, &[7, 0, name[0], name[1]])),
        ("decoration_of_nothing", declared(71, &[7, 0])),
        ("member_decoration_of_nothing", declared(72, &[7, 0, 0])),
        ("member_name_of_integer", declared(6, &[1, 0, name[0], name[1]])),
        ("member_decoration_of_integer", declared(72, &[1, 0, 0])),
        ("group_of_nothing", module(8, &[(71, &[1, 0]), (73, &[1]), (74, &[1, 7])])),
        ("null_too_long", declared(46, &[1, 2, 3])),
        ("undef_too_long", declared(1, &[1, 2, 3])),
        ("label_too_long", begun(&[(248, &[6, 6]), (254, &[5]), (56, &[])])),
        ("end_too_long", begun(&[(248, &[6]), (254, &[5]), (56, &[0])])),
        ("line_too_long", module(8, &[(7, &[1, 0x61]), (8, &[1, 1, 1, 1])])),
        ("second_memory_model", declared(14, &[0, 1])),
        ("no_memory_model", header),
        (
            "spec_operation_too_long",
            module(8, &[(21, &[1, 32, 0]), (50, &[1, 2, 3]), (52, &[1, 3, 126, 2, 2])])
        ),
        (
            "spec_operation_too_short",
            module(8, &[(21, &[1, 32, 0]), (50, &[1, 2, 3]), (52, &[1, 3, 128, 2])])
        ),
        ("signedness", module(8, &[(21, &[1, 32, 4])])),
        ("class_of_variable", module(8, &[(21, &[1, 32, 0]), (32, &[2, 6, 1]), (59, &[2, 3, 1])])),
        ("variable_without_class", module(8, &[(21, &[1, 32, 0]), (32, &[2, 6, 1]), (59, &[2, 3])])),
        (
            "class_of_forward_pointer",
            module(8, &[(39, &[2, 7]), (21, &[1, 32, 0]), (30, &[3, 2]), (32, &[2, 5349, 3])])
        ),
        ("forward_pointer_to_struct", module(8, &[(39, &[2, 5349]), (21, &[1, 32, 0]), (30, &[2, 1])])),
        (
            "result_of_function",
            module(8, &[(19, &[1]), (21, &[2, 32, 0]), (33, &[3, 1]), (54, &[2, 4, 0, 3]), (56, &[])])
        ),
        ("parameter_in_block", begun(&[(248, &[6]), (55, &[2, 7]), (254, &[5]), (56, &[])])),
        ("continued_alone", begun(&[(248, &[6]), (6096, &[5]), (254, &[5]), (56, &[])])),
        ("phi_of_others", with_phi(&[3, 13, 4, 10, 4, 11, 4, 9])),
        ("phi_of_two_minds", with_phi(&[3, 13, 4, 10, 4, 11, 7, 11])),
    ]));
}

/// Checks that deep nesting does not overflow the stack. Only the size of the input limits the nesting depth.
#[test]
fn deep_nesting() {
    const DEPTH: u32 = 100_000;
    let chain = |opcode: u32, start: u32, more: Words| {
        let mut words = module(DEPTH + 10, &[(21, &[1, 32, 0]), (43, &[1, 2, 4])]);
        for id in start..DEPTH {
            let below = if id == start { 1 } else { id - 1 };
            words.push((3 + more.len() as u32) << 16 | opcode);
            words.extend_from_slice(&[id, below]);
            words.extend_from_slice(more);
        }
        words
    };
    for (name, words) in
        [("arrays", chain(28, 3, &[2])), ("structs", chain(30, 3, &[])), ("vectors", chain(23, 3, &[2]))]
    {
        let started = std::time::Instant::now();
        _ = binary(&words);
        assert!(started.elapsed().as_secs() < 20, "{name} take long");
    }
}

fn inside(body: &str) -> String {
    format!(
        "spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader], []> {{\n  \
         spv.GlobalVariable @g : !spv.ptr<i32, Private>\n  \
         spv.func @f(%a: i32) -> i32 \"None\" {{\n{body}  }}\n}}\n"
    )
}

#[test]
fn texts() {
    let at_top = |text: &str| format!("spv.module Logical GLSL450 {{\n  {text}\n}}\n");
    insta::assert_snapshot!(all_texts(&[
        ("unknown_dialect", inside("    %b = toy.add %a, %a : i32\n    spv.ReturnValue %a : i32\n")),
        ("unknown_type", at_top("spv.GlobalVariable @g : !spv.pointer<i32, Private>")),
        ("unknown_storage_class", at_top("spv.GlobalVariable @g : !spv.ptr<i32, Privat>")),
        ("unknown_addressing_model", "spv.module Logica GLSL450 {\n}\n".to_owned()),
        ("unknown_control", inside("    spv.ReturnValue %a : i32\n").replace("None", "Inlined")),
        (
            "unknown_capability",
            "spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shadr], []> {}\n".to_owned()
        ),
        (
            "unknown_symbol",
            inside("    %p = spv.mlir.addressof @h : !spv.ptr<i32, Private>\n    spv.ReturnValue %a : i32\n")
        ),
        (
            "symbol_twice",
            at_top(
                "spv.GlobalVariable @g : !spv.ptr<i32, Private>\n  spv.GlobalVariable @g : !spv.ptr<f32, Private>"
            )
        ),
        (
            "pointer_type_differs",
            inside("    %p = spv.mlir.addressof @g : !spv.ptr<f32, Private>\n    spv.ReturnValue %a : i32\n")
        ),
        ("constant_too_large", inside("    %c = spv.Constant 300 : i8\n    spv.ReturnValue %a : i32\n")),
        ("constant_of_other_type", inside("    %c = spv.Constant 1.5 : i32\n    spv.ReturnValue %a : i32\n")),
        ("string_without_end", "spv.module Logical GLSL450 attributes {a = \"b} {\n}\n".to_owned()),
        ("result_missing", inside("    spv.IAdd %a, %a : i32\n    spv.ReturnValue %a : i32\n")),
        (
            "result_too_many",
            inside("    %b = spv.Store \"Private\" %a, %a : i32\n    spv.ReturnValue %a : i32\n")
        ),
        ("operand_missing", inside("    %b = spv.IAdd %a : i32\n    spv.ReturnValue %a : i32\n")),
        ("returned_type", inside("    %b = spv.ConvertSToF %a : i32 to f32\n    spv.ReturnValue %b : f32\n")),
        ("undefined_block", inside("    spv.Branch ^b\n")),
        (
            "block_twice",
            inside("    spv.Branch ^b\n  ^b:\n    spv.Branch ^b\n  ^b:\n    spv.ReturnValue %a : i32\n")
        ),
        ("argument_missing", inside("    spv.Branch ^b\n  ^b(%c: i32):\n    spv.ReturnValue %c : i32\n")),
        (
            "not_dominated",
            inside(
                "    %c = spv.Constant true\n    spv.BranchConditional %c, ^x, ^y\n  ^x:\n    %d = spv.IAdd %a, %a : i32\n    spv.Branch ^y\n  ^y:\n    spv.ReturnValue %d : i32\n"
            )
        ),
        ("break_outside", inside("    spv.mlir.break\n")),
        ("brace_too_many", inside("    spv.ReturnValue %a : i32\n  }\n")),
        ("brace_missing", inside("    spv.mlir.loop {\n    spv.ReturnValue %a : i32\n")),
        ("alias_unknown", at_top("spv.GlobalVariable @g : !spv.ptr<!Data, Private>")),
        ("alias_in_itself", "!a = type !spv.array<4 x !a>\nspv.module Logical GLSL450 {\n}\n".to_owned()),
        ("odd_character", at_top("spv.GlobalVariable @g ; !spv.ptr<i32, Private>")),
    ]));
}

/// Checks that the verifier rejects MLIR text that cannot be exported. The error messages of export would be less
/// clear.
#[test]
fn without_binary_form() {
    let module = |attrs: &str, ops: &str| {
        format!(
            "spv.module Logical GLSL450 requires #spv.vce<v1.6, [Shader, Linkage], []> attributes {{{attrs}}} {{\n  {ops}\n}}\n"
        )
    };
    let at_top = |ops: &str| module("", ops);
    let in_function = |marks: &str, ops: &str| {
        at_top(&format!(
            "spv.func @f(%a: i32) -> i32 \"None\" {{\n    %b = spv.IAdd %a, %a {marks} : i32\n    spv.ReturnValue %b : i32\n  }}\n  {ops}"
        ))
    };
    let located = |loc: &str| in_function("", "").replace(" : i32\n", &format!(" : i32 {loc}\n"));
    let note = |operand: &str| format!("spv.ExtInst @n \"NonSemantic.X\", 1, {operand}");
    insta::assert_snapshot!(all_texts(&[
        ("length_undefined", at_top("spv.GlobalVariable @g : !spv.ptr<!spv.array<@n x i32>, Private>")),
        ("operand_of_decoration_undefined", in_function("{alias_scope_intel = @scope}", "")),
        (
            "location_undefined",
            at_top("spv.GlobalVariable @g : !spv.ptr<i32, Private> loc(fused<#spv.scope<@s>>[unknown])")
        ),
        (
            "part_of_part_undefined",
            at_top(
                "spv.GlobalConstant @m = [[1.0 : f32, @PI], [1.0 : f32, 2.0 : f32]] : !spv.array<2 x !spv.array<2 x f32>>"
            )
        ),
        (
            "operands_of_what_is_wrapped",
            at_top(
                "spv.SpecConstant @a = 1 : i32\n  spv.SpecConstantOp @b wraps \"spv.IAdd\"(@a) : i32\n  spv.SpecConstantOp @c wraps \"spv.IAdd\"(@a, @a, @a) : i32"
            )
        ),
        (
            "operands_of_what_a_function_wraps",
            at_top(
                "spv.func @f(%a: i32) -> i32 \"None\" {\n    %c = spv.Constant 1 : i32\n    %b = spv.SpecConstantOperation wraps \"spv.IAdd\"(%c) : (i32) -> i32\n    spv.ReturnValue %b : i32\n  }"
            )
        ),
        ("place_without_number", in_function("", &note("#spv.local<@f, 1.5>"))),
        ("place_undefined", in_function("{local_id = 1 : i32}", &note("#spv.local<@f, 2>"))),
        (
            "place_twice",
            at_top(
                "spv.func @f(%a: i32 {local_id = 1 : i32}) -> i32 \"None\" {\n    %b = spv.IAdd %a, %a {local_id = 1 : i32} : i32\n    spv.ReturnValue %b : i32\n  }"
            )
        ),
        (
            "made_of_itself",
            at_top(
                "spv.SpecConstant @c = 1 : i32\n  spv.SpecConstantOp @a wraps \"spv.IAdd\"(@c, @b) : i32\n  spv.SpecConstantOp @b wraps \"spv.IAdd\"(@a, @c) : i32"
            )
        ),
        (
            "import_undefined",
            module(
                "ext_inst_imports = [\"NonSemantic.X\"]",
                "spv.ExtInst @n \"NonSemantic.X\", 1 {import = 1 : i32}"
            )
        ),
        (
            "import_named_undefined",
            module(
                "ext_inst_imports = [\"NonSemantic.X\"]",
                "spv.ExtInst @n \"NonSemantic.X\", 1, #spv.import<1>"
            )
        ),
        (
            "import_of_no_number",
            module(
                "ext_inst_imports = [\"NonSemantic.X\"]",
                "spv.ExtInst @n \"NonSemantic.X\", 1, #spv.import<\"X\">"
            )
        ),
        ("name_of_number", at_top("spv.GlobalVariable @g {op_name = [\"a\", 5]} : !spv.ptr<i32, Private>")),
        ("list_of_names", module("type_names = [[\"a\"]]", "")),
        ("generator_too_large", module("generator = 4294967296 : i64", "")),
        ("decoration_without_operand", at_top("spv.GlobalVariable @g {location} : !spv.ptr<i32, Private>")),
        (
            "decoration_of_other_operand",
            at_top("spv.GlobalVariable @g {location = \"a\"} : !spv.ptr<i32, Private>")
        ),
        (
            "decoration_too_large",
            at_top("spv.GlobalVariable @g {location = 4294967296 : i64} : !spv.ptr<i32, Private>")
        ),
        ("string_with_zero", at_top("spv.String @s \"a\\00b\"")),
        (
            "constant_in_type",
            at_top(
                "spv.GlobalVariable @g : !spv.ptr<!spv.tensor_arm<f32, 2, #spv.const<[8 : i32, 2 : i32] : !spv.array<3 x i32>>>, UniformConstant>"
            )
        ),
        (
            "nested_location_undefined",
            located("loc(fused<#spv.scope<@f, unit>>[fused<#spv.debug_line<@s, 1, 1, 2, 3>>[]])")
        ),
        ("debug_line_without_numbers", located("loc(fused<#spv.debug_line<@f, 1, 1>>[])")),
        ("scope_of_number", located("loc(fused<#spv.scope<1, unit>>[])")),
        ("parameter_of_index", at_top("spv.func @f(%a: index) \"None\" {\n    spv.Return\n  }")),
        ("number_of_index", at_top("spv.DebugInfo.DebugInlinedAt @n 4 : index, @n")),
        (
            "source_without_file",
            at_top(
                "\"spv.Source\"() {source_language = \"GLSL\", version = 450 : i32, source = \"a\"} : () -> ()"
            )
        ),
        (
            "graph_of_a_fraction",
            at_top("spv.GlobalVariable @g : !spv.ptr<!spv.graph_arm<1.5, i32, i32>, Private>")
        ),
        (
            "decoration_of_member",
            at_top("spv.GlobalVariable @g : !spv.ptr<!spv.struct<(f32 [BuiltIn])>, Private>")
        ),
        (
            "decoration_in_group",
            module("decoration_groups = [{decorations = [[\"UserSemantic\", \"a\"]]}]", "")
        ),
        (
            "decoration_of_unused",
            module("unused = [!spv.struct<(!spv.matrix<2 x vector<2xf32>> [0, MatrixStride])>]", "")
        ),
        (
            "constant_of_function",
            at_top("spv.func @f() \"None\" {\n    %c = spv.Constant @f : i32\n    spv.Return\n  }")
        ),
        (
            "constituent_is_function",
            at_top(
                "spv.GlobalConstant @c = [@f] : !spv.array<1 x i32>\n  spv.func @f() \"None\" {\n    spv.Return\n  }"
            )
        ),
        (
            "initializer_is_function",
            at_top(
                "spv.GlobalVariable @g initializer(@f) : !spv.ptr<i32, Private>\n  spv.func @f() \"None\" {\n    spv.Return\n  }"
            )
        ),
        (
            "arguments_of_construct",
            at_top(
                "spv.func @f(%a: i1) \"None\" {\n    spv.mlir.selection {\n    ^bb0(%b: i32):\n      spv.BranchConditional %a, ^bb1, ^bb2\n    ^bb1:\n      spv.Branch ^bb2\n    ^bb2:\n      spv.mlir.merge\n    }\n    spv.Return\n  }"
            )
        ),
        ("opaque_of_number", at_top("spv.GlobalVariable @g : !spv.ptr<!spv.opaque<1>, Private>")),
        ("undefined_value_at_top", at_top("%u = spv.Undef : i32")),
        ("module_in_module", at_top("spv.module Logical GLSL450 {\n  }")),
        ("builtin_module_in_module", at_top("builtin.module {\n  }")),
        (
            "module_in_function",
            in_function("", "").replace("%b =", "spv.module Logical GLSL450 {\n    }\n    %b =")
        ),
        (
            "builtin_module_in_function",
            in_function("", "").replace("%b =", "builtin.module {\n    }\n    %b =")
        ),
        (
            "module_in_graph",
            at_top(
                "spv.GraphARM @g : !spv.graph_arm<0> {\n    spv.module Logical GLSL450 {\n    }\n    spv.GraphEndARM\n  }"
            )
        ),
        (
            "constituent_of_other_type",
            at_top(
                "spv.GlobalConstant @c = 1 : i32\n  spv.GlobalConstant @d = [@c, @c] : !spv.array<2 x f32>"
            )
        ),
    ]));
}

/// Checks errors in functions that only the verifier detects.
#[test]
fn functions_that_are_not_sound() {
    let words = |body: &str| {
        let text = format!("{PREAMBLE}{body}\nOpFunctionEnd");
        asm::assemble(&text).expect("assembly")
    };
    let cases = [
        (
            "a scope that is no value",
            words(
                "%s = OpExtInst %void %set DebugScope %later\n%entry = OpLabel\n\
                 %later = OpExtInst %void %set DebugNoScope\nOpReturn",
            ),
        ),
        (
            "an undominated use",
            words(&branches("%v = OpIAdd %int %five %five", "OpStore %p %v", "%int %five")),
        ),
        ("an operand of another type", words(&branches("%v = OpFAdd %float %five %five", "", "%int %five"))),
        ("a phi of another type", words(&branches("", "", "%float %five"))),
        (
            "a phi of one that is not dominated",
            words(&branches("%v = OpIAdd %int %five %five", "", "%int %v")),
        ),
        ("a variable of no pointer", words("%entry = OpLabel\n%v = OpVariable %int Function\nOpReturn")),
        (
            "a branch to the entry",
            words("%entry = OpLabel\nOpBranch %next\n%next = OpLabel\nOpBranch %entry"),
        ),
    ];
    insta::assert_snapshot!(all(&cases));
}

const PREAMBLE: &str = "OpCapability Kernel
OpCapability Linkage
OpCapability Addresses
%set = OpExtInstImport \"OpenCL.DebugInfo.100\"
OpMemoryModel Physical64 OpenCL
%void = OpTypeVoid
%bool = OpTypeBool
%int = OpTypeInt 32 0
%float = OpTypeFloat 32
%pointer = OpTypePointer Function %int
%type = OpTypeFunction %void
%true = OpConstantTrue %bool
%five = OpConstant %int 5
%f = OpFunction %void None %type
";

/// Builds a function that ends in a conditional branch to two blocks, and their merge block.
///
/// The instructions `inside` are in one of the two blocks. The merge block begins with the phi `phi`, which is given as
/// type and value, and contains the instructions `after`.
fn branches(inside: &str, after: &str, phi: &str) -> String {
    format!(
        "%entry = OpLabel\n%p = OpVariable %pointer Function\nOpSelectionMerge %end None\n\
         OpBranchConditional %true %then %else\n%then = OpLabel\n{inside}\nOpBranch %end\n\
         %else = OpLabel\nOpBranch %end\n%end = OpLabel\n\
         %phi = OpPhi {phi} %then {value} %else\n{after}\nOpReturn",
        value = phi.split(' ').nth(1).unwrap_or_default()
    )
}

#[test]
fn more_words_than_a_body_has_room_for() {
    let mut words = vec![0; (1 << 26) + 1];
    words[..5].copy_from_slice(&[0x0723_0203, 0x0001_0600, 0, 9, 0]);
    let error = spv_opt::import(&context(), &words).map(|_| ()).expect_err("it is too long");
    assert!(error.to_string().contains("67108865 words are too many: the limit is 67108864"), "{error}");
}
