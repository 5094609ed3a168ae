#![forbid(unsafe_code)]
//! Data model of an instruction set grammar: instructions, enumerations, layouts and literal strings
//!
//! The crate does not depend on the IR, so that both the assembler and the IR can build on it.

pub mod byte_string;
mod enumeration;
mod fixed_layout;
mod layout;
pub mod name_hash;
mod row;
mod suggest;
mod words;

pub use enumeration::{Availability, EnumDef, Enumerant};
pub use fixed_layout::{FixedLayout, ParamPlace};
pub use layout::{Count, InstructionLayout, ParamLayout, Rest, SEGMENTS};
pub use row::{ABSENT, Arity, NO_OPCODE, OpRow, Param, ParamKind, ResultKind, same};
pub use suggest::{suggest, suggest_enumerant, suggest_op};
pub use words::{RestOfWords, Word, WordLayout, all_ids};
