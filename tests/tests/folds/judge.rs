//! Evaluator of straight-line expressions for many inputs at once
//!
//! The reference interpreter fills the lookup tables of the ops.

use super::place::Place;
use super::signatures::interp_width;
use super::values::{lanes, value};
use rustc_hash::FxHashMap;
use spv_opt::dialect::generated::opcodes as op;
use spv_opt::ir::dialect::{OpDefId, Traits};
use spv_opt::ir::{Attribute, Context, Op, Type, Value as Ssa};
use spv_tests::interp::{Inst, Value, eval_op};

/// Representation of an undefined value. No tested type has 64 bits, so no defined value has these bits.
pub const UNDEFINED: u64 = u64::MAX;

/// The results of an SSA value for all inputs; a single element if they are all the same.
pub type Column = Vec<u64>;

/// The interpreter's results for a scalar op, indexed by operand values.
enum Table {
    /// Results indexed by the only operand, which has at most 16 bits.
    One(Vec<u64>),
    /// Results indexed by two operands of at most 8 bits each. The first operand is the high byte of the index.
    /// `u16::MAX` denotes an undefined result.
    Two(Vec<u16>),
    /// No table, because the op is a select, whose result is one of its operands.
    Choice,
    /// No table, because the operands have too many values. The interpreter evaluates the op for each input.
    Ask,
}

/// An op definition, the operand types, and the result type.
type Key = (OpDefId, [Option<Type>; 4], Type);

/// An evaluator of expressions, which caches a table for each op and its types.
pub struct Judge<'c> {
    ctx: &'c Context,
    tables: FxHashMap<Key, Table>,
}

