//! Test support.

pub mod compare;
pub mod flow;
pub mod forms;
pub mod r#gen;
mod line_state;
pub mod mutate;
pub mod synth;
pub mod tools;
