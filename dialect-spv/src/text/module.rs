//! Assembly syntax of `spv.module`, `spv.func` and graphs

use super::items::*;
use crate::generated::enums;
use crate::llvm::graphs::CONSTANT_ID;
use crate::llvm::since;
use crate::spv;
use spv_ir::dialect::EnumDef;
use spv_ir::text::*;
use spv_ir::{Attribute, Body, Context, Op, Type, TypeData, parse_signature, print_signature};

/// Visibility keywords, which precede the name of a builtin `func`.
const VISIBILITIES: [&str; 3] = ["public", "private", "nested"];

/// Key of the attribute for a function's visibility, which LLVM 24 prints as a keyword.
const VISIBILITY: &str = "sym_visibility";

/// Parses `@name Logical GLSL450 requires #spv.vce<...> attributes {...} {...}`.
pub fn parse_module(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    if let Some(name) = p.opt_symbol() {
        state.slots[spv::Module::SYM_NAME] = string_of(p.ctx(), name);
    }
    state.slots[spv::Module::ADDRESSING_MODEL] = model(p, &enums::ADDRESSING_MODEL, "addressing_model")?;
    state.slots[spv::Module::MEMORY_MODEL] = model(p, &enums::MEMORY_MODEL, "memory_model")?;
    if p.accept_keyword("requires") {
        state.slots[spv::Module::VCE_TRIPLE] = p.attr()?.raw();
    }
    if p.accept_keyword("attributes") {
        p.attr_dict(&mut state.attrs)?;
    }
    p.isolated_region(state, &[])
}

/// Parses the addressing model or memory model of `spv.module`. `name` is the name of the attribute in error messages.
fn model(p: &mut dyn AsmParser, def: &'static EnumDef, name: &str) -> Parsed<u32> {
    if let Some(value) = opt_quoted(p, def)? {
        return Ok(value);
    }
    let at = p.offset();
    let text = p.keyword()?;
    crate::decorations::enum_value(def, &text).ok_or_else(|| {
        let message = format!("custom op 'spv.module' invalid {name} attribute specification: {text}");
        p.error_enum(at..at + text.len(), &message, def)
    })
}

/// Prints the syntax that [`parse_module`] parses.
pub fn print_module(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    write_symbol_name(p, body, op, spv::Module::SYM_NAME);
    p.write(" ");
    write_enumerant(p, &enums::ADDRESSING_MODEL, body.slot(op, spv::Module::ADDRESSING_MODEL));
    p.write(" ");
    write_enumerant(p, &enums::MEMORY_MODEL, body.slot(op, spv::Module::MEMORY_MODEL));
    if let Some(vce) = body.slot_attr(op, spv::Module::VCE_TRIPLE) {
        p.write(" requires ");
        p.attr(vce);
    }
    p.attributes(body.attrs(op), &[]);
    if let Some(nested) = body.nested(op) {
        p.region(nested, nested.root(), true);
    }
}

/// Parses `@f(%a: i32) -> i32 "Inline|Pure" attributes {...} {...}`. A declaration has no body.
///
/// Also accepts the builtin `func` of older assembly, which has a visibility and no function control.
pub fn parse_func(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    let visibility = VISIBILITIES.into_iter().find(|word| p.accept_keyword(word));
    if let Some(word) = visibility.filter(|_| since::FUNCTION_VISIBILITY.holds(p.form())) {
        let entry = (p.ctx().ident(VISIBILITY), p.ctx().string_attr(word));
        state.attrs.push(entry);
    }
    state.slots[spv::Func::SYM_NAME] = symbol_name(p)?;
    let (args, results) = parse_signature(p)?;
    let inputs: Vec<Type> = args.iter().map(|a| a.ty).collect();
    let ty = p.ctx().function_type(&inputs, &results);
    state.slots[spv::Func::TYPE] = p.ctx().type_attr(ty).raw();
    let control = opt_quoted(p, &enums::FUNCTION_CONTROL)?;
    // The builtin `func` of older assembly has no function control.
    if control.is_none() && p.compat() && p.spelling(state).contains('.') {
        return Err(p.error("expected function_control attribute specified as string"));
    }
    state.slots[spv::Func::FUNCTION_CONTROL] = control.unwrap_or(0);
    if p.accept_keyword("attributes") {
        p.attr_dict(&mut state.attrs)?;
    }
    let unnamed = since::LABEL_ARGUMENTS.holds(p.form()) && args.iter().all(|arg| arg.name.is_empty());
    match p.peek("{") {
        true => p.isolated_region(state, if unnamed { &[] } else { &args }),
        false => p.isolated_declaration(state, &args),
    }
}

