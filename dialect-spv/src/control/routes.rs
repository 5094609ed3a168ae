//! Values that are used outside of the construct that defines them, without an OpPhi: they are passed
//! on as arguments of merge blocks and continue targets, so that region scoping holds.

use super::ControlDefs;
use super::analysis::{Analysis, NONE, Unstructured};
use super::flow::Intervals;
use rustc_hash::FxHashMap;
use spv_ir::analysis::graph_dominators;
use spv_ir::{Block, Body, Builder, Op, Value, ValueDef};

/// A value as it is available somewhere: itself, or an argument to be made.
#[derive(Clone, Copy, Debug)]
enum Source {
    Value(Value),
    Argument(usize),
}

/// An argument to be made: `value` as it arrives at the block of node `target`.
#[derive(Clone, Debug)]
struct Argument {
    value: Value,
    target: u32,
    /// Source of the value at each edge: predecessor node, successor number.
    incoming: Vec<(u32, usize, Source)>,
    /// Source of the value in the block itself, where nothing branches to it: code that is not reached may
    /// use what is defined before.
    direct: Option<Source>,
}

/// What is to be done; made before anything is changed.
pub struct Routes {
    uses: Vec<(Op, usize, Source)>,
    arguments: Vec<Argument>,
    known: FxHashMap<(Value, u32), usize>,
    /// Made where they are asked for.
    dominators: Option<Intervals>,
}

impl Routes {
    /// Finds all such uses and a way for each. They are looked for in `crossing`, where that is given.
    ///
    /// # Errors
    /// Where there is none: the value cannot arrive there by legal exits.
    pub fn plan(
        body: &Body,
        a: &Analysis,
        defs: &ControlDefs,
        crossing: Option<&[Op]>,
    ) -> Result<Routes, Unstructured> {
        let mut routes =
            Routes { uses: Vec::new(), arguments: Vec::new(), known: FxHashMap::default(), dominators: None };
        // What the entry defines can be used everywhere only if it is not the header of a loop.
        let free = a.nodes.first().is_some_and(|entry| entry.holder == NONE);
        match crossing.filter(|_| free) {
            Some(crossing) => {
                for &op in crossing {
                    let number = body.parent(op).map_or(NONE, |block| a.node(block));
                    if number != NONE {
                        routes.uses_of(body, a, defs, op, number)?;
                    }
                }
            }
            None => {
                for (number, node) in a.nodes.iter().enumerate() {
                    for op in body.ops(node.block) {
                        routes.uses_of(body, a, defs, op, number as u32)?;
                    }
                }
            }
        }
        // Ways found are ways wanted: their own incoming values in turn.
        let mut next = 0;
        while next < routes.arguments.len() {
            let Argument { value, target, .. } = routes.arguments[next];
            let block = a.nodes[target as usize].block;
            let edges = incoming(body, a, defs, block);
            if let Some(c) = a.constructs.get(a.nodes[target as usize].merges as usize)
                && edges.is_empty()
            {
                let user = a.terminator_holder(c.header);
                let source = if a.encloses(holder(body, a, value), user) {
                    Source::Value(value)
                } else {
                    routes.source(body, a, value, target, user)?
                };
                routes.arguments[next].direct = Some(source);
            } else if edges.is_empty() {
                // An argument of a continue target that nothing branches to would be another value.
                return Err(Unstructured { reason: "a value that no edge brings here", block });
            }
            for (pred, index) in edges {
                let user = a.terminator_holder(pred);
                let source = if a.encloses(holder(body, a, value), user) {
                    routes.seen(body, a, defs, definer(body, a, value), pred)?;
                    Source::Value(value)
                } else {
                    routes.source(body, a, value, pred, user)?
                };
                routes.arguments[next].incoming.push((pred, index, source));
            }
            next += 1;
        }
        Ok(routes)
    }

    /// Finds such uses by an op of node `number`.
    fn uses_of(
        &mut self,
        body: &Body,
        a: &Analysis,
        defs: &ControlDefs,
        op: Op,
        number: u32,
    ) -> Result<(), Unstructured> {
        let node = &a.nodes[number as usize];
        let user = if op == node.terminator { a.terminator_holder(number) } else { node.holder };
        for (index, value) in body.operands(op).enumerate() {
            let definer = definer(body, a, value);
            let outer = holder_of(a, definer);
            if outer == user || a.encloses(outer, user) {
                self.seen(body, a, defs, definer, number)?;
            } else {
                let source = self.source(body, a, value, number, user)?;
                self.uses.push((op, index, source));
            }
        }
        Ok(())
    }

