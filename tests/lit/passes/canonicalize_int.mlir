// RUN: spv-opt %s --canonicalize | FileCheck %s
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Int8, Int64], []> {
  spv.func @constants(%p: !spv.ptr<i32, Function>, %q: !spv.ptr<vector<2xsi32>, Function>) "None" {
    %five = spv.Constant 5 : i32
    %seven = spv.Constant 7 : i32
    %zero = spv.Constant 0 : i32
    %sum = spv.IAdd %five, %seven : i32
    spv.Store "Function" %p, %sum : i32
    // Undefined: left alone.
    %quotient = spv.UDiv %seven, %zero : i32
    spv.Store "Function" %p, %quotient : i32
    %amount = spv.Constant 32 : i32
    %shifted = spv.ShiftLeftLogical %five, %amount : i32, i32
    spv.Store "Function" %p, %shifted : i32
    %v = spv.Constant dense<[-7, 7]> : vector<2xsi32>
    %w = spv.Constant dense<[2, -2]> : vector<2xsi32>
    %rest = spv.SMod %v, %w : vector<2xsi32>
    spv.Store "Function" %q, %rest : vector<2xsi32>
    spv.Return
  }
  spv.func @identities(%p: !spv.ptr<i32, Function>, %x: i32, %y: i32) "None" {
    %zero = spv.Constant 0 : i32
    %one = spv.Constant 1 : i32
    %ones = spv.Constant 4294967295 : i32
    %0 = spv.IAdd %zero, %x : i32
    spv.Store "Function" %p, %0 : i32
    %1 = spv.ISub %x, %x : i32
    spv.Store "Function" %p, %1 : i32
    %2 = spv.IMul %x, %one : i32
    spv.Store "Function" %p, %2 : i32
    %3 = spv.IMul %zero, %x : i32
    spv.Store "Function" %p, %3 : i32
    %4 = spv.BitwiseAnd %x, %ones : i32
    spv.Store "Function" %p, %4 : i32
    %5 = spv.BitwiseOr %x, %x : i32
    spv.Store "Function" %p, %5 : i32
    %6 = spv.BitwiseXor %x, %x : i32
    spv.Store "Function" %p, %6 : i32
    %7 = spv.Not %x : i32
    %8 = spv.Not %7 : i32
    spv.Store "Function" %p, %8 : i32
    %9 = spv.ISub %x, %y : i32
    %10 = spv.IAdd %y, %9 : i32
    spv.Store "Function" %p, %10 : i32
    %11 = spv.SNegate %y : i32
    %12 = spv.IAdd %11, %x : i32
    spv.Store "Function" %p, %12 : i32
    spv.Return
  }
  spv.func @constants_meet(%p: !spv.ptr<i32, Function>, %x: i32) "None" {
    %three = spv.Constant 3 : i32
    %ten = spv.Constant 10 : i32
    %0 = spv.IAdd %three, %x : i32
    %1 = spv.IAdd %0, %ten : i32
    spv.Store "Function" %p, %1 : i32
    %2 = spv.ISub %ten, %x : i32
    %3 = spv.ISub %three, %2 : i32
    spv.Store "Function" %p, %3 : i32
    %4 = spv.IMul %x, %three : i32
    %5 = spv.IMul %4, %ten : i32
    spv.Store "Function" %p, %5 : i32
    // The first sum is used elsewhere: nothing is won.
    %6 = spv.IAdd %x, %ten : i32
    %7 = spv.IAdd %6, %ten : i32
    spv.Store "Function" %p, %6 : i32
    spv.Store "Function" %p, %7 : i32
    spv.Return
  }
  spv.func @conversions(%p: !spv.ptr<i32, Function>, %q: !spv.ptr<i64, Function>, %x: i32, %b: i8) "None" {
    %0 = spv.UConvert %x : i32 to i64
    %1 = spv.UConvert %0 : i64 to i32
    spv.Store "Function" %p, %1 : i32
    %2 = spv.UConvert %b : i8 to i32
    %3 = spv.UConvert %2 : i32 to i64
    spv.Store "Function" %q, %3 : i64
    // Narrower and wider again: bits are lost.
    %4 = spv.UConvert %x : i32 to i8
    %5 = spv.UConvert %4 : i8 to i32
    spv.Store "Function" %p, %5 : i32
    spv.Return
  }
}

