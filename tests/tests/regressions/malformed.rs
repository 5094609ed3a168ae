//! Regression tests for malformed binaries: a clear error, without a panic or unbounded memory

use super::{MEMORY_MODEL, SHADER, complaint, module, through_text, with_types};
use spv_opt::dialect::validate::binary;
use spv_opt::serialize::import::{ImportOptions, import_with};

/// Guards against a panic: the id of an extended instruction set was used as an index before it was checked.
#[test]
fn extended_instruction_of_a_set_beyond_the_bound() {
    let words = module(
        6,
        &[
            SHADER,
            MEMORY_MODEL,
            &[19, 1],
            &[33, 2, 1],
            &[54, 1, 3, 0, 2],
            &[248, 4],
            &[12, 1, 5, 0x0200_0000, 1],
            &[253],
            &[56],
        ],
    );
    assert!(complaint(&words).contains("bound"), "{}", complaint(&words));
}

/// Guards against a failed assertion: a memory model may have the value that represents an absent operand in the IR.
#[test]
fn memory_model_of_all_ones() {
    for (addressing, memory) in [(0, u32::MAX), (u32::MAX, 1)] {
        let words = module(1, &[SHADER, &[14, addressing, memory]]);
        assert!(complaint(&words).contains("0xFFFFFFFF"), "{}", complaint(&words));
    }
}

/// Guards against a panic: a non-semantic instruction references a value whose type id exceeds the id bound.
#[test]
fn non_semantic_use_of_a_value_of_an_impossible_type() {
    // The words encode "NonSemantic.X".
    let name = [0x536E_6F4E, 0x6E61_6D65, 0x2E63_6974, 0x58];
    let import: Vec<u32> = [&[11, 1][..], &name].concat();
    let words = module(
        8,
        &[
            SHADER,
            &import,
            MEMORY_MODEL,
            &[19, 2],
            &[33, 3, 2],
            &[54, 2, 4, 0, 3],
            &[248, 5],
            &[1, 0x0200_0000, 6],
            &[12, 2, 7, 1, 1, 6],
            &[253],
            &[56],
        ],
    );
    assert!(complaint(&words).contains("bound"), "{}", complaint(&words));
}

/// Guards against unbounded memory: applying a decoration group to itself multiplied its decorations.
#[test]
fn decoration_group_applied_to_itself() {
    let twice: &[u32] = &[74, 1, 1, 1, 1];
    let mut list: Vec<&[u32]> = vec![SHADER, MEMORY_MODEL, &[71, 1, 0], &[73, 1]];
    list.resize(40, twice);
    assert!(complaint(&module(2, &list)).contains("itself a decoration group"));
}

/// Guards against unbounded memory: a decoration group with many decorations is applied to many targets.
#[test]
fn decoration_group_of_many_for_many() {
    let many = 3000;
    let mut list: Vec<&[u32]> = vec![SHADER, MEMORY_MODEL];
    list.resize(many, &[71, 1, 0]);
    let targets: Vec<u32> = [74, 1].into_iter().chain([2].into_iter().cycle().take(many)).collect();
    list.extend([&[73, 1], &targets[..]]);
    assert!(complaint(&module(3, &list)).contains("result from groups"));
}

/// Guards against integer overflow: the verifier added and multiplied the lengths of invalid vectors.
#[test]
fn arithmetic_on_lengths_of_impossible_vectors() {
    let words = module(
        10,
        &[
            SHADER,
            MEMORY_MODEL,
            &[19, 1],
            &[22, 2, 32],
            &[23, 3, 2, 0xFFFF_FFFF],
            &[33, 4, 1],
            &[54, 1, 5, 0, 4],
            &[248, 6],
            &[1, 3, 7],
            &[79, 3, 8, 7, 7, 0],
            &[124, 3, 9, 7],
            &[253],
            &[56],
        ],
    );
    if let Ok(module) = spv_opt::import(&spv_opt::context(), &words) {
        assert!(spv_opt::verify(&module).is_err());
    }
}

/// Guards against a lost string: an OpSourceContinued follows an instruction that it cannot continue.
#[test]
fn continuation_of_nothing() {
    let words = module(1, &[SHADER, MEMORY_MODEL, &[2, 0x41]]);
    assert_eq!(complaint(&words), "expected to continue an OpSource immediately before it");
}

/// Guards against loss of the reserved bytes in the version word. Import now rejects the second module.
#[test]
fn version_with_other_bytes() {
    for version in [0x0701_0400, 0x0001_0401] {
        let mut words = module(1, &[SHADER, MEMORY_MODEL]);
        words[1] = version;
        assert!(complaint(&words).starts_with(&format!("malformed version 0x{version:08X}")));
    }
}

/// Guards against an invalid export: import stored an operand as a literal, but export treated it as an id. Operands of
/// OpDecorate may be ids.
#[test]
fn decoration_in_an_instruction_for_others() {
    let literal = module(9, &[SHADER, MEMORY_MODEL, &[332, 1, 30, 8], &[22, 1, 32]]);
    assert_eq!(complaint(&literal), "Location takes literals: use OpDecorate");
    let id = module(9, &[SHADER, MEMORY_MODEL, &[71, 1, 27, 2], &[21, 1, 32, 0], &[43, 1, 2, 3]]);
    let (_, again) = through_text(&id);
    assert!(again.windows(4).any(|words| words == [4 << 16 | 71, 1, 27, 2]), "{again:x?}");
    let too_many = module(9, &[SHADER, MEMORY_MODEL, &[71, 1, 30, 2, 3], &[21, 1, 32, 0]]);
    assert_eq!(complaint(&too_many), "1 word too many: the operands end before word 4");
}

