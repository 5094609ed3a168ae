//! Parser for the parameters of an op

use crate::op::is_list;
use crate::parser::{Parser, shortened};
use crate::token::Token;
use smallvec::SmallVec;
use spv_ir::dialect::{ABSENT, Arity, EnumDef, OpDef, Param, ParamKind, Spelling};
use spv_ir::text::{AsmParser, OpState, Parsed};
use spv_ir::*;

/// The elements of a list parameter that is being parsed.
type Items = SmallVec<[Attribute; 8]>;

impl<'s> Parser<'s> {
    /// Parses the parameter at `index` of an op. Parses nothing if the parameter is optional and absent.
    pub fn param(
        &mut self,
        state: &mut OpState,
        def: &'s OpDef,
        index: u8,
        spelling: Spelling,
    ) -> Parsed<()> {
        if !matches!(spelling, Spelling::Plain | Spelling::Bare | Spelling::Bracketed) {
            return self.spelled_param(state, def, index, spelling);
        }
        let param = &def.row.params[index as usize];
        if param.arity != Arity::One && !self.begins(param, spelling) {
            match param.kind {
                ParamKind::Word if self.has_typed_lists() => return Err(self.no_words()),
                ParamKind::Enum(of) if self.has_brackets() && self.prev_is(b',') => {
                    return Err(self.expected(&format!("a {} as a string", of.name)));
                }
                // The list of indices must not be empty if it directly follows the opening bracket. It may be empty
                // after a first index.
                ParamKind::Value
                    if self.compat.is_some_and(|form| form.needs_index)
                        && param.name == INDEXES
                        && self.prev_is_open() =>
                {
                    return Err(self.fail(self.span(), "expected at least one index"));
                }
                _ => {}
            }
            return Ok(());
        }
        if let (ParamKind::Value, Arity::One | Arity::Optional) = (param.kind, param.arity) {
            return self.param_operand(state, index);
        }
        let slot = self.info(state.def, def).slots[index as usize] as usize;
        if is_list(param.kind, param.arity) {
            return self.list_param(state, param, index, slot, spelling);
        }
        match param.kind {
            ParamKind::Value => self.param_operand(state, index)?,
            ParamKind::Mixed if self.tok.is_value() => self.param_operand(state, index)?,
            ParamKind::Word => state.slots[slot] = self.word()?,
            ParamKind::FloatWord => state.slots[slot] = self.float_word()?,
            ParamKind::Enum(def) => self.enum_param(state, def, index, slot)?,
            ParamKind::ConstEnum(_) if self.tok.is_value() => {
                state.slots[slot] = ABSENT;
                self.param_operand(state, index)?;
            }
            ParamKind::ConstEnum(def) => state.slots[slot] = self.enumerants(def)?,
            ParamKind::Block => {
                let successor = self.successor_with_args()?;
                state.successors.push(successor);
            }
            _ => state.slots[slot] = self.attr_item(param)?.raw(),
        }
        Ok(())
    }

    /// Parses an attribute parameter whose spelling does not follow from its kind.
    fn spelled_param(
        &mut self,
        state: &mut OpState,
        def: &'s OpDef,
        index: u8,
        spelling: Spelling,
    ) -> Parsed<()> {
        let kind = def.row.params[usize::from(index)].kind;
        let value = match (spelling, kind) {
            (Spelling::Number(width), _) => {
                let ty = self.ctx.int_type(width.into(), Signedness::Signless);
                self.ctx.int_attr(AsmParser::integer(self)? as u64, ty).raw()
            }
            (Spelling::Index, _) => {
                self.ctx.int_attr(AsmParser::integer(self)? as u64, self.ctx.common().index).raw()
            }
            (Spelling::Numbers, _) => {
                let ty = self.ctx.int_type(64, Signedness::Signless);
                let mut list = Items::new();
                self.need(Token::LSquare, "[")?;
                self.list(Token::RSquare, "]", &mut |p| {
                    let number = AsmParser::integer(p)? as u64;
                    list.push(p.ctx.int_attr(number, ty));
                    Ok(())
                })?;
                self.ctx.array_attr(&list).raw()
            }
            (Spelling::Angled, ParamKind::Enum(def)) => {
                self.need(Token::Less, "<")?;
                let value = self.enumerant(def)?;
                self.need(Token::Greater, ">")?;
                value
            }
            (Spelling::Flags(_), ParamKind::Enum(def)) => {
                self.need(Token::Less, "<")?;
                let mut bits = self.enumerant(def)?;
                while self.eat(Token::Comma) {
                    bits |= self.enumerant(def)?;
                }
                self.need(Token::Greater, ">")?;
                if bits == 0 { ABSENT } else { bits }
            }
            (_, ParamKind::Enum(def)) => self.enumerant(def)?,
            _ => self.ctx.unit_attr().raw(),
        };
        let slot = self.info(state.def, def).slots[usize::from(index)];
        state.slots[usize::from(slot)] = value;
        Ok(())
    }

