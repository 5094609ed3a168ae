//! The passes, one per file, and the lists of passes and pipelines
//!
//! Shared code is in [`crate::support`].

mod amd_ext_to_khr;
mod canonicalize;
mod canonicalize_gl;
mod canonicalize_ids;
pub(crate) mod combine_modules;
mod compact;
mod composite_type_layout;
mod contract_fma;
mod convert_relaxed_to_half;
mod convert_to_sampled_image;
mod convert_to_untyped;
mod copy_propagate_arrays;
mod cse;
mod dce;
mod decorate;
mod descriptor_scalar_replacement;
mod dse;
mod eliminate_dead_input_components;
mod expand_predicated_io;
mod factor_access_chains;
mod fix_func_call_param;
mod fix_opextinst_opcodes;
mod flatten_decorations;
mod fold_spec_const_ops;
mod freeze_spec_const;
mod graphics_robust_access;
mod if_convert_predicated;
mod infer_no_wrap;
mod inline;
mod int_range_optimizations;
mod internalize;
mod interpolate_fixup;
mod legalize_constant_operands;
mod legalize_multidim_array;
mod legalize_small_types;
mod licm;
mod localize_sampled_images;
mod loop_fission;
mod loop_fusion;
mod loop_peeling;
mod loop_unroll;
mod loop_unswitch;
mod lower_abi_attrs;
mod lower_blocking_pipes;
mod lower_to_cfg;
mod mem2reg;
mod merge_return;
mod modify_maximal_reconvergence;
mod order_blocks;
mod private_to_local;
mod reduce_load_size;
mod relax_float_ops;
mod remove_dont_inline;
mod remove_duplicates;
mod remove_unused_interface_variables;
mod remove_unused_members;
mod replace_desc_array_access;
mod replace_invalid_opcode;
mod resolve_binding_conflicts;
mod rewrite_inserts;
mod sccp;
mod set_spec_const_default_value;
mod simplify_cfg;
mod sink;
mod split_combined_image_sampler;
mod spread_volatile_semantics;
mod sroa;
mod store_forward;
mod strength_reduction;
mod strip_dangling_nonsemantic;
mod strip_debug;
mod strip_nonsemantic;
mod struct_packing;
mod structurize;
mod structurize_regions;
mod switch_descriptorset;
mod symbol_dce;
mod type_untyped_variables;
mod unify_aliased_resource;
mod update_vce;
mod upgrade_memory_model;
mod webgpu_prepare;
mod workaround_1209;
mod wrap_opkill;

use crate::pass::PassInfo;
use crate::registry::NamedPipeline;

/// All passes, in the order in which help and documentation list them.
pub(crate) const PASSES: &[&PassInfo] = &[
    &canonicalize::INFO,
    &combine_modules::INFO,
    &compact::INFO,
    &contract_fma::INFO,
    &cse::INFO,
    &dce::INFO,
    &decorate::INFO,
    &mem2reg::INFO,
    &dse::INFO,
    &expand_predicated_io::INFO,
    &factor_access_chains::INFO,
    &fold_spec_const_ops::INFO,
    &freeze_spec_const::INFO,
    &if_convert_predicated::INFO,
    &infer_no_wrap::INFO,
    &inline::INFO,
    &int_range_optimizations::INFO,
    &internalize::INFO,
    &legalize_constant_operands::INFO,
    &legalize_small_types::INFO,
    &licm::INFO,
    &localize_sampled_images::INFO,
    &loop_fission::INFO,
    &loop_fusion::INFO,
    &loop_peeling::INFO,
    &loop_unroll::INFO,
    &loop_unswitch::INFO,
    &lower_blocking_pipes::INFO,
    &order_blocks::INFO,
    &private_to_local::INFO,
    &remove_duplicates::INFO,
    &remove_unused_members::INFO,
    &remove_unused_interface_variables::INFO,
    &sccp::INFO,
    &set_spec_const_default_value::INFO,
    &simplify_cfg::INFO,
    &lower_to_cfg::INFO,
    &structurize_regions::INFO,
    &structurize::INFO,
    &symbol_dce::INFO,
    &sink::INFO,
    &sroa::INFO,
    &store_forward::INFO,
    &strength_reduction::INFO,
    &strip_dangling_nonsemantic::INFO,
    &strip_debug::INFO,
    &strip_nonsemantic::INFO,
    &canonicalize_gl::INFO,
    &composite_type_layout::INFO,
    &lower_abi_attrs::INFO,
    &type_untyped_variables::INFO,
    &unify_aliased_resource::INFO,
    &update_vce::INFO,
    &webgpu_prepare::INFO,
    &rewrite_inserts::INFO,
    &amd_ext_to_khr::INFO,
    &canonicalize_ids::INFO,
    &convert_relaxed_to_half::INFO,
    &convert_to_sampled_image::INFO,
    &convert_to_untyped::INFO,
    &copy_propagate_arrays::INFO,
    &descriptor_scalar_replacement::INFO,
    &fix_func_call_param::INFO,
    &fix_opextinst_opcodes::INFO,
    &flatten_decorations::INFO,
    &graphics_robust_access::INFO,
    &interpolate_fixup::INFO,
    &legalize_multidim_array::INFO,
    &merge_return::INFO,
    &modify_maximal_reconvergence::INFO,
    &relax_float_ops::INFO,
    &remove_dont_inline::INFO,
    &replace_desc_array_access::INFO,
    &replace_invalid_opcode::INFO,
    &resolve_binding_conflicts::INFO,
    &split_combined_image_sampler::INFO,
    &eliminate_dead_input_components::INFO,
    &spread_volatile_semantics::INFO,
    &reduce_load_size::INFO,
    &struct_packing::INFO,
    &switch_descriptorset::INFO,
    &upgrade_memory_model::INFO,
    &workaround_1209::INFO,
    &wrap_opkill::INFO,
];

