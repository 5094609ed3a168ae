//! Validation of debug-info instructions
//!
//! Covers `OpenCL.DebugInfo.100`, and `NonSemantic.Shader.DebugInfo.100` and newer. All sets share the instruction
//! numbers. The operand names in the grammar determine what each operand must reference.

use super::constants::is_undefined;
use super::dispatch::opcode_of;
use super::rule::{Check, OpCheck, Rule, rule};
use super::subject::OpSubject;
use spv_dialect::attributes::{self, typed_constant};
use spv_dialect::generated::opcodes::{self as op_code, debug_info as d, debug_info101 as later, set};
use spv_dialect::generated::views as v;
use spv_ir::params::OpComponent;
use spv_ir::{Attribute, Op, TypeData};

const SECTION: &str = "NonSemantic.Shader.DebugInfo";
/// The debug-info instruction sets.
const SETS: [u16; 3] = [set::DEBUG_INFO, set::DEBUG_INFO101, set::OPEN_CL_DEBUG_INFO];

/// The entities that an operand may reference.
enum Want {
    /// An OpString.
    Text,
    /// An OpConstant.
    Constant,
    /// An OpConstant or DebugInfoNone.
    ConstantOrNone,
    /// One of the listed debug-info instructions.
    One(&'static [u32]),
    /// A debug type, or DebugInfoNone.
    Type,
    /// A debug type, DebugInfoNone, or void.
    TypeOrVoid,
    /// A debug type or a template parameter.
    TypeOrParameter,
    /// An array length: a constant 32-bit or 64-bit integer, or a variable.
    Length,
    /// Alternating constants and strings.
    ConstantsAndTexts,
    /// An OpVariable or OpFunctionParameter.
    Variable,
    /// A variable or constant, or DebugInfoNone.
    Contents,
    /// An OpFunction or DebugInfoNone.
    Function,
    /// An integer OpConstant, or a debug variable with an integer type.
    Index,
}

const SCOPES: &[u32] =
    &[d::DEBUG_COMPILATION_UNIT, d::DEBUG_FUNCTION, d::DEBUG_LEXICAL_BLOCK, d::DEBUG_TYPE_COMPOSITE];
const PARAMETERS: &[u32] = &[d::DEBUG_TYPE_TEMPLATE_PARAMETER, d::DEBUG_TYPE_TEMPLATE_TEMPLATE_PARAMETER];
const BASIC: Want = Want::One(&[d::DEBUG_TYPE_BASIC]);
const SCOPE: Want = Want::One(SCOPES);
const SOURCE: Want = Want::One(&[d::DEBUG_SOURCE]);

/// For each debug-info instruction, the names of operands and the entities they must reference. Instructions that are
/// not listed are not checked.
#[rustfmt::skip]
const OPERANDS: &[(u32, &[(&str, Want)])] = &[
    (d::DEBUG_COMPILATION_UNIT, &[("source", SOURCE)]),
    (d::DEBUG_SOURCE, &[("file", Want::Text), ("text", Want::Text)]),
    (d::DEBUG_SOURCE_CONTINUED, &[("text", Want::Text)]),
    (d::DEBUG_TYPE_BASIC, &[("name", Want::Text), ("size", Want::Constant)]),
    (d::DEBUG_TYPE_POINTER, &[("base_type", Want::Type)]),
    (d::DEBUG_TYPE_QUALIFIER, &[("base_type", Want::Type)]),
    (d::DEBUG_TYPE_ARRAY, &[("base_type", Want::Type), ("component_counts", Want::Length)]),
    (d::DEBUG_TYPE_VECTOR, &[("base_type", BASIC)]),
    (d::DEBUG_TYPE_MATRIX, &[("vector_type", Want::One(&[d::DEBUG_TYPE_VECTOR]))]),
    (later::DEBUG_TYPE_VECTOR_ID_EXT, &[("component_type", BASIC)]),
    (later::DEBUG_TYPE_COOPERATIVE_MATRIX_KHR, &[("component_type", BASIC)]),
    (d::DEBUG_TYPEDEF, &[("name", Want::Text), ("base_type", BASIC), ("source", SOURCE), ("parent", SCOPE)]),
    (d::DEBUG_TYPE_FUNCTION, &[("return_type", Want::TypeOrVoid), ("parameter_types", Want::TypeOrParameter)]),
    (d::DEBUG_TYPE_ENUM, &[
        ("name", Want::Text), ("underlying_type", Want::Type), ("source", SOURCE), ("parent", SCOPE),
        ("size", Want::Constant), ("value_names", Want::ConstantsAndTexts),
    ]),
    (d::DEBUG_TYPE_COMPOSITE, &[
        ("name", Want::Text), ("source", SOURCE), ("parent", SCOPE), ("linkage_name", Want::Text),
        ("size", Want::ConstantOrNone),
        ("members", Want::One(&[d::DEBUG_TYPE_MEMBER, d::DEBUG_FUNCTION, d::DEBUG_TYPE_INHERITANCE])),
    ]),
    (d::DEBUG_TYPE_MEMBER, &[
        ("name", Want::Text), ("type_1", Want::TypeOrParameter), ("source", SOURCE),
        ("parent", Want::One(&[d::DEBUG_TYPE_COMPOSITE])), ("offset", Want::Constant), ("size", Want::Constant),
        ("value", Want::Constant),
    ]),
    (d::DEBUG_TYPE_INHERITANCE, &[
        ("child", Want::One(&[d::DEBUG_TYPE_COMPOSITE])), ("parent", Want::One(&[d::DEBUG_TYPE_COMPOSITE])),
        ("offset", Want::Constant), ("size", Want::Constant),
    ]),
    (d::DEBUG_FUNCTION, &[
        ("name", Want::Text), ("type_1", Want::One(&[d::DEBUG_TYPE_FUNCTION])), ("source", SOURCE),
        ("parent", SCOPE), ("linkage_name", Want::Text), ("function", Want::Function),
        ("declaration", Want::One(&[d::DEBUG_FUNCTION_DECLARATION])),
    ]),
    (d::DEBUG_FUNCTION_DECLARATION, &[
        ("name", Want::Text), ("type_1", Want::One(&[d::DEBUG_TYPE_FUNCTION])), ("source", SOURCE),
        ("parent", SCOPE), ("linkage_name", Want::Text),
    ]),
    (d::DEBUG_FUNCTION_DEFINITION, &[("function", Want::One(&[d::DEBUG_FUNCTION]))]),
    (d::DEBUG_ENTRY_POINT, &[
        ("entry_point", Want::One(&[d::DEBUG_FUNCTION])),
        ("compilation_unit", Want::One(&[d::DEBUG_COMPILATION_UNIT])), ("compiler_signature", Want::Text),
        ("command_line_arguments", Want::Text),
    ]),
    (d::DEBUG_BUILD_IDENTIFIER, &[("identifier", Want::Text)]),
    (d::DEBUG_STORAGE_PATH, &[("path", Want::Text)]),
    (d::DEBUG_LEXICAL_BLOCK, &[("source", SOURCE), ("parent", SCOPE), ("name", Want::Text)]),
    (d::DEBUG_SCOPE, &[("scope", SCOPE), ("inlined_at", Want::One(&[d::DEBUG_INLINED_AT]))]),
    (d::DEBUG_INLINED_AT, &[("scope", SCOPE), ("inlined", Want::One(&[d::DEBUG_INLINED_AT]))]),
    (d::DEBUG_LOCAL_VARIABLE, &[
        ("name", Want::Text), ("type_1", Want::TypeOrParameter), ("source", SOURCE), ("parent", SCOPE),
    ]),
    (d::DEBUG_GLOBAL_VARIABLE, &[
        ("name", Want::Text), ("type_1", Want::Type), ("source", SOURCE), ("parent", SCOPE),
        ("linkage_name", Want::Text), ("variable", Want::Contents),
        ("static_member_declaration", Want::One(&[d::DEBUG_TYPE_MEMBER])),
    ]),
    (d::DEBUG_DECLARE, &[
        ("local_variable", Want::One(&[d::DEBUG_LOCAL_VARIABLE])), ("variable", Want::Variable),
        ("expression", Want::One(&[d::DEBUG_EXPRESSION])),
    ]),
    (d::DEBUG_VALUE, &[
        ("local_variable", Want::One(&[d::DEBUG_LOCAL_VARIABLE])),
        ("expression", Want::One(&[d::DEBUG_EXPRESSION])), ("indexes", Want::Index),
    ]),
    (d::DEBUG_EXPRESSION, &[("operands", Want::One(&[d::DEBUG_OPERATION]))]),
    (d::DEBUG_TYPE_TEMPLATE, &[
        ("target", Want::One(&[d::DEBUG_TYPE_COMPOSITE, d::DEBUG_FUNCTION])), ("parameters", Want::One(PARAMETERS)),
    ]),
    (d::DEBUG_TYPE_TEMPLATE_PARAMETER, &[
        ("name", Want::Text), ("actual_type", Want::Type), ("value", Want::ConstantOrNone), ("source", SOURCE),
    ]),
];

/// Names of operands that are unsigned 32-bit integers. In non-semantic sets, these operands are constants.
const NUMBERS: &[&str] = &[
    "version",
    "dwarf_version",
    "language",
    "encoding",
    "flags",
    "storage_class",
    "type_qualifier",
    "line",
    "column",
    "scope_line",
    "arg_number",
    "line_start",
    "line_end",
    "column_start",
    "column_end",
    "op_code",
    "fp_encoding",
    "vector_count",
];
/// Instructions whose integer operands are not checked.
const UNCHECKED: &[u32] = &[
    d::DEBUG_TYPE_PTR_TO_MEMBER,
    d::DEBUG_TYPE_TEMPLATE_TEMPLATE_PARAMETER,
    d::DEBUG_TYPE_TEMPLATE_PARAMETER_PACK,
    d::DEBUG_LEXICAL_BLOCK_DISCRIMINATOR,
    d::DEBUG_INLINED_VARIABLE,
    d::DEBUG_MACRO_DEF,
    d::DEBUG_MACRO_UNDEF,
    d::DEBUG_IMPORTED_ENTITY,
];
/// Instruction numbers that define debug types, except those in [`later`].
const TYPES: std::ops::RangeInclusive<u32> = d::DEBUG_TYPE_BASIC..=d::DEBUG_TYPE_TEMPLATE;

const OPERAND_MESSAGE: &str = "an operand references an instruction of the wrong kind";
const NUMBER_MESSAGE: &str = "numbers must be unsigned 32-bit integer constants";
const COUNT_MESSAGE: &str = "a vector must have one to four components, a matrix one to four columns";
const FUNCTION_MESSAGE: &str =
    "the definition must be the enclosing function, and the instruction in its entry block";
const RESULT_MESSAGE: &str = "the result type of a debug instruction must be void";
const SIZE_MESSAGE: &str = "the size of an enumeration must be a positive integer";

const OPERAND: OpCheck = |x| {
    let (_, operands) = OPERANDS.iter().find(|(opcode, _)| *opcode == x.row().opcode)?;
    let fits = |(name, want): &(&str, Want)| {
        let number = x.row().params.iter().position(|param| param.name == *name)?;
        let turn = |at: usize| match want {
            Want::ConstantsAndTexts if at.is_multiple_of(2) => &Want::Constant,
            Want::ConstantsAndTexts => &Want::Text,
            want => want,
        };
        Some(x.params(number).into_iter().enumerate().all(|(at, item)| satisfies(x, item, turn(at))))
    };
    Some(operands.iter().all(|operand| fits(operand) != Some(false)))
};
const NUMBER: OpCheck = |x| {
    let fits = |(number, name): (usize, &str)| {
        !NUMBERS.contains(&name) || x.params(number).into_iter().all(|item| is_u32(x, item))
    };
    let mut params = x.row().params.iter().map(|param| param.name).enumerate();
    Some(UNCHECKED.contains(&x.row().opcode) || params.all(fits))
};
const COUNT: OpCheck = |x| {
    let name = if x.row().opcode == d::DEBUG_TYPE_MATRIX { "vector_count" } else { "component_count" };
    let item = x.param_named(name)?;
    let symbol = x.symbol_of(item).and_then(|symbol| x.facts.symbols.get(symbol));
    let count = match (symbol, item) {
        (Some(op), _) => x.ctx().attr_u64(v::GlobalConstant::cast(x.facts.body, op)?.value()?)?,
        (None, item) => x.number(item)?,
    };
    Some((1..=4).contains(&count))
};

/// Validation rules for debug info.
pub const RULES: &[Rule] = &[
    rule("SPV-debug-operand", SECTION, OPERAND_MESSAGE, Check::Ext(SETS[0], &[], OPERAND)),
    rule("SPV-debug-operand-101", SECTION, OPERAND_MESSAGE, Check::Ext(SETS[1], &[], OPERAND)),
    rule("SPV-debug-operand-opencl", SECTION, OPERAND_MESSAGE, Check::Ext(SETS[2], &[], OPERAND)),
    rule("SPV-debug-number", SECTION, NUMBER_MESSAGE, Check::ExtBySignature(SETS[0], &[], NUMBER)),
    rule("SPV-debug-number-101", SECTION, NUMBER_MESSAGE, Check::ExtBySignature(SETS[1], &[], NUMBER)),
    rule("SPV-debug-result", SECTION, RESULT_MESSAGE, Check::Ext(SETS[0], &[], RESULT)),
    rule("SPV-debug-result-101", SECTION, RESULT_MESSAGE, Check::Ext(SETS[1], &[], RESULT)),
    rule("SPV-debug-result-opencl", SECTION, RESULT_MESSAGE, Check::Ext(SETS[2], &[], RESULT)),
    rule("SPV-debug-enum-size", SECTION, SIZE_MESSAGE, Check::Ext(SETS[0], ENUM, SIZE)),
    rule("SPV-debug-enum-size-101", SECTION, SIZE_MESSAGE, Check::Ext(SETS[1], ENUM, SIZE)),
    rule("SPV-debug-enum-size-opencl", SECTION, SIZE_MESSAGE, Check::Ext(SETS[2], ENUM, SIZE)),
    rule("SPV-debug-inheritance", SECTION, "a type inherits from and by classes and structures only", {
        Check::Ext(SETS[2], &[d::DEBUG_TYPE_INHERITANCE], |x| {
            let is_class = |name| {
                let tag = described(x, x.param_named(name)?)?;
                Some(CLASSES.contains(&tag.number(tag.param_named("tag")?)?))
            };
            Some(is_class("child")? && is_class("parent")?)
        })
    }),
    rule(
        "SPV-debug-version",
        SECTION,
        "the instruction requires version 101 of the set",
        Check::Op(&[op_code::EXT_INST], |x| {
            let unknown = v::ExtInst::cast(x.body(), x.op)?;
            let is_first = unknown.set(x.ctx())? == "NonSemantic.Shader.DebugInfo.100";
            is_first.then(|| !LATER.contains(&unknown.instruction()))
        }),
    )
    .note("import NonSemantic.Shader.DebugInfo.101"),
    rule(
        "SPV-debug-dimension",
        SECTION,
        "dimensions must be unsigned 32-bit integer constants or specialization constants",
        Check::Ext(SETS[1], LATER, |x| {
            let named = ["component_count", "scope", "rows", "columns", "use"].into_iter();
            Some(named.filter_map(|name| x.param_named(name)).all(|item| {
                described(x, item).is_some_and(|op| op.opcode == op_code::SPEC_CONSTANT) || is_u32(x, item)
            }))
        }),
    ),
    rule("SPV-debug-count", SECTION, COUNT_MESSAGE, Check::Ext(SETS[0], COUNTED, COUNT)),
    rule("SPV-debug-count-101", SECTION, COUNT_MESSAGE, Check::Ext(SETS[1], COUNTED, COUNT)),
    rule(
        "SPV-debug-count-opencl",
        SECTION,
        COUNT_MESSAGE,
        Check::Ext(SETS[2], &[d::DEBUG_TYPE_VECTOR], COUNT),
    ),
    rule("SPV-debug-definition", SECTION, FUNCTION_MESSAGE, Check::Ext(SETS[0], DEFINITION, IS_ENCLOSING)),
    rule(
        "SPV-debug-definition-101",
        SECTION,
        FUNCTION_MESSAGE,
        Check::Ext(SETS[1], DEFINITION, IS_ENCLOSING),
    ),
];

const RESULT: OpCheck = |x| Some(x.param_named("type").is_none());
const SIZE: OpCheck = |x| Some(integer(x, x.param_named("size")?).is_some_and(|(value, _)| value != 0));
const COUNTED: &[u32] = &[d::DEBUG_TYPE_VECTOR, d::DEBUG_TYPE_MATRIX];
/// Instructions that only version 101 and newer have.
const LATER: &[u32] = &[later::DEBUG_TYPE_VECTOR_ID_EXT, later::DEBUG_TYPE_COOPERATIVE_MATRIX_KHR];
const ENUM: &[u32] = &[d::DEBUG_TYPE_ENUM];
const DEFINITION: &[u32] = &[d::DEBUG_FUNCTION_DEFINITION];
const IS_ENCLOSING: OpCheck = |x| {
    let (function, _) = x.function()?;
    let symbol = x.symbol_of(x.param_named("definition")?);
    let is_own = symbol.and_then(|symbol| x.facts.symbols.get(symbol)) == Some(function);
    let entry = x.body().first_block(x.body().root())?;
    let mut before = x.body().ops(entry).take_while(|op| *op != x.op);
    let is_in_entry = x.body().parent(x.op) == Some(entry) && before.all(|op| x.body().region_count(op) == 0);
    Some(is_own && is_in_entry)
};

fn satisfies(x: &OpSubject<'_>, item: OpComponent, want: &Want) -> bool {
    let target = x.symbol_of(item).and_then(|symbol| x.facts.symbols.get(symbol));
    let number = target.and_then(|op| instruction(x, op));
    let is_type = |number: u32| {
        number == d::DEBUG_INFO_NONE || TYPES.contains(&number) || number >= d::DEBUG_TYPE_MATRIX
    };
    match want {
        Want::Variable => match item {
            OpComponent::Value(value) => x.defining(value).is_none_or(|op| {
                [op_code::VARIABLE, op_code::UNTYPED_VARIABLE_KHR].contains(&op.opcode)
                    || v::AddressOf::cast(x.body(), op.op).is_some()
            }),
            OpComponent::Attr(attr) => typed_constant(x.ctx(), attr).is_none() && !is_type_or_import(x, attr),
            _ => true,
        },
        Want::Contents => !matches!(item, OpComponent::Attr(attr) if is_type_or_import(x, attr)),
        Want::Function => {
            target.is_some_and(|op| x.facts.body.def(op) == v::Func::ID) || number == Some(d::DEBUG_INFO_NONE)
        }
        Want::Index => integer(x, item).is_some() || has_integer_type(x, item, &[SIGNED, UNSIGNED], &[]),
        _ if matches!(item, OpComponent::Attr(attr) if is_import(x, attr)) => false,
        Want::Length if is_constant(x, item) => {
            let zero = x.row().set == SETS[2] && integer(x, item).is_some_and(|(value, _)| value == 0);
            integer(x, item).is_some_and(|(_, width)| [32, 64].contains(&width)) && !zero
        }
        // An instruction with more operands than the grammar specifies is imported as `spv.ExtInst` and not checked
        // further.
        _ if target.is_some_and(|op| v::ExtInst::cast(x.facts.body, op).is_some()) => true,
        // An operand without a symbol is local to a function or not an id, so it is not checked.
        _ if target.is_none() && !is_constant(x, item) && !is_void(x, item) => true,
        Want::Text => target.is_some_and(|op| v::StringOp::cast(x.facts.body, op).is_some()),
        Want::Constant => is_constant(x, item),
        Want::ConstantOrNone => is_constant(x, item) || number == Some(d::DEBUG_INFO_NONE),
        Want::One(list) => number.is_some_and(|number| list.contains(&number)),
        Want::Type => number.is_some_and(is_type),
        Want::Length => match target {
            Some(op) if number.is_none() && x.row().set != SETS[2] => {
                v::StringOp::cast(x.facts.body, op).is_none()
            }
            _ => has_integer_type(x, item, &[UNSIGNED], &[32, 64]),
        },
        Want::ConstantsAndTexts => true,
        Want::TypeOrVoid => is_void(x, item) || number.is_some_and(|n| is_type(n) || PARAMETERS.contains(&n)),
        Want::TypeOrParameter => number.is_some_and(|number| is_type(number) || PARAMETERS.contains(&number)),
    }
}

/// Encoding values of DebugTypeBasic (`DebugBaseTypeAttributeEncoding` in the grammar).
const SIGNED: u64 = 4;
const UNSIGNED: u64 = 6;
/// Tag values of DebugTypeComposite (`DebugCompositeType` in the grammar) for classes and structures.
const CLASSES: [u64; 2] = [0, 1];

/// Returns the module-level op that an operand references, or `None` if the operand is not a symbol.
fn described<'a>(x: &OpSubject<'a>, item: OpComponent) -> Option<OpSubject<'a>> {
    let op = x.facts.symbols.get(x.symbol_of(item)?)?;
    Some(OpSubject::new(x.facts, x.facts.body, op, opcode_of(x.facts.body.def(op)), None))
}

