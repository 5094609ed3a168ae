//! Parser for operations: result names, op name, contents, and creation

use crate::parser::{Parser, shortened};
use crate::source_map::OpText;
use crate::state::OpInfo;
use crate::token::Token;
use crate::types::canonical_name;
use smallvec::SmallVec;
use spv_ir::dialect::{OpDef, OpDefId, ParamKind, ResultKind, SYMBOL_SLOT, Traits};
use spv_ir::text::{OpState, ParseFailed, Parsed};
use spv_ir::*;

/// Number of ops and values in a body at which parsing stops. The remainder up to [`Body::LIMIT`] is reserved for the
/// last op.
const MOST: usize = Body::LIMIT / 2;

/// Returns whether the value of a parameter is a list, which is stored in a single attribute slot.
pub(crate) fn is_list(kind: ParamKind, arity: spv_ir::dialect::Arity) -> bool {
    use spv_ir::dialect::Arity;
    match kind {
        ParamKind::Word => arity != Arity::One,
        _ => arity == Arity::Variadic,
    }
}

/// Creates an empty op state, which can be reused for other ops.
pub(crate) fn empty_state() -> OpState {
    OpState {
        def: OpDefId(0),
        result_count: 0,
        operands: Vec::new(),
        operand_params: Vec::new(),
        slots: Vec::new(),
        results: Vec::new(),
        attrs: Vec::new(),
        successors: Vec::new(),
        tail: None,
        op: None,
        regions: Vec::new(),
        body: None,
        loc: None,
        noted: None,
    }
}

impl<'s> Parser<'s> {
    /// Parses an op and appends it to the current block.
    pub fn op(&mut self) -> Parsed<()> {
        let first = self.results.len();
        let outcome = self.results_and_op(first);
        if outcome.is_err() {
            self.poison_results(first);
        }
        self.results.truncate(first);
        outcome
    }

    /// Marks the result names of an op with an error as poisoned, so that their uses cause no further errors.
    #[cold]
    fn poison_results(&mut self, first: usize) {
        for i in first..self.results.len() {
            let (name, count, at) = self.results[i];
            self.define_poison(name, count, at);
        }
    }

    fn results_and_op(&mut self, first: usize) -> Parsed<()> {
        let start = self.start;
        if self.tok.is_value() {
            self.result_names()?;
        }
        let generic = match self.tok {
            Token::Word => false,
            Token::Str => true,
            _ => {
                let message = format!("expected an operation, found `{}`", shortened(self.text()));
                return Err(self.fail(self.span(), message));
            }
        };
        let name = self.span();
        let mut state = self.spare_states.pop().unwrap_or_else(|| Box::new(empty_state()));
        state.result_count = self.results[first..].iter().map(|(_, count, _)| *count as usize).sum();
        let outcome = if generic { self.generic_op(&mut state) } else { self.custom_op(&mut state) };
        let outcome = outcome.and_then(|infer| self.finish(&mut state, infer, first));
        if let Some(map) = &mut self.map
            && state.loc == Some(Location::text(name.start))
        {
            let op = outcome.is_ok().then_some(state.op).flatten();
            map.ops.push(OpText { name, span: start..self.prev_end.max(start), def: state.def, op });
        }
        self.spare_states.push(state);
        outcome
    }

    /// Parses the result names of an op: `%a, %b:2 =`.
    fn result_names(&mut self) -> Parsed<()> {
        loop {
            if self.tok != Token::Value {
                return Err(self.expected("a result name"));
            }
            let (name, at) = (&self.text()[1..], self.start);
            self.advance();
            let mut count = 1;
            if self.eat(Token::Colon) {
                count = match self.text().parse() {
                    Ok(count @ 1..=0xffff) if self.tok == Token::Int => count,
                    _ => return Err(self.expected("a number of results")),
                };
                self.advance();
            }
            self.results.push((name, count, at));
            if self.eat(Token::Equal) {
                return Ok(());
            }
            if !self.eat(Token::Comma) {
                return Err(self.expected("'=' after SSA name"));
            }
        }
    }

