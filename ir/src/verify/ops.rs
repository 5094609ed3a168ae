//! Verification of an op against its definition

use super::facts::SlotRule;
use super::scope::BodyVerification;
use crate::attrs::{AttrData, Attribute};
use crate::body::{Body, OpData, ValueDef};
use crate::builtin::UNREGISTERED_ID;
use crate::context::Context;
use crate::dialect::{ABSENT, Arity, Count, EnumDef, OpDef, OpRow, ParamKind, ResultKind, Traits};
use crate::entity::{Op, Value};
use crate::params::{OpComponent, walk};
use crate::symbols::{self, VISIBILITIES};
use crate::text::type_text;
use crate::types::{Type, TypeData};

/// Traits that constrain the types of operands and results.
const TYPED: Traits = Traits::SAME_TYPE.union(Traits::COMPARISON);
/// Traits that constrain an op's parent or regions.
const PLACED: Traits = Traits::SYMBOL
    .union(Traits::SYMBOLIC)
    .union(Traits::MODULE_ONLY)
    .union(Traits::ISOLATED)
    .union(Traits::CONSTRUCT);

/// Traits whose rules depend on more than the types and slots of an op.
pub(super) const BEYOND_SIGNATURE: Traits = PLACED.union(Traits::NO_TERMINATOR).union(Traits::FUNCTION);

/// Returns whether two types are the same, ignoring the signedness of integers. No instruction depends on the
/// signedness of its operand types.
fn alike(ctx: &Context, a: Type, b: Type) -> bool {
    match (ctx.type_data(a), ctx.type_data(b)) {
        (TypeData::Integer { width: a, .. }, TypeData::Integer { width: b, .. }) => a == b,
        (TypeData::Vector { dims: a, element: c }, TypeData::Vector { dims: b, element: d }) => {
            a == b && (c == d || alike(ctx, *c, *d))
        }
        (
            TypeData::Param { def: a, params: p, distinct: 0 },
            TypeData::Param { def: b, params: q, distinct: 0 },
        ) => {
            a == b
                && p.len() == q.len()
                && p.iter().zip(q).all(|(a, b)| a == b || integers_alike(ctx, *a, *b))
        }
        _ => a == b,
    }
}

/// Returns whether two type attributes are integer types with the same width.
fn integers_alike(ctx: &Context, a: Attribute, b: Attribute) -> bool {
    let integer = |attr| match ctx.attr_type(attr).map(|ty| ctx.type_data(ty)) {
        Some(TypeData::Integer { width, .. }) => Some(*width),
        _ => None,
    };
    integer(a).is_some() && integer(a) == integer(b)
}

/// Returns whether the op has an enumeration parameter whose enumerants may have SSA operands.
#[inline]
fn has_enum_parameters(def: &OpDef, slots: &[u32]) -> bool {
    def.slot_rules().any(|(_, slot, rule)| {
        matches!(rule, SlotRule::Enum { def, .. } if def.has_params) && slots[slot] != ABSENT
    })
}

