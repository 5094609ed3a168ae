//! Validation of cooperative matrices and vectors
//!
//! Covers operand types and the types of functions that are passed to instructions.

use super::rule::{Check, Rule, joined, rule, vulkan};
use super::subject::OpSubject;
use super::typing::{BOOL, FLOAT, INT, INT32, Set, UINT32, declared_by};
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::values::{
    capability as c, component_type, cooperative_matrix_reduce as reduce, cooperative_matrix_use as u,
    decoration as d, scope, storage_class as s, tensor_addressing_operands as t,
};
use spv_dialect::generated::views::{self as v, CooperativeVectorOuterProductAccumulateNV as Outer};
use spv_dialect::types;
use spv_dialect::verify::rule::{A, B, C, OpValue, R};
use spv_dialect::verify::shape::{TypeKind, length};
use spv_ir::params::OpComponent;
use spv_ir::{AttrData, Context, FloatKind, Type, TypeData};

const CONVERSIONS: &[u32] = &[
    op::CONVERT_F_TO_U,
    op::CONVERT_F_TO_S,
    op::CONVERT_S_TO_F,
    op::CONVERT_U_TO_F,
    op::U_CONVERT,
    op::S_CONVERT,
    op::F_CONVERT,
    op::BITCAST,
];
/// Instructions that change the use of a matrix (the `Use` parameter of its type).
const USES: &[u32] = &[op::COOPERATIVE_MATRIX_CONVERT_USE_EXT, op::COOPERATIVE_MATRIX_TRANSPOSE_NV];
const RESHAPES: &[u32] = &joined::<{ CONVERSIONS.len() + 2 }>(&[CONVERSIONS, USES]);
const MULTIPLY: &[u32] = &[op::COOPERATIVE_MATRIX_MUL_ADD_KHR];
const REDUCE: &[u32] = &[op::COOPERATIVE_MATRIX_REDUCE_EXT];
const PER_ELEMENT: &[u32] = &[op::COOPERATIVE_MATRIX_PER_ELEMENT_OP_EXT];
const LENGTHS: &[u32] = &[op::COOPERATIVE_MATRIX_LENGTH_KHR, op::COOPERATIVE_MATRIX_LENGTH_NV];
const COORDINATE: &[u32] = &[op::COOPERATIVE_MATRIX_GET_COORDINATE_EXT];
const LOAD_TENSOR: &[u32] = &[op::COOPERATIVE_MATRIX_LOAD_TENSOR_NV];
const TENSORS: &[u32] = &[op::COOPERATIVE_MATRIX_LOAD_TENSOR_NV, op::COOPERATIVE_MATRIX_STORE_TENSOR_NV];
const PRODUCTS: &[u32] = &[op::COOPERATIVE_VECTOR_MATRIX_MUL_NV, op::COOPERATIVE_VECTOR_MATRIX_MUL_ADD_NV];
/// Names of parameters of matrix-vector products that must be constant integers.
const NAMED: [&str; 6] =
    ["input_interpretation", "matrix_interpretation", "bias_interpretation", "m", "k", "memory_layout"];
const OUTER: &[u32] = &[op::COOPERATIVE_VECTOR_OUTER_PRODUCT_ACCUMULATE_NV];
const SUM: &[u32] = &[op::COOPERATIVE_VECTOR_REDUCE_SUM_ACCUMULATE_NV];
const TO_MATRIX: &[u32] = &[op::COMPOSITE_CONSTRUCT_COOP_MAT_QCOM];
const FROM_MATRIX: &[u32] = &[op::COMPOSITE_EXTRACT_COOP_MAT_QCOM];
const ARRAYS: &[u32] = &[op::BIT_CAST_ARRAY_QCOM, op::EXTRACT_SUB_ARRAY_QCOM];

const KHR: &str = "SPV_KHR_cooperative_matrix";
const NV: &str = "SPV_NV_cooperative_matrix2";
const VECTOR: &str = "SPV_NV_cooperative_vector";
const QCOM: &str = "SPV_QCOM_cooperative_matrix_conversion";

