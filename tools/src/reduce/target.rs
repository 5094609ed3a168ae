//! What a delta removes.

use spv_ir::{Ident, Op, Type};

/// One part of a module that a delta removes. Ops in functions are given with their function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// Runs a pass.
    Pass(&'static str),
    /// Erases a module-level op.
    Global(Op),
    /// Removes a variable from the interface of an entry point.
    Interface(Op, Ident),
    /// Replaces the body of a function by a return.
    Body(Op),
    /// Erases an op, and puts null constants in the place of its results.
    Op(Op, Op),
    /// Puts an operand in the place of an op's result.
    Forward(Op, Op, usize),
    /// Puts a null constant in the place of an operand.
    Operand(Op, Op, usize),
    /// Puts a constant in the place of a branch's condition.
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
    /// Removes a parameter of a function, and the arguments of its calls.
    Parameter(Op, usize),
    /// Gives an array type one element.
    Array(Type),
}
