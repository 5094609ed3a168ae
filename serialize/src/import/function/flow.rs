//! Import of merge instructions and branches

use super::{FunctionImport, LocalIds, Merge, NO_MERGE};
use crate::import::constants::{literal_attr, literal_bits, literal_fits};
use crate::import::decode::{Decoded, Decoding};
use crate::import::reader::{ImportResult, Inst};
use smallvec::SmallVec;
use spv_dialect::generated::{enums, opcodes as op};
use spv_dialect::spv;
use spv_dialect::structure::{MERGE_LOOP, MERGE_SELECTION};
use spv_dialect::types;
use spv_ir::dialect::ABSENT;
use spv_ir::{AttrData, Attribute, Block, Builder, InsertPoint, NewOp, Signedness, TypeData, Value};

impl FunctionImport<'_, '_> {
    pub(super) fn selection_merge(&mut self, i: &Inst<'_>) -> ImportResult<()> {
        let merge = self.block_at(i, 1)?;
        let control = i.word(2)?;
        if i.words.len() > 3 {
            return Err(i.words_left(3));
        }
        if !enums::SELECTION_CONTROL.is_known(control) {
            return Err(i.error_at(2, format!("unknown bits 0x{control:X} of SelectionControl")));
        }
        self.merge =
            Some(Merge { slots: [MERGE_SELECTION, control, ABSENT, 0], blocks: [Some(merge), None] });
        Ok(())
    }

    pub(super) fn loop_merge(&mut self, i: &Inst<'_>, decoded: &mut Decoded) -> ImportResult<()> {
        let (merge, target) = (self.block_at(i, 1)?, self.block_at(i, 2)?);
        let control = i.word(3)?;
        let importer = self.importer;
        decoded.clear();
        let mut decoding = Decoding { i, word: 4, decoded, source: &mut LocalIds(self) };
        let extra = importer.enum_params(&enums::LOOP_CONTROL, 3, &mut decoding)?;
        let end = decoding.word;
        if end != i.words.len() {
            return Err(i.error_at(end.min(i.words.len()), "the literals do not match the loop control"));
        }
        self.merge =
            Some(Merge { slots: [MERGE_LOOP, ABSENT, control, extra], blocks: [Some(merge), Some(target)] });
        Ok(())
    }

    /// Reads an OpBranch, or an OpBranchConditional without weights, that forwards no values. Returns false for other
    /// branches.
    fn bare_branch(&mut self, i: &Inst<'_>, block: Block, merge: &Merge) -> ImportResult<bool> {
        let (def, condition, targets, mut count) = match (i.opcode, i.words.len()) {
            (op::BRANCH, 2) => (spv::Branch::ID, None, [self.block_at(i, 1)?; 2], 1),
            (op::BRANCH_CONDITIONAL, 4) => {
                let condition = self.local_value(i, 1)?;
                (spv::BranchConditional::ID, Some(condition), [self.block_at(i, 2)?, self.block_at(i, 3)?], 2)
            }
            _ => return Ok(false),
        };
        if targets.iter().any(|target| !self.body.args(*target).is_empty()) {
            return Ok(false);
        }
        let [kind, selection, loop_, extra] = merge.slots;
        // Branch weights precede the slots of the merge instruction; OpBranch has no weights.
        let slots = &[0, kind, selection, loop_, extra][2 - count..];
        let mut successors: [(Block, &[Value]); 4] = [(targets[0], &[]); 4];
        successors[1].0 = targets[1];
        for block in merge.blocks.into_iter().flatten() {
            successors[count].0 = block;
            count += 1;
        }
        let new = NewOp {
            loc: self.lines.place(self.importer, i),
            operands: condition.as_slice(),
            slots,
            successors: &successors[..count],
            ..NewOp::new(def)
        };
        let made = Builder::at(self.body, InsertPoint::End(block)).create(new);
        self.note(made);
        self.end_block();
        Ok(true)
    }

