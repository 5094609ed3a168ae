//! Copy propagation of arrays and structs in memory (`copy-propagate-arrays`)

use crate::pass::{ControlFlow, Function, PassInfo, Work};
use crate::support::memory::Memory;
use crate::support::spirv::{is_chain, is_referred, is_simple_access};
use spv_build::spv;
use spv_dialect::generated::opcodes;
use spv_dialect::types;
use spv_ir::analysis::Dominance;
use spv_ir::rewrite::{erase_unused, program_uses};
use spv_ir::{Body, Builder, Context, Diagnostics, Op, Type, Value, walk};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Replaces a function variable of array or struct type with the read-only memory from which \
                  it was copied. The variable must have a single store, of the whole value, which \
                  dominates all loads. The stored value must be a load, an OpCopyLogical of a load, or a \
                  composite of all elements of a load. Requires region form.",
    before: "%0 = spv.Load \"Uniform\" %p : !spv.array<8 x f32, stride=16>\n%1 = spv.CopyLogical %0 : ...\nspv.Store \
             \"Function\" %v, %1 : !spv.array<8 x f32>\n%q = spv.AccessChain %v[%i] : ...\n%x = spv.Load \"Function\" %q : f32",
    after: "%q = spv.AccessChain %p[%i] : ...\n%x = spv.Load \"Uniform\" %q : f32",
    statistics: &[("variables", "Variables replaced")],
    ..PassInfo::new(
        "copy-propagate-arrays",
        "Read from the source of copied arrays and structs",
        ControlFlow::Any,
        |_| Ok(Work::function(run)),
    )
};

fn run(function: &mut Function<'_>) -> Result<(), Diagnostics> {
    let ctx = function.ctx;
    // The pass does not change blocks, so the dominance analysis remains valid.
    let dominance = function.analysis::<Dominance>();
    let mut memory = Memory::new(ctx, function.facts, function.module, function.symbols);
    let body = &mut *function.body;
    let variables: Vec<Op> = walk::ops(body).filter(|&op| body.def(op) == spv::Variable::ID).collect();
    let mut count = 0;
    // A variable may be a copy of another variable that is replaced after it.
    loop {
        let before = count;
        for &variable in &variables {
            if let Some(copy) = VariableCopy::find(ctx, &mut memory, body, variable)
                && copy.is_replaceable(ctx, body, &dominance)
            {
                copy.replace(ctx, body)?;
                count += 1;
            }
        }
        if count == before {
            break;
        }
    }
    function.count(0, count);
    Ok(())
}

/// A function variable whose only store copies a value from read-only memory.
struct VariableCopy {
    pointer: Value,
    store: Op,
    /// Pointer to the read-only memory.
    source: Value,
    /// Whether OpCopyLogical copied the value, so that its type may differ from that of the read-only memory. Requires
    /// SPIR-V 1.4.
    has_copy_logical: bool,
    /// Access chains and loads of the variable. Each op comes after the access chain that it uses.
    accesses: Vec<Op>,
}

impl VariableCopy {
    fn find(ctx: &Context, memory: &mut Memory<'_>, body: &Body, variable: Op) -> Option<VariableCopy> {
        let pointer = body.result(variable, 0);
        let (ty, _) = types::pointer(ctx, body.value_type(pointer))?;
        let is_composite =
            matches!(types::view(ctx, ty), Some((opcodes::TYPE_ARRAY | opcodes::TYPE_STRUCT, _)));
        if !is_composite || body.operand_count(variable) > 0 || is_referred(ctx, body, variable) {
            return None;
        }
        let mut store = None;
        let mut accesses = Vec::new();
        let mut pointers = vec![pointer];
        while let Some(current) = pointers.pop() {
            for (user, index) in program_uses(ctx, body, current) {
                if is_chain(body, user) && index == 0 {
                    pointers.push(body.result(user, 0));
                    accesses.push(user);
                } else if body.def(user) == spv::Load::ID
                    && is_simple_access(body, user)
                    && !is_referred(ctx, body, user)
                {
                    accesses.push(user);
                } else if body.def(user) == spv::Store::ID
                    && (current, index) == (pointer, spv::Store::POINTER)
                    && is_simple_access(body, user)
                    && store.is_none()
                {
                    store = Some(user);
                } else {
                    return None;
                }
            }
        }
        let store = store?;
        let value = body.operand(store, spv::Store::OBJECT);
        let mut has_copy_logical = false;
        let loaded = origin(ctx, body, value, &mut Vec::new(), &mut has_copy_logical)?;
        let load = body.defining_op(loaded).filter(|&op| body.def(op) == spv::Load::ID)?;
        let source = body.operand(load, spv::Load::POINTER);
        let place = memory.place(body, source).filter(|_| is_simple_access(body, load))?;
        memory.is_read_only(&place).then_some(VariableCopy {
            pointer,
            store,
            source,
            has_copy_logical,
            accesses,
        })
    }

