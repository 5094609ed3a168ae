//! Exhaustive tests of the range transfer functions on three-bit values

use super::range::{Range, mask, sign_extend};
use super::transfer::{NoWrap, compare, never_wraps, refine, result};
use super::trips::Comparison;
use spv_dialect::generated::opcodes::{glsl, set, *};

const WIDTH: u32 = 3;

/// Returns test ranges of each form: unsigned intervals, signed intervals and known bits.
fn ranges() -> Vec<Range> {
    let values = 0..=mask(WIDTH);
    let mut list = Vec::new();
    for low in values.clone() {
        for high in low..=mask(WIDTH) {
            list.push(Range::of_unsigned(WIDTH, low.into(), high.into()));
            list.push(Range::of_signed(WIDTH, i128::from(low) - 4, i128::from(high) - 4));
        }
    }
    for zeros in values.clone() {
        list.extend(
            values.clone().filter(|ones| ones & zeros == 0).map(|ones| Range::of_bits(WIDTH, zeros, ones)),
        );
    }
    list.sort_by_key(|range| (range.unsigned, range.signed, range.zeros, range.ones));
    list.dedup();
    list
}

fn members(range: &Range) -> impl Iterator<Item = u64> + '_ {
    (0..=mask(range.width)).filter(|&bits| range.contains(bits))
}

/// Reference semantics of an instruction. The results are exact, before wrapping, in unsigned and in signed
/// arithmetic. `None` means that the result is undefined.
type Exact = fn(i128, i128, i128, i128) -> Option<(i128, i128)>;

fn signed(bits: u64) -> i128 {
    sign_extend(bits, WIDTH).into()
}

/// Reference semantics by opcode. The parameters are `a` and `b` as unsigned values, then `a` and `b` as signed
/// values.
const BINARY: &[(u32, Exact)] = &[
    (I_ADD, |a, b, x, y| Some((a + b, x + y))),
    (I_SUB, |a, b, x, y| Some((a - b, x - y))),
    (I_MUL, |a, b, x, y| Some((a * b, x * y))),
    (U_DIV, |a, b, _, _| (b != 0).then(|| (a / b, a / b))),
    (U_MOD, |a, b, _, _| (b != 0).then(|| (a % b, a % b))),
    (S_DIV, |_, _, x, y| (y != 0 && !(x == -4 && y == -1)).then(|| (x / y, x / y))),
    (S_REM, |_, _, x, y| (y != 0).then(|| (x % y, x % y))),
    (S_MOD, |_, _, x, y| (y != 0).then(|| ((x % y + y) % y, (x % y + y) % y))),
    (SHIFT_LEFT_LOGICAL, |a, b, x, _| (b < 3).then(|| (a << b, x << b))),
    (SHIFT_RIGHT_LOGICAL, |a, b, _, _| (b < 3).then(|| (a >> b, a >> b))),
    (SHIFT_RIGHT_ARITHMETIC, |_, b, x, _| (b < 3).then(|| (x >> b, x >> b))),
    (BITWISE_AND, |a, b, _, _| Some((a & b, a & b))),
    (BITWISE_OR, |a, b, _, _| Some((a | b, a | b))),
    (BITWISE_XOR, |a, b, _, _| Some((a ^ b, a ^ b))),
];

#[test]
fn binary_instructions() {
    let list = ranges();
    let greatest = i128::from(mask(WIDTH));
    for a in &list {
        for b in &list {
            for &(opcode, exact) in BINARY {
                for flags in [(false, false), (true, false), (false, true), (true, true)] {
                    let flags = NoWrap { signed: flags.0, unsigned: flags.1 };
                    let range = result(0, opcode, &[*a, *b], WIDTH, flags).expect("it is modelled");
                    for (x, y) in members(a).flat_map(|x| members(b).map(move |y| (x, y))) {
                        let Some((u, s)) = exact(x.into(), y.into(), signed(x), signed(y)) else { continue };
                        if flags.unsigned && !(0..=greatest).contains(&u)
                            || flags.signed && !(-4..4).contains(&s)
                        {
                            continue;
                        }
                        let bits = u.rem_euclid(greatest + 1) as u64;
                        assert!(
                            range.contains(bits),
                            "{opcode}: {x} in {a:?}, {y} in {b:?}: {bits} not in {range:?}"
                        );
                    }
                }
            }
        }
    }
}

