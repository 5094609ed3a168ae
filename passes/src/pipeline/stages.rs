//! Stages of a pipeline, and the passes that run after each stage

use super::{Anchor, Instance, Pipeline, PipelineElement};
use crate::pass::{PassInfo, Work};
use crate::transforms::{AFTER_PIPELINE, AFTER_STAGE};
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// A pass and its index in the pipeline.
#[derive(Clone, Copy)]
pub(crate) struct NumberedPass<'p> {
    pub(crate) number: usize,
    pub(crate) instance: &'p Instance,
}

/// A group of consecutive passes that run together.
pub(crate) enum Stage<'p> {
    Whole(NumberedPass<'p>),
    Module(NumberedPass<'p>),
    Functions {
        passes: Vec<NumberedPass<'p>>,
        /// The anchor, which selects the functions to visit by their op.
        anchor: Anchor,
        /// Whether to visit only functions that are in an `spv.module`.
        in_spv_module: bool,
    },
}

impl Stage<'_> {
    /// Returns the name of the first pass in the stage.
    pub(crate) fn first_pass(&self) -> &'static str {
        let first = match self {
            Stage::Whole(pass) | Stage::Module(pass) => Some(pass),
            Stage::Functions { passes, .. } => passes.first(),
        };
        first.map_or("", |pass| pass.instance.info.name)
    }
}

/// Groups the passes of a pipeline into stages.
pub(crate) fn stages(pipeline: &Pipeline) -> Vec<Stage<'_>> {
    let mut list = Vec::new();
    collect(pipeline, pipeline.anchor == Anchor::SpvModule, &mut 0, &mut list);
    list
}

/// Flattens a pipeline into stages. The recursion depth is the nesting depth of pipelines, which the parser limits.
/// Pipelines that are built by hand are assumed to be shallow.
fn collect<'p>(pipeline: &'p Pipeline, inside: bool, number: &mut usize, list: &mut Vec<Stage<'p>>) {
    let wanted = if pipeline.anchor.is_function() { pipeline.anchor } else { Anchor::Any };
    for item in &pipeline.items {
        let instance = match item {
            PipelineElement::Nested(inner) => {
                collect(inner, inside || inner.anchor == Anchor::SpvModule, number, list);
                continue;
            }
            PipelineElement::Pass(instance) => instance,
        };
        let pass = NumberedPass { number: *number, instance };
        *number += 1;
        match (&instance.work, list.last_mut()) {
            (Work::Whole(_), _) => list.push(Stage::Whole(pass)),
            (Work::Module(_), _) => list.push(Stage::Module(pass)),
            (Work::Function(_), Some(Stage::Functions { passes, anchor, in_spv_module }))
                if *anchor == wanted && *in_spv_module == inside =>
            {
                passes.push(pass);
            }
            (Work::Function(_), _) => {
                list.push(Stage::Functions { passes: vec![pass], anchor: wanted, in_spv_module: inside });
            }
        }
    }
}

impl Instance {
    /// Returns whether this is a pass that [`Pipeline::completed`] inserts after each stage.
    pub(crate) fn is_inserted(&self) -> bool {
        self.if_changed && AFTER_STAGE.iter().any(|info| info.name == self.info.name)
    }

    /// Returns whether this is a pass that [`Pipeline::completed`] appends to a pipeline.
    pub(crate) fn is_last(&self) -> bool {
        self.info.name == AFTER_PIPELINE.name
    }
}

impl Pipeline {
    /// Returns the pipeline with the passes added that restore the rules of the binary format. A stage is a sequence
    /// of consecutive function passes. After each stage, the added passes run on the functions that the stage changed.
    /// The last pass of the pipeline erases dangling non-semantic instructions.
    ///
    /// A complete pipeline is returned unchanged. An empty pipeline remains empty.
    pub fn completed(&self) -> Pipeline {
        let written = self.map_passes(&mut |instance, items| {
            if !instance.is_inserted() {
                items.push(PipelineElement::Pass(instance.clone()));
            }
        });
        let stages = stages(&written);
        let ends: FxHashSet<usize> = stages.iter().filter_map(last_function_pass).collect();
        let after_stage: Vec<_> =
            AFTER_STAGE.iter().filter_map(|info| inserted(info, &[IF_CHANGED])).collect();
        let mut number = 0;
        let mut all = written.map_passes(&mut |instance, items| {
            items.push(PipelineElement::Pass(instance.clone()));
            if ends.contains(&number) {
                items.extend_from_slice(&after_stage);
            }
            number += 1;
        });
        if all.anchor.is_function() {
            all = Pipeline { anchor: Anchor::BuiltinModule, items: vec![PipelineElement::Nested(all)] };
        }
        if written.passes().last().is_some_and(|instance| !instance.is_last()) {
            all.items.extend(inserted(AFTER_PIPELINE, &[]));
        }
        all
    }

    /// Rebuilds the pipeline. `each` receives each pass, and appends the pipeline elements that replace it.
    fn map_passes(&self, each: &mut dyn FnMut(&Arc<Instance>, &mut Vec<PipelineElement>)) -> Pipeline {
        let mut items = Vec::with_capacity(self.items.len());
        for item in &self.items {
            match item {
                PipelineElement::Pass(instance) => each(instance, &mut items),
                PipelineElement::Nested(inner) => items.push(PipelineElement::Nested(inner.map_passes(each))),
            }
        }
        Pipeline { anchor: self.anchor, items }
    }
}

const IF_CHANGED: (&str, &str) = ("if-changed", "true");

/// Returns the pipeline index of the last pass in a stage of function passes, or `None` for other stages.
fn last_function_pass(stage: &Stage<'_>) -> Option<usize> {
    match stage {
        Stage::Functions { passes, .. } => passes.last().map(|pass| pass.number),
        Stage::Whole(_) | Stage::Module(_) => None,
    }
}

fn inserted(info: &'static PassInfo, options: &[(&str, &str)]) -> Option<PipelineElement> {
    let options: Vec<(String, String)> =
        options.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
    let instance = Instance::new(info, &options).ok()?;
    Some(PipelineElement::Pass(Arc::new(instance)))
}
