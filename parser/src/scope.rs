//! Names of values and blocks within a body.

use crate::parser::Parser;
use crate::token::Token;
use rustc_hash::FxHashMap;
use spv_ir::asm::Parsed;
use spv_ir::dialect::OpDefId;
use spv_ir::*;
use std::hash::Hash;

/// A defined value, or the first of a group `%name:count`.
#[derive(Clone, Copy)]
pub(crate) struct Definition {
    pub value: Value,
    pub count: u32,
    pub at: usize,
    /// Its definition failed: stands for anything.
    pub poison: bool,
}

/// A value that is used, but not yet defined.
#[derive(Clone, Copy)]
pub(crate) struct Forward {
    pub value: Value,
    /// First use.
    pub at: usize,
    /// Place of the type that it was given.
    pub ty_at: usize,
}

/// A block that was mentioned or defined.
#[derive(Clone, Copy)]
pub(crate) struct BlockName {
    pub block: Block,
    pub at: usize,
    pub defined: bool,
}

/// A body while it is read. No name crosses it.
#[derive(Default)]
pub(crate) struct Scope<'s> {
    pub body: Box<Body>,
    /// Definition of the op that owns the body; `None` at the top.
    pub owner: Option<OpDefId>,
    /// Where ops go.
    pub block: Option<Block>,
    pub names: FxHashMap<&'s str, Definition>,
    /// By name and result number.
    pub forwards: FxHashMap<(&'s str, u32), Forward>,
    /// Names in order of definition: a region forgets its own when it ends.
    pub defined: Vec<&'s str>,
    /// Block names of the open regions and spare maps.
    pub blocks: Vec<FxHashMap<&'s str, BlockName>>,
    /// Number of open regions.
    pub regions: usize,
}

/// Empties a map for reuse; a big one for few entries would cost its size every time.
pub(crate) fn reset<K: Eq + Hash, V>(map: &mut FxHashMap<K, V>) {
    if map.capacity() > 1024 && map.len() < map.capacity() / 8 {
        *map = FxHashMap::default();
    }
    map.clear();
}

impl<'s> Parser<'s> {
    /// Opens a scope for the body of an op.
    pub fn open_body(&mut self, owner: Option<OpDefId>, capacity: Capacity) {
        let mut scope = self.spare_scopes.pop().unwrap_or_default();
        scope.body = Box::new(Body::with_capacity(capacity));
        scope.owner = owner;
        scope.block = None;
        self.outer_scopes.push(std::mem::replace(&mut self.scope, scope));
    }

    /// Closes the scope and gives its body; reports names left undefined.
    pub fn close_body(&mut self) -> Box<Body> {
        if !self.scope.forwards.is_empty() {
            self.report_forwards();
        }
        let outer = self.outer_scopes.pop().unwrap_or_default();
        let mut scope = std::mem::replace(&mut self.scope, outer);
        let body = std::mem::take(&mut scope.body);
        reset(&mut scope.names);
        reset(&mut scope.forwards);
        scope.defined.clear();
        self.spare_scopes.push(scope);
        body
    }

    #[cold]
    fn report_forwards(&mut self) {
        let mut list: Vec<_> = self.scope.forwards.drain().map(|((name, _), f)| (f.at, name)).collect();
        list.sort_unstable();
        for (at, name) in list {
            // What was left out for other errors may have defined it.
            self.fail(at..at + 1 + name.len(), format!("use of undeclared SSA value name `%{name}`"));
        }
    }

    /// Reads `%name` or `%name#3`: the value.
    pub fn value(&mut self) -> Parsed<Value> {
        let (name, number) = match self.tok {
            Token::Value => (&self.src[self.start + 1..self.end], 0),
            Token::ValueNumber => self.split_number(self.start, self.end),
            _ => return Err(self.expected("an SSA operand")),
        };
        let at = self.start;
        self.advance();
        self.value_named(name, number, at)
    }

    /// Name and number of a [`Token::ValueNumber`].
    pub fn split_number(&self, start: usize, end: usize) -> (&'s str, u32) {
        let text = &self.src[start + 1..end];
        match text.split_once('#') {
            Some((name, number)) => (name, number.parse().unwrap_or(u32::MAX)),
            None => (text, 0),
        }
    }

