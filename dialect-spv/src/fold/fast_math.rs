//! Fast-math patterns
//!
//! The patterns apply rules of real arithmetic. They may change float rounding, and results for zeros, infinities and
//! NaNs.
//!
//! A rule applies only if all ops that it replaces permit it. The FPFastMathMode decoration grants permission. An
//! undecorated op uses the module's default ([`Facts::default_flags`]). If there is no default, it uses the optimizer's
//! option ([`Facts::FAST_MATH`]). NoContraction forbids all rules. No rule increases the number of GPU instructions.

use super::Facts;
use super::constant::{self, Scalar};
use super::decorations::{can_merge, kept_by, stands_alone, without_wrap_flags};
use super::float::{encode, is_normal};
use super::identity::splat;
use super::rewrite::{compute, has_one_use};
use crate::decorations::enum_value;
use crate::generated::enums::FP_FAST_MATH_MODE;
use crate::generated::opcodes::set::GLSL;
use crate::generated::opcodes::*;
use crate::generated::values::fp_fast_math_mode as mode;
use crate::types;
use smallvec::SmallVec;
use spv_ir::dialect::Registry;
use spv_ir::rewrite::{Patterns, program_uses, uses_itself};
use spv_ir::{Attribute, FloatKind, Folding, NewOp, Op, Rewriter, Type, Value};

/// Permission to reassociate sums and products.
const REASSOC: u32 = mode::ALLOW_REASSOC;
/// Permission to replace ops with other ops that have the same result in real arithmetic.
const TRANSFORM: u32 = mode::ALLOW_TRANSFORM;
const NSZ: u32 = mode::NSZ;
const FINITE: u32 = mode::NOT_NAN | mode::NOT_INF;
/// All flags that [`mode::FAST`] includes.
const ALL: u32 = FINITE | NSZ | mode::ALLOW_RECIP | REASSOC | TRANSFORM | mode::ALLOW_CONTRACT;

/// Key of the FPFastMathMode decoration.
const FLAGS: &str = "fp_fast_math_mode";

