//! Assembly syntax of structs: `!spv.struct<Key, (f32 [0, NonWritable] "name", i32 [4]), Block>`

use super::compose;
use super::items::*;
use crate::decorations::{self, enum_text, enum_value, param_of};
use crate::generated::enums::DECORATION;
use crate::llvm::since;
use spv_ir::dialect::{Enumerant, ParamDefId, ParamKind, TypeParams};
use spv_ir::text::*;
use spv_ir::{AttrData, Attribute, Context, FloatKind, Ident, Type, names};

/// Key of the Offset decoration, which is printed first and as a plain integer.
const OFFSET: &str = "offset";

/// A parsed struct member.
struct Member {
    ty: Type,
    /// Whether the member's decorations begin with an offset.
    offset: bool,
    decorations: Option<Attribute>,
    name: Option<String>,
}

/// Parses the parameters of a struct type, after the name of the type.
pub fn parse(p: &mut dyn AsmParser, def: ParamDefId) -> Parsed<ParamInstance> {
    p.expect("<")?;
    let mut key = None;
    let mut members = Vec::new();
    if let Some(text) = p.opt_string() {
        key = Some(p.ctx().ident(&text));
    } else if !p.peek("(") {
        match p.opt_ty() {
            // The oldest syntax has no parentheses around the members.
            Some(first) => {
                let ty = first?;
                members.push(member(p, ty)?);
                while p.accept(",") {
                    let ty = p.ty()?;
                    members.push(member(p, ty)?);
                }
                p.expect(">")?;
                return Ok(ParamInstance::Params(params(p.ctx(), None, &members)));
            }
            None => {
                let text = p.keyword()?;
                key = Some(p.ctx().ident(&text));
            }
        }
    }
    if let Some(key) = key {
        if p.accept(">") {
            return Ok(ParamInstance::Named(key, None));
        }
        p.expect(",")?;
    }
    p.expect("(")?;
    let at = p.offset();
    let is_defined = |p: &dyn AsmParser| {
        key.is_some_and(|key| {
            p.ctx().type_params(p.ctx().named_type(def, key)).is_some_and(|(_, all)| !all.is_empty())
        })
    };
    let before = is_defined(p);
    list(p, ")", &mut |p| {
        let ty = compose::member(p)?;
        members.push(member(p, ty)?);
        Ok(())
    })?;
    // A member has defined a struct with the same key. Inside its own definition, a struct may only be referred to by
    // the key alone.
    if !before && is_defined(p) {
        return Err(p.error_at(at..at + 1, "identifier already used for an enclosing struct"));
    }
    let with_offset = members.iter().filter(|m| m.offset).count();
    if with_offset != 0 && with_offset != members.len() && p.compat() {
        return Err(p.error_at(at..at + 1, "offset specification must be given for all members"));
    }
    let mut entries = Vec::new();
    while p.accept(",") {
        entries.push(entry(p)?);
    }
    p.expect(">")?;
    let decorations = (!entries.is_empty()).then(|| p.ctx().dict_attr(entries));
    let params = params(p.ctx(), decorations, &members);
    Ok(match key {
        Some(key) => ParamInstance::Named(key, Some(params)),
        None => ParamInstance::Params(params),
    })
}

fn params(ctx: &Context, decorations: Option<Attribute>, members: &[Member]) -> Vec<Attribute> {
    let types: Vec<_> = members.iter().map(|m| m.ty).collect();
    let dicts: Vec<_> = members.iter().map(|m| m.decorations).collect();
    let names: Vec<_> = members.iter().map(|m| m.name.as_deref()).collect();
    crate::types::struct_params(ctx, decorations, &types, &dicts, &names).to_vec()
}

fn member(p: &mut dyn AsmParser, ty: Type) -> Parsed<Member> {
    let mut entries = Vec::new();
    let mut offset = false;
    if p.accept("[") {
        list(p, "]", &mut |p| {
            if entries.is_empty()
                && let Some(value) = p.opt_integer()
            {
                offset = true;
                if !p.peek(",") && !p.peek("]") {
                    return Err(p.error("expected ',' or ']'"));
                }
                entries.push((p.ctx().ident(OFFSET), p.ctx().i32_attr(value as u32)));
            } else {
                entries.push(entry(p)?);
            }
            Ok(())
        })?;
    }
    let name = p.opt_string();
    let decorations = (!entries.is_empty()).then(|| p.ctx().dict_attr(entries));
    Ok(Member { ty, offset, decorations, name })
}