    /// The value of a name, made if it is not yet defined.
    #[inline]
    pub fn value_named(&mut self, name: &'s str, number: u32, at: usize) -> Parsed<Value> {
        match self.scope.names.get(name) {
            Some(def) if number == 0 => Ok(def.value),
            Some(&def) => self.result_of_group(def, name, number, at),
            None => Ok(self.forward(name, number, at)),
        }
    }

    #[cold]
    fn result_of_group(&mut self, def: Definition, name: &str, number: u32, at: usize) -> Parsed<Value> {
        if def.poison {
            return Ok(def.value);
        }
        match self.scope.body.value_def(def.value) {
            ValueDef::Result(op, first) if number < def.count => {
                Ok(self.scope.body.result(op, (first + number) as usize))
            }
            _ => {
                let message = format!("reference to invalid result number {number} of `%{name}`");
                let note = format!("`%{name}` has {} result(s)", def.count);
                let place = |at: usize| Place::Text(at..at + 1 + name.len());
                Err(self.report(Diagnostic::error(place(at), message).note(place(def.at), note)))
            }
        }
    }

    #[cold]
    fn forward(&mut self, name: &'s str, number: u32, at: usize) -> Value {
        let scope = &mut self.scope;
        let make = || Forward { value: Builder::new(&mut scope.body).forward_value(None), at, ty_at: at };
        scope.forwards.entry((name, number)).or_insert_with(make).value
    }

    /// Checks or, for a value not yet defined, sets the type of a value used at `at`; the type is
    /// written at `ty_at`.
    #[inline]
    pub fn set_type(&mut self, value: Value, ty: Type, at: usize, ty_at: usize) -> Parsed<()> {
        match self.scope.body.value_type_opt(value) {
            Some(known) if known == ty => Ok(()),
            known => self.set_other_type(value, ty, known, at, ty_at),
        }
    }

    #[cold]
    fn set_other_type(
        &mut self,
        value: Value,
        ty: Type,
        known: Option<Type>,
        at: usize,
        ty_at: usize,
    ) -> Parsed<()> {
        let Some(known) = known else {
            Builder::new(&mut self.scope.body).set_value_type(value, ty);
            if let Some(f) = self.scope.forwards.values_mut().find(|f| f.value == value) {
                f.ty_at = ty_at;
            }
            return Ok(());
        };
        let defined = self.scope.names.values().find(|d| {
            d.value == value
                || (d.count > 1
                    && self.scope.body.defining_op(value).is_some()
                    && self.scope.body.defining_op(value) == self.scope.body.defining_op(d.value))
        });
        if defined.is_some_and(|d| d.poison) {
            return Ok(());
        }
        let forward = self.scope.forwards.values().find(|f| f.value == value).map(|f| f.ty_at);
        let prior = defined.map(|d| d.at).or(forward).unwrap_or(at);
        let name = self.value_text(at);
        let message = format!(
            "use of value `{name}` expects different type than prior uses: `{}` vs `{}`",
            self.type_text(ty),
            self.type_text(known),
        );
        let end = at + name.len();
        let note_end = self.token_end(prior);
        let diagnostic =
            Diagnostic::error(Place::Text(at..end), message).note(Place::Text(prior..note_end), "prior use here");
        Err(self.report(diagnostic))
    }

