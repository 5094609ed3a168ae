//! Validation rules as data: the contents of a rule table row

use super::facts::Facts;
use super::subject::{DecorationSubject, EntrySubject, FunctionSubject, OpSubject, TypeSubject};
use super::typing::Set;
use super::{Report, environment::Api};
use spv_dialect::verify::rule::OpValue;
use spv_ir::Ident;

/// A validation rule: one row in the table of its family.
#[derive(Clone, Copy)]
pub struct Rule {
    /// Unique id: the Vulkan VUID if there is one, else `SPV-family-name`.
    pub id: &'static str,
    /// The section of the specification that states the rule.
    pub section: &'static str,
    /// The environments that the rule applies to.
    pub scope: Scope,
    /// The violated requirement, as a sentence without a full stop.
    pub message: &'static str,
    /// Suggested fix; empty if the message already implies it.
    pub note: &'static str,
    /// The check to perform.
    pub check: Check,
    /// Whether a decoration check also applies to decorations from decoration groups.
    ///
    /// spirv-val checks the targets of group decorations only in such rules. The option `strict` enables it
    /// for all rules.
    pub in_groups: bool,
}

/// The environments that a rule applies to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// All environments.
    Any,
    /// Vulkan, all versions.
    Vulkan,
    /// OpenCL, all versions and profiles.
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

/// A check of an op. Like all checks, it returns whether the requirement of the rule holds, or `None` if the rule
/// does not apply.
pub type OpCheck = fn(&OpSubject<'_>) -> Option<bool>;
/// A check of an op that returns a description of the violation, if any.
pub type OpFinds = fn(&OpSubject<'_>) -> Option<String>;
/// Returns the capabilities, any of which satisfies an op's types or literals, if one is required.
///
/// The result must not depend on the module's declarations, as the deduction of capabilities calls this, too.
pub type OpNeeds = fn(&OpSubject<'_>) -> Option<&'static [u32]>;
/// Returns the capabilities, any of which satisfies a type's parameters, if one is required.
pub type TypeNeeds = fn(&TypeSubject<'_>) -> Option<&'static [u32]>;
/// A check of a type.
pub type TypeCheck = fn(&TypeSubject<'_>) -> Option<bool>;
/// A check of a decoration.
pub type DecorationCheck = fn(&DecorationSubject<'_>) -> Option<bool>;
/// A check of a function.
pub type FunctionCheck = fn(&FunctionSubject<'_>) -> Option<bool>;
/// A check of an entry point.
pub type EntryCheck = fn(&EntrySubject<'_>) -> Option<bool>;
/// A check of a variable that an entry point lists.
pub type InterfaceCheck = fn(&EntrySubject<'_>, Ident) -> Option<bool>;
/// A check of the module.
pub type ModuleCheck = fn(&Facts<'_>) -> Option<bool>;

/// The subjects and function of a check. Opcodes are those of SPIR-V, even for ops with another form
/// (`spv.GlobalVariable` counts as OpVariable).
#[derive(Clone, Copy)]
pub enum Check {
    /// Checks each op with one of these opcodes.
    Op(&'static [u32], OpCheck),
    /// Checks ops with one of these opcodes, once per signature.
    ///
    /// The result may depend only on the op's definition, slots and types, the execution models that reach
    /// its function, and the module's declarations.
    BySignature(&'static [u32], OpCheck),
    /// Requires the type of a result or operand to be in a set, for ops with one of these opcodes.
    TypeIn(&'static [u32], OpValue, Set),
    /// Requires two results or operands to have the same type, for ops with one of these opcodes.
    SameType(&'static [u32], OpValue, OpValue),
    /// Checks each op in functions, once per signature.
    EveryOp(OpCheck),
    /// Checks each op with one of these opcodes, and describes the violation.
    Finds(&'static [u32], OpFinds),
    /// Requires a capability for ops with one of these opcodes.
    Needs(&'static [u32], OpNeeds),
    /// Like `Needs`, but only for modules with capability Shader.
    ShaderNeeds(&'static [u32], OpNeeds),
    /// Requires a capability for types with one of these OpType opcodes.
    TypeNeeds(&'static [u32], TypeNeeds),
    /// Checks instructions of an extended set, given by set number and instruction numbers. An empty list
    /// means the whole set.
    Ext(u16, &'static [u32], OpCheck),
    /// Checks instructions of an extended set, once per signature.
    ExtBySignature(u16, &'static [u32], OpCheck),
    /// Works like `TypeIn` for instructions of an extended set.
    ExtTypeIn(u16, &'static [u32], OpValue, Set),
    /// Works like `SameType` for instructions of an extended set.
    ExtSameType(u16, &'static [u32], OpValue, OpValue),
    /// Checks each type of function-level values with one of these OpType opcodes, once, at the first value.
    Value(&'static [u32], TypeCheck),
    /// Checks the type of each block argument that is an OpPhi in the binary.
    Phi(TypeCheck),
    /// Checks each type with one of these OpType opcodes, once, at the first op that uses it.
    Type(&'static [u32], TypeCheck),
    /// Checks each of these decorations (values of `Decoration`) at its target.
    Decoration(&'static [u32], DecorationCheck),
    /// Checks each function.
    Function(FunctionCheck),
    /// Checks each entry point.
    Entry(EntryCheck),
    /// Checks each variable in the interface of each entry point; a violation is at the variable.
    Interface(InterfaceCheck),
    /// Checks the module once.
    Module(ModuleCheck),
    /// Checks the module once. The function has its own table and reports violations itself, because the
    /// message depends on the table row.
    Report(fn(&'static Rule, &Facts<'_>, &mut Report<'_>)),
    /// No check function: the module walk itself checks capabilities and versions.
    Walk,
}

impl Check {
    /// Returns whether the requirement of a check of ops holds for an op. `None` for other checks, and if the rule does
    /// not apply.
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

/// Constructs a rule for all environments.
pub const fn rule(id: &'static str, section: &'static str, message: &'static str, check: Check) -> Rule {
    Rule { id, section, scope: Scope::Any, message, note: "", check, in_groups: false }
}

/// Constructs a rule for Vulkan; `id` is its VUID.
pub const fn vulkan(id: &'static str, section: &'static str, message: &'static str, check: Check) -> Rule {
    Rule { id, section, scope: Scope::Vulkan, message, note: "", check, in_groups: false }
}

/// Constructs a rule for OpenCL.
pub const fn opencl(id: &'static str, section: &'static str, message: &'static str, check: Check) -> Rule {
    Rule { id, section, scope: Scope::OpenCl, message, note: "", check, in_groups: false }
}

impl Rule {
    /// Returns the rule with a note.
    pub const fn note(self, note: &'static str) -> Rule {
        Rule { note, ..self }
    }

    /// Returns the rule with the flag `in_groups` set.
    pub const fn in_groups(self) -> Rule {
        Rule { in_groups: true, ..self }
    }

    /// Returns whether the rule, which checks ops, is checked once per signature.
    pub(super) fn is_by_signature(&self) -> bool {
        !matches!(self.check, Check::Op(..) | Check::Ext(..))
    }
}

/// Concatenates several lists of opcodes, with `N` opcodes in total.
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
    assert!(filled == N, "the lists hold another number of opcodes");
    all
}
