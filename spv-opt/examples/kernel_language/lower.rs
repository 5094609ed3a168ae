//! Lowering of the example language's syntax tree to the `spv` dialect

use super::syntax::{Error, Expr, ExprKind, Function, Item, Pos, Stmt, StmtKind, Ty, Typed};
use spv_opt::ir::{Ident, Type, Value};
use spv_opt::spv::{self, FunctionBuilder, Global, LayoutRules, ModuleBuilder, Types};
use spv_opt::{Context, Module};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::sync::Arc;

type Result<T> = std::result::Result<T, Error>;

/// The entity that a name refers to.
#[derive(Clone)]
enum Binding {
    /// A value: a parameter or the value of a `let`.
    Value(Value, Ty),
    /// A variable of the function: its address, and the type of its value.
    Variable(Value, Ty),
    /// A specialization constant.
    Spec(Global),
    /// A buffer, which is the member of a Block-decorated struct, or an array in workgroup memory.
    Memory { global: Global, is_block: bool, ty: Ty },
}

/// The scope of a statement: visible names and enclosing control flow. Each block has a copy of the enclosing scope.
#[derive(Clone)]
struct Scope {
    names: HashMap<String, Binding>,
    result: Option<Ty>,
    in_loop: bool,
}

struct Signature {
    function: spv::Function,
    parameters: Vec<Ty>,
    result: Option<Ty>,
}

/// Built-in variables, which the language calls like functions: function name, variable name and SPIR-V built-in.
const BUILT_INS: [(&str, &str, spv::BuiltIn); 3] = [
    ("global_id", "global_invocation_id", spv::BuiltIn::GlobalInvocationId),
    ("local_id", "local_invocation_id", spv::BuiltIn::LocalInvocationId),
    ("group_id", "workgroup_id", spv::BuiltIn::WorkgroupId),
];

/// A struct of the language.
struct Struct {
    /// SPIR-V type of the struct, without a layout.
    ty: Type,
    members: Vec<Typed>,
}

struct Lowering {
    ctx: Arc<Context>,
    file: Ident,
    structs: HashMap<String, Struct>,
    built_ins: [Global; 3],
    functions: HashMap<String, Signature>,
    errors: RefCell<Vec<Error>>,
}

/// Lowers a source file to a module for Vulkan 1.1.
///
/// # Errors
/// The errors in all statements and declarations.
pub fn lower(ctx: &Arc<Context>, file: &str, items: &[Item]) -> std::result::Result<Module, Vec<Error>> {
    let mut m = ModuleBuilder::new(ctx, spv::AddressingModel::Logical, spv::MemoryModel::GLSL450);
    m.deduced_target(1, 3);
    let ids = ctx.vector(ctx.unsigned(32), 3);
    let built_ins = BUILT_INS.map(|(_, name, built_in)| m.built_in_input(name, ids, built_in));
    let mut lowering = Lowering {
        ctx: ctx.clone(),
        file: ctx.ident(file),
        structs: HashMap::new(),
        built_ins,
        functions: HashMap::new(),
        errors: RefCell::default(),
    };
    let mut names = HashMap::new();
    let (mut binding, mut spec_id) = (0, 0);
    for item in items {
        let declared = match item {
            Item::Struct(name, members) => lowering.structure(name, members),
            Item::Spec(name, default) => {
                let global = m.spec_constant(name, spec_id, ctx.i32_attr(*default), ctx.common().i32);
                names.insert(name.clone(), Binding::Spec(global));
                spec_id += 1;
                Ok(())
            }
            Item::Buffer(typed) => lowering.buffer(&mut m, typed, binding).map(|memory| {
                names.insert(typed.name.clone(), memory);
                binding += 1;
            }),
            Item::Shared(typed) => lowering.shared(&mut m, typed).map(|memory| {
                names.insert(typed.name.clone(), memory);
            }),
            Item::Function(function) => lowering.function(&mut m, &names, function),
        };
        lowering.record(declared);
    }
    let errors = lowering.errors.into_inner();
    if !errors.is_empty() {
        return Err(errors);
    }
    m.finish().map_err(|list| {
        list.list.iter().map(|e| Error { pos: Pos::default(), message: e.message.clone() }).collect()
    })
}

