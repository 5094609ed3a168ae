//! Parameters of flow-graph nodes: block arguments and construct results
//!
//! Removing a parameter also removes the values that edges forward to it.

use crate::flow::{Edge, Flow, Passed, loop_blocks};
use crate::pass::Function;
use crate::support::nesting::Visibility;
use crate::support::values::Constants;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use spv_dialect::spv;
use spv_ir::rewrite::{erase_debug_users, is_used};
use spv_ir::{AttrData, Attribute, Block, Body, Builder, Context, Op, Type, Value, walk};
use std::cell::OnceCell;
use std::collections::VecDeque;
use std::collections::hash_map::Entry;

/// Removes parameters of the flow-graph node `node`. Their only remaining uses must be on edges that forward them to
/// the same removed parameters.
pub(crate) fn remove_params(
    ctx: &Context,
    body: &mut Body,
    flow: &Flow,
    node: u32,
    remove: &dyn Fn(usize) -> bool,
) {
    let at = flow.nodes[node as usize];
    for edge in flow.incoming(node).filter(|e| e.passed == Passed::Operands) {
        let kept: Vec<Value> =
            body.operands(edge.op).enumerate().filter(|(i, _)| !remove(*i)).map(|(_, v)| v).collect();
        Builder::new(body).set_operands(edge.op, &kept, &[]);
    }
    match at.after {
        Some(op) => Builder::new(body).remove_results(op, remove),
        None => {
            renumber_marks(ctx, body, at.block, remove);
            Builder::new(body).remove_args(at.block, remove);
        }
    }
}

/// Prepares the removal of parameters: replaces the values that edges forward to them with the parameters themselves,
/// which drops uses of the values. Calls `lost` with each value that loses a use.
pub(crate) fn forget_passed(
    body: &mut Body,
    flow: &Flow,
    node: u32,
    gone: impl IntoIterator<Item = usize>,
    mut lost: impl FnMut(Value),
) {
    for index in gone {
        let own = param(body, flow, node, index);
        for edge in flow.incoming(node) {
            if let Some(operand) = edge.operand(body, index)
                && body.operand(edge.op, operand) != own
            {
                lost(body.operand(edge.op, operand));
                Builder::new(body).set_operand(edge.op, operand, own);
            }
        }
    }
}

/// Updates a construct's list of phis, which are argument indices, after removing arguments of its merge block or
/// continue target. `remove` returns whether an argument was removed.
fn renumber_marks(ctx: &Context, body: &mut Body, block: Block, remove: &dyn Fn(usize) -> bool) {
    let Some(owner) = body.block_owner(block) else { return };
    let is_loop = body.def(owner) == spv::Loop::ID;
    let slot = if body.next_block(block).is_none() {
        if is_loop { spv::Loop::PHIS } else { spv::Selection::PHIS }
    } else if is_loop && loop_blocks(body, owner).is_some_and(|b| b.target == block) {
        spv::Loop::CONTINUE_PHIS
    } else {
        return;
    };
    let Some(AttrData::Words(words)) = body.slot_attr(owner, slot).map(|a| ctx.attr_data(a)) else { return };
    // For each argument, the number of removed arguments before it.
    let mut before = vec![0; body.args(block).len() + 1];
    for i in 1..before.len() {
        before[i] = before[i - 1] + u32::from(remove(i - 1));
    }
    let left = |w: u32| Some(w - before.get(w as usize)?);
    let kept: Vec<u32> = words.iter().filter(|&&w| !remove(w as usize)).filter_map(|&w| left(w)).collect();
    let raw = if kept.is_empty() { 0 } else { ctx.attr(AttrData::Words(kept.into())).raw() };
    Builder::new(body).set_slot(owner, slot, raw);
}

/// Returns whether any block except the first has arguments, or any construct has results.
fn has_params(body: &Body) -> bool {
    let entry = body.first_block(body.root());
    walk::blocks(body).any(|block| Some(block) != entry && !body.args(block).is_empty())
        || walk::ops(body).any(|op| body.region_count(op) > 0 && body.result_count(op) > 0)
}

/// Removes redundant block arguments and construct results. Returns their number.
///
/// A parameter is replaced if all edges forward the same visible value, or constants with the same value. It is also
/// replaced if another parameter of its flow-graph node receives the same values. Parameters without uses are removed,
/// even in unreachable code.
pub(crate) fn simplify_params(function: &mut Function<'_>) -> u64 {
    if function.foreign_control_flow || !has_params(function.body) {
        return 0;
    }
    let flow = function.analysis::<Flow>();
    let visibility = Visibility::new(function, &flow);
    let (ctx, body, flow) = (function.ctx, &mut *function.body, &*flow);
    let mut simplifier = Simplifier::new(ctx, body, flow, visibility);
    let mut gone = 0;
    while let Some((node, index)) = simplifier.work.pop_front() {
        let at = simplifier.at(node, index);
        simplifier.waiting[at] = false;
        gone += u64::from(simplifier.visit(node, index));
    }
    if gone > 0 {
        let Simplifier { begins, removed, .. } = simplifier;
        for (node, ends) in begins.windows(2).enumerate() {
            let list = &removed[ends[0]..ends[1]];
            if list.contains(&true) {
                remove_params(ctx, body, flow, node as u32, &|i| list[i]);
            }
        }
    }
    gone
}

