//! Validation of structured control flow in a binary (specification, 2.11 and 2.16.1)
//!
//! The rules are checked on the binary, because import reorders blocks and accepts functions with invalid control
//! flow. Dominance is structural: a header block also has edges to its merge block and continue target.

mod cases;
mod constructs;

use self::constructs::Constructs;
use smallvec::SmallVec;
use spv_dialect::availability::CapabilitySet;
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::values::capability;
use spv_ir::analysis::{Intervals, graph_dominators};
use spv_serialize::import::binary::{IdTable, ImportResult, Inst, inst};

/// Index that denotes the absence of a block or construct.
const NONE: u32 = u32::MAX;

/// The targets of a merge instruction.
#[derive(Clone, Copy)]
struct Merge {
    merge: u32,
    /// The continue target, for OpLoopMerge only.
    next: Option<u32>,
}

/// A block of the current function. References to other blocks are label ids until the function is complete, then block
/// indices.
#[derive(Default)]
struct Block {
    offset: usize,
    merge: Option<Merge>,
    /// Word offset of the terminator, if it is an OpSwitch.
    switch: Option<usize>,
    /// Successors of the block in order. The default target of an OpSwitch comes first.
    targets: SmallVec<[u32; 2]>,
}

/// State for checking the current function.
pub(super) struct ControlFlow {
    capabilities: CapabilitySet,
    blocks: Vec<Block>,
    numbers: Numbers,
}

/// Block indices, keyed by label id. May contain stale entries from previous functions.
struct Numbers(IdTable<u32>);

impl Numbers {
    /// Returns the index of the block with label `id` in the current function, or `None` if the function has no such
    /// block.
    fn of(&self, words: &[u32], blocks: &[Block], id: u32) -> Option<u32> {
        let number = self.0.get(id);
        let block = blocks.get(number as usize)?;
        (words.get(block.offset + 1) == Some(&id)).then_some(number)
    }
}

impl ControlFlow {
    /// Constructs a checker for a module whose ids are below `bound`.
    pub fn new(bound: u32) -> ControlFlow {
        let numbers = Numbers(IdTable::new(bound as usize, 0));
        ControlFlow { capabilities: CapabilitySet::default(), blocks: Vec::new(), numbers }
    }

