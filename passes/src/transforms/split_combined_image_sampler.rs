//! Splitting of combined image samplers (`split-combined-image-sampler`)

use crate::pass::{ControlFlow, PassInfo, SpvModule, Work};
use crate::support::debug_globals::only_lists_variables;
use crate::support::interfaces::replace_in_interfaces;
use crate::support::spirv::{addresses, is_chain, is_referred};
use spv_build::spv::{self, Types};
use spv_dialect::generated::opcodes;
use spv_dialect::types;
use spv_ir::symbols::{SymbolUses, name_of};
use spv_ir::{
    Body, Builder, Context, Diagnostics, Ident, InsertPoint, NewOp, Op, SymbolTable, Type, Value, walk,
};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Replaces variables of combined image samplers, and of arrays of them, with one variable for \
                  the image and one for the sampler. Both get the descriptor set and binding of the \
                  original; `resolve-binding-conflicts` then separates the bindings. Uses of a combined \
                  value get an OpSampledImage of both. Variables whose address or value is passed to a \
                  function call are kept, so run `inline` first.",
    before: "spv.GlobalVariable @t bind(0, 1) : !spv.ptr<!spv.sampled_image<!image>, UniformConstant>\n\
             %0 = spv.Load \"UniformConstant\" %t : !spv.sampled_image<!image>",
    after: "spv.GlobalVariable @t bind(0, 1) : !spv.ptr<!image, UniformConstant>\n\
            spv.GlobalVariable @t_sampler bind(0, 1) : !spv.ptr<!spv.sampler, UniformConstant>\n\
            %0 = spv.Load \"UniformConstant\" %t : !image\n%1 = spv.Load \"UniformConstant\" %t_sampler : !spv.sampler\n\
            %2 = spv.SampledImage %0, %1 : !image, !spv.sampler",
    statistics: &[("variables", "Variables split")],
    ..PassInfo::new("split-combined-image-sampler", "Split combined image samplers", ControlFlow::Any, |_| {
        Ok(Work::module(run))
    })
};

/// A combined image sampler variable to split, with the types of its replacements.
struct SplitVariable {
    op: Op,
    name: Ident,
    image: Type,
    sampler: Type,
}

fn run(module: &mut SpvModule<'_>) -> Result<(), Diagnostics> {
    let ctx = module.ctx;
    let plans = plans(module);
    let mut symbols = SymbolTable::new(ctx, module.body);
    module.count(0, plans.len() as u64);
    for plan in plans {
        let sampler = symbols.unique(ctx, &format!("{}_sampler", ctx.str(plan.name)));
        let (attrs, loc) = (module.body.attrs(plan.op), module.body.loc(plan.op));
        let mut slots = module.body.slots(plan.op).to_vec();
        slots[spv::GlobalVariable::SYM_NAME] = ctx.string_attr(ctx.str(sampler)).raw();
        slots[spv::GlobalVariable::TYPE] = ctx.type_attr(plan.sampler).raw();
        let after = InsertPoint::after(module.body, plan.op);
        let mut builder = Builder::at(module.body, after);
        let op = builder.create(NewOp { loc, attrs, slots: &slots, ..NewOp::new(spv::GlobalVariable::ID) });
        symbols.insert(sampler, op);
        builder.set_slot(plan.op, spv::GlobalVariable::TYPE, ctx.type_attr(plan.image).raw());
        for op in module.functions() {
            module.function_mut(op, |body| split(ctx, body, &plan, sampler)).transpose()?;
        }
        let (old, new) = (ctx.symbol_attr(plan.name), ctx.symbol_attr(sampler));
        replace_in_interfaces(module, old, &[old, new]);
    }
    Ok(())
}

fn plans(module: &SpvModule<'_>) -> Vec<SplitVariable> {
    let ctx = module.ctx;
    let uses = SymbolUses::new(ctx, module.body);
    let own = module.referenced();
    let plan = |op: Op| {
        let (ty, class) = spv::GlobalVariable::cast(module.body, op)?.contents(ctx)?;
        let image = with_parts(ctx, ty, SampledImagePart::Image)?;
        let sampler = with_parts(ctx, ty, SampledImagePart::Sampler)?;
        let name = ctx.ident(name_of(ctx, module.body, op)?);
        let splits = uses.users(name).iter().all(|user| match user.nested {
            false => only_lists_variables(ctx, module.body, user.top),
            true => module.body.nested(user.top).is_some_and(|body| is_split(ctx, body, name)),
        });
        let (image, sampler) =
            (types::make_pointer(ctx, image, class.0)?, types::make_pointer(ctx, sampler, class.0)?);
        (splits && !own.contains(&name)).then_some(SplitVariable { op, name, image, sampler })
    };
    walk::top_ops(module.body).filter_map(plan).collect()
}

#[derive(Clone, Copy)]
enum SampledImagePart {
    Image,
    Sampler,
}

