//! Test support.

pub mod compare;
pub mod flow;
pub mod forms;
pub mod r#gen;
pub mod growth;
mod line_state;
pub mod mutate;
pub mod programs;
pub mod rounds;
pub mod source;
pub mod sources;
pub mod synth;
pub mod tools;

pub use spv_interp as interp;
