//! Tests of validation with newer types as operands, against spirv-val
//!
//! The types are long vectors, cooperative matrices and floats with encodings. The instructions have scalar or
//! composite operands, or are group operations. The test uses a sample of the combinations; `SPV_EXHAUSTIVE=1` uses
//! all.

use spv_opt::asm::generated::extinst::GLSL;
use spv_opt::asm::generated::ops::{CORE, SHAPES};
use spv_opt::dialect::validate::{TargetEnv, binary};
use spv_opt::ir::dialect::{Arity, OpRow, ParamKind};
use spv_opt::serialize::assemble;
use spv_opt::serialize::import::{ImportOptions, import_with};
use spv_tests::tools::{self, Peer};
use std::ops::RangeInclusive;

/// Stride of the tested combinations.
const STEP: usize = 97;
/// Opcode ranges of the tested instructions: composites, conversions, arithmetic, logic, bit operations, derivatives,
/// group operations.
const FAMILIES: [RangeInclusive<u32>; 6] = [77..=84, 109..=215, 261..=271, 333..=366, 400..=400, 4427..=4432];
/// Errors that spirv-val does not report: prefix of the instruction name, and substring of the message.
///
/// In arithmetic, spirv-val compares the lengths of long vectors, but not their components. In GLSL's integer
/// functions, it compares only the number and width of components. It accepts long vectors of Booleans in OpBitcast,
/// and any number of components in the index of OpGroupBroadcast.
const UNCHECKED: [(&str, &str); 7] = [
    ("OpShift", "expected the same type for the first operand and result"),
    ("OpUDiv", "the operands must have exactly the type of the result"),
    ("OpExtInst %v4uint", "requires the same type for all operands and results"),
    ("OpBitcast", "but got '!spv.vector_id<8 x i1>'"),
    ("OpBitcast", "but got '!spv.vector_id<@_$2 x i1>'"),
    ("", "requires the same type for all operands and results"),
    ("OpGroupBroadcast", "localid is a vector and can be with only"),
];

