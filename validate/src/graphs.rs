//! Validation of graphs (SPV_ARM_graph): types, inputs and outputs

use super::dispatch::opcode_of;
use super::facts::Facts;
use super::reflection::is_u32;
use super::rule::{Check, Rule, rule, vulkan};
use super::subject::OpSubject;
use super::typing::INT32;
use rustc_hash::FxHashSet;
use spv_dialect::attributes;
use spv_dialect::generated::opcodes::{self as op, graph_debug_info as debug, set};
use spv_dialect::generated::values::{capability as c, storage_class as s};
use spv_dialect::generated::views as v;
use spv_dialect::types;
use spv_dialect::verify::shape::TypeKind;
use spv_ir::params::OpComponent;
use spv_ir::{Type, Value, walk};

const INPUT: &[u32] = &[op::GRAPH_INPUT_ARM];
const OUTPUT: &[u32] = &[op::GRAPH_SET_OUTPUT_ARM];
const SECTION: &str = "SPV_ARM_graph";
const INTEGERS: &str = "the indexes must be 32-bit integers";
const CONSTANTS: &str = "the indexes must be constants";

/// Validation rules for graphs.
pub const RULES: &[Rule] = &[
    rule("SPV-graph-input-index", SECTION, INTEGERS, Check::Op(INPUT, |x| are_integers(x, 0))),
    rule("SPV-graph-output-index", SECTION, INTEGERS, Check::Op(OUTPUT, |x| are_integers(x, 1))),
    vulkan(
        "VUID-StandaloneSpirv-OpGraphInputARM-09931",
        "A",
        CONSTANTS,
        Check::Op(INPUT, |x| are_constant(x, 0)),
    ),
    vulkan(
        "VUID-StandaloneSpirv-OpGraphSetOutputARM-09932",
        "A",
        CONSTANTS,
        Check::Op(OUTPUT, |x| are_constant(x, 1)),
    ),
    rule(
        "SPV-graph-type",
        SECTION,
        "a graph type must have the stated number of inputs, and at least one output",
        Check::Type(&[op::TYPE_GRAPH_ARM], |x| {
            let GraphType { inputs, outputs } = interface(x.facts, x.ty)?;
            Some(inputs.is_some() && !outputs.is_empty())
        }),
    ),
    rule("SPV-graph-type-interface", SECTION, "inputs and outputs must be tensors, or arrays of tensors", {
        Check::Type(&[op::TYPE_GRAPH_ARM], |x| {
            let GraphType { inputs, outputs } = interface(x.facts, x.ty)?;
            let mut all = inputs.iter().flatten().chain(&outputs);
            Some(all.all(|ty| is_tensor(x.facts, *ty) || element(x.facts, *ty).is_some()))
        })
    }),
    rule("SPV-graph-result", SECTION, "the type of a graph must be an OpTypeGraphARM", {
        Check::Op(&[op::GRAPH_ARM], |x| Some(graph_type(x, x.op).is_some()))
    }),
    rule("SPV-graph-entry-missing", SECTION, "a module with graphs must have a graph entry point", {
        Check::Module(|facts| {
            let is_entry = |op| facts.body.def(op) == v::GraphEntryPointARM::ID;
            facts.has(c::GRAPH_ARM).then(|| walk::top_ops(facts.body).any(is_entry))
        })
    }),
    rule("SPV-graph-entry-name", SECTION, "graph entry points must have different names", {
        Check::Module(|facts| {
            let mut names = FxHashSet::default();
            let entries =
                walk::top_ops(facts.body).filter_map(|op| v::GraphEntryPointARM::cast(facts.body, op));
            Some(entries.filter_map(|entry| entry.name(facts.ctx)).all(|name| names.insert(name)))
        })
    }),
    rule(
        "SPV-graph-entry-interface",
        SECTION,
        "the interface must be UniformConstant variables of the types of the graph's inputs and outputs",
        Check::Op(&[op::GRAPH_ENTRY_POINT_ARM], |x| {
            let entry = v::GraphEntryPointARM::cast(x.body(), x.op)?;
            let graph = x.facts.symbols.get(entry.graph(x.ctx())?)?;
            let GraphType { inputs, outputs } = interface(x.facts, graph_type(x, graph)?)?;
            let variables = entry
                .interface(x.ctx())
                .map(|symbol| types::pointer(x.ctx(), x.facts.variable(symbol)?.ty(x.ctx())?));
            let wanted = inputs?.into_iter().chain(outputs).map(|ty| Some((ty, s::UNIFORM_CONSTANT)));
            Some(variables.eq(wanted))
        }),
    ),
    rule("SPV-graph-constant-type", SECTION, "a graph constant must be a tensor", {
        Check::Op(&[op::GRAPH_CONSTANT_ARM], |x| {
            let OpComponent::Attr(ty) = x.param_named("type")? else { return None };
            Some(is_tensor(x.facts, x.ctx().attr_type(ty)?))
        })
    }),
    rule("SPV-graph-constant-id", SECTION, "graph constants must have different ids", {
        Check::Module(|facts| {
            let mut seen = FxHashSet::default();
            let constants =
                walk::top_ops(facts.body).filter_map(|op| v::GraphConstantARM::cast(facts.body, op));
            Some(constants.map(|constant| constant.graph_constant_id()).all(|id| seen.insert(id)))
        })
    }),
    rule(
        "SPV-graph-input-range",
        SECTION,
        "the graph type does not have this input, or this element of it",
        Check::Op(INPUT, |x| is_declared(x, 0)),
    ),
    rule(
        "SPV-graph-output-range",
        SECTION,
        "the graph type does not have this output, or this element of it",
        Check::Op(OUTPUT, |x| is_declared(x, 1)),
    ),
    rule("SPV-graph-input-type", SECTION, "the result must have the type of the input", {
        Check::Op(INPUT, |x| Some(selected(x, 0)?? == x.result_type()?))
    }),
    rule("SPV-graph-output-type", SECTION, "the value must have the type of the output", {
        Check::Op(OUTPUT, |x| Some(selected(x, 1)?? == x.operand_type(v::GraphSetOutputARM::VALUE)?))
    }),
    rule("SPV-graph-input-repeated", SECTION, "an input, or an element of it, must be read only once", {
        Check::Op(&[op::GRAPH_END_ARM], |x| Some(!repeats(x, INPUT[0], 0)))
    }),
    rule("SPV-graph-output-repeated", SECTION, "an output, or an element of it, must be set only once", {
        Check::Op(&[op::GRAPH_END_ARM], |x| Some(!repeats(x, OUTPUT[0], 1)))
    }),
    rule(
        "SPV-graph-order",
        SECTION,
        "a graph must begin with its inputs and end with at least one output",
        Check::Op(&[op::GRAPH_END_ARM], |x| {
            let stage = |op| match opcode_of(x.body().def(op)) {
                op::GRAPH_INPUT_ARM => Some(0),
                op::GRAPH_SET_OUTPUT_ARM => Some(2),
                op::GRAPH_END_ARM | op::CONSTANT | super::dispatch::NONE => None,
                _ if x.body().def(op) == v::ReferenceOf::ID || x.body().def(op) == v::AddressOf::ID => None,
                _ => Some(1),
            };
            let stages: Vec<u8> = walk::ops(x.body()).filter_map(stage).collect();
            Some(stages.is_sorted() && stages.last() == Some(&2))
        }),
    ),
    rule(
        "SPV-graph-body",
        SECTION,
        "besides inputs and outputs, a graph must contain only extended instructions and OpCompositeExtract",
        Check::Op(&[op::GRAPH_END_ARM], |x| {
            let mut opcodes = walk::ops(x.body()).map(|op| opcode_of(x.body().def(op)));
            Some(opcodes.all(|opcode| opcode == super::dispatch::NONE || BODY.contains(&opcode)))
        }),
    ),
    rule("SPV-graph-debug-graph", DEBUG, "the operand must be an OpGraphARM", {
        Check::Ext(set::GRAPH_DEBUG_INFO, &[debug::DEBUG_GRAPH], |x| {
            let graph = x.symbol_of(x.param_named("graph")?).and_then(|name| x.facts.symbols.get(name));
            Some(graph.is_some_and(|op| x.facts.body.def(op) == v::GraphARM::ID))
        })
    }),
    rule(
        "SPV-graph-debug-operation",
        DEBUG,
        "the operands must be a DebugGraph and instructions of that graph",
        {
            Check::Ext(set::GRAPH_DEBUG_INFO, &[debug::DEBUG_OPERATION], |x| {
                let is_local =
                    |attr| matches!(attributes::view(x.ctx(), attr), Some((attributes::AttrKind::Local, _)));
                let is_graph =
                    matches!(x.param_named("debug_graph"), Some(OpComponent::Attr(attr)) if is_local(attr));
                let number = x.row().params.iter().position(|param| param.name == "instructions")?;
                let items = x.params(number);
                let is_inside = |item: &OpComponent| match item {
                    OpComponent::Value(value) => !x.is_constant(*value) && x.symbol(*value).is_none(),
                    OpComponent::Attr(attr) => is_local(*attr),
                    _ => false,
                };
                Some(is_graph && !items.is_empty() && items.iter().all(is_inside))
            })
        },
    ),
    rule(
        "SPV-graph-debug-tensor",
        DEBUG,
        "the operand must be a tensor, or a composite of tensors with the index of one, an unsigned 32-bit constant",
        Check::Ext(set::GRAPH_DEBUG_INFO, &[debug::DEBUG_TENSOR], |x| {
            let OpComponent::Value(value) = x.param_named("tensor")? else { return None };
            let ty = x.value_type(value)?;
            let members = types::structure(x.ctx(), ty).map_or(&[][..], |parts| parts.members);
            let mut members = members.iter().filter_map(|member| x.ctx().attr_type(*member)).peekable();
            let is_composite = element(x.facts, ty).is_some()
                || members.peek().is_some() && members.all(|member| is_tensor(x.facts, member));
            Some(match x.param_named("index") {
                Some(index) => is_composite && is_u32(x, index),
                None => is_tensor(x.facts, ty),
            })
        }),
    ),
];

