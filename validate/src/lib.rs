#![forbid(unsafe_code)]
//! The verdict: whether a module is valid in a target environment.
//!
//! The verifier ([`spv_dialect::verify`]) checks what the IR itself takes for granted: types, dominance, structure. [`verify_for`]
//! checks the rules of the specification and of the client API beyond that: capabilities, storage classes, decorations,
//! layouts, built-ins, interfaces, execution modes, memory semantics. It expects a module that the verifier accepts.
//!
//! # How to add a rule
//!
//! Rules are rows of the tables of their families, one file each: [`FAMILIES`] lists these. A row is made by
//! [`rule::rule`], [`rule::vulkan`] or [`rule::opencl`] and states
//!
//! - the id: the VUID where there is one, else `SPV-family-name`;
//! - the section of the specification;
//! - the message: what must hold, as a sentence that the op's name precedes;
//! - the check: [`rule::Check::Op`] with the opcodes of the instructions and a function of an [`subject::OpSubject`],
//!   [`rule::Check::Ext`] with the numbers of instructions of an extended set, `Type`, `Decoration`, `Function`, `Entry` or `Module` with a function of what it is called after. The function
//!   returns `Some(true)` where the rule is violated, and `None` where it does not apply, so that `?` may be used freely.
//!
//! A rule that asks for a capability because of types or literals is [`rule::Check::Needs`] or [`rule::Check::TypeNeeds`]: its
//! function returns the capabilities any of which suffices, and the deduction of capabilities asks it, too.
//!
//! A rule that depends on no more than the types, slots and opcode of an instruction is [`rule::Check::BySignature`] or
//! [`rule::Check::ExtBySignature`]: it is checked once for all instructions that agree in these. Builds with debug assertions
//! check it for all, and stop where it depends on more. Of the others it is observed what they look at
//! ([`subject::OpSubject::observed`]): where that is the signature alone, they are asked once, too. So a check looks first at
//! what a signature has, and at `body()` last.
//!
//! What rules ask of the types of an instruction, by place and by sets of types as data, is in `typing`.
//!
//! Then add an accepted and a refused module to the cases of `tests/tests/validation_rules.rs`, and write
//! `docs/validation-rules.md` anew, as it says there. A new family is a file with a constant `RULES` and a line in
//! [`FAMILIES`]. What rules ask of a module as a whole is computed once in [`facts::Facts`].
//!
//! Where the specification and spirv-val disagree, the more permissive of the two is followed: a module that spirv-val
//! accepts is never refused, unless the option `strict` is set.

mod access_chains;
mod arithmetic;
mod atomics;
mod availability;
mod branches;
pub mod builtins;
mod decorations;
pub mod deduce;
mod derivatives;
mod dispatch;
mod dots;
pub mod environment;
mod extended_sets;
pub mod facts;
mod groups;
mod image;
mod image_operands;
mod image_types;
mod images;
mod interfaces;
mod layout;
mod limits;
mod memory;
pub mod models;
mod modes;
pub mod options;
mod pointers;
pub mod requirements;
pub mod rule;
mod scopes;
pub mod subject;
mod walk;

mod constants;
mod conversions;
mod cooperative_matrices;
mod debug_info;
mod encodings;
mod graphs;
mod hit_objects;
mod locations;
mod matrices;
mod meshes;
mod needs;
mod pipes;
mod qcom;
mod rays;
mod reflection;
mod spec_ops;
mod stages;
mod standard_sets;
mod tensors;
mod tiles;
mod typing;
mod untyped_pointers;
mod workgroups;

pub use environment::{Api, ENVIRONMENTS, Environment, TargetEnv};
pub use options::{FLAGS, LIMITS, Options};
pub use rule::{Rule, Scope};

use facts::Facts;
use spv_ir::verify::excerpt;
use spv_ir::{Body, Context, Diagnostic, Diagnostics, Module, Op, Place};
use subject::Operand;

/// Rules of one kind, from one file.
#[derive(Clone, Copy)]
pub struct Family {
    /// Title.
    pub title: &'static str,
    /// The rules.
    pub rules: &'static [Rule],
}

