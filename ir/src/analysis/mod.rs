//! Analyses of bodies
//!
//! Analyses hold no reference to the body. To detect that a stored analysis is outdated, compare
//! [`crate::body::Body::epoch`] with its value at the time of the analysis.

pub mod cfg;
pub mod dominance;
pub mod forest;
pub mod graph;
pub mod intervals;
pub mod liveness;
pub mod scoped_map;
mod semi_nca;
#[cfg(test)]
mod tests;

pub use cfg::{Cfg, declared_count, edge_count};
pub use dominance::{DomTree, Dominance};
pub use forest::Forest;
pub use graph::{Digraph, DirectedEdge, graph_dominators};
pub use intervals::Intervals;
pub use liveness::Liveness;
pub use scoped_map::ScopedMap;