/// Worklist algorithm that removes redundant parameters. A parameter is revisited if a value that an edge forwards to
/// it changes.
struct Simplifier<'a> {
    ctx: &'a Context,
    body: &'a mut Body,
    flow: &'a Flow,
    visibility: Visibility,
    constants: Constants,
    ends: OnceCell<Ends>,
    /// Flow-graph node and index of each parameter.
    homes: OnceCell<FxHashMap<Value, (u32, usize)>>,
    /// For each flow-graph node, the index of its first parameter among the parameters of all nodes. Excludes the
    /// parameters of the function.
    begins: Vec<usize>,
    /// Whether each parameter has been removed, indexed by [`Self::at`].
    removed: Vec<bool>,
    /// Worklist of parameters, each as flow-graph node and index.
    work: VecDeque<(u32, usize)>,
    /// Whether each parameter is in [`Self::work`], indexed by [`Self::at`].
    waiting: Vec<bool>,
    /// For each flow-graph node and list of forwarded values, the first parameter that received these values when last
    /// visited.
    same: FxHashMap<(u32, Key), usize>,
}

impl<'a> Simplifier<'a> {
    fn new(ctx: &'a Context, body: &'a mut Body, flow: &'a Flow, visibility: Visibility) -> Simplifier<'a> {
        let mut begins = vec![0; flow.nodes.len() + 1];
        let mut work = VecDeque::new();
        let unreachable = (1..flow.nodes.len() as u32).filter(|&node| !flow.is_reached(node));
        for node in flow.order.iter().copied().skip(1).chain(unreachable) {
            let count = flow.param_count(body, node);
            begins[node as usize + 1] = count;
            work.extend((0..count).map(|index| (node, index)));
        }
        for node in 1..begins.len() {
            begins[node] += begins[node - 1];
        }
        Simplifier {
            ctx,
            visibility,
            body,
            flow,
            constants: Constants::default(),
            ends: OnceCell::new(),
            homes: OnceCell::new(),
            removed: vec![false; work.len()],
            waiting: vec![true; work.len()],
            begins,
            work,
            same: FxHashMap::default(),
        }
    }

    /// Returns the index of a parameter among the parameters of all flow-graph nodes.
    fn at(&self, node: u32, index: usize) -> usize {
        self.begins[node as usize] + index
    }

    /// Returns the number of parameters of a flow-graph node.
    fn count(&self, node: u32) -> usize {
        self.begins[node as usize + 1] - self.begins[node as usize]
    }

    /// Returns the flow-graph node and index of a parameter, or `None` for other values.
    fn node_and_index(&self, value: Value) -> Option<(u32, usize)> {
        let all = || {
            let params = |node: u32| self.flow.params(self.body, node).into_iter().zip(0..);
            let nodes = 1..self.flow.nodes.len() as u32;
            nodes.flat_map(|node| params(node).map(move |(value, index)| (value, (node, index)))).collect()
        };
        self.homes.get_or_init(all).get(&value).copied()
    }

    fn push(&mut self, node: u32, index: usize) {
        if index >= self.count(node) {
            return;
        }
        let at = self.at(node, index);
        if !self.removed[at] && !std::mem::replace(&mut self.waiting[at], true) {
            self.work.push_back((node, index));
        }
    }

    /// Removes a parameter if possible. Returns whether it was removed.
    fn visit(&mut self, node: u32, index: usize) -> bool {
        let at = self.at(node, index);
        if self.removed[at] {
            return false;
        }
        let param = param(self.body, self.flow, node, index);
        if is_used(self.ctx, self.body, param) {
            let Some(value) = self.replacement(node, index, param) else { return false };
            for (op, operand) in self.body.uses(param).collect::<Vec<_>>() {
                let ends = self.ends.get_or_init(|| Ends::new(self.flow));
                if let Some((edge, index)) = ends.passed_for(self.body, self.flow, op, operand) {
                    self.push(edge.to, index);
                }
            }
            Builder::new(self.body).replace_all_uses(param, value);
        } else {
            erase_debug_users(self.ctx, &mut Builder::new(self.body), param);
        }
        self.removed[at] = true;
        let mut lost = Vec::new();
        forget_passed(self.body, self.flow, node, [index], |value| lost.push(value));
        for value in lost {
            if let Some((node, index)) = self.node_and_index(value) {
                self.push(node, index);
            }
        }
        true
    }

    /// Returns a value that can replace a parameter, or `None` if the parameter is not redundant.
    fn replacement(&mut self, node: u32, index: usize, param: Value) -> Option<Value> {
        match self.agreed(node, index, param) {
            Some(Agreed::Value(value)) => Some(value),
            Some(Agreed::Constant(attr)) => {
                let ty = self.body.value_type(param);
                Some(self.constants.get(self.body, ty, attr))
            }
            None if self.count(node) > 1 => self.twin(node, index, param),
            None => None,
        }
    }

    /// Returns a preceding parameter of the flow-graph node that receives the same values, if any.
    fn twin(&mut self, node: u32, index: usize, own: Value) -> Option<Value> {
        let passed = key(self.body, self.flow, node, index, own)?;
        let mut place = match self.same.entry((node, passed)) {
            Entry::Vacant(place) => {
                place.insert(index);
                return None;
            }
            Entry::Occupied(place) => place,
        };
        let other = *place.get();
        let value = param(self.body, self.flow, node, other);
        let gone = other == index || self.removed[self.begins[node as usize] + other];
        if gone || key(self.body, self.flow, node, other, value).as_ref() != Some(&place.key().1) {
            place.insert(index);
            return None;
        }
        if other > index {
            // The parameter `other` has the larger index, so the parameter at `index` will replace it.
            place.insert(index);
            self.push(node, other);
            return None;
        }
        Some(value)
    }

    /// Returns the constant that all edges forward to a parameter, or their common value if it is visible at the
    /// parameter. Returns `None` if the forwarded values differ.
    fn agreed(&self, node: u32, index: usize, param: Value) -> Option<Agreed> {
        let (body, flow) = (&*self.body, self.flow);
        let constant = |value: Value| {
            let constant = spv::Constant::cast(body, body.defining_op(value)?)?;
            constant.value().filter(|_| constant.attrs().is_none())
        };
        let mut common: Option<Value> = None;
        let mut same = true;
        for edge in flow.incoming(node).filter(|e| flow.is_reached(e.from)) {
            let value = edge.value(body, index)?;
            if value == param {
                continue;
            }
            match common {
                Some(known) if known != value => {
                    if constant(known)? != constant(value)? {
                        return None;
                    }
                    same = false;
                }
                _ => common = Some(value),
            }
        }
        let common = common.filter(|_| is_plain(body, flow, node, param))?;
        let at = flow.nodes[node as usize];
        let user = at.after.or(body.first_op(at.block))?;
        if same && self.visibility.is_visible(body, common, user) {
            return Some(Agreed::Value(common));
        }
        constant(common).map(Agreed::Constant)
    }
}

/// Returns the block argument or construct result for a parameter of a flow-graph node.
pub(crate) fn param(body: &Body, flow: &Flow, node: u32, index: usize) -> Value {
    let at = flow.nodes[node as usize];
    match at.after {
        Some(op) => body.result(op, index),
        None => body.args(at.block)[index],
    }
}

/// The flow-graph node that each terminator ends. Used to find the parameter that receives an operand.
pub(crate) struct Ends(FxHashMap<Op, u32>);

impl Ends {
    pub(crate) fn new(flow: &Flow) -> Ends {
        Ends((0..).zip(&flow.nodes).filter_map(|(node, at)| Some((at.end?, node))).collect())
    }

