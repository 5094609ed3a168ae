//! Ids of the values in an exported function

use super::ExportResult;
use super::fast_emit::known_id;
use super::function::FunctionExport;
use super::plan::{ExportKind, ExportPlan};
use spv_dialect::attributes::{self, make};
use spv_dialect::control::lowering::merged;
use spv_dialect::generated::opcodes as op;
use spv_ir::{Attribute, Op, Value, ValueDef};

impl FunctionExport<'_, '_, '_> {
    /// Returns the id of a value. Assigns it at the first use.
    #[inline]
    pub(super) fn value(&mut self, value: Value) -> ExportResult<u32> {
        match self.s.values[value.index()] {
            0 => self.first_use(value),
            id => Ok(id),
        }
    }

    /// Returns whether a value has an id.
    #[inline]
    pub(super) fn has_id(&self, value: Value) -> bool {
        self.s.values[value.index()] != 0
    }

    pub(super) fn set_value(&mut self, value: Value, id: u32) {
        self.s.values[value.index()] = id;
    }

    #[cold]
    fn first_use(&mut self, value: Value) -> ExportResult<u32> {
        let body = self.body;
        let id = match body.value_def(value) {
            ValueDef::Forward => return Err(self.x.error("a value is used but never defined")),
            ValueDef::Argument(..) => match self.s.plan.represented(value) {
                Some(other) => self.value(other)?,
                None => self.own_id(body.value_annotations(value).attrs),
            },
            ValueDef::Result(op, number) => {
                let plan = self.x.plans.get(body.def(op));
                match plan.kind {
                    ExportKind::Selection | ExportKind::Loop => self.construct_result(value, (op, number))?,
                    _ if number > 0 => {
                        return Err(self.x.error("an instruction cannot have several results"));
                    }
                    ExportKind::Silent => self.module_value(value, op, plan)?,
                    ExportKind::SpecOperation => {
                        self.spec_operation(value)?;
                        return Ok(self.s.values[value.index()]);
                    }
                    ExportKind::Undef => match self.x.hints(body.attrs(op)).module_scope {
                        Some(n) => self.module_undef(value, n)?,
                        None => self.own_id(body.attrs(op)),
                    },
                    _ => self.own_id(body.attrs(op)),
                }
            }
        };
        self.set_value(value, id);
        Ok(id)
    }

    fn construct_result(&mut self, value: Value, (op, number): (Op, u32)) -> ExportResult<u32> {
        match self.s.plan.represented(value) {
            Some(other) => self.value(other),
            None if merged(self.body, op, number).is_none() => {
                Err(self.x.error("the merge block does not pass a value for each result of its construct"))
            }
            None => Err(self.x.error("the result of a construct depends on itself")),
        }
    }

    /// Returns the id of the module-level entity that a constant, address or reference op represents.
    fn module_value(&mut self, value: Value, op: Op, plan: &ExportPlan) -> ExportResult<u32> {
        let slot = self.body.slots(op).first().copied().and_then(Attribute::from_raw);
        let slot = slot.ok_or_else(|| self.x.error("the constant has no value"))?;
        let ty = self.body.value_type_opt(value).filter(|_| plan.opcode == op::CONSTANT);
        if let Some(id) = known_id(&self.s.module_values, slot.raw(), ty) {
            return Ok(id);
        }
        let id = match ty {
            Some(ty) => self.x.constant_id(ty, slot)?,
            None => self.x.attr_id(slot)?,
        };
        let (table, key) = (&mut self.s.module_values, slot.raw() as usize);
        if table.len() <= key {
            table.resize(key + key / 2 + 64, (None, 0));
        }
        table[key] = (ty, id);
        Ok(id)
    }

    fn module_undef(&mut self, value: Value, number: u32) -> ExportResult<u32> {
        let ctx = self.x.ctx;
        let attr = make(ctx, attributes::AttrKind::Undef, &[ctx.i32_attr(number)]);
        match (self.body.value_type_opt(value), attr) {
            (Some(ty), Some(attr)) => self.x.constant_id(ty, attr),
            _ => Err(self.x.error("the undefined value has no type")),
        }
    }
}
