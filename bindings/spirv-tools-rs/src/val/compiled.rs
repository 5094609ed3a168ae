//! Validator that calls the spv-opt library

use super::{Validator, ValidatorOptions};
use crate::{Error, TargetEnv, calls};
use spv_opt::compat::library;
use spv_opt::dialect::validate::{self, LIMITS};

/// Validator options of the spv-opt library.
#[derive(Default)]
pub struct Options {
    pub(crate) inner: validate::Options,
}

impl From<ValidatorOptions> for Options {
    fn from(options: ValidatorOptions) -> Options {
        let mut inner = validate::Options {
            relax_struct_store: options.relax_struct_store,
            relax_logical_pointer: options.relax_logical_pointer,
            before_hlsl_legalization: options.before_legalization,
            relax_block_layout: options.relax_block_layout.unwrap_or_default(),
            uniform_buffer_standard_layout: options.uniform_buffer_standard_layout,
            scalar_block_layout: options.scalar_block_layout,
            skip_block_layout: options.skip_block_layout,
            ..validate::Options::default()
        };
        for (limit, value) in options.max_limits {
            if let Some(known) = LIMITS.iter().find(|known| known.name == limit.name()) {
                *(known.field)(&mut inner) = value;
            }
        }
        Options { inner }
    }
}

/// A validator that calls the spv-opt library.
#[derive(Default)]
pub struct CompiledValidator {
    target_env: TargetEnv,
}

impl Validator for CompiledValidator {
    fn with_env(target_env: TargetEnv) -> CompiledValidator {
        CompiledValidator { target_env }
    }

    fn validate(&self, binary: impl AsRef<[u32]>, options: Option<ValidatorOptions>) -> Result<(), Error> {
        let options = options.map(Options::from).unwrap_or_default().inner;
        let env = validate::TargetEnv::with_options(calls::environment(self.target_env)?, options);
        Ok(library::validate(&spv_opt::registry(), binary.as_ref(), &env)?)
    }
}
