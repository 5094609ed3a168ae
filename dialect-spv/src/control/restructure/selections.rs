//! Selection normalization
//!
//! Every conditional branch becomes a header with a merge block. Edges to the innermost loop's merge block and continue
//! target are legal anywhere in the loop, so the algorithm ignores them. Each loop counts as a single step from its
//! header to its merge block. The remaining graph is acyclic, and the dominator tree shows where the paths from a block
//! meet. A block's children in the dominator tree are *arms* and *joins*. The block is the only predecessor of an arm;
//! a join has several predecessors.
//!
//! - If all arms but one end in a return or a loop exit, the first block of the remaining arm is the merge block. An
//!   example is the code after `if (x) return`.
//! - If all paths meet at one join, the join is the merge block.
//! - If a switch case always continues at the same other case, it falls through to that case.
//! - Otherwise a new merge block is created. If several blocks can follow the construct, the merge block receives a
//!   selector and the arguments of each of these blocks. It tests the selector for each join in sequence. If the target
//!   lies outside the enclosing construct, it forwards the selector to that construct's merge block.

use super::super::Unstructured;
use super::graph::{Declared, Edge, Graph, NodeId, Role, Term};
use id_arena::{Arena, Id};
use rustc_hash::{FxHashMap, FxHashSet};
use spv_ir::Value;
use spv_ir::analysis::graph_dominators;

/// Upper bound on pending exits, summed over all merge blocks, per block of the function.
const PENDING: usize = 64;
/// Number of pending exits that is always allowed, in addition to [`PENDING`].
const PENDING_BASE: usize = 1 << 16;

/// Construct nesting depth from which a block may branch without heading a construct. This applies to blocks that
/// either continue or leave the enclosing construct. Omitting the construct is valid at any depth but unusual in
/// handwritten code. SPIR-V allows 1,023 nested constructs.
const DEEP: u32 = 100;

/// An open construct: its merge block and the final targets of the edges out of it.
struct Context {
    merge: NodeId,
    /// Blocks to which the merge block branches, directly or through other merge blocks, in rank order.
    targets: Vec<NodeId>,
    /// Arguments of the merge block: the selector if there are several targets, then the arguments of each target.
    /// Unused if `direct` is true.
    selector: Option<Value>,
    args: Vec<Vec<Value>>,
    direct: bool,
}

type ContextId = Id<Context>;

enum WorkItem {
    /// A block to process, the context of the construct around it, and its nesting depth. Without a context, only loop
    /// exits and returns leave the construct.
    Emit(NodeId, Option<ContextId>, u32),
    /// A new block to append to the block order.
    Place(NodeId),
}

struct Selections<'g, 'a> {
    graph: &'g mut Graph<'a>,
    rank: Vec<u32>,
    idom: Vec<Option<NodeId>>,
    /// Children in the dominator tree, in rank order.
    children: Vec<Vec<NodeId>>,
    is_join: Vec<bool>,
    /// For each block: the blocks reachable from its dominator subtree but outside it, in rank order.
    targets: Vec<Vec<NodeId>>,
    /// Number of blocks that each block dominates.
    size: Vec<u32>,
    contexts: Arena<Context>,
    /// Number of constructs around the current block.
    depth: u32,
    order: Vec<NodeId>,
}

/// Normalizes all selections of a graph. Returns the blocks in their final order. See the module documentation.
///
/// # Errors
/// Reports a block that reaches too many different blocks, because the function would become unboundedly large.
pub fn normalize(graph: &mut Graph<'_>) -> Result<Vec<NodeId>, Unstructured> {
    for node in graph.ids() {
        graph.separate_edges(node, is_free);
    }
    let mut s = Selections::new(graph)?;
    let mut work = vec![WorkItem::Emit(s.graph.entry, None, 0)];
    while let Some(item) = work.pop() {
        match item {
            WorkItem::Place(node) => s.order.push(node),
            WorkItem::Emit(node, context, depth) => {
                let mut next = Vec::new();
                s.depth = depth;
                s.emit(node, context, &mut next);
                work.extend(next.into_iter().rev());
            }
        }
    }
    Ok(s.order)
}

