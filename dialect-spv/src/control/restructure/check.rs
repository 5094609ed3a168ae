//! Whether a function in CFG form is structured as it is.

use super::super::analysis::{Analysis, NONE};
use super::super::{ControlDefs, structurize_regions};
use rustc_hash::FxHashMap;
use spv_ir::{Body, Context};

/// Whether every loop and every choice is declared, and the declarations hold.
pub fn is_structured(ctx: &Context, body: &Body, defs: &ControlDefs) -> bool {
    let declared = match Analysis::new(body, defs) {
        Err(_) => return false,
        Ok(declared) => declared,
    };
    let Some(a) = declared else {
        // Nothing is declared: straight on, or not structured.
        let mut seen: FxHashMap<_, ()> = FxHashMap::default();
        let mut at = body.first_block(body.root());
        while let Some(block) = at {
            let Some(op) = body.last_op(block) else { return false };
            if seen.insert(block, ()).is_some() || body.successor_count(op) > 1 {
                return false;
            }
            at = body.successors(op).next();
        }
        return true;
    };
    let mut back_edges = vec![0; a.constructs.len()];
    let mut is_target = vec![false; a.nodes.len()];
    for c in a.constructs.iter().filter(|c| c.is_loop()) {
        is_target[c.target as usize] = true;
    }
    let mut rank = vec![NONE; a.nodes.len()];
    for (at, &node) in (0..).zip(&a.order) {
        rank[node as usize] = at;
    }
    for &n in &a.order {
        let node = a.nodes[n as usize];
        let op = node.terminator;
        let to: Vec<u32> = body.successors(op).take(defs.edge_count(body, op)).map(|b| a.node(b)).collect();
        let is_exit = |t: u32| {
            let target = &a.nodes[t as usize];
            let heads = a.constructs.get(target.heads as usize).is_some_and(|c| c.is_loop());
            target.merges != NONE || is_target[t as usize] || (heads && rank[t as usize] <= rank[n as usize])
        };
        let undeclared = defs.declared(body, op) == 0;
        let mut open: Vec<u32> = to.iter().copied().filter(|&t| !is_exit(t)).collect();
        open.sort_unstable();
        open.dedup();
        if undeclared && to.len() > 1 && (body.def(op) == defs.switch || open.len() > 1) {
            return false;
        }
        for &t in to.iter().filter(|&&t| rank[t as usize] <= rank[n as usize]) {
            let Some(c) = a.constructs.get(a.nodes[t as usize].heads as usize) else { return false };
            if !c.is_loop() || !(c.target == n || a.dominates(c.target, n)) {
                return false;
            }
            back_edges[a.nodes[t as usize].heads as usize] += 1;
        }
    }
    let one_each = a.constructs.iter().zip(&back_edges).all(|(c, &n)| !c.is_loop() || n <= 1);
    one_each && structurize_regions(ctx, &mut body.clone(), defs).is_ok()
}
