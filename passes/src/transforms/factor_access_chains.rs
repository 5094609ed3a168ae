//! Factoring of common access chain prefixes (`factor-access-chains`)
//!
//! The index lists of all chains with the same base form a trie. The pass creates chains for some trie nodes, and
//! longer chains continue from them. It selects the trie nodes that minimize the words in the binary, including
//! pointer types. Each new chain is at the nearest point that dominates all chains that continue from it.
//! `canonicalize` does the opposite, so this pass should run last.

use crate::flow::Flow;
use crate::pass::{ControlFlow, Function, PassInfo, Work};
use crate::support::nesting::is_within;
use crate::support::spirv::integer;
use crate::support::spirv::is_chain;
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use spv_dialect::spv;
use spv_dialect::types;
use spv_ir::{
    Body, Builder, Context, Diagnostics, InsertPoint, Location, NewOp, Op, Region, Type, Value, walk,
};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Lets access chains of one base that share leading indices continue from a chain of the \
                  shared indices, if that takes fewer words in the binary. The new chain is placed where it \
                  dominates its users. Equal chains are merged. Decorated chains are kept.",
    before: "%p = spv.AccessChain %v[%i, %j, %c0] : ...\n%q = spv.AccessChain %v[%i, %j, %c1] : ...\n\
             %r = spv.AccessChain %v[%i, %j, %c2] : ...\n%s = spv.AccessChain %v[%i, %j, %c3] : ...",
    after: "%0 = spv.AccessChain %v[%i, %j] : ...\n%p = spv.AccessChain %0[%c0] : ...\n\
            %q = spv.AccessChain %0[%c1] : ...\n%r = spv.AccessChain %0[%c2] : ...\n\
            %s = spv.AccessChain %0[%c3] : ...",
    statistics: &[("factored", "Access chains created or changed")],
    ..PassInfo::new(
        "factor-access-chains",
        "Share common prefixes of access chains",
        ControlFlow::Any,
        |_| Ok(Work::function(run)),
    )
};

/// Maximum number of rounds per function.
const ROUNDS: usize = 4;
/// Maximum number of indices of a chain to consider.
const MAX_DEPTH: usize = 16;
/// Number of words in an access chain instruction without indices.
const CHAIN: usize = 4;
/// Number of words in an OpTypePointer instruction.
const POINTER: usize = 4;

fn run(function: &mut Function<'_>) -> Result<(), Diagnostics> {
    let ctx = function.ctx;
    let flow = function.analysis::<Flow>();
    let mut factored = 0;
    // A pointer type that one round creates costs no words in the next round.
    for _ in 0..ROUNDS {
        let body = &mut *function.body;
        let trees = trees(ctx, body, &flow);
        if trees.is_empty() {
            break;
        }
        let pointers = pointers(ctx, function.module, body);
        let (mut changed, mut replaced) = (0, FxHashMap::default());
        for tree in trees.values().filter(|tree| tree.chains.len() > 1) {
            let plan = tree.plan(&pointers);
            changed += Apply { body, flow: &flow, tree, plan: &plan, replaced: &mut replaced }.run();
        }
        factored += changed;
        if changed == 0 {
            break;
        }
    }
    function.count(0, factored);
    Ok(())
}

/// Returns the pointer types that the module or body already uses.
fn pointers(ctx: &Context, module: &Body, body: &Body) -> FxHashSet<Type> {
    let globals = walk::ops(module).filter(|&op| module.def(op) == spv::GlobalVariable::ID);
    let globals = globals.filter_map(|op| ctx.attr_type(module.slot_attr(op, spv::GlobalVariable::TYPE)?));
    let values = walk::ops(body).flat_map(|op| body.results(op)).map(|value| body.value_type(value));
    globals.chain(values).collect()
}

/// An index of an access chain. Constants with the same value are the same index, even if their types differ.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Index {
    Number(u64),
    Value(Value),
}

/// A trie node, which represents leading indices that some chains of a base share.
struct TrieNode {
    parent: usize,
    /// The last index of the index list that the trie node represents.
    index: Value,
    depth: usize,
    ty: Type,
    children: Vec<usize>,
    /// The chains whose index list is exactly that of this trie node, as indices into [`Tree::chains`].
    ends: Vec<usize>,
}

