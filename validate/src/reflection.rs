//! Validation of `NonSemantic.ClspvReflection` instructions
//!
//! The operand names in the grammar determine what each operand must reference.

use super::rule::{Check, Rule, rule};
use super::subject::OpSubject;
use spv_dialect::attributes::{self, typed_constant};
use spv_dialect::decorations::IMPORT;
use spv_dialect::generated::opcodes::clspv_reflection as n;
use spv_dialect::generated::opcodes::{self as op, set};
use spv_dialect::generated::values::execution_model;
use spv_dialect::generated::views as v;
use spv_ir::params::OpComponent;
use spv_ir::{Attribute, Op};

const SET: u16 = set::CLSPV_REFLECTION;
const SECTION: &str = "NonSemantic.ClspvReflection";

/// Versions of the instruction set, each with the number of its last instruction.
const VERSIONS: &[(u32, u64)] = &[
    (n::PROPERTY_REQUIRED_WORKGROUP_SIZE, 1),
    (n::SPEC_CONSTANT_SUBGROUP_MAX_SIZE, 2),
    (n::IMAGE_ARGUMENT_INFO_CHANNEL_DATA_TYPE_UNIFORM, 3),
    (n::ARGUMENT_UNIFORM_TEXEL_BUFFER, 4),
    (n::PRINTF_BUFFER_POINTER_PUSH_CONSTANT, 5),
];

/// Validation rules for clspv reflection instructions.
pub const RULES: &[Rule] = &[
    rule("SPV-reflection-version", SECTION, "the imported version of the set lacks the instruction", {
        Check::Ext(SET, &[], |x| {
            let (_, needed) = VERSIONS.iter().find(|(last, _)| x.row().opcode <= *last)?;
            Some(version(x)? >= *needed)
        })
    }),
    rule("SPV-reflection-version-name", SECTION, "the name of the set must end in a version from 1 to 7", {
        Check::Op(&[op::EXT_INST], |x| {
            let set = v::ExtInst::cast(x.body(), x.op)?.set(x.ctx())?;
            let version = set.strip_prefix("NonSemantic.ClspvReflection.")?;
            Some(version.parse().is_ok_and(|version: u32| (1..=7).contains(&version)))
        })
    }),
    rule("SPV-reflection-import", SECTION, "kernels and arguments must use the same import of the set", {
        Check::Ext(SET, &[], |x| {
            let named = items(x, |name| ["decl", "kernel", "arg_info"].contains(&name)).into_iter();
            let mut ops = named.filter_map(|item| x.facts.symbols.get(x.symbol_of(item)?));
            Some(
                x.row().opcode == n::KERNEL
                    || ops.all(|op| import(x, x.facts.body.attrs(op)) == import(x, x.dict())),
            )
        })
    }),
    rule("SPV-reflection-entry-point", SECTION, "the kernel must be a compute entry point", {
        Check::Ext(SET, &[n::KERNEL], |x| {
            let symbol = x.symbol_of(x.param_named("kernel")?)?;
            let mut entries = x.facts.entries_of(symbol).peekable();
            Some(entries.peek().is_some() && entries.all(|entry| entry.model == execution_model::GL_COMPUTE))
        })
    }),
    rule("SPV-reflection-entry-point-name", SECTION, "the name must be that of the entry point", {
        Check::Ext(SET, &[n::KERNEL], |x| {
            let symbol = x.symbol_of(x.param_named("kernel")?)?;
            let name = string_of(x, x.param_named("name")?)?;
            let mut entries = x.facts.entries_of(symbol);
            Some(entries.any(|entry| entry_name(x, entry.op) == Some(name)))
        })
    }),
    rule("SPV-reflection-kernel-operands", SECTION, "before version 5 a kernel must have two operands", {
        Check::Ext(SET, &[n::KERNEL], |x| (version(x)? < 5).then(|| x.param_named("num_arguments").is_none()))
    }),
];

/// Returns the components of all parameters whose names satisfy `pick`.
fn items(x: &OpSubject<'_>, pick: impl Fn(&str) -> bool) -> Vec<OpComponent> {
    let params = x.row().params.iter().enumerate();
    params.filter(|(_, param)| pick(param.name)).flat_map(|(index, _)| x.params(index)).collect()
}

/// Returns the index of the OpExtInstImport, if an op's attributes specify it.
fn import(x: &OpSubject<'_>, attrs: Option<Attribute>) -> Option<u64> {
    x.ctx().attr_u64(x.ctx().dict_get(attrs, IMPORT)?)
}

/// Returns the version of the instruction set to which an op belongs, if it is known.
fn version(x: &OpSubject<'_>) -> Option<u64> {
    let list = x.ctx().dict_get(x.facts.outer.attrs(x.facts.op), "ext_inst_imports")?;
    let names = x.ctx().attr_array(list)?.iter().filter_map(|name| x.ctx().attr_str(*name));
    let mut versions = names.map(|name| name.strip_prefix("NonSemantic.ClspvReflection.")?.parse().ok());
    match import(x, x.dict()) {
        Some(number) => versions.nth(usize::try_from(number).ok()?)?,
        None => versions.flatten().next(),
    }
}

/// Returns whether an operand is an unsigned 32-bit integer constant.
pub(super) fn is_u32(x: &OpSubject<'_>, item: OpComponent) -> bool {
    let ctx = x.ctx();
    let OpComponent::Attr(attr) = item else {
        return matches!(item, OpComponent::Value(value) if x.constant(value).is_some());
    };
    match x.symbol_of(item).and_then(|symbol| x.facts.symbols.get(symbol)) {
        Some(op) => {
            let constant = v::GlobalConstant::cast(x.facts.body, op);
            constant.and_then(|constant| constant.value()).is_some_and(|attr| ctx.attr_u64(attr).is_some())
        }
        None => typed_constant(ctx, attr).is_some_and(|(value, ty)| {
            ty == ctx.common().i32 && ctx.attr_u64(attributes::bare(ctx, value)).is_some()
        }),
    }
}

fn string_of<'a>(x: &OpSubject<'a>, item: OpComponent) -> Option<&'a str> {
    let string = v::StringOp::cast(x.facts.body, x.facts.symbols.get(x.symbol_of(item)?)?)?;
    string.string(x.ctx())
}

fn entry_name<'a>(x: &OpSubject<'a>, op: Op) -> Option<&'a str> {
    v::EntryPoint::cast(x.facts.body, op)?.name(x.ctx())
}
