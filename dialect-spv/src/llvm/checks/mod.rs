//! Checks whether an LLVM version can represent and verify a module
//!
//! Errors use LLVM 14's message if LLVM 14 has the same rule. For a construct that LLVM 14 cannot represent, the
//! message includes advice.

mod gl_rules;
mod image_rules;
mod llvm19_rules;
mod llvm22_rules;
mod rules;
mod tosa_rules;
mod vocabulary;

use crate::llvm::{VERSIONS, graphs, since, tosa};
use crate::spv;
use crate::structure;
use crate::text::dense_constants;
use crate::verify::shape::{Shape, TypeKind};
use crate::verify::{Checks, is_foreign};
use rustc_hash::FxHashSet;
use spv_ir::dialect::{Arity, OpDef, OpDefId, Param, ParamKind, Traits};
use spv_ir::replace::referenced_types;
use spv_ir::verify::{BodyCheck, BodyScope};
use spv_ir::{
    AttrData, Attribute, Body, Context, Diagnostic, Diagnostics, Executor, FloatKind, Inline, Module, Op,
    Place, Since, TextForm, Type, TypeData, Value, walk,
};
use std::sync::{Mutex, PoisonError};
use vocabulary::{KnownValues, Vocabulary};

pub use vocabulary::has_extension;

/// The newest SPIR-V version that LLVM 14 supports, in the encoding of the SPIR-V header.
pub const LAST_VERSION: u32 = 0x0001_0500;

/// Advice for a control-flow op that LLVM 14 cannot express.
const CONTROL_ADVICE: &str = "omit --mlir-compat=14 to keep it, or use --mlir-compat-lower to write the \
                              function as plain blocks";

/// Checks that LLVM 14's dialect accepts a module. The module must already have passed this dialect's verifier.
///
/// # Errors
/// Reports the ops that LLVM 14 lacks or rejects.
pub fn check(module: &Module) -> Result<(), Diagnostics> {
    check_rules(module, super::LLVM14.version, &Inline)
}

/// Checks that a newer LLVM version accepts a module. The counterpart of [`check`], which checks for LLVM 14. LLVM 19
/// has all ops, types and capabilities. The executor checks bodies in parallel.
///
/// # Errors
/// Reports the ops that the LLVM version would reject.
pub fn check_later(module: &Module, form: &TextForm, executor: &dyn Executor) -> Result<(), Diagnostics> {
    check_rules(module, form.version, executor)
}

/// Replaces each verifier error with the message of a newer LLVM version, if that version has the rule.
pub fn reword_later(module: &Module, form: &TextForm, mut errors: Diagnostics) -> Diagnostics {
    let ctx = &*module.ctx;
    // Errors that LLVM reports at a construct, although this verifier reports them at an op inside the construct.
    let mut of_constructs = Vec::new();
    let mut bodies: Vec<(&Body, Option<u32>)> = vec![(&module.body, None)];
    while let Some((body, addressing)) = bodies.pop() {
        let look = Look { ctx, body, function: false, in_module: false, version: form.version, addressing };
        for op in walk::ops(body) {
            let place = Place::Op(body.loc(op));
            let error = errors.list.iter_mut().find(|error| error.place == place);
            let is_construct = look.def(op).traits.contains(Traits::CONSTRUCT);
            if (error.is_some() || is_construct)
                && let Some(message) = look.later_message(op)
            {
                let message = format!("'{}' op {message}", look.name(op));
                match error {
                    Some(error) => {
                        error.message = message;
                        error.notes.clear();
                    }
                    None => of_constructs.push(Diagnostic::error(place, message)),
                }
            }
            let inner = look.addressing_in(op);
            bodies.extend(body.nested(op).map(|nested| (nested, inner)));
        }
    }
    let all = of_constructs.into_iter().chain(errors.list);
    errors.list = all.flat_map(|error| form.reword(error)).collect();
    errors
}

