//! Exhaustive test of each fold and pattern on 8-bit integers
//!
//! The test covers all expressions of two ops, and of three ops if the rule examines both operands.

use super::judge::{Column, Judge, difference};
use super::parallel;
use super::patterns::PARTNERS;
use super::place::Place;
use super::shapes::{Expression, Sample, Shape, samples};
use super::signatures::interp_width;
use super::values::attr;
use rustc_hash::FxHashMap;
use spv_opt::ir::dialect::Traits;
use spv_opt::ir::{
    Attribute, Body, Builder, Context, FoldFn, Folded, Folding, InsertPoint, RewriteFn, Rewriter, Type,
    Value as Ssa,
};
use std::collections::BTreeSet;

/// Returns whether exhaustive tests, which take minutes, are enabled by `SPV_EXHAUSTIVE=1`.
pub fn whole() -> bool {
    std::env::var_os("SPV_EXHAUSTIVE").is_some_and(|value| value == "1")
}

/// A fold or pattern to be tested in isolation.
#[derive(Clone, Copy)]
pub enum Rule {
    Fold(FoldFn),
    Pattern(usize, RewriteFn),
}

impl Rule {
    pub fn of(sample: &Sample) -> Vec<Rule> {
        let patterns = sample.def.canonicalize.iter().enumerate().map(|(i, &f)| Rule::Pattern(i, f));
        sample.def.fold.map(Rule::Fold).into_iter().chain(patterns).collect()
    }

    pub fn name(self, sample: &Sample) -> String {
        match self {
            Rule::Fold(_) => format!("the fold of {}", sample.def.row.name),
            Rule::Pattern(i, _) => format!("pattern {i} of {}", sample.def.row.name),
        }
    }
}

/// Constant values with which rules are tried first: bounds, powers of two with their neighbors, and others.
pub const EDGES: [u64; 24] =
    [0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 31, 32, 63, 64, 0x7E, 0x7F, 0x80, 0x81, 0xAA, 0xC0, 0xF0, 0xFE, 0xFF];

/// A short list of values, for operands whose types have too many values.
pub const FEW: [u64; 5] = [0, 1, 0x7F, 0x80, 0xFF];

/// Values of a second constant with which rules are tried first.
const SOME: [u64; 7] = [0, 1, 2, 8, 0x80, 0xF0, 0xFF];

/// Values of an argument if the constants and other arguments already have all values of three bytes.
const LAST: [u64; 3] = [1, 0x80, 0xFF];

/// Returns the bit-field offsets, counts and shift amounts to test, as 32-bit values.
pub fn amounts() -> Vec<u64> {
    let beyond = [63, 64, 127, 128, 255, 256, 257, 1 << 31, (1 << 31) - 1, (1 << 32) - 1];
    (0..=40).chain(beyond).collect()
}

/// Returns all values of a type, and the size of a value in bytes (0 for Booleans).
fn all(ctx: &Context, ty: Type) -> (Vec<u64>, usize) {
    match interp_width(ctx, ty) {
        width @ (1 | 8 | 16) => ((0..1 << width).collect(), width as usize / 8),
        _ => (amounts(), 1),
    }
}

/// Returns the test values for each constant or argument: all values of the type, or those in `few`. `bytes` is the
/// number of operand bytes that may still have all values, and is decremented.
fn domains(ctx: &Context, types: &[Type], few: &[u64], bytes: &mut usize) -> Vec<Vec<u64>> {
    let domain = |&ty: &Type| {
        let (all, size) = all(ctx, ty);
        match bytes.checked_sub(size) {
            Some(left) => {
                *bytes = left;
                all
            }
            None => some(ctx, ty, few),
        }
    };
    types.iter().map(domain).collect()
}

/// Returns the elements of `values` that a type can represent.
fn some(ctx: &Context, ty: Type, values: &[u64]) -> Vec<u64> {
    let width = interp_width(ctx, ty);
    values.iter().copied().filter(|value| value >> width == 0).collect()
}

