//! Parser for regions, blocks and block arguments

use crate::parser::Parser;
use crate::token::Token;
use memchr::memchr_iter;
use spv_ir::dialect::{OpDefId, ParamKind, Traits};
use spv_ir::text::{ArgDecl, OpState, ParseFailed, Parsed};
use spv_ir::*;
use std::ops::Range;

impl<'s> Parser<'s> {
    /// Parses `{ ... }` as a region of the current body.
    pub fn region_braces(&mut self, region: Region) -> Parsed<()> {
        let open = self.span();
        self.open_brace()?;
        self.within_region(|p| {
            let block = p.scope.block.take();
            let outcome = p.blocks(region, Some(open));
            p.scope.block = block;
            outcome
        })?
    }

    /// Parses `{ ... }` as a region whose entry block has the given arguments.
    pub fn region_with_args(&mut self, region: Region, args: &[ArgDecl]) -> Parsed<()> {
        if args.is_empty() {
            return self.region_braces(region);
        }
        let open = self.span();
        self.open_brace()?;
        self.within_region(|p| {
            let checkpoint = p.scope.checkpoint();
            let block = Builder::new(&mut p.scope.body).append_block(region);
            args.iter().for_each(|arg| p.add_argument(block, arg));
            let around = p.scope.block.replace(block);
            let outcome = p.blocks(region, Some(open));
            p.scope.block = around;
            p.scope.forget(checkpoint);
            outcome
        })?
    }

    /// Sets the first block of the tail (the trailing blocks) of an op's region, if the op has a tail.
    pub fn set_tail(&mut self, op: Op, state: &OpState) -> Parsed<()> {
        let Some(number) = state.tail else { return Ok(()) };
        let region = (self.scope.body.region_count(op) == 1).then(|| self.scope.body.region(op, 0));
        match region.is_some_and(|r| Builder::new(&mut self.scope.body).set_tail_number(r, number)) {
            true => Ok(()),
            false => {
                let def = self.ctx.registry().op(state.def);
                let tail = def.row.params.iter().find(|p| matches!(p.kind, ParamKind::Tail));
                let name = tail.map_or("tail", |param| param.name);
                let message =
                    format!("'{}' op has fewer blocks than the {number} that '{name}' states", def.row.name);
                Err(self.fail(self.prev_end..self.prev_end, message))
            }
        }
    }

    fn open_brace(&mut self) -> Parsed<()> {
        if self.eat(Token::LBrace) { Ok(()) } else { Err(self.expected("'{' to begin a region")) }
    }

    /// Parses the `{ ... }` of an isolated op as a new body with the given entry block arguments.
    pub fn isolated_braces(&mut self, state: &mut OpState, args: &[ArgDecl]) -> Parsed<()> {
        let (open, start) = (self.span(), self.start_of(state));
        if self.skip_body(state, args) {
            return Ok(());
        }
        self.open_brace()?;
        self.within_region(|p| {
            let function = p.ctx.registry().op(state.def).traits.contains(Traits::FUNCTION);
            let capacity = if function { p.estimate(start, open.start) } else { Capacity::default() };
            p.open_body(Some(state.def), capacity);
            let outcome = p.isolated_blocks(args, open);
            p.remove_end(state.def);
            state.body = Some(p.close_body());
            outcome
        })?
    }

    /// Removes the terminator of the current body if the text form requires one that the IR does not have.
    fn remove_end(&mut self, def: OpDefId) {
        let registry = self.ctx.registry();
        let end = registry.generic_forms().iter().find_map(|form| (form.end)(registry.op(def)));
        let body = &mut self.scope.body;
        let last = body.last_block(body.root()).and_then(|block| body.last_op(block));
        if let Some(op) = last.filter(|op| end == Some(registry.op(body.def(*op)).row.name)) {
            Builder::new(body).erase(op);
        }
    }

    /// Gives an isolated op without `{ ... }` a body whose entry block has the arguments but no ops.
    pub fn declaration(&mut self, state: &mut OpState, args: &[ArgDecl]) {
        self.open_body(Some(state.def), Capacity::default());
        let root = self.scope.body.root();
        let block = Builder::new(&mut self.scope.body).append_block(root);
        for arg in args {
            self.add_argument(block, arg);
        }
        state.body = Some(self.close_body());
    }

