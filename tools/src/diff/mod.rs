//! Module comparison: computes a readable diff of two modules
//!
//! Both modules are printed as MLIR. Named definitions are paired by name. Unnamed definitions are paired by structure,
//! which ignores numeric suffixes of values, symbols and types. Within a pair, lines are aligned by structure. Numbered
//! names of the second module are replaced with those of the first. Finally, lines are compared, so an inserted op is
//! one line even if it renumbers other values.

mod items;
mod names;
mod pairs;
mod write;

use items::items;
use pairs::{Pair, pairs};
use spv_ir::Module;
use spv_printer::{Options, print};
use std::fmt::{self, Display, Formatter};

/// The differences between two modules. `Display` marks removed lines with `-` and added lines with `+`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Difference {
    /// Definitions that differ, in order.
    pub hunks: Vec<Hunk>,
}

/// A definition that differs: a function, a variable, a type, or the module header.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Hunk {
    /// First line of the definition, without a trailing brace.
    pub title: String,
    /// The lines that differ, with context.
    pub lines: Vec<Line>,
}

/// A line of a hunk.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum Line {
    /// A line in both modules.
    Both(String),
    /// A line only in the first module.
    Removed(String),
    /// A line only in the second module.
    Added(String),
    /// Number of common lines that are omitted.
    Skipped(usize),
}

/// Compares two modules, which may belong to different contexts.
pub fn diff(a: &Module, b: &Module) -> Difference {
    let (a, b) = (print(a, &Options::default()), print(b, &Options::default()));
    let (a, b) = (items(&a), items(&b));
    let (pairs, names) = pairs(&a, &b);
    let hunk = |pair: &Pair| write::hunk(pair.a.map(|i| &a[i]), pair.b.map(|i| &b[i]), &names);
    Difference { hunks: pairs.iter().filter_map(hunk).collect() }
}

impl Difference {
    /// Returns whether the modules are the same except for numbered names.
    pub fn is_empty(&self) -> bool {
        self.hunks.is_empty()
    }
}

impl Display for Difference {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (i, hunk) in self.hunks.iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            writeln!(f, "@@ {}", hunk.title)?;
            for line in &hunk.lines {
                match line {
                    Line::Both(line) => writeln!(f, " {line}")?,
                    Line::Removed(line) => writeln!(f, "-{line}")?,
                    Line::Added(line) => writeln!(f, "+{line}")?,
                    Line::Skipped(1) => writeln!(f, "  ... 1 line")?,
                    Line::Skipped(count) => writeln!(f, "  ... {count} lines")?,
                }
            }
        }
        Ok(())
    }
}
