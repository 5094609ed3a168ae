//! Pipelines: passes in order, nested by what they work on.

mod parse;

pub use parse::PipelineError;

use crate::options::{OptionError, OptionValues};
use crate::pass::{PassInfo, Work};
use crate::registry::Registry;
use std::fmt;
use std::sync::atomic::AtomicU64;

/// What the passes of a pipeline work on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The whole input: `builtin.module`.
    BuiltinModule,
    /// Each `spv.module`.
    SpvModule,
    /// Each `spv.func`.
    SpvFunc,
    /// Each builtin function.
    BuiltinFunc,
    /// Each function of any kind.
    Any,
}

/// Names of the anchors; the first of each is the one printed.
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
    /// The anchor of a name.
    pub fn by_name(name: &str) -> Option<Anchor> {
        ANCHORS.iter().find(|(n, _)| *n == name).map(|(_, anchor)| *anchor)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        ANCHORS.iter().find(|(_, anchor)| *anchor == self).map_or("", |(name, _)| name)
    }

    /// Whether its passes see one function at a time.
    pub fn is_function(self) -> bool {
        matches!(self, Anchor::SpvFunc | Anchor::BuiltinFunc | Anchor::Any)
    }
}

/// A pass of a pipeline, with its options.
pub struct Instance {
    /// What it is.
    pub info: &'static PassInfo,
    /// The options given.
    pub options: OptionValues,
    pub(crate) work: Work,
    pub(crate) statistics: Vec<AtomicU64>,
}

impl Instance {
    /// Makes a pass.
    ///
    /// # Errors
    /// Options that the pass does not have or cannot read.
    pub fn new(info: &'static PassInfo, given: &[(String, String)]) -> Result<Instance, OptionError> {
        let options = OptionValues::new(info.name, info.options, given)?;
        let work = (info.make)(&options)?;
        let statistics = info.statistics.iter().map(|_| AtomicU64::new(0)).collect();
        Ok(Instance { info, options, work, statistics })
    }

    /// What the pass counted so far: name, what is counted, number.
    pub fn statistics(&self) -> impl Iterator<Item = (&'static str, &'static str, u64)> + '_ {
        let counts = self.statistics.iter().map(|n| n.load(std::sync::atomic::Ordering::Relaxed));
        self.info.statistics.iter().zip(counts).map(|(&(name, what), n)| (name, what, n))
    }
}

/// A pass or a pipeline within a pipeline.
pub enum Item {
    /// A pass.
    Pass(Box<Instance>),
    /// A pipeline on what is nested.
    Nested(Pipeline),
}

/// See the module documentation. It prints as the text that [`Pipeline::parse`] reads.
pub struct Pipeline {
    /// What its passes work on.
    pub anchor: Anchor,
    /// In order.
    pub items: Vec<Item>,
}

impl Pipeline {
    /// An empty pipeline over whole inputs.
    pub fn new() -> Pipeline {
        Pipeline { anchor: Anchor::BuiltinModule, items: Vec::new() }
    }

    /// Reads a pipeline: with its anchor, `builtin.module(a, b)`, or, over whole inputs, without one, `a, b`. Options of
    /// a pipeline with a name, as in `O{fast-math}`, are for those of its passes that have them.
    ///
    /// # Errors
    /// The place in the text, and what is wrong.
    pub fn parse(registry: &Registry, text: &str) -> Result<Pipeline, PipelineError> {
        parse::parse(registry, text, &[])
    }

    /// As [`Pipeline::parse`], with further options for all passes that have them.
    ///
    /// # Errors
    /// The place in the text, and what is wrong.
    pub fn parse_with(
        registry: &Registry,
        text: &str,
        common: &[(String, String)],
    ) -> Result<Pipeline, PipelineError> {
        parse::parse(registry, text, common)
    }

    /// Adds a pass, or the passes of a pipeline with a name, with options as in `a=1 b=2`.
    ///
    /// # Errors
    /// An unknown name or option.
    pub fn add(&mut self, registry: &Registry, name: &str, options: &str) -> Result<(), PipelineError> {
        let text = if options.is_empty() { name.to_owned() } else { format!("{name}{{{options}}}") };
        let more = Pipeline::parse(registry, &text)?;
        self.items.extend(more.items);
        Ok(())
    }

    /// All passes, in order.
    pub fn passes(&self) -> Vec<&Instance> {
        let mut list = Vec::new();
        let mut stack: Vec<std::slice::Iter<'_, Item>> = vec![self.items.iter()];
        while let Some(items) = stack.last_mut() {
            match items.next() {
                Some(Item::Pass(instance)) => list.push(&**instance),
                Some(Item::Nested(pipeline)) => stack.push(pipeline.items.iter()),
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
    /// The name with the options that were given, as [`Pipeline::parse`] reads it.
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
                Item::Pass(instance) => instance.fmt(f)?,
                Item::Nested(pipeline) => pipeline.fmt(f)?,
            }
        }
        f.write_str(")")
    }
}

#[cfg(test)]
mod tests;
