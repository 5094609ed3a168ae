//! Detection of invalid types

use super::shape::{Shape, TypeKind, length};
use super::type_text;
use crate::attributes::typed_constant;
use crate::decorations::{misspelt_key, wrong_decoration_of_type};
use crate::generated::opcodes as op;
use crate::table::core_row;
use crate::types::{self, is_builtin_only, structure};
use rustc_hash::{FxHashMap, FxHashSet};
use spv_ir::dialect::{Arity, OpRow, ParamKind};
use spv_ir::{AttrData, Attribute, Context, Type, TypeData};

/// Returns an error message if a type is invalid, and `None` otherwise. Examines its element types only superficially.
pub fn type_problem(ctx: &Context, ty: Type) -> Option<String> {
    match ctx.type_data(ty) {
        // Skip types that cannot be encoded: ops of other dialects may have vector types that no op of this dialect
        // accepts.
        _ if is_builtin_only(ctx, ty) => None,
        TypeData::Vector { dims, element } => vector(ctx, dims, *element),
        TypeData::Function { inputs, .. } => inputs
            .iter()
            .any(|ty| *ty == ctx.common().none)
            .then(|| "a function cannot have a parameter of type 'none'".to_owned()),
        TypeData::Param { def, params, .. } => {
            params_problem(ctx, ctx.registry().type_def(*def).code, params)
        }
        TypeData::Named { .. } => itself_inside(ctx, ty),
        _ => None,
    }
    .or_else(|| decorations_problem(ctx, ty))
}

/// Returns an error message if a type or one of its members has invalid decorations.
fn decorations_problem(ctx: &Context, ty: Type) -> Option<String> {
    let (_, params) = types::view(ctx, ty)?;
    let members = structure(ctx, ty).map_or(&[][..], |s| s.member_decorations);
    let problem =
        |dict: &Attribute| wrong_decoration_of_type(ctx, *dict).or_else(|| misspelt_key(ctx, *dict));
    params.iter().take(1).chain(members).find_map(problem)
}

fn vector(ctx: &Context, dims: &[u64], element: Type) -> Option<String> {
    if dims.contains(&0) {
        return Some("expected vector length greater than 0".into());
    }
    if dims.iter().any(|length| u32::try_from(*length).is_err()) {
        return Some("expected vector length of at most 32 bits".into());
    }
    let shape = Shape::new(ctx, element);
    let fits = matches!(
        shape.kind,
        TypeKind::Bool | TypeKind::Int | TypeKind::Float | TypeKind::Pointer | TypeKind::UntypedPointer
    );
    (!fits).then(|| format!("vector components must be scalars, got '{}'", type_text(ctx, element)))
}

/// Returns an error message if the number of type parameters is wrong.
fn count_problem(code: u32, params: &[Attribute]) -> Option<String> {
    let row = core_row(code).filter(|_| code != op::TYPE_STRUCT)?;
    let have = params.len().saturating_sub(1);
    let need = row.params.iter().filter(|param| param.arity == Arity::One).count();
    let open = row.params.last().is_some_and(|param| param.arity == Arity::Variadic);
    let fits = !params.is_empty() && have >= need && (have <= row.params.len() || open);
    (!fits).then(|| format!("a type of '{}' takes {need} operands, but found {have}", row.name))
}

/// Returns an error message if a type has invalid parameters (see [`crate::types`]).
pub fn params_problem(ctx: &Context, code: u32, params: &[Attribute]) -> Option<String> {
    count_problem(code, params).or_else(|| rule_problem(ctx, code, params)).or_else(|| {
        literal_problem(ctx, core_row(code).filter(|_| code != op::TYPE_STRUCT)?, params.get(1..)?)
    })
}

/// Returns an error message if a type violates the rules of its OpType instruction.
fn rule_problem(ctx: &Context, code: u32, params: &[Attribute]) -> Option<String> {
    let first = params.get(1).and_then(|a| ctx.attr_type(*a));
    let void = |ty: Type| ty == ctx.common().none;
    match code {
        op::TYPE_ARRAY => {
            let element = first?;
            if void(element) {
                return Some("an array cannot have elements of type 'none'".into());
            }
            let count = *params.get(2)?;
            match length(ctx, count) {
                Some(0) => Some("expected array length greater than 0".into()),
                _ => constant_problem(ctx, count, "the length of an array")
                    .or_else(|| part_problem(ctx, element)),
            }
        }
        op::TYPE_RUNTIME_ARRAY => {
            let element = first?;
            match void(element) {
                true => Some("an array cannot have elements of type 'none'".into()),
                false => part_problem(ctx, element),
            }
        }
        op::TYPE_POINTER => part_problem(ctx, params.get(2).and_then(|a| ctx.attr_type(*a))?),
        op::TYPE_MATRIX => {
            let column = Shape::new(ctx, first?);
            let columns = params.get(2).and_then(|a| ctx.attr_u64(*a)).unwrap_or(0);
            if column.kind != TypeKind::Vector {
                let found = type_text(ctx, first?);
                return Some(format!("matrix must be composed using vector type, got '{found}'"));
            }
            if column.element != TypeKind::Float {
                let found = column.inner.map_or(String::new(), |ty| type_text(ctx, ty));
                return Some(format!("matrix columns' elements must be of Float type, got '{found}'"));
            }
            if !(2..=4).contains(&column.count) {
                let found = column.count;
                return Some(format!(
                    "matrix columns size has to be less than or equal to 4 and greater than or equal 2, but \
                     found {found}"
                ));
            }
            (!(2..=4).contains(&columns)).then(|| "matrix is expected to have 2, 3, or 4 columns".to_owned())
        }
        op::TYPE_SAMPLED_IMAGE => {
            let image = first?;
            let fits = matches!(Shape::new(ctx, image).kind, TypeKind::Image);
            let text = || {
                format!("sampled image must be composed using image type, got '{}'", type_text(ctx, image))
            };
            (!fits).then(text)
        }
        op::TYPE_STRUCT => {
            let members = ctx.attr_array(*params.get(1)?)?;
            members.iter().filter_map(|m| ctx.attr_type(*m)).find_map(|ty| member_problem(ctx, ty))
        }
        _ => None,
    }
}

