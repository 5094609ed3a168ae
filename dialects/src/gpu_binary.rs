//! The op `gpu.binary`: compiled kernels for several targets

use crate::gpu::Binary;
use spv_ir::dialect::{NO_OPCODE, ParamDef, ParamDefId, SYMBOL_SLOT};
use spv_ir::text::*;
use spv_ir::{AttrData, Attribute, Body, Ident, Op};

/// Name of the attribute that selects an object by index or target, for example `#gpu.select_object<1 : i64>`.
pub(crate) const SELECT: &str = "gpu.select_object";

/// Names of the formats of compiled objects. The last format is the default and is not printed.
const KINDS: [&str; 4] = ["offload", "assembly", "bin", "fatbin"];

pub(crate) const OBJECT: ParamDef =
    ParamDef { name: "gpu.object", parse: parse_object, print: print_object, code: NO_OPCODE };
pub(crate) const SELECTION: ParamDef =
    ParamDef { name: SELECT, parse: parse_select, print: print_select, code: NO_OPCODE };

/// Parses the parameters of `#gpu.object`: `<target, properties = {...}, bin = "...">`.
fn parse_object(p: &mut dyn AsmParser, _: ParamDefId) -> Parsed<ParamInstance> {
    p.expect("<")?;
    let target = p.attr()?;
    p.expect(",")?;
    let mut properties = p.ctx().unit_attr();
    if p.accept_keyword("properties") {
        p.expect("=")?;
        properties = p.attr()?;
        p.expect(",")?;
    }
    let kind = match KINDS.into_iter().find(|kind| p.accept_keyword(kind)) {
        Some(kind) => {
            p.expect("=")?;
            kind
        }
        None => "fatbin",
    };
    let content = p.string()?;
    p.expect(">")?;
    let ctx = p.ctx();
    Ok(ParamInstance::Params(vec![target, properties, ctx.string_attr(kind), ctx.string_attr(&content)]))
}

fn print_object(p: &mut dyn AsmPrinter, _: ParamDefId, _: Option<Ident>, params: &[Attribute]) {
    let &[target, properties, kind, content] = params else { return };
    p.write("<");
    p.attr(target);
    p.write(", ");
    if *p.ctx().attr_data(properties) != AttrData::Unit {
        p.write("properties = ");
        p.attr(properties);
        p.write(", ");
    }
    let kind = p.ctx().attr_str(kind).filter(|kind| *kind != "fatbin").map(|kind| format!("{kind} = "));
    p.write(kind.as_deref().unwrap_or(""));
    p.attr(content);
    p.write(">");
}

fn parse_select(p: &mut dyn AsmParser, _: ParamDefId) -> Parsed<ParamInstance> {
    if !p.accept("<") {
        return Ok(ParamInstance::Params(Vec::new()));
    }
    let selected = p.attr()?;
    p.expect(">")?;
    Ok(ParamInstance::Params(vec![selected]))
}

fn print_select(p: &mut dyn AsmPrinter, _: ParamDefId, _: Option<Ident>, params: &[Attribute]) {
    if let [selected] = params {
        p.write("<");
        p.attr(*selected);
        p.write(">");
    }
}

/// Parses `gpu.binary`: `@name <handler> {...} [objects]`.
pub(crate) fn parse(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    let name = p.symbol()?;
    let text = p.ctx().str(name).to_owned();
    state.slots[SYMBOL_SLOT] = p.ctx().string_attr(&text).raw();
    if p.accept("<") {
        state.slots[Binary::slot(Binary::offloadingHandler)] = p.attr()?.raw();
        p.expect(">")?;
    }
    p.attr_dict(&mut state.attrs)?;
    state.slots[Binary::slot(Binary::objects)] = p.attr()?.raw();
    Ok(())
}

/// Prints `gpu.binary` in the syntax that [`parse`] accepts.
pub(crate) fn print(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    p.write(" ");
    if let Some(name) = body.slot_attr(op, SYMBOL_SLOT) {
        p.symbol(name);
    }
    p.write(" ");
    if let Some(handler) = body.slot_attr(op, Binary::slot(Binary::offloadingHandler)) {
        p.write("<");
        p.attr(handler);
        p.write(">");
    }
    p.attr_dict(body.attrs(op), &[]);
    p.write(" ");
    if let Some(objects) = body.slot_attr(op, Binary::slot(Binary::objects)) {
        p.attr(objects);
    }
}
