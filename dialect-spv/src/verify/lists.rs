//! Named lists of type rules for the overlay

use super::rule::{A, B, C, D, R, Rule};
use super::{atomics, cast, classes, composite, group, image, matrix, memory, pipe};
use Rule::*;

macro_rules! lists {
    ($($(#[$doc:meta])* $name:ident = [$($rule:expr),* $(,)?];)*) => {
        $($(#[$doc])* pub const $name: &[Rule] = &[$($rule),*];)*
    };
}

lists! {
    /// Rules for an integer operand and result.
    INTS = [Is(A, &classes::INT), Is(R, &classes::INT)];
    /// Rules for a float operand and result.
    FLOATS = [Is(A, &classes::FLOAT), Is(R, &classes::FLOAT)];
    /// Rules for an integer operand and result, including cooperative matrices.
    INT_ELEMENTS = [Is(A, &classes::INT_ELEMENTS), Is(R, &classes::INT_ELEMENTS)];
    /// Rules for a float operand and result, including cooperative matrices.
    FLOAT_ELEMENTS = [Is(A, &classes::FLOAT_ELEMENTS), Is(R, &classes::FLOAT_ELEMENTS)];
    /// Rules for a float operand and result, excluding 64-bit floats.
    SMALL_FLOATS = [Is(A, &classes::SMALL_FLOAT), Is(R, &classes::SMALL_FLOAT)];
    /// Rules of OpQuantizeToF16.
    QUANTIZED = [Is(A, &classes::FLOAT32), Is(R, &classes::FLOAT32)];
    /// Rules for a bool operand and result.
    BOOLS = [Is(A, &classes::BOOL), Is(R, &classes::BOOL)];
    /// Rules for a comparison of two floats.
    FLOATS_COMPARED = [Is(A, &classes::FLOAT), Same(A, B), Is(R, &classes::BOOL), Count(R, A)];
    /// Rules for a test of a float.
    FLOATS_TESTED = [Is(A, &classes::FLOAT), Is(R, &classes::BOOL), Count(R, A)];
    /// Rules for a comparison of two integers.
    INTS_COMPARED = [Is(A, &classes::INT), Alike(A, B), Is(R, &classes::BOOL), Count(R, A)];
    /// Rules for the reduction of a bool vector to a bool (OpAny, OpAll).
    BOOLS_JOINED = [Is(A, &classes::BOOL_VECTOR), Is(R, &classes::BOOL_SCALAR)];

    /// Rules of OpVectorTimesScalar.
    VECTOR_TIMES_SCALAR =
        [Is(A, &classes::FLOAT_VECTOR), Is(B, &classes::FLOAT_SCALAR), Same(A, R), Component(B, R)];
    /// Rules of OpMatrixTimesScalar.
    MATRIX_TIMES_SCALAR = [BySignature(matrix::times_scalar)];
    /// Rules of OpVectorTimesMatrix.
    VECTOR_TIMES_MATRIX = [BySignature(matrix::vector_times_matrix)];
    /// Rules of OpMatrixTimesVector.
    MATRIX_TIMES_VECTOR = [BySignature(matrix::matrix_times_vector)];
    /// Rules of OpMatrixTimesMatrix.
    MATRIX_TIMES_MATRIX = [BySignature(matrix::times_matrix)];
    /// Rules of OpOuterProduct.
    OUTER_PRODUCT = [BySignature(matrix::outer_product)];
    /// Rules of OpTranspose.
    TRANSPOSE = [BySignature(matrix::transpose)];
    /// Rules of OpDot.
    DOT = [Is(A, &classes::FLOAT_VECTOR), Same(A, B), Component(R, A)];
    /// Rules for two integer operands and a struct result with two integers.
    CARRY = [Is(A, &classes::INT), Alike(A, B), BySignature(composite::pair)];
    /// Rules of integer dot product instructions.
    INTEGER_DOT = [Is(R, &classes::INT_SCALAR)];

    /// Rules of shift instructions.
    SHIFT = [Is(A, &classes::INT), Is(B, &classes::INT), Alike(A, R), Count(B, R)];
    /// Rules of OpBitFieldInsert.
    FIELD_INSERT = [
        Is(A, &classes::INT), Is(B, &classes::INT), Is(C, &classes::INT_SCALAR), Is(D, &classes::INT_SCALAR),
        Alike(A, R), Alike(B, R),
    ];
    /// Rules of OpBitFieldSExtract and OpBitFieldUExtract.
    FIELD_EXTRACT = [
        Is(A, &classes::INT), Is(B, &classes::INT_SCALAR), Is(C, &classes::INT_SCALAR),
        By(cast::field_extract),
    ];
    /// Rules of OpBitCount. The result may differ from the operand in width.
    BIT_COUNT = [Is(A, &classes::INT), Is(R, &classes::INT), Count(A, R)];

    /// Rules of float to integer conversions.
    FLOAT_TO_INT = [Is(A, &classes::FLOAT_ELEMENTS), Is(R, &classes::INT_ELEMENTS), Form(A, R)];
    /// Rules of integer to float conversions.
    INT_TO_FLOAT = [Is(A, &classes::INT_ELEMENTS), Is(R, &classes::FLOAT_ELEMENTS), Form(A, R)];
    /// Rules of integer width conversions.
    INT_TO_INT = [
        Is(A, &classes::INT_ELEMENTS), Is(R, &classes::INT_ELEMENTS), Form(A, R), Converts(A, R),
    ];
    /// Rules of float format conversions.
    FLOAT_TO_FLOAT = [
        Is(A, &classes::FLOAT_ELEMENTS), Is(R, &classes::FLOAT_ELEMENTS), Form(A, R), Converts(A, R),
    ];
    /// Rules of pointer to integer conversions.
    POINTER_TO_INT = [Is(A, &classes::POINTER), Is(R, &classes::INT)];
    /// Rules of integer to pointer conversions.
    INT_TO_POINTER = [Is(A, &classes::INT), Is(R, &classes::POINTER)];
    /// Rules of pointer to pointer conversions.
    POINTERS = [Is(A, &classes::POINTER), Is(R, &classes::POINTER)];
    /// Rules of OpBitcast.
    BITCAST = [BySignature(cast::bitcast)];
    /// Rules of OpSelect.
    SELECT = [BySignature(cast::select)];

    /// Rules of OpVectorExtractDynamic.
    EXTRACT_DYNAMIC = [Is(A, &classes::VECTOR), Is(B, &classes::INT_SCALAR), Component(R, A)];
    /// Rules of OpVectorInsertDynamic.
    INSERT_DYNAMIC =
        [Is(A, &classes::VECTOR), Is(C, &classes::INT_SCALAR), Same(A, R), Component(B, A)];
    /// Rules of OpVectorShuffle.
    SHUFFLE = [BySignature(composite::shuffle)];
    /// Rules of OpCompositeConstruct.
    CONSTRUCT = [BySignature(composite::construct)];
    /// Rules of OpCompositeExtract.
    EXTRACT = [BySignature(composite::extract)];
    /// Rules of OpCompositeInsert.
    INSERT = [BySignature(composite::insert)];
    /// Rules of OpCopyLogical.
    COPY_LOGICAL = [BySignature(composite::copy_logical)];

    /// Rules of OpLoad.
    LOAD = [BySignature(memory::load)];
    /// Rules of OpStore.
    STORE = [BySignature(memory::store)];
    /// Rules of OpCopyMemory.
    COPY = [BySignature(memory::copy)];
    /// Rules of OpPredicatedLoadINTEL.
    PREDICATED_LOAD = [
        Is(A, &classes::SINGLE_POINTER), Is(B, &classes::BOOL_SCALAR), Is(R, &classes::NUMBER), Same(C, R),
        Pointee(R, A), BySignature(memory::not_volatile),
    ];
    /// Rules of OpPredicatedStoreINTEL.
    PREDICATED_STORE = [
        Is(A, &classes::SINGLE_POINTER), Is(B, &classes::NUMBER), Is(C, &classes::BOOL_SCALAR), Pointee(B, A),
        BySignature(memory::not_volatile),
    ];
    /// Rules of OpReadPipeBlockingINTEL.
    READ_PIPE_BLOCKING = [By(pipe::read_blocking)];
    /// Rules of OpWritePipeBlockingINTEL.
    WRITE_PIPE_BLOCKING = [By(pipe::write_blocking)];
    /// Rules of OpAccessChain and OpInBoundsAccessChain.
    CHAIN = [By(memory::access_chain)];
    /// Rules of OpPtrAccessChain and OpInBoundsPtrAccessChain.
    POINTER_CHAIN = [By(memory::pointer_access_chain)];
    /// Rules for a pointer operand and an integer result, which is an array length.
    LENGTH = [Is(A, &classes::SINGLE_POINTER), Is(R, &classes::INT_SCALAR)];

    /// Rules of OpAtomicLoad.
    ATOMIC_LOAD = [By(atomics::load)];
    /// Rules of OpAtomicStore.
    ATOMIC_STORE = [By(atomics::store)];
    /// Rules of OpAtomicIIncrement and OpAtomicIDecrement.
    ATOMIC_COUNT = [By(atomics::count)];
    /// Rules of atomic integer instructions with a value operand.
    ATOMIC_UPDATE = [By(atomics::update)];
    /// Rules of atomic float instructions with a value operand.
    ATOMIC_FLOAT = [By(atomics::float_update)];
    /// Rules of OpAtomicExchange.
    ATOMIC_EXCHANGE = [By(atomics::exchange)];
    /// Rules of OpAtomicCompareExchange.
    ATOMIC_COMPARE = [By(atomics::compare_exchange)];
    /// Rules of OpControlBarrier.
    CONTROL_BARRIER = [By(atomics::control_barrier)];
    /// Rules of OpMemoryBarrier.
    MEMORY_BARRIER = [By(atomics::memory_barrier)];

    /// Rules of instructions whose execution scope must be Workgroup or Subgroup.
    IN_GROUP = [By(group::scope)];
    /// Rules of instructions that move a value between the invocations of a scope.
    GROUP_MOVED = [By(group::moved)];
    /// Rules of OpGroupBroadcast.
    GROUP_BROADCAST = [By(group::broadcast)];
    /// Rules of integer reductions and scans in a scope.
    GROUP_INTS = [By(group::integers)];
    /// Rules of float reductions and scans in a scope.
    GROUP_FLOATS = [By(group::floats)];
    /// Rules of bool reductions and scans in a scope.
    GROUP_BOOLS = [By(group::bools)];

    /// Rules for a sampled image operand and a coordinate.
    SAMPLED = [Is(A, &classes::SAMPLED_IMAGE), BySignature(image::coordinate)];
    /// Rules of OpImageDrefGather.
    DREF_GATHER = [Is(A, &classes::SAMPLED_IMAGE), BySignature(image::coordinate), BySignature(image::dref_gather)];
    /// Rules for an image operand and a coordinate.
    TEXEL = [Is(A, &classes::IMAGE), BySignature(image::coordinate)];
    /// Rules for an image operand and an integer result.
    QUERY = [Is(A, &classes::IMAGE), Is(R, &classes::INT)];
    /// Rules of OpImageQuerySize.
    QUERY_SIZE = [Is(A, &classes::IMAGE), Is(R, &classes::INT), BySignature(image::query_size)];
    /// Rules of OpSampledImage. The operand and the result's image type may differ in Depth, because compilers produce
    /// such code.
    SAMPLED_IMAGE = [Is(A, &classes::IMAGE), Is(B, &classes::SAMPLER), Is(R, &classes::SAMPLED_IMAGE)];
    /// Rules of OpImage.
    IMAGE = [Is(A, &classes::SAMPLED_IMAGE), Is(R, &classes::IMAGE)];

    /// Rules of the GLSL.std.450 instruction Length.
    NORM = [Is(A, &classes::FLOAT), Is(R, &classes::FLOAT_SCALAR)];
    /// Rules of the GLSL.std.450 instruction Ldexp.
    LDEXP = [
        Is(A, &classes::FLOAT), Is(B, &classes::INT), BySignature(cast::ldexp), Same(A, R),
    ];
    /// Rules of the GLSL.std.450 instruction FrexpStruct.
    FREXP_STRUCT = [Is(A, &classes::FLOAT), BySignature(composite::frexp)];
    /// Rules of OpReturn.
    RETURN = [By(super::function::return_)];
    /// Rules of OpReturnValue.
    RETURN_VALUE = [By(super::function::return_value)];
    /// Rules of OpFunctionCall.
    CALL = [BySignature(super::function::call)];
    /// Rules of instructions whose symbol operand must be a function.
    NAMES_FUNCTION = [BySignature(super::function::names_function)];
    /// Rules of OpSource.
    SOURCE = [By(super::module::source)];
    /// Rules of OpSpecConstantComposite.
    SPEC_COMPOSITE = [By(super::constant::spec_composite)];
    /// Rules of OpSpecConstantOp.
    SPEC_OPERATION = [By(super::constant::spec_operation)];
    /// Rules of OpCooperativeMatrixLoadNV and OpCooperativeMatrixStoreNV.
    COOPERATIVE_ACCESS_NV = [By(memory::cooperative)];
    /// Rules of OpCooperativeMatrixMulAddNV.
    MUL_ADD_NV = [By(matrix::cooperative_mul_add)];
}
