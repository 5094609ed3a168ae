//! Overlay of the extended instruction sets

use super::{Overlay, family, row};
use crate::fold::identity::{Gives::*, Identity::*, Number::*};
use crate::fold::{bounds, composite_values, float, glsl as lanes};
use crate::generated::opcodes::*;
use crate::text::{formats as f, infer};
use crate::typed::result_types;
use crate::verify::lists as t;

/// Overlay entries by instruction set index. Debug info and non-semantic instruction sets need no entries.
pub(super) const ENTRIES: &[(u16, &[Overlay])] = &[
    (set::GLSL, GLSL),
    (set::OCL, OPENCL),
    (set::TOSA, TENSORS),
    (set::ARM_MOTION_ENGINE, MOTION),
    (set::AMD_VERTEX_PARAMETER, VERTEX_PARAMETER),
    (set::AMD_TRINARY_MIN_MAX, TRINARY),
    (set::AMD_GCN_SHADER, GCN),
    (set::AMD_SHADER_BALLOT, BALLOT),
];

/// The overlay entries of `GLSL.std.450`.
#[rustfmt::skip]
pub(super) const GLSL: &[Overlay] = {
    use glsl::*;
    &[
        // The rounding direction of ties is implementation-defined.
        row(ROUND).pure().same_type().types(t::FLOATS)
            .lane(|l| float::exact(l, float::value(l, 0)?.round_ties_even())),
        row(ROUND_EVEN).pure().same_type().types(t::FLOATS)
            .lane(|l| float::exact(l, float::value(l, 0)?.round_ties_even())),
        row(TRUNC).pure().same_type().types(t::FLOATS)
            .lane(|l| float::exact(l, float::value(l, 0)?.trunc())),
        row(F_ABS).pure().same_type().types(t::FLOATS).lane(|l| float::sign(l, |bits, top| bits & !top)),
        row(S_ABS).pure().same_type().types(t::INTS).lane(|l| Some(l.signed(0).wrapping_abs() as u64)),
        row(F_SIGN).pure().same_type().types(t::FLOATS).lane(lanes::f_sign),
        row(S_SIGN).pure().same_type().types(t::INTS).lane(|l| Some(l.signed(0).signum() as u64)),
        row(FLOOR).pure().same_type().types(t::FLOATS)
            .lane(|l| float::exact(l, float::value(l, 0)?.floor())),
        row(CEIL).pure().same_type().types(t::FLOATS).lane(|l| float::exact(l, float::value(l, 0)?.ceil())),
        row(FRACT).pure().same_type().types(t::FLOATS).lane(lanes::fract),
        row(RADIANS).pure().same_type().types(t::SMALL_FLOATS),
        row(DEGREES).pure().same_type().types(t::SMALL_FLOATS),
        row(SIN).pure().same_type().types(t::SMALL_FLOATS).lane(|l| lanes::at(l, &[lanes::ZERO])),
        row(COS).pure().same_type().types(t::SMALL_FLOATS).lane(|l| lanes::at(l, &[(0.0, 1.0)])),
        row(TAN).pure().same_type().types(t::SMALL_FLOATS).lane(|l| lanes::at(l, &[lanes::ZERO])),
        row(ASIN).pure().same_type().types(t::SMALL_FLOATS).lane(|l| lanes::at(l, &[lanes::ZERO])),
        row(ACOS).pure().same_type().types(t::SMALL_FLOATS).lane(|l| lanes::at(l, &[(1.0, 0.0)])),
        row(ATAN).pure().same_type().types(t::SMALL_FLOATS).lane(|l| lanes::at(l, &[lanes::ZERO])),
        row(SINH).pure().same_type().types(t::SMALL_FLOATS),
        row(COSH).pure().same_type().types(t::SMALL_FLOATS),
        row(TANH).pure().same_type().types(t::SMALL_FLOATS),
        row(ASINH).pure().same_type().types(t::SMALL_FLOATS),
        row(ACOSH).pure().same_type().types(t::SMALL_FLOATS),
        row(ATANH).pure().same_type().types(t::SMALL_FLOATS),
        row(ATAN2).pure().same_type().types(t::SMALL_FLOATS)
            .lane(lanes::atan2),
        row(POW).pure().same_type().types(t::SMALL_FLOATS).lane(lanes::pow),
        row(EXP).pure().same_type().types(t::SMALL_FLOATS).lane(|l| lanes::at(l, &[(0.0, 1.0)])),
        row(LOG).pure().same_type().types(t::SMALL_FLOATS).lane(|l| lanes::at(l, &[(1.0, 0.0)])),
        row(EXP2).pure().same_type().types(t::SMALL_FLOATS).lane(lanes::exp2),
        row(LOG2).pure().same_type().types(t::SMALL_FLOATS).lane(lanes::log2),
        row(SQRT).pure().same_type().types(t::FLOATS).lane(float::sqrt),
        row(INVERSE_SQRT).pure().same_type().types(t::FLOATS),
        row(DETERMINANT).pure(),
        row(MATRIX_INVERSE).pure().same_type(),
        row(MODF).writes(),
        row(MODF_STRUCT).pure().format("attr-dict $0 `:` common-type($0) `->` common-type($result)"),
        row(F_MIN).pure().commutative().same_type().types(t::FLOATS)
            .lane(|l| lanes::pick(l, |a, b| if b < a { b } else { a })).identities(&[Same(Operand)]),
        row(U_MIN).pure().commutative().same_type().types(t::INTS)
            .lane(|l| Some(l.unsigned(0).min(l.unsigned(1))))
            .identities(&[Either(Ones, Operand), Either(Zero, Constant(Zero)), Same(Operand)]),
        row(S_MIN).pure().commutative().same_type().types(t::INTS)
            .lane(|l| Some(l.signed(0).min(l.signed(1)) as u64))
            .identities(&[Either(Greatest, Operand), Either(Least, Constant(Least)), Same(Operand)]),
        row(F_MAX).pure().commutative().same_type().types(t::FLOATS)
            .lane(|l| lanes::pick(l, |a, b| if a < b { b } else { a })).identities(&[Same(Operand)]),
        row(U_MAX).pure().commutative().same_type().types(t::INTS)
            .lane(|l| Some(l.unsigned(0).max(l.unsigned(1))))
            .identities(&[Either(Zero, Operand), Either(Ones, Constant(Ones)), Same(Operand)]),
        row(S_MAX).pure().commutative().same_type().types(t::INTS)
            .lane(|l| Some(l.signed(0).max(l.signed(1)) as u64))
            .identities(&[Either(Least, Operand), Either(Greatest, Constant(Greatest)), Same(Operand)]),
        row(F_CLAMP).pure().same_type().types(t::FLOATS).lane(lanes::f_clamp).folds(&[bounds::beyond_bound]),
        row(U_CLAMP).pure().same_type().types(t::INTS)
            .lane(lanes::u_clamp)
            .folds(&[bounds::beyond_bound]),
        row(S_CLAMP).pure().same_type().types(t::INTS)
            .lane(lanes::s_clamp)
            .folds(&[bounds::beyond_bound]),
        row(F_MIX).pure().same_type().types(t::FLOATS)
            .format("attr-dict $0 `:` common-type($0) `,` $1 `:` common-type($1) `,` $2 `:` common-type($2) `->` common-type($result)")
            .result_type(infer::first).lane(lanes::mix),
        row(I_MIX).pure().same_type(),
        row(STEP).pure().same_type().types(t::FLOATS).lane(lanes::step),
        row(SMOOTH_STEP).pure().same_type().types(t::FLOATS),
        row(FMA).pure().same_type().types(t::FLOATS).lane(float::fma),
        row(FREXP).writes(),
        row(FREXP_STRUCT).pure().types(t::FREXP_STRUCT)
            .format("attr-dict $0 `:` common-type($0) `->` common-type($result)"),
        row(LDEXP).pure().types(t::LDEXP)
            .format("attr-dict $0 `:` common-type($0) `,` $1 `:` common-type($1) `->` common-type($result)"),
        family(PACK_SNORM4X8, PACK_UNORM2X16, 4).pure(),
        row(PACK_HALF2X16).pure().value_fold(composite_values::pack_halves),
        family(PACK_DOUBLE2X32, UNPACK_UNORM2X16, 3).pure(),
        row(UNPACK_HALF2X16).pure().value_fold(composite_values::unpack_halves),
        family(UNPACK_SNORM4X8, UNPACK_DOUBLE2X32, 3).pure(),
        row(LENGTH).pure().types(t::NORM).result_type(result_types::length),
        row(DISTANCE).pure().commutative().types(t::NORM).format(f::REDUCE)
            .result_type(result_types::length),
        row(CROSS).pure().same_type(),
        row(NORMALIZE).pure().same_type().types(t::FLOATS),
        row(FACE_FORWARD).pure().same_type().types(t::FLOATS),
        row(REFLECT).pure().same_type().types(t::FLOATS),
        row(REFRACT).pure(),
        row(FIND_I_LSB).pure().same_type().types(t::INTS)
            .lane(|l| Some(if l.bits[0] == 0 { u64::MAX } else { l.bits[0].trailing_zeros().into() })),
        row(FIND_S_MSB).pure().same_type().types(t::INTS)
            .lane(|l| Some(lanes::top_bit(if l.signed(0) < 0 { !l.signed(0) as u64 } else { l.bits[0] }))),
        row(FIND_U_MSB).pure().same_type().types(t::INTS).lane(|l| Some(lanes::top_bit(l.bits[0]))),
        row(INTERPOLATE_AT_CENTROID).reads(),
        row(INTERPOLATE_AT_SAMPLE).reads(),
        row(INTERPOLATE_AT_OFFSET).reads(),
        row(N_MIN).pure().commutative().same_type().types(t::FLOATS)
            .lane(|l| lanes::number(l, |a, b| if b < a { b } else { a }))
            .identities(&[Same(Operand)]),
        row(N_MAX).pure().commutative().same_type().types(t::FLOATS)
            .lane(|l| lanes::number(l, |a, b| if a < b { b } else { a }))
            .identities(&[Same(Operand)]),
        row(N_CLAMP).pure().same_type().types(t::FLOATS).lane(lanes::n_clamp).folds(&[bounds::beyond_bound]),
    ]
};

