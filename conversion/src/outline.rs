//! Kernel outlining (`gpu-kernel-outlining`)
//!
//! Moves the body of each `gpu.launch` to a function in a new `gpu.module`.

use rustc_hash::{FxHashMap, FxHashSet};
use spv_dialects::View;
use spv_dialects::gpu;
use spv_dialects::gpu::KERNEL;
use spv_ir::arith::VALUE_SLOT;
use spv_ir::builtin::CONSTANT_ID;
use spv_ir::copy::{Copier, CopyMap, keep_attrs, keep_locs};
use spv_ir::dialect::{OpDefId, SYMBOL_SLOT, Traits};
use spv_ir::{
    AttrData, Attribute, Block, Body, Builder, Context, Diagnostic, Diagnostics, Ident, InsertPoint, Module,
    NewOp, Op, Place, SymbolTable, Type, Value, walk,
};

/// Op definitions that the pass creates or looks for.
struct Defs {
    launch: OpDefId,
    launch_func: OpDefId,
    module: OpDefId,
    func: OpDefId,
    end: OpDefId,
    terminator: OpDefId,
}

impl Defs {
    fn new(ctx: &Context) -> Option<Defs> {
        let def = |name: &str| ctx.registry().op_by_name(name);
        Some(Defs {
            launch: def(gpu::Launch::NAME)?,
            launch_func: def(gpu::LaunchFunc::NAME)?,
            module: def(gpu::Module::NAME)?,
            func: def(gpu::Func::NAME)?,
            end: def(gpu::Return::NAME)?,
            terminator: def(gpu::Terminator::NAME)?,
        })
    }
}

/// Outlines all kernels of a module.
///
/// # Errors
/// A `gpu.launch` that cannot be outlined.
pub(crate) fn outline(module: &mut Module) -> Result<(), Diagnostics> {
    let ctx = module.ctx.clone();
    let Some(defs) = Defs::new(&ctx) else { return Ok(()) };
    let mut symbols = SymbolTable::new(&ctx, &module.body);
    let functions: Vec<Op> = walk::top_ops(&module.body)
        .filter(|op| ctx.registry().op(module.body.def(*op)).traits.contains(Traits::FUNCTION))
        .collect();
    let mut any = false;
    for function in functions {
        let name = module
            .body
            .slot_attr(function, SYMBOL_SLOT)
            .and_then(|attr| ctx.attr_str(attr))
            .unwrap_or_default()
            .to_owned();
        let Some(mut body) = Builder::new(&mut module.body).take_nested(function) else { continue };
        let launches: Vec<Op> = walk::ops(&body).filter(|op| body.def(*op) == defs.launch).collect();
        let mut place = function;
        let mut failed = None;
        for launch in launches {
            let kernel = symbols.unique(&ctx, &format!("{name}_kernel"));
            match outline_one(&ctx, &defs, &mut body, launch, kernel) {
                Ok(new) => {
                    let at = InsertPoint::after(&module.body, place);
                    let slots = [ctx.string_attr(ctx.str(kernel)).raw(), 0];
                    let mut builder = Builder::at(&mut module.body, at);
                    place =
                        builder.create(NewOp { slots: &slots, isolated: true, ..NewOp::new(defs.module) });
                    builder.set_nested(place, Some(new));
                    symbols.insert(kernel, place);
                    any = true;
                }
                Err(problem) => {
                    failed = Some(Diagnostic::error(
                        Place::Op(body.loc(launch)),
                        format!("'gpu.launch' op {problem}"),
                    ));
                }
            }
        }
        Builder::new(&mut module.body).set_nested(function, Some(body));
        if let Some(error) = failed {
            return Err(Diagnostics { list: vec![error] });
        }
    }
    if any {
        let mut attrs: Vec<(Ident, Attribute)> = ctx.dict(module.attrs).to_vec();
        attrs.push((ctx.ident("gpu.container_module"), ctx.unit_attr()));
        module.attrs = Some(ctx.dict_attr(attrs));
    }
    Ok(())
}