impl Lowering {
    fn record(&self, result: Result<()>) {
        self.errors.borrow_mut().extend(result.err());
    }

    /// Returns the SPIR-V type of a scalar type. Reports other types as errors.
    fn scalar(&self, ty: &Ty, pos: Pos) -> Result<Type> {
        let common = self.ctx.common();
        match ty {
            Ty::Bool => Ok(common.i1),
            Ty::U32 => Ok(common.i32),
            Ty::I32 => Ok(self.ctx.signed(32)),
            Ty::F32 => Ok(common.f32),
            _ => Err(Error { pos, message: format!("expected a scalar type, found {}", show(ty)) }),
        }
    }

    /// Returns the SPIR-V type of a type, without a layout. The enclosing buffer adds the layout.
    fn ty(&self, ty: &Ty, pos: Pos) -> Result<Type> {
        match ty {
            Ty::Struct(name) => match self.structs.get(name) {
                Some(structure) => Ok(structure.ty),
                None => Err(Error { pos, message: format!("unknown type `{name}`") }),
            },
            Ty::Array(element, length) => {
                let element = self.ty(element, pos)?;
                Ok(match length {
                    Some(length) => self.ctx.array(element, *length),
                    None => self.ctx.runtime_array(element),
                })
            }
            _ => self.scalar(ty, pos),
        }
    }

    fn structure(&mut self, name: &str, members: &[Typed]) -> Result<()> {
        let mut structure = self.ctx.structure().named(name);
        for member in members {
            structure = structure.member(self.ty(&member.ty, member.pos)?).name(&member.name);
        }
        let ty = structure.build();
        self.structs.insert(name.to_owned(), Struct { ty, members: members.to_vec() });
        Ok(())
    }

    fn buffer(&self, m: &mut ModuleBuilder, typed: &Typed, binding: u32) -> Result<Binding> {
        let content = self.ty(&typed.ty, typed.pos)?;
        let name = format!("{}_block", typed.name);
        let block = self.ctx.structure().named(&name).member(content).name(&typed.name).block();
        let block = block
            .with_layout(LayoutRules::Std430)
            .map_err(|error| Error { pos: typed.pos, message: error.to_string() })?;
        let global = m.storage_buffer(&typed.name, block, 0, binding);
        Ok(Binding::Memory { global, is_block: true, ty: typed.ty.clone() })
    }

    fn shared(&self, m: &mut ModuleBuilder, typed: &Typed) -> Result<Binding> {
        let Ty::Array(element, Some(length)) = &typed.ty else {
            return Err(Error { pos: typed.pos, message: "shared memory is an array with a length".into() });
        };
        let array = self.ctx.array(self.scalar(element, typed.pos)?, *length);
        let global = m.workgroup_variable(&typed.name, array);
        Ok(Binding::Memory { global, is_block: false, ty: typed.ty.clone() })
    }