/// Verifier rules of an LLVM version, precomputed for all op definitions and types.
struct Rules<'a> {
    checks: Checks<'a>,
    /// The names that exist in the LLVM version; `None` if all names exist.
    vocabulary: Option<&'static Vocabulary>,
    /// Whether the module may contain types that the LLVM version lacks.
    differs: bool,
    /// Rules for each op definition, indexed by definition id; `None` for definitions without ops in the module.
    ops: Vec<Option<DefinitionRules>>,
    /// Whether each type lacks a SPIR-V encoding, indexed by [`Type::raw`].
    foreign: Vec<bool>,
}

/// The rules for the ops with a given definition.
struct DefinitionRules {
    /// Whether the LLVM version has the op.
    exists: bool,
    /// Whether the LLVM version has the op but may lack one of its enumerants, attributes or control-flow shapes.
    is_partial: bool,
    /// The parameters of such an op that LLVM may lack.
    parts: Vec<Part>,
    later: [Option<llvm19_rules::LaterRule>; 2],
    rules: rules::NameRule,
    /// Whether the LLVM version has the op and no rule applies specifically to it.
    is_plain: bool,
}

/// A parameter whose value a version of LLVM may lack.
struct Part {
    slot: usize,
    param: &'static Param,
    /// The known values of an enumeration; `None` for an attribute.
    known: Option<KnownValues>,
}

impl Part {
    /// Returns the parameters of an op that a version may lack.
    fn list(vocabulary: &Vocabulary, def: &'static OpDef) -> Vec<Part> {
        let part = |(index, param): (usize, &'static Param)| {
            let known = match param.kind {
                ParamKind::Attr | ParamKind::Mixed => None,
                ParamKind::Enum(def) if param.arity != Arity::Variadic => Some(vocabulary.known_values(def)?),
                _ => return None,
            };
            Some(Part { slot: def.slot_of(index), param, known })
        };
        def.row.params.iter().enumerate().filter_map(part).collect()
    }
}

fn check_rules(module: &Module, version: u32, executor: &dyn Executor) -> Result<(), Diagnostics> {
    let vocabulary = vocabulary::of_version(version);
    let (ops, incomplete) = (vocabulary.map(Vocabulary::ops), vocabulary.map(Vocabulary::incomplete));
    let is_14 = !since::LATER_RULES.in_version(version);
    let ctx = &*module.ctx;
    let bfloat16 = ctx.types().any(|ty| matches!(ctx.type_data(ty), TypeData::Float(FloatKind::BF16)));
    let used = walk::used_definitions(&module.body, ctx.registry().ops().len());
    let known = |(index, def): (usize, &&'static OpDef)| {
        if !used[index] {
            return None;
        }
        let name = def.row.name;
        let newest = since::NEWEST_RULES
            .in_version(version)
            .then(|| llvm22_rules::rule(OpDefId(index as u16), name, bfloat16));
        let later = [newest.flatten(), llvm19_rules::rule(name).filter(|_| !is_14)];
        let rules = rules::NameRule::new(name);
        let exists = !name.starts_with("spv.") || ops.as_ref().is_none_or(|ops| ops.contains(name));
        let is_partial = is_14 || incomplete.as_ref().is_some_and(|incomplete| is_partial(incomplete, def));
        let is_plain = exists && !is_partial && later.iter().all(Option::is_none) && !rules.has_own_rule();
        let partial = vocabulary.filter(|_| is_partial && exists);
        let parts = partial.map_or_else(Vec::new, |vocabulary| Part::list(vocabulary, def));
        Some(DefinitionRules { exists, is_partial, parts, later, rules, is_plain })
    };
    let mut foreign = Vec::new();
    for ty in ctx.types() {
        let at = ty.raw() as usize;
        foreign.resize(foreign.len().max(at + 1), false);
        foreign[at] = is_foreign(ctx, ty);
    }
    let type_problem = |ty| vocabulary.and_then(|known| known.type_problem(ctx, ty));
    let is_sized = |ty, shape: &Shape| is_sized(ctx, version, ty, shape);
    let rules = Rules {
        checks: Checks::with_types(ctx, is_sized, type_problem),
        vocabulary,
        // LLVM versions that have all types need no type check: this dialect's verifier has already applied the same
        // rules.
        differs: is_14
            || ctx.types().any(|ty| !is_sized(ty, &Shape::new(ctx, ty)) || type_problem(ty).is_some()),
        ops: ctx.registry().ops().iter().enumerate().map(known).collect(),
        foreign,
    };
    let looks = bodies(module, version);
    let errors: Vec<Mutex<Diagnostics>> = looks.iter().map(|_| Mutex::default()).collect();
    executor.run(looks.len(), &|i| {
        let found = rules.check(&looks[i]);
        *errors[i].lock().unwrap_or_else(PoisonError::into_inner) = found;
    });
    let mut out = Diagnostics::default();
    for errors in errors {
        let errors = errors.into_inner().unwrap_or_else(PoisonError::into_inner);
        errors.list.into_iter().for_each(|error| out.push(error));
    }
    if let Some(vocabulary) = vocabulary.filter(|_| !is_14) {
        out.list = out.list.into_iter().flat_map(|error| vocabulary.form.reword(error)).collect();
    }
    if out.has_errors() { Err(out) } else { Ok(()) }
}

