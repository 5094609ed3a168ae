//! Rules of LLVM 22 for image instructions.

use super::Look;
use super::llvm19_rules::LaterRule;
use crate::decorations::enum_text;
use crate::generated::enums::IMAGE_OPERANDS;
use crate::generated::opcodes;
use crate::generated::values::{dim, image_operands};
use crate::spv;
use crate::types;
use crate::verify::type_text;
use spv_ir::dialect::{ABSENT, Param, ParamKind};
use spv_ir::{Op, Type, TypeData};

/// Rules by op name.
pub(super) static RULES: &[(&str, LaterRule)] = &[
    ("spv.ImageDrefGather", |look, op| check(look, op, DREF_GATHER)),
    ("spv.ImageFetch", |look, op| check(look, op, FETCH)),
    ("spv.ImageRead", |look, op| check(look, op, READ)),
    ("spv.ImageSampleExplicitLod", |look, op| check(look, op, EXPLICIT_LOD)),
    ("spv.ImageSampleImplicitLod", |look, op| check(look, op, IMPLICIT_LOD)),
    ("spv.ImageSampleProjDrefImplicitLod", |look, op| check(look, op, PROJ_DREF_IMPLICIT_LOD)),
    ("spv.ImageWrite", |look, op| check(look, op, WRITE)),
];

