//! Printer for enumerants and literals

use crate::printer::Printer;
use crate::text::{push_hex, push_i64};
use spv_ir::FloatKind;
use spv_ir::dialect::EnumDef;

impl Printer<'_> {
    /// Prints enumerants as `A|B`. A value or bit without a name is printed in hexadecimal.
    pub(crate) fn print_enumerants(&mut self, def: &EnumDef, value: u32) {
        let form = self.options.compat;
        let named = |name| form.map_or(name, |form| form.enumerant(def.name, name));
        if let Some(enumerant) = def.by_value(value) {
            return self.push(named(enumerant.name));
        }
        let mut rest = value;
        if def.bits {
            for enumerant in def.present(value) {
                if rest != value {
                    self.push("|");
                }
                self.push(named(enumerant.name));
                rest &= !enumerant.value;
            }
        }
        if rest != 0 || value == 0 {
            self.push(if rest == value { "0x" } else { "|0x" });
            push_hex(&mut self.out, rest.into());
        }
    }

    /// Prints enumerants as a string: `"A|B"`.
    pub(crate) fn print_enum_string(&mut self, def: &EnumDef, value: u32) {
        self.push("\"");
        self.print_enumerants(def, value);
        self.push("\"");
    }

    /// Prints a literal word with its type: `5 : i32`.
    pub(crate) fn print_typed_word(&mut self, word: u32) {
        push_i64(&mut self.out, (word as i32).into());
        self.push(" : i32");
    }

    /// Prints the `f32` with the given bits, e.g. `1.0`.
    pub(crate) fn print_f32(&mut self, bits: u32) {
        self.floats.push(&mut self.out, FloatKind::F32, bits.into());
    }
}