    fn function(
        &mut self,
        m: &mut ModuleBuilder,
        globals: &HashMap<String, Binding>,
        function: &Function,
    ) -> Result<()> {
        let types =
            function.parameters.iter().map(|p| self.scalar(&p.ty, p.pos)).collect::<Result<Vec<_>>>()?;
        let pos = function.pos;
        let result = function.result.as_ref().map(|ty| self.scalar(ty, pos)).transpose()?;
        let lowered = m.function(&function.name, &types, result, |b| {
            let mut scope = Scope { names: globals.clone(), result: function.result.clone(), in_loop: false };
            for (index, parameter) in function.parameters.iter().enumerate() {
                let value = Binding::Value(b.parameter(index), parameter.ty.clone());
                scope.names.insert(parameter.name.clone(), value);
            }
            let ends = self.block(b, &scope, &function.body);
            match (ends, result) {
                (true, _) => {}
                (false, None) => {
                    b.return_();
                }
                (false, Some(_)) => {
                    let message = format!("`{}` ends without a `return`", function.name);
                    self.record(Err(Error { pos, message }));
                    b.unreachable();
                }
            }
        });
        if let Some(size) = function.workgroup {
            m.deduced_entry_point(spv::ExecutionModel::GLCompute, lowered);
            m.execution_mode(lowered, spv::ExecutionMode::local_size(size, 1, 1));
        }
        let parameters = function.parameters.iter().map(|p| p.ty.clone()).collect();
        let signature = Signature { function: lowered, parameters, result: function.result.clone() };
        self.functions.insert(function.name.clone(), signature);
        Ok(())
    }

    /// Lowers the statements of a block. Returns whether the block ends with a terminator, so that control never
    /// reaches its end.
    fn block(&self, b: &mut FunctionBuilder<'_>, scope: &Scope, statements: &[Stmt]) -> bool {
        let mut scope = scope.clone();
        for statement in statements {
            b.loc = self.ctx.file_location(self.file, statement.pos.line, statement.pos.column);
            match self.statement(b, &mut scope, statement) {
                Ok(true) => return true,
                Ok(false) => {}
                Err(error) => {
                    self.record(Err(error));
                    if let StmtKind::Return(_) = statement.kind {
                        b.unreachable();
                        return true;
                    }
                }
            }
        }
        false
    }

