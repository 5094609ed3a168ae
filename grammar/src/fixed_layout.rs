//! Operand layout of ops without optional parameters
//!
//! Locates a parameter in constant time, without iterating over the preceding operands and slots.

use crate::row::{Arity, OpRow, ParamKind};

/// The location of a parameter's value in an op.
#[derive(Clone, Copy, Debug)]
pub enum ParamPlace {
    /// The SSA operand with this index.
    Operand(u8),
    /// The attribute in the slot with this index.
    Attr(u8),
    /// The literal word in the slot with this index.
    Word(u8),
    /// No location, because the parameter is always absent.
    Nowhere,
}

/// Parameter locations shared by all ops of a grammar entry without optional parameters.
#[derive(Clone, Debug)]
pub struct FixedLayout {
    /// Location of each parameter, in the order of [`OpRow::params`].
    pub places: Box<[ParamPlace]>,
    /// Number of SSA operands.
    pub operands: usize,
    /// Number of op slots (32-bit words for literals, enumerants and attribute handles).
    pub slots: usize,
    /// Indices of the slots that must hold [`ABSENT`](crate::ABSENT).
    pub absent: Box<[u8]>,
    /// Indices of the slots that must hold an attribute.
    pub attrs: Box<[u8]>,
}

impl FixedLayout {
    /// Computes the layout of a grammar entry. Returns `None` if the layout differs between ops of that entry.
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
