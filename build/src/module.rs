//! Builder for modules: variables, specialization constants, functions and entry points

use super::function::FunctionBuilder;
use super::{Builder, DebugInfo, Types, interface};
use rustc_hash::FxHashMap;
use spv_dialect::generated::typed_enums::{
    AddressingModel, BuiltIn, Capability, ExecutionMode, ExecutionModel, FunctionControl, MemoryModel,
    StorageClass,
};
use spv_dialect::generated::views as v;
use spv_dialect::layout::LayoutRules;
use spv_dialect::typed::{EnumOperands, IdRef};
use spv_dialect::types;
use spv_dialect::vce::Vce;
use spv_dialect::{NEWEST_VERSION, OLDEST_VERSION};
use spv_ir::names::{Spellings, base_name};
use spv_ir::verify::verify_module;
use spv_ir::{
    Attribute, Body, Context, Diagnostic, Diagnostics, DistinctBodies, Ident, InsertPoint, Location, Module,
    NewOp, Op, Place, Type, TypeData, Value, walk,
};
use spv_validate::deduce::{Widths, deduce};
use spv_validate::{ENVIRONMENTS, TargetEnv, verify_for};
use std::sync::Arc;

/// A module-level variable or specialization constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Global {
    /// Symbol that references use.
    pub symbol: Ident,
    /// Pointer type of a variable, or type of a specialization constant.
    pub ty: Type,
}

/// A function of the module under construction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Function {
    /// Symbol that calls use.
    pub symbol: Ident,
    /// Function type.
    pub ty: Type,
    /// Result type, or `None` for a void function.
    pub result: Option<Type>,
}

/// A builder for a module that contains one `spv.module`.
///
/// Methods that imply a storage class accept the type of the variable's value. All other methods accept a pointer type.
/// Names need not be unique: if a name is in use, the symbol receives a suffix `$N`, which export strips.
///
/// ```
/// use spv_build::spv::{self, Types};
///
/// let ctx = spv_dialect::context();
/// let f32 = ctx.float(32);
/// let mut m = spv::ModuleBuilder::new(&ctx, spv::AddressingModel::Logical, spv::MemoryModel::GLSL450);
/// m.target(1, 3, &[spv::Capability::Shader], &[]);
/// let elements = ctx.runtime_array_with_stride(f32, 4);
/// let block = ctx.structure().member(elements).offset(0).block().build();
/// let buffer = m.storage_buffer("data", block, 0, 0);
/// let id = m.built_in_input("id", ctx.vector(ctx.unsigned(32), 3), spv::BuiltIn::GlobalInvocationId);
/// let main = m.function("main", &[], None, |b| {
///     let zero = b.u32(0);
///     let id = b.address(id);
///     let index = b.access_chain(id, &[zero]);
///     let index = b.load(index);
///     let data = b.address(buffer);
///     let element = b.access_chain(data, &[zero, index]);
///     let old = b.load(element);
///     let new = b.f_add(old, old);
///     b.store(element, new);
///     b.return_();
/// });
/// m.entry_point(spv::ExecutionModel::GLCompute, main, &[id.symbol]);
/// m.execution_mode(main, spv::ExecutionMode::local_size(64, 1, 1));
/// let module = m.finish()?;
/// # let _ = module;
/// # Ok::<(), spv_ir::Diagnostics>(())
/// ```
pub struct ModuleBuilder {
    /// Location of the variables, functions and entry points built next. Error messages use it also for ops of these
    /// functions that have no location.
    pub loc: Location,
    module: Module,
    spv_module: Op,
    symbols: Spellings,
    /// Number of symbols that were created without a name.
    nameless: u32,
    variables: FxHashMap<Ident, Op>,
    /// Functions that are declared but not yet defined, each with the location of its declaration.
    undefined: Vec<(Function, Location)>,
    /// Entry points whose interfaces [`Self::finish`] deduces, each with the symbol of its function.
    deduced: Vec<(Op, Ident)>,
    /// SPIR-V version, encoded as in the header; 0 if not set.
    version: u32,
    /// Whether [`Self::finish`] deduces version, capabilities and extensions.
    deduce_target: bool,
    /// The source of function bodies. Their handles are distinct, so that a handle of another function is detected.
    bodies: DistinctBodies,
    errors: Diagnostics,
    /// Whether the type of a declaration is `none`. Further errors about `none` are consequences.
    none_reported: bool,
}

