//! Removal of superfluous merge blocks and continue targets after restructuring

use super::graph::{Declared, Graph, NodeId, Role, Term};
use rustc_hash::FxHashMap;
use spv_ir::{Builder, Value};

/// Removes loop merge blocks that only branch to a block without other predecessors. Removes continue targets to which
/// only the header branches.
pub fn simplify(graph: &mut Graph<'_>, order: &mut Vec<NodeId>) {
    let count = graph.nodes.len();
    let mut entered = vec![0u32; count];
    let mut entered_from = vec![graph.entry; count];
    let mut used = vec![false; count];
    for &n in order.iter() {
        let node = &graph.nodes[n];
        for edge in &node.edges {
            entered[edge.to.index()] += 1;
            entered_from[edge.to.index()] = n;
        }
        match node.declared {
            Declared::Nothing => {}
            Declared::Selection { merge } => used[merge.index()] = true,
            Declared::Loop { merge, target } => {
                used[merge.index()] = true;
                used[target.index()] = true;
            }
        }
    }
    let mut instead: FxHashMap<NodeId, NodeId> = FxHashMap::default();
    for (_, l) in graph.loops.clone().iter() {
        let merge = &graph.nodes[l.merge];
        if let (Term::Branch, Declared::Nothing, [edge]) = (&merge.term, merge.declared, &merge.edges[..])
            && entered[edge.to.index()] == 1
            && !used[edge.to.index()]
            && !matches!(graph.nodes[edge.to].role, Role::Header(_))
            && graph.body.args(merge.block) == edge.args
        {
            used[edge.to.index()] = true;
            instead.insert(l.merge, edge.to);
        }
        let header = &graph.nodes[l.header];
        let single = header.edges.iter().any(|e| e.to == l.target) && header.edges.len() > 1;
        if single && entered[l.target.index()] == 1 {
            instead.insert(l.target, l.header);
        }
    }
    // Replace the arguments of a continue target that has a single predecessor with the values that the edge forwards.
    for (_, l) in graph.loops.clone().iter() {
        if entered[l.target.index()] != 1 || instead.contains_key(&l.target) {
            continue;
        }
        let from = entered_from[l.target.index()];
        let edges = graph.nodes[from].edges.iter_mut().filter(|e| e.to == l.target);
        let passed: Vec<Value> = edges.flat_map(|e| std::mem::take(&mut e.args)).collect();
        let target = &mut graph.nodes[l.target];
        target.edges[0].args = passed;
        let block = target.block;
        Builder::new(graph.body).remove_args(block, |_| true);
    }
    let get = |n: NodeId| instead.get(&n).copied().unwrap_or(n);
    order.retain(|n| !instead.contains_key(n));
    for &n in order.iter() {
        let node = &mut graph.nodes[n];
        node.edges.iter_mut().for_each(|e| e.to = get(e.to));
        node.declared = match node.declared {
            Declared::Nothing => Declared::Nothing,
            Declared::Selection { merge } => Declared::Selection { merge: get(merge) },
            Declared::Loop { merge, target } => Declared::Loop { merge: get(merge), target: get(target) },
        };
    }
}
