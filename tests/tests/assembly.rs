//! Tests of the disassembler and assembler against spirv-dis and spirv-as, over the shared corpus and `tests/corpus`

use spv_opt::asm::disassemble;
use spv_opt::serialize::assemble;
use spv_opt::{Source, render};
use spv_tests::compare::compare_strict;
use spv_tests::tools::{self, Peer};
use std::borrow::Cow;
use std::path::{Path, PathBuf};

/// Modules that SPIRV-Tools 2023.1 reads or prints differently. It expects a result type in OpAsmTargetINTEL, and does
/// not limit the length of names.
const OTHERWISE: [&str; 2] = ["asm_intel.spv", "long_source.spv"];

/// Names in grammar v2026.4, each with its name in SPIRV-Tools 2023.1, sorted.
const RENAMED: [(&str, &str); 114] = [
    ("AllowContract", "AllowContractFastINTEL"),
    ("AllowReassoc", "AllowReassocINTEL"),
    ("AnyHitKHR", "AnyHitNV"),
    ("ArbitraryPrecisionFixedPointALTERA", "ArbitraryPrecisionFixedPointINTEL"),
    ("ArbitraryPrecisionFloatingPointALTERA", "ArbitraryPrecisionFloatingPointINTEL"),
    ("ArbitraryPrecisionIntegersALTERA", "ArbitraryPrecisionIntegersINTEL"),
    ("BankBitsALTERA", "BankBitsINTEL"),
    ("BankwidthALTERA", "BankwidthINTEL"),
    ("BlockingPipesALTERA", "BlockingPipesINTEL"),
    ("BufferLocationALTERA", "BufferLocationINTEL"),
    ("BurstCoalesceALTERA", "BurstCoalesceINTEL"),
    ("CacheSizeALTERA", "CacheSizeINTEL"),
    ("CallableDataKHR", "CallableDataNV"),
    ("CallableKHR", "CallableNV"),
    ("ClosestHitKHR", "ClosestHitNV"),
    ("ComputeDerivativeGroupLinearKHR", "ComputeDerivativeGroupLinearNV"),
    ("ComputeDerivativeGroupQuadsKHR", "ComputeDerivativeGroupQuadsNV"),
    ("DependencyArrayALTERA", "DependencyArrayINTEL"),
    ("DerivativeGroupLinearKHR", "DerivativeGroupLinearNV"),
    ("DerivativeGroupQuadsKHR", "DerivativeGroupQuadsNV"),
    ("DeviceOnlyALTERA", "DeviceOnlyINTEL"),
    ("DontStaticallyCoalesceALTERA", "DontStaticallyCoalesceINTEL"),
    ("DoublepumpALTERA", "DoublepumpINTEL"),
    ("FPGABufferLocationALTERA", "FPGABufferLocationINTEL"),
    ("FPGAClusterAttributesALTERA", "FPGAClusterAttributesINTEL"),
    ("FPGADSPControlALTERA", "FPGADSPControlINTEL"),
    ("FPGAInvocationPipeliningAttributesALTERA", "FPGAInvocationPipeliningAttributesINTEL"),
    ("FPGALoopControlsALTERA", "FPGALoopControlsINTEL"),
    ("FPGAMemoryAccessesALTERA", "FPGAMemoryAccessesINTEL"),
    ("FPGAMemoryAttributesALTERA", "FPGAMemoryAttributesINTEL"),
    ("ForcePow2DepthALTERA", "ForcePow2DepthINTEL"),
    ("FuseLoopsInFunctionALTERA", "FuseLoopsInFunctionINTEL"),
    ("GroupNonUniformPartitionedEXT", "GroupNonUniformPartitionedNV"),
    ("HitAttributeKHR", "HitAttributeNV"),
    ("HitKindKHR", "HitKindNV"),
    ("HostOnlyALTERA", "HostOnlyINTEL"),
    ("IOPipeStorageALTERA", "IOPipeStorageINTEL"),
    ("IOPipesALTERA", "IOPipesINTEL"),
    ("IncomingCallableDataKHR", "IncomingCallableDataNV"),
    ("IncomingRayFlagsKHR", "IncomingRayFlagsNV"),
    ("IncomingRayPayloadKHR", "IncomingRayPayloadNV"),
    ("InitiationIntervalALTERA", "InitiationIntervalINTEL"),
    ("InstanceCustomIndexKHR", "InstanceCustomIndexNV"),
    ("IntersectionKHR", "IntersectionNV"),
    ("LaunchIdKHR", "LaunchIdNV"),
    ("LaunchSizeKHR", "LaunchSizeNV"),
    ("LongCompositesINTEL", "LongConstantCompositeINTEL"),
    ("LoopCoalesceALTERA", "LoopCoalesceINTEL"),
    ("LoopCountALTERA", "LoopCountINTEL"),
    ("LoopFuseALTERA", "LoopFuseINTEL"),
    ("MathOpDSPModeALTERA", "MathOpDSPModeINTEL"),
    ("MaxConcurrencyALTERA", "MaxConcurrencyINTEL"),
    ("MaxInterleavingALTERA", "MaxInterleavingINTEL"),
    ("MaxPrivateCopiesALTERA", "MaxPrivateCopiesINTEL"),
    ("MaxReinvocationDelayALTERA", "MaxReinvocationDelayINTEL"),
    ("MaxReplicatesALTERA", "MaxReplicatesINTEL"),
    ("MemoryALTERA", "MemoryINTEL"),
    ("MergeALTERA", "MergeINTEL"),
    ("MissKHR", "MissNV"),
    ("NoFusionALTERA", "NoFusionINTEL"),
    ("NumbanksALTERA", "NumbanksINTEL"),
    ("ObjectRayDirectionKHR", "ObjectRayDirectionNV"),
    ("ObjectRayOriginKHR", "ObjectRayOriginNV"),
    ("ObjectToWorldKHR", "ObjectToWorldNV"),
    ("OpArbitraryFloatAddALTERA", "OpArbitraryFloatAddINTEL"),
    ("OpArbitraryFloatCastALTERA", "OpArbitraryFloatCastINTEL"),
    ("OpArbitraryFloatCastFromIntALTERA", "OpArbitraryFloatCastFromIntINTEL"),
    ("OpArbitraryFloatCbrtALTERA", "OpArbitraryFloatCbrtINTEL"),
    ("OpArbitraryFloatDivALTERA", "OpArbitraryFloatDivINTEL"),
    ("OpArbitraryFloatEQALTERA", "OpArbitraryFloatEQINTEL"),
    ("OpArbitraryFloatGEALTERA", "OpArbitraryFloatGEINTEL"),
    ("OpArbitraryFloatGTALTERA", "OpArbitraryFloatGTINTEL"),
    ("OpArbitraryFloatHypotALTERA", "OpArbitraryFloatHypotINTEL"),
    ("OpArbitraryFloatLEALTERA", "OpArbitraryFloatLEINTEL"),
    ("OpArbitraryFloatLTALTERA", "OpArbitraryFloatLTINTEL"),
    ("OpArbitraryFloatMulALTERA", "OpArbitraryFloatMulINTEL"),
    ("OpArbitraryFloatRSqrtALTERA", "OpArbitraryFloatRSqrtINTEL"),
    ("OpArbitraryFloatRecipALTERA", "OpArbitraryFloatRecipINTEL"),
    ("OpArbitraryFloatSqrtALTERA", "OpArbitraryFloatSqrtINTEL"),
    ("OpArbitraryFloatSubALTERA", "OpArbitraryFloatSubINTEL"),
    ("OpControlBarrierArriveEXT", "OpControlBarrierArriveINTEL"),
    ("OpControlBarrierWaitEXT", "OpControlBarrierWaitINTEL"),
    ("OpCrossWorkgroupCastToPtrALTERA", "OpCrossWorkgroupCastToPtrINTEL"),
    ("OpFPGARegALTERA", "OpFPGARegINTEL"),
    ("OpGroupNonUniformPartitionEXT", "OpGroupNonUniformPartitionNV"),
    ("OpPtrCastToCrossWorkgroupALTERA", "OpPtrCastToCrossWorkgroupINTEL"),
    ("OptNoneEXT", "OptNoneINTEL"),
    ("OutputLinesEXT", "OutputLinesNV"),
    ("OutputPrimitivesEXT", "OutputPrimitivesNV"),
    ("OutputTrianglesEXT", "OutputTrianglesNV"),
    ("PartitionedExclusiveScanEXT", "PartitionedExclusiveScanNV"),
    ("PartitionedInclusiveScanEXT", "PartitionedInclusiveScanNV"),
    ("PartitionedReduceEXT", "PartitionedReduceNV"),
    ("PerPrimitiveEXT", "PerPrimitiveNV"),
    ("PipelineEnableALTERA", "PipelineEnableINTEL"),
    ("PrefetchALTERA", "PrefetchINTEL"),
    ("RayGenerationKHR", "RayGenerationNV"),
    ("RayPayloadKHR", "RayPayloadNV"),
    ("RayTmaxKHR", "RayTmaxNV"),
    ("RayTminKHR", "RayTminNV"),
    ("RayTracingOpacityMicromapKHR", "RayTracingOpacityMicromapEXT"),
    ("RegisterALTERA", "RegisterINTEL"),
    ("RuntimeAlignedALTERA", "RuntimeAlignedINTEL"),
    ("RuntimeAlignedAttributeALTERA", "RuntimeAlignedAttributeINTEL"),
    ("ShaderRecordBufferKHR", "ShaderRecordBufferNV"),
    ("SimpleDualPortALTERA", "SimpleDualPortINTEL"),
    ("SinglepumpALTERA", "SinglepumpINTEL"),
    ("SpeculatedIterationsALTERA", "SpeculatedIterationsINTEL"),
    ("SplitBarrierEXT", "SplitBarrierINTEL"),
    ("StallEnableALTERA", "StallEnableINTEL"),
    ("USMStorageClassesALTERA", "USMStorageClassesINTEL"),
    ("WorldRayDirectionKHR", "WorldRayDirectionNV"),
    ("WorldRayOriginKHR", "WorldRayOriginNV"),
    ("WorldToObjectKHR", "WorldToObjectNV"),
];

