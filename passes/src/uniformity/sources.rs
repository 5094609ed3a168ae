//! Sources of divergence

use super::Globals;
use crate::support::memory::{Memory, Root};
use crate::support::spirv::storage;
use spv_dialect::generated::opcodes::*;
use spv_dialect::generated::values::group_operation::REDUCE;
use spv_dialect::spv;
use spv_ir::dialect::Traits;
use spv_ir::rewrite::effects;
use spv_ir::{Body, Ident, Op};

/// Built-in input variables that are uniform in a subgroup.
const UNIFORM_BUILT_INS: &[&str] = &[
    "NumWorkgroups",
    "WorkgroupSize",
    "WorkgroupId",
    "SubgroupSize",
    "SubgroupMaxSize",
    "NumSubgroups",
    "SubgroupId",
    "NumEnqueuedSubgroups",
    "BaseVertex",
    "BaseInstance",
    "DrawIndex",
    "DeviceIndex",
    "ViewIndex",
    "PatchVertices",
    "GlobalSize",
    "GlobalOffset",
    "EnqueuedWorkgroupSize",
    "WorkDim",
];

/// Group operations whose result is uniform even if the operands are divergent.
const UNIFORM_GROUP_OPERATIONS: &[u32] = &[
    GROUP_ALL,
    GROUP_ANY,
    GROUP_BROADCAST,
    GROUP_NON_UNIFORM_ALL,
    GROUP_NON_UNIFORM_ANY,
    GROUP_NON_UNIFORM_ALL_EQUAL,
    GROUP_NON_UNIFORM_BROADCAST,
    GROUP_NON_UNIFORM_BROADCAST_FIRST,
    GROUP_NON_UNIFORM_BALLOT,
];

/// Returns the property index of the group operation (reduction or scan), for ops that have one. The result of a
/// reduction is uniform, that of a scan is not.
fn reduction_slot(opcode: u32) -> Option<usize> {
    let reduces = matches!(
        opcode,
        GROUP_I_ADD..=GROUP_S_MAX
            | GROUP_I_MUL_KHR..=GROUP_LOGICAL_XOR_KHR
            | GROUP_NON_UNIFORM_I_ADD..=GROUP_NON_UNIFORM_LOGICAL_XOR
            | GROUP_NON_UNIFORM_BALLOT_BIT_COUNT
    );
    reduces.then_some(spv::GroupIAdd::OPERATION)
}

/// The condition under which the result of an op is uniform.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Source {
    /// A result that is always uniform.
    Uniform,
    /// A result that is uniform if all operands are.
    Operands,
    /// A result that is never uniform.
    Divergent,
}

impl Globals<'_> {
    /// Returns the condition under which the results of an op are uniform.
    pub(super) fn source(&mut self, memory: &Memory<'_>, body: &Body, op: Op) -> Source {
        let ctx = self.ctx;
        let def = ctx.registry().op(body.def(op));
        let opcode = (def.row.set == 0).then_some(def.row.opcode);
        if body.def(op) == spv::Load::ID {
            return self.load(memory, body, op);
        }
        if let Some(opcode) = opcode {
            if UNIFORM_GROUP_OPERATIONS.contains(&opcode) {
                return Source::Uniform;
            }
            if let Some(slot) = reduction_slot(opcode) {
                return if body.slot(op, slot) == REDUCE { Source::Uniform } else { Source::Divergent };
            }
        }
        if def.traits.contains(Traits::CONVERGENT) {
            return Source::Divergent;
        }
        let effects = effects(ctx, body, op);
        // Function variables differ between invocations, but their addresses are the same.
        let reads = effects == Traits::PURE || effects == Traits::READS || body.def(op) == spv::Variable::ID;
        if reads { Source::Operands } else { Source::Divergent }
    }

    /// Returns the condition under which the result of a load is uniform.
    fn load(&mut self, memory: &Memory<'_>, body: &Body, op: Op) -> Source {
        use storage::*;
        let Some(place) = memory.place(body, body.operand(op, spv::Load::POINTER)) else {
            return Source::Divergent;
        };
        match (place.class, place.root) {
            (FUNCTION | PRIVATE | OUTPUT, _) => Source::Divergent,
            (INPUT, Root::Global(name)) if self.is_uniform_input(name) => Source::Operands,
            (INPUT, _) => Source::Divergent,
            _ => Source::Operands,
        }
    }

    fn is_uniform_input(&mut self, name: Ident) -> bool {
        let Globals { ctx, module, symbols, .. } = *self;
        *self.uniform.entry(name).or_insert_with(|| {
            let attrs = symbols.get(name).and_then(|op| module.attrs(op));
            let built_in = ctx.dict_get(attrs, "built_in").and_then(|attr| ctx.attr_str(attr));
            built_in.is_some_and(|built_in| UNIFORM_BUILT_INS.contains(&built_in))
        })
    }
}