    /// Processes the next instruction. Checks the whole function at its end.
    ///
    /// # Errors
    ///
    /// The function violates a rule of structured control flow.
    pub fn check(&mut self, words: &[u32], i: &Inst<'_>) -> ImportResult<()> {
        let word = |index: usize| i.words.get(index).copied().unwrap_or(0);
        match i.opcode {
            op::CAPABILITY => _ = self.capabilities.insert(word(1)),
            op::LABEL => {
                if let Some(number) = self.numbers.0.entry(word(1)) {
                    *number = self.blocks.len() as u32;
                }
                self.blocks.push(Block { offset: i.offset, ..Block::default() });
            }
            op::FUNCTION_END => {
                if self.blocks.len() > 1
                    && let Some(graph) = Graph::new(words, &mut self.blocks, &self.numbers)
                {
                    let is_shader = self.capabilities.contains(capability::SHADER);
                    let found = graph.order().or_else(|| graph.structure().filter(|_| is_shader));
                    if let Some((offset, message)) = found {
                        return Err(inst(words, offset)?.error(message));
                    }
                }
                self.blocks.clear();
            }
            op::SELECTION_MERGE | op::LOOP_MERGE => {
                let is_loop = i.opcode == op::LOOP_MERGE;
                let (other, name) = if is_loop { (op::BRANCH, "OpBranch") } else { (op::SWITCH, "OpSwitch") };
                if ![op::BRANCH_CONDITIONAL, other].iter().any(|&branch| i.is_followed_by(branch, words)) {
                    let message = format!("must immediately precede OpBranchConditional or {name}");
                    return Err(i.error(message));
                }
                let merge = self.numbers.of(words, &self.blocks, word(1));
                if is_loop && merge.is_some_and(|at| at as usize + 1 == self.blocks.len()) {
                    return Err(i.error_at(1, "the merge block must not be the header"));
                }
                let next = is_loop.then(|| word(2));
                self.last(|block| block.merge = Some(Merge { merge: word(1), next }));
            }
            op::BRANCH => self.last(|block| block.targets.push(word(1))),
            op::BRANCH_CONDITIONAL => self.last(|block| block.targets.extend([word(2), word(3)])),
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

/// Returns the targets of an OpSwitch, with the default target first. Tries one and two words per case literal, because
/// the high word of a two-word literal is never a label id. Returns `None` if a target is not a block.
fn switch_targets(
    words: &[u32],
    offset: usize,
    number: impl Fn(u32) -> Option<u32>,
) -> Option<SmallVec<[u32; 2]>> {
    let i = inst(words, offset).ok()?;
    let cases = i.words.get(3..)?;
    [2, 3].into_iter().find_map(|step| {
        let labels = i.words[2..3].iter().chain(cases.iter().skip(step - 1).step_by(step));
        let fits = cases.len().is_multiple_of(step);
        labels.map(|&id| number(id)).collect::<Option<SmallVec<_>>>().filter(|_| fits)
    })
}

/// A violation, as the word offset of the instruction and the message, or `None`.
type Found = Option<(usize, String)>;

/// A construct, given by its first block and its merge block. For a continue construct, the back-edge block replaces
/// the merge block.
struct Construct {
    kind: ConstructKind,
    header: u32,
    exit: u32,
    /// The continue target of a loop, or the loop header for a continue construct.
    other: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ConstructKind {
    Selection,
    Loop,
    Continue,
}

impl ConstructKind {
    fn name(self) -> &'static str {
        match self {
            ConstructKind::Selection => "selection",
            ConstructKind::Loop => "loop",
            ConstructKind::Continue => "continue construct",
        }
    }
}

/// A dominator tree or post-dominator tree.
struct Tree {
    /// The immediate dominator of each node, indexed by node.
    parent: Vec<u32>,
    nodes: Intervals,
}

impl Tree {
    /// Computes the dominator tree of a graph with `count` nodes, whose root is node 0.
    fn new(count: usize, edges: &[(u32, u32)]) -> Tree {
        let parent = graph_dominators(count, edges);
        Tree { nodes: Intervals::new(&parent), parent }
    }

    fn dominates(&self, a: u32, b: u32) -> bool {
        a == b || self.nodes.is_ancestor(a, b)
    }
}

/// The control-flow graph of a function.
struct Graph<'w> {
    words: &'w [u32],
    blocks: &'w [Block],
    /// For each merge block, the header whose merge instruction declares it; otherwise [`NONE`].
    declared: Vec<u32>,
}

impl<'w> Graph<'w> {
    /// Constructs the graph. Returns `None` if a referenced block does not exist, which import reports.
    fn new(words: &'w [u32], blocks: &'w mut [Block], numbers: &Numbers) -> Option<Graph<'w>> {
        let mut declared = vec![NONE; blocks.len()];
        for number in 0..blocks.len() {
            let of = |id: u32| numbers.of(words, blocks, id);
            let block = &blocks[number];
            let targets = match block.switch {
                Some(offset) => switch_targets(words, offset, of)?,
                None => block.targets.iter().map(|&id| of(id)).collect::<Option<_>>()?,
            };
            let merge = match block.merge {
                Some(Merge { merge, next }) => {
                    let next = match next {
                        Some(next) => Some(of(next)?),
                        None => None,
                    };
                    Some(Merge { merge: of(merge)?, next })
                }
                None => None,
            };
            if let Some(merge) = merge {
                declared[merge.merge as usize] = number as u32;
            }
            (blocks[number].targets, blocks[number].merge) = (targets, merge);
        }
        Some(Graph { words, blocks, declared })
    }

    fn block(&self, number: u32) -> &Block {
        &self.blocks[number as usize]
    }

    /// Returns the label id of a block.
    fn id(&self, number: u32) -> u32 {
        self.words.get(self.block(number).offset + 1).copied().unwrap_or(0)
    }

    fn at(&self, number: u32, message: String) -> Found {
        Some((self.block(number).offset, message))
    }

    /// Returns an iterator over the structural successors of a block: merge block, continue target, branch targets.
    fn successors(&self, number: u32) -> impl Iterator<Item = u32> + '_ {
        let block = self.block(number);
        let merge = block.merge.into_iter().flat_map(|merge| [Some(merge.merge), merge.next]).flatten();
        merge.chain(block.targets.iter().copied())
    }

