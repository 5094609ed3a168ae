//! Verifier rules of LLVM 22 that LLVM 19 lacks.

use super::Look;
use super::llvm19_rules::LaterRule;
use crate::decorations::enum_text;
use crate::generated::enums::{IMAGE_OPERANDS, MEMORY_ACCESS};
use crate::generated::values::{image_operands, memory_access, storage_class};
use crate::spv;
use crate::types::pointer;
use crate::verify::rule::{OpValue, Rule};
use crate::verify::{classes, rules, type_text};
use spv_ir::dialect::{ABSENT, OpDefId, Param, ParamKind};
use spv_ir::{FloatKind, Op, Type, TypeData};

/// Rules by op name.
static RULES: &[(&str, LaterRule)] = &[
    ("spv.EmitMeshTasksEXT", payload),
    ("spv.ImageDrefGather", unverified_operands),
    ("spv.ImageFetch", unverified_operands),
    ("spv.ImageRead", unverified_operands),
    ("spv.ImageSampleExplicitLod", unverified_operands),
    ("spv.ImageSampleImplicitLod", unverified_operands),
    ("spv.ImageSampleProjDrefImplicitLod", unverified_operands),
    ("spv.ImageWrite", unverified_operands),
    ("spv.Load", alignment),
    ("spv.Store", alignment),
];

/// Ops whose float operands and results may be bfloat16.
const BFLOAT16_OPS: [&str; 6] =
    ["spv.ConvertFToS", "spv.ConvertFToU", "spv.ConvertSToF", "spv.ConvertUToF", "spv.Dot", "spv.FConvert"];

/// Returns the LLVM 22 rule for ops of a definition. `bfloat16` tells whether the module has that type.
pub(super) fn rule(id: OpDefId, name: &str, bfloat16: bool) -> Option<LaterRule> {
    let own = RULES.iter().find(|(known, _)| *known == name).map(|(_, rule)| *rule);
    let floats = bfloat16
        && !BFLOAT16_OPS.contains(&name)
        && rules(id).iter().any(|rule| matches!(rule, Rule::Is(_, class) if is_float(class)));
    own.or(floats.then_some(no_bfloat16 as LaterRule))
}

fn is_float(class: &'static crate::verify::rule::Class) -> bool {
    let classes = [
        &classes::FLOAT,
        &classes::FLOAT_ELEMENTS,
        &classes::SMALL_FLOAT,
        &classes::FLOAT_SCALAR,
        &classes::FLOAT_VECTOR,
    ];
    classes.iter().any(|known| std::ptr::eq(*known, class))
}

fn no_bfloat16(look: &Look<'_>, op: Op) -> Option<String> {
    rules(look.body.def(op)).iter().find_map(|rule| {
        let Rule::Is(place, class) = *rule else { return None };
        let ty = match place {
            OpValue::Result => look.result(op),
            OpValue::Operand(index) => look.operand(op, usize::from(index)),
        };
        let ty = ty.filter(|ty| is_float(class) && is_bfloat16(look, *ty))?;
        Some(format!("{} must be {}, but got '{}'", place.numbered(), class.text, type_text(look.ctx, ty)))
    })
}

fn is_bfloat16(look: &Look<'_>, ty: Type) -> bool {
    let element = match look.ctx.type_data(ty) {
        TypeData::Vector { element, .. } => *element,
        _ => ty,
    };
    matches!(look.ctx.type_data(element), TypeData::Float(FloatKind::BF16))
}

/// Checks the payload of mesh tasks.
fn payload(look: &Look<'_>, op: Op) -> Option<String> {
    let (_, class) = pointer(look.ctx, look.operand(op, 3)?)?;
    (class != storage_class::TASK_PAYLOAD_WORKGROUP_EXT)
        .then(|| "payload must be a variable with a storage class of TaskPayloadWorkgroupEXT".into())
}

/// Checks that an alignment is a power of two.
fn alignment(look: &Look<'_>, op: Op) -> Option<String> {
    let slot =
        if look.body.def(op) == spv::Load::ID { spv::Load::MEMORY_ACCESS } else { spv::Store::MEMORY_ACCESS };
    let bits = look.body.slot(op, slot);
    if bits == ABSENT || bits & memory_access::ALIGNED == 0 {
        return None;
    }
    // The parameters are sorted by enumerant; no enumerant with parameters precedes `Aligned`.
    debug_assert!(MEMORY_ACCESS.present(bits & (memory_access::ALIGNED - 1)).all(|e| e.params.is_empty()));
    let extras = look.body.slot_attr(op, slot + 1).and_then(|attr| look.ctx.attr_array(attr))?;
    let alignment = extras.first().and_then(|attr| look.ctx.attr_u64(*attr))?;
    (!alignment.is_power_of_two()).then(|| {
        "attribute 'alignment' failed to satisfy constraint: 32-bit signless integer attribute whose value is \
         positive and whose value is a power of two > 0"
            .into()
    })
}

/// Image operands that LLVM 22's verifier rejects, because it has no rule for their arguments.
const UNVERIFIED: u32 = image_operands::CONST_OFFSET
    | image_operands::OFFSET
    | image_operands::CONST_OFFSETS
    | image_operands::SAMPLE
    | image_operands::MIN_LOD
    | image_operands::MAKE_TEXEL_AVAILABLE
    | image_operands::MAKE_TEXEL_VISIBLE
    | image_operands::OFFSETS;

fn unverified_operands(look: &Look<'_>, op: Op) -> Option<String> {
    let def = look.def(op);
    let operands =
        |param: &Param| matches!(param.kind, ParamKind::Enum(def) if std::ptr::eq(def, &IMAGE_OPERANDS));
    let index = def.row.params.iter().position(operands)?;
    let bits = look.body.slot(op, def.slot_of(index));
    let unverified = if bits == ABSENT { 0 } else { bits & UNVERIFIED };
    (unverified != 0).then(|| {
        format!("has image operands that LLVM 22 does not read: {}", enum_text(&IMAGE_OPERANDS, unverified))
    })
}
