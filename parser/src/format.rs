//! Interpreter of assembly formats for the parser

use crate::op::is_list;
use crate::param::list_name;
use crate::parser::Parser;
use crate::token::Token;
use smallvec::SmallVec;
use spv_ir::dialect::{
    ABSENT, Arity, OpDef, Param, ParamKind, ResultKind, Spelling, TYPE_SLOT, Traits, TypeRules,
};
use spv_ir::format::{DirectiveArg, Format, FormatElement, TypeOf, result_number};
use spv_ir::text::{AsmParser, OpState, ParseFailed, Parsed};
use spv_ir::{AttrData, Diagnostic, Place, Type};
use std::slice;

impl<'s> Parser<'s> {
    /// Parses an op using its assembly format. Returns whether the result type must be inferred.
    pub fn run_format(&mut self, state: &mut OpState, def: &'s OpDef) -> Parsed<bool> {
        let registry = self.ctx.registry();
        let (start, before) = (self.start, self.diags.list.len());
        let outcome = self.read_format(state, def, registry.format_in(state.def, self.compat));
        // If types follow, the op may be in another implementation's assembly format, which has a different syntax.
        let is_complete = !matches!(self.tok, Token::Arrow | Token::Comma);
        if outcome.is_ok() && self.diags.list.len() == before && (is_complete || self.compat.is_some()) {
            return outcome;
        }
        if self.compat.is_some() {
            return outcome;
        }
        let mut others = registry.strict_formats(state.def);
        others.find_map(|format| self.retry_format(state, def, format, (start, before))).unwrap_or(outcome)
    }

    /// Parses an op again from `start` with another assembly format. If that also fails, restores the errors of the
    /// previous attempt and returns `None`. `before` is the number of errors reported before the op.
    #[cold]
    fn retry_format(
        &mut self,
        state: &mut OpState,
        def: &'s OpDef,
        format: &'s Format,
        (start, before): (usize, usize),
    ) -> Option<Parsed<bool>> {
        let errors = self.diags.list.split_off(before);
        let (end, loc) = (self.start, state.loc);
        self.seek(start);
        self.prepare(state, state.def, start);
        state.loc = loc;
        let outcome = self.read_format(state, def, format);
        if outcome.is_ok() && self.diags.list.len() == before {
            return Some(outcome);
        }
        self.diags.list.truncate(before);
        self.diags.list.extend(errors);
        self.seek(end);
        None
    }

    fn read_format(&mut self, state: &mut OpState, def: &'s OpDef, format: &'s Format) -> Parsed<bool> {
        if format.uniform {
            self.uniform(state, def)?;
            return Ok(false);
        }
        let before = self.diags.list.len();
        if let Err(failed) = self.elements(&format.elements, state, def, format) {
            self.show_form(before, format, def);
            return Err(failed);
        }
        if let Some(rules) = &def.rules {
            self.infer_types(state, def, &format.rules, rules)?;
        }
        self.arrange_operands(state, def);
        // LLVM 19 and newer print the attributes of some ops after the types.
        let reads_later = self.compat.is_none_or(|form| form.uses_later_formats);
        if reads_later && state.attrs.is_empty() && self.tok == Token::LBrace && !self.on_new_line() {
            self.optional_dict(&mut state.attrs)?;
        }
        let has_type = !format.inferred || !state.results.is_empty();
        if has_type || !matches!(def.row.result, ResultKind::One | ResultKind::Optional) {
            return Ok(false);
        }
        if self.eat(Token::Arrow) {
            let ty = self.ty()?;
            state.results.push(ty);
            return Ok(false);
        }
        Ok(def.row.result == ResultKind::One || state.result_count > 0)
    }

    /// Adds the syntax of the whole op as a note to an error of the form "expected ...". `before` is the number of
    /// errors reported before the op.
    #[cold]
    fn show_form(&mut self, before: usize, format: &Format, def: &OpDef) {
        self.note_form(before, 0, || format.text(def));
    }

    /// Adds the syntax of an op with a hand-written parser as a note to an error on the op's first line. `at` is the
    /// offset of the op.
    #[cold]
    pub fn show_written(&mut self, before: usize, at: usize, def: &OpDef) {
        if !def.form.is_empty() {
            self.note_form(before, at, || format!("{} {}", def.row.name, def.form));
        }
    }

