//! Optimizer

use crate::binary::Binary;
use crate::error::MessageCallback;
use crate::val::ValidatorOptions;
use crate::{Error, TargetEnv};

#[cfg(feature = "use-compiled-tools")]
pub mod compiled;
mod passes;
#[cfg(feature = "use-installed-tools")]
pub mod tool;

pub use passes::Passes;

/// Options of the optimizer.
#[derive(Clone, Default)]
pub struct Options {
    /// Options for validating the input.
    pub validator_options: Option<ValidatorOptions>,
    /// Maximum id bound of the optimized module.
    pub max_id_bound: Option<u32>,
    /// Whether unused variables with a binding are preserved.
    pub preserve_bindings: bool,
    /// Whether unused specialization constants are preserved.
    pub preserve_spec_constants: bool,
}

/// An optimizer: a list of passes.
pub trait Optimizer {
    /// Creates an optimizer without passes, for a target environment.
    fn with_env(target_env: TargetEnv) -> Self;

    /// Validates a binary and runs the passes on it.
    ///
    /// # Errors
    /// The input is invalid, or a pass is unsupported or fails.
    fn optimize<MC: MessageCallback>(
        &self,
        input: impl AsRef<[u32]>,
        msg_callback: &mut MC,
        options: Option<Options>,
    ) -> Result<Binary, Error>;

    /// Appends a pass to the passes to run.
    fn register_pass(&mut self, pass: Passes) -> &mut Self;

    /// Appends the passes of `-O`.
    fn register_performance_passes(&mut self) -> &mut Self;

    /// Appends the passes of `-Os`.
    fn register_size_passes(&mut self) -> &mut Self;

    /// Appends the passes that legalize the output of HLSL front ends.
    fn register_hlsl_legalization_passes(&mut self) -> &mut Self;
}

/// Creates an optimizer. With the feature `use-compiled-tools`, the optimizer calls the spv-opt library. Otherwise, it
/// runs the installed `spirv-opt`.
pub fn create(te: Option<TargetEnv>) -> impl Optimizer {
    let target_env = te.unwrap_or_default();
    #[cfg(feature = "use-compiled-tools")]
    {
        compiled::CompiledOptimizer::with_env(target_env)
    }
    #[cfg(all(feature = "use-installed-tools", not(feature = "use-compiled-tools")))]
    {
        tool::ToolOptimizer::with_env(target_env)
    }
}
