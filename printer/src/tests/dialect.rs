//! A test dialect with an op for each case that the printer distinguishes

use spv_ir::dialect::*;
use spv_ir::text::{AsmParser, AsmPrinter, DirectiveArg, OpState, ParamInstance, Parsed};
use spv_ir::{
    Attribute, Block, Body, Builder, Context, Ident, InsertPoint, Module, NewOp, Op, Region, TextForm, Type,
    Value,
};
use std::sync::Arc;

const ALWAYS: Availability =
    Availability { min_version: None, max_version: None, capabilities: &[], extensions: &[] };

const fn param(name: &'static str, kind: ParamKind, arity: Arity) -> Param {
    Param { name, kind, arity }
}

const fn enumerant(name: &'static str, value: u32, params: &'static [Param]) -> Enumerant {
    Enumerant { name, value, params, availability: ALWAYS }
}

const fn row(name: &'static str, params: &'static [Param], result: ResultKind) -> OpRow {
    OpRow { name, set: 0, opcode: NO_OPCODE, params, result, availability: ALWAYS }
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
        enumerant("Visible", 16, &[param("scope", ParamKind::Value, Arity::One)]),
    ],
    names: &[("Aligned", 2), ("None", 0), ("Visible", 16), ("Volatile", 1)],
};

static SCOPE: EnumDef = EnumDef {
    name: "Scope",
    bits: false,
    has_params: false,
    open: false,
    enumerants: &[enumerant("Device", 1, &[]), enumerant("Workgroup", 2, &[])],
    names: &[("Device", 1), ("Workgroup", 2)],
};

use Arity::{One, Optional, Variadic};
use ParamKind as K;

pub static ADD: OpRow =
    row("spv.Add", &[param("a", K::Value, One), param("b", K::Value, One)], ResultKind::One);
pub static LOAD: OpRow = row(
    "spv.Load",
    &[param("pointer", K::Value, One), param("access", K::Enum(&ACCESS), Optional)],
    ResultKind::One,
);
pub static EXTRACT: OpRow = row(
    "spv.Extract",
    &[param("composite", K::Value, One), param("indices", K::Word, Variadic)],
    ResultKind::One,
);
pub static CONSTANT: OpRow = row("spv.Const", &[param("value", K::Attr, One)], ResultKind::One);
pub static UNIFORM: OpRow = row(
    "spv.Uniform",
    &[
        param("scope", K::ConstEnum(&SCOPE), One),
        param("count", K::Word, One),
        param("factor", K::FloatWord, One),
        param("text", K::String, One),
        param("items", K::Mixed, Variadic),
    ],
    ResultKind::One,
);
pub static BARRIER: OpRow =
    row("spv.Barrier", &[param("scope", K::ConstEnum(&SCOPE), One)], ResultKind::None);
pub static SYMBOL: OpRow = row(
    "spv.Spec",
    &[
        param("sym_name", K::String, Optional),
        param("type", K::Type, Optional),
        param("parts", K::Symbol, Variadic),
    ],
    ResultKind::Optional,
);
pub static BRANCH: OpRow = row("spv.Branch", &[param("to", K::Block, One)], ResultKind::None);
pub static SWITCH: OpRow =
    row("spv.Switch", &[param("on", K::Value, One), param("to", K::Block, Variadic)], ResultKind::None);
pub static RETURN: OpRow = row("spv.Return", &[], ResultKind::None);
pub static CALL: OpRow =
    row("spv.Call", &[param("callee", K::Symbol, One), param("args", K::Value, Variadic)], ResultKind::Any);
pub static SELECTION: OpRow = row("spv.selection", &[], ResultKind::Any);
pub static OPAQUE: OpRow = row("spv.Opaque", &[param("x", K::Value, Variadic)], ResultKind::Any);

fn no_op(p: &mut dyn AsmParser, _: &mut OpState) -> Parsed<()> {
    Err(p.error("not read"))
}

