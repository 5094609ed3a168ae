//! The single traversal of a module that applies all validation rules

use super::facts::{Facts, FunctionFacts};
use super::models::Models;
use super::rule::{Check, Rule};
use super::subject::{
    DecorationSubject, DecorationTarget, EntrySubject, FunctionSubject, OpSubject, TypeSubject,
};
use super::{Report, Site, availability, deduce, describe, dispatch};
use crate::requirements::{SeenConstants, further_instructions};
use rustc_hash::{FxHashMap, FxHashSet};
use spv_dialect::control::lowering::LoweringPlan;
use spv_dialect::decorations::{self, Operand, param_of};
use spv_dialect::generated::enums::DECORATION;
use spv_dialect::generated::opcodes as op_code;
use spv_dialect::generated::values::capability as c;
use spv_dialect::generated::views as v;
use spv_dialect::types;
use spv_ir::dialect::{ABSENT, EnumDef, OpDefId, ParamKind};
use spv_ir::params::{self, OpComponent};
use spv_ir::replace::{new_inner_types, referenced_types};
use spv_ir::verify::{Signature, Signatures};
use spv_ir::{Attribute, Body, Op, Type, walk};
use std::cell::Cell;
use std::rc::Rc;

/// Applies all rules to a module and reports violations.
pub(super) fn module(facts: &Facts<'_>, report: &mut Report<'_>) {
    let mut walk = Walk {
        facts,
        report,
        signatures: Signatures::default(),
        settled: Signatures::default(),
        models: Models::default(),
        instructions: FxHashSet::default(),
        enums: FxHashSet::default(),
        types: FxHashSet::default(),
        constants: SeenConstants::default(),
        values: FxHashSet::default(),
        phis: FxHashMap::default(),
        reported: FxHashSet::default(),
    };
    walk.declarations();
    walk.whole();
    walk.op(Site { body: facts.outer, op: facts.op, holder: None }, None);
    walk.module_attributes();
    for op in walk::top_ops(facts.body) {
        let site = facts.site(op);
        walk.op(site, None);
        walk.top_types(site);
        if let Some(inner) = facts.body.nested(op) {
            let empty = FunctionFacts::default();
            let function = facts.functions.get(&op).unwrap_or(&empty);
            walk.body(inner, op, function);
        }
    }
}

/// A subset of the rules that apply to an op.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RuleSubset {
    /// All rules for an op outside of functions.
    Outside,
    /// All rules for an op in a function, including the rules for every op.
    InFunction,
    /// The rules that must be checked even if the op's signature is known to be valid.
    Contextual,
}

struct Walk<'a, 'r, 'c> {
    facts: &'a Facts<'a>,
    report: &'r mut Report<'c>,
    /// Signatures of ops that violate no rule that is checked once per signature. Valid for functions that entry points
    /// with the execution models `models` reach.
    signatures: Signatures,
    /// Signatures of undecorated ops for which every rule passed without data beyond the signature.
    settled: Signatures,
    models: Models,
    /// Op definitions whose availability has been checked.
    instructions: FxHashSet<OpDefId>,
    /// Enumerants whose availability has been checked, by address of the enum definition and value.
    enums: FxHashSet<(usize, u32)>,
    /// Types that have been checked.
    types: FxHashSet<Type>,
    /// Constants whose instructions have been checked.
    constants: SeenConstants,
    /// Types of values that have been checked.
    values: FxHashSet<Type>,
    /// For each type, the rules that do not allow it in an OpPhi.
    phis: FxHashMap<Type, Rc<[&'static Rule]>>,
    /// Requirements that are not met and have been reported. Each is reported only once.
    reported: FxHashSet<String>,
}

