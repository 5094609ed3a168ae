//! Upgrade to the Vulkan memory model (`upgrade-memory-model`)

use crate::pass::{ControlFlow, PassInfo, SpvModule, Work};
use crate::support::decorations::erase_decorations;
use crate::support::interfaces::entry_points;
use crate::support::return_structs::return_structs;
use crate::support::spirv::{is_chain, storage};
use crate::transforms::legalize_constant_operands::{GlobalIntegers, global_integers};
use rustc_hash::{FxHashMap, FxHashSet};
use spv_build::spv;
use spv_dialect::attributes;
use spv_dialect::fold::decorations::attrs_of;
use spv_dialect::generated::opcodes;
use spv_dialect::generated::values::{
    addressing_model, capability, execution_model, image_operands, memory_access, memory_model,
    memory_semantics, scope,
};
use spv_dialect::types;
use spv_dialect::vce::Vce;
use spv_ir::dialect::{ABSENT, OpDefId, ParamKind};
use spv_ir::replace::inner_types;
use spv_ir::rewrite::constant_of;
use spv_ir::symbols::name_of;
use spv_ir::{
    Attribute, Body, Builder, Context, Diagnostic, Diagnostics, Ident, InsertPoint, NewOp, Op, Place, Type,
    Value, walk,
};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Replaces the memory model GLSL450 with Vulkan if the addressing model is Logical. Accesses to coherent \
                  memory are made available and visible to the queue family, and accesses to workgroup memory to the \
                  workgroup. Accesses to volatile memory become volatile. The decorations Coherent and Volatile are \
                  removed. The memory scope Device becomes QueueFamily. Modf and Frexp return a struct instead of writing \
                  memory. Barriers of tessellation control shaders order accesses to outputs, too. Modules before \
                  version 1.3 get this version. Modules with CooperativeMatrixNV stay.",
    before: "spv.module Logical GLSL450 {\n  spv.GlobalVariable @v {coherent} : !spv.ptr<!Buffer, StorageBuffer>\n  ...\n  \
             %0 = spv.Load \"StorageBuffer\" %p : i32",
    after: "spv.module Logical Vulkan {\n  spv.GlobalVariable @v : !spv.ptr<!Buffer, StorageBuffer>\n  ...\n  \
            %0 = spv.Load \"StorageBuffer\" %p [\"MakePointerVisible|NonPrivatePointer\", 5] : i32",
    statistics: &[("accesses", "Accesses to coherent or volatile memory changed")],
    ..PassInfo::new(
        "upgrade-memory-model",
        "Replace memory model GLSL450 with Vulkan",
        ControlFlow::Any,
        |_| Ok(Work::module(run)),
    )
};

const EXTENSION: &str = "SPV_KHR_vulkan_memory_model";

fn run(module: &mut SpvModule<'_>) -> Result<(), Diagnostics> {
    let ctx = module.ctx;
    let mut vce = module.vce().and_then(|vce| Vce::new(ctx, vce));
    let model = |slot| module.outer.slot(module.op, slot);
    if model(spv::Module::ADDRESSING_MODEL) != addressing_model::LOGICAL
        || model(spv::Module::MEMORY_MODEL) != memory_model::GLSL450
        || vce.as_ref().is_some_and(|vce| vce.capabilities.contains(&capability::COOPERATIVE_MATRIX_NV))
    {
        return Ok(());
    }
    let sources = Sources::of(module);
    let has_two_masks = module.version().is_none_or(|version| version >= FIRST_WITH_TWO_MASKS);
    let with_outputs = functions_with_outputs(module);
    let mut count = 0;
    for function in module.functions() {
        let orders_outputs = with_outputs.contains(&function);
        let upgraded = module.function_mut(function, |body| {
            return_structs(ctx, body, &|_| true)?;
            upgrade_scopes(ctx, body, &sources, orders_outputs);
            Ok::<u64, Diagnostics>(upgrade_accesses(ctx, body, &sources, has_two_masks))
        });
        count += upgraded.transpose()?.unwrap_or(0);
    }
    if !erase_decorations(module, &["coherent", "volatile"]) {
        let message = "decorations of recursive struct types cannot be removed";
        return Err(Diagnostics {
            list: vec![Diagnostic::error(Place::Op(module.outer.loc(module.op)), message)],
        });
    }
    module.count(0, count);
    let mut builder = Builder::new(module.outer);
    builder.set_slot(module.op, spv::Module::MEMORY_MODEL, memory_model::VULKAN);
    if let Some(vce) = &mut vce {
        vce.version = vce.version.max(FIRST_WITH_EXTENSION);
        vce.declare(capability::VULKAN_MEMORY_MODEL, EXTENSION);
        builder.set_slot(module.op, spv::Module::VCE_TRIPLE, vce.attr(ctx).raw());
    }
    Ok(())
}