/// All families, in the order in which their rules are checked.
pub const FAMILIES: &[Family] = &[
    Family { title: "Capabilities, extensions and versions", rules: availability::RULES },
    Family { title: "Entry points and interfaces", rules: interfaces::RULES },
    Family { title: "Execution modes and memory model", rules: modes::RULES },
    Family { title: "Scopes, memory semantics and atomics", rules: scopes::RULES },
    Family { title: "Locations of inputs and outputs", rules: locations::RULES },
    Family { title: "Constants and types of values", rules: constants::RULES },
    Family { title: "Image processing of Qualcomm", rules: qcom::RULES },
    Family { title: "Conversions, arithmetic and copies", rules: arithmetic::RULES },
    Family { title: "Branches", rules: branches::RULES },
    Family { title: "Untyped pointers", rules: untyped_pointers::RULES },
    Family { title: "Access chains", rules: access_chains::RULES },
    Family { title: "Types of atomic operations", rules: atomics::RULES },
    Family { title: "Cooperative matrices in memory", rules: matrices::RULES },
    Family { title: "Cooperative matrices and vectors", rules: cooperative_matrices::RULES },
    Family { title: "Pipes", rules: pipes::RULES },
    Family { title: "Types of images", rules: image_types::RULES },
    Family { title: "Operations on images", rules: images::RULES },
    Family { title: "Image operands", rules: image_operands::RULES },
    Family { title: "Derivatives", rules: derivatives::RULES },
    Family { title: "Group operations and execution models", rules: groups::RULES },
    Family { title: "Variables and memory accesses", rules: memory::RULES },
    Family { title: "Logical and variable pointers", rules: pointers::RULES },
    Family { title: "Extended instruction sets", rules: extended_sets::RULES },
    Family { title: "Universal limits", rules: limits::RULES },
    Family { title: "Decorations", rules: decorations::RULES },
    Family { title: "Explicit layout", rules: layout::RULES },
    Family { title: "Built-ins", rules: builtins::RULES },
    Family { title: "Operations of workgroups and named barriers", rules: workgroups::RULES },
    Family { title: "Ray tracing and ray queries", rules: rays::RULES },
    Family { title: "Interfaces of single stages", rules: stages::RULES },
    Family { title: "Hit objects", rules: hit_objects::RULES },
    Family { title: "Mesh shading", rules: meshes::RULES },
    Family { title: "Extended instructions", rules: standard_sets::RULES },
    Family { title: "Operations of spec constants", rules: spec_ops::RULES },
    Family { title: "Encodings of floats", rules: encodings::RULES },
    Family { title: "Debug information", rules: debug_info::RULES },
    Family { title: "Tensors", rules: tensors::RULES },
    Family { title: "Conversions of pointers and handles", rules: conversions::RULES },
    Family { title: "Reads of attachments in tiles", rules: tiles::RULES },
    Family { title: "Graphs", rules: graphs::RULES },
    Family { title: "Dot products", rules: dots::RULES },
    Family { title: "Reflection of OpenCL kernels", rules: reflection::RULES },
];

/// Checks a module against the rules of an environment. The verifier must have accepted it.
///
/// # Errors
/// All violations, in the order of the module, up to [`Diagnostics::LIMIT`].
pub fn verify_for(module: &Module, env: &TargetEnv) -> Result<(), Diagnostics> {
    let ctx: &Context = &module.ctx;
    let mut report = Report { ctx, out: Diagnostics::default() };
    for op in spv_ir::walk::top_ops(&module.body) {
        if module.body.def(op) == spv_dialect::spv::Module::ID
            && let Some(facts) = Facts::new(ctx, env, &module.body, op)
        {
            walk::module(&facts, &mut report);
        }
    }
    if report.out.has_errors() { Err(report.out) } else { Ok(()) }
}

/// Collects violations.
pub struct Report<'c> {
    ctx: &'c Context,
    out: Diagnostics,
}

/// Where a violation is.
#[derive(Clone, Copy)]
pub struct At<'a> {
    /// The body of the op.
    pub body: &'a Body,
    /// The op.
    pub op: Op,
    /// The op that owns the body, and the body that this is in.
    pub holder: Option<(&'a Body, Op)>,
}

impl Report<'_> {
    /// Adds a violation of a rule at an op; `detail` says what violates it.
    pub fn add(&mut self, rule: &Rule, at: At<'_>, detail: &str) {
        self.add_about(rule, at, None, detail);
    }

    /// The same, of an operand of the op.
    pub fn add_about(&mut self, rule: &Rule, at: At<'_>, operand: Option<Operand>, detail: &str) {
        let separator = if detail.is_empty() { "" } else { ": " };
        self.push(rule.id, at, operand, &format!("{}{separator}{detail}", rule.message), rule.note);
    }

    /// The same with a note on what would make it right.
    pub fn add_with_note(&mut self, rule: &Rule, at: At<'_>, detail: &str, note: &str) {
        let separator = if detail.is_empty() { "" } else { ": " };
        self.violation(rule.id, at, &format!("{}{separator}{detail}", rule.message), note);
    }

    /// Adds a violation of the rule of an id that a table of a family has: what is wrong, and what would make it right.
    pub fn violation(&mut self, id: &str, at: At<'_>, message: &str, note: &str) {
        self.push(id, at, None, message, note);
    }

    fn push(&mut self, id: &str, at: At<'_>, operand: Option<Operand>, message: &str, note: &str) {
        let errors = self.out.list.len();
        if errors == Diagnostics::LIMIT {
            return;
        }
        let def = self.ctx.registry().op(at.body.def(at.op));
        let text = format!("'{}': {message}", def.row.name);
        let mut error = Diagnostic::error(Place::Op(at.body.loc(at.op)), text);
        error.rule = Some(id.to_owned());
        if !note.is_empty() {
            error = error.note(Place::None, note);
        }
        // The text of the whole module would say nothing.
        error.excerpt = at.holder.and_then(|_| excerpt(self.ctx, at.body, at.holder, at.op, errors));
        if let (Some(excerpt), Some(operand)) = (&mut error.excerpt, operand) {
            let name = |number: usize| def.row.params.get(number).map(|param| param.name);
            excerpt.marked = excerpt.text.as_deref().and_then(|text| operand.span(text, name));
        }
        self.out.push(error);
    }
}
