//! Tests of each fold and pattern in isolation, on random expressions, until it has applied several times

use super::place::{Place, run};
use super::signatures::{foldable, matrix, signatures};
use super::values::{Random, agrees, lanes, random_attr, value};
use spv_opt::dialect::generated::opcodes as op;
use spv_opt::dialect::types;
use spv_opt::ir::dialect::{OpDefId, ParamKind};
use spv_opt::ir::rewrite::{Config, Patterns, greedy_driver};
use spv_opt::ir::{AttrData, Builder, Context, NewOp, Op, Signedness, Type, Value as Ssa};
use spv_tests::interp::{self, ValueType};
use std::collections::{BTreeSet, HashMap};

/// An op definition with operand types and a result type, which can produce an operand.
#[derive(Clone)]
struct Producer {
    def: OpDefId,
    operands: Vec<Type>,
    result: Type,
    words: Option<Vec<u32>>,
}

/// Producers by result type: `partners` for ops that patterns examine as operands, `all` for all ops. `of` lists the
/// producers by op definition.
struct Producers {
    partners: HashMap<Type, Vec<Producer>>,
    all: HashMap<Type, Vec<Producer>>,
    of: HashMap<OpDefId, Vec<Producer>>,
}

/// Opcodes of ops that patterns examine as operands.
pub const PARTNERS: &[u32] = &[
    op::S_NEGATE,
    op::F_NEGATE,
    op::NOT,
    op::LOGICAL_NOT,
    op::I_ADD,
    op::I_SUB,
    op::I_MUL,
    op::S_DIV,
    op::F_MUL,
    op::F_DIV,
    op::SELECT,
    op::BITCAST,
    op::U_CONVERT,
    op::S_CONVERT,
    op::F_CONVERT,
    op::COMPOSITE_CONSTRUCT,
    op::COMPOSITE_EXTRACT,
    op::COMPOSITE_INSERT,
    op::COPY_LOGICAL,
    op::VECTOR_SHUFFLE,
    op::SHIFT_LEFT_LOGICAL,
    op::SHIFT_RIGHT_LOGICAL,
    op::BITWISE_OR,
    op::BITWISE_XOR,
    op::TRANSPOSE,
];

/// Returns the element types of a composite; empty for other types.
fn elements(ctx: &Context, ty: Type) -> Vec<Type> {
    match interp::shape(ctx, ty) {
        ValueType::Uniform(count, element) => vec![element; count as usize],
        ValueType::Struct(members) => members,
        _ => Vec::new(),
    }
}

/// Returns pairs of a composite type and a type with the same shape and another layout, if one exists.
fn composites(ctx: &Context) -> Vec<(Type, Option<Type>)> {
    let structure = |members: &[Type], offset: u32| {
        let def = types::type_def(ctx.registry(), op::TYPE_STRUCT).expect("structs are registered");
        let key = ctx.ident("offset");
        let decoration = |i: usize| Some(ctx.dict_attr(vec![(key, ctx.i32_attr(offset + 16 * i as u32))]));
        let decorations: Vec<_> = (0..members.len()).map(decoration).collect();
        let names = vec![None; members.len()];
        ctx.param_type(def, &types::struct_params(ctx, None, members, &decorations, &names), 0)
    };
    let (f32, i32) = (ctx.common().f32, ctx.int_type(32, Signedness::Signless));
    let vector = |count, element| ctx.vector_type(count, element);
    let (s, t) = (structure(&[f32, vector(2, i32)], 0), structure(&[f32, vector(2, i32)], 64));
    let (outer, other) = (structure(&[s, i32], 0), structure(&[t, i32], 64));
    let array = |element: Type| {
        let operands = [ctx.type_attr(element), ctx.i32_attr(2)];
        types::make(ctx, op::TYPE_ARRAY, None, &operands).expect("it is registered")
    };
    let mut list = vec![(s, Some(t)), (t, Some(s)), (outer, Some(other)), (other, Some(outer))];
    list.extend([(array(s), Some(array(t))), (array(t), Some(array(s)))]);
    list.extend([vector(2, f32), vector(3, f32), vector(2, i32), vector(3, i32)].map(|ty| (ty, None)));
    list.extend([matrix(ctx, 2, 2, f32), matrix(ctx, 3, 2, f32)].map(|ty| (ty, None)));
    list
}