// CHECK: module {
// CHECK-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Int8, Int64], []> {
// CHECK-NEXT:     spv.func @constants(%p: !spv.ptr<i32, Function>, %q: !spv.ptr<vector<2xsi32>, Function>) "None" {
// CHECK-NEXT:       %cst_vec_2xsi32 = spv.Constant dense<[1, -1]> : vector<2xsi32>
// CHECK-NEXT:       %cst12_i32 = spv.Constant 12 : i32
// CHECK-NEXT:       %five = spv.Constant 5 : i32
// CHECK-NEXT:       %seven = spv.Constant 7 : i32
// CHECK-NEXT:       %zero = spv.Constant 0 : i32
// CHECK-NEXT:       spv.Store "Function" %p, %cst12_i32 : i32
// CHECK-NEXT:       %quotient = spv.UDiv %seven, %zero : i32
// CHECK-NEXT:       spv.Store "Function" %p, %quotient : i32
// CHECK-NEXT:       %amount = spv.Constant 32 : i32
// CHECK-NEXT:       %shifted = spv.ShiftLeftLogical %five, %amount : i32, i32
// CHECK-NEXT:       spv.Store "Function" %p, %shifted : i32
// CHECK-NEXT:       spv.Store "Function" %q, %cst_vec_2xsi32 : vector<2xsi32>
// CHECK-NEXT:       spv.Return
// CHECK-NEXT:     }
// CHECK-NEXT:     spv.func @identities(%p: !spv.ptr<i32, Function>, %x: i32, %y: i32) "None" {
// CHECK-NEXT:       %cst0_i32 = spv.Constant 0 : i32
// CHECK-NEXT:       spv.Store "Function" %p, %x : i32
// CHECK-NEXT:       spv.Store "Function" %p, %cst0_i32 : i32
// CHECK-NEXT:       spv.Store "Function" %p, %x : i32
// CHECK-NEXT:       spv.Store "Function" %p, %cst0_i32 : i32
// CHECK-NEXT:       spv.Store "Function" %p, %x : i32
// CHECK-NEXT:       spv.Store "Function" %p, %x : i32
// CHECK-NEXT:       spv.Store "Function" %p, %cst0_i32 : i32
// CHECK-NEXT:       spv.Store "Function" %p, %x : i32
// CHECK-NEXT:       spv.Store "Function" %p, %x : i32
// CHECK-NEXT:       %0 = spv.ISub %x, %y : i32
// CHECK-NEXT:       spv.Store "Function" %p, %0 : i32
// CHECK-NEXT:       spv.Return
// CHECK-NEXT:     }
// CHECK-NEXT:     spv.func @constants_meet(%p: !spv.ptr<i32, Function>, %x: i32) "None" {
// CHECK-NEXT:       %cst30_i32 = spv.Constant 30 : i32
// CHECK-NEXT:       %cst-7_i32 = spv.Constant -7 : i32
// CHECK-NEXT:       %cst13_i32 = spv.Constant 13 : i32
// CHECK-NEXT:       %ten = spv.Constant 10 : i32
// CHECK-NEXT:       %0 = spv.IAdd %x, %cst13_i32 : i32
// CHECK-NEXT:       spv.Store "Function" %p, %0 : i32
// CHECK-NEXT:       %1 = spv.IAdd %x, %cst-7_i32 : i32
// CHECK-NEXT:       spv.Store "Function" %p, %1 : i32
// CHECK-NEXT:       %2 = spv.IMul %x, %cst30_i32 : i32
// CHECK-NEXT:       spv.Store "Function" %p, %2 : i32
// CHECK-NEXT:       %3 = spv.IAdd %x, %ten : i32
// CHECK-NEXT:       %4 = spv.IAdd %3, %ten : i32
// CHECK-NEXT:       spv.Store "Function" %p, %3 : i32
// CHECK-NEXT:       spv.Store "Function" %p, %4 : i32
// CHECK-NEXT:       spv.Return
// CHECK-NEXT:     }
// CHECK-NEXT:     spv.func @conversions(%p: !spv.ptr<i32, Function>, %q: !spv.ptr<i64, Function>, %x: i32, %b: i8) "None" {
// CHECK-NEXT:       spv.Store "Function" %p, %x : i32
// CHECK-NEXT:       %0 = spv.UConvert %b : i8 to i64
// CHECK-NEXT:       spv.Store "Function" %q, %0 : i64
// CHECK-NEXT:       %1 = spv.UConvert %x : i32 to i8
// CHECK-NEXT:       %2 = spv.UConvert %1 : i8 to i32
// CHECK-NEXT:       spv.Store "Function" %p, %2 : i32
// CHECK-NEXT:       spv.Return
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