/// Assembly of the declarations in every tested module, including all capabilities.
const DECLARATIONS: &str = r#"OpCapability Shader
OpCapability Linkage
OpCapability Int8
OpCapability Int16
OpCapability Int64
OpCapability Float16
OpCapability Float64
OpCapability VulkanMemoryModel
OpCapability VulkanMemoryModelDeviceScope
OpCapability LongVectorEXT
OpCapability CooperativeMatrixKHR
OpCapability CooperativeMatrixConversionsNV
OpCapability CooperativeVectorNV
OpCapability BFloat16TypeKHR
OpCapability BFloat16DotProductKHR
OpCapability BFloat16CooperativeMatrixKHR
OpCapability Float8EXT
OpCapability Float8CooperativeMatrixEXT
OpCapability TensorsARM
OpCapability GroupNonUniform
OpCapability GroupNonUniformVote
OpCapability GroupNonUniformArithmetic
OpCapability GroupNonUniformBallot
OpCapability GroupNonUniformShuffle
OpCapability GroupNonUniformShuffleRelative
OpCapability GroupNonUniformClustered
OpCapability GroupNonUniformQuad
OpCapability GroupNonUniformRotateKHR
OpCapability Groups
OpCapability GroupUniformArithmeticKHR
OpCapability SubgroupBallotKHR
OpCapability SubgroupVoteKHR
OpCapability DerivativeControl
OpCapability DotProduct
OpCapability DotProductInputAll
OpCapability DotProductInput4x8Bit
OpCapability DotProductInput4x8BitPacked
OpCapability BitInstructions
OpCapability ReplicatedCompositesEXT
OpCapability ExpectAssumeKHR
OpCapability FMAKHR
OpExtension "SPV_EXT_long_vector"
OpExtension "SPV_KHR_cooperative_matrix"
OpExtension "SPV_NV_cooperative_matrix2"
OpExtension "SPV_NV_cooperative_vector"
OpExtension "SPV_KHR_bfloat16"
OpExtension "SPV_EXT_float8"
OpExtension "SPV_ARM_tensors"
OpExtension "SPV_KHR_subgroup_rotate"
OpExtension "SPV_KHR_uniform_group_instructions"
OpExtension "SPV_KHR_shader_ballot"
OpExtension "SPV_KHR_subgroup_vote"
OpExtension "SPV_KHR_bit_instructions"
OpExtension "SPV_EXT_replicated_composites"
OpExtension "SPV_KHR_expect_assume"
OpExtension "SPV_KHR_fma"
%glsl = OpExtInstImport "GLSL.std.450"
OpMemoryModel Logical Vulkan
%void = OpTypeVoid
%fnt = OpTypeFunction %void
%bool = OpTypeBool
%uint = OpTypeInt 32 0
%int = OpTypeInt 32 1
%u8 = OpTypeInt 8 0
%u16 = OpTypeInt 16 0
%u64 = OpTypeInt 64 0
%float = OpTypeFloat 32
%half = OpTypeFloat 16
%double = OpTypeFloat 64
%bf16 = OpTypeFloat 16 BFloat16KHR
%e4m3 = OpTypeFloat 8 Float8E4M3EXT
%e5m2 = OpTypeFloat 8 Float8E5M2EXT
%c0 = OpConstant %uint 0
%c1 = OpConstant %uint 1
%c2 = OpConstant %uint 2
%c3 = OpConstant %uint 3
%c4 = OpConstant %uint 4
%c8 = OpConstant %uint 8
%c16 = OpConstant %uint 16
%f1 = OpConstant %float 1
%true = OpConstantTrue %bool
%sn = OpSpecConstant %uint 8
%v4uint = OpTypeVector %uint 4
%v4int = OpTypeVector %int 4
%v4float = OpTypeVector %float 4
%v4bool = OpTypeVector %bool 4
%v4u8 = OpTypeVector %u8 4
%v2half = OpTypeVector %half 2
%v4bf16 = OpTypeVector %bf16 4
%v4e4m3 = OpTypeVector %e4m3 4
%v4e5m2 = OpTypeVector %e5m2 4
%v2bf16 = OpTypeVector %bf16 2
%lvuint = OpTypeVectorIdEXT %uint %c8
%lvint = OpTypeVectorIdEXT %int %c8
%lvfloat = OpTypeVectorIdEXT %float %c8
%lvhalf = OpTypeVectorIdEXT %half %c8
%lvdouble = OpTypeVectorIdEXT %double %c8
%lvbool = OpTypeVectorIdEXT %bool %c8
%lvu8 = OpTypeVectorIdEXT %u8 %c8
%lvbf16 = OpTypeVectorIdEXT %bf16 %c8
%lvuint4 = OpTypeVectorIdEXT %uint %c4
%lvspec = OpTypeVectorIdEXT %uint %sn
%lvspecb = OpTypeVectorIdEXT %bool %sn
%lvspecf = OpTypeVectorIdEXT %float %sn
%cmfloat = OpTypeCooperativeMatrixKHR %float %c3 %c16 %c16 %c2
%cmfloatA = OpTypeCooperativeMatrixKHR %float %c3 %c16 %c16 %c0
%cmhalf = OpTypeCooperativeMatrixKHR %half %c3 %c16 %c16 %c2
%cmhalfA = OpTypeCooperativeMatrixKHR %half %c3 %c16 %c16 %c0
%cmuint = OpTypeCooperativeMatrixKHR %uint %c3 %c16 %c16 %c2
%cmint = OpTypeCooperativeMatrixKHR %int %c3 %c16 %c16 %c2
%cmu8 = OpTypeCooperativeMatrixKHR %u8 %c3 %c16 %c16 %c2
%cmbf16 = OpTypeCooperativeMatrixKHR %bf16 %c3 %c16 %c16 %c2
%cme4m3 = OpTypeCooperativeMatrixKHR %e4m3 %c3 %c16 %c16 %c2
%arr1 = OpTypeArray %uint %c1
%shape = OpConstantComposite %arr1 %c4
%tfloat = OpTypeTensorARM %float %c1 %shape
%tuint = OpTypeTensorARM %uint %c1 %shape"#;