/// Returns all bodies of a module, each with the context that the rules depend on.
fn bodies(module: &Module, version: u32) -> Vec<Look<'_>> {
    let ctx = &*module.ctx;
    let look =
        |body, function, in_module, addressing| Look { ctx, body, function, in_module, version, addressing };
    let mut open = vec![look(&module.body, false, false, None)];
    let mut looks = Vec::new();
    while let Some(around) = open.pop() {
        for op in walk::isolated_ops(around.body) {
            let def = around.def(op);
            let function = def.traits.contains(Traits::FUNCTION);
            let in_module = around.in_module || std::ptr::eq(def.row, &structure::MODULE);
            let addressing = around.addressing_in(op);
            let inner = around.body.nested(op);
            open.extend(inner.map(|inner| look(inner, function, in_module, addressing)));
        }
        looks.push(around);
    }
    looks
}

impl Rules<'_> {
    /// Checks the ops of one body. Excludes nested bodies.
    fn check(&self, look: &Look<'_>) -> Diagnostics {
        let mut out = Diagnostics::default();
        for op in walk::ops(look.body) {
            let Some(known) = &self.ops[usize::from(look.body.def(op).0)] else { continue };
            if known.is_plain && !rules::may_be_refused(look, op, known.rules, &self.foreign) {
                continue;
            }
            let types =
                || look.module_types(op).into_iter().find_map(|ty| self.checks.type_problem(ty).cloned());
            let error = self.vocabulary.and_then(|vocabulary| match known.exists {
                true if known.is_partial => look.inexpressible(vocabulary, &known.parts, op).or_else(types),
                true => None,
                false => Some(format!("does not exist in {}", vocabulary.form.name)),
            });
            let refused = || {
                let refused = || rules::refused(look, op, known.rules, &self.foreign);
                known.later.iter().flatten().find_map(|rule| rule(look, op)).or_else(refused)
            };
            let lacking = error.is_some();
            if let Some(message) = error.or_else(refused) {
                let name = look.name(op);
                let error = Diagnostic::error(Place::Op(look.body.loc(op)), format!("'{name}' op {message}"));
                let advice =
                    self.vocabulary.filter(|_| lacking).map(|vocabulary| look.advice(vocabulary, op));
                let advice = advice.filter(|advice| !error.message.ends_with(advice));
                out.push(match advice {
                    Some(advice) => error.note(Place::None, advice),
                    None => error,
                });
            }
        }
        if self.differs {
            let ops: Vec<Op> = walk::ops(look.body).collect();
            self.checks.check(&BodyScope::alone(look.ctx, look.body), &ops, &mut out);
        }
        out
    }
}

/// Returns whether an LLVM version that has the op may lack one of its enumerants, attributes or control-flow shapes.
/// `incomplete` contains the names of partially supported enumerations.
fn is_partial(incomplete: &FxHashSet<&str>, def: &OpDef) -> bool {
    let may_lack = |param: &Param| match param.kind {
        ParamKind::Attr | ParamKind::Mixed => true,
        ParamKind::Enum(def) => incomplete.contains(def.name),
        _ => false,
    };
    def.row.name.starts_with("spv.")
        && (def.traits.contains(Traits::CONSTRUCT)
            || std::ptr::eq(def.row, &structure::MODULE)
            || structure::merge_param(def.row).is_some()
            || def.row.params.iter().any(may_lack))
}

