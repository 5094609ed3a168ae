//! A stack of ops, each at most once.

use crate::entity::Op;

/// See the module documentation.
#[derive(Default)]
pub(super) struct Worklist {
    stack: Vec<Op>,
    /// By op index, whether the op is on the stack.
    waiting: Vec<bool>,
}

impl Worklist {
    pub(super) fn with_capacity(ops: usize) -> Worklist {
        Worklist { stack: Vec::with_capacity(ops), waiting: vec![false; ops] }
    }

    pub(super) fn push(&mut self, op: Op) {
        let index = op.index();
        if self.waiting.len() <= index {
            self.waiting.resize(index + 1, false);
        }
        if !std::mem::replace(&mut self.waiting[index], true) {
            self.stack.push(op);
        }
    }

    pub(super) fn pop(&mut self) -> Option<Op> {
        let op = self.stack.pop()?;
        self.waiting[op.index()] = false;
        Some(op)
    }
}
