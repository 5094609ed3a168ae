//! Mutable control-flow graph for restructuring: the reachable blocks of a function and newly created blocks
//!
//! Before [`Graph::write`], the body is unchanged except for new blocks, constants and undefined values.

use super::super::Unstructured;
use crate::control::SILENT;
use crate::control::{edge_count, merge_slot};
use crate::spv;
use crate::structure;
use crate::structure::{MERGE_LOOP, MERGE_SELECTION, NO_MERGE};
use id_arena::{Arena, Id};
use rustc_hash::{FxHashMap, FxHashSet};
use spv_ir::dialect::{ABSENT, OpDefId};
use spv_ir::{AttrData, Attribute, Block, Body, Builder, Context, InsertPoint, NewOp, Op, Type, Value};

pub type NodeId = Id<BlockNode>;
pub type LoopId = Id<Loop>;

/// A CFG edge: its target, and the values forwarded to the target's arguments.
#[derive(Clone, Debug)]
pub struct Edge {
    pub to: NodeId,
    pub args: Vec<Value>,
}

/// The terminator of a block.
#[derive(Clone, Debug)]
pub enum Term {
    /// An existing op, whose edges are [`BlockNode::edges`].
    Op(Op),
    /// An unconditional branch.
    Branch,
    /// Compares the selector with a constant: branches to the first edge if they are equal, else to the second edge.
    Test(Value, u32),
    /// Switches on the selector. The list holds the case values in edge order; the last edge is the default.
    Dispatch(Value, Vec<u32>),
    /// An OpUnreachable terminator.
    Unreachable,
}

/// The merge instruction of a header block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Declared {
    Nothing,
    Selection { merge: NodeId },
    Loop { merge: NodeId, target: NodeId },
}

/// The role of a block in its innermost loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Ordinary,
    /// The header of this loop.
    Header(LoopId),
    /// The merge block of this loop.
    Merge(LoopId),
    /// The continue target of a loop.
    Continue,
}

/// A basic block.
#[derive(Clone, Debug)]
pub struct BlockNode {
    pub block: Block,
    pub term: Term,
    pub edges: Vec<Edge>,
    pub declared: Declared,
    pub role: Role,
    /// Original control operands of the block's merge instruction: selection control, loop control words.
    pub controls: (u32, [u32; 2]),
    /// For a switch with reordered edges: the original edge index of each edge.
    pub cases: Option<Vec<usize>>,
}

impl BlockNode {
    /// Returns a block that has no edges or merge instruction and belongs to no loop.
    fn new(block: Block, term: Term) -> BlockNode {
        let (declared, role) = (Declared::Nothing, Role::Ordinary);
        BlockNode { block, term, edges: Vec::new(), declared, role, controls: (0, [0, 0]), cases: None }
    }
}

/// A loop with one header, one continue target and one merge block.
#[derive(Clone, Copy, Debug)]
pub struct Loop {
    pub header: NodeId,
    pub target: NodeId,
    pub merge: NodeId,
}

/// The control-flow graph. See the module documentation.
pub struct Graph<'a> {
    pub ctx: &'a Context,
    pub body: &'a mut Body,
    pub nodes: Arena<BlockNode>,
    /// The function's first block.
    pub entry: NodeId,
    pub loops: Arena<Loop>,
    /// Undefined values that were created, by type.
    undefined: FxHashMap<Type, Value>,
    integers: FxHashMap<u32, Value>,
    /// The first existing `i32` constant for each attribute. Computed on demand.
    constants: Option<FxHashMap<u32, Value>>,
    /// Selector value of each block that a selector may select.
    numbers: FxHashMap<NodeId, u32>,
    /// Terminators that were replaced because all their edges are identical.
    dropped: Vec<Op>,
    unreachable: OpDefId,
    equal: OpDefId,
    constant: OpDefId,
}

impl<'a> Graph<'a> {
    /// Reads the reachable blocks of a body in CFG form and drops their merge instructions. Does not change the body.
    ///
    /// # Errors
    /// Fails if the body cannot be restructured at all.
    pub fn new(ctx: &'a Context, body: &'a mut Body) -> Result<Self, Unstructured> {
        let get = |name: &str| ctx.registry().op_by_name(name);
        let entry = body.first_block(body.root()).filter(|&b| body.last_op(b).is_some());
        let known = (get("spv.Unreachable"), get("spv.IEqual"), get(structure::CONSTANT.name));
        let ((Some(unreachable), Some(equal), Some(constant)), Some(entry)) = (known, entry) else {
            let block = body.blocks(body.root()).next().expect("a function has an entry block");
            return Err(Unstructured { reason: "the function has no body", block });
        };
        let nodes = reachable_nodes(body, entry)?;
        let (first, _) = nodes.iter().next().expect("the entry block is reachable");
        let mut graph = Graph {
            ctx,
            body,
            nodes,
            entry: first,
            loops: Arena::new(),
            undefined: FxHashMap::default(),
            integers: FxHashMap::default(),
            constants: None,
            numbers: FxHashMap::default(),
            dropped: Vec::new(),
            unreachable,
            equal,
            constant,
        };
        for node in graph.ids() {
            graph.join_edges(node);
        }
        Ok(graph)
    }

