//! Module-wide facts that validation rules query
//!
//! Covers declarations, entry points, and the calls and uses in functions.

use super::Site;
use super::dispatch::Dispatch;
use super::environment::TargetEnv;
use super::models::Models;
use crate::requirements::{self, Number};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use spv_dialect::attributes;
use spv_dialect::availability::CapabilitySet;
use spv_dialect::blocks;
use spv_dialect::control::separates;
use spv_dialect::decorations::{self, Decoration, Operand};
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::values::{addressing_model, built_in, capability as c, decoration as d};
use spv_dialect::generated::views as v;
use spv_dialect::types;
use spv_dialect::vce::Vce;
use spv_dialect::verify::shape::{Shape, TypeKind};
use spv_ir::symbols::SymbolTable;
use spv_ir::{Attribute, Block, Body, Context, Ident, Op, Type, TypeData, walk};
use std::cell::RefCell;
use std::rc::Rc;

/// Facts about an `spv.module` op.
pub struct Facts<'a> {
    /// The context.
    pub ctx: &'a Context,
    /// The target environment.
    pub env: &'a TargetEnv,
    /// Lookup of the rules that apply to the environment's API.
    pub(super) dispatch: Dispatch,
    /// The body that contains the `spv.module` op.
    pub outer: &'a Body,
    /// The `spv.module` op.
    pub op: Op,
    /// The body of the `spv.module`.
    pub body: &'a Body,
    /// SPIR-V version, encoded as in a module header.
    pub version: u32,
    /// The declared capabilities.
    pub declared: Vec<u32>,
    /// The declared capabilities and all capabilities that they imply.
    pub capabilities: CapabilitySet,
    /// Names of the declared extensions.
    pub extensions: Vec<&'a str>,
    /// Value of the addressing model.
    pub addressing_model: u32,
    /// Value of the memory model.
    pub memory_model: u32,
    /// Symbols that the module defines.
    pub symbols: SymbolTable,
    /// Entry points in module order.
    pub entries: Vec<EntryPoint>,
    /// For each variable symbol, the distinct execution models of the entry points that list it.
    listing: FxHashMap<Ident, SmallVec<[u32; 1]>>,
    /// Facts about each function, keyed by the function op in the module's body.
    pub functions: FxHashMap<Op, FunctionFacts>,
    /// Global variables in order, each with its pointee type and storage class.
    pub variables: Vec<(Op, Type, u32)>,
    /// Execution modes of all entry points in module order.
    pub modes: Vec<Mode>,
    /// For each function symbol, the indices of its entry points and execution modes.
    named: FxHashMap<Ident, Named>,
    /// Properties of the constants that occur in the module.
    pub constants: ConstantFacts,
    /// Whether any constant is decorated with WorkgroupSize.
    pub has_workgroup_size: bool,
    /// Whether the declared capabilities may allow 8-bit or 16-bit scalars only in memory.
    pub limits_numbers: bool,
    /// Decorations that decoration groups apply, as the decoration and its operands. spirv-val does not check the
    /// targets of these decorations.
    grouped: FxHashSet<(u32, Vec<Operand>)>,
    /// Structs to which export adds a Block decoration.
    implied_blocks: Vec<Type>,
    decorations: RefCell<FxHashMap<Attribute, Decorations>>,
    parts: RefCell<FxHashMap<Type, Rc<[Type]>>>,
    constructs: RefCell<Constructs>,
    /// Nesting depth of each construct, including the construct itself. Keyed by function and construct.
    depths: RefCell<FxHashMap<(Op, Op), u32>>,
    /// Shapes of types, indexed by type and computed on demand.
    shapes: RefCell<Vec<Option<Shape>>>,
}

