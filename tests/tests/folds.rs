//! Folds and canonicalization patterns against the reference interpreter, which knows nothing of them.

use spv_opt::dialect::fold::{self, Facts};
use spv_opt::dialect::generated::opcodes as op;
use spv_opt::ir::dialect::{OpDef, ParamKind, Traits};
use spv_opt::ir::rewrite::{Config, Patterns, greedy};
use spv_opt::ir::{
    At, AttrData, Attribute, Block, Body, Builder, Context, FloatKind, NewOp, Op, Signedness, Type, TypeData,
    Value as Ssa,
};
use spv_tests::interp::{self, Inst, Shape, Value, eval_op};

/// A small generator of numbers: splitmix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    /// Bits of a scalar: edge cases most often.
    fn scalar(&mut self, shape: &Shape) -> u64 {
        let width = match shape {
            Shape::Bool => return self.next() & 1,
            Shape::Int { width, .. } => *width,
            Shape::Float(kind) => kind.width(),
            other => panic!("{other:?} is no scalar"),
        };
        let mask = u64::MAX >> (64 - width);
        let edges = match shape {
            Shape::Float(kind) => float_edges(*kind),
            _ => vec![
                0,
                1,
                2,
                3,
                width.into(),
                u64::from(width) - 1,
                mask,
                mask >> 1,
                (mask >> 1) + 1,
                mask - 1,
            ],
        };
        match self.below(4) {
            0 => self.next() & mask,
            1 if !matches!(shape, Shape::Float(_)) => (self.next() % 40) & mask,
            _ => self.pick(&edges) & mask,
        }
    }
}

/// Zeros, ones, halves, denormals, infinities, NaN and neighbours, of both signs.
fn float_edges(kind: FloatKind) -> Vec<u64> {
    let (exponents, fractions) = match kind {
        FloatKind::F16 => (5, 10),
        FloatKind::F32 => (8, 23),
        _ => (11, 52),
    };
    let bias: u64 = (1 << (exponents - 1)) - 1;
    let one = bias << fractions;
    let infinity: u64 = ((1 << exponents) - 1) << fractions;
    let list = [
        0,
        1,
        (1 << fractions) - 1,
        1 << fractions,
        one,
        one + 1,
        one - 1,
        (bias - 1) << fractions,
        (bias + 1) << fractions,
        (bias + 1) << fractions | 1 << (fractions - 1),
        (bias + 4) << fractions | 5,
        infinity - 1,
        infinity,
        infinity | 1 << (fractions - 1),
    ];
    let sign = 1 << (exponents + fractions);
    list.iter().flat_map(|bits| [*bits, *bits | sign]).collect()
}

fn attr(ctx: &Context, ty: Type, bits: &[u64]) -> Attribute {
    match ctx.type_data(ty) {
        TypeData::Integer { width: 1, .. } => ctx.attr(AttrData::Bool(bits[0] != 0)),
        TypeData::Integer { .. } => ctx.int_attr(bits[0], ty),
        TypeData::Float(_) => ctx.attr(AttrData::Float { bits: bits[0], ty }),
        _ => {
            let same = bits.iter().all(|b| *b == bits[0]);
            let elements = if same { &bits[..1] } else { bits };
            ctx.attr(AttrData::Dense { ty, elements: elements.into() })
        }
    }
}

/// Number and type of the lanes.
fn lanes(ctx: &Context, ty: Type) -> (usize, Type) {
    match ctx.type_data(ty) {
        TypeData::Vector { dims, element } => (dims[0] as usize, *element),
        _ => (1, ty),
    }
}

fn random_attr(ctx: &Context, random: &mut Random, ty: Type) -> Attribute {
    let (count, element) = lanes(ctx, ty);
    let shape = interp::shape(ctx, element);
    let splat = random.below(2) == 0;
    let first = random.scalar(&shape);
    let bits: Vec<u64> =
        (0..count).map(|i| if splat || i == 0 { first } else { random.scalar(&shape) }).collect();
    attr(ctx, ty, &bits)
}

fn value(ctx: &Context, ty: Type, attr: Attribute) -> Value {
    interp::constant(ctx, attr, ty, &mut |_| None).expect("the constant has a value")
}

