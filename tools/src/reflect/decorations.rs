//! Decorations in a reflection

use spv_dialect::decorations::{self, Operand, enum_text, param_of};
use spv_ir::dialect::{Enumerant, ParamKind};
use spv_ir::{Attribute, Context};

/// A decoration that a reflection does not represent by a field of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Decoration {
    /// Name of the decoration in the specification.
    pub name: String,
    /// Operands of the decoration, in order.
    pub operands: Vec<DecorationOperand>,
}

/// An operand of a decoration.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(untagged))]
pub enum DecorationOperand {
    /// A literal integer.
    Number(u32),
    /// The name of an enumerant, a string, or the symbol of an id.
    Text(String),
}

/// The decorations of a target. Decorations that have a field of their own in the reflection are removed one by one.
pub(super) struct Decorations<'a> {
    ctx: &'a Context,
    list: Vec<decorations::Decoration>,
}

impl<'a> Decorations<'a> {
    /// Reads the decorations in a dictionary attribute.
    pub fn new(ctx: &'a Context, dict: Option<Attribute>) -> Decorations<'a> {
        Decorations { ctx, list: decorations::from_dict(ctx, dict).unwrap_or_default() }
    }

    /// Returns whether a decoration is present.
    pub fn has(&self, name: &str) -> bool {
        self.list.iter().any(|d| d.decoration.name == name)
    }

    fn take(&mut self, name: &str) -> Option<decorations::Decoration> {
        let at = self.list.iter().position(|d| d.decoration.name == name)?;
        Some(self.list.remove(at))
    }

    /// Removes a decoration without operands, and returns whether it was present.
    pub fn take_flag(&mut self, name: &str) -> bool {
        self.take(name).is_some()
    }

    /// Removes a decoration with a literal integer operand and returns the operand, or `None` if the decoration is
    /// absent.
    pub fn take_number(&mut self, name: &str) -> Option<u32> {
        match self.take(name)?.operands.first()? {
            Operand::Word(word) => Some(*word),
            _ => None,
        }
    }

    /// Returns the operand of a decoration if it is an enumerant or string; otherwise `None`.
    pub fn text(&self, name: &str) -> Option<String> {
        let named = self.list.iter().find(|d| d.decoration.name == name)?;
        match operand(self.ctx, named.decoration, 0, named.operands.first()?) {
            DecorationOperand::Text(text) => Some(text),
            DecorationOperand::Number(_) => None,
        }
    }

    /// Removes a decoration with an enumerant or string operand and returns the operand, or `None` if it is absent.
    pub fn take_text(&mut self, name: &str) -> Option<String> {
        let text = self.text(name)?;
        self.take(name);
        Some(text)
    }

    /// Returns the decorations that have not been removed.
    pub fn rest(self) -> Vec<Decoration> {
        let ctx = self.ctx;
        let describe = |d: &decorations::Decoration| Decoration {
            name: d.decoration.name.to_owned(),
            operands: d.operands.iter().enumerate().map(|(i, o)| operand(ctx, d.decoration, i, o)).collect(),
        };
        self.list.iter().map(describe).collect()
    }
}

fn operand(
    ctx: &Context,
    decoration: &'static Enumerant,
    index: usize,
    given: &Operand,
) -> DecorationOperand {
    match (given, param_of(decoration, index).map(|param| param.kind)) {
        (Operand::Word(word), Some(ParamKind::Enum(def) | ParamKind::ConstEnum(def))) => {
            DecorationOperand::Text(enum_text(def, *word))
        }
        (Operand::Word(word), _) => DecorationOperand::Number(*word),
        (Operand::String(text), _) => DecorationOperand::Text(text.clone()),
        (Operand::Id(attr), _) => match (ctx.attr_symbol(*attr), ctx.attr_u64(*attr)) {
            (Some(name), _) => DecorationOperand::Text(ctx.str(name).to_owned()),
            (None, Some(number)) => DecorationOperand::Number(number as u32),
            (None, None) => DecorationOperand::Text(String::new()),
        },
    }
}
