// RUN: not spv-opt %s 2>&1 | FileCheck %s
// The arguments of the entry block are those of the function's type: the custom form would print one of the two.
// CHECK: 'func.func' op entry block must have 2 arguments to match function signature
// CHECK: 'func.func' op type of entry block argument #0 must match the type of the corresponding argument in function signature
"builtin.module"() ({
  "func.func"() ({
  ^bb0(%m: f32):
    "func.return"() : () -> ()
  }) {function_type = (f32, i32) -> (), sym_name = "count"} : () -> ()
  "func.func"() ({
  ^bb0(%m: f32):
    "func.return"() : () -> ()
  }) {function_type = (i32) -> (), sym_name = "type"} : () -> ()
}) : () -> ()
