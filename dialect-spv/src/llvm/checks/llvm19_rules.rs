//! Verifier rules of LLVM 19 that LLVM 14 lacks or applies differently
//!
//! The module may violate the specification, because the specification's rules are checked later.

use super::Look;
use crate::decorations::{self, snake_case};
use crate::generated::enums::PACKED_VECTOR_FORMAT;
use crate::generated::opcodes;
use crate::generated::values::{addressing_model, memory_access, storage_class};
use crate::llvm::since;
use crate::spv::{self, CooperativeMatrixMulAddKHR as Product};
use crate::types::{self, pointer, structure};
use crate::verify::shape::{Shape, TypeKind};
use crate::verify::type_text;
use rustc_hash::FxHashMap;
use spv_ir::dialect::ABSENT;
use spv_ir::{AttrData, Attribute, Op, Type, TypeData, Value};
use std::sync::LazyLock;

/// A verifier rule of LLVM 19 or newer. Returns the error message if the op violates the rule.
pub(super) type LaterRule = fn(&Look<'_>, Op) -> Option<String>;

/// Verifier rules by op name.
static RULES: &[(&str, LaterRule)] = &[
    ("spv.AtomicAnd", atomic_value),
    ("spv.AtomicOr", atomic_value),
    ("spv.AtomicXor", atomic_value),
    ("spv.AtomicIAdd", atomic_value),
    ("spv.AtomicISub", atomic_value),
    ("spv.AtomicSMax", atomic_value),
    ("spv.AtomicSMin", atomic_value),
    ("spv.AtomicUMax", atomic_value),
    ("spv.AtomicUMin", atomic_value),
    ("spv.AtomicExchange", atomic_value),
    ("spv.AtomicCompareExchange", atomic_exchange),
    ("spv.AtomicCompareExchangeWeak", atomic_exchange),
    ("spv.AtomicFAddEXT", atomic_result),
    ("spv.BitFieldSExtract", |look, op| same_type(look, op, "base")),
    ("spv.BitFieldUExtract", |look, op| same_type(look, op, "base")),
    ("spv.ShiftLeftLogical", |look, op| same_type(look, op, "operand1")),
    ("spv.ShiftRightArithmetic", |look, op| same_type(look, op, "operand1")),
    ("spv.ShiftRightLogical", |look, op| same_type(look, op, "operand1")),
    ("spv.IAddCarry", pair),
    ("spv.ISubBorrow", pair),
    ("spv.SMulExtended", pair),
    ("spv.UMulExtended", pair),
    ("spv.CompositeConstruct", construct),
    ("spv.Constant", constant),
    ("spv.Dot", dot),
    ("spv.VectorTimesScalar", vector_times_scalar),
    ("spv.PtrCastToGeneric", |look, op| cast_pointers(look, op, true)),
    ("spv.GenericCastToPtr", |look, op| cast_pointers(look, op, false)),
    ("spv.GenericCastToPtrExplicit", |look, op| cast_pointers(look, op, false)),
    ("spv.ConvertPtrToU", |look, op| physical(look, "operand", look.first_operand(op))),
    ("spv.ConvertUToPtr", |look, op| physical(look, "result", look.result(op))),
    ("spv.CooperativeMatrixLoadKHR", |look, op| {
        let conflict = (memory_access::MAKE_POINTER_AVAILABLE, "MakePointerAvailable");
        matrix_access(look, op, spv::CooperativeMatrixLoadKHR::MEMORY_OPERAND, conflict)
    }),
    ("spv.CooperativeMatrixStoreKHR", |look, op| {
        let conflict = (memory_access::MAKE_POINTER_VISIBLE, "MakePointerVisible");
        matrix_access(look, op, spv::CooperativeMatrixStoreKHR::MEMORY_OPERAND, conflict)
    }),
    ("spv.CooperativeMatrixMulAddKHR", matrix_product),
    ("spv.SDot", packed_dot),
    ("spv.SUDot", packed_dot),
    ("spv.UDot", packed_dot),
    ("spv.SDotAccSat", packed_dot),
    ("spv.SUDotAccSat", packed_dot),
    ("spv.UDotAccSat", packed_dot),
    ("spv.ConvertFToBF16INTEL", |look, op| {
        word_floats(look, "operand #0", look.first_operand(op)).or_else(|| same_count(look, op))
    }),
    ("spv.ConvertBF16ToFINTEL", |look, op| {
        word_floats(look, "result #0", look.result(op)).or_else(|| same_count(look, op))
    }),
    ("spv.GLSL.FindILsb", words),
    ("spv.GLSL.FindSMsb", words),
    ("spv.GLSL.FindUMsb", words),
    ("spv.GroupNonUniformBitwiseAnd", integers),
    ("spv.GroupNonUniformBitwiseOr", integers),
    ("spv.GroupNonUniformBitwiseXor", integers),
    ("spv.GroupNonUniformShuffle", shuffle),
    ("spv.GroupNonUniformShuffleDown", shuffle),
    ("spv.GroupNonUniformShuffleUp", shuffle),
    ("spv.GroupNonUniformShuffleXor", shuffle),
    ("spv.LogicalNot", |look, op| {
        let ty = look.first_operand(op)?;
        (look.shape(ty).element != TypeKind::Bool).then(|| {
            format!(
                "'operand' must be bool or vector of bool values of length 2/3/4/8/16, but got '{}'",
                look.text(ty)
            )
        })
    }),
    ("spv.Variable", aliasing),
    ("spv.func", arguments),
];

/// Hash table of [`RULES`] by op name.
static BY_NAME: LazyLock<FxHashMap<&str, LaterRule>> = LazyLock::new(|| RULES.iter().copied().collect());

/// Returns the LLVM 19 rule for ops with this name, or `None` if there is none.
pub(super) fn rule(name: &str) -> Option<LaterRule> {
    BY_NAME.get(name).copied()
}

impl Look<'_> {
    fn shape(&self, ty: Type) -> Shape {
        Shape::new(self.ctx, ty)
    }

    fn text(&self, ty: Type) -> String {
        type_text(self.ctx, ty)
    }

    /// Returns the enumerant in an op's attribute slot, or `None` if the attribute is absent.
    fn enumerant(&self, op: Op, slot: usize) -> Option<u32> {
        self.body.slots(op).get(slot).copied().filter(|value| *value != ABSENT)
    }
}

