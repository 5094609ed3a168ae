//! The hand-written text of the dialect: types, attributes, the ops of [`crate::structure`], and the
//! directives that formats use.
//!
//! The spelling is LLVM 14's where it has one. Everything else follows the same manner and loses
//! nothing.

mod attributes;
mod compose;
mod constants;
mod control;
mod directives;
pub(crate) mod formats;
mod globals;
pub(crate) mod infer;
mod items;
mod later;
pub mod llvm14;
pub(crate) mod memory;
mod module;
pub(crate) mod spec;
mod structs;
mod types;

use crate::{attributes as attrs, structure, types as ty};
use spv_ir::dialect::{Dialect, OpDef, OpRow, ParamDef};

/// What is written for an op: by row, and what to set.
type Text = (&'static OpRow, fn(&mut OpDef));

/// The format of exits from nested constructs.
const EXIT: &str = "custom(flag,$trampoline) ( $values `:` types($values) )? attr-dict";

/// The text of the structure ops.
const OPS: &[Text] = &[
    (&structure::MODULE, |d| {
        d.custom = Some((module::parse_module, module::print_module));
        d.form = "(@name)? addressing_model memory_model (requires #spv.vce<...>)? (attributes {...})? {...}";
    }),
    (&structure::FUNC, |d| {
        d.custom = Some((module::parse_func, module::print_func));
        d.form = "@name(arguments) (-> type of the result)? \"function_control\" (attributes {...})? {...}";
    }),
    (&structure::GRAPH, |d| {
        d.custom = Some((module::parse_graph, module::print_graph));
        d.form = "@name : type (attributes {...})? {...}";
    }),
    (&structure::GLOBAL_VARIABLE, |d| {
        d.custom = Some((globals::parse_global_variable, globals::print_global_variable));
        d.form = "@name (initializer(@symbol))? (bind(set, binding))? (built_in(\"name\"))? : pointer type";
    }),
    (&structure::GLOBAL_CONSTANT, |d| {
        d.custom = Some((constants::parse_global_constant, constants::print_global_constant));
        d.form = "@name = value : type";
    }),
    (&structure::SPEC_CONSTANT, |d| {
        d.custom = Some((constants::parse_spec_constant, constants::print_spec_constant));
        d.form = "@name (spec_id(number))? = value : type";
    }),
    (&structure::SPEC_CONSTANT_OPERATION, |d| {
        d.custom = Some((spec::parse_operation, spec::print_operation));
        d.form = "wraps \"operation\"(operands) : (types) -> type of the result";
    }),
    (&structure::ENTRY_POINT, |d| {
        d.custom = Some((globals::parse_entry_point, globals::print_entry_point));
        d.form = "\"execution_model\" @function (name(\"name\"))? (, @variable)...";
    }),
    (&structure::EXECUTION_MODE, |d| {
        d.custom = Some((globals::parse_execution_mode, globals::print_execution_mode));
        d.form = "@function \"execution_mode\" (, number)...";
    }),
    (&structure::EXECUTION_MODE_ID, |d| {
        d.custom = Some((globals::parse_execution_mode, globals::print_execution_mode));
        d.form = "@function \"execution_mode\" (, operand)...";
    }),
    (&structure::CONSTANT, |d| {
        d.custom = Some((constants::parse_constant, constants::print_constant));
        d.form = "value : type";
        d.hint = Some(constants::hint);
    }),
    (&structure::VARIABLE, |d| {
        d.custom = Some((globals::parse_variable, globals::print_variable));
        d.form = "(init(%value))? : pointer type";
    }),
    (&structure::ADDRESS_OF, |d| {
        d.format = "$variable attr-dict `:` type(result)";
        d.hint = Some(globals::address_hint);
    }),
    (&structure::REFERENCE_OF, |d| d.format = "$spec_const attr-dict `:` type(result)"),
    (&structure::BRANCH, |d| {
        d.custom = Some((control::parse_branch, control::print_branch));
        d.form = "^target ((arguments : types))? (declaration of a construct)?";
    }),
    (&structure::BRANCH_CONDITIONAL, |d| {
        d.custom = Some((control::parse_conditional, control::print_conditional));
        d.form = "%condition ([weight, weight])?, ^target, ^target (declaration of a construct)?";
    }),
    (&structure::SWITCH, |d| {
        d.custom = Some((control::parse_switch, control::print_switch));
        d.form = "%selector : type, [default: ^target (, literal: ^target)...] (declaration of a construct)?";
    }),
    (&structure::SELECTION, |d| {
        d.custom = Some((control::parse_construct, control::print_construct));
        d.form = "(control(flags))? (-> types of the results)? {...}";
    }),
    (&structure::LOOP, |d| {
        d.custom = Some((control::parse_construct, control::print_construct));
        d.form = "(control(flags))? (-> types of the results)? {...}";
    }),
    (&structure::MERGE, |d| d.format = "( $values `:` types($values) )? attr-dict"),
    (&structure::BREAK, |d| d.format = EXIT),
    (&structure::CONTINUE, |d| d.format = EXIT),
    (&structure::SWITCH_BREAK, |d| d.format = EXIT),
];

/// Adds the types, attributes and directives to a dialect, and its text to the ops that it has.
pub fn register(dialect: &mut Dialect) {
    formats::register(dialect);
    let structure = crate::overlay::OPS.len();
    for op in dialect.ops.iter_mut().skip(structure) {
        if let Some((_, set)) = OPS.iter().find(|(row, _)| std::ptr::eq(*row, op.row)) {
            set(op);
        }
    }
    dialect.types.extend(ty::TYPES.iter().map(|&(code, name)| {
        let (parse, print) = types::text(code);
        ParamDef { name, parse, print, code }
    }));
    dialect.attrs.extend(attrs::ATTRS.iter().map(|&(kind, name)| {
        let (parse, print) = attributes::text(kind);
        ParamDef { name, parse, print, code: kind as u32 }
    }));
    dialect.attrs.extend(later::attributes());
    dialect.directives.extend([
        ("storage", directives::parse_storage as _, directives::print_storage as _),
        ("kept_storage", directives::parse_kept_storage as _, directives::print_kept_storage as _),
        ("gap", directives::parse_gap as _, directives::print_gap as _),
        ("flag", directives::parse_flag as _, directives::print_flag as _),
    ]);
}
