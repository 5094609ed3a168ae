//! Verification of constants against their types

use super::View;
use super::rule::R;
use super::shape::TypeKind;
use super::type_text;
use crate::attributes::{self, AttrKind as Attr};
use crate::availability;
use crate::control::SILENT;
use crate::spv::{
    Constant, GlobalConstant, SpecConstant, SpecConstantComposite, SpecConstantOp, SpecConstantOperation,
};
use crate::table::core_row;
use crate::text::spec::literals_key;
use crate::types::structure;
use rustc_hash::FxHashSet;
use smallvec::{SmallVec, smallvec};
use spv_ir::dialect::{Arity, ParamKind};
use spv_ir::{AttrData, Attribute, Context, Ident, Type, TypeData};

/// Checks that the value of `spv.Constant` matches the result type.
pub fn constant(v: &mut View<'_, '_>) {
    let Some(attr) = v.slot_attr(Constant::VALUE) else { return v.error("requires attribute 'value'") };
    if let Some(ty) = v.ty(R) {
        v.constant_of(attr, ty);
    }
}

/// Checks that the value of `spv.GlobalConstant` matches its type.
pub fn global_constant(v: &mut View<'_, '_>) {
    let Some(attr) = v.slot_attr(GlobalConstant::VALUE) else {
        return v.error("requires attribute 'value'");
    };
    if let Some(ty) = v.slot_type(GlobalConstant::TYPE) {
        v.constant_of(attr, ty);
    }
}

/// Checks that the default value of `spv.SpecConstant` matches its type.
pub fn spec_constant(v: &mut View<'_, '_>) {
    let Some(attr) = v.slot_attr(SpecConstant::DEFAULT_VALUE) else {
        return v.error("requires attribute 'default_value'");
    };
    let Some(ty) = v.slot_type(SpecConstant::TYPE) else { return };
    let scalar = matches!(
        v.ctx().attr_data(attr),
        AttrData::Bool(_) | AttrData::Integer { .. } | AttrData::Wide { .. } | AttrData::Float { .. }
    );
    if !scalar || !matches!(v.shape(ty).kind, TypeKind::Bool | TypeKind::Int | TypeKind::Float) {
        let number = matches!(v.ctx().type_data(ty), TypeData::Integer { .. } | TypeData::Float(_));
        return v.error(match scalar && number {
            true => "default value bitwidth disallowed",
            false => "default value can only be a bool, integer, or float scalar",
        });
    }
    v.constant_of(attr, ty);
}

/// Checks that the number of operands and the literals of OpSpecConstantOp are valid for the wrapped instruction.
pub fn spec_operation(v: &mut View<'_, '_>) {
    let (opcode, operands) = (v.slot(SpecConstantOp::OPCODE), v.slot_array(SpecConstantOp::OPERANDS));
    operand_count(v, opcode, operands.len());
    let Some(row) = core_row(opcode) else { return };
    for (index, operand) in operands.iter().enumerate() {
        let param = row.params.get(index).or(row.params.last());
        let is_literal = param.is_some_and(|param| {
            matches!(param.kind, ParamKind::Word | ParamKind::FloatWord | ParamKind::Enum(_))
        });
        if is_literal && v.ctx().attr_u64(*operand).is_none_or(|value| u32::try_from(value).is_err()) {
            return v.error(&format!("operand #{index} must be a literal of 32 bits"));
        }
    }
}

