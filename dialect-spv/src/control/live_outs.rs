//! Values used outside their defining construct without an OpPhi
//!
//! Region form scopes values to regions. Therefore values with such uses become arguments of merge blocks and
//! continue targets.

use super::analysis::{Analysis, BlockInfo, NONE, Unstructured};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use spv_ir::analysis::{Intervals, graph_dominators};
use spv_ir::{Block, Body, Builder, Op, Value, ValueDef};

/// The form in which a value is available at a use: the value itself, or the new block argument with this index.
#[derive(Clone, Copy, Debug)]
enum Source {
    Value(Value),
    Argument(usize),
}

/// A new block argument that carries `value` to block `target`.
#[derive(Clone, Debug)]
struct Argument {
    value: Value,
    target: u32,
    /// For a merge block without predecessors: source of the value that the construct yields. `None` for other targets.
    direct: Option<Source>,
}

/// An operand of an op in block `number`, in the region of construct `user`.
struct Use {
    op: Op,
    index: usize,
    value: Value,
    number: u32,
    user: u32,
}

/// The planned changes, computed completely before the body is changed. Reusable for other bodies.
#[derive(Default)]
pub struct LiveOuts {
    uses: Vec<(Op, usize, Source)>,
    arguments: Vec<Argument>,
    /// Incoming values of the new arguments, in argument order: predecessor block, successor index, source.
    incoming: Vec<(u32, usize, Source)>,
    known: FxHashMap<(Value, u32), usize>,
    /// Dominators in region form, computed on demand.
    dominators: Option<Intervals>,
}

impl LiveOuts {
    /// Finds all values used outside the construct that defines them, and plans the new arguments that carry the values
    /// there. Examines only the ops in `crossing`, if given.
    ///
    /// # Errors
    /// Fails if no legal exit can carry the value to its use.
    pub fn plan(&mut self, body: &Body, a: &Analysis, crossing: Option<&[Op]>) -> Result<(), Unstructured> {
        self.uses.clear();
        self.arguments.clear();
        self.incoming.clear();
        self.known.clear();
        self.dominators = None;
        // Values of the entry block are usable everywhere unless the entry is a loop header.
        let free = a.nodes.first().is_some_and(|entry| entry.holder == NONE);
        match crossing.filter(|_| free) {
            Some(crossing) => {
                for &op in crossing {
                    let number = body.parent(op).map_or(NONE, |block| a.node(block));
                    if number != NONE {
                        self.uses_of(body, a, op, number)?;
                    }
                }
            }
            None => {
                for (number, node) in a.nodes.iter().enumerate() {
                    for op in body.ops(node.block) {
                        self.uses_of(body, a, op, number as u32)?;
                    }
                }
            }
        }
        // A new argument needs incoming values, which may require further arguments.
        let mut next = 0;
        while next < self.arguments.len() {
            let Argument { value, target, .. } = self.arguments[next];
            let block = a.nodes[target as usize].block;
            let mut edges: SmallVec<[(u32, usize); 8]> = incoming(body, a, block).collect();
            edges.sort_unstable();
            if let Some(c) = a.constructs.get(a.nodes[target as usize].merges as usize)
                && edges.is_empty()
            {
                let user = a.terminator_holder(c.header);
                let source = if a.encloses(holder(body, a, value), user) {
                    Source::Value(value)
                } else {
                    self.source(body, a, value, target, user)?
                };
                self.arguments[next].direct = Some(source);
            } else if edges.is_empty() {
                // A continue target without predecessors cannot receive the value, because no edge forwards it.
                return Err(Unstructured { reason: "a value does not reach a block that uses it", block });
            }
            for (pred, index) in edges {
                let user = a.terminator_holder(pred);
                let definer = definer(body, a, value);
                let source = if a.encloses(holder_of(a, definer), user) {
                    self.seen(a, definer, pred)?;
                    Source::Value(value)
                } else {
                    self.source(body, a, value, pred, user)?
                };
                self.incoming.push((pred, index, source));
            }
            next += 1;
        }
        Ok(())
    }

    /// Finds the operands of an op in block `number` that need a new argument.
    #[inline(always)]
    fn uses_of(&mut self, body: &Body, a: &Analysis, op: Op, number: u32) -> Result<(), Unstructured> {
        let node = &a.nodes[number as usize];
        let user = if op == node.terminator { node.terminator_holder() } else { node.holder };
        for (index, value) in body.operands(op).enumerate() {
            let definer = definer(body, a, value);
            // Fast path: the definition dominates the use and is in the same region or in the function body.
            let near = a.nodes.get(definer as usize).is_none_or(|definer| {
                (definer.holder == user || definer.holder == NONE) && definer.dominates(node)
            });
            if !near && definer != number {
                self.far_use(body, a, Use { op, index, value, number, user })?;
            }
        }
        Ok(())
    }

