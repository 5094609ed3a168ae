//! Tests of the greedy driver on small bodies

use super::*;
use crate::builder::{Builder, InsertPoint, NewOp};
use crate::dialect::{Dialect, OpDef, Registry};
use crate::entity::Block;
use crate::handles::OpDefId;
use crate::types::Type;

/// Creates a context with the ops `test.const`, which materializes constants, and `test.add`, which folds 32-bit
/// constants and zeros.
fn context() -> Context {
    let known = crate::testing::context();
    let ops = known.registry().ops().iter().filter(|def| def.row.name.starts_with("test."));
    let ops = ops.map(|def| match def.row.name {
        "test.const" => OpDef { traits: def.traits | Traits::CONSTANT_LIKE, ..**def },
        "test.add" => OpDef { fold: Some(fold_add), ..**def },
        _ => **def,
    });
    let ops = ops.collect::<Vec<OpDef>>().leak();
    Context::new(Registry::new(vec![Dialect { name: "test", ops, ..Dialect::EMPTY }]))
}

fn fold_add(f: Folding<'_>, op: Op) -> Option<Folded> {
    let number = |index| f.ctx.attr_u64(f.constant(f.body.operand(op, index))?);
    let ty = f.body.value_type(f.body.result(op, 0));
    match (number(0), number(1)) {
        (Some(a), Some(b)) => Some(Folded::Constant(f.ctx.int_attr(a.wrapping_add(b), ty))),
        (None, Some(0)) => Some(Folded::Value(f.body.operand(op, 0))),
        _ => None,
    }
}

struct Sample {
    ctx: Context,
    body: Body,
    block: Block,
}

impl Sample {
    fn new() -> Sample {
        let mut body = Body::default();
        let root = body.root();
        let block = Builder::new(&mut body).append_block(root);
        Sample { ctx: context(), body, block }
    }

    fn def(&self, name: &str) -> OpDefId {
        self.ctx.registry().op_by_name(name).expect("the op is registered")
    }

    fn add(&mut self, name: &str, operands: &[Value], slots: &[u32], results: &[Type]) -> Op {
        let new = NewOp { operands, slots, results, ..NewOp::new(self.def(name)) };
        Builder::at(&mut self.body, InsertPoint::End(self.block)).create(new)
    }

    fn value(&mut self, name: &str, operands: &[Value], slots: &[u32]) -> Value {
        let ty = self.ctx.common().i32;
        let op = self.add(name, operands, slots, &[ty]);
        self.body.result(op, 0)
    }

    fn number(&mut self, number: u32) -> Value {
        let attr = self.ctx.i32_attr(number);
        self.value("test.const", &[], &[attr.raw()])
    }

    fn rewrite(&mut self, patterns: &Patterns, listener: Option<&mut dyn Listener>) -> Outcome {
        greedy_driver::rewrite(&self.ctx, &mut self.body, patterns, Config::default(), listener)
    }

    /// Returns the names of all ops, with the values of constants.
    fn ops(&self) -> Vec<String> {
        let text = |op| {
            let name = self.ctx.registry().op(self.body.def(op)).row.name;
            let number = self.body.slots(op).first().and_then(|raw| Attribute::from_raw(*raw));
            match number.and_then(|attr| self.ctx.attr_u64(attr)) {
                Some(number) => format!("{name} {number}"),
                None => name.to_owned(),
            }
        };
        self.body.ops(self.block).map(text).collect()
    }
}

#[test]
fn folds_go_through_chains_and_leave_nothing_unused() {
    let mut s = Sample::new();
    let (a, b) = (s.number(2), s.number(3));
    let c = s.value("test.add", &[a, b], &[]);
    let d = s.value("test.add", &[c, c], &[]);
    let unused = s.value("test.add", &[d, a], &[]);
    s.value("test.add", &[unused, a], &[]);
    s.add("test.yield", &[d], &[], &[]);
    let outcome = s.rewrite(&Patterns::default(), None);
    assert!(outcome.converged && outcome.changes > 0);
    assert_eq!(s.ops(), ["test.const 10", "test.yield"]);
    let again = s.rewrite(&Patterns::default(), None);
    assert_eq!(again, Outcome { changes: 0, applied: 0, converged: true });
}

#[test]
fn constants_are_made_once_at_the_top() {
    let mut s = Sample::new();
    let known = s.add("test.any", &[], &[], &[s.ctx.common().i32]);
    let known = s.body.result(known, 0);
    let (a, b) = (s.number(1), s.number(4));
    let five = s.value("test.add", &[a, b], &[]);
    let zero = s.number(0);
    let same = s.value("test.add", &[known, zero], &[]);
    let two = s.number(2);
    let three = s.number(3);
    let other = s.value("test.add", &[two, three], &[]);
    s.add("test.yield", &[five, other, same], &[], &[]);
    assert!(s.rewrite(&Patterns::default(), None).converged);
    assert_eq!(s.ops(), ["test.const 5", "test.any", "test.yield"]);
    let sink = s.body.last_op(s.block).expect("it is there");
    let operands: Vec<Value> = s.body.operands(sink).collect();
    assert!(operands[0] == operands[1] && operands[2] == known);
}

