//! Conversion between LLVM's syntax and ARM graphs
//!
//! LLVM represents a graph like a function: the inputs are block arguments, and a terminator has the outputs as
//! operands. Graph constants are ops inside the graph. In SPIR-V each input and output is an instruction, and graph
//! constants are at module scope.

use crate::generated::opcodes;
use crate::spv::{
    Constant, GraphARM, GraphConstantARM, GraphEndARM, GraphEntryPointARM, GraphInputARM, GraphSetOutputARM,
    LlvmGraph, LlvmGraphConstant, LlvmGraphEntryPoint, LlvmGraphOutputs, ReferenceOf,
};
use crate::text::tensors::shape;
use crate::types;
use crate::verify::type_text;
use rustc_hash::FxHashMap;
use spv_ir::symbols::{SymbolTable, SymbolUses, name_of};
use spv_ir::{
    Annotations, Attribute, Body, Builder, Context, Diagnostics, Ident, InsertPoint, Location, Module, NewOp,
    Op, Place, Type, TypeData, Value, walk,
};

/// Key of the attribute for a graph constant's id in LLVM's syntax.
pub(crate) const CONSTANT_ID: &str = "graph_constant_id";

/// Key of a graph's attribute in LLVM's syntax: whether a graph entry point references the graph.
const ENTRY_POINT: &str = "entry_point";

/// Converts graphs from LLVM's syntax.
///
/// # Errors
/// Reports the graphs that LLVM's verifier rejects.
pub fn graphs_from_llvm(module: &mut Module) -> Result<(), Diagnostics> {
    let ctx = module.ctx.clone();
    let mut problems = Diagnostics::default();
    // The first body is outside of any `spv.module`. LLVM accepts entry points of undefined graphs there.
    let mut in_module = false;
    walk::bodies_mut(&mut module.body, &mut |_, _| true, &mut |body| {
        read_all(&ctx, body, in_module, &mut problems);
        in_module = true;
    });
    if problems.has_errors() { Err(problems) } else { Ok(()) }
}

/// Converts the graphs and graph entry points of one body from LLVM's syntax.
fn read_all(ctx: &Context, body: &mut Body, in_module: bool, problems: &mut Diagnostics) {
    let mut constants = Constants { table: None, known: FxHashMap::default() };
    for op in walk::ops(body).collect::<Vec<Op>>() {
        match body.def(op) {
            LlvmGraph::ID => {
                if let Err((loc, message)) = check(ctx, body, op) {
                    problems.error(Place::Op(loc), message);
                } else {
                    read_graph(ctx, body, op, &mut constants);
                }
            }
            LlvmGraphEntryPoint::ID if in_module => read_entry_point(ctx, body, op),
            LlvmGraphConstant::ID | LlvmGraphOutputs::ID => {
                let name =
                    if body.def(op) == LlvmGraphOutputs::ID { "GraphOutputs" } else { "GraphConstant" };
                let message = format!(
                    "'spv.ARM.{name}' op failed to verify that op must appear in a spv.ARM.Graph op's block"
                );
                problems.error(Place::Op(body.loc(op)), message);
            }
            _ => {}
        }
    }
}

/// Returns the input types and output types of a graph in LLVM's syntax.
fn signature<'c>(ctx: &'c Context, body: &Body, graph: Op) -> (&'c [Type], &'c [Type]) {
    let ty = body.slot_attr(graph, LlvmGraph::FUNCTION_TYPE).and_then(|attr| ctx.attr_type(attr));
    match ty.map(|ty| ctx.type_data(ty)) {
        Some(TypeData::Function { inputs, results }) => (inputs, results),
        _ => (&[], &[]),
    }
}

fn is_tensor(ctx: &Context, ty: Type) -> bool {
    types::view(ctx, ty).is_some_and(|(code, _)| code == opcodes::TYPE_TENSOR_ARM)
}