/// Returns whether LLVM's type constraints allow the bit width and the vector length of a type.
fn is_sized(ctx: &Context, version: u32, ty: Type, shape: &Shape) -> bool {
    let element = match ctx.type_data(ty) {
        TypeData::Vector { element, .. } => *element,
        _ => ty,
    };
    let width = match ctx.type_data(element) {
        TypeData::Integer { width, .. } => matches!(width, 1 | 8 | 16 | 32 | 64),
        TypeData::Float(FloatKind::BF16) => since::BFLOAT16.in_version(version),
        TypeData::Float(kind) => matches!(kind, FloatKind::F16 | FloatKind::F32 | FloatKind::F64),
        _ => true,
    };
    width && (shape.kind != TypeKind::Vector || matches!(shape.count, 2 | 3 | 4 | 8 | 16))
}

/// A body to be checked, with the properties of the enclosing ops that rules depend on.
struct Look<'a> {
    ctx: &'a Context,
    body: &'a Body,
    /// Whether the body is a function body.
    function: bool,
    /// Whether the body belongs to a `spv.module`, or to a function inside one.
    in_module: bool,
    /// The LLVM version to check for.
    version: u32,
    /// The addressing model of the enclosing `spv.module`; `None` outside modules.
    addressing: Option<u32>,
}