    fn statement(&self, b: &mut FunctionBuilder<'_>, scope: &mut Scope, statement: &Stmt) -> Result<bool> {
        let pos = statement.pos;
        match &statement.kind {
            StmtKind::Let(name, value) => {
                let (value, ty) = self.value(b, scope, value)?;
                scope.names.insert(name.clone(), Binding::Value(value, ty));
            }
            StmtKind::Var(name, value) => {
                let (value, ty) = self.value(b, scope, value)?;
                let variable = b.local_variable(self.scalar(&ty, pos)?);
                b.store(variable, value);
                scope.names.insert(name.clone(), Binding::Variable(variable, ty));
            }
            StmtKind::Assign(place, value) => {
                let (pointer, place_ty) = self.place(b, scope, place)?;
                let (value, ty) = self.value(b, scope, value)?;
                expect(&place_ty, &ty, pos)?;
                b.store(pointer, value);
            }
            StmtKind::If(condition, then, otherwise) => {
                let condition = self.typed(b, scope, condition, &Ty::Bool)?;
                let ends = [Cell::new(false), Cell::new(false)];
                let arm = |b: &mut FunctionBuilder<'_>, index: usize, statements: &[Stmt]| {
                    ends[index].set(self.block(b, scope, statements));
                    Vec::new()
                };
                b.if_else(condition, &[], |b| arm(b, 0, then), |b| arm(b, 1, otherwise));
                if ends.iter().all(Cell::get) {
                    b.unreachable();
                    return Ok(true);
                }
            }
            StmtKind::While(condition, body) => {
                let inner = Scope { in_loop: true, ..scope.clone() };
                b.while_(
                    &[],
                    |b, _| match self.typed(b, scope, condition, &Ty::Bool) {
                        Ok(value) => value,
                        Err(error) => {
                            self.record(Err(error));
                            b.bool(false)
                        }
                    },
                    |b, _| {
                        self.block(b, &inner, body);
                        Vec::new()
                    },
                );
            }
            StmtKind::Switch(selector, cases, default) => {
                let selector = self.typed(b, scope, selector, &Ty::U32)?;
                let literals: Vec<u64> = cases.iter().map(|(literal, _)| u64::from(*literal)).collect();
                let all_end = Cell::new(true);
                let arm = |b: &mut FunctionBuilder<'_>, statements: &[Stmt]| {
                    let ends = self.block(b, scope, statements);
                    all_end.set(all_end.get() && ends);
                    Vec::new()
                };
                b.switch(selector, &literals, &[], |b, case| arm(b, &cases[case].1), |b| arm(b, default));
                if all_end.get() {
                    b.unreachable();
                    return Ok(true);
                }
            }
            StmtKind::Break | StmtKind::Continue if !scope.in_loop => {
                return Err(Error { pos, message: "not in a loop".into() });
            }
            StmtKind::Break => {
                b.break_loop(&[]);
                return Ok(true);
            }
            StmtKind::Continue => {
                b.continue_loop(&[]);
                return Ok(true);
            }
            StmtKind::Return(value) => {
                match (value, &scope.result) {
                    (None, None) => b.return_(),
                    (Some(value), Some(ty)) => {
                        let value = self.typed(b, scope, value, ty)?;
                        b.return_value(value)
                    }
                    (Some(_), None) => {
                        return Err(Error { pos, message: "the function has no result".into() });
                    }
                    (None, Some(ty)) => {
                        return Err(Error { pos, message: format!("expected a value of type {}", show(ty)) });
                    }
                };
                return Ok(true);
            }
            StmtKind::Barrier => {
                let semantics =
                    spv::MemorySemantics::ACQUIRE_RELEASE | spv::MemorySemantics::WORKGROUP_MEMORY;
                b.control_barrier(spv::Scope::Workgroup, spv::Scope::Workgroup, semantics);
            }
            StmtKind::Expr(expr) => match &expr.kind {
                ExprKind::Call(name, arguments) => {
                    self.call(b, scope, pos, name, arguments)?;
                }
                _ => return Err(Error { pos, message: "expected a call or an assignment".into() }),
            },
        }
        Ok(false)
    }

    /// Lowers an expression that denotes memory to an address: a variable, or an element or member of a buffer.
    fn place(&self, b: &mut FunctionBuilder<'_>, scope: &Scope, expr: &Expr) -> Result<(Value, Ty)> {
        let mut steps = Vec::new();
        let mut root = expr;
        while let ExprKind::Index(inner, _) | ExprKind::Member(inner, _) = &root.kind {
            steps.push(root);
            root = inner;
        }
        let no_place = Error { pos: expr.pos, message: "this is no place in memory".into() };
        let ExprKind::Name(name) = &root.kind else { return Err(no_place) };
        let (base, mut ty, mut indexes) = match scope.names.get(name) {
            Some(Binding::Variable(pointer, ty)) => (*pointer, ty.clone(), Vec::new()),
            Some(Binding::Memory { global, is_block, ty }) => {
                let first = if *is_block { vec![b.u32(0)] } else { Vec::new() };
                (b.address(*global), ty.clone(), first)
            }
            Some(_) => return Err(no_place),
            None => return Err(Error { pos: root.pos, message: format!("unknown name `{name}`") }),
        };
        for step in steps.into_iter().rev() {
            (ty, indexes) = match (&step.kind, ty) {
                (ExprKind::Index(_, index), Ty::Array(element, _)) => {
                    indexes.push(self.typed(b, scope, index, &Ty::U32)?);
                    (*element, indexes)
                }
                (ExprKind::Member(_, name), ty @ Ty::Struct(_)) => {
                    let (number, member) = self.member(&ty, name, step.pos)?;
                    indexes.push(b.u32(number));
                    (member, indexes)
                }
                (_, ty) => {
                    return Err(Error { pos: step.pos, message: format!("{} has no parts", show(&ty)) });
                }
            };
        }
        let pointer = if indexes.is_empty() { base } else { b.access_chain(base, &indexes) };
        Ok((pointer, ty))
    }

    fn member(&self, ty: &Ty, name: &str, pos: Pos) -> Result<(u32, Ty)> {
        let members = match ty {
            Ty::Struct(name) => self.structs.get(name).map_or(&[][..], |structure| &structure.members),
            _ => &[],
        };
        match members.iter().position(|member| member.name == name) {
            Some(number) => Ok((number as u32, members[number].ty.clone())),
            None => Err(Error { pos, message: format!("{} has no member `{name}`", show(ty)) }),
        }
    }

    /// Lowers an expression that must have a given type.
    fn typed(&self, b: &mut FunctionBuilder<'_>, scope: &Scope, expr: &Expr, ty: &Ty) -> Result<Value> {
        let (value, found) = self.value(b, scope, expr)?;
        expect(ty, &found, expr.pos)?;
        Ok(value)
    }

    fn value(&self, b: &mut FunctionBuilder<'_>, scope: &Scope, expr: &Expr) -> Result<(Value, Ty)> {
        let pos = expr.pos;
        Ok(match &expr.kind {
            ExprKind::Bool(value) => (b.bool(*value), Ty::Bool),
            ExprKind::U32(value) => (b.u32(*value), Ty::U32),
            ExprKind::I32(value) => (b.i32(*value), Ty::I32),
            ExprKind::F32(value) => (b.f32(*value), Ty::F32),
            ExprKind::Name(name) => match scope.names.get(name) {
                Some(Binding::Value(value, ty)) => (*value, ty.clone()),
                Some(Binding::Spec(constant)) => (b.spec_constant_value(*constant), Ty::U32),
                _ => self.load(b, scope, expr)?,
            },
            ExprKind::Member(base, name) if !is_place(scope, base) => {
                let (base, ty) = self.value(b, scope, base)?;
                let (number, member) = self.member(&ty, name, pos)?;
                (b.composite_extract(base, &[number]), member)
            }
            ExprKind::Member(..) => self.load(b, scope, expr)?,
            ExprKind::Index(..) => self.load(b, scope, expr)?,
            ExprKind::Unary(operator, operand) => {
                let (x, ty) = self.value(b, scope, operand)?;
                let value = match (*operator, &ty) {
                    ("!", Ty::Bool) => b.logical_not(x),
                    ("!", Ty::U32 | Ty::I32) => b.not(x),
                    ("-", Ty::U32 | Ty::I32) => b.s_negate(x),
                    ("-", Ty::F32) => b.f_negate(x),
                    _ => return Err(Error { pos, message: format!("no `{operator}` of {}", show(&ty)) }),
                };
                (value, ty)
            }
            ExprKind::Binary(operator @ ("&&" | "||"), left, right) => {
                let left = self.typed(b, scope, left, &Ty::Bool)?;
                // The right operand is evaluated only if the left operand does not determine the result.
                let right = |b: &mut FunctionBuilder<'_>| match self.typed(b, scope, right, &Ty::Bool) {
                    Ok(value) => vec![value],
                    Err(error) => {
                        self.record(Err(error));
                        vec![b.bool(false)]
                    }
                };
                let bool_type = [self.ctx.common().i1];
                let results = match *operator {
                    "&&" => b.if_else(left, &bool_type, right, |b| vec![b.bool(false)]),
                    _ => b.if_else(left, &bool_type, |b| vec![b.bool(true)], right),
                };
                (results[0], Ty::Bool)
            }
            ExprKind::Binary(operator, left, right) => {
                let (left, ty) = self.value(b, scope, left)?;
                let right = self.typed(b, scope, right, &ty)?;
                binary(b, operator, &ty, left, right)
                    .ok_or_else(|| Error { pos, message: format!("no `{operator}` of {}", show(&ty)) })?
            }
            ExprKind::Cast(operand, to) => {
                let (x, from) = self.value(b, scope, operand)?;
                let ty = self.scalar(to, pos)?;
                let value = match (&from, to) {
                    (from, to) if from == to => x,
                    (Ty::U32 | Ty::I32, Ty::U32 | Ty::I32) => b.bitcast(ty, x),
                    (Ty::U32, Ty::F32) => b.convert_u_to_f(ty, x),
                    (Ty::I32, Ty::F32) => b.convert_s_to_f(ty, x),
                    (Ty::F32, Ty::U32) => b.convert_f_to_u(ty, x),
                    (Ty::F32, Ty::I32) => b.convert_f_to_s(ty, x),
                    (Ty::Bool, Ty::U32) => {
                        let (one, zero) = (b.u32(1), b.u32(0));
                        b.select(x, one, zero)
                    }
                    _ => {
                        let message = format!("cannot convert {} to {}", show(&from), show(to));
                        return Err(Error { pos, message });
                    }
                };
                (value, to.clone())
            }
            ExprKind::Call(name, arguments) => match self.call(b, scope, pos, name, arguments)? {
                Some(result) => result,
                None => return Err(Error { pos, message: format!("`{name}` has no result") }),
            },
        })
    }

    fn load(&self, b: &mut FunctionBuilder<'_>, scope: &Scope, expr: &Expr) -> Result<(Value, Ty)> {
        let (pointer, ty) = self.place(b, scope, expr)?;
        if matches!(ty, Ty::Array(..)) {
            return Err(Error { pos: expr.pos, message: "an array is no value: take an element".into() });
        }
        Ok((b.load(pointer), ty))
    }

    fn call(
        &self,
        b: &mut FunctionBuilder<'_>,
        scope: &Scope,
        pos: Pos,
        name: &str,
        arguments: &[Expr],
    ) -> Result<Option<(Value, Ty)>> {
        let count = |wanted: usize| match arguments.len() == wanted {
            true => Ok(()),
            false => Err(Error { pos, message: format!("`{name}` takes {wanted} arguments") }),
        };
        if let Some(number) = BUILT_INS.iter().position(|(function, ..)| *function == name) {
            count(0)?;
            let address = b.address(self.built_ins[number]);
            let ids = b.load(address);
            return Ok(Some((b.composite_extract(ids, &[0]), Ty::U32)));
        }
        if let Some(signature) = self.functions.get(name) {
            count(signature.parameters.len())?;
            let mut values = Vec::new();
            for (argument, ty) in arguments.iter().zip(&signature.parameters) {
                values.push(self.typed(b, scope, argument, ty)?);
            }
            return Ok(b.call(signature.function, &values).zip(signature.result.clone()));
        }
        let value = match name {
            "atomic_add" | "atomic_max" => {
                count(2)?;
                let (pointer, ty) = self.place(b, scope, &arguments[0])?;
                expect(&Ty::U32, &ty, pos)?;
                let value = self.typed(b, scope, &arguments[1], &Ty::U32)?;
                let (device, relaxed) = (spv::Scope::Device, spv::MemorySemantics::NONE);
                match name {
                    "atomic_add" => b.atomic_i_add(pointer, device, relaxed, value),
                    _ => b.atomic_u_max(pointer, device, relaxed, value),
                }
            }
            "sqrt" => {
                count(1)?;
                let x = self.typed(b, scope, &arguments[0], &Ty::F32)?;
                return Ok(Some((b.glsl().sqrt(x), Ty::F32)));
            }
            "min" | "max" => {
                count(2)?;
                let (x, ty) = self.value(b, scope, &arguments[0])?;
                let y = self.typed(b, scope, &arguments[1], &ty)?;
                let value = match (name, &ty) {
                    ("min", Ty::U32) => b.glsl().u_min(x, y),
                    ("min", Ty::I32) => b.glsl().s_min(x, y),
                    ("min", Ty::F32) => b.glsl().f_min(x, y),
                    ("max", Ty::U32) => b.glsl().u_max(x, y),
                    ("max", Ty::I32) => b.glsl().s_max(x, y),
                    ("max", Ty::F32) => b.glsl().f_max(x, y),
                    _ => return Err(Error { pos, message: format!("no `{name}` of {}", show(&ty)) }),
                };
                return Ok(Some((value, ty)));
            }
            _ => {
                return Err(Error {
                    pos,
                    message: format!("unknown function `{name}`: declare it before its use"),
                });
            }
        };
        Ok(Some((value, Ty::U32)))
    }
}

