//! Generator of exits from the constructs of a random program

use super::function::{Function, Scope};
use crate::r#gen::words::op;

impl Function<'_> {
    /// Returns the blocks to which a branch may exit. These are the merge block and continue target of the innermost
    /// loop, and the merge block of the innermost switch. If the program has no merge instructions, returns the targets
    /// of all enclosing constructs.
    pub fn exits(&self) -> Vec<usize> {
        self.exits_of(false)
    }

    /// Returns the blocks to which a switch header may exit. Excludes the merge blocks of enclosing switches.
    pub fn exits_of_switch(&self) -> Vec<usize> {
        self.exits_of(true)
    }

    fn exits_of(&self, mut switch: bool) -> Vec<usize> {
        let mut list = Vec::new();
        for scope in self.scopes.iter().rev() {
            match *scope {
                Scope::Continue => break,
                Scope::Loop(merge, next) => {
                    list.extend([merge, next]);
                    if self.merges {
                        break;
                    }
                }
                Scope::Switch(merge) => {
                    if !switch || !self.merges {
                        list.push(merge);
                    }
                    switch = true;
                }
                Scope::Selection(merge) if !self.merges => list.push(merge),
                Scope::Selection(_) => {}
            }
        }
        list
    }

    /// Returns a random exit target that is not in `taken`, or `None` if there is none.
    pub fn exit_but(&mut self, taken: &[usize]) -> Option<usize> {
        let list: Vec<usize> = self.exits().into_iter().filter(|t| !taken.contains(t)).collect();
        self.one_of(&list)
    }

    /// Returns a random element of a list, or `None` if the list is empty.
    pub fn one_of(&mut self, list: &[usize]) -> Option<usize> {
        if list.is_empty() { None } else { Some(self.m.rng.pick(list)) }
    }

    /// Returns whether a return is allowed at the insertion point. Continue constructs must not contain returns.
    pub fn may_return(&self) -> bool {
        !self.scopes.iter().any(|s| matches!(s, Scope::Continue))
    }

    /// Ends the block with an exit from an enclosing construct, or with a return.
    pub fn leave(&mut self) {
        match self.exit_but(&[]) {
            Some(target) if self.m.rng.chance(75) => self.branch(target),
            _ if self.may_return() => self.leave_function(),
            _ => {}
        }
    }

    /// Ends the block with a return or, rarely, with a kill.
    pub fn leave_function(&mut self) {
        match self.result {
            _ if self.m.rng.chance(4) && !self.m.exact => self.code.op(op::KILL, &[]),
            None => self.code.op(op::RETURN, &[]),
            Some(ty) => {
                let value = self.value(ty);
                self.code.op(op::RETURN_VALUE, &[value]);
            }
        }
        self.open = false;
    }

    /// Ends the block with a conditional exit that declares no selection. The other edge leads to a new block or is
    /// another exit.
    pub fn conditional_exit(&mut self) {
        let Some(target) = self.exit_but(&[]) else { return };
        let condition = self.condition();
        let other = self.exit_but(&[target]).filter(|_| self.m.rng.chance(15));
        let onward = other.is_none().then(|| self.target(Vec::new()));
        let here = self.at;
        let mut labels = [self.edge(target), self.edge(other.or(onward).unwrap_or(target))];
        if self.m.rng.chance(50) {
            labels.reverse();
        }
        self.code.op(op::BRANCH_CONDITIONAL, &[condition, labels[0], labels[1]]);
        self.open = false;
        if let Some(onward) = onward {
            self.begin_block(onward, here);
        }
    }
}
