//! Moves operations on specialization constants from module scope to each use, as in LLVM 14

use super::{NESTED, listed};
use spv_opt::Context;
use spv_opt::dialect::attributes::typed_constant;
use spv_opt::dialect::structure::{CONSTANT, REFERENCE_OF, SPEC_CONSTANT_OPERATION};
use spv_opt::dialect::table::core_row;
use spv_opt::ir::dialect::{OpDefId, OpRow, ParamKind};
use spv_opt::ir::symbols::{SymbolUses, name_of};
use spv_opt::ir::{
    AttrData, Attribute, Body, Builder, Ident, InsertPoint, Location, NewOp, Op, Type, Value, walk,
};
use spv_opt::spv;
use std::collections::HashMap;

/// Maximum number of operations created for one use. Operations that use another operation twice could grow
/// exponentially.
const MOST: usize = 1_000;

/// The `spv.SpecConstantOp` ops of a module.
pub struct Operations {
    by_symbol: HashMap<Ident, Operation>,
    constant: OpDefId,
    reference: OpDefId,
    operation: OpDefId,
}

struct Operation {
    opcode: u32,
    operands: Vec<Operand>,
    /// Raw array attribute of all operands in order, as [`SPEC_CONSTANT_OPERATION`] stores them. 0 if none are
    /// literals.
    list: u32,
    ty: Type,
    loc: Location,
}

#[derive(Clone, Copy)]
enum Operand {
    Symbol(Ident, Type),
    Constant(Attribute, Type),
}

impl Operations {
    /// Collects the operations in the body of an `spv.module`. Returns `None` if there are none.
    pub fn of(ctx: &Context, module: &Body) -> Option<Operations> {
        let def = |row: &OpRow| ctx.registry().op_by_name(row.name);
        let types: HashMap<Ident, Type> = walk::top_ops(module)
            .filter_map(|op| Some((ctx.ident(name_of(ctx, module, op)?), type_of(ctx, module, op)?)))
            .collect();
        let named = walk::top_ops(module).filter(|&op| is_operation(ctx, module, op));
        let by_symbol: HashMap<Ident, Operation> = named
            .filter_map(|op| {
                let name = ctx.ident(name_of(ctx, module, op)?);
                Some((name, Operation::read(ctx, module, op, &types)?))
            })
            .collect();
        let found = Operations {
            by_symbol,
            constant: def(&CONSTANT)?,
            reference: def(&REFERENCE_OF)?,
            operation: def(&SPEC_CONSTANT_OPERATION)?,
        };
        (!found.by_symbol.is_empty()).then_some(found)
    }

    /// Creates a copy of the operation to which the `spv.mlir.referenceof` op `source` refers, before the op `before`.
    /// Returns `None`, without creating any op, if `source` refers to another op or the operation is too large.
    pub fn spread(&self, ctx: &Context, body: &mut Body, source: Op, before: Op) -> Option<Value> {
        if body.def(source) != self.reference {
            return None;
        }
        let symbol = body
            .slot_attr(source, spv::ReferenceOf::SPEC_CONST)
            .and_then(|symbol| ctx.attr_symbol(symbol))?;
        let mut left = MOST;
        self.fits(symbol, &mut left).then(|| self.make(ctx, body, symbol, before))?
    }

    /// Returns whether an operation has at most `left` operations in its operand tree, including itself. Decrements
    /// `left` for each operation in the tree.
    fn fits(&self, symbol: Ident, left: &mut usize) -> bool {
        let Some(operation) = self.by_symbol.get(&symbol) else { return false };
        if *left == 0 {
            return false;
        }
        *left -= 1;
        operation.operands.iter().all(|operand| match operand {
            Operand::Symbol(name, _) if self.by_symbol.contains_key(name) => self.fits(*name, left),
            _ => true,
        })
    }