impl Look<'_> {
    /// Returns whether the LLVM version includes the change `since`.
    fn has(&self, since: Since) -> bool {
        since.in_version(self.version)
    }

    /// Returns whether the LLVM version is newer than 14.
    fn is_later(&self) -> bool {
        self.has(since::LATER_RULES)
    }

    fn def(&self, op: Op) -> &OpDef {
        self.ctx.registry().op(self.body.def(op))
    }

    /// Returns the op's name as the LLVM version spells it.
    fn name(&self, op: Op) -> String {
        let name = self.def(op).row.name;
        let form = VERSIONS.iter().find(|form| form.version == self.version && self.is_later());
        let later = form.and_then(|form| self.ctx.registry().name_in(form, name));
        later.unwrap_or_else(|| name.to_owned())
    }

    /// Returns the addressing model that applies inside an op. Returns `None` outside of modules.
    fn addressing_in(&self, op: Op) -> Option<u32> {
        let is_module = std::ptr::eq(self.def(op).row, &structure::MODULE);
        let own = || self.body.slots(op).get(spv::Module::ADDRESSING_MODEL).copied();
        if is_module { own() } else { self.addressing }
    }

    /// Returns the message of an LLVM 19 or LLVM 22 rule that the op violates, or `None` if it violates no such rule.
    fn later_message(&self, op: Op) -> Option<String> {
        let name = self.def(op).row.name;
        let newest = llvm22_rules::named(name).filter(|_| self.has(since::NEWEST_RULES));
        let rules = [newest, llvm19_rules::rule(name)];
        rules.into_iter().flatten().find_map(|rule| rule(self, op))
    }

    fn ty(&self, value: Option<Value>) -> Option<Type> {
        self.body.value_type_opt(value?)
    }

    /// Returns the element type and element count of a vector. For other types, returns the type itself and 1.
    fn elements(&self, ty: Type) -> (Type, u64) {
        match self.ctx.type_data(ty) {
            TypeData::Vector { element, dims } => (*element, dims.iter().product()),
            _ => (ty, 1),
        }
    }

    /// Returns LLVM's error message for an operand or result whose type does not match the description `class`, such as
    /// `Int32`. `place` names the operand or result, such as `operand #0`.
    fn must_be(&self, place: &str, class: &str, ty: Type) -> String {
        format!("{place} must be {class}, but got '{}'", graphs::text(self.ctx, ty))
    }

    fn operand(&self, op: Op, index: usize) -> Option<Type> {
        self.ty(self.body.operands(op).nth(index))
    }

    /// Returns the type of the first operand, or `None` if the op has no operands.
    fn first_operand(&self, op: Op) -> Option<Type> {
        self.ty(self.body.operands(op).next())
    }

    /// Returns the type of the last operand, or `None` if the op has no operands. Scopes and semantics before it may be
    /// operands as well.
    fn last_operand(&self, op: Op) -> Option<Type> {
        self.ty(self.body.operands(op).last())
    }

    fn result(&self, op: Op) -> Option<Type> {
        self.ty(self.body.results(op).next())
    }

    /// Returns whether an op is control flow that LLVM 14 could express as plain blocks.
    fn is_control(&self, op: Op) -> bool {
        let row = self.def(op).row;
        let control = [&structure::BREAK, &structure::CONTINUE, &structure::SWITCH_BREAK];
        self.def(op).traits.contains(Traits::CONSTRUCT)
            || structure::merge_param(row).is_some()
            || control.iter().any(|known| std::ptr::eq(row, *known))
    }

    /// Returns the types that a `spv.module`'s attributes reference. Returns no types for other ops.
    fn module_types(&self, op: Op) -> Vec<Type> {
        match std::ptr::eq(self.def(op).row, &structure::MODULE) && self.body.attrs(op).is_some() {
            true => referenced_types(self.ctx, self.body, op),
            false => Vec::new(),
        }
    }

    /// Returns the advice to append to an error about an op that the LLVM version lacks.
    fn advice(&self, vocabulary: &Vocabulary, op: Op) -> String {
        if self.is_control(op) && !self.is_later() { CONTROL_ADVICE.to_owned() } else { vocabulary.advice() }
    }

    /// Returns an error message if the LLVM version has the op but cannot express its attributes or regions.
    fn inexpressible(&self, vocabulary: &Vocabulary, parts: &[Part], op: Op) -> Option<String> {
        let (body, def) = (self.body, self.def(op));
        let form = vocabulary.form.name;
        if !self.is_later() && def.traits.contains(Traits::CONSTRUCT) && body.result_count(op) > 0 {
            return Some(
                "has results, which LLVM 14 does not support on constructs: pass the values through \
                 variables"
                    .into(),
            );
        }
        if self.def(op).row.name == structure::LOOP.name
            && body.region_count(op) == 1
            && body.tail_number(body.region(op, 0)).is_some()
        {
            return Some(format!(
                "has a continue construct other than the single block before the merge block, which {form} \
                 does not support"
            ));
        }
        if std::ptr::eq(def.row, &structure::MODULE) {
            let triple = body.slot_attr(op, spv::Module::VCE_TRIPLE);
            return triple.and_then(|triple| vocabulary.need_problem(self.ctx, triple));
        }
        let initializer = spv::GlobalVariable::cast(body, op).and_then(|variable| variable.initializer());
        if initializer.is_some_and(|attr| !matches!(self.ctx.attr_data(attr), AttrData::Symbol(_))) {
            return Some(format!("has a constant as initializer, but {form} requires a symbol"));
        }
        let merge = structure::merge_param(def.row).map(|index| def.slot_of(index));
        if merge
            .is_some_and(|slot| body.slots(op).get(slot).is_some_and(|merge| *merge != structure::MERGE_NONE))
        {
            return Some(format!(
                "declares a merge block, but {form} requires constructs in region form: run \
                 --spv-structurize-regions"
            ));
        }
        for Part { slot, param, known } in parts {
            let problem = match (param.kind, known) {
                (ParamKind::Enum(def), Some(known)) => {
                    let value = body.slot(op, *slot);
                    if known.has(value) { None } else { vocabulary.enumerant_problem(def, value) }
                }
                _ => {
                    let attr = body.slot_attr(op, *slot);
                    let problem =
                        attr.and_then(|attr| Some((attr, vocabulary.attribute_problem(self.ctx, attr)?)));
                    let is_spelled = |attr: Attribute| {
                        let ty = self.result(op).filter(|_| self.has(since::DENSE_CONSTANTS));
                        ty.is_some_and(|ty| dense_constants::spelled(self.ctx, attr, ty).is_some())
                    };
                    let unknown = |attr| !is_spelled(attr) && !tosa::is_list(self.ctx, param.name, attr);
                    problem.filter(|(attr, _)| unknown(*attr)).map(|(_, message)| message)
                }
            };
            if problem.is_some() {
                return problem;
            }
        }
        None
    }
}
