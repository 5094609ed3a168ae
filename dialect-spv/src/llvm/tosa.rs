//! Conversion between LLVM's syntax and TOSA ops
//!
//! SPIR-V passes all operands of a TOSA instruction as ids. LLVM represents operands that must be constants as
//! attributes: `axis = 1, %input`. The attributes precede the operands, in the order of the instruction's operands. Ops
//! without these attributes differ only in their names.

use crate::attributes::{AttrKind, make, view};
use crate::decorations::{enum_text, enum_value};
use crate::generated::values::capability;
use crate::spv::Constant;
use crate::text::items::list;
use crate::text::{dense_constants, tensors};
use rustc_hash::FxHashMap;
use spv_ir::dialect::{
    Arity, Availability, EnumDef, Enumerant, NO_OPCODE, OpDefId, OpRow, Param, ParamKind, ResultKind,
};
use spv_ir::text::*;
use spv_ir::{
    AttrData, Attribute, Body, Builder, Context, InsertPoint, Module, NewOp, Op, OpNames, Type, TypeData,
    Value, walk,
};

/// Names of TOSA ops without constant operands: name in this dialect, name in LLVM.
pub const NAMES: OpNames = &[
    ("spv.TOSA.ABS", "spv.Tosa.Abs"),
    ("spv.TOSA.ADD", "spv.Tosa.Add"),
    ("spv.TOSA.BITWISE_AND", "spv.Tosa.BitwiseAnd"),
    ("spv.TOSA.BITWISE_NOT", "spv.Tosa.BitwiseNot"),
    ("spv.TOSA.BITWISE_OR", "spv.Tosa.BitwiseOr"),
    ("spv.TOSA.BITWISE_XOR", "spv.Tosa.BitwiseXor"),
    ("spv.TOSA.CAST", "spv.Tosa.Cast"),
    ("spv.TOSA.CEIL", "spv.Tosa.Ceil"),
    ("spv.TOSA.CLZ", "spv.Tosa.Clz"),
    ("spv.TOSA.COS", "spv.Tosa.Cos"),
    ("spv.TOSA.EQUAL", "spv.Tosa.Equal"),
    ("spv.TOSA.ERF", "spv.Tosa.Erf"),
    ("spv.TOSA.EXP", "spv.Tosa.Exp"),
    ("spv.TOSA.FLOOR", "spv.Tosa.Floor"),
    ("spv.TOSA.GATHER", "spv.Tosa.Gather"),
    ("spv.TOSA.GREATER", "spv.Tosa.Greater"),
    ("spv.TOSA.GREATER_EQUAL", "spv.Tosa.GreaterEqual"),
    ("spv.TOSA.INTDIV", "spv.Tosa.IntDiv"),
    ("spv.TOSA.LOG", "spv.Tosa.Log"),
    ("spv.TOSA.LOGICAL_AND", "spv.Tosa.LogicalAnd"),
    ("spv.TOSA.LOGICAL_LEFT_SHIFT", "spv.Tosa.LogicalLeftShift"),
    ("spv.TOSA.LOGICAL_NOT", "spv.Tosa.LogicalNot"),
    ("spv.TOSA.LOGICAL_OR", "spv.Tosa.LogicalOr"),
    ("spv.TOSA.LOGICAL_RIGHT_SHIFT", "spv.Tosa.LogicalRightShift"),
    ("spv.TOSA.LOGICAL_XOR", "spv.Tosa.LogicalXor"),
    ("spv.TOSA.MATMUL", "spv.Tosa.MatMul"),
    ("spv.TOSA.MUL", "spv.Tosa.Mul"),
    ("spv.TOSA.NEGATE", "spv.Tosa.Negate"),
    ("spv.TOSA.PAD", "spv.Tosa.Pad"),
    ("spv.TOSA.POW", "spv.Tosa.Pow"),
    ("spv.TOSA.RECIPROCAL", "spv.Tosa.Reciprocal"),
    ("spv.TOSA.RESHAPE", "spv.Tosa.Reshape"),
    ("spv.TOSA.RSQRT", "spv.Tosa.Rsqrt"),
    ("spv.TOSA.SCATTER", "spv.Tosa.Scatter"),
    ("spv.TOSA.SELECT", "spv.Tosa.Select"),
    ("spv.TOSA.SIGMOID", "spv.Tosa.Sigmoid"),
    ("spv.TOSA.SIN", "spv.Tosa.Sin"),
    ("spv.TOSA.SLICE", "spv.Tosa.Slice"),
    ("spv.TOSA.SUB", "spv.Tosa.Sub"),
    ("spv.TOSA.TABLE", "spv.Tosa.Table"),
    ("spv.TOSA.TANH", "spv.Tosa.Tanh"),
    ("spv.TOSA.TILE", "spv.Tosa.Tile"),
];

