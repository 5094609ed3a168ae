//! Lookup of the values that a function references: its own values, and copies of module-level values

use super::FunctionImport;
use super::scratch::{FORWARD, LocalId, OUTSIDE, TYPE};
use crate::import::constants;
use crate::import::ids::IdDefinition;
use crate::import::reader::{ImportResult, Inst};
use spv_dialect::generated::opcodes as op;
use spv_dialect::spv;
use spv_ir::dialect::OpDefId;
use spv_ir::{Attribute, Builder, Location, Type, Value};

impl FunctionImport<'_, '_> {
    /// Returns the value for the id at word `word`.
    #[inline]
    pub(in crate::import) fn local_value(&mut self, i: &Inst<'_>, word: usize) -> ImportResult<Value> {
        let id = i.words.get(word).map_or(0, |id| *id);
        self.local(id, i, word).map(|(value, _)| value)
    }

    /// Returns the value and type for `id`, which is at word `word`.
    #[inline(always)]
    pub(super) fn local(
        &mut self,
        id: u32,
        i: &Inst<'_>,
        word: usize,
    ) -> ImportResult<(Value, Option<Type>)> {
        match self.scratch.locals.get(id) {
            // This arm never matches the invalid id 0, because the table has no value for it.
            local @ LocalId { epoch, value: Some(value), ty, .. } if epoch == self.scratch.epoch => {
                self.crosses |= local.crosses(self.block_place);
                Ok((value, ty))
            }
            _ => self.first_use(i, word),
        }
    }

    /// Returns the result type of an instruction.
    #[inline(always)]
    pub(super) fn result_type(&mut self, i: &Inst<'_>) -> ImportResult<Type> {
        match i.words.get(1).map(|id| self.scratch.locals.get(*id)) {
            Some(LocalId { place: TYPE, ty: Some(ty), .. }) => Ok(ty),
            _ => self.first_type(i),
        }
    }

    /// Returns the result type of an instruction whose type the function has not referenced before.
    #[inline(never)]
    fn first_type(&mut self, i: &Inst<'_>) -> ImportResult<Type> {
        let ty = self.importer.type_at(i, 1)?;
        // If a function redefines the id of a type, an error is reported after the function has been read.
        if let Some(known) = self.scratch.locals.entry(i.words[1])
            && matches!(known.epoch, 0 | OUTSIDE)
        {
            (known.place, known.ty) = (TYPE, Some(ty));
        }
        Ok(ty)
    }

    /// Returns the value for the first reference to an id: a copy of a module-level value, or a placeholder for an
    /// undefined value.
    #[inline(never)]
    fn first_use(&mut self, i: &Inst<'_>, word: usize) -> ImportResult<(Value, Option<Type>)> {
        let importer = self.importer;
        let id = importer.ids.check(i, word)?;
        let super::Scratch { copies, locals, epoch, .. } = &mut *self.scratch;
        match copies.copy(importer, self.body, (locals, *epoch), id) {
            Some((value, ty)) => Ok((value, Some(ty))),
            None => self.other_use(i, word, id),
        }
    }

