//! Lowering of interface attributes to variables and entry points (`spirv-lower-abi-attrs`)

use crate::pass::{ControlFlow, PassInfo, SpvModule, Work};
use crate::support::spirv::{storage, variable_type};
use crate::transforms::composite_type_layout;
use rustc_hash::FxHashSet;
use spv_dialect::attributes::{self, AttrKind};
use spv_dialect::availability::CapabilitySet;
use spv_dialect::generated::opcodes;
use spv_dialect::generated::values::{capability, execution_mode, execution_model};
use spv_dialect::spv;
use spv_dialect::types;
use spv_ir::dialect::ABSENT;
use spv_ir::symbols::name_of;
use spv_ir::{
    AttrData, Attribute, Body, Builder, Context, Diagnostic, Diagnostics, Ident, InsertPoint, NewOp, Op,
    Place, SymbolTable, Type, TypeData, walk,
};

/// Function attribute, a dictionary with `local_size` and optionally `subgroup_size`.
const ENTRY_POINT_ABI: &str = "spv.entry_point_abi";
/// Argument attribute `#spv.interface_var_abi<(set, binding), class>`.
const INTERFACE_VAR_ABI: &str = "spv.interface_var_abi";
/// The first SPIR-V version in which the interface of an entry point lists variables of all storage classes.
const LISTS_ALL: u64 = 0x0001_0400;

pub(super) static INFO: PassInfo = PassInfo {
    description: "Creates an entry point with LocalSize for each function with the attribute \
                  `spv.entry_point_abi`. Arguments with `spv.interface_var_abi` become global variables \
                  `@f_arg_0` with the given descriptor set and binding. A pointer argument becomes the \
                  address of the variable; a scalar or vector is loaded from a block. Blocks are laid out \
                  as by decorate-spirv-composite-type-layout. The execution model is Kernel if \
                  `spv.target_env` of the module, or of an enclosing module, has that capability, else \
                  GLCompute.",
    before: "spv.func @f(%a: f32 {spv.interface_var_abi = #spv.interface_var_abi<(0, 1), StorageBuffer>}) \"None\" \
             attributes {spv.entry_point_abi = {local_size = dense<[32, 1, 1]> : vector<3xi32>}} {\n  ...",
    after: "spv.GlobalVariable @f_arg_0 bind(0, 1) : !spv.ptr<!spv.struct<(f32 [0])>, StorageBuffer>\n\
            spv.func @f() \"None\" {\n  %f_arg_0_addr = spv.mlir.addressof @f_arg_0 : ...\n  \
            %cst0_i32 = spv.Constant 0 : i32\n  %0 = spv.AccessChain %f_arg_0_addr[%cst0_i32] : ...\n  \
            %a = spv.Load \"StorageBuffer\" %0 : f32\n  ...\n\
            spv.EntryPoint \"GLCompute\" @f\nspv.ExecutionMode @f \"LocalSize\", 32, 1, 1",
    statistics: &[("entry points", "Entry points created"), ("variables", "Variables created for arguments")],
    ..PassInfo::new(
        "spirv-lower-abi-attrs",
        "Lower interface attributes to variables and entry points",
        ControlFlow::Any,
        |_| Ok(Work::module(run)),
    )
};

fn run(module: &mut SpvModule<'_>) -> Result<(), Diagnostics> {
    let ctx = module.ctx;
    let functions: Vec<Op> =
        module.functions().into_iter().filter(|&op| module.body.def(op) == spv::Func::ID).collect();
    let mut symbols = SymbolTable::new(ctx, module.body);
    let mut variables = 0;
    for &op in &functions {
        variables += Interface { ctx, op }.lower(module, &mut symbols)?;
    }
    if variables > 0 {
        composite_type_layout::decorate(module)?;
    }
    let entry_of = |op| spv::EntryPoint::cast(module.body, op)?.fn_(ctx);
    let declared: FxHashSet<Ident> = walk::top_ops(module.body).filter_map(entry_of).collect();
    let mut entries = 0;
    for op in functions {
        if let Some(abi) = ctx.dict_get(module.body.attrs(op), ENTRY_POINT_ABI) {
            // Execution modes apply to a function, so a second entry point for the function would share them.
            if name_of(ctx, module.body, op).is_some_and(|name| declared.contains(&ctx.ident(name))) {
                let message = format!("'{ENTRY_POINT_ABI}' is on a function that already is an entry point");
                return Err(failure(module.body, op, message));
            }
            lower_entry_point(ctx, module, &symbols, op, abi)?;
            entries += 1;
        }
    }
    module.count(0, entries);
    module.count(1, variables);
    Ok(())
}

fn failure(body: &Body, op: Op, message: impl Into<String>) -> Diagnostics {
    Diagnostics { list: vec![Diagnostic::error(Place::Op(body.loc(op)), message)] }
}