/// Formats a type in LLVM's syntax, which differs from this dialect's only for tensors and structs of tensors.
pub(crate) fn text(ctx: &Context, ty: Type) -> String {
    tensor_text(ctx, ty).unwrap_or_else(|| type_text(ctx, ty))
}

/// Formats a tensor type, or a struct type whose members are all tensors or such structs. Returns `None` for other types.
fn tensor_text(ctx: &Context, ty: Type) -> Option<String> {
    let (code, params) = types::view(ctx, ty)?;
    match code {
        opcodes::TYPE_STRUCT => {
            let members = types::structure(ctx, ty)?.members.iter();
            let members: Option<Vec<String>> =
                members.map(|member| tensor_text(ctx, ctx.attr_type(*member)?)).collect();
            Some(format!("!spv.struct<({})>", members?.join(", ")))
        }
        opcodes::TYPE_TENSOR_ARM => {
            let element = type_text(ctx, ctx.attr_type(*params.get(1)?)?);
            Some(format!("!spv.arm.tensor<{}{element}>", shape(ctx, params)?))
        }
        _ => None,
    }
}

/// Checks a graph in LLVM's syntax.
///
/// # Errors
/// Returns the error location and LLVM's message.
fn check(ctx: &Context, body: &Body, graph: Op) -> Result<(), (Location, String)> {
    let fail = |loc, message: String| Err((loc, message));
    let at_graph = |message: String| fail(body.loc(graph), format!("'spv.ARM.Graph' op {message}"));
    let (inputs, results) = signature(ctx, body, graph);
    if results.is_empty() {
        return at_graph("there should be at least one result".into());
    }
    for (kind, list) in [("argument", inputs), ("result", results)] {
        if let Some(at) = list.iter().position(|ty| !is_tensor(ctx, *ty)) {
            let ty = text(ctx, list[at]);
            return at_graph(format!("type of {kind} #{at} must be a TensorArmType, but got '{ty}'"));
        }
    }
    let nested = body.nested(graph);
    let entry = nested.and_then(|nested| Some((nested, nested.first_block(nested.root())?)));
    let Some((nested, last, block)) =
        entry.and_then(|(nested, block)| Some((nested, nested.last_op(block)?, block)))
    else {
        return fail(body.loc(graph), "empty block: expect at least a terminator".into());
    };
    if nested.def(last) != LlvmGraphOutputs::ID || nested.next_block(block).is_some() {
        return at_graph("must have one block, which ends in 'spv.ARM.GraphOutputs'".into());
    }
    let outputs: Vec<Option<Type>> =
        nested.operands(last).map(|value| nested.value_type_opt(value)).collect();
    let at_outputs = |message: String| fail(nested.loc(last), format!("'spv.ARM.GraphOutputs' op {message}"));
    if outputs.len() != results.len() {
        let (given, needed) = (outputs.len(), results.len());
        return at_outputs(format!(
            "is returning {given} value(s) but enclosing spv.ARM.Graph requires {needed} result(s)"
        ));
    }
    for (at, (output, result)) in outputs.iter().zip(results).enumerate() {
        if let Some(output) = output.filter(|output| output != result) {
            let (output, result) = (text(ctx, output), text(ctx, *result));
            return at_outputs(format!(
                "type of return operand {at} ('{output}') doesn't match graph result type ('{result}')"
            ));
        }
    }
    let no_id = |op: &Op| nested.def(*op) == LlvmGraphConstant::ID && constant_id(ctx, nested, *op).is_none();
    match walk::ops(nested).find(no_id) {
        Some(op) => {
            fail(nested.loc(op), format!("'spv.ARM.GraphConstant' op requires attribute '{CONSTANT_ID}'"))
        }
        None => Ok(()),
    }
}

fn constant_id(ctx: &Context, body: &Body, op: Op) -> Option<u32> {
    let id = ctx.dict_get(body.attrs(op), CONSTANT_ID)?;
    ctx.attr_u64(id).and_then(|id| u32::try_from(id).ok())
}

