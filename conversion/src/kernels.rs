//! Preservation of `gpu.module` ops during lowering
//!
//! Each `gpu.module` is preserved next to the `spv.module` that it was lowered to, because the host code refers to its
//! kernels.

use spv_dialect::spv;
use spv_dialects::gpu::KERNEL;
use spv_dialects::{func, gpu};
use spv_ir::dialect::{SYMBOL_SLOT, TYPE_SLOT};
use spv_ir::{
    Annotations, Body, Builder, Context, InsertPoint, Module, NewOp, Op, Type, TypeData, Value, walk,
};

/// Inserts each original `gpu.module` after its `spv.module`. If `as_functions` is set, replaces the kernels with
/// empty functions, which OpenCL host code expects.
pub(crate) fn put_back(module: &mut Module, mut original: Body, as_functions: bool) {
    let ctx = module.ctx.clone();
    let Some(def) = ctx.registry().op_by_name(gpu::Module::NAME) else { return };
    let all = |body: &Body, def| walk::top_ops(body).filter(|op| body.def(*op) == def).collect::<Vec<Op>>();
    let made = all(&module.body, spv::Module::ID);
    for (op, kernels) in made.into_iter().zip(all(&original, def)) {
        let mut nested = Builder::new(&mut original).take_nested(kernels);
        if let Some(nested) = nested.as_mut().filter(|_| as_functions) {
            make_functions(&ctx, nested);
        }
        let at = InsertPoint::after(&module.body, op);
        let mut builder = Builder::at(&mut module.body, at);
        let (loc, attrs, slots) = (original.loc(kernels), original.attrs(kernels), original.slots(kernels));
        let new = builder.create(NewOp { loc, attrs, slots, isolated: true, ..NewOp::new(def) });
        builder.set_nested(new, nested);
    }
}

/// Moves each `spv.module` to the start of the `gpu.module` that follows it.
pub(crate) fn nest(module: &mut Module) {
    let ctx = module.ctx.clone();
    let is_kernels = |body: &Body, op| ctx.registry().op(body.def(op)).row.name == gpu::Module::NAME;
    let made: Vec<Op> =
        walk::top_ops(&module.body).filter(|op| module.body.def(*op) == spv::Module::ID).collect();
    for op in made {
        let Some(kernels) = module.body.next(op).filter(|next| is_kernels(&module.body, *next)) else {
            continue;
        };
        let (loc, attrs) = (module.body.loc(op), module.body.attrs(op));
        let slots = module.body.slots(op).to_vec();
        let mut builder = Builder::new(&mut module.body);
        let nested = builder.take_nested(op);
        let Some(body) = builder.nested_mut(kernels) else { continue };
        let Some(block) = body.first_block(body.root()) else { continue };
        let mut inner = Builder::at(body, InsertPoint::start(body, block));
        let new =
            inner.create(NewOp { loc, attrs, slots: &slots, isolated: true, ..NewOp::new(spv::Module::ID) });
        inner.set_nested(new, nested);
        builder.erase(op);
    }
}

/// Replaces each kernel with an empty `func.func` of the same type.
fn make_functions(ctx: &Context, body: &mut Body) {
    let def = |name: &str| ctx.registry().op_by_name(name);
    let (Some(function), Some(end)) = (def(func::Func::NAME), def(func::Return::NAME)) else { return };
    let kernels: Vec<Op> = walk::top_ops(body)
        .filter(|op| ctx.registry().op(body.def(*op)).row.name == gpu::Func::NAME)
        .collect();
    for op in kernels {
        let (name, ty) =
            (body.slot(op, SYMBOL_SLOT), body.slot_attr(op, TYPE_SLOT).and_then(|attr| ctx.attr_type(attr)));
        let Some(TypeData::Function { inputs, .. }) = ty.map(|ty| ctx.type_data(ty)) else { continue };
        let inputs: &[Type] = inputs;
        let annotations: Vec<Annotations> = body.nested(op).map_or_else(Vec::new, |nested| {
            let entry = nested.first_block(nested.root());
            entry.map_or_else(Vec::new, |entry| {
                nested.args(entry).iter().map(|arg| nested.value_annotations(*arg)).collect()
            })
        });
        let mut nested = Box::new(Body::default());
        let root = nested.root();
        let block = Builder::new(&mut nested).append_block(root);
        for (i, &input) in inputs.iter().enumerate() {
            let value: Value = Builder::new(&mut nested).add_arg(block, input);
            Builder::new(&mut nested)
                .set_value_annotations(value, annotations.get(i).copied().unwrap_or_default());
        }
        Builder::at(&mut nested, InsertPoint::End(block)).create(NewOp::new(end));
        let slots = [name, ctx.type_attr(ctx.function_type(inputs, &[])).raw(), 0];
        let attrs = Some(ctx.dict_attr(vec![(ctx.ident(KERNEL), ctx.unit_attr())]));
        let loc = body.loc(op);
        let mut builder = Builder::at(body, InsertPoint::Before(op));
        let new = builder.create(NewOp { loc, attrs, slots: &slots, isolated: true, ..NewOp::new(function) });
        builder.set_nested(new, Some(nested));
        builder.erase(op);
    }
}
