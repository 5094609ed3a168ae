//! Import of functions: converts a function's instructions to a body

mod annotations;
mod copies;
mod fast_decode;
mod flow;
mod intern_cache;
mod scratch;
mod values;

use super::Importer;
use super::decode::{Decoded, Decoding, IdSource};
use super::ids::{FunctionRange, IdDefinition};
use super::lines::{LineState, debug_state};
use super::opcodes::DecodeKind;
use super::reader::{ImportResult, Inst};
use scratch::LocalId;
pub use scratch::Scratch;
use spv_dialect::control::{self};
use spv_dialect::decorations::{AFTER_TERMINATOR, HEADER, JOINED};
use spv_dialect::generated::opcodes as op;
use spv_dialect::spv;
use spv_dialect::structure::MERGE_NONE;
use spv_ir::dialect::{ABSENT, OpDefId, ResultKind, Traits};
use spv_ir::{
    Annotations, Attribute, Block, Body, Builder, Context, Diagnostic, Ident, InsertPoint, Location, NewOp,
    Op, Type, TypeData, Value, ValueDef,
};

/// State of the import of one function.
pub struct FunctionImport<'i, 'a> {
    pub(super) importer: &'i Importer<'a>,
    pub(super) body: &'i mut Body,
    pub(super) scratch: &'i mut Scratch,
    range: FunctionRange,
    /// The block that is being filled, with its label id.
    block: Option<(Block, u32)>,
    /// Index of the current block, encoded as in [`LocalId::place`].
    block_place: u32,
    /// The most recently terminated block.
    ended: Option<Block>,
    /// Number of parameters read so far.
    parameters: u32,
    /// Whether any operand read since the last op may be defined in a block other than the current block and the entry
    /// block.
    crosses: bool,
    lines: LineState,
    /// The preceding OpSelectionMerge or OpLoopMerge, if any.
    merge: Option<Merge>,
    /// End offset of the continuations of the most recent OpCompositeConstruct.
    continued: usize,
}

/// A merge instruction: its attribute slots in the branch op, and the blocks that it references.
#[derive(Clone, Copy, Debug)]
struct Merge {
    slots: [u32; 4],
    blocks: [Option<Block>; 2],
}

const NO_MERGE: Merge = Merge { slots: [MERGE_NONE, ABSENT, ABSENT, 0], blocks: [None, None] };

/// The properties of an op that is created from an instruction.
struct NewInst<'d> {
    def: OpDefId,
    operands: &'d [Value],
    slots: &'d [u32],
    /// The result type, if any. The instruction then also has a result id.
    ty: Option<Type>,
}

/// The resolver for ids in a function.
struct LocalIds<'f, 'i, 'a>(&'f mut FunctionImport<'i, 'a>);

impl IdSource for LocalIds<'_, '_, '_> {
    #[inline]
    fn value(&mut self, _: &Importer<'_>, i: &Inst<'_>, word: usize) -> ImportResult<Value> {
        self.0.local_value(i, word)
    }

    fn mixed(
        &mut self,
        importer: &Importer<'_>,
        i: &Inst<'_>,
        word: usize,
    ) -> ImportResult<Result<Value, Attribute>> {
        let id = importer.ids.check(i, word)?;
        match importer.ids.what(id) {
            // Prefers the SSA value: the id's local-id attribute, if any, may exist only for references from other
            // functions.
            IdDefinition::Unknown if self.0.is_local_value(id) || !importer.locals.contains_key(&id) => {
                self.0.local_value(i, word).map(Ok)
            }
            _ => importer.id_attr(i, word).map(Err),
        }
    }
}

impl<'a> Importer<'a> {
    /// Reads a function into `scratch`. [`Scratch::taken`] then returns the body.
    pub(super) fn function(
        &self,
        range: &FunctionRange,
        lines: LineState,
        scratch: &mut Scratch,
    ) -> ImportResult<()> {
        let mut body = scratch.body.take().unwrap_or_default();
        Builder::new(&mut body).clear();
        scratch.epoch += 1;
        scratch.phis.clear();
        scratch.copies.clear();
        scratch.blocks.clear();
        scratch.crossing.clear();
        let mut f = FunctionImport {
            importer: self,
            body: &mut body,
            scratch,
            range: *range,
            block: None,
            block_place: 0,
            ended: None,
            parameters: 0,
            crosses: false,
            lines,
            merge: None,
            continued: 0,
        };
        prefetch(&self.words[range.start..range.end]);
        f.prepare()?;
        let mut decoded = Decoded::default();
        let mut at = range.start;
        while at < range.end {
            let i = self.inst(at)?;
            at = f.instruction(&i, &mut decoded)?;
        }
        f.check_phis()?;
        if f.scratch.redefined {
            return Err(self.inst(range.start)?.error("the function redefines an id"));
        }
        f.insert_localized();
        let is_split = split_entry(self.ctx, &mut body);
        scratch.ops = body.op_count();
        if self.options.regions && !is_split {
            // Functions that cannot be structured remain in CFG form, which is also lossless.
            let Scratch { crossing, control: storage, .. } = &mut *scratch;
            let _ = control::structurize_crossing(self.ctx, &mut body, crossing, storage);
        }
        scratch.body = Some(body);
        Ok(())
    }
}

