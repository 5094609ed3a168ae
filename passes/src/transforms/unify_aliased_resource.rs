//! Unification of aliased buffers (`spirv-unify-aliased-resource`)

use crate::pass::{ControlFlow, PassInfo, SpvModule, Work};
use crate::support::spirv::ops_of;
use crate::transforms::remove_unused_interface_variables::shorten_interface;
use rustc_hash::{FxHashMap, FxHashSet};
use spv_build::spv::{self, Builder};
use spv_dialect::decorations::OP_NAME;
use spv_dialect::generated::opcodes;
use spv_dialect::types::{pointer, scalar_width, view};
use spv_ir::symbols::{name_of, rename_all};
use spv_ir::{
    Attribute, Body, Context, Diagnostic, Diagnostics, Ident, Op, Place, Type, TypeData, Value, walk,
};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Merges variables that have the decoration Aliased, the same descriptor set and binding, \
                  and a runtime array of scalars or vectors as content. The variable with the smallest \
                  vectors, or else the smallest scalars, is kept if the elements of all others can be \
                  composed of its elements. Loads, stores and access chains of the others are rewritten. A \
                  store of an element whose size differs from that of the kept variable is an error. A \
                  variable that no longer aliases another loses the decoration.",
    before: "spv.GlobalVariable @s bind(0, 1) {aliased} : !spv.ptr<!spv.struct<(!spv.rtarray<f32, stride=4> [0])>, \
             StorageBuffer>\nspv.GlobalVariable @v bind(0, 1) {aliased} : !spv.ptr<!spv.struct<(!spv.rtarray<vector<4xf32>, \
             stride=16> [0])>, StorageBuffer>",
    after: "spv.GlobalVariable @v bind(0, 1) : !spv.ptr<!spv.struct<(!spv.rtarray<vector<4xf32>, stride=16> [0])>, \
            StorageBuffer>",
    statistics: &[("variables", "Variables removed")],
    ..PassInfo::new(
        "spirv-unify-aliased-resource",
        "Merge aliased buffers with the same binding",
        ControlFlow::Any,
        |_| Ok(Work::module(run)),
    )
};

const ALIASED: &str = "aliased";

/// A variable with the Aliased decoration.
#[derive(Clone, Copy)]
struct Resource {
    op: Op,
    name: Ident,
    ty: Type,
    /// Element type if the contents are a runtime array of scalars or vectors, or else `None`.
    element: Option<Type>,
}

/// The variable that replaces another aliased variable.
#[derive(Clone, Copy)]
struct Kept {
    resource: Resource,
    /// Element type of the replaced variable. The field `to` is the element type of the variable that replaces it.
    from: Type,
    to: Type,
}

fn run(module: &mut SpvModule<'_>) -> Result<(), Diagnostics> {
    let ctx = module.ctx;
    let mut groups: Vec<((Attribute, Attribute), Vec<Resource>)> = Vec::new();
    for op in walk::top_ops(module.body).filter(|op| module.body.def(*op) == spv::GlobalVariable::ID) {
        let Some((binding, resource)) = resource(ctx, module.body, op) else { continue };
        match groups.iter_mut().find(|(known, _)| *known == binding) {
            Some((_, list)) => list.push(resource),
            None => groups.push((binding, vec![resource])),
        }
    }
    let mut replaced: FxHashMap<Ident, Kept> = FxHashMap::default();
    let (mut dead, mut alone) = (Vec::new(), Vec::new());
    for (_, list) in &groups {
        let Some(kept) = choose(ctx, list) else { continue };
        alone.push(list[kept].op);
        for (i, resource) in list.iter().enumerate().filter(|(i, _)| *i != kept) {
            let (Some(from), Some(to)) = (resource.element, list[kept].element) else { continue };
            replaced.insert(resource.name, Kept { resource: list[kept], from, to });
            dead.push(list[i].op);
        }
    }
    if !replaced.is_empty() {
        for function in ops_of(module, spv::Func::ID) {
            module.function_mut(function, |body| rewrite(ctx, body, &replaced)).unwrap_or(Ok(()))?;
        }
    }
    let count = dead.len() as u64;
    let mut builder = spv_ir::Builder::new(module.body);
    for op in alone {
        let attrs = ctx.dict_without(builder.body().attrs(op), ALIASED);
        builder.set_attrs(op, attrs);
    }
    let place = dead.first().map(|&op| Place::Op(builder.body().loc(op)));
    dead.into_iter().for_each(|op| builder.erase(op));
    if let Some(place) = place {
        // The remaining references are in entry point interfaces and debug information.
        let names = replaced.iter().map(|(name, kept)| (*name, kept.resource.name)).collect();
        rename_all(ctx, module.body, &names)
            .map_err(|error| Diagnostics { list: vec![Diagnostic::error(place, error.to_string())] })?;
        for op in ops_of(module, spv::EntryPoint::ID) {
            shorten_interface(ctx, module.body, op, &FxHashSet::default());
        }
    }
    module.count(0, count);
    Ok(())
}

