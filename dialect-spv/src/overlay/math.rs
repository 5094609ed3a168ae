//! Overlay of arithmetic, logic, bit, conversion and composite instructions
//!
//! The property `same_type` follows the specification: integer types may differ in signedness.

use super::{Overlay, family, row};
use crate::fold::identity::{FALSE, Gives::*, Identity::*, Number::*, TRUE};
use crate::fold::lane::Lane;
use crate::fold::*;
use crate::generated::opcodes::*;
use crate::text::{formats as f, infer};
use crate::typed::result_types;
use crate::verify::lists as t;
use std::cmp::Ordering;

/// Arithmetic instructions.
#[rustfmt::skip]
pub(super) const ARITHMETIC: &[Overlay] = &[
    row(S_NEGATE).pure().same_type().types(t::INT_ELEMENTS).lane(|l| Some(0u64.wrapping_sub(l.bits[0])))
        .folds(&[value::involution]).patterns(&[rewrite::negate_difference, pairs::negate_with_constant]),
    row(F_NEGATE).pure().same_type().types(t::FLOAT_ELEMENTS).lane(|l| float::sign(l, |bits, top| bits ^ top))
        .folds(&[value::involution]).patterns(&[pairs::negate_with_constant]),
    row(I_ADD).pure().commutative().same_type().types(t::INT_ELEMENTS)
        .lane(|l| Some(l.bits[0].wrapping_add(l.bits[1]))).identities(&[Either(Zero, Operand)])
        .folds(&[value::add_of_difference])
        .patterns(&[rewrite::constant_right, rewrite::associate, rewrite::merge_sums,
            rewrite::add_of_negation, pairs::choice_of_results, factors::sum_of_sums,
            factors::sum_of_products]),
    row(F_ADD).pure().commutative().same_type().types(t::FLOAT_ELEMENTS).lane(float::add)
        .identities(&[Either(Least, Operand)])
        .patterns(&[rewrite::constant_right, rewrite::add_of_negation, pairs::choice_of_results]),
    row(I_SUB).pure().same_type().types(t::INT_ELEMENTS).lane(|l| Some(l.bits[0].wrapping_sub(l.bits[1])))
        .identities(&[With(1, Zero, Operand), Same(Constant(Zero))]).folds(&[value::difference_of_sum])
        .patterns(&[rewrite::merge_sums, rewrite::sub_of_negation, pairs::negated_with_constant,
            pairs::choice_of_results, factors::sum_of_sums, factors::sum_of_products]),
    row(F_SUB).pure().same_type().types(t::FLOAT_ELEMENTS)
        .lane(|l| float::add(&Lane { bits: [l.bits[0], float::flip(l.to, l.bits[1])?, 0, 0], ..*l }))
        .identities(&[With(1, Zero, Operand)])
        .patterns(&[rewrite::sub_of_negation, pairs::negated_with_constant, factors::sub_from_zero,
            pairs::choice_of_results]),
    row(I_MUL).pure().commutative().same_type().types(t::INT_ELEMENTS)
        .lane(|l| Some(l.bits[0].wrapping_mul(l.bits[1])))
        .identities(&[Either(One, Operand), Either(Zero, Constant(Zero))])
        .patterns(&[rewrite::constant_right, rewrite::associate, pairs::associate_both,
            pairs::negated_with_constant, rewrite::product_of_negations, pairs::choice_of_results]),
    row(F_MUL).pure().commutative().same_type().types(t::FLOAT_ELEMENTS).lane(float::mul)
        .identities(&[Either(One, Operand)])
        .patterns(&[rewrite::constant_right, rewrite::product_of_negations, pairs::negated_with_constant,
            pairs::choice_of_results, factors::associate_scales]),
    row(U_DIV).pure().same_type().types(t::INT_ELEMENTS).lane(|l| l.unsigned(0).checked_div(l.unsigned(1)))
        .identities(&[With(1, One, Operand), With(0, Zero, Constant(Zero)), Same(Constant(One))])
        .patterns(&[pairs::choice_of_results]),
    row(S_DIV).pure().same_type().types(t::INT_ELEMENTS)
        .lane(|l| int::divides(l).then(|| (l.signed(0) / l.signed(1)) as u64))
        .identities(&[With(1, One, Operand), With(0, Zero, Constant(Zero)), Same(Constant(One))])
        .patterns(&[pairs::choice_of_results]),
    row(F_DIV).pure().same_type().types(t::FLOAT_ELEMENTS).lane(float::div).identities(&[With(1, One, Operand)])
        .patterns(&[rewrite::divide_by_power_of_two, rewrite::product_of_negations,
            pairs::negated_with_constant, pairs::choice_of_results]),
    row(U_MOD).pure().same_type().types(t::INTS).lane(|l| l.unsigned(0).checked_rem(l.unsigned(1)))
        .identities(&[With(1, One, Constant(Zero)), With(0, Zero, Constant(Zero)), Same(Constant(Zero))])
        .patterns(&[pairs::choice_of_results]),
    row(S_REM).pure().same_type().types(t::INTS)
        .lane(|l| int::divides(l).then(|| (l.signed(0) % l.signed(1)) as u64))
        .identities(&[With(1, One, Constant(Zero)), With(0, Zero, Constant(Zero)), Same(Constant(Zero))])
        .patterns(&[pairs::choice_of_results]),
    row(S_MOD).pure().same_type().types(t::INTS).lane(int::s_mod)
        .identities(&[With(1, One, Constant(Zero)), With(0, Zero, Constant(Zero)), Same(Constant(Zero))])
        .patterns(&[pairs::choice_of_results]),
    row(F_REM).pure().same_type().types(t::FLOATS).lane(|l| float::rem(l, false)),
    row(F_MOD).pure().same_type().types(t::FLOATS).lane(|l| float::rem(l, true)),
    row(VECTOR_TIMES_SCALAR).pure().types(t::VECTOR_TIMES_SCALAR).result_type(infer::first).lane(float::mul)
        .later("$0 `,` $1 attr-dict `:` functional-type($0, $1, results)")
        .identities(&[With(1, One, Operand)])
        .patterns(&[rewrite::product_of_negations, pairs::choice_of_results]),
    row(MATRIX_TIMES_SCALAR).pure().types(t::MATRIX_TIMES_SCALAR).infers(infer::first)
        .later("$0 `,` $1 attr-dict `:` types($0, $1)")
        .value_fold(matrix::matrix_times_scalar).identities(&[With(1, One, Operand)]),
    row(VECTOR_TIMES_MATRIX).pure().types(t::VECTOR_TIMES_MATRIX)
        .result_type(result_types::vector_times_matrix).value_fold(matrix::vector_times_matrix),
    row(MATRIX_TIMES_VECTOR).pure().types(t::MATRIX_TIMES_VECTOR).result_type(infer::component)
        .value_fold(matrix::matrix_times_vector),
    row(MATRIX_TIMES_MATRIX).pure().types(t::MATRIX_TIMES_MATRIX)
        .result_type(result_types::matrix_times_matrix).value_fold(matrix::matrix_times_matrix),
    row(OUTER_PRODUCT).pure().types(t::OUTER_PRODUCT).result_type(result_types::outer_product)
        .value_fold(matrix::outer_product),
    row(DOT).pure().commutative().types(t::DOT).format(f::REDUCE).result_type(infer::component)
        .value_fold(matrix::dot),
    row(I_ADD_CARRY).pure().commutative().types(t::CARRY).format(f::MAKE).later(f::MAKE_PAIR)
        .result_type(result_types::pair)
        .value_fold(composite_values::add_carry),
    row(I_SUB_BORROW).pure().types(t::CARRY).format(f::MAKE).later(f::MAKE_PAIR)
        .result_type(result_types::pair)
        .value_fold(|w| w.pair(|a, b, _| (a.wrapping_sub(b), u64::from(a < b)))),
    row(U_MUL_EXTENDED).pure().commutative().types(t::CARRY).format(f::MAKE).later(f::MAKE_PAIR)
        .result_type(result_types::pair)
        .value_fold(composite_values::u_mul_extended),
    row(S_MUL_EXTENDED).pure().commutative().types(t::CARRY).format(f::MAKE).later(f::MAKE_PAIR)
        .result_type(result_types::pair)
        .value_fold(composite_values::s_mul_extended),
    row(FMA_KHR).pure().same_type().types(t::FLOAT_ELEMENTS),
    row(S_DOT).pure().commutative().types(t::INTEGER_DOT).format(f::DOT_PACKED)
        .later(f::DOT_BRACKETED),
    row(U_DOT).pure().commutative().types(t::INTEGER_DOT).format(f::DOT_PACKED)
        .later(f::DOT_BRACKETED),
    row(SU_DOT).pure().types(t::INTEGER_DOT).format(f::DOT_PACKED)
        .later(f::DOT_BRACKETED),
    row(S_DOT_ACC_SAT).pure().types(t::INTEGER_DOT).format(f::MULTIPLY_ADD)
        .later(f::DOT_ADD_BRACKETED),
    row(U_DOT_ACC_SAT).pure().types(t::INTEGER_DOT).format(f::MULTIPLY_ADD)
        .later(f::DOT_ADD_BRACKETED),
    row(SU_DOT_ACC_SAT).pure().types(t::INTEGER_DOT).format(f::MULTIPLY_ADD)
        .later(f::DOT_ADD_BRACKETED),
    row(F_DOT2_MIX_ACC32_VALVE).pure(),
    row(F_DOT2_MIX_ACC16_VALVE).pure(),
    row(F_DOT4_MIX_ACC32_VALVE).pure(),
    row(EXPECT_KHR).pure().same_type(),
    row(ARITHMETIC_FENCE_EXT).pure().same_type(),
    row(U_COUNT_LEADING_ZEROS_INTEL).pure().same_type(),
    row(U_COUNT_TRAILING_ZEROS_INTEL).pure().same_type(),
    row(ABS_I_SUB_INTEL).pure().commutative().same_type(),
    row(ABS_U_SUB_INTEL).pure().commutative().same_type(),
    row(I_ADD_SAT_INTEL).pure().commutative().same_type(),
    row(U_ADD_SAT_INTEL).pure().commutative().same_type(),
    row(I_AVERAGE_INTEL).pure().commutative().same_type(),
    row(U_AVERAGE_INTEL).pure().commutative().same_type(),
    row(I_AVERAGE_ROUNDED_INTEL).pure().commutative().same_type(),
    row(U_AVERAGE_ROUNDED_INTEL).pure().commutative().same_type(),
    row(I_SUB_SAT_INTEL).pure().same_type(),
    row(U_SUB_SAT_INTEL).pure().same_type(),
    // The instructions narrow only the second operand to 16 bits, so all types are the same.
    row(I_MUL32X16_INTEL).pure().same_type(),
    row(U_MUL32X16_INTEL).pure().same_type(),
    family(ARBITRARY_FLOAT_SIN_COS_PI_ALTERA, ARBITRARY_FLOAT_POW_N_INTEL, 41).pure(),
    family(FIXED_SQRT_ALTERA, FIXED_EXP_ALTERA, 11).pure(),
];

