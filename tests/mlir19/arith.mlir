func.func @integers(%a: i32, %b: i32, %v: vector<4xi64>, %w: vector<4xi64>, %i: index, %j: index) {
  %0 = arith.addi %a, %b : i32
  %1 = arith.addi %v, %w : vector<4xi64>
  %2 = arith.addi %i, %j : index
  %3 = arith.subi %a, %b : i32
  %4 = arith.subi %v, %w : vector<4xi64>
  %5 = arith.subi %i, %j : index
  %6 = arith.muli %a, %b : i32
  %7 = arith.muli %v, %w : vector<4xi64>
  %8 = arith.muli %i, %j : index
  %9 = arith.divsi %a, %b : i32
  %10 = arith.divsi %v, %w : vector<4xi64>
  %11 = arith.divsi %i, %j : index
  %12 = arith.divui %a, %b : i32
  %13 = arith.divui %v, %w : vector<4xi64>
  %14 = arith.divui %i, %j : index
  %15 = arith.ceildivsi %a, %b : i32
  %16 = arith.ceildivsi %v, %w : vector<4xi64>
  %17 = arith.ceildivsi %i, %j : index
  %18 = arith.ceildivui %a, %b : i32
  %19 = arith.ceildivui %v, %w : vector<4xi64>
  %20 = arith.ceildivui %i, %j : index
  %21 = arith.floordivsi %a, %b : i32
  %22 = arith.floordivsi %v, %w : vector<4xi64>
  %23 = arith.floordivsi %i, %j : index
  %24 = arith.remsi %a, %b : i32
  %25 = arith.remsi %v, %w : vector<4xi64>
  %26 = arith.remsi %i, %j : index
  %27 = arith.remui %a, %b : i32
  %28 = arith.remui %v, %w : vector<4xi64>
  %29 = arith.remui %i, %j : index
  %30 = arith.andi %a, %b : i32
  %31 = arith.andi %v, %w : vector<4xi64>
  %32 = arith.andi %i, %j : index
  %33 = arith.ori %a, %b : i32
  %34 = arith.ori %v, %w : vector<4xi64>
  %35 = arith.ori %i, %j : index
  %36 = arith.xori %a, %b : i32
  %37 = arith.xori %v, %w : vector<4xi64>
  %38 = arith.xori %i, %j : index
  %39 = arith.shli %a, %b : i32
  %40 = arith.shli %v, %w : vector<4xi64>
  %41 = arith.shli %i, %j : index
  %42 = arith.shrsi %a, %b : i32
  %43 = arith.shrsi %v, %w : vector<4xi64>
  %44 = arith.shrsi %i, %j : index
  %45 = arith.shrui %a, %b : i32
  %46 = arith.shrui %v, %w : vector<4xi64>
  %47 = arith.shrui %i, %j : index
  %48 = arith.maxsi %a, %b : i32
  %49 = arith.maxsi %v, %w : vector<4xi64>
  %50 = arith.maxsi %i, %j : index
  %51 = arith.maxui %a, %b : i32
  %52 = arith.maxui %v, %w : vector<4xi64>
  %53 = arith.maxui %i, %j : index
  %54 = arith.minsi %a, %b : i32
  %55 = arith.minsi %v, %w : vector<4xi64>
  %56 = arith.minsi %i, %j : index
  %57 = arith.minui %a, %b : i32
  %58 = arith.minui %v, %w : vector<4xi64>
  %59 = arith.minui %i, %j : index
  %60 = arith.addi %a, %b overflow<nsw> : i32
  %61 = arith.addi %a, %b overflow<nuw> : i32
  %62 = arith.addi %a, %b overflow<nsw, nuw> : i32
  %63 = arith.addi %a, %b overflow<none> : i32
  %64 = arith.subi %a, %b overflow<nsw> : i32
  %65 = arith.subi %a, %b overflow<nuw> : i32
  %66 = arith.subi %a, %b overflow<nsw, nuw> : i32
  %67 = arith.subi %a, %b overflow<none> : i32
  %68 = arith.muli %a, %b overflow<nsw> : i32
  %69 = arith.muli %a, %b overflow<nuw> : i32
  %70 = arith.muli %a, %b overflow<nsw, nuw> : i32
  %71 = arith.muli %a, %b overflow<none> : i32
  %72 = arith.shli %a, %b overflow<nsw> : i32
  %73 = arith.shli %a, %b overflow<nuw> : i32
  %74 = arith.shli %a, %b overflow<nsw, nuw> : i32
  %75 = arith.shli %a, %b overflow<none> : i32
  %76 = arith.cmpi eq, %a, %b : i32
  %77 = arith.cmpi eq, %v, %w {some = 1 : i32} : vector<4xi64>
  %78 = arith.cmpi ne, %a, %b : i32
  %79 = arith.cmpi ne, %v, %w {some = 1 : i32} : vector<4xi64>
  %80 = arith.cmpi slt, %a, %b : i32
  %81 = arith.cmpi slt, %v, %w {some = 1 : i32} : vector<4xi64>
  %82 = arith.cmpi sle, %a, %b : i32
  %83 = arith.cmpi sle, %v, %w {some = 1 : i32} : vector<4xi64>
  %84 = arith.cmpi sgt, %a, %b : i32
  %85 = arith.cmpi sgt, %v, %w {some = 1 : i32} : vector<4xi64>
  %86 = arith.cmpi sge, %a, %b : i32
  %87 = arith.cmpi sge, %v, %w {some = 1 : i32} : vector<4xi64>
  %88 = arith.cmpi ult, %a, %b : i32
  %89 = arith.cmpi ult, %v, %w {some = 1 : i32} : vector<4xi64>
  %90 = arith.cmpi ule, %a, %b : i32
  %91 = arith.cmpi ule, %v, %w {some = 1 : i32} : vector<4xi64>
  %92 = arith.cmpi ugt, %a, %b : i32
  %93 = arith.cmpi ugt, %v, %w {some = 1 : i32} : vector<4xi64>
  %94 = arith.cmpi uge, %a, %b : i32
  %95 = arith.cmpi uge, %v, %w {some = 1 : i32} : vector<4xi64>
  %s, %o = arith.addui_extended %a, %b : i32, i1
  %s2, %o2 = arith.addui_extended %v, %w : vector<4xi64>, vector<4xi1>
  %l, %h = arith.mulsi_extended %a, %b : i32
  %l2, %h2 = arith.mului_extended %v, %w : vector<4xi64>
  %96 = arith.constant true
  %97 = arith.constant false
  %98 = arith.constant 5 : i32
  %99 = arith.constant -5 : i8
  %100 = arith.constant 0 : index
  %101 = arith.constant 1.5 : f32
  %102 = arith.constant dense<[1, 2]> : vector<2xi32>
  %103 = arith.constant dense<0.0> : vector<4xf32>
  %104 = arith.constant 1.0 : f64
  %105 = arith.constant 0x7FC00000 : f32
  %106 = arith.constant 42 : i64
  %107 = arith.constant dense<true> : vector<3xi1>
  %108 = arith.constant 0.1 : f16
  %109 = arith.constant 1.0 : bf16
  %c = arith.constant {note = "x"} 3 : i16
  return
}
func.func @floats(%a: f32, %b: f32, %v: vector<4xf64>, %w: vector<4xf64>, %c: i1, %cv: vector<4xi1>) {
  %0 = arith.addf %a, %b : f32
  %1 = arith.addf %v, %w fastmath<fast> : vector<4xf64>
  %2 = arith.addf %a, %b fastmath<nnan,ninf> : f32
  %3 = arith.subf %a, %b : f32
  %4 = arith.subf %v, %w fastmath<fast> : vector<4xf64>
  %5 = arith.subf %a, %b fastmath<nnan,ninf> : f32
  %6 = arith.mulf %a, %b : f32
  %7 = arith.mulf %v, %w fastmath<fast> : vector<4xf64>
  %8 = arith.mulf %a, %b fastmath<nnan,ninf> : f32
  %9 = arith.divf %a, %b : f32
  %10 = arith.divf %v, %w fastmath<fast> : vector<4xf64>
  %11 = arith.divf %a, %b fastmath<nnan,ninf> : f32
  %12 = arith.remf %a, %b : f32
  %13 = arith.remf %v, %w fastmath<fast> : vector<4xf64>
  %14 = arith.remf %a, %b fastmath<nnan,ninf> : f32
  %15 = arith.maximumf %a, %b : f32
  %16 = arith.maximumf %v, %w fastmath<fast> : vector<4xf64>
  %17 = arith.maximumf %a, %b fastmath<nnan,ninf> : f32
  %18 = arith.minimumf %a, %b : f32
  %19 = arith.minimumf %v, %w fastmath<fast> : vector<4xf64>
  %20 = arith.minimumf %a, %b fastmath<nnan,ninf> : f32
  %21 = arith.maxnumf %a, %b : f32
  %22 = arith.maxnumf %v, %w fastmath<fast> : vector<4xf64>
  %23 = arith.maxnumf %a, %b fastmath<nnan,ninf> : f32
  %24 = arith.minnumf %a, %b : f32
  %25 = arith.minnumf %v, %w fastmath<fast> : vector<4xf64>
  %26 = arith.minnumf %a, %b fastmath<nnan,ninf> : f32
  %27 = arith.negf %a : f32
  %28 = arith.negf %v fastmath<contract> : vector<4xf64>
  %29 = arith.cmpf false, %a, %b : f32
  %30 = arith.cmpf false, %v, %w fastmath<reassoc> : vector<4xf64>
  %31 = arith.cmpf oeq, %a, %b : f32
  %32 = arith.cmpf oeq, %v, %w fastmath<reassoc> : vector<4xf64>
  %33 = arith.cmpf ogt, %a, %b : f32
  %34 = arith.cmpf ogt, %v, %w fastmath<reassoc> : vector<4xf64>
  %35 = arith.cmpf oge, %a, %b : f32
  %36 = arith.cmpf oge, %v, %w fastmath<reassoc> : vector<4xf64>
  %37 = arith.cmpf olt, %a, %b : f32
  %38 = arith.cmpf olt, %v, %w fastmath<reassoc> : vector<4xf64>
  %39 = arith.cmpf ole, %a, %b : f32
  %40 = arith.cmpf ole, %v, %w fastmath<reassoc> : vector<4xf64>
  %41 = arith.cmpf one, %a, %b : f32
  %42 = arith.cmpf one, %v, %w fastmath<reassoc> : vector<4xf64>
  %43 = arith.cmpf ord, %a, %b : f32
  %44 = arith.cmpf ord, %v, %w fastmath<reassoc> : vector<4xf64>
  %45 = arith.cmpf ueq, %a, %b : f32
  %46 = arith.cmpf ueq, %v, %w fastmath<reassoc> : vector<4xf64>
  %47 = arith.cmpf ugt, %a, %b : f32
  %48 = arith.cmpf ugt, %v, %w fastmath<reassoc> : vector<4xf64>
  %49 = arith.cmpf uge, %a, %b : f32
  %50 = arith.cmpf uge, %v, %w fastmath<reassoc> : vector<4xf64>
  %51 = arith.cmpf ult, %a, %b : f32
  %52 = arith.cmpf ult, %v, %w fastmath<reassoc> : vector<4xf64>
  %53 = arith.cmpf ule, %a, %b : f32
  %54 = arith.cmpf ule, %v, %w fastmath<reassoc> : vector<4xf64>
  %55 = arith.cmpf une, %a, %b : f32
  %56 = arith.cmpf une, %v, %w fastmath<reassoc> : vector<4xf64>
  %57 = arith.cmpf uno, %a, %b : f32
  %58 = arith.cmpf uno, %v, %w fastmath<reassoc> : vector<4xf64>
  %59 = arith.cmpf true, %a, %b : f32
  %60 = arith.cmpf true, %v, %w fastmath<reassoc> : vector<4xf64>
  %61 = arith.select %c, %a, %b : f32
  %62 = arith.select %c, %v, %w : vector<4xf64>
  %63 = arith.select %cv, %v, %w : vector<4xi1>, vector<4xf64>
  return
}
func.func @casts(%i8: i8, %i32: i32, %f32: f32, %f64: f64, %x: index, %v: vector<2xi8>, %vf: vector<2xf32>) {
  %0 = arith.extsi %i8 : i8 to i32
  %1 = arith.extui %i8 : i8 to i64
  %2 = arith.extsi %v : vector<2xi8> to vector<2xi16>
  %3 = arith.trunci %i32 : i32 to i8
  %4 = arith.extf %f32 : f32 to f64
  %5 = arith.truncf %f64 : f64 to f32
  %6 = arith.truncf %f64 to_nearest_even : f64 to f32
  %7 = arith.truncf %f64 downward : f64 to f32
  %8 = arith.sitofp %i32 : i32 to f32
  %9 = arith.uitofp %i32 : i32 to f64
  %10 = arith.fptosi %f32 : f32 to i32
  %11 = arith.fptoui %f32 : f32 to i64
  %12 = arith.index_cast %i32 : i32 to index
  %13 = arith.index_cast %x : index to i64
  %14 = arith.index_castui %x : index to i8
  %15 = arith.bitcast %f32 : f32 to i32
  %16 = arith.bitcast %vf : vector<2xf32> to vector<2xi32>
  return
}

func.func @encoded(%a: tensor<8x8xi64, "x">) -> tensor<8x8xi1, "x"> {
  %0 = arith.cmpi slt, %a, %a : tensor<8x8xi64, "x">
  return %0 : tensor<8x8xi1, "x">
}

func.func @poison() -> i32 {
  %0 = ub.poison <#ub.poison> : i32
  %1 = ub.poison {x = 1 : i32} : i32
  return %0 : i32
}

func.func @wide() -> i128 {
  %0 = arith.constant 85070591730234615865843651857942052864 : i128
  %1 = arith.constant -1 : i128
  return %0 : i128
}
