//! SSA repair after restructuring
//!
//! Restructuring makes separate paths share a block, so that some definitions no longer dominate their uses. The value
//! of an affected definition becomes an argument of the blocks where the paths meet. Values that cannot be block
//! arguments (pointers, images) are recomputed at their uses by copying the ops that define them.

use super::super::{Unstructured, set_successors, successors_of};
use super::graph::undefined;
use crate::control::edge_count;
use crate::generated::opcodes as opcode;
use crate::types;
use rustc_hash::{FxHashMap, FxHashSet};
use spv_ir::analysis::{Cfg, DomTree};
use spv_ir::dialect::Traits;
use spv_ir::{Block, Body, Builder, Context, InsertPoint, Op, Type, Value, ValueDef};

/// Maximum length of a chain of recomputed ops.
const CHAIN: usize = 64;

/// Repairs the SSA form of a body. See the module documentation.
///
/// # Errors
/// Reports the block of a use whose value can be neither forwarded as a block argument nor recomputed.
pub fn repair(ctx: &Context, body: &mut Body) -> Result<(), Unstructured> {
    let cfg = Cfg::new(ctx.registry(), body, body.root());
    let dom = DomTree::dominators(&cfg);
    let mut repair = Repair { ctx, cfg, dom, additions: Vec::new(), made: FxHashMap::default() };
    let broken = repair.broken(body);
    // Recompute values first, because the operands of the copies may themselves need repair.
    let mut waiting: FxHashMap<Value, Vec<(Op, usize)>> = FxHashMap::default();
    let mut order = Vec::new();
    let mut work = broken;
    work.reverse();
    let mut copies: FxHashMap<(Value, Block), Value> = FxHashMap::default();
    while let Some((value, user, index, chain)) = work.pop() {
        let block = body.parent(user).expect("users are in blocks");
        let Some(op) = body.defining_op(value).filter(|&op| repair.is_recomputed(body, op, value)) else {
            let list = waiting.entry(value).or_default();
            if list.is_empty() {
                order.push(value);
            }
            list.push((user, index));
            continue;
        };
        if chain == CHAIN {
            return Err(Unstructured { reason: "a pointer or image cannot be rematerialized", block });
        }
        // Share one copy among all uses in a block, unless the user precedes the copy.
        let known = copies.get(&(value, block)).copied();
        let known = known.filter(|&v| body.defining_op(v).is_some_and(|d| body.is_before(d, user)));
        let copy = known.unwrap_or_else(|| {
            let copy = Builder::at(body, InsertPoint::Before(user)).repeat(op);
            for (n, operand) in body.operands(copy).enumerate() {
                if !repair.reaches(body, operand, block) {
                    work.push((operand, copy, n, chain + 1));
                }
            }
            body.result(copy, 0)
        });
        copies.insert((value, block), copy);
        Builder::new(body).set_operand(user, index, copy);
    }
    for value in order {
        repair.pass_on(body, value, &waiting[&value]);
    }
    repair.finish(body);
    Ok(())
}

struct Repair<'a> {
    ctx: &'a Context,
    cfg: Cfg,
    dom: DomTree,
    /// Additional edge arguments: terminator, edge index, value.
    additions: Vec<(Op, usize, Value)>,
    /// Undefined values that were created, by type.
    made: FxHashMap<Type, Value>,
}

