//! Lists of rules that lines of the overlay share.

use super::rule::{A, B, C, D, R, Rule};
use super::{atomics, cast, classes, composite, group, image, matrix, memory, pipe};
use Rule::*;

macro_rules! lists {
    ($($(#[$doc:meta])* $name:ident = [$($rule:expr),* $(,)?];)*) => {
        $($(#[$doc])* pub const $name: &[Rule] = &[$($rule),*];)*
    };
}

lists! {
    /// Integers in and out.
    INTS = [Is(A, &classes::INT), Is(R, &classes::INT)];
    /// Floats in and out.
    FLOATS = [Is(A, &classes::FLOAT), Is(R, &classes::FLOAT)];
    /// Integers in and out, or cooperative matrices of them.
    INT_ELEMENTS = [Is(A, &classes::INT_ELEMENTS), Is(R, &classes::INT_ELEMENTS)];
    /// Floats in and out, or cooperative matrices of them.
    FLOAT_ELEMENTS = [Is(A, &classes::FLOAT_ELEMENTS), Is(R, &classes::FLOAT_ELEMENTS)];
    /// Floats in and out, but none of 64 bits.
    SMALL_FLOATS = [Is(A, &classes::SMALL_FLOAT), Is(R, &classes::SMALL_FLOAT)];
    /// OpQuantizeToF16.
    QUANTIZED = [Is(A, &classes::FLOAT32), Is(R, &classes::FLOAT32)];
    /// Bools in and out.
    BOOLS = [Is(A, &classes::BOOL), Is(R, &classes::BOOL)];
    /// Two operands of floats, compared.
    FLOATS_COMPARED = [Is(A, &classes::FLOAT), Same(A, B), Is(R, &classes::BOOL), Count(R, A)];
    /// One operand of floats, tested.
    FLOATS_TESTED = [Is(A, &classes::FLOAT), Is(R, &classes::BOOL), Count(R, A)];
    /// Two operands of integers, compared.
    INTS_COMPARED = [Is(A, &classes::INT), Alike(A, B), Is(R, &classes::BOOL), Count(R, A)];
    /// A vector of bools is one bool.
    BOOLS_JOINED = [Is(A, &classes::BOOL_VECTOR), Is(R, &classes::BOOL_SCALAR)];

    /// OpVectorTimesScalar.
    VECTOR_TIMES_SCALAR =
        [Is(A, &classes::FLOAT_VECTOR), Is(B, &classes::FLOAT_SCALAR), Same(A, R), Component(B, R)];
    /// OpMatrixTimesScalar.
    MATRIX_TIMES_SCALAR = [BySignature(matrix::times_scalar)];
    /// OpVectorTimesMatrix.
    VECTOR_TIMES_MATRIX = [BySignature(matrix::vector_times_matrix)];
    /// OpMatrixTimesVector.
    MATRIX_TIMES_VECTOR = [BySignature(matrix::matrix_times_vector)];
    /// OpMatrixTimesMatrix.
    MATRIX_TIMES_MATRIX = [BySignature(matrix::times_matrix)];
    /// OpOuterProduct.
    OUTER_PRODUCT = [BySignature(matrix::outer_product)];
    /// OpTranspose.
    TRANSPOSE = [BySignature(matrix::transpose)];
    /// OpDot.
    DOT = [Is(A, &classes::FLOAT_VECTOR), Same(A, B), Component(R, A)];
    /// Two integers, and a struct of two.
    CARRY = [Is(A, &classes::INT), Alike(A, B), BySignature(composite::pair)];
    /// Dot products of integers.
    INTEGER_DOT = [Is(R, &classes::INT_SCALAR)];

    /// Shifts.
    SHIFT = [Is(A, &classes::INT), Is(B, &classes::INT), Alike(A, R), Count(B, R)];
    /// OpBitFieldInsert.
    FIELD_INSERT = [
        Is(A, &classes::INT), Is(B, &classes::INT), Is(C, &classes::INT_SCALAR), Is(D, &classes::INT_SCALAR),
        Alike(A, R), Alike(B, R),
    ];
    /// OpBitFieldSExtract, OpBitFieldUExtract.
    FIELD_EXTRACT = [
        Is(A, &classes::INT), Is(B, &classes::INT_SCALAR), Is(C, &classes::INT_SCALAR),
        By(cast::field_extract),
    ];
    /// OpBitCount: a count may be narrower or wider than what is counted.
    BIT_COUNT = [Is(A, &classes::INT), Is(R, &classes::INT), Count(A, R)];

    /// Floats to integers.
    FLOAT_TO_INT = [Is(A, &classes::FLOAT_ELEMENTS), Is(R, &classes::INT_ELEMENTS), Form(A, R)];
    /// Integers to floats.
    INT_TO_FLOAT = [Is(A, &classes::INT_ELEMENTS), Is(R, &classes::FLOAT_ELEMENTS), Form(A, R)];
    /// Integers to others of another width.
    INT_TO_INT = [
        Is(A, &classes::INT_ELEMENTS), Is(R, &classes::INT_ELEMENTS), Form(A, R), Converts(A, R),
    ];
    /// Floats to others of another format.
    FLOAT_TO_FLOAT = [
        Is(A, &classes::FLOAT_ELEMENTS), Is(R, &classes::FLOAT_ELEMENTS), Form(A, R), Converts(A, R),
    ];
    /// Pointers to integers.
    POINTER_TO_INT = [Is(A, &classes::POINTER), Is(R, &classes::INT)];
    /// Integers to pointers.
    INT_TO_POINTER = [Is(A, &classes::INT), Is(R, &classes::POINTER)];
    /// Pointers to pointers.
    POINTERS = [Is(A, &classes::POINTER), Is(R, &classes::POINTER)];
    /// OpBitcast.
    BITCAST = [BySignature(cast::bitcast)];
    /// OpSelect.
    SELECT = [BySignature(cast::select)];

    /// OpVectorExtractDynamic.
    EXTRACT_DYNAMIC = [Is(A, &classes::VECTOR), Is(B, &classes::INT_SCALAR), Component(R, A)];
    /// OpVectorInsertDynamic.
    INSERT_DYNAMIC =
        [Is(A, &classes::VECTOR), Is(C, &classes::INT_SCALAR), Same(A, R), Component(B, A)];
    /// OpVectorShuffle.
    SHUFFLE = [BySignature(composite::shuffle)];
    /// OpCompositeConstruct.
    CONSTRUCT = [BySignature(composite::construct)];
    /// OpCompositeExtract.
    EXTRACT = [BySignature(composite::extract)];
    /// OpCompositeInsert.
    INSERT = [BySignature(composite::insert)];
    /// OpCopyLogical.
    COPY_LOGICAL = [BySignature(composite::copy_logical)];

    /// OpLoad.
    LOAD = [BySignature(memory::load)];
    /// OpStore.
    STORE = [BySignature(memory::store)];
    /// OpCopyMemory.
    COPY = [BySignature(memory::copy)];
    /// OpPredicatedLoadINTEL.
    PREDICATED_LOAD = [
        Is(A, &classes::SINGLE_POINTER), Is(B, &classes::BOOL_SCALAR), Is(R, &classes::NUMBER), Same(C, R),
        Pointee(R, A), BySignature(memory::not_volatile),
    ];
    /// OpPredicatedStoreINTEL.
    PREDICATED_STORE = [
        Is(A, &classes::SINGLE_POINTER), Is(B, &classes::NUMBER), Is(C, &classes::BOOL_SCALAR), Pointee(B, A),
        BySignature(memory::not_volatile),
    ];
    /// OpReadPipeBlockingINTEL.
    READ_PIPE_BLOCKING = [By(pipe::read_blocking)];
    /// OpWritePipeBlockingINTEL.
    WRITE_PIPE_BLOCKING = [By(pipe::write_blocking)];
    /// OpAccessChain and its in-bounds form.
    CHAIN = [By(memory::access_chain)];
    /// OpPtrAccessChain and its in-bounds form.
    POINTER_CHAIN = [By(memory::pointer_access_chain)];
    /// A pointer, and an integer made from it.
    LENGTH = [Is(A, &classes::SINGLE_POINTER), Is(R, &classes::INT_SCALAR)];

    /// OpAtomicLoad.
    ATOMIC_LOAD = [By(atomics::load)];
    /// OpAtomicStore.
    ATOMIC_STORE = [By(atomics::store)];
    /// OpAtomicIIncrement, OpAtomicIDecrement.
    ATOMIC_COUNT = [By(atomics::count)];
    /// Atomic updates of integers.
    ATOMIC_UPDATE = [By(atomics::update)];
    /// Atomic updates of floats.
    ATOMIC_FLOAT = [By(atomics::float_update)];
    /// OpAtomicExchange.
    ATOMIC_EXCHANGE = [By(atomics::exchange)];
    /// OpAtomicCompareExchange.
    ATOMIC_COMPARE = [By(atomics::compare_exchange)];
    /// OpControlBarrier.
    CONTROL_BARRIER = [By(atomics::control_barrier)];
    /// OpMemoryBarrier.
    MEMORY_BARRIER = [By(atomics::memory_barrier)];

    /// The scope is that of a workgroup or less.
    IN_GROUP = [By(group::scope)];
    /// A value is moved within a group.
    GROUP_MOVED = [By(group::moved)];
    /// OpGroupBroadcast.
    GROUP_BROADCAST = [By(group::broadcast)];
    /// Reductions of integers.
    GROUP_INTS = [By(group::integers)];
    /// Reductions of floats.
    GROUP_FLOATS = [By(group::floats)];
    /// Reductions of bools.
    GROUP_BOOLS = [By(group::bools)];

    /// A sampled image and a coordinate.
    SAMPLED = [Is(A, &classes::SAMPLED_IMAGE), BySignature(image::coordinate)];
    /// OpImageDrefGather.
    DREF_GATHER = [Is(A, &classes::SAMPLED_IMAGE), BySignature(image::coordinate), BySignature(image::dref_gather)];
    /// An image and a coordinate.
    TEXEL = [Is(A, &classes::IMAGE), BySignature(image::coordinate)];
    /// An image.
    QUERY = [Is(A, &classes::IMAGE), Is(R, &classes::INT)];
    /// OpImageQuerySize.
    QUERY_SIZE = [Is(A, &classes::IMAGE), Is(R, &classes::INT), BySignature(image::query_size)];
    /// OpSampledImage. Compilers join images with types that differ in their depth.
    SAMPLED_IMAGE = [Is(A, &classes::IMAGE), Is(B, &classes::SAMPLER), Is(R, &classes::SAMPLED_IMAGE)];
    /// OpImage.
    IMAGE = [Is(A, &classes::SAMPLED_IMAGE), Is(R, &classes::IMAGE)];

    /// GLSL's Length.
    NORM = [Is(A, &classes::FLOAT), Is(R, &classes::FLOAT_SCALAR)];
    /// GLSL's Ldexp.
    LDEXP = [
        Is(A, &classes::FLOAT), Is(B, &classes::INT), BySignature(cast::ldexp), Same(A, R),
    ];
    /// GLSL's FrexpStruct.
    FREXP_STRUCT = [Is(A, &classes::FLOAT), BySignature(composite::frexp)];
    /// OpReturn.
    RETURN = [By(super::function::return_)];
    /// OpReturnValue.
    RETURN_VALUE = [By(super::function::return_value)];
    /// OpFunctionCall.
    CALL = [BySignature(super::function::call)];
    /// Its symbol is that of a function.
    NAMES_FUNCTION = [BySignature(super::function::names_function)];
    /// OpSource.
    SOURCE = [By(super::module::source)];
    /// OpSpecConstantComposite.
    SPEC_COMPOSITE = [By(super::constant::spec_composite)];
    /// OpSpecConstantOp.
    SPEC_OPERATION = [By(super::constant::spec_operation)];
    /// OpCooperativeMatrixLoadNV, OpCooperativeMatrixStoreNV.
    COOPERATIVE_ACCESS_NV = [By(memory::cooperative)];
    /// OpCooperativeMatrixMulAddNV.
    MUL_ADD_NV = [By(matrix::cooperative_mul_add)];
}
