//! The one walk over a module that applies all rules.

use super::dispatch::{Dispatch, Enums, OfOp};
use super::facts::{Facts, FunctionFacts};
use super::rule::{Check, Rule};
use super::subject::{DecorationSubject, EntrySubject, FunctionSubject, OpSubject, Target, TypeSubject};
use super::{At, Report, availability, dispatch};
use crate::decorations::{Operand, param_of};
use crate::generated::enums::DECORATION;
use crate::generated::opcodes as op_code;
use crate::generated::views as v;
use crate::types;
use rustc_hash::FxHashSet;
use spv_ir::dialect::{ABSENT, EnumDef, OpDefId, ParamKind};
use spv_ir::params::{self, Item};
use spv_ir::replace::{inner_types, referenced_types};
use spv_ir::{Attribute, Body, Op, Type, TypeData, walk};
use std::cell::Cell;

/// Applies all rules to a module.
pub(super) fn module(facts: &Facts<'_>, report: &mut Report<'_>) {
    let dispatch = facts.ctx.registry().derived(Dispatch::new);
    let mut walk = Walk {
        facts,
        dispatch,
        report,
        instructions: FxHashSet::default(),
        enums: FxHashSet::default(),
        types: FxHashSet::default(),
        values: FxHashSet::default(),
        reported: FxHashSet::default(),
    };
    walk.declarations();
    walk.whole();
    walk.op(At { body: facts.outer, op: facts.op, holder: None }, None);
    walk.module_attributes();
    for op in walk::top_ops(facts.body) {
        let at = At { body: facts.body, op, holder: Some((facts.outer, facts.op)) };
        walk.op(at, None);
        walk.top_types(at);
        if let Some(inner) = facts.body.nested(op) {
            let empty = FunctionFacts::default();
            let function = facts.functions.get(&op).unwrap_or(&empty);
            walk.body(inner, op, function);
        }
    }
}

struct Walk<'a, 'r, 'c> {
    facts: &'a Facts<'a>,
    dispatch: &'a Dispatch,
    report: &'r mut Report<'c>,
    /// Definitions whose availability was checked.
    instructions: FxHashSet<OpDefId>,
    /// Enumerants whose availability was checked: by definition and value.
    enums: FxHashSet<(usize, u32)>,
    /// Types that were checked.
    types: FxHashSet<Type>,
    /// Types of values that were checked.
    values: FxHashSet<Type>,
    /// Instructions and enumerants that were found missing: each is reported once.
    reported: FxHashSet<String>,
}

impl<'a> Walk<'a, '_, '_> {
    fn applies(&self, rule: &Rule) -> bool {
        rule.scope.has(self.facts.env.environment.api)
    }

