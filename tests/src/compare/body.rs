//! Comparison of two functions by a simultaneous walk along their control flow
//!
//! Blocks are reached through their incoming branches, so block order is irrelevant. Blocks that only branch are
//! skipped in both functions. A block may be split in two if the second half has a single predecessor that branches
//! unconditionally.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};

use super::colour::{CRITERIA, Colours, colours};
use super::module::{Block, Function, Module};
use super::op;
use super::relate::{Mismatch, Relation, shape};

/// A callback that reports differences inside a function. Its arguments are the instruction's index in the function,
/// the ids that do not correspond, and the description.
pub(crate) type Report<'r> = &'r mut dyn FnMut(Option<usize>, Option<&Mismatch>, String);

/// One of the two compared functions, with the state of the walk.
pub(super) struct Side<'m> {
    pub(super) module: &'m Module,
    pub(super) function: &'m Function,
    /// Whether each block must have a counterpart ([`super::compare_strict`]).
    strict: bool,
    /// Indices of the blocks that the walk has visited.
    met: FxHashSet<usize>,
    /// Indices of blocks that are the second half of a split block, where the other function has a single block.
    absorbed: FxHashSet<usize>,
}

/// Two labels that must correspond, because they occur at the same position of both functions.
struct Reference {
    /// The predecessor blocks in both functions; `None` if the labels are merge blocks or continue targets.
    from: Option<(usize, usize)>,
    to: (usize, usize),
}

/// The block that a branch reaches if blocks that consist only of a branch are skipped.
struct Landing {
    block: usize,
    /// The predecessor from which the block is reached, which selects the phi values. `None` if the labels are merge
    /// blocks or continue targets.
    last: Option<usize>,
    /// Positions of the branches in the skipped blocks.
    branches: Vec<usize>,
}

/// Maximum number of same-colored blocks to search for a block whose successors correspond.
const MOST_TRIED: usize = 64;

struct Walk<'r, 'm> {
    relation: &'r mut Relation<'m>,
    report: Report<'r>,
    a: Side<'m>,
    b: Side<'m>,
    /// Corresponding blocks: maps the index in the input to the index in the output.
    pairs: FxHashMap<usize, usize>,
    taken: FxHashSet<usize>,
    open: VecDeque<Reference>,
}

/// Compares two functions or graphs, given by their indices in [`Module::functions`].
pub(crate) fn compare(relation: &mut Relation, input: usize, output: usize, report: Report) {
    let (a, b, strict) = (relation.a, relation.b, relation.strict);
    let heads = (a.functions[input].head, b.functions[output].head);
    let mut walk = Walk {
        relation,
        report,
        a: Side::new(a, input, strict),
        b: Side::new(b, output, strict),
        pairs: FxHashMap::default(),
        taken: FxHashSet::default(),
        open: VecDeque::new(),
    };
    walk.instructions(heads.0, heads.1);
    walk.parameters();
    if !walk.a.function.blocks.is_empty() && !walk.b.function.blocks.is_empty() {
        // The entry block is never skipped, because it is never a branch target.
        walk.meet(0, 0);
        walk.follow();
        walk.unreachable_blocks();
    }
    walk.named_undefs();
}

impl<'m> Side<'m> {
    fn new(module: &'m Module, index: usize, strict: bool) -> Self {
        Side {
            module,
            strict,
            function: &module.functions[index],
            met: FxHashSet::default(),
            absorbed: FxHashSet::default(),
        }
    }

