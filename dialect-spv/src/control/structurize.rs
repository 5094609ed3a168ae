//! Conversion of CFG form to region form
//!
//! The conversion is planned completely before the body changes, so a function that cannot be converted is left
//! unchanged.

use super::analysis::{Analysis, BlockInfo, Edge, NONE, Unstructured};
use super::live_outs::{LiveOuts, incoming};
use super::{set_successors, split, successors_of};
use crate::control::merge_slot;
use crate::spv;
use crate::structure::NO_MERGE;
use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use spv_ir::{
    AttrData, Block, Body, Builder, Context, InsertPoint, NewOp, Op, Region, Type, Value, ValueDef,
};

/// Reusable scratch storage for conversions.
#[derive(Default)]
pub struct Storage {
    analysis: Analysis,
    live_outs: LiveOuts,
    edges: Edges,
    parts: Vec<ConstructParts>,
    continues: Vec<(u32, u32, Block)>,
}

/// Converts a body from CFG form to region form. Returns `Ok(false)` if the body declares no construct and is therefore
/// unchanged.
///
/// # Errors
/// Reports the reason if region form cannot express the function. The function is then unchanged.
pub fn structurize(ctx: &Context, body: &mut Body) -> Result<bool, Unstructured> {
    convert(ctx, body, None, &mut Storage::default())
}

/// Converts a body like [`structurize`]. `crossing` lists, in op order, all ops that use values defined in other
/// blocks. It may omit ops that only use values of their own block or the entry block.
///
/// # Errors
/// Fails for the same reasons as [`structurize`].
pub fn structurize_crossing(
    ctx: &Context,
    body: &mut Body,
    crossing: &[Op],
    storage: &mut Storage,
) -> Result<bool, Unstructured> {
    convert(ctx, body, Some(crossing), storage)
}

fn convert(
    ctx: &Context,
    body: &mut Body,
    crossing: Option<&[Op]>,
    storage: &mut Storage,
) -> Result<bool, Unstructured> {
    let Some(entry) = body.first_block(body.root()).filter(|entry| body.first_op(*entry).is_some()) else {
        return Ok(false);
    };
    // All blocks may use values of the entry block. If the entry block were in a loop, region form would hide these
    // values from the code after the loop.
    if body.block_uses(entry).next().is_some() {
        return Err(Unstructured { reason: "the entry block has predecessors", block: entry });
    }
    let (mut entries, mut merges) = (FxHashSet::default(), FxHashSet::default());
    match plan_in_order(body, crossing, storage) {
        Some(false) => return Ok(false),
        Some(true) => {}
        None => match plan(body, crossing, storage)? {
            Some(made) => (entries, merges) = made,
            None => return Ok(false),
        },
    }
    let Storage { analysis: a, live_outs, edges, parts, continues } = storage;
    parts.clear();
    let mut plan = RegionPlan { ctx, a, parts, entries, merges };
    plan.parts(body);
    let direct = live_outs.apply(body, a);
    plan.make_constructs(body);
    plan.write_exits(body, &edges.exits);
    plan.chains(body, &edges.entered);
    plan.give_directly(body, &direct);
    plan.arrange(body, continues);
    Ok(true)
}

/// Plans the conversion for the common case, in which no blocks are inserted. Returns `Some(false)` if the function
/// declares no construct, and `None` if it is not the common case.
fn plan_in_order(body: &Body, crossing: Option<&[Op]>, storage: &mut Storage) -> Option<bool> {
    let Storage { analysis: a, live_outs, edges, .. } = storage;
    if !a.analyse_in_order(body)? {
        return Some(false);
    }
    if !split::are_entered(body, a) {
        return None;
    }
    edges.read(a).ok()?;
    live_outs.plan(body, a, crossing).ok()?;
    Some(true)
}

/// Two sets of blocks: loop headers before which a block was inserted, and blocks inserted before continue targets.
type NewBlocks = (FxHashSet<Block>, FxHashSet<Block>);

/// Plans the conversion and inserts the blocks that region form requires. Returns `Ok(None)` if the function declares
/// no construct.
fn plan(
    body: &mut Body,
    crossing: Option<&[Op]>,
    storage: &mut Storage,
) -> Result<Option<NewBlocks>, Unstructured> {
    let Storage { analysis: a, live_outs, edges, .. } = storage;
    let entry = body.first_block(body.root());
    let Some(merges) = split::analyse(body, a)? else { return Ok(None) };
    let entries = split::entries(body, a);
    // `crossing` omits uses of entry block values, but the original entry may now be in a loop.
    let crossing = crossing.filter(|_| body.first_block(body.root()) == entry);
    let again = match entries.is_empty() {
        true => Ok(true),
        // Analyze again, so that the following steps include the new blocks.
        false => a.analyse(body),
    };
    let planned = again.and_then(|_| edges.read(a)).and_then(|()| live_outs.plan(body, a, crossing));
    if let Err(reason) = planned {
        split::undo(body, &entries);
        split::undo(body, &merges);
        return Err(reason);
    }
    let entries = entries.into_iter().map(|e| e.after).collect();
    Ok(Some((entries, merges.into_iter().map(|m| m.front).collect())))
}

