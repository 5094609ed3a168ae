//! The rules of structured control flow (specification, 2.16.1 and 2.11) as the blocks of a binary meet them. Import orders
//! blocks anew, and takes more functions than the specification allows.
//!
//! Dominance is structural: a header also leads to its merge block and continue target.

use super::reader::{Inst, Step, inst};
use rustc_hash::{FxHashMap, FxHashSet};
use spv_dialect::availability::CapabilitySet;
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::values::capability;
use spv_ir::analysis::graph_dominators;

/// No block.
const NONE: u32 = u32::MAX;

/// A merge instruction.
#[derive(Clone, Copy)]
struct Merge {
    merge: u32,
    /// The continue target of a loop.
    next: Option<u32>,
}

/// A block. Other blocks are ids while it is read, then numbers.
#[derive(Default)]
struct Block {
    offset: usize,
    merge: Option<Merge>,
    /// The offset of the terminator, if it is OpSwitch.
    switch: Option<usize>,
    /// The targets of the terminator in order; of OpSwitch the default first.
    targets: Vec<u32>,
}

/// The function that is read.
#[derive(Default)]
pub(super) struct ControlFlow {
    capabilities: CapabilitySet,
    blocks: Vec<Block>,
    numbers: FxHashMap<u32, u32>,
}

impl ControlFlow {
    /// Notes the next instruction, and checks a function at its end.
    ///
    /// # Errors
    /// What the rules refuse.
    pub fn check(&mut self, words: &[u32], i: &Inst<'_>) -> Step<()> {
        let of = |at: usize| i.words.get(at).copied().unwrap_or(0);
        match i.opcode {
            op::CAPABILITY => _ = self.capabilities.insert(of(1)),
            op::LABEL => {
                self.numbers.insert(of(1), self.blocks.len() as u32);
                self.blocks.push(Block { offset: i.offset, ..Block::default() });
            }
            op::FUNCTION_END => {
                let blocks = std::mem::take(&mut self.blocks);
                let numbers = std::mem::take(&mut self.numbers);
                if blocks.len() > 1
                    && let Some(graph) = Graph::new(words, blocks, &numbers)
                {
                    let is_shader = self.capabilities.contains(capability::SHADER);
                    let found = graph.order().or_else(|| graph.structure().filter(|_| is_shader));
                    if let Some((offset, message)) = found {
                        return Err(inst(words, offset)?.error(message));
                    }
                }
            }
            op::SELECTION_MERGE | op::LOOP_MERGE => {
                let next = (i.opcode == op::LOOP_MERGE).then(|| of(2));
                self.last(|block| block.merge = Some(Merge { merge: of(1), next }));
            }
            op::BRANCH => self.last(|block| block.targets.push(of(1))),
            op::BRANCH_CONDITIONAL => self.last(|block| block.targets.extend([of(2), of(3)])),
            op::SWITCH => self.last(|block| block.switch = Some(i.offset)),
            _ => {}
        }
        Ok(())
    }

    fn last(&mut self, change: impl FnOnce(&mut Block)) {
        if let Some(block) = self.blocks.last_mut() {
            change(block);
        }
    }
}

/// The targets of an OpSwitch, whose literals have one or two words: the high word of none is the id of a block.
fn switch_targets(words: &[u32], offset: usize, numbers: &FxHashMap<u32, u32>) -> Option<Vec<u32>> {
    let i = inst(words, offset).ok()?;
    let cases = i.words.get(3..)?;
    [2, 3].into_iter().find_map(|step| {
        let labels = i.words[2..3].iter().chain(cases.iter().skip(step - 1).step_by(step));
        let fits = cases.len().is_multiple_of(step);
        labels.map(|id| numbers.get(id).copied()).collect::<Option<Vec<u32>>>().filter(|_| fits)
    })
}

/// What violates a rule: the offset of an instruction, and the message.
type Found = Option<(usize, String)>;

/// A construct: the numbers of its first block, and of its merge block; of a continue construct that of the block with the
/// back edge.
struct Construct {
    kind: Kind,
    header: u32,
    exit: u32,
    /// The continue target of a loop, the loop header of a continue construct.
    other: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Selection,
    Loop,
    Continue,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Selection => "selection",
            Kind::Loop => "loop",
            Kind::Continue => "continue construct",
        }
    }
}

/// A tree of dominators, by block: the immediate one, and the part of the pre-order below the block.
struct Tree {
    parent: Vec<u32>,
    span: Vec<(u32, u32)>,
}

