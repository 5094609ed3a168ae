//! Reductions: the single changes that the reducer tries

use spv_ir::{Ident, Op, Type};

/// A single change that makes a module smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reduction {
    /// Runs the pass with this name.
    Pass(&'static str),
    /// Erases this module-level op.
    Global(Op),
    /// Removes the variable with this symbol from the interface of this entry point op.
    Interface(Op, Ident),
    /// Replaces the body of this function with a return.
    Body(Op),
    /// Erases an op, given by its function and op, and replaces its results with null constants.
    Op(Op, Op),
    /// Replaces the result of an op with one of its operands. Fields: function, op, operand index.
    Forward(Op, Op, usize),
    /// Replaces an operand with a null constant. Fields: function, op, operand index.
    Operand(Op, Op, usize),
    /// Replaces the condition of a branch with a boolean constant. Fields: function, branch op, constant.
    Condition(Op, Op, bool),
    /// Removes the attribute with this key. Fields: function, or `None` for a module-level op; op; key.
    Attribute(Option<Op>, Op, Ident),
    /// Removes the attribute with this key from the `spv.module`.
    ModuleAttribute(Ident),
    /// Removes the declaration of this capability.
    Capability(u32),
    /// Removes the declaration of this extension.
    Extension(Ident),
    /// Replaces a terminator with a return. Fields: function, terminator.
    Return(Op, Op),
    /// Removes the parameter at this index from this function, and the corresponding argument from all calls.
    Parameter(Op, usize),
    /// Replaces all uses of a constant with the null constant of its type. Fields: function, constant op.
    Constant(Op, Op),
    /// Reduces this array type to one element.
    Array(Type),
    /// Removes the member at this index from this struct type.
    Member(Type, usize),
    /// Removes the decoration with this key from this type or, if an index is given, from this member of the type.
    TypeAttribute(Type, Option<usize>, Ident),
}
