//! Assembly formats, op names and enumerant names of LLVM 22 that differ from LLVM 19's

use spv_ir::{Formats, OpNames};

/// Assembly formats by op name.
pub(super) static FORMATS: Formats = &[
    ("spv.AccessChain", CHAIN),
    // This format prints no attributes. An op with attributes is printed in the generic form.
    ("spv.CompositeExtract", "$composite $indexes `:` common-type($composite)"),
    (
        "spv.CompositeInsert",
        "$object `,` $composite $indexes `:` common-type($object) `into` common-type($composite, $result)",
    ),
    ("spv.ControlBarrierArriveEXT", BARRIER),
    ("spv.ControlBarrierWaitEXT", BARRIER),
    ("spv.EmitMeshTasksEXT", "$0 `,` $1 `,` $2 (`,` $3^)? attr-dict `:` types($0, $1, $2, $3)"),
    ("spv.GLSL.Cross", "$0 `,` $1 attr-dict `:` common-type($0, $1, $result)"),
    ("spv.GLSL.Distance", "$0 `,` $1 attr-dict `:` types($0, $1) `->` common-type($result)"),
    (
        "spv.GLSL.FMix",
        "$0 `:` common-type($0) `,` $1 `:` common-type($1) `,` $2 `:` common-type($2) `->` common-type($result) attr-dict",
    ),
    ("spv.GLSL.Length", "$0 attr-dict `:` common-type($0) `->` common-type($result)"),
    ("spv.GLSL.PackHalf2x16", PACK),
    ("spv.GLSL.PackSnorm4x8", PACK),
    ("spv.GLSL.Reflect", "$0 `,` $1 attr-dict `:` common-type($0, $1, $result)"),
    ("spv.GLSL.UnpackHalf2x16", PACK),
    ("spv.GLSL.UnpackSnorm4x8", PACK),
    ("spv.GroupNonUniformAll", "bracketed($0) $1 attr-dict `:` common-type($1, $result)"),
    (
        "spv.GroupNonUniformAllEqual",
        "bracketed($0) $1 attr-dict `:` common-type($1) `,` common-type($result)",
    ),
    ("spv.GroupNonUniformAny", "bracketed($0) $1 attr-dict `:` common-type($1, $result)"),
    (
        "spv.GroupNonUniformBallotBitCount",
        "bracketed($0) bracketed($1) $2 attr-dict `:` common-type($2) `->` common-type($result)",
    ),
    ("spv.GroupNonUniformBallotFindLSB", BALLOT_FIND),
    ("spv.GroupNonUniformBallotFindMSB", BALLOT_FIND),
    ("spv.GroupNonUniformBitwiseAnd", CLUSTER),
    ("spv.GroupNonUniformBitwiseOr", CLUSTER),
    ("spv.GroupNonUniformBitwiseXor", CLUSTER),
    ("spv.GroupNonUniformFAdd", CLUSTER),
    ("spv.GroupNonUniformFMax", CLUSTER),
    ("spv.GroupNonUniformFMin", CLUSTER),
    ("spv.GroupNonUniformFMul", CLUSTER),
    ("spv.GroupNonUniformIAdd", CLUSTER),
    ("spv.GroupNonUniformIMul", CLUSTER),
    ("spv.GroupNonUniformLogicalAnd", CLUSTER),
    ("spv.GroupNonUniformLogicalOr", CLUSTER),
    ("spv.GroupNonUniformLogicalXor", CLUSTER),
    ("spv.GroupNonUniformQuadSwap", "bracketed($0) $1 $2 attr-dict `:` types($1, $2)"),
    (
        "spv.GroupNonUniformRotateKHR",
        "bracketed($0) $1 `,` $2 (`,` `cluster_size` `(` $3^ `)`)? attr-dict `:` types($1, $2, $3) `->` common-type($result)",
    ),
    ("spv.GroupNonUniformSMax", CLUSTER),
    ("spv.GroupNonUniformSMin", CLUSTER),
    ("spv.GroupNonUniformUMax", CLUSTER),
    ("spv.GroupNonUniformUMin", CLUSTER),
    ("spv.Image", "$0 attr-dict `:` common-type($0)"),
    ("spv.ImageDrefGather", SAMPLE_DREF),
    ("spv.ImageFetch", SAMPLE),
    ("spv.ImageGather", SAMPLE_DREF),
    ("spv.ImageQuerySize", "$0 attr-dict `:` common-type($0) `->` common-type($result)"),
    ("spv.ImageRead", SAMPLE),
    ("spv.ImageSampleDrefImplicitLod", SAMPLE_DREF),
    (
        "spv.ImageSampleExplicitLod",
        "$0 `,` $1 $2 custom<NoMore>($2) attr-dict `:` types($0, $1, $2) `->` common-type($result)",
    ),
    ("spv.ImageSampleImplicitLod", SAMPLE),
    ("spv.ImageSampleProjDrefImplicitLod", SAMPLE_DREF),
    ("spv.ImageSampleProjImplicitLod", SAMPLE),
    (
        "spv.ImageWrite",
        "$0 `,` $1 `,` $2 custom<Gap>($3) ($3^)? custom<NoMore>($3) attr-dict `:` types($0, $1, $2, $3)",
    ),
    ("spv.InBoundsPtrAccessChain", POINTER_CHAIN),
    ("spv.MatrixTimesVector", "$0 `,` $1 attr-dict `:` types($0, $1) `->` common-type($result)"),
    ("spv.OCL.printf", "$0 ($1^)? attr-dict `:` types($0, $1) `->` common-type($result)"),
    ("spv.PtrAccessChain", POINTER_CHAIN),
    ("spv.RoundFToTF32INTEL", "$0 attr-dict `:` common-type($0) `to` common-type($result)"),
    ("spv.SetMeshOutputsEXT", "$0 `,` $1 attr-dict `:` types($0, $1)"),
    ("spv.SpecConstantCompositeReplicateEXT", "$sym_name custom<Parenthesized>($value) `:` $type attr-dict"),
    ("spv.SubgroupBlockReadINTEL", "$0 attr-dict `:` common-type($0) `->` common-type($result)"),
    ("spv.VectorTimesMatrix", "$0 `,` $1 attr-dict `:` types($0, $1) `->` common-type($result)"),
];

