// Constants of the formats that SPIR-V does not have, or not without an extension; and ops on them.

func.func @constants_f80() {
  arith.constant 1.0 : f80
  arith.constant 0.1 : f80
  arith.constant -0.0 : f80
  arith.constant 0.0 : f80
  arith.constant 1.0e10 : f80
  arith.constant 1.0e300 : f80
  arith.constant -1.0e-300 : f80
  arith.constant 1.0e400 : f80
  arith.constant -1.0e400 : f80
  arith.constant 3.14159265358979 : f80
  arith.constant 0.3 : f80
  arith.constant 1.0e-40 : f80
  arith.constant -464.0 : f80
  arith.constant 465.0 : f80
  arith.constant 61440.0 : f80
  arith.constant 30.0 : f80
  arith.constant 31.0 : f80
  arith.constant 0.00048828125 : f80
  arith.constant 123456.7 : f80
  arith.constant 1.0e22 : f80
  arith.constant 1.0e23 : f80
  arith.constant 0x7FFF8000000000000000 : f80
  arith.constant 0xFFFFC000000000000000 : f80
  return
}

func.func @constants_f128() {
  arith.constant 1.0 : f128
  arith.constant 0.1 : f128
  arith.constant -0.0 : f128
  arith.constant 0.0 : f128
  arith.constant 1.0e10 : f128
  arith.constant 1.0e300 : f128
  arith.constant -1.0e-300 : f128
  arith.constant 1.0e400 : f128
  arith.constant -1.0e400 : f128
  arith.constant 3.14159265358979 : f128
  arith.constant 0.3 : f128
  arith.constant 1.0e-40 : f128
  arith.constant -464.0 : f128
  arith.constant 465.0 : f128
  arith.constant 61440.0 : f128
  arith.constant 30.0 : f128
  arith.constant 31.0 : f128
  arith.constant 0.00048828125 : f128
  arith.constant 123456.7 : f128
  arith.constant 1.0e22 : f128
  arith.constant 1.0e23 : f128
  arith.constant 0x7FFF0000000000000000000000000000 : f128
  arith.constant 0xFFFF8000000000000000000000000000 : f128
  return
}

func.func @constants_tf32() {
  arith.constant 1.0 : tf32
  arith.constant 0.1 : tf32
  arith.constant -0.0 : tf32
  arith.constant 0.0 : tf32
  arith.constant 1.0e10 : tf32
  arith.constant 1.0e300 : tf32
  arith.constant -1.0e-300 : tf32
  arith.constant 1.0e400 : tf32
  arith.constant -1.0e400 : tf32
  arith.constant 3.14159265358979 : tf32
  arith.constant 0.3 : tf32
  arith.constant 1.0e-40 : tf32
  arith.constant -464.0 : tf32
  arith.constant 465.0 : tf32
  arith.constant 61440.0 : tf32
  arith.constant 30.0 : tf32
  arith.constant 31.0 : tf32
  arith.constant 0.00048828125 : tf32
  arith.constant 123456.7 : tf32
  arith.constant 1.0e22 : tf32
  arith.constant 1.0e23 : tf32
  arith.constant 0x3FC01 : tf32
  arith.constant 0x7FC00 : tf32
  arith.constant 0x1 : tf32
  arith.constant dense<[1.0, 0.1, -0.0, 0.0, 1.0e10, 1.0e300, -1.0e-300, 1.0e400, -1.0e400, 3.14159265358979, 0.3, 1.0e-40, -464.0, 465.0, 61440.0, 30.0, 31.0, 0.00048828125, 123456.7, 1.0e22, 1.0e23]> : vector<21xtf32>
  arith.constant dense<0.1> : vector<4xtf32>
  return
}