/// A rewrite rule: returns the replacement value for an op with the given operands, or `None` if the rule does not
/// match. Adds the ops that compute the replacement value to the [`Replacement`].
type RuleFn<const N: usize> = fn(&Site<'_>, &mut Replacement, [Value; N]) -> Option<ReplacementValue>;

/// A rewrite rule for one opcode: instruction set, opcode, required FPFastMathMode flags, and function.
enum Rule {
    Unary(u16, u32, u32, RuleFn<1>),
    Binary(u16, u32, u32, RuleFn<2>),
    Ternary(u16, u32, u32, RuleFn<3>),
}
use Rule::{Binary, Ternary, Unary};

impl Rule {
    /// Returns the instruction (set and opcode) that the rule matches, and the required FPFastMathMode flags.
    const fn needs(&self) -> ((u16, u32), u32) {
        let (Unary(set, opcode, flags, _) | Binary(set, opcode, flags, _) | Ternary(set, opcode, flags, _)) =
            self;
        ((*set, *opcode), *flags)
    }
}

const RULES: &[Rule] = &[
    Binary(0, F_ADD, NSZ, |s, _, [x, y]| s.is(y, 0.0).then_some(ReplacementValue::Value(x))),
    Binary(0, F_ADD, REASSOC, merge_sums),
    Binary(0, F_ADD, REASSOC, common_factor),
    Binary(0, F_ADD, REASSOC | NSZ, |s, _, [a, b]| s.cancels(a, b).or_else(|| s.cancels(b, a))),
    Binary(0, F_SUB, NSZ, |s, p, [x, y]| {
        s.is(x, 0.0).then(|| p.op(0, F_NEGATE, s.ty(), &[ReplacementValue::Value(y)]))
    }),
    Binary(0, F_SUB, FINITE, |s, _, [x, y]| if x == y { s.number(s.ty(), 0.0) } else { None }),
    Binary(0, F_SUB, REASSOC, merge_sums),
    Binary(0, F_SUB, REASSOC, common_factor),
    Binary(0, F_SUB, REASSOC | NSZ, difference_of_sum),
    Binary(0, F_MUL, FINITE | NSZ, |s, _, [_, y]| if s.is(y, 0.0) { s.number(s.ty(), 0.0) } else { None }),
    Binary(0, F_MUL, REASSOC, merge_factors),
    Binary(0, F_MUL, REASSOC, scale_by_splat),
    Binary(0, F_MUL, TRANSFORM, |s, p, [a, b]| {
        s.root_of_inverse(p, a, b).or_else(|| s.root_of_inverse(p, b, a))
    }),
    Binary(0, F_DIV, FINITE, |s, _, [x, y]| if x == y { s.number(s.ty(), 1.0) } else { None }),
    Binary(0, F_DIV, FINITE | NSZ, |s, _, [x, _]| if s.is(x, 0.0) { s.number(s.ty(), 0.0) } else { None }),
    Binary(0, F_DIV, mode::ALLOW_RECIP, by_reciprocal),
    Binary(0, F_DIV, REASSOC | mode::ALLOW_RECIP, quotient_of_quotient),
    Binary(0, F_DIV, TRANSFORM, by_inverse_root),
    Binary(0, F_DIV, TRANSFORM, |s, p, [v, length]| s.normalized(p, v, s.splat_of(length)?)),
    Binary(0, VECTOR_TIMES_SCALAR, REASSOC, scale_of_scale),
    Binary(0, VECTOR_TIMES_SCALAR, TRANSFORM, |s, p, [v, scale]| {
        let [one, length] = s.inner(scale, 0, F_DIV, TRANSFORM)?;
        s.is(one, 1.0).then(|| s.normalized(p, v, length))?
    }),
    Binary(0, DOT, REASSOC, |s, p, [v, w]| s.dot_of_scale(p, v, w).or_else(|| s.dot_of_scale(p, w, v))),
    Binary(0, MATRIX_TIMES_VECTOR, REASSOC, |s, p, [matrix, vector]| {
        let [a, b] = s.product_of_matrices(matrix)?;
        let inner = p.op(0, MATRIX_TIMES_VECTOR, s.column(b)?, &[b, vector].map(ReplacementValue::Value));
        Some(p.op(0, MATRIX_TIMES_VECTOR, s.ty(), &[ReplacementValue::Value(a), inner]))
    }),
    Binary(0, VECTOR_TIMES_MATRIX, REASSOC, |s, p, [vector, matrix]| {
        let [a, b] = s.product_of_matrices(matrix)?;
        let inner = p.op(0, VECTOR_TIMES_MATRIX, s.column(b)?, &[vector, a].map(ReplacementValue::Value));
        Some(p.op(0, VECTOR_TIMES_MATRIX, s.ty(), &[inner, ReplacementValue::Value(b)]))
    }),
    Binary(0, MATRIX_TIMES_VECTOR, REASSOC, |s, p, [matrix, vector]| {
        let [matrix, scale] = s.own(matrix, 0, MATRIX_TIMES_SCALAR, REASSOC)?;
        let product = p.op(0, MATRIX_TIMES_VECTOR, s.ty(), &[matrix, vector].map(ReplacementValue::Value));
        Some(p.op(0, VECTOR_TIMES_SCALAR, s.ty(), &[product, ReplacementValue::Value(scale)]))
    }),
    Binary(GLSL, glsl::POW, TRANSFORM, power),
    Unary(GLSL, glsl::NORMALIZE, TRANSFORM, |s, _, [v]| {
        s.inner_op(v, GLSL, glsl::NORMALIZE, TRANSFORM).map(|_| ReplacementValue::Value(v))
    }),
    Unary(GLSL, glsl::EXP, TRANSFORM, |s, _, [x]| s.inverse(x, glsl::LOG)),
    Unary(GLSL, glsl::LOG, TRANSFORM, |s, _, [x]| s.inverse(x, glsl::EXP)),
    Unary(GLSL, glsl::EXP2, TRANSFORM, |s, _, [x]| s.inverse(x, glsl::LOG2)),
    Unary(GLSL, glsl::LOG2, TRANSFORM, |s, _, [x]| s.inverse(x, glsl::EXP2)),
    Unary(GLSL, glsl::SQRT, TRANSFORM, |s, p, [square]| {
        let [a, b] = s.own(square, 0, F_MUL, TRANSFORM)?;
        (a == b).then(|| p.op(GLSL, glsl::F_ABS, s.ty(), &[ReplacementValue::Value(a)]))
    }),
    Ternary(GLSL, glsl::F_MIX, FINITE | NSZ, |s, _, [x, y, at]| {
        let (_, value) = [(0.0, x), (1.0, y)].into_iter().find(|&(end, _)| s.is(at, end))?;
        Some(ReplacementValue::Value(value))
    }),
    Ternary(GLSL, glsl::FMA, FINITE | NSZ, |s, _, [a, b, c]| {
        (s.is(a, 0.0) || s.is(b, 0.0)).then_some(ReplacementValue::Value(c))
    }),
    Ternary(GLSL, glsl::FMA, NSZ, |s, p, [a, b, c]| {
        s.is(c, 0.0).then(|| p.op(0, F_MUL, s.ty(), &[a, b].map(ReplacementValue::Value)))
    }),
];

/// Registers the fast-math rules as patterns of the ops that they match.
pub fn add_fast_math(registry: &Registry, patterns: &mut Patterns) {
    let mut last = None;
    let mut codes: Vec<(u16, u32)> = RULES.iter().map(|rule| rule.needs().0).collect();
    codes.sort_unstable();
    for (set, opcode) in codes {
        if last.replace((set, opcode)) != Some((set, opcode))
            && let Some(def) = registry.op_by_code(set, opcode)
        {
            patterns.add(def, relax);
        }
    }
}

/// Applies the first rule that matches an op.
fn relax(r: &mut Rewriter<'_>, op: Op) -> bool {
    let f = r.folding();
    let permitted = flags(f, op);
    if permitted == 0 {
        return false;
    }
    let site = Site { f, op };
    let own = code(f, op);
    let fits = |rule: &&Rule| {
        let (code, flags) = rule.needs();
        code == own && permitted & flags == flags
    };
    let found = RULES.iter().filter(fits).find_map(|rule| {
        let mut plan = Replacement::default();
        let part = match rule {
            Unary(.., apply) => apply(&site, &mut plan, f.body.first_operands(op)),
            Binary(.., apply) => apply(&site, &mut plan, f.body.first_operands(op)),
            Ternary(.., apply) => apply(&site, &mut plan, f.body.first_operands(op)),
        }?;
        site.fits(part).then_some((plan, part))
    });
    found.is_some_and(|(plan, part)| plan.make(r, op, part))
}

/// Returns an op's fast-math permissions as FPFastMathMode bits.
pub(crate) fn flags(f: Folding<'_>, op: Op) -> u32 {
    let facts = Facts::from_bits_truncate(f.facts);
    let attrs = f.body.attrs(op);
    let defaults = Facts::FAST_MATH | Facts::FAST_DEFAULT;
    if attrs.is_none() && !facts.intersects(defaults) || stands_alone(f.ctx, f.body, op) {
        return 0;
    }
    let own = f.ctx.dict_get(attrs, FLAGS);
    if own.is_none()
        && let Some(default) = float_kind(f, op).and_then(|kind| facts.default_flags(kind))
    {
        return default;
    }
    let given = match own {
        Some(text) => f.ctx.attr_str(text).and_then(|text| enum_value(&FP_FAST_MATH_MODE, text)).unwrap_or(0),
        None if facts.contains(Facts::FAST_MATH) => mode::FAST,
        None => 0,
    };
    let all = if given & mode::FAST != 0 { ALL } else { given };
    // An execution mode that preserves zeros, infinities and NaNs takes precedence over the optimizer's option.
    let keeps = Facts::KEEPS_16 | Facts::KEEPS_32 | Facts::KEEPS_64;
    if facts.intersects(keeps) && own.is_none() { all & !(FINITE | NSZ) } else { all }
}

/// Returns the float format of the op's result type, which is a scalar, vector or matrix. Returns `None` for other
/// types.
fn float_kind(f: Folding<'_>, op: Op) -> Option<FloatKind> {
    let mut ty = f.body.value_type(f.body.result(op, 0));
    if let Some((TYPE_MATRIX, [_, column, ..])) = types::view(f.ctx, ty) {
        ty = f.ctx.attr_type(*column)?;
    }
    match constant::shape(f.ctx, ty)?.scalar {
        Scalar::Float(kind) => Some(kind),
        _ => None,
    }
}

/// Returns the instruction set and opcode of an op.
fn code(f: Folding<'_>, op: Op) -> (u16, u32) {
    let row = f.ctx.registry().op(f.body.def(op)).row;
    (row.set, row.opcode)
}

/// A value that a replacement uses.
#[derive(Clone, Copy)]
enum ReplacementValue {
    /// An existing value.
    Value(Value),
    /// A constant: type and attribute.
    Constant(Type, Attribute),
    /// The result of the replacement's op with this index.
    Made(usize),
}

/// The ops of a replacement in order: instruction set, opcode, result type, operands.
#[derive(Default)]
struct Replacement {
    ops: Vec<(u16, u32, Type, SmallVec<[ReplacementValue; 4]>)>,
}

impl Replacement {
    fn op(&mut self, set: u16, opcode: u32, ty: Type, operands: &[ReplacementValue]) -> ReplacementValue {
        self.ops.push((set, opcode, ty, operands.into()));
        ReplacementValue::Made(self.ops.len() - 1)
    }

    /// Creates the new ops with the location and decorations of the replaced op, and replaces that op with `result`.
    fn make(self, r: &mut Rewriter<'_>, op: Op, result: ReplacementValue) -> bool {
        let ctx = r.ctx();
        let attrs = without_wrap_flags(ctx, r.attrs(op));
        let old = r.result(op, 0);
        let (loc, name) = (r.loc(op), r.value_name(old));
        let mut made: Vec<Value> = Vec::new();
        let value = |r: &mut Rewriter<'_>, made: &[Value], part: ReplacementValue| match part {
            ReplacementValue::Value(value) => Some(value),
            ReplacementValue::Constant(ty, attr) => r.constant(ty, attr),
            ReplacementValue::Made(number) => made.get(number).copied(),
        };
        for (set, opcode, ty, parts) in self.ops {
            let operands: Option<SmallVec<[Value; 4]>> =
                parts.into_iter().map(|part| value(r, &made, part)).collect();
            let (Some(operands), Some(def)) = (operands, ctx.registry().op_by_code(set, opcode)) else {
                return false;
            };
            made.push(r.value(NewOp { loc, operands: &operands, results: &[ty], attrs, ..NewOp::new(def) }));
        }
        let Some(value) = value(r, &made, result) else { return false };
        if let (ReplacementValue::Made(_), Some(_), Some(new)) = (result, name, r.defining_op(value)) {
            r.modify(new, |builder| builder.set_value_name(value, name));
        }
        r.replace(op, &[value]);
        true
    }
}