/// A property that the verifier of LLVM 22 requires.
#[derive(Clone, Copy)]
enum Rule {
    /// The coordinate consists of integers.
    IntegerCoordinate,
    /// The result is a vector of four numbers. The text lists the classes of types in LLVM's order.
    FourTexels(&'static str),
    /// The dimensionality is one of these.
    DimIs(&'static [u64], &'static str),
    /// The dimensionality is another one.
    DimIsNot(u64, &'static str),
    /// The image is not multisampled.
    SingleSampled,
    /// The operand Sampled of the image type is one of these.
    Sampled(&'static [u64], &'static str),
    /// The result has the sampled type as component type, unless the sampled type is void.
    ResultComponent,
    /// The texel has the sampled type as component type.
    TexelComponent,
    /// The result has the sampled type.
    ResultIsSampledType,
    /// The image operands are valid for an instruction of this kind.
    Operands(Lod),
}

/// The level of detail of an instruction.
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
const NOT_BUFFER: Rule = Rule::DimIsNot(dim::BUFFER as u64, "Buffer");
const WITHOUT_SAMPLER: Rule = Rule::Sampled(&[0, 2], "SamplerUnknown or NoSampler");

const DREF_GATHER: &[Rule] = &[
    INTEGERS_OR_FLOATS,
    Rule::DimIs(&[dim::DIM2D as u64, dim::CUBE as u64, dim::RECT as u64], "Dim2D or Cube or Rect"),
    Rule::SingleSampled,
    Rule::ResultComponent,
    Rule::Operands(Lod::None),
];
const FETCH: &[Rule] = &[
    Rule::IntegerCoordinate,
    FLOATS_OR_INTEGERS,
    Rule::DimIsNot(dim::CUBE as u64, "Cube"),
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
    Rule::DimIsNot(dim::SUBPASS_DATA as u64, "SubpassData"),
    Rule::TexelComponent,
    Rule::Operands(Lod::None),
];

/// The operands of an image type.
struct Image {
    sampled_type: Option<Type>,
    dim: u64,
    arrayed: u64,
    ms: u64,
    sampled: u64,
}

/// Returns the image type of an image or a sampled image.
fn image(look: &Look<'_>, ty: Type) -> Option<Image> {
    let ty = match types::view(look.ctx, ty)? {
        (opcodes::TYPE_SAMPLED_IMAGE, [_, image, ..]) => look.ctx.attr_type(*image)?,
        _ => ty,
    };
    let (opcodes::TYPE_IMAGE, &[_, sampled_type, dim, _, arrayed, ms, sampled, ..]) =
        types::view(look.ctx, ty)?
    else {
        return None;
    };
    let number = |attr| look.ctx.attr_u64(attr);
    Some(Image {
        sampled_type: look.ctx.attr_type(sampled_type).filter(|ty| *ty != look.ctx.common().none),
        dim: number(dim)?,
        arrayed: number(arrayed)?,
        ms: number(ms)?,
        sampled: number(sampled)?,
    })
}

/// Returns the type of the elements, and their number.
fn elements(look: &Look<'_>, ty: Type) -> (Type, u64) {
    match look.ctx.type_data(ty) {
        TypeData::Vector { element, dims } => (*element, dims.iter().product()),
        _ => (ty, 1),
    }
}

/// Returns the message about the first violated rule.
fn check(look: &Look<'_>, op: Op, rules: &[Rule]) -> Option<String> {
    let image = image(look, look.first_operand(op)?)?;
    rules.iter().find_map(|rule| violation(look, op, &image, *rule))
}

fn violation(look: &Look<'_>, op: Op, image: &Image, rule: Rule) -> Option<String> {
    let unmet = |met: bool, text: String| (!met).then(|| format!("failed to verify that {text}"));
    let mismatch = |ty: Option<Type>, what: &str| {
        let found = ty.map(|ty| elements(look, ty).0);
        let met = image.sampled_type.is_none() || found == image.sampled_type;
        unmet(met, format!("the {what} component type must match the image sampled type"))
    };
    match rule {
        Rule::IntegerCoordinate => {
            let ty = look.operand(op, spv::ImageFetch::COORDINATE)?;
            let is_integer = matches!(look.ctx.type_data(elements(look, ty).0), TypeData::Integer { .. });
            let class = "8/16/32/64-bit integer or fixed-length vector of 8/16/32/64-bit integer values of \
                         length 2/3/4/8/16";
            (!is_integer)
                .then(|| format!("operand #1 must be {class}, but got '{}'", type_text(look.ctx, ty)))
        }
        Rule::FourTexels(class) => {
            let ty = look.result(op)?;
            let is_vector = matches!(look.ctx.type_data(ty), TypeData::Vector { .. });
            let met = is_vector && elements(look, ty).1 == 4;
            (!met).then(|| format!("result #0 must be {class}, but got '{}'", type_text(look.ctx, ty)))
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
            image.sampled_type.is_none() || look.result(op) == image.sampled_type,
            "type of 'result' matches image type of 'sampled_image'".into(),
        ),
        Rule::Operands(lod) => operands(look, op, image, lod),
    }
}

/// Image operands that LLVM 22's verifier rejects, because it does not implement their arguments.
const UNVERIFIED: u32 = image_operands::CONST_OFFSET
    | image_operands::OFFSET
    | image_operands::CONST_OFFSETS
    | image_operands::SAMPLE
    | image_operands::MIN_LOD
    | image_operands::MAKE_TEXEL_AVAILABLE
    | image_operands::MAKE_TEXEL_VISIBLE
    | image_operands::OFFSETS;

/// Checks the image operands of an instruction.
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
        return Some(format!("has image operands that LLVM 22 does not read: {names}"));
    }
    if with_lod && with_grad {
        return Some("it is invalid to set both the Lod and Grad bits".into());
    }
    // The operands before the parameter are single values.
    let mut arguments = look.body.operands(op).skip(index);
    let mut argument = || look.ty(arguments.next());
    let is_flat = |image: &Image| {
        [dim::DIM1D, dim::DIM2D, dim::DIM3D, dim::CUBE].iter().any(|known| u64::from(*known) == image.dim)
    };
    let is_float = |ty: Type| matches!(look.ctx.type_data(ty), TypeData::Float(_));
    let needs_dim = |name: &str| {
        format!("{name} must only be used with an image type that has a dim operand of 1D, 2D, 3D, or Cube")
    };
    let needs_ms =
        |name: &str| format!("{name} must only be used with an image type that has a MS operand of 0");
    if bits & image_operands::BIAS != 0 {
        let ty = argument()?;
        let problem = if lod != Lod::Implicit {
            Some("Bias is only valid with implicit-lod instructions".to_owned())
        } else if !is_float(ty) {
            Some("Bias must be a floating-point type scalar".to_owned())
        } else if !is_flat(image) {
            Some(needs_dim("Bias"))
        } else {
            (image.ms != 0).then(|| needs_ms("Bias"))
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
        } else if !is_flat(image) {
            Some(needs_dim("Lod"))
        } else {
            (image.ms != 0).then(|| needs_ms("Lod"))
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
    let coordinate = elements(look, look.operand(op, spv::ImageSampleExplicitLod::COORDINATE)?).1;
    let needed = coordinate.saturating_sub(image.arrayed.min(1));
    for ty in gradients {
        let (element, count) = elements(look, ty);
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