/// Validation rules for cooperative matrices and vectors.
pub const RULES: &[Rule] = &[
    rule("SPV-matrix-convert-shape", KHR, "scope, rows and columns of both matrices must be the same", {
        Check::Op(RESHAPES, |x| {
            let (from, to) = (Matrix::at(x, A)?, Matrix::at(x, R)?);
            let to = if transposes(x) { Matrix { rows: to.columns, columns: to.rows, ..to } } else { to };
            Some(agree(from.scope, to.scope) && agree(from.rows, to.rows) && agree(from.columns, to.columns))
        })
    })
    .note("a transposition swaps the numbers of rows and columns"),
    rule("SPV-matrix-convert-matrix", NV, "matrix and result must be of OpTypeCooperativeMatrixKHR", {
        Check::BySignature(USES, |x| Some(is_matrix(x, A)? && is_matrix(x, R)?))
    }),
    rule("SPV-matrix-convert-component", NV, "both matrices must have the same component type", {
        Check::BySignature(&[op::COOPERATIVE_MATRIX_CONVERT_USE_EXT], |x| {
            let (from, to) = (Matrix::at(x, A)?.component?, Matrix::at(x, R)?.component?);
            let integers = INT.has(x.ctx(), from) && INT.has(x.ctx(), to);
            Some(from == to || integers && x.shape(from).width == x.shape(to).width)
        })
    }),
    rule("SPV-matrix-convert-use", KHR, "the uses of the matrices must be the same", {
        Check::BySignature(CONVERSIONS, |x| {
            let (from, to) = (Matrix::at(x, A)?.used?, Matrix::at(x, R)?.used?);
            Some(from == to || is_sum(from) && is_factor(to) || is_factor(from) && is_sum(to))
        })
    }),
    rule("SPV-matrix-bitcast-use", KHR, "the uses of both matrices must be the same", {
        Check::BySignature(&[op::BITCAST], |x| Some(Matrix::at(x, A)?.used? == Matrix::at(x, R)?.used?))
    }),
    rule(
        "SPV-matrix-multiply",
        "SPV_NV_cooperative_matrix",
        "OpFMul must not multiply matrices of SPV_NV_cooperative_matrix",
        Check::BySignature(&[op::F_MUL], |x| {
            let (opcode, _) = types::view(x.ctx(), x.result_type()?)?;
            Some(opcode != op::TYPE_COOPERATIVE_MATRIX_NV)
        }),
    ),
    rule("SPV-matrix-store-decode", NV, "a store must not have DecodeFunc", {
        Check::BySignature(&[op::COOPERATIVE_MATRIX_STORE_TENSOR_NV], |x| Some(decoders(x)?.is_empty()))
    }),
    rule(
        "SPV-matrix-convert-use-capability",
        KHR,
        "a conversion that changes the use requires a capability",
        Check::Needs(CONVERSIONS, |x| {
            let (from, to) = (Matrix::at(x, A)?.used?, Matrix::at(x, R)?.used?);
            match (is_sum(from), is_sum(to)) {
                (true, false) if is_factor(to) => {
                    Some(&[c::COOPERATIVE_MATRIX_CONVERSIONS_NV, c::COOPERATIVE_MATRIX_CONVERSIONS_EXT])
                }
                (false, true) if is_factor(from) => Some(&[c::COOPERATIVE_MATRIX_CONVERSIONS_EXT]),
                _ => None,
            }
        }),
    )
    .note(
        "declare CooperativeMatrixConversionsEXT to convert between MatrixAccumulatorKHR and MatrixAKHR \
           or MatrixBKHR",
    ),
    rule(
        "SPV-matrix-convert-use-change",
        NV,
        "the use must change from MatrixAccumulatorKHR to MatrixAKHR or MatrixBKHR",
        Check::BySignature(&[op::COOPERATIVE_MATRIX_CONVERT_USE_EXT], |x| {
            let (from, to) = (Matrix::at(x, A)?.used, Matrix::at(x, R)?.used);
            let (Some(from), Some(to)) = (from, to) else { return x.same_type(A, R).map(|same| !same) };
            Some(is_factor(from) && is_sum(to) || is_sum(from) && is_factor(to))
        }),
    ),
    rule(
        "SPV-matrix-convert-use-back",
        NV,
        "a change of the use from MatrixAKHR or MatrixBKHR to MatrixAccumulatorKHR requires \
         CooperativeMatrixConversionsEXT",
        Check::Needs(&[op::COOPERATIVE_MATRIX_CONVERT_USE_EXT], |x| {
            let (from, to) = (Matrix::at(x, A)?.used?, Matrix::at(x, R)?.used?);
            (is_factor(from) && is_sum(to)).then_some(&[c::COOPERATIVE_MATRIX_CONVERSIONS_EXT])
        }),
    )
    .note("declare CooperativeMatrixConversionsEXT"),
    rule(
        "SPV-matrix-encoding-capability",
        "SPV_KHR_bfloat16, SPV_EXT_float8",
        "a cooperative matrix of floats of this encoding requires a capability",
        Check::TypeNeeds(&[op::TYPE_COOPERATIVE_MATRIX_KHR], |x| {
            match x.ctx().type_data(Matrix::new(x.ctx(), x.ty)?.component?) {
                TypeData::Float(FloatKind::BF16) => Some(&[c::B_FLOAT16_COOPERATIVE_MATRIX_KHR]),
                TypeData::Float(FloatKind::F8E4M3FN | FloatKind::F8E5M2) => {
                    Some(&[c::FLOAT8_COOPERATIVE_MATRIX_EXT])
                }
                _ => None,
            }
        }),
    )
    .note("declare BFloat16CooperativeMatrixKHR or Float8CooperativeMatrixEXT"),
    rule("SPV-matrix-transpose-use", NV, "the use must change from MatrixAccumulatorKHR to MatrixBKHR", {
        Check::BySignature(&[op::COOPERATIVE_MATRIX_TRANSPOSE_NV], |x| {
            let (from, to) = (Matrix::at(x, A)?.used, Matrix::at(x, R)?.used);
            let is = |used: Option<u64>, wanted: u32| used.is_none_or(|used| used == wanted.into());
            Some(is(from, u::MATRIX_ACCUMULATOR_KHR) && is(to, u::MATRIX_B_KHR))
        })
    }),
    rule(
        "SPV-matrix-transpose-decoration",
        "SPV_EXT_cooperative_matrix_conversions",
        "CooperativeMatrixTransposeEXT is allowed only in conversions from MatrixAccumulatorKHR to \
         MatrixAKHR or MatrixBKHR",
        Check::Decoration(&[d::COOPERATIVE_MATRIX_TRANSPOSE_EXT], |x| {
            let at = &x.owner;
            let converts =
                CONVERSIONS.contains(&at.opcode) || at.opcode == op::COOPERATIVE_MATRIX_CONVERT_USE_EXT;
            let (Some(from), Some(to)) = (Matrix::at(at, A), Matrix::at(at, R)) else { return Some(false) };
            Some(converts && from.used.is_none_or(is_sum) && to.used.is_none_or(is_factor))
        }),
    ),
    rule("SPV-matrix-multiply-uses", KHR, "the matrices must be used as MatrixA, MatrixB and accumulator", {
        Check::BySignature(MULTIPLY, |x| {
            let wanted = [(A, u::MATRIX_A_KHR), (B, u::MATRIX_B_KHR), (C, u::MATRIX_ACCUMULATOR_KHR)];
            Some(wanted.iter().all(|(place, wanted)| {
                let used = Matrix::at(x, *place).map(|matrix| matrix.used);
                used.is_some_and(|used| used.is_none_or(|used| used == u64::from(*wanted)))
            }))
        })
    }),
    rule("SPV-matrix-multiply-shapes", KHR, "the scopes, rows and columns of the matrices do not match", {
        Check::BySignature(MULTIPLY, |x| {
            let [a, b, sum, out] =
                [Matrix::at(x, A)?, Matrix::at(x, B)?, Matrix::at(x, C)?, Matrix::at(x, R)?];
            let agree = |numbers: &[Option<u64>]| {
                let mut known = numbers.iter().flatten();
                let first = known.next();
                known.all(|number| Some(number) == first)
            };
            Some(
                agree(&[a.scope, b.scope, sum.scope, out.scope])
                    && agree(&[a.rows, sum.rows, out.rows])
                    && agree(&[b.columns, sum.columns, out.columns])
                    && agree(&[a.columns, b.rows]),
            )
        })
    })
    .note("an M x K and a K x N matrix yield an M x N matrix"),
    rule("SPV-matrix-reduce-kind", NV, "the reduction must be Row, Column, both, or 2x2", {
        Check::BySignature(REDUCE, |x| {
            let allowed = [
                reduce::ROW,
                reduce::COLUMN,
                reduce::ROW | reduce::COLUMN,
                reduce::COOPERATIVE_MATRIX_REDUCE2X2,
            ];
            Some(allowed.contains(&reduction(x)?))
        })
    }),
    rule(
        "SPV-matrix-reduce-type",
        NV,
        "matrix and result must be accumulators with the same component type and scope",
        Check::BySignature(REDUCE, |x| {
            let (Some(from), Some(to)) = (Matrix::at(x, A), Matrix::at(x, R)) else { return Some(false) };
            Some(
                from.component == to.component
                    && agree(from.scope, to.scope)
                    && from.used.is_none_or(is_sum)
                    && to.used.is_none_or(is_sum),
            )
        }),
    ),
    rule("SPV-matrix-reduce-size", NV, "the rows and columns of the result do not match the reduction", {
        Check::BySignature(REDUCE, |x| {
            let (from, to) = (Matrix::at(x, A)?, Matrix::at(x, R)?);
            Some(match reduction(x)? {
                reduce::ROW => agree(from.rows, to.rows),
                reduce::COLUMN => agree(from.columns, to.columns),
                reduce::COOPERATIVE_MATRIX_REDUCE2X2 => {
                    from.rows? == to.rows?.saturating_mul(2) && from.columns? == to.columns?.saturating_mul(2)
                }
                _ => true,
            })
        })
    })
    .note("Row keeps the rows, Column the columns, 2x2 halves both"),
    rule("SPV-matrix-reduce-function", NV, "the function must take two components and return one", {
        Check::Op(REDUCE, |x| {
            let component = Matrix::at(x, A)?.component?;
            let FunctionType { inputs, results } = function_type(x, x.param_named("combine_func")?)?;
            Some(inputs == [component, component] && results == [component])
        })
    }),
    rule("SPV-matrix-per-element-type", NV, "the result must have the type of the matrix", {
        Check::BySignature(PER_ELEMENT, |x| Some(is_matrix(x, A)? && x.same_type(A, R)?))
    }),
    rule(
        "SPV-matrix-per-element-function",
        NV,
        "the parameters of the function must be row, column, component and the additional operands, and \
         its result a component",
        Check::Op(PER_ELEMENT, |x| {
            let matrix = x.ty(A)?;
            let component = Matrix::at(x, A)?.component?;
            let FunctionType { inputs, results } = function_type(x, x.param_named("func")?)?;
            let passed = x.operands().skip(1).map(|value| x.value_type(value));
            let expected = passed.map(|ty| match ty {
                Some(ty) if ty == matrix => Some(component),
                // An argument must not be a matrix of a type other than the first operand's.
                Some(ty) if x.shape(ty).kind == TypeKind::CoopMatrix => None,
                ty => ty,
            });
            let [row, column, own, rest @ ..] = inputs else { return Some(false) };
            let numbers = INT32.has(x.ctx(), *row) && INT32.has(x.ctx(), *column);
            let matches = rest.iter().map(|ty| Some(*ty)).eq(expected);
            Some(results == [component] && numbers && *own == component && matches)
        }),
    ),
    vulkan("VUID-StandaloneSpirv-Scope-12243", "A", "the scope must be Workgroup or Subgroup", {
        Check::Type(&[op::TYPE_COOPERATIVE_MATRIX_KHR], |x| {
            let scope = Matrix::new(x.ctx(), x.ty)?.scope?;
            Some([scope::WORKGROUP, scope::SUBGROUP].iter().any(|one| u64::from(*one) == scope))
        })
    }),
    rule("SPV-matrix-component", KHR, "the components of a cooperative matrix must be integers or floats", {
        Check::Type(&[op::TYPE_COOPERATIVE_MATRIX_KHR, op::TYPE_COOPERATIVE_MATRIX_NV], |x| {
            Some(matches!(x.facts.shape(x.inner(0)?).kind, TypeKind::Int | TypeKind::Float))
        })
    }),
    rule("SPV-matrix-length-result", KHR, "the result must be an unsigned 32-bit integer", {
        Check::TypeIn(LENGTHS, R, UINT32)
    }),
    rule("SPV-matrix-length-type", KHR, "the type must be a cooperative matrix of the same extension", {
        Check::BySignature(LENGTHS, |x| {
            let OpComponent::Attr(ty) = x.param(0)? else { return None };
            let wanted = match x.opcode {
                op::COOPERATIVE_MATRIX_LENGTH_KHR => op::TYPE_COOPERATIVE_MATRIX_KHR,
                _ => op::TYPE_COOPERATIVE_MATRIX_NV,
            };
            let view = types::view(x.ctx(), x.ctx().attr_type(ty)?);
            Some(view.is_some_and(|(opcode, _)| opcode == wanted))
        })
    }),
    rule("SPV-matrix-coordinate-result", NV, "the result must be a vector of two 32-bit integers", {
        Check::TypeIn(COORDINATE, R, INT32.vector(2))
    }),
    rule("SPV-matrix-coordinate-matrix", NV, "the matrix must be of OpTypeCooperativeMatrixKHR", {
        Check::BySignature(COORDINATE, |x| is_matrix(x, A))
    }),
    rule("SPV-matrix-coordinate-index", NV, "the index must be a 32-bit integer", {
        Check::TypeIn(COORDINATE, B, INT32)
    }),
    rule("SPV-matrix-tensor-object", NV, "the object must have the type of the result", {
        Check::SameType(LOAD_TENSOR, B, R)
    }),
    rule("SPV-matrix-tensor-layout", NV, "the layout must be of OpTypeTensorLayoutNV", {
        Check::TypeIn(TENSORS, C, declared_by(op::TYPE_TENSOR_LAYOUT_NV))
    }),
    rule("SPV-matrix-decode-both", NV, "DecodeVectorFunc requires DecodeFunc", {
        Check::BySignature(LOAD_TENSOR, |x| {
            let (bits, _) = addressing(x)?;
            Some(bits & t::DECODE_VECTOR_FUNC == 0 || bits & t::DECODE_FUNC != 0)
        })
    }),
    rule(
        "SPV-matrix-decode-result",
        NV,
        "the function must return a component, or a vector of components",
        Check::Op(LOAD_TENSOR, |x| {
            let component = Matrix::at(x, R)?.component?;
            Some(decoders(x)?.iter().all(|decoder| {
                let [result] = decoder.ty.results else { return false };
                if !decoder.decodes_vectors {
                    return *result == component;
                }
                let shape = x.shape(*result);
                let is_vector = matches!(shape.kind, TypeKind::Vector | TypeKind::LongVector);
                is_vector && shape.inner == Some(component) && [0, 2, 4, 8].contains(&shape.count)
            }))
        }),
    )
    .note("DecodeVectorFunc must return 2, 4 or 8 components"),
    rule(
        "SPV-matrix-decode-parameters",
        NV,
        "the parameters of the function must be a PhysicalStorageBuffer pointer and two arrays of the \
         tensor's dimension",
        Check::Op(LOAD_TENSOR, |x| {
            let (_, layout) = types::view(x.ctx(), x.ty(C)?)?;
            let dimension = length(x.ctx(), *layout.get(1)?);
            Some(decoders(x)?.iter().all(|decoder| {
                let [pointer, coordinates @ ..] = decoder.ty.inputs else { return false };
                let is_array = |ty: &Type| {
                    let shape = x.shape(*ty);
                    shape.kind == TypeKind::Array
                        && (shape.count == 0 || agree(dimension, Some(shape.count.into())))
                };
                x.shape(*pointer).storage == s::PHYSICAL_STORAGE_BUFFER
                    && coordinates.len() >= 2
                    && coordinates.iter().take(2).all(is_array)
            }))
        }),
    ),
    rule("SPV-vector-product-rows", VECTOR, "the result must have M components", {
        Check::Op(PRODUCTS, |x| Some(agree(named_number(x, "m"), components(x, x.result_type()?))))
    }),
    rule("SPV-vector-product-columns", VECTOR, "an input that is not packed must have K components", {
        Check::Op(PRODUCTS, |x| {
            let packed = [component_type::SIGNED_INT8_PACKED_NV, component_type::UNSIGNED_INT8_PACKED_NV];
            let input = named_number(x, "input_interpretation")?;
            let packed = packed.iter().any(|packed| u64::from(*packed) == input);
            Some(packed || agree(named_number(x, "k"), components(x, x.ty(A)?)))
        })
    }),
    rule("SPV-vector-product-transpose", VECTOR, "the operand Transpose must be a bool", {
        Check::BySignature(PRODUCTS, |x| param_is(x, "transpose", BOOL))
    }),
    rule(
        "SPV-vector-product-constants",
        VECTOR,
        "interpretations, layout, M, K and Transpose must be constants",
        Check::Op(PRODUCTS, |x| {
            let mut names = NAMED.iter().chain(&["transpose"]);
            Some(names.all(|name| match x.param_named(name) {
                Some(OpComponent::Value(value)) => x.is_constant(value),
                _ => true,
            }))
        }),
    ),
    rule(
        "SPV-vector-integers",
        VECTOR,
        "interpretations, layout, stride, M and K must be 32-bit integers",
        Check::BySignature(&joined::<3>(&[PRODUCTS, OUTER]), |x| {
            let mut names = NAMED.iter().chain(&["matrix_stride"]);
            Some(names.all(|name| param_is(x, name, INT32) != Some(false)))
        }),
    ),
    rule("SPV-vector-offset", VECTOR, "the offset must be a 32-bit or 64-bit integer", {
        Check::BySignature(&joined::<4>(&[PRODUCTS, OUTER, SUM]), |x| {
            let fits = |name| Some(param_is(x, name, INT32)? || param_is(x, name, INT.width(64))?);
            Some(["offset", "matrix_offset", "bias_offset"].iter().all(|name| fits(name) != Some(false)))
        })
    }),
    rule("SPV-vector-accumulated", VECTOR, "the accumulated operands must be cooperative vectors", {
        Check::BySignature(&joined::<2>(&[OUTER, SUM]), |x| {
            Some(
                x.shape_at(C)?.kind == TypeKind::LongVector
                    && (x.opcode != OUTER[0] || x.operand_shape(Outer::B)?.kind == TypeKind::LongVector),
            )
        })
    }),
    rule("SPV-vector-outer-components", VECTOR, "both vectors must have the same component type", {
        Check::BySignature(OUTER, |x| {
            Some(x.operand_shape(Outer::A)?.inner == x.operand_shape(Outer::B)?.inner)
        })
    }),
    rule("SPV-array-cast-elements", QCOM, "the elements must be 32-bit numbers or 16-bit floats", {
        Check::BySignature(ARRAYS, |x| {
            let fits = |place| Some(is_number(x, x.shape_at(place)?.inner?, 32));
            Some(fits(A)? && fits(R)?)
        })
    }),
    rule("SPV-array-cast-size", QCOM, "both arrays must have the same number of bits", {
        Check::BySignature(&[op::BIT_CAST_ARRAY_QCOM], |x| {
            let bits = |place| {
                let shape = x.shape_at(place)?;
                (shape.count != 0).then(|| u64::from(shape.count) * u64::from(shape.width))
            };
            Some(agree(bits(A), bits(R)))
        })
    }),
    rule("SPV-sub-array-elements", QCOM, "both arrays must have the same element type", {
        Check::BySignature(&[op::EXTRACT_SUB_ARRAY_QCOM], |x| {
            Some(x.shape_at(A)?.inner == x.shape_at(R)?.inner)
        })
    }),
    rule("SPV-sub-array-index", QCOM, "the index must be a 32-bit integer", {
        Check::TypeIn(&[op::EXTRACT_SUB_ARRAY_QCOM], B, INT32)
    }),
    rule("SPV-matrix-array-scope", QCOM, "the scope of the matrix must be Subgroup", {
        Check::BySignature(&joined::<2>(&[TO_MATRIX, FROM_MATRIX]), |x| {
            Some(Parts::of(x)?.matrix.scope? == u64::from(scope::SUBGROUP))
        })
    }),
    rule(
        "SPV-matrix-array-component",
        QCOM,
        "the components must be 16-bit or 32-bit floats, 8-bit integers in MatrixA or MatrixB, or 32-bit \
         integers in an accumulator",
        Check::BySignature(&joined::<2>(&[TO_MATRIX, FROM_MATRIX]), |x| {
            let matrix = Parts::of(x)?.matrix;
            let width = if is_sum(matrix.used?) { 32 } else { 8 };
            Some(is_number(x, matrix.component?, width))
        }),
    ),
    rule("SPV-matrix-array-bits", QCOM, "rows of MatrixA and columns of MatrixB must have 256 bits", {
        Check::BySignature(&joined::<2>(&[TO_MATRIX, FROM_MATRIX]), |x| {
            let matrix = Parts::of(x)?.matrix;
            let width = u64::from(x.shape(matrix.component?).width);
            Some(is_sum(matrix.used?) || matrix.across()?.saturating_mul(width) == 256)
        })
    }),
    rule(
        "SPV-matrix-array-elements",
        QCOM,
        "the array must hold one row of the matrix, either as components or as 32-bit words",
        Check::BySignature(&joined::<2>(&[TO_MATRIX, FROM_MATRIX]), |x| {
            let Parts { matrix, element, length } = Parts::of(x)?;
            let component = matrix.component?;
            let words = UINT32.has(x.ctx(), element);
            let half = FLOAT.width(16).has(x.ctx(), component);
            let of_words = match is_sum(matrix.used?) {
                true if half => matrix.across()? / 2,
                true => matrix.across()?,
                false => 8,
            };
            let same = element == component;
            let (across, length) = (matrix.across()?, length?);
            Some(same && length == across || words && length == of_words)
        }),
    ),
];

