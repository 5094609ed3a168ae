//! Registry of passes and named pipelines.

use crate::pass::PassInfo;
use crate::transforms;

/// A pipeline that has a name.
#[derive(Clone, Copy, Debug)]
pub struct NamedPipeline {
    /// Name of the pipeline, for example `O`.
    pub name: &'static str,
    /// One-line summary.
    pub summary: &'static str,
    /// Text of the pipeline.
    pub text: &'static str,
}

/// The passes and pipelines that a pipeline text may name. Names are unique: a later registration replaces an
/// earlier one.
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

    /// Creates a registry with all passes and pipelines of this crate.
    pub fn new() -> Registry {
        Registry { passes: transforms::PASSES.to_vec(), pipelines: transforms::PIPELINES.to_vec() }
    }

    /// Registers a pass.
    pub fn add(&mut self, info: &'static PassInfo) {
        self.passes.retain(|known| known.name != info.name);
        self.passes.push(info);
    }

    /// Registers passes whose names are not in use.
    pub fn extend(&mut self, infos: &[&'static PassInfo]) {
        debug_assert!(infos.iter().all(|info| self.pass(info.name).is_none()), "pass names are unique");
        self.passes.extend(infos);
    }

    /// Registers a named pipeline.
    pub fn add_pipeline(&mut self, pipeline: NamedPipeline) {
        self.pipelines.retain(|known| known.name != pipeline.name);
        self.pipelines.push(pipeline);
    }

    /// Returns all passes.
    pub fn passes(&self) -> &[&'static PassInfo] {
        &self.passes
    }

    /// Returns all named pipelines.
    pub fn pipelines(&self) -> &[NamedPipeline] {
        &self.pipelines
    }

    /// Looks up a pass by name.
    pub fn pass(&self, name: &str) -> Option<&'static PassInfo> {
        self.passes.iter().copied().find(|info| info.name == name)
    }

    /// Looks up a pipeline by name.
    pub fn pipeline(&self, name: &str) -> Option<NamedPipeline> {
        self.pipelines.iter().copied().find(|pipeline| pipeline.name == name)
    }
}
