//! Comparison of analyses with naive algorithms on random graphs

use super::*;
use crate::body::Body;
use crate::builder::{Builder, InsertPoint};
use crate::context::Context;
use crate::entity::{Block, Op, Value};
use crate::testing::{Make, Random, With, body_of, context};
use crate::walk;
use std::collections::HashSet;

fn branch(m: &mut Make<'_>, body: &mut Body, block: Block, targets: &[Block]) -> Op {
    let successors: Vec<(Block, &[Value])> = targets.iter().map(|&b| (b, &[][..])).collect();
    let with = With { slots: &[0], successors: &successors, ..With::default() };
    match targets {
        [] => m.ret(body, block),
        _ => m.op(body, InsertPoint::End(block), "test.switch", with),
    }
}

/// Builds a body of random blocks with up to three successors each.
fn random_body(ctx: &Context, random: &mut Random) -> (Body, Vec<Block>) {
    let (mut body, blocks) = body_of(1 + random.below(16));
    let mut m = Make::new(ctx);
    let density = 1 + random.below(4);
    for &block in &blocks {
        let targets: Vec<Block> =
            (0..random.below(density)).map(|_| blocks[random.below(blocks.len())]).collect();
        branch(&mut m, &mut body, block, &targets);
    }
    (body, blocks)
}

/// Returns the nodes reachable from the roots on paths that avoid the node `without`.
fn reached(roots: &[usize], without: Option<usize>, next: &[Vec<usize>]) -> HashSet<usize> {
    let mut stack: Vec<usize> = roots.iter().copied().filter(|&r| Some(r) != without).collect();
    let mut seen: HashSet<usize> = stack.iter().copied().collect();
    while let Some(at) = stack.pop() {
        for &n in &next[at] {
            if Some(n) != without && seen.insert(n) {
                stack.push(n);
            }
        }
    }
    seen
}

/// Checks a dominator tree against the definition: `a` dominates `b` if the roots reach `b`, but only through `a`.
fn check_tree(tree: &DomTree, blocks: &[Block], roots: &[usize], next: &[Vec<usize>]) {
    let all = reached(roots, None, next);
    for (a, &block_a) in blocks.iter().enumerate() {
        let without = reached(roots, Some(a), next);
        assert_eq!(tree.is_reached(block_a), all.contains(&a));
        for (b, &block_b) in blocks.iter().enumerate() {
            let dominates = a == b || !without.contains(&b) && (all.contains(&a) || !all.contains(&b));
            assert_eq!(tree.dominates(block_a, block_b), dominates, "{block_a:?} {block_b:?}");
        }
        if let Some(up) = tree.idom(block_a) {
            assert!(tree.properly_dominates(up, block_a));
            assert_eq!(tree.depth(block_a), tree.depth(up) + 1);
            let closest = blocks
                .iter()
                .filter(|&&b| tree.properly_dominates(b, block_a))
                .all(|&b| tree.dominates(b, up));
            assert!(closest);
        }
    }
    assert_eq!(tree.preorder().len(), all.len());
    for &a in blocks {
        for &b in blocks.iter().filter(|&&b| tree.is_reached(a) && tree.is_reached(b)) {
            let common = tree.common(a, b);
            let lowest = blocks
                .iter()
                .copied()
                .filter(|&c| tree.is_reached(c) && tree.dominates(c, a) && tree.dominates(c, b))
                .max_by_key(|&c| tree.depth(c));
            assert_eq!(common, lowest);
        }
    }
}

fn edges(cfg: &Cfg, blocks: &[Block], forward: bool) -> Vec<Vec<usize>> {
    let position = |b| cfg.position(b).unwrap();
    let list = |&b: &Block| match forward {
        true => cfg.successors(b).map(position).collect(),
        false => cfg.predecessors(b).map(position).collect(),
    };
    blocks.iter().map(list).collect()
}

#[test]
fn dominators_of_random_graphs() {
    let ctx = context();
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    for _ in 0..2000 {
        let (body, blocks) = random_body(&ctx, &mut random);
        let cfg = Cfg::new(ctx.registry(), &body, body.root());
        let next = edges(&cfg, &blocks, true);
        check_tree(&DomTree::dominators(&cfg), &blocks, &[0], &next);
        let order: Vec<Block> = cfg.reverse_post_order().collect();
        assert_eq!(order[0], blocks[0]);
        assert_eq!(order.len(), reached(&[0], None, &next).len());
        for (rank, &block) in order.iter().enumerate() {
            assert_eq!(cfg.rank(block), Some(rank));
            assert!(cfg.is_reachable(block));
        }
    }
}

