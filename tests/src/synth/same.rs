//! Comparison of two modules, regardless of ids
//!
//! Each id is identified by a hash of its definition, down to the literals.

use super::decode::{Inst, Operand, decode};
use rustc_hash::{FxHashMap, FxHasher};
use spv_opt::dialect::generated::opcodes as op;
use spv_opt::dialect::table::core_row;
use std::hash::{Hash, Hasher};

/// One of the two compared modules, with a hash for each id.
struct Side {
    insts: Vec<Inst>,
    /// Index of the instruction that defines each id.
    defs: FxHashMap<u32, usize>,
    /// Location of each instruction: function index (0 for module scope), and ordinal within the function among the
    /// instructions with the same opcode. At module scope, the ordinal is among the instructions with the same opcode
    /// and result type.
    places: Vec<(usize, usize)>,
    /// Ids of the pointer types that have an OpTypeForwardPointer.
    forward: Vec<u32>,
    keys: FxHashMap<u32, u64>,
    active: Vec<u32>,
}

/// Compares two modules. All instructions with `opcode` must occur in the output, even unreferenced types and
/// constants.
///
/// # Errors
/// Describes the difference.
pub fn same(input: &[u32], output: &[u32], opcode: u32) -> Result<(), String> {
    let (mut a, mut b) = (Side::new(input)?, Side::new(output)?);
    let (mut left, mut right) = (a.all(), b.all());
    // Unreferenced definitions may be dropped or merged, unless they are under test.
    left.retain(|(key, i)| {
        let found = right.iter().position(|(k, _)| k == key);
        if let Some(at) = found {
            right.swap_remove(at);
        }
        found.is_none() && (!may_go(a.insts[*i].opcode) || a.insts[*i].opcode == opcode)
    });
    right.retain(|(_, i)| !may_go(b.insts[*i].opcode) || b.insts[*i].opcode == opcode);
    if left.is_empty() && right.is_empty() {
        return Ok(());
    }
    let show = |side: &Side, list: &[(u64, usize)]| {
        let lines: Vec<String> = list.iter().take(4).map(|(_, i)| side.show(*i)).collect();
        lines.join("; ")
    };
    Err(format!("lost: [{}], new: [{}]", show(&a, &left), show(&b, &right)))
}

fn may_go(opcode: u32) -> bool {
    core_row(opcode).is_some_and(|r| r.name.starts_with("spv.Type"))
        || matches!(
            opcode,
            op::CONSTANT
                | op::CONSTANT_TRUE
                | op::CONSTANT_FALSE
                | op::CONSTANT_COMPOSITE
                | op::CONSTANT_NULL
                | op::STRING
        )
}

impl Side {
    fn new(words: &[u32]) -> Result<Side, String> {
        let insts = decode(words)?;
        let defs = insts.iter().enumerate().filter_map(|(i, d)| Some((d.id?, i))).collect();
        let mut places = Vec::with_capacity(insts.len());
        let mut counts: FxHashMap<(usize, u32, u32), usize> = FxHashMap::default();
        let (mut function, mut inside) = (0, false);
        let mut forward = Vec::new();
        for i in &insts {
            if matches!(i.opcode, op::FUNCTION | op::GRAPH_ARM) {
                (function, inside) = (function + 1, true);
            }
            if let (op::TYPE_FORWARD_POINTER, Some(Operand::Id(id))) = (i.opcode, i.operands.first()) {
                forward.push(*id);
            }
            let key = if inside { (function, i.opcode, 0) } else { (0, i.opcode, i.ty.unwrap_or(0)) };
            let count = counts.entry(key).or_default();
            places.push((key.0, *count));
            *count += 1;
            inside &= !matches!(i.opcode, op::FUNCTION_END | op::GRAPH_END_ARM);
        }
        Ok(Side { insts, defs, places, forward, keys: FxHashMap::default(), active: Vec::new() })
    }

    /// Returns the hash and index of all instructions. Inside functions, a hash also depends on the preceding
    /// instructions.
    fn all(&mut self) -> Vec<(u64, usize)> {
        let mut before = 0;
        let mut function = 0;
        (0..self.insts.len())
            .map(|i| {
                let mut key = self.key(i);
                if self.places[i].0 != function {
                    (function, before) = (self.places[i].0, 0);
                }
                if function != 0 {
                    key = hash((before, key));
                    before = key;
                }
                (key, i)
            })
            .collect()
    }