    fn far_use(&mut self, body: &Body, a: &Analysis, far: Use) -> Result<(), Unstructured> {
        let Use { op, index, value, number, user } = far;
        let definer = definer(body, a, value);
        if a.encloses(holder_of(a, definer), user) {
            // A value forwarded to a successor becomes an OpPhi operand, which may precede the definition.
            let passed = index >= body.own_operands(op).len();
            if !a.dominates(definer, number) && !passed && !a.stands_before(definer, number) {
                let reason = "an unreachable use would precede its definition";
                return Err(Unstructured { reason, block: a.nodes[number as usize].block });
            }
            return self.seen(a, definer, number);
        }
        let source = self.source(body, a, value, number, user)?;
        self.uses.push((op, index, source));
        Ok(())
    }

    /// Checks that a value defined in block `definer` is visible at block `at` in region form. If the definition
    /// structurally dominates `at`, it is visible.
    #[inline]
    fn seen(&mut self, a: &Analysis, definer: u32, at: u32) -> Result<(), Unstructured> {
        if definer == NONE || a.dominates(definer, at) {
            return Ok(());
        }
        self.seen_undominated(a, definer, at)
    }

    /// Checks visibility in region form for a definition that does not structurally dominate `at`. Unreachable code may
    /// use this value, unless the code follows a construct and therefore counts as reachable.
    #[cold]
    fn seen_undominated(&mut self, a: &Analysis, definer: u32, at: u32) -> Result<(), Unstructured> {
        let dominators = self.dominators.get_or_insert_with(|| dominators(a));
        if !dominators.is_reached(at) || dominators.is_ancestor(definer, at) {
            return Ok(());
        }
        let block = a.nodes[at as usize].block;
        Err(Unstructured { reason: "a value does not dominate its use", block })
    }

    /// Returns the source of `value` at block `at` in the region of construct `user`.
    fn source(
        &mut self,
        body: &Body,
        a: &Analysis,
        value: Value,
        at: u32,
        user: u32,
    ) -> Result<Source, Unstructured> {
        // Find the outermost construct around the definition that does not enclose the use.
        let mut inner = holder(body, a, value);
        loop {
            let c = &a.constructs[inner as usize];
            if c.parent == NONE || a.encloses(c.parent, user) {
                break;
            }
            inner = c.parent;
        }
        let c = a.constructs[inner as usize];
        let around = a.constructs.get(c.parent as usize);
        let target = if a.dominates(c.merge, at) {
            c.merge
        } else {
            match around {
                Some(l) if l.is_loop() && l.target != l.header && a.dominates(l.target, at) => l.target,
                _ => {
                    let block = a.nodes[at as usize].block;
                    return Err(Unstructured {
                        reason: "a value does not reach a block that uses it by a structured exit",
                        block,
                    });
                }
            }
        };
        let next = self.arguments.len();
        let number = *self.known.entry((value, target)).or_insert(next);
        if number == next {
            self.arguments.push(Argument { value, target, direct: None });
        }
        Ok(Source::Argument(number))
    }

    /// Applies the plan. Returns the new arguments of merge blocks without predecessors, each with the value that the
    /// construct must yield instead.
    pub fn apply(&self, body: &mut Body, a: &Analysis) -> Vec<(Value, Value)> {
        let mut made = Vec::with_capacity(self.arguments.len());
        for argument in &self.arguments {
            let ty = body.value_type(argument.value);
            let block = a.nodes[argument.target as usize].block;
            made.push(Builder::new(body).add_arg(block, ty));
        }
        let value_of = |source: Source| match source {
            Source::Value(v) => v,
            Source::Argument(n) => made[n],
        };
        for &(op, index, source) in &self.uses {
            Builder::new(body).set_operand(op, index, value_of(source));
        }
        // Set all values of an op at once, because each change copies the operands. The ops are sorted by the position
        // of their last value.
        let mut incoming: Vec<(Op, usize, usize, Value)> = self
            .incoming
            .iter()
            .enumerate()
            .map(|(number, &(pred, index, source))| {
                (a.nodes[pred as usize].terminator, index, number, value_of(source))
            })
            .collect();
        incoming.sort_unstable_by_key(|&(op, index, number, _)| (op, index, number));
        let last = |list: &&[(Op, usize, usize, Value)]| list.iter().map(|&(.., number, _)| number).max();
        let mut groups: Vec<&[(Op, usize, usize, Value)]> = incoming.chunk_by(|a, b| a.0 == b.0).collect();
        groups.sort_unstable_by_key(last);
        for group in groups {
            pass(body, group[0].0, group.iter().map(|&(_, index, _, value)| (index, value)));
        }
        let direct = self.arguments.iter().zip(&made);
        direct.filter_map(|(argument, &arg)| Some((arg, value_of(argument.direct?)))).collect()
    }
}

