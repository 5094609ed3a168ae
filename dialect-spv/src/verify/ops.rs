//! Type rules of ops that do not correspond to one instruction

use super::rule::{A, Rule};
use super::{classes, constant, control, function, memory, module};
use crate::overlay::{INSTRUCTIONS, OPS};
use crate::structure::*;
use spv_ir::dialect::{OpRow, same};

/// Type rules by op definition. The overlay contains the type rules of instructions.
pub(super) const STRUCTURE: &[(&OpRow, &[Rule])] = &[
    (&MODULE, &[Rule::By(module::module)]),
    (&EXT_INST, &[Rule::By(module::ext_inst)]),
    (&FUNC, &[Rule::By(function::function)]),
    (&ENTRY_POINT, &[Rule::By(function::entry_point)]),
    (&GLOBAL_VARIABLE, &[Rule::By(memory::global_variable)]),
    (&GLOBAL_CONSTANT, &[Rule::By(constant::global_constant)]),
    (&SPEC_CONSTANT, &[Rule::By(constant::spec_constant)]),
    (&CONSTANT, &[Rule::BySignature(constant::constant)]),
    (&VARIABLE, &[Rule::By(memory::variable)]),
    (&ADDRESS_OF, &[Rule::BySignature(function::address_of)]),
    (&REFERENCE_OF, &[Rule::BySignature(function::reference_of)]),
    (&BRANCH, &[Rule::By(control::declaration)]),
    (
        &BRANCH_CONDITIONAL,
        &[
            Rule::Is(A, &classes::BOOL_SCALAR),
            Rule::By(function::branch_weights),
            Rule::By(control::declaration),
        ],
    ),
    (
        &SWITCH,
        &[
            Rule::Is(A, &classes::INT_SCALAR),
            Rule::By(control::switch_literals),
            Rule::By(control::declaration),
        ],
    ),
    (&SELECTION, &[Rule::By(control::selection)]),
    (&LOOP, &[Rule::By(control::loop_)]),
    (&MERGE, &[Rule::By(control::merge)]),
    (&BREAK, &[Rule::By(control::break_)]),
    (&CONTINUE, &[Rule::By(control::continue_)]),
    (&SWITCH_BREAK, &[Rule::By(control::switch_break)]),
    (&SPEC_CONSTANT_OPERATION, &[Rule::By(constant::spec_operation_of_values)]),
];

/// The type rules of the ops in [`OPS`] that are not instructions, starting at index [`INSTRUCTIONS`].
pub(super) static STRUCTURE_RULES: [&[Rule]; OPS.len() - INSTRUCTIONS] = {
    let mut all: [&[Rule]; OPS.len() - INSTRUCTIONS] = [&[]; OPS.len() - INSTRUCTIONS];
    let mut i = 0;
    while i < all.len() {
        let mut k = 0;
        while k < STRUCTURE.len() {
            if same(STRUCTURE[k].0.name, OPS[INSTRUCTIONS + i].row.name) {
                all[i] = STRUCTURE[k].1;
            }
            k += 1;
        }
        i += 1;
    }
    all
};

/// Type rules for ops of other dialects.
pub(super) const FOREIGN: &[Rule] = &[Rule::By(module::foreign)];