func.func @constants_bf16() {
  arith.constant 1.0 : bf16
  arith.constant 0.1 : bf16
  arith.constant -0.0 : bf16
  arith.constant 0.0 : bf16
  arith.constant 1.0e10 : bf16
  arith.constant 1.0e300 : bf16
  arith.constant -1.0e-300 : bf16
  arith.constant 1.0e400 : bf16
  arith.constant -1.0e400 : bf16
  arith.constant 3.14159265358979 : bf16
  arith.constant 0.3 : bf16
  arith.constant 1.0e-40 : bf16
  arith.constant -464.0 : bf16
  arith.constant 465.0 : bf16
  arith.constant 61440.0 : bf16
  arith.constant 30.0 : bf16
  arith.constant 31.0 : bf16
  arith.constant 0.00048828125 : bf16
  arith.constant 123456.7 : bf16
  arith.constant 1.0e22 : bf16
  arith.constant 1.0e23 : bf16
  arith.constant 0x7F80 : bf16
  arith.constant 0x7FC1 : bf16
  arith.constant dense<[1.0, 0.1, -0.0, 0.0, 1.0e10, 1.0e300, -1.0e-300, 1.0e400, -1.0e400, 3.14159265358979, 0.3, 1.0e-40, -464.0, 465.0, 61440.0, 30.0, 31.0, 0.00048828125, 123456.7, 1.0e22, 1.0e23]> : vector<21xbf16>
  arith.constant dense<0.1> : vector<4xbf16>
  return
}

func.func @constants_f8E4M3() {
  arith.constant 1.0 : f8E4M3
  arith.constant 0.1 : f8E4M3
  arith.constant -0.0 : f8E4M3
  arith.constant 0.0 : f8E4M3
  arith.constant 1.0e10 : f8E4M3
  arith.constant 1.0e300 : f8E4M3
  arith.constant -1.0e-300 : f8E4M3
  arith.constant 1.0e400 : f8E4M3
  arith.constant -1.0e400 : f8E4M3
  arith.constant 3.14159265358979 : f8E4M3
  arith.constant 0.3 : f8E4M3
  arith.constant 1.0e-40 : f8E4M3
  arith.constant -464.0 : f8E4M3
  arith.constant 465.0 : f8E4M3
  arith.constant 61440.0 : f8E4M3
  arith.constant 30.0 : f8E4M3
  arith.constant 31.0 : f8E4M3
  arith.constant 0.00048828125 : f8E4M3
  arith.constant 123456.7 : f8E4M3
  arith.constant 1.0e22 : f8E4M3
  arith.constant 1.0e23 : f8E4M3
  arith.constant 0x01 : f8E4M3
  arith.constant 0x7F : f8E4M3
  arith.constant 0x80 : f8E4M3
  arith.constant 0xFF : f8E4M3
  arith.constant 0x78 : f8E4M3
  arith.constant 0x7C : f8E4M3
  arith.constant dense<[1.0, 0.1, -0.0, 0.0, 1.0e10, 1.0e300, -1.0e-300, 1.0e400, -1.0e400, 3.14159265358979, 0.3, 1.0e-40, -464.0, 465.0, 61440.0, 30.0, 31.0, 0.00048828125, 123456.7, 1.0e22, 1.0e23]> : vector<21xf8E4M3>
  arith.constant dense<0.1> : vector<4xf8E4M3>
  return
}

