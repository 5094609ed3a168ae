//! Optimizer that calls the spv-opt library

use super::{Optimizer, Passes};
use crate::binary::{Binary, external::ExternalBinary};
use crate::error::{Message, MessageCallback};
use crate::{Error, SpirvResult, TargetEnv, calls, val};
use spv_opt::compat::library::in_host_order;
use spv_opt::compat::{self, steps};
use spv_opt::dialect::validate;

/// Optimizer options of the spv-opt library.
#[derive(Default)]
pub struct Options {
    validator: validate::Options,
    keeps: Vec<&'static str>,
}

impl From<super::Options> for Options {
    fn from(options: super::Options) -> Options {
        let mut validator =
            options.validator_options.map(val::compiled::Options::from).unwrap_or_default().inner;
        if let Some(bound) = options.max_id_bound {
            validator.max_id_bound = validator.max_id_bound.max(bound);
        }
        let keeps = [
            ("keep-bindings", options.preserve_bindings),
            ("keep-spec-constants", options.preserve_spec_constants),
        ];
        let keeps = keeps.into_iter().filter(|(_, is_set)| *is_set).map(|(name, _)| name).collect();
        Options { validator, keeps }
    }
}

/// An optimizer that calls the spv-opt library.
#[derive(Default)]
pub struct CompiledOptimizer {
    target_env: TargetEnv,
    options: Vec<&'static str>,
}

impl CompiledOptimizer {
    fn register(&mut self, option: &'static str) -> &mut CompiledOptimizer {
        self.options.push(option);
        self
    }
}

impl Optimizer for CompiledOptimizer {
    fn with_env(target_env: TargetEnv) -> CompiledOptimizer {
        CompiledOptimizer { target_env, options: Vec::new() }
    }

    fn optimize<MC: MessageCallback>(
        &self,
        input: impl AsRef<[u32]>,
        msg_callback: &mut MC,
        options: Option<super::Options>,
    ) -> Result<Binary, Error> {
        let Options { validator, keeps } = options.map(Options::from).unwrap_or_default();
        let options = self.options.iter().filter(|option| !option.is_empty());
        let steps: Result<Vec<steps::Step>, String> = options.map(|option| steps::step(option)).collect();
        let steps = steps.map_err(|message| Error::new(SpirvResult::Unsupported, message))?;
        let env = validate::TargetEnv::with_options(calls::environment(self.target_env)?, validator);
        let optimizer = compat::Optimizer { keeps, steps, ..compat::Optimizer::new(env) };
        let words = in_host_order(input.as_ref());
        match optimizer.optimize(&spv_opt::registry(), &words) {
            Ok(optimized) => {
                let words = optimized.unwrap_or_else(|| words.into_owned());
                Ok(Binary::External(ExternalBinary::new(words)))
            }
            Err(messages) => {
                messages.iter().for_each(|message| msg_callback.on_message(Message::from(message)));
                Err(Error { inner: SpirvResult::InternalError, diagnostic: None })
            }
        }
    }

    fn register_pass(&mut self, pass: Passes) -> &mut CompiledOptimizer {
        self.register(pass.option())
    }

    fn register_performance_passes(&mut self) -> &mut CompiledOptimizer {
        self.register("-O")
    }

    fn register_size_passes(&mut self) -> &mut CompiledOptimizer {
        self.register("-Os")
    }

    fn register_hlsl_legalization_passes(&mut self) -> &mut CompiledOptimizer {
        self.register("--legalize-hlsl")
    }
}