/// Returns the pointee type and storage class of the first operand, or `None` if it is not a pointer.
fn pointee(look: &Look<'_>, op: Op) -> Option<(Type, u32)> {
    pointer(look.ctx, look.first_operand(op)?)
}

fn not_pointee(place: &str) -> String {
    format!("failed to verify that `{place}` type matches pointee type of `pointer`")
}

fn atomic_value(look: &Look<'_>, op: Op) -> Option<String> {
    let (pointee, _) = pointee(look, op)?;
    if look.last_operand(op)? != pointee {
        return Some(not_pointee("value"));
    }
    atomic_result(look, op)
}

fn atomic_exchange(look: &Look<'_>, op: Op) -> Option<String> {
    let (pointee, _) = pointee(look, op)?;
    if look.result(op)? != pointee {
        return Some(not_pointee("result"));
    }
    if look.ty(look.body.operands(op).nth_back(1))? != pointee {
        return Some(not_pointee("value"));
    }
    (look.last_operand(op)? != pointee).then(|| not_pointee("comparator"))
}

fn atomic_result(look: &Look<'_>, op: Op) -> Option<String> {
    let (pointee, _) = pointee(look, op)?;
    (look.result(op)? != pointee).then(|| not_pointee("result"))
}

/// Checks that the first operand has the result type. LLVM's message calls the operand `place`. Returns an error
/// message otherwise.
fn same_type(look: &Look<'_>, op: Op, place: &str) -> Option<String> {
    (look.first_operand(op)? != look.result(op)?)
        .then(|| format!("failed to verify that all of {{{place}, result}} have same type"))
}

fn pair(look: &Look<'_>, op: Op) -> Option<String> {
    let members = structure(look.ctx, look.result(op)?)?.members;
    let &[low, high] = members else {
        return Some("expected result struct type containing two members".into());
    };
    let ty = Some(look.first_operand(op)?);
    let same = look.ctx.attr_type(low) == ty && look.ctx.attr_type(high) == ty;
    (!same).then(|| "expected all operand types and struct member types are the same".into())
}

