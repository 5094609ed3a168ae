//! Removal of trailing unused elements from vertex shader inputs (`eliminate-dead-input-components`)

use crate::pass::{ControlFlow, PassInfo, SpvModule, Work};
use crate::support::debug_globals::only_lists_variables;
use crate::support::spirv::{integer, is_chain, is_referred, ops_of, storage};
use spv_dialect::generated::opcodes;
use spv_dialect::generated::values::execution_model;
use spv_dialect::spv;
use spv_dialect::types;
use spv_ir::rewrite::program_uses;
use spv_ir::symbols::{SymbolUses, name_of};
use spv_ir::{Body, Builder, Context, Diagnostics, Ident, Op, Type, Value, walk};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Shortens input arrays of vertex shaders to the last element that is read, if all accesses \
                  select an element by a constant. Inputs of other stages are kept, because they must match \
                  the outputs of the preceding stage.",
    before: "spv.GlobalVariable @in {location = 0 : i32} : !spv.ptr<!spv.array<8 x f32>, Input>\n\
             %p = spv.AccessChain %in[%c1] : !spv.ptr<!spv.array<8 x f32>, Input>, i32",
    after: "spv.GlobalVariable @in {location = 0 : i32} : !spv.ptr<!spv.array<2 x f32>, Input>\n\
            %p = spv.AccessChain %in[%c1] : !spv.ptr<!spv.array<2 x f32>, Input>, i32",
    statistics: &[("variables", "Variables shortened")],
    ..PassInfo::new(
        "eliminate-dead-input-components",
        "Shorten input arrays of vertex shaders",
        ControlFlow::Any,
        |_| Ok(Work::module(run)),
    )
};

fn run(module: &mut SpvModule<'_>) -> Result<(), Diagnostics> {
    let ctx = module.ctx;
    let entries = ops_of(module, spv::EntryPoint::ID);
    let is_vertex =
        |&op: &Op| module.body.slot(op, spv::EntryPoint::EXECUTION_MODEL) == execution_model::VERTEX;
    if entries.is_empty() || !entries.iter().all(is_vertex) {
        return Ok(());
    }
    let uses = SymbolUses::new(ctx, module.body);
    let mut changes: Vec<(Op, Ident, Type)> = Vec::new();
    for op in ops_of(module, spv::GlobalVariable::ID) {
        let Some(name) = name_of(ctx, module.body, op).map(|name| ctx.ident(name)) else { continue };
        let is_built_in = ctx.dict_get(module.body.attrs(op), "built_in").is_some();
        let contents = spv::GlobalVariable::cast(module.body, op).and_then(|variable| variable.contents(ctx));
        let Some((ty, class)) = contents.filter(|(_, class)| class.0 == storage::INPUT && !is_built_in)
        else {
            continue;
        };
        let Some((opcodes::TYPE_ARRAY, &[decorations, element, length, ..])) = types::view(ctx, ty) else {
            continue;
        };
        let Some(old) = ctx.attr_u64(length) else { continue };
        let read = uses.users(name).iter().try_fold(0, |longest: u64, user| {
            if !user.nested {
                return only_lists_variables(ctx, module.body, user.top).then_some(longest);
            }
            Some(longest.max(elements_read(ctx, module.body.nested(user.top)?, name)?))
        });
        // SPIR-V arrays must have at least one element.
        let Some(new) = read.map(|read| read.max(1)).filter(|new| *new < old) else { continue };
        let Some(number) = u32::try_from(new).ok() else { continue };
        let ty = types::with_params(ctx, ty, &[decorations, element, ctx.i32_attr(number)]);
        changes.extend(types::make_pointer(ctx, ty, class.0).map(|pointer| (op, name, pointer)));
    }
    module.count(0, changes.len() as u64);
    for (op, name, pointer) in changes {
        let ty = ctx.type_attr(pointer);
        Builder::new(module.body).set_slot(op, spv::GlobalVariable::TYPE, ty.raw());
        for function in module.functions() {
            module.function_mut(function, |body| {
                for address in addresses(ctx, body, name) {
                    Builder::new(body).set_value_type(address, pointer);
                }
            });
        }
    }
    Ok(())
}

fn addresses(ctx: &Context, body: &Body, name: Ident) -> Vec<Value> {
    let address = |op: Op| {
        let view = spv::AddressOf::cast(body, op)?;
        (view.variable(ctx) == Some(name)).then(|| view.result())
    };
    walk::ops(body).filter_map(address).collect()
}

/// Returns one plus the index of the last element that a function reads, or 0 if it reads none. Returns `None` if the
/// variable has other uses.
fn elements_read(ctx: &Context, body: &Body, name: Ident) -> Option<u64> {
    let mut longest = 0;
    for address in addresses(ctx, body, name) {
        for (user, operand) in program_uses(ctx, body, address) {
            let index = body.own_operands(user).nth(1).and_then(|index| integer(ctx, body, index))?;
            if operand != 0 || !is_chain(body, user) || is_referred(ctx, body, user) {
                return None;
            }
            longest = longest.max(index.checked_add(1)?);
        }
    }
    Some(longest)
}
