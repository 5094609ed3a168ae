//! Optimizer that runs the installed `spirv-opt`

use super::{Optimizer, Options, Passes};
use crate::binary::{Binary, from_binary};
use crate::error::MessageCallback;
use crate::val::tool::add_options;
use crate::{Error, TargetEnv, cmd};
use std::process::Command;

/// An optimizer that runs `spirv-opt`.
#[derive(Default)]
pub struct ToolOptimizer {
    target_env: TargetEnv,
    options: Vec<&'static str>,
}

impl ToolOptimizer {
    fn register(&mut self, option: &'static str) -> &mut ToolOptimizer {
        self.options.push(option);
        self
    }
}

impl Optimizer for ToolOptimizer {
    fn with_env(target_env: TargetEnv) -> ToolOptimizer {
        ToolOptimizer { target_env, options: Vec::new() }
    }

    /// Runs spirv-opt. If it fails, its messages become part of the returned error.
    fn optimize<MC: MessageCallback>(
        &self,
        input: impl AsRef<[u32]>,
        _msg_callback: &mut MC,
        options: Option<Options>,
    ) -> Result<Binary, Error> {
        let mut command = Command::new("spirv-opt");
        command.arg(format!("--target-env={}", self.target_env));
        command.args(self.options.iter().filter(|option| !option.is_empty()));
        if let Some(options) = options {
            if let Some(bound) = options.max_id_bound {
                command.arg(format!("--max-id-bound={bound}"));
            }
            let flags = [
                ("--preserve-bindings", options.preserve_bindings),
                ("--preserve-spec-constants", options.preserve_spec_constants),
            ];
            command.args(flags.iter().filter(|(_, is_set)| *is_set).map(|(flag, _)| flag));
            if let Some(validator) = &options.validator_options {
                add_options(&mut command, validator);
            }
        }
        command.args(["-o", "-", "-"]);
        Binary::try_from(cmd::run(command, from_binary(input.as_ref()))?)
    }

    fn register_pass(&mut self, pass: Passes) -> &mut ToolOptimizer {
        self.register(pass.option())
    }

    fn register_performance_passes(&mut self) -> &mut ToolOptimizer {
        self.register("-O")
    }

    fn register_size_passes(&mut self) -> &mut ToolOptimizer {
        self.register("-Os")
    }

    fn register_hlsl_legalization_passes(&mut self) -> &mut ToolOptimizer {
        self.register("--legalize-hlsl")
    }
}