/// Symbols of the graph constants declared so far, by graph constant id and type.
struct Constants {
    /// The module's symbol table; `None` until the first constant is declared.
    table: Option<SymbolTable>,
    known: FxHashMap<(u32, Type), Ident>,
}

impl Constants {
    /// Returns the symbol of a graph constant. Declares a new constant at module scope before the graph.
    fn symbol(&mut self, ctx: &Context, body: &mut Body, graph: Op, id: u32, ty: Type) -> Ident {
        if let Some(symbol) = self.known.get(&(id, ty)) {
            return *symbol;
        }
        let table = self.table.get_or_insert_with(|| SymbolTable::new(ctx, body));
        let symbol = table.unique(ctx, &format!("graph_constant_{id}"));
        let slots = [ctx.string_attr(ctx.str(symbol)).raw(), ctx.type_attr(ty).raw(), id];
        let mut builder = Builder::at(body, InsertPoint::Before(graph));
        let op = builder.create(NewOp { slots: &slots, ..NewOp::new(GraphConstantARM::ID) });
        table.insert(symbol, op);
        self.known.insert((id, ty), symbol);
        symbol
    }
}

/// Emits a 32-bit integer constant for an input or output index.
fn index(ctx: &Context, builder: &mut Builder<'_>, value: usize) -> Value {
    let slots = [ctx.i32_attr(value as u32).raw()];
    let results = [ctx.common().i32];
    let op = builder.create(NewOp { slots: &slots, results: &results, ..NewOp::new(Constant::ID) });
    builder.result(op, 0)
}

/// Converts a valid graph from LLVM's syntax.
fn read_graph(ctx: &Context, body: &mut Body, graph: Op, constants: &mut Constants) {
    let (inputs, results) = signature(ctx, body, graph);
    let count = ctx.i32_attr(inputs.len() as u32);
    let parts: Vec<Attribute> =
        std::iter::once(count).chain(inputs.iter().chain(results).map(|ty| ctx.type_attr(*ty))).collect();
    let Some(ty) = types::make(ctx, opcodes::TYPE_GRAPH_ARM, None, &parts) else { return };
    let Some(mut nested) = Builder::new(body).take_nested(graph) else { return };
    let Some(entry) = nested.first_block(nested.root()) else { return };
    for (at, arg) in nested.args(entry).to_vec().into_iter().enumerate() {
        let (ty, annotations) = (nested.value_type(arg), nested.value_annotations(arg));
        let start = at_end_of_inputs(&nested, entry);
        let mut builder = Builder::at(&mut nested, start);
        let position = index(ctx, &mut builder, at);
        let (operands, results) = ([position], [ty]);
        let new = NewOp::new(GraphInputARM::ID);
        let (attrs, loc) = (annotations.attrs, annotations.loc.unwrap_or(new.loc));
        let input = builder.create(NewOp { operands: &operands, results: &results, attrs, loc, ..new });
        let value = builder.result(input, 0);
        builder.replace_all_uses(arg, value);
    }
    Builder::new(&mut nested).remove_args(entry, |_| true);
    for op in walk::ops(&nested).filter(|op| nested.def(*op) == LlvmGraphConstant::ID).collect::<Vec<Op>>() {
        let (ty, loc) = (nested.value_type(nested.result(op, 0)), nested.loc(op));
        let Some(id) = constant_id(ctx, &nested, op) else { continue };
        let symbol = ctx.symbol_attr(constants.symbol(ctx, body, graph, id, ty));
        let (slots, results) = ([symbol.raw()], [ty]);
        let mut builder = Builder::at(&mut nested, InsertPoint::Before(op));
        let new =
            builder.create(NewOp { slots: &slots, results: &results, loc, ..NewOp::new(ReferenceOf::ID) });
        let (old, value) = (builder.result(op, 0), builder.result(new, 0));
        builder.replace_all_uses(old, value);
        builder.erase(op);
    }
    if let Some(outputs) = nested.last_op(entry) {
        let (values, loc) = (nested.operands(outputs).collect::<Vec<Value>>(), nested.loc(outputs));
        let mut builder = Builder::at(&mut nested, InsertPoint::Before(outputs));
        for (at, value) in values.into_iter().enumerate() {
            let operands = [value, index(ctx, &mut builder, at)];
            builder.create(NewOp { operands: &operands, loc, ..NewOp::new(GraphSetOutputARM::ID) });
        }
        builder.create(NewOp { loc, ..NewOp::new(GraphEndARM::ID) });
        builder.erase(outputs);
    }
    let slots = [body.slot(graph, LlvmGraph::SYM_NAME), ctx.type_attr(ty).raw()];
    replace(body, graph, GraphARM::ID, &slots, body.attrs(graph), Some(nested));
}

