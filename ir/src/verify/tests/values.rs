//! Tests of the verifier rules for control flow and values

use super::{NOTHING, any, messages};
use crate::builder::{Builder, InsertPoint};
use crate::entity::Block;
use crate::testing::With;

#[test]
fn blocks_end_in_terminators() {
    let found = messages(2, |m, body, b| {
        m.constant(body, b[0]);
        let group = m.op(body, InsertPoint::End(b[0]), "test.group", With { regions: 1, ..NOTHING });
        let region = body.region(group, 0);
        let inner = Builder::new(body).append_block(region);
        m.constant(body, inner);
    });
    let expected = [
        "'test.group' op ends a block with no terminator @2; note: a block must end in an op that branches, returns or leaves a construct",
        "'test.func' op empty block: expect at least a terminator @1001",
    ];
    assert_eq!(found, expected);
}

#[test]
fn terminators_are_last() {
    let found = messages(2, |m, body, b| {
        m.ret(body, b[0]);
        m.op(body, InsertPoint::End(b[0]), "test.br", With { successors: &[(b[1], &[])], ..NOTHING });
        m.ret(body, b[0]);
        m.ret(body, b[1]);
    });
    let expected = [
        "'test.ret' op must be the last operation in the parent block @1",
        "'test.br' op operation with block successors must terminate its parent block @2",
    ];
    assert_eq!(found, expected);
}

#[test]
fn the_entry_has_no_predecessors() {
    let found = messages(1, |m, body, b| {
        m.op(body, InsertPoint::End(b[0]), "test.br", With { successors: &[(b[0], &[])], ..NOTHING });
    });
    assert_eq!(found, ["'test.func' op entry block of region may not have predecessors @1001"]);
}

#[test]
fn successors_stay_in_the_region() {
    let found = messages(2, |m, body, b| {
        let construct = m.op(body, InsertPoint::End(b[0]), "test.if", With { regions: 1, ..NOTHING });
        m.ret(body, b[0]);
        let region = body.region(construct, 0);
        let inner = Builder::new(body).append_block(region);
        m.op(body, InsertPoint::End(inner), "test.br", With { successors: &[(b[1], &[])], ..NOTHING });
        m.ret(body, b[1]);
    });
    assert_eq!(found, ["'test.br' op reference to block defined in another region (successor #0) @3"]);
}

#[test]
fn successor_arguments() {
    let found = messages(4, |m, body, b| {
        let c = m.constant(body, b[0]);
        Builder::new(body).add_arg(b[1], m.ctx.common().f32);
        let switch = &[(b[1], &[][..]), (b[1], &[c][..]), (b[2], &[]), (b[3], &[c])];
        m.op(
            body,
            InsertPoint::End(b[0]),
            "test.switch",
            With { slots: &[1], successors: switch, ..NOTHING },
        );
        for &block in &b[1..] {
            m.ret(body, block);
        }
    });
    let expected = [
        "'test.switch' op branch has 0 operands for successor #0, but target block has 1 @2; note: write the operands after the block: `^name(%a, %b : type, type)`",
        "'test.switch' op type mismatch for bb argument #0 of successor #1 @2; note: the value has type 'i32', but the \
             block argument has type 'f32'",
        "'test.switch' op declared merge block #0 must have no operands @2",
    ];
    assert_eq!(found, expected);
}

#[test]
fn operands_are_defined() {
    let found = messages(1, |m, body, b| {
        let forward = Builder::new(body).forward_value(None);
        let c = m.constant(body, b[0]);
        m.op(body, InsertPoint::End(b[0]), "test.any", With { operands: &[forward, c], ..NOTHING });
        m.ret(body, b[0]);
        let first = body.first_op(b[0]).unwrap();
        Builder::new(body).erase(first);
    });
    let expected = [
        "'test.any' op operand #0 is used but never defined @2",
        "'test.any' op operand #1 is defined by an erased op or block @2",
    ];
    assert_eq!(found, expected);
}

