//! Search for recursive structs
//!
//! A struct is recursive if pointers lead from its members back to it.

use super::reader::{ImportResult, Inst, inst};
use rustc_hash::{FxHashMap, FxHashSet};
use spv_dialect::generated::opcodes as op;

/// The types of a module that can be part of a cycle. Edges lead from each type to its component types.
#[derive(Default)]
struct Graph {
    /// Ids of the component types, keyed by type id.
    parts: FxHashMap<u32, Vec<u32>>,
}

impl Graph {
    /// Removes types without outgoing edges until all types have at least one.
    fn prune(&mut self) {
        let mut users: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        let mut left: FxHashMap<u32, usize> = FxHashMap::default();
        for (&id, parts) in &self.parts {
            let known: Vec<u32> =
                parts.iter().copied().filter(|part| self.parts.contains_key(part)).collect();
            left.insert(id, known.len());
            known.into_iter().for_each(|part| users.entry(part).or_default().push(id));
        }
        let mut ready: Vec<u32> = left.iter().filter(|(_, count)| **count == 0).map(|(id, _)| *id).collect();
        while let Some(id) = ready.pop() {
            self.parts.remove(&id);
            for user in users.get(&id).into_iter().flatten() {
                let Some(count) = left.get_mut(user) else { continue };
                *count -= 1;
                if *count == 0 {
                    ready.push(*user);
                }
            }
        }
    }

    /// Returns a graph with all edges reversed.
    fn reversed(&self) -> Graph {
        let mut parts: FxHashMap<u32, Vec<u32>> = self.parts.keys().map(|id| (*id, Vec::new())).collect();
        for (&id, list) in &self.parts {
            for part in list {
                if let Some(users) = parts.get_mut(part) {
                    users.push(id);
                }
            }
        }
        Graph { parts }
    }
}

/// Returns the ids of types on a cycle or on a path between two cycles. The result does not depend on forward
/// declarations or the order of declarations.
///
/// # Errors
///
/// An instruction is truncated.
pub fn recursive(words: &[u32], header: usize) -> ImportResult<FxHashSet<u32>> {
    let mut graph = Graph::default();
    let mut at = header;
    let mut current = 0;
    while at < words.len() {
        let i: Inst<'_> = inst(words, at)?;
        at += i.words.len();
        let first = match i.opcode {
            op::FUNCTION => break,
            op::TYPE_POINTER => 3,
            op::TYPE_ARRAY | op::TYPE_RUNTIME_ARRAY | op::TYPE_STRUCT => 2,
            op::TYPE_STRUCT_CONTINUED_INTEL => {
                if let Some(parts) = graph.parts.get_mut(&current) {
                    parts.extend_from_slice(&i.words[1..]);
                }
                continue;
            }
            _ => continue,
        };
        current = i.word(1)?;
        graph.parts.insert(current, i.words.get(first..).unwrap_or(&[]).to_vec());
    }
    graph.prune();
    let mut graph = graph.reversed();
    graph.prune();
    Ok(graph.parts.into_keys().collect())
}
