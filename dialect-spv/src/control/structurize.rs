//! CFG form to region form. All is planned first: a function that cannot be converted is left as it
//! was.

use super::analysis::{Analysis, Edge, NONE, Unstructured};
use super::routes::{Routes, incoming};
use super::{ControlDefs, set_successors, split, successors_of};
use crate::structure::{LOOP_CONTINUE_EXTRA, LOOP_FUSED, NO_MERGE};
use rustc_hash::FxHashSet;
use spv_ir::{At, AttrData, Block, Body, Builder, Context, NewOp, Op, Region, Type, Value, ValueDef};

/// Converts a body from CFG form to region form. `Ok(false)`: no construct is declared in it, and
/// nothing was changed.
///
/// # Errors
/// What keeps the function from region form; it is unchanged then.
pub fn structurize(ctx: &Context, body: &mut Body, defs: &ControlDefs) -> Result<bool, Unstructured> {
    convert(ctx, body, defs, None)
}

/// As [`structurize`], if it is known that no ops but `crossing`, in order, have operands that are defined
/// in another block than their own and the entry.
///
/// # Errors
/// As [`structurize`].
pub fn structurize_crossing(
    ctx: &Context,
    body: &mut Body,
    defs: &ControlDefs,
    crossing: &[Op],
) -> Result<bool, Unstructured> {
    convert(ctx, body, defs, Some(crossing))
}

fn convert(
    ctx: &Context,
    body: &mut Body,
    defs: &ControlDefs,
    crossing: Option<&[Op]>,
) -> Result<bool, Unstructured> {
    if body.first_block(body.root()).is_none_or(|entry| body.first_op(entry).is_none()) {
        return Ok(false);
    }
    let (a, merges) = split::analyse(body, defs)?;
    let Some(a) = a else { return Ok(false) };
    let entries = split::entries(body, &a, defs);
    let planned = if entries.is_empty() {
        plan(body, a, defs, crossing)
    } else {
        // With the new blocks, which every later step finds in place.
        Analysis::new(body, defs).and_then(|again| plan(body, again.unwrap_or(a), defs, crossing))
    };
    let (a, exits, routes) = match planned {
        Ok(planned) => planned,
        Err(reason) => {
            split::undo(body, &entries);
            split::undo(body, &merges);
            return Err(reason);
        }
    };
    let entries = entries.into_iter().map(|e| e.behind).collect();
    let merges = merges.into_iter().map(|m| m.front).collect();
    let parts = Vec::with_capacity(a.constructs.len());
    let mut plan = Plan { ctx, a: &a, defs, parts, entries, merges };
    plan.parts(body);
    let direct = routes.apply(body, &a);
    plan.make_constructs(body);
    plan.write_exits(body, &exits);
    plan.chains(body);
    plan.give_directly(body, &direct);
    plan.arrange(body);
    Ok(true)
}

/// Every edge that is no plain one: (node, successor number, how).
type Exits = Vec<(u32, usize, Edge)>;

fn plan(
    body: &Body,
    a: Analysis,
    defs: &ControlDefs,
    crossing: Option<&[Op]>,
) -> Result<(Analysis, Exits, Routes), Unstructured> {
    let exits = exits(body, &a, defs)?;
    let routes = Routes::plan(body, &a, defs, crossing)?;
    Ok((a, exits, routes))
}

