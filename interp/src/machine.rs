//! Execution of functions in CFG form or region form

mod memory;
mod pipes;

use super::constant;
use super::eval::{Inst, eval_op};
use super::value::{Pointer, Value, ValueType, filled, undef};
use super::wrap::wraps;
use pipes::{Access, Pipes};
use rustc_hash::FxHashMap;
use spv_dialect::control::{loop_blocks, merge_slot};
use spv_dialect::generated::opcodes as op;
use spv_dialect::spv;
use spv_dialect::{structure, types};
use spv_ir::dialect::{Arity, OpDefId, OpRow, ParamKind};
use spv_ir::{AttrData, Attribute, Block, Body, Context, Ident, Module, Op, SymbolTable, Type};
use std::rc::Rc;

/// The reason why a run stopped early.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trap {
    /// The step budget is exhausted.
    Budget,
    /// Control reached `spv.Unreachable`.
    Unreachable,
    /// An arithmetic operation with no-wrap flags overflowed.
    Wrapped,
    /// A branch condition or switch selector is undefined.
    UndefinedBranch,
    /// The named op has an undefined result (see [`Machine::strict`]).
    UndefinedResult(String),
    /// A memory access used an undefined or invalid pointer.
    BadPointer,
    /// The maximum call depth is exceeded.
    CallDepth,
    /// The requested number of stores to the watched variable has been executed.
    Watched,
    /// The interpreter does not support the named op.
    Unsupported(String),
    /// The IR is invalid; the verifier should have rejected it.
    Malformed(String),
}

/// The outcome of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The function returned a value.
    Returned(Value),
    /// The named op ended the invocation, for example `spv.Kill`.
    Ended(String),
    /// Execution cannot continue, for the given reason.
    Trapped(Trap),
}

/// The observable behavior of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The returned value, or the reason why the run ended without one.
    pub outcome: Outcome,
    /// Names and final values of the module's variables, in module order.
    pub memory: Vec<(String, Value)>,
    /// Number of executed ops. Excludes ops that exist only in CFG form or only in region form: branches, exits,
    /// constants and address-of ops. The number is thus the same for all forms of a function.
    pub steps: u64,
    /// Values stored to the watched variable, in order.
    pub stores: Vec<Value>,
}

/// The classes of ops that the interpreter distinguishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OpClass {
    Compute,
    Constant,
    AddressOf,
    ReferenceOf,
    Variable,
    Branch,
    Conditional,
    Switch,
    Construct,
    Merge,
    Break,
    Continue,
    SwitchBreak,
}

/// Callback that provides the scalars of inputs. Its first argument is the name of the variable or function argument.
pub type Inputs<'a> = dyn FnMut(&str, &ValueType) -> Value + 'a;

/// Callback that provides each scalar in the result of an unsupported op.
pub type Opaque<'m> = &'m dyn Fn(&ValueType) -> Value;

/// A module prepared for execution.
pub struct Machine<'m> {
    ctx: &'m Context,
    body: &'m Body,
    symbols: SymbolTable,
    kinds: Vec<OpClass>,
    /// Maximum number of steps in a run (see [`Run::steps`]).
    pub budget: u64,
    /// Name of the variable whose stores are recorded, and the number of stores after which the run ends; `None` to
    /// record no stores.
    pub watch: Option<(String, usize)>,
    /// Whether the callback of [`Machine::run`] also initializes variables that the program leaves uninitialized.
    pub given: bool,
    /// Whether a run ends at the first op that creates an undefined result. Ops that only forward undefined values
    /// are allowed.
    pub strict: bool,
    /// Callback for the results of unsupported ops, which then have no other effect. Without this callback, an
    /// unsupported op ends the run.
    pub opaque: Option<Opaque<'m>>,
}

/// Maximum call depth.
const MAX_DEPTH: usize = 64;
/// Maximum number of ops that are not counted as steps, as a multiple of the step budget.
const UNCOUNTED: u64 = 64;

