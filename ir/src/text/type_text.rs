//! Type printer

use super::{AsmPrinter, TextForm};
use crate::attrs::{AttrData, Attribute};
use crate::body::Body;
use crate::context::Context;
use crate::entity::{Op, Region, Value};
use crate::types::{Signedness, Type, TypeData};

/// Writes a type. For a parametric or nominal type, calls `parametric` instead.
pub fn write_type<P: AsmPrinter>(p: &mut P, data: &TypeData, parametric: impl FnOnce(&mut P)) {
    match data {
        TypeData::Integer { width, signedness } => {
            let sign = match signedness {
                Signedness::Signless => "i",
                Signedness::Signed => "si",
                Signedness::Unsigned => "ui",
            };
            p.write(&format!("{sign}{width}"));
        }
        TypeData::Float(kind) => p.write(kind.name()),
        TypeData::Index => p.write("index"),
        TypeData::None => p.write("none"),
        TypeData::Function { inputs, results } => write_function_type(p, inputs, results),
        TypeData::Vector { dims, element } => write_shaped(p, "vector<", dims, *element),
        TypeData::Tensor { dims, element } => write_shaped(p, "tensor<", dims, *element),
        TypeData::Param { .. } | TypeData::Named { .. } => parametric(p),
        TypeData::Opaque { text } => {
            let text = format!("!{}", p.ctx().str(*text));
            p.write(&text);
        }
    }
}

/// Writes a function type `(a, b) -> c`.
pub fn write_function_type(p: &mut impl AsmPrinter, inputs: &[Type], results: &[Type]) {
    p.write("(");
    write_types(p, inputs);
    p.write(") -> ");
    write_results(p, results);
}

/// Writes the result types of a function: `c` or `(c, d)`.
pub fn write_results(p: &mut impl AsmPrinter, results: &[Type]) {
    match results {
        [one] if !matches!(p.ctx().type_data(*one), TypeData::Function { .. }) => p.ty(*one),
        _ => {
            p.write("(");
            write_types(p, results);
            p.write(")");
        }
    }
}

fn write_types(p: &mut impl AsmPrinter, types: &[Type]) {
    for (i, ty) in types.iter().enumerate() {
        if i > 0 {
            p.write(", ");
        }
        p.ty(*ty);
    }
}

fn write_shaped(p: &mut impl AsmPrinter, name: &str, dims: &[u64], element: Type) {
    p.write(name);
    for length in dims {
        p.write(&format!("{length}x"));
    }
    p.ty(element);
    p.write(">");
}

/// Maximum nesting depth of types in messages. More deeply nested types are replaced with `...`.
const DEPTH: usize = 8;

/// Formats a type for messages, in the printer's syntax but without aliases.
pub fn type_text(ctx: &Context, ty: Type) -> String {
    let mut text = Text { ctx, out: String::new(), depth: 0 };
    text.ty(ty);
    text.out
}

struct Text<'c> {
    ctx: &'c Context,
    out: String,
    depth: usize,
}

impl Text<'_> {
    /// Writes a parametric or nominal type.
    fn parametric(&mut self, data: &TypeData) {
        let (def, key, params, distinct) = match data {
            TypeData::Param { def, params, distinct } => (*def, None, &params[..], *distinct),
            TypeData::Named { def, key, .. } => (*def, Some(*key), &[][..], 0),
            _ => return,
        };
        let ctx = self.ctx;
        let definition = ctx.registry().type_def(def);
        let sigil = if definition.is_builtin() { "" } else { "!" };
        self.write(&format!("{sigil}{}", definition.name));
        (definition.print)(self, def, key, params);
        if distinct != 0 {
            self.write(&format!("${distinct}"));
        }
    }
}

impl AsmPrinter for Text<'_> {
    fn ctx(&self) -> &Context {
        self.ctx
    }

    fn write(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn name(&mut self, name: &str) {
        self.write(name);
    }

    fn ty(&mut self, ty: Type) {
        if self.depth == DEPTH {
            return self.write("...");
        }
        self.depth += 1;
        let data = self.ctx.type_data(ty);
        write_type(self, data, |p| p.parametric(data));
        self.depth -= 1;
    }

    fn attr(&mut self, attr: Attribute) {
        self.attr_no_type(attr);
    }

    fn attr_in_array(&mut self, attr: Attribute) {
        self.attr(attr);
    }

    fn attr_no_type(&mut self, attr: Attribute) {
        let ctx = self.ctx;
        match ctx.attr_data(attr) {
            AttrData::Integer { value, .. } => self.write(&value.to_string()),
            AttrData::Bool(value) => self.write(&value.to_string()),
            AttrData::String(text) => self.string(text),
            AttrData::Symbol(name) => self.write(&format!("@{}", ctx.str(*name))),
            AttrData::Type(ty) => self.ty(*ty),
            AttrData::AffineMap(map) => self.write(&format!("affine_map<{map}>")),
            AttrData::Dict(entries) => {
                let keys: Vec<&str> = entries.iter().map(|(key, _)| ctx.str(*key)).collect();
                self.write(&format!("{{{}}}", keys.join(", ")));
            }
            _ => self.write("..."),
        }
    }

    fn symbol(&mut self, name: Attribute) {
        if let Some(name) = self.ctx.attr_str(name) {
            self.write(&format!("@{name}"));
        }
    }

    fn string(&mut self, text: &str) {
        self.write(&format!("{text:?}"));
    }

    // Types do not contain values or ops, so the following methods write nothing.

    fn value(&mut self, _: &Body, _: Value) {}

    fn attr_dict(&mut self, _: Option<Attribute>, _: &[&str]) {}

    fn attributes(&mut self, _: Option<Attribute>, _: &[&str]) {}

    fn successor(&mut self, _: &Body, _: Op, _: usize) {}

    fn arg(&mut self, _: &Body, _: Value) {}

    fn region(&mut self, _: &Body, _: Region, _: bool) {}

    fn region_without_terminators(&mut self, _: &Body, _: Region, _: bool) {}

    fn op_in_line(&mut self, _: &Body, _: Op) {}

    fn newline_in(&mut self, _: usize) {}

    fn form(&self) -> Option<&'static TextForm> {
        None
    }
}
