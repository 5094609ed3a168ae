//! The extended sets. Debug-info and NonSemantic sets need no lines.

use super::{Overlay, family, row};
use crate::generated::opcodes::*;
use crate::verify::lists as t;

/// Lines by number of the set.
pub(super) const LINES: &[(u16, &[Overlay])] = &[
    (set::GLSL, GLSL),
    (set::OCL, OPENCL),
    (set::TOSA, TENSORS),
    (set::ARM_MOTION_ENGINE, MOTION),
    (set::AMD_VERTEX_PARAMETER, VERTEX_PARAMETER),
    (set::AMD_TRINARY_MIN_MAX, TRINARY),
    (set::AMD_GCN_SHADER, GCN),
    (set::AMD_SHADER_BALLOT, BALLOT),
];

/// `GLSL.std.450`
const GLSL: &[Overlay] = {
    use glsl::*;
    &[
        row(ROUND).pure().same_type().types(t::FLOATS),
        row(ROUND_EVEN).pure().same_type().types(t::FLOATS),
        row(TRUNC).pure().same_type().types(t::FLOATS),
        row(F_ABS).pure().same_type().types(t::FLOATS),
        row(S_ABS).pure().same_type().types(t::INTS),
        row(F_SIGN).pure().same_type().types(t::FLOATS),
        row(S_SIGN).pure().same_type().types(t::INTS),
        row(FLOOR).pure().same_type().types(t::FLOATS),
        row(CEIL).pure().same_type().types(t::FLOATS),
        row(FRACT).pure().same_type().types(t::FLOATS),
        row(RADIANS).pure().same_type().types(t::SMALL_FLOATS),
        row(DEGREES).pure().same_type().types(t::SMALL_FLOATS),
        row(SIN).pure().same_type().types(t::SMALL_FLOATS),
        row(COS).pure().same_type().types(t::SMALL_FLOATS),
        row(TAN).pure().same_type().types(t::SMALL_FLOATS),
        row(ASIN).pure().same_type().types(t::SMALL_FLOATS),
        row(ACOS).pure().same_type().types(t::SMALL_FLOATS),
        row(ATAN).pure().same_type().types(t::SMALL_FLOATS),
        row(SINH).pure().same_type().types(t::SMALL_FLOATS),
        row(COSH).pure().same_type().types(t::SMALL_FLOATS),
        row(TANH).pure().same_type().types(t::SMALL_FLOATS),
        row(ASINH).pure().same_type().types(t::SMALL_FLOATS),
        row(ACOSH).pure().same_type().types(t::SMALL_FLOATS),
        row(ATANH).pure().same_type().types(t::SMALL_FLOATS),
        row(ATAN2).pure().same_type().types(t::SMALL_FLOATS),
        row(POW).pure().same_type().types(t::SMALL_FLOATS),
        row(EXP).pure().same_type().types(t::SMALL_FLOATS),
        row(LOG).pure().same_type().types(t::SMALL_FLOATS),
        row(EXP2).pure().same_type().types(t::SMALL_FLOATS),
        row(LOG2).pure().same_type().types(t::SMALL_FLOATS),
        row(SQRT).pure().same_type().types(t::FLOATS),
        row(INVERSE_SQRT).pure().same_type().types(t::FLOATS),
        row(DETERMINANT).pure(),
        row(MATRIX_INVERSE).pure().same_type(),
        row(MODF).writes(),
        row(MODF_STRUCT).pure(),
        row(F_MIN).pure().commutative().same_type().types(t::FLOATS),
        row(U_MIN).pure().commutative().same_type().types(t::INTS),
        row(S_MIN).pure().commutative().same_type().types(t::INTS),
        row(F_MAX).pure().commutative().same_type().types(t::FLOATS),
        row(U_MAX).pure().commutative().same_type().types(t::INTS),
        row(S_MAX).pure().commutative().same_type().types(t::INTS),
        row(F_CLAMP).pure().same_type().types(t::FLOATS),
        row(U_CLAMP).pure().same_type().types(t::INTS),
        row(S_CLAMP).pure().same_type().types(t::INTS),
        row(F_MIX).pure().same_type().types(t::FLOATS),
        row(I_MIX).pure().same_type(),
        row(STEP).pure().same_type().types(t::FLOATS),
        row(SMOOTH_STEP).pure().same_type().types(t::FLOATS),
        row(FMA).pure().same_type().types(t::FLOATS),
        row(FREXP).writes(),
        row(FREXP_STRUCT).pure().types(t::FREXP_STRUCT),
        row(LDEXP).pure().types(t::LDEXP),
        family(PACK_SNORM4X8, UNPACK_DOUBLE2X32).pure(),
        row(LENGTH).pure().types(t::NORM),
        row(DISTANCE).pure().commutative().types(t::NORM),
        row(CROSS).pure().same_type(),
        row(NORMALIZE).pure().same_type().types(t::FLOATS),
        row(FACE_FORWARD).pure().same_type().types(t::FLOATS),
        row(REFLECT).pure().same_type().types(t::FLOATS),
        row(REFRACT).pure(),
        row(FIND_I_LSB).pure().same_type().types(t::INTS),
        row(FIND_S_MSB).pure().same_type().types(t::INTS),
        row(FIND_U_MSB).pure().same_type().types(t::INTS),
        row(INTERPOLATE_AT_CENTROID).reads(),
        row(INTERPOLATE_AT_SAMPLE).reads(),
        row(INTERPOLATE_AT_OFFSET).reads(),
        row(N_MIN).pure().commutative().same_type().types(t::FLOATS),
        row(N_MAX).pure().commutative().same_type().types(t::FLOATS),
        row(N_CLAMP).pure().same_type().types(t::FLOATS),
    ]
};