const DEBUG: &str = "NonSemantic.Graph.DebugInfo";
/// Core instructions that are allowed in graphs. OpConstant and OpUndef are included because the IR copies
/// module-level values into graphs.
const BODY: &[u32] = &[
    op::GRAPH_INPUT_ARM,
    op::GRAPH_SET_OUTPUT_ARM,
    op::GRAPH_END_ARM,
    op::COMPOSITE_EXTRACT,
    op::EXT_INST,
    op::CONSTANT,
    op::UNDEF,
];

/// The input and output types of a graph type.
struct GraphType {
    /// The input types; `None` if the type has fewer operands than its declared number of inputs.
    inputs: Option<Vec<Type>>,
    outputs: Vec<Type>,
}

fn interface(facts: &Facts<'_>, ty: Type) -> Option<GraphType> {
    let (_, params) = types::view(facts.ctx, ty).filter(|(code, _)| *code == op::TYPE_GRAPH_ARM)?;
    let count = usize::try_from(facts.ctx.attr_u64(*params.get(1)?)?).ok()?;
    let rest = params.get(2..).unwrap_or(&[]);
    let list = rest.first().and_then(|attr| facts.ctx.attr_array(*attr)).unwrap_or(rest);
    let mut inputs: Vec<Type> = list.iter().filter_map(|attr| facts.ctx.attr_type(*attr)).collect();
    if inputs.len() < count {
        return Some(GraphType { inputs: None, outputs: inputs });
    }
    let outputs = inputs.split_off(count);
    Some(GraphType { inputs: Some(inputs), outputs })
}

