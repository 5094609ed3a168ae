//! Generator of `builders.rs`: one function per op, with required parameters as arguments

use super::{OpNames, Ops, enum_path, head, ident, set_module};
use spv_dialect::generated::enums::CAPABILITY;
use spv_dialect::generated::ops::{Class, SHAPES};
use spv_dialect::table::core_index;
use spv_ir::dialect::{Arity, NO_OPCODE, Param, ParamKind, ResultKind, Traits};
use spv_ir::format::{Format, FormatElement, TypeOf};
use std::fmt::Write;

/// Emits `builders.rs`.
pub fn emit(ops: &Ops) -> Result<String, String> {
    let mut s = head(
        "Builder functions for all ops. Result types are inferred if possible.",
        "use crate::{Builder, Parts};\nuse spv_dialect::generated::typed_enums::*;\nuse spv_dialect::generated::views as v;\nuse spv_dialect::typed::{Definition, EnumOperands, Enumeration, IdOr, IdRef};\nuse spv_ir::dialect::ABSENT;\nuse spv_ir::{Attribute, Ident, Op, Type, Value};\n",
    );
    s.push_str("impl Builder<'_> {\n");
    for op in &ops.core {
        function(&mut s, op, "v", "self")?;
    }
    s.push_str("}\n");
    for (set, list) in &ops.sets {
        let (module, name) = (set_module(set), set.import_name);
        let camel: String = module.split('_').map(|w| w[..1].to_uppercase() + &w[1..]).collect();
        writeln!(s, "\n/// Builders of the `{name}` instructions. See [`Builder::{module}`].").unwrap();
        writeln!(s, "pub struct {camel}<'s, 'a>(pub(crate) &'s mut Builder<'a>);\n").unwrap();
        writeln!(s, "impl<'a> Builder<'a> {{\n    /// Returns the builders of the `{name}` instructions.")
            .unwrap();
        writeln!(s, "    pub fn {module}(&mut self) -> {camel}<'_, 'a> {{ {camel}(self) }}\n}}\n").unwrap();
        writeln!(s, "impl {camel}<'_, '_> {{").unwrap();
        for op in list {
            function(&mut s, op, &format!("v::{module}"), "self.0")?;
        }
        s.push_str("}\n");
    }
    Ok(s)
}

/// Emits `signatures.rs`: the builder signatures of each op as strings.
pub fn emit_signatures(ops: &Ops) -> Result<String, String> {
    let sets = ops.sets.iter().map(|(set, list)| (format!("b.{}()", set_module(set)), list));
    let mut lines = Vec::new();
    for (receiver, list) in std::iter::once(("b".to_owned(), &ops.core)).chain(sets) {
        for op in list {
            let Some(args) = args_of(op)? else { continue };
            let mut text = signature(op, &args, false).text(&receiver);
            if args.iter().any(|(p, _)| p.arity == Arity::Optional) {
                text += "\n";
                text += &signature(op, &args, true).text(&receiver);
            }
            lines.push((op.def.row.name, text));
        }
    }
    lines.sort_unstable();
    let mut s = head("Signatures of all builders as text.", "");
    s.push_str("/// Pairs of op name and builder signature, sorted by name.\n");
    s.push_str("pub static SIGNATURES: &[(&str, &str)] = &[\n");
    for (name, text) in lines {
        writeln!(s, "    ({name:?}, {text:?}),").unwrap();
    }
    s.push_str("];\n");
    Ok(s)
}

/// The Rust signature of a builder function.
struct Signature {
    name: String,
    arguments: Vec<String>,
    returns: &'static str,
}

impl Signature {
    /// Formats the signature as a call with argument types: `b.load(pointer: Value) -> Value`.
    fn text(&self, receiver: &str) -> String {
        format!("{receiver}.{}({}) -> {}", self.name, self.arguments.join(", "), self.returns)
    }
}

