// RUN: spv-opt %s --split-input-file --verify-diagnostics

// What is valid is in ops/predicated_io.mlir.

spv.module Physical64 OpenCL {
  spv.func @volatile(%p: !spv.ptr<i32, CrossWorkgroup>, %q: i1, %d: i32) "None" {
    // expected-error @+1 {{a predicated access must not be Volatile}}
    %0 = spv.PredicatedLoadINTEL %p, %q, %d ["Volatile"] : !spv.ptr<i32, CrossWorkgroup>, i1 -> i32
    spv.Return
  }
}

// -----

spv.module Physical64 OpenCL {
  spv.func @volatile_store(%p: !spv.ptr<i32, CrossWorkgroup>, %q: i1, %d: i32) "None" {
    // expected-error @+1 {{a predicated access must not be Volatile}}
    spv.PredicatedStoreINTEL %p, %d, %q ["Volatile"] : !spv.ptr<i32, CrossWorkgroup>, i32, i1
    spv.Return
  }
}

// -----

spv.module Physical64 OpenCL {
  spv.func @predicate(%p: !spv.ptr<i32, CrossWorkgroup>, %q: i32, %d: i32) "None" {
    // expected-error @+1 {{operand #1 must be bool, but got 'i32'}}
    %0 = spv.PredicatedLoadINTEL %p, %q, %d : !spv.ptr<i32, CrossWorkgroup>, i32 -> i32
    spv.Return
  }
}

// -----

spv.module Physical64 OpenCL {
  spv.func @predicate_of_store(%p: !spv.ptr<i32, CrossWorkgroup>, %q: i32, %d: i32) "None" {
    // expected-error @+1 {{operand #2 must be bool, but got 'i32'}}
    spv.PredicatedStoreINTEL %p, %d, %q : !spv.ptr<i32, CrossWorkgroup>, i32, i32
    spv.Return
  }
}

// -----

spv.module Physical64 OpenCL {
  spv.func @pointee(%p: !spv.ptr<f32, CrossWorkgroup>, %q: i1, %d: i32) "None" {
    // expected-error @+1 {{expected result to have the same type as the pointer operand's pointee type 'f32', but found 'i32'}}
    %0 = spv.PredicatedLoadINTEL %p, %q, %d : !spv.ptr<f32, CrossWorkgroup>, i1 -> i32
    spv.Return
  }
}

// -----

spv.module Physical64 OpenCL {
  spv.func @object(%p: !spv.ptr<f32, CrossWorkgroup>, %q: i1, %d: i32) "None" {
    // expected-error @+1 {{expected second operand to have the same type as the pointer operand's pointee type 'f32', but found 'i32'}}
    spv.PredicatedStoreINTEL %p, %d, %q : !spv.ptr<f32, CrossWorkgroup>, i32, i1
    spv.Return
  }
}

// -----

spv.module Physical64 OpenCL {
  spv.func @no_number(%p: !spv.ptr<i1, Function>, %q: i1, %d: i1) "None" {
    // expected-error @+1 {{result #0 must be 8/16/32/64-bit integer or 16/32/64-bit float or vector of}}
    %0 = spv.PredicatedLoadINTEL %p, %q, %d : !spv.ptr<i1, Function>, i1 -> i1
    spv.Return
  }
}

// -----

spv.module Physical64 OpenCL {
  spv.func @struct(%p: !spv.ptr<!spv.struct<(i32)>, Function>, %q: i1, %d: !spv.struct<(i32)>) "None" {
    // expected-error @+1 {{operand #1 must be 8/16/32/64-bit integer or 16/32/64-bit float or vector of}}
    spv.PredicatedStoreINTEL %p, %d, %q : !spv.ptr<!spv.struct<(i32)>, Function>, !spv.struct<(i32)>, i1
    spv.Return
  }
}

// -----

spv.module Physical64 OpenCL {
  spv.func @pointer(%p: i64, %q: i1, %d: i32) "None" {
    // expected-error @+1 {{operand #0 must be any SPIR-V pointer type, but got 'i64'}}
    %0 = spv.PredicatedLoadINTEL %p, %q, %d : i64, i1 -> i32
    spv.Return
  }
}
