//! Float simplifications that may change rounding, compared with the interpreter

use spv_opt::passes::{Pipeline, Registry, RunOptions, run};
use spv_tests::interp::{Machine, Outcome, Trap, Value};

/// First lines of a function with the parameters: three floats, two vectors and a matrix.
const HEAD: &str = "spv.module Logical GLSL450 requires #spv.vce<v1.4, [Shader, Matrix, Linkage], []> {
  spv.func @f(%x: f32, %y: f32, %z: f32, %v: vector<3xf32>, %w: vector<3xf32>, %m: !spv.matrix<3 x vector<3xf32>>) -> f32 \"None\" attributes {linkage_attributes = [\"f\", \"Export\"]} {
    %zero = spv.Constant 0.0 : f32
    %one = spv.Constant 1.0 : f32
    %half = spv.Constant 0.5 : f32
    %c3 = spv.Constant 3.0 : f32
    %c7 = spv.Constant 7.0 : f32
    %third = spv.Constant 0.3333 : f32
    %vc = spv.Constant dense<3.0> : vector<3xf32>
";

/// For each simplification, the opcode that it removes, and the ops of a function that returns `%r`.
const RULES: &[(&str, &str)] = &[
    ("FAdd", "%r = spv.FAdd %x, %zero : f32"),
    ("FSub", "%r = spv.FSub %zero, %x : f32"),
    ("FSub", "%r = spv.FSub %x, %x : f32"),
    ("FMul", "%r = spv.FMul %x, %zero : f32"),
    ("FDiv", "%r = spv.FDiv %x, %x : f32"),
    ("FDiv", "%r = spv.FDiv %zero, %x : f32"),
    ("FDiv", "%r = spv.FDiv %x, %c3 : f32"),
    ("2 FAdd", "%0 = spv.FAdd %x, %c3 : f32\n%r = spv.FAdd %0, %third : f32"),
    ("FSub", "%0 = spv.FSub %x, %third : f32\n%r = spv.FAdd %0, %c3 : f32"),
    ("FAdd", "%0 = spv.FSub %c3, %x : f32\n%r = spv.FAdd %0, %third : f32"),
    ("2 FSub", "%0 = spv.FSub %x, %c3 : f32\n%r = spv.FSub %0, %third : f32"),
    ("FAdd", "%0 = spv.FAdd %x, %c3 : f32\n%r = spv.FSub %c7, %0 : f32"),
    ("2 FSub", "%0 = spv.FSub %c3, %x : f32\n%r = spv.FSub %0, %third : f32"),
    ("2 FSub", "%0 = spv.FSub %x, %c3 : f32\n%r = spv.FSub %c7, %0 : f32"),
    ("FAdd", "%0 = spv.FAdd %x, %c7 : f32\n%r = spv.FSub %0, %third : f32"),
    ("2 FSub", "%0 = spv.FSub %c7, %x : f32\n%r = spv.FSub %c3, %0 : f32"),
    ("2 FMul", "%0 = spv.FMul %x, %c3 : f32\n%r = spv.FMul %0, %third : f32"),
    ("2 FMul", "%0 = spv.FMul %x, %c3 : f32\n%1 = spv.FMul %x, %third : f32\n%r = spv.FAdd %0, %1 : f32"),
    ("FSub", "%0 = spv.FSub %y, %x : f32\n%r = spv.FAdd %x, %0 : f32"),
    ("FAdd", "%0 = spv.FAdd %x, %y : f32\n%r = spv.FSub %0, %x : f32"),
    ("FSub", "%0 = spv.FSub %x, %y : f32\n%r = spv.FSub %x, %0 : f32"),
    ("2 FDiv", "%0 = spv.FDiv %x, %y : f32\n%r = spv.FDiv %0, %z : f32"),
    ("2 FDiv", "%0 = spv.FDiv %x, %y : f32\n%r = spv.FDiv %z, %0 : f32"),
    ("FDiv", "%0 = spv.GLSL.Sqrt %y : f32\n%r = spv.FDiv %x, %0 : f32"),
    ("InverseSqrt", "%0 = spv.GLSL.InverseSqrt %y : f32\n%r = spv.FMul %y, %0 : f32"),
    ("Pow", "%r = spv.GLSL.Pow %x, %half : f32"),
    ("Pow", "%r = spv.GLSL.Pow %x, %c3 : f32"),
    ("Pow", "%r = spv.GLSL.Pow %x, %c7 : f32"),
    ("Pow", "%r = spv.GLSL.Pow %x, %one : f32"),
    ("Exp", "%0 = spv.GLSL.Log %x : f32\n%r = spv.GLSL.Exp %0 : f32"),
    ("Log2", "%0 = spv.GLSL.Exp2 %x : f32\n%r = spv.GLSL.Log2 %0 : f32"),
    ("Sqrt", "%0 = spv.FMul %x, %x : f32\n%r = spv.GLSL.Sqrt %0 : f32"),
    ("FMix", "%r = spv.GLSL.FMix %x : f32, %y : f32, %one : f32 -> f32"),
    ("Fma", "%r = spv.GLSL.Fma %x, %zero, %y : f32"),
    ("Fma", "%r = spv.GLSL.Fma %x, %y, %zero : f32"),
    (
        "2 VectorTimesScalar",
        "%0 = spv.VectorTimesScalar %v, %x : vector<3xf32>, f32 -> vector<3xf32>
         %1 = spv.VectorTimesScalar %0, %y : vector<3xf32>, f32 -> vector<3xf32>
         %r = spv.CompositeExtract %1[1 : i32] : vector<3xf32>",
    ),
    (
        "2 VectorTimesScalar",
        "%0 = spv.VectorTimesScalar %v, %x : vector<3xf32>, f32 -> vector<3xf32>
         %1 = spv.VectorTimesScalar %v, %y : vector<3xf32>, f32 -> vector<3xf32>
         %2 = spv.FAdd %0, %1 : vector<3xf32>
         %r = spv.CompositeExtract %2[1 : i32] : vector<3xf32>",
    ),
    (
        "FMul %0,",
        "%0 = spv.VectorTimesScalar %v, %x : vector<3xf32>, f32 -> vector<3xf32>
         %1 = spv.FMul %0, %vc : vector<3xf32>
         %r = spv.CompositeExtract %1[2 : i32] : vector<3xf32>",
    ),
    (
        "VectorTimesScalar",
        "%0 = spv.VectorTimesScalar %v, %x : vector<3xf32>, f32 -> vector<3xf32>
         %r = spv.Dot %w, %0 : vector<3xf32> -> f32",
    ),
    (
        "Length",
        "%0 = spv.GLSL.Length %v : vector<3xf32> -> f32
         %1 = spv.CompositeConstruct %0, %0, %0 : vector<3xf32>
         %2 = spv.FDiv %v, %1 : vector<3xf32>
         %r = spv.CompositeExtract %2[0 : i32] : vector<3xf32>",
    ),
    (
        "Length",
        "%0 = spv.GLSL.Length %v : vector<3xf32> -> f32
         %1 = spv.FDiv %one, %0 : f32
         %2 = spv.VectorTimesScalar %v, %1 : vector<3xf32>, f32 -> vector<3xf32>
         %r = spv.CompositeExtract %2[0 : i32] : vector<3xf32>",
    ),
    (
        "2 Normalize",
        "%0 = spv.GLSL.Normalize %v : vector<3xf32>
         %1 = spv.GLSL.Normalize %0 : vector<3xf32>
         %r = spv.CompositeExtract %1[0 : i32] : vector<3xf32>",
    ),
    (
        "MatrixTimesMatrix",
        "%0 = spv.MatrixTimesMatrix %m, %m : !spv.matrix<3 x vector<3xf32>>, !spv.matrix<3 x vector<3xf32>> -> !spv.matrix<3 x vector<3xf32>>
         %1 = spv.MatrixTimesVector %0, %v : !spv.matrix<3 x vector<3xf32>>, vector<3xf32> -> vector<3xf32>
         %r = spv.CompositeExtract %1[1 : i32] : vector<3xf32>",
    ),
    (
        "MatrixTimesMatrix",
        "%0 = spv.MatrixTimesMatrix %m, %m : !spv.matrix<3 x vector<3xf32>>, !spv.matrix<3 x vector<3xf32>> -> !spv.matrix<3 x vector<3xf32>>
         %1 = spv.VectorTimesMatrix %v, %0 : vector<3xf32>, !spv.matrix<3 x vector<3xf32>> -> vector<3xf32>
         %r = spv.CompositeExtract %1[1 : i32] : vector<3xf32>",
    ),
    (
        "MatrixTimesScalar",
        "%0 = spv.MatrixTimesScalar %m, %x : !spv.matrix<3 x vector<3xf32>>, f32 -> !spv.matrix<3 x vector<3xf32>>
         %1 = spv.MatrixTimesVector %0, %v : !spv.matrix<3 x vector<3xf32>>, vector<3xf32> -> vector<3xf32>
         %r = spv.CompositeExtract %1[1 : i32] : vector<3xf32>",
    ),
    (
        "2 MatrixTimesVector",
        "%0 = spv.MatrixTimesVector %m, %v : !spv.matrix<3 x vector<3xf32>>, vector<3xf32> -> vector<3xf32>
         %1 = spv.MatrixTimesVector %m, %w : !spv.matrix<3 x vector<3xf32>>, vector<3xf32> -> vector<3xf32>
         %2 = spv.FAdd %0, %1 : vector<3xf32>
         %r = spv.CompositeExtract %2[1 : i32] : vector<3xf32>",
    ),
];