    /// Parses a single enumerant: `name` or `"name"`.
    fn enumerant(&mut self, def: &EnumDef) -> Parsed<u32> {
        self.reference_enum(def);
        let span = self.span();
        let word = match self.tok {
            Token::Str => AsmParser::string(self)?,
            _ => AsmParser::keyword(self)?,
        };
        def.by_name(&word).ok_or_else(|| {
            let message = format!("expected one of the values of '{}', found '{word}'", def.name);
            self.error_enum(span, &message, def)
        })
    }

    /// Parses an SSA operand for the parameter at `index`.
    #[inline]
    fn param_operand(&mut self, state: &mut OpState, index: u8) -> Parsed<()> {
        if !self.tok.is_value() || self.at_next_op() {
            return Err(self.expected_of_op("invalid operand: expected SSA operand"));
        }
        let at = self.start as u32;
        let value = self.value()?;
        state.operands.push(value);
        state.operand_params.push((index, at));
        Ok(())
    }

    /// Parses the attribute for a parameter that has a single attribute slot.
    fn attr_item(&mut self, param: &Param) -> Parsed<Attribute> {
        match param.kind {
            ParamKind::Symbol => self.symbol_attr(),
            ParamKind::Type => Ok(self.ctx.type_attr(self.ty()?)),
            ParamKind::String if self.tok == Token::Symbol => {
                let name = self.symbol_name()?;
                Ok(self.ctx.string_attr(self.ctx.str(name)))
            }
            ParamKind::String => Ok(self.ctx.string_attr(&self.string()?)),
            _ => self.attribute(),
        }
    }

    /// Parses a comma-separated list of operands for a parameter. Does not consume a trailing comma.
    fn items(
        &mut self,
        param: &Param,
        spelling: Spelling,
        item: &mut dyn FnMut(&mut Self) -> Parsed<()>,
    ) -> Parsed<()> {
        // Only indices may precede the closing bracket, so a trailing comma is an error.
        let indexes = param.name == INDEXES && matches!(param.kind, ParamKind::Value) && self.prev_is_open();
        while self.begins(param, spelling) {
            item(self)?;
            if self.tok != Token::Comma {
                break;
            }
            let comma = self.start;
            self.advance();
            if !self.begins(param, spelling) && indexes {
                return item(self);
            }
            if !self.begins(param, spelling) {
                self.seek(comma);
                break;
            }
        }
        Ok(())
    }

    fn list_param(
        &mut self,
        state: &mut OpState,
        param: &'static Param,
        index: u8,
        slot: usize,
        spelling: Spelling,
    ) -> Parsed<()> {
        match param.kind {
            ParamKind::Value => self.items(param, spelling, &mut |p| p.param_operand(state, index)),
            ParamKind::Block => self.items(param, spelling, &mut |p| {
                let successor = p.successor_with_args()?;
                state.successors.push(successor);
                Ok(())
            }),
            ParamKind::Word => {
                let mut words = SmallVec::<[u32; 16]>::new();
                if self.has_typed_lists() {
                    self.typed_words(param, &mut words)?;
                } else if self.eat(Token::LSquare) {
                    self.list(Token::RSquare, "]", &mut |p| p.typed_word().map(|w| words.push(w)))?;
                } else {
                    // Without brackets, a colon after a word begins the types of the op.
                    let read = if self.prev_is_open() { Self::typed_word } else { Self::word };
                    self.items(param, spelling, &mut |p| read(p).map(|w| words.push(w)))?;
                }
                self.set_words(state, slot, &words);
                Ok(())
            }
            ParamKind::Enum(def) => {
                let mut words = SmallVec::<[u32; 16]>::new();
                self.items(param, spelling, &mut |p| p.enumerants(def).map(|w| words.push(w)))?;
                self.set_words(state, slot, &words);
                Ok(())
            }
            _ => {
                let mut list = Items::new();
                let mut attrs = false;
                self.items(param, spelling, &mut |p| {
                    if matches!(param.kind, ParamKind::Mixed) && p.tok.is_value() {
                        list.push(p.ctx.attr(AttrData::Operand));
                        return p.param_operand(state, index);
                    }
                    attrs = true;
                    list.push(p.attr_item(param)?);
                    Ok(())
                })?;
                if attrs {
                    state.slots[slot] = self.ctx.array_attr(&list).raw();
                }
                Ok(())
            }
        }
    }