/// Whether a result may be replaced by another: any NaN by any NaN.
fn agrees(ctx: &Context, ty: Type, before: &Value, after: &Value) -> bool {
    if let (Some(a), Some(b)) = (before.parts(), after.parts()) {
        let part = |i: usize| match interp::shape(ctx, ty) {
            Shape::Struct(members) => members[i],
            Shape::Uniform(_, element) => element,
            other => panic!("{other:?} has no parts"),
        };
        return a.len() == b.len() && (0..a.len()).all(|i| agrees(ctx, part(i), &a[i], &b[i]));
    }
    before.refined_by(after) || (is_nan(ctx, ty, before) && is_nan(ctx, ty, after))
}

fn is_nan(ctx: &Context, ty: Type, value: &Value) -> bool {
    let (Shape::Float(kind), Some(bits)) = (interp::shape(ctx, ty), value.bits()) else { return false };
    let (infinity, magnitude) = match kind {
        FloatKind::F16 => (0x7C00, bits & 0x7FFF),
        FloatKind::F32 => (0x7F80_0000, bits & 0x7FFF_FFFF),
        _ => (0x7FF0_0000_0000_0000, bits & !(1 << 63)),
    };
    magnitude > infinity
}

/// Whether some part of a value is undefined.
fn is_open(value: &Value) -> bool {
    match value.parts() {
        Some(parts) => parts.iter().any(is_open),
        None => *value == Value::Undef,
    }
}

/// What operands an op has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Int,
    Float,
    Bool,
}

fn class(name: &str) -> Class {
    const FLOAT: &[&str] = &[
        "IsNan",
        "IsInf",
        "IsFinite",
        "IsNormal",
        "SignBitSet",
        "LessOrGreater",
        "Ordered",
        "Unordered",
        "GLSL.Round",
        "GLSL.RoundEven",
        "GLSL.Trunc",
        "GLSL.Floor",
        "GLSL.Ceil",
        "GLSL.Fract",
        "GLSL.Step",
        "GLSL.Sqrt",
        "GLSL.Fma",
        "GLSL.FAbs",
        "GLSL.FSign",
        "GLSL.FMin",
        "GLSL.FMax",
        "GLSL.FClamp",
        "GLSL.NMin",
        "GLSL.NMax",
        "GLSL.NClamp",
    ];
    let name = name.trim_start_matches("spv.");
    let mut letters = name.chars();
    let f = letters.next() == Some('F') && letters.next().is_some_and(char::is_uppercase);
    if FLOAT.contains(&name) || (f && !name.contains('.')) {
        Class::Float
    } else if name.starts_with("Logical") {
        Class::Bool
    } else {
        Class::Int
    }
}

