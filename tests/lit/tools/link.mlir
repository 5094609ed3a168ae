// RUN: spv-opt link %s %S/Inputs/link_export.mlir -o %t.spv
// RUN: spv-opt %t.spv | FileCheck %s
// RUN: not spv-opt link %s -o %t.none 2>&1 | FileCheck %s --check-prefix=UNRESOLVED
// RUN: not spv-opt link %s %S/Inputs/link_export.mlir %S/Inputs/link_export.mlir -o %t.none 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: spv-opt link %s --allow-partial-linkage -o - | spv-opt - | FileCheck %s --check-prefix=PARTIAL
// RUN: spv-opt link %s %S/Inputs/link_export.mlir --create-library -o - | spv-opt - | FileCheck %s --check-prefix=LIBRARY

spv.module Physical64 OpenCL requires #spv.vce<v1.2, [Addresses, Kernel, Linkage], []> {
  spv.EntryPoint "Kernel" @main
  spv.GlobalVariable @table {linkage_attributes = ["table", "Import"]} : !spv.ptr<i32, CrossWorkgroup>
  spv.func @scale(f32) -> f32 "None" attributes {linkage_attributes = ["scale", "Import"]}
  spv.func @main(%x: f32) "None" {
    %0 = spv.FunctionCall @scale(%x) : (f32) -> f32
    %1 = spv.mlir.addressof @table : !spv.ptr<i32, CrossWorkgroup>
    spv.Return
  }
}

// CHECK:      spv.module Physical64 OpenCL requires #spv.vce<v1.2, [Addresses, Kernel, Int8], []>
// CHECK-NEXT: spv.EntryPoint "Kernel" @main
// CHECK-NEXT: spv.GlobalVariable @table initializer(42) : !spv.ptr<i32, CrossWorkgroup>
// CHECK-NEXT: spv.func @main
// CHECK-NEXT:   spv.FunctionCall @impl
// CHECK:      spv.func @impl(%x: f32) -> f32 "None" {
// CHECK:      spv.func @other

// UNRESOLVED:      error: the symbol "table" is imported, but no module exports it
// UNRESOLVED-NEXT: note: {{.*}}link.mlir: imported variable 'table'
// UNRESOLVED-NEXT: error: the symbol "scale" is imported, but no module exports it
// UNRESOLVED-NEXT: note: {{.*}}link.mlir: imported function 'scale'
// UNRESOLVED-NEXT: 2 errors

// TWICE:      error: the symbol "table" is exported twice
// TWICE-NEXT: note: {{.*}}link_export.mlir: exported variable 'table'
// TWICE-NEXT: note: {{.*}}link_export.mlir: exported variable 'table'
// TWICE-NEXT: error: the symbol "scale" is exported twice
// TWICE-NEXT: note: {{.*}}link_export.mlir: exported function 'impl'

// PARTIAL: Linkage
// PARTIAL: spv.GlobalVariable @table {linkage_attributes = ["table", "Import"]}

// LIBRARY: Linkage
// LIBRARY: spv.GlobalVariable @table initializer(42) {linkage_attributes = ["table", "Export"]}
// LIBRARY: linkage_attributes = ["scale", "Export"]