/// Returns the descriptor set and binding of a variable with the Aliased decoration, and its description. Returns
/// `None` for other ops.
fn resource(ctx: &Context, body: &Body, op: Op) -> Option<((Attribute, Attribute), Resource)> {
    let attr = |key| ctx.dict_get(body.attrs(op), key);
    attr(ALIASED)?;
    let name = ctx.ident(name_of(ctx, body, op)?);
    let ty = body.slot_attr(op, spv::GlobalVariable::TYPE).and_then(|attr| ctx.attr_type(attr))?;
    let element = pointer(ctx, ty).and_then(|(pointee, _)| array_element(ctx, pointee));
    Some(((attr("descriptor_set")?, attr("binding")?), Resource { op, name, ty, element }))
}

/// Returns the element type of a struct whose only member is a runtime array of scalars or vectors. Returns `None` for
/// other types.
fn array_element(ctx: &Context, ty: Type) -> Option<Type> {
    let (opcodes::TYPE_STRUCT, [_, members, ..]) = view(ctx, ty)? else { return None };
    let [member] = ctx.attr_array(*members)? else { return None };
    let (opcodes::TYPE_RUNTIME_ARRAY, [_, element, ..]) = view(ctx, ctx.attr_type(*member)?)? else {
        return None;
    };
    let element = ctx.attr_type(*element)?;
    bits(ctx, element).map(|_| element)
}

/// Returns the element type and length of a vector. For a scalar, returns its type and 1.
fn parts(ctx: &Context, ty: Type) -> (Type, u64) {
    match ctx.type_data(ty) {
        TypeData::Vector { dims, element } => (*element, dims.first().copied().unwrap_or(1)),
        _ => (ty, 1),
    }
}

fn is_vector(ctx: &Context, ty: Type) -> bool {
    matches!(ctx.type_data(ty), TypeData::Vector { .. })
}

/// Returns the size of a scalar or vector in bits.
fn bits(ctx: &Context, ty: Type) -> Option<u64> {
    let (scalar, count) = parts(ctx, ty);
    scalar_width(ctx, scalar).map(|width| u64::from(width) * count)
}

/// Returns the index of the variable that replaces all others. Several of its elements must be able to compose an
/// element of each other variable. Returns `None` if no variable qualifies.
fn choose(ctx: &Context, list: &[Resource]) -> Option<usize> {
    if list.len() == 1 {
        return Some(0);
    }
    let types: Option<Vec<Type>> = list.iter().map(|resource| resource.element).collect();
    let types = types?;
    // A three-component vector occupies the space of four components.
    if types.iter().any(|ty| is_vector(ctx, *ty) && !parts(ctx, *ty).1.is_multiple_of(2)) {
        return None;
    }
    let scalar_bits = |ty: Type| bits(ctx, parts(ctx, ty).0).unwrap_or(0);
    let vectors = || (0..types.len()).filter(|i| is_vector(ctx, types[*i]));
    let size = |i: &usize| bits(ctx, types[*i]).unwrap_or(0);
    let kept = vectors().min_by_key(size).or_else(|| (0..types.len()).min_by_key(size))?;
    let (whole, unit) = (size(&kept), scalar_bits(types[kept]));
    let fits = vectors().all(|i| size(&i).is_multiple_of(whole))
        && types.iter().all(|ty| scalar_bits(*ty).is_multiple_of(unit));
    fits.then_some(kept)
}

