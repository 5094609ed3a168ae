#![forbid(unsafe_code)]
//! Validation of modules against the SPIR-V specification and a target environment
//!
//! The verifier ([`spv_dialect::verify`]) checks the invariants of the IR itself: types, dominance and structure.
//! [`verify_for`] checks the remaining rules of the specification and the client API. These cover capabilities,
//! storage classes, decorations, layouts, built-ins, interfaces, execution modes and memory semantics. The verifier
//! must have accepted the module.
//!
//! # How to add a rule
//!
//! Each rule is an element of the `RULES` constant of its family. Each family has its own file; [`FAMILIES`] lists
//! them. [`rule::rule`], [`rule::vulkan`] and [`rule::opencl`] construct a rule from
//!
//! - the id: the VUID if there is one, otherwise `SPV-family-name`;
//! - the section of the specification;
//! - the message: the violated requirement, as a sentence to follow the op's name;
//! - the check: a variant of [`rule::Check`] with its subjects and a function.
//!
//! [`rule::Check::Op`] has opcodes and a function on a [`subject::OpSubject`]. [`rule::Check::Ext`] has the
//! instruction numbers of an extended instruction set. `Type`, `Decoration`, `Function`, `Entry` and `Module` have a
//! function on the subject after which they are named. The function returns whether the requirement holds, or `None`
//! if the rule does not apply, so that it can use `?` freely.
//!
//! A rule that requires a capability because of types or literals is [`rule::Check::Needs`] or
//! [`rule::Check::TypeNeeds`]. Its function returns a list of capabilities, any of which suffices. The deduction of
//! capabilities also calls this function.
//!
//! A rule that depends only on the types, slots and opcode of an instruction is [`rule::Check::BySignature`] or
//! [`rule::Check::ExtBySignature`]. Instructions with the same types, slots and opcode are checked once. Builds with
//! debug assertions check all of them, and panic if the result depends on anything else. For all other rules,
//! accesses to data beyond the signature are observed ([`subject::OpSubject::observed`]). If a rule only accessed the
//! signature, it is not checked again either. A check should therefore query the signature first and `body()` last.
//!
//! The module `typing` provides sets of types as data, and queries about an instruction's types. A rule may only
//! require a type to be in a set, or two types to be the same. These rules are data without a function:
//! [`rule::Check::TypeIn`] and [`rule::Check::SameType`].
//!
//! Then add an accepted and a rejected module to the cases in `tests/tests/validation_rules.rs`. Regenerate
//! `docs/validation-rules.md` as described there. A new family is a file with a constant `RULES` and an element of
//! [`FAMILIES`]. Module-wide facts that rules query are computed once in [`facts::Facts`].
//!
//! If the specification and spirv-val disagree, validation follows the more permissive of the two. A module
//! that spirv-val accepts is never rejected, unless the option `strict` is set.

mod access_chains;
mod arithmetic;
mod atomics;
mod availability;
pub mod binary;
mod branches;
pub mod builtins;
mod decorations;
pub mod deduce;
mod derivatives;
mod describe;
mod dispatch;
mod dots;
pub mod environment;
mod exported;
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
mod descriptor_heaps;
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
pub use exported::verify_exported;
pub use options::{DESCRIPTORS, DescriptorLayout, FLAGS, LIMITS, Options};
pub use rule::{Rule, Scope};

use facts::Facts;
use spv_ir::verify::excerpt;
use spv_ir::{Body, Context, Diagnostic, Diagnostics, Ident, Module, Op, Place};
use subject::Operand;

/// A family of related validation rules, defined in one file.
#[derive(Clone, Copy)]
pub struct Family {
    /// Title of the family in the documentation.
    pub title: &'static str,
    /// The rules of the family.
    pub rules: &'static [Rule],
}

/// All families, in the order in which their rules are checked.
pub const FAMILIES: &[Family] = &[
    Family { title: "Capabilities, extensions and versions", rules: availability::RULES },
    Family { title: "Entry points and interfaces", rules: interfaces::RULES },
    Family { title: "Execution modes and memory model", rules: modes::RULES },
    Family { title: "Scopes, memory semantics and atomics", rules: scopes::RULES },
    Family { title: "Input and output locations", rules: locations::RULES },
    Family { title: "Constants and types of values", rules: constants::RULES },
    Family { title: "Qualcomm image processing", rules: qcom::RULES },
    Family { title: "Conversions, arithmetic and copies", rules: arithmetic::RULES },
    Family { title: "Branches", rules: branches::RULES },
    Family { title: "Untyped pointers", rules: untyped_pointers::RULES },
    Family { title: "Access chains", rules: access_chains::RULES },
    Family { title: "Types of atomic operations", rules: atomics::RULES },
    Family { title: "Cooperative matrices in memory", rules: matrices::RULES },
    Family { title: "Cooperative matrices and vectors", rules: cooperative_matrices::RULES },
    Family { title: "Pipes", rules: pipes::RULES },
    Family { title: "Image types", rules: image_types::RULES },
    Family { title: "Image operations", rules: images::RULES },
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
    Family { title: "Workgroup operations and named barriers", rules: workgroups::RULES },
    Family { title: "Ray tracing and ray queries", rules: rays::RULES },
    Family { title: "Stage-specific interfaces", rules: stages::RULES },
    Family { title: "Hit objects", rules: hit_objects::RULES },
    Family { title: "Mesh shading", rules: meshes::RULES },
    Family { title: "Extended instructions", rules: standard_sets::RULES },
    Family { title: "Spec constant operations", rules: spec_ops::RULES },
    Family { title: "Floating-point encodings", rules: encodings::RULES },
    Family { title: "Debug information", rules: debug_info::RULES },
    Family { title: "Descriptor heaps", rules: descriptor_heaps::RULES },
    Family { title: "Tensors", rules: tensors::RULES },
    Family { title: "Pointer and handle conversions", rules: conversions::RULES },
    Family { title: "Tile attachment reads", rules: tiles::RULES },
    Family { title: "Graphs", rules: graphs::RULES },
    Family { title: "Dot products", rules: dots::RULES },
    Family { title: "OpenCL kernel reflection", rules: reflection::RULES },
];

