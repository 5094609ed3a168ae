#@ target: spv1.6
#@ covers: a switch of 500 cases, some shared, some falling through, followed by a chain of 300 loops; written by a generator
# Writes a switch of 500 cases and 300 loops in a row.
echo 'OpCapability Shader
OpCapability Linkage
OpMemoryModel Logical GLSL450
%bool = OpTypeBool
%int = OpTypeInt 32 1
%c1 = OpConstant %int 1
%ft = OpTypeFunction %int %int
%fn = OpFunction %int None %ft
%a = OpFunctionParameter %int
%entry = OpLabel
OpSelectionMerge %merge None'
cases=
for ((i = 0; i < 500; i++)); do cases="$cases $((i * 7 - 900)) %case$((i / 2))"; done
echo "OpSwitch %a %default$cases"
for ((i = 0; i < 250; i++)); do
  echo "%case$i = OpLabel"
  [ $((i % 5)) = 0 ] || echo "%x$i = OpIAdd %int %a %c1"
  if [ $((i % 10)) = 3 ]; then echo "OpBranch %case$((i + 1))"
  elif [ $((i % 10)) = 7 ]; then echo "OpReturnValue %x$i"
  else echo "OpBranch %merge"; fi
done
echo '%default = OpLabel
OpBranch %merge
%merge = OpLabel
OpBranch %h0'
from=%merge
for ((i = 0; i < 300; i++)); do
  echo "%h$i = OpLabel
%i$i = OpPhi %int %a $from %j$i %h$i
%j$i = OpIAdd %int %i$i %c1
%k$i = OpSLessThan %bool %j$i %a
OpLoopMerge %h$((i + 1)) %h$i None
OpBranchConditional %k$i %h$i %h$((i + 1))"
  from=%h$i
done
echo '%h300 = OpLabel
OpReturnValue %j299
OpFunctionEnd'
