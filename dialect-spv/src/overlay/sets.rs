//! The extended sets. Debug-info and NonSemantic sets need no lines.

use super::{Overlay, family, row};
use crate::generated::opcodes::*;

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
        row(ROUND).pure().same_type(),
        row(ROUND_EVEN).pure().same_type(),
        row(TRUNC).pure().same_type(),
        row(F_ABS).pure().same_type(),
        row(S_ABS).pure().same_type(),
        row(F_SIGN).pure().same_type(),
        row(S_SIGN).pure().same_type(),
        row(FLOOR).pure().same_type(),
        row(CEIL).pure().same_type(),
        row(FRACT).pure().same_type(),
        row(RADIANS).pure().same_type(),
        row(DEGREES).pure().same_type(),
        row(SIN).pure().same_type(),
        row(COS).pure().same_type(),
        row(TAN).pure().same_type(),
        row(ASIN).pure().same_type(),
        row(ACOS).pure().same_type(),
        row(ATAN).pure().same_type(),
        row(SINH).pure().same_type(),
        row(COSH).pure().same_type(),
        row(TANH).pure().same_type(),
        row(ASINH).pure().same_type(),
        row(ACOSH).pure().same_type(),
        row(ATANH).pure().same_type(),
        row(ATAN2).pure().same_type(),
        row(POW).pure().same_type(),
        row(EXP).pure().same_type(),
        row(LOG).pure().same_type(),
        row(EXP2).pure().same_type(),
        row(LOG2).pure().same_type(),
        row(SQRT).pure().same_type(),
        row(INVERSE_SQRT).pure().same_type(),
        row(DETERMINANT).pure(),
        row(MATRIX_INVERSE).pure().same_type(),
        row(MODF).writes(),
        row(MODF_STRUCT).pure(),
        row(F_MIN).pure().commutative().same_type(),
        row(U_MIN).pure().commutative().same_type(),
        row(S_MIN).pure().commutative().same_type(),
        row(F_MAX).pure().commutative().same_type(),
        row(U_MAX).pure().commutative().same_type(),
        row(S_MAX).pure().commutative().same_type(),
        row(F_CLAMP).pure().same_type(),
        row(U_CLAMP).pure().same_type(),
        row(S_CLAMP).pure().same_type(),
        row(F_MIX).pure().same_type(),
        row(I_MIX).pure().same_type(),
        row(STEP).pure().same_type(),
        row(SMOOTH_STEP).pure().same_type(),
        row(FMA).pure().same_type(),
        row(FREXP).writes(),
        row(FREXP_STRUCT).pure(),
        row(LDEXP).pure(),
        family(PACK_SNORM4X8, UNPACK_DOUBLE2X32).pure(),
        row(LENGTH).pure(),
        row(DISTANCE).pure().commutative(),
        row(CROSS).pure().same_type(),
        row(NORMALIZE).pure().same_type(),
        row(FACE_FORWARD).pure().same_type(),
        row(REFLECT).pure().same_type(),
        row(REFRACT).pure(),
        row(FIND_I_LSB).pure().same_type(),
        row(FIND_S_MSB).pure().same_type(),
        row(FIND_U_MSB).pure().same_type(),
        row(INTERPOLATE_AT_CENTROID).reads(),
        row(INTERPOLATE_AT_SAMPLE).reads(),
        row(INTERPOLATE_AT_OFFSET).reads(),
        row(N_MIN).pure().commutative().same_type(),
        row(N_MAX).pure().commutative().same_type(),
        row(N_CLAMP).pure().same_type(),
    ]
};

/// `OpenCL.std`
const OPENCL: &[Overlay] = {
    use ocl::*;
    &[
        family(ACOS, FLOOR).pure().same_type(),
        row(FMA).pure().same_type(),
        row(FMAX).pure().commutative().same_type(),
        row(FMIN).pure().commutative().same_type(),
        row(FMOD).pure().same_type(),
        row(FRACT).writes(),
        row(FREXP).writes(),
        row(HYPOT).pure().commutative().same_type(),
        row(ILOGB).pure(),
        row(LDEXP).pure(),
        row(LGAMMA).pure().same_type(),
        row(LGAMMA_R).writes(),
        family(LOG, MINMAG).pure().same_type(),
        row(MODF).writes(),
        row(NAN).pure(),
        row(NEXTAFTER).pure().same_type(),
        row(POW).pure().same_type(),
        row(POWN).pure(),
        row(POWR).pure().same_type(),
        row(REMAINDER).pure().same_type(),
        row(REMQUO).writes(),
        row(RINT).pure().same_type(),
        row(ROOTN).pure(),
        row(ROUND).pure().same_type(),
        row(RSQRT).pure().same_type(),
        row(SIN).pure().same_type(),
        row(SINCOS).writes(),
        family(SINH, SIGN).pure().same_type(),
        row(CROSS).pure().same_type(),
        row(DISTANCE).pure().commutative(),
        row(LENGTH).pure(),
        row(NORMALIZE).pure().same_type(),
        row(FAST_DISTANCE).pure().commutative(),
        row(FAST_LENGTH).pure(),
        row(FAST_NORMALIZE).pure().same_type(),
        row(S_ABS).pure().same_type(),
        row(S_ABS_DIFF).pure().commutative().same_type(),
        row(S_ADD_SAT).pure().commutative().same_type(),
        row(U_ADD_SAT).pure().commutative().same_type(),
        row(S_HADD).pure().commutative().same_type(),
        row(U_HADD).pure().commutative().same_type(),
        row(S_RHADD).pure().commutative().same_type(),
        row(U_RHADD).pure().commutative().same_type(),
        family(S_CLAMP, S_MAD_SAT).pure().same_type(),
        row(S_MAX).pure().commutative().same_type(),
        row(U_MAX).pure().commutative().same_type(),
        row(S_MIN).pure().commutative().same_type(),
        row(U_MIN).pure().commutative().same_type(),
        row(S_MUL_HI).pure().commutative().same_type(),
        row(ROTATE).pure().same_type(),
        row(S_SUB_SAT).pure().same_type(),
        row(U_SUB_SAT).pure().same_type(),
        row(U_UPSAMPLE).pure(),
        row(S_UPSAMPLE).pure(),
        row(POPCOUNT).pure().same_type(),
        row(S_MAD24).pure().same_type(),
        row(U_MAD24).pure().same_type(),
        row(S_MUL24).pure().commutative().same_type(),
        row(U_MUL24).pure().commutative().same_type(),
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
        row(U_ABS).pure().same_type(),
        row(U_ABS_DIFF).pure().commutative().same_type(),
        row(U_MUL_HI).pure().commutative().same_type(),
        row(U_MAD_HI).pure().same_type(),
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
