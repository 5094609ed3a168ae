//! `gpu`: kernels, their launch, and what they ask of the device.

use crate::enums::{ALL_REDUCE, DIMENSION, MMA_ELEMENTWISE, SHUFFLE};
use crate::hints;
use crate::spec::{Class::*, View, ops};
use crate::text::*;
use spv_ir::asm::*;
use spv_ir::diag::{Diagnostics, Place};
use spv_ir::dialect::{NO_OPCODE, ParamDef, ParamDefId, Traits};
use spv_ir::types::TypeData;
use spv_ir::{AttrData, Attribute, Body, Context, Ident, Op, Value, print_signature};

const PURE: Traits = Traits::PURE;
const END: Traits = Traits::TERMINATOR;
const CONVERGENT: Traits = Traits::CONVERGENT;
const DIM: &str = "` ` $dimension attr-dict";

ops! {
    Module = "gpu.module" None [sym_name: String, targets: OptionalAttr] {
        traits: Traits::ISOLATED.union(Traits::SYMBOL).union(Traits::SYMBOL_TABLE).union(Traits::NO_TERMINATOR),
        custom: Some((parse_module, print_module)),
    }
    Func = "gpu.func" None [sym_name: String, function_type: Type, workgroup_attributions: OptionalNumber, private_attributions: OptionalNumber] {
        traits: Traits::ISOLATED.union(Traits::SYMBOL).union(Traits::FUNCTION), custom: Some((parse_func, print_func)),
        verify: Some(verify_func),
    }
    Return = "gpu.return" None [operands: Values(Any)] { traits: END, format: "attr-dict ($operands^ `:` type($operands))?" }
    Terminator = "gpu.terminator" None [] { traits: END, format: "attr-dict" }
    Yield = "gpu.yield" None [values: Values(Any)] { traits: END, format: "attr-dict ($values^ `:` type($values))?" }
    ThreadId = "gpu.thread_id" One [dimension: Enum(&DIMENSION), upper_bound: OptionalNumber] { traits: PURE, format: DIM, rules: "result=index", hint: Some(hints::dimension) }
    BlockId = "gpu.block_id" One [dimension: Enum(&DIMENSION), upper_bound: OptionalNumber] { traits: PURE, format: DIM, rules: "result=index", hint: Some(hints::dimension) }
    BlockDim = "gpu.block_dim" One [dimension: Enum(&DIMENSION), upper_bound: OptionalNumber] { traits: PURE, format: DIM, rules: "result=index", hint: Some(hints::dimension) }
    GridDim = "gpu.grid_dim" One [dimension: Enum(&DIMENSION), upper_bound: OptionalNumber] { traits: PURE, format: DIM, rules: "result=index", hint: Some(hints::dimension) }
    GlobalId = "gpu.global_id" One [dimension: Enum(&DIMENSION), upper_bound: OptionalNumber] { traits: PURE, format: DIM, rules: "result=index", hint: Some(hints::dimension) }
    ClusterId = "gpu.cluster_id" One [dimension: Enum(&DIMENSION), upper_bound: OptionalNumber] { traits: PURE, format: DIM, rules: "result=index", hint: Some(hints::dimension) }
    ClusterDim = "gpu.cluster_dim" One [dimension: Enum(&DIMENSION), upper_bound: OptionalNumber] { traits: PURE, format: DIM, rules: "result=index", hint: Some(hints::dimension) }
    ClusterDimBlocks = "gpu.cluster_dim_blocks" One [dimension: Enum(&DIMENSION), upper_bound: OptionalNumber] { traits: PURE, format: DIM, rules: "result=index", hint: Some(hints::dimension) }
    ClusterBlockId = "gpu.cluster_block_id" One [dimension: Enum(&DIMENSION), upper_bound: OptionalNumber] { traits: PURE, format: DIM, rules: "result=index", hint: Some(hints::dimension) }
    LaneId = "gpu.lane_id" One [upper_bound: OptionalNumber] { traits: PURE, format: "attr-dict", rules: "result=index" }
    SubgroupId = "gpu.subgroup_id" One [upper_bound: OptionalNumber] { traits: PURE, format: "attr-dict `:` type($result)" }
    NumSubgroups = "gpu.num_subgroups" One [upper_bound: OptionalNumber] { traits: PURE, format: "attr-dict `:` type($result)" }
    SubgroupSize = "gpu.subgroup_size" One [upper_bound: OptionalNumber] { traits: PURE, format: "attr-dict `:` type($result)" }
    Barrier = "gpu.barrier" None [] { traits: CONVERGENT, format: "attr-dict" }
    Shuffle = "gpu.shuffle" Any [mode: Enum(&SHUFFLE), value: Value(Any), offset: Value(Any), width: Value(Any)] {
        traits: CONVERGENT, hint: Some(hints::shuffle), rules: "result=value;offset=i32;width=i32;result1=i1",
        format: "` ` $mode $value `,` $offset `,` $width attr-dict `:` type($value)",
    }
    AllReduce = "gpu.all_reduce" One [value: Value(Any), op: OptionalEnum(&ALL_REDUCE), uniform: Unit] {
        traits: CONVERGENT, regions: 1, optional_region: Some(0), custom: Some((parse_all_reduce, print_all_reduce)), rules: "result=value",
    }
    SubgroupReduce = "gpu.subgroup_reduce" One [value: Value(Any), op: Enum(&ALL_REDUCE), uniform: Unit] {
        traits: CONVERGENT, rules: "result=value",
        format: "` ` $op $value (`uniform` $uniform^)? attr-dict `:` functional-type(operands, results)",
    }
    Printf = "gpu.printf" None [format: String, args: Values(Any)] {
        format: "$format attr-dict ($args^ `:` type($args))?",
    }
    DynamicSharedMemory = "gpu.dynamic_shared_memory" One [] { traits: PURE, format: "attr-dict `:` type($result)" }
    Launch = "gpu.launch" Any [
        asyncDependencies: Values(Any), gridSizeX: Value(IntOrIndex), gridSizeY: Value(IntOrIndex),
        gridSizeZ: Value(IntOrIndex), blockSizeX: Value(IntOrIndex), blockSizeY: Value(IntOrIndex),
        blockSizeZ: Value(IntOrIndex), dynamicSharedMemorySize: Optional(Any), operandSegmentSizes: Segments,
        workgroup_attributions: OptionalNumber,
    ] { regions: 1, custom: Some((parse_launch, print_launch)) }
    LaunchFunc = "gpu.launch_func" Any [
        kernel: Symbol, asyncDependencies: Values(Any), gridSizeX: Value(IntOrIndex), gridSizeY: Value(IntOrIndex),
        gridSizeZ: Value(IntOrIndex), blockSizeX: Value(IntOrIndex), blockSizeY: Value(IntOrIndex),
        blockSizeZ: Value(IntOrIndex), dynamicSharedMemorySize: Optional(Any), kernelOperands: Values(Any),
        operandSegmentSizes: Segments,
    ] { custom: Some((parse_launch_func, print_launch_func)) }
    HostRegister = "gpu.host_register" None [value: Value(Any)] { format: "$value attr-dict `:` type($value)" }
    HostUnregister = "gpu.host_unregister" None [value: Value(Any)] { format: "$value attr-dict `:` type($value)" }
    SetDefaultDevice = "gpu.set_default_device" None [devIndex: Value(Any)] { format: "attr-dict $devIndex", rules: "devIndex=i32" }
    SubgroupMmaLoadMatrix = "gpu.subgroup_mma_load_matrix" One [srcMemref: Value(MemRef), indices: Values(Index), leadDimension: Number, transpose: OptionalAttr] {
        format: "$srcMemref `[` $indices `]` attr-dict `:` type($srcMemref) `->` type($res)", rules: "indices=index",
    }
    SubgroupMmaStoreMatrix = "gpu.subgroup_mma_store_matrix" None [src: Value(Any), dstMemref: Value(MemRef), indices: Values(Index), leadDimension: Number, transpose: OptionalAttr] {
        format: "$src `,` $dstMemref `[` $indices `]` attr-dict `:` type($src) `,` type($dstMemref)", rules: "indices=index",
    }
    SubgroupMmaCompute = "gpu.subgroup_mma_compute" One [opA: Value(Any), opB: Value(Any), opC: Value(Any), a_transpose: Unit, b_transpose: Unit] {
        traits: PURE, format: "$opA `,` $opB `,` $opC attr-dict `:` type($opA) `,` type($opB) `->` type($res)", rules: "opC=result",
    }
    SubgroupMmaConstantMatrix = "gpu.subgroup_mma_constant_matrix" One [value: Value(Any)] {
        traits: PURE, format: "$value attr-dict `:` type($res)",
    }
    SubgroupMmaElementwise = "gpu.subgroup_mma_elementwise" One [opType: Enum(&MMA_ELEMENTWISE), args: Values(Any)] {
        traits: PURE, format: "` ` $opType $args attr-dict `:` functional-type($args, results)",
    }
}

