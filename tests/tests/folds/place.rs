//! Straight-line programs in a single block: construction, evaluation, and random generation

use super::signatures::signatures;
use super::values::{Random, lanes, random_attr, value};
use spv_opt::dialect::generated::opcodes as op;
use spv_opt::ir::dialect::{OpDef, OpDefId, Traits};
use spv_opt::ir::{
    AttrData, Attribute, Block, Body, Builder, Context, FloatKind, InsertPoint, NewOp, Op, Signedness, Type,
    Value as Ssa,
};
use spv_tests::interp::{self, Inst, Value, ValueType, eval_op};

/// A body with a single block.
pub struct Place {
    pub body: Body,
    pub block: Block,
}

impl Place {
    pub fn new() -> Place {
        let mut body = Body::default();
        let root = body.root();
        let block = Builder::new(&mut body).append_block(root);
        Place { body, block }
    }

    pub fn add(&mut self, new: NewOp<'_>) -> Op {
        Builder::at(&mut self.body, InsertPoint::End(self.block)).create(new)
    }

    pub fn constant(&mut self, ctx: &Context, ty: Type, attr: Attribute) -> Ssa {
        let def = ctx.registry().op_by_name("spv.Constant").expect("it is registered");
        let op = self.add(NewOp { slots: &[attr.raw()], results: &[ty], ..NewOp::new(def) });
        self.body.result(op, 0)
    }
}

/// Available values of a random program, by type.
pub type Pool = Vec<(Type, Vec<Ssa>)>;

pub fn known(pool: &Pool, ty: Type) -> &[Ssa] {
    pool.iter().find(|(t, _)| *t == ty).map_or(&[], |(_, values)| values)
}

pub fn remember(pool: &mut Pool, ty: Type, value: Ssa) {
    match pool.iter_mut().find(|(t, _)| *t == ty) {
        Some((_, values)) => values.push(value),
        None => pool.push((ty, vec![value])),
    }
}

/// Evaluates the ops of a block with the given arguments. Returns the values of the terminator's operands.
pub fn run(ctx: &Context, place: &Place, args: &[Value]) -> Vec<Value> {
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
    panic!("a block has no terminator")
}

/// Generates a random straight-line program. The terminator's operands are some of the computed values.
pub fn program(ctx: &Context, random: &mut Random, ops: &[(OpDefId, OpDef)]) -> Place {
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
        // Recent values are chosen more often, because patterns examine the definitions of operands.
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

/// Returns a random signature of an op for which values of all operand types are available. Returns `None` if there is
/// none.
pub fn random_signature(
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
        !matches!(interp::shape(ctx, *ty), ValueType::Struct(_))
            && types.iter().all(|ty| !known(pool, *ty).is_empty())
    });
    if list.is_empty() {
        return None;
    }
    let (types, ty) = list.swap_remove(random.below(list.len()));
    Some((types, ty, Vec::new()))
}