/// The overlay entries of `OpenCL.std`.
#[rustfmt::skip]
const OPENCL: &[Overlay] = {
    use ocl::*;
    &[
        family(ACOS, FLOOR, 26).pure().same_type().types(t::FLOATS),
        row(FMA).pure().same_type().types(t::FLOATS),
        row(FMAX).pure().commutative().same_type().types(t::FLOATS),
        row(FMIN).pure().commutative().same_type().types(t::FLOATS),
        row(FMOD).pure().same_type().types(t::FLOATS),
        row(FRACT).writes(),
        row(FREXP).writes(),
        row(HYPOT).pure().commutative().same_type().types(t::FLOATS),
        row(ILOGB).pure(),
        row(LDEXP).pure(),
        row(LGAMMA).pure().same_type().types(t::FLOATS),
        row(LGAMMA_R).writes(),
        family(LOG, MINMAG, 8).pure().same_type().types(t::FLOATS),
        row(MODF).writes(),
        row(NAN).pure(),
        row(NEXTAFTER).pure().same_type().types(t::FLOATS),
        row(POW).pure().same_type().types(t::FLOATS),
        row(POWN).pure(),
        row(POWR).pure().same_type().types(t::FLOATS),
        row(REMAINDER).pure().same_type().types(t::FLOATS),
        row(REMQUO).writes(),
        row(RINT).pure().same_type().types(t::FLOATS),
        row(ROOTN).pure(),
        row(ROUND).pure().same_type().types(t::FLOATS),
        row(RSQRT).pure().same_type().types(t::FLOATS),
        row(SIN).pure().same_type().types(t::FLOATS),
        row(SINCOS).writes(),
        family(SINH, SIGN, 45).pure().same_type().types(t::FLOATS),
        row(CROSS).pure().same_type().types(t::FLOATS),
        row(DISTANCE).pure().commutative().types(t::NORM).format(f::REDUCE),
        row(LENGTH).pure().types(t::NORM),
        row(NORMALIZE).pure().same_type().types(t::FLOATS),
        row(FAST_DISTANCE).pure().commutative().types(t::NORM).format(f::REDUCE),
        row(FAST_LENGTH).pure().types(t::NORM),
        row(FAST_NORMALIZE).pure().same_type().types(t::FLOATS),
        row(S_ABS).pure().same_type().types(t::INTS),
        row(S_ABS_DIFF).pure().commutative().same_type().types(t::INTS),
        row(S_ADD_SAT).pure().commutative().same_type().types(t::INTS),
        row(U_ADD_SAT).pure().commutative().same_type().types(t::INTS),
        row(S_HADD).pure().commutative().same_type().types(t::INTS),
        row(U_HADD).pure().commutative().same_type().types(t::INTS),
        row(S_RHADD).pure().commutative().same_type().types(t::INTS),
        row(U_RHADD).pure().commutative().same_type().types(t::INTS),
        family(S_CLAMP, S_MAD_SAT, 7).pure().same_type().types(t::INTS),
        row(S_MAX).pure().commutative().same_type().types(t::INTS),
        row(U_MAX).pure().commutative().same_type().types(t::INTS),
        row(S_MIN).pure().commutative().same_type().types(t::INTS),
        row(U_MIN).pure().commutative().same_type().types(t::INTS),
        row(S_MUL_HI).pure().commutative().same_type().types(t::INTS),
        row(ROTATE).pure().same_type().types(t::INTS),
        row(S_SUB_SAT).pure().same_type().types(t::INTS),
        row(U_SUB_SAT).pure().same_type().types(t::INTS),
        row(U_UPSAMPLE).pure(),
        row(S_UPSAMPLE).pure(),
        row(POPCOUNT).pure().same_type().types(t::INTS),
        row(S_MAD24).pure().same_type().types(t::INTS),
        row(U_MAD24).pure().same_type().types(t::INTS),
        row(S_MUL24).pure().commutative().same_type().types(t::INTS),
        row(U_MUL24).pure().commutative().same_type().types(t::INTS),
        row(VLOADN).reads(),
        row(VSTOREN).writes(),
        row(VLOAD_HALF).reads(),
        row(VLOAD_HALFN).reads(),
        family(VSTORE_HALF, VSTORE_HALFN_R, 4).writes(),
        row(VLOADA_HALFN).reads(),
        row(VSTOREA_HALFN).writes(),
        row(VSTOREA_HALFN_R).writes(),
        row(SHUFFLE).pure(),
        row(SHUFFLE2).pure(),
        row(PRINTF).reads().writes().later(
            "$0 `,` $1 attr-dict `:` `(` common-type($0) `,` `(` types($1) `)` `)` `->` common-type($result)",
        ),
        row(PREFETCH).reads().writes(),
        row(BITSELECT).pure().same_type(),
        row(SELECT).pure(),
        row(U_ABS).pure().same_type().types(t::INTS),
        row(U_ABS_DIFF).pure().commutative().same_type().types(t::INTS),
        row(U_MUL_HI).pure().commutative().same_type().types(t::INTS),
        row(U_MAD_HI).pure().same_type().types(t::INTS),
    ]
};

