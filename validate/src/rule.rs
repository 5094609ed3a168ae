//! Rules as data: what a row of the registry states.

use super::facts::Facts;
use super::subject::{DecorationSubject, EntrySubject, FunctionSubject, OpSubject, TypeSubject};
use super::{Report, environment::Api};

/// A rule: a row of the table of its family.
#[derive(Clone, Copy)]
pub struct Rule {
    /// The Vulkan VUID where there is one, else `SPV-family-name`; unique.
    pub id: &'static str,
    /// The section of the specification that states it.
    pub section: &'static str,
    /// The environments that have it.
    pub scope: Scope,
    /// What must hold, as a sentence without a full stop.
    pub message: &'static str,
    /// What would make it right; empty where the message says so.
    pub note: &'static str,
    /// How it is checked.
    pub check: Check,
    /// Whether a check of decorations concerns those that decoration groups apply, too. spirv-val looks at the targets of the
    /// others only where an instruction names them; with the option `strict` all do.
    pub in_groups: bool,
}

/// The environments that have a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// All.
    Any,
    /// Vulkan of all versions.
    Vulkan,
    /// OpenCL of all versions and profiles.
    OpenCl,
}

impl Scope {
    /// Whether an API is in it.
    pub fn has(self, api: Api) -> bool {
        match self {
            Scope::Any => true,
            Scope::Vulkan => matches!(api, Api::Vulkan(_)),
            Scope::OpenCl => matches!(api, Api::OpenCl { .. }),
        }
    }
}

/// A check of an op: `Some(true)` is a violation, `None` that the rule does not apply. So are the others.
pub type OpCheck = fn(&OpSubject<'_>) -> Option<bool>;
/// A check of an op that says what violates the rule, if anything does.
pub type OpFinds = fn(&OpSubject<'_>) -> Option<String>;
/// The capabilities any of which an op needs because of its types or literals, if it needs one. The result may not depend on
/// what the module declares: the deduction of capabilities asks it, too.
pub type OpNeeds = fn(&OpSubject<'_>) -> Option<&'static [u32]>;
/// The capabilities any of which a type needs because of its parameters.
pub type TypeNeeds = fn(&TypeSubject<'_>) -> Option<&'static [u32]>;
/// A check of a type.
pub type TypeCheck = fn(&TypeSubject<'_>) -> Option<bool>;
/// A check of a decoration.
pub type DecorationCheck = fn(&DecorationSubject<'_>) -> Option<bool>;
/// A check of a function.
pub type FunctionCheck = fn(&FunctionSubject<'_>) -> Option<bool>;
/// A check of an entry point.
pub type EntryCheck = fn(&EntrySubject<'_>) -> Option<bool>;
/// A check of the module.
pub type ModuleCheck = fn(&Facts<'_>) -> Option<bool>;

/// What is checked, and how. Opcodes are those of SPIR-V, also for ops whose form differs from the instruction's
/// (`spv.GlobalVariable` is OpVariable).
#[derive(Clone, Copy)]
pub enum Check {
    /// Each op with one of these opcodes.
    Op(&'static [u32], OpCheck),
    /// As `Op`, by a check that depends on nothing but the op's definition, slots, and types of operands and result, the execution
    /// models that reach its function, and the declarations of the module: of ops that agree in these, one is checked.
    BySignature(&'static [u32], OpCheck),
    /// Each op of a function, by signature.
    EveryOp(OpCheck),
    /// As `Op`, by a function that says what it finds.
    Finds(&'static [u32], OpFinds),
    /// Each op with one of these opcodes needs a capability.
    Needs(&'static [u32], OpNeeds),
    /// The same as `Needs`, but only in modules with capability Shader.
    ShaderNeeds(&'static [u32], OpNeeds),
    /// Each type with one of these OpType opcodes needs a capability.
    TypeNeeds(&'static [u32], TypeNeeds),
    /// Each instruction of an extended set, by the set's number, with one of these numbers; none: all of the set.
    Ext(u16, &'static [u32], OpCheck),
    /// As `Ext`, by signature.
    ExtBySignature(u16, &'static [u32], OpCheck),
    /// Each type of values of functions with one of these OpType opcodes, once, at the first value.
    Value(&'static [u32], TypeCheck),
    /// The type of each block argument that is an OpPhi in the binary: true where OpPhi may not have it.
    Phi(TypeCheck),
    /// Each type with one of these OpType opcodes, once, at the first op that uses it.
    Type(&'static [u32], TypeCheck),
    /// Each of these decorations (numbers of `Decoration`), at its target.
    Decoration(&'static [u32], DecorationCheck),
    /// Each function.
    Function(FunctionCheck),
    /// Each entry point.
    Entry(EntryCheck),
    /// The module, once.
    Module(ModuleCheck),
    /// The module, once, by a function that goes through a table of its own and reports where it finds something: for
    /// rules whose message depends on a row of that table.
    Report(fn(&'static Rule, &Facts<'_>, &mut Report<'_>)),
    /// None of its own: the walk of the module checks it as it goes (capabilities and versions).
    Walk,
}

impl Check {
    /// The check of ops.
    pub(super) fn of_op(self) -> Option<OpCheck> {
        match self {
            Check::Op(_, check)
            | Check::BySignature(_, check)
            | Check::Ext(_, _, check)
            | Check::ExtBySignature(_, _, check)
            | Check::EveryOp(check) => Some(check),
            _ => None,
        }
    }
}

/// A rule of all environments.
pub const fn rule(id: &'static str, section: &'static str, message: &'static str, check: Check) -> Rule {
    Rule { id, section, scope: Scope::Any, message, note: "", check, in_groups: false }
}

/// A rule of Vulkan; `id` is its VUID.
pub const fn vulkan(id: &'static str, section: &'static str, message: &'static str, check: Check) -> Rule {
    Rule { id, section, scope: Scope::Vulkan, message, note: "", check, in_groups: false }
}

/// A rule of OpenCL.
pub const fn opencl(id: &'static str, section: &'static str, message: &'static str, check: Check) -> Rule {
    Rule { id, section, scope: Scope::OpenCl, message, note: "", check, in_groups: false }
}

impl Rule {
    /// The same with a note.
    pub const fn note(self, note: &'static str) -> Rule {
        Rule { note, ..self }
    }

    /// The same, for what decoration groups apply, too.
    pub const fn in_groups(self) -> Rule {
        Rule { in_groups: true, ..self }
    }

    /// Whether it is checked once for all ops of one signature.
    pub(super) fn is_by_signature(&self) -> bool {
        matches!(self.check, Check::BySignature(..) | Check::ExtBySignature(..) | Check::EveryOp(_))
    }
}

/// The opcodes of several lists, which hold `N`.
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
