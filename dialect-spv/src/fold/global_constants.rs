//! Constant folding at module scope

use super::{Facts, constant, evaluate};
use crate::attributes::{self, AttrKind, typed_constant};
use crate::table::core_row;
use crate::{spv, types};
use rustc_hash::FxHashMap;
use spv_ir::dialect::ParamKind;
use spv_ir::symbols::name_of;
use spv_ir::{AttrData, Attribute, Body, Builder, Context, Ident, InsertPoint, NewOp, Op, Type, Value, walk};

/// The known values of a module's constants.
#[derive(Default)]
pub struct GlobalConstants {
    /// Value and type of each plain constant, by symbol. Values contain no symbols. The value is `None` if the constant
    /// is too large.
    by_name: FxHashMap<Ident, (Option<Attribute>, Type)>,
    /// Specialization-constant composites and operations with a known value, in dependency order. The values are valid
    /// for `spv.GlobalConstant`, so their constituents may be symbols.
    pub folded: Vec<(Op, Attribute)>,
}

impl GlobalConstants {
    /// Computes the constants of a module that are independent of specialization constants.
    pub fn fixed(ctx: &Context, body: &Body, facts: Facts) -> GlobalConstants {
        GlobalConstants::new(ctx, body, facts, false)
    }

    /// Computes the constants of a module under the assumption that each specialization constant has its default value.
    pub fn by_default(ctx: &Context, body: &Body, facts: Facts) -> GlobalConstants {
        GlobalConstants::new(ctx, body, facts, true)
    }

    /// Returns the value and type of the constant with this symbol, if known.
    pub fn value(&self, symbol: Ident) -> Option<(Attribute, Type)> {
        self.by_name.get(&symbol).and_then(|&(value, ty)| Some((value?, ty)))
    }

    fn new(ctx: &Context, body: &Body, facts: Facts, with_defaults: bool) -> GlobalConstants {
        let mut constants = GlobalConstants::default();
        let mut users: FxHashMap<Ident, Vec<Op>> = FxHashMap::default();
        let mut worklist = Vec::new();
        for op in walk::top_ops(body) {
            match body.def(op) {
                spv::GlobalConstant::ID => {
                    constants.add(ctx, body, op, body.slot_attr(op, spv::GlobalConstant::VALUE));
                }
                spv::SpecConstant::ID if with_defaults => {
                    constants.add(ctx, body, op, body.slot_attr(op, spv::SpecConstant::DEFAULT_VALUE));
                }
                spv::SpecConstantOp::ID
                | spv::SpecConstantComposite::ID
                | spv::SpecConstantCompositeReplicateEXT::ID => {
                    for operand in operands(ctx, body, op) {
                        if let AttrData::Symbol(symbol) = ctx.attr_data(operand) {
                            users.entry(*symbol).or_default().push(op);
                        }
                    }
                    worklist.push(op);
                }
                _ => {}
            }
        }
        // Constants usually precede their users, so pop in module order.
        worklist.reverse();
        while let Some(op) = worklist.pop() {
            let Some(name) = name_of(ctx, body, op).map(|name| ctx.ident(name)) else { continue };
            if constants.by_name.contains_key(&name) {
                continue;
            }
            let Some(value) = constants.evaluate(ctx, body, op, facts) else { continue };
            constants.add(ctx, body, op, Some(value));
            constants.folded.push((op, value));
            worklist.extend(users.remove(&name).into_iter().flatten());
        }
        constants
    }

    /// Records a constant. Records its value only if the values of its constituents are known.
    fn add(&mut self, ctx: &Context, body: &Body, op: Op, value: Option<Attribute>) {
        let (Some(name), Some(value), Some(ty)) = (name_of(ctx, body, op), value, type_of(ctx, body, op))
        else {
            return;
        };
        let known = |item: Attribute| self.get(ctx, item).map(|known| known.0);
        let value = match (ctx.attr_array(value), attributes::view(ctx, value)) {
            (Some(items), _) => {
                let elements: Option<Vec<Attribute>> = items.iter().map(|&item| known(item)).collect();
                elements.and_then(|elements| constant::compose(ctx, ty, &elements))
            }
            (None, Some((AttrKind::Replicate, &[item]))) => {
                known(item).and_then(|item| attributes::make(ctx, AttrKind::Replicate, &[item]))
            }
            _ => Some(value),
        };
        self.by_name.insert(ctx.ident(name), (value, ty));
    }

    /// Returns the value and type of an operand, or `None` if the value is unknown. The type is `None` if the attribute
    /// does not imply it.
    fn get(&self, ctx: &Context, operand: Attribute) -> Option<(Attribute, Option<Type>)> {
        if let AttrData::Symbol(name) = ctx.attr_data(operand) {
            return self.value(*name).map(|(value, ty)| (value, Some(ty)));
        }
        match typed_constant(ctx, operand) {
            Some((value, ty)) => Some((value, Some(ty))),
            None => Some((operand, None)),
        }
    }

