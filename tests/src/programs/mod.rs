//! Random programs that terminate: functions with every kind of structured control flow, the same without
//! merge declarations, and functions of random graphs. A module holds many functions, which are called
//! `f0`, `f1`, ...; its binary is made from scratch, without the code that is tested on it.
//!
//! What they compute is arbitrary, but depends on the path that control took: see [`crate::interp`].

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

/// What programs to make.
#[derive(Clone, Debug)]
pub struct Options {
    /// How many functions.
    pub functions: usize,
    /// The seed of all choices.
    pub seed: u64,
    /// Whether constructs are declared. Without, branches out of several constructs at once are made, too.
    pub merges: bool,
    /// Numbers of functions that are left empty, which changes no other.
    pub empty: Vec<usize>,
    /// For drivers: no kills, no division by zero, and of the operations on floats those alone that every driver
    /// computes to the last bit.
    pub exact: bool,
}

/// A module of random structured functions.
pub fn structured(options: &Options) -> Vec<u32> {
    let (mut m, signatures, _) = functions(options);
    for (number, signature) in signatures.iter().enumerate().filter(|(number, _)| number % 4 != 3) {
        export(&mut m, signature.id, &format!("f{number}"));
    }
    library(&m)
}

/// Makes a function visible to other modules: without an entry point, passes may erase what is not.
fn export(m: &mut Module, id: u32, name: &str) {
    const LINKAGE_ATTRIBUTES: u32 = 41;
    const EXPORT: u32 = 0;
    let words = [&string_words(name)[..], &[EXPORT]].concat();
    m.annotations.op2(op::DECORATE, &[id, LINKAGE_ATTRIBUTES], &words);
}

/// The functions of a module, with their signatures and the variables that they share.
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

/// A module of functions whose blocks form random graphs of `blocks` blocks at most, with nothing declared.
pub fn graphs(functions: usize, seed: u64, blocks: usize, reducible: bool) -> Vec<u32> {
    let mut m = Module::new(seed);
    let globals = globals(&mut m);
    for number in 0..functions {
        graph::make(&mut m, &globals, number, blocks, reducible);
    }
    library(&m)
}

/// Variables that functions leave results in.
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

/// What a shared variable holds at the beginning.
fn start(m: &mut Module, number: usize, ty: Ty) -> u32 {
    m.constant(ty, number as u64 + 3)
}

const LINKAGE: u32 = 5;

/// The beginning: the capabilities that all modules need and `more`, the memory model.
fn head(m: &Module, more: &[u32]) -> Words {
    let mut head = Words::default();
    // Shader, Int8, Int16, Int64, Float64.
    for capability in [1].iter().chain(more).chain(&[39, 22, 11, 10]) {
        head.op(op::CAPABILITY, &[*capability]);
    }
    head.op2(op::EXT_INST_IMPORT, &[m.glsl], &string_words("GLSL.std.450"));
    head.op(op::MEMORY_MODEL, &[0, 1]);
    head
}

/// The module as it is, without entry points.
fn library(m: &Module) -> Vec<u32> {
    finish(&head(m, &[LINKAGE]), m)
}

/// Puts the sections together.
fn finish(head: &Words, m: &Module) -> Vec<u32> {
    let mut words = vec![0x0723_0203, 0x0001_0500, 0, m.next_id, 0];
    for section in [head, &m.names, &m.annotations, &m.globals, &m.functions] {
        words.extend_from_slice(&section.words);
    }
    words
}

/// A number near a half of the time, one of all numbers the other.
fn literal(rng: &mut Rng, width: u32) -> u64 {
    let bits = match rng.below(4) {
        0 | 1 => rng.below(6) as u64,
        2 => u64::MAX - rng.below(4) as u64,
        _ => u64::from(rng.bits()) << 32 | u64::from(rng.bits()),
    };
    if width >= 64 { bits } else { bits & ((1 << width) - 1) }
}