    /// Whether what node `definer` defines can be seen from node `at` in region form: mostly as it dominates it
    /// structurally.
    #[inline]
    fn seen(
        &mut self,
        body: &Body,
        a: &Analysis,
        defs: &ControlDefs,
        definer: u32,
        at: u32,
    ) -> Result<(), Unstructured> {
        if definer == NONE || a.dominates(definer, at) {
            return Ok(());
        }
        self.seen_undominated(body, a, defs, definer, at)
    }

    /// Code that nothing reaches may use what does not dominate it, but seems to be reached where it stands behind a
    /// construct.
    #[cold]
    fn seen_undominated(
        &mut self,
        body: &Body,
        a: &Analysis,
        defs: &ControlDefs,
        definer: u32,
        at: u32,
    ) -> Result<(), Unstructured> {
        let dominators = self.dominators.get_or_insert_with(|| dominators(body, a, defs));
        if !dominators.is_reached(at) || dominators.dominates(definer, at) {
            return Ok(());
        }
        let block = a.nodes[at as usize].block;
        Err(Unstructured { reason: "a value that does not dominate its use", block })
    }

    /// How `value` is available at node `at` in the region of construct `user`.
    fn source(
        &mut self,
        body: &Body,
        a: &Analysis,
        value: Value,
        at: u32,
        user: u32,
    ) -> Result<Source, Unstructured> {
        // The construct that holds the definition and stands in a region around the use.
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
                    return Err(Unstructured { reason: "a value that no legal exit brings here", block });
                }
            }
        };
        let next = self.arguments.len();
        let number = *self.known.entry((value, target)).or_insert(next);
        if number == next {
            self.arguments.push(Argument { value, target, incoming: Vec::new(), direct: None });
        }
        Ok(Source::Argument(number))
    }

    /// Does it. Returns the arguments of merge blocks that nothing branches to, and what the constructs are
    /// to give in their place.
    pub fn apply(self, body: &mut Body, a: &Analysis) -> Vec<(Value, Value)> {
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
        for argument in &self.arguments {
            for &(pred, index, source) in &argument.incoming {
                let op = a.nodes[pred as usize].terminator;
                let mut args: Vec<Value> = body.successor_args(op, index).collect();
                args.push(value_of(source));
                Builder::new(body).set_successor_args(op, index, &args);
            }
        }
        let direct = self.arguments.iter().zip(&made);
        direct.filter_map(|(argument, &arg)| Some((arg, value_of(argument.direct?)))).collect()
    }
}

/// The construct in whose region a value is defined.
fn holder(body: &Body, a: &Analysis, value: Value) -> u32 {
    holder_of(a, definer(body, a, value))
}

/// The construct in whose region a node is.
fn holder_of(a: &Analysis, node: u32) -> u32 {
    a.nodes.get(node as usize).map_or(NONE, |node| node.holder)
}

/// The node that defines a value.
fn definer(body: &Body, a: &Analysis, value: Value) -> u32 {
    let block = match body.value_def(value) {
        ValueDef::Result(op, _) => body.parent(op),
        ValueDef::Argument(block, _) => Some(block),
        ValueDef::Forward => None,
    };
    block.map_or(NONE, |block| a.node(block))
}

/// The dominators as they are in region form, where what stands behind a construct is reached with it: over the edges and
/// the declared merge blocks.
fn dominators(body: &Body, a: &Analysis, defs: &ControlDefs) -> Intervals {
    let mut edges = Vec::new();
    for number in 0..a.nodes.len() as u32 {
        let op = a.nodes[number as usize].terminator;
        edges.extend((0..a.edges(body, defs, number)).map(|i| (number, a.node(body.successor(op, i)))));
    }
    edges.extend(a.constructs.iter().map(|c| (c.header, c.merge)));
    edges.retain(|&(_, to)| (to as usize) < a.nodes.len());
    Intervals::new(&graph_dominators(a.nodes.len(), &edges))
}

/// The edges to a block: predecessor node and successor number.
pub fn incoming(body: &Body, a: &Analysis, defs: &ControlDefs, block: Block) -> Vec<(u32, usize)> {
    let mut list: Vec<(u32, usize)> = body
        .block_uses(block)
        .filter_map(|(op, index)| {
            let pred = a.node(body.parent(op)?);
            (index < a.edges(body, defs, pred)).then_some((pred, index))
        })
        .collect();
    list.sort_unstable();
    list
}