/// The op that the rules are matched against.
struct Site<'a> {
    f: Folding<'a>,
    op: Op,
}

impl Site<'_> {
    fn ty(&self) -> Type {
        self.f.body.value_type(self.f.body.result(self.op, 0))
    }

    /// Returns whether a value may replace the result of the matched op.
    fn fits(&self, part: ReplacementValue) -> bool {
        let (body, facts) = (self.f.body, Facts::from_bits_truncate(self.f.facts));
        match part {
            ReplacementValue::Value(value) => {
                let flushes = constant::shape(self.f.ctx, self.ty())
                    .is_some_and(|shape| matches!(shape.scalar, Scalar::Float(kind) if facts.flushes(kind)));
                body.value_type(value) == self.ty()
                    && kept_by(self.f.ctx, body, self.op, value)
                    && !flushes
                    && value != body.result(self.op, 0)
            }
            ReplacementValue::Constant(ty, _) => ty == self.ty() && facts.has_constants(self.f.ctx, ty),
            ReplacementValue::Made(_) => true,
        }
    }

    /// Returns the op that defines a value. Returns `None` if the op has another opcode, FPFastMathMode flags other
    /// than the matched op, or lacks the permissions `needs`.
    fn inner_op(&self, value: Value, set: u16, opcode: u32, needs: u32) -> Option<Op> {
        let (ctx, body) = (self.f.ctx, self.f.body);
        let def = body.defining_op(value).filter(|&def| code(self.f, def) == (set, opcode))?;
        let own = |attrs| ctx.dict_get(attrs, FLAGS);
        let same = own(body.attrs(def)) == own(body.attrs(self.op));
        (same && flags(self.f, def) & needs == needs && !uses_itself(body, def)).then_some(def)
    }

    /// Returns the defining op like [`Self::inner_op`], but only if `value` has no other use.
    fn own_op(&self, value: Value, set: u16, opcode: u32, needs: u32) -> Option<Op> {
        let (ctx, body) = (self.f.ctx, self.f.body);
        self.inner_op(value, set, opcode, needs)
            .filter(|&def| has_one_use(ctx, body, def) && can_merge(ctx, body, def))
    }

    /// Returns the operands of the op that [`Self::inner_op`] finds.
    fn inner<const N: usize>(&self, value: Value, set: u16, opcode: u32, needs: u32) -> Option<[Value; N]> {
        self.inner_op(value, set, opcode, needs).map(|def| self.f.body.first_operands(def))
    }

    /// Returns the operands of the op that [`Self::own_op`] finds.
    fn own<const N: usize>(&self, value: Value, set: u16, opcode: u32, needs: u32) -> Option<[Value; N]> {
        self.own_op(value, set, opcode, needs).map(|def| self.f.body.first_operands(def))
    }

    /// Returns whether `value` is a constant whose lanes all equal `number`.
    fn is(&self, value: Value, number: f64) -> bool {
        matches!(splat(self.f, value), Some((bits, Scalar::Float(kind)))
            if super::float::decode(kind, bits) == Some(number))
    }

    /// Returns a constant of type `ty` whose lanes all equal `number`. Returns `None` if `ty` is not a supported float
    /// type.
    fn number(&self, ty: Type, number: f64) -> Option<ReplacementValue> {
        let shape = constant::shape(self.f.ctx, ty)?;
        let Scalar::Float(kind) = shape.scalar else { return None };
        let (bits, _) = encode(kind, number)?;
        Some(ReplacementValue::Constant(
            ty,
            constant::from_lanes(self.f.ctx, ty, shape, &vec![bits; shape.lanes()]),
        ))
    }

    /// Folds the binary instruction `opcode` on two constants, in the type of the matched op's result. Returns `None`
    /// unless all lanes of the result are normal numbers or zero.
    fn computed(&self, opcode: u32, a: Value, b: Value) -> Option<ReplacementValue> {
        let ty = self.ty();
        let attr = compute(self.f, opcode, self.f.body.result(self.op, 0), a, b)?;
        let shape = constant::shape(self.f.ctx, ty)?;
        let fits = |&bits: &u64| bits << 1 == 0 || is_normal(shape.scalar, bits) == Some(true);
        constant::lanes(self.f.ctx, shape, attr)?
            .iter()
            .all(fits)
            .then_some(ReplacementValue::Constant(ty, attr))
    }

    /// Simplifies `a + (b - a)` to `b`.
    fn cancels(&self, addend: Value, difference: Value) -> Option<ReplacementValue> {
        let [b, a] = self.inner(difference, 0, F_SUB, REASSOC | NSZ)?;
        (a == addend).then_some(ReplacementValue::Value(b))
    }

    /// Returns the scalar that all components of an OpCompositeConstruct share. Returns `None` if `vector` has another
    /// defining op or its components differ.
    fn splat_of(&self, vector: Value) -> Option<Value> {
        let def = self.f.body.defining_op(vector)?;
        if code(self.f, def) != (0, COMPOSITE_CONSTRUCT) {
            return None;
        }
        let mut parts = self.f.body.operands(def);
        let first = parts.next()?;
        let scalar = constant::shape(self.f.ctx, self.f.body.value_type(first))?.length.is_none();
        (scalar && parts.all(|part| part == first)).then_some(first)
    }

    /// Replaces `x * inversesqrt(x)` with `sqrt(x)`.
    fn root_of_inverse(&self, plan: &mut Replacement, x: Value, root: Value) -> Option<ReplacementValue> {
        let [radicand] = self.own(root, GLSL, glsl::INVERSE_SQRT, TRANSFORM)?;
        (radicand == x).then(|| plan.op(GLSL, glsl::SQRT, self.ty(), &[ReplacementValue::Value(x)]))
    }

    /// Replaces `v / length(v)` with `normalize(v)`.
    fn normalized(&self, plan: &mut Replacement, v: Value, length: Value) -> Option<ReplacementValue> {
        let [measured] = self.inner(length, GLSL, glsl::LENGTH, TRANSFORM)?;
        (measured == v).then(|| plan.op(GLSL, glsl::NORMALIZE, self.ty(), &[ReplacementValue::Value(v)]))
    }

    /// Replaces `dot(v * s, w)` with `dot(v, w) * s`.
    fn dot_of_scale(&self, plan: &mut Replacement, scaled: Value, w: Value) -> Option<ReplacementValue> {
        let [v, s] = self.own(scaled, 0, VECTOR_TIMES_SCALAR, REASSOC)?;
        let product = plan.op(0, DOT, self.ty(), &[v, w].map(ReplacementValue::Value));
        Some(plan.op(0, F_MUL, self.ty(), &[product, ReplacementValue::Value(s)]))
    }

    /// Returns the factors of a matrix product that is only multiplied with vectors. Returns `None` if separate
    /// matrix-vector products would cost more.
    fn product_of_matrices(&self, value: Value) -> Option<[Value; 2]> {
        /// Maximum number of vectors that are multiplied with the product. Two matrix-vector products cost half as much
        /// as a matrix product.
        const MOST_USES: usize = 2;
        let product = self.inner_op(value, 0, MATRIX_TIMES_MATRIX, REASSOC)?;
        let mut uses = program_uses(self.f.ctx, self.f.body, value);
        let vectors = [(0, MATRIX_TIMES_VECTOR), (0, VECTOR_TIMES_MATRIX)];
        let few = uses.by_ref().take(MOST_USES).all(|(user, _)| vectors.contains(&code(self.f, user)));
        (few && uses.next().is_none() && can_merge(self.f.ctx, self.f.body, product))
            .then(|| self.f.body.first_operands(product))
    }

    /// Returns the column type of a matrix, or `None` for other values.
    fn column(&self, matrix: Value) -> Option<Type> {
        match types::view(self.f.ctx, self.f.body.value_type(matrix)) {
            Some((TYPE_MATRIX, [_, column, ..])) => self.f.ctx.attr_type(*column),
            _ => None,
        }
    }

    /// Returns the argument `x` if `value` is the result of the given GLSL.std.450 instruction on `x`. The matched op
    /// must compute the inverse function, so `x` is its result. Returns `None` for other values.
    fn inverse(&self, value: Value, instruction: u32) -> Option<ReplacementValue> {
        self.inner(value, GLSL, instruction, TRANSFORM).map(|[x]| ReplacementValue::Value(x))
    }
}

