//! Builder for function bodies: constants and addresses in the entry block, and structured control flow

mod graph;

use super::{Builder, Global, Types, Yielded};
use rustc_hash::{FxHashMap, FxHashSet};
use spv_dialect::attributes::{self, AttrKind};
use spv_dialect::control::loop_blocks;
use spv_dialect::generated::typed_enums::{
    LoopControl, MemorySemantics, Scope, SelectionControl, StorageClass,
};
use spv_dialect::generated::views as v;
use spv_dialect::spv;
use spv_dialect::structure::NO_MERGE;
use spv_dialect::verify::type_text;
use spv_ir::dialect::{OpDefId, Traits};
use spv_ir::{AttrData, Attribute, Block, Body, Ident, InsertPoint, NewOp, Op, Type, TypeData, Value, walk};

/// A builder for the body of a function. Extends [`Builder`] with unique constants and global addresses in the entry
/// block, and with structured control flow in region form.
///
/// Callbacks build the branches, cases and bodies of selections and loops. Their return values are the values that the
/// branch, case or body yields: none, one or several ([`Yielded`]). A callback that adds its own terminator (`return_`,
/// `kill`, [`Self::break_loop`], [`Self::continue_loop`]) yields `()`.
pub struct FunctionBuilder<'a> {
    builder: Builder<'a>,
    entry: Block,
    /// Symbol of the function, or `None` if the body is not built by a module builder.
    pub(crate) function: Option<Ident>,
    /// Result type of the function, or `None` if it is void or not built by a module builder.
    pub(crate) result: Option<Type>,
    /// Last constant or address at the top of the entry block.
    last_constant: Option<Op>,
    constants: FxHashMap<(Type, Attribute), Value>,
    references: FxHashMap<Ident, Value>,
    selection_control: SelectionControl,
    loop_control: LoopControl,
    /// Whether [`Self::report_block_ends`] has been called.
    has_checked_ends: bool,
}

impl<'a> std::ops::Deref for FunctionBuilder<'a> {
    type Target = Builder<'a>;
    fn deref(&self) -> &Builder<'a> {
        &self.builder
    }
}

impl<'a> std::ops::DerefMut for FunctionBuilder<'a> {
    fn deref_mut(&mut self) -> &mut Builder<'a> {
        &mut self.builder
    }
}

/// The code that a callback of [`FunctionBuilder::while_parts`] builds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhilePart {
    /// The computation of the condition.
    Condition,
    /// The loop body, which computes the arguments of the next iteration.
    Body,
}

/// Attribute slots of a conditional branch or switch without a merge instruction. The first slot holds switch literals
/// or branch weights.
const CHOICE: [u32; 5] = [0, NO_MERGE[0], NO_MERGE[1], NO_MERGE[2], NO_MERGE[3]];

impl<'a> FunctionBuilder<'a> {
    /// Constructs a builder that appends to the entry block of a function.
    pub fn new(builder: Builder<'a>, entry: Block) -> FunctionBuilder<'a> {
        FunctionBuilder {
            builder,
            entry,
            function: None,
            result: None,
            last_constant: None,
            constants: FxHashMap::default(),
            references: FxHashMap::default(),
            selection_control: SelectionControl::NONE,
            loop_control: LoopControl::NONE,
            has_checked_ends: false,
        }
    }

    /// Returns the underlying builder, which holds the collected errors.
    pub fn into_builder(self) -> Builder<'a> {
        self.builder
    }

    /// Returns a parameter of the function. Reports an error if `index` is out of range.
    pub fn parameter(&mut self, index: usize) -> Value {
        self.numbered(self.entry, index, "parameter")
    }

    fn numbered(&mut self, block: Block, index: usize, kind: &str) -> Value {
        let count = self.args(block).len();
        match self.args(block).get(index) {
            Some(&value) => value,
            None => {
                self.error(format!("{kind} #{index} is out of range: there are {count}"));
                self.missing()
            }
        }
    }

    /// Runs `build` at another insertion point, and restores the previous one afterwards.
    pub fn with_insertion_point<R>(&mut self, at: InsertPoint, build: impl FnOnce(&mut Self) -> R) -> R {
        let saved = self.insertion_point();
        self.set_insertion_point(at);
        let result = build(self);
        self.set_insertion_point(saved);
        result
    }

