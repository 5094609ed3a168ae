//! Generator of switches for a random program

use super::function::{Function, Scope};
use super::module::{Make, Ty, literal_words};
use crate::r#gen::words::op;

impl Function<'_> {
    pub(super) fn switch(&mut self, depth: usize) {
        let ty = self.m.rng.pick(&Ty::INTS);
        let Make::Int(width, signed) = ty.make() else { return };
        let selector = {
            // The selector is usually reduced to a small range, so that cases are executed.
            let (value, mask) = (self.value(ty), self.m.constant(ty, 7));
            if self.m.rng.chance(70) { self.hidden(op::BITWISE_AND, ty, &[value, mask]) } else { value }
        };
        let exits = self.exits_of_switch();
        let merge = self.joint();
        let header = self.at;
        // Target blocks of the cases, in order. A case may fall through to the next case.
        let count = self.m.rng.range(1, 5);
        let mut blocks = Vec::new();
        for _ in 0..count {
            let phis = (0..self.m.rng.pick(&[0, 0, 0, 1])).map(|_| self.m.rng.pick(&Ty::ALL)).collect();
            blocks.push(self.target(phis));
        }
        let falls: Vec<bool> = (0..count).map(|i| i + 1 < count && self.m.rng.chance(20)).collect();
        // The default target: a separate block, the block of a case, the merge block, or an exit.
        let (default, own) = match self.m.rng.below(100) {
            0..35 => {
                let at = self.m.rng.below(count);
                (blocks[at], Some(at))
            }
            35..60 => (blocks[self.m.rng.below(count)], None),
            60..99 => (merge, None),
            _ => (self.one_of(&exits).unwrap_or(merge), None),
        };
        let mut used: Vec<u64> = Vec::new();
        let mut operands = vec![selector, self.edge(default)];
        for (i, &block) in blocks.iter().enumerate() {
            // A block that is only the default target has no case literals.
            let literals = if own == Some(i) { 0 } else { self.m.rng.pick(&[1, 1, 1, 2, 3]) };
            let label = if literals > 0 { self.edge(block) } else { 0 };
            for _ in 0..literals {
                self.case(&mut operands, &mut used, (width, signed), label);
            }
        }
        if self.m.rng.chance(15) {
            let to = if self.m.rng.chance(95) { merge } else { self.one_of(&exits).unwrap_or(merge) };
            let label = self.edge(to);
            self.case(&mut operands, &mut used, (width, signed), label);
        }
        self.selection_merge(merge);
        self.code.op(op::SWITCH, &operands);
        self.open = false;
        self.scopes.push(Scope::Switch(merge));
        for (i, &block) in blocks.iter().enumerate() {
            if self.targets[block].is_dead() {
                continue;
            }
            self.begin(block, header, depth + 1);
            self.statements(depth + 1);
            let next = blocks.get(i + 1).copied().filter(|_| falls[i] && self.open);
            match next {
                Some(next) if self.m.rng.chance(30) => {
                    let condition = self.condition();
                    let labels = [self.edge(next), self.edge(merge)];
                    self.code.op(op::BRANCH_CONDITIONAL, &[condition, labels[0], labels[1]]);
                    self.open = false;
                }
                Some(next) => self.branch(next),
                None => self.end_arm(merge),
            }
        }
        self.scopes.pop();
        self.join(merge, header, depth);
    }

    /// Appends a case to a switch's operands: a literal that is not yet in `used`, and the target label.
    fn case(&mut self, operands: &mut Vec<u32>, used: &mut Vec<u64>, ty: (u32, bool), label: u32) {
        let (width, signed) = ty;
        let mut literal = super::literal(&mut self.m.rng, width);
        while used.contains(&literal) {
            literal = literal.wrapping_add(1) & (u64::MAX >> (64 - width));
        }
        used.push(literal);
        operands.extend(literal_words(literal, width, signed));
        operands.push(label);
    }
}
