//! Reduction targets: the single changes that a reduction tries.

use spv_ir::{Ident, Op, Type};

/// A single change that makes a module smaller. An op in a function is given together with the function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reduction {
    /// Runs a pass.
    Pass(&'static str),
    /// Erases a module-level op.
    Global(Op),
    /// Removes a variable from the interface of an entry point.
    Interface(Op, Ident),
    /// Replaces the body of a function by a return.
    Body(Op),
    /// Erases an op and replaces its results by null constants.
    Op(Op, Op),
    /// Replaces the result of an op by one of its operands.
    Forward(Op, Op, usize),
    /// Replaces an operand by a null constant.
    Operand(Op, Op, usize),
    /// Replaces the condition of a branch by a constant.
    Condition(Op, Op, bool),
    /// Removes an attribute of an op in a function, or of a module-level op.
    Attribute(Option<Op>, Op, Ident),
    /// Removes an attribute of the `spv.module`.
    ModuleAttribute(Ident),
    /// Removes the declaration of a capability.
    Capability(u32),
    /// Removes the declaration of an extension.
    Extension(Ident),
    /// Replaces a terminator by a return.
    Return(Op, Op),
    /// Removes a parameter of a function and the arguments in its calls.
    Parameter(Op, usize),
    /// Replaces all uses of a constant by the null constant of its type.
    Constant(Op, Op),
    /// Reduces an array type to one element.
    Array(Type),
    /// Removes a member of a struct type.
    Member(Type, usize),
    /// Removes a decoration of a type, or of a member of a struct type.
    TypeAttribute(Type, Option<usize>, Ident),
}