/// A function with interface attributes on its arguments.
struct Interface<'a> {
    ctx: &'a Context,
    op: Op,
}

/// The variable that replaces a function argument.
struct ArgumentVariable {
    variable: Ident,
    /// Type of the variable.
    ty: Type,
    /// Whether the variable is a Block-decorated struct from which the argument's value is loaded. If not, the argument
    /// is a pointer to the variable.
    loaded: bool,
    /// Decorations of the argument, which move to the variable.
    attrs: Option<Attribute>,
}

impl Interface<'_> {
    /// Replaces the arguments with variables. Returns the number of variables.
    fn lower(&self, module: &mut SpvModule<'_>, symbols: &mut SymbolTable) -> Result<u64, Diagnostics> {
        let ctx = self.ctx;
        let plans = self.plans(module.body, symbols)?;
        if plans.is_empty() {
            return Ok(0);
        }
        let loc = module.body.loc(self.op);
        for plan in &plans {
            let name = ctx.string_attr(ctx.str(plan.variable)).raw();
            let mut builder = Builder::at(module.body, InsertPoint::Before(self.op));
            let op = builder.create(NewOp {
                loc,
                slots: &[name, ctx.type_attr(plan.ty).raw(), 0],
                attrs: plan.attrs,
                ..NewOp::new(spv::GlobalVariable::ID)
            });
            symbols.insert(plan.variable, op);
        }
        module.function_mut(self.op, |body| self.replace_arguments(body, &plans));
        let ty = ctx.type_attr(ctx.function_type(&[], &self.results(module.body)));
        Builder::new(module.body).set_slot(self.op, spv::Func::TYPE, ty.raw());
        Ok(plans.len() as u64)
    }

    fn results(&self, module: &Body) -> Vec<Type> {
        let ty = module.slot_attr(self.op, spv::Func::TYPE).and_then(|ty| self.ctx.attr_type(ty));
        match ty.map(|ty| self.ctx.type_data(ty)) {
            Some(TypeData::Function { results, .. }) => results.to_vec(),
            _ => Vec::new(),
        }
    }

    /// Plans the replacement of each argument. Returns an empty list if no argument has an interface attribute, as in
    /// OpenCL kernels.
    fn plans(&self, module: &Body, symbols: &mut SymbolTable) -> Result<Vec<ArgumentVariable>, Diagnostics> {
        let ctx = self.ctx;
        let fail = |message: String| failure(module, self.op, message);
        let Some(body) = module.nested(self.op) else { return Ok(Vec::new()) };
        let Some(entry) = body.first_block(body.root()) else { return Ok(Vec::new()) };
        let abi =
            |i: usize| ctx.dict_get(body.value_annotations(body.args(entry)[i]).attrs, INTERFACE_VAR_ABI);
        let count = body.args(entry).len();
        if (0..count).all(|i| abi(i).is_none()) {
            return Ok(Vec::new());
        }
        let function = name_of(ctx, module, self.op).unwrap_or_default();
        if ctx.dict_get(module.attrs(self.op), ENTRY_POINT_ABI).is_none() {
            return Err(fail(format!(
                "'spv.func' op has arguments with '{INTERFACE_VAR_ABI}', but no '{ENTRY_POINT_ABI}'"
            )));
        }
        let mut plans = Vec::new();
        for i in 0..count {
            let argument = body.args(entry)[i];
            let Some((AttrKind::InterfaceVarAbi, &[set, binding, class])) =
                abi(i).and_then(|abi| attributes::view(ctx, abi))
            else {
                return Err(fail(format!("argument {i} has no '{INTERFACE_VAR_ABI}', but others have")));
            };
            let (ty, loaded) = self
                .variable_type(body.value_type(argument), ctx.attr_u64(class))
                .map_err(|problem| fail(format!("argument {i} {problem}")))?;
            let mut attrs = ctx.dict(body.value_annotations(argument).attrs).to_vec();
            attrs.retain(|(key, _)| ctx.str(*key) != INTERFACE_VAR_ABI);
            attrs.push((ctx.ident("descriptor_set"), set));
            attrs.push((ctx.ident("binding"), binding));
            plans.push(ArgumentVariable {
                variable: symbols.unique(ctx, &format!("{function}_arg_{i}")),
                ty,
                loaded,
                attrs: Some(ctx.dict_attr(attrs)),
            });
        }
        Ok(plans)
    }

    /// Returns the type of the variable for an argument, and whether the argument's value is loaded from the variable.
    fn variable_type(&self, ty: Type, class: Option<u64>) -> Result<(Type, bool), String> {
        let ctx = self.ctx;
        if types::pointer(ctx, ty).is_some() {
            return Ok((ty, false));
        }
        let number =
            types::scalar_width(ctx, ty).is_some() || matches!(ctx.type_data(ty), TypeData::Vector { .. });
        if !number {
            return Err("is neither a pointer nor a scalar or vector".to_owned());
        }
        let class = class.and_then(|class| u32::try_from(class).ok());
        let class = class.ok_or("has no storage class from which to load the value")?;
        let block = types::type_def(ctx.registry(), opcodes::TYPE_STRUCT)
            .map(|def| ctx.param_type(def, &types::struct_params(ctx, None, &[ty], &[], &[]), 0))
            .and_then(|block| types::make_pointer(ctx, block, class));
        Ok((block.ok_or("has a type without a block")?, true))
    }

    /// Replaces the uses of a function's arguments with the variables, and removes the arguments.
    fn replace_arguments(&self, body: &mut Body, plans: &[ArgumentVariable]) {
        let ctx = self.ctx;
        let Some(entry) = body.first_block(body.root()) else { return };
        let at = body.first_op(entry).map_or(InsertPoint::End(entry), InsertPoint::Before);
        // LLVM emits the code for the last argument first, so use the same order.
        for (i, plan) in plans.iter().enumerate().rev() {
            let argument = body.args(entry)[i];
            let (ty, name) = (body.value_type(argument), body.value_name(argument));
            let mut builder = Builder::at(body, at);
            let mut create = |def, operands: &[_], slots: &[u32], ty| {
                builder.value(NewOp { operands, slots, results: &[ty], ..NewOp::new(def) })
            };
            let symbol = ctx.symbol_attr(plan.variable).raw();
            let mut value = create(spv::AddressOf::ID, &[], &[symbol], plan.ty);
            if plan.loaded
                && let Some((_, class)) = types::pointer(ctx, plan.ty)
                && let Some(pointer) = types::make_pointer(ctx, ty, class)
            {
                let zero = ctx.int_attr(0, ctx.common().i32).raw();
                let zero = create(spv::Constant::ID, &[], &[zero], ctx.common().i32);
                let pointer = create(spv::AccessChain::ID, &[value, zero], &[], pointer);
                value = create(spv::Load::ID, &[pointer], &[ABSENT, 0], ty);
                builder.set_value_name(value, name);
            }
            builder.replace_all_uses(argument, value);
        }
        Builder::new(body).remove_args(entry, |_| true);
    }
}