impl Tree {
    /// Of a graph whose node 0 is its root.
    fn new(count: usize, edges: &[(u32, u32)]) -> Tree {
        let parent = graph_dominators(count, edges);
        let mut children = vec![Vec::new(); count];
        for (node, &parent) in parent.iter().enumerate().filter(|(_, parent)| **parent != NONE) {
            children[parent as usize].push(node as u32);
        }
        let (mut span, mut open, mut place) = (vec![(NONE, 0); count], vec![(0_u32, false)], 0);
        while let Some((node, done)) = open.pop() {
            if done {
                span[node as usize].1 = place;
                continue;
            }
            span[node as usize].0 = place;
            place += 1;
            open.push((node, true));
            open.extend(children[node as usize].iter().map(|&child| (child, false)));
        }
        Tree { parent, span }
    }

    /// Whether the root leads to a node.
    fn reaches(&self, node: u32) -> bool {
        self.span[node as usize].0 != NONE
    }

    fn dominates(&self, a: u32, b: u32) -> bool {
        let (a, b) = (a as usize, b as usize);
        a == b || self.span[a].0 != NONE && (self.span[a].0..self.span[a].1).contains(&self.span[b].0)
    }
}

/// The blocks of a function.
struct Graph<'w> {
    words: &'w [u32],
    blocks: Vec<Block>,
    /// The header that declares a block as its merge block.
    declared: Vec<u32>,
}

impl<'w> Graph<'w> {
    /// `None` where a block is missing: import says so.
    fn new(words: &'w [u32], mut blocks: Vec<Block>, numbers: &FxHashMap<u32, u32>) -> Option<Graph<'w>> {
        let mut declared = vec![NONE; blocks.len()];
        for (number, block) in blocks.iter_mut().enumerate() {
            if let Some(offset) = block.switch {
                block.targets = switch_targets(words, offset, numbers)?;
            } else {
                for target in &mut block.targets {
                    *target = *numbers.get(target)?;
                }
            }
            if let Some(merge) = &mut block.merge {
                merge.merge = *numbers.get(&merge.merge)?;
                if let Some(next) = &mut merge.next {
                    *next = *numbers.get(next)?;
                }
                declared[merge.merge as usize] = number as u32;
            }
        }
        Some(Graph { words, blocks, declared })
    }

    fn block(&self, number: u32) -> &Block {
        &self.blocks[number as usize]
    }

    /// The id of a block.
    fn id(&self, number: u32) -> u32 {
        self.words.get(self.block(number).offset + 1).copied().unwrap_or(0)
    }

    fn at(&self, number: u32, message: String) -> Found {
        Some((self.block(number).offset, message))
    }

    /// The blocks that follow one structurally, in the order in which they are visited.
    fn successors(&self, number: u32) -> impl Iterator<Item = u32> + '_ {
        let block = self.block(number);
        let merge = block.merge.into_iter().flat_map(|merge| [Some(merge.merge), merge.next]).flatten();
        merge.chain(block.targets.iter().copied())
    }

    /// Dominators come before what they dominate.
    fn order(&self) -> Found {
        let edges: Vec<(u32, u32)> = (0..self.blocks.len() as u32)
            .flat_map(|from| self.block(from).targets.iter().map(move |&to| (from, to)))
            .collect();
        let parents = graph_dominators(self.blocks.len(), &edges);
        let late = |(at, parent): &(usize, &u32)| **parent != NONE && **parent as usize > *at;
        let (number, &parent) = parents.iter().enumerate().find(late)?;
        let (block, parent) = (self.id(number as u32), self.id(parent));
        self.at(number as u32, format!("block %{block} is before its dominator %{parent}"))
    }

