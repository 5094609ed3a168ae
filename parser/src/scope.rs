//! Scopes of value and block names within a body

use crate::bytes::small_number;
use crate::parser::{Parser, plural};
use crate::token::Token;
use rustc_hash::{FxHashMap, FxHashSet};
use spv_ir::analysis::{ScopedMap, scoped_map};
use spv_ir::dialect::OpDefId;
use spv_ir::text::Parsed;
use spv_ir::*;
use std::hash::Hash;

/// The definition of a value name, or of the first value in a group `%name:count`.
#[derive(Clone, Copy)]
pub(crate) struct Definition {
    pub value: Value,
    pub count: u32,
    pub at: usize,
}

/// A value that is used but not yet defined.
#[derive(Clone, Copy)]
pub(crate) struct Forward {
    pub value: Value,
    /// Source offset of the first use.
    pub at: usize,
}

/// A block that has been referenced or defined.
#[derive(Clone, Copy)]
pub(crate) struct BlockName {
    pub block: Block,
    pub at: usize,
    pub defined: bool,
}

/// The names and state of a body that is being parsed. Names are not visible in other bodies.
#[derive(Default)]
pub(crate) struct Scope<'s> {
    pub body: Box<Body>,
    /// Index of the scope in the source, which identifies it.
    pub number: u32,
    /// The definition of the op that contains the body; `None` at the top level.
    pub owner: Option<OpDefId>,
    /// The block to which new ops are appended, if any.
    pub block: Option<Block>,
    /// Definitions of value names that are not in `numbers`. At the end of a region, the names defined in it are
    /// removed.
    pub names: ScopedMap<&'s str, Definition>,
    /// Definitions of value names that are small decimal numbers, indexed by number.
    pub numbers: Vec<Option<Definition>>,
    /// Forward references, keyed by name and result index.
    pub forwards: FxHashMap<(&'s str, u32), Forward>,
    /// For each forward reference whose type is known, the source offset of the first occurrence of the type.
    pub forward_types: FxHashMap<Value, usize>,
    /// Values whose definition has an error, so that their uses cause no further errors.
    pub poisoned: FxHashSet<Value>,
    /// Indices of the defined elements of `numbers`, in order of definition.
    defined_numbers: Vec<u32>,
    /// Names of the blocks in each open region, outermost first. Empty maps for reuse follow.
    pub blocks: Vec<FxHashMap<&'s str, BlockName>>,
    /// Number of open regions.
    pub regions: usize,
}

/// The number of value names that were defined up to some point in the source.
#[derive(Clone, Copy, Default)]
pub(crate) struct Checkpoint {
    names: scoped_map::Checkpoint,
    numbers: usize,
}

impl<'s> Scope<'s> {
    /// Returns the definition of a value name, or `None` if it is not defined.
    #[inline]
    fn definition(&self, name: &str) -> Option<Definition> {
        match small_number(name) {
            Some(number) => self.numbers.get(number).copied().flatten(),
            None => self.names.get(name).copied(),
        }
    }

    /// Defines a value name. If the name is a small decimal number, `number` is its numeric value. Returns the previous
    /// definition, if any.
    #[inline]
    fn set_definition(
        &mut self,
        name: &'s str,
        number: Option<usize>,
        (value, count, at): (Value, u32, usize),
    ) -> Option<Definition> {
        let Some(number) = number else {
            return self.names.insert(name, Definition { value, count, at }).copied();
        };
        self.defined_numbers.push(number as u32);
        if self.numbers.len() <= number {
            self.numbers.resize(number + 1, None);
        }
        // Constructs the definition in place, because loading a copy would stall on the preceding stores.
        let slot = &mut self.numbers[number];
        if slot.is_some() {
            return slot.replace(Definition { value, count, at });
        }
        *slot = Some(Definition { value, count, at });
        None
    }

    /// Returns the number of names defined so far.
    pub fn checkpoint(&self) -> Checkpoint {
        Checkpoint { names: self.names.checkpoint(), numbers: self.defined_numbers.len() }
    }

