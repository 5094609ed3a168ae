//! Checks that LLVM can express and verify a module.
//!
//! The messages are LLVM 14's where it has the same rule. Constructs that LLVM 14 cannot express get our own message,
//! with advice.

mod llvm19_rules;
mod rules;

use crate::attributes;
use crate::generated::enums::CAPABILITY;
use crate::spv;
use crate::structure;
use crate::verify::shape::{Shape, TypeKind};
use crate::verify::{Checks, is_foreign};
use rustc_hash::FxHashSet;
use spv_ir::dialect::{OpDef, ParamKind, Traits};
use spv_ir::replace::referenced_types;
use spv_ir::verify::{BodyCheck, BodyScope};
use spv_ir::{
    AttrData, Attribute, Body, Context, Diagnostic, Diagnostics, Executor, FloatKind, Inline, Module, Op,
    Place, TextForm, Type, TypeData, Value, walk,
};
use std::sync::{Mutex, PoisonError};

/// The ops of LLVM 14's dialect.
const NAMES: &str = include_str!("../ops14.txt");

/// LLVM 14's capabilities, under their names in the grammar, and its extensions.
const NEEDS: &str = include_str!("../capabilities14.txt");

/// The latest SPIR-V version that LLVM 14 supports.
pub const LAST_VERSION: u32 = 0x0001_0500;

/// LLVM 14's types.
const TYPE_NAMES: [&str; 8] = [
    "spv.array",
    "spv.coopmatrix",
    "spv.image",
    "spv.matrix",
    "spv.ptr",
    "spv.rtarray",
    "spv.sampled_image",
    "spv.struct",
];

/// LLVM 14's attributes.
const ATTRIBUTE_NAMES: [&str; 3] = ["spv.interface_var_abi", "spv.target_env", "spv.vce"];

/// Advice for ops, types and attributes that LLVM 14 lacks.
const ADVICE: &str = "without --mlir-compat=14 the text keeps it; passes may lower it first";

/// Advice for control flow that LLVM 14 lacks.
const CONTROL_ADVICE: &str = "without --mlir-compat=14 the text keeps it; with --mlir-compat-lower the function is written as plain blocks";

/// Checks that a module is valid in LLVM 14's dialect. The module must have passed our verifier.
///
/// # Errors
/// Reports the ops that LLVM 14 would reject or does not have.
pub fn check(module: &Module) -> Result<(), Diagnostics> {
    check_rules(module, super::LLVM14.version, &Inline)
}

/// Checks a module like [`check`], for a later version of LLVM. Applies only the rules and accepts all ops, types and
/// capabilities. The executor checks bodies in parallel.
///
/// # Errors
/// Reports the ops that LLVM would reject.
pub fn check_later(module: &Module, form: &TextForm, executor: &dyn Executor) -> Result<(), Diagnostics> {
    check_rules(module, form.version, executor)
}

/// Replaces the verifier's errors by the messages of a later LLVM version where it has the rule.
pub fn reword_later(module: &Module, form: &TextForm, mut errors: Diagnostics) -> Diagnostics {
    let ctx = &*module.ctx;
    let mut bodies: Vec<(&Body, Option<u32>)> = vec![(&module.body, None)];
    while let Some((body, addressing)) = bodies.pop() {
        let look = Look { ctx, body, function: false, in_module: false, version: form.version, addressing };
        for op in walk::ops(body) {
            let place = Place::Op(body.loc(op));
            if let Some(error) = errors.list.iter_mut().find(|error| error.place == place)
                && let Some(message) =
                    llvm19_rules::rule(look.def(op).row.name).and_then(|rule| rule(&look, op))
            {
                error.message = format!("'{}' op {message}", look.name(op));
                error.notes.clear();
            }
            let inner = look.addressing_in(op);
            bodies.extend(body.nested(op).map(|nested| (nested, inner)));
        }
    }
    errors.list = errors.list.into_iter().flat_map(|error| form.reword(error)).collect();
    errors
}