impl ModuleBuilder {
    /// Constructs a builder for an empty module.
    pub fn new(ctx: &Arc<Context>, addressing: AddressingModel, memory: MemoryModel) -> ModuleBuilder {
        let mut module = Module::new(ctx.clone());
        let mut top = end_of(&mut module.body);
        let slots = [0, addressing.0, memory.0, 0];
        let spv_module = top.create(NewOp { slots: &slots, isolated: true, ..NewOp::new(v::Module::ID) });
        let mut bodies = DistinctBodies::default();
        top.set_nested(spv_module, Some(with_block(bodies.lasting(), &[])));
        ModuleBuilder {
            loc: Location::UNKNOWN,
            module,
            spv_module,
            symbols: Spellings::default(),
            nameless: 0,
            variables: FxHashMap::default(),
            undefined: Vec::new(),
            deduced: Vec::new(),
            version: 0,
            deduce_target: false,
            bodies,
            errors: Diagnostics::default(),
            none_reported: false,
        }
    }

    /// Returns the context that owns types and attributes.
    pub fn ctx(&self) -> &Arc<Context> {
        &self.module.ctx
    }

    /// Sets the version, capabilities and extensions of the module.
    pub fn target(&mut self, major: u32, minor: u32, capabilities: &[Capability], extensions: &[&str]) {
        let ctx = self.ctx().clone();
        let capabilities = capabilities.iter().map(|capability| capability.0).collect();
        self.set_version(major, minor);
        self.deduce_target = false;
        let vce = Vce { version: self.version, capabilities, extensions: extensions.to_vec() };
        self.set_vce(vce.attr(&ctx));
    }

    /// Makes [`Self::finish`] deduce the version, capabilities and extensions that the module requires.
    ///
    /// The deduced version is the lowest sufficient version, and at most `major.minor`. [`Self::finish_for`] also
    /// limits it to the version of the environment. If several capabilities suffice, the first in the grammar is
    /// chosen, unless an earlier call to `target` declares one of the others. Types of unusual width, such as 24-bit
    /// integers and vectors of 5 components, are errors unless an earlier call to `target` declares the capability.
    pub fn deduced_target(&mut self, major: u32, minor: u32) {
        self.set_version(major, minor);
        self.deduce_target = true;
    }

    /// Sets the version. Reports a version that does not exist, and sets the nearest one.
    fn set_version(&mut self, major: u32, minor: u32) {
        let [first, last] =
            [OLDEST_VERSION, NEWEST_VERSION].map(|version| (version >> 16, version >> 8 & 0xff));
        let known = (major, minor).clamp(first, last);
        if known != (major, minor) {
            let [found, first, last] =
                [(major, minor), first, last].map(|(major, minor)| format!("{major}.{minor}"));
            self.build(|b| b.error(format!("unknown SPIR-V version {found}: expected {first} to {last}")));
        }
        self.version = known.0 << 16 | known.1 << 8;
    }

    fn set_vce(&mut self, vce: Attribute) {
        let mut top = spv_ir::Builder::new(&mut self.module.body);
        top.set_slot(self.spv_module, v::Module::VCE_TRIPLE, vce.raw());
    }

