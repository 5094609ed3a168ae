//! CFG form to region form. All is planned first: a function that cannot be converted is left as it
//! was.

use super::ControlDefs;
use super::analysis::{Analysis, Edge, NONE, Unstructured};
use super::routes::{Routes, incoming};
use rustc_hash::{FxHashMap, FxHashSet};
use spv_ir::dialect::ABSENT;
use spv_ir::{At, AttrData, Block, Body, Builder, Context, NewOp, Op, Region, Type, Value};

/// Converts a body from CFG form to region form. `Ok(false)`: no construct is declared in it, and
/// nothing was changed.
///
/// # Errors
/// What keeps the function from region form; it is unchanged then.
pub fn structurize(ctx: &Context, body: &mut Body, defs: &ControlDefs) -> Result<bool, Unstructured> {
    let Some(a) = Analysis::new(body, defs)? else { return Ok(false) };
    let exits = exits(body, &a, defs)?;
    let routes = Routes::plan(body, &a, defs)?;
    let parts = Vec::with_capacity(a.constructs.len());
    let mut plan = Plan { ctx, a: &a, defs, parts, stands: FxHashMap::default() };
    plan.parts(body);
    routes.apply(body, &a);
    plan.make_constructs(body);
    plan.write_exits(body, exits);
    plan.chains(body);
    plan.arrange(body);
    Ok(true)
}

/// Every edge that is no plain one: (node, successor number, how).
fn exits(body: &Body, a: &Analysis, defs: &ControlDefs) -> Result<Vec<(u32, usize, Edge)>, Unstructured> {
    let mut list = Vec::new();
    for (number, node) in a.nodes.iter().enumerate() {
        let number = number as u32;
        for index in 0..a.edges(body, defs, number) {
            let target = a.node(body.successor(node.terminator, index));
            match a.edge(number, target) {
                Some(Edge::Plain | Edge::Enter) => {}
                Some(edge) => list.push((number, index, edge)),
                None => {
                    return Err(Unstructured { reason: "a branch that is no legal exit", block: node.block });
                }
            }
        }
    }
    Ok(list)
}

/// What a construct is made of.
struct Part {
    op: Op,
    region: Region,
    /// Words of the slots `phis` and `continue_phis`.
    phis: Vec<u32>,
    continue_phis: Vec<u32>,
    /// Last block of the region.
    merge: Block,
    /// Edges into a loop from outside, those that become exits left out.
    outside: Vec<(Op, usize)>,
    /// The node whose plain branch is the only one of them, or [`NONE`].
    plain_entry: u32,
}

struct Plan<'a> {
    ctx: &'a Context,
    a: &'a Analysis,
    defs: &'a ControlDefs,
    parts: Vec<Part>,
    /// Blocks made in the place of loop headers, by header node.
    stands: FxHashMap<u32, Block>,
}

