// RUN: spv-opt %s 2>&1 | FileCheck %s
// A packet of another size than what the pointer is to: the module is valid, and a warning says so.

// CHECK-NOT: warning
// CHECK: packet_size.mlir:[[@LINE+11]]:5: warning: 'spv.WritePipeBlockingALTERA' moves packets of 8 bytes, but the pointee has 4 bytes
// CHECK-NOT: warning
// CHECK: spv.func @write
// CHECK: spv.func @bytes
spv.module Physical64 OpenCL requires #spv.vce<v1.0, [Kernel, Addresses, Linkage, Pipes, GenericPointer, Int8, BlockingPipesALTERA], [SPV_INTEL_blocking_pipes]> {
  spv.func @write(%w: !spv.pipe<WriteOnly>, %p: !spv.ptr<i32, Generic>) "None" {
    %4 = spv.Constant 4 : i32
    %8 = spv.Constant 8 : i32
    spv.WritePipeBlockingALTERA %w, %p, %4, %4 : !spv.pipe<WriteOnly>, !spv.ptr<i32, Generic>, i32, i32

    // Twice as much as there is.
    spv.WritePipeBlockingALTERA %w, %p, %8, %4 : !spv.pipe<WriteOnly>, !spv.ptr<i32, Generic>, i32, i32
    spv.Return
  }

  // Producers pass all packets by pointers to bytes.
  spv.func @bytes(%w: !spv.pipe<WriteOnly>, %p: !spv.ptr<i8, Generic>) "None" {
    %4 = spv.Constant 4 : i32
    spv.WritePipeBlockingALTERA %w, %p, %4, %4 : !spv.pipe<WriteOnly>, !spv.ptr<i8, Generic>, i32, i32
    spv.Return
  }
}
