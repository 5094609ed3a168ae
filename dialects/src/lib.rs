#![forbid(unsafe_code)]
//! MLIR dialects for kernels, as of LLVM 19: op definitions, types and assembly formats
//!
//! The dialects are independent of SPIR-V; the crate `spv-conversion` lowers their ops.

pub mod arith;
pub mod cf;
pub mod complex;
mod directives;
pub mod enums;
mod fold;
pub mod func;
mod generic_form;
pub mod gpu;
mod gpu_binary;
mod hints;
pub mod index;
pub mod math;
pub mod memref;
pub mod scf;
mod since;
mod spec;
pub mod tensor;
mod text;
mod transfer;
pub mod types;
pub mod ub;
pub mod vector;
mod vector_shapes;
mod verify;

pub use spec::{CheckFn, Class, Spec, View};

use spv_ir::dialect::{Dialect, OpDef, name_table};

/// Op definitions of all dialects, in the order of [`DIALECTS`].
static TABLES: [&[Spec]; 12] = [
    arith::OPS,
    cf::OPS,
    complex::OPS,
    func::OPS,
    gpu::OPS,
    index::OPS,
    math::OPS,
    memref::OPS,
    scf::OPS,
    tensor::OPS,
    ub::OPS,
    vector::OPS,
];

/// Iterates over all ops of all dialects.
pub(crate) fn all_ops() -> impl Iterator<Item = &'static Spec> {
    TABLES.iter().flat_map(|ops| ops.iter())
}

/// Defines the dialect with the ops of a Rust module. The module's name is the dialect name. The ops have no SPIR-V
/// opcodes.
macro_rules! dialect {
    ($name:ident) => {{
        static OPS: [OpDef; $name::OPS.len()] = definitions($name::OPS);
        static OP_NAMES: [u16; 128] = name_table(&OPS, &[]);
        let op_by_code: Option<fn(u16, u32) -> Option<usize>> = Some(|_, _| None);
        Dialect { name: stringify!($name), ops: &OPS, op_names: &OP_NAMES, op_by_code, ..Dialect::EMPTY }
    }};
}

const fn definitions<const N: usize>(table: &[Spec]) -> [OpDef; N] {
    let mut all = [table[0].def(); N];
    let mut i = 1;
    while i < N {
        all[i] = table[i].def();
        i += 1;
    }
    all
}

/// All source dialects, to be registered in a context.
pub static DIALECTS: [Dialect; 12] = [
    // The `generic` hooks and `directives` of this dialect serve the ops of all source dialects.
    Dialect {
        attrs: generic_form::ARITH_ATTRIBUTES,
        generic: Some(&generic_form::FORM),
        directives: directives::DIRECTIVES,
        ..dialect!(arith)
    },
    dialect!(cf),
    dialect!(complex),
    dialect!(func),
    Dialect { types: gpu::TYPES, attrs: gpu::ATTRIBUTES, ..dialect!(gpu) },
    dialect!(index),
    dialect!(math),
    dialect!(memref),
    dialect!(scf),
    dialect!(tensor),
    Dialect { attrs: ub::ATTRIBUTES, ..dialect!(ub) },
    Dialect { attrs: vector::ATTRIBUTES, ..dialect!(vector) },
];

#[cfg(test)]
mod tests {
    use super::*;
    use spv_ir::format::Format;

    #[test]
    fn every_format_compiles() {
        for spec in all_ops() {
            let def = spec.def();
            assert_eq!(Format::compile(&def, def.format).error, None);
        }
    }

    #[test]
    fn names_are_unique() {
        let mut names: Vec<&str> = all_ops().map(|spec| spec.row.name).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