fn no_type(p: &mut dyn AsmParser, _: ParamDefId) -> Parsed<ParamInstance> {
    Err(p.error("not read"))
}

fn print_params(p: &mut dyn AsmPrinter, _: ParamDefId, key: Option<Ident>, params: &[Attribute]) {
    p.write("<");
    if let Some(key) = key {
        let text = p.ctx().str(key).to_owned();
        if spv_ir::names::is_bare(&text) { p.write(&text) } else { p.string(&text) }
    }
    for (i, param) in params.iter().enumerate() {
        p.write(if i > 0 || key.is_some() { ", " } else { "" });
        p.attr(*param);
    }
    p.write(">");
}

fn print_selection(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    if body.result_count(op) > 0 {
        p.write(" -> ");
        for (i, result) in body.results(op).enumerate() {
            p.write(if i > 0 { ", " } else { "" });
            p.ty(body.value_type(result));
        }
    }
    p.region(body, body.region(op, 0), true);
    p.attr_dict(body.attrs(op), &[]);
}

fn print_directive(p: &mut dyn AsmPrinter, body: &Body, op: Op, args: &[DirectiveArg]) {
    if body.successor_count(op) > 1 {
        p.write("cases");
    }
    assert_eq!(args, [DirectiveArg::Param(0)]);
}

fn same_type(_: &Context, body: &Body, op: Op) -> Option<Type> {
    body.value_type_opt(body.operand(op, 0))
}

fn hint(ctx: &Context, body: &Body, op: Op) -> Option<String> {
    let ty = body.value_type(body.result(op, 0));
    Some(format!("cst_{}", crate::print_type(ctx, ty)))
}

pub fn context() -> Arc<Context> {
    let def = |row: &'static OpRow, format: &'static str| OpDef { format, ..OpDef::new(row) };
    let ops = vec![
        OpDef { infer: Some(same_type), ..def(&ADD, "$a `,` $b attr-dict") },
        def(&LOAD, "$pointer $access attr-dict `:` common-type($result)"),
        OpDef {
            infer: Some(same_type),
            ..def(&EXTRACT, "$composite $indices attr-dict `:` common-type($composite)")
        },
        OpDef { hint: Some(hint), ..def(&CONSTANT, "$value attr-dict `:` common-type($result)") },
        def(&UNIFORM, ""),
        def(&BARRIER, "bare($scope) attr-dict"),
        OpDef { traits: Traits::SYMBOLIC, ..def(&SYMBOL, "") },
        OpDef { traits: Traits::TERMINATOR, ..def(&BRANCH, "$to attr-dict") },
        OpDef {
            traits: Traits::TERMINATOR,
            ..def(&SWITCH, "$on custom<Cases>($on) (`to` `(` $to^ `)`)? attr-dict `:` common-type($on)")
        },
        OpDef { traits: Traits::TERMINATOR, ..def(&RETURN, "attr-dict") },
        def(&CALL, "$callee `(` $args `)` attr-dict `:` functional-type($args, results)"),
        OpDef { traits: Traits::CONSTRUCT, custom: Some((no_op, print_selection)), ..def(&SELECTION, "") },
        def(&OPAQUE, "common-type($x, $result)"),
    ];
    let param_def = |name| ParamDef { name, parse: no_type, print: print_params, code: 0 };
    let dialect = Dialect {
        name: "spv",
        aliases: &["spirv"],
        ops: ops.leak(),
        types: ["spv.ptr", "spv.struct"].map(param_def).to_vec().leak(),
        attrs: vec![param_def("spv.null")].leak(),
        directives: &[("Cases", |_, _, _| Ok(()), print_directive)],
        generic: None,
        ..Dialect::EMPTY
    };
    Arc::new(Context::new(Registry::new(vec![dialect])))
}

/// A builder for a module that contains a single builtin function.
pub struct Maker {
    pub ctx: Arc<Context>,
    pub body: Body,
    pub at: Block,
}