/// A TOSA op for which LLVM represents constant operands as attributes.
pub(crate) struct TosaOp {
    /// Name in this dialect of the corresponding op, which has operands and no attributes.
    instruction: &'static str,
    /// Grammar entry of the op with attributes.
    pub row: OpRow,
    /// Assembly format of the op with attributes.
    pub format: &'static str,
}

/// All TOSA ops with constant operands.
pub(crate) static OPS: [TosaOp; 24] = [
    op("spv.TOSA.ARGMAX", "spv.Tosa.ArgMax", &[AXIS, NAN_MODE, INPUT], TWO_SETTINGS),
    op(
        "spv.TOSA.ARITHMETIC_RIGHT_SHIFT",
        "spv.Tosa.ArithmeticRightShift",
        &[setting("round"), INPUT1, INPUT2],
        BINARY,
    ),
    op(
        "spv.TOSA.AVG_POOL2D",
        "spv.Tosa.AvgPool2D",
        &[setting("kernel"), STRIDE, PAD, ACC_TYPE, INPUT, INPUT_ZP, OUTPUT_ZP],
        "custom<Settings>($0, $1, $2, $3) `,` $4 `,` $5 `,` $6 attr-dict `:` types($4, $5, $6) `->` common-type($result)",
    ),
    op(
        "spv.TOSA.CLAMP",
        "spv.Tosa.Clamp",
        &[setting("min_val"), setting("max_val"), NAN_MODE, INPUT],
        "custom<Settings>($0, $1, $2) `,` $3 attr-dict `:` types($3) `->` common-type($result)",
    ),
    op("spv.TOSA.CONCAT", "spv.Tosa.Concat", &[AXIS, tensor("input1", Arity::Variadic)], UNARY),
    op("spv.TOSA.CONV2D", "spv.Tosa.Conv2D", CONVOLUTION, FIVE_SETTINGS),
    op("spv.TOSA.CONV3D", "spv.Tosa.Conv3D", CONVOLUTION, FIVE_SETTINGS),
    op("spv.TOSA.DEPTHWISE_CONV2D", "spv.Tosa.DepthwiseConv2D", CONVOLUTION, FIVE_SETTINGS),
    op(
        "spv.TOSA.FFT2D",
        "spv.Tosa.FFT2D",
        &[setting("inverse"), LOCAL_BOUND, one("input_real"), one("input_imag")],
        "custom<Settings>($0, $1) `,` $2 `,` $3 attr-dict `:` types($2, $3) `->` common-type($result)",
    ),
    op("spv.TOSA.MAXIMUM", "spv.Tosa.Maximum", &[NAN_MODE, INPUT1, INPUT2], BINARY),
    op(
        "spv.TOSA.MAX_POOL2D",
        "spv.Tosa.MaxPool2D",
        &[setting("kernel"), STRIDE, PAD, NAN_MODE, INPUT],
        "custom<Settings>($0, $1, $2, $3) `,` $4 attr-dict `:` types($4) `->` common-type($result)",
    ),
    op("spv.TOSA.MINIMUM", "spv.Tosa.Minimum", &[NAN_MODE, INPUT1, INPUT2], BINARY),
    op("spv.TOSA.REDUCE_ALL", "spv.Tosa.ReduceAll", &[AXIS, INPUT], UNARY),
    op("spv.TOSA.REDUCE_ANY", "spv.Tosa.ReduceAny", &[AXIS, INPUT], UNARY),
    op("spv.TOSA.REDUCE_MAX", "spv.Tosa.ReduceMax", &[AXIS, NAN_MODE, INPUT], TWO_SETTINGS),
    op("spv.TOSA.REDUCE_MIN", "spv.Tosa.ReduceMin", &[AXIS, NAN_MODE, INPUT], TWO_SETTINGS),
    op("spv.TOSA.REDUCE_PRODUCT", "spv.Tosa.ReduceProduct", &[AXIS, INPUT], UNARY),
    op("spv.TOSA.REDUCE_SUM", "spv.Tosa.ReduceSum", &[AXIS, INPUT], UNARY),
    op(
        "spv.TOSA.RESCALE",
        "spv.Tosa.Rescale",
        &[
            setting("scale32"),
            setting("rounding_mode"),
            setting("per_channel"),
            setting("input_unsigned"),
            setting("output_unsigned"),
            INPUT,
            one("multiplier"),
            one("shift"),
            INPUT_ZP,
            OUTPUT_ZP,
        ],
        FIVE_SETTINGS,
    ),
    op(
        "spv.TOSA.RESIZE",
        "spv.Tosa.Resize",
        &[setting("mode"), INPUT, one("scale"), one("offset"), one("border")],
        "custom<Settings>($0) `,` $1 `,` $2 `,` $3 `,` $4 attr-dict `:` types($1, $2, $3, $4) `->` common-type($result)",
    ),
    op("spv.TOSA.REVERSE", "spv.Tosa.Reverse", &[AXIS, INPUT1], UNARY),
    op("spv.TOSA.RFFT2D", "spv.Tosa.RFFT2D", &[LOCAL_BOUND, one("input_real")], UNARY),
    op("spv.TOSA.TRANSPOSE", "spv.Tosa.Transpose", &[setting("perms"), INPUT1], UNARY),
    op(
        "spv.TOSA.TRANSPOSE_CONV2D",
        "spv.Tosa.TransposeConv2D",
        &[setting("out_pad"), STRIDE, ACC_TYPE, LOCAL_BOUND, INPUT, WEIGHT, BIAS, INPUT_ZP, WEIGHT_ZP],
        "custom<Settings>($0, $1, $2, $3) `,` $4 `,` $5 `,` $6 `,` $7 `,` $8 attr-dict \
         `:` types($4, $5, $6, $7, $8) `->` common-type($result)",
    ),
];

