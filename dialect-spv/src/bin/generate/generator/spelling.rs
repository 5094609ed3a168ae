//! Enumerant spellings of LLVM 14 that differ from the newest grammar

/// Enumerant names that LLVM 14 prints, by enumeration. The newest grammar lists them as aliases.
const LLVM_14: &[(&str, &[&str])] = &[
    (
        "LoopControl",
        &[
            "DependencyArrayINTEL",
            "InitiationIntervalINTEL",
            "LoopCoalesceINTEL",
            "MaxConcurrencyINTEL",
            "MaxInterleavingINTEL",
            "NoFusionINTEL",
            "PipelineEnableINTEL",
            "SpeculatedIterationsINTEL",
        ],
    ),
    ("FunctionControl", &["OptNoneINTEL"]),
    ("MemorySemantics", &["None"]),
    (
        "ExecutionMode",
        &[
            "DerivativeGroupLinearNV",
            "DerivativeGroupQuadsNV",
            "OutputLinesNV",
            "OutputPrimitivesNV",
            "OutputTrianglesNV",
        ],
    ),
    ("StorageClass", &["DeviceOnlyINTEL", "HostOnlyINTEL"]),
    (
        "Decoration",
        &[
            "BankBitsINTEL",
            "BankwidthINTEL",
            "BufferLocationINTEL",
            "BurstCoalesceINTEL",
            "CacheSizeINTEL",
            "DontStaticallyCoalesceINTEL",
            "DoublepumpINTEL",
            "ForcePow2DepthINTEL",
            "FuseLoopsInFunctionINTEL",
            "IOPipeStorageINTEL",
            "InitiationIntervalINTEL",
            "MaxConcurrencyINTEL",
            "MaxPrivateCopiesINTEL",
            "MaxReplicatesINTEL",
            "MemoryINTEL",
            "MergeINTEL",
            "NumbanksINTEL",
            "PerPrimitiveNV",
            "PerVertexNV",
            "PipelineEnableINTEL",
            "PrefetchINTEL",
            "RegisterINTEL",
            "SimpleDualPortINTEL",
            "SinglepumpINTEL",
            "StallEnableINTEL",
        ],
    ),
    ("BuiltIn", &["BaryCoordNV", "BaryCoordNoPerspNV"]),
    ("GroupOperation", &["PartitionedExclusiveScanNV", "PartitionedInclusiveScanNV", "PartitionedReduceNV"]),
    (
        "Capability",
        &[
            "ArbitraryPrecisionFixedPointINTEL",
            "ArbitraryPrecisionFloatingPointINTEL",
            "ArbitraryPrecisionIntegersINTEL",
            "BlockingPipesINTEL",
            "ComputeDerivativeGroupLinearNV",
            "ComputeDerivativeGroupQuadsNV",
            "DemoteToHelperInvocationEXT",
            "DotProductInput4x8BitKHR",
            "DotProductInput4x8BitPackedKHR",
            "DotProductInputAllKHR",
            "DotProductKHR",
            "FPGABufferLocationINTEL",
            "FPGAClusterAttributesINTEL",
            "FPGALoopControlsINTEL",
            "FPGAMemoryAccessesINTEL",
            "FPGAMemoryAttributesINTEL",
            "FPGARegINTEL",
            "FragmentBarycentricNV",
            "GroupNonUniformPartitionedNV",
            "IOPipesINTEL",
            "LoopFuseINTEL",
            "OptNoneINTEL",
            "StorageUniform16",
            "USMStorageClassesINTEL",
        ],
    ),
];

/// Returns the enumerant name to use in MLIR assembly: LLVM 14's name if `names` contains it, or else `name`. `names`
/// maps all names of the enumeration to their values.
pub fn shown<'a>(
    kind: &str,
    name: &'a str,
    value: u32,
    names: impl Iterator<Item = (&'a str, u32)>,
) -> &'a str {
    let listed = LLVM_14.iter().find(|(k, _)| *k == kind).map_or(&[][..], |(_, list)| *list);
    let mut names = names.filter(|(_, v)| *v == value).map(|(n, _)| n);
    names.find(|n| listed.contains(n)).unwrap_or(name)
}
