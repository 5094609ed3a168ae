//! Tests of `legalize-small-types` with the interpreter: every operation on 8-bit integers, before and after
//!
//! `SPV_EXHAUSTIVE=1` uses all pairs of operands; the default is a sample.

use spv_opt::Module;
use spv_tests::interp::{Machine, Outcome, Value};

/// MLIR text of a function that applies an operation to `%x` and `%y`. `TYPE` stands for the operation's type. The
/// result is extended to `i32`.
const TEMPLATE: &str =
    "spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage, Int8, Int16], []> {
  spv.func @f(%a: i32, %b: i32) -> i32 \"None\" attributes {linkage_attributes = [\"f\", \"Export\"]} {
    %x = spv.FROM %a : i32 to TYPE
    %y = spv.FROM %b : i32 to TYPE
    %z = spv.OP
    %r = spv.BACK
    spv.ReturnValue %r : i32
  }
}
";

/// Operations whose result has the operand type. `T` stands for the type.
const NUMBERS: &[&str] = &[
    "IAdd %x, %y : T",
    "ISub %x, %y : T",
    "IMul %x, %y : T",
    "UDiv %x, %y : T",
    "SDiv %x, %y : T",
    "UMod %x, %y : T",
    "SRem %x, %y : T",
    "SMod %x, %y : T",
    "BitwiseAnd %x, %y : T",
    "BitwiseOr %x, %y : T",
    "BitwiseXor %x, %y : T",
    "ShiftLeftLogical %x, %y : T, T",
    "ShiftRightLogical %x, %y : T, T",
    "ShiftRightArithmetic %x, %y : T, T",
    "Not %x : T",
    "SNegate %x : T",
    "GL.SAbs %x : T",
    "GL.SSign %x : T",
    "GL.SMin %x, %y : T",
    "GL.SMax %x, %y : T",
    "GL.UMin %x, %y : T",
    "GL.UMax %x, %y : T",
    "GL.SClamp %x, %y, %x : T",
    "GL.UClamp %x, %y, %x : T",
    "GL.FindILsb %x : T",
    "GL.FindUMsb %x : T",
    "GL.FindSMsb %x : T",
];

/// Operations with a Boolean result. `T` stands for the operand type.
const COMPARISONS: &[&str] = &[
    "IEqual %x, %y : T",
    "INotEqual %x, %y : T",
    "ULessThan %x, %y : T",
    "ULessThanEqual %x, %y : T",
    "UGreaterThan %x, %y : T",
    "UGreaterThanEqual %x, %y : T",
    "SLessThan %x, %y : T",
    "SLessThanEqual %x, %y : T",
    "SGreaterThan %x, %y : T",
    "SGreaterThanEqual %x, %y : T",
];

/// Returns the test values of the first operand.
fn operands() -> Vec<u32> {
    match std::env::var_os("SPV_EXHAUSTIVE").is_some_and(|value| value == "1") {
        true => (0..256).collect(),
        false => vec![0, 1, 37, 127, 128, 200, 255],
    }
}

fn machine(module: &Module) -> Machine<'_> {
    Machine::new(module).expect("there is a module")
}

fn run(machine: &Machine<'_>, a: u32, b: u32) -> Option<Value> {
    let mut arguments = [a, b].into_iter();
    let mut leaf = |_: &_| arguments.next().map_or(Value::Undef, |bits| Value::Bits(bits.into()));
    match machine.run("f", &mut leaf).outcome {
        Outcome::Returned(value) => Some(value),
        _ => None,
    }
}

/// Compares the results of a function before and after the pass. Returns the number of defined results.
fn check(text: &str) -> usize {
    let parse = |text: &str| {
        spv_opt::parse(&spv_opt::context(), text).unwrap_or_else(|e| panic!("{text}: {}", e.list[0].message))
    };
    let before = parse(text);
    spv_opt::verify(&before).unwrap_or_else(|e| panic!("{text}: {}", e.list[0].message));
    let words = spv_opt::export(&before).expect("it has a binary");
    let pipeline = "legalize-small-types{arithmetic=i8+i16}";
    let after = spv_tests::programs::passes::optimize(pipeline, &words).expect("the pass accepts it");
    let (old, new) = (machine(&before), machine(&after));
    let mut defined = 0;
    for a in operands() {
        for b in 0..256u32 {
            // The bits above the low byte differ between pairs.
            let (a, b) = (a | (a * 0x9E_3779) << 8, b | (b * 0x85_EBCA) << 8);
            let Some(expected) = run(&old, a, b).filter(|value| *value != Value::Undef) else { continue };
            assert_eq!(run(&new, a, b), Some(expected), "{a:#x}, {b:#x}\n{text}");
            defined += 1;
        }
    }
    defined
}

#[test]
fn operations_on_bytes() {
    for (ty, from) in [("i8", "UConvert"), ("si8", "SConvert")] {
        for (list, back) in [
            (NUMBERS, ["UConvert %z : T to i32", "SConvert %z : T to i32"].as_slice()),
            (COMPARISONS, ["Select %z, %a, %b : i1, i32"].as_slice()),
        ] {
            for (op, back) in list.iter().flat_map(|op| back.iter().map(move |back| (op, back))) {
                let text = TEMPLATE.replace("FROM", from).replace("TYPE", ty);
                let text = text
                    .replace("OP", &op.replace(": T", &format!(": {ty}")).replace(", T", &format!(", {ty}")));
                let text = text.replace("BACK", &back.replace(": T", &format!(": {ty}")));
                // A shift is defined for only eight values of the second operand.
                assert!(check(&text) > 7 * operands().len(), "too little is defined\n{text}");
            }
        }
    }
}

/// Checks sequences of conversions between 8-bit integers, `f16`, and 32-bit integers.
#[test]
fn conversions() {
    for first in ["i8", "si8", "i16", "si16"] {
        for second in ["i8", "si8", "i16", "si16"] {
            if first.trim_start_matches('s') == second.trim_start_matches('s') {
                continue;
            }
            for convert in ["UConvert", "SConvert"] {
                if convert == "UConvert" && second.starts_with('s') {
                    continue;
                }
                let text = TEMPLATE.replace("FROM", "SConvert").replace("TYPE", first);
                let text = text.replace("OP", &format!("{convert} %x : {first} to {second}"));
                let text = text.replace("BACK", &format!("SConvert %z : {second} to i32"));
                // A shift is defined for only eight values of the second operand.
                assert!(check(&text) > 7 * operands().len(), "too little is defined\n{text}");
            }
        }
    }
}
