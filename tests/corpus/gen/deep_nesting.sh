#@ target: spv1.6
#@ covers: 200 selections nested in each other, each with an else part and a phi at its merge; written by a generator
# Writes a function of 200 nested selections.
N=200
echo 'OpCapability Shader
OpCapability Linkage
OpMemoryModel Logical GLSL450
%bool = OpTypeBool
%int = OpTypeInt 32 1
%c1 = OpConstant %int 1
%ft = OpTypeFunction %int %int
%fn = OpFunction %int None %ft
%v0 = OpFunctionParameter %int
%t0 = OpLabel'
for ((i = 1; i <= N; i++)); do
  p=$((i - 1))
  echo "%v$i = OpIAdd %int %v$p %c1
%k$i = OpSLessThan %bool %v$i %c1
OpSelectionMerge %m$i None
OpBranchConditional %k$i %t$i %e$i
%t$i = OpLabel"
done
echo "%last = OpIMul %int %v$N %c1"
inner=%last
from=%t$N
for ((i = N; i >= 1; i--)); do
  echo "OpBranch %m$i
%e$i = OpLabel
%w$i = OpISub %int %v$i %c1
OpBranch %m$i
%m$i = OpLabel
%p$i = OpPhi %int $inner $from %w$i %e$i"
  inner=%p$i
  from=%m$i
done
echo "OpReturnValue $inner
OpFunctionEnd"
