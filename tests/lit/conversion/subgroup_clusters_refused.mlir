// RUN: spv-opt %s --split-input-file --convert-gpu-to-spirv --verify-diagnostics

func.func @size(%x: f32) {
  // expected-error @+1 {{'gpu.subgroup_reduce' op cluster size 3 is not a power of two}}
  %0 = gpu.subgroup_reduce add %x cluster(size = 3) : (f32) -> f32
  return
}

// -----

func.func @stride(%x: f32) {
  // expected-error @+1 {{'gpu.subgroup_reduce' op cluster stride 3 is not a power of two}}
  %0 = gpu.subgroup_reduce add %x cluster(size = 4, stride = 3) : (f32) -> f32
  return
}

// -----

func.func @stride_alone(%x: f32) {
  // expected-error @+1 {{'gpu.subgroup_reduce' op cluster stride can only be specified if cluster size is specified}}
  %0 = gpu.subgroup_reduce add %x {cluster_stride = 2 : i32} : (f32) -> f32
  return
}
