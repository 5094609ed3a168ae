//! Parser for the generic form: `"name"(operands)[successors] ({regions}) {attributes} : (types) -> types`
//!
//! In LLVM-compatible text, inherent attributes may be written as `<{...}>` after the successors.

use crate::op::is_list;
use crate::param::enum_value;
use crate::parser::{Parser, plural};
use crate::token::Token;
use spv_ir::dialect::{EnumDef, OpDef, Param, ParamKind, TYPE_SLOT, Traits};
use spv_ir::text::{OpState, ParseFailed, Parsed};
use spv_ir::*;
use std::ops::Range;

/// Key of the attribute with the number of operands in each segment.
const SEGMENTS: &str = "operand_segment_sizes";
/// Key of the operand segment sizes if they are a property, with a value such as `array<i32: 1, 2>`.
const LATER_SEGMENTS: &str = "operandSegmentSizes";
/// Key of the function type if it is a property.
const LATER_TYPE: &str = "function_type";
/// Key of the attribute with the argument attributes of a function.
const ARGUMENT_ATTRS: &str = "arg_attrs";
/// Prefix of the key of a discardable attribute that is also the name of a parameter.
const DISCARDABLE: &str = "discardable.";

impl<'s> Parser<'s> {
    /// Parses an op in the generic form. Always returns false, because the result type is never inferred in this form.
    pub fn generic_op(&mut self, state: &mut OpState) -> Parsed<bool> {
        let start = self.span();
        let name = &self.src[self.start + 1..self.end - 1];
        let id = match self.op_by_name_or_unregistered(name)? {
            Some(id) => id,
            None => builtin::UNREGISTERED_ID,
        };
        let def = self.prepare(state, id, start.start);
        if id == builtin::UNREGISTERED_ID {
            state.slots[builtin::UNREGISTERED_NAME_SLOT] = self.ctx.string_attr(&self.string()?).raw();
        } else {
            self.advance();
        }
        let offsets = self.generic_operands(state)?;
        let mut attrs = Vec::new();
        let mut braces = self.span();
        // Newer LLVM versions print properties before the regions.
        let properties = self.compat.is_none_or(|form| form.properties) && self.eat(Token::Less);
        if properties {
            braces = self.span();
            self.optional_dict(&mut attrs)?;
            self.need(Token::Greater, ">")?;
        }
        let mut regions = Vec::new();
        if self.eat(Token::LParen) {
            self.list(Token::RParen, ")", &mut |p| p.generic_region(state, def, &mut regions))?;
        }
        // An empty region denotes a function declaration.
        let empty = |body: &Body| {
            body.first_block(body.root())
                .is_none_or(|entry| body.first_op(entry).is_none() && body.next_block(entry).is_none())
        };
        let declares = def.traits.declared_without_body();
        if declares && state.body.as_deref().is_some_and(empty) {
            state.body = None;
        }
        if !properties {
            braces = self.span();
        }
        self.optional_dict(&mut attrs)?;
        let argument_attrs = self.argument_attrs(def, &mut attrs);
        let segments = self.generic_attrs(state, def, attrs, braces)?;
        if def.traits.contains(Traits::FUNCTION) {
            // A function without a region is given a body with an entry block, as in the custom form. Declarations of
            // `func` have no body at all.
            if state.body.is_none() && !declares {
                self.declaration(state, &[]);
            }
            self.finish_function(state, argument_attrs);
        }
        self.generic_types(state, &offsets)?;
        // In early designs of the dialect, a terminator has a result type: the type of the value that it returns.
        let unnamed = state.result_count == 0 && matches!(def.row.result, dialect::ResultKind::None);
        if unnamed && def.traits.contains(Traits::TERMINATOR) {
            state.results.clear();
        }
        self.split_operands(state, def, segments);
        if let [holder] = regions[..] {
            let region = self.scope.body.region(holder, 0);
            let forms = self.ctx.registry().generic_forms();
            if forms.iter().any(|form| (form.unwrap)(self.ctx, &self.scope.body, region, state)) {
                Builder::new(&mut self.scope.body).erase(holder);
                regions.clear();
            }
        }
        let op = self.make_op(state, false, regions.len() as u8)?;
        self.fill_regions(op, &regions);
        self.set_tail(op, state)?;
        state.op = Some(op);
        self.check_fit(def, op, start)?;
        Ok(false)
    }

