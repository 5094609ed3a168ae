//! Semantics of single ops without side effects

use super::value::{Value, ValueType, shape, undef};
use super::{composite, glsl, scalar};
use spv_dialect::generated::opcodes as op;
use spv_dialect::sets;
use spv_ir::dialect::{OpRow, ParamKind};
use spv_ir::{Context, Type};

/// An op to evaluate, without its operand values.
#[derive(Clone, Copy, Debug)]
pub struct Inst<'a> {
    /// Index of the extended instruction set; 0 for core instructions.
    pub set: u16,
    /// Opcode in the instruction set.
    pub opcode: u32,
    /// Type of the result.
    pub ty: Type,
    /// Types of the operands.
    pub operand_types: &'a [Type],
    /// Literal words of the instruction, in order.
    pub words: &'a [u32],
}

impl<'a> Inst<'a> {
    /// Creates the description of an op from its grammar entry.
    pub fn new(row: &OpRow, ty: Type, operand_types: &'a [Type], words: &'a [u32]) -> Inst<'a> {
        debug_assert!(row.params.iter().all(|p| matches!(p.kind, ParamKind::Value | ParamKind::Word)));
        Inst { set: row.set, opcode: row.opcode, ty, operand_types, words }
    }

    /// Returns whether the op can create an undefined result, rather than only forward undefined operands. Returns
    /// false for `spv.Undef`.
    pub(crate) fn defines_undefined(&self, args: &[Value]) -> bool {
        const MOVES: [u32; 5] = [op::UNDEF, op::COPY_OBJECT, op::COPY_LOGICAL, op::SELECT, op::BITCAST];
        let moves = self.set == 0 && (MOVES.contains(&self.opcode) || composite::knows(self.opcode));
        !moves || (self.opcode != op::UNDEF && args.iter().all(Value::is_defined))
    }
}

/// The error for ops that the interpreter does not support.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unsupported;

/// Evaluates an op. An undefined result (division by zero, index out of bounds, shift by the width or more) is
/// [`Value::Undef`], or a composite of such elements.
///
/// # Errors
/// The op is not supported.
pub fn eval_op(ctx: &Context, inst: &Inst<'_>, args: &[Value]) -> Result<Value, Unsupported> {
    let value = eval(ctx, inst, args)?;
    Ok(value.unwrap_or_else(|| undef(ctx, inst.ty)))
}

