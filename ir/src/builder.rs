//! The one gate through which a body changes: it keeps use lists, block lists, order keys and the
//! epoch right.

use crate::attrs::Attribute;
use crate::body::*;
use crate::context::Ident;
use crate::dialect::OpDefId;
use crate::entity::*;
use crate::location::Location;
use crate::types::Type;

/// Distance between order keys of ops appended one after another.
const ORDER_GAP: u32 = 16;

/// Order key of an op that is appended to an empty block: there is room before it.
const FIRST_ORDER: u32 = 1 << 20;

/// Appends an operand to the pool and links the use.
#[inline]
fn link_operand(body: &mut Body, owner: Op, value: Value) {
    let at = body.operands.len() as u32;
    let next = std::mem::replace(&mut body.values[value].first_use, at);
    if next != NIL {
        body.operands[next as usize].prev = at;
    }
    body.operands.push(OperandData { value, owner, next, prev: NIL });
}

/// Appends the successors of an op whose operands start at `operand_start` of the pool.
fn put_successors(body: &mut Body, op: Op, operand_start: usize, successors: &[(Block, &[Value])]) {
    for &(block, args) in successors {
        let at = body.successors.len() as u32;
        let next = std::mem::replace(&mut body.blocks[block].first_pred, at);
        if next != NIL {
            body.successors[next as usize].prev = at;
        }
        let arg_start = (body.operands.len() - operand_start) as u32;
        body.successors.push(SuccessorData {
            block,
            owner: op,
            next,
            prev: NIL,
            arg_start,
            arg_len: args.len() as u32,
        });
        for &value in args {
            link_operand(body, op, value);
        }
    }
}

/// What a new op is made of.
#[derive(Clone, Copy, Debug)]
pub struct NewOp<'a> {
    /// Definition.
    pub def: OpDefId,
    /// Location.
    pub loc: Location,
    /// Operands, without those of successors.
    pub operands: &'a [Value],
    /// Raw attribute slots, as many as the definition has.
    pub slots: &'a [u32],
    /// Types of the results.
    pub results: &'a [Type],
    /// Discardable attributes: a dictionary.
    pub attrs: Option<Attribute>,
    /// Successors with their arguments.
    pub successors: &'a [(Block, &'a [Value])],
    /// Number of empty regions to make.
    pub regions: u8,
    /// Whether the op is isolated: it then has a nested body, set later, and no regions here.
    pub isolated: bool,
}

impl NewOp<'_> {
    /// An op of a definition with nothing else.
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

/// Where new ops go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    /// Nowhere: ops stay detached.
    Detached,
    /// At the end of a block.
    End(Block),
    /// Before an op.
    Before(Op),
}

/// Changes a body. Cheap to make: make one where it is needed.
pub struct Builder<'a> {
    body: &'a mut Body,
    /// Where new ops go.
    pub at: At,
}

impl std::ops::Deref for Builder<'_> {
    type Target = Body;
    fn deref(&self) -> &Body {
        self.body
    }
}

