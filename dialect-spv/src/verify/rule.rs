//! The language of type rules: what an op's line in the overlay says of its types.

use super::View;
use super::shape::{Kind, Shape};
use crate::types;
use spv_ir::{Context, Type};

/// A value of an op, whose type a rule is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpValue {
    /// Its result.
    Result,
    /// An operand, by number.
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

/// A set of types.
#[derive(Debug)]
pub struct Class {
    /// Bits by [`Kind`]: what the type is.
    pub kinds: u32,
    /// Bits by [`Kind`]: what its components are.
    pub elements: u32,
    /// Bits of the components; none: any.
    pub widths: &'static [u32],
    /// Its name in messages.
    pub text: &'static str,
}

impl Class {
    #[inline]
    pub(crate) fn holds(&self, shape: &Shape) -> bool {
        let bit = |kind: Kind| 1_u32 << kind as u32;
        self.kinds & bit(shape.kind) != 0
            && self.elements & bit(shape.element) != 0
            && (self.widths.is_empty() || self.widths.contains(&shape.width))
    }
}

/// One rule. Types that are not known break none.
#[derive(Clone, Copy)]
pub enum Rule {
    /// The type is of the class.
    Is(OpValue, &'static Class),
    /// Both types are the same.
    Same(OpValue, OpValue),
    /// Both types are the same, but for the signedness of integers.
    Alike(OpValue, OpValue),
    /// Both have the same number of components.
    Count(OpValue, OpValue),
    /// Both are scalars, vectors, long vectors or cooperative matrices, with the same number of components.
    Form(OpValue, OpValue),
    /// Neither components nor their widths are the same: a conversion that does something.
    Converts(OpValue, OpValue),
    /// The first is the type of the second's components.
    Component(OpValue, OpValue),
    /// The first is what the second points to.
    Pointee(OpValue, OpValue),
    /// What takes more words, but asks only for types, slots, and what symbols represent.
    BySignature(fn(&mut View<'_, '_>)),
    /// What asks for anything else, too.
    By(fn(&mut View<'_, '_>)),
}

impl Rule {
    /// Checks the rule for the op of a view.
    #[inline(always)]
    pub fn check(&self, v: &mut View<'_, '_>) {
        match self {
            Rule::By(check) | Rule::BySignature(check) => check(v),
            rule => rule.check_types(v),
        }
    }

    /// What the rule asks for, in words; `None` where a function says it.
    pub fn text(&self) -> Option<String> {
        let same =
            |what: &str, a: &OpValue, b: &OpValue| format!("{} and {} have {what}", a.named(), b.named());
        Some(match self {
            Rule::Is(place, class) => format!("{} is {}", place.named(), class.text),
            Rule::Same(a, b) => same("the same type", a, b),
            Rule::Alike(a, b) => same("the same type but for signedness", a, b),
            Rule::Count(a, b) => same("the same number of components", a, b),
            Rule::Form(a, b) => same("the same form and number of components", a, b),
            Rule::Converts(a, b) => same("components of different types", a, b),
            Rule::Component(a, of) => format!("{} has the component type of the {}", a.named(), of.named()),
            Rule::Pointee(a, pointer) => {
                format!("{} has the type that the {} points to", a.named(), pointer.named())
            }
            Rule::BySignature(_) | Rule::By(_) => return None,
        })
    }

    /// Whether types break the rule, as far as that follows from these alone: `of` gives the type of a place.
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
            // These say themselves what they ask for.
            Rule::By(_) | Rule::BySignature(_) => {}
        }
    }
}

impl OpValue {
    /// `operand #0`, `result #0`
    fn numbered(self) -> String {
        match self {
            OpValue::Result => "result #0".to_owned(),
            OpValue::Operand(n) => format!("operand #{n}"),
        }
    }

    /// `first operand`, `result`
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
    /// Whether two types are the same, but for the signedness of integers.
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

/// Whether types are those of integers that are the same but for signedness.
fn alike(ctx: &Context, (a, s): (Type, &Shape), (b, t): (Type, &Shape)) -> bool {
    let integers = s.element == Kind::Int && t.element == Kind::Int;
    let same = (s.kind, s.width) == (t.kind, t.width) && !s.differs_in_count(t);
    // Scope, rows, columns and use of a cooperative matrix follow its component type.
    let extent = |ty| types::view(ctx, ty).and_then(|(code, params)| Some((code, params.get(2..)?)));
    integers && same && (s.kind != Kind::CoopMatrix || extent(a) == extent(b))
}

/// Whether one type is a scalar, vector, long vector or cooperative matrix and another is none, or has another number of
/// components.
fn differ_in_form(s: &Shape, t: &Shape) -> bool {
    let is_long = |shape: &Shape| shape.kind == Kind::LongVector;
    match (is_long(s), is_long(t)) {
        // Specialization may set the length of either to that of the other.
        (true, true) => s.count != t.count && s.count != 0 && t.count != 0,
        (false, false) => s.differs_in_count(t),
        _ => true,
    }
}

/// Whether a conversion between different types changes the components. Formats of one width may differ.
fn converts(s: &Shape, t: &Shape) -> bool {
    match s.element {
        Kind::Int => s.width != t.width,
        _ => s.inner != t.inner || s.inner.is_none(),
    }
}