#[test]
fn dominance_in_a_region() {
    let found = messages(4, |m, body, b| {
        // CFG: b0 -> b1, b2; b1 -> b2; b3 is unreachable.
        let c = m.constant(body, b[0]);
        let branch = With { operands: &[c], slots: &[0], successors: &[(b[1], &[]), (b[2], &[])], ..NOTHING };
        m.op(body, InsertPoint::End(b[0]), "test.condbr", branch);
        let x = Builder::new(body).add_arg(b[3], m.ctx.common().i32);
        let d = m.constant(body, b[1]);
        let e = m.constant(body, b[1]);
        m.op(body, InsertPoint::End(b[1]), "test.br", With { successors: &[(b[2], &[])], ..NOTHING });
        any(m, body, b[2], &[c, d, x]);
        m.ret(body, b[2]);
        any(m, body, b[3], &[x, e]);
        m.ret(body, b[3]);
        let at = InsertPoint::Before(body.first_op(b[1]).unwrap());
        m.op(body, at, "test.any", With { operands: &[c, e], ..NOTHING });
        // Uses of a value whose op is detached.
        let i32 = m.ctx.common().i32;
        let loose =
            m.op(body, InsertPoint::Detached, "test.const", With { slots: &[0], results: &[i32], ..NOTHING });
        let loose = body.result(loose, 0);
        let at = InsertPoint::Before(body.first_op(b[3]).unwrap());
        m.op(body, at, "test.weak", With { operands: &[d, loose], ..NOTHING });
    });
    let expected = [
        "'test.any' op operand #1 does not dominate this use @6; note: operand defined here (op in the \
         same region) @3",
        "'test.any' op operand #2 does not dominate this use @6; note: operand defined as a block argument \
         (block #3 in the same region) @1001",
        "'test.any' op operand #1 does not dominate this use @10; note: operand defined here (op in the \
         same block) @4",
        "'test.weak' op operand #1 does not dominate this use @12; note: operand defined here (op without \
         parent) @11",
    ];
    assert_eq!(found, expected);
}

#[test]
fn dominance_across_regions() {
    let found = messages(1, |m, body, b| {
        let i32 = m.ctx.common().i32;
        let c = m.constant(body, b[0]);
        let region = With { regions: 1, results: &[i32], ..NOTHING };
        let outer = m.op(body, InsertPoint::End(b[0]), "test.if", region);
        let inner: Vec<Block> = (0..2)
            .map(|_| {
                let region = body.region(outer, 0);
                Builder::new(body).append_block(region)
            })
            .collect();
        let own = body.result(outer, 0);
        let d = m.constant(body, inner[0]);
        let deep = m.op(body, InsertPoint::End(inner[0]), "test.if", region);
        m.op(body, InsertPoint::End(inner[0]), "test.br", With { successors: &[(inner[1], &[])], ..NOTHING });
        let region = body.region(deep, 0);
        let deepest = Builder::new(body).append_block(region);
        any(m, body, deepest, &[c, d, own]);
        m.op(body, InsertPoint::End(deepest), "test.yield", NOTHING);
        any(m, body, inner[1], &[c, d, body.result(deep, 0)]);
        m.op(body, InsertPoint::End(inner[1]), "test.yield", NOTHING);
        any(m, body, b[0], &[own, d]);
        m.ret(body, b[0]);
    });
    let expected = [
        "'test.any' op operand #2 does not dominate this use @6; note: operand defined here (op in a parent \
         region) @2",
        "'test.any' op operand #1 does not dominate this use @10; note: operand defined here (op in a child \
         region) @3",
    ];
    assert_eq!(found, expected);
}

#[test]
fn weak_uses_need_no_dominance() {
    let found = messages(1, |m, body, b| {
        let c = m.constant(body, b[0]);
        m.ret(body, b[0]);
        let at = InsertPoint::Before(body.first_op(b[0]).unwrap());
        m.op(body, at, "test.weak", With { operands: &[c], ..NOTHING });
    });
    assert_eq!(found, [""; 0]);
}