/// Returns the signature of an op's builder. If `all` is set, the builder also has the optional parameters, and its
/// name ends in `_with`.
fn signature(op: &OpNames, args: &[(&Param, Arg)], all: bool) -> Signature {
    let result = result_type(op);
    let mut arguments = Vec::new();
    if op.is_symbolic() {
        arguments.push("defined_as: Definition".to_owned());
    }
    match result {
        ResultType::Given => arguments.push("result_type: Type".to_owned()),
        ResultType::Optional => arguments.push("result_type: Option<Type>".to_owned()),
        _ => {}
    }
    let mut optional = 0;
    for (param, Arg { name, ty, .. }) in args {
        if param.arity != Arity::Optional {
            arguments.push(format!("{name}: {ty}"));
        } else if all {
            optional += 1;
            arguments.push(match optional {
                1 => format!("{name}: {ty}"),
                _ => format!("{name}: Option<{}>", inner_type(ty)),
            });
        }
    }
    let name = if all { format!("{}_with", op.snake.trim_end_matches('_')) } else { op.snake.clone() };
    let returns = match result {
        ResultType::None | ResultType::Optional => "Op",
        _ => "Value",
    };
    Signature { name, arguments, returns }
}

/// Returns the `T` of `impl Into<T>`. Returns any other type unchanged.
fn inner_type(ty: &str) -> &str {
    ty.strip_prefix("impl Into<").and_then(|ty| ty.strip_suffix('>')).unwrap_or(ty)
}

/// A builder argument and its conversion to operands or attribute slots.
struct Arg {
    name: String,
    ty: String,
    /// Name of the [`Parts`](spv_build::Parts) method that appends the argument.
    method: &'static str,
    /// Source of the expression to pass to `method`.
    value: String,
    /// Name of the [`Parts`](spv_build::Parts) method to call if the optional argument is absent.
    absent: &'static str,
    doc: String,
}

fn arg(param: &Param) -> Result<Option<Arg>, String> {
    use Arity::{One, Optional, Variadic};
    let name = ident(param.name);
    let values = |def| enum_path(def);
    let (ty, method, absent, doc) = match (param.kind, param.arity) {
        (ParamKind::Block | ParamKind::Tail, _) => return Ok(None),
        (ParamKind::Value, One | Optional) => ("Value".to_owned(), "value", "nothing", "value".to_owned()),
        (ParamKind::Value, Variadic) => ("&[Value]".to_owned(), "values", "nothing", "values".to_owned()),
        (ParamKind::Mixed, One | Optional) => {
            ("impl Into<IdRef>".to_owned(), "id", "zero", "value or reference".to_owned())
        }
        (ParamKind::Mixed, Variadic) => {
            ("&[IdRef]".to_owned(), "ids", "zero", "values or references".to_owned())
        }
        (ParamKind::Symbol, One | Optional) => ("Ident".to_owned(), "symbol", "zero", "symbol".to_owned()),
        (ParamKind::Symbol, Variadic) => ("&[Ident]".to_owned(), "symbols", "zero", "symbols".to_owned()),
        (ParamKind::Type, One | Optional) => ("Type".to_owned(), "ty", "zero", "type".to_owned()),
        (ParamKind::Word, One) => ("u32".to_owned(), "word", "zero", "literal".to_owned()),
        (ParamKind::Word, Optional) => ("u32".to_owned(), "word_list", "zero", "literal".to_owned()),
        (ParamKind::Word, Variadic) => ("&[u32]".to_owned(), "words", "zero", "literals".to_owned()),
        (ParamKind::String, One | Optional) => ("&str".to_owned(), "string", "zero", "string".to_owned()),
        (ParamKind::Attr, _) => ("Attribute".to_owned(), "attr", "zero", "attribute".to_owned()),
        (ParamKind::ConstEnum(def), _) => (
            format!("impl Into<IdOr<{}>>", values(def)?),
            "constant",
            "none",
            format!("[`{}`] or value", values(def)?),
        ),
        (ParamKind::Enum(def), Variadic) => {
            (format!("&[{}]", values(def)?), "enumerants", "zero", format!("list of [`{}`]", values(def)?))
        }
        (ParamKind::Enum(def), _) if def.has_params => (
            format!("impl Into<EnumOperands<{}>>", values(def)?),
            "enumerant_with",
            "none_with",
            format!("[`{}`]", values(def)?),
        ),
        (ParamKind::Enum(def), _) => (values(def)?, "enumerant", "none", format!("[`{}`]", values(def)?)),
        (ParamKind::Type | ParamKind::String, Variadic) | (ParamKind::FloatWord, _) => {
            return Err(format!("no builder takes a parameter as '{name}' so far"));
        }
    };
    let value = if ty.starts_with("impl Into") { format!("{name}.into()") } else { name.clone() };
    Ok(Some(Arg { name, ty, method, value, absent, doc }))
}