/// An entry point of a module.
#[derive(Clone, Debug)]
pub struct EntryPoint {
    /// The OpEntryPoint or OpConditionalEntryPointINTEL op.
    pub op: Op,
    /// Value of the execution model.
    pub model: u32,
    /// Symbol of the entry point's function.
    pub function: Ident,
    /// The function op; `None` if the symbol is not defined.
    pub function_op: Option<Op>,
    /// Symbols of the interface variables in order.
    pub interface: Vec<Ident>,
    /// Symbols of the interface variables as a set.
    pub listed: FxHashSet<Ident>,
    /// Functions that are reachable from the entry point.
    pub reaches: Vec<Op>,
}

/// Indices of the entry points and execution modes of a function.
#[derive(Default)]
struct Named {
    entries: SmallVec<[usize; 1]>,
    modes: SmallVec<[usize; 4]>,
}

/// An execution mode of a function.
#[derive(Clone, Debug)]
pub struct Mode {
    /// The OpExecutionMode or OpExecutionModeId op.
    pub op: Op,
    /// Symbol of the function to which the mode applies.
    pub function: Ident,
    /// Value of the execution mode.
    pub mode: u32,
    /// Operands of the mode: integers, or attributes that represent ids.
    pub operands: Vec<Attribute>,
}

/// Properties of the constants in a module. In most modules, all fields are false, so that rules about these constants
/// need no further checks.
#[derive(Clone, Copy, Debug, Default)]
pub struct ConstantFacts {
    /// Whether any constant is a specialization constant.
    pub specialized: bool,
    /// Whether any constant of a signed type is negative.
    pub negative: bool,
    /// Whether any value of a pointer type is an OpUndef, in a function or at module scope.
    pub undefined_pointer: bool,
}

impl ConstantFacts {
    /// Records a constant of type `ty`. `value` is `None` for an OpUndef.
    fn note(&mut self, ctx: &Context, ty: Type, value: Option<Attribute>) {
        let value = || value.map(|value| attributes::bare(ctx, value));
        match ctx.type_data(ty) {
            TypeData::Integer { .. } if self.negative => {}
            TypeData::Integer { .. } => {
                let sign = || {
                    let bit = types::sign_bit(ctx, ty)?;
                    Some(attributes::integer(ctx, value()?)? >> bit & 1)
                };
                self.negative = sign() == Some(1);
            }
            TypeData::Float(_) | TypeData::Vector { .. } => {}
            _ if !self.undefined_pointer => {
                let is_pointer =
                    matches!(Shape::new(ctx, ty).kind, TypeKind::Pointer | TypeKind::UntypedPointer);
                let is_undef =
                    |value| matches!(attributes::view(ctx, value), Some((attributes::AttrKind::Undef, _)));
                self.undefined_pointer = is_pointer && value().is_none_or(is_undef);
            }
            _ => {}
        }
    }
}

/// Facts about a function.
#[derive(Clone, Debug, Default)]
pub struct FunctionFacts {
    /// Number of variables in the function.
    pub variables: usize,
    /// Functions that the function calls directly.
    pub calls: Vec<Op>,
    /// Symbols of module-level definitions that the function uses as values.
    pub uses: FxHashSet<Ident>,
    /// Execution models of the entry points that reach the function.
    pub models: Models,
    /// Indices of the entry points that reach the function.
    pub entries: Vec<usize>,
    /// Whether any function calls this function.
    pub is_called: bool,
    /// Whether the function is recursive or calls, directly or indirectly, a recursive function.
    pub may_recurse: bool,
}

/// For each function and block, the ops with regions in the block.
type Constructs = FxHashMap<(Op, Block), Rc<[Op]>>;

/// The decorations in a dictionary. `stated` has all of them, and `counted` those that rules consider.
#[derive(Clone, Default)]
struct Decorations {
    stated: Rc<[Decoration]>,
    counted: Rc<[Decoration]>,
}