/// Checks that an op with fewer constituents than result components returns a vector, and that the constituents have
/// its element type. Returns an error message otherwise.
fn construct(look: &Look<'_>, op: Op) -> Option<String> {
    let shape = look.shape(look.result(op)?);
    let parts: Vec<Type> = look.body.operands(op).filter_map(|value| look.ty(Some(value))).collect();
    if shape.kind == TypeKind::CoopMatrix || shape.count == 0 || parts.len() as u64 >= u64::from(shape.count)
    {
        return None;
    }
    if shape.kind != TypeKind::Vector {
        let needed = "expected to return a vector or cooperative matrix when the number of constituents is less than what the result needs";
        return Some(needed.into());
    }
    let inner = shape.inner?;
    let element = |ty| look.shape(ty).inner.filter(|_| look.shape(ty).kind == TypeKind::Vector).unwrap_or(ty);
    let other = parts.into_iter().map(element).find(|element| *element != inner)?;
    let (expected, found) = (look.text(inner), look.text(other));
    Some(format!("operand element type mismatch: expected to be '{expected}', but provided '{found}'"))
}

/// Checks that a constant with a tensor value has an array type. Returns an error message otherwise.
fn constant(look: &Look<'_>, op: Op) -> Option<String> {
    let result = look.result(op)?;
    let value = look.body.slot_attr(op, spv::Constant::VALUE)?;
    let AttrData::Dense { ty, .. } = look.ctx.attr_data(value) else { return None };
    let tensor = matches!(look.ctx.type_data(*ty), TypeData::Tensor { .. });
    (tensor && look.shape(result).kind != TypeKind::Array).then(|| {
        let (result, ty) = (look.text(result), look.text(*ty));
        format!("result or element type ('{result}') does not match value type ('{ty}'), must be the same or spirv.array")
    })
}

fn dot(look: &Look<'_>, op: Op) -> Option<String> {
    (look.shape(look.first_operand(op)?).inner? != look.result(op)?)
        .then(|| "failed to verify that all of {vector1, result} have same element type".into())
}

fn vector_times_scalar(look: &Look<'_>, op: Op) -> Option<String> {
    let (vector, scalar, result) = (look.first_operand(op)?, look.last_operand(op)?, look.result(op)?);
    if vector != result {
        return Some("vector operand and result type mismatch".into());
    }
    (look.shape(result).inner? != scalar).then(|| "scalar operand and result element type match".into())
}

/// Checks a cast between a Generic pointer and a pointer to another storage class. `generic` is whether the result is
/// the Generic pointer. Returns an error message if the op is invalid.
fn cast_pointers(look: &Look<'_>, op: Op, generic: bool) -> Option<String> {
    let ((from, from_class), (to, to_class)) = (pointee(look, op)?, pointer(look.ctx, look.result(op)?)?);
    let named = [storage_class::WORKGROUP, storage_class::CROSS_WORKGROUP, storage_class::FUNCTION];
    let (special, other) = if generic { (to_class, from_class) } else { (from_class, to_class) };
    let not_generic = (special != storage_class::GENERIC).then(|| {
        let place = if generic { "result" } else { "pointer" };
        format!("{place} type must be of storage class Generic")
    });
    let not_named = (!named.contains(&other)).then(|| {
        let place = if generic { "pointer" } else { "result" };
        format!("{place} must point to the Workgroup, CrossWorkgroup, or Function Storage Class")
    });
    let first = if generic { not_named.or(not_generic) } else { not_generic.or(not_named) };
    first.or_else(|| {
        let (from_text, to_text) = (look.text(from), look.text(to));
        (from != to).then(|| {
            format!(
                "pointer operand's pointee type must have the same as the op result type, but found \
                 '{from_text}' vs '{to_text}'"
            )
        })
    })
}

/// Checks that a pointer is physical under the module's addressing model. LLVM's message calls the operand or result
/// `place`. Returns an error message otherwise.
fn physical(look: &Look<'_>, place: &str, ty: Option<Type>) -> Option<String> {
    let (_, class) = pointer(look.ctx, ty?)?;
    let logical = match look.addressing? {
        addressing_model::LOGICAL => true,
        addressing_model::PHYSICAL_STORAGE_BUFFER64 => class != storage_class::PHYSICAL_STORAGE_BUFFER,
        _ => false,
    };
    logical.then(|| format!("{place} must be a physical pointer"))
}