/// Replaces newer names in assembly with those that the installed SPIRV-Tools use.
fn in_peers_names(text: &str) -> Cow<'_, str> {
    let version = Peer::SpirvDis.run(&["--version"], &[]).unwrap_or_default();
    if !String::from_utf8_lossy(&version).contains(" v2023.") {
        return Cow::Borrowed(text);
    }
    let is_separator = |c: char| !c.is_ascii_alphanumeric();
    let former = |word: &str| {
        let end = word.trim_end_matches(is_separator);
        let at = RENAMED.binary_search_by_key(&end, |names| names.0).ok()?;
        Some(format!("{}{}", RENAMED[at].1, &word[end.len()..]))
    };
    let words = text.split_inclusive(is_separator);
    Cow::Owned(words.map(|word| former(word).map_or(Cow::Borrowed(word), Cow::Owned)).collect())
}

/// A module that contains a value named `0`. `spirv-as --preserve-numeric-ids` assigns the invalid id 0 to it.
const ZERO: &str = "names.spv";

/// Returns the problems with one module's assembly. Increments `compared` if spirv-dis accepts the module.
fn problems(path: &Path, compared: &mut usize) -> Vec<String> {
    let input = tools::read_words(path);
    let exported = spv_opt::import(&spv_opt::context(), &input).and_then(|module| spv_opt::export(&module));
    let Ok(words) = exported else { return vec!["export".to_owned()] };
    let text = disassemble(&words);
    let mut list = Vec::new();
    let again = match assemble(&text) {
        Ok(again) => again,
        Err(errors) => return vec![render(&errors, Source { file: "a.spvasm", text: &text, ctx: None })],
    };
    // The reassembled module has the same id bound as the original, even if it is larger than necessary.
    if again[..5] != words[..5] {
        list.push(format!("header {:x?} became {:x?}", &words[..5], &again[..5]));
    }
    let theirs = Peer::SpirvDis.run(&["-"], &tools::to_bytes(&words));
    let otherwise = path.file_name().is_some_and(|name| OTHERWISE.iter().any(|known| *known == name));
    match theirs {
        Ok(expected) if !otherwise => {
            *compared += 1;
            let text = in_peers_names(&text);
            if expected != text.as_bytes() {
                let expected = String::from_utf8_lossy(&expected).into_owned();
                let line = expected.lines().zip(text.lines()).find(|(a, b)| a != b);
                list.push(format!("another text: {line:?}"));
            }
            let env = format!("spv1.{}", words[1] >> 8 & 0xFF);
            match tools::spirv_as_numbering(&text, &env) {
                // The generator word of spirv-as is different.
                Ok(theirs) if theirs[..2] == words[..2] && theirs[3..] == words[3..] => {}
                Ok(_) => list.push("spirv-as writes another binary than was exported".to_owned()),
                Err(error) => list.push(error),
            }
            if path.ends_with(ZERO) {
                return list;
            }
            match tools::spirv_as(&text, &env) {
                Ok(theirs) if theirs[5..] == again[5..] => {}
                Ok(_) => list.push("spirv-as writes another binary".to_owned()),
                Err(error) => list.push(error),
            }
        }
        // If spirv-as does not know an instruction, the reassembled module is compared with the original.
        _ => {
            if let Err(differences) = compare_strict(&words, &again) {
                list.push(format!("{} differences: {}", differences.len(), differences[0]));
            }
        }
    }
    list.into_iter().map(|problem| format!("{}: {problem}", path.display())).collect()
}

