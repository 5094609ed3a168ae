//! Parser tests with a small dialect

mod dialect;
mod errors;
mod forms;
mod literals;
mod parallel;

use crate::*;
use spv_ir::render::Renderer;
use std::fmt::Write;

pub(crate) fn context() -> Arc<Context> {
    Arc::new(Context::new(dialect::registry()))
}

/// Parses a valid source string.
#[track_caller]
fn read(source: &str) -> Module {
    match parse(source, &ParseOptions::default(), context()) {
        Ok(module) => module,
        Err(list) => panic!("{}", Renderer::new("test", source, false).render_all(&list)),
    }
}

/// Parses an invalid source string and returns the rendered errors.
#[track_caller]
fn errors(source: &str) -> String {
    match parse(source, &ParseOptions::default(), context()) {
        Ok(_) => panic!("expected errors"),
        Err(list) => Renderer::new("t.mlir", source, false).render_all(&list),
    }
}

/// Formats a body in a notation that shows its stored operands, slots and attributes.
fn dump(ctx: &Context, body: &Body) -> String {
    let mut out = String::new();
    dump_region(ctx, body, body.root(), 0, &mut out);
    out
}

fn attr(ctx: &Context, attr: Attribute) -> String {
    let list = |items: &[Attribute]| items.iter().map(|a| self::attr(ctx, *a)).collect::<Vec<_>>().join(", ");
    match ctx.attr_data(attr) {
        AttrData::Integer { value, ty } => format!("{value}:{}", ty_text(ctx, *ty)),
        AttrData::Wide { limbs, ty } => format!("{limbs:x?}:{}", ty_text(ctx, *ty)),
        AttrData::Float { bits, ty } => format!("0x{bits:x}:{}", ty_text(ctx, *ty)),
        AttrData::String(text) => format!("{text:?}"),
        AttrData::Array(items) => format!("[{}]", list(items)),
        AttrData::Dict(items) => {
            let pair = |(k, v): &(Ident, Attribute)| format!("{}={}", ctx.str(*k), self::attr(ctx, *v));
            format!("{{{}}}", items.iter().map(pair).collect::<Vec<_>>().join(", "))
        }
        AttrData::Type(ty) => ty_text(ctx, *ty),
        AttrData::Symbol(name) => format!("@{}", ctx.str(*name)),
        AttrData::NestedSymbol(path) => path.iter().map(|n| format!("@{}", ctx.str(*n))).collect(),
        AttrData::Dense { ty, elements } => format!("dense{elements:x?}:{}", ty_text(ctx, *ty)),
        AttrData::Param { def, params } => {
            format!("#{}<{}>", ctx.registry().attr_def(*def).name, list(params))
        }
        AttrData::Opaque { text } => format!("#opaque {}", ctx.str(*text)),
        other => format!("{other:?}"),
    }
}

fn ty_text(ctx: &Context, ty: Type) -> String {
    let list = |types: &[Type]| types.iter().map(|t| ty_text(ctx, *t)).collect::<Vec<_>>().join(", ");
    match ctx.type_data(ty) {
        TypeData::Param { def, params, distinct } => {
            let params: Vec<String> = params.iter().map(|a| attr(ctx, *a)).collect();
            format!("!{}<{}>${distinct}", ctx.registry().type_def(*def).name, params.join(", "))
        }
        TypeData::Named { key, .. } => format!("!{}", ctx.str(*key)),
        TypeData::Function { inputs, results } => format!("({}) -> ({})", list(inputs), list(results)),
        TypeData::Opaque { text } => format!("!opaque {}", ctx.str(*text)),
        TypeData::Vector { dims, element } => format!("vector{dims:?}{}", ty_text(ctx, *element)),
        TypeData::Tensor { dims, element } => format!("tensor{dims:?}{}", ty_text(ctx, *element)),
        _ => Parser::new("", ctx).type_text(ty),
    }
}