/// An access chain, and the flow-graph node that contains it.
struct Chain {
    op: Op,
    place: u32,
}

/// The trie of all chains with the same base. The first trie node represents the base.
struct Tree {
    nodes: Vec<TrieNode>,
    chains: Vec<Chain>,
}

/// Returns the trie for each base in a body, in the order of the first chains.
fn trees(ctx: &Context, body: &Body, flow: &Flow) -> IndexMap<Value, Tree, FxBuildHasher> {
    let mut trees: IndexMap<Value, Tree, FxBuildHasher> = IndexMap::default();
    let mut steps: FxHashMap<(Value, usize, Index), usize> = FxHashMap::default();
    for &place in &flow.order {
        for op in flow.ops(body, place).filter(|&op| is_chain(body, op)) {
            let Some(types) = types_of(ctx, body, op) else { continue };
            let [base] = body.first_operands(op);
            let tree = trees.entry(base).or_insert_with(|| {
                let ty = body.value_type(base);
                let (children, ends) = Default::default();
                let root = TrieNode { parent: 0, index: base, depth: 0, ty, children, ends };
                Tree { nodes: vec![root], chains: Vec::new() }
            });
            let mut at = 0;
            for (index, ty) in body.own_operands(op).skip(1).zip(types) {
                let step = match integer(ctx, body, index) {
                    // The value of a larger constant depends on its bit width.
                    Some(number) if number < 1 << 31 => Index::Number(number),
                    _ => Index::Value(index),
                };
                let nodes = &mut tree.nodes;
                at = *steps.entry((base, at, step)).or_insert_with(|| {
                    let (children, ends) = Default::default();
                    nodes.push(TrieNode {
                        parent: at,
                        index,
                        depth: nodes[at].depth + 1,
                        ty,
                        children,
                        ends,
                    });
                    let new = nodes.len() - 1;
                    nodes[at].children.push(new);
                    new
                });
            }
            // A chain with a different result type never ends at a trie node, and only continues from one.
            if tree.nodes[at].ty == body.value_type(body.result(op, 0)) {
                tree.nodes[at].ends.push(tree.chains.len());
                tree.chains.push(Chain { op, place });
            }
        }
    }
    trees
}

/// Returns the pointer type after each index of a chain, or `None` if the chain must not be changed.
fn types_of(ctx: &Context, body: &Body, op: Op) -> Option<Vec<Type>> {
    let count = body.own_operands(op).len();
    if body.attrs(op).is_some() || !(2..=MAX_DEPTH + 1).contains(&count) {
        return None;
    }
    let (mut at, class) = types::pointer(ctx, body.value_type(body.operand(op, spv::AccessChain::BASE)))?;
    let mut list = Vec::with_capacity(count - 1);
    for index in body.own_operands(op).skip(1) {
        at = types::element(ctx, at, integer(ctx, body, index).unwrap_or(0))?;
        list.push(types::make_pointer(ctx, at, class)?);
    }
    // The last type must be the declared type. Types that are declared twice or decorated cannot be recreated.
    if let Some(last) = list.last_mut() {
        *last = body.value_type(body.result(op, 0));
    }
    Some(list)
}

impl Tree {
    /// Returns for each trie node whether to create a chain for it.
    fn plan(&self, pointers: &FxHashSet<Type>) -> Vec<bool> {
        // The best choice for each trie node, indexed by the depth of the chain that it continues from. A choice is
        // the number of words, and whether to create a chain for the trie node.
        let mut best: Vec<Vec<(usize, bool)>> = vec![Vec::new(); self.nodes.len()];
        // Children have a larger index than their parent.
        for (index, node) in self.nodes.iter().enumerate().skip(1).rev() {
            let below =
                |from: usize| -> usize { node.children.iter().map(|&child| best[child][from].0).sum() };
            let ty = if pointers.contains(&node.ty) { 0 } else { POINTER };
            let own = below(node.depth);
            let list = (0..node.depth).map(|from| {
                let chain = CHAIN + node.depth - from + ty + own;
                if !node.ends.is_empty() {
                    return (chain, true);
                }
                let none = below(from);
                if chain < none { (chain, true) } else { (none, false) }
            });
            best[index] = list.collect();
        }
        let mut plan = vec![false; self.nodes.len()];
        plan[0] = true;
        let mut from = vec![0; self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate().skip(1) {
            let start = from[node.parent];
            plan[index] = best[index][start].1;
            from[index] = if plan[index] { node.depth } else { start };
        }
        plan
    }
}

/// Rewrites the chains of one trie according to a plan.
struct Apply<'a> {
    body: &'a mut Body,
    flow: &'a Flow,
    tree: &'a Tree,
    plan: &'a [bool],
    /// For each erased chain, the value that replaces it. An erased chain may be the base of another trie.
    replaced: &'a mut FxHashMap<Value, Value>,
}