/// Function passes that run after each stage of function passes. They restore rules of the binary format that other
/// passes may break.
pub(crate) const AFTER_STAGE: &[&PassInfo] =
    &[&legalize_constant_operands::INFO, &localize_sampled_images::INFO, &order_blocks::INFO];

/// The module pass that runs at the end of each pipeline.
pub(crate) const AFTER_PIPELINE: &PassInfo = &strip_dangling_nonsemantic::INFO;

/// All named pipelines. Their anchor is `spv.module`.
pub(crate) const PIPELINES: &[NamedPipeline] = &[
    NamedPipeline {
        name: "O1",
        summary: "Optimize with little compile time",
        text: "spv-structurize{plain},inline{simplify max-size=12 growth=60},symbol-dce,private-to-local,\
               type-untyped-variables,sroa,mem2reg,canonicalize,cse,simplify-cfg,dce,canonicalize,dce,symbol-dce,\
               spv-lower-to-cfg{plain}",
    },
    NamedPipeline { name: "O", summary: "Optimize for speed", text: OPTIMIZE },
    NamedPipeline { name: "O2", summary: "Optimize for speed: the same as O", text: OPTIMIZE },
    NamedPipeline {
        name: "O3",
        summary: "Optimize for speed regardless of compile time and code size",
        text: OPTIMIZE_MORE,
    },
    NamedPipeline {
        name: "Os",
        summary: "Optimize for size: run O, then passes that only shrink the module",
        text: OPTIMIZE_SIZE,
    },
    NamedPipeline {
        name: "legalize",
        summary: "Replace features that the target environment lacks",
        text: "legalize-small-types,expand-predicated-io{if-lacking},lower-blocking-pipes{if-lacking},spirv-update-vce",
    },
    NamedPipeline {
        name: "loop-invariant-code-motion",
        summary: "Alias of licm in mlir-opt and spirv-opt",
        text: "licm",
    },
    NamedPipeline { name: "remove-dead-values", summary: "Alias of dce in mlir-opt", text: "dce" },
    NamedPipeline {
        name: "test-spirv-glsl-canonicalization",
        summary: "Alias of spirv-canonicalize-gl in LLVM 14",
        text: "spirv-canonicalize-gl",
    },
];

/// The pass sequence of `-O`, `-Os` and `-O3`. Kernels without merge instructions are structurized at the start, and
/// lowered again at the end.
///
/// Calls are inlined early, so that each variable is used by a single function. Memory is then promoted to values.
/// Values that are found to be constant decide branches, which exposes more constants and promotable variables. At the
/// end, operations move to where they execute least often.
macro_rules! optimize {
    ($inline:literal, $loops:literal, $end:literal) => {
        concat!(
            "spv-structurize{plain},",
            $inline,
            ",symbol-dce,private-to-local,type-untyped-variables,sroa,mem2reg,canonicalize,",
            $loops,
            "store-forward,dse,cse,sccp,simplify-cfg,dce,canonicalize,sroa,mem2reg,\
             store-forward,cse,int-range-optimizations,dse,simplify-cfg,if-convert-predicated{keep-uniform},dce,licm,\
             canonicalize,cse,dce,sink,contract-fma,\
             remove-unused-interface-variables,symbol-dce",
            $end,
            ",spv-lower-to-cfg{plain}"
        )
    };
}

/// The pipelines `O` and `O2`. They unroll loops with the Unroll loop control, which may be required for validity: HLSL
/// shaders index arrays of resources in these loops.
const OPTIMIZE: &str = optimize!("inline{simplify}", "loop-unroll,canonicalize,", "");
/// The pipeline `O3`. Inlines larger functions, and unrolls loops that remain small.
const OPTIMIZE_MORE: &str = optimize!(
    "inline{simplify max-size=4000 growth=10000}",
    "loop-unroll{all max-ops=256},canonicalize,",
    ""
);
/// The pipeline `Os`. A module is never larger than with `-O`, because the additional passes never increase its
/// size.
const OPTIMIZE_SIZE: &str = optimize!(
    "inline{simplify}",
    "loop-unroll,canonicalize,",
    ",factor-access-chains,remove-unused-members,remove-unused-interface-variables,symbol-dce"
);
