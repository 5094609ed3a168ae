//! Tests of the assembler, validator and optimizer: in the library, and as SPIRV-Tools programs if they are installed

use spirv_tools::assembler::{Assembler, AssemblerOptions, DisassembleOptions};
use spirv_tools::binary::{Binary, from_binary, to_binary};
use spirv_tools::error::Message;
use spirv_tools::opt::{Optimizer, Options, Passes};
use spirv_tools::val::{Validator, ValidatorLimits, ValidatorOptions};
use spirv_tools::{Error, SpirvResult, TargetEnv};

const SHADER: &str = "OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint Fragment %main \"main\"
OpExecutionMode %main OriginUpperLeft
%void = OpTypeVoid
%fn = OpTypeFunction %void
%int = OpTypeInt 32 1
%unused = OpConstant %int -3
%main = OpFunction %void None %fn
%entry = OpLabel
OpReturn
OpFunctionEnd
";

/// Calls all trait functions. Returns the errors of the three calls that must fail: validation, assembly and
/// disassembly. The library and the installed programs agree, except for error codes.
fn check<A: Assembler, V: Validator, O: Optimizer>() -> [Error; 3] {
    let assembler = A::with_env(TargetEnv::Vulkan_1_2);
    let options = AssemblerOptions { preserve_numeric_ids: true };
    let binary = assembler.assemble(SHADER, options).expect("the text is right");
    assert_eq!(binary.as_words()[..2], [0x0723_0203, 0x0001_0500]);
    let style = DisassembleOptions { no_header: true, indent: false, comment: false, ..Default::default() };
    let text =
        assembler.disassemble(&binary, style).expect("the binary is right").expect("it is not printed");
    assert_eq!(text.lines().next(), Some("OpCapability Shader"));
    let again = assembler.assemble(&text, AssemblerOptions::default()).expect("the text is right");
    assert_eq!(again.as_words().len(), binary.as_words().len());

    let validator = V::with_env(TargetEnv::Vulkan_1_2);
    validator.validate(&binary, None).expect("the module is valid");
    let max_limits = vec![(ValidatorLimits::IdBound, 2)];
    let tight = ValidatorOptions { max_limits, ..ValidatorOptions::default() };
    let invalid = validator.validate(&binary, Some(tight)).expect_err("the id bound is higher");

    let mut optimizer = O::with_env(TargetEnv::Vulkan_1_2);
    optimizer.register_pass(Passes::EliminateDeadConstant).register_pass(Passes::Null);
    optimizer.register_performance_passes().register_size_passes().register_hlsl_legalization_passes();
    let options = Options { max_id_bound: Some(1 << 23), preserve_bindings: true, ..Options::default() };
    let mut silent = |message: Message| panic!("{message:?}");
    let small = optimizer.optimize(&binary, &mut silent, Some(options)).expect("the passes run");
    assert!(small.as_words().len() < binary.as_words().len());
    validator.validate(small, None).expect("the result is valid");

    let wrong_text = assembler.assemble("OpNop\n OpNope", AssemblerOptions::default());
    let wrong_binary = assembler.disassemble(&binary.as_words()[..6], style);
    [invalid, wrong_text.expect_err("the name is unknown"), wrong_binary.expect_err("it ends too early")]
}

/// Returns the line and column of an error, and whether they refer to assembly.
fn position(error: &Error) -> (usize, usize, bool) {
    let diagnostic = error.diagnostic.as_ref().expect("it has a message");
    (diagnostic.line, diagnostic.column, diagnostic.is_text)
}

#[test]
#[cfg(feature = "use-compiled-tools")]
fn the_library() {
    use spirv_tools::{assembler::compiled::*, opt::compiled::*, val::compiled::*};
    let errors = check::<CompiledAssembler, CompiledValidator, CompiledOptimizer>();
    let codes = errors.each_ref().map(|error| error.inner);
    assert_eq!(codes, [SpirvResult::InvalidBinary, SpirvResult::InvalidLookup, SpirvResult::InvalidBinary]);
    assert_eq!(errors.each_ref().map(position), [(0, 0, false), (1, 1, true), (0, 0, false)]);
    assert_eq!(errors[1].to_string(), "error:1:1 - Invalid Opcode name 'OpNope'");
}

#[test]
#[cfg(feature = "use-compiled-tools")]
fn messages_of_the_optimizer() {
    let mut optimizer = spirv_tools::opt::compiled::CompiledOptimizer::default();
    let mut messages = Vec::new();
    let mut note = |message: Message| messages.push(message);
    let error = optimizer.optimize([0u32; 5], &mut note, None).expect_err("this is no module");
    assert_eq!(
        (error.inner, error.to_string().as_str()),
        (SpirvResult::InternalError, "an unknown error occurred")
    );
    assert_eq!(messages.len(), 1);
    optimizer = spirv_tools::opt::compiled::CompiledOptimizer::with_env(TargetEnv::WebGPU_0_DEPRECATED);
    let error =
        optimizer.optimize([0u32; 5], &mut |_: Message| (), None).expect_err("there is no such environment");
    assert_eq!(error.inner, SpirvResult::Unsupported);
}

#[test]
#[cfg(feature = "use-installed-tools")]
fn the_programs() {
    use spirv_tools::{assembler::tool::*, opt::tool::*, val::tool::*};
    if std::process::Command::new("spirv-as").arg("--version").output().is_err() {
        eprintln!("skipped: spirv-as not installed");
        assert!(std::env::var_os("SPV_REQUIRE_PEERS").is_none(), "spirv-as not installed");
        return;
    }
    let errors = check::<ToolAssembler, ToolValidator, ToolOptimizer>();
    assert_eq!(errors.each_ref().map(|error| error.inner), [SpirvResult::InternalError; 3]);
    assert_eq!(errors.each_ref().map(position), [(0, 0, false), (1, 1, true), (0, 0, false)]);
}

#[test]
fn bytes_and_words() {
    let words = [0x0723_0203u32, 7];
    let bytes = from_binary(&words);
    assert_eq!(to_binary(bytes).expect("the words are aligned"), words);
    assert_eq!(to_binary(&bytes[..3]).expect_err("a word is incomplete").inner, SpirvResult::InvalidBinary);
    assert!(to_binary(&bytes[1..5]).is_err());
    let binary = Binary::try_from(bytes.to_vec()).expect("these are words");
    assert_eq!((binary.as_words(), binary.as_bytes()), (&words[..], bytes));
    assert!(format!("{binary:?}").ends_with("{ word_count: 2 }"));
    assert!(Binary::try_from(vec![0; 5]).is_err());
}

#[test]
fn environments() {
    for name in ["spv1.0", "vulkan1.1spv1.4", "opencl2.2embedded", "opengl4.5", "webgpu0_DEPRECATED"] {
        assert_eq!(name.parse::<TargetEnv>().map(|env| env.to_string()), Ok(name.to_owned()));
    }
    assert_eq!("vulkan9".parse::<TargetEnv>(), Err(SpirvResult::InvalidValue));
    assert_eq!(
        (TargetEnv::default(), TargetEnv::default().spirv_version()),
        (TargetEnv::Universal_1_5, (1, 5))
    );
}
