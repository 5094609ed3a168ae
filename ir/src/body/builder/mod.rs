//! Builder: the only interface that modifies a body
//!
//! The builder maintains use lists, block lists, order keys and the epoch.

mod append;
mod blocks;
mod place;
mod uses;

use crate::attrs::Attribute;
use crate::body::op_storage;
use crate::body::value_data::{Definer, ValueData};
use crate::body::*;
use crate::entity::*;
use crate::handles::Ident;
use crate::handles::OpDefId;
use crate::location::Location;
use crate::types::Type;
pub use append::{Appender, PlainOp};
use place::{FIRST_ORDER, order_after};
use uses::{put_operands, put_successors};

/// The components of a new op.
#[derive(Clone, Copy, Debug)]
pub struct NewOp<'a> {
    /// Definition of the op.
    pub def: OpDefId,
    /// Source location of the op.
    pub loc: Location,
    /// Operands, excluding successor arguments.
    pub operands: &'a [Value],
    /// Raw slot words: literals, enumerants and attribute handles. Their number must match the op's definition.
    pub slots: &'a [u32],
    /// Result types, one per result.
    pub results: &'a [Type],
    /// Dictionary of discardable attributes; `None` if empty.
    pub attrs: Option<Attribute>,
    /// Successors, each with the values forwarded to its block arguments.
    pub successors: &'a [(Block, &'a [Value])],
    /// Number of empty regions to create.
    pub regions: u8,
    /// Whether the op is isolated. An isolated op has a nested body instead of regions; [`Builder::set_nested`] sets
    /// it.
    pub isolated: bool,
}

impl NewOp<'_> {
    /// Creates the description of an op without operands, slots, results, successors or regions.
    pub fn new(def: OpDefId) -> NewOp<'static> {
        NewOp {
            def,
            loc: Location::UNKNOWN,
            operands: &[],
            slots: &[],
            results: &[],
            attrs: None,
            successors: &[],
            regions: 0,
            isolated: false,
        }
    }
}

/// An insertion point for new ops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InsertPoint {
    /// No position: new ops are detached.
    Detached,
    /// The end of a block.
    End(Block),
    /// The position before an op.
    Before(Op),
}

impl InsertPoint {
    /// Returns the insertion point before the first op of a block.
    pub fn start(body: &Body, block: Block) -> InsertPoint {
        body.first_op(block).map_or(InsertPoint::End(block), InsertPoint::Before)
    }

    /// Returns the insertion point after an op.
    ///
    /// # Panics
    /// Panics if the op is detached or erased.
    pub fn after(body: &Body, op: Op) -> InsertPoint {
        let block = body.parent(op).expect("the op is detached or erased");
        body.next(op).map_or(InsertPoint::End(block), InsertPoint::Before)
    }
}

/// Links a new op at the end of `block`, if given. Returns the preceding op and the order key for the new op.
#[inline(always)]
fn append(body: &mut Body, block: Option<Block>, op: Op) -> (Option<Op>, u32) {
    let Some(block) = block else { return (None, FIRST_ORDER) };
    let at = &mut body.blocks[block];
    let prev = at.last.replace(op);
    match prev {
        Some(prev) => body.ops[prev].next = Some(op),
        None => at.first = Some(op),
    }
    (prev, order_after(body, prev))
}

/// An editor for a body. Builders are cheap to construct, so create them on demand.
pub struct Builder<'a> {
    body: &'a mut Body,
    /// The insertion point of new ops.
    pub at: InsertPoint,
}

impl std::ops::Deref for Builder<'_> {
    type Target = Body;
    fn deref(&self) -> &Body {
        self.body
    }
}

