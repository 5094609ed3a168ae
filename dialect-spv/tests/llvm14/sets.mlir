module {
  spv.module Physical64 OpenCL {
    spv.func @glsl(%arg0: f32, %arg1: i32, %arg2: vector<4xf32>, %arg3: vector<4xi32>, %arg4: i1, %arg5: vector<4xi1>, %arg6: i16, %arg7: f64, %arg8: si32, %arg9: ui32) "None" {
      %0 = spv.GLSL.Acos %arg0 : f32
      %1 = spv.GLSL.Asin %arg0 : f32
      %2 = spv.GLSL.Atan %arg0 : f32
      %3 = spv.GLSL.Ceil %arg0 : f32
      %4 = spv.GLSL.Cos %arg0 : f32
      %5 = spv.GLSL.Cosh %arg0 : f32
      %6 = spv.GLSL.Exp %arg0 : f32
      %7 = spv.GLSL.FAbs %arg0 : f32
      %8 = spv.GLSL.FSign %arg0 : f32
      %9 = spv.GLSL.Floor %arg0 : f32
      %10 = spv.GLSL.InverseSqrt %arg0 : f32
      %11 = spv.GLSL.Log %arg0 : f32
      %12 = spv.GLSL.Round %arg0 : f32
      %13 = spv.GLSL.Sin %arg0 : f32
      %14 = spv.GLSL.Sinh %arg0 : f32
      %15 = spv.GLSL.Sqrt %arg0 : f32
      %16 = spv.GLSL.Tan %arg0 : f32
      %17 = spv.GLSL.Tanh %arg0 : f32
      %18 = spv.GLSL.SAbs %arg1 : i32
      %19 = spv.GLSL.SSign %arg1 : i32
      %20 = spv.GLSL.FMax %arg0, %arg0 : f32
      %21 = spv.GLSL.FMin %arg0, %arg0 : f32
      %22 = spv.GLSL.Pow %arg0, %arg0 : f32
      %23 = spv.GLSL.SMax %arg3, %arg3 : vector<4xi32>
      %24 = spv.GLSL.SMin %arg3, %arg3 : vector<4xi32>
      %25 = spv.GLSL.UMax %arg3, %arg3 : vector<4xi32>
      %26 = spv.GLSL.UMin %arg3, %arg3 : vector<4xi32>
      %27 = spv.GLSL.FClamp %arg0, %arg0, %arg0 : f32
      %28 = spv.GLSL.Fma %arg0, %arg0, %arg0 : f32
      %29 = spv.GLSL.SClamp %arg8, %arg8, %arg8 : si32
      %30 = spv.GLSL.UClamp %arg9, %arg9, %arg9 : ui32
      %31 = spv.GLSL.FMix %arg0 : f32, %arg0 : f32, %arg0 : f32 -> f32
      %32 = spv.GLSL.FMix %arg2 : vector<4xf32>, %arg2 : vector<4xf32>, %arg2 : vector<4xf32> -> vector<4xf32>
      %33 = spv.GLSL.FrexpStruct %arg0 : f32 -> !spv.struct<(f32, i32)>
      %34 = spv.GLSL.Ldexp %arg0 : f32, %arg1 : i32 -> f32
      %35 = spv.GLSL.Ldexp %arg2 : vector<4xf32>, %arg3 : vector<4xi32> -> vector<4xf32>
      spv.Return
    }
    spv.func @ocl(%arg0: f32, %arg1: i32, %arg2: vector<4xf32>, %arg3: vector<4xi32>, %arg4: i1, %arg5: vector<4xi1>, %arg6: i16, %arg7: f64, %arg8: si32, %arg9: ui32) "None" {
      %0 = spv.OCL.ceil %arg0 : f32
      %1 = spv.OCL.cos %arg0 : f32
      %2 = spv.OCL.erf %arg0 : f32
      %3 = spv.OCL.exp %arg0 : f32
      %4 = spv.OCL.fabs %arg0 : f32
      %5 = spv.OCL.floor %arg0 : f32
      %6 = spv.OCL.log %arg0 : f32
      %7 = spv.OCL.rsqrt %arg0 : f32
      %8 = spv.OCL.sin %arg0 : f32
      %9 = spv.OCL.sqrt %arg0 : f32
      %10 = spv.OCL.tanh %arg0 : f32
      %11 = spv.OCL.pow %arg0, %arg0 : f32
      %12 = spv.OCL.s_abs %arg1 : i32
      spv.Return
    }
  }
}
