//! Expansion of predicated accesses into selections (`expand-predicated-io`)

use crate::options::IF_LACKING;
use crate::pass::{ControlFlow, Function, PassInfo, Work};
use crate::support::values::as_non_uniform;
use rustc_hash::FxHashMap;
use spv_build::spv::{self, FunctionBuilder, Load, PredicatedLoadINTEL, PredicatedStoreINTEL, Store};
use spv_dialect::decorations::OP_NAME;
use spv_dialect::fold::Facts;
use spv_ir::dialect::Traits;
use spv_ir::{Body, Builder, Context, Diagnostics, InsertPoint, NewOp, Op, Value, walk};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Replaces spv.PredicatedLoadINTEL and spv.PredicatedStoreINTEL with plain accesses in a \
                  selection, for targets without SPV_INTEL_predicated_io. Adjacent accesses with the same \
                  predicate share a selection, together with the pure operations between them that nothing \
                  else uses. The capability and extension declarations remain; spirv-update-vce removes \
                  them.",
    before: "%x = spv.PredicatedLoadINTEL %p, %c, %d : !spv.ptr<i32, StorageBuffer>, i1 -> i32",
    after: "%x = spv.mlir.selection -> i32 {\n  spv.BranchConditional %c, ^bb1, ^bb2(%d : i32)\n^bb1:\n  %0 = \
            spv.Load \"StorageBuffer\" %p : i32\n  spv.Branch ^bb2(%0 : i32)\n^bb2(%1: i32):\n  spv.mlir.merge %1 : \
            i32\n}",
    options: &[IF_LACKING],
    statistics: &[("expanded", "Predicated accesses replaced"), ("selections", "Selections created")],
    ..PassInfo::new(
        "expand-predicated-io",
        "Replace predicated accesses with selections",
        ControlFlow::SpvOnly,
        |options| {
            let if_lacking = options.switch(IF_LACKING.name)?;
            Ok(Work::function(move |function: &mut Function<'_>| {
                match if_lacking && !function.facts.contains(Facts::LACKS_PREDICATED_IO) {
                    true => Ok(()),
                    false => run(function),
                }
            }))
        },
    )
};

fn run(function: &mut Function<'_>) -> Result<(), Diagnostics> {
    let (ctx, body) = (function.ctx, &mut *function.body);
    let accesses: Vec<Op> = walk::ops(body).filter(|&op| predicate(body, op).is_some()).collect();
    let (mut expanded, mut selections) = (0, 0);
    for first in accesses {
        // The expansion of a preceding group may have removed the access.
        if !body.is_dead(first) {
            let group = Group::at(ctx, body, first);
            expanded += group.expand(ctx, body)?;
            selections += 1;
        }
    }
    function.count(0, expanded);
    function.count(1, selections);
    Ok(())
}

/// Returns the predicate of a predicated access, or `None` for other ops.
fn predicate(body: &Body, op: Op) -> Option<Value> {
    PredicatedLoadINTEL::cast(body, op)
        .map(|load| load.predicate())
        .or_else(|| PredicatedStoreINTEL::cast(body, op).map(|store| store.predicate()))
}

/// Maximum number of ops examined per group. Ops that are not added to the group are examined again for the next
/// group.
const MOST_OPS: usize = 256;

/// A group of accesses in one block with the same predicate.
struct Group {
    predicate: Value,
    /// The accesses, in order, and the pure ops between them that depend on loaded values. These ops have no uses
    /// outside of the group.
    members: Vec<Op>,
    /// Pure ops between the group members that do not depend on the group. The pass moves them before the group.
    before: Vec<Op>,
}

impl Group {
    /// Returns the longest group that begins with the access `first`.
    fn at(ctx: &Context, body: &Body, first: Op) -> Group {
        let predicate = predicate(body, first).expect("it is an access");
        let mut members = vec![first];
        // Pure ops that do not depend on the group, each with the number of preceding group members.
        let mut before: Vec<(Op, usize)> = Vec::new();
        let mut number: FxHashMap<Op, usize> = FxHashMap::from_iter([(first, 0)]);
        let mut next = body.next(first);
        while let Some(op) = next.filter(|_| members.len() + before.len() < MOST_OPS) {
            next = body.next(op);
            if self::predicate(body, op) == Some(predicate) {
                // The default value must be available before the group.
                if default(body, op, &number).is_none() {
                    break;
                }
            } else {
                let traits = ctx.registry().op(body.def(op)).traits;
                if !traits.contains(Traits::PURE)
                    || traits.contains(Traits::CONVERGENT)
                    || body.region_count(op) > 0
                {
                    break;
                }
                let mut definers = body.operands(op).filter_map(|value| body.defining_op(value));
                if !definers.any(|op| number.contains_key(&op)) {
                    before.push((op, members.len()));
                    continue;
                }
            }
            number.insert(op, members.len());
            members.push(op);
        }
        let length = closed(body, &members, &number);
        members.truncate(length);
        let before = before.into_iter().filter(|(_, at)| *at < length).map(|(op, _)| op).collect();
        Group { predicate, members, before }
    }

