//! Row tests: small modules for every instruction, enumerant and extended instruction of the grammar. Each module is
//! created from the row alone, and must pass the checks.

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
