func.func private @declared(i32, f32) -> (i32, f32)
func.func @calls(%a: i32, %f: f32) -> i32 {
  %0:2 = call @declared(%a, %f) : (i32, f32) -> (i32, f32)
  %c = func.constant @declared : (i32, f32) -> (i32, f32)
  %1:2 = call_indirect %c(%0#0, %f) : (i32, f32) -> (i32, f32)
  return %1#0 : i32
}
func.func @branches(%a: i32, %c: i1) -> (i32, i1) attributes {some.attribute = "x"} {
  cf.assert %c, "checked"
  cf.cond_br %c, ^bb1, ^bb2(%a : i32)
^bb1:
  cf.br ^bb2(%a : i32)
^bb2(%x: i32):
  cf.switch %a : i32, [
    default: ^bb1,
    1: ^bb3,
    -2: ^bb2(%x : i32)
  ]
^bb3:
  cf.cond_br %c, ^bb4(%a, %c : i32, i1), ^bb4(%x, %c : i32, i1)
^bb4(%r: i32, %s: i1):
  return %r, %s : i32, i1
}
func.func @loops(%n: index, %x: f32, %i: i32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    func.call @declared(%i, %x) : (i32, f32) -> (i32, f32)
  }
  scf.for %k = %i to %i step %i : i32 {
  }
  %s = scf.for %k = %i to %i step %i iter_args(%a = %x) -> (f32) : i32 {
    scf.yield %a : f32
  } {tag = "t"}
  %r:2 = scf.for %k = %c0 to %n step %c1 iter_args(%a = %x, %b = %i) -> (f32, i32) {
    scf.yield %a, %b : f32, i32
  }
  scf.parallel (%p, %q) = (%c0, %c0) to (%n, %n) step (%c1, %c1) {
    scf.reduce
  }
  %t = scf.parallel (%p) = (%c0) to (%n) step (%c1) init (%x) -> f32 {
    scf.reduce(%x : f32) {
    ^bb0(%l: f32, %m: f32):
      %u = arith.addf %l, %m : f32
      scf.reduce.return %u : f32
    }
  }
  %u:2 = scf.parallel (%p) = (%c0) to (%n) step (%c1) init (%x, %i) -> (f32, i32) {
    scf.reduce(%x, %i : f32, i32) {
    ^bb0(%l: f32, %m: f32):
      scf.reduce.return %l : f32
    }, {
    ^bb0(%l: i32, %m: i32):
      scf.reduce.return %m : i32
    }
  }
  scf.forall (%p, %q) in (%n, 4) {
    %z = arith.addi %p, %q : index
  }
  scf.forall (%p) = (1) to (%n) step (2) {
    %z = arith.addi %p, %p : index
  }
  return %s : f32
}
func.func @choices(%c: i1, %i: index, %x: f32) -> f32 {
  scf.if %c {
    %0 = arith.constant 0 : i32
  }
  scf.if %c {
    %0 = arith.constant 0 : i32
  } else {
    %1 = arith.constant 1 : i32
  }
  %r:2 = scf.if %c -> (f32, index) {
    scf.yield %x, %i : f32, index
  } else {
    scf.yield %x, %i : f32, index
  }
  %s = scf.index_switch %i -> f32
  case 1 {
    scf.yield %x : f32
  }
  case -3 {
    scf.yield %r#0 : f32
  }
  default {
    scf.yield %x : f32
  }
  scf.index_switch %i
  case 1 {
    scf.yield
  }
  default {
  }
  %t = scf.execute_region -> f32 {
    cf.cond_br %c, ^a, ^b
  ^a:
    scf.yield %x : f32
  ^b:
    scf.yield %s : f32
  }
  %u, %v = scf.while (%a = %x, %b = %i) : (f32, index) -> (f32, index) {
    scf.condition(%c) %a, %b : f32, index
  } do {
  ^bb0(%a: f32, %b: index):
    scf.yield %a, %b : f32, index
  }
  scf.while : () -> () {
    scf.condition(%c)
  } do {
    scf.yield
  }
  return %u : f32
}
