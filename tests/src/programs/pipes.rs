//! Generator of random kernels that pass packets through blocking pipes, to check `lower-blocking-pipes`
//!
//! Each pipe has as many writes as reads, so that all kernels terminate. The interpreter runs the kernels in turn, with
//! pipes of small capacity. The control-flow path determines the order of reads and writes, and the computation on a
//! packet.

use super::passes::optimize;
use crate::r#gen::Rng;
use crate::interp::{Machine, Outcome, Run, Value};
use std::fmt::Write;

/// Pipelines to be tested.
pub const PIPELINES: [&str; 4] =
    ["lower-blocking-pipes", "lower-blocking-pipes,O", "O,lower-blocking-pipes", "O"];

/// Maximum nesting depth of selections and loops.
const MAX_DEPTH: usize = 3;

/// A kernel's access to a pipe.
#[derive(Clone, Copy, PartialEq)]
enum Action {
    Read,
    Write,
}

/// MLIR text of a kernel under construction.
struct Kernel<'r> {
    rng: &'r mut Rng,
    text: String,
    ty: &'static str,
    names: usize,
}

impl Kernel<'_> {
    fn name(&mut self) -> String {
        self.names += 1;
        format!("%t{}", self.names)
    }

    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// Adds an op with a result, and returns the result's name.
    fn op(&mut self, op: &str) -> String {
        let name = self.name();
        self.line(&format!("{name} = {op}"));
        name
    }

    /// Adds a load of the accumulator variable, which combines all packets. Returns the name of the loaded value.
    fn load(&mut self) -> String {
        let ty = self.ty;
        self.op(&format!("spv.Load \"Function\" %acc : {ty}"))
    }

    fn store(&mut self, value: &str) {
        let ty = self.ty;
        self.line(&format!("spv.Store \"Function\" %acc, {value} : {ty}"));
    }

    /// Adds code that changes the accumulator variable.
    fn compute(&mut self) {
        let ty = self.ty;
        let op = self.rng.pick(&["IAdd", "IMul", "BitwiseXor", "ISub"]);
        let constant = self.rng.pick(&["%one", "%three", "%five"]);
        let old = self.load();
        let new = self.op(&format!("spv.{op} {old}, {constant} : {ty}"));
        self.store(&new);
    }

    fn action(&mut self, action: Action) {
        let ty = self.ty;
        let operands = format!("%g, %size, %size : !spv.pipe<ACCESS>, !spv.ptr<{ty}, Generic>, i32, i32");
        let old = self.load();
        match action {
            Action::Read => {
                let operands = operands.replace("ACCESS", "ReadOnly");
                self.line(&format!("spv.ReadPipeBlockingALTERA %in, {operands}"));
                let packet = self.op(&format!("spv.Load \"Function\" %packet : {ty}"));
                let scaled = self.op(&format!("spv.IMul {old}, %three : {ty}"));
                let new = self.op(&format!("spv.IAdd {scaled}, {packet} : {ty}"));
                self.store(&new);
            }
            Action::Write => {
                let operands = operands.replace("ACCESS", "WriteOnly");
                self.line(&format!("spv.Store \"Function\" %packet, {old} : {ty}"));
                self.line(&format!("spv.WritePipeBlockingALTERA %out, {operands}"));
            }
        }
    }

    /// Adds code that executes all pipe actions in order, on every control-flow path.
    fn actions(&mut self, list: &[Action], depth: usize) {
        if self.rng.chance(30) {
            self.compute();
        }
        if depth < MAX_DEPTH && self.rng.chance(35) {
            return self.selection(list, depth);
        }
        match list {
            [] => {}
            [action] => self.action(*action),
            _ => {
                let (first, rest) = list.split_at(self.rng.range(1, list.len() - 1));
                self.actions(first, depth);
                self.actions(rest, depth);
            }
        }
    }

    fn selection(&mut self, list: &[Action], depth: usize) {
        let ty = self.ty;
        let old = self.load();
        let (mask, bits) = (self.rng.pick(&["%one", "%three", "%five"]), self.rng.pick(&["%zero", "%one"]));
        let bit = self.op(&format!("spv.BitwiseAnd {old}, {mask} : {ty}"));
        let condition = self.op(&format!("spv.INotEqual {bit}, {bits} : {ty}"));
        self.line("spv.mlir.selection {");
        self.line(&format!("spv.BranchConditional {condition}, ^bb1, ^bb2"));
        for arm in ["^bb1:", "^bb2:"] {
            self.line(arm);
            self.actions(list, depth + 1);
            self.line("spv.Branch ^bb3");
        }
        self.line("^bb3:\nspv.mlir.merge\n}");
    }

    /// Adds a loop that executes the pipe actions in each of `count` iterations.
    fn repeated(&mut self, count: usize, list: &[Action], depth: usize) {
        let bound = self.op(&format!("spv.Constant {count} : i32"));
        let (i, next, test) = (self.name(), self.name(), self.name());
        self.line(&format!("spv.mlir.loop {{\nspv.Branch ^bb1(%none : i32)\n^bb1({i}: i32):"));
        self.line(&format!("{test} = spv.ULessThan {i}, {bound} : i32"));
        self.line(&format!("spv.BranchConditional {test}, ^bb2, ^bb4\n^bb2:"));
        self.actions(list, depth + 1);
        self.line("spv.Branch ^bb3\n^bb3:");
        self.line(&format!("{next} = spv.IAdd {i}, %single : i32\nspv.Branch ^bb1({next} : i32)"));
        self.line("^bb4:\nspv.mlir.merge\n}");
    }
}

