// RUN: spv-opt %s --mlir-compat=14 -split-input-file -verify-diagnostics
// What LLVM 14 refuses, in its words.
func @storage_class(%p: !spv.ptr<f32, Function>, %v: f32) {
  // expected-error @+1 {{expected non-function type}}
  spv.Store %p, %v : f32
  return
}

// -----

func @copy(%p: !spv.ptr<f32, Function>, %q: !spv.ptr<f32, Function>) {
  // expected-error @+1 {{expected non-function type}}
  spv.CopyMemory %p, %q : f32
  return
}

// -----

func @index_without_type(%c: !spv.struct<(f32, i32)>, %v: f32) {
  // expected-error @+1 {{attribute 'indices' failed to satisfy constraint: 32-bit integer array attribute}}
  %0 = spv.CompositeInsert %v, %c[0] : f32 into !spv.struct<(f32, i32)>
  return
}

// -----

func @index_of_other_type(%c: !spv.struct<(f32, i32)>) {
  // expected-error @+1 {{attribute 'indices' failed to satisfy constraint: 32-bit integer array attribute}}
  %0 = spv.CompositeExtract %c[0 : i64] : !spv.struct<(f32, i32)>
  return
}

// -----

func @no_indices(%c: !spv.struct<(f32, i32)>) {
  // expected-error @+1 {{expected non-function type}}
  %0 = spv.CompositeExtract %c : !spv.struct<(f32, i32)>
  return
}

// -----

func @value_as_index(%c: !spv.struct<(f32, i32)>, %i: i32) {
  // expected-error @+1 {{expected non-function type}}
  %0 = spv.CompositeExtract %c[%i] : !spv.struct<(f32, i32)>
  return
}

// -----

func @chain_without_index(%p: !spv.ptr<!spv.array<4 x f32>, Function>) {
  // expected-error @+1 {{expected at least one index}}
  %0 = spv.AccessChain %p[] : !spv.ptr<!spv.array<4 x f32>, Function>
  return
}

// -----

func @more_types(%p: !spv.ptr<!spv.array<4 x f32>, Function>, %i: i32) {
  // expected-error @+1 {{'spv.AccessChain' op indices types' count must be equal to indices info count}}
  %0 = spv.AccessChain %p[%i] : !spv.ptr<!spv.array<4 x f32>, Function>, i32, i32, i32
  return
}

// -----

func @fewer_types(%p: !spv.ptr<!spv.array<4 x f32>, Function>, %i: i32) {
  // expected-error @+1 {{'spv.AccessChain' op indices types' count must be equal to indices info count}}
  %0 = spv.AccessChain %p[%i, %i, %i] : !spv.ptr<!spv.array<4 x f32>, Function>, i32
  return
}

// -----

func @no_member(%p: !spv.ptr<!spv.struct<(f32, f32)>, Function>) {
  %0 = spv.Undef : i32
  // expected-error @+1 {{index must be an integer spv.Constant to access element of spv.struct, but provided spv.Undef}}
  %1 = spv.AccessChain %p[%0] : !spv.ptr<!spv.struct<(f32, f32)>, Function>, i32
  return
}

// -----

func @too_deep(%p: !spv.ptr<!spv.struct<(i32, f32)>, Function>) {
  %0 = spv.Constant 1 : i32
  %1 = spv.Constant 7 : i32
  // expected-error @+1 {{cannot extract from non-composite type 'f32' with index 1}}
  %2 = spv.AccessChain %p[%0, %1] : !spv.ptr<!spv.struct<(i32, f32)>, Function>, i32, i32
  return
}

// -----

func @image_operands(%i: !spv.sampled_image<!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>>, %c: vector<2xf32>, %d: f32) {
  // expected-error @+1 {{the Image Operands should encode what operands follow, as per Image Operands}}
  %0 = spv.ImageDrefGather %i : !spv.sampled_image<!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>>, %c : vector<2xf32>, %d : f32 (%d : f32) -> vector<4xf32>
  return
}

// -----

func @memory_access(%p: !spv.ptr<f32, Function>, %v: f32) {
  // expected-error @+1 {{attribute 'memory_access' failed to satisfy constraint: valid SPIR-V MemoryAccess, but got 1073741824}}
  "spv.Store"(%p, %v) {memory_access = 0x40000000 : i32} : (!spv.ptr<f32, Function>, f32) -> ()
  return
}

// -----

func @no_alignment(%p: !spv.ptr<f32, Function>) {
  // expected-error @+1 {{missing alignment value}}
  %0 = "spv.Load"(%p) {memory_access = 2 : i32} : (!spv.ptr<f32, Function>) -> f32
  return
}

// -----

func @alignment_for_nothing(%p: !spv.ptr<f32, Function>) {
  // expected-error @+1 {{invalid alignment specification with non-aligned memory access specification}}
  %0 = "spv.Load"(%p) {memory_access = 1 : i32, alignment = 4 : i32} : (!spv.ptr<f32, Function>) -> f32
  return
}

// -----

func @bound_variable() {
  // expected-error @+1 {{cannot have 'descriptor_set' attribute (only allowed in spv.GlobalVariable)}}
  %0 = spv.Variable bind(0, 3) : !spv.ptr<i32, Function>
  return
}

// -----

func @built_in_variable() {
  // expected-error @+1 {{cannot have 'built_in' attribute (only allowed in spv.GlobalVariable)}}
  %0 = spv.Variable built_in("Position") : !spv.ptr<i32, Function>
  return
}

// -----

func @no_pointer() {
  // expected-error @+1 {{expected spv.ptr type}}
  %0 = spv.Variable : i32
  return
}

// -----

// expected-error @+1 {{cannot attach SPIR-V attributes to region result}}
func @result() -> (i32 {spv.interface_var_abi = 1 : i32}, f32) {
  return
}

// -----

func @limits() attributes {
  // expected-error @+1 {{limits must be a dictionary attribute containing two 32-bit integer attributes 'max_compute_workgroup_invocations' and 'max_compute_workgroup_size'}}
  spv.target_env = #spv.target_env<#spv.vce<v1.0, [Shader], []>, {max_compute_workgroup_size = 128 : i32}>
} {
  return
}

// -----

func @more_than_limits() attributes {
  // expected-error @+1 {{expected '>'}}
  spv.target_env = #spv.target_env<#spv.vce<v1.0, [Shader], []>, {}, more>
} {
  return
}

// -----

// expected-error @+1 {{unknown SPIR-V type: pointr}}
func @type(%a: !spv.pointr<f32, Function>) {
  return
}

// -----

// expected-error @+1 {{unknown SPIR-V attribute kind: vec}}
func @attribute() attributes {a = #spv.vec<v1.0, [], []>} {
  return
}

// -----

// expected-error @+1 {{type created with unregistered dialect}}
func @other_dialect(%a: !other.type<f32>) {
  return
}
