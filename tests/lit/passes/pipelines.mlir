// RUN: spv-opt %s -O | FileCheck %s --check-prefix=O
// RUN: spv-opt %s -O1 | FileCheck %s --check-prefix=O1
// RUN: spv-opt %s -Os | FileCheck %s --check-prefix=OS
// A variable that the pipelines do away with.
spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader], []> {
  spv.GlobalVariable @in {flat, location = 0 : i32} : !spv.ptr<i32, Input>
  spv.GlobalVariable @out {location = 0 : i32} : !spv.ptr<i32, Output>
  spv.func @main() "None" {
    %in = spv.mlir.addressof @in : !spv.ptr<i32, Input>
    %out = spv.mlir.addressof @out : !spv.ptr<i32, Output>
    %a = spv.Load "Input" %in : i32
    %c1 = spv.Constant 1 : i32
    %c2 = spv.Constant 2 : i32
    %v = spv.Variable : !spv.ptr<i32, Function>
    spv.Store "Function" %v, %a : i32
    %0 = spv.IAdd %c1, %c2 : i32
    %1 = spv.Load "Function" %v : i32
    %2 = spv.IAdd %1, %0 : i32
    spv.Store "Output" %out, %2 : i32
    spv.Return
  }
  spv.EntryPoint "Fragment" @main, @in, @out
  spv.ExecutionMode @main "OriginUpperLeft"
}

// O: module {
// O-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader], []> {
// O-NEXT:     spv.GlobalVariable @in {flat, location = 0 : i32} : !spv.ptr<i32, Input>
// O-NEXT:     spv.GlobalVariable @out {location = 0 : i32} : !spv.ptr<i32, Output>
// O-NEXT:     spv.func @main() "None" {
// O-NEXT:       %cst3_i32 = spv.Constant 3 : i32
// O-NEXT:       %in = spv.mlir.addressof @in : !spv.ptr<i32, Input>
// O-NEXT:       %out = spv.mlir.addressof @out : !spv.ptr<i32, Output>
// O-NEXT:       %a = spv.Load "Input" %in : i32
// O-NEXT:       %0 = spv.IAdd %a, %cst3_i32 : i32
// O-NEXT:       spv.Store "Output" %out, %0 : i32
// O-NEXT:       spv.Return
// O-NEXT:     }
// O-NEXT:     spv.EntryPoint "Fragment" @main, @in, @out
// O-NEXT:     spv.ExecutionMode @main "OriginUpperLeft"
// O-NEXT:   }
// O-NEXT: }

// O1: module {
// O1-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader], []> {
// O1-NEXT:     spv.GlobalVariable @in {flat, location = 0 : i32} : !spv.ptr<i32, Input>
// O1-NEXT:     spv.GlobalVariable @out {location = 0 : i32} : !spv.ptr<i32, Output>
// O1-NEXT:     spv.func @main() "None" {
// O1-NEXT:       %cst3_i32 = spv.Constant 3 : i32
// O1-NEXT:       %in = spv.mlir.addressof @in : !spv.ptr<i32, Input>
// O1-NEXT:       %out = spv.mlir.addressof @out : !spv.ptr<i32, Output>
// O1-NEXT:       %a = spv.Load "Input" %in : i32
// O1-NEXT:       %0 = spv.IAdd %a, %cst3_i32 : i32
// O1-NEXT:       spv.Store "Output" %out, %0 : i32
// O1-NEXT:       spv.Return
// O1-NEXT:     }
// O1-NEXT:     spv.EntryPoint "Fragment" @main, @in, @out
// O1-NEXT:     spv.ExecutionMode @main "OriginUpperLeft"
// O1-NEXT:   }
// O1-NEXT: }

// OS: module {
// OS-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader], []> {
// OS-NEXT:     spv.GlobalVariable @in {flat, location = 0 : i32} : !spv.ptr<i32, Input>
// OS-NEXT:     spv.GlobalVariable @out {location = 0 : i32} : !spv.ptr<i32, Output>
// OS-NEXT:     spv.func @main() "None" {
// OS-NEXT:       %cst3_i32 = spv.Constant 3 : i32
// OS-NEXT:       %in = spv.mlir.addressof @in : !spv.ptr<i32, Input>
// OS-NEXT:       %out = spv.mlir.addressof @out : !spv.ptr<i32, Output>
// OS-NEXT:       %a = spv.Load "Input" %in : i32
// OS-NEXT:       %0 = spv.IAdd %a, %cst3_i32 : i32
// OS-NEXT:       spv.Store "Output" %out, %0 : i32
// OS-NEXT:       spv.Return
// OS-NEXT:     }
// OS-NEXT:     spv.EntryPoint "Fragment" @main, @in, @out
// OS-NEXT:     spv.ExecutionMode @main "OriginUpperLeft"
// OS-NEXT:   }
// OS-NEXT: }