/// Splits the entry block if a merge instruction references it. Returns whether the block was split.
///
/// spv-val allows this outside of shaders, but IR ops cannot reference a region's entry block. An attribute on the
/// inserted branch marks both blocks as a single block in the binary. The function remains in CFG form. The verifier
/// rejects branches to the entry block afterwards.
fn split_entry(ctx: &Context, body: &mut Body) -> bool {
    let Some(entry) = body.first_block(body.root()) else { return false };
    let uses: Vec<(Op, usize)> = body.block_uses(entry).collect();
    let is_declared = |&(op, number): &(Op, usize)| number >= control::edge_count(body, op);
    let Some(first) = body.first_op(entry).filter(|_| !uses.is_empty() && uses.iter().all(is_declared))
    else {
        return false;
    };
    let (loc, annotations) = (body.loc(first), body.block_annotations(entry));
    let mut b = Builder::new(body);
    let after = b.split_block(first);
    b.set_block_annotations(after, annotations);
    b.set_block_annotations(entry, Annotations { name: None, attrs: None, ..annotations });
    for (op, number) in uses {
        b.set_successor(op, number, after);
    }
    b.at = InsertPoint::End(entry);
    b.create(NewOp {
        loc,
        slots: &NO_MERGE.slots,
        successors: &[(after, &[])],
        attrs: Some(ctx.dict_attr(vec![(ctx.ident(JOINED), ctx.unit_attr())])),
        ..NewOp::new(spv::Branch::ID)
    });
    true
}

/// Reads words sequentially to bring them into the cache. Labels are read first, at scattered offsets, and each would
/// miss the cache. Only the beginning of a large function is read.
fn prefetch(words: &[u32]) {
    /// Words per cache line.
    const LINE: usize = 16;
    let first = &words[..words.len().min(1 << 12)];
    std::hint::black_box(first.iter().step_by(LINE).fold(0, |sum: u32, word| sum.wrapping_add(*word)));
}

/// Handles a second definition of an id: resolves a forward reference in this function, or records in `redefined` that
/// the id has two definitions.
#[inline(never)]
fn met_before(body: &mut Body, before: LocalId, epoch: u32, value: Value, redefined: &mut bool) {
    match before.forward(epoch) {
        Some(forward) => Builder::new(body).resolve_forward(forward, value),
        None => *redefined = true,
    }
}

/// Records an op that has operands from other blocks. Branch-free, because the condition is unpredictable.
#[inline(always)]
fn note_crossing(crossing: &mut Vec<Op>, op: Op, crosses: bool) {
    let end = crossing.len() + usize::from(crosses);
    crossing.push(op);
    crossing.truncate(end);
}