    /// Adds the syntax `form` as a note to the last error, if that error is on the line that starts at offset `at`.
    fn note_form(&mut self, before: usize, at: usize, form: impl FnOnce() -> String) {
        if let Some(last) = self.diags.list.get_mut(before..).and_then(|new| new.last_mut())
            && last.notes.is_empty()
            && last.message.contains("expected ")
            && let Place::Text(span) = &last.place
            && (at == 0 || self.src.get(at..span.start).is_some_and(|line| !line.contains('\n')))
        {
            last.notes.push((Place::None, format!("expected form: `{}`", form())));
        }
    }

    fn elements(
        &mut self,
        elements: &'s [FormatElement],
        state: &mut OpState,
        def: &'s OpDef,
        format: &'s Format,
    ) -> Parsed<()> {
        for (i, element) in elements.iter().enumerate() {
            match element {
                FormatElement::Literal(",") if self.tok != Token::Comma => {
                    return Err(self.missing_comma(elements.get(i + 1), def));
                }
                FormatElement::Literal(text) => self.literal(text)?,
                FormatElement::Whitespace(_) => {}
                FormatElement::Param(param, spelling) => self.param(state, def, *param, *spelling)?,
                FormatElement::CommonType(list) => self.common_type(list, state)?,
                FormatElement::Type(of) => {
                    self.types_of(slice::from_ref(of), state, i + 1 == elements.len())?;
                }
                FormatElement::Types(list) => self.types_of(list, state, i + 1 == elements.len())?,
                FormatElement::Functional(list) => self.functional(list, state)?,
                FormatElement::AttrDict if format.in_dict.is_empty() => {
                    self.optional_dict(&mut state.attrs)?;
                }
                FormatElement::AttrDict => self.dict_with_params(state, def, &format.in_dict)?,
                FormatElement::Group { then, otherwise, .. } => {
                    let mut shown = then.iter().filter(|e| !matches!(e, FormatElement::Whitespace(_)));
                    let is_present = shown.next().is_some_and(|first| self.begins_element(first, def));
                    self.elements(if is_present { then } else { otherwise }, state, def, format)?;
                }
                FormatElement::Versions { since, later: true, .. } if since.lacks(self.compat) => {}
                FormatElement::Versions { elements, .. } => self.elements(elements, state, def, format)?,
                FormatElement::Custom(name, args) => {
                    let Some((parse, _)) = self.ctx.registry().directive(name) else {
                        return Err(self.fail(self.span(), format!("no directive `{name}` is registered")));
                    };
                    let at = self.start as u32;
                    parse(self, state, args)?;
                    let param = args.iter().find_map(|arg| match arg {
                        DirectiveArg::Param(param) => Some(*param),
                        DirectiveArg::Type(_) => None,
                    });
                    state.operand_params.resize(state.operands.len(), (param.unwrap_or(0), at));
                }
                FormatElement::Region => self.next_region(state, &[])?,
            }
        }
        Ok(())
    }

    /// Parses `{...}`. Entries for parameters in `params` that are still absent fill the slots of these parameters.
    fn dict_with_params(&mut self, state: &mut OpState, def: &'s OpDef, params: &[u8]) -> Parsed<()> {
        let start = self.start;
        let mut attrs = Vec::new();
        self.optional_dict(&mut attrs)?;
        for (key, value) in attrs {
            let name = self.ctx.str(key);
            let param = params.iter().find(|param| def.row.params[usize::from(**param)].name == name);
            let Some(index) = param.copied().map(usize::from) else {
                state.attrs.push((key, value));
                continue;
            };
            let slot = usize::from(self.info(state.def, def).slots[index]);
            if !matches!(state.slots[slot], 0 | ABSENT) {
                state.attrs.push((key, value));
            } else if self.slot_from(state, &def.row.params[index], slot, value).is_none() {
                let message = format!("attribute '{name}' has the wrong kind");
                return Err(self.fail(start..self.prev_end, message));
            }
        }
        Ok(())
    }

    /// Reports that the comma before another operand is missing.
    #[cold]
    fn missing_comma(&mut self, next: Option<&FormatElement>, def: &OpDef) -> ParseFailed {
        let is_value = |param: &Param| matches!((param.kind, param.arity), (ParamKind::Value, Arity::One));
        match next {
            Some(FormatElement::Param(param, _)) if is_value(&def.row.params[usize::from(*param)]) => {
                let count = def.row.params.iter().filter(|param| is_value(param)).count();
                let what = format!("expected {count} operands: expected ','");
                self.expected_of_op(&what)
            }
            _ => self.expected("','"),
        }
    }