const UNARY: &str = "custom<Settings>($0) `,` $1 attr-dict `:` types($1) `->` common-type($result)";
const BINARY: &str =
    "custom<Settings>($0) `,` $1 `,` $2 attr-dict `:` types($1, $2) `->` common-type($result)";
const TWO_SETTINGS: &str =
    "custom<Settings>($0, $1) `,` $2 attr-dict `:` types($2) `->` common-type($result)";
/// Assembly format of ops with five attributes and five tensor operands.
const FIVE_SETTINGS: &str = "custom<Settings>($0, $1, $2, $3, $4) `,` $5 `,` $6 `,` $7 `,` $8 `,` $9 attr-dict \
                             `:` types($5, $6, $7, $8, $9) `->` common-type($result)";

const CONVOLUTION: &[Param] =
    &[PAD, STRIDE, setting("dilation"), ACC_TYPE, LOCAL_BOUND, INPUT, WEIGHT, BIAS, INPUT_ZP, WEIGHT_ZP];
const ACC_TYPE: Param = setting("acc_type");
const AXIS: Param = setting("axis");
const LOCAL_BOUND: Param = setting("local_bound");
const NAN_MODE: Param = setting("nan_mode");
const PAD: Param = setting("pad");
const STRIDE: Param = setting("stride");
const BIAS: Param = one("bias");
const INPUT: Param = one("input");
const INPUT1: Param = one("input1");
const INPUT2: Param = one("input2");
const INPUT_ZP: Param = one("input_zp");
const OUTPUT_ZP: Param = one("output_zp");
const WEIGHT: Param = one("weight");
const WEIGHT_ZP: Param = one("weight_zp");

const fn op(
    instruction: &'static str,
    name: &'static str,
    params: &'static [Param],
    format: &'static str,
) -> TosaOp {
    let availability = Availability {
        min_version: None,
        max_version: None,
        capabilities: &[capability::GRAPH_ARM],
        extensions: &["SPV_ARM_graph", "SPV_ARM_tensors"],
    };
    let result = ResultKind::One;
    let row = OpRow { name, set: 0, opcode: NO_OPCODE, params, result, availability };
    TosaOp { instruction, row, format }
}

