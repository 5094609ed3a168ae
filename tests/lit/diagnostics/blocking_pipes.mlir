// RUN: spv-opt %s --split-input-file --verify-diagnostics

// SPV_INTEL_blocking_pipes: the first module is valid, each of the others breaks one rule.

spv.module Physical64 OpenCL {
  spv.func @valid(%r: !spv.pipe<ReadOnly>, %w: !spv.pipe<WriteOnly>, %p: !spv.ptr<i32, Generic>) "None" {
    %0 = spv.Constant 4 : i32
    spv.ReadPipeBlockingALTERA %r, %p, %0, %0 : !spv.pipe<ReadOnly>, !spv.ptr<i32, Generic>, i32, i32
    spv.WritePipeBlockingALTERA %w, %p, %0, %0 : !spv.pipe<WriteOnly>, !spv.ptr<i32, Generic>, i32, i32
    spv.Return
  }
}

// -----

spv.module Physical64 OpenCL {
  spv.func @read(%w: !spv.pipe<WriteOnly>, %p: !spv.ptr<i32, Generic>) "None" {
    %0 = spv.Constant 4 : i32
    // expected-error @+1 {{operand #0 must be a pipe with access qualifier ReadOnly, but got '!spv.pipe<WriteOnly>'}}
    spv.ReadPipeBlockingALTERA %w, %p, %0, %0 : !spv.pipe<WriteOnly>, !spv.ptr<i32, Generic>, i32, i32
    spv.Return
  }
}

// -----

spv.module Physical64 OpenCL {
  spv.func @write(%r: !spv.pipe<ReadOnly>, %p: !spv.ptr<i32, Generic>) "None" {
    %0 = spv.Constant 4 : i32
    // expected-error @+1 {{operand #0 must be a pipe with access qualifier WriteOnly, but got '!spv.pipe<ReadOnly>'}}
    spv.WritePipeBlockingALTERA %r, %p, %0, %0 : !spv.pipe<ReadOnly>, !spv.ptr<i32, Generic>, i32, i32
    spv.Return
  }
}

// -----

spv.module Physical64 OpenCL {
  spv.func @storage(%r: !spv.pipe<ReadOnly>, %p: !spv.ptr<i32, Function>) "None" {
    %0 = spv.Constant 4 : i32
    // expected-error @+1 {{operand #1 must be a pointer to Generic storage, but got '!spv.ptr<i32, Function>'}}
    spv.ReadPipeBlockingALTERA %r, %p, %0, %0 : !spv.pipe<ReadOnly>, !spv.ptr<i32, Function>, i32, i32
    spv.Return
  }
}

// -----

spv.module Physical64 OpenCL {
  spv.func @width(%r: !spv.pipe<ReadOnly>, %p: !spv.ptr<i32, Generic>) "None" {
    %0 = spv.Constant 4 : i32
    %1 = spv.Constant 4 : i64
    // expected-error @+1 {{operand #2 must be of a 32-bit integer type, but got 'i64'}}
    spv.ReadPipeBlockingALTERA %r, %p, %1, %0 : !spv.pipe<ReadOnly>, !spv.ptr<i32, Generic>, i64, i32
    spv.Return
  }
}

// -----

spv.module Physical64 OpenCL {
  spv.func @variable_size(%r: !spv.pipe<ReadOnly>, %p: !spv.ptr<i32, Generic>, %size: i32) "None" {
    %0 = spv.Constant 4 : i32
    // The specification asks for no constants.
    spv.ReadPipeBlockingALTERA %r, %p, %size, %0 : !spv.pipe<ReadOnly>, !spv.ptr<i32, Generic>, i32, i32
    spv.Return
  }
}

// -----

spv.module Physical64 OpenCL {
  spv.func @zero_alignment(%r: !spv.pipe<ReadOnly>, %p: !spv.ptr<i32, Generic>) "None" {
    %0 = spv.Constant 4 : i32
    %1 = spv.Constant 0 : i32
    // expected-error @+1 {{the packet alignment must be between 1 and the packet size and divide it, but got 0 for a size of 4}}
    spv.ReadPipeBlockingALTERA %r, %p, %0, %1 : !spv.pipe<ReadOnly>, !spv.ptr<i32, Generic>, i32, i32
    spv.Return
  }
}

// -----

spv.module Physical64 OpenCL {
  spv.func @large_alignment(%r: !spv.pipe<ReadOnly>, %p: !spv.ptr<i32, Generic>) "None" {
    %0 = spv.Constant 4 : i32
    %1 = spv.Constant 8 : i32
    // expected-error @+1 {{the packet alignment must be between 1 and the packet size and divide it, but got 8 for a size of 4}}
    spv.ReadPipeBlockingALTERA %r, %p, %0, %1 : !spv.pipe<ReadOnly>, !spv.ptr<i32, Generic>, i32, i32
    spv.Return
  }
}

// -----

spv.module Physical64 OpenCL {
  spv.func @odd_alignment(%r: !spv.pipe<ReadOnly>, %p: !spv.ptr<i32, Generic>) "None" {
    %0 = spv.Constant 8 : i32
    %1 = spv.Constant 3 : i32
    // expected-error @+1 {{the packet alignment must be between 1 and the packet size and divide it, but got 3 for a size of 8}}
    spv.ReadPipeBlockingALTERA %r, %p, %0, %1 : !spv.pipe<ReadOnly>, !spv.ptr<i32, Generic>, i32, i32
    spv.Return
  }
}
