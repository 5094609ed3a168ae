//! Tests of `reduce`: the reduced module passes the interestingness test, is small and valid, and does not depend on
//! the number of threads

use spv_interp::{Machine, Outcome, Trap, Value};
use spv_opt::asm::instructions::instructions;
use spv_opt::dialect::generated::opcodes as op;
use spv_opt::ir::Threads;
use spv_opt::tools::reduce::{ReduceError, ReduceOptions, reduce};
use spv_tests::tools::{self, Peer};
use std::fs;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};

fn has(words: &[u32], opcode: u32) -> bool {
    instructions(words).iter().any(|instruction| instruction.opcode == opcode)
}

fn reduced(words: &[u32], opcode: u32, candidates: usize) -> (Vec<u32>, usize) {
    let module = spv_opt::import(&spv_opt::context(), words).expect("it is valid");
    let threads = Threads(NonZeroUsize::new(candidates).expect("not zero"));
    let options = ReduceOptions { executor: &threads, candidates, ..Default::default() };
    let tests = AtomicUsize::new(0);
    let test = |words: &[u32]| {
        tests.fetch_add(1, Ordering::Relaxed);
        has(words, opcode)
    };
    let words = reduce(module, &test, &options).expect("the whole passes");
    (words, tests.into_inner())
}

/// Corpus modules, each with the opcode to preserve and the maximum instruction count after reduction.
const CASES: &[(&str, u32, usize)] = &[
    ("mandelbrot.spv", op::F_ADD, 18),
    ("loops.spv", op::LOOP_MERGE, 32),
    ("pbr.spv", op::F_DIV, 16),
    ("particles.spv", op::ATOMIC_I_ADD, 40),
    ("switches.spv", op::SWITCH, 40),
];

#[test]
fn small_valid_and_deterministic() {
    let judge = Peer::SpirvVal.find().is_some();
    let corpus = tools::own_corpus();
    for &(file, opcode, most) in CASES {
        let module = corpus.iter().find(|module| module.path.ends_with(file)).expect(file);
        let words = tools::read_words(&module.path);
        if !has(&words, opcode) {
            panic!("{file} lacks the instruction");
        }
        let (one, tests) = reduced(&words, opcode, 1);
        let left = instructions(&one).len();
        println!("{file}: {} of {} instructions left, {tests} tests", left, instructions(&words).len());
        assert!(has(&one, opcode), "{file}");
        if judge {
            tools::spirv_val(&one, "spv1.6").unwrap_or_else(|error| panic!("{file}: {error}"));
        }
        assert!(left <= most, "{file}: {left} instructions are left:\n{}", spv_opt::asm::disassemble(&one));
        let (three, _) = reduced(&words, opcode, 3);
        assert_eq!(one, three, "{file}: the result depends on the number of threads");
    }
}

/// A module whose entry points have execution modes. Only the second entry point contains the instruction to preserve.
const ENTRY_POINTS: &str = r#"
    OpCapability Shader
    OpMemoryModel Logical GLSL450
    OpEntryPoint Fragment %first "first"
    OpEntryPoint Fragment %second "second"
    OpEntryPoint Fragment %third "third"
    OpExecutionMode %first OriginUpperLeft
    OpExecutionMode %second OriginUpperLeft
    OpExecutionMode %third OriginUpperLeft
    OpExecutionMode %third EarlyFragmentTests
    %void = OpTypeVoid
    %function = OpTypeFunction %void
    %first = OpFunction %void None %function
    %a = OpLabel
    OpReturn
    OpFunctionEnd
    %second = OpFunction %void None %function
    %b = OpLabel
    OpKill
    OpFunctionEnd
    %third = OpFunction %void None %function
    %c = OpLabel
    OpReturn
    OpFunctionEnd
"#;

#[test]
fn execution_modes_go_with_their_entry_points() {
    let words = spv_opt::asm::assemble(ENTRY_POINTS).expect("it is assembly");
    let (words, _) = reduced(&words, op::KILL, 1);
    let count = |opcode| instructions(&words).iter().filter(|i| i.opcode == opcode).count();
    assert_eq!((count(op::ENTRY_POINT), count(op::EXECUTION_MODE)), (1, 1));
    if Peer::SpirvVal.find().is_some() {
        tools::spirv_val(&words, "spv1.6").expect("it is valid");
    }
}

#[test]
fn a_test_that_refuses_the_whole_is_an_error() {
    let words = tools::read_words(&tools::own_corpus()[0].path);
    let module = spv_opt::import(&spv_opt::context(), &words).expect("it is valid");
    let result = reduce(module, &|_| false, &ReduceOptions::default());
    assert!(matches!(result, Err(ReduceError::NotInteresting)));
}

/// A module with a division that is guarded by a comparison with zero.
const DIVISION: &str = r#"
    OpCapability Shader
    OpMemoryModel Logical GLSL450
    OpEntryPoint GLCompute %main "main"
    OpExecutionMode %main LocalSize 1 1 1
    OpDecorate %block Block
    OpMemberDecorate %block 0 Offset 0
    OpMemberDecorate %block 1 Offset 4
    OpDecorate %buffer DescriptorSet 0
    OpDecorate %buffer Binding 0
    %void = OpTypeVoid
    %bool = OpTypeBool
    %uint = OpTypeInt 32 0
    %block = OpTypeStruct %uint %uint
    %ptr_block = OpTypePointer StorageBuffer %block
    %ptr_uint = OpTypePointer StorageBuffer %uint
    %type = OpTypeFunction %void
    %c0 = OpConstant %uint 0
    %c1 = OpConstant %uint 1
    %buffer = OpVariable %ptr_block StorageBuffer
    %main = OpFunction %void None %type
    %entry = OpLabel
    %a = OpAccessChain %ptr_uint %buffer %c0
    %b = OpAccessChain %ptr_uint %buffer %c1
    %x = OpLoad %uint %a
    %y = OpLoad %uint %b
    %is_defined = OpINotEqual %bool %y %c0
    OpSelectionMerge %merge None
    OpBranchConditional %is_defined %then %merge
    %then = OpLabel
    %z = OpUDiv %uint %x %y
    OpStore %a %z
    OpBranch %merge
    %merge = OpLabel
    OpReturn
    OpFunctionEnd