fn producers(ctx: &Context, random: &mut Random) -> Producers {
    let mut list = Vec::new();
    for (def, info) in foldable(ctx) {
        for (operands, result) in signatures(ctx, &info) {
            if info.slots() == 0 {
                list.push(Producer { def, operands, result, words: None });
            }
        }
    }
    let code = |code: u32| ctx.registry().op_by_code(0, code).expect("it is registered");
    let all = composites(ctx);
    for &(ty, copied) in &all {
        let parts = elements(ctx, ty);
        let construct =
            Producer { def: code(op::COMPOSITE_CONSTRUCT), operands: parts.clone(), result: ty, words: None };
        list.extend(vec![construct; 3]);
        let mut paths: Vec<(Vec<u32>, Type)> = (0..).zip(&parts).map(|(i, &part)| (vec![i], part)).collect();
        for (i, &part) in (0..).zip(&parts) {
            paths.extend((0..).zip(elements(ctx, part)).map(|(k, ty)| (vec![i, k], ty)));
        }
        for (path, part) in paths {
            let words = Some(path);
            let def = code(op::COMPOSITE_EXTRACT);
            list.push(Producer { def, operands: vec![ty], result: part, words: words.clone() });
            let def = code(op::COMPOSITE_INSERT);
            list.push(Producer { def, operands: vec![part, ty], result: ty, words });
        }
        if let Some(copied) = copied {
            let copy =
                Producer { def: code(op::COPY_LOGICAL), operands: vec![copied], result: ty, words: None };
            list.extend(vec![copy; 4]);
        }
    }
    // Adds shuffles of vectors of each length. Some of their result components are undefined.
    for element in [ctx.common().f32, ctx.int_type(32, Signedness::Signless)] {
        for (a, b, count) in (0..120).map(|i| (2 + i % 2, 2 + i / 2 % 2, 2 + i / 4 % 2)) {
            let word = |random: &mut Random| match random.below(6) {
                0 => u32::MAX,
                1 | 2 => random.below(a as usize) as u32,
                _ => random.below((a + b) as usize) as u32,
            };
            let words = (0..count).map(|_| word(random)).collect();
            let operands = vec![ctx.vector_type(a, element), ctx.vector_type(b, element)];
            let result = ctx.vector_type(count, element);
            list.push(Producer { def: code(op::VECTOR_SHUFFLE), operands, result, words: Some(words) });
        }
    }
    let mut found = Producers { partners: HashMap::new(), all: HashMap::new(), of: HashMap::new() };
    for producer in list {
        let row = ctx.registry().op(producer.def).row;
        if row.set == 0 && PARTNERS.contains(&row.opcode) {
            found.partners.entry(producer.result).or_default().push(producer.clone());
        }
        found.all.entry(producer.result).or_default().push(producer.clone());
        found.of.entry(producer.def).or_default().push(producer);
    }
    found
}

/// A generator of random expressions.
struct Maker<'a> {
    ctx: &'a Context,
    random: &'a mut Random,
    producers: &'a Producers,
    place: Place,
    /// Definition of the op whose fold or pattern is tested. The op is also chosen often as an operand.
    wanted: OpDefId,
    values: Vec<Ssa>,
}

