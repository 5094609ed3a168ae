//! Types in messages: printed like the printer does, without aliases.

use spv_ir::{
    AsmPrinter, AttrData, Attribute, Body, Context, Op, Region, Signedness, TextForm, Type, TypeData, Value,
};

/// Maximum nesting depth; deeper types are truncated.
const DEPTH: usize = 8;

/// Formats a type.
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
    fn list(&mut self, types: &[Type]) {
        for (i, ty) in types.iter().enumerate() {
            self.write(if i > 0 { ", " } else { "" });
            self.ty(*ty);
        }
    }

    fn shaped(&mut self, name: &str, dims: &[u64], element: Type) {
        self.write(name);
        for dim in dims {
            self.write(&format!("{dim}x"));
        }
        self.ty(element);
        self.write(">");
    }

    fn spell(&mut self, ty: Type) {
        let ctx = self.ctx;
        match ctx.type_data(ty) {
            TypeData::Integer { width, signedness } => {
                let sign = match signedness {
                    Signedness::Signless => "i",
                    Signedness::Signed => "si",
                    Signedness::Unsigned => "ui",
                };
                self.write(&format!("{sign}{width}"));
            }
            TypeData::Float(kind) => self.write(kind.name()),
            TypeData::Index => self.write("index"),
            TypeData::None => self.write("none"),
            TypeData::Function { inputs, results } => {
                self.write("(");
                self.list(inputs);
                self.write(") -> ");
                match results[..] {
                    [one] => self.ty(one),
                    _ => {
                        self.write("(");
                        self.list(results);
                        self.write(")");
                    }
                }
            }
            TypeData::Vector { dims, element } => self.shaped("vector<", dims, *element),
            TypeData::Tensor { dims, element } => self.shaped("tensor<", dims, *element),
            TypeData::Param { def, params, distinct } => {
                let def_data = ctx.registry().type_def(*def);
                let sigil = if def_data.is_builtin() { "" } else { "!" };
                self.write(&format!("{sigil}{}", def_data.name));
                (def_data.print)(self, *def, None, params);
                if *distinct != 0 {
                    self.write(&format!("${distinct}"));
                }
            }
            TypeData::Named { def, key, .. } => {
                let def_data = ctx.registry().type_def(*def);
                self.write(&format!("!{}", def_data.name));
                (def_data.print)(self, *def, Some(*key), &[]);
            }
            TypeData::Opaque { text } => self.write(&format!("!{}", ctx.str(*text))),
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
        self.spell(ty);
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

    // Types reference no values or ops.

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
