//! Export of branches and merge instructions

use super::ExportResult;
use super::constants::{push_literal, push_wide};
use super::function::{End, FunctionExport};
use super::plan::{ExportKind, ExportPlan};
use super::words;
use spv_dialect::control::edge_count;
use spv_dialect::generated::opcodes as op;
use spv_dialect::spv;
use spv_dialect::structure::{MERGE_LOOP, MERGE_NONE, MERGE_SELECTION};
use spv_dialect::types::scalar_width;
use spv_ir::dialect::ABSENT;
use spv_ir::{AttrData, Attribute, Block, Op, OpRef, Signedness, TypeData};

impl FunctionExport<'_, '_, '_> {
    /// Returns the export strategy of an op.
    #[inline]
    pub(super) fn kind(&self, op: Op) -> ExportKind {
        self.x.plans.get(self.body.def(op)).kind
    }

    /// Writes a branch, preceded by the merge instruction of its construct.
    pub(super) fn branch(&mut self, op: OpRef<'_>, plan: &ExportPlan) -> ExportResult<()> {
        let edges = edge_count(self.body, op.op());
        let right = match plan.kind {
            ExportKind::Branch => edges == 1,
            ExportKind::BranchConditional => edges == 2,
            _ => edges >= 1,
        };
        if !right {
            return Err(self.x.error(format!("the branch has the wrong number of targets: {edges}")));
        }
        self.x.line(op.loc(), &mut self.out)?;
        self.merge(op, plan, edges)?;
        let start = self.out.len();
        self.out.push(0);
        for value in op.own_operands() {
            let id = self.value(value)?;
            self.out.push(id);
        }
        let operands = self.out.len() - start - 1;
        if operands != usize::from(plan.kind != ExportKind::Branch) {
            return Err(self.x.error("the branch has the wrong number of operands"));
        }
        match plan.kind {
            ExportKind::Switch => self.cases(op.op(), edges)?,
            ExportKind::Branch => {
                let (block, _) = self.leads_to(op.op(), op.successor(0));
                let label = self.label_id(block);
                self.out.push(label);
            }
            _ => self.two_targets(op)?,
        }
        if !words::finish(&mut self.out, start, plan.opcode) {
            return Err(self.x.error("the switch has too many cases for an instruction"));
        }
        self.end_block(End::Terminated);
        self.write_detours(op.op());
        Ok(())
    }

    /// Appends the target labels and branch weights of an OpBranchConditional.
    fn two_targets(&mut self, op: OpRef<'_>) -> ExportResult<()> {
        let [one, other] = [0, 1].map(|number| self.leads_to(op.op(), op.successor(number)).0);
        let labels = if one == other {
            [0, 1].map(|number| self.target(op.op(), number))
        } else {
            // Both edges forward the same values, so they can share a label.
            [one, other].map(|block| self.label_id(block))
        };
        self.out.extend_from_slice(&labels);
        let weights = op.slots().first().copied().and_then(Attribute::from_raw);
        if let Some(AttrData::Words(weights)) = weights.map(|a| self.x.ctx.attr_data(a)) {
            self.out.extend_from_slice(weights);
        }
        Ok(())
    }

    /// Writes a branch out of a construct to the merge block or continue target of an enclosing construct.
    pub(super) fn exit(&mut self, op: Op) -> ExportResult<()> {
        let Some(target) = self.s.plan.exit_target(op) else {
            return Err(self.x.error("an exit op must be nested in a loop or switch"));
        };
        self.x.line(self.body.loc(op), &mut self.out)?;
        self.construct_merge()?;
        let label = self.label_id(target);
        words::put(&mut self.out, op::BRANCH, &[label]);
        self.end_block(End::Terminated);
        Ok(())
    }

    /// Writes the merge instruction that the branch declares, or that the construct requires if the branch terminates
    /// its header.
    #[inline]
    fn merge(&mut self, op: OpRef<'_>, plan: &ExportPlan, edges: usize) -> ExportResult<()> {
        let declared = op.slots().get(usize::from(plan.merge_slot)).copied().unwrap_or(0);
        let constructed = self.construct_merge()?;
        if declared == MERGE_NONE {
            return Ok(());
        }
        if constructed {
            return Err(self.x.error("the header of a construct must not declare another construct"));
        }
        self.declared_merge(op.op(), plan, edges)
    }

    fn declared_merge(&mut self, op: Op, plan: &ExportPlan, edges: usize) -> ExportResult<()> {
        let slot = usize::from(plan.merge_slot);
        let successors = self.body.successor_count(op);
        match self.body.slot(op, slot) {
            MERGE_SELECTION if successors == edges + 1 => {
                let merge = self.body.successor(op, edges);
                self.selection_merge(merge, self.body.slot(op, slot + 1));
                Ok(())
            }
            MERGE_LOOP if successors == edges + 2 => {
                let merge = self.body.successor(op, edges);
                let target = self.body.successor(op, edges + 1);
                let (control, extra) = (self.body.slot(op, slot + 2), self.body.slot(op, slot + 3));
                self.loop_merge(merge, target, control, extra)
            }
            _ => Err(self.x.error("the merge declaration does not match the successors of the branch")),
        }
    }

    /// Writes the merge instruction if the current block is the header of a construct. Returns whether it is one.
    #[inline]
    fn construct_merge(&mut self) -> ExportResult<bool> {
        match self.selection_header() {
            None if self.pending.is_none() => Ok(false),
            selection => self.pending_merge(selection).map(|()| true),
        }
    }

    fn pending_merge(&mut self, selection: Option<(Op, Block)>) -> ExportResult<()> {
        match (self.pending.take(), selection) {
            (None, None) => Ok(()),
            (Some(_), Some(_)) => {
                Err(self.x.error("a block cannot be the header of both a loop and a selection"))
            }
            (Some((op, blocks)), None) => {
                let (control, extra) = (
                    self.body.slot(op, spv::Loop::LOOP_CONTROL),
                    self.body.slot(op, spv::Loop::LOOP_CONTROL_OPERANDS),
                );
                self.loop_merge(blocks.merge, blocks.target, control, extra)
            }
            (None, Some((op, merge))) => {
                self.selection_merge(merge, self.body.slot(op, spv::Selection::SELECTION_CONTROL));
                Ok(())
            }
        }
    }

    fn selection_merge(&mut self, merge: Block, control: u32) {
        let merge = self.label_id(merge);
        words::put(&mut self.out, op::SELECTION_MERGE, &[merge, present(control)]);
    }

    fn loop_merge(&mut self, merge: Block, target: Block, control: u32, extra: u32) -> ExportResult<()> {
        let (merge, target) = (self.label_id(merge), self.label_id(target));
        let ctx = self.x.ctx;
        let start = self.out.len();
        self.out.extend([0, merge, target, present(control)]);
        for &item in Attribute::from_raw(extra).and_then(|e| ctx.attr_array(e)).unwrap_or(&[]) {
            let value = ctx.attr_u64(item).ok_or_else(|| self.x.error("a literal is not an integer"))?;
            let word = self.x.literal_u32(value)?;
            self.out.push(word);
        }
        if !words::finish(&mut self.out, start, op::LOOP_MERGE) {
            return Err(self.x.error("the loop control has too many literals"));
        }
        Ok(())
    }

    /// Appends the default target of an OpSwitch, then the literal and target of each case.
    fn cases(&mut self, op: Op, edges: usize) -> ExportResult<()> {
        let ctx = self.x.ctx;
        let default = self.target(op, 0);
        self.out.push(default);
        let literals = self.body.slot_attr(op, spv::Switch::LITERALS).map(|a| ctx.attr_data(a));
        let (ty, elements) = match literals {
            None if edges == 1 => return Ok(()),
            Some(AttrData::Dense { ty, elements }) => (*ty, elements),
            Some(AttrData::Array(list)) if list.len() == edges - 1 => return self.wide_cases(op, list),
            _ => return Err(self.x.error("the literals of the switch do not match its targets")),
        };
        let TypeData::Vector { element, .. } = ctx.type_data(ty) else {
            return Err(self.x.error("the literals of the switch are not a vector"));
        };
        let signed =
            matches!(ctx.type_data(*element), TypeData::Integer { signedness: Signedness::Signed, .. });
        let fits = elements.len() == 1 || elements.len() == edges - 1;
        let Some(width @ 1..=64) = scalar_width(ctx, *element).filter(|_| fits) else {
            return Err(self.x.error("the literals of the switch do not match its targets"));
        };
        self.note_wide_selector(op, width)?;
        for case in 1..edges {
            // A dense attribute with a single element is a splat: all cases have the same literal.
            let bits = elements.get(case - 1).or(elements.first()).copied().unwrap_or(0);
            push_literal(&mut self.out, width, signed, bits);
            let label = self.target(op, case);
            self.out.push(label);
        }
        Ok(())
    }

    /// Appends the cases of an OpSwitch whose selector has more than 64 bits.
    fn wide_cases(&mut self, op: Op, list: &[Attribute]) -> ExportResult<()> {
        let ctx = self.x.ctx;
        for (index, literal) in list.iter().enumerate() {
            let AttrData::Wide { limbs, ty } = ctx.attr_data(*literal) else {
                return Err(self.x.error("a literal of the switch has at most 64 bits"));
            };
            self.note_wide_selector(op, scalar_width(ctx, *ty).unwrap_or(0))?;
            push_wide(&mut self.out, ctx, *ty, limbs);
            let label = self.target(op, index + 1);
            self.out.push(label);
        }
        Ok(())
    }

    /// Records the length of the case literals, in words, of an OpSwitch whose selector is wider than 32 bits. Does
    /// nothing for other selectors.
    fn note_wide_selector(&mut self, op: Op, width: u32) -> ExportResult<()> {
        if let (33.., Some(selector)) = (width, self.body.own_operands(op).next()) {
            let selector = self.value(selector)?;
            self.x.wide_selectors.insert(selector, width.div_ceil(32) as usize);
        }
        Ok(())
    }
}

/// Returns the given selection-control or loop-control mask, or 0 if it is [`ABSENT`].
fn present(control: u32) -> u32 {
    if control == ABSENT { 0 } else { control }
}
