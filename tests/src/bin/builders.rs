//! Measures the time to build ops: `builders [--rounds N] [--ops N]`
//!
//! Builds a function with loads, arithmetic, access chains and extended instructions in three ways. They are the typed
//! builders (`b.f_add(x, y)`), the generic `Builder::create`, and building by op name with `OpSpec`. Prints the
//! nanoseconds per op, as the minimum of all rounds.
//!
//! Run it in the release profile. It fails if the typed builders need more than 120 ns per op, or more than 1.5 times
//! the time of the generic builder.

use spv_opt::ir::{Body, Builder, Context, InsertPoint, NewOp, Type, Value};
use spv_opt::spv::{self, Types};
use spv_opt::{OpSpec, dialect::generated::opcodes};
use std::process::ExitCode;
use std::time::Instant;

/// Maximum time of the typed builders, in nanoseconds per op.
const LIMIT: f64 = 120.0;
/// Maximum ratio of the typed builders' time to the generic builder's time.
const FACTOR: f64 = 1.5;

/// Number of ops that each iteration builds.
const OPS: usize = 8;

/// Attribute slots that encode an absent memory access.
const NO_ACCESS: [u32; 2] = [spv_opt::ir::dialect::ABSENT, 0];

struct Ops<'c> {
    ctx: &'c Context,
    body: Body,
    float: Type,
    element: Type,
    /// Pointer to an array: the base of the access chains.
    array: Value,
    index: Value,
    block: spv_opt::ir::Block,
}

impl<'c> Ops<'c> {
    fn new(ctx: &'c Context) -> Ops<'c> {
        let float = ctx.float(32);
        let array = ctx.pointer(ctx.array(float, 16), spv::StorageClass::Private);
        let element = ctx.pointer(float, spv::StorageClass::Private);
        let mut body = Body::default();
        let root = body.root();
        let mut b = Builder::new(&mut body);
        let block = b.append_block(root);
        let (array, index) = (b.add_arg(block, array), b.add_arg(block, ctx.unsigned(32)));
        Ops { ctx, body, float, element, array, index, block }
    }

    fn typed(&mut self, iterations: usize) {
        let (array, index) = (self.array, self.index);
        let mut b = spv::Builder::at_end(self.ctx, &mut self.body, self.block);
        for _ in 0..iterations {
            let pointer = b.access_chain(array, &[index]);
            let x = b.load(pointer);
            let y = b.f_add(x, x);
            let z = b.f_mul(y, x);
            let w = b.f_sub(z, y);
            let root = b.glsl().sqrt(w);
            let negated = b.f_negate(root);
            b.store(pointer, negated);
        }
        b.finish().expect("all types are known");
    }

    fn generic(&mut self, iterations: usize) {
        let registry = self.ctx.registry();
        let code = |set, opcode| registry.op_by_code(set, opcode).expect("the dialect is registered");
        let core = |opcode| code(0, opcode);
        let [chain, load, add, mul, sub, negate, store] = [
            opcodes::ACCESS_CHAIN,
            opcodes::LOAD,
            opcodes::F_ADD,
            opcodes::F_MUL,
            opcodes::F_SUB,
            opcodes::F_NEGATE,
            opcodes::STORE,
        ]
        .map(core);
        let root = code(opcodes::set::GLSL, opcodes::glsl::SQRT);
        let (float, element) = ([self.float], [self.element]);
        let mut b = Builder::at(&mut self.body, InsertPoint::End(self.block));
        for _ in 0..iterations {
            let mut value = |def, operands: &[Value], slots: &[u32], results: &[Type]| {
                b.value(NewOp { operands, slots, results, ..NewOp::new(def) })
            };
            let pointer = value(chain, &[self.array, self.index], &[], &element);
            let x = value(load, &[pointer], &NO_ACCESS, &float);
            let y = value(add, &[x, x], &[], &float);
            let z = value(mul, &[y, x], &[], &float);
            let w = value(sub, &[z, y], &[], &float);
            let root = value(root, &[w], &[], &float);
            let negated = value(negate, &[root], &[], &float);
            b.create(NewOp { operands: &[pointer, negated], slots: &NO_ACCESS, ..NewOp::new(store) });
        }
    }

    fn by_name(&mut self, iterations: usize) {
        let ctx = self.ctx;
        let mut b = Builder::at(&mut self.body, InsertPoint::End(self.block));
        for _ in 0..iterations {
            let mut value = |name: &str, operands: &[Value], ty: Type| {
                let spec = OpSpec::new(ctx, name).operands(operands).result(ty);
                let op = spec.create(&mut b).expect("the op is complete");
                b.result(op, 0)
            };
            let pointer = value("spv.AccessChain", &[self.array, self.index], self.element);
            let x = value("spv.Load", &[pointer], self.float);
            let y = value("spv.FAdd", &[x, x], self.float);
            let z = value("spv.FMul", &[y, x], self.float);
            let w = value("spv.FSub", &[z, y], self.float);
            let root = value("spv.GLSL.Sqrt", &[w], self.float);
            let negated = value("spv.FNegate", &[root], self.float);
            let store = OpSpec::new(ctx, "spv.Store").operands(&[pointer, negated]);
            store.create(&mut b).expect("the op is complete");
        }
    }
}

/// Returns the time to build a new function, in nanoseconds per op.
fn time(ctx: &Context, iterations: usize, build: impl Fn(&mut Ops<'_>, usize)) -> f64 {
    let mut ops = Ops::new(ctx);
    let start = Instant::now();
    build(&mut ops, iterations);
    start.elapsed().as_secs_f64() * 1e9 / (iterations * OPS) as f64
}

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let (mut rounds, mut ops) = (20, 200_000);
    while let Some(argument) = arguments.next() {
        let number = arguments.next().and_then(|number| number.parse().ok());
        match (argument.as_str(), number) {
            ("--rounds", Some(number)) => rounds = number,
            ("--ops", Some(number)) => ops = number,
            _ => {
                eprintln!("usage: builders [--rounds N] [--ops N]");
                return ExitCode::FAILURE;
            }
        }
    }
    let ctx = spv_opt::context();
    let iterations = (ops / OPS).max(1);
    let [mut typed, mut generic, mut by_name] = [f64::INFINITY; 3];
    // The three ways run alternately, so that the allocator is in the same state for each.
    for _ in 0..rounds {
        typed = time(&ctx, iterations, |ops, iterations| ops.typed(iterations)).min(typed);
        generic = time(&ctx, iterations, |ops, iterations| ops.generic(iterations)).min(generic);
        by_name = time(&ctx, iterations, |ops, iterations| ops.by_name(iterations)).min(by_name);
    }
    println!("typed builders   {typed:6.1} ns an op, {:.2} times the generic one", typed / generic);
    println!("generic builder  {generic:6.1} ns an op");
    println!("ops by name      {by_name:6.1} ns an op");
    let fits = typed <= LIMIT && typed <= FACTOR * generic;
    if !fits {
        eprintln!("error: the limits are {LIMIT} ns and {FACTOR} times the generic builder");
    }
    if fits { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