    /// Returns the edge on which an op forwards an operand, and the index of the parameter that receives the operand.
    /// Returns `None` if the operand is not forwarded.
    pub(crate) fn passed_for<'f>(
        &self,
        body: &Body,
        flow: &'f Flow,
        op: Op,
        operand: usize,
    ) -> Option<(&'f Edge, usize)> {
        let edges = flow.outgoing(*self.0.get(&op)?);
        // Successors are sorted by the index of their first argument. A successor without arguments has the same index
        // as the next one.
        let first = |edge: &Edge| match edge.passed {
            Passed::Successor(i) => body.first_successor_arg(op, i),
            Passed::Nothing | Passed::Operands => 0,
        };
        let edge = edges[..edges.partition_point(|edge| first(edge) <= operand)].last()?;
        let index = operand - first(edge);
        (edge.operand(body, index) == Some(operand)).then_some((edge, index))
    }
}

/// The value that all edges forward to a parameter.
enum Agreed {
    /// A value that is visible at the parameter.
    Value(Value),
    /// A constant that is not visible at the parameter, or different constants with the same value.
    Constant(Attribute),
}

/// Returns whether a parameter has no attributes.
fn is_plain(body: &Body, flow: &Flow, node: u32, param: Value) -> bool {
    flow.nodes[node as usize].after.is_some() || body.value_annotations(param).attrs.is_none()
}

/// The type of a parameter, and the value that each edge forwards to it. `None` represents the parameter itself.
type Key = (Type, SmallVec<[Option<Value>; 4]>);

/// Returns the key of a parameter. Parameters of a flow-graph node with the same key receive the same values. Returns
/// `None` if the parameter cannot be merged.
fn key(body: &Body, flow: &Flow, node: u32, index: usize, param: Value) -> Option<Key> {
    if !is_plain(body, flow, node, param) {
        return None;
    }
    let edges = flow.incoming(node).filter(|e| flow.is_reached(e.from));
    let passed = edges.map(|edge| edge.value(body, index).map(|value| (value != param).then_some(value)));
    let passed: SmallVec<[_; 4]> = passed.collect::<Option<_>>()?;
    passed.iter().any(Option::is_some).then(|| (body.value_type(param), passed))
}