/// Checks that `never_wraps` is sound for all ranges, and exact for intervals.
#[test]
fn wrapping() {
    let list = ranges();
    let greatest = i128::from(mask(WIDTH));
    for &(opcode, exact) in
        BINARY.iter().filter(|row| [I_ADD, I_SUB, I_MUL, SHIFT_LEFT_LOGICAL].contains(&row.0))
    {
        let mut proved = 0;
        for (a, b) in list.iter().flat_map(|a| list.iter().map(move |b| (a, b))) {
            let never = never_wraps(opcode, &[*a, *b]);
            for (x, y) in members(a).flat_map(|x| members(b).map(move |y| (x, y))) {
                let Some((u, s)) = exact(x.into(), y.into(), signed(x), signed(y)) else { continue };
                assert!(
                    !never.unsigned || (0..=greatest).contains(&u),
                    "{opcode}: {x} in {a:?}, {y} in {b:?}"
                );
                assert!(!never.signed || (-4..4).contains(&s), "{opcode}: {x} in {a:?}, {y} in {b:?}");
            }
            proved += u32::from(never.unsigned) + u32::from(never.signed);
        }
        assert!(proved > 100, "{opcode}: {proved}");
    }
}

#[test]
fn minima_and_maxima() {
    let list = ranges();
    type Choose = fn(u64, u64) -> u64;
    let table: [(u32, Choose); 4] = [
        (glsl::U_MIN, |x, y| x.min(y)),
        (glsl::U_MAX, |x, y| x.max(y)),
        (glsl::S_MIN, |x, y| if signed(x) < signed(y) { x } else { y }),
        (glsl::S_MAX, |x, y| if signed(x) > signed(y) { x } else { y }),
    ];
    for a in &list {
        for b in &list {
            for (opcode, choose) in table {
                let range =
                    result(set::GLSL, opcode, &[*a, *b], WIDTH, NoWrap::default()).expect("it is modelled");
                for (x, y) in members(a).flat_map(|x| members(b).map(move |y| (x, y))) {
                    assert!(range.contains(choose(x, y)), "{opcode}: {x} in {a:?}, {y} in {b:?}: {range:?}");
                }
            }
        }
    }
}

/// Checks that comparison results and refined ranges are correct for each pair of values. Checks that a comparison of
/// two single values has a known result.
#[test]
fn comparisons() {
    let list = ranges();
    type Holds = fn(u64, u64) -> bool;
    let table: [(u32, Holds); 10] = [
        (I_EQUAL, |x, y| x == y),
        (I_NOT_EQUAL, |x, y| x != y),
        (U_LESS_THAN, |x, y| x < y),
        (U_LESS_THAN_EQUAL, |x, y| x <= y),
        (U_GREATER_THAN, |x, y| x > y),
        (U_GREATER_THAN_EQUAL, |x, y| x >= y),
        (S_LESS_THAN, |x, y| signed(x) < signed(y)),
        (S_LESS_THAN_EQUAL, |x, y| signed(x) <= signed(y)),
        (S_GREATER_THAN, |x, y| signed(x) > signed(y)),
        (S_GREATER_THAN_EQUAL, |x, y| signed(x) >= signed(y)),
    ];
    for a in &list {
        for b in &list {
            for (opcode, holds) in table {
                let known = compare(opcode, &[*a, *b]).expect("it is a comparison");
                let mut outcomes = [false; 2];
                for (x, y) in members(a).flat_map(|x| members(b).map(move |y| (x, y))) {
                    let outcome = holds(x, y);
                    outcomes[usize::from(outcome)] = true;
                    assert!(
                        known.is_none_or(|known| known == outcome),
                        "{opcode}: {x} in {a:?}, {y} in {b:?}"
                    );
                    for (side, value) in [(0, x), (1, y)] {
                        let refined = refine(opcode, [a, b], side, outcome);
                        assert!(
                            refined.is_some_and(|range| range.contains(value)),
                            "{opcode}: {x} in {a:?}, {y} in {b:?}, operand {side} is {refined:?}"
                        );
                    }
                }
                // If both ranges have a single value, the result of the comparison must be known.
                if a.single().is_some() && b.single().is_some() {
                    assert_eq!(known, Some(outcomes[1]), "{opcode}: {a:?} {b:?}");
                }
            }
        }
    }
}