fn check(modules: Vec<PathBuf>, least: usize) {
    if Peer::SpirvDis.find().is_none() || Peer::SpirvAs.find().is_none() {
        return;
    }
    let mut compared = 0;
    let failures: Vec<String> = modules.iter().flat_map(|path| problems(path, &mut compared)).collect();
    println!("{compared} of {} modules as spirv-dis prints them", modules.len() - failures.len());
    assert!(failures.is_empty(), "{} of {} fail:\n{}", failures.len(), modules.len(), failures.join("\n"));
    assert!(compared >= least, "spirv-dis reads {compared} modules, fewer than {least}");
}

#[test]
fn own_corpus_disassembles_as_spirv_dis_does() {
    check(tools::own_corpus().into_iter().map(|module| module.path).collect(), 150);
}

#[test]
fn shared_corpus_disassembles_as_spirv_dis_does() {
    if let Some(modules) = tools::shared_corpus() {
        let count = modules.len();
        check(modules, count);
    }
}

/// Checks that literals missing from the shared corpus and `tests/corpus` survive disassembly and assembly: narrow,
/// wide and special values, strings with quotes, raw words.
#[test]
fn literals_go_both_ways() {
    let text = r#"; SPIR-V
; Version: 1.3
; Generator: Unknown(77); 3
; Bound: 60
; Schema: 0
               OpCapability Shader
               OpCapability Int8
               OpCapability Int16
               OpCapability Int64
               OpCapability Float16
               OpCapability Float64
               OpMemoryModel Logical GLSL450
          %1 = OpString "a \"quoted\" back\\slash
and a line; not a comment"
               OpName %s8 "s8"
      %uchar = OpTypeInt 8 0
         %s8 = OpTypeInt 8 1
      %short = OpTypeInt 16 1
     %ushort = OpTypeInt 16 0
        %int = OpTypeInt 32 1
       %long = OpTypeInt 64 1
      %ulong = OpTypeInt 64 0
       %half = OpTypeFloat 16
      %float = OpTypeFloat 32
     %double = OpTypeFloat 64
%uchar_255 = OpConstant %uchar 255
         %20 = OpConstant %s8 -128
         %21 = OpConstant %short -32768
         %22 = OpConstant %ushort 65535
         %23 = OpConstant %int -2147483648
         %24 = OpConstant %long -9223372036854775808
         %25 = OpConstant %ulong 18446744073709551615
         %26 = OpConstant %half 0x1.8p+0
         %27 = OpConstant %half 0x1p+16
         %28 = OpConstant %half 0x1p-24
         %29 = OpConstant %float 0.100000001
         %30 = OpConstant %float 0x1p+128
         %31 = OpConstant %float -0x1.8p+128
         %32 = OpConstant %float 0x1p-149
         %33 = OpConstant %float 1.00000002e+20
         %34 = OpConstant %float -0
         %35 = OpConstant %double 0.10000000000000001
         %36 = OpConstant %double 1.0000000000000001e+300
         %37 = OpConstant %double 0x1.8p+1024
"#;
    let words = assemble(text).expect("the text is right");
    assert_eq!(assemble(&disassemble(&words)).as_deref().ok().map(<[u32]>::len), Some(words.len()));
    if Peer::SpirvAs.find().is_none() || Peer::SpirvDis.find().is_none() {
        return;
    }
    let theirs = tools::spirv_as(text, "spv1.3").expect("spirv-as reads it");
    assert_eq!(words[5..], theirs[5..]);
    let printed = Peer::SpirvDis.run(&["-"], &tools::to_bytes(&words)).expect("spirv-dis reads it");
    assert_eq!(disassemble(&words), String::from_utf8_lossy(&printed));
}

