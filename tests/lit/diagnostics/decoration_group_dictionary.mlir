// RUN: spv-opt %s --split-input-file --verify-diagnostics
// The dictionary of a decoration group is checked as that of an op is.
spv.module Logical GLSL450 requires #spv.vce<v1.6, [Shader, Linkage], [SPV_KHR_non_semantic_info]> attributes {ext_inst_imports = ["NonSemantic.Mine"]} {
  spv.func @f() "None" {
    // expected-error @+1 {{attribute 'op_name' failed to satisfy constraint: string, or array of strings}}
    spv.ExtInst "NonSemantic.Mine", 1, #spv.decoration_group<1, {op_name = i32, relaxed_precision}>
    spv.Return
  }
}

// -----

spv.module Logical GLSL450 requires #spv.vce<v1.6, [Shader, Linkage], [SPV_KHR_non_semantic_info]> attributes {ext_inst_imports = ["NonSemantic.Mine"]} {
  spv.func @f() "None" {
    // expected-error @+1 {{attribute 'location' failed to satisfy constraint: operands of the decoration}}
    spv.ExtInst "NonSemantic.Mine", 1, #spv.decoration_group<1, {location = "a"}>
    spv.Return
  }
}

// -----

spv.module Logical GLSL450 requires #spv.vce<v1.6, [Shader, Linkage], [SPV_KHR_non_semantic_info]> attributes {ext_inst_imports = ["NonSemantic.Mine"]} {
  spv.func @f() "None" {
    // expected-error @+1 {{'#spv.decoration_group' takes a number and decorations, as in '#spv.decoration_group<0, {flat}>'}}
    spv.ExtInst "NonSemantic.Mine", 1, #spv.decoration_group<1>
    spv.Return
  }
}

// -----

spv.module Logical GLSL450 requires #spv.vce<v1.6, [Shader, Linkage], [SPV_KHR_non_semantic_info]> attributes {ext_inst_imports = ["NonSemantic.Mine"]} {
  spv.func @f() "None" {
    // expected-error @+1 {{'#spv.decoration_group' takes a number and decorations}}
    spv.ExtInst "NonSemantic.Mine", 1, #spv.decoration_group<-1, 4>
    spv.Return
  }
}

// -----

spv.module Logical GLSL450 requires #spv.vce<v1.6, [Shader, Linkage], [SPV_KHR_non_semantic_info]> attributes {ext_inst_imports = ["NonSemantic.Mine"]} {
  spv.func @f() "None" {
    // expected-error @+1 {{'#spv.local' takes a function and a number, as in '#spv.local<@f, 3>'}}
    spv.ExtInst "NonSemantic.Mine", 1, #spv.local<@f>
    spv.Return
  }
}

// -----

// expected-error @+1 {{attribute 'op_name' failed to satisfy constraint: string, or array of strings}}
spv.module Logical GLSL450 attributes {decoration_groups = [{op_name = 1 : i32, relaxed_precision}]} {
}