    fn isolated_blocks(&mut self, args: &[ArgDecl], open: Range<usize>) -> Parsed<()> {
        let root = self.scope.body.root();
        if args.is_empty() && self.tok == Token::Label {
            return self.blocks(root, Some(open));
        }
        let block = Builder::new(&mut self.scope.body).append_block(root);
        for arg in args {
            self.add_argument(block, arg);
        }
        self.scope.block = Some(block);
        self.blocks(root, Some(open))
    }

    /// Parses the complete source: alias definitions and top-level ops, which a builtin `module` may enclose.
    pub fn top(&mut self) -> Parsed<()> {
        let root = self.scope.body.root();
        self.scope.block = Some(Builder::new(&mut self.scope.body).append_block(root));
        self.blocks(root, None)
    }

    /// Parses the blocks of a region up to its closing brace or the end of the source. If there is a current block,
    /// it becomes the entry block.
    fn blocks(&mut self, region: Region, open: Option<Range<usize>>) -> Parsed<()> {
        let checkpoint = self.scope.checkpoint();
        self.open_region();
        let outcome = self.blocks_until_end(region, open);
        self.close_region(checkpoint);
        outcome
    }

    fn blocks_until_end(&mut self, region: Region, open: Option<Range<usize>>) -> Parsed<()> {
        let mut first = self.scope.block.is_some();
        loop {
            let start = self.start;
            let outcome = match (self.tok, &open) {
                (Token::RBrace, Some(_)) => {
                    self.closed = self.end;
                    self.advance();
                    return Ok(());
                }
                (Token::RBrace, None) => {
                    self.fail(self.span(), "unbalanced `}`: no `{` is open here");
                    self.advance();
                    Ok(())
                }
                (Token::Eof, None) => return Ok(()),
                (Token::LBrace, None) if self.at_metadata() => self.metadata(),
                (Token::Eof, Some(open)) => return Err(self.missing_brace(open.clone())),
                (Token::Label, Some(_)) => self.label(region, first),
                (Token::Bang | Token::Hash, None) => self.alias_definition(),
                _ => {
                    if self.scope.block.is_none() {
                        let block = Builder::new(&mut self.scope.body).append_block(region);
                        self.scope.block = Some(block);
                    }
                    self.op()
                }
            };
            first = false;
            if outcome.is_err() {
                self.recover(start);
            }
        }
    }

    #[cold]
    fn missing_brace(&mut self, open: Range<usize>) -> ParseFailed {
        if self.truncated {
            return ParseFailed;
        }
        self.truncated = true;
        let end = self.src.trim_end().len();
        let error =
            Diagnostic::error(Place::Text(end..end), format!("expected '}}', found {}", self.end_name()));
        self.report(error.note(Place::Text(open), "to close this"))
    }

    /// Parses a label with block arguments: `^name(%a: t, ...) {...} loc(...):`. It may also label the entry block,
    /// which the op may already have created with its arguments.
    fn label(&mut self, region: Region, first: bool) -> Parsed<()> {
        let (name, at) = (&self.src[self.start + 1..self.end], self.start);
        self.advance();
        let entry = self.scope.block.filter(|_| first);
        let block = self.define_block(name, at, region, entry);
        self.scope.block = Some(block);
        if entry.is_none() && self.eat(Token::LParen) {
            self.list(Token::RParen, ")", &mut |p| {
                let arg = p.argument(true)?;
                p.add_argument(block, &arg);
                Ok(())
            })?;
        }
        let mut attrs = Vec::new();
        self.optional_dict(&mut attrs)?;
        let loc = self.optional_location()?;
        if !self.eat(Token::Colon) {
            return Err(self.expected("':' after block name"));
        }
        let annotations = self.annotations(attrs, loc);
        self.name_block(block, name, annotations);
        Ok(())
    }

    /// Sets the annotations of a block. If they do not include an OpName, the label becomes the OpName, unless the
    /// printer generated the label.
    pub fn name_block(&mut self, block: Block, name: &str, mut annotations: Annotations) {
        let made_up = names::is_made_up_label(name) || name.starts_with(|c: char| c.is_ascii_digit());
        if annotations.name.is_none() && !made_up && self.compat.is_none() {
            annotations.name = Some(self.ctx.ident(names::base_name(name)));
        }
        if annotations != Annotations::default() {
            Builder::new(&mut self.scope.body).set_block_annotations(block, annotations);
        }
    }