/// The attributes: `#gpu.address_space<workgroup>`.
pub(crate) fn attributes() -> Vec<ParamDef> {
    vec![ParamDef { name: "gpu.address_space", parse: parse_space, print: print_space, code: NO_OPCODE }]
}

fn parse_space(p: &mut dyn AsmParser, _: ParamDefId) -> Parsed<ParamInstance> {
    p.expect("<")?;
    let word = p.keyword()?;
    if !matches!(&word[..], "global" | "workgroup" | "private") {
        return Err(p.error("expected one of 'global', 'workgroup', 'private'"));
    }
    p.expect(">")?;
    Ok(ParamInstance::Params(vec![p.ctx().string_attr(&word)]))
}

fn print_space(p: &mut dyn AsmPrinter, _: ParamDefId, _: Option<Ident>, params: &[Attribute]) {
    let word = params.first().and_then(|attr| p.ctx().attr_str(*attr)).unwrap_or_default().to_owned();
    p.write(&format!("<{word}>"));
}

/// `@name [targets] attributes {...} { ... }`
fn parse_module(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    let name = p.symbol()?;
    let text = p.ctx().str(name).to_owned();
    state.slots[0] = p.ctx().string_attr(&text).raw();
    if p.peek("[") {
        state.slots[1] = p.attr()?.raw();
    }
    if p.accept_keyword("attributes") {
        p.attr_dict(&mut state.attrs)?;
    }
    p.isolated_region(state, &[])
}