    pub(super) fn block(&self, index: usize) -> &'m Block {
        &self.function.blocks[index]
    }

    fn opcode(&self, at: usize) -> u16 {
        self.module.inst(at).opcode
    }

    fn show(&self, at: Option<&usize>) -> String {
        match at {
            Some(&at) => format!("`{}`", self.module.inst(at).show()),
            None => "the end of the block".to_owned(),
        }
    }

    pub(super) fn label(&self, index: usize) -> u32 {
        self.block(index).label.unwrap_or(0)
    }

    pub(super) fn target(&self, id: u32) -> Option<usize> {
        self.function.by_label.get(&id).copied()
    }

    /// Returns the branch target if the block consists only of an unnamed label and a branch. Returns `None` otherwise.
    fn branches_on(&self, index: usize) -> Option<usize> {
        let block = self.block(index);
        let nameless = self.module.facts(block.label?).is_empty();
        match block.body[..] {
            [only]
                if !self.strict && nameless && block.phis.is_empty() && self.opcode(only) == op::BRANCH =>
            {
                self.target(self.module.inst(only).id(0)?)
            }
            _ => None,
        }
    }

    /// Returns the target of the `OpBranch` at index `position` of the block. Returns `None` if the instruction is not
    /// an `OpBranch` or follows a merge instruction.
    fn plain_branch(&self, index: usize, position: usize) -> Option<usize> {
        let body = &self.block(index).body;
        let inst = self.module.inst(*body.get(position)?);
        let tied = position > 0 && op::is_merge(self.opcode(body[position - 1]));
        if inst.opcode == op::BRANCH && !tied { self.target(inst.id(0)?) } else { None }
    }

    fn land(&mut self, from: Option<usize>, to: usize) -> Landing {
        let mut landing = Landing { block: to, last: from, branches: Vec::new() };
        let mut passed = FxHashSet::default();
        while let Some(next) = self.branches_on(landing.block) {
            // A cycle of blocks that consist only of a branch is an infinite loop, which must have a counterpart.
            if !passed.insert(landing.block) {
                break;
            }
            self.met.insert(landing.block);
            landing.branches.push(self.block(landing.block).body[0]);
            landing.last = Some(landing.block);
            landing.block = next;
        }
        landing
    }

    /// Returns the unvisited blocks, which are unreachable: those without unvisited predecessors, or all if all are in
    /// cycles.
    fn unreachable(&self) -> Vec<usize> {
        let blocks = (0..self.function.blocks.len()).filter(|block| !self.met.contains(block));
        let all: Vec<usize> = blocks
            .filter(|&block| match self.branches_on(block) {
                None => true,
                // The phis of the target have incoming values for this block.
                Some(target) => !self.block(target).phis.is_empty(),
            })
            .collect();
        let mut inner = FxHashSet::default();
        for &block in &all {
            let ids = self.block(block).body.iter().flat_map(|&at| self.module.inst(at).ids());
            for target in ids.filter_map(|id| self.target(id)).filter(|&target| target != block) {
                let mut next = Some(target);
                while let Some(block) = next.filter(|&block| inner.insert(block)) {
                    next = self.branches_on(block);
                }
            }
        }
        let roots: Vec<usize> = all.iter().copied().filter(|block| !inner.contains(block)).collect();
        if roots.is_empty() { all } else { roots }
    }

    /// Returns the successor of a block that ends in an `OpBranch`, or `None` for other terminators.
    pub(super) fn continues_in(&self, index: usize) -> Option<usize> {
        self.plain_branch(index, self.block(index).body.len().checked_sub(1)?)
    }

    /// Returns the chain of blocks along unconditional branches from `block`, then the targets of the first conditional
    /// terminator. Each block is mapped by `known`.
    fn leads(&self, mut block: usize, known: impl Fn(usize) -> Option<usize>) -> Vec<Option<usize>> {
        let (mut leads, mut passed) = (Vec::new(), FxHashSet::default());
        while passed.insert(block) {
            let Some(next) = self.continues_in(block) else {
                let last = self.block(block).body.last();
                let ids = last.into_iter().flat_map(|&at| self.module.inst(at).ids());
                leads.extend(ids.filter_map(|id| self.target(id)).map(&known));
                break;
            };
            leads.push(known(next));
            block = next;
        }
        leads
    }

    /// Returns the incoming value of a phi for a predecessor, or `None` if the phi has none for it.
    fn incoming(&self, phi: usize, from: usize) -> Option<u32> {
        let ids: Vec<u32> = self.module.inst(phi).ids().collect();
        let label = self.block(from).label?;
        ids.chunks_exact(2).find(|pair| pair[1] == label).map(|pair| pair[0])
    }
}

impl Walk<'_, '_> {
    fn say(&mut self, at: Option<usize>, why: String) {
        let ordinal = at.map(|at| at - self.a.function.head);
        (self.report)(ordinal, None, why);
    }

    fn relate(&mut self, at: usize, x: u32, y: u32) {
        if let Err(mismatch) = self.relation.relate(x, y) {
            let text = format!("`{}`", self.a.module.inst(at).show());
            (self.report)(Some(at - self.a.function.head), Some(&mismatch), text);
        }
    }

    fn parameters(&mut self) {
        let (xs, ys) = (&self.a.function.parameters, &self.b.function.parameters);
        let added = ys.get(xs.len()..).unwrap_or(&[]);
        if xs.len() > ys.len() || (!added.is_empty() && !self.are_lacking(added)) {
            self.say(None, format!("{} parameters in the input, {} in the output", xs.len(), ys.len()));
        }
        for (&x, &y) in xs.iter().zip(ys) {
            self.instructions(x, y);
        }
    }