impl<'g, 'a> Selections<'g, 'a> {
    fn new(graph: &'g mut Graph<'a>) -> Result<Self, Unstructured> {
        let ids = graph.ids();
        let count = ids.len();
        let mut lists: Vec<Vec<NodeId>> = vec![Vec::new(); count];
        for (from, node) in graph.nodes.iter().filter(|(_, node)| node.role != Role::Continue) {
            let list = &mut lists[from.index()];
            list.extend(node.edges.iter().map(|e| e.to).filter(|&to| !is_free(graph, to)));
            if let Role::Header(l) = node.role {
                list.push(graph.loops[l].merge);
            }
            list.dedup();
        }
        let (rank, order) = ranks(graph.entry, &lists);
        let edges = || ids.iter().flat_map(|&from| lists[from.index()].iter().map(move |&to| (from, to)));
        let numbers: Vec<(u32, u32)> =
            edges().map(|(from, to)| (from.index() as u32, to.index() as u32)).collect();
        let dominators = graph_dominators(count, &numbers).into_iter();
        let idom: Vec<Option<NodeId>> = dominators.map(|above| ids.get(above as usize).copied()).collect();
        let mut children: Vec<Vec<NodeId>> = vec![Vec::new(); count];
        for &node in &order {
            if let Some(above) = idom[node.index()].filter(|&above| above != node) {
                children[above.index()].push(node);
            }
        }
        let mut first_pred = vec![None; count];
        let mut is_join = vec![false; count];
        for (from, to) in edges() {
            let first = first_pred[to.index()].replace(from);
            is_join[to.index()] |= first.is_some_and(|first| first != from);
        }
        let mut targets: Vec<Vec<NodeId>> = vec![Vec::new(); count];
        let mut size = vec![1u32; count];
        let mut pending = 0;
        for &node in order.iter().rev() {
            let below = &children[node.index()];
            let all = below.iter().flat_map(|&c| &targets[c.index()]).chain(&lists[node.index()]);
            let mut list: Vec<NodeId> = all.copied().filter(|&t| idom[t.index()] != Some(node)).collect();
            list.sort_unstable_by_key(|&t| rank[t.index()]);
            list.dedup();
            pending += list.len();
            if pending > PENDING * count + PENDING_BASE {
                let block = graph.nodes[node].block;
                return Err(Unstructured { reason: "a region has too many exits", block });
            }
            size[node.index()] += below.iter().map(|&c| size[c.index()]).sum::<u32>();
            targets[node.index()] = list;
        }
        let (contexts, order) = (Arena::new(), Vec::new());
        let depth = 0;
        Ok(Selections { graph, rank, idom, children, is_join, targets, size, contexts, depth, order })
    }

    fn emit(&mut self, node: NodeId, context: Option<ContextId>, next: &mut Vec<WorkItem>) {
        self.order.push(node);
        match self.graph.nodes[node].role {
            Role::Header(l) => {
                let l = self.graph.loops[l];
                let around = self.depth;
                self.depth += 1;
                self.terminator(node, None, next);
                next.extend([WorkItem::Place(l.target), WorkItem::Emit(l.merge, context, around)]);
            }
            _ => self.terminator(node, context, next),
        }
    }

    fn terminator(&mut self, node: NodeId, context: Option<ContextId>, next: &mut Vec<WorkItem>) {
        let edges = &self.graph.nodes[node].edges;
        let count = edges.len();
        let open: Vec<NodeId> = edges.iter().map(|e| e.to).filter(|&to| !is_free(self.graph, to)).collect();
        if self.is_passed_on(node, &open) {
            self.pass_selector(node, context);
            return;
        }
        if count > 2 || self.graph.is_switch(node) || (open.len() > 1 && !self.is_flat(node, &open, context))
        {
            self.selection(node, context, &open, next);
            return;
        }
        for to in open {
            if self.idom[to.index()] == Some(node) {
                next.push(WorkItem::Emit(to, context, self.depth));
            }
        }
        self.route_edges(node, node, context);
    }

    /// Returns whether a block only branches on a selector and all its targets lie outside the innermost construct.
    fn is_passed_on(&self, node: NodeId, open: &[NodeId]) -> bool {
        let by_selector = matches!(self.graph.nodes[node].term, Term::Test(..) | Term::Dispatch(..));
        by_selector
            && open.len() == self.graph.nodes[node].edges.len()
            && self.graph.nodes[node].declared == Declared::Nothing
            && open.iter().all(|&t| self.idom[t.index()] != Some(node))
    }