impl Maker {
    pub fn new() -> Maker {
        let mut body = Body::default();
        let root = body.root();
        let at = Builder::new(&mut body).append_block(root);
        Maker { ctx: context(), body, at }
    }

    pub fn i32(&self) -> Type {
        self.ctx.common().i32
    }

    pub fn block(&mut self, args: &[Type]) -> Block {
        let region = self.body.block_parent(self.at).unwrap();
        self.block_in(region, args)
    }

    pub fn block_in(&mut self, region: Region, args: &[Type]) -> Block {
        let mut builder = Builder::new(&mut self.body);
        let block = builder.append_block(region);
        args.iter().for_each(|ty| _ = builder.add_arg(block, *ty));
        block
    }

    pub fn arg(&mut self, ty: Type) -> Value {
        let at = self.at;
        Builder::new(&mut self.body).add_arg(at, ty)
    }

    pub fn op(&mut self, row: &OpRow, new: NewOp) -> Op {
        let def = self.ctx.registry().op_by_name(row.name).unwrap();
        let at = InsertPoint::End(self.at);
        Builder::at(&mut self.body, at).create(NewOp { def, ..new })
    }

    /// Appends an op with one result and returns the result value.
    pub fn value(&mut self, row: &OpRow, operands: &[Value], slots: &[u32], ty: Type) -> Value {
        let op = self.op(row, NewOp { operands, slots, results: &[ty], ..NewOp::new(OpDefId(0)) });
        self.body.result(op, 0)
    }

    pub fn constant(&mut self, value: u32) -> Value {
        let attr = self.ctx.i32_attr(value);
        self.value(&CONSTANT, &[], &[attr.raw()], self.i32())
    }

    pub fn branch(&mut self, to: Block, args: &[Value]) {
        self.op(&BRANCH, NewOp { successors: &[(to, args)], ..NewOp::new(OpDefId(0)) });
    }

    pub fn ret(&mut self) {
        self.op(&RETURN, NewOp::new(OpDefId(0)));
    }

    pub fn name(&mut self, value: Value, name: &str) {
        let name = self.ctx.ident(name);
        Builder::new(&mut self.body).set_value_name(value, Some(name));
    }

    pub fn dict(&self, entries: &[(&str, Attribute)]) -> Option<Attribute> {
        Some(self.ctx.dict_attr(entries.iter().map(|(k, v)| (self.ctx.ident(k), *v)).collect()))
    }

    /// Returns a module that contains a function `@f` with the body built so far.
    pub fn finish(self) -> Module {
        let Maker { ctx, body, .. } = self;
        let inputs: Vec<Type> =
            body.args(body.first_block(body.root()).unwrap()).iter().map(|a| body.value_type(*a)).collect();
        let ty = ctx.type_attr(ctx.function_type(&inputs, &[]));
        let mut module = Module::new(ctx.clone());
        let block = module.body.first_block(module.body.root()).unwrap();
        let mut builder = Builder::at(&mut module.body, InsertPoint::End(block));
        let op = builder.create(NewOp {
            slots: &[ctx.string_attr("f").raw(), ty.raw(), 0],
            isolated: true,
            ..NewOp::new(spv_ir::builtin::FUNC_ID)
        });
        builder.set_nested(op, Some(Box::new(body)));
        module
    }

    /// Prints the body of the function, excluding the lines of the module and the function.
    pub fn text(self) -> String {
        text(&self.finish(), &crate::Options::default())
    }
}

/// Prints a module, excluding its first and last line, and removes the indentation.
pub fn text(module: &Module, options: &crate::Options) -> String {
    let text = crate::print(module, options);
    let lines: Vec<&str> = text.trim_end().lines().collect();
    let inner = &lines[1..lines.len() - 1];
    inner.iter().map(|line| line.strip_prefix("  ").unwrap_or(line)).collect::<Vec<_>>().join("\n")
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
