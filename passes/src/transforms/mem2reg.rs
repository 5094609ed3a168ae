//! Promotion of function variables to SSA values (`mem2reg`)
//!
//! A variable qualifies if every use is a plain load or store of its whole value, and its type allows phis. Block
//! arguments are placed at the iterated dominance frontier of the stores, where the variable is live. In region form,
//! they are also placed where values leave a construct: at its merge block, and at a continue target of its exits.
//! The construct then has a result for each argument of its merge block. A load before any store becomes `spv.Undef`.

use crate::flow::{Edge, Flow, NONE, Node, Passed, loop_blocks};
use crate::pass::{ControlFlow, Function, FunctionPass, PassInfo, Work};
use crate::support::debug::tell_value;
use crate::support::declarations::{self, Declaration, Expressions};
use crate::support::nesting::Visibility;
use crate::support::spirv::{is_referred, is_simple_access, is_volatile_or_coherent_variable, may_flow};
use crate::support::values::{Undefs, as_non_uniform, pass_values};
use rustc_hash::{FxHashMap, FxHashSet};
use spv_dialect::fold::Facts;
use spv_dialect::spv;
use spv_dialect::types;
use spv_ir::analysis::ScopedMap;
use spv_ir::analysis::scoped_map::Checkpoint;
use spv_ir::rewrite::{erase_unused, is_debug_info};
use spv_ir::{Body, Builder, Context, Diagnostics, InsertPoint, Location, Op, Type, Value, walk};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Promotes function variables to SSA values if every use is a plain load or store of the \
                  whole value. The values become block arguments, construct results and operands of exits. \
                  Each DebugDeclare of a promoted variable is replaced by a DebugValue for each of its \
                  values. Other variables, volatile accesses and pointers that phis may not carry are left \
                  unchanged.",
    before: "%v = spv.Variable : !spv.ptr<i32, Function>\n\
             spv.Store \"Function\" %v, %a : i32\n\
             %x = spv.Load \"Function\" %v : i32\n\
             spv.ReturnValue %x : i32",
    after: "spv.ReturnValue %a : i32",
    statistics: &[("variables", "Variables promoted"), ("arguments", "Block arguments created")],
    idempotent: true,
    ..PassInfo::new("mem2reg", "Promote function variables to SSA values", ControlFlow::SpvOnly, |_| {
        Ok(Work::function(Mem2Reg))
    })
};

struct Mem2Reg;

impl FunctionPass for Mem2Reg {
    fn prepare(&self, ctx: &Context, module: &mut Body) {
        declarations::prepare(ctx, module);
    }

    fn run(&self, function: &mut Function<'_>) -> Result<(), Diagnostics> {
        let ctx = function.ctx;
        let variables = candidates(ctx, function.facts, function.body, &Expressions::of(function));
        if variables.is_empty() {
            return Ok(());
        }
        let flow = function.analysis::<Flow>();
        let count = variables.len() as u64;
        let declared = variables.iter().any(|variable| !variable.declarations.is_empty());
        let visibility = declared.then(|| Visibility::new(function, &flow));
        let arguments = Promotion::new(ctx, function.body, &flow, variables, visibility).run();
        function.count(0, count);
        function.count(1, arguments);
        Ok(())
    }
}

/// A function variable to promote.
struct Variable {
    op: Op,
    ty: Type,
    initializer: Option<Value>,
    /// Debug declarations of the variable, in program order.
    declarations: Vec<Declaration>,
}

/// The current value of each variable during a walk of the dominator tree. `None` represents an undefined value.
type CurrentValues = ScopedMap<u32, Option<Value>>;

fn value_of(current: &CurrentValues, variable: u32) -> Option<Value> {
    current.get(&variable).copied().flatten()
}

