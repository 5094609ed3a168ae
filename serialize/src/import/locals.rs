//! Function-local ids referenced from outside of their function's SSA scope
//!
//! Non-semantic instructions may reference labels, void results and values of other functions. They may also
//! reference extended instruction sets and decoration groups.

use super::Importer;
use super::ids::IdDefinition;
use super::reader::{ImportResult, Inst};
use spv_dialect::attributes::{AttrKind, make};
use spv_dialect::decorations::LOCAL_ID;
use spv_dialect::generated::opcodes as op;
use spv_ir::{Attribute, Ident};

impl Importer<'_> {
    /// Assigns a local id to each function-local id that is referenced from outside of its function. Does nothing in
    /// a module without non-semantic instruction sets.
    pub(super) fn find_locals(&mut self) -> ImportResult<()> {
        if !self.sets.iter().any(|s| s.name.starts_with("NonSemantic.")) {
            return Ok(());
        }
        let mut at = super::reader::HEADER;
        while at < self.words.len() {
            let i = self.inst(at)?;
            at += i.words.len();
            let set = match i.opcode {
                op::EXT_INST | op::EXT_INST_WITH_FORWARD_REFS_KHR => self.ids.check(&i, 3)?,
                _ => continue,
            };
            let IdDefinition::Set(n) = self.ids.what(set) else { continue };
            if !self.sets[n as usize].name.starts_with("NonSemantic.") {
                continue;
            }
            for word in 5..i.words.len() {
                let id = self.ids.check(&i, word)?;
                self.make_local(&i, id)?;
            }
        }
        Ok(())
    }

    fn make_local(&mut self, user: &Inst<'_>, id: u32) -> ImportResult<()> {
        let info = self.ids.info(id);
        if let IdDefinition::Set(n) = info.what {
            let attr = make(self.ctx, AttrKind::Import, &[self.ctx.i32_attr(n)]);
            self.locals.extend(attr.map(|attr| (id, attr)));
            return Ok(());
        }
        if info.what != IdDefinition::Unknown || info.def == 0 || self.locals.contains_key(&id) {
            return Ok(());
        }
        if self.words[info.def as usize] & 0xFFFF == op::DECORATION_GROUP {
            return self.make_group_local(id);
        }
        let functions = &self.ids.functions;
        let holder = |offset: usize| {
            let n = functions.partition_point(|f| f.end <= offset);
            functions.get(n).filter(|f| f.start <= offset).map(|f| f.start)
        };
        let Some(start) = holder(info.def as usize) else { return Ok(()) };
        let def = self.inst(info.def as usize)?;
        if self.is_marker(&def)? {
            let message = format!("%{id}{} is not a value", self.describe(id));
            return Err(user.error(message));
        }
        let void = self.ids.what(self.ids.check(&def, 1)?) == IdDefinition::Type(self.ctx.common().none);
        if holder(user.offset) == Some(start) && def.opcode != op::LABEL && !void {
            return Ok(());
        }
        let function = self.inst(start)?;
        let symbol = self.symbol_at(&function, 2)?;
        let number = self.ctx.i32_attr(self.locals.len() as u32);
        let attr = make(self.ctx, AttrKind::Local, &[self.ctx.symbol_attr(symbol), number]);
        if let Some(attr) = attr {
            self.locals.insert(id, attr);
        }
        Ok(())
    }

    fn make_group_local(&mut self, id: u32) -> ImportResult<()> {
        let ctx = self.ctx;
        let names = self.ids.names(self.words, id)?;
        let dict = self.decorations_with(id, self.op_name(&names, None).into_iter().collect())?;
        let dict = dict.unwrap_or_else(|| ctx.dict_attr(Vec::new()));
        let number = ctx.i32_attr(self.locals.len() as u32);
        self.locals.extend(make(ctx, AttrKind::Group, &[number, dict]).map(|attr| (id, attr)));
        Ok(())
    }

    /// Returns whether an instruction only affects the locations of other instructions.
    fn is_marker(&self, i: &Inst<'_>) -> ImportResult<bool> {
        if i.opcode != op::EXT_INST {
            return Ok(false);
        }
        let IdDefinition::Set(n) = self.ids.what(self.ids.check(i, 3)?) else { return Ok(false) };
        let set = self.sets[n as usize].set.filter(|set| set.debug_info);
        let row = set.and_then(|set| set.row(i.words.get(4).copied()?));
        Ok(row.is_some_and(|row| super::lines::debug_state(row.name).is_some()))
    }

    /// Returns the attribute entry with the local id of a function-local id, or `None` if it has none.
    pub(super) fn local_hint(&self, id: u32) -> Option<(Ident, Attribute)> {
        let attr = self.locals.get(&id)?;
        let (_, params) = spv_dialect::attributes::view(self.ctx, *attr)?;
        Some((self.ctx.ident(LOCAL_ID), *params.get(1)?))
    }
}
