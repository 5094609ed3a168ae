//! Names of SPIR-V generators, by tool id in the module header

/// Tool names in the spelling of spirv-dis, indexed by the tool id registered with Khronos.
const NAMES: [&str; 37] = [
    "Khronos",
    "LunarG",
    "Valve",
    "Codeplay",
    "NVIDIA",
    "ARM",
    "Khronos LLVM/SPIR-V Translator",
    "Khronos SPIR-V Tools Assembler",
    "Khronos Glslang Reference Front End",
    "Qualcomm",
    "AMD",
    "Intel",
    "Imagination",
    "Google Shaderc over Glslang",
    "Google spiregg",
    "Google rspirv",
    "X-LEGEND Mesa-IR/SPIR-V Translator",
    "Khronos SPIR-V Tools Linker",
    "Wine VKD3D Shader Compiler",
    "Tellusim Clay Shader Compiler",
    "W3C WebGPU Group WHLSL Shader Translator",
    "Google Clspv",
    "Google MLIR SPIR-V Serializer",
    "Google Tint Compiler",
    "Google ANGLE Shader Compiler",
    "Netease Games Messiah Shader Compiler",
    "Xenia Xenia Emulator Microcode Translator",
    "Embark Studios Rust GPU Compiler Backend",
    "gfx-rs community Naga",
    "Mikkosoft Productions MSP Shader Compiler",
    "SpvGenTwo community SpvGenTwo SPIR-V IR Tools",
    "Google Skia SkSL",
    "TornadoVM SPIRV Beehive Toolkit",
    "DragonJoker ShaderWriter",
    "Rayan Hatout SPIRVSmith",
    "Saarland University Shady",
    "Taichi Graphics Taichi",
];

/// Formats the generator word of a header, for example as `Khronos; 17`.
pub fn describe(word: u32) -> String {
    let tool = word >> 16;
    match NAMES.get(tool as usize) {
        Some(name) => format!("{name}; {}", word & 0xFFFF),
        None => format!("Unknown({tool}); {}", word & 0xFFFF),
    }
}

/// Parses the output of [`describe`] back to a generator word. Returns `None` for unknown tools and other text.
pub fn word(text: &str) -> Option<u32> {
    let (name, rest) = text.rsplit_once("; ")?;
    let low: u16 = rest.trim().parse().ok()?;
    let unknown = name.strip_prefix("Unknown(").and_then(|n| n.strip_suffix(')'));
    let tool = match unknown {
        Some(number) => number.parse::<u16>().ok()?.into(),
        None => u32::try_from(NAMES.iter().position(|n| *n == name)?).ok()?,
    };
    Some(tool << 16 | u32::from(low))
}