fn candidates(ctx: &Context, facts: Facts, body: &Body, expressions: &Expressions<'_>) -> Vec<Variable> {
    let is_variable = |op: &Op| body.def(*op) == spv::Variable::ID && body.result_count(*op) == 1;
    let all = walk::ops(body).filter(is_variable);
    let variables = all.filter_map(|op| {
        let pointer = body.result(op, 0);
        let (ty, _) = types::pointer(ctx, body.value_type(pointer))?;
        let whole = |(user, index): (Op, usize)| {
            let def = body.def(user);
            if is_referred(ctx, body, user) {
                return false;
            }
            if def == spv::Load::ID {
                is_simple_access(body, user) && body.value_type(body.result(user, 0)) == ty
            } else if def == spv::Store::ID {
                index == spv::Store::POINTER
                    && is_simple_access(body, user)
                    && body.value_type(body.operand(user, spv::Store::OBJECT)) == ty
            } else {
                // A debug declaration becomes a DebugValue for each value. Other debug information is erased.
                is_debug_info(ctx, body, user)
            }
        };
        let ok = may_flow(ctx, ty)
            && !is_referred(ctx, body, op)
            && !is_volatile_or_coherent_variable(ctx, facts, body, op)
            && body.uses(pointer).all(whole);
        ok.then(|| {
            let users = body.uses(pointer).map(|(user, _)| user);
            let declarations = users.filter_map(|user| expressions.declaration(body, user)).collect();
            Variable { op, ty, initializer: body.own_operands(op).next(), declarations }
        })
    });
    let mut list: Vec<Variable> = variables.collect();
    if list.iter().any(|variable| variable.declarations.len() > 1) {
        // Use lists are in creation order, which need not be program order.
        let order: FxHashMap<Op, usize> = walk::ops(body).zip(0..).collect();
        for variable in &mut list {
            variable.declarations.sort_unstable_by_key(|declaration| order.get(&declaration.op).copied());
        }
    }
    list
}

struct Promotion<'a> {
    ctx: &'a Context,
    body: &'a mut Body,
    flow: &'a Flow,
    variables: Vec<Variable>,
    /// Index of each variable, keyed by its pointer.
    number: FxHashMap<Value, u32>,
    /// For each flow-graph node, the variables for which to create a parameter, in ascending order.
    phis: Vec<Vec<u32>>,
    /// Visibility of values at debug declarations. A DebugValue does not justify forwarding a value out of a construct.
    visibility: Option<Visibility>,
}

