//! Tests of passes that use and infer integer ranges, on random functions of two bytes
//!
//! Results for pairs of arguments must be the same before and after a pass. The interpreter reports violated wrap
//! flags. `SPV_EXHAUSTIVE=1` uses all pairs.

use spv_tests::r#gen::Rng;
use spv_tests::interp::{Machine, Outcome, Run, Value};
use spv_tests::programs::passes::{optimize, refined};
use std::fmt::Write;

const PIPELINES: [&str; 4] = [
    "mem2reg,int-range-optimizations",
    "mem2reg,infer-no-wrap",
    "mem2reg,canonicalize,infer-no-wrap,canonicalize,int-range-optimizations,infer-no-wrap,simplify-cfg,licm",
    "mem2reg,canonicalize,infer-no-wrap,loop-unroll{all},canonicalize,int-range-optimizations",
];

/// Number of random functions.
const FUNCTIONS: u64 = 60;

/// Maximum number of steps per execution, because loops may not terminate.
const BUDGET: u64 = 2_000;

const COMPARISONS: [&str; 10] = [
    "IEqual",
    "INotEqual",
    "ULessThan",
    "ULessThanEqual",
    "UGreaterThan",
    "UGreaterThanEqual",
    "SLessThan",
    "SLessThanEqual",
    "SGreaterThan",
    "SGreaterThanEqual",
];

const FLAGS: [&str; 3] = ["{no_signed_wrap} ", "{no_unsigned_wrap} ", "{no_signed_wrap, no_unsigned_wrap} "];

/// A random function under construction, as MLIR text.
struct Function {
    rng: Rng,
    text: String,
    names: usize,
    /// Names of the available byte values.
    values: Vec<String>,
}

impl Function {
    fn define(&mut self, op: &str) -> String {
        self.names += 1;
        let name = format!("%v{}", self.names);
        let _ = writeln!(self.text, "{name} = spv.{op}");
        name
    }

    fn constant(&mut self, low: i32, high: i32) -> String {
        let number = low + self.rng.below((high - low + 1) as usize) as i32;
        self.define(&format!("Constant {number} : i8"))
    }

    fn value(&mut self) -> String {
        match self.rng.below(4) {
            0 => self.constant(-128, 127),
            _ => self.values[self.rng.below(self.values.len())].clone(),
        }
    }

    /// Returns wrap flags for one in twelve operations, or no flags. An operation that violates its flags has undefined
    /// behavior.
    fn flags(&mut self) -> &'static str {
        if self.rng.below(12) == 0 { self.rng.pick(&FLAGS) } else { "" }
    }

    fn condition(&mut self) -> String {
        let (op, a, b) = (self.rng.pick(&COMPARISONS), self.value(), self.value());
        let first = self.define(&format!("{op} {a}, {b} : i8"));
        match self.rng.below(4) {
            0 => {
                let second = self.condition();
                let joins = self.rng.pick(&["LogicalAnd", "LogicalOr"]);
                self.define(&format!("{joins} {first}, {second} : i1"))
            }
            _ => first,
        }
    }

    /// Emits a random operation on byte values.
    fn compute(&mut self) {
        let a = self.value();
        let op = match self.rng.below(10) {
            0..3 => {
                let op = self.rng.pick(&["IAdd", "ISub", "IMul"]);
                let (b, flags) = (self.value(), self.flags());
                format!("{op} {a}, {b} {flags}: i8")
            }
            3 => {
                let (op, mask) = (self.rng.pick(&["BitwiseAnd", "BitwiseOr", "BitwiseXor"]), self.value());
                format!("{op} {a}, {mask} : i8")
            }
            4 => {
                let mask = self.constant(0, 31);
                format!("BitwiseAnd {a}, {mask} : i8")
            }
            5 => {
                let op = self.rng.pick(&["UDiv", "SDiv", "UMod", "SRem", "SMod"]);
                let divisor = self.constant(1, 16);
                format!("{op} {a}, {divisor} : i8")
            }
            6 => {
                let ops = ["ShiftLeftLogical", "ShiftRightLogical", "ShiftRightArithmetic"];
                let (op, amount) = (self.rng.pick(&ops), self.constant(0, 7));
                let flags = if op == "ShiftLeftLogical" { self.flags() } else { "" };
                format!("{op} {a}, {amount} {flags}: i8, i8")
            }
            7 => format!("{} {a} : i8", self.rng.pick(&["Not", "SNegate", "GL.SAbs"])),
            8 => {
                let (op, b) = (self.rng.pick(&["GL.UMin", "GL.UMax", "GL.SMin", "GL.SMax"]), self.value());
                format!("{op} {a}, {b} : i8")
            }
            _ => {
                let (c, b) = (self.condition(), self.value());
                format!("Select {c}, {a}, {b} : i1, i8")
            }
        };
        let result = self.define(&op);
        self.values.push(result);
    }

    /// Emits random operations. The last result is added to the accumulator, and an earlier operation uses the
    /// accumulator as an operand.
    fn block(&mut self) {
        let old = self.define("Load \"Function\" %acc : i8");
        self.values.push(old);
        for _ in 0..1 + self.rng.below(4) {
            self.compute();
        }
        let last = self.values.last().cloned().unwrap_or_default();
        let _ = writeln!(self.text, "spv.Store \"Function\" %acc, {last} : i8");
    }

    fn selection(&mut self) {
        let condition = self.condition();
        let _ = write!(self.text, "spv.mlir.selection {{\nspv.BranchConditional {condition}, ^then, ^else\n");
        for label in ["then", "else"] {
            let _ = writeln!(self.text, "^{label}:");
            let count = self.values.len();
            self.block();
            self.values.truncate(count);
            self.text.push_str("spv.Branch ^merge\n");
        }
        self.text.push_str("^merge:\nspv.mlir.merge\n}\n");
    }

    fn counted_loop(&mut self) {
        let (start, step) = (self.constant(-20, 20), self.constant(1, 3));
        let end = if self.rng.below(2) == 0 { self.constant(-20, 20) } else { self.value() };
        let compares = ["SLessThan", "ULessThan", "INotEqual", "SLessThanEqual"];
        let (compares, flags) = (self.rng.pick(&compares), self.flags());
        let _ = writeln!(self.text, "spv.Store \"Function\" %i, {start} : i8");
        self.text.push_str("spv.mlir.loop {\nspv.Branch ^header\n^header:\n");
        let count = self.values.len();
        let counter = self.define("Load \"Function\" %i : i8");
        self.values.push(counter.clone());
        let goes_on = self.define(&format!("{compares} {counter}, {end} : i8"));
        let _ = write!(self.text, "spv.BranchConditional {goes_on}, ^body, ^merge\n^body:\n");
        self.block();
        self.text.push_str("spv.Branch ^continue\n^continue:\n");
        let next = self.define(&format!("IAdd {counter}, {step} {flags}: i8"));
        let _ = writeln!(self.text, "spv.Store \"Function\" %i, {next} : i8");
        self.text.push_str("spv.Branch ^header\n^merge:\nspv.mlir.merge\n}\n");
        self.values.truncate(count);
    }
}