/// Returns the insertion point after a graph's input instructions.
fn at_end_of_inputs(body: &Body, entry: spv_ir::Block) -> InsertPoint {
    let input = body.ops(entry).filter(|op| body.def(*op) == GraphInputARM::ID).last();
    input.map_or_else(|| InsertPoint::start(body, entry), |op| InsertPoint::after(body, op))
}

/// Replaces an op that has neither operands nor results with an op of another definition. `nested` is the body of the
/// new op, or `None` if it has no body.
fn replace(
    body: &mut Body,
    op: Op,
    def: spv_ir::dialect::OpDefId,
    slots: &[u32],
    attrs: Option<Attribute>,
    nested: Option<Box<Body>>,
) {
    let loc = body.loc(op);
    let mut builder = Builder::at(body, InsertPoint::Before(op));
    let new = builder.create(NewOp { slots, attrs, loc, isolated: nested.is_some(), ..NewOp::new(def) });
    if nested.is_some() {
        builder.set_nested(new, nested);
    }
    builder.erase(op);
}

fn read_entry_point(ctx: &Context, body: &mut Body, op: Op) {
    let graph = body.slot_attr(op, LlvmGraphEntryPoint::FN).and_then(|attr| ctx.attr_symbol(attr));
    let Some(graph) = graph else { return };
    let name = ctx.string_attr(ctx.str(graph));
    let slots = [ctx.symbol_attr(graph).raw(), name.raw(), body.slot(op, LlvmGraphEntryPoint::INTERFACE)];
    replace(body, op, GraphEntryPointARM::ID, &slots, body.attrs(op), None);
}

/// Converts graphs to LLVM's syntax. If `mark` is set, adds an attribute to each graph that records whether it is an
/// entry point, as LLVM's importer does. Graphs that LLVM cannot represent are left unchanged; [`super::check_later`]
/// reports them.
pub fn graphs_to_llvm(module: &mut Module, mark: bool) {
    let ctx = module.ctx.clone();
    walk::bodies_mut(&mut module.body, &mut |_, _| true, &mut |body| {
        let graphs: Vec<Op> = walk::top_ops(body).filter(|op| body.def(*op) == GraphARM::ID).collect();
        if graphs.is_empty() {
            return;
        }
        let entry_points: Vec<Op> =
            walk::top_ops(body).filter(|op| body.def(*op) == GraphEntryPointARM::ID).collect();
        let mut named = Vec::new();
        for op in entry_points {
            named
                .extend(body.slot_attr(op, GraphEntryPointARM::GRAPH).and_then(|attr| ctx.attr_symbol(attr)));
            write_entry_point(&ctx, body, op);
        }
        let constants = graph_constants(&ctx, body);
        for op in graphs {
            let is_entry = name_of(&ctx, body, op).is_some_and(|name| named.contains(&ctx.ident(name)));
            write_graph(&ctx, body, op, &constants, mark.then_some(is_entry));
        }
        let uses = SymbolUses::new(&ctx, body);
        let unused: Vec<Op> =
            constants.iter().filter(|(name, _)| uses.users(**name).is_empty()).map(|(_, op)| op.op).collect();
        unused.into_iter().for_each(|op| Builder::new(body).erase(op));
    });
}

