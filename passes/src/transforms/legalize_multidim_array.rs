//! Flattening of multidimensional resource arrays (`legalize-multidim-array`)

use crate::pass::{ControlFlow, PassInfo, SpvModule, Work};
use crate::support::debug_globals::only_lists_variables;
use crate::support::spirv::{addresses, integer, is_chain, ops_of, with_copies};
use spv_build::spv::{self, FunctionBuilder};
use spv_dialect::generated::opcodes;
use spv_dialect::types;
use spv_ir::symbols::{SymbolUses, name_of};
use spv_ir::{
    Body, Builder, Context, Diagnostic, Diagnostics, Ident, Op, Place, Signedness, Type, TypeData, Value,
};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Flattens arrays of arrays of variables with a descriptor set and binding, because Vulkan allows only one \
                  dimension. Access chains must have an index for each dimension. \
                  Lengths must be constants.",
    before: "spv.GlobalVariable @t bind(0, 1) : !spv.ptr<!spv.array<2 x !spv.array<4 x !image>>, UniformConstant>\n\
             %p = spv.AccessChain %t[%i, %j] : ...",
    after: "spv.GlobalVariable @t bind(0, 1) : !spv.ptr<!spv.array<8 x !image>, UniformConstant>\n\
            %0 = spv.IMul %i, %c4 : i32\n%1 = spv.IAdd %0, %j : i32\n%p = spv.AccessChain %t[%1] : ...",
    statistics: &[("variables", "Variables with a flat array")],
    ..PassInfo::new(
        "legalize-multidim-array",
        "Flatten multidimensional arrays of resources",
        ControlFlow::Any,
        |_| Ok(Work::module(run)),
    )
};

/// A variable whose array type the pass flattens.
struct Plan {
    op: Op,
    name: Ident,
    /// The lengths of the dimensions, outermost first.
    lengths: Vec<u64>,
    pointer: Type,
}

fn run(module: &mut SpvModule<'_>) -> Result<(), Diagnostics> {
    let ctx = module.ctx;
    let uses = SymbolUses::new(ctx, module.body);
    let mut plans = Vec::new();
    for op in ops_of(module, spv::GlobalVariable::ID) {
        let Some(plan) = plan(module, op) else { continue };
        let are_selected = uses.users(plan.name).iter().all(|user| match user.nested {
            false => only_lists_variables(ctx, module.body, user.top),
            true => module.body.nested(user.top).is_some_and(|body| are_selected(ctx, body, &plan)),
        });
        if !are_selected {
            let message = format!(
                "'{}' cannot be flattened: a use of it has no access chain with {} indices",
                ctx.str(plan.name),
                plan.lengths.len()
            );
            return Err(Diagnostics {
                list: vec![Diagnostic::error(Place::Op(module.body.loc(op)), message)],
            });
        }
        plans.push(plan);
    }
    module.count(0, plans.len() as u64);
    for plan in plans {
        Builder::new(module.body).set_slot(
            plan.op,
            spv::GlobalVariable::TYPE,
            ctx.type_attr(plan.pointer).raw(),
        );
        for op in module.functions() {
            module.function_mut(op, |body| flatten(ctx, body, &plan)).transpose()?;
        }
    }
    Ok(())
}

/// Returns the plan to flatten a variable's array type. Returns `None` if the variable has no descriptor set and
/// binding, or is not an array of arrays.
fn plan(module: &SpvModule<'_>, op: Op) -> Option<Plan> {
    let ctx = module.ctx;
    let (ty, class) = spv::GlobalVariable::cast(module.body, op)?.contents(ctx)?;
    ctx.dict_get(module.body.attrs(op), "descriptor_set")?;
    ctx.dict_get(module.body.attrs(op), "binding")?;
    let (mut lengths, mut inner) = (Vec::new(), ty);
    while let Some((opcodes::TYPE_ARRAY, [_, element, length, ..])) = types::view(ctx, inner) {
        lengths.push(ctx.attr_u64(*length)?);
        inner = ctx.attr_type(*element)?;
    }
    if lengths.len() < 2 {
        return None;
    }
    let length = lengths.iter().try_fold(1_u64, |product, length| product.checked_mul(*length))?;
    let mut params = types::view(ctx, ty)?.1.to_vec();
    params[1] = ctx.type_attr(inner);
    params[2] = ctx.i32_attr(u32::try_from(length).ok()?);
    let pointer = types::make_pointer(ctx, types::with_params(ctx, ty, &params), class.0)?;
    let name = ctx.ident(name_of(ctx, module.body, op)?);
    Some(Plan { op, name, lengths, pointer })
}

