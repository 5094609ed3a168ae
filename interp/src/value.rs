//! Interpreter values and type descriptions

use spv_dialect::generated::opcodes as op;
use spv_dialect::types;
use spv_ir::{Context, FloatKind, Signedness, Type, TypeData};
use std::rc::Rc;

/// A value of the interpreter. Does not include its type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// An undefined value of a scalar or pointer type.
    Undef,
    /// Bits of an integer, float or Boolean (0 or 1). Bits above the width are zero.
    Bits(u64),
    /// Components of a vector, columns of a matrix, elements of an array or members of a struct.
    Composite(Rc<Vec<Value>>),
    /// A pointer.
    Pointer(Rc<Pointer>),
    /// The result of a void function call.
    Void,
}

/// A location in memory: an object, and the index path of an element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pointer {
    /// Index of the memory object.
    pub object: usize,
    /// Index at each nesting level of the object, outermost first.
    pub path: Vec<u64>,
}

impl Value {
    /// Creates a composite from its elements.
    pub fn composite(parts: Vec<Value>) -> Value {
        Value::Composite(Rc::new(parts))
    }

    /// Returns the bits of a defined scalar; `None` for undefined scalars and for other values.
    pub fn bits(&self) -> Option<u64> {
        match self {
            Value::Bits(bits) => Some(*bits),
            _ => None,
        }
    }

    /// Returns the elements of a composite; `None` for other values.
    pub fn parts(&self) -> Option<&[Value]> {
        match self {
            Value::Composite(parts) => Some(parts),
            _ => None,
        }
    }

    /// Returns whether the value and all its elements are defined.
    pub fn is_defined(&self) -> bool {
        match self {
            Value::Undef => false,
            Value::Composite(parts) => parts.iter().all(Value::is_defined),
            Value::Bits(_) | Value::Pointer(_) | Value::Void => true,
        }
    }

    /// Returns whether a transformation may replace this value with `other`. Any value may replace an undefined
    /// value.
    pub fn refined_by(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Undef, _) => true,
            (Value::Composite(a), Value::Composite(b)) => {
                a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| a.refined_by(b))
            }
            _ => self == other,
        }
    }
}

/// The interpreter's classification of types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValueType {
    /// A Boolean: the type `i1`.
    Bool,
    /// An integer of 2 to 64 bits.
    Int {
        /// Bit width.
        width: u32,
        /// Whether the type is declared signed.
        signed: bool,
    },
    /// A float.
    Float(FloatKind),
    /// A vector, matrix or array. The fields are the number of elements and the element type.
    Uniform(u64, Type),
    /// A struct with these member types.
    Struct(Vec<Type>),
    /// A pointer.
    Pointer,
    /// A type that the interpreter does not model.
    Other,
}

/// Number of elements assumed for a runtime array.
const RUNTIME_LENGTH: u64 = 16;
/// Maximum number of array elements. Types of longer arrays are not modeled.
const MAX_LENGTH: u64 = 1 << 16;

/// Returns the interpreter's classification of a type.
pub fn shape(ctx: &Context, ty: Type) -> ValueType {
    match ctx.type_data(ty) {
        TypeData::Integer { width: 1, .. } => ValueType::Bool,
        TypeData::Integer { width: width @ 2..=64, signedness } => {
            ValueType::Int { width: *width, signed: *signedness == Signedness::Signed }
        }
        TypeData::Float(kind) => ValueType::Float(*kind),
        TypeData::Vector { dims, element } => match dims[..] {
            [length] => ValueType::Uniform(length, *element),
            _ => ValueType::Other,
        },
        _ => dialect_shape(ctx, ty).unwrap_or(ValueType::Other),
    }
}

fn dialect_shape(ctx: &Context, ty: Type) -> Option<ValueType> {
    match types::view(ctx, ty)? {
        (op::TYPE_POINTER, _) => Some(ValueType::Pointer),
        (op::TYPE_MATRIX | op::TYPE_ARRAY, [_, element, count]) => {
            let count = ctx.attr_u64(*count).filter(|count| *count <= MAX_LENGTH)?;
            Some(ValueType::Uniform(count, ctx.attr_type(*element)?))
        }
        (op::TYPE_RUNTIME_ARRAY, [_, element]) => {
            Some(ValueType::Uniform(RUNTIME_LENGTH, ctx.attr_type(*element)?))
        }
        (op::TYPE_STRUCT, _) => {
            let members = types::structure(ctx, ty)?.members;
            Some(ValueType::Struct(members.iter().map(|m| ctx.attr_type(*m)).collect::<Option<_>>()?))
        }
        _ => None,
    }
}

/// Builds a value of type `ty` from scalars that `leaf` provides. Returns `None` for types that the interpreter does
/// not model.
pub fn filled(ctx: &Context, ty: Type, leaf: &mut dyn FnMut(&ValueType) -> Value) -> Option<Value> {
    match shape(ctx, ty) {
        ValueType::Uniform(count, element) => {
            let parts: Option<Vec<Value>> = (0..count).map(|_| filled(ctx, element, leaf)).collect();
            Some(Value::composite(parts?))
        }
        ValueType::Struct(members) => {
            let parts: Option<Vec<Value>> = members.iter().map(|m| filled(ctx, *m, leaf)).collect();
            Some(Value::composite(parts?))
        }
        ValueType::Other => None,
        scalar => Some(leaf(&scalar)),
    }
}

/// Returns the undefined value of type `ty`, in which every scalar is undefined.
pub fn undef(ctx: &Context, ty: Type) -> Value {
    filled(ctx, ty, &mut |_| Value::Undef).unwrap_or(Value::Undef)
}

/// Returns the zero value of type `ty` (OpConstantNull). Pointers in it are undefined.
pub fn zero(ctx: &Context, ty: Type) -> Value {
    let leaf = &mut |shape: &ValueType| match shape {
        ValueType::Pointer => Value::Undef,
        _ => Value::Bits(0),
    };
    filled(ctx, ty, leaf).unwrap_or(Value::Undef)
}