    /// Returns whether the output instructions at `added` are exactly the parameters that the input function lacks. The
    /// parameters must have neither names nor decorations.
    fn are_lacking(&mut self, added: &[usize]) -> bool {
        let (a, b) = (self.a.module, self.b.module);
        let ty = a.inst(self.a.function.head).ids().next().and_then(|ty| a.defs.get(&ty));
        let Some(&(ty, _)) = ty else { return false };
        let is_parameter = |at: &&usize| a.inst(**at).opcode == op::FUNCTION_PARAMETER;
        let given = self.a.function.parameters.iter().filter(is_parameter).count();
        let lacking: Vec<u32> = a.inst(ty).ids().skip(1 + given).collect();
        lacking.len() == added.len()
            && lacking.iter().zip(added).all(|(&ty, &at)| {
                let inst = b.inst(at);
                let plain = inst.result.is_some_and(|id| b.facts(id).is_empty());
                let same = inst.result_type.is_some_and(|other| self.relation.relate(ty, other).is_ok());
                inst.opcode == op::FUNCTION_PARAMETER && plain && same
            })
    }

    /// Compares two instructions. Returns whether they have the same opcode.
    fn instructions(&mut self, x: usize, y: usize) -> bool {
        let (a, b) = (self.a.module, self.b.module);
        let (inst, other) = (a.inst(x), b.inst(y));
        let Some(pairs) = shape(inst, other) else {
            self.say(Some(x), format!("`{}` in the input, `{}` in the output", inst.show(), other.show()));
            if let (Some(result), Some(other_result)) = (inst.result, other.result)
                && inst.opcode == other.opcode
            {
                // The results are related in any case, so that the difference is not reported again at every use.
                self.define(x, result, other_result);
            }
            return inst.opcode == other.opcode;
        };
        for (id, other_id) in pairs {
            if self.a.target(id).is_none() && self.b.target(other_id).is_none() {
                self.relate(x, id, other_id);
            }
        }
        if !self.relation.opaque_operands(inst, other) {
            self.say(Some(x), format!("`{}` in the input, `{}` in the output", inst.show(), other.show()));
        }
        if let (Some(result), Some(other_result)) = (inst.result, other.result) {
            self.define(x, result, other_result);
        }
        if let Err(why) = self.relation.relate_lines(x, y) {
            self.say(Some(x), format!("`{}`: {why}", inst.show()));
        }
        true
    }

    fn define(&mut self, at: usize, x: u32, y: u32) {
        if let Err(why) = self.relation.define(x, y) {
            self.say(Some(at), format!("`{}` (%{y} in the output): {why}", self.a.module.inst(at).show()));
        }
    }

    fn follow(&mut self) {
        while let Some(reference) = self.open.pop_front() {
            let (from, other_from) = reference.from.unzip();
            let landing = self.a.land(from, reference.to.0);
            let other = self.b.land(other_from, reference.to.1);
            if landing.branches.len() == other.branches.len() {
                for (&x, &y) in landing.branches.iter().zip(&other.branches) {
                    if let Err(why) = self.relation.relate_lines(x, y) {
                        self.say(Some(x), format!("`{}`: {why}", self.a.module.inst(x).show()));
                    }
                }
            }
            if !self.meet(landing.block, other.block) {
                continue;
            }
            if let (Some(last), Some(other_last)) = (landing.last, other.last) {
                self.edge((last, other_last), (landing.block, other.block));
            }
        }
    }

    /// Relates two blocks and compares their contents, unless they are already related. Returns whether they
    /// correspond.
    fn meet(&mut self, x: usize, y: usize) -> bool {
        match self.pairs.get(&x) {
            Some(&known) if known == y => return true,
            None if !self.taken.contains(&y)
                && !self.a.absorbed.contains(&x)
                && !self.b.absorbed.contains(&y) => {}
            _ => {
                let (label, other) = (self.a.label(x), self.b.label(y));
                let image = match self.relation.image(label) {
                    Some(image) => format!("corresponds to %{image}"),
                    None => "is elsewhere".to_owned(),
                };
                let (block, other) = (self.a.module.describe(label), self.b.module.describe(other));
                self.say(
                    None,
                    format!("control goes to block {block} in the input, to block {other} in the output, where the former {image}"),
                );
                return false;
            }
        }
        self.pairs.insert(x, y);
        self.taken.insert(y);
        self.a.met.insert(x);
        self.b.met.insert(y);
        if let (Some(label), Some(other)) = (self.a.block(x).label, self.b.block(y).label)
            && let Err(why) = self.relation.define(label, other)
        {
            self.say(None, format!("block %{label} (%{other} in the output): {why}"));
        }
        self.phis(x, y);
        self.stream(x, y);
        true
    }