/// Precomputed rule data for all definitions and types.
struct Rules<'a> {
    checks: Checks<'a>,
    /// Whether to check for LLVM 14, including its op and type names.
    names: bool,
    /// Whether some types may not exist in LLVM.
    differs: bool,
    /// Rules by op definition.
    ops: Vec<DefinitionRules>,
    /// For each type, by [`Type::raw`]: whether it has no binary form.
    foreign: Vec<bool>,
}

/// The rules for the ops of a definition.
struct DefinitionRules {
    /// Whether LLVM has the op.
    exists: bool,
    later: Option<llvm19_rules::LaterRule>,
    rules: rules::NameRule,
    /// Whether LLVM has the op and no rule is specific to it.
    is_plain: bool,
}

fn check_rules(module: &Module, version: u32, executor: &dyn Executor) -> Result<(), Diagnostics> {
    let names = version == super::LLVM14.version;
    let ctx = &*module.ctx;
    let known = |def: &&'static OpDef| {
        let later = llvm19_rules::rule(def.row.name).filter(|_| !names);
        let rules = rules::NameRule::new(def.row.name);
        let is_plain = !names && later.is_none() && !rules.has_own_rule();
        DefinitionRules { exists: !names || is_known(def), later, rules, is_plain }
    };
    let mut foreign = Vec::new();
    for ty in ctx.types() {
        let at = ty.raw() as usize;
        foreign.resize(foreign.len().max(at + 1), false);
        foreign[at] = is_foreign(ctx, ty);
    }
    let rules = Rules {
        checks: strict(ctx, version),
        names,
        // If all types are LLVM's, the verifier has applied the same rules.
        differs: names || ctx.types().any(|ty| !is_sized(ctx, version, ty, &Shape::new(ctx, ty))),
        ops: ctx.registry().ops().iter().map(known).collect(),
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
    if out.has_errors() { Err(out) } else { Ok(()) }
}

/// Returns all bodies of a module.
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
    /// Checks the ops of a body, without nested bodies.
    fn check(&self, look: &Look<'_>) -> Diagnostics {
        let mut out = Diagnostics::default();
        for op in walk::ops(look.body) {
            let known = &self.ops[usize::from(look.body.def(op).0)];
            if known.is_plain && !rules::may_be_refused(look, op, known.rules, &self.foreign) {
                continue;
            }
            let types =
                || look.module_types(op).into_iter().find_map(|ty| self.checks.type_problem(ty).cloned());
            let error = match known.exists {
                true if self.names => look.inexpressible(op).or_else(types).map(|message| (message, true)),
                true => None,
                false => Some(("does not exist in LLVM 14".to_owned(), true)),
            };
            let refused = || {
                let refused = || rules::refused(look, op, known.rules, &self.foreign);
                known.later.and_then(|rule| rule(look, op)).or_else(refused)
            };
            if let Some((message, advise)) = error.or_else(|| refused().map(|message| (message, false))) {
                let name = look.name(op);
                let error = Diagnostic::error(Place::Op(look.body.loc(op)), format!("'{name}' op {message}"));
                let advice = if look.is_control(op) { CONTROL_ADVICE } else { ADVICE };
                let advise = advise && !error.message.ends_with(ADVICE);
                out.push(if advise { error.note(Place::None, advice) } else { error });
            }
        }
        if self.differs {
            let ops: Vec<Op> = walk::ops(look.body).collect();
            self.checks.check(&BodyScope::alone(look.ctx, look.body), &ops, &mut out);
        }
        out
    }
}

fn is_known(def: &OpDef) -> bool {
    !def.row.name.starts_with("spv.") || NAMES.lines().any(|name| name == def.row.name)
}

/// Returns the type rules, restricted to the types of LLVM 14.
fn strict(ctx: &Context, version: u32) -> Checks<'_> {
    let problem = |ty| type_problem(ctx, ty).filter(|_| version == super::LLVM14.version);
    Checks::with_types(ctx, move |ty, shape| is_sized(ctx, version, ty, shape), problem)
}

