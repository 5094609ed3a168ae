//! Instructions with a constant operand that LLVM 24 represents differently
//!
//! The direction of a quad swap is a constant in SPIR-V and an enumerant in LLVM. The alignment of a masked gather or
//! scatter is a literal in SPIR-V and a value in LLVM. In LLVM, the pointers are the first operand of a scatter. The
//! ops in [`OPS`] represent LLVM's form while LLVM's text is read or written.

use crate::attributes;
use crate::generated::enums::SCOPE;
use crate::spv::{Constant, GroupNonUniformQuadSwap as QuadSwap, MaskedGatherINTEL, MaskedScatterINTEL};
use spv_ir::dialect::{
    Arity, Availability, EnumDef, Enumerant, NO_OPCODE, OpDefId, OpRow, Param, ParamKind, ResultKind,
};
use spv_ir::{
    Body, Builder, Context, Diagnostics, InsertPoint, Module, NewOp, Op, OpNames, Place, Type, Value, walk,
};

/// Directions of a quad swap.
pub(crate) static DIRECTIONS: EnumDef = EnumDef {
    name: "QuadSwapDirection",
    bits: false,
    has_params: false,
    open: false,
    enumerants: &[enumerant("Horizontal", 0), enumerant("Vertical", 1), enumerant("Diagonal", 2)],
    names: &[("Diagonal", 2), ("Horizontal", 0), ("Vertical", 1)],
};

const fn enumerant(name: &'static str, value: u32) -> Enumerant {
    Enumerant { name, value, params: &[], availability: Availability::UNSTATED }
}

/// Grammar entries and assembly formats of the ops in LLVM's form.
pub(crate) static OPS: [(OpRow, &str); 3] = [
    (
        row(
            "spv.LLVM.GroupNonUniformQuadSwap",
            ResultKind::One,
            &[
                param("execution_scope", ParamKind::Enum(&SCOPE)),
                param("direction", ParamKind::Enum(&DIRECTIONS)),
                VALUE,
            ],
        ),
        "bracketed($0) bracketed($1) $2 attr-dict `:` common-type($2, $result)",
    ),
    (
        row("spv.LLVM.MaskedGather", ResultKind::One, &[POINTERS, ALIGNMENT, MASK, VALUE]),
        "$0 `,` $1 `,` $2 `,` $3 attr-dict `:` types($0, $1, $2, $3) `->` common-type($result)",
    ),
    (
        row("spv.LLVM.MaskedScatter", ResultKind::None, &[POINTERS, ALIGNMENT, MASK, VALUE]),
        "$0 `,` $1 `,` $2 `,` $3 attr-dict `:` types($0, $1, $2, $3)",
    ),
];

/// Pairs of the name in [`OPS`] and LLVM's name.
pub(super) static OP_NAMES: OpNames = &[
    ("spv.LLVM.GroupNonUniformQuadSwap", "spv.GroupNonUniformQuadSwap"),
    ("spv.LLVM.MaskedGather", "spv.INTEL.MaskedGather"),
    ("spv.LLVM.MaskedScatter", "spv.INTEL.MaskedScatter"),
];

const POINTERS: Param = param("ptr_vector", ParamKind::Value);
const ALIGNMENT: Param = param("alignment", ParamKind::Value);
const MASK: Param = param("mask", ParamKind::Value);
const VALUE: Param = param("value", ParamKind::Value);

const fn param(name: &'static str, kind: ParamKind) -> Param {
    Param { name, kind, arity: Arity::One }
}

const fn row(name: &'static str, result: ResultKind, params: &'static [Param]) -> OpRow {
    OpRow { name, set: 0, opcode: NO_OPCODE, params, result, availability: Availability::UNSTATED }
}

/// Attribute slots of a quad swap in LLVM's form.
pub(crate) const SWAP_SCOPE: usize = 0;
const SWAP_DIRECTION: usize = 1;

/// Returns pairs of op definitions: the op in LLVM's form, and the SPIR-V instruction.
fn pairs(ctx: &Context) -> Vec<(OpDefId, OpDefId)> {
    let instructions = [QuadSwap::ID, MaskedGatherINTEL::ID, MaskedScatterINTEL::ID];
    let forms = OPS.iter().map(|(row, _)| ctx.registry().op_by_name(row.name));
    forms.zip(instructions).filter_map(|(form, instruction)| Some((form?, instruction))).collect()
}

/// Converts the ops in LLVM's form to SPIR-V instructions.
///
/// # Errors
/// Reports an alignment that is not a constant.
pub fn operands_from_llvm(module: &mut Module) -> Result<(), Diagnostics> {
    let mut problems = Diagnostics::default();
    let pairs = pairs(&module.ctx);
    convert(module, &pairs, &mut |ctx, body, op, def| {
        if read(ctx, body, op, def).is_none() {
            let message = "op has an alignment that is not a constant, but SPIR-V requires a literal";
            let name = if def == MaskedGatherINTEL::ID { "MaskedGather" } else { "MaskedScatter" };
            problems.error(Place::Op(body.loc(op)), format!("'spv.INTEL.{name}' {message}"));
        }
    });
    if problems.has_errors() { Err(problems) } else { Ok(()) }
}

