//! Block arguments to phis: which edges branch to a block in the binary, and what they pass.

use super::Step;
use super::function::FunctionExport;
use super::plan::Kind;
use super::scan::Fused;
use super::words;
use rustc_hash::{FxHashMap, FxHashSet};
use spv_dialect::generated::opcodes as op;
use spv_ir::{AttrData, Attribute, Block, Op, Value, ValueDef};

/// Lists of no more than these are searched, longer ones put into tables.
const FEW: usize = 8;

/// An edge to a block with phis.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// Place of the predecessor in the binary.
    position: u32,
    /// The label that the phi names.
    label: u32,
    /// A branch, or an exit op.
    op: Op,
    /// Number of the branch's successor.
    number: usize,
    /// How many blocks it leads through that are one with the last: 0 for an edge to that itself.
    through: usize,
}

impl FunctionExport<'_, '_, '_> {
    /// What an edge passes for argument number `index`.
    fn passed(&self, op: Op, number: usize, index: usize) -> Step<Value> {
        let value = match self.is_exit(op) {
            true => self.body.operands(op).nth(index),
            false => self.body.successor_args(op, number).nth(index),
        };
        value.ok_or_else(|| self.x.error("a branch that passes fewer arguments than its target takes"))
    }

    /// Calls `each` with every branch and successor number, and every exit op, that branches to a block.
    fn incoming(&self, block: Block, mut each: impl FnMut(Op, usize)) {
        for (op, number) in self.body.block_uses(block) {
            let linked = self.body.parent(op).is_some_and(|p| self.body.block_parent(p).is_some());
            if linked && number < self.edge_count(op) {
                each(op, number);
            }
        }
        for &op in self.s.shape.exits_to.get(&block).map_or(&[][..], |list| list) {
            each(op, 0);
        }
    }

    /// Appends the edges to a block.
    fn collect_edges(&mut self, block: Block, through: usize, edges: &mut Vec<Edge>) {
        let first = edges.len();
        self.incoming(block, |op, number| edges.push(Edge { position: 0, label: 0, op, number, through }));
        for edge in &mut edges[first..] {
            let Some(mut from) = self.body.parent(edge.op) else { continue };
            let mut detour = 0;
            if !self.is_exit(edge.op) {
                detour = self.detour(edge.op, edge.number);
            } else if let Some((feeder, _)) = self.collapsed(from) {
                from = self.body.parent(feeder).unwrap_or(from);
            }
            edge.position = self.s.shape.positions[from.index()];
            edge.label = if detour == 0 { self.exit_label(from) } else { detour };
        }
    }

    /// Writes the phis of a block.
    pub(super) fn phis(&mut self, block: Block) -> Step<()> {
        let fused = self.s.shape.fused.get(&block).copied();
        let mut edges = std::mem::take(&mut self.s.edges);
        edges.clear();
        let result = match fused {
            Some(fused) => self.fused_phis(fused, &mut edges),
            None => self.plain_phis(block, &mut edges),
        };
        self.s.edges = edges;
        result
    }

    fn plain_phis(&mut self, block: Block, edges: &mut Vec<Edge>) -> Step<()> {
        let body = self.body;
        if body.args(block).is_empty() {
            return Ok(());
        }
        self.collect_edges(block, 0, edges);
        sort(edges);
        for (i, &arg) in body.args(block).iter().enumerate() {
            self.phi(block, arg, edges, &|f, edge| f.passed(edge.op, edge.number, i))?;
        }
        Ok(())
    }

    /// The phis of blocks that are one.
    fn fused_phis(&mut self, fused: Fused, edges: &mut Vec<Edge>) -> Step<()> {
        let body = self.body;
        if fused.blocks().all(|block| body.args(block).is_empty()) {
            return Ok(());
        }
        for (through, block) in fused.blocks().enumerate() {
            self.collect_edges(block, through, edges);
        }
        edges.retain(|e| fused.fronts().all(|(_, way)| e.op != way));
        sort(edges);
        // Ids that arguments after have from arguments before.
        let mut shared = FxHashSet::default();
        let ways = [None].into_iter().chain(fused.fronts().map(|f| Some(f.1)));
        for (place, (block, way)) in fused.blocks().zip(ways).enumerate() {
            for (i, &arg) in body.args(block).iter().enumerate() {
                if let Some(way) = way {
                    let shared = self.known(arg) && shared.contains(&self.value(arg)?);
                    if !shared && self.only_passed(block, arg, way) {
                        continue;
                    }
                }
                self.phi(block, arg, edges, &|f, edge| match edge.through < place {
                    // On the other edges the value stays what it was.
                    true => Ok(arg),
                    false => f.passed_through(&fused, edge, place, i),
                })?;
                if self.s.aliases.contains(&arg) {
                    shared.insert(self.value(arg)?);
                }
            }
        }
        Ok(())
    }

    /// Writes one phi, unless the argument represents another value.
    fn phi(
        &mut self,
        block: Block,
        arg: Value,
        edges: &[Edge],
        passed: &dyn Fn(&Self, &Edge) -> Step<Value>,
    ) -> Step<()> {
        self.value(arg)?;
        if self.s.aliases.contains(&arg) {
            return Ok(());
        }
        let name = self.body.value_name(arg).or_else(|| self.result_name(block, arg));
        let start = self.argument(arg, name)?;
        for edge in edges {
            self.x.loc = self.body.loc(edge.op);
            let value = passed(self, edge)?;
            let value = self.value(value)?;
            self.out.extend([value, edge.label]);
        }
        if !words::finish(&mut self.out, start, op::PHI) {
            return Err(self.x.error("a block with more predecessors than a phi can hold"));
        }
        Ok(())
    }

    /// What an edge passes for an argument of the block in this place of those that are one (0 is the last), to
    /// which it leads straight or through those before.
    fn passed_through(&self, fused: &Fused, edge: &Edge, place: usize, index: usize) -> Step<Value> {
        let mut index = index;
        for (block, way) in fused.fronts().take(edge.through).skip(place) {
            let mut value = self.passed(way, 0, index)?;
            if let ValueDef::Result(owner, _) = self.body.value_def(value)
                && self.body.block_owner(block) == Some(owner)
                && let Some(merged) = self.merged(value)?
            {
                value = merged;
            }
            match self.body.value_def(value) {
                ValueDef::Argument(b, n) if b == block => index = n as usize,
                _ => return Ok(value),
            }
        }
        self.passed(edge.op, edge.number, index)
    }

    /// The name of the construct's result that an argument of its merge block becomes.
    fn result_name(&mut self, block: Block, arg: Value) -> Option<spv_ir::Ident> {
        let owner = self.body.block_owner(block)?;
        let merge = self.body.last_op(block).filter(|&m| self.kind(m) == Kind::Merge)?;
        let number = self.operand_number(merge, arg)?;
        (number < self.body.result_count(owner))
            .then(|| self.body.value_name(self.body.result(owner, number)))?
    }

    /// The first operand of a `spv.mlir.merge` that is a value.
    fn operand_number(&mut self, merge: Op, value: Value) -> Option<usize> {
        let operands = self.body.operands(merge);
        if operands.len() <= FEW {
            return operands.clone().position(|v| v == value);
        }
        if self.s.merge.as_ref().is_none_or(|known| known.0 != merge) {
            // The first one comes last.
            self.s.merge = Some((merge, operands.enumerate().rev().map(|(n, v)| (v, n)).collect()));
        }
        self.s.merge.as_ref()?.1.get(&value).copied()
    }

    /// Whether a mark names an argument.
    fn is_marked(&mut self, mark: Attribute, index: u32) -> bool {
        let AttrData::Words(list) = self.x.ctx.attr_data(mark) else { return false };
        match list.len() <= FEW {
            true => list.contains(&index),
            false => {
                self.s.marks.entry(mark).or_insert_with(|| list.iter().copied().collect()).contains(&index)
            }
        }
    }

    /// Whether an argument or result may represent another value.
    pub(super) fn is_alias(&self, value: Value) -> bool {
        match self.body.value_def(value) {
            ValueDef::Result(op, _) => matches!(self.kind(op), Kind::Selection | Kind::Loop),
            ValueDef::Argument(block, _) => self.kept_phis(block).is_some(),
            ValueDef::Forward => false,
        }
    }

    /// The id of a construct's result, or of an argument of a merge block or continue target: where all
    /// edges pass one value it is that value's. A stack of our own: constructs nest deeply.
    pub(super) fn resolve(&mut self, value: Value) -> Step<()> {
        let mut sources = std::mem::take(&mut self.s.sources);
        let simple = self.read_sources(value, &mut sources).and_then(|()| {
            let simple = !sources.iter().any(|&v| self.is_open(v));
            if simple {
                self.settle(value, &sources)?;
            }
            Ok(simple)
        });
        let result = match simple {
            Ok(false) => self.resolve_all(value, &mut sources),
            simple => simple.map(|_| ()),
        };
        self.s.sources = sources;
        result
    }

    /// Whether a value may represent another, but that is not known yet.
    fn is_open(&self, value: Value) -> bool {
        !self.known(value) && self.is_alias(value)
    }

    /// As [`Self::resolve`], where one alias hangs on another.
    fn resolve_all(&mut self, value: Value, sources: &mut Vec<Value>) -> Step<()> {
        let mut stack = vec![value];
        let mut waiting: FxHashSet<Value> = FxHashSet::default();
        while let Some(&at) = stack.last() {
            if self.known(at) {
                stack.pop();
                continue;
            }
            self.read_sources(at, sources)?;
            if sources.iter().any(|&v| self.is_open(v)) && waiting.insert(at) {
                stack.extend(sources.iter().copied().filter(|&v| self.is_open(v)));
                continue;
            }
            self.settle(at, sources)?;
        }
        Ok(())
    }

    /// Gives a result or argument the id that all its sources have, or its own.
    fn settle(&mut self, value: Value, sources: &[Value]) -> Step<()> {
        let is_result = matches!(self.body.value_def(value), ValueDef::Result(..));
        let mut common = None;
        let mut agree = !sources.is_empty();
        for &source in sources {
            if !self.known(source) && self.is_alias(source) {
                agree = false;
                continue;
            }
            let id = self.value(source)?;
            agree &= *common.get_or_insert(id) == id;
        }
        match common.filter(|_| agree) {
            Some(id) => {
                self.set_value(value, id);
                self.s.aliases.insert(value);
            }
            None if is_result => {
                return Err(self.x.error("a result of a construct that is defined by itself"));
            }
            None => {
                let id = self.own_id(self.body.value_side(value).attrs);
                self.set_value(value, id);
            }
        }
        Ok(())
    }

    /// The values that a result or argument may represent; none where it represents itself in any case.
    fn read_sources(&mut self, value: Value, list: &mut Vec<Value>) -> Step<()> {
        list.clear();
        match self.body.value_def(value) {
            ValueDef::Argument(block, n) => self.incoming_values(block, n, list),
            _ => {
                list.extend(self.merged(value)?);
                Ok(())
            }
        }
    }

    /// Appends what the edges to a block pass for an argument that may represent it; nothing where it is a phi in
    /// any case.
    fn incoming_values(&mut self, block: Block, index: u32, list: &mut Vec<Value>) -> Step<()> {
        let is_kept = self.kept_phis(block).flatten().is_some_and(|mark| self.is_marked(mark, index));
        let arg = self.body.args(block).get(index as usize);
        if is_kept || arg.is_none_or(|&a| self.body.value_side(a).attrs.is_some()) {
            return Ok(());
        }
        // In the order of the binary: that of uses depends on how the IR was made.
        let mut edges = std::mem::take(&mut self.s.ways);
        edges.clear();
        self.incoming(block, |op, number| {
            let position = self.body.parent(op).map(|from| self.s.shape.positions[from.index()]);
            edges.push((position, number, op));
        });
        edges.sort_unstable_by_key(|&(position, number, _)| (position, number));
        for &(_, number, op) in &edges {
            list.push(self.passed(op, number, index as usize)?);
        }
        self.s.ways = edges;
        Ok(())
    }

    // Edges that do not lead where they seem to.

    /// Whether an op leaves its construct.
    pub(super) fn is_exit(&self, op: Op) -> bool {
        matches!(self.kind(op), Kind::Break | Kind::Continue | Kind::SwitchBreak)
    }

    /// The exit op of a block that was made for it alone, and the edge that the block represents.
    fn thin(&self, block: Block) -> Option<(Op, Op, usize)> {
        let body = self.body;
        let shape = &self.s.shape;
        if shape.exit_target.is_empty() || !body.args(block).is_empty() || shape.targets.contains_key(&block)
        {
            return None;
        }
        let exit = body.last_op(block).filter(|&e| self.is_exit(e) && self.slot(e, 0) == 1)?;
        self.only_op(block)?;
        shape.exit_target.get(&exit)?;
        let side = body.block_side(block);
        if side.name.is_some() || side.attrs.is_some() {
            return None;
        }
        // Neither first nor header.
        let before = body.prev_block(block)?;
        if body.prev_block(before).is_none()
            && body.block_owner(block).is_some_and(|o| self.kind(o) == Kind::Loop)
        {
            return None;
        }
        let mut uses = body.block_uses(block);
        let (feeder, number) = uses.next()?;
        (uses.next().is_none() && number < self.edge_count(feeder)).then_some((exit, feeder, number))
    }

    /// The edge that a block represents that is not written.
    pub(super) fn collapsed(&mut self, block: Block) -> Option<(Op, usize)> {
        let (_, feeder, number) = self.thin(block)?;
        (self.detour(feeder, number) == 0).then_some((feeder, number))
    }

    /// Where an edge leads, and the op that passes the arguments.
    fn destination(&self, op: Op, number: usize) -> (Block, Op) {
        self.leads_to(op, self.body.successor(op, number))
    }

    /// Where an edge branches to whose successor is a block.
    pub(super) fn leads_to(&self, op: Op, block: Block) -> (Block, Op) {
        if self.s.shape.is_simple() {
            return (block, op);
        }
        let exit = self.thin(block).map(|(exit, ..)| exit);
        let (block, op) = match exit.and_then(|e| Some((*self.s.shape.exit_target.get(&e)?, e))) {
            Some(through) => through,
            None => (block, op),
        };
        (self.s.shape.labelled(block), op)
    }

    /// The label that a branch names for its edge number `number`.
    pub(super) fn target(&mut self, op: Op, number: usize) -> u32 {
        match self.detour(op, number) {
            0 => {
                let (block, _) = self.destination(op, number);
                self.label_id(block)
            }
            label => label,
        }
    }

    /// What an edge passes, by number of the value.
    fn all_passed(&self, op: Op, number: usize) -> Vec<usize> {
        let (_, source) = self.destination(op, number);
        let index = |v: Value| v.index();
        match source == op {
            true => self.body.successor_args(op, number).map(index).collect(),
            false => self.body.operands(source).map(index).collect(),
        }
    }

    /// The label of a block on an edge: two edges from one block to another cannot pass different values to
    /// its phis. 0 where there is none.
    fn detour(&mut self, op: Op, number: usize) -> u32 {
        let body = self.body;
        let count = self.edge_count(op);
        if count < 2 {
            return 0;
        }
        let bare = body.own_operands(op).len() == body.operand_count(op);
        if bare && self.s.shape.exit_target.is_empty() {
            return 0;
        }
        if count == 2
            && (self.destination(op, 0).0 != self.destination(op, 1).0
                || self.all_passed(op, 0) == self.all_passed(op, 1))
        {
            return 0;
        }
        if !self.s.detours.contains_key(&op) {
            let labels = self.make_detours(op, count);
            self.s.detours.insert(op, labels);
        }
        self.s.detours.get(&op).and_then(|l| l.get(number)).copied().unwrap_or(0)
    }

    /// For each edge the label of the block on it, or 0: of the edges to one block those that pass what the
    /// first passes go there directly, the others by a block for each list of values.
    fn make_detours(&mut self, op: Op, count: usize) -> Box<[u32]> {
        let mut order: Vec<(usize, Vec<usize>, usize)> =
            (0..count).map(|n| (self.destination(op, n).0.index(), self.all_passed(op, n), n)).collect();
        let to: Vec<usize> = order.iter().map(|(block, ..)| *block).collect();
        order.sort_unstable();
        // The first edge of each list of values represents the others.
        let mut leader: Vec<usize> = (0..count).collect();
        for pair in order.windows(2) {
            let ((a_to, a_args, a), (b_to, b_args, b)) = (&pair[0], &pair[1]);
            if a_to == b_to && a_args == b_args {
                leader[*b] = leader[*a];
            }
        }
        let mut direct: FxHashMap<usize, usize> = FxHashMap::default();
        let mut made: FxHashMap<usize, u32> = FxHashMap::default();
        let mut labels = vec![0; count].into_boxed_slice();
        for n in 0..count {
            if *direct.entry(to[n]).or_insert(leader[n]) == leader[n] {
                continue;
            }
            let block = self.body.successor(op, n);
            labels[n] = if self.thin(block).is_some() {
                self.label_id(block)
            } else {
                *made.entry(leader[n]).or_insert_with(|| self.x.fresh())
            };
        }
        labels
    }

    /// Writes the blocks that were made for edges of a branch.
    pub(super) fn write_detours(&mut self, op: Op) {
        if self.s.detours.is_empty() {
            return;
        }
        let Some(labels) = self.s.detours.get(&op).cloned() else { return };
        let mut written = 0;
        for (number, &label) in labels.iter().enumerate() {
            let block = self.body.successor(op, number);
            // Labels made for edges ascend; several edges may share one.
            if label > written && self.thin(block).is_none() {
                written = label;
                let target = self.label_id(block);
                words::put(&mut self.out, op::LABEL, &[label]);
                words::put(&mut self.out, op::BRANCH, &[target]);
            }
        }
    }
}

/// In the order of the predecessors, each once.
fn sort(edges: &mut Vec<Edge>) {
    edges.sort_unstable_by_key(|e| (e.position, e.label, e.number));
    edges.dedup_by_key(|e| (e.position, e.label));
}
