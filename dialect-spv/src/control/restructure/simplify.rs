//! Removal of superfluous merge blocks and continue targets after restructuring.

use super::graph::{Declared, Graph, NONE, Role, Term};
use rustc_hash::FxHashMap;
use spv_ir::{Builder, Value};

/// Removes loop merge blocks that only branch to a block without other predecessors, and continue targets that only
/// the header branches to.
pub fn simplify(graph: &mut Graph<'_>, order: &mut Vec<u32>) {
    let count = graph.nodes.len();
    let mut entered = vec![0u32; count];
    let mut entered_from = vec![NONE; count];
    let mut used = vec![false; count];
    for &n in order.iter() {
        let node = &graph.nodes[n as usize];
        for edge in &node.edges {
            entered[edge.to as usize] += 1;
            entered_from[edge.to as usize] = n;
        }
        match node.declared {
            Declared::Nothing => {}
            Declared::Selection { merge } => used[merge as usize] = true,
            Declared::Loop { merge, target } => {
                used[merge as usize] = true;
                used[target as usize] = true;
            }
        }
    }
    let mut instead: FxHashMap<u32, u32> = FxHashMap::default();
    for l in graph.loops.clone() {
        let merge = &graph.nodes[l.merge as usize];
        if let (Term::Branch, Declared::Nothing, [edge]) = (&merge.term, merge.declared, &merge.edges[..])
            && entered[edge.to as usize] == 1
            && !used[edge.to as usize]
            && !matches!(graph.nodes[edge.to as usize].role, Role::Header(_))
            && graph.body.args(merge.block) == edge.args
        {
            used[edge.to as usize] = true;
            instead.insert(l.merge, edge.to);
        }
        let header = &graph.nodes[l.header as usize];
        let single = header.edges.iter().any(|e| e.to == l.target) && header.edges.len() > 1;
        if single && entered[l.target as usize] == 1 {
            instead.insert(l.target, l.header);
        }
    }
    // Replace the arguments of a continue target with a single predecessor by the passed values.
    for l in graph.loops.clone() {
        if entered[l.target as usize] != 1 || instead.contains_key(&l.target) {
            continue;
        }
        let from = entered_from[l.target as usize];
        let edges = graph.nodes[from as usize].edges.iter_mut().filter(|e| e.to == l.target);
        let passed: Vec<Value> = edges.flat_map(|e| std::mem::take(&mut e.args)).collect();
        let target = &mut graph.nodes[l.target as usize];
        target.edges[0].args = passed;
        let block = target.block;
        Builder::new(graph.body).remove_args(block, |_| true);
    }
    let get = |n: u32| instead.get(&n).copied().unwrap_or(n);
    order.retain(|n| !instead.contains_key(n));
    for &n in order.iter() {
        let node = &mut graph.nodes[n as usize];
        node.edges.iter_mut().for_each(|e| e.to = get(e.to));
        node.declared = match node.declared {
            Declared::Nothing => Declared::Nothing,
            Declared::Selection { merge } => Declared::Selection { merge: get(merge) },
            Declared::Loop { merge, target } => Declared::Loop { merge: get(merge), target: get(target) },
        };
    }
}
