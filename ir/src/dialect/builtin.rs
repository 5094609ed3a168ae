//! Builtin dialect: `module`, `func`, `return`, casts and constants

use crate::dialect::*;

/// Grammar entry of `module @name attributes {...} { ... }`.
pub static MODULE: OpRow =
    OpRow::structural("builtin.module", &[Param::optional("sym_name", ParamKind::String)], ResultKind::None);

/// Grammar entry of `func @name(%a: t) -> t attributes {...} { ... }`.
pub static FUNC: OpRow = OpRow::structural(
    "builtin.func",
    &[
        Param::one("sym_name", ParamKind::String),
        Param::one("type", ParamKind::Type),
        Param::optional("sym_visibility", ParamKind::String),
    ],
    ResultKind::None,
);

/// Grammar entry of `return %a, %b : t, u`, the terminator of a [`FUNC`].
pub static RETURN: OpRow =
    OpRow::structural("std.return", &[Param::variadic("operands", ParamKind::Value)], ResultKind::None);

/// Grammar entry of `builtin.unrealized_conversion_cast %a : t to u`. A dialect conversion leaves such casts between
/// converted and unconverted types.
pub static CAST: OpRow = OpRow::structural(
    "builtin.unrealized_conversion_cast",
    &[Param::variadic("inputs", ParamKind::Value)],
    ResultKind::Any,
);

/// Grammar entry of an op in an unregistered dialect, which only the generic form can express. The op has the name,
/// operands, successors, regions and attributes from the MLIR text.
pub static UNREGISTERED: OpRow = OpRow::structural(
    "builtin.unregistered",
    &[
        Param::one("name", ParamKind::String),
        Param::variadic("operands", ParamKind::Value),
        Param::variadic("successors", ParamKind::Block),
    ],
    ResultKind::Any,
);

/// Slot index of the visibility of a [`FUNC`].
pub(crate) const VISIBILITY_SLOT: usize = 2;
/// Slot index of the op name of an [`UNREGISTERED`] op.
pub const UNREGISTERED_NAME_SLOT: usize = 0;

/// Definition index of [`MODULE`] in every registry.
pub const MODULE_ID: OpDefId = OpDefId(0);
/// Definition index of [`FUNC`] in every registry.
pub const FUNC_ID: OpDefId = OpDefId(1);
/// Definition index of [`UNREGISTERED`] in every registry.
pub const UNREGISTERED_ID: OpDefId = OpDefId(2);
/// Definition index of [`CAST`] in every registry.
pub const CAST_ID: OpDefId = OpDefId(4);
/// Definition index of [`crate::arith::CONSTANT`] in every registry.
pub const CONSTANT_ID: OpDefId = OpDefId(5);

/// Index of the first op definition after the builtin ops in every registry.
pub const FIRST_DIALECT_OP: OpDefId = OpDefId(6);

static OPS: [OpDef; FIRST_DIALECT_OP.0 as usize] = [
    OpDef {
        traits: Traits::ISOLATED.union(Traits::SYMBOL_TABLE).union(Traits::NO_TERMINATOR),
        custom: Some((crate::text::builtin_syntax::parse_module, crate::text::builtin_syntax::print_module)),
        ..OpDef::new(&MODULE)
    },
    OpDef {
        traits: Traits::ISOLATED.union(Traits::SYMBOL).union(Traits::FUNCTION),
        custom: Some((crate::text::builtin_syntax::parse_func, crate::text::builtin_syntax::print_func)),
        ..OpDef::new(&FUNC)
    },
    OpDef { traits: Traits::UNREGISTERED.union(Traits::MODULE_SCOPE), ..OpDef::new(&UNREGISTERED) },
    OpDef {
        traits: Traits::TERMINATOR,
        custom: Some((crate::text::builtin_syntax::parse_return, crate::text::builtin_syntax::print_return)),
        ..OpDef::new(&RETURN)
    },
    OpDef {
        traits: Traits::PURE,
        custom: Some((crate::text::builtin_syntax::parse_cast, crate::text::builtin_syntax::print_cast)),
        form: "$inputs : types to types {...}",
        verify: Some(crate::text::builtin_syntax::verify_cast),
        ..OpDef::new(&CAST)
    },
    crate::arith::DEFINITION,
];

const OP_ALIASES: &[(&str, &str)] = &[
    ("module", "builtin.module"),
    ("func", "builtin.func"),
    ("return", "std.return"),
    // Op names in newer versions of MLIR.
    ("func.func", "builtin.func"),
    ("func.return", "std.return"),
];

static OP_NAMES: [u16; 16] = name_table(&OPS, OP_ALIASES);

/// The builtin dialect, which [`Registry::new`] always adds first.
pub const DIALECT: Dialect = Dialect {
    name: "builtin",
    ops: &OPS,
    first_op: Some(MODULE_ID),
    op_names: &OP_NAMES,
    op_aliases: OP_ALIASES,
    op_by_code: Some(|_, _| None),
    types: crate::builtin_types::DEFINITIONS,
    attrs: &[crate::resources::DEFINITION],
    ..Dialect::EMPTY
};

/// Index of the first type definition after the builtin types in every registry.
pub const FIRST_DIALECT_TYPE: ParamDefId = ParamDefId(DIALECT.types.len() as u16);
/// Index of the first attribute definition after the builtin attributes in every registry.
pub const FIRST_DIALECT_ATTR: ParamDefId = ParamDefId(DIALECT.attrs.len() as u16);