    fn structure(&self) -> Found {
        let count = self.blocks.len() as u32;
        let edges: Vec<(u32, u32)> =
            (0..count).flat_map(|from| self.successors(from).map(move |to| (from, to))).collect();
        let dom = Tree::new(self.blocks.len(), &edges);
        let (back_edges, _) = self.visit(self.roots());
        let (_, postorder) = self.visit(std::iter::once(0));
        let mut latches = vec![Vec::new(); self.blocks.len()];
        for &(from, to) in &back_edges {
            if self.block(to).merge.is_none_or(|merge| merge.next.is_none()) {
                let (from_id, to_id) = (self.id(from), self.id(to));
                return self.at(
                    from,
                    format!("a back edge leads from %{from_id} to %{to_id}, which is no loop header"),
                );
            }
            if !latches[to as usize].contains(&from) {
                latches[to as usize].push(from);
            }
        }
        let mut constructs = Vec::new();
        for header in (0..count).filter(|&number| dom.reaches(number)) {
            let Some(merge) = self.block(header).merge else { continue };
            let Some(next) = merge.next else {
                constructs.push(Construct { kind: Kind::Selection, header, exit: merge.merge, other: NONE });
                continue;
            };
            let &[latch] = &latches[header as usize][..] else {
                let (id, found) = (self.id(header), latches[header as usize].len());
                return self.at(header, format!("the loop header %{id} has {found} back edges, not one"));
            };
            constructs.push(Construct { kind: Kind::Loop, header, exit: merge.merge, other: next });
            constructs.push(Construct { kind: Kind::Continue, header: next, exit: latch, other: header });
        }
        let post = constructs.iter().any(|c| c.kind == Kind::Continue).then(|| self.post_dominators(&edges));
        let mut predecessors = vec![Vec::new(); self.blocks.len()];
        for from in 0..count {
            self.block(from).targets.iter().for_each(|&to| predecessors[to as usize].push(from));
        }
        let structure = Structure { graph: self, dom, post, back_edges, predecessors };
        constructs
            .iter()
            .find_map(|construct| structure.construct(construct))
            .or_else(|| structure.selections(postorder.iter().rev().copied()))
    }

    /// The blocks from which a traversal begins that is to reach all: those without predecessors, then others in order.
    fn roots(&self) -> impl Iterator<Item = u32> {
        let mut has_predecessor = vec![false; self.blocks.len()];
        let all = 0..self.blocks.len() as u32;
        for from in all.clone() {
            self.successors(from).for_each(|to| has_predecessor[to as usize] = true);
        }
        all.clone().filter(move |&number| !has_predecessor[number as usize]).chain(all)
    }

    /// Visits what roots reach, depth first: the back edges in the order in which they are found, and the blocks in post-order.
    fn visit(&self, roots: impl Iterator<Item = u32>) -> (Vec<(u32, u32)>, Vec<u32>) {
        // 1: on the path from the root, 2: done.
        let (mut state, mut back_edges, mut postorder) = (vec![0_u8; self.blocks.len()], vec![], vec![]);
        let enter = |number: u32| (number, self.successors(number).collect::<Vec<u32>>().into_iter());
        for root in roots {
            if std::mem::replace(&mut state[root as usize], 2) != 0 {
                continue;
            }
            state[root as usize] = 1;
            let mut path = vec![enter(root)];
            while let Some((from, rest)) = path.last_mut() {
                let from = *from;
                let Some(to) = rest.next() else {
                    state[from as usize] = 2;
                    postorder.push(from);
                    path.pop();
                    continue;
                };
                match state[to as usize] {
                    0 => {
                        state[to as usize] = 1;
                        path.push(enter(to));
                    }
                    1 if self.block(from).targets.contains(&to) => back_edges.push((from, to)),
                    _ => {}
                }
            }
        }
        (back_edges, postorder)
    }

    /// The post-dominators: node 0 is the exit, the others are the blocks, numbered from 1.
    fn post_dominators(&self, edges: &[(u32, u32)]) -> Tree {
        let count = self.blocks.len();
        let mut predecessors = vec![Vec::new(); count];
        edges.iter().for_each(|&(from, to)| predecessors[to as usize].push(from));
        let all = (0..count as u32).rev();
        let exits = all.clone().filter(|&number| self.successors(number).next().is_none());
        let (mut seen, mut reversed) = (vec![false; count], Vec::new());
        for root in exits.chain(all) {
            if seen[root as usize] {
                continue;
            }
            reversed.push((0, root + 1));
            let mut open = vec![root];
            while let Some(number) = open.pop() {
                if !std::mem::replace(&mut seen[number as usize], true) {
                    open.extend(&predecessors[number as usize]);
                }
            }
        }
        reversed.extend(edges.iter().map(|&(from, to)| (to + 1, from + 1)));
        Tree::new(count + 1, &reversed)
    }
}

/// What is known of a graph.
struct Structure<'g, 'w> {
    graph: &'g Graph<'w>,
    dom: Tree,
    post: Option<Tree>,
    back_edges: Vec<(u32, u32)>,
    /// The blocks that branch to each one.
    predecessors: Vec<Vec<u32>>,
}