"#;

#[test]
fn no_undefined_behaviour_is_added() {
    let words = spv_opt::asm::assemble(DIVISION).expect("it is valid");
    let reduced = |no_new_ub| {
        let module = spv_opt::import(&spv_opt::context(), &words).expect("it is valid");
        let options = ReduceOptions { no_new_ub, ..Default::default() };
        reduce(module, &|words| has(words, op::U_DIV), &options).expect("the whole passes")
    };
    // Returns whether any execution of the function divides by zero.
    let divides_by_zero = |words: &[u32]| {
        let module = spv_opt::import(&spv_opt::context(), words).expect("it is valid");
        let mut machine = Machine::new(&module).expect("there is a module");
        machine.strict = true;
        let (name, _) = machine.functions().swap_remove(0);
        (0..20).any(|number| {
            let run = machine.run(&name, &mut |_| Value::Bits(number));
            run.outcome == Outcome::Trapped(Trap::UndefinedResult("spv.UDiv".to_owned()))
        })
    };
    assert!(!divides_by_zero(&words));
    let (any, defined) = (reduced(false), reduced(true));
    assert!(divides_by_zero(&any), "{}", spv_opt::asm::disassemble(&any));
    assert!(!divides_by_zero(&defined), "{}", spv_opt::asm::disassemble(&defined));
    assert!(defined.len() < words.len());
}

/// A fragment shader that stores to a private variable, runs a loop for 2,000 iterations, and kills the invocation.
const LOOP_WITH_KILL: &str = r#"
    OpCapability Shader
    OpMemoryModel Logical GLSL450
    OpEntryPoint Fragment %main "main"
    OpExecutionMode %main OriginUpperLeft
    %void = OpTypeVoid
    %bool = OpTypeBool
    %uint = OpTypeInt 32 0
    %ptr = OpTypePointer Private %uint
    %type = OpTypeFunction %void
    %c0 = OpConstant %uint 0
    %c1 = OpConstant %uint 1
    %count = OpConstant %uint 2000
    %private = OpVariable %ptr Private
    %main = OpFunction %void None %type
    %entry = OpLabel
    OpStore %private %c0
    OpBranch %header
    %header = OpLabel
    %i = OpPhi %uint %c0 %entry %next %continue
    OpLoopMerge %exit %continue None
    OpBranch %check
    %check = OpLabel
    %is_less = OpULessThan %bool %i %count
    OpBranchConditional %is_less %continue %exit
    %continue = OpLabel
    %next = OpIAdd %uint %i %c1
    OpBranch %header
    %exit = OpLabel
    OpKill
    OpFunctionEnd
"#;

#[test]
fn long_runs_are_known_and_private_variables_may_stay_undefined() {
    let words = spv_opt::asm::assemble(LOOP_WITH_KILL).expect("it is valid");
    let module = spv_opt::import(&spv_opt::context(), &words).expect("it is valid");
    let options = ReduceOptions { no_new_ub: true, ..Default::default() };
    let words = reduce(module, &|words| has(words, op::KILL), &options).expect("the behaviour is defined");
    assert!(!has(&words, op::STORE) && !has(&words, op::VARIABLE), "{}", spv_opt::asm::disassemble(&words));
}

#[test]
fn without_a_defined_run_there_is_nothing_to_keep() {
    let text = DIVISION.replace("%z = OpUDiv %uint %x %y", "%z = OpUDiv %uint %x %c0");
    let text =
        text.replace("OpBranchConditional %is_defined %then %merge", "OpBranchConditional %yes %then %merge");
    let text = text.replace("%c1 = ", "%yes = OpConstantTrue %bool\n    %c1 = ");
    let words = spv_opt::asm::assemble(&text).expect("it is valid");
    let module = spv_opt::import(&spv_opt::context(), &words).expect("it is valid");
    let options = ReduceOptions { no_new_ub: true, ..Default::default() };
    let error = reduce(module, &|_| true, &options).expect_err("the behaviour is undefined");
    assert_eq!(
        error.to_string(),
        "the behavior of the module is undefined or unknown for all inputs: of '@_$1' a 'spv.UDiv' has an undefined result"
    );
}

#[test]
fn the_behaviour_of_shaders_is_known() {
    // The test uses a sample of the small corpus modules.
    let mut corpus = tools::own_corpus();
    corpus.retain(|file| fs::metadata(&file.path).is_ok_and(|file| file.len() < 5_000));
    let corpus: Vec<_> = corpus.iter().step_by(8).collect();
    let (mut known, mut reasons) = (0, Vec::new());
    for file in &corpus {
        let Ok(module) = spv_opt::import(&spv_opt::context(), &tools::read_words(&file.path)) else {
            continue;
        };
        let options = ReduceOptions { no_new_ub: true, ..Default::default() };
        match reduce(module, &|_| false, &options) {
            Err(ReduceError::Undefined(reason)) => reasons.push(format!("{}: {reason}", file.path.display())),
            _ => known += 1,
        }
    }
    println!("{known} of {}\n{}", corpus.len(), reasons.join("\n"));
    assert!(known * 10 >= corpus.len() * 7, "{known} of {}", corpus.len());
}