/// Parses a dictionary entry: `NonWritable`, `MatrixStride=16`, `LinkageAttributes=("a", Export)`, or an entry that is
/// not a decoration.
fn entry(p: &mut dyn AsmParser) -> Parsed<(Ident, Attribute)> {
    let (key, decoration) = match p.opt_string() {
        Some(key) => (key, None),
        None => {
            let word = p.keyword()?;
            match DECORATION.by_name(&word).and_then(|v| DECORATION.by_value(v)) {
                Some(decoration) => (decorations::snake_case(decoration.name), Some(decoration)),
                None => (word, None),
            }
        }
    };
    let key = p.ctx().ident(&key);
    if !p.accept("=") {
        return Ok((key, p.ctx().unit_attr()));
    }
    if p.peek("]") {
        return Err(p.error("expected integer value of a decoration"));
    }
    let value = match decoration {
        None => p.attr()?,
        Some(d) if p.accept("(") => {
            let mut operands = Vec::new();
            list(p, ")", &mut |p| {
                let operand = decoration_operand(p, d, operands.len())?;
                operands.push(operand);
                Ok(())
            })?;
            p.ctx().array_attr(&operands)
        }
        Some(d) => decoration_operand(p, d, 0)?,
    };
    Ok((key, value))
}

fn decoration_operand(p: &mut dyn AsmParser, decoration: &Enumerant, index: usize) -> Parsed<Attribute> {
    let Some(ParamKind::Enum(def)) = param_of(decoration, index).map(|p| p.kind) else {
        return operand(p);
    };
    // LLVM 14 prints enumerants as integers.
    if let Some(number) = p.opt_integer() {
        return Ok(p.ctx().string_attr(&enum_text(def, number as u32)));
    }
    let value = enumerant(p, def)?;
    Ok(p.ctx().string_attr(&enum_text(def, value)))
}

/// Prints the parameters of a struct type, after the name of the type.
pub fn print(p: &mut dyn AsmPrinter, _: ParamDefId, key: Option<Ident>, params: TypeParams<'_>) {
    p.write("<");
    if let Some(key) = key {
        write_key(p, key);
    }
    if let [dict, members, infos, names] = *params {
        if key.is_some() {
            p.write(", ");
        }
        let list = |p: &dyn AsmPrinter, attr| p.ctx().attr_array(attr).unwrap_or(&[]).to_vec();
        let (members, infos, names) = (list(p, members), list(p, infos), list(p, names));
        p.write("(");
        write_list(p, members.iter().enumerate(), |p, (i, &member)| {
            if let Some(ty) = p.ctx().attr_type(member) {
                p.ty(ty);
            }
            write_member(p, infos.get(i).copied());
            let name = names.get(i).and_then(|&n| p.ctx().attr_str(n)).map(str::to_owned);
            if let Some(name) = name.filter(|_| !p.compat()) {
                p.write(" ");
                p.string(&name);
            }
        });
        p.write(")");
        let mut decorations = sorted(p.ctx(), Some(dict));
        if p.compat() {
            // LLVM has only one empty struct type, which has no decorations.
            let stated = since::STRUCT_DECORATIONS.holds(p.form()) && !members.is_empty();
            decorations.retain(|entry| stated && is_of_llvm(p.ctx(), entry));
        }
        for (key, value) in decorations {
            p.write(", ");
            write_entry(p, key, value);
        }
    }
    p.write(">");
}

fn write_key(p: &mut dyn AsmPrinter, key: Ident) {
    let text = p.ctx().str(key).to_owned();
    if names::is_bare(&text) && !is_type_word(&text) {
        p.write(&text);
    } else {
        p.string(&text);
    }
}

