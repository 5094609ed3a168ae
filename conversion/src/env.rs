//! State shared by all lowerings to `spv`: target, options and required module-level variables

use crate::globals::Globals;
use crate::target::TargetEnv;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use spv_build::spv::{self, StorageClass, Types};
use spv_dialect::control::{structurize, structurize_regions};
use spv_dialect::generated::values::capability;
use spv_dialect::{availability, structure};
use spv_dialects::types::memref;
use spv_dialects::{View, cf, memref};
use spv_ir::conversion::Environment;
use spv_ir::dialect::{OpDef, OpDefId, ParamKind, Traits};
use spv_ir::symbols::name_of;
use spv_ir::{
    AttrData, Attribute, Block, Body, Builder, Context, FloatKind, Ident, Op, Type, TypeData, Value,
    ValueDef, walk,
};
use std::collections::hash_map::Entry;
use std::sync::{Arc, OnceLock, RwLock};

/// Options of the lowerings to `spv`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Whether `index` becomes `i64` instead of `i32`, and OpenCL kernels use 64-bit addresses. `None` enables both
    /// for OpenCL targets with the Int64 capability, because current devices have 64-bit addresses.
    pub use_64bit_index: Option<bool>,
    /// Number of bits of an `i1` in memory.
    pub bool_num_bits: u32,
    /// Whether integers below 32 bits that the target lacks become `i32`, and `f16` becomes `f32` if the target lacks
    /// it.
    pub emulate_narrow: bool,
    /// Whether 8-bit floats become integers of the same width. Lowers only moves, constants and bitcasts of these
    /// floats.
    pub emulate_floats: bool,
    /// Whether memory spaces must already be storage classes. If set, a memref with a numeric memory space, or with
    /// none, is not converted.
    pub mapped_spaces: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            use_64bit_index: None,
            bool_num_bits: 8,
            emulate_narrow: true,
            emulate_floats: true,
            mapped_spaces: false,
        }
    }
}

/// The state shared by all lowering patterns.
pub struct Spirv {
    /// Capabilities and limits of the target.
    pub target: Arc<TargetEnv>,
    /// Options of the lowering, as given by the caller.
    pub options: Options,
    /// Whether `index` is `i64`.
    pub wide_index: bool,
    /// Whether ops at the current nesting level are converted. If the module has a `gpu.module`, only ops nested in it
    /// are.
    pub active: bool,
    /// Whether only the contents of `gpu.module` ops are converted.
    pub kernels_only: bool,
    /// Whether this is a full conversion (`convert-to-spirv`). A full conversion moves constants and variables to the
    /// entry block.
    pub whole: bool,
    /// Whether each `gpu.module` is preserved next to its `spv.module`. The `spv.module` then has a different name.
    pub keep_kernels: bool,
    /// Workgroup size of the current function, or `None` if it is not known.
    pub local_size: Option<[u32; 3]>,
    /// Whether the current function contains `cf` branches. Structurization then inserts all merge instructions of the
    /// function.
    pub unstructured: bool,
    /// Element types with atomic operations that have no SPIR-V instruction. Their elements are stored as 32-bit
    /// words, to allow compare-exchange.
    pub swapped: Vec<Type>,
    /// Name, type and initial value of each `memref.global` in the current module.
    pub constants: Arc<[(String, Type, Option<Attribute>)]>,
    /// Dynamic sizes and strides of the entry point's memref arguments. The host passes them.
    pub(crate) sizes: Sizes,
    globals: Globals,
    /// Built-in variables that the current function uses.
    pub(crate) built_ins: Vec<BuiltIn>,
    /// Cache of pointer types, keyed by element type and storage class.
    element_pointers: SmallVec<[(Type, u32, Type); 4]>,
    /// Cache of the pointer type for each memref type, shared by all functions of the module.
    pub(crate) pointers: Arc<RwLock<FxHashMap<Type, Type>>>,
    /// Cache of the interface attributes for functions and their arguments.
    pub(crate) interfaces: Interfaces,
    /// The check that each op definition requires, indexed by definition. Computed on first use.
    questions: Arc<OnceLock<Vec<Question>>>,
}

/// The module-level input variable of a built-in.
#[derive(Clone, Copy)]
pub(crate) struct BuiltIn {
    /// Name of the SPIR-V built-in, for example `LocalInvocationId`.
    pub name: &'static str,
    /// Type of the built-in's value.
    pub ty: Type,
    /// Symbol reference to the variable.
    pub symbol: Attribute,
    /// Pointer type of the variable.
    pub pointer: Type,
}

