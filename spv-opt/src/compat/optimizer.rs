//! The optimizer of SPIRV-Tools, implemented with the passes of this library

use super::messages::{self, Message};
use super::steps::Step;
use spv_ir::dialect::Registry;
use spv_ir::{Context, Inline, Module};
use spv_passes::{Executor, Pipeline, RunOptions, Threads, Verify};
use spv_serialize::import::{ImportOptions, import_with};
use spv_validate::TargetEnv;
use std::sync::Arc;

/// Minimum module size in words for which running passes in several threads saves time.
const WORDS_FOR_THREADS: usize = 1 << 16;

/// A sequence of passes with options that apply to all of them.
#[derive(Clone, Debug)]
pub struct Optimizer {
    /// Target environment for validating the input.
    pub env: TargetEnv,
    /// Whether passes may use all features of the target environment.
    pub uses_env: bool,
    /// Whether the input is validated.
    pub validates: bool,
    /// Names of pass options to set: `keep-bindings`, `keep-interface` and `keep-spec-constants`. Each preserves
    /// variables or constants that are otherwise unused.
    pub keeps: Vec<&'static str>,
    /// Passes to run, in order.
    pub steps: Vec<Step>,
}

impl Optimizer {
    /// Constructs an optimizer without passes.
    pub fn new(env: TargetEnv) -> Optimizer {
        Optimizer { env, uses_env: false, validates: true, keeps: Vec::new(), steps: Vec::new() }
    }

    /// Reads the input and, if [`Self::validates`] is set, validates it.
    ///
    /// # Errors
    /// The errors in the input; at least one.
    pub fn read(&self, ctx: &Arc<Context>, words: &[u32]) -> Result<Module, Vec<Message>> {
        if self.validates {
            return messages::read_valid(ctx, words, &self.env);
        }
        let options = ImportOptions { verify: true, ..ImportOptions::default() };
        import_with(ctx, words, &options).map_err(|list| messages::messages(ctx, words, &list))
    }

    /// Runs the pipeline `text` on a module that was read from `words`.
    ///
    /// # Errors
    /// The diagnostics of the pass that failed.
    pub fn run(
        &self,
        registry: &spv_passes::Registry,
        text: &str,
        module: &mut Module,
        words: &[u32],
    ) -> Result<(), Vec<Message>> {
        if text.is_empty() {
            return Ok(());
        }
        let keeps = self.keeps.iter().map(|name| ((*name).to_owned(), "true".to_owned()));
        let settings = self.steps.iter().filter_map(|step| step.setting.clone());
        let common: Vec<(String, String)> = keeps.chain(settings).collect();
        let pipeline = Pipeline::parse_with(registry, text, &common)
            .map_err(|error| vec![Message::about_module(error.to_string())])?;
        let threads = Threads::available();
        let executor: &dyn Executor = if words.len() < WORDS_FOR_THREADS { &Inline } else { &threads };
        let environment = self.uses_env.then_some(&self.env.environment);
        let options = RunOptions {
            executor,
            verify: Verify::TOOL_DEFAULT,
            target_env: environment.and_then(|environment| environment.target(&module.ctx, &module.body)),
            ..RunOptions::default()
        };
        spv_passes::run(&pipeline, module, &options).map_err(|failure| match failure.errors.list.is_empty() {
            true => vec![Message::about_module(format!("pass '{}' failed", failure.pass))],
            false => messages::messages(&module.ctx, words, &failure.errors),
        })
    }

    /// Reads a module, runs the passes and exports the result. Returns `None` if there are no passes to run.
    ///
    /// # Errors
    /// The errors in the input or of a pass; at least one.
    pub fn optimize(
        &self,
        registry: &Arc<Registry>,
        words: &[u32],
    ) -> Result<Option<Vec<u32>>, Vec<Message>> {
        let ctx = Arc::new(Context::new(registry.clone()));
        let mut module = self.read(&ctx, words)?;
        let pipelines = self.steps.iter().map(|step| &*step.pipeline);
        let all: Vec<&str> = pipelines.filter(|text| !text.is_empty()).collect();
        if all.is_empty() {
            return Ok(None);
        }
        self.run(&crate::pass_registry(), &all.join(","), &mut module, words)?;
        crate::export(&module).map(Some).map_err(|list| messages::messages(&ctx, words, &list))
    }
}
