//! Iteration over an op's operands and slots in parameter order

use crate::attrs::{AttrData, Attribute};
use crate::body::Body;
use crate::context::Context;
use crate::dialect::{ABSENT, Arity, EnumDef, OpDef, Param, ParamKind, ResultKind, Traits};
use crate::entity::{Op, Value};
use smallvec::SmallVec;
use std::ops::Range;

/// A component of an op, in the order of the binary.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OpComponent {
    /// An SSA operand.
    Value(Value),
    /// A symbol, type, constant or string, which represents an id in the binary.
    Attr(Attribute),
    /// A literal string.
    String(Attribute),
    /// A 32-bit literal.
    Word(u32),
    /// The bits of a 32-bit float literal.
    Float(u32),
    /// An enumerant or bit set, without its parameters.
    Enum(&'static EnumDef, u32),
    /// The value of a constant scope or memory semantics, which an id represents in the binary.
    Const(&'static EnumDef, u32),
}

/// Operand ranges of an op, one per parameter. The range is empty for parameters that are not SSA operands.
pub type OperandGroups = SmallVec<[Range<usize>; 6]>;

/// Returns the stated number of operands of each operand parameter. Returns `None` if the op has no parameter
/// [`crate::dialect::SEGMENTS`], or its attribute has the wrong kind.
pub fn segments<'c>(ctx: &'c Context, body: &Body, op: Op, def: &OpDef) -> Option<&'c [u32]> {
    match ctx.attr_data(body.slot_attr(op, def.layout.segments?.into())?) {
        AttrData::Words(words) => Some(words),
        _ => None,
    }
}

/// Returns the operand range of each parameter of an op whose operands are all of kind [`ParamKind::Value`].
pub fn operand_groups(ctx: &Context, body: &Body, op: Op, def: &OpDef) -> OperandGroups {
    let params = def.row.params;
    let is_value = |param: &&Param| matches!(param.kind, ParamKind::Value);
    let mut stated = segments(ctx, body, op, def).map(|lengths| lengths.iter());
    let single = params.iter().filter(is_value).filter(|param| param.arity == Arity::One).count();
    let total = body.own_operands(op).len();
    let mut at = 0;
    let group = |param| {
        let length = match (is_value(&param), param.arity) {
            (false, _) => 0,
            (true, Arity::One) => 1,
            (true, Arity::Optional | Arity::Variadic) => total.saturating_sub(single),
        };
        let stated = stated.as_mut().filter(|_| is_value(&param)).and_then(Iterator::next);
        let start = at;
        at = total.min(at + stated.map_or(length, |length| *length as usize));
        start..at
    };
    params.iter().map(group).collect()
}

