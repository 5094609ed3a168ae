// Kernels cannot declare MaximallyReconvergesKHR, which requires capability Shader.
// RUN: spv-opt %s --modify-maximal-reconvergence=mode=add | FileCheck %s
// CHECK: requires #spv.vce<v1.0, [Kernel, Addresses], []>
// CHECK-NOT: MaximallyReconvergesKHR
spv.module Physical64 OpenCL requires #spv.vce<v1.0, [Kernel, Addresses], []> {
  spv.EntryPoint "Kernel" @main
  spv.func @main() "None" {
    spv.Return
  }
}