    fn set_words(&self, state: &mut OpState, slot: usize, words: &[u32]) {
        if !words.is_empty() {
            state.slots[slot] = self.ctx.attr(AttrData::Words(words.into())).raw();
        }
    }

    /// Returns whether the source's text form has explicit types for the elements of word lists.
    fn has_typed_lists(&self) -> bool {
        self.compat.is_some_and(|form| form.typed_lists)
    }

    /// Returns whether a list of identical elements is parsed as a splat.
    pub fn merges_splats(&self) -> bool {
        self.compat.is_none_or(|form| form.merges_splats)
    }

    /// Parses a list of typed words as an attribute: `[5 : i32]`.
    #[cold]
    fn typed_words(&mut self, param: &Param, words: &mut SmallVec<[u32; 16]>) -> Parsed<()> {
        let start = self.start;
        if !self.eat(Token::LSquare) {
            return Err(self.no_words());
        }
        let mut fits = true;
        self.list(Token::RSquare, "]", &mut |p| {
            if !matches!(p.tok, Token::Int | Token::Minus) {
                return Err(p.no_words());
            }
            words.push(p.word()?);
            let ty = if p.eat(Token::Colon) { Some(p.ty()?) } else { None };
            fits &= ty == Some(p.ctx.common().i32);
            Ok(())
        })?;
        if fits {
            return Ok(());
        }
        let name = list_name(param);
        let message =
            format!("attribute '{name}' failed to satisfy constraint: 32-bit integer array attribute");
        let error = Diagnostic::error(Place::Text(start..self.prev_end), message);
        let form = self.compat.map_or("", |form| form.name);
        Err(self.report(
            error.note(Place::None, format!("with {form}, write the type of each number: `[0 : i32]`")),
        ))
    }

    /// Returns whether the previous token is an opening square bracket.
    fn prev_is_open(&self) -> bool {
        self.prev_is(b'[')
    }

    /// Returns whether the previous token ends with the byte `token`.
    fn prev_is(&self, token: u8) -> bool {
        self.prev_end > 0 && self.src.as_bytes().get(self.prev_end - 1) == Some(&token)
    }

    /// Returns whether the source's text form has enumerants in angle brackets.
    fn has_brackets(&self) -> bool {
        self.compat.is_some_and(|form| form.bracketed_enums)
    }

    /// Reports that a list of integers was expected at the current token.
    #[cold]
    fn no_words(&mut self) -> text::ParseFailed {
        self.expected("a list of numbers, as in `[0 : i32]`")
    }

    /// Parses a word with an optional type: `5` or `5 : i32`.
    fn typed_word(&mut self) -> Parsed<u32> {
        let word = self.word()?;
        self.type_of_word("i32", |data| matches!(data, TypeData::Integer { width: 32, .. }))?;
        Ok(word)
    }

    /// Parses the type after a word, if present, and checks it with `fits`.
    fn type_of_word(&mut self, name: &str, fits: fn(&TypeData) -> bool) -> Parsed<()> {
        if self.eat(Token::Colon) {
            let start = self.start;
            let ty = self.ty()?;
            if !fits(self.ctx.type_data(ty)) {
                let message = format!("a 32-bit literal operand must have the type {name}");
                return Err(self.fail(start..self.prev_end, message));
            }
        }
        Ok(())
    }

    /// Parses an `f32` literal and returns its bits.
    fn float_word(&mut self) -> Parsed<u32> {
        let start = self.start;
        let number = self.number()?;
        let span = start..self.prev_end;
        let bits = number.float_bits(FloatKind::F32).map_err(|m| self.fail(span, m))? as u64;
        self.type_of_word("f32", |data| matches!(data, TypeData::Float(FloatKind::F32)))?;
        Ok(bits as u32)
    }

    // Enumerants.