/// The parameters of a cooperative matrix type; `None` for those that are not known constants.
struct Matrix {
    component: Option<Type>,
    scope: Option<u64>,
    rows: Option<u64>,
    columns: Option<u64>,
    /// The `Use` parameter, which the NV type lacks.
    used: Option<u64>,
}

impl Matrix {
    fn at(x: &OpSubject<'_>, place: OpValue) -> Option<Matrix> {
        Matrix::new(x.ctx(), x.ty(place)?)
    }

    fn new(ctx: &Context, ty: Type) -> Option<Matrix> {
        let (opcode, params) = types::view(ctx, ty)?;
        if ![op::TYPE_COOPERATIVE_MATRIX_KHR, op::TYPE_COOPERATIVE_MATRIX_NV].contains(&opcode) {
            return None;
        }
        let number = |index: usize| length(ctx, *params.get(index)?);
        Some(Matrix {
            component: params.get(1).and_then(|attr| ctx.attr_type(*attr)),
            scope: number(2),
            rows: number(3),
            columns: number(4),
            used: number(5),
        })
    }

    /// Returns the number of array elements for the matrix in a conversion: the rows for MatrixBKHR, otherwise the
    /// columns. Returns `None` if it is not a known constant.
    fn across(&self) -> Option<u64> {
        if self.used == Some(u::MATRIX_B_KHR.into()) { self.rows } else { self.columns }
    }
}