/// Returns whether an operand is a debug variable whose basic type has an encoding in `encodings` and a size in
/// `sizes`. An empty `sizes` accepts any size.
fn has_integer_type(x: &OpSubject<'_>, item: OpComponent, encodings: &[u64], sizes: &[u64]) -> bool {
    let is_integer = || {
        let variable = described(x, item)?;
        let is_variable =
            [d::DEBUG_LOCAL_VARIABLE, d::DEBUG_GLOBAL_VARIABLE].contains(&variable.row().opcode);
        let ty = described(&variable, variable.param_named("type_1")?)?;
        let encoding = ty.number(ty.param_named("encoding")?)?;
        let size = integer(&ty, ty.param_named("size")?)?.0;
        let fits = encodings.contains(&encoding) && (sizes.is_empty() || sizes.contains(&size));
        Some(is_variable && ty.row().opcode == d::DEBUG_TYPE_BASIC && fits)
    };
    is_integer() == Some(true)
}

fn is_import(x: &OpSubject<'_>, attr: Attribute) -> bool {
    matches!(attributes::view(x.ctx(), attr), Some((attributes::AttrKind::Import, _)))
}

fn is_type_or_import(x: &OpSubject<'_>, attr: Attribute) -> bool {
    is_import(x, attr) || x.ctx().attr_type(attr).is_some()
}