/// Properties of all chains in a subtrie, to find the insertion point of the chain that they continue from.
#[derive(Clone, Copy)]
struct Below {
    /// The flow-graph node that is the nearest common dominator of all chains in the subtrie.
    place: u32,
    /// The first chain of the subtrie in the flow-graph node `place`, or `None` if `place` contains no chain of the
    /// subtrie.
    first: Option<Op>,
    /// Whether all chains of the subtrie are OpInBoundsAccessChain.
    in_bounds: bool,
}

impl Apply<'_> {
    /// Rewrites the chains. Returns the number of new chains, of chains that replace several others, and of chains that
    /// now continue from another chain.
    fn run(mut self) -> u64 {
        let Some(below) = self.below() else { return 0 };
        let mut made: Vec<Option<Value>> = vec![None; self.tree.nodes.len()];
        let (mut from, mut changed) = (vec![0; self.tree.nodes.len()], 0);
        let base = self.tree.nodes[0].index;
        made[0] = Some(self.replaced.get(&base).copied().unwrap_or(base));
        for (number, node) in self.tree.nodes.iter().enumerate().skip(1) {
            let start = from[node.parent];
            from[number] = if self.plan[number] { number } else { start };
            if !self.plan[number] {
                continue;
            }
            let (Some(base), Some(below)) = (made[start], below[number]) else { continue };
            let indices = self.indices(start, number);
            made[number] = match node.ends[..] {
                // A single chain from which no other chain continues is not moved.
                [chain] if node.children.is_empty() => {
                    let op = self.tree.chains[chain].op;
                    if start != 0 {
                        let operands: Vec<Value> = [base].into_iter().chain(indices).collect();
                        Builder::new(self.body).set_operands(op, &operands, &[]);
                        changed += 1;
                    }
                    Some(self.body.result(op, 0))
                }
                _ => {
                    // A new chain that replaces only one chain does not count as a change.
                    changed += u64::from(node.ends.len() != 1);
                    Some(self.make(base, &indices, node, below))
                }
            };
        }
        changed
    }

    /// Computes the common dominator of each subtrie's chains. Returns `None` if this takes too many steps, because
    /// the dominator tree is deep.
    fn below(&self) -> Option<Vec<Option<Below>>> {
        let mut patience = 256 * self.tree.nodes.len();
        let mut list: Vec<Option<Below>> = vec![None; self.tree.nodes.len()];
        for (index, node) in self.tree.nodes.iter().enumerate().rev() {
            let mut all = list[index];
            for chain in node.ends.iter().map(|&chain| &self.tree.chains[chain]) {
                let in_bounds = self.body.def(chain.op) == spv::InBoundsAccessChain::ID;
                let one = Below { place: chain.place, first: Some(chain.op), in_bounds };
                all = Some(match all {
                    Some(all) => self.meet(all, one, &mut patience)?,
                    None => one,
                });
            }
            list[index] = all;
            if let Some(all) = all.filter(|_| node.parent > 0) {
                let above = list[node.parent];
                list[node.parent] = Some(match above {
                    Some(above) => self.meet(above, all, &mut patience)?,
                    None => all,
                });
            }
        }
        Some(list)
    }

    fn meet(&self, a: Below, b: Below, patience: &mut usize) -> Option<Below> {
        let (mut x, mut y) = (a.place, b.place);
        while x != y {
            *patience = patience.checked_sub(1)?;
            if self.flow.rank(x) > self.flow.rank(y) {
                x = self.flow.idom(x);
            } else {
                y = self.flow.idom(y);
            }
        }
        // A value that is defined in a construct is not visible after the construct, even if its definition dominates
        // that code.
        let region = self.common(self.region(a.place)?, self.region(b.place)?)?;
        while !is_within(self.body, region, self.region(x)?) {
            x = self.flow.idom(x);
        }
        let here = |below: Below| below.first.filter(|_| below.place == x);
        let first = match (here(a), here(b)) {
            (Some(a), Some(b)) => Some(if self.body.is_before(a, b) { a } else { b }),
            (a, b) => a.or(b),
        };
        Some(Below { place: x, first, in_bounds: a.in_bounds && b.in_bounds })
    }

    fn region(&self, place: u32) -> Option<Region> {
        self.body.block_parent(self.flow.nodes.get(place as usize)?.block)
    }

    /// Returns the innermost region that contains two regions.
    fn common(&self, a: Region, b: Region) -> Option<Region> {
        std::iter::successors(Some(a), |&region| self.outer(region))
            .find(|&region| is_within(self.body, b, region))
    }

    /// Returns the region that contains the construct that owns `region`. Returns `None` for the root region.
    fn outer(&self, region: Region) -> Option<Region> {
        let owner = self.body.region_owner(region)?;
        self.body.block_parent(self.body.parent(owner)?)
    }

    /// Returns the indices on the path from the trie node `from` down to the trie node `to`.
    fn indices(&self, from: usize, to: usize) -> Vec<Value> {
        let mut list = Vec::new();
        let mut at = to;
        while at != from {
            list.push(self.tree.nodes[at].index);
            at = self.tree.nodes[at].parent;
        }
        list.reverse();
        list
    }

    /// Creates the chain for a trie node, and uses it in place of the chains with the same indices.
    fn make(&mut self, base: Value, indices: &[Value], node: &TrieNode, below: Below) -> Value {
        let ends: Vec<Op> = node.ends.iter().map(|&chain| self.tree.chains[chain].op).collect();
        let at = self.place(below);
        // If no chain of the subtrie dominates the others, the new chain may execute with an index that is out of
        // bounds.
        let def = match below.in_bounds && below.first.is_some() {
            true => spv::InBoundsAccessChain::ID,
            false => spv::AccessChain::ID,
        };
        let operands: Vec<Value> = [base].into_iter().chain(indices.iter().copied()).collect();
        // Use the location of the preceding op, so that the new op does not begin or end a range of source lines.
        let loc = match at {
            InsertPoint::Before(op) => self.body.loc(self.body.prev(op).unwrap_or(op)),
            InsertPoint::End(_) | InsertPoint::Detached => Location::UNKNOWN,
        };
        let mut b = Builder::at(self.body, at);
        let new = b.value(NewOp { loc, operands: &operands, results: &[node.ty], ..NewOp::new(def) });
        for end in ends {
            let old = b.result(end, 0);
            if b.value_name(new).is_none() {
                let name = b.value_name(old);
                b.set_value_name(old, None);
                b.set_value_name(new, name);
            }
            b.replace_all_uses(old, new);
            b.erase(end);
            self.replaced.insert(old, new);
        }
        new
    }

    /// Returns an insertion point for the chain of a subtrie, in the flow-graph node of its common dominator or in a
    /// dominator of that.
    fn place(&self, below: Below) -> InsertPoint {
        if let Some(op) = below.first {
            return InsertPoint::Before(op);
        }
        let body = &*self.body;
        let exits = [spv::Break::ID, spv::Continue::ID, spv::SwitchBreak::ID];
        let mut place = below.place;
        loop {
            let node = self.flow.nodes[place as usize];
            // The first block of a construct may contain only its terminator, and an exit op may only represent an
            // edge.
            let inner = body.block_owner(node.block).is_some() && body.prev_block(node.block).is_none();
            let end = node.end.filter(|&end| !inner && !exits.contains(&body.def(end)));
            match end {
                Some(end) => return InsertPoint::Before(end),
                None if self.flow.idom(place) != crate::flow::NONE => place = self.flow.idom(place),
                None => return InsertPoint::Detached,
            }
        }
    }
}