impl Maker<'_> {
    fn emit(&mut self, producer: &Producer, depth: usize) -> Op {
        // Some ops have the same value as both operands.
        let same = producer.operands.len() == 2
            && producer.operands[0] == producer.operands[1]
            && self.random.below(12) == 0;
        let mut operands: Vec<Ssa> = Vec::new();
        for &ty in &producer.operands {
            let operand = match operands.first() {
                Some(&first) if same => first,
                _ => self.value(ty, depth),
            };
            operands.push(operand);
        }
        let slots: Vec<u32> = match &producer.words {
            Some(words) => vec![self.ctx.attr(AttrData::Words(words.clone().into())).raw()],
            None => Vec::new(),
        };
        let (operands, results) = (&operands[..], &[producer.result][..]);
        let made = self.place.add(NewOp { operands, slots: &slots, results, ..NewOp::new(producer.def) });
        self.values.push(self.place.body.result(made, 0));
        made
    }

    /// Returns a value of type `ty`: a constant, an argument, an existing value, or the result of a new op.
    fn value(&mut self, ty: Type, depth: usize) -> Ssa {
        let place = &mut self.place;
        let choice = self.random.below(20);
        let simple = matches!(
            interp::shape(self.ctx, lanes(self.ctx, ty).1),
            ValueType::Struct(_) | ValueType::Uniform(..)
        );
        if choice < 7 && !simple {
            let attr = random_attr(self.ctx, self.random, ty);
            let constant = place.constant(self.ctx, ty, attr);
            self.values.push(constant);
            return constant;
        }
        let there: Vec<Ssa> =
            self.values.iter().copied().filter(|&v| place.body.value_type(v) == ty).collect();
        if choice < 11 && !there.is_empty() {
            return self.random.pick(&there);
        }
        let partners = self.producers.partners.get(&ty);
        let of_wanted: Vec<&Producer> =
            self.producers.of.get(&self.wanted).into_iter().flatten().filter(|p| p.result == ty).collect();
        let chosen = match choice {
            _ if depth == 0 => None,
            11 | 12 if !of_wanted.is_empty() => Some(self.random.pick(&of_wanted).clone()),
            13..=17 => partners.map(|list| list[self.random.below(list.len())].clone()),
            18 => self.producers.all.get(&ty).map(|list| list[self.random.below(list.len())].clone()),
            _ => None,
        };
        if let Some(producer) = chosen {
            let made = self.emit(&producer, depth - 1);
            return self.place.body.result(made, 0);
        }
        let block = self.place.block;
        let argument = Builder::new(&mut self.place.body).add_arg(block, ty);
        self.values.push(argument);
        argument
    }
}

/// Evaluates both expressions on several inputs and compares the results.
fn compare(ctx: &Context, random: &mut Random, before: &Place, after: &Place, what: &str) {
    let result = before.body.last_op(before.block).expect("it ends");
    let ty = before.body.value_type(before.body.operand(result, 0));
    for _ in 0..12 {
        let args: Vec<_> = before
            .body
            .args(before.block)
            .iter()
            .map(|&arg| random_value(ctx, random, before.body.value_type(arg)))
            .collect();
        let (expected, found) = (run(ctx, before, &args), run(ctx, after, &args));
        assert!(
            agrees(ctx, ty, &expected[0], &found[0]),
            "{what} of {args:?}: {expected:?} became {found:?}\n{before:?}\n{after:?}",
            before = before.body,
            after = after.body
        );
    }
}

fn random_value(ctx: &Context, random: &mut Random, ty: Type) -> interp::Value {
    match elements(ctx, ty) {
        parts if parts.is_empty() => value(ctx, ty, random_attr(ctx, random, ty)),
        parts => interp::Value::composite(parts.iter().map(|&ty| random_value(ctx, random, ty)).collect()),
    }
}

/// Number of times that a rule must apply.
const ENOUGH: usize = 6;
const ATTEMPTS: usize = 400_000;

/// Generates expressions that end in the op `wanted`, until `apply` has changed enough of them. Returns the number of
/// changed expressions.
fn exercise(
    ctx: &Context,
    random: &mut Random,
    producers: &Producers,
    (wanted, what): (OpDefId, &str),
    mut apply: impl FnMut(&mut Place, Op) -> bool,
) -> usize {
    let sink = ctx.registry().op_by_name("spv.mlir.merge").expect("it is registered");
    let Some(own) = producers.of.get(&wanted) else { return 0 };
    let mut applied = 0;
    for _ in 0..ATTEMPTS {
        if applied == ENOUGH {
            break;
        }
        let mut maker = Maker { ctx, random, producers, place: Place::new(), wanted, values: Vec::new() };
        let last = maker.random.below(own.len());
        let depth = 1 + maker.random.below(3);
        let op = maker.emit(&own[last], depth);
        let mut before = maker.place;
        let result = before.body.result(op, 0);
        before.add(NewOp { operands: &[result], ..NewOp::new(sink) });
        let mut after = Place { body: before.body.clone(), block: before.block };
        if apply(&mut after, op) {
            applied += 1;
            compare(ctx, random, &before, &after, what);
        }
    }
    applied
}

