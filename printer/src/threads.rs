//! Parallel printing of functions and small modules
//!
//! Each task prints into its own buffer.

use crate::out::Text;
use crate::printer::Printer;
use spv_ir::dialect::Traits;
use spv_ir::{Block, Body, Executor, Op, Pool, walk};
use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};

/// Approximate number of ops per task.
const TASK: usize = 1 << 12;
/// Maximum number of ops in a nested body, other than a function body, that a single task prints. In larger bodies, the
/// functions are printed in parallel.
const LARGE: usize = 4 * TASK;
/// Maximum number of task outputs held in memory at the same time.
const ROUND: usize = 64;

impl Printer<'_> {
    /// Prints the ops of a block, one per line. With an executor, prints consecutive independent ops in parallel. If
    /// `terminators` is false, omits the block's last op.
    pub(crate) fn print_ops(&mut self, body: &Body, block: Block, terminators: bool) {
        let end = if terminators { None } else { body.last_op(block) };
        let ops = body.ops(block).take_while(|op| Some(*op) != end);
        let Some(executor) = self.executor.filter(|_| !self.options.debug_info) else {
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

    /// Returns whether an op is printed the same in any enclosing body, and may be printed by a single task or as a
    /// function.
    fn is_by_itself(&self, body: &Body, op: Op) -> bool {
        let Some(nested) = body.nested(op) else { return false };
        let function = self.registry.op(body.def(op)).traits.contains(Traits::FUNCTION);
        let apart =
            body.result_count(op) == 0 && body.operand_count(op) == 0 && body.successor_count(op) == 0;
        apart && (function || size(nested) <= LARGE)
    }

    fn print_functions(&mut self, body: &Body, functions: &[Op], executor: &dyn Executor) {
        let tasks = split(body, functions);
        if tasks.len() < 2 {
            return functions.iter().for_each(|&op| self.print_line(body, op));
        }
        self.flush(0);
        let (ctx, options, indent) = (self.ctx, self.options, self.indent);
        let (types, loc_aliases) = (self.types.clone(), self.loc_aliases.clone());
        let affine_aliases = self.affine_aliases.clone();
        let dialect = self.scope(body).map_or((None, false), |scope| (scope.dialect, scope.is_default));
        let mut error = self.error.take();
        let sink: &mut (dyn Write + Send) = match &mut self.sink {
            Some(sink) => &mut **sink,
            None => &mut self.out,
        };
        let ordered = Ordered::new(tasks.len(), sink, &mut error);
        let printers: Pool<Printer<'_>> = Pool::default();
        let make = || {
            let mut printer = Printer::new(ctx, options);
            printer.types = types.clone();
            printer.loc_aliases = loc_aliases.clone();
            printer.affine_aliases = affine_aliases.clone();
            printer.indent = indent;
            printer.enter_for_functions(body, dialect);
            printer
        };
        for (round, tasks) in tasks.chunks(ROUND).enumerate() {
            executor.run(tasks.len(), &|i| {
                let text = printers.with(make, |printer| {
                    tasks[i].iter().for_each(|&op| printer.print_line(body, op));
                    std::mem::take(&mut printer.out)
                });
                ordered.add(round * ROUND + i, text);
            });
            ordered.write();
        }
        self.error = error;
    }
}

/// Outputs of tasks that complete in any order but are written in sequence. A thread that adds an output writes all
/// outputs that are ready, unless another thread is writing.
struct Ordered<'o> {
    texts: Vec<Mutex<Option<Text>>>,
    out: Mutex<Out<'o>>,
}

struct Out<'o> {
    sink: &'o mut (dyn Write + Send),
    error: &'o mut Option<io::Error>,
    /// Index of the next output to write.
    next: usize,
}

impl<'o> Ordered<'o> {
    fn new(count: usize, sink: &'o mut (dyn Write + Send), error: &'o mut Option<io::Error>) -> Ordered<'o> {
        let texts = (0..count).map(|_| Mutex::default()).collect();
        Ordered { texts, out: Mutex::new(Out { sink, error, next: 0 }) }
    }

    fn add(&self, index: usize, text: Text) {
        *self.texts[index].lock().unwrap_or_else(PoisonError::into_inner) = Some(text);
        if let Ok(mut out) = self.out.try_lock() {
            self.write_ready(&mut out);
        }
    }

    /// Writes all outputs that are next in sequence and ready.
    fn write(&self) {
        self.write_ready(&mut self.out.lock().unwrap_or_else(PoisonError::into_inner));
    }

    fn write_ready(&self, out: &mut Out<'_>) {
        while let Some(text) = self.texts.get(out.next) {
            let Some(text) = text.lock().unwrap_or_else(PoisonError::into_inner).take() else { return };
            if out.error.is_none() {
                *out.error = out.sink.write_all(&text).err();
            }
            out.next += 1;
        }
    }
}

/// Returns the number of ops in a body, including nested bodies. Stops counting when the maximum for a task is
/// exceeded.
fn size(body: &Body) -> usize {
    let mut count = 0;
    walk::bodies(body).all(|at| {
        count += at.body.op_count();
        count <= LARGE
    });
    count
}

/// Groups consecutive functions into tasks with about the same number of ops.
fn split<'f>(body: &Body, functions: &'f [Op]) -> Vec<&'f [Op]> {
    let mut tasks = Vec::new();
    let (mut start, mut count) = (0, 0);
    for (i, &op) in functions.iter().enumerate() {
        count += body.nested(op).map_or(0, size);
        if count >= TASK || i + 1 == functions.len() {
            tasks.push(&functions[start..=i]);
            (start, count) = (i + 1, 0);
        }
    }
    tasks
}
