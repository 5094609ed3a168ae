//! Validation rules as data

use super::facts::Facts;
use super::subject::{DecorationSubject, EntrySubject, FunctionSubject, OpSubject, TypeSubject};
use super::typing::Set;
use super::{Report, environment::Api};
use spv_dialect::verify::rule::OpValue;
use spv_ir::Ident;

/// A validation rule.
#[derive(Clone, Copy)]
pub struct Rule {
    /// Unique id: the Vulkan VUID if there is one, otherwise `SPV-family-name`.
    pub id: &'static str,
    /// The section of the specification that contains the rule.
    pub section: &'static str,
    /// The target environments to which the rule applies.
    pub scope: Scope,
    /// The violated requirement, as a sentence without a full stop.
    pub message: &'static str,
    /// Suggested fix; empty if the message already implies it.
    pub note: &'static str,
    /// The check to perform.
    pub check: Check,
    /// spirv-val checks the targets of group decorations only for rules that set this field. The option `strict`
    /// extends the check to all rules.
    ///
    /// spirv-val checks the targets of decorations from groups only for these rules. The option `strict` enables it
    /// for all rules.
    pub in_groups: bool,
}

/// The target environments to which a rule applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// All environments.
    Any,
    /// All versions of Vulkan.
    Vulkan,
    /// All versions and profiles of OpenCL.
    OpenCl,
}

impl Scope {
    /// Returns whether the scope includes an API.
    pub fn has(self, api: Api) -> bool {
        match self {
            Scope::Any => true,
            Scope::Vulkan => matches!(api, Api::Vulkan(_)),
            Scope::OpenCl => matches!(api, Api::OpenCl { .. }),
        }
    }
}

