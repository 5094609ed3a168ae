//! Scalar replacement of aggregates (`sroa`)
//!
//! Splits a struct or array variable into one variable per element, repeatedly. Every use must be a plain load or
//! store of the whole variable, or an access chain with a constant first index. A vector or matrix whose components
//! are accessed with constant indices is loaded and stored as a whole instead, with extracts and inserts. `mem2reg`
//! can then promote the resulting variables.

use crate::options::OptionInfo;
use crate::pass::{ControlFlow, Function, FunctionPass, PassInfo, Work};
use crate::support::declarations::{self, Expressions};
use crate::support::spirv::is_chain;
use crate::support::spirv::{integer, is_referred, is_simple_access, storage};
use crate::support::values::{top, variables_top};
use spv_dialect::generated::opcodes;
use spv_dialect::spv;
use spv_dialect::types;
use spv_ir::rewrite::{erase_unused, is_debug_info, program_uses};
use spv_ir::{
    AttrData, Attribute, Body, Builder, Context, Diagnostics, InsertPoint, NewOp, Op, Type, TypeData, Value,
    walk,
};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Scalar replacement of aggregates: splits function variables of struct and array type that \
                  are accessed by constant indices into one variable per element. Accesses to components of \
                  vectors and matrices load and store the whole value instead. Variables that are accessed \
                  in other ways are not changed.",
    before: "%v = spv.Variable : !spv.ptr<!spv.struct<(i32, f32)>, Function>\n\
             %p = spv.AccessChain %v[%c1] : ...\n%x = spv.Load \"Function\" %p : f32",
    after: "%v1 = spv.Variable : !spv.ptr<f32, Function>\n%x = spv.Load \"Function\" %v1 : f32",
    options: &[OptionInfo {
        name: "max-elements",
        default: "100",
        help: "maximum number of elements of a variable to split",
    }],
    statistics: &[("split", "Variables split"), ("whole", "Vector and matrix variables accessed as a whole")],
    idempotent: true,
    ..PassInfo::new("sroa", "Scalar replacement of aggregates", ControlFlow::SpvOnly, |options| {
        Ok(Work::function(Sroa { max_elements: options.value("max-elements")? }))
    })
};

struct Sroa {
    max_elements: usize,
}

impl FunctionPass for Sroa {
    fn prepare(&self, ctx: &Context, module: &mut Body) {
        declarations::prepare(ctx, module);
    }

    fn run(&self, function: &mut Function<'_>) -> Result<(), Diagnostics> {
        let (ctx, expressions) = (function.ctx, Expressions::of(function));
        let body = &mut *function.body;
        let mut work: Vec<Op> = walk::ops(body).filter(|&op| body.def(op) == spv::Variable::ID).collect();
        let (mut split, mut whole) = (0, 0);
        let mut splitter = Splitter { ctx, body, expressions, max_elements: self.max_elements };
        while let Some(op) = work.pop() {
            if let Some(plan) = splitter.plan(op) {
                work.extend(splitter.split(op, &plan));
                split += 1;
            } else if let Some(chains) = splitter.parts(op) {
                splitter.access_whole(op, &chains);
                whole += 1;
            }
        }
        function.count(0, split);
        function.count(1, whole);
        Ok(())
    }
}

/// A variable to split, with its users and element types.
struct SplitVariable {
    elements: Vec<Type>,
    /// Ops that use the pointer of the variable.
    users: Vec<Op>,
}

struct Splitter<'a> {
    ctx: &'a Context,
    body: &'a mut Body,
    expressions: Expressions<'a>,
    max_elements: usize,
}

