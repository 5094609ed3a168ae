//! Verifier rules that depend only on an op's definition

use super::ops::BEYOND_SIGNATURE;
use crate::dialect::{Arity, EnumDef, OpDef, Param, ParamKind, Traits};

/// A verifier rule for a slot, independent of all other slots.
#[derive(Clone, Copy, Debug)]
pub(super) enum SlotRule {
    /// An enumerant, whose parameters, if any, are operands of the op.
    Enum { def: &'static EnumDef, optional: bool },
    /// A list of literal words, which may be empty. If `one` is set, the list has at most one word.
    Words { one: bool },
    /// Any attribute, which may be absent.
    Any,
    /// A symbol reference.
    Symbol { optional: bool },
    /// A type.
    Type { optional: bool },
    /// A string.
    String { optional: bool },
    /// A string from [`crate::symbols::VISIBILITIES`], which may be absent.
    Visibility,
}

impl SlotRule {
    /// Returns the rule for the slot of a parameter that is in
    /// [`InstructionLayout::checked`](crate::dialect::InstructionLayout::checked).
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

    /// Returns whether the slot may be empty.
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
    /// Returns the slots that have rules, as tuples of parameter index, slot index and rule.
    #[inline]
    pub(super) fn slot_rules(&self) -> impl Iterator<Item = (usize, usize, SlotRule)> + use<> {
        let checked = self.layout.checked;
        let count = if checked == 0 { 0 } else { usize::MAX };
        let params = self.row.layout().take(count).filter(move |p| checked >> p.index & 1 != 0);
        params.map(|p| (p.index, p.slot, SlotRule::of(p.param)))
    }

    /// Returns whether the validity of an op, apart from dialect checks, depends only on its signature (see
    /// [`super::signatures`]). This does not apply to ops directly in a symbol table.
    #[inline]
    pub(super) fn is_by_signature(&self) -> bool {
        (self.verify.is_none() || self.traits.contains(Traits::CHECK_BY_SIGNATURE))
            && !self.traits.intersects(BEYOND_SIGNATURE.union(Traits::UNREGISTERED))
    }

    /// Returns whether the dialect checks must visit every op, rather than one op per signature.
    #[inline]
    pub(super) fn is_rechecked(&self) -> bool {
        !self.traits.contains(Traits::DIALECT_CHECK_BY_SIGNATURE)
    }

    /// Returns the index of the slot with the function type, for a [`Traits::FUNCTION`] op; `None` for other ops.
    pub fn function_type(&self) -> Option<usize> {
        let is_function = self.traits.contains(Traits::FUNCTION.union(Traits::ISOLATED));
        let is_type = |param: &Param| matches!(param.kind, ParamKind::Type) && param.name == "type";
        self.row.layout().filter(|p| is_function && is_type(p.param)).last().map(|p| p.slot)
    }
}
