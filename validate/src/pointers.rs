//! Validation of logical and variable pointers
//!
//! Covers the instructions that may use and return these pointers, and their pointee types.

use super::Site;
use super::descriptor_heaps::heap_variable;
use super::dispatch::opcode_of;
use super::facts::Facts;
use super::interfaces;
use super::rule::{Check, Rule, rule};
use super::subject::{OpSubject, TypeSubject};
use rustc_hash::{FxHashMap, FxHashSet};
use spv_dialect::attributes;
use spv_dialect::control::lowering::{LoweringPlan, merged, passed};
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::values::{
    addressing_model, built_in, capability as c, decoration as d, storage_class as s,
};
use spv_dialect::generated::views as v;
use spv_dialect::types::{self, ACCESS_CHAINS};
use spv_dialect::verify::shape::{Shape, TypeKind};
use spv_ir::params::OpComponent;
use spv_ir::{Body, Context, Ident, Op, Type, TypeData, Value, ValueDef, walk};

/// Instructions whose logical pointer operands and results must be variable pointers.
const VARIABLE: &[u32] = &[
    op::PTR_ACCESS_CHAIN,
    op::UNTYPED_PTR_ACCESS_CHAIN_KHR,
    op::PTR_EQUAL,
    op::PTR_NOT_EQUAL,
    op::PTR_DIFF,
    op::SELECT,
    op::RETURN_VALUE,
    op::FUNCTION_CALL,
    op::CONSTANT,
];
/// Instructions that must not have logical pointers as operands or results.
const NEVER: &[u32] = &[
    op::COMPOSITE_CONSTRUCT,
    op::COMPOSITE_INSERT,
    op::COMPOSITE_EXTRACT,
    op::BITCAST,
    op::CONVERT_PTR_TO_U,
    op::CONVERT_U_TO_PTR,
    op::GENERIC_CAST_TO_PTR,
    op::PTR_CAST_TO_GENERIC,
    op::IN_BOUNDS_PTR_ACCESS_CHAIN,
    op::UNTYPED_IN_BOUNDS_PTR_ACCESS_CHAIN_KHR,
    op::UNTYPED_PREFETCH_KHR,
    op::COPY_LOGICAL,
    op::FREEZE_KHR,
    op::READ_PIPE,
    op::WRITE_PIPE,
    op::RESERVED_READ_PIPE,
    op::RESERVED_WRITE_PIPE,
    op::READ_PIPE_BLOCKING_ALTERA,
    op::WRITE_PIPE_BLOCKING_ALTERA,
];
/// Instructions that derive a pointer from their first SSA operand.
const CHAINS: &[u32] = &[
    op::ACCESS_CHAIN,
    op::IN_BOUNDS_ACCESS_CHAIN,
    op::PTR_ACCESS_CHAIN,
    op::UNTYPED_ACCESS_CHAIN_KHR,
    op::UNTYPED_IN_BOUNDS_ACCESS_CHAIN_KHR,
    op::UNTYPED_PTR_ACCESS_CHAIN_KHR,
];
/// Access chains with an `Element` operand, which selects another object of the base type.
const ELEMENT_CHAINS: &[u32] = &[op::PTR_ACCESS_CHAIN, op::UNTYPED_PTR_ACCESS_CHAIN_KHR];
/// The opcodes of all access chains.
const ALL_CHAINS: &[u32] = &{
    let (mut opcodes, mut i) = ([0; ACCESS_CHAINS.len()], 0);
    while i < opcodes.len() {
        opcodes[i] = ACCESS_CHAINS[i].0;
        i += 1;
    }
    opcodes
};
/// Instructions that access memory through their first SSA operand.
const ACCESSES: &[u32] = &[
    op::LOAD,
    op::STORE,
    op::PREDICATED_LOAD_INTEL,
    op::PREDICATED_STORE_INTEL,
    op::COOPERATIVE_MATRIX_LOAD_NV,
    op::COOPERATIVE_MATRIX_STORE_NV,
    op::COOPERATIVE_MATRIX_LOAD_KHR,
    op::COOPERATIVE_MATRIX_STORE_KHR,
    op::COOPERATIVE_MATRIX_LOAD_TENSOR_NV,
    op::COOPERATIVE_MATRIX_STORE_TENSOR_NV,
    op::COOPERATIVE_VECTOR_LOAD_NV,
    op::COOPERATIVE_VECTOR_STORE_NV,
];
const COMPARISONS: &[u32] = &[op::PTR_EQUAL, op::PTR_NOT_EQUAL, op::PTR_DIFF];
const SECTION: &str = "2.16.1";
const HEAP: &str = "SPV_EXT_descriptor_heap";

