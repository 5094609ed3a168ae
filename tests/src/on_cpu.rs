//! Runs programs in MLIR's source dialects on the CPU with LLVM 19

use crate::tools::Peer;

/// Options with which mlir-opt-19 lowers programs to the LLVM dialect.
const TO_LLVM: [&str; 21] = [
    "--convert-linalg-to-loops",
    "--convert-vector-to-scf",
    "--convert-scf-to-cf",
    "--expand-strided-metadata",
    "--memref-expand",
    "--lower-affine",
    "--arith-expand",
    "--lower-vector-multi-reduction",
    "--convert-complex-to-standard",
    "--convert-complex-to-llvm",
    "--convert-index-to-llvm",
    "--convert-math-to-funcs",
    "--convert-math-to-llvm",
    "--convert-math-to-libm",
    "--convert-vector-to-llvm",
    "--finalize-memref-to-llvm",
    "--convert-func-to-llvm",
    "--convert-cf-to-llvm",
    "--convert-arith-to-llvm",
    "--convert-ub-to-llvm",
    "--reconcile-unrealized-casts",
];

/// Runs the function `main` of a module on the CPU, and returns its standard output.
///
/// # Errors
/// Returns LLVM's message, or a message that LLVM is not installed.
pub fn run(text: &str) -> Result<Vec<u8>, String> {
    let lowered = Peer::MlirOpt19.run(&TO_LLVM, text.as_bytes())?;
    Peer::MlirCpuRunner19.run(&["-e", "main", "--entry-point-result=void"], &lowered)
}

/// Returns ops that write the first `bytes` bytes of a memref to standard output. The module must declare `@write`. The
/// ops' result names begin with `name`.
pub fn write(name: &str, ty: &str, bytes: usize) -> String {
    format!(
        "    %a_{name} = memref.extract_aligned_pointer_as_index %{name} : {ty} -> index
    %b_{name} = arith.index_cast %a_{name} : index to i64
    %c_{name} = llvm.inttoptr %b_{name} : i64 to !llvm.ptr
    %d_{name} = arith.constant 1 : i32
    %n_{name} = arith.constant {bytes} : i64
    %r_{name} = llvm.call @write(%d_{name}, %c_{name}, %n_{name}) : (i32, !llvm.ptr, i64) -> i64
"
    )
}