    /// Consumes the tokens of a literal in an assembly format.
    fn literal(&mut self, text: &'static str) -> Parsed<()> {
        let mut rest = text;
        while !rest.is_empty() {
            match rest.strip_prefix(self.text()) {
                Some(after) if self.tok != Token::Eof => rest = after,
                _ => return Err(self.expected(&format!("'{rest}'"))),
            }
            self.advance();
        }
        Ok(())
    }

    /// Returns whether the current token can begin the given format element.
    fn begins_element(&self, element: &FormatElement, def: &OpDef) -> bool {
        match element {
            FormatElement::Literal(text) => self.tok != Token::Eof && text.starts_with(self.text()),
            FormatElement::Param(param, spelling) => {
                self.begins(&def.row.params[usize::from(*param)], *spelling)
            }
            FormatElement::Type(_) => self.at_type(),
            FormatElement::Group { then, .. } => self.begins_element(&then[0], def),
            FormatElement::AttrDict => self.tok == Token::LBrace,
            _ => true,
        }
    }

    /// Returns whether the current token can begin the given parameter.
    pub fn begins(&self, param: &Param, spelling: Spelling) -> bool {
        let bare = matches!(spelling, Spelling::Bare | Spelling::Word { .. });
        if matches!(spelling, Spelling::Angled | Spelling::Flags(_)) {
            return self.tok == Token::Less;
        }
        match param.kind {
            ParamKind::Value => self.tok.is_value() && !self.at_next_op(),
            // A Mixed parameter is never a dictionary, so the brace begins the op's attribute dictionary.
            ParamKind::Mixed if self.tok == Token::LBrace => false,
            ParamKind::Mixed => (self.tok.is_value() || self.at_attr()) && !self.at_next_op(),
            ParamKind::Symbol => self.tok == Token::Symbol,
            ParamKind::Type => self.at_type(),
            ParamKind::Word if is_list(param.kind, param.arity) && self.tok == Token::LSquare => true,
            ParamKind::Word => matches!(self.tok, Token::Int | Token::Minus),
            ParamKind::FloatWord => matches!(self.tok, Token::Int | Token::Float | Token::Minus),
            ParamKind::String if param.name == "sym_name" => self.tok == Token::Symbol,
            ParamKind::String => self.tok == Token::Str && !self.at_next_op(),
            ParamKind::Enum(def) if bare => {
                self.tok == Token::LSquare || self.tok == Token::Word && def.by_name(self.text()).is_some()
            }
            ParamKind::Enum(_) | ParamKind::ConstEnum(_) if self.at_bracketed_enum() => true,
            ParamKind::Enum(_) => self.tok == Token::LSquare || self.tok == Token::Str && !self.at_next_op(),
            ParamKind::ConstEnum(def) if bare && self.tok == Token::Word => {
                def.by_name(self.text()).is_some()
            }
            ParamKind::ConstEnum(_) => (self.tok == Token::Str || self.tok.is_value()) && !self.at_next_op(),
            ParamKind::Attr => self.at_attr() && !self.at_next_op(),
            ParamKind::Block => self.tok == Token::Label,
            // Only hand-written directives parse the tail of a region.
            ParamKind::Tail => false,
        }
    }

    /// Sorts the operands in the order of their parameters, and sets the parameter that holds their numbers.
    fn arrange_operands(&mut self, state: &mut OpState, def: &OpDef) {
        if let Some(slot) = def.layout.segments {
            let params = def.row.params.iter().zip(0..);
            let operands = params.filter(|(param, _)| matches!(param.kind, ParamKind::Value));
            let count = |index: u8| state.operand_params.iter().filter(|(of, _)| *of == index).count() as u32;
            let lengths: Vec<u32> = operands.map(|(_, index)| count(index)).collect();
            state.slots[usize::from(slot)] = self.ctx.attr(AttrData::Words(lengths.into())).raw();
        }
        if state.operand_params.is_sorted_by_key(|(param, _)| *param) {
            return;
        }
        let mut order: Vec<usize> = (0..state.operand_params.len()).collect();
        order.sort_by_key(|i| state.operand_params[*i].0);
        state.operands = order.iter().map(|i| state.operands[*i]).collect();
    }