    fn phis(&mut self, x: usize, y: usize) {
        let (xs, ys) = (&self.a.block(x).phis, &self.b.block(y).phis);
        if xs.len() != ys.len() {
            let show = |side: &Side, phis: &[usize]| {
                let phis: Vec<String> = phis.iter().map(|phi| side.show(Some(phi))).collect();
                phis.join(", ")
            };
            let (input, output) = (show(&self.a, xs), show(&self.b, ys));
            self.say(
                xs.first().copied(),
                format!("phis that make a choice: [{input}] in the input, [{output}] in the output"),
            );
        }
        for (&phi, &other) in xs.iter().zip(ys) {
            let (inst, other_inst) = (self.a.module.inst(phi), self.b.module.inst(other));
            if let (Some(id), Some(other_id)) = (inst.result_type, other_inst.result_type) {
                self.relate(phi, id, other_id);
            }
            if let (Some(id), Some(other_id)) = (inst.result, other_inst.result) {
                self.define(phi, id, other_id);
            }
            if let Err(why) = self.relation.relate_lines(phi, other) {
                self.say(Some(phi), format!("`{}`: {why}", inst.show()));
            }
        }
    }

    /// Compares the incoming values of the phis in two blocks for one control-flow edge.
    fn edge(&mut self, last: (usize, usize), to: (usize, usize)) {
        let (xs, ys) = (&self.a.block(to.0).phis, &self.b.block(to.1).phis);
        for (&phi, &other) in xs.iter().zip(ys) {
            match (self.a.incoming(phi, last.0), self.b.incoming(other, last.1)) {
                (Some(x), Some(y)) => self.relate(phi, x, y),
                (None, None) => {}
                (x, y) => {
                    let show = |id: Option<u32>| id.map_or("nothing".to_owned(), |id| format!("%{id}"));
                    let text = format!(
                        "`{}` takes {} in the input, {} in the output",
                        self.a.module.inst(phi).show(),
                        show(x),
                        show(y)
                    );
                    self.say(Some(phi), text);
                }
            }
        }
    }

    /// Compares the instructions of two blocks and of all blocks that follow along unconditional branches.
    fn stream(&mut self, x: usize, y: usize) {
        let (mut x, mut y) = (x, y);
        let (mut i, mut j) = (0, 0);
        loop {
            let (branch, other) = (self.a.plain_branch(x, i), self.b.plain_branch(y, j));
            let (at, other_at) = (self.a.block(x).body.get(i), self.b.block(y).body.get(j));
            match (branch, other) {
                (None, None) => {}
                (Some(target), Some(other_target)) => {
                    self.branch_lines(at, other_at, target, other_target);
                    self.open.push_back(Reference { from: Some((x, y)), to: (target, other_target) });
                    return;
                }
                (Some(target), None) if self.may_absorb(&self.a, target) => {
                    self.a.absorbed.insert(target);
                    self.a.met.insert(target);
                    self.lost_label(self.a.module, self.a.label(target), "input");
                    (x, i) = (target, 0);
                    continue;
                }
                (None, Some(target)) if self.may_absorb(&self.b, target) => {
                    self.b.absorbed.insert(target);
                    self.b.met.insert(target);
                    self.lost_label(self.b.module, self.b.label(target), "output");
                    (y, j) = (target, 0);
                    continue;
                }
                _ => {
                    let text =
                        format!("{} in the input, {} in the output", self.a.show(at), self.b.show(other_at));
                    self.say(at.copied(), text);
                    return;
                }
            }
            let (at, other_at) = match (at, other_at) {
                (Some(&at), Some(&other_at)) => (at, other_at),
                (None, None) => return,
                _ => {
                    let text =
                        format!("{} in the input, {} in the output", self.a.show(at), self.b.show(other_at));
                    self.say(at.copied(), text);
                    return;
                }
            };
            if !self.instructions(at, other_at) {
                return;
            }
            self.mention_labels((at, other_at), (x, y));
            (i, j) = (i + 1, j + 1);
        }
    }

    /// Compares the OpLines of two branches if the branches certainly correspond. They may not correspond if a branch
    /// to the target is skipped in only one function.
    fn branch_lines(
        &mut self,
        at: Option<&usize>,
        other: Option<&usize>,
        target: usize,
        other_target: usize,
    ) {
        let made_up = self.a.branches_on(target).is_some() != self.b.branches_on(other_target).is_some();
        if let (Some(&at), Some(&other), false) = (at, other, made_up)
            && let Err(why) = self.relation.relate_lines(at, other)
        {
            self.say(Some(at), format!("`{}`: {why}", self.a.module.inst(at).show()));
        }
    }