impl<'a> Facts<'a> {
    /// Collects the facts about an `spv.module`. Returns `None` if the op has no body.
    pub fn new(ctx: &'a Context, env: &'a TargetEnv, outer: &'a Body, op: Op) -> Option<Facts<'a>> {
        Some(Facts::of(ctx, env, outer, op, outer.nested(op)?))
    }

    /// Collects the facts about a module. The body may be detached from the module op.
    pub fn of(ctx: &'a Context, env: &'a TargetEnv, outer: &'a Body, op: Op, body: &'a Body) -> Facts<'a> {
        let vce = outer.slot_attr(op, v::Module::VCE_TRIPLE).and_then(|vce| Vce::new(ctx, vce));
        let vce = vce.unwrap_or_else(|| Vce { version: env.environment.version, ..Vce::empty() });
        let mut facts = Facts {
            ctx,
            env,
            dispatch: Dispatch::of(env.environment.api),
            outer,
            op,
            body,
            version: vce.version,
            capabilities: vce.capabilities.iter().copied().collect(),
            declared: vce.capabilities,
            extensions: vce.extensions,
            addressing_model: outer.slot(op, v::Module::ADDRESSING_MODEL),
            memory_model: outer.slot(op, v::Module::MEMORY_MODEL),
            symbols: SymbolTable::new(ctx, body),
            entries: Vec::new(),
            listing: FxHashMap::default(),
            functions: FxHashMap::default(),
            variables: Vec::new(),
            modes: Vec::new(),
            named: FxHashMap::default(),
            constants: ConstantFacts::default(),
            has_workgroup_size: false,
            limits_numbers: false,
            grouped: FxHashSet::default(),
            implied_blocks: blocks::implied(ctx, outer, op),
            decorations: RefCell::default(),
            parts: RefCell::default(),
            constructs: RefCell::default(),
            depths: RefCell::default(),
            shapes: RefCell::default(),
        };
        if facts.has(c::SPEC_CONDITIONAL_INTEL) {
            let conditional = conditional_declarations(ctx, body);
            conditional.capabilities.into_iter().for_each(|value| _ = facts.capabilities.insert(value));
            facts.extensions.extend(conditional.extensions);
        }
        let groups = ctx.dict_get(outer.attrs(op), decorations::GROUPS);
        for dict in groups.and_then(|list| ctx.attr_array(list)).unwrap_or(&[]) {
            for dict in [Some(*dict), ctx.dict_get(Some(*dict), decorations::LATE)] {
                let list = facts.decorations(dict);
                let keys = list.iter().map(|found| (found.decoration.value, found.operands.clone()));
                facts.grouped.extend(keys);
            }
        }
        facts.limits_numbers = facts.has(c::SHADER)
            && !(facts.has(c::INT8) && facts.has(c::INT16) && facts.has(c::FLOAT16))
            && [&requirements::FLOAT16, &requirements::INT16, &requirements::INT8]
                .into_iter()
                .any(|number| facts.allows(number));
        facts.read_module();
        facts.spread_models();
        facts
    }

