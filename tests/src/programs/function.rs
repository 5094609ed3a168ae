//! Builder for a function of a random program: its blocks, and the values available in each block

use super::module::{Module, Ty};
use crate::r#gen::words::{Words, class, deco, op};

/// The interface that callers of a function need.
#[derive(Clone, Debug)]
pub struct Signature {
    pub id: u32,
    pub params: Vec<Ty>,
    pub result: Option<Ty>,
    /// Level in the call graph. A function calls only functions with a lower level.
    pub level: u32,
}

/// A basic block that has begun.
pub struct Node {
    pub label: u32,
    /// Index of the immediate dominator; `None` for the entry block.
    idom: Option<usize>,
    depth: u32,
    values: Vec<(u32, Ty)>,
}

/// A basic block that has not begun yet. Branches to it are collected in `edges`.
pub struct Target {
    pub label: u32,
    phis: Vec<Ty>,
    edges: Vec<(usize, Vec<u32>)>,
    /// The loop counter if the block is a loop header, otherwise `None`.
    pub looping: Option<Counter>,
}

impl Target {
    /// Returns whether no block branches to the target yet.
    pub fn is_dead(&self) -> bool {
        self.edges.is_empty()
    }
}

/// The counter that limits a loop's iterations.
#[derive(Clone, Copy, Debug)]
pub enum Counter {
    /// The counter is a phi of the loop header.
    Phi,
    /// The counter is the function variable with this id, which is zero on entry to the loop.
    Variable(u32),
}

/// A phi of a loop header whose incoming value for the back edge is not yet set.
pub struct OpenPhi {
    pub ty: Ty,
    pub id: u32,
    /// Word offset of the phi's back-edge operands in the function's code.
    place: usize,
}

/// A construct that contains the insertion point, with the indices of its targets.
#[derive(Clone, Copy, Debug)]
pub enum Scope {
    /// A loop, with its merge block and its continue target.
    Loop(usize, usize),
    /// A switch, with its merge block.
    Switch(usize),
    /// A continue construct, which can be left only through the back edge.
    Continue,
    /// A selection, with its merge block. Nested constructs do not exit to this block.
    Selection(usize),
}

pub struct Function<'m> {
    pub m: &'m mut Module,
    pub code: Words,
    variables: Words,
    pub nodes: Vec<Node>,
    /// Index of the current block.
    pub at: usize,
    /// Whether the current block still needs a terminator.
    pub open: bool,
    pub targets: Vec<Target>,
    pub scopes: Vec<Scope>,
    pub locals: Vec<(u32, Ty)>,
    pub globals: &'m [(u32, Ty)],
    pub result: Option<Ty>,
    /// Number of statements that may still be generated.
    pub budget: usize,
    pub merges: bool,
    pub callees: &'m [Signature],
    calls: usize,
    level: u32,
    id: u32,
    params: Vec<Ty>,
}

/// Number of levels in the call graph.
const LEVELS: usize = 3;

impl<'m> Function<'m> {
    /// Generates the function with index `number`, and appends it to the module. If `empty` is set, its body is empty.
    pub fn make(
        m: &'m mut Module,
        callees: &'m [Signature],
        globals: &'m [(u32, Ty)],
        number: usize,
        merges: bool,
        empty: bool,
    ) -> Signature {
        let result = m.rng.chance(85).then(|| m.rng.pick(&Ty::ALL));
        let params: Vec<Ty> = (0..m.rng.range(1, 4)).map(|_| m.rng.pick(&Ty::ALL)).collect();
        let budget = m.rng.pick(&[8, 16, 30, 60, 90, 130]);
        let budget = if empty { 0 } else { budget };
        // The level is chosen before the body, so that emptying a function does not change the other functions.
        let level = m.rng.below(LEVELS) as u32;
        let mut f = Function::head(m, globals, number, &params, result);
        (f.callees, f.merges, f.budget, f.level) = (callees, merges, budget, level);
        while f.open && f.budget > 0 {
            f.statement(0);
        }
        f.finish()
    }