    /// Removes the names that were defined after the checkpoint.
    pub fn forget(&mut self, checkpoint: Checkpoint) {
        for number in self.defined_numbers.drain(checkpoint.numbers..) {
            self.numbers[number as usize] = None;
        }
        self.names.undo(checkpoint.names);
    }
}

/// Clears a map for reuse. Replaces a large map that has few entries, because clearing takes time proportional to the
/// capacity.
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
        scope.number = self.next_scope;
        self.next_scope += 1;
        scope.owner = owner;
        scope.block = None;
        self.outer_scopes.push(std::mem::replace(&mut self.scope, scope));
        if let Some(map) = &mut self.map {
            map.open_body();
        }
    }

    /// Closes the current scope and returns its body. Reports values that are used but never defined.
    pub fn close_body(&mut self) -> Box<Body> {
        if !self.scope.forwards.is_empty() && !self.truncated {
            self.report_forwards();
        }
        if let Some(map) = &mut self.map {
            map.close_body();
        }
        let outer = self.outer_scopes.pop().unwrap_or_default();
        let mut scope = std::mem::replace(&mut self.scope, outer);
        let body = std::mem::take(&mut scope.body);
        // Also removes the names of the function's arguments, which are defined before its region opens.
        scope.forget(Checkpoint::default());
        reset(&mut scope.forwards);
        reset(&mut scope.forward_types);
        scope.poisoned.clear();
        self.spare_scopes.push(scope);
        body
    }

    #[cold]
    fn report_forwards(&mut self) {
        let mut list: Vec<_> = self.scope.forwards.drain().map(|((name, _), f)| (f.at, name)).collect();
        list.sort_unstable();
        for (at, name) in list {
            self.fail(at..at + 1 + name.len(), format!("use of undeclared SSA value name `%{name}`"));
        }
    }

    /// Parses a use of a value: `%name` or `%name#3`.
    pub fn value(&mut self) -> Parsed<Value> {
        let (name, number) = match self.tok {
            Token::Value => (&self.text()[1..], 0),
            Token::ValueNumber => self.split_number(self.start, self.end),
            _ => return Err(self.expected("SSA operand")),
        };
        let at = self.start;
        self.advance();
        let value = self.value_named(name, number, at);
        if self.map.is_some() {
            self.reference_value(at, value);
        }
        value
    }

    /// Records a use of a value in the source map.
    #[cold]
    pub fn reference_value(&mut self, at: usize, value: Parsed<Value>) {
        let span = at..self.token_end(at);
        if let (Some(map), Ok(what)) = (&mut self.map, value) {
            let reference = map.reference(span, what, false);
            map.values.push(reference);
        }
    }

    /// Splits a [`Token::ValueNumber`] into the name and the result index.
    pub fn split_number(&self, start: usize, end: usize) -> (&'s str, u32) {
        let text = &self.src[start + 1..end];
        match text.split_once('#') {
            Some((name, number)) => (name, number.parse().unwrap_or(u32::MAX)),
            None => (text, 0),
        }
    }

    /// Returns the value with the given name and result index. Creates a forward reference if the name is not yet
    /// defined.
    #[inline]
    pub fn value_named(&mut self, name: &'s str, number: u32, at: usize) -> Parsed<Value> {
        let value = match self.scope.definition(name) {
            Some(def) if number == 0 => def.value,
            Some(def) => self.result_of_group(def, name, number, at)?,
            None => self.forward(name, number, at),
        };
        Ok(value)
    }

    #[cold]
    fn result_of_group(&mut self, def: Definition, name: &str, number: u32, at: usize) -> Parsed<Value> {
        if self.scope.poisoned.contains(&def.value) {
            return Ok(def.value);
        }
        match self.scope.body.value_def(def.value) {
            ValueDef::Result(op, first) if number < def.count => {
                Ok(self.scope.body.result(op, (first + number) as usize))
            }
            _ => {
                let message = format!("reference to invalid result number {number} of `%{name}`");
                let note = format!("`%{name}` has {}", plural(def.count as usize, "result"));
                let place = |at: usize| Place::Text(at..at + 1 + name.len());
                Err(self.report(Diagnostic::error(place(at), message).note(place(def.at), note)))
            }
        }
    }

    #[cold]
    fn forward(&mut self, name: &'s str, number: u32, at: usize) -> Value {
        let scope = &mut self.scope;
        let make = || Forward { value: Builder::new(&mut scope.body).forward_value(None), at };
        scope.forwards.entry((name, number)).or_insert_with(make).value
    }

    /// Checks the type of a value used at offset `at`, or sets the type of a forward reference. `ty_at` is the source
    /// offset of the type.
    #[inline]
    pub fn set_type(&mut self, value: Value, ty: Type, at: usize, ty_at: usize) {
        match self.scope.body.value_type_opt(value) {
            Some(known) if known == ty => {}
            Some(known) => self.type_differs(value, ty, known, at),
            None => {
                Builder::new(&mut self.scope.body).set_value_type(value, ty);
                self.scope.forward_types.insert(value, ty_at);
            }
        }
    }

    #[cold]
    fn type_differs(&mut self, value: Value, ty: Type, known: Type, at: usize) {
        let scope = &self.scope;
        if scope.poisoned.contains(&value) {
            return;
        }
        let owner = scope.body.defining_op(value);
        let is_meant = |d: &&Definition| {
            d.value == value || (d.count > 1 && owner.is_some() && scope.body.defining_op(d.value) == owner)
        };
        let defined = scope.names.values().chain(scope.numbers.iter().flatten()).find(is_meant).copied();
        let prior = defined.map(|d| d.at).or(scope.forward_types.get(&value).copied()).unwrap_or(at);
        let end = self.token_end(at);
        let message = format!(
            "use of value '{}' expects different type than prior uses: '{}' vs '{}'",
            &self.src[at..end],
            self.type_text(ty),
            self.type_text(known),
        );
        let prior = Place::Text(prior..self.token_end(prior));
        self.report(Diagnostic::error(Place::Text(at..end), message).note(prior, "prior use here"));
    }

    /// Returns the end offset of the token that starts at `at`.
    pub fn token_end(&self, at: usize) -> usize {
        let mut lexer = <Token as logos::Logos>::lexer(self.src);
        lexer.bump(at);
        lexer.next();
        lexer.span().end.max(at)
    }

    /// Defines a value name and resolves its forward references. Reports an error if the name is already defined.
    #[inline]
    pub fn define(&mut self, name: &'s str, value: Value, count: u32, at: usize) {
        if let Some(map) = &mut self.map {
            let reference = map.reference(at..at + 1 + name.len(), value, true);
            map.values.push(reference);
        }
        if let Some(old) = self.scope.set_definition(name, small_number(name), (value, count, at)) {
            self.redefined(name, old, at);
        }
        if !self.scope.forwards.is_empty() {
            self.resolve_forwards(name, value, count, at);
        }
    }

    #[cold]
    fn redefined(&mut self, name: &'s str, old: Definition, at: usize) {
        if self.scope.poisoned.contains(&old.value) {
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
                let prior = self.scope.forward_types.get(&f.value).copied().unwrap_or(f.at);
                let prior = Place::Text(prior..self.token_end(prior));
                self.report(Diagnostic::error(place, message).note(prior, "prior use here"));
            }
            Builder::new(&mut self.scope.body).resolve_forward(f.value, value);
            if let Some(map) = &mut self.map {
                map.resolve(f.value, value);
            }
        }
    }

    /// Defines a value name whose definition has an error, so that its uses cause no further errors.
    #[cold]
    pub fn define_poison(&mut self, name: &'s str, count: u32, at: usize) {
        let value = Builder::new(&mut self.scope.body).forward_value(None);
        for number in 0..count {
            let forward = self.scope.forwards.remove(&(name, number));
            if let (Some(map), Some(forward)) = (&mut self.map, forward) {
                map.resolve(forward.value, value);
            }
        }
        if let Some(map) = &mut self.map {
            let reference = map.reference(at..at + 1 + name.len(), value, true);
            map.values.push(reference);
        }
        self.scope.poisoned.insert(value);
        if self.scope.definition(name).is_none() {
            self.scope.set_definition(name, small_number(name), (value, 1, at));
        }
    }

    // Blocks.

    /// Opens a scope for the block names of a region.
    pub fn open_region(&mut self) {
        let scope = &mut self.scope;
        if scope.blocks.len() == scope.regions {
            scope.blocks.push(FxHashMap::default());
        }
        scope.regions += 1;
    }

    /// Closes the scope for the block names of a region. Reports undefined blocks, and removes the value names defined
    /// after the checkpoint.
    pub fn close_region(&mut self, checkpoint: Checkpoint) {
        let scope = &mut self.scope;
        scope.forget(checkpoint);
        scope.regions -= 1;
        let map = &mut scope.blocks[scope.regions];
        let mut missing: Vec<_> =
            map.iter().filter(|(_, b)| !b.defined).map(|(&name, b)| (b.at, name)).collect();
        reset(map);
        missing.sort_unstable();
        missing.retain(|_| !self.truncated);
        for (at, name) in missing {
            self.fail(at..at + 1 + name.len(), format!("reference to an undefined block `^{name}`"));
        }
    }

    /// Consumes a block name and returns the block. Creates the block if it has not been referenced before.
    pub fn block_ref(&mut self) -> Parsed<Block> {
        if self.tok != Token::Label {
            return Err(self.expected("block name"));
        }
        let (name, at) = (&self.src[self.start + 1..self.end], self.start);
        self.advance();
        let Some(block) = self.block_named(name, at) else {
            return Err(self.fail(at..at + 1 + name.len(), "no block may be named here"));
        };
        if let Some(map) = &mut self.map {
            let reference = map.reference(at..at + 1 + name.len(), block, false);
            map.blocks.push(reference);
        }
        Ok(block)
    }

    /// Returns the block with the given name, and creates it if needed. Returns `None` outside of regions.
    #[inline]
    pub fn block_named(&mut self, name: &'s str, at: usize) -> Option<Block> {
        let Scope { body, blocks, regions, .. } = &mut self.scope;
        let map = regions.checked_sub(1).and_then(|i| blocks.get_mut(i))?;
        let make = || BlockName { block: Builder::new(body).detached_block(), at, defined: false };
        Some(map.entry(name).or_insert_with(make).block)
    }

    /// Defines the block that a label names. If it is the entry block, `entry_block` is already in the region.
    pub fn define_block(
        &mut self,
        name: &'s str,
        at: usize,
        region: Region,
        entry_block: Option<Block>,
    ) -> Block {
        let Scope { body, blocks, regions, .. } = &mut self.scope;
        let map = &mut blocks[*regions - 1];
        let entry = map.entry(name).or_insert_with(|| {
            let block = entry_block.unwrap_or_else(|| Builder::new(body).detached_block());
            BlockName { block, at, defined: false }
        });
        let place = |at: usize| Place::Text(at..at + 1 + name.len());
        if let Some(map) = &mut self.map {
            let reference = map.reference(at..at + 1 + name.len(), entry.block, true);
            map.blocks.push(reference);
        }
        if entry.defined {
            let diagnostic = Diagnostic::error(place(at), format!("redefinition of block `^{name}`"))
                .note(place(entry.at), "previously defined here");
            self.report(diagnostic);
            return Builder::new(&mut self.scope.body).append_block(region);
        }
        entry.defined = true;
        entry.at = at;
        let block = entry.block;
        if entry_block.is_none() {
            Builder::new(body).move_block(block, region, None);
        }
        block
    }
}
