//! Pass pipelines: ordered passes, nested by anchor op

mod parse;
pub(crate) mod stages;

pub use parse::PipelineError;

use crate::options::{IF_CHANGED, OptionError, OptionValues};
use crate::pass::{PassInfo, Work};
use crate::registry::Registry;
use spv_ir::{Diagnostic, Place};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The op that the passes of a pipeline run on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The top-level `builtin.module`.
    BuiltinModule,
    /// Each `spv.module` in the module.
    SpvModule,
    /// Each `spv.func` in the module.
    SpvFunc,
    /// Each `builtin.func` or `func.func` in the module.
    BuiltinFunc,
    /// Each function of any dialect.
    Any,
}

/// Accepted names of each anchor. Pipelines are printed with the first name of an anchor.
const ANCHORS: &[(&str, Anchor)] = &[
    ("builtin.module", Anchor::BuiltinModule),
    ("module", Anchor::BuiltinModule),
    ("spv.module", Anchor::SpvModule),
    ("spirv.module", Anchor::SpvModule),
    ("spv.func", Anchor::SpvFunc),
    ("spirv.func", Anchor::SpvFunc),
    ("builtin.func", Anchor::BuiltinFunc),
    ("func.func", Anchor::BuiltinFunc),
    ("func", Anchor::BuiltinFunc),
    ("any", Anchor::Any),
];

impl Anchor {
    /// Returns the anchor with the given name, or `None` for an unknown name.
    pub fn by_name(name: &str) -> Option<Anchor> {
        ANCHORS.iter().find(|(n, _)| *n == name).map(|(_, anchor)| *anchor)
    }

    /// Returns the name of the anchor.
    pub fn name(self) -> &'static str {
        ANCHORS.iter().find(|(_, anchor)| *anchor == self).map_or("", |(name, _)| name)
    }

    /// Returns whether passes at this anchor run on one function at a time.
    pub fn is_function(self) -> bool {
        matches!(self, Anchor::SpvFunc | Anchor::BuiltinFunc | Anchor::Any)
    }
}

/// A pass in a pipeline, with its options.
pub struct Instance {
    /// Static description of the pass.
    pub info: &'static PassInfo,
    /// Options that the pass was constructed with.
    pub options: OptionValues,
    pub(crate) work: Work,
    /// Whether to run only on functions that an earlier pass of the same stage changed.
    pub(crate) if_changed: bool,
    /// The counters of the statistics, followed by the counter of statistics that the pass does not declare.
    pub(crate) statistics: Vec<AtomicU64>,
}

impl Instance {
    /// Creates a pass with the given options.
    ///
    /// # Errors
    /// An option that the pass does not have, or an invalid value.
    pub fn new(info: &'static PassInfo, given: &[(String, String)]) -> Result<Instance, OptionError> {
        let options = OptionValues::new(info.name, info.options, given)?;
        let work = (info.make)(&options)?;
        let declares = info.options.iter().any(|option| option.name == IF_CHANGED.name);
        let if_changed = declares && options.switch(IF_CHANGED.name)?;
        let statistics = (0..=info.statistics.len()).map(|_| AtomicU64::new(0)).collect();
        Ok(Instance { info, options, work, if_changed, statistics })
    }

    /// Returns whether `other` is the same pass with the same options.
    pub(crate) fn is_same(&self, other: &Instance) -> bool {
        std::ptr::eq(self.info, other.info) && self.options == other.options
    }

    /// Returns an error if the pass counts a statistic that it does not declare.
    pub(crate) fn statistics_error(&self) -> Option<Diagnostic> {
        let undeclared = self.statistics.last()?.load(Ordering::Relaxed) > 0;
        let message = format!(
            "the pass '{}' counts a statistic that it does not declare in 'PassInfo::statistics'",
            self.info.name
        );
        undeclared.then(|| Diagnostic::error(Place::None, message))
    }

