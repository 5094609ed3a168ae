// RUN: spv-opt %s --mlir-compat=19 --split-input-file --verify-diagnostics

// What LLVM 19 refuses it refuses in these words.

func.func @atomic(%ptr: !spirv.ptr<i32, Workgroup>, %value: i64) -> i64 {
  // expected-error @+1 {{'spirv.AtomicIAdd' op failed to verify that `value` type matches pointee type of `pointer`}}
  %0 = "spirv.AtomicIAdd"(%ptr, %value) {memory_scope = #spirv.scope<Workgroup>, semantics = #spirv.memory_semantics<AcquireRelease>} : (!spirv.ptr<i32, Workgroup>, i64) -> i64
  return %0 : i64
}

// -----

func.func @atomic_float(%ptr: !spirv.ptr<f32, StorageBuffer>, %value: f64) -> f64 {
  // expected-error @+1 {{'spirv.EXT.AtomicFAdd' op failed to verify that `result` type matches pointee type of `pointer`}}
  %0 = "spirv.EXT.AtomicFAdd"(%ptr, %value) {memory_scope = #spirv.scope<Device>, semantics = #spirv.memory_semantics<AcquireRelease>} : (!spirv.ptr<f32, StorageBuffer>, f64) -> f64
  return %0 : f64
}

// -----

func.func @carry(%a: i32) -> !spirv.struct<(i32, i32, i32)> {
  // expected-error @+1 {{'spirv.IAddCarry' op expected result struct type containing two members}}
  %0 = "spirv.IAddCarry"(%a, %a) : (i32, i32) -> !spirv.struct<(i32, i32, i32)>
  return %0 : !spirv.struct<(i32, i32, i32)>
}

// -----

func.func @cast(%a: !spirv.ptr<f32, Uniform>) {
  // expected-error @+1 {{pointer type must be of storage class Generic}}
  %0 = spirv.GenericCastToPtrExplicit %a : !spirv.ptr<f32, Uniform> to !spirv.ptr<f32, Workgroup>
  return
}

// -----

func.func @packed(%a: i64) -> i64 {
  // expected-error @+1 {{op with specified Packed Vector Format (PackedVectorFormat4x8Bit) requires integer vector operands to be 32-bits wide}}
  %0 = spirv.SDot %a, %a, <PackedVectorFormat4x8Bit> : i64 -> i64
  return %0 : i64
}

// -----

spirv.module PhysicalStorageBuffer64 GLSL450 requires #spirv.vce<v1.0, [Shader, PhysicalStorageBufferAddresses], []> {
  // expected-error @+1 {{'spirv.func' op with physical buffer pointer must be decorated either 'Aliased' or 'Restrict'}}
  spirv.func @undecorated(%a: !spirv.ptr<i32, PhysicalStorageBuffer>) "None" {
    spirv.Return
  }
}

// -----

spirv.module Logical GLSL450 requires #spirv.vce<v1.0, [Shader, Linkage], []> {
  // expected-error @+1 {{'spirv.module' cannot contain external functions without 'Import' linkage_attributes (LinkageAttributes)}}
  spirv.func @declared(%a: i8) -> () "Pure"
}

// -----

spirv.module PhysicalStorageBuffer64 OpenCL requires #spirv.vce<v1.0, [Kernel, Addresses, PhysicalStorageBufferAddresses], []> {
  spirv.func @number(%a: i32) "None" {
    // expected-error @+1 {{result must be a physical pointer}}
    %0 = spirv.ConvertUToPtr %a : i32 to !spirv.ptr<i32, Generic>
    spirv.Return
  }
}

// -----

func.func @carry_in_custom_form(%a: i32) {
  // expected-error @+1 {{expected spirv.struct type with two members}}
  %0 = spirv.IAddCarry %a, %a : !spirv.struct<(i32, i32, i32)>
  return
}

// -----

func.func @assumption(%a: f32) {
  // expected-error @+2 {{use of value '%a' expects different type than prior uses: 'i1' vs 'f32'}}
  // expected-note @-2 {{prior use here}}
  spirv.KHR.AssumeTrue %a
  return
}

// -----

func.func @enumerant() {
  // expected-error @+2 {{custom op 'spirv.ControlBarrier' expected ::mlir::spirv::Scope to be one of: CrossDevice, Device}}
  // expected-error @+1 {{failed to parse SPIRV_ScopeAttr parameter 'value' which is to be a `::mlir::spirv::Scope`}}
  spirv.ControlBarrier <Something>, <Device>, <Acquire|UniformMemory>
  return
}

// -----

