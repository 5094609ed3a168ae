//! Copying of ops and blocks within or between bodies

use crate::attrs::Attribute;
use crate::body::Body;
use crate::builder::{Builder, InsertPoint, NewOp};
use crate::entity::{Block, Op, Region, Value};
use crate::location::Location;
use rustc_hash::FxHashMap;

/// A mapping from values and blocks of the source to their copies. Values and blocks without a copy map to themselves,
/// which is valid only if source and target are in the same body.
#[derive(Clone, Debug, Default)]
pub struct CopyMap {
    /// The copy of each value.
    pub values: FxHashMap<Value, Value>,
    /// The copy of each block.
    pub blocks: FxHashMap<Block, Block>,
}

/// Copies the contents of a region or block into another body.
pub struct Copier<'a> {
    /// The source body; `None` if the source is the target body.
    pub from: Option<&'a Body>,
    /// Copies made so far.
    pub map: CopyMap,
    /// Function that maps the discardable attributes of ops, blocks and arguments.
    pub attrs: &'a dyn Fn(Option<Attribute>) -> Option<Attribute>,
    /// Function that maps the locations of ops, blocks and arguments.
    pub locs: &'a dyn Fn(Location) -> Location,
}

/// Returns the attributes unchanged. For use as [`Copier::attrs`].
pub fn keep_attrs(attrs: Option<Attribute>) -> Option<Attribute> {
    attrs
}

/// Returns the location unchanged. For use as [`Copier::locs`].
pub fn keep_locs(loc: Location) -> Location {
    loc
}

/// A pending copy.
enum Task {
    /// The blocks of the first region, to be copied to the second region.
    Region(Region, Region),
    /// The ops of the first block, to be copied to the end of the second block.
    Ops(Block, Block),
}