impl<'a> Builder<'a> {
    /// A builder that inserts nowhere yet.
    pub fn new(body: &'a mut Body) -> Builder<'a> {
        body.epoch += 1;
        Builder { body, at: At::Detached }
    }

    /// A builder at a place.
    pub fn at(body: &'a mut Body, at: At) -> Builder<'a> {
        body.epoch += 1;
        Builder { body, at }
    }

    // Blocks and regions.

    /// A new block at the end of a region.
    pub fn append_block(&mut self, region: Region) -> Block {
        let block = self.detached_block();
        self.link_block(block, region, None);
        block
    }

    /// A new block that stands in no region yet.
    pub fn detached_block(&mut self) -> Block {
        self.body.blocks.alloc(BlockData {
            parent: None,
            prev: None,
            next: None,
            first: None,
            last: None,
            first_pred: NIL,
            arg_start: 0,
            arg_len: 0,
        })
    }

    /// Moves a block to `region`, before `before` or to the end.
    pub fn move_block(&mut self, block: Block, region: Region, before: Option<Block>) {
        self.unlink_block(block);
        self.link_block(block, region, before);
    }

    fn link_block(&mut self, block: Block, region: Region, before: Option<Block>) {
        let prev = match before {
            Some(b) => self.body.blocks[b].prev,
            None => self.body.regions[region].last,
        };
        let data = &mut self.body.blocks[block];
        data.parent = Some(region);
        data.prev = prev;
        data.next = before;
        match prev {
            Some(p) => self.body.blocks[p].next = Some(block),
            None => self.body.regions[region].first = Some(block),
        }
        match before {
            Some(b) => self.body.blocks[b].prev = Some(block),
            None => self.body.regions[region].last = Some(block),
        }
    }

    /// Takes a block out of its region; it keeps its ops.
    pub fn unlink_block(&mut self, block: Block) {
        let BlockData { parent, prev, next, .. } = self.body.blocks[block];
        let Some(region) = parent else { return };
        match prev {
            Some(p) => self.body.blocks[p].next = next,
            None => self.body.regions[region].first = next,
        }
        match next {
            Some(n) => self.body.blocks[n].prev = prev,
            None => self.body.regions[region].last = prev,
        }
        let data = &mut self.body.blocks[block];
        data.parent = None;
        data.prev = None;
        data.next = None;
    }

    /// Erases a block with its ops. No other block may branch to it or use its values.
    pub fn erase_block(&mut self, block: Block) {
        while let Some(op) = self.body.blocks[block].last {
            self.erase(op);
        }
        self.unlink_block(block);
    }

    /// Adds an argument to a block; predecessors must be given a value for it.
    pub fn add_arg(&mut self, block: Block, ty: Type) -> Value {
        let BlockData { arg_start, arg_len, .. } = self.body.blocks[block];
        let value = self.body.values.alloc(ValueData {
            ty: Some(ty),
            def: ValueDefData::Block(block),
            index: arg_len,
            first_use: NIL,
        });
        let end = (arg_start + arg_len) as usize;
        if arg_len == 0 || end != self.body.block_args.len() {
            let start = self.body.block_args.len();
            self.body.block_args.extend_from_within(arg_start as usize..end);
            self.body.blocks[block].arg_start = start as u32;
        }
        self.body.block_args.push(value);
        self.body.blocks[block].arg_len += 1;
        value
    }

    /// Removes the arguments of a block for which `remove` says so, and what predecessors pass for them.
    /// They must have no other uses.
    pub fn remove_args(&mut self, block: Block, remove: impl Fn(usize) -> bool) {
        let old: Vec<Value> = self.body.args(block).to_vec();
        let mut edges: Vec<(Op, usize)> = self.body.block_uses(block).collect();
        edges.sort_unstable();
        let start = self.body.block_args.len() as u32;
        let mut len = 0;
        let mut gone = Vec::new();
        for (i, value) in old.into_iter().enumerate() {
            if remove(i) {
                gone.push(value);
                self.body.values[value].def = ValueDefData::Dead;
            } else {
                self.body.values[value].index = len;
                self.body.block_args.push(value);
                len += 1;
            }
        }
        let data = &mut self.body.blocks[block];
        data.arg_start = start;
        data.arg_len = len;
        // All edges of one op at once: a switch may have thousands of them.
        for edges in edges.chunk_by(|a, b| a.0 == b.0) {
            let op = edges[0].0;
            let own: Vec<Value> = self.body.own_operands(op).collect();
            let lists: Vec<(Block, Vec<Value>)> = (0..self.body.successor_count(op))
                .map(|i| {
                    let target = self.body.successor(op, i);
                    let args = self.body.successor_args(op, i).enumerate();
                    (target, args.filter(|(n, _)| target != block || !remove(*n)).map(|(_, v)| v).collect())
                })
                .collect();
            let slices: Vec<(Block, &[Value])> = lists.iter().map(|(b, l)| (*b, &l[..])).collect();
            self.set_operands(op, &own, &slices);
        }
        debug_assert!(!gone.iter().any(|&v| self.has_uses(v)), "a removed argument has no uses");
    }

    // Operations.

    /// Makes an op and inserts it at [`Self::at`].
    #[inline]
    pub fn create(&mut self, new: NewOp<'_>) -> Op {
        let NewOp { def, loc, operands, slots, results, attrs, successors, regions, isolated } = new;
        if successors.is_empty() && regions == 0 && !isolated && results.len() <= 1 {
            let block = match self.at {
                At::End(block) => Some(block),
                _ => None,
            };
            let op = self.append(block, def, loc, operands, slots, results.first().copied(), attrs);
            if let At::Before(_) = self.at {
                self.insert(op, self.at);
            }
            return op;
        }
        self.create_general(new)
    }

    /// The usual case of [`Self::create`], at the end of a block or detached.
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
        let body = &mut *self.body;
        let op = body.ops.next_id();
        let (mut prev, mut order) = (None, FIRST_ORDER);
        if let Some(block) = block {
            let at = &mut body.blocks[block];
            prev = at.last.replace(op);
            match prev {
                Some(prev) => {
                    let prev = &mut body.ops[prev];
                    prev.next = Some(op);
                    order = prev.order.saturating_add(ORDER_GAP);
                }
                None => at.first = Some(op),
            }
        }
        let first_result = result.map(|ty| {
            let def = ValueDefData::Op(op);
            body.values.alloc(ValueData { ty: Some(ty), def, index: 0, first_use: NIL })
        });
        let operand_start = body.operands.len() as u32;
        for &value in operands {
            link_operand(body, op, value);
        }
        let slot_start = body.slots.len() as u32;
        // Mostly one or two: a loop costs less than a copy.
        for &slot in slots {
            body.slots.push(slot);
        }
        body.ops.alloc(OpData {
            parent: block,
            prev,
            next: None,
            order,
            def,
            flags: 0,
            regions: 0,
            slots: slots.len() as u8,
            results: u16::from(first_result.is_some()),
            successors: 0,
            first_result,
            first_region: 0,
            successor_start: 0,
            loc,
            operand_start,
            operand_len: operands.len() as u32,
            slot_start,
            attrs,
        });
        if order == u32::MAX
            && let Some(block) = block
        {
            self.renumber(block);
        }
        op
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
            let def = ValueDefData::Op(op);
            let value = body.values.alloc(ValueData { ty: Some(ty), def, index: i as u32, first_use: NIL });
            first_result = first_result.or(Some(value));
        }
        let slot_start = body.slots.len() as u32;
        body.slots.extend_from_slice(new.slots);
        let operand_start = body.operands.len();
        for &value in new.operands {
            link_operand(body, op, value);
        }
        let successor_start = body.successors.len() as u32;
        put_successors(body, op, operand_start, new.successors);
        body.ops.alloc(OpData {
            parent: None,
            prev: None,
            next: None,
            order: 0,
            def: new.def,
            flags: if new.isolated { FLAG_ISOLATED } else { 0 },
            regions: new.regions,
            slots: new.slots.len() as u8,
            results: new.results.len() as u16,
            successors: new.successors.len() as u32,
            first_result,
            first_region,
            successor_start,
            loc: new.loc,
            operand_start: operand_start as u32,
            operand_len: (body.operands.len() - operand_start) as u32,
            slot_start,
            attrs: new.attrs,
        });
        for _ in 0..new.regions {
            let region = body.regions.alloc(RegionData { owner: Some(op), first: None, last: None });
            body.region_lists.push(region);
        }
        self.insert(op, self.at);
        op
    }