/// Checks that the library and spirv-as assemble single instructions to the same words:
///
/// - Names are numbered in the order of their first occurrence.
/// - Any operand may follow a raw operand.
/// - Raw words after the last operand are not part of the instruction.
/// - A raw word at the start of a line begins an instruction, although spirv-as ignores line breaks.
#[test]
fn single_instructions_as_spirv_as_reads_them() {
    let texts = [
        "%err = OpEnqueueKernel %uint %queue %flags %nd %n %event %revent %f %first %size %align %l",
        "%r = OpIAdd %t %a %b\n%s = OpISub %u %r %c",
        "%10 = OpTypeInt 32 0 !5 !6 !7 OpEmitVertex",
        "%1 = OpTypeFloat 32\nOpNop !0x0004002b %1 !2 -0.5",
        "%2 = OpFunction %2 !31",
        "%2 = OpGroupIAdd %1 %3 !9999",
        "%2 = OpImageFetch %1 %image %coord !32770 %lod",
        "%2 = OpSpecConstantOp %1 !1000 %2",
        "%a = OpTypeMatrix !2 %123",
        "%r = OpLoad !7 %p !2 16",
        "%i64 = OpTypeInt 64 0\n%big = OpConstant %i64 0xa0000000b\nOpSwitch %big !1234 2.5 %target",
        "OpEntryPoint !9999",
        "OpEntryPoint !9999 %main \"main\" %x",
        "OpMemoryModel !9999 0x1e",
        "OpCapability !1\n%x = OpTypeVoid\n!0x0003000E 0 !1",
    ];
    if Peer::SpirvAs.find().is_none() {
        return;
    }
    for text in texts {
        let theirs = tools::spirv_as(text, "spv1.6").unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(assemble(text).ok(), Some(theirs), "{text}");
    }
    for text in ["OpMemoryModel !9999 GLSL450", "OpMemoryModel !9999 5000000000", "OpTypeVoid 3"] {
        assert!(assemble(text).is_err() && tools::spirv_as(text, "spv1.6").is_err(), "{text}");
    }
}

