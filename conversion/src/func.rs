//! Lowering of `func` ops, `gpu` modules and `gpu` functions

use crate::emit::{Done, Emit, Rw, SourceOps, storage};
use crate::env::{ENTRY_POINT_ABI, Extent, Spirv, TARGET_ENV, extents, local_size};
use crate::types::{pointer_type, storage_class};
use spv_dialect::attributes::{AttrKind, make};
use spv_dialect::generated::values::{addressing_model, capability, memory_model};
use spv_dialect::spv;
use spv_dialects::gpu::KERNEL;
use spv_dialects::types::{is_memref, memref};
use spv_dialects::{arith, func, gpu};
use spv_ir::builtin::CAST_ID;
use spv_ir::conversion::{Converted, Mismatch, Operands, Pattern};
use spv_ir::dialect::{OpDefId, SYMBOL_SLOT, TYPE_SLOT};
use spv_ir::{
    Annotations, AttrData, Attribute, Block, Body, Builder, Context, Ident, InsertPoint, NewOp, Op,
    Signedness, Type, TypeData, Value, walk,
};

/// Lowering patterns for `func` ops, `gpu` modules and `gpu` functions.
pub(crate) static PATTERNS: &[Pattern<Spirv>] = &[
    Pattern::new(gpu::Module::NAME, "module", module),
    Pattern::new(gpu::Func::NAME, "function", function),
    Pattern::new(func::Func::NAME, "function", function),
    Pattern::new(gpu::Return::NAME, "return", end),
    Pattern::new(func::Return::NAME, "return", end),
    Pattern::new(func::Call::NAME, "call", call),
];

const INTERFACE_VAR_ABI: &str = "spv.interface_var_abi";
/// Attribute that marks a kernel argument for a dynamic size or stride. [`drop_unused_sizes`] removes the attribute,
/// and the marked arguments without uses.
const SIZE: &str = "spv.size_of_argument";

/// Returns whether a full conversion of the module lowers subgroup matrices, which require the Vulkan memory model in
/// shaders. Fails if the module also has barriers or atomics, which no pattern lowers for this memory model.
fn has_matrices(rw: &Rw<'_>, module: Op) -> Result<bool, Mismatch> {
    if !rw.env.whole || !rw.env.target.has(capability::COOPERATIVE_MATRIX_KHR) {
        return Ok(false);
    }
    let ctx = rw.ctx;
    let (mut matrices, mut shared) = (false, false);
    let mut open: Vec<&Body> = std::ops::Deref::deref(rw).nested(module).into_iter().collect();
    while let Some(body) = open.pop() {
        for op in walk::ops(body) {
            open.extend(body.nested(op));
            let name = ctx.registry().op(body.def(op)).row.name;
            matrices |= name.starts_with("gpu.subgroup_mma_");
            shared |= SHARING.contains(&name);
        }
    }
    match matrices && shared {
        true => Err("subgroup matrices require the Vulkan memory model, for which barriers and atomics \
                     cannot be lowered"
            .into()),
        false => Ok(matrices),
    }
}

/// Ops that make writes visible to other invocations: barriers and atomics.
const SHARING: [&str; 3] =
    [gpu::Barrier::NAME, spv_dialects::memref::AtomicRMW::NAME, spv_dialects::memref::GenericAtomicRMW::NAME];

fn module(rw: &mut Rw<'_>, op: Op, _: &Operands) -> Done {
    let ctx = rw.ctx;
    let prefix = if rw.env.keep_kernels { "__spv__" } else { "" };
    let name = rw.slot_attr(op, SYMBOL_SLOT).and_then(|attr| ctx.attr_str(attr)).unwrap_or_default();
    let name = format!("{prefix}{name}");
    let (addressing, memory) = match rw.env.target.is_kernel() {
        true if rw.env.wide_index => (addressing_model::PHYSICAL64, memory_model::OPEN_CL),
        true => (addressing_model::PHYSICAL32, memory_model::OPEN_CL),
        false if has_matrices(rw, op)? => (addressing_model::LOGICAL, memory_model::VULKAN),
        false => (addressing_model::LOGICAL, memory_model::GLSL450),
    };
    let mut attrs: Vec<(Ident, Attribute)> = ctx.dict(rw.attrs(op)).to_vec();
    if let Some(env) = rw.env.target.attr(ctx) {
        let key = ctx.ident(TARGET_ENV);
        attrs.retain(|(known, _)| *known != key);
        attrs.push((key, env));
    }
    let slots = [ctx.string_attr(&name).raw(), addressing, memory, 0];
    let attrs = Some(ctx.dict_attr(attrs));
    let new = rw.create(NewOp { slots: &slots, attrs, isolated: true, ..NewOp::new(spv::Module::ID) });
    rw.move_nested(op, new);
    rw.erase(op);
    Ok(())
}

