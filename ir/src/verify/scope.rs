//! Verifier walk over a body: values, blocks and op positions

use super::signatures::{Signature, Signatures};
use super::{Owner, Verifier, locate};
use crate::analysis::cfg::edge_count;
use crate::analysis::{Cfg, DomTree};
use crate::attrs::{AttrData, Attribute};
use crate::body::value_data::Definer;
use crate::body::{Body, FLAG_ISOLATED, OpData};
use crate::context::Context;
use crate::diag::{Diagnostic, Diagnostics, Place};
use crate::dialect::{OpDef, Traits};
use crate::entity::{Block, Op, Region, Value};
use crate::handles::OpDefId;
use crate::symbols::SymbolTable;
use crate::walk;
use rustc_hash::FxHashSet;

/// The state of the walk in a region that has been entered.
struct Frame {
    region: Region,
    /// Whether the region's blocks must end in terminators.
    terminators: bool,
    /// The block that is being walked.
    block: Block,
    /// Ordinal of the current block in the walk.
    number: u32,
    /// Next op of the current block; `None` at the end of the block.
    next: Option<Op>,
    /// The op whose regions are being walked, the index of its next region, and the number of errors before the op.
    inside: Option<(Op, usize, usize)>,
    /// The block that is appended to [`Scratch::kept`] if the walk enters it next.
    spine: Option<Block>,
    /// Length of [`Scratch::kept`] when the walk entered the region.
    kept: usize,
    /// Dominator tree of the region, computed on demand.
    tree: Option<Box<DomTree>>,
}

/// Scratch space that is reused for successive bodies.
#[derive(Default)]
pub(super) struct Scratch {
    /// Ordinal of the block that defines each value, by value index; 0 if the walk has not reached the definition.
    homes: Vec<u32>,
    /// Whether each block is open, by block ordinal: the walk is in it, or it dominates the rest of its region.
    open: Vec<bool>,
    /// Position of each region's frame on the stack, starting at 1; 0 if the region is not on the stack.
    frames: Vec<u32>,
    /// The enclosing regions, outermost first.
    stack: Vec<Frame>,
    /// Ordinals of the blocks that remain open until the walk leaves their region. They are the entry block and, as
    /// long as each block has a single successor, its successors.
    kept: Vec<u32>,
    /// Signatures of ops that need no further generic checks.
    pub(super) signatures: Signatures,
    /// Index of the symbol table in whose bodies `signatures` are valid.
    table: Option<usize>,
    /// Ops for the dialect checks, in body order.
    pub(super) unchecked: Vec<Op>,
}

impl Scratch {
    /// Prepares the scratch space for bodies with the given symbol table.
    pub(super) fn with_table(&mut self, table: Option<usize>) -> &mut Scratch {
        if self.table != table {
            self.table = table;
            self.signatures.clear();
        }
        self
    }

    fn reset(&mut self, body: &Body) {
        let Scratch { homes, open, frames, stack, kept, unchecked, .. } = self;
        homes.clear();
        homes.resize(body.value_count(), 0);
        open.clear();
        open.push(false);
        frames.clear();
        frames.resize(body.regions.len(), 0);
        stack.clear();
        kept.clear();
        unchecked.clear();
    }
}

/// Traits of ops that may be the last op of a block.
const MAY_END: Traits = Traits::TERMINATOR.union(Traits::UNREGISTERED).union(Traits::MAY_TERMINATE);

/// Note for errors about uses of values and blocks of another body.
const OTHER_BODY: &str = "values and blocks can only be used in the body in which they were created: pass \
                          values to a function as arguments, and reference module-level definitions by \
                          symbol";

/// Returns whether an attribute is a dictionary of the context.
pub(super) fn is_dict(ctx: &Context, attr: Attribute) -> bool {
    ctx.has_attr(attr) && matches!(ctx.attr_data(attr), AttrData::Dict(_))
}

/// Limits of [`leads_only_to`]: the number of steps to a predecessor, and the number of edges examined per step.
const CLIMB: usize = 8;