#[test]
fn post_dominators_of_random_graphs() {
    let ctx = context();
    let mut random = Random(0xD1B5_4A32_D192_ED03);
    for _ in 0..2000 {
        let (body, blocks) = random_body(&ctx, &mut random);
        let cfg = Cfg::new(ctx.registry(), &body, body.root());
        let back = edges(&cfg, &blocks, false);
        let mut roots: Vec<usize> =
            (0..blocks.len()).filter(|&b| cfg.successors(blocks[b]).len() == 0).collect();
        // For endless loops, the last block in reverse post-order that reaches no exit is treated as an exit.
        let mut order: Vec<usize> =
            cfg.reverse_post_order().rev().map(|b| cfg.position(b).unwrap()).collect();
        order.extend((0..blocks.len()).filter(|&b| !cfg.is_reachable(blocks[b])));
        for at in order {
            if !reached(&roots, None, &back).contains(&at) {
                roots.push(at);
            }
        }
        let tree = DomTree::post_dominators(&cfg);
        check_tree(&tree, &blocks, &roots, &back);
        assert!(blocks.iter().all(|&b| tree.is_reached(b)));
    }
}

#[test]
fn long_ladders_take_no_time_and_no_stack() {
    let ctx = context();
    let count = 200_000;
    let (mut body, blocks) = body_of(count);
    let mut m = Make::new(&ctx);
    for i in 0..count - 1 {
        // Each block may branch to the exit; every tenth block has a back edge.
        let back = blocks[if i % 10 == 9 { i - 8 } else { i + 1 }];
        branch(&mut m, &mut body, blocks[i], &[blocks[i + 1], blocks[count - 1], back]);
    }
    m.ret(&mut body, blocks[count - 1]);
    let cfg = Cfg::new(ctx.registry(), &body, body.root());
    let tree = DomTree::dominators(&cfg);
    assert_eq!(tree.idom(blocks[count - 1]), Some(blocks[0]));
    assert!(tree.dominates(blocks[1], blocks[count - 2]));
    let tree = DomTree::post_dominators(&cfg);
    assert_eq!(tree.idom(blocks[0]), Some(blocks[count - 1]));
}

#[test]
fn declared_merge_blocks_are_no_edges() {
    let ctx = context();
    let (mut body, b) = body_of(4);
    let mut m = Make::new(&ctx);
    let op = branch(&mut m, &mut body, b[0], &[b[1], b[2], b[3]]);
    Builder::new(&mut body).set_slot(op, 0, 2);
    for &block in &b[1..] {
        m.ret(&mut body, block);
    }
    assert_eq!(edge_count(ctx.registry(), &body, op), 1);
    assert_eq!(declared_count(ctx.registry(), &body, op), 2);
    let cfg = Cfg::new(ctx.registry(), &body, body.root());
    assert_eq!(cfg.successors(b[0]).collect::<Vec<_>>(), [b[1]]);
    assert_eq!(cfg.predecessors(b[1]).collect::<Vec<_>>(), [b[0]]);
    assert!(!cfg.is_reachable(b[2]));
}

#[test]
fn blocks_far_apart_have_positions() {
    let ctx = context();
    let (mut body, b) = body_of(1);
    let mut m = Make::new(&ctx);
    for _ in 0..100 {
        Builder::new(&mut body).detached_block();
    }
    let root = body.root();
    let last = Builder::new(&mut body).append_block(root);
    let op = m.op(&mut body, InsertPoint::End(b[0]), "test.if", With { regions: 1, ..With::default() });
    branch(&mut m, &mut body, b[0], &[last]);
    m.ret(&mut body, last);
    let region = body.region(op, 0);
    let inner = Builder::new(&mut body).append_block(region);
    let cfg = Cfg::new(ctx.registry(), &body, root);
    assert_eq!((cfg.position(b[0]), cfg.position(last), cfg.position(inner)), (Some(0), Some(1), None));
    assert_eq!(cfg.predecessors(last).collect::<Vec<_>>(), b);
}

#[test]
fn dominance_across_regions() {
    let ctx = context();
    let (mut body, b) = body_of(3);
    let mut m = Make::new(&ctx);
    let c = m.constant(&mut body, b[0]);
    branch(&mut m, &mut body, b[0], &[b[1], b[2]]);
    let i32 = ctx.common().i32;
    let x = Builder::new(&mut body).add_arg(b[1], i32);
    let construct = With { regions: 1, results: &[i32], ..With::default() };
    let construct = m.op(&mut body, InsertPoint::End(b[1]), "test.if", construct);
    m.ret(&mut body, b[1]);
    let region = body.region(construct, 0);
    let inner = Builder::new(&mut body).append_block(region);
    let d = m.constant(&mut body, inner);
    let user = m.ret(&mut body, inner);
    let other = m.ret(&mut body, b[2]);
    let dominance = Dominance::new(ctx.registry(), &body);
    let own = body.result(construct, 0);
    let may = |value, op| dominance.value_dominates(&body, value, op);
    assert!(may(c, user) && may(x, user) && may(d, user));
    assert!(!may(own, user), "a result is not there inside of its op");
    assert!(!may(d, body.last_op(b[1]).unwrap()) && !may(x, other) && may(c, other));
    assert!(may(own, body.last_op(b[1]).unwrap()));
    assert!(!may(d, body.defining_op(d).unwrap()), "nothing dominates itself");
    assert!(dominance.block_dominates(&body, b[1], inner) && !dominance.block_dominates(&body, b[2], inner));
    assert!(!dominance.op_dominates(&body, construct, user));
}