impl FunctionImport<'_, '_> {
    /// Creates blocks, parameters and block arguments, so that branches can be read in a single pass.
    fn prepare(&mut self) -> ImportResult<()> {
        let importer = self.importer;
        let root = self.body.root();
        let mut parameters = Vec::new();
        let mut current = None;
        for label in self.range.labels.0..self.range.labels.1 {
            let i = importer.inst(importer.ids.labels[label] as usize)?;
            match i.opcode {
                op::LABEL => {
                    let block = Builder::new(self.body).append_block(root);
                    let id = importer.ids.check(&i, 1)?;
                    let epoch = self.scratch.epoch;
                    self.scratch.blocks.push(block);
                    let place = self.scratch.blocks.len() as u32;
                    let now = LocalId { epoch, value: None, place, ty: None };
                    self.scratch.redefined |= self.scratch.set(id, now).epoch != 0;
                    if current.is_none() {
                        self.parameters(block, &parameters)?;
                    }
                    current = Some(block);
                }
                op::FUNCTION_PARAMETER if current.is_some() => {
                    return Err(i.error("a parameter must not follow the first label"));
                }
                op::FUNCTION_PARAMETER => parameters.push(i),
                _ => {
                    let Some(block) = current else {
                        return Err(i.error("an OpPhi must not precede the first label"));
                    };
                    let ty = self.result_type(&i)?;
                    let argument = self.body.args(block).len();
                    if Some(block) == self.body.first_block(root) {
                        return Err(i.error("an OpPhi must not be in the entry block"));
                    }
                    let value = Builder::new(self.body).add_arg(block, ty);
                    let id = importer.ids.check(&i, 2)?;
                    let place = self.scratch.blocks.len() as u32;
                    self.define(id, value, Some(ty), place);
                    self.scratch.phis.add(importer, &i, block, argument)?;
                }
            }
        }
        if current.is_none() {
            let block = Builder::new(self.body).append_block(root);
            self.parameters(block, &parameters)?;
        }
        self.scratch.phis.sort();
        Ok(())
    }