impl Structure<'_, '_> {
    fn post_dominates(&self, a: u32, b: u32) -> bool {
        self.post.as_ref().is_some_and(|post| post.dominates(a + 1, b + 1))
    }

    fn construct(&self, c: &Construct) -> Found {
        let (graph, dom) = (self.graph, &self.dom);
        let (name, header, exit) = (c.kind.name(), graph.id(c.header), graph.id(c.exit));
        let strict = c.kind != Kind::Continue && c.header == c.exit;
        if !dom.dominates(c.header, c.exit) || strict {
            return graph.at(c.header, format!("the {name} of %{header} does not dominate its end %{exit}"));
        }
        if c.kind == Kind::Continue && !self.post_dominates(c.exit, c.header) {
            let message = format!(
                "the block %{exit} of the back edge does not post-dominate the continue target %{header}"
            );
            return graph.at(c.header, message);
        }
        let blocks = self.blocks(c);
        for &number in &blocks {
            let block = graph.block(number);
            let id = graph.id(number);
            let inside = |other: &u32| blocks.contains(other);
            if block.targets.iter().any(|to| !inside(to) && !self.is_exit(c, *to)) {
                return graph
                    .at(number, format!("block %{id} leaves the {name} of %{header} by no structured exit"));
            }
            if number == c.header {
                continue;
            }
            let enters = |from: &&u32| dom.reaches(**from) && !blocks.contains(*from);
            if let Some(&from) = self.predecessors[number as usize].iter().find(enters) {
                let from_id = graph.id(from);
                return graph.at(
                    from,
                    format!("%{from_id} branches into the {name} of %{header}, but not to its header"),
                );
            }
            if let Some(merge) = block.merge
                && dom.reaches(merge.merge)
                && !inside(&merge.merge)
            {
                let merge = graph.id(merge.merge);
                let message =
                    format!("%{id} is in the {name} of %{header}, but its merge block %{merge} is not");
                return graph.at(number, message);
            }
        }
        if c.kind == Kind::Loop && c.other != c.header {
            let enters = |from: &&u32| {
                dom.reaches(**from)
                    && !blocks.contains(*from)
                    && !self.back_edges.contains(&(**from, c.other))
            };
            if let Some(&from) = self.predecessors[c.other as usize].iter().find(enters) {
                let id = graph.id(from);
                return graph.at(
                    from,
                    format!("%{id} branches to the continue target of %{header} from outside of the loop"),
                );
            }
        }
        if c.kind == Kind::Selection && graph.block(c.header).switch.is_some() {
            self.switch(c)
        } else {
            None
        }
    }

    /// The blocks of a construct.
    fn blocks(&self, c: &Construct) -> FxHashSet<u32> {
        let dom = &self.dom;
        let (mut found, mut open) = (FxHashSet::default(), vec![c.header]);
        while let Some(number) = open.pop() {
            let is_inside = dom.dominates(c.header, number)
                && match c.kind {
                    Kind::Continue => self.post_dominates(c.exit, number) || !dom.dominates(c.exit, number),
                    Kind::Selection => !dom.dominates(c.exit, number),
                    Kind::Loop => !dom.dominates(c.exit, number) && !dom.dominates(c.other, number),
                };
            if is_inside && found.insert(number) {
                open.extend(self.graph.successors(number));
            }
        }
        found
    }

    /// Whether a branch to a block leaves a construct as it may.
    fn is_exit(&self, c: &Construct, to: u32) -> bool {
        let graph = self.graph;
        match c.kind {
            Kind::Loop => return to == c.exit || to == c.other,
            Kind::Continue => {
                return to == c.other || graph.block(c.other).merge.is_some_and(|merge| merge.merge == to);
            }
            Kind::Selection if to == c.exit => return true,
            Kind::Selection => {}
        }
        let is_switch = graph.block(c.header).switch.is_some();
        let (mut seen_switch, mut at) = (false, self.enclosing(c.header));
        while at != NONE {
            let block = graph.block(at);
            let own_switch = block.switch.is_some();
            if let Some(merge) = block.merge.filter(|merge| merge.next.is_some() || !is_switch && own_switch)
                && !self.dom.dominates(merge.merge, c.header)
            {
                if (!seen_switch || merge.next.is_some()) && to == merge.merge || merge.next == Some(to) {
                    return true;
                }
                seen_switch |= own_switch;
                if merge.next.is_some() {
                    return false;
                }
            }
            at = self.enclosing(at);
        }
        false
    }