    /// Appends operand and successor lists of an op at the ends of the pools and links the uses.
    fn put_operands(&mut self, op: Op, operands: &[Value], successors: &[(Block, &[Value])]) {
        let body = &mut *self.body;
        let start = body.operands.len();
        for &value in operands {
            link_operand(body, op, value);
        }
        let successor_start = body.successors.len() as u32;
        put_successors(body, op, start, successors);
        let len = (body.operands.len() - start) as u32;
        let data = &mut body.ops[op];
        data.operand_start = start as u32;
        data.operand_len = len;
        data.successor_start = successor_start;
        data.successors = successors.len() as u32;
    }

    fn unlink_operand(&mut self, at: u32) {
        let OperandData { value, next, prev, .. } = self.body.operands[at as usize];
        match prev {
            NIL => self.body.values[value].first_use = next,
            p => self.body.operands[p as usize].next = next,
        }
        if next != NIL {
            self.body.operands[next as usize].prev = prev;
        }
    }

    fn unlink_operands(&mut self, op: Op) {
        let OpData { operand_start, operand_len, successor_start, successors, .. } = self.body.ops[op];
        for at in operand_start..operand_start + operand_len {
            self.unlink_operand(at);
        }
        for at in successor_start..successor_start + successors {
            self.unlink_successor(at);
        }
    }

    fn unlink_successor(&mut self, at: u32) {
        let SuccessorData { block, next, prev, .. } = self.body.successors[at as usize];
        match prev {
            NIL => self.body.blocks[block].first_pred = next,
            p => self.body.successors[p as usize].next = next,
        }
        if next != NIL {
            self.body.successors[next as usize].prev = prev;
        }
    }