/// Relational and logical instructions.
#[rustfmt::skip]
pub(super) const LOGIC: &[Overlay] = &[
    row(ANY).pure().types(t::BOOLS_JOINED).format(f::TEST).infers(infer::bit)
        .value_fold(|w| w.truth(|lanes| lanes.iter().any(|lane| *lane != 0))),
    row(ALL).pure().types(t::BOOLS_JOINED).format(f::TEST).infers(infer::bit)
        .value_fold(|w| w.truth(|lanes| lanes.iter().all(|lane| *lane != 0))),
    row(IS_NAN).pure().comparison().types(t::FLOATS_TESTED)
        .lane(|l| compare::bit(float::value(l, 0)?.is_nan())),
    row(IS_INF).pure().comparison().types(t::FLOATS_TESTED)
        .lane(|l| compare::bit(float::value(l, 0)?.is_infinite())),
    row(IS_FINITE).pure().comparison().types(t::FLOATS_TESTED)
        .lane(|l| compare::bit(float::value(l, 0)?.is_finite())),
    // Test the bit fields, because a denormal number of a narrow format is a normal number as a double.
    row(IS_NORMAL).pure().comparison().types(t::FLOATS_TESTED)
        .lane(|l| compare::bit(float::is_normal(l.from[0], l.bits[0])?)),
    row(SIGN_BIT_SET).pure().comparison().types(t::FLOATS_TESTED)
        .lane(|l| compare::bit(float::value(l, 0)?.is_sign_negative())),
    row(LESS_OR_GREATER).pure().commutative().comparison().types(t::FLOATS_COMPARED)
        .lane(|l| compare::float(l, false, Ordering::is_ne)).identities(&[Same(FALSE)]),
    row(ORDERED).pure().commutative().comparison().types(t::FLOATS_COMPARED)
        .lane(|l| compare::float(l, false, |_| true)),
    row(UNORDERED).pure().commutative().comparison().types(t::FLOATS_COMPARED)
        .lane(|l| compare::float(l, true, |_| false)),
    row(LOGICAL_EQUAL).pure().commutative().same_type().types(t::BOOLS).later(f::BINARY_TRAILING)
        .lane(|l| compare::bit(l.truth(0) == l.truth(1))).identities(&[Either(One, Operand), Same(TRUE)])
        .folds(&[pairs::comparison_of_choice])
        .patterns(&[rewrite::constant_right, rewrite::equal_to_constant, pairs::opposite_of_choice,
            pairs::choice_of_results]),
    row(LOGICAL_NOT_EQUAL).pure().commutative().same_type().types(t::BOOLS).later(f::BINARY_TRAILING)
        .lane(|l| compare::bit(l.truth(0) != l.truth(1))).identities(&[Either(Zero, Operand), Same(FALSE)])
        .folds(&[pairs::comparison_of_choice])
        .patterns(&[rewrite::constant_right, rewrite::equal_to_constant, pairs::opposite_of_choice,
            pairs::choice_of_results]),
    row(LOGICAL_OR).pure().commutative().same_type().types(t::BOOLS).later(f::BINARY_TRAILING)
        .lane(|l| compare::bit(l.truth(0) || l.truth(1)))
        .identities(&[Either(Zero, Operand), Either(One, TRUE), Same(Operand)])
        .patterns(&[rewrite::constant_right, pairs::choice_of_results]),
    row(LOGICAL_AND).pure().commutative().same_type().types(t::BOOLS).later(f::BINARY_TRAILING)
        .lane(|l| compare::bit(l.truth(0) && l.truth(1)))
        .identities(&[Either(One, Operand), Either(Zero, FALSE), Same(Operand)])
        .patterns(&[rewrite::constant_right, pairs::choice_of_results]),
    row(LOGICAL_NOT).pure().same_type().types(t::BOOLS).later(f::UNARY_TRAILING).lane(|l| compare::bit(!l.truth(0)))
        .folds(&[value::involution]).patterns(&[rewrite::not_of_comparison]),
    row(SELECT).pure().types(t::SELECT)
        .format("$condition `,` $object1 `,` $object2 attr-dict `:` common-type($condition) `,` common-type($object1, $object2, $result)")
        .lane(|l| Some(l.bits[if l.truth(0) { 1 } else { 2 }])).folds(&[value::select])
        .patterns(&[rewrite::select_of_not, rewrite::select_to_not, pairs::select_lanes]),
    row(I_EQUAL).pure().commutative().comparison().types(t::INTS_COMPARED)
        .lane(|l| compare::bit(l.bits[0] == l.bits[1])).identities(&[Same(TRUE)])
        .folds(&[pairs::comparison_of_choice])
        .patterns(&[rewrite::constant_right, pairs::opposite_of_choice, pairs::choice_of_results]),
    row(I_NOT_EQUAL).pure().commutative().comparison().types(t::INTS_COMPARED)
        .lane(|l| compare::bit(l.bits[0] != l.bits[1])).identities(&[Same(FALSE)])
        .folds(&[pairs::comparison_of_choice])
        .patterns(&[rewrite::constant_right, pairs::opposite_of_choice, pairs::choice_of_results]),
    row(U_GREATER_THAN).pure().comparison().types(t::INTS_COMPARED)
        .lane(|l| compare::bit(l.unsigned(0) > l.unsigned(1)))
        .identities(&[Same(FALSE), With(0, Zero, FALSE), With(1, Ones, FALSE)])
        .folds(&[pairs::comparison_of_choice, bounds::comparison_of_clamp])
        .patterns(&[pairs::opposite_of_choice, pairs::choice_of_results]),
    row(S_GREATER_THAN).pure().comparison().types(t::INTS_COMPARED)
        .lane(|l| compare::bit(l.signed(0) > l.signed(1)))
        .identities(&[Same(FALSE), With(0, Least, FALSE), With(1, Greatest, FALSE)])
        .folds(&[pairs::comparison_of_choice, bounds::comparison_of_clamp])
        .patterns(&[pairs::opposite_of_choice, pairs::choice_of_results]),
    row(U_GREATER_THAN_EQUAL).pure().comparison().types(t::INTS_COMPARED)
        .lane(|l| compare::bit(l.unsigned(0) >= l.unsigned(1)))
        .identities(&[Same(TRUE), With(1, Zero, TRUE), With(0, Ones, TRUE)])
        .folds(&[pairs::comparison_of_choice, bounds::comparison_of_clamp])
        .patterns(&[pairs::opposite_of_choice, pairs::choice_of_results]),
    row(S_GREATER_THAN_EQUAL).pure().comparison().types(t::INTS_COMPARED)
        .lane(|l| compare::bit(l.signed(0) >= l.signed(1)))
        .identities(&[Same(TRUE), With(1, Least, TRUE), With(0, Greatest, TRUE)])
        .folds(&[pairs::comparison_of_choice, bounds::comparison_of_clamp])
        .patterns(&[pairs::opposite_of_choice, pairs::choice_of_results]),
    row(U_LESS_THAN).pure().comparison().types(t::INTS_COMPARED)
        .lane(|l| compare::bit(l.unsigned(0) < l.unsigned(1)))
        .identities(&[Same(FALSE), With(1, Zero, FALSE), With(0, Ones, FALSE)])
        .folds(&[pairs::comparison_of_choice, bounds::comparison_of_clamp])
        .patterns(&[pairs::opposite_of_choice, pairs::choice_of_results]),
    row(S_LESS_THAN).pure().comparison().types(t::INTS_COMPARED)
        .lane(|l| compare::bit(l.signed(0) < l.signed(1)))
        .identities(&[Same(FALSE), With(1, Least, FALSE), With(0, Greatest, FALSE)])
        .folds(&[pairs::comparison_of_choice, bounds::comparison_of_clamp])
        .patterns(&[pairs::opposite_of_choice, pairs::choice_of_results]),
    row(U_LESS_THAN_EQUAL).pure().comparison().types(t::INTS_COMPARED)
        .lane(|l| compare::bit(l.unsigned(0) <= l.unsigned(1)))
        .identities(&[Same(TRUE), With(0, Zero, TRUE), With(1, Ones, TRUE)])
        .folds(&[pairs::comparison_of_choice, bounds::comparison_of_clamp])
        .patterns(&[pairs::opposite_of_choice, pairs::choice_of_results]),
    row(S_LESS_THAN_EQUAL).pure().comparison().types(t::INTS_COMPARED)
        .lane(|l| compare::bit(l.signed(0) <= l.signed(1)))
        .identities(&[Same(TRUE), With(0, Least, TRUE), With(1, Greatest, TRUE)])
        .folds(&[pairs::comparison_of_choice, bounds::comparison_of_clamp])
        .patterns(&[pairs::opposite_of_choice, pairs::choice_of_results]),
    row(F_ORD_EQUAL).pure().commutative().comparison().types(t::FLOATS_COMPARED)
        .lane(|l| compare::float(l, false, Ordering::is_eq)).folds(&[pairs::comparison_of_choice])
        .patterns(&[rewrite::constant_right, pairs::opposite_of_choice, pairs::choice_of_results]),
    row(F_UNORD_EQUAL).pure().commutative().comparison().types(t::FLOATS_COMPARED)
        .lane(|l| compare::float(l, true, Ordering::is_eq)).identities(&[Same(TRUE)])
        .folds(&[pairs::comparison_of_choice])
        .patterns(&[rewrite::constant_right, pairs::opposite_of_choice, pairs::choice_of_results]),
    row(F_ORD_NOT_EQUAL).pure().commutative().comparison().types(t::FLOATS_COMPARED)
        .lane(|l| compare::float(l, false, Ordering::is_ne)).identities(&[Same(FALSE)])
        .folds(&[pairs::comparison_of_choice])
        .patterns(&[rewrite::constant_right, pairs::opposite_of_choice, pairs::choice_of_results]),
    row(F_UNORD_NOT_EQUAL).pure().commutative().comparison().types(t::FLOATS_COMPARED)
        .lane(|l| compare::float(l, true, Ordering::is_ne)).folds(&[pairs::comparison_of_choice])
        .patterns(&[rewrite::constant_right, pairs::opposite_of_choice, pairs::choice_of_results]),
    row(F_ORD_LESS_THAN).pure().comparison().types(t::FLOATS_COMPARED)
        .lane(|l| compare::float(l, false, Ordering::is_lt)).identities(&[Same(FALSE)])
        .folds(&[pairs::comparison_of_choice, bounds::comparison_of_clamp])
        .patterns(&[pairs::opposite_of_choice, pairs::choice_of_results]),
    row(F_UNORD_LESS_THAN).pure().comparison().types(t::FLOATS_COMPARED)
        .lane(|l| compare::float(l, true, Ordering::is_lt))
        .folds(&[pairs::comparison_of_choice, bounds::comparison_of_clamp])
        .patterns(&[pairs::opposite_of_choice, pairs::choice_of_results]),
    row(F_ORD_GREATER_THAN).pure().comparison().types(t::FLOATS_COMPARED)
        .lane(|l| compare::float(l, false, Ordering::is_gt)).identities(&[Same(FALSE)])
        .folds(&[pairs::comparison_of_choice, bounds::comparison_of_clamp])
        .patterns(&[pairs::opposite_of_choice, pairs::choice_of_results]),
    row(F_UNORD_GREATER_THAN).pure().comparison().types(t::FLOATS_COMPARED)
        .lane(|l| compare::float(l, true, Ordering::is_gt))
        .folds(&[pairs::comparison_of_choice, bounds::comparison_of_clamp])
        .patterns(&[pairs::opposite_of_choice, pairs::choice_of_results]),
    row(F_ORD_LESS_THAN_EQUAL).pure().comparison().types(t::FLOATS_COMPARED)
        .lane(|l| compare::float(l, false, Ordering::is_le))
        .folds(&[pairs::comparison_of_choice, bounds::comparison_of_clamp])
        .patterns(&[pairs::opposite_of_choice, pairs::choice_of_results]),
    row(F_UNORD_LESS_THAN_EQUAL).pure().comparison().types(t::FLOATS_COMPARED)
        .lane(|l| compare::float(l, true, Ordering::is_le)).identities(&[Same(TRUE)])
        .folds(&[pairs::comparison_of_choice, bounds::comparison_of_clamp])
        .patterns(&[pairs::opposite_of_choice, pairs::choice_of_results]),
    row(F_ORD_GREATER_THAN_EQUAL).pure().comparison().types(t::FLOATS_COMPARED)
        .lane(|l| compare::float(l, false, Ordering::is_ge))
        .folds(&[pairs::comparison_of_choice, bounds::comparison_of_clamp])
        .patterns(&[pairs::opposite_of_choice, pairs::choice_of_results]),
    row(F_UNORD_GREATER_THAN_EQUAL).pure().comparison().types(t::FLOATS_COMPARED)
        .lane(|l| compare::float(l, true, Ordering::is_ge)).identities(&[Same(TRUE)])
        .folds(&[pairs::comparison_of_choice, bounds::comparison_of_clamp])
        .patterns(&[pairs::opposite_of_choice, pairs::choice_of_results]),
];

