//! Names that SPIRV-Tools 2023.1 has for what our tables call by a newer or older name.

use spv_grammar::EnumDef;

/// Enumeration, value, and the name; sorted. Opcodes are without the `Op`.
const NAMES: [(&str, u32, &str); 71] = [
    ("BuiltIn", 5286, "BaryCoordKHR"),
    ("BuiltIn", 5287, "BaryCoordNoPerspKHR"),
    ("BuiltIn", 5319, "LaunchIdNV"),
    ("BuiltIn", 5320, "LaunchSizeNV"),
    ("BuiltIn", 5321, "WorldRayOriginNV"),
    ("BuiltIn", 5322, "WorldRayDirectionNV"),
    ("BuiltIn", 5323, "ObjectRayOriginNV"),
    ("BuiltIn", 5324, "ObjectRayDirectionNV"),
    ("BuiltIn", 5325, "RayTminNV"),
    ("BuiltIn", 5326, "RayTmaxNV"),
    ("BuiltIn", 5327, "InstanceCustomIndexNV"),
    ("BuiltIn", 5330, "ObjectToWorldNV"),
    ("BuiltIn", 5331, "WorldToObjectNV"),
    ("BuiltIn", 5333, "HitKindNV"),
    ("BuiltIn", 5351, "IncomingRayFlagsNV"),
    ("Capability", 4434, "UniformAndStorageBuffer16BitAccess"),
    ("Capability", 5284, "FragmentBarycentricKHR"),
    ("Capability", 5379, "DemoteToHelperInvocation"),
    ("Capability", 5381, "RayTracingOpacityMicromapEXT"),
    ("Capability", 5908, "FPGADSPControlINTEL"),
    ("Capability", 5916, "FPGAInvocationPipeliningAttributesINTEL"),
    ("Capability", 5939, "RuntimeAlignedAttributeINTEL"),
    ("Capability", 6016, "DotProductInputAll"),
    ("Capability", 6017, "DotProductInput4x8Bit"),
    ("Capability", 6018, "DotProductInput4x8BitPacked"),
    ("Capability", 6019, "DotProduct"),
    ("Capability", 6089, "LongConstantCompositeINTEL"),
    ("Capability", 6141, "SplitBarrierINTEL"),
    ("Decoration", 5285, "PerVertexKHR"),
    ("Decoration", 5909, "MathOpDSPModeINTEL"),
    ("Dim", 0, "1D"),
    ("Dim", 1, "2D"),
    ("Dim", 2, "3D"),
    ("ExecutionModel", 5313, "RayGenerationNV"),
    ("ExecutionModel", 5314, "IntersectionNV"),
    ("ExecutionModel", 5315, "AnyHitNV"),
    ("ExecutionModel", 5316, "ClosestHitNV"),
    ("ExecutionModel", 5317, "MissNV"),
    ("ExecutionModel", 5318, "CallableNV"),
    ("FPFastMathMode", 65536, "AllowContractFastINTEL"),
    ("FPFastMathMode", 131072, "AllowReassocINTEL"),
    ("FunctionParameterAttribute", 5940, "RuntimeAlignedINTEL"),
    ("LoopControl", 16777216, "LoopCountINTEL"),
    ("LoopControl", 33554432, "MaxReinvocationDelayINTEL"),
    ("Opcode", 5296, "GroupNonUniformPartitionNV"),
    ("Opcode", 5841, "ArbitraryFloatCastINTEL"),
    ("Opcode", 5842, "ArbitraryFloatCastFromIntINTEL"),
    ("Opcode", 5846, "ArbitraryFloatAddINTEL"),
    ("Opcode", 5847, "ArbitraryFloatSubINTEL"),
    ("Opcode", 5848, "ArbitraryFloatMulINTEL"),
    ("Opcode", 5849, "ArbitraryFloatDivINTEL"),
    ("Opcode", 5850, "ArbitraryFloatGTINTEL"),
    ("Opcode", 5851, "ArbitraryFloatGEINTEL"),
    ("Opcode", 5852, "ArbitraryFloatLTINTEL"),
    ("Opcode", 5853, "ArbitraryFloatLEINTEL"),
    ("Opcode", 5854, "ArbitraryFloatEQINTEL"),
    ("Opcode", 5855, "ArbitraryFloatRecipINTEL"),
    ("Opcode", 5856, "ArbitraryFloatRSqrtINTEL"),
    ("Opcode", 5857, "ArbitraryFloatCbrtINTEL"),
    ("Opcode", 5858, "ArbitraryFloatHypotINTEL"),
    ("Opcode", 5859, "ArbitraryFloatSqrtINTEL"),
    ("Opcode", 5934, "PtrCastToCrossWorkgroupINTEL"),
    ("Opcode", 5938, "CrossWorkgroupCastToPtrINTEL"),
    ("Opcode", 6142, "ControlBarrierArriveINTEL"),
    ("Opcode", 6143, "ControlBarrierWaitINTEL"),
    ("StorageClass", 5328, "CallableDataNV"),
    ("StorageClass", 5329, "IncomingCallableDataNV"),
    ("StorageClass", 5338, "RayPayloadNV"),
    ("StorageClass", 5339, "HitAttributeNV"),
    ("StorageClass", 5342, "IncomingRayPayloadNV"),
    ("StorageClass", 5343, "ShaderRecordBufferNV"),
];

/// The name of an enumerant.
pub fn name(def: &EnumDef, value: u32) -> Option<&'static str> {
    let at = NAMES.binary_search_by_key(&(def.name, value), |(of, value, _)| (of, *value));
    at.ok().map(|at| NAMES[at].2).or_else(|| def.by_value(value).map(|e| e.name))
}

/// The value of a name, which may be one of ours.
pub fn value(def: &EnumDef, name: &str) -> Option<u32> {
    let own = NAMES.iter().find(|(of, _, known)| *of == def.name && *known == name);
    own.map(|(_, value, _)| *value).or_else(|| def.by_name(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted() {
        assert!(NAMES.is_sorted_by_key(|(of, value, _)| (*of, *value)));
    }
}
