//! Tests of each instruction, enumerant and extended instruction of the grammar in a small module
//!
//! Each module is generated from a grammar entry, and must pass the checks.

pub mod builder;
pub mod check;
mod constants;
mod debug;
mod decode;
pub mod enumerants;
mod flow;
mod operands;
pub mod rows;
mod same;
pub mod sets;
mod special;
