//! Constant folds of 8-bit integers and Booleans, and conversions from 16 bits, for all operand values

use super::exhaustive::{EDGES, amounts, any_of, whole};
use super::parallel;
use super::place::Place;
use super::signatures::{foldable, interp_width, signatures};
use super::values::{agrees, attr, is_open, value};
use super::{ValueType, interp};
use spv_opt::dialect::fold::{self, Facts};
use spv_opt::dialect::generated::opcodes as op;
use spv_opt::ir::dialect::{OpDef, OpDefId};
use spv_opt::ir::{Attribute, Context, NewOp, Signedness, Type, Value as Ssa};
use spv_tests::interp::{Inst, Value, eval_op};

/// An op with its types, and the test values for each operand.
struct Case {
    id: OpDefId,
    def: OpDef,
    operands: Vec<Type>,
    result: Type,
    values: Vec<Vec<u64>>,
}

/// Maximum number of value combinations: that of three bytes.
const MOST: usize = 1 << 24;

/// Bit-field counts above 9, for bit-field insertions into 8-bit integers.
const AMOUNTS: [u64; 5] = [31, 32, 255, 1 << 31, (1 << 32) - 1];

fn is_insertion(def: &OpDef) -> bool {
    (def.row.set, def.row.opcode) == (0, op::BIT_FIELD_INSERT)
}

fn is_scalar(ctx: &Context, ty: Type) -> bool {
    matches!(interp::shape(ctx, ty), ValueType::Bool | ValueType::Int { .. } | ValueType::Float(_))
}

/// Returns the test values for an operand, or `None` if its type has too many values. `place` is the operand index.
fn values(ctx: &Context, ty: Type, first: Type, place: usize) -> Option<Vec<u64>> {
    match interp_width(ctx, ty) {
        width @ (1 | 8) => Some((0..1 << width).collect()),
        16 if place == 0 && whole() => Some((0..1 << 16).collect()),
        // The operand is a shift amount, or a bit-field offset or count for an 8-bit integer.
        32 if place > 0 && interp_width(ctx, first) <= 8 => Some(amounts()),
        _ => None,
    }
}

/// Returns the ops whose operands have few enough values. Includes variants whose operands and results differ in
/// signedness.
fn cases(ctx: &Context) -> Vec<Case> {
    let [plain, signed] = [Signedness::Signless, Signedness::Signed].map(|sign| ctx.int_type(8, sign));
    let mut list = Vec::new();
    for (id, def) in foldable(ctx) {
        for (operands, result) in signatures(ctx, &def) {
            if !operands.iter().all(|&ty| is_scalar(ctx, ty)) {
                continue;
            }
            let all = operands.iter().enumerate().map(|(i, &ty)| values(ctx, ty, operands[0], i));
            let Some(mut values) = all.collect::<Option<Vec<_>>>() else { continue };
            if is_insertion(&def) {
                values[2].retain(|amount| *amount < 10 || AMOUNTS.contains(amount));
                values[3] = values[2].clone();
                if !whole() {
                    values[1] = EDGES.to_vec();
                }
            }
            // An 8-bit operand's signedness does not matter, so few values of a signed third operand suffice.
            if operands.len() == 3 && values[2].len() == 256 && (operands[2] == signed || !whole()) {
                values[2] = EDGES.to_vec();
            }
            if values.iter().map(Vec::len).product::<usize>() > MOST {
                continue;
            }
            let case = Case { id, def, operands, result, values };
            if case.operands == [plain, plain] {
                list.extend(mixed(&case, plain, signed));
            }
            list.push(case);
        }
    }
    list
}

/// Returns variants of a test case that replace types with others of the same width.
fn mixed(case: &Case, plain: Type, signed: Type) -> Vec<Case> {
    let results = if case.result == plain { vec![plain, signed] } else { vec![case.result] };
    let operands = [[plain, signed], [signed, plain], [signed, signed], [plain, plain]];
    let types =
        operands.into_iter().flat_map(|operands| results.iter().map(move |&result| (operands, result)));
    types
        .filter(|(operands, result)| *operands != [*result; 2] && operands[..] != case.operands[..])
        .map(|(operands, result)| Case {
            id: case.id,
            def: case.def,
            operands: operands.to_vec(),
            result,
            values: vec![case.values[0].clone(), EDGES.to_vec()],
        })
        .collect()
}

