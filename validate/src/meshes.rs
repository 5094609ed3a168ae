//! Validation of mesh and task shaders

use super::rays::is_variable;
use super::rule::{Check, Rule, rule};
use super::subject::OpSubject;
use super::typing::UINT32;
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::values::{execution_mode as mode, storage_class as s};
use spv_dialect::verify::rule::{A, B, C};

const TASKS: &[u32] = &[op::EMIT_MESH_TASKS_EXT];
const OUTPUTS: &[u32] = &[op::SET_MESH_OUTPUTS_EXT];
const MESH: &str = "3.42.26";

/// Validation rules for mesh and task shaders.
pub const RULES: &[Rule] = &[
    rule("SPV-mesh-task-counts", MESH, "the group counts must be unsigned 32-bit integers", {
        Check::BySignature(TASKS, |x| x.all_in(&[A, B, C], UINT32))
    }),
    rule("SPV-mesh-task-payload", MESH, "the payload must be a TaskPayloadWorkgroupEXT variable", {
        Check::Op(TASKS, |x| is_variable(x, 3, &[s::TASK_PAYLOAD_WORKGROUP_EXT]))
    }),
    rule("SPV-mesh-output-counts", MESH, "the counts must be unsigned 32-bit integers", {
        Check::BySignature(OUTPUTS, |x| x.all_in(&[A, B], UINT32))
    }),
    rule("SPV-mesh-output-vertices", MESH, "the vertex count exceeds OutputVertices of the entry point", {
        Check::Op(OUTPUTS, |x| is_within(x, 0, mode::OUTPUT_VERTICES))
    }),
    rule(
        "SPV-mesh-output-primitives",
        MESH,
        "the primitive count exceeds OutputPrimitivesEXT of the entry point",
        Check::Op(OUTPUTS, |x| is_within(x, 1, mode::OUTPUT_PRIMITIVES_EXT)),
    ),
];

/// Returns whether a constant operand is at most the value of an execution mode, for all entry points that reach the
/// op. Returns `None` if the operand is not constant.
fn is_within(x: &OpSubject<'_>, index: usize, mode: u32) -> Option<bool> {
    let count = x.constant(x.value_at(index)?)?;
    let (_, function) = x.function()?;
    let limit = |entry: &usize| {
        let entry = x.facts.entries.get(*entry)?;
        let found = x.facts.modes_of(entry.function).find(|own| own.mode == mode)?;
        x.ctx().attr_u64(*found.operands.first()?)
    };
    Some(function.entries.iter().all(|entry| limit(entry).unwrap_or(0) >= count))
}
