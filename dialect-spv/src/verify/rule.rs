//! Type rules, as listed in the overlay

use super::View;
use super::shape::{Shape, TypeKind};
use crate::types;
use spv_ir::{Context, Type};

/// The operand or result to which a type rule applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpValue {
    /// The op's result.
    Result,
    /// The operand at this index.
    Operand(u8),
}

/// The result.
pub const R: OpValue = OpValue::Result;
/// The first operand.
pub const A: OpValue = OpValue::Operand(0);
/// The second operand.
pub const B: OpValue = OpValue::Operand(1);
/// The third operand.
pub const C: OpValue = OpValue::Operand(2);
/// The fourth operand.
pub const D: OpValue = OpValue::Operand(3);

/// A set of types, described by their kinds and component widths.
#[derive(Debug)]
pub struct Class {
    /// Bit set of the [`TypeKind`]s that the type may have.
    pub kinds: u32,
    /// Bit set of the [`TypeKind`]s that the components may have.
    pub elements: u32,
    /// Allowed component widths in bits. Any width is allowed if the list is empty.
    pub widths: &'static [u32],
    /// Description of the types in messages.
    pub text: &'static str,
}

impl Class {
    #[inline]
    pub(crate) fn holds(&self, shape: &Shape) -> bool {
        let bit = |kind: TypeKind| 1_u32 << kind as u32;
        self.kinds & bit(shape.kind) != 0
            && self.elements & bit(shape.element) != 0
            && (self.widths.is_empty() || self.widths.contains(&shape.width))
    }
}

/// A type rule. Unknown types satisfy every type rule.
#[derive(Clone, Copy)]
pub enum Rule {
    /// The type must belong to the class.
    Is(OpValue, &'static Class),
    /// Both types must be identical.
    Same(OpValue, OpValue),
    /// Both types must be identical, except for the signedness of integers.
    Alike(OpValue, OpValue),
    /// Both types must have the same number of components.
    Count(OpValue, OpValue),
    /// Both types must be scalars, vectors, long vectors or cooperative matrices, with the same number of components.
    Form(OpValue, OpValue),
    /// The component types must differ, and integers must differ in width, so that the conversion has an effect.
    Converts(OpValue, OpValue),
    /// The first type must be the component type of the second type.
    Component(OpValue, OpValue),
    /// The first type must be the pointee type of the second type.
    Pointee(OpValue, OpValue),
    /// A function that depends only on types, attributes and referenced symbols.
    BySignature(fn(&mut View<'_, '_>)),
    /// A function that may depend on the whole op, its operands' definitions and the enclosing ops.
    By(fn(&mut View<'_, '_>)),
}

impl Rule {
    /// Checks the type rule for the op of a view.
    #[inline(always)]
    pub fn check(&self, v: &mut View<'_, '_>) {
        match self {
            Rule::By(check) | Rule::BySignature(check) => check(v),
            rule => rule.check_types(v),
        }
    }

    /// Returns a description of the type rule, or `None` if the rule is a function.
    pub fn text(&self) -> Option<String> {
        let same =
            |what: &str, a: &OpValue, b: &OpValue| format!("{} and {} have {what}", a.named(), b.named());
        Some(match self {
            Rule::Is(place, class) => format!("{} is {}", place.named(), class.text),
            Rule::Same(a, b) => same("the same type", a, b),
            Rule::Alike(a, b) => same("the same type except for signedness", a, b),
            Rule::Count(a, b) => same("the same number of components", a, b),
            Rule::Form(a, b) => same("the same form and number of components", a, b),
            Rule::Converts(a, b) => same("components of different types", a, b),
            Rule::Component(a, of) => format!("{} has the component type of the {}", a.named(), of.named()),
            Rule::Pointee(a, pointer) => {
                format!("{} has the pointee type of the {}", a.named(), pointer.named())
            }
            Rule::BySignature(_) | Rule::By(_) => return None,
        })
    }

    /// Returns whether an op violates the type rule. `of` returns the type of an operand or result. Returns `None` if a
    /// type is unknown, or if the rule is a function.
    pub fn breaks(&self, ctx: &Context, of: impl Fn(OpValue) -> Option<Type>) -> Option<bool> {
        let shape = |ty| Shape::new(ctx, ty);
        Some(match *self {
            Rule::Is(place, class) => !class.holds(&shape(of(place)?)),
            Rule::Same(a, b) => of(a)? != of(b)?,
            Rule::Alike(a, b) => {
                let (a, b) = (of(a)?, of(b)?);
                a != b && !alike(ctx, (a, &shape(a)), (b, &shape(b)))
            }
            Rule::Count(a, b) => shape(of(a)?).differs_in_count(&shape(of(b)?)),
            Rule::Form(a, b) => differ_in_form(&shape(of(a)?), &shape(of(b)?)),
            Rule::Converts(a, b) => of(a)? == of(b)? || !converts(&shape(of(a)?), &shape(of(b)?)),
            Rule::Component(a, other) => of(a)? != shape(of(other)?).inner?,
            Rule::Pointee(a, pointer) => of(a)? != shape(of(pointer)?).inner?,
            Rule::By(_) | Rule::BySignature(_) => return None,
        })
    }

