//! Generator of `typed_enums.rs`: one Rust type per enumeration, with a constant for each enumerant without parameters
//! and a function for each enumerant with parameters

use super::{enum_path, enum_static, head, ident, set_module};
use crate::generator::names::{scream, snake};
use spv_dialect::generated::enums::ENUMS;
use spv_dialect::generated::extinst::SETS;
use spv_dialect::generated::ops::OPCODE;
use spv_dialect::sets::ExtSet;
use spv_ir::dialect::{Arity, EnumDef, Enumerant, Param, ParamKind};
use std::fmt::Write;

pub fn emit() -> String {
    let mut s = head(
        "Typed enumerants and bit sets.",
        "use super::enums::*;\nuse crate::typed::{EnumOperand, EnumOperands, Enumeration, IdOr, IdRef, flags, values};\nuse spv_ir::Value;\n",
    );
    for def in ENUMS.iter().copied().chain([&OPCODE]) {
        enumeration(&mut s, "", None, def);
    }
    for set in SETS.iter().filter(|set| !set.enums.is_empty()) {
        writeln!(s, "/// Enumerations of `{}`.\npub mod {}_enums {{", set.import_name, set_module(set))
            .unwrap();
        writeln!(s, "    use super::*;\n    use crate::generated::extinst::*;\n").unwrap();
        for def in set.enums {
            enumeration(&mut s, "    ", Some(set), def);
        }
        s.truncate(s.trim_end().len());
        s.push_str("\n}\n\n");
    }
    s.truncate(s.trim_end().len());
    s.push('\n');
    s
}

fn enumeration(s: &mut String, indent: &str, set: Option<&ExtSet>, def: &'static EnumDef) {
    let kind = if def.bits { "flags" } else { "values" };
    let name = def.name;
    writeln!(s, "{indent}{kind}! {{ {name:?}: {name} = {} {{", enum_static(set, def)).unwrap();
    for e in def.enumerants {
        writeln!(s, "{indent}    {:?} {} = {},", e.name, constant(def, e), e.value).unwrap();
    }
    writeln!(s, "{indent}}}}}").unwrap();
    if def.has_params {
        writeln!(s, "{indent}impl {name} {{").unwrap();
        for e in def.enumerants.iter().filter(|e| !e.params.is_empty()) {
            with_operands(s, indent, def, e);
        }
        writeln!(s, "{indent}}}").unwrap();
    }
    s.push('\n');
}

/// Returns the Rust constant name of an enumerant: the specification's spelling, or capitals if the enumerant is a bit.
fn constant(def: &EnumDef, e: &Enumerant) -> String {
    if def.bits {
        return scream(e.name);
    }
    match e.name {
        name if name.starts_with(|c: char| c.is_ascii_digit()) => format!("{}{name}", def.name),
        "Self" => "Self_".to_owned(),
        name => name.to_owned(),
    }
}

fn with_operands(s: &mut String, indent: &str, def: &'static EnumDef, e: &Enumerant) {
    let mut args = Vec::new();
    let mut items = Vec::new();
    let mut list = String::new();
    for param in e.params {
        let (name, ty, item) = operand(def, e, param);
        args.push(format!("{name}: {ty}"));
        match param.arity {
            Arity::One => items.push(item),
            _ => {
                let convert = match item.strip_suffix(&format!("({name})")) {
                    Some(function) => function.to_owned(),
                    None => format!("|{name}| {item}"),
                };
                list = format!(".and({name}.into_iter().map({convert}))");
            }
        }
    }
    writeln!(s, "{indent}    /// Returns `{}` with its operands.", e.name).unwrap();
    let call = format!("EnumOperands::new(Self({}), [{}]){list}", e.value, items.join(", "));
    writeln!(
        s,
        "{indent}    #[inline]\n{indent}    pub fn {}({}) -> EnumOperands<Self> {{ {call} }}",
        ident(&snake(e.name)),
        args.join(", ")
    )
    .unwrap();
}

/// Returns the Rust argument name, its type and its conversion to an `EnumOperand`, for an enumerant's parameter.
fn operand(def: &EnumDef, e: &Enumerant, param: &Param) -> (String, String, String) {
    let name = ident(param.name);
    let plain = format!("EnumOperand::from({name})");
    let (one, item) = match param.kind {
        ParamKind::Value => ("Value".to_owned(), plain),
        ParamKind::ConstEnum(values) => {
            let path = enum_path(values).expect("its set is known");
            (format!("impl Into<IdOr<{path}>>"), format!("EnumOperand::id_or::<{path}>({name}.into())"))
        }
        ParamKind::Enum(values) => {
            let path = enum_path(values).expect("its set is known");
            (path, format!("EnumOperand::from({name}.value())"))
        }
        ParamKind::Mixed | ParamKind::Symbol => {
            ("impl Into<IdRef>".to_owned(), format!("EnumOperand::Id({name}.into())"))
        }
        ParamKind::Word => ("u32".to_owned(), plain),
        ParamKind::FloatWord => ("f32".to_owned(), plain),
        ParamKind::String => ("&str".to_owned(), plain),
        ParamKind::Type => ("Type".to_owned(), plain),
        ParamKind::Attr | ParamKind::Block | ParamKind::Tail => {
            panic!("{}.{}: {}", def.name, e.name, param.name)
        }
    };
    let ty = match param.arity {
        Arity::One => one,
        Arity::Optional => format!("Option<{one}>"),
        Arity::Variadic => format!("Vec<{one}>"),
    };
    (name, ty, item)
}