/// Evaluates an op. Returns `Ok(None)` if the whole result is undefined.
fn eval(ctx: &Context, inst: &Inst<'_>, args: &[Value]) -> Result<Option<Value>, Unsupported> {
    if inst.set != 0 {
        let glsl = sets::set(inst.set).is_some_and(|s| s.import_name == "GLSL.std.450");
        return match (inst.opcode, args) {
            _ if !glsl => Err(Unsupported),
            (glsl::PACK_HALF_2X16, [pair]) => glsl::pack_halves(pair),
            (glsl::UNPACK_HALF_2X16, [word]) => glsl::unpack_halves(word),
            _ => elementwise(ctx, inst, args, glsl::eval),
        };
    }
    if composite::knows(inst.opcode) {
        return composite::eval(ctx, inst, args);
    }
    let types = inst.operand_types;
    match (inst.opcode, args) {
        (op::UNDEF, _) => Ok(None),
        (op::COPY_OBJECT | op::COPY_LOGICAL, [value]) => Ok(Some(value.clone())),
        (op::PTR_EQUAL | op::PTR_NOT_EQUAL, [a, b]) => Ok(match (a, b) {
            (Value::Pointer(a), Value::Pointer(b)) => {
                Some(Value::Bits(u64::from((a == b) == (inst.opcode == op::PTR_EQUAL))))
            }
            _ => None,
        }),
        (op::SELECT, [condition, a, b]) => select(ctx, inst, condition, a, b),
        (op::BITCAST, [value]) => bitcast(ctx, inst, value),
        (op::ANY | op::ALL, [vector]) => {
            let all = inst.opcode == op::ALL;
            // Even if a defined component alone decides the result, an undefined component makes it undefined.
            let parts: Option<Vec<u64>> =
                vector.parts().ok_or(Unsupported)?.iter().map(Value::bits).collect();
            Ok(parts.map(|p| {
                let result = if all { p.iter().all(|b| *b != 0) } else { p.iter().any(|b| *b != 0) };
                Value::Bits(result.into())
            }))
        }
        (op::VECTOR_TIMES_SCALAR | op::MATRIX_TIMES_SCALAR, [whole, factor]) => {
            Ok(Some(scale(ctx, inst.ty, whole, factor)?))
        }
        (op::DOT, [a, b]) => dot(ctx, inst.ty, parts(a)?, parts(b)?).map(Some),
        (op::MATRIX_TIMES_VECTOR, [matrix, vector]) => {
            let rows = transposed(matrix)?;
            let element = part_type(ctx, inst.ty)?;
            let list = rows.iter().map(|row| dot(ctx, element, row, parts(vector)?));
            Ok(Some(Value::composite(list.collect::<Result<_, _>>()?)))
        }
        (op::VECTOR_TIMES_MATRIX, [vector, matrix]) => {
            let element = part_type(ctx, inst.ty)?;
            let list = parts(matrix)?.iter().map(|c| dot(ctx, element, parts(vector)?, parts(c)?));
            Ok(Some(Value::composite(list.collect::<Result<_, _>>()?)))
        }
        (op::MATRIX_TIMES_MATRIX, [a, b]) => {
            let rows = transposed(a)?;
            let element = part_type(ctx, part_type(ctx, inst.ty)?)?;
            let column = |c: &Value| {
                let list = rows.iter().map(|row| dot(ctx, element, row, parts(c)?));
                Ok(Value::composite(list.collect::<Result<_, _>>()?))
            };
            let list: Result<Vec<Value>, Unsupported> = parts(b)?.iter().map(column).collect();
            Ok(Some(Value::composite(list?)))
        }
        (op::OUTER_PRODUCT, [a, b]) => {
            let column_type = part_type(ctx, inst.ty)?;
            let list = parts(b)?.iter().map(|factor| scale(ctx, column_type, a, factor));
            Ok(Some(Value::composite(list.collect::<Result<_, _>>()?)))
        }
        (op::I_ADD_CARRY | op::I_SUB_BORROW | op::U_MUL_EXTENDED | op::S_MUL_EXTENDED, [a, b]) => {
            let ty = *types.first().ok_or(Unsupported)?;
            let half = |high: bool| {
                let f: Scalars = if high { scalar::extended_high } else { scalar::extended_low };
                let inner = Inst { ty, ..*inst };
                elementwise(ctx, &inner, &[a.clone(), b.clone()], f)
            };
            let (low, high) = (half(false)?, half(true)?);
            let or_undef = |v: Option<Value>| v.unwrap_or_else(|| undef(ctx, ty));
            Ok(Some(Value::composite(vec![or_undef(low), or_undef(high)])))
        }
        _ => elementwise(ctx, inst, args, scalar::eval),
    }
}

/// Function that evaluates a single component from opcode, result type, operand types and operand bits. Returns
/// `Ok(None)` if the result is undefined.
pub type Scalars = fn(u32, &ValueType, &[ValueType], &[u64]) -> Result<Option<u64>, Unsupported>;

/// Applies an op to each component. Returns `Ok(None)` if the whole result is undefined.
fn elementwise(
    ctx: &Context,
    inst: &Inst<'_>,
    args: &[Value],
    f: Scalars,
) -> Result<Option<Value>, Unsupported> {
    let leaf = |ty: Type| match shape(ctx, ty) {
        ValueType::Uniform(_, element) => shape(ctx, element),
        scalar => scalar,
    };
    let shapes: Vec<ValueType> = inst.operand_types.iter().map(|&ty| leaf(ty)).collect();
    let result = leaf(inst.ty);
    let one = |args: &[Option<u64>]| -> Result<Value, Unsupported> {
        let bits: Option<Vec<u64>> = args.iter().copied().collect();
        // Evaluates undefined operands as zeros, so that unsupported ops are reported.
        let zeros = vec![0; args.len()];
        let value = f(inst.opcode, &result, &shapes, bits.as_deref().unwrap_or(&zeros))?;
        Ok(value.filter(|_| bits.is_some()).map_or(Value::Undef, Value::Bits))
    };
    let ValueType::Uniform(count, _) = shape(ctx, inst.ty) else {
        return one(&args.iter().map(Value::bits).collect::<Vec<_>>()).map(Some);
    };
    let component = |i: usize| {
        // The operands of vector shifts are all vectors, but the offsets and counts of bit field ops are scalars.
        let list: Vec<Option<u64>> = args
            .iter()
            .map(|a| match a.parts() {
                Some(parts) => parts.get(i).and_then(Value::bits),
                None => a.bits(),
            })
            .collect();
        one(&list)
    };
    let parts: Result<Vec<Value>, Unsupported> = (0..count as usize).map(component).collect();
    Ok(Some(Value::composite(parts?)))
}