/// The types that an op is tried with: of its operands, and of its result.
fn signatures(ctx: &Context, def: &OpDef) -> Vec<(Vec<Type>, Type)> {
    let int = |width, signedness| ctx.int_type(width, signedness);
    let ints: Vec<Type> = [8, 16, 32, 64]
        .into_iter()
        .flat_map(|w| [int(w, Signedness::Signless), int(w, Signedness::Signed)])
        .collect();
    let floats: Vec<Type> =
        [FloatKind::F16, FloatKind::F32, FloatKind::F64].map(|k| ctx.float_type(k)).into();
    let bit = ctx.common().i1;
    let vectors =
        |types: &[Type]| -> Vec<Type> { types.iter().flat_map(|&ty| [ty, ctx.vector_type(3, ty)]).collect() };
    let like = |ty: Type, element: Type| match ctx.type_data(ty) {
        TypeData::Vector { dims, .. } => ctx.vector_type(dims[0], element),
        _ => element,
    };
    let of_class = |class| match class {
        Class::Int => vectors(&ints),
        Class::Float => vectors(&floats),
        Class::Bool => vectors(&[bit]),
    };
    // Pointers are no constants.
    if matches!(def.row.opcode, op::PTR_EQUAL | op::PTR_NOT_EQUAL) && def.row.set == 0 {
        return Vec::new();
    }
    let count = def.row.params.iter().filter(|p| matches!(p.kind, ParamKind::Value)).count();
    if def.traits.contains(Traits::SAME_TYPE) {
        let types = of_class(class(def.row.name));
        return types.into_iter().map(|ty| (vec![ty; count], ty)).collect();
    }
    if def.traits.contains(Traits::COMPARISON) {
        let types = of_class(class(def.row.name));
        return types.into_iter().map(|ty| (vec![ty; count], like(ty, bit))).collect();
    }
    let convert = |from: &[Type], to: &[Type]| -> Vec<(Vec<Type>, Type)> {
        let pairs = from.iter().flat_map(|&a| to.iter().map(move |&b| (a, b)));
        let pairs = pairs.filter(|(a, b)| a != b);
        pairs
            .flat_map(|(a, b)| [(vec![a], b), (vec![ctx.vector_type(2, a)], ctx.vector_type(2, b))])
            .collect()
    };
    if def.row.set != 0 {
        return Vec::new();
    }
    match def.row.opcode {
        op::SHIFT_LEFT_LOGICAL | op::SHIFT_RIGHT_LOGICAL | op::SHIFT_RIGHT_ARITHMETIC => vectors(&ints)
            .into_iter()
            .flat_map(|ty| [(vec![ty, ty], ty), (vec![ty, like(ty, ints[4])], ty)])
            .collect(),
        op::BIT_FIELD_INSERT => ints.iter().map(|&ty| (vec![ty, ty, ints[4], ints[4]], ty)).collect(),
        op::BIT_FIELD_S_EXTRACT | op::BIT_FIELD_U_EXTRACT => {
            ints.iter().map(|&ty| (vec![ty, ints[4], ints[4]], ty)).collect()
        }
        op::SELECT => {
            let all = [vectors(&ints), vectors(&floats), vectors(&[bit])].concat();
            all.into_iter().map(|ty| (vec![like(ty, bit), ty, ty], ty)).collect()
        }
        op::VECTOR_TIMES_SCALAR => {
            floats.iter().map(|&ty| (vec![ctx.vector_type(3, ty), ty], ctx.vector_type(3, ty))).collect()
        }
        op::CONVERT_F_TO_S | op::CONVERT_F_TO_U => convert(&floats, &ints),
        op::CONVERT_S_TO_F | op::CONVERT_U_TO_F => convert(&ints, &floats),
        op::F_CONVERT => convert(&floats, &floats),
        op::U_CONVERT | op::S_CONVERT | op::SAT_CONVERT_S_TO_U | op::SAT_CONVERT_U_TO_S => {
            let different = |(a, b): &(Vec<Type>, Type)| {
                interp_width(ctx, lanes(ctx, a[0]).1) != interp_width(ctx, lanes(ctx, *b).1)
            };
            convert(&ints, &ints).into_iter().filter(different).collect()
        }
        op::BITCAST => {
            let all = [vectors(&ints), vectors(&floats)].concat();
            let bits = |ty: Type| {
                let (count, element) = lanes(ctx, ty);
                count as u32 * interp_width(ctx, element)
            };
            let pairs = all.iter().flat_map(|&a| all.iter().map(move |&b| (a, b)));
            let mut list: Vec<_> =
                pairs.filter(|&(a, b)| a != b && bits(a) == bits(b)).map(|(a, b)| (vec![a], b)).collect();
            let two = ctx.vector_type(2, ints[4]);
            list.extend([(vec![two], floats[2]), (vec![floats[2]], two)]);
            list
        }
        op::ANY | op::ALL => vec![(vec![ctx.vector_type(3, bit)], bit)],
        op::I_ADD_CARRY | op::I_SUB_BORROW | op::U_MUL_EXTENDED | op::S_MUL_EXTENDED => {
            vectors(&ints).into_iter().map(|ty| (vec![ty, ty], pair(ctx, ty))).collect()
        }
        op::VECTOR_EXTRACT_DYNAMIC => vec![(vec![ctx.vector_type(3, ints[4]), ints[4]], ints[4])],
        op::VECTOR_INSERT_DYNAMIC => {
            let vector = ctx.vector_type(3, floats[1]);
            vec![(vec![vector, floats[1], ints[4]], vector)]
        }
        _ => Vec::new(),
    }
}

fn interp_width(ctx: &Context, ty: Type) -> u32 {
    match interp::shape(ctx, ty) {
        Shape::Int { width, .. } => width,
        Shape::Float(kind) => kind.width(),
        _ => 1,
    }
}

