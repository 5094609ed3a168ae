//! Aggressive dead-code elimination (`dce`)
//!
//! Assumes that all ops are dead until they are proven live. Ops with side effects are live. The definitions of a live
//! op's operands are live, and so are its enclosing constructs and the control flow that decides whether it executes.
//! Also removes block arguments, construct results, and stores to function variables that are never read.
//!
//! Removes constructs without side effects as a whole, and assumes that loops terminate. A use in debug information
//! does not make a value live.

use crate::flow::{Flow, Passed, Positions};
use crate::pass::{ControlFlow, Function, PassInfo, Work};
use crate::support::access::Access;
use crate::support::params::{forget_passed, remove_params};
use crate::support::spirv::{is_chain, is_referred, is_volatile_or_coherent_variable, storage};
use rustc_hash::{FxHashMap, FxHashSet};
use spv_dialect::fold::Facts;
use spv_dialect::spv;
use spv_dialect::types;
use spv_ir::dialect::Traits;
use spv_ir::rewrite::{is_debug_info, is_removable};
use spv_ir::{Body, Builder, Context, Diagnostics, Op, Value, ValueDef, walk};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Erases operations, block arguments, construct results and whole constructs that no side \
                  effect depends on, and stores to function variables that are never read. Loops without \
                  side effects are assumed to terminate. Operations with unknown effects, calls and \
                  volatile accesses are kept.",
    before: "%v = spv.Variable : !spv.ptr<i32, Function>\n\
             spv.Store \"Function\" %v, %a : i32\n\
             %x = spv.IAdd %a, %a : i32\n\
             spv.Return",
    after: "spv.Return",
    statistics: &[
        ("erased", "Operations erased"),
        ("arguments", "Block arguments and construct results removed"),
    ],
    idempotent: true,
    ..PassInfo::new("dce", "Dead-code elimination", ControlFlow::SpvOnly, |_| Ok(Work::function(run)))
};

fn run(function: &mut Function<'_>) -> Result<(), Diagnostics> {
    let ctx = function.ctx;
    let flow = function.analysis::<Flow>();
    let live = Marker::new(ctx, function.facts, function.body, &flow).run();
    let (erased, arguments) = sweep(ctx, function.body, &flow, &live);
    function.count(0, erased);
    function.count(1, arguments);
    Ok(())
}

/// The live ops and parameters found so far.
#[derive(Default)]
struct Live {
    ops: FxHashSet<Op>,
    /// Live parameters of flow-graph nodes: block arguments and construct results.
    params: FxHashSet<Value>,
}

struct Marker<'a> {
    ctx: &'a Context,
    body: &'a Body,
    flow: &'a Flow,
    live: Live,
    /// Worklist of ops whose operands must be marked.
    work: Vec<Op>,
    /// Worklist of live parameters whose incoming values must be marked.
    params: Vec<Value>,
    /// Function variables that live ops read.
    read: FxHashSet<Op>,
    /// Stores to each function variable. The stores are live if the variable is read.
    stores: FxHashMap<Op, Vec<Op>>,
    /// Exits that target the merge block or continue target of each construct.
    exits: FxHashMap<Op, Vec<Op>>,
    /// Volatile and coherent variables.
    volatile_or_coherent: FxHashSet<Op>,
    /// The variable that each access chain or copy points into.
    variables: FxHashMap<Op, Option<Op>>,
    /// Flow-graph node and index of each parameter.
    nodes: FxHashMap<Value, (u32, usize)>,
}