/// Validation rules for logical and variable pointers.
pub const RULES: &[Rule] = &[
    rule(
        "SPV-pointer-variable",
        SECTION,
        "with logical addressing, only a variable pointer to StorageBuffer or Workgroup may be selected, \
         compared, returned, or be null",
        Check::BySignature(VARIABLE, |x| {
            x.facts.has_logical_pointers().then(|| pointers(x).all(|class| may_vary(x.facts, class)))
        }),
    )
    .note("declare VariablePointersStorageBuffer for StorageBuffer, VariablePointers for Workgroup"),
    rule(
        "SPV-pointer-returned",
        SECTION,
        "with logical addressing, a function must not return a pointer \
                                           other than a variable pointer",
        Check::Op(&[op::FUNCTION], |x| {
            let ty = v::Func::cast(x.body(), x.op)?.ty(x.ctx())?;
            let TypeData::Function { results, .. } = x.ctx().type_data(ty) else { return None };
            let class = logical_class(x.ctx(), *results.first()?)?;
            x.facts.has_logical_pointers().then(|| may_vary(x.facts, class))
        }),
    ),
    rule(
        "SPV-pointer-logical",
        SECTION,
        "with logical addressing, the instruction must not have a pointer operand or result",
        Check::BySignature(NEVER, |x| x.facts.has_logical_pointers().then(|| pointers(x).next().is_none())),
    ),
    rule(
        "SPV-pointer-undefined",
        SECTION,
        "with logical addressing, memory must not be accessed through OpUndef",
        Check::Op(ACCESSES, |x| {
            if x.facts.addressing_model != addressing_model::LOGICAL || !x.facts.constants.undefined_pointer {
                return None;
            }
            Some(!x.is_undefined(x.operand(v::Load::POINTER)?)?)
        }),
    ),
    rule(
        "SPV-pointer-compared-types",
        "3.42.8",
        "the operands must be pointers of the same type, not in PhysicalStorageBuffer",
        Check::BySignature(COMPARISONS, |x| {
            let is_pointer = |index| {
                let kind = x.operand_shape(index).map(|shape| shape.kind);
                matches!(kind, Some(TypeKind::Pointer | TypeKind::UntypedPointer))
            };
            let operands = [v::PtrEqual::OPERAND1, v::PtrEqual::OPERAND2];
            let is_untyped =
                |index| x.operand_shape(index).map(|shape| shape.kind) == Some(TypeKind::UntypedPointer);
            let untyped = operands.into_iter().any(is_untyped);
            let [first, second] = operands.map(|index| x.storage_class(index));
            let is_exact = x.opcode == op::PTR_DIFF || !untyped;
            let same_type =
                !is_exact || x.operand_type(v::PtrEqual::OPERAND1) == x.operand_type(v::PtrEqual::OPERAND2);
            let is_physical = first == Some(s::PHYSICAL_STORAGE_BUFFER);
            Some(operands.into_iter().all(is_pointer) && first == second && same_type && !is_physical)
        }),
    ),
    rule("SPV-pointer-diff-result", "3.42.8", "the difference of pointers must be an integer", {
        Check::BySignature(&[op::PTR_DIFF], |x| Some(x.result_shape()?.kind == TypeKind::Int))
    }),
    rule(
        "SPV-access-chain-negative",
        SECTION,
        "with logical addressing, a constant index must not be negative",
        Check::Op(ALL_CHAINS, |x| {
            let physical = x.result_shape()?.storage == s::PHYSICAL_STORAGE_BUFFER;
            if !x.facts.constants.negative || !x.facts.has_logical_pointers() || physical {
                return None;
            }
            Some(!indexes(x)?.any(|value| is_negative(x, value) == Some(true)))
        }),
    ),
    rule(
        "SPV-access-chain-member",
        "3.42.8",
        "the index of a member must be OpConstant",
        Check::Op(ALL_CHAINS, selects_members_by_constants),
    ),
    rule("SPV-buffer-pointer-result", HEAP, "the result must be a pointer to Uniform or StorageBuffer", {
        Check::BySignature(&[op::BUFFER_POINTER_EXT], |x| {
            let shape = x.result_shape()?;
            let is_pointer = matches!(shape.kind, TypeKind::Pointer | TypeKind::UntypedPointer);
            Some(is_pointer && [s::UNIFORM, s::STORAGE_BUFFER].contains(&shape.storage))
        })
    }),
    rule(
        "SPV-buffer-pointer-base",
        HEAP,
        "the buffer must be an untyped pointer into a variable with the built-in ResourceHeapEXT",
        Check::Op(&[op::BUFFER_POINTER_EXT], |x| {
            Some(is_in_resource_heap(x, x.operand(v::BufferPointerEXT::BUFFER)?))
        }),
    ),
    rule(
        "SPV-pointer-phi",
        SECTION,
        "with logical addressing, OpPhi must not select pointers other than variable pointers to \
         StorageBuffer or Workgroup",
        Check::Phi(may_select_pointer),
    )
    .note("declare VariablePointersStorageBuffer for StorageBuffer, VariablePointers for Workgroup"),
    rule(
        "SPV-phi-handle",
        "3.42.17",
        "OpPhi must not select images or samplers",
        Check::Phi(may_select_handle),
    )
    .note("load the image in each predecessor block"),
    rule(
        "SPV-pointer-variable-length",
        SECTION,
        "the operand must not be a variable pointer",
        Check::Report(|rule, facts, report| {
            Tracer::each(facts, |t, x| {
                let lengths = [op::ARRAY_LENGTH, op::UNTYPED_ARRAY_LENGTH_KHR];
                if lengths.contains(&x.opcode)
                    && x.operand(v::ArrayLength::STRUCTURE).is_some_and(|value| t.varies(x, value))
                {
                    report.add(rule, site(x), "");
                }
            })
        }),
    ),
    rule(
        "SPV-pointer-variable-buffer",
        SECTION,
        "variable pointers must point into the same variable",
        Check::Report(|rule, facts, report| {
            Tracer::each(facts, |t, x| {
                let narrow = !facts.has(c::VARIABLE_POINTERS);
                if narrow && t.selected(x).into_iter().any(|value| t.variables(x, value).len() > 1) {
                    report.add(rule, site(x), "");
                }
            })
        }),
    )
    .note("declare VariablePointers"),
    rule(
        "SPV-pointer-variable-pointee",
        SECTION,
        "a variable pointer must not point to an array of blocks, a matrix, or a part of a matrix",
        Check::Report(|rule, facts, report| {
            Tracer::each(facts, |t, x| {
                let by_access = untyped_access(x).is_some_and(|ty| holds_matrix(facts.ctx, ty));
                let is_violated = match by_access {
                    true => x.operand(v::Load::POINTER).is_some_and(|value| t.varies(x, value)),
                    false => {
                        is_pointer(x.result_type(), x.ctx()) && {
                            let result = x.body().result(x.op, 0);
                            t.varies(x, result) && t.points_to_block_array_or_matrix(x, result)
                        }
                    }
                };
                if is_violated {
                    report.add(rule, site(x), "");
                }
            })
        }),
    ),
];

