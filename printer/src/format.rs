//! Interpreter of assembly formats for the printer

use crate::attrs::Elide;
use crate::items::Items;
use crate::printer::Printer;
use crate::program::{Action, PrintStep, Program};
use smallvec::SmallVec;
use spv_ir::dialect::{
    ABSENT, Arity, FixedLayout, OpDef, OpDefId, Param, ParamKind, ParamPlace, SYMBOL_SLOT, Spelling,
    TYPE_SLOT, Traits,
};
use spv_ir::format::TypeOf;
use spv_ir::params::OpComponent;
use spv_ir::text::type_text::{write_function_type, write_results};
use spv_ir::{AttrData, Attribute, Body, Op, Type};

/// State for printing an op by its assembly format.
struct Run<'r> {
    body: &'r Body,
    op: Op,
    def: &'r OpDef,
    /// The components of the op, grouped by parameter; unused if `fixed` is set.
    items: &'r Items,
    /// For each parameter, the operand or slot that holds it; `None` if the op definition has optional components.
    fixed: Option<&'r FixedLayout>,
}

/// An error: the op does not match its assembly format and must be printed in the generic form.
struct Unfit;

impl Run<'_> {
    /// Returns the component for a parameter of an op with a fixed layout, or `None` if the parameter has no component.
    #[inline(always)]
    fn fixed_item(&self, fixed: &FixedLayout, param: u8) -> Option<OpComponent> {
        match fixed.places[usize::from(param)] {
            ParamPlace::Operand(index) => Some(OpComponent::Value(self.body.operand(self.op, index.into()))),
            ParamPlace::Attr(slot) => self.body.slot_attr(self.op, slot.into()).map(OpComponent::Attr),
            ParamPlace::Word(slot) => Some(OpComponent::Word(self.body.slot(self.op, slot.into()))),
            ParamPlace::Nowhere => None,
        }
    }

    fn result_types(&self) -> SmallVec<[Type; 4]> {
        self.body.results(self.op).map(|r| self.body.value_type(r)).collect()
    }

    /// Calls `each` with the types of the operands or results in `list`.
    #[inline]
    fn types(&self, list: &[TypeOf], mut each: impl FnMut(Type)) -> Result<(), Unfit> {
        for of in list {
            match of {
                TypeOf::Param(param) => match self.fixed {
                    Some(fixed) => {
                        if let Some(OpComponent::Value(value)) = self.fixed_item(fixed, *param) {
                            each(self.body.value_type_opt(value).ok_or(Unfit)?);
                        }
                    }
                    None => {
                        for item in self.items.of(*param) {
                            if let OpComponent::Value(value) = item {
                                each(self.body.value_type_opt(*value).ok_or(Unfit)?);
                            }
                        }
                    }
                },
                TypeOf::Result(number) => {
                    let result = self.body.results(self.op).nth(usize::from(*number)).ok_or(Unfit)?;
                    each(self.body.value_type(result));
                }
                TypeOf::Results => {
                    self.body.results(self.op).for_each(|result| each(self.body.value_type(result)));
                }
            }
        }
        Ok(())
    }

    fn type_list(&self, list: &[TypeOf]) -> Result<SmallVec<[Type; 8]>, Unfit> {
        let mut types = SmallVec::new();
        self.types(list, |ty| types.push(ty))?;
        Ok(types)
    }

    /// Returns the indices of the successors that the block parameter at index `param` represents.
    fn successors(&self, param: u8) -> std::ops::Range<usize> {
        let blocks = |p: &&Param| matches!(p.kind, ParamKind::Block);
        let before = self.def.row.params[..usize::from(param)].iter().filter(blocks).count();
        let count = self.body.successor_count(self.op);
        match self.def.row.params[usize::from(param)].arity {
            Arity::Variadic => before.min(count)..count,
            _ => before.min(count)..(before + 1).min(count),
        }
    }

    /// Returns the only component of a parameter, or `None` if the parameter has none or several.
    fn single(&self, param: u8) -> Option<OpComponent> {
        match self.fixed {
            Some(fixed) => self.fixed_item(fixed, param),
            None => match self.items.of(param) {
                [item] => Some(*item),
                _ => None,
            },
        }
    }

    fn is_required(&self, param: u8) -> bool {
        self.def.row.params[usize::from(param)].arity == Arity::One
    }

    fn present(&self, param: u8) -> bool {
        match self.def.row.params[usize::from(param)].kind {
            ParamKind::Block => !self.successors(param).is_empty(),
            _ => match self.fixed {
                Some(fixed) => !matches!(fixed.places[usize::from(param)], ParamPlace::Nowhere),
                None => !self.items.of(param).is_empty(),
            },
        }
    }
}