/// Calls `f` with every combination of one value from each list. Stops and returns `true` after the first call that
/// returns `true`; otherwise returns `false`.
pub fn any_of(lists: &[Vec<u64>], mut f: impl FnMut(&[u64]) -> bool) -> bool {
    let mut at = vec![0; lists.len()];
    let mut values: Vec<u64> = lists.iter().map(|list| list[0]).collect();
    loop {
        if f(&values) {
            return true;
        }
        let mut place = lists.len();
        loop {
            let Some(next) = place.checked_sub(1) else { return false };
            place = next;
            at[place] += 1;
            if let Some(&value) = lists[place].get(at[place]) {
                values[place] = value;
                break;
            }
            at[place] = 0;
            values[place] = lists[place][0];
        }
    }
}

impl Made {
    /// Returns the fold result, or `None` if a pattern changed the expression instead.
    pub fn folded(&self) -> Option<Folded> {
        match self {
            Made::Folded(folded) => Some(*folded),
            Made::Changed(_) => None,
        }
    }
}

/// An expression to which a rule is applied repeatedly, each time with different constants.
pub struct Trial<'c> {
    ctx: &'c Context,
    pub expression: Expression,
    rule: Rule,
    /// A copy of the expression for the pattern to change.
    copy: Body,
}

/// The result of applying a rule to an expression.
pub enum Made {
    Folded(Folded),
    /// The expression after the pattern has changed it.
    Changed(Box<Place>),
}

impl<'c> Trial<'c> {
    pub fn new(ctx: &'c Context, expression: Expression, rule: Rule) -> Trial<'c> {
        let copy = expression.place.body.clone();
        Trial { ctx, expression, rule, copy }
    }

    /// Sets the value of the expression's constant with index `number`.
    pub fn set(&mut self, number: usize, attr: Attribute) {
        let (op, _) = self.expression.constants[number];
        Builder::new(&mut self.expression.place.body).set_slot(op, 0, attr.raw());
        Builder::new(&mut self.copy).set_slot(op, 0, attr.raw());
    }

    fn set_scalars(&mut self, attrs: &mut Attrs, constants: impl Iterator<Item = u64>) {
        for (number, bits) in constants.enumerate() {
            let (_, ty) = self.expression.constants[number];
            self.set(number, attrs.get(self.ctx, ty, bits));
        }
    }

    /// Applies the rule to the expression. Returns `None` if the rule does not apply.
    pub fn apply(&mut self) -> Option<Made> {
        let (ctx, root) = (self.ctx, self.expression.root);
        match self.rule {
            Rule::Fold(fold) => {
                let folded = fold(Folding { ctx, body: &self.expression.place.body, facts: 0 }, root)?;
                Some(Made::Folded(folded))
            }
            Rule::Pattern(_, pattern) => {
                let mut rewriter = Rewriter::new(ctx, &mut self.copy);
                rewriter.at = InsertPoint::Before(root);
                if !pattern(&mut rewriter, root) {
                    return None;
                }
                let place = &self.expression.place;
                let body = std::mem::replace(&mut self.copy, place.body.clone());
                Some(Made::Changed(Box::new(Place { body, block: place.block })))
            }
        }
    }

    /// Compares the rule's result with the expression for the given argument values. Returns the first difference: the
    /// index of the inputs, and the values before and after. Returns `None` if all results agree.
    pub fn difference(
        &self,
        judge: &mut Judge<'_>,
        made: &Made,
        inputs: &[Column],
    ) -> Option<(usize, u64, u64)> {
        let place = &self.expression.place;
        let values = judge.values(place, inputs);
        let known = |value: Ssa| values[value.index()].as_ref().expect("it is known");
        let result = place.body.result(self.expression.root, 0);
        let before = known(result);
        let after = match made {
            Made::Folded(Folded::Value(value)) => known(*value).clone(),
            Made::Folded(Folded::Constant(attr)) => judge.constant(place.body.value_type(result), *attr),
            Made::Changed(place) => judge.result(place, inputs),
        };
        let row = difference(before, &after)?;
        let at = |column: &Column| column[if column.len() == 1 { 0 } else { row }];
        Some((row, at(before), at(&after)))
    }
}

/// Cache of scalar constant attributes, by type and bits.
#[derive(Default)]
pub struct Attrs(FxHashMap<(Type, u64), Attribute>);

impl Attrs {
    pub fn get(&mut self, ctx: &Context, ty: Type, bits: u64) -> Attribute {
        *self.0.entry((ty, bits)).or_insert_with(|| attr(ctx, ty, &[bits]))
    }
}

/// The state of a thread in which rules are tested.
pub struct Worker<'c> {
    ctx: &'c Context,
    judge: Judge<'c>,
    attrs: Attrs,
    /// Number of evaluated expressions.
    evaluated: u64,
}