/// The overlay entries of `TOSA.001000.1`.
#[rustfmt::skip]
const TENSORS: &[Overlay] = &[
    family(tosa::ARGMAX, tosa::RESCALE, 66).pure(),
];

/// The overlay entries of `Arm.MotionEngine.100`.
#[rustfmt::skip]
const MOTION: &[Overlay] = &[
    family(arm_motion_engine::MIN_SAD, arm_motion_engine::RAW_SAD, 3).pure(),
];

/// The overlay entries of `SPV_AMD_shader_explicit_vertex_parameter`.
#[rustfmt::skip]
const VERTEX_PARAMETER: &[Overlay] = &[
    row(amd_vertex_parameter::INTERPOLATE_AT_VERTEX_AMD).reads(),
];

/// The overlay entries of `SPV_AMD_shader_trinary_minmax`.
#[rustfmt::skip]
const TRINARY: &[Overlay] =
    &[
    family(amd_trinary_min_max::F_MIN3_AMD, amd_trinary_min_max::S_MID3_AMD, 9).pure().same_type(),
];

/// The overlay entries of `SPV_AMD_gcn_shader`.
#[rustfmt::skip]
const GCN: &[Overlay] = &[
    row(amd_gcn_shader::CUBE_FACE_INDEX_AMD).pure(),
    row(amd_gcn_shader::CUBE_FACE_COORD_AMD).pure(),
    // Each execution may return a different time, so the op is not pure.
    row(amd_gcn_shader::TIME_AMD).reads().writes(),
];

/// The overlay entries of `SPV_AMD_shader_ballot`.
#[rustfmt::skip]
const BALLOT: &[Overlay] =
    &[
    family(amd_shader_ballot::SWIZZLE_INVOCATIONS_AMD, amd_shader_ballot::MBCNT_AMD, 4).reads().convergent(),
];