impl<'m> Machine<'m> {
    /// Prepares the first `spv.module` in a module for execution. Returns `None` if there is no `spv.module`.
    pub fn new(module: &'m Module) -> Option<Machine<'m>> {
        let ctx: &Context = &module.ctx;
        let registry = ctx.registry();
        let outer = &*module.body;
        let def = registry.op_by_name(structure::MODULE.name)?;
        let spv = outer.blocks(outer.root()).flat_map(|b| outer.ops(b)).find(|&o| outer.def(o) == def)?;
        let body = outer.nested(spv)?;
        let rows: [(&OpRow, OpClass); 13] = [
            (&structure::CONSTANT, OpClass::Constant),
            (&structure::ADDRESS_OF, OpClass::AddressOf),
            (&structure::REFERENCE_OF, OpClass::ReferenceOf),
            (&structure::VARIABLE, OpClass::Variable),
            (&structure::BRANCH, OpClass::Branch),
            (&structure::BRANCH_CONDITIONAL, OpClass::Conditional),
            (&structure::SWITCH, OpClass::Switch),
            (&structure::SELECTION, OpClass::Construct),
            (&structure::LOOP, OpClass::Construct),
            (&structure::MERGE, OpClass::Merge),
            (&structure::BREAK, OpClass::Break),
            (&structure::CONTINUE, OpClass::Continue),
            (&structure::SWITCH_BREAK, OpClass::SwitchBreak),
        ];
        let mut kinds = vec![OpClass::Compute; registry.ops().len()];
        for (row, kind) in rows {
            kinds[usize::from(registry.op_by_name(row.name)?.0)] = kind;
        }
        let symbols = SymbolTable::new(ctx, body);
        Some(Machine {
            ctx,
            body,
            symbols,
            kinds,
            budget: 100_000,
            watch: None,
            given: false,
            strict: false,
            opaque: None,
        })
    }

    /// Returns the symbol and argument types of each function that has a body.
    pub fn functions(&self) -> Vec<(String, Vec<Type>)> {
        let func = self.ctx.registry().op_by_name(structure::FUNC.name);
        let ops = self.body.blocks(self.body.root()).flat_map(|b| self.body.ops(b));
        ops.filter(|&op| Some(self.body.def(op)) == func)
            .filter_map(|op| {
                let body = self.body.nested(op)?;
                let entry = body.first_block(body.root())?;
                body.first_op(entry)?;
                let name = spv_ir::symbols::name_of(self.ctx, self.body, op)?;
                Some((name.to_owned(), body.args(entry).iter().map(|&v| body.value_type(v)).collect()))
            })
            .collect()
    }

    /// Calls a function. `leaf` provides the scalars of the function's arguments and of externally initialized
    /// variables, in order.
    pub fn run(&self, function: &str, leaf: &mut dyn FnMut(&ValueType) -> Value) -> Run {
        self.run_named(function, &mut |_, shape| leaf(shape))
    }

    /// Calls a function like [`Self::run`]. `leaf` also receives the name of the variable that contains the
    /// scalar, or `%N` for argument `N`.
    pub fn run_named(&self, function: &str, leaf: &mut Inputs<'_>) -> Run {
        let mut run = self.running(Pipes::default());
        let outcome = match run.start(function, leaf) {
            Ok(()) => loop {
                match run.step() {
                    Ok(None) => {}
                    Ok(Some(outcome)) => break outcome,
                    Err(trap) => break Outcome::Trapped(trap),
                }
            },
            Err(trap) => Outcome::Trapped(trap),
        };
        run.finish(outcome)
    }

    /// Creates the initial state of a run.
    fn running(&self, pipes: Pipes) -> Running<'_, 'm> {
        Running {
            m: self,
            frames: Vec::new(),
            objects: Vec::new(),
            globals: FxHashMap::default(),
            steps: 0,
            uncounted: 0,
            watched: None,
            stores: Vec::new(),
            pipes,
        }
    }

    fn kind(&self, def: OpDefId) -> OpClass {
        self.kinds[usize::from(def.0)]
    }
}

/// The stack frame of an active call.
struct Frame<'m> {
    body: &'m Body,
    values: Vec<Option<Value>>,
    at: Op,
    /// Number of memory objects before the call. Objects that the call creates are dropped when it returns.
    objects: usize,
}

struct Running<'r, 'm> {
    m: &'r Machine<'m>,
    frames: Vec<Frame<'m>>,
    objects: Vec<Value>,
    globals: FxHashMap<Ident, usize>,
    steps: u64,
    uncounted: u64,
    /// Index of the memory object of the watched variable, if any.
    watched: Option<usize>,
    stores: Vec<Value>,
    pipes: Pipes,
}

type RunResult<T> = Result<T, Trap>;