const BALLOT_FIND: &str = "bracketed($0) $1 attr-dict `:` common-type($1) `,` common-type($result)";
const BARRIER: &str = "bracketed($0) bracketed($1) bracketed($2) attr-dict";
pub(super) const CHAIN: &str =
    "$base `[` $indexes `]` attr-dict `:` types($base, $indexes) `->` common-type($result)";
const CLUSTER: &str = "bracketed($0) bracketed($1) $2 (`cluster_size` `(` $cluster_size^ `)`)? attr-dict \
                       `:` types($2, $cluster_size) `->` common-type($result)";
const PACK: &str = "attr-dict $0 `:` common-type($0) `->` common-type($result)";
const POINTER_CHAIN: &str = "$base `[` $element (`,` $indexes^)? `]` attr-dict \
                             `:` types($base, $element, $indexes) `->` common-type($result)";
// LLVM prints two spaces here if there are no image operands.
const SAMPLE: &str = "$0 `,` $1 custom<Gap>($2) ($2^)? custom<NoMore>($2) attr-dict `:` types($0, $1, $2) `->` common-type($result)";
const SAMPLE_DREF: &str = "$0 `,` $1 `,` $2 custom<Gap>($3) ($3^)? custom<NoMore>($3) attr-dict `:` types($0, $1, $2, $3) `->` common-type($result)";

/// Op names that do not follow the general prefix rule: name in this dialect, name in LLVM.
pub(super) static OP_NAMES: OpNames = &[
    ("spv.ControlBarrierArriveEXT", "spv.INTEL.ControlBarrierArrive"),
    ("spv.ControlBarrierWaitEXT", "spv.INTEL.ControlBarrierWait"),
    ("spv.GroupNonUniformRotateKHR", "spv.GroupNonUniformRotateKHR"),
];