/// Returns the value of an operand that is a constant integer, and its width in bits. Returns `None` for other
/// operands.
fn integer(x: &OpSubject<'_>, item: OpComponent) -> Option<(u64, u32)> {
    let symbol = x.symbol_of(item).and_then(|symbol| x.facts.symbols.get(symbol));
    let (value, ty) = match (symbol, item) {
        (Some(op), _) => {
            let constant = v::GlobalConstant::cast(x.facts.body, op)?;
            (attributes::integer(x.ctx(), constant.value()?)?, constant.ty(x.ctx())?)
        }
        (None, OpComponent::Attr(attr)) => {
            let (value, ty) = typed_constant(x.ctx(), attr)?;
            (attributes::integer(x.ctx(), value)?, ty)
        }
        (None, OpComponent::Value(value)) => (x.constant(value)?, x.value_type(value)?),
        _ => return None,
    };
    match x.ctx().type_data(ty) {
        TypeData::Integer { width, .. } => Some((value, *width)),
        _ => None,
    }
}

/// Returns the instruction number of an op if it belongs to a debug-info instruction set.
fn instruction(x: &OpSubject<'_>, op: Op) -> Option<u32> {
    let row = x.ctx().registry().op(x.facts.body.def(op)).row;
    SETS.contains(&row.set).then_some(row.opcode)
}