/// Appends arguments to the successors of an op. `more` holds pairs of successor index and value, sorted by index.
fn pass(body: &mut Body, op: Op, more: impl Iterator<Item = (usize, Value)>) {
    let mut more = more.peekable();
    let own: SmallVec<[Value; 4]> = body.own_operands(op).collect();
    let mut passed: SmallVec<[Value; 16]> = SmallVec::new();
    let mut lists: SmallVec<[(Block, usize); 4]> = SmallVec::new();
    for (index, block) in body.successors(op).enumerate() {
        passed.extend(body.successor_args(op, index));
        passed.extend(std::iter::from_fn(|| more.next_if(|more| more.0 == index)).map(|more| more.1));
        lists.push((block, passed.len()));
    }
    let mut begin = 0;
    let slices: SmallVec<[(Block, &[Value]); 4]> =
        lists.iter().map(|&(block, end)| (block, &passed[std::mem::replace(&mut begin, end)..end])).collect();
    Builder::new(body).set_operands(op, &own, &slices);
}

/// Returns the construct whose region defines a value, or [`NONE`] for the function body.
fn holder(body: &Body, a: &Analysis, value: Value) -> u32 {
    holder_of(a, definer(body, a, value))
}

/// Returns the construct whose region contains a block, or [`NONE`] for the function body.
fn holder_of(a: &Analysis, node: u32) -> u32 {
    a.nodes.get(node as usize).map_or(NONE, |node| node.holder)
}

/// Returns the index of the block that defines a value, or [`NONE`].
#[inline]
fn definer(body: &Body, a: &Analysis, value: Value) -> u32 {
    let block = match body.value_def(value) {
        ValueDef::Result(op, _) => body.parent(op),
        ValueDef::Argument(block, _) => Some(block),
        ValueDef::Forward => None,
    };
    block.map_or(NONE, |block| a.node(block))
}

/// Computes the dominators for the region form, where more blocks are reachable. There, the code after a reachable
/// construct is reachable, and so are the regions of unreachable constructs.
fn dominators(a: &Analysis) -> Intervals {
    let found = dominators_with(a, &[]);
    let headers = a.constructs.iter().map(|c| c.header);
    let unreached: Vec<(u32, u32)> = headers.filter(|h| !found.is_reached(*h)).map(|h| (0, h)).collect();
    match unreached.is_empty() {
        true => found,
        false => dominators_with(a, &unreached),
    }
}

/// Computes the dominators over the CFG edges, the edges to declared merge blocks, and the additional edges `more`.
fn dominators_with(a: &Analysis, more: &[(u32, u32)]) -> Intervals {
    let edges = |node: &BlockInfo| {
        let edges = node.edges();
        edges.start..edges.end + usize::from(node.heads != NONE)
    };
    let mut found = Vec::new();
    if more.is_empty() && a.dominators_in_one_round(&mut found, edges) {
        let mut idom = vec![NONE; a.nodes.len()];
        for (&node, &above) in a.order.iter().zip(&found).skip(1).filter(|(_, above)| **above != NONE) {
            idom[node as usize] = a.order[above as usize];
        }
        return Intervals::new(&idom);
    }
    let all = (0..).zip(&a.nodes);
    let mut all: Vec<(u32, u32)> =
        all.flat_map(|(number, node)| a.targets[edges(node)].iter().map(move |&to| (number, to))).collect();
    all.extend(more);
    Intervals::new(&graph_dominators(a.nodes.len(), &all))
}

/// Returns the edges into a block, in unspecified order: index of the predecessor block, and successor index.
pub fn incoming(body: &Body, a: &Analysis, block: Block) -> impl Iterator<Item = (u32, usize)> {
    body.block_uses(block).filter_map(|(op, index)| {
        let pred = a.node(body.parent(op)?);
        (index < a.nodes.get(pred as usize)?.edges().len()).then_some((pred, index))
    })
}