impl<'a> Walk<'a, '_, '_> {
    fn module_site(&self) -> Site<'a> {
        Site { body: self.facts.outer, op: self.facts.op, holder: None }
    }

    fn missing(&mut self, site: Site<'_>, missing: Option<availability::Missing>) {
        if let Some(missing) = missing
            && self.reported.insert(missing.what.clone())
        {
            self.report.add_with_note(missing.rule, site, &missing.what, &missing.note);
        }
    }

    fn declarations(&mut self) {
        let site = self.module_site();
        for (missing, unsupported) in availability::declarations(self.facts) {
            self.missing(site, Some(missing));
            if let Some((place, cause)) = unsupported.and_then(|one| deduce::cause(self.facts, one)) {
                self.report.out.note(place, cause);
            }
        }
    }

    /// Checks the rules for the whole module, its entry points and functions.
    fn whole(&mut self) {
        let facts = self.facts;
        for rule in facts.dispatch.whole() {
            match rule.check {
                Check::Module(holds) if holds(facts) == Some(false) => {
                    self.report.add(rule, self.module_site(), "");
                }
                Check::Report(check) => check(rule, facts, self.report),
                Check::Entry(holds) => {
                    for entry in &facts.entries {
                        if holds(&EntrySubject { facts, entry }) == Some(false) {
                            self.report.add(rule, facts.site(entry.op), "");
                        }
                    }
                }
                Check::Interface(holds) => {
                    let mut found = FxHashSet::default();
                    for entry in &facts.entries {
                        for &name in &entry.interface {
                            let subject = EntrySubject { facts, entry };
                            let Some(op) = facts.symbols.get(name) else { continue };
                            if holds(&subject, name) == Some(false) && found.insert(name) {
                                self.report.add(rule, facts.site(op), "");
                            }
                        }
                    }
                }
                Check::Function(holds) => {
                    for op in walk::top_ops(facts.body) {
                        let Some(function) = facts.functions.get(&op) else { continue };
                        if holds(&FunctionSubject { facts, op, function }) == Some(false) {
                            self.report.add(rule, facts.site(op), "");
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// Checks all ops in a function.
    fn body(&mut self, body: &'a Body, owner: Op, function: &FunctionFacts) {
        let holder = Some((self.facts.body, owner));
        if function.models != self.models {
            self.models = function.models;
            self.signatures.clear();
            self.settled.clear();
        }
        let entry = body.first_block(body.root());
        let mut plan = None;
        for block in walk::blocks(body) {
            for &arg in body.args(block) {
                // A declaration has no ops, so errors about its parameters are reported at the function op.
                let site = match body.first_op(block) {
                    Some(op) => Site { body, op, holder },
                    None => self.facts.site(owner),
                };
                if let Some(ty) = body.value_type_opt(arg) {
                    self.value_type(site, ty);
                    let rules = self.refused_by_phis(ty);
                    let mut is_phi = || {
                        let plan = plan.get_or_insert_with(|| LoweringPlan::of(self.facts.ctx, body));
                        plan.represented(arg).is_none()
                    };
                    if entry != Some(block) && !rules.is_empty() && is_phi() {
                        rules.iter().for_each(|rule| self.report.add(rule, site, ""));
                    }
                }
                let dict = body.value_annotations(arg).attrs;
                if dict.is_some() {
                    let ty = body.value_type_opt(arg);
                    let target = if entry == Some(block) {
                        DecorationTarget::Argument(ty)
                    } else {
                        DecorationTarget::Phi
                    };
                    self.decorations(site, target, dict, Some((owner, function)));
                }
            }
        }
        for op in walk::ops(body) {
            let site = Site { body, op, holder };
            if self.op(site, Some((owner, function))) {
                continue;
            }
            for result in body.results(op) {
                if let Some(ty) = body.value_type_opt(result) {
                    self.value_type(site, ty);
                }
            }
        }
    }

    /// Checks an op. Returns whether its signature is known to be valid.
    fn op(&mut self, site: Site<'a>, function: Option<(Op, &FunctionFacts)>) -> bool {
        let facts = self.facts;
        let opcode = dispatch::opcode_of(site.body.def(site.op));
        let signature = function.and_then(|_| Signature::of_op(site.body, site.op));
        let known = signature.is_some_and(|signature| self.signatures.contains(&signature));
        if !known {
            self.available(site, opcode);
        }
        let attrs = site.body.attrs(site.op);
        if attrs.is_some() {
            self.decorations(site, DecorationTarget::Op, attrs, function);
        }
        let subject = OpSubject::new(facts, site.body, site.op, opcode, function);
        if known {
            let settled = attrs.is_none() && signature.is_some_and(|own| self.settled.contains(&own));
            // A rule that is checked once per signature must not depend on other data.
            debug_assert!(
                !facts.dispatch.op(site.body.def(site.op)).any(|rule| (settled || rule.is_by_signature())
                    && rule.check.holds_for(&subject) == Some(false)),
                "a rule by signature depends on more than the signature"
            );
            if !settled {
                let context = Cell::new(false);
                let valid = self.checks(&subject.observed(&context), site, RuleSubset::Contextual);
                if valid
                    && !context.get()
                    && attrs.is_none()
                    && let Some(signature) = signature
                {
                    self.settled.insert(&signature);
                }
            }
            return true;
        }
        let subset = if function.is_some() { RuleSubset::InFunction } else { RuleSubset::Outside };
        if self.checks(&subject, site, subset)
            && let Some(signature) = signature
        {
            self.signatures.insert(&signature);
        }
        false
    }

    /// Checks the capabilities, extensions and versions that an op requires, and the types that it references.
    fn available(&mut self, site: Site<'a>, opcode: u32) {
        // The requirements of an instruction do not depend on its position.
        let is_new = self.instructions.insert(site.body.def(site.op));
        if is_new && opcode != dispatch::NONE && self.is_represented(site) {
            self.missing(site, availability::instruction(self.facts, opcode));
        }
        if matches!(opcode, dispatch::NONE | op_code::EXT_INST)
            && self.facts.ctx.dict_get(site.body.attrs(site.op), decorations::FORWARD_REFS).is_some()
        {
            self.missing(
                site,
                availability::instruction(self.facts, op_code::EXT_INST_WITH_FORWARD_REFS_KHR),
            );
        }
        let (facts, mut lacking) = (self.facts, Vec::new());
        further_instructions(facts.ctx, site.body, site.op, &mut self.constants, &mut |row| {
            lacking.extend(availability::instruction(facts, row.opcode));
        });
        lacking.into_iter().for_each(|missing| self.missing(site, Some(missing)));
        let def = site.body.def(site.op);
        if dispatch::has_nested_enumerants(def) {
            return self.enumerants(site);
        }
        let row = self.facts.ctx.registry().op(def).row;
        // The enumerants of extended instruction sets have no requirements.
        for p in row.layout().filter(|_| row.set == 0) {
            match p.param.kind {
                ParamKind::Enum(def) => self.enumerant(site, def, site.body.slot(site.op, p.slot)),
                ParamKind::Type => {
                    let ty = site.body.slot_attr(site.op, p.slot).and_then(|attr| facts.ctx.attr_type(attr));
                    ty.into_iter().for_each(|ty| self.ty(site, ty));
                }
                _ => {}
            }
        }
    }

    /// Applies a subset of the rules to an op. Returns whether it violates none of them.
    fn checks(&mut self, subject: &OpSubject<'_>, site: Site<'_>, subset: RuleSubset) -> bool {
        let (rules, def) = (self.facts.dispatch, site.body.def(site.op));
        let every = rules.every_op().filter(|_| subset == RuleSubset::InFunction);
        let own = rules.op(def).filter(|rule| subset != RuleSubset::Contextual || !rule.is_by_signature());
        let mut valid = true;
        for rule in own.chain(every) {
            if rule.check.holds_for(subject) == Some(false) {
                let seen = Cell::default();
                _ = rule.check.holds_for(&subject.traced(&seen));
                self.report.add_about(rule, site, seen.get(), "");
                valid = false;
            }
        }
        for rule in rules.finds(def) {
            let Check::Finds(_, find) = rule.check else { continue };
            if let Some(found) = find(subject) {
                let seen = Cell::default();
                _ = find(&subject.traced(&seen));
                self.report.add_about(rule, site, seen.get(), &found);
                valid = false;
            }
        }
        for rule in rules.needs(def) {
            let (Check::Needs(_, needs) | Check::ShaderNeeds(_, needs)) = rule.check else { continue };
            let of_shaders = matches!(rule.check, Check::ShaderNeeds(..)) && !self.facts.has(c::SHADER);
            if !of_shaders && needs(subject).is_some_and(|any| !self.facts.has_any(any)) {
                let seen = Cell::default();
                _ = needs(&subject.traced(&seen));
                self.report.add_about(rule, site, seen.get(), "");
                valid = false;
            }
        }
        valid
    }

    /// Returns whether an op represents the instruction with its opcode. The module op does not.
    fn is_represented(&self, site: Site<'_>) -> bool {
        site.body.def(site.op) != v::Module::ID
    }

    /// Checks the requirements of all enumerants of an op, including nested enumerants.
    fn enumerants(&mut self, site: Site<'_>) {
        let (facts, body) = (self.facts, site.body);
        let def = facts.ctx.registry().op(body.def(site.op));
        let mut found = smallvec::SmallVec::<[_; 4]>::new();
        params::walk(facts.ctx, body, site.op, def, &mut |_, item| {
            if let OpComponent::Enum(def, value) = item {
                found.push((def, value));
            }
        });
        found.into_iter().for_each(|(def, value)| self.enumerant(site, def, value));
    }

    /// Checks the requirements of an enumerant or bit mask, unless already checked.
    fn enumerant(&mut self, site: Site<'_>, def: &'static EnumDef, value: u32) {
        if value != ABSENT && self.enums.insert((std::ptr::from_ref(def).addr(), value)) {
            self.missing(site, availability::enumerants(self.facts, def, value));
        }
    }

    /// Checks the types that a module-level op references.
    fn top_types(&mut self, site: Site<'a>) {
        for ty in referenced_types(self.facts.ctx, site.body, site.op) {
            self.ty(site, ty);
        }
    }

    fn module_attributes(&mut self) {
        let (facts, site) = (self.facts, self.module_site());
        for ty in referenced_types(facts.ctx, site.body, site.op) {
            self.ty(site, ty);
        }
        self.module_decorations(site);
    }

    /// Checks the decorations in the module's `type_decorations` attribute, which lists types that cannot store
    /// decorations themselves.
    fn module_decorations(&mut self, site: Site<'a>) {
        let ctx = self.facts.ctx;
        let list = ctx.dict_get(site.body.attrs(site.op), "type_decorations");
        for &entry in list.and_then(|list| ctx.attr_array(list)).unwrap_or(&[]) {
            if let Some(&[ty, dict]) = ctx.attr_array(entry)
                && let Some(ty) = ctx.attr_type(ty)
            {
                self.decorations(site, DecorationTarget::Type(ty), Some(dict), None);
            }
        }
    }

    /// Returns the rules that do not allow a type in an OpPhi.
    fn refused_by_phis(&mut self, ty: Type) -> Rc<[&'static Rule]> {
        let facts = self.facts;
        let ask = || {
            let opcode = types::view(facts.ctx, ty).map_or(dispatch::NONE, |(opcode, _)| opcode);
            let subject = TypeSubject { facts, ty, opcode };
            let refuses =
                |rule: &&Rule| matches!(rule.check, Check::Phi(holds) if holds(&subject) == Some(false));
            facts.dispatch.phis().filter(refuses).collect()
        };
        self.phis.entry(ty).or_insert_with(ask).clone()
    }

    /// Checks the type of a value.
    fn value_type(&mut self, site: Site<'a>, ty: Type) {
        if !self.values.insert(ty) {
            return;
        }
        self.ty(site, ty);
        let Some((opcode, _)) = types::view(self.facts.ctx, ty) else { return };
        let subject = TypeSubject { facts: self.facts, ty, opcode };
        for rule in self.facts.dispatch.values(opcode) {
            if matches!(rule.check, Check::Value(_, holds) if holds(&subject) == Some(false)) {
                self.report.add(rule, site, &describe::ty(self.facts.ctx, ty));
            }
        }
    }

    /// Checks a type and its component types, unless already checked.
    fn ty(&mut self, site: Site<'a>, ty: Type) {
        for ty in new_inner_types(self.facts.ctx, ty, &mut self.types) {
            self.one_type(site, ty);
        }
    }

    fn one_type(&mut self, site: Site<'a>, ty: Type) {
        let facts = self.facts;
        let ctx = facts.ctx;
        self.missing(site, availability::of_type(facts, ty));
        let Some(opcode) = dispatch::type_opcode(ctx, ty) else { return };
        let subject = TypeSubject { facts, ty, opcode };
        for rule in facts.dispatch.types(opcode) {
            if matches!(rule.check, Check::Type(_, holds) if holds(&subject) == Some(false)) {
                self.report.add(rule, site, &describe::ty(ctx, ty));
            }
        }
        for rule in facts.dispatch.type_needs(opcode) {
            let Check::TypeNeeds(_, needs) = rule.check else { continue };
            if needs(&subject).is_some_and(|any| !facts.has_any(any)) {
                self.report.add(rule, site, &describe::ty(ctx, ty));
            }
        }
        self.decorations(site, DecorationTarget::Type(ty), facts.type_dict(ty), None);
        if let Some(parts) = types::structure(ctx, ty) {
            for (member, &dict) in parts.member_decorations.iter().enumerate() {
                self.decorations(site, DecorationTarget::Member(ty, member), Some(dict), None);
            }
        }
    }

    fn decorations(
        &mut self,
        site: Site<'a>,
        target: DecorationTarget,
        dict: Option<Attribute>,
        function: Option<(Op, &FunctionFacts)>,
    ) {
        let facts = self.facts;
        for decoration in facts.stated(dict).iter() {
            self.enumerant(site, &DECORATION, decoration.decoration.value);
            for (i, operand) in decoration.operands.iter().enumerate() {
                if let (Operand::Word(value), Some(ParamKind::Enum(def))) =
                    (operand, param_of(decoration.decoration, i).map(|param| param.kind))
                {
                    self.enumerant(site, def, *value);
                }
            }
        }
        let all = facts.decorations(dict);
        for decoration in all.iter() {
            let mut rules = facts.dispatch.decorations(decoration.decoration.value).peekable();
            if rules.peek().is_none() {
                continue;
            }
            let grouped = facts.is_grouped(decoration) && !facts.env.options.strict;
            let opcode = dispatch::opcode_of(site.body.def(site.op));
            let owner = OpSubject::new(facts, site.body, site.op, opcode, function);
            let subject = DecorationSubject { owner, target, decoration, all: &all };
            for rule in rules {
                let Check::Decoration(_, holds) = rule.check else { continue };
                if (rule.in_groups || !grouped) && holds(&subject) == Some(false) {
                    let detail = describe::decorated(facts.ctx, decoration, target);
                    self.report.add(rule, site, &detail);
                }
            }
        }
    }
}
