//! Analyses: pure functions of a body. They hold no reference to it; a caller that keeps one across
//! mutations compares [`crate::body::Body::epoch`].

pub mod cfg;
pub mod dominance;
pub mod forest;
pub mod liveness;
mod semi_nca;
#[cfg(test)]
mod tests;

pub use cfg::{Cfg, declared_count, edge_count};
pub use dominance::{DomTree, Dominance, graph_dominators};
pub use forest::Forest;
pub use liveness::Liveness;
