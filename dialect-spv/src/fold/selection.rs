//! Conversion of selection constructs to select and store

use super::constant;
use super::facts::Facts;
use super::value::opcode;
use crate::generated::opcodes::{SELECT, STORE};
use crate::generated::views::Store;
use crate::structure;
use spv_ir::dialect::OpRow;
use spv_ir::rewrite::is_debug_info;
use spv_ir::{Block, Folding, NewOp, Op, RewriteFn, Rewriter, Value};

/// The canonicalization patterns of `spv.mlir.selection`. The pattern applies if both branches only store a value to
/// the same pointer.
pub const SELECTION: &[RewriteFn] = &[to_select];

/// A selection construct that only stores one of two values.
struct Choice {
    condition: Value,
    /// The values stored if the condition is true and if it is false.
    values: [Value; 2],
    /// The store of one of the branches. The stores differ only in the stored value.
    store: Op,
}

fn to_select(r: &mut Rewriter<'_>, op: Op) -> bool {
    let Some(Choice { condition, values, store }) = choice(r.folding(), op) else { return false };
    let registry = r.ctx().registry();
    let Some(select) = registry.op_by_code(0, SELECT) else { return false };
    let ty = r.value_type(values[0]);
    let chosen = r.create(NewOp {
        loc: r.loc(op),
        operands: &[condition, values[0], values[1]],
        results: &[ty],
        ..NewOp::new(select)
    });
    let chosen = r.result(chosen, 0);
    let slots = r.slots(store).to_vec();
    let mut operands: Vec<Value> = r.operands(store).collect();
    operands[Store::OBJECT] = chosen;
    let store = NewOp {
        loc: r.loc(store),
        operands: &operands,
        slots: &slots,
        attrs: r.attrs(store),
        ..NewOp::new(r.def(store))
    };
    r.create(store);
    r.erase(op);
    true
}

fn choice(f: Folding<'_>, op: Op) -> Option<Choice> {
    let body = f.body;
    if body.result_count(op) != 0 || body.region_count(op) != 1 || body.attrs(op).is_some() {
        return None;
    }
    let region = body.region(op, 0);
    let header = body.first_block(region)?;
    let merge = body.last_block(region)?;
    // Require exactly four blocks: header, two cases and merge block.
    if body.blocks(region).count() != 4 {
        return None;
    }
    let branch = only_op(f, header, &structure::BRANCH_CONDITIONAL)?;
    only_op(f, merge, &structure::MERGE)?;
    let cases = [body.successor(branch, 0), body.successor(branch, 1)];
    if body.successor_count(branch) != 2 || cases[0] == cases[1] || cases.contains(&merge) {
        return None;
    }
    let stores = [store(f, cases[0], merge)?, store(f, cases[1], merge)?];
    let same = body.slots(stores[0]) == body.slots(stores[1])
        && body.attrs(stores[0]) == body.attrs(stores[1])
        && body.operand_count(stores[0]) == body.operand_count(stores[1])
        && (0..body.operand_count(stores[0]))
            .all(|i| i == Store::OBJECT || body.operand(stores[0], i) == body.operand(stores[1], i));
    let values = stores.map(|store| body.operand(store, Store::OBJECT));
    let [ty, other] = values.map(|value| body.value_type(value));
    let shape = constant::shape(f.ctx, ty)?;
    let old = Facts::from_bits_truncate(f.facts).contains(Facts::OLD_SELECT);
    if !same || ty != other || (old && shape.length.is_some()) {
        return None;
    }
    let [condition] = body.first_operands(branch);
    Some(Choice { condition, values, store: stores[0] })
}

/// Returns the ops of a block, excluding debug information. The debug information is removed together with the
/// construct.
fn ops(f: Folding<'_>, block: Block) -> impl Iterator<Item = Op> {
    f.body.ops(block).filter(move |&op| !is_debug_info(f.ctx, f.body, op))
}

/// Returns the only op of a block without arguments, if the op has the given grammar entry.
fn only_op(f: Folding<'_>, block: Block, row: &'static OpRow) -> Option<Op> {
    let mut ops = ops(f, block);
    let op = ops.next()?;
    (ops.next().is_none() && f.body.args(block).is_empty() && is(f, op, row)).then_some(op)
}

fn is(f: Folding<'_>, op: Op, row: &'static OpRow) -> bool {
    std::ptr::eq(f.ctx.registry().op(f.body.def(op)).row, row)
}

/// Returns the store in a block that contains only the store and a branch to the merge block. Returns `None` for other
/// blocks, and if the block has several predecessors.
fn store(f: Folding<'_>, block: Block, merge: Block) -> Option<Op> {
    let mut ops = ops(f, block);
    let (store, branch) = (ops.next()?, ops.next()?);
    let fits = opcode(f, store) == Some(STORE)
        && is(f, branch, &structure::BRANCH)
        && f.body.successor_count(branch) == 1
        && f.body.successor(branch, 0) == merge
        && f.body.args(block).is_empty()
        && f.body.block_uses(block).count() == 1;
    fits.then_some(store)
}
