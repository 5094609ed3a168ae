//! Generator of straight-line code for the functions of the shader

use super::module::{Index, Module, Path, Ty};
use super::words::{Words, class, deco, op};

/// Typical names of shader functions.
const FUNCTION_NAMES: [&str; 16] = [
    "shadeLight",
    "applyFog",
    "sampleShadow",
    "evalBrdf",
    "toneMap",
    "unpackNormal",
    "hash13",
    "noise",
    "computeFresnel",
    "rayMarch",
    "map",
    "blendLayers",
    "decodeDepth",
    "GetMaterial",
    "importanceSample",
    "getAtlasUv",
];

/// Names of local variables and parameters, which the functions share.
const LOCAL_NAMES: [&str; 24] = [
    "color",
    "n",
    "uv",
    "i",
    "result",
    "lightDir",
    "viewDir",
    "a",
    "t",
    "d",
    "p",
    "f",
    "tmp",
    "alpha",
    "roughness",
    "halfVector",
    "ndotl",
    "sum",
    "weight",
    "offset",
    "index",
    "shadow",
    "q",
    "diffuse",
];

/// A parameter of a generated function.
#[derive(Debug, Clone, Copy)]
pub struct Param {
    /// Type of the parameter; for a pointer parameter, the pointee type.
    pub ty: Ty,
    /// Whether the parameter is a pointer to a function variable.
    pub pointer: bool,
}

/// The interface that callers of a generated function need.
#[derive(Debug)]
pub struct Signature {
    /// Id of the function.
    pub id: u32,
    /// Parameters of the function.
    pub params: Vec<Param>,
    /// Result type; `None` for `void`.
    pub result: Option<Ty>,
}

/// A loop that contains the insertion point.
#[derive(Debug)]
pub struct Loop {
    /// Label of the merge block.
    pub merge: u32,
    /// Label of the continue target.
    pub next: u32,
    /// Types of the loop-carried values.
    pub carried: Vec<Ty>,
    /// Labels of the blocks that branch to the merge block, with the carried values at the branch.
    pub breaks: Vec<(u32, Vec<u32>)>,
    /// Labels of the blocks that branch to the continue target, with the carried values at the branch.
    pub continues: Vec<(u32, Vec<u32>)>,
}

/// A function body under construction.
pub struct Body<'a> {
    /// The module to which the function is added.
    pub m: &'a mut Module,
    /// Instructions generated so far, except for the function's variables.
    pub code: Words,
    /// Ids of the available values, by type.
    pub pools: [Vec<u32>; Ty::COUNT],
    /// Label of the current block.
    pub block: u32,
    /// The result type of the function. `None` for `void`.
    pub result: Option<Ty>,
    /// Loops that contain the insertion point, innermost last.
    pub loops: Vec<Loop>,
    entry: u32,
    variables: Words,
    locals: Vec<(u32, Ty)>,
    budget: usize,
    functions: &'a [Signature],
    uncalled: &'a mut Vec<usize>,
    relaxed: bool,
    precise: bool,
}

impl<'a> Body<'a> {
    fn new(
        m: &'a mut Module,
        functions: &'a [Signature],
        uncalled: &'a mut Vec<usize>,
        budget: usize,
    ) -> Self {
        let block = m.id();
        let (relaxed, precise) = (m.rng.chance(25), m.rng.chance(5));
        Body {
            m,
            code: Words::default(),
            pools: Default::default(),
            block,
            result: None,
            loops: Vec::new(),
            entry: block,
            variables: Words::default(),
            locals: Vec::new(),
            budget,
            functions,
            uncalled,
            relaxed,
            precise,
        }
    }

    /// Generates the function with index `number`. Appends statements until the module has `budget` words.
    pub fn function(
        m: &mut Module,
        functions: &[Signature],
        uncalled: &mut Vec<usize>,
        number: usize,
        budget: usize,
    ) -> Signature {
        let id = m.id();
        let result = if m.rng.chance(15) { None } else { Some(m.rng.pick(&Ty::STORED)) };
        let params: Vec<Param> = (0..m.rng.below(5))
            .map(|_| Param { ty: m.rng.pick(&Ty::STORED), pointer: m.rng.chance(40) })
            .collect();
        let types: Vec<u32> = params
            .iter()
            .map(|param| {
                let ty = m.ty(param.ty);
                if param.pointer { m.pointer(class::FUNCTION, ty) } else { ty }
            })
            .collect();
        let result_type = result.map_or(m.void, |ty| m.ty(ty));
        let function_type = m.function_type(result_type, &types);
        let mangled: String = params.iter().map(|param| param.ty.mangled()).collect();
        let name = m.rng.pick(&FUNCTION_NAMES);
        m.name(id, &format!("{name}{number}({mangled}"));

        let mut head = Words::default();
        let control = m.rng.pick(&[0, 0, 0, 0, 1, 2, 8]);
        head.op(op::FUNCTION, &[result_type, id, control, function_type]);
        let mut body = Body::new(m, functions, uncalled, budget);
        body.result = result;
        for (param, &ty) in params.iter().zip(&types) {
            let value = body.m.id();
            head.op(op::FUNCTION_PARAMETER, &[ty, value]);
            body.name_local(value);
            if param.pointer {
                body.locals.push((value, param.ty));
            } else {
                body.pools[param.ty as usize].push(value);
            }
        }
        for _ in 0..body.m.rng.range(2, 6) {
            let ty = body.m.rng.pick(&Ty::STORED);
            body.local(ty);
        }
        for _ in 0..2 {
            let ty = body.m.rng.pick(&Ty::STORED);
            body.load_path(Some(ty));
        }
        while body.has_room() {
            body.statement(0);
        }
        while body.uncalled.len() > 24 {
            body.call(None);
        }
        match result {
            None => body.code.op(op::RETURN, &[]),
            Some(ty) => {
                let value = body.value(ty);
                body.code.op(op::RETURN_VALUE, &[value]);
            }
        }
        body.finish(&head);
        Signature { id, params, result }
    }

