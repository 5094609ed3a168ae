//! A test dialect with one op for each syntax

use spv_ir::dialect::*;
use spv_ir::text::*;
use spv_ir::*;
use std::sync::Arc;

const ALWAYS: Availability =
    Availability { min_version: None, max_version: None, capabilities: &[], extensions: &[] };

const fn param(name: &'static str, kind: ParamKind, arity: Arity) -> Param {
    Param { name, kind, arity }
}

const fn enumerant(name: &'static str, value: u32, params: &'static [Param]) -> Enumerant {
    Enumerant { name, value, params, availability: ALWAYS }
}

static ACCESS: EnumDef = EnumDef {
    name: "Access",
    bits: true,
    has_params: true,
    open: false,
    enumerants: &[
        enumerant("None", 0, &[]),
        enumerant("Volatile", 1, &[]),
        enumerant("Aligned", 2, &[param("alignment", ParamKind::Word, Arity::One)]),
        enumerant("Visible", 8, &[param("scope", ParamKind::ConstEnum(&SCOPE), Arity::One)]),
        enumerant("Bias", 16, &[param("bias", ParamKind::Value, Arity::One)]),
    ],
    names: &[("Aligned", 2), ("Bias", 16), ("None", 0), ("Visible", 8), ("Volatile", 1)],
};

static SCOPE: EnumDef = EnumDef {
    name: "Scope",
    bits: false,
    has_params: false,
    open: false,
    enumerants: &[enumerant("Device", 1, &[]), enumerant("Workgroup", 2, &[])],
    names: &[("Device", 1), ("Workgroup", 2)],
};

static CONTROL: EnumDef = EnumDef {
    name: "Control",
    bits: true,
    has_params: false,
    open: false,
    enumerants: &[enumerant("None", 0, &[]), enumerant("Flatten", 1, &[]), enumerant("Unroll", 2, &[])],
    names: &[("Flatten", 1), ("None", 0), ("Unroll", 2)],
};

macro_rules! rows {
    ($($id:ident $name:literal $result:ident [$($p:literal $kind:expr, $arity:ident;)*])*) => {
        $(static $id: OpRow = OpRow {
            name: concat!("t.", $name),
            set: 0,
            opcode: NO_OPCODE,
            params: &[$(param($p, $kind, Arity::$arity)),*],
            result: ResultKind::$result,
            availability: ALWAYS,
        };)*
    };
}

rows! {
    MODULE "module" None []
    FUNC "func" None ["sym_name" ParamKind::String, One; "type" ParamKind::Type, One;]
    CONST "const" One ["value" ParamKind::Attr, One;]
    ADD "add" One ["a" ParamKind::Value, One; "b" ParamKind::Value, One;]
    EQ "eq" One ["a" ParamKind::Value, One; "b" ParamKind::Value, One;]
    SUB "sub" One ["a" ParamKind::Value, One; "b" ParamKind::Value, One;]
    LOAD "load" One ["ptr" ParamKind::Value, One; "access" ParamKind::Enum(&ACCESS), Optional;]
    BARRIER "barrier" None ["scope" ParamKind::ConstEnum(&SCOPE), One; "control" ParamKind::Enum(&CONTROL), One;]
    SELECT "select" Any ["control" ParamKind::Enum(&CONTROL), Optional;]
    PHI "results" Any []
    JUMP "jump" None ["target" ParamKind::Block, One;]
    BRANCH "branch" None ["cond" ParamKind::Value, One; "a" ParamKind::Block, One; "b" ParamKind::Block, One;]
    RETURN "return" None ["value" ParamKind::Value, Optional;]
    CALL "call" Optional ["callee" ParamKind::Symbol, One; "args" ParamKind::Value, Variadic;]
    EXTRACT "extract" One ["value" ParamKind::Value, One; "indices" ParamKind::Word, Variadic;]
    DEBUG "debug" One [
        "sym_name" ParamKind::String, Optional; "type" ParamKind::Type, Optional;
        "name" ParamKind::Mixed, One; "line" ParamKind::Word, One; "rest" ParamKind::Mixed, Variadic;
    ]
    MIXED "mixed" None ["items" ParamKind::Mixed, Variadic;]
    KINDS "kinds" None [
        "s" ParamKind::Symbol, One; "t" ParamKind::Type, One; "w" ParamKind::Word, One;
        "f" ParamKind::FloatWord, One; "n" ParamKind::String, One; "c" ParamKind::Enum(&CONTROL), Variadic;
    ]
}

