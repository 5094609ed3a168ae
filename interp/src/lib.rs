//! Reference interpreter for functions in CFG form or region form
//!
//! The interpreter is deliberately simple and slow, and independent of the passes that it tests.
//!
//! - [`eval`] defines the semantics of single ops without side effects or control flow.
//! - [`Machine`] runs functions in CFG form or region form.
//!
//! Undefined behavior of SPIR-V is modeled explicitly: a result is [`Value::Undef`], which ops propagate, or the run
//! ends with a [`Trap`]. Both forms of a program also agree in undefined results and traps. A pass may replace an
//! undefined value with any value ([`Value::refined_by`]).

mod bits;
mod composite;
mod constant;
pub mod eval;
mod glsl;
mod machine;
mod scalar;
mod value;
mod wrap;

pub use bits::of_f64 as float_bits;
pub use constant::value as constant;
pub use eval::{Inst, eval_op};
pub use machine::{Inputs, Machine, Opaque, Outcome, Run, Trap};
pub use value::{Pointer, Value, ValueType, filled, shape, undef, zero};
