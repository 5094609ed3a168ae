//! Names in SPIRV-Tools v2026.4 that differ from those in the generated tables

use crate::generated::enums;
use crate::generated::ops::OPCODE;
use spv_grammar::{EnumDef, name_hash};

/// For each enumeration, the values whose names in SPIRV-Tools differ, sorted by value.
static NAMES: [(&EnumDef, &[(u32, &str)]); 10] = [
    (&enums::BUILT_IN, &[(5286, "BaryCoordKHR"), (5287, "BaryCoordNoPerspKHR")]),
    (
        &enums::CAPABILITY,
        &[
            (4434, "UniformAndStorageBuffer16BitAccess"),
            (5284, "FragmentBarycentricKHR"),
            (5288, "ComputeDerivativeGroupQuadsKHR"),
            (5297, "GroupNonUniformPartitionedEXT"),
            (5350, "ComputeDerivativeGroupLinearKHR"),
            (5379, "DemoteToHelperInvocation"),
            (5824, "FPGAMemoryAttributesALTERA"),
            (5844, "ArbitraryPrecisionIntegersALTERA"),
            (5845, "ArbitraryPrecisionFloatingPointALTERA"),
            (5888, "FPGALoopControlsALTERA"),
            (5898, "FPGAMemoryAccessesALTERA"),
            (5904, "FPGAClusterAttributesALTERA"),
            (5906, "LoopFuseALTERA"),
            (5920, "FPGABufferLocationALTERA"),
            (5922, "ArbitraryPrecisionFixedPointALTERA"),
            (5935, "USMStorageClassesALTERA"),
            (5943, "IOPipesALTERA"),
            (5945, "BlockingPipesALTERA"),
            (5948, "FPGARegALTERA"),
            (6016, "DotProductInputAll"),
            (6017, "DotProductInput4x8Bit"),
            (6018, "DotProductInput4x8BitPacked"),
            (6019, "DotProduct"),
            (6094, "OptNoneEXT"),
        ],
    ),
    (&enums::COOPERATIVE_MATRIX_REDUCE, &[(4, "2x2")]),
    (
        &enums::DECORATION,
        &[
            (5271, "PerPrimitiveEXT"),
            (5285, "PerVertexKHR"),
            (5825, "RegisterALTERA"),
            (5826, "MemoryALTERA"),
            (5827, "NumbanksALTERA"),
            (5828, "BankwidthALTERA"),
            (5829, "MaxPrivateCopiesALTERA"),
            (5830, "SinglepumpALTERA"),
            (5831, "DoublepumpALTERA"),
            (5832, "MaxReplicatesALTERA"),
            (5833, "SimpleDualPortALTERA"),
            (5834, "MergeALTERA"),
            (5835, "BankBitsALTERA"),
            (5836, "ForcePow2DepthALTERA"),
            (5899, "BurstCoalesceALTERA"),
            (5900, "CacheSizeALTERA"),
            (5901, "DontStaticallyCoalesceALTERA"),
            (5902, "PrefetchALTERA"),
            (5905, "StallEnableALTERA"),
            (5907, "FuseLoopsInFunctionALTERA"),
            (5917, "InitiationIntervalALTERA"),
            (5918, "MaxConcurrencyALTERA"),
            (5919, "PipelineEnableALTERA"),
            (5921, "BufferLocationALTERA"),
            (5944, "IOPipeStorageALTERA"),
        ],
    ),
    (&enums::DIM, &[(0, "1D"), (1, "2D"), (2, "3D")]),
    (
        &enums::EXECUTION_MODE,
        &[
            (5269, "OutputLinesEXT"),
            (5270, "OutputPrimitivesEXT"),
            (5289, "DerivativeGroupQuadsKHR"),
            (5290, "DerivativeGroupLinearKHR"),
            (5298, "OutputTrianglesEXT"),
        ],
    ),
    (&enums::FUNCTION_CONTROL, &[(65536, "OptNoneEXT")]),
    (
        &enums::GROUP_OPERATION,
        &[
            (6, "PartitionedReduceEXT"),
            (7, "PartitionedInclusiveScanEXT"),
            (8, "PartitionedExclusiveScanEXT"),
        ],
    ),
    (
        &enums::LOOP_CONTROL,
        &[
            (65536, "InitiationIntervalALTERA"),
            (131072, "MaxConcurrencyALTERA"),
            (262144, "DependencyArrayALTERA"),
            (524288, "PipelineEnableALTERA"),
            (1048576, "LoopCoalesceALTERA"),
            (2097152, "MaxInterleavingALTERA"),
            (4194304, "SpeculatedIterationsALTERA"),
            (8388608, "NoFusionALTERA"),
        ],
    ),
    (&enums::STORAGE_CLASS, &[(5936, "DeviceOnlyALTERA"), (5937, "HostOnlyALTERA")]),
];

/// Names that older SPIRV-Tools versions print but the grammar does not list, with their values.
static FORMER: [(&EnumDef, &[(u32, &str)]); 1] =
    [(&enums::CAPABILITY, &[(6089, "LongConstantCompositeINTEL")])];

/// Returns the name that SPIRV-Tools prints for an enumerant; `None` for unknown values.
pub fn name(def: &EnumDef, value: u32) -> Option<&'static str> {
    let own = NAMES.iter().find(|(of, _)| of.name == def.name).and_then(|(_, names)| {
        let at = names.binary_search_by_key(&value, |(value, _)| *value);
        at.ok().map(|at| names[at].1)
    });
    own.or_else(|| def.by_value(value).map(|e| e.name))
}

/// Returns the SPIRV-Tools name of an instruction, without the `Op` prefix. Returns `None` for unknown opcodes.
pub fn opcode_name(opcode: u32) -> Option<&'static str> {
    name(&OPCODE, opcode)
}

/// Returns the value of an enumerant, given its name in SPIRV-Tools or in the generated tables; `None` for other names.
pub fn value(def: &EnumDef, name: &str) -> Option<u32> {
    def.by_name(name).or_else(|| {
        let own = NAMES.iter().chain(&FORMER).filter(|(of, _)| of.name == def.name);
        let known = own.flat_map(|(_, names)| *names).find(|(_, known)| *known == name);
        known.map(|(value, _)| *value)
    })
}

/// Returns the opcode of an instruction, given its name without the `Op` prefix; `None` for unknown names.
pub fn opcode(name: &str) -> Option<u32> {
    let names = OPCODE.names;
    let is_name = |index: usize| names[index].0 == name;
    name_hash::find(&OPCODE_NAMES, name_hash::hash(name), is_name).map(|index| names[index].1)
}

/// Hash table of the instruction names in [`OPCODE`].
static OPCODE_NAMES: [u16; 4096] = {
    let mut table = [0; 4096];
    let mut index = 0;
    while index < OPCODE.names.len() {
        name_hash::add(&mut table, OPCODE.names[index].0, index);
        index += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that no name of SPIRV-Tools denotes a different value in the generated tables.
    #[test]
    fn names_are_not_ambiguous() {
        for (def, names) in NAMES.iter().chain(&FORMER) {
            for (value, name) in *names {
                assert!(def.by_name(name).is_none_or(|own| own == *value), "{name}");
            }
        }
    }

    #[test]
    fn every_opcode_is_found_by_name() {
        for (name, opcode) in OPCODE.names {
            assert_eq!(super::opcode(name), Some(*opcode), "{name}");
        }
        assert_eq!(super::opcode("Nope"), None);
    }

    #[test]
    fn names_are_sorted() {
        assert!(NAMES.iter().all(|(_, names)| names.is_sorted_by_key(|(value, _)| *value)));
    }
}