/// Returns the storage class of an entry point argument, or `None` for a scalar argument of an OpenCL kernel.
fn argument_class(rw: &Rw<'_>, ty: Type) -> Result<Option<u32>, String> {
    let kernel = rw.env.target.is_kernel();
    match memref(rw.ctx, ty) {
        Some(memref) => storage_class(rw.env, rw.ctx, memref.space).map(Some),
        None if kernel => Ok(None),
        None => Ok(Some(storage::STORAGE_BUFFER)),
    }
}

/// Returns the attributes of a kernel with an interface attribute that has all three dimensions of the workgroup size.
/// If the interface has no size, the known block size is used.
fn with_abi(ctx: &Context, attrs: Option<Attribute>) -> Option<Attribute> {
    let stated = ctx.dict_get(attrs, ENTRY_POINT_ABI);
    let known = ["known_block_size", "gpu.known_block_size"].iter().find_map(|key| ctx.dict_get(attrs, key));
    let size = match (stated, known.map(|known| ctx.attr_data(known))) {
        (Some(abi), _) => local_size(ctx, abi),
        (None, Some(AttrData::Words(words))) => words.first_chunk().copied(),
        _ => None,
    };
    let Some(size) = size else { return attrs };
    let vector = ctx.vector_type(3, ctx.common().i32);
    let size = ctx.dense_attr(vector, size.map(u64::from).to_vec());
    let mut abi = ctx.dict(stated).to_vec();
    abi.push((ctx.ident("local_size"), size));
    let mut entries = ctx.dict(attrs).to_vec();
    entries.push((ctx.ident(ENTRY_POINT_ABI), ctx.dict_attr(abi)));
    Some(ctx.dict_attr(entries))
}

/// Returns a function's attributes without those of the `gpu` dialect.
fn without_gpu(ctx: &Context, attrs: Option<Attribute>) -> Option<Attribute> {
    let mut kept: Vec<(Ident, Attribute)> = ctx.dict(attrs).to_vec();
    let drop = [KERNEL, "known_block_size", "known_grid_size", "gpu.known_block_size", "gpu.known_grid_size"];
    kept.retain(|(key, _)| !drop.contains(&ctx.str(*key)));
    (!kept.is_empty()).then(|| ctx.dict_attr(kept))
}

/// Returns the attributes of an entry point argument. Unless the attributes specify a binding, adds one with the
/// argument's index.
fn with_binding(
    ctx: &Context,
    (attrs, number, class): (Option<Attribute>, u32, Option<u32>),
) -> Option<Attribute> {
    if ctx.dict_get(attrs, INTERFACE_VAR_ABI).is_some() {
        return attrs;
    }
    let class = class.map_or_else(|| ctx.unit_attr(), |class| ctx.i32_attr(class));
    let Some(abi) = make(ctx, AttrKind::InterfaceVarAbi, &[ctx.i32_attr(0), ctx.i32_attr(number), class])
    else {
        return attrs;
    };
    let mut entries: Vec<(Ident, Attribute)> = ctx.dict(attrs).to_vec();
    entries.push((ctx.ident(INTERFACE_VAR_ABI), abi));
    Some(ctx.dict_attr(entries))
}

