// RUN: spv-opt %s --target-env=opencl2.1 --emit=none 2>&1 | FileCheck %s
// RUN: spv-opt %s --target-env=spv1.6 --emit=none 2>&1 | FileCheck %s --check-prefix=OTHER --allow-empty
// RUN: spv-opt %s --strip-debug -o %t.spv
// RUN: spv-opt %t.spv --target-env=opencl2.1 --emit=none 2>&1 | FileCheck %s --check-prefix=OTHER --allow-empty

// Runtimes find kernels by different names: a warning says where these differ. Without debug names all find the kernels by
// the names of the entry points.
// CHECK: kernel_names.mlir:[[@LINE+5]]:3: warning: the kernel 'named' has the debug name 'inner': Intel's runtime and pocl look it up by that name, other runtimes by the name of the entry point
// CHECK-NOT: warning
// OTHER-NOT: warning

spv.module Physical64 OpenCL requires #spv.vce<v1.0, [Kernel, Addresses], []> {
  spv.EntryPoint "Kernel" @inner name("named")
  spv.EntryPoint "Kernel" @same
  spv.EntryPoint "Kernel" @_$1 name("unnamed")
  spv.func @inner() "None" {
    spv.Return
  }
  spv.func @same() "None" {
    spv.Return
  }
  spv.func @_$1() "None" {
    spv.Return
  }
}
