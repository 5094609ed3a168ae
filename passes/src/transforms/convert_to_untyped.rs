//! Conversion to untyped pointers (`convert-to-untyped`)

use crate::pass::{ControlFlow, PassInfo, SpvModule, Work};
use crate::support::return_structs::return_structs;
use crate::support::spirv::{ops_of, storage};
use spv_build::spv::{self, FunctionBuilder};
use spv_dialect::generated::opcodes;
use spv_dialect::generated::values::{capability, memory_access};
use spv_dialect::types::{self, Struct};
use spv_dialect::vce::Vce;
use spv_ir::dialect::{ABSENT, OpDefId};
use spv_ir::replace::replace_types;
use spv_ir::{
    Attribute, Body, Builder, Context, Diagnostics, InsertPoint, NewOp, Op, Type, TypeData, Value, walk,
};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Makes the pointers to buffers and push constants untyped. The pointees become types of \
                  variables and access chains, and copies of memory become loads and stores. If all variables of workgroup \
                  memory have an explicit layout, pointers to it become untyped, too. Only for shaders without vendor \
                  extensions that have operands of typed pointers.",
    before: "spv.GlobalVariable @b bind(0, 0) : !spv.ptr<!Buffer, StorageBuffer>\n\
             %p = spv.AccessChain %b[%i] : !spv.ptr<!Buffer, StorageBuffer>, i32",
    after: "spv.UntypedVariableKHR @b bind(0, 0) \"StorageBuffer\", !Buffer : !spv.untyped_ptr<StorageBuffer>\n\
            %p = spv.UntypedAccessChainKHR !Buffer, %b[%i] : !spv.untyped_ptr<StorageBuffer>, i32",
    statistics: &[("variables", "Variables converted")],
    ..PassInfo::new("convert-to-untyped", "Convert pointers to untyped pointers", ControlFlow::Any, |_| {
        Ok(Work::module(run))
    })
};

const EXTENSION: &str = "SPV_KHR_untyped_pointers";

/// Capabilities whose instructions need typed pointers or depend on the pointee type.
const UNSUPPORTED: [u32; 11] = [
    capability::COOPERATIVE_MATRIX_NV,
    capability::RAW_ACCESS_CHAINS_NV,
    capability::PREDICATED_IO_INTEL,
    capability::GRAPH_ARM,
    capability::COOPERATIVE_MATRIX_REDUCTIONS_EXT,
    capability::COOPERATIVE_MATRIX_CONVERSIONS_NV,
    capability::COOPERATIVE_MATRIX_PER_ELEMENT_OPERATIONS_EXT,
    capability::COOPERATIVE_MATRIX_TENSOR_ADDRESSING_NV,
    capability::COOPERATIVE_MATRIX_BLOCK_LOADS_NV,
    capability::COOPERATIVE_VECTOR_NV,
    capability::COOPERATIVE_VECTOR_TRAINING_NV,
];

/// Typed access chains with their untyped forms, which have the base type as an additional operand.
const CHAINS: [(OpDefId, OpDefId); 4] = [
    (spv::AccessChain::ID, spv::UntypedAccessChainKHR::ID),
    (spv::InBoundsAccessChain::ID, spv::UntypedInBoundsAccessChainKHR::ID),
    (spv::PtrAccessChain::ID, spv::UntypedPtrAccessChainKHR::ID),
    (spv::InBoundsPtrAccessChain::ID, spv::UntypedInBoundsPtrAccessChainKHR::ID),
];

fn run(module: &mut SpvModule<'_>) -> Result<(), Diagnostics> {
    let ctx = module.ctx;
    let Some(mut vce) = module.vce().and_then(|vce| Vce::new(ctx, vce)) else { return Ok(()) };
    let has = |capability: &u32| vce.capabilities.contains(capability);
    if !has(&capability::SHADER) || UNSUPPORTED.iter().any(has) || has_variable_scopes(module) {
        return Ok(());
    }
    let mut classes = vec![storage::STORAGE_BUFFER, storage::UNIFORM, storage::PUSH_CONSTANT];
    if has(&capability::WORKGROUP_MEMORY_EXPLICIT_LAYOUT_KHR) && has_blocks_only(module) {
        classes.push(storage::WORKGROUP);
    }
    let converts = Converts { ctx, classes };
    for function in module.functions() {
        module.function_mut(function, |body| converts.body(body)).transpose()?;
    }
    let variables = converts.variables(module);
    module.count(0, variables);
    let mut is_changed = false;
    replace_types(ctx, module.body, &mut |ty, new| {
        is_changed |= converts.pointee(ty).is_some();
        converts.ty(ty, new)
    });
    if is_changed {
        vce.declare(capability::UNTYPED_POINTERS_KHR, EXTENSION);
        Builder::new(module.outer).set_slot(module.op, spv::Module::VCE_TRIPLE, vce.attr(ctx).raw());
    }
    Ok(())
}