impl Plan<'_> {
    /// Notes what only CFG form shows: which OpPhis have only one incoming value (before any argument
    /// is added), and the edges into each loop.
    fn parts(&mut self, body: &Body) {
        let root = body.root();
        for (number, c) in self.a.constructs.iter().enumerate() {
            let header = &self.a.nodes[c.header as usize];
            let agreeing = |node: u32| -> Vec<u32> {
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
            };
            let merge = self.a.nodes[c.merge as usize].block;
            // A merge block that heads a loop has the loop's phis, which are never left out.
            let merge_heads_loop = self
                .a
                .constructs
                .get(self.a.nodes[c.merge as usize].heads as usize)
                .is_some_and(|inner| inner.is_loop());
            let (outside, plain_entry) =
                if c.is_loop() { self.entries(body, number as u32) } else { (Vec::new(), NONE) };
            self.parts.push(Part {
                op: header.terminator,
                region: root,
                phis: if merge_heads_loop { Vec::new() } else { agreeing(c.merge) },
                continue_phis: if c.is_loop() && c.target != c.header {
                    agreeing(c.target)
                } else {
                    Vec::new()
                },
                merge,
                outside,
                plain_entry,
            });
        }
    }

    /// The edges into a loop from outside, and the node whose plain branch is the only one.
    fn entries(&self, body: &Body, construct: u32) -> (Vec<(Op, usize)>, u32) {
        let c = &self.a.constructs[construct as usize];
        let header = &self.a.nodes[c.header as usize];
        let mut edges = Vec::new();
        let mut plain = NONE;
        for (pred, index) in incoming(body, self.a, self.defs, header.block) {
            let inside = self.a.terminator_holder(pred) == construct;
            if inside || !matches!(self.a.edge(pred, c.header), Some(Edge::Plain | Edge::Enter)) {
                continue;
            }
            let node = &self.a.nodes[pred as usize];
            let branch = node.heads == NONE && body.def(node.terminator) == self.defs.branch;
            plain = if edges.is_empty() && branch && header.merges == NONE { pred } else { NONE };
            edges.push((node.terminator, index));
        }
        (edges, plain)
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
            let mut slots = Vec::with_capacity(7);
            if c.is_loop() {
                slots.extend([body.slot(terminator, slot + 2), body.slot(terminator, slot + 3)]);
                slots.extend([0, u32::from(c.target == c.header), 0]);
                slots.extend([words(&part.phis), words(&part.continue_phis)]);
            } else {
                slots.extend([body.slot(terminator, slot + 1), words(&part.phis)]);
            }
            let results: Vec<Type> = body.args(part.merge).iter().map(|&v| body.value_type(v)).collect();
            let def = if c.is_loop() { self.defs.r#loop } else { self.defs.selection };
            let keep = self.a.edges(body, self.defs, c.header);
            let mut b = Builder::new(body);
            b.truncate_successors(terminator, keep);
            for (i, value) in [0, ABSENT, ABSENT, 0].into_iter().enumerate() {
                b.set_slot(terminator, slot + i, value);
            }
            let op = b.create(NewOp { slots: &slots, results: &results, regions: 1, ..NewOp::new(def) });
            let region = body.region(op, 0);
            self.parts[number].op = op;
            self.parts[number].region = region;
        }
    }

    /// The loop that a node heads, or [`NONE`].
    fn heads_loop(&self, node: u32) -> u32 {
        let heads = self.a.nodes[node as usize].heads;
        if self.a.constructs.get(heads as usize).is_some_and(|c| c.is_loop()) { heads } else { NONE }
    }

    fn write_exits(&mut self, body: &mut Body, exits: Vec<(u32, usize, Edge)>) {
        let mut rest = &exits[..];
        while let Some(&(node, ..)) = rest.first() {
            let count = rest.iter().take_while(|e| e.0 == node).count();
            let (these, others) = rest.split_at(count);
            rest = others;
            let n = self.a.nodes[node as usize];
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
            let own: Vec<Value> = body.own_operands(op).collect();
            let mut successors: Vec<(Block, Vec<Value>)> = (0..body.successor_count(op))
                .map(|i| (body.successor(op, i), body.successor_args(op, i).collect()))
                .collect();
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
            let slices: Vec<(Block, &[Value])> = successors.iter().map(|(b, l)| (*b, &l[..])).collect();
            Builder::new(body).set_operands(op, &own, &slices);
        }
    }

    /// Strings code together: from each block that stays one, constructs and the code behind their
    /// merge blocks follow in sequence.
    fn chains(&mut self, body: &mut Body) {
        for n in 0..self.a.nodes.len() as u32 {
            let node = self.a.nodes[n as usize];
            if node.merges != NONE && self.heads_loop(n) == NONE {
                continue;
            }
            // A loop whose op no plain branch makes room for stands in a block of its own.
            let looping = self.heads_loop(n);
            if looping != NONE && node.merges == NONE && self.parts[looping as usize].plain_entry == NONE {
                let stand = self.outside_copy(body, looping);
                let root = body.root();
                Builder::new(body).move_block(stand, root, None);
                self.stands.insert(n, stand);
                let entries = body.args(stand).to_vec();
                self.enter(body, looping, stand, &entries);
                let next = self.absorb(body, looping, stand);
                self.chain(body, next, stand);
            }
            self.chain(body, n, node.block);
        }
    }

    /// Goes on from node `n`, whose ops are at the end of `holder`.
    fn chain(&mut self, body: &mut Body, n: u32, holder: Block) {
        let mut at = Some(n);
        while let Some(n) = at {
            at = self.step(body, n, holder);
        }
    }

    /// Puts the construct behind node `n` (if there is one) into `holder`, and the ops of its merge
    /// block behind it; the merge block is where to go on.
    fn step(&mut self, body: &mut Body, n: u32, holder: Block) -> Option<u32> {
        let node = self.a.nodes[n as usize];
        let heads = self.a.constructs.get(node.heads as usize).copied();
        if let Some(c) = heads
            && !c.is_loop()
        {
            let part = &self.parts[node.heads as usize];
            let mut b = Builder::new(body);
            let first = b.append_block(part.region);
            b.move_op(node.terminator, At::End(first));
            b.insert(part.op, At::End(holder));
            return Some(self.absorb(body, node.heads, holder));
        }
        let entry = body.last_op(holder)?;
        if entry != node.terminator || body.def(entry) != self.defs.branch {
            return None;
        }
        let target = self.a.node(body.successor(entry, 0));
        if target == NONE {
            return None;
        }
        let looping = self.heads_loop(target);
        if looping == NONE || self.parts[looping as usize].plain_entry != n {
            return None;
        }
        let part = &self.parts[looping as usize];
        let mut b = Builder::new(body);
        let first = b.append_block(part.region);
        b.move_op(entry, At::End(first));
        b.insert(part.op, At::End(holder));
        Some(self.absorb(body, looping, holder))
    }

    /// A detached block with the arguments of a loop's header, to which the edges from outside go.
    fn outside_copy(&self, body: &mut Body, construct: u32) -> Block {
        let header = self.a.nodes[self.a.constructs[construct as usize].header as usize].block;
        let types: Vec<Type> = body.args(header).iter().map(|&v| body.value_type(v)).collect();
        let mut b = Builder::new(body);
        let copy = b.detached_block();
        for ty in types {
            b.add_arg(copy, ty);
        }
        for &(op, index) in &self.parts[construct as usize].outside {
            b.set_successor(op, index, copy);
        }
        copy
    }

    /// Puts the op of a fused loop at the end of `holder` and makes its entry block, which passes
    /// `entries` to the header.
    fn enter(&mut self, body: &mut Body, construct: u32, holder: Block, entries: &[Value]) {
        let c = self.a.constructs[construct as usize];
        let header = self.a.nodes[c.header as usize].block;
        let part = &self.parts[construct as usize];
        let mut b = Builder::new(body);
        let first = b.append_block(part.region);
        b.at = At::End(first);
        let successors = &[(header, entries)];
        b.create(NewOp { slots: &[0, ABSENT, ABSENT, 0], successors, ..NewOp::new(self.defs.branch) });
        b.set_slot(part.op, FUSED_SLOT, 1);
        b.insert(part.op, At::End(holder));
    }

    /// Empties a construct's merge block into `holder`; returns the node to go on from. Where the
    /// merge block heads a loop, that loop is put behind, and its merge block comes next.
    fn absorb(&mut self, body: &mut Body, mut construct: u32, holder: Block) -> u32 {
        loop {
            let merge = self.a.constructs[construct as usize].merge;
            let node = self.a.nodes[merge as usize];
            let op = self.parts[construct as usize].op;
            let looping = self.heads_loop(merge);
            if looping == NONE {
                let args = body.args(node.block).to_vec();
                let mut b = Builder::new(body);
                b.append_ops(node.block, holder);
                for (i, &arg) in args.iter().enumerate() {
                    let result = b.result(op, i);
                    b.replace_all_uses(arg, result);
                    // The result is what the code reads; decorations stay with the argument.
                    let name = b.value_name(arg);
                    b.set_value_name(result, name);
                    b.set_value_name(arg, None);
                }
                self.finish_merge(body, construct);
                return merge;
            }
            // A copy takes the edges, and its arguments reach the header as the loop's entry values.
            self.parts[construct as usize].merge = self.outside_copy(body, looping);
            self.finish_merge(body, construct);
            let results: Vec<Value> = body.results(op).collect();
            self.enter(body, looping, holder, &results);
            construct = looping;
        }
    }

    /// Ends the merge block of a construct.
    fn finish_merge(&mut self, body: &mut Body, construct: u32) {
        let merge = self.parts[construct as usize].merge;
        let args = body.args(merge).to_vec();
        Builder::at(body, At::End(merge)).create(NewOp { operands: &args, ..NewOp::new(self.defs.merge) });
    }

    /// Puts every block into its region, in order: a loop's continue construct behind the others.
    fn arrange(&mut self, body: &mut Body) {
        // Blocks made for exits follow the block that they were made for.
        let mut exits: Vec<Vec<Block>> = vec![Vec::new(); self.a.nodes.len()];
        let stands: FxHashSet<Block> = self.stands.values().copied().collect();
        let mut last = NONE;
        for block in body.blocks(body.root()) {
            match self.a.node(block) {
                NONE if stands.contains(&block) => {}
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
            if let Some(&stand) = self.stands.get(&n) {
                lists.of(self.a, self.a.constructs[node.heads as usize].parent, n).push(stand);
            }
            if node.merges == NONE || self.heads_loop(n) != NONE {
                lists.of(self.a, node.holder, n).push(node.block);
            }
            // A selection header's exits stand in the selection's region, with its terminator.
            lists.of(self.a, self.a.terminator_holder(n), n).append(&mut exits[n as usize]);
        }
        for (number, part) in self.parts.iter().enumerate() {
            let (blocks, continues) = (&lists.bodies[number], &lists.continues[number]);
            let mut b = Builder::new(body);
            for &block in blocks.iter().chain(continues).chain([&part.merge]) {
                b.move_block(block, part.region, None);
            }
            if continues.len() > 1 {
                b.set_slot(part.op, CONTINUE_EXTRA_SLOT, continues.len() as u32 - 1);
            }
        }
        let root = body.root();
        let mut b = Builder::new(body);
        for block in lists.top {
            b.move_block(block, root, None);
        }
    }
}

/// Slots of [`crate::structure::LOOP`] behind those of its control.
const CONTINUE_EXTRA_SLOT: usize = 2;
const FUSED_SLOT: usize = 4;

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