/// The origin of a builder's result type.
enum ResultType {
    /// No result type, because the op has no result or defines a symbol.
    None,
    /// The caller passes the result type.
    Given,
    /// The caller passes the result type, or `None` if the op is to have no result.
    Optional,
    /// The result has the type of the argument with the given name.
    Same(String),
    /// The op's inference function computes the result type.
    Inferred,
}

fn result_type(op: &OpNames) -> ResultType {
    let params = op.def.row.params;
    match op.def.row.result {
        _ if op.is_symbolic() => ResultType::None,
        ResultKind::None | ResultKind::Any => ResultType::None,
        ResultKind::Optional => ResultType::Optional,
        ResultKind::One if op.def.result_type.is_some() => ResultType::Inferred,
        ResultKind::One if op.def.traits.contains(Traits::SAME_TYPE) && !params.is_empty() => {
            ResultType::Same(ident(params[0].name))
        }
        ResultKind::One => tied(&Format::compile(op.def, op.def.format).elements, params)
            .map_or(ResultType::Given, ResultType::Same),
    }
}

/// Returns the name of the parameter whose type the assembly format requires to be the result type. Returns `None` if
/// there is no such requirement.
fn tied(elements: &[FormatElement], params: &[Param]) -> Option<String> {
    elements.iter().find_map(|element| match element {
        FormatElement::CommonType(list) if list.contains(&TypeOf::Result(0)) => {
            list.iter().find_map(|of| match of {
                TypeOf::Param(number) => {
                    let param = &params[usize::from(*number)];
                    let fits = matches!((param.kind, param.arity), (ParamKind::Value, Arity::One));
                    fits.then(|| ident(param.name))
                }
                TypeOf::Result(_) | TypeOf::Results => None,
            })
        }
        _ => None,
    })
}

/// Returns the parameters of an op's builder, or `None` for ops with regions or successors, which have no builder.
fn args_of<'r>(op: &OpNames<'r>) -> Result<Option<Vec<(&'r Param, Arg)>>, String> {
    let traits = op.def.traits;
    let skip = if op.is_symbolic() { 2 } else { 0 };
    let params = &op.def.row.params[skip..];
    let blocks = params.iter().any(|p| matches!(p.kind, ParamKind::Block));
    if blocks || traits.intersects(Traits::ISOLATED | Traits::CONSTRUCT) {
        return Ok(None);
    }
    let args = params.iter().map(arg).collect::<Result<Vec<_>, _>>()?;
    Ok(Some(params.iter().zip(args).filter_map(|(p, a)| Some((p, a?))).collect()))
}

fn function(s: &mut String, op: &OpNames, views: &str, builder: &str) -> Result<(), String> {
    let Some(args) = args_of(op)? else { return Ok(()) };
    one_function(s, op, views, builder, &args, false);
    if args.iter().any(|(p, _)| p.arity == Arity::Optional) {
        one_function(s, op, views, builder, &args, true);
    }
    Ok(())
}