impl<'c> Worker<'c> {
    pub fn new(ctx: &'c Context) -> Worker<'c> {
        Worker { ctx, judge: Judge::new(ctx), attrs: Attrs::default(), evaluated: 0 }
    }

    /// Returns whether a rule applies to an expression for any constants. Returns `false` if the rule also applies
    /// without one of the inner ops.
    pub fn finds(&mut self, shape: &Shape<'_>, rule: Rule) -> bool {
        let mut trial = Trial::new(self.ctx, shape.build(self.ctx), rule);
        let inner = (0..shape.inner.len()).filter(|&i| shape.inner[i].is_some());
        let mut without: Vec<(Trial<'_>, Vec<usize>)> = inner
            .map(|i| {
                let (shape, kept) = shape.without(i);
                (Trial::new(self.ctx, shape.build(self.ctx), rule), kept)
            })
            .collect();
        let types: Vec<Type> = trial.expression.constants.iter().map(|&(_, ty)| ty).collect();
        // If the rule examines both operands, fewer values suffice for their constants.
        let first = if without.len() < 2 { &EDGES[..] } else { &FEW };
        let lists: Vec<Vec<u64>> = types
            .iter()
            .enumerate()
            .map(|(i, &ty)| match (i, types.len()) {
                _ if interp_width(self.ctx, ty) > 16 => vec![0, 1, 7, 8, 31, 1 << 31],
                (0, 1..=2) => some(self.ctx, ty, first),
                (_, 2) if without.len() < 2 => some(self.ctx, ty, &SOME),
                (_, 0..=3) => some(self.ctx, ty, &FEW),
                _ => some(self.ctx, ty, &[0, 1, 0xFF]),
            })
            .collect();
        any_of(&lists, |constants| {
            trial.set_scalars(&mut self.attrs, constants.iter().copied());
            trial.apply().is_some()
                && !without.iter_mut().any(|(trial, kept)| {
                    trial.set_scalars(&mut self.attrs, kept.iter().map(|&i| constants[i]));
                    trial.apply().is_some()
                })
        })
    }

    /// Applies a rule to an expression for each choice of constants, and compares the results for all arguments.
    fn compare(&mut self, shape: &Shape<'_>, rule: Rule) {
        let ctx = self.ctx;
        let mut trial = Trial::new(ctx, shape.build(ctx), rule);
        let types: Vec<Type> = trial.expression.constants.iter().map(|&(_, ty)| ty).collect();
        // The module `choices` tests all values of three constants, so all values of only one constant suffice here.
        let mut bytes = if types.len() > 2 || !whole() { 1 } else { 2 };
        let constants = domains(ctx, &types, &FEW, &mut bytes);
        bytes += if whole() { 1 } else { 0 };
        let arguments = domains(ctx, &shape.arguments(), &LAST, &mut bytes);
        // All values of the first two arguments are evaluated at once.
        let (first, rest) = arguments.split_at(arguments.len().min(2));
        let mut columns: Vec<Column> = vec![Column::new(); first.len()];
        any_of(first, |values| {
            columns.iter_mut().zip(values).for_each(|(column, &value)| column.push(value));
            false
        });
        any_of(&constants, |constants| {
            trial.set_scalars(&mut self.attrs, constants.iter().copied());
            let Some(made) = trial.apply() else { return false };
            any_of(rest, |others| {
                let others = others.iter().map(|&value| vec![value]);
                let inputs: Vec<Column> = columns.iter().cloned().chain(others).collect();
                self.evaluated += inputs.first().map_or(1, |column| column.len() as u64);
                if let Some((row, before, after)) = trial.difference(&mut self.judge, &made, &inputs) {
                    let at = |column: &Column| column[if column.len() == 1 { 0 } else { row }];
                    let inputs: Vec<u64> = inputs.iter().map(at).collect();
                    let rule = rule.name(shape.root);
                    panic!("{rule} on {shape} with {constants:?}: of {inputs:?} {before} became {after}");
                }
                false
            });
            false
        });
    }
}

/// Calls `each` with the expressions whose last op is `root`: without inner ops, and with one inner op. If `root` has
/// two operands, also calls it with two inner ops.
fn each_shape<'a>(root: &'a Sample, samples: &'a [Sample], each: &mut dyn FnMut(Shape<'a>)) {
    let count = root.operands.len();
    Shape::all(root, vec![None; count]).into_iter().for_each(&mut *each);
    let of = |i: usize| samples.iter().filter(move |inner| inner.result == root.operands[i]);
    for i in 0..count {
        // The module `clamps` tests comparisons of clamps.
        let compared = root.def.traits.contains(Traits::COMPARISON);
        for inner in of(i).filter(|inner| !compared || inner.def.row.set == 0) {
            let mut list = vec![None; count];
            list[i] = Some(inner);
            Shape::all(root, list).into_iter().for_each(&mut *each);
        }
    }
    if count != 2 {
        return;
    }
    let partner = |inner: &&Sample| {
        inner.id == root.id || (inner.def.row.set == 0 && PARTNERS.contains(&inner.def.row.opcode))
    };
    for first in of(0).filter(partner) {
        for second in of(1).filter(partner) {
            Shape::all(root, vec![Some(first), Some(second)]).into_iter().for_each(&mut *each);
        }
    }
}

