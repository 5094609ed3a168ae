//! Generator of the MLIR text benchmark input: a module in LLVM 14's syntax of the `spv` dialect
//!
//! `mlir-opt-14` prints the module unchanged. `mlir-translate-14` accepts it, because there `spv.module` may be nested
//! in `module`.

use super::Rng;
use super::module::Ty;
use super::text_func::{Callee, function};
use std::fmt::Write;

/// Options of the text generator.
#[derive(Debug, Clone)]
pub struct TextOptions {
    /// Number of functions besides the entry point.
    pub functions: usize,
    /// Seed of the random number generator.
    pub seed: u64,
    /// Nesting depth of constructs. Benchmarks use 2, because mlir-translate-14 usually crashes on binaries with
    /// selections nested three deep.
    pub nesting: usize,
}

/// Number of functions that have callers. LLVM searches for each symbol from the start of the module, so calls of all
/// functions would dominate the measured time.
const HELPERS: usize = 64;

/// A module-level buffer or variable.
#[derive(Debug)]
pub(super) struct Global {
    /// Symbol name.
    pub name: &'static str,
    /// Pointer type.
    pub pointer: &'static str,
    /// Name of the storage class, as loads and stores print it.
    pub class: &'static str,
    /// Loadable values: index path and type. The index `None` stands for any index.
    pub members: &'static [(&'static [Option<i32>], Ty)],
    /// Whether stores are allowed.
    pub writable: bool,
}

const GLOBALS: [(Global, &str); 6] = [
    (
        Global {
            name: "src",
            pointer: "!spv.ptr<!spv.struct<(!spv.rtarray<f32, stride=4> [0])>, StorageBuffer>",
            class: "StorageBuffer",
            members: &[(&[Some(0), None], Ty::F)],
            writable: false,
        },
        "bind(0, 0) {non_writable}",
    ),
    (
        Global {
            name: "dst",
            pointer: "!spv.ptr<!spv.struct<(!spv.rtarray<f32, stride=4> [0])>, StorageBuffer>",
            class: "StorageBuffer",
            members: &[(&[Some(0), None], Ty::F)],
            writable: true,
        },
        "bind(0, 1)",
    ),
    (
        Global {
            name: "points",
            pointer: "!spv.ptr<!spv.struct<(!spv.rtarray<vector<4xf32>, stride=16> [0])>, StorageBuffer>",
            class: "StorageBuffer",
            members: &[(&[Some(0), None], Ty::V4)],
            writable: true,
        },
        "bind(0, 2)",
    ),
    (
        Global {
            name: "params",
            pointer: "!spv.ptr<!spv.struct<(vector<4xf32> [0], vector<3xf32> [16], f32 [28], i32 [32])>, Uniform>",
            class: "Uniform",
            members: &[(&[Some(0)], Ty::V4), (&[Some(1)], Ty::V3), (&[Some(2)], Ty::F), (&[Some(3)], Ty::I)],
            writable: false,
        },
        "bind(1, 0)",
    ),
    (
        Global {
            name: "gid",
            pointer: "!spv.ptr<vector<3xi32>, Input>",
            class: "Input",
            members: &[],
            writable: false,
        },
        "built_in(\"GlobalInvocationId\")",
    ),
    (
        Global {
            name: "state",
            pointer: "!spv.ptr<vector<4xf32>, Private>",
            class: "Private",
            members: &[(&[], Ty::V4)],
            writable: true,
        },
        "",
    ),
];

/// Generates an MLIR text module. Returns the text and its op count.
pub fn generate_text(options: &TextOptions) -> (String, usize) {
    let mut rng = Rng::new(options.seed);
    let mut text =
        String::from("module {\n  spv.module Logical GLSL450 requires #spv.vce<v1.3, [Shader], []> {\n");
    let mut ops = 2 + GLOBALS.len();
    for (global, placement) in &GLOBALS {
        let space = if placement.is_empty() { "" } else { " " };
        let _ =
            writeln!(text, "    spv.GlobalVariable @{}{space}{placement} : {}", global.name, global.pointer);
    }
    let globals: Vec<&Global> = GLOBALS.iter().map(|(global, _)| global).collect();
    let mut callees: Vec<Callee> = Vec::new();
    for i in 0..options.functions {
        let helpers = &callees[..callees.len().min(HELPERS)];
        let (callee, count) = function(&mut text, &mut rng, &globals, (i, options.nesting), helpers);
        ops += count;
        if callees.len() < 2 * HELPERS {
            callees.push(callee);
        }
    }
    ops += super::text_func::entry_point(&mut text, &mut rng, &globals, &callees);
    text.push_str("    spv.EntryPoint \"GLCompute\" @main, @gid\n");
    text.push_str("    spv.ExecutionMode @main \"LocalSize\", 64, 1, 1\n");
    // mlir-opt's output ends with an empty line.
    text.push_str("  }\n}\n\n");
    (text, ops + 2)
}
