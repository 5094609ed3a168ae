//! Worklist: a stack that contains each op at most once

use crate::body::Body;
use crate::entity::Op;
use crate::walk;

/// The stack of ops to visit.
#[derive(Default)]
pub(super) struct Worklist {
    stack: Vec<Op>,
    /// Whether each op is on the stack, indexed by op index.
    waiting: Vec<bool>,
}

impl Worklist {
    /// Creates a worklist with all ops of a body, popped in program order.
    pub(super) fn of(body: &Body) -> Worklist {
        let mut stack: Vec<Op> = Vec::with_capacity(body.op_count());
        stack.extend(walk::ops(body));
        stack.reverse();
        let mut waiting = vec![false; body.op_count()];
        stack.iter().for_each(|op| waiting[op.index()] = true);
        Worklist { stack, waiting }
    }

    /// Returns the number of ops on the stack.
    pub(super) fn len(&self) -> usize {
        self.stack.len()
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