fn one_function(s: &mut String, op: &OpNames, views: &str, builder: &str, args: &[(&Param, Arg)], all: bool) {
    let result = result_type(op);
    let mut docs = Vec::new();
    let mut parts = String::new();
    if op.is_symbolic() {
        parts.push_str(".definition(defined_as)");
    }
    let mut optional = 0;
    for (param, arg) in args {
        let Arg { name, method, value, absent, doc, .. } = arg;
        if param.arity != Arity::Optional {
            docs.push(format!("`{name}` ({doc})"));
            write!(parts, ".{method}({value})").unwrap();
            continue;
        }
        if !all {
            if *absent != "nothing" {
                write!(parts, ".{absent}()").unwrap();
            }
            continue;
        }
        optional += 1;
        docs.push(format!("`{name}` ({doc}{})", if optional > 1 { ", optional" } else { "" }));
        if optional == 1 {
            write!(parts, ".{method}({value})").unwrap();
        } else {
            write!(parts, ".optional({name}, Parts::{method}, Parts::{absent})").unwrap();
        }
    }
    let id = format!("{views}::{}::ID", op.camel);
    let (before, parts) = match plain_parts(op, args, all) {
        Some([operands, slots]) => (String::new(), format!("&[{operands}], &[{slots}]")),
        None => (
            format!("let parts = Parts::new({builder}.ctx()){parts}; "),
            "parts.operands(), parts.slots()".to_owned(),
        ),
    };
    let call = match &result {
        ResultType::None => format!("{builder}.emit({id}, {parts}, None)"),
        ResultType::Optional => format!("{builder}.emit({id}, {parts}, result_type)"),
        ResultType::Given => format!("{builder}.value({id}, {parts}, result_type)"),
        ResultType::Same(arg) => {
            format!("let ty = {builder}.type_of({arg}); {builder}.value({id}, {parts}, ty)")
        }
        ResultType::Inferred => format!("{builder}.inferred({id}, {parts})"),
    };
    let call = before + &call;
    let Signature { name, arguments, returns } = signature(op, args, all);
    let list: String = arguments.iter().map(|a| format!(", {a}")).collect();
    writeln!(s, "    {}", doc(op, &docs, &result)).unwrap();
    writeln!(s, "    #[inline]\n    pub fn {name}(&mut self{list}) -> {returns} {{ {call} }}").unwrap();
}

/// Returns the operands and the attribute slots as array expressions, or `None` if a parameter is not a single value or
/// word. Arrays are cheaper than [`Parts`](spv_build::Parts).
fn plain_parts(op: &OpNames, args: &[(&Param, Arg)], all: bool) -> Option<[String; 2]> {
    if op.is_symbolic() {
        return None;
    }
    let (mut operands, mut slots) = (Vec::new(), Vec::new());
    for (param, arg) in args {
        let optional = param.arity == Arity::Optional;
        match (if optional && !all { arg.absent } else { arg.method }, optional && all) {
            ("value", false) => operands.push(arg.value.clone()),
            ("word", false) => slots.push(arg.value.clone()),
            ("enumerant", false) => slots.push(format!("{}.value()", arg.value)),
            ("nothing", false) => {}
            ("zero", false) => slots.push("0".to_owned()),
            ("none", false) => slots.push("ABSENT".to_owned()),
            ("none_with", false) => slots.push("ABSENT, 0".to_owned()),
            _ => return None,
        }
    }
    Some([operands.join(", "), slots.join(", ")])
}

/// Formats a builder's doc comment: operands, result, capabilities, specification section.
fn doc(op: &OpNames, operands: &[String], result: &ResultType) -> String {
    let row = op.def.row;
    let mut text = format!("/// Builds `{}`", row.name);
    if !operands.is_empty() {
        write!(text, ". Operands: {}", operands.join(", ")).unwrap();
    }
    text.push('.');
    match result {
        ResultType::None => {}
        ResultType::Given => text.push_str(" The result has type `result_type`."),
        ResultType::Optional => text.push_str(" The op has no result if `result_type` is `None`."),
        ResultType::Same(arg) => write!(text, " The result has the type of `{arg}`.").unwrap(),
        ResultType::Inferred => text.push_str(" The result type is inferred from the operands."),
    }
    let needs: Vec<&str> = row
        .availability
        .capabilities
        .iter()
        .filter_map(|&c| CAPABILITY.by_value(c))
        .map(|e| e.name)
        .collect();
    if !needs.is_empty() {
        write!(text, " Requires capability {}.", needs.join(" or ")).unwrap();
    }
    if row.set == 0
        && row.opcode != NO_OPCODE
        && let Some(index) = core_index(row.opcode)
        && !matches!(SHAPES[index].class, Class::Exclude | Class::Reserved)
    {
        write!(text, " Specification: {:?} instructions.", SHAPES[index].class).unwrap();
    }
    text
}