/// Checks `spv.SpecConstantOperation`, whose operands are values followed by a list of literals.
pub fn spec_operation_of_values(v: &mut View<'_, '_>) {
    let (body, ctx) = (v.body(), v.ctx());
    let values = body.own_operands(v.op).len();
    let mut count = values;
    if let Some(list) = v.slot_attr(SpecConstantOperation::OPERANDS) {
        let list = ctx.attr_array(list).unwrap_or(&[]);
        let are_values =
            |list: &[Attribute]| list.iter().all(|a| matches!(ctx.attr_data(*a), AttrData::Operand));
        count = match list.split_at_checked(values) {
            Some((first, [_, ..]))
                if are_values(first) && literals_key(v.slot(SpecConstantOperation::OPCODE)).is_some() =>
            {
                list.len()
            }
            _ => {
                return v
                    .error("attribute 'operands' must hold 'operand' for each operand, then the literals");
            }
        };
    }
    let is_constant = |value| v.definer(value).is_some_and(|op| SILENT.contains(&body.def(op)));
    match body.own_operands(v.op).all(is_constant) {
        true => operand_count(v, v.slot(SpecConstantOperation::OPCODE), count),
        false if availability::is_spec_op(v.slot(SpecConstantOperation::OPCODE)) => {
            v.error("invalid operand, must be defined by a constant operation");
        }
        false => v.error("invalid enclosed op"),
    }
}

fn operand_count(v: &mut View<'_, '_>, opcode: u32, have: usize) {
    let Some(row) = core_row(opcode) else { return };
    let least = row.params.iter().filter(|param| param.arity == Arity::One).count();
    let most = match row.params.last() {
        Some(last) if last.arity == Arity::Variadic => usize::MAX,
        _ => row.params.len(),
    };
    if !(least..=most).contains(&have) {
        v.wrong_operand_count(if have < least { least } else { most }, have);
    }
}

/// Checks that the constituents of OpSpecConstantComposite match its type.
pub fn spec_composite(v: &mut View<'_, '_>) {
    let Some(ty) = v.slot_type(SpecConstantComposite::TYPE) else {
        return v.error("requires attribute 'type'");
    };
    let shape = v.shape(ty);
    let parts = v.slot_array(SpecConstantComposite::CONSTITUENTS);
    let members = structure(v.ctx(), ty).map(|s| s.members);
    let need = match shape.kind {
        TypeKind::Vector | TypeKind::Matrix | TypeKind::Struct => Some(shape.count),
        TypeKind::Array | TypeKind::LongVector => Some(shape.count).filter(|n| *n != 0),
        TypeKind::CoopMatrix => Some(1),
        TypeKind::Bool | TypeKind::Int | TypeKind::Float | TypeKind::Pointer | TypeKind::Void => {
            let ty = v.text(ty);
            return v.error(&format!("result type must be a composite type, but provided '{ty}'"));
        }
        _ => None,
    };
    if let Some(need) = need
        && need as usize != parts.len()
    {
        return v.wrong_operand_count(need as usize, parts.len());
    }
    for (index, part) in parts.iter().enumerate() {
        let expected = match members {
            Some(members) => members.get(index).and_then(|m| v.ctx().attr_type(*m)),
            None => shape.inner,
        };
        let found = match v.ctx().attr_data(*part) {
            AttrData::Symbol(name) if v.is_no_value(*name) => {
                let name = v.ctx().str(*name);
                return v.error(&format!("operand #{index} must be a constant, but got symbol '@{name}'"));
            }
            AttrData::Symbol(name) => v.symbol_type(*name),
            AttrData::Type(ty) => {
                let ty = v.text(*ty);
                return v.error(&format!("operand #{index} must be a constant, but got type '{ty}'"));
            }
            _ => None,
        };
        if let (Some(expected), Some(found)) = (expected, found)
            && expected != found
        {
            let (expected, found) = (v.text(expected), v.text(found));
            return v.error(&format!(
                "has incorrect types of operands: expected '{expected}', but provided '{found}'"
            ));
        }
    }
}