/// Returns an error message if a type has an invalid literal among its parameters.
fn literal_problem(ctx: &Context, row: &OpRow, params: &[Attribute]) -> Option<String> {
    let last = row.params.last()?;
    let repeated = row.params.iter().chain(std::iter::repeat(last));
    params.iter().zip(repeated).find_map(|(attr, param)| {
        let name = param.name;
        match (param.kind, ctx.attr_data(*attr)) {
            (ParamKind::String, AttrData::String(_)) => None,
            (ParamKind::String, _) => {
                Some(format!("the {name} of this type must be a string, as in \"name\""))
            }
            (ParamKind::Word | ParamKind::Enum(_), AttrData::Integer { value, .. }) => {
                u32::try_from(*value).err().map(|_| format!("the {name} of this type must fit 32 bits"))
            }
            (ParamKind::Word | ParamKind::Enum(_), _) => {
                Some(format!("the {name} of this type must be a number"))
            }
            (ParamKind::Type, AttrData::Type(_)) => None,
            (ParamKind::Type, _) => Some(format!("the {name} of this type must be a type")),
            _ => constant_problem(ctx, *attr, &format!("the {name} of this type")),
        }
    })
}

/// Returns an error message if an attribute is not a valid constant parameter of a type. Valid constants are integers
/// and composites of integers; tensor views also allow Booleans.
fn constant_problem(ctx: &Context, attr: Attribute, what: &str) -> Option<String> {
    if matches!(ctx.attr_data(attr), AttrData::Symbol(_) | AttrData::Unit) {
        return None;
    }
    let Some((value, ty)) = typed_constant(ctx, attr) else {
        return Some(format!("{what} must be a constant"));
    };
    if let Err(message) = super::constant::constant_problem(ctx, value, ty) {
        return Some(format!("{what} {message}"));
    }
    let is_float = matches!(ctx.type_data(ty), TypeData::Float(_));
    is_float.then(|| format!("{what} must be an integer, got '{}'", type_text(ctx, ty)))
}

/// Returns an error message if a type cannot be a struct member.
fn member_problem(ctx: &Context, ty: Type) -> Option<String> {
    match ty == ctx.common().none {
        true => Some("a struct cannot have a member of type 'none'".into()),
        false => part_problem(ctx, ty),
    }
}

/// Returns an error message if a builtin type cannot be an element or member of a dialect type.
fn part_problem(ctx: &Context, ty: Type) -> Option<String> {
    match ctx.type_data(ty) {
        TypeData::Vector { dims, .. } if dims.len() != 1 => {
            Some(format!("only 1-D vector allowed but found '{}'", type_text(ctx, ty)))
        }
        _ if is_builtin_only(ctx, ty) => {
            Some(format!("cannot use '{}' to compose SPIR-V types", type_text(ctx, ty)))
        }
        TypeData::Vector { dims, element } => vector(ctx, dims, *element),
        _ => None,
    }
}

/// Returns an error message if a named struct contains itself other than through a pointer, because it then has no
/// size.
fn itself_inside(ctx: &Context, ty: Type) -> Option<String> {
    let Some(structure) = structure(ctx, ty) else {
        let named = types::view(ctx, ty).is_some_and(|(code, _)| code == op::TYPE_STRUCT);
        return named.then(|| "recursive struct reference not nested in struct definition".to_owned());
    };
    let own = structure.members.iter().filter_map(|m| ctx.attr_type(*m));
    let mut todo: Vec<Type> = own.clone().collect();
    let mut seen: FxHashSet<Type> = FxHashSet::default();
    while let Some(inner) = todo.pop() {
        if inner == ty {
            return Some("a struct can contain itself only through a pointer".into());
        }
        if seen.insert(inner) {
            todo.extend(members(ctx, inner));
        }
    }
    own.clone().find_map(|ty| member_problem(ctx, ty))
}

/// Returns the member or element types that a type contains by value.
pub(crate) fn members(ctx: &Context, ty: Type) -> Vec<Type> {
    if let Some(structure) = structure(ctx, ty) {
        return structure.members.iter().filter_map(|m| ctx.attr_type(*m)).collect();
    }
    match types::view(ctx, ty) {
        Some((op::TYPE_ARRAY | op::TYPE_RUNTIME_ARRAY, [_, element, ..])) => {
            ctx.attr_type(*element).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// Marks all types that contain an invalid type as invalid.
pub(super) fn spread(ctx: &Context, problems: &mut FxHashMap<Type, String>) {
    loop {
        let mut more = Vec::new();
        for ty in ctx.types().filter(|ty| !problems.contains_key(ty)) {
            let parts: Vec<Type> = match ctx.type_data(ty) {
                TypeData::Function { inputs, results } => inputs.iter().chain(results).copied().collect(),
                _ => match types::pointer(ctx, ty) {
                    Some((pointee, _)) => vec![pointee],
                    None => {
                        let params = ctx.type_params(ty).map_or(&[][..], |(_, params)| params);
                        let direct = params.iter().filter_map(|param| ctx.attr_type(*param));
                        members(ctx, ty).into_iter().chain(direct).collect()
                    }
                },
            };
            more.extend(parts.iter().find_map(|part| Some((ty, problems.get(part)?.clone()))));
        }
        if more.is_empty() {
            return;
        }
        problems.extend(more);
    }
}
