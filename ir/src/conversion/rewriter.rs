//! What patterns change a body with.

use super::failure::Mismatch;
use super::level::{Level, copy};
use super::pattern::Converted;
use super::type_converter::TypeConverter;
use crate::attrs::Attribute;
use crate::body::{Annotations, Body};
use crate::builder::{Builder, InsertPoint, NewOp};
use crate::builtin::CAST_ID;
use crate::context::Context;
use crate::entity::{Block, Op, Region, Value};
use crate::location::Location;
use crate::types::Type;
use smallvec::{SmallVec, smallvec};

/// A change that can be undone.
pub(super) enum Change {
    Created(Op),
    Mapped(Value),
    Replaced(Op),
    Cast(Converted, Type),
    Substituted(Op),
    /// One that cannot.
    Structure,
}

/// Changes a body on behalf of a pattern. It reads as the body. New ops are put before the op that is replaced, unless
/// [`Self::at`] says otherwise, and have its location.
pub struct ConversionRewriter<'a, E> {
    /// The context.
    pub ctx: &'a Context,
    /// What the conversion knows and collects.
    pub env: &'a mut E,
    /// The type converter.
    pub types: &'a TypeConverter<E>,
    /// Where new ops go.
    pub at: InsertPoint,
    /// Location of new ops.
    pub loc: Location,
    pub(super) body: &'a mut Body,
    pub(super) level: &'a mut Level,
    pub(super) changes: &'a mut Vec<Change>,
}

impl<E> std::ops::Deref for ConversionRewriter<'_, E> {
    type Target = Body;
    fn deref(&self) -> &Body {
        self.body
    }
}