/// The first SPIR-V version that allows the extension.
const FIRST_WITH_EXTENSION: u32 = 0x0001_0300;

/// The first SPIR-V version in which copies have separate memory operand masks for the target and the source.
const FIRST_WITH_TWO_MASKS: u64 = 0x0001_0400;

/// The memory properties that each access must specify in the Vulkan memory model.
#[derive(Clone, Copy, Default)]
struct AccessProperties {
    coherent: bool,
    volatile: bool,
}

impl std::ops::BitOr for AccessProperties {
    type Output = AccessProperties;
    fn bitor(self, other: AccessProperties) -> AccessProperties {
        AccessProperties {
            coherent: self.coherent | other.coherent,
            volatile: self.volatile | other.volatile,
        }
    }
}

impl AccessProperties {
    /// Returns the access properties that the decorations Coherent and Volatile imply.
    fn of(ctx: &Context, decorations: Option<Attribute>) -> AccessProperties {
        let has = |key| ctx.dict_get(decorations, key).is_some();
        AccessProperties { coherent: has("coherent"), volatile: has("volatile") }
    }

    /// Returns the properties of a struct member, and the member's type. Returns `None` if the type has no such
    /// member.
    fn of_member(ctx: &Context, ty: Type, index: u64) -> Option<(AccessProperties, Type)> {
        let parts = types::structure(ctx, ty)?;
        let decorations = parts.member_decorations.get(usize::try_from(index).ok()?);
        Some((AccessProperties::of(ctx, decorations.copied()), types::element(ctx, ty, index)?))
    }

    /// Returns the access properties of the element that an index path selects from a type. `path` begins with the
    /// innermost index.
    fn of_type(ctx: &Context, mut ty: Type, path: &[Option<u64>]) -> AccessProperties {
        let mut properties = AccessProperties::default();
        for index in path.iter().rev() {
            let inner = match (types::pointer(ctx, ty), types::structure(ctx, ty)) {
                (Some((pointee, _)), _) => Some((AccessProperties::default(), pointee)),
                (_, Some(_)) => index.and_then(|index| AccessProperties::of_member(ctx, ty, index)),
                _ => types::element(ctx, ty, 0).map(|element| (AccessProperties::default(), element)),
            };
            let Some((own, element)) = inner else { break };
            properties = properties | own;
            ty = element;
        }
        let members = |ty| types::structure(ctx, ty).map_or(&[][..], |parts| parts.member_decorations);
        let inner = inner_types(ctx, ty).into_iter().flat_map(members);
        inner.fold(properties, |properties, dict| properties | AccessProperties::of(ctx, Some(*dict)))
    }
}

/// Module-level information to trace pointers to their variables.
struct Sources {
    /// Access properties and value type of each global variable.
    variables: FxHashMap<Ident, (AccessProperties, Type)>,
    /// Union of the access properties of all variables and parameters. Used if a pointer's origin is not known.
    all: AccessProperties,
    /// Values of module-level integer constants, keyed by symbol.
    constants: GlobalIntegers,
}