    /// Replaces all operands and successors of an op.
    pub fn set_operands(&mut self, op: Op, operands: &[Value], successors: &[(Block, &[Value])]) {
        self.unlink_operands(op);
        self.put_operands(op, operands, successors);
    }

    /// Replaces one operand.
    pub fn set_operand(&mut self, op: Op, index: usize, value: Value) {
        let data = &self.body.ops[op];
        assert!(index < data.operand_len as usize, "operand number out of range");
        let at = data.operand_start + index as u32;
        self.unlink_operand(at);
        let next = std::mem::replace(&mut self.body.values[value].first_use, at);
        if next != NIL {
            self.body.operands[next as usize].prev = at;
        }
        self.body.operands[at as usize] = OperandData { value, owner: op, next, prev: NIL };
    }

    /// Replaces the arguments passed to one successor.
    pub fn set_successor_args(&mut self, op: Op, index: usize, args: &[Value]) {
        let current = self.body.successor_data(op)[index];
        if current.arg_len as usize == args.len() {
            for (i, &value) in args.iter().enumerate() {
                self.set_operand(op, current.arg_start as usize + i, value);
            }
            return;
        }
        let own: Vec<Value> = self.body.own_operands(op).collect();
        let lists: Vec<(Block, Vec<Value>)> = (0..self.body.successor_count(op))
            .map(|i| {
                let list = if i == index { args.to_vec() } else { self.body.successor_args(op, i).collect() };
                (self.body.successor(op, i), list)
            })
            .collect();
        let slices: Vec<(Block, &[Value])> = lists.iter().map(|(b, l)| (*b, &l[..])).collect();
        self.set_operands(op, &own, &slices);
    }

    /// Redirects one successor to another block, keeping the arguments.
    pub fn set_successor(&mut self, op: Op, index: usize, block: Block) {
        let own: Vec<Value> = self.body.own_operands(op).collect();
        let lists: Vec<(Block, Vec<Value>)> = (0..self.body.successor_count(op))
            .map(|i| {
                let target = if i == index { block } else { self.body.successor(op, i) };
                (target, self.body.successor_args(op, i).collect())
            })
            .collect();
        let slices: Vec<(Block, &[Value])> = lists.iter().map(|(b, l)| (*b, &l[..])).collect();
        self.set_operands(op, &own, &slices);
    }

    /// Gives every use of `old` to `new`.
    pub fn replace_all_uses(&mut self, old: Value, new: Value) {
        if old == new {
            return;
        }
        let mut at = self.body.values[old].first_use;
        self.body.values[old].first_use = NIL;
        while at != NIL {
            let next_old = self.body.operands[at as usize].next;
            let next = std::mem::replace(&mut self.body.values[new].first_use, at);
            if next != NIL {
                self.body.operands[next as usize].prev = at;
            }
            let slot = &mut self.body.operands[at as usize];
            slot.value = new;
            slot.next = next;
            slot.prev = NIL;
            at = next_old;
        }
    }

    /// Inserts a detached op.
    pub fn insert(&mut self, op: Op, at: At) {
        let (block, before) = match at {
            At::Detached => return,
            At::End(block) => (block, None),
            At::Before(next) => (self.body.ops[next].parent.expect("the op is in a block"), Some(next)),
        };
        let prev = match before {
            Some(next) => self.body.ops[next].prev,
            None => self.body.blocks[block].last,
        };
        let low = prev.map(|p| self.body.ops[p].order);
        let order = match before {
            None => low.map_or(Some(FIRST_ORDER), |low| low.checked_add(ORDER_GAP)),
            // In front of all: constants are put there one after another.
            Some(next) if prev.is_none() => self.body.ops[next].order.checked_sub(ORDER_GAP),
            Some(next) => {
                let (low, high) = (low.unwrap_or(0), self.body.ops[next].order);
                (high - low > 1).then(|| low + (high - low) / 2)
            }
        };
        let data = &mut self.body.ops[op];
        debug_assert!(data.parent.is_none(), "only a detached op is inserted");
        data.parent = Some(block);
        data.prev = prev;
        data.next = before;
        match prev {
            Some(p) => self.body.ops[p].next = Some(op),
            None => self.body.blocks[block].first = Some(op),
        }
        match before {
            Some(n) => self.body.ops[n].prev = Some(op),
            None => self.body.blocks[block].last = Some(op),
        }
        match order {
            Some(order) => self.body.ops[op].order = order,
            None => self.renumber(block),
        }
    }

