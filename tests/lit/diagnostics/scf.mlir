// RUN: spv-opt %s --split-input-file --verify-diagnostics

func.func @type(%i: index, %f: f32, %n: i32) -> f32 {
  // expected-error @+1 {{'scf.for' op region #0 must yield (f32), but yields (i32)}}
  %0 = scf.for %k = %i to %i step %i iter_args(%a = %f) -> f32 {
    scf.yield %n : i32
  }
  return %0 : f32
}

// -----

func.func @nothing(%i: index, %f: f32) -> f32 {
  // expected-error @+1 {{'scf.for' op region #0 must yield (f32), but yields ()}}
  %0 = scf.for %k = %i to %i step %i iter_args(%a = %f) -> f32 {
  }
  return %0 : f32
}

// -----

func.func @other(%b: i1, %f: f32, %n: i32) -> f32 {
  // expected-error @+1 {{'scf.if' op region #1 must yield (f32), but yields (i32)}}
  %0 = scf.if %b -> f32 {
    scf.yield %f : f32
  } else {
    scf.yield %n : i32
  }
  return %0 : f32
}

// -----

func.func @no_else(%b: i1, %f: f32) -> f32 {
  // expected-error @+1 {{'scf.if' op must have an else block if defining values}}
  %0 = scf.if %b -> f32 {
    scf.yield %f : f32
  }
  return %0 : f32
}