    /// Generates the entry point, which calls all functions without callers.
    pub fn entry_point(m: &mut Module, functions: &[Signature], uncalled: &[usize], output: u32) -> u32 {
        let id = m.id();
        m.name(id, "main");
        let (void, function_type) = (m.void, m.function_type(m.void, &[]));
        let mut head = Words::default();
        head.op(op::FUNCTION, &[void, id, 0, function_type]);
        let mut none = Vec::new();
        let mut body = Body::new(m, functions, &mut none, usize::MAX);
        let mut color = body.load_path(Some(Ty::V4));
        for &function in uncalled {
            body.call(Some(function));
            if functions[function].result == Some(Ty::V4) {
                let result = body.pools[Ty::V4 as usize].last().copied().unwrap_or(color);
                color = body.emit(op::F_ADD, Ty::V4, &[color, result]);
            }
        }
        body.code.op(op::STORE, &[output, color]);
        body.code.op(op::RETURN, &[]);
        body.finish(&head);
        id
    }

    fn finish(mut self, head: &Words) {
        self.code.op(op::FUNCTION_END, &[]);
        let functions = &mut self.m.functions;
        functions.append(head);
        functions.op(op::LABEL, &[self.entry]);
        let Body { m, code, variables, .. } = self;
        m.functions.append(&variables);
        m.functions.append(&code);
    }

    /// Returns whether the function may still grow within its budget.
    pub fn has_room(&self) -> bool {
        self.m.size_in_words() + self.code.words.len() + self.variables.words.len() < self.budget
    }

    /// Appends an instruction and makes its result available. Returns the result id.
    pub fn emit(&mut self, opcode: u16, ty: Ty, operands: &[u32]) -> u32 {
        let id = self.m.id();
        self.code.op2(opcode, &[self.m.ty(ty), id], operands);
        self.pools[ty as usize].push(id);
        if ty != Ty::B && opcode != op::PHI && self.relaxed && self.m.rng.chance(60) {
            self.m.decorate(id, &[deco::RELAXED_PRECISION]);
        }
        let contracts = (op::F_NEGATE..=op::F_DIV).contains(&opcode);
        if self.precise && contracts && Ty::FLOATS.contains(&ty) {
            self.m.decorate(id, &[deco::NO_CONTRACTION]);
        }
        if self.m.rng.chance(3) {
            self.name_local(id);
        }
        id
    }

    pub(super) fn emit_glsl(&mut self, number: u32, ty: Ty, operands: &[u32]) -> u32 {
        let operands = [&[self.m.glsl, number], operands].concat();
        self.emit(op::EXT_INST, ty, &operands)
    }

    pub(super) fn name_local(&mut self, id: u32) {
        let name = self.m.rng.pick(&LOCAL_NAMES);
        if self.m.rng.chance(20) {
            let number = self.m.rng.below(30);
            self.m.name(id, &format!("{name}_{number}"));
        } else {
            self.m.name(id, name);
        }
    }

    /// Returns an available value of type `ty`, usually a recent one.
    pub fn value(&mut self, ty: Ty) -> u32 {
        let known = self.pools[ty as usize].len();
        if known == 0 || self.m.rng.chance(12) {
            return match ty {
                Ty::B => self.compare(),
                _ if known == 0 && self.m.rng.chance(60) => self.load_path(Some(ty)),
                _ => self.m.any_constant(ty),
            };
        }
        let window = if self.m.rng.chance(70) { known.min(6) } else { known.min(40) };
        self.pools[ty as usize][known - 1 - self.m.rng.below(window)]
    }

    /// Adds a function variable of type `ty` and returns its id.
    pub fn local(&mut self, ty: Ty) -> u32 {
        let id = self.m.id();
        let pointer = self.m.pointer(class::FUNCTION, self.m.ty(ty));
        if self.m.rng.chance(10) {
            let value = self.m.any_constant(ty);
            self.variables.op(op::VARIABLE, &[pointer, id, class::FUNCTION, value]);
        } else {
            self.variables.op(op::VARIABLE, &[pointer, id, class::FUNCTION]);
        }
        self.name_local(id);
        self.locals.push((id, ty));
        id
    }

