//! Registry of passes and named pipelines

use crate::pass::PassInfo;
use crate::transforms;

/// A pipeline that other pipelines may refer to by name.
#[derive(Clone, Copy, Debug)]
pub struct NamedPipeline {
    /// Name of the pipeline, for example `O`.
    pub name: &'static str,
    /// One-line summary for `--help`.
    pub summary: &'static str,
    /// The pipeline in the syntax of [`crate::Pipeline::parse`].
    pub text: &'static str,
}

/// The passes and pipelines that a pipeline string may name. Names are unique: a new registration replaces an older
/// one with the same name.
#[derive(Clone, Default)]
pub struct Registry {
    passes: Vec<&'static PassInfo>,
    pipelines: Vec<NamedPipeline>,
}

impl Registry {
    /// Creates an empty registry.
    pub fn empty() -> Registry {
        Registry::default()
    }

    /// Creates a registry that contains all passes and pipelines of this crate.
    pub fn new() -> Registry {
        Registry { passes: transforms::PASSES.to_vec(), pipelines: transforms::PIPELINES.to_vec() }
    }

    /// Registers a pass. Replaces a registered pass of the same name.
    pub fn add(&mut self, info: &'static PassInfo) {
        self.passes.retain(|known| known.name != info.name);
        self.passes.push(info);
    }

    /// Registers passes. Their names must not be in use.
    pub fn extend(&mut self, infos: &[&'static PassInfo]) {
        debug_assert!(infos.iter().all(|info| self.pass(info.name).is_none()), "pass names are unique");
        self.passes.extend(infos);
    }

    /// Registers a named pipeline. Replaces a registered pipeline of the same name.
    pub fn add_pipeline(&mut self, pipeline: NamedPipeline) {
        self.pipelines.retain(|known| known.name != pipeline.name);
        self.pipelines.push(pipeline);
    }

    /// Returns all registered passes.
    pub fn passes(&self) -> &[&'static PassInfo] {
        &self.passes
    }

    /// Returns all registered named pipelines.
    pub fn pipelines(&self) -> &[NamedPipeline] {
        &self.pipelines
    }

    /// Returns the pass with the given name, or `None` if no such pass is registered.
    pub fn pass(&self, name: &str) -> Option<&'static PassInfo> {
        self.passes.iter().copied().find(|info| info.name == name)
    }

    /// Returns the pipeline with the given name, or `None` if no such pipeline is registered.
    pub fn pipeline(&self, name: &str) -> Option<NamedPipeline> {
        self.pipelines.iter().copied().find(|pipeline| pipeline.name == name)
    }
}