impl Sources {
    fn of(module: &SpvModule<'_>) -> Sources {
        let (ctx, body) = (module.ctx, &*module.body);
        let variable = |op: Op| {
            let contents = match spv::GlobalVariable::cast(body, op) {
                Some(variable) => variable.contents(ctx)?.0,
                None => spv::UntypedVariableKHR::cast(body, op)?.data_type(ctx)?,
            };
            Some((ctx.ident(name_of(ctx, body, op)?), (AccessProperties::of(ctx, body.attrs(op)), contents)))
        };
        let variables: FxHashMap<_, _> = walk::top_ops(body).filter_map(variable).collect();
        let mut all = variables.values().fold(AccessProperties::default(), |all, variable| all | variable.0);
        for body in module.functions().into_iter().filter_map(|op| body.nested(op)) {
            for op in walk::ops(body).filter(|&op| body.def(op) == spv::Variable::ID) {
                all = all | AccessProperties::of(ctx, body.attrs(op));
            }
            for &arg in body.first_block(body.root()).into_iter().flat_map(|entry| body.args(entry)) {
                all = all | AccessProperties::of(ctx, attrs_of(body, arg));
            }
        }
        Sources { variables, all, constants: global_integers(ctx, body) }
    }

    /// Returns the value of an integer constant, or of a reference to a module-level constant. Returns `None` for
    /// other values.
    fn integer(&self, ctx: &Context, body: &Body, value: Value) -> Option<u64> {
        let reference = body.defining_op(value).and_then(|op| spv::ReferenceOf::cast(body, op));
        let named = reference.and_then(|reference| self.constants.get(&reference.spec_const(ctx)?)).copied();
        attributes::integer(ctx, constant_of(ctx, body, value).or(named)?)
    }

    /// Returns the properties of the memory or image that a value refers to, and the scope whose invocations share it.
    fn reference(&self, ctx: &Context, body: &Body, value: Value) -> (AccessProperties, u32) {
        match class_of(ctx, body.value_type(value)) {
            Some(storage::WORKGROUP) => {
                (AccessProperties { coherent: true, volatile: false }, scope::WORKGROUP)
            }
            _ => (self.trace(ctx, body, value), scope::QUEUE_FAMILY),
        }
    }

    /// Returns the properties of the variable that a pointer or image is derived from. If the variable is not known,
    /// returns the union of the properties of all variables.
    fn trace(&self, ctx: &Context, body: &Body, mut value: Value) -> AccessProperties {
        let mut path: Vec<Option<u64>> = Vec::new();
        let mut properties = AccessProperties::default();
        loop {
            let ty = body.value_type(value);
            let pointee = types::pointer(ctx, ty).map(|(pointee, _)| pointee);
            let of_pointee = || {
                pointee.map_or(AccessProperties::default(), |ty| AccessProperties::of_type(ctx, ty, &path))
            };
            let Some(op) = body.defining_op(value) else {
                let entry = body.first_block(body.root());
                let is_parameter = entry.is_some_and(|entry| body.args(entry).contains(&value));
                let own =
                    if is_parameter { AccessProperties::of(ctx, attrs_of(body, value)) } else { self.all };
                return properties | own | of_pointee();
            };
            if let Some(address) = spv::AddressOf::cast(body, op) {
                let variable = address.variable(ctx).and_then(|name| self.variables.get(&name));
                let (own, contents) = variable.map_or((self.all, pointee), |&(own, ty)| (own, Some(ty)));
                return properties
                    | own
                    | contents
                        .map_or(AccessProperties::default(), |ty| AccessProperties::of_type(ctx, ty, &path));
            }
            let def = body.def(op);
            let indices = |first: usize| {
                let mut indices: Vec<_> =
                    body.own_operands(op).skip(first).map(|index| self.integer(ctx, body, index)).collect();
                indices.reverse();
                indices
            };
            match def {
                spv::Variable::ID => {
                    return properties | AccessProperties::of(ctx, body.attrs(op)) | of_pointee();
                }
                _ if is_chain(body, op) => path.extend(indices(1)),
                spv::PtrAccessChain::ID | spv::InBoundsPtrAccessChain::ID => path.extend(indices(2)),
                _ if UNTYPED_CHAINS.contains(&def) => {
                    path.extend(indices(1));
                    let base = body.slot_attr(op, spv::UntypedAccessChainKHR::BASE_TYPE);
                    let base = base.and_then(|base| ctx.attr_type(base));
                    properties =
                        properties | base.map_or(self.all, |ty| AccessProperties::of_type(ctx, ty, &path));
                    path.clear();
                }
                spv::Load::ID if pointee.is_some() => path.push(Some(0)),
                spv::Load::ID
                | spv::Image::ID
                | spv::SampledImage::ID
                | spv::ImageTexelPointer::ID
                | spv::CopyObject::ID => {}
                _ => return properties | self.all | of_pointee(),
            }
            [value] = body.first_operands(op);
        }
    }
}

