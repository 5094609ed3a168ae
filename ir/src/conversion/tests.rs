//! Tests of dialect conversion: widening and splitting of `i32`

use super::*;
use crate::builder::{Builder, InsertPoint, NewOp};
use crate::builtin::CAST;
use crate::diag::Diagnostics;
use crate::entity::{Block, Value};
use crate::executor::Inline;
use crate::testing::{Make, With, context};
use crate::types::{Signedness, Type, TypeData};
use crate::walk;
use smallvec::smallvec;
use std::sync::Arc;

type Rw<'a> = ConversionRewriter<'a, ()>;

fn int(ctx: &Context, width: u32) -> Type {
    ctx.int_type(width, Signedness::Signless)
}

/// Returns a type converter from `i32` to `i64`.
fn widening() -> TypeConverter<()> {
    TypeConverter::default().rule(|(), ctx, ty| (ty == ctx.common().i32).then(|| int(ctx, 64).into()))
}

/// Returns a type converter from `i32` to two `i16`.
fn halving() -> TypeConverter<()> {
    TypeConverter::default().rule(|(), ctx, ty| {
        let half = int(ctx, 16);
        (ty == ctx.common().i32).then(|| TypeResult::Types(smallvec![half, half]))
    })
}

/// Returns whether no operand or result has the type `i32`.
fn without_i32(_: &(), ctx: &Context, body: &Body, op: Op) -> bool {
    let values = body.operands(op).chain(body.results(op));
    values.into_iter().all(|value| body.value_type(value) != ctx.common().i32)
}

/// Recreates an op with converted operands and result types.
fn rebuild(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Result<(), Mismatch> {
    let values = operands.all()?;
    let results = rw.result_types(op)?;
    let (def, slots) = (rw.def(op), rw.slots(op).to_vec());
    let new = rw.create(NewOp { operands: &values, slots: &slots, results: &results, ..NewOp::new(def) });
    let results: Vec<Value> = rw.results(new).collect();
    rw.replace(op, &results);
    Ok(())
}

fn op_of(rw: &Rw<'_>, name: &str) -> crate::handles::OpDefId {
    rw.ctx.registry().op_by_name(name).expect("a registered name")
}

/// Creates a body with a single block and a constant. Returns the body, the block and the constant.
fn body(make: &mut Make<'_>) -> (Body, Block, Value) {
    let mut body = Body::default();
    let root = body.root();
    let block = Builder::new(&mut body).append_block(root);
    let constant = make.constant(&mut body, block);
    (body, block, constant)
}

fn add(make: &mut Make<'_>, body: &mut Body, block: Block, value: Value) -> Value {
    let i32 = make.ctx.common().i32;
    let with = With { operands: &[value, value], results: &[i32], ..With::default() };
    let op = make.op(body, InsertPoint::End(block), "test.add", with);
    body.result(op, 0)
}

fn names(ctx: &Context, body: &Body) -> Vec<&'static str> {
    walk::ops(body).map(|op| ctx.registry().op(body.def(op)).row.name).collect()
}

fn run(
    ctx: &Arc<Context>,
    body: &mut Body,
    target: ConversionTarget<()>,
    types: &TypeConverter<()>,
    patterns: &[Pattern<()>],
    mode: Mode,
) -> Result<Report, Diagnostics> {
    let patterns = Patterns::default().with(patterns);
    Conversion::new(ctx.registry(), &target, types, &patterns, mode).run(ctx, body, &mut (), &Inline)
}

#[test]
fn casts_bridge_what_stays() {
    let ctx = context();
    let mut make = Make::new(&ctx);
    let (mut body, block, constant) = body(&mut make);
    let sum = add(&mut make, &mut body, block, constant);
    make.op(
        &mut body,
        InsertPoint::End(block),
        "test.any",
        With { operands: &[sum, sum], ..With::default() },
    );
    let target = ConversionTarget::default().op("test.add", Legality::Dynamic(without_i32));
    let patterns = [Pattern::new("test.add", "widen", rebuild)];
    let report = run(&ctx, &mut body, target, &widening(), &patterns, Mode::Partial).expect("it converts");
    assert_eq!(report.converted, 1);
    assert_eq!(names(&ctx, &body), ["test.const", CAST.name, "test.add", CAST.name, "test.any"]);
    let user = body.last_op(block).expect("there are ops");
    assert!(body.operands(user).all(|value| body.value_type(value) == ctx.common().i32));
}

