//! Pipes: bounded queues of packets between concurrent kernels

use super::{Machine, Outcome, Run, RunResult, Running, Trap, Value, ValueType};
use spv_dialect::generated::opcodes as op;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

/// Result of a failed OpReadPipe or OpWritePipe: -1. The specification requires a negative value.
const FAILED: u64 = u32::MAX as u64;

/// The pipes that a run can access.
#[derive(Clone, Default)]
pub(super) struct Pipes {
    queues: Rc<RefCell<Vec<VecDeque<Value>>>>,
    capacity: usize,
    /// Indices of the pipes for the entry function's pipe parameters, in order.
    pub given: VecDeque<usize>,
}

/// The state of a pipe access.
pub(super) enum Access {
    /// The access has completed or failed, with this result. `None` if the instruction has no result.
    Done(Option<Value>),
    /// The access must wait for another kernel.
    Blocked,
}

impl Machine<'_> {
    /// Runs kernels interleaved, one op at a time, until all have ended. `kernels` has each kernel's name and the
    /// indices of the pipes for its pipe parameters. The tuple has the number of pipes, and the capacity of each pipe
    /// in packets. Each kernel has its own variables.
    pub fn run_together(
        &self,
        kernels: &[(&str, &[usize])],
        (pipes, capacity): (usize, usize),
        leaf: &mut dyn FnMut(&ValueType) -> Value,
    ) -> Vec<Run> {
        let queues = Rc::new(RefCell::new(vec![VecDeque::new(); pipes]));
        let mut running: Vec<(Running<'_, '_>, Option<Outcome>)> = Vec::new();
        for (name, numbers) in kernels {
            let given = numbers.iter().copied().collect();
            let mut run = self.running(Pipes { queues: queues.clone(), capacity, given });
            let ended = run.start(name, &mut |_, shape| leaf(shape)).err().map(Outcome::Trapped);
            running.push((run, ended));
        }
        while running.iter().any(|(_, outcome)| outcome.is_none()) {
            for (run, outcome) in running.iter_mut().filter(|(_, outcome)| outcome.is_none()) {
                *outcome = run.step().unwrap_or_else(|trap| Some(Outcome::Trapped(trap)));
            }
        }
        running.into_iter().map(|(run, outcome)| run.finish(outcome.expect("all have ended"))).collect()
    }
}

impl Running<'_, '_> {
    /// Executes a pipe read or write. Returns `None` for other instructions.
    pub(super) fn pipe(&mut self, opcode: u32, args: &[Value]) -> RunResult<Option<Access>> {
        let (blocking, reads) = match opcode {
            op::READ_PIPE => (false, true),
            op::WRITE_PIPE => (false, false),
            op::READ_PIPE_BLOCKING_ALTERA => (true, true),
            op::WRITE_PIPE_BLOCKING_ALTERA => (true, false),
            _ => return Ok(None),
        };
        let [pipe, pointer, ..] = args else {
            return super::malformed("a pipe instruction without operands");
        };
        let number = pipe.bits().ok_or(Trap::BadPointer)? as usize;
        let queues = self.pipes.queues.clone();
        let mut queues = queues.borrow_mut();
        let queue = queues.get_mut(number).ok_or(Trap::BadPointer)?;
        let done = match reads {
            true => match queue.pop_front() {
                Some(packet) => {
                    *self.place(pointer)? = packet;
                    true
                }
                None => false,
            },
            false if queue.len() < self.pipes.capacity => {
                queue.push_back(self.place(pointer)?.clone());
                true
            }
            false => false,
        };
        Ok(Some(match (blocking, done) {
            (true, false) => Access::Blocked,
            (true, true) => Access::Done(None),
            (false, done) => Access::Done(Some(Value::Bits(if done { 0 } else { FAILED }))),
        }))
    }
}