/// Creates the op of a binary operator; returns `None` if the type has no such operator.
fn binary(b: &mut FunctionBuilder<'_>, operator: &str, ty: &Ty, x: Value, y: Value) -> Option<(Value, Ty)> {
    use Ty::{Bool, F32, I32, U32};
    let arithmetic = match (operator, ty) {
        ("+", U32 | I32) => b.i_add(x, y),
        ("+", F32) => b.f_add(x, y),
        ("-", U32 | I32) => b.i_sub(x, y),
        ("-", F32) => b.f_sub(x, y),
        ("*", U32 | I32) => b.i_mul(x, y),
        ("*", F32) => b.f_mul(x, y),
        ("/", U32) => b.u_div(x, y),
        ("/", I32) => b.s_div(x, y),
        ("/", F32) => b.f_div(x, y),
        ("%", U32) => b.u_mod(x, y),
        ("%", I32) => b.s_rem(x, y),
        ("%", F32) => b.f_rem(x, y),
        ("&", U32 | I32) => b.bitwise_and(x, y),
        ("|", U32 | I32) => b.bitwise_or(x, y),
        ("^", U32 | I32) => b.bitwise_xor(x, y),
        ("<<", U32 | I32) => b.shift_left_logical(x, y),
        (">>", U32) => b.shift_right_logical(x, y),
        (">>", I32) => b.shift_right_arithmetic(x, y),
        _ => {
            let comparison = match (operator, ty) {
                ("==", U32 | I32) => b.i_equal(x, y),
                ("==", F32) => b.f_ord_equal(x, y),
                ("==", Bool) => b.logical_equal(x, y),
                ("!=", U32 | I32) => b.i_not_equal(x, y),
                ("!=", F32) => b.f_unord_not_equal(x, y),
                ("!=", Bool) => b.logical_not_equal(x, y),
                ("<", U32) => b.u_less_than(x, y),
                ("<", I32) => b.s_less_than(x, y),
                ("<", F32) => b.f_ord_less_than(x, y),
                ("<=", U32) => b.u_less_than_equal(x, y),
                ("<=", I32) => b.s_less_than_equal(x, y),
                ("<=", F32) => b.f_ord_less_than_equal(x, y),
                (">", U32) => b.u_greater_than(x, y),
                (">", I32) => b.s_greater_than(x, y),
                (">", F32) => b.f_ord_greater_than(x, y),
                (">=", U32) => b.u_greater_than_equal(x, y),
                (">=", I32) => b.s_greater_than_equal(x, y),
                (">=", F32) => b.f_ord_greater_than_equal(x, y),
                _ => return None,
            };
            return Some((comparison, Bool));
        }
    };
    Some((arithmetic, ty.clone()))
}

/// Returns whether an expression denotes memory: a variable, buffer or shared array, or an element or member of one.
fn is_place(scope: &Scope, expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Index(inner, _) | ExprKind::Member(inner, _) => is_place(scope, inner),
        ExprKind::Name(name) => {
            matches!(scope.names.get(name), Some(Binding::Variable(..) | Binding::Memory { .. }))
        }
        _ => false,
    }
}

fn expect(wanted: &Ty, found: &Ty, pos: Pos) -> Result<()> {
    match wanted == found {
        true => Ok(()),
        false => Err(Error { pos, message: format!("expected {}, found {}", show(wanted), show(found)) }),
    }
}

/// Formats a type in the syntax of the example language.
fn show(ty: &Ty) -> String {
    match ty {
        Ty::Bool => "bool".into(),
        Ty::U32 => "u32".into(),
        Ty::I32 => "i32".into(),
        Ty::F32 => "f32".into(),
        Ty::Struct(name) => name.clone(),
        Ty::Array(element, None) => format!("[{}]", show(element)),
        Ty::Array(element, Some(length)) => format!("[{}; {length}]", show(element)),
    }
}