fn exits(body: &Body, a: &Analysis, defs: &ControlDefs) -> Result<Exits, Unstructured> {
    let mut list = Vec::new();
    // Of each loop: whether an edge goes back, and a block of the continue construct that may end it otherwise.
    let mut ends = vec![(false, NONE); a.constructs.len()];
    for (number, node) in a.nodes.iter().enumerate() {
        let number = number as u32;
        let from = a.terminator_holder(number);
        let continues = a.continues(from, number);
        for index in 0..a.edges(body, defs, number) {
            let target = a.node(body.successor(node.terminator, index));
            match a.edge(number, target) {
                Some(Edge::Plain | Edge::Enter) => {}
                Some(edge) => list.push((number, index, edge)),
                None => {
                    return Err(Unstructured { reason: "a branch that is no legal exit", block: node.block });
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
            Err(Unstructured { reason: "a continue construct that does not go back", block })
        }
        None => Ok(list),
    }
}

/// What a construct is made of.
struct Part {
    op: Op,
    region: Region,
    /// Words of the slots `phis` and `continue_phis`.
    phis: Vec<u32>,
    continue_phis: Vec<u32>,
}

struct Plan<'a> {
    ctx: &'a Context,
    a: &'a Analysis,
    defs: &'a ControlDefs,
    parts: Vec<Part>,
    /// Headers of loops that got a block in front.
    entries: FxHashSet<Block>,
    /// Blocks in front of continue targets.
    merges: FxHashSet<Block>,
}

impl Plan<'_> {
    /// Notes which OpPhis have only one incoming value, before any argument is added.
    fn parts(&mut self, body: &Body) {
        for c in &self.a.constructs {
            self.parts.push(Part {
                op: self.a.nodes[c.header as usize].terminator,
                region: body.root(),
                phis: self.agreeing(body, c.merge),
                continue_phis: match c.is_loop() && c.target != c.header {
                    true => self.agreeing(body, c.target),
                    false => Vec::new(),
                },
            });
        }
    }

    /// Numbers of the arguments of a node's block for which all edges pass the same value.
    fn agreeing(&self, body: &Body, node: u32) -> Vec<u32> {
        let block = self.a.nodes[node as usize].block;
        let count = body.args(block).len();
        if count == 0 {
            return Vec::new();
        }
        let edges = incoming(body, self.a, self.defs, block);
        let value = |&(pred, index): &(u32, usize), n: usize| {
            body.successor_args(self.a.nodes[pred as usize].terminator, index).nth(n)
        };
        let agrees = |n: &usize| {
            let first = edges.first().and_then(|e| value(e, *n));
            edges.iter().all(|e| value(e, *n) == first)
        };
        (0..count).filter(agrees).map(|n| n as u32).collect()
    }

    /// Makes the ops of all constructs, detached, and takes the declarations off the headers.
    fn make_constructs(&mut self, body: &mut Body) {
        for (number, c) in self.a.constructs.iter().enumerate() {
            let terminator = self.a.nodes[c.header as usize].terminator;
            let slot = self.defs.merge_slot(body.def(terminator)).unwrap_or(0);
            let part = &self.parts[number];
            let words = |list: &[u32]| match list {
                [] => 0,
                _ => self.ctx.attr(AttrData::Words(list.into())).raw(),
            };
            let merge = self.a.nodes[c.merge as usize].block;
            let mut slots = Vec::with_capacity(8);
            if c.is_loop() {
                slots.extend([body.slot(terminator, slot + 2), body.slot(terminator, slot + 3)]);
                slots.extend([0, u32::from(c.target == c.header), 0]);
                slots.extend([words(&part.phis), words(&part.continue_phis)]);
            } else {
                slots.extend([body.slot(terminator, slot + 1), words(&part.phis)]);
            }
            // The last slot of both is the mark `continue_target`.
            slots.push(self.merges.contains(&merge).into());
            let results: Vec<Type> = body.args(merge).iter().map(|&v| body.value_type(v)).collect();
            let def = if c.is_loop() { self.defs.r#loop } else { self.defs.selection };
            let keep = self.a.edges(body, self.defs, c.header);
            let loc = body.loc(terminator).position();
            let mut b = Builder::new(body);
            b.truncate_successors(terminator, keep);
            for (i, value) in NO_MERGE.into_iter().enumerate() {
                b.set_slot(terminator, slot + i, value);
            }
            let op = b.create(NewOp { loc, slots: &slots, results: &results, regions: 1, ..NewOp::new(def) });
            let region = body.region(op, 0);
            self.parts[number].op = op;
            self.parts[number].region = region;
        }
    }

    fn write_exits(&mut self, body: &mut Body, exits: &[(u32, usize, Edge)]) {
        for these in exits.chunk_by(|a, b| a.0 == b.0) {
            let n = self.a.nodes[these[0].0 as usize];
            let op = n.terminator;
            let def_of = |edge| match edge {
                Edge::Break => self.defs.r#break,
                Edge::Continue => self.defs.r#continue,
                _ => self.defs.switch_break,
            };
            let loc = body.loc(op);
            if body.def(op) == self.defs.branch {
                let args: Vec<Value> = body.successor_args(op, 0).collect();
                let new = NewOp { loc, operands: &args, slots: &[0], ..NewOp::new(def_of(these[0].2)) };
                let mut b = Builder::at(body, At::Before(op));
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
                b.at = At::End(block);
                b.create(NewOp { loc, operands: &args, slots: &[1], ..NewOp::new(def_of(edge)) });
                successors[index].0 = block;
            }
            set_successors(body, op, &successors);
        }
    }

    /// Strings code together: from each block that stays one, constructs and the code behind their
    /// merge blocks follow in sequence.
    fn chains(&mut self, body: &mut Body) {
        for n in 0..self.a.nodes.len() as u32 {
            let node = self.a.nodes[n as usize];
            let mut at = (node.merges == NONE).then_some(n);
            while let Some(n) = at {
                at = self.step(body, n, node.block);
            }
        }
    }

    /// Puts the construct behind node `n`, whose ops are at the end of `holder`, there, and the ops of
    /// its merge block behind it; the merge block is where to go on. `None` if there is no construct.
    fn step(&mut self, body: &mut Body, n: u32, holder: Block) -> Option<u32> {
        let node = self.a.nodes[n as usize];
        if let Some(c) = self.a.constructs.get(node.heads as usize)
            && !c.is_loop()
        {
            return Some(self.enter(body, node.heads, node.terminator, holder));
        }
        let entry = body.last_op(holder)?;
        if entry != node.terminator || body.def(entry) != self.defs.branch {
            return None;
        }
        let header = body.successor(entry, 0);
        let looping = self.a.nodes.get(self.a.node(header) as usize)?.heads;
        let c = self.a.constructs.get(looping as usize)?;
        if !c.is_loop() || node.holder == looping || self.a.encloses(looping, node.holder) {
            return None;
        }
        if self.entries.contains(&header) {
            Builder::new(body).set_slot(self.parts[looping as usize].op, LOOP_FUSED, 1);
        }
        Some(self.enter(body, looping, entry, holder))
    }

    /// Puts the op of a construct at the end of `holder`, its first branch into the region's first
    /// block, and the ops of its merge block behind; returns the merge block's node.
    fn enter(&mut self, body: &mut Body, construct: u32, branch: Op, holder: Block) -> u32 {
        let merge = self.a.constructs[construct as usize].merge;
        let block = self.a.nodes[merge as usize].block;
        let Part { op, region, .. } = self.parts[construct as usize];
        let mut b = Builder::new(body);
        let first = b.append_block(region);
        b.move_op(branch, At::End(first));
        b.insert(op, At::End(holder));
        b.append_ops(block, holder);
        let args = b.args(block).to_vec();
        for (i, &arg) in args.iter().enumerate() {
            let result = b.result(op, i);
            b.replace_all_uses(arg, result);
            // The result is what the code reads; decorations stay with the argument.
            let name = b.value_name(arg);
            b.set_value_name(result, name);
            b.set_value_name(arg, None);
        }
        b.at = At::End(block);
        b.create(NewOp { operands: &args, ..NewOp::new(self.defs.merge) });
        merge
    }

    /// Takes arguments off merge blocks that nothing branches to: the merge passes another value on.
    fn give_directly(&self, body: &mut Body, direct: &[(Value, Value)]) {
        let mut blocks = Vec::new();
        for &(arg, value) in direct {
            let given = match body.value_def(value) {
                // What was the argument of a merge block is now, to others, a result of its construct.
                ValueDef::Argument(block, n) => {
                    let merges = self.a.nodes.get(self.a.node(block) as usize).map_or(NONE, |n| n.merges);
                    self.parts.get(merges as usize).map_or(value, |part| body.result(part.op, n as usize))
                }
                _ => value,
            };
            Builder::new(body).replace_all_uses(arg, given);
            if let ValueDef::Argument(block, _) = body.value_def(arg) {
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

    /// Puts every block into its region, in order: a loop's continue construct behind the others.
    fn arrange(&mut self, body: &mut Body) {
        // Blocks made for exits follow the block that they were made for.
        let mut exits: Vec<Vec<Block>> = vec![Vec::new(); self.a.nodes.len()];
        let mut last = NONE;
        for block in body.blocks(body.root()) {
            match self.a.node(block) {
                NONE => {
                    if let Some(list) = exits.get_mut(last as usize) {
                        list.push(block);
                    }
                }
                n => last = n,
            }
        }
        let mut lists = Lists {
            bodies: vec![Vec::new(); self.parts.len()],
            continues: vec![Vec::new(); self.parts.len()],
            top: Vec::new(),
        };
        for n in 0..self.a.nodes.len() as u32 {
            let node = self.a.nodes[n as usize];
            if node.merges == NONE {
                // Blocks that nothing reaches may stand before those that dominate them.
                let list = lists.of(self.a, node.holder, n);
                let c = self.a.constructs.get(node.holder as usize);
                let first = c.is_some_and(|c| c.is_loop() && (c.header == n || c.target == n));
                list.insert(if first { 0 } else { list.len() }, node.block);
            }
            // A selection header's exits stand in the selection's region, with its terminator.
            lists.of(self.a, self.a.terminator_holder(n), n).append(&mut exits[n as usize]);
        }
        for (number, part) in self.parts.iter().enumerate() {
            let (blocks, continues) = (&lists.bodies[number], &lists.continues[number]);
            let merge = self.a.nodes[self.a.constructs[number].merge as usize].block;
            let mut b = Builder::new(body);
            for &block in blocks.iter().chain(continues).chain([&merge]) {
                b.move_block(block, part.region, None);
            }
            if continues.len() > 1 {
                b.set_slot(part.op, LOOP_CONTINUE_EXTRA, continues.len() as u32 - 1);
            }
        }
        let root = body.root();
        let mut b = Builder::new(body);
        for block in lists.top {
            b.move_block(block, root, None);
        }
    }
}

/// The blocks of each region.
struct Lists {
    bodies: Vec<Vec<Block>>,
    continues: Vec<Vec<Block>>,
    top: Vec<Block>,
}

impl Lists {
    /// Where a block goes that stands in the region of `construct` in the place of `node`.
    fn of(&mut self, a: &Analysis, construct: u32, node: u32) -> &mut Vec<Block> {
        match a.constructs.get(construct as usize) {
            Some(c) if c.is_loop() && c.target != c.header && a.dominates(c.target, node) => {
                &mut self.continues[construct as usize]
            }
            Some(_) => &mut self.bodies[construct as usize],
            None => &mut self.top,
        }
    }
}
