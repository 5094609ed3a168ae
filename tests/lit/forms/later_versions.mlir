// Forms of LLVM 15 and later, read as what says the same.
// RUN: spv-opt %s | FileCheck %s
// RUN: spv-opt %s --mlir-prefix=spirv | FileCheck %s --check-prefix=SPIRV
// RUN: spv-opt %s --verify-roundtrip --emit=none

// CHECK-LABEL: func @interface
// CHECK-SAME:    %arg0: f32 {spv.interface_var_abi = #spv.interface_var_abi<(0, 1), Uniform>}
// CHECK-SAME:    spv.entry_point_abi = {local_size = dense<[64, 1, 1]> : vector<3xi32>, subgroup_size = 32 : i32}
// SPIRV-LABEL: func @interface
// SPIRV-SAME:    spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64, 1, 1], subgroup_size = 32>
func.func @interface(%arg0: f32 {spirv.interface_var_abi = #spirv.interface_var_abi<(0, 1), Uniform>})
    attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64, 1, 1], subgroup_size = 32>} {
  func.return
}

// CHECK-LABEL: func @limits
// CHECK-SAME:    #spv.target_env<#spv.vce<v1.0, [Shader], []>, Qualcomm:IntegratedGPU:100925441, {
// CHECK-SAME:    api = "Vulkan"
// CHECK-SAME:    cooperative_matrix_properties_nv = [{a_type = i8, m_size = 8 : i32, scope = "Subgroup"}]
// CHECK-SAME:    max_compute_workgroup_invocations = 128 : i32
// CHECK-SAME:    max_compute_workgroup_size = dense<[128, 64, 64]> : vector<3xi32>
// CHECK-SAME:    subgroup_size = 64 : i32}>
func.func @limits() attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.0, [Shader], []>,
    api=Vulkan, Qualcomm:IntegratedGPU:100925441, #spirv.resource_limits<
      max_compute_workgroup_invocations = 128, max_compute_workgroup_size = [128, 64, 64], subgroup_size = 64,
      cooperative_matrix_properties_nv = [#spirv.coop_matrix_props<m_size = 8, a_type = i8, scope = <Subgroup>>]>>} {
  return
}

// CHECK-LABEL: func @no_limits
// CHECK-SAME:    #spv.target_env<#spv.vce<v1.0, [Shader], []>, {}>
func.func @no_limits()
    attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.0, [Shader], []>, #spirv.resource_limits<>>} {
  return
}

spirv.module Logical GLSL450 requires #spirv.vce<v1.3, [Shader, Linkage, GroupNonUniformBallot, Kernel], []> {
  // CHECK: spv.GlobalVariable @v {linkage_attributes = ["outside", "Import"]} : !spv.ptr<f32, Private>
  // SPIRV: spirv.GlobalVariable @v
  spirv.GlobalVariable @v {linkage_attributes=#spirv.linkage_attributes<linkage_name="outside", linkage_type=<Import>>}
      : !spirv.ptr<f32, Private>

  // CHECK-LABEL: spv.func @brackets
  spirv.func @brackets(%i: i32, %f: f32, %b: i1, %p: !spirv.ptr<i32, Workgroup>) "None" {
    // CHECK-NEXT: spv.ControlBarrier Workgroup, Device, "Acquire|UniformMemory"
    spirv.ControlBarrier <Workgroup>, <Device>, <Acquire|UniformMemory>
    // CHECK-NEXT: %0 = spv.AtomicAnd "Device" "None" %p, %i : !spv.ptr<i32, Workgroup>
    %0 = spirv.AtomicAnd <Device> <None> %p, %i : !spirv.ptr<i32, Workgroup>
    // CHECK-NEXT: %1 = spv.GroupNonUniformBallot Workgroup %b : vector<4xi32>
    %1 = spirv.GroupNonUniformBallot <Workgroup> %b : vector<4xi32>
    // CHECK-NEXT: %2 = spv.GLSL.Fma %f, %f, %f : f32
    %2 = spirv.GL.Fma %f, %f, %f : f32
    // CHECK-NEXT: %3 = spv.OCL.s_abs %i : i32
    // SPIRV: %3 = spirv.OCL.s_abs %i : i32
    %3 = spirv.CL.s_abs %i : i32
    spirv.Return
  }
}

// CHECK-LABEL: spv.func @properties
// CHECK-NEXT:    %0 = spv.GroupNonUniformElect Subgroup : i1
// CHECK-NEXT:    spv.MemoryBarrier Device, "Acquire|UniformMemory"
// CHECK-NEXT:    spv.BranchConditional %0, ^bb1(%arg0 : i32), ^bb2
"spirv.module"() <{addressing_model = #spirv.addressing_model<Logical>, memory_model = #spirv.memory_model<GLSL450>}> ({
  "spirv.func"() <{function_control = #spirv.function_control<None>, function_type = (i32) -> (), sym_name = "properties"}> ({
  ^bb0(%arg0: i32):
    %0 = "spirv.GroupNonUniformElect"() <{execution_scope = #spirv.scope<Subgroup>}> : () -> i1
    "spirv.MemoryBarrier"() {memory_scope = #spirv.scope<Device>, memory_semantics = #spirv.memory_semantics<Acquire|UniformMemory>} : () -> ()
    "spirv.BranchConditional"(%0, %arg0)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1, i32) -> ()
  ^bb1(%1: i32):
    "spirv.Return"() : () -> ()
  ^bb2:
    "spirv.Return"() : () -> ()
  }) : () -> ()
}) : () -> ()

// CHECK-LABEL: spv.func @assume
// CHECK-NEXT:    spv.AssumeTrueKHR %arg0 {relaxed_precision} : i1
// CHECK-NEXT:    spv.AssumeTrueKHR %arg0 : i1
spirv.module Logical GLSL450 requires #spirv.vce<v1.0, [Shader, ExpectAssumeKHR], [SPV_KHR_expect_assume]> {
  spirv.func @assume(%arg0: i1) "None" {
    spirv.KHR.AssumeTrue %arg0 {relaxed_precision}
    spirv.KHR.AssumeTrue %arg0 : i1
    spirv.Return
  }
}

// What the limits are made of is checked in each form, so that what is printed is read.
// CHECK-LABEL: func @mixed_limits
// CHECK-SAME:    {max_compute_workgroup_size = dense<[128, 64, 64]> : vector<3xi32>, names = [1, "a"], subgroup_size = 64 : i32}
func @mixed_limits() attributes {spv.target_env = #spv.target_env<#spv.vce<v1.0, [Shader], []>,
    max_compute_workgroup_size = [128, 64, 64], subgroup_size = 64, names = [1, "a"]>} {
  return
}