    /// Removes a block's branch on a selector whose targets lie outside the innermost construct. The block branches to
    /// the merge block of `context` instead and forwards the selector to it.
    fn pass_selector(&mut self, node: NodeId, context: Option<ContextId>) {
        let own = &mut self.graph.nodes[node];
        let edges = std::mem::take(&mut own.edges);
        let term = std::mem::replace(&mut own.term, Term::Branch);
        let (Term::Test(selector, _) | Term::Dispatch(selector, _)) = term else { return };
        let Some(context) = context else { return };
        let c = &self.contexts[context];
        let (merge, targets) = (c.merge, c.targets.clone());
        let mut list = vec![selector];
        for target in targets {
            match edges.iter().find(|e| e.to == target) {
                Some(edge) => list.extend(&edge.args),
                None => list.extend(self.graph.undefined_args(target)),
            }
        }
        self.graph.nodes[node].edges = vec![Edge { to: merge, args: list }];
    }

    /// Returns whether a deeply nested block needs no construct of its own. The block must either continue to a single
    /// arm or branch to the innermost merge block, and both paths must meet there.
    fn is_flat(&self, node: NodeId, open: &[NodeId], context: Option<ContextId>) -> bool {
        let is_arm = |&c: &NodeId| self.idom[c.index()] == Some(node) && !self.is_join[c.index()];
        let out = context.filter(|_| self.depth >= DEEP).map(|c| &self.contexts[c].targets[..]);
        out.is_some_and(|out| out.len() == 1 && self.targets[node.index()] == out)
            && open.iter().filter(|c| is_arm(c)).count() == 1
            && self.children[node.index()].len() == 1
    }

    /// Redirects the edges of `node` that leave the dominator subtree of `above` to the merge block of `context`. Does
    /// nothing without a context.
    fn route_edges(&mut self, node: NodeId, above: NodeId, context: Option<ContextId>) {
        for number in 0..self.graph.nodes[node].edges.len() {
            let Edge { to, .. } = self.graph.nodes[node].edges[number];
            let Some(&idom) = self.idom.get(to.index()) else { continue };
            let below = idom == Some(above) && !self.is_join[to.index()];
            if let Some(context) = context.filter(|_| !below && !is_free(self.graph, to)) {
                let args = std::mem::take(&mut self.graph.nodes[node].edges[number].args);
                let edge = self.live_out(context, to, args);
                self.graph.nodes[node].edges[number] = edge;
            }
        }
    }

    /// Returns the edge that exits a construct towards block `to`, through the merge block of `context`.
    fn live_out(&mut self, context: ContextId, to: NodeId, args: Vec<Value>) -> Edge {
        let c = &self.contexts[context];
        if c.direct {
            return Edge { to: c.merge, args };
        }
        let (merge, targets, selected) = (c.merge, c.targets.clone(), c.selector.is_some());
        let mut list = Vec::new();
        if selected {
            let number = self.graph.number(to);
            list.push(self.graph.integer(number));
        }
        for target in targets {
            match target == to {
                true => list.extend(&args),
                false => list.extend(self.graph.undefined_args(target)),
            }
        }
        Edge { to: merge, args: list }
    }

    /// Creates a merge block that branches to `targets`, and a context for it.
    fn merge_block(&mut self, targets: Vec<NodeId>) -> ContextId {
        let merge = self.graph.node(Term::Unreachable, Vec::new());
        let selector = (targets.len() > 1).then(|| self.graph.selector(merge));
        let args = targets.iter().map(|&t| self.graph.copy_args(merge, t)).collect();
        self.contexts.alloc(Context { merge, targets, selector, args, direct: false })
    }

    /// Creates a context whose merge block is the existing block where all paths meet.
    fn direct(&mut self, merge: NodeId) -> ContextId {
        let (selector, args) = (None, Vec::new());
        self.contexts.alloc(Context { merge, targets: vec![merge], selector, args, direct: true })
    }