/// Bodies of functions that contain products and sums that can be contracted.
const PRODUCTS: &[&str] = &[
    "%0 = spv.FMul %x, %y : f32\n%r = spv.FAdd %0, %z : f32",
    "%0 = spv.FMul %x, %y : f32\n%r = spv.FAdd %z, %0 : f32",
    "%0 = spv.FMul %x, %y : f32\n%r = spv.FSub %0, %z : f32",
    "%0 = spv.FMul %x, %y : f32\n%r = spv.FSub %z, %0 : f32",
];

/// Tolerance relative to the largest operand or result, for a few roundings in single precision.
const TOLERANCE: f64 = 16.0 / (1 << 23) as f64;

/// Returns the result of the function, or `None` if an op such as a logarithm is undefined in the interpreter.
fn value(machine: &Machine<'_>, numbers: &[f32]) -> Option<f64> {
    let mut next = numbers.iter();
    let mut leaf = |_: &_| next.next().map_or(Value::Undef, |number| Value::Bits(number.to_bits().into()));
    match machine.run("f", &mut leaf).outcome {
        Outcome::Returned(value) => Some(f32::from_bits(value.bits()? as u32).into()),
        Outcome::Trapped(Trap::Unsupported(_)) => None,
        outcome => panic!("{outcome:?}"),
    }
}