func.func @constants_f8E4M3B11FNUZ() {
  arith.constant 1.0 : f8E4M3B11FNUZ
  arith.constant 0.1 : f8E4M3B11FNUZ
  arith.constant -0.0 : f8E4M3B11FNUZ
  arith.constant 0.0 : f8E4M3B11FNUZ
  arith.constant 1.0e10 : f8E4M3B11FNUZ
  arith.constant 1.0e300 : f8E4M3B11FNUZ
  arith.constant -1.0e-300 : f8E4M3B11FNUZ
  arith.constant 1.0e400 : f8E4M3B11FNUZ
  arith.constant -1.0e400 : f8E4M3B11FNUZ
  arith.constant 3.14159265358979 : f8E4M3B11FNUZ
  arith.constant 0.3 : f8E4M3B11FNUZ
  arith.constant 1.0e-40 : f8E4M3B11FNUZ
  arith.constant -464.0 : f8E4M3B11FNUZ
  arith.constant 465.0 : f8E4M3B11FNUZ
  arith.constant 61440.0 : f8E4M3B11FNUZ
  arith.constant 30.0 : f8E4M3B11FNUZ
  arith.constant 31.0 : f8E4M3B11FNUZ
  arith.constant 0.00048828125 : f8E4M3B11FNUZ
  arith.constant 123456.7 : f8E4M3B11FNUZ
  arith.constant 1.0e22 : f8E4M3B11FNUZ
  arith.constant 1.0e23 : f8E4M3B11FNUZ
  arith.constant 0x01 : f8E4M3B11FNUZ
  arith.constant 0x7F : f8E4M3B11FNUZ
  arith.constant 0x80 : f8E4M3B11FNUZ
  arith.constant 0xFF : f8E4M3B11FNUZ
  arith.constant 0x78 : f8E4M3B11FNUZ
  arith.constant 0x7C : f8E4M3B11FNUZ
  arith.constant dense<[1.0, 0.1, -0.0, 0.0, 1.0e10, 1.0e300, -1.0e-300, 1.0e400, -1.0e400, 3.14159265358979, 0.3, 1.0e-40, -464.0, 465.0, 61440.0, 30.0, 31.0, 0.00048828125, 123456.7, 1.0e22, 1.0e23]> : vector<21xf8E4M3B11FNUZ>
  arith.constant dense<0.1> : vector<4xf8E4M3B11FNUZ>
  return
}

func.func @constants_f8E4M3FN() {
  arith.constant 1.0 : f8E4M3FN
  arith.constant 0.1 : f8E4M3FN
  arith.constant -0.0 : f8E4M3FN
  arith.constant 0.0 : f8E4M3FN
  arith.constant 1.0e10 : f8E4M3FN
  arith.constant 1.0e300 : f8E4M3FN
  arith.constant -1.0e-300 : f8E4M3FN
  arith.constant 1.0e400 : f8E4M3FN
  arith.constant -1.0e400 : f8E4M3FN
  arith.constant 3.14159265358979 : f8E4M3FN
  arith.constant 0.3 : f8E4M3FN
  arith.constant 1.0e-40 : f8E4M3FN
  arith.constant -464.0 : f8E4M3FN
  arith.constant 465.0 : f8E4M3FN
  arith.constant 61440.0 : f8E4M3FN
  arith.constant 30.0 : f8E4M3FN
  arith.constant 31.0 : f8E4M3FN
  arith.constant 0.00048828125 : f8E4M3FN
  arith.constant 123456.7 : f8E4M3FN
  arith.constant 1.0e22 : f8E4M3FN
  arith.constant 1.0e23 : f8E4M3FN
  arith.constant 0x01 : f8E4M3FN
  arith.constant 0x7F : f8E4M3FN
  arith.constant 0x80 : f8E4M3FN
  arith.constant 0xFF : f8E4M3FN
  arith.constant 0x78 : f8E4M3FN
  arith.constant 0x7C : f8E4M3FN
  arith.constant dense<[1.0, 0.1, -0.0, 0.0, 1.0e10, 1.0e300, -1.0e-300, 1.0e400, -1.0e400, 3.14159265358979, 0.3, 1.0e-40, -464.0, 465.0, 61440.0, 30.0, 31.0, 0.00048828125, 123456.7, 1.0e22, 1.0e23]> : vector<21xf8E4M3FN>
  arith.constant dense<0.1> : vector<4xf8E4M3FN>
  return
}