    /// Parses enumerants: `"A|B"`, `A|B` or an integer.
    pub fn enumerants(&mut self, def: &EnumDef) -> Parsed<u32> {
        self.reference_enum(def);
        match self.tok {
            Token::Str => {
                let span = self.start + 1..self.end - 1;
                let value = enum_value(def, &self.src[span.clone()]);
                self.advance();
                value.ok_or_else(|| self.unknown_enumerant(def, span))
            }
            Token::Less if self.at_bracketed_enum() => {
                self.advance();
                if self.tok == Token::Less {
                    return Err(self.expected(&format!("a {}", def.name)));
                }
                let value = self.enumerants(def)?;
                self.need(Token::Greater, ">")?;
                Ok(value)
            }
            Token::Word | Token::Int if !self.on_new_line() => {
                let mut value = 0;
                loop {
                    let renamed = self.compat.and_then(|form| form.grammar_enumerant(def.name, self.text()));
                    let Some(bits) = enum_value(def, renamed.unwrap_or(self.text())) else {
                        return Err(self.unknown_enumerant(def, self.span()));
                    };
                    value |= bits;
                    self.advance();
                    if self.tok != Token::Other || self.text() != "|" {
                        return Ok(value);
                    }
                    self.advance();
                }
            }
            _ => Err(self.expected(&format!("a {} as a string", def.name))),
        }
    }

    /// Returns whether the current token begins enumerants in angle brackets.
    pub fn at_bracketed_enum(&self) -> bool {
        self.tok == Token::Less && self.compat.is_none_or(|form| form.bracketed_enums)
    }

    /// Records in the source map that an enumerant is expected at the current token.
    #[inline]
    pub fn reference_enum(&mut self, def: &EnumDef) {
        if let Some(map) = &mut self.map {
            let span = if self.tok == Token::Eof { self.start..self.start } else { self.start..self.end };
            let reference = map.reference(span, def.name, false);
            map.enums.push(reference);
        }
    }

    /// Returns whether the enumerant at offset `at` is in angle brackets. Returns false if the source's text form does
    /// not have these.
    fn in_brackets(&self, at: usize) -> bool {
        let before =
            self.src[..at].trim_end_matches(|c: char| c.is_ascii_alphanumeric() || "|_ ".contains(c));
        self.has_brackets() && before.ends_with('<')
    }

    #[cold]
    fn unknown_enumerant(&mut self, def: &EnumDef, span: std::ops::Range<usize>) -> text::ParseFailed {
        let text = &self.src[span.clone()];
        let wrong = text.split('|').find(|name| enum_value(def, name).is_none()).unwrap_or(text);
        let known = def.names.iter().map(|(name, _)| *name);
        let Some(op) = self.custom else { return self.unknown(span, def.name, "", &shortened(wrong), known) };
        let attribute = snake_case(def.name);
        let quoted = self.src.as_bytes().get(span.start.wrapping_sub(1)) == Some(&b'"');
        let message = match quoted {
            true => format!(
                "custom op '{op}' invalid {attribute} attribute specification: \"{}\"",
                shortened(text)
            ),
            false if self.in_brackets(span.start) => {
                let mut names: Vec<&str> = def.enumerants.iter().map(|e| e.name).collect();
                names.dedup();
                format!(
                    "custom op '{op}' unknown {} `{}`: expected {}",
                    def.name,
                    shortened(text),
                    names.join(", ")
                )
            }
            false => format!(
                "custom op '{op}' expected string or keyword containing one of the following enum values \
                 for attribute '{attribute}': `{}` is none",
                shortened(text)
            ),
        };
        let error = Diagnostic::error(Place::Text(span), message);
        let error = match wrong == text {
            true => error,
            false => error.note(Place::None, format!("unknown {} `{}`", def.name, shortened(wrong))),
        };
        self.report(crate::recover::advise_enum(error, wrong, def))
    }