    /// Resets `state` for a new op at source offset `at`.
    pub fn prepare(&mut self, state: &mut OpState, id: OpDefId, at: usize) -> &'s OpDef {
        let def = self.ctx.registry().op(id);
        state.def = id;
        state.operands.clear();
        state.operand_params.clear();
        state.slots.clear();
        state.slots.extend_from_slice(&self.info(id, def).presets);
        state.results.clear();
        state.attrs.clear();
        state.successors.clear();
        state.tail = None;
        state.op = None;
        state.regions.clear();
        state.body = None;
        state.loc = Some(Location::text(at));
        def
    }

    /// Returns the cached parsing information about an op definition.
    #[inline]
    pub fn info(&mut self, id: OpDefId, def: &OpDef) -> &OpInfo {
        let index = id.0 as usize;
        if self.infos.len() <= index {
            self.infos.resize_with(self.ctx.registry().ops().len(), || None);
        }
        self.infos[index].get_or_insert_with(|| Box::new(OpInfo::new(def)))
    }

    /// Parses an op in its custom form. Returns whether the result type must be inferred from the operands and
    /// attributes.
    fn custom_op(&mut self, state: &mut OpState) -> Parsed<bool> {
        let at = self.start;
        let id = self.op_by_name(self.text())?;
        self.written_name = self.text();
        self.advance();
        let def = self.prepare(state, id, at);
        let around = self.custom.replace(def.row.name);
        let before = self.diags.list.len();
        let outcome = match def.custom {
            Some((parse, _)) => {
                parse(self, state).map(|()| false).inspect_err(|_| self.show_written(before, at, def))
            }
            None => self.run_format(state, def),
        };
        self.custom = around;
        outcome.map(|infer| infer && !is_definition(def, state))
    }

    /// Returns the definition of the op with the given name, which is the current token. Reports an error if the op
    /// is unknown.
    pub fn op_by_name(&mut self, name: &'s str) -> Parsed<OpDefId> {
        if let Some(&id) = self.op_names.get(name) {
            return Ok(id);
        }
        let registry = self.ctx.registry();
        let found = match canonical_name(self.ctx, name) {
            Some((full, _)) => {
                let own = self.compat.and_then(|form| registry.op_by_name(form.own_op_name(&full)?));
                own.or_else(|| registry.op_by_name(&full))
            }
            None => return self.short_op_name(name).ok_or_else(|| self.unknown_op(name)),
        };
        match found {
            Some(id) => {
                self.op_names.insert(name, id);
                Ok(id)
            }
            None => Err(self.unknown_op(name)),
        }
    }

    /// Returns the definition of an op like [`Self::op_by_name`]. Returns `None` for an op of an unregistered
    /// dialect, if these are allowed.
    pub fn op_by_name_or_unregistered(&mut self, name: &'s str) -> Parsed<Option<OpDefId>> {
        let registry = self.ctx.registry();
        let foreign = match name.split_once('.') {
            Some((space, _)) => registry.namespace(space).is_none() && registry.op_by_name(name).is_none(),
            None => self.short_op_name(name).is_none(),
        };
        match foreign {
            false => self.op_by_name(name).map(Some),
            true if self.allow_unregistered => Ok(None),
            true => {
                let message = "operation being parsed with an unregistered dialect. If this is intended, \
                               please use -allow-unregistered-dialect with the MLIR tool used";
                Err(self.fail(self.span(), message))
            }
        }
    }

    /// Returns the op for a name without a dialect prefix, or `None` if it is unknown. Prefers the dialect of the op
    /// that contains the current body.
    fn short_op_name(&self, name: &str) -> Option<OpDefId> {
        let registry = self.ctx.registry();
        let owner = self.scope.owner.map(|id| registry.op(id).row.name);
        let own = owner.and_then(|o| registry.op_by_name(&format!("{}.{name}", o.split('.').next()?)));
        own.or_else(|| registry.op_by_name(name))
    }

    /// Creates an op from its parsed state, with its results and location.
    fn finish(&mut self, state: &mut OpState, infer: bool, first: usize) -> Parsed<()> {
        let op = match state.op {
            Some(op) => op,
            None => {
                let op = self.make_op(state, infer, state.regions.len() as u8)?;
                self.fill_regions(op, &state.regions);
                op
            }
        };
        state.op = Some(op);
        if self.at_location() {
            let loc = self.location()?;
            if !self.keep_positions {
                Builder::new(&mut self.scope.body).set_loc(op, loc);
            }
        }
        if first < self.results.len() {
            self.define_results(op, first);
        }
        if !state.attrs.is_empty()
            && state.def != builtin::UNREGISTERED_ID
            && self.scope.body.result_count(op) > 0
        {
            self.apply_op_names(op, state);
        }
        Ok(())
    }

    /// Creates an op from the state parsed so far, at the end of the current block. If `infer`, infers the result
    /// type.
    pub fn make_op(&mut self, state: &mut OpState, infer: bool, regions: u8) -> Parsed<Op> {
        let ctx = self.ctx;
        let def = ctx.registry().op(state.def);
        if infer {
            state.results.push(ctx.common().none);
        } else if !result_count_fits(def, state) {
            return Err(self.wrong_result_count(def, state));
        }
        // A list of OpNames for a single result remains an attribute.
        let names = |(key, names): &(Ident, Attribute)| {
            let several = ctx.attr_array(*names).is_some() && state.results.len() == 1;
            *key == self.op_name_key && (self.compat.is_some() || !several)
        };
        let named = state.def != builtin::UNREGISTERED_ID
            && !state.results.is_empty()
            && state.attrs.iter().any(names);
        let attrs = if named {
            let key = self.op_name_key;
            let rest: Vec<_> = state.attrs.iter().filter(|(k, _)| *k != key).copied().collect();
            (!rest.is_empty()).then(|| ctx.dict_attr(rest))
        } else if state.attrs.is_empty() {
            None
        } else {
            Some(ctx.dict_attr(state.attrs.clone()))
        };
        let mut successors = SmallVec::<[(Block, &[Value]); 4]>::new();
        for (block, args) in &state.successors {
            successors.push((*block, args));
        }
        let isolated = def.traits.contains(Traits::ISOLATED);
        if self.scope.body.op_count().max(self.scope.body.value_count()) >= MOST {
            let message = format!(
                "a function, or the ops outside of functions, may have {MOST} ops and values at most"
            );
            return Err(self.fail(self.prev_end..self.prev_end, message));
        }
        let place = self.scope.block.map_or(InsertPoint::Detached, InsertPoint::End);
        let mut builder = Builder::at(&mut self.scope.body, place);
        let op = builder.create(NewOp {
            def: state.def,
            loc: state.loc.unwrap_or(Location::UNKNOWN),
            operands: &state.operands,
            slots: &state.slots,
            results: &state.results,
            attrs,
            successors: &successors,
            regions,
            isolated,
        });
        if isolated {
            builder.set_nested(op, state.body.take());
        }
        if infer {
            self.infer_result(def, op)?;
        }
        Ok(op)
    }

    #[inline]
    pub fn infer_result(&mut self, def: &OpDef, op: Op) -> Parsed<()> {
        let body = &self.scope.body;
        let known = body.operands(op).all(|v| body.value_type_opt(v).is_some());
        let ty = def.infer.filter(|_| known).and_then(|infer| infer(self.ctx, body, op));
        let Some(ty) = ty else {
            let problem = self.ctx.registry().inference_problem(self.ctx, body, op).filter(|_| known);
            if let Some(problem) = problem {
                let error = Diagnostic::error(Place::Op(body.loc(op)), problem);
                return Err(self.report(error));
            }
            let message = format!("can't infer the result type of `{}`", def.row.name);
            let error = Diagnostic::error(Place::Op(body.loc(op)), message);
            return Err(self.report(error.note(Place::None, "write ` -> type` after the op")));
        };
        let result = body.result(op, 0);
        Builder::new(&mut self.scope.body).set_value_type(result, ty);
        Ok(())
    }

    #[cold]
    fn wrong_result_count(&mut self, def: &OpDef, state: &OpState) -> ParseFailed {
        let wanted = match def.row.result {
            ResultKind::None => "requires zero results",
            ResultKind::One => "requires one result",
            _ => "result group starting at #0 requires 0 or 1 element",
        };
        let message = format!("'{}' op {wanted}, but found {}", def.row.name, state.results.len());
        self.report(Diagnostic::error(Place::Op(state.loc.unwrap_or(Location::UNKNOWN)), message))
    }

    /// Binds the result names of an op, which precede the `=`, to the op's results.
    fn define_results(&mut self, op: Op, first: usize) {
        let count = self.scope.body.result_count(op);
        let named: usize = self.results[first..].iter().map(|(_, count, _)| *count as usize).sum();
        let def = self.ctx.registry().op(self.scope.body.def(op));
        if named != count {
            let (_, _, at) = self.results[first];
            let span = at..self.token_end(at);
            let message = format!("operation defines {count} results but was provided {named} to bind");
            self.fail(span, message);
            return self.poison_results(first);
        }
        let mut index = 0;
        for i in first..self.results.len() {
            let (name, count, at) = self.results[i];
            let value = self.scope.body.result(op, index);
            self.define(name, value, count, at);
            if !name.as_bytes()[0].is_ascii_digit() {
                self.name_result(def, op, value, name);
            }
            index += count as usize;
        }
    }

    /// Records the printed name of a result as its OpName, unless the printer generated the name.
    fn name_result(&mut self, def: &OpDef, op: Op, value: Value, name: &str) {
        if self.compat.is_some() {
            return;
        }
        let hint = def.hint.and_then(|hint| hint(self.ctx, &self.scope.body, op));
        let hint = hint.as_deref().map(names::sanitize);
        if !names::is_made_up(name, hint.as_deref()) {
            self.set_value_name(value, names::base_name(name));
        }
    }

    /// Sets the OpName of a value, unless `name` is empty.
    pub fn set_value_name(&mut self, value: Value, name: &str) {
        if !name.is_empty() && self.compat.is_none() {
            let name = self.ctx.ident(name);
            Builder::new(&mut self.scope.body).set_value_name(value, Some(name));
        }
    }

    /// Returns the string attribute `name` as an OpName. Returns `None` if OpNames are insignificant or the attribute
    /// is not a string.
    pub fn debug_name(&self, name: Attribute) -> Option<Ident> {
        self.ctx.attr_str(name).filter(|_| self.compat.is_none()).map(|name| self.ctx.ident(name))
    }

    /// Sets the OpNames of an op's results from its attribute dictionary.
    fn apply_op_names(&mut self, op: Op, state: &OpState) {
        let Some(&(_, names)) = state.attrs.iter().find(|(k, _)| *k == self.op_name_key) else { return };
        let list = match self.ctx.attr_array(names) {
            Some(list) => list,
            None => &[names],
        };
        let results = self.scope.body.result_count(op);
        for (i, &name) in list.iter().take(results).enumerate() {
            // A unit attribute means that the OpName equals the printed name, which has already been recorded.
            if *self.ctx.attr_data(name) == AttrData::Unit {
                continue;
            }
            let name = self.debug_name(name);
            let value = self.scope.body.result(op, i);
            Builder::new(&mut self.scope.body).set_value_name(value, name);
        }
    }
}

/// Returns whether the parsed op is a module-level definition, which has a symbol instead of results.
fn is_definition(def: &OpDef, state: &OpState) -> bool {
    def.traits.contains(Traits::SYMBOLIC) && state.slots[SYMBOL_SLOT] != 0
}

fn result_count_fits(def: &OpDef, state: &OpState) -> bool {
    let count = state.results.len();
    match def.row.result {
        ResultKind::None => count == 0,
        ResultKind::One if is_definition(def, state) => count == 0,
        ResultKind::One => count == 1,
        ResultKind::Optional => count <= 1,
        ResultKind::Any => true,
    }
}