/// Checks that disassembling and reassembling the assembled module yields the same words.
fn comes_back(text: &str) {
    let words = assemble(text).expect("the text is right");
    let printed = disassemble(&words);
    assert_eq!(assemble(&printed).expect("the text is right")[5..], words[5..], "{printed}");
}

/// Checks constants whose type is declared with raw words. The assembler does not know the type and assumes an integer.
#[test]
fn constants_of_a_type_in_raw_words() {
    comes_back("!262166 !1 !32 !32\n%2 = OpConstant %1 2147483648\n");
}

/// Checks that named ids do not receive numbers that occur in raw words. In modules with raw words, the disassembler
/// prints all ids as numbers.
#[test]
fn names_take_no_number_of_raw_words() {
    comes_back("%1 = OpTypeInt 32 0\n!0x0003270F !1 !2\n%3 = OpTypeFloat 32\n");
}

#[test]
fn raw_words_are_taken_as_they_are() {
    let text = "OpCapability !1\n!0x0003000E 0 !1\n%1 = OpTypeVoid\n";
    let words = assemble(text).expect("the text is right");
    assert_eq!(words[5..], [2 << 16 | 17, 1, 3 << 16 | 14, 0, 1, 2 << 16 | 19, 1]);
}

/// Checks error messages and their positions. If spirv-as detects the same error, its message is identical.
#[test]
fn mistakes_are_explained() {
    for (text, expected) in [
        (
            "OpCapability Shder\n",
            "a.spvasm:1:14: error: Invalid capability 'Shder'\nOpCapability Shder\n             ^~~~~\n\
             note: did you mean `Shader`?\n1 error\n",
        ),
        (
            "%1 = OpTypeVod\n",
            "a.spvasm:1:6: error: Invalid Opcode name 'OpTypeVod'\n%1 = OpTypeVod\n     ^~~~~~~~~\n\
             note: did you mean `OpTypeVoid`?\n1 error\n",
        ),
        (
            "OpTypeVoid\n",
            "a.spvasm:1:1: error: Expected <result-id> at the beginning of an instruction, found \
             'OpTypeVoid'\nOpTypeVoid\n^~~~~~~~~~\n1 error\n",
        ),
        (
            "%1 = OpNop\n",
            "a.spvasm:1:1: error: Cannot set ID %1 because OpNop does not produce a result ID\n%1 = OpNop\n\
             ^~\n1 error\n",
        ),
        (
            "%i = OpTypeInt 16 0\n%c = OpConstant %i 65536\n",
            "a.spvasm:2:20: error: Integer 65536 does not fit in a 16-bit unsigned integer\n\
             %c = OpConstant %i 65536\n                   ^~~~~\n1 error\n",
        ),
        (
            "OpName x \"y\"\nOpName %x y\n",
            "a.spvasm:1:8: error: Expected id to start with %, found 'x'\nOpName x \"y\"\n       ^\n\
             a.spvasm:2:11: error: Expected literal string, found 'y'\nOpName %x y\n          ^\n2 errors\n",
        ),
        (
            "OpMemoryModel Logical\n",
            "a.spvasm:1:1: error: Expected operand for OpMemoryModel instruction, but found the end of it: \
             MemoryModel\nOpMemoryModel Logical\n^~~~~~~~~~~~~\n1 error\n",
        ),
    ] {
        let errors = assemble(text).expect_err("there is a mistake");
        assert_eq!(render(&errors, Source { file: "a.spvasm", text, ctx: None }), expected);
    }
}