impl View<'_, '_> {
    /// Reports a constant attribute that is not valid for a type.
    pub(super) fn constant_of(&mut self, attr: Attribute, ty: Type) {
        // Fast path, because most constants are not nested.
        let (ctx, mut inner) = (self.ctx(), attr);
        let fits = loop {
            break match ctx.attr_data(inner) {
                AttrData::Integer { ty: own, .. } => same_integer(ctx, *own, ty),
                AttrData::Float { ty: own, .. } => {
                    *own == ty && matches!(ctx.type_data(ty), TypeData::Float(_))
                }
                AttrData::Dense { ty: own, .. } => *own == ty,
                AttrData::Bool(_) => ty == ctx.common().i1,
                AttrData::Param { .. } => match attributes::view(ctx, inner) {
                    Some((Attr::Distinct, [_, distinct])) => {
                        inner = *distinct;
                        continue;
                    }
                    Some((Attr::Null | Attr::Undef, _)) => true,
                    _ => false,
                },
                _ => false,
            };
        };
        if fits {
            return;
        }
        match constant_problem(self.ctx(), attr, ty) {
            Err(message) => self.error(&message),
            Ok(symbols) => {
                let items = self.ctx().attr_array(attr).unwrap_or(&[]);
                for (name, expected) in symbols {
                    // Symbols that are nested deeper are reported when the whole module is walked.
                    let is_item = || items.iter().any(|item| self.ctx().attr_symbol(*item) == Some(name));
                    if self.scope.lacks(name) && is_item() {
                        let name = self.ctx().str(name);
                        return self
                            .error(&format!("references '@{name}', which is not defined in the module"));
                    }
                    if self.is_no_value(name) {
                        let name = self.ctx().str(name);
                        return self.error(&format!(
                            "references '@{name}', which is neither a constant nor a variable"
                        ));
                    }
                    if let Some(found) = self.symbol_type(name)
                        && found != expected
                    {
                        let (expected, found, ctx) = (self.text(expected), self.text(found), self.ctx());
                        let name = ctx.str(name);
                        return self.error(&format!(
                            "has a constituent of the wrong type: '@{name}' is '{found}', but '{expected}' \
                             is expected"
                        ));
                    }
                }
            }
        }
    }
}

/// Checks that a constant attribute (see [`crate::attributes`]) is valid for a type. Returns the symbols in the
/// constant, each with the type that it must have.
///
/// # Errors
///
/// Returns a message that explains why the constant does not match its type.
pub fn constant_problem(ctx: &Context, attr: Attribute, ty: Type) -> Result<Vec<(Ident, Type)>, String> {
    let mut seen = FxHashSet::default();
    let mut symbols = Vec::new();
    let whole = (attr, ty);
    let mut todo: SmallVec<[(Attribute, Type); 16]> = smallvec![whole];
    while let Some((attr, ty)) = todo.pop() {
        match ctx.attr_data(attr) {
            AttrData::Bool(_) if ty == ctx.common().i1 => {}
            AttrData::Bool(_) => return Err(mismatch(ctx, ty, ctx.common().i1)),
            AttrData::Integer { ty: own, .. } | AttrData::Wide { ty: own, .. } => {
                if !same_integer(ctx, *own, ty) {
                    return Err(mismatch(ctx, ty, *own));
                }
            }
            AttrData::Float { ty: own, .. } => {
                if *own != ty {
                    return Err(mismatch(ctx, ty, *own));
                }
                // A float format that MLIR has no name for represents its values as integers with the same bits.
                if !matches!(crate::types::scalar_width(ctx, ty), Some(1..=64)) {
                    return Err(format!("a number of type '{}' has no binary form", type_text(ctx, ty)));
                }
            }
            AttrData::Dense { ty: own, .. } if *own == ty => {}
            AttrData::Dense { ty: own, .. } => dense(ctx, *own, ty)?,
            AttrData::Array(parts) => {
                // Attributes cannot contain themselves, so the outermost constant need not be recorded.
                if (attr, ty) == whole || seen.insert((attr, ty)) {
                    array(ctx, parts, ty, &mut todo)?;
                }
            }
            AttrData::Param { .. } => match attributes::view(ctx, attr) {
                Some((Attr::Distinct, [_, inner])) => todo.push((*inner, ty)),
                Some((Attr::Const, [inner, of])) => {
                    let of = ctx.attr_type(*of).unwrap_or(ty);
                    if of != ty {
                        return Err(mismatch(ctx, ty, of));
                    }
                    todo.push((*inner, ty));
                }
                Some((Attr::Null | Attr::Undef, _)) => {}
                // A replicated constant contains the value of every element.
                Some((Attr::Replicate, params)) => {
                    let part = crate::types::element(ctx, ty, 0);
                    todo.extend(params.first().copied().zip(part));
                }
                _ => return Err("value must be a constant".into()),
            },
            AttrData::Words(_) => {}
            AttrData::Symbol(name) => symbols.push((*name, ty)),
            _ => return Err("cannot have value of type 'none'".into()),
        }
    }
    Ok(symbols)
}

