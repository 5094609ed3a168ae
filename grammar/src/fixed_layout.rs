//! Fixed operand layout of ops without optional parameters. Locates a parameter without a walk over operands and
//! slots.

use crate::row::{Arity, OpRow, ParamKind};

/// The location of a parameter.
#[derive(Clone, Copy, Debug)]
pub enum ParamPlace {
    /// The operand with this index.
    Operand(u8),
    /// The attribute in the slot with this index.
    Attr(u8),
    /// The word in the slot with this index.
    Word(u8),
    /// No location: the parameter is absent.
    Nowhere,
}

/// The layout of an op without optional parameters.
#[derive(Clone, Debug)]
pub struct FixedLayout {
    /// Location of each parameter.
    pub places: Box<[ParamPlace]>,
    /// Number of operands.
    pub operands: usize,
    /// Number of slots.
    pub slots: usize,
    /// Slots that must hold [`ABSENT`](crate::ABSENT).
    pub absent: Box<[u8]>,
    /// Slots that must hold an attribute.
    pub attrs: Box<[u8]>,
}

impl FixedLayout {
    /// Computes the layout of a row. Returns `None` if it varies between ops.
    pub fn new(row: &OpRow) -> Option<FixedLayout> {
        let (mut places, mut absent, mut attrs) = (Vec::new(), Vec::new(), Vec::new());
        let (mut operands, mut slots) = (0, 0);
        for p in row.layout() {
            let slot = p.slot as u8;
            places.push(match (p.param.kind, p.param.arity) {
                (ParamKind::Value, Arity::One) => {
                    operands += 1;
                    ParamPlace::Operand(operands - 1)
                }
                (ParamKind::Value, Arity::Optional) => ParamPlace::Nowhere,
                (ParamKind::Symbol | ParamKind::Type, Arity::One) => {
                    attrs.push(slot);
                    ParamPlace::Attr(slot)
                }
                (ParamKind::Word, Arity::One) => ParamPlace::Word(slot),
                (ParamKind::Enum(_), Arity::Optional) => {
                    absent.push(slot);
                    ParamPlace::Nowhere
                }
                _ => return None,
            });
            slots = p.slots().end;
        }
        Some(FixedLayout {
            places: places.into(),
            operands: operands.into(),
            slots,
            absent: absent.into(),
            attrs: attrs.into(),
        })
    }
}