fn site<'a>(x: &OpSubject<'a>) -> Site<'a> {
    Site { body: x.body(), op: x.op, holder: x.function().map(|(op, _)| (x.facts.body, op)) }
}

/// Returns an iterator over the indices of an access chain, or `None` for other instructions.
fn indexes<'x>(x: &'x OpSubject<'_>) -> Option<impl Iterator<Item = Value> + 'x> {
    let (_, first) = ACCESS_CHAINS.iter().find(|(opcode, _)| *opcode == x.opcode)?;
    Some(x.operands().skip(*first))
}

/// Returns whether a value is a negative constant of a signed type. Returns `None` if it is not a constant of a signed
/// type.
fn is_negative(x: &OpSubject<'_>, value: Value) -> Option<bool> {
    let bit = types::sign_bit(x.ctx(), x.value_type(value)?)?;
    Some(x.constant(value)? >> bit & 1 != 0)
}

/// Returns whether an access chain selects struct members only with constants that are not specialization constants.
/// Returns `None` if none of its indices is a specialization constant.
fn selects_members_by_constants(x: &OpSubject<'_>) -> Option<bool> {
    let ctx = x.ctx();
    let is_spec = |value: Value| {
        let def = x.defining(value).map(|constant| constant.def());
        def == Some(v::SpecConstantOperation::ID)
            || def == Some(v::ReferenceOf::ID) && x.constant_attr(value).is_none()
    };
    if !x.facts.constants.specialized || !indexes(x)?.any(is_spec) {
        return None;
    }
    let mut ty = match x.operand_shape(v::AccessChain::BASE)?.kind {
        TypeKind::Pointer => types::pointer(ctx, x.operand_type(v::AccessChain::BASE)?)?.0,
        _ => match x.param(0)? {
            OpComponent::Attr(base) => ctx.attr_type(base)?,
            _ => return None,
        },
    };
    for value in indexes(x)? {
        if is_spec(value) && Shape::new(ctx, ty).kind == TypeKind::Struct {
            return Some(false);
        }
        ty = types::element(ctx, ty, x.constant(value).unwrap_or(0))?;
    }
    Some(true)
}