    /// Parses `(operands)[successors]`. Returns the source offsets of the operands.
    fn generic_operands(&mut self, state: &mut OpState) -> Parsed<Vec<usize>> {
        let mut offsets = Vec::new();
        self.need(Token::LParen, "(")?;
        self.list(Token::RParen, ")", &mut |p| {
            offsets.push(p.start);
            let value = p.value()?;
            state.operands.push(value);
            Ok(())
        })?;
        if self.eat(Token::LSquare) {
            self.list(Token::RSquare, "]", &mut |p| {
                let successor = p.successor_with_args()?;
                state.successors.push(successor);
                Ok(())
            })?;
        }
        Ok(offsets)
    }

    /// Reports an error if an op does not match its definition.
    fn check_fit(&mut self, def: &OpDef, op: Op, start: Range<usize>) -> Parsed<()> {
        let body = &self.scope.body;
        let is_block = |p: &&Param| matches!(p.kind, ParamKind::Block) && p.arity == dialect::Arity::One;
        let blocks = def.row.params.iter().filter(is_block).count();
        let successors = body.successor_count(op);
        if successors < blocks {
            let name = def.row.name;
            let message = format!("'{name}' op requires {blocks} successors but found {successors}");
            return Err(self.fail(start, message));
        }
        if !def.layout.has_groups && !params::walk(self.ctx, body, op, def, &mut |_, _| {}) {
            return Err(self.does_not_fit(def, op, start));
        }
        Ok(())
    }

    /// Removes the attribute with a function's argument attributes from `attrs` and returns it. Returns `None` if there
    /// is none, because only LLVM-compatible text contains it.
    fn argument_attrs(&self, def: &OpDef, attrs: &mut Vec<(Ident, Attribute)>) -> Option<Attribute> {
        let at = attrs.iter().position(|(key, _)| self.ctx.str(*key) == ARGUMENT_ATTRS)?;
        def.traits.contains(Traits::FUNCTION).then(|| attrs.remove(at).1)
    }

    /// Completes a function: adds the arguments of its type to an empty body, and sets the attributes of the
    /// arguments.
    fn finish_function(&mut self, state: &mut OpState, argument_attrs: Option<Attribute>) {
        let ctx = self.ctx;
        let ty = state
            .slots
            .get(TYPE_SLOT)
            .and_then(|raw| Attribute::from_raw(*raw))
            .and_then(|a| ctx.attr_type(a));
        let Some(TypeData::Function { inputs, .. }) = ty.map(|ty| ctx.type_data(ty)) else { return };
        let Some(body) = state.body.as_deref_mut() else { return };
        let Some(entry) = body.first_block(body.root()) else { return };
        let lone = body.first_op(entry).is_none() && body.next_block(entry).is_none();
        if lone && body.args(entry).is_empty() {
            for input in inputs {
                Builder::new(body).add_arg(entry, *input);
            }
        }
        let dicts = argument_attrs.and_then(|list| ctx.attr_array(list)).unwrap_or(&[]);
        let args = body.args(entry).to_vec();
        for (arg, dict) in args.into_iter().zip(dicts).filter(|(_, dict)| !ctx.dict(Some(**dict)).is_empty())
        {
            let annotations = Annotations { attrs: Some(*dict), ..body.value_annotations(arg) };
            Builder::new(body).set_value_annotations(arg, annotations);
        }
    }

    /// Parses a region `{ ... }`. For an op that is not isolated, a detached op added to `regions` holds the region
    /// until the op is created.
    fn generic_region(&mut self, state: &mut OpState, def: &OpDef, regions: &mut Vec<Op>) -> Parsed<()> {
        if def.traits.contains(Traits::ISOLATED) {
            if state.body.is_some() {
                return Err(self.fail(self.span(), "an isolated operation must have one region"));
            }
            self.isolated_braces(state, &[])?;
            return Ok(());
        }
        if regions.len() >= u8::MAX as usize {
            return Err(self.fail(self.span(), "too many regions"));
        }
        let mut builder = Builder::new(&mut self.scope.body);
        let holder = builder.create(NewOp { regions: 1, ..NewOp::new(state.def) });
        regions.push(holder);
        let region = self.scope.body.region(holder, 0);
        self.region_braces(region)
    }

    /// Moves the blocks of each detached op in `holders` to the corresponding region of `op`, and erases the detached
    /// ops.
    pub(crate) fn fill_regions(&mut self, op: Op, holders: &[Op]) {
        for (i, &holder) in holders.iter().enumerate() {
            let (from, to) = (self.scope.body.region(holder, 0), self.scope.body.region(op, i));
            let mut builder = Builder::new(&mut self.scope.body);
            while let Some(block) = builder.first_block(from) {
                builder.move_block(block, to, None);
            }
            builder.erase(holder);
        }
    }