/// Names of the tested types, each with its component type and the Boolean type of a comparison result.
const TYPES: [(&str, &str, &str); 26] = [
    ("lvuint", "uint", "lvbool"),
    ("lvint", "int", "lvbool"),
    ("lvfloat", "float", "lvbool"),
    ("lvhalf", "half", "lvbool"),
    ("lvdouble", "double", "lvbool"),
    ("lvbool", "bool", "lvbool"),
    ("lvu8", "u8", "lvbool"),
    ("lvbf16", "bf16", "lvbool"),
    ("lvuint4", "uint", "lvbool"),
    ("lvspec", "uint", "lvspecb"),
    ("lvspecb", "bool", "lvspecb"),
    ("lvspecf", "float", "lvspecb"),
    ("cmfloat", "float", "bool"),
    ("cmfloatA", "float", "bool"),
    ("cmhalf", "half", "bool"),
    ("cmhalfA", "half", "bool"),
    ("cmuint", "uint", "bool"),
    ("cmint", "int", "bool"),
    ("cmu8", "u8", "bool"),
    ("cmbf16", "bf16", "bool"),
    ("cme4m3", "e4m3", "bool"),
    ("bf16", "bf16", "bool"),
    ("e4m3", "e4m3", "bool"),
    ("v4bf16", "bf16", "v4bool"),
    ("v4e4m3", "e4m3", "v4bool"),
    ("v4e5m2", "e5m2", "v4bool"),
];
/// Names of additional result types.
const RESULTS: [&str; 12] = [
    "uint", "float", "v4uint", "lvuint", "lvint", "lvfloat", "lvhalf", "cmuint", "cmfloat", "cmhalf",
    "cmint", "v4float",
];

/// Returns the assembly of an instruction with the given result type and operands. Returns `None` if the instruction
/// does not accept this many operands.
fn instruction(row: &OpRow, result: &str, operands: &[&str]) -> Option<String> {
    let name = row.name.strip_prefix("spv.")?;
    let mut text = format!("%r = Op{name} %{result}");
    let mut operands = operands.iter();
    for param in row.params.iter().filter(|param| param.arity != Arity::Optional) {
        match param.kind {
            ParamKind::Value | ParamKind::Mixed if param.arity == Arity::Variadic => {
                operands.by_ref().for_each(|operand| text.push_str(&format!(" %{operand}")));
            }
            ParamKind::Value | ParamKind::Mixed => {
                text.push_str(&format!(" %{}", operands.next().unwrap_or(&"c1")));
            }
            ParamKind::ConstEnum(_) => text.push_str(" %c3"),
            ParamKind::Word | ParamKind::Enum(_) if param.arity == Arity::One => text.push_str(" !0"),
            ParamKind::Word => {}
            _ => return None,
        }
    }
    Some(text)
}

/// Returns whether the core instruction at index `at` of the grammar has a result with a type.
fn has_typed_result(at: usize) -> bool {
    SHAPES[at].result_type && SHAPES[at].result_id
}

/// Returns the operand type lists to test for a type: the type alone, and combined with its component type or an
/// integer.
fn operands<'t>(ty: &'t str, component: &'t str, bools: &'t str) -> [Vec<&'t str>; 8] {
    [
        vec![ty],
        vec![ty, ty],
        vec![ty, ty, ty],
        vec![ty, component],
        vec![bools, ty, ty],
        vec![ty, ty, "c1", "c1"],
        vec![component; 4],
        vec![component; 8],
    ]
}