/// Returns whether a pointer points into a variable decorated with the built-in ResourceHeapEXT.
fn is_in_resource_heap(x: &OpSubject<'_>, pointer: Value) -> bool {
    let dict = heap_variable(x, pointer).and_then(|op| x.facts.body.attrs(op));
    x.facts.decoration_word(dict, d::BUILT_IN) == Some(built_in::RESOURCE_HEAP_EXT)
}

/// Returns whether pointers to a storage class may be variable pointers.
fn may_vary(facts: &Facts<'_>, class: u32) -> bool {
    match class {
        s::STORAGE_BUFFER => facts.has(c::VARIABLE_POINTERS_STORAGE_BUFFER),
        s::WORKGROUP => facts.has(c::VARIABLE_POINTERS),
        _ => false,
    }
}

/// Returns the storage class of a logical pointer type; `None` for other types.
fn logical_class(ctx: &Context, ty: Type) -> Option<u32> {
    let shape = Shape::new(ctx, ty);
    let is_pointer = matches!(shape.kind, TypeKind::Pointer | TypeKind::UntypedPointer);
    (is_pointer && shape.storage != s::PHYSICAL_STORAGE_BUFFER).then_some(shape.storage)
}

fn is_pointer(ty: Option<Type>, ctx: &Context) -> bool {
    ty.is_some_and(|ty| logical_class(ctx, ty).is_some())
}

/// Returns the storage classes of all logical pointers among the result and operands of an op, or of a constant. For
/// calls, excludes the operands.
fn pointers<'x>(x: &'x OpSubject<'_>) -> impl Iterator<Item = u32> + 'x {
    let count = if x.opcode == op::FUNCTION_CALL { 0 } else { x.operand_count() };
    let operands = (0..count).filter_map(|index| x.operand_type(index));
    let is_undef = |attr| matches!(attributes::view(x.ctx(), attr), Some((attributes::AttrKind::Undef, _)));
    let global = v::GlobalConstant::cast(x.body(), x.op);
    let global = global.filter(|constant| !constant.value().is_some_and(is_undef));
    let global = global.and_then(|constant| constant.ty(x.ctx()));
    x.result_type().or(global).into_iter().chain(operands).filter_map(|ty| logical_class(x.ctx(), ty))
}

/// Returns the type that is loaded or stored through an untyped pointer, or `None` if the op is not such an access.
fn untyped_access(x: &OpSubject<'_>) -> Option<Type> {
    let ty = match x.opcode {
        op::LOAD => x.result_type()?,
        op::STORE => x.operand_type(v::Store::OBJECT)?,
        _ => return None,
    };
    (x.operand_shape(v::Load::POINTER)?.kind == TypeKind::UntypedPointer).then_some(ty)
}