    /// Handles the first reference to an id that is not a registered module-level value, or whose copy needs several
    /// slots.
    #[cold]
    fn other_use(&mut self, i: &Inst<'_>, word: usize, id: u32) -> ImportResult<(Value, Option<Type>)> {
        let importer = self.importer;
        let (ctx, info) = (importer.ctx, importer.ids.info(id));
        let known = self.scratch.locals.get(id);
        if known.epoch == self.scratch.epoch | FORWARD
            && let Some(value) = known.value
        {
            self.crosses = true;
            return Ok((value, known.ty));
        }
        importer.ids.mark_used(id);
        let mut epoch = self.scratch.epoch;
        let mut place = 0;
        let outside = importer.ids.place(id);
        let (value, ty) = match info.what {
            IdDefinition::Constant(n) if outside.is_none() => {
                let constants::Constant { ty, attr, .. } = importer.constants[n as usize];
                let (at, def) = ((None, info.def), spv::Constant::ID);
                (self.localize(at, def, &[attr.raw()], ty, None), ty)
            }
            IdDefinition::Undef(n) => {
                let constants::Constant { ty, undef, .. } = importer.constants[n as usize];
                let hint = (ctx.ident("module_scope"), ctx.i32_attr(undef));
                let hint = Some(ctx.dict_attr(vec![hint]));
                (self.localize((outside, info.def), spv::Undef::ID, &[], ty, hint), ty)
            }
            IdDefinition::Symbol(name) => {
                let ty = self.id_type(i, word, (id, info.def as usize))?;
                let d = importer.inst(info.def as usize)?;
                let address = matches!(d.opcode, op::VARIABLE | op::UNTYPED_VARIABLE_KHR);
                let def = if address { spv::AddressOf::ID } else { spv::ReferenceOf::ID };
                let slot = ctx.symbol_attr(name).raw();
                if let Some(outside) = outside {
                    place = self.scratch.copies.state(outside, def, slot);
                }
                (self.localize((outside, info.def), def, &[slot], ty, None), ty)
            }
            IdDefinition::Constant(_)
            | IdDefinition::Type(_)
            | IdDefinition::Signature(_)
            | IdDefinition::Set(_) => {
                return Err(
                    i.error_at(word, format!("expected a value, found %{id}{}", importer.describe(id)))
                );
            }
            IdDefinition::Unknown => {
                let def = match info.def as usize {
                    0 => self.definition_ahead(id)?,
                    def => def,
                };
                if def == 0 {
                    let message = format!("expected a value, found %{id}, which is not defined");
                    return Err(i.error_at(word, message));
                }
                if def < self.range.start || def >= self.range.end {
                    let message =
                        format!("id %{id} is defined in another function or has no value, at word {def}");
                    return Err(i.error_at(word, message));
                }
                let ty = self.id_type(i, word, (id, def))?;
                self.crosses = true;
                epoch |= FORWARD;
                place = known.place;
                (Builder::new(self.body).forward_value(Some(ty)), ty)
            }
        };
        let ty = Some(ty);
        self.scratch.set(id, LocalId { epoch, value: Some(value), place, ty });
        Ok((value, ty))
    }

    /// Returns whether the id is a value defined in this function.
    pub(super) fn is_local_value(&self, id: u32) -> bool {
        self.scratch.value(id).is_some()
    }

    /// Returns the word offset at which this function defines `id`, for forward references. Returns 0 if the function
    /// does not define it, or if the initial scan of the binary has already recorded all definitions.
    fn definition_ahead(&mut self, id: u32) -> ImportResult<usize> {
        let importer = self.importer;
        if !importer.ids.skips_functions() {
            return Ok(0);
        }
        let (epoch, known) = &mut self.scratch.ahead;
        if *epoch != self.scratch.epoch {
            *epoch = self.scratch.epoch;
            known.clear();
            let mut at = self.range.start;
            while at < self.range.end {
                let i = importer.inst(at)?;
                if let Some(shape) = importer.opcodes.result_layout(i.opcode).filter(|shape| shape.result_id)
                {
                    known.insert(i.word(1 + usize::from(shape.result_type))?, at as u32);
                }
                at += i.words.len();
            }
        }
        Ok(known.get(&id).map_or(0, |at| *at as usize))
    }

    /// Returns the result type of the instruction that defines `id`, at word offset `def`.
    fn id_type(&self, i: &Inst<'_>, word: usize, (id, def): (u32, usize)) -> ImportResult<Type> {
        let d = self.importer.inst(def)?;
        match self.importer.opcodes.result_layout(d.opcode) {
            Some(shape) if shape.result_type && d.opcode != op::FUNCTION => self.importer.type_at(&d, 1),
            Some(_) if !matches!(d.opcode, op::FUNCTION | op::LABEL) => Ok(self.importer.ctx.common().none),
            _ => {
                Err(i.error_at(word, format!("expected a value, found %{id}{}", self.importer.describe(id))))
            }
        }
    }

    /// Creates this function's copy of a module-level value. `place` is the index of the original, if registered, and
    /// `offset` is the word offset of its definition. `insert_localized` moves the op into declaration order.
    fn localize(
        &mut self,
        (place, offset): (Option<u32>, u32),
        def: OpDefId,
        slots: &[u32],
        ty: Type,
        attrs: Option<Attribute>,
    ) -> Value {
        let mut b = Builder::new(self.body);
        let (op, value) = b.append_here(None, def, Location::UNKNOWN, &[], slots, Some(ty), attrs);
        self.scratch.copies.add(place, offset, op);
        value.unwrap_or_else(|| self.body.result(op, 0))
    }

    /// Moves the copies of module-level values to the start of the entry block, in declaration order.
    pub(super) fn insert_localized(&mut self) {
        let list = self.scratch.copies.sorted(&self.importer.ids.outside);
        if let Some(entry) = self.body.first_block(self.body.root()) {
            let ops = list.iter().map(|(_, op)| *op);
            Builder::new(self.body).prepend(entry, ops);
        }
    }
}