    /// Checks that each block comes after its immediate dominator in the binary.
    fn order(&self) -> Found {
        // Fast path: the order is valid if every block except the first has a predecessor before it.
        let mut is_late = vec![true; self.blocks.len()];
        for from in 0..self.blocks.len() as u32 {
            self.block(from)
                .targets
                .iter()
                .filter(|to| **to > from)
                .for_each(|&to| is_late[to as usize] = false);
        }
        if !is_late[1..].contains(&true) {
            return None;
        }
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
        let (mut back_edges, postorder) = self.visit(std::iter::once(0));
        if postorder.len() < self.blocks.len() {
            (back_edges, _) = self.visit(self.roots());
        }
        for &(to, from) in &back_edges {
            if self.block(to).merge.is_none_or(|merge| merge.next.is_none()) {
                let (from_id, to_id) = (self.id(from), self.id(to));
                return self
                    .at(from, format!("back edge from %{from_id} to %{to_id}, which is not a loop header"));
            }
        }
        back_edges.sort_unstable();
        back_edges.dedup();
        let mut constructs = Vec::new();
        for header in (0..count).filter(|&number| dom.nodes.is_reached(number)) {
            let Some(merge) = self.block(header).merge else { continue };
            let Some(next) = merge.next else {
                constructs.push(Construct {
                    kind: ConstructKind::Selection,
                    header,
                    exit: merge.merge,
                    other: NONE,
                });
                continue;
            };
            let latches = &back_edges[back_edges.partition_point(|&(to, _)| to < header)..];
            let latches = &latches[..latches.partition_point(|&(to, _)| to == header)];
            let &[(_, latch)] = latches else {
                let (id, found) = (self.id(header), latches.len());
                return self
                    .at(header, format!("the loop header %{id} has {found} back edges, expected one"));
            };
            constructs.push(Construct { kind: ConstructKind::Loop, header, exit: merge.merge, other: next });
            constructs.push(Construct {
                kind: ConstructKind::Continue,
                header: next,
                exit: latch,
                other: header,
            });
        }
        Constructs::new(self, dom, &edges, constructs)
            .check(&back_edges)
            .or_else(|| self.selections(postorder.iter().rev().copied()))
    }

    /// Returns the roots for a traversal that reaches all blocks: blocks without predecessors, then all blocks in
    /// order.
    fn roots(&self) -> impl Iterator<Item = u32> {
        let mut has_predecessor = vec![false; self.blocks.len()];
        let all = 0..self.blocks.len() as u32;
        for from in all.clone() {
            self.successors(from).for_each(|to| has_predecessor[to as usize] = true);
        }
        all.clone().filter(move |&number| !has_predecessor[number as usize]).chain(all)
    }

    /// Performs a depth-first search from `roots`. Returns the back edges as (target, source) pairs in order of
    /// discovery, and the blocks in postorder.
    fn visit(&self, roots: impl Iterator<Item = u32>) -> (Vec<(u32, u32)>, Vec<u32>) {
        // Search state of each block: 1 on the current path, 2 finished.
        let (mut state, mut back_edges, mut postorder) = (vec![0_u8; self.blocks.len()], vec![], vec![]);
        let enter = |number: u32| (number, self.successors(number));
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
                    1 if self.block(from).targets.contains(&to) => back_edges.push((to, from)),
                    _ => {}
                }
            }
        }
        (back_edges, postorder)
    }

    /// Computes the post-dominator tree. Node 0 is a virtual exit; the node of a block is its index plus one.
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

    /// Checks that a branch without a merge instruction has at most one target that has not been visited. `order` is
    /// the traversal order.
    fn selections(&self, order: impl Iterator<Item = u32>) -> Found {
        let mut seen = vec![false; self.blocks.len()];
        for number in order {
            let block = self.block(number);
            if let Some(merge) = block.merge {
                [Some(merge.merge), merge.next].into_iter().flatten().for_each(|at| seen[at as usize] = true);
            }
            let mut first_seen = |to: u32| !std::mem::replace(&mut seen[to as usize], true);
            let is_loop = block.merge.is_none_or(|merge| merge.next.is_some());
            match block.targets[..] {
                _ if block.switch.is_some() => {
                    if block.merge.is_none() {
                        let id = self.id(number);
                        return self.at(number, format!("the OpSwitch of %{id} has no OpSelectionMerge"));
                    }
                    block.targets.iter().for_each(|&to| _ = first_seen(to));
                }
                [one, other] => {
                    let new = [first_seen(one), first_seen(other)];
                    if is_loop && new == [true, true] {
                        let id = self.id(number);
                        return self.at(number, format!("the selection of %{id} has no OpSelectionMerge"));
                    }
                }
                _ => {}
            }
        }
        None
    }
}
