//! Binaries of the shaders in a script

use super::script::{Script, Source};
use spv_opt::asm;
use spv_tests::tools::{self, Peer};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Assembly of a vertex shader that copies its position input to its output.
const PASSTHROUGH: &str = "
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint Vertex %main \"main\" %in %out
OpDecorate %in Location 0
OpDecorate %out BuiltIn Position
%void = OpTypeVoid
%fn = OpTypeFunction %void
%float = OpTypeFloat 32
%v4 = OpTypeVector %float 4
%in_ptr = OpTypePointer Input %v4
%out_ptr = OpTypePointer Output %v4
%in = OpVariable %in_ptr Input
%out = OpVariable %out_ptr Output
%main = OpFunction %void None %fn
%entry = OpLabel
%position = OpLoad %v4 %in
OpStore %out %position
OpReturn
OpFunctionEnd
";

/// Maps shader names to the words of the shaders' binaries.
pub type Binaries = BTreeMap<String, Vec<u32>>;

/// Compiles or assembles each shader in a script.
///
/// # Errors
/// Returns the error message of the compiler or assembler.
pub fn binaries(script: &Script) -> Result<Binaries, String> {
    let one = |(name, source): (&String, &Source)| Ok((name.clone(), binary(source)?));
    script.shaders.iter().map(one).collect()
}

fn binary(source: &Source) -> Result<Vec<u32>, String> {
    match source.language.as_str() {
        "PASSTHROUGH" => assembled(PASSTHROUGH, "spv1.0"),
        "SPIRV-ASM" => assembled(&source.text, source.env.as_deref().unwrap_or("spv1.0")),
        "GLSL" => compiled(source),
        other => Err(format!("shaders in {other}")),
    }
}

fn assembled(text: &str, env: &str) -> Result<Vec<u32>, String> {
    let mut words = asm::assemble(text).map_err(|errors| errors.to_string())?;
    let version = env.strip_prefix("spv1.").and_then(|minor| minor.parse::<u32>().ok());
    let version = version.or_else(|| env.starts_with("vulkan").then_some(6));
    words[1] = 0x0001_0000 | version.ok_or_else(|| format!("target environment {env}"))? << 8;
    Ok(words)
}

fn compiled(source: &Source) -> Result<Vec<u32>, String> {
    let stage = match source.stage.as_str() {
        "vertex" => "vert",
        "fragment" => "frag",
        "compute" => "comp",
        "geometry" => "geom",
        "tessellation_control" => "tesc",
        "tessellation_evaluation" => "tese",
        other => return Err(format!("stage {other}")),
    };
    let env = source.env.as_deref().unwrap_or("spv1.0").replace("spv", "spirv");
    // The binary is written to a file, because the compiler prints messages to standard output.
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let file = std::env::temp_dir().join(format!("spv-amber-{}-{number}.spv", std::process::id()));
    let output = file.to_string_lossy();
    let args = ["-V", "--quiet", "--stdin", "-S", stage, "--target-env", &env, "-o", &output];
    let compiled = Peer::Glslang.run(&args, source.text.as_bytes());
    let bytes = std::fs::read(&file);
    _ = std::fs::remove_file(&file);
    compiled?;
    tools::to_words(&bytes.map_err(|error| format!("glslangValidator: {error}"))?)
}