func.func @constants_f8E4M3FNUZ() {
  arith.constant 1.0 : f8E4M3FNUZ
  arith.constant 0.1 : f8E4M3FNUZ
  arith.constant -0.0 : f8E4M3FNUZ
  arith.constant 0.0 : f8E4M3FNUZ
  arith.constant 1.0e10 : f8E4M3FNUZ
  arith.constant 1.0e300 : f8E4M3FNUZ
  arith.constant -1.0e-300 : f8E4M3FNUZ
  arith.constant 1.0e400 : f8E4M3FNUZ
  arith.constant -1.0e400 : f8E4M3FNUZ
  arith.constant 3.14159265358979 : f8E4M3FNUZ
  arith.constant 0.3 : f8E4M3FNUZ
  arith.constant 1.0e-40 : f8E4M3FNUZ
  arith.constant -464.0 : f8E4M3FNUZ
  arith.constant 465.0 : f8E4M3FNUZ
  arith.constant 61440.0 : f8E4M3FNUZ
  arith.constant 30.0 : f8E4M3FNUZ
  arith.constant 31.0 : f8E4M3FNUZ
  arith.constant 0.00048828125 : f8E4M3FNUZ
  arith.constant 123456.7 : f8E4M3FNUZ
  arith.constant 1.0e22 : f8E4M3FNUZ
  arith.constant 1.0e23 : f8E4M3FNUZ
  arith.constant 0x01 : f8E4M3FNUZ
  arith.constant 0x7F : f8E4M3FNUZ
  arith.constant 0x80 : f8E4M3FNUZ
  arith.constant 0xFF : f8E4M3FNUZ
  arith.constant 0x78 : f8E4M3FNUZ
  arith.constant 0x7C : f8E4M3FNUZ
  arith.constant dense<[1.0, 0.1, -0.0, 0.0, 1.0e10, 1.0e300, -1.0e-300, 1.0e400, -1.0e400, 3.14159265358979, 0.3, 1.0e-40, -464.0, 465.0, 61440.0, 30.0, 31.0, 0.00048828125, 123456.7, 1.0e22, 1.0e23]> : vector<21xf8E4M3FNUZ>
  arith.constant dense<0.1> : vector<4xf8E4M3FNUZ>
  return
}

func.func @constants_f8E5M2() {
  arith.constant 1.0 : f8E5M2
  arith.constant 0.1 : f8E5M2
  arith.constant -0.0 : f8E5M2
  arith.constant 0.0 : f8E5M2
  arith.constant 1.0e10 : f8E5M2
  arith.constant 1.0e300 : f8E5M2
  arith.constant -1.0e-300 : f8E5M2
  arith.constant 1.0e400 : f8E5M2
  arith.constant -1.0e400 : f8E5M2
  arith.constant 3.14159265358979 : f8E5M2
  arith.constant 0.3 : f8E5M2
  arith.constant 1.0e-40 : f8E5M2
  arith.constant -464.0 : f8E5M2
  arith.constant 465.0 : f8E5M2
  arith.constant 61440.0 : f8E5M2
  arith.constant 30.0 : f8E5M2
  arith.constant 31.0 : f8E5M2
  arith.constant 0.00048828125 : f8E5M2
  arith.constant 123456.7 : f8E5M2
  arith.constant 1.0e22 : f8E5M2
  arith.constant 1.0e23 : f8E5M2
  arith.constant 0x01 : f8E5M2
  arith.constant 0x7F : f8E5M2
  arith.constant 0x80 : f8E5M2
  arith.constant 0xFF : f8E5M2
  arith.constant 0x78 : f8E5M2
  arith.constant 0x7C : f8E5M2
  arith.constant dense<[1.0, 0.1, -0.0, 0.0, 1.0e10, 1.0e300, -1.0e-300, 1.0e400, -1.0e400, 3.14159265358979, 0.3, 1.0e-40, -464.0, 465.0, 61440.0, 30.0, 31.0, 0.00048828125, 123456.7, 1.0e22, 1.0e23]> : vector<21xf8E5M2>
  arith.constant dense<0.1> : vector<4xf8E5M2>
  return
}

