//! Walks over all ops of a body, including nested regions, and over nested bodies
//!
//! The walks follow the links of the body without a stack, so deep nesting cannot overflow the call stack.

use crate::body::Body;
use crate::builder::Builder;
use crate::entity::{Block, Op, Region};
use crate::executor::Executor;
use std::sync::{Mutex, PoisonError};

/// Returns the first op in `block` or a later block of its region.
fn first_from(body: &Body, block: Option<Block>) -> Option<Op> {
    std::iter::successors(block, |&b| body.next_block(b)).find_map(|b| body.first_op(b))
}

/// Returns the first op nested in the regions of `op`, starting at region number `from`.
fn first_inside(body: &Body, op: Op, from: usize) -> Option<Op> {
    (from..body.region_count(op)).find_map(|i| first_from(body, body.first_block(body.region(op, i))))
}

/// Returns the ops of a body's root region, without nested ops.
pub fn top_ops(body: &Body) -> impl Iterator<Item = Op> + '_ {
    body.blocks(body.root()).flat_map(|block| body.ops(block))
}

/// Returns the index of a region among the regions of its owner.
pub fn region_number(body: &Body, owner: Op, region: Region) -> usize {
    (0..body.region_count(owner)).position(|i| body.region(owner, i) == region).unwrap_or(0)
}

/// The boundary of a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scope {
    Op(Op),
    Block(Block),
    Region(Region),
}

/// The continuation of a walk after an op and its regions.
enum Next {
    /// An op whose regions are not walked yet.
    Op(Op),
    /// The enclosing op, whose regions are done.
    Owner(Op),
    End,
}

fn after(body: &Body, op: Op, scope: Scope) -> Next {
    if scope == Scope::Op(op) {
        return Next::End;
    }
    if let Some(next) = body.next(op) {
        return Next::Op(next);
    }
    let Some(block) = body.parent(op) else { return Next::End };
    if scope == Scope::Block(block) {
        return Next::End;
    }
    if let Some(next) = first_from(body, body.next_block(block)) {
        return Next::Op(next);
    }
    let Some(region) = body.block_parent(block) else { return Next::End };
    if scope == Scope::Region(region) {
        return Next::End;
    }
    let Some(owner) = body.region_owner(region) else { return Next::End };
    match first_inside(body, owner, region_number(body, owner, region) + 1) {
        Some(next) => Next::Op(next),
        None => Next::Owner(owner),
    }
}

/// A pre-order walk: an op precedes the ops in its regions.
#[derive(Clone, Debug)]
pub struct PreOrder<'a> {
    body: &'a Body,
    next: Option<Op>,
    scope: Scope,
}

impl PreOrder<'_> {
    /// Skips the regions of `op`, which must be the last op returned.
    pub fn skip_regions(&mut self, op: Op) {
        self.next = self.after(op);
    }

    fn after(&self, op: Op) -> Option<Op> {
        let mut at = op;
        loop {
            match after(self.body, at, self.scope) {
                Next::Op(next) => return Some(next),
                Next::Owner(owner) => at = owner,
                Next::End => return None,
            }
        }
    }
}

impl Iterator for PreOrder<'_> {
    type Item = Op;

    #[inline]
    fn next(&mut self) -> Option<Op> {
        let op = self.next?;
        // Fast path: most ops have no regions and a next op.
        self.next = match self.body.next(op) {
            Some(next) if self.body.region_count(op) == 0 && self.scope != Scope::Op(op) => Some(next),
            _ => first_inside(self.body, op, 0).or_else(|| self.after(op)),
        };
        Some(op)
    }
}

/// A post-order walk: an op follows the ops in its regions.
#[derive(Clone, Debug)]
pub struct PostOrder<'a> {
    body: &'a Body,
    next: Option<Op>,
    scope: Scope,
}

fn innermost_first(body: &Body, op: Op) -> Op {
    let mut at = op;
    while let Some(inner) = first_inside(body, at, 0) {
        at = inner;
    }
    at
}

impl Iterator for PostOrder<'_> {
    type Item = Op;

    fn next(&mut self) -> Option<Op> {
        let op = self.next?;
        self.next = match after(self.body, op, self.scope) {
            Next::Op(next) => Some(innermost_first(self.body, next)),
            Next::Owner(owner) => Some(owner),
            Next::End => None,
        };
        Some(op)
    }
}

/// Returns all ops of a body in pre-order, without the bodies of isolated ops.
pub fn ops(body: &Body) -> PreOrder<'_> {
    ops_in_region(body, body.root())
}

/// Returns all ops of a region, including nested ops, in pre-order.
pub fn ops_in_region(body: &Body, region: Region) -> PreOrder<'_> {
    PreOrder { body, next: first_from(body, body.first_block(region)), scope: Scope::Region(region) }
}

/// Returns all ops of a block, including nested ops, in pre-order.
pub fn ops_in_block(body: &Body, block: Block) -> PreOrder<'_> {
    PreOrder { body, next: body.first_op(block), scope: Scope::Block(block) }
}

/// Returns an op and all ops nested in it, in pre-order.
pub fn ops_of(body: &Body, op: Op) -> PreOrder<'_> {
    PreOrder { body, next: Some(op), scope: Scope::Op(op) }
}

/// Returns all ops of a body in post-order, without the bodies of isolated ops.
pub fn ops_post(body: &Body) -> PostOrder<'_> {
    let first = first_from(body, body.first_block(body.root()));
    let scope = Scope::Region(body.root());
    PostOrder { body, next: first.map(|op| innermost_first(body, op)), scope }
}