    fn at_module(&self) -> At<'a> {
        At { body: self.facts.outer, op: self.facts.op, holder: None }
    }

    fn missing(&mut self, at: At<'_>, missing: Option<availability::Missing>) {
        if let Some(missing) = missing
            && self.reported.insert(missing.what.clone())
        {
            self.report.add_with_note(missing.rule, at, &missing.what, &missing.note);
        }
    }

    fn declarations(&mut self) {
        let at = self.at_module();
        for missing in availability::declarations(self.facts) {
            self.missing(at, Some(missing));
        }
    }

    /// Rules of the module, its entry points and functions as wholes.
    fn whole(&mut self) {
        let facts = self.facts;
        for (_, rule) in dispatch::all() {
            if !self.applies(rule) {
                continue;
            }
            match rule.check {
                Check::Module(violated) if violated(facts) == Some(true) => {
                    self.report.add(rule, self.at_module(), "");
                }
                Check::Report(check) => check(rule, facts, self.report),
                Check::Entry(violated) => {
                    for entry in &facts.entries {
                        if violated(&EntrySubject { facts, entry }) == Some(true) {
                            let holder = Some((facts.outer, facts.op));
                            self.report.add(rule, At { body: facts.body, op: entry.op, holder }, "");
                        }
                    }
                }
                Check::Function(violated) => {
                    for op in walk::top_ops(facts.body) {
                        let Some(function) = facts.functions.get(&op) else { continue };
                        if violated(&FunctionSubject { facts, op, function }) == Some(true) {
                            let holder = Some((facts.outer, facts.op));
                            self.report.add(rule, At { body: facts.body, op, holder }, "");
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// A function.
    fn body(&mut self, body: &'a Body, owner: Op, function: &FunctionFacts) {
        let holder = Some((self.facts.body, owner));
        let entry = body.first_block(body.root());
        for block in walk::blocks(body) {
            for &arg in body.args(block) {
                // The parameters of a declaration are at its op.
                let at = match body.first_op(block) {
                    Some(op) => At { body, op, holder },
                    None => At {
                        body: self.facts.body,
                        op: owner,
                        holder: Some((self.facts.outer, self.facts.op)),
                    },
                };
                if let Some(ty) = body.value_type_opt(arg) {
                    self.value_type(at, ty);
                }
                let dict = body.value_side(arg).attrs;
                if dict.is_some() {
                    let ty = body.value_type_opt(arg);
                    let target = if entry == Some(block) { Target::Argument(ty) } else { Target::Phi };
                    self.decorations(at, target, dict, Some((owner, function)));
                }
            }
        }
        for op in walk::ops(body) {
            let at = At { body, op, holder };
            self.op(at, Some((owner, function)));
            for result in body.results(op) {
                if let Some(ty) = body.value_type_opt(result) {
                    self.value_type(at, ty);
                }
            }
        }
    }

    fn op(&mut self, at: At<'a>, function: Option<(Op, &FunctionFacts)>) {
        let facts = self.facts;
        let of_op: &OfOp = &self.dispatch.ops[usize::from(at.body.def(at.op).0)];
        // What an instruction needs is the same wherever it is.
        let is_new = self.instructions.insert(at.body.def(at.op));
        if is_new && of_op.opcode != dispatch::NONE && self.is_represented(at) {
            self.missing(at, availability::instruction(facts, of_op.opcode));
        }
        match &of_op.enums {
            Enums::Slots(slots) => {
                for &(slot, def) in slots {
                    self.enumerant(at, def, at.body.slot(at.op, slot));
                }
            }
            Enums::Nested => self.enumerants(at),
        }
        let attrs = at.body.attrs(at.op);
        if attrs.is_some() {
            self.decorations(at, Target::Op, attrs, function);
        }
        let every = if function.is_some() { &self.dispatch.every[..] } else { &[] };
        if of_op.rules.is_empty() && of_op.finds.is_empty() && every.is_empty() {
            return;
        }
        let subject =
            OpSubject { facts, body: at.body, op: at.op, opcode: of_op.opcode, function, trace: None };
        for (rule, violated) in of_op.rules.iter().chain(every) {
            if self.applies(rule) && violated(&subject) == Some(true) {
                let seen = Cell::default();
                _ = violated(&OpSubject { trace: Some(&seen), ..subject });
                self.report.add_about(rule, at, seen.get(), "");
            }
        }
        for (rule, find) in &of_op.finds {
            if self.applies(rule)
                && let Some(found) = find(&subject)
            {
                let seen = Cell::default();
                _ = find(&OpSubject { trace: Some(&seen), ..subject });
                self.report.add_about(rule, at, seen.get(), &found);
            }
        }
    }

    /// Whether an op is the instruction that its opcode names: those that declare the module are not.
    fn is_represented(&self, at: At<'_>) -> bool {
        at.body.def(at.op) != v::Module::ID
    }

    /// Enumerants that may have enumerants as parameters.
    fn enumerants(&mut self, at: At<'_>) {
        let (facts, body) = (self.facts, at.body);
        let def = facts.ctx.registry().op(body.def(at.op));
        let mut found = smallvec::SmallVec::<[_; 4]>::new();
        params::walk(facts.ctx, body, at.op, def, &mut |_, item| {
            if let Item::Enum(def, value) = item {
                found.push((def, value));
            }
        });
        found.into_iter().for_each(|(def, value)| self.enumerant(at, def, value));
    }

    /// What an enumerant or a set of bits lacks: the same wherever it is.
    fn enumerant(&mut self, at: At<'_>, def: &'static EnumDef, value: u32) {
        if value != ABSENT && self.enums.insert((std::ptr::from_ref(def).addr(), value)) {
            self.missing(at, availability::enumerants(self.facts, def, value));
        }
    }

    /// The types that an op of the module references.
    fn top_types(&mut self, at: At<'a>) {
        for ty in referenced_types(self.facts.ctx, at.body, at.op) {
            self.ty(at, ty);
        }
    }

    fn module_attributes(&mut self) {
        let (facts, at) = (self.facts, self.at_module());
        for ty in referenced_types(facts.ctx, at.body, at.op) {
            self.ty(at, ty);
        }
        self.module_decorations(at);
    }

    /// Decorations that the module keeps for types that have none themselves.
    fn module_decorations(&mut self, at: At<'a>) {
        let ctx = self.facts.ctx;
        let list = ctx.dict_get(at.body.attrs(at.op), "type_decorations");
        for &entry in list.and_then(|list| ctx.attr_array(list)).unwrap_or(&[]) {
            if let Some(&[ty, dict]) = ctx.attr_array(entry)
                && let Some(ty) = ctx.attr_type(ty)
            {
                self.decorations(at, Target::Type(ty), Some(dict), None);
            }
        }
    }

    /// The type of a value.
    fn value_type(&mut self, at: At<'a>, ty: Type) {
        if !self.values.insert(ty) {
            return;
        }
        self.ty(at, ty);
        let Some((opcode, _)) = types::view(self.facts.ctx, ty) else { return };
        let subject = TypeSubject { facts: self.facts, ty, opcode };
        for (rule, violated) in self.dispatch.values.get(&opcode).into_iter().flatten() {
            if self.applies(rule) && violated(&subject) == Some(true) {
                self.report.add(rule, at, "");
            }
        }
    }

    /// A type and all that it is composed of, each once.
    fn ty(&mut self, at: At<'a>, ty: Type) {
        if self.types.contains(&ty) {
            return;
        }
        for ty in inner_types(self.facts.ctx, ty) {
            if self.types.insert(ty) {
                self.one_type(at, ty);
            }
        }
    }

    fn one_type(&mut self, at: At<'a>, ty: Type) {
        let facts = self.facts;
        let ctx = facts.ctx;
        self.missing(at, availability::of_type(facts, ty));
        let opcode = match ctx.type_data(ty) {
            TypeData::Integer { .. } if ty == ctx.common().i1 => op_code::TYPE_BOOL,
            TypeData::Integer { .. } => op_code::TYPE_INT,
            TypeData::Float(_) => op_code::TYPE_FLOAT,
            TypeData::Vector { .. } => op_code::TYPE_VECTOR,
            TypeData::Function { .. } => op_code::TYPE_FUNCTION,
            TypeData::None => op_code::TYPE_VOID,
            _ => match types::view(ctx, ty) {
                Some((opcode, _)) => opcode,
                None => return,
            },
        };
        let subject = TypeSubject { facts, ty, opcode };
        for (rule, violated) in self.dispatch.types.get(&opcode).into_iter().flatten() {
            if self.applies(rule) && violated(&subject) == Some(true) {
                self.report.add(rule, at, "");
            }
        }
        self.decorations(at, Target::Type(ty), facts.type_dict(ty), None);
        if let Some(parts) = types::structure(ctx, ty) {
            for (member, &dict) in parts.member_decorations.iter().enumerate() {
                self.decorations(at, Target::Member(ty, member), Some(dict), None);
            }
        }
    }

    fn decorations(
        &mut self,
        at: At<'a>,
        target: Target,
        dict: Option<Attribute>,
        function: Option<(Op, &FunctionFacts)>,
    ) {
        let facts = self.facts;
        let all = facts.decorations(dict);
        for decoration in all.iter() {
            self.enumerant(at, &DECORATION, decoration.decoration.value);
            for (i, operand) in decoration.operands.iter().enumerate() {
                if let (Operand::Word(value), Some(ParamKind::Enum(def))) =
                    (operand, param_of(decoration.decoration, i).map(|param| param.kind))
                {
                    self.enumerant(at, def, *value);
                }
            }
            let Some(rules) = self.dispatch.decorations.get(&decoration.decoration.value) else { continue };
            if facts.grouped.contains(&decoration.decoration.value) && !facts.env.options.strict {
                continue;
            }
            let opcode = self.dispatch.ops[usize::from(at.body.def(at.op).0)].opcode;
            let at_op = OpSubject { facts, body: at.body, op: at.op, opcode, function, trace: None };
            let subject = DecorationSubject { at: at_op, target, decoration, all: &all };
            for (rule, violated) in rules {
                if self.applies(rule) && violated(&subject) == Some(true) {
                    self.report.add(rule, at, decoration.decoration.name);
                }
            }
        }
    }
}
