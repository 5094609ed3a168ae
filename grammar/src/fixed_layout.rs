//! The layout of ops that have nothing optional: where each parameter is, without a walk over operands and slots.

use crate::row::{Arity, OpRow, ParamKind};

/// Where a parameter is.
#[derive(Clone, Copy, Debug)]
pub enum ParamPlace {
    /// An operand.
    Operand(u8),
    /// A slot that holds an attribute.
    Attr(u8),
    /// A slot that holds a word.
    Word(u8),
    /// Nowhere.
    Nowhere,
}

/// The layout of an op of a row that has nothing optional.
#[derive(Clone, Debug)]
pub struct FixedLayout {
    /// By parameter.
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
    /// Works out the places; `None` where they are not the same in every op.
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