#[test]
fn casts_that_cancel_are_removed() {
    let ctx = context();
    let mut make = Make::new(&ctx);
    let (mut body, block, constant) = body(&mut make);
    let sum = add(&mut make, &mut body, block, constant);
    add(&mut make, &mut body, block, sum);
    let target = ConversionTarget::default().unknown(Legality::Dynamic(without_i32));
    let patterns = [Pattern::new("test.add", "widen", rebuild), Pattern::new("test.const", "widen", rebuild)];
    run(&ctx, &mut body, target, &widening(), &patterns, Mode::Full).expect("it converts");
    assert_eq!(names(&ctx, &body), ["test.const", "test.add", "test.add"]);
    assert!(walk::ops(&body).all(|op| body.value_type(body.result(op, 0)) == int(&ctx, 64)));
}

#[test]
fn failure_names_patterns_and_changes_nothing() {
    let ctx = context();
    let mut make = Make::new(&ctx);
    let (mut body, block, constant) = body(&mut make);
    add(&mut make, &mut body, block, constant);
    let (before, epoch) = (names(&ctx, &body), body.epoch());
    let target = ConversionTarget::default().dialect("test", Legality::Dynamic(without_i32));
    let patterns = [
        Pattern::new("test.const", "widen", rebuild),
        Pattern::new("test.add", "never", |_, _, _| Err("the target lacks wide sums".into())),
        Pattern::new("test.add", "useless", |_, _, _| Ok(())),
    ];
    let errors = run(&ctx, &mut body, target, &widening(), &patterns, Mode::Full).expect_err("it fails");
    let error = &errors.list[0];
    assert!(error.message.contains("failed to legalize operation 'test.add'"), "{}", error.message);
    let notes: Vec<&str> = error.notes.iter().map(|(_, note)| &note[..]).collect();
    assert_eq!(
        notes,
        [
            "pattern 'never': the target lacks wide sums",
            "pattern 'useless': neither replaced the op nor made it legal"
        ]
    );
    assert_eq!((names(&ctx, &body), body.epoch()), (before, epoch));
}

#[test]
fn undone_pattern_leaves_nothing_and_the_next_is_tried() {
    let ctx = context();
    let mut make = Make::new(&ctx);
    let (mut body, block, constant) = body(&mut make);
    add(&mut make, &mut body, block, constant);
    let target =
        ConversionTarget::default().op("test.add", Legality::Illegal).op("test.picky", Legality::Illegal);
    let patterns = [
        Pattern::new("test.add", "plain", |rw, op, operands| {
            let values = operands.all()?;
            let (def, i32) = (op_of(rw, "test.any"), rw.ctx.common().i32);
            let value = rw.value(NewOp { operands: &values, results: &[i32], ..NewOp::new(def) });
            rw.replace(op, &[value]);
            Ok(())
        }),
        // Creates an op for which no pattern exists.
        Pattern::new("test.add", "eager", |rw: &mut Rw<'_>, op, operands: &Operands| {
            let def = op_of(rw, "test.picky");
            rw.create(NewOp { operands: &operands.all()?[..1], ..NewOp::new(def) });
            let value = operands.one(0)?;
            rw.replace(op, &[value]);
            Ok(())
        })
        .benefit(2),
    ];
    run(&ctx, &mut body, target, &TypeConverter::default(), &patterns, Mode::Partial).expect("it converts");
    assert_eq!(names(&ctx, &body), ["test.const", "test.any"]);
}