/// A struct of two members of a type.
fn pair(ctx: &Context, ty: Type) -> Type {
    use spv_opt::dialect::types;
    let def = types::type_def(ctx.registry(), op::TYPE_STRUCT).expect("structs are registered");
    ctx.param_type(def, &types::struct_params(ctx, None, &[ty, ty], &[None; 2], &[None; 2]), 0)
}

/// A body with one block, and an op in it.
struct Place {
    body: Body,
    block: Block,
}

impl Place {
    fn new() -> Place {
        let mut body = Body::default();
        let root = body.root();
        let block = Builder::new(&mut body).append_block(root);
        Place { body, block }
    }

    fn add(&mut self, new: NewOp<'_>) -> Op {
        Builder::at(&mut self.body, At::End(self.block)).create(new)
    }

    fn constant(&mut self, ctx: &Context, ty: Type, attr: Attribute) -> Ssa {
        let def = ctx.registry().op_by_name("spv.Constant").expect("it is registered");
        let op = self.add(NewOp { slots: &[attr.raw()], results: &[ty], ..NewOp::new(def) });
        self.body.result(op, 0)
    }
}

/// Ops with folds, with their definitions.
fn foldable(ctx: &Context) -> Vec<(spv_opt::ir::dialect::OpDefId, OpDef)> {
    let ops = ctx.registry().ops().iter().enumerate();
    ops.filter(|(_, def)| def.fold.is_some())
        .map(|(i, def)| (spv_opt::ir::dialect::OpDefId(i as u16), *def))
        .collect()
}

/// One op of constants: what the fold and the interpreter say.
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

/// Is given a definition, a place, an op, the types of its operands and that of its result.
type Each<'a> = &'a mut dyn FnMut(&Context, &OpDef, &Place, Op, &[Type], Type);

/// Runs `each` for each op with constant folds, and each of its signatures.
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
        for _ in 0..120 {
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
        // Of integers and bools everything that is defined is folded.
        let float = |ty: &Type| matches!(interp::shape(ctx, lanes(ctx, *ty).1), Shape::Float(_));
        if !types.iter().any(float) && !float(&ty) {
            assert_eq!(folded, total, "{} of {types:?}", def.row.name);
        } else {
            assert!(total == 0 || folded > 0, "{} of {types:?} is never folded", def.row.name);
        }
    });
    assert_eq!(unknown.into_iter().collect::<Vec<_>>(), UNKNOWN, "what the interpreter cannot judge");
    assert!(known.len() > 100, "only {} ops are judged", known.len());
}

/// Ops that the interpreter does not know.
const UNKNOWN: &[&str] = &["spv.GLSL.Fma", "spv.QuantizeToF16"];

#[test]
fn integers_of_8_bits_exhaustively() {
    each_signature(&mut |ctx, def, place, the_op, types, ty| {
        let bytes = [Signedness::Signless, Signedness::Signed].map(|s| ctx.int_type(8, s));
        let Some(&byte) = types.first().filter(|ty| bytes.contains(ty)) else { return };
        if types.iter().any(|ty| *ty != byte) || types.len() > 2 {
            return;
        }
        let attrs: Vec<Attribute> = (0..256).map(|bits| attr(ctx, byte, &[bits])).collect();
        for &a in &attrs {
            if types.len() == 1 {
                let done = check(ctx, def, place, the_op, (types, ty), &[a]);
                // Floats may overflow: none does of 8 bits.
                assert_ne!(done, Some(false), "{}", def.row.name);
                continue;
            }
            for &b in &attrs {
                assert_ne!(
                    check(ctx, def, place, the_op, (types, ty), &[a, b]),
                    Some(false),
                    "{}",
                    def.row.name
                );
            }
        }
    });
}

