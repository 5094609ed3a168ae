//! What the verifier asks of a definition, computed once.

use crate::analysis::cfg::merge_slot;
use crate::dialect::{Arity, EnumDef, OpDef, ParamKind, ResultKind, Traits, VerifyFn};
use crate::symbols::attribute_slots;
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
}

impl SlotRule {
    /// Whether nothing may be there.
    #[inline]
    pub fn is_optional(self) -> bool {
        match self {
            SlotRule::Words { .. } | SlotRule::Any => true,
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

/// A number from `min` to `max`.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Range {
    pub min: u32,
    pub max: u32,
}

impl Range {
    fn add(&mut self, arity: Arity) {
        let (min, max) = match arity {
            Arity::One => (1, 1),
            Arity::Optional => (0, 1),
            Arity::Variadic => (0, u32::MAX),
        };
        self.min += min;
        self.max = self.max.saturating_add(max);
    }

    pub fn contains(self, count: usize) -> bool {
        self.min as usize <= count && count <= self.max as usize
    }

    /// `2`, `2 or more`, `1 to 3`
    pub fn text(self) -> String {
        match self.max {
            max if max == self.min => max.to_string(),
            u32::MAX => format!("{} or more", self.min),
            max => format!("{} to {max}", self.min),
        }
    }
}

#[derive(Debug)]
pub(crate) struct Facts {
    pub traits: Traits,
    pub result: ResultKind,
    pub slots: u16,
    /// Whether only [`crate::params::walk`] can map operands to slots. Else these
    /// hold: `operands`, and `checks` for the slots that are not plain words.
    pub walk: bool,
    pub operands: Range,
    /// Whether ops of one signature (see [`super::signatures`]) are all valid here or none is, if their parent is
    /// no symbol table: checks of dialects aside.
    pub by_signature: bool,
    /// Whether the checks of dialects must look at each op, and not only at one of each signature.
    pub rechecked: bool,
    pub checks: Box<[SlotCheck]>,
    /// Slots that hold attributes.
    pub attributes: Box<[u16]>,
    /// Successors, declared ones aside.
    pub edges: Range,
    /// Where merge blocks are declared.
    pub merge: Option<u16>,
    /// Where the function type is, of a [`Traits::FUNCTION`].
    pub function_type: Option<u16>,
    pub verify: Option<VerifyFn>,
}

impl Facts {
    /// `rechecked`: see the field.
    pub fn new(def: &OpDef, rechecked: bool) -> Facts {
        let mut facts = Facts {
            traits: def.traits,
            result: def.row.result,
            slots: def.slots() as u16,
            walk: false,
            operands: Range::default(),
            by_signature: def.verify.is_none()
                && !def.traits.contains(Traits::UNREGISTERED)
                && !def.traits.intersects(super::ops::BEYOND_SIGNATURE),
            rechecked,
            checks: Box::new([]),
            attributes: attribute_slots(def).map(|slot| slot as u16).collect(),
            edges: Range::default(),
            merge: merge_slot(def).map(|slot| slot as u16),
            function_type: None,
            verify: def.verify,
        };
        // On the stack: there are many definitions, and most have few.
        let mut checks: SmallVec<[SlotCheck; 8]> = SmallVec::new();
        let mut slot = 0;
        for (number, param) in def.row.params.iter().enumerate() {
            let optional = param.arity == Arity::Optional;
            let mut check = |rule| checks.push(SlotCheck { slot, param: number as u16, rule });
            match (param.kind, param.arity) {
                (ParamKind::Value, arity) => facts.operands.add(arity),
                (ParamKind::Block, arity) => facts.edges.add(arity),
                (ParamKind::Word, Arity::One) | (ParamKind::FloatWord | ParamKind::Tail, _) => {}
                (ParamKind::Word, _) => check(SlotRule::Words { one: optional }),
                (ParamKind::Enum(def), Arity::One) if def.open => {}
                (ParamKind::Enum(def), Arity::One | Arity::Optional) => {
                    check(SlotRule::Enum { def, optional });
                }
                (ParamKind::Attr, Arity::One | Arity::Optional) => check(SlotRule::Any),
                (ParamKind::Symbol, Arity::One | Arity::Optional) => check(SlotRule::Symbol { optional }),
                (ParamKind::Type, Arity::One | Arity::Optional) => check(SlotRule::Type { optional }),
                (ParamKind::String, Arity::One | Arity::Optional) => check(SlotRule::String { optional }),
                _ => facts.walk = true,
            }
            if matches!(param.kind, ParamKind::Type) && param.name == "type" {
                facts.function_type =
                    def.traits.contains(Traits::FUNCTION.union(Traits::ISOLATED)).then_some(slot);
            }
            slot += u16::from(param.slots());
        }
        facts.checks = checks[..].into();
        facts
    }
}
