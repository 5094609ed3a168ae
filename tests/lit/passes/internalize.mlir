// RUN: spv-opt %s --internalize --symbol-dce | FileCheck %s
// RUN: spv-opt %s --internalize=keep=helper,other --symbol-dce | FileCheck %s --check-prefix=KEEP
// RUN: sed '/spv.EntryPoint/d' %s | spv-opt --internalize --symbol-dce | FileCheck %s --check-prefix=LIBRARY

// Exports of a module with entry points go; those of a library stay. Imports stay.
// CHECK-NOT: @helper
// CHECK-NOT: @table
// CHECK: spv.func @imported() "None" attributes {linkage_attributes = ["imported", "Import"]}
// CHECK: spv.func @k() "None" {
// KEEP-NOT: @table
// KEEP: spv.func @helper() "None" attributes {linkage_attributes = ["helper", "Export"]}
// LIBRARY: spv.GlobalVariable @table {linkage_attributes = ["table", "LinkOnceODR"]}
// LIBRARY: spv.func @helper() "None" attributes {linkage_attributes = ["helper", "Export"]}
spv.module Physical64 OpenCL requires #spv.vce<v1.2, [Kernel, Addresses, Linkage, Int8], [SPV_KHR_linkonce_odr]> {
  spv.EntryPoint "Kernel" @k
  spv.GlobalVariable @table {linkage_attributes = ["table", "LinkOnceODR"]} : !spv.ptr<i32, CrossWorkgroup>
  spv.func @imported() "None" attributes {linkage_attributes = ["imported", "Import"]}
  spv.func @helper() "None" attributes {linkage_attributes = ["helper", "Export"]} {
    spv.Return
  }
  spv.func @k() "None" attributes {linkage_attributes = ["k", "Export"]} {
    spv.FunctionCall @imported() : () -> ()
    spv.Return
  }
}