    /// Returns whether the store dominates all accesses, and whether the accesses are also valid for the read-only
    /// memory.
    fn is_replaceable(&self, ctx: &Context, body: &Body, dominance: &Dominance) -> bool {
        let comes_before = |&op: &Op| {
            dominance.op_dominates(body, self.store, op) && dominance.value_dominates(body, self.source, op)
        };
        let source = types::pointer(ctx, body.value_type(self.source)).map(|(ty, _)| ty);
        let own = types::pointer(ctx, body.value_type(self.pointer)).map(|(ty, _)| ty);
        // Unlike composites, scalars, vectors and matrices have the same type in all memory.
        let is_leaf = |&op: &Op| {
            is_chain(body, op) || {
                let ty = body.value_type(body.result(op, 0));
                !matches!(types::view(ctx, ty), Some((opcodes::TYPE_ARRAY | opcodes::TYPE_STRUCT, _)))
            }
        };
        let has_same_elements = source.zip(own).is_some_and(|(a, b)| has_same_elements(ctx, a, b));
        has_same_elements
            && self.accesses.iter().all(comes_before)
            && (self.has_copy_logical || source == own || self.accesses.iter().all(is_leaf))
    }

    /// Replaces the accesses of the variable with accesses of the read-only memory, and erases the store.
    fn replace(self, ctx: &Context, body: &mut Body) -> Result<(), Diagnostics> {
        let mut pointers = vec![(self.pointer, self.source)];
        while let Some((old, new)) = pointers.pop() {
            let users: Vec<Op> = program_uses(ctx, body, old).map(|(user, _)| user).collect();
            for user in users.into_iter().filter(|&user| user != self.store) {
                let result = body.result(user, 0);
                let (name, attrs, ty) = (body.value_name(result), body.attrs(user), body.value_type(result));
                let indices: Vec<Value> = body.own_operands(user).skip(1).collect();
                let mut b = spv::Builder::before(ctx, body, user);
                b.loc = b.loc(user);
                let is_access_chain = is_chain(&b, user);
                let value = match is_access_chain {
                    true if b.def(user) == spv::InBoundsAccessChain::ID => {
                        b.in_bounds_access_chain(new, &indices)
                    }
                    true => b.access_chain(new, &indices),
                    false => b.load(new),
                };
                if let Some(op) = b.defining_op(value) {
                    b.ir().set_attrs(op, attrs);
                }
                b.ir().set_value_name(result, None);
                b.ir().set_value_name(value, name);
                if is_access_chain {
                    pointers.push((result, value));
                } else {
                    let value = if b.value_type(value) == ty { value } else { b.copy_logical(ty, value) };
                    b.ir().replace_all_uses(result, value);
                }
                b.finish()?;
            }
        }
        let mut builder = Builder::new(body);
        self.accesses.iter().rev().for_each(|&op| erase_unused(ctx, &mut builder, op));
        builder.erase(self.store);
        Ok(())
    }
}

/// Returns the composite whose element at `path` is copied to `value`, or the composite that is copied as a whole if
/// `path` is empty. A successful call leaves `path` unchanged.
fn origin(
    ctx: &Context,
    body: &Body,
    value: Value,
    path: &mut Vec<u32>,
    has_copy_logical: &mut bool,
) -> Option<Value> {
    let op = body.defining_op(value)?;
    if body.def(op) == spv::CopyLogical::ID {
        *has_copy_logical = true;
        return origin(ctx, body, body.operand(op, spv::CopyLogical::OPERAND), path, has_copy_logical);
    }
    if let Some(extract) = spv::CompositeExtract::cast(body, op).filter(|_| !path.is_empty()) {
        return (extract.indexes(ctx) == *path).then(|| body.operand(op, spv::CompositeExtract::COMPOSITE));
    }
    let ty: Type = body.value_type(value);
    let is_aggregate = matches!(types::view(ctx, ty), Some((opcodes::TYPE_ARRAY | opcodes::TYPE_STRUCT, _)));
    if body.def(op) != spv::CompositeConstruct::ID || !is_aggregate {
        return Some(value).filter(|_| path.is_empty());
    }
    let mut found = None;
    for (index, element) in body.own_operands(op).enumerate() {
        path.push(u32::try_from(index).ok()?);
        let of = origin(ctx, body, element, path, has_copy_logical)?;
        path.pop();
        if *found.get_or_insert(of) != of {
            return None;
        }
    }
    found
}

/// Returns whether the types `a` and `b` have the same elements. Their memory layouts may differ.
fn has_same_elements(ctx: &Context, a: Type, b: Type) -> bool {
    let same = |elements: u64| {
        let of = |ty: Type, index: u64| types::element(ctx, ty, index);
        (0..elements).all(|i| of(a, i).zip(of(b, i)).is_some_and(|(a, b)| has_same_elements(ctx, a, b)))
    };
    match (types::view(ctx, a), types::view(ctx, b)) {
        _ if a == b => true,
        (Some((opcodes::TYPE_ARRAY, [_, _, length, ..])), Some((opcodes::TYPE_ARRAY, [_, _, other, ..]))) => {
            length == other && same(1)
        }
        (Some((opcodes::TYPE_STRUCT, _)), Some((opcodes::TYPE_STRUCT, _))) => {
            let members = |ty: Type| Some(types::structure(ctx, ty)?.members.len() as u64);
            members(a) == members(b) && same(members(a).unwrap_or(0))
        }
        _ => false,
    }
}