func.func @no_brackets() {
  // expected-error @+1 {{expected '<'}}
  spirv.ControlBarrier : <Device>, <Acquire|UniformMemory>
  return
}

// -----

func.func @indices(%a: !spirv.array<4xf32>) {
  // expected-error @+1 {{attribute 'indices' failed to satisfy constraint: 32-bit integer array attribute}}
  %0 = spirv.CompositeExtract %a[1] : !spirv.array<4xf32>
  return
}

// -----

func.func @no_indices(%a: !spirv.array<4xf32>) {
  // expected-error @+1 {{expected attribute value}}
  %0 = spirv.CompositeExtract %a : !spirv.array<4xf32>
  return
}

// -----

func.func @constituents(%a: f32) {
  // expected-error @+1 {{expected to return a vector or cooperative matrix when the number of constituents is less than what the result needs}}
  %0 = spirv.CompositeConstruct %a : (f32) -> !spirv.array<4xf32>
  return
}

// -----

func.func @constituent_types(%a: f32, %b: vector<2xi32>) {
  // expected-error @+1 {{operand element type mismatch: expected to be 'f32', but provided 'i32'}}
  %0 = spirv.CompositeConstruct %a, %b, %a : (f32, vector<2xi32>, f32) -> vector<4xf32>
  return
}

// -----

func.func @matrix(%p: !spirv.ptr<i32, StorageBuffer>, %m: !spirv.coopmatrix<8x16xi32, Workgroup, MatrixA>, %s: i32) {
  // expected-error @+1 {{op has unhandled memory operand 'Aligned'}}
  spirv.KHR.CooperativeMatrixStore %p, %m, %s, <RowMajor>, <Aligned> : !spirv.ptr<i32, StorageBuffer>, !spirv.coopmatrix<8x16xi32, Workgroup, MatrixA>, i32
  spirv.Return
}

// -----

func.func @copied(%a: !spirv.ptr<f32, Function>, %b: !spirv.ptr<f32, Function>) {
  // expected-error @+1 {{invalid alignment specification with non-aligned memory access specification}}
  "spirv.CopyMemory"(%a, %b) {source_memory_access = #spirv.memory_access<Volatile>, memory_access = #spirv.memory_access<Aligned>, source_alignment = 8 : i32, alignment = 4 : i32} : (!spirv.ptr<f32, Function>, !spirv.ptr<f32, Function>) -> ()
  return
}

// -----

func.func @unit() {
  // expected-error @+1 {{cannot have attribute: unit}}
  %0 = spirv.Constant unit : none
  return
}

// -----

func.func @tensor() {
  // expected-error @+1 {{result or element type ('vector<4xi32>') does not match value type ('tensor<4xi32>'), must be the same or spirv.array}}
  %0 = "spirv.Constant"() {value = dense<0> : tensor<4xi32>} : () -> vector<4xi32>
  return
}

// -----

spirv.module Logical GLSL450 {
  // expected-error @+1 {{result must be of a !spv.ptr type}}
  "spirv.GlobalVariable"() {sym_name = "v", type = none} : () -> ()
}

// -----

spirv.module Logical GLSL450 {
  spirv.SpecConstant @one = 1.5 : f32
  // expected-error @+1 {{unsupported composite type}}
  spirv.SpecConstantComposite @all (@one) : !spirv.coopmatrix<8x16xf32, Device, MatrixA>
}

// -----

// expected-error @+1 {{expected valid keyword}}
func.func private @scope(!spirv.coopmatrix<8x8xi32, >) -> ()

// -----

// expected-error @+1 {{expected ','}}
func.func private @no_use(!spirv.coopmatrix<8x16xi32, Subgroup>) -> ()

// -----

// expected-error @+1 {{expected row and column count}}
func.func private @lengths(!spirv.coopmatrix<8xi32, Subgroup, MatrixA>) -> ()

// -----

// expected-error @+1 {{invalid use <id> attribute specification: Subgroup}}
func.func private @other_use(!spirv.coopmatrix<8x8xi32, Subgroup, Subgroup>) -> ()

// -----

// expected-error @+1 {{unbalanced '[' character in pretty dialect name}}
func.func private @brackets(!spirv.struct<(f32 [0)>) -> ()

// -----

func.func @extension() attributes {
  // expected-error @+1 {{unknown extension: SPIRV_Something}}
  vce = #spirv.vce<v1.0, [Shader], [SPIRV_Something]>
} { return }

// -----

func.func @workgroup() attributes {
  // expected-error @+2 {{failed to parse SPIRV_EntryPointABIAttr parameter 'workgroup_size' which is to be a `DenseI32ArrayAttr`}}
  // expected-error @+1 {{expected '['}}
  spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = 64>
} { return }
