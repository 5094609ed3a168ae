//! Tests of function export: control flow in both body forms, and line instructions

use super::*;
use spv_ir::Location;

/// Returns the instructions that belong to the function.
fn function(list: &[Vec<u32>]) -> &[Vec<u32>] {
    let start = opcodes(list).iter().position(|&o| o == op::FUNCTION);
    &list[start.expect("there is a function")..]
}

#[test]
fn two_edges_with_different_values() {
    let mut m = Maker::new();
    m.function("f", |f| {
        let (condition, a, b) = (f.bool(), f.i32(1), f.i32(2));
        let end = f.block();
        let ty = f.maker.ctx.common().i32;
        let value = f.arg(end, ty);
        // Shaders require a merge instruction here.
        let successors = [(end, &[a][..]), (end, &[b]), (end, &[])];
        f.op("spv.BranchConditional", &[condition], &[0, 1, 0, ABSENT, 0], &[], &successors);
        f.block = end;
        f.value("spv.IAdd", &[value, value], &[], ty);
        f.ret();
    });
    let list = m.instructions();
    assert_eq!(all(&list, op::LABEL).len(), 3);
    let labels = all(&list, op::LABEL);
    let branch = all(&list, op::BRANCH_CONDITIONAL)[0];
    assert_eq!(branch[1..], [labels[2][0], labels[1][0]]);
    let phi = all(&list, op::PHI)[0];
    assert_eq!([phi[3], phi[5]], [labels[0][0], labels[1][0]]);
    assert_ne!(phi[2], phi[4]);
}

#[test]
fn equal_edges_are_one() {
    let mut m = Maker::new();
    m.function("f", |f| {
        let (condition, a) = (f.bool(), f.i32(1));
        let end = f.block();
        let ty = f.maker.ctx.common().i32;
        f.arg(end, ty);
        let successors = [(end, &[a][..]), (end, &[a]), (end, &[])];
        f.op("spv.BranchConditional", &[condition], &[0, 1, 0, ABSENT, 0], &[], &successors);
        f.block = end;
        f.ret();
    });
    let list = m.instructions();
    assert_eq!(all(&list, op::LABEL).len(), 2);
    assert_eq!(all(&list, op::PHI)[0].len(), 4);
}

/// Builds a selection whose two paths forward different values to its result.
fn selection(f: &mut Filler<'_>, inside: impl FnOnce(&mut Filler<'_>) -> Value, other: Value) -> Value {
    let ty = f.maker.ctx.common().i32;
    let outer = f.block;
    let condition = f.bool();
    let op = f.construct("spv.mlir.selection", &[0, 0, 0], &[ty]);
    let first = f.block;
    let then = f.block();
    f.block = then;
    let value = inside(f);
    let end = f.block();
    let arg = f.arg(end, ty);
    f.branch(end, &[value]);
    f.block = first;
    f.branch_if(condition, (then, &[]), (end, &[other]));
    f.block = end;
    f.merge(&[arg]);
    f.block = outer;
    f.body.result(op, 0)
}

#[test]
fn selections_add_no_blocks() {
    let mut m = Maker::new();
    m.function("f", |f| {
        let (a, b) = (f.i32(1), f.i32(2));
        let ty = f.maker.ctx.common().i32;
        let value = selection(f, |_| a, b);
        f.value("spv.IAdd", &[value, value], &[], ty);
        f.ret();
    });
    let list = m.instructions();
    let expected = [
        op::FUNCTION,
        op::LABEL,
        op::SELECTION_MERGE,
        op::BRANCH_CONDITIONAL,
        op::LABEL,
        op::BRANCH,
        op::LABEL,
        op::PHI,
        op::I_ADD,
        op::RETURN,
        op::FUNCTION_END,
    ];
    assert_eq!(opcodes(function(&list)), expected);
}

#[test]
fn agreeing_values_make_no_phi() {
    let mut m = Maker::new();
    m.function("f", |f| {
        let a = f.i32(1);
        let ty = f.maker.ctx.common().i32;
        let value = selection(f, |_| a, a);
        f.value("spv.IAdd", &[value, value], &[], ty);
        f.ret();
    });
    let list = m.instructions();
    assert!(all(&list, op::PHI).is_empty());
    let add = all(&list, op::I_ADD)[0];
    assert_eq!(add[2], all(&list, op::CONSTANT)[0][1]);
}