    /// Returns a pointer to a random function variable or to a component of a vector variable, and the pointee type.
    pub(super) fn local_place(&mut self) -> (u32, Ty) {
        let (variable, ty) = self.m.rng.pick(&self.locals);
        if ty.width() == 1 || self.m.rng.chance(75) {
            return (variable, ty);
        }
        let component = self.m.rng.below(ty.width() as usize) as u32;
        let index = self.m.constant(Ty::U, component);
        (self.chain(class::FUNCTION, self.m.ty(Ty::F), &[variable, index]), Ty::F)
    }

    fn chain(&mut self, class: u32, pointee: u32, operands: &[u32]) -> u32 {
        let pointer = self.m.pointer(class, pointee);
        let id = self.m.id();
        self.code.op2(op::ACCESS_CHAIN, &[pointer, id], operands);
        id
    }

    pub(super) fn path_pointer(&mut self, path: &Path) -> u32 {
        if path.indices.is_empty() {
            return path.variable;
        }
        let mut operands = vec![path.variable];
        for &index in &path.indices {
            let id = match index {
                Index::Fixed(value) => self.m.int(value),
                Index::Any(count) if self.m.rng.chance(40) => {
                    let value = self.m.rng.below(count as usize) as i32;
                    self.m.int(value)
                }
                Index::Any(_) => {
                    let value = self.value(Ty::I);
                    let zero = self.m.int(0);
                    if self.m.is_negative(value) { zero } else { value }
                }
            };
            operands.push(id);
        }
        let pointee = path.ty.map_or(self.m.matrix, |ty| self.m.ty(ty));
        self.chain(path.class, pointee, &operands)
    }

    pub(super) fn find_path(&mut self, ty: Option<Ty>, writable: bool) -> Option<Path> {
        let fits = |path: &&Path| path.ty == ty && (path.writable || !writable);
        let count = self.m.paths.iter().filter(fits).count();
        if count == 0 {
            return None;
        }
        let chosen = self.m.rng.below(count);
        self.m.paths.iter().filter(fits).nth(chosen).cloned()
    }

    /// Loads a value of type `ty` from a buffer, an input or a global variable. `None` stands for a matrix.
    pub fn load_path(&mut self, ty: Option<Ty>) -> u32 {
        let Some(path) = self.find_path(ty, false) else {
            return self.m.any_constant(ty.unwrap_or(Ty::F));
        };
        let pointer = self.path_pointer(&path);
        match ty {
            Some(ty) => self.emit(op::LOAD, ty, &[pointer]),
            None => {
                let id = self.m.id();
                self.code.op(op::LOAD, &[self.m.matrix, id, pointer]);
                id
            }
        }
    }

    /// Emits a comparison and returns its Boolean result.
    pub fn compare(&mut self) -> u32 {
        let (ty, opcodes): (Ty, &[u16]) = match self.m.rng.below(6) {
            0 => (Ty::I, &[op::I_EQUAL, op::I_NOT_EQUAL, op::S_LESS_THAN, op::S_GREATER_THAN]),
            1 => (Ty::U, &[op::I_EQUAL, op::I_NOT_EQUAL, op::U_LESS_THAN, op::U_GREATER_THAN]),
            _ => (
                Ty::F,
                &[
                    op::F_ORD_LESS_THAN,
                    op::F_ORD_GREATER_THAN,
                    op::F_ORD_LESS_THAN_EQUAL,
                    op::F_ORD_GREATER_THAN_EQUAL,
                    op::F_ORD_EQUAL,
                ],
            ),
        };
        let left = self.value(ty);
        let right = if self.m.rng.chance(50) { self.m.any_constant(ty) } else { self.value(ty) };
        let opcode = self.m.rng.pick(opcodes);
        self.emit(opcode, Ty::B, &[left, right])
    }

    /// Calls a function. If `function` is `None`, calls a random previous function, preferably one without callers.
    pub(super) fn call(&mut self, function: Option<usize>) {
        let function = match function {
            Some(function) => function,
            None if !self.uncalled.is_empty() && self.m.rng.chance(80) => {
                let chosen = self.m.rng.below(self.uncalled.len());
                self.uncalled.swap_remove(chosen)
            }
            None if self.functions.is_empty() => return,
            None => self.m.rng.below(self.functions.len()),
        };
        let callee = &self.functions[function];
        let mut operands = vec![callee.id];
        let mut outs = Vec::new();
        for &param in &callee.params {
            let value = self.value(param.ty);
            if param.pointer {
                let variable = self.local(param.ty);
                self.code.op(op::STORE, &[variable, value]);
                operands.push(variable);
                outs.push((variable, param.ty));
            } else {
                operands.push(value);
            }
        }
        match callee.result {
            Some(ty) => {
                self.emit(op::FUNCTION_CALL, ty, &operands);
            }
            None => {
                let id = self.m.id();
                self.code.op2(op::FUNCTION_CALL, &[self.m.void, id], &operands);
            }
        }
        for (variable, ty) in outs {
            if self.m.rng.chance(60) && callee.result != Some(ty) {
                self.emit(op::LOAD, ty, &[variable]);
            }
        }
    }
}