/// Checks extended instructions of a non-semantic set unknown to spirv-dis. It prints them with their instruction
/// numbers and ids.
#[test]
fn instructions_by_number() {
    let head = "OpCapability Shader\n%set = OpExtInstImport \"NonSemantic.DebugPrintf\"\nOpMemoryModel Logical GLSL450\n\
                %void = OpTypeVoid\n";
    for operands in ["", "%void %void %void"] {
        let words =
            assemble(&format!("{head}%x = OpExtInst %void %set 1 {operands}\n")).expect("ids are enough");
        let again = assemble(&disassemble(&words)).expect("ours is read");
        assert_eq!(again, words);
    }
    assert!(assemble(&format!("{head}%x = OpExtInst %void %set 1 7\n")).is_err());
}

/// Guards against superlinear time when repeated names are made unique. Searching for a free suffix from 0 used to take
/// hours.
#[test]
fn many_equal_names() {
    const COUNT: u32 = 100_000;
    let values = (0..COUNT).map(|i| format!("%{} = OpUndef %1\n", i + 10));
    let names = (0..COUNT).map(|i| format!("OpName %{} \"x\"\n", i + 10));
    let head = "OpCapability Shader\nOpMemoryModel Logical GLSL450\n".to_owned();
    let text: String =
        [head].into_iter().chain(names).chain(["%1 = OpTypeInt 32 0\n".to_owned()]).chain(values).collect();
    let words = assemble(&text).expect("it is assembly");
    let text = disassemble(&words);
    assert!(text.contains("%x = OpUndef") && text.contains(&format!("%x_{} = OpUndef", COUNT - 2)));
}

