//! Functions, printed side by side: each is a text of its own.

use crate::printer::{CHUNK, Printer};
use spv_ir::dialect::Traits;
use spv_ir::{Block, Body, Executor, Op};
use std::sync::{Mutex, PoisonError};

/// Ops of functions that are one task, about.
const TASK: usize = 1 << 12;
/// Tasks whose texts are held at the same time, at most.
const ROUND: usize = 64;

impl Printer<'_> {
    /// The ops of a block, one a line; functions that follow each other side by side, if the executor is for that.
    pub(crate) fn print_ops(&mut self, body: &Body, block: Block) {
        let ops = body.ops(block);
        let Some(executor) = self.executor.filter(|_| !self.strict() && !self.options.debug_info) else {
            return ops.for_each(|op| self.print_line(body, op));
        };
        let mut functions: Vec<Op> = Vec::new();
        for op in ops {
            if self.is_by_itself(body, op) {
                functions.push(op);
                continue;
            }
            self.print_functions(body, &functions, executor);
            functions.clear();
            self.print_line(body, op);
        }
        self.print_functions(body, &functions, executor);
    }

    fn print_line(&mut self, body: &Body, op: Op) {
        self.margin();
        self.print_op(body, op);
        self.newline();
    }

    /// Whether the text of an op says nothing of the body around.
    fn is_by_itself(&self, body: &Body, op: Op) -> bool {
        let function = self.registry.op(body.def(op)).traits.contains(Traits::FUNCTION);
        function
            && body.nested(op).is_some()
            && body.result_count(op) == 0
            && body.operand_count(op) == 0
            && body.successor_count(op) == 0
    }

    fn print_functions(&mut self, body: &Body, functions: &[Op], executor: &dyn Executor) {
        let tasks = split(body, functions);
        if tasks.len() < 2 {
            return functions.iter().for_each(|&op| self.print_line(body, op));
        }
        let (ctx, options, types, indent) = (self.ctx, self.options, self.types.clone(), self.indent);
        let loc_aliases = self.loc_aliases.clone();
        for round in tasks.chunks(ROUND) {
            let texts: Vec<Mutex<Vec<u8>>> = round.iter().map(|_| Mutex::default()).collect();
            executor.run(round.len(), &|i| {
                let mut printer = Printer::new(ctx, options);
                printer.types = types.clone();
                printer.loc_aliases = loc_aliases.clone();
                printer.indent = indent;
                round[i].iter().for_each(|&op| printer.print_line(body, op));
                *texts[i].lock().unwrap_or_else(PoisonError::into_inner) = printer.out;
            });
            for text in texts {
                self.out.extend(text.into_inner().unwrap_or_else(PoisonError::into_inner));
                self.flush(CHUNK);
            }
        }
    }
}

/// Functions in a row of about as many ops together.
fn split<'f>(body: &Body, functions: &'f [Op]) -> Vec<&'f [Op]> {
    let mut tasks = Vec::new();
    let (mut start, mut count) = (0, 0);
    for (i, &op) in functions.iter().enumerate() {
        count += body.nested(op).map_or(0, Body::op_count);
        if count >= TASK || i + 1 == functions.len() {
            tasks.push(&functions[start..=i]);
            (start, count) = (i + 1, 0);
        }
    }
    tasks
}
