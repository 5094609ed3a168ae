//! Validation of atomic operations: result types and pointers

use super::rule::{Check, Rule, joined, rule};
use super::subject::OpSubject;
use super::typing::{BOOL, FLOAT, INT, Set};
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::values::capability as c;
use spv_dialect::verify::rule::{A, R};
use spv_dialect::verify::shape::TypeKind;
use spv_ir::params::OpComponent;

/// Atomic instructions on integers.
pub(super) const INTEGERS: &[u32] = &[
    op::ATOMIC_COMPARE_EXCHANGE,
    op::ATOMIC_COMPARE_EXCHANGE_WEAK,
    op::ATOMIC_I_INCREMENT,
    op::ATOMIC_I_DECREMENT,
    op::ATOMIC_I_ADD,
    op::ATOMIC_I_SUB,
    op::ATOMIC_S_MIN,
    op::ATOMIC_U_MIN,
    op::ATOMIC_S_MAX,
    op::ATOMIC_U_MAX,
    op::ATOMIC_AND,
    op::ATOMIC_OR,
    op::ATOMIC_XOR,
];
/// Atomic instructions on floats.
pub(super) const FLOATS: &[u32] = &[op::ATOMIC_F_ADD_EXT, op::ATOMIC_F_MIN_EXT, op::ATOMIC_F_MAX_EXT];
/// Atomic instructions on flags.
pub(super) const FLAGS: &[u32] = &[op::ATOMIC_FLAG_TEST_AND_SET, op::ATOMIC_FLAG_CLEAR];
const NUMBER: Set = INT.with(FLOAT);
const SECTION: &str = "3.42.18";

/// Validation rules for atomic operations.
pub const RULES: &[Rule] = &[
    rule("SPV-atomic-result-integer", SECTION, "the result must be an integer, not a vector", {
        Check::TypeIn(INTEGERS, R, INT)
    }),
    rule("SPV-atomic-result-float", SECTION, "the result must be a float, not a vector", {
        Check::BySignature(FLOATS, |x| Some(x.is_in(R, FLOAT)? || is_half_vector(x)?))
    })
    .note("vectors of two or four 16-bit floats require capability AtomicFloat16VectorNV"),
    rule("SPV-atomic-result-number", SECTION, "the result must be an integer or a float, not a vector", {
        Check::BySignature(&[op::ATOMIC_LOAD, op::ATOMIC_EXCHANGE], |x| {
            let half = x.opcode == op::ATOMIC_EXCHANGE && is_half_vector(x)?;
            Some(x.is_in(R, NUMBER)? || half)
        })
    }),
    rule("SPV-atomic-store-value", SECTION, "the value must be an integer or a float, not a vector", {
        Check::BySignature(&[op::ATOMIC_STORE], |x| {
            let last = x.operand_count().checked_sub(1)?;
            Some(NUMBER.has(x.ctx(), x.operand_type(last)?))
        })
    }),
    rule(
        "SPV-atomic-value",
        SECTION,
        "the value and the comparator must have exactly the type of the result",
        Check::BySignature(
            &joined::<{ INTEGERS.len() + FLOATS.len() + 1 }>(&[INTEGERS, FLOATS, &[op::ATOMIC_EXCHANGE]]),
            |x| {
                let result = x.result_type()?;
                let agrees = |name| match x.param_named(name) {
                    Some(OpComponent::Value(value)) => x.value_type(value).is_none_or(|ty| ty == result),
                    _ => true,
                };
                Some(agrees("value") && agrees("comparator"))
            },
        ),
    ),
    rule("SPV-atomic-flag-result", SECTION, "the result must be a bool", {
        Check::TypeIn(&[op::ATOMIC_FLAG_TEST_AND_SET], R, BOOL)
    }),
    rule("SPV-atomic-flag-pointer", SECTION, "the pointer to a flag must not be untyped", {
        Check::BySignature(FLAGS, |x| Some(x.shape_at(A)?.kind == TypeKind::Pointer))
    }),
];

/// Returns whether the result is a vector of two or four 16-bit floats and AtomicFloat16VectorNV is declared.
fn is_half_vector(x: &OpSubject<'_>) -> Option<bool> {
    let vector = |count| FLOAT.width(16).vector(count).has(x.ctx(), x.result_type()?).then_some(());
    Some(x.facts.has(c::ATOMIC_FLOAT16_VECTOR_NV) && (vector(2).or_else(|| vector(4))).is_some())
}