/// The form of a sum or difference of a constant `c` and a value `x`.
#[derive(Clone, Copy)]
enum Sum {
    /// `x + c`
    Plus,
    /// `x - c`
    Minus,
    /// `c - x`
    From,
}

/// Result of merging two sums, indexed by the forms of the outer and inner sum. Each element has the op that combines
/// the constants, whether to swap the constants, and the form of the result.
const SUMS: [[(u32, bool, Sum); 3]; 3] = [
    [(F_ADD, false, Sum::Plus), (F_SUB, false, Sum::Plus), (F_ADD, false, Sum::From)],
    [(F_SUB, false, Sum::Minus), (F_ADD, false, Sum::Minus), (F_SUB, true, Sum::From)],
    [(F_SUB, false, Sum::From), (F_ADD, false, Sum::From), (F_SUB, false, Sum::Plus)],
];

/// Matches a sum or difference of a value and a constant. Returns the form, the value and the constant.
fn sum(f: Folding<'_>, op: Op) -> Option<(Sum, Value, Value)> {
    let minus = match code(f, op) {
        (0, F_ADD) => false,
        (0, F_SUB) => true,
        _ => return None,
    };
    let [a, b] = f.body.first_operands(op);
    match (f.constant(a).is_some(), f.constant(b).is_some()) {
        (false, true) => Some((if minus { Sum::Minus } else { Sum::Plus }, a, b)),
        (true, false) => Some((if minus { Sum::From } else { Sum::Plus }, b, a)),
        _ => None,
    }
}

