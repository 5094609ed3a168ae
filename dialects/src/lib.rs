#![forbid(unsafe_code)]
//! MLIR's dialects that kernels are written in, as LLVM 19 has them: ops as tables of their parts, types and assembly
//! formats. Nothing here knows SPIR-V; the crate `spv-conversion` lowers these ops.

pub mod arith;
mod assembly;
pub mod cf;
pub mod complex;
pub mod enums;
mod fold;
mod format;
pub mod func;
mod generic_form;
pub mod gpu;
mod gpu_binary;
mod hints;
pub mod index;
pub mod math;
pub mod memref;
pub mod scf;
mod spec;
pub mod tensor;
mod text;
mod transfer;
pub mod types;
pub mod ub;
pub mod vector;
mod verify;

pub use spec::{Class, Is, Part, Spec, View};

use spv_ir::dialect::Dialect;

/// Every dialect with its ops.
static DIALECTS: [(&str, &[Spec]); 12] = [
    ("arith", arith::OPS),
    ("cf", cf::OPS),
    ("complex", complex::OPS),
    ("func", func::OPS),
    ("gpu", gpu::OPS),
    ("index", index::OPS),
    ("math", math::OPS),
    ("memref", memref::OPS),
    ("scf", scf::OPS),
    ("tensor", tensor::OPS),
    ("ub", ub::OPS),
    ("vector", vector::OPS),
];

/// All ops of all dialects.
pub(crate) fn all_ops() -> impl Iterator<Item = &'static Spec> {
    DIALECTS.iter().flat_map(|(_, ops)| ops.iter())
}

/// The dialects, to register with others.
pub fn dialects() -> Vec<Dialect> {
    let dialect = |&(name, ops): &(&'static str, &'static [Spec])| Dialect {
        name,
        ops: ops.iter().map(Spec::def).collect(),
        types: if name == "gpu" { gpu::types() } else { Vec::new() },
        attrs: match name {
            "arith" => generic_form::arith_attributes(),
            "ub" => ub::attributes(),
            "gpu" => gpu::attributes(),
            "vector" => vector::attributes(),
            _ => Vec::new(),
        },
        // One form is for the ops of all.
        generic: (name == "arith").then_some(&generic_form::FORM),
        ..Dialect::default()
    };
    DIALECTS.iter().map(dialect).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_compiles() {
        for spec in all_ops() {
            assert_eq!(format::compile(spec).error, None);
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
