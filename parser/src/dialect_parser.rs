//! The parser interface for hand-written assembly

use crate::number::{DIMS_LIMIT, Number};
use crate::parser::{Parser, shortened};
use crate::recover::advise_enum;
use crate::token::Token;
use spv_ir::builtin_types::SCALABLE;
use spv_ir::text::*;
use spv_ir::*;
use std::ops::Range;

impl<'s> AsmParser for Parser<'s> {
    fn ctx(&self) -> &Context {
        self.ctx
    }

    fn spelling(&self, state: &OpState) -> &str {
        let at = state.loc.and_then(|loc| loc.text_offset()).unwrap_or(self.start);
        &self.src[at..self.token_end(at)]
    }

    fn error(&mut self, message: &str) -> ParseFailed {
        self.fail(self.span(), message)
    }

    fn error_at(&mut self, span: Range<usize>, message: &str) -> ParseFailed {
        self.fail(span, message)
    }

    fn error_enum(&mut self, span: Range<usize>, message: &str, def: &dialect::EnumDef) -> ParseFailed {
        let wrong = &self.src[span.clone()];
        let error = Diagnostic::error(Place::Text(span), message);
        self.report(advise_enum(error, wrong, def))
    }

    fn nested(&mut self, read: &mut dyn FnMut(&mut dyn AsmParser) -> Parsed<()>) -> Parsed<()> {
        self.enter()?;
        let outcome = read(self);
        self.leave();
        outcome
    }

    fn op_name(&self) -> &str {
        self.written_name
    }