/// Returns a parameter for a constant operand, which LLVM represents as an attribute.
const fn setting(name: &'static str) -> Param {
    Param { name, kind: ParamKind::Attr, arity: Arity::One }
}

const fn tensor(name: &'static str, arity: Arity) -> Param {
    Param { name, kind: ParamKind::Value, arity }
}

const fn one(name: &'static str) -> Param {
    tensor(name, Arity::One)
}

/// The type and syntax of an attribute that represents a constant operand.
enum Setting {
    /// A 32-bit integer, printed without its type.
    Number,
    /// A one-dimensional tensor of 32-bit integers, printed as `[1, 2]`.
    List,
    /// An enumerant in angle brackets. The constant is its integer value.
    Enumerant(&'static EnumDef),
    /// Any scalar constant.
    Scalar,
}

impl Setting {
    fn of(name: &str) -> Setting {
        match name {
            "axis" => Setting::Number,
            "dilation" | "kernel" | "out_pad" | "pad" | "perms" | "stride" => Setting::List,
            "acc_type" => Setting::Enumerant(&ACCUMULATORS),
            "mode" => Setting::Enumerant(&RESIZE_MODES),
            "nan_mode" => Setting::Enumerant(&NAN_MODES),
            "rounding_mode" => Setting::Enumerant(&ROUNDING_MODES),
            _ => Setting::Scalar,
        }
    }

    fn parse(&self, p: &mut dyn AsmParser) -> Parsed<Attribute> {
        let i32 = p.ctx().common().i32;
        match self {
            Setting::Number => p.attr_of(i32),
            Setting::Scalar => p.attr(),
            Setting::Enumerant(def) => super::later_attributes::enumerant_text(p, def),
            Setting::List => {
                let at = p.offset();
                let mut numbers = Vec::new();
                p.expect("[")?;
                list(p, "]", &mut |p| {
                    numbers.push(p.integer()? as i32 as u32);
                    Ok(())
                })?;
                numbers_attr(p.ctx(), &numbers)
                    .ok_or_else(|| p.error_at(at..at + 1, "expected a list of at least one number"))
            }
        }
    }

    fn print(&self, p: &mut dyn AsmPrinter, value: Attribute) {
        match self {
            Setting::Number => p.attr_no_type(value),
            Setting::Scalar => p.attr(value),
            Setting::Enumerant(_) => {
                let name = p.ctx().attr_str(value).unwrap_or("").to_owned();
                p.write(&format!("<{name}>"));
            }
            Setting::List => {
                let numbers = numbers(p.ctx(), value).unwrap_or_default();
                let texts: Vec<String> = numbers.iter().map(|n| (*n as i32).to_string()).collect();
                p.write(&format!("[{}]", texts.join(", ")));
            }
        }
    }

    /// Returns the value and type of the constant that the attribute `value` represents. Returns `None` if the
    /// attribute is invalid.
    fn constant(&self, ctx: &Context, value: Attribute) -> Option<(Attribute, Type)> {
        if let Setting::Enumerant(def) = self {
            let number = enum_value(def, ctx.attr_str(value)?)?;
            return Some((ctx.i32_attr(number), ctx.common().i32));
        }
        match *ctx.attr_data(value) {
            AttrData::Bool(_) => Some((value, ctx.common().i1)),
            AttrData::Integer { ty, .. } | AttrData::Float { ty, .. } => Some((value, ty)),
            _ => match view(ctx, value)? {
                (AttrKind::Const, [value, ty]) => Some((*value, ctx.attr_type(*ty)?)),
                _ => None,
            },
        }
    }