/// Bit instructions. Shift amounts, bit-field offsets and bit-field counts may have other types than the result.
#[rustfmt::skip]
pub(super) const BITS: &[Overlay] = &[
    row(SHIFT_RIGHT_LOGICAL).pure().types(t::SHIFT).format(f::MIXED).infers(infer::first)
        .lane(|l| int::shift(l).map(|n| l.bits[0] >> n))
        .identities(&[With(1, Zero, Operand), With(0, Zero, Constant(Zero))])
        .patterns(&[pairs::choice_of_results]),
    row(SHIFT_RIGHT_ARITHMETIC).pure().types(t::SHIFT).format(f::MIXED).infers(infer::first)
        .lane(|l| int::shift(l).map(|n| (l.signed(0) >> n) as u64))
        .identities(&[With(1, Zero, Operand), With(0, Zero, Constant(Zero)), With(0, Ones, Constant(Ones))])
        .patterns(&[pairs::choice_of_results]),
    row(SHIFT_LEFT_LOGICAL).pure().types(t::SHIFT).format(f::MIXED).infers(infer::first)
        .lane(|l| int::shift(l).map(|n| l.bits[0] << n))
        .identities(&[With(1, Zero, Operand), With(0, Zero, Constant(Zero))])
        .patterns(&[pairs::choice_of_results]),
    row(BITWISE_OR).pure().commutative().same_type().types(t::INTS).lane(|l| Some(l.bits[0] | l.bits[1]))
        .identities(&[Either(Zero, Operand), Either(Ones, Constant(Ones)), Same(Operand)])
        .patterns(&[rewrite::constant_right, rewrite::associate, pairs::associate_both,
            pairs::choice_of_results]),
    row(BITWISE_XOR).pure().commutative().same_type().types(t::INTS).lane(|l| Some(l.bits[0] ^ l.bits[1]))
        .identities(&[Either(Zero, Operand), Same(Constant(Zero))])
        .patterns(&[rewrite::constant_right, rewrite::associate, pairs::associate_both,
            pairs::choice_of_results]),
    row(BITWISE_AND).pure().commutative().same_type().types(t::INTS).lane(|l| Some(l.bits[0] & l.bits[1]))
        .identities(&[Either(Ones, Operand), Either(Zero, Constant(Zero)), Same(Operand)])
        .folds(&[pairs::masked_constant, pairs::covering_mask])
        .patterns(&[rewrite::constant_right, rewrite::associate, pairs::associate_both,
            pairs::choice_of_results, pairs::masked]),
    row(NOT).pure().same_type().types(t::INTS).later(f::UNARY_TRAILING).lane(|l| Some(!l.bits[0])).folds(&[value::involution]),
    row(BIT_FIELD_INSERT).pure().types(t::FIELD_INSERT)
        .format("$base `,` $insert `,` $offset `,` $count attr-dict `:` types($base, $offset, $count)")
        .infers(infer::first).lane(int::bit_field_insert),
    row(BIT_FIELD_S_EXTRACT).pure().types(t::FIELD_EXTRACT)
        .format("$0 `,` $1 `,` $2 attr-dict `:` types($0, $1, $2)").infers(infer::first)
        .lane(int::bit_field_s_extract),
    row(BIT_FIELD_U_EXTRACT).pure().types(t::FIELD_EXTRACT)
        .format("$0 `,` $1 `,` $2 attr-dict `:` types($0, $1, $2)").infers(infer::first)
        .lane(|l| int::field(l, 1).map(|(offset, count)| (l.bits[0] >> offset) & int::ones(count))),
    row(BIT_REVERSE).pure().same_type().types(t::INTS).later(f::UNARY_TRAILING)
        .lane(|l| Some(l.bits[0].reverse_bits() >> (64 - l.from[0].width()))).folds(&[value::involution]),
    row(BIT_COUNT).pure().types(t::BIT_COUNT).format(f::UNARY).later(f::UNARY_TRAILING)
        .lane(|l| Some(u64::from(l.bits[0].count_ones()))),
    row(BITWISE_FUNCTION_INTEL).pure(),
    row(BITCAST_EXTRACT_EXT).pure(),
];