/// Returns the values of constant operands as an array attribute, or `None` if one of them is not a constant.
fn constants_of(ctx: &Context, body: &Body, values: &[Value]) -> Option<Attribute> {
    let number = |value: &Value| {
        let op = body.defining_op(*value).filter(|op| body.def(*op) == CONSTANT_ID)?;
        ctx.attr_u64(body.slot_attr(op, VALUE_SLOT)?).and_then(|number| u32::try_from(number).ok())
    };
    let words: Option<Vec<u32>> = values.iter().map(number).collect();
    words.map(|words| ctx.attr(AttrData::Words(words.into())))
}

/// The values of the enclosing function that a `gpu.launch` uses.
struct Captures {
    /// Constants to copy into the kernel.
    constants: Vec<Op>,
    /// Values to pass to the kernel as arguments.
    passed: Vec<Value>,
}

fn captures(ctx: &Context, body: &Body, launch: Op) -> Captures {
    let inside: FxHashSet<Op> = walk::ops_of(body, launch).filter(|op| *op != launch).collect();
    let is_inside = |value: Value| match body.value_def(value) {
        spv_ir::ValueDef::Result(op, _) => inside.contains(&op),
        spv_ir::ValueDef::Argument(block, _) => {
            body.block_owner(block).is_some_and(|owner| owner == launch || inside.contains(&owner))
        }
        spv_ir::ValueDef::Forward => false,
    };
    let mut found = Captures { constants: Vec::new(), passed: Vec::new() };
    let mut seen = FxHashSet::default();
    for op in walk::ops_of(body, launch).filter(|op| *op != launch) {
        for value in body.operands(op) {
            if is_inside(value) || !seen.insert(value) {
                continue;
            }
            let constant = body.defining_op(value).filter(|op| body.def(*op) == CONSTANT_ID);
            let scalar = spv_dialects::Class::IntOrIndex.contains(ctx, body.value_type(value));
            match constant.filter(|_| scalar) {
                Some(op) => found.constants.push(op),
                None => found.passed.push(value),
            }
        }
    }
    found
}

/// Builds the body of a kernel from the entry block of a `gpu.launch`.
fn kernel_body(
    ctx: &Context,
    defs: &Defs,
    body: &Body,
    entry: Block,
    captures: &Captures,
) -> Result<Box<Body>, String> {
    let mut function = Box::new(Body::default());
    let root = function.root();
    let mut map: FxHashMap<Value, Value> = FxHashMap::default();
    let first = Builder::new(&mut function).append_block(root);
    for &value in &captures.passed {
        map.insert(value, Builder::new(&mut function).add_arg(first, body.value_type(value)));
    }
    let args = body.args(entry).to_vec();
    for &arg in args.iter().skip(12) {
        map.insert(arg, Builder::new(&mut function).add_arg(first, body.value_type(arg)));
    }
    let index = ctx.common().index;
    let ids = [gpu::BlockId::NAME, gpu::ThreadId::NAME, gpu::GridDim::NAME, gpu::BlockDim::NAME];
    for (number, &arg) in args.iter().enumerate().take(12) {
        let def = ctx.registry().op_by_name(ids[number / 3]).ok_or("the dialect gpu is not registered")?;
        let slots = [number as u32 % 3, 0];
        let mut builder = Builder::at(&mut function, InsertPoint::End(first));
        let op = builder.create(NewOp { slots: &slots, results: &[index], ..NewOp::new(def) });
        map.insert(arg, builder.result(op, 0));
    }
    let mut copier = Copier {
        from: Some(body),
        map: CopyMap { values: map, ..CopyMap::default() },
        attrs: &keep_attrs,
        locs: &keep_locs,
    };
    for &op in &captures.constants {
        copier.op(&mut function, op, InsertPoint::End(first));
    }
    // Append the ops of the launch's entry block after the id ops.
    copier.map.blocks.insert(entry, first);
    copier.ops(&mut function, entry, first);
    if body.next_block(entry).is_some() {
        return Err("a launch with several blocks is not supported".to_owned());
    }
    let ends: Vec<Op> = walk::ops(&function).filter(|op| function.def(*op) == defs.terminator).collect();
    for op in ends {
        let mut builder = Builder::at(&mut function, InsertPoint::Before(op));
        builder.create(NewOp { slots: &[], ..NewOp::new(defs.end) });
        builder.erase(op);
    }
    Ok(function)
}

