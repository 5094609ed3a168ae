//! Tests of `lower-blocking-pipes` with the interpreter: kernels pass packets through pipes, before and after the pass

use spv_tests::interp::{Machine, Outcome, Run, Value};
use spv_tests::programs::passes::optimize;

/// MLIR text of kernels: a producer of squares, a filter that doubles packets, and a consumer that sums them.
const KERNELS: &str = "spv.module Physical64 OpenCL requires #spv.vce<v1.0, [Kernel, Addresses, Linkage, Pipes, GenericPointer, BlockingPipesALTERA], [SPV_INTEL_blocking_pipes]> {
  spv.GlobalVariable @sum : !spv.ptr<i32, CrossWorkgroup>
  spv.func @produce(%w: !spv.pipe<WriteOnly>) \"None\" attributes {linkage_attributes = [\"produce\", \"Export\"]} {
    %0 = spv.Constant 0 : i32
    %1 = spv.Constant 1 : i32
    %4 = spv.Constant 4 : i32
    %10 = spv.Constant 10 : i32
    %v = spv.Variable : !spv.ptr<i32, Function>
    %g = spv.PtrCastToGeneric %v : !spv.ptr<i32, Function> to !spv.ptr<i32, Generic>
    spv.mlir.loop {
      spv.Branch ^bb1(%0 : i32)
    ^bb1(%i: i32):
      %c = spv.ULessThan %i, %10 : i32
      spv.BranchConditional %c, ^bb2, ^bb4
    ^bb2:
      %square = spv.IMul %i, %i : i32
      spv.Store \"Function\" %v, %square : i32
      spv.WritePipeBlockingALTERA %w, %g, %4, %4 : !spv.pipe<WriteOnly>, !spv.ptr<i32, Generic>, i32, i32
      spv.Branch ^bb3
    ^bb3:
      %next = spv.IAdd %i, %1 : i32
      spv.Branch ^bb1(%next : i32)
    ^bb4:
      spv.mlir.merge
    }
    spv.Return
  }
  spv.func @double(%r: !spv.pipe<ReadOnly>, %w: !spv.pipe<WriteOnly>) \"None\" attributes {linkage_attributes = [\"double\", \"Export\"]} {
    %0 = spv.Constant 0 : i32
    %1 = spv.Constant 1 : i32
    %4 = spv.Constant 4 : i32
    %10 = spv.Constant 10 : i32
    %v = spv.Variable : !spv.ptr<i32, Function>
    %g = spv.PtrCastToGeneric %v : !spv.ptr<i32, Function> to !spv.ptr<i32, Generic>
    spv.mlir.loop {
      spv.Branch ^bb1(%0 : i32)
    ^bb1(%i: i32):
      %c = spv.ULessThan %i, %10 : i32
      spv.BranchConditional %c, ^bb2, ^bb4
    ^bb2:
      spv.ReadPipeBlockingALTERA %r, %g, %4, %4 : !spv.pipe<ReadOnly>, !spv.ptr<i32, Generic>, i32, i32
      %x = spv.Load \"Function\" %v : i32
      %y = spv.IAdd %x, %x : i32
      spv.Store \"Function\" %v, %y : i32
      spv.WritePipeBlockingALTERA %w, %g, %4, %4 : !spv.pipe<WriteOnly>, !spv.ptr<i32, Generic>, i32, i32
      spv.Branch ^bb3
    ^bb3:
      %next = spv.IAdd %i, %1 : i32
      spv.Branch ^bb1(%next : i32)
    ^bb4:
      spv.mlir.merge
    }
    spv.Return
  }
  spv.func @consume(%r: !spv.pipe<ReadOnly>) \"None\" attributes {linkage_attributes = [\"consume\", \"Export\"]} {
    %0 = spv.Constant 0 : i32
    %1 = spv.Constant 1 : i32
    %3 = spv.Constant 3 : i32
    %4 = spv.Constant 4 : i32
    %10 = spv.Constant 10 : i32
    %v = spv.Variable : !spv.ptr<i32, Function>
    %g = spv.PtrCastToGeneric %v : !spv.ptr<i32, Function> to !spv.ptr<i32, Generic>
    %s = spv.mlir.addressof @sum : !spv.ptr<i32, CrossWorkgroup>
    spv.Store \"CrossWorkgroup\" %s, %0 : i32
    spv.mlir.loop {
      spv.Branch ^bb1(%0 : i32)
    ^bb1(%i: i32):
      %c = spv.ULessThan %i, %10 : i32
      spv.BranchConditional %c, ^bb2, ^bb4
    ^bb2:
      spv.ReadPipeBlockingALTERA %r, %g, %4, %4 : !spv.pipe<ReadOnly>, !spv.ptr<i32, Generic>, i32, i32
      %x = spv.Load \"Function\" %v : i32
      %old = spv.Load \"CrossWorkgroup\" %s : i32
      %times = spv.IMul %old, %3 : i32
      %new = spv.IAdd %times, %x : i32
      spv.Store \"CrossWorkgroup\" %s, %new : i32
      spv.Branch ^bb3
    ^bb3:
      %next = spv.IAdd %i, %1 : i32
      spv.Branch ^bb1(%next : i32)
    ^bb4:
      spv.mlir.merge
    }
    spv.Return
  }
}
";