    /// Makes a block the header of a selection. `open` lists the targets of its edges, excluding loop exits.
    fn selection(
        &mut self,
        node: NodeId,
        context: Option<ContextId>,
        open: &[NodeId],
        next: &mut Vec<WorkItem>,
    ) {
        let depth = self.depth;
        let children = std::mem::take(&mut self.children[node.index()]);
        let is_merge = |c: NodeId| matches!(self.graph.nodes[c].role, Role::Merge(_));
        let children: Vec<NodeId> = children.into_iter().filter(|&c| !is_merge(c)).collect();
        let falls = self.fall_through(node, &children);
        let (joins, arms): (Vec<NodeId>, Vec<NodeId>) =
            children.into_iter().partition(|&c| self.is_join[c.index()]);
        let is_arm = |c: NodeId| self.idom[c.index()] == Some(node) && !self.is_join[c.index()];
        let jumps: Vec<NodeId> = open.iter().copied().filter(|&t| !is_arm(t)).collect();
        let mut targets = jumps.clone();
        let ending = || arms.iter().copied().filter(|a| !falls.contains_key(a));
        targets.extend(ending().flat_map(|a| &self.targets[a.index()]));
        targets.sort_unstable_by_key(|&t| self.rank[t.index()]);
        targets.dedup();
        let mut going_on = ending().filter(|&a| !self.targets[a.index()].is_empty());
        let only = (going_on.next(), going_on.next());
        let largest = ending().max_by_key(|&a| (self.size[a.index()], self.rank[a.index()]));

        let header = self.split_header(node, next);
        if self.graph.is_switch(header) {
            self.case_blocks(header, next);
            self.order_cases(header, &falls);
        }
        if let (true, true, (first, None)) = (joins.is_empty(), jumps.is_empty(), only)
            && let Some(rest) = first.or(largest)
        {
            let others: Vec<NodeId> = arms.iter().copied().filter(|&a| a != rest).collect();
            self.arms(&others, &falls, None, next);
            let merge = match self.graph.nodes[rest].role {
                Role::Header(_) => {
                    let merge = self.before(header, rest);
                    next.push(WorkItem::Place(merge));
                    merge
                }
                _ => rest,
            };
            self.declare(header, merge);
            next.push(WorkItem::Emit(rest, context, depth));
            return;
        }
        let is_header = |t: NodeId| matches!(self.graph.nodes[t].role, Role::Header(_));
        if let [join] = joins[..]
            && targets == joins
            && !is_header(join)
        {
            self.declare(header, join);
            let inner = self.direct(join);
            self.route_edges(header, node, Some(inner));
            self.arms(&arms, &falls, Some(inner), next);
            next.push(WorkItem::Emit(join, context, depth));
            return;
        }
        let inner = self.merge_block(targets);
        let merge = self.contexts[inner].merge;
        self.declare(header, merge);
        self.route_edges(header, node, Some(inner));
        self.arms(&arms, &falls, Some(inner), next);
        next.push(WorkItem::Place(merge));
        self.joins(inner, &joins, context, next);
    }

    /// Appends the arms of a selection to the work items. `falls` maps a switch case to the case it falls through to.
    fn arms(
        &mut self,
        arms: &[NodeId],
        falls: &FxHashMap<NodeId, NodeId>,
        context: Option<ContextId>,
        next: &mut Vec<WorkItem>,
    ) {
        let after: FxHashSet<NodeId> = falls.values().copied().filter(|c| arms.contains(c)).collect();
        for &first in arms.iter().filter(|a| !after.contains(a)) {
            let mut arm = first;
            while let Some(&case) = falls.get(&arm) {
                let through = self.direct(case);
                next.push(WorkItem::Emit(arm, Some(through), self.depth + 1));
                arm = case;
            }
            if arm == first || after.contains(&arm) {
                next.push(WorkItem::Emit(arm, context, self.depth + 1));
            }
        }
    }

    /// Returns the switch cases that fall through: a map from each such case to the next case. A case falls through if
    /// it always continues at the next case and no other case does. The next case then counts as an arm.
    fn fall_through(&mut self, node: NodeId, children: &[NodeId]) -> FxHashMap<NodeId, NodeId> {
        let mut falls = FxHashMap::default();
        if !matches!(self.graph.nodes[node].term, Term::Op(_)) || !self.graph.is_switch(node) {
            return falls;
        }
        let edges = &self.graph.nodes[node].edges;
        let default = edges[0].to;
        let cases: FxHashSet<NodeId> = edges.iter().map(|e| e.to).filter(|&to| to != default).collect();
        // For each join: the switch case whose only target is the join, or `None` if other blocks also lead there.
        let mut from: FxHashMap<NodeId, Option<NodeId>> = FxHashMap::default();
        for &child in children {
            let targets = &self.targets[child.index()];
            for &target in targets {
                let only = (targets.len() == 1 && cases.contains(&child)).then_some(child);
                from.entry(target).and_modify(|f| *f = None).or_insert(only);
            }
        }
        for &join in children.iter().filter(|c| cases.contains(c)) {
            if !self.is_join[join.index()] {
                continue;
            }
            let is_header = matches!(self.graph.nodes[join].role, Role::Header(_));
            if let (Some(Some(case)), false) = (from.get(&join), is_header)
                && !self.is_join[case.index()]
            {
                falls.insert(*case, join);
                self.is_join[join.index()] = false;
            }
        }
        falls
    }