impl BodyVerification<'_> {
    /// Checks slots, operands, results, successors and traits of an op. `module_scope` is true if the op's parent is
    /// the body of a symbol table.
    pub(super) fn check_definition(&mut self, op: Op, data: &OpData, def: &OpDef, module_scope: bool) {
        let body = self.body;
        let slots = &body.slots[data.slot_start as usize..][..usize::from(data.slots)];
        if slots.len() != usize::from(def.layout.slots) {
            let (need, have) = (def.layout.slots, slots.len());
            return self.error(op, &format!("expected {need} attribute slots, but found {have}"));
        }
        if self.has_foreign(op, data, def) {
            return;
        }
        if def.layout.is_irregular || has_enum_parameters(def, slots) {
            self.check_by_walk(op);
        } else {
            let count = body.own_operands(op).len();
            if !def.layout.has_groups && !def.layout.operands.contains(count) {
                self.wrong_count(op, def.layout.operands, count);
            }
            for (param, slot, rule) in def.slot_rules() {
                self.check_slot(op, param, rule, slots[slot]);
            }
        }
        let symbolic = def.traits.contains(Traits::SYMBOLIC);
        if symbolic || !matches!((def.row.result, data.results), (ResultKind::One, 1) | (ResultKind::None, 0))
        {
            self.check_results(op, def);
        }
        if body.successor_range(data).1 != 0 || def.layout.edges.min != 0 || def.layout.merge.is_some() {
            self.check_successors(op, def);
        }
        if def.traits.intersects(TYPED) {
            self.check_types(op, def);
        }
        let owns = data.regions != 0 || body.is_isolated(op);
        if module_scope || owns || def.traits.intersects(PLACED) {
            self.check_place(op, def, module_scope);
            self.check_regions(op, def);
        }
    }

    /// Reports attributes and types of another context. Returns whether any were found, with the limits of
    /// [`Context::has_attr`].
    #[inline]
    fn has_foreign(&mut self, op: Op, data: &OpData, def: &OpDef) -> bool {
        let (ctx, body) = (self.verifier.ctx, self.body);
        let slots = body.slots(op);
        let own = |slot: usize| Attribute::from_raw(slots[slot]).is_none_or(|a| ctx.has_attr(a));
        let own_type = |value| body.value_type_opt(value).is_none_or(|ty| ctx.has_type(ty));
        let sound = def.layout.attribute_slots().all(own)
            && body.results(op).all(own_type)
            && self.verifier.has_own_dict(body, data);
        if !sound {
            let slot = def.layout.attribute_slots().find(|&slot| !own(slot));
            let param = slot.map(|slot| self.param_name(op, self.param_of_slot(op, slot)));
            let result = body.results(op).position(|value| !own_type(value));
            let what = match (param, result) {
                (Some(param), _) => format!("attribute '{param}' belongs to another context"),
                (_, Some(number)) => format!("the type of result #{number} belongs to another context"),
                _ => "expected a dictionary of this context as its attributes".to_owned(),
            };
            self.error(op, &what);
        }
        !sound
    }

    fn wrong_count(&mut self, op: Op, need: Count, have: usize) {
        self.error(op, &format!("expected {} operands, but found {have}", need.text()));
    }

    fn row(&self, op: Op) -> &'static OpRow {
        self.verifier.ctx.registry().op(self.body.def(op)).row
    }

    fn param_name(&self, op: Op, index: usize) -> &'static str {
        self.row(op).params[index].name
    }

    fn check_slot(&mut self, op: Op, param: usize, rule: SlotRule, raw: u32) {
        if let SlotRule::Enum { def, optional } = rule {
            return match raw {
                ABSENT if !optional => self.missing(op, param),
                ABSENT => {}
                value => self.check_enum(op, param, def, value),
            };
        }
        let Some(attr) = Attribute::from_raw(raw) else {
            if !rule.is_optional() {
                self.missing(op, param);
            }
            return;
        };
        match (rule, self.verifier.ctx.attr_data(attr)) {
            (SlotRule::Words { one: true }, AttrData::Words(words)) if words.len() > 1 => {
                self.constraint(op, param, "one literal word");
            }
            (SlotRule::Words { .. }, AttrData::Words(_))
            | (SlotRule::Type { .. }, AttrData::Type(_))
            | (SlotRule::String { .. }, AttrData::String(_)) => {}
            (SlotRule::Symbol { .. } | SlotRule::Any, AttrData::Symbol(_) | AttrData::NestedSymbol(_)) => {
                self.check_symbol(op, param, attr);
            }
            (SlotRule::Visibility, AttrData::String(text)) if VISIBILITIES.contains(&&**text) => {}
            (SlotRule::Visibility, AttrData::String(text)) => {
                self.error(
                    op,
                    &format!("visibility expected to be one of {VISIBILITIES:?}, but got {text:?}"),
                );
            }
            (SlotRule::Any, _) => {}
            (SlotRule::Words { .. }, _) => self.constraint(op, param, "array of literal words"),
            (SlotRule::Type { .. }, _) => self.constraint(op, param, "any type attribute"),
            (SlotRule::String { .. } | SlotRule::Visibility, _) => {
                self.constraint(op, param, "string attribute")
            }
            (SlotRule::Symbol { .. }, _) => self.constraint(op, param, "symbol reference attribute"),
            (SlotRule::Enum { .. }, _) => {}
        }
    }

    #[cold]
    fn missing(&mut self, op: Op, param: usize) {
        self.error(op, &format!("requires attribute '{}'", self.param_name(op, param)));
    }

    #[cold]
    fn constraint(&mut self, op: Op, param: usize, constraint: &str) {
        let name = self.param_name(op, param);
        self.error(op, &format!("attribute '{name}' failed to satisfy constraint: {constraint}"));
    }

    #[inline]
    fn check_enum(&mut self, op: Op, param: usize, def: &'static EnumDef, value: u32) {
        if !def.is_known(value) {
            let registry = self.verifier.ctx.registry();
            let title = registry.title(registry.op(self.body.def(op)).row.name);
            let space = if title.is_empty() { "" } else { " " };
            let name = def.name;
            self.constraint(op, param, &format!("valid {title}{space}{name}, but got {value}"));
        }
    }

    fn check_symbol(&mut self, op: Op, param: usize, attr: Attribute) {
        let ctx = self.verifier.ctx;
        let name = match ctx.attr_data(attr) {
            AttrData::Symbol(name) => *name,
            AttrData::NestedSymbol(path) if !path.is_empty() => path[0],
            _ => return,
        };
        let own = ctx.registry().op(self.body.def(op)).traits.contains(Traits::RESOLVES);
        if !own && self.symbols.is_some_and(|table| table.get(name).is_none()) {
            let (name, param) = (ctx.str(name), self.param_name(op, param));
            self.error(op, &format!("'{name}' not found in nearest symbol table (parameter '{param}')"));
        }
    }

    /// Checks an op whose slots must be interpreted together with its operands and other slots.
    fn check_by_walk(&mut self, op: Op) {
        let (ctx, body) = (self.verifier.ctx, self.body);
        let def = ctx.registry().op(body.def(op));
        let before = self.errors;
        let fits = walk(ctx, body, op, def, &mut |index, item| match item {
            OpComponent::Value(_) | OpComponent::Word(_) | OpComponent::Float(_) => {}
            // Kernels may use any value as a scope or memory semantics.
            OpComponent::Const(..) => {}
            OpComponent::Enum(def, value) => self.check_enum(op, index, def, value),
            OpComponent::String(attr) => {
                if ctx.attr_str(attr).is_none() {
                    self.constraint(op, index, "string attribute");
                }
            }
            OpComponent::Attr(attr) => match (def.row.params[index].kind, ctx.attr_data(attr)) {
                (_, AttrData::Symbol(_) | AttrData::NestedSymbol(_)) => self.check_symbol(op, index, attr),
                (ParamKind::Symbol, _) => self.constraint(op, index, "symbol reference attribute"),
                (ParamKind::Type, AttrData::Type(_)) => {}
                (ParamKind::Type, _) => self.constraint(op, index, "any type attribute"),
                (
                    ParamKind::Mixed,
                    AttrData::Unit | AttrData::Array(_) | AttrData::Dict(_) | AttrData::Words(_),
                ) => self.constraint(op, index, "symbol, type, string or typed constant"),
                _ => {}
            },
        });
        if !fits && before == self.errors {
            self.explain_misfit(op, def);
        }
    }

    /// Reports the reason why an op does not match its grammar entry.
    #[cold]
    fn explain_misfit(&mut self, op: Op, def: &OpDef) {
        let (ctx, body) = (self.verifier.ctx, self.body);
        let before = self.errors;
        for layout in def.row.layout() {
            let (index, param) = (layout.index, layout.param);
            let raw = body.slots(op).get(layout.slot).copied().unwrap_or(0);
            let data = || Attribute::from_raw(raw).map(|a| ctx.attr_data(a));
            match (param.kind, param.arity) {
                (ParamKind::Symbol | ParamKind::Type | ParamKind::String | ParamKind::Attr, Arity::One)
                    if raw == 0 =>
                {
                    self.missing(op, index)
                }
                (ParamKind::Enum(_), Arity::One) if raw == ABSENT => self.missing(op, index),
                (
                    ParamKind::Symbol
                    | ParamKind::Type
                    | ParamKind::String
                    | ParamKind::Attr
                    | ParamKind::Mixed,
                    Arity::Variadic,
                ) if !matches!(data(), None | Some(AttrData::Array(_))) => {
                    self.constraint(op, index, "array attribute");
                }
                (ParamKind::Word, Arity::Optional | Arity::Variadic)
                | (ParamKind::Enum(_), Arity::Variadic)
                    if !matches!(data(), None | Some(AttrData::Words(_))) =>
                {
                    self.constraint(op, index, "array of literal words");
                }
                (ParamKind::Enum(_), _) if layout.slots().len() == 2 => {
                    let extra = body.slots(op)[layout.slot + 1];
                    let list =
                        Attribute::from_raw(extra).and_then(|list| ctx.attr_array(list)).unwrap_or(&[]);
                    let is_wrong = |attr: &Attribute| match *ctx.attr_data(*attr) {
                        AttrData::Integer { ty, .. } => ty != ctx.common().i32,
                        AttrData::Float { ty, .. } => ty != ctx.common().f32,
                        _ => false,
                    };
                    if list.iter().any(is_wrong) {
                        self.constraint(op, index, "enumerant whose numbers are of type i32 or f32");
                    }
                }
                _ => {}
            }
        }
        if before == self.errors {
            let count = body.own_operands(op).len();
            self.error(op, &format!("{count} operands do not match the op's parameters and attributes"));
        }
    }

    fn check_results(&mut self, op: Op, def: &OpDef) {
        let count = self.body.result_count(op);
        let message = match def.row.result {
            ResultKind::Any => return,
            ResultKind::One if count == 1 => return self.check_symbol_result(op, def),
            ResultKind::Optional if count == 0 => return,
            ResultKind::Optional if count == 1 => return self.check_symbol_result(op, def),
            ResultKind::None if count == 0 => return,
            ResultKind::One if count == 0 && self.has_symbol(op, def) => return,
            ResultKind::None => "requires zero results",
            ResultKind::One => "requires one result",
            ResultKind::Optional => "requires zero or one results",
        };
        self.error(op, message);
    }

    fn check_symbol_result(&mut self, op: Op, def: &OpDef) {
        if self.has_symbol(op, def) {
            self.error(op, "requires zero results where it defines a symbol");
        }
    }

    fn has_symbol(&self, op: Op, def: &OpDef) -> bool {
        def.traits.contains(Traits::SYMBOLIC) && symbols::name_of(self.verifier.ctx, self.body, op).is_some()
    }

    fn check_successors(&mut self, op: Op, def: &OpDef) {
        let body = self.body;
        let count = body.successor_count(op);
        let declared = def.layout.merge.map_or(0, |slot| body.slot(op, usize::from(slot)) as usize);
        if declared > 2 {
            return self.error(op, &format!("declares {declared} merge blocks, but at most 2 are allowed"));
        }
        if declared > count {
            return self.error(op, &format!("declares {declared} merge blocks, but has {count} successors"));
        }
        let edges = count - declared;
        if !def.layout.edges.contains(edges) {
            let (need, noun) = (def.layout.edges.text(), if def.layout.edges.max == 1 { "" } else { "s" });
            let message = format!("requires {need} successor{noun} but found {edges}");
            return match declared {
                0 => self.error(op, &message),
                _ => {
                    let note =
                        format!("the last {declared} of the {count} successors declare the op's construct");
                    self.error_note(op, &message, note);
                }
            };
        }
        let Some(region) = body.parent(op).and_then(|b| body.block_parent(b)) else { return };
        for i in 0..count {
            let target = body.successor(op, i);
            if body.block_parent(target) != Some(region) {
                self.error(op, &format!("reference to block defined in another region (successor #{i})"));
                continue;
            }
            let passed = body.successor_args(op, i);
            let args = body.args(target);
            if i >= edges {
                if passed.len() != 0 {
                    self.error(op, &format!("declared merge block #{} must have no operands", i - edges));
                }
                continue;
            }
            if def.traits.contains(Traits::UNREGISTERED) && passed.len() == 0 {
                continue;
            }
            if passed.len() != args.len() {
                let (have, need) = (passed.len(), args.len());
                self.error_note(
                    op,
                    &format!("branch has {have} operands for successor #{i}, but target block has {need}"),
                    "write the operands after the block: `^name(%a, %b : type, type)`".to_owned(),
                );
                continue;
            }
            for (j, (value, &arg)) in passed.zip(args).enumerate() {
                if let Some(ty) = self.defined_type(value)
                    && ty != body.value_type(arg)
                {
                    let [found, expected] =
                        [ty, body.value_type(arg)].map(|ty| type_text(self.verifier.ctx, ty));
                    self.error_note(
                        op,
                        &format!("type mismatch for bb argument #{j} of successor #{i}"),
                        format!("the value has type '{found}', but the block argument has type '{expected}'"),
                    );
                }
            }
        }
    }

    /// Returns the type of a defined value; `None` for undefined values, which are reported elsewhere.
    fn defined_type(&self, value: Value) -> Option<Type> {
        match self.body.value_def(value) {
            ValueDef::Forward => None,
            _ => self.body.value_type_opt(value),
        }
    }

    fn check_types(&mut self, op: Op, def: &OpDef) {
        let body = self.body;
        if def.traits.contains(Traits::SAME_TYPE) {
            let first = match body.result_count(op) {
                0 => body.own_operands(op).next(),
                _ => Some(body.result(op, 0)),
            };
            let first = first.and_then(|v| body.value_type_opt(v));
            let ctx = self.verifier.ctx;
            let differs = |v| {
                let ty = body.value_type_opt(v);
                ty.is_some() && ty != first && !ty.zip(first).is_some_and(|(a, b)| alike(ctx, a, b))
            };
            let place = match body.own_operands(op).position(differs) {
                Some(at) => Some(format!("operand #{at}")),
                None => body.results(op).skip(1).position(differs).map(|at| format!("result #{}", at + 1)),
            };
            if let Some(place) = place {
                let other = if body.result_count(op) == 0 { "operand #0" } else { "the result" };
                self.error_note(
                    op,
                    "requires the same type for all operands and results",
                    format!("the types of {place} and {other} differ"),
                );
            }
        }
        if def.traits.contains(Traits::COMPARISON) && body.result_count(op) == 1 {
            let ctx = self.verifier.ctx;
            let result = body.value_type(body.result(op, 0));
            let (shape, element) = match ctx.type_data(result) {
                TypeData::Vector { dims, element } => (&dims[..], *element),
                // Dialect-specific types are verified by the dialect's own checks.
                TypeData::Param { .. } | TypeData::Named { .. } => return,
                _ => (&[][..], result),
            };
            if element != ctx.common().i1 {
                return self.error(op, "result #0 must be bool or vector of bool values");
            }
            let differs = |value| match self.defined_type(value).map(|ty| ctx.type_data(ty)) {
                Some(TypeData::Vector { dims, .. }) => dims[..] != *shape,
                Some(TypeData::Integer { .. } | TypeData::Float(_) | TypeData::Index) => !shape.is_empty(),
                _ => false,
            };
            if body.own_operands(op).any(differs) {
                self.error(op, "requires the same shape for all operands and results");
            }
        }
    }

    /// Returns whether the parent of an op is a region of an unregistered op.
    fn is_in_unknown(&self, op: Op) -> bool {
        let body = self.body;
        let owner = body.parent(op).and_then(|block| body.block_owner(block));
        owner.is_some_and(|owner| body.def(owner) == UNREGISTERED_ID)
    }

    fn check_place(&mut self, op: Op, def: &OpDef, module_scope: bool) {
        let symbol = symbols::name_of(self.verifier.ctx, self.body, op).is_some();
        if module_scope {
            let may =
                Traits::MODULE_SCOPE.union(Traits::MODULE_ONLY).union(Traits::ISOLATED).union(Traits::SYMBOL);
            if !def.traits.intersects(may) {
                self.error(op, "failed to verify that op must appear in a function-like op's block");
            } else if def.traits.contains(Traits::SYMBOLIC) && !symbol && self.body.result_count(op) > 0 {
                self.error(op, "must define a symbol, not a value, in a module-like op's block");
            }
        } else if def.traits.contains(Traits::MODULE_ONLY)
            || (symbol && def.traits.contains(Traits::SYMBOLIC))
        {
            self.error(op, "failed to verify that op must appear in a module-like op's block");
        } else if def.traits.contains(Traits::SYMBOL) && !self.is_in_unknown(op) {
            self.error(op, "symbol's parent must have the SymbolTable trait");
        }
        if def.traits.contains(Traits::SYMBOL) && !symbol {
            // A missing or invalid attribute in a required slot has already been reported.
            let optional = self.row(op).params.first().is_none_or(|p| p.arity != Arity::One);
            if optional {
                self.error(op, "requires string attribute 'sym_name'");
            }
        }
    }

    fn check_regions(&mut self, op: Op, def: &OpDef) {
        let body = self.body;
        if def.traits.contains(Traits::ISOLATED) != body.is_isolated(op) {
            let message = match body.is_isolated(op) {
                true => "owns a body but is not isolated from above",
                false => "is isolated from above and must own its body",
            };
            return self.error(op, message);
        }
        let count = body.region_count(op);
        if def.traits.contains(Traits::CONSTRUCT) && count != 1 {
            self.error(op, &format!("requires one region, but found {count}"));
        }
        let nested = body.nested(op);
        if body.is_isolated(op) && nested.is_none() && !def.traits.contains(Traits::FUNCTION) {
            self.error(op, "requires one region, but found 0");
        }
        let owned = (0..count).map(|i| (body, body.region(op, i)));
        let regions = owned.chain(nested.map(|n| (n, n.root())));
        for (i, (body, region)) in regions.enumerate() {
            let (first, last) = (body.first_block(region), body.last_block(region));
            if def.traits.contains(Traits::NO_TERMINATOR) && first != last {
                self.error(op, &format!("expects region #{i} to have 0 or 1 blocks"));
            } else if def.traits.contains(Traits::SYMBOL_TABLE) && (first.is_none() || first != last) {
                self.error(op, "Operations with a 'SymbolTable' must have exactly one block");
            }
        }
        if let (Some(slot), Some(nested)) = (def.function_type(), nested) {
            self.check_signature(op, slot, nested);
        }
    }

    fn check_signature(&mut self, op: Op, slot: usize, nested: &crate::body::Body) {
        let ctx = self.verifier.ctx;
        let Some(ty) = self.body.slot_attr(op, slot).and_then(|a| ctx.attr_type(a)) else { return };
        let TypeData::Function { inputs, .. } = ctx.type_data(ty) else {
            return self.constraint(op, self.param_of_slot(op, slot), "type attribute of function type");
        };
        entry_mismatches(nested, inputs).for_each(|message| self.error(op, &message));
    }

    fn param_of_slot(&self, op: Op, slot: usize) -> usize {
        let def = self.verifier.ctx.registry().op(self.body.def(op));
        def.row.layout().find(|param| param.slots().contains(&slot)).map_or(0, |param| param.index)
    }
}

/// Returns a message for each mismatch between the arguments of a function's entry block and the inputs of its type.
pub fn entry_mismatches<'a>(nested: &'a Body, inputs: &'a [Type]) -> impl Iterator<Item = String> + 'a {
    let args = nested.first_block(nested.root()).map(|entry| nested.args(entry));
    let need = inputs.len();
    let count = args.filter(|args| args.len() != need);
    let types = args.filter(|args| args.len() == need).unwrap_or_default();
    let differ = move |&(i, arg): &(usize, &Value)| nested.value_type(*arg) != inputs[i];
    let count = count.map(|_| format!("entry block must have {need} arguments to match function signature"));
    count.into_iter().chain(types.iter().enumerate().filter(differ).map(|(i, _)| {
        format!(
            "type of entry block argument #{i} must match the type of the corresponding argument in function \
             signature"
        )
    }))
}