#[test]
fn one_value_becomes_several_and_several_one() {
    let ctx = context();
    let mut make = Make::new(&ctx);
    let (mut body, block, constant) = body(&mut make);
    make.op(
        &mut body,
        InsertPoint::End(block),
        "test.any",
        With { operands: &[constant], ..With::default() },
    );
    let target = ConversionTarget::default().unknown(Legality::Dynamic(without_i32));
    let patterns = [
        Pattern::new("test.const", "halves", |rw, op, _| {
            let (def, half) = (rw.def(op), int(rw.ctx, 16));
            let low = rw.value(NewOp { slots: &[0], results: &[half], ..NewOp::new(def) });
            let high = rw.value(NewOp { slots: &[0], results: &[half], ..NewOp::new(def) });
            rw.replace_each(op, &[smallvec![low, high]]);
            Ok(())
        }),
        Pattern::new("test.any", "spread", |rw, op, operands| {
            let values: Vec<Value> = operands.own.iter().flatten().copied().collect();
            let def = rw.def(op);
            rw.create(NewOp { operands: &values, ..NewOp::new(def) });
            rw.erase(op);
            Ok(())
        }),
    ];
    run(&ctx, &mut body, target, &halving(), &patterns, Mode::Full).expect("it converts");
    assert_eq!(names(&ctx, &body), ["test.const", "test.const", "test.any"]);
    assert_eq!(body.operand_count(body.last_op(block).expect("there are ops")), 2);
}

#[test]
fn pattern_is_not_applied_to_what_it_made() {
    let ctx = context();
    let mut make = Make::new(&ctx);
    let (mut body, block, constant) = body(&mut make);
    add(&mut make, &mut body, block, constant);
    let target = ConversionTarget::default().op("test.add", Legality::Illegal);
    let again = [Pattern::new("test.add", "again", rebuild)];
    let types = TypeConverter::default();
    let errors = run(&ctx, &mut body, target, &types, &again, Mode::Partial).expect_err("it does not end");
    let text = format!("{errors:?}");
    assert!(text.contains("created the op"), "{text}");
    // The depth limit stops a bounded pattern that otherwise applies forever.
    let target = ConversionTarget::default().op("test.add", Legality::Illegal);
    let bounded = [Pattern::new("test.add", "again", rebuild).bounded()];
    let errors = run(&ctx, &mut body, target, &types, &bounded, Mode::Partial).expect_err("it does not end");
    let text = format!("{errors:?}");
    assert!(text.contains("patterns nest deeper than"), "{text}");
}

#[test]
fn analysis_reports_and_changes_nothing() {
    let ctx = context();
    let mut make = Make::new(&ctx);
    let (mut body, block, constant) = body(&mut make);
    add(&mut make, &mut body, block, constant);
    let target = ConversionTarget::default().unknown(Legality::Dynamic(without_i32));
    let patterns = [Pattern::new("test.add", "widen", rebuild)];
    let report =
        run(&ctx, &mut body, target, &widening(), &patterns, Mode::Analysis).expect("it only reports");
    assert_eq!((report.converted, report.failed.list.len()), (1, 1));
    assert!(report.failed.list[0].message.contains("'test.const'"));
    assert_eq!(names(&ctx, &body), ["test.const", "test.add"]);
}