/// Returns whether a type is or contains a matrix. Does not follow pointers.
fn holds_matrix(ctx: &Context, ty: Type) -> bool {
    let mut open = vec![ty];
    let mut seen = FxHashSet::default();
    while let Some(ty) = open.pop() {
        if !seen.insert(ty) {
            continue;
        }
        let shape = Shape::new(ctx, ty);
        match shape.kind {
            TypeKind::Matrix => return true,
            TypeKind::Struct => {
                let parts = types::structure(ctx, ty).map_or(&[][..], |parts| parts.members);
                open.extend(parts.iter().filter_map(|member| ctx.attr_type(*member)));
            }
            TypeKind::Array | TypeKind::RuntimeArray => open.extend(shape.inner),
            _ => {}
        }
    }
    false
}

/// Returns whether a type is an array or runtime array of blocks.
pub(super) fn is_block_array(facts: &Facts<'_>, ty: Type) -> bool {
    let shape = facts.shape(ty);
    let element = shape.inner.filter(|_| matches!(shape.kind, TypeKind::Array | TypeKind::RuntimeArray));
    let block = |ty| [d::BLOCK, d::BUFFER_BLOCK].iter().any(|wanted| facts.is_type_decorated(ty, *wanted));
    element.is_some_and(|ty| types::structure(facts.ctx, ty).is_some() && block(ty))
}

/// Returns whether OpPhi may select between pointers of the type. Returns `None` if the type is not a logical pointer.
fn may_select_pointer(x: &TypeSubject<'_>) -> Option<bool> {
    Some(!x.facts.has_logical_pointers() || may_vary(x.facts, logical_class(x.ctx(), x.ty)?))
}

/// Returns whether OpPhi may select between values of the type. Returns `None` for types other than images and
/// samplers.
fn may_select_handle(x: &TypeSubject<'_>) -> Option<bool> {
    let facts = x.facts;
    let free = facts.env.options.before_hlsl_legalization || facts.has(c::BINDLESS_TEXTURE_NV);
    let handle = match x.shape().kind {
        TypeKind::SampledImage => true,
        TypeKind::Image | TypeKind::Sampler => facts.has(c::SHADER),
        _ => false,
    };
    handle.then_some(free)
}

/// A pointer whose origins are searched: a value in a function, or the address of a global variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum PointerSource {
    Value(Op, Value),
    Global(Ident),
}

/// A search for the origins of pointers across the whole module.
struct Tracer<'a> {
    facts: &'a Facts<'a>,
    plans: FxHashMap<Op, LoweringPlan>,
    /// The call sites of each function: the calling function and the call op.
    calls: FxHashMap<Op, Vec<(Op, Op)>>,
    varying: FxHashSet<PointerSource>,
    /// The addresses of global variables that contain pointers: for each variable, the function and the address
    /// value.
    addresses: FxHashMap<Ident, Vec<(Op, Value)>>,
    /// Number of remaining search steps. The limit bounds the cost, because each pointer may start a search.
    steps: usize,
}

impl<'a> Tracer<'a> {
    /// Maximum number of search steps per rule.
    const STEPS: usize = 1 << 20;

