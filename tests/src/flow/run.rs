//! Runs the functions that [`super::module_text`] makes, or what became of them, in CFG form.

use rustc_hash::FxHashMap;
use spv_opt::Context;
use spv_opt::ir::analysis::edge_count;
use spv_opt::ir::dialect::Traits;
use spv_opt::ir::{AttrData, Attribute, Block, Body, Op, Value};

/// What a function did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The numbers that it stored at `@trace`, in order; the first of them if they are many.
    pub stores: Vec<u32>,
    /// The op that it ended with; absent where it was stopped.
    pub end: Option<&'static str>,
}

/// A number, a place, or something undefined.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Data {
    Number(u32),
    Place(String, u32),
    Undefined,
}

/// Runs a function until it ends or has stored so many numbers. `seed` is the state it begins with.
///
/// # Errors
/// What a function must not do: go by undefined numbers or store them, or go on without storing.
pub fn trace(ctx: &Context, body: &Body, seed: u32, most: usize) -> Result<Trace, String> {
    let mut run = Run { ctx, body, values: FxHashMap::default(), memory: FxHashMap::default() };
    run.memory.insert(("state".to_owned(), 0), seed);
    let mut trace = Trace { stores: Vec::new(), end: None };
    let mut block = body.first_block(body.root()).ok_or("no block")?;
    let mut idle = 0;
    while trace.stores.len() < most {
        let stored = trace.stores.len();
        let last = body.last_op(block).ok_or("a block without terminator")?;
        for op in body.ops(block).filter(|&op| op != last) {
            run.op(op, &mut trace)?;
        }
        match run.terminator(last)? {
            Next::Block(next) => block = next,
            Next::End(name) => {
                trace.end = Some(name);
                break;
            }
        }
        idle = if trace.stores.len() == stored { idle + 1 } else { 0 };
        if idle > 10_000 {
            return Err("it goes round without doing anything".into());
        }
    }
    trace.stores.truncate(most);
    Ok(trace)
}

struct Run<'a> {
    ctx: &'a Context,
    body: &'a Body,
    values: FxHashMap<Value, Data>,
    memory: FxHashMap<(String, u32), u32>,
}

enum Next {
    Block(Block),
    End(&'static str),
}

impl Run<'_> {
    fn value(&self, value: Value) -> Result<Data, String> {
        self.values.get(&value).cloned().ok_or_else(|| format!("{value:?} is read before it is defined"))
    }

    fn number(&self, value: Value, what: &str) -> Result<u32, String> {
        match self.value(value)? {
            Data::Number(n) => Ok(n),
            other => Err(format!("{what} is {other:?}")),
        }
    }

    fn operand(&self, op: Op, n: usize) -> Result<Data, String> {
        self.value(self.body.operand(op, n))
    }

    fn name(&self, op: Op) -> &'static str {
        self.ctx.registry().op(self.body.def(op)).row.name
    }

    fn op(&mut self, op: Op, trace: &mut Trace) -> Result<(), String> {
        let body = self.body;
        let slot = |n: usize| Attribute::from_raw(body.slot(op, n));
        let result = match self.name(op) {
            "spv.Constant" => {
                Data::Number(slot(0).and_then(|a| self.ctx.attr_u64(a)).ok_or("no integer")? as u32)
            }
            "spv.mlir.addressof" => {
                let name = slot(0).and_then(|a| self.ctx.attr_symbol(a)).ok_or("no symbol")?;
                Data::Place(self.ctx.str(name).to_owned(), 0)
            }
            "spv.Undef" => Data::Undefined,
            "spv.AccessChain" => match (self.operand(op, 0)?, self.operand(op, 1)?) {
                (Data::Place(name, _), Data::Number(n)) => Data::Place(name, n),
                other => return Err(format!("an access chain of {other:?}")),
            },
            "spv.Load" => match self.operand(op, 0)? {
                Data::Place(name, n) => Data::Number(self.memory.get(&(name, n)).copied().unwrap_or(0)),
                other => return Err(format!("a load from {other:?}")),
            },
            "spv.Store" => {
                let number = self.number(body.operand(op, 1), "what is stored")?;
                match self.operand(op, 0)? {
                    Data::Place(name, _) if name == "trace" => trace.stores.push(number),
                    Data::Place(name, n) => drop(self.memory.insert((name, n), number)),
                    other => return Err(format!("a store to {other:?}")),
                }
                return Ok(());
            }
            "spv.FunctionCall" => return Ok(()),
            name => match (self.operand(op, 0)?, self.operand(op, 1)?) {
                (Data::Number(a), Data::Number(b)) => Data::Number(binary(name, a, b)?),
                _ => Data::Undefined,
            },
        };
        self.values.insert(body.result(op, 0), result);
        Ok(())
    }

    fn terminator(&mut self, op: Op) -> Result<Next, String> {
        let body = self.body;
        let name = self.name(op);
        let edges = edge_count(self.ctx.registry(), body, op);
        let number = match name {
            "spv.Branch" => 0,
            "spv.BranchConditional" => usize::from(self.number(body.operand(op, 0), "a condition")? == 0),
            "spv.Switch" => {
                let selector = self.number(body.operand(op, 0), "a selector")?;
                let literals = match Attribute::from_raw(body.slot(op, 0)).map(|a| self.ctx.attr_data(a)) {
                    Some(AttrData::Dense { elements, .. }) => elements.clone(),
                    _ => Box::default(),
                };
                let is = |n: &usize| literals.get(n - 1).or(literals.first()) == Some(&selector.into());
                (1..edges).find(is).unwrap_or(0)
            }
            "spv.Unreachable" => return Err("what is unreachable was reached".into()),
            _ if self.ctx.registry().op(body.def(op)).traits.contains(Traits::TERMINATOR) => {
                return Ok(Next::End(name));
            }
            _ => return Err(format!("`{name}` is no terminator")),
        };
        let to = body.successor(op, number);
        let passed: Result<Vec<Data>, String> =
            body.successor_args(op, number).map(|v| self.value(v)).collect();
        for (&arg, value) in body.args(to).iter().zip(passed?) {
            self.values.insert(arg, value);
        }
        Ok(Next::Block(to))
    }
}

fn binary(name: &str, a: u32, b: u32) -> Result<u32, String> {
    Ok(match name {
        "spv.IAdd" => a.wrapping_add(b),
        "spv.IMul" => a.wrapping_mul(b),
        "spv.BitwiseAnd" => a & b,
        "spv.ShiftRightLogical" => a >> (b & 31),
        "spv.UMod" => a.checked_rem(b).unwrap_or(0),
        "spv.IEqual" => u32::from(a == b),
        _ => return Err(format!("`{name}` is not known here")),
    })
}