    pub(super) fn branch(&mut self, i: &Inst<'_>, block: Block, label: u32) -> ImportResult<()> {
        let importer = self.importer;
        let ctx = importer.ctx;
        let merge = self.merge.take().unwrap_or(NO_MERGE);
        if self.bare_branch(i, block, &merge)? {
            return Ok(());
        }
        let mut slots: SmallVec<[u32; 5]> = SmallVec::new();
        let mut operands: SmallVec<[Value; 1]> = SmallVec::new();
        let mut targets: SmallVec<[Block; 4]> = SmallVec::new();
        let def = match i.opcode {
            op::BRANCH => {
                targets.push(self.block_at(i, 1)?);
                if i.words.len() > 2 {
                    return Err(i.words_left(2));
                }
                spv::Branch::ID
            }
            op::BRANCH_CONDITIONAL => {
                operands.push(self.local_value(i, 1)?);
                targets.extend([self.block_at(i, 2)?, self.block_at(i, 3)?]);
                let weights = &i.words[4..];
                if !matches!(weights.len(), 0 | 2) {
                    return Err(i.error_at(4, "expected zero or two branch weights"));
                }
                let weights = (!weights.is_empty()).then(|| ctx.attr(AttrData::Words(weights.into())));
                slots.push(weights.map_or(0, Attribute::raw));
                spv::BranchConditional::ID
            }
            _ => {
                let selector = self.local_value(i, 1)?;
                operands.push(selector);
                targets.push(self.block_at(i, 2)?);
                slots.push(self.cases(i, selector, &mut targets)?.map_or(0, Attribute::raw));
                spv::Switch::ID
            }
        };
        slots.extend(merge.slots);
        // A single list holds the arguments for all targets, delimited by `ends`.
        let mut args: SmallVec<[Value; 8]> = SmallVec::new();
        let mut ends: SmallVec<[usize; 4]> = SmallVec::new();
        for &target in &targets {
            self.edge(i, target, label, &mut args)?;
            ends.push(args.len());
        }
        let mut start = 0;
        let mut successors: SmallVec<[(Block, &[Value]); 4]> = SmallVec::new();
        for (&target, &end) in targets.iter().zip(&ends) {
            successors.push((target, &args[start..end]));
            start = end;
        }
        successors.extend(merge.blocks.iter().flatten().map(|&b| (b, &[][..])));
        let loc = self.lines.place(importer, i);
        let new =
            NewOp { loc, operands: &operands, slots: &slots, successors: &successors, ..NewOp::new(def) };
        let made = Builder::at(self.body, InsertPoint::End(block)).create(new);
        self.note(made);
        self.end_block();
        Ok(())
    }

    /// Appends the target blocks of an OpSwitch's cases, and returns their literals.
    fn cases(
        &mut self,
        i: &Inst<'_>,
        selector: Value,
        targets: &mut SmallVec<[Block; 4]>,
    ) -> ImportResult<Option<Attribute>> {
        /// Word index of the first case.
        const FIRST: usize = 3;
        let ctx = self.importer.ctx;
        let ty = self.body.value_type_opt(selector);
        let width = ty.and_then(|t| types::scalar_width(ctx, t).map(|w| (t, w)));
        let (ty, width) = width.ok_or_else(|| i.error_at(1, "the selector is not an integer"))?;
        let literal_words = width.div_ceil(32) as usize;
        let length = literal_words + 1;
        let cases = &i.words[FIRST..];
        if !cases.len().is_multiple_of(length) {
            return Err(i.error_at(FIRST, "the literals of the cases do not match the width of the selector"));
        }
        let mut literals = Vec::with_capacity(cases.len() / length);
        let signed = matches!(ctx.type_data(ty), TypeData::Integer { signedness: Signedness::Signed, .. });
        for (case, word) in cases.chunks(length).zip((FIRST..).step_by(length)) {
            if self.importer.options.rules.is_some() && width < 32 && !literal_fits(case[0], width, signed) {
                return Err(i.error_at(word, format!("the literal does not fit {width} bits")));
            }
            literals.push(&case[..literal_words]);
            targets.push(self.block_at(i, word + literal_words)?);
        }
        // A vector type without elements would be invalid.
        if literals.is_empty() {
            return Ok(None);
        }
        Ok(Some(if width <= 64 {
            let bits = literals.iter().map(|words| literal_bits(words, width)).collect();
            ctx.dense_attr(ctx.vector_type(literals.len() as u64, ty), bits)
        } else {
            let wide: Vec<Attribute> =
                literals.iter().map(|words| literal_attr(ctx, words, width, ty)).collect();
            ctx.array_attr(&wide)
        }))
    }
}
