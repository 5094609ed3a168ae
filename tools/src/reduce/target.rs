//! Reductions: the single changes that the reducer tries

use spv_ir::{Ident, Op, Type};

/// A single change that makes a module smaller. For an op in a function, the fields are the function and then the op.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reduction {
    /// Runs a pass.
    Pass(&'static str),
    /// Erases a module-level op.
    Global(Op),
    /// Removes a variable from the interface of an entry point.
    Interface(Op, Ident),
    /// Replaces the body of a function with a return.
    Body(Op),
    /// Erases an op and replaces its results with null constants.
    Op(Op, Op),
    /// Replaces the result of an op with the operand at an index.
    Forward(Op, Op, usize),
    /// Replaces the operand at an index with a null constant.
    Operand(Op, Op, usize),
    /// Replaces the condition of a branch with a boolean constant.
    Condition(Op, Op, bool),
    /// Removes an attribute of an op in a function, or of a module-level op.
    Attribute(Option<Op>, Op, Ident),
    /// Removes an attribute of the `spv.module`.
    ModuleAttribute(Ident),
    /// Removes the declaration of a capability.
    Capability(u32),
    /// Removes the declaration of an extension.
    Extension(Ident),
    /// Replaces a terminator with a return.
    Return(Op, Op),
    /// Removes the function parameter at an index, and the corresponding arguments of all calls.
    Parameter(Op, usize),
    /// Replaces all uses of a constant with the null constant of its type.
    Constant(Op, Op),
    /// Reduces an array type to one element.
    Array(Type),
    /// Removes the member at an index from a struct type.
    Member(Type, usize),
    /// Removes a decoration of a type, or of a member of a struct type.
    TypeAttribute(Type, Option<usize>, Ident),
}