/// A check of an op. Returns whether the op satisfies the rule, or `None` if the rule does not apply to it.
pub type OpCheck = fn(&OpSubject<'_>) -> Option<bool>;
/// A check of an op that returns a description of the violation, or `None` if there is no violation.
pub type OpFinds = fn(&OpSubject<'_>) -> Option<String>;
/// A function that returns capabilities, any of which suffices for an op's types and literals. Returns `None` if no
/// capability is required.
///
/// The result must not depend on the module's declarations, because the deduction of capabilities also calls this
/// function.
pub type OpNeeds = fn(&OpSubject<'_>) -> Option<&'static [u32]>;
/// A function that returns capabilities, any of which suffices for a type's parameters. Returns `None` if no
/// capability is required.
pub type TypeNeeds = fn(&TypeSubject<'_>) -> Option<&'static [u32]>;
/// A check of a type; see [`OpCheck`] for the result.
pub type TypeCheck = fn(&TypeSubject<'_>) -> Option<bool>;
/// A check of a decoration; see [`OpCheck`] for the result.
pub type DecorationCheck = fn(&DecorationSubject<'_>) -> Option<bool>;
/// A check of a function; see [`OpCheck`] for the result.
pub type FunctionCheck = fn(&FunctionSubject<'_>) -> Option<bool>;
/// A check of an entry point; see [`OpCheck`] for the result.
pub type EntryCheck = fn(&EntrySubject<'_>) -> Option<bool>;
/// A check of a variable in an entry point's interface; see [`OpCheck`] for the result.
pub type InterfaceCheck = fn(&EntrySubject<'_>, Ident) -> Option<bool>;
/// A check of the whole module; see [`OpCheck`] for the result.
pub type ModuleCheck = fn(&Facts<'_>) -> Option<bool>;

/// The subjects and function of a check. Ops are selected by SPIR-V opcode, even if their form differs
/// (`spv.GlobalVariable` counts as OpVariable).
#[derive(Clone, Copy)]
pub enum Check {
    /// Checks each op with one of these opcodes.
    Op(&'static [u32], OpCheck),
    /// Checks ops with one of these opcodes, once per signature.
    ///
    /// The result may depend only on the op's definition, slots and types, the execution models that reach its
    /// function, and the module's declarations.
    BySignature(&'static [u32], OpCheck),
    /// Requires the type of a result or operand to be in a set, for ops with one of these opcodes.
    TypeIn(&'static [u32], OpValue, Set),
    /// Requires two results or operands to have the same type, for ops with one of these opcodes.
    SameType(&'static [u32], OpValue, OpValue),
    /// Checks each op in functions, once per signature.
    EveryOp(OpCheck),
    /// Checks each op with one of these opcodes, with a function that describes the violation.
    Finds(&'static [u32], OpFinds),
    /// Requires a capability for ops with one of these opcodes.
    Needs(&'static [u32], OpNeeds),
    /// Requires a capability for ops with one of these opcodes, but only in modules with the capability Shader.
    ShaderNeeds(&'static [u32], OpNeeds),
    /// Requires a capability for types with one of these OpType opcodes.
    TypeNeeds(&'static [u32], TypeNeeds),
    /// Checks instructions of an extended instruction set, given the set and the instruction numbers. An empty list
    /// means all instructions.
    Ext(u16, &'static [u32], OpCheck),
    /// Checks instructions of an extended instruction set, once per signature.
    ExtBySignature(u16, &'static [u32], OpCheck),
    /// Requires the type of a result or operand to be in a set, for instructions of an extended instruction set.
    ExtTypeIn(u16, &'static [u32], OpValue, Set),
    /// Requires two results or operands to have the same type, for instructions of an extended instruction set.
    ExtSameType(u16, &'static [u32], OpValue, OpValue),
    /// Checks types of function-level values that have one of these OpType opcodes. Each type is checked once, at the
    /// first value.
    Value(&'static [u32], TypeCheck),
    /// Checks the type of each block argument that becomes an OpPhi in the binary.
    Phi(TypeCheck),
    /// Checks types with one of these OpType opcodes. Each type is checked once, at the first op that uses it.
    Type(&'static [u32], TypeCheck),
    /// Checks each of these decorations (`Decoration` enumerants) at its target.
    Decoration(&'static [u32], DecorationCheck),
    /// Checks each function.
    Function(FunctionCheck),
    /// Checks each entry point.
    Entry(EntryCheck),
    /// Checks each variable in the interface of each entry point. A violation is reported at the variable.
    Interface(InterfaceCheck),
    /// Checks the module once.
    Module(ModuleCheck),
    /// Checks the module once. The function reports violations itself, because it creates their messages.
    Report(fn(&'static Rule, &Facts<'_>, &mut Report<'_>)),
    /// A rule without a check function: the module traversal itself checks required capabilities and versions.
    Walk,
}

impl Check {
    /// Returns whether the requirement holds for an op. Returns `None` if the rule does not apply or does not check
    /// ops.
    pub(super) fn holds_for(&self, x: &OpSubject<'_>) -> Option<bool> {
        match *self {
            Check::Op(_, holds)
            | Check::BySignature(_, holds)
            | Check::Ext(_, _, holds)
            | Check::ExtBySignature(_, _, holds)
            | Check::EveryOp(holds) => holds(x),
            Check::TypeIn(_, place, set) | Check::ExtTypeIn(_, _, place, set) => x.is_in(place, set),
            Check::SameType(_, a, b) | Check::ExtSameType(_, _, a, b) => x.same_type(a, b),
            _ => None,
        }
    }
}

/// Constructs a rule for all target environments.
pub const fn rule(id: &'static str, section: &'static str, message: &'static str, check: Check) -> Rule {
    Rule { id, section, scope: Scope::Any, message, note: "", check, in_groups: false }
}

/// Constructs a rule for Vulkan. `id` is its VUID.
pub const fn vulkan(id: &'static str, section: &'static str, message: &'static str, check: Check) -> Rule {
    Rule { id, section, scope: Scope::Vulkan, message, note: "", check, in_groups: false }
}

/// Constructs a rule for OpenCL.
pub const fn opencl(id: &'static str, section: &'static str, message: &'static str, check: Check) -> Rule {
    Rule { id, section, scope: Scope::OpenCl, message, note: "", check, in_groups: false }
}

impl Rule {
    /// Returns the rule with a suggested fix.
    pub const fn note(self, note: &'static str) -> Rule {
        Rule { note, ..self }
    }

    /// Returns the rule with the field `in_groups` set.
    pub const fn in_groups(self) -> Rule {
        Rule { in_groups: true, ..self }
    }

    /// Returns whether the rule checks ops once per signature.
    pub(super) fn is_by_signature(&self) -> bool {
        !matches!(self.check, Check::Op(..) | Check::Ext(..))
    }
}

/// Concatenates lists of opcodes or decorations with `N` elements in total.
pub(super) const fn joined<const N: usize>(lists: &[&[u32]]) -> [u32; N] {
    let (mut all, mut filled, mut list) = ([0; N], 0, 0);
    while list < lists.len() {
        let mut i = 0;
        while i < lists[list].len() {
            all[filled] = lists[list][i];
            filled += 1;
            i += 1;
        }
        list += 1;
    }
    assert!(filled == N, "the lists hold another number of elements");
    all
}