/// The edges of a function that are not plain branches in region form.
#[derive(Default)]
struct Edges {
    /// Edges that become exit ops: block index, successor index, kind of exit.
    exits: Vec<(u32, usize, Edge)>,
    /// The loop that each block's branch enters, or [`NONE`], by block index.
    entered: Vec<u32>,
    /// For each loop: whether its continue construct has a back edge to the header, and an end block. The end block is
    /// a block at which the continue construct ends without a back edge, or [`NONE`].
    ends: Vec<(bool, u32)>,
}

impl Edges {
    fn read(&mut self, a: &Analysis) -> Result<(), Unstructured> {
        let Edges { exits, entered, ends } = self;
        exits.clear();
        entered.clear();
        entered.resize(a.nodes.len(), NONE);
        ends.clear();
        ends.resize(a.constructs.len(), (false, NONE));
        for (number, node) in (0..).zip(&a.nodes) {
            let from = node.terminator_holder();
            let continues = a.continues(from, number);
            for (index, &target) in a.targets[node.edges()].iter().enumerate() {
                match a.edge_from(from, number, target) {
                    Some(Edge::Branch) => {}
                    Some(Edge::Enter) => entered[number as usize] = a.nodes[target as usize].heads,
                    Some(edge) => exits.push((number, index, edge)),
                    None => {
                        let reason = "a branch is not a structured exit";
                        return Err(Unstructured { reason, block: node.block });
                    }
                }
                if continues {
                    let t = &a.nodes[target as usize];
                    let (back, end) = &mut ends[from as usize];
                    *back |= t.heads == from;
                    if t.merges == from || target <= number {
                        *end = number;
                    }
                }
            }
        }
        match ends.iter().find(|(back, end)| !back && *end != NONE) {
            Some(&(_, end)) => {
                let block = a.nodes[end as usize].block;
                Err(Unstructured { reason: "a continue construct does not branch back to its header", block })
            }
            None => Ok(()),
        }
    }
}

/// The IR objects that represent a construct.
struct ConstructParts {
    op: Op,
    region: Region,
    /// The raw values of the construct op's `phis` and `continue_phis` attributes.
    phis: u32,
    continue_phis: u32,
    /// The first block of a loop's continue construct.
    target: Option<Block>,
}

struct RegionPlan<'a> {
    ctx: &'a Context,
    a: &'a Analysis,
    parts: &'a mut Vec<ConstructParts>,
    /// Loop headers before which a block was inserted.
    entries: FxHashSet<Block>,
    /// Blocks inserted before continue targets.
    merges: FxHashSet<Block>,
}