/// Returns whether LLVM 14's type classes contain the bit width and vector length of a type.
fn is_sized(ctx: &Context, version: u32, ty: Type, shape: &Shape) -> bool {
    let element = match ctx.type_data(ty) {
        TypeData::Vector { element, .. } => *element,
        _ => ty,
    };
    let width = match ctx.type_data(element) {
        TypeData::Integer { width, .. } => matches!(width, 1 | 8 | 16 | 32 | 64),
        TypeData::Float(FloatKind::BF16) => version >= 22,
        TypeData::Float(kind) => matches!(kind, FloatKind::F16 | FloatKind::F32 | FloatKind::F64),
        _ => true,
    };
    width && (shape.kind != TypeKind::Vector || matches!(shape.count, 2 | 3 | 4 | 8 | 16))
}

/// Returns the reason why LLVM 14 does not have a type.
fn type_problem(ctx: &Context, ty: Type) -> Option<String> {
    let (def, distinct) = match ctx.type_data(ty) {
        TypeData::Param { def, distinct, .. } => (*def, *distinct),
        _ => return None,
    };
    if ctx.registry().type_def(def).is_builtin() {
        return None;
    }
    let name = ctx.registry().type_def(def).name;
    if !TYPE_NAMES.contains(&name) {
        return Some(format!("has a type that does not exist in LLVM 14: `!{name}`; {ADVICE}"));
    }
    let problem = "has one of two equal types that the binary keeps apart, which LLVM 14 cannot";
    (distinct != 0).then(|| format!("{problem}; {ADVICE}"))
}

/// Returns whether LLVM 14 has an extension.
pub fn has_extension(name: &str) -> bool {
    NEEDS.lines().any(|known| known == name)
}

/// Returns a message about the first part of a `#spv.vce` that LLVM 14 does not know.
fn unknown_need(ctx: &Context, triple: Attribute) -> Option<String> {
    let Some((attributes::AttrKind::Vce, [version, capabilities, extensions])) =
        attributes::view(ctx, triple)
    else {
        return None;
    };
    let version = ctx.attr_u64(*version).and_then(|n| u32::try_from(n).ok()).unwrap_or(0);
    if version > LAST_VERSION {
        return Some(format!(
            "has an unknown version: v{}.{}, LLVM 14 knows none after v1.5",
            version >> 16,
            version >> 8 & 0xFF
        ));
    }
    let known: FxHashSet<u32> = NEEDS.lines().filter_map(|name| CAPABILITY.by_name(name)).collect();
    if let AttrData::Words(words) = ctx.attr_data(*capabilities)
        && let Some(unknown) = words.iter().find(|word| !known.contains(word))
    {
        let name = CAPABILITY.by_value(*unknown).map_or("?", |e| e.name);
        return Some(format!("has an unknown capability: {name}, which does not exist in LLVM 14"));
    }
    let names = ctx.attr_array(*extensions).unwrap_or(&[]).iter().filter_map(|attr| ctx.attr_str(*attr));
    let unknown = names.into_iter().find(|name| !has_extension(name))?;
    Some(format!("has an unknown extension: {unknown}, which does not exist in LLVM 14"))
}

/// The body under examination.
struct Look<'a> {
    ctx: &'a Context,
    body: &'a Body,
    /// Whether the body is a function body.
    function: bool,
    /// Whether the body belongs to a `spv.module`, or to a function inside one.
    in_module: bool,
    /// The version of LLVM.
    version: u32,
    /// The addressing model of the enclosing `spv.module`.
    addressing: Option<u32>,
}