/// Untyped access chain instructions without an element operand.
const UNTYPED_CHAINS: [OpDefId; 2] = [spv::UntypedAccessChainKHR::ID, spv::UntypedInBoundsAccessChainKHR::ID];

/// Returns the storage class of a typed or untyped pointer type, or `None` for other types.
fn class_of(ctx: &Context, ty: Type) -> Option<u32> {
    match types::view(ctx, ty)? {
        (opcodes::TYPE_POINTER | opcodes::TYPE_UNTYPED_POINTER_KHR, [_, class, ..]) => {
            ctx.attr_u64(*class).map(|class| class as u32)
        }
        _ => None,
    }
}

/// The mask bits that express access properties, for memory operands or for image operands.
struct Bits {
    shared: u32,
    volatile: u32,
    available: u32,
    visible: u32,
    /// The mask bits that have an operand in the list after the mask.
    listed: u32,
}

const MEMORY: Bits = Bits {
    shared: memory_access::NON_PRIVATE_POINTER,
    volatile: memory_access::VOLATILE,
    available: memory_access::MAKE_POINTER_AVAILABLE,
    visible: memory_access::MAKE_POINTER_VISIBLE,
    listed: memory_access::ALIGNED
        | memory_access::MAKE_POINTER_AVAILABLE
        | memory_access::MAKE_POINTER_VISIBLE,
};

const IMAGE: Bits = Bits {
    shared: image_operands::NON_PRIVATE_TEXEL,
    volatile: image_operands::VOLATILE_TEXEL,
    available: image_operands::MAKE_TEXEL_AVAILABLE,
    visible: image_operands::MAKE_TEXEL_VISIBLE,
    listed: image_operands::MAKE_TEXEL_AVAILABLE | image_operands::MAKE_TEXEL_VISIBLE,
};

/// Storage classes whose memory invocations may share (SPIR-V specification, section 3.27: NonPrivatePointer).
const SHARED: [u32; 7] = [
    storage::UNIFORM,
    storage::WORKGROUP,
    storage::CROSS_WORKGROUP,
    storage::GENERIC,
    storage::IMAGE,
    storage::STORAGE_BUFFER,
    storage::PHYSICAL_STORAGE_BUFFER,
];

/// A memory reference of an op: the operand index of the pointer, the property index of the mask, and whether the op
/// writes.
type Reference = (usize, usize, bool);

