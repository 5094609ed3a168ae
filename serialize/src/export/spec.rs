//! Export of `spv.SpecConstantOperation`
//!
//! This op is LLVM 14's form of an OpSpecConstantOp inside a function. Export hoists the instruction to module scope.

use super::function::FunctionExport;
use super::plan::ExportKind;
use super::{ExportResult, Section, words};
use rustc_hash::FxHashSet;
use spv_dialect::generated::opcodes as op;
use spv_dialect::table::core_row;
use spv_ir::dialect::ParamKind;
use spv_ir::{AttrData, Attribute, Op, Value};

impl FunctionExport<'_, '_, '_> {
    /// Writes the OpSpecConstantOp among the module's constants, after the constants it depends on.
    pub(super) fn spec_operation(&mut self, value: Value) -> ExportResult<()> {
        let mut stack = vec![value];
        let mut waiting: FxHashSet<Value> = FxHashSet::default();
        while let Some(&at) = stack.last() {
            let (false, Some(op)) = (self.has_id(at), self.body.defining_op(at)) else {
                stack.pop();
                continue;
            };
            let below = stack.len();
            for operand in self.body.operands(op) {
                let kind = self.body.defining_op(operand).map(|op| self.kind(op));
                match kind {
                    Some(ExportKind::SpecOperation) if !self.has_id(operand) => stack.push(operand),
                    Some(ExportKind::SpecOperation | ExportKind::Silent) => {}
                    _ => return Err(self.x.error("an operand of the constant operation is not a constant")),
                }
            }
            if stack.len() == below {
                self.write_operation(op, at)?;
            } else if !waiting.insert(at) {
                return Err(self.x.error("the constant operation depends on itself"));
            }
        }
        Ok(())
    }

    fn write_operation(&mut self, op: Op, value: Value) -> ExportResult<()> {
        let (ctx, body) = (self.x.ctx, self.body);
        let &[opcode, list, ..] = body.slots(op) else {
            return Err(self.x.error("the operation has no slots"));
        };
        let ty = body.value_type_opt(value).ok_or_else(|| self.x.error("the operation has no type"))?;
        let mut inst = vec![0, self.x.type_id(ty)?, 0, opcode];
        let mut operands = body.operands(op);
        let list = Attribute::from_raw(list).and_then(|a| ctx.attr_array(a));
        let params = core_row(opcode).map_or(&[][..], |row| row.params);
        for (i, &item) in list.unwrap_or(&[]).iter().enumerate() {
            let kind = params.get(i).or(params.last()).map(|p| p.kind);
            let literal = matches!(kind, Some(ParamKind::Word | ParamKind::FloatWord | ParamKind::Enum(_)));
            inst.push(match ctx.attr_data(item) {
                AttrData::Operand => match operands.next() {
                    Some(operand) => self.value(operand)?,
                    None => return Err(self.x.error("the operation has too few operands")),
                },
                AttrData::Integer { value, .. } if literal => self.x.literal_u32(*value)?,
                _ => self.x.attr_id(item)?,
            });
        }
        for operand in operands {
            inst.push(self.value(operand)?);
        }
        let id = self.own_id(body.attrs(op));
        inst[2] = id;
        if !words::finish(&mut inst, 0, op::SPEC_CONSTANT_OP) {
            return Err(self.x.error("the instruction exceeds 65535 words"));
        }
        self.x.section(Section::Declarations).extend(inst);
        self.set_value(value, id);
        self.x.annotate(id, body.value_name(value), body.attrs(op))
    }
}