/// Parses the contents of a module op: `@name {...}`.
fn parse_module(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    p.isolated_region(state, &[])
}

fn parse_func(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    let name = p.symbol()?;
    let name = p.ctx().str(name).to_owned();
    state.slots[0] = p.ctx().string_attr(&name).raw();
    let args = p.args(false)?;
    let inputs: Vec<Type> = args.iter().map(|arg| arg.ty).collect();
    let ty = p.ctx().function_type(&inputs, &[]);
    state.slots[1] = p.ctx().type_attr(ty).raw();
    if p.peek("{") { p.isolated_region(state, &args) } else { p.isolated_declaration(state, &args) }
}

/// Parses the contents of a constant op: `value : type`.
fn parse_const(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    let value = p.attr()?;
    state.slots[0] = value.raw();
    let ty = match p.ctx().attr_data(value) {
        AttrData::Integer { ty, .. } | AttrData::Float { ty, .. } | AttrData::Dense { ty, .. } => *ty,
        AttrData::Bool(_) => p.ctx().common().i1,
        _ => p.ctx().common().none,
    };
    state.results.push(ty);
    p.attr_dict(&mut state.attrs)
}

/// Parses the contents of a selection op: `control(Flatten) -> (types) {...}`.
fn parse_select(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    if p.accept("->") {
        p.expect("(")?;
        loop {
            state.results.push(p.ty()?);
            if !p.accept(",") {
                break;
            }
        }
        p.expect(")")?;
    }
    p.region(state)
}

fn no_print(_: &mut dyn AsmPrinter, _: &Body, _: Op) {}

fn hint(_: &Context, _: &Body, _: Op) -> Option<String> {
    Some("cst".into())
}

fn first_type(_: &Context, body: &Body, op: Op) -> Option<Type> {
    body.value_type_opt(body.operand(op, 0))
}

/// Parses a pointer type: `!t.ptr<type, Class>`.
fn parse_ptr(p: &mut dyn AsmParser, _: ParamDefId) -> Parsed<ParamInstance> {
    p.expect("<")?;
    let ty = p.ty()?;
    p.expect(",")?;
    let class = p.keyword()?;
    p.expect(">")?;
    Ok(ParamInstance::Params(vec![p.ctx().type_attr(ty), p.ctx().string_attr(&class)]))
}

/// Parses an array type: `!t.array<4 x type>`.
fn parse_array(p: &mut dyn AsmParser, _: ParamDefId) -> Parsed<ParamInstance> {
    p.expect("<")?;
    let dims = p.dims()?;
    let ty = p.ty()?;
    p.expect(">")?;
    let mut params: Vec<Attribute> = dims.iter().map(|d| p.ctx().i32_attr(*d as u32)).collect();
    params.push(p.ctx().type_attr(ty));
    Ok(ParamInstance::Params(params))
}

/// Parses a struct type: `!t.struct<Name>` or `!t.struct<Name, (types)>`.
fn parse_struct(p: &mut dyn AsmParser, _: ParamDefId) -> Parsed<ParamInstance> {
    p.expect("<")?;
    let name = p.keyword()?;
    let mut members = None;
    if p.accept(",") {
        p.expect("(")?;
        let mut list = Vec::new();
        while !p.accept(")") {
            let ty = p.ty()?;
            list.push(p.ctx().type_attr(ty));
            p.accept(",");
        }
        members = Some(list);
    }
    p.expect(">")?;
    Ok(ParamInstance::Named(p.ctx().ident(&name), members))
}