impl Look<'_> {
    /// Whether the version is later than LLVM 14.
    fn is_later(&self) -> bool {
        self.version > super::LLVM14.version
    }

    fn def(&self, op: Op) -> &OpDef {
        self.ctx.registry().op(self.body.def(op))
    }

    /// Returns the op's name in the checked LLVM version.
    fn name(&self, op: Op) -> String {
        let name = self.def(op).row.name;
        let later = if self.is_later() { self.ctx.registry().with_op_prefix(name) } else { None };
        later.unwrap_or_else(|| name.to_owned())
    }

    /// Returns the addressing model that applies inside an op.
    fn addressing_in(&self, op: Op) -> Option<u32> {
        let is_module = std::ptr::eq(self.def(op).row, &structure::MODULE);
        let own = || self.body.slots(op).get(spv::Module::ADDRESSING_MODEL).copied();
        if is_module { own() } else { self.addressing }
    }

    fn ty(&self, value: Option<Value>) -> Option<Type> {
        self.body.value_type_opt(value?)
    }

    fn operand(&self, op: Op, index: usize) -> Option<Type> {
        self.ty(self.body.operands(op).nth(index))
    }

    /// Returns the type of the first operand.
    fn first_operand(&self, op: Op) -> Option<Type> {
        self.ty(self.body.operands(op).next())
    }

    /// Returns the type of the last operand. Scopes and semantics before it may be operands as well.
    fn last_operand(&self, op: Op) -> Option<Type> {
        self.ty(self.body.operands(op).last())
    }

    fn result(&self, op: Op) -> Option<Type> {
        self.ty(self.body.results(op).next())
    }

    /// Returns whether an op is control flow, which plain blocks could express in LLVM 14.
    fn is_control(&self, op: Op) -> bool {
        let row = self.def(op).row;
        let control = [&structure::BREAK, &structure::CONTINUE, &structure::SWITCH_BREAK];
        self.def(op).traits.contains(Traits::CONSTRUCT)
            || structure::merge_param(row).is_some()
            || control.iter().any(|known| std::ptr::eq(row, *known))
    }

    /// Returns the types that a module's attributes reference.
    fn module_types(&self, op: Op) -> Vec<Type> {
        match std::ptr::eq(self.def(op).row, &structure::MODULE) && self.body.attrs(op).is_some() {
            true => referenced_types(self.ctx, self.body, op),
            false => Vec::new(),
        }
    }

    /// Returns a message about the parts of an op that LLVM 14 cannot express.
    fn inexpressible(&self, op: Op) -> Option<String> {
        let (body, def) = (self.body, self.def(op));
        if def.traits.contains(Traits::CONSTRUCT) && body.result_count(op) > 0 {
            return Some(
                "has results, which constructs have not in LLVM 14: values leave them by variables".into(),
            );
        }
        if self.def(op).row.name == structure::LOOP.name
            && body.region_count(op) == 1
            && body.tail_number(body.region(op, 0)).is_some()
        {
            return Some(
                "has a continue construct that is not the one block in front of the merge block, which it is \
                 in LLVM 14"
                    .into(),
            );
        }
        if std::ptr::eq(def.row, &structure::MODULE) {
            let triple = body.slot_attr(op, spv::Module::VCE_TRIPLE);
            return triple.and_then(|triple| unknown_need(self.ctx, triple));
        }
        let initializer = spv::GlobalVariable::cast(body, op).and_then(|variable| variable.initializer());
        if initializer.is_some_and(|attr| !matches!(self.ctx.attr_data(attr), AttrData::Symbol(_))) {
            return Some("has a constant as initializer, which is a symbol in LLVM 14".into());
        }
        let merge = structure::merge_param(def.row).map(|index| def.slot_of(index));
        if merge
            .is_some_and(|slot| body.slots(op).get(slot).is_some_and(|merge| *merge != structure::MERGE_NONE))
        {
            return Some(
                "declares a merge block, which blocks cannot in LLVM 14: constructs have regions there \
                 (--spv-structurize-regions)"
                    .into(),
            );
        }
        for (index, param) in def.row.params.iter().enumerate() {
            if !matches!(param.kind, ParamKind::Attr | ParamKind::Mixed) {
                continue;
            }
            if let Some(attr) = body.slot_attr(op, def.slot_of(index))
                && let AttrData::Param { def: attr_def, .. } = self.ctx.attr_data(attr)
            {
                let name = self.ctx.registry().attr_def(*attr_def).name;
                if !ATTRIBUTE_NAMES.contains(&name) {
                    return Some(format!("has an attribute that does not exist in LLVM 14: `#{name}`"));
                }
            }
        }
        None
    }
}