#[test]
fn deep_nesting_needs_no_stack() {
    const DEPTH: usize = 20_000;
    let mut m = Maker::new();
    m.function("f", |f| {
        let ty = f.maker.ctx.common().i32;
        let (condition, a, b) = (f.bool(), f.i32(1), f.i32(2));
        // Opens the constructs from the outside in, then ends them from the inside out.
        let mut open = Vec::new();
        for _ in 0..DEPTH {
            let outer = f.block;
            let op = f.construct("spv.mlir.selection", &[0, 0, 0], &[ty]);
            let first = f.block;
            let then = f.block();
            f.block = then;
            open.push((outer, op, first, then));
        }
        let mut value = a;
        for (outer, op, first, then) in open.into_iter().rev() {
            f.block = then;
            let end = f.block();
            let arg = f.arg(end, ty);
            f.branch(end, &[value]);
            f.block = first;
            f.branch_if(condition, (then, &[]), (end, &[b]));
            f.block = end;
            f.merge(&[arg]);
            f.block = outer;
            value = f.body.result(op, 0);
        }
        f.value("spv.IAdd", &[value, value], &[], ty);
        f.ret();
    });
    let words = m.export().expect("it can be exported").words;
    let list = instructions(&words);
    assert_eq!(all(&list, op::SELECTION_MERGE).len(), DEPTH);
    assert_eq!(all(&list, op::PHI).len(), DEPTH);
}

/// Builds a loop that counts to 4. If `fused` is 1, the block before the loop is also its header.
fn counting(f: &mut Filler<'_>, fused: u32) {
    let i32 = f.maker.ctx.common().i32;
    let i1 = f.maker.ctx.common().i1;
    let (zero, one, four, condition) = (f.i32(0), f.i32(1), f.i32(4), f.bool());
    let outer = f.block;
    f.construct("spv.mlir.loop", &[0, 0, fused, 0, 0, 0], &[]);
    let entry = f.block;
    let (header, body, next, end) = (f.block(), f.block(), f.block(), f.block());
    let count = f.arg(header, i32);
    f.block = entry;
    f.branch(header, &[zero]);
    f.block = header;
    let less = f.value("spv.SLessThan", &[count, four], &[], i1);
    f.branch_if(less, (body, &[]), (end, &[]));
    f.block = body;
    f.construct("spv.mlir.selection", &[0, 0, 0], &[]);
    let first = f.block;
    let (leave, merge) = (f.block(), f.block());
    f.branch_if(condition, (leave, &[]), (merge, &[]));
    f.block = leave;
    f.op("spv.mlir.break", &[], &[1], &[], &[]);
    f.block = merge;
    f.merge(&[]);
    assert_eq!(f.body.block_owner(first), f.body.block_owner(leave));
    f.block = body;
    f.branch(next, &[]);
    f.block = next;
    let sum = f.value("spv.IAdd", &[count, one], &[], i32);
    f.branch(header, &[sum]);
    f.block = end;
    f.merge(&[]);
    f.block = outer;
}

#[test]
fn exits_go_to_the_loop_around() {
    let mut m = Maker::new();
    m.function("f", |f| {
        counting(f, 0);
        f.ret();
    });
    let list = m.instructions();
    let expected = [
        op::FUNCTION,
        op::LABEL,
        op::BRANCH, // entry
        op::LABEL,
        op::PHI,
        op::S_LESS_THAN,
        op::LOOP_MERGE,
        op::BRANCH_CONDITIONAL, // header
        op::LABEL,
        op::SELECTION_MERGE,
        op::BRANCH_CONDITIONAL, // body, without a block for the exit
        op::LABEL,
        op::BRANCH,
        op::LABEL,
        op::I_ADD,
        op::BRANCH, // merge block, continue target
        op::LABEL,
        op::RETURN,
        op::FUNCTION_END,
    ];
    assert_eq!(opcodes(function(&list)), expected);
    assert_eq!(all(&list, op::BRANCH_CONDITIONAL)[1][1], all(&list, op::LOOP_MERGE)[0][0]);
}