fn run(module: &spv_opt::Module, capacity: usize) -> Vec<Run> {
    let machine = Machine::new(module).expect("there is a module");
    let kernels: [(&str, &[usize]); 3] = [("consume", &[1]), ("double", &[0, 1]), ("produce", &[0])];
    machine.run_together(&kernels, (2, capacity), &mut |_| Value::Undef)
}

/// Returns all packets in order, encoded as base-3 digits of an integer.
fn expected() -> u32 {
    (0..10u32).fold(0, |sum: u32, i| sum.wrapping_mul(3).wrapping_add(2 * i * i))
}

#[test]
fn kernels_pass_packets_on_before_and_after() {
    let source = spv_opt::parse(&spv_opt::context(), KERNELS).expect("it is a module");
    spv_opt::verify(&source).expect("it is valid");
    let words = spv_opt::export(&source).expect("it has a binary");
    let sum = Value::Bits(expected().into());
    for pipeline in ["canonicalize", "O", "lower-blocking-pipes", "lower-blocking-pipes,O"] {
        let module = optimize(pipeline, &words).expect("the pipeline runs");
        for capacity in [1, 2, 16] {
            let runs = run(&module, capacity);
            let ended = runs.iter().all(|run| run.outcome == Outcome::Returned(Value::Void));
            assert!(ended, "{pipeline}, capacity {capacity}: {runs:?}");
            let found = runs[0].memory.iter().find(|(name, _)| name == "sum").map(|(_, value)| value);
            assert_eq!(found, Some(&sum), "{pipeline}, capacity {capacity}");
        }
    }
}

/// Checks that a blocking read of an empty pipe never returns, before and after the pass.
#[test]
fn a_read_of_an_empty_pipe_does_not_return() {
    let source = spv_opt::parse(&spv_opt::context(), KERNELS).expect("it is a module");
    let words = spv_opt::export(&source).expect("it has a binary");
    for pipeline in ["canonicalize", "O", "lower-blocking-pipes", "lower-blocking-pipes,O"] {
        let module = optimize(pipeline, &words).expect("the pipeline runs");
        let machine = Machine::new(&module).expect("there is a module");
        let runs = machine.run_together(&[("consume", &[0])], (1, 1), &mut |_| Value::Undef);
        assert!(matches!(runs[0].outcome, Outcome::Trapped(_)), "{pipeline}: {runs:?}");
    }
}

/// Checks work-items that share pipes and make independent progress. For any capacity, no packet is lost, and all
/// work-items terminate.
#[test]
fn work_items_share_pipes() {
    const ITEMS: usize = 32;
    let source = spv_opt::parse(&spv_opt::context(), KERNELS).expect("it is a module");
    let words = spv_opt::export(&source).expect("it has a binary");
    for pipeline in ["canonicalize", "lower-blocking-pipes", "lower-blocking-pipes,O"] {
        let module = optimize(pipeline, &words).expect("the pipeline runs");
        let machine = Machine::new(&module).expect("there is a module");
        let kernels: [(&str, &[usize]); 3] = [("consume", &[1]), ("double", &[0, 1]), ("produce", &[0])];
        let items: Vec<(&str, &[usize])> = kernels.iter().flat_map(|kernel| [*kernel; ITEMS]).collect();
        for capacity in [1, 2, 16] {
            let runs = machine.run_together(&items, (2, capacity), &mut |_| Value::Undef);
            let ended = runs.iter().all(|run| run.outcome == Outcome::Returned(Value::Void));
            assert!(ended, "{pipeline}, capacity {capacity}: {runs:?}");
        }
    }
}

/// Checks random kernels that pass packets through pipes.
#[test]
fn random_kernels() {
    let failures: Vec<String> =
        (0..200).filter_map(|seed| spv_tests::programs::pipes::check(seed).err()).collect();
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}
