//! Lowers kernels in MLIR's source dialects to SPIR-V for a device

use spv_opt::conversion::{Options, convert_to_spirv};
use spv_opt::passes::{Pipeline, RunOptions};

/// A target environment with all capabilities that kernels may use.
pub const RICH: &str = "vulkan1.1+Int8+Int16+Int64+Float16+Float64+StorageBuffer8BitAccess+StorageBuffer16BitAccess\
                        +GroupNonUniformArithmetic+GroupNonUniformShuffle+GroupNonUniformShuffleRelative\
                        +SPV_KHR_8bit_storage+SPV_KHR_16bit_storage";
/// A target environment with 32-bit types only.
pub const POOR: &str =
    "vulkan1.1+GroupNonUniformArithmetic+GroupNonUniformShuffle+GroupNonUniformShuffleRelative";

/// Lowers a kernel to SPIR-V for a target environment, and optimizes it if `optimize` is set. Returns the binary.
///
/// # Errors
/// Returns the error of the parser, the lowering, or the optimizer.
pub fn lower(name: &str, text: &str, target: &str, optimize: bool) -> Result<Vec<u32>, String> {
    let ctx = spv_opt::context();
    let shown = |errors: spv_opt::Diagnostics| {
        spv_opt::render(&errors, spv_opt::Source { file: name, text, ctx: Some(&ctx) })
    };
    let mut module = spv_opt::parse(&ctx, text).map_err(shown)?;
    spv_opt::verify(&module).map_err(shown)?;
    convert_to_spirv(&mut module, target, Options::default()).map_err(shown)?;
    spv_opt::verify(&module).map_err(shown)?;
    if optimize {
        let pipeline = Pipeline::parse(&spv_opt::pass_registry(), "builtin.module(spv.module(O))");
        let pipeline = pipeline.map_err(|error| error.to_string())?;
        spv_opt::passes::run(&pipeline, &mut module, &RunOptions::default()).map_err(|f| f.to_string())?;
    }
    spv_opt::export(&module).map_err(shown)
}
