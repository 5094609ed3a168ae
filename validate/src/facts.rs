//! Facts of a module that rules ask for: what it declares, its entry points, and what its functions call and use.

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
use spv_dialect::generated::values::{built_in, capability as c, decoration as d, execution_mode as mode};
use spv_dialect::generated::views as v;
use spv_dialect::types;
use spv_dialect::vce::Vce;
use spv_dialect::verify::shape::{Kind, Shape};
use spv_ir::symbols::SymbolTable;
use spv_ir::{Attribute, Block, Body, Context, Ident, Op, Type, TypeData, walk};
use std::cell::RefCell;
use std::rc::Rc;

/// Facts of one `spv.module`.
pub struct Facts<'a> {
    /// The context.
    pub ctx: &'a Context,
    /// The environment.
    pub env: &'a TargetEnv,
    /// The rules of the environment's API.
    pub(super) dispatch: Dispatch,
    /// The body that holds the `spv.module`.
    pub outer: &'a Body,
    /// The `spv.module`.
    pub op: Op,
    /// Its body.
    pub body: &'a Body,
    /// Its version, as in the header of a binary.
    pub version: u32,
    /// The capabilities that it declares.
    pub declared: Vec<u32>,
    /// The same with all that these imply.
    pub capabilities: CapabilitySet,
    /// Names of its extensions.
    pub extensions: Vec<&'a str>,
    /// The number of its addressing model.
    pub addressing_model: u32,
    /// The number of its memory model.
    pub memory_model: u32,
    /// Its symbols.
    pub symbols: SymbolTable,
    /// Its entry points in order.
    pub entries: Vec<Entry>,
    /// By symbol of a variable: the models of the entry points that list it, each once.
    listing: FxHashMap<Ident, SmallVec<[u32; 1]>>,
    /// Its functions, by op of the module's body.
    pub functions: FxHashMap<Op, FunctionFacts>,
    /// Its execution modes in order, of all entry points.
    pub modes: Vec<Mode>,
    /// By symbol of a function: the numbers of its entry points and execution modes.
    named: FxHashMap<Ident, Named>,
    /// What there is among its constants.
    pub constants: ConstantFacts,
    /// Whether a constant is WorkgroupSize.
    pub has_workgroup_size: bool,
    /// Whether numbers of 8 or 16 bits may be declared for memory alone.
    pub limits_numbers: bool,
    /// Decorations that decoration groups apply, with their operands: spirv-val does not check their targets.
    grouped: FxHashSet<(u32, Vec<Operand>)>,
    /// Structs that export decorates with Block.
    implied_blocks: Vec<Type>,
    decorations: RefCell<FxHashMap<Attribute, Decorations>>,
    parts: RefCell<FxHashMap<Type, Rc<[Type]>>>,
    constructs: RefCell<Constructs>,
    /// By function and construct: the number of constructs that it is in, with itself.
    depths: RefCell<FxHashMap<(Op, Op), u32>>,
    /// By number of a type, as far as they were asked for.
    shapes: RefCell<Vec<Option<Shape>>>,
}

/// An entry point.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its op.
    pub op: Op,
    /// The number of its execution model.
    pub model: u32,
    /// The function's symbol.
    pub function: Ident,
    /// The op of that function.
    pub function_op: Option<Op>,
    /// The symbols of its interface.
    pub interface: Vec<Ident>,
    /// The same as a set.
    pub listed: FxHashSet<Ident>,
    /// The functions that it reaches.
    pub reaches: Vec<Op>,
}

/// What names a function, by number.
#[derive(Default)]
struct Named {
    entries: SmallVec<[usize; 1]>,
    modes: SmallVec<[usize; 4]>,
}

/// An execution mode of a function.
#[derive(Clone, Debug)]
pub struct Mode {
    /// Its op.
    pub op: Op,
    /// The symbol of the function.
    pub function: Ident,
    /// The number of the mode.
    pub mode: u32,
    /// Its operands: integers, or what ids represent.
    pub operands: Vec<Attribute>,
}