/// Returns whether the parser would interpret a keyword as a type.
fn is_type_word(text: &str) -> bool {
    let digits = text.trim_start_matches(['s', 'u']).strip_prefix('i');
    digits.is_some_and(|d| !d.is_empty() && d.bytes().all(|b| b.is_ascii_digit()))
        || ["index", "none", "vector", "tensor"].contains(&text)
        || FloatKind::by_name(text).is_some()
}

/// Returns the decorations in a dictionary in the order of their enumerant values, followed by all other entries.
fn sorted(ctx: &Context, dict: Option<Attribute>) -> Vec<(Ident, Attribute)> {
    let mut entries = ctx.dict(dict).to_vec();
    entries.sort_by_key(|(key, _)| decorations::by_key(ctx.str(*key)).map_or(u32::MAX, |d| d.value));
    entries
}

fn write_member(p: &mut dyn AsmPrinter, dict: Option<Attribute>) {
    let mut entries = sorted(p.ctx(), dict);
    if p.compat() {
        entries.retain(|entry| is_of_llvm(p.ctx(), entry));
    }
    if entries.is_empty() {
        return;
    }
    let is_offset = |(key, value): &(Ident, Attribute)| {
        p.ctx().str(*key) == OFFSET && i32_value(p.ctx(), *value).is_some()
    };
    if let Some(at) = entries.iter().position(is_offset) {
        let offset = entries.remove(at);
        entries.insert(0, offset);
    }
    p.write(" [");
    write_list(p, entries.iter().enumerate(), |p, (i, &(key, value))| match i32_value(p.ctx(), value) {
        Some(offset) if i == 0 && p.ctx().str(key) == OFFSET => p.write(&offset.to_string()),
        _ => write_entry(p, key, value),
    });
    p.write("]");
}

/// Returns whether LLVM has assembly syntax for a decoration.
fn is_of_llvm(ctx: &Context, (key, value): &(Ident, Attribute)) -> bool {
    decorations::by_key(ctx.str(*key)).is_some_and(|d| llvm_value(ctx, d, *value).is_some())
}

/// Formats a decoration's value as LLVM 14 prints it, with enumerants as integers. Returns `None` if LLVM 14 cannot
/// express the value.
fn llvm_value(ctx: &Context, decoration: &Enumerant, value: Attribute) -> Option<String> {
    match (ctx.attr_data(value), param_of(decoration, 0).map(|p| p.kind)) {
        (AttrData::Unit, _) => Some(String::new()),
        (AttrData::String(text), Some(ParamKind::Enum(def))) => Some(format!("={}", enum_value(def, text)?)),
        _ => i32_value(ctx, value).map(|v| format!("={v}")),
    }
}

fn write_entry(p: &mut dyn AsmPrinter, key: Ident, value: Attribute) {
    let text = p.ctx().str(key).to_owned();
    let Some(decoration) = decorations::by_key(&text) else {
        if names::is_bare(&text) && DECORATION.by_name(&text).is_none() {
            p.write(&text);
        } else {
            p.string(&text);
        }
        if *p.ctx().attr_data(value) != AttrData::Unit {
            p.write("=");
            p.attr(value);
        }
        return;
    };
    p.write(decoration.name);
    if p.compat()
        && let Some(text) = llvm_value(p.ctx(), decoration, value)
    {
        return p.write(&text);
    }
    match p.ctx().attr_data(value).clone() {
        AttrData::Unit => {}
        AttrData::Array(operands) => {
            p.write("=(");
            write_list(p, operands.iter().enumerate(), |p, (i, &operand)| {
                write_decoration_operand(p, decoration, i, operand);
            });
            p.write(")");
        }
        _ => {
            p.write("=");
            write_decoration_operand(p, decoration, 0, value);
        }
    }
}

fn write_decoration_operand(p: &mut dyn AsmPrinter, decoration: &Enumerant, index: usize, attr: Attribute) {
    let kind = param_of(decoration, index).map(|p| p.kind);
    let text = p.ctx().attr_str(attr).filter(|t| names::is_bare(t)).map(str::to_owned);
    match (kind, text) {
        (Some(ParamKind::Enum(_)), Some(text)) => p.write(&text),
        _ => write_operand(p, attr),
    }
}
