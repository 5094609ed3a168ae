//! The builtin dialect: `module` and `func`.

use crate::dialect::*;

macro_rules! param {
    ($name:literal, $kind:expr, $arity:ident) => {
        Param { name: $name, kind: $kind, arity: Arity::$arity }
    };
}

const NONE: Availability =
    Availability { min_version: None, max_version: None, capabilities: &[], extensions: &[] };

/// `module @name attributes {...} { ... }`
pub static MODULE: OpRow = OpRow {
    name: "builtin.module",
    set: 0,
    opcode: NO_OPCODE,
    params: &[param!("sym_name", ParamKind::String, Optional)],
    result: ResultKind::None,
    availability: NONE,
};

/// `func @name(%a: t) -> t attributes {...} { ... }`
pub static FUNC: OpRow = OpRow {
    name: "builtin.func",
    set: 0,
    opcode: NO_OPCODE,
    params: &[
        param!("sym_name", ParamKind::String, One),
        param!("type", ParamKind::Type, One),
        param!("sym_visibility", ParamKind::String, Optional),
    ],
    result: ResultKind::None,
    availability: NONE,
};

/// Definition number of [`MODULE`] in every registry.
pub const MODULE_ID: OpDefId = OpDefId(0);
/// Definition number of [`FUNC`] in every registry.
pub const FUNC_ID: OpDefId = OpDefId(1);

/// The builtin dialect; [`Registry::new`] adds it first.
pub fn dialect() -> Dialect {
    let mut module = OpDef::new(&MODULE);
    module.traits = Traits::ISOLATED.union(Traits::SYMBOL_TABLE).union(Traits::NO_TERMINATOR);
    module.custom = Some((crate::builtin_asm::parse_module, crate::builtin_asm::print_module));
    let mut func = OpDef::new(&FUNC);
    func.traits = Traits::ISOLATED.union(Traits::SYMBOL).union(Traits::FUNCTION);
    func.custom = Some((crate::builtin_asm::parse_func, crate::builtin_asm::print_func));
    Dialect {
        name: "builtin",
        aliases: &[],
        ops: vec![module, func],
        op_aliases: &[("module", "builtin.module"), ("func", "builtin.func")],
        types: Vec::new(),
        attrs: Vec::new(),
        directives: Vec::new(),
    }
}