    /// Puts detached ops at the top of a block, in order.
    pub fn prepend(&mut self, block: Block, ops: impl DoubleEndedIterator<Item = Op>) {
        let before = self.body.blocks[block].first;
        let mut next = before;
        // Where the keys run out, all are given anew.
        let mut order = next.map_or(FIRST_ORDER, |n| self.body.ops[n].order);
        for op in ops.rev() {
            order = order.saturating_sub(ORDER_GAP);
            let data = &mut self.body.ops[op];
            debug_assert!(data.parent.is_none(), "only a detached op is inserted");
            data.parent = Some(block);
            data.prev = None;
            data.next = next;
            data.order = order;
            match next {
                Some(n) => self.body.ops[n].prev = Some(op),
                None => self.body.blocks[block].last = Some(op),
            }
            next = Some(op);
        }
        if next != before {
            self.body.blocks[block].first = next;
            if order == 0 {
                self.renumber(block);
            }
        }
    }

    fn renumber(&mut self, block: Block) {
        let mut at = self.body.blocks[block].first;
        let mut order = FIRST_ORDER;
        while let Some(op) = at {
            let data = &mut self.body.ops[op];
            data.order = order;
            order = order.saturating_add(ORDER_GAP);
            at = data.next;
        }
    }

    /// Takes an op out of its block; operands and results stay linked.
    pub fn detach(&mut self, op: Op) {
        let OpData { parent, prev, next, .. } = self.body.ops[op];
        let Some(block) = parent else { return };
        match prev {
            Some(p) => self.body.ops[p].next = next,
            None => self.body.blocks[block].first = next,
        }
        match next {
            Some(n) => self.body.ops[n].prev = prev,
            None => self.body.blocks[block].last = prev,
        }
        let data = &mut self.body.ops[op];
        data.parent = None;
        data.prev = None;
        data.next = None;
    }

    /// Moves an op.
    pub fn move_op(&mut self, op: Op, at: At) {
        self.detach(op);
        self.insert(op, at);
    }

    /// Erases an op with its regions and nested body. Its results must have no uses left outside of
    /// what is erased with it.
    pub fn erase(&mut self, op: Op) {
        // A work list, not recursion: constructs nest deeply. Most ops hold no others.
        let mut list = Vec::new();
        let mut next = Some(op);
        while let Some(op) = next {
            self.detach(op);
            self.unlink_operands(op);
            for i in 0..self.body.region_count(op) {
                let region = self.body.region(op, i);
                let blocks: Vec<Block> = self.body.blocks(region).collect();
                for block in blocks {
                    list.extend(self.body.ops(block));
                }
            }
            for i in 0..self.body.result_count(op) {
                let value = self.body.result(op, i);
                self.body.values[value].def = ValueDefData::Dead;
            }
            let data = &mut self.body.ops[op];
            data.operand_len = 0;
            data.successors = 0;
            data.flags |= FLAG_DEAD;
            if data.flags & FLAG_ISOLATED != 0 {
                let at = data.first_region as usize;
                self.body.nested[at] = None;
            }
            next = list.pop();
        }
    }

    /// Splits a block before `op`: it and all behind it go to a new block, which follows in the
    /// region. The first block is left without a terminator.
    pub fn split_block(&mut self, op: Op) -> Block {
        let block = self.body.ops[op].parent.expect("the op is in a block");
        let region = self.body.blocks[block].parent.expect("the block is in a region");
        let after = self.body.blocks[block].next;
        let new = self.detached_block();
        self.link_block(new, region, after);
        let last = self.body.blocks[block].last;
        let prev = self.body.ops[op].prev;
        self.body.blocks[block].last = prev;
        match prev {
            Some(p) => self.body.ops[p].next = None,
            None => self.body.blocks[block].first = None,
        }
        self.body.ops[op].prev = None;
        let data = &mut self.body.blocks[new];
        data.first = Some(op);
        data.last = last;
        let mut at = Some(op);
        while let Some(op) = at {
            let data = &mut self.body.ops[op];
            data.parent = Some(new);
            at = data.next;
        }
        new
    }

    /// Drops the successors from number `keep` on, with their arguments.
    pub fn truncate_successors(&mut self, op: Op, keep: usize) {
        let OpData { operand_start, operand_len, successor_start, successors, .. } = self.body.ops[op];
        if keep >= successors as usize {
            return;
        }
        let first = self.body.successors[successor_start as usize + keep].arg_start;
        for at in operand_start + first..operand_start + operand_len {
            self.unlink_operand(at);
        }
        for at in successor_start + keep as u32..successor_start + successors {
            self.unlink_successor(at);
        }
        let data = &mut self.body.ops[op];
        data.operand_len = first;
        data.successors = keep as u32;
    }