/// Caches of interface attributes, which are usually the same for most functions of a module.
#[derive(Default)]
pub(crate) struct Interfaces {
    /// Maps the original attribute dictionary of a function to two dictionaries. The first one has the interface
    /// attribute added; the second one is that of the converted function.
    pub functions: FxHashMap<Option<Attribute>, (Option<Attribute>, Option<Attribute>)>,
    /// Maps the original attributes, the index and the storage class of an entry point argument to its final
    /// attributes.
    pub arguments: FxHashMap<(Option<Attribute>, u32, Option<u32>), Option<Attribute>>,
}

/// Name of the entry point attribute that specifies the interface.
pub(crate) const ENTRY_POINT_ABI: &str = "spv.entry_point_abi";
/// Name of the module attribute that specifies the target environment.
pub(crate) const TARGET_ENV: &str = "spv.target_env";

impl Spirv {
    /// Creates the lowering state for a target.
    pub fn new(target: TargetEnv, options: Options) -> Spirv {
        let is_wide = target.is_kernel() && target.has(capability::INT64);
        Spirv {
            wide_index: options.use_64bit_index.unwrap_or(is_wide),
            target: Arc::new(target),
            options,
            active: true,
            kernels_only: false,
            whole: false,
            keep_kernels: false,
            local_size: None,
            unstructured: false,
            swapped: Vec::new(),
            constants: Arc::default(),
            sizes: Sizes::default(),
            globals: Globals::default(),
            built_ins: Vec::new(),
            element_pointers: SmallVec::new(),
            pointers: Arc::default(),
            interfaces: Interfaces::default(),
            questions: Arc::default(),
        }
    }

    /// Returns whether entry points are kernels with extra arguments for dynamic sizes.
    pub(crate) fn passes_sizes(&self) -> bool {
        self.whole && self.kernels_only && self.target.is_kernel()
    }

    /// Returns the integer type that `index` converts to.
    pub fn index_type(&self, ctx: &Context) -> Type {
        match self.wide_index {
            true => ctx.int_type(64, spv_ir::Signedness::Signless),
            false => ctx.common().i32,
        }
    }

    /// Returns the pointer type for an element in memory of storage class `class`.
    pub(crate) fn element_pointer(&mut self, ctx: &Context, element: Type, class: u32) -> Type {
        let known = self.element_pointers.iter().find(|known| (known.0, known.1) == (element, class));
        if let Some(&(_, _, pointer)) = known {
            return pointer;
        }
        let pointer = ctx.pointer(element, StorageClass(class));
        if self.element_pointers.len() < self.element_pointers.inline_size() {
            self.element_pointers.push((element, class, pointer));
        }
        pointer
    }

    /// Requests a module-level variable with the given name. The variable is created at the end of the module's
    /// conversion, unless the module already has it.
    pub fn global(&mut self, name: &str, ty: Type, attrs: Vec<(Ident, Attribute)>) {
        self.globals.add(name, ty, attrs);
    }

    /// Requests a module-level variable with a unique name that starts with `stem`. Returns the name.
    pub fn fresh_global(&mut self, stem: &'static str, ty: Type) -> String {
        self.globals.add_fresh(stem, ty, Vec::new(), None)
    }

    /// Requests a module-level constant variable with a unique name that starts with `stem`. Returns the name.
    pub fn fresh_constant(
        &mut self,
        ctx: &Context,
        stem: &'static str,
        ty: Type,
        value: Attribute,
    ) -> String {
        let attrs = vec![(ctx.ident("constant"), ctx.unit_attr())];
        self.globals.add_fresh(stem, ty, attrs, Some(value))
    }

    /// Prepares for the conversion of a module: collects its symbols and resets per-module state.
    pub(crate) fn enter_module(&mut self, ctx: &Context, body: &Body) {
        self.globals = Globals::of_module(ctx, body);
        self.built_ins.clear();
        self.pointers = Arc::default();
        self.swapped = match self.whole {
            true => walk::top_ops(body)
                .filter_map(|op| body.nested(op))
                .flat_map(|f| self.swaps(ctx, f))
                .collect(),
            false => Vec::new(),
        };
    }

