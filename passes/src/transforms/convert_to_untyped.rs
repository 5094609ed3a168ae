//! Conversion to untyped pointers (`convert-to-untyped`)

use crate::pass::{ControlFlow, PassInfo, SpvModule, Work};
use crate::support::debug_globals::forget_definitions;
use crate::support::return_structs::return_structs;
use crate::support::spirv::{ops_of, storage};
use rustc_hash::FxHashSet;
use spv_build::spv::{self, FunctionBuilder};
use spv_dialect::availability::CapabilitySet;
use spv_dialect::generated::opcodes;
use spv_dialect::generated::values::{capability, memory_access};
use spv_dialect::types::{self, Struct};
use spv_dialect::vce::Vce;
use spv_ir::dialect::{ABSENT, OpDefId};
use spv_ir::replace::{rename_types, types_within, with_components};
use spv_ir::symbols::name_of;
use spv_ir::{
    Attribute, Body, Builder, Context, Diagnostics, Ident, InsertPoint, NewOp, Op, SymbolTable, Type,
    TypeData, Value, walk,
};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Makes the pointers to buffers and push constants untyped. The pointees become types of \
                  variables and access chains, and copies of memory become loads and stores, of the components for \
                  matrices and their columns. If all variables of workgroup \
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
    let declared: CapabilitySet = vce.capabilities.iter().copied().collect();
    let has = |capability: &u32| declared.contains(*capability);
    if !has(&capability::SHADER) || UNSUPPORTED.iter().any(has) || has_variable_scopes(module) {
        return Ok(());
    }
    let mut classes = vec![
        storage::STORAGE_BUFFER,
        storage::UNIFORM,
        storage::PUSH_CONSTANT,
        storage::PHYSICAL_STORAGE_BUFFER,
    ];
    if has(&capability::WORKGROUP_MEMORY_EXPLICIT_LAYOUT_KHR) && has_blocks_only(module) {
        classes.push(storage::WORKGROUP);
    }
    let converts = Converts { ctx, classes };
    for function in module.functions() {
        module.function_mut(function, |body| converts.body(body)).transpose()?;
    }
    let variables = converts.variables(module);
    module.count(0, variables.len() as u64);
    // Debug information describes typed variables only.
    let mut symbols = SymbolTable::new(ctx, module.body);
    forget_definitions(ctx, module.body, &mut symbols, &variables);
    let mut is_changed = false;
    // In a cycle of pointers and nominal types, the pointers must change first.
    let mut nominal = nominal_types(module);
    rename_types(ctx, module.body, &mut nominal, &[], &mut |ty, new| {
        is_changed |= converts.pointee(ty).is_some();
        converts.ty(ty, new)
    });
    if is_changed {
        vce.declare(capability::UNTYPED_POINTERS_KHR, EXTENSION);
        Builder::new(module.outer).set_slot(module.op, spv::Module::VCE_TRIPLE, vce.attr(ctx).raw());
    }
    Ok(())
}