/// Prints the syntax that [`parse_func`] parses.
pub fn print_func(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    let visibility =
        p.ctx().dict_get(body.attrs(op), VISIBILITY).filter(|_| since::FUNCTION_VISIBILITY.holds(p.form()));
    let word = visibility.and_then(|word| p.ctx().attr_str(word)).map(str::to_owned);
    if let Some(word) = &word {
        p.write(&format!(" {word}"));
    }
    write_symbol_name(p, body, op, spv::Func::SYM_NAME);
    let nested = body.nested(op);
    let entry = nested.and_then(|n| n.first_block(n.root()).map(|b| (n, b)));
    let defined = entry.filter(|(n, b)| n.first_op(*b).is_some() || n.next_block(*b).is_some());
    let (inputs, results) = signature(p.ctx(), body, op);
    let named = if p.compat() { defined } else { entry };
    print_signature(p, named, &inputs, &results);
    p.write(" ");
    let control =
        crate::decorations::enum_text(&enums::FUNCTION_CONTROL, body.slot(op, spv::Func::FUNCTION_CONTROL));
    p.string(&control);
    p.attributes(body.attrs(op), if word.is_some() { &[VISIBILITY] } else { &[] });
    if let Some((nested, _)) = defined {
        p.region(nested, nested.root(), false);
    }
}

/// Parses a graph constant in LLVM's form. LLVM 24 prints the id as `id = 5 : type`, LLVM 22 as an attribute.
pub fn parse_llvm_graph_constant(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    if !since::GRAPH_CONSTANT_IDS.lacks(p.form()) && p.accept_keyword("id") {
        p.expect("=")?;
        let i32 = p.ctx().common().i32;
        let entry = (p.ctx().ident(CONSTANT_ID), p.attr_of(i32)?);
        state.attrs.push(entry);
    } else if since::GRAPH_CONSTANT_IDS.holds(p.form()) {
        return Err(p.error("expected 'id'"));
    }
    p.attr_dict(&mut state.attrs)?;
    p.expect(":")?;
    state.results.push(p.ty()?);
    Ok(())
}

/// Prints the syntax that [`parse_llvm_graph_constant`] parses.
pub fn print_llvm_graph_constant(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    let id =
        p.ctx().dict_get(body.attrs(op), CONSTANT_ID).filter(|_| since::GRAPH_CONSTANT_IDS.holds(p.form()));
    if let Some(id) = id {
        p.write(" id = ");
        p.attr_no_type(id);
    }
    p.attr_dict(body.attrs(op), if id.is_some() { &[CONSTANT_ID] } else { &[] });
    p.write(" : ");
    p.ty(body.value_type(body.result(op, 0)));
}

/// Returns the parameter and result types of a function.
fn signature(ctx: &Context, body: &Body, op: Op) -> (Vec<Type>, Vec<Type>) {
    let ty = body.slot_attr(op, spv::Func::TYPE).and_then(|a| ctx.attr_type(a));
    match ty.map(|t| ctx.type_data(t)) {
        Some(TypeData::Function { inputs, results }) => (inputs.to_vec(), results.to_vec()),
        _ => Default::default(),
    }
}