    /// Moves all ops of `from` behind those of `to`.
    pub fn append_ops(&mut self, from: Block, to: Block) {
        let Some(first) = self.body.blocks[from].first else { return };
        let last = self.body.blocks[from].last;
        let end = self.body.blocks[to].last;
        let mut order = end.map_or(FIRST_ORDER, |op| self.body.ops[op].order);
        match end {
            Some(op) => self.body.ops[op].next = Some(first),
            None => self.body.blocks[to].first = Some(first),
        }
        self.body.ops[first].prev = end;
        self.body.blocks[to].last = last;
        let from = &mut self.body.blocks[from];
        from.first = None;
        from.last = None;
        let mut at = Some(first);
        while let Some(op) = at {
            order = order.saturating_add(ORDER_GAP);
            let data = &mut self.body.ops[op];
            data.parent = Some(to);
            data.order = order;
            at = data.next;
        }
    }

    /// Sets a raw attribute slot.
    pub fn set_slot(&mut self, op: Op, index: usize, raw: u32) {
        let data = &self.body.ops[op];
        assert!(index < data.slots as usize, "slot number out of range");
        self.body.slots[data.slot_start as usize + index] = raw;
    }

    /// Sets the discardable attributes.
    pub fn set_attrs(&mut self, op: Op, attrs: Option<Attribute>) {
        self.body.ops[op].attrs = attrs;
    }

    /// Sets the location.
    pub fn set_loc(&mut self, op: Op, loc: Location) {
        self.body.ops[op].loc = loc;
    }

    // Values.

    /// A value that is mentioned before it is defined.
    pub fn forward_value(&mut self, ty: Option<Type>) -> Value {
        self.body.values.alloc(ValueData { ty, def: ValueDefData::Forward, index: 0, first_use: NIL })
    }

    /// Gives the uses (and, if it has none, the name) of a forward value to its definition.
    pub fn resolve_forward(&mut self, forward: Value, definition: Value) {
        self.replace_all_uses(forward, definition);
        self.body.values[forward].def = ValueDefData::Dead;
        if let (Some(name), None) = (self.body.value_name(forward), self.body.value_name(definition)) {
            self.set_value_name(definition, Some(name));
        }
    }

    /// Changes the type of a value.
    pub fn set_value_type(&mut self, value: Value, ty: Type) {
        self.body.values[value].ty = Some(ty);
    }

    /// Sets the debug name of a value.
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

    /// Sets attributes and location of a block argument.
    pub fn set_value_side(&mut self, value: Value, side: Side) {
        self.body.value_sides.insert(value, side);
    }

    /// Sets name, attributes and location of a block.
    pub fn set_block_side(&mut self, block: Block, side: Side) {
        self.body.block_sides.insert(block, side);
    }

    // Nested bodies.

    /// Sets the body of an isolated op.
    pub fn set_nested(&mut self, op: Op, nested: Option<Box<Body>>) {
        assert!(self.body.is_isolated(op), "only an isolated op has a body");
        let at = self.body.ops[op].first_region as usize;
        self.body.nested[at] = nested;
    }

    /// Takes the body of an isolated op out, to work on it; put it back with [`Self::set_nested`].
    pub fn take_nested(&mut self, op: Op) -> Option<Box<Body>> {
        if !self.body.is_isolated(op) {
            return None;
        }
        let at = self.body.ops[op].first_region as usize;
        self.body.nested[at].take()
    }

    /// The body of an isolated op, to change it.
    pub fn nested_mut(&mut self, op: Op) -> Option<&mut Body> {
        if !self.body.is_isolated(op) {
            return None;
        }
        let at = self.body.ops[op].first_region as usize;
        self.body.nested[at].as_deref_mut()
    }

    /// As [`Self::nested_mut`], for as long as the body is borrowed.
    pub fn into_nested_mut(self, op: Op) -> Option<&'a mut Body> {
        if !self.body.is_isolated(op) {
            return None;
        }
        let at = self.body.ops[op].first_region as usize;
        self.body.nested[at].as_deref_mut()
    }

    /// The body itself, for helpers that make their own builder.
    pub fn body(&mut self) -> &mut Body {
        self.body
    }
}
