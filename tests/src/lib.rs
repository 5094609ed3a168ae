//! Support library of the tests

pub mod compare;
pub mod elements;
pub mod flow;
pub mod forms;
pub mod r#gen;
pub mod growth;
pub mod kernel_files;
pub mod kernels;
mod line_state;
pub mod mutate;
pub mod on_cpu;
pub mod pipelines;
pub mod programs;
pub mod rounds;
pub mod source;
pub mod sources;
pub mod synth;
pub mod tools;

pub use spv_interp as interp;