/// Returns MLIR text of a module with a random function whose parameters are two bytes.
fn random(seed: u64) -> String {
    let values = vec!["%a".to_owned(), "%b".to_owned()];
    let mut function = Function { rng: Rng::new(seed), text: String::new(), names: 0, values };
    for _ in 0..3 + function.rng.below(3) {
        match function.rng.below(4) {
            0 | 1 => function.selection(),
            2 => function.counted_loop(),
            _ => function.block(),
        }
    }
    format!(
        "spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage, Int8], []> {{\n\
         spv.func @f(%a: i8, %b: i8) -> i8 \"None\" attributes {{linkage_attributes = [\"f\", \"Export\"]}} {{\n\
         %acc = spv.Variable : !spv.ptr<i8, Function>\n%i = spv.Variable : !spv.ptr<i8, Function>\n\
         spv.Store \"Function\" %acc, %a : i8\n{}\
         %result = spv.Load \"Function\" %acc : i8\nspv.ReturnValue %result : i8\n}}\n}}\n",
        function.text
    )
}

/// Iterates over argument pairs: all pairs if `exhaustive` is set, otherwise only those at interval bounds.
fn pairs(exhaustive: bool) -> impl Iterator<Item = [u64; 2]> {
    let few = [0, 1, 2, 7, 8, 15, 31, 64, 127, 128, 129, 200, 254, 255];
    let numbers: Vec<u64> = if exhaustive { (0..256).collect() } else { few.to_vec() };
    numbers.clone().into_iter().flat_map(move |a| numbers.clone().into_iter().map(move |b| [a, b]))
}

fn run(machine: &Machine<'_>, arguments: [u64; 2]) -> Run {
    let mut arguments = arguments.into_iter();
    machine.run("f", &mut |_| arguments.next().map_or(Value::Undef, Value::Bits))
}

#[test]
fn bytes() {
    let exhaustive = std::env::var_os("SPV_EXHAUSTIVE").is_some_and(|value| value == "1");
    let (mut defined, mut all) = (0, 0);
    for seed in 0..FUNCTIONS {
        let text = random(seed);
        let parsed = spv_opt::parse(&spv_opt::context(), &text);
        let before = parsed.unwrap_or_else(|e| panic!("{text}: {}", e.list[0].message));
        spv_opt::verify(&before).unwrap_or_else(|e| panic!("{text}: {}", e.list[0].message));
        let words = spv_opt::export(&before).expect("it has a binary");
        let after = PIPELINES
            .map(|pipeline| optimize(pipeline, &words).unwrap_or_else(|why| panic!("{seed}: {why}")));
        let machine = |module| {
            let mut machine = Machine::new(module).expect("there is a module");
            machine.budget = BUDGET;
            machine
        };
        let (old, new) = (machine(&before), after.each_ref().map(machine));
        for arguments in pairs(exhaustive) {
            let expected = run(&old, arguments);
            all += 1;
            if matches!(expected.outcome, Outcome::Trapped(_)) {
                continue;
            }
            defined += 1;
            for (machine, pipeline) in new.iter().zip(PIPELINES) {
                let found = run(machine, arguments);
                assert!(
                    refined(&expected, &found),
                    "seed {seed}, {arguments:?}, {pipeline}: {expected:?} became {found:?}\n{text}"
                );
            }
        }
    }
    println!("{defined} of {all} runs are defined");
    assert!(2 * defined > all, "{defined} of {all} runs are defined");
}
