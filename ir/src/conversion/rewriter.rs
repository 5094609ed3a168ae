//! Rewriter for conversion patterns

use super::failure::Mismatch;
use super::level::{BodyConversion, copy};
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

/// A recorded change to a body, for rollbacks.
pub(super) enum Change {
    Created(Op),
    Mapped(Value),
    Replaced(Op),
    Cast(Converted, Type),
    Substituted(Op),
    /// A change that cannot be rolled back.
    Structure,
}

/// The interface through which a pattern reads and modifies a body.
///
/// Unless a pattern sets other values, new ops are inserted before the replaced op and have its location.
pub struct ConversionRewriter<'a, E> {
    /// Context of the body.
    pub ctx: &'a Context,
    /// Environment of the conversion.
    pub env: &'a mut E,
    /// Conversion rules for types.
    pub types: &'a TypeConverter<E>,
    /// Insertion point of new ops.
    pub at: InsertPoint,
    /// Location for new ops whose own location is unknown.
    pub loc: Location,
    pub(super) body: &'a mut Body,
    pub(super) level: &'a mut BodyConversion,
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

    /// Returns the body, for builders of a dialect. Ops created through it are neither legalized nor rolled back,
    /// unless they are passed to [`Self::record`].
    pub fn body_mut(&mut self) -> &mut Body {
        self.body
    }

    /// Records an op created through [`Self::body_mut`], so that it is legalized, or erased on a rollback.
    pub fn record(&mut self, op: Op) {
        self.changes.push(Change::Created(op));
    }

    /// Records that blocks, regions or attributes have been changed through [`Self::body_mut`]. The pattern can then
    /// no longer be rolled back.
    pub fn record_structure(&mut self) {
        self.changes.push(Change::Structure);
    }

    /// Creates an op at [`Self::at`]. If its location is unknown, uses [`Self::loc`].
    pub fn create(&mut self, new: NewOp<'_>) -> Op {
        let loc = if new.loc == Location::UNKNOWN { self.loc } else { new.loc }.derived();
        let op = self.builder().create(NewOp { loc, ..new });
        self.record(op);
        op
    }

    /// Creates an op with a single result and returns the result.
    pub fn value(&mut self, new: NewOp<'_>) -> Value {
        let op = self.create(new);
        self.body.result(op, 0)
    }

    /// Replaces each result of an op with a single value, and erases the op.
    pub fn replace(&mut self, op: Op, values: &[Value]) {
        for (index, &value) in values.iter().enumerate().take(self.body.result_count(op)) {
            self.map(self.body.result(op, index), smallvec![value]);
        }
        self.erase(op);
    }

    /// Replaces each result of an op with any number of values, and erases the op.
    pub fn replace_each(&mut self, op: Op, values: &[Converted]) {
        for (index, values) in values.iter().enumerate().take(self.body.result_count(op)) {
            self.map(self.body.result(op, index), copy(values));
        }
        self.erase(op);
    }

    /// Erases an op whose results are unused or have replacements.
    pub fn erase(&mut self, op: Op) {
        if self.level.replaced.insert(op) {
            self.level.order.push(op);
            self.changes.push(Change::Replaced(op));
        }
    }

    /// Records the replacements of an original value.
    pub fn map(&mut self, original: Value, values: Converted) {
        // A value that is mapped to itself would make the lookup loop forever.
        if values[..] != [original] {
            self.level.map.insert(original, values);
            self.changes.push(Change::Mapped(original));
        }
    }

    /// Returns the current replacements of an original value. Returns the value itself if it has not been replaced.
    pub fn converted(&self, original: Value) -> Converted {
        self.level.map.resolve(original)
    }

    /// Returns the replacements of an original value, in the types to which its type converts. Inserts a cast if the
    /// types of the replacements differ.
    ///
    /// # Errors
    /// Fails if the type cannot be converted.
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
            [ty] if !values.is_empty() => Ok(smallvec![self.cast(&values, ty)]),
            _ => Err(format!("{} values cannot be converted to {}", values.len(), wanted.len()).into()),
        }
    }

    /// Returns the type of an original value.
    pub fn original_type(&self, value: Value) -> Type {
        self.body.value_type(value)
    }

    /// Returns the types to which `ty` converts: none, one or several. Converts each type only once per body.
    ///
    /// # Errors
    /// Returns the reason why the type cannot be converted.
    pub fn convert_types(&self, ty: Type) -> Result<SmallVec<[Type; 1]>, Mismatch> {
        if let Some(known) = self.level.types.borrow().get(&ty) {
            return Ok(copy(known));
        }
        let types = self.types.convert(self.env, self.ctx, ty)?;
        self.level.types.borrow_mut().insert(ty, copy(&types));
        Ok(types)
    }

    /// Returns the type to which `ty` converts, if the conversion is cached and yields exactly one type.
    #[inline]
    fn known_type(&self, ty: Type) -> Option<Type> {
        match self.level.types.borrow().get(&ty)?[..] {
            [ty] => Some(ty),
            _ => None,
        }
    }

    /// Returns whether `ty` converts to exactly one type.
    fn becomes_one(&self, ty: Type) -> bool {
        self.known_type(ty).is_some() || self.convert_types(ty).is_ok_and(|types| types.len() == 1)
    }

    /// Returns whether the type of some operand or result does not convert to exactly one type.
    pub(super) fn has_pieces(&self, op: Op) -> bool {
        let mut last = None;
        let mut values = self.body.own_operands(op).chain(self.body.results(op));
        // Skips repeated types, because most operands have the same type.
        values.any(|value| {
            let ty = self.body.value_type(value);
            last.replace(ty) != Some(ty) && !self.becomes_one(ty)
        })
    }

    /// Returns the single type to which `ty` converts.
    ///
    /// # Errors
    /// Fails if the type cannot be converted or does not convert to exactly one type.
    pub fn convert_type(&self, ty: Type) -> Result<Type, Mismatch> {
        if let Some(known) = self.known_type(ty) {
            return Ok(known);
        }
        match self.convert_types(ty)?[..] {
            [ty] => Ok(ty),
            ref types => {
                Err(format!("it is converted to {} values, but one is required", types.len()).into())
            }
        }
    }

    /// Returns the converted result types of an op.
    ///
    /// # Errors
    /// Fails if a type cannot be converted or does not convert to exactly one type.
    pub fn result_types(&self, op: Op) -> Result<SmallVec<[Type; 2]>, Mismatch> {
        let mut types = SmallVec::new();
        for result in self.body.results(op) {
            types.push(self.convert_type(self.body.value_type(result))?);
        }
        Ok(types)
    }

    /// Casts values to a single value of type `ty`.
    pub(super) fn cast(&mut self, values: &[Value], ty: Type) -> Value {
        let key: (Converted, Type) = (values.into(), ty);
        if let Some(&known) = self.level.casts.get(&key) {
            return known;
        }
        let saved = self.at;
        self.at = after_definition(self.body, values).unwrap_or(self.at);
        let op = self.builder().create(NewOp { operands: values, results: &[ty], ..NewOp::new(CAST_ID) });
        self.at = saved;
        self.changes.push(Change::Created(op));
        let value = self.body.result(op, 0);
        self.level.casts.insert(key.clone(), value);
        self.changes.push(Change::Cast(key.0, ty));
        value
    }

    // Structural changes. The following changes cannot be rolled back.

    /// Sets the raw word in an op slot in place.
    pub fn set_slot(&mut self, op: Op, index: usize, raw: u32) {
        self.changes.push(Change::Structure);
        Builder::new(self.body).set_slot(op, index, raw);
    }

    /// Sets the dictionary of discardable attributes of an op in place.
    pub fn set_attrs(&mut self, op: Op, attrs: Option<Attribute>) {
        self.changes.push(Change::Structure);
        Builder::new(self.body).set_attrs(op, attrs);
    }

    /// Splits a block before `op`. Moves `op` and all following ops to a new block, and returns the new block.
    pub fn split_block(&mut self, op: Op) -> Block {
        self.changes.push(Change::Structure);
        Builder::new(self.body).split_block(op)
    }

    /// Creates an empty block before another block.
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

    /// Moves the blocks of a region before the block `next`, and returns them.
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

    /// Moves the nested body of the isolated op `from` to the isolated op `to`.
    pub fn move_nested(&mut self, from: Op, to: Op) {
        self.changes.push(Change::Structure);
        let mut builder = Builder::new(self.body);
        let nested = builder.take_nested(from);
        builder.set_nested(to, nested);
    }

    /// Converts the argument types of a block. If a type changes, a new block replaces the old block. Returns the
    /// resulting block.
    ///
    /// # Errors
    /// Returns the reason why a type cannot be converted. The body is then unchanged.
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

    /// Moves the ops of a block to a new block without arguments, and replaces the old arguments with `args`. Returns
    /// the new block, which has no predecessors.
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

    /// Returns the last op of a block, ignoring replaced ops; `None` if no op remains.
    pub fn terminator(&self, block: Block) -> Option<Op> {
        let mut op = self.body.last_op(block);
        while let Some(last) = op.filter(|op| self.level.replaced.contains(*op)) {
            op = self.body.prev(last);
        }
        op
    }

    /// Replaces an op with a new op whose operands are original values. The new op is converted instead of the replaced
    /// op, at the same point of the visit.
    pub fn substitute(&mut self, op: Op, new: NewOp<'_>) -> Op {
        let loc = self.body.loc(op).derived();
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

/// Returns the insertion point right after the definition of a value; `None` if there are several values.
fn after_definition(body: &Body, values: &[Value]) -> Option<InsertPoint> {
    let [value] = values else { return None };
    match body.value_def(*value) {
        crate::body::ValueDef::Result(op, _) => body.parent(op).map(|_| InsertPoint::after(body, op)),
        crate::body::ValueDef::Argument(block, _) => Some(InsertPoint::start(body, block)),
        crate::body::ValueDef::Forward => None,
    }
}
