//! Descriptions of variables, types and struct members for messages

use crate::decorations::{self, Decoration, Operand};
use crate::generated::values::decoration as d;
use crate::generated::views as v;
use crate::types;
use crate::verify::type_text;
use spv_ir::dialect::ParamKind;
use spv_ir::{Body, Context, Op, Type, TypeData, symbols};

/// Decorations that identify a variable or specialization constant in a message.
const IDENTIFYING: [u32; 7] =
    [d::LOCATION, d::COMPONENT, d::INDEX, d::BUILT_IN, d::DESCRIPTOR_SET, d::BINDING, d::SPEC_ID];

/// Maximum length of a type in a message, in characters.
const LONGEST: usize = 160;

/// Describes a global variable or specialization constant: `variable '@color', Input, Location 1`. Returns `None` for
/// other ops.
pub fn global(ctx: &Context, body: &Body, op: Op) -> Option<String> {
    let class = match v::GlobalVariable::cast(body, op) {
        Some(variable) => variable.contents(ctx).map(|(_, class)| class),
        None => v::UntypedVariableKHR::cast(body, op).map(|variable| variable.storage_class()),
    };
    let constants = [v::SpecConstant::ID, v::SpecConstantComposite::ID];
    let kind = match class {
        Some(_) => "variable",
        None if constants.contains(&body.def(op)) => "spec constant",
        None => return None,
    };
    let mut text = format!("{kind} '@{}'", symbols::name_of(ctx, body, op)?);
    if let Some(class) = class {
        text += &format!(", {class}");
    }
    let list = decorations::from_dict(ctx, body.attrs(op)).unwrap_or_default();
    for value in IDENTIFYING {
        for found in list.iter().filter(|found| found.decoration.value == value) {
            text += &format!(", {}", decoration(found));
        }
    }
    Some(text)
}

/// Describes a decoration with its literals: `BuiltIn Position`.
pub fn decoration(found: &Decoration) -> String {
    let mut text = found.decoration.name.to_owned();
    for (i, operand) in found.operands.iter().enumerate() {
        let Operand::Word(word) = operand else { continue };
        let enumerant = match decorations::param_of(found.decoration, i).map(|param| param.kind) {
            Some(ParamKind::Enum(def)) => def.by_value(*word),
            _ => None,
        };
        match enumerant {
            Some(enumerant) => text += &format!(" {}", enumerant.name),
            None => text += &format!(" {word}"),
        }
    }
    text
}

/// Describes a type: `struct 'Lights'`, or the type in MLIR syntax.
pub fn ty(ctx: &Context, ty: Type) -> String {
    match ctx.type_data(ty) {
        TypeData::Named { key, .. } if types::structure(ctx, ty).is_some() => {
            format!("struct '{}'", ctx.str(*key))
        }
        _ => {
            let text = type_text(ctx, ty);
            match text.char_indices().nth(LONGEST) {
                Some((end, _)) => format!("type '{}...'", &text[..end]),
                None => format!("type '{text}'"),
            }
        }
    }
}

/// Describes a struct member: `member 1 'color' of struct 'Lights'`.
pub fn member(ctx: &Context, structure: Type, index: usize) -> String {
    let named =
        types::structure(ctx, structure).and_then(|parts| ctx.attr_str(*parts.member_names.get(index)?));
    let name = named.map_or_else(String::new, |name| format!(" '{name}'"));
    match ctx.type_data(structure) {
        TypeData::Named { .. } => format!("member {index}{name} of {}", ty(ctx, structure)),
        _ => format!("member {index}{name}"),
    }
}
