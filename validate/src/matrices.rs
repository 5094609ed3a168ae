//! Validation of cooperative matrix accesses to memory: layouts and strides

use super::facts::Facts;
use super::rule::{Check, Rule, rule};
use super::subject::OpSubject;
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::values::{capability as c, cooperative_matrix_layout as l};
use spv_dialect::generated::views as v;
use spv_dialect::types;
use spv_dialect::verify::shape::length;
use spv_ir::Type;
use spv_ir::params::OpComponent;

const ACCESSES: &[u32] = &[op::COOPERATIVE_MATRIX_LOAD_KHR, op::COOPERATIVE_MATRIX_STORE_KHR];
const INTERLEAVED: [u32; 2] = [l::ROW_BLOCKED_INTERLEAVED_ARM, l::COLUMN_BLOCKED_INTERLEAVED_ARM];
const SECTION: &str = "SPV_KHR_cooperative_matrix";
const SECTION_ARM: &str = "SPV_ARM_cooperative_matrix_layouts";

/// Validation rules for cooperative matrix accesses.
pub const RULES: &[Rule] = &[
    rule("SPV-matrix-stride", SECTION, "the memory layout requires a stride", {
        Check::Op(ACCESSES, |x| {
            let layout = layout(x)?;
            let needs =
                [l::ROW_MAJOR_KHR, l::COLUMN_MAJOR_KHR].contains(&layout) || INTERLEAVED.contains(&layout);
            needs.then(|| x.param_named("stride").is_some())
        })
    })
    .note("add the number of elements between two rows or columns"),
    rule(
        "SPV-matrix-layout-arm",
        SECTION_ARM,
        "the memory layout requires capability CooperativeMatrixLayoutsARM",
        Check::Needs(ACCESSES, |x| {
            INTERLEAVED.contains(&layout(x)?).then_some(&[c::COOPERATIVE_MATRIX_LAYOUTS_ARM])
        }),
    )
    .note("declare CooperativeMatrixLayoutsARM"),
    rule(
        "SPV-matrix-stride-arm",
        SECTION_ARM,
        "the stride of an interleaved layout must be the constant 1, 2 or 4",
        Check::Op(ACCESSES, |x| {
            if !INTERLEAVED.contains(&layout(x)?) {
                return None;
            }
            let OpComponent::Value(stride) = x.param_named("stride")? else { return None };
            Some(x.is_constant(stride) && x.constant(stride).is_none_or(|stride| [1, 2, 4].contains(&stride)))
        }),
    ),
    rule(
        "SPV-matrix-size-arm",
        SECTION_ARM,
        "the rows and columns of an interleaved layout must be multiples of its block size",
        Check::Op(ACCESSES, |x| {
            let layout = layout(x)?;
            if !INTERLEAVED.contains(&layout) {
                return None;
            }
            let ty = if x.opcode == op::COOPERATIVE_MATRIX_LOAD_KHR {
                x.result_type()?
            } else {
                x.operand_type(v::CooperativeMatrixStoreKHR::OBJECT)?
            };
            let OpComponent::Value(stride) = x.param_named("stride")? else { return None };
            let stride = x.constant(stride)?;
            let bytes = u64::from(x.shape(element(x, ty)?).width / 8);
            let (mut rows, mut columns) = (4_u64, 16_u64.checked_div(bytes)?);
            match layout {
                l::ROW_BLOCKED_INTERLEAVED_ARM => columns = columns.checked_mul(stride)?,
                _ => rows = rows.checked_mul(stride)?,
            }
            let fits = |index, multiple| {
                size(x.facts, ty, index).is_none_or(|size| multiple == 0 || size.is_multiple_of(multiple))
            };
            Some(fits(3, rows) && fits(4, columns))
        }),
    ),
];

fn layout(x: &OpSubject<'_>) -> Option<u32> {
    match x.param_named("memory_layout")? {
        OpComponent::Const(_, layout) => Some(layout),
        item => x.number(item).and_then(|layout| u32::try_from(layout).ok()),
    }
}

fn element(x: &OpSubject<'_>, ty: Type) -> Option<Type> {
    x.facts.shape(ty).inner
}

/// Returns the number of rows or columns of a matrix type, if it is a known constant. `index` is the index of the type
/// parameter for rows or columns.
fn size(facts: &Facts<'_>, ty: Type, index: usize) -> Option<u64> {
    let (_, params) = types::view(facts.ctx, ty)?;
    length(facts.ctx, *params.get(index)?)
}