fn parts(value: &Value) -> Result<&[Value], Unsupported> {
    value.parts().ok_or(Unsupported)
}

fn part_type(ctx: &Context, ty: Type) -> Result<Type, Unsupported> {
    match shape(ctx, ty) {
        ValueType::Uniform(_, element) => Ok(element),
        _ => Err(Unsupported),
    }
}

fn transposed(matrix: &Value) -> Result<Vec<Vec<Value>>, Unsupported> {
    let columns: Vec<&[Value]> = parts(matrix)?.iter().map(parts).collect::<Result<_, _>>()?;
    let rows = columns.first().map_or(0, |c| c.len());
    Ok((0..rows).map(|r| columns.iter().filter_map(|c| c.get(r).cloned()).collect()).collect())
}

fn multiply(ctx: &Context, ty: Type, a: &Value, b: &Value, opcode: u32) -> Result<Value, Unsupported> {
    let inst = Inst { set: 0, opcode, ty, operand_types: &[ty, ty], words: &[] };
    eval_op(ctx, &inst, &[a.clone(), b.clone()])
}

fn scale(ctx: &Context, ty: Type, whole: &Value, factor: &Value) -> Result<Value, Unsupported> {
    match shape(ctx, ty) {
        ValueType::Uniform(_, element) => {
            let list = parts(whole)?.iter().map(|part| scale(ctx, element, part, factor));
            Ok(Value::composite(list.collect::<Result<_, _>>()?))
        }
        _ => multiply(ctx, ty, whole, factor, op::F_MUL),
    }
}

/// Computes a dot product. Adds the products in order, from the first component to the last.
fn dot(ctx: &Context, ty: Type, a: &[Value], b: &[Value]) -> Result<Value, Unsupported> {
    let mut sum: Option<Value> = None;
    for (a, b) in a.iter().zip(b) {
        let product = multiply(ctx, ty, a, b, op::F_MUL)?;
        sum = Some(match sum {
            None => product,
            Some(sum) => multiply(ctx, ty, &sum, &product, op::F_ADD)?,
        });
    }
    sum.ok_or(Unsupported)
}

fn select(
    ctx: &Context,
    inst: &Inst<'_>,
    condition: &Value,
    a: &Value,
    b: &Value,
) -> Result<Option<Value>, Unsupported> {
    let Some(conditions) = condition.parts() else {
        return Ok(condition.bits().map(|c| if c != 0 { a.clone() } else { b.clone() }));
    };
    let element = part_type(ctx, inst.ty)?;
    let pick = |(i, c): (usize, &Value)| {
        let from = if c.bits()? != 0 { a } else { b };
        from.parts()?.get(i).cloned()
    };
    let parts = conditions.iter().enumerate().map(|part| pick(part).unwrap_or_else(|| undef(ctx, element)));
    Ok(Some(Value::composite(parts.collect())))
}

/// Reinterprets the bits of a value as the result type. Components with lower indices have the less significant bits.
fn bitcast(ctx: &Context, inst: &Inst<'_>, value: &Value) -> Result<Option<Value>, Unsupported> {
    let layout = |ty: Type| -> Result<(u64, u32, bool), Unsupported> {
        let (count, scalar, vector) = match shape(ctx, ty) {
            ValueType::Uniform(count, element) => (count, shape(ctx, element), true),
            scalar => (1, scalar, false),
        };
        match scalar {
            ValueType::Int { width, .. } => Ok((count, width, vector)),
            ValueType::Float(kind) if kind.width() <= 64 => Ok((count, kind.width(), vector)),
            _ => Err(Unsupported),
        }
    };
    let from = layout(*inst.operand_types.first().ok_or(Unsupported)?)?;
    let to = layout(inst.ty)?;
    let one = std::slice::from_ref(value);
    let Some(list) = value.parts().unwrap_or(one).iter().map(Value::bits).collect::<Option<Vec<u64>>>()
    else {
        return Ok(None);
    };
    if from.1 > 64 || to.1 > 64 || from.0 * u64::from(from.1) != to.0 * u64::from(to.1) {
        return Err(Unsupported);
    }
    // Assembles each component bit by bit. A vector has at most four components of 64 bits.
    let bit = |n: u32| list[(n / from.1) as usize] >> (n % from.1) & 1;
    let component = |c: u32| Value::Bits((0..to.1).fold(0, |all, n| all | bit(c * to.1 + n) << n));
    let mut parts = (0..to.0 as u32).map(component);
    Ok(if to.2 { Some(Value::composite(parts.collect())) } else { parts.next() })
}