/// Rules that never apply to 8-bit integers, because they require constants or vectors.
const NEVER: &[&str] = &[
    "pattern 2 of spv.Select",
    "the fold of spv.BitCount",
    "the fold of spv.BitFieldInsert",
    "the fold of spv.BitFieldSExtract",
    "the fold of spv.BitFieldUExtract",
    "the fold of spv.GLSL.FindILsb",
    "the fold of spv.GLSL.FindSMsb",
    "the fold of spv.GLSL.FindUMsb",
    "the fold of spv.GLSL.SAbs",
    "the fold of spv.GLSL.SSign",
    "the fold of spv.SatConvertSToU",
    "the fold of spv.SatConvertUToS",
];

#[test]
fn each_rule_of_8_bits_exhaustively() {
    let ctx = spv_opt::context();
    let samples = samples(&ctx);
    let found = parallel::each(
        samples.len(),
        || Worker::new(&ctx),
        |worker, number| {
            let root = &samples[number];
            let mut found = Vec::new();
            each_shape(root, &samples, &mut |shape| {
                for rule in Rule::of(root) {
                    if worker.finds(&shape, rule) {
                        found.push((rule.name(root), shape.to_string()));
                        worker.compare(&shape, rule);
                    }
                }
            });
            (found, std::mem::take(&mut worker.evaluated))
        },
    );
    let evaluated: u64 = found.iter().map(|(_, evaluated)| evaluated).sum();
    let expressions = found.iter().map(|(list, _)| list.len()).sum::<usize>();
    let rules: BTreeSet<String> =
        found.into_iter().flat_map(|(list, _)| list).map(|(rule, _)| rule).collect();
    println!("{} rules on {expressions} expressions, {evaluated} evaluations", rules.len());
    let all = samples.iter().flat_map(|root| Rule::of(root).into_iter().map(|rule| rule.name(root)));
    let never: BTreeSet<String> = all.filter(|rule| !rules.contains(rule)).collect();
    assert_eq!(never.iter().map(String::as_str).collect::<Vec<_>>(), NEVER);
}