/// Merges two nested sums with constants into a single sum.
fn merge_sums(s: &Site<'_>, plan: &mut Replacement, _: [Value; 2]) -> Option<ReplacementValue> {
    let (outer, value, c) = sum(s.f, s.op)?;
    let def = [F_ADD, F_SUB].into_iter().find_map(|code| s.own_op(value, 0, code, REASSOC))?;
    let (inner, x, d) = sum(s.f, def)?;
    let (code, swaps, whole) = SUMS[outer as usize][inner as usize];
    let total = if swaps { s.computed(code, d, c) } else { s.computed(code, c, d) }?;
    let x = ReplacementValue::Value(x);
    Some(match whole {
        Sum::Plus => plan.op(0, F_ADD, s.ty(), &[x, total]),
        Sum::Minus => plan.op(0, F_SUB, s.ty(), &[x, total]),
        Sum::From => plan.op(0, F_SUB, s.ty(), &[total, x]),
    })
}

/// Replaces `(x * c) * d` with `x * (c * d)`.
fn merge_factors(s: &Site<'_>, plan: &mut Replacement, [product, d]: [Value; 2]) -> Option<ReplacementValue> {
    s.f.constant(d)?;
    let [x, c] = s.own(product, 0, F_MUL, REASSOC)?;
    s.f.constant(c)?;
    let factor = s.computed(F_MUL, c, d)?;
    Some(plan.op(0, F_MUL, s.ty(), &[ReplacementValue::Value(x), factor]))
}