impl Copier<'_> {
    fn source<'b>(&'b self, to: &'b Body) -> &'b Body {
        self.from.unwrap_or(to)
    }

    /// Copies the blocks of a region to the end of another region and returns the copies in order. Does not copy the
    /// nested bodies of isolated ops.
    pub fn region(&mut self, to: &mut Body, source: Region, target: Region) -> Vec<Block> {
        let blocks: Vec<Block> = self.source(to).blocks(source).collect();
        self.run(to, vec![Task::Region(source, target)]);
        blocks.into_iter().filter_map(|b| self.map.blocks.get(&b).copied()).collect()
    }

    /// Copies all ops of a block to the end of another block.
    pub fn ops(&mut self, to: &mut Body, source: Block, target: Block) {
        self.run(to, vec![Task::Ops(source, target)]);
    }

    /// Copies an op and everything nested in it, except nested bodies of isolated ops.
    pub fn op(&mut self, to: &mut Body, source: Op, at: InsertPoint) -> Op {
        let mut tasks = Vec::new();
        let copy = self.one(to, source, at, &mut tasks, &mut Vec::new());
        self.run(to, tasks);
        copy
    }

    fn run(&mut self, to: &mut Body, mut tasks: Vec<Task>) {
        let mut open = Vec::new();
        while let Some(task) = tasks.pop() {
            match task {
                Task::Region(source, target) => {
                    // First copy all blocks, because they reference each other, and then their ops in order.
                    let blocks: Vec<Block> = self.source(to).blocks(source).collect();
                    for &block in &blocks {
                        self.block(to, block, target);
                    }
                    if let Some(tail) = self.source(to).region_tail(source) {
                        Builder::new(to).set_region_tail(target, self.map.blocks.get(&tail).copied());
                    }
                    let pairs = blocks.iter().rev();
                    tasks.extend(pairs.filter_map(|b| Some(Task::Ops(*b, *self.map.blocks.get(b)?))));
                }
                Task::Ops(source, target) => {
                    let ops: Vec<Op> = self.source(to).ops(source).collect();
                    let begin = tasks.len();
                    for op in ops {
                        self.one(to, op, InsertPoint::End(target), &mut tasks, &mut open);
                    }
                    tasks[begin..].reverse();
                }
            }
        }
        if self.from.is_none() {
            self.resolve_operands(to, &open);
        }
    }

    /// Replaces placeholder operands with copies. `open` has the op and operand index of each operand whose value was
    /// defined after the op was copied.
    fn resolve_operands(&self, to: &mut Body, open: &[(Op, usize)]) {
        let mut b = Builder::new(to);
        for &(op, i) in open {
            if let Some(&copy) = self.map.values.get(&b.operand(op, i)) {
                b.set_operand(op, i, copy);
            }
        }
    }

    fn block(&mut self, to: &mut Body, source: Block, target: Region) {
        let from = self.source(to);
        let args: Vec<_> = from
            .args(source)
            .iter()
            .map(|&a| (a, from.value_type(a), from.value_name(a), from.value_annotations(a)))
            .collect();
        let mut annotations = from.block_annotations(source);
        annotations.attrs = (self.attrs)(annotations.attrs);
        annotations.loc = annotations.loc.map(self.locs);
        let mut b = Builder::new(to);
        let block = b.append_block(target);
        if annotations != Default::default() {
            b.set_block_annotations(block, annotations);
        }
        self.map.blocks.insert(source, block);
        for (arg, ty, name, mut annotations) in args {
            let copy = b.add_arg(block, ty);
            b.set_value_name(copy, name);
            annotations.attrs = (self.attrs)(annotations.attrs);
            annotations.loc = annotations.loc.map(self.locs);
            if annotations != Default::default() {
                b.set_value_annotations(copy, annotations);
            }
            self.define(&mut b, arg, copy);
        }
    }

    /// Records the copy of a value and replaces uses of its placeholder.
    fn define(&mut self, to: &mut Builder<'_>, value: Value, copy: Value) {
        if let Some(forward) = self.map.values.insert(value, copy) {
            to.resolve_forward(forward, copy);
        }
    }

    /// Returns the copy of a value, or a placeholder if it has not been copied yet.
    fn value(&mut self, to: &mut Builder<'_>, value: Value) -> Value {
        if let Some(&copy) = self.map.values.get(&value) {
            return copy;
        }
        let Some(from) = self.from else { return value };
        let forward = to.forward_value(from.value_type_opt(value));
        self.map.values.insert(value, forward);
        forward
    }

    /// Copies an op. Adds a task for each of its regions, and adds the operands that have no copy yet to `open`.
    fn one(
        &mut self,
        to: &mut Body,
        source: Op,
        at: InsertPoint,
        tasks: &mut Vec<Task>,
        open: &mut Vec<(Op, usize)>,
    ) -> Op {
        let from = self.source(to);
        let regions: Vec<Region> = (0..from.region_count(source)).map(|i| from.region(source, i)).collect();
        let slots = from.slots(source).to_vec();
        let results: Vec<_> =
            from.results(source).map(|v| (v, from.value_type(v), from.value_name(v))).collect();
        let types: Vec<_> = results.iter().map(|r| r.1).collect();
        let own: Vec<Value> = from.own_operands(source).collect();
        let successors: Vec<(Block, Vec<Value>)> = (0..from.successor_count(source))
            .map(|i| (from.successor(source, i), from.successor_args(source, i).collect()))
            .collect();
        let (def, isolated) = (from.def(source), from.is_isolated(source));
        let loc = (self.locs)(from.loc(source));
        let attrs = (self.attrs)(from.attrs(source));
        let unknown = |(i, value): (usize, Value)| (!self.map.values.contains_key(&value)).then_some(i);
        let unknown: Vec<usize> = from.operands(source).enumerate().filter_map(unknown).collect();
        let mut b = Builder::at(to, at);
        let own: Vec<Value> = own.into_iter().map(|v| self.value(&mut b, v)).collect();
        let successors: Vec<(Block, Vec<Value>)> = successors
            .into_iter()
            .map(|(block, args)| {
                let block = self.map.blocks.get(&block).copied().unwrap_or(block);
                (block, args.into_iter().map(|v| self.value(&mut b, v)).collect())
            })
            .collect();
        let slices: Vec<(Block, &[Value])> = successors.iter().map(|(b, l)| (*b, &l[..])).collect();
        let regions_len = if isolated { 0 } else { regions.len() as u8 };
        let op = b.create(NewOp {
            def,
            loc,
            operands: &own,
            slots: &slots,
            results: &types,
            attrs,
            successors: &slices,
            regions: regions_len,
            isolated,
        });
        open.extend(unknown.into_iter().map(|i| (op, i)));
        for (i, (value, _, name)) in results.into_iter().enumerate() {
            let copy = b.result(op, i);
            b.set_value_name(copy, name);
            self.define(&mut b, value, copy);
        }
        for (i, region) in regions.into_iter().enumerate().rev() {
            tasks.push(Task::Region(region, b.region(op, i)));
        }
        op
    }
}