/// Rewrites the uses of replaced variables in a function. `replaced` maps their symbols to the replacements.
fn rewrite(ctx: &Context, body: &mut Body, replaced: &FxHashMap<Ident, Kept>) -> Result<(), Diagnostics> {
    let kept = |op| replaced.get(&spv::AddressOf::cast(body, op)?.variable(ctx)?).copied();
    let addresses: Vec<(Op, Kept)> = walk::ops(body).filter_map(|op| Some((op, kept(op)?))).collect();
    for (address, kept) in addresses {
        let mut b = Builder::before(ctx, body, address);
        b.loc = b.loc(address);
        let name = ctx.symbol_attr(kept.resource.name).raw();
        let loc = b.loc;
        let new = spv_ir::NewOp {
            loc,
            slots: &[name],
            results: &[kept.resource.ty],
            ..spv_ir::NewOp::new(spv::AddressOf::ID)
        };
        let new = b.ir().create(new);
        let base = b.result(new, 0);
        let old = b.result(address, 0);
        let chains: Vec<Op> = b.uses(old).map(|(user, _)| user).collect();
        for chain in chains {
            rewrite_chain(ctx, body, chain, base, kept)?;
        }
        spv_ir::Builder::new(body).erase(address);
    }
    Ok(())
}

fn illegal(ctx: &Context, body: &Body, op: Op) -> Diagnostics {
    let name = ctx.registry().op(body.def(op)).row.name;
    let error = Diagnostic::error(Place::Op(body.loc(op)), format!("failed to legalize operation '{name}'"));
    Diagnostics { list: vec![error] }
}

/// Replaces an access chain, and the loads and stores through it, with accesses to the variable `kept`.
fn rewrite_chain(
    ctx: &Context,
    body: &mut Body,
    chain: Op,
    base: Value,
    kept: Kept,
) -> Result<(), Diagnostics> {
    if body.def(chain) != spv::AccessChain::ID {
        return Err(illegal(ctx, body, chain));
    }
    let mut indices: Vec<Value> = body.operands(chain).skip(1).collect();
    let old = body.result(chain, 0);
    let element = pointer(ctx, body.value_type(old)).map(|(element, _)| element);
    let same = kept.from == kept.to
        || (!is_vector(ctx, kept.from)
            && !is_vector(ctx, kept.to)
            && bits(ctx, kept.from) == bits(ctx, kept.to));
    let mut b = Builder::before(ctx, body, chain);
    b.loc = b.loc(chain);
    if !same {
        // Only accesses of whole elements can be composed from elements of the other variable.
        let (Some(&index), true) = (indices.last(), element == Some(kept.from)) else {
            return Err(illegal(ctx, body, chain));
        };
        let (from, to) = (bits(ctx, kept.from).unwrap_or(1), bits(ctx, kept.to).unwrap_or(1));
        let last = indices.len() - 1;
        if !is_vector(ctx, kept.from) && is_vector(ctx, kept.to) {
            let unit = bits(ctx, parts(ctx, kept.to).0).unwrap_or(1);
            let ratio = to / from.max(unit);
            let factor = integer(&mut b, index, ratio);
            indices[last] = b.s_div(index, factor);
            let mut within = b.s_mod(index, factor);
            if from > unit && ratio > 1 {
                // An element spans several vector components.
                let components = integer(&mut b, index, from / unit);
                within = b.i_mul(within, components);
            }
            indices.push(within);
        } else {
            let ratio = integer(&mut b, index, from / to);
            indices[last] = b.i_mul(index, ratio);
        }
    }
    let new = b.access_chain(base, &indices);
    let users: Vec<Op> = b.uses(old).map(|(user, _)| user).collect();
    for user in users {
        rewrite_access(ctx, body, user, old, (base, new, &indices))?;
    }
    spv_ir::Builder::new(body).erase(chain);
    Ok(())
}

/// Creates an integer constant with the type of the value `like`.
fn integer(b: &mut Builder<'_>, like: Value, number: u64) -> Value {
    let ty = b.value_type(like);
    let value = b.ctx().int_attr(number, ty).raw();
    let loc = b.loc;
    b.ir().value(spv_ir::NewOp {
        loc,
        slots: &[value],
        results: &[ty],
        ..spv_ir::NewOp::new(spv::Constant::ID)
    })
}