    /// The `%name#n` at an offset.
    fn value_text(&self, at: usize) -> &'s str {
        &self.src[at..self.token_end(at)]
    }

    /// End of the token at an offset.
    pub fn token_end(&self, at: usize) -> usize {
        let mut lexer = <Token as logos::Logos>::lexer(self.src);
        lexer.bump(at);
        lexer.next();
        lexer.span().end.max(at)
    }

    /// Makes a name known, reports if it is already, and gives it the uses before.
    #[inline]
    pub fn define(&mut self, name: &'s str, value: Value, count: u32, at: usize) {
        let def = Definition { value, count, at, poison: false };
        if let Some(old) = self.scope.names.insert(name, def) {
            self.redefined(name, old, at);
        }
        self.scope.defined.push(name);
        if !self.scope.forwards.is_empty() {
            self.resolve_forwards(name, value, count, at);
        }
    }

    #[cold]
    fn redefined(&mut self, name: &'s str, old: Definition, at: usize) {
        if old.poison {
            return;
        }
        let place = |at: usize| Place::Text(at..at + 1 + name.len());
        let diagnostic = Diagnostic::error(place(at), format!("redefinition of SSA value `%{name}`"));
        self.report(diagnostic.note(place(old.at), "previously defined here"));
    }

    fn resolve_forwards(&mut self, name: &'s str, first: Value, count: u32, at: usize) {
        for number in 0..count {
            let Some(f) = self.scope.forwards.remove(&(name, number)) else { continue };
            let value = match self.scope.body.value_def(first) {
                ValueDef::Result(op, index) => self.scope.body.result(op, (index + number) as usize),
                _ => first,
            };
            let actual = self.scope.body.value_type_opt(value);
            if let Some(used) = self.scope.body.value_type_opt(f.value)
                && let Some(actual) = actual
                && used != actual
            {
                let message = format!(
                    "definition of SSA value `%{name}` has type `{}`, but it is used with type `{}`",
                    self.type_text(actual),
                    self.type_text(used)
                );
                let place = Place::Text(at..at + 1 + name.len());
                let prior = Place::Text(f.ty_at..self.token_end(f.ty_at));
                self.report(Diagnostic::error(place, message).note(prior, "prior use here"));
            }
            Builder::new(&mut self.scope.body).resolve_forward(f.value, value);
        }
    }

    /// Makes a name known whose definition failed, so that its uses are no errors.
    #[cold]
    pub fn define_poison(&mut self, name: &'s str, at: usize) {
        self.scope.forwards.retain(|key, _| key.0 != name);
        let value = Builder::new(&mut self.scope.body).forward_value(None);
        self.scope.names.entry(name).or_insert(Definition { value, count: 1, at, poison: true });
        self.scope.defined.push(name);
    }

    // Blocks.

    /// Opens a scope of block names.
    pub fn open_region(&mut self) {
        let scope = &mut self.scope;
        if scope.blocks.len() == scope.regions {
            scope.blocks.push(FxHashMap::default());
        }
        scope.regions += 1;
    }

    /// Closes a scope of block names, reports those left undefined, and forgets the names of values
    /// defined since there were `mark` of them.
    pub fn close_region(&mut self, mark: usize) {
        let scope = &mut self.scope;
        for name in scope.defined.drain(mark..) {
            scope.names.remove(name);
        }
        scope.regions -= 1;
        let map = &mut scope.blocks[scope.regions];
        let mut missing: Vec<_> =
            map.iter().filter(|(_, b)| !b.defined).map(|(&name, b)| (b.at, name)).collect();
        reset(map);
        missing.sort_unstable();
        for (at, name) in missing {
            self.fail(at..at + 1 + name.len(), format!("reference to an undefined block `^{name}`"));
        }
    }

    /// The block of a label in the current token, made if it is new; takes the token.
    pub fn block_ref(&mut self) -> Parsed<Block> {
        if self.tok != Token::Label {
            return Err(self.expected("a block label"));
        }
        let (name, at) = (&self.src[self.start + 1..self.end], self.start);
        self.advance();
        let Scope { body, blocks, regions, .. } = &mut self.scope;
        let Some(map) = regions.checked_sub(1).and_then(|i| blocks.get_mut(i)) else {
            return Err(self.fail(at..at + 1 + name.len(), "no block may be named here"));
        };
        let make = || BlockName { block: Builder::new(body).detached_block(), at, defined: false };
        Ok(map.entry(name).or_insert_with(make).block)
    }

    /// Defines the block of a label.
    pub fn define_block(&mut self, name: &'s str, at: usize, region: Region) -> Block {
        let Scope { body, blocks, regions, .. } = &mut self.scope;
        let map = &mut blocks[*regions - 1];
        let mut builder = Builder::new(body);
        let make = || BlockName { block: builder.detached_block(), at, defined: false };
        let entry = map.entry(name).or_insert_with(make);
        let place = |at: usize| Place::Text(at..at + 1 + name.len());
        if entry.defined {
            let diagnostic = Diagnostic::error(place(at), format!("redefinition of block `^{name}`"))
                .note(place(entry.at), "previously defined here");
            self.report(diagnostic);
            return Builder::new(&mut self.scope.body).append_block(region);
        }
        entry.defined = true;
        entry.at = at;
        let block = entry.block;
        Builder::new(body).move_block(block, region, None);
        block
    }
}
