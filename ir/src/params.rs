//! Walking an op's operands and attribute slots as the parameters of its row say: what the printer,
//! the exporter and the verifier have in common.

use crate::attrs::{AttrData, Attribute};
use crate::body::Body;
use crate::context::Context;
use crate::dialect::{ABSENT, Arity, EnumDef, OpDef, ParamKind};
use crate::entity::{Op, Value};

/// One item of an op in binary order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Item {
    /// An SSA operand.
    Value(Value),
    /// A symbol, type, constant or string in the place of an id.
    Attr(Attribute),
    /// A literal string.
    String(Attribute),
    /// A 32-bit literal.
    Word(u32),
    /// The bits of a 32-bit float literal.
    Float(u32),
    /// An enumerant or bit set, without its parameters.
    Enum(&'static EnumDef, u32),
    /// A scope or semantics id of this constant value.
    Const(&'static EnumDef, u32),
}

impl PartialEq for EnumDef {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

/// Calls `each` with (parameter number, item) for all that is present, in binary order. Operands of
/// successors are not touched. Returns false where the op does not fit its row: operands missing or
/// left over, or a slot of the wrong kind.
pub fn walk(ctx: &Context, body: &Body, op: Op, def: &OpDef, each: &mut dyn FnMut(usize, Item)) -> bool {
    let mut operands = body.own_operands(op);
    let slots = body.slots(op);
    let mut at = 0;
    let mut fits = true;
    let elements = |attr: Option<Attribute>| attr.and_then(|a| ctx.attr_array(a));
    for (number, param) in def.row.params.iter().enumerate() {
        let Some(slot) = slots.get(at..at + param.slots() as usize) else { return false };
        at += slot.len();
        let attr = slot.first().copied().and_then(Attribute::from_raw);
        match (param.kind, param.arity) {
            (ParamKind::Block, _) => {}
            (ParamKind::Value, Arity::One) => match operands.next() {
                Some(v) => each(number, Item::Value(v)),
                None => fits = false,
            },
            (ParamKind::Value, Arity::Optional) => {
                if let Some(v) = operands.next() {
                    each(number, Item::Value(v));
                }
            }
            (ParamKind::Value, Arity::Variadic) => {
                for v in operands.by_ref() {
                    each(number, Item::Value(v));
                }
            }
            (ParamKind::Mixed, Arity::Variadic) => match attr {
                None => {
                    for v in operands.by_ref() {
                        each(number, Item::Value(v));
                    }
                }
                Some(_) => {
                    let Some(list) = elements(attr) else { return false };
                    for &item in list {
                        fits &= mixed(ctx, Some(item), &mut operands, number, each);
                    }
                }
            },
            (ParamKind::Mixed, arity) => {
                if attr.is_some() || arity == Arity::One || operands.len() > 0 {
                    fits &= mixed(ctx, attr, &mut operands, number, each);
                }
            }
            (ParamKind::Symbol | ParamKind::Type | ParamKind::Attr | ParamKind::String, arity) => {
                let string = matches!(param.kind, ParamKind::String);
                let mut item = |a| each(number, if string { Item::String(a) } else { Item::Attr(a) });
                match (attr, arity) {
                    (Some(_), Arity::Variadic) => match elements(attr) {
                        Some(list) => list.iter().for_each(|&a| item(a)),
                        None => fits = false,
                    },
                    (Some(a), _) => item(a),
                    (None, Arity::One) => fits = matches!(param.kind, ParamKind::Attr) && fits,
                    (None, _) => {}
                }
            }
            (ParamKind::Word, Arity::One) => each(number, Item::Word(slot[0])),
            (ParamKind::FloatWord, _) => each(number, Item::Float(slot[0])),
            (ParamKind::Word, _) => match attr.map(|a| ctx.attr_data(a)) {
                None => {}
                Some(AttrData::Words(words)) => {
                    fits &= param.arity == Arity::Variadic || words.len() <= 1;
                    words.iter().for_each(|&w| each(number, Item::Word(w)));
                }
                Some(_) => fits = false,
            },
            (ParamKind::ConstEnum(def), arity) => match slot[0] {
                ABSENT => match operands.next() {
                    Some(v) => each(number, Item::Value(v)),
                    None => fits &= arity == Arity::Optional,
                },
                value => each(number, Item::Const(def, value)),
            },
            (ParamKind::Enum(def), Arity::Variadic) => match attr.map(|a| ctx.attr_data(a)) {
                None => {}
                Some(AttrData::Words(words)) => {
                    words.iter().for_each(|&w| each(number, Item::Enum(def, w)));
                }
                Some(_) => fits = false,
            },
            (ParamKind::Enum(def), arity) => match slot[0] {
                ABSENT if !def.open || arity == Arity::Optional => fits &= arity == Arity::Optional,
                value => {
                    each(number, Item::Enum(def, value));
                    if def.has_params {
                        let extra = slot.get(1).copied().and_then(Attribute::from_raw);
                        fits &= enum_params(ctx, def, value, extra, &mut operands, number, each);
                    }
                }
            },
        }
    }
    fits && operands.len() == 0
}

fn mixed(
    ctx: &Context,
    attr: Option<Attribute>,
    operands: &mut impl Iterator<Item = Value>,
    number: usize,
    each: &mut dyn FnMut(usize, Item),
) -> bool {
    match attr {
        Some(a) if *ctx.attr_data(a) != AttrData::Operand => each(number, Item::Attr(a)),
        _ => match operands.next() {
            Some(v) => each(number, Item::Value(v)),
            None => return false,
        },
    }
    true
}

fn enum_params(
    ctx: &Context,
    def: &'static EnumDef,
    value: u32,
    extra: Option<Attribute>,
    operands: &mut impl Iterator<Item = Value>,
    number: usize,
    each: &mut dyn FnMut(usize, Item),
) -> bool {
    let mut extras = extra.and_then(|a| ctx.attr_array(a)).unwrap_or(&[]).iter().copied();
    for enumerant in def.present(value) {
        for param in enumerant.params {
            if matches!(param.kind, ParamKind::Value) {
                let values = if param.arity == Arity::Variadic { usize::MAX } else { 1 };
                let mut seen = 0;
                while seen < values {
                    let Some(v) = operands.next() else { break };
                    each(number, Item::Value(v));
                    seen += 1;
                }
                if seen == 0 && param.arity == Arity::One {
                    return false;
                }
                continue;
            }
            let Some(extra) = extras.next() else { return param.arity == Arity::Optional };
            let data = ctx.attr_data(extra);
            let word = match data {
                AttrData::Integer { value, .. } => match u32::try_from(*value) {
                    Ok(word) => word,
                    Err(_) => return false,
                },
                AttrData::Float { bits, .. } => *bits as u32,
                _ => 0,
            };
            match (param.kind, data) {
                (kind, AttrData::Operand) => match operands.next().filter(|_| kind.may_be_value()) {
                    Some(v) => each(number, Item::Value(v)),
                    None => return false,
                },
                (ParamKind::Word, AttrData::Integer { .. }) => each(number, Item::Word(word)),
                (ParamKind::FloatWord, AttrData::Float { .. }) => each(number, Item::Float(word)),
                (ParamKind::Enum(e), AttrData::Integer { .. }) => each(number, Item::Enum(e, word)),
                (ParamKind::ConstEnum(e), AttrData::Integer { .. }) => each(number, Item::Const(e, word)),
                (ParamKind::String, AttrData::String(_)) => each(number, Item::String(extra)),
                (ParamKind::Symbol | ParamKind::Type | ParamKind::Mixed | ParamKind::Attr, _) => {
                    each(number, Item::Attr(extra));
                }
                _ => return false,
            }
        }
    }
    extras.next().is_none()
}