func.func @constants_f8E5M2FNUZ() {
  arith.constant 1.0 : f8E5M2FNUZ
  arith.constant 0.1 : f8E5M2FNUZ
  arith.constant -0.0 : f8E5M2FNUZ
  arith.constant 0.0 : f8E5M2FNUZ
  arith.constant 1.0e10 : f8E5M2FNUZ
  arith.constant 1.0e300 : f8E5M2FNUZ
  arith.constant -1.0e-300 : f8E5M2FNUZ
  arith.constant 1.0e400 : f8E5M2FNUZ
  arith.constant -1.0e400 : f8E5M2FNUZ
  arith.constant 3.14159265358979 : f8E5M2FNUZ
  arith.constant 0.3 : f8E5M2FNUZ
  arith.constant 1.0e-40 : f8E5M2FNUZ
  arith.constant -464.0 : f8E5M2FNUZ
  arith.constant 465.0 : f8E5M2FNUZ
  arith.constant 61440.0 : f8E5M2FNUZ
  arith.constant 30.0 : f8E5M2FNUZ
  arith.constant 31.0 : f8E5M2FNUZ
  arith.constant 0.00048828125 : f8E5M2FNUZ
  arith.constant 123456.7 : f8E5M2FNUZ
  arith.constant 1.0e22 : f8E5M2FNUZ
  arith.constant 1.0e23 : f8E5M2FNUZ
  arith.constant 0x01 : f8E5M2FNUZ
  arith.constant 0x7F : f8E5M2FNUZ
  arith.constant 0x80 : f8E5M2FNUZ
  arith.constant 0xFF : f8E5M2FNUZ
  arith.constant 0x78 : f8E5M2FNUZ
  arith.constant 0x7C : f8E5M2FNUZ
  arith.constant dense<[1.0, 0.1, -0.0, 0.0, 1.0e10, 1.0e300, -1.0e-300, 1.0e400, -1.0e400, 3.14159265358979, 0.3, 1.0e-40, -464.0, 465.0, 61440.0, 30.0, 31.0, 0.00048828125, 123456.7, 1.0e22, 1.0e23]> : vector<21xf8E5M2FNUZ>
  arith.constant dense<0.1> : vector<4xf8E5M2FNUZ>
  return
}

func.func @wide(%x: f80, %y: f128, %z: f64, %v: vector<2xf128>, %m: memref<4xf80>, %i: index) -> f128 {
  %c = arith.constant 2.5 : f80
  %s = arith.addf %x, %c : f80
  memref.store %s, %m[%i] : memref<4xf80>
  %t = arith.extf %s : f80 to f128
  %u = arith.extf %z : f64 to f128
  %w = arith.mulf %t, %u fastmath<fast> : f128
  %n = arith.bitcast %w : f128 to i128
  %p = arith.cmpf olt, %w, %y : f128
  %q = arith.select %p, %w, %y : f128
  %r = arith.truncf %q : f128 to tf32
  %k = arith.extf %r : tf32 to f64
  %b = arith.bitcast %r : tf32 to i32
  %l = arith.addf %v, %v : vector<2xf128>
  return %q : f128
}

func.func @narrow(%a: f8E4M3, %b: f8E4M3FNUZ, %c: f8E5M2FNUZ, %d: f8E4M3B11FNUZ, %t: tensor<4xf8E4M3>) -> (f16, f32) {
  %0 = arith.extf %a : f8E4M3 to f16
  %1 = arith.extf %b : f8E4M3FNUZ to f32
  %2 = arith.truncf %1 : f32 to f8E5M2FNUZ
  %3 = arith.addf %2, %c : f8E5M2FNUZ
  %4 = arith.mulf %d, %d : f8E4M3B11FNUZ
  return %0, %1 : f16, f32
}