fn print_module(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    p.write(" ");
    if let Some(name) = body.slot_attr(op, 0) {
        p.symbol(name);
    }
    if let Some(targets) = body.slot_attr(op, 1) {
        p.write(" ");
        p.attr(targets);
    }
    p.attributes(body.attrs(op), &[]);
    if let Some(nested) = body.nested(op) {
        p.region(nested, nested.root(), true);
    }
}

/// Whether a function is a kernel: a discardable attribute.
pub const KERNEL: &str = "gpu.kernel";

/// Reads ` workgroup(%a : t)` and ` private(...)`: the arguments, and the number of the first kind.
fn attributions(p: &mut dyn AsmParser, args: &mut Vec<ArgDecl>, word: &str) -> Parsed<usize> {
    if !p.accept_keyword(word) {
        return Ok(0);
    }
    let before = args.len();
    p.expect("(")?;
    until(p, ")", &mut |p| {
        let name = p.operand()?;
        p.expect(":")?;
        let ty = p.ty()?;
        args.push(argument(&name, ty));
        Ok(())
    })?;
    Ok(args.len() - before)
}

/// Writes ` workgroup(%a : t) private(%b : t)`, each part where it has arguments.
fn write_attributions(p: &mut dyn AsmPrinter, body: &Body, workgroup: &[Value], private: &[Value]) {
    for (word, list) in [(" workgroup(", workgroup), (" private(", private)] {
        if list.is_empty() {
            continue;
        }
        p.write(word);
        for (i, &arg) in list.iter().enumerate() {
            p.write(if i > 0 { ", " } else { "" });
            p.value(body, arg);
            p.write(" : ");
            p.ty(body.value_type(arg));
        }
        p.write(")");
    }
}