    /// Parses enumerants with their parameters: `"A|B"` or `["A|B", 4, %v]`.
    fn enum_param(&mut self, state: &mut OpState, def: &EnumDef, index: u8, slot: usize) -> Parsed<()> {
        let at = self.span();
        let bracket = self.eat(Token::LSquare);
        let value = self.enumerants(def)?;
        // Some text forms have the parameters of enumerants after the closing bracket.
        let follow = self.compat.is_none_or(|form| form.enum_operands_follow)
            && (!bracket || self.tok == Token::RSquare)
            && def.present(value).any(|enumerant| !enumerant.params.is_empty());
        if bracket && follow {
            self.need(Token::RSquare, "]")?;
        }
        state.slots[slot] = value;
        let mut extras = Items::new();
        for enumerant in def.present(value).filter(|_| def.has_params) {
            for param in enumerant.params {
                let mut left = if param.arity == Arity::Variadic { usize::MAX } else { 1 };
                while left > 0 && (bracket || follow) && self.eat(Token::Comma) {
                    self.enum_operand(state, param, index, follow, &mut extras)?;
                    left -= 1;
                }
                // In angle brackets, parameters may be missing here, which the verifier then reports.
                if left == 1 && param.arity == Arity::One && (bracket || !self.has_brackets()) {
                    let message =
                        format!("expected ',' and the parameter `{}` of `{}`", param.name, enumerant.name);
                    return Err(self.fail(at, message));
                }
            }
        }
        if bracket && !follow {
            self.need(Token::RSquare, "]")?;
        }
        if !extras.is_empty() {
            state.slots[slot + 1] = self.ctx.array_attr(&extras).raw();
        }
        Ok(())
    }

    /// Parses a single parameter of an enumerant.
    fn enum_operand(
        &mut self,
        state: &mut OpState,
        param: &'static Param,
        index: u8,
        follows: bool,
        extras: &mut Items,
    ) -> Parsed<()> {
        let is_value = self.tok.is_value() && param.kind.may_be_value();
        if is_value || matches!(param.kind, ParamKind::Value) {
            if !matches!(param.kind, ParamKind::Value) {
                extras.push(self.ctx.attr(AttrData::Operand));
            }
            return self.param_operand(state, index);
        }
        extras.push(match param.kind {
            // After the closing bracket, a colon begins the types of the op instead of the type of a word.
            ParamKind::Word if follows => self.ctx.i32_attr(self.word()?),
            ParamKind::Word => self.ctx.i32_attr(self.typed_word()?),
            ParamKind::FloatWord => {
                let bits = self.float_word()?.into();
                self.ctx.attr(AttrData::Float { bits, ty: self.ctx.common().f32 })
            }
            ParamKind::Enum(def) | ParamKind::ConstEnum(def) => self.ctx.i32_attr(self.enumerants(def)?),
            _ => self.attr_item(param)?,
        });
        Ok(())
    }

    /// Parses a successor with optional arguments: `^block` or `^block(%a, %b : t, t)`.
    pub fn successor_with_args(&mut self) -> Parsed<(Block, Vec<Value>)> {
        let block = self.block_ref()?;
        if self.tok != Token::LParen {
            return Ok((block, Vec::new()));
        }
        self.advance();
        let mut args = Vec::new();
        let mut offsets = SmallVec::<[usize; 8]>::new();
        loop {
            offsets.push(self.start);
            args.push(self.value()?);
            if !self.eat(Token::Comma) {
                break;
            }
        }
        self.need(Token::Colon, ":")?;
        for (i, &arg) in args.iter().enumerate() {
            if i > 0 {
                self.need(Token::Comma, ",")?;
            }
            let at = self.start;
            let ty = self.ty()?;
            self.set_type(arg, ty, offsets[i], at);
        }
        self.need(Token::RParen, ")")?;
        Ok((block, args))
    }
}

/// Name of parameters that are lists of indices, as in the grammar.
const INDEXES: &str = "indexes";

/// Returns the name of a list parameter for messages.
pub(crate) fn list_name(param: &Param) -> &'static str {
    if param.name == INDEXES { "indices" } else { param.name }
}

/// Returns the combined value of enumerants such as `A|B`, in which a number stands for an unnamed value. Returns
/// `None` if a name is unknown or the values cannot be combined.
pub(crate) fn enum_value(def: &EnumDef, text: &str) -> Option<u32> {
    if let Some(value) = def.by_name(text) {
        return Some(value);
    }
    text.split('|').map(str::trim).try_fold(0, |all, name| {
        let number = || match name.strip_prefix("0x") {
            Some(hex) => u32::from_str_radix(hex, 16).ok(),
            None => name.parse().ok(),
        };
        let value = def.by_name(name).or_else(number)?;
        (def.bits || !text.contains('|')).then_some(all | value)
    })
}

/// Converts a name from camel case to snake case: `MemoryAccess` to `memory_access`.
fn snake_case(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        if c.is_ascii_uppercase() && !out.is_empty() {
            out.push('_');
        }
        out.push(c.to_ascii_lowercase());
    }
    out
}