/// Declares a function as an entry point.
fn lower_entry_point(
    ctx: &Context,
    module: &mut SpvModule<'_>,
    symbols: &SymbolTable,
    op: Op,
    abi: Attribute,
) -> Result<(), Diagnostics> {
    let loc = module.body.loc(op);
    let wrong = |message: &str| failure(module.body, op, format!("'{ENTRY_POINT_ABI}' {message}"));
    let Some(size) = ctx.dict_get(Some(abi), "local_size").and_then(|size| numbers(ctx, size)) else {
        return Err(wrong("needs an attribute 'local_size' with one to three positive integers"));
    };
    if !(Interface { ctx, op }).results(module.body).is_empty() {
        return Err(wrong("is on a function with a result, which an entry point cannot have"));
    }
    let Some(name) = name_of(ctx, module.body, op) else { return Ok(()) };
    let model = execution_model_of(module).map_err(|problem| wrong(&problem))?;
    let arguments = module.body.nested(op).and_then(|body| Some(body.args(body.first_block(body.root())?)));
    if model != execution_model::KERNEL && arguments.is_some_and(|arguments| !arguments.is_empty()) {
        return Err(wrong(&format!(
            "is on a function with arguments without '{INTERFACE_VAR_ABI}', which only a kernel may have"
        )));
    }
    let interface: Vec<Attribute> =
        interface(ctx, module, symbols, op).into_iter().map(|name| ctx.symbol_attr(name)).collect();
    let interface = if interface.is_empty() { 0 } else { ctx.array_attr(&interface).raw() };
    let symbol = ctx.symbol_attr(ctx.ident(name)).raw();
    let size = ctx.array_attr(&size).raw();
    // Preserve the fields of the attribute that no execution mode of the target can express.
    let subgroup = ctx.dict_get(Some(abi), "subgroup_size").and_then(|size| ctx.attr_u64(size));
    let has_mode = target_capabilities(module).is_some_and(|all| all.contains(capability::SUBGROUP_DISPATCH));
    let mut rest = ctx.dict_without(Some(abi), "local_size");
    if has_mode {
        rest = ctx.dict_without(rest, "subgroup_size");
    }
    let mut attrs = ctx.dict_without(module.body.attrs(op), ENTRY_POINT_ABI);
    if let Some(rest) = rest.filter(|rest| !ctx.dict(Some(*rest)).is_empty()) {
        let mut entries = ctx.dict(attrs).to_vec();
        entries.push((ctx.ident(ENTRY_POINT_ABI), rest));
        attrs = Some(ctx.dict_attr(entries));
    }
    let subgroup = subgroup.filter(|_| has_mode).and_then(|size| u32::try_from(size).ok());
    let Some(block) = module.body.first_block(module.body.root()) else { return Ok(()) };
    let mut builder = Builder::at(module.body, InsertPoint::End(block));
    builder.set_attrs(op, attrs);
    builder.create(NewOp { loc, slots: &[model, symbol, interface, 0], ..NewOp::new(spv::EntryPoint::ID) });
    builder.create(NewOp {
        loc,
        slots: &[symbol, execution_mode::LOCAL_SIZE, size],
        ..NewOp::new(spv::ExecutionModeOp::ID)
    });
    if let Some(size) = subgroup {
        let size = ctx.array_attr(&[ctx.i32_attr(size)]).raw();
        builder.create(NewOp {
            loc,
            slots: &[symbol, execution_mode::SUBGROUP_SIZE, size],
            ..NewOp::new(spv::ExecutionModeOp::ID)
        });
    }
    Ok(())
}

