//! What LLVM 14's `spv` dialect has no text for, and what it alone demands: for those who exchange text with
//! it. The wording is LLVM 14's where it has the rule; what it cannot say has words of our own and advice.

use super::rule::Class;
use super::shape::{Kind, Shape};
use super::{Checks, classes};
use crate::structure;
use crate::types;
use rustc_hash::FxHashMap;
use spv_ir::dialect::{OpDef, OpDefId, ParamKind, Traits};
use spv_ir::verify::{BodyCheck, BodyScope};
use spv_ir::{
    AttrData, Body, Context, Diagnostic, Diagnostics, FloatKind, Module, Op, Place, Signedness, Type,
    TypeData, Value, walk,
};

/// The ops of LLVM 14's dialect.
const NAMES: &str = include_str!("llvm14.txt");

/// Its types.
const TYPE_NAMES: [&str; 8] = [
    "spv.array",
    "spv.coopmatrix",
    "spv.image",
    "spv.matrix",
    "spv.ptr",
    "spv.rtarray",
    "spv.sampled_image",
    "spv.struct",
];

/// Its attributes.
const ATTRIBUTE_NAMES: [&str; 3] = ["spv.interface_var_abi", "spv.target_env", "spv.vce"];

/// What to do about what it cannot say.
const ADVICE: &str = "without --mlir-compat=14 the text keeps it; passes may lower it first";

/// Checks that a module that the verifier found sound is one of LLVM 14's dialect, too.
///
/// # Errors
/// The ops that LLVM 14 would refuse, or has not.
pub fn check(module: &Module) -> Result<(), Diagnostics> {
    let ctx = &*module.ctx;
    let checks = strict(ctx);
    let known: Vec<bool> = ctx.registry().ops().iter().map(is_known).collect();
    let mut out = Diagnostics::default();
    let mut bodies: Vec<(&Body, Option<OpDefId>)> = vec![(&module.body, None)];
    while let Some((body, owner)) = bodies.pop() {
        let function = owner.is_some_and(|id| ctx.registry().op(id).traits.contains(Traits::FUNCTION));
        let look = Look { ctx, body, function };
        let ops: Vec<Op> = walk::ops(body).collect();
        for &op in &ops {
            let error = match known[usize::from(body.def(op).0)] {
                true => look.inexpressible(op).map(|message| (message, true)),
                false => Some(("does not exist in LLVM 14".to_owned(), true)),
            };
            if let Some((message, advise)) = error.or_else(|| look.refused(op).map(|m| (m, false))) {
                let name = look.def(op).row.name;
                let error = Diagnostic::error(Place::Op(body.loc(op)), format!("'{name}' op {message}"));
                out.push(if advise { error.note(Place::None, ADVICE) } else { error });
            }
            bodies.extend(body.nested(op).map(|inner| (inner, Some(body.def(op)))));
        }
        checks.check(&BodyScope::alone(ctx, body), &ops, &mut out);
    }
    if out.has_errors() { Err(out) } else { Ok(()) }
}

fn is_known(def: &OpDef) -> bool {
    !def.row.name.starts_with("spv.") || NAMES.lines().any(|name| name == def.row.name)
}

/// The rules of types, with the types that LLVM 14 has.
fn strict(ctx: &Context) -> Checks<'_> {
    let mut checks = Checks::new(ctx);
    let mut problems = FxHashMap::default();
    for ty in ctx.types() {
        let shape = &mut checks.shapes[ty.raw() as usize];
        if !is_sized(ctx, ty, shape) {
            *shape = Shape::OTHER;
        }
        if let Some(problem) = type_problem(ctx, ty) {
            problems.insert(ty, problem);
        }
    }
    if !problems.is_empty() {
        super::types::spread(ctx, &mut problems);
    }
    checks.problems = problems;
    checks
}

/// Whether numbers have widths, and vectors lengths, that LLVM 14's classes of types have.
fn is_sized(ctx: &Context, ty: Type, shape: &Shape) -> bool {
    let element = match ctx.type_data(ty) {
        TypeData::Vector { element, .. } => *element,
        _ => ty,
    };
    let width = match ctx.type_data(element) {
        TypeData::Integer { width, .. } => matches!(width, 1 | 8 | 16 | 32 | 64),
        TypeData::Float(kind) => matches!(kind, FloatKind::F16 | FloatKind::F32 | FloatKind::F64),
        _ => true,
    };
    width && (shape.kind != Kind::Vector || matches!(shape.count, 2 | 3 | 4 | 8 | 16))
}

/// Why LLVM 14 has no such type.
fn type_problem(ctx: &Context, ty: Type) -> Option<String> {
    let (def, distinct) = match ctx.type_data(ty) {
        TypeData::Param { def, distinct, .. } => (*def, *distinct),
        _ => return None,
    };
    let name = ctx.registry().type_def(def).name;
    if !TYPE_NAMES.contains(&name) {
        return Some(format!("has a type that does not exist in LLVM 14: `!{name}`; {ADVICE}"));
    }
    let problem = "has one of two equal types that the binary keeps apart, which LLVM 14 cannot";
    (distinct != 0).then(|| format!("{problem}; {ADVICE}"))
}

/// A body whose ops are looked at.
struct Look<'a> {
    ctx: &'a Context,
    body: &'a Body,
    /// Whether it is a function's.
    function: bool,
}

