//! Generator of functions for a random program whose blocks form a random graph

use super::function::Function;
use super::module::{Module, Ty};
use crate::r#gen::Rng;
use crate::r#gen::words::op;

/// Number of backward branches after which the execution must end.
const FUEL: u64 = 40;

/// A random control-flow graph in which all blocks are reachable.
struct Graph {
    successors: Vec<Vec<usize>>,
    /// Dominance matrix: element `[b][d]` is whether block `d` dominates block `b`.
    dominators: Vec<Vec<bool>>,
}

impl Graph {
    fn random(rng: &mut Rng, blocks: usize, reducible: bool) -> Graph {
        let mut successors: Vec<Vec<usize>> = vec![Vec::new(); blocks];
        // Create a spanning tree, then add forward edges.
        for block in 1..blocks {
            let room: Vec<usize> = (0..block).filter(|&b| successors[b].len() < 3).collect();
            let from =
                if rng.chance(50) && successors[block - 1].len() < 3 { block - 1 } else { rng.pick(&room) };
            successors[from].push(block);
        }
        for _ in 0..rng.below(blocks + 1) {
            let from = rng.below(blocks);
            if from + 1 < blocks && successors[from].len() < 3 {
                let to = rng.range(from + 1, blocks - 1);
                if !successors[from].contains(&to) {
                    successors[from].push(to);
                }
            }
        }
        let dominators = dominators(&successors);
        for _ in 0..rng.below(blocks / 2 + 2) {
            let from = rng.below(blocks);
            // The entry block cannot be a branch target.
            let to = rng.range(1, from.max(1)).min(blocks - 1);
            let allowed = !reducible || dominators[from][to];
            if blocks > 1
                && to <= from
                && allowed
                && successors[from].len() < 3
                && !successors[from].contains(&to)
            {
                successors[from].push(to);
            }
        }
        let dominators = self::dominators(&successors);
        Graph { successors, dominators }
    }

    fn predecessors(&self, block: usize) -> Vec<usize> {
        (0..self.successors.len()).filter(|&b| self.successors[b].contains(&block)).collect()
    }
}

fn dominators(successors: &[Vec<usize>]) -> Vec<Vec<bool>> {
    let n = successors.len();
    let mut sets = vec![vec![true; n]; n];
    sets[0] = vec![false; n];
    sets[0][0] = true;
    let mut changed = true;
    while changed {
        changed = false;
        for block in 1..n {
            let mut set = vec![true; n];
            for from in (0..n).filter(|&b| successors[b].contains(&block)) {
                for (all, one) in set.iter_mut().zip(&sets[from]) {
                    *all &= *one;
                }
            }
            set[block] = true;
            if set != sets[block] {
                sets[block] = set;
                changed = true;
            }
        }
    }
    sets
}

/// Generates the function with index `number` and appends it to the module. Its random graph has at most `blocks`
/// blocks.
pub fn make(m: &mut Module, globals: &[(u32, Ty)], number: usize, blocks: usize, reducible: bool) {
    let count = m.rng.range(1, blocks.max(1));
    let graph = Graph::random(&mut m.rng, count, reducible);
    let mut f = Function::head(m, globals, number, &[Ty::U32, Ty::U32], Some(Ty::U32));
    let full = f.m.constant(Ty::U32, FUEL);
    let fuel = f.variable(Ty::U32, full);
    let params: Vec<u32> = f.parameters();
    let labels: Vec<u32> = (0..count).map(|_| f.m.id()).collect();
    let exit = f.m.id();
    // Each block defines a value that dominated blocks use. Blocks with several predecessors have phis.
    let values: Vec<u32> = (0..count).map(|_| f.m.id()).collect();
    let (state, _) = globals[0];
    let u32_type = f.m.ty(Ty::U32);
    f.code.op(op::BRANCH, &[labels[0]]);
    for block in 0..count {
        f.code.op(op::LABEL, &[labels[block]]);
        let predecessors = graph.predecessors(block);
        let mut sources = params.clone();
        if predecessors.len() > 1 && f.m.rng.chance(70) {
            let operands: Vec<u32> = predecessors.iter().flat_map(|&p| [values[p], labels[p]]).collect();
            sources.push(f.hidden(op::PHI, Ty::U32, &operands));
        }
        sources.extend((0..block).filter(|&b| b != block && graph.dominators[block][b]).map(|b| values[b]));
        let mark = f.m.any_constant(Ty::U32);
        let (source, old) = (f.m.rng.pick(&sources), f.hidden(op::LOAD, Ty::U32, &[state]));
        let mixed = f.hidden(op::I_MUL, Ty::U32, &[old, mark]);
        f.code.op(op::I_ADD, &[u32_type, values[block], mixed, source]);
        f.code.op(op::STORE, &[state, values[block]]);
        terminator(&mut f, &graph, block, &labels, exit, fuel, values[block]);
    }
    f.code.op(op::LABEL, &[exit]);
    let last = f.hidden(op::LOAD, Ty::U32, &[state]);
    f.code.op(op::RETURN_VALUE, &[last]);
    f.open = false;
    f.finish();
}

/// Emits a terminator that selects a successor depending on the block's value. A block with a back edge branches to the
/// exit when the fuel is exhausted.
fn terminator(
    f: &mut Function<'_>,
    graph: &Graph,
    block: usize,
    labels: &[u32],
    exit: u32,
    fuel: u32,
    value: u32,
) {
    let mut to: Vec<u32> = graph.successors[block].iter().map(|&b| labels[b]).collect();
    let back = graph.successors[block].iter().any(|&b| b <= block);
    let count = f.m.constant(Ty::U32, to.len().max(1) as u64);
    let chosen = match back {
        false => f.hidden(op::U_MOD, Ty::U32, &[value, count]),
        true => {
            let (zero, one) = (f.m.constant(Ty::U32, 0), f.m.constant(Ty::U32, 1));
            let left = f.hidden(op::LOAD, Ty::U32, &[fuel]);
            let less = f.hidden(op::I_SUB, Ty::U32, &[left, one]);
            f.code.op(op::STORE, &[fuel, less]);
            let spent = f.hidden(op::I_EQUAL, Ty::Bool, &[left, zero]);
            let rest = f.hidden(op::U_MOD, Ty::U32, &[value, count]);
            to.push(exit);
            let last = f.m.constant(Ty::U32, to.len() as u64 - 1);
            f.hidden(op::SELECT, Ty::U32, &[spent, last, rest])
        }
    };
    match to[..] {
        [] => f.code.op(op::BRANCH, &[exit]),
        [one] => f.code.op(op::BRANCH, &[one]),
        [a, b] => {
            let zero = f.m.constant(Ty::U32, 0);
            let first = f.hidden(op::I_EQUAL, Ty::Bool, &[chosen, zero]);
            f.code.op(op::BRANCH_CONDITIONAL, &[first, a, b]);
        }
        _ => {
            let last = to.len() - 1;
            let mut operands = vec![chosen, to[last]];
            for (i, &label) in to[..last].iter().enumerate() {
                operands.extend([i as u32, label]);
            }
            f.code.op(op::SWITCH, &operands);
        }
    }
}
