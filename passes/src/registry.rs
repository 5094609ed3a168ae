//! The passes and pipelines that may be named.

use crate::pass::PassInfo;
use crate::transforms;

/// A pipeline with a name of its own.
#[derive(Clone, Copy, Debug)]
pub struct NamedPipeline {
    /// Name, e.g. `O`.
    pub name: &'static str,
    /// What it is for, in one line.
    pub summary: &'static str,
    /// Its text.
    pub text: &'static str,
}

/// See the module documentation. Names are unique: of two passes with one name the later counts.
#[derive(Clone, Default)]
pub struct Registry {
    passes: Vec<&'static PassInfo>,
    pipelines: Vec<NamedPipeline>,
}

impl Registry {
    /// Without any.
    pub fn empty() -> Registry {
        Registry::default()
    }

    /// With all passes and pipelines of this crate.
    pub fn new() -> Registry {
        Registry { passes: transforms::PASSES.to_vec(), pipelines: transforms::PIPELINES.to_vec() }
    }

    /// Adds a pass.
    pub fn add(&mut self, info: &'static PassInfo) {
        self.passes.retain(|known| known.name != info.name);
        self.passes.push(info);
    }

    /// Adds a pipeline.
    pub fn add_pipeline(&mut self, pipeline: NamedPipeline) {
        self.pipelines.retain(|known| known.name != pipeline.name);
        self.pipelines.push(pipeline);
    }

    /// All passes.
    pub fn passes(&self) -> &[&'static PassInfo] {
        &self.passes
    }

    /// All pipelines with names.
    pub fn pipelines(&self) -> &[NamedPipeline] {
        &self.pipelines
    }

    /// The pass of a name.
    pub fn pass(&self, name: &str) -> Option<&'static PassInfo> {
        self.passes.iter().copied().find(|info| info.name == name)
    }

    /// The pipeline of a name.
    pub fn pipeline(&self, name: &str) -> Option<NamedPipeline> {
        self.pipelines.iter().copied().find(|pipeline| pipeline.name == name)
    }
}