/// Checks a load or store of a cooperative matrix. `flag` and `name` are the value and name of the memory operand that
/// is invalid for the op. Returns an error message if the op is invalid.
fn matrix_access(look: &Look<'_>, op: Op, slot: usize, (flag, name): (u32, &str)) -> Option<String> {
    let (pointee, _) = pointee(look, op)?;
    if !matches!(
        look.shape(pointee).kind,
        TypeKind::Bool | TypeKind::Int | TypeKind::Float | TypeKind::Vector
    ) {
        let ty = look.text(pointee);
        return Some(format!("Pointer must point to a scalar or vector type but provided '{ty}'"));
    }
    if look.body.result_count(op) == 0 {
        let object = look.operand(op, spv::CooperativeMatrixStoreKHR::OBJECT)?;
        if look.shape(object).kind != TypeKind::CoopMatrix {
            let ty = look.text(object);
            return Some(format!("operand #1 must be any SPIR-V cooperative matrix type, but got '{ty}'"));
        }
    }
    let flags = look.enumerant(op, slot)?;
    if flags & flag != 0 {
        return Some(format!("not compatible with memory operand '{name}'"));
    }
    let aligned = flags & memory_access::ALIGNED != 0;
    match aligned {
        true if !look.has(since::ALIGNED_MATRICES) => Some("has unhandled memory operand 'Aligned'".into()),
        false if look.has(since::ALIGNED_MATRICES) && look.body.slot_attr(op, slot + 1).is_some() => {
            Some("found alignment attribute for non-'Aligned' memory operand".into())
        }
        _ => None,
    }
}

fn matrix_product(look: &Look<'_>, op: Op) -> Option<String> {
    let matrix = |index| match types::view(look.ctx, look.operand(op, index)?)? {
        (opcodes::TYPE_COOPERATIVE_MATRIX_KHR, &[_, component, scope, rows, columns, used]) => {
            Some((look.ctx.attr_type(component)?, [scope, rows, columns, used]))
        }
        _ => None,
    };
    let number = |attr: Attribute| look.ctx.attr_u64(attr);
    let [a, b, c] = [Product::A, Product::B, Product::C].map(matrix);
    let ((a_type, a), (b_type, b), (c_type, c)) = (a?, b?, c?);
    for (index, (attr, name)) in
        [(a[3], "MatrixA"), (b[3], "MatrixB"), (c[3], "MatrixAcc")].iter().enumerate()
    {
        if number(*attr) != Some(index as u64) {
            return Some(format!("operand #{index} must be of use '{name}'"));
        }
    }
    let differ = |x, y| number(x) != number(y);
    if differ(a[0], b[0]) || differ(a[0], c[0]) {
        return Some("matrix scope mismatch".into());
    }
    for (x, y, name) in [(a[1], c[1], "M"), (b[2], c[2], "N"), (a[2], b[1], "K")] {
        if differ(x, y) {
            return Some(format!("matrix size mismatch on dimension '{name}'"));
        }
    }
    look.enumerant(op, Product::COOPERATIVE_MATRIX_OPERANDS)?;
    let integers = [a_type, b_type, c_type].iter().all(|ty| look.shape(*ty).kind == TypeKind::Int);
    (!integers).then(|| "Matrix Operands require all matrix element types to be Integer Types".into())
}

fn packed_dot(look: &Look<'_>, op: Op) -> Option<String> {
    let factor = look.first_operand(op)?;
    let (shape, format) = (look.shape(factor), look.enumerant(op, spv::SDot::PACKED_VECTOR_FORMAT));
    if shape.kind == TypeKind::Int {
        let format = format.and_then(|format| PACKED_VECTOR_FORMAT.by_value(format))?;
        let name = format.name.trim_end_matches("KHR");
        if shape.width != 32 {
            return Some(format!(
                "with specified Packed Vector Format ({name}) requires integer vector operands to be 32-bits wide"
            ));
        }
    } else if format.is_some() {
        let ty = look.text(factor);
        return Some(format!("with invalid format attribute for vector operands of type '{ty}'"));
    }
    let (have, need) = (look.shape(look.result(op)?).width, shape.width);
    (have < need).then(|| {
        format!(
            "result type has insufficient bit-width ({have} bits) for the specified vector operand type ({need} bits)"
        )
    })
}

pub(super) fn word_floats(look: &Look<'_>, place: &str, ty: Option<Type>) -> Option<String> {
    let ty = ty?;
    let shape = look.shape(ty);
    (shape.element != TypeKind::Float || shape.width != 32).then(|| {
        let ty = look.text(ty);
        format!("{place} must be Float32 or vector of Float32 values of length 2/3/4/8/16, but got '{ty}'")
    })
}