    /// Creates a copy of an operation and, recursively, of its operands. Returns the result of the copy, or `None` if
    /// `symbol` is not an operation. [`Self::fits`] bounds the recursion depth.
    fn make(&self, ctx: &Context, body: &mut Body, symbol: Ident, before: Op) -> Option<Value> {
        let operation = self.by_symbol.get(&symbol)?;
        let mut operands = Vec::new();
        for operand in &operation.operands {
            let (def, attr, ty) = match *operand {
                Operand::Symbol(name, _) if self.by_symbol.contains_key(&name) => {
                    operands.push(self.make(ctx, body, name, before)?);
                    continue;
                }
                Operand::Symbol(name, ty) => (self.reference, ctx.attr(AttrData::Symbol(name)), ty),
                Operand::Constant(value, ty) => (self.constant, listed(ctx, value, NESTED), ty),
            };
            let new = NewOp { slots: &[attr.raw()], results: &[ty], ..NewOp::new(def) };
            let made = Builder::at(body, InsertPoint::Before(before)).create(new);
            operands.push(body.result(made, 0));
        }
        let new = NewOp {
            loc: operation.loc,
            operands: &operands,
            slots: &[operation.opcode, operation.list],
            results: &[operation.ty],
            ..NewOp::new(self.operation)
        };
        let made = Builder::at(body, InsertPoint::Before(before)).create(new);
        Some(body.result(made, 0))
    }

    /// Erases the operations of the module that are no longer referenced.
    pub fn erase_unused(&self, ctx: &Context, module: &mut Body) {
        loop {
            let uses = SymbolUses::new(ctx, module);
            let unused = |op: &Op| {
                let name = name_of(ctx, module, *op).map(|name| ctx.ident(name));
                name.is_some_and(|name| self.by_symbol.contains_key(&name) && uses.users(name).is_empty())
            };
            let gone: Vec<Op> = walk::top_ops(module).filter(unused).collect();
            if gone.is_empty() {
                return;
            }
            gone.into_iter().for_each(|op| Builder::new(module).erase(op));
        }
    }
}

impl Operation {
    /// Reads an operation. Returns `None` if [`SPEC_CONSTANT_OPERATION`] cannot represent it.
    fn read(ctx: &Context, body: &Body, op: Op, types: &HashMap<Ident, Type>) -> Option<Operation> {
        let &[_, _, opcode, list] = body.slots(op) else { return None };
        let items = Attribute::from_raw(list).and_then(|list| ctx.attr_array(list)).unwrap_or(&[]);
        let params = core_row(opcode)?.params;
        let (mut operands, mut all) = (Vec::new(), Vec::new());
        for (index, &item) in items.iter().enumerate() {
            let kind = params.get(index).or(params.last()).map(|param| param.kind);
            if matches!(kind, Some(ParamKind::Word | ParamKind::FloatWord | ParamKind::Enum(_))) {
                all.push(item);
                continue;
            }
            all.push(ctx.attr(AttrData::Operand));
            operands.push(match ctx.attr_data(item) {
                AttrData::Symbol(name) => Operand::Symbol(*name, *types.get(name)?),
                _ => typed_constant(ctx, item).map(|(value, ty)| Operand::Constant(value, ty))?,
            });
        }
        let list = if all.len() == operands.len() { 0 } else { ctx.array_attr(&all).raw() };
        let plain = body.attrs(op).is_none();
        let ty = type_of(ctx, body, op)?;
        plain.then_some(Operation { opcode, operands, list, ty, loc: body.loc(op) })
    }
}

fn is_operation(ctx: &Context, body: &Body, op: Op) -> bool {
    ctx.registry().op(body.def(op)).row.name == "spv.SpecConstantOp"
}

/// Returns the type in the `type` attribute of a module-level definition, or `None` if it has no such attribute.
fn type_of(ctx: &Context, body: &Body, op: Op) -> Option<Type> {
    let def = ctx.registry().op(body.def(op));
    let slot = def.slot_of(def.param("type")?);
    ctx.attr_type(body.slot_attr(op, slot)?)
}
