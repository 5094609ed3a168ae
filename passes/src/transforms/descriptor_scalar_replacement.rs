//! Scalar replacement of descriptor arrays and structs (`descriptor-scalar-replacement`)

use crate::options::OptionInfo;
use crate::pass::{ControlFlow, PassInfo, SpvModule, Work};
use crate::support::debug_globals::{forget_definitions, only_lists_variables};
use crate::support::interfaces::replace_in_interfaces;
use crate::support::spirv::{addresses, integer, is_chain, is_referred};
use rustc_hash::FxHashMap;
use spv_dialect::generated::opcodes;
use spv_dialect::spv;
use spv_dialect::types;
use spv_ir::symbols::{SymbolUses, name_of};
use spv_ir::{
    Attribute, Body, Builder, Context, Diagnostics, Ident, InsertPoint, NewOp, Op, SymbolTable, Type, Value,
    walk,
};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Replaces a bound variable that holds an array, or a struct of descriptors, with one \
                  variable per element. Element `i` gets the binding of the variable plus the number of \
                  bindings that the preceding elements occupy. Only variables whose elements are selected \
                  by access chains with constant indices are replaced. Blocks are not split.",
    before: "spv.GlobalVariable @t bind(0, 4) : !spv.ptr<!spv.array<2 x !spv.sampler>, UniformConstant>\n\
             %p = spv.AccessChain %t[%c1] : !spv.ptr<!spv.array<2 x !spv.sampler>, UniformConstant>, i32",
    after: "spv.GlobalVariable @t$1 bind(0, 4) : !spv.ptr<!spv.sampler, UniformConstant>\n\
            spv.GlobalVariable @t$2 bind(0, 5) : !spv.ptr<!spv.sampler, UniformConstant>\n\
            %p = spv.mlir.addressof @t$2 : !spv.ptr<!spv.sampler, UniformConstant>",
    options: &[
        OptionInfo { name: "arrays", default: "true", help: "replace arrays" },
        OptionInfo { name: "structs", default: "true", help: "replace structs" },
    ],
    statistics: &[("variables", "Variables replaced")],
    ..PassInfo::new(
        "descriptor-scalar-replacement",
        "Split arrays and structs of descriptors",
        ControlFlow::Any,
        |options| {
            let kinds = Kinds { arrays: options.switch("arrays")?, structs: options.switch("structs")? };
            Ok(Work::module(move |module: &mut SpvModule<'_>| run(module, kinds)))
        },
    )
};

/// The composite types (structs, arrays) to replace.
#[derive(Clone, Copy)]
struct Kinds {
    arrays: bool,
    structs: bool,
}

/// Maximum number of elements of a variable that is replaced.
const MOST_ELEMENTS: u64 = 4096;

/// A variable that can be replaced with one variable per element.
struct SplitVariable {
    op: Op,
    name: Ident,
    class: u32,
    /// Element types, each with the number of bindings that it occupies.
    elements: Vec<(Type, u64)>,
}

fn run(module: &mut SpvModule<'_>, kinds: Kinds) -> Result<(), Diagnostics> {
    let mut count = 0;
    // The next iteration replaces elements that are themselves arrays.
    let mut symbols = SymbolTable::new(module.ctx, module.body);
    loop {
        let plans = plans(module, kinds);
        if plans.is_empty() {
            break;
        }
        count += plans.len() as u64;
        let names = plans.iter().map(|plan| plan.name).collect();
        forget_definitions(module.ctx, module.body, &mut symbols, &names);
        plans.into_iter().for_each(|plan| replace(module, plan, &mut symbols));
    }
    module.count(0, count);
    Ok(())
}

fn plans(module: &SpvModule<'_>, kinds: Kinds) -> Vec<SplitVariable> {
    let ctx = module.ctx;
    let uses = SymbolUses::new(ctx, module.body);
    let own = module.referenced();
    let plan = |op: Op| {
        let variable = spv::GlobalVariable::cast(module.body, op)?;
        let (ty, class) = variable.contents(ctx)?;
        ctx.dict_get(module.body.attrs(op), "binding")?;
        let elements = elements(ctx, ty, kinds)?;
        let name = ctx.ident(name_of(ctx, module.body, op)?);
        let replaceable = uses.users(name).iter().all(|user| match user.nested {
            false => only_lists_variables(ctx, module.body, user.top),
            true => module
                .body
                .nested(user.top)
                .is_some_and(|body| are_selected(ctx, body, name, elements.len() as u64)),
        });
        (replaceable && !own.contains(&name)).then_some(SplitVariable { op, name, class: class.0, elements })
    };
    walk::top_ops(module.body).filter_map(plan).collect()
}

/// Returns the element types of a composite, each with the number of bindings that an element occupies. Returns `None`
/// if the pass does not replace this type.
fn elements(ctx: &Context, ty: Type, kinds: Kinds) -> Option<Vec<(Type, u64)>> {
    let types: Vec<Type> = match types::view(ctx, ty)? {
        (opcodes::TYPE_ARRAY, [_, _, length, ..]) if kinds.arrays => {
            let length = ctx.attr_u64(*length).filter(|length| (1..=MOST_ELEMENTS).contains(length))?;
            let element = types::element(ctx, ty, 0)?;
            (0..length).map(|_| element).collect()
        }
        (opcodes::TYPE_STRUCT, _) if kinds.structs => {
            let parts = types::structure(ctx, ty)?;
            let is_block = |key: &str| ctx.dict_get(parts.decorations, key).is_some();
            if is_block("block") || is_block("buffer_block") {
                return None;
            }
            parts.members.iter().map(|&member| ctx.attr_type(member)).collect::<Option<_>>()?
        }
        _ => return None,
    };
    Some(types.into_iter().map(|ty| (ty, bindings(ctx, ty))).collect())
}

/// Returns the number of bindings that a variable of a type occupies.
fn bindings(ctx: &Context, ty: Type) -> u64 {
    let (mut count, mut work) = (0_u64, vec![(ty, 1_u64)]);
    while let Some((ty, times)) = work.pop() {
        match types::view(ctx, ty) {
            Some((opcodes::TYPE_ARRAY, [_, _, length, ..])) => {
                let times = times.saturating_mul(ctx.attr_u64(*length).unwrap_or(1));
                match types::element(ctx, ty, 0) {
                    Some(element) => work.push((element, times)),
                    None => count = count.saturating_add(times),
                }
            }
            Some((opcodes::TYPE_STRUCT, _)) => {
                let parts = types::structure(ctx, ty);
                let is_block = |key: &str| {
                    parts.as_ref().is_some_and(|parts| ctx.dict_get(parts.decorations, key).is_some())
                };
                let members = parts.as_ref().map_or(&[][..], |parts| parts.members);
                if members.is_empty() || is_block("block") || is_block("buffer_block") {
                    count = count.saturating_add(times);
                } else {
                    work.extend(members.iter().filter_map(|&m| Some((ctx.attr_type(m)?, times))));
                }
            }
            _ => count = count.saturating_add(times),
        }
    }
    count
}

/// Returns whether a function uses the variable `name` only to select elements, with constant indices less than
/// `count`.
fn are_selected(ctx: &Context, body: &Body, name: Ident, count: u64) -> bool {
    let mut users = addresses(ctx, body, name).flat_map(|op| body.uses(body.result(op, 0)));
    let selects = |(user, operand): (Op, usize)| {
        let index = body.own_operands(user).nth(1).and_then(|index| integer(ctx, body, index));
        operand == 0
            && is_chain(body, user)
            && !is_referred(ctx, body, user)
            && index.is_some_and(|index| index < count)
    };
    users.all(selects)
}

fn replace(module: &mut SpvModule<'_>, plan: SplitVariable, symbols: &mut SymbolTable) {
    let ctx = module.ctx;
    let attrs = ctx.dict(module.body.attrs(plan.op)).to_vec();
    let first = attrs.iter().find(|(key, _)| ctx.str(*key) == "binding").and_then(|(_, b)| ctx.attr_u64(*b));
    let mut binding = first.unwrap_or(0);
    let loc = module.body.loc(plan.op);
    let mut new: Vec<(Ident, Type)> = Vec::new();
    let mut builder = Builder::at(module.body, InsertPoint::Before(plan.op));
    for (ty, count) in plan.elements {
        let name = symbols.unique(ctx, ctx.str(plan.name));
        let Some(pointer) = types::make_pointer(ctx, ty, plan.class) else { return };
        let mut attrs = attrs.clone();
        let own = attrs.iter_mut().find(|(key, _)| ctx.str(*key) == "binding");
        own.into_iter().for_each(|(_, value)| *value = ctx.i32_attr(binding as u32));
        let mut slots = builder.slots(plan.op).to_vec();
        slots[spv::GlobalVariable::SYM_NAME] = ctx.string_attr(ctx.str(name)).raw();
        slots[spv::GlobalVariable::TYPE] = ctx.type_attr(pointer).raw();
        let attrs = Some(ctx.dict_attr(attrs));
        let op = builder.create(NewOp { loc, attrs, slots: &slots, ..NewOp::new(spv::GlobalVariable::ID) });
        symbols.insert(name, op);
        new.push((name, pointer));
        binding += count;
    }
    builder.erase(plan.op);
    symbols.remove(plan.name);
    for op in module.functions() {
        module.function_mut(op, |body| redirect(ctx, body, plan.name, &new));
    }
    let old = ctx.symbol_attr(plan.name);
    let new: Vec<Attribute> = new.iter().map(|(name, _)| ctx.symbol_attr(*name)).collect();
    replace_in_interfaces(module, old, &new);
}

/// Rewrites the access chains of a variable to start at the variables that replace it.
fn redirect(ctx: &Context, body: &mut Body, name: Ident, new: &[(Ident, Type)]) {
    let addresses: Vec<Op> = addresses(ctx, body, name).collect();
    let mut known: FxHashMap<u64, Value> = FxHashMap::default();
    for address in addresses {
        let chains: Vec<Op> = body.uses(body.result(address, 0)).map(|(user, _)| user).collect();
        for chain in chains {
            let operands: Vec<Value> = body.own_operands(chain).collect();
            let [_, index, rest @ ..] = operands.as_slice() else { continue };
            let Some(index) = integer(ctx, body, *index) else { continue };
            let Some(&(symbol, pointer)) = usize::try_from(index).ok().and_then(|index| new.get(index))
            else {
                continue;
            };
            let base = *known.entry(index).or_insert_with(|| {
                let slots = [ctx.symbol_attr(symbol).raw()];
                let mut builder = Builder::at(body, InsertPoint::Before(address));
                let new = NewOp { slots: &slots, results: &[pointer], ..NewOp::new(spv::AddressOf::ID) };
                builder.value(new)
            });
            let (loc, attrs, old) = (body.loc(chain), body.attrs(chain), body.result(chain, 0));
            let (def, ty, result_name) = (body.def(chain), body.value_type(old), body.value_name(old));
            let mut builder = Builder::at(body, InsertPoint::Before(chain));
            let replacement = match rest {
                [] => base,
                rest => {
                    let operands = [&[base][..], rest].concat();
                    let new = NewOp { loc, attrs, operands: &operands, results: &[ty], ..NewOp::new(def) };
                    let value = builder.value(new);
                    builder.set_value_name(value, result_name);
                    value
                }
            };
            builder.replace_all_uses(old, replacement);
            builder.erase(chain);
        }
        Builder::new(body).erase(address);
    }
}
