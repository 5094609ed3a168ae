//! Each fold and pattern on 8-bit integers, with all values. It covers all expressions of two ops, and of three ops if
//! the rule examines both operands.

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

/// Returns whether tests that take minutes run, too.
pub fn whole() -> bool {
    std::env::var_os("SPV_EXHAUSTIVE").is_some_and(|value| value == "1")
}

/// A rule to test separately.
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

/// Values for the search for applicable rules: bounds, powers of two with neighbours, and others.
pub const EDGES: [u64; 24] =
    [0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 31, 32, 63, 64, 0x7E, 0x7F, 0x80, 0x81, 0xAA, 0xC0, 0xF0, 0xFE, 0xFF];

/// Values for operands with too many values.
pub const FEW: [u64; 5] = [0, 1, 0x7F, 0x80, 0xFF];

/// Values of a second constant for the search for applicable rules.
const SOME: [u64; 7] = [0, 1, 2, 8, 0x80, 0xF0, 0xFF];

/// Values of an argument if constants and other arguments already take three bytes.
const LAST: [u64; 3] = [1, 0x80, 0xFF];

/// Returns bit counts as 32-bit numbers.
pub fn amounts() -> Vec<u64> {
    let beyond = [63, 64, 127, 128, 255, 256, 257, 1 << 31, (1 << 31) - 1, (1 << 32) - 1];
    (0..=40).chain(beyond).collect()
}

/// Returns all values of a type, and the number of bytes per value (0 for bools).
fn all(ctx: &Context, ty: Type) -> (Vec<u64>, usize) {
    match interp_width(ctx, ty) {
        width @ (1 | 8 | 16) => ((0..1 << width).collect(), width as usize / 8),
        _ => (amounts(), 1),
    }
}

/// Returns the values of constants or arguments: all values, or few if the preceding operands take `bytes` bytes.
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

/// Returns the values that a type can represent.
fn some(ctx: &Context, ty: Type, values: &[u64]) -> Vec<u64> {
    let width = interp_width(ctx, ty);
    values.iter().copied().filter(|value| value >> width == 0).collect()
}

/// Calls `f` with all combinations of one value of each list, until it returns true.
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
    /// Returns the result of a fold.
    pub fn folded(&self) -> Option<Folded> {
        match self {
            Made::Folded(folded) => Some(*folded),
            Made::Changed(_) => None,
        }
    }
}

/// An expression to which a rule is applied.
pub struct Trial<'c> {
    ctx: &'c Context,
    pub expression: Expression,
    rule: Rule,
    /// The copy that the pattern changes.
    copy: Body,
}

/// The result of a rule.
pub enum Made {
    Folded(Folded),
    /// A changed expression.
    Changed(Box<Place>),
}

impl<'c> Trial<'c> {
    pub fn new(ctx: &'c Context, expression: Expression, rule: Rule) -> Trial<'c> {
        let copy = expression.place.body.clone();
        Trial { ctx, expression, rule, copy }
    }

    /// Sets a constant of the expression.
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

    /// Applies the rule, and returns its result if it applies.
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

    /// Compares the result of the rule with the expression, for some arguments. Returns the first difference: the row,
    /// and the values before and after.
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

/// Attributes of scalar constants.
#[derive(Default)]
pub struct Attrs(FxHashMap<(Type, u64), Attribute>);

impl Attrs {
    pub fn get(&mut self, ctx: &Context, ty: Type, bits: u64) -> Attribute {
        *self.0.entry((ty, bits)).or_insert_with(|| attr(ctx, ty, &[bits]))
    }
}

/// The state of a thread.
pub struct Worker<'c> {
    ctx: &'c Context,
    judge: Judge<'c>,
    attrs: Attrs,
    /// Number of evaluations so far.
    evaluated: u64,
}

impl<'c> Worker<'c> {
    pub fn new(ctx: &'c Context) -> Worker<'c> {
        Worker { ctx, judge: Judge::new(ctx), attrs: Attrs::default(), evaluated: 0 }
    }

    /// Returns whether a rule applies to an expression with some constants, but not without one of the inner ops.
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
        // If the rule examines two operands, their constants matter less.
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

    /// Applies a rule to an expression with all constants, and compares the results for all arguments.
    fn compare(&mut self, shape: &Shape<'_>, rule: Rule) {
        let ctx = self.ctx;
        let mut trial = Trial::new(ctx, shape.build(ctx), rule);
        let types: Vec<Type> = trial.expression.constants.iter().map(|&(_, ty)| ty).collect();
        // `choices` tests ops of a select between constants with a third constant.
        let mut bytes = if types.len() > 2 || !whole() { 1 } else { 2 };
        let constants = domains(ctx, &types, &FEW, &mut bytes);
        bytes += if whole() { 1 } else { 0 };
        let arguments = domains(ctx, &shape.arguments(), &LAST, &mut bytes);
        // Evaluate the first two arguments at once.
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

/// Calls `each` with the expressions that end in an op: alone, with one op before it, and, for two operands, with two
/// ops.
fn each_shape<'a>(root: &'a Sample, samples: &'a [Sample], each: &mut dyn FnMut(Shape<'a>)) {
    let count = root.operands.len();
    Shape::all(root, vec![None; count]).into_iter().for_each(&mut *each);
    let of = |i: usize| samples.iter().filter(move |inner| inner.result == root.operands[i]);
    for i in 0..count {
        // `clamps` tests comparisons of clamps.
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

/// Rules that never apply to 8-bit integers: folds of constants only, and rules for vectors.
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