    /// Reorders switch cases so that each fall-through target follows its source.
    fn order_cases(&mut self, header: NodeId, falls: &FxHashMap<NodeId, NodeId>) {
        if falls.is_empty() {
            return;
        }
        let edges = &self.graph.nodes[header].edges;
        let mut by_target: FxHashMap<NodeId, Vec<usize>> = FxHashMap::default();
        for (index, edge) in edges.iter().enumerate().skip(1) {
            by_target.entry(edge.to).or_default().push(index);
        }
        let after: FxHashSet<NodeId> = falls.values().copied().collect();
        let mut order = vec![0];
        for edge in edges.iter().skip(1).filter(|e| !after.contains(&e.to)) {
            let mut at = Some(edge.to);
            while let Some(list) = at.and_then(|to| by_target.remove(&to)) {
                order.extend(list);
                at = at.and_then(|to| falls.get(&to).copied());
            }
        }
        let node = &mut self.graph.nodes[header];
        node.edges = order.iter().map(|&n| node.edges[n].clone()).collect();
        node.cases = Some(order);
    }

    /// Emits the joins in a chain of selections that starts at the merge block of context `at`. The last merge block
    /// branches to the merge block of `context`.
    fn joins(
        &mut self,
        mut at: ContextId,
        joins: &[NodeId],
        context: Option<ContextId>,
        next: &mut Vec<WorkItem>,
    ) {
        for (number, &join) in joins.iter().enumerate() {
            let Context { merge, targets, selector, args, .. } = &self.contexts[at];
            let (merge, targets, selector, args) = (*merge, targets.clone(), *selector, args.clone());
            let place = targets.iter().position(|&t| t == join).expect("a join is reached from before it");
            let edge = Edge { to: join, args: args[place].clone() };
            let Some(selector) = selector else {
                let node = &mut self.graph.nodes[merge];
                (node.term, node.edges) = (Term::Branch, vec![edge]);
                next.push(WorkItem::Emit(join, context, self.depth));
                return;
            };
            let mut rest: Vec<NodeId> = targets.iter().copied().filter(|&t| t != join).collect();
            rest.extend(&self.targets[join.index()]);
            rest.sort_unstable_by_key(|&t| self.rank[t.index()]);
            rest.dedup();
            let last = joins
                .get(number + 1)
                .copied()
                .filter(|&j| rest == [j] && !matches!(self.graph.nodes[j].role, Role::Header(_)));
            let inner = match last {
                Some(last) => self.direct(last),
                None => self.merge_block(rest),
            };
            let other = self.pass_on(at, inner, Some(join));
            let numbers = vec![self.graph.number(join), u32::MAX];
            self.graph.choose(merge, selector, numbers, vec![edge, other]);
            let after = self.contexts[inner].merge;
            self.declare(merge, after);
            next.push(WorkItem::Emit(join, Some(inner), self.depth + 1));
            if let Some(last) = last {
                next.push(WorkItem::Emit(last, context, self.depth));
                return;
            }
            next.push(WorkItem::Place(after));
            at = inner;
        }
        // If no targets remain, no edge to the enclosing construct's merge block is needed.
        let Some(context) = context.filter(|_| !self.contexts[at].targets.is_empty()) else { return };
        let edge = self.pass_on(at, context, None);
        let node = &mut self.graph.nodes[self.contexts[at].merge];
        (node.term, node.edges) = (Term::Branch, vec![edge]);
    }

