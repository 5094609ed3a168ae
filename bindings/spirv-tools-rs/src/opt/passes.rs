//! Optimizer passes and their spirv-opt options

/// Defines the optimizer passes with their spirv-opt options.
macro_rules! passes {
    ($($pass:ident = $option:literal,)+) => {
        /// A pass of the optimizer.
        #[derive(Clone, Copy, Debug)]
        #[allow(missing_docs, reason = "the names are those of the interface")]
        pub enum Passes {
            $($pass,)+
        }

        impl Passes {
            /// Returns the spirv-opt option for this pass, or an empty string for a pass that has no effect.
            pub(crate) fn option(self) -> &'static str {
                match self {
                    $(Passes::$pass => $option,)+
                }
            }
        }
    };
}

passes! {
    AggressiveDCE = "--eliminate-dead-code-aggressive",
    AmdExtToKhr = "--amd-ext-to-khr",
    BlockMerge = "--merge-blocks",
    ConditionalConstantPropagation = "--ccp",
    CFGCleanup = "--cfg-cleanup",
    CodeSinking = "--code-sink",
    CombineAccessChains = "--combine-access-chains",
    CompactIds = "--compact-ids",
    ConvertRelaxedToHalf = "--convert-relaxed-to-half",
    CopyPropagateArrays = "--copy-propagate-arrays",
    DeadBranchElim = "--eliminate-dead-branches",
    DeadInsertElim = "--eliminate-dead-inserts",
    DeadVariableElimination = "--eliminate-dead-variables",
    DescriptorScalarReplacement = "--descriptor-scalar-replacement",
    EliminateDeadConstant = "--eliminate-dead-const",
    EliminateDeadFunctions = "--eliminate-dead-functions",
    EliminateDeadMembers = "--eliminate-dead-members",
    FixStorageClass = "--fix-storage-class",
    FlattenDecoration = "--flatten-decorations",
    FoldSpecConstantOpAndComposite = "--fold-spec-const-op-composite",
    FreezeSpecConstantValue = "--freeze-spec-const",
    GraphicsRobustAccess = "--graphics-robust-access",
    IfConversion = "--if-conversion",
    InlineExhaustive = "--inline-entry-points-exhaustive",
    InlineOpaque = "--inline-entry-points-opaque",
    InsertExtractElim = "--eliminate-insert-extract",
    InterpolateFixup = "--interpolate-fixup",
    LocalAccessChainConvert = "--convert-local-access-chains",
    LocalMultiStoreElim = "--eliminate-local-multi-store",
    LocalRedundancyElimination = "--local-redundancy-elimination",
    LocalSingleBlockLoadStoreElim = "--eliminate-local-single-block",
    LocalSingleStoreElim = "--eliminate-local-single-store",
    LoopInvariantCodeMotion = "--loop-invariant-code-motion",
    LoopPeeling = "--loop-peeling",
    LoopUnswitch = "--loop-unswitch",
    MergeReturn = "--merge-return",
    Null = "",
    PrivateToLocal = "--private-to-local",
    PropagateLineInfo = "",
    ReduceLoadSize = "--reduce-load-size",
    RedundancyElimination = "--redundancy-elimination",
    RedundantLineInfoElim = "",
    RelaxFloatOps = "--relax-float-ops",
    RemoveDuplicates = "--remove-duplicates",
    RemoveUnusedInterfaceVariables = "--remove-unused-interface-variables",
    ReplaceInvalidOpcode = "--replace-invalid-opcode",
    Simplification = "--simplify-instructions",
    SSARewrite = "--ssa-rewrite",
    StrengthReduction = "--strength-reduction",
    StripDebugInfo = "--strip-debug",
    StripNonSemanticInfo = "--strip-nonsemantic",
    UnifyConstant = "--unify-const",
    UpgradeMemoryModel = "--upgrade-memory-model",
    VectorDCE = "--vector-dce",
    Workaround1209 = "--workaround-1209",
    WrapOpKill = "--wrap-opkill",
}