/// Returns the addresses of the variable `name` in a function, and the copies of these addresses.
fn pointers(ctx: &Context, body: &Body, name: Ident) -> Vec<Value> {
    addresses(ctx, body, name).flat_map(|op| with_copies(body, body.result(op, 0))).collect()
}

/// Returns whether each use of a variable is an access chain with an integer index for each dimension.
fn are_selected(ctx: &Context, body: &Body, plan: &Plan) -> bool {
    let count = plan.lengths.len();
    let selects = |(user, operand): (Op, usize)| {
        let is_integer = |value| matches!(ctx.type_data(body.value_type(value)), TypeData::Integer { .. });
        let indices = || body.own_operands(user).skip(1);
        body.def(user) == spv::CopyObject::ID
            || operand == 0
                && is_chain(body, user)
                && indices().len() >= count
                && indices().take(count).all(is_integer)
    };
    pointers(ctx, body, plan.name).into_iter().flat_map(|value| body.uses(value)).all(selects)
}

/// Replaces the indices of a variable's access chains, one per dimension, with a single linear index.
fn flatten(ctx: &Context, body: &mut Body, plan: &Plan) -> Result<(), Diagnostics> {
    let Some(entry) = body.first_block(body.root()) else { return Ok(()) };
    for pointer in pointers(ctx, body, plan.name) {
        Builder::new(body).set_value_type(pointer, plan.pointer);
        let chains: Vec<Op> =
            body.uses(pointer).map(|(user, _)| user).filter(|&user| is_chain(body, user)).collect();
        for chain in chains {
            let indices: Vec<Value> = body.own_operands(chain).skip(1).collect();
            let (indices, rest) = indices.split_at(plan.lengths.len());
            let known: Option<Vec<u64>> = indices.iter().map(|&index| integer(ctx, body, index)).collect();
            let loc = body.loc(chain);
            let mut b = FunctionBuilder::new(spv::Builder::before(ctx, body, chain), entry);
            b.loc = loc;
            let ty = ctx.common().i32;
            let flat = match known {
                Some(known) => {
                    let pairs = known.into_iter().zip(&plan.lengths);
                    let flat = pairs
                        .fold(0_u64, |flat, (index, &length)| flat.wrapping_mul(length).wrapping_add(index));
                    b.integer(ty, flat)
                }
                None => {
                    let mut flat = as_u32(&mut b, indices[0]);
                    for (&index, &length) in indices.iter().zip(&plan.lengths).skip(1) {
                        let length = b.integer(ty, length);
                        let (scaled, index) = (b.i_mul(flat, length), as_u32(&mut b, index));
                        flat = b.i_add(scaled, index);
                    }
                    flat
                }
            };
            b.into_builder().finish()?;
            let operands = [&[pointer, flat][..], rest].concat();
            Builder::new(body).set_operands(chain, &operands, &[]);
        }
    }
    Ok(())
}

/// Returns an index converted to an unsigned 32-bit integer.
fn as_u32(b: &mut FunctionBuilder<'_>, index: Value) -> Value {
    let (ctx, ty) = (b.ctx(), b.ctx().common().i32);
    match *ctx.type_data(b.value_type(index)) {
        TypeData::Integer { width: 32, signedness: Signedness::Signed } => b.bitcast(ty, index),
        TypeData::Integer { width: 32, .. } => index,
        TypeData::Integer { signedness: Signedness::Signed, .. } => b.s_convert(ty, index),
        _ => b.u_convert(ty, index),
    }
}