/// Marks the accesses to coherent and volatile memory. Returns the number of changed accesses.
fn upgrade_accesses(ctx: &Context, body: &mut Body, sources: &Sources, has_two_masks: bool) -> u64 {
    let ops: Vec<Op> = walk::ops(body).collect();
    let mut count = 0;
    for op in ops {
        let source_slot =
            if has_two_masks { spv::CopyMemory::MEMORY_ACCESS_1 } else { spv::CopyMemory::MEMORY_ACCESS };
        let (bits, references): (&Bits, &[Reference]) = match body.def(op) {
            spv::Load::ID => (&MEMORY, &[(0, 0, false)]),
            spv::Store::ID => (&MEMORY, &[(0, 0, true)]),
            spv::ImageRead::ID | spv::ImageSparseRead::ID => (&IMAGE, &[(0, 0, false)]),
            spv::ImageWrite::ID => (&IMAGE, &[(0, 0, true)]),
            spv::CopyMemory::ID | spv::CopyMemorySized::ID => {
                (&MEMORY, &[(0, 0, true), (1, source_slot, false)])
            }
            _ => continue,
        };
        let mut is_changed = false;
        for &(operand, slot, writes) in references {
            let pointer = body.operand(op, operand);
            let (mut properties, scope) = sources.reference(ctx, body, pointer);
            let class = class_of(ctx, body.value_type(pointer));
            // Images have no storage class, so the restriction to shared storage classes does not apply to them.
            properties.coherent &= class.is_none_or(|class| SHARED.contains(&class));
            if !properties.coherent && !properties.volatile {
                continue;
            }
            if references.len() > 1 && has_two_masks {
                separate_masks(body, op);
            }
            mark(ctx, body, op, &Mask { slot, bits, writes }, properties, scope);
            is_changed = true;
        }
        count += u64::from(is_changed);
    }
    count
}

/// Splits the memory operand mask of a copy, which applies to both pointers, into identical masks for the target and
/// the source.
fn separate_masks(body: &mut Body, op: Op) {
    use spv::CopyMemory as Copy;
    if body.slot(op, Copy::MEMORY_ACCESS_1) != ABSENT {
        return;
    }
    let (mask, list) = (body.slot(op, Copy::MEMORY_ACCESS), body.slot(op, Copy::MEMORY_ACCESS_OPERANDS));
    let mask = if mask == ABSENT { 0 } else { mask };
    let mut builder = Builder::new(body);
    builder.set_slot(op, Copy::MEMORY_ACCESS, mask);
    builder.set_slot(op, Copy::MEMORY_ACCESS_1, mask);
    builder.set_slot(op, Copy::MEMORY_ACCESS_1_OPERANDS, list);
}

/// A mask of memory or image operands, with its position in an op.
struct Mask<'a> {
    slot: usize,
    bits: &'a Bits,
    /// Whether the op writes the memory.
    writes: bool,
}

/// Adds access properties to a mask. The added availability or visibility bit has `scope` as its operand.
fn mark(ctx: &Context, body: &mut Body, op: Op, mask: &Mask<'_>, properties: AccessProperties, scope: u32) {
    let &Mask { slot, bits, writes } = mask;
    let side = if writes { bits.available } else { bits.visible };
    let old = match body.slot(op, slot) {
        ABSENT => 0,
        mask => mask,
    };
    let mut new = old;
    if properties.volatile {
        new |= bits.volatile;
    }
    if properties.coherent {
        new |= bits.shared | side;
    }
    let list = body.slot_attr(op, slot + 1).and_then(|list| ctx.attr_array(list)).unwrap_or(&[]);
    let mut builder = Builder::new(body);
    builder.set_slot(op, slot, new);
    if new & !old & side != 0 {
        let before = (old & bits.listed & (side - 1)).count_ones() as usize;
        let (before, after) = list.split_at(before.min(list.len()));
        let list = [before, &[ctx.i32_attr(scope)], after].concat();
        builder.set_slot(op, slot + 1, ctx.array_attr(&list).raw());
    }
}