/// Replaces `(v * s) * k` with `v * (s * k)`, where `v` is a vector, `s` a scalar and `k` a constant with identical
/// lanes.
fn scale_by_splat(s: &Site<'_>, plan: &mut Replacement, [vector, k]: [Value; 2]) -> Option<ReplacementValue> {
    let [v, scale] = s.own(vector, 0, VECTOR_TIMES_SCALAR, REASSOC)?;
    let (bits, scalar) = splat(s.f, k)?;
    let ty = s.f.body.value_type(scale);
    let constant = ReplacementValue::Constant(ty, constant::from_bits(s.f.ctx, ty, scalar, bits));
    let scale = plan.op(0, F_MUL, ty, &[ReplacementValue::Value(scale), constant]);
    Some(plan.op(0, VECTOR_TIMES_SCALAR, s.ty(), &[ReplacementValue::Value(v), scale]))
}

/// Factors out a common factor of two products in a sum or difference. Applies to products for which this saves
/// instructions: vectors with scalars, matrices with vectors, and scalars with constants.
fn common_factor(
    s: &Site<'_>,
    plan: &mut Replacement,
    [first, second]: [Value; 2],
) -> Option<ReplacementValue> {
    let (_, sums) = code(s.f, s.op);
    let product = |value, opcode| s.own::<2>(value, 0, opcode, REASSOC);
    let products = |opcode| Some([product(first, opcode)?, product(second, opcode)?]);
    // `common` is the operand index of the common factor.
    for (opcode, common) in [(VECTOR_TIMES_SCALAR, 0), (MATRIX_TIMES_VECTOR, 0), (VECTOR_TIMES_MATRIX, 1)] {
        let Some([a, b]) = products(opcode) else { continue };
        if a[common] == b[common] && a[1 - common] != b[1 - common] {
            let rest = [a, b].map(|factors| factors[1 - common]);
            let ty = s.f.body.value_type(rest[0]);
            let factor = plan.op(0, sums, ty, &rest.map(ReplacementValue::Value));
            let mut operands = [factor; 2];
            operands[common] = ReplacementValue::Value(a[common]);
            return Some(plan.op(0, opcode, s.ty(), &operands));
        }
    }
    let [[x, c], [y, d]] = products(F_MUL)?;
    s.f.constant(c).and(s.f.constant(d))?;
    let factor = s.computed(sums, c, d).filter(|_| x == y)?;
    Some(plan.op(0, F_MUL, s.ty(), &[ReplacementValue::Value(x), factor]))
}