fn function(rw: &mut Rw<'_>, op: Op, _: &Operands) -> Done {
    let ctx = rw.ctx;
    let name = rw.slot_attr(op, SYMBOL_SLOT).ok_or("the function has no name")?;
    let ty =
        rw.slot_attr(op, TYPE_SLOT).and_then(|attr| ctx.attr_type(attr)).ok_or("the function has no type")?;
    let TypeData::Function { inputs, results } = ctx.type_data(ty) else {
        return Err("the type of the function is not a function type".into());
    };
    let Some(body) = rw.nested(op) else { return Err("a function declaration has no counterpart".into()) };
    let entry = body.first_block(body.root()).ok_or("the function has no entry block")?;
    let args = body.args(entry).to_vec();
    let annotations: Vec<Annotations> = args.iter().map(|arg| body.value_annotations(*arg)).collect();
    let types: Vec<Type> = args.iter().map(|arg| body.value_type(*arg)).collect();
    let original = rw.attrs(op);
    let (attrs, kept) = *rw.env.interfaces.functions.entry(original).or_insert_with(|| {
        let attrs = with_abi(ctx, original);
        (attrs, without_gpu(ctx, attrs))
    });
    let is_entry = ctx.dict_get(attrs, ENTRY_POINT_ABI).is_some();
    if ctx.dict_get(attrs, KERNEL).is_some() && !is_entry {
        return Err(
            format!("a kernel requires the attribute '{ENTRY_POINT_ABI}' with its workgroup size").into()
        );
    }
    let mut converted = Vec::new();
    for (i, input) in inputs.iter().enumerate() {
        let name = |m: Mismatch| Mismatch(format!("argument #{i}: {}", m.0).into());
        match is_entry {
            true => converted.push(rw.convert_type(*input).map_err(name)?),
            false => converted.extend(rw.convert_types(*input).map_err(name)?),
        }
    }
    let passed = match is_entry && rw.env.passes_sizes() {
        true => extents(ctx, inputs, true),
        false => Vec::new(),
    };
    // The host passes a Boolean as an integer: 8 bits to OpenCL kernels, 32 bits to shaders.
    let (truth, width) = (ctx.common().i1, if rw.env.target.is_kernel() { 8 } else { 32 });
    let integer = ctx.int_type(width, Signedness::Signless);
    let is_truth = |number: usize| is_entry && rw.env.whole && inputs[number] == truth;
    let truths: Vec<Value> = (0..inputs.len()).filter(|i| is_truth(*i)).map(|i| args[i]).collect();
    let narrow = rw.def(arith::TruncI::NAME)?;
    if !truths.is_empty() {
        let integer = rw.convert_type(integer)?;
        (0..inputs.len()).filter(|i| is_truth(*i)).for_each(|i| converted[i] = integer);
    }
    let index = rw.env.index_type(ctx);
    converted.extend(passed.iter().map(|_| index));
    let outputs: Vec<Type> = returned(rw, &results_of(rw, results)?)?.into_iter().collect();
    let bound = bound_attributes(rw, inputs, &annotations, is_entry)?;
    let stem = ctx.attr_str(name).unwrap_or_default();
    let locals = locals(rw, op, stem, &types[inputs.len()..])?;

    let ty = ctx.type_attr(ctx.function_type(&converted, &outputs));
    let slots = [name.raw(), ty.raw(), 0];
    let new = rw.create(NewOp { slots: &slots, attrs: kept, isolated: true, ..NewOp::new(spv::Func::ID) });
    rw.move_nested(op, new);
    rw.erase(op);
    let mut builder = Builder::new(rw.body_mut());
    let Some(body) = builder.nested_mut(new) else { return Ok(()) };
    for (i, &arg) in args.iter().enumerate().take(inputs.len()) {
        Builder::new(body).set_value_annotations(arg, Annotations { attrs: bound[i], ..annotations[i] });
    }
    for (local, &arg) in locals.iter().zip(&args[inputs.len()..]) {
        declare_local(ctx, body, entry, arg, local);
    }
    let count = inputs.len();
    Builder::new(body).remove_args(entry, |i| i >= count);
    for arg in truths {
        pass_as_integer(ctx, body, entry, arg, integer, narrow);
    }
    add_sizes(ctx, body, entry, &args, passed);
    for Local { ty, global } in locals {
        if let Some(name) = global {
            rw.env.global(&name, ty, Vec::new());
        }
    }
    Ok(())
}

/// Returns the attributes of a function's arguments. In shaders, each argument of an entry point has a binding.
fn bound_attributes(
    rw: &mut Rw<'_>,
    inputs: &[Type],
    annotations: &[Annotations],
    is_entry: bool,
) -> Result<Vec<Option<Attribute>>, Mismatch> {
    let ctx = rw.ctx;
    let mut bound = Vec::new();
    for (i, (input, annotations)) in inputs.iter().zip(annotations).enumerate() {
        let mut attrs = annotations.attrs;
        let class = argument_class(rw, *input)?;
        if is_entry && !rw.env.target.is_kernel() {
            // An OpenCL host passes the size of a workgroup memory argument; Vulkan has no counterpart.
            if class == Some(storage::WORKGROUP) {
                return Err(format!(
                    "argument #{i}: declare workgroup memory of a shader by `workgroup(...)`"
                )
                .into());
            }
            // A pointer type implies its storage class.
            let key = (attrs, i as u32, class.filter(|_| !is_memref(ctx, *input)));
            let arguments = &mut rw.env.interfaces.arguments;
            attrs = *arguments.entry(key).or_insert_with(|| with_binding(ctx, key));
        }
        bound.push(attrs);
    }
    Ok(bound)
}