/// Adapts scopes and memory semantics of atomic instructions and barriers to the Vulkan memory model.
fn upgrade_scopes(ctx: &Context, body: &mut Body, sources: &Sources, orders_outputs: bool) {
    const BARRIERS: [OpDefId; 2] = [spv::ControlBarrier::ID, spv::MemoryBarrier::ID];
    const ORDERS: u32 = memory_semantics::ACQUIRE
        | memory_semantics::RELEASE
        | memory_semantics::ACQUIRE_RELEASE
        | memory_semantics::SEQUENTIALLY_CONSISTENT;
    let ops: Vec<Op> = walk::ops(body).collect();
    for op in ops {
        let row = ctx.registry().op(body.def(op)).row;
        let is_atomic = row.set == 0 && row.name.starts_with("spv.Atomic");
        if !is_atomic && !BARRIERS.contains(&body.def(op)) {
            continue;
        }
        let is_volatile = is_atomic && {
            let [pointer] = body.first_operands(op);
            sources.reference(ctx, body, pointer).0.volatile
        };
        let is_ordered = orders_outputs && body.def(op) == spv::ControlBarrier::ID;
        let mut operand = 0;
        for layout in row.layout() {
            let ParamKind::ConstEnum(kind) = layout.param.kind else {
                operand += usize::from(matches!(layout.param.kind, ParamKind::Value));
                continue;
            };
            let own = operand;
            let slot = body.slot(op, layout.slot);
            operand += usize::from(slot == ABSENT);
            let old = match slot {
                ABSENT => {
                    sources.integer(ctx, body, body.operand(op, own)).and_then(|old| u32::try_from(old).ok())
                }
                value => Some(value),
            };
            let Some(old) = old else { continue };
            let mut new = old;
            if kind.bits && is_volatile {
                new |= memory_semantics::VOLATILE;
            }
            if kind.bits && is_ordered && old & ORDERS != 0 {
                new |= memory_semantics::OUTPUT_MEMORY;
            }
            if layout.param.name == "memory" && old == scope::DEVICE {
                new = scope::QUEUE_FAMILY;
            }
            if new == old {
                continue;
            }
            if slot != ABSENT {
                Builder::new(body).set_slot(op, layout.slot, new);
                continue;
            }
            let mut builder = Builder::at(body, InsertPoint::Before(op));
            let value = ctx.i32_attr(new).raw();
            let new =
                NewOp { slots: &[value], results: &[ctx.common().i32], ..NewOp::new(spv::Constant::ID) };
            let constant = builder.create(new);
            let constant = builder.result(constant, 0);
            builder.set_operand(op, own, constant);
        }
    }
}

/// Returns the entry points of tessellation control shaders that access outputs, and all functions that they call.
fn functions_with_outputs(module: &SpvModule<'_>) -> FxHashSet<Op> {
    let (ctx, body) = (module.ctx, &*module.body);
    let named = |&op: &Op| Some((ctx.ident(name_of(ctx, body, op)?), op));
    let functions: FxHashMap<Ident, Op> = module.functions().iter().filter_map(named).collect();
    let mut found = FxHashSet::default();
    for entry in entry_points(module) {
        let view = spv::EntryPoint::cast(body, entry);
        let function = view.and_then(|entry| entry.fn_(ctx)).and_then(|name| functions.get(&name));
        if body.slot(entry, spv::EntryPoint::EXECUTION_MODEL) != execution_model::TESSELLATION_CONTROL {
            continue;
        }
        let mut tree: Vec<Op> = function.copied().into_iter().collect();
        let (mut at, mut has_outputs) = (0, false);
        while let Some(nested) = tree.get(at).and_then(|&op| body.nested(op)) {
            at += 1;
            for op in walk::ops(nested) {
                let mut results = nested.results(op);
                has_outputs |=
                    results.any(|value| class_of(ctx, nested.value_type(value)) == Some(storage::OUTPUT));
                let callee = spv::FunctionCall::cast(nested, op).and_then(|call| call.function(ctx));
                let callee = callee.and_then(|name| functions.get(&name));
                if let Some(&callee) = callee.filter(|op| !tree.contains(op)) {
                    tree.push(callee);
                }
            }
        }
        found.extend(tree.into_iter().filter(|_| has_outputs));
    }
    found
}
