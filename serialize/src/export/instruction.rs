//! Export of function-level instructions described by the grammar

use super::fast_emit::literals;
use super::function::{End, FunctionExport};
use super::plan::{ExportKind, ExportPlan};
use super::{ExportResult, words};
use spv_dialect::generated::opcodes as op;
use spv_dialect::types;
use spv_ir::dialect::Rest;
use spv_ir::params::{self, OpComponent};
use spv_ir::{Attribute, Ident, Location, Op, OpRef, Value};

impl<'a> FunctionExport<'_, '_, 'a> {
    /// Appends the words of an OpFunctionParameter or OpPhi up to the result id, and returns the start offset.
    ///
    /// DebugScope may appear among OpPhis, but not among OpFunctionParameters. The parameters of a declaration have
    /// no OpLine: spirv-val would mistake the functions that follow for definitions.
    pub(super) fn argument(
        &mut self,
        arg: Value,
        name: Option<Ident>,
        declared: bool,
    ) -> ExportResult<usize> {
        let annotations = self.body.value_annotations(arg);
        let loc = annotations.loc.unwrap_or(Location::UNKNOWN);
        match self.label {
            0 if declared => {}
            0 => self.x.line_outside_blocks(loc, &mut self.out)?,
            _ => self.x.line(loc, &mut self.out)?,
        }
        let Some(ty) = self.body.value_type_opt(arg) else {
            return Err(self.x.error("a block argument has no type"));
        };
        let (ty, id) = (self.x.type_id(ty)?, self.value(arg)?);
        let start = self.out.len();
        self.out.extend([0, ty, id]);
        if name.is_some() || annotations.attrs.is_some() {
            self.x.annotate(id, name, annotations.attrs)?;
        }
        Ok(start)
    }

    /// Writes an instruction whose operand layout is given by its grammar entry.
    pub(super) fn instruction(&mut self, op: OpRef<'a>, plan: &ExportPlan) -> ExportResult<()> {
        let body = self.body;
        if !plan.local {
            return Err(self.x.error("a module-level op is not allowed in a function"));
        }
        self.x.line(op.loc(), &mut self.out)?;
        let start = self.out.len();
        self.out.push(0);
        let (result, attrs) = (op.result(), op.attrs());
        let mut id = 0;
        if plan.result_type {
            let ty = match result {
                Some(value) => {
                    id = self.s.values[value.index()];
                    if id == 0 {
                        id = if attrs.is_none() { self.x.fresh() } else { self.own_id(attrs) };
                        self.set_value(value, id);
                    }
                    body.value_type_opt(value)
                }
                None if plan.void_result => {
                    id = self.own_id(attrs);
                    None
                }
                None => return Err(self.x.error("the op has no result")),
            };
            let ty = self.x.type_id(ty.unwrap_or(self.x.ctx.common().none))?;
            self.out.extend([ty, id]);
        } else if plan.result_id {
            id = self.x.fresh();
            self.out.push(id);
        } else if result.is_some() {
            return Err(self.x.error("the op has a result, but its instruction has none"));
        }
        let opcode = match plan.kind {
            ExportKind::Core | ExportKind::Undef => {
                self.operands(op, plan)?;
                plan.opcode
            }
            ExportKind::Variable => {
                self.variable(op)?;
                plan.opcode
            }
            _ => self.ext_inst(op, plan)?,
        };
        let length = self.out.len() - start;
        let finished = words::finish(&mut self.out, start, opcode);
        self.x.check_length(length, finished)?;
        let name = result.and_then(|v| body.value_name(v));
        if id != 0 && (name.is_some() || attrs.is_some()) {
            self.x.annotate(id, name, attrs)?;
        }
        if plan.terminator || plan.may_terminate && op.next().is_none() {
            if self.pending.is_some() || self.selection_header().is_some() {
                return Err(self.x.error("the header of a construct must end in a branch"));
            }
            self.end_block(End::Terminated);
        }
        Ok(())
    }