    /// Stores dictionary entries in the op's attribute slots or in its discardable attributes. Returns the operand
    /// segment sizes, if given.
    fn generic_attrs(
        &mut self,
        state: &mut OpState,
        def: &'s OpDef,
        attrs: Vec<(Ident, Attribute)>,
        place: Range<usize>,
    ) -> Parsed<Vec<u64>> {
        let ctx = self.ctx;
        let mut segments = Vec::new();
        if def.traits.contains(Traits::UNREGISTERED) {
            state.attrs = attrs;
            return Ok(segments);
        }
        let mut attrs = attrs;
        for form in ctx.registry().generic_forms() {
            (form.read)(ctx, def, &mut attrs);
        }
        for (key, value) in attrs {
            let name = ctx.str(key);
            if let Some(discardable) = name.strip_prefix(DISCARDABLE) {
                state.attrs.push((ctx.ident(discardable), value));
                continue;
            }
            if (name == SEGMENTS || name == LATER_SEGMENTS) && def.param(name).is_none() {
                segments = self.segments(value);
                continue;
            }
            let of_function = name == LATER_TYPE && def.traits.contains(Traits::FUNCTION);
            let name = if of_function && def.param(name).is_none() { "type" } else { name };
            match def.param(name) {
                Some(index) if matches!(def.row.params[index].kind, ParamKind::Tail) => {
                    state.tail = self.word_of(&def.row.params[index], value);
                }
                Some(index) if def.row.params[index].slots() > 0 => {
                    let slot = self.info(state.def, def).slots[index] as usize;
                    let param = &def.row.params[index];
                    if self.slot_from(state, param, slot, value).is_none() {
                        let message = format!("attribute `{name}` of `{}` has the wrong kind", def.row.name);
                        return Err(self.fail(place.start..self.prev_end, message));
                    }
                }
                _ => state.attrs.push((key, value)),
            }
        }
        Ok(segments)
    }

    /// Returns the integers in a dense vector or an array attribute. Returns an empty list for other attributes.
    fn segments(&self, value: Attribute) -> Vec<u64> {
        let (ty, elements) = match self.ctx.attr_data(value) {
            AttrData::Dense { ty, elements } => (ty, elements),
            AttrData::Words(words) => return words.iter().copied().map(u64::from).collect(),
            _ => return Vec::new(),
        };
        match (self.ctx.type_data(*ty), &elements[..]) {
            (TypeData::Vector { dims, .. }, [splat]) => {
                // Limits the length of a large splat, because no op has as many successors.
                vec![*splat; dims.first().map_or(1, |d| (*d).min(1 << 16) as usize)]
            }
            _ => elements.to_vec(),
        }
    }

    /// Fills the slots of a parameter from an attribute. Returns `None` if the attribute does not match the
    /// parameter.
    pub fn slot_from(&self, state: &mut OpState, param: &Param, slot: usize, value: Attribute) -> Option<()> {
        let ctx = self.ctx;
        state.slots[slot] = match param.kind {
            ParamKind::Word | ParamKind::Enum(_) if is_list(param.kind, param.arity) => {
                let words: Option<Vec<u32>> = match ctx.attr_data(value) {
                    AttrData::Array(items) => items.iter().map(|item| self.word_of(param, *item)).collect(),
                    _ => return None,
                };
                let words = words?;
                if words.is_empty() { 0 } else { ctx.attr(AttrData::Words(words.into())).raw() }
            }
            ParamKind::Enum(def) if def.has_params => match ctx.attr_array(value) {
                Some([first, extras @ ..]) => {
                    let word = self.word_of(param, *first)?;
                    if !extras.is_empty() {
                        state.slots[slot + 1] = ctx.array_attr(&self.enum_params(def, word, extras)).raw();
                    }
                    word
                }
                Some([]) => return None,
                None => self.word_of(param, value)?,
            },
            ParamKind::Word | ParamKind::FloatWord | ParamKind::Enum(_) | ParamKind::ConstEnum(_) => {
                self.word_of(param, value)?
            }
            _ => value.raw(),
        };
        Some(())
    }

    /// Converts integer parameters of enumerants to `i32`, because their types may be omitted in the source.
    fn enum_params(&self, def: &EnumDef, word: u32, extras: &[Attribute]) -> Vec<Attribute> {
        let own = def.present(word).flat_map(|enumerant| enumerant.params);
        let mut own = own.filter(|param| !matches!(param.kind, ParamKind::Value));
        let typed = |&extra: &Attribute| match (own.next().map(|param| param.kind), self.ctx.attr_data(extra))
        {
            (
                Some(ParamKind::Word | ParamKind::Enum(_) | ParamKind::ConstEnum(_)),
                AttrData::Integer { value, .. },
            ) => u32::try_from(*value).map_or(extra, |value| self.ctx.i32_attr(value)),
            _ => extra,
        };
        extras.iter().map(typed).collect()
    }