/// Emits a call of each builder with placeholder arguments, for the test that calls all builders.
pub fn emit_calls(ops: &Ops) -> Result<String, String> {
    let mut s = head(
        "Calls of all builders with placeholder arguments. See `../every_builder.rs`.",
        "use super::Calls;\nuse spv_build::spv::*;\n",
    );
    let mut numbers = Vec::new();
    let sets = ops.sets.iter().map(|(set, list)| (format!("b.{}()", set_module(set)), list));
    for (receiver, list) in std::iter::once(("b".to_owned(), &ops.core)).chain(sets) {
        // The calls are spread over small functions, because a single large function would compile slowly.
        for chunk in list.chunks(32) {
            let mut calls = String::new();
            for op in chunk {
                calls_of(&mut calls, &receiver, op)?;
            }
            if !calls.is_empty() {
                writeln!(s, "fn calls_{}(c: &mut Calls<'_>) {{\n{calls}}}\n", numbers.len()).unwrap();
                numbers.push(numbers.len());
            }
        }
    }
    s.push_str("/// Calls all builders.\npub fn all(c: &mut Calls<'_>) {\n");
    for number in numbers {
        writeln!(s, "    calls_{number}(c);").unwrap();
    }
    s.push_str("}\n");
    Ok(s)
}

fn calls_of(s: &mut String, receiver: &str, op: &OpNames) -> Result<(), String> {
    let Some(args) = args_of(op)? else { return Ok(()) };
    let set = if receiver == "b" { String::new() } else { receiver[2..receiver.len() - 2].to_owned() + "::" };
    for all in [false, true] {
        let mut list = Vec::new();
        if op.is_symbolic() {
            list.push("Definition::LOCAL".to_owned());
        }
        match result_type(op) {
            ResultType::Given => list.push("c.ty".to_owned()),
            ResultType::Optional => list.push("Some(c.ty)".to_owned()),
            _ => {}
        }
        let mut optional = 0;
        for (param, arg) in &args {
            let stand_in = stand_in(&arg.ty, value_of(param));
            match param.arity {
                Arity::Optional if !all => {}
                Arity::Optional => {
                    optional += 1;
                    list.push(if optional == 1 { stand_in } else { format!("Some({stand_in}.into())") });
                }
                _ => list.push(stand_in),
            }
        }
        if all && optional == 0 {
            continue;
        }
        let name = if all { format!("{}_with", op.snake.trim_end_matches('_')) } else { op.snake.clone() };
        let arguments = list.join(", ");
        writeln!(s, "    c.check({}{}::ID, |b, c| {{ {receiver}.{name}({arguments}); }});", set, op.camel)
            .unwrap();
    }
    Ok(())
}

/// Returns the first enumerant without parameters, for use as a placeholder argument.
fn value_of(param: &Param) -> u32 {
    match param.kind {
        ParamKind::Enum(def) => def.enumerants.iter().find(|e| e.params.is_empty()).map_or(0, |e| e.value),
        _ => 0,
    }
}

/// Returns a placeholder argument of the Rust type `ty`. `value` is the enumerant to use if the type is an enumeration.
fn stand_in(ty: &str, value: u32) -> String {
    let constant = |path: &str| match path.split_once("_enums::") {
        Some((module, name)) => format!("{module}::{name}({value})"),
        None => format!("{path}({value})"),
    };
    if let Some(list) = ty.strip_prefix("&[").and_then(|ty| ty.strip_suffix(']')) {
        return format!("&[{}]", stand_in(list, value));
    }
    if let Some(inner) = ty.strip_prefix("impl Into<").and_then(|ty| ty.strip_suffix('>')) {
        return stand_in(inner, value);
    }
    if let Some(inner) = ["IdOr<", "EnumOperands<"].iter().find_map(|outer| ty.strip_prefix(outer)) {
        return constant(inner.trim_end_matches('>'));
    }
    match ty {
        "Value" => "c.value".to_owned(),
        "IdRef" => "IdRef::Value(c.value)".to_owned(),
        "Ident" => "c.symbol".to_owned(),
        "Type" => "c.ty".to_owned(),
        "u32" => "1".to_owned(),
        "&str" => "\"text\"".to_owned(),
        "Attribute" => "c.attr".to_owned(),
        _ => constant(ty),
    }
}
