func.func @f(%a: vector<[4]xf32>, %b: vector<[4]xf32>, %c: vector<2x[8]xi32>, %d: vector<[4]xi1>) -> vector<[4]xf32> {
  %0 = arith.addf %a, %b : vector<[4]xf32>
  %1 = arith.addi %c, %c : vector<2x[8]xi32>
  %2 = arith.cmpf olt, %a, %b : vector<[4]xf32>
  %3 = arith.select %2, %a, %0 : vector<[4]xi1>, vector<[4]xf32>
  %4 = math.sqrt %3 : vector<[4]xf32>
  %5 = arith.extf %4 : vector<[4]xf32> to vector<[4]xf64>
  return %4 : vector<[4]xf32>
}
func.func private @g(vector<[2]x[4]xf16>) -> vector<4x[4]x1xindex>

func.func @outerproduct(%a: vector<[4]xf32>, %b: vector<[8]xf32>, %c: f32) -> vector<[4]x[8]xf32> {
  %0 = vector.outerproduct %a, %b : vector<[4]xf32>, vector<[8]xf32>
  %1 = vector.outerproduct %a, %c : vector<[4]xf32>, f32
  return %0 : vector<[4]x[8]xf32>
}