/// Conversion instructions.
#[rustfmt::skip]
pub(super) const CONVERSION: &[Overlay] = &[
    row(CONVERT_F_TO_U).pure().types(t::FLOAT_TO_INT).format(f::CONVERT)
        .lane(|l| convert::to_int(l, 0.0, l.to.width())),
    row(CONVERT_F_TO_S).pure().types(t::FLOAT_TO_INT).format(f::CONVERT)
        .lane(|l| convert::to_int(l, -(2f64.powi(l.to.width() as i32 - 1)), l.to.width() - 1)),
    row(CONVERT_S_TO_F).pure().types(t::INT_TO_FLOAT).format(f::CONVERT)
        .lane(|l| convert::to_float(l, l.signed(0) < 0, l.signed(0).unsigned_abs())),
    row(CONVERT_U_TO_F).pure().types(t::INT_TO_FLOAT).format(f::CONVERT)
        .lane(|l| convert::to_float(l, false, l.unsigned(0))),
    row(U_CONVERT).pure().types(t::INT_TO_INT).format(f::CONVERT).lane(|l| Some(l.unsigned(0)))
        .folds(&[value::there_and_back]).patterns(&[rewrite::convert_of_convert]),
    row(S_CONVERT).pure().types(t::INT_TO_INT).format(f::CONVERT).lane(|l| Some(l.signed(0) as u64))
        .folds(&[value::there_and_back]).patterns(&[rewrite::convert_of_convert]),
    row(F_CONVERT).pure().types(t::FLOAT_TO_FLOAT).format(f::CONVERT).lane(convert::f_convert)
        .folds(&[value::there_and_back]).patterns(&[rewrite::convert_of_convert]),
    row(QUANTIZE_TO_F16).pure().same_type().types(t::QUANTIZED).lane(convert::quantize),
    row(CONVERT_PTR_TO_U).pure().types(t::POINTER_TO_INT).format(f::CONVERT),
    row(SAT_CONVERT_S_TO_U).pure().types(t::INTS).format(f::CONVERT)
        .lane(|l| Some((l.signed(0).max(0) as u64).min(l.to.mask()))),
    row(SAT_CONVERT_U_TO_S).pure().types(t::INTS).format(f::CONVERT)
        .lane(|l| Some(l.unsigned(0).min(l.to.mask() >> 1))),
    row(CONVERT_U_TO_PTR).pure().types(t::INT_TO_POINTER).format(f::CONVERT),
    row(PTR_CAST_TO_GENERIC).pure().types(t::POINTERS).format(f::CONVERT)
        .patterns(&[chain::accesses_of_cast]),
    row(GENERIC_CAST_TO_PTR).pure().types(t::POINTERS).format(f::CONVERT).folds(&[value::there_and_back]),
    row(GENERIC_CAST_TO_PTR_EXPLICIT).pure().types(t::POINTERS)
        .format("$0 $1 attr-dict `:` common-type($0) `to` common-type($result)")
        .later("$0 attr-dict `:` common-type($0) `to` common-type($result) custom<ResultStorage>($1)"),
    row(BITCAST).pure().types(t::BITCAST).format(f::CONVERT).value_fold(composite_values::bitcast)
        .folds(&[value::same_type, value::there_and_back]).patterns(&[rewrite::bitcast_of_bitcast]),
    row(BIT_CAST_ARRAY_QCOM).pure().format(f::CONVERT),
    row(CONVERT_F_TO_BF16_INTEL).pure().format(f::CONVERT),
    row(CONVERT_BF16_TO_F_INTEL).pure().format(f::CONVERT),
    row(ROUND_F_TO_TF32_INTEL).pure().format(f::CONVERT),
    row(CONVERT_U_TO_ACCELERATION_STRUCTURE_KHR).pure().format(f::CONVERT),
    row(PTR_CAST_TO_CROSS_WORKGROUP_ALTERA).pure().format(f::CONVERT),
    row(CROSS_WORKGROUP_CAST_TO_PTR_ALTERA).pure().format(f::CONVERT),
];