    fn form(&self) -> Option<&'static TextForm> {
        self.compat
    }

    fn type_text(&self, ty: Type) -> String {
        Parser::type_text(self, ty)
    }

    fn offset(&self) -> usize {
        self.start
    }

    fn accept(&mut self, punct: &str) -> bool {
        let found = AsmParser::peek(self, punct);
        if found {
            self.advance();
        }
        found
    }

    fn expect(&mut self, punct: &str) -> Parsed<()> {
        if self.accept(punct) { Ok(()) } else { Err(self.expected(&format!("'{punct}'"))) }
    }

    fn peek(&self, punct: &str) -> bool {
        self.tok.is_punctuation() && self.text() == punct
    }

    fn accept_keyword(&mut self, word: &str) -> bool {
        self.eat_word(word)
    }

    fn opt_keyword(&mut self) -> Option<String> {
        if self.tok != Token::Word {
            return None;
        }
        let word = self.text().to_owned();
        self.advance();
        Some(word)
    }

    fn keyword(&mut self) -> Parsed<String> {
        self.opt_keyword().ok_or_else(|| match self.custom {
            Some(op) => {
                let message =
                    format!("custom op '{op}' expected valid keyword, found `{}`", shortened(self.text()));
                self.fail(self.span(), message)
            }
            None => self.expected("valid keyword"),
        })
    }

    fn opt_string(&mut self) -> Option<String> {
        if self.tok == Token::Str { AsmParser::string(self).ok() } else { None }
    }

    fn string(&mut self) -> Parsed<String> {
        Parser::string(self).map(|text| text.into_owned())
    }

    fn opt_enum(&mut self, def: &dialect::EnumDef) -> Option<Parsed<u32>> {
        if self.tok == Token::Bad {
            // An invalid token may be an enumerant string that lacks its closing quote.
            self.reference_enum(def);
        }
        (self.tok == Token::Str || self.at_bracketed_enum()).then(|| self.enumerants(def))
    }

    fn opt_integer(&mut self) -> Option<i128> {
        let negative = self.tok == Token::Minus;
        let next = if negative { self.lookahead().next().map(|(token, _)| token) } else { Some(self.tok) };
        if next == Some(Token::Int) { self.integer().ok() } else { None }
    }

    fn integer(&mut self) -> Parsed<i128> {
        let start = self.start;
        let negative = self.eat(Token::Minus);
        if self.tok != Token::Int {
            return Err(self.expected("integer value"));
        }
        let number = Number { negative, text: self.text() };
        self.advance();
        number.to_i128().ok_or_else(|| self.fail(start..self.prev_end, "integer is too large"))
    }

    fn dims(&mut self) -> Parsed<Vec<u64>> {
        let mut dims = Vec::new();
        while self.tok == Token::Int {
            self.bounded(dims.len())?;
            dims.push(self.length()?);
        }
        Ok(dims)
    }

    fn shape(&mut self) -> Parsed<Option<Vec<Option<u64>>>> {
        if AsmParser::accept(self, "*") {
            return self.dimension_end().map(|()| None);
        }
        let mut dims = Vec::new();
        loop {
            self.bounded(dims.len())?;
            if self.tok == Token::Int {
                dims.push(Some(self.length()?));
            } else if AsmParser::accept(self, "?") {
                self.dimension_end()?;
                dims.push(None);
            } else if self.eat(Token::LSquare) {
                let length = self.word()?;
                self.need(Token::RSquare, "]")?;
                self.dimension_end()?;
                dims.push(Some(u64::from(length) | SCALABLE));
            } else {
                return Ok(Some(dims));
            }
        }
    }

    fn ty(&mut self) -> Parsed<Type> {
        Parser::ty(self)
    }

    fn opt_ty(&mut self) -> Option<Parsed<Type>> {
        self.at_type().then(|| Parser::ty(self))
    }

    fn attr(&mut self) -> Parsed<Attribute> {
        self.attribute()
    }

    fn opt_attr(&mut self) -> Option<Parsed<Attribute>> {
        self.at_attr().then(|| self.attribute())
    }

    fn attr_of(&mut self, ty: Type) -> Parsed<Attribute> {
        self.attribute_of(ty)
    }

    fn attr_or(&mut self, number: Type) -> Parsed<Attribute> {
        self.attribute_or(Some(number))
    }

    fn affine_map(&mut self) -> Parsed<Attribute> {
        self.affine_body(true)
    }

    fn dense_of(&mut self, ty: Type) -> Parsed<Attribute> {
        let start = self.start;
        self.enter()?;
        let elements = self.grammar(crate::adapter::Start::Attr, |ctx, lists, tokens| {
            crate::grammar::DenseElementsParser::new().parse(ctx, lists, tokens)
        });
        self.leave();
        let dense = crate::dense_elements::dense(self.ctx, elements?, ty, !self.merges_splats());
        dense.map_err(|message| self.fail(start..self.prev_end, message))
    }

    fn opt_symbol(&mut self) -> Option<Ident> {
        if self.tok == Token::Symbol { self.symbol_name().ok() } else { None }
    }

    fn symbol(&mut self) -> Parsed<Ident> {
        self.symbol_name()
    }

    fn attr_dict(&mut self, into: &mut Vec<(Ident, Attribute)>) -> Parsed<()> {
        self.optional_dict(into)
    }

    fn opt_operand(&mut self) -> Option<Unresolved> {
        if !self.tok.is_value() || self.at_next_op() {
            return None;
        }
        self.declared().ok()
    }

    fn declared(&mut self) -> Parsed<Unresolved> {
        if !self.tok.is_value() {
            return Err(self.expected("SSA operand"));
        }
        let operand = Unresolved { name: self.text()[1..].to_owned(), span: self.span() };
        self.advance();
        Ok(operand)
    }

    fn operand(&mut self) -> Parsed<Unresolved> {
        self.opt_operand().ok_or_else(|| self.expected("SSA operand"))
    }

    fn resolve(&mut self, operand: &Unresolved, ty: Option<Type>) -> Parsed<Value> {
        let (name, number) = self.split_number(operand.span.start, operand.span.end);
        let value = self.value_named(name, number, operand.span.start)?;
        if self.map.is_some() {
            self.reference_value(operand.span.start, Ok(value));
        }
        if let Some(ty) = ty {
            self.set_type(value, ty, operand.span.start, operand.span.start);
        }
        Ok(value)
    }

    fn set_type(&mut self, value: Value, ty: Type, at: usize) {
        Parser::set_type(self, value, ty, at, at);
    }

    fn successor(&mut self) -> Parsed<(Block, Vec<Value>)> {
        self.successor_with_args()
    }

    fn args(&mut self, names: bool) -> Parsed<Vec<ArgDecl>> {
        self.need(Token::LParen, "(")?;
        let mut args = Vec::new();
        self.list(Token::RParen, ")", &mut |p| {
            // Either all arguments have names, or none of them has a name.
            let named = names || args.first().is_some_and(|first: &ArgDecl| !first.name.is_empty());
            args.push(p.argument(named)?);
            Ok(())
        })?;
        Ok(args)
    }

    fn region(&mut self, state: &mut OpState) -> Parsed<()> {
        let isolated = self.ctx.registry().op(state.def).traits.contains(dialect::Traits::ISOLATED);
        if state.op.is_some() || isolated {
            return Err(self.fail(self.span(), "the operation has no such region"));
        }
        let op = self.make_op(state, false, 1)?;
        state.op = Some(op);
        let region = self.scope.body.region(op, 0);
        self.region_braces(region)?;
        self.set_tail(op, state)
    }

    fn next_region(&mut self, state: &mut OpState, args: &[ArgDecl]) -> Parsed<()> {
        if state.regions.len() >= u8::MAX as usize {
            return Err(self.fail(self.span(), "too many regions"));
        }
        let mut builder = Builder::new(&mut self.scope.body);
        let holder = builder.create(NewOp { regions: 1, ..NewOp::new(state.def) });
        state.regions.push(holder);
        let region = self.scope.body.region(holder, 0);
        self.region_with_args(region, args)
    }

    fn value_type(&self, value: Value) -> Option<Type> {
        self.scope.body.value_type_opt(value)
    }

    fn isolated_region(&mut self, state: &mut OpState, args: &[ArgDecl]) -> Parsed<()> {
        if self.defer(state, args) { Ok(()) } else { self.isolated_braces(state, args) }
    }

    fn isolated_declaration(&mut self, state: &mut OpState, args: &[ArgDecl]) -> Parsed<()> {
        self.declaration(state, args);
        Ok(())
    }

    fn body(&mut self) -> (&mut Body, InsertPoint) {
        let at = self.scope.block.map_or(InsertPoint::Detached, InsertPoint::End);
        (&mut self.scope.body, at)
    }
}

impl Parser<'_> {
    /// Reports an error if a type has more than [`DIMS_LIMIT`] dimensions.
    fn bounded(&mut self, dims: usize) -> Parsed<()> {
        match dims < DIMS_LIMIT {
            true => Ok(()),
            false => Err(self.fail(self.span(), "too many dimensions")),
        }
    }

    /// Consumes a dimension such as `4x` in a shaped type and returns its size.
    fn length(&mut self) -> Parsed<u64> {
        // In a shaped type, `0x4` is the dimension `0` followed by `x4`, not a hexadecimal number.
        let digits = if self.text().starts_with("0x") { 1 } else { self.text().len() };
        let length = self.text()[..digits].parse::<i64>().ok().and_then(|length| u64::try_from(length).ok());
        let Some(length) = length else { return Err(self.fail(self.span(), "invalid dimension")) };
        self.seek(self.start + digits);
        self.dimension_end()?;
        Ok(length)
    }

    /// Consumes the `x` that follows a dimension.
    fn dimension_end(&mut self) -> Parsed<()> {
        if self.tok != Token::Word || !self.text().starts_with('x') {
            return Err(self.expected("'x' in dimension list"));
        }
        self.seek(self.start + 1);
        Ok(())
    }
}