/// Replaces a load or store through the pointer `old` with accesses through a new access chain. The tuple has the base
/// of the chain, the chain and its indices.
fn rewrite_access(
    ctx: &Context,
    body: &mut Body,
    access: Op,
    old: Value,
    (base, chain, indices): (Value, Value, &[Value]),
) -> Result<(), Diagnostics> {
    let element = |body: &Body, value| pointer(ctx, body.value_type(value)).map(|(element, _)| element);
    let (Some(from), Some(to)) = (element(body, old), element(body, chain)) else {
        return Err(illegal(ctx, body, access));
    };
    // The composed value receives the name.
    let (slots, attrs) = (body.slots(access).to_vec(), ctx.dict_without(body.attrs(access), OP_NAME));
    let same_size = bits(ctx, from) == bits(ctx, to) && !is_vector(ctx, from) && !is_vector(ctx, to);
    let def = body.def(access);
    if def == spv::Store::ID && body.operand(access, spv::Store::POINTER) == old && (from == to || same_size)
    {
        let [_, mut value] = body.first_operands(access);
        let mut b = Builder::before(ctx, body, access);
        b.loc = b.loc(access);
        if from != to {
            value = b.bitcast(to, value);
        }
        let loc = b.loc;
        let new =
            spv_ir::NewOp { loc, operands: &[chain, value], slots: &slots, attrs, ..spv_ir::NewOp::new(def) };
        b.ir().create(new);
        b.ir().erase(access);
        return Ok(());
    }
    let ratio = match (bits(ctx, from), bits(ctx, to)) {
        (Some(from), Some(to)) if from.is_multiple_of(to) => from / to,
        _ => 0,
    };
    if def != spv::Load::ID || !(1..=4).contains(&ratio) || is_vector(ctx, from) != is_vector(ctx, to) {
        return Err(illegal(ctx, body, access));
    }
    let mut b = Builder::before(ctx, body, access);
    b.loc = b.loc(access);
    let loc = b.loc;
    let load = |b: &mut Builder<'_>, pointer: Value| {
        let new = spv_ir::NewOp {
            loc,
            operands: &[pointer],
            slots: &slots,
            attrs,
            results: &[to],
            ..spv_ir::NewOp::new(def)
        };
        b.ir().value(new)
    };
    let mut loaded = vec![load(&mut b, chain)];
    let mut indices = indices.to_vec();
    for _ in 1..ratio {
        let Some(last) = indices.last_mut() else { break };
        let one = integer(&mut b, *last, 1);
        *last = b.i_add(*last, one);
        let next = b.access_chain(base, &indices);
        loaded.push(load(&mut b, next));
    }
    let value = put_together(ctx, &mut b, &loaded, from, to);
    let result = b.result(access, 0);
    let name = b.value_name(result);
    b.ir().set_value_name(result, None);
    b.ir().set_value_name(value, name);
    b.ir().replace_all_uses(result, value);
    b.ir().erase(access);
    Ok(())
}

/// Composes a value of type `from` from loaded values of type `to`, of which the first has the lowest bits.
fn put_together(ctx: &Context, b: &mut Builder<'_>, loaded: &[Value], from: Type, to: Type) -> Value {
    let [first, _, ..] = loaded else {
        return if from == to { loaded[0] } else { b.bitcast(from, loaded[0]) };
    };
    let vector =
        |element: Type, count: u64| if count > 1 { ctx.vector_type(count, element) } else { element };
    if !is_vector(ctx, from) {
        let all = b.composite_construct(vector(b.value_type(*first), loaded.len() as u64), loaded);
        return b.bitcast(from, all);
    }
    let ((scalar, _), (loaded_scalar, _)) = (parts(ctx, from), parts(ctx, to));
    let mut values = loaded.to_vec();
    if scalar != loaded_scalar {
        let count = bits(ctx, to).unwrap_or(1) / bits(ctx, scalar).unwrap_or(1);
        for value in &mut values {
            *value = b.bitcast(vector(scalar, count), *value);
        }
    }
    b.composite_construct(from, &values)
}