impl Repair<'_> {
    /// Returns whether `block`, or a block that dominates it, contains the definition of `value`.
    fn reaches(&self, body: &Body, value: Value, block: Block) -> bool {
        let def_block = block_of(body, value);
        def_block.is_none_or(|def_block| def_block == block || self.dom.dominates(def_block, block))
    }

    /// Returns all uses that are not dominated by the definition: value, user, operand index, and chain length. The
    /// chain length counts recomputed ops and is 0 here.
    fn broken(&self, body: &Body) -> Vec<(Value, Op, usize, usize)> {
        let mut list = Vec::new();
        for block in body.blocks(body.root()).filter(|&b| self.cfg.is_reachable(b)) {
            for op in body.ops(block) {
                for (n, value) in body.operands(op).enumerate() {
                    if !self.reaches(body, value, block) {
                        list.push((value, op, n, 0));
                    }
                }
            }
        }
        list
    }

    /// Returns whether `value`, which `op` defines, is recomputed at its uses because it cannot be forwarded as a block
    /// argument.
    fn is_recomputed(&self, body: &Body, op: Op, value: Value) -> bool {
        let registry = self.ctx.registry();
        let ty = types::view(self.ctx, body.value_type(value)).map(|(code, _)| code);
        let pure = registry.op(body.def(op)).traits.contains(Traits::PURE);
        let load = registry.op_by_name("spv.Load") == Some(body.def(op));
        match ty {
            Some(opcode::TYPE_POINTER | opcode::TYPE_UNTYPED_POINTER_KHR) => pure,
            Some(
                opcode::TYPE_IMAGE
                | opcode::TYPE_SAMPLER
                | opcode::TYPE_SAMPLED_IMAGE
                | opcode::TYPE_ACCELERATION_STRUCTURE_KHR,
            ) => pure || load,
            _ => false,
        }
    }

    /// Adds block arguments that forward a value to the given uses (op and operand index), and updates the uses.
    fn pass_on(&mut self, body: &mut Body, value: Value, uses: &[(Op, usize)]) {
        let def_block = block_of(body, value).expect("undefined values have no uses to repair");
        let mut top = def_block;
        for (user, _) in uses {
            let block = body.parent(*user).expect("users are in blocks");
            top = self.dom.common(top, block).unwrap_or(top);
        }
        let mut undefined = None;
        let wanted = self.blocks_with_value_on_entry(body, def_block, top, uses);
        let ty = body.value_type(value);
        let mut phis: Vec<Block> = Vec::new();
        for &block in &wanted {
            let preds = self.cfg.predecessors(block).filter(|&p| self.cfg.is_reachable(p)).count();
            if block == top {
                undefined = Some(self.undefined(body, ty));
            } else if preds > 1 {
                phis.push(block);
            }
        }
        let source = self.sources(def_block, top, &phis);
        let mut args: FxHashMap<Block, Value> = FxHashMap::default();
        for &block in phis.iter().filter(|b| source[b] == Source::Phi(**b)) {
            args.insert(block, Builder::new(body).add_arg(block, ty));
        }
        let resolved = |from: Source| match from {
            Source::Defined => value,
            Source::Undefined => undefined.unwrap_or(value),
            Source::Phi(block) => args[&block],
        };
        for &block in phis.iter().filter(|b| args.contains_key(b)) {
            let mut edges: Vec<(Op, usize)> = body.block_uses(block).collect();
            edges.sort_unstable();
            for (op, number) in edges.into_iter().filter(|&(op, n)| n < edge_count(body, op)) {
                let Some(pred) = body.parent(op) else { continue };
                let from = match self.cfg.is_reachable(pred) {
                    true => self.at_end(def_block, top, &source, pred),
                    false => Source::Phi(block),
                };
                self.additions.push((op, number, resolved(from)));
            }
        }
        for &(user, index) in uses {
            let block = body.parent(user).expect("users are in blocks");
            let from = self.at_entry(def_block, top, &source, block);
            Builder::new(body).set_operand(user, index, resolved(from));
        }
    }

    /// Returns the blocks that need the value on entry. They are on the paths to the uses from the definition, or from
    /// `top`, the block that dominates all uses.
    fn blocks_with_value_on_entry(
        &self,
        body: &Body,
        def_block: Block,
        top: Block,
        uses: &[(Op, usize)],
    ) -> Vec<Block> {
        let mut wanted: Vec<Block> = Vec::new();
        let mut seen: FxHashSet<Block> = FxHashSet::default();
        let mut work: Vec<Block> = uses.iter().filter_map(|(user, _)| body.parent(*user)).collect();
        work.reverse();
        while let Some(block) = work.pop() {
            if block == def_block || !seen.insert(block) {
                continue;
            }
            wanted.push(block);
            if block != top {
                work.extend(self.cfg.predecessors(block).filter(|&p| self.cfg.is_reachable(p)));
            }
        }
        wanted
    }

    /// Returns the sources of the value at entry to the blocks `phis`, which have several predecessors. A block that
    /// receives the same value from all predecessors needs no argument.
    fn sources(&self, def_block: Block, top: Block, phis: &[Block]) -> FxHashMap<Block, Source> {
        // Iterates to a fixed point. Meanwhile, an argument placeholder represents the incoming value of every other
        // block.
        let mut source: FxHashMap<Block, Source> =
            phis.iter().map(|&block| (block, Source::Phi(block))).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for &block in phis {
                if source[&block] != Source::Phi(block) {
                    continue;
                }
                let mut common = None;
                let mut several = false;
                for pred in self.cfg.predecessors(block).filter(|&p| self.cfg.is_reachable(p)) {
                    let from = self.at_end(def_block, top, &source, pred);
                    if from != Source::Phi(block) {
                        several |= *common.get_or_insert(from) != from;
                    }
                }
                if let (Some(common), false) = (common, several) {
                    source.insert(block, common);
                    changed = true;
                }
            }
        }
        source
    }

    /// Returns the value's source at the end of a block.
    fn at_end(
        &self,
        def_block: Block,
        top: Block,
        source: &FxHashMap<Block, Source>,
        block: Block,
    ) -> Source {
        match block == def_block {
            true => Source::Defined,
            false => self.at_entry(def_block, top, source, block),
        }
    }

    /// Returns the value's source at the start of a block that does not define it.
    fn at_entry(
        &self,
        def_block: Block,
        top: Block,
        source: &FxHashMap<Block, Source>,
        block: Block,
    ) -> Source {
        let mut at = block;
        loop {
            if at == top {
                return Source::Undefined;
            }
            match source.get(&at) {
                Some(&Source::Phi(other)) if other != at => {
                    at = other;
                    continue;
                }
                Some(&known) => return known,
                None => {}
            }
            let mut preds = self.cfg.predecessors(at).filter(|&p| self.cfg.is_reachable(p));
            match preds.next() {
                Some(pred) if pred == def_block => return Source::Defined,
                Some(pred) => at = pred,
                None => return Source::Undefined,
            }
        }
    }

    /// Returns an undefined value of a type, created on the first call.
    fn undefined(&mut self, body: &mut Body, ty: Type) -> Value {
        let ctx = self.ctx;
        *self.made.entry(ty).or_insert_with(|| undefined(ctx, body, ty))
    }

    /// Appends the collected arguments to their edges.
    fn finish(&mut self, body: &mut Body) {
        let mut additions = std::mem::take(&mut self.additions);
        // The stable sort preserves the order of the arguments.
        additions.sort_by_key(|(op, ..)| *op);
        for these in additions.chunk_by(|a, b| a.0 == b.0) {
            let op = these[0].0;
            let mut successors = successors_of(body, op);
            for &(_, number, value) in these {
                successors[number].1.push(value);
            }
            set_successors(body, op, &successors);
        }
    }
}

/// The source of a value at a point in the function: its definition, an undefined value, or a block argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    Defined,
    Undefined,
    Phi(Block),
}

/// Returns the block that defines a value, or `None` for a forward reference or detached op.
fn block_of(body: &Body, value: Value) -> Option<Block> {
    match body.value_def(value) {
        ValueDef::Result(op, _) => body.parent(op),
        ValueDef::Argument(block, _) => Some(block),
        ValueDef::Forward => None,
    }
}