/// Returns `ty` with images or samplers (as selected by `part`) in place of combined image samplers. Returns `None` if
/// `ty` contains no combined image sampler.
fn with_parts(ctx: &Context, ty: Type, part: SampledImagePart) -> Option<Type> {
    let mut arrays = Vec::new();
    let mut inner = ty;
    while let Some((opcodes::TYPE_ARRAY | opcodes::TYPE_RUNTIME_ARRAY, params)) = types::view(ctx, inner) {
        arrays.push((inner, params));
        inner = ctx.attr_type(*params.get(1)?)?;
    }
    let Some((opcodes::TYPE_SAMPLED_IMAGE, params)) = types::view(ctx, inner) else { return None };
    let mut new = match part {
        SampledImagePart::Image => params.iter().find_map(|&param| ctx.attr_type(param))?,
        SampledImagePart::Sampler => ctx.sampler(),
    };
    for (array, params) in arrays.into_iter().rev() {
        let mut params = params.to_vec();
        params[1] = ctx.type_attr(new);
        new = types::with_params(ctx, array, &params);
    }
    Some(new)
}

/// Returns whether the variable `name` can be split in a function. The function must only load the variable or its
/// elements, and use the loaded values only in ops that accept a combined image sampler.
fn is_split(ctx: &Context, body: &Body, name: Ident) -> bool {
    let mut pointers: Vec<Value> = addresses(ctx, body, name).map(|op| body.result(op, 0)).collect();
    while let Some(pointer) = pointers.pop() {
        for (user, operand) in body.uses(pointer) {
            if is_referred(ctx, body, user) || operand != 0 {
                return false;
            }
            if is_chain(body, user) {
                pointers.push(body.result(user, 0));
            } else if body.def(user) != spv::Load::ID
                || body.uses(body.result(user, 0)).any(|(user, _)| !takes_combined(ctx, body, user))
            {
                return false;
            }
        }
    }
    true
}

/// Returns whether an op accepts a combined image sampler as the image to sample or query.
fn takes_combined(ctx: &Context, body: &Body, op: Op) -> bool {
    let row = ctx.registry().op(body.def(op)).row;
    row.set == 0 && row.name.starts_with("spv.Image")
}

/// Replaces the loads of a variable with loads of the image and of the sampler.
fn split(ctx: &Context, body: &mut Body, plan: &SplitVariable, sampler: Ident) -> Result<(), Diagnostics> {
    for address in addresses(ctx, body, plan.name).collect::<Vec<_>>() {
        let mut pointers = vec![(body.result(address, 0), {
            let mut builder = spv::Builder::before(ctx, body, address);
            builder.address_of(plan.sampler, sampler)
        })];
        Builder::new(body).set_value_type(pointers[0].0, plan.image);
        while let Some((image, sampler)) = pointers.pop() {
            let users: Vec<Op> = body.uses(image).map(|(user, _)| user).collect();
            for user in users {
                let (loc, attrs) = (body.loc(user), body.attrs(user));
                let indices: Vec<Value> = body.own_operands(user).skip(1).collect();
                let slots = body.slots(user).to_vec();
                let result = body.result(user, 0);
                if is_chain(body, user) {
                    let def = body.def(user);
                    let ty = chain_type(ctx, body, image, result);
                    let of_sampler = chain_type(ctx, body, sampler, result);
                    let (Some(ty), Some(of_sampler)) = (ty, of_sampler) else { continue };
                    let operands = [&[sampler][..], &indices].concat();
                    let mut builder = Builder::at(body, InsertPoint::Before(user));
                    let new =
                        NewOp { loc, attrs, operands: &operands, results: &[of_sampler], ..NewOp::new(def) };
                    let new = builder.create(new);
                    let new = builder.result(new, 0);
                    builder.set_value_type(result, ty);
                    pointers.push((result, new));
                    continue;
                }
                let (Some((ty, _)), Some((of_sampler, _))) = (
                    types::pointer(ctx, body.value_type(image)),
                    types::pointer(ctx, body.value_type(sampler)),
                ) else {
                    continue;
                };
                let mut builder = Builder::at(body, InsertPoint::Before(user));
                let new = NewOp {
                    loc,
                    attrs,
                    slots: &slots,
                    operands: &[sampler],
                    results: &[of_sampler],
                    ..NewOp::new(spv::Load::ID)
                };
                let sampler = builder.value(new);
                builder.set_value_type(result, ty);
                combine(ctx, body, result, sampler)?;
            }
        }
    }
    Ok(())
}

/// Returns the new type of an access chain whose base has a new type: a pointer to the element at the same depth.
fn chain_type(ctx: &Context, body: &Body, base: Value, chain: Value) -> Option<Type> {
    let op = body.defining_op(chain)?;
    let (mut ty, class) = types::pointer(ctx, body.value_type(base))?;
    for _ in body.own_operands(op).skip(1) {
        ty = types::element(ctx, ty, 0)?;
    }
    types::make_pointer(ctx, ty, class)
}

/// Replaces the uses of a combined image sampler with the image combined with a sampler, or with the image alone in
/// OpImage.
fn combine(ctx: &Context, body: &mut Body, image: Value, sampler: Value) -> Result<(), Diagnostics> {
    let users: Vec<(Op, usize)> = body.uses(image).collect();
    for (user, operand) in users {
        if body.def(user) == spv::Image::ID {
            let result = body.result(user, 0);
            let mut builder = Builder::new(body);
            builder.replace_all_uses(result, image);
            builder.erase(user);
            continue;
        }
        let loc = body.loc(user);
        let mut builder = spv::Builder::before(ctx, body, user);
        builder.loc = loc;
        let combined = builder.sampled_image(image, sampler);
        builder.ir().set_operand(user, operand, combined);
        builder.finish()?;
    }
    Ok(())
}
