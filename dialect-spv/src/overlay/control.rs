//! Overlay of terminators, shader stage effects, and module-scope instructions

use super::{Overlay, row};
use crate::generated::opcodes::*;
use crate::text::{formats as f, spec};
use crate::verify::lists as t;

/// Control-flow instructions and instructions that emit geometry primitives. Calls have unknown effects.
#[rustfmt::skip]
pub(super) const CONTROL: &[Overlay] = &[
    row(FUNCTION_CALL).resolves().types(t::CALL)
        .format("$function `(` $arguments `)` attr-dict `:` functional-type($arguments, results)"),
    row(RETURN).terminator().aborts().types(t::RETURN),
    row(RETURN_VALUE).terminator().aborts().types(t::RETURN_VALUE).format(f::TEST),
    row(UNREACHABLE).terminator(),
    row(KILL).terminator().aborts(),
    row(TERMINATE_INVOCATION).terminator().aborts(),
    row(IGNORE_INTERSECTION_KHR).terminator().aborts(),
    row(TERMINATE_RAY_KHR).terminator().aborts(),
    row(EMIT_MESH_TASKS_EXT).terminator().aborts(),
    row(ABORT_KHR).terminator().aborts(),
    row(GRAPH_END_ARM).terminator(),
    // The following instructions are not terminators, although they may end the invocation.
    row(IGNORE_INTERSECTION_NV).aborts().writes(),
    row(TERMINATE_RAY_NV).aborts().writes(),
    row(DEMOTE_TO_HELPER_INVOCATION).reads().writes(),
    // The op is not pure, because the invocation may have been demoted since the last query.
    row(IS_HELPER_INVOCATION_EXT).reads(),
    row(EMIT_VERTEX).reads().writes(),
    row(END_PRIMITIVE).reads().writes(),
    row(EMIT_STREAM_VERTEX).reads().writes(),
    row(END_STREAM_PRIMITIVE).reads().writes(),
    row(SET_MESH_OUTPUTS_EXT).writes(),
    row(WRITE_PACKED_PRIMITIVE_INDICES4X8_NV).writes(),
    // The op has no traits, because its effects are unknown.
    row(ASSUME_TRUE_KHR).format("$0 attr-dict (`:` common-type($0)^)?").later("custom<Condition>($0) attr-dict"),
    row(READ_CLOCK_KHR).reads().writes().format("bare($0) attr-dict `:` common-type($result)"),
    row(GRAPH_INPUT_ARM).pure(),
    row(GRAPH_SET_OUTPUT_ARM).writes(),
];

/// Ops in the body of a module. If other instructions use the result of an op, the op has a symbol.
#[rustfmt::skip]
pub(super) const MODULE: &[Overlay] = &[
    row(NOP).module_scope(),
    row(SOURCE).module_only().types(t::SOURCE),
    row(SOURCE_EXTENSION).module_only(),
    row(MODULE_PROCESSED).module_only(),
    row(SAMPLER_IMAGE_ADDRESSING_MODE_NV).module_only(),
    row(CONDITIONAL_EXTENSION_INTEL).module_only(),
    row(CONDITIONAL_ENTRY_POINT_INTEL).module_only().types(t::NAMES_FUNCTION),
    row(CONDITIONAL_CAPABILITY_INTEL).module_only(),
    row(GRAPH_ENTRY_POINT_ARM).module_only(),
    row(STRING).module_only(),
    row(SPEC_CONSTANT_COMPOSITE).module_only().types(t::SPEC_COMPOSITE)
        .text("@name (@symbol (, @symbol)...) : type", spec::parse_composite, spec::print_composite),
    row(SPEC_CONSTANT_COMPOSITE_REPLICATE_EXT).module_only(),
    row(SPEC_CONSTANT_DATA_KHR).module_only(),
    row(SPEC_CONSTANT_OP).module_only().types(t::SPEC_OPERATION)
        .text("@name wraps \"operation\"(operands) : type", spec::parse_op, spec::print_op),
    row(SPEC_CONSTANT_STRING_AMDX).module_only(),
    row(SPEC_CONSTANT_TARGET_INTEL).module_only(),
    row(SPEC_CONSTANT_ARCHITECTURE_INTEL).module_only(),
    row(SPEC_CONSTANT_CAPABILITIES_INTEL).module_only(),
    row(CONSTANT_STRING_AMDX).module_only(),
    row(CONSTANT_SAMPLER).module_only(),
    row(CONSTANT_PIPE_STORAGE).pure(),
    row(CONSTANT_SIZE_OF_EXT).module_only(),
    row(CONSTANT_FUNCTION_POINTER_INTEL).module_only().types(t::NAMES_FUNCTION),
    row(GRAPH_CONSTANT_ARM).module_only(),
    row(ASM_TARGET_INTEL).module_only(),
    row(ASM_INTEL).module_only(),
    row(ALIAS_DOMAIN_DECL_INTEL).module_only(),
    row(ALIAS_SCOPE_DECL_INTEL).module_only(),
    row(ALIAS_SCOPE_LIST_DECL_INTEL).module_only(),
];