/// Replaces `(a + b) - a` and `a - (a - b)` with `b`.
fn difference_of_sum(
    s: &Site<'_>,
    _: &mut Replacement,
    [whole, part]: [Value; 2],
) -> Option<ReplacementValue> {
    if let Some([a, b]) = s.inner(whole, 0, F_ADD, REASSOC | NSZ) {
        return [(a, b), (b, a)]
            .into_iter()
            .find(|pair| pair.0 == part)
            .map(|pair| ReplacementValue::Value(pair.1));
    }
    let [a, b] = s.inner(part, 0, F_SUB, REASSOC | NSZ)?;
    (a == whole).then_some(ReplacementValue::Value(b))
}

/// Replaces `x / c` with `x * (1 / c)`.
fn by_reciprocal(s: &Site<'_>, plan: &mut Replacement, [x, divisor]: [Value; 2]) -> Option<ReplacementValue> {
    let attr = s.f.constant(divisor)?;
    let ty = s.ty();
    let shape = constant::shape(s.f.ctx, ty)?;
    let Scalar::Float(kind) = shape.scalar else { return None };
    let inverse = |bits: u64| {
        let (inverse, _) = encode(kind, super::float::decode(kind, bits)?.recip())?;
        is_normal(shape.scalar, inverse)?.then_some(inverse)
    };
    let lanes: Option<constant::Lanes> =
        constant::lanes(s.f.ctx, shape, attr)?.into_iter().map(inverse).collect();
    let factor = ReplacementValue::Constant(ty, constant::from_lanes(s.f.ctx, ty, shape, &lanes?));
    Some(plan.op(0, F_MUL, ty, &[ReplacementValue::Value(x), factor]))
}

/// Replaces `(x / y) / z` with `x / (y * z)`, and `x / (y / z)` with `(x * z) / y`.
fn quotient_of_quotient(
    s: &Site<'_>,
    plan: &mut Replacement,
    [dividend, divisor]: [Value; 2],
) -> Option<ReplacementValue> {
    let needs = REASSOC | mode::ALLOW_RECIP;
    let ty = s.ty();
    if let Some([x, y]) = s.own(dividend, 0, F_DIV, needs) {
        let product = plan.op(0, F_MUL, ty, &[y, divisor].map(ReplacementValue::Value));
        return Some(plan.op(0, F_DIV, ty, &[ReplacementValue::Value(x), product]));
    }
    let [y, z] = s.own(divisor, 0, F_DIV, needs)?;
    let product = plan.op(0, F_MUL, ty, &[dividend, z].map(ReplacementValue::Value));
    Some(plan.op(0, F_DIV, ty, &[product, ReplacementValue::Value(y)]))
}