    /// Returns the ids of the current blocks.
    pub fn ids(&self) -> Vec<NodeId> {
        self.nodes.iter().map(|(id, _)| id).collect()
    }

    /// Replaces a branch whose edges are all identical with an unconditional branch.
    fn join_edges(&mut self, block: NodeId) {
        let is_switch = self.is_switch(block);
        let node = &mut self.nodes[block];
        let equal = |a: &Edge, b: &Edge| a.to == b.to && a.args == b.args;
        let one = node.edges.len() > 1 || is_switch;
        if one && node.edges.iter().all(|e| equal(e, &node.edges[0])) {
            node.edges.truncate(1);
            if let Term::Op(op) = std::mem::replace(&mut node.term, Term::Branch) {
                self.dropped.push(op);
            }
        }
    }

    /// Inserts blocks on parallel edges that forward different values, so that each target has one edge. For a switch,
    /// inserts a block on each parallel edge, because a case may not fall through to another. Otherwise the edges that
    /// forward the same values as the first parallel edge need no block.
    pub fn separate_edges(&mut self, block: NodeId, is_free: impl Fn(&Graph<'_>, NodeId) -> bool) {
        let edges = self.nodes[block].edges.clone();
        if edges.len() < 2 {
            return;
        }
        let mut first: FxHashMap<NodeId, usize> = FxHashMap::default();
        let mut differ: FxHashSet<NodeId> = FxHashSet::default();
        for (index, edge) in edges.iter().enumerate() {
            let leader = *first.entry(edge.to).or_insert(index);
            if edges[leader].args != edge.args && !is_free(self, edge.to) {
                differ.insert(edge.to);
            }
        }
        let all = self.is_switch(block);
        for (index, edge) in edges.iter().enumerate() {
            let as_first = edges[first[&edge.to]].args == edge.args;
            if differ.contains(&edge.to) && (all || !as_first) {
                let between = self.node(Term::Branch, vec![edge.clone()]);
                self.nodes[block].edges[index] = Edge { to: between, args: Vec::new() };
            }
        }
    }

    /// Returns whether a block ends in a switch, which must head a construct.
    pub fn is_switch(&self, block: NodeId) -> bool {
        match self.nodes[block].term {
            Term::Op(op) => self.body.def(op) == spv::Switch::ID,
            Term::Dispatch(..) => true,
            _ => false,
        }
    }

    /// Creates a detached block with the given terminator and edges.
    pub fn node(&mut self, term: Term, edges: Vec<Edge>) -> NodeId {
        let block = Builder::new(self.body).detached_block();
        self.nodes.alloc(BlockNode { edges, ..BlockNode::new(block, term) })
    }

    /// Adds arguments to `node`, with the same types as the arguments of `like`.
    pub fn copy_args(&mut self, node: NodeId, like: NodeId) -> Vec<Value> {
        let (block, like) = (self.nodes[node].block, self.nodes[like].block);
        let types: Vec<Type> = self.body.args(like).iter().map(|&v| self.body.value_type(v)).collect();
        let mut b = Builder::new(self.body);
        types.into_iter().map(|ty| b.add_arg(block, ty)).collect()
    }

    /// Adds an `i32` selector argument to `node`.
    pub fn selector(&mut self, node: NodeId) -> Value {
        let (block, ty) = (self.nodes[node].block, self.ctx.common().i32);
        Builder::new(self.body).add_arg(block, ty)
    }

    /// Returns the selector value that selects a block. It is the same for all selectors.
    pub fn number(&mut self, node: NodeId) -> u32 {
        let next = self.numbers.len() as u32;
        *self.numbers.entry(node).or_insert(next)
    }

    /// Returns undefined values of the types of `node`'s arguments.
    pub fn undefined_args(&mut self, node: NodeId) -> Vec<Value> {
        let block = self.nodes[node].block;
        let types: Vec<Type> = self.body.args(block).iter().map(|&v| self.body.value_type(v)).collect();
        types.into_iter().map(|ty| self.undefined(ty)).collect()
    }

    /// Returns an undefined value of a type, created on the first call.
    pub fn undefined(&mut self, ty: Type) -> Value {
        let ctx = self.ctx;
        *self.undefined.entry(ty).or_insert_with(|| undefined(ctx, self.body, ty))
    }

    /// Returns an `i32` constant, created at the top of the function if there is none yet.
    pub fn integer(&mut self, number: u32) -> Value {
        if let Some(&value) = self.integers.get(&number) {
            return value;
        }
        let (entry, ty) = (self.nodes[self.entry].block, self.ctx.common().i32);
        let attr = self.ctx.i32_attr(number).raw();
        let (body, constant) = (&*self.body, self.constant);
        let known = self.constants.get_or_insert_with(|| {
            let silent = |op: &Op| SILENT.contains(&body.def(*op));
            let is_constant =
                |op: &Op| body.def(*op) == constant && body.value_type(body.result(*op, 0)) == ty;
            let list = body.ops(entry).take_while(silent).filter(is_constant);
            let mut known = FxHashMap::default();
            list.for_each(|op| {
                _ = known.entry(body.slot(op, spv::Constant::VALUE)).or_insert(body.result(op, 0))
            });
            known
        });
        let value = known.get(&attr).copied().unwrap_or_else(|| {
            let at = self.body.first_op(entry).map_or(InsertPoint::End(entry), InsertPoint::Before);
            let mut b = Builder::at(self.body, at);
            b.value(NewOp { results: &[ty], slots: &[attr], ..NewOp::new(constant) })
        });
        self.integers.insert(number, value);
        value
    }

    /// Ends a block with a selection among `edges`. The block branches to edge `i` if the selector equals `numbers[i]`.
    pub fn choose(&mut self, block: NodeId, selector: Value, numbers: Vec<u32>, edges: Vec<Edge>) {
        let term = match numbers[..] {
            [_] => Term::Branch,
            [first, _] => {
                self.integer(first);
                Term::Test(selector, first)
            }
            _ => Term::Dispatch(selector, numbers),
        };
        let node = &mut self.nodes[block];
        node.term = term;
        node.edges = edges;
    }

    /// Writes the graph to the body. The body then has exactly the blocks in `order`.
    pub fn write(&mut self, order: &[NodeId]) {
        let root = self.body.root();
        let kept: FxHashSet<Block> = order.iter().map(|&n| self.nodes[n].block).collect();
        let old: Vec<Block> = self.body.blocks(root).filter(|b| !kept.contains(b)).collect();
        for op in std::mem::take(&mut self.dropped) {
            Builder::new(self.body).erase(op);
        }
        // A terminator may have moved to another block, so detach all terminators first.
        for &n in order {
            if let Term::Op(op) = self.nodes[n].term {
                Builder::new(self.body).detach(op);
            }
        }
        for &n in order {
            self.write_terminator(n);
        }
        // Unreachable ops may refer to each other in a cycle, so drop all their operands before erasing them.
        for &block in &old {
            let ops: Vec<Op> = self.body.ops(block).collect();
            for op in ops {
                Builder::new(self.body).set_operands(op, &[], &[]);
            }
        }
        let mut b = Builder::new(self.body);
        for block in old {
            b.erase_block(block);
        }
        for &n in order {
            b.move_block(self.nodes[n].block, root, None);
        }
    }

    fn write_terminator(&mut self, n: NodeId) {
        let node = self.nodes[n].clone();
        let block_of = |n: NodeId| self.nodes[n].block;
        let mut successors: Vec<(Block, &[Value])> =
            node.edges.iter().map(|e| (block_of(e.to), &e.args[..])).collect();
        let selection = if node.controls.0 == ABSENT { 0 } else { node.controls.0 };
        let merge = match node.declared {
            Declared::Nothing => NO_MERGE,
            Declared::Selection { merge } => {
                successors.push((block_of(merge), &[]));
                [MERGE_SELECTION, selection, ABSENT, 0]
            }
            Declared::Loop { merge, target } => {
                successors.push((block_of(merge), &[]));
                successors.push((block_of(target), &[]));
                let [control, extra] = node.controls.1;
                [MERGE_LOOP, ABSENT, if control == ABSENT { 0 } else { control }, extra]
            }
        };
        let ctx = self.ctx;
        let mut b = Builder::at(self.body, InsertPoint::End(node.block));
        match node.term {
            Term::Op(op) => {
                let own: Vec<Value> = b.own_operands(op).collect();
                b.set_operands(op, &own, &successors);
                if let Some(order) = node.cases
                    && let Some(literals) = b.slot_attr(op, spv::Switch::LITERALS)
                {
                    b.set_slot(op, spv::Switch::LITERALS, reordered(ctx, literals, &order).raw());
                }
                if let Some(slot) = merge_slot(b.def(op)) {
                    for (i, value) in merge.into_iter().enumerate() {
                        b.set_slot(op, slot + i, value);
                    }
                }
                b.insert(op, InsertPoint::End(node.block));
            }
            Term::Branch => {
                b.create(NewOp { slots: &merge, successors: &successors, ..NewOp::new(spv::Branch::ID) });
            }
            Term::Test(selector, value) => {
                let slots = vec![0; ctx.registry().op(self.equal).slots()];
                let constant = self.integers[&value];
                let condition = b.value(NewOp {
                    operands: &[selector, constant],
                    results: &[ctx.common().i1],
                    slots: &slots,
                    ..NewOp::new(self.equal)
                });
                let slots = [&[0][..], &merge].concat();
                b.create(NewOp {
                    operands: &[condition],
                    slots: &slots,
                    successors: &successors,
                    ..NewOp::new(spv::BranchConditional::ID)
                });
            }
            Term::Dispatch(selector, numbers) => {
                let cases = numbers.len() - 1;
                let edges = node.edges.len();
                successors[..edges].rotate_right(1);
                let ty = ctx.vector_type(cases as u64, ctx.common().i32);
                let elements = numbers[..cases].iter().map(|&n| n.into()).collect();
                let literals = ctx.dense_attr(ty, elements).raw();
                let slots = [&[literals][..], &merge].concat();
                b.create(NewOp {
                    operands: &[selector],
                    slots: &slots,
                    successors: &successors,
                    ..NewOp::new(spv::Switch::ID)
                });
            }
            Term::Unreachable => {
                b.create(NewOp::new(self.unreachable));
            }
        }
    }
}

/// Returns the literals of a switch in the order of its successors. `order` has the former index of each successor,
/// starting with the default.
fn reordered(ctx: &Context, literals: Attribute, order: &[usize]) -> Attribute {
    let cases = order.iter().skip(1).map(|&n| n - 1);
    match ctx.attr_data(literals) {
        AttrData::Dense { ty, elements } if elements.len() == cases.len() => {
            ctx.dense_attr(*ty, cases.map(|n| elements[n]).collect())
        }
        AttrData::Array(wide) if wide.len() == cases.len() => {
            ctx.array_attr(&cases.map(|n| wide[n]).collect::<Vec<Attribute>>())
        }
        _ => literals,
    }
}

/// Returns the blocks that are reachable from the entry block, in IR order, so that new blocks follow that order.
fn reachable_nodes(body: &Body, entry: Block) -> Result<Arena<BlockNode>, Unstructured> {
    let mut reached: FxHashSet<Block> = FxHashSet::from_iter([entry]);
    let mut work = vec![entry];
    while let Some(block) = work.pop() {
        let Some(op) = body.last_op(block) else {
            return Err(Unstructured { reason: "a block has no terminator", block });
        };
        work.extend(body.successors(op).take(edge_count(body, op)).filter(|&to| reached.insert(to)));
    }
    let mut nodes = Arena::new();
    let mut node_of: FxHashMap<Block, NodeId> = FxHashMap::default();
    for block in body.blocks(body.root()).filter(|block| reached.contains(block)) {
        let Some(op) = body.last_op(block) else { continue };
        node_of.insert(block, nodes.alloc(BlockNode::new(block, Term::Op(op))));
    }
    if nodes.len() != reached.len() {
        return Err(Unstructured { reason: "a branch leaves the region", block: entry });
    }
    for (_, node) in nodes.iter_mut() {
        let (block, Term::Op(op)) = (node.block, &node.term) else { continue };
        let op = *op;
        if body.successors(op).take(edge_count(body, op)).any(|to| to == entry) {
            return Err(Unstructured { reason: "a branch targets the entry block", block });
        }
        let edge =
            |n| Edge { to: node_of[&body.successor(op, n)], args: body.successor_args(op, n).collect() };
        node.edges = (0..edge_count(body, op)).map(edge).collect();
        if let Some(slot) = merge_slot(body.def(op)) {
            match body.slot(op, slot) {
                MERGE_SELECTION => node.controls.0 = body.slot(op, slot + 1),
                MERGE_LOOP => node.controls.1 = [body.slot(op, slot + 2), body.slot(op, slot + 3)],
                _ => {}
            }
        }
    }
    Ok(nodes)
}

/// Creates an undefined value at the top of the function, after the function's variables.
pub fn undefined(ctx: &Context, body: &mut Body, ty: Type) -> Value {
    let registry = ctx.registry();
    let (def, variable) = (registry.op_by_name("spv.Undef"), registry.op_by_name(structure::VARIABLE.name));
    let def = def.expect("a registry with the control-flow ops has it");
    let entry = body.first_block(body.root()).expect("the function has an entry block");
    // Undefined values may be interleaved with variables.
    let skip = |op: &Op| {
        let at = body.def(*op);
        Some(at) == variable || at == def || SILENT.contains(&at)
    };
    let at = body.ops(entry).find(|op| !skip(op)).map_or(InsertPoint::End(entry), InsertPoint::Before);
    let slots = vec![0; registry.op(def).slots()];
    let op = Builder::at(body, at).create(NewOp { results: &[ty], slots: &slots, ..NewOp::new(def) });
    body.result(op, 0)
}