/// Converts a graph entry point to LLVM's syntax if its name is the graph's symbol.
fn write_entry_point(ctx: &Context, body: &mut Body, op: Op) {
    let graph = body.slot_attr(op, GraphEntryPointARM::GRAPH);
    let symbol = graph.and_then(|graph| ctx.attr_symbol(graph));
    let name = body.slot_attr(op, GraphEntryPointARM::NAME).and_then(|name| ctx.attr_str(name));
    if symbol.map(|symbol| ctx.str(symbol)) == name
        && let Some(graph) = graph
    {
        let slots = [graph.raw(), body.slot(op, GraphEntryPointARM::INTERFACE)];
        replace(body, op, LlvmGraphEntryPoint::ID, &slots, body.attrs(op), None);
    }
}

/// The module-scope declaration of a graph constant.
struct Declared {
    op: Op,
    id: u32,
}

fn graph_constants(ctx: &Context, body: &Body) -> FxHashMap<Ident, Declared> {
    walk::top_ops(body)
        .filter(|op| body.def(*op) == GraphConstantARM::ID)
        .filter_map(|op| {
            let id = body.slot(op, GraphConstantARM::GRAPH_CONSTANT_ID);
            Some((ctx.ident(name_of(ctx, body, op)?), Declared { op, id }))
        })
        .collect()
}

/// Returns the value of an index operand, or `None` if it is not constant.
fn position(ctx: &Context, body: &Body, value: Value) -> Option<usize> {
    let constant = body.defining_op(value).filter(|op| body.def(*op) == Constant::ID)?;
    let number = ctx.attr_u64(body.slot_attr(constant, Constant::VALUE)?)?;
    usize::try_from(number).ok()
}

/// The instructions of a graph that LLVM's syntax can represent.
struct Parts {
    inputs: Vec<(Op, usize)>,
    /// The OpGraphSetOutputARM of each output, by output index.
    outputs: Vec<Op>,
    end: Op,
}

/// Returns the instructions of a graph. Returns `None` if the graph has more than one block or accesses elements of
/// tensor arrays.
fn parts(ctx: &Context, body: &Body, inputs: usize, outputs: usize) -> Option<Parts> {
    let block = body.first_block(body.root()).filter(|block| body.next_block(*block).is_none())?;
    let end = body.last_op(block).filter(|op| body.def(*op) == GraphEndARM::ID)?;
    let mut found = Parts { inputs: Vec::new(), outputs: Vec::new(), end };
    let mut sets = vec![None; outputs];
    for op in body.ops(block) {
        if let Some(input) = GraphInputARM::cast(body, op) {
            let at = position(ctx, body, input.input_index()).filter(|at| *at < inputs)?;
            found.inputs.push((op, at));
            if input.element_index().len() > 0 {
                return None;
            }
        } else if let Some(output) = GraphSetOutputARM::cast(body, op) {
            let set = sets.get_mut(position(ctx, body, output.output_index())?)?;
            if output.element_index().len() > 0 || set.replace(op).is_some() {
                return None;
            }
        }
    }
    found.outputs = sets.into_iter().collect::<Option<_>>()?;
    Some(found)
}

/// Returns the input types and output types of a graph type. Returns `None` for other types.
fn interface(ctx: &Context, ty: Type) -> Option<(Vec<Type>, Vec<Type>)> {
    let (_, params) = types::view(ctx, ty).filter(|(code, _)| *code == opcodes::TYPE_GRAPH_ARM)?;
    let [_, count, list @ ..] = params else { return None };
    let mut inputs: Vec<Type> = list.iter().map(|attr| ctx.attr_type(*attr)).collect::<Option<_>>()?;
    let count = usize::try_from(ctx.attr_u64(*count)?).ok().filter(|count| *count <= inputs.len())?;
    let outputs = inputs.split_off(count);
    Some((inputs, outputs))
}