impl<'a> Builder<'a> {
    /// Creates a builder whose new ops are detached.
    pub fn new(body: &'a mut Body) -> Builder<'a> {
        body.epoch += 1;
        Builder { body, at: InsertPoint::Detached }
    }

    /// Creates a builder that inserts new ops at `at`.
    pub fn at(body: &'a mut Body, at: InsertPoint) -> Builder<'a> {
        body.epoch += 1;
        Builder { body, at }
    }

    /// Creates an op and inserts it at the insertion point [`Self::at`].
    #[inline]
    pub fn create(&mut self, new: NewOp<'_>) -> Op {
        let NewOp { def, loc, operands, slots, results, attrs, successors, regions, isolated } = new;
        if successors.is_empty() && regions == 0 && !isolated && results.len() <= 1 {
            let block = match self.at {
                InsertPoint::End(block) => Some(block),
                _ => None,
            };
            let op = self.append(block, def, loc, operands, slots, results.first().copied(), attrs);
            if let InsertPoint::Before(_) = self.at {
                self.insert(op, self.at);
            }
            return op;
        }
        self.create_general(new)
    }

    /// Creates an op with a single result at [`Self::at`], and returns the result.
    pub fn value(&mut self, new: NewOp<'_>) -> Value {
        let op = self.create(new);
        self.result(op, 0)
    }

    /// Clones an op at [`Self::at`], with the same operands and attributes. The op must have no regions or successors.
    pub fn repeat(&mut self, op: Op) -> Op {
        let body = &*self.body;
        let operands: Vec<Value> = body.operands(op).collect();
        let results: Vec<Type> = body.results(op).map(|value| body.value_type(value)).collect();
        let slots = body.slots(op).to_vec();
        let (def, loc, attrs) = (body.def(op), body.loc(op), body.attrs(op));
        self.create(NewOp {
            loc,
            attrs,
            operands: &operands,
            results: &results,
            slots: &slots,
            ..NewOp::new(def)
        })
    }

    /// Creates an op at the end of `block`, or a detached op if it is `None`. Fast path of [`Self::create`].
    #[expect(clippy::too_many_arguments, reason = "the parts of an op")]
    fn append(
        &mut self,
        block: Option<Block>,
        def: OpDefId,
        loc: Location,
        operands: &[Value],
        slots: &[u32],
        result: Option<Type>,
        attrs: Option<Attribute>,
    ) -> Op {
        self.append_here(block, def, loc, operands, slots, result, attrs).0
    }

    /// Creates an op without successors, regions or nested body, and with at most one result. Appends it to `block`, or
    /// leaves it detached if `block` is `None`.
    ///
    /// Returns the op and its result. Always inlined, because its callers create large numbers of ops.
    #[expect(clippy::too_many_arguments, reason = "the parts of an op")]
    #[inline(always)]
    pub fn append_here(
        &mut self,
        block: Option<Block>,
        def: OpDefId,
        loc: Location,
        operands: &[Value],
        slots: &[u32],
        result: Option<Type>,
        attrs: Option<Attribute>,
    ) -> (Op, Option<Value>) {
        let body = &mut *self.body;
        for &value in operands {
            body.operands.push(value);
        }
        // An op usually has one or two slots. For so few elements, a loop is faster than a bulk copy.
        for &slot in slots {
            body.slots.push(slot);
        }
        let op = body.ops.next_id();
        let (prev, order) = append(body, block, op);
        let (operands, slots) = (operands.len(), slots.len());
        let new = PlainOp { def, loc, operands, slots, result, attrs };
        let result = append::make(body, op, (block, prev, order), new);
        if order == u32::MAX
            && let Some(block) = block
        {
            self.renumber(block);
        }
        (op, result)
    }

    fn create_general(&mut self, new: NewOp<'_>) -> Op {
        let body = &mut *self.body;
        let op = body.ops.next_id();
        let first_region = if new.isolated {
            body.nested.push(None);
            body.nested.len() as u32 - 1
        } else {
            body.region_lists.len() as u32
        };
        let mut first_result = None;
        for (i, &ty) in new.results.iter().enumerate() {
            let value = body.values.alloc(ValueData::new(Some(ty), Definer::Op(op), i));
            first_result = first_result.or(Some(value));
        }
        let block = match self.at {
            InsertPoint::End(block) => Some(block),
            _ => None,
        };
        let (prev, order) = append(body, block, op);
        let slot_start = body.slots.len() as u32;
        for &slot in new.slots {
            body.slots.push(slot);
        }
        let operand_start = body.operands.len();
        put_operands(body, op, new.operands);
        let successor_start = body.successors.len() as u32;
        put_successors(body, op, operand_start, new.successors);
        let owns = new.regions > 0 || new.isolated;
        let mut flags = op_storage::flags(!new.successors.is_empty(), owns, new.attrs.is_some());
        let successors = (successor_start, new.successors.len() as u32);
        op_storage::put(&mut body.slots, flags, successors, first_region, new.attrs);
        if new.isolated {
            flags |= FLAG_ISOLATED;
        }
        body.ops.alloc(OpData {
            parent: block,
            prev,
            next: None,
            order,
            def: new.def,
            flags,
            regions: new.regions,
            slots: new.slots.len() as u8,
            results: new.results.len() as u16,
            first_result,
            loc: new.loc,
            operand_start: operand_start as u32,
            operand_len: (body.operands.len() - operand_start) as u32,
            slot_start,
        });
        for _ in 0..new.regions {
            let region = body.regions.alloc(RegionData { owner: Some(op), ..RegionData::default() });
            body.region_lists.push(region);
        }
        match block {
            None => self.insert(op, self.at),
            Some(block) if order == u32::MAX => self.renumber(block),
            Some(_) => {}
        }
        op
    }

    /// Sets the raw word of an op slot.
    ///
    /// # Panics
    /// Panics if the op has no slot with this index.
    pub fn set_slot(&mut self, op: Op, index: usize, raw: u32) {
        let data = &self.body.ops[op];
        assert!(index < data.slots as usize, "slot number out of range");
        self.body.slots[data.slot_start as usize + index] = raw;
    }

    /// Sets the dictionary of discardable attributes; `None` if the op has no discardable attributes.
    pub fn set_attrs(&mut self, op: Op, attrs: Option<Attribute>) {
        self.body.set_attrs_of(op, attrs);
    }

    /// Sets the source location of an op.
    pub fn set_loc(&mut self, op: Op, loc: Location) {
        self.body.ops[op].loc = loc;
    }

    /// Changes the type of a value.
    pub fn set_value_type(&mut self, value: Value, ty: Type) {
        self.body.values[value].ty = Some(ty);
    }

    /// Sets the debug name of a value, or removes it if `name` is `None`.
    pub fn set_value_name(&mut self, value: Value, name: Option<Ident>) {
        let names = &mut self.body.value_names;
        if names.len() <= value.index() {
            if name.is_none() {
                return;
            }
            names.resize(value.index() + 1, None);
        }
        names[value.index()] = name;
    }

    /// Sets the attributes and location of a block argument.
    pub fn set_value_annotations(&mut self, value: Value, annotations: Annotations) {
        self.body.value_annotations.insert(value, annotations);
    }

    /// Sets the nested body of an isolated op, or removes it if `nested` is `None`.
    pub fn set_nested(&mut self, op: Op, nested: Option<Box<Body>>) {
        assert!(self.body.is_isolated(op), "only an isolated op has a body");
        let at = self.body.first_region(&self.body.ops[op]);
        self.body.nested[at] = nested;
    }

    /// Removes and returns the nested body of an isolated op, so that it can be modified separately.
    /// [`Self::set_nested`] puts it back. Returns `None` if the op has no nested body.
    pub fn take_nested(&mut self, op: Op) -> Option<Box<Body>> {
        if !self.body.is_isolated(op) {
            return None;
        }
        let at = self.body.first_region(&self.body.ops[op]);
        self.body.nested[at].take()
    }

    /// Returns the nested body of an isolated op for modification; `None` if it has none.
    pub fn nested_mut(&mut self, op: Op) -> Option<&mut Body> {
        if !self.body.is_isolated(op) {
            return None;
        }
        let at = self.body.first_region(&self.body.ops[op]);
        self.body.nested[at].as_deref_mut()
    }

    /// Returns the nested body of an isolated op like [`Self::nested_mut`], but with the lifetime of the builder's
    /// borrow.
    pub fn into_nested_mut(self, op: Op) -> Option<&'a mut Body> {
        if !self.body.is_isolated(op) {
            return None;
        }
        let at = self.body.first_region(&self.body.ops[op]);
        self.body.nested[at].as_deref_mut()
    }

    /// Removes all contents of the body but retains the memory.
    ///
    /// If an importer reuses one body for all functions, the body's memory remains in the CPU cache. Clones of the body
    /// have no excess capacity.
    pub fn clear(&mut self) {
        self.body.clear();
    }

    /// Releases excess memory and the use lists.
    pub fn shrink(&mut self) {
        self.body.shrink();
    }

    /// Returns an [`Appender`], which is the fast way to append a series of ops to `block`.
    pub fn appender(self, block: Block) -> Appender<'a> {
        Appender::new(self.body, block)
    }

    /// Returns the body, for helpers that create their own builders.
    pub fn body(&mut self) -> &mut Body {
        self.body
    }
}