/// The types of a conversion between a KHR matrix and an array.
struct Parts {
    matrix: Matrix,
    element: Type,
    length: Option<u64>,
}

impl Parts {
    fn of(x: &OpSubject<'_>) -> Option<Parts> {
        let (matrix, array) = if TO_MATRIX.contains(&x.opcode) { (R, A) } else { (A, R) };
        let array = x.shape_at(array)?;
        Some(Parts {
            matrix: Matrix::at(x, matrix)?,
            element: array.inner?,
            length: (array.count != 0).then_some(array.count.into()),
        })
    }
}

fn is_sum(used: u64) -> bool {
    used == u64::from(u::MATRIX_ACCUMULATOR_KHR)
}

fn is_factor(used: u64) -> bool {
    used == u64::from(u::MATRIX_A_KHR) || used == u64::from(u::MATRIX_B_KHR)
}

/// Returns whether both values are the same, or either is unknown.
fn agree(a: Option<u64>, b: Option<u64>) -> bool {
    a.zip(b).is_none_or(|(a, b)| a == b)
}

fn transposes(x: &OpSubject<'_>) -> bool {
    x.opcode == op::COOPERATIVE_MATRIX_TRANSPOSE_NV
        || x.facts.is_decorated(x.dict(), d::COOPERATIVE_MATRIX_TRANSPOSE_EXT)
}