impl<E> ConversionRewriter<'_, E> {
    fn builder(&mut self) -> Builder<'_> {
        Builder::at(self.body, self.at)
    }

    /// The body, for builders of a dialect. Ops that are made with it are not legalized, and not undone where the pattern
    /// fails: see [`Self::record`].
    pub fn body_mut(&mut self) -> &mut Body {
        self.body
    }

    /// Records that an op was made with [`Self::body_mut`]: then it is legalized, and undone where the pattern fails.
    pub fn record(&mut self, op: Op) {
        self.changes.push(Change::Created(op));
    }

    /// Records that blocks, regions or attributes were changed with [`Self::body_mut`]: the pattern cannot be undone.
    pub fn record_structure(&mut self) {
        self.changes.push(Change::Structure);
    }

    /// Makes an op.
    pub fn create(&mut self, new: NewOp<'_>) -> Op {
        let loc = if new.loc == Location::UNKNOWN { self.loc } else { new.loc };
        let op = self.builder().create(NewOp { loc, ..new });
        self.record(op);
        op
    }

    /// Makes an op with one result; returns that.
    pub fn value(&mut self, new: NewOp<'_>) -> Value {
        let op = self.create(new);
        self.body.result(op, 0)
    }

    /// Replaces the results of an op by values, one for each, and the op by nothing.
    pub fn replace(&mut self, op: Op, values: &[Value]) {
        for (index, &value) in values.iter().enumerate().take(self.body.result_count(op)) {
            self.map(self.body.result(op, index), smallvec![value]);
        }
        self.erase(op);
    }

    /// The same with any number of values for each result.
    pub fn replace_each(&mut self, op: Op, values: &[Converted]) {
        for (index, values) in values.iter().enumerate().take(self.body.result_count(op)) {
            self.map(self.body.result(op, index), copy(values));
        }
        self.erase(op);
    }

    /// Removes an op, whose results have no uses or were mapped.
    pub fn erase(&mut self, op: Op) {
        if self.level.replaced.insert(op) {
            self.level.order.push(op);
            self.changes.push(Change::Replaced(op));
        }
    }

    /// Says what an original value became.
    pub fn map(&mut self, original: Value, values: Converted) {
        // A value that stays is no entry: looking it up would not end.
        if values[..] != [original] {
            self.level.map.insert(original, values);
            self.changes.push(Change::Mapped(original));
        }
    }

    /// What an original value became, as far as it is converted.
    pub fn converted(&self, original: Value) -> Converted {
        self.level.map.resolve(original)
    }

    /// What an original value became, of the types that its type is converted to: with a materialization where it was not
    /// converted so.
    ///
    /// # Errors
    /// Why the type cannot be converted, or that no materialization is possible.
    pub fn adapted(&mut self, original: Value) -> Result<Converted, Mismatch> {
        let values = self.level.map.resolve(original);
        if let [value] = values[..]
            && self.known_type(self.original_type(original)) == Some(self.body.value_type(value))
        {
            return Ok(values);
        }
        let wanted = self.convert_types(self.original_type(original))?;
        let same = values.len() == wanted.len()
            && values.iter().zip(&wanted).all(|(value, ty)| self.body.value_type(*value) == *ty);
        if same {
            return Ok(values);
        }
        match wanted[..] {
            [ty] if !values.is_empty() => Ok(smallvec![self.materialize(&values, ty, false)]),
            _ => Err(format!("{} values cannot become {}", values.len(), wanted.len()).into()),
        }
    }

    /// The type that an original value has.
    pub fn original_type(&self, value: Value) -> Type {
        self.body.value_type(value)
    }

    /// What a type becomes: one type, several or none. Rules are asked once in a body.
    ///
    /// # Errors
    /// Why it cannot be converted.
    pub fn convert_types(&self, ty: Type) -> Result<SmallVec<[Type; 1]>, Mismatch> {
        if let Some(known) = self.level.types.borrow().get(&ty) {
            return Ok(copy(known));
        }
        let types = self.types.convert(self.env, self.ctx, ty)?;
        self.level.types.borrow_mut().insert(ty, copy(&types));
        Ok(types)
    }

    /// The one type that a type becomes, if it was converted before.
    #[inline]
    fn known_type(&self, ty: Type) -> Option<Type> {
        match self.level.types.borrow().get(&ty)?[..] {
            [ty] => Some(ty),
            _ => None,
        }
    }

    /// Whether a type becomes one type.
    fn becomes_one(&self, ty: Type) -> bool {
        self.known_type(ty).is_some() || self.convert_types(ty).is_ok_and(|types| types.len() == 1)
    }

    /// Whether an op has an operand or result that becomes none or several values, or of which it is not known.
    pub(super) fn has_pieces(&self, op: Op) -> bool {
        let mut last = None;
        let mut values = self.body.own_operands(op).chain(self.body.results(op));
        // Mostly all have one type.
        values.any(|value| {
            let ty = self.body.value_type(value);
            last.replace(ty) != Some(ty) && !self.becomes_one(ty)
        })
    }

    /// What a type becomes.
    ///
    /// # Errors
    /// Why it cannot be converted, or that it becomes several.
    pub fn convert_type(&self, ty: Type) -> Result<Type, Mismatch> {
        if let Some(known) = self.known_type(ty) {
            return Ok(known);
        }
        match self.convert_types(ty)?[..] {
            [ty] => Ok(ty),
            ref types => Err(format!("it becomes {} values where one is needed", types.len()).into()),
        }
    }

    /// What the types of an op's results become.
    ///
    /// # Errors
    /// Why one cannot be converted.
    pub fn result_types(&self, op: Op) -> Result<SmallVec<[Type; 2]>, Mismatch> {
        let mut types = SmallVec::new();
        for result in self.body.results(op) {
            types.push(self.convert_type(self.body.value_type(result))?);
        }
        Ok(types)
    }

    /// A value of this type made from others: by a materialization, else by a cast.
    pub(super) fn materialize(&mut self, values: &[Value], ty: Type, to_source: bool) -> Value {
        let key: (Converted, Type) = (values.into(), ty);
        if let Some(&known) = self.level.casts.get(&key) {
            return known;
        }
        let types = self.types;
        let ways = if to_source { types.sources() } else { types.targets() };
        let saved = self.at;
        self.at = after_definition(self.body, values).unwrap_or(self.at);
        let made = ways.iter().rev().find_map(|make| make(self, values, ty));
        let value = made.unwrap_or_else(|| {
            let new = NewOp { operands: values, results: &[ty], ..NewOp::new(CAST_ID) };
            let op = self.builder().create(new);
            self.changes.push(Change::Created(op));
            self.body.result(op, 0)
        });
        self.at = saved;
        self.level.casts.insert(key.clone(), value);
        self.changes.push(Change::Cast(key.0, ty));
        value
    }

    // Structure. What follows cannot be undone.

    /// Sets a raw slot of an op in place.
    pub fn set_slot(&mut self, op: Op, index: usize, raw: u32) {
        self.changes.push(Change::Structure);
        Builder::new(self.body).set_slot(op, index, raw);
    }

    /// Sets the discardable attributes of an op in place.
    pub fn set_attrs(&mut self, op: Op, attrs: Option<Attribute>) {
        self.changes.push(Change::Structure);
        Builder::new(self.body).set_attrs(op, attrs);
    }

    /// Splits a block before an op: it and those after it move to a new block, which is returned.
    pub fn split_block(&mut self, op: Op) -> Block {
        self.changes.push(Change::Structure);
        Builder::new(self.body).split_block(op)
    }

    /// A new block before another.
    pub fn block_before(&mut self, next: Block) -> Block {
        self.changes.push(Change::Structure);
        let region = self.body.block_parent(next);
        let mut builder = Builder::new(self.body);
        let block = builder.detached_block();
        if let Some(region) = region {
            builder.move_block(block, region, Some(next));
        }
        block
    }

    /// Adds an argument to a block.
    pub fn add_arg(&mut self, block: Block, ty: Type) -> Value {
        self.changes.push(Change::Structure);
        Builder::new(self.body).add_arg(block, ty)
    }

    /// Moves the blocks of a region before another block; returns them.
    pub fn inline_region(&mut self, region: Region, next: Block) -> Vec<Block> {
        self.changes.push(Change::Structure);
        let blocks: Vec<Block> = self.body.blocks(region).collect();
        let Some(target) = self.body.block_parent(next) else { return blocks };
        let mut builder = Builder::new(self.body);
        for &block in &blocks {
            builder.move_block(block, target, Some(next));
        }
        blocks
    }

    /// Gives the nested body of an isolated op to another.
    pub fn move_nested(&mut self, from: Op, to: Op) {
        self.changes.push(Change::Structure);
        let mut builder = Builder::new(self.body);
        let nested = builder.take_nested(from);
        builder.set_nested(to, nested);
    }

    /// Converts the types of a block's arguments: where one changes, a new block takes the place of the old one. Returns
    /// the block.
    ///
    /// # Errors
    /// Why a type cannot be converted; nothing was changed then.
    pub fn convert_block(&mut self, block: Block) -> Result<Block, Mismatch> {
        let args: Vec<Value> = self.body.args(block).to_vec();
        let mut types = Vec::new();
        for (i, arg) in args.iter().enumerate() {
            let ty = self.body.value_type(*arg);
            let converted = self.convert_types(ty);
            types.push(converted.map_err(|m| Mismatch(format!("block argument #{i}: {}", m.0).into()))?);
        }
        if args.iter().zip(&types).all(|(arg, types)| types[..] == [self.body.value_type(*arg)]) {
            return Ok(block);
        }
        self.changes.push(Change::Structure);
        let new = self.block_before(block);
        for (&arg, types) in args.iter().zip(&types) {
            let values: Converted = types.iter().map(|ty| self.add_arg(new, *ty)).collect();
            if let [value] = values[..] {
                let (name, annotations) = (self.body.value_name(arg), self.body.value_annotations(arg));
                let mut builder = Builder::new(self.body);
                builder.set_value_name(value, name);
                if annotations != Annotations::default() {
                    builder.set_value_annotations(value, annotations);
                }
            }
            self.level.map.insert(arg, values);
        }
        let annotations = self.body.block_annotations(block);
        if annotations != Annotations::default() {
            Builder::new(self.body).set_block_annotations(new, annotations);
        }
        let uses: Vec<(Op, usize)> = self.body.block_uses(block).collect();
        let mut builder = Builder::new(self.body);
        builder.append_ops(block, new);
        for (op, index) in uses {
            builder.set_successor(op, index, new);
        }
        builder.unlink_block(block);
        self.level.dead_blocks.push(block);
        Ok(new)
    }

    /// Moves the ops of a block to a new one without arguments, and says what the arguments became. Returns the new block,
    /// which no one branches to.
    pub fn replace_block(&mut self, block: Block, args: &[Converted]) -> Block {
        self.changes.push(Change::Structure);
        let new = self.block_before(block);
        for (&arg, values) in self.body.args(block).to_vec().iter().zip(args) {
            if values[..] != [arg] {
                self.level.map.insert(arg, copy(values));
            }
        }
        let mut builder = Builder::new(self.body);
        builder.append_ops(block, new);
        builder.unlink_block(block);
        self.level.dead_blocks.push(block);
        new
    }

    /// The last op of a block that is not replaced.
    pub fn terminator(&self, block: Block) -> Option<Op> {
        let mut op = self.body.last_op(block);
        while let Some(last) = op.filter(|op| self.level.replaced.contains(*op)) {
            op = self.body.prev(last);
        }
        op
    }

    /// Puts an op in the place of another, which is erased. Its operands are original values: it is converted when the
    /// conversion comes to the place of the other, after these.
    pub fn substitute(&mut self, op: Op, new: NewOp<'_>) -> Op {
        let loc = self.body.loc(op);
        let made = Builder::at(self.body, InsertPoint::Before(op)).create(NewOp { loc, ..new });
        self.level.substitutes.insert(op, made);
        if op.index() >= self.level.first_new {
            self.level.late.push(made);
        }
        self.changes.push(Change::Substituted(op));
        self.erase(op);
        made
    }
}

/// Where all values are defined.
fn after_definition(body: &Body, values: &[Value]) -> Option<InsertPoint> {
    let [value] = values else { return None };
    match body.value_def(*value) {
        crate::body::ValueDef::Result(op, _) => body.parent(op).map(|_| InsertPoint::after(body, op)),
        crate::body::ValueDef::Argument(block, _) => Some(InsertPoint::start(body, block)),
        crate::body::ValueDef::Forward => None,
    }
}
