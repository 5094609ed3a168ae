//! Evaluation of constant attributes

use super::value::{Value, ValueType, shape, undef, zero};
use spv_dialect::attributes::{self, AttrKind};
use spv_ir::{AttrData, Attribute, Context, Ident, Type};

/// Evaluates a constant attribute as a value of type `ty`. `symbol` returns the value of a module-level definition.
/// Returns `None` for constants that the interpreter does not model.
pub fn value(
    ctx: &Context,
    attr: Attribute,
    ty: Type,
    symbol: &mut dyn FnMut(Ident) -> Option<Value>,
) -> Option<Value> {
    match ctx.attr_data(attr) {
        AttrData::Bool(b) => Some(Value::Bits((*b).into())),
        AttrData::Integer { value, .. } => Some(Value::Bits(*value)),
        AttrData::Float { bits, .. } => Some(Value::Bits(*bits)),
        AttrData::Dense { elements, .. } => dense(ctx, ty, &mut elements.iter().copied().cycle()),
        AttrData::Array(items) => {
            let part = |i: usize| match shape(ctx, ty) {
                ValueType::Uniform(_, element) => Some(element),
                ValueType::Struct(members) => members.get(i).copied(),
                _ => None,
            };
            let parts: Option<Vec<Value>> =
                items.iter().enumerate().map(|(i, &item)| value(ctx, item, part(i)?, symbol)).collect();
            parts.map(Value::composite)
        }
        AttrData::Symbol(name) => symbol(*name),
        _ => match attributes::view(ctx, attr)? {
            (AttrKind::Null, _) => Some(zero(ctx, ty)),
            (AttrKind::Undef, _) => Some(undef(ctx, ty)),
            (AttrKind::Distinct, [_, inner]) => value(ctx, *inner, ty, symbol),
            (AttrKind::Const, [inner, ty]) => value(ctx, *inner, ctx.attr_type(*ty)?, symbol),
            (AttrKind::Replicate, [inner]) => {
                let ValueType::Uniform(count, element) = shape(ctx, ty) else { return None };
                let part = value(ctx, *inner, element, symbol)?;
                Some(Value::composite(vec![part; usize::try_from(count).ok()?]))
            }
            _ => None,
        },
    }
}

/// Evaluates a dense constant, given the bits of its scalars in row-major order. Returns `None` if its type is not
/// modeled.
fn dense(ctx: &Context, ty: Type, bits: &mut dyn Iterator<Item = u64>) -> Option<Value> {
    match shape(ctx, ty) {
        ValueType::Uniform(count, element) => {
            let parts: Option<Vec<Value>> = (0..count).map(|_| dense(ctx, element, bits)).collect();
            parts.map(Value::composite)
        }
        ValueType::Bool | ValueType::Int { .. } | ValueType::Float(_) => bits.next().map(Value::Bits),
        _ => None,
    }
}
