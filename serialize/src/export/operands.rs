//! Export of the operands of module-level instructions

use super::nodes::{Ahead, Encoding, GlobalEntity};
use super::plan::{ExportKind, ExportPlan};
use super::words;
use super::{ExportResult, Exporter, Section};
use spv_dialect::attributes::{self, typed_constant, view};
use spv_dialect::generated::opcodes as op;
use spv_dialect::spv;
use spv_dialect::table::core_row;
use spv_dialect::types;
use spv_ir::dialect::{NO_OPCODE, ParamKind, TYPE_SLOT};
use spv_ir::params::{self, OpComponent};
use spv_ir::{AttrData, Attribute, Ident, Op, Type};

/// The meaning of an attribute that is used as an id operand.
#[derive(Clone, Copy, Debug)]
pub enum IdMeaning {
    /// A module-level entity.
    Node(GlobalEntity),
    /// An id that needs no prior definition.
    Id(u32),
}

impl Exporter<'_> {
    /// Returns the op that defines a symbol.
    pub(super) fn symbol_op(&self, name: Ident) -> ExportResult<Op> {
        self.nodes
            .symbols
            .get(&name)
            .copied()
            .ok_or_else(|| self.error(format!("`@{}` is not defined in the module", self.ctx.str(name))))
    }

    /// Returns the id that `#spv.local` refers to: the label or value with local id `number` in `function`.
    pub(super) fn local_id(&mut self, function: Ident, number: u32) -> u32 {
        if let Some(&(id, _)) = self.nodes.locals.get(&(function, number)) {
            return id;
        }
        let id = self.fresh();
        self.nodes.locals.insert((function, number), (id, false));
        id
    }

    /// Resolves an attribute that is used as an id operand.
    pub(super) fn target(&mut self, attr: Attribute) -> ExportResult<IdMeaning> {
        let ctx = self.ctx;
        match ctx.attr_data(attr) {
            AttrData::Symbol(name) => return Ok(IdMeaning::Node(GlobalEntity::Op(self.symbol_op(*name)?))),
            AttrData::Type(ty) => return Ok(IdMeaning::Node(GlobalEntity::Type(*ty))),
            AttrData::String(text) => return self.string_id(ctx.ident(text)).map(IdMeaning::Id),
            _ => {}
        }
        if let Some((attributes::AttrKind::Local, &[function, number])) = view(ctx, attr) {
            return match (ctx.attr_symbol(function), ctx.attr_u64(number)) {
                (Some(function), Some(number)) => Ok(IdMeaning::Id(self.local_id(function, number as u32))),
                _ => Err(self.error("`#spv.local` must have a function and a number")),
            };
        }
        match view(ctx, attr) {
            Some((attributes::AttrKind::Import, &[number])) => {
                let number = ctx.attr_u64(number).map(|number| number as u32);
                return self.set_id(0, number).map(IdMeaning::Id);
            }
            Some((attributes::AttrKind::Group, _)) => return Ok(IdMeaning::Id(self.named_group(attr))),
            _ => {}
        }
        match typed_constant(ctx, attr) {
            Some((value, ty)) => self.constant_node(ty, value).map(IdMeaning::Node),
            None => Err(self
                .error("the attribute does not represent an id: expected a symbol, type or typed constant")),
        }
    }

    /// Appends the id that an attribute represents.
    pub(super) fn put_attr(&mut self, attr: Attribute) -> ExportResult<()> {
        match self.target(attr)? {
            IdMeaning::Node(node) => self.put(node),
            IdMeaning::Id(id) => self.nodes.words.push(id),
        }
        Ok(())
    }

    /// Appends an operand of a module-level instruction.
    fn put_item(&mut self, item: OpComponent) -> ExportResult<()> {
        match item {
            OpComponent::Value(_) => return Err(self.error("a module-level op must not have SSA operands")),
            OpComponent::Attr(attr) => self.put_attr(attr)?,
            OpComponent::String(attr) => {
                let text = self.ctx.attr_str(attr).ok_or_else(|| self.error("expected a string"))?;
                let text = self.checked_text(text)?;
                words::string(&mut self.nodes.words, text);
            }
            OpComponent::Word(word) | OpComponent::Float(word) | OpComponent::Enum(_, word) => {
                self.nodes.words.push(word)
            }
            OpComponent::Const(_, value) => {
                self.put(GlobalEntity::Scalar(self.ctx.common().i32, value.into()))
            }
        }
        Ok(())
    }

    /// Appends the operands of an op, excluding its first `skip` parameters. `each` is called for each operand and
    /// returns whether it appended the operand itself.
    fn put_items(
        &mut self,
        op: Op,
        skip: u8,
        each: &mut dyn FnMut(&mut Self, usize, OpComponent) -> ExportResult<bool>,
    ) -> ExportResult<()> {
        let (ctx, body) = (self.ctx, self.body);
        let def = ctx.registry().op(body.def(op));
        let mut result = Ok(());
        let fits = params::walk(ctx, body, op, def, &mut |number, item| {
            if result.is_ok() && number >= skip.into() {
                result = match each(self, number, item) {
                    Ok(true) => Ok(()),
                    Ok(false) => self.put_item(item),
                    Err(e) => Err(e),
                };
            }
        });
        result?;
        if !fits {
            return Err(self.error(format!("the operands of `{}` do not match its definition", def.row.name)));
        }
        Ok(())
    }

    /// Encodes an op in the module's body.
    pub(super) fn encode_op(&mut self, op: Op) -> ExportResult<Encoding> {
        self.loc = self.body.loc(op);
        let plan = self.plans.get(self.body.def(op));
        let hints = self.hints(self.body.attrs(op));
        self.nodes.ahead = match plan.kind {
            _ if !matches!(plan.section, Section::Declarations | Section::Strings) => Ahead::Ops,
            ExportKind::ExtInst | ExportKind::OpaqueExtInst if hints.forward_refs => Ahead::Ops,
            ExportKind::ExtInst | ExportKind::OpaqueExtInst => Ahead::ExtInsts,
            _ => Ahead::Functions,
        };
        match plan.kind {
            ExportKind::GlobalVariable => self.encode_variable(op),
            ExportKind::GlobalConstant => {
                let (ty, value) = self.type_and_value(op)?;
                self.encode_constant(ty, value)
            }
            ExportKind::SpecConstant => {
                let (ty, value) = self.type_and_value(op)?;
                let encoding = self.encode_constant(ty, value)?;
                let opcode = match encoding.opcode {
                    op::CONSTANT => op::SPEC_CONSTANT,
                    op::CONSTANT_TRUE => op::SPEC_CONSTANT_TRUE,
                    op::CONSTANT_FALSE => op::SPEC_CONSTANT_FALSE,
                    _ => return Err(self.error("a spec constant must be a number or a bool")),
                };
                Ok(Encoding { opcode, ..encoding })
            }
            ExportKind::EntryPoint => self.encode_entry_point(op),
            ExportKind::Source => self.encode_source(op),
            ExportKind::Core | ExportKind::ExecutionMode if plan.global => self.encode_core(op, plan),
            ExportKind::SpecConstantOp => self.encode_spec_op(op, plan),
            ExportKind::ExtInst | ExportKind::OpaqueExtInst if plan.global => self.encode_ext_inst(op, plan),
            _ => {
                let name = self.ctx.registry().op(self.body.def(op)).row.name;
                Err(self.error(format!("`{name}` is not allowed in a module's body")))
            }
        }
    }

    fn slot_type(&self, op: Op, index: usize) -> ExportResult<Type> {
        let ty = self.body.slot_attr(op, index).and_then(|a| self.ctx.attr_type(a));
        ty.ok_or_else(|| self.error("the op has no type"))
    }

    /// Returns the type and the value attribute of a constant op.
    fn type_and_value(&self, op: Op) -> ExportResult<(Type, Attribute)> {
        let value = self
            .body
            .slot_attr(op, spv::SpecConstant::DEFAULT_VALUE)
            .ok_or_else(|| self.error("the constant has no value"))?;
        Ok((self.slot_type(op, spv::SpecConstant::TYPE)?, value))
    }

    fn encode_variable(&mut self, op: Op) -> ExportResult<Encoding> {
        let ty = self.slot_type(op, spv::GlobalVariable::TYPE)?;
        let Some((_, storage)) = types::pointer(self.ctx, ty) else {
            return Err(self.error("the type of the variable is not a pointer"));
        };
        self.put(GlobalEntity::Type(ty));
        self.nodes.words.extend([0, storage]);
        if let Some(initializer) = self.body.slot_attr(op, spv::GlobalVariable::INITIALIZER) {
            self.put_attr(initializer)?;
        }
        Ok(Encoding { opcode: op::VARIABLE, id_at: Some(2) })
    }

    /// Encodes an OpEntryPoint: the function, the name, then the interface variables.
    fn encode_entry_point(&mut self, op: Op) -> ExportResult<Encoding> {
        let [model, ..] = *self.body.slots(op) else {
            return Err(self.error("the entry point has no slots"));
        };
        let function = self.body.slot_attr(op, spv::EntryPoint::FN).and_then(|a| self.ctx.attr_symbol(a));
        let function = function.ok_or_else(|| self.error("the entry point has no function"))?;
        self.nodes.words.push(model);
        self.put(GlobalEntity::Op(self.symbol_op(function)?));
        let name = match self.body.slot_attr(op, spv::EntryPoint::NAME).and_then(|a| self.ctx.attr_str(a)) {
            Some(name) => name,
            None => self.ctx.str(function),
        };
        let name = self.checked_text(name)?;
        words::string(&mut self.nodes.words, name);
        for &variable in self
            .body
            .slot_attr(op, spv::EntryPoint::INTERFACE)
            .and_then(|a| self.ctx.attr_array(a))
            .unwrap_or(&[])
        {
            self.put_attr(variable)?;
        }
        Ok(Encoding { opcode: op::ENTRY_POINT, id_at: None })
    }

    /// Encodes an OpSource. Splits long source text into OpSourceContinued instructions.
    fn encode_source(&mut self, op: Op) -> ExportResult<Encoding> {
        let mut text = None;
        self.put_items(op, 0, &mut |_, _, item| {
            let OpComponent::String(attr) = item else { return Ok(false) };
            text = Some(attr);
            Ok(true)
        })?;
        let Some(text) = text.and_then(|a| self.ctx.attr_str(a)) else {
            return Ok(Encoding { opcode: op::SOURCE, id_at: None });
        };
        if self.nodes.words.len() != 4 {
            return Err(self.error("an `spv.Source` with a text must name a file"));
        }
        let text = self.checked_text(text)?;
        for (i, part) in words::cut(text, words::MAX_WORDS - 4, words::MAX_WORDS - 1).into_iter().enumerate()
        {
            let start = if i == 0 { 0 } else { self.nodes.words.len() };
            if i > 0 {
                self.nodes.words.push(0);
            }
            words::string(&mut self.nodes.words, part);
            let opcode = if i == 0 { op::SOURCE } else { op::SOURCE_CONTINUED };
            words::finish(&mut self.nodes.words, start, opcode);
        }
        Ok(Encoding { opcode: NO_OPCODE, id_at: None })
    }

    /// Appends the result type and a placeholder for the result id, if the instruction has them. Returns the buffer
    /// index of the result id.
    fn put_result(&mut self, op: Op, plan: &ExportPlan) -> ExportResult<Option<usize>> {
        let own = if plan.skip == 0 { None } else { self.body.slot_attr(op, TYPE_SLOT) };
        match (plan.result_type, own.and_then(|a| self.ctx.attr_type(a))) {
            (true, Some(ty)) => self.put(GlobalEntity::Type(ty)),
            (true, None) if plan.void_result => self.put(GlobalEntity::Type(self.ctx.common().none)),
            (true, None) => return Err(self.error("the op has no type")),
            (false, _) => {}
        }
        Ok(plan.result_id.then(|| {
            self.nodes.words.push(0);
            self.nodes.words.len() - 1
        }))
    }

    fn encode_core(&mut self, op: Op, plan: &ExportPlan) -> ExportResult<Encoding> {
        let id_at = match plan.kind {
            ExportKind::ExecutionMode => None,
            _ => self.put_result(op, plan)?,
        };
        self.put_items(op, plan.skip, &mut |_, _, _| Ok(false))?;
        Ok(Encoding { opcode: plan.opcode, id_at })
    }

    /// Encodes an OpSpecConstantOp. Integer attributes become literals if the wrapped instruction's grammar entry
    /// requires literals, and ids otherwise.
    fn encode_spec_op(&mut self, op: Op, plan: &ExportPlan) -> ExportResult<Encoding> {
        let id_at = self.put_result(op, plan)?;
        let mut wrapped = None;
        let mut count = 0;
        self.put_items(op, plan.skip, &mut |x, _, item| {
            let Some(row) = wrapped else {
                if let OpComponent::Enum(_, opcode) = item {
                    wrapped = core_row(opcode);
                }
                return Ok(false);
            };
            let row: &spv_ir::dialect::OpRow = row;
            let kind = row.params.get(count).or(row.params.last()).map(|p| p.kind);
            count += 1;
            let OpComponent::Attr(attr) = item else { return Ok(false) };
            if !matches!(kind, Some(ParamKind::Word | ParamKind::FloatWord | ParamKind::Enum(_))) {
                return Ok(false);
            }
            let value = x.ctx.attr_u64(attr).ok_or_else(|| x.error("a literal operand is not an integer"))?;
            let word = x.literal_u32(value)?;
            x.nodes.words.push(word);
            Ok(true)
        })?;
        Ok(Encoding { opcode: plan.opcode, id_at })
    }

    fn encode_ext_inst(&mut self, op: Op, plan: &ExportPlan) -> ExportResult<Encoding> {
        let id_at = self.put_result(op, plan)?;
        let hints = self.hints(self.body.attrs(op));
        let mut skip = plan.skip;
        let (set, number) = if plan.kind == ExportKind::ExtInst {
            (self.set_id(plan.set, hints.import)?, plan.opcode)
        } else {
            skip = 4;
            self.opaque_instruction(self.body, op, hints.import)?
        };
        self.nodes.words.extend([set, number]);
        self.put_items(op, skip, &mut |_, _, _| Ok(false))?;
        let opcode = if hints.forward_refs { op::EXT_INST_WITH_FORWARD_REFS_KHR } else { op::EXT_INST };
        Ok(Encoding { opcode, id_at })
    }
}
