//! Validation of tile image reads (SPV_EXT_shader_tile_image)

use super::rule::{Check, Rule, rule};
use super::typing::{FLOAT32, INT32, NUMBERS, scalar};
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::values::{capability as c, dim, storage_class as s};
use spv_dialect::types;
use spv_dialect::verify::rule::{A, B, R};

const COLOR: &[u32] = &[op::COLOR_ATTACHMENT_READ_EXT];
const SECTION: &str = "SPV_EXT_shader_tile_image";

/// Validation rules for tile image reads.
pub const RULES: &[Rule] = &[
    rule("SPV-tile-color-result", SECTION, "the result must be a number or a vector of numbers", {
        Check::TypeIn(COLOR, R, NUMBERS)
    }),
    rule(
        "SPV-tile-color-type",
        SECTION,
        "the components of the result must have the sampled type of the image",
        Check::BySignature(COLOR, |x| {
            let (_, params) = types::view(x.ctx(), x.ty(A)?)?;
            let sampled = x.ctx().attr_type(*params.get(1)?)?;
            Some(sampled == x.ctx().common().none || scalar(x.ctx(), x.ty(R)?) == sampled)
        }),
    ),
    rule("SPV-tile-color-dim", SECTION, "the image must have Dim TileImageDataEXT", {
        Check::BySignature(COLOR, |x| {
            let (_, params) = types::view(x.ctx(), x.ty(A)?)?;
            Some(x.ctx().attr_u64(*params.get(2)?)? == u64::from(dim::TILE_IMAGE_DATA_EXT))
        })
    }),
    rule("VUID-StandaloneSpirv-OpTypeImage-10693", "A", "an image of a tile attachment must have Dim 2D", {
        Check::BySignature(&[op::VARIABLE], |x| {
            if !x.facts.has(c::TILE_SHADING_QCOM) {
                return None;
            }
            let (ty, class) = x.contents()?;
            let (opcode, params) = types::view(x.ctx(), ty)?;
            let is_attachment = opcode == op::TYPE_IMAGE && class == s::TILE_ATTACHMENT_QCOM;
            is_attachment.then_some(x.ctx().attr_u64(*params.get(2)?)? == u64::from(dim::DIM2D))
        })
    }),
    rule("SPV-tile-depth-result", SECTION, "the result must be a 32-bit float", {
        Check::TypeIn(&[op::DEPTH_ATTACHMENT_READ_EXT], R, FLOAT32)
    }),
    rule("SPV-tile-stencil-result", SECTION, "the result must be a 32-bit integer", {
        Check::TypeIn(&[op::STENCIL_ATTACHMENT_READ_EXT], R, INT32)
    }),
    rule("SPV-tile-sample", SECTION, "the sample must be a 32-bit integer", Check::TypeIn(COLOR, B, INT32)),
    rule("SPV-tile-depth-sample", SECTION, "the sample must be a 32-bit integer", {
        Check::TypeIn(&[op::DEPTH_ATTACHMENT_READ_EXT, op::STENCIL_ATTACHMENT_READ_EXT], A, INT32)
    }),
];