/// Returns whether `a` is reached from `b` by a few steps to single predecessors, which implies that `a` dominates `b`.
/// Both blocks belong to `region`. This fast path usually avoids building a dominator tree.
fn leads_only_to(verifier: &Verifier<'_>, body: &Body, region: Region, (a, b): (Block, Block)) -> bool {
    let registry = verifier.ctx.registry();
    let mut at = b;
    'climb: for _ in 0..CLIMB {
        let mut above = None;
        for (i, (op, number)) in body.block_uses(at).enumerate() {
            let Some(from) = body.parent(op).filter(|&p| body.block_parent(p) == Some(region)) else {
                continue;
            };
            if number >= edge_count(registry, body, op) {
                continue;
            }
            if i >= CLIMB || *above.get_or_insert(from) != from {
                break 'climb;
            }
        }
        match above {
            Some(above) if above == a => return true,
            Some(above) => at = above,
            None => break,
        }
    }
    false
}

/// The verification of a body, without its nested bodies.
pub(super) struct BodyVerification<'a> {
    pub(super) verifier: &'a Verifier<'a>,
    pub(super) body: &'a Body,
    owner: Owner,
    /// The op that owns the body, and the body that contains the op; `None` if unknown.
    holder: Option<(&'a Body, Op)>,
    pub(super) symbols: Option<&'a SymbolTable>,
    pub(super) out: &'a mut Diagnostics,
    /// Number of errors so far, including errors dropped because `out` was full.
    pub(super) errors: usize,
    pub(super) scratch: &'a mut Scratch,
    walked: Walked,
}

/// The result of a walk over a body.
#[derive(Default)]
pub(super) struct Walked {
    /// Isolated ops in body order.
    pub isolated: Vec<Op>,
    /// Ops for which errors were reported.
    pub faulty: FxHashSet<Op>,
    /// Last ops of blocks that lack a terminator. Each is an error, unless the op has other errors.
    pub unterminated: Vec<Op>,
    /// Whether ops use values or blocks of another body. If so, no other rules were checked.
    pub foreign: bool,
}