    /// Sets the debug name of a value, like [`Builder::name`]. A constant keeps its first name, because identical constants
    /// share one op. Export writes no names of constants.
    pub fn name(&mut self, value: Value, name: &str) {
        let is_constant = self.defining_op(value).is_some_and(|op| self.def(op) == v::Constant::ID);
        if !is_constant || self.value_name(value).is_none() {
            self.builder.name(value, name);
        }
    }

    /// Returns a constant. Identical constants share one op. See [`spv_dialect::attributes`] for the attributes.
    pub fn constant(&mut self, ty: Type, value: Attribute) -> Value {
        if let Some(&known) = self.constants.get(&(ty, value)).filter(|&&known| self.is_kept(known)) {
            return known;
        }
        let constant = self.shared(|b| b.builder.constant(ty, value));
        self.constants.insert((ty, value), constant);
        constant
    }

    /// Returns an unsigned 32-bit integer constant.
    pub fn u32(&mut self, value: u32) -> Value {
        let ctx = self.ctx();
        self.constant(ctx.common().i32, ctx.i32_attr(value))
    }

    /// Returns a signed 32-bit integer constant.
    pub fn i32(&mut self, value: i32) -> Value {
        let ty = self.ctx().signed(32);
        self.integer(ty, i64::from(value) as u64)
    }

    /// Returns an integer constant. The width of its type is at most 64 bits. Reports a value that does not fit, neither
    /// as unsigned integer nor sign-extended to 64 bits.
    pub fn integer(&mut self, ty: Type, value: u64) -> Value {
        if self.exceeded_width(ty, value).is_some() {
            let ty = type_text(self.ctx(), ty);
            self.error(format!("the integer {} does not fit in type '{ty}'", value as i64));
        }
        let value = self.ctx().int_attr(value, ty);
        self.constant(ty, value)
    }

    /// Returns the width of an integer type if `value` does not fit, neither as unsigned integer nor sign-extended to 64
    /// bits.
    fn exceeded_width(&self, ty: Type, value: u64) -> Option<u32> {
        match *self.ctx().type_data(ty) {
            TypeData::Integer { width: width @ 1..64, .. } => {
                (value >> width != 0 && value as i64 >> (width - 1) != -1).then_some(width)
            }
            _ => None,
        }
    }

    /// Returns a 32-bit float constant.
    pub fn f32(&mut self, value: f32) -> Value {
        let ctx = self.ctx();
        self.constant(ctx.common().f32, ctx.f32(value))
    }

    /// Returns a 64-bit float constant.
    pub fn f64(&mut self, value: f64) -> Value {
        let ctx = self.ctx();
        self.constant(ctx.float(64), ctx.f64(value))
    }

    /// Returns a boolean constant.
    pub fn bool(&mut self, value: bool) -> Value {
        let ctx = self.ctx();
        self.constant(ctx.common().i1, ctx.bool_attr(value))
    }

    /// Returns the null constant of a type (OpConstantNull).
    pub fn null(&mut self, ty: Type) -> Value {
        let null = attributes::make(self.ctx(), AttrKind::Null, &[]).expect("the dialect is registered");
        self.constant(ty, null)
    }

    /// Returns a vector constant with the given scalar components, for example `&[ctx.f32(1.0); 4]`.
    pub fn vector_constant(&mut self, components: &[Attribute]) -> Value {
        let ctx = self.ctx();
        let bits = |attr: &Attribute| match *ctx.attr_data(*attr) {
            AttrData::Integer { value, ty } => Some((ty, value)),
            AttrData::Float { bits, ty } => Some((ty, bits)),
            AttrData::Bool(value) => Some((ctx.common().i1, u64::from(value))),
            _ => None,
        };
        let parts: Option<Vec<(Type, u64)>> = components.iter().map(bits).collect();
        if components.is_empty() {
            self.error("a vector constant must have at least two components, but there are none");
            return self.null(ctx.common().i32);
        }
        let Some((parts, first)) = parts.and_then(|parts| Some((parts.clone(), *parts.first()?))) else {
            self.error("the components of a vector constant must be numbers or booleans");
            return self.null(ctx.common().i32);
        };
        if parts.iter().any(|(ty, _)| *ty != first.0) {
            self.error("the components of a vector constant must have the same type");
        }
        let ty = ctx.vector(first.0, parts.len() as u32);
        let value = ctx.dense_attr(ty, parts.into_iter().map(|(_, bits)| bits).collect());
        self.constant(ty, value)
    }