/// A memory attribution: workgroup or private memory that a function declares in addition to its arguments.
struct Local {
    /// The pointer type of the variable.
    ty: Type,
    /// Name of the module-level variable for workgroup memory, or `None` for private memory.
    global: Option<String>,
}

/// Returns the memory attributions of a function. `types` are their memref types, and `stem` is the name of the
/// function.
fn locals(rw: &Rw<'_>, function: Op, stem: &str, types: &[Type]) -> Result<Vec<Local>, Mismatch> {
    let ctx = rw.ctx;
    let shared = match rw.slots(function) {
        [_, _, shared, _] => {
            Attribute::from_raw(*shared).and_then(|attr| ctx.attr_u64(attr)).unwrap_or(0) as usize
        }
        _ => 0,
    };
    let mut locals = Vec::new();
    for (i, ty) in types.iter().enumerate() {
        let is_shared = i < shared;
        let class = if is_shared { storage::WORKGROUP } else { storage::FUNCTION };
        let memref = memref(ctx, *ty).ok_or("the type of a memory attribution is not a memref")?;
        let global = is_shared.then(|| format!("__workgroup_{stem}_{i}__"));
        locals.push(Local { ty: pointer_type(rw.env, ctx, &memref, class)?, global });
    }
    Ok(locals)
}

/// Creates the pointer to a memory attribution, and replaces the entry block argument that represents the attribution.
fn declare_local(ctx: &Context, body: &mut Body, entry: Block, arg: Value, local: &Local) {
    let symbol = local.global.as_ref().map(|name| ctx.symbol_attr(ctx.ident(name)).raw());
    let def = if symbol.is_some() { spv::AddressOf::ID } else { spv::Variable::ID };
    let at = InsertPoint::start(body, entry);
    let mut b = Builder::at(body, at);
    let op = b.create(NewOp { slots: symbol.as_slice(), results: &[local.ty], ..NewOp::new(def) });
    let value = b.result(op, 0);
    // Uses of the argument still expect the type before conversion, so insert a cast.
    let original = b.value_type(arg);
    b.at = InsertPoint::after(b.body(), op);
    let value = b.value(NewOp { operands: &[value], results: &[original], ..NewOp::new(CAST_ID) });
    b.replace_all_uses(arg, value);
}

/// Changes the type of a Boolean argument to an integer, and replaces its uses with the truncated integer.
fn pass_as_integer(
    ctx: &Context,
    body: &mut Body,
    entry: Block,
    arg: Value,
    integer: Type,
    truncation: OpDefId,
) {
    let no_flags = vec![0; ctx.registry().op(truncation).slots()];
    let results = [ctx.common().i1];
    let at = InsertPoint::start(body, entry);
    let mut b = Builder::at(body, at);
    let op =
        b.create(NewOp { operands: &[arg], slots: &no_flags, results: &results, ..NewOp::new(truncation) });
    let value = b.result(op, 0);
    b.replace_all_uses(arg, value);
    b.set_operands(op, &[arg], &[]);
    b.set_value_type(arg, integer);
}

/// Adds kernel arguments for the dynamic sizes and strides of memref arguments.
fn add_sizes(ctx: &Context, body: &mut Body, entry: Block, args: &[Value], sizes: Vec<(usize, Extent)>) {
    for (number, extent) in sizes {
        let stem = body.value_name(args[number]).map(|name| ctx.str(name).to_owned());
        let stem = stem.unwrap_or_else(|| format!("arg{number}"));
        let arg = Builder::new(body).add_arg(entry, ctx.common().index);
        let attrs = Some(ctx.dict_attr(vec![(ctx.ident(SIZE), ctx.unit_attr())]));
        let mut builder = Builder::new(body);
        builder.set_value_name(arg, Some(ctx.ident(&extent.argument_name(&stem))));
        builder.set_value_annotations(arg, Annotations { attrs, ..Annotations::default() });
    }
}

