//! Register pressure
//!
//! Estimates the number of registers for the values that are live at the same time in one invocation.
//!
//! Computes live intervals in textual order, like a linear-scan allocator. An interval extends from the definition to
//! the last use. If loops contain the use but not the definition, the interval extends to the end of the outermost of
//! these loops. Compilers reorder code, so the result is only an estimate.

use crate::support::cost;
use crate::support::nesting::region_of;
use rustc_hash::FxHashMap;
use spv_dialect::spv;
use spv_ir::analysis::Forest;
use spv_ir::rewrite::{constant_of, program_uses};
use spv_ir::{Body, Context, Op, Region, Value, ValueDef, walk};

/// Maximum register pressure of each loop in a body in region form.
pub(crate) struct Pressure {
    /// Maximum number of registers that are live at the same time, for each loop op.
    of: FxHashMap<Op, u32>,
}

impl Pressure {
    pub(crate) fn new(ctx: &Context, body: &Body) -> Pressure {
        let positions = Positions::new(body);
        let mut changes = vec![0i64; positions.inner.len() + 2];
        let results = walk::ops(body).flat_map(|op| body.results(op));
        let arguments = walk::blocks(body).flat_map(|block| body.args(block).iter().copied());
        for value in results.chain(arguments).filter(|&value| constant_of(ctx, body, value).is_none()) {
            let registers = i64::from(cost::components(ctx, body.value_type(value)));
            if registers > 0
                && let Some((begin, end)) = positions.interval(ctx, body, value)
            {
                changes[begin as usize] += registers;
                changes[end as usize + 1] -= registers;
            }
        }
        let mut most = vec![0; positions.loops.len()];
        let mut live = 0;
        for (change, &node) in changes[1..].iter().zip(&positions.inner) {
            live += change;
            most[node as usize] = most[node as usize].max(u32::try_from(live).unwrap_or(0));
        }
        for node in (1..most.len()).rev() {
            let around = positions.loops[node].around as usize;
            most[around] = most[around].max(most[node]);
        }
        let loops = positions.loops.iter().zip(most).filter_map(|(at, most)| Some((at.op?, most)));
        Pressure { of: loops.collect() }
    }

    /// Returns the maximum number of registers that are live at the same time in a loop.
    pub(crate) fn in_loop(&self, op: Op) -> u32 {
        self.of.get(&op).copied().unwrap_or(0)
    }
}

/// A loop, or the whole function, with its extent in textual order.
struct Nest {
    op: Option<Op>,
    /// Index of the enclosing loop.
    around: u32,
    /// Textual index of the last op in the loop.
    end: u32,
}

/// Textual order of ops and loops.
struct Positions {
    /// Textual index of each op, indexed by op. The first op has index 1.
    ops: Vec<u32>,
    /// Innermost loop around each op, in textual order.
    inner: Vec<u32>,
    /// Innermost loop around each region. Regions that are not in a loop are absent.
    regions: FxHashMap<Region, u32>,
    loops: Vec<Nest>,
    tree: Forest,
}

impl Positions {
    fn new(body: &Body) -> Positions {
        let mut at = Positions {
            ops: vec![0; body.op_count()],
            inner: Vec::new(),
            regions: FxHashMap::default(),
            loops: vec![Nest { op: None, around: 0, end: 0 }],
            tree: Forest::default(),
        };
        at.tree.add(0, None);
        for (position, op) in (1..).zip(walk::ops(body)) {
            let around = at.loop_of(body.parent(op).and_then(|block| body.block_parent(block)));
            at.ops[op.index()] = position;
            at.inner.push(around);
            at.loops[around as usize].end = position;
            let mut within = around;
            if body.def(op) == spv::Loop::ID {
                within = at.loops.len() as u32;
                at.tree.add(within, Some(around));
                at.loops.push(Nest { op: Some(op), around, end: position });
            }
            at.regions.extend((0..body.region_count(op)).map(|number| (body.region(op, number), within)));
        }
        for number in (1..at.loops.len()).rev() {
            let Nest { around, end, .. } = at.loops[number];
            let outer = &mut at.loops[around as usize];
            outer.end = outer.end.max(end);
        }
        at
    }

    fn loop_of(&self, region: Option<Region>) -> u32 {
        region.and_then(|region| self.regions.get(&region)).copied().unwrap_or(0)
    }

    /// Returns the first and last textual index at which a value is live, or `None` if it has no uses.
    fn interval(&self, ctx: &Context, body: &Body, value: Value) -> Option<(u32, u32)> {
        let begin = match body.value_def(value) {
            ValueDef::Result(op, _) => self.ops[op.index()],
            ValueDef::Argument(block, _) => self.ops[body.first_op(block)?.index()],
            ValueDef::Forward => return None,
        };
        let def_loop = self.loop_of(region_of(body, value));
        let depth = self.tree.depth(def_loop);
        let last = program_uses(ctx, body, value).map(|(user, _)| {
            let position = self.ops[user.index()];
            let around = self.inner.get(position as usize - 1).copied().unwrap_or(0);
            let outermost = self.tree.up(around, |at| self.tree.depth(at) <= depth + 1);
            if around == def_loop { position } else { self.loops[outermost as usize].end }
        });
        last.max().map(|end| (begin, end.max(begin)))
    }
}