    /// Returns the edge from one context's merge block to the merge block of another context. Forwards the merge
    /// block's arguments, except the arguments of the target `without`.
    fn pass_on(&mut self, from: ContextId, to: ContextId, without: Option<NodeId>) -> Edge {
        let c = &self.contexts[from];
        let own: Vec<(NodeId, Vec<Value>)> = c
            .targets
            .iter()
            .copied()
            .zip(c.args.iter().cloned())
            .filter(|(t, _)| Some(*t) != without)
            .collect();
        if let [(target, args)] = &own[..] {
            return self.live_out(to, *target, args.clone());
        }
        let (selector, other) = (c.selector, &self.contexts[to]);
        let (merge, targets) = (other.merge, other.targets.clone());
        let mut list: Vec<Value> = selector.into_iter().collect();
        for target in targets {
            match own.iter().find(|(t, _)| *t == target) {
                Some((_, args)) => list.extend(args),
                None => list.extend(self.graph.undefined_args(target)),
            }
        }
        Edge { to: merge, args: list }
    }

    fn declare(&mut self, header: NodeId, merge: NodeId) {
        self.graph.nodes[header].declared = Declared::Selection { merge };
    }

    /// Splits a loop header that would also be a selection header: moves the terminator to a new block, which becomes
    /// the selection header.
    fn split_header(&mut self, node: NodeId, next: &mut Vec<WorkItem>) -> NodeId {
        if self.graph.nodes[node].declared == Declared::Nothing {
            return node;
        }
        let own = &mut self.graph.nodes[node];
        let term = std::mem::replace(&mut own.term, Term::Branch);
        let edges = std::mem::take(&mut own.edges);
        let controls = own.controls;
        let header = self.graph.node(term, edges);
        self.graph.nodes[header].controls = controls;
        self.graph.nodes[node].edges = vec![Edge { to: header, args: Vec::new() }];
        next.push(WorkItem::Place(header));
        header
    }

    /// Inserts a block for each switch case that exits the loop directly, because a switch must dominate its cases.
    fn case_blocks(&mut self, header: NodeId, next: &mut Vec<WorkItem>) {
        let mut made: FxHashMap<(NodeId, Vec<Value>), NodeId> = FxHashMap::default();
        for number in 0..self.graph.nodes[header].edges.len() {
            let edge = self.graph.nodes[header].edges[number].clone();
            if !is_free(self.graph, edge.to) {
                continue;
            }
            let key = (edge.to, edge.args.clone());
            let block = match made.get(&key) {
                Some(&block) => block,
                None => {
                    let block = self.graph.node(Term::Branch, vec![edge]);
                    next.push(WorkItem::Place(block));
                    made.insert(key, block);
                    block
                }
            };
            self.graph.nodes[header].edges[number] = Edge { to: block, args: Vec::new() };
        }
    }

    /// Inserts a block on the edges from `header` to `rest`.
    fn before(&mut self, header: NodeId, rest: NodeId) -> NodeId {
        let merge = self.graph.node(Term::Branch, Vec::new());
        let args = self.graph.copy_args(merge, rest);
        self.graph.nodes[merge].edges.push(Edge { to: rest, args });
        for edge in self.graph.nodes[header].edges.iter_mut().filter(|e| e.to == rest) {
            edge.to = merge;
        }
        merge
    }
}

/// Returns whether a block is the merge block or continue target of its loop. Edges to such blocks are legal anywhere.
fn is_free(graph: &Graph<'_>, to: NodeId) -> bool {
    matches!(graph.nodes[to].role, Role::Merge(_) | Role::Continue)
}

/// Returns the rank of each block, and the blocks reachable from `entry` in rank order. The rank is the index in
/// reverse post-order, or `u32::MAX` for unreachable blocks.
fn ranks(entry: NodeId, lists: &[Vec<NodeId>]) -> (Vec<u32>, Vec<NodeId>) {
    let mut seen = vec![false; lists.len()];
    let mut order = Vec::with_capacity(lists.len());
    let mut stack = vec![(entry, 0usize)];
    seen[entry.index()] = true;
    while let Some((node, at)) = stack.last_mut() {
        // Visit the last successor first, so that the first successor comes first in the result.
        let list = &lists[node.index()];
        let Some(&to) = list.len().checked_sub(*at + 1).and_then(|n| list.get(n)) else {
            order.push(*node);
            stack.pop();
            continue;
        };
        *at += 1;
        if !std::mem::replace(&mut seen[to.index()], true) {
            stack.push((to, 0));
        }
    }
    order.reverse();
    let mut rank = vec![u32::MAX; lists.len()];
    for (at, &node) in (0..).zip(&order) {
        rank[node.index()] = at;
    }
    (rank, order)
}