    /// Creates the arguments of the entry block. Also adds arguments for missing OpFunctionParameters, because
    /// spirv-val does not check their count; export then writes them.
    fn parameters(&mut self, entry: Block, list: &[Inst<'_>]) -> ImportResult<()> {
        for i in list {
            let ty = self.result_type(i)?;
            let value = Builder::new(self.body).add_arg(entry, ty);
            let id = self.importer.ids.check(i, 2)?;
            self.define(id, value, Some(ty), 0);
        }
        let function = self.importer.inst(self.range.start)?;
        if function.opcode == op::FUNCTION {
            let ty = self.importer.type_or_signature(&function, 4)?;
            if let TypeData::Function { inputs, .. } = self.importer.ctx.type_data(ty) {
                for &ty in inputs.iter().skip(list.len()) {
                    Builder::new(self.body).add_arg(entry, ty);
                }
            }
        }
        Ok(())
    }

    /// Records the value of an id and the index of its block.
    #[inline]
    fn define(&mut self, id: u32, value: Value, ty: Option<Type>, place: u32) {
        let epoch = self.scratch.epoch;
        let now = LocalId { epoch, value: Some(value), place, ty };
        let before = self.scratch.set(id, now);
        if before.epoch != 0 {
            met_before(self.body, before, epoch, value, &mut self.scratch.redefined);
        }
    }

    /// Returns the block of the label at word `word`.
    #[inline]
    fn block_at(&self, i: &Inst<'_>, word: usize) -> ImportResult<Block> {
        let id = i.words.get(word).map_or(0, |id| *id);
        self.scratch.block(id).ok_or_else(|| self.no_block(i, word))
    }

    #[cold]
    fn no_block(&self, i: &Inst<'_>, word: usize) -> Box<Diagnostic> {
        match self.importer.ids.check(i, word) {
            Ok(id) => {
                let what = self.importer.describe(id);
                i.error_at(word, format!("expected a label of this function, found %{id}{what}"))
            }
            Err(wrong) => wrong,
        }
    }

    /// Reads an instruction. If it takes the fast path, also reads the fast-path instructions that follow it. Returns
    /// the offset of the next instruction.
    #[inline]
    fn instruction(&mut self, i: &Inst<'_>, decoded: &mut Decoded) -> ImportResult<usize> {
        let next = i.offset + i.words.len();
        // A single branch dispatches on the opcode, because it is unpredictable. The instruction is almost always
        // inside a block.
        match (self.importer.opcodes.decode_kind(i.opcode), self.block) {
            (DecodeKind::Fast | DecodeKind::OfSet, Some((block, _))) if self.merge.is_none() => {
                return self.fast_decode(i, block, decoded);
            }
            (DecodeKind::Branch, Some((block, label))) => self.branch(i, block, label),
            (DecodeKind::SelectionMerge, Some(_)) if self.merge.is_none() => self.selection_merge(i),
            (DecodeKind::LoopMerge, Some(_)) if self.merge.is_none() => self.loop_merge(i, decoded),
            (DecodeKind::Variable, Some((block, _))) if self.merge.is_none() => self.variable(i, block),
            (DecodeKind::Phi, Some(_)) if self.merge.is_none() => {
                let id = self.importer.ids.check(i, 2)?;
                let loc = self.lines.phi_location(self.importer);
                self.annotate_argument(id, loc)
            }
            (DecodeKind::Label, _) => self.label(i),
            _ => self.any(i, decoded),
        }?;
        Ok(next)
    }

    /// Reads an instruction with a rare opcode, or one outside of a block.
    #[inline(never)]
    fn any(&mut self, i: &Inst<'_>, decoded: &mut Decoded) -> ImportResult<()> {
        let importer = self.importer;
        match i.opcode {
            op::GRAPH_ARM => {
                let entry = self.body.first_block(self.body.root());
                self.block = entry.map(|b| (b, 0));
                Ok(())
            }
            op::FUNCTION | op::FUNCTION_END => self.close_block(i),
            op::FUNCTION_PARAMETER => {
                let id = importer.ids.check(i, 2)?;
                self.parameters += 1;
                let loc = self.lines.location(importer);
                self.annotate_argument(id, loc)
            }
            op::LINE | op::NO_LINE => self.lines.instruction(importer, i),
            _ => {
                let Some((block, _)) = self.block else { return self.outside(i, decoded) };
                if self.merge.is_some() {
                    return Err(
                        i.error("a merge instruction must immediately precede the branch of its block")
                    );
                }
                match i.opcode {
                    op::EXT_INST | op::EXT_INST_WITH_FORWARD_REFS_KHR => {
                        self.ext_inst(i, block, decoded, None)
                    }
                    // The OpCompositeConstruct has already read this continuation.
                    op::COMPOSITE_CONSTRUCT_CONTINUED_INTEL if i.offset < self.continued => Ok(()),
                    _ => self.decode_generic(i, block, decoded),
                }
            }
        }
    }

    /// Ends a block that has no terminator, if its last op may end a block.
    fn close_block(&mut self, i: &Inst<'_>) -> ImportResult<()> {
        let Some((block, id)) = self.block else { return Ok(()) };
        let registry = self.importer.ctx.registry();
        let may_end = |op| registry.op(self.body.def(op)).traits.contains(Traits::MAY_TERMINATE);
        if !self.body.last_op(block).is_some_and(may_end) {
            return Err(i.error(format!("block %{id} has no terminator")));
        }
        self.end_block();
        Ok(())
    }

    fn label(&mut self, i: &Inst<'_>) -> ImportResult<()> {
        self.close_block(i)?;
        let importer = self.importer;
        let id = importer.ids.check(i, 1)?;
        let block = self.block_at(i, 1)?;
        self.block = Some((block, id));
        let place = self.scratch.locals.get(id).place;
        self.block_place = if self.body.prev_block(block).is_some() { place } else { 0 };
        let loc = Some(self.lines.location(importer)).filter(|l| l.is_explicit());
        let hint = importer.local_hint(id);
        if loc.is_some() || hint.is_some() || !importer.ids.notes.is_plain(id) {
            let (name, attrs) = self.scratch.annotations.names_and_decorations(importer, id)?;
            let attrs = importer.with_entries(attrs, hint);
            Builder::new(self.body).set_block_annotations(block, Annotations { name, attrs, loc });
        }
        Ok(())
    }

    /// Records an op if it has operands from other blocks, and resets the flag for the next op.
    #[inline(always)]
    fn note(&mut self, op: Op) {
        note_crossing(&mut self.scratch.crossing, op, std::mem::take(&mut self.crosses));
    }

    fn end_block(&mut self) {
        self.ended = self.block.take().map(|(block, _)| block);
        self.lines.reset();
    }

    fn variable(&mut self, i: &Inst<'_>, block: Block) -> ImportResult<()> {
        let ty = self.result_type(i)?;
        let (class, number) = (i.word(3)?.wrapping_add(1), ty.raw() as usize);
        if class == 0 || self.scratch.classes.get(number) != Some(&class) {
            self.importer.check_storage_class(i, ty)?;
            let classes = &mut self.scratch.classes;
            classes.resize(classes.len().max(number + 1), 0);
            classes[number] = class;
        }
        let initializer = if i.words.len() > 4 { Some(self.local_value(i, 4)?) } else { None };
        let def = spv::Variable::ID;
        let made = NewInst { def, operands: initializer.as_slice(), slots: &[], ty: Some(ty) };
        self.finish(i, block, made, Vec::new())
    }

    /// Reads an instruction that precedes the first block or lies between two blocks. Only debug-info scopes and
    /// declarations are allowed there.
    #[cold]
    fn outside(&mut self, i: &Inst<'_>, decoded: &mut Decoded) -> ImportResult<()> {
        let ctx = self.importer.ctx;
        if !matches!(i.opcode, op::EXT_INST | op::EXT_INST_WITH_FORWARD_REFS_KHR) {
            return Err(i.error("instruction outside of a block: OpLabel is missing"));
        }
        if let Some(block) = self.ended {
            let terminator = self.body.last_op(block);
            self.ext_inst(i, block, decoded, Some((ctx.ident(AFTER_TERMINATOR), ctx.unit_attr())))?;
            let last = self.body.last_op(block);
            if let (Some(terminator), Some(op)) = (terminator, last.filter(|&op| Some(op) != terminator)) {
                Builder::new(self.body).move_op(op, InsertPoint::Before(terminator));
            }
            return Ok(());
        }
        let entry = self.body.first_block(self.body.root());
        let entry = entry.ok_or_else(|| i.error("a function declaration must contain only parameters"))?;
        self.ext_inst(i, entry, decoded, Some((ctx.ident(HEADER), ctx.i32_attr(self.parameters))))
    }

    /// Reads an extended instruction. `hint` is an additional attribute entry for the op.
    fn ext_inst(
        &mut self,
        i: &Inst<'_>,
        block: Block,
        decoded: &mut Decoded,
        hint: Option<(Ident, Attribute)>,
    ) -> ImportResult<()> {
        let importer = self.importer;
        let (def, first, mut extra) = importer.ext_inst(i, decoded)?;
        extra.extend(hint);
        let row = importer.ctx.registry().op(def).row;
        let id = importer.ids.check(i, 2)?;
        if let Some(state) = debug_state(row.name) {
            if importer.ids.notes.is_plain(id) && self.lines.debug_instruction(importer, i, state)? {
                self.scratch.note_definition(id);
                return Ok(());
            }
            self.lines.kept(importer, i, state)?;
        }
        let decoding = Decoding { i, word: first, decoded, source: &mut LocalIds(self) };
        let def = importer.ext_inst_operands(def, decoding)?;
        let ty = Some(self.result_type(i)?);
        let made = NewInst { def, operands: &decoded.operands, slots: &decoded.slots, ty };
        self.finish(i, block, made, extra)
    }

    /// Appends the operands of all continuations of an OpCompositeConstruct.
    fn join_continued(&mut self, i: &Inst<'_>, decoded: &mut Decoded) -> ImportResult<()> {
        let importer = self.importer;
        for next in importer.continuations(i, op::COMPOSITE_CONSTRUCT_CONTINUED_INTEL) {
            let next = next?;
            for word in 1..next.words.len() {
                decoded.operands.push(self.local_value(&next, word)?);
            }
            self.continued = next.offset + next.words.len();
        }
        Ok(())
    }

    /// Creates the op of an instruction whose operands have been read.
    #[inline(always)]
    fn finish(
        &mut self,
        i: &Inst<'_>,
        block: Block,
        made: NewInst<'_>,
        extra: Vec<(Ident, Attribute)>,
    ) -> ImportResult<()> {
        let importer = self.importer;
        let NewInst { def, operands, slots, ty } = made;
        let id = match ty {
            Some(_) => Some(importer.ids.check(i, 2)?),
            None => None,
        };
        let void = ty == Some(importer.ctx.common().none)
            && importer.ctx.registry().op(def).row.result == ResultKind::Optional;
        let noted = id.and_then(|id| self.scratch.locals.get(id).noted());
        let (name, attrs) = match (id, noted) {
            (Some(id), _) if void || !extra.is_empty() => self.name_and_attributes(id, void, extra)?,
            (Some(id), Some(number)) => self.scratch.annotations.of_result(importer, id, number)?,
            _ => (None, None),
        };
        let loc: Location = self.lines.place(importer, i);
        let results = ty.filter(|_| !void);
        let new = NewOp { loc, operands, slots, results: results.as_slice(), attrs, ..NewOp::new(def) };
        let op = Builder::at(self.body, InsertPoint::End(block)).create(new);
        self.note(op);
        match id {
            Some(id) if !void => {
                let value = self.body.result(op, 0);
                self.define(id, value, results, self.block_place);
                if name.is_some() {
                    Builder::new(self.body).set_value_name(value, name);
                }
            }
            Some(id) => {
                let used = self.scratch.value(id).map(|v| self.body.value_def(v));
                if used == Some(ValueDef::Forward) {
                    return Err(i.error(format!("the void result %{id} is used as a value")));
                }
                self.scratch.note_definition(id);
            }
            None => {}
        }
        Ok(())
    }
}