pub(super) fn same_count(look: &Look<'_>, op: Op) -> Option<String> {
    let (from, to) = (look.shape(look.first_operand(op)?), look.shape(look.result(op)?));
    (from.kind == TypeKind::Vector && from.count != to.count)
        .then(|| "operand and result must have same number of elements".into())
}

fn words(look: &Look<'_>, op: Op) -> Option<String> {
    let ty = look.first_operand(op).filter(|_| !look.has(since::WORDS_OF_ANY_WIDTH))?;
    (look.shape(ty).width != 32).then(|| {
        let ty = look.text(ty);
        format!("operand #0 must be Int32 or vector of Int32 values of length 2/3/4/8/16, but got '{ty}'")
    })
}

fn integers(look: &Look<'_>, op: Op) -> Option<String> {
    let ty = look.first_operand(op)?;
    (look.shape(ty).element != TypeKind::Int).then(|| {
        let ty = look.text(ty);
        format!(
            "operand #0 must be 8/16/32/64-bit integer or vector of 8/16/32/64-bit integer values of length \
             2/3/4/8/16, but got '{ty}'"
        )
    })
}

fn shuffle(look: &Look<'_>, op: Op) -> Option<String> {
    let signed = look.is_signed(look.last_operand(op)?);
    // The misspelling is in LLVM's message.
    signed.then(|| "second operand must be a singless/unsigned integer".into())
}

/// Returns whether a type is a PhysicalStorageBuffer pointer, or an array of such pointers.
fn is_physical_pointer(look: &Look<'_>, ty: Type) -> bool {
    let shape = look.shape(ty);
    let ty = if shape.kind == TypeKind::Array { shape.inner } else { Some(ty) };
    let class = ty.and_then(|ty| pointer(look.ctx, ty)).map(|(_, class)| class);
    class == Some(storage_class::PHYSICAL_STORAGE_BUFFER)
}

fn aliasing(look: &Look<'_>, op: Op) -> Option<String> {
    let (pointee, _) = pointer(look.ctx, look.result(op)?)?;
    if !is_physical_pointer(look, pointee) {
        return None;
    }
    let has = |key| look.ctx.dict_get(look.body.attrs(op), key).is_some();
    match (has("aliased_pointer"), has("restrict_pointer")) {
        (false, false) => Some(
            "with physical buffer pointer must be decorated either 'AliasedPointer' or 'RestrictPointer'"
                .into(),
        ),
        (true, true) => Some("with physical buffer pointer must have exactly one aliasing decoration".into()),
        _ => None,
    }
}

/// Checks that function arguments that are or contain physical pointers have an aliasing decoration. Returns an error
/// message otherwise.
fn arguments(look: &Look<'_>, op: Op) -> Option<String> {
    let nested = look.body.nested(op)?;
    let entry = nested.first_block(nested.root())?;
    let undecorated = nested.args(entry).iter().find_map(|&arg| {
        let (pointee, class) = pointer(look.ctx, nested.value_type(arg))?;
        let attrs = nested.value_annotations(arg).attrs;
        let stated = look.ctx.dict_get(attrs, "spv.decoration").and_then(|attr| look.ctx.attr_str(attr));
        let has = |key| look.ctx.dict_get(attrs, key).is_some() || stated.map(snake_case).as_deref() == Some(key);
        if let Some((_, inner)) = pointer(look.ctx, pointee) {
            let decorated = has("aliased_pointer") || has("restrict_pointer");
            return (inner == storage_class::PHYSICAL_STORAGE_BUFFER && !decorated).then(|| {
                "with a pointer points to a physical buffer pointer must be decorated either 'AliasedPointer' \
                 or 'RestrictPointer'"
                    .into()
            });
        }
        let physical = class == storage_class::PHYSICAL_STORAGE_BUFFER || is_physical_pointer(look, pointee);
        (physical && !has("aliased") && !has("restrict"))
            .then(|| "with physical buffer pointer must be decorated either 'Aliased' or 'Restrict'".into())
    });
    let foreign = |arg: &Value| {
        let entries = look.ctx.dict(nested.value_annotations(*arg).attrs);
        let keys = entries.iter().map(|(key, _)| look.ctx.str(*key));
        keys.into_iter().any(|key| !key.contains('.') && decorations::by_key(key).is_none())
    };
    undecorated.or_else(|| {
        let wrong = nested.args(entry).iter().any(foreign);
        wrong.then(|| "arguments may only have dialect attributes".into())
    })
}