    /// Builds annotations from a dictionary and a location. The dictionary entry with OpNames becomes the name.
    fn annotations(&mut self, mut attrs: Vec<(Ident, Attribute)>, loc: Option<Location>) -> Annotations {
        let mut annotations = Annotations { loc, ..Annotations::default() };
        if let Some(at) = attrs.iter().position(|(key, _)| *key == self.op_name_key) {
            let names = attrs[at].1;
            // A list of OpNames remains an attribute. Its first element is the name of the value or block only if it
            // equals the printed name.
            let several = self.ctx.attr_array(names).is_some();
            if !several {
                annotations.name = self.debug_name(names);
            }
            if self.compat.is_some() || !several {
                attrs.remove(at);
            }
        }
        if !attrs.is_empty() {
            annotations.attrs = Some(self.ctx.dict_attr(attrs));
        }
        annotations
    }

    /// Parses an argument `%a: t {...} loc(...)`. The name is required if `named` is set, otherwise optional.
    pub fn argument(&mut self, named: bool) -> Parsed<ArgDecl> {
        let mut span = self.start..self.start;
        if named || self.tok == Token::Value {
            if self.tok != Token::Value {
                return Err(self.expected("SSA identifier: an argument `%name: type`"));
            }
            span = self.span();
            self.advance();
            self.need(Token::Colon, ":")?;
        }
        let ty = self.ty()?;
        let mut attrs = Vec::new();
        self.optional_dict(&mut attrs)?;
        let loc = self.optional_location()?;
        let loc = loc.or_else(|| self.locate_arguments.then(|| Location::text(span.start)));
        let name = self.src[span.clone()].strip_prefix('%').unwrap_or_default().to_owned();
        Ok(ArgDecl { name, span, ty, attrs, loc })
    }

    /// Adds a parsed argument to a block.
    fn add_argument(&mut self, block: Block, arg: &ArgDecl) {
        let value = Builder::new(&mut self.scope.body).add_arg(block, arg.ty);
        let name = self.src.get(arg.span.clone()).and_then(|text| text.strip_prefix('%'));
        if let Some(name) = name {
            self.define(name, value, 1, arg.span.start);
            if !names::is_made_up(name, None) {
                self.set_value_name(value, names::base_name(name));
            }
        }
        if arg.attrs.is_empty() && arg.loc.is_none() {
            return;
        }
        let annotations = self.annotations(arg.attrs.clone(), arg.loc);
        let mut builder = Builder::new(&mut self.scope.body);
        if annotations.name.is_some() {
            builder.set_value_name(value, annotations.name);
        }
        let annotations = Annotations { name: None, ..annotations };
        if annotations != Annotations::default() {
            builder.set_value_annotations(value, annotations);
        }
    }

    /// Returns the source offset of the op that is being parsed.
    pub fn start_of(&self, state: &OpState) -> usize {
        let start = state.loc.and_then(Location::text_offset);
        start.map_or(self.start, |start| start.min(self.start))
    }

    /// Estimates the size of a function body from the length of its source. The function starts at offset `start`;
    /// the opening brace is at offset `open`.
    fn estimate(&self, start: usize, open: usize) -> Capacity {
        // Average length of a line in bytes.
        const LINE: usize = 48;
        // Maximum number of bytes to search for the end of the body. If the search fails, vectors grow on demand.
        const LIMIT: usize = 1 << 14;
        const BRACES: usize = 64;
        let bytes = &self.src.as_bytes()[..self.src.len().min(open + LIMIT)];
        // Returns the number of spaces between the start of the line and an offset. Returns `None` if anything else
        // precedes the offset.
        let spaces_before = |at: usize| {
            let spaces = bytes[..at].iter().rev().take_while(|b| **b == b' ').count();
            bytes[..at - spaces].last().is_none_or(|b| *b == b'\n').then_some(spaces)
        };
        let own = crate::bytes::margin(bytes, start);
        let mut braces = memchr_iter(b'}', &bytes[open..]).take(BRACES);
        let end = braces.find(|at| spaces_before(open + at).is_some_and(|spaces| spaces <= own));
        let lines = end.unwrap_or(0) / LINE;
        Capacity {
            ops: lines,
            blocks: 1 + lines / 16,
            values: lines,
            operands: lines * 2,
            slots: lines,
            ..Capacity::default()
        }
    }
}
