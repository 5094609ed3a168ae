//! Rows: what a machine-readable grammar knows of an instruction.

use crate::enumeration::{Availability, EnumDef};

/// How often an operand of the binary form occurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arity {
    /// Exactly once.
    One,
    /// At most once; present only if all before it are.
    Optional,
    /// Any number of times; nothing follows it.
    Variadic,
}

/// What one operand of an instruction is, and where the IR keeps it.
#[derive(Clone, Copy, Debug)]
pub enum ParamKind {
    /// An SSA operand. Takes no slot: presence follows from the operand count.
    Value,
    /// An SSA operand or an attribute (symbol, type, typed constant, string). One slot: the
    /// attribute, or 0 where the item is an SSA operand (or absent). Variadic: an array attribute
    /// whose `Operand` elements are placeholders of SSA operands; 0 if all are.
    Mixed,
    /// A symbol reference. One attribute slot (an array of them if variadic).
    Symbol,
    /// A type. One attribute slot holding a type attribute (an array of them if variadic).
    Type,
    /// A 32-bit literal. `One`: a raw word slot. Otherwise an attribute slot holding
    /// `Words` attribute, 0 if empty.
    Word,
    /// A 32-bit float literal, a raw word slot holding its bits. Only `One` occurs.
    FloatWord,
    /// A literal string. One attribute slot holding a string attribute (array if variadic).
    String,
    /// An enumerant or a set of bits. `One` and `Optional`: a raw word slot ([`ABSENT`] if absent),
    /// and, where [`EnumDef::has_params`], an attribute slot after it: 0, or an array of the
    /// non-SSA parameters of the present enumerants in order of value (an
    /// `Operand` element where a scope parameter is an SSA operand).
    /// SSA parameters are operands. `Variadic`: an attribute slot holding `Words`.
    Enum(&'static EnumDef),
    /// A scope or memory-semantics id: a raw word slot with the value where the id is a plain
    /// unsigned 32-bit constant, [`ABSENT`] where it is an SSA operand. `Optional`: where the slot
    /// is `ABSENT` and no operand is left, it is absent.
    ConstEnum(&'static EnumDef),
    /// Any attribute: one slot (0 if absent). Only hand-written rows use it.
    Attr,
    /// A block: a successor of the op, no slot. Only hand-written rows use it.
    Block,
    /// Where the tail of the op's only region begins, no slot. In text a number of blocks. Only hand-written rows use it.
    Tail,
}

impl ParamKind {
    /// Whether an SSA operand may be what a parameter of this kind is.
    #[must_use]
    pub fn may_be_value(self) -> bool {
        matches!(self, ParamKind::Value | ParamKind::Mixed | ParamKind::ConstEnum(_))
    }
}

/// A raw word slot that holds nothing.
pub const ABSENT: u32 = u32::MAX;

/// One operand of an instruction in binary order; result type and result id are not listed.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// snake_case name, unique within the row.
    pub name: &'static str,
    /// What it is.
    pub kind: ParamKind,
    /// How often it occurs.
    pub arity: Arity,
}

impl Param {
    /// A parameter that occurs once.
    pub const fn one(name: &'static str, kind: ParamKind) -> Param {
        Param { name, kind, arity: Arity::One }
    }

    /// A parameter that may be absent.
    pub const fn optional(name: &'static str, kind: ParamKind) -> Param {
        Param { name, kind, arity: Arity::Optional }
    }

    /// A parameter that occurs any number of times.
    pub const fn variadic(name: &'static str, kind: ParamKind) -> Param {
        Param { name, kind, arity: Arity::Variadic }
    }

    /// The content of its first slot where it is absent; that of others is 0.
    pub const fn absent(&self) -> u32 {
        match (self.kind, self.arity) {
            (ParamKind::Enum(_) | ParamKind::ConstEnum(_), Arity::One | Arity::Optional) => ABSENT,
            _ => 0,
        }
    }

    /// Number of attribute slots that this parameter takes.
    pub const fn slots(&self) -> u8 {
        match self.kind {
            ParamKind::Value | ParamKind::Block | ParamKind::Tail => 0,
            ParamKind::Enum(def) => match self.arity {
                Arity::Variadic => 1,
                _ if def.has_params => 2,
                _ => 1,
            },
            _ => 1,
        }
    }
}

/// Which results an op has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultKind {
    /// None.
    None,
    /// One, with a type.
    One,
    /// None, or one where its void result id is needed (calls and extended instructions).
    Optional,
    /// Any number (structure ops, constructs).
    Any,
}

/// What the grammar knows of an instruction.
#[derive(Clone, Copy, Debug)]
pub struct OpRow {
    /// Full name, e.g. `spv.IAdd`, `spv.GLSL.Sqrt`.
    pub name: &'static str,
    /// Instruction set: 0 for the dialect's core, else the number of the extended set.
    pub set: u16,
    /// Opcode, or number in the extended set. [`NO_OPCODE`] for structure ops.
    pub opcode: u32,
    /// Operands in binary order.
    pub params: &'static [Param],
    /// Results.
    pub result: ResultKind,
    /// Where it may be used.
    pub availability: Availability,
}

impl OpRow {
    /// A row that mirrors no instruction.
    pub const fn structural(name: &'static str, params: &'static [Param], result: ResultKind) -> OpRow {
        OpRow { name, set: 0, opcode: NO_OPCODE, params, result, availability: Availability::UNSTATED }
    }

    /// Number of leading parameters that are no words of the instruction: 2 where they are `sym_name` and `type`, the symbol
    /// and the type of a definition at module scope, both of which may be absent.
    pub const fn prefix(&self) -> u8 {
        match self.params {
            [
                Param { name: symbol, arity: Arity::Optional, .. },
                Param { name: ty, arity: Arity::Optional, .. },
                ..,
            ] if same(symbol, "sym_name") && same(ty, "type") => 2,
            _ => 0,
        }
    }

    /// The parameters that are words of the instruction.
    pub fn words(&self) -> &'static [Param] {
        &self.params[usize::from(self.prefix())..]
    }
}

/// Compares two names, in constants.
pub const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    i == a.len() && i == b.len()
}

/// Opcode of a row that mirrors no instruction.
pub const NO_OPCODE: u32 = u32::MAX;