    /// The header whose merge block a block is, or its dominator.
    fn enclosing(&self, number: u32) -> u32 {
        let header = self.graph.declared[number as usize];
        match header != NONE && header != number && self.dom.dominates(header, number) {
            true => header,
            false => self.dom.parent[number as usize],
        }
    }

    /// The cases of an OpSwitch (specification, 2.11.1, "case construct").
    fn switch(&self, c: &Construct) -> Found {
        let (graph, dom) = (self.graph, &self.dom);
        let targets = &graph.block(c.header).targets;
        let cases: FxHashSet<u32> = targets.iter().copied().filter(|to| *to != c.exit).collect();
        let (&default, rest) = targets.split_first()?;
        let repeats_default = rest.contains(&default);
        let (mut known, mut targeted) = (FxHashMap::default(), FxHashMap::default());
        let mut after_default = NONE;
        for (at, &target) in targets.iter().enumerate().filter(|(_, target)| **target != c.exit) {
            let mut next = match known.get(&target) {
                Some(&next) => next,
                None => {
                    if dom.reaches(target) && !dom.dominates(c.header, target) {
                        let (header, id) = (graph.id(c.header), graph.id(target));
                        return graph.at(
                            target,
                            format!("the switch header %{header} does not dominate its case %{id}"),
                        );
                    }
                    let next = match self.falls_through(c, target, &cases) {
                        Ok(next) => next,
                        Err(message) => return graph.at(target, message),
                    };
                    if next != NONE {
                        *targeted.entry(next).or_insert(0) += 1;
                    }
                    known.insert(target, next);
                    next
                }
            };
            if next == default && !repeats_default {
                next = after_default;
            }
            if next == NONE {
                continue;
            }
            if at == 0 {
                after_default = next;
            } else if targets[at..].iter().find(|other| **other != target) != Some(&next) {
                let (id, next) = (graph.id(target), graph.id(next));
                let message = format!("the case %{id} falls through to %{next}, but is not listed before it");
                return graph.at(target, message);
            }
        }
        let (&twice, _) = targeted.iter().find(|(_, count)| **count > 1)?;
        graph.at(twice, format!("several cases fall through to the case %{}", graph.id(twice)))
    }

    /// The case that another one branches to, or none.
    fn falls_through(&self, c: &Construct, target: u32, cases: &FxHashSet<u32>) -> Result<u32, String> {
        let (mut found, mut seen, mut open) = (NONE, FxHashSet::default(), vec![target]);
        while let Some(number) = open.pop() {
            if number == c.exit || !seen.insert(number) {
                continue;
            }
            if self.dom.reaches(target) && self.dom.reaches(number) && self.dom.dominates(target, number) {
                open.extend(&self.graph.block(number).targets);
            } else if !cases.contains(&number) {
                if !self.is_exit(c, number) {
                    let (id, to) = (self.graph.id(target), self.graph.id(number));
                    return Err(format!("the case %{id} branches to %{to}, where it may not"));
                }
            } else if found == NONE {
                if number != target {
                    found = number;
                }
            } else if found != number {
                return Err(format!("the case %{} falls through to several others", self.graph.id(target)));
            }
        }
        Ok(found)
    }

    /// Branches without a merge instruction lead to one block at most that is new.
    fn selections(&self, order: impl Iterator<Item = u32>) -> Found {
        let mut seen = vec![false; self.graph.blocks.len()];
        for number in order {
            let block = self.graph.block(number);
            if let Some(merge) = block.merge {
                [Some(merge.merge), merge.next].into_iter().flatten().for_each(|at| seen[at as usize] = true);
            }
            let mut first_seen = |to: u32| !std::mem::replace(&mut seen[to as usize], true);
            let is_loop = block.merge.is_none_or(|merge| merge.next.is_some());
            match block.targets[..] {
                _ if block.switch.is_some() => {
                    if block.merge.is_none() {
                        let id = self.graph.id(number);
                        return self
                            .graph
                            .at(number, format!("the OpSwitch of %{id} has no OpSelectionMerge"));
                    }
                    block.targets.iter().for_each(|&to| _ = first_seen(to));
                }
                [one, other] => {
                    let new = [first_seen(one), first_seen(other)];
                    if is_loop && new == [true, true] {
                        let id = self.graph.id(number);
                        return self
                            .graph
                            .at(number, format!("the selection of %{id} has no OpSelectionMerge"));
                    }
                }
                _ => {}
            }
        }
        None
    }
}