fn mismatch(ctx: &Context, ty: Type, value: Type) -> String {
    let (ty, value) = (type_text(ctx, ty), type_text(ctx, value));
    format!("result type ('{ty}') does not match value type ('{value}')")
}

/// Returns whether two integer types are identical, or have the same encoding in the binary.
fn same_integer(ctx: &Context, a: Type, b: Type) -> bool {
    if a == b {
        return true;
    }
    let width = |ty| match ctx.type_data(ty) {
        TypeData::Integer { width, signedness } => Some((*width, *signedness == spv_ir::Signedness::Signed)),
        _ => None,
    };
    width(a).is_some() && width(a) == width(b) && b != ctx.common().i1
}

/// Checks the dimensions of a dense tensor attribute, which represents nested arrays of scalars, against a type.
fn dense(ctx: &Context, attr_type: Type, ty: Type) -> Result<(), String> {
    let (dims, component) = match ctx.type_data(attr_type) {
        TypeData::Tensor { dims, element } | TypeData::Vector { dims, element } => (dims, *element),
        _ => return Err(mismatch(ctx, ty, attr_type)),
    };
    let mut inner = ty;
    let mut count = 1_u64;
    let mut nested = false;
    while let Some((crate::op::TYPE_ARRAY, [_, element, length, ..])) = crate::types::view(ctx, inner) {
        let Some(length) = ctx.attr_u64(*length) else { return Ok(()) };
        count = count.saturating_mul(length);
        inner = ctx.attr_type(*element).unwrap_or(inner);
        nested = true;
    }
    if !nested {
        return Err("must have spv.array result type for array value".into());
    }
    if !matches!(ctx.type_data(inner), TypeData::Integer { .. } | TypeData::Float(_)) {
        return Err("only support nested array result type".into());
    }
    if inner != component {
        let (inner, component) = (type_text(ctx, inner), type_text(ctx, component));
        return Err(format!(
            "result element type ('{inner}') does not match value element type ('{component}')"
        ));
    }
    let have = dims.iter().fold(1_u64, |n, d| n.saturating_mul(*d));
    if have != count {
        return Err(format!(
            "result number of elements ({count}) does not match value number of elements ({have})"
        ));
    }
    Ok(())
}

/// Checks the number of elements in a constant array. Appends the elements to `todo`, each with its expected type.
fn array(
    ctx: &Context,
    parts: &[Attribute],
    ty: Type,
    todo: &mut SmallVec<[(Attribute, Type); 16]>,
) -> Result<(), String> {
    if let Some(rank) = tensor_rank(ctx, ty) {
        return tensor(ctx, parts, ty, rank, todo);
    }
    let shape = super::shape::Shape::new(ctx, ty);
    let need = match shape.kind {
        TypeKind::Struct => {
            let Some(structure) = structure(ctx, ty) else { return Ok(()) };
            let members = structure.members.iter().filter_map(|m| ctx.attr_type(*m));
            todo.extend(parts.iter().copied().zip(members));
            Some(structure.members.len())
        }
        TypeKind::Vector | TypeKind::Matrix => Some(shape.count as usize),
        TypeKind::Array | TypeKind::LongVector => Some(shape.count as usize).filter(|n| *n != 0),
        TypeKind::CoopMatrix => Some(1),
        TypeKind::Bool
        | TypeKind::Int
        | TypeKind::Float
        | TypeKind::Pointer
        | TypeKind::Void
        | TypeKind::RuntimeArray => {
            return Err("must have spv.array result type for array value".into());
        }
        _ => None,
    };
    let have = parts.len();
    if let Some(need) = need.filter(|need| *need != have) {
        return Err(format!("has incorrect number of operands: expected {need}, but provided {have}"));
    }
    let Some(inner) = shape.inner else { return Ok(()) };
    for &part in parts {
        if let AttrData::Integer { ty: own, .. }
        | AttrData::Float { ty: own, .. }
        | AttrData::Dense { ty: own, .. } = ctx.attr_data(part)
            && matches!(shape.kind, TypeKind::Array)
            && *own != inner
            && !matches!(ctx.type_data(*own), TypeData::Tensor { .. })
            && !same_integer(ctx, *own, inner)
        {
            let (own, inner) = (type_text(ctx, *own), type_text(ctx, inner));
            return Err(format!(
                "has array element whose type ('{own}') does not match the result element type ('{inner}')"
            ));
        }
        todo.push((part, inner));
    }
    Ok(())
}

