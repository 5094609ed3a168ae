//! Instruction rows: the grammar's data for an instruction.

use crate::enumeration::{Availability, EnumDef};

/// The number of occurrences of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arity {
    /// Exactly once.
    One,
    /// At most once; present only if all preceding parameters are present.
    Optional,
    /// Any number of times; the last parameter.
    Variadic,
}

/// The kind of an instruction operand and its representation in the IR.
#[derive(Clone, Copy, Debug)]
pub enum ParamKind {
    /// An SSA operand. Takes no slot: the operand count states whether it is present.
    Value,
    /// An SSA operand or an attribute (symbol, type, typed constant, string). Takes one slot with the attribute, or 0
    /// if the item is an SSA operand or absent. If variadic, the slot holds an array attribute, in which `Operand`
    /// elements stand for SSA operands. It is 0 if all items are SSA operands.
    Mixed,
    /// A symbol reference. Takes one attribute slot (an array if variadic).
    Symbol,
    /// A type. Takes one slot with a type attribute (an array if variadic).
    Type,
    /// A 32-bit literal. `One` takes a raw word slot. `Optional` and `Variadic` take a slot with a `Words` attribute,
    /// 0 if empty.
    Word,
    /// A 32-bit float literal. Takes a raw word slot with its bits. Only `One` occurs.
    FloatWord,
    /// A literal string. Takes one slot with a string attribute (an array if variadic).
    String,
    /// An enumerant or bit set. `One` and `Optional` take a raw word slot, [`ABSENT`] if absent. `Variadic` takes a
    /// slot with a `Words` attribute.
    ///
    /// If [`EnumDef::has_params`], a second slot follows: 0, or an array of the non-SSA parameters of the present
    /// enumerants, sorted by enumerant. An `Operand` element stands for a scope that is an SSA operand. SSA
    /// parameters are operands.
    Enum(&'static EnumDef),
    /// A scope or memory semantics id. Takes a raw word slot: the value if the id is a plain unsigned 32-bit
    /// constant, or [`ABSENT`] if it is an SSA operand. An `Optional` parameter is absent if the slot is `ABSENT` and
    /// no operand remains.
    ConstEnum(&'static EnumDef),
    /// Any attribute. Takes one slot, 0 if absent. Only in hand-written rows.
    Attr,
    /// A block: a successor of the op. Takes no slot. Only in hand-written rows.
    Block,
    /// The start of the tail of the op's single region; a number of blocks in text. Takes no slot. Only in
    /// hand-written rows.
    Tail,
}

impl ParamKind {
    /// Returns whether a parameter of this kind may be an SSA operand.
    #[must_use]
    pub fn may_be_value(self) -> bool {
        matches!(self, ParamKind::Value | ParamKind::Mixed | ParamKind::ConstEnum(_))
    }
}

/// Value of an empty raw word slot.
pub const ABSENT: u32 = u32::MAX;

/// An operand of an instruction, in binary order. Result type and result id are not parameters.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// Name in snake_case, unique in the row.
    pub name: &'static str,
    /// Kind of the operand.
    pub kind: ParamKind,
    /// Number of occurrences.
    pub arity: Arity,
}

impl Param {
    /// Creates a parameter that occurs once.
    pub const fn one(name: &'static str, kind: ParamKind) -> Param {
        Param { name, kind, arity: Arity::One }
    }

    /// Creates an optional parameter.
    pub const fn optional(name: &'static str, kind: ParamKind) -> Param {
        Param { name, kind, arity: Arity::Optional }
    }

    /// Creates a variadic parameter.
    pub const fn variadic(name: &'static str, kind: ParamKind) -> Param {
        Param { name, kind, arity: Arity::Variadic }
    }

    /// Returns the value of the first slot if the parameter is absent. Further slots are 0.
    pub const fn absent(&self) -> u32 {
        match (self.kind, self.arity) {
            (ParamKind::Enum(_) | ParamKind::ConstEnum(_), Arity::One | Arity::Optional) => ABSENT,
            _ => 0,
        }
    }

    /// Returns the number of slots of the parameter.
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

/// The number of results of an op.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultKind {
    /// No result.
    None,
    /// One typed result.
    One,
    /// At most one result. A void result exists if its id is needed (calls and extended instructions).
    Optional,
    /// Any number of results (structure ops, constructs).
    Any,
}

/// The grammar's data for an instruction.
#[derive(Clone, Copy, Debug)]
pub struct OpRow {
    /// Full name, such as `spv.IAdd` or `spv.GLSL.Sqrt`.
    pub name: &'static str,
    /// Instruction set: 0 for the core, else the number of the extended set.
    pub set: u16,
    /// Opcode, or number in the extended set; [`NO_OPCODE`] for structure ops.
    pub opcode: u32,
    /// Operands in binary order.
    pub params: &'static [Param],
    /// Number of results.
    pub result: ResultKind,
    /// Requirements for its use.
    pub availability: Availability,
}

impl OpRow {
    /// Creates the row of an op that is not an instruction.
    pub const fn structural(name: &'static str, params: &'static [Param], result: ResultKind) -> OpRow {
        OpRow { name, set: 0, opcode: NO_OPCODE, params, result, availability: Availability::UNSTATED }
    }

    /// Returns the number of leading parameters that are not instruction words. It is 2 for `sym_name` and `type`,
    /// the optional symbol and type of a module-level definition.
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

    /// Returns the parameters that are instruction words.
    pub fn words(&self) -> &'static [Param] {
        &self.params[usize::from(self.prefix())..]
    }
}

/// Returns whether two names are equal. Usable in constants.
pub const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    i == a.len() && i == b.len()
}

/// Opcode of a row that is not an instruction.
pub const NO_OPCODE: u32 = u32::MAX;
