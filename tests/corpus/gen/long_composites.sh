#@ target: spv1.4
#@ env: none
#@ note: spirv-val knows no SPV_INTEL_long_composites limits and allows 16,383 members
#@ covers: OpTypeStructContinuedINTEL, OpConstantCompositeContinuedINTEL, OpSpecConstantCompositeContinuedINTEL, OpCompositeConstructContinuedINTEL: a struct of 65,600 members, and several short parts; written by a generator
# Writes a struct of 65,600 members and a constant of it, and short ones that
# are continued without need.
rep() { awk -v t="$1" -v n="$2" 'BEGIN { for (i = 0; i < n; i++) printf " %s", t }'; }
echo 'OpCapability Kernel
OpCapability Addresses
OpCapability Linkage
OpCapability Int8
OpCapability LongConstantCompositeINTEL
OpExtension "SPV_INTEL_long_composites"
OpMemoryModel Physical64 OpenCL
%uchar = OpTypeInt 8 0
%c = OpConstant %uchar 7
%s = OpSpecConstant %uchar 9'
echo "%S = OpTypeStruct$(rep %uchar 65533)"
echo "OpTypeStructContinuedINTEL$(rep %uchar 67)"
echo "%p = OpTypePointer CrossWorkgroup %S"
echo "%k = OpConstantComposite %S$(rep %c 65532)"
echo "OpConstantCompositeContinuedINTEL$(rep %c 68)"
echo "%v = OpVariable %p CrossWorkgroup %k"
echo '%T = OpTypeStruct %uchar %uchar
OpTypeStructContinuedINTEL %uchar
OpTypeStructContinuedINTEL %uchar %uchar
%sk = OpSpecConstantComposite %T %s
OpSpecConstantCompositeContinuedINTEL %c %s
OpSpecConstantCompositeContinuedINTEL %c %c
%pt = OpTypePointer CrossWorkgroup %T
%w = OpVariable %pt CrossWorkgroup %sk
%ft = OpTypeFunction %T %uchar
%fn = OpFunction %T None %ft
%x = OpFunctionParameter %uchar
%l = OpLabel
%cc = OpCompositeConstruct %T %x %x %x
OpCompositeConstructContinuedINTEL %c %x
OpReturnValue %cc
OpFunctionEnd'
