//! What the verifier asks of a definition, computed once.

use crate::dialect::{Arity, EnumDef, InstructionLayout, OpDef, ParamKind, ResultKind, Traits, VerifyFn};
use smallvec::SmallVec;

/// A rule for one slot, which holds regardless of the other slots.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SlotRule {
    /// An enumerant; one with parameters takes operands with it.
    Enum { def: &'static EnumDef, optional: bool },
    /// Literal words or nothing; `one`: one word at most.
    Words { one: bool },
    /// Any attribute or nothing.
    Any,
    /// A symbol reference.
    Symbol { optional: bool },
    /// A type.
    Type { optional: bool },
    /// A string.
    String { optional: bool },
    /// One of [`crate::symbols::VISIBILITIES`] or nothing.
    Visibility,
}

impl SlotRule {
    /// Whether nothing may be there.
    #[inline]
    pub fn is_optional(self) -> bool {
        match self {
            SlotRule::Words { .. } | SlotRule::Any | SlotRule::Visibility => true,
            SlotRule::Enum { optional, .. }
            | SlotRule::Symbol { optional }
            | SlotRule::Type { optional }
            | SlotRule::String { optional } => optional,
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct SlotCheck {
    pub slot: u16,
    pub param: u16,
    pub rule: SlotRule,
}

#[derive(Debug)]
pub(crate) struct Facts {
    pub traits: Traits,
    pub result: ResultKind,
    pub layout: InstructionLayout,
    /// Whether only [`crate::params::walk`] can map operands to slots. Else these
    /// hold: `layout.operands`, and `checks` for the slots that are not plain words.
    pub walk: bool,
    /// Whether ops of one signature (see [`super::signatures`]) are all valid here or none is, if their parent is
    /// no symbol table: checks of dialects aside.
    pub by_signature: bool,
    /// Whether the checks of dialects must look at each op, and not only at one of each signature.
    pub rechecked: bool,
    pub checks: Box<[SlotCheck]>,
    /// Slots that hold attributes.
    pub attributes: Box<[u16]>,
    /// Where the function type is, of a [`Traits::FUNCTION`].
    pub function_type: Option<u16>,
    pub verify: Option<VerifyFn>,
}

impl Facts {
    /// `rechecked`: see the field.
    pub fn new(def: &OpDef, layout: InstructionLayout, rechecked: bool) -> Facts {
        let mut facts = Facts {
            traits: def.traits,
            result: def.row.result,
            layout,
            walk: false,
            by_signature: (def.verify.is_none() || def.traits.contains(Traits::CHECK_BY_SIGNATURE))
                && !def.traits.contains(Traits::UNREGISTERED)
                && !def.traits.intersects(super::ops::BEYOND_SIGNATURE),
            rechecked,
            checks: Box::new([]),
            attributes: Box::new([]),
            function_type: None,
            verify: def.verify,
        };
        // On the stack: there are many definitions, and most have few.
        let mut checks: SmallVec<[SlotCheck; 8]> = SmallVec::new();
        let mut attributes: SmallVec<[u16; 8]> = SmallVec::new();
        for p in def.row.layout() {
            let (slot, param) = (p.slot as u16, p.param);
            p.attributes().for_each(|slot| attributes.push(slot as u16));
            let optional = param.arity == Arity::Optional;
            let mut check = |rule| checks.push(SlotCheck { slot, param: p.number as u16, rule });
            match (param.kind, param.arity) {
                (ParamKind::Word, Arity::One) => {}
                (ParamKind::Value | ParamKind::Block | ParamKind::FloatWord | ParamKind::Tail, _) => {}
                (ParamKind::Word, _) => check(SlotRule::Words { one: optional }),
                (ParamKind::Enum(def), Arity::One) if def.open => {}
                (ParamKind::Enum(def), Arity::One | Arity::Optional) => {
                    check(SlotRule::Enum { def, optional });
                }
                (ParamKind::Attr, Arity::One | Arity::Optional) => check(SlotRule::Any),
                (ParamKind::Symbol, Arity::One | Arity::Optional) => check(SlotRule::Symbol { optional }),
                (ParamKind::Type, Arity::One | Arity::Optional) => check(SlotRule::Type { optional }),
                (ParamKind::String, Arity::Optional) if param.name == "sym_visibility" => {
                    check(SlotRule::Visibility);
                }
                (ParamKind::String, Arity::One | Arity::Optional) => check(SlotRule::String { optional }),
                _ => facts.walk = true,
            }
            if matches!(param.kind, ParamKind::Type) && param.name == "type" {
                facts.function_type =
                    def.traits.contains(Traits::FUNCTION.union(Traits::ISOLATED)).then_some(slot);
            }
        }
        facts.checks = checks[..].into();
        facts.attributes = attributes[..].into();
        facts
    }
}