    /// Replaces the group with a selection. Returns the number of replaced accesses.
    fn expand(self, ctx: &Context, body: &mut Body) -> Result<u64, Diagnostics> {
        let Group { predicate, members, before } = self;
        let first = members[0];
        let number: FxHashMap<Op, usize> = members.iter().copied().zip(0..).collect();
        for op in before {
            Builder::new(body).move_op(op, InsertPoint::Before(first));
        }
        let is_needed = |body: &Body, op: Op| {
            PredicatedLoadINTEL::cast(body, op)
                .is_some_and(|load| body.uses(load.result()).any(|(user, _)| !number.contains_key(&user)))
        };
        let loads: Vec<Op> = members.iter().copied().filter(|&op| is_needed(body, op)).collect();
        let defaults: Vec<Value> = loads.iter().filter_map(|&op| default(body, op, &number)).collect();
        let entry = body.first_block(body.root()).expect("a function with ops has blocks");
        let loc = body.loc(first);
        let mut b = FunctionBuilder::new(spv::Builder::before(ctx, body, first), entry);
        b.loc = loc;
        let results = b.if_or(predicate, &defaults, |b| {
            let mut loaded: FxHashMap<Op, Value> = FxHashMap::default();
            for &op in &members {
                match access(b, op) {
                    None => {
                        let at = b.insertion_point();
                        b.ir().move_op(op, at);
                    }
                    Some(new) => {
                        if let Some(value) = new {
                            loaded.insert(op, value);
                            let old = b.result(op, 0);
                            let uses: Vec<(Op, usize)> =
                                b.uses(old).filter(|(user, _)| number.contains_key(user)).collect();
                            for (user, index) in uses {
                                b.ir().set_operand(user, index, value);
                            }
                        }
                    }
                }
            }
            loads.iter().map(|op| loaded[op]).collect::<Vec<_>>()
        });
        b.into_builder().finish()?;
        for (&load, result) in loads.iter().zip(results) {
            let (old, attrs) = (body.result(load, 0), body.attrs(load));
            let name = body.value_name(old);
            let value = as_non_uniform(ctx, body, (InsertPoint::Before(first), loc), result, attrs);
            let mut builder = Builder::new(body);
            builder.set_value_name(old, None);
            builder.set_value_name(value, name);
            builder.replace_all_uses(old, value);
        }
        let accesses: Vec<Op> =
            members.into_iter().filter(|&op| self::predicate(body, op).is_some()).collect();
        for &op in accesses.iter().rev() {
            Builder::new(body).erase(op);
        }
        Ok(accesses.len() as u64)
    }
}

/// Returns the length of the longest valid prefix of a group. A valid prefix ends with an access, and the results of
/// its pure ops are not used after the prefix.
fn closed(body: &Body, members: &[Op], number: &FxHashMap<Op, usize>) -> usize {
    let (mut length, mut last_use) = (1, 0);
    for (at, &op) in members.iter().enumerate() {
        if predicate(body, op).is_some() {
            if last_use <= at {
                length = at + 1;
            }
        } else {
            let uses = body.results(op).flat_map(|result| body.uses(result));
            let last = uses.map(|(user, _)| number.get(&user).copied().unwrap_or(usize::MAX)).max();
            last_use = last_use.max(last.unwrap_or(0));
        }
    }
    length
}

/// Returns the value of a group's load if the predicate is false; it is available before the group. If the default
/// value is the result of another load in the group, returns the default of that load. For a store, returns the
/// predicate.
///
/// Returns `None` if an op in the group computes the default value.
fn default(body: &Body, access: Op, group: &FxHashMap<Op, usize>) -> Option<Value> {
    let mut access = access;
    loop {
        let Some(load) = PredicatedLoadINTEL::cast(body, access) else {
            return PredicatedStoreINTEL::cast(body, access).map(|store| store.predicate());
        };
        let value = load.default_value();
        match body.defining_op(value).filter(|op| group.contains_key(op)) {
            None => return Some(value),
            Some(op) if PredicatedLoadINTEL::cast(body, op).is_some() => access = op,
            Some(_) => return None,
        }
    }
}

/// Creates the unpredicated form of a predicated access. Returns the loaded value, or `Some(None)` for a store.
/// Returns `None` if the op is not a predicated access.
fn access(b: &mut FunctionBuilder<'_>, op: Op) -> Option<Option<Value>> {
    let (def, operands) = if let Some(load) = PredicatedLoadINTEL::cast(b, op) {
        (Load::ID, vec![load.pointer()])
    } else {
        let store = PredicatedStoreINTEL::cast(b, op)?;
        (Store::ID, vec![store.pointer(), store.object()])
    };
    // The memory operands are the same properties in both forms.
    let slots: Vec<u32> = b.slots(op).to_vec();
    let results: Vec<_> = b.results(op).map(|value| b.value_type(value)).collect();
    // The result of the selection receives the name.
    let (loc, attrs) = (b.loc(op), b.ctx().dict_without(b.attrs(op), OP_NAME));
    let new = b.ir().create(NewOp {
        loc,
        operands: &operands,
        slots: &slots,
        results: &results,
        attrs,
        ..NewOp::new(def)
    });
    Some(b.results(new).next())
}
