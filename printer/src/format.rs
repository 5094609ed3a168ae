//! Assembly formats, run to print an op.

use crate::attrs::Elide;
use crate::printer::Printer;
use smallvec::SmallVec;
use spv_ir::dialect::{Arity, OpDef, ParamKind, Traits};
use spv_ir::format::{Directive, Format, TypeOf};
use spv_ir::params::{self, Item};
use spv_ir::{Attribute, Body, Op, Type, Value};

/// An op while its format is run.
struct Run<'r> {
    body: &'r Body,
    op: Op,
    def: &'r OpDef,
    /// What the op holds, with parameter numbers, in order.
    items: &'r [(u8, Item)],
    /// Whether a space may go before the next item.
    space: bool,
    /// Whether the last item was punctuation.
    punctuation: bool,
    /// Whether the last item was an operand.
    operand: bool,
    /// Whether the attribute dictionary was written.
    dict: bool,
}

/// The op can't be written in its format: it gets the generic form.
struct Unfit;

impl Run<'_> {
    /// Items of a parameter.
    fn of(&self, param: u8) -> &[(u8, Item)] {
        let start = self.items.iter().position(|(n, _)| *n == param).unwrap_or(self.items.len());
        let rest = &self.items[start..];
        &rest[..rest.iter().take_while(|(n, _)| *n == param).count()]
    }

    /// Operands of a parameter.
    fn values(&self, param: u8) -> impl Iterator<Item = Value> + '_ {
        self.of(param).iter().filter_map(|(_, item)| match item {
            Item::Value(value) => Some(*value),
            _ => None,
        })
    }

    fn result_types(&self) -> SmallVec<[Type; 4]> {
        self.body.results(self.op).map(|r| self.body.value_type(r)).collect()
    }

    /// Types of values.
    fn types(&self, list: &[TypeOf]) -> Result<SmallVec<[Type; 8]>, Unfit> {
        let mut types = SmallVec::new();
        for of in list {
            match of {
                TypeOf::Result if self.body.result_count(self.op) == 0 => return Err(Unfit),
                TypeOf::Result => types.extend(self.result_types()),
                TypeOf::Param(param) => {
                    for value in self.values(*param) {
                        types.push(self.body.value_type_opt(value).ok_or(Unfit)?);
                    }
                }
            }
        }
        Ok(types)
    }

    /// The successors that a block parameter stands for.
    fn successors(&self, param: u8) -> std::ops::Range<usize> {
        let blocks = |p: &&spv_ir::dialect::Param| matches!(p.kind, ParamKind::Block);
        let before = self.def.row.params[..usize::from(param)].iter().filter(blocks).count();
        let count = self.body.successor_count(self.op);
        match self.def.row.params[usize::from(param)].arity {
            Arity::Variadic => before.min(count)..count,
            _ => before.min(count)..(before + 1).min(count),
        }
    }

    fn present(&self, param: u8) -> bool {
        match self.def.row.params[usize::from(param)].kind {
            ParamKind::Block => !self.successors(param).is_empty(),
            _ => !self.of(param).is_empty(),
        }
    }
}