    /// Begins a function with a few variables. The entry block becomes the current block.
    pub fn head(
        m: &'m mut Module,
        globals: &'m [(u32, Ty)],
        number: usize,
        params: &[Ty],
        result: Option<Ty>,
    ) -> Function<'m> {
        let id = m.id();
        m.name(id, &format!("f{number}"));
        let types: Vec<u32> = params.iter().map(|&ty| m.ty(ty)).collect();
        let result_type = match result {
            Some(ty) => m.ty(ty),
            None => m.void(),
        };
        let function_type = m.declare(op::TYPE_FUNCTION, &[&[result_type], &types[..]].concat());
        let mut code = Words::default();
        code.op(op::FUNCTION, &[result_type, id, 0, function_type]);
        let mut values = Vec::new();
        for (&ty, &type_id) in params.iter().zip(&types) {
            let value = m.id();
            code.op(op::FUNCTION_PARAMETER, &[type_id, value]);
            values.push((value, ty));
        }
        let entry = m.id();
        code.op(op::LABEL, &[entry]);
        m.functions.append(&code);
        let mut f = Function {
            m,
            code: Words::default(),
            variables: Words::default(),
            nodes: vec![Node { label: entry, idom: None, depth: 0, values }],
            at: 0,
            open: true,
            targets: Vec::new(),
            scopes: Vec::new(),
            locals: Vec::new(),
            globals,
            result,
            budget: 0,
            merges: false,
            callees: &[],
            calls: 0,
            level: 0,
            id,
            params: params.to_vec(),
        };
        for _ in 0..f.m.rng.range(1, 4) {
            let ty = f.m.rng.pick(&Ty::ALL);
            let start = f.m.any_constant(ty);
            let local = f.variable(ty, start);
            f.locals.push((local, ty));
        }
        f
    }

    /// Ends the function, and returns its signature.
    pub fn finish(mut self) -> Signature {
        if self.open {
            self.leave_function();
        }
        self.code.op(op::FUNCTION_END, &[]);
        self.m.functions.append(&self.variables);
        self.m.functions.append(&self.code);
        Signature { id: self.id, params: self.params, result: self.result, level: self.level }
    }

    /// Returns the ids of the function's parameters.
    pub fn parameters(&self) -> Vec<u32> {
        self.nodes[0].values.iter().map(|v| v.0).collect()
    }

    /// Adds a function variable with the initializer `start`, and returns its id.
    pub fn variable(&mut self, ty: Ty, start: u32) -> u32 {
        let pointer = self.m.pointer(class::FUNCTION, ty);
        let id = self.m.id();
        self.variables.op(op::VARIABLE, &[pointer, id, class::FUNCTION, start]);
        id
    }

    /// Emits an instruction, and makes its result available to later statements. Returns the result id.
    pub fn emit(&mut self, opcode: u16, ty: Ty, operands: &[u32]) -> u32 {
        let id = self.hidden(opcode, ty, operands);
        self.nodes[self.at].values.push((id, ty));
        id
    }

    /// Emits an instruction whose result later statements cannot use, because [`Self::value`] does not return it.
    pub fn hidden(&mut self, opcode: u16, ty: Ty, operands: &[u32]) -> u32 {
        let id = self.m.id();
        let type_id = self.m.ty(ty);
        self.code.op2(opcode, &[type_id, id], operands);
        if self.m.exact && super::ops::may_contract(opcode) {
            self.m.annotations.op(op::DECORATE, &[id, deco::NO_CONTRACTION]);
        }
        id
    }

    /// Returns a random available value of type `ty`, or a constant.
    pub fn value(&mut self, ty: Ty) -> u32 {
        let mut found: Vec<u32> = Vec::new();
        let mut at = Some(self.at);
        while let Some(n) = at
            && found.len() < 12
        {
            found.extend(self.nodes[n].values.iter().rev().filter(|v| v.1 == ty).map(|v| v.0).take(6));
            at = self.nodes[n].idom;
        }
        if found.is_empty() || self.m.rng.chance(8) {
            return self.m.any_constant(ty);
        }
        self.m.rng.pick(&found)
    }

    /// Creates a not yet begun block with phis of the given types, and returns its index.
    pub fn target(&mut self, phis: Vec<Ty>) -> usize {
        let label = self.m.id();
        self.targets.push(Target { label, phis, edges: Vec::new(), looping: None });
        self.targets.len() - 1
    }

    /// Creates a not yet begun block with some phis, such as a merge block. It is sometimes a loop header. Call before
    /// emitting the terminator, because a counter variable may need a store.
    pub fn joint(&mut self) -> usize {
        let phis = (0..self.m.rng.pick(&[0, 0, 0, 1, 1, 2])).map(|_| self.m.rng.pick(&Ty::ALL)).collect();
        let target = self.target(phis);
        if self.m.rng.chance(12) && self.loops() < 3 {
            self.targets[target].looping = Some(self.counter());
        }
        target
    }

    /// Creates a loop counter with the initial value zero.
    pub fn counter(&mut self) -> Counter {
        if self.m.rng.chance(60) {
            return Counter::Phi;
        }
        let zero = self.m.constant(Ty::S32, 0);
        let variable = self.variable(Ty::S32, zero);
        self.code.op(op::STORE, &[variable, zero]);
        Counter::Variable(variable)
    }

    /// Returns the number of loops that contain the insertion point.
    pub fn loops(&self) -> usize {
        self.scopes.iter().filter(|s| matches!(s, Scope::Loop(..) | Scope::Continue)).count()
    }

    /// Records an edge from the current block to the block `target`, unless it is already recorded. Returns the
    /// target's label.
    pub fn edge(&mut self, target: usize) -> u32 {
        let known = self.targets[target].edges.iter().any(|(from, _)| *from == self.at);
        if !known {
            let values = self.targets[target].phis.clone().into_iter().map(|ty| self.value(ty)).collect();
            self.targets[target].edges.push((self.at, values));
        }
        self.targets[target].label
    }

    /// Ends the current block with a branch to a target.
    pub fn branch(&mut self, target: usize) {
        let label = self.edge(target);
        self.code.op(op::BRANCH, &[label]);
        self.open = false;
    }

    /// Begins the block `target`, which `header` dominates. If it is a loop header, returns its phis, whose back-edge
    /// operands are placeholders.
    pub fn begin_block(&mut self, target: usize, header: usize) -> Vec<OpenPhi> {
        let edges = std::mem::take(&mut self.targets[target].edges);
        let idom = edges.iter().map(|(from, _)| *from).reduce(|a, b| self.common(a, b)).unwrap_or(header);
        let label = self.targets[target].label;
        self.code.op(op::LABEL, &[label]);
        let depth = self.nodes[idom].depth + 1;
        self.nodes.push(Node { label, idom: Some(idom), depth, values: Vec::new() });
        (self.at, self.open) = (self.nodes.len() - 1, true);
        if edges.is_empty() {
            self.targets[target].looping = None;
            return Vec::new();
        }
        let mut phis = self.targets[target].phis.clone();
        let looping = self.targets[target].looping;
        let counts = matches!(looping, Some(Counter::Phi));
        let zero = self.m.constant(Ty::S32, 0);
        if counts {
            phis.push(Ty::S32);
        }
        let mut open = Vec::new();
        for (i, &ty) in phis.iter().enumerate() {
            let mut operands: Vec<u32> = Vec::new();
            for (from, values) in &edges {
                operands.extend([values.get(i).copied().unwrap_or(zero), self.nodes[*from].label]);
            }
            if looping.is_some() {
                operands.extend([0, 0]);
            }
            let id = self.emit(op::PHI, ty, &operands);
            open.push(OpenPhi { ty, id, place: self.code.words.len() - 2 });
        }
        open
    }

    /// Sets a phi's incoming value for a back edge from the current block.
    pub fn close_phi(&mut self, phi: &OpenPhi, value: u32) {
        self.code.words[phi.place] = value;
        self.code.words[phi.place + 1] = self.nodes[self.at].label;
    }

    /// Returns the nearest common dominator of two blocks.
    fn common(&self, mut a: usize, mut b: usize) -> usize {
        while a != b {
            if self.nodes[a].depth < self.nodes[b].depth {
                std::mem::swap(&mut a, &mut b);
            }
            a = self.nodes[a].idom.unwrap_or(0);
        }
        a
    }

    /// Emits a call of a previously generated function, if any has a lower level.
    pub fn call(&mut self) {
        if self.callees.is_empty() || self.calls >= 2 || self.loops() > 1 {
            return;
        }
        let callee = self.callees[self.m.rng.below(self.callees.len())].clone();
        if callee.level >= self.level {
            return;
        }
        self.calls += 1;
        let mut operands = vec![callee.id];
        for &ty in &callee.params {
            operands.push(self.value(ty));
        }
        match callee.result {
            Some(ty) => {
                self.emit(op::FUNCTION_CALL, ty, &operands);
            }
            None => {
                let (void, id) = (self.m.void(), self.m.id());
                self.code.op2(op::FUNCTION_CALL, &[void, id], &operands);
            }
        }
    }
}
