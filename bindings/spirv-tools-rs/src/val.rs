//! Validator

use crate::{Error, TargetEnv};

#[cfg(feature = "use-compiled-tools")]
pub mod compiled;
#[cfg(feature = "use-installed-tools")]
pub mod tool;

/// A limit of the SPIR-V specification that the validator enforces.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum ValidatorLimits {
    StructMembers,
    StructDepth,
    LocalVariables,
    GlobalVariables,
    SwitchBranches,
    FunctionArgs,
    ControlFlowNestingDepth,
    AccessChainIndexes,
    IdBound,
}

impl ValidatorLimits {
    /// Returns the name of the limit in command-line options of spirv-val.
    pub(crate) fn name(self) -> &'static str {
        match self {
            ValidatorLimits::StructMembers => "max-struct-members",
            ValidatorLimits::StructDepth => "max-struct-depth",
            ValidatorLimits::LocalVariables => "max-local-variables",
            ValidatorLimits::GlobalVariables => "max-global-variables",
            ValidatorLimits::SwitchBranches => "max-switch-branches",
            ValidatorLimits::FunctionArgs => "max-function-args",
            ValidatorLimits::ControlFlowNestingDepth => "max-control-flow-nesting-depth",
            ValidatorLimits::AccessChainIndexes => "max-access-chain-indexes",
            ValidatorLimits::IdBound => "max-id-bound",
        }
    }
}

/// Options of the validator.
#[derive(Clone, Default)]
pub struct ValidatorOptions {
    /// Whether OpStore may store a struct to a struct type with a different id but the same layout.
    pub relax_struct_store: bool,
    /// Whether variables may hold pointers, and functions may return them, in the logical addressing model.
    pub relax_logical_pointer: bool,
    /// Whether HLSL code that has not been legalized yet is accepted.
    pub before_legalization: bool,
    /// Whether vectors in blocks need only the alignment of their components. `None` lets the environment decide.
    pub relax_block_layout: Option<bool>,
    /// Whether uniform buffers may have the layout of storage buffers.
    pub uniform_buffer_standard_layout: bool,
    /// Whether members of blocks need only the alignment of their scalar components.
    pub scalar_block_layout: bool,
    /// Whether layout validation of Block-decorated structs is skipped.
    pub skip_block_layout: bool,
    /// Limits, with their values, that override the defaults.
    pub max_limits: Vec<(ValidatorLimits, u32)>,
}

/// A validator.
pub trait Validator: Default {
    /// Creates a validator for a target environment.
    fn with_env(target_env: TargetEnv) -> Self;

    /// Validates a binary.
    ///
    /// # Errors
    /// The first violation in the module.
    fn validate(&self, binary: impl AsRef<[u32]>, options: Option<ValidatorOptions>) -> Result<(), Error>;
}

/// Creates a validator. With the feature `use-compiled-tools`, the validator calls the spv-opt library. Otherwise, it
/// runs the installed `spirv-val`.
pub fn create(te: Option<TargetEnv>) -> impl Validator {
    let target_env = te.unwrap_or_default();
    #[cfg(feature = "use-compiled-tools")]
    {
        compiled::CompiledValidator::with_env(target_env)
    }
    #[cfg(all(feature = "use-installed-tools", not(feature = "use-compiled-tools")))]
    {
        tool::ToolValidator::with_env(target_env)
    }
}