/// What `canonicalize` makes of an op of 8 bits with one operand known, or with the same operand twice: the same
/// result for every value of the other one.
#[test]
fn rules_of_8_bits_exhaustively() {
    let ctx = spv_opt::context();
    let patterns = Patterns::canonical(ctx.registry());
    let sink = ctx.registry().op_by_name("spv.mlir.merge").expect("it is registered");
    let mut changed = std::collections::BTreeSet::new();
    for (id, def) in foldable(&ctx) {
        for (types, ty) in signatures(&ctx, &def) {
            let bytes = [Signedness::Signless, Signedness::Signed].map(|s| ctx.int_type(8, s));
            let [a, b] = types[..] else { continue };
            if a != b || !bytes.contains(&a) || matches!(interp::shape(&ctx, ty), Shape::Struct(_)) {
                continue;
            }
            // The constant on either side, then none.
            let sides = [0, 1].into_iter().flat_map(|side| (0..256).map(move |bits| Some((side, bits))));
            for known in sides.chain([None]) {
                let mut before = Place::new();
                let arg = Builder::new(&mut before.body).add_arg(before.block, a);
                let mut operands = [arg; 2];
                if let Some((side, bits)) = known {
                    operands[side] = before.constant(&ctx, a, attr(&ctx, a, &[bits]));
                }
                let op = before.add(NewOp { operands: &operands, results: &[ty], ..NewOp::new(id) });
                let result = before.body.result(op, 0);
                before.add(NewOp { operands: &[result], ..NewOp::new(sink) });
                let mut after = Place { body: before.body.clone(), block: before.block };
                let outcome = greedy::rewrite(&ctx, &mut after.body, &patterns, Config::default(), None);
                if outcome.changes == 0 {
                    continue;
                }
                changed.insert(def.row.name);
                for x in 0..256 {
                    let args = [Value::Bits(x)];
                    let (expected, found) = (run(&ctx, &before, &args), run(&ctx, &after, &args));
                    assert!(
                        agrees(&ctx, ty, &expected[0], &found[0]),
                        "{} with {known:?} of {x}: {expected:?} became {found:?}",
                        def.row.name
                    );
                }
            }
        }
    }
    assert!(changed.len() > 25, "only {changed:?} changed");
}

/// Values by type that a random program can use.
type Pool = Vec<(Type, Vec<Ssa>)>;

fn known(pool: &Pool, ty: Type) -> &[Ssa] {
    pool.iter().find(|(t, _)| *t == ty).map_or(&[], |(_, values)| values)
}

fn remember(pool: &mut Pool, ty: Type, value: Ssa) {
    match pool.iter_mut().find(|(t, _)| *t == ty) {
        Some((_, values)) => values.push(value),
        None => pool.push((ty, vec![value])),
    }
}

/// Evaluates the ops of a block; the operands of its terminator.
fn run(ctx: &Context, place: &Place, args: &[Value]) -> Vec<Value> {
    let body = &place.body;
    let mut values: std::collections::HashMap<Ssa, Value> =
        body.args(place.block).iter().copied().zip(args.iter().cloned()).collect();
    let mut at = body.first_op(place.block);
    while let Some(op) = at {
        at = body.next(op);
        let def = ctx.registry().op(body.def(op));
        let operands: Vec<Value> = body.operands(op).map(|v| values[&v].clone()).collect();
        if def.traits.contains(Traits::TERMINATOR) {
            return operands;
        }
        let result = body.result(op, 0);
        let ty = body.value_type(result);
        let found = if def.traits.contains(Traits::CONSTANT_LIKE) {
            value(ctx, ty, body.slot_attr(op, 0).expect("a constant has a value"))
        } else {
            let types: Vec<Type> = body.operands(op).map(|v| body.value_type(v)).collect();
            let words = match body.slots(op).first().and_then(|raw| Attribute::from_raw(*raw)) {
                Some(attr) => match ctx.attr_data(attr) {
                    AttrData::Words(words) => words,
                    other => panic!("{}: {other:?}", def.row.name),
                },
                None => &[][..],
            };
            let found = eval_op(ctx, &Inst::new(def.row, ty, &types, words), &operands);
            found.unwrap_or_else(|_| panic!("the interpreter does not know {} of {types:?}", def.row.name))
        };
        values.insert(result, found);
    }
    panic!("a block without terminator")
}