#[test]
fn arguments_of_a_converted_function_change_their_types() {
    let ctx = context();
    let mut make = Make::new(&ctx);
    let i32 = ctx.common().i32;
    let mut nested = Body::default();
    let root = nested.root();
    let block = Builder::new(&mut nested).append_block(root);
    let arg = Builder::new(&mut nested).add_arg(block, i32);
    make.op(&mut nested, InsertPoint::End(block), "test.ret", With { operands: &[arg], ..With::default() });
    let mut outer = Body::default();
    let root = outer.root();
    Builder::new(&mut outer).append_block(root);
    let func = make.func(&mut outer, "f", nested);
    let ty = make.ty(ctx.function_type(&[i32], &[]));
    Builder::new(&mut outer).set_slot(func, 1, ty);

    fn has_no_i32(_: &(), ctx: &Context, body: &Body, op: Op) -> bool {
        let ty = body.slot_attr(op, 1).and_then(|attr| ctx.attr_type(attr));
        !matches!(ty.map(|ty| ctx.type_data(ty)), Some(TypeData::Function { inputs, .. }) if inputs[..] == [ctx.common().i32])
    }
    let target = ConversionTarget::default()
        .op("test.func", Legality::Dynamic(has_no_i32))
        .op("test.ret", Legality::Dynamic(without_i32));
    let patterns = [
        Pattern::new("test.func", "signature", |rw, op, _| {
            let input = rw.convert_type(rw.ctx.common().i32)?;
            let ty = rw.ctx.type_attr(rw.ctx.function_type(&[input], &[]));
            let (def, slots) = (rw.def(op), [rw.slot(op, 0), ty.raw()]);
            let new = rw.create(NewOp { slots: &slots, isolated: true, ..NewOp::new(def) });
            rw.move_nested(op, new);
            rw.erase(op);
            Ok(())
        }),
        Pattern::new("test.ret", "widen", rebuild),
    ];
    run(&ctx, &mut outer, target, &widening(), &patterns, Mode::Full).expect("it converts");
    let func = walk::top_ops(&outer).next().expect("there is a function");
    let nested = outer.nested(func).expect("it has a body");
    assert_eq!(names(&ctx, nested), ["test.ret"]);
    let block = nested.first_block(nested.root()).expect("it has a block");
    assert_eq!(nested.value_type(nested.args(block)[0]), int(&ctx, 64));
    let end = nested.first_op(block).expect("it has an end");
    assert_eq!(nested.operand(end, 0), nested.args(block)[0]);
}

#[test]
fn patterns_that_have_nothing_to_do_with_an_op_are_not_named() {
    let ctx = context();
    let mut make = Make::new(&ctx);
    let (mut body, block, constant) = body(&mut make);
    add(&mut make, &mut body, block, constant);
    let target = ConversionTarget::default().op("test.add", Legality::Illegal);
    let patterns = [
        Pattern::new("test.add", "other types", |_, _, _| Err(Mismatch::UNRELATED)).benefit(2),
        Pattern::new("test.add", "never", |_, _, _| Err("it cannot be".into())),
    ];
    let errors = run(&ctx, &mut body, target, &widening(), &patterns, Mode::Partial).expect_err("it fails");
    let notes: Vec<&str> = errors.list[0].notes.iter().map(|(_, note)| &note[..]).collect();
    assert_eq!(notes, ["pattern 'never': it cannot be"]);
}

#[test]
fn guard_is_asked_before_operands_are_converted() {
    let ctx = context();
    let mut make = Make::new(&ctx);
    let (mut body, block, constant) = body(&mut make);
    add(&mut make, &mut body, block, constant);
    // The guard rejects the op before the operand types are converted.
    let types = TypeConverter::default().rule(|(), ctx, ty| {
        (ty == ctx.common().i32).then(|| TypeResult::Fails("the type has no counterpart".into()))
    });
    let target = ConversionTarget::default().op("test.add", Legality::Illegal);
    let patterns =
        [Pattern::new("test.add", "guarded", |_, _, _| Ok(())).guarded(|_, _| Err("not on these".into()))];
    let errors = run(&ctx, &mut body, target, &types, &patterns, Mode::Partial).expect_err("it fails");
    let notes: Vec<&str> = errors.list[0].notes.iter().map(|(_, note)| &note[..]).collect();
    assert_eq!(notes, ["pattern 'guarded': not on these"]);
}

#[test]
fn time_is_linear_in_the_number_of_ops() {
    let ctx = context();
    let mut make = Make::new(&ctx);
    let (mut body, block, mut value) = body(&mut make);
    const COUNT: usize = 20_000;
    for _ in 0..COUNT {
        value = add(&mut make, &mut body, block, value);
    }
    let target = ConversionTarget::default().unknown(Legality::Dynamic(without_i32));
    let patterns = [Pattern::new("test.add", "widen", rebuild), Pattern::new("test.const", "widen", rebuild)];
    let report = run(&ctx, &mut body, target, &widening(), &patterns, Mode::Full).expect("it converts");
    assert_eq!(report.converted, COUNT + 1);
    assert_eq!(walk::ops(&body).count(), COUNT + 1);
}