/// Checks that a graph must not end with OpFunctionEnd, and a function must not end with OpGraphEndARM.
#[test]
fn function_that_ends_as_a_graph() {
    let words = with_types(6, &[&[54, 2, 4, 0, 3], &[4186]]);
    assert!(complaint(&words).contains("mismatched end"), "{}", complaint(&words));
}

/// Checks that import and export reject continuation instructions without the required capability.
#[test]
fn continued_instructions_need_a_capability() {
    const LENGTH: usize = 65_533;
    let constant = |capabilities: &str| {
        let items = vec!["1 : i32"; LENGTH].join(", ");
        let text = format!(
            "spv.module Logical GLSL450 requires #spv.vce<v1.6, [Shader, Linkage{capabilities}], []> {{\n  \
             spv.GlobalConstant @c = [{items}] : !spv.array<{LENGTH} x i32>\n}}\n"
        );
        let module = spv_opt::parse(&spv_opt::context(), &text).expect("it is a module");
        spv_opt::export(&module).map(drop).map_err(|errors| errors.list[0].message.clone())
    };
    assert_eq!(constant(", LongCompositesINTEL"), Ok(()));
    let message = constant("").expect_err("it needs the capability");
    assert!(message.contains("declare capability LongCompositesINTEL"), "{message}");

    let words = module(
        5,
        &[SHADER, MEMORY_MODEL, &[21, 1, 32, 0], &[43, 1, 2, 7], &[30, 3, 1], &[6090, 1], &[1, 3, 4]],
    );
    let options = ImportOptions { rules: Some(binary::check), ..ImportOptions::default() };
    let refused = import_with(&spv_opt::context(), &words, &options).map(drop);
    let message = refused.expect_err("it needs the capability").list[0].message.clone();
    assert!(message.contains("requires capability LongCompositesINTEL"), "{message}");
}

/// Guards against a rejected module: an unknown terminator was not recognized as the end of its block.
#[test]
fn terminators_of_a_newer_grammar_are_carried() {
    use spv_opt::dialect::dialect::DIALECT;
    use spv_opt::ir::dialect::{Dialect, OpDef, Registry, Traits};
    let text = "OpCapability Shader
        OpMemoryModel Logical GLSL450
        OpEntryPoint Fragment %main \"main\"
        OpExecutionMode %main OriginUpperLeft
        %void = OpTypeVoid
        %bool = OpTypeBool
        %type = OpTypeFunction %void
        %true = OpConstantTrue %bool
        %main = OpFunction %void None %type
        %entry = OpLabel
        OpSelectionMerge %merge None
        OpBranchConditional %true %then %else
        %then = OpLabel
        OpTerminateInvocation
        %else = OpLabel
        OpBranch %merge
        %merge = OpLabel
        OpTerminateInvocation
        OpFunctionEnd";
    let words = spv_opt::asm::assemble(text).expect("it can be assembled");
    let usual = spv_opt::import(&spv_opt::context(), &words).expect("it is valid");
    let mut ops = DIALECT.ops.to_vec();
    for def in ops.iter_mut().filter(|def| def.row.name == "spv.TerminateInvocation") {
        *def = OpDef { traits: Traits::MAY_TERMINATE, ..OpDef::new(def.row) };
    }
    let registry = Registry::new(vec![Dialect { ops: ops.leak(), ..DIALECT }]);
    let context = || std::sync::Arc::new(spv_opt::Context::new(registry.clone()));
    let module = spv_opt::import(&context(), &words).expect("it is valid");
    spv_opt::verify(&module).expect("it is valid");
    let expected = spv_opt::export(&usual).expect("it has a binary form");
    assert_eq!(spv_opt::export(&module).expect("it has a binary form"), expected);
    let read = spv_opt::parse(&context(), &spv_opt::print(&module)).expect("it reads back");
    assert_eq!(spv_opt::export(&read).expect("it has a binary form"), expected);
    assert_eq!(spv_opt::recode(&context(), &words).expect("it is valid"), expected);
    // No op of the grammar has the same form as an unknown terminator.
    let unknown =
        DIALECT.ops.iter().filter(|def| def.traits.contains(Traits::MAY_TERMINATE)).map(|def| def.row.name);
    assert_eq!(unknown.collect::<Vec<_>>(), Vec::<&str>::new());
}

/// Guards against a check that streaming conversion skipped. It verified each function before the function op had a
/// body, and therefore never compared the parameter types with the function type.
#[test]
fn parameters_have_the_types_of_the_function_type() {
    let text = "OpCapability Shader\nOpCapability Linkage\nOpMemoryModel Logical GLSL450\n%void = OpTypeVoid\n\
                %int = OpTypeInt 32 0\n%float = OpTypeFloat 32\n%type = OpTypeFunction %void %int\n\
                %f = OpFunction %void None %type\n%x = OpFunctionParameter %float\n%entry = OpLabel\nOpReturn\nOpFunctionEnd\n";
    let words = spv_opt::asm::assemble(text).expect("the syntax is valid");
    let errors = spv_opt::recode(&spv_opt::context(), &words).expect_err("the types differ");
    assert!(errors.to_string().contains("type of entry block argument #0 must match"), "{errors}");
}