    /// Returns the element types of a function's atomic operations that have no SPIR-V instruction. These operations
    /// need a compare-exchange loop.
    fn swaps(&self, ctx: &Context, body: &Body) -> Vec<Type> {
        let swapped = |op: Op| {
            // `memref.generic_atomic_rmw` computes the new value in a region and has no `kind` attribute.
            let (changed, kind) = match ctx.registry().op(body.def(op)).row.name {
                memref::AtomicRMW::NAME => (1, Some(body.slots(op).first().copied().unwrap_or(0))),
                memref::GenericAtomicRMW::NAME => (0, None),
                _ => return None,
            };
            let element = memref(ctx, body.value_type(body.operand(op, changed)))?.element;
            let has_none =
                |kind| crate::atomic_kinds::instruction(&self.target, self.whole, kind, true).is_none();
            let is_swapped = match *ctx.type_data(element) {
                TypeData::Integer { width, .. } => width < 32,
                TypeData::Float(FloatKind::F16 | FloatKind::BF16) => true,
                TypeData::Float(FloatKind::F32) => kind.is_none_or(has_none),
                _ => false,
            };
            is_swapped.then_some(element)
        };
        walk::ops(body).filter_map(swapped).collect()
    }

    /// Adds the requested variables to a module.
    pub(crate) fn add_globals(&mut self, ctx: &Context, body: &mut Body) {
        self.globals.put(ctx, body);
    }

    /// Returns the check that ops with this definition require.
    fn question(&self, def: &OpDef) -> Question {
        let is_enum = |kind| matches!(kind, ParamKind::Enum(_) | ParamKind::ConstEnum(_));
        let has_enums = || def.row.params.iter().any(|param| is_enum(param.kind));
        match def.row.name {
            cf::Br::NAME | cf::CondBr::NAME | cf::Switch::NAME => Question::Branch,
            name if !name.starts_with("spv.") => Question::None,
            _ if has_enums() || self.target.lacks(availability::of_row(def.row)).is_some() => {
                Question::Availability
            }
            _ => Question::None,
        }
    }

    /// Checks whether the target supports all ops of a body. Returns whether the body has `cf` branches.
    ///
    /// # Errors
    /// The missing capability or extension, if the target does not support an op.
    fn examine(&self, ctx: &Context, body: &Body) -> Result<bool, String> {
        let questions = self
            .questions
            .get_or_init(|| ctx.registry().ops().iter().map(|def| self.question(def)).collect());
        let mut branches = false;
        // Recently checked op definitions. Most functions repeat a few ops.
        let mut met: SmallVec<[(OpDefId, &[u32]); MET]> = SmallVec::new();
        for op in walk::ops(body) {
            let id = body.def(op);
            match questions[usize::from(id.0)] {
                Question::None => {}
                Question::Branch => branches = true,
                Question::Availability => {
                    let key = (id, body.slots(op));
                    if met.contains(&key) {
                        continue;
                    }
                    let def = ctx.registry().op(id);
                    let lacks =
                        availability::of_op(def, body.slots(op)).find_map(|entry| self.target.lacks(entry));
                    if let Some(lacks) = lacks {
                        return Err(format!("requires '{}', but {lacks}", def.row.name));
                    }
                    if met.len() < MET {
                        met.push(key);
                    }
                }
            }
        }
        Ok(branches)
    }
}

/// Number of recently checked op definitions to remember.
const MET: usize = 8;

/// The check that an op requires after the conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    /// No check.
    None,
    /// The target must support the op.
    Availability,
    /// The op is a `cf` branch, so the function needs structurization.
    Branch,
}

/// A dynamic length, offset or stride of a memref argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// The length of the dimension with this index.
    Length(usize),
    /// The index of the first element.
    Offset,
    /// The distance between consecutive elements of the dimension with this index.
    Stride(usize),
}

impl Extent {
    /// Returns the name of the extra argument for the extent, for example `x_length1`.
    pub(crate) fn argument_name(self, argument: &str) -> String {
        match self {
            Extent::Length(dim) => format!("{argument}_length{dim}"),
            Extent::Offset => format!("{argument}_offset"),
            Extent::Stride(dim) => format!("{argument}_stride{dim}"),
        }
    }
}

/// Dynamic sizes and strides of an entry point's memref arguments, which the host passes.
///
/// The elements follow the argument order. Each argument contributes its lengths, then its offset, then its strides.
/// Shaders receive them in a push constant block, 32 bits each. Kernels receive them as extra `index` arguments after
/// the original ones.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sizes {
    entry: Option<Block>,
    list: Vec<(usize, Extent)>,
    /// Name of the push constant variable.
    name: String,
    /// The extra arguments of a kernel, one per element of `list`.
    arguments: Vec<Value>,
}