impl Look<'_> {
    fn def(&self, op: Op) -> &OpDef {
        self.ctx.registry().op(self.body.def(op))
    }

    fn ty(&self, value: Option<Value>) -> Option<Type> {
        self.body.value_type_opt(value?)
    }

    fn operand(&self, op: Op, index: usize) -> Option<Type> {
        self.ty(self.body.operands(op).nth(index))
    }

    fn result(&self, op: Op) -> Option<Type> {
        self.ty(self.body.results(op).next())
    }

    /// What an op says that has no text in LLVM 14.
    fn inexpressible(&self, op: Op) -> Option<String> {
        let (body, def) = (self.body, self.def(op));
        if def.traits.contains(Traits::CONSTRUCT) && body.result_count(op) > 0 {
            return Some(
                "has results, which constructs have not in LLVM 14: values leave them by variables".into(),
            );
        }
        let merge = structure::merge_param(def.row).map(|index| def.slot_of(index));
        if merge
            .is_some_and(|slot| body.slots(op).get(slot).is_some_and(|merge| *merge != structure::MERGE_NONE))
        {
            return Some(
                "declares a merge block, which blocks cannot in LLVM 14: constructs have regions there \
                 (--spv-structurize-regions)"
                    .into(),
            );
        }
        for (index, param) in def.row.params.iter().enumerate() {
            if !matches!(param.kind, ParamKind::Attr | ParamKind::Mixed) {
                continue;
            }
            if let Some(attr) = body.slot_attr(op, def.slot_of(index))
                && let AttrData::Param { def: attr_def, .. } = self.ctx.attr_data(attr)
            {
                let name = self.ctx.registry().attr_def(*attr_def).name;
                if !ATTRIBUTE_NAMES.contains(&name) {
                    return Some(format!("has an attribute that does not exist in LLVM 14: `#{name}`"));
                }
            }
        }
        None
    }

    /// Why LLVM 14 refuses an op.
    fn refused(&self, op: Op) -> Option<String> {
        let name = self.def(op).row.name;
        let (_, rule) = RULES.iter().find(|(of, _)| *of == name)?;
        rule(self, op)
    }

    fn of_class(&self, place: &str, ty: Option<Type>, class: &Class) -> Option<String> {
        let ty = ty?;
        let wrong = !class.holds(&Shape::new(self.ctx, ty));
        wrong.then(|| format!("{place} must be {}, but got '{}'", class.text, super::type_text(self.ctx, ty)))
    }

    /// Whether the integers that a type is made of are `siN`.
    fn is_signed(&self, ty: Type) -> bool {
        let element = match self.ctx.type_data(ty) {
            TypeData::Vector { element, .. } => *element,
            _ => ty,
        };
        matches!(self.ctx.type_data(element), TypeData::Integer { signedness: Signedness::Signed, .. })
    }
}

/// A rule of LLVM 14's for an op; the message where it is broken.
type LlvmRule = fn(&Look<'_>, Op) -> Option<String>;

/// Rules that the specification has not, or has otherwise.
const RULES: &[(&str, LlvmRule)] = &[
    ("spv.Bitcast", bitcast),
    ("spv.GLSL.SClamp", signed),
    ("spv.GLSL.UClamp", unsigned),
    ("spv.GroupBroadcast", |look, op| look.of_class("operand #1", look.operand(op, 1), &classes::INT)),
    ("spv.GroupNonUniformBallot", ballot),
    ("spv.GroupNonUniformBroadcast", broadcast),
    ("spv.Return", in_function),
    ("spv.ReturnValue", in_function),
    ("spv.Unreachable", unreachable),
];

fn bitcast(look: &Look<'_>, op: Op) -> Option<String> {
    let (from, to) = (look.operand(op, 0)?, look.result(op)?);
    if from == to {
        return Some("result type must be different from operand type".into());
    }
    let pointer = |ty| types::pointer(look.ctx, ty).is_some();
    match (pointer(from), pointer(to)) {
        (true, false) => Some("unhandled bit cast conversion from pointer type to non-pointer type".into()),
        (false, true) => Some("unhandled bit cast conversion from non-pointer type to pointer type".into()),
        _ => None,
    }
}

fn signed(look: &Look<'_>, op: Op) -> Option<String> {
    let ty = look.operand(op, 0)?;
    (!look.is_signed(ty)).then(|| signedness(look, "operand #0", "signed", ty))
}

fn unsigned(look: &Look<'_>, op: Op) -> Option<String> {
    let ty = look.operand(op, 0)?;
    look.is_signed(ty).then(|| signedness(look, "operand #0", "signless/unsigned", ty))
}

fn signedness(look: &Look<'_>, place: &str, sign: &str, ty: Type) -> String {
    format!(
        "{place} must be 8/16/32/64-bit {sign} integer or vector of 8/16/32/64-bit {sign} integer values of \
         length 2/3/4/8/16, but got '{}'",
        super::type_text(look.ctx, ty)
    )
}

fn ballot(look: &Look<'_>, op: Op) -> Option<String> {
    let ty = look.result(op)?;
    look.is_signed(ty).then(|| {
        format!(
            "result #0 must be vector of 8/16/32/64-bit signless/unsigned integer values of length 4, but got \
             '{}'",
            super::type_text(look.ctx, ty)
        )
    })
}

fn broadcast(look: &Look<'_>, op: Op) -> Option<String> {
    let id = look.body.operands(op).nth(1)?;
    let row = look.body.defining_op(id).map(|op| look.def(op).row);
    let constants = [&structure::CONSTANT, &structure::REFERENCE_OF];
    let constant = row.is_some_and(|row| constants.iter().any(|known| std::ptr::eq(row, *known)));
    (!constant).then(|| "id must be the result of a constant op".into())
}

fn in_function(look: &Look<'_>, _: Op) -> Option<String> {
    (!look.function).then(|| "must appear in a function-like op's block".into())
}

fn unreachable(look: &Look<'_>, op: Op) -> Option<String> {
    let block = look.body.parent(op)?;
    let entry = look.body.block_parent(block).and_then(|region| look.body.first_block(region)) == Some(block);
    entry.then(|| "cannot be used in reachable block".into())
}