/// Creates the body of a `gpu.module` with the kernel, and replaces the `gpu.launch` with a `gpu.launch_func`.
fn outline_one(
    ctx: &Context,
    defs: &Defs,
    body: &mut Body,
    launch: Op,
    kernel: Ident,
) -> Result<Box<Body>, String> {
    let view = View::new(ctx, body, launch).ok_or("the op has no definition in the dialect's tables")?;
    let sizes: Vec<Value> = [
        gpu::Launch::gridSizeX,
        gpu::Launch::gridSizeY,
        gpu::Launch::gridSizeZ,
        gpu::Launch::blockSizeX,
        gpu::Launch::blockSizeY,
        gpu::Launch::blockSizeZ,
    ]
    .into_iter()
    .filter_map(|part| view.value(part))
    .collect();
    let shared = view.value(gpu::Launch::dynamicSharedMemorySize);
    if !view.values(gpu::Launch::asyncDependencies).is_empty() || body.result_count(launch) > 0 {
        return Err("an asynchronous launch is not supported".to_owned());
    }
    if view.value(gpu::Launch::clusterSizeX).is_some() {
        return Err("a launch with clusters is not supported".to_owned());
    }
    let attributions = view.attr(gpu::Launch::workgroup_attributions);
    let region = body.region(launch, 0);
    let entry = body.first_block(region).ok_or("the launch has no body")?;
    let captures = captures(ctx, body, launch);
    let types: Vec<Type> = captures.passed.iter().map(|value| body.value_type(*value)).collect();
    let function = kernel_body(ctx, defs, body, entry, &captures)?;
    let count = attributions.and_then(|attr| ctx.attr_u64(attr)).unwrap_or(0);
    let mut attrs = vec![(ctx.ident(KERNEL), ctx.unit_attr())];
    for (key, range) in [("known_block_size", 3..6), ("known_grid_size", 0..3)] {
        attrs.extend(
            sizes
                .get(range)
                .and_then(|list| constants_of(ctx, body, list))
                .map(|list| (ctx.ident(key), list)),
        );
    }
    let name = ctx.string_attr(ctx.str(kernel)).raw();
    let ty = ctx.type_attr(ctx.function_type(&types, &[])).raw();
    let slots = [name, ty, if count > 0 { attributions.map_or(0, Attribute::raw) } else { 0 }, 0];
    let mut module = Box::new(Body::default());
    let root = module.root();
    let block = Builder::new(&mut module).append_block(root);
    let mut builder = Builder::at(&mut module, InsertPoint::End(block));
    let attrs = Some(ctx.dict_attr(attrs));
    let op = builder.create(NewOp { slots: &slots, attrs, isolated: true, ..NewOp::new(defs.func) });
    builder.set_nested(op, Some(function));

    let symbol = ctx.attr(AttrData::NestedSymbol([kernel, kernel].into()));
    let lengths = [0, 1, 1, 1, 1, 1, 1, 0, 0, 0, u32::from(shared.is_some()), types.len() as u32, 0];
    let mut operands = sizes;
    operands.extend(shared);
    operands.extend(captures.passed);
    let slots = [symbol.raw(), ctx.attr(AttrData::Words(lengths.into())).raw()];
    let loc = body.loc(launch);
    let mut builder = Builder::at(body, InsertPoint::Before(launch));
    builder.create(NewOp { loc, operands: &operands, slots: &slots, ..NewOp::new(defs.launch_func) });
    builder.erase(launch);
    Ok(module)
}