    /// Infers the types of operands and results that the format does not write.
    fn infer_types(
        &mut self,
        state: &mut OpState,
        def: &OpDef,
        list: &[(TypeOf, &'static str)],
        rules: &TypeRules,
    ) -> Parsed<()> {
        // A rule may depend on a type that a later rule infers, so unsuccessful rules are tried twice.
        let mut rest: SmallVec<[_; 4]> = list.iter().copied().collect();
        for _ in 0..2 {
            rest.retain(|(of, source)| {
                let operands = state.operand_params.iter().enumerate();
                let ty = || (rules.evaluate)(self.ctx, source, &|name| self.known_type(state, def, name));
                match *of {
                    TypeOf::Param(param) => {
                        let operands = operands.filter(|(_, (of, _))| *of == param);
                        let operands: SmallVec<[_; 4]> =
                            operands.map(|(i, (_, at))| (state.operands[i], *at as usize)).collect();
                        let Some(ty) = (if operands.is_empty() { None } else { ty() }) else {
                            return !operands.is_empty();
                        };
                        operands.into_iter().for_each(|(value, at)| self.set_type(value, ty, at, at));
                    }
                    TypeOf::Result(number) if self.known_result(state, number).is_none() => {
                        let Some(ty) = ty() else { return true };
                        self.set_result(state, number, ty);
                    }
                    _ => {}
                }
                false
            });
        }
        if def.row.result == ResultKind::One && state.results.is_empty() {
            return Err(self.fail(self.span(), "cannot infer the result type"));
        }
        Ok(())
    }

    /// Returns the type of the parameter's first operand, or of the result, with this name. Returns `None` if the type
    /// is not yet known.
    fn known_type(&self, state: &OpState, def: &OpDef, name: &str) -> Option<Type> {
        let Some(param) = def.param(name) else { return self.known_result(state, result_number(name)?) };
        let first = state.operand_params.iter().position(|(of, _)| usize::from(*of) == param)?;
        self.scope.body.value_type_opt(state.operands[first])
    }

    fn known_result(&self, state: &OpState, number: u8) -> Option<Type> {
        let none = self.ctx.common().none;
        state.results.get(usize::from(number)).copied().filter(|ty| *ty != none)
    }

    fn set_result(&self, state: &mut OpState, number: u8, ty: Type) {
        let number = usize::from(number);
        if state.results.len() <= number {
            state.results.resize(number + 1, self.ctx.common().none);
        }
        state.results[number] = ty;
    }

    // Types.

    /// Parses the single type for all operands and results in `list`, or `(types) -> result`.
    fn common_type(&mut self, list: &[TypeOf], state: &mut OpState) -> Parsed<()> {
        if self.at_functional() && *list == [TypeOf::Result(0)] {
            return self.functional_types(state);
        }
        if self.tok == Token::LParen && list.iter().any(|of| matches!(of, TypeOf::Param(_))) {
            return self.different_types(list, state);
        }
        let at = self.start;
        let ty = self.ty()?;
        for of in list {
            match of {
                TypeOf::Result(_) | TypeOf::Results => state.results.push(ty),
                TypeOf::Param(param) => {
                    for i in 0..state.operand_params.len() {
                        let (of, place) = state.operand_params[i];
                        if of == *param {
                            self.set_type(state.operands[i], ty, place as usize, at);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns whether the types of an op begin with a `(`, as in newer LLVM formats. Values never have a function
    /// type, so this is unambiguous.
    fn at_functional(&self) -> bool {
        self.tok == Token::LParen && self.compat.is_none()
    }

    /// Parses `(types) -> result`, with one type for each operand.
    fn functional_types(&mut self, state: &mut OpState) -> Parsed<()> {
        let mut params: Vec<TypeOf> =
            state.operand_params.iter().map(|(param, _)| TypeOf::Param(*param)).collect();
        params.dedup();
        self.functional(&params, state)
    }

    /// Parses `(types)` for the operand parameters in `list`, and ` -> result` if `list` contains the result.
    fn different_types(&mut self, list: &[TypeOf], state: &mut OpState) -> Parsed<()> {
        self.need(Token::LParen, "(")?;
        let mut first = true;
        for of in list {
            if let TypeOf::Param(param) = of {
                self.types_of_param(*param, state, &mut first)?;
            }
        }
        self.need(Token::RParen, ")")?;
        if !list.iter().all(|of| matches!(of, TypeOf::Param(_))) {
            self.need(Token::Arrow, "->")?;
            self.result_types(state)?;
        }
        Ok(())
    }

    /// Parses the type of the operand at index `index`. A comma must precede it unless it is the first type.
    fn operand_type(&mut self, index: usize, state: &OpState, first: &mut bool) -> Parsed<()> {
        if !std::mem::take(first) {
            self.need(Token::Comma, ",")?;
        }
        let at = self.start;
        let ty = self.ty()?;
        self.set_type(state.operands[index], ty, state.operand_params[index].1 as usize, at);
        Ok(())
    }

    /// Parses the types of all operands of a parameter.
    fn types_of_param(&mut self, param: u8, state: &OpState, first: &mut bool) -> Parsed<()> {
        let def = self.ctx.registry().op(state.def);
        for i in 0..state.operand_params.len() {
            if state.operand_params[i].0 == param {
                let list = def.row.params[usize::from(param)].arity == Arity::Variadic;
                if list && !*first && self.tok != Token::Comma && self.on_new_line() {
                    return Err(self.other_type_count(param, state, def));
                }
                if list && !*first && self.tok == Token::Arrow && self.counts_operands() {
                    return Err(self.unequal_counts(param, state, i));
                }
                self.operand_type(i, state, first)?;
            }
        }
        Ok(())
    }

    /// Returns whether error messages about a wrong number of types include the numbers of operands and types.
    fn counts_operands(&self) -> bool {
        self.compat.is_some_and(|form| form.counts_types)
    }

    /// Reports that the number of types differs from the number of operands of a parameter, and includes both numbers.
    /// `read` is the index of the operand whose type is next.
    #[cold]
    fn unequal_counts(&mut self, param: u8, state: &OpState, read: usize) -> ParseFailed {
        let of = |all: &[(u8, u32)]| all.iter().filter(|(of, _)| *of == param).count();
        let (operands, mut types) = (of(&state.operand_params), of(&state.operand_params[..read]));
        while self.tok == Token::Comma {
            self.advance();
            if self.ty().is_err() {
                return ParseFailed;
            }
            types += 1;
        }
        let op = self.custom.unwrap_or_default();
        let message = format!(
            "custom op '{op}' number of operands and types do not match: got {operands} operands and {types} types"
        );
        self.fail(self.span(), message)
    }

    /// Reports that the number of types differs from the number of operands of a list parameter.
    #[cold]
    fn other_type_count(&mut self, param: u8, state: &OpState, def: &OpDef) -> ParseFailed {
        let name = list_name(&def.row.params[usize::from(param)]);
        let message = format!("'{}' op {name} types' count must be equal to {name} info count", def.row.name);
        let count = state.operand_params.iter().filter(|(of, _)| *of == param).count();
        let note = format!("write one type for each of the {}", crate::parser::plural(count, "operand"));
        let span = if self.on_new_line() { self.prev_end..self.prev_end } else { self.span() };
        self.report(Diagnostic::error(Place::Text(span), message).note(Place::None, note))
    }

    /// Parses the types of the given values, separated by commas. `is_last` is whether the list ends the format.
    fn types_of(&mut self, list: &[TypeOf], state: &mut OpState, is_last: bool) -> Parsed<()> {
        let mut first = true;
        for of in list {
            match of {
                TypeOf::Param(param) => self.types_of_param(*param, state, &mut first)?,
                TypeOf::Result(number) => {
                    if !std::mem::take(&mut first) {
                        self.need(Token::Comma, ",")?;
                    }
                    let ty = self.ty()?;
                    self.set_result(state, *number, ty);
                }
                TypeOf::Results => {
                    while first && self.at_type() || !first && self.eat(Token::Comma) {
                        first = false;
                        state.results.push(self.ty()?);
                    }
                }
            }
        }
        let def = self.ctx.registry().op(state.def);
        match list.last() {
            Some(TypeOf::Param(param))
                if self.tok == Token::Comma
                    && def.row.params[usize::from(*param)].arity == Arity::Variadic =>
            {
                if self.counts_operands() {
                    return Err(self.unequal_counts(*param, state, state.operand_params.len()));
                }
                if is_last { Err(self.other_type_count(*param, state, def)) } else { Ok(()) }
            }
            _ => Ok(()),
        }
    }

    /// Parses `(types) -> result` for the operands of the parameters in `list`.
    fn functional(&mut self, list: &[TypeOf], state: &mut OpState) -> Parsed<()> {
        let open = self.start;
        self.need(Token::LParen, "(")?;
        let mut first = true;
        for (at, of) in list.iter().enumerate() {
            for i in 0..state.operand_params.len() {
                if TypeOf::Param(state.operand_params[i].0) != *of {
                    continue;
                }
                if self.tok == Token::RParen {
                    return Err(self.other_count(open, &list[..=at], state, i));
                }
                self.operand_type(i, state, &mut first)?;
            }
        }
        if self.tok == Token::Comma {
            return Err(self.other_count(open, list, state, state.operand_params.len()));
        }
        self.need(Token::RParen, ")")?;
        self.need(Token::Arrow, "->")?;
        self.result_types(state)
    }

    /// Reports that the number of types in the parentheses at offset `open` differs from the number of operands. `read`
    /// types have already been parsed.
    #[cold]
    fn other_count(&mut self, open: usize, list: &[TypeOf], state: &OpState, read: usize) -> ParseFailed {
        let of = |operand_params: &[(u8, u32)]| {
            operand_params.iter().filter(|(param, _)| list.contains(&TypeOf::Param(*param))).count()
        };
        let (operands, mut types) = (of(&state.operand_params), of(&state.operand_params[..read]));
        while self.tok == Token::Comma {
            self.advance();
            if self.ty().is_err() {
                return ParseFailed;
            }
            types += 1;
        }
        let op = self.custom.unwrap_or_default();
        let message = format!("custom op '{op}' {operands} operands present, but expected {types}");
        let error = Diagnostic::error(Place::Text(open..self.end), message);
        self.report(error.note(Place::None, "write the type of each operand in the parentheses"))
    }

    /// Parses the result types: `type` or `(types)`.
    pub fn result_types(&mut self, state: &mut OpState) -> Parsed<()> {
        if !self.eat(Token::LParen) {
            let ty = self.ty()?;
            state.results.push(ty);
            return Ok(());
        }
        self.list(Token::RParen, ")", &mut |p| {
            let ty = p.ty()?;
            state.results.push(ty);
            Ok(())
        })
    }

    // Parser for the uniform form, for ops without an assembly format.

    fn uniform(&mut self, state: &mut OpState, def: &'s OpDef) -> Parsed<()> {
        // In a function, a leading symbol is an operand.
        let registry = self.ctx.registry();
        let in_function =
            self.scope.owner.is_some_and(|id| registry.op(id).traits.contains(Traits::FUNCTION));
        let symbol = def.traits.contains(Traits::SYMBOLIC) && self.tok == Token::Symbol && !in_function;
        let mut first = true;
        for (index, param) in def.row.params.iter().enumerate() {
            if symbol && index == 1 {
                continue;
            }
            if def.traits.contains(Traits::SYMBOLIC) && index < 2 && !symbol {
                continue;
            }
            let required = param.arity == Arity::One && !matches!(param.kind, ParamKind::Attr);
            if first && (required || self.begins(param, Spelling::Plain)) {
                self.param(state, def, index as u8, Spelling::Plain)?;
                first = symbol && index == 0;
            } else if !first && required {
                self.need(Token::Comma, ",")?;
                self.param(state, def, index as u8, Spelling::Plain)?;
            } else if !first && self.tok == Token::Comma {
                let comma = self.start;
                self.advance();
                if self.begins(param, Spelling::Plain) {
                    self.param(state, def, index as u8, Spelling::Plain)?;
                } else {
                    self.seek(comma);
                }
            }
        }
        self.optional_dict(&mut state.attrs)?;
        if symbol {
            // Some module-level definitions have no type, for example strings and instructions with a void result.
            if self.tok != Token::Colon {
                return Ok(());
            }
            self.advance();
            let ty = self.ty()?;
            state.slots[TYPE_SLOT] = self.ctx.type_attr(ty).raw();
            return Ok(());
        }
        self.uniform_types(state, def)
    }

    /// Parses `: operand types -> result type`, or `: result type` if there are no operands.
    fn uniform_types(&mut self, state: &mut OpState, def: &OpDef) -> Parsed<()> {
        if state.operands.is_empty() {
            let result = def.row.result == ResultKind::One || self.tok == Token::Colon;
            if result {
                self.need(Token::Colon, ":")?;
                return self.result_types(state);
            }
            return Ok(());
        }
        self.need(Token::Colon, ":")?;
        if self.at_functional() {
            return self.functional_types(state);
        }
        let mut first = true;
        for index in 0..state.operands.len() {
            self.operand_type(index, state, &mut first)?;
        }
        if self.tok == Token::Arrow || def.row.result == ResultKind::One {
            self.need(Token::Arrow, "->")?;
            return self.result_types(state);
        }
        Ok(())
    }
}