    /// Calls `check` for each op in a function, if the module allows variable pointers.
    fn each(facts: &'a Facts<'a>, mut check: impl FnMut(&mut Self, &OpSubject<'a>)) {
        if !facts.has_logical_pointers() || !facts.has(c::VARIABLE_POINTERS_STORAGE_BUFFER) {
            return;
        }
        let mut tracer = Tracer {
            facts,
            plans: FxHashMap::default(),
            calls: FxHashMap::default(),
            varying: FxHashSet::default(),
            addresses: FxHashMap::default(),
            steps: Self::STEPS,
        };
        for function in walk::top_ops(facts.body) {
            let Some(body) = facts.body.nested(function) else { continue };
            for op in walk::ops(body) {
                let called = callee(facts.ctx, body, op);
                if let Some(callee) = called.and_then(|name| facts.symbols.get(name)) {
                    tracer.calls.entry(callee).or_default().push((function, op));
                }
                if let Some(address) = v::AddressOf::cast(body, op)
                    && let Some(symbol) = address.variable(facts.ctx)
                    && let value = body.result(op, 0)
                    && let Some((contents, _)) =
                        body.value_type_opt(value).and_then(|ty| types::pointer(facts.ctx, ty))
                    && facts.parts(contents).iter().any(|ty| is_pointer(Some(*ty), facts.ctx))
                {
                    tracer.addresses.entry(symbol).or_default().push((function, value));
                }
            }
        }
        for function in walk::top_ops(facts.body) {
            let Some(body) = facts.body.nested(function) else { continue };
            for op in walk::ops(body) {
                check(&mut tracer, &subject(facts, function, body, op));
            }
        }
    }

    /// Returns the op that computes a pointer, if any, and the pointers that it is computed from.
    fn sources(&mut self, node: PointerSource) -> (Option<OpSubject<'a>>, Vec<PointerSource>) {
        let facts = self.facts;
        let (function, value) = match node {
            PointerSource::Value(function, value) => (function, value),
            PointerSource::Global(symbol) => {
                let addresses = self.addresses.get(&symbol).map_or(&[][..], |list| list);
                let stored = addresses.iter().filter_map(|&(function, value)| {
                    let stored = stores(facts.body.nested(function)?, value);
                    Some(stored.into_iter().map(move |value| PointerSource::Value(function, value)))
                });
                return (None, stored.flatten().collect());
            }
        };
        let Some(body) = facts.body.nested(function) else { return (None, Vec::new()) };
        let of = |value: Value| PointerSource::Value(function, value);
        match body.value_def(value) {
            ValueDef::Argument(block, number) if body.first_block(body.root()) == Some(block) => {
                let calls = self.calls.get(&function).map_or(&[][..], |calls| calls);
                let argument = |&(caller, call): &(Op, Op)| {
                    let body = facts.body.nested(caller)?;
                    Some(PointerSource::Value(caller, body.operands(call).nth(number as usize)?))
                };
                (None, calls.iter().filter_map(argument).collect())
            }
            ValueDef::Argument(block, number) => {
                let plan = self.plans.entry(function).or_insert_with(|| LoweringPlan::of(facts.ctx, body));
                let edges = plan.edges_to(body, block);
                let passed = edges.filter_map(|(op, edge)| passed(body, op, edge, number as usize));
                (None, passed.map(of).collect())
            }
            ValueDef::Result(op, number) => {
                if let Some(value) = merged(body, op, number) {
                    return (None, vec![of(value)]);
                }
                let x = subject(facts, function, body, op);
                if body.def(op) == v::AddressOf::ID {
                    return (Some(x), x.symbol(value).map(PointerSource::Global).into_iter().collect());
                }
                let mut list: Vec<PointerSource> = Vec::new();
                if x.opcode == op::FUNCTION_CALL {
                    let callee = callee(facts.ctx, body, op);
                    if let Some(callee) = callee.and_then(|name| facts.symbols.get(name))
                        && let Some(inner) = facts.body.nested(callee)
                    {
                        let returns = walk::ops(inner).filter(|&op| inner.def(op) == v::ReturnValue::ID);
                        list.extend(returns.map(|op| {
                            PointerSource::Value(callee, inner.operand(op, v::ReturnValue::VALUE))
                        }));
                    }
                } else {
                    let pointers =
                        body.operands(op).filter(|&value| is_pointer(body.value_type_opt(value), facts.ctx));
                    list.extend(pointers.map(of));
                }
                if x.opcode == op::VARIABLE {
                    list.extend(stores(body, value).into_iter().map(of));
                }
                (Some(x), list)
            }
            ValueDef::Forward => (None, Vec::new()),
        }
    }

    /// Returns whether a block argument becomes an OpPhi in the binary.
    fn is_phi(&mut self, function: Op, value: Value) -> bool {
        let facts = self.facts;
        let Some(body) = facts.body.nested(function) else { return false };
        let ValueDef::Argument(block, _) = body.value_def(value) else { return false };
        if body.first_block(body.root()) == Some(block) {
            return false;
        }
        let plan = self.plans.entry(function).or_insert_with(|| LoweringPlan::of(facts.ctx, body));
        plan.represented(value).is_none()
    }

    /// Returns the pointers that an op yields by selecting between pointers. The first op in a block also accounts for
    /// the block's OpPhis.
    fn selected(&mut self, x: &OpSubject<'a>) -> Vec<Value> {
        let body = x.body();
        let points = |value: &Value| is_pointer(body.value_type_opt(*value), x.ctx());
        let mut list: Vec<Value> =
            body.results(x.op).filter(|_| x.opcode == op::SELECT).filter(points).collect();
        let block = body.parent(x.op).filter(|&block| body.first_op(block) == Some(x.op));
        if let (Some(block), Some((function, _))) = (block, x.function()) {
            let pointers = body.args(block).iter().copied().filter(points);
            list.extend(pointers.filter(|&argument| self.is_phi(function, argument)));
        }
        list
    }

    /// Returns whether a value is a variable pointer.
    fn varies(&mut self, x: &OpSubject<'a>, value: Value) -> bool {
        const SELECTING: [u32; 7] = [
            op::PTR_ACCESS_CHAIN,
            op::UNTYPED_PTR_ACCESS_CHAIN_KHR,
            op::UNTYPED_IN_BOUNDS_PTR_ACCESS_CHAIN_KHR,
            op::LOAD,
            op::SELECT,
            op::FUNCTION_CALL,
            op::CONSTANT,
        ];
        let Some((function, _)) = x.function() else { return false };
        let start = PointerSource::Value(function, value);
        let found = self.search(start, &mut |tracer, node, x| {
            let PointerSource::Value(function, value) = node else { return TraceDecision::Stop };
            let varies = match x {
                Some(x) => SELECTING.contains(&x.opcode),
                None => tracer.is_phi(function, value),
            };
            match () {
                () if varies || tracer.varying.contains(&node) => TraceDecision::Found,
                () if x.is_some_and(|x| x.opcode == op::VARIABLE) => TraceDecision::Stop,
                () => TraceDecision::On,
            }
        });
        if found {
            self.varying.insert(start);
        }
        found
    }

    /// Returns the StorageBuffer and Workgroup variables into which a pointer may point.
    fn variables(&mut self, x: &OpSubject<'a>, value: Value) -> FxHashSet<Ident> {
        let mut found = FxHashSet::default();
        let Some((function, _)) = x.function() else { return found };
        self.search(PointerSource::Value(function, value), &mut |tracer, node, _| {
            if let PointerSource::Global(symbol) = node {
                let class = interfaces::class(tracer.facts, symbol);
                if class.is_some_and(|class| [s::STORAGE_BUFFER, s::WORKGROUP].contains(&class)) {
                    found.insert(symbol);
                }
            }
            TraceDecision::On
        });
        found
    }

    /// Returns whether a variable pointer points to an array of blocks, a matrix, or part of a matrix.
    fn points_to_block_array_or_matrix(&mut self, x: &OpSubject<'a>, value: Value) -> bool {
        let (ctx, facts) = (x.ctx(), x.facts);
        let Some((function, _)) = x.function() else { return false };
        let pointee = x.value_type(value).and_then(|ty| types::pointer(ctx, ty)).map(|(ty, _)| ty);
        if let Some(ty) = pointee {
            if is_block_array(facts, ty) || holds_matrix(ctx, ty) {
                return true;
            }
            let shape = Shape::new(ctx, ty);
            if shape.element != TypeKind::Float || !matches!(shape.kind, TypeKind::Float | TypeKind::Vector) {
                return false;
            }
        }
        let start = PointerSource::Value(function, value);
        if pointee.is_none() && self.points_to_whole(start) {
            return true;
        }
        self.search(start, &mut |_, _, x| match x {
            Some(x) if CHAINS.contains(&x.opcode) && enters_matrix(x) == Some(true) => TraceDecision::Found,
            _ => TraceDecision::On,
        })
    }

    /// Returns whether an untyped pointer points to a whole variable that is an array of blocks or contains a matrix.
    fn points_to_whole(&mut self, start: PointerSource) -> bool {
        self.search(start, &mut |tracer, node, x| {
            let facts = tracer.facts;
            let variable = match node {
                PointerSource::Global(symbol) => facts.symbols.get(symbol),
                PointerSource::Value(..) => None,
            };
            let untyped = variable.and_then(|op| v::UntypedVariableKHR::cast(facts.body, op));
            let ty = untyped.and_then(|untyped| untyped.data_type(facts.ctx));
            match ty {
                Some(ty) if is_block_array(facts, ty) || holds_matrix(facts.ctx, ty) => TraceDecision::Found,
                _ if x.is_some_and(|x| CHAINS.contains(&x.opcode)) => TraceDecision::Stop,
                _ => TraceDecision::On,
            }
        })
    }

    /// Searches the origins of a pointer with a visitor. Returns whether the visitor returned [`TraceDecision::Found`].
    fn search(
        &mut self,
        start: PointerSource,
        visit: &mut dyn FnMut(&mut Self, PointerSource, Option<&OpSubject<'a>>) -> TraceDecision,
    ) -> bool {
        let mut open = vec![start];
        let mut seen = FxHashSet::default();
        while let Some(node) = open.pop() {
            if !seen.insert(node) || self.steps == 0 {
                continue;
            }
            self.steps -= 1;
            let (x, sources) = self.sources(node);
            match visit(self, node, x.as_ref()) {
                TraceDecision::Found => return true,
                TraceDecision::Stop => {}
                TraceDecision::On => open.extend(sources),
            }
        }
        false
    }
}

/// The decision of the visitor about a pointer that [`Tracer::search`] has reached.
enum TraceDecision {
    /// End the search, because it has found its target.
    Found,
    /// Do not follow the origins of this pointer.
    Stop,
    /// Continue with the origins of this pointer.
    On,
}

fn subject<'a>(facts: &'a Facts<'a>, function: Op, body: &'a Body, op: Op) -> OpSubject<'a> {
    let opcode = opcode_of(body.def(op));
    let function = facts.functions.get(&function).map(|of_function| (function, of_function));
    OpSubject::new(facts, body, op, opcode, function)
}