/// Composite instructions, and instructions that create values without operands.
#[rustfmt::skip]
pub(super) const COMPOSITE: &[Overlay] = &[
    row(UNDEF).pure().module_scope(),
    row(POISON_KHR).pure(),
    row(FREEZE_KHR).pure().same_type().format(f::UNARY),
    row(VECTOR_EXTRACT_DYNAMIC).pure().types(t::EXTRACT_DYNAMIC)
        .format("$vector `[` $index `]` attr-dict `:` types($vector, $index)").infers(infer::component)
        .value_fold(composite_values::extract_dynamic).patterns(&[composite::extract_at_constant]),
    row(VECTOR_INSERT_DYNAMIC).pure().types(t::INSERT_DYNAMIC)
        .format("$component `,` $vector `[` $index `]` attr-dict `:` types($vector, $index)")
        .infers(infer::first).value_fold(composite_values::insert_dynamic)
        .patterns(&[composite::insert_at_constant]),
    row(VECTOR_SHUFFLE).pure().types(t::SHUFFLE)
        .format("attr-dict $components $vector1 `:` common-type($vector1) `,` $vector2 `:` common-type($vector2) `->` common-type($result)")
        .later("attr-dict $components $vector1 `,` $vector2 `:` types($vector1, $vector2) `->` common-type($result)")
        .result_type(result_types::shuffle).value_fold(composite_values::shuffle).folds(&[value::shuffle])
        .patterns(&[composite::shuffle_of_shuffle, composite::shuffle_of_one]),
    row(COMPOSITE_CONSTRUCT).pure().types(t::CONSTRUCT).format("($constituents^)? attr-dict `:` common-type($result)")
        .later("($constituents^)? attr-dict `:` functional-type($constituents, results)")
        .value_fold(composite_values::construct).folds(&[value::construct])
        .patterns(&[composite::extract_of_extracts, composite::shuffle_of_extracts]),
    row(COMPOSITE_CONSTRUCT_REPLICATE_EXT).pure(),
    row(COMPOSITE_CONSTRUCT_COOP_MAT_QCOM).pure(),
    row(COMPOSITE_EXTRACT).pure().types(t::EXTRACT)
        .format("$composite $indexes attr-dict `:` common-type($composite)").infers(infer::extract)
        .value_fold(composite_values::extract).folds(&[value::extract])
        .patterns(&[composite::extract_of_construct, composite::extract_of_insert,
            composite::extract_of_shuffle, composite::extract_of_extract, copy::extract_of_copy,
            load::part_of_load]),
    row(COMPOSITE_EXTRACT_COOP_MAT_QCOM).pure(),
    row(COMPOSITE_INSERT).pure().types(t::INSERT)
        .format("$object `,` $composite $indexes attr-dict `:` common-type($object) `into` common-type($composite, $result)")
        .value_fold(composite_values::insert).folds(&[value::insert])
        .patterns(&[composite::insert_over_insert, composite::construct_of_inserts]),
    row(COPY_OBJECT).pure().same_type().value_fold(composite_values::copy)
        .folds(&[value::first_operand]),
    row(COPY_LOGICAL).pure().types(t::COPY_LOGICAL).folds(&[value::same_type, value::there_and_back])
        .patterns(&[copy::copy_of_copy, copy::copy_of_construct]),
    row(TRANSPOSE).pure().types(t::TRANSPOSE).result_type(result_types::transpose)
        .value_fold(matrix::transpose).folds(&[value::involution]),
    row(EXTRACT_SUB_ARRAY_QCOM).pure(),
    row(CONDITIONAL_COPY_OBJECT_INTEL).pure(),
    row(SIZE_OF).pure(),
];
