//! Optimization pipelines as a single call

use spv_ir::Module;
use spv_passes::{Failure, Registry, RunOptions, Verify, pipeline, run};

/// An optimization pipeline, as selected by `spv-opt -O` and similar options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pipeline {
    /// `-O1`: cheap optimizations.
    O1,
    /// `-O`: optimizes for speed.
    #[default]
    O,
    /// `-O3`: optimizes for speed regardless of compile time and code size.
    O3,
    /// `-Os`: optimizes for size.
    Os,
}

impl Pipeline {
    /// Returns the name of the pipeline in [`Registry::pipelines`].
    pub fn name(self) -> &'static str {
        match self {
            Pipeline::O1 => "O1",
            Pipeline::O => "O",
            Pipeline::O3 => "O3",
            Pipeline::Os => "Os",
        }
    }
}

/// Optimizes each `spv.module` of a module that has passed [`crate::verify`]. Floating-point results remain exact. For
/// other pipelines, options such as `O{fast-math}`, threads and observers, see [`spv_passes`].
///
/// ```
/// use spv_opt::spv::{self, Types};
///
/// let ctx = spv_opt::context();
/// let f32 = ctx.common().f32;
/// let mut m = spv::ModuleBuilder::new(&ctx, spv::AddressingModel::Logical, spv::MemoryModel::GLSL450);
/// m.target(1, 3, &[spv::Capability::Shader, spv::Capability::Linkage], &[]);
/// m.function("one", &[], Some(f32), |b| {
///     let variable = b.local_variable(f32);
///     let one = b.f32(1.0);
///     b.store(variable, one);
///     let loaded = b.load(variable);
///     b.return_value(loaded);
/// });
/// let mut module = m.finish()?;
/// spv_opt::optimize(&mut module, spv_opt::Pipeline::O)?;
/// assert!(!spv_opt::print(&module).contains("spv.Load"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The errors of a pass, or of the verifier after the last pass.
pub fn optimize(module: &mut Module, pipeline: Pipeline) -> Result<(), Failure> {
    let passes = pipeline::Pipeline::parse(&Registry::new(), pipeline.name());
    let options = RunOptions { verify: Verify::TOOL_DEFAULT, ..RunOptions::default() };
    let result = run(&passes.expect("it is a registered pipeline"), module, &options);
    result.map_err(|failure| failure.with_positions(&module.ctx))
}