/// `@name(%a: t) workgroup(...) private(...) kernel attributes {...} { ... }`
fn parse_func(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    let name = p.symbol()?;
    let text = p.ctx().str(name).to_owned();
    state.slots[0] = p.ctx().string_attr(&text).raw();
    let (mut args, results) = spv_ir::parse_signature(p)?;
    let inputs: Vec<_> = args.iter().map(|a| a.ty).collect();
    let ty = p.ctx().function_type(&inputs, &results);
    state.slots[1] = p.ctx().type_attr(ty).raw();
    for (slot, word) in [(2, "workgroup"), (3, "private")] {
        let count = attributions(p, &mut args, word)?;
        if count > 0 {
            state.slots[slot] = crate::assembly::number(p.ctx(), count as i64).raw();
        }
    }
    if p.accept_keyword("kernel") {
        let ctx = p.ctx();
        state.attrs.push((ctx.ident(KERNEL), ctx.unit_attr()));
    }
    if p.accept_keyword("attributes") {
        p.attr_dict(&mut state.attrs)?;
    }
    p.isolated_region(state, &args)
}

/// A kernel is never declared only. The first arguments of its body are those of its type; attributions follow.
fn verify_func(ctx: &Context, body: &Body, op: Op, out: &mut Diagnostics) {
    let place = Place::Op(body.loc(op));
    let entry = body.nested(op).and_then(|nested| Some((nested, nested.first_block(nested.root())?)));
    let Some((nested, entry)) = entry else {
        return out.error(place, "'gpu.func' op expected body with at least one block");
    };
    let Some(ty) = body.slot_attr(op, 1).and_then(|attr| ctx.attr_type(attr)) else { return };
    let TypeData::Function { inputs, .. } = ctx.type_data(ty) else { return };
    let args = nested.args(entry);
    if args.len() < inputs.len() {
        let need = inputs.len();
        return out.error(place, format!("'gpu.func' op expected at least {need} arguments to body region"));
    }
    for (i, (&arg, &input)) in args.iter().zip(inputs).enumerate() {
        if nested.value_type(arg) != input {
            out.error(
                place.clone(),
                format!("'gpu.func' op type of body region argument #{i} must match the function signature"),
            );
        }
    }
}

fn count(p: &dyn AsmPrinter, body: &Body, op: Op, slot: usize) -> usize {
    body.slot_attr(op, slot).and_then(|attr| p.ctx().attr_u64(attr)).unwrap_or(0) as usize
}

fn print_func(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    p.write(" ");
    if let Some(name) = body.slot_attr(op, 0) {
        p.symbol(name);
    }
    let nested = body.nested(op);
    let entry = nested.and_then(|n| n.first_block(n.root()).map(|b| (n, b)));
    let Some(ty) = body.slot_attr(op, 1).and_then(|a| p.ctx().attr_type(a)) else { return };
    let (inputs, results) = match p.ctx().type_data(ty) {
        TypeData::Function { inputs, results } => (inputs.to_vec(), results.to_vec()),
        _ => Default::default(),
    };
    print_signature(p, entry, &inputs, &results);
    let shared = count(p, body, op, 2);
    if let Some((nested, entry)) = entry {
        let rest = nested.args(entry).get(inputs.len()..).unwrap_or(&[]);
        let (workgroup, private) = rest.split_at(shared.min(rest.len()));
        write_attributions(p, nested, workgroup, private);
    }
    if p.ctx().dict_get(body.attrs(op), KERNEL).is_some() {
        p.write(" kernel");
    }
    p.attributes(body.attrs(op), &[KERNEL]);
    if let Some(nested) = nested {
        p.region(nested, nested.root(), false);
    }
}