/// Returns whether any OpCopyMemory has a scope id that is not a constant. The pass does not convert these copies.
fn has_variable_scopes(module: &SpvModule<'_>) -> bool {
    let is_variable =
        |body: &Body, op: Op| body.def(op) == spv::CopyMemory::ID && body.own_operands(op).len() > 2;
    let mut bodies = walk::top_ops(module.body).filter_map(|op| module.body.nested(op));
    bodies.any(|body| walk::ops(body).any(|op| is_variable(body, op)))
}

/// Returns whether all workgroup variables are structs with the `Block` decoration.
fn has_blocks_only(module: &SpvModule<'_>) -> bool {
    let ctx = module.ctx;
    ops_of(module, spv::GlobalVariable::ID).into_iter().all(|op| {
        let contents = spv::GlobalVariable::cast(module.body, op).and_then(|variable| variable.contents(ctx));
        contents.is_none_or(|(ty, class)| {
            let parts = types::structure(ctx, ty);
            let is_block = parts.is_some_and(|parts| ctx.dict_get(parts.decorations, "block").is_some());
            class.0 != storage::WORKGROUP || is_block
        })
    })
}

/// Converter for pointers to the storage classes `classes`.
struct Converts<'c> {
    ctx: &'c Context,
    classes: Vec<u32>,
}