/// A module with several kernels, and the pipes that each kernel accesses.
struct Network {
    text: String,
    kernels: Vec<(String, Vec<usize>)>,
    pipes: usize,
    capacity: usize,
}

fn network(seed: u64) -> Network {
    let mut rng = Rng::new(seed);
    let stages = rng.range(2, 4);
    let (ty, size) = rng.pick(&[("i32", 4), ("i64", 8)]);
    // The total number of packets is the same in all pipes.
    let packets: usize = rng.pick(&[1, 2, 4, 6, 8]);
    let mut text = format!(
        "spv.module Physical64 OpenCL requires #spv.vce<v1.0, [Kernel, Addresses, Linkage, Int64, Pipes, GenericPointer, \
         BlockingPipesALTERA], [SPV_INTEL_blocking_pipes]> {{\nspv.GlobalVariable @sum : !spv.ptr<{ty}, CrossWorkgroup>\n"
    );
    let mut kernels = Vec::new();
    for stage in 0..stages {
        let (reads, writes) = (stage > 0, stage + 1 < stages);
        let mut parameters = Vec::new();
        if reads {
            parameters.push("%in: !spv.pipe<ReadOnly>");
        }
        if writes {
            parameters.push("%out: !spv.pipe<WriteOnly>");
        }
        let name = format!("k{stage}");
        let divisors: Vec<usize> = (1..=packets).filter(|n| packets.is_multiple_of(*n)).collect();
        let each = rng.pick(&divisors);
        let mut list = vec![Action::Read; if reads { each } else { 0 }];
        // Write each packet directly after it is read, or write all packets after all reads.
        let together = rng.chance(50);
        for number in (0..if writes { each } else { 0 }).rev() {
            let at = if together || !reads { list.len() } else { number + 1 };
            list.insert(at, Action::Write);
        }
        let mut kernel = Kernel { rng: &mut rng, text: String::new(), ty, names: 0 };
        for (name, value, ty) in [
            ("%zero", 0, ty),
            ("%one", 1, ty),
            ("%three", 3, ty),
            ("%five", 5, ty),
            ("%none", 0, "i32"),
            ("%single", 1, "i32"),
            ("%size", size, "i32"),
        ] {
            kernel.line(&format!("{name} = spv.Constant {value} : {ty}"));
        }
        kernel.line(&format!("%acc = spv.Variable init(%five) : !spv.ptr<{ty}, Function>"));
        kernel.line(&format!("%packet = spv.Variable : !spv.ptr<{ty}, Function>"));
        kernel.line(&format!(
            "%g = spv.PtrCastToGeneric %packet : !spv.ptr<{ty}, Function> to !spv.ptr<{ty}, Generic>"
        ));
        kernel.repeated(packets / each, &list, 0);
        let last = kernel.load();
        kernel.line(&format!("%sum = spv.mlir.addressof @sum : !spv.ptr<{ty}, CrossWorkgroup>"));
        kernel.line(&format!("spv.Store \"CrossWorkgroup\" %sum, {last} : {ty}\nspv.Return\n}}"));
        let body = kernel.text;
        _ = writeln!(
            text,
            "spv.func @{name}({}) \"None\" attributes {{linkage_attributes = [\"{name}\", \"Export\"]}} {{\n{body}",
            parameters.join(", ")
        );
        let pipes =
            (stage.saturating_sub(1)..=stage).filter(|&pipe| if pipe == stage { writes } else { reads });
        kernels.push((name, pipes.collect()));
    }
    text.push_str("}\n");
    Network { text, kernels, pipes: stages - 1, capacity: rng.pick(&[1, 1, 2, 4]) }
}

fn run(network: &Network, module: &spv_opt::Module) -> Result<Vec<Run>, String> {
    let machine = Machine::new(module).ok_or("no spv.module")?;
    let kernels: Vec<(&str, &[usize])> =
        network.kernels.iter().map(|(name, pipes)| (name.as_str(), &pipes[..])).collect();
    Ok(machine.run_together(&kernels, (network.pipes, network.capacity), &mut |_| Value::Undef))
}

/// Creates a network of kernels, and compares the results before and after each of [`PIPELINES`].
///
/// # Errors
/// Describes the failure, including the seed and the pipeline.
pub fn check(seed: u64) -> Result<(), String> {
    let network = network(seed);
    let say = |what: &str, why: &dyn std::fmt::Display| {
        format!("pipes, seed {seed}: {what}: {why}\n{}", network.text)
    };
    let source = spv_opt::parse(&spv_opt::context(), &network.text)
        .and_then(|module| spv_opt::verify(&module).map(|()| module))
        .map_err(|e| say("the kernels", &e.list[0].message))?;
    let words = spv_opt::export(&source).map_err(|e| say("export", &e.list[0].message))?;
    let expected = run(&network, &source).map_err(|why| say("before", &why))?;
    if expected.iter().any(|run| run.outcome != Outcome::Returned(Value::Void)) {
        return Err(say("before", &"a kernel does not end"));
    }
    for pipeline in PIPELINES {
        let module = optimize(pipeline, &words).map_err(|why| say(pipeline, &why))?;
        if pipeline.contains("lower") && spv_opt::print(&module).contains("PipeBlocking") {
            return Err(say(pipeline, &"a blocking instruction is left"));
        }
        let found = run(&network, &module).map_err(|why| say(pipeline, &why))?;
        let agrees = |(a, b): (&Run, &Run)| a.outcome == b.outcome && a.memory == b.memory;
        if !expected.iter().zip(&found).all(agrees) {
            return Err(say(pipeline, &format!("{expected:?} became {found:?}")));
        }
    }
    Ok(())
}
