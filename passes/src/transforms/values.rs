//! What several passes do with values: undefined ones, and those that edges pass.

use crate::flow::Passed;
use crate::spirv::Defs;
use rustc_hash::FxHashMap;
use spv_ir::{At, Block, Body, Builder, NewOp, Op, Type, Value};

/// The undefined values of a body, one a type, made where they are first needed.
#[derive(Default)]
pub(super) struct Undefs {
    known: FxHashMap<Type, Value>,
}

impl Undefs {
    /// The undefined value of a type.
    pub(super) fn get(&mut self, defs: &Defs, body: &mut Body, ty: Type) -> Value {
        if let Some(&value) = self.known.get(&ty) {
            return value;
        }
        let at = top(defs, body);
        let mut builder = Builder::at(body, at);
        let op = builder.create(NewOp { results: &[ty], ..NewOp::new(defs.undef) });
        let value = builder.result(op, 0);
        self.known.insert(ty, value);
        value
    }
}

/// Where instructions of the entry block begin: behind constants, references and variables.
pub(super) fn top(defs: &Defs, body: &Body) -> At {
    let Some(entry) = body.first_block(body.root()) else { return At::Detached };
    let first = [defs.constant, defs.address_of, defs.reference_of, defs.variable];
    let behind = body.ops(entry).find(|&op| !first.contains(&body.def(op)));
    behind.map_or(At::End(entry), At::Before)
}

/// Where a variable may be put into the entry block: before its first instruction.
pub(super) fn variables_top(defs: &Defs, body: &Body) -> At {
    let Some(entry) = body.first_block(body.root()) else { return At::Detached };
    let first = [defs.constant, defs.address_of, defs.reference_of];
    let behind = body.ops(entry).find(|&op| !first.contains(&body.def(op)));
    behind.map_or(At::End(entry), At::Before)
}

/// Has edges pass further values: behind what they pass already.
pub(super) fn pass_values(
    body: &mut Body,
    order: &[(Op, Passed)],
    passed: &FxHashMap<(Op, Passed), Vec<Value>>,
) {
    // All edges of one op at once: each change copies its operands.
    let mut by_op: FxHashMap<Op, Vec<Passed>> = FxHashMap::default();
    let mut ops = Vec::new();
    for &(op, how) in order {
        let list = by_op.entry(op).or_default();
        if list.is_empty() {
            ops.push(op);
        }
        if !list.contains(&how) {
            list.push(how);
        }
    }
    for op in ops {
        let more = |how: Passed| passed.get(&(op, how)).map_or(&[][..], |list| &list[..]);
        let mut own: Vec<Value> = body.own_operands(op).collect();
        own.extend(more(Passed::Operands));
        let lists: Vec<(Block, Vec<Value>)> = (0..body.successor_count(op))
            .map(|i| {
                let mut list: Vec<Value> = body.successor_args(op, i).collect();
                list.extend(more(Passed::Successor(i)));
                (body.successor(op, i), list)
            })
            .collect();
        let slices: Vec<(Block, &[Value])> = lists.iter().map(|(b, l)| (*b, &l[..])).collect();
        Builder::new(body).set_operands(op, &own, &slices);
    }
}