    fn variable(&mut self, op: OpRef<'a>) -> ExportResult<()> {
        let ty = op.result().and_then(|v| self.body.value_type_opt(v));
        let Some((_, storage)) = ty.and_then(|t| types::pointer(self.x.ctx, t)) else {
            return Err(self.x.error("the type of the variable is not a pointer"));
        };
        self.out.push(storage);
        self.values(op)
    }

    fn ext_inst(&mut self, op: OpRef<'a>, plan: &ExportPlan) -> ExportResult<u32> {
        let hints = self.x.hints(op.attrs());
        if plan.kind == ExportKind::ExtInst {
            let set = self.x.set_id(plan.set, hints.import)?;
            self.out.extend([set, plan.opcode]);
            self.operands(op, plan)?;
        } else {
            let (set, number) = self.x.opaque_instruction(self.body, op.op(), hints.import)?;
            self.out.extend([set, number]);
            self.general(op.op(), 4)?;
        }
        Ok(if hints.forward_refs { op::EXT_INST_WITH_FORWARD_REFS_KHR } else { op::EXT_INST })
    }

    /// Appends the ids of the SSA operands.
    #[inline]
    fn values(&mut self, op: OpRef<'a>) -> ExportResult<()> {
        let (start, table) = (self.out.len(), &self.s.values[..]);
        let mut known = true;
        self.out.extend(op.operands().map(|value| {
            let id = table[value.index()];
            known &= id != 0;
            id
        }));
        if known { Ok(()) } else { self.reference(op, start) }
    }

    /// Assigns ids to the SSA operands that have none and stores them in the operand words, which begin at `start`.
    #[inline(never)]
    fn reference(&mut self, op: OpRef<'a>, start: usize) -> ExportResult<()> {
        for (at, value) in (start..).zip(op.operands()) {
            self.out[at] = self.value(value)?;
        }
        Ok(())
    }

    /// Appends all operands of an instruction.
    #[inline]
    fn operands(&mut self, op: OpRef<'a>, plan: &ExportPlan) -> ExportResult<()> {
        if plan.rest == Rest::Nothing {
            return self.values(op);
        }
        self.other_operands(op, plan)
    }

    fn other_operands(&mut self, op: OpRef<'a>, plan: &ExportPlan) -> ExportResult<()> {
        if let Some(literals) = literals(self.x.ctx, op, plan) {
            self.values(op)?;
            self.out.extend_from_slice(literals);
            return Ok(());
        }
        match plan.rest {
            Rest::Words => {
                self.values(op)?;
                Err(self.x.error("the literals of the op are not a list of words"))
            }
            Rest::SymbolAndValues => match op.slots().first().copied().and_then(Attribute::from_raw) {
                Some(symbol) => {
                    let id = self.x.attr_id(symbol)?;
                    self.out.push(id);
                    self.values(op)
                }
                None => self.general(op.op(), plan.skip),
            },
            _ => self.general(op.op(), plan.skip),
        }
    }

    /// Appends the operands of an op, excluding its first `skip` parameters. Handles any operand layout.
    fn general(&mut self, op: Op, skip: u8) -> ExportResult<()> {
        let (ctx, body) = (self.x.ctx, self.body);
        let def = ctx.registry().op(body.def(op));
        let mut result = Ok(());
        let fits = params::walk(ctx, body, op, def, &mut |number, item| {
            if result.is_ok() && number >= skip.into() {
                result = self.item(item);
            }
        });
        result?;
        if !fits {
            return Err(self
                .x
                .error(format!("the operands of `{}` do not match its definition", def.row.name)));
        }
        Ok(())
    }

    fn item(&mut self, item: OpComponent) -> ExportResult<()> {
        let word = match item {
            OpComponent::Value(value) => self.value(value)?,
            OpComponent::Attr(attr) => self.x.attr_id(attr)?,
            OpComponent::Word(word) | OpComponent::Float(word) | OpComponent::Enum(_, word) => word,
            OpComponent::Const(_, value) => self.x.u32_id(value)?,
            OpComponent::String(attr) => {
                let text = self.x.ctx.attr_str(attr).ok_or_else(|| self.x.error("expected a string"))?;
                let text = self.x.checked_text(text)?;
                words::string(&mut self.out, text);
                return Ok(());
            }
        };
        self.out.push(word);
        Ok(())
    }
}