    /// Returns the address of a global variable. All calls for a variable share one `spv.mlir.addressof`.
    pub fn address(&mut self, variable: Global) -> Value {
        self.reference(variable, Builder::address_of)
    }

    /// Returns the address of a member of a global variable whose type is a struct.
    pub fn member(&mut self, variable: Global, index: u32) -> Value {
        let (base, index) = (self.address(variable), self.u32(index));
        self.access_chain(base, &[index])
    }

    /// Loads the value of a global variable.
    pub fn load_global(&mut self, variable: Global) -> Value {
        let address = self.address(variable);
        self.load(address)
    }

    /// Stores a value in a global variable. Returns the store op.
    pub fn store_global(&mut self, variable: Global, value: Value) -> Op {
        let address = self.address(variable);
        self.store(address, value)
    }

    /// Returns the value of a specialization constant. All calls for a constant share one `spv.mlir.referenceof`.
    pub fn spec_constant_value(&mut self, constant: Global) -> Value {
        self.reference(constant, Builder::reference_of)
    }

    fn reference(
        &mut self,
        global: Global,
        build: impl FnOnce(&mut Builder<'a>, Type, Ident) -> Value,
    ) -> Value {
        if let Some(&known) = self.references.get(&global.symbol).filter(|&&known| self.is_kept(known)) {
            return known;
        }
        let value = self.shared(|b| build(&mut b.builder, global.ty, global.symbol));
        self.references.insert(global.symbol, value);
        value
    }

    /// Whether the op that defines a shared constant or address still exists. The user may have erased it.
    fn is_kept(&self, shared: Value) -> bool {
        self.defining_op(shared).is_some_and(|op| self.has_op(op))
    }

    /// Builds a constant or address like [`Self::at_head`], without the attributes and the type of the op built next.
    /// Later code may share the constant or address.
    fn shared(&mut self, build: impl FnOnce(&mut Self) -> Value) -> Value {
        let next = (self.attrs.take(), self.result_type.take());
        let value = self.at_head(build);
        (self.attrs, self.result_type) = next;
        value
    }

    /// Builds an op after the constants at the top of the entry block. Returns its result. The current location is only
    /// for diagnostics, because the op is not part of the code at that location.
    fn at_head(&mut self, build: impl FnOnce(&mut Self) -> Value) -> Value {
        let next = match self.last_constant.filter(|&last| self.parent(last) == Some(self.entry)) {
            Some(last) => self.next(last),
            None => self.first_op(self.entry),
        };
        let at = next.map_or(InsertPoint::End(self.entry), InsertPoint::Before);
        let loc = self.loc;
        self.loc = loc.diagnostic_only();
        let value = self.with_insertion_point(at, build);
        self.loc = loc;
        self.last_constant = self.defining_op(value);
        value
    }

    /// Creates a local variable of type `ty` at the top of the entry block. Returns its address.
    pub fn local_variable(&mut self, ty: Type) -> Value {
        self.check_type("the type of a local variable", ty);
        self.variable_of(ty)
    }

    fn variable_of(&mut self, ty: Type) -> Value {
        let pointer = self.ctx().pointer(ty, StorageClass::Function);
        self.at_head(|b| b.variable(pointer))
    }

    /// Creates a local variable with a debug name, and stores a value in it at the insertion point. Returns its
    /// address.
    pub fn named_variable(&mut self, name: &str, value: Value) -> Value {
        let address = self.variable_of(self.value_type(value));
        self.name(address, name);
        self.store(address, value);
        address
    }

    /// Builds a barrier that waits for all invocations of the workgroup and makes their writes to workgroup memory
    /// visible.
    pub fn workgroup_barrier(&mut self) {
        let semantics = MemorySemantics::ACQUIRE_RELEASE | MemorySemantics::WORKGROUP_MEMORY;
        self.control_barrier(Scope::Workgroup, Scope::Workgroup, semantics);
    }

    /// Builds a branch out of the innermost loop, from a nested selection. `results` are the results of the loop.
    pub fn break_loop(&mut self, results: &[Value]) {
        if let Some(op) = self.innermost_loop("break_loop") {
            let types: Vec<Type> = self.results(op).map(|result| self.value_type(result)).collect();
            self.check_values("break_loop", "yields", results, &types);
        }
        self.break_(results, 0);
    }

    /// Builds a branch to the next iteration of the innermost loop, from a nested selection. `next` are the new loop
    /// arguments.
    pub fn continue_loop(&mut self, next: &[Value]) {
        if let Some(loop_blocks) = self.innermost_loop("continue_loop").and_then(|op| loop_blocks(self, op)) {
            let types: Vec<Type> =
                self.args(loop_blocks.header).iter().map(|&a| self.value_type(a)).collect();
            self.check_values("continue_loop", "yields", next, &types);
        }
        self.continue_(next, 0);
    }

    /// Returns the innermost loop around the insertion point. Reports an error if there is no loop.
    fn innermost_loop(&mut self, caller: &str) -> Option<Op> {
        let owner = |block: Block| self.block_parent(block).and_then(|region| self.region_owner(region));
        let block = match self.insertion_point() {
            InsertPoint::End(block) => Some(block),
            InsertPoint::Before(op) => self.parent(op),
            InsertPoint::Detached => None,
        };
        let found = std::iter::successors(block.and_then(owner), |&op| self.parent(op).and_then(owner))
            .find(|&op| self.def(op) == v::Loop::ID);
        if found.is_none() {
            self.error(format!("'{caller}' must be called inside a loop"));
        }
        found
    }

    /// Reports an error if `values` differ in number or type from `types`, which a construct or block expects.
    fn check_values(&mut self, part: &str, verb: &str, values: &[Value], types: &[Type]) {
        let (given, taken) = (values.len(), types.len());
        let taker = if verb == "gets" { "block" } else { "construct" };
        if given != taken {
            let plural = if given == 1 { "" } else { "s" };
            return self
                .error(format!("{part} {verb} {given} value{plural}, but the {taker} expects {taken}"));
        }
        for (at, (&value, &ty)) in values.iter().zip(types).enumerate() {
            if let Some(found) = self.value_type_opt(value).filter(|&found| found != ty) {
                let [found, ty] = [found, ty].map(|ty| type_text(self.ctx(), ty));
                self.error(format!("{part} {verb} {found} as value #{at}, but the {taker} expects {ty}"));
            }
        }
    }

    /// Reports an error if the type of a condition is not boolean.
    fn check_condition(&mut self, caller: &str, condition: Value) {
        let bool = self.ctx().common().i1;
        if let Some(found) = self.value_type_opt(condition).filter(|&found| found != bool) {
            let found = type_text(self.ctx(), found);
            self.error(format!("the condition of '{caller}' must be a boolean, but is {found}"));
        }
    }

    /// Sets the selection-control mask of the next selection.
    pub fn with_selection_control(&mut self, control: SelectionControl) -> &mut Self {
        self.selection_control = control;
        self
    }

    /// Sets the loop-control mask of the next loop. The mask must not contain bits that have operands.
    pub fn with_loop_control(&mut self, control: LoopControl) -> &mut Self {
        self.loop_control = control;
        self
    }

    /// Reports control masks that do not apply to `next`, the construct that follows. Clears them.
    fn report_unused_controls(&mut self, next: &str) {
        let selection = std::mem::replace(&mut self.selection_control, SelectionControl::NONE);
        let of_loop = std::mem::replace(&mut self.loop_control, LoopControl::NONE);
        if selection != SelectionControl::NONE {
            self.error(format!("'with_selection_control' applies to a selection, but {next} follows"));
        }
        if of_loop != LoopControl::NONE {
            self.error(format!("'with_loop_control' applies to a loop, but {next} follows"));
        }
    }

    /// Builds `if (condition) { then } else { otherwise }` and returns its results, which have the types `results`.
    pub fn if_else<T: Yielded, E: Yielded>(
        &mut self,
        condition: Value,
        results: &[Type],
        then: impl FnOnce(&mut Self) -> T,
        otherwise: impl FnOnce(&mut Self) -> E,
    ) -> Vec<Value> {
        let (mut then, mut otherwise) = (Some(then), Some(otherwise));
        self.if_of("if_else", condition, results, |b, taken| match taken {
            true => then.take().map_or_else(Vec::new, |then| then(b).values()),
            false => otherwise.take().map_or_else(Vec::new, |otherwise| otherwise(b).values()),
        })
    }

    /// Builds an [`Self::if_else`] with a single closure, which is called with `true` for the then-branch and then with
    /// `false`. Both branches can therefore borrow the same state mutably, for example the state of the front end.
    pub fn if_parts<Y: Yielded>(
        &mut self,
        condition: Value,
        results: &[Type],
        part: impl FnMut(&mut Self, bool) -> Y,
    ) -> Vec<Value> {
        self.if_of("if_parts", condition, results, part)
    }

    /// Builds a selection with two branches. Messages name `caller`, the method that the user called.
    fn if_of<Y: Yielded>(
        &mut self,
        caller: &str,
        condition: Value,
        results: &[Type],
        mut part: impl FnMut(&mut Self, bool) -> Y,
    ) -> Vec<Value> {
        self.check_condition(caller, condition);
        let op = self.selection(results);
        let [header, then_block, else_block, merge] = self.blocks(op);
        self.branch_to(
            header,
            v::BranchConditional::ID,
            &[condition],
            &CHOICE,
            &[(then_block, &[]), (else_block, &[])],
        );
        for (name, block, taken) in [("then", then_block, true), ("else", else_block, false)] {
            let name = format!("the '{name}' branch of '{caller}'");
            self.part(&name, block, (merge, results), |b| part(b, taken));
        }
        self.end_construct(op, merge, results)
    }

    /// Builds `if (condition) { then }`.
    pub fn if_(&mut self, condition: Value, then: impl FnOnce(&mut Self)) {
        self.if_or_of("if_", condition, &[], then);
    }

    /// Builds `if (condition) { then }` and returns its results. If the condition is false, the results are `defaults`.
    pub fn if_or<Y: Yielded>(
        &mut self,
        condition: Value,
        defaults: &[Value],
        then: impl FnOnce(&mut Self) -> Y,
    ) -> Vec<Value> {
        self.if_or_of("if_or", condition, defaults, then)
    }

    fn if_or_of<Y: Yielded>(
        &mut self,
        caller: &str,
        condition: Value,
        defaults: &[Value],
        then: impl FnOnce(&mut Self) -> Y,
    ) -> Vec<Value> {
        let types: Vec<Type> = defaults.iter().map(|&value| self.type_of(value)).collect();
        self.check_condition(caller, condition);
        let op = self.selection(&types);
        let [header, then_block, merge] = self.blocks(op);
        self.branch_to(
            header,
            v::BranchConditional::ID,
            &[condition],
            &CHOICE,
            &[(then_block, &[]), (merge, defaults)],
        );
        self.part(&format!("the body of '{caller}'"), then_block, (merge, &types), then);
        self.end_construct(op, merge, &types)
    }

    /// Builds `switch (selector)` and returns its results. A literal is a value of the selector's type, extended with
    /// zeros or the sign to 64 bits. Calls `case` with the index of each literal. Cases do not fall through.
    pub fn switch<C: Yielded, D: Yielded>(
        &mut self,
        selector: Value,
        literals: &[u64],
        results: &[Type],
        mut case: impl FnMut(&mut Self, usize) -> C,
        default: impl FnOnce(&mut Self) -> D,
    ) -> Vec<Value> {
        let mut default = Some(default);
        self.switch_of("switch", selector, literals, results, |b, number| match number {
            Some(number) => case(b, number).values(),
            None => default.take().map_or_else(Vec::new, |default| default(b).values()),
        })
    }

    /// Builds a [`Self::switch`] with a single closure. It is called with `None` for the default case, then with the
    /// index of each literal.
    pub fn switch_parts<Y: Yielded>(
        &mut self,
        selector: Value,
        literals: &[u64],
        results: &[Type],
        part: impl FnMut(&mut Self, Option<usize>) -> Y,
    ) -> Vec<Value> {
        self.switch_of("switch_parts", selector, literals, results, part)
    }

    fn switch_of<Y: Yielded>(
        &mut self,
        caller: &str,
        selector: Value,
        literals: &[u64],
        results: &[Type],
        mut part: impl FnMut(&mut Self, Option<usize>) -> Y,
    ) -> Vec<Value> {
        let op = self.selection(results);
        let region = self.region(op, 0);
        let [header, default_block] = self.blocks(op);
        let cases: Vec<Block> = literals.iter().map(|_| self.ir().append_block(region)).collect();
        let merge = self.ir().append_block(region);
        let slots = self.switch_slots(selector, literals.to_vec());
        let targets: Vec<(Block, &[Value])> = std::iter::once(default_block)
            .chain(cases.iter().copied())
            .map(|block| (block, &[][..]))
            .collect();
        self.branch_to(header, v::Switch::ID, &[selector], &slots, &targets);
        let name = format!("the default case of '{caller}'");
        self.part(&name, default_block, (merge, results), |b| part(b, None));
        for (index, block) in cases.into_iter().enumerate() {
            let name = format!("case #{index} of '{caller}'");
            self.part(&name, block, (merge, results), |b| part(b, Some(index)));
        }
        self.end_construct(op, merge, results)
    }

    /// Builds `while (condition) { body }`.
    ///
    /// The loop arguments start as `initial`, and the body yields their next values. Both closures receive the current
    /// loop arguments. The results are the loop arguments for which the condition is false.
    pub fn while_<Y: Yielded>(
        &mut self,
        initial: &[Value],
        condition: impl FnOnce(&mut Self, &[Value]) -> Value,
        body: impl FnOnce(&mut Self, &[Value]) -> Y,
    ) -> Vec<Value> {
        let (mut condition, mut body) = (Some(condition), Some(body));
        self.while_of("while_", initial, |b, part, args| match part {
            WhilePart::Condition => {
                condition.take().map_or_else(Vec::new, |condition| vec![condition(b, args)])
            }
            WhilePart::Body => body.take().map_or_else(Vec::new, |body| body(b, args).values()),
        })
    }

    /// Builds a [`Self::while_`] with a single closure. It is called first for the condition, which it yields as its
    /// only value, then for the body.
    pub fn while_parts<Y: Yielded>(
        &mut self,
        initial: &[Value],
        part: impl FnMut(&mut Self, WhilePart, &[Value]) -> Y,
    ) -> Vec<Value> {
        self.while_of("while_parts", initial, part)
    }

    fn while_of<Y: Yielded>(
        &mut self,
        caller: &str,
        initial: &[Value],
        mut part: impl FnMut(&mut Self, WhilePart, &[Value]) -> Y,
    ) -> Vec<Value> {
        let types: Vec<Type> = initial.iter().map(|&value| self.type_of(value)).collect();
        let (op, [header, body_block, next, merge], args) = self.begin_loop(initial, &types);
        let at = InsertPoint::End(header);
        let goes_on = self.with_insertion_point(at, |b| part(b, WhilePart::Condition, &args)).values();
        let goes_on = match goes_on[..] {
            [goes_on] => goes_on,
            _ => {
                self.error(format!("expected one condition of '{caller}', found {}", goes_on.len()));
                self.bool(false)
            }
        };
        self.check_condition(caller, goes_on);
        // A loop header contains no constructs. Therefore, the first construct and all code after it move to a new
        // block.
        let first_construct = self.ops(header).find(|&op| self.region_count(op) > 0);
        let test = match first_construct {
            Some(op) => {
                let test = self.ir().split_block(op);
                self.branch_to(header, v::Branch::ID, &[], &NO_MERGE, &[(test, &[])]);
                test
            }
            None => header,
        };
        self.branch_to(
            test,
            v::BranchConditional::ID,
            &[goes_on],
            &CHOICE,
            &[(body_block, &[]), (merge, &args)],
        );
        let name = format!("the body of '{caller}'");
        self.part(&name, body_block, (next, &types), |b| part(b, WhilePart::Body, &args));
        self.end_construct(op, merge, &types)
    }

    /// Builds an endless loop that only [`Self::break_loop`] exits, and returns its results, which have the types
    /// `results`.
    ///
    /// The loop arguments start as `initial`, and the body yields their next values.
    pub fn loop_<Y: Yielded>(
        &mut self,
        initial: &[Value],
        results: &[Type],
        body: impl FnOnce(&mut Self, &[Value]) -> Y,
    ) -> Vec<Value> {
        let types: Vec<Type> = initial.iter().map(|&value| self.type_of(value)).collect();
        let op_results = results;
        let (op, [header, body_block, next, merge], args) = self.begin_loop_with(initial, &types, op_results);
        self.branch_to(header, v::Branch::ID, &[], &NO_MERGE, &[(body_block, &[])]);
        self.part("the body of 'loop_'", body_block, (next, &types), |b| body(b, &args));
        self.end_construct(op, merge, results)
    }

    fn begin_loop(&mut self, initial: &[Value], types: &[Type]) -> (Op, [Block; 4], Vec<Value>) {
        self.begin_loop_with(initial, types, types)
    }

    /// Creates a loop. Returns the loop op, the blocks (header, body, continue target, merge block), and the header's
    /// arguments.
    fn begin_loop_with(
        &mut self,
        initial: &[Value],
        types: &[Type],
        results: &[Type],
    ) -> (Op, [Block; 4], Vec<Value>) {
        let control = std::mem::replace(&mut self.loop_control, LoopControl::NONE);
        self.report_unused_controls("a loop");
        let op = self.construct(v::Loop::ID, &[control.0, 0, 0, 0, 0, 0], results);
        let [entry, header, body, next, merge] = self.blocks(op);
        self.branch_to(entry, v::Branch::ID, &[], &NO_MERGE, &[(header, initial)]);
        let args: Vec<Value> = types.iter().map(|&ty| self.ir().add_arg(header, ty)).collect();
        let carried: Vec<Value> = types.iter().map(|&ty| self.ir().add_arg(next, ty)).collect();
        self.branch_to(next, v::Branch::ID, &[], &NO_MERGE, &[(header, &carried)]);
        (op, [header, body, next, merge], args)
    }

    /// Creates an `spv.Selection` with an empty region.
    fn selection(&mut self, results: &[Type]) -> Op {
        let control = std::mem::replace(&mut self.selection_control, SelectionControl::NONE);
        self.report_unused_controls("a selection");
        self.construct(v::Selection::ID, &[control.0, 0, 0], results)
    }

    /// Creates a selection or loop with an empty region.
    fn construct(&mut self, def: OpDefId, slots: &[u32], results: &[Type]) -> Op {
        let loc = self.loc.derived();
        self.ir().create(NewOp { loc, slots, results, regions: 1, ..NewOp::new(def) })
    }

    /// Appends `N` blocks to the region of a selection or loop.
    fn blocks<const N: usize>(&mut self, construct: Op) -> [Block; N] {
        let region = self.region(construct, 0);
        std::array::from_fn(|_| self.ir().append_block(region))
    }

    /// Terminates `block` with the branch op `def`, which has the given successors.
    fn branch_to(
        &mut self,
        block: Block,
        def: OpDefId,
        operands: &[Value],
        slots: &[u32],
        successors: &[(Block, &[Value])],
    ) {
        self.with_insertion_point(InsertPoint::End(block), |b| b.terminate(def, operands, slots, successors));
    }

    /// Builds the code of a branch, case or loop body in `block`. Then adds a branch to `to` unless the code ends in a
    /// terminator.
    fn part<Y: Yielded>(
        &mut self,
        name: &str,
        block: Block,
        (to, types): (Block, &[Type]),
        build: impl FnOnce(&mut Self) -> Y,
    ) {
        let yielded = self.with_insertion_point(InsertPoint::End(block), build).values();
        if !self.ends_in_terminator(block) {
            self.check_values(name, "yields", &yielded, types);
            self.branch_to(block, v::Branch::ID, &[], &NO_MERGE, &[(to, &yielded)]);
        }
    }

    fn ends_in_terminator(&self, block: Block) -> bool {
        self.last_op(block).is_some_and(|last| self.is_terminator(last))
    }

    fn is_terminator(&self, op: Op) -> bool {
        self.ctx().registry().op(self.def(op)).traits.contains(Traits::TERMINATOR)
    }

    /// Reports blocks of the function that do not end in a terminator, and code after terminators. Returns whether any
    /// were found.
    fn report_block_ends(&mut self) -> bool {
        self.has_checked_ends = true;
        let body: &Body = self;
        let blocks: Vec<Block> = body.blocks(body.root()).collect();
        let after = |block: Block| {
            let terminator = body.ops(block).find(|&op| self.is_terminator(op))?;
            Some((terminator, body.next(terminator)?))
        };
        let dead: Vec<(Op, Op)> = walk::blocks(body).filter_map(after).collect();
        let known = self.errors.list.len();
        for (index, &block) in blocks.iter().enumerate() {
            if self.ends_in_terminator(block) {
                continue;
            }
            let (part, branch) = match blocks.len() {
                1 => ("the function".to_owned(), ""),
                _ => (format!("block #{index}"), "'branch', "),
            };
            let message = format!(
                "{part} must end in a terminator: call {branch}'return_', 'return_value' or 'return_if_open'"
            );
            let is_current = self.insertion_point() == InsertPoint::End(block) && !self.loc.is_unknown();
            let last = self.last_op(block).filter(|_| !is_current);
            let loc = last.map_or(self.loc, |last| self.builder.loc(last));
            self.error_at(loc, message);
        }
        for (terminator, op) in dead {
            let [terminator, name] = [terminator, op].map(|op| self.name_of(self.def(op)));
            let loc = self.builder.loc(op);
            self.error_at(
                loc,
                format!(
                    "'{name}' op is unreachable after '{terminator}' op: omit it, or check 'is_terminated' first"
                ),
            );
        }
        self.errors.list.len() > known
    }

    /// Completes the body of a function, and reports mistakes that concern it as a whole.
    pub(crate) fn complete(&mut self) {
        if !self.has_checked_ends {
            self.report_block_ends();
        }
        self.report_unused_controls("none");
        for (is_set, setter) in
            [(self.attrs.is_some(), "with_attrs"), (self.result_type.is_some(), "with_type")]
        {
            if is_set {
                self.error(format!("'{setter}' applies to the op built next, but none follows"));
            }
        }
    }

    /// Returns whether the block at the insertion point already ends in a terminator, such as `return_`. Code after the
    /// terminator would be unreachable and must not be built.
    pub fn is_terminated(&self) -> bool {
        match self.insertion_point() {
            InsertPoint::End(block) => self.ends_in_terminator(block),
            InsertPoint::Before(_) | InsertPoint::Detached => false,
        }
    }

    /// Builds a return from the function unless the block at the insertion point already ends in a terminator. A
    /// function with a result returns the null value of its type. Call this last, for bodies that need not end in
    /// `return`.
    pub fn return_if_open(&mut self) {
        if self.is_terminated() {
            return;
        }
        match self.result {
            Some(ty) => {
                let null = self.null(ty);
                self.return_value(null)
            }
            None => self.return_(),
        };
    }

    /// Terminates the merge block of a selection or loop with `spv.mlir.merge`. Returns the results of the construct.
    fn end_construct(&mut self, op: Op, merge: Block, results: &[Type]) -> Vec<Value> {
        let args: Vec<Value> = results.iter().map(|&ty| self.ir().add_arg(merge, ty)).collect();
        self.with_insertion_point(InsertPoint::End(merge), |b| b.merge(&args));
        self.results(op).collect()
    }

    fn terminate(
        &mut self,
        def: OpDefId,
        operands: &[Value],
        slots: &[u32],
        successors: &[(Block, &[Value])],
    ) {
        let (loc, name) = (self.loc, self.ctx().registry().op(def).row.name);
        if successors.iter().any(|(block, _)| !self.has_block(*block)) {
            return self.error(format!("'{name}' op: a successor belongs to another function"));
        }
        let operands = self.without_foreign(def, operands);
        let passed: Vec<(Block, Vec<Value>)> =
            successors.iter().map(|(block, args)| (*block, self.without_foreign(def, args))).collect();
        let successors: Vec<(Block, &[Value])> =
            passed.iter().map(|(block, args)| (*block, &args[..])).collect();
        self.ir().create(NewOp {
            loc,
            operands: &operands,
            slots,
            successors: &successors,
            ..NewOp::new(def)
        });
    }

    /// Returns the attribute slots of a switch with the given literals and no merge instruction.
    fn switch_slots(&mut self, selector: Value, mut literals: Vec<u64>) -> [u32; 5] {
        let (mut slots, ty) = (CHOICE, self.type_of(selector));
        for literal in &mut literals {
            if let Some(width) = self.exceeded_width(ty, *literal) {
                self.error(format!("the literal {literal} of a switch has more than {width} bits"));
            }
            if let TypeData::Integer { width: width @ 1..64, .. } = *self.ctx().type_data(ty) {
                *literal &= (1 << width) - 1;
            }
        }
        let mut seen = FxHashSet::default();
        if let Some(literal) = literals.iter().find(|literal| !seen.insert(**literal)) {
            self.error(format!("the literal {literal} of a switch occurs twice"));
        }
        if !literals.is_empty() {
            let vector = self.ctx().vector_type(literals.len() as u64, ty);
            slots[spv::Switch::LITERALS] = self.ctx().dense_attr(vector, literals).raw();
        }
        slots
    }
}