/// Patterns for ops with side effects or pointers, which other tests cover. The module `memory` tests most of them.
/// `tests/lit/passes/canonicalize_offsets.mlir` tests the patterns for images, and `canonicalize_predicated.mlir` those
/// for predicated accesses.
const ELSEWHERE: &[&str] = &[
    "spv.AccessChain",
    "spv.InBoundsAccessChain",
    "spv.PtrAccessChain",
    "spv.InBoundsPtrAccessChain",
    "spv.PtrCastToGeneric",
    "spv.PredicatedLoadINTEL",
    "spv.PredicatedStoreINTEL",
    "spv.Store",
    "spv.mlir.selection",
];

/// A pattern that examines a load, as op name and pattern index. The module `memory` tests it.
const PART_OF_LOAD: (&str, usize) = ("spv.CompositeExtract", 5);

#[test]
fn each_pattern_keeps_what_is_computed() {
    let ctx = spv_opt::context();
    let mut random = Random(11);
    let producers = producers(&ctx, &mut random);
    let mut never = Vec::new();
    let mut count = 0;
    for (index, info) in ctx.registry().ops().iter().enumerate() {
        let name = info.row.name;
        if ELSEWHERE.contains(&name) || name.starts_with("spv.Image") {
            continue;
        }
        let def = OpDefId(index as u16);
        for (i, &pattern) in info.canonicalize.iter().enumerate() {
            if (name, i) == PART_OF_LOAD {
                continue;
            }
            let mut patterns = Patterns::default();
            patterns.add(def, pattern);
            let config = Config { fold: false, ..Config::default() };
            let what = format!("pattern {i} of {name}");
            let applied = exercise(&ctx, &mut random, &producers, (def, &what), |after, _| {
                greedy_driver::rewrite(&ctx, &mut after.body, &patterns, config, None).changes > 0
            });
            count += 1;
            if applied < ENOUGH {
                never.push(format!("{what}: {applied}"));
            }
        }
    }
    assert!(never.is_empty(), "too seldom: {never:#?}");
    assert!(count > 100, "only {count} patterns");
}

/// Ops on pointers, which random expressions do not contain. The module `memory` tests them.
const OF_POINTERS: &[&str] = &[
    "spv.AccessChain",
    "spv.GenericCastToPtr",
    "spv.InBoundsAccessChain",
    "spv.PtrEqual",
    "spv.PtrNotEqual",
];

#[test]
fn each_fold_keeps_what_is_computed() {
    let ctx = spv_opt::context();
    let mut random = Random(12);
    let producers = producers(&ctx, &mut random);
    let mut never = BTreeSet::new();
    for (def, info) in foldable(&ctx) {
        if !info.row.params.iter().all(|p| matches!(p.kind, ParamKind::Value | ParamKind::Word)) {
            continue;
        }
        let applied = exercise(&ctx, &mut random, &producers, (def, info.row.name), |after, op| {
            let constant = |value: Ssa| spv_opt::ir::rewrite::constant_of(&ctx, &after.body, value).is_some();
            let known = after.body.operands(op).all(constant);
            greedy_driver::rewrite(&ctx, &mut after.body, &Patterns::default(), Config::default(), None);
            after.body.is_dead(op) && !known
        });
        if applied < ENOUGH {
            never.insert(info.row.name);
        }
    }
    assert_eq!(never.into_iter().collect::<Vec<_>>(), OF_POINTERS);
}