impl Converts<'_> {
    /// Returns the pointee of a pointer type that the pass converts, or `None` for other types.
    fn pointee(&self, ty: Type) -> Option<Type> {
        types::pointer(self.ctx, ty)
            .filter(|(_, class)| self.classes.contains(class))
            .map(|(pointee, _)| pointee)
    }

    /// Returns the replacement of a type, or `None` if the type does not change. `new` returns the replacements of its
    /// components.
    fn ty(&self, ty: Type, new: &dyn Fn(Type) -> Type) -> Option<Type> {
        let ctx = self.ctx;
        if self.pointee(ty).is_some() {
            let (_, params) = types::view(ctx, ty)?;
            return types::make(ctx, opcodes::TYPE_UNTYPED_POINTER_KHR, Some(params[0]), &params[1..2]);
        }
        let parts = types::structure(ctx, ty)?;
        let members = types::replaced_members(ctx, parts.members, new);
        (members != parts.members)
            .then(|| types::with_params(ctx, ty, &Struct { members: &members, ..parts }.params(ctx)))
    }

    /// Converts the global variables in the selected storage classes. Returns their number.
    fn variables(&self, module: &mut SpvModule<'_>) -> u64 {
        let ctx = self.ctx;
        let mut count = 0;
        for op in ops_of(module, spv::GlobalVariable::ID) {
            let view = spv::GlobalVariable::cast(module.body, op);
            let ty = view.and_then(|variable| variable.ty(ctx));
            let Some((ty, pointee)) = ty.and_then(|ty| Some((ty, self.pointee(ty)?))) else { continue };
            let class = types::pointer(ctx, ty).map_or(0, |(_, class)| class);
            let name = module.body.slot(op, spv::GlobalVariable::SYM_NAME);
            let initializer = module.body.slot_attr(op, spv::GlobalVariable::INITIALIZER);
            let initializer = initializer.map_or(0, |attr| ctx.array_attr(&[attr]).raw());
            let (loc, attrs) = (module.body.loc(op), module.body.attrs(op));
            let slots = [name, ctx.type_attr(ty).raw(), class, ctx.type_attr(pointee).raw(), initializer];
            let mut builder = Builder::at(module.body, InsertPoint::Before(op));
            builder.create(NewOp { loc, attrs, slots: &slots, ..NewOp::new(spv::UntypedVariableKHR::ID) });
            builder.erase(op);
            count += 1;
        }
        count
    }

    /// Converts the pointer instructions of a function.
    fn body(&self, body: &mut Body) -> Result<(), Diagnostics> {
        return_structs(self.ctx, body, &|class| self.classes.contains(&class))?;
        let ops: Vec<Op> = walk::ops(body).collect();
        for op in ops {
            let Some(pointer) = body.own_operands(op).next() else { continue };
            if body.def(op) == spv::CopyMemory::ID {
                self.split_copy(body, op);
                continue;
            }
            let Some(pointee) = self.pointee(body.value_type(pointer)) else { continue };
            let base = self.ctx.type_attr(pointee).raw();
            if let Some((_, untyped)) = CHAINS.iter().find(|(typed, _)| *typed == body.def(op)) {
                self.replace(body, op, *untyped, &[base]);
            } else if body.def(op) == spv::ArrayLength::ID {
                let slots = [base, body.slot(op, spv::ArrayLength::ARRAY_MEMBER)];
                self.replace(body, op, spv::UntypedArrayLengthKHR::ID, &slots);
            } else {
                self.scale_stride(body, op, pointee)?;
            }
        }
        Ok(())
    }

    /// Replaces an op with an op of the definition `def` that has the same operands and result type.
    fn replace(&self, body: &mut Body, op: Op, def: OpDefId, slots: &[u32]) {
        let (loc, attrs, old) = (body.loc(op), body.attrs(op), body.result(op, 0));
        let operands: Vec<Value> = body.own_operands(op).collect();
        let (ty, name) = (body.value_type(old), body.value_name(old));
        let mut builder = Builder::at(body, InsertPoint::Before(op));
        let new = NewOp { loc, attrs, operands: &operands, results: &[ty], slots, ..NewOp::new(def) };
        let new = builder.create(new);
        let new = builder.result(new, 0);
        builder.set_value_name(old, None);
        builder.set_value_name(new, name);
        builder.replace_all_uses(old, new);
        builder.erase(op);
    }

    /// Replaces an OpCopyMemory with a load and a store.
    fn split_copy(&self, body: &mut Body, op: Op) {
        use spv::CopyMemory as Copy;
        let [target, source] = body.first_operands(op);
        let pointees = [target, source].map(|pointer| self.pointee(body.value_type(pointer)));
        let Some(pointee) = pointees[0].or(pointees[1]) else { return };
        let loc = body.loc(op);
        let masks = |slot: usize| (body.slot(op, slot), body.slot_attr(op, slot + 1));
        let of_target = masks(Copy::MEMORY_ACCESS);
        let of_source =
            Some(masks(Copy::MEMORY_ACCESS_1)).filter(|(mask, _)| *mask != ABSENT).unwrap_or(of_target);
        let load = self.without(of_source, memory_access::MAKE_POINTER_AVAILABLE);
        let store = self.without(of_target, memory_access::MAKE_POINTER_VISIBLE);
        let mut builder = Builder::at(body, InsertPoint::Before(op));
        let new = NewOp {
            loc,
            operands: &[source],
            slots: &load,
            results: &[pointee],
            ..NewOp::new(spv::Load::ID)
        };
        let new = builder.create(new);
        let value = builder.result(new, 0);
        builder.create(NewOp {
            loc,
            operands: &[target, value],
            slots: &store,
            ..NewOp::new(spv::Store::ID)
        });
        builder.erase(op);
    }

    /// Returns memory operands without the bit `bit` and its scope operand. `bit` is MakePointerAvailable or
    /// MakePointerVisible.
    fn without(&self, (mask, list): (u32, Option<Attribute>), bit: u32) -> [u32; 2] {
        const LISTED: [u32; 3] = [
            memory_access::ALIGNED,
            memory_access::MAKE_POINTER_AVAILABLE,
            memory_access::MAKE_POINTER_VISIBLE,
        ];
        if mask == ABSENT {
            return [ABSENT, 0];
        }
        let items = list.and_then(|list| self.ctx.attr_array(list)).unwrap_or(&[]);
        let bits = LISTED.into_iter().filter(|listed| mask & listed != 0);
        let kept: Vec<Attribute> =
            bits.zip(items).filter(|(listed, _)| *listed != bit).map(|(_, item)| *item).collect();
        [mask & !bit, if kept.is_empty() { 0 } else { self.ctx.array_attr(&kept).raw() }]
    }

    /// Converts the stride of a cooperative matrix access from elements to bytes.
    fn scale_stride(&self, body: &mut Body, op: Op, pointee: Type) -> Result<(), Diagnostics> {
        // The stride operand follows the pointer, the stored object (if any), and the layout (if it is an operand).
        let index = match body.def(op) {
            spv::CooperativeMatrixLoadKHR::ID => 1,
            spv::CooperativeMatrixStoreKHR::ID => 2,
            _ => return Ok(()),
        };
        let index =
            index + usize::from(body.slot(op, spv::CooperativeMatrixLoadKHR::MEMORY_LAYOUT) == ABSENT);
        let Some(stride) = body.own_operands(op).nth(index) else { return Ok(()) };
        let (count, scalar) = match self.ctx.type_data(pointee) {
            TypeData::Vector { dims, element } => (dims.iter().product(), *element),
            _ => (1, pointee),
        };
        let size = count * u64::from(types::scalar_width(self.ctx, scalar).unwrap_or(8) / 8);
        let Some(entry) = body.first_block(body.root()) else { return Ok(()) };
        let loc = body.loc(op);
        let ty = body.value_type(stride);
        let mut b = FunctionBuilder::new(spv::Builder::before(self.ctx, body, op), entry);
        b.loc = loc;
        let size = b.integer(ty, size);
        let bytes = b.i_mul(stride, size);
        b.into_builder().finish()?;
        Builder::new(body).set_operand(op, index, bytes);
        Ok(())
    }
}
