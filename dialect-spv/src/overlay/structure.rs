//! Overlay of module structure and control flow

use super::{Overlay, entry};
use crate::fold::SELECTION as SELECTION_PATTERNS;
use crate::structure::*;
use crate::text::{constants, control, globals, module, spec};
use spv_ir::dialect::{OpRow, Traits as T};

/// Assembly format of ops that exit a nested construct.
const EXIT: &str = "custom<Flag>($trampoline) ($values^ `:` types($values))? attr-dict";

/// Trait of ops whose type rules depend only on the signature. The rules are in [`crate::verify::ops::STRUCTURE`].
const ONE_OF_SIGNATURE: T = T::DIALECT_CHECK_BY_SIGNATURE;

/// Overlay entry of each op in [`crate::structure`].
pub(super) const ENTRIES: &[(&OpRow, Overlay)] = &[
    (
        &MODULE,
        entry()
            .with(T::ISOLATED.union(T::SYMBOL_TABLE).union(T::OPTIONAL_SYMBOL).union(T::NO_TERMINATOR))
            .text(
                "(@name)? addressing_model memory_model (requires #spv.vce<...>)? (attributes {...})? {...}",
                module::parse_module,
                module::print_module,
            ),
    ),
    (
        &FUNC,
        entry().with(T::ISOLATED.union(T::SYMBOL).union(T::FUNCTION).union(T::MODULE_ONLY)).text(
            "@name(arguments) (-> type of the result)? \"function_control\" (attributes {...})? {...}",
            module::parse_func,
            module::print_func,
        ),
    ),
    (
        &GRAPH,
        entry()
            .with(ONE_OF_SIGNATURE)
            .with(T::ISOLATED.union(T::SYMBOL).union(T::FUNCTION).union(T::MODULE_ONLY))
            .text("@name : type (attributes {...})? {...}", module::parse_graph, module::print_graph),
    ),
    (
        &GLOBAL_VARIABLE,
        entry().with(T::SYMBOL.union(T::MODULE_ONLY).union(T::RESOLVES)).text(
            "@name (initializer(@symbol))? (bind(set, binding))? (built_in(\"name\"))? : pointer type",
            globals::parse_global_variable,
            globals::print_global_variable,
        ),
    ),
    (
        &GLOBAL_CONSTANT,
        entry().with(T::SYMBOL.union(T::MODULE_ONLY)).text(
            "@name = value : type",
            constants::parse_global_constant,
            constants::print_global_constant,
        ),
    ),
    (
        &SPEC_CONSTANT,
        entry().with(T::SYMBOL.union(T::MODULE_ONLY)).text(
            "@name (spec_id(number))? = value : type",
            constants::parse_spec_constant,
            constants::print_spec_constant,
        ),
    ),
    (
        &ENTRY_POINT,
        entry().with(T::MODULE_ONLY.union(T::RESOLVES)).text(
            "\"execution_model\" @function (name(\"name\"))? (, @variable)...",
            globals::parse_entry_point,
            globals::print_entry_point,
        ),
    ),
    (
        &EXECUTION_MODE,
        entry().with(ONE_OF_SIGNATURE).with(T::MODULE_ONLY).text(
            "@function \"execution_mode\" (, number)...",
            globals::parse_execution_mode,
            globals::print_execution_mode,
        ),
    ),
    (
        &EXECUTION_MODE_ID,
        entry().with(ONE_OF_SIGNATURE).with(T::MODULE_ONLY).text(
            "@function \"execution_mode\" (, operand)...",
            globals::parse_execution_mode,
            globals::print_execution_mode,
        ),
    ),
    (
        &CONSTANT,
        entry()
            .with(ONE_OF_SIGNATURE)
            .with(T::CONSTANT_LIKE.union(T::PURE))
            .text("value : type", constants::parse_constant, constants::print_constant)
            .hint(constants::hint),
    ),
    (
        &VARIABLE,
        entry().text("(init(%value))? : pointer type", globals::parse_variable, globals::print_variable),
    ),
    (
        &ADDRESS_OF,
        entry()
            .with(ONE_OF_SIGNATURE)
            .with(T::PURE.union(T::RESOLVES))
            .format("$variable attr-dict `:` common-type($result)")
            .hint(globals::address_hint),
    ),
    (
        &REFERENCE_OF,
        entry()
            .with(ONE_OF_SIGNATURE)
            .with(T::PURE.union(T::RESOLVES))
            .format("$spec_const attr-dict `:` common-type($result)"),
    ),
    (
        &SPEC_CONSTANT_OPERATION,
        entry().pure().text(
            "wraps \"operation\"(operands) : (types) -> type of the result",
            spec::parse_operation,
            spec::print_operation,
        ),
    ),
    (&YIELD, entry().with(ONE_OF_SIGNATURE).terminator()),
    (&EXT_INST, entry().with(T::SYMBOLIC.union(T::MODULE_SCOPE).union(T::WEAK_USES))),
    (
        &BRANCH,
        entry().terminator().text(
            "^target ((arguments : types))? (declaration of a construct)?",
            control::parse_branch,
            control::print_branch,
        ),
    ),
    (
        &BRANCH_CONDITIONAL,
        entry().terminator().text(
            "%condition ([weight, weight])?, ^target, ^target (declaration of a construct)?",
            control::parse_conditional,
            control::print_conditional,
        ),
    ),
    (
        &SWITCH,
        entry().terminator().text(
            "%selector : type, [default: ^target (, literal: ^target)...] (declaration of a construct)?",
            control::parse_switch,
            control::print_switch,
        ),
    ),
    (
        &SELECTION,
        entry()
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
        entry().with(T::CONSTRUCT).text(
            "(control(flags))? (-> types of the results)? {...}",
            control::parse_construct,
            control::print_construct,
        ),
    ),
    (&MERGE, entry().terminator().format("($values^ `:` types($values))? attr-dict")),
    (&BREAK, entry().terminator().format(EXIT)),
    (&CONTINUE, entry().terminator().format(EXIT)),
    (&SWITCH_BREAK, entry().terminator().format(EXIT)),
    (
        &LLVM_GRAPH,
        entry()
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
        entry().with(ONE_OF_SIGNATURE).pure().text(
            "(id = number)? {...} : type",
            module::parse_llvm_graph_constant,
            module::print_llvm_graph_constant,
        ),
    ),
    (
        &LLVM_GRAPH_ENTRY_POINT,
        entry()
            .with(ONE_OF_SIGNATURE)
            .with(T::MODULE_ONLY.union(T::RESOLVES))
            .format("$fn (`,` $interface^)? attr-dict"),
    ),
    (
        &LLVM_GRAPH_OUTPUTS,
        entry().with(ONE_OF_SIGNATURE).terminator().format("($values^)? attr-dict `:` types($values)"),
    ),
];