/// Returns one to three positive integers of a dense-elements attribute as three 32-bit integer attributes. Missing
/// dimensions are 1. Returns `None` for other attributes.
fn numbers(ctx: &Context, attr: Attribute) -> Option<Vec<Attribute>> {
    let AttrData::Dense { ty, elements } = ctx.attr_data(attr) else { return None };
    let (TypeData::Vector { dims, element } | TypeData::Tensor { dims, element }) = ctx.type_data(*ty) else {
        return None;
    };
    let &[count @ 1..=3] = &dims[..] else { return None };
    if !matches!(ctx.type_data(*element), TypeData::Integer { .. }) {
        return None;
    }
    // A splat contains a single element.
    let element = |i| elements.get(if elements.len() == 1 { 0 } else { i });
    let number = |i| {
        if i < count as usize {
            u32::try_from(*element(i)?).ok().filter(|length| *length > 0)
        } else {
            Some(1)
        }
    };
    (0..3).map(|i| Some(ctx.i32_attr(number(i)?))).collect()
}

/// Returns the capabilities of the target environment, or else those that the module declares.
fn target_capabilities(module: &SpvModule<'_>) -> Option<CapabilitySet> {
    let ctx = module.ctx;
    let vce = match module.target_env().and_then(|env| attributes::view(ctx, env)) {
        Some((AttrKind::TargetEnv, [vce, ..])) => Some(*vce),
        _ => module.vce(),
    };
    let Some((AttrKind::Vce, [_, capabilities, _])) = vce.and_then(|vce| attributes::view(ctx, vce)) else {
        return None;
    };
    Some(match ctx.attr_data(*capabilities) {
        AttrData::Words(words) => words.iter().copied().collect(),
        _ => CapabilitySet::default(),
    })
}

/// Returns the execution model for the entry points of a module.
fn execution_model_of(module: &SpvModule<'_>) -> Result<u32, String> {
    let Some(capabilities) = target_capabilities(module) else {
        return Ok(if module.is_opencl() { execution_model::KERNEL } else { execution_model::GL_COMPUTE });
    };
    let models =
        [(capability::KERNEL, execution_model::KERNEL), (capability::SHADER, execution_model::GL_COMPUTE)];
    let found = models.iter().find(|(capability, _)| capabilities.contains(*capability));
    found.map(|(_, model)| *model).ok_or_else(|| {
        "cannot be lowered: could not select execution model based on 'spv.target_env', which has neither Kernel nor \
         Shader"
            .to_owned()
    })
}

/// Returns the interface variables of an entry point in order of use, including uses in called functions. Before
/// SPIR-V 1.4, or if the module declares no version, returns only input and output variables.
fn interface(ctx: &Context, module: &SpvModule<'_>, symbols: &SymbolTable, function: Op) -> Vec<Ident> {
    let all = module.version().is_some_and(|version| version >= LISTS_ALL);
    let mut list = Vec::new();
    let mut seen: FxHashSet<Ident> = FxHashSet::default();
    let mut todo = vec![function];
    while let Some(function) = todo.pop() {
        let Some(body) = module.body.nested(function) else { continue };
        let mut called = Vec::new();
        for op in walk::ops(body) {
            let address = spv::AddressOf::cast(body, op).and_then(|address| address.variable(ctx));
            let call = || spv::FunctionCall::cast(body, op).and_then(|call| call.function(ctx));
            let Some(name) = address.or_else(call) else { continue };
            let Some(target) = symbols.get(name).filter(|_| seen.insert(name)) else { continue };
            match variable_type(ctx, module.body, target) {
                Some((_, class)) if all || [storage::INPUT, storage::OUTPUT].contains(&class) => {
                    list.push(name)
                }
                Some(_) => {}
                None => called.push(target),
            }
        }
        todo.extend(called.into_iter().rev());
    }
    list
}
