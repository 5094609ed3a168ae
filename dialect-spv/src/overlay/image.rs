//! Overlay of image and derivative instructions
//!
//! Instructions that sample with an implicit level of detail are convergent, because they compute derivatives across
//! neighboring invocations.

use super::{Overlay, family, row};
use crate::fold::access;
use crate::generated::opcodes::*;
use crate::text::{formats as f, infer};
use crate::typed::result_types;
use crate::verify::lists as t;

/// Image and derivative instructions.
#[rustfmt::skip]
pub(super) const IMAGES: &[Overlay] = &[
    row(IMAGE_TEXEL_POINTER).pure().result_type(result_types::texel_pointer),
    row(UNTYPED_IMAGE_TEXEL_POINTER_EXT).pure(),
    // The op is convergent, because its result must be used in the same block.
    row(SAMPLED_IMAGE).pure().convergent().types(t::SAMPLED_IMAGE).result_type(result_types::sampled_image),
    row(IMAGE_SAMPLE_IMPLICIT_LOD).reads().convergent().types(t::SAMPLED).format(f::SAMPLE)
        .result_type(result_types::four_texels).patterns(&[access::constant_offset]),
    row(IMAGE_SAMPLE_EXPLICIT_LOD).reads().types(t::SAMPLED).format(f::SAMPLE_LOD)
        .result_type(result_types::four_texels).patterns(&[access::constant_offset]),
    row(IMAGE_SAMPLE_DREF_IMPLICIT_LOD).reads().convergent().types(t::SAMPLED).format(f::SAMPLE_DREF)
        .result_type(result_types::texel).patterns(&[access::constant_offset]),
    row(IMAGE_SAMPLE_DREF_EXPLICIT_LOD).reads().types(t::SAMPLED).format(f::SAMPLE_DREF_LOD)
        .result_type(result_types::texel).patterns(&[access::constant_offset]),
    row(IMAGE_SAMPLE_PROJ_IMPLICIT_LOD).reads().convergent().types(t::SAMPLED).format(f::SAMPLE)
        .result_type(result_types::four_texels).patterns(&[access::constant_offset]),
    row(IMAGE_SAMPLE_PROJ_EXPLICIT_LOD).reads().types(t::SAMPLED).format(f::SAMPLE_LOD)
        .result_type(result_types::four_texels).patterns(&[access::constant_offset]),
    row(IMAGE_SAMPLE_PROJ_DREF_IMPLICIT_LOD).reads().convergent().types(t::SAMPLED).format(f::SAMPLE_DREF)
        .result_type(result_types::texel).patterns(&[access::constant_offset]),
    row(IMAGE_SAMPLE_PROJ_DREF_EXPLICIT_LOD).reads().types(t::SAMPLED).format(f::SAMPLE_DREF_LOD)
        .result_type(result_types::texel).patterns(&[access::constant_offset]),
    row(IMAGE_FETCH).reads().types(t::TEXEL).format(f::SAMPLE).result_type(result_types::four_texels)
        .patterns(&[access::constant_offset]),
    row(IMAGE_GATHER).reads().types(t::SAMPLED).format(f::SAMPLE_DREF)
        .result_type(result_types::four_texels).patterns(&[access::constant_offset]),
    row(IMAGE_DREF_GATHER).reads().types(t::DREF_GATHER).format(f::GATHER_DREF)
        .result_type(result_types::four_texels).patterns(&[access::constant_offset]),
    row(IMAGE_READ).reads().types(t::TEXEL).format(f::SAMPLE).patterns(&[access::constant_offset]),
    row(IMAGE_WRITE).writes().types(t::TEXEL)
        .format("$0 `,` $1 `,` $2 ($3^)? attr-dict `:` types($0, $1, $2, $3)")
        .patterns(&[access::constant_offset]),
    row(IMAGE).pure().types(t::IMAGE).format("attr-dict $0 `:` common-type($0)").infers(infer::image),
    row(IMAGE_QUERY_FORMAT).pure().types(t::QUERY),
    row(IMAGE_QUERY_ORDER).pure().types(t::QUERY),
    row(IMAGE_QUERY_SIZE_LOD).pure().types(t::QUERY),
    row(IMAGE_QUERY_SIZE).pure().types(t::QUERY_SIZE).format("attr-dict $0 `:` common-type($0) `->` common-type($result)"),
    row(IMAGE_QUERY_LOD).reads().convergent().types(t::SAMPLED).result_type(result_types::lod),
    row(IMAGE_QUERY_LEVELS).pure().types(t::QUERY),
    row(IMAGE_QUERY_SAMPLES).pure().types(t::QUERY),
    row(IMAGE_SPARSE_SAMPLE_IMPLICIT_LOD).reads().convergent().types(t::SAMPLED).format(f::SAMPLE)
        .patterns(&[access::constant_offset]),
    row(IMAGE_SPARSE_SAMPLE_EXPLICIT_LOD).reads().types(t::SAMPLED).format(f::SAMPLE_LOD)
        .patterns(&[access::constant_offset]),
    row(IMAGE_SPARSE_SAMPLE_DREF_IMPLICIT_LOD).reads().convergent().types(t::SAMPLED).format(f::SAMPLE_DREF)
        .patterns(&[access::constant_offset]),
    row(IMAGE_SPARSE_SAMPLE_DREF_EXPLICIT_LOD).reads().types(t::SAMPLED).format(f::SAMPLE_DREF_LOD)
        .patterns(&[access::constant_offset]),
    row(IMAGE_SPARSE_SAMPLE_PROJ_IMPLICIT_LOD).reads().convergent().format(f::SAMPLE),
    row(IMAGE_SPARSE_SAMPLE_PROJ_EXPLICIT_LOD).reads().format(f::SAMPLE_LOD),
    row(IMAGE_SPARSE_SAMPLE_PROJ_DREF_IMPLICIT_LOD).reads().convergent().format(f::SAMPLE_DREF),
    row(IMAGE_SPARSE_SAMPLE_PROJ_DREF_EXPLICIT_LOD).reads().format(f::SAMPLE_DREF_LOD),
    row(IMAGE_SPARSE_FETCH).reads().types(t::TEXEL).format(f::SAMPLE).patterns(&[access::constant_offset]),
    row(IMAGE_SPARSE_GATHER).reads().types(t::SAMPLED).format(f::SAMPLE_DREF)
        .patterns(&[access::constant_offset]),
    row(IMAGE_SPARSE_DREF_GATHER).reads().types(t::SAMPLED).format(f::GATHER_DREF)
        .patterns(&[access::constant_offset]),
    row(IMAGE_SPARSE_TEXELS_RESIDENT).pure().format(f::TEST).infers(infer::bit),
    row(IMAGE_SPARSE_READ).reads().types(t::TEXEL).format(f::SAMPLE).patterns(&[access::constant_offset]),
    row(IMAGE_SAMPLE_FOOTPRINT_NV).reads().convergent()
        .format("$0 `,` $1 `,` $2 `,` $3 ($4^)? attr-dict `:` types($0, $1, $2, $3, $4) `->` common-type($result)"),
    row(IMAGE_SAMPLE_WEIGHTED_QCOM).reads(),
    row(IMAGE_BOX_FILTER_QCOM).reads(),
    row(IMAGE_BLOCK_MATCH_SSD_QCOM).reads(),
    row(IMAGE_BLOCK_MATCH_SAD_QCOM).reads(),
    family(IMAGE_BLOCK_MATCH_WINDOW_SSD_QCOM, IMAGE_BLOCK_MATCH_GATHER_SAD_QCOM, 4).reads(),
    row(IMAGE_GATHER_QCOM).reads()
        .format("$0 `,` $1 `,` $2 `,` $3 ($4^)? attr-dict `:` types($0, $1, $2, $3, $4) `->` common-type($result)"),
    row(COLOR_ATTACHMENT_READ_EXT).reads(),
    row(DEPTH_ATTACHMENT_READ_EXT).reads(),
    row(STENCIL_ATTACHMENT_READ_EXT).reads(),
    row(FRAGMENT_MASK_FETCH_AMD).reads(),
    row(FRAGMENT_FETCH_AMD).reads(),
    family(CONVERT_U_TO_IMAGE_NV, CONVERT_SAMPLED_IMAGE_TO_U_NV, 6).pure().format(f::CONVERT),
    family(CONVERT_HANDLE_TO_IMAGE_INTEL, CONVERT_HANDLE_TO_SAMPLED_IMAGE_INTEL, 3).pure()
        .format(f::CONVERT),
    row(D_PDX).reads().convergent().same_type().types(t::FLOATS),
    row(D_PDY).reads().convergent().same_type().types(t::FLOATS),
    row(FWIDTH).reads().convergent().same_type().types(t::FLOATS),
    row(D_PDX_FINE).reads().convergent().same_type().types(t::FLOATS),
    row(D_PDY_FINE).reads().convergent().same_type().types(t::FLOATS),
    row(FWIDTH_FINE).reads().convergent().same_type().types(t::FLOATS),
    row(D_PDX_COARSE).reads().convergent().same_type().types(t::FLOATS),
    row(D_PDY_COARSE).reads().convergent().same_type().types(t::FLOATS),
    row(FWIDTH_COARSE).reads().convergent().same_type().types(t::FLOATS),
];