impl Splitter<'_> {
    fn pointee(&self, op: Op) -> Option<Type> {
        let (ty, class) = types::pointer(self.ctx, self.body.value_type(self.body.result(op, 0)))?;
        (class == storage::FUNCTION).then_some(ty)
    }

    /// Returns the element types of a struct, or of an array of known length. Returns `None` for other types.
    fn elements(&self, ty: Type) -> Option<Vec<Type>> {
        let ctx = self.ctx;
        let list: Vec<Type> = match types::view(ctx, ty)? {
            (opcodes::TYPE_STRUCT, _) => {
                let members = types::structure(ctx, ty)?.members;
                members.iter().map(|&m| ctx.attr_type(m)).collect::<Option<_>>()?
            }
            (opcodes::TYPE_ARRAY, [_, element, length, ..]) => {
                let length = usize::try_from(ctx.attr_u64(*length)?).ok()?;
                if length > self.max_elements {
                    return None;
                }
                vec![ctx.attr_type(*element)?; length]
            }
            _ => return None,
        };
        (!list.is_empty() && list.len() <= self.max_elements).then_some(list)
    }

    /// Returns whether the op has no attributes except RelaxedPrecision, which is also valid for the ops that replace
    /// it.
    fn has_plain_attrs(&self, op: Op) -> bool {
        let entries = self.ctx.dict(self.body.attrs(op));
        entries.iter().all(|(key, _)| self.ctx.str(*key) == "relaxed_precision")
    }

    /// Returns whether an op is a plain load or store of a whole variable of type `ty`. `operand` is the index of the
    /// pointer operand.
    fn accesses_whole(&self, op: Op, operand: usize, ty: Type) -> bool {
        let body = &*self.body;
        if is_referred(self.ctx, body, op) {
            return false;
        }
        if let Some(load) = spv::Load::cast(body, op) {
            return is_simple_access(body, op) && body.value_type(load.result()) == ty;
        }
        spv::Store::cast(body, op).is_some_and(|store| {
            operand == 0 && is_simple_access(body, op) && body.value_type(store.object()) == ty
        })
    }

    /// Returns the first index of an access chain, or `None` if it is not constant or not less than `count`.
    fn first_index(&self, chain: Op, count: usize) -> Option<usize> {
        let index = integer(self.ctx, self.body, *self.body.own_operands(chain).collect::<Vec<_>>().get(1)?)?;
        usize::try_from(index).ok().filter(|&i| i < count)
    }

    /// Returns whether the result type of an access chain is a pointer to `element`. The element's variable may then
    /// replace the chain.
    fn fits(&self, chain: Op, element: Type) -> bool {
        let ty = self.body.value_type(self.body.result(chain, 0));
        self.body.own_operands(chain).len() > 2
            || types::make_pointer(self.ctx, element, storage::FUNCTION) == Some(ty)
    }

    fn plan(&self, op: Op) -> Option<SplitVariable> {
        let elements = self.elements(self.pointee(op)?)?;
        let ty = self.pointee(op)?;
        if !self.has_plain_attrs(op) {
            return None;
        }
        let mut users = Vec::new();
        for (user, operand) in self.body.uses(self.body.result(op, 0)) {
            if self.can_split(user) {
                users.push(user);
                continue;
            }
            if is_debug_info(self.ctx, self.body, user) {
                continue;
            }
            let chain = is_chain(self.body, user)
                && operand == 0
                && self.first_index(user, elements.len()).is_some_and(|i| self.fits(user, elements[i]));
            if !chain && !self.accesses_whole(user, operand, ty) {
                return None;
            }
            users.push(user);
        }
        users.reverse();
        Some(SplitVariable { elements, users })
    }

    /// Returns the attributes of an element's variable. A variable of physical pointer type needs AliasedPointer or
    /// RestrictPointer, but the original member had neither.
    fn pointer_attrs(&self, attrs: Option<Attribute>, ty: Type) -> Option<Attribute> {
        let ctx = self.ctx;
        let mut ty = ty;
        while let Some((opcodes::TYPE_ARRAY, [_, element, ..])) = types::view(ctx, ty) {
            ty = ctx.attr_type(*element)?;
        }
        match types::pointer(ctx, ty) {
            Some((_, storage::PHYSICAL_STORAGE_BUFFER)) => {
                let mut entries = ctx.dict(attrs).to_vec();
                entries.push((ctx.ident("aliased_pointer"), ctx.unit_attr()));
                Some(ctx.dict_attr(entries))
            }
            _ => attrs,
        }
    }

    /// Splits a variable into one variable per element. Returns the new variables.
    fn split(&mut self, op: Op, plan: &SplitVariable) -> Vec<Op> {
        let ctx = self.ctx;
        let (loc, attrs) = (self.body.loc(op), self.body.attrs(op));
        // Only elements that are used become variables.
        let mut used = vec![false; plan.elements.len()];
        for &user in &plan.users {
            match is_chain(self.body, user) {
                true => {
                    let index = self.first_index(user, plan.elements.len());
                    used[index.unwrap_or(0)] = true;
                }
                false if self.can_split(user) => {}
                false => used.iter_mut().for_each(|u| *u = true),
            }
        }
        let mut variables = Vec::new();
        let at = variables_top(self.body);
        for (&ty, used) in plan.elements.iter().zip(&used) {
            let pointer = types::make_pointer(ctx, ty, storage::FUNCTION).filter(|_| *used);
            let attrs = self.pointer_attrs(attrs, ty);
            variables.push(pointer.map(|pointer| {
                let new = NewOp { loc, attrs, results: &[pointer], ..NewOp::new(spv::Variable::ID) };
                Builder::at(self.body, at).create(new)
            }));
        }
        let pointers: Vec<Option<Value>> =
            variables.iter().map(|v| v.map(|v| self.body.result(v, 0))).collect();
        let initializer = self.body.own_operands(op).next();
        if let Some(value) = initializer {
            let at = top(self.body);
            self.store_elements(at, op, value, &pointers, &plan.elements);
        }
        for &user in &plan.users {
            let def = self.body.def(user);
            if self.can_split(user) {
                self.declare_elements(user, &pointers);
            } else if def == spv::Load::ID {
                self.load_elements(user, &pointers, &plan.elements);
            } else if let Some(value) = spv::Store::cast(self.body, user).map(|store| store.object()) {
                self.store_elements(InsertPoint::Before(user), user, value, &pointers, &plan.elements);
            } else {
                self.shorten(user, &pointers);
                continue;
            }
            Builder::new(self.body).erase(user);
        }
        erase_unused(self.ctx, &mut Builder::new(self.body), op);
        variables.into_iter().flatten().collect()
    }

    fn load_elements(&mut self, load: Op, pointers: &[Option<Value>], elements: &[Type]) {
        let loc = self.body.loc(load);
        let mut b = Builder::at(self.body, InsertPoint::Before(load));
        let mut parts = Vec::new();
        for (pointer, &ty) in pointers.iter().zip(elements) {
            let Some(pointer) = *pointer else { continue };
            let slots = [spv_ir::dialect::ABSENT, 0];
            let new = NewOp {
                loc,
                operands: &[pointer],
                slots: &slots,
                results: &[ty],
                ..NewOp::new(spv::Load::ID)
            };
            parts.push(b.value(new));
        }
        let (old, attrs) = (b.result(load, 0), b.attrs(load));
        let (ty, name) = (b.value_type(old), b.value_name(old));
        let new =
            NewOp { loc, attrs, operands: &parts, results: &[ty], ..NewOp::new(spv::CompositeConstruct::ID) };
        let result = b.value(new);
        b.set_value_name(result, name);
        b.replace_all_uses(old, result);
    }

    /// Returns whether `user` is a debug declaration of the variable for which each element can have its own
    /// declaration.
    fn can_split(&self, user: Op) -> bool {
        self.expressions.of_parts(self.body, user).is_some() && !is_referred(self.ctx, self.body, user)
    }

    /// Inserts a debug declaration for each element's variable, as an element of the source variable.
    fn declare_elements(&mut self, declare: Op, pointers: &[Option<Value>]) {
        let ctx = self.ctx;
        let Some((def, mut slots, at)) = self.expressions.of_parts(self.body, declare) else { return };
        let (loc, attrs) = (self.body.loc(declare), self.body.attrs(declare));
        let outer = Attribute::from_raw(slots[at]).and_then(|list| ctx.attr_array(list)).unwrap_or(&[]);
        for (index, pointer) in pointers.iter().enumerate() {
            let Some(pointer) = *pointer else { continue };
            let mut indexes = outer.to_vec();
            indexes.push(ctx.i32_attr(index as u32));
            slots[at] = ctx.array_attr(&indexes).raw();
            let mut builder = Builder::at(self.body, InsertPoint::Before(declare));
            builder.create(NewOp { loc, attrs, operands: &[pointer], slots: &slots, ..NewOp::new(def) });
        }
    }

    fn store_elements(
        &mut self,
        at: InsertPoint,
        origin: Op,
        value: Value,
        pointers: &[Option<Value>],
        elements: &[Type],
    ) {
        let loc = self.body.loc(origin);
        let mut b = Builder::at(self.body, at);
        for (i, (pointer, &ty)) in pointers.iter().zip(elements).enumerate() {
            let Some(pointer) = *pointer else { continue };
            let part = extract(self.ctx, &mut b, loc, value, &[i as u32], ty);
            let slots = [spv_ir::dialect::ABSENT, 0];
            b.create(NewOp { loc, operands: &[pointer, part], slots: &slots, ..NewOp::new(spv::Store::ID) });
        }
    }

    /// Rewrites an access chain to start at an element's variable.
    fn shorten(&mut self, chain: Op, pointers: &[Option<Value>]) {
        let operands: Vec<Value> = self.body.own_operands(chain).collect();
        let index = self.first_index(chain, pointers.len()).unwrap_or(0);
        let Some(pointer) = pointers[index] else { return };
        let mut b = Builder::new(self.body);
        if operands.len() == 2 {
            let result = b.result(chain, 0);
            b.replace_all_uses(result, pointer);
            b.erase(chain);
        } else {
            let mut rest = vec![pointer];
            rest.extend(&operands[2..]);
            b.set_operands(chain, &rest, &[]);
        }
    }

    // Vectors and matrices.

    /// Returns the access chains of a vector or matrix variable, each with its indices. Returns `None` unless all uses
    /// are plain accesses of the whole variable or have constant indices.
    fn parts(&self, op: Op) -> Option<Vec<(Op, Vec<u32>)>> {
        let ty = self.pointee(op)?;
        let vector = matches!(self.ctx.type_data(ty), TypeData::Vector { .. });
        let matrix = matches!(types::view(self.ctx, ty), Some((opcodes::TYPE_MATRIX, _)));
        if !(vector || matrix) || !self.has_plain_attrs(op) {
            return None;
        }
        let mut chains = Vec::new();
        for (user, operand) in self.body.uses(self.body.result(op, 0)) {
            if self.accesses_whole(user, operand, ty) || is_debug_info(self.ctx, self.body, user) {
                continue;
            }
            if !is_chain(self.body, user) || operand != 0 {
                return None;
            }
            let path = self.path(user, ty)?;
            let part = types::pointer(self.ctx, self.body.value_type(self.body.result(user, 0)))?.0;
            let result = self.body.result(user, 0);
            let mut uses = program_uses(self.ctx, self.body, result);
            if !uses.all(|(o, operand)| self.accesses_whole(o, operand, part)) {
                return None;
            }
            chains.push((user, path));
        }
        chains.reverse();
        (!chains.is_empty()).then_some(chains)
    }

    /// Returns the indices of an access chain, or `None` if an index is not constant or out of range.
    fn path(&self, chain: Op, ty: Type) -> Option<Vec<u32>> {
        let mut at = ty;
        let mut path = Vec::new();
        for index in self.body.own_operands(chain).skip(1) {
            let index = integer(self.ctx, self.body, index)?;
            let count = match self.ctx.type_data(at) {
                TypeData::Vector { dims, .. } => *dims.first()?,
                _ => match types::view(self.ctx, at)? {
                    (opcodes::TYPE_MATRIX, [_, _, columns]) => self.ctx.attr_u64(*columns)?,
                    _ => return None,
                },
            };
            if index >= count {
                return None;
            }
            at = types::element(self.ctx, at, index)?;
            path.push(u32::try_from(index).ok()?);
        }
        (!path.is_empty()).then_some(path)
    }

    fn access_whole(&mut self, variable: Op, chains: &[(Op, Vec<u32>)]) {
        let ctx = self.ctx;
        let Some(ty) = self.pointee(variable) else { return };
        let pointer = self.body.result(variable, 0);
        let absent = [spv_ir::dialect::ABSENT, 0];
        for (chain, path) in chains {
            let part = self.body.result(*chain, 0);
            let users: Vec<Op> = program_uses(ctx, self.body, part).map(|(op, _)| op).collect();
            for user in users {
                let loc = self.body.loc(user);
                let mut b = Builder::at(self.body, InsertPoint::Before(user));
                let new = NewOp {
                    loc,
                    operands: &[pointer],
                    slots: &absent,
                    results: &[ty],
                    ..NewOp::new(spv::Load::ID)
                };
                let whole = b.value(new);
                if b.def(user) == spv::Load::ID {
                    let old = b.result(user, 0);
                    let (part_ty, name, attrs) = (b.value_type(old), b.value_name(old), b.attrs(user));
                    let value = extract(ctx, &mut b, loc, whole, path, part_ty);
                    if let Some(op) = b.defining_op(value) {
                        b.set_attrs(op, attrs);
                    }
                    b.set_value_name(value, name);
                    b.replace_all_uses(old, value);
                } else {
                    let [_, object] = b.first_operands(user);
                    let slots = [words(ctx, path).raw()];
                    let operands = [object, whole];
                    let new = NewOp {
                        loc,
                        operands: &operands,
                        slots: &slots,
                        results: &[ty],
                        ..NewOp::new(spv::CompositeInsert::ID)
                    };
                    let value = b.value(new);
                    b.create(NewOp {
                        loc,
                        operands: &[pointer, value],
                        slots: &absent,
                        ..NewOp::new(spv::Store::ID)
                    });
                }
                b.erase(user);
            }
            erase_unused(ctx, &mut Builder::new(self.body), *chain);
        }
    }
}

fn words(ctx: &Context, path: &[u32]) -> Attribute {
    ctx.attr(AttrData::Words(path.into()))
}

/// Creates a CompositeExtract op.
fn extract(
    ctx: &Context,
    b: &mut Builder<'_>,
    loc: spv_ir::Location,
    value: Value,
    path: &[u32],
    ty: Type,
) -> Value {
    let slots = [words(ctx, path).raw()];
    b.value(NewOp {
        loc,
        operands: &[value],
        slots: &slots,
        results: &[ty],
        ..NewOp::new(spv::CompositeExtract::ID)
    })
}
