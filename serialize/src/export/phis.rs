//! Export of block arguments as OpPhis
//!
//! Determines the predecessors of each block in the binary and the values that they forward to its phis.

use super::ExportResult;
use super::function::FunctionExport;
use super::plan::ExportKind;
use super::words;
use rustc_hash::{FxHashMap, FxHashSet};
use spv_dialect::control::edge_count;
use spv_dialect::control::lowering::{self, Fused};
use spv_dialect::generated::opcodes as op;
use spv_ir::{Block, Op, Value, ValueDef};

/// Maximum operand count for a linear search. Longer operand lists use a hash map.
const FEW: usize = 8;

/// An incoming edge of a block with phis.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// Position of the predecessor in the binary's block order.
    position: u32,
    /// The label of the predecessor in the OpPhi.
    label: u32,
    /// The branch or exit op that forwards the values.
    op: Op,
    /// Successor index of the edge in the branch.
    number: usize,
    /// Number of fused blocks that the edge passes through before it reaches the last fused block.
    through: usize,
}

impl FunctionExport<'_, '_, '_> {
    /// Returns the value that an edge forwards to the block argument at `index`.
    fn passed(&self, op: Op, number: usize, index: usize) -> ExportResult<Value> {
        let value = lowering::passed(self.body, op, number, index);
        value.ok_or_else(|| self.x.error("a branch passes fewer arguments than its target has"))
    }

    /// Appends all incoming edges of a block to `edges`.
    fn collect_edges(&mut self, block: Block, through: usize, edges: &mut Vec<Edge>) {
        let first = edges.len();
        let all = self.s.plan.edges_to(self.body, block);
        edges.extend(all.map(|(op, number)| Edge { position: 0, label: 0, op, number, through }));
        for edge in &mut edges[first..] {
            let Some(mut from) = self.body.parent(edge.op) else { continue };
            let mut detour = 0;
            if !self.is_exit(edge.op) {
                detour = self.detour(edge.op, edge.number);
            } else if let Some((branch, _)) = self.collapsed(from) {
                from = self.body.parent(branch).unwrap_or(from);
            }
            edge.position = self.s.plan.positions[from.index()];
            edge.label = if detour == 0 { self.exit_label(from) } else { detour };
        }
    }

    /// Writes the OpPhis for the arguments of a block.
    pub(super) fn phis(&mut self, block: Block) -> ExportResult<()> {
        let fused = self.s.plan.fused.get(&block).copied();
        let mut edges = std::mem::take(&mut self.s.edges);
        edges.clear();
        let result = match fused {
            Some(fused) => self.fused_phis(fused, &mut edges),
            None => self.block_phis(block, &mut edges),
        };
        self.s.edges = edges;
        result
    }

    fn block_phis(&mut self, block: Block, edges: &mut Vec<Edge>) -> ExportResult<()> {
        let body = self.body;
        if body.args(block).is_empty() {
            return Ok(());
        }
        self.collect_edges(block, 0, edges);
        sort(edges);
        for (i, &arg) in body.args(block).iter().enumerate() {
            self.phi(block, arg, edges, &|f, edge| f.passed(edge.op, edge.number, i))?;
        }
        Ok(())
    }

    /// Writes the OpPhis of several IR blocks that are fused into a single block in the binary.
    fn fused_phis(&mut self, fused: Fused, edges: &mut Vec<Edge>) -> ExportResult<()> {
        let body = self.body;
        if fused.blocks().all(|block| body.args(block).is_empty()) {
            return Ok(());
        }
        for (through, block) in fused.blocks().enumerate() {
            self.collect_edges(block, through, edges);
        }
        edges.retain(|e| fused.fronts().all(|(_, way)| e.op != way));
        sort(edges);
        // Ids of block arguments that are reused for arguments of subsequent fused blocks.
        let mut shared = FxHashSet::default();
        let ways = [None].into_iter().chain(fused.fronts().map(|f| Some(f.1)));
        for (place, (block, way)) in fused.blocks().zip(ways).enumerate() {
            for (i, &arg) in body.args(block).iter().enumerate() {
                if let Some(way) = way {
                    let shared = self.has_id(arg) && shared.contains(&self.value(arg)?);
                    if !shared && self.only_passed(block, arg, way) {
                        continue;
                    }
                }
                self.phi(block, arg, edges, &|f, edge| match edge.through < place {
                    // Edges that enter through another fused block leave the value unchanged.
                    true => Ok(arg),
                    false => f.passed_through(&fused, edge, place, i),
                })?;
                if self.s.plan.represented(arg).is_some() {
                    shared.insert(self.value(arg)?);
                }
            }
        }
        Ok(())
    }

    /// Writes an OpPhi for a block argument, unless the argument is represented by another value.
    fn phi(
        &mut self,
        block: Block,
        arg: Value,
        edges: &[Edge],
        passed: &dyn Fn(&Self, &Edge) -> ExportResult<Value>,
    ) -> ExportResult<()> {
        self.value(arg)?;
        if self.s.plan.represented(arg).is_some() {
            return Ok(());
        }
        let name = self.body.value_name(arg).or_else(|| self.result_name(block, arg));
        let start = self.argument(arg, name, false)?;
        for edge in edges {
            self.x.loc = self.body.loc(edge.op);
            let value = passed(self, edge)?;
            let value = self.value(value)?;
            self.out.extend([value, edge.label]);
        }
        if !words::finish(&mut self.out, start, op::PHI) {
            return Err(self.x.error("a block has too many predecessors for an OpPhi"));
        }
        Ok(())
    }

    /// Returns the value that an edge forwards to an argument of one of several fused blocks.
    ///
    /// `place` is the index of that block in the fused list. The edge leads to it directly or through other fused
    /// blocks.
    fn passed_through(&self, fused: &Fused, edge: &Edge, place: usize, index: usize) -> ExportResult<Value> {
        let mut index = index;
        for (block, way) in fused.fronts().take(edge.through).skip(place) {
            let mut value = self.passed(way, 0, index)?;
            if let ValueDef::Result(owner, number) = self.body.value_def(value)
                && self.body.block_owner(block) == Some(owner)
                && let Some(merged) = lowering::merged(self.body, owner, number)
            {
                value = merged;
            }
            match self.body.value_def(value) {
                ValueDef::Argument(b, n) if b == block => index = n as usize,
                _ => return Ok(value),
            }
        }
        self.passed(edge.op, edge.number, index)
    }

    /// Returns the name of the construct result that corresponds to the argument `arg` of the construct's merge block.
    /// Returns `None` if no result corresponds to it or the result has no name.
    fn result_name(&mut self, block: Block, arg: Value) -> Option<spv_ir::Ident> {
        let owner = self.body.block_owner(block)?;
        let merge = self.body.last_op(block).filter(|&m| self.kind(m) == ExportKind::Merge)?;
        let number = self.operand_number(merge, arg)?;
        (number < self.body.result_count(owner))
            .then(|| self.body.value_name(self.body.result(owner, number)))?
    }

    /// Returns the index of the first operand of an `spv.mlir.merge` op that is `value`, or `None` if no operand is.
    fn operand_number(&mut self, merge: Op, value: Value) -> Option<usize> {
        let operands = self.body.operands(merge);
        if operands.len() <= FEW {
            return operands.clone().position(|v| v == value);
        }
        if self.s.merge.as_ref().is_none_or(|known| known.0 != merge) {
            // Reverse order, so that the first occurrence overwrites all others.
            self.s.merge = Some((merge, operands.enumerate().rev().map(|(n, v)| (v, n)).collect()));
        }
        self.s.merge.as_ref()?.1.get(&value).copied()
    }

    /// Returns whether `arg` is used only as an operand of `edge`. A construct result that forwards `arg` may also be
    /// used there.
    fn only_passed(&self, block: Block, arg: Value, edge: Op) -> bool {
        let body = self.body;
        let passed = |v: Value| body.uses(v).all(|(user, _)| user == edge);
        let merged = |(user, number): (Op, usize)| {
            self.kind(user) == ExportKind::Merge
                && body.block_owner(block).is_some_and(|owner| {
                    number < body.result_count(owner) && passed(body.result(owner, number))
                })
        };
        body.uses(arg).all(|u| u.0 == edge || merged(u))
    }

    // Functions for edges that are redirected in the binary.

    /// Returns whether an op is a branch out of its construct.
    fn is_exit(&self, op: Op) -> bool {
        matches!(self.kind(op), ExportKind::Break | ExportKind::Continue | ExportKind::SwitchBreak)
    }

    /// Returns the edge that a trampoline block represents, as a branch and successor index, if the block itself is
    /// omitted from the binary.
    pub(super) fn collapsed(&mut self, block: Block) -> Option<(Op, usize)> {
        let edge = self.s.plan.trampoline(block)?;
        (self.detour(edge.branch, edge.number) == 0).then_some((edge.branch, edge.number))
    }

    /// Returns the target block of an edge, resolved through trampoline blocks, and the op that forwards its successor
    /// operands.
    fn destination(&self, op: Op, number: usize) -> (Block, Op) {
        self.leads_to(op, self.body.successor(op, number))
    }

    /// Returns the block reached from `block` through trampoline blocks, and the op that forwards values to its
    /// arguments. `op` is the branch to `block`.
    pub(super) fn leads_to(&self, op: Op, block: Block) -> (Block, Op) {
        if self.s.plan.is_simple() {
            return (block, op);
        }
        let plan = &self.s.plan;
        let exit = plan.trampoline(block).map(|edge| edge.exit);
        let (block, op) = match exit.and_then(|exit| Some((plan.exit_target(exit)?, exit))) {
            Some(through) => through,
            None => (block, op),
        };
        (plan.labelled(block), op)
    }

    /// Returns the target label of a branch for the successor at index `number`.
    pub(super) fn target(&mut self, op: Op, number: usize) -> u32 {
        match self.detour(op, number) {
            0 => {
                let (block, _) = self.destination(op, number);
                self.label_id(block)
            }
            label => label,
        }
    }

    /// Returns the value indices of all values that an edge forwards.
    fn all_passed(&self, op: Op, number: usize) -> Vec<usize> {
        let (_, source) = self.destination(op, number);
        let index = |v: Value| v.index();
        match source == op {
            true => self.body.successor_args(op, number).map(index).collect(),
            false => self.body.operands(source).map(index).collect(),
        }
    }

    /// Returns the label of the block inserted on an edge, or 0 if none is inserted.
    ///
    /// In an OpPhi, two edges from the same block cannot forward different values, so additional edges go through
    /// inserted blocks.
    fn detour(&mut self, op: Op, number: usize) -> u32 {
        let body = self.body;
        let count = edge_count(self.body, op);
        if count < 2 {
            return 0;
        }
        let bare = body.own_operands(op).len() == body.operand_count(op);
        if bare && !self.s.plan.has_exits() {
            return 0;
        }
        if count == 2
            && (self.destination(op, 0).0 != self.destination(op, 1).0
                || self.all_passed(op, 0) == self.all_passed(op, 1))
        {
            return 0;
        }
        if !self.s.detours.contains_key(&op) {
            let labels = self.make_detours(op, count);
            self.s.detours.insert(op, labels);
        }
        self.s.detours.get(&op).and_then(|l| l.get(number)).copied().unwrap_or(0)
    }

    /// Computes the label of the block to insert on each edge, or 0 for edges that need none.
    ///
    /// Edges that forward the same values as the first edge to a block need no inserted block. Edges with any other
    /// list of values share one inserted block per list.
    fn make_detours(&mut self, op: Op, count: usize) -> Box<[u32]> {
        let mut order: Vec<(usize, Vec<usize>, usize)> =
            (0..count).map(|n| (self.destination(op, n).0.index(), self.all_passed(op, n), n)).collect();
        let to: Vec<usize> = order.iter().map(|(block, ..)| *block).collect();
        order.sort_unstable();
        // The first edge with each target and list of values represents all such edges.
        let mut leader: Vec<usize> = (0..count).collect();
        for pair in order.windows(2) {
            let ((a_to, a_args, a), (b_to, b_args, b)) = (&pair[0], &pair[1]);
            if a_to == b_to && a_args == b_args {
                leader[*b] = leader[*a];
            }
        }
        let mut direct: FxHashMap<usize, usize> = FxHashMap::default();
        let mut made: FxHashMap<usize, u32> = FxHashMap::default();
        let mut labels = vec![0; count].into_boxed_slice();
        for n in 0..count {
            if *direct.entry(to[n]).or_insert(leader[n]) == leader[n] {
                continue;
            }
            let block = self.body.successor(op, n);
            labels[n] = if self.s.plan.trampoline(block).is_some() {
                self.label_id(block)
            } else {
                *made.entry(leader[n]).or_insert_with(|| self.x.fresh())
            };
        }
        labels
    }

    /// Writes the blocks inserted on the edges of a branch.
    pub(super) fn write_detours(&mut self, op: Op) {
        if self.s.detours.is_empty() {
            return;
        }
        let Some(labels) = self.s.detours.get(&op).cloned() else { return };
        let mut written = 0;
        for (number, &label) in labels.iter().enumerate() {
            let block = self.body.successor(op, number);
            // Labels of inserted blocks are in ascending order. Several edges may share a label.
            if label > written && self.s.plan.trampoline(block).is_none() {
                written = label;
                let target = self.label_id(block);
                words::put(&mut self.out, op::LABEL, &[label]);
                words::put(&mut self.out, op::BRANCH, &[target]);
            }
        }
    }
}

/// Sorts the edges by predecessor position and removes duplicates.
fn sort(edges: &mut Vec<Edge>) {
    edges.sort_unstable_by_key(|e| (e.position, e.label, e.number));
    edges.dedup_by_key(|e| (e.position, e.label));
}