    /// Builds ops at the end of the module.
    pub fn build<R>(&mut self, build: impl FnOnce(&mut Builder<'_>) -> R) -> R {
        let (ctx, loc) = (self.module.ctx.clone(), self.loc);
        let mut top = spv_ir::Builder::new(&mut self.module.body);
        let body = top.nested_mut(self.spv_module).expect("the module has a body");
        let block = body.first_block(body.root()).expect("the body has a block");
        let mut b = Builder::at_end(&ctx, body, block);
        b.loc = loc;
        let result = build(&mut b);
        if let Err(errors) = b.finish() {
            self.push_errors(errors);
        }
        result
    }

    fn push_errors(&mut self, errors: Diagnostics) {
        errors.list.into_iter().for_each(|error| self.errors.push(error));
    }

    /// Returns a unique symbol for a debug name. An empty name creates an unnamed symbol.
    fn symbol(&mut self, name: &str) -> Ident {
        if name.is_empty() {
            // The leading zero distinguishes unnamed symbols from those of `DebugInfo`.
            self.nameless += 1;
            return self.ctx().ident(&format!("_$0{}", self.nameless));
        }
        let symbol = self.symbols.make(Some(name));
        self.ctx().ident(&symbol)
    }

    /// Adds a variable of the pointer type `ty`. Keys of `decorations` are names of decorations in snake case.
    pub fn variable(&mut self, name: &str, ty: Type, decorations: &[(&str, Attribute)]) -> Global {
        let (ctx, symbol) = (self.ctx().clone(), self.symbol(name));
        let attrs: Vec<(Ident, Attribute)> =
            decorations.iter().map(|(key, attr)| (ctx.ident(key), *attr)).collect();
        let pointee = types::pointer(&ctx, ty).map_or(ty, |(pointee, _)| pointee);
        self.check_type(&format!("the type of variable '@{}'", ctx.str(symbol)), pointee);
        let op = self
            .build(|b| b.with_attrs_of(&owner(ctx.str(symbol)), &attrs).global_variable(ctx.str(symbol), ty));
        self.variables.insert(symbol, op);
        Global { symbol, ty }
    }

    /// Reports the type `none` of a declaration.
    fn check_type(&mut self, subject: &str, ty: Type) {
        self.none_reported |= ty == self.ctx().common().none;
        self.build(|b| b.check_type(subject, ty));
    }

    /// Decorates a variable. `key` is the name of the decoration in snake case.
    pub fn decorate(&mut self, variable: Global, key: &str, attr: Attribute) {
        let (ctx, op) = (self.ctx().clone(), self.variables.get(&variable.symbol).copied());
        self.build(|b| b.check_key(&owner(ctx.str(variable.symbol)), key));
        self.build(|b| match op {
            None => b.error(format!("'@{}' is no variable of this module", ctx.str(variable.symbol))),
            Some(op) => {
                let key = ctx.ident(key);
                let others = ctx.dict(b.attrs(op)).iter().filter(|(other, _)| *other != key);
                let all = others.copied().chain([(key, attr)]).collect();
                b.ir().set_attrs(op, Some(ctx.dict_attr(all)));
            }
        });
    }

    /// Adds a decoration without operands to a variable. `key` is its name in snake case, such as `flat` or
    /// `non_writable`.
    pub fn decorate_unit(&mut self, variable: Global, key: &str) {
        let unit = self.ctx().unit_attr();
        self.decorate(variable, key, unit);
    }

    /// Adds a storage buffer. `block` is a struct type with a layout.
    pub fn storage_buffer(&mut self, name: &str, block: Type, set: u32, binding: u32) -> Global {
        let ty = self.ctx().pointer(block, StorageClass::StorageBuffer);
        self.resource(name, ty, set, binding)
    }

    /// Adds a storage buffer with elements of type `element`. The buffer is a Block-decorated struct whose only member,
    /// `items`, is a runtime array.
    pub fn storage_array(&mut self, name: &str, element: Type, set: u32, binding: u32) -> Global {
        let ctx = self.ctx().clone();
        let block = |element: Type| {
            let items = ctx.structure().named(name).member(ctx.runtime_array(element)).name("items").block();
            items.with_layout(LayoutRules::Std430)
        };
        let block = block(element).or_else(|problem| {
            self.build(|b| b.error(format!("the storage array '{name}': {problem}")));
            block(ctx.common().i32)
        });
        self.storage_buffer(name, block.expect("integers have a size"), set, binding)
    }

    /// Adds a uniform buffer. `block` is a struct type with a layout.
    pub fn uniform_buffer(&mut self, name: &str, block: Type, set: u32, binding: u32) -> Global {
        let ty = self.ctx().pointer(block, StorageClass::Uniform);
        self.resource(name, ty, set, binding)
    }

    /// Adds an image, sampler, sampled image or acceleration structure.
    pub fn uniform_constant(&mut self, name: &str, ty: Type, set: u32, binding: u32) -> Global {
        let ty = self.ctx().pointer(ty, StorageClass::UniformConstant);
        self.resource(name, ty, set, binding)
    }

    /// Adds a variable in storage class Workgroup, which the invocations of a workgroup share.
    pub fn workgroup_variable(&mut self, name: &str, ty: Type) -> Global {
        let ty = self.ctx().pointer(ty, StorageClass::Workgroup);
        self.variable(name, ty, &[])
    }

    /// Adds a variable in storage class Private, which has one instance per invocation.
    pub fn private_variable(&mut self, name: &str, ty: Type) -> Global {
        let ty = self.ctx().pointer(ty, StorageClass::Private);
        self.variable(name, ty, &[])
    }

    /// Adds a resource variable of the pointer type `ty`, with a descriptor set and binding.
    pub fn resource(&mut self, name: &str, ty: Type, set: u32, binding: u32) -> Global {
        let (set, binding) = (self.ctx().i32_attr(set), self.ctx().i32_attr(binding));
        self.variable(name, ty, &[("descriptor_set", set), ("binding", binding)])
    }

    /// Adds a push constant block. `block` is a struct type with a layout.
    pub fn push_constants(&mut self, name: &str, block: Type) -> Global {
        let ty = self.ctx().pointer(block, StorageClass::PushConstant);
        self.variable(name, ty, &[])
    }

    /// Adds an input variable with a location.
    pub fn input(&mut self, name: &str, ty: Type, location: u32) -> Global {
        let (ty, location) = (self.ctx().pointer(ty, StorageClass::Input), self.ctx().i32_attr(location));
        self.variable(name, ty, &[("location", location)])
    }

    /// Adds an output variable with a location.
    pub fn output(&mut self, name: &str, ty: Type, location: u32) -> Global {
        let (ty, location) = (self.ctx().pointer(ty, StorageClass::Output), self.ctx().i32_attr(location));
        self.variable(name, ty, &[("location", location)])
    }

    /// Adds a built-in input, such as `GlobalInvocationId`.
    pub fn built_in_input(&mut self, name: &str, ty: Type, built_in: BuiltIn) -> Global {
        self.built_in(name, ty, built_in, StorageClass::Input)
    }

    /// Adds a built-in output, such as `Position`.
    pub fn built_in_output(&mut self, name: &str, ty: Type, built_in: BuiltIn) -> Global {
        self.built_in(name, ty, built_in, StorageClass::Output)
    }

    fn built_in(&mut self, name: &str, ty: Type, built_in: BuiltIn, class: StorageClass) -> Global {
        let (ty, built_in) = (self.ctx().pointer(ty, class), self.ctx().string_attr(&built_in.to_string()));
        self.variable(name, ty, &[("built_in", built_in)])
    }

    /// Adds a specialization constant. The default value is an integer, float or boolean of type `ty`.
    pub fn spec_constant(&mut self, name: &str, spec_id: u32, default: Attribute, ty: Type) -> Global {
        let (ctx, symbol) = (self.ctx().clone(), self.symbol(name));
        self.check_type(&format!("the type of specialization constant '@{}'", ctx.str(symbol)), ty);
        let attrs = [(ctx.ident("spec_id"), ctx.i32_attr(spec_id))];
        self.build(|b| b.with_attrs(&attrs).spec_constant(ctx.str(symbol), default, ty));
        Global { symbol, ty }
    }

    /// Adds a function and builds its body.
    pub fn function(
        &mut self,
        name: &str,
        parameters: &[Type],
        result: Option<Type>,
        build: impl FnOnce(&mut FunctionBuilder<'_>),
    ) -> Function {
        let function = self.declare(name, parameters, result);
        self.define(function, build);
        function
    }

    /// Declares a function. Other functions can call it before [`Self::define`] builds its body.
    pub fn declare(&mut self, name: &str, parameters: &[Type], result: Option<Type>) -> Function {
        let (ctx, symbol) = (self.ctx().clone(), self.symbol(name));
        for (index, &ty) in parameters.iter().enumerate() {
            self.check_type(
                &format!("the type of parameter #{index} of function '@{}'", ctx.str(symbol)),
                ty,
            );
        }
        for &ty in result.as_slice() {
            self.check_type(&format!("the result type of function '@{}'", ctx.str(symbol)), ty);
        }
        let function =
            Function { symbol, ty: self.ctx().function_type(parameters, result.as_slice()), result };
        self.undefined.push((function, self.loc));
        function
    }

    /// Builds the body of a declared function. Reports an error if the function is already defined.
    ///
    /// Until the callback sets a location, errors in the function are at the location of the module builder.
    pub fn define(&mut self, function: Function, build: impl FnOnce(&mut FunctionBuilder<'_>)) {
        let ctx = self.ctx().clone();
        let name = ctx.str(function.symbol);
        let Some(at) = self.undefined.iter().position(|(other, _)| *other == function) else {
            return self
                .build(|b| b.error(format!("function '@{name}' is already defined, or of another module")));
        };
        self.undefined.remove(at);
        self.add_function(function, |b| {
            build(b);
            b.complete();
        });
    }

    /// Adds a function op with the body that `build` builds. A body with errors is replaced by an empty one, so that
    /// verification does not report consequences of the errors.
    fn add_function(&mut self, function: Function, build: impl FnOnce(&mut FunctionBuilder<'_>)) {
        let ctx = self.ctx().clone();
        let name = ctx.str(function.symbol);
        let parameters = match ctx.type_data(function.ty) {
            TypeData::Function { inputs, .. } => &inputs[..],
            _ => &[],
        };
        let ty = ctx.type_attr(function.ty);
        let slots = [ctx.string_attr(name).raw(), ty.raw(), FunctionControl::NONE.0];
        let (mut body, none_reported) = (with_block(self.bodies.create(), parameters), self.none_reported);
        let (op, errors) = self.build(|module| {
            let loc = module.loc;
            let op =
                module.ir().create(NewOp { loc, slots: &slots, isolated: true, ..NewOp::new(v::Func::ID) });
            let entry = body.first_block(body.root()).expect("it was made right before");
            let mut b = FunctionBuilder::new(Builder::at_end(&ctx, &mut body, entry), entry);
            (b.function, b.result) = (Some(function.symbol), function.result);
            (b.loc, b.none_reported) = (loc.diagnostic_only(), none_reported);
            build(&mut b);
            (op, b.into_builder().finish().err())
        });
        self.bodies.finish(&mut body);
        if let Some(errors) = errors {
            for mut error in errors.list {
                error.message = format!("in function '@{name}': {}", error.message);
                self.errors.push(error);
            }
            body = with_block(Body::default(), parameters);
            end_of(&mut body).create(NewOp::new(v::Unreachable::ID));
        }
        self.build(|module| module.ir().set_nested(op, Some(body)));
    }

    /// Adds a function whose body is built as a control-flow graph and then structured.
    ///
    /// The callback adds blocks and branches to the graph ([`FunctionBuilder::new_block`],
    /// [`FunctionBuilder::branch_conditional`]).
    pub fn cfg_function(
        &mut self,
        name: &str,
        parameters: &[Type],
        result: Option<Type>,
        build: impl FnOnce(&mut FunctionBuilder<'_>),
    ) -> Function {
        self.function(name, parameters, result, |b| {
            build(b);
            b.structurize();
        })
    }

    /// Adds debug info. SPIR-V versions before 1.6 require the extension `SPV_KHR_non_semantic_info`.
    pub fn add_debug_info(&mut self, debug: DebugInfo) {
        self.build(|b| {
            // Scopes must be declared before the functions that reference them.
            let functions = walk::top_ops(b).find(|&op| b.def(op) == v::Func::ID);
            let at = functions.map_or(b.insertion_point(), InsertPoint::Before);
            b.with_insertion_point(at, |b| debug.finish(b));
        });
    }

    /// Adds an entry point with the function's name. [`Self::finish`] deduces its interface.
    ///
    /// The interface lists the variables that the function and its callees use. Before SPIR-V 1.4, it lists only
    /// variables of storage classes `Input` and `Output` (specification, OpEntryPoint).
    pub fn deduced_entry_point(&mut self, model: ExecutionModel, function: Function) {
        let entry = self.add_entry_point(model, function, &[]);
        self.deduced.push((entry, function.symbol));
    }

    /// Adds an entry point of execution model Vertex. See [`Self::deduced_entry_point`].
    pub fn vertex_entry_point(&mut self, function: Function) {
        self.deduced_entry_point(ExecutionModel::Vertex, function);
    }

    /// Adds an entry point of execution model Fragment with the origin at the upper left. See
    /// [`Self::deduced_entry_point`].
    pub fn fragment_entry_point(&mut self, function: Function) {
        self.deduced_entry_point(ExecutionModel::Fragment, function);
        self.execution_mode(function, ExecutionMode::OriginUpperLeft);
    }

    /// Adds an entry point of execution model GLCompute with a workgroup size. See [`Self::deduced_entry_point`].
    pub fn compute_entry_point(&mut self, function: Function, [x, y, z]: [u32; 3]) {
        self.deduced_entry_point(ExecutionModel::GLCompute, function);
        self.execution_mode(function, ExecutionMode::local_size(x, y, z));
    }

    /// Adds an entry point with the function's name and the given interface variables.
    pub fn entry_point(&mut self, model: ExecutionModel, function: Function, interface: &[Ident]) {
        self.add_entry_point(model, function, interface);
    }

    fn add_entry_point(&mut self, model: ExecutionModel, function: Function, interface: &[Ident]) -> Op {
        let ctx = self.ctx().clone();
        let symbol = ctx.str(function.symbol);
        self.build(|b| match base_name(symbol) {
            name if name == symbol => b.entry_point(model, function.symbol, interface),
            name => b.entry_point_with(model, function.symbol, interface, name),
        })
    }

    /// Adds an execution mode to an entry point.
    pub fn execution_mode(&mut self, function: Function, mode: impl Into<EnumOperands<ExecutionMode>>) {
        self.build(|b| b.execution_mode(function.symbol, mode));
    }

    /// Finishes the module, verifies it, and validates it for a target environment such as `vulkan1.3`.
    ///
    /// # Errors
    ///
    /// An unknown environment, a module without a version or capabilities, the errors collected while building with the
    /// violations in all other functions, or else all violations.
    pub fn finish_for(mut self, environment: &str) -> Result<Module, Diagnostics> {
        let failed =
            |message: String| Err(Diagnostics { list: vec![Diagnostic::error(Place::None, message)] });
        let Some(target) = TargetEnv::new(environment) else {
            let names: Vec<&str> = ENVIRONMENTS.iter().map(|known| known.name).collect();
            let names = names.join(", ");
            return failed(format!("unknown target environment '{environment}': expected {names}"));
        };
        if self.version == 0 {
            let message = "the module has no version and capabilities: call 'target' or 'deduced_target'";
            return failed(message.to_owned());
        }
        if self.deduce_target {
            self.version = self.version.min(target.environment.version);
        }
        self.report_undefined();
        // Requirements of invalid types and ops are meaningless, so verification precedes deduction.
        match verify_module(&self.module) {
            _ if self.none_reported => {}
            Ok(()) => self.deduce(),
            Err(mut errors) => {
                explain_debug_symbols(&mut errors);
                self.push_errors(errors);
            }
        }
        let module = self.checked()?;
        verify_for(&module, &target).map_err(|errors| errors.with_positions(&module.ctx))?;
        Ok(module)
    }

    /// Finishes the module without verifying it.
    ///
    /// # Errors
    ///
    /// All errors collected while building, and functions that are declared but not defined.
    pub fn finish(mut self) -> Result<Module, Diagnostics> {
        self.report_undefined();
        self.deduce();
        self.checked()
    }

    /// Reports functions that are declared but not defined, and adds empty bodies, so that references to them are valid.
    fn report_undefined(&mut self) {
        for (function, loc) in std::mem::take(&mut self.undefined) {
            let name = self.ctx().str(function.symbol);
            let message = format!("function '@{name}' is declared but not defined");
            self.errors.error(Place::Op(loc), message);
            self.add_function(function, |b| _ = b.unreachable());
        }
    }

    /// Deduces the target and the interfaces of entry points, as far as the front end requests deduction.
    fn deduce(&mut self) {
        let ctx = self.ctx().clone();
        if self.deduce_target {
            let outer = &self.module.body;
            let body = outer.nested(self.spv_module).expect("the module has a body");
            let target = Vce::open(&ctx, self.version);
            match deduce(&ctx, outer, self.spv_module, body, Some(target), Widths::Usual) {
                Ok(vce) => {
                    self.version = vce.version;
                    self.set_vce(vce.attr(&ctx));
                }
                Err(errors) => self.push_errors(errors),
            }
        }
        let mut top = spv_ir::Builder::new(&mut self.module.body);
        let body = top.nested_mut(self.spv_module).expect("the module has a body");
        interface::deduce(&ctx, body, self.version, &self.deduced);
    }

    /// Returns the module, unless errors were collected.
    fn checked(self) -> Result<Module, Diagnostics> {
        let ctx = &self.module.ctx;
        if self.errors.has_errors() { Err(self.errors.with_positions(ctx)) } else { Ok(self.module) }
    }
}

impl FunctionBuilder<'_> {
    /// Builds a call to a function of the module. Returns the result, or `None` for a void function.
    pub fn call(&mut self, function: Function, arguments: &[Value]) -> Option<Value> {
        let op = self.function_call(function.result, function.symbol, arguments);
        function.result.map(|_| self.result(op, 0))
    }

    /// Returns an id operand that refers to a global's symbol.
    pub fn symbol(&self, global: Global) -> IdRef {
        IdRef::Symbol(global.symbol)
    }
}

/// Appends a block to an empty body, with arguments of the given types.
fn with_block(body: Body, arguments: &[Type]) -> Box<Body> {
    let mut body = Box::new(body);
    let root = body.root();
    let mut b = spv_ir::Builder::new(&mut body);
    let block = b.append_block(root);
    arguments.iter().for_each(|&ty| {
        b.add_arg(block, ty);
    });
    body
}

/// Returns a builder at the end of the first block of a body.
fn end_of(body: &mut Body) -> spv_ir::Builder<'_> {
    let block = body.first_block(body.root()).expect("the body has a block");
    spv_ir::Builder::at(body, InsertPoint::End(block))
}

/// Returns the start of messages about the attributes of a variable.
fn owner(variable: &str) -> String {
    format!("variable '@{variable}': ")
}

/// Adds a note to each error about an undefined symbol of a [`DebugInfo`] that was not added to the module.
fn explain_debug_symbols(errors: &mut Diagnostics) {
    for error in errors.list.iter_mut().filter(|error| error.message.contains("references '@_$")) {
        let note = "call 'add_debug_info' to define the symbols to which locations of a 'DebugInfo' refer";
        error.notes.push((Place::None, note.to_owned()));
    }
}