/// Parses an attribute that contains another attribute: `#t.box<attribute>`.
fn parse_box(p: &mut dyn AsmParser, _: ParamDefId) -> Parsed<ParamInstance> {
    p.expect("<")?;
    let attr = p.attr()?;
    p.expect(">")?;
    Ok(ParamInstance::Params(vec![attr]))
}

fn parse_plain(_: &mut dyn AsmParser, _: ParamDefId) -> Parsed<ParamInstance> {
    Ok(ParamInstance::Params(Vec::new()))
}

fn no_type_print(_: &mut dyn AsmPrinter, _: ParamDefId, _: Option<Ident>, _: &[Attribute]) {}

/// Parses and ignores an optional storage class `"storage"`.
fn parse_storage(p: &mut dyn AsmParser, _: &mut OpState, _: &[DirectiveArg]) -> Parsed<()> {
    p.opt_string();
    Ok(())
}

fn no_directive_print(_: &mut dyn AsmPrinter, _: &Body, _: Op, _: &[DirectiveArg]) {}

fn op(row: &'static OpRow, format: &'static str) -> OpDef {
    OpDef { format, ..OpDef::new(row) }
}

fn custom(row: &'static OpRow, parse: OpParseFn, traits: Traits) -> OpDef {
    OpDef { custom: Some((parse, no_print)), traits, ..OpDef::new(row) }
}

/// Creates a registry with the dialect `t`, whose alias is `test`.
pub fn registry() -> Arc<Registry> {
    let function = Traits::ISOLATED.union(Traits::FUNCTION);
    let def = |name, parse: TypeParseFn| ParamDef { name, parse, print: no_type_print, code: 0 };
    Registry::new(vec![Dialect {
        name: "t",
        aliases: &["test"],
        ops: Vec::leak(vec![
            custom(&MODULE, parse_module, Traits::ISOLATED),
            custom(&FUNC, parse_func, function),
            OpDef { hint: Some(hint), ..custom(&CONST, parse_const, Traits::empty()) },
            op(&ADD, "$a `,` $b attr-dict `:` common-type($a, $b, $result)"),
            OpDef { infer: Some(first_type), ..op(&EQ, "$a `,` $b attr-dict") },
            op(&SUB, "$b `from` $a `:` types($a, $b) `->` common-type($result)"),
            op(
                &LOAD,
                "custom<Storage>($ptr) $ptr (`with` $access^)? attr-dict `:` common-type($ptr) `->` common-type($result)",
            ),
            op(&BARRIER, "$scope (`control(` bare($control)^ `)`)?"),
            custom(&SELECT, parse_select, Traits::CONSTRUCT),
            OpDef::new(&PHI),
            op(&JUMP, "$target attr-dict"),
            op(&BRANCH, "$cond `,` $a `,` $b"),
            op(&RETURN, "($value^ `:` common-type($value))?"),
            op(&CALL, "$callee `(` $args `)` attr-dict `:` functional-type($args, results)"),
            op(&EXTRACT, "$value $indices attr-dict `:` common-type($value) `->` common-type($result)"),
            OpDef { traits: Traits::SYMBOLIC, ..OpDef::new(&DEBUG) },
            OpDef::new(&MIXED),
            OpDef::new(&KINDS),
        ]),
        op_aliases: &[("t.plus", "t.add")],
        types: Vec::leak(vec![
            def("t.ptr", parse_ptr),
            def("t.array", parse_array),
            def("t.struct", parse_struct),
            def("t.opaque", parse_plain),
        ]),
        attrs: Vec::leak(vec![def("t.pair", parse_ptr), def("t.null", parse_plain), def("t.box", parse_box)]),
        directives: &[("Storage", parse_storage, no_directive_print)],
        ..Dialect::EMPTY
    }])
}

/// A text form that is compatible with a fictitious other implementation.
pub static STRICT: TextForm = TextForm {
    name: "another implementation",
    typed_lists: true,
    merges_splats: false,
    properties: false,
    bracketed_enums: false,
    uses_later_formats: false,
    enum_operands_follow: false,
    inherent_attributes_last: false,
    needs_index: true,
    counts_types: false,
    op_names: &[],
    version: 0,
    formats: &[],
    enumerants: &[],
    messages: &[],
};