/// Returns the nominal types of a module as attributes.
fn nominal_types(module: &SpvModule<'_>) -> Vec<Attribute> {
    let all = with_components(module.ctx, types_within(module.ctx, module.outer, module.op, module.body));
    let is_nominal = |ty: &Type| matches!(module.ctx.type_data(*ty), TypeData::Named { .. });
    all.into_iter().filter(is_nominal).map(|ty| module.ctx.type_attr(ty)).collect()
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

    /// Converts the global variables in the selected storage classes. Returns their symbol names.
    fn variables(&self, module: &mut SpvModule<'_>) -> FxHashSet<Ident> {
        let ctx = self.ctx;
        let mut names = FxHashSet::default();
        for op in ops_of(module, spv::GlobalVariable::ID) {
            let view = spv::GlobalVariable::cast(module.body, op);
            let ty = view.and_then(|variable| variable.ty(ctx));
            let Some((ty, pointee)) = ty.and_then(|ty| Some((ty, self.pointee(ty)?))) else { continue };
            let class = types::pointer(ctx, ty).map_or(0, |(_, class)| class);
            let symbol = name_of(ctx, module.body, op);
            let name = module.body.slot(op, spv::GlobalVariable::SYM_NAME);
            let initializer = module.body.slot_attr(op, spv::GlobalVariable::INITIALIZER);
            let initializer = initializer.map_or(0, |attr| ctx.array_attr(&[attr]).raw());
            let (loc, attrs) = (module.body.loc(op), module.body.attrs(op));
            let slots = [name, ctx.type_attr(ty).raw(), class, ctx.type_attr(pointee).raw(), initializer];
            let mut builder = Builder::at(module.body, InsertPoint::Before(op));
            builder.create(NewOp { loc, attrs, slots: &slots, ..NewOp::new(spv::UntypedVariableKHR::ID) });
            builder.erase(op);
            names.extend(symbol.map(|symbol| ctx.ident(symbol)));
        }
        names
    }

    /// Converts the pointer instructions of a function.
    fn body(&self, body: &mut Body) -> Result<(), Diagnostics> {
        return_structs(self.ctx, body, &|class| self.classes.contains(&class))?;
        let ops: Vec<Op> = walk::ops(body).collect();
        for op in ops {
            let Some(pointer) = body.own_operands(op).next() else { continue };
            if body.def(op) == spv::CopyMemory::ID {
                self.split_copy(body, op)?;
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

    /// Replaces an OpCopyMemory with loads and stores.
    fn split_copy(&self, body: &mut Body, op: Op) -> Result<(), Diagnostics> {
        use spv::CopyMemory as Copy;
        let [target, source] = body.first_operands(op);
        let pointees = [target, source].map(|pointer| self.pointee(body.value_type(pointer)));
        let Some(pointee) = pointees[0].or(pointees[1]) else { return Ok(()) };
        let Some(entry) = body.first_block(body.root()) else { return Ok(()) };
        let loc = body.loc(op);
        let masks = |slot: usize| (body.slot(op, slot), body.slot_attr(op, slot + 1));
        let of_target = masks(Copy::MEMORY_ACCESS);
        let of_source =
            Some(masks(Copy::MEMORY_ACCESS_1)).filter(|(mask, _)| *mask != ABSENT).unwrap_or(of_target);
        let in_matrix = [target, source].into_iter().any(|pointer| self.is_matrix_or_column(body, pointer));
        let components = in_matrix.then(|| self.components(pointee)).flatten();
        let alignment =
            components.as_ref().map(|(scalar, _)| types::scalar_width(self.ctx, *scalar).unwrap_or(8) / 8);
        let load = self.access(of_source, memory_access::MAKE_POINTER_AVAILABLE, alignment);
        let store = self.access(of_target, memory_access::MAKE_POINTER_VISIBLE, alignment);
        let (scalar, paths) = components.unwrap_or((pointee, vec![Vec::new()]));
        let classes = [target, source].map(|pointer| types::pointer(self.ctx, body.value_type(pointer)));
        let mut b = FunctionBuilder::new(spv::Builder::before(self.ctx, body, op), entry);
        b.loc = loc;
        for path in paths {
            let indices: Vec<Value> = path.into_iter().map(|index| b.u32(index)).collect();
            let part = |b: &mut FunctionBuilder<'_>, pointer: Value, class: Option<(Type, u32)>| {
                self.part(b, pointer, class.map_or(0, |(_, class)| class), &indices, [pointee, scalar])
            };
            let from = part(&mut b, source, classes[1]);
            let new = NewOp { loc, operands: &[from], slots: &load, ..NewOp::new(spv::Load::ID) };
            let value = b.ir().value(NewOp { results: &[scalar], ..new });
            let to = part(&mut b, target, classes[0]);
            b.ir().create(NewOp { loc, operands: &[to, value], slots: &store, ..NewOp::new(spv::Store::ID) });
        }
        b.into_builder().finish()?;
        Builder::new(body).erase(op);
        Ok(())
    }

    /// Returns a pointer to a component of a matrix or vector. `types` are those of the composite and the component.
    fn part(
        &self,
        b: &mut FunctionBuilder<'_>,
        pointer: Value,
        class: u32,
        indices: &[Value],
        types: [Type; 2],
    ) -> Value {
        let Some(ty) = types::make_pointer(self.ctx, types[1], class).filter(|_| !indices.is_empty()) else {
            return pointer;
        };
        let base = [self.ctx.type_attr(types[0]).raw()];
        let (def, slots) = match self.classes.contains(&class) {
            true => (spv::UntypedAccessChainKHR::ID, &base[..]),
            false => (spv::AccessChain::ID, &[][..]),
        };
        let operands: Vec<Value> = std::iter::once(pointer).chain(indices.iter().copied()).collect();
        let loc = b.loc;
        b.ir().value(NewOp { loc, operands: &operands, results: &[ty], slots, ..NewOp::new(def) })
    }

    /// Returns whether a pointer that the pass converts points to a matrix or to a column of one.
    fn is_matrix_or_column(&self, body: &Body, pointer: Value) -> bool {
        let is_matrix =
            |ty: Type| types::view(self.ctx, ty).is_some_and(|(code, _)| code == opcodes::TYPE_MATRIX);
        let Some(pointee) = self.pointee(body.value_type(pointer)) else { return false };
        is_matrix(pointee) || self.container(body, pointer).is_some_and(is_matrix)
    }

    /// Returns the composite that the last index of an access chain selects from.
    fn container(&self, body: &Body, chain: Value) -> Option<Type> {
        let op = body.defining_op(chain)?;
        let row = CHAINS.iter().position(|(typed, untyped)| [*typed, *untyped].contains(&body.def(op)))?;
        let operands: Vec<Value> = body.own_operands(op).collect();
        let mut ty = match CHAINS[row].0 == body.def(op) {
            true => types::pointer(self.ctx, body.value_type(*operands.first()?))?.0,
            false => self.ctx.attr_type(body.slot_attr(op, spv::UntypedAccessChainKHR::BASE_TYPE)?)?,
        };
        // The first index of a pointer chain selects no member.
        let first = 1 + usize::from(row >= 2);
        let (_, indices) = operands.get(first..)?.split_last()?;
        for index in indices {
            let constant = body.defining_op(*index).and_then(|op| spv::Constant::cast(body, op)?.value());
            ty = types::element(
                self.ctx,
                ty,
                constant.and_then(|value| self.ctx.attr_u64(value)).unwrap_or(0),
            )?;
        }
        Some(ty)
    }

    /// Returns the component type of a matrix or vector, and the index path of each component.
    fn components(&self, ty: Type) -> Option<(Type, Vec<Vec<u32>>)> {
        let (column, columns) = match types::view(self.ctx, ty) {
            Some((opcodes::TYPE_MATRIX, [_, column, count])) => {
                (self.ctx.attr_type(*column)?, Some(self.ctx.attr_u64(*count)? as u32))
            }
            _ => (ty, None),
        };
        let TypeData::Vector { dims, element } = self.ctx.type_data(column) else { return None };
        let rows = dims.iter().product::<u64>() as u32;
        let paths = match columns {
            Some(columns) => {
                (0..columns).flat_map(|column| (0..rows).map(move |row| vec![column, row])).collect()
            }
            None => (0..rows).map(|row| vec![row]).collect(),
        };
        Some((*element, paths))
    }

    /// Returns memory operands without the bit `bit` and its scope operand. `bit` is MakePointerAvailable or
    /// MakePointerVisible. Sets the alignment to `alignment` if it is present.
    fn access(&self, (mask, list): (u32, Option<Attribute>), bit: u32, alignment: Option<u32>) -> [u32; 2] {
        const LISTED: [u32; 3] = [
            memory_access::ALIGNED,
            memory_access::MAKE_POINTER_AVAILABLE,
            memory_access::MAKE_POINTER_VISIBLE,
        ];
        if mask == ABSENT && alignment.is_none() {
            return [ABSENT, 0];
        }
        let mask = if mask == ABSENT { 0 } else { mask };
        let items = list.and_then(|list| self.ctx.attr_array(list)).unwrap_or(&[]);
        let bits = LISTED.into_iter().filter(|listed| mask & listed != 0);
        let is_kept =
            |listed: u32| listed != bit && (listed != memory_access::ALIGNED || alignment.is_none());
        let own = bits.zip(items).filter(|(listed, _)| is_kept(*listed)).map(|(_, item)| *item);
        let kept: Vec<Attribute> =
            alignment.map(|bytes| self.ctx.i32_attr(bytes)).into_iter().chain(own).collect();
        let aligned = alignment.map_or(0, |_| memory_access::ALIGNED);
        [mask & !bit | aligned, if kept.is_empty() { 0 } else { self.ctx.array_attr(&kept).raw() }]
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