impl<'c> Judge<'c> {
    pub fn new(ctx: &'c Context) -> Judge<'c> {
        Judge { ctx, tables: FxHashMap::default() }
    }

    /// Returns the results of each SSA value in a block, by value index. Each vector lane counts as a separate input.
    pub fn values(&mut self, place: &Place, inputs: &[Column]) -> Vec<Option<Column>> {
        let body = &place.body;
        let mut known: Vec<Option<Column>> = vec![None; body.value_count()];
        for (arg, column) in body.args(place.block).iter().zip(inputs) {
            known[arg.index()] = Some(column.clone());
        }
        let mut at = body.first_op(place.block);
        while let Some(op) = at {
            at = body.next(op);
            if body.result_count(op) == 1 {
                let column = self.op(place, op, &known);
                known[body.result(op, 0).index()] = Some(column);
            }
        }
        known
    }

    /// Returns the results of the terminator's operand.
    pub fn result(&mut self, place: &Place, inputs: &[Column]) -> Column {
        let last = place.body.last_op(place.block).expect("it ends");
        let result: Ssa = place.body.operand(last, 0);
        self.values(place, inputs)[result.index()].take().expect("it is computed")
    }

    /// Returns the value of each lane of a constant attribute.
    pub fn constant(&self, ty: Type, attr: Attribute) -> Column {
        let value = value(self.ctx, ty, attr);
        match value.parts() {
            Some(parts) => parts.iter().map(bits).collect(),
            None => vec![bits(&value)],
        }
    }

    fn op(&mut self, place: &Place, op: Op, known: &[Option<Column>]) -> Column {
        let body = &place.body;
        let def = self.ctx.registry().op(body.def(op));
        let ty = body.value_type(body.result(op, 0));
        if def.traits.contains(Traits::CONSTANT_LIKE) {
            return self.constant(ty, body.slot_attr(op, 0).expect("a constant has a value"));
        }
        let element = |ty| lanes(self.ctx, ty).1;
        let mut types = [None; 4];
        for (place, value) in types.iter_mut().zip(body.operands(op)) {
            *place = Some(element(body.value_type(value)));
        }
        let key = (body.def(op), types, element(ty));
        let ctx = self.ctx;
        let table = self.tables.entry(key).or_insert_with(|| table(ctx, key));
        let mut columns: [&[u64]; 4] = [&[]; 4];
        for (column, value) in columns.iter_mut().zip(body.operands(op)) {
            *column = known[value.index()].as_deref().expect("operands come first");
        }
        match (&*table, columns) {
            (Table::One(results), [a, ..]) => {
                let result = |&a: &u64| if a == UNDEFINED { a } else { results[a as usize] };
                a.iter().map(result).collect()
            }
            (Table::Two(results), [&[a], b, ..]) => b.iter().map(|&b| two(results, a, b)).collect(),
            (Table::Two(results), [a, &[b], ..]) => a.iter().map(|&a| two(results, a, b)).collect(),
            (Table::Two(results), [a, b, ..]) => a.iter().zip(b).map(|(&a, &b)| two(results, a, b)).collect(),
            (Table::Choice, _) => each(columns, |[c, a, b, _]| match c {
                UNDEFINED => UNDEFINED,
                0 => b,
                _ => a,
            }),
            (Table::Ask, _) => each(columns, |bits| ask(ctx, key, &bits)),
        }
    }
}

fn two(results: &[u16], a: u64, b: u64) -> u64 {
    if a == UNDEFINED || b == UNDEFINED {
        return UNDEFINED;
    }
    match results[(a << 8 | b) as usize] {
        u16::MAX => UNDEFINED,
        bits => bits.into(),
    }
}

/// Applies `f` to the values of four columns, for each input.
fn each(columns: [&[u64]; 4], f: impl Fn([u64; 4]) -> u64) -> Column {
    let rows = columns.iter().map(|column| column.len()).max().unwrap_or(0).max(1);
    let at = |column: &[u64], row: usize| match column {
        [] => 0,
        [one] => *one,
        all => all[row],
    };
    (0..rows).map(|row| f(columns.map(|column| at(column, row)))).collect()
}

fn bits(value: &Value) -> u64 {
    value.bits().unwrap_or(UNDEFINED)
}

/// Evaluates an op with the scalar operands `args` in the interpreter.
fn ask(ctx: &Context, (def, types, ty): Key, args: &[u64]) -> u64 {
    let types: Vec<Type> = types.into_iter().flatten().collect();
    let value = |&bits: &u64| if bits == UNDEFINED { Value::Undef } else { Value::Bits(bits) };
    let args: Vec<Value> = args[..types.len()].iter().map(value).collect();
    let row = ctx.registry().op(def).row;
    let found = eval_op(ctx, &Inst::new(row, ty, &types, &[]), &args);
    bits(&found.unwrap_or_else(|_| panic!("the interpreter does not know {} of {types:?}", row.name)))
}

fn table(ctx: &Context, key: Key) -> Table {
    let (def, types, ty) = key;
    let row = ctx.registry().op(def).row;
    let width = |ty: Type| interp_width(ctx, ty);
    let passes_undefined = |count: usize| {
        (0..count).all(|i| {
            let mut args = [1; 4];
            args[i] = UNDEFINED;
            ask(ctx, key, &args) == UNDEFINED
        })
    };
    match types {
        _ if (row.set, row.opcode) == (0, op::SELECT) => Table::Choice,
        [Some(a), None, ..] if width(a) <= 16 && passes_undefined(1) => {
            Table::One((0..1 << width(a)).map(|bits| ask(ctx, key, &[bits])).collect())
        }
        [Some(a), Some(b), None, _]
            if width(a) <= 8 && width(b) <= 8 && width(ty) <= 8 && passes_undefined(2) =>
        {
            let mut results = vec![u16::MAX; 1 << 16];
            for x in 0..1 << width(a) {
                for y in 0..1 << width(b) {
                    let bits = ask(ctx, key, &[x, y]);
                    results[(x << 8 | y) as usize] = u16::try_from(bits).unwrap_or(u16::MAX);
                }
            }
            Table::Two(results)
        }
        _ => Table::Ask,
    }
}

/// Returns the index of the first input whose result in `after` does not refine the result in `before`. Returns `None`
/// if all results are refined.
pub fn difference(before: &Column, after: &Column) -> Option<usize> {
    let at = |column: &Column, row: usize| column[if column.len() == 1 { 0 } else { row }];
    let rows = before.len().max(after.len());
    (0..rows).find(|&row| at(before, row) != UNDEFINED && at(before, row) != at(after, row))
}
