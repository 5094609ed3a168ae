//! Assembly formats, run to print an op.

use crate::attrs::Elide;
use crate::items::Items;
use crate::printer::Printer;
use smallvec::SmallVec;
use spv_ir::dialect::{Arity, OpDef, ParamKind, Traits};
use spv_ir::format::{Directive, Format, TypeOf};
use spv_ir::params::Item;
use spv_ir::{Attribute, Body, Op, Type, Value};

/// An op while its format is run.
struct Run<'r> {
    body: &'r Body,
    op: Op,
    def: &'r OpDef,
    items: &'r Items,
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
    /// Operands of a parameter.
    fn values(&self, param: u8) -> impl Iterator<Item = Value> + '_ {
        self.items.of(param).iter().filter_map(|item| match item {
            Item::Value(value) => Some(*value),
            _ => None,
        })
    }

    fn result_types(&self) -> SmallVec<[Type; 4]> {
        self.body.results(self.op).map(|r| self.body.value_type(r)).collect()
    }

    /// Calls `each` with the types of values.
    #[inline]
    fn types(&self, list: &[TypeOf], mut each: impl FnMut(Type)) -> Result<(), Unfit> {
        for of in list {
            match of {
                TypeOf::Param(param) => {
                    for value in self.values(*param) {
                        each(self.body.value_type_opt(value).ok_or(Unfit)?);
                    }
                }
                TypeOf::Result if self.body.result_count(self.op) == 0 => return Err(Unfit),
                TypeOf::Result => {
                    self.body.results(self.op).for_each(|r| each(self.body.value_type(r)));
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
            _ => !self.items.of(param).is_empty(),
        }
    }
}

impl Printer<'_> {
    /// The custom form by a format, the generic one where the op does not fit it.
    pub(crate) fn print_formatted(&mut self, body: &Body, op: Op, def: &OpDef, format: &Format) {
        let start = self.out.len();
        let mut items = std::mem::take(&mut self.items);
        let fits = items.collect(self.ctx, body, op, def);
        let regions = body.region_count(op) > 0 || body.is_isolated(op);
        let done = fits && !regions && self.run(body, op, def, format, &items);
        self.items = items;
        if !done {
            self.out.truncate(start);
            self.print_generic(body, op, def);
        }
    }

    /// Writes the name and runs the format. False if the op can't be written in it.
    fn run(&mut self, body: &Body, op: Op, def: &OpDef, format: &Format, items: &Items) -> bool {
        self.print_op_name(def);
        let mut run =
            Run { body, op, def, items, space: true, punctuation: false, operand: false, dict: false };
        let done = if format.uniform {
            self.uniform(&mut run)
        } else {
            self.directives(&mut run, &format.items).and_then(|()| self.suffix(&run, format))
        };
        done.is_ok() && (run.dict || !self.needs_dict(body.attrs(op))) && all_successors(&run)
    }

    fn directives(&mut self, run: &mut Run, items: &[Directive]) -> Result<(), Unfit> {
        for item in items {
            self.directive(run, item)?;
        }
        Ok(())
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
                let mut first = None;
                let mut differ = false;
                run.types(list, |ty| differ |= *first.get_or_insert(ty) != ty)?;
                let ty = first.ok_or(Unfit)?;
                self.space(run);
                if differ { self.different_types(run, list)? } else { self.print_type(ty) }
            }
            Directive::Types(list) => {
                let types = run.type_list(list)?;
                if !types.is_empty() {
                    self.space(run);
                    self.separated(types, |p, ty| p.print_type(ty));
                }
            }
            Directive::Functional(params) => {
                let inputs: SmallVec<[TypeOf; 4]> = params.iter().map(|p| TypeOf::Param(*p)).collect();
                let types = run.type_list(&inputs)?;
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

    /// `(types) -> result` for values that should have one type, but don't.
    #[cold]
    fn different_types(&mut self, run: &Run, list: &[TypeOf]) -> Result<(), Unfit> {
        let params: SmallVec<[TypeOf; 4]> = list.iter().copied().filter(|of| *of != TypeOf::Result).collect();
        let types = run.type_list(&params)?;
        self.push("(");
        self.separated(types, |p, ty| p.print_type(ty));
        self.push(")");
        if params.len() < list.len() {
            self.push(" -> ");
            self.print_results(&run.result_types());
        }
        Ok(())
    }

    /// A token, with the spaces that MLIR sets.
    fn literal(&mut self, run: &mut Run, text: &str) {
        let tight = match text.as_bytes() {
            [b'>' | b')' | b'}' | b']' | b','] => true,
            [b'<' | b'(' | b'{' | b'['] => !run.punctuation,
            _ => false,
        };
        if run.space && !tight {
            self.push(" ");
        }
        self.push(text);
        run.space = !matches!(text.as_bytes(), [b'<' | b'(' | b'{' | b'[']);
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
        let items = run.items.of(param);
        match (spec.kind, spec.arity) {
            (ParamKind::Block, _) => {
                self.separated(run.successors(param), |p, i| p.print_successor(run.body, run.op, i));
            }
            (ParamKind::Word, Arity::Variadic) => {
                self.push("[");
                self.separated(items, |p, item| {
                    if let Item::Word(word) = item {
                        p.print_typed_word(*word);
                    }
                });
                self.push("]");
            }
            (ParamKind::Enum(def), arity) if def.has_params && arity != Arity::Variadic => {
                self.push("[");
                self.separated(items.iter().enumerate(), |p, (i, item)| {
                    p.item(run.body, item, bare && i == 0);
                });
                self.push("]");
            }
            (ParamKind::String, _) if spec.name == "sym_name" => {
                for item in items {
                    if let Item::String(attr) = item {
                        self.symbol_name(*attr);
                    }
                }
            }
            _ => match items {
                [Item::Value(value)] => self.print_value(run.body, *value),
                _ => self.separated(items, |p, item| p.item(run.body, item, bare)),
            },
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
        let ty = run.body.value_type(run.body.result(run.op, 0));
        let inferred = run.def.infer.and_then(|infer| infer(self.ctx, run.body, run.op));
        if run.body.result_count(run.op) != 1 || inferred != Some(ty) {
            self.push(" -> ");
            self.print_results(&run.result_types());
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

/// Whether the op has no more successors than its row says.
fn all_successors(run: &Run) -> bool {
    let count = run.body.successor_count(run.op);
    if count == 0 {
        return true;
    }
    let params = run.def.row.params;
    let last = (0..params.len()).rfind(|i| matches!(params[*i].kind, ParamKind::Block));
    last.is_some_and(|i| run.successors(i as u8).end == count)
}