/// Parses `@g : !spv.graph_arm<...> attributes {...} {...}`.
pub fn parse_graph(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    state.slots[spv::GraphARM::SYM_NAME] = symbol_name(p)?;
    p.expect(":")?;
    let ty = p.ty()?;
    state.slots[spv::GraphARM::GRAPH_TYPE] = p.ctx().type_attr(ty).raw();
    if p.accept_keyword("attributes") {
        p.attr_dict(&mut state.attrs)?;
    }
    p.isolated_region(state, &[])
}

/// Prints the syntax that [`parse_graph`] parses.
pub fn print_graph(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    write_symbol_name(p, body, op, spv::GraphARM::SYM_NAME);
    p.write(" : ");
    if let Some(ty) = body.slot_attr(op, spv::GraphARM::GRAPH_TYPE) {
        p.attr(ty);
    }
    p.attributes(body.attrs(op), &[]);
    if let Some(nested) = body.nested(op) {
        p.region(nested, nested.root(), true);
    }
}

/// Key of the attribute with the attributes of a graph's results in LLVM's form: a list with one dictionary per result.
pub(crate) const RESULT_ATTRIBUTES: &str = "res_attrs";

/// Parses `@g(%a: !spv.arm.tensor<...> {...}) -> (!spv.arm.tensor<...> {...}) attributes {...} {...}`.
pub fn parse_llvm_graph(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    state.slots[spv::LlvmGraph::SYM_NAME] = symbol_name(p)?;
    let args = p.args(true)?;
    let (mut results, mut attributes) = (Vec::new(), Vec::new());
    if p.accept("->") {
        let is_list = p.accept("(");
        while !(is_list && p.accept(")")) {
            results.push(p.ty()?);
            let mut attrs = Vec::new();
            if is_list {
                p.attr_dict(&mut attrs)?;
            }
            attributes.push(p.ctx().dict_attr(attrs));
            if !is_list {
                break;
            }
            if !p.accept(",") {
                p.expect(")")?;
                break;
            }
        }
    }
    let inputs: Vec<Type> = args.iter().map(|arg| arg.ty).collect();
    let ty = p.ctx().function_type(&inputs, &results);
    state.slots[spv::LlvmGraph::FUNCTION_TYPE] = p.ctx().type_attr(ty).raw();
    if p.accept_keyword("attributes") {
        p.attr_dict(&mut state.attrs)?;
    }
    if attributes.iter().any(|attrs| !p.ctx().dict(Some(*attrs)).is_empty()) {
        let list = p.ctx().array_attr(&attributes);
        state.attrs.push((p.ctx().ident(RESULT_ATTRIBUTES), list));
    }
    p.isolated_region(state, &args)
}

/// Prints the syntax that [`parse_llvm_graph`] parses.
pub fn print_llvm_graph(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    write_symbol_name(p, body, op, spv::LlvmGraph::SYM_NAME);
    let entry = body.nested(op).and_then(|nested| Some((nested, nested.first_block(nested.root())?)));
    let ty = body.slot_attr(op, spv::LlvmGraph::FUNCTION_TYPE).and_then(|attr| p.ctx().attr_type(attr));
    let (inputs, results) = match ty.map(|ty| p.ctx().type_data(ty)) {
        Some(TypeData::Function { inputs, results }) => (inputs.to_vec(), results.to_vec()),
        _ => Default::default(),
    };
    let lists = p.ctx().dict_get(body.attrs(op), RESULT_ATTRIBUTES);
    let attributes: Vec<Attribute> = lists.and_then(|list| p.ctx().attr_array(list)).unwrap_or(&[]).to_vec();
    if attributes.is_empty() {
        print_signature(p, entry, &inputs, &results);
    } else {
        print_signature(p, entry, &inputs, &[]);
        p.write(" -> (");
        for (i, ty) in results.iter().enumerate() {
            if i > 0 {
                p.write(", ");
            }
            p.ty(*ty);
            p.attr_dict(attributes.get(i).copied(), &[]);
        }
        p.write(")");
    }
    p.attributes(body.attrs(op), &[RESULT_ATTRIBUTES]);
    if let Some(nested) = body.nested(op) {
        p.region(nested, nested.root(), false);
    }
}