fn malformed<T>(what: &str) -> RunResult<T> {
    Err(Trap::Malformed(what.to_owned()))
}

impl<'m> Running<'_, 'm> {
    /// Ends the run and returns its observable behavior.
    fn finish(self, outcome: Outcome) -> Run {
        let memory = self.memory();
        Run { outcome, memory, steps: self.steps, stores: self.stores }
    }

    fn start(&mut self, function: &str, leaf: &mut Inputs<'_>) -> RunResult<()> {
        let m = self.m;
        let global = m.ctx.registry().op_by_name(structure::GLOBAL_VARIABLE.name);
        for op in m.body.blocks(m.body.root()).flat_map(|b| m.body.ops(b)) {
            if Some(m.body.def(op)) == global {
                self.global(op, leaf);
            }
        }
        let op = m.symbols.get(m.ctx.ident(function));
        let body = op.and_then(|op| m.body.nested(op));
        let Some(entry) = body.and_then(|b| b.first_block(b.root())) else {
            return malformed("no such function");
        };
        let types = body.map_or(&[][..], |b| b.args(entry)).iter().map(|&v| body.map(|b| b.value_type(v)));
        let types: Vec<Type> = types.flatten().collect();
        let mut args = Vec::with_capacity(types.len());
        for (number, ty) in types.into_iter().enumerate() {
            let name = format!("%{number}");
            let leaf = &mut |shape: &ValueType| leaf(&name, shape);
            let argument = match types::pointer(m.ctx, ty) {
                Some((pointee, _)) => {
                    let value = filled(m.ctx, pointee, leaf).unwrap_or(Value::Undef);
                    self.allocate(value)
                }
                None if matches!(types::view(m.ctx, ty), Some((op::TYPE_PIPE, _))) => {
                    self.pipes.given.pop_front().map_or(Value::Undef, |number| Value::Bits(number as u64))
                }
                None => filled(m.ctx, ty, leaf).unwrap_or(Value::Undef),
            };
            args.push(argument);
        }
        self.enter(function, args)
    }

    /// Pushes the frame of a call.
    fn enter(&mut self, function: &str, args: Vec<Value>) -> RunResult<()> {
        let m = self.m;
        if self.frames.len() >= MAX_DEPTH {
            return Err(Trap::CallDepth);
        }
        let body = m.symbols.get(m.ctx.ident(function)).and_then(|op| m.body.nested(op));
        let Some(body) = body else { return malformed("a call whose callee is not a function") };
        let Some(entry) = body.first_block(body.root()) else {
            return malformed("a function without blocks");
        };
        let Some(at) = body.first_op(entry) else {
            return Err(Trap::Unsupported(format!("@{function}, which has no body")));
        };
        let mut frame =
            Frame { body, values: vec![None; body.value_count()], at, objects: self.objects.len() };
        if body.args(entry).len() != args.len() {
            return malformed("a call with the wrong number of arguments");
        }
        for (&argument, value) in body.args(entry).iter().zip(args) {
            frame.values[argument.index()] = Some(value);
        }
        self.frames.push(frame);
        Ok(())
    }

    fn frame(&mut self) -> &mut Frame<'m> {
        self.frames.last_mut().expect("a run has a frame until it ends")
    }

    fn value(&self, value: spv_ir::Value) -> RunResult<Value> {
        let frame = self.frames.last().expect("a run has a frame until it ends");
        match &frame.values[value.index()] {
            Some(value) => Ok(value.clone()),
            None => malformed("a value that is used before it is defined"),
        }
    }

    fn set(&mut self, op: Op, value: Value) {
        let frame = self.frame();
        if frame.body.result_count(op) > 0 {
            let result = frame.body.result(op, 0);
            frame.values[result.index()] = Some(value);
        }
    }

    fn next(&mut self) -> RunResult<Option<Outcome>> {
        let frame = self.frame();
        match frame.body.next(frame.at) {
            Some(op) => frame.at = op,
            None => return malformed("a block that ends without a terminator"),
        }
        Ok(None)
    }

    /// Branches to a block with the given arguments. Reads all of them before it assigns any block argument.
    fn goto(&mut self, block: Block, args: &[spv_ir::Value]) -> RunResult<Option<Outcome>> {
        let values: Vec<Value> = args.iter().map(|&v| self.value(v)).collect::<RunResult<_>>()?;
        let frame = self.frame();
        if frame.body.args(block).len() != values.len() {
            return malformed("a branch with the wrong number of arguments");
        }
        for (&argument, value) in frame.body.args(block).iter().zip(values) {
            frame.values[argument.index()] = Some(value);
        }
        match frame.body.first_op(block) {
            Some(op) => frame.at = op,
            None => return malformed("an empty block"),
        }
        Ok(None)
    }

    fn branch(&mut self, op: Op, successor: usize) -> RunResult<Option<Outcome>> {
        let body = self.frame().body;
        let args: Vec<_> = body.successor_args(op, successor).collect();
        self.goto(body.successor(op, successor), &args)
    }

    /// Executes the next op. Returns the outcome if it ends the run.
    fn step(&mut self) -> RunResult<Option<Outcome>> {
        let m = self.m;
        let Frame { body, at: op, .. } = *self.frame();
        let def = body.def(op);
        let kind = m.kind(def);
        if kind == OpClass::Compute {
            self.steps += 1;
        } else {
            self.uncounted += 1;
        }
        if self.steps > m.budget || self.uncounted > UNCOUNTED * m.budget {
            return Err(Trap::Budget);
        }
        match kind {
            OpClass::Compute => self.compute(op),
            OpClass::Constant => {
                let attr = body.slot_attr(op, spv::Constant::VALUE);
                let ty = body.value_type(body.result(op, 0));
                let symbol = &mut |s: Ident| self.module_value(s, 0);
                let value = attr.and_then(|a| constant::value(m.ctx, a, ty, symbol));
                self.define(op, value)
            }
            OpClass::AddressOf => {
                let symbol = body.slot_attr(op, spv::AddressOf::VARIABLE).and_then(|a| m.ctx.attr_symbol(a));
                let object = symbol.and_then(|s| self.globals.get(&s).copied());
                let pointer = |object| Value::Pointer(Rc::new(Pointer { object, path: Vec::new() }));
                self.define(op, Some(object.map_or(Value::Undef, pointer)))
            }
            OpClass::ReferenceOf => {
                let symbol =
                    body.slot_attr(op, spv::ReferenceOf::SPEC_CONST).and_then(|a| m.ctx.attr_symbol(a));
                let value = symbol.and_then(|s| self.module_value(s, 0));
                self.define(op, value)
            }
            OpClass::Variable => {
                let value = match body.own_operands(op).next() {
                    Some(init) => self.value(init)?,
                    None => {
                        let ty = types::pointer(m.ctx, body.value_type(body.result(op, 0)));
                        ty.map_or(Value::Undef, |(pointee, _)| undef(m.ctx, pointee))
                    }
                };
                let pointer = self.allocate(value);
                self.define(op, Some(pointer))
            }
            OpClass::Branch => self.branch(op, 0),
            OpClass::Conditional => {
                let [condition] = body.first_operands(op);
                let bits = self.value(condition)?.bits().ok_or(Trap::UndefinedBranch)?;
                self.branch(op, usize::from(bits == 0))
            }
            OpClass::Switch => {
                let successor = self.switch_successor(op)?;
                self.branch(op, successor)
            }
            OpClass::Construct => {
                let region = (body.region_count(op) == 1).then(|| body.region(op, 0));
                match region.and_then(|r| body.first_block(r)) {
                    Some(first) => self.goto(first, &[]),
                    None => malformed("a construct without blocks"),
                }
            }
            OpClass::Merge => self.merge(op),
            OpClass::Break | OpClass::Continue | OpClass::SwitchBreak => {
                let Some(target) = self.exit_target(op, kind) else {
                    return malformed("an exit outside of a construct");
                };
                let args: Vec<_> = body.operands(op).collect();
                self.goto(target, &args)
            }
        }
    }

    /// Sets the result of an op and continues after it. The op is unsupported if there is no value.
    fn define(&mut self, op: Op, value: Option<Value>) -> RunResult<Option<Outcome>> {
        let Some(value) = value else { return self.unsupported(op) };
        self.set(op, value);
        self.next()
    }

    /// Returns the index of the successor that a switch selects.
    fn switch_successor(&mut self, op: Op) -> RunResult<usize> {
        let body = self.frame().body;
        let [selector] = body.first_operands(op);
        let bits = self.value(selector)?.bits().ok_or(Trap::UndefinedBranch)?;
        let cases = body.successor_count(op) - self.declared(op) - 1;
        let literals = body.slot_attr(op, spv::Switch::LITERALS).map(|a| self.m.ctx.attr_data(a));
        let Some(AttrData::Dense { elements, .. }) = literals else { return Ok(0) };
        let literal = |i| elements.get(i).or(elements.first().filter(|_| elements.len() == 1));
        Ok((0..cases).find(|&i| literal(i) == Some(&bits)).map_or(0, |i| i + 1))
    }

    /// Ends a construct: assigns the operands of the merge to the results of the construct.
    fn merge(&mut self, op: Op) -> RunResult<Option<Outcome>> {
        let body = self.frame().body;
        let Some(owner) = body.parent(op).and_then(|b| body.block_owner(b)) else {
            return malformed("a merge outside of a construct");
        };
        let values: Vec<Value> = body.operands(op).map(|v| self.value(v)).collect::<RunResult<_>>()?;
        if values.len() != body.result_count(owner) {
            return malformed("a merge with the wrong number of values");
        }
        let frame = self.frame();
        for (i, value) in values.into_iter().enumerate() {
            frame.values[body.result(owner, i).index()] = Some(value);
        }
        frame.at = owner;
        self.next()
    }

    /// Returns the number of trailing successors that declare merge blocks and continue targets.
    fn declared(&mut self, op: Op) -> usize {
        let slot = merge_slot(self.frame().body.def(op));
        slot.map_or(0, |slot| self.frame().body.slot(op, slot) as usize)
    }

    /// Returns the target block of a break, continue or switch break; `None` if no enclosing construct matches.
    fn exit_target(&mut self, op: Op, kind: OpClass) -> Option<Block> {
        let body = self.frame().body;
        let mut owner = body.block_owner(body.parent(op)?)?;
        loop {
            let region = body.region(owner, 0);
            let is_loop = body.def(owner) == spv::Loop::ID;
            if is_loop && kind == OpClass::Break {
                return body.last_block(region);
            }
            if is_loop && kind == OpClass::Continue {
                return loop_blocks(body, owner).map(|blocks| blocks.target);
            }
            let header = body.last_op(body.first_block(region)?)?;
            if !is_loop && kind == OpClass::SwitchBreak && body.def(header) == spv::Switch::ID {
                return body.last_block(region);
            }
            owner = body.block_owner(body.parent(owner)?)?;
        }
    }

    /// Executes an unsupported op with the callback [`Machine::opaque`].
    fn unsupported(&mut self, op: Op) -> RunResult<Option<Outcome>> {
        let m = self.m;
        let body = self.frame().body;
        let name = m.ctx.registry().op(body.def(op)).row.name;
        let Some(opaque) = m.opaque else { return Err(Trap::Unsupported(name.to_owned())) };
        for result in body.results(op) {
            let value = filled(m.ctx, body.value_type(result), &mut |shape| opaque(shape));
            self.frame().values[result.index()] = Some(value.unwrap_or(Value::Undef));
        }
        match body.next(op) {
            Some(_) => self.next(),
            None => Ok(Some(Outcome::Ended(name.to_owned()))),
        }
    }

    /// Executes an op that exists in both CFG form and region form.
    fn compute(&mut self, op: Op) -> RunResult<Option<Outcome>> {
        let m = self.m;
        let body = self.frame().body;
        let row = m.ctx.registry().op(body.def(op)).row;
        let args: Vec<Value> = body.own_operands(op).map(|v| self.value(v)).collect::<RunResult<_>>()?;
        let opcode = if row.set == 0 { row.opcode } else { u32::MAX };
        match self.pipe(opcode, &args)? {
            Some(Access::Blocked) => return Ok(None),
            Some(Access::Done(result)) => {
                if let Some(result) = result {
                    self.set(op, result);
                }
                return self.next();
            }
            None => {}
        }
        let result = match (opcode, &args[..]) {
            (op::PTR_CAST_TO_GENERIC | op::GENERIC_CAST_TO_PTR, [pointer]) => pointer.clone(),
            (op::LOAD, [pointer]) => self.place(pointer)?.clone(),
            (op::STORE, [pointer, value]) => {
                *self.place(pointer)? = value.clone();
                if let (Value::Pointer(to), Some((_, most))) = (pointer, &m.watch)
                    && self.watched == Some(to.object)
                {
                    self.stores.push(value.clone());
                    if self.stores.len() >= *most {
                        return Err(Trap::Watched);
                    }
                }
                return self.next();
            }
            // If the predicate is false, the pointer may be invalid.
            (op::PREDICATED_LOAD_INTEL, [pointer, predicate, default]) => {
                match predicate.bits().ok_or(Trap::UndefinedBranch)? {
                    0 => default.clone(),
                    _ => self.place(pointer)?.clone(),
                }
            }
            (op::PREDICATED_STORE_INTEL, [pointer, value, predicate]) => {
                if predicate.bits().ok_or(Trap::UndefinedBranch)? != 0 {
                    *self.place(pointer)? = value.clone();
                }
                return self.next();
            }
            (op::COPY_MEMORY, [target, source]) => {
                let value = self.place(source)?.clone();
                *self.place(target)? = value;
                return self.next();
            }
            (op::ACCESS_CHAIN | op::IN_BOUNDS_ACCESS_CHAIN, [base, indices @ ..]) => {
                self.chain(op, base, indices)?
            }
            (op::FUNCTION_CALL, _) => {
                let symbol =
                    body.slot_attr(op, spv::FunctionCall::FUNCTION).and_then(|a| m.ctx.attr_symbol(a));
                let Some(symbol) = symbol else { return malformed("a call without a function") };
                self.enter(m.ctx.str(symbol), args)?;
                return Ok(None);
            }
            (op::RETURN, _) => return self.leave(Value::Void),
            (op::RETURN_VALUE, [value]) => return self.leave(value.clone()),
            (op::UNREACHABLE, _) => return Err(Trap::Unreachable),
            (
                op::KILL | op::TERMINATE_INVOCATION | op::IGNORE_INTERSECTION_KHR | op::TERMINATE_RAY_KHR,
                _,
            ) => {
                return Ok(Some(Outcome::Ended(row.name.to_owned())));
            }
            (op::NOP, _) => return self.next(),
            _ if body.result_count(op) == 1 => {
                let value = self.evaluate(op, row, &args)?;
                return self.define(op, value);
            }
            _ => return self.unsupported(op),
        };
        self.set(op, result);
        self.next()
    }

    /// Computes the result of an op from its operands. Returns `None` if the interpreter does not support the op.
    fn evaluate(&mut self, op: Op, row: &OpRow, args: &[Value]) -> RunResult<Option<Value>> {
        let (m, body) = (self.m, self.frame().body);
        let operand_types: Vec<Type> = body.own_operands(op).map(|v| body.value_type(v)).collect();
        let words = literals(m.ctx, body, op, row);
        let ty = body.value_type(body.result(op, 0));
        let inst =
            Inst { set: row.set, opcode: row.opcode, ty, operand_types: &operand_types, words: &words };
        if wraps(m.ctx, body, op, &inst, args) {
            return Err(Trap::Wrapped);
        }
        let Ok(value) = eval_op(m.ctx, &inst, args) else { return Ok(None) };
        if m.strict && !value.is_defined() && inst.defines_undefined(args) {
            return Err(Trap::UndefinedResult(row.name.to_owned()));
        }
        Ok(Some(value))
    }

    /// Returns from a call. Returns the outcome if it was the outermost call.
    fn leave(&mut self, value: Value) -> RunResult<Option<Outcome>> {
        let frame = self.frames.pop().expect("a run has a frame until it ends");
        if self.frames.is_empty() {
            return Ok(Some(Outcome::Returned(value)));
        }
        self.objects.truncate(frame.objects);
        let call = self.frame().at;
        self.set(call, value);
        self.next()
    }
}

/// Returns the literal words of an op.
fn literals(ctx: &Context, body: &Body, op: Op, row: &OpRow) -> Vec<u32> {
    let mut words = Vec::new();
    let mut slot = 0;
    for param in row.params {
        if matches!(param.kind, ParamKind::Word) {
            match param.arity {
                Arity::One => words.push(body.slot(op, slot)),
                _ => {
                    let list = Attribute::from_raw(body.slot(op, slot)).map(|a| ctx.attr_data(a));
                    if let Some(AttrData::Words(list)) = list {
                        words.extend_from_slice(list);
                    }
                }
            }
        }
        slot += usize::from(param.slots());
    }
    words
}
