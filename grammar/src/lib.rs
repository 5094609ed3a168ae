#![forbid(unsafe_code)]
//! The data model of an instruction set's grammar: rows of instructions with their parameters, enumerations, the layout that
//! follows from a row, and literal strings. What needs no IR, an assembler, builds on it as well as an IR does.

pub mod byte_string;
mod enumeration;
mod fixed_layout;
mod layout;
pub mod name_hash;
mod row;
mod words;

pub use enumeration::{Availability, EnumDef, Enumerant};
pub use fixed_layout::{FixedLayout, ParamPlace};
pub use layout::{Count, InstructionLayout, ParamLayout, Rest};
pub use row::{ABSENT, Arity, NO_OPCODE, OpRow, Param, ParamKind, ResultKind, same};
pub use words::{RestOfWords, Word, WordLayout, all_ids};