fn write_graph(
    ctx: &Context,
    body: &mut Body,
    graph: Op,
    constants: &FxHashMap<Ident, Declared>,
    mark: Option<bool>,
) {
    let ty = body.slot_attr(graph, GraphARM::GRAPH_TYPE).and_then(|attr| ctx.attr_type(attr));
    let Some((inputs, outputs)) = ty.and_then(|ty| interface(ctx, ty)) else { return };
    let nested = body.nested(graph);
    let Some(parts) = nested.and_then(|nested| parts(ctx, nested, inputs.len(), outputs.len())) else {
        return;
    };
    let Some(mut nested) = Builder::new(body).take_nested(graph) else { return };
    let Some(entry) = nested.first_block(nested.root()) else { return };
    let mut builder = Builder::new(&mut nested);
    let args: Vec<Value> = inputs.iter().map(|ty| builder.add_arg(entry, *ty)).collect();
    for (op, at) in parts.inputs {
        let (old, attrs) = (builder.result(op, 0), builder.attrs(op));
        builder.set_value_annotations(args[at], Annotations { attrs, ..Annotations::default() });
        builder.replace_all_uses(old, args[at]);
        builder.erase(op);
    }
    let loc = builder.loc(parts.end);
    let set = |op: &Op| GraphSetOutputARM::cast(&nested, *op).map(GraphSetOutputARM::value);
    let values: Vec<Value> = parts.outputs.iter().filter_map(set).collect();
    let mut builder = Builder::at(&mut nested, InsertPoint::Before(parts.end));
    builder.create(NewOp { operands: &values, loc, ..NewOp::new(LlvmGraphOutputs::ID) });
    parts.outputs.into_iter().chain([parts.end]).for_each(|op| builder.erase(op));
    write_constants(ctx, &mut nested, constants);
    let unused = |op: &Op| nested.def(*op) == Constant::ID && !nested.has_uses(nested.result(*op, 0));
    for op in walk::ops(&nested).filter(unused).collect::<Vec<Op>>() {
        Builder::new(&mut nested).erase(op);
    }
    let signature = ctx.function_type(&inputs, &outputs);
    let slots = [body.slot(graph, GraphARM::SYM_NAME), ctx.type_attr(signature).raw()];
    let attrs = match mark {
        None => body.attrs(graph),
        Some(is_entry) => {
            let mut entries = ctx.dict(body.attrs(graph)).to_vec();
            entries.push((ctx.ident(ENTRY_POINT), ctx.bool_attr(is_entry)));
            Some(ctx.dict_attr(entries))
        }
    };
    replace(body, graph, LlvmGraph::ID, &slots, attrs, Some(nested));
}

/// Replaces references to module-scope graph constants with graph constant ops inside the graph.
fn write_constants(ctx: &Context, body: &mut Body, constants: &FxHashMap<Ident, Declared>) {
    for op in walk::ops(body).filter(|op| body.def(*op) == ReferenceOf::ID).collect::<Vec<Op>>() {
        let symbol = body.slot_attr(op, ReferenceOf::SPEC_CONST).and_then(|attr| ctx.attr_symbol(attr));
        let Some(constant) = symbol.and_then(|symbol| constants.get(&symbol)) else { continue };
        let (loc, results) = (body.loc(op), [body.value_type(body.result(op, 0))]);
        let attrs = Some(ctx.dict_attr(vec![(ctx.ident(CONSTANT_ID), ctx.i32_attr(constant.id))]));
        let mut builder = Builder::at(body, InsertPoint::Before(op));
        let new =
            builder.create(NewOp { results: &results, attrs, loc, ..NewOp::new(LlvmGraphConstant::ID) });
        let (old, value) = (builder.result(op, 0), builder.result(new, 0));
        builder.replace_all_uses(old, value);
        builder.erase(op);
    }
}