fn is_matrix(x: &OpSubject<'_>, place: OpValue) -> Option<bool> {
    x.is_in(place, declared_by(op::TYPE_COOPERATIVE_MATRIX_KHR))
}

/// Returns whether a type is an integer with `integer` bits, or a 16-bit or 32-bit float.
fn is_number(x: &OpSubject<'_>, ty: Type, integer: u32) -> bool {
    let sets = [INT.width(integer), FLOAT.width(16), FLOAT.width(32)];
    sets.iter().any(|set| set.has(x.ctx(), ty))
}

fn reduction(x: &OpSubject<'_>) -> Option<u32> {
    match x.param_named("reduce")? {
        OpComponent::Enum(_, bits) => Some(bits),
        _ => None,
    }
}

/// The parameter and result types of a function.
struct FunctionType<'a> {
    inputs: &'a [Type],
    results: &'a [Type],
}

fn function_type<'a>(x: &OpSubject<'a>, item: OpComponent) -> Option<FunctionType<'a>> {
    let op = x.facts.symbols.get(x.symbol_of(item)?)?;
    let ty = v::Func::cast(x.facts.body, op)?.ty(x.ctx())?;
    match x.ctx().type_data(ty) {
        TypeData::Function { inputs, results } => Some(FunctionType { inputs, results }),
        _ => None,
    }
}

