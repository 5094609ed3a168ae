#![forbid(unsafe_code)]
//! Lowerings from MLIR's source dialects to `spv`
//!
//! The crate has conversion patterns ([`spv_ir::conversion`], one file per source dialect), a type converter, target
//! environments and passes.

mod affine_maps;
mod arith;
mod atomic_kinds;
mod atomics;
mod bfloat16;
mod casts;
mod complex;
mod control;
mod emit;
mod env;
mod func;
mod globals;
mod gpu;
mod kernels;
mod lanes;
mod masked;
mod math;
mod matrices;
mod memref;
mod named;
mod narrow_floats;
mod outline;
pub mod passes;
mod replicate;
mod small_floats;
pub mod target;
mod tensor;
mod types;
mod vector;
mod wide_integers;

pub use env::{Options, Spirv};
pub use passes::{PASSES, convert_to_spirv, convert_to_spirv_with};
pub use target::TargetEnv;
pub use types::{OPENCL_SPACES, VULKAN_SPACES, type_converter};

use spv_ir::builtin::CAST;
use spv_ir::conversion::{ConversionTarget, Legality, Operands, Pattern, Patterns};
use spv_ir::{Body, Context, Op};

/// Pattern that folds a cast between a type before conversion and its converted type.
static CASTS: &[Pattern<Spirv>] =
    &[Pattern::new(CAST.name, "cast", |rw: &mut emit::Rw<'_>, op: Op, operands: &Operands| {
        let types = rw.result_types(op)?;
        let values = operands.all()?;
        let same = values.iter().map(|value| rw.value_type(*value)).eq(types);
        if !same {
            return Err("the types differ after conversion".into());
        }
        emit::SourceOps::done(rw, op, &values)
    })];

/// Returns the pattern lists of each source dialect, with the dialect's name.
fn by_dialect() -> [(&'static str, Vec<&'static [Pattern<Spirv>]>); 14] {
    [
        ("arith", arith::patterns().to_vec()),
        ("math", math::patterns().to_vec()),
        ("control", vec![control::PATTERNS]),
        ("memref", vec![memref::PATTERNS, atomics::PATTERNS]),
        ("gpu", vec![gpu::PATTERNS, matrices::PATTERNS]),
        ("vector", vec![vector::PATTERNS]),
        ("masked", vec![masked::PATTERNS]),
        ("elementwise", vec![lanes::ELEMENTWISE]),
        ("wide", vec![wide_integers::PATTERNS, wide_integers::FROM_WORDS]),
        ("lanes", vec![lanes::PATTERNS, affine_maps::PATTERNS]),
        ("complex", vec![complex::PATTERNS]),
        ("tensor", vec![tensor::PATTERNS]),
        ("func", vec![func::PATTERNS]),
        ("builtin", vec![CASTS]),
    ]
}

/// Dialects whose patterns do not handle integers that are emulated by two 32-bit words.
const NARROW: [&str; 5] = ["arith", "math", "vector", "complex", "tensor"];

/// Ops of the [`NARROW`] dialects whose patterns nevertheless handle integers emulated by two words.
const ANY_VALUE: [&str; 3] =
    [spv_dialects::arith::Select::NAME, spv_dialects::ub::Poison::NAME, spv_dialects::tensor::Extract::NAME];

/// Dialects whose patterns handle only scalars and vectors, not tensors.
const WITHOUT_TENSORS: [&str; 2] = ["arith", "math"];

/// Ops of the [`WITHOUT_TENSORS`] dialects whose patterns nevertheless handle arrays.
const ANY_TYPE: [&str; 2] = [spv_ir::arith::CONSTANT.name, spv_dialects::ub::Poison::NAME];

/// Ops of the [`WITHOUT_TENSORS`] dialects that handle floats of at most 8 bits. They only move or convert the bits.
const SMALL_FLOATS: [&str; 6] = [
    spv_ir::arith::CONSTANT.name,
    spv_dialects::arith::Bitcast::NAME,
    spv_dialects::arith::ExtF::NAME,
    spv_dialects::arith::ScalingExtF::NAME,
    spv_dialects::arith::ScalingTruncF::NAME,
    spv_dialects::arith::TruncF::NAME,
];

/// Iterates over all patterns. Each pattern has guards that reject the types its dialect does not handle.
fn all() -> impl Iterator<Item = Pattern<Spirv>> {
    let listed = by_dialect().into_iter().flat_map(|(name, lists)| {
        lists.into_iter().flatten().map(move |pattern| {
            let wide = NARROW.contains(&name) && !ANY_VALUE.contains(&pattern.op);
            let tensors = WITHOUT_TENSORS.contains(&name) && !ANY_TYPE.contains(&pattern.op);
            match (wide, tensors) {
                (true, true) if SMALL_FLOATS.contains(&pattern.op) => pattern.guarded(|rw, op| {
                    wide_integers::refuse(rw, op)?;
                    tensor::refuse(rw, op)
                }),
                (true, true) => pattern.guarded(|rw, op| {
                    wide_integers::refuse(rw, op)?;
                    types::refuse_small_floats(rw, op)?;
                    tensor::refuse(rw, op)
                }),
                (true, false) => pattern.guarded(wide_integers::refuse),
                (false, true) => pattern.guarded(tensor::refuse),
                (false, false) => *pattern,
            }
        })
    });
    listed.chain(tensor::elementwise()).chain(bfloat16::elementwise())
}

/// Returns the patterns of all source dialects. An embedding program may add its own.
pub fn patterns() -> Patterns<Spirv> {
    Patterns::default().with(&all().collect::<Vec<_>>())
}

/// Returns the patterns for the ops of the named dialects.
pub(crate) fn patterns_of(dialects: &[&str]) -> Patterns<Spirv> {
    let of = |pattern: &Pattern<Spirv>| {
        dialects.iter().any(|name| pattern.op.strip_prefix(name).is_some_and(|rest| rest.starts_with('.')))
    };
    Patterns::default().with(CASTS).with(&all().filter(of).collect::<Vec<_>>())
}

/// Returns whether an op remains unconverted because the module's `gpu.module` ops contain all code to convert.
fn outside(env: &Spirv, _: &Context, _: &Body, _: Op) -> bool {
    !env.active
}

/// Returns the conversion target of a full conversion. In the code to convert, only `spv` ops are legal.
pub fn conversion_target() -> ConversionTarget<Spirv> {
    ConversionTarget::default()
        .dialect("spv", Legality::Legal)
        .op("builtin.module", Legality::Legal)
        .op(spv_dialects::gpu::Module::NAME, Legality::Illegal)
        .unknown(Legality::Dynamic(outside))
}