    /// Returns whether a branch target may be the second half of the branching block.
    fn may_absorb(&self, side: &Side, target: usize) -> bool {
        !side.strict && !side.met.contains(&target) && side.block(target).phis.is_empty()
    }

    fn lost_label(&mut self, module: &Module, label: u32, side: &str) {
        if let [fact, ..] = module.facts(label) {
            self.say(
                None,
                format!("block %{label} of the {side} has no counterpart, but has `{}`", fact.show()),
            );
        }
    }

    fn mention_labels(&mut self, at: (usize, usize), from: (usize, usize)) {
        let (inst, other) = (self.a.module.inst(at.0), self.b.module.inst(at.1));
        let from = op::is_terminator(inst.opcode).then_some(from);
        for (id, other_id) in inst.ids().zip(other.ids()) {
            match (self.a.target(id), self.b.target(other_id)) {
                (None, None) => {}
                (Some(target), Some(other_target)) => {
                    self.open.push_back(Reference { from, to: (target, other_target) });
                }
                _ => {
                    self.say(
                        Some(at.0),
                        format!("`{}` in the input, `{}` in the output", inst.show(), other.show()),
                    );
                }
            }
        }
    }

    /// Pairs unreachable blocks by color, then by opcodes, then by order.
    fn unreachable_blocks(&mut self) {
        loop {
            let (xs, ys) = (self.a.unreachable(), self.b.unreachable());
            match (xs.first(), ys.first()) {
                (None, None) => return,
                (Some(_), Some(_)) => {}
                (Some(&x), None) => {
                    self.say(None, format!("block %{} of the input has no counterpart", self.a.label(x)));
                    return;
                }
                (None, Some(&y)) => {
                    self.say(None, format!("block %{} of the output has no counterpart", self.b.label(y)));
                    return;
                }
            }
            let relation = &*self.relation;
            let colours = colours(
                (&self.a, &|x| relation.image(x)),
                (&self.b, &|y| Some(y).filter(|&y| relation.is_image(y))),
            );
            if !CRITERIA.into_iter().any(|criterion| self.pair_blocks(&xs, &ys, criterion, &colours)) {
                self.meet(xs[0], ys[0]);
                self.follow();
            }
        }
    }

    /// Pairs same-colored blocks, preferably blocks whose successors correspond. Returns whether any pair was found.
    fn pair_blocks(
        &mut self,
        xs: &[usize],
        ys: &[usize],
        criterion: usize,
        colours: &(Colours, Colours),
    ) -> bool {
        let mut others: FxHashMap<u64, VecDeque<usize>> = FxHashMap::default();
        for &y in ys {
            others.entry(colours.1.of(y, criterion)).or_default().push_back(y);
        }
        let mut found = false;
        for x in xs {
            let Some(others) = others.get_mut(&colours.0.of(*x, criterion)) else { continue };
            while others.front().is_some_and(|y| self.b.met.contains(y)) {
                others.pop_front();
            }
            if self.a.met.contains(x) || others.is_empty() {
                continue;
            }
            let leads = self.a.leads(*x, |x| self.pairs.get(&x).copied());
            let fits = |y: &usize| {
                !self.b.met.contains(y)
                    && self.b.leads(*y, |y| Some(y).filter(|y| self.taken.contains(y))) == leads
            };
            let at = others.iter().take(MOST_TRIED).position(fits).unwrap_or(0);
            if let Some(y) = others.remove(at) {
                self.meet(*x, y);
                self.follow();
                found = true;
            }
        }
        found
    }

    /// Compares undefs that have names or decorations. The number of other undefs may differ.
    fn named_undefs(&mut self) {
        let kept = |side: &Side| {
            let mut all: Vec<(String, u32)> = Vec::new();
            for &at in &side.function.undefs {
                if let Some(id) = side.module.inst(at).result {
                    let facts = side.module.facts(id);
                    if !facts.is_empty() {
                        all.push((facts.iter().map(|fact| fact.show()).collect::<Vec<_>>().join("; "), id));
                    }
                }
            }
            all.sort();
            all
        };
        let (xs, ys) = (kept(&self.a), kept(&self.b));
        let texts = |all: &[(String, u32)]| all.iter().map(|(text, _)| text.clone()).collect::<Vec<_>>();
        if texts(&xs) != texts(&ys) {
            let text = format!(
                "undefs with names or decorations: {:?} in the input, {:?} in the output",
                texts(&xs),
                texts(&ys)
            );
            self.say(None, text);
        }
    }
}