#[test]
fn unary_instructions_and_conversions() {
    for a in &ranges() {
        for x in members(a) {
            let check = |set_, opcode, width, expected: u64| {
                let range = result(set_, opcode, &[*a], width, NoWrap::default()).expect("it is modelled");
                assert!(range.contains(expected & mask(width)), "{opcode}: {x} in {a:?}: {range:?}");
            };
            check(0, NOT, WIDTH, !x);
            check(0, S_NEGATE, WIDTH, 0u64.wrapping_sub(x));
            check(0, BIT_COUNT, WIDTH, x.count_ones().into());
            for width in [1, 2, 3, 5, 64] {
                check(0, U_CONVERT, width, x);
                check(0, S_CONVERT, width, sign_extend(x, WIDTH) as u64);
            }
            if a.signed.0 > -4 {
                check(set::GLSL, glsl::S_ABS, WIDTH, sign_extend(x, WIDTH).unsigned_abs());
            }
            check(set::GLSL, glsl::S_SIGN, WIDTH, sign_extend(x, WIDTH).signum() as u64);
        }
    }
}

#[test]
fn the_lattice() {
    let list = ranges();
    for a in &list {
        for b in &list {
            let (joined, wide) = (a.join(b), a.widen(b));
            let met = a.meet(b);
            for bits in 0..=mask(WIDTH) {
                let either = a.contains(bits) || b.contains(bits);
                assert!(!either || joined.contains(bits) && wide.contains(bits), "{a:?} {b:?} {bits}");
                let in_both = a.contains(bits) && b.contains(bits);
                assert_eq!(in_both, met.is_some_and(|met| met.contains(bits)), "{a:?} {b:?} {bits}");
            }
            // Repeated widening must reach a fixpoint.
            let mut steps = 0;
            let mut at = *a;
            while at.widen(b) != at {
                at = at.widen(b);
                steps += 1;
                assert!(steps < 10, "{a:?} {b:?}");
            }
        }
    }
}

#[test]
fn texts() {
    let texts: Vec<String> = [
        Range::constant(8, 5),
        Range::full(8),
        Range::of_unsigned(8, 0, 15),
        Range::of_signed(8, -4, 3),
        Range::of_bits(8, 0b11, 0),
    ]
    .iter()
    .map(Range::to_string)
    .collect();
    assert_eq!(texts, ["5", "full", "[0, 15]", "signed [-4, 3]", "[0, 252], bits ??????00"]);
}

/// Compares the computed trip count of each three-bit counting loop with its actual number of iterations.
#[test]
fn trip_counts() {
    const COMPARISONS: [u32; 10] = [
        I_EQUAL,
        I_NOT_EQUAL,
        U_LESS_THAN,
        U_LESS_THAN_EQUAL,
        U_GREATER_THAN,
        U_GREATER_THAN_EQUAL,
        S_LESS_THAN,
        S_LESS_THAN_EQUAL,
        S_GREATER_THAN,
        S_GREATER_THAN_EQUAL,
    ];
    let values = 0..=mask(WIDTH);
    let intervals: Vec<Range> = values
        .clone()
        .flat_map(|low| {
            (low..=mask(WIDTH).min(low + 2))
                .map(move |high| Range::of_unsigned(WIDTH, low.into(), high.into()))
        })
        .collect();
    let (mut known, mut exact) = (0, 0);
    for (opcode, late) in COMPARISONS.iter().flat_map(|&opcode| [(opcode, false), (opcode, true)]) {
        for (bound_side, holds) in [(0, false), (0, true), (1, false), (1, true)] {
            let comparison = Comparison { late, opcode, bound_side, holds };
            for step in (-4..4).filter(|step| *step != 0) {
                for (start, bound) in intervals.iter().flat_map(|a| intervals.iter().map(move |b| (a, b))) {
                    let Some(trips) = comparison.trips(step, start, bound) else { continue };
                    known += 1;
                    let mut most = 0;
                    for (first, bound) in members(start).flat_map(|a| members(bound).map(move |b| (a, b))) {
                        let (mut value, mut count) = (first, 0);
                        while count < 20 {
                            let next = value.wrapping_add(step as u64) & mask(WIDTH);
                            let tested = Range::constant(WIDTH, if late { next } else { value });
                            let bound = Range::constant(WIDTH, bound);
                            let operands = if bound_side == 1 { [tested, bound] } else { [bound, tested] };
                            if compare(opcode, &operands).flatten() != Some(holds) {
                                break;
                            }
                            (value, count) = (next, count + 1);
                        }
                        most = most.max(count);
                    }
                    assert!(most <= trips, "{opcode} {late} {bound_side} {holds} {step} {start} {bound}");
                    exact += u32::from(most == trips);
                }
            }
        }
    }
    assert!(exact * 10 > known * 9, "{exact} of {known} are exact");
}