    /// Returns the error site for an op in the module's body.
    pub fn site(&self, op: Op) -> Site<'_> {
        Site { body: self.body, op, holder: Some((self.outer, self.op)) }
    }

    fn read_module(&mut self) {
        let (ctx, body) = (self.ctx, self.body);
        let mut constants = ConstantFacts::default();
        for op in walk::top_ops(body) {
            self.has_workgroup_size |=
                self.decoration_word(body.attrs(op), d::BUILT_IN) == Some(built_in::WORKGROUP_SIZE);
            if let Some(entry) = v::EntryPoint::cast(body, op) {
                let Some(function) = entry.fn_(ctx) else { continue };
                self.read_entry(op, entry.execution_model().0, function, entry.interface(ctx).collect());
            } else if let Some(entry) = v::ConditionalEntryPointINTEL::cast(body, op) {
                let Some(function) = entry.entry_point(ctx) else { continue };
                self.read_entry(op, entry.execution_model().0, function, entry.interface(ctx).collect());
            } else if [v::ExecutionModeOp::ID, v::ExecutionModeId::ID].contains(&body.def(op)) {
                let symbol = body.slot_attr(op, v::ExecutionModeOp::FN).and_then(|a| ctx.attr_symbol(a));
                let Some(function) = symbol else { continue };
                let operands = body.slot_attr(op, v::ExecutionModeOp::EXECUTION_MODE + 1);
                let operands = operands.and_then(|list| ctx.attr_array(list)).unwrap_or(&[]).to_vec();
                let mode = body.slot(op, v::ExecutionModeOp::EXECUTION_MODE);
                self.named.entry(function).or_default().modes.push(self.modes.len());
                self.modes.push(Mode { op, function, mode, operands });
            } else if let Some(variable) = v::GlobalVariable::cast(body, op) {
                let contents = variable.contents(ctx);
                self.variables.extend(contents.map(|(ty, class)| (op, ty, class.0)));
            } else if let Some(variable) = v::UntypedVariableKHR::cast(body, op) {
                let ty = variable.data_type(ctx);
                self.variables.extend(ty.map(|ty| (op, ty, variable.storage_class().0)));
            } else if body.def(op) == v::Func::ID {
                let function = body.nested(op).map(|inner| self.read_function(inner, &mut constants));
                self.functions.insert(op, function.unwrap_or_default());
            } else if let Some(constant) = v::GlobalConstant::cast(body, op)
                && let Some(ty) = constant.ty(ctx)
            {
                constants.note(ctx, ty, constant.value());
            }
        }
        self.constants = constants;
    }

    /// Adds an entry point, the op `op`, with its execution model, its function, and the variables that it lists.
    fn read_entry(&mut self, op: Op, model: u32, function: Ident, interface: Vec<Ident>) {
        self.named.entry(function).or_default().entries.push(self.entries.len());
        for variable in &interface {
            let models = self.listing.entry(*variable).or_default();
            if !models.contains(&model) {
                models.push(model);
            }
        }
        self.entries.push(EntryPoint {
            op,
            model,
            function,
            function_op: self.symbols.get(function),
            listed: interface.iter().copied().collect(),
            interface,
            reaches: Vec::new(),
        });
    }

    fn read_function(&self, body: &Body, constants: &mut ConstantFacts) -> FunctionFacts {
        let (mut function, mut called) = (FunctionFacts::default(), FxHashSet::default());
        for op in walk::ops(body) {
            let def = body.def(op);
            let is_reference = def == v::AddressOf::ID || def == v::ReferenceOf::ID;
            if def == v::Constant::ID || def == v::Undef::ID {
                let ty = body.results(op).next().and_then(|result| body.value_type_opt(result));
                if let Some(ty) = ty {
                    constants.note(self.ctx, ty, v::Constant::cast(body, op).and_then(|own| own.value()));
                }
                continue;
            }
            function.variables += usize::from(def == v::Variable::ID);
            constants.specialized |= def == v::SpecConstantOperation::ID;
            if !is_reference && def != v::FunctionCall::ID {
                continue;
            }
            let Some(symbol) =
                body.slot_attr(op, v::AddressOf::VARIABLE).and_then(|attr| self.ctx.attr_symbol(attr))
            else {
                continue;
            };
            if is_reference {
                let target = self.symbols.get(symbol).map(|target| self.body.def(target));
                constants.specialized |= def == v::ReferenceOf::ID && target != Some(v::GlobalConstant::ID);
                function.uses.insert(symbol);
            } else if let Some(callee) = self.symbols.get(symbol)
                && called.insert(callee)
            {
                function.calls.push(callee);
            }
        }
        function
    }

    /// Computes the functions that are reachable from each entry point.
    fn spread_models(&mut self) {
        let callees: Vec<Op> = self.functions.values().flat_map(|f| f.calls.iter().copied()).collect();
        for callee in callees {
            if let Some(function) = self.functions.get_mut(&callee) {
                function.is_called = true;
            }
        }
        for (index, entry) in self.entries.iter_mut().enumerate() {
            let mut open: Vec<Op> = entry.function_op.into_iter().collect();
            while let Some(op) = open.pop() {
                let Some(function) = self.functions.get_mut(&op) else { continue };
                if function.entries.last() != Some(&index) {
                    entry.reaches.push(op);
                    function.entries.push(index);
                    function.models.insert(entry.model);
                    open.extend(&function.calls);
                }
            }
        }
        self.find_recursion();
    }

    /// Finds functions that reach a cycle of calls. Repeatedly removes functions whose callees have all been removed;
    /// the remaining functions reach a cycle.
    fn find_recursion(&mut self) {
        let mut callers: FxHashMap<Op, Vec<Op>> = FxHashMap::default();
        let mut waiting: FxHashMap<Op, usize> = FxHashMap::default();
        let mut done = Vec::new();
        for (&op, function) in &self.functions {
            let calls = function.calls.iter().filter(|callee| self.functions.contains_key(callee));
            let count = calls.inspect(|&&callee| callers.entry(callee).or_default().push(op)).count();
            match count {
                0 => done.push(op),
                _ => _ = waiting.insert(op, count),
            }
        }
        while let Some(op) = done.pop() {
            for caller in callers.remove(&op).unwrap_or_default() {
                if let Some(count) = waiting.get_mut(&caller) {
                    *count -= 1;
                    if *count == 0 {
                        waiting.remove(&caller);
                        done.push(caller);
                    }
                }
            }
        }
        for op in waiting.into_keys() {
            if let Some(function) = self.functions.get_mut(&op) {
                function.may_recurse = true;
            }
        }
    }

    /// Returns whether the module declares a capability, directly or by implication.
    pub fn has(&self, capability: u32) -> bool {
        self.capabilities.contains(capability)
    }

    /// Returns whether the module declares any of the capabilities, directly or by implication.
    pub fn has_any(&self, capabilities: &[u32]) -> bool {
        capabilities.iter().any(|capability| self.has(*capability))
    }

    /// Returns whether the module declares an extension.
    pub fn has_extension(&self, name: &str) -> bool {
        self.extensions.contains(&name)
    }

    /// Returns whether the environment's API is Vulkan.
    pub fn is_vulkan(&self) -> bool {
        self.env.vulkan().is_some()
    }

    /// Returns whether the environment's API is OpenCL.
    pub fn is_opencl(&self) -> bool {
        self.env.is_opencl()
    }

    /// Returns whether the declared capabilities and extensions allow a numeric type with the requirement `number`.
    pub(super) fn allows(&self, number: &Number) -> bool {
        self.has_any(number.capabilities)
            || self.has_any(number.stored)
            || number.extensions.iter().any(|name| self.has_extension(name))
    }

    /// Returns whether the module declares a capability for 16-bit scalars in memory.
    pub fn stores_16_bits(&self) -> bool {
        self.has_any(requirements::STORED_16)
    }

    /// Returns whether any decoration group applies the same decoration with the same operands.
    pub fn is_grouped(&self, decoration: &Decoration) -> bool {
        !self.grouped.is_empty()
            && self.grouped.contains(&(decoration.decoration.value, decoration.operands.clone()))
    }

    /// Returns all decorations in a dictionary. The result is empty if the dictionary has an invalid entry.
    pub fn stated(&self, dict: Option<Attribute>) -> Rc<[Decoration]> {
        self.of_dict(dict).stated
    }

    /// Returns the decorations in a dictionary that rules consider. Like spirv-val, ignores OpDecorateString without a
    /// string, unless the option `strict` is set.
    pub fn decorations(&self, dict: Option<Attribute>) -> Rc<[Decoration]> {
        self.of_dict(dict).counted
    }

    fn of_dict(&self, dict: Option<Attribute>) -> Decorations {
        let Some(dict) = dict else { return Decorations::default() };
        if let Some(known) = self.decorations.borrow().get(&dict) {
            return known.clone();
        }
        let mut list = decorations::from_dict(self.ctx, Some(dict)).unwrap_or_default();
        // Export writes identical decorations only once.
        decorations::remove_repeated(&mut list);
        let stated: Rc<[Decoration]> = list.into();
        let counts = |found: &Decoration| {
            let by_string = [op::DECORATE_STRING, op::MEMBER_DECORATE_STRING].contains(&found.opcode);
            !by_string || found.operands.iter().any(|operand| matches!(operand, Operand::String(_)))
        };
        let counted = match self.env.options.strict || stated.iter().all(counts) {
            true => stated.clone(),
            false => stated.iter().filter(|found| counts(found)).cloned().collect(),
        };
        let found = Decorations { stated, counted };
        self.decorations.borrow_mut().insert(dict, found.clone());
        found
    }

    /// Returns whether a dictionary contains a decoration.
    pub fn is_decorated(&self, dict: Option<Attribute>, decoration: u32) -> bool {
        dict.is_some() && self.decorations(dict).iter().any(|d| d.decoration.value == decoration)
    }

    /// Returns the first operand of a decoration, if it is a literal or enumerant.
    pub fn decoration_word(&self, dict: Option<Attribute>, decoration: u32) -> Option<u32> {
        dict?;
        let list = self.decorations(dict);
        match list.iter().find(|d| d.decoration.value == decoration)?.operands.first()? {
            Operand::Word(word) => Some(*word),
            _ => None,
        }
    }

    /// Returns the shape of a type.
    pub fn shape(&self, ty: Type) -> Shape {
        let number = ty.raw() as usize;
        if let Some(&Some(known)) = self.shapes.borrow().get(number) {
            return known;
        }
        let (shape, mut shapes) = (Shape::new(self.ctx, ty), self.shapes.borrow_mut());
        // Deduction runs before the verifier, so a type may belong to another context and have any index.
        if shapes.len() <= number && self.ctx.has_type(ty) {
            shapes.resize(number + 1, None);
        }
        if let Some(place) = shapes.get_mut(number) {
            *place = Some(shape);
        }
        shape
    }

    /// Returns a type and all its direct and indirect component types. Does not follow pointers. Cached.
    pub fn parts(&self, ty: Type) -> Rc<[Type]> {
        if let Some(known) = self.parts.borrow().get(&ty) {
            return known.clone();
        }
        let found: Rc<[Type]> = parts(self.ctx, ty).into();
        self.parts.borrow_mut().insert(ty, found.clone());
        found
    }

    /// Returns whether the ops `first` and `last` of one IR block are in different blocks of the binary.
    pub fn is_split(&self, function: Op, body: &Body, first: Op, last: Op) -> bool {
        let Some(block) = body.parent(first) else { return false };
        let mut known = self.constructs.borrow_mut();
        let constructs = known
            .entry((function, block))
            .or_insert_with(|| body.ops(block).filter(|&op| body.region_count(op) > 0).collect());
        separates(constructs, body, first, last)
    }

    /// Returns the number of constructs that contain `op`, including `op` itself.
    pub fn nesting_depth(&self, function: Op, body: &Body, op: Op) -> u32 {
        let mut known = self.depths.borrow_mut();
        let (mut open, mut depth) = (Vec::new(), 0);
        let mut at = Some(op);
        while let Some(op) = at {
            if let Some(&found) = known.get(&(function, op)) {
                depth = found;
                break;
            }
            open.push(op);
            at = body.parent(op).and_then(|block| body.block_owner(block));
        }
        for op in open.into_iter().rev() {
            depth += 1;
            known.insert((function, op), depth);
        }
        depth
    }

    /// Returns the execution models of the entry points whose interface lists a variable.
    pub fn models_listing(&self, variable: Ident) -> &[u32] {
        self.listing.get(&variable).map_or(&[], |models| models)
    }

    /// Returns the decoration dictionary of a type, if any. Excludes decorations of its members.
    pub fn type_dict(&self, ty: Type) -> Option<Attribute> {
        match types::structure(self.ctx, ty) {
            Some(parts) => parts.decorations,
            None => types::view(self.ctx, ty).and_then(|(_, params)| params.first().copied()),
        }
    }

    /// Returns whether a type has a decoration.
    pub fn is_type_decorated(&self, ty: Type, decoration: u32) -> bool {
        let is_implied = decoration == d::BLOCK && self.implied_blocks.contains(&ty);
        is_implied || self.is_decorated(self.type_dict(ty), decoration)
    }

    /// Returns the global variable with the given symbol, if it is defined.
    pub fn variable(&self, symbol: Ident) -> Option<v::GlobalVariable<'a>> {
        v::GlobalVariable::cast(self.body, self.symbols.get(symbol)?)
    }

    /// Returns an iterator over the functions that have a body, in module order.
    pub(super) fn bodies(&self) -> impl Iterator<Item = (Op, &'a Body)> {
        let functions = walk::top_ops(self.body).filter(|op| self.functions.contains_key(op));
        functions.filter_map(|op| Some((op, self.body.nested(op)?)))
    }

    /// Returns the execution modes of a function.
    pub fn modes_of(&self, function: Ident) -> impl Iterator<Item = &Mode> {
        let numbers = self.named.get(&function).map_or(&[][..], |named| &named.modes);
        numbers.iter().map(|&number| &self.modes[number])
    }

    /// Returns the entry points of a function.
    pub fn entries_of(&self, function: Ident) -> impl Iterator<Item = &EntryPoint> {
        let numbers = self.named.get(&function).map_or(&[][..], |named| &named.entries);
        numbers.iter().map(|&number| &self.entries[number])
    }

    /// Returns whether the addressing model has logical pointers and the options do not relax their rules.
    pub fn has_logical_pointers(&self) -> bool {
        let logical = [addressing_model::LOGICAL, addressing_model::PHYSICAL_STORAGE_BUFFER64];
        logical.contains(&self.addressing_model) && !self.env.options.relax_logical_pointer
    }

    /// Returns the element type of an array type, or the type itself if it is not an array.
    pub fn array_element(&self, ty: Type) -> Type {
        let shape = self.shape(ty);
        match shape.inner {
            Some(inner) if matches!(shape.kind, TypeKind::Array | TypeKind::RuntimeArray) => inner,
            _ => ty,
        }
    }

    /// Returns the functions that an entry point reaches.
    pub fn reached(&self, entry: &EntryPoint) -> impl Iterator<Item = &FunctionFacts> {
        entry.reaches.iter().filter_map(|op| self.functions.get(op))
    }

    /// Returns whether a function has an execution mode.
    pub fn has_mode(&self, function: Ident, mode: u32) -> bool {
        self.modes_of(function).any(|own| own.mode == mode)
    }
}