/// A literal and the word that it denotes; `None` if the literal is invalid.
type Literal = (&'static str, Option<u32>);

/// Float formats: bit width, encoding, and some literals with the words that the format defines for them.
const FORMATS: [(u32, &str, &[Literal]); 8] = [
    (
        16,
        "BFloat16KHR",
        &[("1.5", Some(0x3FC0)), ("-0", Some(0x8000)), ("0x1p-133", Some(1)), ("3.4e39", None)],
    ),
    (
        8,
        "Float8E4M3EXT",
        &[
            ("1.5", Some(0x3C)),
            ("240", Some(0x77)),
            ("448", Some(0x7E)),
            ("-448", Some(0xFE)),
            ("449", None),
            ("0.001953125", Some(1)),
        ],
    ),
    (
        8,
        "Float8E5M2EXT",
        &[("1.5", Some(0x3E)), ("57344", Some(0x7B)), ("65536", None), ("0x1p+16", Some(0x7C))],
    ),
    (
        6,
        "Float6E2M3EXT",
        &[("1.5", Some(0xC)), ("-1.9", Some(0x2F)), ("7.5", Some(0x1F)), ("7.6", None), ("0x1p-3", Some(1))],
    ),
    (6, "Float6E3M2EXT", &[("1.5", Some(0xE)), ("28", Some(0x1F)), ("-28.1", None), ("0.0625", Some(1))]),
    (
        4,
        "Float4E2M1EXT",
        &[("1.5", Some(3)), ("6", Some(7)), ("-6.5", None), ("0x1p-1", Some(1)), ("0x1p+0", Some(2))],
    ),
    (
        8,
        "Float8UnsignedE8M0EXT",
        &[
            ("1", Some(0x7F)),
            ("2", Some(0x80)),
            ("0x1p-127", Some(0)),
            ("1.5", None),
            ("0", None),
            ("-1", None),
        ],
    ),
    (
        8,
        "MXInt8EXT",
        &[("1", Some(0x40)), ("1.5", Some(0x60)), ("-1.5", Some(0xA0)), ("0.01", None), ("2", None)],
    ),
];

fn constants_of(width: u32, encoding: &str, literals: &[String]) -> String {
    let mut text = format!("%t = OpTypeFloat {width} {encoding}\n");
    for literal in literals {
        text.push_str(&format!("%{} = OpConstant %t {literal}\n", text.lines().count() + 1));
    }
    text
}

/// Guards against incorrect float formats: E8M0 and MXInt8 were treated as E5M2, formats with six or four bits as
/// integers, and the maximum of E4M3 was 240.
#[test]
fn literals_of_small_floats() {
    for (width, encoding, literals) in FORMATS {
        for &(literal, expected) in literals {
            let text = constants_of(width, encoding, &[literal.to_owned()]);
            let words = assemble(&text).ok();
            assert_eq!(
                words.as_ref().and_then(|words| words.last()),
                expected.as_ref(),
                "{encoding} {literal}"
            );
        }
        // Every word must survive disassembly and assembly.
        let all: Vec<String> = (0..1_u32 << width.min(8)).map(|word| format!("!{word}")).collect();
        comes_back(&constants_of(width, encoding, &all));
    }
}

/// Compares the disassembly of all words in small float formats with the newest spirv-dis and spirv-as, if installed.
#[test]
fn small_floats_as_spirv_dis_prints_them() {
    for (width, encoding, literals) in FORMATS {
        let all: Vec<String> = (0..1_u32 << width.min(8)).map(|word| format!("!{word}")).collect();
        let words = assemble(&constants_of(width, encoding, &all)).expect("the text is right");
        let Ok(printed) = Peer::SpirvDis.run(&["-"], &tools::to_bytes(&words)) else {
            println!("skipped: a spirv-dis that knows {encoding} is not installed");
            continue;
        };
        assert_eq!(disassemble(&words), String::from_utf8_lossy(&printed));
        for (literal, _) in literals {
            let text = constants_of(width, encoding, &[(*literal).to_owned()]);
            let theirs = tools::spirv_as(&text, "spv1.6").ok();
            let ours = assemble(&text).ok();
            // spirv-as drops the leading bit of small hexadecimal literals.
            if !literal.starts_with("0x") {
                assert_eq!(
                    ours.map(|words| words[5..].to_vec()),
                    theirs.map(|words| words[5..].to_vec()),
                    "{encoding} {literal}"
                );
            }
        }
    }
}