impl Printer<'_> {
    /// Prints an op using its assembly format, or in the generic form if the op does not match.
    pub(crate) fn print_formatted(&mut self, body: &Body, op: Op, id: OpDefId, def: &OpDef) {
        let start = self.out.len();
        if self.custom_form(body, op, id, def).is_err() {
            self.out.truncate(start);
            self.print_fallback(body, op, def);
        }
    }

    fn custom_form(&mut self, body: &Body, op: Op, id: OpDefId, def: &OpDef) -> Result<(), Unfit> {
        let program = self.program(id, def);
        let regions = body.region_count(op);
        let done = match (regions == usize::from(program.region)) && !body.is_isolated(op) {
            true => self.run_program(body, op, def, &program),
            false => Err(Unfit),
        };
        self.programs[usize::from(id.0)] = Some(program);
        done
    }

    #[inline]
    fn run_program(&mut self, body: &Body, op: Op, def: &OpDef, program: &Program) -> Result<(), Unfit> {
        if let Some(fixed) = program.fixed.as_ref().filter(|fixed| fits_layout(fixed, body, op)) {
            let run = Run { body, op, def, items: &Items::default(), fixed: Some(fixed) };
            return self.run(&run, program);
        }
        let mut items = std::mem::take(&mut self.items);
        let fits = items.collect(self.ctx, body, op, def);
        let run = Run { body, op, def, items: &items, fixed: None };
        let done = if fits { self.run(&run, program) } else { Err(Unfit) };
        self.items = items;
        done
    }

    #[inline]
    fn run(&mut self, run: &Run, program: &Program) -> Result<(), Unfit> {
        if program.steps.is_empty() {
            self.uniform(run)?;
        } else {
            let is_started = self.print_scoped_name(run, program);
            self.steps(run, &program.steps, is_started)?;
            if !program.dict && self.needs_dict(run.body.attrs(run.op)) {
                return Err(Unfit);
            }
            if program.inferred {
                self.suffix(run);
            }
        }
        let successors = run.body.successor_count(run.op) > 0;
        if successors && (program.straight || !all_successors(run)) { Err(Unfit) } else { Ok(()) }
    }

    /// Removes the compiled format of an op from the cache and returns it. Compiles the format on first use. An op
    /// without assembly format has no steps.
    fn program(&mut self, id: OpDefId, def: &OpDef) -> Box<Program> {
        let index = usize::from(id.0);
        if self.programs.len() <= index {
            self.programs.resize_with(self.registry.ops().len(), || None);
        }
        if let Some(program) = self.programs[index].take() {
            return program;
        }
        let start = self.out.len();
        let format = self.registry.format_in(id, self.options.compat);
        if !format.uniform {
            self.spell_op_name(def);
        }
        let name = String::from_utf8_lossy(&self.out[start..]).into_owned();
        self.out.truncate(start);
        let scoped_name = self.may_be_scoped(id).then_some(name.len());
        let program = Program::new(self.registry, def, name, format, self.options.compat);
        Box::new(Program { scoped_name, ..program })
    }

    /// Prints the fixed string of the first step if the enclosing op shortens the op name in it. Returns whether it is
    /// printed.
    #[inline]
    fn print_scoped_name(&mut self, run: &Run, program: &Program) -> bool {
        let Some(length) = program.scoped_name else { return false };
        let Some(name) = self.scoped_name(run.body, run.op, run.def) else { return false };
        let Some(rest) = program.steps[0].text.get(length..) else { return false };
        self.push(name);
        self.push(rest);
        true
    }

    /// Performs steps, without the fixed string of the first step if `is_started`.
    fn steps(&mut self, run: &Run, steps: &[PrintStep], is_started: bool) -> Result<(), Unfit> {
        let mut is_printed = is_started;
        for step in steps {
            if !std::mem::take(&mut is_printed) {
                self.push(&step.text);
            }
            self.action(run, &step.action)?;
        }
        Ok(())
    }

    fn action(&mut self, run: &Run, action: &Action) -> Result<(), Unfit> {
        match action {
            Action::None => {}
            Action::Unknown => return Err(Unfit),
            Action::Param { param, spelling, lead } => {
                if !self.param(run, *param, *spelling, lead) && run.is_required(*param) {
                    return Err(Unfit);
                }
            }
            Action::CommonType(list) => {
                let mut first = None;
                let mut differ = false;
                run.types(list, |ty| differ |= *first.get_or_insert(ty) != ty)?;
                let ty = first.ok_or(Unfit)?;
                if differ { self.different_types(run, list)? } else { self.print_type(ty) }
            }
            Action::Types(list, lead) => {
                let types = run.type_list(list)?;
                if !types.is_empty() {
                    self.push(lead);
                    self.separated(types, |p, ty| p.print_type(ty));
                }
            }
            Action::Functional(inputs) => {
                let types = run.type_list(inputs)?;
                write_function_type(self, &types, &run.result_types());
            }
            Action::AttrDict(params) => {
                let attrs = self.dict_attrs(run, params);
                self.print_discardable("", attrs, &[]);
            }
            Action::Group { anchor, zero_is_absent, then, otherwise } => {
                let is_zero = || matches!(run.single(*anchor), Some(OpComponent::Enum(_, 0)));
                let present = run.present(*anchor) && !(*zero_is_absent && is_zero());
                self.steps(run, if present { then } else { otherwise }, false)?;
            }
            Action::Region => {
                self.push(" ");
                self.print_region(run.body, run.body.region(run.op, 0), true, false);
            }
            Action::Custom(print, args, lead) => {
                let before = self.out.len();
                self.push(lead);
                let empty = self.out.len();
                print(self, run.body, run.op, args);
                match self.out.get(empty..) {
                    None | Some([]) => self.out.truncate(before),
                    // If the directive printed only a space, removes it, because the lead already ends in a space.
                    Some(b" ") => self.out.truncate(empty),
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// Returns the discardable attributes of an op, together with the parameters at the given indices.
    fn dict_attrs(&self, run: &Run, params: &[u8]) -> Option<Attribute> {
        let own = run.body.attrs(run.op);
        if params.is_empty() {
            return own;
        }
        let mut entries = self.ctx.dict(own).to_vec();
        for &param in params {
            let name = self.ctx.ident(run.def.row.params[usize::from(param)].name);
            let value = match (run.single(param), run.def.spellings.get(usize::from(param))) {
                (Some(OpComponent::Enum(_, 0)), Some(Spelling::Flags(_))) => None,
                (Some(OpComponent::Enum(def, value)), Some(Spelling::Flags(separator))) => {
                    Some(self.ctx.string_attr(&format!("<{}>", def.joined(value, separator.text()))))
                }
                (Some(OpComponent::Enum(def, value)), _) => {
                    def.by_value(value).map(|enumerant| self.ctx.string_attr(enumerant.name))
                }
                // LLVM omits a Boolean attribute that is false.
                (Some(OpComponent::Attr(attr) | OpComponent::String(attr)), _) => {
                    Some(attr).filter(|attr| *self.ctx.attr_data(*attr) != AttrData::Bool(false))
                }
                _ => None,
            };
            entries.extend(value.map(|value| (name, value)));
        }
        (!entries.is_empty()).then(|| self.ctx.dict_attr(entries))
    }

    /// Prints `(types) -> result`, if the format requires a single type but the values have different types.
    #[cold]
    fn different_types(&mut self, run: &Run, list: &[TypeOf]) -> Result<(), Unfit> {
        let params: SmallVec<[TypeOf; 4]> =
            list.iter().copied().filter(|of| matches!(of, TypeOf::Param(_))).collect();
        let types = run.type_list(&params)?;
        self.push("(");
        self.separated(types, |p, ty| p.print_type(ty));
        self.push(")");
        if params.len() < list.len() {
            self.push(" -> ");
            write_results(self, &run.result_types());
        }
        Ok(())
    }

    /// Prints a parameter, preceded by `lead`, if the parameter is present. Returns whether it is present.
    fn param(&mut self, run: &Run, param: u8, spelling: Spelling, lead: &str) -> bool {
        if let Some(fixed) = run.fixed {
            let item = run.fixed_item(fixed, param);
            if let Some(item) = &item {
                self.push(lead);
                self.item(run.body, item, spelling);
            }
            return item.is_some();
        }
        let is_present = run.present(param);
        if is_present {
            self.push(lead);
            self.items_of(run, param, spelling);
        }
        is_present
    }

    /// Prints all components of a parameter.
    fn items_of(&mut self, run: &Run, param: u8, spelling: Spelling) {
        let spec = &run.def.row.params[usize::from(param)];
        let items = run.items.of(param);
        match (spec.kind, spec.arity) {
            (ParamKind::Block, _) => {
                self.separated(run.successors(param), |p, i| p.print_successor(run.body, run.op, i));
            }
            (ParamKind::Word, Arity::Variadic) => {
                self.push("[");
                self.separated(items, |p, item| {
                    if let OpComponent::Word(word) = item {
                        p.print_typed_word(*word);
                    }
                });
                self.push("]");
            }
            // An enumerant in angle brackets is printed as a list only if it has parameters.
            (ParamKind::Enum(def), arity)
                if def.has_params
                    && arity != Arity::Variadic
                    && !(self.is_bracketed(spelling) && items.len() == 1) =>
            {
                let bracketed = self.is_bracketed(spelling);
                let are_values = || items[1..].iter().all(|item| matches!(item, OpComponent::Value(_)));
                let follow = self.options.compat.is_some_and(|form| form.enum_operands_follow)
                    && (bracketed || are_values());
                self.push(if follow && bracketed { "" } else { "[" });
                let within = if follow { 1 } else { items.len() };
                self.separated(items[..within].iter().enumerate(), |p, (i, item)| {
                    p.item(run.body, item, if i == 0 { spelling } else { Spelling::Plain });
                });
                self.push(if follow && bracketed { "" } else { "]" });
                for item in &items[within..] {
                    self.push(", ");
                    self.item(run.body, item, Spelling::Plain);
                }
            }
            (ParamKind::String, _) if spec.name == "sym_name" => {
                for item in items {
                    if let OpComponent::String(attr) = item {
                        self.symbol_name(*attr);
                    }
                }
            }
            _ => self.separated(items, |p, item| p.item(run.body, item, spelling)),
        }
    }

    /// Returns whether enumerants with this spelling are printed in angle brackets.
    fn is_bracketed(&self, spelling: Spelling) -> bool {
        self.options.compat.is_some_and(|form| form.bracketed_enums)
            && matches!(spelling, Spelling::Bare | Spelling::Bracketed)
    }

    #[inline]
    fn item(&mut self, body: &Body, item: &OpComponent, spelling: Spelling) {
        let bracketed = self.is_bracketed(spelling) || spelling == Spelling::Angled;
        let bare = matches!(spelling, Spelling::Bare | Spelling::Word { .. });
        if let (OpComponent::Enum(def, value), Spelling::Flags(separator)) = (item, spelling) {
            let names = def.joined(*value, separator.text());
            self.push("<");
            self.push(&names);
            self.push(">");
            return;
        }
        match item {
            OpComponent::Value(value) => self.print_value(body, *value),
            OpComponent::Attr(attr) if matches!(spelling, Spelling::Number(_) | Spelling::Index) => {
                self.print_attr(*attr, Elide::Always);
            }
            OpComponent::Attr(attr) | OpComponent::String(attr) => self.print_attr(*attr, Elide::Never),
            OpComponent::Word(word) => self.number(*word),
            OpComponent::Float(bits) => self.print_f32(*bits),
            OpComponent::Enum(def, value) | OpComponent::Const(def, value) if bracketed => {
                self.push("<");
                self.print_enumerants(def, *value);
                self.push(">");
            }
            // A bit enum is printed as a bare word only if a single bit is set.
            OpComponent::Const(def, value) if bare && def.bits && !value.is_power_of_two() => {
                self.print_enum_string(def, *value);
            }
            OpComponent::Enum(def, value) | OpComponent::Const(def, value) if bare => {
                self.print_enumerants(def, *value)
            }
            OpComponent::Enum(def, value) | OpComponent::Const(def, value) => {
                self.print_enum_string(def, *value)
            }
        }
    }

    fn symbol_name(&mut self, attr: Attribute) {
        self.print_symbol(self.ctx.attr_str(attr).unwrap_or(""));
    }

    /// Prints ` -> type` for an op whose format omits the result type, if the type differs from the inferred type.
    fn suffix(&mut self, run: &Run) {
        if run.body.result_count(run.op) == 0 {
            return;
        }
        let ty = run.body.value_type(run.body.result(run.op, 0));
        let inferred = run.def.infer.and_then(|infer| infer(self.ctx, run.body, run.op));
        if run.body.result_count(run.op) != 1 || inferred != Some(ty) {
            self.push(" -> ");
            write_results(self, &run.result_types());
        }
    }

    /// Returns whether the parser would misread an op in the uniform form. In a function, the parser reads a leading
    /// symbol as an operand. Elsewhere, it reads the symbol as the name that the op defines.
    fn misleading(&self, run: &Run, symbol: Option<Attribute>) -> bool {
        let in_function = self.scope(run.body).is_some_and(|s| s.function);
        let symbol_first = || {
            let mut items = (0..run.def.row.params.len() as u8).flat_map(|param| run.items.of(param));
            matches!(items.next(), Some(OpComponent::Attr(a)) if self.ctx.attr_symbol(*a).is_some())
        };
        if in_function { symbol.is_some() } else { symbol.is_none() && symbol_first() }
    }

    /// Prints an op without an assembly format in the uniform form: operands, attributes and types.
    fn uniform(&mut self, run: &Run) -> Result<(), Unfit> {
        let Run { body, op, def, .. } = *run;
        self.print_op_name(body.def(op), def);
        let symbol =
            if def.traits.contains(Traits::SYMBOLIC) { body.slot_attr(op, SYMBOL_SLOT) } else { None };
        let mut first = 0;
        if def.traits.contains(Traits::SYMBOLIC) && self.misleading(run, symbol) {
            return Err(Unfit);
        }
        if let Some(symbol) = symbol {
            self.push(" ");
            self.symbol_name(symbol);
            first = 2;
        }
        let mut lead = " ";
        for param in first..def.row.params.len() as u8 {
            if self.param(run, param, Spelling::Plain, lead) {
                lead = ", ";
            }
        }
        self.print_discardable("", body.attrs(op), &[]);
        if symbol.is_some() {
            if let Some(ty) = body.slot_attr(op, TYPE_SLOT) {
                self.push(" : ");
                self.print_attr(ty, Elide::Never);
            }
            return Ok(());
        }
        let operands = body.own_operands(op);
        let results = run.result_types();
        if operands.len() > 0 {
            self.push(" : ");
            self.separated(operands, |p, value| p.print_value_type(body, value));
            if !results.is_empty() {
                self.push(" -> ");
                write_results(self, &results);
            }
        } else if !results.is_empty() {
            self.push(" : ");
            write_results(self, &results);
        }
        Ok(())
    }
}

/// Returns whether an op matches the layout of its definition without optional components.
#[inline]
fn fits_layout(fixed: &FixedLayout, body: &Body, op: Op) -> bool {
    body.own_operands(op).len() == fixed.operands
        && body.slots(op).len() == fixed.slots
        && fixed.absent.iter().all(|slot| body.slot(op, usize::from(*slot)) == ABSENT)
        && fixed.attrs.iter().all(|slot| body.slot(op, usize::from(*slot)) != 0)
}

/// Returns whether the op definition has parameters for all successors of the op.
fn all_successors(run: &Run) -> bool {
    let params = run.def.row.params;
    let last = (0..params.len()).rfind(|i| matches!(params[*i].kind, ParamKind::Block));
    last.is_some_and(|i| run.successors(i as u8).end == run.body.successor_count(run.op))
}