impl RegionPlan<'_> {
    /// Records which OpPhis have identical incoming values, before any argument is added.
    fn parts(&mut self, body: &Body) {
        for c in &self.a.constructs {
            let part = ConstructParts {
                op: self.a.nodes[c.header as usize].terminator,
                region: body.root(),
                phis: self.agreeing(body, c.merge),
                continue_phis: match c.is_loop() && c.target != c.header {
                    true => self.agreeing(body, c.target),
                    false => 0,
                },
                target: None,
            };
            self.parts.push(part);
        }
    }

    /// Returns the indices of block arguments that receive the same value on all edges, as a raw attribute of words.
    fn agreeing(&self, body: &Body, node: u32) -> u32 {
        let block = self.a.nodes[node as usize].block;
        let agrees = |n: &usize| {
            let edges = incoming(body, self.a, block);
            let mut values = edges.map(|(pred, index)| {
                body.successor_args(self.a.nodes[pred as usize].terminator, index).nth(*n)
            });
            values.next().is_none_or(|first| values.all(|value| value == first))
        };
        let agreeing = (0..body.args(block).len()).filter(agrees).map(|n| n as u32);
        let numbers: SmallVec<[u32; 8]> = agreeing.collect();
        match numbers.is_empty() {
            true => 0,
            false => self.ctx.attr(AttrData::Words(numbers[..].into())).raw(),
        }
    }

    /// Creates the construct ops, detached, and removes the merge instructions from the headers.
    fn make_constructs(&mut self, body: &mut Body) {
        for (c, part) in self.a.constructs.iter().zip(&mut *self.parts) {
            let header = &self.a.nodes[c.header as usize];
            let terminator = header.terminator;
            let slot = merge_slot(body.def(terminator)).unwrap_or(0);
            let merge = self.a.nodes[c.merge as usize].block;
            // The last attribute of both construct ops is the hint `continue_target`.
            let hint = u32::from(!self.merges.is_empty() && self.merges.contains(&merge));
            let declared = &body.slots(terminator)[slot..];
            let of_loop;
            let of_selection;
            let (def, slots) = if c.is_loop() {
                of_loop = [declared[2], declared[3], 0, part.phis, part.continue_phis, hint];
                (spv::Loop::ID, &of_loop[..])
            } else {
                of_selection = [declared[1], part.phis, hint];
                (spv::Selection::ID, &of_selection[..])
            };
            let results: SmallVec<[Type; 4]> = body.args(merge).iter().map(|&v| body.value_type(v)).collect();
            let loc = body.loc(terminator).position();
            let mut b = Builder::new(body);
            b.truncate_successors(terminator, header.edges().len());
            for (i, value) in NO_MERGE.into_iter().enumerate() {
                b.set_slot(terminator, slot + i, value);
            }
            part.op = b.create(NewOp { loc, slots, results: &results, regions: 1, ..NewOp::new(def) });
            part.region = body.region(part.op, 0);
        }
    }

    fn write_exits(&mut self, body: &mut Body, exits: &[(u32, usize, Edge)]) {
        for these in exits.chunk_by(|a, b| a.0 == b.0) {
            let n = self.a.nodes[these[0].0 as usize];
            let op = n.terminator;
            let def_of = |edge| match edge {
                Edge::Break => spv::Break::ID,
                Edge::Continue => spv::Continue::ID,
                _ => spv::SwitchBreak::ID,
            };
            let loc = body.loc(op);
            if body.def(op) == spv::Branch::ID {
                let args: Vec<Value> = body.successor_args(op, 0).collect();
                let new = NewOp { loc, operands: &args, slots: &[0], ..NewOp::new(def_of(these[0].2)) };
                let mut b = Builder::at(body, InsertPoint::Before(op));
                b.create(new);
                b.erase(op);
                continue;
            }
            let mut successors = successors_of(body, op);
            let region = body.root();
            let after = body.next_block(n.block);
            for &(_, index, edge) in these {
                let args = std::mem::take(&mut successors[index].1);
                let mut b = Builder::new(body);
                let block = b.detached_block();
                b.move_block(block, region, after);
                b.at = InsertPoint::End(block);
                b.create(NewOp { loc, operands: &args, slots: &[1], ..NewOp::new(def_of(edge)) });
                successors[index].0 = block;
            }
            set_successors(body, op, &successors);
        }
    }

    /// Links straight-line code: each remaining block is followed by its constructs and the code after their merge
    /// blocks. `entered` holds the loop that each block enters.
    fn chains(&mut self, body: &mut Body, entered: &[u32]) {
        let (mut merges, mut results) = (Vec::new(), Vec::new());
        for (node, &looping) in self.a.nodes.iter().zip(entered) {
            if node.merges != NONE {
                continue;
            }
            let mut next = self.after(body, node, looping);
            while let Some((construct, branch)) = next {
                let merge = self.enter(body, construct, branch, node.block, &mut results) as usize;
                merges.push(self.a.nodes[merge].block);
                next = self.after(body, &self.a.nodes[merge], entered[merge]);
            }
        }
        debug_assert_eq!(merges.len(), self.parts.len(), "each construct has its place");
        // Replace all uses at once. Then create the merge ops, which must still use the arguments themselves.
        Builder::new(body).replace_uses_of_each(&results);
        for block in merges {
            let args: SmallVec<[Value; 4]> = body.args(block).into();
            let merge = NewOp { operands: &args, ..NewOp::new(spv::Merge::ID) };
            Builder::at(body, InsertPoint::End(block)).create(merge);
        }
    }

    /// Returns the construct that follows a block's ops, and the construct's first branch. Returns `None` if no
    /// construct follows.
    fn after(&mut self, body: &mut Body, node: &BlockInfo, looping: u32) -> Option<(u32, Op)> {
        let branch = node.terminator;
        match self.a.constructs.get(node.heads as usize) {
            Some(c) if !c.is_loop() => Some((node.heads, branch)),
            _ if looping == NONE => None,
            _ => {
                if !self.entries.is_empty() && self.entries.contains(&body.successor(branch, 0)) {
                    Builder::new(body).set_slot(self.parts[looping as usize].op, spv::Loop::FUSED, 1);
                }
                Some((looping, branch))
            }
        }
    }

    /// Inserts a construct op at the end of `holder`, followed by the ops of its merge block. The construct's first
    /// branch moves to the first block of the region. Returns the index of the merge block. Appends each merge argument
    /// and its replacement result to `results`.
    fn enter(
        &mut self,
        body: &mut Body,
        construct: u32,
        branch: Op,
        holder: Block,
        results: &mut Vec<(Value, Value)>,
    ) -> u32 {
        let merge = self.a.constructs[construct as usize].merge;
        let block = self.a.nodes[merge as usize].block;
        let ConstructParts { op, region, .. } = self.parts[construct as usize];
        let mut b = Builder::new(body);
        let first = b.append_block(region);
        b.move_op(branch, InsertPoint::End(first));
        b.insert(op, InsertPoint::End(holder));
        b.append_ops(block, holder);
        let args: SmallVec<[Value; 4]> = b.args(block).into();
        for (i, &arg) in args.iter().enumerate() {
            let result = b.result(op, i);
            results.push((arg, result));
            // Other code uses the result, so move the name to the result. The decorations remain on the argument.
            let name = b.value_name(arg);
            b.set_value_name(result, name);
            b.set_value_name(arg, None);
        }
        merge
    }

    /// Removes the arguments of merge blocks without predecessors. `direct` pairs each argument with the value that the
    /// merge op yields instead.
    fn give_directly(&self, body: &mut Body, direct: &[(Value, Value)]) {
        if direct.is_empty() {
            return;
        }
        let mut blocks = Vec::new();
        for &(arg, value) in direct {
            let given = match body.value_def(value) {
                // Outside the construct, a merge block argument is the construct's result.
                ValueDef::Argument(block, n) => {
                    let merges = self.a.nodes.get(self.a.node(block) as usize).map_or(NONE, |n| n.merges);
                    self.parts.get(merges as usize).map_or(value, |part| body.result(part.op, n as usize))
                }
                _ => value,
            };
            // Only the merge op still uses the argument.
            if let ValueDef::Argument(block, n) = body.value_def(arg) {
                if let Some(merge) = body.last_op(block) {
                    Builder::new(body).set_operand(merge, n as usize, given);
                }
                blocks.push(block);
            }
        }
        blocks.sort_unstable();
        blocks.dedup();
        let gone: FxHashSet<Value> = direct.iter().map(|(arg, _)| *arg).collect();
        for block in blocks {
            let these: Vec<bool> = body.args(block).iter().map(|arg| gone.contains(arg)).collect();
            Builder::new(body).remove_args(block, |n| these[n]);
        }
    }

    /// Moves each block to its region, in order, with a loop's continue construct last. Blocks outside constructs are
    /// not moved.
    fn arrange(&mut self, body: &mut Body, continues: &mut Vec<(u32, u32, Block)>) {
        continues.clear();
        let a = self.a;
        let mut last = NONE;
        let mut next = body.first_block(body.root());
        while let Some(block) = next {
            next = body.next_block(block);
            let number = a.node(block);
            // A new block that holds an exit op follows the block it was split from. The new blocks of a selection
            // header belong to the selection's region, like the header's terminator.
            let construct = match a.nodes.get(number as usize) {
                Some(node) => {
                    last = number;
                    if node.merges != NONE {
                        continue;
                    }
                    node.holder
                }
                None if last != NONE => a.terminator_holder(last),
                None => continue,
            };
            let Some(c) = a.constructs.get(construct as usize) else { continue };
            if c.is_loop() && c.target != c.header && a.dominates(c.target, last) {
                continues.push((construct, number, block));
                continue;
            }
            // An unreachable block may precede its dominator.
            let region = self.parts[construct as usize].region;
            let entry = body.first_block(region).filter(|_| c.is_loop() && c.header == number);
            let before = entry.and_then(|entry| body.next_block(entry));
            Builder::new(body).move_block(block, region, before);
        }
        for &(construct, number, block) in &*continues {
            let part = &mut self.parts[construct as usize];
            let first = a.constructs[construct as usize].target == number;
            Builder::new(body).move_block(block, part.region, part.target.filter(|_| first));
            if first || part.target.is_none() {
                part.target = Some(block);
            }
        }
        for (c, part) in a.constructs.iter().zip(&*self.parts) {
            let mut b = Builder::new(body);
            b.move_block(a.nodes[c.merge as usize].block, part.region, None);
            if c.is_loop() {
                b.set_region_tail(part.region, Some(a.nodes[c.target as usize].block));
            }
        }
    }
}
