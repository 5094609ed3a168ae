//! A reference interpreter of the IR: what a function computes, whichever form its control flow has.
//! Plain and slow on purpose, and independent of the passes that it judges.
//!
//! - [`eval`] is the meaning of single ops without side effects, apart from control flow.
//! - [`Machine`] runs functions: CFG form and region form alike.
//!
//! Behaviour that SPIR-V leaves undefined is defined here: a result is [`Value::Undef`], which ops pass on,
//! or the run ends in a [`Trap`]. Two forms of one program are equal in those, too; a pass may replace them
//! with anything ([`Value::refined_by`]).

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
pub use value::{Pointer, Shape, Value, filled, shape, undef, zero};