/// Removes unused kernel arguments for dynamic sizes and strides.
pub(crate) fn drop_unused_sizes(ctx: &Context, module: &mut Body) {
    let functions: Vec<Op> = walk::top_ops(module).filter(|&op| module.def(op) == spv::Func::ID).collect();
    for function in functions {
        let mut builder = Builder::new(module);
        let Some(body) = builder.nested_mut(function) else { continue };
        let Some(entry) = body.first_block(body.root()) else { continue };
        let args = body.args(entry).to_vec();
        let is_size = |arg: &Value| ctx.dict_get(body.value_annotations(*arg).attrs, SIZE).is_some();
        let sizes: Vec<bool> = args.iter().map(is_size).collect();
        if !sizes.contains(&true) {
            continue;
        }
        let unused: Vec<bool> =
            args.iter().zip(&sizes).map(|(arg, is_size)| *is_size && !body.has_uses(*arg)).collect();
        let mut nested = Builder::new(body);
        for (arg, _) in args.iter().zip(&sizes).filter(|(_, is_size)| **is_size) {
            let annotations = nested.body().value_annotations(*arg);
            let attrs = ctx.dict_without(annotations.attrs, SIZE);
            nested.set_value_annotations(*arg, Annotations { attrs, ..annotations });
        }
        nested.remove_args(entry, |i| unused[i]);
        let inputs: Vec<Type> = body.args(entry).iter().map(|arg| body.value_type(*arg)).collect();
        let ty = ctx.type_attr(ctx.function_type(&inputs, &[]));
        Builder::new(module).set_slot(function, TYPE_SLOT, ty.raw());
    }
}

/// Returns the converted result types of a function.
fn results_of(rw: &Rw<'_>, types: &[Type]) -> Result<Vec<Type>, Mismatch> {
    let mut list = Vec::new();
    for ty in types {
        list.extend(rw.convert_types(*ty)?);
    }
    if list.len() > 1 && !rw.env.whole {
        return Err("a SPIR-V function has at most one result".into());
    }
    Ok(list)
}

/// Returns the result type after conversion: `None` for no results, the type of a single result, or a struct for
/// several.
fn returned(rw: &Rw<'_>, types: &[Type]) -> Result<Option<Type>, Mismatch> {
    match types {
        [] => Ok(None),
        [ty] => Ok(Some(*ty)),
        types => {
            let params = spv_dialect::types::struct_params(rw.ctx, None, types, &[], &[]);
            let def = spv_dialect::types::type_def(rw.ctx.registry(), spv_dialect::op::TYPE_STRUCT);
            Ok(Some(rw.ctx.param_type(def.ok_or("the struct type is not registered")?, &params, 0)))
        }
    }
}

fn end(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let values: Vec<Value> = operands.own.iter().flatten().copied().collect();
    let types: Vec<Type> = values.iter().map(|value| rw.type_of(*value)).collect();
    if values.len() > 1 && !rw.env.whole {
        return Err("a SPIR-V function has at most one result".into());
    }
    let def = if values.is_empty() { spv::Return::ID } else { spv::ReturnValue::ID };
    let values = match returned(rw, &types)? {
        Some(ty) if types.len() > 1 => vec![rw.op(spv::CompositeConstruct::ID, &values, ty)],
        _ => values,
    };
    rw.create(NewOp { operands: &values, ..NewOp::new(def) });
    rw.erase(op);
    Ok(())
}

fn call(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let originals: Vec<Type> = rw.results(op).map(|result| rw.value_type(result)).collect();
    let types = results_of(rw, &originals)?;
    let result: Vec<Type> = returned(rw, &types)?.into_iter().collect();
    let values: Vec<Value> = operands.own.iter().flatten().copied().collect();
    let callee = rw.slot_attr(op, func::Call::slot(func::Call::callee)).ok_or("the call has no callee")?;
    let (operands, slots) = (&values[..], &[callee.raw()][..]);
    let new = rw.create(NewOp { operands, slots, results: &result, ..NewOp::new(spv::FunctionCall::ID) });
    let mut parts: Vec<Value> = rw.results(new).collect();
    if let ([whole], 2..) = (&parts[..], types.len()) {
        let whole = *whole;
        parts = Vec::new();
        for (number, ty) in (0..).zip(&types) {
            parts.push(rw.extract(whole, number, *ty));
        }
    }
    let mut rest = parts.into_iter();
    let mut all = Vec::new();
    for ty in originals {
        let count = rw.convert_types(ty)?.len();
        all.push(rest.by_ref().take(count).collect::<Converted>());
    }
    rw.replace_each(op, &all);
    Ok(())
}