    fn check_types(&self, v: &mut View<'_, '_>) {
        match *self {
            Rule::Is(place, class) => {
                if let Some(ty) = v.ty(place)
                    && !class.holds(v.shape(ty))
                {
                    let (place, ty) = (place.numbered(), v.text(ty));
                    v.error(&format!("{place} must be {}, but got '{ty}'", class.text));
                }
            }
            Rule::Same(a, b) => {
                if let (Some(x), Some(y)) = (v.ty(a), v.ty(b))
                    && x != y
                {
                    v.differ("expected the same type for", (a, x), (b, y));
                }
            }
            Rule::Alike(a, b) => {
                if let (Some(x), Some(y)) = (v.ty(a), v.ty(b))
                    && !v.alike(x, y)
                {
                    v.differ("expected the same type for", (a, x), (b, y));
                }
            }
            Rule::Count(a, b) => {
                if let (Some(x), Some(y)) = (v.ty(a), v.ty(b)) {
                    let (s, t) = (v.shape(x), v.shape(y));
                    if s.differs_in_count(t) {
                        v.differ("expected the same number of components for", (a, x), (b, y));
                    }
                }
            }
            Rule::Form(a, b) => {
                if let (Some(x), Some(y)) = (v.ty(a), v.ty(b))
                    && differ_in_form(v.shape(x), v.shape(y))
                {
                    v.differ("expected the same number of components for", (a, x), (b, y));
                }
            }
            Rule::Converts(a, b) => {
                if let (Some(x), Some(y)) = (v.ty(a), v.ty(b))
                    && !v.converts(x, y)
                {
                    let (x, y) = (v.text(x), v.text(y));
                    v.error(&format!(
                        "expected the different bit widths for operand type and result type, but provided \
                         '{x}' and '{y}'"
                    ));
                }
            }
            Rule::Component(a, of) => {
                if let (Some(x), Some(y)) = (v.ty(a), v.ty(of))
                    && let Some(inner) = v.shape(y).inner
                    && x != inner
                {
                    let (expected, found, of, a) = (v.text(inner), v.text(x), of.named(), a.named());
                    v.error(&format!(
                        "expected {a} to have the component type of the {of}, '{expected}', but found '{found}'"
                    ));
                }
            }
            Rule::Pointee(a, pointer) => {
                if let (Some(x), Some(y)) = (v.ty(a), v.ty(pointer))
                    && let Some(inner) = v.shape(y).inner
                    && x != inner
                {
                    let (expected, found, a) = (v.text(inner), v.text(x), a.named());
                    v.error(&format!(
                        "expected {a} to have the same type as the pointer operand's pointee type \
                         '{expected}', but found '{found}'"
                    ));
                }
            }
            // Rules that are functions report their own errors.
            Rule::By(_) | Rule::BySignature(_) => {}
        }
    }
}

impl OpValue {
    /// Formats the operand or result as `operand #0` or `result #0`.
    pub(crate) fn numbered(self) -> String {
        match self {
            OpValue::Result => "result #0".to_owned(),
            OpValue::Operand(n) => format!("operand #{n}"),
        }
    }

    /// Formats the operand or result as `first operand` or `result`.
    pub fn named(self) -> &'static str {
        match self {
            OpValue::Result => "result",
            OpValue::Operand(0) => "first operand",
            OpValue::Operand(1) => "second operand",
            OpValue::Operand(2) => "third operand",
            OpValue::Operand(_) => "fourth operand",
        }
    }
}

impl View<'_, '_> {
    /// Returns whether two types are identical, except for the signedness of integers.
    pub fn alike(&self, a: Type, b: Type) -> bool {
        if a == b {
            return true;
        }
        alike(self.ctx(), (a, self.shape(a)), (b, self.shape(b)))
    }

    fn converts(&self, a: Type, b: Type) -> bool {
        let (s, t) = (self.shape(a), self.shape(b));
        a != b && converts(s, t)
    }

    fn differ(&mut self, what: &str, (a, x): (OpValue, Type), (b, y): (OpValue, Type)) {
        let (x, y) = (self.text(x), self.text(y));
        let (a, b) = (a.named(), b.named());
        self.error(&format!("{what} the {a} and {b}, but provided '{x}' and '{y}'"));
    }
}

/// Returns whether two integer types, or composites of integers, differ at most in signedness.
fn alike(ctx: &Context, (a, s): (Type, &Shape), (b, t): (Type, &Shape)) -> bool {
    let integers = s.element == TypeKind::Int && t.element == TypeKind::Int;
    let same = (s.kind, s.width) == (t.kind, t.width) && !s.differs_in_count(t);
    // The parameters after the component type are scope, rows, columns and use of a cooperative matrix.
    let extent = |ty| types::view(ctx, ty).and_then(|(code, params)| Some((code, params.get(2..)?)));
    integers && same && (s.kind != TypeKind::CoopMatrix || extent(a) == extent(b))
}

/// Returns whether two types differ in form (scalar, vector, long vector or cooperative matrix) or in the number of
/// components.
fn differ_in_form(s: &Shape, t: &Shape) -> bool {
    let is_long = |shape: &Shape| shape.kind == TypeKind::LongVector;
    match (is_long(s), is_long(t)) {
        // An unknown length depends on specialization, so it may be the same as the other length.
        (true, true) => s.count != t.count && s.count != 0 && t.count != 0,
        (false, false) => s.differs_in_count(t),
        _ => true,
    }
}

/// Returns whether a conversion between two types changes the components. Float formats may differ even if their widths
/// are the same.
fn converts(s: &Shape, t: &Shape) -> bool {
    match s.element {
        TypeKind::Int => s.width != t.width,
        _ => s.inner != t.inner || s.inner.is_none(),
    }
}
