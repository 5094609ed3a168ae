//! Types, helpers and macros for the generated tables

use crate::generated::enums::STORAGE_CLASS;
use crate::generated::ops::CORE;

pub(crate) use crate::generated::ops::Class;
pub(crate) use spv_grammar::ParamKind::*;
pub(crate) use spv_grammar::{Availability, EnumDef, Enumerant, OpRow, Param, ParamKind, ResultKind};

/// `StorageClass` as an open enumeration. In debug info, producers use unlisted values for pointers without a known
/// storage class.
pub static DEBUG_STORAGE_CLASS: EnumDef = EnumDef {
    name: STORAGE_CLASS.name,
    bits: STORAGE_CLASS.bits,
    has_params: STORAGE_CLASS.has_params,
    open: true,
    enumerants: STORAGE_CLASS.enumerants,
    names: STORAGE_CLASS.names,
};

/// The result layout of a core instruction, and its section in the specification.
#[derive(Clone, Copy, Debug)]
pub struct ResultLayout {
    /// Section of the specification that describes the instruction.
    pub class: Class,
    /// Whether the instruction has a result type.
    pub result_type: bool,
    /// Whether the instruction has a result id.
    pub result_id: bool,
}

pub(crate) const fn shape(class: Class, result_type: bool, result_id: bool) -> ResultLayout {
    ResultLayout { class, result_type, result_id }
}

/// Creates a grammar parameter that occurs once.
pub(crate) const fn one(name: &'static str, kind: ParamKind) -> Param {
    Param::one(name, kind)
}

/// Creates an optional grammar parameter.
pub(crate) const fn opt(name: &'static str, kind: ParamKind) -> Param {
    Param::optional(name, kind)
}

/// Creates a grammar parameter that occurs any number of times.
pub(crate) const fn many(name: &'static str, kind: ParamKind) -> Param {
    Param::variadic(name, kind)
}

/// Returns the minimum version `major.minor` in the encoding of a module header.
pub(crate) const fn since(major: u32, minor: u32) -> Option<u32> {
    Some(major << 16 | minor << 8)
}

/// Constructs a grammar entry from instruction set, opcode, name, results, parameters and availability (first and
/// last version, capabilities, extensions).
macro_rules! row {
    ($set:literal, $code:literal, $name:literal, $result:ident, [$($param:expr),*], $min:expr, $max:expr, [$($capability:expr),*], [$($extension:literal),*]) => {
        OpRow {
            name: $name,
            set: $set,
            opcode: $code,
            params: &[$($param),*],
            result: ResultKind::$result,
            availability: Availability {
                min_version: $min,
                max_version: $max,
                capabilities: &[$($capability),*],
                extensions: &[$($extension),*],
            },
        }
    };
}

/// Constructs an enumerant from name, value, parameters and availability.
macro_rules! enumerant {
    ($name:literal, $value:literal, [$($param:expr),*], $min:expr, $max:expr, [$($capability:expr),*], [$($extension:literal),*]) => {
        Enumerant {
            name: $name,
            value: $value,
            params: &[$($param),*],
            availability: Availability {
                min_version: $min,
                max_version: $max,
                capabilities: &[$($capability),*],
                extensions: &[$($extension),*],
            },
        }
    };
}

pub(crate) use {enumerant, row};

/// Returns the opcodes in `rows` as enumerants, whose names lack the dialect prefix.
pub(crate) const fn opcode_enumerants<const N: usize>(rows: &[OpRow]) -> [Enumerant; N] {
    const PREFIX: usize = "spv.".len();
    let first = Enumerant { name: "", value: 0, params: &[], availability: rows[0].availability };
    let mut all = [first; N];
    let mut i = 0;
    while i < N {
        all[i].name = rows[i].name.split_at(PREFIX).1;
        all[i].value = rows[i].opcode;
        all[i].availability = rows[i].availability;
        i += 1;
    }
    all
}

/// Length of [`INDEX`]: the largest core opcode plus one.
const OPCODES: usize = CORE[CORE.len() - 1].opcode as usize + 1;

/// One plus the index in [`CORE`] for each opcode; 0 for unknown opcodes.
static INDEX: [u16; OPCODES] = {
    let mut index = [0; OPCODES];
    let mut i = 0;
    while i < CORE.len() {
        index[CORE[i].opcode as usize] = i as u16 + 1;
        i += 1;
    }
    index
};

/// Returns the index of a core opcode's entry in [`CORE`] and [`SHAPES`](crate::generated::ops::SHAPES); `None` for
/// unknown opcodes.
pub const fn core_index(opcode: u32) -> Option<usize> {
    if opcode as usize >= OPCODES {
        return None;
    }
    (INDEX[opcode as usize] as usize).checked_sub(1)
}

/// Returns the grammar entry of a core opcode; `None` for unknown opcodes.
pub fn core_row(opcode: u32) -> Option<&'static OpRow> {
    core_index(opcode).map(|i| &CORE[i])
}
