// RUN: not spv-opt %s 2>&1 | FileCheck %s
// The visibility of a symbol is one of three words, which the custom form has as keywords.
// CHECK: 'func.func' op visibility expected to be one of ["public", "private", "nested"], but got "hidden"
// CHECK: 'func.func' op visibility expected to be one of ["public", "private", "nested"], but got ""
// CHECK: 'builtin.func' op visibility expected to be one of ["public", "private", "nested"], but got "a b"
"builtin.module"() ({
  "func.func"() ({}) {function_type = () -> (), sym_name = "a", sym_visibility = "hidden"} : () -> ()
  "func.func"() ({}) {function_type = () -> (), sym_name = "b", sym_visibility = ""} : () -> ()
  "func.func"() ({}) {function_type = () -> (), sym_name = "c", sym_visibility = "private"} : () -> ()
  "builtin.func"() ({}) {type = () -> (), sym_name = "d", sym_visibility = "a b"} : () -> ()
}) : () -> ()