impl<'a> Marker<'a> {
    fn new(ctx: &'a Context, facts: Facts, body: &'a Body, flow: &'a Flow) -> Marker<'a> {
        let entry = body.first_block(body.root());
        let is_volatile_or_coherent = |&op: &Op| {
            body.def(op) == spv::Variable::ID && is_volatile_or_coherent_variable(ctx, facts, body, op)
        };
        Marker {
            volatile_or_coherent: entry
                .into_iter()
                .flat_map(|block| body.ops(block))
                .filter(is_volatile_or_coherent)
                .collect(),
            ctx,
            body,
            flow,
            live: Live::default(),
            work: Vec::new(),
            params: Vec::new(),
            read: FxHashSet::default(),
            stores: FxHashMap::default(),
            exits: FxHashMap::default(),
            variables: FxHashMap::default(),
            nodes: FxHashMap::default(),
        }
    }

    fn run(mut self) -> Live {
        for node in 0..self.flow.nodes.len() as u32 {
            for (i, value) in self.flow.params(self.body, node).into_iter().enumerate() {
                self.nodes.insert(value, (node, i));
            }
        }
        for edge in self.flow.edges.iter().filter(|e| e.passed == Passed::Operands) {
            if let Some(owner) = self.body.block_owner(self.flow.nodes[edge.to as usize].block)
                && self.body.def(edge.op) != spv::Merge::ID
            {
                self.exits.entry(owner).or_default().push(edge.op);
            }
        }
        let root = self.body.root();
        let mut positions = Positions::default();
        for op in walk::ops(self.body) {
            let def = self.ctx.registry().op(self.body.def(op));
            if is_referred(self.ctx, self.body, op) {
                self.mark(op);
            }
            if def.traits.contains(Traits::TERMINATOR) {
                let outermost = self.body.parent(op).and_then(|b| self.body.block_parent(b)) == Some(root);
                if outermost || def.traits.contains(Traits::ABORTS) {
                    self.mark(op);
                }
            } else if self.body.region_count(op) > 0 {
                // A construct is live if an op in it is live. A loop that shares its header with an outer cycle is
                // always live, because the cycle needs a header.
                if positions.heads_outer_cycle(self.body, op) {
                    self.mark(op);
                }
            } else if let Some(variable) = self.stored_variable(op) {
                self.stores.entry(variable).or_default().push(op);
            } else if !is_removable(self.ctx, self.body, op)
                && !is_debug_info(self.ctx, self.body, op)
                && self.body.def(op) != spv::Variable::ID
            {
                self.mark(op);
            }
        }
        loop {
            if let Some(op) = self.work.pop() {
                self.follow(op);
            } else if let Some(value) = self.params.pop() {
                self.follow_param(value);
            } else {
                return self.live;
            }
        }
    }

    /// Returns the function variable that an op stores to, or `None` if the op is not a plain store to a function
    /// variable.
    fn stored_variable(&mut self, op: Op) -> Option<Op> {
        let access = Access::simple(self.body, op).filter(|access| !access.is_load())?;
        self.variable(access.pointer)
    }

    /// Returns the function variable that a pointer points into, following access chains and copies. Returns `None`
    /// for other pointers.
    fn variable(&mut self, pointer: Value) -> Option<Op> {
        let body = self.body;
        let on_the_way = |at: Op| is_chain(body, at) || body.def(at) == spv::CopyObject::ID;
        let mut at = body.defining_op(pointer)?;
        let mut way = Vec::new();
        let found = loop {
            if let Some(&known) = self.variables.get(&at) {
                break known;
            }
            if !on_the_way(at) {
                break self.own_variable(at);
            }
            way.push(at);
            match body.defining_op(body.operand(at, spv::AccessChain::BASE)) {
                Some(next) => at = next,
                None => break None,
            }
        };
        self.variables.extend(way.into_iter().map(|op| (op, found)));
        found
    }

    /// Returns `op` if it is a function variable that is neither volatile nor coherent.
    fn own_variable(&self, op: Op) -> Option<Op> {
        let body = self.body;
        let is_own = body.def(op) == spv::Variable::ID
            && types::pointer(self.ctx, body.value_type(body.result(op, 0)))?.1 == storage::FUNCTION
            && !self.volatile_or_coherent.contains(&op);
        is_own.then_some(op)
    }

    /// Marks an op and its enclosing constructs live.
    fn mark(&mut self, op: Op) {
        let mut at = op;
        while self.live.ops.insert(at) {
            self.work.push(at);
            let Some(owner) = self.body.parent(at).and_then(|b| self.body.block_owner(b)) else { return };
            at = owner;
        }
    }

    /// Marks the ops and parameters that a live op depends on as live.
    fn follow(&mut self, op: Op) {
        let body = self.body;
        if body.region_count(op) > 0 {
            self.construct(op);
            return;
        }
        let is_exit = self.exit_values(op);
        for value in body.own_operands(op) {
            if !is_exit {
                self.value(value, op);
            }
        }
    }

    /// Returns whether an op is an exit that forwards its operands to parameters of its target.
    fn exit_values(&self, op: Op) -> bool {
        [spv::Merge::ID, spv::Break::ID, spv::Continue::ID, spv::SwitchBreak::ID].contains(&self.body.def(op))
    }

    /// Marks the control flow of a live construct: all terminators of its region and the exits to it.
    fn construct(&mut self, op: Op) {
        let body = self.body;
        for block in body.blocks(body.region(op, 0)) {
            if let Some(last) = body.last_op(block) {
                self.mark(last);
            }
        }
        for exit in self.exits.get(&op).cloned().unwrap_or_default() {
            self.mark(exit);
        }
    }

    fn value(&mut self, value: Value, user: Op) {
        let body = self.body;
        if let Some(variable) = self.variable(value) {
            let through = is_chain(body, user) || body.def(user) == spv::CopyObject::ID;
            let is_first = body.own_operands(user).next() == Some(value);
            let stored = self.stored_variable(user) == Some(variable) && is_first;
            let also_object = Access::new(body, user).is_some_and(|access| access.object == Some(value));
            if !(through && is_first) && (!stored || also_object) {
                self.read(variable);
            }
        }
        match body.value_def(value) {
            ValueDef::Result(op, _) if body.region_count(op) == 0 => self.mark(op),
            ValueDef::Forward => {}
            def => self.param(value, def),
        }
    }

    fn read(&mut self, variable: Op) {
        if self.read.insert(variable) {
            for store in self.stores.remove(&variable).unwrap_or_default() {
                self.mark(store);
            }
        }
    }

    /// Marks a parameter as live, and the construct that determines which edge to the parameter is taken.
    fn param(&mut self, value: Value, def: ValueDef) {
        if !self.live.params.insert(value) {
            return;
        }
        match def {
            ValueDef::Result(op, _) => self.mark(op),
            ValueDef::Argument(block, _) => {
                if let Some(owner) = self.body.block_owner(block) {
                    self.mark(owner);
                }
            }
            ValueDef::Forward => {}
        }
        self.params.push(value);
    }

    /// Marks the values that edges forward to a live parameter.
    fn follow_param(&mut self, value: Value) {
        let Some(&(node, index)) = self.nodes.get(&value) else { return };
        let edges: Vec<(Op, Option<Value>)> =
            self.flow.incoming(node).map(|e| (e.op, e.value(self.body, index))).collect();
        for (op, passed) in edges {
            if let Some(passed) = passed {
                self.value(passed, op);
            }
        }
    }
}

/// Erases all ops and parameters that are not live. Returns the number of erased ops and the number of erased
/// parameters.
fn sweep(ctx: &Context, body: &mut Body, flow: &Flow, live: &Live) -> (u64, u64) {
    // For each flow-graph node, whether each of its parameters is dead. Empty for the nodes of a construct that is
    // erased as a whole.
    let mut dead_params: Vec<Vec<bool>> = vec![Vec::new(); flow.nodes.len()];
    // The parameters of the first flow-graph node belong to the function.
    for node in 1..flow.nodes.len() as u32 {
        let at = flow.nodes[node as usize];
        let gone = |op: Op| !live.ops.contains(&op);
        if at.after.is_some_and(gone) || body.block_owner(at.block).is_some_and(gone) {
            continue;
        }
        let params = flow.params(body, node);
        dead_params[node as usize] = params.iter().map(|v| !live.params.contains(v)).collect();
        let dead = dead_params[node as usize].iter().enumerate().filter(|(_, dead)| **dead);
        forget_passed(body, flow, node, dead.map(|(i, _)| i), |_| ());
    }
    let mut dead = Vec::new();
    let mut at = walk::ops(body);
    while let Some(op) = at.next() {
        if !live.ops.contains(&op) && !is_kept(ctx, body, op, live) {
            dead.push(op);
            at.skip_regions(op);
        }
    }
    if !dead.is_empty() {
        let mut builder = Builder::new(body);
        dead.iter().rev().for_each(|&op| builder.erase(op));
    }
    let mut params = 0;
    for (node, dead) in dead_params.iter().enumerate().filter(|(_, dead)| dead.contains(&true)) {
        params += dead.iter().filter(|&&d| d).count() as u64;
        remove_params(ctx, body, flow, node as u32, &|i| dead[i]);
    }
    (dead.len() as u64, params)
}

/// Returns whether to preserve an op because it is debug information that only refers to live values.
fn is_kept(ctx: &Context, body: &Body, op: Op, live: &Live) -> bool {
    is_debug_info(ctx, body, op)
        && body.operands(op).all(|value| match body.value_def(value) {
            ValueDef::Result(def, _) if body.region_count(def) == 0 => live.ops.contains(&def),
            ValueDef::Forward => true,
            _ => live.params.contains(&value),
        })
}
