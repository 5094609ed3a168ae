//! Overlay of other vendor instructions

use super::{Overlay, family, row};
use crate::generated::opcodes::*;

/// Motion estimation and register instructions. A subgroup performs motion estimation together: it sets up payload
/// values step by step, and evaluation instructions then read the images.
pub(super) const VENDOR: &[Overlay] = &[
    row(VME_IMAGE_INTEL).pure().convergent(),
    family(
        SUBGROUP_AVC_MCE_GET_DEFAULT_INTER_BASE_MULTI_REFERENCE_PENALTY_INTEL,
        SUBGROUP_AVC_IME_SET_WEIGHTED_SAD_INTEL,
        44,
    )
    .pure()
    .convergent(),
    family(
        SUBGROUP_AVC_IME_EVALUATE_WITH_SINGLE_REFERENCE_INTEL,
        SUBGROUP_AVC_IME_EVALUATE_WITH_DUAL_REFERENCE_STREAMINOUT_INTEL,
        8,
    )
    .reads()
    .convergent(),
    family(
        SUBGROUP_AVC_IME_CONVERT_TO_MCE_RESULT_INTEL,
        SUBGROUP_AVC_REF_SET_BILINEAR_FILTER_ENABLE_INTEL,
        21,
    )
    .pure()
    .convergent(),
    family(
        SUBGROUP_AVC_REF_EVALUATE_WITH_SINGLE_REFERENCE_INTEL,
        SUBGROUP_AVC_REF_EVALUATE_WITH_MULTI_REFERENCE_INTERLACED_INTEL,
        4,
    )
    .reads()
    .convergent(),
    family(
        SUBGROUP_AVC_REF_CONVERT_TO_MCE_RESULT_INTEL,
        SUBGROUP_AVC_SIC_SET_BLOCK_BASED_RAW_SKIP_SAD_INTEL,
        13,
    )
    .pure()
    .convergent(),
    family(
        SUBGROUP_AVC_SIC_EVALUATE_IPE_INTEL,
        SUBGROUP_AVC_SIC_EVALUATE_WITH_MULTI_REFERENCE_INTERLACED_INTEL,
        5,
    )
    .reads()
    .convergent(),
    family(SUBGROUP_AVC_SIC_CONVERT_TO_MCE_RESULT_INTEL, SUBGROUP_AVC_SIC_GET_INTER_RAW_SADS_INTEL, 9)
        .pure()
        .convergent(),
    row(FPGA_REG_ALTERA).pure().same_type(),
];
