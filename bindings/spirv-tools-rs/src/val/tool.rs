//! Validator that runs the installed `spirv-val`

use super::{Validator, ValidatorOptions};
use crate::binary::from_binary;
use crate::{Error, TargetEnv, cmd};
use std::process::Command;

/// A validator that runs `spirv-val`.
#[derive(Default)]
pub struct ToolValidator {
    target_env: TargetEnv,
}

impl Validator for ToolValidator {
    fn with_env(target_env: TargetEnv) -> ToolValidator {
        ToolValidator { target_env }
    }

    fn validate(&self, binary: impl AsRef<[u32]>, options: Option<ValidatorOptions>) -> Result<(), Error> {
        let mut command = Command::new("spirv-val");
        command.arg("--target-env").arg(self.target_env.to_string());
        if let Some(options) = options {
            let limits = options.max_limits.iter();
            command.args(limits.map(|(limit, value)| format!("--{}={value}", limit.name())));
            if options.uniform_buffer_standard_layout {
                command.arg("--uniform-buffer-standard-layout");
            }
            add_options(&mut command, &options);
        }
        command.arg("-");
        cmd::run(command, from_binary(binary.as_ref())).map(drop)
    }
}

/// Adds the options that spirv-val and spirv-opt share.
pub(crate) fn add_options(command: &mut Command, options: &ValidatorOptions) {
    let flags = [
        ("--relax-logical-pointer", options.relax_logical_pointer),
        ("--relax-block-layout", options.relax_block_layout == Some(true)),
        ("--scalar-block-layout", options.scalar_block_layout),
        ("--skip-block-layout", options.skip_block_layout),
        ("--relax-struct-store", options.relax_struct_store),
        ("--before-hlsl-legalization", options.before_legalization),
    ];
    command.args(flags.iter().filter(|(_, is_set)| *is_set).map(|(flag, _)| flag));
}