/// Returns an op and all ops nested in it, in post-order. The op itself comes last.
pub fn ops_of_post(body: &Body, op: Op) -> PostOrder<'_> {
    PostOrder { body, next: Some(innermost_first(body, op)), scope: Scope::Op(op) }
}

/// Returns all regions of a body. The root comes first; an outer region precedes its nested regions.
pub fn regions(body: &Body) -> impl Iterator<Item = Region> + '_ {
    let inner = ops(body).flat_map(move |op| (0..body.region_count(op)).map(move |i| body.region(op, i)));
    std::iter::once(body.root()).chain(inner)
}

/// Returns all blocks of a body. An outer block precedes its nested blocks.
pub fn blocks(body: &Body) -> impl Iterator<Item = Block> + '_ {
    regions(body).flat_map(|region| body.blocks(region))
}

/// Returns the isolated ops of a body that currently own a body.
pub fn isolated_ops(body: &Body) -> impl Iterator<Item = Op> + '_ {
    // Fast path: a body that never held an isolated op needs no walk.
    let walk = (!body.nested.is_empty()).then(|| ops(body));
    walk.into_iter().flatten().filter(|&op| body.nested(op).is_some())
}

/// Returns, by the number of a definition, whether a body or a nested body ever had such an op.
pub fn used_definitions(body: &Body, count: usize) -> Vec<bool> {
    let mut used = vec![false; count];
    for at in bodies(body) {
        at.body.definitions().for_each(|def| used[usize::from(def.0)] = true);
    }
    used
}

/// A body visited by a walk.
#[derive(Clone, Copy, Debug)]
pub struct NestedBody<'a> {
    /// The body.
    pub body: &'a Body,
    /// The op that owns the body, and the body that contains the op; `None` for the start of the walk.
    pub owner: Option<(&'a Body, Op)>,
}

/// Returns a body and all bodies nested in it, in order. An outer body precedes its nested bodies.
pub fn bodies(body: &Body) -> impl Iterator<Item = NestedBody<'_>> {
    bodies_where(body, |_, _| true)
}

/// Returns a body and the bodies nested in it. `enter` decides, for an enclosing body and an op that owns a nested
/// body, whether to include the nested body.
pub fn bodies_where<'a>(
    body: &'a Body,
    enter: impl Fn(&'a Body, Op) -> bool,
) -> impl Iterator<Item = NestedBody<'a>> {
    let mut stack = vec![NestedBody { body, owner: None }];
    std::iter::from_fn(move || {
        let at = stack.pop()?;
        let begin = stack.len();
        for op in isolated_ops(at.body) {
            if let (true, Some(nested)) = (enter(at.body, op), at.body.nested(op)) {
                stack.push(NestedBody { body: nested, owner: Some((at.body, op)) });
            }
        }
        stack[begin..].reverse();
        Some(at)
    })
}

/// Calls `each` with a body and all bodies nested in it for modification, in the order of [`bodies`].
///
/// `enter` decides, for an enclosing body and an op that owns a nested body, whether to visit the nested body. `enter`
/// sees the enclosing body after `each` changed that body.
pub fn bodies_mut(
    body: &mut Body,
    enter: &mut dyn FnMut(&Body, Op) -> bool,
    each: &mut dyn FnMut(&mut Body),
) {
    struct Frame {
        /// The op of the next lower frame's body that owns this body.
        owner: Op,
        body: Box<Body>,
        /// Isolated ops not visited yet, in reverse order.
        todo: Vec<Op>,
    }
    let mut list = |body: &Body| -> Vec<Op> {
        let mut ops: Vec<Op> = isolated_ops(body).filter(|&op| enter(body, op)).collect();
        ops.reverse();
        ops
    };
    each(body);
    let mut root_todo = list(body);
    let mut stack: Vec<Frame> = Vec::new();
    loop {
        let (at, todo) = match stack.last_mut() {
            Some(frame) => (&mut *frame.body, &mut frame.todo),
            None => (&mut *body, &mut root_todo),
        };
        if let Some(owner) = todo.pop() {
            if let Some(mut nested) = Builder::new(at).take_nested(owner) {
                each(&mut nested);
                let todo = list(&nested);
                stack.push(Frame { owner, body: nested, todo });
            }
            continue;
        }
        let Some(done) = stack.pop() else { return };
        let at = stack.last_mut().map_or(&mut *body, |frame| &mut *frame.body);
        Builder::new(at).set_nested(done.owner, Some(done.body));
    }
}

/// Calls `each` with a body and all bodies nested in it for modification. An outer body precedes its nested bodies; the
/// executor may process bodies of the same depth in parallel.
pub fn bodies_mut_with(body: &mut Body, executor: &dyn Executor, each: &(dyn Fn(&mut Body) + Sync)) {
    each(body);
    let mut level: Vec<Mutex<&mut Body>> = inner(body);
    while !level.is_empty() {
        executor.run(level.len(), &|i| each(&mut level[i].lock().unwrap_or_else(PoisonError::into_inner)));
        let bodies = level.into_iter().map(|body| body.into_inner().unwrap_or_else(PoisonError::into_inner));
        level = bodies.flat_map(inner).collect();
    }
}

/// Returns the bodies directly nested in a body.
fn inner(body: &mut Body) -> Vec<Mutex<&mut Body>> {
    body.nested.iter_mut().flatten().map(|nested| Mutex::new(&mut **nested)).collect()
}
