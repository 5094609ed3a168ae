// RUN: spv-opt %s --if-convert-predicated | FileCheck %s
// RUN: spv-opt %s "--if-convert-predicated=max-loads=0" | FileCheck %s --check-prefix=FEW
// RUN: spv-opt %s --if-convert-predicated --expand-predicated-io | FileCheck %s --check-prefix=BACK
// RUN: spv-opt %s "--if-convert-predicated=keep-uniform" | FileCheck %s --check-prefix=UNIFORM

spv.module Physical64 OpenCL requires #spv.vce<v1.6, [Kernel, Addresses, Linkage, PredicatedIOINTEL], [SPV_INTEL_predicated_io]> {
  // CHECK-LABEL: spv.func @store
  // CHECK-NOT: spv.mlir.selection
  // CHECK: spv.PredicatedStoreINTEL %{{.*}}, %{{.*}}, %{{.*}} : !spv.ptr<i32, CrossWorkgroup>, i32, i1
  // BACK-LABEL: spv.func @store
  // BACK: spv.mlir.selection
  spv.func @store(%p: !spv.ptr<i32, CrossWorkgroup>, %x: i32, %c: i1) "None" {
    spv.mlir.selection {
      spv.BranchConditional %c, ^bb1, ^bb2
    ^bb1:
      spv.Store "CrossWorkgroup" %p, %x ["Aligned", 4] : i32
      spv.Branch ^bb2
    ^bb2:
      spv.mlir.merge
    }
    spv.Return
  }

  // The value of the other arm is the default: no select.
  // CHECK-LABEL: spv.func @load
  // CHECK: %[[X:.*]] = spv.PredicatedLoadINTEL %{{.*}}, %{{.*}}, %d : !spv.ptr<i32, CrossWorkgroup>, i1 -> i32
  // CHECK-NEXT: spv.ReturnValue %[[X]]
  // FEW-LABEL: spv.func @load
  // FEW: spv.mlir.selection
  spv.func @load(%p: !spv.ptr<i32, CrossWorkgroup>, %d: i32, %c: i1) -> i32 "None" {
    %r = spv.mlir.selection -> i32 {
      spv.BranchConditional %c, ^bb1, ^bb2(%d : i32)
    ^bb1:
      %x = spv.Load "CrossWorkgroup" %p : i32
      spv.Branch ^bb2(%x : i32)
    ^bb2(%v: i32):
      spv.mlir.merge %v : i32
    }
    spv.ReturnValue %r : i32
  }

  // Both arms, in order; wrap flags are dropped, as is that an index is in bounds.
  // CHECK-LABEL: spv.func @both
  // CHECK: %[[Z:.*]] = spv.Constant 0 : i32
  // CHECK: %[[Q:.*]] = spv.PtrAccessChain %{{.*}}[%{{.*}}]
  // CHECK-NEXT: %[[X:.*]] = spv.PredicatedLoadINTEL %[[Q]], %[[C:.*]], %[[Z]]
  // CHECK-NEXT: %[[Y:.*]] = spv.IAdd %[[X]], %{{.*}} : i32
  // CHECK-NEXT: spv.PredicatedStoreINTEL %{{.*}}, %[[Y]], %[[C]]
  // CHECK-NEXT: %[[N:.*]] = spv.LogicalNot %[[C]] : i1
  // CHECK-NEXT: spv.PredicatedStoreINTEL %{{.*}}, %{{.*}}, %[[N]]
  // CHECK-NEXT: %[[R:.*]] = spv.Select %[[C]], %[[Y]], %{{.*}} : i1, i32
  spv.func @both(%p: !spv.ptr<i32, CrossWorkgroup>, %a: i32, %c: i1) -> i32 "None" {
    %r = spv.mlir.selection -> i32 {
      spv.BranchConditional %c, ^bb1, ^bb2
    ^bb1:
      %q = spv.InBoundsPtrAccessChain %p[%a] : !spv.ptr<i32, CrossWorkgroup>, i32
      %x = spv.Load "CrossWorkgroup" %q : i32
      %y = spv.IAdd %x, %a {no_signed_wrap} : i32
      spv.Store "CrossWorkgroup" %p, %y : i32
      spv.Branch ^bb3(%y : i32)
    ^bb2:
      spv.Store "CrossWorkgroup" %p, %a : i32
      spv.Branch ^bb3(%a : i32)
    ^bb3(%v: i32):
      spv.mlir.merge %v : i32
    }
    spv.ReturnValue %r : i32
  }

  // CHECK-LABEL: spv.func @nested
  // CHECK-NOT: spv.mlir.selection
  // CHECK: %[[A:.*]] = spv.LogicalAnd %c1, %c2 : i1
  // CHECK: spv.PredicatedStoreINTEL %{{.*}}, %{{.*}}, %[[A]]
  spv.func @nested(%p: !spv.ptr<i32, CrossWorkgroup>, %x: i32, %c1: i1, %c2: i1) "None" {
    spv.mlir.selection {
      spv.BranchConditional %c1, ^bb1, ^bb2
    ^bb1:
      spv.mlir.selection {
        spv.BranchConditional %c2, ^bb1, ^bb2
      ^bb1:
        spv.Store "CrossWorkgroup" %p, %x : i32
        spv.Branch ^bb2
      ^bb2:
        spv.mlir.merge
      }
      spv.Branch ^bb2
    ^bb2:
      spv.mlir.merge
    }
    spv.Return
  }

  // CHECK-LABEL: spv.func @kept
  // CHECK-COUNT-4: spv.mlir.selection
  // CHECK-NOT: Predicated
  spv.func @kept(%p: !spv.ptr<i32, CrossWorkgroup>, %x: i32, %c: i1, %pp: !spv.ptr<!spv.ptr<i32, CrossWorkgroup>, CrossWorkgroup>) "None" {
    // Volatile.
    spv.mlir.selection {
      spv.BranchConditional %c, ^bb1, ^bb2
    ^bb1:
      spv.Store "CrossWorkgroup" %p, %x ["Volatile"] : i32
      spv.Branch ^bb2
    ^bb2:
      spv.mlir.merge
    }
    // Not to be flattened.
    spv.mlir.selection control(DontFlatten) {
      spv.BranchConditional %c, ^bb1, ^bb2
    ^bb1:
      spv.Store "CrossWorkgroup" %p, %x : i32
      spv.Branch ^bb2
    ^bb2:
      spv.mlir.merge
    }
    // A pointer is no number.
    spv.mlir.selection {
      spv.BranchConditional %c, ^bb1, ^bb2
    ^bb1:
      %q = spv.Load "CrossWorkgroup" %pp : !spv.ptr<i32, CrossWorkgroup>
      spv.Store "CrossWorkgroup" %q, %x : i32
      spv.Branch ^bb2
    ^bb2:
      spv.mlir.merge
    }
    // The address depends on a load in the arm.
    spv.mlir.selection {
      spv.BranchConditional %c, ^bb1, ^bb2
    ^bb1:
      %i = spv.Load "CrossWorkgroup" %p : i32
      %q = spv.PtrAccessChain %p[%i] : !spv.ptr<i32, CrossWorkgroup>, i32
      spv.Store "CrossWorkgroup" %q, %x : i32
      spv.Branch ^bb2
    ^bb2:
      spv.mlir.merge
    }
    spv.Return
  }

  // All invocations take one arm, and may jump over the other.
  // CHECK-LABEL: spv.func @uniform
  // CHECK-NOT: spv.mlir.selection
  // UNIFORM-LABEL: spv.func @store
  // UNIFORM: spv.PredicatedStoreINTEL
  // UNIFORM-LABEL: spv.func @uniform
  // UNIFORM: spv.mlir.selection
  // UNIFORM: spv.Store "CrossWorkgroup"
  spv.GlobalVariable @groups built_in("NumWorkgroups") : !spv.ptr<vector<3xi64>, Input>
  spv.func @uniform(%p: !spv.ptr<i32, CrossWorkgroup>, %x: i32) "None" {
    %a = spv.mlir.addressof @groups : !spv.ptr<vector<3xi64>, Input>
    %n = spv.Load "Input" %a : vector<3xi64>
    %n0 = spv.CompositeExtract %n[0 : i32] : vector<3xi64>
    %one = spv.Constant 1 : i64
    %c = spv.IEqual %n0, %one : i64
    spv.mlir.selection {
      spv.BranchConditional %c, ^bb1, ^bb2
    ^bb1:
      spv.Store "CrossWorkgroup" %p, %x : i32
      spv.Branch ^bb2
    ^bb2:
      spv.mlir.merge
    }
    spv.Return
  }

  // The arguments of a kernel are the same for all invocations.
  // UNIFORM-LABEL: spv.func @kernel
  // UNIFORM: spv.mlir.selection
  // UNIFORM: spv.Store "CrossWorkgroup"
  spv.func @kernel(%p: !spv.ptr<i32, CrossWorkgroup>, %x: i32) "None" {
    %one = spv.Constant 1 : i32
    %c = spv.IEqual %x, %one : i32
    spv.mlir.selection {
      spv.BranchConditional %c, ^bb1, ^bb2
    ^bb1:
      spv.Store "CrossWorkgroup" %p, %x : i32
      spv.Branch ^bb2
    ^bb2:
      spv.mlir.merge
    }
    spv.Return
  }
  spv.EntryPoint "Kernel" @kernel
}
