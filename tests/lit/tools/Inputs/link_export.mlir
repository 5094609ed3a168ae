spv.module Physical64 OpenCL requires #spv.vce<v1.2, [Addresses, Kernel, Linkage, Int8], []> {
  spv.GlobalVariable @table initializer(42 : i32) {linkage_attributes = ["table", "Export"]} : !spv.ptr<i32, CrossWorkgroup>
  spv.func @impl(%x: f32) -> f32 "None" attributes {linkage_attributes = ["scale", "Export"]} {
    spv.ReturnValue %x : f32
  }
  spv.func @other() -> i8 "None" {
    %0 = spv.Constant 1 : i8
    spv.ReturnValue %0 : i8
  }
}