    /// Returns the attribute that represents a constant, or `None` if the constant's type or value cannot be
    /// represented.
    fn attribute(&self, ctx: &Context, value: Attribute, ty: Type) -> Option<Attribute> {
        let number = || {
            let is_word = matches!(ctx.type_data(ty), TypeData::Integer { width: 32, .. });
            let value = dense_constants::spelled(ctx, value, ty).unwrap_or(value);
            ctx.attr_u64(value).filter(|_| is_word).map(|value| value as u32)
        };
        match self {
            Setting::Number => number().map(|number| ctx.i32_attr(number)),
            Setting::Enumerant(def) => {
                let known = number().filter(|number| def.by_value(*number).is_some())?;
                Some(ctx.string_attr(&enum_text(def, known)))
            }
            Setting::Scalar => {
                let value = dense_constants::spelled(ctx, value, ty).unwrap_or(value);
                let scalar = matches!(
                    ctx.attr_data(value),
                    AttrData::Bool(_) | AttrData::Integer { .. } | AttrData::Float { .. }
                );
                scalar.then_some(value)
            }
            Setting::List => {
                let typed = make(ctx, AttrKind::Const, &[value, ctx.type_attr(ty)])?;
                numbers(ctx, typed).map(|_| typed)
            }
        }
    }
}

/// Returns a one-dimensional tensor attribute of 32-bit integers, or `None` for an empty list.
fn numbers_attr(ctx: &Context, numbers: &[u32]) -> Option<Attribute> {
    if numbers.is_empty() {
        return None;
    }
    let i32 = ctx.common().i32;
    let length = numbers.len() as u64;
    let shape = ctx.ty(TypeData::Tensor { dims: [length].into(), element: i32 });
    let dense = ctx.dense_attr(shape, numbers.iter().map(|number| u64::from(*number)).collect());
    dense_constants::constant(ctx, tensors::make(ctx, i32, &[length])?, dense)
}

/// Returns the elements of a tensor that [`numbers_attr`] can represent, or `None` for other attributes.
pub(crate) fn numbers(ctx: &Context, attr: Attribute) -> Option<Vec<u32>> {
    let Some((AttrKind::Const, &[value, ty])) = view(ctx, attr) else { return None };
    let dense = dense_constants::spelled(ctx, value, ctx.attr_type(ty)?)?;
    let AttrData::Dense { ty, elements } = ctx.attr_data(dense) else { return None };
    let TypeData::Tensor { dims, element } = ctx.type_data(*ty) else { return None };
    let (&[length], true) = (&dims[..], *element == ctx.common().i32) else { return None };
    let number = |i: u64| elements.get(if elements.len() == 1 { 0 } else { i as usize }).map(|n| *n as u32);
    (0..length).map(number).collect()
}

/// Parses all attributes of a TOSA op: `axis = 1, nan_mode = <Propagate>`.
pub(crate) fn parse_settings(p: &mut dyn AsmParser, state: &mut OpState, _: &[DirectiveArg]) -> Parsed<()> {
    let mut settings = Vec::new();
    for (name, slot) in slots(p.ctx(), state.def) {
        if !settings.is_empty() {
            p.expect(",")?;
        }
        if !p.accept_keyword(name) {
            return Err(p.error(&format!("expected `{name} =`")));
        }
        p.expect("=")?;
        settings.push((slot, Setting::of(name).parse(p)?));
    }
    settings.into_iter().for_each(|(slot, value)| state.slots[slot] = value.raw());
    Ok(())
}

/// Prints the attributes of a TOSA op in the syntax that [`parse_settings`] accepts.
pub(crate) fn print_settings(p: &mut dyn AsmPrinter, body: &Body, op: Op, _: &[DirectiveArg]) {
    let mut separator = "";
    for (name, slot) in slots(p.ctx(), body.def(op)) {
        let Some(value) = body.slot_attr(op, slot) else { continue };
        p.write(&format!("{separator}{name} = "));
        Setting::of(name).print(p, value);
        separator = ", ";
    }
}

/// Returns whether `attr` is an integer list and `key` is the name of a list attribute of TOSA ops.
pub(crate) fn is_list(ctx: &Context, key: &str, attr: Attribute) -> bool {
    matches!(Setting::of(key), Setting::List) && numbers(ctx, attr).is_some()
}

/// Prints an integer list as a dense tensor for the generic form. Returns `false` if the attribute is not an integer
/// list.
pub(crate) fn spell_list(p: &mut dyn AsmPrinter, key: &str, attr: Attribute) -> bool {
    let constant = if is_list(p.ctx(), key, attr) { view(p.ctx(), attr) } else { None };
    let Some((AttrKind::Const, &[value, ty])) = constant else { return false };
    let ty = p.ctx().attr_type(ty);
    let Some((dense, ty)) = ty.and_then(|ty| Some((dense_constants::spelled(p.ctx(), value, ty)?, ty)))
    else {
        return false;
    };
    p.attr_no_type(dense);
    p.write(" : ");
    p.ty(ty);
    true
}

/// Returns the names and slot indices of the attributes of a TOSA op.
fn slots(ctx: &Context, id: OpDefId) -> Vec<(&'static str, usize)> {
    let def = ctx.registry().op(id);
    let settings =
        def.row.params.iter().enumerate().filter(|(_, param)| matches!(param.kind, ParamKind::Attr));
    settings.map(|(at, param)| (param.name, def.slot_of(at))).collect()
}

/// Iterates over pairs of op definitions: the TOSA op with attributes, and the same op with operands only.
fn pairs(ctx: &Context) -> impl Iterator<Item = (OpDefId, OpDefId)> {
    let registry = ctx.registry();
    OPS.iter()
        .filter_map(|op| Some((registry.op_by_name(op.row.name)?, registry.op_by_name(op.instruction)?)))
}

/// Returns whether the module has, or had, an op whose name begins with `prefix`.
fn may_have(module: &Module, prefix: &str) -> bool {
    let ops = module.ctx.registry().ops();
    let used = walk::used_definitions(&module.body, ops.len());
    ops.iter().zip(used).any(|(def, used)| used && def.row.name.starts_with(prefix))
}

/// Converts TOSA ops from LLVM's syntax: attributes become constant operands.
pub fn tosa_from_llvm(module: &mut Module) {
    if !may_have(module, "spv.Tosa.") {
        return;
    }
    let ctx = module.ctx.clone();
    let instructions: FxHashMap<OpDefId, OpDefId> = pairs(&ctx).collect();
    walk::bodies_mut(&mut module.body, &mut |_, _| true, &mut |body| {
        for op in walk::ops(body).collect::<Vec<Op>>() {
            if let Some(def) = instructions.get(&body.def(op)) {
                read(&ctx, body, op, *def);
            }
        }
    });
}

fn read(ctx: &Context, body: &mut Body, op: Op, def: OpDefId) {
    let settings = slots(ctx, body.def(op)).into_iter();
    let constants: Option<Vec<(Attribute, Type)>> =
        settings.map(|(name, slot)| Setting::of(name).constant(ctx, body.slot_attr(op, slot)?)).collect();
    // The verifier reports ops that are left in LLVM's syntax.
    let Some(constants) = constants else { return };
    let tensors: Vec<Value> = body.operands(op).collect();
    let (results, attrs, loc) = ([body.value_type(body.result(op, 0))], body.attrs(op), body.loc(op));
    let mut builder = Builder::at(body, InsertPoint::Before(op));
    let mut operands = Vec::with_capacity(constants.len() + tensors.len());
    for (value, ty) in constants {
        let (slots, results) = ([value.raw()], [ty]);
        let constant = builder.create(NewOp { slots: &slots, results: &results, ..NewOp::new(Constant::ID) });
        operands.push(builder.result(constant, 0));
    }
    operands.extend(tensors);
    let new = builder.create(NewOp { operands: &operands, results: &results, attrs, loc, ..NewOp::new(def) });
    let (old, value) = (builder.result(op, 0), builder.result(new, 0));
    builder.replace_all_uses(old, value);
    builder.erase(op);
}

/// Converts TOSA ops to LLVM's syntax. An op whose operands are not the required constants is left unchanged;
/// [`super::check_later`] reports it.
pub fn tosa_to_llvm(module: &mut Module) {
    if !may_have(module, "spv.TOSA.") {
        return;
    }
    let ctx = module.ctx.clone();
    let forms: FxHashMap<OpDefId, OpDefId> =
        pairs(&ctx).map(|(llvm, instruction)| (instruction, llvm)).collect();
    walk::bodies_mut(&mut module.body, &mut |_, _| true, &mut |body| {
        for op in walk::ops(body).collect::<Vec<Op>>() {
            if let Some(def) = forms.get(&body.def(op)) {
                write(&ctx, body, op, *def);
            }
        }
    });
}

fn write(ctx: &Context, body: &mut Body, op: Op, def: OpDefId) {
    let settings = slots(ctx, def);
    let operands: Vec<Value> = body.operands(op).collect();
    let Some((constants, tensors)) = operands.split_at_checked(settings.len()) else { return };
    let attribute = |((name, _), constant): (&(&str, usize), &Value)| {
        let definition = body.defining_op(*constant).filter(|op| body.def(*op) == Constant::ID)?;
        let (value, ty) = (body.slot_attr(definition, Constant::VALUE)?, body.value_type(*constant));
        Setting::of(name).attribute(ctx, value, ty)
    };
    let attributes: Option<Vec<Attribute>> = settings.iter().zip(constants).map(attribute).collect();
    let Some(attributes) = attributes else { return };
    let slots: Vec<u32> = attributes.iter().map(|value| value.raw()).collect();
    let (results, attrs, loc) = ([body.value_type(body.result(op, 0))], body.attrs(op), body.loc(op));
    let mut builder = Builder::at(body, InsertPoint::Before(op));
    let new = builder.create(NewOp {
        operands: tensors,
        slots: &slots,
        results: &results,
        attrs,
        loc,
        ..NewOp::new(def)
    });
    let (old, value) = (builder.result(op, 0), builder.result(new, 0));
    builder.replace_all_uses(old, value);
    builder.erase(op);
}

/// Enumerations of the TOSA specification, with their attribute names in LLVM.
pub(crate) static ENUMERATIONS: [(&str, &EnumDef); 4] = [
    ("spv.tosa_ext_acc_type", &ACCUMULATORS),
    ("spv.tosa_ext_nan_propagation_mode_type", &NAN_MODES),
    ("spv.tosa_ext_resize_mode_type", &RESIZE_MODES),
    ("spv.tosa_ext_rounding_mode_type", &ROUNDING_MODES),
];

pub(crate) static ACCUMULATORS: EnumDef = EnumDef {
    name: "TosaExtAccType",
    enumerants: &[enumerant("INT32", 1), enumerant("FP16", 2), enumerant("FP32", 3), enumerant("INT48", 4)],
    names: &[("FP16", 2), ("FP32", 3), ("INT32", 1), ("INT48", 4)],
    ..ENUMERATION
};

pub(crate) static NAN_MODES: EnumDef = EnumDef {
    name: "TosaExtNaNPropagationModeType",
    enumerants: &[enumerant("Propagate", 1), enumerant("Ignore", 2)],
    names: &[("Ignore", 2), ("Propagate", 1)],
    ..ENUMERATION
};

pub(crate) static RESIZE_MODES: EnumDef = EnumDef {
    name: "TosaExtResizeModeType",
    enumerants: &[enumerant("NearestNeighbor", 1), enumerant("Bilinear", 2)],
    names: &[("Bilinear", 2), ("NearestNeighbor", 1)],
    ..ENUMERATION
};

pub(crate) static ROUNDING_MODES: EnumDef = EnumDef {
    name: "TosaExtRoundingModeType",
    enumerants: &[enumerant("SingleRound", 1), enumerant("InexactRound", 2), enumerant("DoubleRound", 3)],
    names: &[("DoubleRound", 3), ("InexactRound", 2), ("SingleRound", 1)],
    ..ENUMERATION
};

/// Common fields of the TOSA enumerations, which are not bit sets and have no parameters.
const ENUMERATION: EnumDef =
    EnumDef { name: "", bits: false, has_params: false, open: false, enumerants: &[], names: &[] };

const fn enumerant(name: &'static str, value: u32) -> Enumerant {
    Enumerant { name, value, params: &[], availability: Availability::UNSTATED }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_those_of_the_instructions() {
        let registry = crate::registry();
        for op in &OPS {
            let id = registry.op_by_name(op.instruction).unwrap_or_else(|| panic!("{}", op.instruction));
            let names = |row: &OpRow| row.params.iter().map(|param| param.name).collect::<Vec<_>>();
            assert_eq!(names(&op.row), names(registry.op(id).row), "{}", op.instruction);
        }
    }
}
