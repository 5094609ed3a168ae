//! Comparison: what two modules differ in, as a text like that of a code review.
//!
//! Both modules are printed. Definitions with names are paired by name, others by their structure: by what they are but
//! for the names of values, symbols and types that are numbered. In a pair, lines are aligned by structure, and the
//! second module's numbered names become those of the first. What is left is compared line by line, so that an inserted
//! operation is one line, whatever numbers follow it.

mod items;
mod names;
mod pairs;
mod write;

use items::items;
use pairs::{Pair, pairs};
use spv_ir::Module;
use spv_printer::{Options, print};
use std::fmt::{self, Display, Formatter};

/// The differences of two modules. It prints as a text in which removed lines begin with `-`, and added ones with `+`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Difference {
    /// Definitions that differ, in order.
    pub hunks: Vec<Hunk>,
}

/// A definition that differs: a function, a variable, a type, or the head of the module.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Hunk {
    /// What it is: the first line.
    pub title: String,
    /// Its lines that differ, with lines around them.
    pub lines: Vec<Line>,
}

/// A line of a hunk.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum Line {
    /// In both modules.
    Both(String),
    /// In the first module alone.
    Removed(String),
    /// In the second module alone.
    Added(String),
    /// So many lines of both modules are left out.
    Skipped(usize),
}

/// Compares two modules, which may be of different contexts.
pub fn diff(a: &Module, b: &Module) -> Difference {
    let (a, b) = (print(a, &Options::default()), print(b, &Options::default()));
    let (a, b) = (items(&a), items(&b));
    let (pairs, names) = pairs(&a, &b);
    let hunk = |pair: &Pair| write::hunk(pair.a.map(|i| &a[i]), pair.b.map(|i| &b[i]), &names);
    Difference { hunks: pairs.iter().filter_map(hunk).collect() }
}

impl Difference {
    /// Whether the modules are equal but for numbered names.
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
