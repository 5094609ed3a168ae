// FLAGS: --diagnostics-format=json --pass-pipeline=builtin.module(nonsense)
spv.module Logical GLSL450 {}