/// `OpenCL.std`
const OPENCL: &[Overlay] = {
    use ocl::*;
    &[
        family(ACOS, FLOOR).pure().same_type().types(t::FLOATS),
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
        family(LOG, MINMAG).pure().same_type().types(t::FLOATS),
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
        family(SINH, SIGN).pure().same_type().types(t::FLOATS),
        row(CROSS).pure().same_type().types(t::FLOATS),
        row(DISTANCE).pure().commutative().types(t::NORM),
        row(LENGTH).pure().types(t::NORM),
        row(NORMALIZE).pure().same_type().types(t::FLOATS),
        row(FAST_DISTANCE).pure().commutative().types(t::NORM),
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
        family(S_CLAMP, S_MAD_SAT).pure().same_type().types(t::INTS),
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
        family(VSTORE_HALF, VSTORE_HALFN_R).writes(),
        row(VLOADA_HALFN).reads(),
        row(VSTOREA_HALFN).writes(),
        row(VSTOREA_HALFN_R).writes(),
        row(SHUFFLE).pure(),
        row(SHUFFLE2).pure(),
        row(PRINTF).reads().writes(),
        row(PREFETCH).reads().writes(),
        row(BITSELECT).pure().same_type(),
        row(SELECT).pure(),
        row(U_ABS).pure().same_type().types(t::INTS),
        row(U_ABS_DIFF).pure().commutative().same_type().types(t::INTS),
        row(U_MUL_HI).pure().commutative().same_type().types(t::INTS),
        row(U_MAD_HI).pure().same_type().types(t::INTS),
    ]
};

/// `TOSA.001000.1`
const TENSORS: &[Overlay] = &[family(tosa::ARGMAX, tosa::RESCALE).pure()];

/// `Arm.MotionEngine.100`
const MOTION: &[Overlay] = &[family(arm_motion_engine::MIN_SAD, arm_motion_engine::RAW_SAD).pure()];

/// `SPV_AMD_shader_explicit_vertex_parameter`
const VERTEX_PARAMETER: &[Overlay] = &[row(amd_vertex_parameter::INTERPOLATE_AT_VERTEX_AMD).reads()];

/// `SPV_AMD_shader_trinary_minmax`
const TRINARY: &[Overlay] =
    &[family(amd_trinary_min_max::F_MIN3_AMD, amd_trinary_min_max::S_MID3_AMD).pure().same_type()];

/// `SPV_AMD_gcn_shader`
const GCN: &[Overlay] = &[
    row(amd_gcn_shader::CUBE_FACE_INDEX_AMD).pure(),
    row(amd_gcn_shader::CUBE_FACE_COORD_AMD).pure(),
    // Each call sees another time.
    row(amd_gcn_shader::TIME_AMD).reads().writes(),
];

/// `SPV_AMD_shader_ballot`
const BALLOT: &[Overlay] =
    &[family(amd_shader_ballot::SWIZZLE_INVOCATIONS_AMD, amd_shader_ballot::MBCNT_AMD).reads().convergent()];