/// Converts instructions to LLVM's form. Leaves a quad swap unchanged if its direction is not a constant; the checks
/// for the LLVM version report it.
pub fn operands_to_llvm(module: &mut Module) {
    let pairs: Vec<_> =
        pairs(&module.ctx).into_iter().map(|(form, instruction)| (instruction, form)).collect();
    convert(module, &pairs, &mut |ctx, body, op, def| _ = write(ctx, body, op, def));
}

/// Calls `each` for each op whose definition is the first of a pair, with the second definition of the pair.
fn convert(
    module: &mut Module,
    pairs: &[(OpDefId, OpDefId)],
    each: &mut dyn FnMut(&Context, &mut Body, Op, OpDefId),
) {
    let ctx = module.ctx.clone();
    let used = walk::used_definitions(&module.body, ctx.registry().ops().len());
    if !pairs.iter().any(|(def, _)| used[usize::from(def.0)]) {
        return;
    }
    walk::bodies_mut(&mut module.body, &mut |_, _| true, &mut |body| {
        for op in walk::ops(body).collect::<Vec<Op>>() {
            if let Some((_, def)) = pairs.iter().find(|(known, _)| *known == body.def(op)) {
                each(&ctx, body, op, *def);
            }
        }
    });
}

fn read(ctx: &Context, body: &mut Body, op: Op, def: OpDefId) -> Option<()> {
    let operands: Vec<Value> = body.operands(op).collect();
    match operands[..] {
        [value] => {
            let (scope, direction) = (body.slot(op, SWAP_SCOPE), body.slot(op, SWAP_DIRECTION));
            let direction = constant(ctx, body, op, direction);
            replace(body, op, def, &[value, direction], &[scope]);
        }
        [pointers, alignment, mask, values] => {
            let number = number(ctx, body, alignment)?;
            let is_gather = def == MaskedGatherINTEL::ID;
            let operands = if is_gather { [pointers, mask, values] } else { [values, pointers, mask] };
            replace(body, op, def, &operands, &[number]);
            erase_unused(body, alignment);
        }
        _ => {}
    }
    Some(())
}

fn write(ctx: &Context, body: &mut Body, op: Op, def: OpDefId) -> Option<()> {
    let operands: Vec<Value> = body.operands(op).collect();
    match operands[..] {
        [value, direction] if body.def(op) == QuadSwap::ID => {
            let known =
                number(ctx, body, direction).filter(|number| DIRECTIONS.by_value(*number).is_some())?;
            let scope = body.slot(op, QuadSwap::EXECUTION);
            replace(body, op, def, &[value], &[scope, known]);
            erase_unused(body, direction);
        }
        [first, second, third] if body.def(op) != QuadSwap::ID => {
            let is_gather = body.def(op) == MaskedGatherINTEL::ID;
            let alignment = constant(ctx, body, op, body.slot(op, MaskedGatherINTEL::ALIGNMENT));
            let operands =
                if is_gather { [first, alignment, second, third] } else { [second, alignment, third, first] };
            replace(body, op, def, &operands, &[]);
        }
        _ => {}
    }
    Some(())
}

/// Replaces an op with an op of definition `def`, and preserves its attributes and location.
fn replace(body: &mut Body, op: Op, def: OpDefId, operands: &[Value], slots: &[u32]) {
    let results: Vec<Value> = body.results(op).collect();
    let types: Vec<Type> = results.iter().map(|value| body.value_type(*value)).collect();
    let (attrs, loc) = (body.attrs(op), body.loc(op));
    let mut builder = Builder::at(body, InsertPoint::Before(op));
    let new = builder.create(NewOp { operands, slots, results: &types, attrs, loc, ..NewOp::new(def) });
    for (index, old) in results.into_iter().enumerate() {
        let value = builder.result(new, index);
        builder.replace_all_uses(old, value);
    }
    builder.erase(op);
}

/// Creates a 32-bit constant before `op`.
fn constant(ctx: &Context, body: &mut Body, op: Op, value: u32) -> Value {
    let (slots, results) = ([ctx.i32_attr(value).raw()], [ctx.common().i32]);
    let mut builder = Builder::at(body, InsertPoint::Before(op));
    builder.value(NewOp { slots: &slots, results: &results, ..NewOp::new(Constant::ID) })
}

/// Returns the value of an integer constant, or `None` if `value` is no constant of at most 32 bits.
fn number(ctx: &Context, body: &Body, value: Value) -> Option<u32> {
    let definition = body.defining_op(value).filter(|op| body.def(*op) == Constant::ID)?;
    let constant = attributes::bare(ctx, body.slot_attr(definition, Constant::VALUE)?);
    if let Some((attributes::AttrKind::Null, _)) = attributes::view(ctx, constant) {
        return Some(0);
    }
    ctx.attr_u64(constant).and_then(|number| u32::try_from(number).ok())
}

/// Erases the constant that defines a value, if it has no other uses.
fn erase_unused(body: &mut Body, value: Value) {
    if let Some(definition) = body.defining_op(value).filter(|_| !body.has_uses(value)) {
        Builder::new(body).erase(definition);
    }
}