impl Sizes {
    /// Collects the dynamic sizes and strides for a function. In a kernel, they are the function's last arguments, in
    /// the order of [`extents`].
    fn new(ctx: &Context, body: &Body, function: &str, is_kernel: bool) -> Sizes {
        let entry = body.first_block(body.root());
        let args = entry.map_or(&[][..], |entry| body.args(entry));
        let types: Vec<Type> = args.iter().map(|arg| body.value_type(*arg)).collect();
        let list = extents(ctx, &types, is_kernel);
        let stated = if is_kernel { args.len().saturating_sub(list.len()) } else { args.len() };
        Sizes { entry, name: format!("__sizes_{function}__"), arguments: args[stated..].to_vec(), list }
    }

    /// Returns the index in `list` of an argument's extent, or `None` if the host does not pass the extent.
    fn position(&self, body: &Body, value: Value, extent: Extent) -> Option<usize> {
        let ValueDef::Argument(block, number) = body.value_def(value) else { return None };
        let is_entry = Some(block) == self.entry;
        self.list.iter().position(|entry| is_entry && *entry == (number as usize, extent))
    }

    /// Returns the index of the push constant member for an argument's extent, the number of members, and the name of
    /// the variable. Returns `None` if the host does not pass the extent.
    pub(crate) fn member(&self, body: &Body, value: Value, extent: Extent) -> Option<(u32, usize, &str)> {
        let member = self.position(body, value, extent)?;
        Some((member as u32, self.list.len(), &self.name))
    }

    /// Returns the extra kernel argument for an argument's extent, or `None` if the host does not pass the extent.
    pub(crate) fn argument(&self, body: &Body, value: Value, extent: Extent) -> Option<Value> {
        self.arguments.get(self.position(body, value, extent)?).copied()
    }
}

/// Lists the extents that the host passes for arguments of the given types, each with the index of its argument. Omits
/// the first length of a shader's buffer, because the size of the bound buffer determines it.
pub(crate) fn extents(ctx: &Context, types: &[Type], is_kernel: bool) -> Vec<(usize, Extent)> {
    let mut list = Vec::new();
    for (index, ty) in types.iter().enumerate() {
        let Some(ty) = memref(ctx, *ty) else { continue };
        let first = usize::from(!is_kernel && ty.layout.is_none());
        let lengths = ty.shape.iter().enumerate().filter(|(dim, length)| length.is_none() && *dim >= first);
        list.extend(lengths.map(|(dim, _)| (index, Extent::Length(dim))));
        let Some((offset, strides)) = ty.layout else { continue };
        list.extend(offset.is_none().then_some((index, Extent::Offset)));
        let strides = strides.iter().enumerate().filter(|(_, stride)| stride.is_none());
        list.extend(strides.map(|(dim, _)| (index, Extent::Stride(dim))));
    }
    list
}

/// Returns the workgroup size that an entry point attribute specifies, or `None` if it has no valid size: one to three
/// numbers. Missing dimensions are 1.
pub(crate) fn local_size(ctx: &Context, abi: Attribute) -> Option<[u32; 3]> {
    let list = ctx.dict_get(Some(abi), "local_size")?;
    let AttrData::Dense { ty, elements } = ctx.attr_data(list) else { return None };
    let count = match ctx.type_data(*ty) {
        TypeData::Vector { dims, .. } | TypeData::Tensor { dims, .. } => *dims.first()?,
        _ => return None,
    };
    let mut size = [1; 3];
    for (i, size) in size.get_mut(..usize::try_from(count).ok()?)?.iter_mut().enumerate() {
        *size = *elements.get(i).or(elements.first())? as u32;
    }
    Some(size)
}

impl Environment for Spirv {
    fn fork(&mut self) -> Option<Spirv> {
        Some(Spirv {
            target: self.target.clone(),
            swapped: self.swapped.clone(),
            constants: self.constants.clone(),
            sizes: self.sizes.clone(),
            globals: self.globals.fork(),
            built_ins: Vec::new(),
            element_pointers: SmallVec::new(),
            pointers: self.pointers.clone(),
            interfaces: Interfaces::default(),
            questions: self.questions.clone(),
            ..*self
        })
    }

    fn join(&mut self, ctx: &Context, fork: Spirv, body: &mut Body) {
        self.globals.join(ctx, fork.globals, body);
    }

