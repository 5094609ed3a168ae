//! Verifier rules of LLVM 22 for image instructions

use super::Look;
use super::llvm19_rules::LaterRule;
use crate::decorations::enum_text;
use crate::generated::enums::IMAGE_OPERANDS;
use crate::generated::values::{dim, image_operands};
use crate::spv;
use crate::types::Image;
use spv_ir::dialect::{ABSENT, Param, ParamKind};
use spv_ir::{Op, Type, TypeData};

/// Verifier rules by op name.
pub(super) static RULES: &[(&str, LaterRule)] = &[
    ("spv.ImageDrefGather", |look, op| check(look, op, DREF_GATHER)),
    ("spv.ImageFetch", |look, op| check(look, op, FETCH)),
    ("spv.ImageRead", |look, op| check(look, op, READ)),
    ("spv.ImageSampleExplicitLod", |look, op| check(look, op, EXPLICIT_LOD)),
    ("spv.ImageSampleImplicitLod", |look, op| check(look, op, IMPLICIT_LOD)),
    ("spv.ImageSampleProjDrefImplicitLod", |look, op| check(look, op, PROJ_DREF_IMPLICIT_LOD)),
    ("spv.ImageWrite", |look, op| check(look, op, WRITE)),
];

/// A property that LLVM 22's verifier requires of an image instruction.
#[derive(Clone, Copy)]
enum Rule {
    /// The coordinate is an integer or a vector of integers.
    IntegerCoordinate,
    /// The result is a vector of four components. The string is LLVM's description of the allowed types.
    FourTexels(&'static str),
    /// The image's Dim is in the list. The string is LLVM's description of the list.
    DimIs(&'static [u32], &'static str),
    /// The image's Dim is not the given enumerant, whose name is the string.
    DimIsNot(u32, &'static str),
    /// The image is not multisampled.
    SingleSampled,
    /// The image type's Sampled operand is in the list. The string is LLVM's description of the list.
    Sampled(&'static [u32], &'static str),
    /// The result's component type is the image's sampled type, unless that is void.
    ResultComponent,
    /// The texel's component type is the image's sampled type, unless that is void.
    TexelComponent,
    /// The result type is the image's sampled type.
    ResultIsSampledType,
    /// The image operands are valid for an instruction with the given use of the level of detail (LOD).
    Operands(Lod),
}

/// An instruction's use of the level of detail (LOD).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lod {
    Implicit,
    Explicit,
    Fetch,
    None,
}

const INTEGERS_OR_FLOATS: Rule = Rule::FourTexels(
    "vector of 8/16/32/64-bit integer values of length 4 or vector of 16/32/64-bit float values of length 4",
);
const FLOATS_OR_INTEGERS: Rule = Rule::FourTexels(
    "vector of 16/32/64-bit float values of length 4 or vector of 8/16/32/64-bit integer values of length 4",
);
const NOT_BUFFER: Rule = Rule::DimIsNot(dim::BUFFER, "Buffer");
const WITHOUT_SAMPLER: Rule = Rule::Sampled(&[0, 2], "SamplerUnknown or NoSampler");

const DREF_GATHER: &[Rule] = &[
    INTEGERS_OR_FLOATS,
    Rule::DimIs(&[dim::DIM2D, dim::CUBE, dim::RECT], "Dim2D or Cube or Rect"),
    Rule::SingleSampled,
    Rule::ResultComponent,
    Rule::Operands(Lod::None),
];
const FETCH: &[Rule] = &[
    Rule::IntegerCoordinate,
    FLOATS_OR_INTEGERS,
    Rule::DimIsNot(dim::CUBE, "Cube"),
    Rule::Sampled(&[1], "NeedSampler"),
    Rule::ResultComponent,
    Rule::Operands(Lod::Fetch),
];
const READ: &[Rule] = &[WITHOUT_SAMPLER, Rule::ResultComponent, Rule::Operands(Lod::None)];
const EXPLICIT_LOD: &[Rule] = &[
    INTEGERS_OR_FLOATS,
    NOT_BUFFER,
    Rule::SingleSampled,
    Rule::ResultComponent,
    Rule::Operands(Lod::Explicit),
];
const IMPLICIT_LOD: &[Rule] = &[
    INTEGERS_OR_FLOATS,
    NOT_BUFFER,
    Rule::SingleSampled,
    Rule::ResultComponent,
    Rule::Operands(Lod::Implicit),
];
const PROJ_DREF_IMPLICIT_LOD: &[Rule] =
    &[NOT_BUFFER, Rule::SingleSampled, Rule::ResultIsSampledType, Rule::Operands(Lod::Implicit)];
const WRITE: &[Rule] = &[
    WITHOUT_SAMPLER,
    Rule::DimIsNot(dim::SUBPASS_DATA, "SubpassData"),
    Rule::TexelComponent,
    Rule::Operands(Lod::None),
];

/// Returns LLVM's message about the first violated rule, or `None` if the op satisfies all rules.
fn check(look: &Look<'_>, op: Op, rules: &[Rule]) -> Option<String> {
    let image = Image::of(look.ctx, look.first_operand(op)?)?;
    rules.iter().find_map(|rule| violation(look, op, &image, *rule))
}

fn violation(look: &Look<'_>, op: Op, image: &Image, rule: Rule) -> Option<String> {
    let unmet = |met: bool, text: String| (!met).then(|| format!("failed to verify that {text}"));
    let is_void = image.sampled_type == look.ctx.common().none;
    let mismatch = |ty: Option<Type>, what: &str| {
        let found = ty.map(|ty| look.elements(ty).0);
        let met = is_void || found == Some(image.sampled_type);
        unmet(met, format!("the {what} component type must match the image sampled type"))
    };
    match rule {
        Rule::IntegerCoordinate => {
            let ty = look.operand(op, spv::ImageFetch::COORDINATE)?;
            let is_integer = matches!(look.ctx.type_data(look.elements(ty).0), TypeData::Integer { .. });
            let class = "8/16/32/64-bit integer or fixed-length vector of 8/16/32/64-bit integer values of \
                         length 2/3/4/8/16";
            (!is_integer).then(|| look.must_be("operand #1", class, ty))
        }
        Rule::FourTexels(class) => {
            let ty = look.result(op)?;
            let is_vector = matches!(look.ctx.type_data(ty), TypeData::Vector { .. });
            let met = is_vector && look.elements(ty).1 == 4;
            (!met).then(|| look.must_be("result #0", class, ty))
        }
        Rule::DimIs(dims, names) => unmet(
            dims.contains(&image.dim),
            format!("the Dim operand of the underlying image must be {names}"),
        ),
        Rule::DimIsNot(dim, name) => {
            unmet(dim != image.dim, format!("the Dim operand of the underlying image must not be {name}"))
        }
        Rule::SingleSampled => {
            unmet(image.ms == 0, "the MS operand of the underlying image type must be SingleSampled".into())
        }
        Rule::Sampled(values, names) => unmet(
            values.contains(&image.sampled),
            format!("the sampled operand of the underlying image must be {names}"),
        ),
        Rule::ResultComponent => mismatch(look.result(op), "result"),
        Rule::TexelComponent => mismatch(look.operand(op, spv::ImageWrite::TEXEL), "texel"),
        Rule::ResultIsSampledType => unmet(
            is_void || look.result(op) == Some(image.sampled_type),
            "type of 'result' matches image type of 'sampled_image'".into(),
        ),
        Rule::Operands(lod) => operands(look, op, image, lod),
    }
}

/// Image operands that this check rejects, because LLVM 22's verifier does not implement their parameters.
const UNVERIFIED: u32 = image_operands::CONST_OFFSET
    | image_operands::OFFSET
    | image_operands::CONST_OFFSETS
    | image_operands::SAMPLE
    | image_operands::MIN_LOD
    | image_operands::MAKE_TEXEL_AVAILABLE
    | image_operands::MAKE_TEXEL_VISIBLE
    | image_operands::OFFSETS;

/// Checks the optional image operands of an instruction. Returns an error message if they are invalid.
fn operands(look: &Look<'_>, op: Op, image: &Image, lod: Lod) -> Option<String> {
    let def = look.def(op);
    let is_operands =
        |param: &Param| matches!(param.kind, ParamKind::Enum(def) if std::ptr::eq(def, &IMAGE_OPERANDS));
    let index = def.row.params.iter().position(is_operands)?;
    let bits = look.body.slot(op, def.slot_of(index));
    let bits = if bits == ABSENT { 0 } else { bits };
    let (with_lod, with_grad) = (bits & image_operands::LOD != 0, bits & image_operands::GRAD != 0);
    if lod == Lod::Explicit && !with_lod && !with_grad {
        return Some("failed to verify that either Lod or Grad image operands must be present".into());
    }
    if bits & UNVERIFIED != 0 {
        let names = enum_text(&IMAGE_OPERANDS, bits & UNVERIFIED);
        return Some(format!("has image operands that LLVM {} does not read: {names}", look.version));
    }
    if with_lod && with_grad {
        return Some("it is invalid to set both the Lod and Grad bits".into());
    }
    // Each parameter before the image operands is a single value, so its parameter index is also its operand index.
    let mut arguments = look.body.operands(op).skip(index);
    let mut argument = || look.ty(arguments.next());
    let is_float = |ty: Type| matches!(look.ctx.type_data(ty), TypeData::Float(_));
    // Returns LLVM's message if the image type does not allow Bias or Lod.
    let wrong_image = |name: &str| {
        let needed = match [dim::DIM1D, dim::DIM2D, dim::DIM3D, dim::CUBE].contains(&image.dim) {
            false => "dim operand of 1D, 2D, 3D, or Cube",
            true if image.ms != 0 => "MS operand of 0",
            true => return None,
        };
        Some(format!("{name} must only be used with an image type that has a {needed}"))
    };
    if bits & image_operands::BIAS != 0 {
        let ty = argument()?;
        let problem = if lod != Lod::Implicit {
            Some("Bias is only valid with implicit-lod instructions".to_owned())
        } else if !is_float(ty) {
            Some("Bias must be a floating-point type scalar".to_owned())
        } else {
            wrong_image("Bias")
        };
        if problem.is_some() {
            return problem;
        }
    }
    if with_lod {
        let ty = argument()?;
        let problem = if !matches!(lod, Lod::Explicit | Lod::Fetch) {
            Some("Lod is only valid with explicit-lod and fetch instructions".to_owned())
        } else if lod == Lod::Explicit && !is_float(ty) {
            Some("for ImageSampleExplicitLod, Lod must be a floating-point type scalar".to_owned())
        } else if lod == Lod::Fetch && !matches!(look.ctx.type_data(ty), TypeData::Integer { .. }) {
            Some("for ImageFetch, Lod must be an integer type scalar".to_owned())
        } else {
            wrong_image("Lod")
        };
        if problem.is_some() {
            return problem;
        }
    }
    if with_grad {
        let gradients = [argument()?, argument()?];
        return gradient(look, op, image, lod, gradients);
    }
    None
}

fn gradient(look: &Look<'_>, op: Op, image: &Image, lod: Lod, gradients: [Type; 2]) -> Option<String> {
    if lod != Lod::Explicit {
        return Some("Grad is only valid with explicit-lod instructions".into());
    }
    let coordinate = look.elements(look.operand(op, spv::ImageSampleExplicitLod::COORDINATE)?).1;
    let needed = coordinate.saturating_sub(image.arrayed.min(1).into());
    for ty in gradients {
        let (element, count) = look.elements(ty);
        let is_vector = matches!(look.ctx.type_data(ty), TypeData::Vector { .. });
        if !matches!(look.ctx.type_data(element), TypeData::Float(_)) {
            let class = if is_vector { "vector" } else { "scalar or vector" };
            return Some(format!("Grad arguments must be a {class} of floating-point type"));
        }
        if count != needed {
            return Some(
                "number of components of each Grad argument must equal the number of components in coordinate, \
                 minus the array layer component, if present"
                    .into(),
            );
        }
    }
    (image.ms != 0).then(|| "Grad must only be used with an image type that has a MS operand of 0".into())
}
