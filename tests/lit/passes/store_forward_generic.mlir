// RUN: spv-opt %s --pass-pipeline='store-forward,dse' | FileCheck %s
// A Generic pointer may point to a function variable: what is read from a pipe is another packet each time.
spv.module Physical64 OpenCL requires #spv.vce<v1.0, [Kernel, Addresses, Linkage, Pipes, GenericPointer], []> {
  // CHECK-LABEL: spv.func @packets
  // CHECK: %[[X:.*]] = spv.Load "Function" %packet : i32
  // CHECK: %[[Y:.*]] = spv.Load "Function" %packet : i32
  // CHECK: spv.ISub %[[X]], %[[Y]] : i32
  spv.func @packets(%in: !spv.pipe<ReadOnly>) -> i32 "None" attributes {linkage_attributes = ["packets", "Export"]} {
    %size = spv.Constant 4 : i32
    %packet = spv.Variable : !spv.ptr<i32, Function>
    %g = spv.PtrCastToGeneric %packet : !spv.ptr<i32, Function> to !spv.ptr<i32, Generic>
    %0 = spv.ReadPipe %in, %g, %size, %size : !spv.pipe<ReadOnly>, !spv.ptr<i32, Generic>, i32, i32 -> i32
    %x = spv.Load "Function" %packet : i32
    %1 = spv.ReadPipe %in, %g, %size, %size : !spv.pipe<ReadOnly>, !spv.ptr<i32, Generic>, i32, i32 -> i32
    %y = spv.Load "Function" %packet : i32
    %s = spv.ISub %x, %y : i32
    spv.ReturnValue %s : i32
  }

  // A store through it, too; one to the variable itself is forwarded through the cast.
  // CHECK-LABEL: spv.func @cast
  // CHECK: spv.Store "Generic" %p, %{{.*}} : i32
  // CHECK: %[[Z:.*]] = spv.Load "Function" %v : i32
  // CHECK-NEXT: spv.Store "Function" %v, %a : i32
  // CHECK-NEXT: spv.IAdd %[[Z]], %a : i32
  spv.func @cast(%p: !spv.ptr<i32, Generic>, %a: i32) -> i32 "None" attributes {linkage_attributes = ["cast", "Export"]} {
    %c4 = spv.Constant 4 : i32
    %v = spv.Variable : !spv.ptr<i32, Function>
    %g = spv.PtrCastToGeneric %v : !spv.ptr<i32, Function> to !spv.ptr<i32, Generic>
    spv.FunctionCall @use(%g) : (!spv.ptr<i32, Generic>) -> none
    spv.Store "Function" %v, %a : i32
    spv.Store "Generic" %p, %c4 : i32
    %x = spv.Load "Function" %v : i32
    spv.Store "Function" %v, %a : i32
    %y = spv.Load "Generic" %g : i32
    %s = spv.IAdd %x, %y : i32
    spv.ReturnValue %s : i32
  }
  spv.func @use(%p: !spv.ptr<i32, Generic>) "None" attributes {linkage_attributes = ["use", "Import"]}
}