#[test]
fn a_block_in_front_of_a_loop_may_be_its_header() {
    let mut m = Maker::new();
    m.function("f", |f| {
        let start = f.block();
        f.branch(start, &[]);
        f.block = start;
        counting(f, 1);
        // The merge block of the first loop is the header of the second loop.
        counting(f, 1);
        f.ret();
    });
    let list = m.instructions();
    let labels: Vec<u32> = all(&list, op::LABEL).iter().map(|l| l[0]).collect();
    assert_eq!(labels.len(), 10);
    let merges = all(&list, op::LOOP_MERGE);
    let headers: Vec<u32> = all(&list, op::PHI).iter().map(|p| p[1]).collect();
    assert_eq!(headers.len(), 2);
    // The second loop begins in the first loop's merge block.
    let second = function(&list).iter().position(|i| i[0] & 0xFFFF == op::PHI && i[2] == headers[1]);
    let label = &function(&list)[second.expect("there is a second phi") - 1];
    assert_eq!(label[1], merges[0][0]);
}

#[test]
fn a_construct_must_end_in_a_merge() {
    let mut m = Maker::new();
    m.function("f", |f| {
        f.construct("spv.mlir.selection", &[0, 0, 0], &[]);
        f.ret();
    });
    assert_eq!(m.failure(), "the header of a construct must end in a branch");

    let mut m = Maker::new();
    m.function("f", |f| {
        let condition = f.bool();
        f.construct("spv.mlir.selection", &[0, 0, 0], &[]);
        let end = f.block();
        f.branch_if(condition, (end, &[]), (end, &[]));
        f.block = end;
        f.ret();
    });
    assert_eq!(m.failure(), "the last block of a construct must end in `spv.mlir.merge`");

    let mut m = Maker::new();
    m.function("f", |f| {
        f.op("spv.mlir.break", &[], &[0], &[], &[]);
    });
    assert_eq!(m.failure(), "an exit op must be nested in a loop or switch");

    // A construct whose result is used inside the construct.
    let mut m = Maker::new();
    m.function("f", |f| {
        let ty = f.maker.ctx.common().i32;
        let outer = f.block;
        let op = f.construct("spv.mlir.selection", &[0, 0, 0], &[ty]);
        let value = f.body.result(op, 0);
        f.merge(&[value]);
        f.block = outer;
        f.value("spv.IAdd", &[value, value], &[], ty);
        f.ret();
    });
    assert_eq!(m.failure(), "the result of a construct depends on itself");
}

#[test]
fn lines_are_written_where_they_change() {
    let mut m = Maker::new();
    let file = m.ctx.ident("a.comp");
    let (one, two) = (m.ctx.file_location(file, 1, 0), m.ctx.file_location(file, 2, 0));
    m.function("f", |f| {
        let a = f.i32(1);
        let ty = f.maker.ctx.common().i32;
        for loc in [one, one, Location::text(5), two] {
            let value = f.value("spv.IAdd", &[a, a], &[], ty);
            let op = f.body.defining_op(value).expect("a result");
            Builder::new(f.body).set_loc(op, loc);
        }
        let (next, end) = (f.block(), f.block());
        f.branch(next, &[]);
        f.block = next;
        f.branch(end, &[]);
        f.block = end;
        f.ret();
    });
    let list = m.instructions();
    let expected = [
        op::FUNCTION,
        op::LABEL,
        op::LINE,
        op::I_ADD,
        op::I_ADD,
        op::NO_LINE,
        op::I_ADD,
        op::LINE,
        op::I_ADD,
        op::NO_LINE,
        op::BRANCH,
        op::LABEL,
        op::BRANCH,
        op::LABEL,
        op::RETURN,
        op::FUNCTION_END,
    ];
    assert_eq!(opcodes(function(&list)), expected);
    assert_eq!(all(&list, op::STRING).len(), 1);
}