/// Replaces `x / sqrt(y)` with `x * inversesqrt(y)`.
fn by_inverse_root(s: &Site<'_>, plan: &mut Replacement, [x, root]: [Value; 2]) -> Option<ReplacementValue> {
    let [y] = s.own(root, GLSL, glsl::SQRT, TRANSFORM)?;
    let inverse = plan.op(GLSL, glsl::INVERSE_SQRT, s.ty(), &[ReplacementValue::Value(y)]);
    if s.is(x, 1.0) {
        return Some(inverse);
    }
    Some(plan.op(0, F_MUL, s.ty(), &[ReplacementValue::Value(x), inverse]))
}

/// Replaces `(v * s) * t` with `v * (s * t)`.
fn scale_of_scale(s: &Site<'_>, plan: &mut Replacement, [scaled, t]: [Value; 2]) -> Option<ReplacementValue> {
    let [v, first] = s.own(scaled, 0, VECTOR_TIMES_SCALAR, REASSOC)?;
    let scale = plan.op(0, F_MUL, s.f.body.value_type(t), &[first, t].map(ReplacementValue::Value));
    Some(plan.op(0, VECTOR_TIMES_SCALAR, s.ty(), &[ReplacementValue::Value(v), scale]))
}

/// Expands a power into products and roots if these cost less than a logarithm, a product and an exponential.
fn power(s: &Site<'_>, plan: &mut Replacement, [x, exponent]: [Value; 2]) -> Option<ReplacementValue> {
    /// The largest exponent to expand. The expansion needs at most five squarings and five further products.
    const MAX_EXPONENT: f64 = 32.0;
    let (bits, Scalar::Float(kind)) = splat(s.f, exponent)? else { return None };
    let exponent = super::float::decode(kind, bits)?;
    let (x, ty) = (ReplacementValue::Value(x), s.ty());
    if exponent == 0.5 {
        return Some(plan.op(GLSL, glsl::SQRT, ty, &[x]));
    }
    if exponent == -0.5 {
        return Some(plan.op(GLSL, glsl::INVERSE_SQRT, ty, &[x]));
    }
    if exponent.fract() != 0.0 || !(1.0..=MAX_EXPONENT).contains(&exponent) {
        return None;
    }
    let (mut rest, mut square, mut product) = (exponent as u32, x, None);
    loop {
        if rest & 1 != 0 {
            product = Some(match product {
                Some(product) => plan.op(0, F_MUL, ty, &[product, square]),
                None => square,
            });
        }
        rest >>= 1;
        if rest == 0 {
            return product;
        }
        square = plan.op(0, F_MUL, ty, &[square, square]);
    }
}

/// Replaces `a * b + c` with `Fma(a, b, c)` if the product has no other use; also applies to differences. Skips OpenCL
/// modules, because OpenCL compilers contract on their own.
pub fn contract(r: &mut Rewriter<'_>, op: Op) -> bool {
    let f = r.folding();
    let needs = mode::ALLOW_CONTRACT;
    if flags(f, op) & needs == 0 || Facts::from_bits_truncate(f.facts).contains(Facts::OPENCL) {
        return false;
    }
    let site = Site { f, op };
    let mut plan = Replacement::default();
    let minus = code(f, op).1 == F_SUB;
    let [first, second] = f.body.first_operands(op);
    let found = [(first, second), (second, first)]
        .into_iter()
        .find_map(|(product, addend)| Some((site.own_op(product, 0, F_MUL, needs)?, addend)));
    let Some((product, addend)) = found else { return false };
    let factors: [Value; 2] = f.body.first_operands(product);
    // A GPU instruction can encode only one constant.
    let is_constant = |value: &Value| f.constant(*value).is_some();
    if is_constant(&addend) && factors.iter().any(is_constant) {
        return false;
    }
    let [mut a, b] = factors.map(ReplacementValue::Value);
    let mut c = ReplacementValue::Value(addend);
    // In a difference, the subtracted operand is negated.
    if minus {
        let negated = if addend == second { &mut c } else { &mut a };
        *negated = plan.op(0, F_NEGATE, site.ty(), &[*negated]);
    }
    let result = plan.op(GLSL, glsl::FMA, site.ty(), &[a, b, c]);
    let contracted = plan.make(r, op, result);
    if contracted {
        r.erase(product);
    }
    contracted
}