fn loc(ctx: &Context, loc: Location) -> String {
    match ctx.loc_data(loc) {
        LocData::Unknown => "?".into(),
        LocData::FileLineCol { file, line, column } => format!("{}:{line}:{column}", ctx.str(*file)),
        LocData::Name { name, child } => format!("{}({})", ctx.str(*name), self::loc(ctx, *child)),
        LocData::CallSite { callee, caller } => {
            format!("{} at {}", self::loc(ctx, *callee), self::loc(ctx, *caller))
        }
        LocData::Fused { metadata, parts } => {
            let parts: Vec<String> = parts.iter().map(|l| self::loc(ctx, *l)).collect();
            let metadata = metadata.map(|m| attr(ctx, m)).unwrap_or_default();
            format!("fused<{metadata}>{parts:?}")
        }
    }
}

fn dump_region(ctx: &Context, body: &Body, region: Region, indent: usize, out: &mut String) {
    let name = |value: Value| match body.value_name(value) {
        Some(name) => format!("{}'{}", value.index(), ctx.str(name)),
        None => value.index().to_string(),
    };
    let typed = |value: Value| format!("{}:{}", name(value), ty_text(ctx, body.value_type(value)));
    let pad = "  ".repeat(indent);
    for block in body.blocks(region) {
        let args: Vec<String> = body
            .args(block)
            .iter()
            .map(|arg| {
                let annotations = body.value_annotations(*arg);
                let attrs = annotations.attrs.map(|a| attr(ctx, a)).unwrap_or_default();
                format!("{}{attrs}{}", typed(*arg), annotations.loc.map(|l| loc(ctx, l)).unwrap_or_default())
            })
            .collect();
        let annotations = body.block_annotations(block);
        let block_name = annotations.name.map(|n| format!("'{}", ctx.str(n))).unwrap_or_default();
        let attrs_text = annotations.attrs.map(|a| attr(ctx, a)).unwrap_or_default();
        _ = writeln!(out, "{pad}block{block_name}({}){attrs_text}", args.join(", "));
        for op in body.ops(block) {
            let def = ctx.registry().op(body.def(op));
            let results: Vec<String> = body.results(op).map(typed).collect();
            let operands: Vec<String> = body.own_operands(op).map(name).collect();
            let slots: Vec<String> = slots(ctx, body, op, def);
            _ = write!(
                out,
                "{pad}  {} = {}({}) {slots:?}",
                results.join(", "),
                def.row.name,
                operands.join(", ")
            );
            for i in 0..body.successor_count(op) {
                let args: Vec<String> = body.successor_args(op, i).map(name).collect();
                _ = write!(out, " ->({})", args.join(", "));
            }
            if let Some(attrs) = body.attrs(op) {
                _ = write!(out, " {}", attr(ctx, attrs));
            }
            if body.loc(op).is_explicit() {
                _ = write!(out, " loc {}", loc(ctx, body.loc(op)));
            }
            out.push('\n');
            for i in 0..body.region_count(op) {
                dump_region(ctx, body, body.region(op, i), indent + 2, out);
            }
            if let Some(nested) = body.nested(op) {
                dump_region(ctx, nested, nested.root(), indent + 2, out);
            }
        }
    }
}

fn slots(ctx: &Context, body: &Body, op: Op, def: &spv_ir::dialect::OpDef) -> Vec<String> {
    use spv_ir::dialect::{ABSENT, Arity, ParamKind};
    let mut at = 0;
    let mut list = Vec::new();
    for param in def.row.params {
        for i in 0..usize::from(param.slots()) {
            let raw = body.slot(op, at);
            let word = match param.kind {
                ParamKind::Enum(_) => param.arity != Arity::Variadic && i == 0,
                ParamKind::Word => param.arity == Arity::One,
                ParamKind::ConstEnum(_) | ParamKind::FloatWord => true,
                _ => false,
            };
            list.push(match (word, Attribute::from_raw(raw)) {
                (true, _) if raw == ABSENT => "absent".into(),
                (true, _) => raw.to_string(),
                (false, None) => "-".into(),
                (false, Some(a)) => attr(ctx, a),
            });
            at += 1;
        }
    }
    list
}