fn is_void(x: &OpSubject<'_>, item: OpComponent) -> bool {
    matches!(item, OpComponent::Attr(attr) if x.ctx().attr_type(attr) == Some(x.ctx().common().none))
}

/// Returns whether an operand is a numeric OpConstant.
fn is_constant(x: &OpSubject<'_>, item: OpComponent) -> bool {
    let attr = match item {
        OpComponent::Attr(attr) if !is_undefined(x.facts, attr) => attr,
        OpComponent::Value(value) => return x.constant_attr(value).is_some(),
        _ => return false,
    };
    let target = x.symbol_of(item).and_then(|symbol| x.facts.symbols.get(symbol));
    match target {
        Some(op) => v::GlobalConstant::cast(x.facts.body, op).is_some(),
        None => typed_constant(x.ctx(), attr).is_some_and(|(_, ty)| {
            matches!(x.ctx().type_data(ty), TypeData::Integer { .. } | TypeData::Float(_))
        }),
    }
}

/// Returns whether an operand is a literal or an unsigned 32-bit integer constant.
fn is_u32(x: &OpSubject<'_>, item: OpComponent) -> bool {
    match item {
        OpComponent::Word(_) | OpComponent::Enum(..) => true,
        _ => super::reflection::is_u32(x, item),
    }
}
