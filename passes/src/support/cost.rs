//! Cost model: costs of operations and branches on a GPU, and when a transformation is profitable
//!
//! The unit is one instruction per invocation, as GPU compilers count. These compilers keep uniform values in scalar
//! registers, execute both arms of a divergent branch, and move no instructions across loops. The costs are fitted to
//! Mesa's RADV (`tests/bench/radv.sh`); docs/performance.md has the measured effect.

use spv_dialect::generated::opcodes::*;
use spv_dialect::spv;
use spv_dialect::types;
use spv_ir::dialect::Traits;
use spv_ir::rewrite::effects;
use spv_ir::{Body, Context, Op, Type, TypeData};

/// Cost category of an operation. The cost applies to each component of the result.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// Free: an alias of an existing value, or a modifier of the instruction that uses it.
    Free,
    /// One full-rate instruction.
    Simple,
    /// A quarter-rate function: reciprocals, roots, logarithms.
    Quarter,
    /// A floating-point division, which needs several instructions for correct rounding.
    Division,
    /// An integer division, which is expanded to many instructions.
    IntegerDivision,
    /// A memory load, whose cost is the address computation and the latency that other invocations do not hide.
    Memory,
}

/// Opcodes of the core instructions that are not [`Class::Simple`], by category.
const CLASSES: &[(Class, &[u32])] = &[
    (
        Class::Free,
        &[
            UNDEF,
            COPY_OBJECT,
            COPY_LOGICAL,
            BITCAST,
            COMPOSITE_CONSTRUCT,
            COMPOSITE_EXTRACT,
            COMPOSITE_INSERT,
            VECTOR_SHUFFLE,
            TRANSPOSE,
            ACCESS_CHAIN,
            IN_BOUNDS_ACCESS_CHAIN,
            SAMPLED_IMAGE,
            IMAGE,
            F_NEGATE,
            LOGICAL_NOT,
        ],
    ),
    (Class::Memory, &[LOAD]),
    (Class::Quarter, &[CONVERT_F_TO_U, CONVERT_F_TO_S, I_MUL]),
    (Class::Division, &[F_DIV, F_REM, F_MOD]),
    (Class::IntegerDivision, &[U_DIV, S_DIV, U_MOD, S_REM, S_MOD]),
];

impl Class {
    const fn cost(self) -> u32 {
        match self {
            Class::Free => 0,
            Class::Simple => 1,
            Class::Quarter => 4,
            Class::Division => 10,
            Class::IntegerDivision => 30,
            Class::Memory => 8,
        }
    }
}

/// Returns the cost category of an op without side effects. Ops of extended instruction sets count as quarter-rate,
/// because most of them are.
fn class(ctx: &Context, body: &Body, op: Op) -> Class {
    let def = ctx.registry().op(body.def(op));
    if def.row.set != 0 {
        return Class::Quarter;
    }
    if def.traits.intersects(Traits::CONSTANT_LIKE | Traits::TERMINATOR) {
        return Class::Free;
    }
    let listed = CLASSES.iter().find(|(_, opcodes)| opcodes.contains(&def.row.opcode));
    listed.map_or(Class::Simple, |(class, _)| *class)
}

/// Returns the cost of an op without side effects.
pub(crate) fn op_cost(ctx: &Context, body: &Body, op: Op) -> u32 {
    let per_component = class(ctx, body, op).cost();
    let results = body.results(op).map(|value| components(ctx, body.value_type(value)));
    let count: u32 = match ctx.registry().op(body.def(op)).row.opcode {
        // Each component of a matrix product is a dot product, whose cost depends on the operand's number of
        // components.
        DOT | VECTOR_TIMES_MATRIX | MATRIX_TIMES_VECTOR | MATRIX_TIMES_MATRIX => {
            body.operands(op).map(|value| components(ctx, body.value_type(value))).max().unwrap_or(1)
        }
        _ => results.sum(),
    };
    per_component.saturating_mul(count)
}

/// Returns the number of 32-bit registers that a value of a type occupies, or 0 for types that are not numeric.
pub(crate) fn components(ctx: &Context, ty: Type) -> u32 {
    match ctx.type_data(ty) {
        TypeData::Vector { dims, element } => {
            dims.iter().map(|&dim| dim as u32).product::<u32>().saturating_mul(components(ctx, *element))
        }
        TypeData::Integer { .. } | TypeData::Float(_) => {
            types::scalar_width(ctx, ty).unwrap_or(32).div_ceil(32)
        }
        _ => match types::view(ctx, ty) {
            Some((TYPE_MATRIX, [_, column, count, ..])) => {
                let column = ctx.attr_type(*column).map_or(0, |column| components(ctx, column));
                column.saturating_mul(ctx.attr_u64(*count).unwrap_or(1) as u32)
            }
            _ => 0,
        },
    }
}

/// Cost of a uniform selection without its arms: a comparison and a jump.
const UNIFORM_BRANCH: u32 = 2;

/// Returns whether computing both arms of a selection is as cheap as a uniform branch and one arm. `arms` has the cost
/// of each arm, and `choices` is the number of result components to select.
pub(crate) fn flattens_uniform(arms: [u32; 2], choices: u32) -> bool {
    let taken = arms[0].min(arms[1]);
    arms[0] + arms[1] + choices <= taken + UNIFORM_BRANCH
}

/// Maximum cost of a selection that compilers flatten by computing both arms.
pub(crate) const FLATTENED: u32 = 8;

/// Returns whether compilers probably flatten a selection into straight-line code, because its arms are cheap and have
/// no side effects.
pub(crate) fn is_flattened(ctx: &Context, body: &Body, selection: Op) -> bool {
    let mut total = 0;
    for op in body.blocks(body.region(selection, 0)).flat_map(|block| body.ops(block)) {
        let def = ctx.registry().op(body.def(op));
        if def.traits.contains(Traits::TERMINATOR) {
            if def.traits.contains(Traits::ABORTS) || body.def(op) == spv::Switch::ID {
                return false;
            }
            continue;
        }
        total += op_cost(ctx, body, op);
        if body.region_count(op) > 0 || effects(ctx, body, op) != Traits::PURE || total > FLATTENED {
            return false;
        }
    }
    true
}

/// Instructions per iteration that hoisting must save for each additional register that is occupied throughout the
/// loop.
const REGISTER_IN_LOOP: u32 = 2;

/// Number of registers per invocation above which occupancy drops or values spill. Lower occupancy hides less latency.
const REGISTERS: u32 = 88;

/// Returns whether it is profitable to hoist an op out of a loop. `saved` is the number of instructions saved per
/// iteration. The result occupies `held` registers throughout the loop, and the hoisted operands free `freed`
/// registers. `live` is the maximum number of registers live at the same time.
pub(crate) fn hoists(saved: u32, held: u32, freed: u32, live: u32) -> bool {
    let more = held.saturating_sub(freed);
    saved > 0 && saved >= REGISTER_IN_LOOP * more && (held < freed || live + more <= REGISTERS)
}
