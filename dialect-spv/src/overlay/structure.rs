//! Overlay of module structure and control flow

use super::{Overlay, line};
use crate::fold::SELECTION as SELECTION_PATTERNS;
use crate::structure::*;
use crate::text::{constants, control, globals, module, spec};
use spv_ir::dialect::{OpRow, Traits as T};

/// Assembly format of ops that exit a nested construct.
const EXIT: &str = "custom<Flag>($trampoline) ($values^ `:` types($values))? attr-dict";

/// Trait of ops whose type rules depend only on the signature. The rules are in [`crate::verify::ops::STRUCTURE`].
const ONE_OF_SIGNATURE: T = T::DIALECT_CHECK_BY_SIGNATURE;

/// Overlay entry of each op in [`crate::structure`].
pub(super) const LINES: &[(&OpRow, Overlay)] = &[
    (
        &MODULE,
        line()
            .with(T::ISOLATED.union(T::SYMBOL_TABLE).union(T::OPTIONAL_SYMBOL).union(T::NO_TERMINATOR))
            .text(
                "(@name)? addressing_model memory_model (requires #spv.vce<...>)? (attributes {...})? {...}",
                module::parse_module,
                module::print_module,
            ),
    ),
    (
        &FUNC,
        line().with(T::ISOLATED.union(T::SYMBOL).union(T::FUNCTION).union(T::MODULE_ONLY)).text(
            "@name(arguments) (-> type of the result)? \"function_control\" (attributes {...})? {...}",
            module::parse_func,
            module::print_func,
        ),
    ),
    (
        &GRAPH,
        line()
            .with(ONE_OF_SIGNATURE)
            .with(T::ISOLATED.union(T::SYMBOL).union(T::FUNCTION).union(T::MODULE_ONLY))
            .text("@name : type (attributes {...})? {...}", module::parse_graph, module::print_graph),
    ),
    (
        &GLOBAL_VARIABLE,
        line().with(T::SYMBOL.union(T::MODULE_ONLY).union(T::RESOLVES)).text(
            "@name (initializer(@symbol))? (bind(set, binding))? (built_in(\"name\"))? : pointer type",
            globals::parse_global_variable,
            globals::print_global_variable,
        ),
    ),
    (
        &GLOBAL_CONSTANT,
        line().with(T::SYMBOL.union(T::MODULE_ONLY)).text(
            "@name = value : type",
            constants::parse_global_constant,
            constants::print_global_constant,
        ),
    ),
    (
        &SPEC_CONSTANT,
        line().with(T::SYMBOL.union(T::MODULE_ONLY)).text(
            "@name (spec_id(number))? = value : type",
            constants::parse_spec_constant,
            constants::print_spec_constant,
        ),
    ),
    (
        &ENTRY_POINT,
        line().with(T::MODULE_ONLY.union(T::RESOLVES)).text(
            "\"execution_model\" @function (name(\"name\"))? (, @variable)...",
            globals::parse_entry_point,
            globals::print_entry_point,
        ),
    ),
    (
        &EXECUTION_MODE,
        line().with(ONE_OF_SIGNATURE).with(T::MODULE_ONLY).text(
            "@function \"execution_mode\" (, number)...",
            globals::parse_execution_mode,
            globals::print_execution_mode,
        ),
    ),
    (
        &EXECUTION_MODE_ID,
        line().with(ONE_OF_SIGNATURE).with(T::MODULE_ONLY).text(
            "@function \"execution_mode\" (, operand)...",
            globals::parse_execution_mode,
            globals::print_execution_mode,
        ),
    ),
    (
        &CONSTANT,
        line()
            .with(ONE_OF_SIGNATURE)
            .with(T::CONSTANT_LIKE.union(T::PURE))
            .text("value : type", constants::parse_constant, constants::print_constant)
            .hint(constants::hint),
    ),
    (
        &VARIABLE,
        line().text("(init(%value))? : pointer type", globals::parse_variable, globals::print_variable),
    ),
    (
        &ADDRESS_OF,
        line()
            .with(ONE_OF_SIGNATURE)
            .with(T::PURE.union(T::RESOLVES))
            .format("$variable attr-dict `:` common-type($result)")
            .hint(globals::address_hint),
    ),
    (
        &REFERENCE_OF,
        line()
            .with(ONE_OF_SIGNATURE)
            .with(T::PURE.union(T::RESOLVES))
            .format("$spec_const attr-dict `:` common-type($result)"),
    ),
    (
        &SPEC_CONSTANT_OPERATION,
        line().pure().text(
            "wraps \"operation\"(operands) : (types) -> type of the result",
            spec::parse_operation,
            spec::print_operation,
        ),
    ),
    (&YIELD, line().with(ONE_OF_SIGNATURE).terminator()),
    (&EXT_INST, line().with(T::SYMBOLIC.union(T::MODULE_SCOPE).union(T::WEAK_USES))),
    (
        &BRANCH,
        line().terminator().text(
            "^target ((arguments : types))? (declaration of a construct)?",
            control::parse_branch,
            control::print_branch,
        ),
    ),
    (
        &BRANCH_CONDITIONAL,
        line().terminator().text(
            "%condition ([weight, weight])?, ^target, ^target (declaration of a construct)?",
            control::parse_conditional,
            control::print_conditional,
        ),
    ),
    (
        &SWITCH,
        line().terminator().text(
            "%selector : type, [default: ^target (, literal: ^target)...] (declaration of a construct)?",
            control::parse_switch,
            control::print_switch,
        ),
    ),
    (
        &SELECTION,
        line()
            .with(T::CONSTRUCT)
            .text(
                "(control(flags))? (-> types of the results)? {...}",
                control::parse_construct,
                control::print_construct,
            )
            .patterns(SELECTION_PATTERNS),
    ),
    (
        &LOOP,
        line().with(T::CONSTRUCT).text(
            "(control(flags))? (-> types of the results)? {...}",
            control::parse_construct,
            control::print_construct,
        ),
    ),
    (&MERGE, line().terminator().format("($values^ `:` types($values))? attr-dict")),
    (&BREAK, line().terminator().format(EXIT)),
    (&CONTINUE, line().terminator().format(EXIT)),
    (&SWITCH_BREAK, line().terminator().format(EXIT)),
    (
        &LLVM_GRAPH,
        line()
            .with(ONE_OF_SIGNATURE)
            .with(T::ISOLATED.union(T::SYMBOL).union(T::FUNCTION).union(T::MODULE_ONLY))
            .text(
                "@name(arguments) -> types of the results (attributes {...})? {...}",
                module::parse_llvm_graph,
                module::print_llvm_graph,
            ),
    ),
    (
        &LLVM_GRAPH_CONSTANT,
        line().with(ONE_OF_SIGNATURE).pure().text(
            "(id = number)? {...} : type",
            module::parse_llvm_graph_constant,
            module::print_llvm_graph_constant,
        ),
    ),
    (
        &LLVM_GRAPH_ENTRY_POINT,
        line()
            .with(ONE_OF_SIGNATURE)
            .with(T::MODULE_ONLY.union(T::RESOLVES))
            .format("$fn (`,` $interface^)? attr-dict"),
    ),
    (
        &LLVM_GRAPH_OUTPUTS,
        line().with(ONE_OF_SIGNATURE).terminator().format("($values^)? attr-dict `:` types($values)"),
    ),
];
