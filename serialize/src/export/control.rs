//! Branches, merge instructions and phis.

use super::Step;
use super::constants::push_literal;
use super::function::{End, FunctionExport};
use super::plan::{Kind, Plan};
use super::region::Frame;
use super::types::scalar_width;
use super::words;
use rustc_hash::FxHashMap;
use spv_dialect::generated::opcodes as op;
use spv_dialect::structure::{MERGE_LOOP, MERGE_NONE, MERGE_SELECTION};
use spv_ir::dialect::ABSENT;
use spv_ir::{AttrData, Attribute, Block, Op, Signedness, TypeData};

/// An edge to a block with phis.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// Place of the predecessor in its region.
    position: u32,
    /// The label that the phi names.
    label: u32,
    op: Op,
    number: usize,
}

impl FunctionExport<'_, '_> {
    fn slot(&self, op: Op, index: usize) -> u32 {
        self.body.slots(op).get(index).copied().unwrap_or(0)
    }

    /// Number of a branch's successors that are edges: the others declare a construct.
    fn edge_count(&self, op: Op, plan: Plan) -> usize {
        let count = self.body.successor_count(op);
        let declared = match plan.kind {
            Kind::Branch | Kind::BranchConditional | Kind::Switch => match self.slot(op, plan.merge_slot.into()) {
                MERGE_SELECTION => 1,
                MERGE_LOOP => 2,
                _ => 0,
            },
            _ => 0,
        };
        count.saturating_sub(declared)
    }

    /// Writes a branch, with the merge instruction of its construct.
    pub(super) fn branch(&mut self, op: Op, plan: Plan) -> Step<()> {
        let edges = self.edge_count(op, plan);
        let right = match plan.kind {
            Kind::Branch => edges == 1,
            Kind::BranchConditional => edges == 2,
            _ => edges >= 1,
        };
        if !right {
            return Err(self.x.error(format!("a branch with {edges} targets")));
        }
        self.x.line(self.body.loc(op), &mut self.out)?;
        self.merge(op, plan, edges)?;
        let start = self.out.len();
        self.out.push(0);
        for value in self.body.own_operands(op) {
            let id = self.value(value)?;
            self.out.push(id);
        }
        let operands = self.out.len() - start - 1;
        if operands != usize::from(plan.kind != Kind::Branch) {
            return Err(self.x.error("a branch with operands too many or too few"));
        }
        match plan.kind {
            Kind::Switch => self.cases(op, edges)?,
            _ => {
                for number in 0..edges {
                    let label = self.target(op, number);
                    self.out.push(label);
                }
                if plan.kind == Kind::BranchConditional {
                    let weights = Attribute::from_raw(self.slot(op, 0)).map(|a| self.x.ctx.attr_data(a));
                    if let Some(AttrData::Words(weights)) = weights {
                        self.out.extend_from_slice(weights);
                    }
                }
            }
        }
        if !words::finish(&mut self.out, start, plan.opcode) {
            return Err(self.x.error("a switch of more cases than an instruction can hold"));
        }
        self.end_block(End::Terminated);
        self.write_trampolines(op);
        Ok(())
    }

    /// Writes the merge instruction that a branch declares, or the construct whose header it ends.
    fn merge(&mut self, op: Op, plan: Plan, edges: usize) -> Step<()> {
        let slot = usize::from(plan.merge_slot);
        let declared = self.slot(op, slot);
        let header = self.header();
        if header.is_some() && declared != MERGE_NONE {
            return Err(self.x.error("the header of a construct that declares another construct"));
        }
        if let Some(frame) = header {
            return self.construct_merge(frame);
        }
        let successors = self.body.successor_count(op);
        match declared {
            MERGE_NONE => Ok(()),
            MERGE_SELECTION if successors == edges + 1 => {
                let merge = self.label_id(self.body.successor(op, edges));
                let control = present(self.slot(op, slot + 1));
                words::put(&mut self.out, op::SELECTION_MERGE, &[merge, control]);
                Ok(())
            }
            MERGE_LOOP if successors == edges + 2 => {
                let merge = self.body.successor(op, edges);
                let target = self.body.successor(op, edges + 1);
                let (control, extra) = (self.slot(op, slot + 2), self.slot(op, slot + 3));
                self.loop_merge(merge, target, control, extra)
            }
            _ => Err(self.x.error("a merge declaration that does not fit the branch's successors")),
        }
    }

    fn construct_merge(&mut self, frame: Frame) -> Step<()> {
        let control = self.slot(frame.op, 0);
        if frame.is_loop {
            let extra = self.slot(frame.op, 1);
            return self.loop_merge(frame.merge, frame.target, control, extra);
        }
        let merge = self.label_id(frame.merge);
        words::put(&mut self.out, op::SELECTION_MERGE, &[merge, present(control)]);
        Ok(())
    }

    fn loop_merge(&mut self, merge: Block, target: Block, control: u32, extra: u32) -> Step<()> {
        let (merge, target) = (self.label_id(merge), self.label_id(target));
        let start = self.out.len();
        self.out.extend([0, merge, target, present(control)]);
        self.extra_words(Attribute::from_raw(extra))?;
        words::finish(&mut self.out, start, op::LOOP_MERGE);
        Ok(())
    }

