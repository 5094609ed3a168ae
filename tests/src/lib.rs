//! Test support.

pub mod r#gen;
