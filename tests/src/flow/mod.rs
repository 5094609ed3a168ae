//! Random control-flow graphs, and what they do: a judge of conversions between forms of control flow.

mod generate;
mod run;

pub use generate::{Graph, Shape, module_text, skeleton_text};
pub use run::{Trace, trace};