#[test]
fn a_constant_that_stands_too_low_is_moved_up() {
    let mut s = Sample::new();
    let (a, b) = (s.number(1), s.number(2));
    let sum = s.value("test.add", &[a, b], &[]);
    s.add("test.weak", &[sum], &[], &[]);
    let three = s.number(3);
    s.add("test.yield", &[three], &[], &[]);
    assert!(s.rewrite(&Patterns::default(), None).converged);
    assert_eq!(s.ops(), ["test.const 3", "test.weak", "test.yield"]);
}

#[test]
fn equal_constants_are_one() {
    let mut s = Sample::new();
    let (a, b) = (s.number(7), s.number(7));
    s.add("test.yield", &[a, b], &[], &[]);
    assert!(s.rewrite(&Patterns::default(), None).converged);
    assert_eq!(s.ops(), ["test.const 7", "test.yield"]);
}

/// Swaps an op's operands on every visit, so that the driver does not terminate.
fn exchange(r: &mut Rewriter<'_>, op: Op) -> bool {
    let (a, b) = (r.operand(op, 0), r.operand(op, 1));
    r.modify(op, |builder| {
        builder.set_operand(op, 0, b);
        builder.set_operand(op, 1, a);
    });
    true
}

#[test]
fn what_never_ends_is_reported() {
    let mut s = Sample::new();
    let ty = s.ctx.common().i32;
    let any = s.add("test.any", &[], &[], &[ty, ty]);
    let (a, b) = (s.body.result(any, 0), s.body.result(any, 1));
    let c = s.value("test.add", &[a, b], &[]);
    s.add("test.yield", &[c], &[], &[]);
    let mut patterns = Patterns::default();
    patterns.add(s.def("test.add"), exchange);
    let outcome = s.rewrite(&patterns, None);
    assert!(!outcome.converged);
    assert_eq!(s.ops(), ["test.any", "test.add", "test.yield"]);
}

/// Replaces a comparison with an addition.
fn compare_to_add(r: &mut Rewriter<'_>, op: Op) -> bool {
    let Some(def) = r.ctx().registry().op_by_name("test.add") else { return false };
    let (operands, ty) = ([r.operand(op, 0), r.operand(op, 1)], r.value_type(r.result(op, 0)));
    let value = r.value(NewOp { operands: &operands, results: &[ty], ..NewOp::new(def) });
    r.replace(op, &[value]);
    true
}

#[derive(Default)]
struct Count {
    created: usize,
    erased: Vec<Op>,
    modified: usize,
}

impl Listener for Count {
    fn created(&mut self, body: &Body, op: Op) {
        assert!(!body.is_dead(op));
        self.created += 1;
    }
    fn modified(&mut self, _: &Body, _: Op) {
        self.modified += 1;
    }
    fn erased(&mut self, body: &Body, op: Op) {
        assert!(!body.is_dead(op) && !self.erased.contains(&op), "notified once, before");
        self.erased.push(op);
    }
}

#[test]
fn what_a_pattern_makes_is_folded_and_listeners_are_told() {
    let mut s = Sample::new();
    let (a, b) = (s.number(20), s.number(22));
    let c = s.value("test.cmp", &[a, b], &[]);
    s.add("test.yield", &[c], &[], &[]);
    let mut patterns = Patterns::default();
    patterns.add(s.def("test.cmp"), compare_to_add);
    let mut count = Count::default();
    assert!(s.rewrite(&patterns, Some(&mut count)).converged);
    assert_eq!(s.ops(), ["test.const 42", "test.yield"]);
    // Created: the sum and the constant. Erased: two constants, the comparison and the sum.
    assert_eq!((count.created, count.erased.len(), count.modified), (2, 4, 0));
}

#[test]
fn without_folding_patterns_apply_alone() {
    let mut s = Sample::new();
    let (a, b) = (s.number(1), s.number(2));
    let c = s.value("test.cmp", &[a, b], &[]);
    s.value("test.add", &[a, b], &[]);
    s.add("test.yield", &[c], &[], &[]);
    let mut patterns = Patterns::default();
    patterns.add(s.def("test.cmp"), compare_to_add);
    let config = Config { fold: false, ..Config::default() };
    let outcome = greedy_driver::rewrite(&s.ctx, &mut s.body, &patterns, config, None);
    assert!(outcome.converged);
    assert_eq!(s.ops(), ["test.const 1", "test.const 2", "test.add", "test.add", "test.yield"]);
}