/// Returns the symbol of the called function, or `None` if the op is not a call.
fn callee(ctx: &Context, body: &Body, op: Op) -> Option<Ident> {
    let is_call = body.def(op) == v::FunctionCall::ID;
    ctx.attr_symbol(body.slot_attr(op, v::FunctionCall::FUNCTION).filter(|_| is_call)?)
}

/// Returns the pointers that are stored in a variable, directly or through access chains and copies.
fn stores(body: &Body, variable: Value) -> Vec<Value> {
    let (mut open, mut found) = (vec![variable], Vec::new());
    let mut seen = FxHashSet::default();
    while let Some(value) = open.pop() {
        for (user, index) in body.uses(value).filter(|(user, _)| seen.insert(*user)) {
            match body.def(user) {
                v::Store::ID if index == v::Store::POINTER => {
                    found.push(body.operand(user, v::Store::OBJECT))
                }
                v::AccessChain::ID | v::InBoundsAccessChain::ID | v::CopyObject::ID => {
                    open.extend(body.results(user));
                }
                _ => {}
            }
        }
    }
    found
}

/// Returns whether an access chain selects a column or component of a matrix. Returns `None` if its base type cannot be
/// determined.
fn enters_matrix(x: &OpSubject<'_>) -> Option<bool> {
    let ctx = x.ctx();
    let (mut ty, first) = match x.operand_shape(v::AccessChain::BASE)?.kind {
        TypeKind::Pointer => (types::pointer(ctx, x.operand_type(v::AccessChain::BASE)?)?.0, 1),
        _ => match x.param(0)? {
            OpComponent::Attr(base) => (ctx.attr_type(base)?, 1),
            _ => return None,
        },
    };
    let first = first + usize::from(ELEMENT_CHAINS.contains(&x.opcode));
    for index in first..x.operand_count() {
        if Shape::new(ctx, ty).kind == TypeKind::Matrix {
            return Some(true);
        }
        let step = x.constant(x.operand(index)?).unwrap_or(0);
        ty = types::element(ctx, ty, step)?;
    }
    Some(Shape::new(ctx, ty).kind == TypeKind::Matrix)
}