    /// Computes the value of a composite or operation, if all operands are known. The value is valid for
    /// `spv.GlobalConstant`.
    fn evaluate(&self, ctx: &Context, body: &Body, op: Op, facts: Facts) -> Option<Attribute> {
        let operands = operands(ctx, body, op);
        match body.def(op) {
            spv::SpecConstantOp::ID => self.operation(ctx, body, op, &operands, facts),
            spv::SpecConstantComposite::ID => {
                let ty = type_of(ctx, body, op)?;
                let at_index = |(at, &operand): (usize, &Attribute)| {
                    self.element(ctx, operand, types::element(ctx, ty, at as u64)?)
                };
                let elements: Option<Vec<Attribute>> = operands.iter().enumerate().map(at_index).collect();
                Some(ctx.array_attr(&elements?))
            }
            _ => {
                let ty = type_of(ctx, body, op)?;
                let element = self.element(ctx, *operands.first()?, types::element(ctx, ty, 0)?)?;
                attributes::make(ctx, AttrKind::Replicate, &[element])
            }
        }
    }

    /// Converts a constituent for use in a plain composite. Returns `None` unless it is a plain constant of type `ty`.
    fn element(&self, ctx: &Context, element: Attribute, ty: Type) -> Option<Attribute> {
        match ctx.attr_data(element) {
            AttrData::Symbol(name) => self.by_name.get(name).filter(|known| known.1 == ty).map(|_| element),
            _ => typed_constant(ctx, element).filter(|typed| typed.1 == ty).map(|(value, _)| value),
        }
    }

    /// Evaluates the operation that an OpSpecConstantOp wraps, if all its operands are known.
    fn operation(
        &self,
        ctx: &Context,
        body: &Body,
        op: Op,
        operands: &[Attribute],
        facts: Facts,
    ) -> Option<Attribute> {
        let ty = type_of(ctx, body, op)?;
        let row = core_row(body.slot(op, spv::SpecConstantOp::OPCODE))?;
        let is_literal = |at: usize| {
            let param = row.params.get(at).or(row.params.last());
            param.is_some_and(|param| matches!(param.kind, ParamKind::Word))
        };
        let (mut known, mut literals) = (Vec::new(), Vec::new());
        for (at, &operand) in operands.iter().enumerate() {
            match is_literal(at) {
                true => literals.push(u32::try_from(ctx.attr_u64(operand)?).ok()?),
                false => known.push(self.get(ctx, operand)?),
            }
        }
        let operand_types: Option<Vec<Type>> = known.iter().map(|(_, ty)| *ty).collect();
        let slots = match literals.is_empty() {
            true => vec![],
            false => vec![ctx.attr(AttrData::Words(literals.as_slice().into())).raw()],
        };
        let def = ctx.registry().op_by_name(row.name)?;
        // Folds require an op, so build a temporary op whose operands are block arguments.
        let mut scratch = Body::default();
        let block = Builder::new(&mut scratch).detached_block();
        let arguments: Vec<Value> =
            operand_types?.into_iter().map(|ty| Builder::new(&mut scratch).add_arg(block, ty)).collect();
        let mut builder = Builder::at(&mut scratch, InsertPoint::End(block));
        let wrapped =
            builder.create(NewOp { operands: &arguments, slots: &slots, results: &[ty], ..NewOp::new(def) });
        let constant = |at: usize| known.get(at).map(|known| known.0);
        evaluate(ctx, &scratch, wrapped, facts, &constant)
    }
}

/// Returns the type of a module-level constant op, or `None` for other ops.
pub fn type_of(ctx: &Context, body: &Body, op: Op) -> Option<Type> {
    let slot = match body.def(op) {
        spv::GlobalConstant::ID => spv::GlobalConstant::TYPE,
        spv::SpecConstant::ID => spv::SpecConstant::TYPE,
        spv::SpecConstantComposite::ID => spv::SpecConstantComposite::TYPE,
        spv::SpecConstantCompositeReplicateEXT::ID => spv::SpecConstantCompositeReplicateEXT::TYPE,
        _ => spv::SpecConstantOp::TYPE,
    };
    ctx.attr_type(body.slot_attr(op, slot)?)
}

/// Returns the operands of a specialization-constant composite or operation: symbols, typed constants and literals.
fn operands(ctx: &Context, body: &Body, op: Op) -> Vec<Attribute> {
    let slot = match body.def(op) {
        spv::SpecConstantOp::ID => spv::SpecConstantOp::OPERANDS,
        spv::SpecConstantComposite::ID => spv::SpecConstantComposite::CONSTITUENTS,
        _ => spv::SpecConstantCompositeReplicateEXT::VALUE,
    };
    let attr = body.slot_attr(op, slot);
    attr.map_or(Vec::new(), |attr| ctx.attr_array(attr).map_or_else(|| vec![attr], <[_]>::to_vec))
}
