//! Folds and canonicalization patterns compared with the independent reference interpreter

mod bytes;
mod choices;
mod clamps;
mod exhaustive;
mod judge;
mod memory;
mod parallel;
mod patterns;
mod place;
mod shapes;
mod signatures;
mod values;

use place::{Place, program, run};
use signatures::{foldable, signatures};
use spv_opt::dialect::fold::{self, Facts};
use spv_opt::ir::dialect::{OpDef, ParamKind};
use spv_opt::ir::rewrite::{Config, Patterns, greedy_driver};
use spv_opt::ir::{Attribute, Context, NewOp, Op, Type, Value as Ssa};
use spv_tests::interp::{self, Inst, Value, ValueType, eval_op};
use values::{Random, agrees, attr, is_open, lanes, random_attr, value};

/// Compares an op's fold on constants with the interpreter.
fn check(
    ctx: &Context,
    def: &OpDef,
    place: &Place,
    the_op: Op,
    (types, ty): (&[Type], Type),
    attrs: &[Attribute],
) -> Option<bool> {
    let args: Vec<Value> = types.iter().zip(attrs).map(|(&ty, &attr)| value(ctx, ty, attr)).collect();
    let expected = eval_op(ctx, &Inst::new(def.row, ty, types, &[]), &args).ok()?;
    let constant = |i: usize| Some(attrs[i]);
    let found = fold::evaluate(ctx, &place.body, the_op, Facts::default(), &constant);
    let say = |what: &str| format!("{} of {args:?} ({types:?}): {expected:?}, {what}", def.row.name);
    match found {
        Some(attr) => {
            assert!(!is_open(&expected), "{}", say("but it was folded"));
            let found = value(ctx, ty, attr);
            assert!(agrees(ctx, ty, &expected, &found), "{}", say(&format!("folded to {found:?}")));
            Some(true)
        }
        None => Some(is_open(&expected)),
    }
}

/// A callback that receives an op definition, a body, an op in it, and the op's operand types and result type.
type Each<'a> = &'a mut dyn FnMut(&Context, &OpDef, &Place, Op, &[Type], Type);

/// Calls `each` for every signature of every op that has constant folds.
fn each_signature(each: Each<'_>) {
    let ctx = spv_opt::context();
    for (id, def) in foldable(&ctx) {
        for (types, ty) in signatures(&ctx, &def) {
            let mut place = Place::new();
            let operands: Vec<Ssa> = types
                .iter()
                .map(|&ty| {
                    let (count, _) = lanes(&ctx, ty);
                    let zero = attr(&ctx, ty, &vec![0; count]);
                    place.constant(&ctx, ty, zero)
                })
                .collect();
            let the_op = place.add(NewOp { operands: &operands, results: &[ty], ..NewOp::new(id) });
            each(&ctx, &def, &place, the_op, &types, ty);
        }
    }
}

#[test]
fn constants_are_folded_to_what_the_interpreter_computes() {
    let mut random = Random(1);
    let mut unknown = std::collections::BTreeSet::new();
    let mut known = std::collections::BTreeSet::new();
    each_signature(&mut |ctx, def, place, the_op, types, ty| {
        let (mut folded, mut total) = (0, 0);
        // Matrix products need many rounds, because most results contain an infinity or NaN.
        for round in 0..20_000 {
            if round >= 120 && (folded > 0 || total == 0) {
                break;
            }
            let attrs: Vec<Attribute> = types.iter().map(|&ty| random_attr(ctx, &mut random, ty)).collect();
            match check(ctx, def, place, the_op, (types, ty), &attrs) {
                None => _ = unknown.insert(def.row.name),
                Some(done) => {
                    known.insert(def.row.name);
                    folded += u32::from(done);
                    total += 1;
                }
            }
        }
        // Each defined integer or Boolean result must be folded.
        let float = |ty: &Type| is_float(ctx, *ty);
        if !types.iter().any(float) && !float(&ty) {
            assert_eq!(folded, total, "{} of {types:?}", def.row.name);
        } else {
            assert!(total == 0 || folded > 0, "{} of {types:?} is never folded", def.row.name);
        }
    });
    assert_eq!(unknown.into_iter().collect::<Vec<_>>(), UNKNOWN, "what the interpreter cannot judge");
    assert!(known.len() > 100, "only {} ops are judged", known.len());
}

/// Returns whether the components of a type are floats.
fn is_float(ctx: &Context, ty: Type) -> bool {
    match interp::shape(ctx, ty) {
        ValueType::Uniform(_, element) => is_float(ctx, element),
        shape => matches!(shape, ValueType::Float(_)),
    }
}

/// Ops that the interpreter does not implement.
const UNKNOWN: &[&str] = &[];

#[test]
fn random_programs_keep_their_meaning() {
    let ctx = spv_opt::context();
    let ops: Vec<_> = foldable(&ctx)
        .into_iter()
        .filter(|(_, def)| {
            def.row.params.iter().all(|p| matches!(p.kind, ParamKind::Value | ParamKind::Word))
        })
        .filter(|(_, def)| !UNKNOWN.contains(&def.row.name))
        .collect();
    let patterns = Patterns::canonical();
    let mut changed = 0;
    for seed in 0..1500 {
        let mut random = Random(seed);
        let before = program(&ctx, &mut random, &ops);
        let mut after = Place { body: before.body.clone(), block: before.block };
        let outcome = greedy_driver::rewrite(&ctx, &mut after.body, &patterns, Config::default(), None);
        assert!(outcome.converged, "seed {seed}");
        changed += u32::from(outcome.changes > 0);
        let types: Vec<Type> = before
            .body
            .last_op(before.block)
            .map_or(vec![], |op| before.body.operands(op).map(|v| before.body.value_type(v)).collect());
        for _ in 0..6 {
            let args: Vec<Value> = before
                .body
                .args(before.block)
                .iter()
                .map(|&arg| {
                    let ty = before.body.value_type(arg);
                    value(&ctx, ty, random_attr(&ctx, &mut random, ty))
                })
                .collect();
            let expected = run(&ctx, &before, &args);
            let found = run(&ctx, &after, &args);
            for (i, ty) in types.iter().enumerate() {
                assert!(
                    agrees(&ctx, *ty, &expected[i], &found[i]),
                    "seed {seed}, result {i}: {:?} became {:?}",
                    expected[i],
                    found[i]
                );
            }
        }
    }
    assert!(changed > 1000, "only {changed} programs changed");
}