impl<'a> BodyVerification<'a> {
    pub(super) fn new(
        verifier: &'a Verifier<'a>,
        body: &'a Body,
        owner: Owner,
        symbols: Option<&'a SymbolTable>,
        out: &'a mut Diagnostics,
        scratch: &'a mut Scratch,
    ) -> BodyVerification<'a> {
        scratch.reset(body);
        body.prefetch();
        let walked = Walked::default();
        BodyVerification { verifier, body, owner, holder: None, symbols, out, errors: 0, scratch, walked }
    }

    /// Sets the op that owns the body, for messages.
    pub(super) fn held_by(self, holder: Option<(&'a Body, Op)>) -> BodyVerification<'a> {
        BodyVerification { holder, ..self }
    }

    pub(super) fn def(&self, def: OpDefId) -> &'static OpDef {
        self.verifier.ops[usize::from(def.0)]
    }

    /// Reports an error about an op.
    #[cold]
    pub(super) fn error(&mut self, op: Op, message: &str) {
        self.error_with(op, message, None);
    }

    /// Reports an error about an op, with a note.
    #[cold]
    pub(super) fn error_note(&mut self, op: Op, message: &str, note: String) {
        self.error_with(op, message, Some((Place::None, note)));
    }

    fn error_with(&mut self, op: Op, message: &str, note: Option<(Place, String)>) {
        self.errors += 1;
        if self.out.list.len() < Diagnostics::LIMIT {
            self.walked.faulty.insert(op);
            let text = self.verifier.text(self.body.def(op), message);
            let mut error = Diagnostic::error(Place::Op(self.body.loc(op)), text);
            error.notes.extend(note);
            self.locate(op, &mut error);
            self.out.push(error);
        }
    }

    #[cold]
    fn locate(&self, op: Op, error: &mut Diagnostic) {
        locate(self.verifier.ctx, self.body, self.holder, op, self.out.list.len(), error);
    }

    /// Reports an error about a region, at the op that owns the region.
    #[cold]
    fn region_error(&mut self, region: Region, message: &str) {
        match self.body.region_owner(region) {
            Some(op) => self.error(op, message),
            None => {
                self.errors += 1;
                if self.out.list.len() < Diagnostics::LIMIT {
                    let text = self.verifier.text(self.owner.def, message);
                    self.out.error(Place::Op(self.owner.loc), text);
                }
            }
        }
    }

    /// Verifies the body and returns the ops for further checks.
    pub(super) fn run(mut self) -> Walked {
        if !self.body.refers_to_own() && self.refuse_foreign() {
            return self.walked;
        }
        self.check_annotations();
        let root_scope = self.def(self.owner.def).traits.contains(Traits::SYMBOL_TABLE);
        self.enter_region(self.body.root(), self.owner.def);
        while let Some(frame) = self.scratch.stack.last_mut() {
            if let Some((op, number, before)) = &mut frame.inside {
                let (op, at, before) = (*op, *number, *before);
                if at < self.body.region_count(op) {
                    *number += 1;
                    self.enter_region(self.body.region(op, at), self.body.def(op));
                    continue;
                }
                frame.inside = None;
                let number = frame.number;
                self.finish(op, number, self.def(self.body.def(op)), before);
            }
            let module_scope = root_scope && self.scratch.stack.len() == 1;
            if !self.walk_block(module_scope) && !self.next_block() {
                self.leave_region();
            }
        }
        self.walked
    }

    /// Reports ops that use values or blocks of another body. Returns whether any were found. If so, the remaining
    /// rules cannot be checked.
    #[cold]
    fn refuse_foreign(&mut self) -> bool {
        let body = self.body;
        for op in walk::ops(body) {
            let operand = body.operands(op).position(|value| !body.has_value(value));
            let successor = body.successors(op).position(|block| !body.has_block(block));
            let what = match (operand, successor) {
                (Some(number), _) => format!("operand #{number} belongs to another body"),
                (_, Some(number)) => format!("successor #{number} belongs to another body"),
                _ => continue,
            };
            self.error_note(op, &what, OTHER_BODY.to_owned());
        }
        self.walked.foreign = self.errors > 0;
        self.walked.foreign
    }

    /// Checks that the attributes of blocks and arguments, and the types of arguments, belong to the context.
    fn check_annotations(&mut self) {
        let (ctx, body) = (self.verifier.ctx, self.body);
        let annotations = body.value_annotations.values().chain(body.block_annotations.values());
        if annotations.filter_map(|annotations| annotations.attrs).any(|attrs| !is_dict(ctx, attrs)) {
            let message =
                "expected dictionaries of this context as the attributes of its blocks and arguments";
            self.region_error(body.root(), message);
        }
        let own_type = |&value: &Value| body.value_type_opt(value).is_none_or(|ty| ctx.has_type(ty));
        if !body.block_args.iter().all(own_type) {
            self.region_error(body.root(), "the type of a block argument belongs to another context");
        }
    }

    fn enter_region(&mut self, region: Region, owner: OpDefId) {
        let Some(entry) = self.body.first_block(region) else { return };
        let traits = self.def(owner).traits;
        let terminators = !traits.intersects(Traits::NO_TERMINATOR.union(Traits::UNREGISTERED));
        if self.body.block_uses(entry).any(|(op, _)| self.body.parent(op).is_some()) {
            self.region_error(region, "entry block of region may not have predecessors");
        }
        self.scratch.stack.push(Frame {
            region,
            terminators,
            block: entry,
            number: 0,
            next: None,
            inside: None,
            spine: Some(entry),
            kept: self.scratch.kept.len(),
            tree: None,
        });
        self.scratch.frames[region.index()] = self.scratch.stack.len() as u32;
        self.enter_block(entry);
    }

    /// Moves to the next block of the current region. Returns false at the end of the region.
    fn next_block(&mut self) -> bool {
        let Some(frame) = self.scratch.stack.last() else { return false };
        let kept = self.scratch.kept[frame.kept..].last() == Some(&frame.number);
        if !kept {
            self.scratch.open[frame.number as usize] = false;
        }
        match self.body.next_block(frame.block) {
            Some(block) => {
                self.enter_block(block);
                true
            }
            None => false,
        }
    }

    fn enter_block(&mut self, block: Block) {
        let body = self.body;
        let number = self.scratch.open.len() as u32;
        self.scratch.open.push(true);
        let Some(frame) = self.scratch.stack.last_mut() else { return };
        frame.block = block;
        frame.number = number;
        frame.next = body.first_op(block);
        if frame.spine == Some(block) {
            self.scratch.kept.push(number);
            let only = |&last: &Op| edge_count(self.verifier.ctx.registry(), body, last) == 1;
            frame.spine = body.last_op(block).filter(only).map(|last| body.successor(last, 0));
        }
        let (region, terminators) = (frame.region, frame.terminators);
        for &value in body.args(block) {
            self.scratch.homes[value.index()] = number;
        }
        if terminators && body.first_op(block).is_none() {
            // A function whose body is a single empty block is a declaration.
            let declaration = region == body.root()
                && self.def(self.owner.def).traits.contains(Traits::FUNCTION)
                && body.first_block(region) == body.last_block(region);
            if !declaration {
                self.region_error(region, "empty block: expect at least a terminator");
            }
        }
    }

    fn leave_region(&mut self) {
        let Some(frame) = self.scratch.stack.pop() else { return };
        for number in self.scratch.kept.drain(frame.kept..) {
            self.scratch.open[number as usize] = false;
        }
        self.scratch.frames[frame.region.index()] = 0;
    }

    /// Checks ops until the end of the block or until an op with regions. Returns whether it stopped at an op with
    /// regions.
    fn walk_block(&mut self, module_scope: bool) -> bool {
        let Some(frame) = self.scratch.stack.last_mut() else { return false };
        let (number, terminators) = (frame.number, frame.terminators);
        let mut at = frame.next.take();
        let body = self.body;
        loop {
            if !module_scope {
                at = self.skip_valid(at, number, terminators);
            }
            let Some(op) = at else { return false };
            let data = &body.ops[op];
            let def = self.def(data.def);
            let before = self.errors;
            let operands = &body.operands[data.operand_start as usize..][..data.operand_len as usize];
            for (i, &value) in operands.iter().enumerate() {
                if !self.scratch.open[self.scratch.homes[value.index()] as usize] {
                    self.check_use(op, i, value, def);
                }
            }
            self.scratch.unchecked.push(op);
            self.check_definition(op, data, def, module_scope);
            if data.next.is_some() {
                if body.successor_range(data).1 != 0 {
                    self.error(op, "operation with block successors must terminate its parent block");
                } else if terminators && def.traits.contains(Traits::TERMINATOR) {
                    self.wrong_place(op, data, def);
                }
            } else if terminators && !def.traits.intersects(MAY_END) {
                self.wrong_place(op, data, def);
            }
            if data.flags & FLAG_ISOLATED != 0 {
                self.walked.isolated.push(op);
            }
            if data.regions != 0 {
                if let Some(frame) = self.scratch.stack.last_mut() {
                    frame.next = data.next;
                    frame.inside = Some((op, 0, before));
                }
                return true;
            }
            self.finish(op, number, def, before);
            if def.is_by_signature() && !module_scope && self.errors == before && Signature::has(data) {
                self.scratch.signatures.insert(&Signature::new(body, data, |_| {}));
            }
            at = data.next;
        }
    }

    /// Returns the next op that needs a full check. `at` is the first candidate, in the block with ordinal `number`.
    ///
    /// An op needs a full check if an operand's block is not open or the op's position may be invalid. It also needs
    /// one if its signature is not known to be valid.
    fn skip_valid(&mut self, mut at: Option<Op>, number: u32, terminators: bool) -> Option<Op> {
        let (body, defs, all_rechecked) = (self.body, self.verifier.ops, self.verifier.all_rechecked);
        let Scratch { homes, open, signatures, unchecked, .. } = &mut *self.scratch;
        while let Some(op) = at {
            let data = &body.ops[op];
            let def = defs[usize::from(data.def.0)];
            if !def.is_by_signature() || !Signature::has(data) {
                break;
            }
            let mut defined = true;
            let signature =
                Signature::new(body, data, |value| defined &= open[homes[value.index()] as usize]);
            if !defined
                || !signatures.contains(&signature)
                || terminators && data.next.is_none() != def.traits.contains(Traits::TERMINATOR)
                || !self.verifier.has_own_dict(body, data)
            {
                break;
            }
            if let Some(first) = data.first_result {
                homes[first.index()] = number;
            }
            if def.is_rechecked() || all_rechecked {
                unchecked.push(op);
            }
            at = data.next;
        }
        at
    }

    /// Reports a terminator that is not the last op of its block, or records that the last op is not a terminator.
    #[cold]
    fn wrong_place(&mut self, op: Op, data: &OpData, def: &OpDef) {
        if data.next.is_none() {
            self.walked.unterminated.push(op);
        } else if def.traits.contains(Traits::TERMINATOR) {
            self.error(op, "must be the last operation in the parent block");
        }
    }

    /// Completes the check of an op and its regions. Records `number` as the ordinal of the block that defines its
    /// results. Runs the op definition's own check if there were no errors since `before`.
    #[inline]
    fn finish(&mut self, op: Op, number: u32, def: &OpDef, before: usize) {
        let data = &self.body.ops[op];
        if let Some(first) = data.first_result {
            let first = first.index();
            self.scratch.homes[first..first + usize::from(data.results)].fill(number);
        }
        if let Some(check) = def.verify
            && self.errors == before
        {
            let had = self.out.list.len();
            if had < Diagnostics::LIMIT {
                check(self.verifier.ctx, self.body, op, self.out);
                self.errors += self.out.list.len() - had;
                for mut error in self.out.list.split_off(had) {
                    self.locate(op, &mut error);
                    self.out.push(error);
                }
            }
        }
    }

    /// Returns whether ops in block `b` may use values defined in block `a`, ignoring the order within a block. Both
    /// belong to the region whose frame is at index `height` of the stack.
    fn dominates(&mut self, height: usize, a: Block, b: Block) -> bool {
        if a == b {
            return !self.tree(height).is_reached(b);
        }
        let region = self.scratch.stack[height].region;
        leads_only_to(self.verifier, self.body, region, (a, b)) || self.tree(height).dominates(a, b)
    }

    /// Returns the dominator tree of the region whose frame is at index `height` of the stack.
    fn tree(&mut self, height: usize) -> &DomTree {
        let frame = &mut self.scratch.stack[height];
        let region = frame.region;
        frame.tree.get_or_insert_with(|| {
            Box::new(DomTree::dominators(&Cfg::new(self.verifier.ctx.registry(), self.body, region)))
        })
    }

    /// Checks an operand whose value is not defined in an open block.
    fn check_use(&mut self, op: Op, index: usize, value: Value, def: &OpDef) {
        let body = self.body;
        let (block, place) = match body.definer(value) {
            Definer::Forward => {
                return self.error(op, &format!("operand #{index} is used but never defined"));
            }
            Definer::Dead => {
                return self.error(op, &format!("operand #{index} is defined by an erased op or block"));
            }
            Definer::Op(def) => (body.parent(def), Place::Op(body.loc(def))),
            Definer::Block(block) => {
                let owner = body.block_owner(block);
                (Some(block), Place::Op(owner.map_or(self.owner.loc, |o| body.loc(o))))
            }
        };
        let region = block.and_then(|b| body.block_parent(b));
        if let (Some(block), Some(region)) = (block, region) {
            if def.traits.contains(Traits::WEAK_USES) {
                return;
            }
            let height = self.scratch.frames[region.index()] as usize;
            if height != 0 && self.dominates(height - 1, block, self.scratch.stack[height - 1].block) {
                return;
            }
        }
        if self.out.list.len() >= Diagnostics::LIMIT {
            // Skips the expensive note, because the error would be dropped.
            self.errors += 1;
            return;
        }
        let note = self.describe_definition(op, value, block, region);
        self.error_with(op, &format!("operand #{index} does not dominate this use"), Some((place, note)));
    }

    /// Returns a note that describes where a value is defined, relative to the op that uses the value.
    fn describe_definition(
        &self,
        op: Op,
        value: Value,
        block: Option<Block>,
        region: Option<Region>,
    ) -> String {
        let body = self.body;
        let is_argument = matches!(body.definer(value), Definer::Block(_));
        let own_block = body.parent(op);
        let own_region = own_block.and_then(|b| body.block_parent(b));
        let (Some(region), Some(own_region)) = (region, own_region) else {
            return match is_argument {
                true => "operand defined as a block argument (block without parent)".to_owned(),
                false => "operand defined here (op without parent)".to_owned(),
            };
        };
        let inside = |inner: Region, outer: Region| {
            let up = |&r: &Region| {
                body.region_owner(r).and_then(|o| body.parent(o)).and_then(|b| body.block_parent(b))
            };
            std::iter::successors(Some(inner), up).skip(1).any(|r| r == outer)
        };
        let relation = match () {
            _ if region == own_region => "in the same region",
            _ if inside(own_region, region) => "in a parent region",
            _ if inside(region, own_region) => "in a child region",
            _ => "neither in a parent nor in a child region",
        };
        if is_argument {
            let number = body.blocks(region).position(|b| Some(b) == block).unwrap_or(0);
            return format!("operand defined as a block argument (block #{number} {relation})");
        }
        match block == own_block {
            true => "operand defined here (op in the same block)".to_owned(),
            false if relation.starts_with("neither") => format!("operand defined here (op is {relation})"),
            false => format!("operand defined here (op {relation})"),
        }
    }
}