/// Returns the mask of the tensor addressing operands, and all components of these operands. Returns `None` if the op
/// has none.
fn addressing(x: &OpSubject<'_>) -> Option<(u32, Vec<OpComponent>)> {
    let number = x.row().params.iter().position(|param| param.name == "tensor_addressing_operands")?;
    let items = x.params(number);
    match *items.first()? {
        OpComponent::Enum(_, bits) => Some((bits, items)),
        _ => None,
    }
}

/// The type of a function that decodes loaded elements.
struct Decoder<'a> {
    decodes_vectors: bool,
    ty: FunctionType<'a>,
}

fn decoders<'a>(x: &OpSubject<'a>) -> Option<Vec<Decoder<'a>>> {
    let (bits, items) = addressing(x)?;
    let kinds = [(t::DECODE_FUNC, false), (t::DECODE_VECTOR_FUNC, true)];
    let kinds = kinds.into_iter().filter(|(bit, _)| bits & bit != 0);
    let functions = items.into_iter().filter_map(|item| function_type(x, item));
    Some(kinds.zip(functions).map(|((_, decodes_vectors), ty)| Decoder { decodes_vectors, ty }).collect())
}

fn named_number(x: &OpSubject<'_>, name: &str) -> Option<u64> {
    x.param_named(name).and_then(|item| x.number(item))
}

/// Returns whether the operand for the parameter `name` has a type in `set`. Returns `None` if the operand is not an
/// SSA value.
fn param_is(x: &OpSubject<'_>, name: &str, set: Set) -> Option<bool> {
    let OpComponent::Value(value) = x.param_named(name)? else { return None };
    Some(set.has(x.ctx(), x.value_type(value)?))
}

/// Returns the number of components of a cooperative vector type, or `None` if it is not a known constant.
fn components(x: &OpSubject<'_>, ty: Type) -> Option<u64> {
    let (opcode, params) = types::view(x.ctx(), ty)?;
    let AttrData::Integer { value, .. } = x.ctx().attr_data(*params.get(2)?) else { return None };
    (opcode == op::TYPE_VECTOR_ID_EXT).then_some(*value)
}