impl Printer<'_> {
    /// The custom form by a format, the generic one where the op does not fit it.
    pub(crate) fn print_formatted(&mut self, body: &Body, op: Op, def: &OpDef, format: &Format) {
        let start = self.out.len();
        let mut items = SmallVec::<[(u8, Item); 12]>::new();
        let fits = params::walk(self.ctx, body, op, def, &mut |n, item| items.push((n as u8, item)));
        let regions = body.region_count(op) > 0 || body.is_isolated(op);
        if fits && !regions {
            self.print_op_name(def);
            let mut run = Run {
                body,
                op,
                def,
                items: &items,
                space: true,
                punctuation: false,
                operand: false,
                dict: false,
            };
            let done = if format.uniform {
                self.uniform(&mut run)
            } else {
                self.directives(&mut run, &format.items).and_then(|()| self.suffix(&run, format))
            };
            let dict = run.dict || !self.needs_dict(body.attrs(op));
            if done.is_ok() && dict && self.all_successors(&run) {
                return;
            }
            self.out.truncate(start);
        }
        self.print_generic(body, op, def);
    }

    /// Whether the op has as many successors as its row says.
    fn all_successors(&self, run: &Run) -> bool {
        let params = run.def.row.params;
        let count = run.body.successor_count(run.op);
        let last = (0..params.len()).rfind(|i| matches!(params[*i].kind, ParamKind::Block));
        count == 0 || last.is_some_and(|i| run.successors(i as u8).end == count)
    }

    fn directives(&mut self, run: &mut Run, items: &[Directive]) -> Result<(), Unfit> {
        items.iter().try_for_each(|item| self.directive(run, item))
    }

    fn directive(&mut self, run: &mut Run, item: &Directive) -> Result<(), Unfit> {
        match item {
            Directive::Literal(text) => self.literal(run, text),
            Directive::Param(param) | Directive::Bare(param) if !run.present(*param) => {}
            Directive::Param(param) => {
                self.gap(run, *param);
                self.param(run, *param, false);
            }
            Directive::Bare(param) => {
                self.gap(run, *param);
                self.param(run, *param, true);
            }
            Directive::SameType(list) => {
                let types = run.types(list)?;
                let first = *types.first().ok_or(Unfit)?;
                if types.iter().any(|ty| *ty != first) {
                    return Err(Unfit);
                }
                self.space(run);
                self.print_type(first);
            }
            Directive::Types(list) => {
                let types = run.types(list)?;
                if !types.is_empty() {
                    self.space(run);
                    self.separated(types, |p, ty| p.print_type(ty));
                }
            }
            Directive::Functional(params) => {
                let inputs: SmallVec<[TypeOf; 4]> = params.iter().map(|p| TypeOf::Param(*p)).collect();
                let types = run.types(&inputs)?;
                self.space(run);
                self.print_function_type(&types, &run.result_types());
            }
            Directive::AttrDict => {
                run.dict = true;
                let start = self.out.len();
                self.print_discardable("", run.body.attrs(run.op), &[]);
                if self.out.len() > start {
                    (run.space, run.punctuation, run.operand) = (true, false, false);
                }
            }
            Directive::Group { anchor, items } => {
                if run.present(*anchor) {
                    self.directives(run, items)?;
                }
            }
            Directive::Custom(name, param) => {
                let (_, print) = self.registry.directive(name).ok_or(Unfit)?;
                let (before, start) = (self.out.len(), (run.space, run.punctuation, run.operand));
                self.space(run);
                let empty = self.out.len();
                print(self, run.body, run.op, *param);
                if self.out.len() == empty {
                    self.out.truncate(before);
                    (run.space, run.punctuation, run.operand) = start;
                }
            }
        }
        Ok(())
    }

    /// A token, with the spaces that MLIR sets.
    fn literal(&mut self, run: &mut Run, text: &str) {
        let tight = match run.punctuation {
            true => [">", ")", "}", "]", ","].contains(&text),
            false => ["<", ">", "(", ")", "{", "}", "[", "]", ","].contains(&text),
        };
        if run.space && !tight {
            self.push(" ");
        }
        self.push(text);
        run.space = !["<", "(", "{", "["].contains(&text);
        run.punctuation = !text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        run.operand = false;
    }

    /// The space before something that is no token.
    fn space(&mut self, run: &mut Run) {
        if run.space || !run.punctuation {
            self.push(" ");
        }
        (run.space, run.punctuation, run.operand) = (true, false, false);
    }

    /// The space before a parameter: none between an operand and a list of words.
    fn gap(&mut self, run: &mut Run, param: u8) {
        let spec = &run.def.row.params[usize::from(param)];
        let words = matches!(spec.kind, ParamKind::Word) && spec.arity == Arity::Variadic;
        if !(words && run.operand) {
            self.space(run);
        }
        run.operand = matches!(spec.kind, ParamKind::Value);
    }

    /// All items of a parameter.
    fn param(&mut self, run: &Run, param: u8, bare: bool) {
        let spec = &run.def.row.params[usize::from(param)];
        let items = run.of(param);
        match (spec.kind, spec.arity) {
            (ParamKind::Block, _) => {
                self.separated(run.successors(param), |p, i| p.print_successor(run.body, run.op, i));
            }
            (ParamKind::Word, Arity::Variadic) => {
                self.push("[");
                self.separated(items, |p, (_, item)| {
                    if let Item::Word(word) = item {
                        p.print_typed_word(*word);
                    }
                });
                self.push("]");
            }
            (ParamKind::Enum(def), arity) if def.has_params && arity != Arity::Variadic => {
                self.push("[");
                self.separated(items.iter().enumerate(), |p, (i, (_, item))| {
                    p.item(run.body, item, bare && i == 0);
                });
                self.push("]");
            }
            (ParamKind::String, _) if spec.name == "sym_name" => {
                for (_, item) in items {
                    if let Item::String(attr) = item {
                        self.symbol_name(*attr);
                    }
                }
            }
            _ => self.separated(items, |p, (_, item)| p.item(run.body, item, bare)),
        }
    }

    fn item(&mut self, body: &Body, item: &Item, bare: bool) {
        match item {
            Item::Value(value) => self.print_value(body, *value),
            Item::Attr(attr) | Item::String(attr) => self.print_attr(*attr, Elide::Never),
            Item::Word(word) => self.number(*word),
            Item::Float(bits) => self.print_f32(*bits),
            Item::Enum(def, value) | Item::Const(def, value) if bare => self.print_enumerants(def, *value),
            Item::Enum(def, value) | Item::Const(def, value) => self.print_enum_string(def, *value),
        }
    }

    fn symbol_name(&mut self, attr: Attribute) {
        self.print_symbol(self.ctx.attr_str(attr).unwrap_or(""));
    }

    /// ` -> type` behind a format that leaves the result type out, where it is not the one to expect.
    fn suffix(&mut self, run: &Run, format: &Format) -> Result<(), Unfit> {
        if !format.inferred || run.body.result_count(run.op) == 0 {
            return Ok(());
        }
        let types = run.result_types();
        let inferred = run.def.infer.and_then(|infer| infer(self.ctx, run.body, run.op));
        if types.len() != 1 || inferred != Some(types[0]) {
            self.push(" -> ");
            self.print_results(&types);
        }
        Ok(())
    }

    /// The form of ops without a format of their own.
    fn uniform(&mut self, run: &mut Run) -> Result<(), Unfit> {
        let Run { body, op, def, .. } = *run;
        let symbol = symbol_slot(body, op, def);
        let mut first = 0;
        if let Some(symbol) = symbol {
            self.push(" ");
            self.symbol_name(symbol);
            first = 2;
        }
        let mut separator = " ";
        for param in first..def.row.params.len() as u8 {
            if run.present(param) {
                self.push(separator);
                self.param(run, param, false);
                separator = ", ";
            }
        }
        run.dict = true;
        self.print_discardable("", body.attrs(op), &[]);
        if symbol.is_some() {
            if let Some(ty) = body.slot_attr(op, 1) {
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
                self.print_results(&results);
            }
        } else if !results.is_empty() {
            self.push(" : ");
            self.print_results(&results);
        }
        Ok(())
    }
}

/// The symbol of an op that is a module-level definition.
fn symbol_slot(body: &Body, op: Op, def: &OpDef) -> Option<Attribute> {
    if def.traits.contains(Traits::SYMBOLIC) { body.slot_attr(op, 0) } else { None }
}
