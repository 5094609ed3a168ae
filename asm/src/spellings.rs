//! Names that SPIRV-Tools v2026.4 has for what our tables call by an older name.

use spv_grammar::EnumDef;

/// Enumeration, value, and the name; sorted. Opcodes are without the `Op`.
const NAMES: [(&str, u32, &str); 73] = [
    ("BuiltIn", 5286, "BaryCoordKHR"),
    ("BuiltIn", 5287, "BaryCoordNoPerspKHR"),
    ("Capability", 4434, "UniformAndStorageBuffer16BitAccess"),
    ("Capability", 5284, "FragmentBarycentricKHR"),
    ("Capability", 5288, "ComputeDerivativeGroupQuadsKHR"),
    ("Capability", 5297, "GroupNonUniformPartitionedEXT"),
    ("Capability", 5350, "ComputeDerivativeGroupLinearKHR"),
    ("Capability", 5379, "DemoteToHelperInvocation"),
    ("Capability", 5824, "FPGAMemoryAttributesALTERA"),
    ("Capability", 5844, "ArbitraryPrecisionIntegersALTERA"),
    ("Capability", 5845, "ArbitraryPrecisionFloatingPointALTERA"),
    ("Capability", 5888, "FPGALoopControlsALTERA"),
    ("Capability", 5898, "FPGAMemoryAccessesALTERA"),
    ("Capability", 5904, "FPGAClusterAttributesALTERA"),
    ("Capability", 5906, "LoopFuseALTERA"),
    ("Capability", 5920, "FPGABufferLocationALTERA"),
    ("Capability", 5922, "ArbitraryPrecisionFixedPointALTERA"),
    ("Capability", 5935, "USMStorageClassesALTERA"),
    ("Capability", 5943, "IOPipesALTERA"),
    ("Capability", 5945, "BlockingPipesALTERA"),
    ("Capability", 5948, "FPGARegALTERA"),
    ("Capability", 6016, "DotProductInputAll"),
    ("Capability", 6017, "DotProductInput4x8Bit"),
    ("Capability", 6018, "DotProductInput4x8BitPacked"),
    ("Capability", 6019, "DotProduct"),
    ("Capability", 6094, "OptNoneEXT"),
    ("Decoration", 5271, "PerPrimitiveEXT"),
    ("Decoration", 5285, "PerVertexKHR"),
    ("Decoration", 5825, "RegisterALTERA"),
    ("Decoration", 5826, "MemoryALTERA"),
    ("Decoration", 5827, "NumbanksALTERA"),
    ("Decoration", 5828, "BankwidthALTERA"),
    ("Decoration", 5829, "MaxPrivateCopiesALTERA"),
    ("Decoration", 5830, "SinglepumpALTERA"),
    ("Decoration", 5831, "DoublepumpALTERA"),
    ("Decoration", 5832, "MaxReplicatesALTERA"),
    ("Decoration", 5833, "SimpleDualPortALTERA"),
    ("Decoration", 5834, "MergeALTERA"),
    ("Decoration", 5835, "BankBitsALTERA"),
    ("Decoration", 5836, "ForcePow2DepthALTERA"),
    ("Decoration", 5899, "BurstCoalesceALTERA"),
    ("Decoration", 5900, "CacheSizeALTERA"),
    ("Decoration", 5901, "DontStaticallyCoalesceALTERA"),
    ("Decoration", 5902, "PrefetchALTERA"),
    ("Decoration", 5905, "StallEnableALTERA"),
    ("Decoration", 5907, "FuseLoopsInFunctionALTERA"),
    ("Decoration", 5917, "InitiationIntervalALTERA"),
    ("Decoration", 5918, "MaxConcurrencyALTERA"),
    ("Decoration", 5919, "PipelineEnableALTERA"),
    ("Decoration", 5921, "BufferLocationALTERA"),
    ("Decoration", 5944, "IOPipeStorageALTERA"),
    ("Dim", 0, "1D"),
    ("Dim", 1, "2D"),
    ("Dim", 2, "3D"),
    ("ExecutionMode", 5269, "OutputLinesEXT"),
    ("ExecutionMode", 5270, "OutputPrimitivesEXT"),
    ("ExecutionMode", 5289, "DerivativeGroupQuadsKHR"),
    ("ExecutionMode", 5290, "DerivativeGroupLinearKHR"),
    ("ExecutionMode", 5298, "OutputTrianglesEXT"),
    ("FunctionControl", 65536, "OptNoneEXT"),
    ("GroupOperation", 6, "PartitionedReduceEXT"),
    ("GroupOperation", 7, "PartitionedInclusiveScanEXT"),
    ("GroupOperation", 8, "PartitionedExclusiveScanEXT"),
    ("LoopControl", 65536, "InitiationIntervalALTERA"),
    ("LoopControl", 131072, "MaxConcurrencyALTERA"),
    ("LoopControl", 262144, "DependencyArrayALTERA"),
    ("LoopControl", 524288, "PipelineEnableALTERA"),
    ("LoopControl", 1048576, "LoopCoalesceALTERA"),
    ("LoopControl", 2097152, "MaxInterleavingALTERA"),
    ("LoopControl", 4194304, "SpeculatedIterationsALTERA"),
    ("LoopControl", 8388608, "NoFusionALTERA"),
    ("StorageClass", 5936, "DeviceOnlyALTERA"),
    ("StorageClass", 5937, "HostOnlyALTERA"),
];

/// Names that older versions print and the grammar does not list.
const FORMER: [(&str, u32, &str); 1] = [("Capability", 6089, "LongConstantCompositeINTEL")];

/// The name of an enumerant.
pub fn name(def: &EnumDef, value: u32) -> Option<&'static str> {
    let at = NAMES.binary_search_by_key(&(def.name, value), |(of, value, _)| (of, *value));
    at.ok().map(|at| NAMES[at].2).or_else(|| def.by_value(value).map(|e| e.name))
}

/// The value of a name, which may be one of ours.
pub fn value(def: &EnumDef, name: &str) -> Option<u32> {
    let own = NAMES.iter().chain(&FORMER).find(|(of, _, known)| *of == def.name && *known == name);
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