/// Calls `each` with the parameter index and value of every component, in the order of the binary. Skips absent
/// parameters and successor arguments.
///
/// Returns false if the op does not match its grammar entry. Operands are then missing or left over, or the content of
/// a slot does not match its parameter.
pub fn walk(
    ctx: &Context,
    body: &Body,
    op: Op,
    def: &OpDef,
    each: &mut dyn FnMut(usize, OpComponent),
) -> bool {
    let mut operands = body.own_operands(op);
    let slots = body.slots(op);
    let groups = if def.layout.has_groups { operand_groups(ctx, body, op, def) } else { SmallVec::new() };
    let mut fits = true;
    let elements = |attr: Option<Attribute>| attr.and_then(|a| ctx.attr_array(a));
    for layout in def.row.layout() {
        let (index, param) = (layout.index, layout.param);
        let Some(slot) = slots.get(layout.slots()) else { return false };
        let attr = slot.first().copied().and_then(Attribute::from_raw);
        match (param.kind, param.arity) {
            (ParamKind::Block | ParamKind::Tail, _) => {}
            (ParamKind::Value, arity) if index < groups.len() => {
                let group = &groups[index];
                fits &=
                    arity == Arity::Variadic || group.len() <= 1 && (arity, group.len()) != (Arity::One, 0);
                operands.by_ref().take(group.len()).for_each(|v| each(index, OpComponent::Value(v)));
            }
            (ParamKind::Value, Arity::One) => match operands.next() {
                Some(v) => each(index, OpComponent::Value(v)),
                None => fits = false,
            },
            (ParamKind::Value, Arity::Optional) => {
                if let Some(v) = operands.next() {
                    each(index, OpComponent::Value(v));
                }
            }
            (ParamKind::Value, Arity::Variadic) => {
                for v in operands.by_ref() {
                    each(index, OpComponent::Value(v));
                }
            }
            (ParamKind::Mixed, Arity::Variadic) => match attr {
                None => {
                    for v in operands.by_ref() {
                        each(index, OpComponent::Value(v));
                    }
                }
                Some(_) => {
                    let Some(list) = elements(attr) else { return false };
                    for &item in list {
                        fits &= mixed(ctx, Some(item), &mut operands, index, each);
                    }
                }
            },
            (ParamKind::Mixed, arity) => {
                if attr.is_some() || arity == Arity::One || operands.len() > 0 {
                    fits &= mixed(ctx, attr, &mut operands, index, each);
                }
            }
            (ParamKind::Symbol | ParamKind::Type | ParamKind::Attr | ParamKind::String, arity) => {
                let string = matches!(param.kind, ParamKind::String);
                let mut item =
                    |a| each(index, if string { OpComponent::String(a) } else { OpComponent::Attr(a) });
                match (attr, arity) {
                    (Some(_), Arity::Variadic) => match elements(attr) {
                        Some(list) => list.iter().for_each(|&a| item(a)),
                        None => fits = false,
                    },
                    (Some(a), _) => item(a),
                    // Accepts a missing attribute here, because the verifier reports it with a specific message.
                    (None, Arity::One) => fits = matches!(param.kind, ParamKind::Attr) && fits,
                    (None, _) => {}
                }
            }
            (ParamKind::Word, Arity::One) => each(index, OpComponent::Word(slot[0])),
            (ParamKind::FloatWord, _) => each(index, OpComponent::Float(slot[0])),
            (ParamKind::Word, _) => match attr.map(|a| ctx.attr_data(a)) {
                None => {}
                Some(AttrData::Words(words)) => {
                    fits &= param.arity == Arity::Variadic || words.len() <= 1;
                    words.iter().for_each(|&w| each(index, OpComponent::Word(w)));
                }
                Some(_) => fits = false,
            },
            (ParamKind::ConstEnum(def), arity) => match slot[0] {
                ABSENT => match operands.next() {
                    Some(v) => each(index, OpComponent::Value(v)),
                    None => fits &= arity == Arity::Optional,
                },
                value => each(index, OpComponent::Const(def, value)),
            },
            (ParamKind::Enum(def), Arity::Variadic) => match attr.map(|a| ctx.attr_data(a)) {
                None => {}
                Some(AttrData::Words(words)) => {
                    words.iter().for_each(|&w| each(index, OpComponent::Enum(def, w)));
                }
                Some(_) => fits = false,
            },
            (ParamKind::Enum(def), arity) => match slot[0] {
                ABSENT if !def.open || arity == Arity::Optional => fits &= arity == Arity::Optional,
                value => {
                    each(index, OpComponent::Enum(def, value));
                    if def.has_params {
                        let extra = slot.get(1).copied().and_then(Attribute::from_raw);
                        fits &= enum_params(ctx, def, value, extra, &mut operands, index, each);
                    }
                }
            },
        }
    }
    fits && operands.len() == 0
}

/// Returns whether an op has every component that its definition requires, each of the right kind. Custom printers
/// rely on this property; incomplete ops are printed in the generic form.
pub fn is_complete(ctx: &Context, body: &Body, op: Op, def: &OpDef) -> bool {
    let mut kinds = true;
    let fits = walk(ctx, body, op, def, &mut |index, item| {
        kinds &= match (item, def.row.params[index].kind) {
            (OpComponent::Value(value), _) => body.value_type_opt(value).is_some(),
            (OpComponent::String(attr), _) => ctx.attr_str(attr).is_some(),
            (OpComponent::Attr(attr), ParamKind::Symbol) => {
                matches!(ctx.attr_data(attr), AttrData::Symbol(_) | AttrData::NestedSymbol(_))
            }
            (OpComponent::Attr(attr), ParamKind::Type) => ctx.attr_type(attr).is_some(),
            _ => true,
        };
    });
    let missing = def.row.layout().any(|p| {
        matches!((p.param.kind, p.param.arity), (ParamKind::Attr, Arity::One))
            && body.slot_attr(op, p.slot).is_none()
    });
    fits && kinds
        && !missing
        && body.slots(op).len() == def.slots()
        && has_results(body, op, def)
        && has_successors(ctx, body, op)
        && has_regions(body, op, def)
}

