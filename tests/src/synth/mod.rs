//! The row test: for every instruction, enumerant and extended instruction of the grammar small modules
//! that show it, made from the row alone, and the checks that each must pass.

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