/// Checks a module against the rules of an environment. The verifier must have accepted the module. For a module that
/// was not read from a binary, [`verify_exported`] checks the rules about binaries.
///
/// # Errors
///
/// All rule violations, in module order, up to [`Diagnostics::LIMIT`].
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

/// A collector that converts rule violations to diagnostics.
pub struct Report<'c> {
    ctx: &'c Context,
    out: Diagnostics,
}

/// The op that violates a rule, with the bodies that contain it.
#[derive(Clone, Copy)]
pub struct Site<'a> {
    /// The body that contains the op.
    pub body: &'a Body,
    /// The op that violates the rule.
    pub op: Op,
    /// The op that contains `body`, preceded by the body that contains this op; `None` at the top level.
    pub holder: Option<(&'a Body, Op)>,
}

impl Report<'_> {
    /// Adds a violation of a rule at an op. `detail` describes the violation and may be empty.
    pub fn add(&mut self, rule: &Rule, site: Site<'_>, detail: &str) {
        self.add_about(rule, site, None, detail);
    }

    /// Adds a violation of a rule at an entry point that concerns a listed or used variable. A note gives the
    /// variable's location.
    pub fn add_variable(&mut self, rule: &Rule, site: Site<'_>, facts: &Facts<'_>, name: Ident) {
        self.add_variables(rule, site, facts, &[name]);
    }

    /// Adds a violation of a rule at an entry point that concerns conflicting variables. Notes give their locations.
    pub fn add_variables(&mut self, rule: &Rule, site: Site<'_>, facts: &Facts<'_>, names: &[Ident]) {
        let found = names.iter().filter_map(|name| {
            let op = facts.symbols.get(*name)?;
            Some((op, describe::global(facts.ctx, facts.body, op).unwrap_or_default()))
        });
        let all: Vec<(Op, String)> = found.collect();
        let about: Vec<&str> = all.iter().map(|(_, about)| &**about).collect();
        self.add(rule, site, &about.join(" and "));
        for (op, about) in all {
            self.out.note(Place::Op(facts.body.loc(op)), about);
        }
    }

    /// Adds a violation of a rule at a call, given the calling and the called function. A note gives the location of the
    /// entry point.
    pub(crate) fn add_call(
        &mut self,
        rule: &Rule,
        facts: &Facts<'_>,
        (caller, callee): (Op, Op),
        entry: Op,
        detail: &str,
    ) {
        let site = interfaces::call_site(facts, caller, callee).unwrap_or_else(|| facts.site(entry));
        self.add(rule, site, detail);
        self.out.note(Place::Op(facts.body.loc(entry)), "the entry point is here");
    }

    /// Adds a violation of a rule at an operand of an op.
    pub fn add_about(&mut self, rule: &Rule, site: Site<'_>, operand: Option<Operand>, detail: &str) {
        let separator = if detail.is_empty() { "" } else { ": " };
        self.push(rule.id, site, operand, &format!("{}{separator}{detail}", rule.message), rule.note);
    }

    /// Adds a violation of a rule with a note that suggests a fix.
    pub fn add_with_note(&mut self, rule: &Rule, site: Site<'_>, detail: &str, note: &str) {
        let separator = if detail.is_empty() { "" } else { ": " };
        self.violation(rule.id, site, &format!("{}{separator}{detail}", rule.message), note);
    }

    /// Adds a violation of a rule that has no [`Rule`], such as one for a built-in, with its id, message and
    /// suggested fix.
    pub fn violation(&mut self, id: &str, site: Site<'_>, message: &str, note: &str) {
        self.push(id, site, None, message, note);
    }

    fn push(&mut self, id: &str, site: Site<'_>, operand: Option<Operand>, message: &str, note: &str) {
        let errors = self.out.list.len();
        if errors == Diagnostics::LIMIT {
            return;
        }
        let def = self.ctx.registry().op(site.body.def(site.op));
        // Includes the name of a variable, because the op's name does not identify it.
        let about = describe::global(self.ctx, site.body, site.op).map(|about| format!(" ({about})"));
        let text = format!("'{}': {message}{}", def.row.name, about.unwrap_or_default());
        let mut error = Diagnostic::error(Place::Op(site.body.loc(site.op)), text);
        error.rule = Some(id.to_owned());
        if !note.is_empty() {
            error = error.note(Place::None, note);
        }
        // Omitted at module level, because the excerpt would be the whole module.
        error.excerpt = site.holder.and_then(|_| excerpt(self.ctx, site.body, site.holder, site.op, errors));
        if let (Some(excerpt), Some(operand)) = (&mut error.excerpt, operand) {
            let name = |number: usize| def.row.params.get(number).map(|param| param.name);
            excerpt.marked = excerpt.text.as_deref().and_then(|text| operand.span(text, name));
        }
        self.out.push(error);
    }
}
