//! Checks of element types in the parser
//!
//! The messages have the wording of LLVM 14. Some rules are stricter than the grammar; the parser enforces these rules
//! only for LLVM 14's form.

use crate::generated::enums::DIM;
use crate::generated::opcodes as op;
use crate::generated::values::dim;
use crate::llvm::since;
use crate::types::{is_builtin_only, view};
use spv_ir::text::*;
use spv_ir::{Context, FloatKind, Type, TypeData};

/// Parses an element or member type of a composite type.
pub fn member(p: &mut dyn AsmParser) -> Parsed<Type> {
    let at = p.offset();
    let ty = p.ty()?;
    match unfit(p, ty) {
        Some(message) => Err(p.error_at(at..at + 1, &message)),
        None => Ok(ty),
    }
}

/// Returns the reason why a type cannot be an element or member of another type, or `None` if it can.
fn unfit(p: &dyn AsmParser, ty: Type) -> Option<String> {
    let foreign =
        |p: &dyn AsmParser| Some(format!("cannot use '{}' to compose SPIR-V types", p.type_text(ty)));
    match p.ctx().type_data(ty) {
        TypeData::Vector { dims, .. } if dims.len() != 1 => {
            Some(format!("only 1-D vector allowed but found '{}'", p.type_text(ty)))
        }
        _ if is_builtin_only(p.ctx(), ty) => foreign(p),
        TypeData::Opaque { .. } => foreign(p),
        _ if !p.compat() => None,
        TypeData::Integer { width: 1 | 8 | 16 | 32 | 64, .. } => None,
        TypeData::Integer { .. } => {
            Some(format!("only 1/8/16/32/64-bit integer type allowed but found '{}'", p.type_text(ty)))
        }
        TypeData::Float(FloatKind::F16 | FloatKind::F32 | FloatKind::F64) => None,
        TypeData::Float(FloatKind::BF16) if since::BFLOAT16.holds(p.form()) => None,
        TypeData::Float(_) | TypeData::Function { .. } | TypeData::None => foreign(p),
        _ => None,
    }
}

/// Returns the dimensionality of an image type if LLVM 22 does not support sampled images of that dimensionality.
pub fn unsampled(ctx: &Context, image: Type) -> Option<&'static str> {
    let (op::TYPE_IMAGE, [_, _, operand, ..]) = view(ctx, image)? else { return None };
    let found = DIM.by_value(u32::try_from(ctx.attr_u64(*operand)?).ok()?)?;
    [dim::BUFFER, dim::SUBPASS_DATA].contains(&found.value).then_some(found.name)
}

/// Checks that `part` is a valid element type for the composite type whose OpType instruction has the opcode `code`.
pub fn check_part(p: &mut dyn AsmParser, code: u32, part: Type, at: usize) -> Parsed<()> {
    let message = match code {
        op::TYPE_MATRIX => column(p, part),
        op::TYPE_SAMPLED_IMAGE => {
            let image = view(p.ctx(), part).is_some_and(|(code, _)| code == op::TYPE_IMAGE);
            let text = p.type_text(part);
            let wrong = if since::SAMPLED_DIMS.holds(p.form()) { unsampled(p.ctx(), part) } else { None };
            match image {
                false => Some(format!("sampled image must be composed using image type, got '{text}'")),
                true => {
                    wrong.map(|dim| format!("sampled image Dim must not be SubpassData or Buffer, got {dim}"))
                }
            }
        }
        _ => None,
    };
    message.map_or(Ok(()), |message| Err(p.error_at(at..at + 1, &message)))
}

/// Returns the reason why a type cannot be the column type of a matrix, or `None` if it can.
fn column(p: &dyn AsmParser, ty: Type) -> Option<String> {
    let TypeData::Vector { dims, element } = p.ctx().type_data(ty) else {
        return Some(format!("matrix must be composed using vector type, got '{}'", p.type_text(ty)));
    };
    match dims[..] {
        [2..=4] if is_float(p.ctx(), *element) => None,
        [2..=4] => {
            let element = p.type_text(*element);
            Some(format!("matrix columns' elements must be of Float type, got '{element}'"))
        }
        [size] => Some(format!(
            "matrix columns size has to be less than or equal to 4 and greater than or equal 2, but found {size}"
        )),
        _ => None,
    }
}

/// Returns whether a type is a float of any format, including formats for which MLIR has no name.
fn is_float(ctx: &Context, ty: Type) -> bool {
    matches!(ctx.type_data(ty), TypeData::Float(_))
        || view(ctx, ty).is_some_and(|(code, _)| code == op::TYPE_FLOAT)
}

/// Checks the length of the array or matrix type with the opcode `code`. Called before the element type is parsed.
pub fn check_length(p: &mut dyn AsmParser, code: u32, length: u32, at: usize) -> Parsed<()> {
    let message = match code {
        op::TYPE_ARRAY if length == 0 => "expected array length greater than 0",
        op::TYPE_MATRIX if !(2..=4).contains(&length) => "matrix is expected to have 2, 3, or 4 columns",
        _ => return Ok(()),
    };
    Err(p.error_at(at..at + 1, message))
}

/// Returns the error message for a type that lacks its lengths before the element type.
pub fn lengths_expected(code: u32) -> &'static str {
    match code {
        op::TYPE_MATRIX => "expected single unsigned integer for number of columns",
        op::TYPE_COOPERATIVE_MATRIX_NV | op::TYPE_COOPERATIVE_MATRIX_KHR => "expected rows and columns size",
        _ => "expected single integer for array element count",
    }
}