    fn enter(&mut self, ctx: &Context, outer: &Body, op: Op) {
        let def = ctx.registry().op(outer.def(op));
        if outer.def(op) == spv::Module::ID {
            self.active = true;
            if let Some(body) = outer.nested(op) {
                self.enter_module(ctx, body);
                self.constants = constants(ctx, body);
            }
        }
        if def.traits.contains(Traits::FUNCTION) {
            self.local_size =
                ctx.dict_get(outer.attrs(op), ENTRY_POINT_ABI).and_then(|abi| local_size(ctx, abi));
            let name = name_of(ctx, outer, op).unwrap_or_default();
            let is_entry = self.whole && self.local_size.is_some();
            let is_kernel = self.target.is_kernel();
            self.sizes = match outer.nested(op).filter(|_| is_entry && (!is_kernel || self.passes_sizes())) {
                Some(body) => Sizes::new(ctx, body, name, is_kernel),
                None => Sizes::default(),
            };
            self.unstructured = outer.nested(op).is_some_and(|body| branches(ctx, body));
        }
    }

    fn leave(&mut self, ctx: &Context, owner: OpDefId, body: &mut Body) -> Result<(), String> {
        match owner {
            spv::Module::ID => {
                self.add_globals(ctx, body);
            }
            spv::Func::ID => {
                let branches = self.examine(ctx, body)?;
                if self.whole {
                    hoist(body);
                }
                if branches {
                    // A partial conversion leaves `cf` branches to a later pass, which converts them and inserts the
                    // merge instructions.
                } else if self.unstructured && !self.target.is_kernel() {
                    structurize(ctx, body).map_err(|e| format!("cannot be structured: {e:?}"))?;
                } else {
                    // If the conversion to region form fails, the function remains in CFG form, which is also valid.
                    _ = structurize_regions(ctx, body);
                }
            }
            _ => {}
        }
        Ok(())
    }
}

/// Returns the name, type and initial value of each `memref.global` of a module.
fn constants(ctx: &Context, body: &Body) -> Arc<[(String, Type, Option<Attribute>)]> {
    let constant = |op: Op| {
        let view = View::new(ctx, body, op)?;
        let name = name_of(ctx, body, op)?.to_owned();
        let ty = ctx.attr_type(view.attr(memref::Global::ty)?)?;
        Some((name, ty, view.attr(memref::Global::initial_value)))
    };
    let is = |op: &Op| ctx.registry().op(body.def(*op)).row.name == memref::Global::NAME;
    walk::top_ops(body).filter(is).filter_map(constant).collect()
}

/// Returns whether a body has `cf` branches.
fn branches(ctx: &Context, body: &Body) -> bool {
    let defs = [cf::Br::NAME, cf::CondBr::NAME, cf::Switch::NAME].map(|name| ctx.registry().op_by_name(name));
    walk::ops(body).any(|op| defs.contains(&Some(body.def(op))))
}

/// Moves constants, symbol addresses and variables to the top of the entry block, in this order, and removes duplicate
/// constants and addresses. Other passes expect them at the top.
fn hoist(body: &mut Body) {
    let Some(entry) = body.first_block(body.root()) else { return };
    let mut known: FxHashMap<(OpDefId, u32, Type), Value> = FxHashMap::default();
    let (mut constants, mut variables, mut copies) = (Vec::new(), Vec::new(), Vec::new());
    let ops: Vec<Op> = walk::ops(body).collect();
    for op in ops {
        let def = body.def(op);
        match def {
            spv::Constant::ID | spv::AddressOf::ID if body.attrs(op).is_none() => {
                let value = body.result(op, 0);
                match known.entry((def, body.slot(op, spv::Constant::VALUE), body.value_type(value))) {
                    Entry::Occupied(first) => copies.push((op, value, *first.get())),
                    Entry::Vacant(first) => {
                        first.insert(value);
                        constants.push(op);
                    }
                }
            }
            spv::Variable::ID => variables.push(op),
            _ => {}
        }
    }
    let mut builder = Builder::new(body);
    let pairs: Vec<(Value, Value)> = copies.iter().map(|(_, old, new)| (*old, *new)).collect();
    builder.replace_uses_of_each(&pairs);
    copies.into_iter().for_each(|(op, ..)| builder.erase(op));
    let all: Vec<Op> = constants.into_iter().chain(variables).collect();
    all.iter().for_each(|op| builder.detach(*op));
    builder.prepend(entry, all.into_iter());
}

/// Merge properties of a branch without a merge instruction. The first one is the merge kind.
pub(crate) const NO_MERGE: [u32; 4] = structure::NO_MERGE;