/// Compares the results of a function before and after a pipeline. Returns the MLIR text after the pipeline.
fn check(ops: &str, pipeline: &str) -> String {
    let ctx = spv_opt::context();
    let text = format!("{HEAD}{ops}\nspv.ReturnValue %r : f32\n}}\n}}\n");
    let parse = || {
        let module = spv_opt::parse(&ctx, &text).unwrap_or_else(|e| panic!("{text}: {}", e.list[0].message));
        spv_opt::verify(&module).unwrap_or_else(|e| panic!("{text}: {}", e.list[0].message));
        module
    };
    let (before, mut after) = (parse(), parse());
    let passes = Pipeline::parse(&Registry::new(), pipeline).expect("it is a pipeline");
    run(&passes, &mut after, &RunOptions::default()).unwrap_or_else(|e| panic!("{text}: {e}"));
    let result = spv_opt::print(&after);
    let (old, new) = (Machine::new(&before).expect("a module"), Machine::new(&after).expect("a module"));
    let mut state = 1u64;
    for _ in 0..200 {
        // The arguments are between 1/4 and 4, so that all results are finite and the largest operand bounds
        // cancellation errors.
        let numbers: Vec<f32> = (0..18)
            .map(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                0.25 + (state >> 40) as f32 / (1 << 24) as f32 * 3.75
            })
            .collect();
        let (Some(a), Some(b)) = (value(&old, &numbers), value(&new, &numbers)) else { continue };
        assert!(
            (a - b).abs() <= TOLERANCE * a.abs().max(16.0),
            "{a} and {b} of {numbers:?}\n{text}\n{result}"
        );
    }
    result
}

/// Returns the number of ops named `opcode` in MLIR text, the allowed maximum, and the op name. The maximum is 0, or 1
/// if the prefix `2 ` precedes the op name in `opcode`.
fn remaining<'a>(text: &str, opcode: &'a str) -> (usize, usize, &'a str) {
    let (most, name) = opcode.strip_prefix("2 ").map_or((0, opcode), |name| (1, name));
    let is_op =
        |line: &&str| line.contains(&format!("spv.{name} ")) || line.contains(&format!("spv.GLSL.{name} "));
    (text.lines().filter(is_op).count(), most, name)
}

#[test]
fn rules_differ_by_rounding() {
    for (opcode, ops) in RULES {
        let text = check(ops, "canonicalize{fast-math}");
        let (count, most, name) = remaining(&text, opcode);
        assert!(count <= most, "{name} is left\n{text}");
        // The simplifications must not apply without the pass option.
        let exact = check(ops, "canonicalize");
        let (count, most, _) = remaining(&exact, opcode);
        assert!(count > most, "{name} is removed\n{exact}");
    }
}

#[test]
fn contractions_differ_by_rounding() {
    for ops in PRODUCTS {
        let text = check(ops, "contract-fma{fast-math}");
        assert!(text.contains("spv.GLSL.Fma") && !text.contains("spv.FMul"), "{text}");
        assert!(!check(ops, "contract-fma").contains("Fma"), "it is exact");
    }
}