/// A random straight-line program; its terminator takes some values.
fn program(ctx: &Context, random: &mut Random, ops: &[(spv_opt::ir::dialect::OpDefId, OpDef)]) -> Place {
    let mut place = Place::new();
    let word = ctx.int_type(32, Signedness::Signless);
    let types: Vec<Type> = [word, ctx.int_type(8, Signedness::Signed), ctx.common().f32, ctx.common().i1]
        .into_iter()
        .flat_map(|ty| [ty, ctx.vector_type(3, ty)])
        .chain([ctx.float_type(FloatKind::F64), ctx.int_type(64, Signedness::Signless)])
        .collect();
    let mut pool = Pool::new();
    for &ty in &types {
        for _ in 0..2 {
            let arg = Builder::new(&mut place.body).add_arg(place.block, ty);
            remember(&mut pool, ty, arg);
        }
    }
    for _ in 0..8 {
        let ty = random.pick(&types);
        let attr = random_attr(ctx, random, ty);
        let value = place.constant(ctx, ty, attr);
        remember(&mut pool, ty, value);
    }
    let mut results = Vec::new();
    let mut made = 0;
    while made < 40 {
        let (id, def) = &ops[random.below(ops.len())];
        let Some((operand_types, ty, words)) = random_signature(ctx, random, def, &pool) else { continue };
        // The latest values most often: patterns look at what defines an operand.
        let mut pick = |ty: Type| {
            let list = known(&pool, ty);
            let reach = if random.below(3) == 0 { list.len() } else { list.len().min(3) };
            let back = random.below(reach);
            list[list.len() - 1 - back]
        };
        let operands: Vec<Ssa> = operand_types.iter().map(|&ty| pick(ty)).collect();
        let slots: Vec<u32> = match def.slots() {
            0 => Vec::new(),
            _ => vec![ctx.attr(AttrData::Words(words.into())).raw()],
        };
        let op = place.add(NewOp { operands: &operands, slots: &slots, results: &[ty], ..NewOp::new(*id) });
        let value = place.body.result(op, 0);
        remember(&mut pool, ty, value);
        results.push(value);
        made += 1;
    }
    let sink = ctx.registry().op_by_name("spv.mlir.merge").expect("it is registered");
    let kept: Vec<Ssa> = results.iter().copied().filter(|_| random.below(5) == 0).collect();
    place.add(NewOp { operands: &kept, ..NewOp::new(sink) });
    place
}

/// A signature whose operand types have values.
fn random_signature(
    ctx: &Context,
    random: &mut Random,
    def: &OpDef,
    pool: &Pool,
) -> Option<(Vec<Type>, Type, Vec<u32>)> {
    let element = |ty: Type| lanes(ctx, ty).1;
    let vectors: Vec<Type> = pool
        .iter()
        .map(|(ty, _)| *ty)
        .filter(|&ty| lanes(ctx, ty).0 == 3 && !known(pool, element(ty)).is_empty())
        .collect();
    let vector = random.pick(&vectors);
    let mut component = || random.below(3) as u32;
    match def.row.opcode {
        _ if def.row.set != 0 => {}
        op::COMPOSITE_EXTRACT => return Some((vec![vector], element(vector), vec![component()])),
        op::COMPOSITE_INSERT => return Some((vec![element(vector), vector], vector, vec![component()])),
        op::COMPOSITE_CONSTRUCT => return Some((vec![element(vector); 3], vector, vec![])),
        op::VECTOR_SHUFFLE => {
            let words = (0..3).map(|_| component() + 3 * (component() & 1)).collect();
            return Some((vec![vector; 2], vector, words));
        }
        op::COPY_OBJECT => return Some((vec![vector], vector, vec![])),
        _ => {}
    }
    let mut list = signatures(ctx, def);
    list.retain(|(types, ty)| {
        !matches!(interp::shape(ctx, *ty), Shape::Struct(_))
            && types.iter().all(|ty| !known(pool, *ty).is_empty())
    });
    if list.is_empty() {
        return None;
    }
    let (types, ty) = list.swap_remove(random.below(list.len()));
    Some((types, ty, Vec::new()))
}

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
    let patterns = Patterns::canonical(ctx.registry());
    let mut changed = 0;
    for seed in 0..1500 {
        let mut random = Random(seed);
        let before = program(&ctx, &mut random, &ops);
        let mut after = Place { body: before.body.clone(), block: before.block };
        let outcome = greedy::rewrite(&ctx, &mut after.body, &patterns, Config::default(), None);
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