impl<'a> Promotion<'a> {
    fn new(
        ctx: &'a Context,
        body: &'a mut Body,
        flow: &'a Flow,
        variables: Vec<Variable>,
        visibility: Option<Visibility>,
    ) -> Promotion<'a> {
        let number = variables.iter().enumerate().map(|(n, v)| (body.result(v.op, 0), n as u32)).collect();
        let phis = vec![Vec::new(); flow.nodes.len()];
        Promotion { ctx, body, flow, variables, number, phis, visibility }
    }

    /// Runs the promotion. Returns the number of created block arguments and construct results.
    fn run(mut self) -> u64 {
        self.place();
        self.rename();
        self.phis.iter().map(|list| list.len() as u64).sum()
    }

    /// Returns the index of the variable that an op loads or stores, or `None` for other ops.
    fn accessed(&self, op: Op) -> Option<u32> {
        let def = self.body.def(op);
        if def != spv::Load::ID && def != spv::Store::ID {
            return None;
        }
        self.number.get(&self.body.operand(op, spv::Load::POINTER)).copied()
    }

    // Placement of parameters.

    fn place(&mut self) {
        let flow = self.flow;
        // For each variable, the flow-graph nodes that store to it, and those that load it before storing.
        let mut stored: Vec<Vec<u32>> = vec![Vec::new(); self.variables.len()];
        let mut loaded: Vec<Vec<u32>> = vec![Vec::new(); self.variables.len()];
        for node in flow.order.iter().copied() {
            for op in flow.ops(self.body, node) {
                let Some(variable) = self.accessed(op) else { continue };
                let variable = variable as usize;
                let here = stored[variable].last() == Some(&node);
                if self.body.def(op) == spv::Store::ID {
                    if !here {
                        stored[variable].push(node);
                    }
                } else if !here && loaded[variable].last() != Some(&node) {
                    loaded[variable].push(node);
                }
            }
        }
        let frontier = Frontier::new(flow);
        let mut seen = vec![0u32; flow.nodes.len()];
        let mut live = vec![0u32; flow.nodes.len()];
        for number in 0..self.variables.len() as u32 {
            let (stores, loads) = (&stored[number as usize], &loaded[number as usize]);
            if loads.is_empty() {
                continue;
            }
            let mark = number + 1;
            self.liveness(stores, loads, mark, &mut live, &mut seen);
            let mut work = stores.clone();
            let mut constructs = FxHashSet::default();
            let mut placed = FxHashSet::default();
            while let Some(node) = work.pop() {
                let mut at: Vec<u32> = frontier.of(node).to_vec();
                self.leaving(node, &mut constructs, &mut at);
                for target in at {
                    if live[target as usize] == mark && placed.insert(target) {
                        self.phis[target as usize].push(number);
                        work.push(target);
                    }
                }
            }
        }
    }

    /// Marks the flow-graph nodes at whose start a variable is live, by setting their element in `live` to `mark`.
    fn liveness(&self, stores: &[u32], loads: &[u32], mark: u32, live: &mut [u32], kills: &mut [u32]) {
        stores.iter().for_each(|&node| kills[node as usize] = mark);
        let mut work = loads.to_vec();
        work.iter().for_each(|&node| live[node as usize] = mark);
        while let Some(node) = work.pop() {
            for edge in self.flow.incoming(node) {
                let from = edge.from as usize;
                if self.flow.is_reached(edge.from) && kills[from] != mark && live[from] != mark {
                    live[from] = mark;
                    work.push(edge.from);
                }
            }
        }
    }

    /// Appends to `at` the flow-graph nodes at which a value that is defined in `node` leaves its enclosing constructs.
    fn leaving(&self, node: u32, known: &mut FxHashSet<Op>, at: &mut Vec<u32>) {
        let body = &*self.body;
        let mut block = self.flow.nodes[node as usize].block;
        while let Some(construct) = body.block_owner(block) {
            if !known.insert(construct) {
                return;
            }
            let merge = body.last_block(body.region(construct, 0));
            at.extend(merge.map(|b| self.flow.start_of(b)));
            at.push(self.flow.after(construct));
            if body.def(construct) == spv::Loop::ID
                && let Some(blocks) = loop_blocks(body, construct)
                && blocks.target != blocks.header
            {
                let target = self.flow.start_of(blocks.target);
                let exits = |e: &Edge| e.passed == Passed::Operands;
                if self.flow.incoming(target).any(exits) {
                    at.push(target);
                }
            }
            let Some(outer) = body.parent(construct) else { return };
            block = outer;
        }
    }

    // Replacement of loads and stores.

    fn rename(&mut self) {
        let flow = self.flow;
        let params = self.make_params();
        let mut undefs = Undefs::new(self.ctx);
        self.sweep_unreached(&mut undefs);
        let mut current = CurrentValues::with_capacity(self.variables.len());
        let mut dead: Vec<Op> = Vec::new();
        let mut passed: FxHashMap<(Op, Passed), Vec<Value>> = FxHashMap::default();
        let mut order: Vec<(Op, Passed)> = Vec::new();
        let tree = flow.tree();
        enum Visit {
            Enter(u32),
            Leave(Checkpoint),
        }
        let mut steps: Vec<Visit> = flow.order.first().map(|&n| Visit::Enter(n)).into_iter().collect();
        while let Some(step) = steps.pop() {
            let node = match step {
                Visit::Enter(node) => node,
                Visit::Leave(checkpoint) => {
                    current.undo(checkpoint);
                    continue;
                }
            };
            steps.push(Visit::Leave(current.checkpoint()));
            steps.extend(tree[node as usize].iter().rev().map(|&n| Visit::Enter(n)));
            for (i, &value) in params[node as usize].iter().enumerate() {
                let variable = self.phis[node as usize][i];
                current.insert(variable, Some(value));
                self.tell_param(node, variable, value);
            }
            let ops: Vec<Op> = flow.ops(self.body, node).collect();
            dead.extend(ops.into_iter().filter(|&op| self.rename_op(op, &mut current, &mut undefs)));
            for edge in flow.outgoing(node) {
                let list = &self.phis[edge.to as usize];
                if list.is_empty() {
                    continue;
                }
                let key = (edge.op, edge.passed);
                let values = list.iter().map(|&variable| {
                    let ty = self.variables[variable as usize].ty;
                    value_of(&current, variable).unwrap_or_else(|| undefs.get(self.body, ty))
                });
                passed.insert(key, values.collect());
                order.push(key);
            }
        }
        self.pass_from_unreached(&params, &mut undefs, &mut passed, &mut order);
        pass_values(self.body, &order, &passed);
        let declarations = self.variables.iter().flat_map(|v| &v.declarations);
        let mut builder = Builder::new(self.body);
        declarations.for_each(|declaration| builder.erase(declaration.op));
        dead.iter().rev().for_each(|&op| erase_unused(self.ctx, &mut builder, op));
    }

    /// Replaces the access of an op to a promoted variable. Returns whether the op is dead.
    fn rename_op(&mut self, op: Op, current: &mut CurrentValues, undefs: &mut Undefs<'_>) -> bool {
        if let Some(number) = self.variable_number(op) {
            current.insert(number, self.variables[number as usize].initializer);
            return true;
        }
        if let Some((number, place)) = self.declared(op) {
            let is_visible =
                |value: &Value| self.visibility.as_ref().is_some_and(|v| v.is_visible(self.body, *value, op));
            if let Some(value) = value_of(current, number).filter(is_visible) {
                let loc = self.body.loc(op);
                let declaration = &self.variables[number as usize].declarations[place];
                tell_value(self.ctx, self.body, declaration, value, InsertPoint::Before(op), loc);
            }
            return false;
        }
        let Some(number) = self.accessed(op) else { return false };
        if let Some(store) = spv::Store::cast(self.body, op) {
            let value = store.object();
            current.insert(number, Some(value));
            let loc = self.body.loc(op);
            self.record_debug_value(number, value, InsertPoint::Before(op), loc);
        } else {
            let ty = self.variables[number as usize].ty;
            let value = value_of(current, number).unwrap_or_else(|| undefs.get(self.body, ty));
            let (attrs, at) = (self.body.attrs(op), (InsertPoint::Before(op), self.body.loc(op)));
            let value = as_non_uniform(self.ctx, self.body, at, value, attrs);
            replace(self.body, op, value);
        }
        true
    }

    /// Returns the index of the variable that an op declares, and the index of the op among the variable's
    /// declarations. Returns `None` for other ops.
    fn declared(&self, op: Op) -> Option<(u32, usize)> {
        let number = *self.number.get(&self.body.own_operands(op).next()?)?;
        let declarations = &self.variables[number as usize].declarations;
        Some((number, declarations.iter().position(|declaration| declaration.op == op)?))
    }

    /// Inserts debug information for a new value of a variable, for each of its debug declarations.
    fn record_debug_value(&mut self, variable: u32, value: Value, at: InsertPoint, loc: Location) {
        for declaration in &self.variables[variable as usize].declarations {
            tell_value(self.ctx, &mut *self.body, declaration, value, at, loc);
        }
    }

    /// Inserts debug information for a parameter of a flow-graph node. Does nothing for a merge block that only
    /// forwards the parameter.
    fn tell_param(&mut self, node: u32, variable: u32, value: Value) {
        let Some(first) = self.variables[variable as usize].declarations.first() else { return };
        let declare = first.op;
        let Node { block, after, .. } = self.flow.nodes[node as usize];
        let next = after.map_or(self.body.first_op(block), |op| self.body.next(op));
        if let Some(next) = next.filter(|&op| after.is_some() || self.body.next(op).is_some()) {
            let loc = self.body.loc(declare);
            self.record_debug_value(variable, value, InsertPoint::Before(next), loc);
        }
    }

    fn variable_number(&self, op: Op) -> Option<u32> {
        if self.body.def(op) != spv::Variable::ID {
            return None;
        }
        self.number.get(&self.body.result(op, 0)).copied()
    }

    /// Creates the parameters of each flow-graph node. Returns them in the order of [`Self::phis`].
    fn make_params(&mut self) -> Vec<Vec<Value>> {
        let mut params = vec![Vec::new(); self.phis.len()];
        for (node, list) in self.phis.iter().enumerate().filter(|(_, list)| !list.is_empty()) {
            let types: Vec<Type> = list.iter().map(|&v| self.variables[v as usize].ty).collect();
            let at = self.flow.nodes[node];
            let mut builder = Builder::new(self.body);
            params[node] = match at.after {
                None => types.iter().map(|&ty| builder.add_arg(at.block, ty)).collect(),
                Some(op) => {
                    let old = builder.result_count(op);
                    builder.add_results(op, &types);
                    (old..old + types.len()).map(|i| builder.result(op, i)).collect()
                }
            };
        }
        params
    }

    /// Removes accesses to promoted variables in unreachable code.
    fn sweep_unreached(&mut self, undefs: &mut Undefs<'_>) {
        let flow = self.flow;
        for node in (0..flow.nodes.len() as u32).filter(|&n| !flow.is_reached(n)) {
            let ops: Vec<Op> = flow.ops(self.body, node).collect();
            for op in ops {
                let Some(variable) = self.accessed(op) else { continue };
                if self.body.def(op) == spv::Load::ID {
                    let value = undefs.get(self.body, self.variables[variable as usize].ty);
                    replace(self.body, op, value);
                }
                Builder::new(self.body).erase(op);
            }
        }
    }

    /// Returns whether a flow-graph node is the start of a loop header, which dominates all other blocks of the loop.
    fn is_header(&self, node: u32) -> bool {
        let at = self.flow.nodes[node as usize];
        let owner = self.body.block_owner(at.block).filter(|_| at.after.is_none());
        let owner = owner.filter(|&o| self.body.def(o) == spv::Loop::ID);
        owner.and_then(|o| loop_blocks(self.body, o)).is_some_and(|b| b.header == at.block)
    }

    /// Determines the values that unreachable edges forward. An edge to a loop header forwards the header's parameter
    /// itself, which adds no incoming value. Other edges forward undefined values.
    fn pass_from_unreached(
        &mut self,
        params: &[Vec<Value>],
        undefs: &mut Undefs<'_>,
        passed: &mut FxHashMap<(Op, Passed), Vec<Value>>,
        order: &mut Vec<(Op, Passed)>,
    ) {
        for edge in self.flow.edges.iter().filter(|e| !self.flow.is_reached(e.from)) {
            let list = &self.phis[edge.to as usize];
            if !list.is_empty() {
                let key = (edge.op, edge.passed);
                let values = match self.is_header(edge.to) {
                    true => params[edge.to as usize].clone(),
                    false => {
                        let types = list.iter().map(|&v| self.variables[v as usize].ty);
                        types.map(|ty| undefs.get(self.body, ty)).collect()
                    }
                };
                passed.insert(key, values);
                order.push(key);
            }
        }
    }
}

/// Replaces the uses of a load with a value. If the value has no name, it receives the name of the load.
fn replace(body: &mut Body, load: Op, value: Value) {
    let result = body.result(load, 0);
    Builder::new(body).replace_all_uses(result, value);
}

/// The dominance frontier of each flow-graph node.
struct Frontier {
    lists: Vec<Vec<u32>>,
}

impl Frontier {
    fn new(flow: &Flow) -> Frontier {
        let mut lists: Vec<Vec<u32>> = vec![Vec::new(); flow.nodes.len()];
        for &node in &flow.order {
            if flow.incoming(node).len() < 2 {
                continue;
            }
            for edge in flow.incoming(node) {
                let mut at = edge.from;
                while at != NONE && flow.is_reached(at) && at != flow.idom(node) {
                    let list = &mut lists[at as usize];
                    // This dominator and all above it have already been visited for another edge.
                    if list.last() == Some(&node) {
                        break;
                    }
                    list.push(node);
                    at = flow.idom(at);
                }
            }
        }
        Frontier { lists }
    }

    fn of(&self, node: u32) -> &[u32] {
        &self.lists[node as usize]
    }
}