/// Compares a fold with the interpreter for all operand values, or for only the value `first` of the first operand.
/// Returns the number of comparisons.
fn check(ctx: &Context, case: &Case, first: Option<u64>) -> u64 {
    let mut place = Place::new();
    let operands: Vec<Ssa> =
        case.operands.iter().map(|&ty| place.constant(ctx, ty, attr(ctx, ty, &[0]))).collect();
    let the_op = place.add(NewOp { operands: &operands, results: &[case.result], ..NewOp::new(case.id) });
    let known: Vec<Vec<(Attribute, Value)>> = case
        .operands
        .iter()
        .zip(&case.values)
        .map(|(&ty, values)| {
            let one = |&bits: &u64| {
                let attr = attr(ctx, ty, &[bits]);
                (attr, value(ctx, ty, attr))
            };
            values.iter().map(one).collect()
        })
        .collect();
    let mut numbers: Vec<Vec<u64>> = known.iter().map(|list| (0..list.len() as u64).collect()).collect();
    if let Some(first) = first {
        numbers[0] = vec![first];
    }
    // Some float folds do not apply, and a float may not be representable as an integer.
    let float = |ty: Type| matches!(interp::shape(ctx, ty), ValueType::Float(_));
    let floats = case.operands.iter().any(|&ty| float(ty))
        || (float(case.result) && interp_width(ctx, case.operands[0]) > 8);
    let inst = Inst::new(case.def.row, case.result, &case.operands, &[]);
    let insertion = is_insertion(&case.def);
    let mut count = 0;
    any_of(&numbers, |numbers| {
        let of = |i: usize| &known[i][numbers[i] as usize];
        // A bit field that exceeds the operand's width is undefined for any inserted value, so few inserted values are
        // tested.
        if insertion && case.values[2][numbers[2] as usize] + case.values[3][numbers[3] as usize] > 8 {
            let few = |i: usize| EDGES.contains(&case.values[i][numbers[i] as usize]);
            if !few(0) || !few(1) {
                return false;
            }
        }
        count += 1;
        let args: Vec<Value> = (0..numbers.len()).map(|i| of(i).1.clone()).collect();
        let expected = eval_op(ctx, &inst, &args).expect("the interpreter knows it");
        let constant = |i: usize| Some(of(i).0);
        let found = fold::evaluate(ctx, &place.body, the_op, Facts::default(), &constant);
        let say = |what: &str| {
            format!("{} of {args:?} ({:?}): {expected:?}, {what}", case.def.row.name, case.operands)
        };
        match found {
            Some(attr) => {
                assert!(!is_open(&expected), "{}", say("but it was folded"));
                let found = value(ctx, case.result, attr);
                assert!(
                    agrees(ctx, case.result, &expected, &found),
                    "{}",
                    say(&format!("folded to {found:?}"))
                );
            }
            None => assert!(floats || is_open(&expected), "{}", say("not folded")),
        }
        false
    });
    count
}

#[test]
fn constants_of_8_bits_exhaustively() {
    let ctx = spv_opt::context();
    let cases = cases(&ctx);
    let pieces: Vec<(usize, Option<u64>)> = cases
        .iter()
        .enumerate()
        .flat_map(|(i, case)| match case.operands.len() {
            1 => vec![(i, None)],
            _ => (0..case.values[0].len() as u64).map(|first| (i, Some(first))).collect(),
        })
        .collect();
    let counts = parallel::each(
        pieces.len(),
        || (),
        |(), number| {
            let (i, first) = pieces[number];
            check(&ctx, &cases[i], first)
        },
    );
    let total: u64 = counts.iter().sum();
    println!("{} ops with their types, {total} evaluations", cases.len());
    assert!(cases.len() > 200, "only {} cases", cases.len());
}