/// Returns the rank of a tensor type, or `None` if the rank is not constant.
fn tensor_rank(ctx: &Context, ty: Type) -> Option<u64> {
    match crate::types::view(ctx, ty) {
        Some((crate::op::TYPE_TENSOR_ARM, [_, _, rank, ..])) => ctx.attr_u64(*rank),
        _ => None,
    }
}

/// Returns the dimensions of a tensor type, or `None` if its shape is not constant. A dimension is `None` if it is a
/// specialization constant.
fn dimensions(ctx: &Context, ty: Type) -> Option<Vec<Option<u64>>> {
    let Some((crate::op::TYPE_TENSOR_ARM, [_, _, _, shape, ..])) = crate::types::view(ctx, ty) else {
        return None;
    };
    let shape = attributes::bare(ctx, *shape);
    match ctx.attr_data(shape) {
        AttrData::Dense { elements, .. } => Some(elements.iter().map(|one| Some(*one)).collect()),
        _ => Some(ctx.attr_array(shape)?.iter().map(|one| attributes::integer(ctx, *one)).collect()),
    }
}

/// Checks the constituents of a constant tensor. They must be scalars, or typed tensors of the next lower rank
/// (SPV_ARM_tensors, OpConstantComposite).
fn tensor(
    ctx: &Context,
    parts: &[Attribute],
    ty: Type,
    rank: u64,
    todo: &mut SmallVec<[(Attribute, Type); 16]>,
) -> Result<(), String> {
    let have = parts.len();
    let own = dimensions(ctx, ty);
    let outermost = own.as_ref().and_then(|own| *own.first()?);
    if let Some(need) = outermost.filter(|need| *need != have as u64) {
        return Err(format!("has incorrect number of operands: expected {need}, but provided {have}"));
    }
    if let Some(element) = crate::types::element(ctx, ty, 0) {
        todo.extend(parts.iter().map(|part| (*part, element)));
        return Ok(());
    }
    let element = |ty| crate::types::view(ctx, ty).and_then(|(_, params)| params.get(1).copied());
    for part in parts {
        let Some((Attr::Const, [inner, of])) = attributes::view(ctx, *part) else {
            match ctx.attr_data(*part) {
                AttrData::Symbol(_) => continue,
                _ => return Err("has a constituent without a type".into()),
            }
        };
        let of = ctx.attr_type(*of).unwrap_or(ty);
        let inner_differ = || {
            let (inner, own) = (dimensions(ctx, of)?, own.as_ref()?.get(1..)?);
            let differ = |(a, b): (&Option<u64>, &Option<u64>)| a.is_some() && b.is_some() && a != b;
            Some(inner.iter().zip(own).any(differ))
        };
        let rank_differs = tensor_rank(ctx, of).is_some_and(|own| own + 1 != rank);
        if element(of) != element(ty) || rank_differs || inner_differ() == Some(true) {
            let (of, ty) = (type_text(ctx, of), type_text(ctx, ty));
            return Err(format!("has a constituent of type '{of}', which is not an element type of '{ty}'"));
        }
        todo.push((*inner, of));
    }
    Ok(())
}