    /// Returns the name, description and current count of each statistic.
    pub fn statistics(&self) -> impl Iterator<Item = (&'static str, &'static str, u64)> + '_ {
        let counts = self.statistics.iter().map(|n| n.load(Ordering::Relaxed));
        self.info.statistics.iter().zip(counts).map(|(&(name, what), n)| (name, what, n))
    }
}

/// An element of a pipeline: a pass or a nested pipeline.
#[derive(Clone)]
pub enum PipelineElement {
    /// A pass that runs on the pipeline's anchor op.
    Pass(Arc<Instance>),
    /// A pipeline that runs on ops nested in the anchor op.
    Nested(Pipeline),
}

/// A sequence of passes and nested pipelines. [`Pipeline::parse`] accepts the output of `Display`. Clones share the
/// passes and their statistics.
#[derive(Clone)]
pub struct Pipeline {
    /// The op that the passes of this pipeline run on.
    pub anchor: Anchor,
    /// Passes and nested pipelines, in order.
    pub items: Vec<PipelineElement>,
}

impl Pipeline {
    /// Creates an empty pipeline on the top-level module.
    pub fn new() -> Pipeline {
        Pipeline { anchor: Anchor::BuiltinModule, items: Vec::new() }
    }

    /// Parses a pipeline. Without an anchor (`a, b`), the anchor is the top-level module, as in
    /// `builtin.module(a, b)`. Options of a named pipeline, as in `O{fast-math}`, apply to each of its passes that
    /// declares them.
    ///
    /// # Errors
    /// A syntax error, unknown name or invalid option, with its position in `text`.
    pub fn parse(registry: &Registry, text: &str) -> Result<Pipeline, PipelineError> {
        parse::parse(registry, text, &[])
    }

    /// Parses a pipeline like [`Pipeline::parse`], and adds the options `common` to each pass that declares them.
    ///
    /// # Errors
    /// A syntax error, unknown name or invalid option, with its position in `text`.
    pub fn parse_with(
        registry: &Registry,
        text: &str,
        common: &[(String, String)],
    ) -> Result<Pipeline, PipelineError> {
        parse::parse(registry, text, common)
    }

    /// Appends a pass, or the passes of a named pipeline. `options` has the form `a=1 b=2`.
    ///
    /// # Errors
    /// An unknown name or option.
    pub fn add(&mut self, registry: &Registry, name: &str, options: &str) -> Result<(), PipelineError> {
        let text = if options.is_empty() { name.to_owned() } else { format!("{name}{{{options}}}") };
        let more = Pipeline::parse(registry, &text)?;
        self.items.extend(more.items);
        Ok(())
    }

    /// Returns all passes, including nested ones, in order.
    pub fn passes(&self) -> Vec<&Instance> {
        let mut list = Vec::new();
        let mut stack: Vec<std::slice::Iter<'_, PipelineElement>> = vec![self.items.iter()];
        while let Some(items) = stack.last_mut() {
            match items.next() {
                Some(PipelineElement::Pass(instance)) => list.push(&**instance),
                Some(PipelineElement::Nested(pipeline)) => stack.push(pipeline.items.iter()),
                None => _ = stack.pop(),
            }
        }
        list
    }
}

impl Default for Pipeline {
    fn default() -> Pipeline {
        Pipeline::new()
    }
}

impl fmt::Display for Instance {
    /// Prints the pass's name and the explicitly given options in the syntax of [`Pipeline::parse`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.info.name)?;
        let given = self.options.given();
        if !given.is_empty() {
            let list: Vec<String> = given.iter().map(|(n, v)| format!("{n}={v}")).collect();
            write!(f, "{{{}}}", list.join(" "))?;
        }
        Ok(())
    }
}

impl fmt::Display for Pipeline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}(", self.anchor.name())?;
        for (i, item) in self.items.iter().enumerate() {
            if i > 0 {
                f.write_str(",")?;
            }
            match item {
                PipelineElement::Pass(instance) => instance.fmt(f)?,
                PipelineElement::Nested(pipeline) => pipeline.fmt(f)?,
            }
        }
        f.write_str(")")
    }
}

#[cfg(test)]
mod tests;