    /// The default target, then literal and target of each case.
    fn cases(&mut self, op: Op, edges: usize) -> Step<()> {
        let ctx = self.x.ctx;
        let default = self.target(op, 0);
        self.out.push(default);
        let literals = Attribute::from_raw(self.slot(op, 0)).map(|a| ctx.attr_data(a));
        let (ty, elements) = match literals {
            None if edges == 1 => return Ok(()),
            Some(AttrData::Dense { ty, elements }) => (*ty, elements),
            _ => return Err(self.x.error("a switch whose literals are no dense list")),
        };
        let TypeData::Vector { element, .. } = ctx.type_data(ty) else {
            return Err(self.x.error("a switch whose literals are no vector"));
        };
        let signed = matches!(ctx.type_data(*element), TypeData::Integer { signedness: Signedness::Signed, .. });
        let (Some(width @ 1..=64), true) = (scalar_width(ctx, *element), matches!(elements.len(), 1) || elements.len() == edges - 1)
        else {
            return Err(self.x.error("the literals of a switch do not fit its targets"));
        };
        for case in 1..edges {
            // One element alone is a splat: all are the same.
            let bits = elements.get(case - 1).or(elements.first()).copied().unwrap_or(0);
            push_literal(&mut self.out, width, signed, bits);
            let label = self.target(op, case);
            self.out.push(label);
        }
        Ok(())
    }

    /// The label that a branch names for its edge number `number`.
    fn target(&mut self, op: Op, number: usize) -> u32 {
        match self.trampoline(op, number) {
            0 => self.label_id(self.body.successor(op, number)),
            label => label,
        }
    }

    /// Writes the phis of a block.
    pub(super) fn phis(&mut self, block: Block) -> Step<()> {
        let body = self.body;
        if body.args(block).is_empty() {
            return Ok(());
        }
        let mut edges = std::mem::take(&mut self.s.edges);
        edges.clear();
        for (op, number) in body.block_uses(block) {
            let plan = self.x.plans.get(body.def(op));
            let Some(pred) = body.parent(op).filter(|&p| body.block_parent(p).is_some()) else { continue };
            if number < self.edge_count(op, plan) {
                let label = match self.trampoline(op, number) {
                    0 => self.exit_label(pred),
                    label => label,
                };
                edges.push(Edge { position: self.s.positions[pred.index()], label, op, number });
            }
        }
        edges.sort_unstable_by_key(|e| (e.position, e.label, e.number));
        edges.dedup_by_key(|e| (e.position, e.label));
        for (i, &arg) in body.args(block).iter().enumerate() {
            let start = self.argument(arg)?;
            for edge in &edges {
                let Some(value) = body.successor_args(edge.op, edge.number).nth(i) else {
                    self.x.loc = body.loc(edge.op);
                    return Err(self.x.error("a branch that passes fewer arguments than its target takes"));
                };
                let value = self.value(value)?;
                self.out.extend([value, edge.label]);
            }
            if !words::finish(&mut self.out, start, op::PHI) {
                return Err(self.x.error("a block with more predecessors than a phi can hold"));
            }
        }
        self.s.edges = edges;
        Ok(())
    }

    /// The label of the block put on an edge: two edges from one block to another cannot pass different
    /// values to its phis. 0 where there is none.
    fn trampoline(&mut self, op: Op, number: usize) -> u32 {
        let body = self.body;
        if body.own_operands(op).len() == body.operand_count(op) {
            return 0;
        }
        let count = self.edge_count(op, self.x.plans.get(body.def(op)));
        let alike = |a, b| body.successor_args(op, a).eq(body.successor_args(op, b));
        match count {
            0 | 1 => return 0,
            2 if body.successor(op, 0) != body.successor(op, 1) || alike(0, 1) => return 0,
            _ => {}
        }
        if !self.s.trampolines.contains_key(&op) {
            let labels = self.make_trampolines(op, count);
            self.s.trampolines.insert(op, labels);
        }
        self.s.trampolines.get(&op).and_then(|l| l.get(number)).copied().unwrap_or(0)
    }

    /// For each edge the label of its trampoline, or 0: of the edges to one block, those that pass what the
    /// first passes go there directly, the others by one trampoline for each list of values.
    fn make_trampolines(&mut self, op: Op, count: usize) -> Box<[u32]> {
        let body = self.body;
        let key = |n: usize| (body.successor(op, n).index(), n);
        let args = |n: usize| body.successor_args(op, n).map(|v| v.index());
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_unstable_by(|&a, &b| {
            key(a).0.cmp(&key(b).0).then_with(|| args(a).cmp(args(b))).then_with(|| a.cmp(&b))
        });
        // The first edge of each list of values stands for the others.
        let mut leader: Vec<usize> = (0..count).collect();
        for pair in order.windows(2) {
            let (a, b) = (pair[0], pair[1]);
            if key(a).0 == key(b).0 && args(a).eq(args(b)) {
                leader[b] = leader[a];
            }
        }
        let mut direct: FxHashMap<usize, usize> = FxHashMap::default();
        let mut labels = vec![0; count].into_boxed_slice();
        for n in 0..count {
            if *direct.entry(key(n).0).or_insert(leader[n]) != leader[n] {
                labels[n] = if leader[n] == n { self.x.fresh() } else { labels[leader[n]] };
            }
        }
        labels
    }

    fn write_trampolines(&mut self, op: Op) {
        let Some(labels) = self.s.trampolines.get(&op).cloned() else { return };
        let mut written = 0;
        for (number, &label) in labels.iter().enumerate() {
            // New labels ascend.
            if label > written {
                written = label;
                let target = self.label_id(self.body.successor(op, number));
                words::put(&mut self.out, op::LABEL, &[label]);
                words::put(&mut self.out, op::BRANCH, &[target]);
            }
        }
    }
}

/// A control word: none is no bit.
fn present(control: u32) -> u32 {
    if control == ABSENT { 0 } else { control }
}
