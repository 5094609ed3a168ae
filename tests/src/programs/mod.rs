//! Generator of random terminating programs
//!
//! They contain every kind of structured control flow, or random control-flow graphs. Merge instructions are optional.
//! A module contains several functions `f0`, `f1`, and so on. Its binary is emitted directly, without the code under
//! test.
//!
//! The results are arbitrary, but depend on the control-flow path: see [`crate::interp`].

pub mod check;
pub mod compute;
mod exits;
mod flow;
mod function;
mod graph;
mod guarded;
mod module;
mod ops;
pub mod passes;
pub mod pipes;
pub mod shapes;
mod switch;
pub mod widened;

use crate::r#gen::Rng;
use crate::r#gen::words::{Words, class, op, string_words};
use function::{Function, Signature};
use module::{Module, Ty};

/// Options of the program generator.
#[derive(Clone, Debug)]
pub struct Options {
    /// Number of functions.
    pub functions: usize,
    /// Seed of the random number generator.
    pub seed: u64,
    /// Whether merge instructions declare the constructs. If not, a branch may exit several constructs at once.
    pub merges: bool,
    /// Indices of functions whose bodies remain empty. The other functions do not change.
    pub empty: Vec<usize>,
    /// Whether drivers must compute the same results: no kills, no division by zero, and only float operations with
    /// exactly specified results.
    pub exact: bool,
}

/// Creates a module of random functions with structured control flow.
pub fn structured(options: &Options) -> Vec<u32> {
    let (mut m, signatures, _) = functions(options);
    for (number, signature) in signatures.iter().enumerate().filter(|(number, _)| number % 4 != 3) {
        export(&mut m, signature.id, &format!("f{number}"));
    }
    library(&m)
}

/// Exports a function. In a module without entry points, passes may erase functions that are not exported.
fn export(m: &mut Module, id: u32, name: &str) {
    const LINKAGE_ATTRIBUTES: u32 = 41;
    const EXPORT: u32 = 0;
    let words = [&string_words(name)[..], &[EXPORT]].concat();
    m.annotations.op2(op::DECORATE, &[id, LINKAGE_ATTRIBUTES], &words);
}

/// Creates the functions of a module. Also returns their signatures, and the ids and types of the shared variables.
fn functions(options: &Options) -> (Module, Vec<Signature>, Vec<(u32, Ty)>) {
    let mut m = Module::new(options.seed);
    m.exact = options.exact;
    let globals = globals(&mut m);
    let mut signatures: Vec<Signature> = Vec::new();
    for number in 0..options.functions {
        m.rng = Rng::new(options.seed.wrapping_mul(0x1_0000).wrapping_add(number as u64));
        let empty = options.empty.contains(&number);
        let made = Function::make(&mut m, &signatures, &globals, number, options.merges, empty);
        signatures.push(made);
    }
    (m, signatures, globals)
}

/// Creates a module of random functions without merge instructions. Each control-flow graph has at most `blocks`
/// blocks.
pub fn graphs(functions: usize, seed: u64, blocks: usize, reducible: bool) -> Vec<u32> {
    let mut m = Module::new(seed);
    let globals = globals(&mut m);
    for number in 0..functions {
        graph::make(&mut m, &globals, number, blocks, reducible);
    }
    library(&m)
}

/// Creates the module-scope variables to which functions write results. Returns their ids and types.
fn globals(m: &mut Module) -> Vec<(u32, Ty)> {
    let mut list = Vec::new();
    for (i, ty) in [Ty::U32, Ty::S64, Ty::F32, Ty::V4F, Ty::Array].into_iter().enumerate() {
        let pointer = m.pointer(class::PRIVATE, ty);
        let start = start(m, i, ty);
        let id = m.id();
        m.globals.op(op::VARIABLE, &[pointer, id, class::PRIVATE, start]);
        m.name(id, &format!("g{i}"));
        list.push((id, ty));
    }
    list
}

/// Returns the id of the initial value for the shared variable with index `number`.
fn start(m: &mut Module, number: usize, ty: Ty) -> u32 {
    m.constant(ty, number as u64 + 3)
}

const LINKAGE: u32 = 5;

/// Returns the first sections of a module: the capabilities that all modules need and those in `more`, and the memory
/// model.
fn head(m: &Module, more: &[u32]) -> Words {
    let mut head = Words::default();
    // The fixed capabilities are Shader, Int8, Int16, Int64 and Float64.
    for capability in [1].iter().chain(more).chain(&[39, 22, 11, 10]) {
        head.op(op::CAPABILITY, &[*capability]);
    }
    head.op2(op::EXT_INST_IMPORT, &[m.glsl], &string_words("GLSL.std.450"));
    head.op(op::MEMORY_MODEL, &[0, 1]);
    head
}

/// Returns the words of the module as a library without entry points.
fn library(m: &Module) -> Vec<u32> {
    finish(&head(m, &[LINKAGE]), m)
}

/// Concatenates the sections of a module.
fn finish(head: &Words, m: &Module) -> Vec<u32> {
    let mut words = vec![0x0723_0203, 0x0001_0500, 0, m.next_id, 0];
    for section in [head, &m.names, &m.annotations, &m.globals, &m.functions] {
        words.extend_from_slice(&section.words);
    }
    words
}

/// Returns a random integer of `width` bits. Half of the integers are small.
fn literal(rng: &mut Rng, width: u32) -> u64 {
    let bits = match rng.below(4) {
        0 | 1 => rng.below(6) as u64,
        2 => u64::MAX - rng.below(4) as u64,
        _ => u64::from(rng.bits()) << 32 | u64::from(rng.bits()),
    };
    if width >= 64 { bits } else { bits & ((1 << width) - 1) }
}