/// What there is among the constants of a module: most modules have none of these, so that rules about them need not look at
/// what defines an operand.
#[derive(Clone, Copy, Debug, Default)]
pub struct ConstantFacts {
    /// One that may be specialized.
    pub specialized: bool,
    /// One of a signed type that is negative.
    pub negative: bool,
    /// An OpUndef of a pointer, in a function or outside.
    pub undefined_pointer: bool,
}

impl ConstantFacts {
    /// Adds a constant of a type, or an OpUndef, which has no value.
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
                let is_pointer = matches!(Shape::new(ctx, ty).kind, Kind::Pointer | Kind::UntypedPointer);
                let is_undef =
                    |value| matches!(attributes::view(ctx, value), Some((attributes::Kind::Undef, _)));
                self.undefined_pointer = is_pointer && value().is_none_or(is_undef);
            }
            _ => {}
        }
    }
}

/// A function.
#[derive(Clone, Debug, Default)]
pub struct FunctionFacts {
    /// The number of its variables.
    pub variables: usize,
    /// The functions that it calls.
    pub calls: Vec<Op>,
    /// The symbols of module-level definitions that it uses as values.
    pub uses: FxHashSet<Ident>,
    /// The execution models of the entry points that reach it.
    pub models: Models,
    /// The entry points that reach it, by number.
    pub entries: Vec<usize>,
    /// Whether a function calls it.
    pub is_called: bool,
    /// Whether it reaches a function by calls that reaches itself.
    pub may_recurse: bool,
}

/// The ops with regions of a block, by function and block.
type Constructs = FxHashMap<(Op, Block), Rc<[Op]>>;

/// The decorations of a dictionary.
#[derive(Clone, Default)]
struct Decorations {
    stated: Rc<[Decoration]>,
    counted: Rc<[Decoration]>,
}