fn has_results(body: &Body, op: Op, def: &OpDef) -> bool {
    let symbolic = def.traits.contains(Traits::SYMBOLIC);
    match (def.row.result, body.result_count(op)) {
        (ResultKind::Any, _) | (ResultKind::None | ResultKind::Optional, 0) => true,
        (ResultKind::One | ResultKind::Optional, 1) => true,
        (ResultKind::One, 0) => symbolic,
        _ => false,
    }
}

fn has_successors(ctx: &Context, body: &Body, op: Op) -> bool {
    let layout = ctx.registry().layout(body.def(op));
    let declared = layout.merge.map_or(0, |slot| body.slot(op, usize::from(slot)) as usize);
    let edges = body.successor_count(op).checked_sub(declared);
    declared <= 2 && edges.is_some_and(|edges| layout.edges.contains(edges))
}

fn has_regions(body: &Body, op: Op, def: &OpDef) -> bool {
    let isolated = def.traits.contains(Traits::ISOLATED);
    // An isolated op must have a nested body, except for a function that is only declared.
    let owns = !isolated || body.nested(op).is_some() || def.traits.contains(Traits::FUNCTION);
    let regions = usize::from(def.traits.contains(Traits::CONSTRUCT)) + usize::from(def.regions);
    let any = def.traits.contains(Traits::UNREGISTERED) || def.regions == u8::MAX;
    any || (isolated == body.is_isolated(op) && owns && body.region_count(op) == regions)
}

fn mixed(
    ctx: &Context,
    attr: Option<Attribute>,
    operands: &mut impl Iterator<Item = Value>,
    index: usize,
    each: &mut dyn FnMut(usize, OpComponent),
) -> bool {
    match attr {
        Some(a) if *ctx.attr_data(a) != AttrData::Operand => each(index, OpComponent::Attr(a)),
        _ => match operands.next() {
            Some(v) => each(index, OpComponent::Value(v)),
            None => return false,
        },
    }
    true
}

/// Returns whether a parameter is a 32-bit literal, either directly or as the value of a constant.
fn is_literal(kind: ParamKind) -> bool {
    matches!(kind, ParamKind::Word | ParamKind::FloatWord | ParamKind::Enum(_) | ParamKind::ConstEnum(_))
}

fn enum_params(
    ctx: &Context,
    def: &'static EnumDef,
    value: u32,
    extra: Option<Attribute>,
    operands: &mut impl Iterator<Item = Value>,
    index: usize,
    each: &mut dyn FnMut(usize, OpComponent),
) -> bool {
    let mut extras = extra.and_then(|a| ctx.attr_array(a)).unwrap_or(&[]).iter().copied();
    for enumerant in def.present(value) {
        for param in enumerant.params {
            if matches!(param.kind, ParamKind::Value) {
                let values = if param.arity == Arity::Variadic { usize::MAX } else { 1 };
                let mut seen = 0;
                while seen < values {
                    let Some(v) = operands.next() else { break };
                    each(index, OpComponent::Value(v));
                    seen += 1;
                }
                if seen == 0 && param.arity == Arity::One {
                    return false;
                }
                continue;
            }
            let Some(extra) = extras.next() else { return param.arity == Arity::Optional };
            let data = ctx.attr_data(extra);
            // The MLIR text omits the type of a 32-bit literal, so the literal must have type `i32` or `f32`.
            let word = match *data {
                AttrData::Integer { value, ty } if ty == ctx.common().i32 => value as u32,
                AttrData::Float { bits, ty } if ty == ctx.common().f32 => bits as u32,
                AttrData::Integer { .. } | AttrData::Float { .. } if is_literal(param.kind) => return false,
                _ => 0,
            };
            match (param.kind, data) {
                (kind, AttrData::Operand) => match operands.next().filter(|_| kind.may_be_value()) {
                    Some(v) => each(index, OpComponent::Value(v)),
                    None => return false,
                },
                (ParamKind::Word, AttrData::Integer { .. }) => each(index, OpComponent::Word(word)),
                (ParamKind::FloatWord, AttrData::Float { .. }) => each(index, OpComponent::Float(word)),
                (ParamKind::Enum(e), AttrData::Integer { .. }) => each(index, OpComponent::Enum(e, word)),
                (ParamKind::ConstEnum(e), AttrData::Integer { .. }) => {
                    each(index, OpComponent::Const(e, word))
                }
                (ParamKind::String, AttrData::String(_)) => each(index, OpComponent::String(extra)),
                (ParamKind::Symbol | ParamKind::Type | ParamKind::Mixed | ParamKind::Attr, _) => {
                    each(index, OpComponent::Attr(extra));
                }
                _ => return false,
            }
        }
    }
    extras.next().is_none()
}