fn is_tensor(facts: &Facts<'_>, ty: Type) -> bool {
    types::view(facts.ctx, ty).is_some_and(|(code, _)| code == op::TYPE_TENSOR_ARM)
}

/// Returns the element type if `ty` is an array of tensors, otherwise `None`.
fn element(facts: &Facts<'_>, ty: Type) -> Option<Type> {
    let shape = facts.shape(ty);
    shape.inner.filter(|inner| {
        matches!(shape.kind, TypeKind::Array | TypeKind::RuntimeArray) && is_tensor(facts, *inner)
    })
}

/// Returns the type of a graph op, if it is a valid graph type.
fn graph_type(x: &OpSubject<'_>, graph: spv_ir::Op) -> Option<Type> {
    let ty = v::GraphARM::cast(x.facts.body, graph)?.graph_type(x.ctx())?;
    interface(x.facts, ty).map(|_| ty)
}

/// Returns the type of the graph input or output that the operands select, starting at index `from`. The inner
/// `Option` is `None` if the selected input or output does not exist.
fn selected(x: &OpSubject<'_>, from: usize) -> Option<Option<Type>> {
    let GraphType { inputs, outputs } = interface(x.facts, graph_type(x, x.function()?.0)?)?;
    let list = if from == 0 { inputs? } else { outputs };
    let index = usize::try_from(x.constant(x.operand(from)?)?).ok()?;
    let Some(ty) = list.get(index) else { return Some(None) };
    let Some(own) = x.operand(from + 1) else { return Some(Some(*ty)) };
    let (Some(inner), length) = (element(x.facts, *ty), x.shape(*ty).count) else { return Some(None) };
    let outside = length != 0 && x.constant(own).is_some_and(|own| own >= length.into());
    Some((!outside).then_some(inner))
}

fn is_declared(x: &OpSubject<'_>, from: usize) -> Option<bool> {
    Some(selected(x, from)?.is_some())
}

/// Returns whether two instructions with `opcode` select the same graph input or output. `from` is the index of the
/// first operand that selects it.
fn repeats(x: &OpSubject<'_>, opcode: u32, from: usize) -> bool {
    let mut seen = FxHashSet::default();
    let number = |value: Value| x.constant(value);
    let ops = walk::ops(x.body()).filter(|op| opcode_of(x.body().def(*op)) == opcode);
    ops.filter_map(|op| x.body().operands(op).skip(from).map(number).collect::<Option<Vec<u64>>>())
        .any(|key| key.first().is_some_and(|whole| seen.contains(&vec![*whole])) || !seen.insert(key))
}

/// Returns whether all operands at index `from` and above are 32-bit integers.
fn are_integers(x: &OpSubject<'_>, from: usize) -> Option<bool> {
    let mut types = x.operands().skip(from).filter_map(|value| x.value_type(value));
    Some(types.all(|ty| INT32.has(x.ctx(), ty)))
}

/// Returns whether all operands at index `from` and above are constants.
fn are_constant(x: &OpSubject<'_>, from: usize) -> Option<bool> {
    Some(x.operands().skip(from).all(|value| x.is_constant(value)))
}
