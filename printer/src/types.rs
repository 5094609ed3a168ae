//! Printer for types, with a cache of printed types

use crate::printer::Printer;
use spv_ir::dialect::ParamDefId;
use spv_ir::text::type_text::write_type;
use spv_ir::{Attribute, Ident, Type, TypeData};

impl Printer<'_> {
    pub(crate) fn print_type(&mut self, ty: Type) {
        let number = ty.raw() as usize;
        if let Some(&(start, len)) = self.types.spans.get(number)
            && len != 0
        {
            self.out.extend_from_slice(&self.types.text[start as usize..][..len as usize]);
            return;
        }
        let (start, keyed) = (self.out.len(), self.types.keyed);
        self.spell(ty);
        let spelling = &self.out[start..];
        let at = self.types.text.len();
        // A type from another context may have any index, so it is not cached.
        if self.types.keyed == keyed
            && self.ctx.has_type(ty)
            && let (Ok(at), Ok(len)) = (u32::try_from(at), u32::try_from(spelling.len()))
        {
            self.types.text.extend_from_slice(spelling);
            if self.types.spans.len() <= number {
                self.types.spans.resize(number + 1, (0, 0));
            }
            self.types.spans[number] = (at, len);
        }
    }

    fn spell(&mut self, ty: Type) {
        if let Some(alias) = self.types.aliases.get(&ty) {
            self.out.push(b'!');
            self.out.extend_from_slice(alias.as_bytes());
            return;
        }
        self.spell_out(ty);
    }

    fn spell_out(&mut self, ty: Type) {
        match self.ctx.type_data(ty) {
            TypeData::Param { def, params, distinct } => {
                self.print_instance(*def, None, params);
                if *distinct != 0 && self.options.compat.is_none() {
                    self.push("$");
                    self.number(*distinct);
                }
            }
            TypeData::Named { def, key, params } => {
                if self.types.defining || self.types.open.contains(&ty) {
                    self.types.keyed += 1;
                    self.print_instance(*def, Some(*key), &[]);
                } else {
                    self.types.open.push(ty);
                    self.print_instance(*def, Some(*key), params.get().map_or(&[], |p| p));
                    self.types.open.pop();
                }
            }
            data => write_type(self, data, |_| {}),
        }
    }

    /// Prints a dialect type: `!dialect.name<...>`.
    fn print_instance(&mut self, id: ParamDefId, key: Option<Ident>, params: &[Attribute]) {
        let def = self.registry.type_def(id);
        match def.is_builtin() {
            true => self.push(def.name),
            false => {
                self.push("!");
                let later = self.options.compat.is_some_and(|form| form.uses_later_formats);
                self.qualified(if later { self.registry.later_type(def.name) } else { def.name });
            }
        }
        (def.print)(self, id, key, params);
    }

    /// Prints the definition of a type alias: `!alias = type ...`.
    pub(crate) fn define_alias(&mut self, ty: Type, alias: Box<str>) {
        self.push("!");
        self.push(&alias);
        self.push(" = type ");
        match self.ctx.type_data(ty) {
            TypeData::Named { def, key, params } => {
                self.print_instance(*def, Some(*key), params.get().map_or(&[], |p| p));
            }
            _ => self.spell_out(ty),
        }
        if let Some(id) = self.options.ids.and_then(|ids| ids.types.get(&ty)) {
            self.push("  // %");
            self.number(*id);
        }
        self.newline();
        self.types.aliases.insert(ty, alias);
    }
}
