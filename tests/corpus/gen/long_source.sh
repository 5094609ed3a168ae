#@ target: spv1.6
#@ covers: a source text longer than one instruction of 65,535 words holds (OpSource and one OpSourceContinued, each near the limit), a long name; written by a generator
# Writes an OpSource of 262,120 bytes and an OpSourceContinued of 3,000.
line='// 0123456789 abcdefghijklmnopqrstuvwxyz '
big=$(printf '%.0s'"$line" {1..6242})
echo 'OpCapability Shader
OpCapability Linkage
OpMemoryModel Logical GLSL450
%file = OpString "long.glsl"'
echo "OpSource GLSL 450 %file \"${big:0:262120}\""
echo "OpSourceContinued \"${big:0:3000}\""
echo "OpName %void \"${big:0:2000}\""
echo '%void = OpTypeVoid'