/// `add %x uniform {} : (t) -> t`, or with a region that combines two values
fn parse_all_reduce(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    if let Some(word) = p.opt_keyword() {
        match ALL_REDUCE.by_name(&word) {
            Some(value) => state.slots[0] = value,
            None => return Err(p.error("expected a reduction")),
        }
    }
    let value = p.operand()?;
    if p.accept_keyword("uniform") {
        state.slots[1] = p.ctx().unit_attr().raw();
    }
    p.next_region(state, &[])?;
    p.attr_dict(&mut state.attrs)?;
    p.expect(":")?;
    p.expect("(")?;
    let ty = p.ty()?;
    p.expect(")")?;
    p.expect("->")?;
    state.results = result_types(p)?;
    resolve_all(p, state, &[value], Some(ty))
}

fn print_all_reduce(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    p.write(" ");
    if let Some(kind) = ALL_REDUCE.by_value(body.slot(op, 0)) {
        p.write(" ");
        p.write(kind.name);
    }
    p.write(" ");
    p.value(body, body.operand(op, 0));
    if body.slot(op, 1) != 0 {
        p.write(" uniform");
    }
    p.region(body, body.region(op, 0), true);
    p.attr_dict(body.attrs(op), &[]);
    p.write(" : (");
    p.ty(body.value_type(body.operand(op, 0)));
    p.write(")");
    write_results(p, body, op, true);
}

fn expect_word(p: &mut dyn AsmParser, word: &str) -> Parsed<()> {
    if p.accept_keyword(word) { Ok(()) } else { Err(p.error(&format!("expected '{word}'"))) }
}

fn segments(p: &dyn AsmParser, lengths: &[u32]) -> u32 {
    p.ctx().attr(AttrData::Words(lengths.into())).raw()
}

/// `blocks(%bx, ...) in (%gx = %x, ...) threads(...) in (...) workgroup(...) { ... }`
fn parse_launch(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    let index = p.ctx().common().index;
    let (mut ids, mut sizes) = (Vec::new(), Vec::new());
    for word in ["blocks", "threads"] {
        expect_word(p, word)?;
        ids.extend(operands(p)?);
        expect_word(p, "in")?;
        let (names, values) = assignments(p)?;
        sizes.extend(names);
        resolve_all(p, state, &values, Some(index))?;
    }
    let mut shared = 0;
    if p.accept_keyword("dynamic_shared_memory_size") {
        let size = p.operand()?;
        let i32 = p.ctx().common().i32;
        resolve_all(p, state, &[size], Some(i32))?;
        shared = 1;
    }
    if ids.len() != 6 || sizes.len() != 6 {
        return Err(p.error("expected three dimensions"));
    }
    state.slots[0] = segments(p, &[0, 1, 1, 1, 1, 1, 1, shared]);
    let mut args: Vec<ArgDecl> = ids.iter().chain(&sizes).map(|name| argument(name, index)).collect();
    let count = attributions(p, &mut args, "workgroup")?;
    if count > 0 {
        state.slots[1] = crate::assembly::number(p.ctx(), count as i64).raw();
    }
    attributions(p, &mut args, "private")?;
    p.next_region(state, &args)?;
    terminate(p, state, Terminator::NAME);
    p.attr_dict(&mut state.attrs)
}

