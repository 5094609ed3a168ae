//! A custom dialect of an embedding program, with its lowering to SPIR-V
//!
//! A table defines how the op `acme.average` is parsed, verified and printed. A pattern lowers it to SPIR-V
//! instructions.
//!
//!     cargo run -p spv-opt --example own_dialect

use spv_opt::conversion::{Options, Spirv, convert_to_spirv_with, patterns};
use spv_opt::ir::conversion::{ConversionRewriter, Mismatch, Operands, Pattern};
use spv_opt::ir::dialect::{Dialect, OpDef, OpRow, Param, ParamKind, ResultKind, Traits};
use spv_opt::ir::{Context, NewOp, Op};
use spv_opt::spv;
use std::sync::Arc;

/// The op `acme.average`: the average of two unsigned integers, rounded down.
static AVERAGE: OpRow = OpRow::structural(
    "acme.average",
    &[Param::one("a", ParamKind::Value), Param::one("b", ParamKind::Value)],
    ResultKind::One,
);

/// The dialect: its ops with their properties and assembly formats.
pub const DIALECT: Dialect = Dialect { name: "acme", ops: &OPS, ..Dialect::EMPTY };

static OPS: [OpDef; 1] = [OpDef {
    traits: Traits::PURE.union(Traits::SAME_TYPE).union(Traits::COMMUTATIVE),
    format: "$a `,` $b attr-dict `:` common-type($a, $b, $result)",
    ..OpDef::new(&AVERAGE)
}];

/// Patterns that lower the ops of the dialect to `spv`.
static LOWERINGS: &[Pattern<Spirv>] =
    &[Pattern::new("acme.average", "average of unsigned integers", lower_average)];

/// Lowers an average to `(a & b) + ((a ^ b) >> 1)`, which does not overflow.
fn lower_average(
    rw: &mut ConversionRewriter<'_, Spirv>,
    op: Op,
    operands: &Operands,
) -> Result<(), Mismatch> {
    let ctx = rw.ctx;
    let (a, b) = (operands.one(0)?, operands.one(1)?);
    let ty = rw.convert_type(rw.value_type(rw.result(op, 0)))?;
    if ty != ctx.common().i32 {
        return Err("only i32 is supported".into());
    }
    let mut emit = |def, operands: &[_], slots: &[u32]| {
        rw.value(NewOp { operands, slots, results: &[ty], ..NewOp::new(def) })
    };
    let common = emit(spv::BitwiseAnd::ID, &[a, b], &[]);
    let different = emit(spv::BitwiseXor::ID, &[a, b], &[]);
    let one = emit(spv::Constant::ID, &[], &[ctx.i32_attr(1).raw()]);
    let half = emit(spv::ShiftRightLogical::ID, &[different, one], &[]);
    let average = emit(spv::IAdd::ID, &[common, half], &[]);
    rw.replace(op, &[average]);
    Ok(())
}

/// Lowers a kernel that uses the dialect to a SPIR-V binary.
///
/// # Errors
/// The errors in the MLIR text, or ops that cannot be lowered.
pub fn compile(source: &str) -> Result<Vec<u32>, String> {
    let ctx = Arc::new(Context::new(spv_opt::registry_with(vec![DIALECT])));
    let shown = |errors: spv_opt::Diagnostics| {
        spv_opt::render(&errors, spv_opt::Source { file: "kernel.mlir", text: source, ctx: Some(&ctx) })
    };
    let mut module = spv_opt::parse(&ctx, source).map_err(shown)?;
    spv_opt::verify(&module).map_err(shown)?;
    let patterns = patterns().with(LOWERINGS);
    convert_to_spirv_with(&mut module, "vulkan1.1", Options::default(), &patterns).map_err(shown)?;
    spv_opt::export(&module).map_err(shown)
}

/// A kernel in MLIR that averages two buffers.
pub const KERNEL: &str = r"
gpu.module @kernels {
  gpu.func @main(%x: memref<64xi32>, %y: memref<64xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %a = memref.load %x[%i] : memref<64xi32>
    %b = memref.load %y[%i] : memref<64xi32>
    %r = acme.average %a, %b : i32
    memref.store %r, %y[%i] : memref<64xi32>
    gpu.return
  }
}";

#[allow(dead_code, reason = "tests include this file for its functions")]
fn main() -> Result<(), String> {
    let words = compile(KERNEL)?;
    println!("{} words", words.len());
    Ok(())
}