/// Returns the capabilities and extensions that depend on specialization constants. Instructions that need them depend
/// on the same constants. The version of the result has no meaning.
pub(crate) fn conditional_declarations<'c>(ctx: &'c Context, module: &Body) -> Vce<'c> {
    let mut all = Vce::empty();
    for op in walk::top_ops(module) {
        if let Some(conditional) = v::ConditionalCapabilityINTEL::cast(module, op) {
            all.capabilities.push(conditional.capability().0);
        } else if let Some(conditional) = v::ConditionalExtensionINTEL::cast(module, op) {
            all.extensions.extend(conditional.name(ctx));
        }
    }
    all
}

/// Returns a type and all its direct and indirect component types. Does not follow pointers.
fn parts(ctx: &Context, ty: Type) -> Vec<Type> {
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    let mut open = vec![ty];
    while let Some(ty) = open.pop() {
        if !seen.insert(ty) {
            continue;
        }
        found.push(ty);
        if let Some(parts) = types::structure(ctx, ty) {
            open.extend(parts.members.iter().rev().filter_map(|member| ctx.attr_type(*member)));
            continue;
        }
        let shape = Shape::new(ctx, ty);
        let through = matches!(
            shape.kind,
            TypeKind::Vector
                | TypeKind::LongVector
                | TypeKind::Matrix
                | TypeKind::Array
                | TypeKind::RuntimeArray
                | TypeKind::CoopMatrix
        );
        open.extend(shape.inner.filter(|_| through));
    }
    found
}