    /// Returns the hash of an instruction, excluding its result id.
    fn key(&mut self, index: usize) -> u64 {
        let Inst { opcode, ty, operands, .. } = self.insts[index].clone();
        let mut h = FxHasher::default();
        opcode.hash(&mut h);
        ty.map(|t| self.id(t)).hash(&mut h);
        let mut parts: Vec<u64> = operands
            .iter()
            .map(|o| match o {
                Operand::Id(id) => self.id(*id),
                Operand::Word(word) => hash(("word", word)),
                Operand::Text(text) => hash(("text", text)),
            })
            .collect();
        if opcode == op::PHI {
            // The pairs of value and predecessor label may be in any order.
            let mut pairs: Vec<u64> = parts.chunks(2).map(hash).collect();
            pairs.sort_unstable();
            parts = pairs;
        }
        parts.hash(&mut h);
        h.finish()
    }

    /// Returns the hash of an id's definition.
    fn id(&mut self, id: u32) -> u64 {
        if let Some(key) = self.keys.get(&id) {
            return *key;
        }
        let Some(&at) = self.defs.get(&id) else { return hash(("undefined", id)) };
        let opcode = self.insts[at].opcode;
        let ordinal = match opcode {
            op::FUNCTION_PARAMETER | op::LABEL | op::PHI | op::FUNCTION | op::GRAPH_ARM | op::VARIABLE => {
                Some(self.places[at])
            }
            _ => None,
        };
        if self.active.contains(&id) || self.forward.contains(&id) {
            return hash(("cycle", opcode));
        }
        let key = match (opcode, ordinal) {
            // References to these instructions may be cyclic, so their locations identify them.
            (op::LABEL | op::PHI | op::FUNCTION | op::GRAPH_ARM, Some(place)) => hash((opcode, place)),
            _ => {
                self.active.push(id);
                let key = hash((self.key(at), ordinal));
                self.active.pop();
                key
            }
        };
        self.keys.insert(id, key);
        key
    }

    /// Formats an instruction for an error message.
    fn show(&self, index: usize) -> String {
        let i = &self.insts[index];
        let name = core_row(i.opcode).map_or("?", |r| r.name).replacen("spv.", "Op", 1);
        let mut text = i.id.map(|id| format!("%{id} = ")).unwrap_or_default() + &name;
        if let Some(id) = i.ty {
            text += &format!(" %{id}");
        }
        for operand in &i.operands {
            text += &match operand {
                Operand::Id(id) => format!(" %{id}"),
                Operand::Word(word) => format!(" {word}"),
                Operand::Text(t) => format!(" {:?}", &t[..t.len().min(60)]),
            };
        }
        text
    }
}

fn hash(value: impl Hash) -> u64 {
    let mut h = FxHasher::default();
    value.hash(&mut h);
    h.finish()
}

#[cfg(test)]
mod tests {
    use super::super::builder::{Builder, Ty};
    use super::*;

    /// Creates a module that subtracts two parameters in the given order. `more` ids are skipped before the first
    /// definition.
    fn difference(order: [usize; 2], more: u32) -> Vec<u32> {
        let mut b = Builder::new();
        for _ in 0..more {
            b.id();
        }
        let parameters = [b.parameter(Ty::U32), b.parameter(Ty::U32)];
        let ty = b.ty(Ty::U32);
        b.value(op::I_SUB, ty, &order.map(|i| parameters[i]));
        b.u32(7);
        b.finish()
    }

    #[test]
    fn ids_may_differ_and_operands_may_not() {
        let expected = difference([0, 1], 0);
        assert_eq!(same(&expected, &difference([0, 1], 5), op::I_SUB), Ok(()));
        assert!(same(&expected, &difference([1, 0], 0), op::I_SUB).is_err());
        assert!(same(&expected, &difference([1, 1], 0), op::I_SUB).is_err());
    }

    #[test]
    fn constants_may_go_unless_they_are_asked_for() {
        let full = difference([0, 1], 0);
        let at = full.windows(2).position(|w| w[0] & 0xFFFF == op::CONSTANT && w[0] >> 16 == 4);
        let at = at.expect("there is a constant");
        let less = [&full[..at], &full[at + 4..]].concat();
        assert_eq!(same(&full, &less, op::I_SUB), Ok(()));
        assert!(same(&full, &less, op::CONSTANT).is_err());
    }
}