fn print_launch(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    let args = entry_args(body, op, 0);
    let Some(view) = View::new(p.ctx(), body, op) else { return };
    let sizes: Vec<_> = ["gridSizeX", "gridSizeY", "gridSizeZ", "blockSizeX", "blockSizeY", "blockSizeZ"]
        .into_iter()
        .filter_map(|part| view.value(part))
        .collect();
    if args.len() < 12 || sizes.len() < 6 {
        return;
    }
    let shared = view.value("dynamicSharedMemorySize");
    for (i, word) in [" blocks(", " threads("].into_iter().enumerate() {
        p.write(word);
        write_values(p, body, args[3 * i..3 * i + 3].iter().copied());
        p.write(") in (");
        for j in 0..3 {
            p.write(if j > 0 { ", " } else { "" });
            p.value(body, args[6 + 3 * i + j]);
            p.write(" = ");
            p.value(body, sizes[3 * i + j]);
        }
        p.write(")");
    }
    if let Some(size) = shared {
        p.write(" dynamic_shared_memory_size ");
        p.value(body, size);
    }
    let count = count(p, body, op, 1);
    let (workgroup, private) = args[12..].split_at(count.min(args.len() - 12));
    write_attributions(p, body, workgroup, private);
    p.region(body, body.region(op, 0), false);
    p.attr_dict(body.attrs(op), &[]);
}

/// `@module::@kernel blocks in (%x, ...) threads in (...) args(%a : t, ...)`
fn parse_launch_func(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    state.slots[0] = p.attr()?.raw();
    let index = p.ctx().common().index;
    let mut sizes = Vec::new();
    for word in ["blocks", "threads"] {
        expect_word(p, word)?;
        expect_word(p, "in")?;
        sizes.extend(operands(p)?);
    }
    let ty = if p.accept(":") { p.ty()? } else { index };
    resolve_all(p, state, &sizes, Some(ty))?;
    let mut lengths = vec![0, 1, 1, 1, 1, 1, 1, 0, 0];
    if p.accept_keyword("dynamic_shared_memory_size") {
        let size = p.operand()?;
        let i32 = p.ctx().common().i32;
        resolve_all(p, state, &[size], Some(i32))?;
        lengths[7] = 1;
    }
    if p.accept_keyword("args") {
        p.expect("(")?;
        let mut list = Vec::new();
        until(p, ")", &mut |p| {
            let operand = p.operand()?;
            p.expect(":")?;
            let ty = p.ty()?;
            list.push((operand, ty));
            Ok(())
        })?;
        lengths[8] = list.len() as u32;
        for (operand, ty) in list {
            resolve_all(p, state, &[operand], Some(ty))?;
        }
    }
    state.slots[1] = segments(p, &lengths);
    p.attr_dict(&mut state.attrs)
}

fn print_launch_func(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    let Some(view) = View::new(p.ctx(), body, op) else { return };
    let kernel = view.attr("kernel");
    let sizes: Vec<_> = ["gridSizeX", "gridSizeY", "gridSizeZ", "blockSizeX", "blockSizeY", "blockSizeZ"]
        .into_iter()
        .filter_map(|part| view.value(part))
        .collect();
    let (shared, args) = (view.value("dynamicSharedMemorySize"), view.values("kernelOperands"));
    p.write("  ");
    if let Some(kernel) = kernel {
        p.attr(kernel);
    }
    for (i, word) in [" blocks in (", " threads in ("].into_iter().enumerate() {
        p.write(word);
        write_values(p, body, sizes.iter().copied().skip(3 * i).take(3));
        p.write(")");
    }
    if let Some(&size) = sizes.first() {
        let ty = body.value_type(size);
        if ty != p.ctx().common().index {
            p.write(" : ");
            p.ty(ty);
        }
    }
    if let Some(size) = shared {
        p.write(" dynamic_shared_memory_size ");
        p.value(body, size);
    }
    if !args.is_empty() {
        p.write("  args(");
        for (i, &arg) in args.iter().enumerate() {
            p.write(if i > 0 { ", " } else { "" });
            p.value(body, arg);
            p.write(" : ");
            p.ty(body.value_type(arg));
        }
        p.write(")");
    }
    p.attr_dict(body.attrs(op), &[]);
}