    /// Converts an integer, float or enumerant attribute to a word, if possible.
    fn word_of(&self, param: &Param, value: Attribute) -> Option<u32> {
        let by_name = |def: &EnumDef, text: &str| {
            enum_value(def, text).or_else(|| enum_value(def, &text.replace(", ", "|").replace(',', "|")))
        };
        match (param.kind, self.ctx.attr_data(value)) {
            // The forms `#dialect.name<a>` and `#dialect<name a>`
            (ParamKind::Enum(def) | ParamKind::ConstEnum(def), AttrData::Param { params, .. }) => {
                params.first().and_then(|text| by_name(def, self.ctx.attr_str(*text)?))
            }
            (ParamKind::Enum(def) | ParamKind::ConstEnum(def), AttrData::Opaque { text }) => {
                let (_, name) = self.ctx.str(*text).strip_suffix('>')?.rsplit_once(['<', ' '])?;
                by_name(def, name)
            }
            (ParamKind::Enum(def) | ParamKind::ConstEnum(def), AttrData::String(text)) => by_name(def, text),
            (ParamKind::FloatWord, AttrData::Float { bits, .. }) => u32::try_from(*bits).ok(),
            (_, AttrData::Integer { value, .. }) => Some(*value as u32),
            _ => None,
        }
    }

    /// Parses `: (types) -> types`. `offsets` are the source offsets of the operands.
    fn generic_types(&mut self, state: &mut OpState, offsets: &[usize]) -> Parsed<()> {
        self.need(Token::Colon, ":")?;
        let at = self.span();
        if !self.eat(Token::LParen) {
            return Err(self.expected("function type: '('"));
        }
        let mut count = 0;
        let operands = std::mem::take(&mut state.operands);
        let outcome = self.list(Token::RParen, ")", &mut |p| {
            let place = p.start;
            let ty = p.ty()?;
            if let Some(&value) = operands.get(count) {
                p.set_type(value, ty, offsets[count], place);
            }
            count += 1;
            Ok(())
        });
        state.operands = operands;
        outcome?;
        if count != offsets.len() {
            let message = format!("expected {} but had {count}", plural(offsets.len(), "operand type"));
            return Err(self.fail(at.start..self.prev_end, message));
        }
        self.need(Token::Arrow, "->")?;
        self.result_types(state)
    }

    /// Moves the arguments of successors from the operands to the successors. LLVM-compatible text lists them among the
    /// operands.
    fn split_operands(&mut self, state: &mut OpState, def: &OpDef, segments: Vec<u64>) {
        let count = state.successors.len();
        if def.traits.contains(Traits::UNREGISTERED) {
            return;
        }
        if count == 0 || state.successors.iter().any(|(_, args)| !args.is_empty()) {
            return;
        }
        let total: u64 = segments.iter().fold(0, |all, n| all.saturating_add(*n));
        if segments.len() > count && total == state.operands.len() as u64 {
            for (i, length) in segments[segments.len() - count..].iter().enumerate().rev() {
                let args = state.operands.split_off(state.operands.len() - *length as usize);
                state.successors[i].1 = args;
            }
        } else if let [(_, args)] = &mut state.successors[..] {
            let own = def.row.params.iter().filter(|p| matches!(p.kind, ParamKind::Value)).count();
            if own < state.operands.len() {
                *args = state.operands.split_off(own);
            }
        }
    }

    #[cold]
    fn does_not_fit(&mut self, def: &OpDef, op: Op, span: Range<usize>) -> ParseFailed {
        let list: Vec<String> = def
            .row
            .params
            .iter()
            .map(|p| match p.arity {
                dialect::Arity::One => p.name.to_owned(),
                dialect::Arity::Optional => format!("{}?", p.name),
                dialect::Arity::Variadic => format!("{}...", p.name),
            })
            .collect();
        let body = &self.scope.body;
        let problem =
            self.ctx.registry().generic_forms().iter().find_map(|form| (form.problem)(self.ctx, body, op));
        let message = match problem {
            Some(problem) => format!("'{}' op {problem}", def.row.name),
            None => format!("operands and attributes do not fit `{}`", def.row.name),
        };
        let error = Diagnostic::error(Place::Text(span), message);
        let note = format!("the parameters are ({})", list.join(", "));
        self.report(error.note(Place::None, note))
    }
}
