//! Validation of Qualcomm image processing
//!
//! Covers decorated images and the instructions that may access them.

use super::image::WITH_OPERANDS;
use super::rule::{Check, Rule, joined, rule};
use super::subject::OpSubject;
use super::typing::{INT32, NUMBERS};
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::values::{capability as c, decoration as d};
use spv_dialect::generated::views as v;
use spv_dialect::verify::rule::{C, D, R};
use spv_ir::params::OpComponent;
use spv_ir::{Attribute, Value};

/// Block-matching instructions, which have a target image and a reference image.
const MATCHES: &[u32] = &[
    op::IMAGE_BLOCK_MATCH_SSD_QCOM,
    op::IMAGE_BLOCK_MATCH_SAD_QCOM,
    op::IMAGE_BLOCK_MATCH_GATHER_SSD_QCOM,
    op::IMAGE_BLOCK_MATCH_GATHER_SAD_QCOM,
    op::IMAGE_BLOCK_MATCH_WINDOW_SSD_QCOM,
    op::IMAGE_BLOCK_MATCH_WINDOW_SAD_QCOM,
];
/// Block-matching instructions whose samplers must also be decorated.
const WINDOWS: &[u32] = &[op::IMAGE_BLOCK_MATCH_WINDOW_SSD_QCOM, op::IMAGE_BLOCK_MATCH_WINDOW_SAD_QCOM];
/// Image instructions whose image must not have a decoration for Qualcomm image processing.
const OTHERS: &[u32] = &joined::<{ WITH_OPERANDS.len() + 8 }>(&[
    WITH_OPERANDS,
    &[
        op::IMAGE_QUERY_SIZE,
        op::IMAGE_QUERY_SIZE_LOD,
        op::IMAGE_QUERY_LOD,
        op::IMAGE_QUERY_LEVELS,
        op::IMAGE_QUERY_SAMPLES,
        op::IMAGE_QUERY_FORMAT,
        op::IMAGE_QUERY_ORDER,
        op::IMAGE_GATHER_QCOM,
    ],
]);
const SECTION: &str = "SPV_QCOM_image_processing";
const GATHER: &str = "SPV_QCOM_image_processing3";

/// Validation rules for Qualcomm image processing.
pub const RULES: &[Rule] = &[
    rule("SPV-qcom-weight", SECTION, "the weights must be an image with the decoration WeightTextureQCOM", {
        Check::Op(&[op::IMAGE_SAMPLE_WEIGHTED_QCOM], |x| {
            Some(is_decorated(
                x,
                x.operand(v::ImageSampleWeightedQCOM::WEIGHTS)?,
                SampledImagePart::Image,
                d::WEIGHT_TEXTURE_QCOM,
            ))
        })
    })
    .note("decorate the variable"),
    rule("SPV-qcom-block-match", SECTION, "both images must have the decoration BlockMatchTextureQCOM", {
        Check::Op(MATCHES, |x| both_decorated(x, SampledImagePart::Image, d::BLOCK_MATCH_TEXTURE_QCOM))
    })
    .note("decorate the variables"),
    rule(
        "SPV-qcom-block-match-sampler",
        SECTION,
        "both samplers must have the decoration BlockMatchSamplerQCOM",
        Check::Op(WINDOWS, |x| both_decorated(x, SampledImagePart::Sampler, d::BLOCK_MATCH_SAMPLER_QCOM)),
    )
    .note("decorate the variables"),
    rule(
        "SPV-qcom-use",
        SECTION,
        "an image decorated for image processing must not be used by other instructions",
        Check::Op(OTHERS, |x| {
            const ALL: [u32; 3] =
                [d::WEIGHT_TEXTURE_QCOM, d::BLOCK_MATCH_TEXTURE_QCOM, d::BLOCK_MATCH_SAMPLER_QCOM];
            if !x.facts.has_any(&[
                c::TEXTURE_SAMPLE_WEIGHTED_QCOM,
                c::TEXTURE_BLOCK_MATCH_QCOM,
                c::TEXTURE_BLOCK_MATCH2_QCOM,
            ]) {
                return None;
            }
            let image = x.operand(v::ImageRead::IMAGE)?;
            Some(!ALL.iter().any(|decoration| is_decorated(x, image, SampledImagePart::Image, *decoration)))
        }),
    ),
    rule("SPV-qcom-gather-mode", GATHER, "the mode must be a constant from 0 to 3", {
        Check::Op(&[op::IMAGE_GATHER_QCOM], |x| Some(mode(x).is_none_or(|mode| mode <= 3)))
    }),
    rule("SPV-qcom-gather-result", GATHER, "the result must be a vector of four integers or floats", {
        Check::TypeIn(&[op::IMAGE_GATHER_QCOM], R, NUMBERS.vector(4))
    }),
    rule("SPV-qcom-gather-component", GATHER, "the component must be a 32-bit integer", {
        Check::TypeIn(&[op::IMAGE_GATHER_QCOM], C, INT32)
    }),
    rule("SPV-qcom-gather-mode-type", GATHER, "the mode must be a 32-bit integer", {
        Check::TypeIn(&[op::IMAGE_GATHER_QCOM], D, INT32)
    }),
    rule(
        "SPV-qcom-gather-capability",
        GATHER,
        "the mode requires a capability",
        Check::Needs(&[op::IMAGE_GATHER_QCOM], |x| match mode(x)? {
            0 => Some(&[c::IMAGE_GATHER_LINEAR_QCOM]),
            1..=3 => Some(&[c::IMAGE_GATHER_EXTENDED_MODES_QCOM]),
            _ => None,
        }),
    )
    .note("declare ImageGatherLinearQCOM for mode 0, ImageGatherExtendedModesQCOM for others"),
];

/// The image or the sampler of a sampled image.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SampledImagePart {
    Image,
    Sampler,
}

/// Returns whether the variables of both images or samplers in a block match have a decoration. Returns `None` if an
/// operand is missing.
fn both_decorated(x: &OpSubject<'_>, part: SampledImagePart, decoration: u32) -> Option<bool> {
    let has = |index| Some(is_decorated(x, x.operand(index)?, part, decoration));
    Some(has(v::ImageBlockMatchSSDQCOM::TARGET)? && has(v::ImageBlockMatchSSDQCOM::REFERENCE)?)
}

/// Returns whether the variable behind a sampled image has a decoration. `part` selects its image or its sampler, which
/// was loaded from the variable.
fn is_decorated(x: &OpSubject<'_>, value: Value, part: SampledImagePart, decoration: u32) -> bool {
    x.facts.is_decorated(variable(x, value, part), decoration)
}

/// Returns the decoration dictionary of the variable from which the image or sampler of a sampled image was loaded.
/// Returns `None` if it has no decorations or cannot be determined.
fn variable(x: &OpSubject<'_>, value: Value, part: SampledImagePart) -> Option<Attribute> {
    let mut from = x.defining(value)?;
    if from.opcode == op::SAMPLED_IMAGE {
        from = from.defining(from.operand(usize::from(part == SampledImagePart::Sampler))?)?;
    }
    if from.opcode != op::LOAD {
        return None;
    }
    let symbol = from.symbol(from.operand(v::Load::POINTER)?)?;
    x.facts.body.attrs(x.facts.symbols.get(symbol)?)
}

fn mode(x: &OpSubject<'_>) -> Option<u64> {
    let number = x.row().params.iter().position(|param| param.name.contains("mode"))?;
    x.param(number).and_then(|item: OpComponent| x.number(item))
}
