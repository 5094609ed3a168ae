//! Grammar entries of instructions

use crate::enumeration::{Availability, EnumDef};

/// The permitted number of occurrences of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arity {
    /// Exactly once.
    One,
    /// At most once, and only if all preceding parameters are present.
    Optional,
    /// Any number of times. Only the last parameter is variadic.
    Variadic,
}

/// The kind of an instruction operand and its representation in the IR.
#[derive(Clone, Copy, Debug)]
pub enum ParamKind {
    /// An SSA operand. Has no slot; the op's operand count determines whether it is present.
    Value,
    /// An SSA operand or an attribute (symbol, type, typed constant, string). Has one slot: the attribute, or 0 for
    /// an SSA operand or an absent parameter. If variadic, the slot holds an array attribute, in which `Operand`
    /// elements represent SSA operands. It is 0 if all elements are SSA operands.
    Mixed,
    /// A symbol reference. Has one slot with the attribute (an array if variadic).
    Symbol,
    /// A type. Has one slot with a type attribute (an array if variadic).
    Type,
    /// A 32-bit literal. With arity `One`, its slot holds the word itself. With `Optional` or `Variadic`, the slot
    /// holds a `Words` attribute, or 0 if empty.
    Word,
    /// A 32-bit float literal, whose slot holds the bits. Always has arity `One`.
    FloatWord,
    /// A literal string. Has one slot with a string attribute (an array if variadic).
    String,
    /// An enumerant or bit set. With arity `One` or `Optional`, its slot holds the value, or [`ABSENT`] if absent.
    /// With `Variadic`, the slot holds a `Words` attribute.
    ///
    /// If [`EnumDef::has_params`], a second slot follows. It is 0, or an array of those parameters of the present
    /// enumerants that are not SSA values, sorted by enumerant. An `Operand` element represents a scope that is an
    /// SSA operand. Parameters that are SSA values are operands of the op.
    Enum(&'static EnumDef),
    /// A scope or memory semantics id. If the id is a plain unsigned 32-bit constant, the slot holds its value. If it
    /// is an SSA operand, the slot holds [`ABSENT`]. An `Optional` parameter is absent if the slot is `ABSENT` and no
    /// operand remains.
    ConstEnum(&'static EnumDef),
    /// Any attribute. Has one slot, which is 0 if the attribute is absent. Occurs only in hand-written entries.
    Attr,
    /// A successor block of the op. Has no slot. Occurs only in hand-written entries.
    Block,
    /// The tail of the op's single region: its last blocks, such as a loop's continue construct. MLIR text gives the
    /// number of these blocks. Has no slot. Occurs only in hand-written entries.
    Tail,
}

impl ParamKind {
    /// Returns whether a parameter of this kind may be an SSA operand.
    #[must_use]
    pub fn may_be_value(self) -> bool {
        matches!(self, ParamKind::Value | ParamKind::Mixed | ParamKind::ConstEnum(_))
    }
}

/// Content of a literal slot whose parameter is absent.
pub const ABSENT: u32 = u32::MAX;

/// An operand of an instruction. Result type and result id are not parameters.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// Name in snake_case, unique within the instruction.
    pub name: &'static str,
    /// Kind of the operand, such as SSA value, literal or enumerant.
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

    /// Returns the content of the parameter's first slot if the parameter is absent. The other slots are then 0.
    pub const fn absent(&self) -> u32 {
        match (self.kind, self.arity) {
            (ParamKind::Enum(_) | ParamKind::ConstEnum(_), Arity::One | Arity::Optional) => ABSENT,
            _ => 0,
        }
    }

    /// Returns the number of op slots that the parameter occupies.
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
    /// At most one result. A void result exists only if other instructions use its id (calls and extended
    /// instructions).
    Optional,
    /// Any number of results, for ops without an instruction, such as structured control flow.
    Any,
}

/// The grammar entry of an instruction, or of an op without an instruction.
#[derive(Clone, Copy, Debug)]
pub struct OpRow {
    /// Full op name, such as `spv.IAdd` or `spv.GLSL.Sqrt`.
    pub name: &'static str,
    /// Instruction set: 0 for the core, or else the index of the extended instruction set.
    pub set: u16,
    /// Core or extended opcode; [`NO_OPCODE`] for ops that are not instructions.
    pub opcode: u32,
    /// Operands in the order of the binary.
    pub params: &'static [Param],
    /// Number of results.
    pub result: ResultKind,
    /// Versions, capabilities and extensions that the instruction requires.
    pub availability: Availability,
}

impl OpRow {
    /// Creates the grammar entry of an op that is not an instruction.
    pub const fn structural(name: &'static str, params: &'static [Param], result: ResultKind) -> OpRow {
        OpRow { name, set: 0, opcode: NO_OPCODE, params, result, availability: Availability::UNSTATED }
    }

    /// Returns the number of leading parameters that have no words in the instruction. It is 2 for module-level
    /// definitions, whose first parameters are `sym_name` and `type`, and otherwise 0.
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

    /// Returns the parameters that have words in the instruction.
    pub fn words(&self) -> &'static [Param] {
        &self.params[usize::from(self.prefix())..]
    }
}

/// Returns whether two strings are the same. Can be evaluated at compile time.
pub const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    i == a.len() && i == b.len()
}

/// Placeholder opcode in the grammar entry of an op that is not an instruction.
pub const NO_OPCODE: u32 = u32::MAX;