/// Returns all combinations of instructions and operand types, as assembly.
fn combinations() -> Vec<String> {
    let mut list = Vec::new();
    let rows = CORE.iter().enumerate().filter(|(at, row)| {
        has_typed_result(*at) && FAMILIES.iter().any(|family| family.contains(&row.opcode))
    });
    let rows: Vec<&OpRow> = rows.map(|(_, row)| row).collect();
    for (ty, component, bools) in TYPES {
        let results = [ty, component, bools].into_iter().chain(RESULTS);
        for result in results {
            for operands in operands(ty, component, bools) {
                let named: Vec<String> = operands.iter().map(|operand| value(operand)).collect();
                let named: Vec<&str> = named.iter().map(String::as_str).collect();
                list.extend(rows.iter().filter_map(|row| instruction(row, result, &named)));
                let all: String = named.iter().map(|operand| format!(" %{operand}")).collect();
                let numbers = GLSL.iter().filter(|row| row.params.len() == named.len()).map(|row| row.opcode);
                list.extend(numbers.map(|number| format!("%r = OpExtInst %{result} %glsl !{number}{all}")));
            }
        }
    }
    list.sort();
    list.dedup();
    list
}

/// Returns the id of a value with the type named `ty`.
fn value(ty: &str) -> String {
    if ty == "c1" { ty.to_owned() } else { format!("value_{ty}") }
}

/// Returns the assembly of a module that contains the given instruction.
fn module(instruction: &str) -> String {
    let mut types: Vec<&str> =
        TYPES.iter().flat_map(|(ty, component, bools)| [*ty, *component, *bools]).collect();
    types.sort_unstable();
    types.dedup();
    let values: String = types.iter().map(|ty| format!("%{} = OpUndef %{ty}\n", value(ty))).collect();
    format!(
        "{DECLARATIONS}\n{values}%f = OpFunction %void None %fnt\n%entry = OpLabel\n{instruction}\nOpReturn\nOpFunctionEnd\n"
    )
}

/// Returns the library's first error for a module, or `None` if the module is valid.
fn complaint(words: &[u32], env: &TargetEnv) -> Option<String> {
    let strict = ImportOptions { rules: Some(binary::check), ..ImportOptions::default() };
    let checked = import_with(&spv_opt::context(), words, &strict)
        .and_then(|module| spv_opt::verify(&module).and_then(|()| spv_opt::verify_for(&module, env)));
    checked.err().and_then(|errors| Some(errors.list.first()?.message.clone()))
}

#[test]
fn new_types_are_taken_where_spirv_val_takes_them() {
    if Peer::SpirvVal.find().is_none() {
        return;
    }
    let judge = |words: &[u32]| Peer::SpirvVal.run(&["--target-env", "spv1.6", "-"], &tools::to_bytes(words));
    let plain = assemble(&module("")).expect("the text is right");
    if let Err(error) = judge(&plain) {
        println!("skipped: the installed spirv-val does not know the new types: {error}");
        return;
    }
    let env = TargetEnv::new("spv1.6").expect("it is known");
    assert_eq!(complaint(&plain, &env), None);
    let step = if std::env::var("SPV_EXHAUSTIVE").is_ok_and(|value| value == "1") { 1 } else { STEP };
    let (mut failures, mut valid, mut count) = (Vec::new(), 0, 0);
    for instruction in combinations().iter().step_by(step) {
        let words = assemble(&module(instruction)).unwrap_or_else(|e| panic!("{instruction}: {e:?}"));
        let (ours, theirs) = (complaint(&words, &env), judge(&words).err());
        count += 1;
        valid += usize::from(theirs.is_none());
        let is_known = |ours: &String| {
            let is_extended = instruction.contains("OpExtInst");
            UNCHECKED.iter().any(|(name, text)| {
                is_extended == name.starts_with("OpExtInst")
                    && instruction.contains(name)
                    && ours.contains(text)
            })
        };
        if ours.is_some() != theirs.is_some() && !ours.as_ref().is_some_and(is_known) {
            failures.push(format!("{instruction}: ours {ours:?}, spirv-val's {theirs:?}"));
        }
    }
    println!("{count} combinations, {valid} of them valid");
    assert!(failures.is_empty(), "{} of {count}:\n{}", failures.len(), failures.join("\n"));
}