#[test]
fn liveness_of_a_loop() {
    let ctx = context();
    let (mut body, b) = body_of(4);
    let mut m = Make::new(&ctx);
    // CFG: b0 -> b1(x); b1 -> b2 or b3; b2 -> b1(e). b0 defines c and d; b2 uses d; b3 uses x.
    let i32 = ctx.common().i32;
    let c = m.constant(&mut body, b[0]);
    let d = m.constant(&mut body, b[0]);
    let x = Builder::new(&mut body).add_arg(b[1], i32);
    let with = With { successors: &[(b[1], &[c])], ..With::default() };
    m.op(&mut body, InsertPoint::End(b[0]), "test.br", with);
    branch(&mut m, &mut body, b[1], &[b[2], b[3]]);
    let construct =
        m.op(&mut body, InsertPoint::End(b[2]), "test.if", With { regions: 1, ..With::default() });
    let region = body.region(construct, 0);
    let inner = Builder::new(&mut body).append_block(region);
    let e = m.constant(&mut body, inner);
    m.op(&mut body, InsertPoint::End(inner), "test.yield", With { operands: &[d, e], ..With::default() });
    let f = m.constant(&mut body, b[2]);
    m.op(
        &mut body,
        InsertPoint::End(b[2]),
        "test.br",
        With { successors: &[(b[1], &[f])], ..With::default() },
    );
    m.op(&mut body, InsertPoint::End(b[3]), "test.ret", With { operands: &[x], ..With::default() });
    let live = Liveness::new(&body, Cfg::new(ctx.registry(), &body, body.root()));
    let sets = |f: &dyn Fn(Block) -> Vec<Value>| b.iter().map(|&block| f(block)).collect::<Vec<_>>();
    assert_eq!(sets(&|b| live.live_in(b).collect()), [vec![], vec![d], vec![d], vec![x]]);
    assert_eq!(sets(&|b| live.live_out(b).collect()), [vec![d], vec![d, x], vec![d], vec![]]);
    assert!(live.is_live_in(d, b[1]) && !live.is_live_out(c, b[0]) && !live.is_live_out(f, b[2]));
    let inner_live = Liveness::new(&body, Cfg::new(ctx.registry(), &body, region));
    assert_eq!(inner_live.live_in(inner).collect::<Vec<_>>(), [d]);
}

/// Computes pre-order and post-order by recursion.
fn naive(body: &Body, region: crate::Region, pre: &mut Vec<Op>, post: &mut Vec<Op>) {
    for block in body.blocks(region) {
        for op in body.ops(block) {
            pre.push(op);
            for i in 0..body.region_count(op) {
                naive(body, body.region(op, i), pre, post);
            }
            post.push(op);
        }
    }
}

#[test]
fn walks_of_random_nests() {
    let ctx = context();
    let mut random = Random(77);
    for _ in 0..300 {
        let (mut body, mut blocks) = body_of(1 + random.below(2));
        let mut m = Make::new(&ctx);
        let mut ops = Vec::new();
        for _ in 0..random.below(25) {
            let block = blocks[random.below(blocks.len())];
            let regions = random.below(4) as u8;
            let op =
                m.op(&mut body, InsertPoint::End(block), "test.any", With { regions, ..With::default() });
            ops.push(op);
            for i in 0..usize::from(regions) {
                let region = body.region(op, i);
                for _ in 0..random.below(3) {
                    blocks.push(Builder::new(&mut body).append_block(region));
                }
            }
        }
        let (mut pre, mut post) = (Vec::new(), Vec::new());
        naive(&body, body.root(), &mut pre, &mut post);
        assert_eq!(walk::ops(&body).collect::<Vec<_>>(), pre);
        assert_eq!(walk::ops_post(&body).collect::<Vec<_>>(), post);
        for &op in &ops {
            let (mut pre, mut post) = (vec![op], Vec::new());
            for i in 0..body.region_count(op) {
                let (mut inner, region) = (Vec::new(), body.region(op, i));
                naive(&body, region, &mut inner, &mut post);
                assert_eq!(walk::ops_in_region(&body, region).collect::<Vec<_>>(), inner);
                pre.extend(inner);
            }
            post.push(op);
            assert_eq!(walk::ops_of(&body, op).collect::<Vec<_>>(), pre);
            assert_eq!(walk::ops_of_post(&body, op).collect::<Vec<_>>(), post);
            let mut walk = walk::ops_of(&body, op);
            let first = walk.next().unwrap();
            walk.skip_regions(first);
            assert_eq!(walk.next(), None);
        }
        assert_eq!(walk::blocks(&body).count(), blocks.len());
    }
}

#[test]
fn deep_walks() {
    let ctx = context();
    let mut m = Make::new(&ctx);
    let (mut body, b) = body_of(1);
    let mut at = b[0];
    for _ in 0..100_000 {
        let op = m.op(&mut body, InsertPoint::End(at), "test.if", With { regions: 1, ..With::default() });
        let region = body.region(op, 0);
        at = Builder::new(&mut body).append_block(region);
    }
    assert_eq!(walk::ops(&body).count(), 100_000);
    assert_eq!(walk::ops_post(&body).last(), body.first_op(b[0]));
}
