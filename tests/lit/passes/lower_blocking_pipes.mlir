// RUN: spv-opt %s --lower-blocking-pipes | FileCheck %s
// RUN: spv-opt %s --lower-blocking-pipes --spirv-update-vce --emit=spirv -o %t
// RUN: spirv-val %t
// RUN: spv-opt %s --lower-blocking-pipes --spirv-update-vce | FileCheck %s --check-prefix=VCE

// VCE: requires #spv.vce<v1.0, [Pipes, GenericPointer, Linkage], []>
spv.module Physical64 OpenCL requires #spv.vce<v1.0, [Kernel, Addresses, Linkage, Pipes, GenericPointer, BlockingPipesALTERA], [SPV_INTEL_blocking_pipes]> {
  // CHECK-LABEL: spv.func @pass_on
  // CHECK: %[[ZERO:.*]] = spv.Constant 0 : i32
  // CHECK: spv.mlir.loop {
  // CHECK: ^bb1:
  // CHECK-NEXT: %[[R:.*]] = spv.ReadPipe %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : !spv.pipe<ReadOnly>, !spv.ptr<i32, Generic>, i32, i32 -> i32
  // CHECK-NEXT: %[[C:.*]] = spv.INotEqual %[[R]], %[[ZERO]] : i32
  // CHECK-NEXT: spv.BranchConditional %[[C]], ^bb2, ^bb4
  // CHECK: spv.mlir.loop {
  // CHECK: spv.WritePipe
  // CHECK-NOT: Blocking
  spv.func @pass_on(%r: !spv.pipe<ReadOnly>, %w: !spv.pipe<WriteOnly>, %p: !spv.ptr<i32, Generic>) "None" {
    %0 = spv.Constant 4 : i32
    spv.ReadPipeBlockingALTERA %r, %p, %0, %0 : !spv.pipe<ReadOnly>, !spv.ptr<i32, Generic>, i32, i32
    spv.WritePipeBlockingALTERA %w, %p, %0, %0 : !spv.pipe<WriteOnly>, !spv.ptr<i32, Generic>, i32, i32
    spv.Return
  }
}
