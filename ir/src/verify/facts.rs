//! The checks of an op that follow from its definition.

use super::ops::BEYOND_SIGNATURE;
use crate::dialect::{Arity, EnumDef, OpDef, Param, ParamKind, Traits};

/// A rule for one slot, which holds regardless of the other slots.
#[derive(Clone, Copy, Debug)]
pub(super) enum SlotRule {
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
    /// The rule of a parameter with a bit in [`InstructionLayout::checked`](crate::dialect::InstructionLayout::checked).
    fn of(param: &'static Param) -> SlotRule {
        let optional = param.arity == Arity::Optional;
        match param.kind {
            ParamKind::Enum(def) => SlotRule::Enum { def, optional },
            ParamKind::Word => SlotRule::Words { one: optional },
            ParamKind::Symbol => SlotRule::Symbol { optional },
            ParamKind::Type => SlotRule::Type { optional },
            ParamKind::String if optional && param.name == "sym_visibility" => SlotRule::Visibility,
            ParamKind::String => SlotRule::String { optional },
            _ => SlotRule::Any,
        }
    }

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

impl OpDef {
    /// The slots with rules: parameter, slot, rule.
    #[inline]
    pub(super) fn slot_rules(&self) -> impl Iterator<Item = (usize, usize, SlotRule)> + use<> {
        let checked = self.layout.checked;
        let count = if checked == 0 { 0 } else { usize::MAX };
        let params = self.row.layout().take(count).filter(move |p| checked >> p.number & 1 != 0);
        params.map(|p| (p.number, p.slot, SlotRule::of(p.param)))
    }

    /// Whether ops of one signature (see [`super::signatures`]) are all valid here or none is, if their parent is
    /// no symbol table: checks of dialects aside.
    #[inline]
    pub(super) fn is_by_signature(&self) -> bool {
        (self.verify.is_none() || self.traits.contains(Traits::CHECK_BY_SIGNATURE))
            && !self.traits.intersects(BEYOND_SIGNATURE.union(Traits::UNREGISTERED))
    }

    /// Whether the checks of dialects must look at each op, and not only at one of each signature.
    #[inline]
    pub(super) fn is_rechecked(&self) -> bool {
        !self.traits.contains(Traits::DIALECT_CHECK_BY_SIGNATURE)
    }

    /// The slot of the function type, of a [`Traits::FUNCTION`].
    pub(super) fn function_type(&self) -> Option<usize> {
        let is_function = self.traits.contains(Traits::FUNCTION.union(Traits::ISOLATED));
        let is_type = |param: &Param| matches!(param.kind, ParamKind::Type) && param.name == "type";
        self.row.layout().filter(|p| is_function && is_type(p.param)).last().map(|p| p.slot)
    }
}