impl<'a> Facts<'a> {
    /// The facts of an `spv.module` in a body; `None` if the op has no body.
    pub fn new(ctx: &'a Context, env: &'a TargetEnv, outer: &'a Body, op: Op) -> Option<Facts<'a>> {
        Some(Facts::of(ctx, env, outer, op, outer.nested(op)?))
    }

    /// Collects the facts of a module whose body may be detached from its op.
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

    fn read_module(&mut self) {
        let (ctx, body) = (self.ctx, self.body);
        let mut constants = ConstantFacts::default();
        for op in walk::top_ops(body) {
            self.has_workgroup_size |=
                self.decoration_word(body.attrs(op), d::BUILT_IN) == Some(built_in::WORKGROUP_SIZE);
            if let Some(entry) = v::EntryPoint::cast(body, op) {
                let Some(function) = entry.fn_(ctx) else { continue };
                self.named.entry(function).or_default().entries.push(self.entries.len());
                let model = entry.execution_model().0;
                for variable in entry.interface(ctx) {
                    let models = self.listing.entry(variable).or_default();
                    if !models.contains(&model) {
                        models.push(model);
                    }
                }
                self.entries.push(Entry {
                    op,
                    model,
                    function,
                    function_op: self.symbols.get(function),
                    interface: entry.interface(ctx).collect(),
                    listed: entry.interface(ctx).collect(),
                    reaches: Vec::new(),
                });
            } else if [v::ExecutionModeOp::ID, v::ExecutionModeId::ID].contains(&body.def(op)) {
                let symbol = body.slot_attr(op, v::ExecutionModeOp::FN).and_then(|a| ctx.attr_symbol(a));
                let Some(function) = symbol else { continue };
                let operands = body.slot_attr(op, v::ExecutionModeOp::EXECUTION_MODE + 1);
                let operands = operands.and_then(|list| ctx.attr_array(list)).unwrap_or(&[]).to_vec();
                let mode = body.slot(op, v::ExecutionModeOp::EXECUTION_MODE);
                self.named.entry(function).or_default().modes.push(self.modes.len());
                self.modes.push(Mode { op, function, mode, operands });
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

    /// Computes which entry points reach which functions.
    fn spread_models(&mut self) {
        let callees: Vec<Op> = self.functions.values().flat_map(|f| f.calls.iter().copied()).collect();
        for callee in callees {
            if let Some(function) = self.functions.get_mut(&callee) {
                function.is_called = true;
            }
        }
        for (number, entry) in self.entries.iter_mut().enumerate() {
            let mut open: Vec<Op> = entry.function_op.into_iter().collect();
            while let Some(op) = open.pop() {
                let Some(function) = self.functions.get_mut(&op) else { continue };
                if function.entries.last() != Some(&number) {
                    entry.reaches.push(op);
                    function.entries.push(number);
                    function.models.insert(entry.model);
                    open.extend(&function.calls);
                }
            }
        }
        self.find_recursion();
    }

    /// Functions of which all callees return without recursion are removed, until none is left: those that stay reach
    /// a cycle.
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

    /// Whether the module declares a capability, or one that implies it.
    pub fn has(&self, capability: u32) -> bool {
        self.capabilities.contains(capability)
    }

    /// Whether the module declares any of these capabilities, or one that implies it.
    pub fn has_any(&self, capabilities: &[u32]) -> bool {
        capabilities.iter().any(|capability| self.has(*capability))
    }

    /// Whether the module declares an extension.
    pub fn has_extension(&self, name: &str) -> bool {
        self.extensions.contains(&name)
    }

    /// Whether the environment's API is Vulkan.
    pub fn is_vulkan(&self) -> bool {
        self.env.vulkan().is_some()
    }

    /// Whether the environment's API is OpenCL.
    pub fn is_opencl(&self) -> bool {
        self.env.is_opencl()
    }

    /// Whether the module may declare a type of numbers.
    pub(super) fn allows(&self, number: &Number) -> bool {
        self.has_any(number.own)
            || self.has_any(number.stored)
            || number.extensions.iter().any(|name| self.has_extension(name))
    }

    /// Whether a capability for 16-bit numbers in memory is declared.
    pub fn stores_16_bits(&self) -> bool {
        self.has_any(requirements::STORED_16)
    }

    /// Whether a decoration group applies an equal decoration to something.
    pub fn is_grouped(&self, decoration: &Decoration) -> bool {
        !self.grouped.is_empty()
            && self.grouped.contains(&(decoration.decoration.value, decoration.operands.clone()))
    }

    /// The decorations that a dictionary states; none where it has an entry that is none.
    pub fn stated(&self, dict: Option<Attribute>) -> Rc<[Decoration]> {
        self.of_dict(dict).stated
    }

    /// The decorations of a dictionary: those that are stated, but by OpDecorateString only those with a string, as
    /// spirv-val has it unless it is to be strict.
    pub fn decorations(&self, dict: Option<Attribute>) -> Rc<[Decoration]> {
        self.of_dict(dict).counted
    }

    fn of_dict(&self, dict: Option<Attribute>) -> Decorations {
        let Some(dict) = dict else { return Decorations::default() };
        if let Some(known) = self.decorations.borrow().get(&dict) {
            return known.clone();
        }
        let mut list = decorations::from_dict(self.ctx, Some(dict)).unwrap_or_default();
        // Export writes equal ones once.
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

    /// Whether a dictionary has a decoration.
    pub fn is_decorated(&self, dict: Option<Attribute>, decoration: u32) -> bool {
        dict.is_some() && self.decorations(dict).iter().any(|d| d.decoration.value == decoration)
    }

    /// The first operand of a decoration, if it is a literal or enumerant.
    pub fn decoration_word(&self, dict: Option<Attribute>, decoration: u32) -> Option<u32> {
        dict?;
        let list = self.decorations(dict);
        match list.iter().find(|d| d.decoration.value == decoration)?.operands.first()? {
            Operand::Word(word) => Some(*word),
            _ => None,
        }
    }

    /// What rules ask of a type.
    pub fn shape(&self, ty: Type) -> Shape {
        let number = ty.raw() as usize;
        if let Some(&Some(known)) = self.shapes.borrow().get(number) {
            return known;
        }
        let (shape, mut shapes) = (Shape::new(self.ctx, ty), self.shapes.borrow_mut());
        // Deduction asks before the verifier has run: a type of another context may have any number.
        if shapes.len() <= number && self.ctx.has_type(ty) {
            shapes.resize(number + 1, None);
        }
        if let Some(place) = shapes.get_mut(number) {
            *place = Some(shape);
        }
        shape
    }

    /// A type and all that it is composed of, not through pointers.
    pub fn parts(&self, ty: Type) -> Rc<[Type]> {
        if let Some(known) = self.parts.borrow().get(&ty) {
            return known.clone();
        }
        let found: Rc<[Type]> = parts(self.ctx, ty).into();
        self.parts.borrow_mut().insert(ty, found.clone());
        found
    }

    /// Whether an op and a later one in the same block of a function are in different blocks of the binary.
    pub fn is_split(&self, function: Op, body: &Body, first: Op, last: Op) -> bool {
        let Some(block) = body.parent(first) else { return false };
        let mut known = self.constructs.borrow_mut();
        let constructs = known
            .entry((function, block))
            .or_insert_with(|| body.ops(block).filter(|&op| body.region_count(op) > 0).collect());
        separates(constructs, body, first, last)
    }

    /// The number of constructs that an op with a region is in, with itself.
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

    /// The models of the entry points that list a variable.
    pub fn models_listing(&self, variable: Ident) -> &[u32] {
        self.listing.get(&variable).map_or(&[], |models| models)
    }

    /// The dictionary of the decorations of a type itself.
    pub fn type_dict(&self, ty: Type) -> Option<Attribute> {
        match types::structure(self.ctx, ty) {
            Some(parts) => parts.decorations,
            None => types::view(self.ctx, ty).and_then(|(_, params)| params.first().copied()),
        }
    }

    /// Whether a type has a decoration.
    pub fn is_type_decorated(&self, ty: Type, decoration: u32) -> bool {
        let is_implied = decoration == d::BLOCK && self.implied_blocks.contains(&ty);
        is_implied || self.is_decorated(self.type_dict(ty), decoration)
    }

    /// The dictionary of the decorations of a member of a struct.
    pub fn member_dict(&self, ty: Type, member: usize) -> Option<Attribute> {
        types::structure(self.ctx, ty)?.member_decorations.get(member).copied()
    }

    /// The global variable of a symbol.
    pub fn variable(&self, symbol: Ident) -> Option<v::GlobalVariable<'a>> {
        v::GlobalVariable::cast(self.body, self.symbols.get(symbol)?)
    }

    /// The execution modes of a function.
    pub fn modes_of(&self, function: Ident) -> impl Iterator<Item = &Mode> {
        let numbers = self.named.get(&function).map_or(&[][..], |named| &named.modes);
        numbers.iter().map(|&number| &self.modes[number])
    }

    /// The entry points that name a function.
    pub fn entries_of(&self, function: Ident) -> impl Iterator<Item = &Entry> {
        let numbers = self.named.get(&function).map_or(&[][..], |named| &named.entries);
        numbers.iter().map(|&number| &self.entries[number])
    }

    /// The functions that an entry point reaches.
    pub fn reached(&self, entry: &Entry) -> impl Iterator<Item = &FunctionFacts> {
        entry.reaches.iter().filter_map(|op| self.functions.get(op))
    }

    /// Whether a function has an execution mode.
    pub fn has_mode(&self, function: Ident, mode: u32) -> bool {
        self.modes_of(function).any(|own| own.mode == mode)
    }

    /// Whether a function states its workgroup size.
    pub fn has_local_size(&self, function: Ident) -> bool {
        self.modes_of(function).any(|own| [mode::LOCAL_SIZE, mode::LOCAL_SIZE_ID].contains(&own.mode))
    }
}

/// A type and all that it is composed of, not through pointers.
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
            Kind::Vector
                | Kind::LongVector
                | Kind::Matrix
                | Kind::Array
                | Kind::RuntimeArray
                | Kind::CoopMatrix
        );
        open.extend(shape.inner.filter(|_| through));
    }
    found
}
