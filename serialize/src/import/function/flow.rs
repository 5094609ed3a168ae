//! Import of merge declarations and branches.

use super::{FunctionImport, LocalIds, Merge, NO_MERGE};
use crate::import::constants::{literal_attr, literal_bits, literal_fits};
use crate::import::decode::Decoded;
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
        let mut at = 4;
        let importer = self.importer;
        decoded.clear();
        let def = &enums::LOOP_CONTROL;
        let extra = importer.enum_params(def, control, i, 3, &mut at, decoded, &mut LocalIds(self))?;
        if at != i.words.len() {
            return Err(i.error_at(at.min(i.words.len()), "the literals do not match the loop control"));
        }
        self.merge =
            Some(Merge { slots: [MERGE_LOOP, ABSENT, control, extra], blocks: [Some(merge), Some(target)] });
        Ok(())
    }

    /// Reads an OpBranch or an unweighted OpBranchConditional that passes no values. Returns false for other
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
        // Weights precede the merge declaration's slots; OpBranch has none.
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
                let ty = self.body.value_type_opt(selector);
                let width = ty.and_then(|t| types::scalar_width(ctx, t).map(|w| (t, w)));
                let (ty, width) = width.ok_or_else(|| i.error_at(1, "the selector is not an integer"))?;
                let literal_words = width.div_ceil(32) as usize;
                let cases = &i.words[3..];
                if !cases.len().is_multiple_of(literal_words + 1) {
                    return Err(
                        i.error_at(3, "the literals of the cases do not match the width of the selector")
                    );
                }
                let mut literals = Vec::with_capacity(cases.len() / (literal_words + 1));
                let signed =
                    matches!(ctx.type_data(ty), TypeData::Integer { signedness: Signedness::Signed, .. });
                for (n, case) in cases.chunks(literal_words + 1).enumerate() {
                    if importer.options.strict && width < 32 && !literal_fits(case[0], width, signed) {
                        let at = 3 + n * (literal_words + 1);
                        return Err(i.error_at(at, format!("the literal does not fit {width} bits")));
                    }
                    literals.push(&case[..literal_words]);
                    targets.push(self.block_at(i, 3 + n * (literal_words + 1) + literal_words)?);
                }
                let attr = match width {
                    // An empty vector type would be invalid.
                    _ if literals.is_empty() => None,
                    ..=64 => {
                        let ty = ctx.vector_type(literals.len() as u64, ty);
                        Some(ctx.dense_attr(
                            ty,
                            literals.iter().map(|words| literal_bits(words, width)).collect(),
                        ))
                    }
                    _ => {
                        let wide: Vec<Attribute> =
                            literals.iter().map(|words| literal_attr(ctx, words, width, ty)).collect();
                        Some(ctx.array_attr(&wide))
                    }
                };
                slots.push(attr.map_or(0, Attribute::raw));
                spv::Switch::ID
            }
        };
        slots.extend(merge.slots);
        // One list holds the arguments of all targets; `ends` delimits them.
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
}
